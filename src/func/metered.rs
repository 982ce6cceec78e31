//! Operations on values and types that are charged to a budget in proportion to their work.

use std::cell::Cell;

use super::Budget;
use crate::value::convert::{self, Conversion, Unified};
use crate::value::{Marks, Matching, Type, Value, ValueError};

/// The cost of comparing two types, in parts of values.
const PARTS_OF_A_TYPE: u64 = 3;

/// The minimum number of parts that a conversion visits for each element that it makes.
const PARTS_OF_AN_ELEMENT: u64 = 2;

/// Returns whether conversion to a type sorts the elements of a set.
fn has_set(mut ty: &Type) -> bool {
    while let Type::List(element) | Type::Map(element) = ty {
        ty = element;
    }
    matches!(ty, Type::Set(_))
}

impl Budget {
    /// Converts a value as [`convert`](crate::value::convert()) does, and takes the steps and
    /// elements of that. [`take_value`](Self::take_value) takes the size of the result itself.
    ///
    /// ```
    /// use serde_hcl::{Type, func::Budget, value};
    ///
    /// let budget = Budget::default();
    /// let ports = budget.convert(value!(["80", 443]), &Type::list(Type::Number))?;
    /// assert_eq!(ports.to_string(), "[80, 443]");
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the value does not convert, or if too little is left.
    #[inline]
    pub fn convert(&self, value: Value, ty: &Type) -> Result<Value, ValueError> {
        if convert::is_already(&value, ty) { Ok(value) } else { self.convert_other(&value, ty) }
    }

    fn convert_other(&self, value: &Value, ty: &Type) -> Result<Value, ValueError> {
        // The most frequent conversion in templates. The text of such a number is charged with the
        // step that needs it.
        if let (Type::String, Some(number)) = (ty, value.plain_number())
            && number.as_word().is_some()
            && let Ok(text) = number.to_text(self.limits().digits)
        {
            return Ok(Value::from(text));
        }
        // Converted parts are copied; others are only read and shared.
        let all = self.parts_left().get().min(self.elements_left().saturating_mul(PARTS_OF_AN_ELEMENT));
        let left = Cell::new(all);
        let result = convert::convert_counted(value, ty, self.limits(), &left);
        let looked_at = all - left.get();
        self.take_parts(looked_at)?;
        self.take_elements(looked_at / PARTS_OF_AN_ELEMENT)?;
        if has_set(ty) {
            self.take_sorting(value.size(), value.len().unwrap_or(0))?;
        }
        result
    }

    /// Takes the steps of sorting `values` values with `parts` parts in total, or of searching for
    /// a value of `parts` parts among them.
    pub(crate) fn take_sorting(&self, parts: u64, values: usize) -> Result<(), ValueError> {
        let rounds = u64::from(values.checked_ilog2().map_or(0, |log| log + 1));
        // Each comparison visits parts of two values.
        self.take_parts(parts.saturating_mul(2 * rounds))
    }

    /// Converts a value, and charges the size of the result itself unless it is the same value.
    #[cfg(feature = "stdlib")]
    pub(crate) fn convert_new(&self, value: &Value, ty: &Type) -> Result<Value, ValueError> {
        if convert::is_already(value, ty) {
            return Ok(value.clone());
        }
        let converted = self.convert(value.clone(), ty)?;
        self.take_value(&converted)?;
        Ok(converted)
    }

    /// Converts a value to the common type of several.
    pub(crate) fn convert_unified(&self, value: Value, unified: &Unified) -> Result<Value, ValueError> {
        match unified.target() {
            Some(ty) => self.convert(value, ty),
            None => Ok(Value::UNKNOWN.with_marks(&value.all_marks())),
        }
    }

    /// Returns the marks of values and of all their parts. An unknown result has all marks of the
    /// arguments that it depends on, since each may be on the known one.
    pub(crate) fn all_marks(&self, values: &[Value]) -> Result<Marks, ValueError> {
        let mut marks = Marks::NONE;
        for value in values.iter().filter(|value| value.contains_marks()) {
            self.take_parts(value.size())?;
            marks.add(&value.clone().unmark_deep().1);
        }
        Ok(marks)
    }

    /// Unifies types, see [`unify`](crate::value::unify).
    pub(crate) fn unify(&self, types: &[Type], conversion: Conversion) -> Result<Unified, ValueError> {
        let all = self.parts_left().get();
        let left = Cell::new(all);
        let unified = convert::unify_counted(types, conversion, &left);
        self.take_parts((all - left.get()).saturating_mul(PARTS_OF_A_TYPE))?;
        unified
    }

    /// Returns whether two types are identical.
    #[inline]
    pub(crate) fn same_types(&self, left: &Type, right: &Type) -> Result<bool, ValueError> {
        let (same, looked_at) = left.compare_counted(right, Matching::Identical);
        self.take_parts(looked_at.saturating_mul(PARTS_OF_A_TYPE))?;
        Ok(same)
    }

    /// Returns whether a type matches a specification, see [`Type::matches`].
    #[inline]
    pub(crate) fn matches(&self, ty: &Type, specification: &Type) -> Result<bool, ValueError> {
        let (matches, looked_at) = ty.compare_counted(specification, Matching::Specification);
        self.take_parts(looked_at)?;
        Ok(matches)
    }
}

//! Putting specifications together.

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use super::domain::Domain;
use super::{Blocks, BlocksContent, BlocksShape, Check, Count, Spec, SpecKind, Transformation};
use crate::body::Expression;
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::func::Function;
use crate::util::count_range::least_and_most;
use crate::value::{Name, Number, Type, Value};

/// Parts of a body.
impl Spec {
    /// Returns an object with these attributes.
    pub fn object<N: Name>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::new(SpecKind::Object(
            attributes.into_iter().map(|(name, spec)| (name.into_string(), spec)).collect(),
        ))
    }

    /// Returns a tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::new(SpecKind::Tuple(elements.into_iter().collect()))
    }

    /// Returns the value of an attribute, converted to a type; without the attribute null, unless
    /// it is [`required`](Self::required). [`Type::Dynamic`] takes any value.
    pub fn attribute(name: impl Name, ty: Type) -> Self {
        Self::new(SpecKind::Attribute {
            name: name.into_string(),
            ty,
            is_required: false,
            domain: Domain::default(),
            shape: None,
            may_be_blocks: false,
        })
    }

    /// Returns a specification of the optional block of a type, with the value of another
    /// specification for its body. Without the block it is null, unless it is
    /// [`required`](Self::required).
    pub fn block(block_type: impl Name, nested: Self) -> Self {
        Self::blocks(block_type, BlocksShape::One, Count::OPTIONAL, nested)
    }

    /// Returns a list of the values of a specification for the body of each block of a type.
    /// `count` is the permitted number of blocks.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, parse_file, value};
    ///
    /// let spec = Spec::block_list("check", 1..=3, Spec::attribute("url", Type::String).required());
    /// let file =
    ///     parse_file("check {\n  url = \"/\"\n}\ncheck {\n  url = \"/health\"\n}\n").into_result()?;
    /// assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?[1], value!("/health"));
    ///
    /// let error = spec
    ///     .decode(parse_file("").into_result()?.body(), &EvalContext::new())
    ///     .into_result()
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:1: Wrong number of blocks: At least 1 \"check\" block is required here, found 0."
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_list(block_type: impl Name, count: impl RangeBounds<usize>, nested: Self) -> Self {
        Self::blocks(block_type, BlocksShape::List, Count::from_range(&count), nested)
    }

    /// Returns a set of the values of the blocks, in the same way as
    /// [`block_list`](Self::block_list) returns a list.
    pub fn block_set(block_type: impl Name, count: impl RangeBounds<usize>, nested: Self) -> Self {
        Self::blocks(block_type, BlocksShape::Set, Count::from_range(&count), nested)
    }

    /// Returns a tuple of the values of the blocks, in the same way as
    /// [`block_list`](Self::block_list) returns a list. They may have different types.
    pub fn block_tuple(block_type: impl Name, count: impl RangeBounds<usize>, nested: Self) -> Self {
        Self::blocks(block_type, BlocksShape::Tuple, Count::from_range(&count), nested)
    }

    /// Returns a map of the values of a specification for the body of each block of a type, with a
    /// label as the key, or nested maps for several labels. `labels` has their names. No two blocks
    /// may have the same labels.
    ///
    /// Further labels of the block are for [`Spec::label`] in the nested specification, counted
    /// from 0.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, parse_file, value};
    ///
    /// let spec = Spec::block_map("disk", ["host", "name"], Spec::attribute("size", Type::Number));
    /// let file = parse_file("disk \"a\" \"root\" {\n  size = 10\n}\n").into_result()?;
    /// assert_eq!(
    ///     spec.decode(file.body(), &EvalContext::new()).into_result()?["a"]["root"],
    ///     value!(10)
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_map<L: Name>(
        block_type: impl Name,
        labels: impl IntoIterator<Item = L>,
        nested: Self,
    ) -> Self {
        let shape = BlocksShape::Map(labels.into_iter().map(|it| it.into_string()).collect());
        Self::blocks(block_type, shape, Count::ANY, nested)
    }

    /// Returns an object of the values of the blocks, in the same way as
    /// [`block_map`](Self::block_map) returns a map. They may have different types.
    pub fn block_object<L: Name>(
        block_type: impl Name,
        labels: impl IntoIterator<Item = L>,
        nested: Self,
    ) -> Self {
        let shape = BlocksShape::Object(labels.into_iter().map(|it| it.into_string()).collect());
        Self::blocks(block_type, shape, Count::ANY, nested)
    }

    /// Returns a map of the attributes of the optional block of a type, with any names, each
    /// converted to a type. Without the block, it is null, unless it is
    /// [`required`](Self::required).
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, parse_file, value};
    ///
    /// let spec = Spec::block_attributes("labels", Type::String);
    /// let file = parse_file("labels {\n  tier = 1\n}\n").into_result()?;
    /// assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?["tier"], value!("1"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_attributes(block_type: impl Name, element: Type) -> Self {
        Self::blocks(block_type, BlocksShape::One, Count::OPTIONAL, element)
    }

    pub(super) fn blocks(
        block_type: impl Name,
        shape: BlocksShape,
        count: Count,
        content: impl Into<BlocksContent>,
    ) -> Self {
        let (block_type, content) = (block_type.into_string(), content.into());
        Self::new(SpecKind::Blocks(Blocks { block_type, shape, count, content, attribute: None }))
    }

    /// Returns a label of the block whose body is decoded, counted from 0, with a name for
    /// messages. The blocks have as many labels as their specification uses, and it must use
    /// all of them.
    pub fn label(index: usize, name: impl Name) -> Self {
        Self::new(SpecKind::Label { index, name: name.into_string() })
    }

    /// Returns a value that does not depend on the body.
    pub fn literal(value: impl Into<Value>) -> Self {
        Self::new(SpecKind::Literal(value.into()))
    }
}

/// Variations of a specification.
impl Spec {
    /// Returns the specification with its attribute or block required. A specification that wraps
    /// another one makes that one required; the others always have a value and do not change.
    #[must_use]
    pub fn required(self) -> Self {
        self.with_wrapped(|spec| match spec.kind_mut() {
            SpecKind::Attribute { is_required, .. } | SpecKind::Opaque { is_required, .. } => {
                *is_required = true
            }
            SpecKind::Blocks(blocks) => blocks.count.least = blocks.count.least.max(1),
            _ => {}
        })
    }

    /// Returns the specification with the possible values of its attribute, which have its type.
    /// Those of a list, set or map are the possible values of its elements. Null is possible too,
    /// unless the attribute is [`required`](Self::required).
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file};
    ///
    /// let spec = Spec::attribute("level", Type::String).one_of(["debug", "info", "error"]);
    /// let file = parse_file("level = \"inf\"\n").into_result()?;
    /// let error = spec.decode(file.body(), &EvalContext::new()).into_result().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:9: Unexpected value: \"inf\" is not possible here. Did you mean \"info\"?"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn one_of<V: Into<Value>>(self, values: impl IntoIterator<Item = V>) -> Self {
        let possible: Vec<Value> = values.into_iter().map(Into::into).collect();
        self.with_domain(|domain| domain.values.clone_from(&possible))
    }

    /// Returns the specification with the range of the number that its attribute is, or of the
    /// numbers in its list, set or map.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file};
    ///
    /// let spec = Spec::attribute("port", Type::Number).range(1..=65535).whole();
    /// let file = parse_file("port = 80800\n").into_result()?;
    /// let error = spec.decode(file.body(), &EvalContext::new()).into_result().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:8: Unexpected value: 80800 is not possible here. Expected a whole number from 1 to \
    ///      65535."
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn range<N: Into<Number> + Clone>(self, range: impl RangeBounds<N>) -> Self {
        let bound = |bound: Bound<&N>| bound.map(|number| number.clone().into());
        let range = (bound(range.start_bound()), bound(range.end_bound()));
        self.with_domain(|domain| domain.range.clone_from(&range))
    }

    /// Returns the specification with whole numbers as the values of its attribute, or as the
    /// elements of its list, set or map. See [`range`](Self::range).
    #[must_use]
    pub fn whole(self) -> Self {
        self.with_domain(|domain| domain.is_whole = true)
    }

    fn with_domain(self, change: impl Fn(&mut Domain)) -> Self {
        self.with_wrapped(|spec| {
            if let SpecKind::Attribute { domain, .. } = spec.kind_mut() {
                change(domain);
            }
        })
    }

    /// Returns the specification with a warning, not an error, for each attribute and block of a
    /// name that it does not read. The name of one that may be meant for a required attribute is
    /// still an error.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, diag::Severity, ext::Spec, parse_file};
    ///
    /// let spec = Spec::tuple([Spec::attribute("port", Type::Number)]).lenient();
    /// let file = parse_file("prt = 80\n").into_result()?;
    /// let outcome = spec.decode(file.body(), &EvalContext::new());
    /// let warning = outcome.diagnostics.iter().next().expect("there is one");
    /// assert_eq!(warning.severity(), Severity::Warning);
    /// assert_eq!(
    ///     warning.to_string(),
    ///     "1:1: warning: Unexpected attribute: No attribute named \"prt\" is expected here. Did you \
    ///      mean \"port\"?"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.set_lenient();
        self
    }

    /// Changes the specification that others wrap, which reads the attribute or the blocks.
    pub(super) fn with_wrapped(mut self, change: impl Fn(&mut Self)) -> Self {
        let mut next = Some(&mut self);
        while let Some(spec) = next {
            let is_wrapper = matches!(
                spec.kind(),
                SpecKind::Or { .. } | SpecKind::Transform { .. } | SpecKind::Validate { .. }
            );
            if !is_wrapper {
                change(spec);
                break;
            }
            next = spec.kind_mut().parts_mut().into_iter().next();
        }
        self
    }

    /// Returns a specification with another one as the default for null. The value is converted to
    /// the type of the first. Required parts of the default are required in any case.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Type, parse_file, value};
    ///
    /// let spec = Spec::attribute("port", Type::Number)
    ///     .or(Spec::attribute("listen", Type::String))
    ///     .or(Spec::literal(80));
    /// for (text, port) in [("port = 1", 1), ("listen = \"2\"", 2), ("", 80)] {
    ///     let file = parse_file(text).into_result()?;
    ///     assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?, value!((port)));
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        Self::new(SpecKind::Or { primary: self, default })
    }

    /// Returns a specification that applies a function of one parameter to the value. It is not
    /// called if the value has errors.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{EvalContext, Function, Type, parse_file, value};
    ///
    /// let upper = Function::from_fn(|text: String| text.to_uppercase());
    /// let spec = Spec::attribute("name", Type::String).transform(upper);
    /// let file = parse_file("name = \"web\"\n").into_result()?;
    /// assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?, value!("WEB"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn transform(self, function: Function) -> Self {
        Self::new(SpecKind::Transform { wrapped: self, with: Transformation::Function(function) })
    }

    /// Returns a specification that evaluates an expression in a context in which the value is a
    /// variable. The expression is not evaluated if the value has errors.
    pub(super) fn transform_with(
        self,
        variable: impl Name,
        expression: Expression,
        context: &EvalContext,
    ) -> Self {
        let context = Arc::new(context.clone());
        let with = Transformation::Expression { variable: variable.into_string(), expression, context };
        Self::new(SpecKind::Transform { wrapped: self, with })
    }

    /// Returns a specification that checks the value with a function. A diagnostic without a
    /// location is shown at the location of the value. The function is called with unknown values
    /// too, but not if the value has errors.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{
    ///     Diagnostic, EvalContext, Type,
    ///     diag::{Category, Diagnostics},
    ///     parse_file,
    /// };
    ///
    /// let spec = Spec::attribute("name", Type::String).validate(|name| match name.as_str() {
    ///     Some("") => {
    ///         Diagnostic::error(Category::Data, "Invalid name", "A name must not be empty.").into()
    ///     }
    ///     _ => Diagnostics::new(),
    /// });
    /// let file = parse_file("name = \"\"\n").into_result()?;
    /// let error = spec.decode(file.body(), &EvalContext::new()).into_result().unwrap_err();
    /// assert_eq!(error.to_string(), "1:8: Invalid name: A name must not be empty.");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn validate(self, check: impl Fn(&Value) -> Diagnostics + Send + Sync + 'static) -> Self {
        Self::new(SpecKind::Validate { wrapped: self, check: Check(Arc::new(check)) })
    }
}

impl From<Spec> for BlocksContent {
    fn from(nested: Spec) -> Self {
        Self::Spec(nested)
    }
}

impl From<Type> for BlocksContent {
    fn from(element: Type) -> Self {
        Self::Attributes(element)
    }
}

impl Count {
    pub(super) const ANY: Self = Self { least: 0, most: None };
    const OPTIONAL: Self = Self { least: 0, most: Some(1) };

    fn from_range(range: &impl RangeBounds<usize>) -> Self {
        let (least, most) = least_and_most(range);
        Self { least, most }
    }
}

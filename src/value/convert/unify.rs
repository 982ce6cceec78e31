//! Unification: the type that several types have in common.

use std::cell::Cell;
use std::collections::HashMap;

use super::super::{Type, Value, ValueError};
use super::search::Search;
use super::{Conversion, convert_within};
use crate::limits::Limits;

/// The result of [`unify`]: the common type, and the conversion to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unified {
    ty: Type,
    /// One of the types is not known and decides how the others convert.
    undecided: bool,
}

impl Unified {
    /// Returns the result for values of one type.
    pub(crate) fn exactly(ty: &Type) -> Self {
        Self { ty: ty.clone(), undecided: false }
    }

    /// Returns the common type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Returns a value of one of the types, as one of the common type.
    ///
    /// # Errors
    /// The errors of [`convert`](super::convert()).
    pub fn convert(&self, value: &Value) -> Result<Value, ValueError> {
        self.convert_within(value, &Limits::DEFAULT)
    }

    /// Converts a value within limits, see [`convert_within`].
    ///
    /// # Errors
    /// The errors of [`convert`](super::convert()).
    pub fn convert_within(&self, value: &Value, limits: &Limits) -> Result<Value, ValueError> {
        match self.target() {
            Some(ty) => convert_within(value, ty, limits),
            None => Ok(Value::UNKNOWN.with_marks(&value.all_marks())),
        }
    }

    /// Returns the type that values are converted to; `None` if the result is not known yet.
    pub(crate) fn target(&self) -> Option<&Type> {
        (!self.undecided).then_some(&self.ty)
    }
}

/// Finds the most general type that all types convert to.
///
/// Implements "Type Unification" of the information model, with the results of the Go
/// implementation: objects with different attributes and maps have a map in common, lists, sets and
/// tuples a list or set, and tuples of different lengths a list. The dynamic pseudo-type next to a
/// structural or collection type makes the result dynamic.
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::value::{Conversion, unify};
///
/// let common = unify(&[Type::Number, Type::String], Conversion::Safe)?;
/// assert_eq!(common.ty(), &Type::String);
/// assert!(unify(&[Type::Number, Type::Bool], Conversion::Safe).is_err());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Type`](crate::value::ErrorKind::Type) if there is no such type, as always for
/// no types at all, and [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) where the types are
/// too deep or too complicated.
pub fn unify(types: &[Type], conversion: Conversion) -> Result<Unified, ValueError> {
    unify_counted(types, conversion, &Cell::new(u64::MAX))
}

/// Unifies types and counts down the types that may still be compared.
pub(crate) fn unify_counted(
    types: &[Type],
    conversion: Conversion,
    parts: &Cell<u64>,
) -> Result<Unified, ValueError> {
    types.iter().try_for_each(Type::check_size)?;
    let search = Search::counted(parts);
    let found = search.unify(types.iter(), conversion);
    search.check()?;
    let ty = found.ok_or_else(|| ValueError::ty("the types have no type in common"))?;
    let kinds = Kinds::of(types.iter());
    Ok(Unified { ty, undecided: kinds.dynamic > 0 && kinds.dynamic < kinds.all && kinds.one_structure() })
}

/// The number of types of each kind.
#[derive(Default)]
struct Kinds {
    all: usize,
    dynamic: usize,
    lists: usize,
    sets: usize,
    maps: usize,
    tuples: usize,
    objects: usize,
}

impl Kinds {
    fn of<'a>(types: impl Iterator<Item = &'a Type>) -> Self {
        let mut kinds = Self::default();
        for ty in types {
            kinds.all += 1;
            match ty {
                Type::Dynamic => kinds.dynamic += 1,
                Type::List(_) => kinds.lists += 1,
                Type::Set(_) => kinds.sets += 1,
                Type::Map(_) => kinds.maps += 1,
                Type::Tuple(_) => kinds.tuples += 1,
                Type::Object(_) => kinds.objects += 1,
                _ => {}
            }
        }
        kinds
    }

    /// Returns whether all types that are known are of one kind, and not primitive.
    fn one_structure(&self) -> bool {
        let known = self.all - self.dynamic;
        known > 0
            && [self.lists, self.sets, self.maps, self.tuples, self.objects]
                .into_iter()
                .any(|kind| kind == known)
    }
}

impl Search<'_> {
    /// Returns the common type, if there is one.
    pub(super) fn unify<'a>(
        &self,
        mut types: impl Iterator<Item = &'a Type>,
        conversion: Conversion,
    ) -> Option<Type> {
        let first = types.next()?;
        let mut distinct = vec![first];
        let mut seen = HashMap::with_hasher(foldhash::fast::RandomState::default());
        for ty in types {
            // Most often all types are the same. Different types with the same hash are both kept.
            if self.same(ty, first) {
                continue;
            }
            if seen.get(&ty.hash_code()).is_none_or(|known: &&Type| !self.same(known, ty)) {
                seen.insert(ty.hash_code(), ty);
                distinct.push(ty);
            }
            if !self.step() {
                return None;
            }
        }
        self.unify_distinct(&distinct, conversion)
    }

    fn unify_distinct(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        if !self.step() {
            return None;
        }
        let first = *types.first()?;
        if types.len() == 1 {
            return Some(first.clone());
        }
        let kinds = Kinds::of(types.iter().copied());
        if kinds.one_structure() {
            if kinds.dynamic > 0 {
                return Some(Type::Dynamic);
            }
            return match first {
                Type::Object(_) => self.unify_objects(types, conversion),
                Type::Tuple(_) => self.unify_tuples(types, conversion),
                _ => {
                    let element = self.unify(types.iter().filter_map(|ty| ty.element()), conversion)?;
                    self.if_all_fit(types, collection_like(first, element)?, conversion)
                }
            };
        }
        if kinds.objects > 0 && kinds.tuples > 0 {
            return None;
        }
        let merged = if kinds.maps > 0 && kinds.maps + kinds.objects + kinds.dynamic == kinds.all {
            self.unify_with(types, conversion, |ty| matches!(ty, Type::Object(_)), Self::objects_to_map)
        } else if kinds.lists > 0 && kinds.lists + kinds.tuples + kinds.dynamic == kinds.all {
            self.unify_with(types, conversion, |ty| matches!(ty, Type::Tuple(_)), Self::tuples_to_list)
        } else {
            None
        };
        merged.or_else(|| self.most_general(types, conversion))
    }

    /// Unifies objects beside maps, or tuples beside lists: first the objects or tuples, as the
    /// collection they make, then all types.
    fn unify_with(
        &self,
        types: &[&Type],
        conversion: Conversion,
        is_structural: impl Fn(&Type) -> bool,
        to_collection: impl Fn(&Self, &[&Type], Conversion) -> Option<Type>,
    ) -> Option<Type> {
        let structural: Vec<&Type> = types.iter().copied().filter(|ty| is_structural(ty)).collect();
        let collection = to_collection(self, &structural, conversion)?;
        let with_collection = types.iter().map(|ty| if is_structural(ty) { &collection } else { *ty });
        let unified = self.unify(with_collection, conversion).filter(Type::is_collection)?;
        // Structural types convert to the collection first. If its element type is open, the result
        // depends on the values.
        let by_way = |ty: &Type| is_structural(ty) && self.fits(&collection, &unified, conversion);
        let all_fit = types.iter().all(|ty| self.fits(ty, &unified, conversion) || by_way(ty));
        all_fit.then_some(unified)
    }

    /// Returns the object type with the same attributes, each unified; a map type where the
    /// attributes differ.
    fn unify_objects(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let objects: Vec<_> = types
            .iter()
            .filter_map(|ty| match ty {
                Type::Object(object) => Some(object),
                _ => None,
            })
            .collect();
        let first = *objects.first()?;
        let same_names = objects.iter().all(|object| {
            object.len() == first.len() && object.iter().all(|(name, _)| first.get(name).is_some())
        });
        if !same_names {
            return self.objects_to_map(types, conversion);
        }
        let mut attributes = Vec::with_capacity(first.len());
        for name in first.names() {
            let across = objects.iter().filter_map(|object| object.get(name));
            attributes.push((name.clone(), self.unify(across, conversion)?));
        }
        let unified = Type::object_of(attributes.into_iter());
        self.if_all_fit(types, unified, conversion).or_else(|| self.objects_to_map(types, conversion))
    }

    fn objects_to_map(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let attributes = types.iter().flat_map(|ty| match ty {
            Type::Object(object) => object.iter().map(|(_, ty)| ty).collect(),
            _ => Vec::new(),
        });
        let element = self.unify(attributes, conversion)?;
        self.if_all_fit(types, Type::map(element), conversion)
    }

    /// Returns the tuple type of the same length, each element unified; a list type where the
    /// lengths differ.
    fn unify_tuples(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let tuples: Vec<_> = types.iter().map(|ty| elements(ty)).collect();
        let length = tuples.first()?.len();
        if tuples.iter().any(|tuple| tuple.len() != length) {
            return self.tuples_to_list(types, conversion);
        }
        let mut unified = Vec::with_capacity(length);
        for index in 0..length {
            unified.push(self.unify(tuples.iter().filter_map(|tuple| tuple.get(index)), conversion)?);
        }
        self.if_all_fit(types, Type::tuple(unified), conversion)
            .or_else(|| self.tuples_to_list(types, conversion))
    }

    fn tuples_to_list(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let element = self.unify(types.iter().flat_map(|ty| elements(ty)), conversion)?;
        self.if_all_fit(types, Type::list(element), conversion)
    }

    fn if_all_fit(&self, types: &[&Type], to: Type, conversion: Conversion) -> Option<Type> {
        types.iter().all(|ty| self.fits(ty, &to, conversion)).then_some(to)
    }

    /// Returns the first of the types, the most general ones before the others, that all others
    /// convert to.
    fn most_general(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let order = self.by_generality(types);
        let mut candidates = order.into_iter().filter_map(|index| types.get(index));
        let found = candidates.find(|wanted| types.iter().all(|ty| self.fits(ty, wanted, conversion)))?;
        Some(Type::clone(found))
    }

    /// Returns indices such that every type comes after those that are more general, and otherwise
    /// in the given order.
    fn by_generality(&self, types: &[&Type]) -> Vec<usize> {
        let mut less_general: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        let mut more_general = vec![0_usize; types.len()];
        for (index, left) in types.iter().enumerate() {
            for (later, right) in types.iter().enumerate().skip(index + 1) {
                let (from, to) = match self.generality(left, right) {
                    Generality::More => (index, later),
                    Generality::Less => (later, index),
                    Generality::Unrelated => continue,
                };
                less_general[from].push(to);
                more_general[to] += 1;
            }
        }
        let mut order: Vec<usize> = (0..types.len()).filter(|index| more_general[*index] == 0).collect();
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            next += 1;
            for &other in &less_general[index] {
                more_general[other] -= 1;
                if more_general[other] == 0 {
                    order.push(other);
                }
            }
        }
        order
    }

    /// Compares two types that are both possible results by their generality.
    fn generality(&self, left: &Type, right: &Type) -> Generality {
        if !self.step() {
            return Generality::Unrelated;
        }
        match (left, right) {
            (Type::Dynamic, Type::Dynamic) | (Type::String, Type::String) => Generality::Unrelated,
            // Every type converts to it, so it is the last choice.
            (_, Type::Dynamic) => Generality::More,
            (Type::Dynamic, _) => Generality::Less,
            (Type::String, Type::Number | Type::Bool) => Generality::More,
            (Type::Number | Type::Bool, Type::String) => Generality::Less,
            (Type::List(left), Type::List(right))
            | (Type::Set(left), Type::Set(right))
            | (Type::Map(left), Type::Map(right)) => self.generality(left, right),
            (Type::List(_), Type::Set(_) | Type::Tuple(_))
            | (Type::Tuple(_), Type::Set(_))
            | (Type::Map(_), Type::Object(_)) => Generality::More,
            (Type::Set(_) | Type::Tuple(_), Type::List(_))
            | (Type::Set(_), Type::Tuple(_))
            | (Type::Object(_), Type::Map(_)) => Generality::Less,
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
                self.together(left.iter().zip(right.iter()))
            }
            (Type::Object(left), Type::Object(right)) if left.len() == right.len() => {
                let pairs: Option<Vec<_>> =
                    left.iter().map(|(name, left)| Some((left, right.get(name)?))).collect();
                pairs.map_or(Generality::Unrelated, |pairs| self.together(pairs.into_iter()))
            }
            _ => Generality::Unrelated,
        }
    }

    /// Compares types whose parts compare like these pairs.
    fn together<'a>(&self, pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Generality {
        let (mut more, mut less) = (false, false);
        for (left, right) in pairs {
            match self.generality(left, right) {
                Generality::More => more = true,
                Generality::Less => less = true,
                Generality::Unrelated => {}
            }
        }
        match (more, less) {
            (true, false) => Generality::More,
            (false, true) => Generality::Less,
            _ => Generality::Unrelated,
        }
    }
}

enum Generality {
    More,
    Less,
    Unrelated,
}

fn elements(ty: &Type) -> &[Type] {
    match ty {
        Type::Tuple(elements) => elements,
        _ => &[],
    }
}

/// Returns a collection type of the same kind.
fn collection_like(like: &Type, element: Type) -> Option<Type> {
    match like {
        Type::List(_) => Some(Type::list(element)),
        Type::Set(_) => Some(Type::set(element)),
        Type::Map(_) => Some(Type::map(element)),
        _ => None,
    }
}

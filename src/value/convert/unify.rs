//! Unification: the type that several types have in common.

use std::cell::Cell;
use std::cmp::Ordering;
use std::mem;

use super::super::{ObjectType, Type, ValueError};
use super::Conversion;
use super::search::Search;
use crate::util::ordered::OrderedMap;

/// The result of [`unify`]: the common type, and the conversion to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unified {
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
    pub(crate) fn ty(&self) -> &Type {
        &self.ty
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
/// assert_eq!(common, Type::String);
/// assert!(unify(&[Type::Number, Type::Bool], Conversion::Safe).is_err());
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error of [`ErrorKind::Type`](crate::value::ErrorKind::Type) if there is no such type
/// or if `types` is empty, and of [`ErrorKind::Limit`](crate::value::ErrorKind::Limit) if the types
/// are nested too deep or have too many parts.
pub fn unify(types: &[Type], conversion: Conversion) -> Result<Type, ValueError> {
    Ok(unify_counted(types, conversion, &Cell::new(u64::MAX))?.ty)
}

/// Unifies types and counts down the types that may still be compared.
pub(crate) fn unify_counted(
    types: &[Type],
    conversion: Conversion,
    parts: &Cell<u64>,
) -> Result<Unified, ValueError> {
    types.iter().try_for_each(Type::check_size)?;
    let search = Search::counted(parts);
    let found = search.unify(&mut types.iter(), conversion);
    search.check()?;
    let ty = found.ok_or_else(|| ValueError::ty("the types have no type in common"))?;
    Ok(Unified { ty, undecided: types.contains(&Type::Dynamic) && one_structure(&mut types.iter()) })
}

/// Returns whether all types that are known are of one kind, and not primitive.
fn one_structure(types: &mut dyn Iterator<Item = &Type>) -> bool {
    let mut known = types.filter(|ty| **ty != Type::Dynamic);
    known.next().is_some_and(|first| {
        let has_parts = first.is_collection() || matches!(first, Type::Tuple(_) | Type::Object(_));
        has_parts && known.all(|ty| mem::discriminant(ty) == mem::discriminant(first))
    })
}

impl Search<'_> {
    /// Returns the common type, if there is one.
    pub(super) fn unify(
        &self,
        types: &mut dyn Iterator<Item = &Type>,
        conversion: Conversion,
    ) -> Option<Type> {
        let first = types.next()?;
        let mut distinct = vec![first];
        let mut seen = OrderedMap::new();
        for ty in types {
            // Most often all types are the same. Different types with the same hash are both kept.
            if self.same(ty, first) {
                continue;
            }
            if seen.get(&ty.facts().hash).is_none_or(|known: &&Type| !self.same(known, ty)) {
                seen.insert(ty.facts().hash, ty);
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
        let any = |is_kind: fn(&Type) -> bool| types.iter().any(|ty| is_kind(ty));
        if one_structure(&mut types.iter().copied()) {
            return match first {
                _ if any(|ty| *ty == Type::Dynamic) => Some(Type::Dynamic),
                Type::Object(_) | Type::Tuple(_) => self.unify_parts(types, conversion),
                _ => {
                    let elements = &mut types.iter().filter_map(|ty| ty.element());
                    let unified = first.with_element(self.unify(elements, conversion)?);
                    self.if_all_fit(types, unified, conversion)
                }
            };
        }
        let has_tuple = any(|ty| matches!(ty, Type::Tuple(_)));
        if has_tuple && any(|ty| matches!(ty, Type::Object(_))) {
            return None;
        }
        let has_other = match types.iter().find(|ty| ty.is_collection()) {
            Some(Type::Map(_)) => any(|ty| !matches!(ty, Type::Map(_) | Type::Object(_) | Type::Dynamic)),
            Some(Type::List(_)) => any(|ty| !matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Dynamic)),
            _ => true,
        };
        let merged = if has_other { None } else { self.unify_with_collections(types, conversion) };
        merged.or_else(|| self.most_general(types, conversion))
    }

    /// Unifies objects beside maps, or tuples beside lists: first the objects or tuples, as the
    /// collection they make, then all types.
    fn unify_with_collections(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let is_structural = |ty: &Type| matches!(ty, Type::Tuple(_) | Type::Object(_));
        let structural: Vec<&Type> = types.iter().copied().filter(|ty| is_structural(ty)).collect();
        let collection = self.unify_to_collection(&structural, conversion)?;
        let mut with_collection = types.iter().map(|ty| if is_structural(ty) { &collection } else { *ty });
        let unified = self.unify(&mut with_collection, conversion).filter(Type::is_collection)?;
        // Structural types convert to the collection first. If its element type is open, the result
        // depends on the values.
        let by_way = |ty: &Type| is_structural(ty) && self.fits(&collection, &unified, conversion);
        let all_fit = types.iter().all(|ty| self.fits(ty, &unified, conversion) || by_way(ty));
        all_fit.then_some(unified)
    }

    /// Returns the object type with the same attributes or the tuple type of the same length, with
    /// each part unified. Returns a collection type if the attributes or lengths differ. For
    /// `tuple([number, bool])` and `tuple([string, bool])` it is `tuple([string, bool])`.
    fn unify_parts(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let unify = |part: &dyn Fn(&'_ Type) -> Option<&'_ Type>| {
            self.unify(&mut types.iter().filter_map(|ty| part(ty)), conversion)
        };
        let unified = match *types.first()? {
            Type::Object(first) if types.iter().all(|ty| has_names(ty, first)) => {
                let mut attributes = Vec::with_capacity(first.len());
                for name in first.names() {
                    attributes.push((name.clone(), unify(&|ty| object(ty)?.get(name))?));
                }
                Type::object_of(attributes.into_iter())
            }
            Type::Tuple(first) if types.iter().all(|ty| ty.parts().count() == first.len()) => {
                let mut elements = Vec::with_capacity(first.len());
                for index in 0..first.len() {
                    elements.push(unify(&|ty| ty.parts().nth(index))?);
                }
                Type::tuple(elements)
            }
            _ => return self.unify_to_collection(types, conversion),
        };
        self.if_all_fit(types, unified, conversion).or_else(|| self.unify_to_collection(types, conversion))
    }

    /// Returns the map type that objects have in common, or the list type of tuples. For objects
    /// with a number and with a string, it is a map of strings.
    fn unify_to_collection(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let is_object = matches!(types.first()?, Type::Object(_));
        let element = self.unify(&mut types.iter().flat_map(|ty| ty.parts()), conversion)?;
        let unified = if is_object { Type::map(element) } else { Type::list(element) };
        self.if_all_fit(types, unified, conversion)
    }

    fn if_all_fit(&self, types: &[&Type], to: Type, conversion: Conversion) -> Option<Type> {
        types.iter().all(|ty| self.fits(ty, &to, conversion)).then_some(to)
    }

    /// Returns the first of the types, the most general ones before the others, that all others
    /// convert to. Of `number`, `string` and `bool` it is `string`.
    fn most_general(&self, types: &[&Type], conversion: Conversion) -> Option<Type> {
        let mut candidates = self.by_generality(types).into_iter().map(|index| types[index]);
        candidates.find(|wanted| types.iter().all(|ty| self.fits(ty, wanted, conversion))).cloned()
    }

    /// Returns indices such that every type comes after those that are more general, and otherwise
    /// in the given order.
    fn by_generality(&self, types: &[&Type]) -> Vec<usize> {
        let mut less_general: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        let mut more_general = vec![0_usize; types.len()];
        for (index, left) in types.iter().enumerate() {
            for (later, right) in types.iter().enumerate().skip(index + 1) {
                let (from, to) = match self.generality(left, right) {
                    Ordering::Greater => (index, later),
                    Ordering::Less => (later, index),
                    Ordering::Equal => continue,
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
    fn generality(&self, left: &Type, right: &Type) -> Ordering {
        if !self.step() {
            return Ordering::Equal;
        }
        match (left, right) {
            (Type::List(left), Type::List(right))
            | (Type::Set(left), Type::Set(right))
            | (Type::Map(left), Type::Map(right)) => self.generality(left, right),
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
                self.generality_of_parts(&mut left.iter().zip(right.iter()))
            }
            (Type::Object(from), Type::Object(to)) if has_names(left, to) => {
                let pairs = from.iter().filter_map(|(name, left)| Some((left, to.get(name)?)));
                self.generality_of_parts(&mut { pairs })
            }
            _ if is_more_general(left, right) => Ordering::Greater,
            _ if is_more_general(right, left) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// Compares types whose parts compare like these pairs.
    fn generality_of_parts<'a>(&self, pairs: &mut dyn Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
        let (mut more, mut less) = (false, false);
        for (left, right) in pairs {
            let order = self.generality(left, right);
            more |= order.is_gt();
            less |= order.is_lt();
        }
        more.cmp(&less)
    }
}

/// Returns whether a type is more general than another one of a different kind.
fn is_more_general(ty: &Type, other: &Type) -> bool {
    match (ty, other) {
        // Every type converts to it, so it is the last choice.
        (_, Type::Dynamic) => *ty != Type::Dynamic,
        (Type::String, Type::Number | Type::Bool)
        | (Type::List(_), Type::Set(_) | Type::Tuple(_))
        | (Type::Tuple(_), Type::Set(_))
        | (Type::Map(_), Type::Object(_)) => true,
        _ => false,
    }
}

fn object(ty: &Type) -> Option<&ObjectType> {
    let Type::Object(object) = ty else { return None };
    Some(object)
}

/// Returns whether a type is an object type with the names of another one.
fn has_names(ty: &Type, other: &ObjectType) -> bool {
    object(ty).is_some_and(|object| {
        object.len() == other.len() && object.names().all(|name| other.get(name).is_some())
    })
}

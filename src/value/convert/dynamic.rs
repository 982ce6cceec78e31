//! The types of nulls and unknown values after a conversion whose target leaves types open.

use super::super::Type;
use super::Conversion;
use super::search::Search;

/// Returns the target type, with every dynamic pseudo-type in it replaced by the corresponding part
/// of the source type.
///
/// The types are known to convert. Where the source has no such part, the target stays as
/// it is.
pub(super) fn fill_in(from: &Type, to: &Type, search: &Search<'_>) -> Type {
    if !to.has_dynamic() {
        return to.clone();
    }
    let element = |to: &Type| match from {
        Type::List(from) | Type::Set(from) | Type::Map(from) => Some(fill_in(from, to, search)),
        Type::Tuple(from) => {
            search.unify(from.iter(), Conversion::Lossy).map(|common| fill_in(&common, to, search))
        }
        Type::Object(from) => search
            .unify(from.iter().map(|(_, ty)| ty), Conversion::Lossy)
            .map(|common| fill_in(&common, to, search)),
        _ => None,
    };
    match to {
        _ if *from == Type::Dynamic => to.clone(),
        Type::Dynamic => from.clone(),
        Type::List(to) => Type::list(element(to).unwrap_or_else(|| Type::clone(to))),
        Type::Set(to) => Type::set(element(to).unwrap_or_else(|| Type::clone(to))),
        Type::Map(to) => Type::map(element(to).unwrap_or_else(|| Type::clone(to))),
        Type::Object(to) => to.map_types(|name, to| match from {
            Type::Map(from) => fill_in(from, to, search),
            Type::Object(from) => from.get(name).map_or_else(|| to.clone(), |from| fill_in(from, to, search)),
            _ => to.clone(),
        }),
        Type::Tuple(to) => match from {
            Type::Tuple(from) => {
                Type::tuple(from.iter().zip(to.iter()).map(|(from, to)| fill_in(from, to, search)))
            }
            _ => Type::Tuple(to.clone()),
        },
        _ => to.clone(),
    }
}

//! Look-ups of members by their names.

use super::tree::{Kind, Member, Node, Object};
use crate::util::name_index::{FEW, range_of};

impl<'t> Node<'t> {
    /// Returns the [members](Self::members) of a name.
    pub(crate) fn members_named(self, name: &str) -> impl Iterator<Item = Member<'t>> {
        let object = match self.kind() {
            Kind::Object(object) if object.members().len() > FEW => Some(object),
            _ => None,
        };
        let compared = object.is_none().then(|| self.members().filter(move |it| it.name().text() == name));
        let indexed = object.map(|object| self.indexed(object, name));
        indexed.into_iter().flatten().chain(compared.into_iter().flatten())
    }

    /// Returns the members of a name of an object, which is this one.
    fn indexed(self, object: Object<'t>, name: &str) -> impl Iterator<Item = Member<'t>> + use<'t> {
        let name_at = move |position| object.member_at(position).name().text();
        let order = object.tree.names.order(self.id().0, object.members().len(), name_at);
        let positions = &order[range_of(order, name_at, name)];
        positions.iter().map(move |position| object.member_at(*position as usize))
    }
}

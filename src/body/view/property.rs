//! Properties of JSON objects, which may be attributes or blocks.

use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

use super::block::{BlockView, JsonBlock};
use super::expression::ExpressionView;
use crate::body::by_syntax::BySyntax;
use crate::body::content::set_before;
use crate::body::grouping::{OneOrMany, group_by_name};
use crate::body::name::{COMMENT, NameView};
use crate::body::structure::{Expansion, Overlaid};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::json_syntax::{self, ExpressionId, Member, Node, NodeId};
use crate::source::{Source, Span};

/// A property of a JSON object: an attribute, or blocks of one type, as the reader decides.
/// Properties of one name are one property with several values.
#[derive(Clone)]
pub(crate) struct PropertyView<'b> {
    first: WrittenProperty<'b>,
    /// Boxed, since few properties have others, and bodies are vectors of properties and blocks.
    others: Option<Box<Others<'b>>>,
}

#[derive(Clone, Default)]
struct Others<'b>(Vec<WrittenProperty<'b>>);

/// A name and a value in a JSON text.
#[derive(Clone, Copy)]
pub(crate) struct WrittenProperty<'b> {
    tree: &'b Arc<json_syntax::Tree>,
    /// The index of the member that it is.
    member: u32,
    /// The index of the outermost member, whose name is the type of the blocks.
    outermost: u32,
    value: NodeId,
    expansion: Option<&'b Arc<Expansion>>,
    overlaid: Option<&'b Arc<Overlaid>>,
}

/// The properties of a JSON object in source order, if the names of all of them differ.
#[derive(Clone)]
pub(crate) struct WrittenProperties<'b> {
    members: json_syntax::Members<'b>,
    /// The property that the object is the value of, unless it is a body.
    outer: Option<WrittenProperty<'b>>,
    tree: &'b Arc<json_syntax::Tree>,
}

impl<'b> WrittenProperties<'b> {
    /// Returns the properties of a body, except comments.
    pub(super) fn of_body(tree: &'b Arc<json_syntax::Tree>, body: Node<'b>) -> Option<Self> {
        let json_syntax::Kind::Object(object) = body.kind() else { return None };
        object.has_distinct_names().then(|| Self { members: object.members(), outer: None, tree })
    }

    /// Returns the properties of a value.
    fn of_level(property: &PropertyView<'b>) -> Option<Self> {
        let outer = property.first;
        let json_syntax::Kind::Object(object) = outer.node().kind() else { return None };
        let is_whole = property.others.is_none() && outer.overlaid.is_none();
        (is_whole && object.has_distinct_names()).then(|| Self {
            members: object.members(),
            outer: Some(outer),
            tree: outer.tree,
        })
    }
}

impl<'b> Iterator for WrittenProperties<'b> {
    type Item = (NameView<'b>, WrittenProperty<'b>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let member = self.members.next()?;
            let name = NameView::json_key(member.name());
            match self.outer {
                Some(outer) => return Some((name, outer.inner(member))),
                None if name.text == COMMENT && !self.tree.is_value() => {}
                None => return Some((name, WrittenProperty::new(self.tree, member, None, None))),
            }
        }
    }
}

/// The properties of a value, those of one name as one property.
#[derive(Clone)]
pub(crate) enum Level<'b> {
    Written(WrittenProperties<'b>),
    Grouped(vec::IntoIter<(NameView<'b>, PropertyView<'b>)>),
}

impl<'b> Iterator for Level<'b> {
    type Item = (NameView<'b>, PropertyView<'b>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Written(properties) => properties.next().map(|(name, property)| (name, property.into())),
            Self::Grouped(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Written(properties) => properties.members.size_hint(),
            Self::Grouped(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Level<'_> {}

/// Returns whether it is an object or an array of objects that is not empty.
fn are_objects(node: Node<'_>) -> bool {
    let is_empty = matches!(node.kind(), json_syntax::Kind::Array(array) if array.elements().len() == 0);
    !is_empty && node.first_non_object().is_none()
}

impl<'b> From<WrittenProperty<'b>> for PropertyView<'b> {
    fn from(first: WrittenProperty<'b>) -> Self {
        Self { first, others: None }
    }
}

impl<'b> WrittenProperty<'b> {
    pub(super) fn new(
        tree: &'b Arc<json_syntax::Tree>,
        member: Member<'b>,
        expansion: Option<&'b Arc<Expansion>>,
        overlaid: Option<&'b Arc<Overlaid>>,
    ) -> Self {
        let (member, value) = (member.index(), member.value().id());
        Self { tree, member, outermost: member, value, expansion, overlaid }
    }

    fn name(self) -> NameView<'b> {
        NameView::json_key(self.tree.member(self.member).name())
    }

    fn node(self) -> Node<'b> {
        self.tree.node(self.value)
    }

    pub(crate) fn source(self) -> &'b Source {
        &self.tree.source
    }

    fn block_type(self) -> NameView<'b> {
        NameView::json(self.tree.member(self.outermost).name())
    }

    fn expression(self, id: ExpressionId) -> ExpressionView<'b> {
        let iteration = self.expansion.and_then(|expansion| expansion.iteration());
        ExpressionView { node: BySyntax::Json((self.tree, id)), iteration }
    }

    /// Returns a property of the value.
    fn inner(self, member: Member<'b>) -> Self {
        Self { member: member.index(), value: member.value().id(), ..self }
    }

    fn error(self, node: Node<'_>, code: Code, detail: String) -> Error {
        Error::coded(code, detail).at(node.start_span(), &self.tree.source)
    }

    /// Returns the properties of a node, whose names are labels or keys.
    fn members(self, node: Node<'b>) -> Result<impl Iterator<Item = Member<'b>> + use<'b>> {
        if are_objects(node) {
            return Ok(node.members());
        }
        let detail = format!(
            "An object is required here, or an array of objects, whose property names are a label of the {:?} blocks.",
            self.block_type().text
        );
        Err(self.error(node, Code::JsonObjectExpected, detail))
    }

    /// Returns whether it is an override, see [`Body::overlay`](crate::Body::overlay).
    fn overrides(&self) -> bool {
        self.overlaid.is_some_and(|overlaid| overlaid.overrides())
    }

    /// Returns whether a value in it is not overridden.
    fn has_value(self, member: Member<'_>) -> bool {
        self.overlaid.is_none_or(|overlaid| overlaid.has_value(member.value().id()))
    }

    /// Returns whether the block with a body is not overridden, or part of another one.
    fn has_block(self, body: Node<'_>) -> bool {
        self.overlaid.is_none_or(|overlaid| overlaid.has_block(body.id().0))
    }

    /// Returns the block with a body, below the labels that the members of `path` are.
    fn block(self, body: Node<'b>, path: &[u32]) -> BlockView<'b> {
        BlockView::Json(JsonBlock {
            tree: self.tree,
            block_type: self.outermost,
            body: body.id(),
            labels: (!path.is_empty()).then(|| Rc::new(path.to_vec())),
            expansion: self.expansion,
            overlaid: self.overlaid,
        })
    }

    /// Adds the blocks of a node with this many labels, below the labels that the members of `path`
    /// are.
    fn collect_blocks(
        self,
        node: Node<'b>,
        labels: usize,
        path: &mut Vec<u32>,
        blocks: &mut OneOrMany<BlockView<'b>>,
    ) -> Result<()> {
        if labels > path.len() {
            let mut members = self.members(node)?.peekable();
            if members.peek().is_none() {
                let detail = format!(
                    "An object with at least one property is required here, whose name is a label of the {:?} block.",
                    self.block_type().text
                );
                return Err(self.error(node, Code::MissingLabel, detail));
            }
            for member in members.filter(|member| self.has_value(*member)) {
                path.push(member.index());
                self.collect_blocks(member.value(), labels, path, blocks)?;
                path.pop();
            }
            return Ok(());
        }
        let mut block = |body: Node<'b>| {
            if self.has_block(body) {
                blocks.push(self.block(body, path));
            }
        };
        match node.kind() {
            json_syntax::Kind::Null => {}
            json_syntax::Kind::Array(array) => array.elements().for_each(block),
            _ => block(node),
        }
        Ok(())
    }
}

impl<'b> PropertyView<'b> {
    /// Creates the property whose value is the root of the tree of a value. It has no name.
    pub(crate) fn of_value(tree: &'b Arc<json_syntax::Tree>, root: NodeId) -> Self {
        Self::from(WrittenProperty::new(tree, tree.member(root.0), None, None))
    }

    pub(crate) fn name(&self) -> NameView<'b> {
        self.first.name()
    }

    pub(crate) fn source(&self) -> &'b Source {
        self.first.source()
    }

    fn others(&self) -> &[WrittenProperty<'b>] {
        self.others.as_ref().map_or(&[], |others| &others.0)
    }

    fn occurrences(&self) -> impl Iterator<Item = WrittenProperty<'b>> {
        std::iter::once(self.first).chain(self.others().iter().copied())
    }

    /// Returns the attribute that it is, unless its name is repeated.
    #[inline]
    pub(crate) fn expression(&self) -> Result<ExpressionView<'b>> {
        if self.others.is_none() {
            return Ok(self.first.expression(ExpressionId::Value(self.first.value)));
        }
        self.repeated_expression()
    }

    #[cold]
    fn repeated_expression(&self) -> Result<ExpressionView<'b>> {
        let last = self.others().iter().rfind(|other| other.overrides());
        let (value, second) = match last {
            Some(last) => {
                let is_repeated = |other: &&WrittenProperty<'b>| {
                    Arc::ptr_eq(other.tree, last.tree) && other.member != last.member
                };
                (last, self.others().iter().find(is_repeated).map(|_| last))
            }
            None => (&self.first, self.others().first()),
        };
        let Some(second) = second else {
            return Ok(value.expression(ExpressionId::Value(value.value)));
        };
        let diagnostic = set_before(second.name(), &second.tree.source, self.name(), self.source());
        Err(Error::new(diagnostic))
    }

    /// Returns the blocks with this many labels.
    pub(crate) fn blocks(&self, labels: usize) -> Result<OneOrMany<BlockView<'b>>> {
        if let (0, None, json_syntax::Kind::Object(_)) =
            (labels, self.first.overlaid, self.first.node().kind())
            && self.others.is_none()
        {
            return Ok(OneOrMany::One(self.first.block(self.first.node(), &[])));
        }
        let mut blocks = OneOrMany::new();
        let mut path = Vec::with_capacity(labels);
        for occurrence in self.occurrences() {
            occurrence.collect_blocks(occurrence.node(), labels, &mut path, &mut blocks)?;
        }
        Ok(blocks)
    }

    /// Returns the labels of the next level, or the keys of an object, with their values. Returns
    /// `None` if it is neither an object nor an array of objects.
    pub(crate) fn level(&self) -> Option<Level<'b>> {
        Some(match WrittenProperties::of_level(self) {
            Some(properties) => Level::Written(properties),
            None => Level::Grouped(self.grouped_level()?.into_iter()),
        })
    }

    fn grouped_level(&self) -> Option<Vec<(NameView<'b>, Self)>> {
        let mut entries = Vec::new();
        for occurrence in self.occurrences() {
            let members = occurrence.members(occurrence.node()).ok()?;
            entries.extend(
                members
                    .filter(|member| occurrence.has_value(*member))
                    .map(|member| (NameView::json_key(member.name()), Self::from(occurrence.inner(member)))),
            );
        }
        let mut has_repeated = false;
        let on_repeated = |_: &_, _: &_| {
            has_repeated = true;
            Ok::<(), Infallible>(())
        };
        let Ok(()) = group_by_name(&mut entries, |(name, _)| name.text, on_repeated);
        if has_repeated {
            entries.dedup_by(|(name, again), (first_name, first)| {
                let is_same = name.text == first_name.text;
                if is_same {
                    first.join(again);
                }
                is_same
            });
        }
        Some(entries)
    }

    /// Returns the blocks of an object or array as variants named after their first label, one for
    /// each block; `None` if each element is a variant by itself.
    pub(crate) fn variants(&self) -> Option<Vec<Self>> {
        let is_variant = |node: Node<'_>| {
            !matches!(node.kind(), json_syntax::Kind::Object(_)) || node.members().count() == 1
        };
        if self.array().is_some_and(|array| array.elements().all(is_variant)) {
            return None;
        }
        let mut variants = Vec::new();
        for occurrence in self.occurrences() {
            for member in occurrence.members(occurrence.node()).ok()? {
                let variant = occurrence.inner(member);
                if !occurrence.has_block(variant.node()) {
                    continue;
                }
                match variant.node().kind() {
                    json_syntax::Kind::Array(array) if are_objects(variant.node()) => {
                        let elements = array.elements().map(|element| element.id());
                        variants
                            .extend(elements.map(|value| Self::from(WrittenProperty { value, ..variant })));
                    }
                    _ => variants.push(variant.into()),
                }
            }
        }
        Some(variants)
    }

    /// Takes the values of another property of its name too.
    pub(crate) fn join(&mut self, other: &Self) {
        self.others.get_or_insert_default().0.extend(other.occurrences());
    }

    /// Returns its name as an expression.
    pub(crate) fn name_expression(&self) -> ExpressionView<'b> {
        self.first.expression(ExpressionId::Name(self.first.member))
    }

    /// Returns the array that it is.
    fn array(&self) -> Option<json_syntax::Array<'b>> {
        match self.first.node().kind() {
            json_syntax::Kind::Array(array) if self.others.is_none() => Some(array),
            _ => None,
        }
    }

    /// Returns the number of elements, if it is an array.
    pub(crate) fn element_count(&self) -> Option<usize> {
        Some(self.array()?.elements().len())
    }

    /// Returns the property with one of the elements of its array as its value, if it exists.
    pub(crate) fn element(&self, index: usize) -> Option<Self> {
        let value = self.array()?.element(index)?.id();
        Some(Self::from(WrittenProperty { value, ..self.first }))
    }

    /// Returns whether it is an object or an array, which can be blocks.
    pub(crate) fn may_be_blocks(&self) -> bool {
        self.first.node().is_collection() && self.others().iter().all(|other| other.node().is_collection())
    }

    /// Returns whether it is an object, or an array of objects that is not empty.
    pub(crate) fn are_objects(&self) -> bool {
        self.occurrences().all(|occurrence| are_objects(occurrence.node()))
    }

    pub(crate) fn is_null(&self) -> bool {
        self.first.node().is_null() && self.others().iter().all(|other| other.node().is_null())
    }

    /// Returns the bytes that its values in the first file cover.
    pub(crate) fn span(&self) -> Span {
        let is_in_first_file = |other: &&WrittenProperty<'b>| Arc::ptr_eq(self.first.tree, other.tree);
        let last = self.others().iter().rfind(is_in_first_file).unwrap_or(&self.first);
        self.first.node().span().to(last.node().span())
    }
}

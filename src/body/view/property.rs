//! Properties of JSON objects, which may be attributes or blocks.

use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;

use super::expression::{ExpressionView, ExpressionViewKind};
use super::{BlockView, Either, ItemView, ItemViewKind, JsonBlock, NameView};
use crate::body::content::set_before;
use crate::body::named::{Few, group_by_name};
use crate::body::{Expansion, json};
use crate::error::{Error, Result};
use crate::json_syntax::{self, ExpressionId, NodeId};
use crate::source::{Source, Span};

/// A property of a JSON object: an attribute, or blocks of one type, as whoever reads it decides. It has several values when
/// its name is repeated.
#[derive(Clone)]
pub(crate) struct PropertyView<'b> {
    tree: &'b Arc<json_syntax::Tree>,
    /// The number of the member of an object that it is.
    member: u32,
    /// That of the outermost property, whose name is the type of the blocks.
    outermost: u32,
    values: Few<NodeId>,
    /// The properties of its name in other files, where bodies are merged.
    elsewhere: Vec<PropertyView<'b>>,
    expansion: Option<&'b Arc<Expansion>>,
}

/// The properties of an object, or of an array of objects.
pub(super) fn properties<'b>(
    tree: &'b Arc<json_syntax::Tree>,
    node: json_syntax::Node<'b>,
    expansion: Option<&'b Arc<Expansion>>,
) -> Vec<ItemView<'b>> {
    let members = object_members(node);
    let mut items = Vec::with_capacity(members.size_hint().0);
    members.for_each(|member| {
        let name = NameView::json_key(member.name());
        if name.text != json::COMMENT {
            let (member, values) = (member.index(), Few::One(member.value().id()));
            let property =
                PropertyView { tree, member, outermost: member, values, elsewhere: Vec::new(), expansion };
            items.push(ItemView { name, kind: ItemViewKind::Property(property) });
        }
    });
    items
}

fn is_object(node: &json_syntax::Node<'_>) -> bool {
    matches!(node.kind(), json_syntax::Kind::Object(_))
}

fn object_members<'b>(node: json_syntax::Node<'b>) -> impl Iterator<Item = json_syntax::Member<'b>> + Clone {
    match node.kind() {
        json_syntax::Kind::Object(object) => Either::Left(object.members()),
        json_syntax::Kind::Array(array) => {
            let objects = array.elements().filter_map(|element| match element.kind() {
                json_syntax::Kind::Object(object) => Some(object.members()),
                _ => None,
            });
            Either::Right(Some(objects.flatten()).into_iter().flatten())
        }
        _ => Either::Right(None.into_iter().flatten()),
    }
}

impl<'b> PropertyView<'b> {
    pub(crate) fn name(&self) -> NameView<'b> {
        NameView::json_key(self.tree.member(self.member).name())
    }

    fn nodes(&self) -> impl Iterator<Item = json_syntax::Node<'b>> {
        self.values.iter().map(|id| self.tree.node(*id))
    }

    /// The properties that it consists of, each in one file.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.elsewhere)
    }

    pub(crate) fn source(&self) -> &'b Source {
        &self.tree.source
    }

    fn block_type(&self) -> NameView<'b> {
        NameView::json(self.tree.member(self.outermost).name())
    }

    /// The attribute that it is, unless its name is repeated.
    pub(crate) fn expression(&self) -> Result<ExpressionView<'b>> {
        if let Some(second) = self.elsewhere.first() {
            let place = self.source().place(self.name().span);
            let name = second.name();
            let diagnostic = set_before(name.text, name.span, &place);
            return Err(Error::new(diagnostic.in_source(second.source())));
        }
        match self.values[..] {
            [value] => Ok(self.view(ExpressionId::Value(value))),
            _ => {
                let detail =
                    format!("The argument {:?} is set more than once. Remove all but one.", self.name().text);
                let span = self.nodes().nth(1).map_or(self.name().span, |value| value.span());
                Err(Error::data("Duplicate argument", detail).at(span, self.source()))
            }
        }
    }

    /// The blocks that it stands for, when they have so many labels.
    pub(crate) fn blocks(&self, labels: usize) -> Result<Few<BlockView<'b>>> {
        let mut blocks = Few::new();
        let mut path = Vec::with_capacity(labels);
        for part in self.parts() {
            for value in part.nodes() {
                part.collect_blocks(value, labels, &mut path, &mut blocks)?;
            }
        }
        Ok(blocks)
    }

    fn collect_blocks(
        &self,
        node: json_syntax::Node<'b>,
        labels: usize,
        path: &mut Vec<NameView<'b>>,
        blocks: &mut Few<BlockView<'b>>,
    ) -> Result<()> {
        if labels > path.len() {
            let mut level = self.level_of(node)?.peekable();
            if level.peek().is_none() {
                let detail = format!(
                    "An object with at least one property is required here, whose name is a label of the {} block.",
                    self.block_type().text
                );
                return Err(Error::data("Missing block label", detail).at(node.start_span(), self.source()));
            }
            for member in level {
                path.push(NameView::json(member.name()));
                self.collect_blocks(member.value(), labels, path, blocks)?;
                path.pop();
            }
            return Ok(());
        }
        let mut block = |body: json_syntax::Node<'b>| {
            blocks.push(BlockView::Json(Rc::new(JsonBlock {
                tree: self.tree,
                block_type: self.block_type(),
                labels: path[..].into(),
                body,
                expansion: self.expansion,
            })));
        };
        match node.kind() {
            json_syntax::Kind::Null => {}
            json_syntax::Kind::Array(array) => array.elements().for_each(block),
            _ => block(node),
        }
        Ok(())
    }

    /// The labels of the next level, or the keys of an object, with what stands below them; nothing where it is neither an
    /// object nor an array of objects.
    pub(crate) fn level(&self) -> Option<Vec<(NameView<'b>, Self)>> {
        let mut entries = Vec::new();
        for part in self.parts() {
            let entry = |member: json_syntax::Member<'b>| {
                (NameView::json_key(member.name()), part.below(member, member.value()))
            };
            for value in part.nodes() {
                entries.extend(part.level_of(value).ok()?.map(entry));
            }
        }
        let Ok(()) = group_by_name(&mut entries, |(name, _)| name.text, |_, _| Ok::<(), Infallible>(()));
        entries.dedup_by(|(name, again), (first_name, first)| {
            let is_same = name.text == first_name.text;
            if is_same {
                first.join(again);
            }
            is_same
        });
        Some(entries)
    }

    /// The blocks of an object or array as variants named after their first label, one for each block; nothing where
    /// each element is a variant by itself.
    pub(crate) fn variants(&self) -> Option<Vec<Self>> {
        let is_one = |node: &json_syntax::Node<'_>| object_members(*node).count() == 1;
        if self.elements().is_some_and(|mut elements| elements.all(|node| !is_object(&node) || is_one(&node)))
        {
            return None;
        }
        let mut variants = Vec::new();
        for (part, value) in self.parts().flat_map(|part| part.nodes().map(move |value| (part, value))) {
            for member in part.level_of(value).ok()? {
                let variant = part.below(member, member.value());
                match variant.elements() {
                    Some(elements) if elements.len() > 0 && elements.clone().all(|node| is_object(&node)) => {
                        variants.extend(elements.map(|value| variant.with_value(value)));
                    }
                    _ => variants.push(variant),
                }
            }
        }
        Some(variants)
    }

    /// Takes the values of another property of its name too.
    pub(crate) fn join(&mut self, other: &Self) {
        let is_of_one_file = Arc::ptr_eq(self.tree, other.tree);
        match self.elsewhere.last_mut() {
            // Files come one after the other.
            Some(last) if Arc::ptr_eq(last.tree, other.tree) => last.join(other),
            None if is_of_one_file => other.values.iter().for_each(|value| self.values.push(*value)),
            _ => self.elsewhere.push(Self { elsewhere: Vec::new(), ..other.clone() }),
        }
        self.elsewhere.extend(other.elsewhere.iter().cloned());
    }

    /// A property of one of its values.
    fn below(&self, member: json_syntax::Member<'b>, value: json_syntax::Node<'b>) -> Self {
        let (tree, outermost, expansion) = (self.tree, self.outermost, self.expansion);
        let (member, values) = (member.index(), Few::One(value.id()));
        Self { tree, member, outermost, values, elsewhere: Vec::new(), expansion }
    }

    fn level_of(
        &self,
        node: json_syntax::Node<'b>,
    ) -> Result<impl Iterator<Item = json_syntax::Member<'b>> + use<'b>> {
        let sound = match node.kind() {
            json_syntax::Kind::Object(_) => true,
            json_syntax::Kind::Array(array) => {
                array.elements().len() > 0 && array.elements().all(|it| is_object(&it))
            }
            _ => false,
        };
        if sound {
            return Ok(object_members(node));
        }
        let detail = format!(
            "An object is required here, or an array of objects, whose property names are a label of the {} block.",
            self.block_type().text
        );
        Err(Error::data("Incorrect JSON value type", detail).at(node.start_span(), self.source()))
    }

    /// Its name as an expression, where that is a template.
    pub(crate) fn template_name(&self) -> Option<ExpressionView<'b>> {
        let name = self.tree.member(self.member).name();
        let is_template = !name.is_plain() && json_syntax::has_template(name.text());
        is_template.then(|| self.view(ExpressionId::Name(self.member)))
    }

    fn view(&self, expression: ExpressionId) -> ExpressionView<'b> {
        ExpressionView::new(ExpressionViewKind::Json(self.tree, expression), self.expansion)
    }

    /// The same property with one of its elements as its value.
    fn with_value(&self, value: json_syntax::Node<'b>) -> Self {
        Self { values: Few::One(value.id()), elsewhere: Vec::new(), ..self.clone() }
    }

    /// The array that it is.
    fn array(&self) -> Option<json_syntax::Array<'b>> {
        match self.values[..] {
            _ if !self.elsewhere.is_empty() => None,
            [value] => match self.tree.node(value).kind() {
                json_syntax::Kind::Array(array) => Some(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// The elements, where it is an array.
    pub(crate) fn elements(
        &self,
    ) -> Option<impl ExactSizeIterator<Item = json_syntax::Node<'b>> + Clone + use<'b>> {
        self.array().map(json_syntax::Array::elements)
    }

    /// The same property with one of its elements as its value, where it is an array that has it.
    pub(crate) fn element(&self, index: usize) -> Option<Self> {
        Some(self.with_value(self.array()?.element(index)?))
    }

    /// Whether it is an object or an array, which can be blocks.
    pub(crate) fn may_be_blocks(&self) -> bool {
        self.parts().flat_map(Self::nodes).all(json_syntax::Node::is_collection)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.parts().flat_map(Self::nodes).all(|value| value.is_null())
    }

    pub(crate) fn span(&self) -> Span {
        match self.values[..] {
            [first, .., last] => self.tree.node(first).span().to(self.tree.node(last).span()),
            [only] => self.tree.node(only).span(),
            [] => self.name().span,
        }
    }
}

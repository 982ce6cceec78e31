//! Writing the differences between a document and a value.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::document::Document;
use super::super::node::{Kind, NodeId, ROOT};
use super::super::position::Position;
use super::changes::{Change, ChangeKind};
use super::compare::{Entry, are_equal, canonical};
use crate::body::{BlockView, BodyView, ItemViewKind};
use crate::error::{Result, path_step};
use crate::eval::EvalContext;
use crate::ser::{NodeKind, TapeNode, entry_texts, key_text};
use crate::syntax::ast::{Body, BodyItem, Expression};
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;
use crate::value::normalize;

/// The differences between a document and a value, which are written when they are found.
pub(super) struct Difference<'d> {
    pub(super) document: &'d mut Document,
    pub(super) context: &'d EvalContext,
    /// Whether the document was decoded to the old value. Otherwise nothing is known about the
    /// names that the type mentions.
    pub(super) is_decoded: bool,
    /// Whether the items of the file have an order across all names, as in a sequence of variants.
    pub(super) is_sequence: bool,
    pub(super) changes: Vec<Change>,
    /// The path of the current value.
    pub(super) at: String,
}

/// A block of a document, or one that a dynamic block makes.
pub(super) struct Slot<'b> {
    /// The block, or the dynamic block.
    pub(super) id: NodeId,
    pub(super) block: BlockView<'b>,
    /// The body that is written in the document.
    pub(super) body: Body<'b>,
}

impl<'b> Slot<'b> {
    pub(super) fn labels(&self) -> Vec<&'b str> {
        self.block.labels().map(|label| label.text).collect()
    }
}

/// The items of one name in a body, or the item of a key in an object.
#[derive(Default)]
pub(super) struct Named<'b> {
    pub(super) attribute: Option<(NodeId, Expression<'b>)>,
    /// The items before it with an equal key.
    pub(super) repeated: Vec<NodeId>,
    pub(super) blocks: Vec<Slot<'b>>,
}

/// The values of one name.
#[derive(Default)]
pub(super) struct Values<'t> {
    pub(super) before: Vec<TapeNode<'t>>,
    /// With the number of the entry.
    pub(super) after: Vec<(usize, TapeNode<'t>)>,
    /// Whether the new value has the name, even if it is absent.
    is_field: bool,
    /// The order in which names are compared.
    rank: (usize, usize),
}

/// An item of the new value, with the number of its entry.
pub(super) type Placed = (usize, PlacedItem);

pub(super) enum PlacedItem {
    /// An item of the document.
    Old(NodeId),
    /// A text with the name or the key. Elements and items of objects have no kind.
    New(String, Option<Kind>),
}

impl PlacedItem {
    fn old(&self) -> Option<NodeId> {
        if let Self::Old(id) = self { Some(*id) } else { None }
    }
}

impl Difference<'_> {
    pub(super) fn record(&mut self, kind: ChangeKind) {
        self.changes.push(Change { path: self.at.clone(), kind });
    }

    /// Removes an item or an element.
    pub(super) fn remove(&mut self, id: NodeId) {
        self.document.remove_node(id);
        self.record(ChangeKind::Removed);
    }

    /// Adds a name to the path. Returns the length that the path had.
    pub(super) fn enter(&mut self, name: &str) -> usize {
        let length = self.at.len();
        let step = path_step(name);
        if length > 0 && !step.starts_with('[') {
            self.at.push('.');
        }
        self.at.push_str(&step);
        length
    }

    /// Adds an index to the path.
    pub(super) fn enter_index(&mut self, index: usize) -> usize {
        let length = self.at.len();
        self.at.push_str(&format!("[{index}]"));
        length
    }

    /// Changes a body. `before` is empty if nothing is known about its old content.
    pub(super) fn body(
        &mut self,
        view: BodyView<'_>,
        body: Body<'_>,
        id: NodeId,
        before: &[Entry<'_>],
        after: &[Entry<'_>],
    ) -> Result<()> {
        let items = named_items(view, body, &self.document.ids(id));
        self.items(id, &items, before, after, self.is_decoded)
    }

    /// Changes the items of a body or an object. If the new entries are complete, items that are
    /// not among them are removed.
    pub(super) fn items<'t>(
        &mut self,
        id: NodeId,
        items: &HashMap<Cow<'_, str>, Named<'_>>,
        before: &[Entry<'t>],
        after: &[Entry<'t>],
        is_complete: bool,
    ) -> Result<()> {
        let is_body = self.document.kind(id).is_body();
        let mut values: OrderedMap<Cow<'t, str>, Values<'t>> = OrderedMap::new();
        for (order, (name, node)) in after.iter().enumerate() {
            let values = values.entry(normalize(name)).or_default();
            (values.rank, values.is_field) = ((order, 0), true);
            values.after.extend(node.map(|node| (order, node)));
        }
        // Fields that the new value lacks stay after those that precede them in the old value, and
        // keys are the last.
        let mut rank = if is_body { (0, 0) } else { (usize::MAX, 0) };
        for (number, (name, node)) in before.iter().enumerate() {
            let values =
                values.entry(normalize(name)).or_insert_with(|| Values { rank, ..Values::default() });
            rank = (if is_body { values.rank.0 } else { usize::MAX }, number + 1);
            values.before.extend(*node);
        }
        let mut values = Vec::from_iter(values);
        values.sort_by_key(|(_, values)| values.rank);
        let is_sequence = self.is_sequence && id == ROOT;
        let mut placed = Vec::new();
        let none = Named::default();
        for (name, values) in &values {
            let items = items.get(name.as_ref()).unwrap_or(&none);
            let length = self.enter(name);
            let found = match (items.attribute, items.blocks.as_slice()) {
                (Some((item, expression)), _) => {
                    let found = self.attribute(item, expression, name, values, is_complete)?;
                    if found.is_none() {
                        items.repeated.iter().for_each(|item| self.remove(*item));
                    }
                    found.unwrap_or_default()
                }
                (None, []) if are_equal(&values.before, &values.after) => Vec::new(),
                (None, []) => self.new_items(is_body, name, &values.after)?,
                (None, slots) => {
                    self.at.truncate(length);
                    self.blocks(id, name, slots, values)?
                }
            };
            self.at.truncate(length);
            placed.extend(found);
        }
        sort_by_position(&mut placed, |(order, _)| (*order, 0));
        if is_sequence {
            let order: Vec<NodeId> = placed.iter().filter_map(|(_, item)| item.old()).collect();
            self.reorder(id, &order);
            // Items of the same name are not nearer than others.
            placed.iter_mut().for_each(|(order, _)| *order = 0);
        }
        self.place(id, &placed)
    }

    /// Changes an attribute or an item of an object. Returns `None` if it is removed.
    fn attribute(
        &mut self,
        item: NodeId,
        expression: Expression<'_>,
        name: &str,
        values: &Values<'_>,
        is_complete: bool,
    ) -> Result<Option<Vec<Placed>>> {
        let before = values.before.first().copied();
        let Some((order, after)) = values.after.first().copied() else {
            let is_removed = match values.is_field {
                // An old item stays if its value is absent before and after, as that of a null.
                true => before.is_some() || !self.is_decoded,
                // A null is as good as no item.
                false => is_complete || before.is_some_and(|it| matches!(it.kind(), NodeKind::Null)),
            };
            if is_removed {
                self.remove(item);
                return Ok(None);
            }
            return Ok(Some(Vec::new()));
        };
        let is_attribute = self.document.kind(item) == Kind::Attribute;
        let is_changed = before.is_none_or(|before| canonical(before) != canonical(after));
        if is_attribute && after.holds_blocks() && is_changed {
            self.remove(item);
            return self.new_items(true, name, &[(order, after)]).map(Some);
        }
        let is_unknown = before.is_none() && !self.is_decoded;
        let evaluated = if is_unknown { self.evaluated(expression) } else { None };
        let before = before.or(evaluated.as_ref().map(TapeNode::root));
        self.value(before, after, expression, item)?;
        Ok(Some(vec![(order, PlacedItem::Old(item))]))
    }

    /// Returns the new items of entries of a body or an object.
    pub(super) fn new_items(
        &mut self,
        is_body: bool,
        name: &str,
        entries: &[(usize, TapeNode<'_>)],
    ) -> Result<Vec<Placed>> {
        let heredocs = self.document.ending() == "\n";
        let mut new = Vec::new();
        for (order, node) in entries {
            if !is_body {
                let text = key_text(name) + " = " + &self.element_text(*node)?;
                new.push((*order, PlacedItem::New(text, None)));
                continue;
            }
            let items = entry_texts(name, *node, heredocs).map_err(|error| self.located(error, name))?;
            for (is_block, text) in items {
                let kind = if is_block { Kind::Block } else { Kind::Attribute };
                new.push((*order, PlacedItem::New(text, Some(kind))));
                self.record(ChangeKind::Added);
            }
        }
        Ok(new)
    }

    /// Inserts the new items among the children of a node: after the nearest item before them, of
    /// the same entry if there is one.
    pub(super) fn place(&mut self, into: NodeId, placed: &[Placed]) -> Result<()> {
        let document = &mut *self.document;
        let old = |(_, item): &Placed| item.old();
        let mut last: Option<(usize, NodeId)> = None;
        for (number, (order, item)) in placed.iter().enumerate() {
            let PlacedItem::New(text, kind) = item else {
                last = item.old().map(|id| (*order, id));
                continue;
            };
            let rest = placed[number..].iter();
            let next = match last {
                Some((other, _)) if other == *order => None,
                Some(_) => rest.take_while(|(other, _)| other == order).find_map(old),
                None => rest.clone().find_map(old),
            };
            let position = match (next, last) {
                (Some(id), _) => Position::Before(document.find_index(id)),
                (None, Some((_, id))) => Position::After(document.find_index(id)),
                (None, None) => Position::Last,
            };
            let index = match kind {
                Some(_) => document.insert_text(into, position, text, *kind)?,
                None => document.insert_element(into, position, text)?,
            };
            last = document.child(into, index).map(|id| (*order, id));
        }
        Ok(())
    }
}

/// Returns the items of a body by their names.
fn named_items<'b>(view: BodyView<'b>, body: Body<'b>, ids: &[NodeId]) -> HashMap<Cow<'b, str>, Named<'b>> {
    let mut found: HashMap<Cow<'b, str>, Named<'b>> = HashMap::new();
    let starts: Vec<u32> = body.items().map(|item| item.span().start).collect();
    for item in view.items() {
        let named = found.entry(normalize(item.name.text)).or_default();
        let start = match &item.kind {
            ItemViewKind::Block(block) => block.span().start,
            _ => item.name.span.start,
        };
        let index = starts.binary_search(&start).unwrap_or_default();
        match (item.kind, body.item(index)) {
            (ItemViewKind::Block(block), Some(BodyItem::Block(written))) => {
                named.blocks.push(Slot { id: ids[index], block, body: written.body() });
            }
            (_, Some(BodyItem::Attribute(attribute))) => {
                named.attribute = Some((ids[index], attribute.expression()));
            }
            _ => {}
        }
    }
    found
}

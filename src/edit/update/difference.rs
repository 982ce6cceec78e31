//! Writing the differences between a document and a value.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::document::Document;
use super::super::items::NewLines;
use super::super::node::{Kind, NodeId, ROOT};
use super::super::position::Position;
use super::changes::{Change, ChangeKind};
use super::compare::{Entry, are_equal, canonical};
use crate::body::{BlockView, BodyView, ItemViewKind};
use crate::error::{Result, path_step};
use crate::eval::EvalContext;
use crate::ser::{TapeNode, entry_texts};
use crate::syntax::ast;
use crate::util::order::sort_by_position;
use crate::util::ordered::OrderedMap;
use crate::value::normalize;

/// The differences between a document and a value. Values and labels are set, and blocks are
/// reordered, when they are compared. Items and elements are removed and inserted afterwards, so
/// that indexes stay valid.
pub(super) struct Difference<'d> {
    pub(super) document: &'d mut Document,
    pub(super) context: &'d EvalContext,
    /// Whether the document was decoded to the old value. Otherwise nothing is known about the
    /// names that the type mentions.
    pub(super) is_decoded: bool,
    /// Whether the items of the file have an order across all names, as in a sequence of variants.
    pub(super) is_sequence: bool,
    pub(super) changes: Vec<Change>,
    /// The changes of the order of blocks.
    pub(super) moved: Vec<Change>,
    removed: Vec<NodeId>,
    inserted: Vec<Insertion>,
    /// The path of the current value.
    pub(super) at: String,
    /// The items of the current body, and the number of the current name in it.
    placed: Vec<Placed>,
    name: usize,
}

/// A block of a document, or one that a dynamic block makes.
pub(super) struct Slot<'b> {
    /// The index of the item, which may be the dynamic block.
    pub(super) index: usize,
    pub(super) is_made: bool,
    pub(super) block: BlockView<'b>,
}

impl<'b> Slot<'b> {
    pub(super) fn labels(&self) -> Vec<&'b str> {
        self.block.labels().map(|label| label.text).collect()
    }
}

/// The items of one name in a body.
#[derive(Default)]
struct Named<'b> {
    attribute: Option<usize>,
    blocks: Vec<Slot<'b>>,
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

/// An item of the new value, in the order of its fields.
pub(super) struct Placed {
    /// The index of the name in the order in which the names are compared.
    pub(super) name: usize,
    /// The number of its entry.
    pub(super) order: usize,
    pub(super) item: PlacedItem,
}

pub(super) enum PlacedItem {
    /// An item of the document.
    Old(NodeId),
    New(String, Option<Kind>),
}

impl<'d> Difference<'d> {
    pub(super) fn new(
        document: &'d mut Document,
        context: &'d EvalContext,
        is_decoded: bool,
        is_sequence: bool,
    ) -> Self {
        let (changes, moved, removed, inserted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (at, placed, name) = (String::new(), Vec::new(), 0);
        Self {
            document,
            context,
            is_decoded,
            is_sequence,
            changes,
            moved,
            removed,
            inserted,
            at,
            placed,
            name,
        }
    }

    pub(super) fn record(&mut self, kind: ChangeKind) {
        self.changes.push(Change { path: self.at.clone(), kind });
    }

    /// Adds an item to those of the current body, under the current name.
    pub(super) fn put(&mut self, order: usize, item: PlacedItem) {
        self.placed.push(Placed { name: self.name, order, item });
    }

    /// Plans the removal of an item or an element.
    pub(super) fn remove(&mut self, parent: NodeId, index: usize) {
        let child = self.document.children(parent)[index];
        self.removed.push(child);
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

    /// Plans the changes of a body. `before` is empty if nothing is known about its old content.
    pub(super) fn body<'t>(
        &mut self,
        view: BodyView<'_>,
        body: ast::Body<'_>,
        id: NodeId,
        before: &[Entry<'t>],
        after: &[Entry<'t>],
    ) -> Result<()> {
        let items = named_items(view, body);
        let mut values: OrderedMap<Cow<'t, str>, Values<'t>> = OrderedMap::new();
        for (order, (name, node)) in after.iter().enumerate() {
            let values = values.entry(normalize(name)).or_default();
            (values.rank, values.is_field) = ((order, 0), true);
            values.after.extend(node.map(|node| (order, node)));
        }
        // Names that the new value lacks stay after the names that precede them in the old value.
        let mut rank = (0, 0);
        for (number, (name, node)) in before.iter().enumerate() {
            let values =
                values.entry(normalize(name)).or_insert_with(|| Values { rank, ..Values::default() });
            rank = (values.rank.0, number + 1);
            values.before.extend(*node);
        }
        let mut values = Vec::from_iter(values);
        values.sort_by_key(|(_, values)| values.rank);
        let is_sequence = self.is_sequence && id == ROOT;
        let (outer, outer_name) = (std::mem::take(&mut self.placed), self.name);
        let none = Named::default();
        for (number, (name, values)) in values.iter().enumerate() {
            self.name = number;
            let items = items.get(name.as_ref()).unwrap_or(&none);
            let length = self.enter(name);
            match (items.attribute, items.blocks.as_slice()) {
                (Some(index), _) => self.attribute(body, id, index, name, values)?,
                (None, []) if are_equal(&values.before, &values.after) => {}
                (None, []) => self.insert(name, &values.after)?,
                (None, slots) => {
                    self.at.truncate(length);
                    self.blocks(body, id, name, slots, values)?;
                }
            }
            self.at.truncate(length);
        }
        let mut placed = std::mem::replace(&mut self.placed, outer);
        self.name = outer_name;
        sort_by_position(&mut placed, |placed| (placed.order, 0));
        if is_sequence {
            let old = |placed: &Placed| if let PlacedItem::Old(id) = placed.item { Some(id) } else { None };
            let order: Vec<NodeId> = placed.iter().filter_map(old).collect();
            self.reorder(id, &order);
        }
        self.place(id, placed, is_sequence);
        Ok(())
    }

    fn attribute(
        &mut self,
        body: ast::Body<'_>,
        id: NodeId,
        index: usize,
        name: &str,
        values: &Values<'_>,
    ) -> Result<()> {
        let Some(ast::BodyItem::Attribute(attribute)) = body.item(index) else { return Ok(()) };
        let expression = attribute.expression();
        let mut before = values.before.first().copied();
        let Some((order, after)) = values.after.first().copied() else {
            // An old item stays if its value is absent before and after, as that of a null.
            if before.is_some() || !self.is_decoded || !values.is_field {
                self.remove(id, index);
            }
            return Ok(());
        };
        let is_changed = before.is_none_or(|before| canonical(before) != canonical(after));
        if after.holds_blocks() && is_changed {
            self.remove(id, index);
            return self.insert(name, &[(order, after)]);
        }
        let evaluated = if self.is_decoded { None } else { self.evaluated(expression) };
        if let Some(evaluated) = &evaluated {
            before = Some(TapeNode::root(evaluated));
        }
        let item = self.document.children(id)[index];
        self.put(order, PlacedItem::Old(item));
        let value = self.document.value_of(item);
        self.value(before, after, expression, value)
    }

    /// Plans the insertion of the items of entries.
    pub(super) fn insert(&mut self, name: &str, entries: &[(usize, TapeNode<'_>)]) -> Result<()> {
        let heredocs = self.document.ending() == "\n";
        for (order, node) in entries {
            let items = entry_texts(name, *node, heredocs).map_err(|error| self.located(error, name))?;
            for (is_block, text) in items {
                let kind = if is_block { Kind::Block } else { Kind::Attribute };
                self.put(*order, PlacedItem::New(text, Some(kind)));
                self.record(ChangeKind::Added);
            }
        }
        Ok(())
    }

    /// Plans the insertion of the new items of a body: after the nearest item before them, of the
    /// same name if there is one.
    pub(super) fn place(&mut self, into: NodeId, placed: Vec<Placed>, is_sequence: bool) {
        let earlier = nearest(placed.iter(), is_sequence);
        let mut later = nearest(placed.iter().rev(), is_sequence);
        later.reverse();
        for ((item, earlier), later) in placed.into_iter().zip(earlier).zip(later) {
            let PlacedItem::New(text, kind) = item.item else { continue };
            let place = match (earlier, later) {
                ([Some(id), _], _) => Place::After(id),
                (_, [Some(id), _]) => Place::Before(id),
                ([_, Some(id)], _) => Place::After(id),
                (_, [_, Some(id)]) => Place::Before(id),
                _ => Place::Last,
            };
            self.inserted.push(Insertion { into, place, text, kind });
        }
    }

    /// Plans the insertion of an element of a tuple before another one, or at the end.
    pub(super) fn insert_element(&mut self, into: NodeId, next: Option<NodeId>, text: String) {
        let place = next.map_or(Place::Last, Place::Before);
        self.inserted.push(Insertion { into, place, text, kind: None });
    }

    /// Removes and inserts items and elements.
    pub(super) fn execute(&mut self) -> Result<()> {
        let document = &mut *self.document;
        for id in std::mem::take(&mut self.removed) {
            match document.kind(id).is_item() {
                true => document.remove_item(id),
                false => document.remove_element(id),
            }
        }
        // The node that was inserted last after each.
        let mut last: HashMap<NodeId, NodeId> = HashMap::new();
        for Insertion { into, place, text, kind } in std::mem::take(&mut self.inserted) {
            let position = match place {
                Place::After(id) => Position::After(document.find_index(*last.get(&id).unwrap_or(&id))),
                Place::Before(id) => Position::Before(document.find_index(id)),
                Place::Last => Position::Last,
            };
            let index = match kind {
                kind @ Some(_) => {
                    document.change();
                    let lines = document.body_lines(into, &text);
                    document.insert_lines(into, position, NewLines::new(&lines, kind))?
                }
                None => {
                    let index = position.index(document.children(into).len());
                    document.insert_element(into, index, &text)?;
                    index
                }
            };
            if let Place::After(id) = place {
                last.insert(id, document.children(into)[index]);
            }
        }
        Ok(())
    }
}

/// A new item of a body, or a new element of a tuple or an object.
struct Insertion {
    into: NodeId,
    place: Place,
    /// With the name or the key.
    text: String,
    /// Nothing for an element.
    kind: Option<Kind>,
}

/// A place beside a node that stays.
enum Place {
    After(NodeId),
    Before(NodeId),
    Last,
}

/// Returns the nearest item of the document before each item: of the same name, and of any name. In
/// a sequence, items of the same name are not nearer than others.
fn nearest<'i>(placed: impl Iterator<Item = &'i Placed>, is_sequence: bool) -> Vec<[Option<NodeId>; 2]> {
    let mut last: HashMap<usize, NodeId> = HashMap::new();
    let mut any = None;
    let near = placed.map(|item| {
        let name = if is_sequence { 0 } else { item.name };
        if let PlacedItem::Old(id) = item.item {
            last.insert(name, id);
            any = Some(id);
        }
        [last.get(&name).copied(), any]
    });
    near.collect()
}

/// Returns the items of a body by their names.
fn named_items<'b>(view: BodyView<'b>, body: ast::Body<'_>) -> HashMap<Cow<'b, str>, Named<'b>> {
    let mut found: HashMap<Cow<'b, str>, Named<'b>> = HashMap::new();
    let starts: Vec<u32> = body.items().map(|item| item.span().start).collect();
    for item in view.items() {
        let named = found.entry(normalize(item.name.text)).or_default();
        let index_of = |start: u32| starts.binary_search(&start).unwrap_or_default();
        match item.kind {
            ItemViewKind::Block(block) => {
                let index = index_of(block.span().start);
                let is_made = matches!(block, BlockView::Made(_));
                named.blocks.push(Slot { index, is_made, block });
            }
            ItemViewKind::Attribute(_) => named.attribute = Some(index_of(item.name.span.start)),
            ItemViewKind::Property(_) => {}
        }
    }
    found
}

//! The differences of blocks.

use std::collections::{HashMap, HashSet, VecDeque};

use super::super::node::{Kind, NodeId, ROOT};
use super::changes::ChangeKind;
use super::compare::{Element, Entry, align, are_equal, canonical, canonical_body, entries, numbered};
use super::difference::{Difference, Placed, PlacedItem, Slot, Values};
use crate::body::BlockView;
use crate::error::{Error, Result};
use crate::ser::{NodeKind, TapeNode, block_text};
use crate::value::is_identifier;

/// A block as a part of a serialized value.
struct Instance<'t> {
    labels: Vec<&'t str>,
    /// Its content. A variant without content has none.
    content: Option<TapeNode<'t>>,
    /// The number of its entry.
    order: usize,
}

impl<'t> Instance<'t> {
    fn entries(&self) -> Vec<Entry<'t>> {
        self.content.into_iter().flat_map(|content| entries(content, true)).collect()
    }

    fn text(&self) -> String {
        self.content.map(canonical).unwrap_or_default()
    }

    fn element(&self) -> Element {
        self.content.map(Element::new).unwrap_or_default()
    }
}

/// The blocks that values are.
#[derive(Default)]
struct Instances<'t> {
    /// The number of labels that the blocks have in the document.
    label_count: usize,
    /// The labels of the current block.
    labels: Vec<&'t str>,
    found: Vec<Instance<'t>>,
}

impl<'t> Instances<'t> {
    /// Adds the blocks that the value of an entry is. Returns `false` if it is not one of blocks.
    fn add(&mut self, order: usize, node: TapeNode<'t>) -> bool {
        let count = self.labels.len();
        match node.kind() {
            NodeKind::Absent | NodeKind::Null => return true,
            NodeKind::Tuple(mut elements) => return elements.all(|element| self.add(order, element)),
            NodeKind::Block(own, _) => self.labels.extend(own.map(TapeNode::label)),
            NodeKind::Object(mut entries) if count < self.label_count || has_labels(node) => {
                return entries.all(|(key, content)| {
                    // The elements of the sequence in a variant are no blocks.
                    let is_list = node.is_variant() && matches!(content.kind(), NodeKind::Tuple(_));
                    self.labels.push(key);
                    let is_block = !is_list && self.add(order, content);
                    self.labels.truncate(count);
                    is_block
                });
            }
            NodeKind::Object(entries) if { entries }.any(|(key, _)| !is_identifier(key)) => return false,
            NodeKind::Object(_) | NodeKind::Body(_) => {}
            // A unit variant, which has no content.
            NodeKind::String(name) if count < self.label_count => self.labels.push(name),
            _ => return false,
        }
        let content = Some(node).filter(|node| node.body_entries().is_some());
        self.found.push(Instance { labels: self.labels.clone(), content, order });
        self.labels.truncate(count);
        true
    }
}

/// Returns whether a map of blocks has keys that can only be labels.
fn has_labels(node: TapeNode<'_>) -> bool {
    let mut keys = node.body_entries().into_iter().flatten().map(|(key, _)| key);
    node.is_complete() && node.holds_blocks() && keys.any(|key| !is_identifier(key))
}

/// The blocks of one type, before and after.
struct Matching<'t> {
    before: Vec<Instance<'t>>,
    after: Vec<Instance<'t>>,
    /// The block of the document of each old one.
    slots: Vec<Option<usize>>,
    /// The old block of each new one.
    old_of_new: Vec<Option<usize>>,
}

impl Difference<'_> {
    /// Plans the changes of the blocks of one type.
    pub(super) fn blocks(
        &mut self,
        id: NodeId,
        name: &str,
        slots: &[Slot<'_>],
        values: &Values<'_>,
    ) -> Result<Vec<Placed>> {
        let Values { before, after, .. } = values;
        if self.is_decoded && are_equal(before, after) {
            let order = after.first().map_or(0, |(order, _)| *order);
            return Ok(slots.iter().map(|slot| (order, PlacedItem::Old(slot.id))).collect());
        }
        let label_count = slots[0].block.label_count();
        let [mut old, mut new] = [0; 2].map(|_| Instances { label_count, ..Instances::default() });
        // A unit variant in place of one with content. Some types that serde buffers read its name
        // from an attribute only.
        let is_unit = |node: &TapeNode<'_>| matches!(node.kind(), NodeKind::String(_));
        let is_new_unit = matches!(&after[..], [(_, node)] if is_unit(node)) && !before.iter().any(is_unit);
        if is_new_unit || !after.iter().all(|(order, node)| new.add(*order, *node)) {
            let length = self.enter(name);
            slots.iter().try_for_each(|slot| self.remove_block(slot))?;
            let new = self.new_items(true, name, after);
            self.at.truncate(length);
            return new;
        }
        before.iter().for_each(|node| _ = old.add(0, *node));
        let is_ordered = matches!(after[..], [(_, node)] if matches!(node.kind(), NodeKind::Tuple(_)));
        let matching = match self.is_decoded {
            true => Matching::of(old.found, new.found, slots, is_ordered || self.is_sequence),
            // The old values are not known.
            false => Matching {
                before: Vec::new(),
                old_of_new: match_labels(&new.found, slots).0,
                after: new.found,
                slots: (0..slots.len()).map(Some).collect(),
            },
        };
        self.matched(id, name, slots, &matching, is_ordered)
    }

    /// Changes the blocks that were matched. If they are not ordered, as those of a map, only
    /// blocks with the same labels have an order.
    fn matched(
        &mut self,
        id: NodeId,
        name: &str,
        slots: &[Slot<'_>],
        blocks: &Matching<'_>,
        is_ordered: bool,
    ) -> Result<Vec<Placed>> {
        let mut placed = Vec::new();
        let mut kept = vec![false; slots.len()];
        let mut orders: HashMap<&[&str], Vec<NodeId>> = HashMap::new();
        let numbers = numbers_of(blocks.after.iter().map(|instance| &instance.labels));
        for ((instance, old), number) in blocks.after.iter().zip(&blocks.old_of_new).zip(numbers) {
            let is_repeated = instance.labels.is_empty() && slots.len() > 1;
            let length = self.enter_block(name, &instance.labels, number.or(is_repeated.then_some(0)));
            // Without old values, only the slots are known.
            let known = old.and_then(|old| blocks.before.get(old));
            let slot = old.and_then(|old| blocks.slots[old]);
            let is_changed = known.is_none_or(|old| old.text() != instance.text());
            match slot.map(|slot| (slot, &slots[slot])) {
                Some((number, slot)) => {
                    kept[number] = true;
                    let key: &[&str] = if is_ordered { &[] } else { &instance.labels };
                    orders.entry(key).or_default().push(slot.id);
                    placed.push((instance.order, PlacedItem::Old(slot.id)));
                    if is_changed {
                        self.check_written(slot)?;
                    }
                    let old_labels = known.map_or(&[][..], |old| &old.labels);
                    if known.is_some() && old_labels != instance.labels {
                        self.at.truncate(length);
                        self.relabel(slot.id, name, old_labels, &instance.labels)?;
                    }
                    if is_changed {
                        let entries = known.map(Instance::entries).unwrap_or_default();
                        self.body(slot.block.body(), slot.body, slot.id, &entries, &instance.entries())?;
                    }
                }
                None if is_changed => {
                    let heredocs = self.document.ending() == "\n";
                    let entries = instance.content.and_then(TapeNode::body_entries);
                    let text = block_text(name, &instance.labels, entries, heredocs)
                        .map_err(|error| under(&self.at[..length], error))?;
                    placed.push((instance.order, PlacedItem::New(text, Some(Kind::Block))));
                    self.record(ChangeKind::Added);
                }
                None => {}
            }
            self.at.truncate(length);
        }
        let old_labels: Vec<Vec<&str>> = slots.iter().map(Slot::labels).collect();
        let numbers = numbers_of(old_labels.iter());
        for index in (0..slots.len()).filter(|index| !kept[*index]) {
            let length = self.enter_block(name, &old_labels[index], numbers[index]);
            self.remove_block(&slots[index])?;
            self.at.truncate(length);
        }
        if !self.is_sequence || id != ROOT {
            let length = self.enter(name);
            orders.values().for_each(|order| self.reorder(id, order));
            self.at.truncate(length);
        }
        Ok(placed)
    }

    /// Adds the type and labels of a block to the path, and its number among those with the same.
    fn enter_block(&mut self, name: &str, labels: &[&str], number: Option<usize>) -> usize {
        let length = self.enter(name);
        labels.iter().for_each(|label| _ = self.enter(label));
        _ = number.map(|number| self.enter_index(number));
        length
    }

    /// Plans new labels of a block, and adds those to the path.
    fn relabel(&mut self, block: NodeId, name: &str, old: &[&str], new: &[&str]) -> Result<()> {
        let length = self.enter_block(name, old, None);
        let from = self.at.clone();
        self.at.truncate(length);
        self.enter_block(name, new, None);
        let labels = old.iter().zip(new).map(|(old, new)| (old != new).then_some(*new));
        self.document.set_labels(block, &labels.collect::<Vec<_>>())?;
        self.record(ChangeKind::Renamed { from });
        Ok(())
    }

    fn remove_block(&mut self, slot: &Slot<'_>) -> Result<()> {
        self.check_written(slot)?;
        self.remove(slot.id);
        Ok(())
    }

    /// Returns an error about a change of a block that a dynamic block makes.
    fn check_written(&self, slot: &Slot<'_>) -> Result<()> {
        let BlockView::Made(_) = slot.block else { return Ok(()) };
        let detail = "A dynamic block makes the block that would be changed. Change the for_each or the content of the \
                      dynamic block instead.";
        Err(Error::message(detail).under_step(&self.at).at(slot.block.span(), slot.block.source()))
    }

    /// Adds the path to an error about a value under a name.
    pub(super) fn located(&self, error: Error, name: &str) -> Error {
        under(self.at.strip_suffix(name).map_or(&self.at, |outer| outer.trim_end_matches('.')), error)
    }

    /// Exchanges items, so that they have the given order.
    pub(super) fn reorder(&mut self, id: NodeId, order: &[NodeId]) {
        let order: Vec<usize> = order.iter().map(|item| self.document.find_index(*item)).collect();
        let mut places = order.clone();
        places.sort_unstable();
        places.dedup();
        if places.len() != order.len() || places == order {
            return;
        }
        self.document.reorder(id, &order);
        self.record(ChangeKind::Moved);
    }
}

/// Adds a path, which may be empty, to an error.
fn under(path: &str, error: Error) -> Error {
    if path.is_empty() { error } else { error.under_step(path) }
}

/// Returns the number of each block among those with the same labels, if there are several.
fn numbers_of<'l>(labels: impl Iterator<Item = &'l Vec<&'l str>> + Clone) -> Vec<Option<usize>> {
    let mut counts: HashMap<&Vec<&str>, usize> = HashMap::new();
    let numbers = labels.clone().map(|labels| {
        let count = counts.entry(labels).or_default();
        std::mem::replace(count, *count + 1)
    });
    let numbers: Vec<usize> = numbers.collect();
    labels.zip(numbers).map(|(labels, number)| (counts[labels] > 1).then_some(number)).collect()
}

impl<'t> Matching<'t> {
    /// Matches blocks by their labels, and those with the same labels by their content.
    fn of(before: Vec<Instance<'t>>, after: Vec<Instance<'t>>, slots: &[Slot<'_>], is_ordered: bool) -> Self {
        let (mut slots, left) = match_labels(&before, slots);
        // The type reads the labels of the remaining blocks in another form than they are written.
        if slots.iter().filter(|slot| slot.is_none()).count() == left.len() {
            for (slot, left) in slots.iter_mut().filter(|slot| slot.is_none()).zip(left) {
                *slot = Some(left);
            }
        }
        let mut old_of_new = vec![None; after.len()];
        let mut groups: HashMap<&[&str], [Vec<usize>; 2]> = HashMap::new();
        for (side, instances) in [&before, &after].into_iter().enumerate() {
            for (number, instance) in instances.iter().enumerate() {
                groups.entry(&instance.labels).or_default()[side].push(number);
            }
        }
        for [old, new] in groups.into_values() {
            if let ([old], [new]) = (&old[..], &new[..]) {
                old_of_new[*new] = Some(*old);
                continue;
            }
            let elements = |numbers: &[usize], blocks: &[Instance<'t>]| {
                numbers.iter().map(|number| blocks[*number].element()).collect::<Vec<_>>()
            };
            for (from, to) in pairs(&elements(&old, &before), &elements(&new, &after)) {
                old_of_new[new[to]] = Some(old[from]);
            }
        }
        let mut matching = Self { before, after, slots, old_of_new };
        let by_labels = matching.old_of_new.clone();
        matching.pair_relabeled();
        // A block is not relabeled and moved at the same time.
        if is_ordered && !matching.old_of_new.iter().flatten().is_sorted() {
            matching.old_of_new = by_labels;
        }
        matching
    }

    /// Returns the old blocks and the new ones that are not paired.
    fn left(&self) -> [Vec<usize>; 2] {
        let paired: HashSet<usize> = self.old_of_new.iter().flatten().copied().collect();
        let is_left = |old: &usize| !paired.contains(old) && self.slots[*old].is_some();
        let new = (0..self.after.len()).filter(|new| self.old_of_new[*new].is_none());
        [(0..self.before.len()).filter(is_left).collect(), new.collect()]
    }

    /// Pairs blocks whose labels were changed. Of those that are left, these are blocks whose
    /// content no other has, and otherwise similar ones that are at the same position, or the only
    /// ones.
    fn pair_relabeled(&mut self) {
        // Blocks by their content, before and after the change.
        let mut by_content: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
        for (side, numbers) in self.left().into_iter().enumerate() {
            for number in numbers {
                let instance = &[&self.before, &self.after][side][number];
                let content = canonical_body(&instance.entries(), false);
                by_content.entry(content).or_default()[side].push(number);
            }
        }
        for [old, new] in by_content.into_values() {
            if let ([from], [to]) = (&old[..], &new[..]) {
                self.pair(*from, *to);
            }
        }
        let [old, new] = self.left();
        let candidates: Vec<(usize, usize)> = match (&old[..], &new[..]) {
            ([from], [to]) => vec![(*from, *to)],
            _ if self.before.len() == self.after.len() => {
                let at_same = old.iter().filter(|number| new.binary_search(number).is_ok());
                at_same.map(|number| (*number, *number)).collect()
            }
            _ => Vec::new(),
        };
        for (from, to) in candidates {
            if self.before[from].element().is_similar(&self.after[to].element()) {
                self.pair(from, to);
            }
        }
    }

    /// Pairs two blocks, if they have as many labels.
    fn pair(&mut self, old: usize, new: usize) {
        if self.before[old].labels.len() == self.after[new].labels.len() {
            self.old_of_new[new] = Some(old);
        }
    }
}

/// Pairs blocks in their order, except for those that were moved as they are.
fn pairs(old: &[Element], new: &[Element]) -> Vec<(usize, usize)> {
    let aligned = align(&numbered(old), &numbered(new));
    let mut pairs = aligned.clone();
    pairs.retain(|(from, to)| old[*from].text == new[*to].text);
    let left = |pairs: &[(usize, usize)]| {
        let (from, to): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
        let (mut old, mut new) = (numbered(old), numbered(new));
        old.retain(|(number, _)| !from.contains(number));
        new.retain(|(number, _)| !to.contains(number));
        (old, new)
    };
    let in_order = pairs.len();
    let (left_old, left_new) = left(&pairs);
    let mut moved: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (number, element) in left_old {
        moved.entry(&element.text).or_default().push_back(number);
    }
    for (to, element) in left_new {
        let from = moved.get_mut(element.text.as_str()).and_then(VecDeque::pop_front);
        pairs.extend(from.map(|from| (from, to)));
    }
    if pairs.len() == in_order {
        return aligned;
    }
    let (left_old, left_new) = left(&pairs);
    pairs.extend(align(&left_old, &left_new));
    pairs
}

/// Returns the block of each instance, of those with the same labels in their order, and the blocks
/// that are left.
fn match_labels<'t>(instances: &[Instance<'t>], slots: &[Slot<'t>]) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut by_labels: HashMap<Vec<&str>, VecDeque<usize>> = HashMap::new();
    for (number, slot) in slots.iter().enumerate() {
        by_labels.entry(slot.labels()).or_default().push_back(number);
    }
    let next = |instance: &Instance<'t>| by_labels.get_mut(&instance.labels).and_then(VecDeque::pop_front);
    let matched = instances.iter().map(next).collect();
    let mut left: Vec<usize> = by_labels.into_values().flatten().collect();
    left.sort_unstable();
    (matched, left)
}

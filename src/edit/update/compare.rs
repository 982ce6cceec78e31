//! Comparison of serialized values.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::ser::{NodeKind, TapeNode, canonical_expression};
use crate::value::normalize;

/// An entry of a body or an object: its name and its value, unless that is absent.
pub(super) type Entry<'t> = (&'t str, Option<TapeNode<'t>>);

/// Returns the entries of an object. The keys of a map or of an enum variant are there even if
/// their values are `None`, which is null. In a body, `None` is nothing.
pub(super) fn entries(object: TapeNode<'_>, is_body: bool) -> impl Iterator<Item = Entry<'_>> {
    let is_complete = object.is_complete() && !is_body;
    let entries = object.body_entries().into_iter().flatten();
    let is_present = move |node: &TapeNode<'_>| is_complete || !matches!(node.kind(), NodeKind::Absent);
    entries.map(move |(name, node)| (name, Some(node).filter(is_present)))
}

/// Returns a text that is the same for equal values. The order of the entries of an object does not
/// matter, and those that are absent are left out.
pub(super) fn canonical(node: TapeNode<'_>) -> String {
    let mut out = String::new();
    write(node, &mut out);
    out
}

/// Returns whether old values are equal to new ones, which have the number of their entry.
pub(super) fn are_equal(before: &[TapeNode<'_>], after: &[(usize, TapeNode<'_>)]) -> bool {
    let texts = before.iter().map(|node| canonical(*node));
    texts.eq(after.iter().map(|(_, node)| canonical(*node)))
}

/// Returns the same as [`canonical`] for the content of a body. The items of a sequence keep their
/// order.
pub(super) fn canonical_body(entries: &[Entry<'_>], is_sequence: bool) -> String {
    let mut out = String::new();
    write_entries(entries.iter().copied(), is_sequence, &mut out);
    out
}

fn write(node: TapeNode<'_>, out: &mut String) {
    match node.kind() {
        NodeKind::Absent => out.push('-'),
        NodeKind::Null => out.push_str("null"),
        NodeKind::Bool(value) => _ = write!(out, "{value}"),
        NodeKind::Number(text) => out.push_str(text),
        NodeKind::String(text) => _ = write!(out, "{:?}", normalize(text)),
        NodeKind::Expression(expression) => {
            _ = write!(out, "({})", canonical_expression(expression).unwrap_or_default());
        }
        NodeKind::Tuple(elements) => {
            out.push('[');
            for element in elements {
                write(element, out);
                out.push(',');
            }
            out.push(']');
        }
        NodeKind::Object(_) | NodeKind::Body(_) => write_entries(entries(node, false), false, out),
        NodeKind::Block(labels, _) => {
            for label in labels {
                _ = write!(out, "{:?} ", label.label());
            }
            write_entries(entries(node, true), false, out);
        }
    }
}

fn write_entries<'t>(entries: impl Iterator<Item = Entry<'t>>, is_sequence: bool, out: &mut String) {
    let entries = entries.filter_map(|(name, node)| Some((name, node?)));
    let mut entries: Vec<(&str, TapeNode<'_>)> = entries.collect();
    if !is_sequence {
        entries.sort_by_key(|(name, _)| *name);
    }
    out.push('{');
    for (name, node) in entries {
        _ = write!(out, "{:?}:", normalize(name));
        write(node, out);
        out.push(',');
    }
    out.push('}');
}

/// An element of a sequence, for [`align`].
#[derive(Default)]
pub(super) struct Element {
    /// Its canonical text.
    pub(super) text: String,
    /// The canonical texts of its entries, if it is an object or a block.
    fields: HashSet<String>,
}

impl Element {
    pub(super) fn new(node: TapeNode<'_>) -> Self {
        let mut fields = HashSet::new();
        for (name, value) in entries(node, true) {
            fields.extend(value.map(|value| format!("{name:?}:{}", canonical(value))));
        }
        Self { text: canonical(node), fields }
    }

    /// Returns whether at least half of the fields are the same.
    pub(super) fn is_similar(&self, other: &Self) -> bool {
        let common = self.fields.intersection(&other.fields).count();
        common > 0 && 2 * common >= self.fields.len().max(other.fields.len())
    }
}

/// The score of two elements that are equal, more than that of all pairs that are not.
const EQUAL: u64 = 1 << 32;
/// The score of two elements with the same fields.
const SIMILAR: u64 = 1 << 10;
/// The maximum number of pairs for which fields are compared.
const FIELD_PAIRS: usize = 1 << 14;
/// The maximum number of pairs to align. Beyond it, elements are paired by their position.
const PAIRS: usize = 1 << 22;

/// Returns elements with their numbers.
pub(super) fn numbered(elements: &[Element]) -> Vec<(usize, &Element)> {
    elements.iter().enumerate().collect()
}

/// Pairs the elements of two sequences in their order: as many equal ones as possible, and of the
/// others, those that have the most fields in common. Returns their numbers.
pub(super) fn align(before: &[(usize, &Element)], after: &[(usize, &Element)]) -> Vec<(usize, usize)> {
    let equal = |(before, after): (&(usize, &Element), &(usize, &Element))| {
        (before.1.text == after.1.text).then_some((before.0, after.0))
    };
    let mut pairs: Vec<(usize, usize)> = before.iter().zip(after).map_while(equal).collect();
    let (old, new) = (&before[pairs.len()..], &after[pairs.len()..]);
    let end: Vec<(usize, usize)> = old.iter().rev().zip(new.iter().rev()).map_while(equal).collect();
    let (old, new) = (&old[..old.len() - end.len()], &new[..new.len() - end.len()]);
    pairs.extend(middle(old, new).into_iter().map(|(old_at, new_at)| (old[old_at].0, new[new_at].0)));
    pairs.extend(end.into_iter().rev());
    pairs
}

/// Pairs the elements of two sequences that differ at the start and at the end. Returns their
/// positions.
fn middle(old: &[(usize, &Element)], new: &[(usize, &Element)]) -> Vec<(usize, usize)> {
    let count = old.len() * new.len();
    if count == 0 || count > PAIRS {
        return (0..old.len().min(new.len())).map(|index| (index, index)).collect();
    }
    let score = |old: &Element, new: &Element| {
        if old.text == new.text {
            return EQUAL;
        }
        let all = old.fields.len().max(new.fields.len()) as u64;
        if count > FIELD_PAIRS || all == 0 {
            return 1;
        }
        1 + old.fields.intersection(&new.fields).count() as u64 * SIMILAR / all
    };
    // `best[row * width + column]` is the best sum for the elements from these positions on.
    let width = new.len() + 1;
    let mut best = vec![0; (old.len() + 1) * width];
    for (row, (_, old)) in old.iter().enumerate().rev() {
        for (column, (_, new)) in new.iter().enumerate().rev() {
            let at = row * width + column;
            let paired = best[at + width + 1] + score(old, new);
            best[at] = paired.max(best[at + width]).max(best[at + 1]);
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < old.len() && column < new.len() {
        let at = row * width + column;
        if best[at] == best[at + width + 1] + score(old[row].1, new[column].1) {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if best[at] == best[at + width] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

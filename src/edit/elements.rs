//! Inserting elements into tuples and objects.

use super::collection::Collection;
use super::layout::{Edit, shift};
use super::part::Excerpt;
use crate::syntax::format::ends_in_heredoc;

impl Excerpt<'_> {
    /// Returns the edits that insert elements before the one of an index: texts, with keys in an
    /// object.
    pub(super) fn element_insertion<S: AsRef<str>>(
        &self,
        collection: &Collection<'_>,
        index: usize,
        new: impl Iterator<Item = S>,
    ) -> Vec<Edit> {
        let (text, ending, inside) = (self.text(), self.ending(), collection.inside());
        let near = collection.get(index).or_else(|| collection.get(collection.len.checked_sub(1)?));
        let near = text.indent(near.map_or(inside.start, |near| near.start));
        let values: Vec<String> = new.map(|value| self.expression(value.as_ref(), near)).collect();
        let each = |before: &str, after: &str| -> String {
            values.iter().flat_map(|value| [before, value, after]).collect()
        };
        let Some(first) = collection.get(0) else {
            let content = text.text[inside.clone()].trim();
            if content.is_empty() && !collection.is_object {
                return vec![Edit::new(inside, values.join(", "))];
            }
            let indent = [near, self.unit()].concat();
            let lines: Vec<String> = values.iter().map(|value| shift(value, near, &indent)).collect();
            let lines = lines.join([if collection.is_object { "" } else { "," }, ending].concat().as_str());
            let comments = if content.is_empty() { vec![] } else { vec![ending, &indent, content] };
            return vec![Edit::new(inside, [&comments.concat(), ending, &lines, ending, near].concat())];
        };
        let is_broken = text.text[inside.start..first.start].contains('\n');
        let indent = text.indent(first.start);
        let has_commas = collection.has_commas(text);
        if let Some(next) = collection.get(index) {
            let lead = text.lead_start(next.start);
            let (at, new) = if is_broken && text.begins_line(lead) {
                let comma = if has_commas { "," } else { "" };
                (text.line_start(lead), each(indent, &[comma, ending].concat()))
            } else {
                (lead, each("", ", "))
            };
            return vec![Edit::new(at..at, new)];
        }
        let last = collection.len - 1;
        let end = collection.element(last).end;
        let comma = collection.comma(text, last);
        let tail = text.tail_end(collection.end(text, last));
        if is_broken && text.ends_line(tail) && text.line_end(tail) <= inside.end {
            let line = text.line_end(tail);
            if comma.is_some() || !has_commas {
                let comma = if comma.is_some() { "," } else { "" };
                return vec![Edit::new(line..line, each(indent, &[comma, ending].concat()))];
            }
            let is_heredoc = ends_in_heredoc(&text.text[collection.element(last)]);
            let comma = if is_heredoc { [ending, indent, ","].concat() } else { ",".to_owned() };
            let lines = [indent, &values.join([",", ending, indent].concat().as_str()), ending].concat();
            return vec![Edit::new(end..end, comma), Edit::new(line..line, lines)];
        }
        vec![match comma {
            Some(comma) => Edit::new(comma + 1..comma + 1, each(" ", ",")),
            None => Edit::new(end..end, each(", ", "")),
        }]
    }
}

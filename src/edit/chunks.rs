//! The text of a document in chunks, so that a change parses only a part of it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::OnceLock;

use super::group::{Group, Leaves, SIZE};
use super::layout::{boundaries, brace_line, first_item_from};
use super::lines::{self, Gaps, TextView, body_of};
use super::path::{Path, Target};
use crate::body::{File, parse_file};
use crate::error::Result;
use crate::source::Source;
use crate::syntax::ast::{self, BodyItem, Expression, ExpressionKind};
use crate::syntax::format::{Indents, format_lines};

/// The text of a document. It is split at [boundaries](super::layout::Boundary) between items of
/// the file, where the layout of one line never depends on that of another.
///
/// There is at least one chunk. If there are several, each has an item, and each but the last ends
/// with a boundary.
#[derive(Clone)]
pub(super) struct Chunks {
    list: Vec<Chunk>,
    /// The whole file, which is parsed when it is used.
    whole: OnceLock<File>,
    /// The number of items before each chunk, and of all items.
    counts: OnceLock<Vec<usize>>,
    ending: OnceLock<&'static str>,
    /// At least the length of the text.
    length: usize,
}

/// A run of items of the file, with the text up to the next.
#[derive(Clone)]
pub(super) struct Chunk {
    /// The file in which it was parsed, alone or with others.
    file: File,
    /// Its items among those of that file.
    items: Range<usize>,
    /// Its text in that file.
    span: Range<usize>,
    gaps: OnceLock<Gaps>,
    /// New values, by the starts of those in the file that they replace: the ends of these and the
    /// new texts. They change neither the items nor the blank lines and comments between them.
    values: BTreeMap<usize, (usize, String)>,
    /// The text with the new values, if it has to be formatted. It was formatted before.
    formatted: Option<OnceLock<File>>,
    /// The last line in which a literal was replaced.
    line: Line,
    /// The children of a body, tuple or object, if some of them were changed. The rest of the text
    /// is that of the file.
    group: Option<Box<Group>>,
    state: State,
}

/// The state of a chunk, which determines whether its items can be [grouped](Group).
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Nothing was changed. A single change needs no group.
    Unchanged,
    Changed,
    /// It is not formatted.
    Plain,
}

/// A line of a file.
#[derive(Clone, Default)]
struct Line {
    span: Range<usize>,
    /// The offset of the last `=` in it.
    equals: Option<usize>,
}

impl Chunk {
    pub(super) fn of(file: File) -> Self {
        let (items, end) = (body_of(&file).items().len(), file.source().text().len());
        Self::new(file, 0..items, 0..end)
    }

    fn new(file: File, items: Range<usize>, span: Range<usize>) -> Self {
        let (values, line) = (BTreeMap::new(), Line::default());
        Self {
            file,
            items,
            span,
            gaps: OnceLock::new(),
            values,
            formatted: None,
            line,
            group: None,
            state: State::Unchanged,
        }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the body of the file in which the chunk was parsed.
    pub(super) fn body(&self) -> ast::Body<'_> {
        body_of(&self.file)
    }

    pub(super) fn items(&self) -> impl DoubleEndedIterator<Item = BodyItem<'_>> {
        let (body, group) = (self.body(), self.root_group());
        let items = if group.is_some() { 0..0 } else { self.items.clone() };
        let items = items.filter_map(move |index| body.item(index));
        group.into_iter().flat_map(Group::items).chain(items)
    }

    /// Returns the group of the items of the file.
    fn root_group(&self) -> Option<&Group> {
        self.group.as_deref().filter(|group| group.is_root())
    }

    /// Returns the text, before values in it were replaced.
    fn original(&self) -> &str {
        &self.file.source().text()[self.span.clone()]
    }

    pub(super) fn text(&self) -> Cow<'_, str> {
        match &self.formatted {
            Some(_) => Cow::Borrowed(self.current().source().text()),
            None if self.values.is_empty() => Cow::Borrowed(self.original()),
            None => Cow::Owned(self.with_values()),
        }
    }

    /// Returns the text with the new values and children, which is not formatted.
    fn with_values(&self) -> String {
        let text = self.file.source().text();
        if let Some(group) = &self.group {
            let mut out = text[..group.span.start].to_owned();
            group.write(&mut out);
            return out + &text[group.span.end..];
        }
        let mut out = String::with_capacity(self.span.len() + self.span.len() / 8);
        let mut done = self.span.start;
        for (start, (end, new)) in &self.values {
            out.push_str(&text[done..*start]);
            out.push_str(new);
            done = *end;
        }
        out.push_str(&text[done..self.span.end]);
        out
    }

    /// Returns a file of the chunk alone, with the new values.
    fn current(&self) -> &File {
        let parse = |text| parse_file(Source::new(self.file.source().name(), text)).value;
        match &self.formatted {
            Some(formatted) => {
                formatted.get_or_init(|| parse(format_lines(&self.with_values(), Indents::Levels).text))
            }
            None => &self.file,
        }
    }

    /// Returns whether the value of an attribute or an element was replaced, so that the text has
    /// to be formatted and parsed to read it.
    fn is_replaced(&self, target: Target<'_>) -> bool {
        let start = target.value().map(|value| value.span().start as usize);
        self.formatted.is_some() && start.is_some_and(|start| self.values.contains_key(&start))
    }

    /// Returns the item with an index in the file, or the element to which indexes lead from it.
    fn target(&self, item: usize, inner: &[usize]) -> Option<Target<'_>> {
        if let Some(group) = &self.group {
            let place = [&[item], inner].concat();
            return match group.within(&place) {
                Some(rest) => group.target(rest),
                None if group.is_around(&place) => Path(place).target(body_of(self.current())),
                None => Path(place).target(self.body()),
            };
        }
        let mut target = Target::Item(self.body().item(item)?);
        for index in 0..=inner.len() {
            if self.is_replaced(target) {
                let item = body_of(self.current()).item(item - self.items.start)?;
                return Target::Item(item).inner(inner);
            }
            target = inner.get(index).map_or(Some(target), |index| target.inner(&[*index]))?;
        }
        Some(target)
    }

    /// Returns the value to which indexes lead from an item, as it was before it was replaced.
    /// Returns `None` if it is in another one that was replaced.
    fn original_value(&self, item: usize, inner: &[usize]) -> Option<Expression<'_>> {
        let mut target = Target::Item(self.body().item(item)?);
        for index in inner {
            if self.is_replaced(target) {
                return None;
            }
            target = target.inner(&[*index])?;
        }
        target.value()
    }

    fn has_comments(&self) -> bool {
        !TextView::of(self.body()).comments(self.span.clone()).is_empty()
    }

    /// Replaces a value whose text will be formatted and parsed when it is used. It has to be
    /// formatted now. Returns whether it did.
    fn set_later(&mut self, span: Range<usize>, new: &str) -> bool {
        let text = TextView::of(self.body());
        if !text.comments(span.clone()).is_empty() || text.start() > self.span.start {
            return false;
        }
        if self.formatted.is_none() {
            let text = self.text();
            if format_lines(&text, Indents::Levels).text != text {
                return false;
            }
        }
        // A value in the old one is gone.
        let inner: Vec<usize> = self.values.range(span.clone()).map(|(start, _)| *start).collect();
        inner.iter().for_each(|start| _ = self.values.remove(start));
        self.values.insert(span.start, (span.end, new.to_owned()));
        self.formatted = Some(OnceLock::new());
        true
    }

    /// Replaces a literal, if that moves no `=` and no comment that the formatter aligns. Returns
    /// whether it did.
    fn set_literal(&mut self, span: Range<usize>, new: &str) -> bool {
        let text = TextView::of(body_of(&self.file));
        let replaced = &text.text[span.clone()];
        if !(replaced.len() == new.len() && replaced.is_ascii() && new.is_ascii()) {
            if !self.line.span.contains(&span.start) {
                let line = text.line_start(span.start)..text.line_end(span.end);
                let equals = text.text[line.clone()].rfind('=').map(|at| line.start + at);
                self.line = Line { span: line, equals };
            }
            // If a `=` is right before the literal, no later one in the line is aligned.
            let is_assigned = text.text[..span.start].trim_end_matches([' ', '\t']).ends_with('=');
            let moves_equals = !is_assigned && self.line.equals.is_some_and(|equals| equals >= span.end);
            if moves_equals || !text.comments(span.end..self.line.span.end).is_empty() {
                return false;
            }
        }
        self.values.insert(span.start, (span.end, new.to_owned()));
        self.formatted = self.formatted.take().map(|_| OnceLock::new());
        true
    }

    /// Returns the indentation of its last item that begins a line.
    pub(super) fn indent_of_items(&self) -> Option<&str> {
        if self.root_group().is_some() {
            return Some("");
        }
        TextView::of(self.body()).indent_of_first(self.items().rev().map(BodyItem::span))
    }

    /// Returns the indentation of its first comment that begins a line.
    pub(super) fn indent_of_comments(&self) -> Option<&str> {
        let text = TextView::of(self.body());
        text.indent_of_first(text.comments(self.span.clone()).iter().copied())
    }

    pub(super) fn gaps(&self) -> Gaps {
        *self.gaps.get_or_init(|| {
            let own = || TextView::of(self.body()).gaps(self.body(), self.items.clone(), self.span.clone());
            self.root_group().map_or_else(own, Group::gaps)
        })
    }

    /// Returns the same text in chunks of about [`SIZE`] bytes.
    fn split(&self) -> Vec<Self> {
        let body = self.body();
        let text = TextView::of(body);
        let mut chunks = Vec::with_capacity(self.span.len() / SIZE + 1);
        let mut push = |items, span: Range<usize>| {
            let values = self.values.range(span.clone());
            let values = values.map(|(start, value)| (*start, value.clone())).collect();
            let formatted = self.formatted.as_ref().map(|_| OnceLock::new());
            let state = self.state;
            chunks.push(Self { values, formatted, state, ..Self::new(self.file.clone(), items, span) });
        };
        let (mut first, mut start) = (self.items.start, self.span.start);
        let mut next = first;
        while next < self.items.end {
            next = first_item_from(body, next + 1..self.items.end, start + SIZE);
            // The comments before the blank lines stay in this chunk.
            let split = (next..self.items.end)
                .find_map(|index| Some((index, boundaries(text, body, index).last()?.lines.end)));
            let Some((index, end)) = split else { break };
            push(first..index, start..end);
            (first, start, next) = (index, end, index);
        }
        push(first..self.items.end, start..self.span.end);
        chunks
    }
}

impl Chunks {
    pub(super) fn of(file: File) -> Self {
        let length = file.source().text().len();
        Self { whole: OnceLock::from(file.clone()), ..Self::from_list(vec![Chunk::of(file)], length) }
    }

    fn from_list(list: Vec<Chunk>, length: usize) -> Self {
        let (whole, counts, ending) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { list, whole, counts, ending, length }
    }

    /// Replaces a value in an item of the file without parsing: a literal by a `literal`, if no
    /// other text moves, or any value in a text that is formatted, if it `can_wait`. Returns
    /// whether it did.
    pub(super) fn set_value(&mut self, site: &Path, new: &str, is_literal: bool, can_wait: bool) -> bool {
        let Some((item, inner)) = site.0.split_first() else { return false };
        let place = |chunks: &Self| {
            let at = chunks.chunk_of(*item);
            (at, chunks.list[at].items.start + (item - chunks.counts()[at]))
        };
        let (at, index) = place(self);
        if self.list[at].group.is_some() {
            return false;
        }
        let Some(old) = self.list[at].original_value(index, inner) else { return false };
        let span = old.span().range();
        let is_literal = is_literal && self::is_literal(old);
        let old_text = old.source().slice(old.span());
        let can_wait = can_wait && !old_text.contains("<<") && old_text.contains('\n') == new.contains('\n');
        let length = self.length.saturating_add(new.len());
        if is_literal && i32::try_from(length).is_ok() && self.list[at].set_literal(span.clone(), new) {
            (self.length, self.whole) = (length, OnceLock::new());
            return true;
        }
        if !can_wait {
            return false;
        }
        // A large chunk is split first.
        let at = match self.list[at].formatted {
            Some(_) => at,
            None => self.around(*item..*item + 1).start,
        };
        let chunk = &mut self.list[at];
        // The comments at the ends of lines can move with the longest line.
        let lines = if chunk.has_comments() { chunk.span.len() / 4 } else { 0 };
        let length = length.saturating_add(new.len().saturating_mul(lines));
        let is_set = i32::try_from(length).is_ok() && chunk.set_later(span, new);
        if is_set {
            (self.length, self.whole) = (length, OnceLock::new());
        }
        is_set
    }

    /// Returns the number of items before each chunk, and that of all items.
    fn counts(&self) -> &[usize] {
        self.counts.get_or_init(|| {
            let counts = self.list.iter().scan(0, |count, chunk| {
                *count += chunk.items.len();
                Some(*count)
            });
            [0].into_iter().chain(counts).collect()
        })
    }

    /// Returns the chunk of an item, or the last one if there is no such item.
    fn chunk_of(&self, item: usize) -> usize {
        let after = self.counts()[1..].partition_point(|count| *count <= item);
        after.min(self.list.len() - 1)
    }

    pub(super) fn as_slice(&self) -> &[Chunk] {
        &self.list
    }

    /// Returns the whole file. After a change, it is parsed at the first call.
    pub(super) fn file(&self) -> &File {
        self.whole.get_or_init(|| parse_file(self.source(self.list.iter().map(Chunk::text).collect())).value)
    }

    /// Returns a text as a source with the name of the document.
    pub(super) fn source(&self, text: String) -> Source {
        Source::new(self.list[0].file.source().name(), text)
    }

    /// Returns the number of items of the file.
    pub(super) fn item_count(&self) -> usize {
        self.counts()[self.list.len()]
    }

    /// Returns the number of items before a chunk.
    pub(super) fn items_before(&self, chunk: usize) -> usize {
        self.counts()[chunk]
    }

    pub(super) fn items(&self) -> impl DoubleEndedIterator<Item = BodyItem<'_>> {
        self.list.iter().flat_map(Chunk::items)
    }

    /// Returns the chunk of a place, and the path in the chunk.
    fn chunk_at(&self, place: &[usize]) -> Option<(usize, Vec<usize>)> {
        let mut path = place.to_vec();
        let at = self.chunk_of(*path.first()?);
        path[0] = self.list[at].items.start + (path[0] - self.counts()[at]);
        Some((at, path))
    }

    /// Returns the group of the body, tuple or object at a place.
    pub(super) fn group_of(&self, place: &[usize]) -> Option<&Group> {
        if place.is_empty() {
            return self.list[0].root_group().filter(|_| self.list.len() == 1);
        }
        let (at, path) = self.chunk_at(place)?;
        self.list[at].group.as_deref().filter(|group| group.is_at(&path))
    }

    /// Returns the group that a place is in, with its chunk and the path from a child on.
    pub(super) fn group_around(&self, place: &[usize]) -> Option<(usize, &Group, Vec<usize>)> {
        let (at, path) = self.chunk_at(place)?;
        let group = self.list[at].group.as_deref()?;
        Some((at, group, group.within(&path)?.to_vec()))
    }

    /// Returns whether an item is in a group, and a body is that of the group or in it.
    pub(super) fn has_same_group(&self, item: &[usize], body: &[usize]) -> bool {
        self.group_around(item).is_some_and(|(at, group, _)| match self.chunk_at(body) {
            Some((other, path)) => at == other && (group.within(&path).is_some() || group.is_at(&path)),
            None => group.is_root() && self.list.len() == 1,
        })
    }

    /// Makes a group around a place in a chunk that was changed before, if the place is in a large
    /// body, tuple or object of a text that is formatted. Returns whether there is one.
    pub(super) fn group(&mut self, place: &[usize]) -> bool {
        if self.group_around(place).is_some() {
            return true;
        }
        let Some(item) = place.first() else { return false };
        let at = self.around(*item..item + 1).start;
        let chunk = &self.list[at];
        if chunk.state != State::Changed || chunk.span.len() <= 2 * SIZE {
            return false;
        }
        let mut path = place.to_vec();
        path[0] -= self.counts()[at];
        let file = self.parsed(at..at + 1);
        let text = TextView::of(body_of(&file));
        let Some(group) = Group::of(&file, &path) else { return false };
        let is_formatted = text.start() == 0
            && (chunk.formatted.is_some() || format_lines(text.text, Indents::Levels).text == text.text);
        let chunk = &mut self.list[at];
        if !is_formatted {
            chunk.state = State::Plain;
            return false;
        }
        let formatted = Some(OnceLock::from(file.clone()));
        *chunk = Chunk { group: Some(Box::new(group)), formatted, ..Chunk::of(file) };
        true
    }

    /// Returns whether the text around a child of a group in a chunk is all in the group.
    pub(super) fn is_inner(&self, at: usize, child: usize) -> bool {
        self.list[at].root_group().is_none_or(|group| {
            (child > 0 || at == 0) && (child + 1 < group.len() || at + 1 == self.list.len())
        })
    }

    /// Replaces children of a group, if the text is certain to stay short enough. Returns whether
    /// it did.
    pub(super) fn replace_in_group(&mut self, at: usize, window: Range<usize>, leaves: Leaves) -> bool {
        let length = self.length.saturating_add(leaves.text().len());
        let Some(group) = self.list[at].group.as_deref_mut() else { return false };
        if !group.replace(window, leaves, length) {
            return false;
        }
        let (is_root, len) = (group.is_root(), group.len());
        let chunk = &mut self.list[at];
        chunk.formatted = Some(OnceLock::new());
        if is_root {
            (chunk.items, chunk.gaps) = (0..len, OnceLock::new());
            self.counts = OnceLock::new();
        }
        (self.length, self.whole) = (length, OnceLock::new());
        true
    }

    /// Returns the item of the file with an index, or the element to which indexes lead from it.
    /// Its kind is that in the text, but its content can be an earlier one.
    pub(super) fn outline(&self, place: &[usize]) -> Option<Target<'_>> {
        let (at, path) = self.chunk_at(place)?;
        let chunk = &self.list[at];
        match &chunk.group {
            Some(group) if chunk.items.contains(&path[0]) && group.within(&path).is_none() => {
                Path(path).target(chunk.body())
            }
            _ => self.target(place[0], &place[1..]),
        }
    }

    /// Returns the item of the file with an index, or the element to which indexes lead from it.
    /// Its span is that in its chunk, in which no values were replaced.
    pub(super) fn target(&self, item: usize, inner: &[usize]) -> Option<Target<'_>> {
        let at = self.chunk_of(item);
        let index = self.list[at].items.start + (item - self.counts()[at]);
        self.list[at].items.contains(&index).then(|| self.list[at].target(index, inner))?
    }

    /// Returns the line ending of the text, which is the first in it.
    pub(super) fn ending(&self) -> &'static str {
        let first_line = || self.list[0].original().split_inclusive('\n').next().unwrap_or_default();
        self.ending.get_or_init(|| lines::ending(first_line()))
    }

    /// Returns the chunks of items, which are split first if they are large.
    pub(super) fn around(&mut self, items: Range<usize>) -> Range<usize> {
        for at in self.of_items(&items).rev() {
            if self.list[at].span.len() > 2 * SIZE && self.list[at].group.is_none() {
                let chunks = self.list[at].split();
                self.list.splice(at..=at, chunks);
                self.counts = OnceLock::new();
            }
        }
        self.of_items(&items)
    }

    /// Returns the chunks of items: at least one, the last for those that do not exist.
    fn of_items(&self, items: &Range<usize>) -> Range<usize> {
        let last = items.end.max(items.start + 1) - 1;
        self.chunk_of(items.start)..self.chunk_of(last) + 1
    }

    /// Returns the file of some chunks, as if there were no others.
    pub(super) fn parsed(&self, chunks: Range<usize>) -> File {
        match &self.list[chunks.clone()] {
            _ if chunks.len() == self.list.len() => self.file().clone(),
            [chunk] if chunk.formatted.is_some() => chunk.current().clone(),
            [chunk] if chunk.values.is_empty() && chunk.span.len() == chunk.file.source().text().len() => {
                chunk.file.clone()
            }
            list => parse_file(self.source(list.iter().map(Chunk::text).collect())).value,
        }
    }

    /// Parses the whole text with another text in the place of some chunks.
    pub(super) fn parse_with(&self, chunks: Range<usize>, text: &str) -> Result<File> {
        let before = self.list[..chunks.start].iter().map(Chunk::text);
        let after = self.list[chunks.end..].iter().map(Chunk::text);
        let text = before.chain([Cow::Borrowed(text)]).chain(after);
        parse_file(self.source(text.collect())).into_result()
    }

    /// Replaces some chunks by one that was parsed alone and has no errors by itself.
    ///
    /// # Errors
    /// Returns the errors of the whole text.
    pub(super) fn replace(&mut self, chunks: Range<usize>, mut chunk: Chunk) -> Result<()> {
        let is_plain = |chunk: &Chunk| chunk.state == State::Plain;
        chunk.state = match self.list[chunks.clone()].iter().any(is_plain) {
            true => State::Plain,
            false => State::Changed,
        };
        if chunks.len() == self.list.len() {
            let state = chunk.state;
            *self = Self::of(chunk.file);
            self.list[0].state = state;
        } else if self.fits(&chunks, &chunk) {
            let length = self.length + chunk.span.len();
            let mut list = std::mem::take(&mut self.list);
            list.splice(chunks, [chunk]);
            *self = Self::from_list(list, length);
        } else {
            *self = Self::of(self.parse_with(chunks, &chunk.text())?);
        }
        Ok(())
    }

    /// Returns whether a chunk in the place of others is certain to be valid there.
    fn fits(&self, chunks: &Range<usize>, chunk: &Chunk) -> bool {
        let body = chunk.body();
        let text = TextView::of(body);
        let end = text.text.len();
        let length = self.length + end;
        let is_first = chunks.start == 0;
        let is_last = chunks.end == self.list.len();
        body.items().len() > 0
            && (is_first || text.start() == 0)
            && (is_last || is_boundary(text, body))
            && i32::try_from(length).is_ok()
            && self.has_no_attribute_of(chunks, body)
    }

    /// Returns whether the new attributes of a body have other names than those in other chunks.
    fn has_no_attribute_of(&self, chunks: &Range<usize>, body: ast::Body<'_>) -> bool {
        fn names(chunks: &[Chunk]) -> impl Iterator<Item = &str> {
            chunks.iter().flat_map(Chunk::items).filter_map(|item| match item {
                BodyItem::Attribute(attribute) => Some(attribute.name()),
                BodyItem::Block(_) => None,
            })
        }
        let old: HashSet<&str> = names(&self.list[chunks.clone()]).collect();
        let new = body.attributes().map(ast::Attribute::name).filter(|name| !old.contains(name));
        let new: HashSet<&str> = new.collect();
        let mut others = names(&self.list[..chunks.start]).chain(names(&self.list[chunks.end..]));
        new.is_empty() || others.all(|name| !new.contains(name))
    }
}

/// Returns whether the end of a text is a boundary, if an item follows.
fn is_boundary(text: TextView<'_>, body: ast::Body<'_>) -> bool {
    let end = text.text.len();
    let after_brace = brace_line(text, body, body.items().len() - 1).is_some_and(|(_, line)| line == end);
    after_brace || !text.blank_before(end, text.start()).is_empty()
}

/// Returns whether an expression is a literal in one line.
pub(super) fn is_literal(expression: Expression<'_>) -> bool {
    let is_literal = matches!(
        expression.kind(),
        ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
    );
    is_literal && !expression.source().slice(expression.span()).contains('\n')
}

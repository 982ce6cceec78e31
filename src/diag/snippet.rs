//! Snippets: the lines of an excerpt with their numbers, and with spans underlined or replaced.

use unicode_width::UnicodeWidthStr;

use super::excerpt::{Excerpt, Line, Underlined, shown};
use super::style::{ADDED, CONTEXT, EMPHASIS, PLAIN, Painter, REMOVED, Style};
use crate::source::Escaped;
use crate::util::order::sort_by_position;

/// Returns the lines of a text of which each has at most this many columns, if its words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let start = text.len() - text.trim_start().len();
    let mut words = text[start..].split(' ');
    let mut lines = vec![text[..start].to_owned() + words.next().unwrap_or_default()];
    let mut columns = lines[0].width();
    for word in words {
        let next = columns + 1 + word.width();
        match lines.last_mut() {
            Some(line) if next <= width => {
                line.extend([" ", word]);
                columns = next;
            }
            _ => {
                lines.push(word.to_owned());
                columns = word.width();
            }
        }
    }
    lines
}

/// A row beside the margin: texts with their columns and styles. They do not overlap.
#[derive(Default)]
struct Row(Vec<(usize, String, Style)>);

impl Row {
    fn put(&mut self, column: usize, text: impl Into<String>, style: Style) {
        self.0.push((column, text.into(), style));
    }
}

/// A span of one line, in columns.
struct Mark<'s> {
    start: usize,
    end: usize,
    style: Style,
    is_primary: bool,
    text: &'s str,
}

/// A span of several lines, whose ends a vertical line connects.
struct Bar<'s> {
    span: &'s Underlined<'s>,
    style: Style,
    column: usize,
    is_open: bool,
}

/// Writes excerpts with the same margin.
pub(super) struct Snippet<'p> {
    pub(super) painter: &'p mut Painter,
    pub(super) margin: usize,
    /// The style of primary spans.
    pub(super) primary: Style,
    /// The number of columns, if lines are wrapped.
    pub(super) width: Option<usize>,
}

impl Snippet<'_> {
    /// Writes the end of the margin of an excerpt.
    pub(super) fn separator(&mut self) {
        self.row("", "|", CONTEXT, Row::default());
    }

    /// Begins a line with a sign below the margin.
    pub(super) fn line(&mut self, sign: &str, text: &str) {
        self.painter.text.push('\n');
        self.painter.indent(self.margin);
        self.painter.push(CONTEXT, sign);
        self.painter.text.push_str(text);
    }

    /// Writes a message of several lines with a title.
    pub(super) fn message(&mut self, title: &str, message: &str) {
        let indent = self.margin + 3 + title.len();
        let width = self.width.map_or(usize::MAX, |width| width.saturating_sub(indent));
        let lines = message.lines().map(|line| wrapped(&Escaped(line).to_string(), width));
        for (index, line) in lines.flatten().enumerate() {
            if index == 0 {
                self.line(" = ", "");
                self.painter.push(EMPHASIS, title);
            } else {
                self.painter.text.push('\n');
                self.painter.indent(if line.is_empty() { 0 } else { indent });
            }
            self.painter.text.push_str(&line);
        }
    }

    /// Writes the title of a correction, which follows.
    pub(super) fn title(&mut self, title: &str) {
        self.line(" = ", "");
        self.painter.push(EMPHASIS, title);
    }

    /// Writes the lines of an excerpt with the spans underlined.
    pub(super) fn underlined(&mut self, excerpt: &Excerpt<'_>) {
        let mut bars = self.bars(excerpt);
        let indent = bars.iter().map(|bar| bar.column + 2).max().unwrap_or(0);
        self.separator();
        let mut next = None;
        for line in excerpt.lines() {
            if next.is_some_and(|next| next < line.number) {
                self.row("...", "", CONTEXT, open(&bars, usize::MAX));
            }
            next = Some(line.number + 1);
            let mut row = open(&bars, usize::MAX);
            for bar in bars.iter_mut().filter(|bar| bar.span.first_line == line.number) {
                // A span that begins with the line needs no row for its start.
                if line.shown[..line.offset(bar.span.span.start)].trim_start().is_empty() {
                    row.put(bar.column, "/", bar.style);
                    bar.is_open = true;
                }
            }
            row.put(indent, &line.shown, PLAIN);
            self.row(&line.number.to_string(), "|", CONTEXT, row);
            for marks in rows_of_marks(&self.marks(excerpt, &line, indent)) {
                let mut row = open(&bars, usize::MAX);
                row.0.extend(marks.0);
                self.row("", "|", CONTEXT, row);
            }
            for at in 0..bars.len() {
                let bar = &bars[at];
                if bar.span.first_line == line.number && !bar.is_open {
                    let column = indent + line.column(bar.span.span.start);
                    let mut row = open(&bars, bar.column);
                    row.put(bar.column + 1, "_".repeat(column - bar.column - 1), bar.style);
                    row.put(column, sign(bar.span.is_primary), bar.style);
                    self.row("", "|", CONTEXT, row);
                    bars[at].is_open = true;
                } else if bar.span.last_line == line.number {
                    let column = indent + line.column(bar.span.span.end).saturating_sub(1);
                    let mut row = open(&bars, bar.column + 1);
                    row.put(bar.column + 1, "_".repeat(column - bar.column - 1), bar.style);
                    let label = format!("{} {}", sign(bar.span.is_primary), Escaped(&bar.span.text));
                    row.put(column, label.trim_end(), bar.style);
                    self.row("", "|", CONTEXT, row);
                    bars[at].is_open = false;
                }
            }
        }
    }

    /// Writes the lines that have replacements, before and after them. Where text is only inserted,
    /// the line after it is enough.
    pub(super) fn replaced(&mut self, excerpt: &Excerpt<'_>) {
        let lines = excerpt.lines();
        let mut spans = &excerpt.spans[..];
        let mut next = None;
        while let [first, ..] = spans {
            // Replacements belong together if they share a line.
            let mut last_line = first.last_line;
            let count = spans.iter().take_while(|it| {
                let is_near = it.first_line <= last_line;
                last_line = last_line.max(it.last_line);
                is_near
            });
            let (group, others) = spans.split_at(count.count());
            spans = others;
            let last_line = group.iter().map(|it| it.last_line).max().unwrap_or(first.last_line);
            let lines: Vec<&Line> =
                lines.iter().filter(|it| (first.first_line..=last_line).contains(&it.number)).collect();
            if next.is_some_and(|next| next < first.first_line) {
                self.row("...", "", CONTEXT, Row::default());
            }
            next = Some(last_line + 1);
            self.group(group, &lines);
        }
    }

    fn group(&mut self, group: &[Underlined<'_>], lines: &[&Line]) {
        let ([first, ..], [.., last]) = (lines, lines) else { return };
        let line = |number: u32| lines.iter().find(|line| line.number == number).unwrap_or(last);
        let number = first.number.to_string();
        let is_insertion = group.iter().all(|it| it.span.is_empty());
        if !is_insertion {
            for line in lines {
                let mut row = Row::default();
                row.put(0, &line.shown, PLAIN);
                self.row(&line.number.to_string(), "-", REMOVED, row);
            }
        }
        let (mut row, mut below) = (Row::default(), Row::default());
        let (mut column, mut done) = (0, 0);
        for it in group {
            let begun = line(it.first_line);
            let kept = begun.shown.get(done..begun.offset(it.span.start)).unwrap_or("");
            row.put(column, kept, PLAIN);
            column += kept.width();
            let added = shown(&it.text);
            let width = added.width();
            let margin = width - added.trim_start().width();
            below.put(column + margin, "+".repeat(added.trim().width()), ADDED);
            row.put(column, added, ADDED);
            column += width;
            done = line(it.last_line).offset(it.span.end);
        }
        row.put(column, last.shown.get(done..).unwrap_or(""), PLAIN);
        if is_insertion {
            self.row(&number, "|", CONTEXT, row);
            self.row("", "|", CONTEXT, below);
        } else if row.0.iter().any(|(_, text, _)| !text.trim().is_empty()) {
            self.row(&number, "+", ADDED, row);
        }
    }

    /// Returns the spans of several lines, with columns that differ where the spans overlap.
    fn bars<'s>(&self, excerpt: &'s Excerpt<'_>) -> Vec<Bar<'s>> {
        let mut bars: Vec<Bar<'s>> = Vec::new();
        for span in excerpt.spans.iter().filter(|it| it.first_line < it.last_line) {
            let is_taken = |column: &usize| {
                bars.iter().any(|it| {
                    it.column == *column
                        && it.span.first_line <= span.last_line
                        && span.first_line <= it.span.last_line
                })
            };
            let column = (0..).find(|column| !is_taken(column)).unwrap_or(0);
            bars.push(Bar { span, style: self.style(span.is_primary), column, is_open: false });
        }
        bars
    }

    /// Returns the spans within a line. Of spans that overlap, the last one is visible.
    fn marks<'s>(&self, excerpt: &'s Excerpt<'_>, line: &Line, indent: usize) -> Vec<Mark<'s>> {
        let spans =
            excerpt.spans.iter().filter(|it| it.first_line == line.number && it.last_line == line.number);
        let mut marks: Vec<Mark<'s>> = spans
            .map(|it| {
                let start = indent + line.column(it.span.start);
                let end = (indent + line.column(it.span.end)).max(start + 1);
                Mark {
                    start,
                    end,
                    style: self.style(it.is_primary),
                    is_primary: it.is_primary,
                    text: &it.text,
                }
            })
            .collect();
        sort_by_position(&mut marks, |mark| (mark.is_primary.into(), 0));
        marks
    }

    fn style(&self, is_primary: bool) -> Style {
        if is_primary { self.primary } else { CONTEXT }
    }

    /// Writes a row with a number in the margin.
    fn row(&mut self, number: &str, sign: &str, style: Style, mut row: Row) {
        let painter = &mut *self.painter;
        painter.text.push('\n');
        painter.indent(self.margin.saturating_sub(number.len()));
        painter.push(CONTEXT, number);
        let mut column = self.margin.max(number.len());
        if !sign.is_empty() {
            painter.text.push(' ');
            painter.push(style, sign);
            column += 1 + sign.len();
        }
        sort_by_position(&mut row.0, |it| (it.0, 0));
        for (start, text, style) in row.0.iter().filter(|(_, text, _)| !text.is_empty()) {
            let start = start + self.margin + 3;
            painter.indent(start.saturating_sub(column));
            painter.push(*style, text);
            column = start + text.width();
        }
    }
}

/// Returns the vertical lines that reach a row, up to a column.
fn open(bars: &[Bar<'_>], end: usize) -> Row {
    let open = bars.iter().filter(|bar| bar.is_open && bar.column < end);
    Row(open.map(|bar| (bar.column, "|".to_owned(), bar.style)).collect())
}

fn sign(is_primary: bool) -> &'static str {
    if is_primary { "^" } else { "-" }
}

/// Returns the rows below a line: the marks, with labels that have enough space beside them, then
/// the other labels, the rightmost one first.
fn rows_of_marks(marks: &[Mark<'_>]) -> Vec<Row> {
    let Some(width) = marks.iter().map(|mark| mark.end).max() else { return Vec::new() };
    let mut cells = vec![None; width];
    for mark in marks {
        cells[mark.start..mark.end].fill(Some((sign(mark.is_primary), mark.style)));
    }
    let mut first = Row::default();
    let mut hanging: Vec<(usize, String, Style)> = Vec::new();
    for mark in marks.iter().filter(|mark| !mark.text.is_empty()) {
        let label = Escaped(mark.text).to_string();
        let space = mark.end..width.min(mark.end + label.width() + 2);
        if cells[space].iter().all(Option::is_none) && first.0.iter().all(|it| it.0 != mark.end + 1) {
            first.put(mark.end + 1, label, mark.style);
        } else {
            hanging.push((mark.start, label, mark.style));
        }
    }
    let mut column = 0;
    for run in cells.chunk_by(|a, b| a == b) {
        if let Some((sign, style)) = run[0] {
            first.put(column, sign.repeat(run.len()), style);
        }
        column += run.len();
    }
    sort_by_position(&mut hanging, |it| (usize::MAX - it.0, 0));
    let lines = |labels: &[(usize, String, Style)]| {
        Row(labels.iter().map(|(column, _, style)| (*column, "|".to_owned(), *style)).collect())
    };
    let mut rows = vec![first];
    if !hanging.is_empty() {
        rows.push(lines(&hanging));
    }
    for (at, (column, label, style)) in hanging.iter().enumerate() {
        let mut row = lines(&hanging[at + 1..]);
        row.0.retain(|it| it.0 < *column);
        row.put(*column, label, *style);
        rows.push(row);
    }
    rows
}

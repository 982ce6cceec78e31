//! Lines of other formats: JSON, YAML, TOML, INI, XML, Markdown, diffs, shell sessions, and the
//! markers of merge conflicts.

use super::{extent, lines};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Returns the diagnostic for a line that looks like another format.
pub(super) fn other_format(text: &str, start: usize) -> Option<Diagnostic> {
    let line = extent::rest_of_line(text, start);
    let before = text[..start].trim_end_matches([' ', '\t']);
    if lines::indentation(text, start as u32).is_none() && !before.ends_with('{') {
        return None;
    }
    let (length, detail, help) = mark(line).or_else(|| json(text, start))?;
    let span = Span::new(start as u32, (start + length) as u32);
    let name = line.trim_start_matches(['[', '"', ' ']);
    let name = &name[..extent::name_length(name)];
    let help = help.replace("{name}", if name.is_empty() { "service" } else { name });
    Some(Diagnostic::new(Code::OtherFormat, detail).at(span).with_help(help))
}

/// Returns whether the line at an offset is a directive of a format such as that of nginx: a name
/// and values, with a semicolon at the end and without an equals sign.
pub(super) fn is_directive(text: &str, start: usize) -> bool {
    let line = extent::rest_of_line(text, start).trim_end();
    let words = line.strip_suffix(';').unwrap_or_default();
    lines::indentation(text, start as u32).is_some()
        && words[extent::name_length(words)..].starts_with([' ', '\t'])
        && !words.contains(['=', '{', ';'])
}

/// The length of the mark at the start of a line, the mistake, and the help.
type Mark = (usize, &'static str, &'static str);

/// The help for a block, with the name of a section if there is one.
const BLOCK: &str = "Write a block: {name} { … }";

/// Returns the mark of another format at the start of a line.
fn mark(line: &str) -> Option<Mark> {
    const LINE: &str = "Remove the line.";
    let starts = |marks: &[&str]| marks.iter().any(|mark| line.starts_with(mark));
    let whole = line.trim_end();
    let after = |mark: &str| line.strip_prefix(mark).unwrap_or_default();
    let is_changed = |rest: &str| {
        rest.starts_with([' ', '\t']) && extent::is_item(rest.trim_start()) || rest.trim() == "}"
    };
    let section = whole.split('#').next().unwrap_or(whole).trim_end();
    let inner = section.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    let is_in_section = |character: char| character.is_alphanumeric() || "_-.: \"'[]".contains(character);
    let list_item = after("- ");
    let begins_comment =
        |mark: &str| after(mark).starts_with(' ') && !extent::is_item(after(mark).trim_start());
    let comment = ["--", ";", "%", "(*", "*", "/"].into_iter().find(|mark| begins_comment(mark));
    let comment = if line.starts_with("<!--") { Some("<!--") } else { comment };
    let tag = after("<");
    let is_tag = tag.starts_with(['/', '!', '?']) || extent::name_length(tag) > 0;
    Some(if starts(&["@@ ", "+++ ", "--- "]) {
        (3, "This line is the header of a diff.", LINE)
    } else if is_changed(after("+")) {
        let detail = "The \"+\" at the start of this line marks an added line of a diff.";
        (1, detail, "Remove the \"+\".")
    } else if is_changed(after("-")) {
        (1, "The \"-\" at the start of this line marks a removed line of a diff.", LINE)
    } else if matches!(whole, "---" | "...") {
        (3, "The line \"---\" is a mark of YAML, not of HCL.", "Remove it.")
    } else if !list_item.is_empty() && (!extent::is_item(list_item) || list_item.contains(':')) {
        let help = "Write a list in brackets: names = [\"a\", \"b\"]";
        (1, "Elements of a list do not begin with \"-\".", help)
    } else if !inner.is_empty() && inner.chars().all(is_in_section) {
        let detail = "A section in brackets is a table of TOML or a section of INI, not of HCL.";
        (section.len(), detail, BLOCK)
    } else if let Some(mark) = comment {
        let detail = "A comment begins with \"#\" or \"//\".";
        (mark.len(), detail, "Write \"#\" at the start of the comment.")
    } else if is_tag && tag.contains('>') {
        (1, "A tag in angle brackets is XML or HTML, not HCL.", BLOCK)
    } else if starts(&["$ ", "> "]) {
        (1, "\"$\" or \">\" at the start of a line is the prompt of a shell.", LINE)
    } else if starts(&["```", "~~~"]) {
        (3, "This line is the fence of a code block of Markdown.", LINE)
    } else {
        return None;
    })
}

/// Recognizes a brace that begins the text, with a quoted key after it.
fn json(text: &str, start: usize) -> Option<Mark> {
    let is_first = text[..start].trim_start_matches('\u{feff}').trim().is_empty();
    let inner = text[start..].strip_prefix(['{', '['])?.trim_start();
    (is_first && inner.starts_with(['"', '{', '}', '[', ']'])).then_some((
        1,
        "An attribute (name = value) or a block (type { … }) is expected here. Text in braces is JSON.",
        "Give the name of a JSON file the ending .json, or remove the braces and write name = value.",
    ))
}

/// The number of characters of a marker.
const LENGTH: usize = 7;

/// The merge conflicts of a text. Of each, the first side is read, and the others are skipped.
#[derive(Default)]
pub(crate) struct Conflicts {
    /// The end of the conflict that is being read.
    end: Option<usize>,
    /// Whether a conflict without an end was found. Then no end of another one is searched.
    has_no_end: bool,
}

impl Conflicts {
    /// Reads the marker that begins a line at an offset. Returns the offset where the text goes on,
    /// and the diagnostic of a conflict that begins here.
    pub(crate) fn marker(&mut self, text: &str, start: usize) -> Option<(usize, Option<Diagnostic>)> {
        let begins_line = start == 0 || text.as_bytes()[start - 1] == b'\n';
        let first = begins_line.then(|| marker(&text[start..])).flatten()?;
        let line_end = lines::end_of_line(text, start);
        // A conflict may end without markers between its sides.
        self.end = self.end.filter(|end| start < *end);
        if self.end.is_some() {
            let side_end = if matches!(first, '|' | '=') { self.end.take() } else { None };
            return Some((side_end.unwrap_or(line_end), None));
        }
        let detail = "This is a marker of a merge conflict. Keep the lines of one side, and remove the markers \
                      and the other side.";
        let span = Span::new(start as u32, line_end as u32);
        let mut found = Diagnostic::new(Code::MergeConflict, detail).at(span);
        let mut at = line_end;
        while first == '<' && !self.has_no_end && self.end.is_none() {
            at = lines::next_line(text, at);
            self.has_no_end = at == text.len();
            let span = Span::new(at as u32, (at + LENGTH) as u32);
            match marker(&text[at..]) {
                Some('=') => found = found.with_label(span, "the other side begins here"),
                Some('>') => {
                    found = found.with_label(span, "and ends here");
                    self.end = Some(lines::end_of_line(text, at));
                }
                _ => {}
            }
        }
        Some((line_end, Some(found)))
    }
}

/// Returns the character of the marker at the start of a text.
fn marker(text: &str) -> Option<char> {
    let first = text.chars().next().filter(|first| matches!(first, '<' | '|' | '=' | '>'))?;
    let rest = text.trim_start_matches(first);
    (text.len() - rest.len() == LENGTH && (rest.is_empty() || rest.starts_with([' ', '\r', '\n'])))
        .then_some(first)
}

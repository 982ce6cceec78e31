//! Lines of other formats: JSON, YAML, TOML, INI, XML, Markdown, diffs, shell sessions, and the
//! markers of merge conflicts.

use super::reader::Reader;
use super::{extent, lines};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::Token;

/// Returns the diagnostic for a line that looks like another format.
pub(super) fn other_format(text: &str, start: usize) -> Option<Diagnostic> {
    let line = extent::rest_of_line(text, start);
    let before = text[..start].trim_end_matches([' ', '\t']);
    if lines::indentation(text, start as u32).is_none() && !before.ends_with('{') {
        return None;
    }
    let (length, detail, help) = mark(line).or_else(|| json(text, start))?;
    let span = Span::new(start as u32, (start + length) as u32);
    Some(Diagnostic::new(Code::OtherFormat, detail).at(span).with_help(help))
}

/// The length of the mark at the start of a line, the mistake, and the help.
type Mark = (usize, &'static str, &'static str);

/// Returns the mark of another format at the start of a line.
fn mark(line: &str) -> Option<Mark> {
    const BLOCK: &str = "Write a block: service { … }";
    const LINE: &str = "Remove the line.";
    let found = |is_found: bool, length: usize, detail, help| is_found.then_some((length, detail, help));
    let starts = |marks: &[&'static str]| marks.iter().copied().find(|mark| line.starts_with(*mark));
    let whole = line.trim_end();
    let after = |mark: &str| line.strip_prefix(mark).unwrap_or_default();
    let is_changed = |rest: &str| {
        rest.starts_with([' ', '\t']) && extent::is_item(rest.trim_start()) || rest.trim() == "}"
    };
    let section = whole.split('#').next().unwrap_or(whole).trim_end();
    let inner = section.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    let is_in_section = |character: char| character.is_alphanumeric() || "_-.: \"'[]".contains(character);
    let list_item = after("- ");
    let comment = starts(&["<!--", "--", ";", "%", "(*", "*", "/"]).filter(|mark| {
        let rest = after(mark);
        *mark == "<!--" || rest.starts_with(' ') && !extent::is_item(rest.trim_start())
    });
    let tag = after("<");
    let is_tag = tag.starts_with(['/', '!', '?']) || extent::name_length(tag) > 0;
    found(starts(&["@@ ", "+++ ", "--- "]).is_some(), 3, "This line is the header of a diff.", LINE)
        .or(found(
            is_changed(after("+")),
            1,
            "The \"+\" at the start of this line marks an added line of a diff.",
            "Remove the \"+\".",
        ))
        .or(found(
            is_changed(after("-")),
            1,
            "The \"-\" at the start of this line marks a removed line of a diff.",
            LINE,
        ))
        .or(found(
            matches!(whole, "---" | "..."),
            3,
            "The line \"---\" is a mark of YAML, not of HCL.",
            "Remove it.",
        ))
        .or(found(
            !list_item.is_empty() && (!extent::is_item(list_item) || list_item.contains(':')),
            1,
            "Elements of a list do not begin with \"-\".",
            "Write a list in brackets: names = [\"a\", \"b\"]",
        ))
        .or(found(
            !inner.is_empty() && inner.chars().all(is_in_section),
            section.len(),
            "A section in brackets is a table of TOML or a section of INI, not of HCL.",
            BLOCK,
        ))
        .or(found(
            comment.is_some(),
            comment.map_or(0, |mark| mark.len()),
            "A comment begins with \"#\" or \"//\".",
            "Write \"#\" at the start of the comment.",
        ))
        .or(found(is_tag && tag.contains('>'), 1, "A tag in angle brackets is XML or HTML, not HCL.", BLOCK))
        .or(found(
            starts(&["$ ", "> "]).is_some(),
            1,
            "\"$\" or \">\" at the start of a line is the prompt of a shell.",
            LINE,
        ))
        .or(found(
            starts(&["```", "~~~"]).is_some(),
            3,
            "This line is the fence of a code block of Markdown.",
            LINE,
        ))
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

impl Reader<'_> {
    /// Reports a token that begins a line with the marker of a conflict. The first side of the
    /// conflict is read; the others are skipped.
    pub(super) fn conflict(&mut self, token: Token) -> bool {
        let start = token.span.start as usize;
        let begins_line = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
        let Some(marker) = begins_line.then(|| marker(&self.text[start..])).flatten() else { return false };
        let depth = self.lexer.depth();
        let end = self.end_of_line(start);
        // A conflict may end without markers between its sides.
        self.conflict_end = self.conflict_end.filter(|last| start < *last);
        match (self.conflict_end, marker) {
            (Some(last), '|' | '=') => {
                self.conflict_end = None;
                return self.skip_to(last, depth);
            }
            (Some(_), _) => {}
            (None, _) => {
                let detail = "This is a marker of a merge conflict. Keep the lines of one side, and remove the markers \
                              and the other side.";
                let mut diagnostic =
                    Diagnostic::new(Code::MergeConflict, detail).at(Span::new(token.span.start, end as u32));
                if marker == '<' && self.may_search() {
                    let mut at = lines::next_line(self.text, end);
                    while at < self.text.len() {
                        let next = lines::next_line(self.text, at);
                        if let Some(other @ ('=' | '>')) = self::marker(&self.text[at..]) {
                            let text =
                                if other == '=' { "the other side begins here" } else { "and ends here" };
                            let span = Span::new(at as u32, (at + LENGTH) as u32);
                            diagnostic = diagnostic.with_label(span, text);
                            if other == '>' {
                                self.conflict_end = Some(lines::end_of_line(self.text, at));
                                break;
                            }
                        }
                        at = next;
                    }
                    self.wasted += at - end;
                }
                self.report(diagnostic);
            }
        }
        self.skip_to(end, depth)
    }

    fn skip_to(&mut self, offset: usize, depth: usize) -> bool {
        self.lexer.resume(offset, depth);
        true
    }
}

/// Returns the character of the marker at the start of a text.
fn marker(text: &str) -> Option<char> {
    let first = text.chars().next().filter(|first| matches!(first, '<' | '|' | '=' | '>'))?;
    let rest = text.trim_start_matches(first);
    (text.len() - rest.len() == LENGTH && (rest.is_empty() || rest.starts_with([' ', '\r', '\n'])))
        .then_some(first)
}

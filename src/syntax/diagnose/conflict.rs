//! The markers of merge conflicts.

use super::lines;
use super::tokens::Reader;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::Token;

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

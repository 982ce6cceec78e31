//! Pairs of brackets, in both syntaxes and in broken texts too.

use serde_hcl::Span;
use serde_hcl::ast::{TokenKind, tokens};

/// A part of a text that begins and ends with a bracket, or with the marker of a heredoc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) open: Span,
    pub(crate) close: Span,
}

impl Pair {
    pub(crate) fn span(self) -> Span {
        self.open.to(self.close)
    }

    /// Returns the text between the brackets.
    pub(crate) fn inside(self) -> Span {
        Span::new(self.open.end, self.close.start)
    }
}

/// The opening brackets, each with the closing one.
const BRACKETS: [(&str, &str); 3] = [("{", "}"), ("[", "]"), ("(", ")")];

/// The number of a heredoc among the brackets.
const HEREDOC: usize = BRACKETS.len();

/// Returns the pairs in the order of their ends, and the comments. The tokens of native syntax are
/// also those of JSON.
pub(crate) fn pairs(text: &str) -> (Vec<Pair>, Vec<Span>) {
    let (mut pairs, mut comments) = (Vec::new(), Vec::new());
    let mut open: Vec<(usize, Span)> = Vec::new();
    // How many of each are open. A bracket that closes none of them is not looked for.
    let mut counts = [0; BRACKETS.len() + 1];
    for token in tokens(text) {
        let written = &text[token.span.range()];
        let (number, is_open) = match token.kind {
            TokenKind::Comment => {
                comments.push(token.span);
                continue;
            }
            TokenKind::HeredocMarker => (HEREDOC, written.starts_with("<<")),
            TokenKind::Punctuation => {
                let number = BRACKETS.iter().position(|(open, close)| *open == written || *close == written);
                let Some(number) = number else { continue };
                (number, BRACKETS[number].0 == written)
            }
            _ => continue,
        };
        if is_open {
            open.push((number, token.span));
            counts[number] += 1;
        } else if counts[number] > 0 {
            // A bracket that closes an outer one closes those in it too.
            while let Some((inner, span)) = open.pop() {
                counts[inner] -= 1;
                if inner == number {
                    pairs.push(Pair { open: span, close: token.span });
                    break;
                }
            }
        }
    }
    (pairs, comments)
}

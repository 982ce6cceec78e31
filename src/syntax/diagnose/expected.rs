//! What is expected at a location, and the constructs that people write there instead.
//!
//! A construct is a row of a table: how it is written, the roles of expressions in which it is
//! recognized, the message and the correction. `other_languages` contains the tables.

use super::{Checker, characters, extent};
use crate::diag::{Code, CodeKind, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::words;

/// The roles of an expression, one bit for each.
pub(super) mod role {
    /// The value of an attribute.
    pub const ATTRIBUTE: u16 = 1;
    /// The value of the attribute of a block on one line.
    pub const ONE_LINE: u16 = 1 << 1;
    pub const PARENTHESES: u16 = 1 << 2;
    pub const ARGUMENT: u16 = 1 << 3;
    pub const ELEMENT: u16 = 1 << 4;
    pub const KEY: u16 = 1 << 5;
    /// The value of an item of an object.
    pub const ITEM_VALUE: u16 = 1 << 6;
    pub const INDEX: u16 = 1 << 7;
    pub const INTERPOLATION: u16 = 1 << 8;
    /// The condition or the collection of a directive.
    pub const DIRECTIVE: u16 = 1 << 9;
    /// The collection of a `for` expression.
    pub const COLLECTION: u16 = 1 << 10;
    /// The result of a `for` expression.
    pub const RESULT: u16 = 1 << 11;
    /// The result of a conditional for true.
    pub const BRANCH: u16 = 1 << 12;
    /// A text that is a single expression.
    pub const ALONE: u16 = 1 << 13;
    pub const ANY: u16 = u16::MAX;
}

/// What is expected at a location: the message for any other text, and constructs with messages of
/// their own. In texts, `{}` stands for the construct in quotes, and `{name}` for a name.
pub(super) struct Expected {
    pub(super) code: Code,
    pub(super) detail: &'static str,
    pub(super) constructs: &'static [Construct],
}

/// A construct that is not valid at a location.
pub(super) struct Construct {
    /// Signs and words, separated by spaces; longer signs are before those that they begin with.
    /// The words of one construct are joined by `+`. A name in angle brackets is a kind of tokens.
    written: &'static str,
    /// The code, or that of the location.
    code: Option<Code>,
    /// The detail, or that of the location if it is empty.
    detail: &'static str,
    help: &'static str,
    /// The correction: the text to replace, and its replacement.
    fix: Option<(Fix, &'static str)>,
    /// Whether the correction has the meaning of the construct, so that a program can apply it.
    is_certain: bool,
    roles: u16,
    /// The text that follows, see [`follows`].
    before: &'static str,
}

/// The text that a correction replaces.
#[derive(Clone, Copy)]
pub(super) enum Fix {
    Construct,
    /// Text is inserted before the construct.
    Before,
    /// The previous token is replaced.
    Previous,
    /// Text is inserted after the previous token.
    AfterPrevious,
}

/// Creates the description of a location without constructs.
pub(super) const fn expected(code: CodeKind, detail: &'static str) -> Expected {
    Expected { code: Code::new(code), detail, constructs: &[] }
}

impl Expected {
    /// Adds the constructs with messages of their own.
    pub(super) const fn or(self, constructs: &'static [Construct]) -> Self {
        Self { constructs, ..self }
    }
}

/// Creates a construct with a code and a detail of its own.
pub(super) const fn own(code: CodeKind, written: &'static str, detail: &'static str) -> Construct {
    Construct { code: Some(Code::new(code)), ..row(written, detail) }
}

/// Creates a construct with the code of its location and a detail of its own.
pub(super) const fn row(written: &'static str, detail: &'static str) -> Construct {
    Construct {
        written,
        code: None,
        detail,
        help: "",
        fix: None,
        is_certain: false,
        roles: role::ANY,
        before: "",
    }
}

/// Creates a construct with the message of its location and a help.
pub(super) const fn like(written: &'static str, help: &'static str) -> Construct {
    Construct { help, ..row(written, "") }
}

impl Construct {
    pub(super) const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    pub(super) const fn roles(self, roles: u16) -> Self {
        Self { roles, ..self }
    }

    pub(super) const fn before(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    pub(super) const fn within(self, roles: u16, before: &'static str) -> Self {
        Self { roles, before, ..self }
    }

    pub(super) const fn replace(self, text: &'static str) -> Self {
        self.fix(Fix::Construct, text)
    }

    /// Declares that the correction has the meaning of the construct.
    pub(super) const fn certain(self) -> Self {
        Self { is_certain: true, ..self }
    }

    /// Adds a correction. The text `{}` stands for the construct in quotes.
    pub(super) const fn fix(self, at: Fix, text: &'static str) -> Self {
        Self { fix: Some((at, text)), ..self }
    }

    /// Returns the length of the construct if the text begins with it.
    fn length(&self, text: &str, token: Token) -> Option<usize> {
        let kind = token.kind;
        let of_kind = |is_kind: bool| is_kind.then_some(token.span.len() as usize);
        let length = self.written.split(' ').find_map(|written| match written {
            "<any>" => of_kind(!kind.is_invalid()),
            "<token>" => of_kind(true),
            "<line>" => matches!(kind, TokenKind::Newline | TokenKind::End).then_some(0),
            "<name>" => of_kind(kind == TokenKind::Identifier),
            "<number>" => of_kind(kind == TokenKind::Number),
            "<value>" => of_kind(kind.begins_term()),
            _ if token.span.is_empty() => None,
            words if words.starts_with(|first: char| first.is_alphabetic()) => {
                length_of_words(text, words).filter(|_| kind == TokenKind::Identifier)
            }
            // An operator that begins with another one is a different one.
            sign => (text.starts_with(sign) && sign.len() >= token.span.len() as usize).then_some(sign.len()),
        })?;
        follows(&text[length..], self.before).then_some(length)
    }
}

/// Returns the length of words joined by `+` at the start of a text.
fn length_of_words(text: &str, words: &str) -> Option<usize> {
    let mut rest = text;
    for word in words.split('+') {
        rest = rest.trim_start_matches(' ');
        let (written, after) = rest.split_at(extent::name_length(rest));
        if !written.eq_ignore_ascii_case(word) {
            return None;
        }
        rest = after;
    }
    Some(text.len() - rest.len())
}

/// Returns whether a text begins as it has to after a construct: `a` is a name, `0` a name, a
/// number or a parenthesis, `=` an attribute or a block, a newline the end of the line or a
/// comment, a space itself or the end of the line, `a = b` a name and an equals sign, and any other
/// text itself, after spaces.
fn follows(text: &str, before: &str) -> bool {
    let line = extent::rest_of_line(text, 0);
    let after = line.trim_start();
    match before {
        "a" => line.starts_with(|next: char| next.is_alphabetic() || next == '_'),
        "0" => line.starts_with(|next: char| next.is_alphanumeric() || "_(".contains(next)),
        "=" => extent::is_item(after),
        "a = b" => {
            extent::is_item(after) && after[extent::name_length(after)..].trim_start().starts_with('=')
        }
        "\n" => after.is_empty() || after.starts_with('#') || after.starts_with("//"),
        " " => line.is_empty() || line.starts_with(' '),
        _ => after.starts_with(before),
    }
}

impl Checker<'_> {
    /// Returns the diagnostic for the construct of a table that begins with a token. Its subject is
    /// the construct.
    pub(super) fn recognize(&self, expected: &Expected, token: Token, name: &str) -> Option<Diagnostic> {
        let text = &self.text[token.span.start as usize..];
        let (construct, length) = expected
            .constructs
            .iter()
            .filter(|construct| construct.roles & self.role != 0)
            .find_map(|construct| Some((construct, construct.length(text, token)?)))?;
        let span = Span::new(token.span.start, token.span.start + length as u32);
        let detail = if construct.detail.is_empty() { expected.detail } else { construct.detail };
        let code = construct.code.unwrap_or(expected.code);
        let mut diagnostic = self.message(&Expected { code, detail, ..*expected }, span, name);
        if !construct.help.is_empty() {
            diagnostic = diagnostic.with_help(self.fill(construct.help, span, name));
        }
        if let Some((at, text)) = construct.fix {
            let at = match at {
                Fix::Construct => {
                    // The spaces around a removed construct become one.
                    let (before, after) = self.text.split_at(span.end as usize);
                    let has_spaces = before[..span.start as usize].ends_with(' ') && after.starts_with(' ');
                    Span::new(span.start, span.end + u32::from(text.is_empty() && has_spaces))
                }
                Fix::Before => Span::at(span.start),
                Fix::Previous => self.previous(),
                Fix::AfterPrevious => Span::at(self.previous().end),
            };
            let text = text.replace("{}", &extent::as_string(self.slice(span)));
            diagnostic = match construct.is_certain {
                true => diagnostic.with_correction(at, text),
                false => diagnostic.with_replacement(at, text),
            };
        }
        Some(diagnostic)
    }

    /// Returns the diagnostic for a token that is not expected.
    pub(super) fn unexpected(&self, expected: &Expected, token: Token, name: &str) -> Diagnostic {
        self.recognize(expected, token, name)
            .or_else(|| characters::message(token, self.text))
            .unwrap_or_else(|| self.message(expected, token.span, name))
    }

    /// Returns the diagnostic for a span.
    pub(super) fn message(&self, expected: &Expected, span: Span, name: &str) -> Diagnostic {
        Diagnostic::new(expected.code, self.fill(expected.detail, span, name)).at(span)
    }

    fn fill(&self, text: &'static str, span: Span, name: &str) -> String {
        // What is inserted may have such signs in it.
        let construct = words::quoted(self.slice(span));
        let parts: Vec<String> = text.split("{name}").map(|part| part.replace("{}", &construct)).collect();
        parts.join(&name.escape_debug().to_string())
    }
}

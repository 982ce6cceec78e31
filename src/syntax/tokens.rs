//! The tokens of a text, for editors.

use super::lexer::{Lexer, SourceKind};
use super::scan::terminals;
use super::token;
use crate::source::Span;

/// A token of a text in native syntax, see [`tokens`].
///
/// ```
/// use serde_hcl::ast::{TokenKind, tokens};
///
/// let text = "port = 80 # public";
/// let comment = tokens(text).find(|token| token.kind == TokenKind::Comment).expect("it has one");
/// assert_eq!(&text[comment.span.range()], "# public");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// The bytes it covers.
    pub span: Span,
}

/// The kind of a [`Token`].
///
/// ```
/// use serde_hcl::ast::{TokenKind, tokens};
///
/// /// Returns the color in which an editor shows a token.
/// fn color(kind: TokenKind) -> &'static str {
///     match kind {
///         TokenKind::Comment => "gray",
///         TokenKind::Number | TokenKind::String => "green",
///         TokenKind::Invalid => "red",
///         _ => "black",
///     }
/// }
///
/// let colors: Vec<_> = tokens("a = 1 # b").map(|token| color(token.kind)).collect();
/// assert_eq!(colors, ["black", "black", "green", "gray"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TokenKind {
    /// A comment. One that ends with its line includes the line ending.
    Comment,
    /// A name. Keywords are names that have a meaning in some places.
    Identifier,
    /// A number.
    Number,
    /// A quote, or literal text between quotes or in a heredoc.
    String,
    /// The marker that opens or closes a heredoc.
    HeredocMarker,
    /// `${`, `%{` or the `}` that ends one of them, with its strip marker.
    TemplateMarker,
    /// An operator, also `?` and `:` of a conditional.
    Operator,
    /// A bracket, a separator, `=` or `=>`.
    Punctuation,
    /// A line ending outside of comments and strings.
    Newline,
    /// Text that is not a token of the language.
    Invalid,
}

/// Returns the tokens of a text in native syntax in their order, for syntax highlighting and other
/// tools that work on broken text too. White space between tokens is left out.
///
/// Specification: native syntax, "Lexical Elements".
///
/// ```
/// use serde_hcl::ast::{TokenKind, tokens};
///
/// let text = "a = \"x${b}\" # c";
/// let found: Vec<_> = tokens(text).map(|token| (token.kind, &text[token.span.range()])).collect();
/// assert_eq!(found, [
///     (TokenKind::Identifier, "a"),
///     (TokenKind::Punctuation, "="),
///     (TokenKind::String, "\""),
///     (TokenKind::String, "x"),
///     (TokenKind::TemplateMarker, "${"),
///     (TokenKind::Identifier, "b"),
///     (TokenKind::TemplateMarker, "}"),
///     (TokenKind::String, "\""),
///     (TokenKind::Comment, "# c"),
/// ]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = Token> {
    // Longer texts have no tokens, since offsets have 32 bits.
    let text = if i32::try_from(text.len()).is_ok() { text } else { "" };
    Lexer::new(text, SourceKind::Body, false)
        .filter(|token| !token.span.is_empty())
        .map(|token| Token { kind: kind(token.kind), span: token.span })
}

fn kind(kind: token::TokenKind) -> TokenKind {
    use token::TokenKind as Kind;
    match kind {
        Kind::Comment => TokenKind::Comment,
        Kind::Identifier => TokenKind::Identifier,
        Kind::Number => TokenKind::Number,
        Kind::OpenQuote | Kind::CloseQuote | Kind::QuotedLiteral | Kind::StringLiteral => TokenKind::String,
        Kind::OpenHeredoc | Kind::CloseHeredoc => TokenKind::HeredocMarker,
        Kind::Interpolation | Kind::Control | Kind::SequenceEnd => TokenKind::TemplateMarker,
        Kind::Operator | Kind::Star | Kind::Minus | Kind::Bang | Kind::Question | Kind::Colon => {
            TokenKind::Operator
        }
        Kind::Newline => TokenKind::Newline,
        kind if terminals::of_kind(kind).is_some() => TokenKind::Punctuation,
        _ => TokenKind::Invalid,
    }
}

//! Characters that are not part of the language, and the table of those that look like others.

use std::ops::Range;

use super::lines::end_of_known_line;
use super::quotes::wrong_string;
use super::reader::Repaired;
use crate::diag::{Code, Diagnostic};
use crate::source::{Span, is_disruptive};
use crate::syntax::lexer;
use crate::syntax::token::{Token, TokenKind};
use crate::util::order::sort_by_position;

/// Reports text in wrong quotes and confusable characters, and replaces them. Other invalid tokens
/// stay, and the walk reports them.
pub(super) fn repair(text: &str, repaired: &mut Repaired) {
    let tokens = std::mem::take(&mut repaired.tokens);
    let mut line = 0..0;
    // The offset where a word continues after an invisible character.
    let mut word_goes_on = None;
    let mut open = Vec::new();
    for token in tokens {
        let written = &text[token.span.range()];
        if token.kind.opens() {
            open.push(token.kind);
        } else if token.kind.closes() {
            open.pop();
        }
        if token.kind == TokenKind::WrongString {
            add_in_line(text, &mut line, &mut repaired.diagnostics, wrong_string(written, token.span));
            repaired.tokens.push(Token { kind: TokenKind::Broken, ..token });
            continue;
        }
        let Some(found) =
            confusable(written).filter(|it| token.kind == TokenKind::Invalid && it.meant != "\"")
        else {
            match repaired.tokens.last_mut() {
                Some(word) if word_goes_on == Some(token.span.start) && word.kind == token.kind => {
                    word.span.end = token.span.end;
                }
                _ => repaired.tokens.push(token),
            }
            continue;
        };
        let may_be_equals = found.meant == ":"
            || found.meant == "-" && open.last().is_none_or(|open| *open == TokenKind::OpenBrace);
        let is_dash_in_name = found.meant == "-" && !text[..token.span.start as usize].ends_with(' ');
        let is_equals = may_be_equals && !is_dash_in_name && follows_name_of_item(&repaired.tokens);
        let meant = if is_equals { "=" } else { found.meant };
        add_in_line(text, &mut line, &mut repaired.diagnostics, found.diagnostic(token.span, meant));
        repaired.explained.push(token.span);
        let kind = match meant {
            "" | " " => None,
            "\n" => Some(TokenKind::Newline),
            "{" => Some(TokenKind::OpenBrace),
            "}" => Some(TokenKind::CloseBrace),
            sign => Some(lexer::symbol(sign.as_bytes()).map_or(TokenKind::Broken, |(kind, _)| kind)),
        };
        match (kind, repaired.tokens.last_mut()) {
            (None, Some(last)) if meant.is_empty() && last.kind == TokenKind::Identifier => {
                word_goes_on = Some(token.span.end);
            }
            (None, _) => {}
            (Some(kind), _) => repaired.tokens.push(Token { kind, ..token }),
        }
    }
    sort_by_position(&mut repaired.explained, |part| (part.start as usize, 0));
}

/// Adds a mistake. Those of one kind in a line probably have the same cause, and are reported
/// together. `line` is the line whose end was searched last.
fn add_in_line(text: &str, line: &mut Range<usize>, found: &mut Vec<Diagnostic>, mistake: Diagnostic) {
    let span = |it: &Diagnostic| it.span().unwrap_or_default().range();
    let same_kind = found.iter_mut().rfind(|it| it.code() == mistake.code());
    match same_kind.filter(|it| span(&mistake).start <= end_of_known_line(line, text, span(it).end)) {
        Some(first) => first.add_repeated(&mistake),
        None => found.push(mistake),
    }
}

/// Returns whether some tokens end with a name or a key that begins an item.
fn follows_name_of_item(tokens: &[Token]) -> bool {
    let [before @ .., name] = tokens else { return false };
    let is_start = |kind| matches!(kind, TokenKind::Newline | TokenKind::OpenBrace | TokenKind::Comma);
    name.kind == TokenKind::Identifier && before.last().is_none_or(|before| is_start(before.kind))
}

/// Returns the diagnostic for bytes that are not UTF-8.
pub(super) fn invalid_encoding() -> Diagnostic {
    Diagnostic::new(Code::InvalidEncoding, "This is not valid UTF-8. Save the file in the encoding UTF-8.")
}

/// Returns the diagnostic for a token that is not in the language, or `None` for any other token.
pub(super) fn message(token: Token, text: &str) -> Option<Diagnostic> {
    let written = &text[token.span.range()];
    let found = match token.kind {
        TokenKind::BadUtf8 => invalid_encoding(),
        TokenKind::Bitwise => Diagnostic::new(Code::InvalidCharacter, "There are no bitwise operators."),
        TokenKind::Backtick | TokenKind::Apostrophe => wrong_string(written, token.span),
        TokenKind::Semicolon => {
            let help = "Put each attribute on a line of its own, and commas between elements.";
            Diagnostic::new(Code::InvalidCharacter, "HCL does not use semicolons.").with_help(help)
        }
        TokenKind::Invalid => match confusable(written) {
            Some(found) => found.diagnostic(token.span, found.meant),
            None => invalid_character(written),
        },
        _ => return None,
    };
    Some(found.at(token.span))
}

fn invalid_character(written: &str) -> Diagnostic {
    let character = written.chars().next().unwrap_or_default();
    let code = u32::from(character);
    let detail = match character {
        '\0' => "The file contains the NUL character (U+0000). It may be a binary file, or be in the encoding UTF-16.".to_owned(),
        '\r' => "A carriage return is valid only before a newline.".to_owned(),
        _ if character.is_control() => format!("The control character U+{code:04X} is not part of the language."),
        _ if is_disruptive(character) => format!("The invisible character U+{code:04X} is not part of the language."),
        _ => {
            let detail = format!("The character {character} is not used in HCL.");
            let help = "Remove it, or put text into double quotes.";
            return Diagnostic::new(Code::InvalidCharacter, detail).with_help(help);
        }
    };
    Diagnostic::new(Code::InvalidCharacter, detail).with_help("Remove it.")
}

/// A character that is commonly confused with one of the language.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Confusable {
    character: char,
    /// Its name, with an article.
    name: &'static str,
    /// The intended text. It is empty for invisible characters.
    pub(crate) meant: &'static str,
}

/// Returns the confusable character at the start of a text, outside of strings and comments.
pub(crate) fn confusable(text: &str) -> Option<Confusable> {
    let character = text.chars().next().filter(|first| !first.is_ascii_graphic())?;
    let row = CONFUSABLES.iter().find(|(characters, ..)| characters.contains(character));
    let (name, meant) = match row {
        Some(&(_, name, meant)) => (name, meant),
        None => {
            let offset = (character as u32).checked_sub(0xff01)? as usize;
            ("a full-width character", FULL_WIDTH.get(offset..=offset)?)
        }
    };
    Some(Confusable { character, name, meant })
}

impl Confusable {
    /// Returns the diagnostic for the character in the place of some text.
    pub(crate) fn diagnostic(self, span: Span, meant: &'static str) -> Diagnostic {
        let Self { character, name, .. } = self;
        let code = u32::from(character);
        let (shown, expected) = match meant {
            "" => (String::new(), "which is not part of the language.".to_owned()),
            " " => (String::new(), "where an ordinary space is expected.".to_owned()),
            "\n" => (String::new(), "where an ordinary line break is expected.".to_owned()),
            "\"" => (format!("\"{character}\" "), "where a straight quote (\") is expected.".to_owned()),
            _ => (format!("\"{character}\" "), format!("where {meant:?} is expected.")),
        };
        let code = if shown.is_empty() { format!("U+{code:04X}") } else { format!("(U+{code:04X})") };
        let detail = format!("The character {shown}{code} is {name}, {expected}");
        Diagnostic::new(Code::ConfusableCharacter, detail).at(span).with_correction(span, meant)
    }
}

/// The ASCII characters from U+0021 on, in the order of the full-width ones from U+FF01 on.
const FULL_WIDTH: &str = concat!(
    r##"!"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"##,
    r"[\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
);

/// Characters, their name, and the intended text.
const CONFUSABLES: &[(&str, &str, &str)] = &[
    // Space.
    ("\u{a0}", "a no-break space", " "),
    ("\u{202f}", "a narrow no-break space", " "),
    ("\u{3000}", "an ideographic space", " "),
    (
        "\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{1680}\u{180e}\u{205f}",
        "a typographic space",
        " ",
    ),
    ("\u{b}", "a vertical tab", " "),
    ("\u{c}", "a form feed", " "),
    ("\u{85}\u{2028}\u{2029}", "a line separator", "\n"),
    ("\u{200b}\u{200c}\u{200d}\u{2060}", "an invisible character of zero width", ""),
    (
        "\u{200e}\u{200f}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}",
        "an invisible mark for the direction of text",
        "",
    ),
    ("\u{feff}", "a byte order mark", ""),
    ("\u{ad}", "a soft hyphen", ""),
    // Quotes.
    ("“”„‟″〝〞〟«»「」‘’‚‛′‹›´", "a typographic quote", "\""),
    ("＂＇", "a full-width quote", "\""),
    // Operators.
    ("–", "an en dash", "-"),
    ("—", "an em dash", "-"),
    ("−", "a typographic minus sign", "-"),
    ("‐‑‒―﹣", "a typographic dash", "-"),
    ("×", "a multiplication sign", "*"),
    ("∗⋅·•", "a typographic multiplication sign", "*"),
    ("÷", "a division sign", "/"),
    ("⁄∕", "a typographic slash", "/"),
    ("≠", "a typographic inequality sign", "!="),
    ("≤", "a typographic comparison sign", "<="),
    ("≥", "a typographic comparison sign", ">="),
    ("≡", "a typographic equality sign", "=="),
    ("¬", "a typographic negation sign", "!"),
    ("∧", "a typographic AND sign", "&&"),
    ("∨", "a typographic OR sign", "||"),
    ("→⇒", "a typographic arrow", "=>"),
    // Punctuation.
    ("、،﹐", "a typographic comma", ","),
    ("∶︰﹕", "a typographic colon", ":"),
    ("。", "a full-width full stop", "."),
    ("…", "a typographic ellipsis", "..."),
    ("\u{37e}", "a Greek question mark", ";"),
    ("【〔", "a full-width bracket", "["),
    ("】〕", "a full-width bracket", "]"),
    // Numbers.
    ("½", "a fraction", "0.5"),
    ("¼", "a fraction", "0.25"),
    ("¾", "a fraction", "0.75"),
];

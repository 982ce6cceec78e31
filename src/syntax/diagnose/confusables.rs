//! Characters that look like characters of the language, or that are invisible.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::lexer;
use crate::syntax::token::TokenKind;

/// A character that is commonly confused with one of the language.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Confusable {
    character: char,
    /// Its name, with an article.
    name: &'static str,
    /// The intended text. It is empty for invisible characters.
    pub(crate) replacement: &'static str,
}

/// Returns the confusable character that is the whole text, outside of strings and comments.
pub(crate) fn of(text: &str) -> Option<Confusable> {
    let character = text.chars().next().filter(|first| !first.is_ascii_graphic())?;
    TABLE
        .iter()
        .find(|(characters, ..)| characters.contains(character))
        .map(|&(_, name, replacement)| Confusable { character, name, replacement })
        .or_else(|| full_width(character))
}

impl Confusable {
    /// Returns the kind of the intended token, or `None` for space.
    pub(super) fn kind(self) -> Option<TokenKind> {
        match self.replacement {
            "" | " " => None,
            "\n" => Some(TokenKind::Newline),
            "{" => Some(TokenKind::OpenBrace),
            "}" => Some(TokenKind::CloseBrace),
            text => Some(lexer::symbol(text.as_bytes()).map_or(TokenKind::Broken, |(kind, _)| kind)),
        }
    }

    /// Returns the diagnostic for the character in the place of some text.
    pub(crate) fn diagnostic(self, span: Span, meant: &'static str) -> Diagnostic {
        let Self { character, name, .. } = self;
        let code = u32::from(character);
        let shown = match meant {
            "" | " " | "\n" => format!("U+{code:04X}"),
            _ => format!("\"{character}\" (U+{code:04X})"),
        };
        let expected = match meant {
            "" => "which is not part of the language.".to_owned(),
            " " => "where an ordinary space is expected.".to_owned(),
            "\n" => "where an ordinary line break is expected.".to_owned(),
            "\"" => "where a straight quote (\") is expected.".to_owned(),
            _ => format!("where {meant:?} is expected."),
        };
        Diagnostic::new(Code::ConfusableCharacter, format!("The character {shown} is {name}, {expected}"))
            .at(span)
            .with_replacement(span, meant)
    }
}

/// Returns the ASCII character of a full-width one.
fn full_width(character: char) -> Option<Confusable> {
    let offset = (character as u32).checked_sub(0xff01)? as usize;
    let replacement = FULL_WIDTH.get(offset..=offset)?;
    Some(Confusable { character, name: "a full-width character", replacement })
}

/// The ASCII characters from U+0021 on, in the order of the full-width ones from U+FF01 on.
const FULL_WIDTH: &str = concat!(
    r##"!"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"##,
    r"[\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
);

/// Characters, their name, their replacement.
const TABLE: &[(&str, &str, &str)] = &[
    // Space.
    ("\u{a0}", "a no-break space", " "),
    ("\u{202f}", "a narrow no-break space", " "),
    ("\u{3000}", "an ideographic space", " "),
    ("\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}", "a typographic space", " "),
    ("\u{1680}\u{180e}\u{205f}", "a typographic space", " "),
    ("\u{b}", "a vertical tab", " "),
    ("\u{c}", "a form feed", " "),
    ("\u{85}\u{2028}\u{2029}", "a line separator", "\n"),
    ("\u{200b}\u{200c}\u{200d}\u{2060}", "an invisible character of zero width", ""),
    ("\u{200e}\u{200f}\u{61c}", "an invisible mark for the direction of text", ""),
    ("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}", "an invisible mark for the direction of text", ""),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", "an invisible mark for the direction of text", ""),
    ("\u{feff}", "a byte order mark", ""),
    ("\u{ad}", "a soft hyphen", ""),
    // Quotes.
    ("“”„‟″〝〞〟«»「」", "a typographic quote", "\""),
    ("＂", "a full-width quote", "\""),
    ("‘’‚‛′‹›´", "a typographic quote", "\""),
    ("＇", "a full-width quote", "\""),
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
    ("，", "a full-width comma", ","),
    ("：", "a full-width colon", ":"),
    ("；", "a full-width semicolon", ";"),
    ("＝", "a full-width equals sign", "="),
    ("（", "a full-width parenthesis", "("),
    ("）", "a full-width parenthesis", ")"),
    ("［", "a full-width bracket", "["),
    ("］", "a full-width bracket", "]"),
    ("｛", "a full-width brace", "{"),
    ("｝", "a full-width brace", "}"),
    // Numbers.
    ("½", "a fraction", "0.5"),
    ("¼", "a fraction", "0.25"),
    ("¾", "a fraction", "0.75"),
];

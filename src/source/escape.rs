//! Text that is safe to display: a name must neither move the cursor of a terminal nor reorder the
//! text around it.

use std::fmt;

/// A text on one line, with escapes for characters that would disturb a terminal: `\n`, `\u{1b}`,
/// `\u{202e}`.
pub(crate) struct Escaped<'t>(pub(crate) &'t str);

/// Returns whether a character is a control character other than a tab, or changes the direction of
/// the text around it.
pub fn is_disruptive(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((at, character)) = rest.char_indices().find(|(_, it)| is_disruptive(*it)) {
            f.write_str(&rest[..at])?;
            match character {
                '\n' | '\r' => write!(f, "{}", character.escape_default())?,
                _ => write!(f, "{}", character.escape_unicode())?,
            }
            rest = &rest[at + character.len_utf8()..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn control_and_bidirectional_characters_are_escaped() {
        for (text, expected) in [
            ("main.hcl", "main.hcl"),
            ("a\u{1b}[31mb", "a\\u{1b}[31mb"),
            ("a\nb\rc\td", "a\\nb\\rc\td"),
            ("\u{7f}\u{9b}2J", "\\u{7f}\\u{9b}2J"),
            ("gpj\u{202e}lch.exe", "gpj\\u{202e}lch.exe"),
            ("\u{2066}\u{200f}\u{2028}", "\\u{2066}\\u{200f}\\u{2028}"),
            ("日本 é \u{200d} עברית", "日本 é \u{200d} עברית"),
            ("", ""),
        ] {
            assert_eq!(Escaped(text).to_string(), expected);
        }
    }
}

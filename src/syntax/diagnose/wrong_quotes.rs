//! Text in other quotes than straight double quotes.

/// Typographic quotes, each with the quotes that can close it. A straight quote is among them,
/// since editors often replace only one of a pair.
const PAIRS: &[(&str, &str)] = &[
    ("\'", "\'"),
    ("`", "`"),
    ("“”„‟″〝〞〟＂«»「」", "“”„‟″〝〞〟＂«»「」\""),
    ("‘’‚‛′＇‹›´", "‘’‛′＇‹›´\'"),
];

/// The maximum length of text that is searched for a closing quote. The limit bounds the time for
/// each quote.
const MAX_LENGTH: usize = 1000;

/// Returns the length of the text in wrong quotes at the start of a text, with the quotes. Both are
/// on one line. Quotes with a backslash before them are among the wrong ones.
pub(super) fn length(text: &str) -> Option<usize> {
    let open = text.chars().next()?;
    // A Markdown code fence.
    if text.starts_with("```") {
        return None;
    }
    if open == '\\' {
        let inner = text.strip_prefix("\\\"")?;
        let length = inner.find("\\\"").filter(|length| !inner[..*length].contains('\n'))?;
        return Some(length + 4);
    }
    let (_, closing) = PAIRS.iter().find(|(opening, _)| opening.contains(open))?;
    let mut is_escaped = false;
    for (offset, character) in text.char_indices().skip(1).take(MAX_LENGTH) {
        match character {
            '\n' => return None,
            '\\' => is_escaped = !is_escaped,
            _ if closing.contains(character) && !is_escaped => return Some(offset + character.len_utf8()),
            _ => is_escaped = false,
        }
    }
    None
}

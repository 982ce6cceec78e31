//! Names and their letters.

use serde_hcl::is_identifier;

/// Returns whether a letter can be in an identifier, after its first one.
pub(crate) fn is_part(letter: char) -> bool {
    let mut bytes = [b'a', 0, 0, 0, 0];
    let end = 1 + letter.encode_utf8(&mut bytes[1..]).len();
    std::str::from_utf8(&bytes[..end]).is_ok_and(is_identifier)
}

/// Returns whether the letters of a typed text are in a name, in their order, in any case. Editors
/// have different rules for what fits; this includes what any of them shows.
pub(crate) fn fits(name: &str, typed: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|letter| letters.any(|it| it == letter))
}

/// Returns a message without the names that it suggests, which can change with other texts.
pub(crate) fn without_suggestion(message: &str) -> &str {
    let end = [" Did you mean \"", " Expected \""].iter().find_map(|start| message.find(start));
    &message[..end.unwrap_or(message.len())]
}

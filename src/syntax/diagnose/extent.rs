//! The extent of words, names and lines in the text around a mistake, independent of its tokens.

/// The maximum length of a word or of the rest of a line. The limit bounds the time for each
/// mistake.
const MAX_LENGTH: usize = 2000;

/// Returns the end of the word that begins at an offset. It ends at a space, or at a quote, a
/// separator or a closing bracket outside of the brackets in it.
pub(super) fn word_end(text: &str, start: usize) -> usize {
    end(text, start, |character| character.is_whitespace())
}

/// Returns the end of the words that begin at an offset and go on to the end of the line, to a
/// comment, or to a quote, a separator or a closing bracket outside of the brackets in them.
pub(crate) fn words_end(text: &str, start: usize) -> usize {
    let end = end(text, start, |character| character == '\n' || character == '\r');
    let words = &text[start..end];
    let comment = [" #", " //", " /*"].iter().filter_map(|mark| words.find(mark)).min();
    start + words[..comment.unwrap_or(words.len())].trim_end().len()
}

fn end(text: &str, start: usize, is_end: impl Fn(char) -> bool) -> usize {
    let mut open = 0_u32;
    for (offset, character) in text[start..].char_indices() {
        match character {
            ',' | ';' | ')' | ']' | '}' if open == 0 => return start + offset,
            '"' if open == 0 => return start + offset,
            _ if character.is_control() || is_end(character) || offset > MAX_LENGTH => return start + offset,
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the start of the word around an offset, not before another offset.
pub(super) fn word_start(text: &str, at: usize, not_before: usize) -> usize {
    let is_inside = |character: char| !character.is_whitespace() && !"\",;([{".contains(character);
    let before = text[not_before..at].char_indices().rev().take(MAX_LENGTH);
    let inside = before.take_while(|(_, character)| is_inside(*character)).last();
    inside.map_or(at, |(offset, _)| not_before + offset)
}

/// Returns the length of the name at the start of a text.
pub(super) fn name_length(text: &str) -> usize {
    let is_in_name = |character: char| character.is_alphanumeric() || "_-".contains(character);
    if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
        return 0;
    }
    text.find(|character| !is_in_name(character)).unwrap_or(text.len())
}

/// Returns the line from an offset on, without its end. A long line is cut off.
pub(super) fn rest_of_line(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    let end = (0..=rest.len().min(MAX_LENGTH)).rev().find(|&end| rest.is_char_boundary(end));
    let rest = &rest[..end.unwrap_or(0)];
    let line = rest.split('\n').next().unwrap_or(rest);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Returns whether a text begins an attribute or a block.
pub(super) fn is_item(text: &str) -> bool {
    let name = name_length(text);
    name > 0 && is_rest_of_item(&text[name..])
}

/// Returns whether a text continues an attribute or a block after its name.
pub(super) fn is_rest_of_item(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        || text.starts_with('"') && text.contains('{')
        || text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>")
}

/// Returns a text as a quoted string, with the escape sequences that it needs.
pub(super) fn as_string(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t");
    format!("\"{}\"", text.replace("${", "$${").replace("%{", "%%{"))
}

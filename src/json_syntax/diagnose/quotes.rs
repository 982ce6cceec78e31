//! Strings of rejected text: missing, wrong and unescaped quotes, and the mistakes inside.

use super::escape;
use super::lexer::Lexer;
use super::token::Kind;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{closing_quotes, confusable, name_of_quotes};

/// The number of bytes after a quote that are searched for its counterpart.
const NEAR: usize = 1000;

/// Reads a string that begins with a straight double quote.
pub(super) fn string(lexer: &mut Lexer<'_>) {
    let start = lexer.at;
    if lexer.rest().starts_with("\"\"\"")
        && let Some(length) = lexer.rest()[3..].find("\"\"\"")
    {
        return triple_quotes(lexer, start, start + length + 6);
    }
    let line_end = lexer.line_end(start);
    match closing_quote(lexer.text, start + 1, line_end) {
        None => unclosed(lexer, start, line_end),
        Some(quote) => {
            let is_name = lexer.is_at_name();
            let follows = lexer.text[quote + 1..line_end].chars().next();
            let is_adjacent = (is_name || !begins_property(lexer.text, quote + 1, line_end))
                && follows.is_some_and(is_text)
                && confusable(&lexer.text[quote + 1..]).is_none();
            if is_adjacent && lacks_quote(&lexer.text[start + 1..quote], is_name) {
                return unclosed(lexer, start, quote);
            }
            if is_adjacent {
                return match end_of_value(lexer.text, quote + 1, line_end, is_name, |quote| quote == '"') {
                    Some(end) => unescaped_quotes(lexer, start, end),
                    None => unclosed(lexer, start, line_end),
                };
            }
            lexer.diagnostics.extend(escape::mistake(lexer.text, Span::new(start as u32 + 1, quote as u32)));
            lexer.push(Kind::String, start, quote + 1);
        }
    }
}

/// Returns whether a character has no meaning of its own after a string.
fn is_text(character: char) -> bool {
    !character.is_whitespace() && !",:{}[]();=/#<>!&|+-*".contains(character)
}

/// Returns whether a text between two quotes ends as it would if the closing quote was missing, and
/// the other one opened the next string.
fn lacks_quote(inner: &str, is_name: bool) -> bool {
    let trimmed = inner.trim_end();
    trimmed.ends_with(',') && trimmed.len() < inner.len() || is_name && trimmed.ends_with(':')
}

/// Returns whether a string and a colon are at an offset, so that only the comma before them is
/// missing.
fn begins_property(text: &str, at: usize, line_end: usize) -> bool {
    text[at..].starts_with('"')
        && closing_quote(text, at + 1, line_end)
            .is_some_and(|quote| text[quote + 1..line_end].trim_start().starts_with(':'))
}

/// Reports a string in three quotes.
fn triple_quotes(lexer: &mut Lexer<'_>, start: usize, end: usize) {
    let detail = "JSON has no strings in three quotes.";
    lexer.diagnostics.push(
        Diagnostic::new(Code::TripleQuotes, detail)
            .at(lexer.span(start, end))
            .with_help("Write the string in one pair of quotes, with \\n for each line break."),
    );
    lexer.push(Kind::String, start, end);
    if let Some(last) = lexer.text[start..end].rfind('\n') {
        lexer.line = start + last + 1;
    }
}

/// Returns the offset of the next quote without a backslash.
fn closing_quote(text: &str, from: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < end {
        match bytes[at] {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// Returns the offset after the next quote that is followed by the end of a name or a value.
fn end_of_value(
    text: &str,
    from: usize,
    line_end: usize,
    is_name: bool,
    is_quote: impl Fn(char) -> bool,
) -> Option<usize> {
    let line = &text[from..line_end];
    let near = line.char_indices().take_while(|(offset, _)| *offset < NEAR);
    near.filter(|(_, character)| is_quote(*character))
        .map(|(offset, character)| from + offset + character.len_utf8())
        .find(|end| can_end(&text[*end..line_end], is_name))
}

/// Returns whether a string can end where this text begins.
fn can_end(rest: &str, is_name: bool) -> bool {
    match rest.trim_start().bytes().next() {
        None => !is_name,
        Some(b':') => is_name,
        Some(b',' | b'}' | b']') => true,
        Some(_) => false,
    }
}

/// Reports the first quote inside of a string that has no backslash.
fn unescaped_quotes(lexer: &mut Lexer<'_>, start: usize, end: usize) {
    let mut edits = Vec::new();
    let mut at = start + 1;
    while let Some(quote) = closing_quote(lexer.text, at, end - 1) {
        edits.push(quote);
        at = quote + 1;
    }
    let first = edits.first().copied().unwrap_or(start);
    let detail = "A double quote inside of a string needs a backslash before it, or it ends the string.";
    let mut diagnostic = Diagnostic::new(Code::UnescapedQuote, detail)
        .at(lexer.span(first, first + 1))
        .with_label(lexer.span(start, start + 1), "the string begins here")
        .with_help("Write \\\" for each quote of the text.");
    for quote in edits {
        diagnostic = diagnostic.with_replacement(lexer.span(quote, quote), "\\");
    }
    lexer.diagnostics.push(diagnostic);
    lexer.push(Kind::String, start, end);
}

/// Reports a string without a closing quote, of which the text up to `limit` can be a part.
fn unclosed(lexer: &mut Lexer<'_>, start: usize, limit: usize) {
    if limit < lexer.text.len()
        && lexer.line_end(start) == limit
        && let Some(end) = goes_on(lexer.text, limit)
    {
        return line_break(lexer, start, limit, end);
    }
    let end = probable_end(lexer, start, limit);
    if let Some(mistake) = escape::mistake(lexer.text, Span::new(start as u32 + 1, end as u32)) {
        // The backslash before the last quote escapes it.
        lexer.diagnostics.push(mistake);
    } else {
        let detail = "The string that begins here has no closing quote in its line.";
        lexer.diagnostics.push(
            Diagnostic::new(Code::UnclosedString, detail)
                .at(lexer.span(start, start + 1))
                .with_label(lexer.span(end, end), "a closing quote is expected here, or before")
                .with_help("Close the string with a double quote (\")."),
        );
    }
    push_guess(lexer, start, end);
}

/// Adds a string of which the end is a guess.
fn push_guess(lexer: &mut Lexer<'_>, start: usize, end: usize) {
    lexer.push(Kind::String, start, end);
    if let Some(token) = lexer.tokens.last_mut() {
        token.is_guess = true;
    }
}

/// Returns the end of a string that is not closed: before the colon after a name, or before the
/// comma and the brackets at the end of its line, if these were opened in the same line.
fn probable_end(lexer: &Lexer<'_>, start: usize, limit: usize) -> usize {
    let text = &lexer.text[start..limit];
    if lexer.is_at_name()
        && let Some(colon) =
            text.find(": ").or_else(|| text.strip_suffix(':').map(str::len)).filter(|at| *at > 0)
    {
        return start + colon;
    }
    let mut rest = text.trim_end();
    rest = rest.strip_suffix(',').unwrap_or(rest).trim_end();
    for (bracket, offset) in lexer.open.iter().rev() {
        let closed = rest.strip_suffix(bracket.closing()).filter(|_| *offset >= lexer.line);
        let Some(without) = closed else { break };
        rest = without.trim_end();
    }
    start + rest.len().max(1)
}

/// Returns the offset after the closing quote of a string that continues in the next lines: the
/// next quote, if it can only be a closing one.
fn goes_on(text: &str, line_end: usize) -> Option<usize> {
    let rest = &text[line_end..];
    let quote = rest.find('"')?;
    let lines = rest[..quote].lines().skip(1);
    let is_text = lines.clone().all(|line| !line.trim_start().starts_with(['{', '}', '[', ']']));
    let after = &text[line_end + quote + 1..];
    let line = after.lines().next().unwrap_or_default();
    (is_text && can_end(line, false) && !line.trim_start().starts_with(':')).then_some(line_end + quote + 1)
}

fn line_break(lexer: &mut Lexer<'_>, start: usize, line_end: usize, end: usize) {
    let detail = "A string cannot go on in the next line.";
    lexer.diagnostics.push(
        Diagnostic::new(Code::MultilineString, detail)
            .at(lexer.span(start, start + 1))
            .with_label(lexer.span(line_end, line_end), "the line ends here")
            .with_help("Write all of the string on one line, with \\n for each line break."),
    );
    lexer.push(Kind::String, start, end);
    if let Some(last) = lexer.text[start..end].rfind('\n') {
        lexer.line = start + last + 1;
    }
}

/// Reads a string in quotes of another form.
pub(super) fn wrong_quotes(lexer: &mut Lexer<'_>, open: char) {
    let start = lexer.at;
    let line_end = lexer.line_end(start);
    let inner = start + open.len_utf8();
    let is_name = lexer.is_at_name();
    let closing = closing_quotes(open).unwrap_or_default();
    let end = end_of_value(lexer.text, inner, line_end, is_name, |quote| closing.contains(quote));
    let detail = format!("Strings are in straight double quotes (\"), not in {}.", name_of_quotes(open));
    let diagnostic = Diagnostic::new(Code::WrongQuotes, detail);
    let Some(end) = end else {
        let end = probable_end(lexer, start, line_end);
        lexer.diagnostics.push(diagnostic.at(lexer.span(start, inner)));
        return push_guess(lexer, start, end);
    };
    let last = lexer.text[..end].chars().next_back().map_or(1, char::len_utf8);
    let mut diagnostic = diagnostic
        .at(lexer.span(start, end))
        .with_replacement(lexer.span(start, inner), "\"")
        .with_replacement(lexer.span(end - last, end), "\"");
    for (offset, _) in lexer.text[inner..end - last].match_indices('"') {
        diagnostic = diagnostic.with_replacement(lexer.span(inner + offset, inner + offset), "\\");
    }
    lexer.diagnostics.push(diagnostic);
    lexer.push(Kind::String, start, end);
}

/// Reads a string without an opening quote, if the text that begins here is one: it is followed by
/// a quote that can close a string.
pub(super) fn missing_opening_quote(lexer: &mut Lexer<'_>, start: usize, end: usize) -> bool {
    let is_name = lexer.is_at_name();
    if !is_name && matches!(lexer.last_kind(), Some(Kind::Bare | Kind::String)) {
        return false;
    }
    let line_end = lexer.line_end(end);
    let mut near = lexer.text.as_bytes()[end..line_end].iter().take(NEAR);
    let mark = near.position(|byte| b"\",:{}[];=".contains(byte)).map(|at| end + at);
    let Some(quote) = mark.filter(|at| lexer.text[*at..].starts_with('"')) else {
        return false;
    };
    if !can_end(&lexer.text[quote + 1..line_end], is_name) {
        return false;
    }
    let detail = "The string that ends here has no opening quote.";
    lexer.diagnostics.push(
        Diagnostic::new(Code::MissingOpeningQuote, detail)
            .at(lexer.span(start, quote + 1))
            .with_help("Write a double quote (\") before the text.")
            .with_replacement(lexer.span(start, start), "\""),
    );
    lexer.push(Kind::String, start, quote + 1);
    true
}

//! Mistakes at the start of an attribute or a block, and in the header of a block.

use super::lone_brackets::doubled_brace_of_block;
use super::{Checker, extent, lines, other_formats, other_languages};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::words;
use crate::value::Number;

impl Checker<'_> {
    /// Returns the diagnostic for a token that begins neither an attribute nor a block.
    pub(super) fn not_an_item(&self, token: Token) -> Diagnostic {
        let line = extent::rest_of_line(self.text, token.span.start as usize);
        if let Some(found) = other_formats::other_format(self.text, token.span.start as usize) {
            return found;
        }
        if token.kind == TokenKind::OpenQuote {
            return quoted_name(token, line);
        }
        let is_doubled =
            token.kind == TokenKind::OpenBrace && self.text[..token.span.start as usize].ends_with('{');
        if is_doubled && !self.text[..token.span.start as usize - 1].ends_with('\n') {
            return doubled_brace_of_block(token.span);
        }
        let sign = line.chars().next().unwrap_or_default();
        let name = &line[sign.len_utf8().min(line.len())..];
        let is_sign = token.kind.opposite().is_none()
            && !matches!(token.kind, TokenKind::Comma | TokenKind::Semicolon | TokenKind::Equals)
            && !sign.is_control()
            && !sign.is_alphanumeric()
            && extent::name_length(name) > 0;
        let expected = if self.continues_value(token) && !(is_sign && extent::is_item(name)) {
            &other_languages::CONTINUATION
        } else if is_sign {
            &other_languages::NAME_AFTER_SIGN
        } else {
            &other_languages::ITEM
        };
        self.unexpected(expected, token, "")
    }

    /// Returns whether a token at the start of a line continues the value on the line before.
    fn continues_value(&self, token: Token) -> bool {
        let before = &self.text[..token.span.start as usize];
        let line = before.trim_end().rsplit('\n').next().unwrap_or(before).trim_start();
        let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
        token.kind.continues_value() && begins_line && extent::is_item(line) && !line.ends_with('{')
    }

    /// Returns the diagnostic for a name that begins neither an attribute nor a block because of
    /// the next token.
    pub(super) fn not_an_item_after_name(&self, name: Token, next: Token) -> Diagnostic {
        let written = self.slice(name.span);
        if !matches!(next.kind, TokenKind::Newline | TokenKind::End | TokenKind::Colon)
            && let Some(found) = self.recognize(&other_languages::STATEMENT, name, "")
        {
            return found;
        }
        // `hosts ["a"]`, but not `hosts["a"]`
        if next.kind == TokenKind::OpenBracket && name.span.end < next.span.start {
            return missing_equals(written, next.span.start);
        }
        if let Some(found) = self.recognize(&other_languages::EQUALS, next, written) {
            use TokenKind::{Comma, End, Newline, OpenParen, Semicolon};
            let is_without = matches!(next.kind, Newline | End | OpenParen | Comma | Semicolon);
            return match next.kind {
                TokenKind::Colon => self.with_text_of_yaml(found, name, next),
                _ if is_without => found.at(name.span),
                _ => found,
            };
        }
        if name.span.end == next.span.start {
            let sign = self.text[next.span.start as usize..].chars().next().unwrap_or_default();
            let detail =
                format!("A name consists of letters, digits, \"_\" and \"-\", but here is \"{sign}\".");
            return Diagnostic::new(Code::InvalidName, detail).at(next.span);
        }
        self.unexpected(&other_languages::EQUALS, next, written)
            .with_help(format!("Write {written} = … for an attribute."))
    }

    /// Adds to a mistake in `name: value` that the value is text without quotes, or may be.
    fn with_text_of_yaml(&self, mut found: Diagnostic, name: Token, colon: Token) -> Diagnostic {
        let line = self.after(colon);
        let start = colon.span.end as usize + line.len() - line.trim_start().len();
        let span = Span::new(start as u32, self.text_end(start) as u32);
        let text = self.slice(span);
        let ends_line = extent::rest_of_line(self.text, span.end as usize).trim_start();
        if found.replacements().is_empty() || !(ends_line.is_empty() || ends_line.starts_with(['#', '/'])) {
            return found;
        }
        let is_name = extent::name_length(text) == text.len();
        if is_name && !matches!(text, "true" | "false" | "null") {
            let written = self.slice(name.span);
            found.set_machine_applicable(false);
            let help = format!("If the value is text, write it in double quotes: {written} = {text:?}");
            return found.with_help(help);
        }
        let is_word = |word: &str| {
            word.starts_with(char::is_alphanumeric) && !word.contains(['"', '\'', '(', '[', '{'])
        };
        let are_words = text.contains(' ') && text.split(' ').all(is_word);
        let is_path = text.starts_with(['/', '~']) || text.starts_with("./");
        let is_quantity = |it: char| it.is_alphanumeric() || ".:".contains(it);
        let is_no_number = text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(is_quantity)
            && Number::parse(text).is_err();
        let is_text = are_words || is_path || is_no_number;
        if !is_text {
            return found;
        }
        found.with_help("Text is written in double quotes.").with_replacement(span, extent::as_string(text))
    }

    /// Returns whether the line of a name is that of an attribute: no body of a block follows, and
    /// the line before or after it is an attribute.
    pub(super) fn is_among_attributes(&self, name: Span, line_end: Token) -> bool {
        let indentation = |at: usize| lines::indentation(self.text, at as u32);
        let is_attribute = |line: &str| {
            let line = line.trim_start();
            let length = extent::name_length(line);
            length > 0 && line[length..].trim_start().starts_with('=')
        };
        let rest = self.text[line_end.span.start as usize..].trim_start();
        let next = self.text.len() - rest.len();
        let has_body = !rest.is_empty() && indentation(next) > indentation(name.start as usize);
        let before = self.text[..name.start as usize].trim_end_matches([' ', '\t']).lines().next_back();
        let after = lines::line_at(self.text, lines::next_line(self.text, line_end.span.start as usize));
        !rest.starts_with('{') && !has_body && (before.is_some_and(is_attribute) || is_attribute(after))
    }

    /// Returns the diagnostic for a token in the header of a block, after its type and labels.
    pub(super) fn bad_block_header(&self, name: Token, labels: &[Span], token: Token) -> Diagnostic {
        let block_type = self.slice(name.span);
        let is_end = matches!(token.kind, TokenKind::Newline | TokenKind::End);
        if let Some(found) = self.recognize(&other_languages::STATEMENT, name, "").filter(|_| !is_end) {
            return found;
        }
        // `tags: {`
        let after = extent::rest_of_line(self.text, token.span.end as usize);
        if labels.is_empty() && self.slice(token.span) == ":" && after.trim_start().starts_with('{') {
            return self.unexpected(&other_languages::EQUALS, token, block_type);
        }
        // `service "web"`, and the brace on the next line.
        let rest = self.text[token.span.start as usize..].trim_start();
        let (line_end, next) = (token.span.start, (self.text.len() - rest.len()) as u32);
        let on_line = |detail: &'static str| {
            let found = Diagnostic::new(Code::InvalidBlockHeader, detail).at(Span::at(line_end));
            found.with_label(Span::new(next, next + 1), "this is on another line")
        };
        if token.kind == TokenKind::Newline && rest.starts_with('{') {
            return on_line("The opening \"{\" of a block is on the line of its type and labels.")
                .with_correction(Span::new(line_end, next), " ");
        }
        if self.brace_after_next_labels(token).is_some() {
            return on_line("The labels of a block are on the line of its type.")
                .with_replacement(Span::new(line_end, next), " ");
        }
        let found = self.unexpected(&other_languages::BRACE, token, block_type);
        match (token.kind, labels) {
            (TokenKind::Newline | TokenKind::End, [label]) if self.is_among_attributes(name.span, token) => {
                missing_equals(block_type, label.start)
            }
            (TokenKind::Newline | TokenKind::End, [label]) => found.with_help(format!(
                "For an attribute, write an equals sign: {block_type} = {}",
                words::shortened(self.slice(*label))
            )),
            (TokenKind::Dot, _) if name.span.end == token.span.start => {
                Diagnostic::new(Code::InvalidBlockHeader, "The type of a block has no dots in it.")
                    .at(token.span)
                    .with_help("Write the other words as labels.")
            }
            _ => found,
        }
    }
}

/// Returns the diagnostic for a name before a value at an offset.
pub(super) fn missing_equals(name: &str, value: u32) -> Diagnostic {
    let detail = format!("The equals sign is missing between {name:?} and its value.");
    let at = Span::at(value);
    Diagnostic::new(Code::MissingEquals, detail).at(at).with_replacement(at, "= ")
}

/// Returns the diagnostic for a line that begins with a quoted name.
fn quoted_name(quote: Token, line: &str) -> Diagnostic {
    let detail = "The name of an attribute and the type of a block have no quotes.";
    let found = Diagnostic::new(Code::InvalidName, detail).at(quote.span);
    let Some((name, after)) = line[1..].split_once('"') else { return found };
    if name.is_empty() || extent::name_length(name) < name.len() {
        let help = "A name consists of letters, digits, \"_\" and \"-\". Other keys are possible in an object: tags = { \"a b\" = 1 }";
        return found.with_help(help);
    }
    let span = Span::new(quote.span.start, quote.span.start + name.len() as u32 + 2);
    let found = found.at(span).with_replacement(span, name.to_owned());
    match after.starts_with(':') {
        true => found.with_replacement(Span::new(span.end, span.end + 1), " ="),
        false => found,
    }
}

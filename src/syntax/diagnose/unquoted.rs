//! Text without quotes: what it looks like, and where it ends.

use super::expected::role;
use super::value::AfterValue;
use super::{Checker, extent, number, other_languages};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

impl Checker<'_> {
    /// Returns the end of the constraint on a version at an offset: `>= 1.5, < 2.0`.
    pub(super) fn end_of_constraint(&self, line: &str, start: u32) -> Option<usize> {
        let rest = ["~>", ">=", "<=", "!=", ">", "<"].iter().find_map(|sign| line.strip_prefix(sign))?;
        rest.trim_start().chars().next().filter(char::is_ascii_digit)?;
        let mut end = extent::words_end(self.text, start as usize);
        while !self.is_in_list() && self.text[end..].starts_with(',') {
            let next = self.text[end + 1..].trim_start_matches(' ');
            if !next.starts_with(['~', '>', '<', '!']) {
                break;
            }
            end = extent::words_end(self.text, self.text.len() - next.len());
        }
        Some(end)
    }

    /// Returns the start of the word that a token after an operator belongs to, as in `src/*.rs`.
    pub(super) fn start_of_word(&self, start: u32) -> usize {
        let at = start as usize;
        let is_operator = self.text[..at].ends_with(['*', '/']);
        let word = if is_operator { extent::word_start(self.text, at, 0) } else { at };
        let sign = self.text[word..at].rfind(['=', ':', '?', '!', '<', '>', '&', '|', '+']);
        sign.map_or(word, |sign| word + sign + 1)
    }

    /// Returns the end of text without quotes that begins at an offset.
    pub(super) fn text_end(&self, start: usize) -> usize {
        let line = extent::rest_of_line(self.text, start);
        // `<GET, POST>`
        let tag = line.strip_prefix('<').and_then(|inner| inner.find('>').map(|length| &inner[..length]));
        let is_listed = |inner: &&str| inner.chars().all(|it| it.is_alphanumeric() || " ,|-_".contains(it));
        if let Some(inner) = tag.filter(is_listed) {
            return start + inner.len() + 2;
        }
        if self.is_in_brackets() {
            return extent::word_end(self.text, start);
        }
        let mut end = extent::words_end(self.text, start);
        // The rest of the line of an attribute is text too, unless it is another attribute.
        while let Some(rest) = self.text[end..].strip_prefix(", ")
            && rest.starts_with(char::is_alphanumeric)
            && !extent::is_item(rest)
        {
            end = extent::words_end(self.text, end + 2);
        }
        let rest = &line[(end - start).min(line.len())..];
        if rest.trim_start().starts_with('"') { start + line.trim_end().len() } else { end }
    }

    /// Returns whether items on one line are separated by commas.
    pub(super) fn is_in_list(&self) -> bool {
        self.is_in_brackets() && self.role != role::ITEM_VALUE
    }

    /// Recognizes `Hello, World!`.
    pub(super) fn sentence(&self, value: Span, next: Token) -> Option<AfterValue> {
        if next.kind != TokenKind::Comma || self.role & (role::ATTRIBUTE | role::ITEM_VALUE) == 0 {
            return None;
        }
        let start = value.start as usize;
        if self.role == role::ITEM_VALUE
            && let Some(found) = self.thousands(start)
        {
            let end = found.span().map(|span| span.end);
            return Some((found, end));
        }
        let line = extent::rest_of_line(self.text, start).trim_end();
        let is_word = |character: char| character.is_alphanumeric() || " ,'!?.".contains(character);
        let mut words = &line[..line.find(|next| !is_word(next)).unwrap_or(line.len())];
        if self.role == role::ITEM_VALUE && words.len() < line.len() {
            // The object ends on the line, or another item follows: `{ a = Hello, World!, b = 1 }`.
            let last = words.find(['!', '?'])?;
            let is_end = line[last + 1..].trim_start().starts_with([',', '}']);
            words = words.get(..=last).filter(|_| is_end)?;
        }
        let is_sentence = words.starts_with(char::is_alphabetic)
            && words.ends_with(['!', '?', '.'])
            && (words.len() == line.len() || self.role == role::ITEM_VALUE);
        if !is_sentence {
            return None;
        }
        Some(self.unquoted(start, start + words.len()))
    }

    /// Recognizes `1,000` as the value of an item.
    fn thousands(&self, start: usize) -> Option<Diagnostic> {
        let line = extent::rest_of_line(self.text, start);
        let length = line.find(|next: char| !(next.is_ascii_digit() || next == ',')).unwrap_or(line.len());
        let number = line[..length].trim_end_matches(',');
        let (first, rest) = number.split_once(',')?;
        let is_number = first.len() <= 3
            && rest.split(',').all(|group| group.len() == 3)
            && !line[length..].trim_start().starts_with(['=', ':']);
        let span = Span::new(start as u32, (start + number.len()) as u32);
        is_number.then(|| number::with_commas(number, span))
    }

    /// Recognizes the option of a command: `--a=b`.
    pub(super) fn flag(&self, value: Span) -> Option<AfterValue> {
        let option = self.slice(value).strip_prefix("--")?;
        let start = value.start as usize;
        let is_option = option.starts_with(char::is_alphabetic);
        is_option.then(|| self.unquoted(start, self.text_end(start)))
    }

    /// Recognizes the five fields of a time for cron: `0 3 * * *`.
    pub(super) fn cron(&self, value: Span) -> Option<AfterValue> {
        let start = value.start as usize;
        let line = &self.text[start..extent::words_end(self.text, start)];
        let is_field = |field: &str| {
            !field.is_empty() && field.chars().all(|it| it.is_ascii_digit() || "*/-".contains(it))
        };
        let fields = || line.split(' ');
        let is_cron = fields().take(6).count() == 5 && fields().all(is_field) && fields().any(|it| it == "*");
        is_cron.then(|| self.unquoted(start, start + line.len()))
    }

    /// Recognizes `my web server`, `https://example.org`, `10:30`, `it's`, `a@b.c`.
    pub(super) fn text_after(&self, value: Span, next: Token) -> Option<AfterValue> {
        // `Mon-Fri 08:00`
        let is_word = next.kind == TokenKind::Identifier
            || next.kind == TokenKind::Number && self.is_in_brackets() && !self.is_adjacent(next);
        let found = self.text_of_words(value, next).filter(|_| is_word);
        if found.is_some() {
            return found;
        }
        let is_text = match next.kind {
            TokenKind::Colon | TokenKind::DoubleColon | TokenKind::Question => {
                self.after(next).starts_with(|next: char| !next.is_whitespace())
            }
            TokenKind::Invalid => self.is_printed(next),
            kind => kind.is_text(),
        };
        let start = extent::word_start(self.text, next.span.start as usize, value.start as usize);
        let word = &self.text[start..next.span.start as usize];
        if !is_text || !self.is_adjacent(next) || word.is_empty() || word.ends_with([')', ']', '}', '"']) {
            return None;
        }
        self.text_of_words(Span::new(start as u32, value.end), next)
            .or_else(|| Some(self.unquoted(start, extent::word_end(self.text, start))))
    }

    /// Recognizes text of several words, which continues to the end of the line of an attribute.
    fn text_of_words(&self, value: Span, next: Token) -> Option<AfterValue> {
        let text = self.slice(value);
        let begins_text = text.starts_with(|first: char| first.is_alphanumeric() || "./~".contains(first));
        let start = value.start as usize;
        let is_element = self.is_element_of_words(start);
        let is_whole = self.has_line_of_its_own(start) || self.is_item_of_words(start) || is_element;
        if !begins_text || !is_whole || text.contains(['"', '(', '[', '{']) {
            return None;
        }
        let text_end =
            if self.is_in_brackets() { extent::words_end(self.text, start) } else { self.text_end(start) };
        let (mut found, end) = self.unquoted(start, text_end);
        if self.recognize(&other_languages::OPERATOR, next, "").is_some() {
            let span = Span::new(value.start, text_end as u32);
            found = number::text_without_quotes(self.slice(span), span);
        }
        let found = if is_element { found.with_help("Separate several values by commas.") } else { found };
        Some((found, end))
    }

    /// Returns whether a value ends its line: that of an attribute, or of an item of an object on a
    /// line of its own.
    fn has_line_of_its_own(&self, start: usize) -> bool {
        let rest = || extent::rest_of_line(self.text, extent::words_end(self.text, start)).trim_end();
        !self.is_in_brackets()
            || self.role == role::ITEM_VALUE && self.counts_newlines() && matches!(rest(), "" | ",")
    }

    /// Returns whether the value of an item among others on its line consists of words.
    fn is_item_of_words(&self, start: usize) -> bool {
        let end = extent::words_end(self.text, start);
        let is_word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphanumeric);
        self.role == role::ITEM_VALUE
            && self.text[end..].trim_start().starts_with([',', '}'])
            && self.text[start..end].split(' ').all(is_word)
    }

    /// Returns whether an element of a list or an argument consists of words: `[web server]`.
    fn is_element_of_words(&self, start: usize) -> bool {
        let end = extent::words_end(self.text, start);
        self.role & (role::ELEMENT | role::ARGUMENT) != 0
            && self.text[end..].trim_start_matches(' ').starts_with([',', ']', ')', '\r', '\n'])
            && self.text[start..end].split(' ').all(is_word)
    }

    /// Returns the diagnostic for text without quotes, and its end.
    pub(super) fn unquoted(&self, start: usize, end: usize) -> AfterValue {
        let span = Span::new(start as u32, end as u32);
        (number::unquoted(self.slice(span), span), Some(span.end))
    }

    /// Returns whether the words from an offset to the end of the line of an attribute are text
    /// rather than operands and operators.
    pub(super) fn is_prose(&self, start: u32) -> bool {
        let line = extent::rest_of_line(self.text, start as usize);
        !self.is_in_brackets() && line.split(' ').filter(|word| !word.is_empty()).all(is_word)
    }
}

/// Returns whether a word is one of a text rather than a name or a keyword.
fn is_word(word: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphabetic();
    word.len() > 1 && word.bytes().all(is_letter) && !matches!(word, "true" | "false" | "null" | "not")
}

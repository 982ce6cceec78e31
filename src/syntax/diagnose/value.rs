//! Mistakes at the start of a value and after its end: text without quotes, numbers, misplaced
//! strings, and the constructs of the tables of `other_languages`.

use super::expected::role;
use super::lines::LineShape;
use super::unclosed::unescaped_quote;
use super::{Checker, extent, lines, number, other_languages, quotes};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::util::words;

/// The help for text that was meant for another program, such as a shell script.
pub(super) const LITERAL: &str = "For the text \"${\" itself, as in a shell script, write \"$${\".";

/// A mistake after a value, and the end of the text that was meant as the value. Without it, the
/// rest of the item is skipped.
pub(super) type AfterValue = (Diagnostic, Option<u32>);

const COMPUTED_KEY: &str = "A key that is computed is written in parentheses, without \"$\".";

/// Names of functions that many applications have, and that are no words of texts.
const FUNCTIONS: &[&str] = &[
    "abs",
    "ceil",
    "concat",
    "contains",
    "distinct",
    "element",
    "flatten",
    "floor",
    "format",
    "formatdate",
    "join",
    "jsondecode",
    "jsonencode",
    "keys",
    "length",
    "lookup",
    "lower",
    "max",
    "merge",
    "min",
    "regex",
    "replace",
    "reverse",
    "sort",
    "split",
    "substr",
    "title",
    "tobool",
    "tolist",
    "tomap",
    "tonumber",
    "toset",
    "tostring",
    "trim",
    "trimspace",
    "try",
    "upper",
    "values",
    "yamldecode",
    "yamlencode",
];

/// Returns whether a token of a kind can end an expression with a role.
fn can_end(kind: TokenKind, role: u16) -> bool {
    let roles = match kind {
        TokenKind::Comma | TokenKind::Semicolon => {
            role::ONE_LINE | role::ARGUMENT | role::ELEMENT | role::ITEM_VALUE | role::INDEX
        }
        TokenKind::Colon => role::INDEX | role::COLLECTION | role::KEY,
        TokenKind::Equals => role::COLLECTION | role::KEY,
        TokenKind::FatArrow => role::COLLECTION,
        TokenKind::Ellipsis => role::ARGUMENT,
        TokenKind::OpenBrace => role::KEY,
        TokenKind::Newline | TokenKind::End => role::ANY,
        kind if kind.closes() => !role::ALONE,
        _ => 0,
    };
    roles & role != 0
}

impl Checker<'_> {
    /// Checks an expression with a role. Reports the token after it if it is one that people often
    /// write there. Returns nothing if tokens have to be skipped because of a mistake.
    pub(super) fn expression_in(&mut self, role: u16) -> Option<Span> {
        let outer = std::mem::replace(&mut self.role, role);
        let span = self.expression_before();
        self.role = outer;
        span
    }

    fn expression_before(&mut self) -> Option<Span> {
        let value = self.valid_expression()?;
        let next = self.peek();
        let sentence = if self.recovering { None } else { self.sentence(value, next) };
        if self.recovering || sentence.is_none() && can_end(next.kind, self.role) {
            return Some(value);
        }
        let found = sentence.or_else(|| self.after_value(value, next));
        let Some((diagnostic, value_end)) = found else { return Some(value) };
        self.push(diagnostic);
        let outer = self.is_broken;
        let is_skipped = value_end.is_some_and(|end| self.skip_text(end));
        // The tokens before the skipped ones form a complete expression.
        self.add_broken();
        self.is_broken = outer;
        if is_skipped && can_end(self.peek_kind(), self.role) {
            return Some(value);
        }
        self.recovering = true;
        None
    }

    /// Checks an expression with a role. Returns the diagnostic for the token after it, if it is
    /// neither of a kind nor the end of the text.
    pub(super) fn expression_until(&mut self, role: u16, end: TokenKind, name: &str) -> Option<Diagnostic> {
        self.expression_in(role)?;
        let next = self.peek();
        let is_end = next.kind == end || next.kind == TokenKind::End;
        (!is_end && !self.recovering).then(|| self.no_end(role, next, name))
    }

    /// Returns the diagnostic for a token that does not end an expression with a role.
    pub(super) fn no_end(&self, role: u16, token: Token, name: &str) -> Diagnostic {
        self.unexpected(other_languages::end(role), token, name)
    }

    /// Skips the tokens before an offset. Returns false if a token extends beyond it. A line
    /// comment is kept, since it is a newline too.
    pub(super) fn skip_text(&mut self, end: u32) -> bool {
        self.is_broken = true;
        let level = self.level();
        while let Some(token) = self.tokens.get(self.next).copied()
            && token.span.start < end
        {
            // Skipping stops at the bracket that encloses the value.
            if token.kind.closes() && self.level() <= level {
                return false;
            }
            if token.span.end > end {
                return token.kind == TokenKind::Comment;
            }
            self.next += 1;
            self.enter_or_leave(token.kind);
        }
        true
    }

    /// Returns whether the next token is in a sequence of a template.
    fn is_in_sequence(&self) -> bool {
        self.ends.iter().any(|(end, _)| self.tokens[*end as usize].kind == TokenKind::SequenceEnd)
    }

    pub(super) fn is_in_brackets(&self) -> bool {
        self.role & (role::ATTRIBUTE | role::ONE_LINE) == 0
    }

    /// Reports a token that does not begin a value. Returns whether there is a value, so that the
    /// walk can continue after it.
    pub(super) fn no_value(&mut self, token: Token) -> bool {
        // An empty closing token was added by a repair, which has its own diagnostic.
        if self.recovering || token.kind.closes() && token.span.is_empty() {
            return false;
        }
        if self.is_at_reported(token.span) {
            self.failures += 1;
            return false;
        }
        let (diagnostic, end, is_value) = self.instead_of_value(token);
        self.push(diagnostic);
        let Some(end) = end else { return false };
        let is_skipped = self.skip_text(end);
        if is_value {
            return is_skipped;
        }
        let has_value = self.peek_kind().begins_term();
        if has_value {
            self.term();
        }
        has_value
    }

    /// Returns the diagnostic for a token that does not begin a value, the end of the text that has
    /// to be skipped, if the walk can continue after it, and whether that text is the value.
    fn instead_of_value(&self, token: Token) -> (Diagnostic, Option<u32>, bool) {
        if matches!(token.kind, TokenKind::Newline | TokenKind::End) {
            return self.value_before_end(token);
        }
        let start = token.span.start;
        let line = extent::rest_of_line(self.text, start as usize);
        let fraction = line.strip_prefix('.').unwrap_or_default();
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count() as u32;
        if digits > 0 {
            let span = Span::new(start, start + 1 + digits);
            let found = Diagnostic::new(Code::InvalidNumber, "A number has a digit before its dot.")
                .at(span)
                .with_help(format!("Write 0{}.", self.slice(span)))
                .with_correction(Span::at(start), "0");
            return (found, Some(span.end), true);
        }
        if self.role == role::ATTRIBUTE && matches!(line.trim_end(), ">" | ">-" | ">+" | "|" | "|-" | "|+") {
            let detail = "Text of several lines is not written as in YAML.";
            let found = Diagnostic::new(Code::UnsupportedSyntax, detail).at(token.span);
            let end = lines::end_of_indented(self.text, start as usize);
            return (found.with_help(quotes::HEREDOC), Some(end as u32), true);
        }
        let is_phone = |text: &str| {
            text.starts_with("+")
                && text.contains(' ')
                && text[1..].bytes().all(|it| it.is_ascii_digit() || it == b' ')
        };
        let phone = Some(line.trim_end()).filter(|text| is_phone(text) && !self.is_in_list());
        let phone_end = phone.map(|text| start as usize + text.len());
        if let Some(end) = self.end_of_constraint(line, start).or(phone_end) {
            let (found, end) = self.unquoted(start as usize, end);
            return (found, end, true);
        }
        if let Some(found) = self.recognize(&other_languages::VALUE, token, "") {
            let span = found.span().unwrap_or_default();
            return match self.slice(span) {
                "${" => {
                    let close = line.find('}').map(|at| start + at as u32);
                    let found = match close.filter(|_| self.role == role::KEY) {
                        Some(close) => Diagnostic::new(Code::VariableMark, COMPUTED_KEY)
                            .at(span)
                            .with_replacement(span, "(")
                            .with_replacement(Span::new(close, close + 1), ")"),
                        None => found,
                    };
                    (found, close.map(|close| close + 1), true)
                }
                "<%" | "{%" => (found, Some(start + line.len() as u32), true),
                "\\" => (found, Some(self.end_of_continued(start)), true),
                "%{" | "|" => (found, None, false),
                _ if token.kind.closes() || token.kind == TokenKind::Comma => {
                    (self.percentage().unwrap_or(found), None, false)
                }
                _ => (found, Some(span.end), false),
            };
        }
        let mut characters = line.chars();
        let begins_text = match (characters.next().unwrap_or_default(), characters.next()) {
            ('-' | '=', Some('>')) | ('<' | ':', Some('=')) => false,
            (sign, Some(next)) if "/.~^*:<?\\|&%#$@".contains(sign) => {
                !next.is_whitespace() && !",;)]}\"".contains(next)
            }
            (first, _) => token.kind == TokenKind::Invalid && !first.is_control() && !first.is_ascii(),
        };
        let is_shell = begins_text && self.role == role::INTERPOLATION;
        if begins_text && !is_shell {
            let (found, end) = self.unquoted(self.start_of_word(start), self.text_end(start as usize));
            return (found, end, true);
        }
        // `${arr[@]}`
        let is_literal = self.is_in_sequence() && token.kind == TokenKind::Invalid && self.is_printed(token);
        if is_literal || is_shell {
            return (self.message(&other_languages::VALUE, token.span, "").with_help(LITERAL), None, false);
        }
        (self.unexpected(&other_languages::VALUE, token, ""), None, false)
    }

    /// Recognizes `"a" b` and `"a" & b`, which were meant to join a string and a value.
    fn joined(&self, last: Token, next: Token) -> Option<AfterValue> {
        if last.kind != TokenKind::CloseQuote || self.is_in_brackets() {
            return None;
        }
        let is_sign = self.slice(next.span) == "&";
        let text = extent::rest_of_line(self.text, next.span.start as usize).trim_end();
        let name = text[usize::from(is_sign)..].trim_start();
        if name.is_empty() || extent::name_length(name) < name.len() {
            return None;
        }
        let detail = "A string and a value are joined in a template.";
        let found = Diagnostic::new(Code::UnexpectedText, detail).at(next.span);
        Some((found.with_help(format!("Write \"…${{{name}}}\".")), None))
    }

    /// Recognizes `name.upper()`.
    fn method(&self, value: Span, next: Token) -> Option<AfterValue> {
        let (object, method) = self.slice(value).rsplit_once('.')?;
        let is_call = next.kind == TokenKind::OpenParen && self.is_adjacent(next);
        let is_method = !method.is_empty()
            && method.len() == extent::name_length(method)
            && object.starts_with(|first: char| first.is_alphabetic() || "_\"".contains(first));
        if !is_call || !is_method {
            return None;
        }
        let dot = value.end - method.len() as u32 - 1;
        let close = self.tokens[self.pairs[self.look().1 - 1] as usize].span;
        let arguments = self.text[next.span.end as usize..close.start as usize].trim();
        let separator = if arguments.is_empty() { "" } else { ", " };
        let (object, arguments) = (words::shortened(object), words::shortened(arguments));
        // `${Math.random()}` may be meant for another program.
        let is_literal = self.role == role::INTERPOLATION;
        let found = Diagnostic::new(Code::UnsupportedSyntax, "Values have no methods.")
            .at(if is_literal { value } else { Span::new(dot, value.end) })
            .with_help(format!("Write {method}({object}{separator}{arguments})."));
        Some((if is_literal { found.with_help(LITERAL) } else { found }, None))
    }

    /// Recognizes `upper name` and `max 1, 2`: a call of a function that many applications have.
    fn call_without_parentheses(&self, value: Span, next: Token) -> Option<AfterValue> {
        let name = self.slice(value);
        let begins_argument = next.kind.begins_term() && next.kind != TokenKind::OpenQuote;
        if !FUNCTIONS.contains(&name) || !begins_argument || self.is_adjacent(next) {
            return None;
        }
        let start = next.span.start as usize;
        let rest = &self.text[start..extent::words_end(self.text, start)];
        let mut words = rest.split(' ');
        let is_word = |word: &str| word.starts_with(char::is_alphabetic);
        // `format disk and restart`
        if words.next().is_some() && words.next().is_some_and(is_word) {
            return None;
        }
        let detail = "The arguments of a function are written in parentheses.";
        let found = Diagnostic::new(Code::InvalidFunctionCall, detail).at(next.span);
        let is_whole = extent::name_length(rest) == rest.len() && next.kind == TokenKind::Identifier;
        let found = match is_whole {
            true => found
                .with_replacement(Span::new(value.end, next.span.start), "(")
                .with_replacement(Span::at(next.span.end), ")"),
            false => found.with_help(format!("Write {name}(…), with commas between the arguments.")),
        };
        Some((found, None))
    }

    /// Returns the diagnostic for the end of a line or of the text in the place of a value.
    fn value_before_end(&self, token: Token) -> (Diagnostic, Option<u32>, bool) {
        let start = token.span.start;
        let missing = |at: Span, detail: String| Diagnostic::new(Code::MissingValue, detail).at(at);
        let text = extent::rest_of_line(self.text, start as usize);
        if let Some(mark) = ["#", "//", "/*"].into_iter().find(|mark| text.starts_with(mark)) {
            let detail = format!("A value is expected here, but {mark:?} begins a comment.");
            let found = missing(Span::new(start, start + mark.len() as u32), detail);
            let is_text = text[mark.len()..].starts_with(char::is_alphanumeric);
            let found = if is_text { found.with_help("Put text into double quotes.") } else { found };
            return (found, None, false);
        }
        if let Some(found) = self.percentage() {
            return (found, None, false);
        }
        if let Some(end) = self.end_of_yaml_list(token) {
            let found = missing(Span::at(start), "A list is not written with dashes as in YAML.".to_owned());
            return (found.with_help("Write it in brackets: [\"a\", \"b\"]"), Some(end), true);
        }
        let end = if token.kind == TokenKind::End { "text" } else { "line" };
        let detail = format!("A value is expected before the end of the {end}");
        let Some(value) = self.value_on_next_line(token) else {
            return (missing(Span::at(start), detail + "."), None, false);
        };
        let help = "Write it on the same line, or put parentheses around an expression of several lines.";
        let found = missing(Span::at(start), detail + ", but it is on the next line.")
            .with_label(value.span, "the value is here")
            .with_help(help);
        (found, Some(token.span.end), false)
    }

    /// Returns the end of the lines after an equals sign that are a list of YAML.
    fn end_of_yaml_list(&self, newline: Token) -> Option<u32> {
        let mut end = None;
        let mut at = newline.span.end as usize;
        while self.role == role::ATTRIBUTE && newline.kind == TokenKind::Newline && at < self.text.len() {
            let line = lines::line_at(self.text, at);
            let content = line.trim();
            let is_listed = content.starts_with("- ") || end.is_some() && line.starts_with("    ");
            if !is_listed {
                break;
            }
            end = Some(lines::end_of_line(self.text, at) as u32);
            at += line.len();
        }
        end
    }

    /// Returns the end of the lines that backslashes continue.
    fn end_of_continued(&self, start: u32) -> u32 {
        let mut at = start as usize;
        loop {
            let line = lines::line_at(self.text, at);
            if at + line.len() == self.text.len() || !line.trim_end().ends_with('\\') {
                return lines::end_of_line(self.text, at) as u32;
            }
            at += line.len();
        }
    }

    /// Returns the diagnostic for a percentage, whose sign is read as an operator without its
    /// second operand.
    fn percentage(&self) -> Option<Diagnostic> {
        let [.., number, sign] = self.tokens.get(..self.next)? else { return None };
        let span = number.span.to(sign.span);
        let is_percentage = number.kind == TokenKind::Number
            && number.span.end == sign.span.start
            && self.slice(sign.span) == "%";
        is_percentage.then(|| number::with_unit(self.slice(span), "%", span))
    }

    /// Returns the first token of the line after a newline, if it begins a value and no item.
    fn value_on_next_line(&self, newline: Token) -> Option<Token> {
        let at = self.tokens.partition_point(|token| token.span.start < newline.span.end);
        let next = *self.tokens.get(at).filter(|_| newline.kind == TokenKind::Newline)?;
        let line = extent::rest_of_line(self.text, next.span.start as usize);
        let is_value = match next.kind {
            TokenKind::Identifier => {
                let rest = line[extent::name_length(line)..].trim_start();
                let signs = ["(", ".", "[", "==", "!=", "&&", "||", "?", "+", "-", "*", "/", "%", "<", ">"];
                rest.is_empty() || signs.iter().any(|sign| rest.starts_with(sign))
            }
            kind => {
                kind.begins_term()
                    && LineShape::from_tokens(self.text, &self.tokens, at) != LineShape::Attribute
            }
        };
        is_value.then_some(next)
    }

    /// Returns the mistake of a token that cannot follow a value, if it is a common one.
    fn after_value(&self, value: Span, next: Token) -> Option<AfterValue> {
        let is_sign = matches!(next.kind, TokenKind::Colon | TokenKind::Bitwise | TokenKind::Invalid);
        // `${HOME:-/root}`, `${name@Q}`
        let is_literal = self.role == role::INTERPOLATION && is_sign;
        if self.role == role::KEY || is_literal || self.begins_item(next) {
            return None;
        }
        let last = *self.tokens.get(self.next.checked_sub(1)?)?;
        self.after_first_word(value)
            .or_else(|| self.flag(value))
            .or_else(|| self.method(value, next))
            .or_else(|| self.call_without_parentheses(value, next))
            .or_else(|| self.cron(value))
            .or_else(|| self.joined(last, next))
            .or_else(|| self.after_number(value, last, next))
            .or_else(|| Some((self.near_quote(value, last, next)?, None)))
            .or_else(|| {
                let found = self.recognize(&other_languages::AFTER_VALUE, next, "")?;
                let is_continued = self.slice(next.span) == "\\";
                Some((found, is_continued.then(|| self.end_of_continued(next.span.start))))
            })
            .or_else(|| self.text_after(value, next))
    }

    /// Returns the rest of the line after a token.
    pub(super) fn after(&self, token: Token) -> &str {
        extent::rest_of_line(self.text, token.span.end as usize)
    }

    pub(super) fn is_adjacent(&self, next: Token) -> bool {
        self.previous().end == next.span.start
    }

    /// Returns whether the next token begins an attribute, a block or an item of an object, on the
    /// line of another one.
    fn begins_item(&self, next: Token) -> bool {
        let is_in_brackets = self.is_in_brackets();
        let rest = self.after(next).trim_start();
        next.kind == TokenKind::Identifier
            && !self.is_adjacent(next)
            && (!is_in_brackets || self.counts_newlines())
            && (extent::is_rest_of_item(rest) || is_in_brackets && rest.starts_with(':'))
    }

    /// Recognizes `if a then b`, `lambda a`, `function(a) { … }`.
    fn after_first_word(&self, value: Span) -> Option<AfterValue> {
        let text = self.slice(value);
        let rest = &text[extent::name_length(text)..];
        let span = Span::new(value.start, value.end - rest.len() as u32);
        let is_word = rest.is_empty() || rest.trim_start().starts_with('(');
        let word = Token { kind: TokenKind::Identifier, span };
        let found = self.recognize(&other_languages::FIRST_WORD, word, "").filter(|_| is_word)?;
        Some((found, None))
    }

    /// Recognizes `10MB`, `10 MB`, `1_000`, `1,000`, `1,5`, `1 000`.
    fn after_number(&self, value: Span, last: Token, next: Token) -> Option<AfterValue> {
        let is_adjacent = self.is_adjacent(next);
        if last.kind != TokenKind::Number {
            return None;
        }
        let start = last.span.start as usize;
        let found = match next.kind {
            TokenKind::Identifier | TokenKind::Apostrophe if is_adjacent => {
                let start = extent::word_start(self.text, start, value.start as usize);
                let word = Span::new(start as u32, extent::word_end(self.text, start) as u32);
                number::not_a_number(self.slice(word), word)
            }
            TokenKind::Identifier if self.recognize(&other_languages::AFTER_VALUE, next, "").is_none() => {
                let span = last.span.to(next.span);
                number::with_unit(self.slice(span), self.slice(next.span), span)
            }
            TokenKind::Comma if is_adjacent && !self.is_in_brackets() => {
                self.after(next).chars().next().filter(char::is_ascii_digit)?;
                let is_number = |character: char| character.is_ascii_digit() || ",.".contains(character);
                let line = extent::rest_of_line(self.text, start);
                let length = line.find(|next: char| !is_number(next)).unwrap_or(line.len());
                let number = line[..length].trim_end_matches([',', '.']);
                number::with_commas(number, Span::new(start as u32, (start + number.len()) as u32))
            }
            TokenKind::Number if !self.is_in_brackets() => {
                return Some((number::with_spaces(last.span.to(next.span)), None));
            }
            _ => return None,
        };
        let end = found.span().map(|subject| subject.end);
        Some((found, end))
    }

    /// Recognizes quotes inside of a string, adjacent strings, strings with a prefix, and calls
    /// without parentheses.
    fn near_quote(&self, value: Span, last: Token, next: Token) -> Option<Diagnostic> {
        let is_adjacent = self.is_adjacent(next);
        let opens = next.kind == TokenKind::OpenQuote;
        let closed = last.kind == TokenKind::CloseQuote;
        let is_text =
            next.kind.is_text() || opens || next.kind == TokenKind::Invalid && self.is_printed(next);
        let text = self.slice(value);
        if is_adjacent && (closed && is_text || opens && text.starts_with('"')) {
            let found = unescaped_quote(if closed { last.span } else { next.span });
            let open = Span::new(value.start, value.start + 1);
            return Some(found.with_label(open, "the string begins here"));
        }
        let is_name = last.kind == TokenKind::Identifier && last.span.start == value.start;
        if !opens || self.is_in_brackets() && !(is_adjacent && is_name) {
            return None;
        }
        if closed {
            let detail = "One string ends before another one begins.";
            let help =
                "Join strings in a template, \"${a}${b}\", or write several in brackets: [\"a\", \"b\"]";
            return Some(Diagnostic::new(Code::UnexpectedText, detail).at(next.span).with_help(help));
        }
        if !is_name {
            return None;
        }
        let close = self.tokens[self.pairs[self.look().1 - 1] as usize].span;
        let string = self.slice(next.span.to(close));
        if is_adjacent && text.len() <= 2 && text.bytes().all(|letter| b"fFrRbBuUL".contains(&letter)) {
            let detail = format!("A string has no prefix such as {text:?} before its opening quote.");
            let found = Diagnostic::new(Code::UnsupportedSyntax, detail).at(last.span);
            let help = "Write a template, \"${a}\", and \\\\ for each backslash of the text.";
            let is_plain = !string.contains(['{', '\\']);
            return Some(if is_plain {
                found.with_replacement(last.span, "")
            } else {
                found.with_help(help)
            });
        }
        let detail = "The arguments of a function are written in parentheses.";
        let help = format!("Write a function call as {text}(…), and text in quotes.");
        let found = Diagnostic::new(Code::InvalidFunctionCall, detail).at(next.span).with_help(help);
        if close.is_empty() || !extent::rest_of_line(self.text, close.end as usize).trim().is_empty() {
            return Some(found);
        }
        let found = found.with_replacement(Span::new(last.span.end, next.span.start), "(");
        Some(found.with_replacement(Span::at(close.end), ")"))
    }

    /// Returns whether a token that is not in the language is text.
    pub(super) fn is_printed(&self, token: Token) -> bool {
        !self.slice(token.span).contains(char::is_control)
    }
}

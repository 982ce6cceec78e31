//! Numbers, words and other text without quotes.

use crate::diag::{Code, Diagnostic, name_suggestion};
use crate::json_syntax::number;
use crate::source::Span;
use crate::syntax::{not_a_number, unquoted, with_spaces};
use crate::util::words::shortened;
use crate::value::{Number, NumberError};

/// Returns whether a text is a number or a word of JSON.
pub(super) fn is_literal(text: &str) -> bool {
    matches!(text, "true" | "false" | "null") || number::is_valid(text)
}

/// Returns a text in quotes, as a string of JSON.
pub(super) fn quoted(text: &str) -> String {
    let inner = text.trim_matches(['"', '\'']);
    format!("\"{}\"", inner.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the diagnostic for a number that is written well, but cannot be represented.
pub(super) fn out_of_range(text: &str, span: Span) -> Option<Diagnostic> {
    let error = Number::parse(text).err().filter(|_| number::is_valid(text))?;
    let code = match error {
        NumberError::TooLarge => Code::NumberOutOfRange,
        _ => Code::InvalidNumber,
    };
    Some(Diagnostic::new(code, format!("This number cannot be read: {error}.")).at(span))
}

/// Returns the diagnostic for text without quotes in the place of a value.
pub(super) fn mistake(text: &str, span: Span) -> Diagnostic {
    word(text, span)
        .or_else(|| number_like(text, span))
        .or_else(|| character(text, span))
        .or_else(|| expression(text, span))
        .unwrap_or_else(|| unquoted(text, span))
}

/// Returns the diagnostic for a word of another language or spelling.
fn word(text: &str, span: Span) -> Option<Diagnostic> {
    let lower = text.to_ascii_lowercase();
    let (word, is_certain) = match lower.as_str() {
        "true" => ("true", true),
        "false" => ("false", true),
        "null" | "none" | "nil" | "undefined" => ("null", true),
        "yes" | "on" | "enabled" => ("true", false),
        "no" | "off" | "disabled" => ("false", false),
        "nan" | "infinity" | "inf" | "-infinity" | "+infinity" | "-inf" | "+inf" => ("null", false),
        _ => ("", false),
    };
    let mut detail = format!("JSON has no word {text}, only true, false and null.");
    let mut meant = word;
    if word.is_empty() {
        if text.len() < 3 || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        meant = name_suggestion(&lower, ["true", "false", "null"])?;
        detail = format!("JSON has no word {text}. Did you mean {meant}?");
    }
    let found = Diagnostic::new(Code::InvalidWord, detail).at(span);
    Some(match is_certain {
        true => found.with_help(format!("Write {meant}.")).with_replacement(span, word),
        false => found.with_help(format!("Write {meant}, or a string: {}", quoted(text))),
    })
}

/// Returns the diagnostic for a text that begins as a number.
fn number_like(text: &str, span: Span) -> Option<Diagnostic> {
    let first = text.bytes().next().filter(|first| first.is_ascii_digit() || b"-+.".contains(first))?;
    let invalid = |detail: &'static str| Diagnostic::new(Code::InvalidNumber, detail).at(span);
    let sign = if first == b'-' { "-" } else { "" };
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.is_empty() || unsigned.starts_with(['-', '+', ' ']) {
        return Some(invalid("A number needs a digit after its sign."));
    }
    if text.contains(char::is_whitespace) {
        let is_number = unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
        return is_number.then(|| with_spaces(span));
    }
    let whole = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &unsigned[whole..];
    let (detail, number) = if first == b'+' && number::is_valid(unsigned) {
        ("A number has no plus sign (+) in front.", unsigned.to_owned())
    } else if whole == 0 {
        let fraction =
            rest.strip_prefix('.').filter(|it| it.starts_with(|first: char| first.is_ascii_digit()))?;
        ("A number needs a digit before its dot.", format!("{sign}0.{fraction}"))
    } else if whole > 1 && unsigned.starts_with('0') && number::is_valid(&format!("0{rest}")) {
        let zeros = unsigned[..whole - 1].bytes().take_while(|digit| *digit == b'0').count();
        let plain = &unsigned[zeros..];
        let found = invalid("A number does not begin with the digit 0, unless that is all before its dot.");
        return Some(found.with_help(format!("Write {sign}{plain}, or a string: {}", quoted(text))));
    } else if rest == "." || rest.starts_with(".e") || rest.starts_with(".E") {
        ("A number needs a digit after its dot.", text.replacen('.', ".0", 1))
    } else {
        return Some(not_a_number(text, span));
    };
    let found = invalid(detail);
    Some(match number::is_valid(&number) {
        true => found.with_help(format!("Write {number}.")).with_correction(span, number),
        false => found,
    })
}

/// The values of JSON.
pub(super) const VALUES: &str =
    "Write a string in double quotes, a number, true, false, null, an array or an object.";

/// Returns the diagnostic for a single character without a meaning in JSON.
fn character(text: &str, span: Span) -> Option<Diagnostic> {
    let is_single = text.chars().nth(1).is_none() && !text.starts_with(char::is_alphanumeric);
    let detail = || format!("A value is expected, but {text:?} was found.");
    is_single.then(|| Diagnostic::new(Code::UnexpectedCharacter, detail()).at(span).with_help(VALUES))
}

/// Returns the diagnostic for an expression of native syntax: a traversal, a call, or an operation.
fn expression(text: &str, span: Span) -> Option<Diagnostic> {
    let is_name = |part: &str| {
        part.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b'-')
    };
    let end = text.find(['.', '(', '[']).unwrap_or(0);
    let has_operator = [" + ", " - ", " * ", " / ", " % ", "&&", "||", "==", "!=", " < ", " > ", " ? ", "!"]
        .iter()
        .any(|operator| text.contains(operator));
    let is_path = is_name(&text[..end]) && !text.contains([' ', '/', ':', '@']) || text.ends_with(')');
    let (detail, help) = if text.starts_with("${") && text.ends_with('}') {
        ("A template is written in double quotes.", format!("Write {}", shortened(&quoted(text))))
    } else if has_operator || is_path {
        let help = format!("Write a template: {}", shortened(&quoted(&format!("${{{text}}}"))));
        ("An expression is written in a string, as a template, or in quotes.", help)
    } else {
        return None;
    };
    Some(Diagnostic::new(Code::UnquotedText, detail).at(span).with_help(help))
}

//! Text without quotes, and numbers as other languages and people write them.

use std::borrow::Cow;

use super::extent;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::util::words;
use crate::value::Number;

/// Returns the diagnostic for a word that begins with a digit and is not a number.
pub(crate) fn not_a_number(word: &str, span: Span) -> Diagnostic {
    if word.contains("..") {
        return invalid(span, "There are no ranges of numbers.")
            .with_help("Use a function such as range, if the application has one.");
    }
    radix(word, span)
        .or_else(|| separators(word, span))
        .or_else(|| exponent(word, span))
        .or_else(|| unit(word).map(|unit| with_unit(word, unit, span)))
        .unwrap_or_else(|| unquoted(word, span))
}

fn invalid(span: Span, detail: impl Into<Cow<'static, str>>) -> Diagnostic {
    Diagnostic::new(Code::InvalidNumber, detail).at(span)
}

/// Returns the diagnostic for a number with a unit.
pub(super) fn with_unit(written: &str, unit: &str, span: Span) -> Diagnostic {
    let detail = format!("A number cannot have a unit or other letters after it: {unit}.");
    invalid(span, detail).with_help(format!("Write the number alone, or all of it in quotes: {:?}", written))
}

/// Returns the diagnostic for a number with commas, which separate thousands or begin a fraction.
pub(crate) fn with_commas(written: &str, span: Span) -> Diagnostic {
    separators(written, span).unwrap_or_else(|| {
        let found = invalid(span, "A number has a dot, not a comma, before its fraction.");
        let with_point = written.replacen(',', ".", 1);
        let is_number = Number::parse(&with_point).is_ok();
        if is_number { found.with_replacement(span, with_point) } else { found }
    })
}

/// Returns the diagnostic for two numbers with a space between them.
pub(crate) fn with_spaces(span: Span) -> Diagnostic {
    invalid(span, "A space cannot separate the digits of a number.")
        .with_help("Write the digits side by side, or several numbers in brackets: [1, 2]")
}

/// Returns the diagnostic for text without quotes, with the quotes as correction.
pub(crate) fn unquoted(text: &str, span: Span) -> Diagnostic {
    text_without_quotes(text, span).with_replacement(span, extent::as_string(text))
}

/// Returns the diagnostic for text without quotes that may be something else.
pub(super) fn text_without_quotes(text: &str, span: Span) -> Diagnostic {
    let detail = format!("This {} needs double quotes: {}.", kind_of_text(text), words::shortened(text));
    Diagnostic::new(Code::UnquotedText, detail).at(span)
}

/// Returns the kind of a text, for a message.
fn kind_of_text(text: &str) -> &'static str {
    let only = |allowed: &str| {
        text.chars().all(|character| character.is_ascii_digit() || allowed.contains(character))
    };
    let begins_with_digit = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let points = text.matches('.').count();
    let is_path = ["/", "./", "../", "~/", "\\"].iter().any(|start| text.starts_with(start));
    if text.contains("://") {
        "URL"
    } else if is_path || text.contains(":\\") {
        "path"
    } else if only("./") && points == 3 {
        "IP address"
    } else if points > 1 && begins_with_digit(text.trim_start_matches('v')) {
        "version"
    } else if begins_with_digit(text) && only(":-TZ.+") && text.contains([':', '-']) {
        "date or time"
    } else {
        "text"
    }
}

/// Recognizes `0x1f`, `0o17`, `0b101`.
fn radix(word: &str, span: Span) -> Option<Diagnostic> {
    let (name, radix) = match word.get(..2)? {
        "0x" | "0X" => ("a hexadecimal number", 16),
        "0o" | "0O" => ("an octal number", 8),
        "0b" | "0B" => ("a binary number", 2),
        _ => return None,
    };
    let digits: String = word[2..].chars().filter(|character| *character != '_').collect();
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let found = invalid(span, format!("{word} is {name}. Numbers are written in decimal digits."));
    Some(match u128::from_str_radix(&digits, radix) {
        Ok(decimal) => found.with_replacement(span, decimal.to_string()),
        Err(_) => found,
    })
}

/// Recognizes `1_000`, `1'000`, `1.000.000`, `1,000`.
fn separators(word: &str, span: Span) -> Option<Diagnostic> {
    let separator = word.chars().find(|character| !character.is_ascii_digit())?;
    let (name, groups_at_least) = match separator {
        '_' => ("Underscores", 0),
        '\'' => ("Apostrophes", 2),
        ',' => ("Commas", 2),
        // With one point, the word would be a number.
        '.' => ("Dots", 3),
        _ => return None,
    };
    let whole = if separator == '.' { word } else { word.split('.').next().unwrap_or(word) };
    let groups: Vec<_> = whole.split(separator).collect();
    let are_groups = (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3);
    if separator != '_' && (!are_groups || groups.len() < groups_at_least) {
        return None;
    }
    let plain = word.replace(separator, "");
    let is_number = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && plain.ends_with(|last: char| last.is_ascii_digit())
        && Number::parse(&plain).is_ok();
    let found = || invalid(span, format!("{name} cannot separate the digits of a number."));
    is_number.then(|| match separator {
        '_' | '\'' => found().with_correction(span, plain),
        _ => found().with_replacement(span, plain),
    })
}

/// Recognizes `1e` and `1e+`.
fn exponent(word: &str, span: Span) -> Option<Diagnostic> {
    let digits = word.strip_suffix(['+', '-']).unwrap_or(word).strip_suffix(['e', 'E'])?;
    let detail = || format!("Digits are expected after the exponent sign of {word}.");
    Number::parse(digits).is_ok().then(|| invalid(span, detail()))
}

/// Returns the unit of a quantity: letters after the digits, also several times, as in `1h30m`.
fn unit(word: &str) -> Option<&str> {
    let number = word.find(|character: char| !character.is_ascii_digit() && character != '.')?;
    let unit = &word[number..];
    let is_unit = |character: char| character.is_alphabetic() || character == '%' || character == '°';
    let letters = unit.chars().take_while(|character| is_unit(*character)).count();
    let is_whole =
        unit.chars().all(|character| is_unit(character) || character.is_ascii_digit() || character == '.');
    let points = word[..number].matches('.').count();
    (letters > 0 && is_whole && points < 2).then_some(unit)
}

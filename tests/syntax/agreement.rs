//! The grammar and the parser of rejected input describe one language.
//!
//! A broken line after a valid text makes the second one read all of it. It must report that line
//! alone, and the tree must be the same, with an error for that line.

use serde_hcl::{Span, body::File, diag::Diagnostics, parse_file};

use crate::generate::Generator;
use crate::{corpus, shape};

/// Not valid, because the value is missing between the equals signs. The second one is reported.
const BROKEN_LINE: &str = "zz__ = = 1\n";

/// Checks a valid file.
#[track_caller]
pub fn check_file(text: &str) {
    let valid = parse_file(text);
    assert!(!valid.diagnostics.has_errors(), "{} in {text:?}", valid.diagnostics);
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let broken_text = format!("{text}{newline}{BROKEN_LINE}");
    let broken = parse_file(broken_text.as_str());
    let mistakes: Vec<&str> = broken
        .diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.span())
        .map(|subject| &broken_text[subject.start as usize..])
        .collect();
    assert_eq!(mistakes, ["= 1\n"], "{} in {broken_text:?}", broken.diagnostics);
    let (shape, mut spans) = items(&valid.value);
    let inside = &shape[1..shape.len() - 1];
    let separator = if inside.is_empty() { "" } else { "; " };
    let start = (broken_text.len() - BROKEN_LINE.len()) as u32;
    spans.push(Span::new(start, start + BROKEN_LINE.trim_end().len() as u32));
    let expected = (format!("{{{inside}{separator}zz__ = (error )}}"), spans);
    assert_eq!(items(&broken.value), expected, "in {broken_text:?}");
}

/// Checks a valid expression.
#[track_caller]
pub fn check_expression(text: &str) {
    check_file(&format!("a = (\n{}\n)\n", text.trim_start_matches('\u{feff}')));
}

/// Checks a valid template.
#[track_caller]
pub fn check_template(text: &str) {
    // A heredoc is the only form without escapes. It can contain a carriage return without a
    // newline only after a lone sign.
    if !text.replace("\r\n", "").contains('\r') {
        check_file(&format!("a = <<ZZ__\n{text}\nZZ__\n"));
    }
}

/// Checks the diagnostics of an invalid text. The grammar alone has a message of its own, with
/// the location of the error only.
#[track_caller]
pub fn check_explained(text: &str, diagnostics: &Diagnostics) {
    let message = diagnostics.to_string();
    assert!(!message.contains("The text is not valid from here on."), "{message} in {text:?}");
}

/// The shape of a file, and the spans of its items.
fn items(file: &File) -> (String, Vec<Span>) {
    (
        shape::of_body(file.ast().expect("it is native")),
        file.ast().expect("it is native").items().map(|item| item.span()).collect(),
    )
}

#[test]
fn files_of_the_corpus_are_read_alike_beside_a_mistake() {
    for case in corpus::valid_cases("native", 12) {
        check_file(case.source.text());
    }
}

#[test]
fn generated_texts_are_read_alike_beside_a_mistake() {
    for seed in 0..test_support::number_of_cases(150, 500) {
        let mut generator = Generator::new(seed);
        check_file(&generator.file());
        check_expression(&generator.expression_alone());
    }
}

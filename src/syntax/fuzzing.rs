//! Access to the scanner and the diagnostics for the fuzz targets and the test of the parser.

use super::diagnose;
use super::lexer::SourceKind;
use super::scan::Scan;
use crate::diag::Diagnostic;
use crate::limits::Limits;
use crate::source::{Source, Span};

/// Returns the smallest depth limit with which the scanner accepts a text.
pub fn scanned_depth(text: &str, template: bool) -> u32 {
    let form = if template { SourceKind::Template } else { SourceKind::Body };
    let (mut refused, mut taken) = (0, text.len() as u32 + 1);
    while refused < taken {
        let limit = refused + (taken - refused) / 2;
        match terminals_within(text, form, limit) {
            Ok(_) => taken = limit,
            Err(_) => refused = limit + 1,
        }
    }
    taken
}

/// Returns the terminals of a file or of a template, as far as they are in the language.
pub fn terminals(text: &str, template: bool) -> Option<String> {
    let form = if template { SourceKind::Template } else { SourceKind::Body };
    terminals_within(text, form, Limits::DEFAULT.depth).ok()
}

fn terminals_within(text: &str, form: SourceKind, depth: u32) -> Result<String, Span> {
    let (mut scan, mut terminals) = (Scan::new(text, form, depth), String::new());
    while scan.advance()? {
        terminals += scan.terminals().text();
    }
    Ok(terminals)
}

/// Returns the summaries of the diagnostics of a file.
pub fn mistakes_in_file(source: &Source) -> Vec<String> {
    summaries(diagnose::file(source, &Limits::DEFAULT).0)
}

/// Returns the summaries of the diagnostics of a single expression.
pub fn mistakes_in_expression(source: &Source) -> Vec<String> {
    summaries(diagnose::expression(source, &Limits::DEFAULT))
}

/// Returns the summaries of the diagnostics of a single template.
pub fn mistakes_in_template(source: &Source) -> Vec<String> {
    summaries(diagnose::template(source, &Limits::DEFAULT, SourceKind::Template))
}

fn summaries(diagnostics: Vec<Diagnostic>) -> Vec<String> {
    diagnostics.into_iter().map(|diagnostic| diagnostic.summary().to_owned()).collect()
}

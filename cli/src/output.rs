//! Writing to standard output and standard error.

use std::io::{ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};
use serde_hcl::{Outcome, Source};
use similar::TextDiff;

use crate::options::Color;
use crate::{Failure, Result, report};

const GREEN: &str = "\u{1b}[32m";
const RED: &str = "\u{1b}[31m";
const RESET: &str = "\u{1b}[0m";

/// Standard output for results, as they are, and standard error for diagnostics, with or without
/// color.
pub struct Output {
    color: ColorChoice,
}

impl Output {
    pub fn new(color: Color) -> Self {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color }
    }

    /// Writes a result.
    pub fn write(&self, text: &str) -> Result<()> {
        Self::write_to(std::io::stdout(), text)
    }

    /// Writes diagnostics that are the result of a command.
    pub fn findings(&self, text: &str) -> Result<()> {
        Self::write_to(AutoStream::new(std::io::stdout(), self.color), &format!("{text}\n\n"))
    }

    fn write_to(mut stream: impl Write, text: &str) -> Result<()> {
        match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
            Ok(()) => Ok(()),
            // A closed pipe is not an error: the reader has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::Command(format!("cannot write to standard output: {error}"))),
        }
    }

    /// Writes the changes of a file, if there are any.
    pub fn diff(&self, before: &Source, after: &str) -> Result<()> {
        if before.text() == after {
            return Ok(());
        }
        let name = report::printable(before.name());
        let diff = TextDiff::from_lines(before.text(), after);
        let mut text = String::new();
        for line in diff.unified_diff().header(&name, &name).to_string().split_inclusive('\n') {
            let (content, end) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
            text += &match line.as_bytes() {
                [b'+', ..] => format!("{GREEN}{content}{RESET}{end}"),
                [b'-', ..] => format!("{RED}{content}{RESET}{end}"),
                _ => line.to_owned(),
            };
        }
        Self::write_to(AutoStream::new(std::io::stdout(), self.color), &text)
    }

    /// Writes a result that is one line at least, and ends it.
    pub fn line(&self, text: &str) -> Result<()> {
        self.write(&format!("{}\n", text.strip_suffix('\n').unwrap_or(text)))
    }

    /// Returns the value of an outcome without errors, and writes its warnings.
    ///
    /// # Errors
    /// Returns the errors of the outcome.
    pub fn value_of<T>(&self, outcome: Outcome<T>) -> Result<T> {
        if !outcome.diagnostics.is_empty() && !outcome.diagnostics.has_errors() {
            self.complain(&report::renderer().render(&outcome.diagnostics));
        }
        Ok(outcome.into_result()?)
    }

    /// Writes an error or a summary to standard error. If that fails too, there is still the exit
    /// code.
    pub fn complain(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stderr(), self.color);
        _ = writeln!(stream, "{text}");
    }
}

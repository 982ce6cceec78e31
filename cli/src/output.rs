//! Writing to standard output and standard error.

use std::io::{ErrorKind, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use serde_hcl::{Outcome, Source, diag::Diagnostics};
use similar::TextDiff;

use crate::failure::Status;
use crate::options::Color;
use crate::{Failure, Result, report};

const GREEN: &str = "\u{1b}[32m";
const RED: &str = "\u{1b}[31m";
const RESET: &str = "\u{1b}[0m";

/// Standard output for results, as they are, and standard error for diagnostics, with or without
/// color.
pub struct Output {
    color: ColorChoice,
    /// Whether summaries, advice and warnings are left out.
    is_quiet: bool,
}

impl Output {
    pub fn new(color: Color, is_quiet: bool) -> Self {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color, is_quiet }
    }

    /// Writes a result.
    pub fn write(&self, text: &str) -> Result<()> {
        Self::write_to(std::io::stdout(), text)
    }

    /// Writes a line about results, such as their number.
    pub fn summary(&self, text: &str) -> Result<()> {
        if self.is_quiet { Ok(()) } else { self.line(text) }
    }

    /// Writes a line about results to standard error.
    pub fn note(&self, text: &str) {
        if !self.is_quiet {
            self.complain(text);
        }
    }

    /// Writes warnings.
    pub fn warn(&self, warnings: &Diagnostics) {
        if !warnings.is_empty() {
            self.note(&report::renderer(report::Stream::Failures).render(warnings));
        }
    }

    /// Writes diagnostics that are the result of a command.
    pub fn findings(&self, text: &str) -> Result<()> {
        Self::write_to(AutoStream::new(std::io::stdout(), self.color), &format!("{text}\n\n"))
    }

    fn write_to(mut stream: impl Write, text: &str) -> Result<()> {
        Self::written(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()))
    }

    /// Returns the failure of a command whose result was not written.
    pub fn written(result: std::io::Result<()>) -> Result<()> {
        match result {
            Ok(()) => Ok(()),
            // A closed pipe is not an error: the reader has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::Write("to standard output".to_owned(), error)),
        }
    }

    /// Writes the changes of a file, if there are any.
    pub fn diff(&self, before: &Source, after: &str) -> Result<()> {
        if before.text() == after {
            return Ok(());
        }
        let stdout = std::io::stdout();
        // A program that reads the changes can apply them, so the content stays as it is.
        let is_terminal = stdout.is_terminal();
        let stream = AutoStream::new(stdout, self.color);
        let is_colored = stream.current_choice() != ColorChoice::Never;
        let name = report::printable(before.name());
        let diff = TextDiff::from_lines(before.text(), after);
        let mut text = String::new();
        for line in diff.unified_diff().header(&name, &name).to_string().split_inclusive('\n') {
            let (content, end) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
            let content = if is_terminal { report::escaped(content) } else { content.to_owned() };
            text += &match line.as_bytes() {
                [b'+', ..] if is_colored => format!("{GREEN}{content}{RESET}{end}"),
                [b'-', ..] if is_colored => format!("{RED}{content}{RESET}{end}"),
                _ => format!("{content}{end}"),
            };
        }
        // Without color, the stream would remove sequences of the content.
        if is_colored { Self::write_to(stream, &text) } else { self.write(&text) }
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
        if !outcome.diagnostics.has_errors() {
            self.warn(&outcome.diagnostics);
        }
        Ok(outcome.into_result()?)
    }

    /// Writes the reason of a failure, and returns the exit code.
    pub fn report(&self, failure: &Failure) -> Status {
        match failure {
            Failure::Reported(_) => {}
            Failure::Configuration(error) => {
                self.complain(&report::renderer(report::Stream::Failures).render(error.diagnostics()))
            }
            _ => self.complain(&report::complaint(failure.to_string())),
        }
        failure.status()
    }

    /// Writes an error to standard error. If that fails too, there is still the exit
    /// code.
    pub fn complain(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stderr(), self.color);
        _ = writeln!(stream, "{text}");
    }
}

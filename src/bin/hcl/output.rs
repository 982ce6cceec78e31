//! Writing to standard output and standard error.

use std::io::{ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};

use crate::arguments::Color;
use crate::{Failure, Result};

/// The streams for results and errors, with or without color.
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
        let mut stream = AutoStream::new(std::io::stdout(), self.color);
        match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
            Ok(()) => Ok(()),
            // A closed pipe is not an error: the reader has read enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::Command(format!("cannot write to standard output: {error}"))),
        }
    }

    /// Writes a result that is one line at least, and ends it.
    pub fn line(&self, text: &str) -> Result<()> {
        self.write(&format!("{}\n", text.strip_suffix('\n').unwrap_or(text)))
    }

    /// Writes an error. If that fails too, there is still the exit code.
    pub fn complain(&self, text: &str) {
        let mut stream = AutoStream::new(std::io::stderr(), self.color);
        _ = writeln!(stream, "{text}");
    }
}

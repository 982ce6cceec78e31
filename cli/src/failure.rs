//! The reasons why a command fails, and their exit codes.

use std::io;

use rustyline::error::ReadlineError;

pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// The exit code of a command that failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// The configuration is wrong, or a check of it found something.
    Configuration = 1,
    /// The command cannot be carried out: a file is missing, or an argument is invalid.
    Command = 2,
}

/// The reason why a command failed.
#[derive(thiserror::Error, Debug)]
pub enum Failure {
    #[error(transparent)]
    Configuration(serde_hcl::Error),
    #[error("{0}")]
    Server(io::Error),
    #[error("cannot read {0}: {1}")]
    Read(String, io::Error),
    #[error("cannot read the terminal: {0}")]
    Terminal(ReadlineError),
    #[error("cannot write {0}: {1}")]
    Write(String, io::Error),
    /// An argument, or a combination of arguments and files, is invalid.
    #[error("{0}")]
    Command(String),
    /// The reason was reported already.
    #[error("the command failed")]
    Reported(Status),
}

impl<E: Into<serde_hcl::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Configuration(error.into())
    }
}

impl Failure {
    /// Returns the failure of a command, with its reason.
    pub fn command(reason: impl Into<String>) -> Self {
        Self::Command(reason.into())
    }

    /// Returns the exit code.
    pub fn status(&self) -> Status {
        match self {
            Self::Configuration(_) | Self::Server(_) => Status::Configuration,
            Self::Read(..) | Self::Terminal(_) | Self::Write(..) | Self::Command(_) => Status::Command,
            Self::Reported(status) => *status,
        }
    }
}

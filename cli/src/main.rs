//! The program `hcl`: checks, converts and evaluates configurations on the command line.
//!
//! Exit codes: 0 for success, 1 for errors in a configuration, 2 for errors in the command.

mod address;
mod arguments;
mod change;
mod check;
mod console;
mod convert;
mod definitions;
mod evaluate;
mod format;
mod get;
mod graph;
mod input;
mod output;
mod print;
mod replace;
mod report;
mod schema;
mod target;
mod variables;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use output::Output;

/// The reason why a command failed.
enum Failure {
    /// The configuration is wrong.
    Configuration(serde_hcl::Error),
    /// The configuration has errors, which were reported already.
    Reported,
    /// The command cannot be carried out: a file is missing, or an argument is invalid.
    Command(String),
}

impl From<serde_hcl::Error> for Failure {
    fn from(error: serde_hcl::Error) -> Self {
        Self::Configuration(error)
    }
}

impl Failure {
    /// Writes the reason, and returns the exit code.
    fn report(self, output: &Output) -> u8 {
        match self {
            Self::Reported => 1,
            Self::Configuration(error) => {
                output.complain(&report::renderer().render(error.diagnostics()));
                1
            }
            Self::Command(message) => {
                output.complain(&report::complaint(message));
                2
            }
        }
    }
}

type Result<T, E = Failure> = std::result::Result<T, E>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let output = Output::new(arguments.color);
    match run(arguments.command, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(failure.report(&output)),
    }
}

fn run(command: Command, output: &Output) -> Result<()> {
    match command {
        Command::Check(arguments) => check::run(&arguments, output),
        Command::Fmt(arguments) => format::run(&arguments, output),
        Command::ToJson(arguments) => convert::to_json(&arguments, output),
        Command::FromJson(arguments) => convert::from_json(&arguments, output),
        Command::Eval(arguments) => evaluate::run(&arguments, output),
        Command::Console(arguments) => console::run(&arguments, output),
        Command::Graph(arguments) => graph::run(&arguments, output),
        Command::Get(arguments) => get::run(&arguments, output),
        Command::Set(arguments) => change::set(&arguments, output),
        Command::Rm(arguments) => change::remove(&arguments, output),
        Command::Mv(arguments) => change::rename(&arguments, output),
        Command::Add(arguments) => change::add(&arguments, output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hcl", &mut script);
            output.write(&String::from_utf8_lossy(&script))
        }
    }
}

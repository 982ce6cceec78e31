//! The program `hcl`: checks, converts and evaluates configurations on the command line.
//!
//! Exit codes: 0 for success, 1 for errors in a configuration, 2 for errors in the command.

mod address;
mod annotations;
mod arguments;
mod block_text;
mod change;
mod changes;
mod check;
mod console;
mod convert;
mod definitions;
mod edited;
mod evaluate;
mod examples;
mod explain;
mod failure;
mod filter;
mod format;
mod formats;
mod get;
mod graph;
mod input;
mod inspect;
mod manual;
mod operation;
mod options;
mod output;
mod print;
mod replace;
mod report;
mod schema;
mod selection;
mod target;
mod unfollowed;
mod unknown;
mod variables;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::FromArgMatches;

use arguments::{Arguments, Command, LspArguments};
use failure::{Failure, Result, Status};
use options::{Color, Format};
use output::Output;
use serde_hcl_lsp::Server;

fn main() -> ExitCode {
    let arguments = match parse() {
        Ok(arguments) => arguments,
        Err(error) => return ExitCode::from(show(&error)),
    };
    let output = Output::new(arguments.color, arguments.quiet);
    match run(arguments.command, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(output.report(&failure) as u8),
    }
}

/// Parses the arguments. Help and errors about them are in color as --color has it, too.
fn parse() -> clap::error::Result<Arguments> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let choice = match Color::of_words(&words) {
        Color::Auto => clap::ColorChoice::Auto,
        Color::Always => clap::ColorChoice::Always,
        Color::Never => clap::ColorChoice::Never,
    };
    let mut matches = arguments::command().color(choice).try_get_matches_from(words)?;
    Arguments::from_arg_matches_mut(&mut matches)
}

/// Writes the help, the version or the error of the arguments, and returns the exit code.
fn show(error: &clap::Error) -> u8 {
    let written = error.print().and_then(|()| std::io::stdout().flush());
    match Output::written(written) {
        Err(failure) if !error.use_stderr() => Output::new(Color::Auto, false).report(&failure) as u8,
        // Without standard error, there is still the exit code.
        _ => error.exit_code().try_into().unwrap_or(Status::Command as u8),
    }
}

fn run(command: Command, output: &Output) -> Result<()> {
    match command {
        Command::Check(arguments) => check::run(&arguments, output),
        Command::Fmt(arguments) => format::run(&arguments, output),
        Command::ToJson { compact, written } => convert::to(Format::Json, &written, compact, output),
        Command::ToYaml(written) => convert::to(Format::Yaml, &written, false, output),
        Command::ToToml(written) => convert::to(Format::Toml, &written, false, output),
        Command::FromJson(read) => convert::from(Format::Json, &read, output),
        Command::FromYaml(read) => convert::from(Format::Yaml, &read, output),
        Command::FromToml(read) => convert::from(Format::Toml, &read, output),
        Command::Eval(arguments) => evaluate::run(&arguments, output),
        Command::Console(arguments) => console::run(arguments, output),
        Command::Graph(arguments) => graph::run(&arguments, output),
        Command::Inspect(arguments) => inspect::run(&arguments, output),
        Command::Examples { folder } => examples::run(&folder, output),
        Command::Explain { code } => explain::run(code, output),
        Command::Lsp(arguments) => serve(arguments),
        Command::Get(arguments) => get::run(&arguments, output),
        Command::Set(arguments) => change::set(&arguments, output),
        Command::Rm { address, files } => change::remove(&address, &files, output),
        Command::Mv { from, to, renamed, files } => change::rename(&from, &to, &renamed, &files, output),
        Command::Add { address, added, files } => change::add(&address, &added, &files, output),
        Command::Edit(arguments) => change::edit(&arguments, output),
        Command::Completions { shell } => manual::completions(shell, output),
        Command::Man { command, folder } => manual::man(command, folder, output),
    }
}

/// Serves an editor on standard input and output.
fn serve(arguments: LspArguments) -> Result<()> {
    let server = match arguments.schema {
        Some(schema) => Server::new().schema(schema),
        None => Server::new(),
    };
    server.run_stdio().map_err(Failure::Server)
}

//! `hcl man` and `hcl completions`

use std::path::PathBuf;

use clap_complete::Shell;
use clap_mangen::Man;

use crate::arguments;
use crate::output::Output;
use crate::{Failure, Result};

/// Prints the completion script for a shell.
pub fn completions(shell: Shell, output: &Output) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut arguments::command(), "hcl", &mut script);
    output.write(&String::from_utf8_lossy(&script))
}

/// Prints a manual page, or writes all of them into a folder.
pub fn man(command: Option<String>, folder: Option<PathBuf>, output: &Output) -> Result<()> {
    let mut program = arguments::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = folder {
        return clap_mangen::generate_to(program, &folder)
            .map_err(|error| Failure::Write(format!("to {}", folder.display()), error));
    }
    let page = match command {
        None => Man::new(program),
        Some(name) => {
            let found = program.find_subcommand(&name).cloned();
            let message = || Failure::Command(format!("there is no command {name:?}: see hcl --help"));
            Man::new(found.ok_or_else(message)?).title(format!("hcl-{name}"))
        }
    };
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| Failure::Write("the page".to_owned(), error))?;
    output.write(&String::from_utf8_lossy(&text))
}

//! `hcl console`: expressions that are evaluated line by line.

use std::io::{BufRead, IsTerminal, Read};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Editor, Helper};
use serde_hcl::{
    EvalContext, Expression, Source, Value,
    diag::{Code, Diagnostics},
    parse_expression, parse_file,
};

use crate::options::{FunctionTable, Variables};
use crate::output::Output;
use crate::{Failure, Result, input, print, report, variables};

/// The file in the home directory with the lines of earlier sessions.
const HISTORY: &str = ".hcl_history";

const HELP: &str = "\
EXPRESSION         evaluate an expression
NAME = EXPRESSION  define a variable
:type EXPRESSION   show the type of an expression
:variables         list the variables with their values
:help              show this help
:quit              end the session, as Ctrl-D does

An expression with an open bracket or heredoc is continued on the next line. An empty line ends it.";

/// The commands that are no expressions.
const COMMANDS: [&str; 4] = [":help", ":quit", ":type ", ":variables"];

pub fn run(variables: &Variables, history: Option<PathBuf>, output: &Output) -> Result<()> {
    let mut session = Session::new(variables.functions);
    for (name, value) in variables::values(variables)? {
        session.define(name, value);
    }
    if std::io::stdin().is_terminal() {
        interact(session, history, output)
    } else {
        session.read(std::io::stdin().lock(), output)
    }
}

/// The variables so far.
struct Session {
    context: EvalContext,
    /// The names of the variables, in the order of their definition.
    names: Vec<String>,
    functions: Vec<&'static str>,
}

impl Session {
    fn new(table: FunctionTable) -> Self {
        let functions = variables::function_names(table);
        Self { context: variables::functions(table), names: Vec::new(), functions }
    }

    fn define(&mut self, name: String, value: Value) {
        self.context.set(name.as_str(), value);
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// Reads inputs from a file or a pipe. An input with an error only changes the exit code.
    fn read(&mut self, mut lines: impl BufRead, output: &Output) -> Result<()> {
        let mut input = String::new();
        let mut has_failed = false;
        loop {
            let start = input.len();
            let is_last = lines
                .by_ref()
                .take(input::LIMIT)
                .read_line(&mut input)
                .map_err(|error| Failure::Command(format!("cannot read standard input: {error}")))?
                == 0;
            if input.len() as u64 >= input::LIMIT {
                return Err(input::too_long("<stdin>"));
            }
            let is_end = is_last || input[start..].trim().is_empty();
            if !is_end && is_incomplete(&input) {
                continue;
            }
            let is_over = self.answer(&std::mem::take(&mut input), output).unwrap_or_else(|failure| {
                failure.report(output);
                has_failed = true;
                false
            });
            if is_over || is_last {
                return if has_failed { Err(Failure::Reported(1)) } else { Ok(()) };
            }
        }
    }

    /// Evaluates an input, and writes the result. Returns whether the input ends the session.
    fn answer(&mut self, input: &str, output: &Output) -> Result<bool> {
        let text = input.trim();
        match text.split_once(char::is_whitespace).unwrap_or((text, "")) {
            ("", _) => {}
            (":quit" | ":q" | "exit", "") => return Ok(true),
            (":help" | ":h", "") => output.line(HELP)?,
            (":variables", "") => {
                for name in &self.names {
                    if let Some(value) = self.context.variable(name) {
                        output.line(&format!("{name} = {}", print::hcl(value)?))?;
                    }
                }
            }
            (":type", expression) if !expression.is_empty() => {
                let value = self.evaluate(&self.parse(expression)?, output)?;
                output.line(&format!("{:?}", value.ty()))?;
            }
            (command, _) if command.starts_with(':') => {
                return Err(Failure::Command(format!(
                    "there is no command {command:?}; :help lists the commands"
                )));
            }
            _ => match definition(input) {
                Some((name, expression)) => {
                    let value = self.evaluate(&expression, output)?;
                    self.define(name, value);
                }
                None => {
                    let value = self.evaluate(&self.parse(input)?, output)?;
                    output.line(&print::hcl(&value)?)?;
                }
            },
        }
        Ok(false)
    }

    fn evaluate(&self, expression: &Expression, output: &Output) -> Result<Value> {
        output.value_of(expression.evaluate_with_diagnostics(&self.context))
    }

    fn parse(&self, text: &str) -> Result<Expression> {
        Ok(parse_expression(Source::new("", text.trim_end())).into_result()?)
    }
}

/// Returns the name and the value of an input that defines a variable.
fn definition(input: &str) -> Option<(String, Expression)> {
    let body = parse_file(Source::new("", input)).into_result().ok()?.into_body();
    let mut attributes = body.attributes();
    let attribute = attributes.next()?;
    let is_alone = attributes.next().is_none() && body.blocks().next().is_none();
    is_alone.then(|| (attribute.name().to_owned(), attribute.expression().clone()))
}

/// Returns whether an input is continued on the next line.
fn is_incomplete(input: &str) -> bool {
    let is_unclosed = |diagnostics: &Diagnostics| {
        diagnostics.iter().any(|it| {
            matches!(it.code(), Some(Code::UnclosedBracket | Code::UnclosedHeredoc | Code::UnclosedComment))
        })
    };
    let input = input.trim_start();
    let input = input.strip_prefix(":type").unwrap_or(input);
    is_unclosed(&parse_expression(input).diagnostics) && is_unclosed(&parse_file(input).diagnostics)
}

/// Reads inputs from a terminal.
fn interact(session: Session, history: Option<PathBuf>, output: &Output) -> Result<()> {
    let failed = |error: ReadlineError| Failure::Command(format!("cannot read the terminal: {error}"));
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::<Session, FileHistory>::with_config(config).map_err(failed)?;
    let history = history.or_else(|| Some(std::env::home_dir()?.join(HISTORY)));
    if let Some(history) = &history {
        // The file does not exist before the first session.
        _ = editor.load_history(history);
    }
    output.line("An expression is evaluated; :help lists the commands.")?;
    editor.set_helper(Some(session));
    loop {
        let input = match editor.readline("> ") {
            Ok(input) => input,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        };
        let Some(session) = editor.helper_mut() else { break };
        match session.answer(&format!("{input}\n"), output) {
            Ok(false) => {}
            Ok(true) => break,
            Err(failure) => _ = failure.report(output),
        }
    }
    if let Some(history) = &history
        && let Err(error) = editor.save_history(history)
    {
        output.complain(&report::complaint(format!("cannot write {}: {error}", history.display())));
    }
    Ok(())
}

impl Helper for Session {}

impl Highlighter for Session {}

impl Hinter for Session {
    type Hint = String;
}

impl Validator for Session {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        let is_ended = input.ends_with('\n') || !is_incomplete(&format!("{input}\n"));
        Ok(if is_ended { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Completer for Session {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(candidates(self, line.get(..position).unwrap_or(line)))
    }
}

/// Returns the completions of the last word of a text, and where the word begins.
fn candidates(session: &Session, text: &str) -> (usize, Vec<String>) {
    if text.starts_with(':') && !text.contains(' ') {
        let commands = COMMANDS.iter().filter(|command| command.starts_with(text));
        return (0, commands.map(|command| (*command).to_owned()).collect());
    }
    let is_part = |character: char| character.is_alphanumeric() || "_-.:".contains(character);
    let start = text
        .rfind(|character| !is_part(character))
        .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let word = &text[start..];
    if let Some((path, prefix)) = word.rsplit_once('.') {
        return (start + path.len() + 1, attributes(session, path, prefix));
    }
    let variables = session.names.iter().filter(|name| name.starts_with(word)).cloned();
    let functions =
        session.functions.iter().filter(|name| name.starts_with(word)).map(|name| format!("{name}("));
    let mut found: Vec<String> = variables.chain(functions).collect();
    found.sort();
    (start, found)
}

/// Returns the attributes of a value whose names have a prefix.
fn attributes(session: &Session, path: &str, prefix: &str) -> Vec<String> {
    let value = parse_expression(path).into_result().and_then(|it| it.evaluate(&session.context));
    let value = value.unwrap_or(Value::NULL);
    let names = value.as_object().into_iter().flat_map(|map| map.keys());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(prefix)).map(str::to_owned).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use serde_hcl::value;

    use super::{Session, candidates};
    use crate::options::FunctionTable;

    #[test]
    fn names_are_completed() {
        let mut session = Session::new(FunctionTable::default());
        session.define("server".to_owned(), value!({ "port": 80, "path": "/", "host": "a" }));
        for (text, start, expected) in [
            ("1 + ser", 4, vec!["server"]),
            ("server.p", 7, vec!["path", "port"]),
            ("\"${server.h", 10, vec!["host"]),
            ("upp", 0, vec!["upper("]),
            (":t", 0, vec![":type "]),
            ("nothing.x", 8, vec![]),
        ] {
            assert_eq!(
                candidates(&session, text),
                (start, expected.into_iter().map(str::to_owned).collect()),
                "{text}"
            );
        }
    }
}

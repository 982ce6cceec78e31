//! `hcl console`: expressions that are evaluated line by line.

use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Editor, Helper};
use serde_hcl::{
    Body, Diagnostic, EvalContext, Expression, Source, Value, diag::Code, parse_expression, parse_file,
};
use serde_hcl_terraform::Module;

use crate::arguments::ConsoleArguments;
use crate::definitions::{Definitions, is_below, with_references};
use crate::failure::Status;
use crate::output::Output;
use crate::{Failure, Result, input, print, variables};

/// The file in the home directory with the lines of earlier sessions.
const HISTORY: &str = ".hcl_history";

const HELP: &str = "\
EXPRESSION         evaluate an expression
NAME = EXPRESSION  define a variable
:type EXPRESSION   show the type of an expression
:variables         list the variables with their values
:help              show this help
:quit              end the session, as Ctrl-D does

A block, such as locals { … }, adds definitions. An input with an open bracket, heredoc or comment is
continued on the next line. Two empty lines end it.";

/// The commands that are no expressions.
const COMMANDS: [&str; 4] = [":help", ":quit", ":type ", ":variables"];

pub fn run(arguments: ConsoleArguments, output: &Output) -> Result<()> {
    let history = arguments.history.clone();
    let mut session = Session::new(arguments, output)?;
    if std::io::stdin().is_terminal() {
        interact(session, history, output)
    } else {
        session.read(std::io::stdin().lock(), output)
    }
}

/// The definitions and variables so far.
struct Session {
    arguments: ConsoleArguments,
    /// The files, and the blocks that were entered.
    bodies: Vec<Body>,
    /// The module of Terraform that the files are, with these blocks.
    module: Option<Module>,
    /// The definitions in the bodies, with the variables of the session.
    context: EvalContext,
    /// The addresses of the definitions.
    addresses: Vec<String>,
    /// The names of the variables, in the order of their definition.
    names: Vec<String>,
    /// The variables that were entered. Later ones win.
    entered: Vec<(String, Value)>,
    functions: Vec<&'static str>,
}

impl Session {
    fn new(arguments: ConsoleArguments, output: &Output) -> Result<Self> {
        let ConsoleArguments { paths, roots, variables, .. } = &arguments;
        let all = Definitions::load(paths.clone(), roots, variables, output)?;
        let Definitions { bodies, module, values, .. } = Definitions::root(&all)?;
        let module = module.clone();
        let (mut bodies, names) = (bodies.clone(), values.iter().map(|(name, _)| name.clone()).collect());
        let functions = variables::function_names(arguments.variables.functions);
        let mut session = Self {
            arguments,
            bodies: Vec::new(),
            module,
            context: EvalContext::new(),
            addresses: Vec::new(),
            names,
            entered: Vec::new(),
            functions,
        };
        if session.module.is_some() {
            // The bodies are in it already.
            std::mem::swap(&mut session.bodies, &mut bodies);
        }
        session.add(bodies)?;
        Ok(session)
    }

    /// Adds definitions.
    fn add(&mut self, bodies: Vec<Body>) -> Result<()> {
        let all: Vec<Body> = self.bodies.iter().cloned().chain(bodies).collect();
        let entered = all.iter().enumerate().skip(self.bodies.len());
        let entered =
            entered.map(|(number, it)| Source::new(format!("input {number}.tf"), it.source().text()));
        let ConsoleArguments { roots, variables, .. } = &self.arguments;
        let Definitions { bodies, module, scope, .. } = match &self.module {
            Some(module) => {
                let module = module.with_files(entered).value;
                Definitions::of_module(module, all, variables, &self.entered)?.0
            }
            None => Definitions::with(all, roots, variables, &self.entered)?,
        };
        self.module = module;
        self.bodies = bodies;
        self.context = scope.context();
        self.addresses = scope.references().definitions().map(|it| it.address().to_owned()).collect();
        Ok(())
    }

    /// Defines a variable. The definitions can refer to it, so they are evaluated again.
    fn define(&mut self, name: String, value: Value) -> Result<()> {
        self.context.set(name.as_str(), value.clone());
        self.entered.push((name.clone(), value));
        if !self.bodies.is_empty()
            && let Err(failure) = self.add(Vec::new())
        {
            self.entered.pop();
            return self.add(Vec::new()).and(Err(failure));
        }
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        Ok(())
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
                .map_err(|error| Failure::Read("standard input".to_owned(), error))?
                == 0;
            if input.len() as u64 >= input::LIMIT {
                return Err(input::too_long("<stdin>"));
            }
            let is_end = is_last || start == 0 && input.trim().is_empty();
            if !is_end && is_incomplete(&input) {
                continue;
            }
            let is_over = self.answer(&std::mem::take(&mut input), output).unwrap_or_else(|failure| {
                output.report(&failure);
                has_failed = true;
                false
            });
            if is_over || is_last {
                return if has_failed { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) };
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
                output.line(&print::type_of(&value)?)?;
            }
            (command, _) if command.starts_with(':') => {
                return Err(Failure::Command(format!(
                    "there is no command {command:?}; :help lists the commands"
                )));
            }
            _ => match Form::from_input(input) {
                Form::Expression => {
                    let value = self.evaluate(&self.parse(input)?, output)?;
                    output.line(&print::hcl(&value)?)?;
                }
                Form::Items => self.add_items(input, output)?,
            },
        }
        Ok(false)
    }

    /// Defines the variables and blocks of an input.
    fn add_items(&mut self, input: &str, output: &Output) -> Result<()> {
        let body = output.value_of(parse_file(Source::new("", input)))?.body().clone();
        for attribute in body.attributes() {
            let value = self.evaluate(attribute.expression(), output)?;
            self.define(attribute.name().to_owned(), value)?;
        }
        if body.blocks().next().is_some() { self.add(vec![body]) } else { Ok(()) }
    }

    fn evaluate(&self, expression: &Expression, output: &Output) -> Result<Value> {
        output.value_of(expression.evaluate_with_diagnostics(&self.context))
    }

    fn parse(&self, text: &str) -> Result<Expression> {
        let text = text.trim_end();
        let parsed = parse_expression(Source::new("", text));
        let is_heredoc = parsed.diagnostics.iter().any(|it| it.code() == Some(Code::UnclosedHeredoc));
        // The last line of a heredoc needs its newline.
        let parsed = if is_heredoc { parse_expression(Source::new("", format!("{text}\n"))) } else { parsed };
        let expression = parsed.into_result()?;
        let is_defined = |name: &str| {
            self.context.variable(name).is_some() || self.addresses.iter().any(|it| is_below(it, name))
        };
        match with_references(&expression, is_defined) {
            Some(source) => Ok(parse_expression(source).into_result()?),
            None => Ok(expression),
        }
    }
}

/// The form of an input.
#[derive(PartialEq)]
enum Form {
    Expression,
    /// Attributes, which define variables, and blocks.
    Items,
}

impl Form {
    /// Returns the form by the first name and the character after it.
    fn from_input(input: &str) -> Self {
        let input = input.trim_start();
        let end = input.find(|it: char| !(it.is_alphanumeric() || "_-".contains(it))).unwrap_or(input.len());
        let rest = input[end..].trim_start_matches([' ', '\t']);
        let is_attribute = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
        let is_block = rest.starts_with(|it: char| it == '{' || it == '"' || it.is_alphabetic());
        if end > 0 && (is_attribute || is_block) { Self::Items } else { Self::Expression }
    }
}

/// Returns whether an input is continued on the next line.
fn is_incomplete(input: &str) -> bool {
    let input = input.trim_start();
    let input = input.strip_prefix(":type").unwrap_or(input);
    let diagnostics = match Form::from_input(input) {
        Form::Expression => parse_expression(input).diagnostics,
        Form::Items => parse_file(input).diagnostics,
    };
    let is_ended = input.ends_with("\n\n\n") || input.ends_with("\n\r\n\r\n");
    let is_unclosed = |it: &Diagnostic| {
        matches!(
            it.code(),
            Some(Code::UnclosedBlock | Code::UnclosedBracket | Code::UnclosedHeredoc | Code::UnclosedComment)
        )
    };
    !is_ended && diagnostics.iter().any(is_unclosed)
}

/// Reads inputs from a terminal.
fn interact(session: Session, history: Option<PathBuf>, output: &Output) -> Result<()> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::<Session, FileHistory>::with_config(config).map_err(Failure::Terminal)?;
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
            Err(error) => return Err(Failure::Terminal(error)),
        };
        let Some(session) = editor.helper_mut() else { break };
        match session.answer(&format!("{input}\n"), output) {
            Ok(false) => {}
            Ok(true) => break,
            Err(failure) => _ = output.report(&failure),
        }
    }
    if let Some(history) = &history
        && let Err(error) = editor.save_history(history)
    {
        let error = io::Error::other(error);
        output.report(&Failure::Write(history.display().to_string(), error));
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
        let is_incomplete = is_incomplete(&format!("{}\n", context.input()));
        Ok(if is_incomplete { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
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
    let roots = session.addresses.iter().filter_map(|address| address.split('.').next());
    let names = session.names.iter().map(String::as_str).chain(roots);
    let names = names.filter(|name| name.starts_with(word)).map(str::to_owned);
    let functions =
        session.functions.iter().filter(|name| name.starts_with(word)).map(|name| format!("{name}("));
    let found: BTreeSet<String> = names.chain(functions).collect();
    (start, found.into_iter().collect())
}

/// Returns the attributes of a value whose names have a prefix, and the definitions whose addresses
/// begin with the path.
fn attributes(session: &Session, path: &str, prefix: &str) -> Vec<String> {
    let value = parse_expression(path).into_result().and_then(|it| it.evaluate(&session.context));
    let value = value.unwrap_or(Value::NULL);
    let names = value.as_object().into_iter().flat_map(|map| map.keys());
    let rest = |address: &'_ String| {
        Some(address.strip_prefix(path)?.strip_prefix('.')?.split('.').next()?.to_owned())
    };
    let defined = session.addresses.iter().filter_map(rest);
    let all: BTreeSet<String> = names.map(str::to_owned).chain(defined).collect();
    all.into_iter().filter(|name| name.starts_with(prefix)).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_hcl::{parse_file, value};

    use super::{Form, Output, Session, candidates, is_incomplete};
    use crate::arguments::{Arguments, Command};
    use crate::options::Color;

    #[test]
    fn names_are_completed() {
        let Command::Console(arguments) = Arguments::parse_from(["hcl", "console"]).command else {
            unreachable!("this is the command")
        };
        let mut session = Session::new(arguments, &Output::new(Color::Never, false))
            .unwrap_or_else(|_| unreachable!("there are no files"));
        let server = value!({ "port": 80, "path": "/", "host": "a" });
        assert!(session.define("server".to_owned(), server).is_ok());
        let blocks = "locals {\n  size = 1\n  side = var.x\n}\nresource \"disk\" \"main\" {\n}\n";
        let body = parse_file(blocks).into_result().map(|file| file.body().clone());
        assert!(session.add(body.into_iter().collect()).is_ok());
        for (text, start, expected) in [
            ("1 + ser", 4, vec!["server"]),
            ("server.p", 7, vec!["path", "port"]),
            ("\"${server.h", 10, vec!["host"]),
            ("upp", 0, vec!["upper("]),
            (":t", 0, vec![":type "]),
            ("nothing.x", 8, vec![]),
            ("loc", 0, vec!["local"]),
            ("[local.si", 7, vec!["side", "size"]),
            ("dis", 0, vec!["disk", "distinct("]),
            ("disk.", 5, vec!["main"]),
        ] {
            assert_eq!(
                candidates(&session, text),
                (start, expected.into_iter().map(str::to_owned).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn inputs_continue_while_something_is_open() {
        for (input, is_continued) in [
            ("{\n", true),
            ("{\n  a = 1\n\n", true),
            ("{\n  a = 1\n}\n", false),
            ("[1,\n", true),
            ("x = <<E\n", true),
            ("<<-E\n  a\n\n", true),
            ("<<-E\n  a\n  E\n", false),
            ("upper(<<A\nb\n", true),
            ("locals {\n", true),
            ("locals {\n  a = 1\n\n  b = 2\n", true),
            ("locals {\n  a = 1\n}\n", false),
            ("resource \"a\" \"b\" {\n", true),
            (":type [\n", true),
            ("/* a\n", true),
            ("[1,\n\n\n", false),
            ("a == {\n", true),
            ("a)\n", false),
            ("1 +\n", false),
            ("\n", false),
        ] {
            assert_eq!(is_incomplete(input), is_continued, "{input:?}");
        }
    }

    #[test]
    fn inputs_are_expressions_or_items() {
        for input in ["a", "{", "a == b", "a.b", "f(x)", "[a]", "<<E", "a ? b : c", "a - b", "!a", "\"a\""] {
            assert!(Form::from_input(input) == Form::Expression, "{input}");
        }
        for input in ["a = b", "a={", "a {", "a b {", "a \"b\" {", "  a-b = 1"] {
            assert!(Form::from_input(input) == Form::Items, "{input}");
        }
    }
}

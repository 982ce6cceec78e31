//! `hcl eval`

use std::path::{Path, PathBuf};

use serde_hcl::{Expression, Outcome, Source, Value, json, parse_expression, parse_template};

use crate::arguments::EvalArguments;
use crate::definitions::{Definitions, with_references};
use crate::options::{STANDARD_INPUT, ValueFormat};
use crate::output::Output;
use crate::{Failure, Result, input, print, unknown};

pub fn run(arguments: &EvalArguments, output: &Output) -> Result<()> {
    if arguments.partial || input::is_file_argument(&arguments.expression) {
        return files(arguments, output);
    }
    let evaluated = expression(arguments, output);
    if evaluated.is_err() && input::is_absent_file(&arguments.expression) {
        input::read(Path::new(&arguments.expression))?;
    }
    print::value(&evaluated?, &arguments.printing, output)
}

/// Returns the value of an expression or a template.
fn expression(arguments: &EvalArguments, output: &Output) -> Result<Value> {
    let source = match arguments.expression.as_str() {
        STANDARD_INPUT => input::read(Path::new(STANDARD_INPUT))?,
        path if arguments.template && (Path::new(path).is_file() || input::is_absent_template(path)) => {
            input::read(Path::new(path))?
        }
        text => Source::new("EXPR", text),
    };
    let parse = |source: Source| match arguments.template {
        true => parse_template(source).map(Expression::from),
        false => parse_expression(source),
    };
    let expression = output.value_of(parse(source))?;
    let all = Definitions::load(arguments.paths.clone(), &arguments.roots, &arguments.variables, output)?;
    let definitions = Definitions::root(&all)?;
    let scope = &definitions.scope;
    let expression = match with_references(&expression, |name| definitions.has_root(name)) {
        Some(source) => output.value_of(parse(source))?,
        None => expression,
    };
    let value = output.value_of(scope.evaluate(&expression))?;
    unknown::reject(value, &expression, scope)
}

/// The advice about values that are not known.
const ADVICE: &str = " Keep what is not known with --partial.";

/// Writes files with values in place of their expressions.
fn files(arguments: &EvalArguments, output: &Output) -> Result<()> {
    if arguments.template || arguments.printing.raw {
        let message = format!("{} is a file: --template and --raw need an expression", arguments.expression);
        return Err(Failure::Command(message));
    }
    let paths = std::iter::once(PathBuf::from(&arguments.expression)).chain(arguments.paths.clone());
    let definitions = Definitions::load(paths.collect(), &arguments.roots, &arguments.variables, output)?;
    if !arguments.partial {
        let found: Vec<_> = definitions.iter().flat_map(|folder| folder.check(ADVICE).diagnostics).collect();
        output.value_of(Outcome { value: (), diagnostics: found.into() })?;
    }
    let mut bodies = Vec::new();
    for folder in &definitions {
        let context = folder.scope.context();
        bodies.extend(folder.files().map(|body| body.simplify(&context)));
    }
    if arguments.printing.format == ValueFormat::Json {
        return output.line(&json::to_string_pretty(&input::merge(bodies))?);
    }
    let texts: Vec<&str> = bodies.iter().map(|body| body.source().text()).collect();
    output.line(&texts.join("\n"))
}

//! `hcl eval`

use std::path::{Path, PathBuf};

use serde_hcl::{Expression, Outcome, Source, json, parse_expression, parse_template};

use crate::arguments::EvalArguments;
use crate::definitions::Definitions;
use crate::options::{STANDARD_INPUT, ValueFormat};
use crate::output::Output;
use crate::{Failure, Result, input, print, variables};

pub fn run(arguments: &EvalArguments, output: &Output) -> Result<()> {
    if arguments.partial || input::is_file_argument(&arguments.expression) {
        return files(arguments, output);
    }
    let source = match arguments.expression.as_str() {
        STANDARD_INPUT => input::read(Path::new(STANDARD_INPUT))?,
        text => Source::new("EXPR", text),
    };
    let parsed = if arguments.template {
        parse_template(source).map(Expression::from)
    } else {
        parse_expression(source)
    };
    let expression = output.value_of(parsed)?;
    let outcome = if arguments.paths.is_empty() {
        expression.evaluate_with_diagnostics(&variables::context(&arguments.variables)?)
    } else {
        let paths = arguments.paths.clone();
        let definitions = Definitions::load(paths, &arguments.roots, &arguments.variables)?;
        Definitions::root(&definitions)?.scope.evaluate(&expression)
    };
    print::value(&output.value_of(outcome)?, &arguments.printing, output)
}

/// Writes files with values in place of their expressions.
fn files(arguments: &EvalArguments, output: &Output) -> Result<()> {
    if arguments.template || arguments.printing.raw {
        let message = format!("{} is a file: --template and --raw need an expression", arguments.expression);
        return Err(Failure::Command(message));
    }
    let paths = std::iter::once(PathBuf::from(&arguments.expression)).chain(arguments.paths.clone());
    let definitions = Definitions::load(paths.collect(), &arguments.roots, &arguments.variables)?;
    if !arguments.partial {
        let found: Vec<_> = definitions.iter().flat_map(|folder| folder.check().diagnostics).collect();
        output.value_of(Outcome { value: (), diagnostics: found.into() })?;
    }
    let mut bodies = Vec::new();
    for folder in &definitions {
        let context = folder.scope.context();
        bodies.extend(folder.bodies.iter().map(|body| body.simplify(&context)));
    }
    if arguments.printing.format == ValueFormat::Json {
        return output.line(&json::to_string_pretty(&input::merge(bodies))?);
    }
    let texts: Vec<&str> = bodies.iter().map(|body| body.source().text()).collect();
    output.line(&texts.join("\n"))
}

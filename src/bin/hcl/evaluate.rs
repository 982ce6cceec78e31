//! `hcl eval`, and how values are printed.

use std::path::{Path, PathBuf};

use serde::ser::{Error as _, Serialize, Serializer};
use serde_hcl::value::ValueKind;
use serde_hcl::{Expression, Source, Value, json, parse_expression, parse_template};
use serde_json::value::RawValue;

use crate::arguments::{EvalArguments, Printing, ValueFormat};
use crate::definitions::Definitions;
use crate::output::Output;
use crate::{Failure, Result, input, variables};

pub fn run(arguments: &EvalArguments, output: &Output) -> Result<()> {
    if arguments.partial || input::is_file_argument(&arguments.expression) {
        return files(arguments, output);
    }
    let source = match arguments.expression.as_str() {
        input::STANDARD_INPUT => input::read(Path::new(input::STANDARD_INPUT))?,
        text => Source::new("EXPR", text),
    };
    let parsed = if arguments.template {
        parse_template(source).map(Expression::from)
    } else {
        parse_expression(source)
    };
    let expression = output.value_of(parsed)?;
    let outcome = if arguments.paths.is_empty() {
        expression.evaluate_all(&variables::context(&arguments.variables)?)
    } else {
        let paths = arguments.paths.clone();
        let definitions = Definitions::load(paths, &arguments.roots, &arguments.variables)?;
        definitions.scope.evaluate(&expression)
    };
    print(&output.value_of(outcome)?, &arguments.printing, output)
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
        output.value_of(definitions.check())?;
    }
    let bodies = definitions.simplified();
    if arguments.printing.format == ValueFormat::Json {
        return output.line(&json::to_string_pretty(&input::merge(bodies))?);
    }
    let texts: Vec<&str> = bodies.iter().map(|body| body.source().text()).collect();
    output.line(&texts.join("\n"))
}

/// Writes a value in the requested format.
pub fn print(value: &Value, printing: &Printing, output: &Output) -> Result<()> {
    if printing.raw {
        return match value.as_str() {
            Some(text) => output.write(text),
            None => output.line(&value.to_string()),
        };
    }
    match printing.format {
        ValueFormat::Hcl => output.line(&value.to_string()),
        ValueFormat::Json => output.line(&plain_json(value, false)?),
    }
}

/// Returns a value as JSON that any program reads, on one line or on several.
pub fn plain_json(value: &Value, compact: bool) -> Result<String> {
    let plain = Plain(value);
    let text = if compact { serde_json::to_string(&plain) } else { serde_json::to_string_pretty(&plain) };
    text.map_err(|error| Failure::Command(format!("there is no JSON for it: {error}")))
}

/// A value whose numbers are written with all their digits.
struct Plain<'v>(&'v Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.kind() {
            _ if self.0.is_marked() => self.0.serialize(serializer),
            ValueKind::Number(number) if number.is_finite() => {
                let text = RawValue::from_string(number.to_string()).map_err(S::Error::custom)?;
                text.serialize(serializer)
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                serializer.collect_seq(items.iter().map(Plain))
            }
            ValueKind::Map(map) | ValueKind::Object(map) => {
                serializer.collect_map(map.iter().map(|(key, value)| (key, Plain(value))))
            }
            _ => self.0.serialize(serializer),
        }
    }
}

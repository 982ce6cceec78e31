//! `hcl get`

use std::collections::HashSet;

use serde::Serialize;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::diag::Diagnostics;
use serde_hcl::{Error, Value, json};
use serde_json::value::RawValue;

use crate::address::{Address, Match, Target};
use crate::arguments::GetArguments;
use crate::block_text::Texts;
use crate::definitions::{Definitions, warn_undeclared};
use crate::filter::{Answer, Content, Filter, text};
use crate::options::ValueFormat;
use crate::output::Output;
use crate::{Failure, Result, graph, input, print, report, unknown};

/// An element at the address.
struct Row {
    file: String,
    address: String,
    content: Content,
}

pub fn run(arguments: &GetArguments, output: &Output) -> Result<()> {
    let address = Address::parse(&arguments.address)?;
    let filter = arguments.condition.as_deref().map(Filter::parse).transpose()?;
    let roots = graph::roots(&arguments.roots);
    let query = Query { arguments, address: &address, filter: filter.as_ref(), roots: &roots };
    let (mut rows, mut problems, mut nowhere) = (Vec::new(), Diagnostics::new(), None);
    let mut found_in = 0;
    let configurations = input::configurations(&arguments.files, &arguments.roots)?;
    warn_undeclared(configurations.iter().map(|it| &it.bodies), &arguments.variables, output)?;
    for configuration in configurations {
        let matches = match address.find(&configuration.bodies) {
            Ok(matches) => matches,
            Err(error) => {
                nowhere.get_or_insert(error);
                continue;
            }
        };
        let (roots, variables) = (&arguments.roots, &arguments.variables);
        let scope = Definitions::of_configuration(configuration, roots, variables, output)?.scope;
        match query.rows(matches, &scope, &mut problems, output) {
            Ok(found) => rows.extend(found),
            // The elements of other folders can have the name.
            Err(Failure::Configuration(error)) if address.is_pattern() => {
                nowhere.get_or_insert(error);
                continue;
            }
            Err(failure) => return Err(failure),
        }
        found_in += 1;
    }
    if found_in > 1
        && !address.is_pattern()
        && !rows.iter().all(|row| matches!(row.content, Content::Block(_)))
    {
        let message = "the address is in several folders: name the files of one, or use --one-scope";
        return Err(Failure::command(message));
    }
    if let (0, false, Some(error)) = (found_in, arguments.count, nowhere) {
        return Err(error.into());
    }
    query.print(&rows, output)?;
    let mut seen = HashSet::new();
    let problems: Vec<_> = problems.into_iter().filter(|it| seen.insert(it.to_string())).collect();
    if problems.is_empty() { Ok(()) } else { Err(Diagnostics::from(problems).into()) }
}

/// The search for elements in a configuration.
struct Query<'q> {
    arguments: &'q GetArguments,
    address: &'q Address,
    filter: Option<&'q Filter>,
    roots: &'q Roots,
}

impl Query<'_> {
    /// Returns the elements that meet the condition. Those of a pattern with errors are left out,
    /// and their errors are added to the others.
    fn rows(
        &self,
        matches: Vec<Match>,
        scope: &Scope,
        problems: &mut Diagnostics,
        output: &Output,
    ) -> Result<Vec<Row>> {
        let (mut rows, mut lacking) = (Vec::new(), None);
        let mut is_lacked_by_all = true;
        for found in matches {
            let block = found.block.clone();
            let elements = match self.elements(found, scope, output) {
                Ok(Ok(elements)) => elements,
                Ok(Err(error)) => {
                    lacking.get_or_insert(error);
                    continue;
                }
                Err(failure) => {
                    is_lacked_by_all = false;
                    self.keep(failure, problems)?;
                    continue;
                }
            };
            for row in elements {
                let ask = |it: &Filter| it.ask(&row.content, block.as_ref(), scope, self.roots);
                let answer = self.filter.map_or(Ok(Answer::Yes), ask);
                is_lacked_by_all &= matches!(answer, Ok(Answer::Lacking(_)));
                match answer {
                    Ok(Answer::Yes) => rows.push(row),
                    Ok(Answer::No) => {}
                    Ok(Answer::Lacking(error)) => _ = lacking.get_or_insert(error),
                    Err(failure) => self.keep(failure, problems)?,
                }
            }
        }
        // A name that no element has is a mistake in the address or in the condition.
        match lacking.filter(|_| is_lacked_by_all && !self.arguments.count) {
            Some(error) => Err(error.into()),
            None => Ok(rows),
        }
    }

    fn keep(&self, failure: Failure, problems: &mut Diagnostics) -> Result<()> {
        match failure {
            Failure::Configuration(error) if self.address.is_pattern() => {
                problems.extend(Diagnostics::from(error));
                Ok(())
            }
            failure => Err(failure),
        }
    }

    /// Returns the elements at the end of the address, which may continue in the value of an
    /// expression, or the error that it leads nowhere there.
    fn elements(&self, found: Match, scope: &Scope, output: &Output) -> Result<Result<Vec<Row>, Error>> {
        let Match { address, path, target, .. } = found;
        let (expression, steps) = match target {
            Target::Block(block) => {
                let file = block.source().name().to_owned();
                return Ok(Ok(vec![Row { file, address, content: Content::Block(block) }]));
            }
            Target::Expression(expression, steps) => (expression, steps),
        };
        let file = expression.source().name().to_owned();
        let is_listed = self.arguments.count || self.arguments.names;
        if self.arguments.expression || is_listed && self.filter.is_none() && steps == 0 {
            if steps > 0 && !self.address.is_pattern() {
                let message = format!("{} is a part of a value, not an expression", self.arguments.address);
                return Err(Failure::Command(message));
            }
            return Ok(Ok(vec![Row { file, address, content: Content::Expression(expression) }]));
        }
        if steps == 0 && self.roots.is_ignored(&path) {
            return Ok(Ok(vec![Row { file, address, content: Content::Text(expression) }]));
        }
        let value = output.value_of(scope.evaluate(&expression))?;
        let found = match self.address.follow(value, &address, steps) {
            Ok(found) => found.into_iter(),
            Err(error) => return Ok(Err(error)),
        };
        let row = |(address, value)| {
            let value = unknown::reject(value, &expression, scope)?;
            Ok(Row { file: file.clone(), address, content: Content::Value(value) })
        };
        found.map(row).collect::<Result<_>>().map(Ok)
    }

    fn print(&self, rows: &[Row], output: &Output) -> Result<()> {
        let (arguments, format) = (self.arguments, self.arguments.printing.format);
        if arguments.count {
            return output.line(&rows.len().to_string());
        }
        if arguments.names {
            let mut seen = HashSet::new();
            let mut files = rows.iter().map(|row| &row.file).filter(|file| seen.insert(*file));
            return files.try_for_each(|file| output.line(&report::printable(file)));
        }
        let is_list = self.address.is_pattern();
        if is_list && format == ValueFormat::Json {
            return output.line(&json_list(rows)?);
        }
        let is_located = is_list && !arguments.printing.raw;
        let mut texts = Texts::default();
        for row in rows {
            let place = format!("{}: {}", report::printable(&row.file), report::printable(&row.address));
            match &row.content {
                Content::Value(value) if !is_list => print::value(value, &arguments.printing, output)?,
                Content::Value(value) if is_located => {
                    output.line(&format!("{place} = {}", print::hcl(value)?))?;
                }
                Content::Value(value) => {
                    output.line(&value.as_str().map_or_else(|| print::hcl(value), |it| Ok(it.to_owned()))?)?
                }
                Content::Text(expression) if format == ValueFormat::Json => {
                    output.line(&print::plain_json(&Value::from(text(expression)), false)?)?;
                }
                Content::Expression(expression) | Content::Text(expression) => {
                    let text = text(expression);
                    output.line(&if is_located { format!("{place} = {text}") } else { text.to_owned() })?;
                }
                Content::Absent => {}
                Content::Block(block) if format == ValueFormat::Json => {
                    output.line(&json::to_string_pretty(block.body())?)?;
                }
                Content::Block(block) => {
                    if is_located {
                        output.line(&format!("# {place}"))?;
                    }
                    output.line(&texts.text(block)?)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns elements as a JSON array of objects.
fn json_list(rows: &[Row]) -> Result<String> {
    #[derive(Serialize)]
    struct Element<'r> {
        file: &'r str,
        address: &'r str,
        value: Box<RawValue>,
    }
    let mut elements = Vec::new();
    let mut length = 0;
    for Row { file, address, content } in rows {
        let json = match content {
            Content::Value(value) => print::plain_json(value, true)?,
            Content::Expression(_) | Content::Absent => continue,
            Content::Text(expression) => print::plain_json(&Value::from(text(expression)), true)?,
            Content::Block(block) => json::to_string(block.body())?,
        };
        length += json.len() as u64;
        print::check_length(length)?;
        let value = RawValue::from_string(json).map_err(|error| Failure::Command(error.to_string()))?;
        elements.push(Element { file, address, value });
    }
    let json = serde_json::to_string_pretty(&elements);
    Ok(report::escaped_json(&json.map_err(|error| Failure::Command(error.to_string()))?))
}

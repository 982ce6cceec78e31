//! `hcl graph`

use std::collections::HashSet;
use std::fmt::Write;

use serde_hcl::analysis::{References, Roots};

use crate::arguments::GraphArguments;
use crate::options::{GraphFormat, RootArguments};
use crate::output::Output;
use crate::report::count;
use crate::{Failure, Result, input, report};

/// Returns the meaning of names: that of the arguments, or that of Terraform.
pub fn roots(arguments: &RootArguments) -> Roots {
    let roots = match arguments.roots.as_slice() {
        [] => Roots::terraform(),
        roots => roots.iter().fold(Roots::new(), |roots, root| {
            let labels = (1..=root.labels).map(|number| format!("label {number}"));
            match root.root.as_str() {
                "" => roots.labeled(&root.block_type, labels),
                name if root.labels == 0 => roots.attributes(name, &root.block_type),
                name => roots.blocks(name, &root.block_type, labels),
            }
        }),
    };
    roots.given(&arguments.given)
}

/// The roots whose definitions only have an effect if they are used.
const ONLY_REFERRED_TO: [&str; 2] = ["local", "var"];

pub fn run(arguments: &GraphArguments, output: &Output) -> Result<()> {
    let references = References::new(&roots(&arguments.roots), input::bodies(&arguments.files)?);
    if arguments.check {
        return check(&references, output);
    }
    match arguments.format {
        GraphFormat::Dot => output.write(&references.to_dot()),
        GraphFormat::Text => output.write(&text(&references)?),
    }
}

/// Returns the definitions in the order of evaluation, with those that each refers to.
fn text(references: &References) -> Result<String> {
    let mut text = String::new();
    for definition in references.order()? {
        _ = writeln!(text, "{}", report::printable(definition.address()));
        let mut seen = HashSet::new();
        for reference in references.of(definition) {
            let targets: Vec<_> = references.targets(reference).take(2).collect();
            let name = match targets[..] {
                [target] => target.address().to_owned(),
                // A reference to several definitions with this prefix is shown in one line.
                _ => format!("{}[*]", reference.traversal()),
            };
            if seen.insert(name.clone()) {
                _ = writeln!(text, "  {}", report::printable(&name));
            }
        }
    }
    Ok(text)
}

fn check(references: &References, output: &Output) -> Result<()> {
    let mut found = references.check();
    found.extend(references.unused(ONLY_REFERRED_TO));
    found.sort_by_position();
    if !found.is_empty() {
        output.findings(&report::renderer().render(&found))?;
    }
    let errors = found.errors().count();
    output.line(&format!(
        "{}, {}: {}, {}",
        count(references.definitions().len(), "definition"),
        count(references.iter().len(), "reference"),
        count(errors, "error"),
        count(found.len() - errors, "warning"),
    ))?;
    if errors == 0 { Ok(()) } else { Err(Failure::Reported(1)) }
}

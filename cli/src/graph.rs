//! `hcl graph`

use std::collections::HashSet;
use std::fmt::Write;

use serde_hcl::analysis::{References, Roots};
use serde_hcl::diag::Diagnostics;

use crate::arguments::GraphArguments;
use crate::failure::Status;
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
    let roots = roots(&arguments.roots);
    let folders = input::folders(&arguments.files, arguments.roots.one_scope)?.into_iter();
    let graphs: Vec<(String, References)> =
        folders.map(|(folder, bodies)| (report::name(&folder), References::new(&roots, bodies))).collect();
    if arguments.check {
        return check(&graphs, output);
    }
    match (arguments.format, graphs.as_slice()) {
        (GraphFormat::Dot, [(_, graph)]) => output.write(&graph.to_dot()),
        (GraphFormat::Dot, graphs) => {
            let clusters: String = graphs.iter().map(|(folder, it)| it.to_dot_cluster(folder)).collect();
            output.write(&format!("digraph {{\nrankdir = LR\n{clusters}}}\n"))
        }
        (GraphFormat::Text, [(_, graph)]) => output.write(&text(graph)?),
        (GraphFormat::Text, graphs) => {
            let sections = graphs.iter().map(|(folder, it)| Ok(format!("{folder}:\n{}", text(it)?)));
            output.write(&sections.collect::<Result<Vec<_>>>()?.join("\n"))
        }
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

/// Writes the errors and warnings of all graphs, and their number by folder and in total.
fn check(graphs: &[(String, References)], output: &Output) -> Result<()> {
    let (mut all, mut lines, mut definitions, mut references) = (Diagnostics::new(), Vec::new(), 0, 0);
    for (folder, graph) in graphs {
        let mut found = graph.check();
        found.extend(graph.unused(ONLY_REFERRED_TO));
        found.sort_by_position();
        definitions += graph.definitions().len();
        references += graph.iter().len();
        if graphs.len() > 1 && !found.is_empty() {
            lines.push(format!("{folder}: {}", counts(&found)));
        }
        all.extend(found);
    }
    if !all.is_empty() {
        output.findings(&report::renderer().render(&all))?;
    }
    let folders =
        if graphs.len() > 1 { format!("{}, ", count(graphs.len(), "folder")) } else { String::new() };
    let (definitions, references) = (count(definitions, "definition"), count(references, "reference"));
    lines.push(format!("{folders}{definitions}, {references}: {}", counts(&all)));
    output.line(&lines.join("\n"))?;
    if all.has_errors() { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) }
}

/// Returns the numbers of errors and warnings.
fn counts(found: &Diagnostics) -> String {
    let errors = found.errors().count();
    format!("{}, {}", count(errors, "error"), count(found.len() - errors, "warning"))
}

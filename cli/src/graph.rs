//! `hcl graph`

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use serde_hcl::EvalContext;
use serde_hcl::analysis::{References, Roots};
use serde_hcl::diag::Diagnostics;

use crate::arguments::GraphArguments;
use crate::failure::Status;
use crate::input::Configuration;
use crate::options::{FunctionTable, GraphFormat, RootArguments};
use crate::output::Output;
use crate::report::count;
use crate::{Failure, Result, input, report, variables};

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

/// The definitions of a configuration.
struct Graph {
    folder: String,
    references: Arc<References>,
    /// The functions, if they are known.
    context: EvalContext,
    /// The diagnostics of a module of Terraform.
    found: Option<Diagnostics>,
}

pub fn run(arguments: &GraphArguments, output: &Output) -> Result<()> {
    let roots = roots(&arguments.roots);
    let configurations = input::configurations(&arguments.files, &arguments.roots)?.into_iter();
    // Other languages than Terraform's have functions of their own.
    let context = match arguments.roots.roots.is_empty() {
        true => variables::functions(FunctionTable::Terraform),
        false => EvalContext::new(),
    };
    let graph = |Configuration { folder, bodies, module, of_calls }: Configuration| {
        let (references, found) = match module {
            Some(module) => {
                let found = module.check().diagnostics.into_iter().chain(of_calls);
                (module.references().clone(), Some(found.collect()))
            }
            None => (Arc::new(References::new(&roots, bodies)), None),
        };
        Graph { folder: report::name(&folder), references, context: context.clone(), found }
    };
    let graphs: Vec<Graph> = configurations.map(graph).collect();
    if arguments.check {
        return check(&graphs, output);
    }
    match (arguments.format, graphs.as_slice()) {
        (GraphFormat::Dot, [graph]) => output.write(&graph.references.to_dot()),
        (GraphFormat::Dot, graphs) => {
            let clusters: String = graphs.iter().map(|it| it.references.to_dot_cluster(&it.folder)).collect();
            output.write(&format!("digraph {{\nrankdir = LR\n{clusters}}}\n"))
        }
        (GraphFormat::Text, [graph]) => output.write(&text(&graph.references)?),
        (GraphFormat::Text, graphs) => {
            let section = |it: &Graph| Ok(format!("{}:\n{}", it.folder, text(&it.references)?));
            let sections = graphs.iter().map(section);
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
fn check(graphs: &[Graph], output: &Output) -> Result<()> {
    let (mut all, mut lines, mut definitions, mut references) = (Diagnostics::new(), Vec::new(), 0, 0);
    // Modules that call each other have the errors of the same calls.
    let mut seen = HashSet::new();
    for Graph { folder, references: graph, context, found } in graphs {
        let mut found = found.clone().unwrap_or_else(|| graph.check(context));
        found.extend(graph.unused(ONLY_REFERRED_TO));
        found = found.into_iter().filter(|it| seen.insert(it.to_string())).collect();
        found.sort_by_position();
        definitions += graph.definitions().len();
        references += graph.iter().len();
        if graphs.len() > 1 && !found.is_empty() {
            lines.push(format!("{folder}: {}", counts(&found)));
        }
        all.extend(found);
    }
    if !all.is_empty() {
        output.findings(&report::renderer(report::Stream::Results).render(&all))?;
    }
    let folders =
        if graphs.len() > 1 { format!("{}, ", count(graphs.len(), "folder")) } else { String::new() };
    let (definitions, references) = (count(definitions, "definition"), count(references, "reference"));
    lines.push(format!("{folders}{definitions}, {references}: {}", counts(&all)));
    output.summary(&lines.join("\n"))?;
    if all.has_errors() { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) }
}

/// Returns the numbers of errors and warnings.
fn counts(found: &Diagnostics) -> String {
    let errors = found.errors().count();
    format!("{}, {}", count(errors, "error"), count(found.len() - errors, "warning"))
}

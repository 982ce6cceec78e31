//! Files as definitions that expressions can use, and their evaluation as a whole.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::{
    Block, Body, Diagnostic, EvalContext, Expression, Outcome, Traversal, Value,
    body::BodyItem,
    diag::{Category, Diagnostics},
};

use crate::options::{Files, RootArguments, Syntax, Variables};
use crate::{Failure, Result, graph, input, variables};

/// The bodies of the files in a folder, and their definitions as variables.
pub struct Definitions {
    folder: PathBuf,
    pub bodies: Vec<Body>,
    pub scope: Scope,
    roots: Roots,
}

impl Definitions {
    /// Reads files. Those of each folder are a configuration of their own. A variable of the
    /// command line is the value of the `variable` blocks of its name.
    pub fn load(paths: Vec<PathBuf>, arguments: &RootArguments, given: &Variables) -> Result<Vec<Self>> {
        let files = Files { paths, syntax: Syntax::Auto };
        let roots = graph::roots(arguments);
        let values = variables::values(given)?;
        let folders = input::folders(&files, arguments.one_scope)?.into_iter();
        let load = |(folder, bodies): (PathBuf, Vec<Body>)| {
            let is_terraform = bodies.iter().all(|body| is_terraform(body.source().name()));
            let context = variables::context_of_files(&values, given.functions, is_terraform);
            let mut scope = Scope::new(&roots, bodies.iter().cloned(), &context)?;
            for (name, value) in &values {
                let address = format!("var.{name}");
                if scope.references().definition(&address).is_some() {
                    scope.set(&address, value.clone())?;
                }
            }
            Ok(Self { folder, bodies, scope, roots: roots.clone() })
        };
        folders.map(load).collect()
    }

    /// Returns the configuration whose folder contains all others.
    pub fn root(all: &[Self]) -> Result<&Self> {
        let is_root = |root: &&Self| all.iter().all(|it| it.folder.starts_with(&root.folder));
        all.iter().find(is_root).ok_or_else(|| {
            Failure::command("the files are in several folders: name those of one, or use --one-scope")
        })
    }

    /// Evaluates all expressions. The diagnostics are those of all expressions, and an error for
    /// each whose value is not known.
    pub fn check(&self) -> Outcome<()> {
        let mut check =
            Check { roots: &self.roots, path: Vec::new(), found: Vec::new(), seen: HashSet::new() };
        let context = self.scope.context();
        self.bodies.iter().for_each(|body| check.items(body.items(), &context));
        let mut found = Diagnostics::from(check.found);
        found.sort_by_position();
        Outcome { value: (), diagnostics: found }
    }
}

/// Returns whether the variables of a file are `var.NAME` alone.
fn is_terraform(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".json").unwrap_or(&name);
    Path::new(name).extension().is_some_and(|extension| extension == "tf" || extension == "tofu")
}

/// The evaluation of all expressions of a body.
struct Check<'r> {
    roots: &'r Roots,
    /// The types of the blocks around, and the name of the current item.
    path: Vec<String>,
    found: Vec<Diagnostic>,
    /// The diagnostics that were found, since an error is that of each expression that depends on
    /// it.
    seen: HashSet<String>,
}

impl Check<'_> {
    fn items(&mut self, items: impl Iterator<Item = BodyItem>, context: &EvalContext) {
        for item in items {
            let name = match &item {
                BodyItem::Attribute(attribute) => attribute.name(),
                BodyItem::Block(block) => block.block_type(),
            };
            self.path.push(name.to_owned());
            match &item {
                _ if self.roots.is_ignored(&self.path) => {}
                BodyItem::Attribute(attribute) => self.expression(attribute.expression(), context),
                BodyItem::Block(block) => self.block(block, context),
            }
            self.path.pop();
        }
    }

    fn block(&mut self, block: &Block, context: &EvalContext) {
        let items = block.body().items();
        let ("dynamic", [label]) = (block.block_type(), block.labels()) else {
            return self.items(items, context);
        };
        // The iterator has a value in each generated block.
        let iterator = block.body().attribute("iterator").and_then(|it| it.expression().static_keyword());
        let mut context = context.child();
        context.set(iterator.unwrap_or_else(|| label.text().to_owned()), Value::UNKNOWN);
        let is_name = |item: &BodyItem| matches!(item, BodyItem::Attribute(it) if it.name() == "iterator");
        self.items(items.filter(|item| !is_name(item)), &context);
    }

    fn expression(&mut self, expression: &Expression, context: &EvalContext) {
        let Outcome { value, diagnostics } = expression.evaluate_with_diagnostics(context);
        let has_errors = diagnostics.has_errors();
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
        if has_errors || value.is_wholly_known() {
            // Such a value has no text that could take the place of the expression.
            let error = value.check_size().err().filter(|_| !has_errors).map(serde_hcl::Error::from);
            for diagnostic in error.iter().flat_map(|error| error.diagnostics()) {
                self.push(diagnostic.clone().at(expression.span()).in_source(expression.source()));
            }
            return;
        }
        let is_unknown = |traversal: &Traversal| {
            let value = traversal
                .to_string()
                .parse::<Expression>()
                .map(|it| it.evaluate_with_diagnostics(context).value);
            value.is_ok_and(|value| !value.is_wholly_known())
        };
        let unknown = expression.variables().into_iter().find(is_unknown);
        let cause = unknown.map_or("It".to_owned(), |unknown| format!("{:?}", unknown.to_string()));
        let detail = format!(
            "{cause} is not known. Set variables with --var, or keep expressions that are not known with --partial."
        );
        let diagnostic = Diagnostic::error(Category::Eval, "Unknown value", detail);
        self.push(diagnostic.at(expression.span()).in_source(expression.source()));
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert(diagnostic.to_string()) {
            self.found.push(diagnostic);
        }
    }
}

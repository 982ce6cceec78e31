//! Files as definitions that expressions can use, and their evaluation as a whole.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use serde_hcl::analysis::{References, Roots, Scope};
use serde_hcl::ext::type_constraint;
use serde_hcl::value::{Mark, Marks};
use serde_hcl::{
    Attribute, Block, Body, Diagnostic, EvalContext, Expression, Outcome, Source, Span, Traversal, Value,
    body::{BlockSchema, BodyItem, BodySchema},
    diag::{Category, Diagnostics},
    parse_file,
};
use serde_hcl_lsp::files::is_terraform;
use serde_hcl_terraform::{EPHEMERAL, SENSITIVE};
use serde_hcl_terraform::{Module, ModuleFile, Role};

use crate::address::REFERENCES;
use crate::input::Configuration;
use crate::options::{Declared, Files, RootArguments, Syntax, Variables};
use crate::output::Output;
use crate::{Failure, Result, graph, input, unknown, variables};

/// The bodies of the files in a folder, and their definitions as variables.
pub struct Definitions {
    folder: PathBuf,
    pub bodies: Vec<Body>,
    /// The module, if they are one of Terraform.
    pub module: Option<Module>,
    pub scope: Scope,
    /// The variables of the command line.
    pub values: Vec<(String, Value)>,
    roots: Roots,
}

/// Returns the error about files that are no single configuration.
pub fn several_folders() -> Failure {
    Failure::command("the files are in several folders: name those of one, or use --one-scope")
}

impl Definitions {
    /// Reads files, if there are any. Those of each folder are a configuration of their own.
    pub fn load(
        paths: Vec<PathBuf>,
        roots: &RootArguments,
        given: &Variables,
        output: &Output,
    ) -> Result<Vec<Self>> {
        if paths.is_empty() {
            return Ok(vec![Self::new(Vec::new(), roots, given)?]);
        }
        let configurations = input::configurations(&Files { paths, syntax: Syntax::Auto }, roots)?;
        let load = |it| Self::of_configuration(it, roots, given, output);
        let all = configurations.into_iter().map(load).collect::<Result<Vec<_>>>()?;
        warn_undeclared(all.iter().map(|it| &it.bodies), given, output)?;
        Ok(all)
    }

    /// Returns the configuration whose folder contains all others.
    pub fn root(all: &[Self]) -> Result<&Self> {
        let is_root = |root: &&Self| all.iter().all(|it| it.folder.starts_with(&root.folder));
        all.iter().find(is_root).ok_or_else(several_folders)
    }

    /// Creates the definitions of a configuration.
    pub fn of_configuration(
        configuration: Configuration,
        roots: &RootArguments,
        given: &Variables,
        output: &Output,
    ) -> Result<Self> {
        let Configuration { folder, bodies, module, .. } = configuration;
        let definitions = match module {
            Some(module) => {
                let (definitions, warnings) = Self::of_module(module, bodies, given, &[])?;
                output.warn(&warnings);
                definitions
            }
            None => Self::new(bodies, roots, given)?,
        };
        Ok(Self { folder, ..definitions })
    }

    /// Creates the definitions of a module that may refer to further variables. Returns the
    /// warnings about values of variables, too.
    pub fn of_module(
        module: Module,
        bodies: Vec<Body>,
        given: &Variables,
        further: &[(String, Value)],
    ) -> Result<(Self, Diagnostics)> {
        let (values, others) = variables::of_module(given, &module)?;
        let mut context = variables::context(&others, given.functions, true);
        for (name, value) in further {
            context.set(name.as_str(), value.clone());
        }
        let Outcome { value: scope, diagnostics } = module.scope(&context, &values);
        if diagnostics.has_errors() {
            return Err(diagnostics.into());
        }
        let roots = Roots::terraform();
        let module = Some(module);
        let values = others;
        Ok((Self { folder: PathBuf::new(), bodies, module, scope, values, roots }, diagnostics))
    }

    /// Creates the definitions of bodies. A variable of the command line is the value of a
    /// `variable` block of its name.
    pub fn new(bodies: Vec<Body>, roots: &RootArguments, given: &Variables) -> Result<Self> {
        Self::with(bodies, roots, given, &[])
    }

    /// Creates the definitions of bodies that may refer to further variables.
    pub fn with(
        bodies: Vec<Body>,
        roots: &RootArguments,
        given: &Variables,
        further: &[(String, Value)],
    ) -> Result<Self> {
        let roots = graph::roots(roots);
        // The variables of such a file are `var.NAME` alone.
        let is_terraform = !bodies.is_empty() && bodies.iter().all(|body| is_terraform(body.source().name()));
        let references = References::new(&roots, bodies.iter().cloned());
        let values = variables::values(given, |name| {
            let definition = references.definition(&format!("var.{name}"));
            let block = definition.and_then(|it| it.block_of_type(VARIABLE));
            block.map(|block| declared(block.body())).unwrap_or_default()
        })?;
        let mut context = variables::context(&values, given.functions, is_terraform);
        for (name, value) in further {
            context.set(name.as_str(), value.clone());
        }
        let mut scope = Scope::of(references, &context)?;
        for (name, value) in &values {
            let address = format!("var.{name}");
            if scope.references().definition(&address).is_some() {
                scope.set(&address, value.clone())?;
            }
        }
        mark_variables(&mut scope)?;
        Ok(Self { folder: PathBuf::new(), bodies, module: None, scope, values, roots })
    }

    /// Returns the bodies of the files as they are written.
    pub fn files(&self) -> impl Iterator<Item = &Body> {
        let is_config = |it: &&ModuleFile| matches!(it.role, Role::Config | Role::Override);
        let of_module = self.module.iter().flat_map(|it| &it.files).filter(is_config).map(|it| &it.body);
        let of_others = self.bodies.iter().filter(|_| self.module.is_none());
        of_module.chain(of_others)
    }

    /// Returns whether references can begin with a name.
    pub fn has_root(&self, name: &str) -> bool {
        let mut addresses = self.scope.references().definitions().map(|it| it.address());
        self.scope.context().variable(name).is_some() || addresses.any(|it| is_below(it, name))
    }

    /// Evaluates all expressions. The diagnostics are those of all expressions, and an error for
    /// each reference to a variable without a value, with the advice.
    pub fn check(&self, advice: &str) -> Outcome<()> {
        let mut check =
            Check { definitions: self, advice, path: Vec::new(), found: Vec::new(), seen: HashSet::new() };
        let context = self.scope.context();
        self.bodies.iter().for_each(|body| check.items(body.items(), &context));
        let mut found = Diagnostics::from(check.found);
        found.sort_by_position();
        Outcome { value: (), diagnostics: found }
    }
}

/// Returns whether an address begins with a name.
pub fn is_below(address: &str, name: &str) -> bool {
    address.split('.').next() == Some(name)
}

/// Returns the text of an expression with references in place of addresses: `local.NAME` in place
/// of `locals.NAME`, and `var.NAME` in place of `variable.NAME`; `None` if it has no such address.
/// A name that is defined is no address.
pub fn with_references(expression: &Expression, is_defined: impl Fn(&str) -> bool) -> Option<Source> {
    let source = expression.source();
    let mut replacements: Vec<(Span, &str)> = Vec::new();
    for (root, block_type) in REFERENCES {
        let is_address = |it: &Traversal| it.root_name() == Some(block_type) && it.source() == source;
        let found = expression.variables().into_iter().filter(is_address);
        let spans = found.map(|it| Span::new(it.span().start, it.span().start + block_type.len() as u32));
        let mut spans = spans.peekable();
        if spans.peek().is_some() && !is_defined(block_type) {
            replacements.extend(spans.map(|span| (span, root)));
        }
    }
    if replacements.is_empty() {
        return None;
    }
    replacements.sort_by_key(|(span, _)| span.start);
    replacements.dedup();
    let (mut text, mut pieces, mut at) = (String::new(), Vec::new(), 0);
    for (span, root) in replacements {
        pieces.push((text.len() as u32, at));
        text += source.slice(Span::new(at, span.start));
        pieces.push((text.len() as u32, span.start));
        text += root;
        at = span.end;
    }
    pieces.push((text.len() as u32, at));
    text += source.slice(Span::new(at, source.text().len() as u32));
    Some(Source::embedded(source, text, pieces))
}

/// The type of blocks that declare variables.
const VARIABLE: &str = "variable";

/// Returns the declaration of a variable in a block.
fn declared(body: &Body) -> Declared {
    // A type with an error is that of any value.
    let constraint = body.attribute("type").map(|it| type_constraint(it.expression()).value);
    Declared { constraint, marks: marks(body) }
}

/// Returns the marks that a block declares for its value: `sensitive = true`, and the same for
/// `ephemeral`. A value that may be sensitive is.
fn marks(body: &Body) -> Marks {
    let is_false = |it: &Attribute| {
        let value = it.expression().evaluate(&EvalContext::new());
        value.is_ok_and(|it| it == false || it == "false" || it.is_null())
    };
    let is_declared = |name: &&str| body.attribute(name).is_some_and(|it| !is_false(&it));
    [SENSITIVE, EPHEMERAL].into_iter().filter(is_declared).map(Mark::new).collect()
}

/// Marks the values of variables whose blocks declare marks.
fn mark_variables(scope: &mut Scope) -> Result<()> {
    let marked = scope.references().definitions().filter_map(|definition| {
        let marks = marks(definition.block_of_type(VARIABLE)?.body());
        // An error in the value is reported where that is used.
        let value = (!marks.is_empty()).then(|| scope.value(definition.address()).ok())??;
        Some((definition.address().to_owned(), value.with_marks(&marks)))
    });
    let marked: Vec<_> = marked.collect();
    marked.into_iter().try_for_each(|(address, value)| Ok(scope.set(&address, value).map(drop)?))
}

/// Writes a warning for each variable of the command line that none of the configurations
/// declares, if one of them declares others.
pub fn warn_undeclared<'b>(
    configurations: impl IntoIterator<Item = &'b Vec<Body>>,
    given: &Variables,
    output: &Output,
) -> Result<()> {
    if given.variables.is_empty() {
        return Ok(());
    }
    let schema = BodySchema::new([], [BlockSchema::new(VARIABLE, ["name"])])?;
    let mut declared = BTreeSet::new();
    for body in configurations.into_iter().flatten() {
        let (content, _) = body.partial_content(&schema).value;
        declared
            .extend(content.blocks().iter().filter_map(|it| Some(it.labels().first()?.text().to_owned())));
    }
    if declared.is_empty() {
        return Ok(());
    }
    // A scope with them alone suggests no other names.
    let blocks = declared.iter().map(|name| format!("{VARIABLE} {} {{}}\n", Value::from(name.as_str())));
    let body = parse_file(blocks.collect::<String>()).into_result()?.body().clone();
    let mut scope = Scope::new(&Roots::terraform(), [body], &EvalContext::new())?;
    for (name, text) in given.variables.iter().filter(|(name, _)| !declared.contains(name)) {
        let error = scope.set(&format!("var.{name}"), text.as_str()).err();
        for unknown in error.iter().flat_map(|error| error.diagnostics()) {
            let summary = "Value for an undeclared variable";
            let warning = Diagnostic::warning(Category::Eval, summary, unknown.detail().to_owned());
            output.warn(&Diagnostics::from(vec![warning]));
        }
    }
    Ok(())
}

/// The evaluation of all expressions of a body.
struct Check<'r> {
    definitions: &'r Definitions,
    advice: &'r str,
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
                _ if self.definitions.roots.is_ignored(&self.path) => {}
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
        let reasons = unknown::reasons(expression, &self.definitions.scope, self.advice);
        reasons.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert(diagnostic.to_string()) {
            self.found.push(diagnostic);
        }
    }
}

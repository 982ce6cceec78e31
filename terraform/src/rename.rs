//! Renames definitions of a module in all of its files.

use std::collections::BTreeMap;

use serde_hcl::TraversalStep;
use serde_hcl::analysis::{Reference, References, Roots};
use serde_hcl::body::Label;
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::{
    Block, Body, Diagnostic, Error, EvalContext, Expression, Source, Span, Traversal, Value, is_identifier,
};

use crate::{Module, ModuleFile, Role};

/// A file that a [rename](Module::rename) changes.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// variable "size" {}
/// output "a" {
///   value = var.size
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// for file in module.rename("var.size", "var.count", false)? {
///     assert_eq!(file.before.name(), "main.tf");
///     assert_eq!(file.text, text.replace("size", "count"));
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChangedFile {
    /// The file before; the name of the source is its path.
    pub before: Source,
    /// The text after.
    pub text: String,
}

/// The kind of a definition that can be renamed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Variable,
    Local,
    Output,
    Call,
    Resource,
}

/// A definition: its kind, and the names of its address.
struct Name<'a> {
    kind: Kind,
    /// The type of its block.
    block_type: &'a str,
    /// The labels of its block, without the name.
    types: Vec<&'a str>,
    name: &'a str,
}

impl<'a> Name<'a> {
    /// Parses an address such as `var.region`, `module.network` or `aws_instance.web`.
    fn parse(address: &'a str) -> Option<Self> {
        let parts: Vec<&str> = address.split('.').collect();
        let (kind, block_type, types, name) = match parts[..] {
            ["var", name] => (Kind::Variable, "variable", vec![], name),
            ["local", name] => (Kind::Local, "locals", vec![], name),
            ["output", name] => (Kind::Output, "output", vec![], name),
            ["module", name] => (Kind::Call, "module", vec![], name),
            ["data", ty, name] => (Kind::Resource, "data", vec![ty], name),
            ["ephemeral", ty, name] => (Kind::Resource, "ephemeral", vec![ty], name),
            [ty, name] => (Kind::Resource, "resource", vec![ty], name),
            _ => return None,
        };
        parts.iter().all(|it| is_identifier(it)).then_some(Self { kind, block_type, types, name })
    }

    /// Returns whether a block is the definition.
    fn is_of(&self, block: &Block) -> bool {
        let labels = block.labels().iter().map(Label::text);
        block.block_type() == self.block_type && labels.eq(self.types.iter().copied().chain([self.name]))
    }

    /// Returns the position of the name in references.
    fn position(&self) -> usize {
        match self.block_type {
            "data" | "ephemeral" => 2,
            _ => 1,
        }
    }

    /// Returns the names of an address.
    fn steps(&self) -> Vec<&str> {
        let root = match self.kind {
            Kind::Variable => Some("var"),
            Kind::Local => Some("local"),
            Kind::Resource if self.block_type == "resource" => None,
            _ => Some(self.block_type),
        };
        root.into_iter().chain(self.types.iter().copied()).chain([self.name]).collect()
    }
}

impl Module {
    /// Renames a variable, a local value, an output, a resource or a called module: its definition,
    /// all references in all files in both syntaxes, and a variable in all files of values. With
    /// `moved`, a block `moved` for a resource or a module follows its definition. Nothing is
    /// written: the files that change are returned.
    ///
    /// The addresses are those of references, such as `var.region` and `aws_instance.web`, and
    /// `output.url`. `module.network.var.zone` is a variable of the loaded module that the call
    /// `network` names; the arguments of all calls of that module change with it, and so do the
    /// references to an output such as `module.network.output.url`.
    ///
    /// # Errors
    /// Returns an error if an address is invalid, there is no such definition, the new address is
    /// one of another kind or type or is defined already, or a file has mistakes in its syntax. And
    /// an error at each use that cannot be changed, such as `local[each.key]`.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::from_files([
    ///     ("main.tf", "variable \"size\" {}\noutput \"a\" {\n  value = var.size\n}\n"),
    ///     ("out.tf.json", r#"{"output": {"b": {"value": "${var.size}"}}}"#),
    ///     ("terraform.tfvars", "size = 1\n"),
    /// ]).into_result()?;
    /// let changed = module.rename("var.size", "var.count", false)?;
    /// let texts: Vec<_> = changed.iter().map(|it| it.text.as_str()).collect();
    /// assert_eq!(texts, [
    ///     "variable \"count\" {}\noutput \"a\" {\n  value = var.count\n}\n",
    ///     r#"{"output": {"b": {"value": "${var.count}"}}}"#,
    ///     "count = 1\n",
    /// ]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&self, from: &str, to: &str, moved: bool) -> Result<Vec<ChangedFile>, Error> {
        let mut changes = Changes::default();
        let inner = |address: &str| {
            let (call, rest) = address.strip_prefix("module.")?.split_once('.')?;
            Some((call.to_owned(), rest.to_owned()))
        };
        match (inner(from), inner(to)) {
            (Some((call, from)), Some((same, to))) if call == same => {
                let child = self.child(&call).ok_or_else(|| {
                    refused(Code::UnknownReference, format!("The module {call:?} is not loaded."))
                })?;
                child.rename_in(&from, &to, moved, &mut changes)?;
                self.rename_uses(child, &parsed(&from)?, &parsed(&to)?, &mut changes);
            }
            _ => self.rename_in(from, to, moved, &mut changes)?,
        }
        changes.finish()
    }

    /// Renames a definition of this module in its files.
    fn rename_in(&self, from: &str, to: &str, moved: bool, changes: &mut Changes) -> Result<(), Error> {
        let (old, new) = (parsed(from)?, parsed(to)?);
        if !self.is_complete() {
            let errors: Diagnostics = self.diagnostics().errors().cloned().collect();
            return Err(Error::from(errors));
        }
        if (old.kind, &old.types, old.block_type) != (new.kind, &new.types, new.block_type) {
            let detail = format!("{from:?} cannot become {to:?}. Only the last name can change.");
            return Err(refused(Code::InvalidValue, detail));
        }
        let configs = || {
            let is_config = |it: &&ModuleFile| matches!(it.role, Role::Config | Role::Override);
            self.files.iter().filter(is_config)
        };
        let definitions: Vec<Place> = configs().flat_map(|file| places(&file.body, &old)).collect();
        if definitions.is_empty() {
            return Err(refused(Code::UnknownReference, format!("There is no definition of {from:?}.")));
        }
        if configs().any(|file| !places(&file.body, &new).is_empty()) {
            let detail = format!("{to:?} is defined already. Choose another name.");
            return Err(refused(Code::DuplicateDefinition, detail));
        }
        for place in &definitions {
            changes.name(&place.source, place.span, new.name);
        }
        if moved && matches!(old.kind, Kind::Call | Kind::Resource) && old.block_type != "data" {
            let file = configs().find(|it| it.source.name() == definitions[0].source.name());
            changes.moved(file, from, to);
        }
        let references = References::new(&Roots::terraform(), configs().map(|it| &it.body));
        for reference in references.iter() {
            self.rename_reference(&references, reference, &old, new.name, changes);
        }
        for expression in configs().flat_map(|file| unevaluated(&file.body, moved)) {
            changes.address(&expression, &old, new.name);
        }
        if old.kind == Kind::Variable {
            let is_values = |it: &&ModuleFile| matches!(it.role, Role::Values { .. });
            for attribute in self.files.iter().filter(is_values).filter_map(|it| it.body.attribute(old.name))
            {
                changes.name(attribute.source(), attribute.name_span(), new.name);
            }
        }
        Ok(())
    }

    fn rename_reference(
        &self,
        references: &References,
        reference: &Reference,
        old: &Name<'_>,
        new: &str,
        changes: &mut Changes,
    ) {
        let traversal = reference.traversal();
        let steps = old.steps();
        let is_old = |it: &serde_hcl::analysis::Definition| it.address() == steps.join(".");
        if old.kind == Kind::Output || !references.targets(reference).any(is_old) {
            return;
        }
        match traversal.steps().get(old.position()).and_then(name_of) {
            Some((name, span)) if name == old.name => changes.step(traversal.source(), span, new),
            _ => {
                let detail = format!(
                    "{traversal} refers to all definitions of this kind, so that it cannot follow. Change it first."
                );
                let error = error(Code::UnsuitableExpression, detail);
                changes.refused.push(error.at(traversal.span()).in_source(traversal.source()));
            }
        }
    }

    /// Renames the uses of a definition of a module that this one calls: arguments of calls, and
    /// references to outputs.
    fn rename_uses(&self, child: &Self, old: &Name<'_>, new: &Name<'_>, changes: &mut Changes) {
        for call in self.calls().filter(|it| self.child(&it.name).is_some_and(|it| std::ptr::eq(it, child))) {
            if old.kind == Kind::Variable {
                for attribute in call.arguments.attributes().filter(|it| it.name() == old.name) {
                    changes.name(attribute.source(), attribute.name_span(), new.name);
                }
            }
            if old.kind != Kind::Output {
                continue;
            }
            for traversal in self.references().iter().map(Reference::traversal) {
                let [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, rest @ ..] =
                    traversal.steps()
                else {
                    continue;
                };
                if root != "module" || *name != call.name {
                    continue;
                }
                let is_repeated = call.count.is_some() || call.for_each.is_some();
                let output = if is_repeated { rest.get(1) } else { rest.first() };
                match output.and_then(name_of) {
                    Some((name, span)) if name == old.name => {
                        changes.step(traversal.source(), span, new.name)
                    }
                    Some(_) => {}
                    None => {
                        let detail = format!(
                            "{traversal} uses all outputs of the module, so that it cannot follow. Change it first."
                        );
                        let error = error(Code::UnsuitableExpression, detail);
                        changes.refused.push(error.at(traversal.span()).in_source(traversal.source()));
                    }
                }
            }
        }
    }
}

fn parsed(address: &str) -> Result<Name<'_>, Error> {
    let detail = || format!("{address:?} is no address of a definition, such as var.NAME or TYPE.NAME.");
    Name::parse(address).ok_or_else(|| refused(Code::InvalidValue, detail()))
}

/// A name in a file.
struct Place {
    source: Source,
    span: Span,
}

/// Returns the names of a definition in the body of a file.
fn places(body: &Body, name: &Name<'_>) -> Vec<Place> {
    let content = body.partial_content(crate::language::top_level()).value.0;
    let blocks = content.blocks().iter();
    if name.kind == Kind::Local {
        let locals = blocks.filter(|it| it.block_type() == name.block_type);
        let found = locals.flat_map(|it| it.body().attributes()).filter(|it| it.name() == name.name);
        return found.map(|it| Place { source: it.source().clone(), span: it.name_span() }).collect();
    }
    let labels = blocks.filter(|it| name.is_of(it)).filter_map(|it| Some((it, it.labels().last()?)));
    labels.map(|(block, label)| Place { source: block.source().clone(), span: label.span() }).collect()
}

/// Returns the expressions with addresses that are not evaluated: those of `depends_on` in JSON, of
/// `import`, and of `moved`, unless a further block `moved` begins with the address.
fn unevaluated(body: &Body, is_moved: bool) -> Vec<Expression> {
    let content = body.partial_content(crate::language::top_level()).value.0;
    let mut found = Vec::new();
    for block in content.blocks() {
        let of = |name: &str| block.body().attribute(name).map(|it| it.expression().clone());
        match block.block_type() {
            "import" => found.extend(of("to")),
            "moved" if !is_moved => found.extend(of("to")),
            "resource" | "data" | "module" | "output" | "ephemeral" => {
                let references = of("depends_on").filter(|it| it.ast().is_none());
                found.extend(references.and_then(|it| it.static_list().ok()).into_iter().flatten());
            }
            _ => {}
        }
    }
    found
}

/// Returns the name of a step, and the location of the step.
fn name_of(step: &TraversalStep) -> Option<(&str, Span)> {
    match step {
        TraversalStep::Attr { name, span, .. } => Some((name, *span)),
        TraversalStep::Index { key, span, .. } => Some((key.as_str()?, *span)),
        _ => None,
    }
}

/// The changes of files.
#[derive(Default)]
struct Changes {
    /// By the name of the file: the file, and the texts in place of its parts.
    files: BTreeMap<String, (Source, Vec<(Span, String)>)>,
    refused: Vec<Diagnostic>,
}

impl Changes {
    /// Replaces a part of a source, which can be a string in JSON.
    fn replace(&mut self, source: &Source, span: Span, text: String) {
        // The place of a diagnostic is that in the file.
        let place = Diagnostic::error(Category::Data, "", "").at(span).in_source(source);
        if let Some((source, span)) = place.source().zip(place.span()) {
            let file = self.files.entry(source.name().to_owned());
            file.or_insert_with(|| (source.clone(), Vec::new())).1.push((span, text));
        }
    }

    /// Replaces a name, which may have quotes.
    fn name(&mut self, source: &Source, span: Span, new: &str) {
        let is_quoted = source.slice(span).starts_with('"');
        self.replace(source, span, if is_quoted { format!("\"{new}\"") } else { new.to_owned() });
    }

    /// Replaces a step of a reference.
    fn step(&mut self, source: &Source, span: Span, new: &str) {
        self.replace(source, span, format!(".{new}"));
    }

    /// Renames the address that an expression is, if it begins with a definition.
    fn address(&mut self, expression: &Expression, old: &Name<'_>, new: &str) {
        let steps = old.steps();
        if expression.ast().is_some() {
            let variables = expression.variables();
            let Some(traversal) = variables.first().filter(|it| begins_with(it, &steps)) else { return };
            if let Some((_, span)) = traversal.steps().get(old.position()).and_then(name_of) {
                self.step(traversal.source(), span, new);
            }
            return;
        }
        let value = expression.evaluate(&EvalContext::literal_only()).ok();
        let Some(text) = value.as_ref().and_then(Value::as_str) else { return };
        let prefix = steps.join(".");
        let rest = text.strip_prefix(&prefix).filter(|it| it.is_empty() || it.starts_with(['.', '[']));
        if let Some(rest) = rest {
            let start = prefix.strip_suffix(old.name).unwrap_or_default();
            let text = format!("{start}{new}{rest}");
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            self.replace(expression.source(), expression.span(), format!("\"{escaped}\""));
        }
    }

    /// Adds a block `moved` at the end of the file with the definition.
    fn moved(&mut self, file: Option<&ModuleFile>, from: &str, to: &str) {
        let Some(file) = file else { return };
        if file.name.ends_with(".json") {
            let detail = "A block \"moved\" cannot be added to a file in JSON. Rename without it.";
            self.refused.push(error(Code::InvalidValue, detail.to_owned()).in_source(&file.source));
            return;
        }
        let end = file.source.text().len() as u32;
        let newline = if file.source.text().ends_with('\n') { "" } else { "\n" };
        let text = format!("{newline}\nmoved {{\n  from = {from}\n  to   = {to}\n}}\n");
        self.replace(&file.source, Span::new(end, end), text);
    }

    /// Returns the changed files.
    fn finish(self) -> Result<Vec<ChangedFile>, Error> {
        if !self.refused.is_empty() {
            return Err(Error::from(Diagnostics::from(self.refused)));
        }
        let changed = self.files.into_values().map(|(before, mut parts)| {
            parts.sort_by_key(|(span, _)| (span.start, span.end));
            parts.dedup();
            let (mut text, mut end) = (String::new(), 0);
            for (span, new) in parts {
                text += before.slice(Span::new(end, span.start));
                text += &new;
                end = span.end;
            }
            text += before.slice(Span::new(end, before.text().len() as u32));
            ChangedFile { before, text }
        });
        Ok(changed.collect())
    }
}

/// Returns whether a reference begins with names.
fn begins_with(traversal: &Traversal, names: &[&str]) -> bool {
    let root = traversal.root_name();
    let rest = traversal.steps().iter().skip(1).map(|it| name_of(it).map(|(name, _)| name));
    let found: Vec<_> = [root].into_iter().chain(rest).take(names.len()).collect();
    found.iter().copied().eq(names.iter().map(|name| Some(*name)))
}

fn error(code: Code, detail: String) -> Diagnostic {
    Diagnostic::error(code.category(), "Cannot rename", detail).with_code(code)
}

fn refused(code: Code, detail: String) -> Error {
    Error::from(error(code, detail))
}

//! The checks of the documents of a folder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde_hcl::ast::visit::{Visitor, walk};
use serde_hcl::ast::{BinaryOperator, Expression, ExpressionKind};
use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::ext::Spec;
use serde_hcl::{Attribute, Block, Body, Diagnostic, Number, Source, Span, analysis};
use serde_hcl_terraform::{Loader, Module};

use super::schema;
use super::text::without_suggestion;
use crate::document::Document;
use crate::files;
use crate::language::{self, Language};
use crate::workspace::{Folder, FoundDiagnostics, Version, Workspace};

/// The roots of Terraform whose definitions only have an effect if they are used.
const ONLY_REFERRED_TO: [&str; 2] = ["local", "var"];

/// The codes of errors that are about names, whose definitions can be elsewhere, and those about
/// functions that need more than the server has, such as files and the time.
const NOT_FOUND: [Code; 6] = [
    Code::UnknownVariable,
    Code::VariablesNotAllowed,
    Code::UnknownReference,
    Code::UnknownFunction,
    Code::FunctionsNotAllowed,
    Code::FunctionCallFailed,
];

/// The codes of errors of decoding about values that the application has when it runs.
const UNTIL_RUN_TIME: [Code; 3] = [Code::UnknownValue, Code::UnknownLabels, Code::UnknownForEach];

/// Returns the diagnostics of all documents of a folder by the names of their sources.
pub(super) fn find(workspace: &Workspace, folder: &Folder) -> FoundDiagnostics {
    let mut found = Found::default();
    folder.documents.values().for_each(|document| found.add(document.diagnostics()));
    let language = &*folder.language;
    let schemas = folder.documents.values().filter(|it| language::is_schema(&it.path) && !it.is_json());
    for schema in schemas.filter(|it| it.is_valid()) {
        found.add(&Spec::from_file(schema.body(), &language.context).diagnostics);
    }
    let versions = folder.versions();
    for (document, own) in folder.own() {
        if let Some((span, problem)) = &own.problem {
            let code = Code::Io;
            let error = Diagnostic::error(code.category(), code.summary(), problem.clone()).with_code(code);
            found.add(&error.at(*span).in_source(&document.source).into());
        }
        let is_own = |it: &Version| Arc::ptr_eq(&it.current, document);
        if let (Some(spec), Some(version)) = (&own.language.spec, versions.iter().find(|it| is_own(it))) {
            found.add(&specified(workspace, spec, std::slice::from_ref(version), &own.language));
        }
    }
    let versions: Vec<Version> = versions
        .into_iter()
        .filter(|it| folder.language_of(&it.current).spec.is_some() == language.spec.is_some())
        .collect();
    // A definition can be in a part with mistakes, or in a file that is not read.
    let is_complete = versions.iter().all(|it| it.valid.is_some()) && folder.is_complete(workspace.wanted());
    let (of_terraform, others): (Vec<_>, Vec<_>) =
        versions.iter().cloned().partition(|it| language.is_terraform(it.current.source.name()));
    if !of_terraform.is_empty() {
        // The module of the folder is that of the current texts.
        let are_valid = of_terraform.iter().all(|it| it.current.is_valid());
        found.add(&stable(&of_terraform, |documents| {
            let module = match are_valid {
                true => folder.module().clone(),
                false => Arc::new(Loader::new().assemble(documents.iter().map(|it| it.parsed())).value),
            };
            let children = workspace.children(folder, &module);
            let module = match children.is_empty() {
                true => module,
                false => Arc::new(Module::clone(&module).with_children(children)),
            };
            of_module(&module, documents, is_complete)
        }));
        if let Some(module) = folder.variables().filter(|_| is_complete) {
            let values = folder.documents.values().filter(|it| files::is_of_variables(it.source.name()));
            for document in values.filter(|it| workspace.checks(it) && it.is_valid()) {
                found.add(&of_values(language, module, document));
            }
        }
    }
    if language.checks_references {
        found.add(&stable(&versions, |documents| references(language, documents, is_complete)));
    }
    for version in of_terraform.iter().filter(|it| workspace.checks(&it.current) && it.valid.is_some()) {
        found.add(&stable(std::slice::from_ref(version), |documents| provided(language, documents)));
    }
    match &language.spec {
        Some(spec) => found.add(&specified(workspace, spec, &versions, language)),
        None => {
            let is_checked = |it: &&Version| workspace.checks(&it.current) && it.valid.is_some();
            for version in of_terraform.iter().chain(&others).filter(is_checked) {
                let checked = std::slice::from_ref(version);
                found.add(&stable(checked, |documents| expressions(language, documents)));
            }
        }
    }
    let mut found = found.by_name;
    found.values_mut().for_each(|found| found.sort_by_key(|it| it.span().map(|span| span.start)));
    found
}

/// The diagnostics of documents, each once.
#[derive(Default)]
struct Found {
    by_name: FoundDiagnostics,
    seen: HashSet<(String, Option<Span>, String)>,
}

impl Found {
    fn add(&mut self, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics {
            let name = diagnostic.source().map_or("", Source::name).to_owned();
            let text = format!("{}: {}", diagnostic.summary(), diagnostic.detail());
            if self.seen.insert((name.clone(), diagnostic.span(), text)) {
                self.by_name.entry(name).or_default().push(diagnostic.clone());
            }
        }
    }
}

/// Checks the last versions of documents without mistakes in their syntax. While a document has
/// such mistakes, it has those of its last diagnostics that its valid parts have too.
fn stable(versions: &[Version], check: impl Fn(&[&Document]) -> Diagnostics) -> Diagnostics {
    let last: Vec<&Document> = versions.iter().map(Version::last).collect();
    let found = check(&last);
    let broken: HashSet<&str> = versions
        .iter()
        .map(|it| &it.current)
        .filter(|it| !it.is_valid())
        .map(|it| it.source.name())
        .collect();
    if broken.is_empty() {
        return found;
    }
    let is_of_broken = |it: &Diagnostic| it.source().is_some_and(|source| broken.contains(source.name()));
    let key = |it: &Diagnostic| {
        let name = it.source().map_or("", Source::name).to_owned();
        (name, it.summary().to_owned(), without_suggestion(it.detail()).to_owned())
    };
    let mut before: HashMap<_, usize> = HashMap::new();
    found.iter().filter(|it| is_of_broken(it)).for_each(|it| *before.entry(key(it)).or_default() += 1);
    let current: Vec<&Document> = versions.iter().map(|it| &*it.current).collect();
    let still = check(&current).into_iter().filter(|it| {
        let left = before.get_mut(&key(it)).filter(|left| is_of_broken(it) && **left > 0);
        left.map(|left| *left -= 1).is_some()
    });
    let still: Vec<Diagnostic> = still.collect();
    found.into_iter().filter(|it| !is_of_broken(it)).chain(still).collect()
}

/// Checks the documents of a module of Terraform.
fn of_module(module: &Module, documents: &[&Document], is_complete: bool) -> Diagnostics {
    let mut found = module.check().diagnostics;
    let is_of_reference = |it: &Diagnostic| it.code() == Some(Code::UnknownReference);
    if !is_complete {
        return found.into_iter().filter(|it| !is_of_reference(it)).collect();
    }
    if documents.iter().any(|it| !it.is_valid()) {
        let references = module.references().check(&module.context());
        found.extend(references.into_iter().filter(is_of_reference).collect::<Vec<_>>());
    }
    found.extend(module.references().unused(ONLY_REFERRED_TO));
    found
}

/// Checks a file with values of variables. As in Terraform, a value of no variable is a warning.
fn of_values(language: &Language, module: &Module, document: &Document) -> Diagnostics {
    let context = language.for_check(document.text().len());
    let found = analysis::check(document.body(), &schema::of_values(module), &context);
    let lowered = |it: Diagnostic| match (it.code(), it.span(), it.source()) {
        (Some(code @ Code::UnexpectedAttribute), Some(span), Some(source)) => {
            let detail = it
                .detail()
                .replace("No attribute named", "There is no variable named")
                .replace(" is expected here.", ".");
            let warning = Diagnostic::warning(code.category(), "Value of an unknown variable", detail);
            warning.with_code(code).at(span).in_source(source)
        }
        _ => it,
    };
    found.into_iter().map(lowered).collect()
}

/// Checks the references between documents by the rules of an application.
fn references(language: &Language, documents: &[&Document], is_complete: bool) -> Diagnostics {
    let references = analysis::References::new(&language.roots, documents.iter().map(|it| it.body()));
    let mut found = references.check(&language.context);
    if language.spec.is_none() {
        found.extend(references.unused(ONLY_REFERRED_TO));
    }
    let needs_all =
        |it: &Diagnostic| matches!(it.code(), Some(Code::UnknownReference | Code::UnusedDefinition));
    found.into_iter().filter(|it| is_complete || !needs_all(it)).collect()
}

/// Checks documents by their specification: together, or each open one.
fn specified(workspace: &Workspace, spec: &Spec, versions: &[Version], language: &Language) -> Diagnostics {
    let check = |documents: &[&Document]| {
        let context = language.for_check(documents.iter().map(|it| it.text().len()).sum());
        let body = match documents {
            [document] => document.body().clone(),
            _ => Body::merge(documents.iter().map(|it| it.body())),
        };
        let found = analysis::check(&body, spec, &context);
        match language.decode {
            Some(decode) => decoded(&body, found, decode(&body, &context)),
            None => found,
        }
    };
    if language.is_merged {
        // A text with mistakes lacks items, which would be reported as missing.
        let is_complete = !versions.is_empty() && versions.iter().all(|it| it.valid.is_some());
        return if is_complete { stable(versions, check) } else { Diagnostics::new() };
    }
    // The others are checked when they are opened.
    let checked = versions.iter().filter(|it| workspace.checks(&it.current) && it.valid.is_some());
    checked.flat_map(|version| stable(std::slice::from_ref(version), check)).collect()
}

/// The codes of errors about names, which can be those of missing items.
const NAMES: [Code; 4] =
    [Code::MissingItem, Code::UnexpectedAttribute, Code::UnexpectedBlock, Code::UnexpectedName];

/// Returns the innermost block at a location, if there is one.
fn block_at(body: &Body, source: &Source, span: Span) -> Option<Block> {
    let is_there = |block: &Block| block.source().name() == source.name() && block.span().contains(span);
    let block = body.blocks().find(is_there)?;
    Some(block_at(block.body(), source, span).unwrap_or(block))
}

/// Returns the diagnostics of a check, with the errors of decoding in other parts of the text. An
/// item is missing in a body once, also if the check has found a name that is meant for it, and so
/// is a label.
fn decoded(body: &Body, checked: Diagnostics, errors: Diagnostics) -> Diagnostics {
    // The start of each error, and the last end of those that start before it, by their sources.
    let mut places: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
    for (source, span) in checked.errors().filter_map(|it| it.source().zip(it.span())) {
        places.entry(source.name().to_owned()).or_default().push((span.start, span.end));
    }
    for places in places.values_mut() {
        places.sort_unstable();
        let mut last = 0;
        places.iter_mut().for_each(|(_, end)| {
            last = last.max(*end);
            *end = last;
        });
    }
    let is_repeated = |it: &Diagnostic| {
        let Some((source, span)) = it.source().zip(it.span()) else { return false };
        let places = places.get(source.name()).map_or(&[][..], |it| it);
        let before = places.partition_point(|(start, _)| *start <= span.end);
        before > 0 && places[before - 1].1 >= span.start
    };
    let explaining: Vec<(Code, &Source, Span)> = checked
        .errors()
        .filter_map(|it| Some((it.code()?, it.source()?, it.span()?)))
        .filter(|(code, ..)| *code == Code::MissingLabel || NAMES.contains(code))
        .collect();
    let is_explained = |it: &Diagnostic| {
        let Some((source, span)) = it.source().zip(it.span()) else { return false };
        let explains = |code: Code| match it.code() {
            Some(Code::MissingItem) => NAMES.contains(&code),
            missing => missing == Some(Code::MissingLabel) && missing == Some(code),
        };
        let mut explaining = explaining.iter().filter(|(code, ..)| explains(*code)).peekable();
        if explaining.peek().is_none() {
            return false;
        }
        let block = block_at(body, source, span);
        let is_in_block = |span: Span| block.as_ref().is_none_or(|block| block.span().contains(span));
        explaining.any(|(_, other, span)| other.name() == source.name() && is_in_block(*span))
    };
    let is_certain = |it: &Diagnostic| !it.code().is_some_and(|code| UNTIL_RUN_TIME.contains(&code));
    let errors: Vec<Diagnostic> =
        errors.into_iter().filter(|it| is_certain(it) && !is_repeated(it) && !is_explained(it)).collect();
    checked.into_iter().chain(errors).collect()
}

/// Checks the blocks of documents by the schemas of providers.
fn provided(language: &Language, documents: &[&Document]) -> Diagnostics {
    let Some(providers) = &language.providers else { return Diagnostics::new() };
    let check = |document: &&Document| {
        let mut context = language.for_check(document.text().len());
        context.share_limits();
        let blocks: Vec<Block> = document.body().blocks().collect();
        blocks.iter().flat_map(|block| providers.check_block(block, &context)).collect::<Vec<Diagnostic>>()
    };
    documents.iter().filter(|it| !it.is_json()).flat_map(check).collect()
}

/// Checks the expressions of documents without a specification, whose names can have any values.
fn expressions(language: &Language, documents: &[&Document]) -> Diagnostics {
    let native = documents.iter().filter(|it| !it.is_json());
    native.flat_map(|document| of_expressions(language, document)).collect()
}

fn of_expressions(language: &Language, document: &Document) -> Vec<Diagnostic> {
    let mut context = language.for_check(document.text().len());
    context.share_limits();
    let ignored = ignored(language, document.body());
    let is_of_terraform = language.is_terraform(document.source.name());
    // A schema has one number of labels for the blocks of a type, and those of a file can differ.
    let blocks: Vec<Block> = document.body().blocks().collect();
    let bodies = [document.body()].into_iter().chain(blocks.iter().map(Block::body));
    let found = bodies.flat_map(|body| analysis::check(body, &written(body), &context));
    let is_found = |it: &Diagnostic| {
        let is_found = match it.code() {
            // Other programs have functions of their own, but hardly any of a similar name.
            Some(Code::UnknownFunction) => !is_of_terraform && it.suggestion().is_some(),
            Some(code) => code.category() == Category::Eval && !NOT_FOUND.contains(&code),
            None => false,
        };
        is_found && !ignored.iter().any(|part| it.span().is_some_and(|span| part.contains(span)))
    };
    let mut found: Vec<Diagnostic> = found.filter(is_found).collect();
    if let Some(body) = document.file().ast() {
        Divisions { found: &mut found, source: &document.source }.visit_body(body);
    }
    found
}

/// Finds divisions by the number zero. Their result is an infinity, which only a calculation can
/// have.
struct Divisions<'f> {
    found: &'f mut Vec<Diagnostic>,
    source: &'f Source,
}

impl<'t> Visitor<'t> for Divisions<'_> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        if let ExpressionKind::Binary(binary) = expression.kind() {
            for (operator, operand) in binary.rest() {
                let is_zero =
                    matches!(operand.kind(), ExpressionKind::Number(it) if it.value() == Number::ZERO);
                if operator == BinaryOperator::Divide && is_zero {
                    let code = Code::OperationFailed;
                    let detail = "A division by zero has no result that a configuration can have.";
                    let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
                    self.found.push(error.at(operand.span()).in_source(self.source));
                }
            }
        }
        walk(self, expression);
    }
}

/// Returns a schema with the attributes and blocks of a body.
fn written(body: &Body) -> BodySchema {
    let block = |block: Block| {
        let labels = (0..block.labels().len()).map(|index| format!("label {index}"));
        (block.block_type().to_owned(), BlockSchema::new(block.block_type(), labels))
    };
    let attribute = |it: Attribute| (it.name().to_owned(), AttributeSchema::optional(it.name()));
    let blocks: BTreeMap<_, _> = body.blocks().map(block).collect();
    let attributes: BTreeMap<_, _> = body.attributes().map(attribute).collect();
    BodySchema::new(attributes.into_values(), blocks.into_values()).unwrap_or_default()
}

/// Returns the spans of the attributes that are not evaluated.
fn ignored(language: &Language, body: &Body) -> Vec<Span> {
    let mut found = Vec::new();
    let mut pending = vec![(Vec::new(), body.clone())];
    while let Some((path, body)) = pending.pop() {
        let inner = |name: &str| path.iter().cloned().chain([name.to_owned()]).collect::<Vec<String>>();
        for attribute in body.attributes().filter(|it| language.roots.is_ignored(&inner(it.name()))) {
            found.push(attribute.span());
        }
        for block in body.blocks() {
            let path = inner(block.block_type());
            match language.roots.is_ignored(&path) {
                true => found.push(block.span()),
                false => pending.push((path, block.body().clone())),
            }
        }
    }
    found
}

//! Diagnostics of documents.

use std::str::FromStr;
use std::sync::Arc;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, Uri,
};
use serde_hcl::diag::{Code, Diagnostics, Severity};
use serde_hcl::ext::Spec;
use serde_hcl::{Body, Source, Span, analysis};

use crate::document::Document;
use crate::position::Lines;
use crate::workspace::{Folder, FoundDiagnostics, View, Workspace};
use crate::{files, language};

/// The chapter of the guide that explains each code.
const GUIDE: &str = "https://docs.rs/serde_hcl/latest/serde_hcl/guide/codes/index.html";

/// The maximum number of diagnostics of a document that are sent. The one after them has the number
/// of the others, and the place of the first of these.
const MAX_SHOWN: usize = 1_000;

/// The roots of Terraform whose definitions only have an effect if they are used.
pub(crate) const ONLY_REFERRED_TO: [&str; 2] = ["local", "var"];

/// Returns the diagnostics of the open documents of a folder.
pub(crate) fn of_folder<'w>(
    workspace: &'w Workspace,
    folder: &'w Folder,
) -> Vec<(&'w Document, Vec<Diagnostic>)> {
    let open = || folder.documents.values().filter(|document| document.is_open());
    if open().next().is_none() {
        return Vec::new();
    }
    let found = folder.diagnostics(|| find(folder));
    let convert = |document| {
        let view = View { workspace, folder, document };
        let own = found.get(document.source.name()).map_or(&[][..], Vec::as_slice);
        let (shown, others) = own.split_at(own.len().min(MAX_SHOWN));
        let shown = shown.iter().map(|diagnostic| to_protocol(&view, diagnostic));
        let rest = others.first().map(|first| Diagnostic {
            message: format!("{} more diagnostics of this file are not shown", others.len()),
            code: None,
            code_description: None,
            related_information: None,
            tags: None,
            ..to_protocol(&view, first)
        });
        (document, shown.chain(rest).collect())
    };
    open().map(|document| convert(&**document)).collect()
}

/// Returns the diagnostics of a document.
pub(crate) fn of_document<'w>(view: &View<'w>) -> &'w [serde_hcl::Diagnostic] {
    let found = view.folder.diagnostics(|| find(view.folder));
    found.get(view.document.source.name()).map_or(&[], Vec::as_slice)
}

/// Returns the diagnostics of all documents of a folder by the names of their sources.
fn find(folder: &Folder) -> FoundDiagnostics {
    let mut found = FoundDiagnostics::new();
    let mut add = |diagnostics: &Diagnostics| {
        for diagnostic in diagnostics {
            let name = diagnostic.source().map_or("", Source::name);
            found.entry(name.to_owned()).or_default().push(diagnostic.clone());
        }
    };
    folder.documents.values().for_each(|document| add(document.diagnostics()));
    // A text with mistakes lacks items, which would be reported as missing.
    let is_valid = |document: &Arc<Document>| !document.diagnostics().has_errors();
    let schemas = folder.documents.values().filter(|it| language::is_schema(&it.path) && !it.is_json());
    for schema in schemas.filter(|it| is_valid(it)) {
        add(&Spec::from_file(schema.body(), &folder.language.context).diagnostics);
    }
    let language = &folder.language;
    let are_valid = folder.configurations().all(is_valid);
    let is_terraform = |source: &Source| files::is_terraform(source.name());
    if are_valid && (language.checks_references || folder.configurations().any(|it| is_terraform(&it.source)))
    {
        let references = folder.references();
        let mut problems = references.check(&language.context);
        if language.spec.is_none() {
            problems.extend(references.unused(ONLY_REFERRED_TO));
        }
        let is_reported =
            |it: &serde_hcl::Diagnostic| language.checks_references || it.source().is_some_and(is_terraform);
        add(&problems.into_iter().filter(is_reported).collect());
    }
    if let Some(spec) = &language.spec {
        let length = folder.configurations().map(|document| document.text().len()).sum();
        let context = language.for_check(length);
        let check = |body: &Body| analysis::check(body, spec, &context);
        if !language.is_merged {
            let valid = folder.configurations().filter(|document| is_valid(document));
            // The others are checked when they are opened.
            valid.filter(|it| it.is_open()).for_each(|document| add(&check(document.body())));
        } else if are_valid {
            add(&check(&Body::merge(folder.configurations().map(|document| document.body()))));
        }
    }
    found
}

/// Converts a diagnostic of a document.
pub(crate) fn to_protocol(view: &View<'_>, diagnostic: &serde_hcl::Diagnostic) -> Diagnostic {
    let (code, support) = (diagnostic.code(), view.support());
    let mut message = format!("{}: {}", diagnostic.summary(), diagnostic.detail());
    if diagnostic.detail().is_empty() {
        message = diagnostic.summary().to_owned();
    }
    for help in diagnostic.help() {
        message.push('\n');
        message.push_str(help);
    }
    let related = diagnostic.labels().iter().filter_map(|label| {
        let location = location(view, label.source()?, label.span())?;
        Some(DiagnosticRelatedInformation { location, message: label.text().to_owned() })
    });
    let related: Vec<_> = related.collect();
    let is_unused = code == Some(Code::UnusedDefinition);
    let severity = match diagnostic.severity() {
        Severity::Warning => DiagnosticSeverity::WARNING,
        _ => DiagnosticSeverity::ERROR,
    };
    Diagnostic {
        range: diagnostic
            .span()
            .map_or_else(Range::default, |span| view.document.range(span, view.encoding())),
        severity: Some(severity),
        code: diagnostic.rule().map(|rule| NumberOrString::String(rule.to_owned())),
        code_description: code.filter(|_| support.code_links).and_then(|code| {
            let href = Uri::from_str(&format!("{GUIDE}#{code}")).ok()?;
            Some(CodeDescription { href })
        }),
        source: Some("hcl".to_owned()),
        message,
        related_information: (support.related && !related.is_empty()).then_some(related),
        tags: (support.tags && is_unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// Returns the location of a span in the source of a document of the folder.
pub(crate) fn location(view: &View<'_>, source: &Source, span: Span) -> Option<Location> {
    let document = view.folder.documents.get(std::path::Path::new(source.name()))?;
    let range = match &document.source == source {
        true => document.range(span, view.encoding()),
        false => Lines::new(source.text()).range(source.text(), span, view.encoding()),
    };
    Some(Location { uri: document.uri.clone(), range })
}

//! Diagnostics of documents.

use std::str::FromStr;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, Uri,
};
use serde_hcl::diag::{Code, Severity};
use serde_hcl::{Source, Span};

use super::checks;
use crate::document::Document;
use crate::position::Lines;
use crate::workspace::{Folder, View, Workspace};

/// The chapter of the guide that explains each code.
const GUIDE: &str = "https://docs.rs/serde_hcl/latest/serde_hcl/guide/codes/index.html";

/// The maximum number of diagnostics of a document that are sent. The one after them has the number
/// of the others, and the place of the first of these.
const MAX_SHOWN: usize = 1_000;

/// Returns the diagnostics of the documents of a folder that are wanted.
pub(crate) fn of_folder<'w>(
    workspace: &'w Workspace,
    folder: &'w Folder,
    is_wanted: impl Fn(&Document) -> bool,
) -> Vec<(&'w Document, Vec<Diagnostic>)> {
    let wanted = || folder.documents.values().filter(|document| is_wanted(document));
    if wanted().next().is_none() {
        return Vec::new();
    }
    let found = folder.diagnostics(|| checks::find(workspace, folder));
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
    wanted().map(|document| convert(&**document)).collect()
}

/// Returns the diagnostics of a document.
pub(crate) fn of_document<'w>(view: &View<'w>) -> &'w [serde_hcl::Diagnostic] {
    let found = view.folder.diagnostics(|| checks::find(view.workspace, view.folder));
    found.get(view.document.source.name()).map_or(&[], Vec::as_slice)
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

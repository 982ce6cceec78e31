//! Diagnostics that an editor requests.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use lsp_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport, PreviousResultId,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::publish::Wanted;
use super::state::State;
use crate::document;

/// Returns the diagnostics of a document, unless they are those of an earlier result.
pub(super) fn of_document(
    state: &mut State,
    path: &Path,
    previous: Option<&str>,
) -> DocumentDiagnosticReport {
    let found = state.found(document::folder(path), Wanted::One(path)).into_iter().next();
    let items = found.map(|found| found.diagnostics).unwrap_or_default();
    match report(items, previous) {
        Ok(full_document_diagnostic_report) => {
            RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report }
                .into()
        }
        Err(unchanged_document_diagnostic_report) => RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report,
        }
        .into(),
    }
}

/// Returns the diagnostics of all documents of the workspace.
pub(super) fn of_workspace(state: &mut State, previous: &[PreviousResultId]) -> WorkspaceDiagnosticReport {
    state.workspace.check_all();
    let previous: HashMap<&str, &str> =
        previous.iter().map(|it| (it.uri.as_str(), it.value.as_str())).collect();
    let folders: Vec<PathBuf> =
        state.workspace.folders().filter_map(|it| it.path().map(Path::to_owned)).collect();
    let mut items: Vec<WorkspaceDocumentDiagnosticReport> = Vec::new();
    for folder in folders {
        for found in state.found(&folder, Wanted::All) {
            let version = found.version.map(i64::from);
            let last = previous.get(found.uri.as_str()).copied();
            let uri = found.uri;
            items.push(match report(found.diagnostics, last) {
                Ok(full_document_diagnostic_report) => {
                    WorkspaceFullDocumentDiagnosticReport { uri, version, full_document_diagnostic_report }
                        .into()
                }
                Err(unchanged_document_diagnostic_report) => WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report,
                }
                .into(),
            });
        }
    }
    WorkspaceDiagnosticReport { items }
}

/// Returns diagnostics as a result, or the identifier of an earlier result with the same ones.
fn report(
    items: Vec<Diagnostic>,
    previous: Option<&str>,
) -> Result<FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport> {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&items).unwrap_or_default().hash(&mut hasher);
    let id = format!("{:016x}", hasher.finish());
    match previous == Some(id.as_str()) {
        true => Err(UnchangedDocumentDiagnosticReport { result_id: id }),
        false => Ok(FullDocumentDiagnosticReport { result_id: Some(id), items }),
    }
}

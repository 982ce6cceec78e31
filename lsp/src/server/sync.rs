//! The notifications of the editor: changes of documents and files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use lsp_server::Notification as Message;
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders,
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Initialized, Notification,
    PublishDiagnostics,
};
use lsp_types::request::{InlayHintRefreshRequest, RegisterCapability};
use lsp_types::{
    PublishDiagnosticsParams, Registration, RegistrationParams, TextDocumentContentChangeEvent,
    WorkspaceFolder,
};
use serde_json::{Value, json};

use super::dispatch::path;
use super::state::State;
use crate::document::{self, Document};
use crate::position::{Encoding, Lines};
use crate::{language, uri};

/// Follows a notification. One that is unknown or has other parameters is ignored, since it has no
/// answer.
pub(super) fn notice(state: &mut State, method: &str, params: Value) {
    let is_foreign = state.is_foreign(&params);
    match method {
        DidOpenTextDocument::METHOD => with::<DidOpenTextDocument>(params, |it| {
            let opened = it.text_document;
            let path = path(&opened.uri);
            let is_own = state.language_ids.contains(&opened.language_id);
            if !is_own && !state.workspace.names.has_document(&path) {
                state.foreign.insert(opened.uri.as_str().to_owned());
                return;
            }
            state.foreign.remove(opened.uri.as_str());
            open(state, Document::new(opened.uri, path, Some(opened.version), opened.text));
        }),
        DidCloseTextDocument::METHOD if is_foreign => with::<DidCloseTextDocument>(params, |it| {
            state.foreign.remove(it.text_document.uri.as_str());
        }),
        _ if is_foreign => {}
        DidChangeTextDocument::METHOD => with::<DidChangeTextDocument>(params, |it| {
            let changed = it.text_document;
            let path = path(&changed.uri);
            // A file that is not open is the one that was read.
            let opened = state.workspace.document(&path).filter(|document| document.is_open());
            let Some(document) = opened else { return };
            let text = changed_text(document.text().to_owned(), it.content_changes, state.workspace.encoding);
            let document = Document::new(changed.uri, path, Some(changed.version), text);
            state.typing.insert(document.folder().to_owned(), Instant::now());
            open(state, document);
        }),
        DidSaveTextDocument::METHOD => with::<DidSaveTextDocument>(params, |it| {
            state.publish_now(document::folder(&path(&it.text_document.uri)));
        }),
        DidCloseTextDocument::METHOD => with::<DidCloseTextDocument>(params, |it| {
            let uri = it.text_document.uri;
            let path = path(&uri);
            state.workspace.remove(&path);
            state.shown.remove(&path);
            state.workspace.reread([path.clone()].into_iter());
            state.changed.insert(document::folder(&path).to_owned());
            let none = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            state.send(Message::new(PublishDiagnostics::METHOD.to_owned(), none));
        }),
        DidChangeWatchedFiles::METHOD => with::<DidChangeWatchedFiles>(params, |it| {
            watched(state, it.changes.iter().map(|change| path(&change.uri)).collect());
        }),
        DidChangeWorkspaceFolders::METHOD => with::<DidChangeWorkspaceFolders>(params, |it| {
            let paths = |folders: Vec<WorkspaceFolder>| {
                folders.into_iter().filter_map(|folder| uri::path(&folder.uri)).collect::<Vec<_>>()
            };
            let added = paths(it.event.added);
            paths(it.event.removed).iter().for_each(|root| state.workspace.remove_root(root));
            added.iter().for_each(|root| state.workspace.add_root(root));
            reload(state);
            state.read_all(added);
        }),
        DidChangeConfiguration::METHOD => with::<DidChangeConfiguration>(params, |it| {
            let had_hints = state.workspace.has_hints;
            state.workspace.follow(it.settings.get("hcl").unwrap_or(&it.settings));
            reload(state);
            if state.workspace.has_hints != had_hints && state.workspace.support.refreshes_hints {
                state.request::<InlayHintRefreshRequest>("hints", ());
            }
        }),
        Initialized::METHOD => {
            if state.workspace.support.watches {
                watch(state);
            }
            state.show_problems();
            let folders = state.workspace.roots().paths().map(Path::to_owned).collect();
            state.read_all(folders);
        }
        _ => {}
    }
}

fn with<N: Notification>(params: Value, function: impl FnOnce(N::Params)) {
    if let Ok(params) = serde_json::from_value(params) {
        function(params);
    }
}

/// Follows changes of files that the editor watches.
fn watched(state: &mut State, paths: Vec<PathBuf>) {
    let schema = state.workspace.languages.schema.as_ref();
    if paths.iter().any(|path| language::is_schema(path) || schema == Some(path)) {
        reload(state);
    }
    state.changed.extend(paths.iter().map(|path| document::folder(path).to_owned()));
    state.workspace.reread(paths.into_iter());
}

/// Reads the schemas again.
fn reload(state: &mut State) {
    state.workspace.reload_languages();
    let open: Vec<_> = state.workspace.open_folders().cloned().collect();
    state.changed.extend(open);
    state.show_problems();
}

/// Requests the editor to watch the files of configurations.
fn watch(state: &State) {
    let mut patterns = vec![json!({ "globPattern": "**/.hcl-schema.{hcl,json}" })];
    patterns.extend(state.workspace.names.globs().map(|glob| json!({ "globPattern": glob })));
    let registration = Registration {
        id: "files".to_owned(),
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: Some(json!({ "watchers": patterns })),
    };
    state.request::<RegisterCapability>("watch", RegistrationParams { registrations: vec![registration] });
}

/// Adds or replaces an open document.
fn open(state: &mut State, document: Document) {
    let folder = document.folder().to_owned();
    state.workspace.put(document);
    state.workspace.load_folder(&folder);
    state.changed.insert(folder);
}

/// Returns a text after changes, each of which applies to the text after the one before.
fn changed_text(
    mut text: String,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> String {
    for change in changes {
        let Some(range) = change.range else {
            text = change.text;
            continue;
        };
        let lines = Lines::new(&text);
        let start = lines.offset(&text, range.start, encoding) as usize;
        let end = lines.offset(&text, range.end, encoding) as usize;
        text.replace_range(start..end.max(start), &change.text);
    }
    text
}

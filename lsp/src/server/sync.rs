//! The notifications of the editor: changes of documents and files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lsp_server::{Notification as Message, Response};
use lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders,
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Initialized, Notification,
    PublishDiagnostics,
};
use lsp_types::request::{InlayHintRefreshRequest, RegisterCapability, WorkspaceConfiguration};
use lsp_types::{
    ConfigurationItem, ConfigurationParams, PublishDiagnosticsParams, Registration, RegistrationParams,
    TextDocumentContentChangeEvent, WorkspaceFolder,
};
use serde_json::{Value, json};

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
            let path = state.workspace.path_of_opened(&opened.uri, &opened.language_id);
            let is_own = state.language_ids.contains(&opened.language_id);
            if !is_own && !state.workspace.file_names.has_document(&path) {
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
            let path = state.workspace.path(&changed.uri);
            // A file that is not open is the one that was read.
            let opened = state.workspace.document(&path).filter(|document| document.is_open());
            let Some(document) = opened else { return };
            let text = changed_text(document.text().to_owned(), it.content_changes, state.workspace.encoding);
            let document = Document::new(changed.uri, path, Some(changed.version), text);
            state.typing.insert(document.folder().to_owned(), Instant::now());
            open(state, document);
        }),
        DidSaveTextDocument::METHOD => with::<DidSaveTextDocument>(params, |it| {
            let path = state.workspace.path(&it.text_document.uri);
            state.publish_now(document::folder(&path));
        }),
        DidCloseTextDocument::METHOD => with::<DidCloseTextDocument>(params, |it| {
            let uri = it.text_document.uri;
            let path = state.workspace.path(&uri);
            state.workspace.remove(&path);
            state.shown.remove(&path);
            state.workspace.reread([path.clone()].into_iter());
            state.changed.insert(document::folder(&path).to_owned());
            let none = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            state.send(Message::new(PublishDiagnostics::METHOD.to_owned(), none));
        }),
        DidChangeWatchedFiles::METHOD => with::<DidChangeWatchedFiles>(params, |it| {
            let paths = it.changes.iter().map(|change| state.workspace.path(&change.uri)).collect();
            watched(state, paths);
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
            // An editor can have the settings of all programs, or those of this one.
            let settings = match it.settings.get("hcl") {
                Some(settings) => Some(settings),
                None => Some(&it.settings).filter(|it| SETTINGS.iter().any(|name| it.get(name).is_some())),
            };
            match settings {
                Some(settings) => follow(state, settings),
                None => request_settings(state),
            }
        }),
        Initialized::METHOD => {
            if state.workspace.support.watches {
                watch(state);
            }
            if state.workspace.support.follows_settings {
                let register_options = Some(json!({ "section": "hcl" }));
                let method = DidChangeConfiguration::METHOD.to_owned();
                let registration = Registration { id: "settings".to_owned(), method, register_options };
                let params = RegistrationParams { registrations: vec![registration] };
                state.request::<RegisterCapability>(params);
            }
            request_settings(state);
            state.show_problems();
            let folders = state.workspace.roots().paths().map(Path::to_owned).collect();
            state.read_all(folders);
        }
        _ => {}
    }
}

/// The names of the settings.
const SETTINGS: [&str; 4] = ["schema", "schemas", "providerSchemas", "inlayHints"];

/// Requests the settings, if the editor has them.
fn request_settings(state: &mut State) {
    if state.workspace.support.has_settings {
        let item = ConfigurationItem { scope_uri: None, section: Some("hcl".to_owned()) };
        let params = ConfigurationParams { items: vec![item] };
        state.settings = Some(state.request::<WorkspaceConfiguration>(params));
    }
}

/// Follows the answer to a request of the server.
pub(super) fn answered(state: &mut State, response: Response) {
    let is_last = state.settings.as_ref() == Some(&response.id);
    let settings = response.response_result.ok().filter(|_| is_last);
    if let Some(settings) = settings.as_ref().and_then(|settings| settings.get(0)) {
        follow(state, settings);
    }
}

/// Follows the settings of the editor.
fn follow(state: &mut State, settings: &Value) {
    let had_hints = state.workspace.has_hints;
    state.workspace.follow(settings);
    reload(state);
    if state.workspace.has_hints != had_hints && state.workspace.support.refreshes_hints {
        state.request::<InlayHintRefreshRequest>(());
    }
}

fn with<N: Notification>(params: Value, function: impl FnOnce(N::Params)) {
    if let Ok(params) = serde_json::from_value(params) {
        function(params);
    }
}

/// Follows changes of files that the editor watches.
fn watched(state: &mut State, paths: Vec<PathBuf>) {
    let is_read = |path: &PathBuf| state.workspace.languages.schemas().any(|schema| schema == path);
    if paths.iter().any(|path| language::is_schema(path) || is_read(path)) {
        reload(state);
    }
    let mut paths: BTreeSet<PathBuf> = paths.into_iter().collect();
    // Of a folder, an editor can name the folder alone.
    let below: Vec<PathBuf> = paths.iter().flat_map(|path| state.workspace.removed_below(path)).collect();
    paths.extend(below);
    state.changed.extend(paths.iter().map(|path| document::folder(path).to_owned()));
    let added = paths.iter().filter(|path| path.is_dir() && state.workspace.roots().real(path).is_some());
    let added: Vec<PathBuf> = added.cloned().collect();
    state.read_all(added);
    state.workspace.reread(paths.into_iter());
}

/// Reads the schemas again.
fn reload(state: &mut State) {
    state.workspace.reload_languages();
    watch_schemas(state);
    let open: Vec<_> = state.workspace.open_folders().cloned().collect();
    state.changed.extend(open);
    state.show_problems();
}

/// Requests the editor to watch the files of configurations.
fn watch(state: &mut State) {
    let schemas = ["**/.hcl-schema.{hcl,json}", "**/.terraform-providers.json"].map(str::to_owned);
    let globs = schemas.into_iter().chain(state.workspace.file_names.globs());
    let patterns: Vec<Value> = globs.map(|glob| json!({ "globPattern": glob })).collect();
    let registration = Registration {
        id: "files".to_owned(),
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: Some(json!({ "watchers": patterns })),
    };
    state.request::<RegisterCapability>(RegistrationParams { registrations: vec![registration] });
}

/// Requests the editor to watch the schemas with other names.
fn watch_schemas(state: &mut State) {
    let schemas = state.workspace.languages.schemas().filter(|path| !language::is_schema(path));
    let new: Vec<PathBuf> = schemas.filter(|path| !state.watched.contains(*path)).cloned().collect();
    if new.is_empty() || !state.workspace.support.watches {
        return;
    }
    let patterns: Vec<Value> = new.iter().map(|path| json!({ "globPattern": path })).collect();
    state.watched.extend(new);
    let id = format!("schemas {}", state.watched.len());
    let registration = Registration {
        id,
        method: DidChangeWatchedFiles::METHOD.to_owned(),
        register_options: Some(json!({ "watchers": patterns })),
    };
    state.request::<RegisterCapability>(RegistrationParams { registrations: vec![registration] });
}

/// Adds or replaces an open document.
fn open(state: &mut State, document: Document) {
    let folder = document.folder().to_owned();
    state.workspace.put(document);
    state.workspace.load_folder(&folder);
    state.changed.insert(folder);
    watch_schemas(state);
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

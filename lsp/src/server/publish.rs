//! Sends diagnostics.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_server::Notification;
use lsp_types::notification::{LogMessage, Notification as _, PublishDiagnostics};
use lsp_types::request::WorkspaceDiagnosticRefresh;
use lsp_types::{Diagnostic, LogMessageParams, MessageType, NumberOrString, PublishDiagnosticsParams, Uri};

use super::state::State;
use crate::document::Document;
use crate::features::diagnostics;
use crate::features::text::without_suggestion;

/// The time without changes after which new diagnostics are sent. Those that are there while a text
/// is being typed are mostly about what is not typed yet.
const PAUSE: Duration = Duration::from_millis(300);

/// The documents of a folder whose diagnostics are wanted.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'p> {
    Open,
    One(&'p Path),
    All,
}

/// The diagnostics of a document.
pub(super) struct Found {
    path: PathBuf,
    pub(super) uri: Uri,
    pub(super) version: Option<i32>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether there are new ones that were left out.
    has_more: bool,
}

impl State {
    /// Sends the diagnostics of the changed folders. An editor that requests diagnostics gets a
    /// request to do so again.
    pub(super) fn publish(&mut self) {
        self.show_problems();
        let mut changed = std::mem::take(&mut self.changed);
        let callers: Vec<PathBuf> = changed.iter().flat_map(|path| self.workspace.callers(path)).collect();
        changed.extend(callers);
        if self.workspace.support.pulls_diagnostics {
            let is_new = changed.iter().filter(|path| !self.is_typed(path)).count() > 0;
            self.typing.retain(|path, last| !changed.contains(path) || last.elapsed() < PAUSE);
            if is_new {
                self.request::<WorkspaceDiagnosticRefresh>(());
            }
            return;
        }
        for folder in changed {
            let mut has_more = false;
            for Found { path, uri, version, diagnostics, has_more: more } in self.found(&folder, Wanted::Open)
            {
                has_more |= more;
                if self
                    .shown
                    .get(&path)
                    .is_some_and(|(last, shown)| *last == version && *shown == diagnostics)
                {
                    continue;
                }
                self.shown.insert(path, (version, diagnostics.clone()));
                let params = PublishDiagnosticsParams { uri, diagnostics, version };
                self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params));
            }
            if !has_more {
                self.typing.remove(&folder);
            }
        }
    }

    /// Returns the diagnostics of documents of a folder. In a folder in which a document is being
    /// typed, these are those that the editor shows already, as far as they still apply.
    pub(super) fn found(&mut self, path: &Path, wanted: Wanted<'_>) -> Vec<Found> {
        let Some(folder) = self.workspace.folder(path) else { return Vec::new() };
        let is_wanted = |document: &Document| match wanted {
            Wanted::Open => document.is_open(),
            Wanted::One(path) => document.path == path,
            Wanted::All => true,
        };
        let of_folder = || diagnostics::of_folder(&self.workspace, folder, is_wanted);
        let found = catch_unwind(AssertUnwindSafe(of_folder));
        if found.is_err() {
            let message = format!("finding the diagnostics of {} failed: this is a bug", path.display());
            let params = LogMessageParams { typ: MessageType::ERROR, message };
            self.send(Notification::new(LogMessage::METHOD.to_owned(), params));
        }
        let is_typed = self.is_typed(path);
        let convert = |(document, diagnostics): (&Document, Vec<Diagnostic>)| {
            let count = diagnostics.len();
            let shown = self.shown.get(&document.path).map_or(&[][..], |(_, shown)| shown);
            let diagnostics = if is_typed { known(diagnostics, shown) } else { diagnostics };
            Found {
                path: document.path.clone(),
                uri: document.uri.clone(),
                version: document.version,
                has_more: diagnostics.len() < count,
                diagnostics,
            }
        };
        let found: Vec<Found> = found.unwrap_or_default().into_iter().map(convert).collect();
        if self.workspace.support.pulls_diagnostics {
            let shown = found.iter().map(|it| (it.path.clone(), (it.version, it.diagnostics.clone())));
            self.shown.extend(shown);
        }
        found
    }

    /// Returns whether a document of a folder is being typed.
    fn is_typed(&self, folder: &Path) -> bool {
        self.typing.get(folder).is_some_and(|last| last.elapsed() < PAUSE)
    }

    /// Returns the time at which new diagnostics of a folder are sent.
    pub(super) fn end_of_pause(&self) -> Option<Instant> {
        self.typing.values().min().map(|last| *last + PAUSE)
    }

    /// Sends the new diagnostics of folders without further changes.
    pub(super) fn follow_pauses(&mut self) {
        let over = self.typing.iter().filter(|(_, last)| last.elapsed() >= PAUSE);
        self.changed.extend(over.map(|(path, _)| path.clone()));
        self.publish();
    }

    /// Sends the diagnostics of a folder at once.
    pub(super) fn publish_now(&mut self, folder: &Path) {
        self.typing.remove(folder);
        self.changed.insert(folder.to_owned());
        self.publish();
    }
}

/// Returns those of some diagnostics that are among others, at any place.
fn known(found: Vec<Diagnostic>, others: &[Diagnostic]) -> Vec<Diagnostic> {
    let key = |it: &Diagnostic| {
        let code = match &it.code {
            Some(NumberOrString::String(code)) => code.clone(),
            _ => String::new(),
        };
        (code, without_suggestion(&it.message).to_owned())
    };
    let mut left: HashMap<(String, String), usize> = HashMap::new();
    others.iter().for_each(|it| *left.entry(key(it)).or_default() += 1);
    let is_known = |it: &Diagnostic| match left.get_mut(&key(it)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    found.into_iter().filter(is_known).collect()
}

//! Sends diagnostics.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use lsp_server::Notification;
use lsp_types::notification::{LogMessage, Notification as _, PublishDiagnostics};
use lsp_types::{Diagnostic, LogMessageParams, MessageType, NumberOrString, PublishDiagnosticsParams};

use super::state::State;
use crate::features::diagnostics::{self, without_suggestion};

/// The time without changes after which new diagnostics are sent. Those that are there while a text
/// is being typed are mostly about what is not typed yet.
const PAUSE: Duration = Duration::from_millis(300);

impl State {
    /// Sends the diagnostics of the changed folders. Of a folder in which a document is being
    /// typed, these are those that the editor shows already, as far as they still apply.
    pub(super) fn publish(&mut self) {
        self.show_problems();
        for path in std::mem::take(&mut self.changed) {
            let is_typed = self.typing.get(&path).is_some_and(|last| last.elapsed() < PAUSE);
            let has_more = self.publish_folder(&path, is_typed);
            if !has_more {
                self.typing.remove(&path);
            }
        }
    }

    /// Sends the diagnostics of a folder. Returns whether there are new ones that were left out.
    fn publish_folder(&mut self, path: &Path, is_typed: bool) -> bool {
        let Some(folder) = self.workspace.folder(path) else { return false };
        let found = catch_unwind(AssertUnwindSafe(|| diagnostics::of_folder(&self.workspace, folder)));
        if found.is_err() {
            let message = format!("finding the diagnostics of {} failed: this is a bug", path.display());
            let params = LogMessageParams { typ: MessageType::ERROR, message };
            self.send(Notification::new(LogMessage::METHOD.to_owned(), params));
        }
        let found = found.unwrap_or_default().into_iter();
        let found: Vec<_> = found
            .map(|(document, found)| (document.path.clone(), document.uri.clone(), document.version, found))
            .collect();
        let mut has_more = false;
        for (path, uri, version, mut diagnostics) in found {
            let shown = self.shown.get(&path);
            if is_typed {
                let count = diagnostics.len();
                diagnostics = known(diagnostics, shown.map_or(&[], |(_, shown)| shown));
                has_more |= diagnostics.len() < count;
            }
            if shown.is_some_and(|(last, shown)| *last == version && *shown == diagnostics) {
                continue;
            }
            self.shown.insert(path, (version, diagnostics.clone()));
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params));
        }
        has_more
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

//! What the server knows while it runs.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::notification::{Notification as _, Progress, ShowMessage};
use lsp_types::request::WorkDoneProgressCreate;
use lsp_types::{
    Diagnostic, MessageType, ProgressParams, ProgressParamsValue, ProgressToken, ShowMessageParams,
    WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
};

use serde_json::Value;

use super::index::{self, Read};
use crate::workspace::Workspace;

pub(super) struct State {
    pub(super) workspace: Workspace,
    /// The identifiers of the language in editors.
    pub(super) language_ids: Vec<String>,
    /// The schemas that the editor watches, beside those with common names.
    pub(super) watched: BTreeSet<PathBuf>,
    /// The open documents that are no configurations.
    pub(super) foreign: HashSet<String>,
    sender: Sender<Message>,
    /// The folders whose diagnostics are out of date.
    pub(super) changed: BTreeSet<PathBuf>,
    /// The folders whose new diagnostics wait, since one of their documents is being typed, with
    /// the times of the last changes.
    pub(super) typing: BTreeMap<PathBuf, Instant>,
    /// The diagnostics that the editor shows, by the path of the document, with its version.
    pub(super) shown: BTreeMap<PathBuf, (Option<i32>, Vec<Diagnostic>)>,
    /// The files of the workspace as they are read.
    pub(super) indexed: Receiver<Read>,
    index: Sender<Read>,
    /// The number of times that the reading of folders has begun, and has not ended.
    reading: usize,
    /// The number of requests that show progress.
    progress: usize,
    /// The number of requests to the editor.
    requests: i32,
    /// The last request for the settings.
    pub(super) settings: Option<RequestId>,
    pub(super) is_shut_down: bool,
}

impl State {
    pub(super) fn new(workspace: Workspace, language_ids: Vec<String>, sender: Sender<Message>) -> Self {
        let (index, indexed) = unbounded();
        Self {
            workspace,
            language_ids,
            watched: BTreeSet::new(),
            foreign: HashSet::new(),
            sender,
            changed: BTreeSet::new(),
            typing: BTreeMap::new(),
            shown: BTreeMap::new(),
            indexed,
            index,
            reading: 0,
            progress: 0,
            requests: 0,
            settings: None,
            is_shut_down: false,
        }
    }

    /// Returns whether a message is about a document that is no configuration.
    pub(super) fn is_foreign(&self, params: &Value) -> bool {
        let uri = params.get("textDocument").and_then(|document| document.get("uri")?.as_str());
        uri.is_some_and(|uri| self.foreign.contains(uri))
    }

    pub(super) fn send(&self, message: impl Into<Message>) {
        // The loop ends by itself if the editor is gone.
        _ = self.sender.send(message.into());
    }

    /// Sends a request, and returns its number.
    pub(super) fn request<R: lsp_types::request::Request>(&mut self, params: R::Params) -> RequestId {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id.clone(), R::METHOD.to_owned(), params));
        id
    }

    /// Reads the files of folders in other threads.
    pub(super) fn read_all(&mut self, folders: Vec<PathBuf>) {
        if folders.is_empty() {
            return;
        }
        if self.reading == 0 && self.workspace.support.progress {
            self.progress += 1;
            let token = self.token();
            let params = WorkDoneProgressCreateParams { token: token.clone() };
            self.request::<WorkDoneProgressCreate>(params);
            let title = "Reading configurations".to_owned();
            let begin = WorkDoneProgressBegin { title, ..Default::default() };
            self.show_progress(token, WorkDoneProgress::Begin(begin));
        }
        self.reading += 1;
        index::read_all(self.workspace.roots().clone(), folders, self.workspace.wanted(), self.index.clone());
    }

    fn token(&self) -> ProgressToken {
        ProgressToken::String(format!("hcl/reading/{}", self.progress))
    }

    fn show_progress(&self, token: ProgressToken, progress: WorkDoneProgress) {
        let params = ProgressParams { token, value: ProgressParamsValue::WorkDone(progress) };
        self.send(Notification::new(Progress::METHOD.to_owned(), params));
    }

    /// Adds a file that was read.
    pub(super) fn add(&mut self, read: Read) {
        let document = match read {
            Read::Document(document) => *document,
            Read::End => {
                self.reading = self.reading.saturating_sub(1);
                if self.reading == 0 && self.workspace.support.progress {
                    self.show_progress(self.token(), WorkDoneProgress::End(WorkDoneProgressEnd::default()));
                }
                return;
            }
        };
        let folder = document.folder().to_owned();
        if self.workspace.add(document) {
            self.changed.insert(folder);
        }
    }

    /// Shows the reasons why schemas could not be read.
    pub(super) fn show_problems(&mut self) {
        for message in std::mem::take(&mut self.workspace.languages.problems) {
            let params = ShowMessageParams { typ: MessageType::ERROR, message };
            self.send(Notification::new(ShowMessage::METHOD.to_owned(), params));
        }
    }
}

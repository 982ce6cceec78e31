//! The loop of the server.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{at, never, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{InitializeParams, InitializeResult, ServerInfo, Uri};

use super::settings::Settings;
use super::state::State;
use super::{capabilities, dispatch, sync};
use crate::features::support::Support;
use crate::files::FileNames;
use crate::language::Languages;
use crate::position::Encoding;
use crate::uri;
use crate::workspace::Workspace;

/// The time without messages after a change, until diagnostics are computed.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// Serves a connection until its end.
pub(super) fn run(settings: Settings, connection: Connection) -> io::Result<()> {
    let names = Arc::new(FileNames::new(settings.extensions, settings.files)?);
    let (id, params) =
        connection.initialize_start().map_err(|error| match error.channel_is_disconnected() {
            true => io::Error::new(io::ErrorKind::UnexpectedEof, "the editor sent no request to initialize"),
            false => io::Error::other(error),
        })?;
    let refreshes =
        params.pointer("/capabilities/workspace/diagnostics/refreshSupport") == Some(&true.into());
    let params: InitializeParams = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => {
            let code = ErrorCode::InvalidParams as i32;
            _ = connection.sender.send(Response::new_err(id, code, error.to_string()).into());
            return Err(io::Error::other(error));
        }
    };
    let general = params.capabilities.general.as_ref();
    let encoding = Encoding::negotiate(general.and_then(|it| it.position_encodings.as_deref()));
    let support = Support::from_capabilities(&params.capabilities, refreshes);
    let result = InitializeResult {
        capabilities: capabilities::capabilities(encoding, support),
        server_info: Some(ServerInfo { name: settings.name, version: Some(settings.version) }),
    };
    let languages = Languages::new(settings.language, settings.schema, settings.looks_beside);
    let mut workspace = Workspace::new(languages, names, encoding, support, roots(&params));
    if let Some(options) = &params.initialization_options {
        workspace.start_with(options);
    }
    let Connection { sender, receiver } = connection;
    let mut state = State::new(workspace, settings.language_ids, sender);
    state.send(Response::new_ok(id, result));

    let mut queue = VecDeque::new();
    let mut cancelled = HashSet::new();
    let mut quiet_since = Instant::now();
    loop {
        if queue.is_empty() {
            let quiet = if state.changed.is_empty() { never() } else { at(quiet_since + DEBOUNCE) };
            let pause = state.end_of_pause().map_or_else(never, at);
            select! {
                recv(receiver) -> message => match message {
                    Ok(message) => queue.push_back(message),
                    Err(_) => {
                        let reason = "the editor closed the connection without a shutdown";
                        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason));
                    }
                },
                recv(state.indexed) -> read => {
                    read.into_iter().for_each(|read| state.add(read));
                    continue;
                }
                recv(quiet) -> _ => {
                    state.publish();
                    continue;
                }
                recv(pause) -> _ => {
                    state.follow_pauses();
                    continue;
                }
            }
        }
        for message in receiver.try_iter() {
            cancelled.extend(cancelled_id(&message));
            queue.push_back(message);
        }
        quiet_since = Instant::now();
        match queue.pop_front() {
            Some(Message::Request(request)) if cancelled.remove(&request.id) => {
                let code = ErrorCode::RequestCanceled as i32;
                state.send(Response::new_err(request.id, code, "the request was canceled".to_owned()));
            }
            Some(Message::Request(request)) if state.is_shut_down => {
                let code = ErrorCode::InvalidRequest as i32;
                state.send(Response::new_err(request.id, code, "the server is shut down".to_owned()));
            }
            Some(Message::Request(request)) => state.answer(request),
            Some(Message::Notification(notification)) if notification.method == "exit" => {
                let early = || io::Error::other("the editor ended the server without a shutdown");
                return if state.is_shut_down { Ok(()) } else { Err(early()) };
            }
            Some(Message::Notification(notification)) => state.notice(notification),
            Some(Message::Response(response)) => sync::answered(&mut state, response),
            None => {}
        }
        // A request that was answered already can be canceled too late.
        if queue.is_empty() {
            cancelled.clear();
        }
    }
}

/// Returns the folders of the workspace.
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().filter_map(|folder| uri::path(&folder.uri)).collect();
    }
    #[expect(deprecated, reason = "older editors have nothing else")]
    let root: Option<&Uri> = params.root_uri.as_ref();
    root.and_then(uri::path).into_iter().collect()
}

/// Returns the request that a message cancels.
fn cancelled_id(message: &Message) -> Option<RequestId> {
    let Message::Notification(notification) = message else { return None };
    let id = notification.params.get("id").filter(|_| notification.method == "$/cancelRequest")?;
    serde_json::from_value(id.clone()).ok()
}

impl State {
    fn answer(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if method == "shutdown" {
            self.is_shut_down = true;
            return self.send(Response::new_ok(id, ()));
        }
        // An answer about a document of another program is empty.
        if self.is_foreign(&params) {
            return self.send(Response::new_ok(id, ()));
        }
        let answer = catch_unwind(AssertUnwindSafe(|| dispatch::answer(self, &method, params)));
        let answer = answer.unwrap_or_else(|_| {
            Err(dispatch::Failure::new(ErrorCode::InternalError, format!("{method} failed: this is a bug")))
        });
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(failure) => Response::new_err(id, failure.code, failure.message),
        });
    }

    fn notice(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        // The message of a panic is on standard error, and the next notification replaces the text.
        _ = catch_unwind(AssertUnwindSafe(|| sync::notice(self, &method, params)));
    }
}

//! The rules of the protocol that all messages of a server keep, beside the types of the messages.

use std::collections::HashMap;

use lsp_types::notification::{LogMessage, Notification, Progress, PublishDiagnostics, ShowMessage};
use lsp_types::request::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client::{line_lengths, order};

/// Checks the messages of a server.
#[derive(Default)]
pub struct Validator {
    /// The requests of the editor that have no response yet: their method and their parameters.
    open: HashMap<String, (String, Value)>,
    /// The requests of the server.
    requested: Vec<String>,
}

/// The version and the text of a document, by its URI, if its positions are in UTF-16.
type Text<'t> = &'t dyn Fn(&Value) -> Option<(i32, &'t str)>;

impl Validator {
    /// Records a message of the editor.
    pub fn sent(&mut self, message: &Value) {
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            let request = (method.to_owned(), message["params"].clone());
            assert!(self.open.insert(id.to_string(), request).is_none(), "the number {id} is used already");
        }
    }

    /// Checks a message of the server.
    ///
    /// # Panics
    /// Panics if it breaks a rule.
    pub fn received(&mut self, message: &Value, text: Text<'_>) {
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        let (method, id) = (message["method"].as_str(), message.get("id"));
        match (method, id) {
            (Some(method), Some(id)) => self.request(method, id, &message["params"]),
            (Some(method), None) => notification(method, &message["params"], text),
            (None, Some(id)) => self.response(id, message, text),
            (None, None) => panic!("it is no message: {message}"),
        }
    }

    fn request(&mut self, method: &str, id: &Value, params: &Value) {
        assert!(!self.requested.contains(&id.to_string()), "the number {id} is used already");
        self.requested.push(id.to_string());
        match method {
            InlayHintRefreshRequest::METHOD | WorkspaceDiagnosticRefresh::METHOD => {
                assert_eq!(*params, Value::Null, "{method}");
            }
            RegisterCapability::METHOD => same::<<RegisterCapability as Request>::Params>(method, params),
            WorkDoneProgressCreate::METHOD => {
                same::<<WorkDoneProgressCreate as Request>::Params>(method, params);
            }
            WorkspaceConfiguration::METHOD => {
                same::<<WorkspaceConfiguration as Request>::Params>(method, params);
            }
            _ => panic!("the server requests {method:?}"),
        }
    }

    fn response(&mut self, id: &Value, message: &Value, text: Text<'_>) {
        let (result, error) = (message.get("result"), message.get("error"));
        assert!(result.is_some() != error.is_some(), "a response has a result or an error: {message}");
        if let Some(error) = error {
            assert!(error["code"].is_i64() && error["message"].is_string(), "{error}");
        }
        if id.is_null() {
            // The request has no number that can be read.
            return;
        }
        let (method, params) = match self.open.remove(&id.to_string()) {
            Some(request) => request,
            // A message without a method is no request of this client.
            None if error.is_some() => return,
            None => panic!("there is no request with the number {id}"),
        };
        if let Some(result) = result {
            check_type(&method, result);
            let text = text(&params["textDocument"]["uri"]).map(|(_, text)| text);
            check_content(&method, &params, result, text);
        }
    }
}

fn notification(method: &str, params: &Value, text: Text<'_>) {
    match method {
        PublishDiagnostics::METHOD => {
            same::<<PublishDiagnostics as Notification>::Params>(method, params);
            for diagnostic in params["diagnostics"].as_array().into_iter().flatten() {
                diagnostic_ranges(diagnostic);
            }
            // A version that the editor has replaced since then may have had other lines.
            if let Some((_, text)) = text(&params["uri"]).filter(|(version, _)| params["version"] == *version)
            {
                ranges_are_inside(params, text);
            }
        }
        LogMessage::METHOD => same::<<LogMessage as Notification>::Params>(method, params),
        Progress::METHOD => same::<<Progress as Notification>::Params>(method, params),
        ShowMessage::METHOD => same::<<ShowMessage as Notification>::Params>(method, params),
        _ => panic!("the server notifies {method:?}"),
    }
}

fn diagnostic_ranges(diagnostic: &Value) {
    assert!(order(&diagnostic["range"]["start"]) <= order(&diagnostic["range"]["end"]), "{diagnostic}");
    assert!(!diagnostic["message"].as_str().unwrap_or_default().is_empty(), "{diagnostic}");
}

/// Checks that a value has all its members in a type of the protocol, and no other members.
fn same<T: DeserializeOwned + Serialize>(method: &str, value: &Value) {
    let typed: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{method}: {error}: {value}"));
    let written = serde_json::to_value(typed).expect("it is a message");
    assert_eq!(without_nulls(written), without_nulls(value.clone()), "{method}");
}

/// Returns a value without members that are null, which count as absent.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(members.map(|(name, value)| (name, without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        // The types have floating-point numbers where JSON has integers.
        value => value,
    }
}

macro_rules! check_types {
    ($method:expr, $result:expr, $($request:ty)*) => {
        match $method {
            $(<$request>::METHOD => same::<<$request as Request>::Result>($method, $result),)*
            method => panic!("the server has an answer to {method:?}"),
        }
    };
}

/// Checks the type of a result.
fn check_type(method: &str, result: &Value) {
    check_types!(method, result,
        CodeActionRequest CodeLensRequest Completion DocumentDiagnosticRequest DocumentHighlightRequest
        DocumentLinkRequest DocumentSymbolRequest FoldingRangeRequest Formatting GotoDefinition HoverRequest
        Initialize InlayHintRequest PrepareRenameRequest RangeFormatting References Rename
        SelectionRangeRequest SemanticTokensFullRequest SemanticTokensRangeRequest Shutdown
        SignatureHelpRequest WorkspaceDiagnosticRequest WorkspaceSymbolRequest
    );
}

/// Checks the rules about a result that its type does not have.
fn check_content(method: &str, params: &Value, result: &Value, text: Option<&str>) {
    let Some(text) = text else { return };
    match method {
        Completion::METHOD => {
            for item in result.as_array().or_else(|| result["items"].as_array()).into_iter().flatten() {
                let range = &item["textEdit"]["range"];
                if range.is_null() {
                    continue;
                }
                let (start, end, at) =
                    (order(&range["start"]), order(&range["end"]), order(&params["position"]));
                assert_eq!(start.0, end.0, "the range of {item} is in one line");
                assert!(start <= at && at <= end, "the range of {item} contains the position");
            }
            ranges_are_inside(result, text);
        }
        Formatting::METHOD | RangeFormatting::METHOD => edits_are_apart(result),
        DocumentSymbolRequest::METHOD => {
            result.as_array().into_iter().flatten().for_each(selection_is_inside)
        }
        FoldingRangeRequest::METHOD => {
            for range in result.as_array().into_iter().flatten() {
                assert!(range["startLine"].as_u64() < range["endLine"].as_u64(), "{range} has lines to fold");
            }
        }
        SelectionRangeRequest::METHOD => result.as_array().into_iter().flatten().for_each(parents_are_larger),
        SemanticTokensFullRequest::METHOD => tokens_are_in_lines(&result["data"], text),
        Rename::METHOD => {
            for edits in result["changes"].as_object().into_iter().flat_map(|changes| changes.values()) {
                edits_are_apart(edits);
            }
        }
        CodeLensRequest::METHOD
        | DocumentHighlightRequest::METHOD
        | DocumentLinkRequest::METHOD
        | HoverRequest::METHOD
        | PrepareRenameRequest::METHOD => ranges_are_inside(result, text),
        _ => {}
    }
}

/// Calls a function with each range in a value.
fn ranges(value: &Value, check: &mut dyn FnMut(&Value)) {
    match value {
        Value::Object(members) => {
            if members.contains_key("start") && members.contains_key("end") {
                check(value);
            }
            // Locations are in other documents.
            members
                .iter()
                .filter(|(name, _)| *name != "relatedInformation")
                .for_each(|(_, it)| ranges(it, check));
        }
        Value::Array(items) => items.iter().for_each(|item| ranges(item, check)),
        _ => {}
    }
}

/// Checks that each range in a value is one of positions of a text.
fn ranges_are_inside(value: &Value, text: &str) {
    let lengths = line_lengths(text);
    ranges(value, &mut |range| {
        assert!(order(&range["start"]) <= order(&range["end"]), "{range}");
        for position in [&range["start"], &range["end"]] {
            let (line, character) = order(position);
            let length = lengths.get(line as usize);
            assert!(
                length.is_some_and(|length| character <= *length as u64),
                "{position} is not in {text:?}"
            );
        }
    });
}

/// Checks that no two edits change the same text.
fn edits_are_apart(edits: &Value) {
    let mut ranges: Vec<_> = edits.as_array().into_iter().flatten().map(|edit| &edit["range"]).collect();
    ranges.sort_by_key(|range| (order(&range["start"]), order(&range["end"])));
    for pair in ranges.windows(2) {
        assert!(order(&pair[0]["end"]) <= order(&pair[1]["start"]), "the edits {pair:?} overlap");
    }
}

fn selection_is_inside(symbol: &Value) {
    let (whole, name) = (&symbol["range"], &symbol["selectionRange"]);
    if !name.is_null() {
        let starts = order(&whole["start"]) <= order(&name["start"]);
        assert!(starts && order(&name["end"]) <= order(&whole["end"]), "the name is in the range: {symbol}");
    }
    symbol["children"].as_array().into_iter().flatten().for_each(selection_is_inside);
}

fn parents_are_larger(selection: &Value) {
    let (range, parent) = (&selection["range"], &selection["parent"]);
    if !parent.is_null() {
        let outer = &parent["range"];
        let starts = order(&outer["start"]) <= order(&range["start"]);
        assert!(starts && order(&range["end"]) <= order(&outer["end"]), "{selection}");
        parents_are_larger(parent);
    }
}

/// Checks that the tokens are in the order of the text, and that each is in its line.
fn tokens_are_in_lines(data: &Value, text: &str) {
    let lengths = line_lengths(text);
    let numbers: Vec<_> = data.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let (mut line, mut start, mut end) = (0, 0, 0);
    for token in numbers.chunks(5) {
        if token[0] > 0 {
            (line, start, end) = (line + token[0], 0, 0);
        }
        start += token[1];
        assert!(start >= end, "the tokens of line {line} are apart");
        end = start + token[2];
        assert!(
            lengths.get(line as usize).is_some_and(|length| end <= *length as u64),
            "line {line} of {text:?}"
        );
    }
}

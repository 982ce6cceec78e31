//! The requests, and the functions that answer them.

use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition,
    HoverRequest, Initialize, InlayHintRequest, PrepareRenameRequest, RangeFormatting, References, Rename,
    Request, SelectionRangeRequest, SemanticTokensFullRequest, SemanticTokensRangeRequest,
    SignatureHelpRequest, WorkspaceDiagnosticRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    DocumentSymbolResponse, GotoDefinitionResponse, SemanticTokens, TextDocumentPositionParams, Uri,
    WorkspaceSymbolResponse,
};
use serde_hcl::Span;
use serde_json::Value;

use super::pull;
use super::state::State;
use crate::features::{
    actions, completion, folding, format, hover, inlay, lens, links, names, rename, selection, semantic,
    signature, symbols,
};
use crate::workspace::View;

/// The reason why a request has no answer.
pub(super) struct Failure {
    pub(super) code: i32,
    pub(super) message: String,
}

impl Failure {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code: code as i32, message: message.into() }
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// Answers a request.
pub(super) fn answer(state: &mut State, method: &str, params: Value) -> Result<Value> {
    let encoding = state.workspace.encoding;
    match method {
        CodeActionRequest::METHOD => call::<CodeActionRequest>(params, |it| {
            let view = view(state, &it.text_document.uri)?;
            Ok(Some(actions::actions(&view, it.range, &it.context)))
        }),
        CodeLensRequest::METHOD => call::<CodeLensRequest>(params, |it| {
            Ok(Some(lens::code_lenses(&view(state, &it.text_document.uri)?)))
        }),
        Completion::METHOD => call::<Completion>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position)?;
            Ok(Some(completion::complete(&view, offset).into()))
        }),
        DocumentDiagnosticRequest::METHOD => call::<DocumentDiagnosticRequest>(params, |it| {
            let path = view(state, &it.text_document.uri)?.document.path.clone();
            Ok(pull::of_document(state, &path, it.previous_result_id.as_deref()).into())
        }),
        WorkspaceDiagnosticRequest::METHOD => call::<WorkspaceDiagnosticRequest>(params, |it| {
            Ok(pull::of_workspace(state, &it.previous_result_ids).into())
        }),
        DocumentHighlightRequest::METHOD => call::<DocumentHighlightRequest>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position_params)?;
            Ok(Some(names::highlights(&view, offset)))
        }),
        DocumentLinkRequest::METHOD => call::<DocumentLinkRequest>(params, |it| {
            Ok(Some(links::document_links(&view(state, &it.text_document.uri)?)))
        }),
        DocumentSymbolRequest::METHOD => call::<DocumentSymbolRequest>(params, |it| {
            let view = view(state, &it.text_document.uri)?;
            let nested = symbols::document_symbols(view.document, encoding);
            Ok(Some(match state.workspace.support.nested_symbols {
                true => DocumentSymbolResponse::Nested(nested),
                false => DocumentSymbolResponse::Flat(symbols::flat(nested, &it.text_document.uri)),
            }))
        }),
        FoldingRangeRequest::METHOD => call::<FoldingRangeRequest>(params, |it| {
            Ok(Some(folding::folding_ranges(view(state, &it.text_document.uri)?.document)))
        }),
        Formatting::METHOD => {
            call::<Formatting>(params, |it| Ok(format::format(&view(state, &it.text_document.uri)?)))
        }
        GotoDefinition::METHOD => call::<GotoDefinition>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position_params)?;
            Ok(Some(GotoDefinitionResponse::Array(names::definition(&view, offset))))
        }),
        HoverRequest::METHOD => call::<HoverRequest>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position_params)?;
            Ok(hover::hover(&view, offset))
        }),
        InlayHintRequest::METHOD => call::<InlayHintRequest>(params, |it| {
            Ok(Some(inlay::hints(&view(state, &it.text_document.uri)?, it.range)))
        }),
        PrepareRenameRequest::METHOD => call::<PrepareRenameRequest>(params, |it| {
            let (view, offset) = at(state, &it)?;
            // An editor takes no name for "nothing to rename here".
            Ok(rename::prepare(&view, offset).ok())
        }),
        RangeFormatting::METHOD => call::<RangeFormatting>(params, |it| {
            Ok(format::format_range(&view(state, &it.text_document.uri)?, it.range))
        }),
        References::METHOD => call::<References>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position)?;
            Ok(Some(names::references(&view, offset, it.context.include_declaration)))
        }),
        Rename::METHOD => call::<Rename>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position)?;
            let edit = rename::rename(&view, offset, &it.new_name);
            edit.map(Some).map_err(|reason| Failure::new(ErrorCode::RequestFailed, reason))
        }),
        SelectionRangeRequest::METHOD => call::<SelectionRangeRequest>(params, |it| {
            let document = view(state, &it.text_document.uri)?.document;
            let range = |position| {
                selection::selection_range(document, document.offset(position, encoding), encoding)
            };
            Ok(Some(it.positions.into_iter().map(range).collect()))
        }),
        SemanticTokensFullRequest::METHOD => call::<SemanticTokensFullRequest>(params, |it| {
            let document = view(state, &it.text_document.uri)?.document;
            let whole = Span::new(0, document.text().len() as u32);
            let data = semantic::semantic_tokens(document, whole, encoding);
            Ok(Some(SemanticTokens { result_id: None, data }.into()))
        }),
        SemanticTokensRangeRequest::METHOD => call::<SemanticTokensRangeRequest>(params, |it| {
            let document = view(state, &it.text_document.uri)?.document;
            let data = semantic::semantic_tokens(document, document.span(it.range, encoding), encoding);
            Ok(Some(SemanticTokens { result_id: None, data }.into()))
        }),
        SignatureHelpRequest::METHOD => call::<SignatureHelpRequest>(params, |it| {
            let (view, offset) = at(state, &it.text_document_position_params)?;
            Ok(signature::signature_help(&view, offset))
        }),
        WorkspaceSymbolRequest::METHOD => call::<WorkspaceSymbolRequest>(params, |it| {
            let found = symbols::workspace_symbols(&state.workspace, &it.query);
            Ok(Some(WorkspaceSymbolResponse::Nested(found)))
        }),
        Initialize::METHOD => {
            Err(Failure::new(ErrorCode::InvalidRequest, "the server is initialized already"))
        }
        _ => Err(Failure::new(ErrorCode::MethodNotFound, format!("the server has no method {method:?}"))),
    }
}

/// Runs the function of a request with its parameters.
fn call<R: lsp_types::request::Request>(
    params: Value,
    function: impl FnOnce(R::Params) -> Result<R::Result>,
) -> Result<Value> {
    let params = serde_json::from_value(params);
    let params = params.map_err(|error| Failure::new(ErrorCode::InvalidParams, error.to_string()))?;
    let result = function(params)?;
    serde_json::to_value(result).map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
}

/// Returns the document of a request.
fn view<'s>(state: &'s State, uri: &Uri) -> Result<View<'s>> {
    let view = state.workspace.view(&state.workspace.path(uri));
    view.ok_or_else(|| Failure::new(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str())))
}

/// Returns the document of a request, and the offset of its position.
fn at<'s>(state: &'s State, params: &TextDocumentPositionParams) -> Result<(View<'s>, u32)> {
    let view = view(state, &params.text_document.uri)?;
    let offset = view.document.offset(params.position, view.encoding());
    Ok((view, offset))
}

//! The parameters of the call at an offset.

use lsp_types::{ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};

use super::cursor::Cursor;
use crate::workspace::View;

/// Returns the declaration of the function whose call is around an offset, with the parameter of
/// the argument there.
pub(crate) fn signature_help(view: &View<'_>, offset: u32) -> Option<SignatureHelp> {
    let cursor = Cursor::new(view.document.text(), offset, view.document.is_json());
    let (name, argument) = cursor.call()?;
    let signature = view.language().signatures().get(name)?;
    let count = signature.parameters.len();
    let active = if signature.is_variadic { argument.min(count.saturating_sub(1)) } else { argument };
    let units = |end: usize| signature.label[..end].encode_utf16().count() as u32;
    let parameters = signature.parameters.iter().map(|part| ParameterInformation {
        label: ParameterLabel::LabelOffsets([units(part.start), units(part.end)]),
        documentation: None,
    });
    let text = signature.documentation;
    let documentation = (!text.is_empty())
        .then(|| lsp_types::Documentation::MarkupContent(view.support().markup(text.to_owned())));
    let active = Some(active as u32).filter(|_| active < count);
    let information = SignatureInformation {
        parameters: Some(parameters.collect()),
        label: signature.label.clone(),
        documentation,
        active_parameter: active,
    };
    Some(SignatureHelp { signatures: vec![information], active_signature: Some(0), active_parameter: active })
}

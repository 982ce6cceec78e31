//! The parameters of the call at an offset.

use lsp_types::{Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};

use super::cursor::Cursor;
use crate::workspace::View;

/// Returns the declaration of the function whose call is around an offset, with the parameter of
/// the argument there.
pub(crate) fn signature_help(view: &View<'_>, offset: u32) -> Option<SignatureHelp> {
    let cursor = Cursor::new(view.document, offset);
    let (name, argument) = cursor.call()?;
    let signature = view.language().signatures().get(name)?;
    let count = signature.parameters.len();
    let active = if signature.is_variadic { argument.min(count.saturating_sub(1)) } else { argument };
    let units = |end: usize| signature.label[..end].encode_utf16().count() as u32;
    let documentation = |text: &String| {
        let markup = || Documentation::MarkupContent(view.support().markup(text.clone()));
        (!text.is_empty()).then(markup)
    };
    let parameters = signature.parameters.iter().map(|it| ParameterInformation {
        label: ParameterLabel::LabelOffsets([units(it.place.start), units(it.place.end)]),
        documentation: documentation(&it.description),
    });
    let active = Some(active as u32).filter(|_| active < count);
    let information = SignatureInformation {
        parameters: Some(parameters.collect()),
        label: signature.label.clone(),
        documentation: documentation(&signature.description),
        active_parameter: active,
    };
    Some(SignatureHelp { signatures: vec![information], active_signature: Some(0), active_parameter: active })
}

//! Links from strings to the files that they name.

use lsp_types::DocumentLink;
use serde_hcl::ast::visit::{Visitor, walk};
use serde_hcl::ast::{Expression, TemplateForm};
use serde_hcl::{Span, body::BodyItem};

use crate::uri;
use crate::workspace::View;

/// The maximum number of strings of a document that are looked up in the file system.
const MAX_LOOKUPS: usize = 1000;

/// Returns a link for each string that is the relative path of a file in the workspace, or of a
/// folder with configurations.
pub(crate) fn document_links(view: &View<'_>) -> Vec<DocumentLink> {
    let mut strings = Vec::new();
    match view.document.file().ast() {
        Some(body) => Strings(&mut strings).visit_body(body),
        None => json_strings(view, &mut strings),
    }
    let candidates = strings.into_iter().filter(|(text, _)| is_path(text)).take(MAX_LOOKUPS);
    let link = |(text, span): (String, Span)| {
        let path = view.workspace.existing(&view.document.folder().join(&text))?;
        let target = if path.is_dir() { view.workspace.main_file(&path)? } else { path };
        Some(DocumentLink {
            range: view.document.range(Span::new(span.start + 1, span.end - 1), view.encoding()),
            target: Some(uri::uri(&target)?),
            tooltip: None,
            data: None,
        })
    };
    candidates.filter_map(link).collect()
}

/// Returns whether a text can be the relative path of a file: it has a separator or an extension.
fn is_path(text: &str) -> bool {
    let is_relative = !text.starts_with('/') && !text.contains("://");
    is_relative && text.len() < 1024 && text.contains(['/', '.']) && !text.contains('\n')
}

/// Collects the strings in quotes, with their spans.
struct Strings<'s>(&'s mut Vec<(String, Span)>);

impl<'t> Visitor<'t> for Strings<'_> {
    fn visit_expression(&mut self, expression: Expression<'t>) {
        if let (Some(text), Some(TemplateForm::Quoted)) = (expression.as_str(), expression.template_form()) {
            self.0.push((text.to_owned(), expression.span()));
        }
        walk(self, expression);
    }
}

/// Collects the strings of HCL JSON, with their spans.
fn json_strings(view: &View<'_>, found: &mut Vec<(String, Span)>) {
    let items = view.document.body().items();
    let mut left: Vec<_> = items
        .filter_map(|item| match item {
            BodyItem::Attribute(attribute) => Some(attribute.expression().clone()),
            BodyItem::Block(_) => None,
        })
        .collect();
    left.reverse();
    while let Some(expression) = left.pop() {
        let written = view.document.source.slice(expression.span());
        if let Ok(text) = serde_json::from_str::<String>(written) {
            found.push((text, expression.span()));
        }
        let before = left.len();
        left.extend(expression.static_list().unwrap_or_default());
        left.extend(expression.static_map().unwrap_or_default().into_iter().map(|(_, value)| value));
        left[before..].reverse();
    }
}

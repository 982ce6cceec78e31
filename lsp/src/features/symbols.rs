//! Symbols of a document and of the workspace.

use std::collections::BTreeSet;

use lsp_types::{DocumentSymbol, Location, OneOf, SymbolInformation, SymbolKind, Uri, WorkspaceSymbol};
use serde_hcl::{Body, Expression, Span, body::BodyItem};

use super::diagnostics::location;
use super::text::fits;
use crate::document::Document;
use crate::position::Encoding;
use crate::workspace::{View, Workspace};

/// The maximum number of symbols in an answer about the workspace.
const MAX_SYMBOLS: usize = 1000;

/// Returns the blocks and attributes of a document, and the items of objects in them.
pub(crate) fn document_symbols(document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    Symbols { document, encoding }.of_body(document.body())
}

/// Returns symbols and those in them as one list, for editors without symbols in each other.
pub(crate) fn flat(symbols: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    let mut left: Vec<_> = symbols.into_iter().rev().map(|symbol| (symbol, None)).collect();
    while let Some((symbol, container_name)) = left.pop() {
        let inner = symbol.children.unwrap_or_default().into_iter().rev();
        left.extend(inner.map(|inner| (inner, Some(symbol.name.clone()))));
        #[expect(deprecated, reason = "the type has no default")]
        found.push(SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: Location { uri: uri.clone(), range: symbol.range },
            container_name,
        });
    }
    found
}

struct Symbols<'d> {
    document: &'d Document,
    encoding: Encoding,
}

impl Symbols<'_> {
    fn of_body(&self, body: &Body) -> Vec<DocumentSymbol> {
        let symbol = |item| match item {
            BodyItem::Attribute(it) => {
                let children = self.of_expression(it.expression());
                self.symbol(it.name().to_owned(), SymbolKind::PROPERTY, it.span(), it.name_span(), children)
            }
            BodyItem::Block(block) => {
                let mut name = block.block_type().to_owned();
                for label in block.labels() {
                    name.push_str(&format!(" {:?}", label.text()));
                }
                let children = self.of_body(block.body());
                self.symbol(name, SymbolKind::STRUCT, block.span(), block.header_span(), children)
            }
        };
        body.items().map(symbol).collect()
    }

    fn of_expression(&self, expression: &Expression) -> Vec<DocumentSymbol> {
        let items = expression.static_map().unwrap_or_default();
        let symbol = |(key, value): (Expression, Expression)| {
            let name = self.document.source.slice(key.span()).trim_matches('"').to_owned();
            let children = self.of_expression(&value);
            self.symbol(name, SymbolKind::KEY, key.span().to(value.span()), key.span(), children)
        };
        items.into_iter().map(symbol).collect()
    }

    fn symbol(
        &self,
        name: String,
        kind: SymbolKind,
        span: Span,
        name_span: Span,
        children: Vec<DocumentSymbol>,
    ) -> DocumentSymbol {
        let range = |span| self.document.range(span, self.encoding);
        // Editors reject an empty name, and a name that is not in its item.
        let name = if name.trim().is_empty() { "\"\"".to_owned() } else { name };
        let name_span = if span.contains(name_span) { name_span } else { span };
        #[expect(deprecated, reason = "the type has no default")]
        DocumentSymbol {
            name,
            detail: None,
            kind,
            tags: None,
            deprecated: None,
            range: range(span),
            selection_range: range(name_span),
            children: (!children.is_empty()).then_some(children),
        }
    }
}

/// Returns the definitions and the blocks at the top of all documents whose name has the letters of
/// a text in their order.
pub(crate) fn workspace_symbols(workspace: &Workspace, query: &str) -> Vec<WorkspaceSymbol> {
    let mut found = Vec::new();
    for folder in workspace.folders() {
        let mut seen = BTreeSet::new();
        let mut add = |name: &str, kind, location: Option<Location>| {
            let symbol = |location| WorkspaceSymbol {
                name: name.to_owned(),
                kind,
                tags: None,
                container_name: None,
                location: OneOf::Left(location),
                data: None,
            };
            if fits(name, query) {
                found.extend(location.map(symbol));
            }
        };
        let Some(document) = folder.documents.values().next() else { continue };
        let view = View { workspace, folder, document };
        for definition in folder.definitions().iter().flat_map(|it| &it.all) {
            seen.insert((definition.item().source().name(), definition.item().span().start));
            let kind = match definition.item() {
                BodyItem::Attribute(_) => SymbolKind::PROPERTY,
                BodyItem::Block(_) => SymbolKind::STRUCT,
            };
            add(definition.address(), kind, location(&view, definition.item().source(), definition.span()));
        }
        for document in folder.documents.values() {
            let blocks = document.body().blocks();
            let name = document.source.name();
            // A block of definitions has no name of its own.
            let has_seen = |span: Span| seen.range((name, span.start)..(name, span.end)).next().is_some();
            for block in blocks.filter(|it| !has_seen(it.span())) {
                let labels = block.labels().iter().map(|label| label.text());
                let name: Vec<_> = [block.block_type()].into_iter().chain(labels).collect();
                add(
                    &name.join("."),
                    SymbolKind::STRUCT,
                    location(&view, &document.source, block.header_span()),
                );
            }
        }
        if found.len() >= MAX_SYMBOLS {
            break;
        }
    }
    found.truncate(MAX_SYMBOLS);
    found
}

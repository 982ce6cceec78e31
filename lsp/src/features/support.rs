//! What the editor supports, and the forms of texts that depend on it.

use lsp_types::{ClientCapabilities, MarkupContent, MarkupKind};

/// The parts of the protocol that an editor supports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Support {
    /// Completions can have tab stops.
    pub(crate) snippets: bool,
    /// Texts can be Markdown.
    pub(crate) markdown: bool,
    /// Symbols can be in each other.
    pub(crate) nested_symbols: bool,
    /// Diagnostics can have related locations.
    pub(crate) related: bool,
    /// Codes of diagnostics can have links.
    pub(crate) code_links: bool,
    /// Diagnostics can have tags.
    pub(crate) tags: bool,
    /// The server can register the files that the editor watches.
    pub(crate) watches: bool,
    /// The editor requests diagnostics, also again when the server requests that, so that they are
    /// not sent by themselves.
    pub(crate) pulls_diagnostics: bool,
    /// The server can request settings.
    pub(crate) has_settings: bool,
    /// The server can register for changes of settings.
    pub(crate) follows_settings: bool,
    /// The server can show its progress.
    pub(crate) progress: bool,
    /// The editor requests inlay hints again when the server requests that.
    pub(crate) refreshes_hints: bool,
}

impl Support {
    /// Returns what an editor with these capabilities supports. `refreshes_diagnostics` is a
    /// capability that [`ClientCapabilities`] has under another name.
    pub(crate) fn from_capabilities(capabilities: &ClientCapabilities, refreshes_diagnostics: bool) -> Self {
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let item = document.and_then(|it| it.completion.as_ref()?.completion_item.as_ref());
        let formats = document.and_then(|it| it.hover.as_ref()?.content_format.as_ref());
        let symbols = document.and_then(|it| it.document_symbol.as_ref());
        let diagnostics = document.and_then(|it| it.publish_diagnostics.as_ref());
        let watched = workspace.and_then(|it| it.did_change_watched_files);
        let hints = workspace.and_then(|it| it.inlay_hint.as_ref());
        let is = |it: Option<bool>| it == Some(true);
        Self {
            snippets: is(item.and_then(|it| it.snippet_support)),
            markdown: formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            nested_symbols: is(symbols.and_then(|it| it.hierarchical_document_symbol_support)),
            related: is(diagnostics.and_then(|it| it.related_information)),
            code_links: is(diagnostics.and_then(|it| it.code_description_support)),
            tags: diagnostics.is_some_and(|it| it.tag_support.is_some()),
            watches: is(watched.and_then(|it| it.dynamic_registration)),
            pulls_diagnostics: refreshes_diagnostics && document.is_some_and(|it| it.diagnostic.is_some()),
            has_settings: is(workspace.and_then(|it| it.configuration)),
            follows_settings: is(workspace.and_then(|it| it.did_change_configuration?.dynamic_registration)),
            progress: is(capabilities.window.as_ref().and_then(|it| it.work_done_progress)),
            refreshes_hints: is(hints.and_then(|it| it.refresh_support)),
        }
    }

    /// Returns a text in Markdown as the editor shows it.
    pub(crate) fn markup(self, markdown: String) -> MarkupContent {
        if self.markdown {
            return MarkupContent { kind: MarkupKind::Markdown, value: markdown };
        }
        let lines = markdown.lines().filter(|line| !line.starts_with("```"));
        let value = lines.collect::<Vec<_>>().join("\n").replace("**", "").replace('`', "");
        MarkupContent { kind: MarkupKind::PlainText, value }
    }
}

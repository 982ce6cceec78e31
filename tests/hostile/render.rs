//! Rendered diagnostics: any text with any spans.

use proptest::prelude::*;
use serde_hcl::{Diagnostic, Source, Span, diag::Category};

/// Control characters, and characters that change the direction of the text around them.
const DISRUPTIVE: [char; 3] = ['\r', '\u{202e}', '\u{1b}'];

proptest! {
    #[test]
    fn every_text_and_every_span_can_be_shown(
        text in "[a\n\r\t日é\u{feff}\u{301}\u{200d}\u{202e}👍 {}\"]{0,300}",
        spans in proptest::collection::vec((0u32..1200, 0u32..1200), 1..6),
    ) {
        let source = Source::new("main.hcl", text);
        let mut diagnostic = Diagnostic::error(Category::Data, "Mistake", "").with_help("Fix it.");
        for (index, (start, end)) in spans.iter().enumerate() {
            let span = Span::new(*start, *end);
            diagnostic = match index {
                0 => diagnostic.at(span),
                1..4 => diagnostic.with_label(span, "here"),
                _ => diagnostic.with_replacement(span, "x"),
            };
        }
        let shown = format!("{:#}", diagnostic.in_source(&source));
        prop_assert!(!shown.contains(DISRUPTIVE), "{shown}");
        prop_assert!(shown.contains(['^', '-']) && shown.contains("= help: Fix it."), "{shown}");
    }
}

//! The names that the surroundings of an offset bind to the elements of collections: those of
//! `for`, of `dynamic` blocks, and `each`.

use serde_hcl::ast::{TokenKind, tokens};

use super::cursor::{Cursor, Frame, Kind, Name};

/// A name that has the elements of a collection, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Binding<'t> {
    pub(crate) name: &'t str,
    pub(crate) part: Part,
    /// The expression with the collection; empty if it is not known.
    pub(crate) collection: &'t str,
}

/// The part of an element that a name has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Key,
    Value,
    /// An object with the attributes `key` and `value`.
    Both,
}

/// The attribute with the collection of a block.
const FOR_EACH: &str = "for_each";

/// Returns the names that are bound at an offset, outer ones first. In Terraform, `each` has the
/// elements of the block around.
pub(crate) fn bindings<'t>(text: &'t str, cursor: &Cursor<'t>, is_terraform: bool) -> Vec<Binding<'t>> {
    let both = |name, collection| Binding { name, part: Part::Both, collection };
    let mut found = Vec::new();
    let block = cursor.frames.iter().filter(|frame| frame.kind == Kind::Body).nth(1);
    if let Some(block) = block.filter(|_| is_terraform) {
        // The items of the innermost body are known also after the offset.
        let own = if is_innermost(cursor, block) { &cursor.items } else { &block.items };
        if let Some(collection) = value_of(text, own, FOR_EACH) {
            found.push(both("each", collection));
        }
    }
    for pair in cursor.frames.windows(2) {
        let [dynamic, content] = pair else { continue };
        let [first, label] = dynamic.block[..] else { continue };
        if first.text != "dynamic" || content.block.first().is_none_or(|name| name.text != "content") {
            continue;
        }
        let iterator = value_of(text, &dynamic.items, "iterator");
        let collection = value_of(text, &dynamic.items, FOR_EACH);
        found.push(both(iterator.unwrap_or(label.text), collection.unwrap_or_default()));
    }
    found.extend(cursor.bound().map(|bound| Binding {
        name: bound.name,
        part: if bound.is_key { Part::Key } else { Part::Value },
        collection: bound.collection,
    }));
    found
}

/// Returns whether a frame has the innermost items.
fn is_innermost(cursor: &Cursor<'_>, frame: &Frame<'_>) -> bool {
    let innermost = cursor.frames.iter().rfind(|it| matches!(it.kind, Kind::Body | Kind::Object));
    innermost.is_some_and(|innermost| std::ptr::eq(innermost, frame))
}

/// Returns the expression of an attribute among the items of a body.
fn value_of<'t>(text: &'t str, items: &[Name<'t>], name: &str) -> Option<&'t str> {
    let item = items.iter().find(|item| item.text == name)?;
    let rest = text[item.span.end as usize..].trim_start().strip_prefix('=')?;
    let mut depth = 0_usize;
    let end = tokens(rest).find(|token| {
        let written = &rest[token.span.range()];
        let is_bracket = matches!(token.kind, TokenKind::TemplateMarker | TokenKind::Punctuation);
        if is_bracket && written.contains(['{', '[', '(']) {
            depth += 1;
        } else if is_bracket && written.ends_with(['}', ']', ')']) && depth > 0 {
            depth -= 1;
            return false;
        }
        let is_end = matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        depth == 0 && (is_end || is_bracket && matches!(written, "}" | "]" | ")"))
    });
    Some(rest[..end.map_or(rest.len(), |token| token.span.start as usize)].trim())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::{Binding, Cursor, Part, bindings};
    use crate::document::Document;

    #[test]
    fn names_are_bound_by_the_blocks_and_expressions_around() {
        let both = |name, collection| Binding { name, part: Part::Both, collection };
        let one = |name, collection| Binding { name, part: Part::Value, collection };
        let key = |name, collection| Binding { name, part: Part::Key, collection };
        for (text, expected) in [
            ("a {\n  for_each = { b = [1,\n 2] }\n  c = ▮", vec![both("each", "{ b = [1,\n 2] }")]),
            ("a {\n  c = ▮\n  for_each = \"${b}\" # d\n}\n", vec![both("each", "\"${b}\"")]),
            ("a { for_each = b }\nc = ▮", vec![]),
            ("a {\n  dynamic \"b\" {\n    content {\n      c = ▮", vec![both("b", "")]),
            (
                "a {\n  dynamic \"b\" {\n    for_each = c.d\n    iterator = it\n    content {\n      e = ▮",
                vec![both("it", "c.d")],
            ),
            (
                "a = [for b in c : [for d, e in b.f : ▮",
                vec![one("b", " c "), key("d", " b.f "), one("e", " b.f ")],
            ),
            ("a = \"%{ for b in c }${▮", vec![one("b", " c ")]),
            ("a = [for b in ▮", vec![]),
        ] {
            let offset = text.find('▮').expect("there is a mark");
            let text = text.replace('▮', "");
            let uri = Uri::from_str("file:///a.tf").expect("it is a URI");
            let document = Document::new(uri, PathBuf::from("/a.tf"), None, text);
            let cursor = Cursor::new(&document, offset as u32);
            assert_eq!(bindings(document.text(), &cursor, true), expected, "{}", document.text());
        }
    }
}

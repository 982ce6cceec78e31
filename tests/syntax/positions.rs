//! Offsets, locations, nodes and tokens, as editors use them.

use serde_hcl::ast::{BodyItem, TokenKind, tokens};
use serde_hcl::{Source, source::Pos};

use crate::support::file;
use test_support::rows::check_each;

const TEXTS: [&str; 7] = [
    "",
    "a = 1",
    "a = 1\n\nb = \"e\u{301}👍\"\n",
    "\u{feff}a = 1\r\nb {\r\n  c = 2\r\n}",
    "a = <<E\n  é ${b}\nE\n",
    "a = \"${b[\"é\"]}\" /* c\n */ // d\n",
    "a = 'x' ; & ` \"\n$ \u{1a}",
];

fn parts(pos: Pos) -> (u32, u32, u32) {
    (pos.line, pos.column, pos.byte)
}

/// Each location converts back to its offset, for every start of a character.
#[test]
fn locations_lead_back_to_their_offsets() {
    check_each(TEXTS, |text| {
        let source = Source::new("", text);
        for offset in (0..=text.len() as u32).filter(|offset| text.is_char_boundary(*offset as usize)) {
            let in_ending =
                text[..offset as usize].ends_with('\r') && text[offset as usize..].starts_with('\n');
            let is_mark = offset == 0 && text.starts_with('\u{feff}');
            if in_ending || is_mark {
                continue;
            }
            let pos = source.pos(offset);
            let found = source.offset(pos.line, pos.column).expect("there is the line");
            assert_eq!(source.pos(found).column, pos.column, "{text:?} at {offset}");
            let pos = source.utf16_pos(offset);
            let found = source.utf16_offset(pos.line, pos.character);
            assert_eq!(found, Some(offset), "{text:?} at {offset}");
        }
        assert_eq!((source.offset(0, 1), source.offset(99, 1)), (None, None), "{text:?}");
        assert_eq!(source.utf16_offset(99, 0), None, "{text:?}");
    });
}

#[test]
fn ends_of_lines_bound_columns() {
    let source = Source::new("", "ab\r\nc\n");
    assert_eq!(
        [source.offset(1, 99), source.offset(2, 99), source.offset(3, 99)],
        [Some(2), Some(5), Some(6)]
    );
    assert_eq!(source.utf16_offset(0, 99), Some(2));
}

/// The pieces can be in another order there.
#[test]
fn offsets_in_a_text_made_from_another_source_are_those_in_that_source() {
    let outer = Source::new("outer", "second\nfirst\n");
    let source =
        Source::embedded(&outer, "<first, second>".to_owned(), vec![(1, 7), (6, 12), (8, 0), (14, 6)]);
    for (offset, line, column) in [(1, 2, 1), (5, 2, 5), (6, 2, 6), (8, 1, 1), (13, 1, 6), (14, 1, 7)] {
        let pos = source.pos(offset);
        assert_eq!((pos.line, pos.column), (line, column), "{offset}");
    }
    assert_eq!((source.name(), source.line(2)), ("outer", "first"));
}

/// Tokens cover everything but white space and a byte order mark, in order.
#[test]
fn tokens_cover_the_text() {
    check_each(TEXTS, |text| {
        let mut end = 0;
        for token in tokens(text) {
            let span = token.span.range();
            let between = text[end..span.start].trim_start_matches('\u{feff}');
            assert!(span.start < span.end && between.trim().is_empty(), "{text:?}: {token:?}");
            end = span.end;
        }
        assert!(text[end..].trim().is_empty(), "{text:?}");
    });
    let invalid = |text| tokens(text).filter(|token| token.kind == TokenKind::Invalid).count();
    assert_eq!((invalid(TEXTS[3]), invalid(TEXTS[5])), (0, 0));
    assert!(invalid(TEXTS[6]) > 3);
}

#[test]
fn comments_belong_to_the_item_next_to_them() {
    let text = "# x\n\n# a\n/* b */ // c\none = [ # d\n] /* e */ // f\n# g\ntwo { /* h */ a = 1 /* i */ }\nlast = 1 # j\n# k\n";
    let file = file(text);
    let body = file.ast().expect("it is native");
    let comments = |item| match item {
        BodyItem::Attribute(it) => (it.leading_comments().collect(), it.trailing_comment()),
        BodyItem::Block(it) => (it.leading_comments().collect(), it.trailing_comment()),
    };
    let comments: Vec<(Vec<&str>, Option<&str>)> = body.items().map(comments).collect();
    assert_eq!(
        comments,
        [(vec!["# a", "/* b */", "// c"], Some("/* e */ // f")), (vec!["# g"], None), (vec![], Some("# j")),]
    );
    let inner = body.blocks().next().and_then(|block| block.body().attribute("a")).expect("it is there");
    assert_eq!(
        (inner.leading_comments().collect::<Vec<_>>(), inner.trailing_comment()),
        (vec!["/* h */"], Some("/* i */"))
    );
}

#[test]
fn columns_count_grapheme_clusters() {
    let long_cluster = format!("ab{}x", "\u{20dd}".repeat(500));
    let wide = format!("{}x", "é👍🏽".repeat(200));
    for (text, line, column, character) in [
        ("a = 1 x", 1, 7, 6),
        ("é = é x", 1, 7, 6),
        ("ab\u{301} = 1 x", 1, 8, 8),
        ("a = \"👨\u{200d}👩\u{200d}👧\" x", 1, 9, 15),
        ("a\r\nb x", 2, 3, 2),
        ("\tx", 1, 2, 1),
        ("\u{feff}a = x", 1, 5, 4),
        ("\"नमस्ते\" x", 1, 8, 9),
        (&long_cluster, 1, 3, 502),
        (&wide, 1, 401, 1000),
        (&format!("a\n{}x", "y".repeat(1000)), 2, 1001, 1000),
        (&format!("\u{feff}{wide}\n"), 1, 401, 1000),
    ] {
        let (source, offset) = (Source::new("", text), text.rfind('x').expect("a mark") as u32);
        assert_eq!(parts(source.pos(offset)), (line, column, offset), "{text:?}");
        let pos = source.utf16_pos(offset);
        assert_eq!((pos.line, pos.character), (line - 1, character), "{text:?}");
    }
    let source = Source::new("", &*long_cluster);
    for (offset, column) in [(1, 2), (2, 3), (5, 3), (900, 3), (1499, 3), (1502, 3), (1503, 4)] {
        assert_eq!(source.pos(offset).column, column, "{offset}");
    }
    assert_eq!(source.utf16_pos(2 + 3 * 400).character, 402);
}

#[test]
fn the_end_of_the_text_and_offsets_after_it_have_a_location() {
    for (text, line, column) in [("", 1, 1), ("a", 1, 2), ("a\n", 2, 1), ("a\n\n", 3, 1), ("a\r\n", 2, 1)] {
        let pos = Source::from(text).pos(text.len() as u32);
        assert_eq!((pos.line, pos.column), (line, column), "{text:?}");
    }
    let pos = Source::from("a\nb").pos(u32::MAX);
    assert_eq!(parts(pos), (2, u32::MAX - 1, u32::MAX));
    assert_eq!(Source::from("").pos(u32::MAX).column, u32::MAX);
}

#[test]
fn a_line_is_found_without_its_ending() {
    let long = "y".repeat(600);
    let source = Source::new("", format!("one\r\n{long}\n\nlast"));
    for (line, expected) in [(1, "one"), (2, &long[..]), (3, ""), (4, "last"), (0, ""), (9, "")] {
        assert_eq!(source.line(line), expected, "line {line}");
    }
}

//! Diagnostics as text with their source lines, as JSON, and for miette.

use std::collections::BTreeMap;

use serde_hcl::{
    Diagnostic, Source, Span,
    diag::{Category, Diagnostics, Renderer, Utf16},
    parse_file,
};
use serde_json::json;

/// Returns an error at the text between brackets `⟦…⟧`, and with a label at each one between
/// `⟨…⟩`. The brackets are no part of the source.
fn sample(marked: &str) -> Diagnostic {
    let mut text = String::new();
    let (mut open, mut subject, mut labels) = (Vec::new(), None, Vec::new());
    for character in marked.chars() {
        let at = text.len() as u32;
        match character {
            '⟦' | '⟨' => open.push(at),
            '⟧' => subject = open.pop().map(|start| Span::new(start, at)),
            '⟩' => labels.extend(open.pop().map(|start| Span::new(start, at))),
            _ => text.push(character),
        }
    }
    let mut diagnostic = Diagnostic::error(Category::Data, "Mistake", "").with_help("The fix is here.");
    if let Some(subject) = subject {
        diagnostic = diagnostic.at(subject);
    }
    for (span, name) in labels.into_iter().zip(["label", "other", "third"]) {
        diagnostic = diagnostic.with_label(span, name);
    }
    diagnostic.in_source(&Source::new("main.hcl", text))
}

#[track_caller]
fn check(diagnostic: &Diagnostic, expected: &str) {
    let shown = format!("{diagnostic:#}");
    assert_eq!(shown, expected, "\n{shown}\n");
}

#[test]
fn one_line_has_file_line_and_column() {
    let diagnostic = sample("a = 1\n  ⟦color⟧ = 2\n");
    assert_eq!(diagnostic.to_string(), "main.hcl:2:3: Mistake");
}

#[test]
fn spans_are_underlined_by_the_width_that_is_displayed() {
    for (marked, location, excerpt) in [
        (
            "a = 1\n\té👍🏽 = ⟦color⟧ # ⟨日本⟩x\n",
            "2:7",
            "2 |     é👍🏽 = color # 日本x\n  |           ^^^^^   ---- label",
        ),
        ("\u{feff}⟦a⟧ = 1", "1:1", "1 | a = 1\n  | ^"),
        ("⟦⟧", "1:1", "1 |\n  | ^"),
        ("a = 1\n⟦⟧", "2:1", "2 |\n  | ^"),
        ("a = 1⟦\r\n⟧b = 2\r\n", "1:6", "1 | a = 1\n  |      ^"),
        // Control and bidirectional characters are escaped.
        (
            "a\u{1b}[31m \u{202e}⟦b\u{7}⟧ = 1\n",
            "1:9",
            "1 | a\\u{1b}[31m \\u{202e}b\\u{7} = 1\n  |                     ^^^^^^",
        ),
    ] {
        let expected = format!(
            "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = help: The fix is here."
        );
        check(&sample(marked), &expected);
    }
}

#[test]
fn all_spans_are_in_the_excerpt() {
    for (marked, location, excerpt) in [
        ("f(⟨1⟩, ⟦2⟧ ⟨3⟩)", "1:6", "1 | f(1, 2 3)\n  |   -  ^ - other\n  |   |\n  |   label"),
        ("⟨a⟩ = 1\n⟦a⟧ = 2\n", "2:1", "1 | a = 1\n  | - label\n2 | a = 2\n  | ^"),
        (
            "⟨b⟩ \"x\" {\n  a = 1\n\n\n\n  ⟦c⟧ = 2\n",
            "6:3",
            "1 | b \"x\" {\n  | - label\n...\n6 |   c = 2\n  |   ^",
        ),
        (
            "a = ⟦[\n  1,\n  2,\n  3,\n  4,\n  5,\n  6,\n]⟧\n",
            "1:5",
            "1 |   a = [\n  |  _____^\n2 | |   1,\n3 | |   2,\n4 | |   3,\n... |\n7 | |   6,\n8 | | ]\n  | |_^",
        ),
    ] {
        let expected = format!(
            "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = help: The fix is here."
        );
        check(&sample(marked), &expected);
    }
}

#[test]
fn spans_that_overlap_have_lines_of_their_own() {
    for (marked, location, excerpt) in [
        // Labels at one place, and one within another.
        ("a = ⟨⟦1⟧⟩", "1:5", "1 | a = 1\n  |     ^ label"),
        ("⟨a = ⟨b⟩ + ⟦c⟧⟩", "1:9", "1 | a = b + c\n  | --------^ other\n  |     |\n  |     label"),
        ("⟨a⟩⟨b⟩⟦⟧⟨c⟩", "1:3", "1 | abc\n  | --^ third\n  | ||\n  | |other\n  | label"),
        // Several lines, from the start of a line and from its middle.
        (
            "⟦a = ⟨[\n  ⟨1⟩\n⟩]⟧\n",
            "1:1",
            "1 | /  a = [\n  | | _____-\n2 | ||   1\n  | ||   - label\n  | ||___- other\n3 | |  ]\n  | |__^",
        ),
    ] {
        let expected = format!(
            "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = help: The fix is here."
        );
        check(&sample(marked), &expected);
    }
}

#[test]
fn any_spans_can_be_displayed() {
    let text = "a = [\t\u{feff}日本, \u{1b}\u{202e}é\u{301}👍🏽] # \u{200d}\r\n\n  b \"x\" {\n}\n".repeat(9);
    let source = Source::new("main.hcl", text.as_str());
    let mut seed = 1_u32;
    let mut next = |end: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % end
    };
    for _ in 0..2000 {
        let mut span = || {
            let start = next(text.len() as u32 + 3);
            let length = [0, 1, 5, 30, 200][next(5) as usize];
            Span::new(start, start + length)
        };
        let mut diagnostic = Diagnostic::error(Category::Data, "Mistake", "").at(span());
        for label in ["one", "日本", ""] {
            diagnostic = diagnostic.with_label(span(), label).with_replacement(span(), label);
        }
        let shown = format!("{:#}", diagnostic.in_source(&source));
        assert!(shown.contains("--> main.hcl:"), "{shown}");
        assert!(shown.contains('^'), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{202e}', '\r', '\t']), "{shown}");
    }
}

#[test]
fn distant_spans_and_other_sources_have_excerpts_of_their_own() {
    let marked = format!("⟨a⟩ = 1\n{}b = ⟦2⟧\n", "\n".repeat(200));
    let other = Source::new("other.hcl", "\n\nx = 1\n");
    check(
        &sample(&marked).with_label_in(&other, Span::new(2, 3), "first \u{7}definition"),
        "error: Mistake\n   --> main.hcl:202:5\n    |\n202 | b = 2\n    |     ^\n    |\n   ::: main.hcl:1:1\n    |\n  \
         1 | a = 1\n    | - label\n    |\n   ::: other.hcl:3:1\n    |\n  3 | x = 1\n    | - first \
         \\u{7}definition\n    |\n    = help: The fix is here.",
    );
    // Only the first line of a long span is shown.
    let marked = format!("a = ⟦{{\n{}}}⟧\n", "\n".repeat(200));
    check(
        &sample(&marked),
        "error: Mistake\n --> main.hcl:1:5\n  |\n1 | a = {\n  |     ^\n  |\n  = help: The fix is here.",
    );
}

#[test]
fn long_lines_are_cut_on_both_sides() {
    let marked = format!("⟨a⟩ = [{} ⟦here⟧ {}⟨there⟩]\n", "日, ".repeat(5000), "2, ".repeat(5000));
    let (two, wide) = ("2, ".repeat(13), "日, ".repeat(7));
    check(
        &sample(&marked),
        &format!(
            "error: Mistake\n --> main.hcl:1:15007\n  |\n1 | a = [{wide}…日, {wide} here {two}… {two}there]\n  \
             | - label{:60}^^^^{:81}----- other\n  |\n  = help: The fix is here.",
            "", ""
        ),
    );
}

#[test]
fn help_and_notes_are_below() {
    let diagnostic = sample("⟦a⟧ = 1\n")
        .with_help("First do this.\n\nThen that.")
        .with_help("Or this.")
        .with_note("Use another type.");
    let excerpt = " --> main.hcl:1:1\n  |\n1 | a = 1\n  | ^\n  |\n  = help: The fix is here.";
    let help = "  = help: First do this.\n\n          Then that.\n  = help: Or this.";
    check(&diagnostic, &format!("error: Mistake\n{excerpt}\n{help}"));
    assert_eq!(
        Renderer::new().notes(true).render([&diagnostic]),
        format!("error: Mistake\n{excerpt}\n{help}\n  = note: Use another type.")
    );
    // `unwrap` shows the notes in debug builds.
    let error = serde_hcl::Error::from(diagnostic.clone());
    let notes = if cfg!(debug_assertions) { "\n  = note: Use another type." } else { "" };
    assert_eq!(format!("{error:?}"), format!("{error:#}{notes}"));
}

#[test]
fn messages_are_wrapped_at_the_width() {
    let source = Source::new("main.hcl", "a = 12345678\n");
    let diagnostic = Diagnostic::error(Category::Data, "Mistake", "The value is too long. Write less.")
        .at(Span::new(4, 12))
        .in_source(&source)
        .with_help("Write it like this:\n  a = 1\n\nAn_extremely_long_word stays.");
    let excerpt = "error: Mistake\n --> main.hcl:1:5\n  |\n1 | a = 12345678";
    for (width, expected) in [
        (
            40,
            "  |     ^^^^^^^^ the value is too long\n  |\n  = Write less.\n  = help: Write it like this:\n            \
             a = 1\n\n          An_extremely_long_word stays.",
        ),
        (
            37,
            "  |     ^^^^^^^^\n  |\n  = The value is too long. Write\n    less.\n  = help: Write it like this:\n            \
             a = 1\n\n          An_extremely_long_word\n          stays.",
        ),
        (
            20,
            "  |     ^^^^^^^^\n  |\n  = The value is too\n    long. Write\n    less.\n  = help: Write it\n          \
             like this:\n            a = 1\n\n          An_extremely_long_word\n          stays.",
        ),
    ] {
        let shown = Renderer::new().width(width).render([&diagnostic]);
        assert_eq!(shown, format!("{excerpt}\n{expected}"), "{width}:\n{shown}");
    }
}

#[test]
fn no_break_spaces_are_visible() {
    let source = Source::new("main.hcl", "a\u{a0}=\u{202f}1\n");
    let diagnostic = Diagnostic::error(Category::Syntax, "Mistake", "")
        .at(Span::new(1, 3))
        .in_source(&source)
        .with_replacement(Span::new(1, 3), " ");
    let excerpt = " --> main.hcl:1:2\n  |\n1 | a␣=␣1\n  |  ^";
    check(&diagnostic, &format!("error: Mistake\n{excerpt}\n  = possible fix:\n1 - a␣=␣1\n1 + a =␣1"));
}

#[test]
fn a_short_first_sentence_is_beside_the_mark() {
    let long = format!("The word {} is long.", "x".repeat(100));
    for (detail, beside, below) in [
        ("Not here. Did you mean \"b\"?", " not here; did you mean \"b\"?", ""),
        ("Expected \"a. b\\\".\". Write it.", " expected \"a. b\\\".\"", "Write it."),
        ("Two words", " two words", ""),
        ("JSON has none.\n\nWrite null.", " JSON has none", "Write null."),
        ("NaN, here.", " NaN, here", ""),
        ("Is it 1.5?", " is it 1.5?", ""),
        (&*long, "", &long),
        ("", "", ""),
    ] {
        let source = Source::new("main.hcl", "a = 1");
        let diagnostic = Diagnostic::error(Category::Data, "Mistake", detail.to_owned());
        let below = if below.is_empty() { String::new() } else { format!("\n  |\n  = {below}") };
        let excerpt = " --> main.hcl:1:1\n  |\n1 | a = 1\n  | ^";
        let expected = format!("error: Mistake\n{excerpt}{beside}{below}");
        check(&diagnostic.at(Span::new(0, 1)).in_source(&source), &expected);
    }
}

#[test]
fn replacements_are_shown_as_the_corrected_line() {
    for (marked, replacements, expected) in [
        ("a = \"⟦x\n⟧", &[(6, 6, "\"")][..], "1 | a = \"x\"\n  |       +"),
        ("a⟦:⟧ [80 443]\n", &[(1, 2, " ="), (6, 6, ",")], "1 - a: [80 443]\n1 + a = [80, 443]"),
        ("a = 1⟦,⟧\n", &[(5, 6, "")], "1 - a = 1,\n1 + a = 1"),
        ("a \"b\"⟦⟧\n{\n}\n", &[(5, 6, " ")], "1 - a \"b\"\n2 - {\n1 + a \"b\" {"),
        ("⟦a⟧ = 1\nb = 2\n", &[(0, 6, "")], "1 - a = 1"),
    ] {
        let mut diagnostic = sample(marked);
        for (start, end, text) in replacements {
            diagnostic = diagnostic.with_replacement(Span::new(*start, *end), *text);
        }
        let certain = diagnostic.clone().machine_applicable();
        for (diagnostic, title) in [(diagnostic, "possible fix:"), (certain, "fix:")] {
            let shown = format!("{diagnostic:#}");
            let lines = shown.split_once("here.\n").map(|it| it.1);
            assert_eq!(lines, Some(&*format!("  = {title}\n{expected}")), "\n{shown}");
        }
    }
}

#[test]
fn nothing_is_underlined_without_a_location() {
    check(&sample("a = 1"), "error: Mistake\n --> main.hcl\n  = help: The fix is here.");
    let warning = Diagnostic::warning(Category::Io, "Not\u{7} found", "");
    check(&warning, "warning: Not\\u{7} found");
}

#[test]
fn a_list_is_separated_by_empty_lines_and_has_a_maximum() {
    let error = |number| Diagnostic::error(Category::Data, format!("Error {number}"), "");
    let mut list: Diagnostics = (0..500).map(error).collect::<Vec<_>>().into();
    let shown = format!("{list:#}");
    assert!(shown.starts_with("error: Error 0\n\nerror: Error 1\n\n"), "{shown}");
    assert!(shown.ends_with("error: Error 49\n\n450 more errors not shown"), "{shown}");
    list.push(Diagnostic::warning(Category::Data, "Warning", ""));
    for (max, expected) in [
        (0, "500 more errors and 1 more warning not shown"),
        (1, "error: Error 0\n\n499 more errors and 1 more warning not shown"),
    ] {
        assert_eq!(Renderer::new().max_diagnostics(max).render(&list), expected);
    }
    let all = Renderer::new().max_diagnostics(501).render(&list);
    assert!(all.ends_with("error: Error 499\n\nwarning: Warning"), "{all}");
    assert_eq!(
        Renderer::new().max_diagnostics(500).render(&list).lines().last(),
        Some("1 more warning not shown")
    );
    assert_eq!(Renderer::new().render(&Diagnostics::new()), "");
}

#[test]
fn colors_are_added_on_request() {
    let shown = Renderer::new().color(true).render([&sample("⟦a⟧ = 1").with_help("Do.")]);
    assert_eq!(
        shown.replace('\u{1b}', "<"),
        "<[1m<[91merror<[0m<[1m: Mistake<[0m\n <[1m<[94m--> <[0mmain.hcl:1:1\n  <[1m<[94m|<[0m\n\
         <[1m<[94m1<[0m <[1m<[94m|<[0m a = 1\n  <[1m<[94m|<[0m <[1m<[91m^<[0m\n  <[1m<[94m|<[0m\n \
         <[1m<[94m = <[0m<[1mhelp: <[0mThe fix is here.\n <[1m<[94m = <[0m<[1mhelp: <[0mDo."
    );
}

#[test]
fn all_parts_are_serialized() {
    let source = Source::new("main.hcl", "é = \"👍\" x\n");
    let other = Source::new("other.hcl", "\na = 1\n");
    let diagnostic = Diagnostic::error(Category::Data, "Mistake", "Found a string.")
        .at(Span::new(12, 13))
        .with_label(Span::new(5, 11), "opened here")
        .with_label_in(&other, Span::new(1, 2), "other definition")
        .with_help("Remove it.")
        .with_note("Use Option.")
        .with_replacement(Span::new(11, 13), "")
        .in_source(&source);
    let range = |name, start, end| json!({ "filename": name, "start": start, "end": end });
    let pos = |line: u32, column: u32, byte: u32| json!({ "line": line, "column": column, "byte": byte });
    let expected = json!({
        "severity": "error",
        "category": "data",
        "summary": "Mistake",
        "detail": "Found a string.",
        "file": "main.hcl",
        "range": range("main.hcl", pos(1, 9, 12), pos(1, 10, 13)),
        "labels": [
            { "range": range("main.hcl", pos(1, 5, 5), pos(1, 8, 11)), "text": "opened here" },
            { "range": range("other.hcl", pos(2, 1, 1), pos(2, 2, 2)), "text": "other definition" },
        ],
        "help": ["Remove it."],
        "notes": ["Use Option."],
        "replacements": [{
            "range": range("main.hcl", pos(1, 8, 11), pos(1, 10, 13)),
            "text": "",
            "applicability": "maybe-incorrect",
        }],
    });
    let list = Diagnostics::from(diagnostic.clone());
    assert_eq!(serde_json::to_value(&diagnostic).expect("it is JSON"), expected);
    assert_eq!(serde_json::to_value(&list).expect("it is JSON"), json!([expected]));

    let utf16 = serde_json::to_value(Utf16(&list)).expect("it is JSON");
    let pos = |line: u32, character: u32| json!({ "line": line, "character": character });
    assert_eq!(utf16[0]["range"], range("main.hcl", pos(0, 9), pos(0, 10)));
    assert_eq!(utf16[0]["labels"][0]["range"], range("main.hcl", pos(0, 4), pos(0, 8)));
    assert_eq!(utf16[0]["labels"][1]["range"], range("other.hcl", pos(1, 0), pos(1, 1)));

    let error = serde_hcl::from_str::<BTreeMap<String, bool>>("a = 1\n").expect_err("it is a number");
    let error = serde_json::to_value(error.diagnostics()).expect("it is JSON");
    assert_eq!((&error[0]["code"], &error[0]["path"]), (&json!("type-mismatch"), &json!("a")));
}

#[test]
fn each_text_is_shown_once() {
    let diagnostic = Diagnostic::error(Category::Data, "Mistake", "Found a string.")
        .at(Span::new(4, 7))
        .with_label(Span::new(0, 1), "set here")
        .with_label_in(&Source::new("other.hcl", "\nb = 1\n"), Span::new(1, 2), "the other one")
        .with_help("Remove the quotes.")
        .with_note("Use a String.")
        .in_source(&Source::new("main.hcl", "a = \"x\"\n"));
    let labels = diagnostic.labels().iter().map(|label| label.text()).collect::<Vec<_>>();
    assert_eq!(labels, ["set here", "the other one"]);
    let labels = miette::Diagnostic::labels(&diagnostic).into_iter().flatten();
    let labels: Vec<_> = labels.map(|it| (it.label().map(str::to_owned), it.offset(), it.len())).collect();
    assert_eq!(labels, [(None, 4, 3), (Some("set here".to_owned()), 0, 1)]);
    let help = miette::Diagnostic::help(&diagnostic).map(|help| help.to_string());
    assert_eq!(
        help.as_deref(),
        Some("Remove the quotes.\nnote: Use a String.\nother.hcl:2:1: the other one")
    );
    let repeated = parse_file("a = 1\na = 2\n").diagnostics;
    let code = repeated.iter().next().and_then(miette::Diagnostic::code).map(|it| it.to_string());
    assert_eq!(code.as_deref(), Some("duplicate-attribute"));
    assert!(
        miette::Diagnostic::url(&diagnostic).is_none() && miette::Diagnostic::related(&diagnostic).is_none()
    );
}

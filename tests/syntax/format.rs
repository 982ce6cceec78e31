//! Formatting: the style, and the property that only white space changes.

use serde_hcl::{
    ast,
    body::File,
    fmt::{Style, format_bytes, format_terraform, format_with},
    format, parse_file,
};

use crate::generate::Generator;
use crate::{corpus, display, shape};
use test_support::rows::check_each;

#[track_caller]
fn texts_are_formatted(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        assert_eq!(format(text), *expected, "for {text:?}");
        assert_eq!(format(expected), *expected, "formatted again");
        assert_eq!(format_bytes(text.as_bytes()), expected.as_bytes());
    });
}

#[test]
fn tokens_have_one_space_or_none_between_them() {
    texts_are_formatted(&[
        ("a=1", "a = 1"),
        ("a = 1+2*3", "a = 1 + 2 * 3"),
        ("a = - b", "a = -b"),
        ("a = b-c - - d+1", "a = b-c - -d + 1"),
        ("a = [-1,- 2]", "a = [-1, -2]"),
        ("a = ! b", "a = !b"),
        ("a = b?c:d", "a = b ? c : d"),
        ("a = f ( b,c ... )", "a = f(b, c...)"),
        ("a = ns :: f(b)", "a = ns::f(b)"),
        ("a = b . c [ 0 ] . * . d", "a = b.c[0].*.d"),
        ("a = [ b,c ]", "a = [b, c]"),
        ("a = {b=1}", "a = { b = 1 }"),
        ("a = { }", "a = {}"),
        ("a = [for b in[1]:b]", "a = [for b in [1] : b]"),
        ("a = in [1]", "a = in[1]"),
        ("b \"x\"   y{c=1}", "b \"x\" y { c = 1 }"),
    ]);
}

#[test]
fn templates_keep_their_text() {
    texts_are_formatted(&[
        ("a = \"  b  ${ c }  \"", "a = \"  b  ${c}  \""),
        ("a = \"${ {b=1} }\"", "a = \"${ { b = 1 } }\""),
        ("a = \"%{ if b~}  c%{endif }\"", "a = \"%{if b~}  c%{endif}\""),
        ("a=<<X\n   b ${ c }\n  X\n", "a = <<X\n   b ${c}\n  X\n"),
        ("b {\na=<<-X\n c\nX\n}\n", "b {\n  a = <<-X\n c\nX\n}\n"),
    ]);
}

#[test]
fn a_brace_after_a_tilde_ends_a_sequence_everywhere() {
    texts_are_formatted(&[
        ("b { a = 1 ~}\n", "b { a = 1~}\n"),
        ("{ ~}\nc ~ }\n", "{ ~}\nc ~ }\n"),
        ("b {\na = 1\n~}\nc = [ ~~}\n", "b {\n  a = 1\n~}\nc = [~~}\n"),
        ("a = \"${ {b=1~} ~}\"\n", "a = \"${ { b = 1~}~}\"\n"),
    ]);
}

#[test]
fn a_line_ending_after_a_sign_in_a_heredoc_has_two_columns() {
    texts_are_formatted(&[
        ("a = <<E\r\nb\r\n${ # c\r\nd} # e\r\nE\r\n", "a = <<E\r\nb\r\n${ # c\r\nd} # e\r\nE\r\n"),
        ("<<E\n$\r\n${ # c\nd                 # e\n}\nE\n", "<<E\n$\r\n${ # c\nd         # e\n}\nE\n"),
        ("<<E\n$$\r\n${ # c\nd # e\n}\nE\n", "<<E\n$$\r\n${ # c\nd         # e\n}\nE\n"),
        ("<<E\n$\r\r\nb\r\nE\n  c=1\n", "<<E\n$\r\r\nb\r\nE\nc = 1\n"),
        ("<<E\nx\r\n${ # c\nd                 # e\n}\nE\n", "<<E\nx\r\n${ # c\nd        # e\n}\nE\n"),
    ]);
}

#[test]
fn a_sign_at_the_end_of_an_open_literal_is_not_part_of_it() {
    texts_are_formatted(&[
        ("\"${a}$", "\"${a} $"),
        ("\"\n%", "\"\n %"),
        ("\"\n$$", "\"\n$$"),
        ("<<E\n${a}%", "<<E\n${a} %"),
        ("<<E\na\n$", "<<E\na\n$"),
    ]);
}

#[test]
fn lines_are_indented_by_the_brackets_before_them() {
    texts_are_formatted(&[
        ("b {\na = 1\nc {\nd = 2\n}\n}\n", "b {\n  a = 1\n  c {\n    d = 2\n  }\n}\n"),
        ("a = [\n1,\n[\n2\n]\n]\n", "a = [\n  1,\n  [\n    2\n  ]\n]\n"),
        ("a = f({\nb = 1\n})\n", "a = f({\n  b = 1\n})\n"),
        ("a = [{\nb = 1\n}, {\nc = 2\n}]\n", "a = [{\n  b = 1\n  }, {\n  c = 2\n}]\n"),
        ("\ta = 1\n  \t \n b {\n\n }\n", "a = 1\n\nb {\n\n}\n"),
        ("b {\n# c\n// d\n/* e */\n}\n", "b {\n  # c\n  // d\n  /* e */\n}\n"),
        // Mismatched brackets.
        ("]\n}\na {\n", "]\n}\na {\n"),
        ("a = [{\n}\nb\n]\n", "a = [{\n  }\n  b\n]\n"),
    ]);
}

#[test]
fn values_and_comments_of_lines_next_to_each_other_are_aligned() {
    texts_are_formatted(&[
        ("a = 1\nbcd = 2\n", "a   = 1\nbcd = 2\n"),
        ("a = 1\n\nbcd = 2\n", "a = 1\n\nbcd = 2\n"),
        ("a = 1\n# c\nbcd = 2\n", "a = 1\n# c\nbcd = 2\n"),
        ("a = [\n]\nbcd = 2\n", "a = [\n]\nbcd = 2\n"),
        ("a = [1]\nbcd = {}\n", "a   = [1]\nbcd = {}\n"),
        ("a = 1 # x\nbcd = 22 // y\n", "a   = 1  # x\nbcd = 22 // y\n"),
        ("b { # x\nc = 1 # y\n}\n", "b {     # x\n  c = 1 # y\n}\n"),
        ("é = 1\ncd = 2\n", "é  = 1\ncd = 2\n"),
        ("\"e\u{301}\" = 1\n\"cd\" = 2\n", "\"e\u{301}\"  = 1\n\"cd\" = 2\n"),
        ("a = 1 # x\r\nbcd = 22 # y\r\n", "a   = 1  # x\r\nbcd = 22 # y\r\n"),
    ]);
}

/// Aligning them would make the output quadratic in the input.
#[test]
fn very_long_lines_and_many_levels_do_not_widen_all_lines() {
    let text = format!("{} = 1\nb = 1\n", "a".repeat(5000));
    assert_eq!(format(&text), text);
    let formatted = format(&"[\n".repeat(10_000));
    assert_eq!(formatted.lines().map(str::len).max(), Some(257));
}

#[test]
fn bytes_that_are_not_utf8_are_kept() {
    for (bytes, expected) in [
        (&b"a=\"\xff\"#b\n"[..], &b"a = \"\xff\" #b\n"[..]),
        (b"a=1#\xc3\x28\xed\xa0\x80\x1a\xef\xbf\xbd\n", b"a = 1 #\xc3\x28\xed\xa0\x80\x1a\xef\xbf\xbd\n"),
        // Bytes in the form of a character have the width of one.
        (b"a=\"\xed\xa0\x80\"#b\nc=\"x\"#d\n", b"a = \"\xed\xa0\x80\" #b\nc = \"x\" #d\n"),
    ] {
        assert_eq!(format_bytes(bytes), expected);
    }
}

#[test]
fn lines_after_a_heredoc_are_indented_in_the_corrected_style() {
    let table = [
        (
            "b {\na = <<E\n${\nf(\nx)\n}\nE\nc = 1\n}\n",
            "b {\n  a = <<E\n${\n  f(\n  x)\n}\nE\nc = 1\n}\n",
            "b {\n  a = <<E\n${\n    f(\n    x)\n  }\nE\n  c = 1\n}\n",
        ),
        (
            "b {\na = [<<E\n%{ if x\n}y%{ endif }\nE\n]\n}\nc = 1\n",
            "b {\n  a = [<<E\n%{if x\n  }y%{endif}\nE\n]\n}\nc = 1\n",
            "b {\n  a = [<<E\n%{if x\n    }y%{endif}\nE\n  ]\n}\nc = 1\n",
        ),
        ("a = 1 .e\n", "a = 1.e\n", "a = 1 .e\n"),
    ];
    check_each(&table, |(text, compatible, corrected)| {
        assert_eq!(format_with(text, Style::Compatible), *compatible, "for {text:?}");
        assert_eq!(format_with(text, Style::Corrected), *corrected, "for {text:?}");
    });
}

/// Checks that formatting changes only white space, keeps the meaning and the comments, and has no
/// effect the second time.
fn keeps_all(name: &str, text: &str, file: &File) {
    for style in [Style::Compatible, Style::Corrected] {
        let formatted = format_with(text, style);
        let marks =
            |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
        assert_eq!(marks(&formatted), marks(text.trim_start_matches('\u{feff}')), "{name}");
        assert_eq!(format_with(&formatted, style), formatted, "{name}: formatted twice");
        assert_eq!(formatted.lines().count(), text.lines().count(), "{name}: {formatted}");
        if style == Style::Corrected || !display::joins_numbers(text) {
            let again = crate::support::file(&formatted);
            let body = again.ast().expect("it is native");
            let before = file.ast().expect("it is native");
            assert_eq!(shape::of_body(body), shape::of_body(before), "{name}:\n{formatted}");
            if style == Style::Corrected {
                is_indented(&formatted, body, 0);
            }
        }
    }
}

/// Checks that each item that begins a line has the indentation of its level.
fn is_indented(text: &str, body: ast::Body<'_>, level: usize) {
    for item in body.items() {
        let before = &text[..item.span().start as usize];
        let indentation = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        if indentation.trim_start().is_empty() {
            assert_eq!(indentation.len(), 2 * level, "{text}");
        }
        if let ast::BodyItem::Block(block) = item {
            is_indented(text, block.body(), level + 1);
        }
    }
}

#[test]
fn files_that_people_wrote_keep_all_but_white_space() {
    for case in corpus::valid_cases("native", 4) {
        keeps_all(case.name, case.source.text(), &serde_hcl::parse_file(case.source.clone()).value);
    }
}

#[test]
fn generated_files_keep_all_but_white_space() {
    for seed in 0..1000 {
        let text = Generator::new(seed).file();
        keeps_all(&text, &text, &crate::support::file(&text));
    }
}

/// Broken text is formatted too, without losing any of it.
#[test]
fn texts_that_are_cut_off_keep_all_but_white_space() {
    for seed in 0..200 {
        let text = Generator::new(seed).file();
        for (end, _) in text.char_indices().step_by(7) {
            let formatted = format(&text[..end]);
            let marks = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(marks(&formatted), marks(&text[..end]));
        }
    }
}

#[track_caller]
fn terraform_is_formatted(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        let formatted = format_terraform(*text).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(formatted, *expected, "for {text:?}");
    });
}

#[test]
fn labels_of_terraform_are_quoted() {
    terraform_is_formatted(&[
        ("resource a b {\n}\n", "resource \"a\" \"b\" {\n}\n"),
        ("b \"\\u00e9\" \"a\\\"b\" {\n}\n", "b \"é\" \"a\\\"b\" {\n}\n"),
        ("b \"100%\" \"$${x}\" /* c */ d {\n}\n", "b \"100%\" \"$${x}\" /* c */ \"d\" {\n}\n"),
    ]);
}

#[test]
fn values_of_terraform_that_are_one_interpolation_are_unwrapped() {
    terraform_is_formatted(&[
        ("a = \"${x}\"\n", "a = x\n"),
        ("a = \"${~ f(\"${x}\") ~}\"\n", "a = f(\"${x}\")\n"),
        ("a = \"${f(\nx\n)}\"\n", "a = (f(\n  x\n))\n"),
        ("a = \"${\n(x +\ny)\n}\"\n", "a = (x +\ny)\n"),
        ("a = \"${x # c\n}\"\n", "a = x # c\n\n"),
        ("a = \"${x + # c\ny}\"\n", "a = (x + # c\ny)\n"),
        // The value would move to the next line.
        ("a = \"${ # c\nx}\"\n", "a = \"${ # c\nx}\"\n"),
        // Parts of a text, directives and elements stay unchanged.
        ("a = \"${x}y\"\n", "a = \"${x}y\"\n"),
        ("a = \"%{if x}${y}%{endif}\"\n", "a = \"%{if x}${y}%{endif}\"\n"),
        ("a = [\"${x}\"]\n", "a = [\"${x}\"]\n"),
    ]);
}

#[test]
fn interpolations_stay_where_the_next_text_would_become_a_part_of_them() {
    terraform_is_formatted(&[
        // The closing marker of a heredoc is alone on its line.
        ("a = \"${<<E\nx\nE\n}\"\n", "a = <<E\nx\nE\n"),
        ("a = \"${<<E\nx\nE\n}\" # c\n", "a = \"${<<E\nx\nE\n}\" # c\n"),
        ("b { a = \"${<<E\nx\nE\n}\" }\n", "b { a = \"${<<E\nx\nE\n}\" }\n"),
        ("a = \"${x +\n<<E\nx\nE\n}\"\n", "a = \"${x +\n  <<E\nx\nE\n}\"\n"),
        // A block on one line has no comment that ends it.
        ("b { a = \"${x # c\n}\" }\n", "b { a = \"${x # c\n}\" }\n"),
        ("b { a = \"${x +\ny # c\n}\" }\n", "b { a = (x +\n  y # c\n) }\n"),
        // Heredocs with sequences stay in any case.
        ("a = \"${<<E\n${x}\nE\n}\"\n", "a = \"${<<E\n${x}\nE\n}\"\n"),
        (
            "a = \"${f(\"${x}\", <<E\n%{if x}y%{endif}\nE\n)}\"\n",
            "a = \"${f(\"${x}\", <<E\n%{if x}y%{endif}\nE\n)}\"\n",
        ),
    ]);
}

/// For each value, in each place, before each end of the line.
#[test]
fn formatted_files_of_terraform_are_valid() {
    let values = [
        "x",
        "x # c\n",
        "\nx\n",
        "x +\ny",
        "x + # c\ny # d\n",
        "(x\n)",
        "<<E\nx\nE\n",
        "\n<<-E\n  x\n  E\n\n",
        "<<E\n${x}\nE\n",
        "<<E\nx\nE\n + 1",
        "1 +\n<<E\nx\nE\n",
        "f(<<E\nx\nE\n)",
        "/* c */ x /* d */",
        "{ a = 1 }",
        "[1, # c\n2]",
    ];
    let places = ["{}\n", "b {\n  {}\n  c = 1\n}\n", "b { {} }\n", "b \"l\" {\n  c {\n    {}}\n}\n"];
    for (place, value) in places.iter().flat_map(|place| values.map(|value| (place, value))) {
        for end in ["", " # e", " // e", " /* e */", " /* e */ /* f */"] {
            for (open, close) in [("${", "}"), ("${~", "~}"), ("${ ", " }")] {
                let text = place.replace("{}", &format!("a = \"{open}{value}{close}\"{end}"));
                let Ok(before) = parse_file(&*text).into_result() else { continue };
                let formatted = format_terraform(&*text).unwrap_or_else(|error| panic!("{error:#}"));
                let after = parse_file(&*formatted).into_result();
                let after = after.unwrap_or_else(|error| panic!("{text:?} becomes {formatted:?}: {error:#}"));
                assert_eq!(comments(&after), comments(&before), "{text:?} becomes {formatted:?}");
                assert_eq!(format(&formatted), formatted, "for {text:?}");
            }
        }
    }
}

fn comments(file: &File) -> Vec<String> {
    file.comments().map(|span| file.body().source().slice(span).trim_end().to_owned()).collect()
}

#[test]
fn types_of_variables_of_terraform_are_written_anew() {
    terraform_is_formatted(&[
        ("variable v {\n  type = \"list\"\n}\n", "variable \"v\" {\n  type = list(string)\n}\n"),
        ("variable \"v\" {\n  type = map\n}\n", "variable \"v\" {\n  type = map(any)\n}\n"),
        ("variable \"v\" {\n  type = \"${x}\"\n}\n", "variable \"v\" {\n  type = \"${x}\"\n}\n"),
        (
            "a {\n  variable \"v\" {\n    type = list\n  }\n}\n",
            "a {\n  variable \"v\" {\n    type = list\n  }\n}\n",
        ),
    ]);
}

/// The files parse as before, and keep their comments.
#[test]
fn files_of_terraform_that_people_wrote_stay_valid() {
    for case in corpus::valid_cases("native", 4) {
        let formatted = format_terraform(case.source.clone()).unwrap_or_else(|error| panic!("{error:#}"));
        let again = parse_file(formatted.as_str()).into_result();
        let again = again.unwrap_or_else(|error| panic!("{}: {error:#}", case.name));
        let before = parse_file(case.source).value;
        assert_eq!(comments(&again), comments(&before), "{}", case.name);
        assert_eq!(format(&formatted), formatted, "{}", case.name);
    }
}

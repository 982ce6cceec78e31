//! Printing: the canonical style, and reading printed text back as the same tree.

use serde_hcl::ast::ExpressionKind;
use serde_hcl::fmt::{Style, format_with};
use serde_json::Value;

use crate::generate::Generator;
use crate::support::{expression, file};
use crate::{corpus, shape};
use test_support::rows::check_each;

/// How many generated files are tried.
const SEEDS: u64 = 1000;

/// Checks that printing a file keeps its tree and its comments, and that printing or formatting the
/// result changes nothing.
fn survives(name: &str, file: &serde_hcl::body::File) {
    let printed = file.to_string();
    assert_eq!(format_with(&printed, Style::Corrected), printed, "{name}: formatted");
    let again = crate::support::file(&printed);
    assert_eq!(
        shape::of_body(again.ast().expect("it is native")),
        shape::of_body(file.ast().expect("it is native")),
        "{name}:\n{printed}"
    );
    assert_eq!(&again, file, "{name}:\n{printed}");
    assert_eq!(again.to_string(), printed, "{name}: printed twice");
    let comments = |file: &serde_hcl::body::File| -> Vec<String> {
        file.comments().map(|span| file.body().source().slice(span).to_owned()).collect()
    };
    assert_eq!(comments(&again), comments(file), "{name}:\n{printed}");
}

/// Returns whether there is white space around a point after a digit.
pub fn joins_numbers(text: &str) -> bool {
    text.match_indices('.').any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        before.trim_end().ends_with(|last: char| last.is_ascii_digit())
            && (before.ends_with(char::is_whitespace) || after.starts_with(char::is_whitespace))
    })
}

fn expression_survives(name: &str, expression: &serde_hcl::Expression) {
    let printed = expression.to_string();
    let again = crate::support::expression(&printed);
    assert_eq!(
        shape::of(again.ast().expect("it is native")),
        shape::of(expression.ast().expect("it is native")),
        "{name}: {printed}"
    );
    assert_eq!(&again, expression, "{name}: {printed}");
    assert_eq!(again.to_string(), printed, "{name}: printed twice");
}

#[test]
fn files_that_people_wrote_survive() {
    for case in corpus::valid_cases("native", 4) {
        survives(case.name, &serde_hcl::parse_file(case.source).value);
    }
}

/// Through serde, which has no comments.
#[test]
fn files_that_people_wrote_survive_being_serialized() {
    for case in corpus::valid_cases("native", 4) {
        let file = serde_hcl::parse_file(case.source).value;
        let written =
            serde_hcl::to_string(file.body()).unwrap_or_else(|error| panic!("{}: {error:#}", case.name));
        assert_eq!(format_with(&written, Style::Corrected), written, "{}: formatted", case.name);
        let again = serde_hcl::parse_file(written.as_str()).into_result();
        let again = again.unwrap_or_else(|error| panic!("{}: {error:#}", case.name));
        assert_eq!(
            shape::of_body(again.ast().expect("it is native")),
            shape::of_body(file.ast().expect("it is native")),
            "{}:\n{written}",
            case.name
        );
    }
}

#[test]
fn templates_that_people_wrote_are_printed_as_they_are() {
    for case in corpus::valid_cases("template", 1) {
        let template = serde_hcl::parse_template(case.source.clone()).into_result().expect("it is sound");
        assert_eq!(template.to_string(), case.source.text(), "{}", case.name);
    }
}

#[test]
fn conformance_cases_survive() {
    for row in rows("structure") {
        let Some(text) = row["src"].as_str() else { continue };
        if let Ok(file) = serde_hcl::parse_file(text).into_result() {
            survives(text, &file);
        }
    }
    for row in rows("expr").into_iter().chain(rows("functions")).chain(rows("static")) {
        let Some(text) = row["expr"].as_str() else { continue };
        if let Ok(expression) = serde_hcl::parse_expression(text).into_result() {
            expression_survives(text, &expression);
        }
    }
    for row in rows("template") {
        let Some(text) = row["template"].as_str() else { continue };
        if let Ok(template) = serde_hcl::parse_template(text).into_result() {
            assert_eq!(template.to_string(), text);
        }
    }
}

fn rows(kind: &str) -> Vec<Value> {
    let path = corpus::shared().join("conformance").join(kind).with_extension("jsonl");
    let Ok(rows) = std::fs::read_to_string(path) else { return Vec::new() };
    rows.lines().map(|row| serde_json::from_str(row).expect("a row is JSON")).collect()
}

#[track_caller]
fn files_are_printed(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        let file = file(text);
        assert_eq!(file.to_string(), *expected, "for {text:?}");
        survives(text, &file);
    });
}

#[track_caller]
fn expressions_are_printed(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        let expression = expression(text);
        assert_eq!(expression.to_string(), *expected, "for {text:?}");
        expression_survives(text, &expression);
    });
}

#[test]
fn expressions_have_single_spaces() {
    expressions_are_printed(&[
        ("a+b*c", "a + b * c"),
        ("-  a", "-a"),
        ("! ! a", "!!a"),
        ("a - - b", "a - -b"),
        ("a?b:c?d:e", "a ? b : c ? d : e"),
        ("( a )", "(a)"),
        ("a . b [ 0 ] . * . c [ * ]", "a.b[0].*.c[*]"),
        ("a . 0 . b", "a.0.b"),
        ("f ( a ,b,c... )", "f(a, b, c...)"),
        ("f(a.* ... )", "f(a.*...)"),
        ("f(a[ * ] ... )", "f(a[*]...)"),
        ("ns :: f()", "ns::f()"),
        ("[ ]", "[]"),
        ("[ a,b, ]", "[a, b]"),
        ("{ }", "{}"),
        ("{a=1,\"b\":2,(c)=3}", "{ a = 1, \"b\" = 2, (c) = 3 }"),
        ("[ for a,b in c:d if e ]", "[for a, b in c : d if e]"),
        ("{for a,b in c:d=>e... if f}", "{ for a, b in c : d => e... if f }"),
        ("null", "null"),
    ]);
}

#[test]
fn spaces_are_those_of_the_formatter_where_tokens_have_several_meanings() {
    expressions_are_printed(&[
        ("[for x in -y : -x if -z]", "[for x in - y : -x if - z]"),
        ("{for k,v in (a):-k=>-v if (b)}", "{ for k, v in(a) : -k => - v if(b) }"),
        ("[for x in [1] : [x] if [x]]", "[for x in [1] : [x] if[x]]"),
        ("[for x in in[0] : x if in[0]]", "[for x in in [0] : x if in [0]]"),
        ("[for x in in : x if index]", "[for x in in : x if index]"),
        ("a.*-b", "a.* -b"),
        ("a[*]-b", "a[*] - b"),
        ("a.*[0]", "a.* [0]"),
        ("\"x\"[0][*].y", "\"x\" [0][*].y"),
        ("(a)[0]", "(a)[0]"),
        ("f()[0].b", "f()[0].b"),
        ("{ a = 1 }[b]", "{ a = 1 }[b]"),
        ("(a -\n-b)", "(\n  a -\n  -b\n)"),
        ("(\na\n-b)", "(\n  a\n  -b\n)"),
        ("!-a && !(b)", "!-a && !(b)"),
        ("a ? -b : -c", "a ? -b : -c"),
        ("\"${a.b[0]}-${ -c }\"", "\"${a.b[0]}-${- c}\""),
    ]);
}

#[test]
fn literals_are_printed_as_they_are_written() {
    expressions_are_printed(&[(r#""a${ b }%{ if c }d%{ endif }$${""#, r#""a${b}%{if c}d%{endif}$${""#)]);
    for text in [
        "007",
        "1.50",
        "1e3",
        r#""a\u00e9\n${b}%{if c}d%{endif}$${""#,
        "<<EOT\n  a ${b}\nEOT\n",
        "<<-EOT\n    a\n  EOT\n",
        "[<<A\na\nA\n  , <<B\nb\nB\n]",
        "{ a = <<X\nx\nX\n}",
    ] {
        expressions_are_printed(&[(text, text)]);
    }
}

#[test]
fn numbers_and_steps_do_not_run_together() {
    expressions_are_printed(&[
        ("1 . e5", "1 .e5"),
        ("1 . e", "1.e"),
        ("1 . 5", "1 .5"),
        ("a. 1 . 5", "a.1 .5"),
        ("a.0 .e-1", "a.0 .e-1"),
        ("a.0.endpoint", "a.0.endpoint"),
    ]);
}

#[test]
fn line_breaks_are_kept_in_brackets() {
    expressions_are_printed(&[
        ("a +\nb", "a + b"),
        ("[\na]", "[\n  a,\n]"),
        ("[a,\nb]", "[\n  a,\n  b,\n]"),
        ("[\n1, 2,\n\n\n3, 4]", "[\n  1, 2,\n\n  3, 4,\n]"),
        ("{a=1\nbcd=2}", "{\n  a   = 1\n  bcd = 2\n}"),
        ("{\na=1, b=[\n1]}", "{\n  a = 1\n  b = [\n    1,\n  ]\n}"),
        ("f(a, {\nb=1})", "f(a, {\n  b = 1\n})"),
        ("[{\na=1\n}, {\nb=2\n}]", "[{\n  a = 1\n  }, {\n  b = 2\n}]"),
        ("f(\na,b)", "f(\n  a, b\n)"),
        ("f(\na...\n)", "f(\n  a...\n)"),
        ("(a\n&& b\n)", "(\n  a\n  && b\n)"),
        ("(a &&\nb)", "(\n  a &&\n  b\n)"),
        ("(a\n? b\n: c)", "(\n  a\n  ? b\n  : c\n)"),
        ("(a\n.b)", "(\n  a\n  .b\n)"),
        ("a[\n0]", "a[\n  0\n]"),
        ("[for v in xs:\nv\nif v]", "[\n  for v in xs :\n  v\n  if v\n]"),
        ("{for k,v in xs:k=>{\na=v}}", "{ for k, v in xs : k => {\n  a = v\n} }"),
        ("[\n]", "[]"),
        ("{\n\n}", "{}"),
        ("f(<<X\nx\nX\n, 1)", "f(<<X\nx\nX\n, 1)"),
        ("[\n<<X\nx\nX\n, 1]", "[\n  <<X\nx\nX\n  , 1,\n]"),
    ]);
}

#[test]
fn bodies_are_indented_and_aligned() {
    files_are_printed(&[
        ("", ""),
        ("\n\n", ""),
        ("a=1", "a = 1\n"),
        ("a=1\nbcd=2\n\ne=3\n", "a   = 1\nbcd = 2\n\ne = 3\n"),
        ("a=1\n\n\n\nb=2\n", "a = 1\n\nb = 2\n"),
        ("é=1\nab=2\n", "é  = 1\nab = 2\n"),
        ("a=[\n1]\nbcd=2\n", "a = [\n  1,\n]\nbcd = 2\n"),
        ("ab=<<X\n x\nX\ncde=2\n", "ab  = <<X\n x\nX\ncde = 2\n"),
        ("b{}\nb{\n}\n", "b {}\nb {}\n"),
        ("b x \"y\"{a=1}", "b \"x\" \"y\" { a = 1 }\n"),
        ("b{\na=1\n}\n", "b {\n  a = 1\n}\n"),
        ("a=1\nb{\nc=1\n}\nd=1\n", "a = 1\n\nb {\n  c = 1\n}\n\nd = 1\n"),
        ("b{\n\nc{\nd{\n}\n}\n\n}\n", "b {\n  c {\n    d {}\n  }\n}\n"),
        ("b { a = [\n1] }", "b { a = [\n  1,\n] }\n"),
        ("\u{feff}a=1\r\nb=<<X\r\nx\r\nX\r\n", "a = 1\nb = <<X\r\nx\r\nX\n"),
    ]);
}

/// Parts of a text that have the style already are copied, the rest is not.
#[test]
fn white_space_of_the_source_is_replaced_where_it_differs() {
    const PRINTED: &str = "\
a   = 1   # x
bcd = 234 # y
é   = 3   # z

b \"c\" {
  d = f(1, {
    e    = [g.h, -i[0]]
    j.kl = \"m  n\"
  })

  # o
  p {
    q = {
      r = s ? t : u
    }
  }

  v = <<-E
    w =  1
  E
  x = [for y in z : y if y]
}
";
    assert_eq!(file(PRINTED).to_string(), PRINTED);
    for (from, to) in [
        ("a   =", "a ="),
        ("a   =", "a     ="),
        ("a   =", "a                                                        ="),
        ("a   =", "a\t="),
        ("1   #", "1#"),
        ("1   #", "1       #"),
        ("1   #", "1 \t #"),
        ("é   =", "é  ="),
        ("é   =", "é      ="),
        ("3   #", "3 #"),
        ("\n\nb", "\n\n\nb"),
        ("\n\nb", "\nb"),
        ("\n\nb", "\r\n\r\nb"),
        ("b \"c\" {\n", "b   c{\n\n"),
        ("  d = f(", "d    =    f ("),
        ("  d = f(", "      d  = f("),
        ("(1, {", "( 1,{"),
        ("    e    =", "      e ="),
        ("e    =", "e =   "),
        ("[g.h, -i[0]]", "[ g . h,-i [ 0 ] ]"),
        ("\n    j", "\nj"),
        ("  })\n", "})\n"),
        ("  })\n", "      } )\n"),
        ("  })\n\n", "  })\n  \n\n"),
        ("\n\n  # o\n", "\n# o\n"),
        ("    q = {\n", "    q      = {\n"),
        ("r = s ? t : u", "r=s?t:u"),
        ("  }\n  }\n\n", "  }\n\n  }\n"),
        ("  }\n  }\n\n", "}\n}\n\n"),
        ("  }\n  }\n\n", "      }\n      }\n\n"),
        ("[for y in z : y if y]", "[ for  y in z:y  if y ]"),
    ] {
        let text = PRINTED.replacen(from, to, 1);
        assert_ne!(text, PRINTED, "{from:?}");
        assert_eq!(file(&text).to_string(), PRINTED, "{text}");
    }
}

#[test]
fn comments_stay_where_they_are() {
    files_are_printed(&[
        ("#a\n\n\n//b\n", "#a\n\n//b\n"),
        ("# a\nb=1", "# a\nb = 1\n"),
        ("# license\n\nb {\na=1\n}", "# license\n\nb {\n  a = 1\n}\n"),
        ("a=1#x\nbcd=2   //y\n", "a   = 1 #x\nbcd = 2 //y\n"),
        ("a=1 # x\nb=234 # y\n", "a = 1   # x\nb = 234 # y\n"),
        ("a=1\n# c\nb {\nd=1 # e\n# f\n}\n# g", "a = 1\n\n# c\nb {\n  d = 1 # e\n  # f\n}\n# g\n"),
        ("b { # x\na=1\n}", "b { # x\n  a = 1\n}\n"),
        ("b {\n# x\n}", "b {\n  # x\n}\n"),
        ("b { /* x */ }", "b { /* x */ }\n"),
        ("/* a */ b /* c */ = /* d */ 1 /* e */ # f", "/* a */\nb = /* c */ /* d */ 1 /* e */ # f\n"),
        ("/* a\n   b */\nc=1", "/* a\n   b */\nc = 1\n"),
        (
            "a=[ # b\n1, # c\n# d\n2 # e\n, 3\n# f\n]",
            "a = [ # b\n  1,  # c\n  # d\n  2, # e\n  3,\n  # f\n]\n",
        ),
        ("a = [\n  1,      # b\n  22, # c\n]\n", "a = [\n  1,  # b\n  22, # c\n]\n"),
        ("a = f(\n  b,    # c\n  d     # e\n)\n", "a = f(\n  b, # c\n  d  # e\n)\n"),
        ("a = (\n  b     # c\n  && d\n)\n", "a = (\n  b # c\n  && d\n)\n"),
        ("a={ # b\nc=1 # d\n# e\n}", "a = {   # b\n  c = 1 # d\n  # e\n}\n"),
        ("a=(b # c\n&& d)", "a = (\n  b # c\n  && d\n)\n"),
        ("a=[for x in y: # b\nx]", "a = [\n  for x in y : # b\n  x\n]\n"),
        ("a = \"${ # b\nc}\"", "a = \"${ # b\nc}\"\n"),
    ]);
    // A comment in an expression on a single line becomes an inline comment.
    expressions_are_printed(&[("a + # b\nc", "a + /* b */ c"), ("a + // b */\nc", "a + /* b * / */ c")]);
}

#[test]
fn every_view_and_handle_prints_itself() {
    let file = file("b x {\n# one\na=f(x . y[0],\"s ${t}\")\n}");
    let block = file.ast().expect("it is native").blocks().next().expect("there is a block");
    let attribute = block.body().attribute("a").expect("there is an attribute");
    assert_eq!(block.to_string(), "b \"x\" {\n  # one\n  a = f(x.y[0], \"s ${t}\")\n}");
    assert_eq!(block.labels().next().map(|label| label.to_string()).as_deref(), Some("\"x\""));
    assert_eq!(block.body().to_string(), "# one\na = f(x.y[0], \"s ${t}\")\n");
    assert_eq!(attribute.to_string(), "a = f(x.y[0], \"s ${t}\")");
    assert_eq!(file.body().to_string(), file.to_string());
    let ExpressionKind::FunctionCall(call) = attribute.expression().kind() else { panic!("{attribute}") };
    assert_eq!(call.to_string(), "f(x.y[0], \"s ${t}\")");
    let kinds: Vec<_> = call.arguments().map(|argument| argument.kind()).collect();
    let [ExpressionKind::Postfix(traversal), ExpressionKind::Template(template)] = kinds[..] else {
        panic!("{call}")
    };
    assert_eq!((traversal.to_string(), template.to_string()), ("x.y[0]".into(), "\"s ${t}\"".into()));
}

#[test]
fn texts_of_every_layout_survive() {
    for seed in 0..SEEDS {
        let text = Generator::new(seed).file();
        survives(&format!("seed {seed}: {text}"), &file(&text));
        let text = Generator::new(seed).expression_alone();
        expression_survives(&format!("seed {seed}: {text}"), &expression(&text));
    }
}

//! Templates: quoted, heredocs, and standalone. Specification: native syntax, "Templates".

use crate::support::{
    expressions_are_refused, expressions_have_shapes, templates_are_refused, templates_have_shapes,
};

#[test]
fn quoted_templates_have_literals_and_sequences() {
    expressions_have_shapes(&[
        (r#""${a}""#, "(template ${a})"),
        (r#""x ${a} y""#, r#"(template "x " ${a} " y")"#),
        (r#""${a}${b}""#, "(template ${a} ${b})"),
        (r#""${ a + 1 }""#, "(template ${(a + 1)})"),
        (r#""${"${"deep"}"}""#, r#"(template ${(template ${"deep"})})"#),
        (r#""${f("x", {a = 1})}""#, r#"(template ${(call f "x" {a: 1})})"#),
        (r#""\"${a}\n""#, r#"(template "\"" ${a} "\n")"#),
        ("\"${\n  a # not the end\n}\"", "(template ${a})"),
        (r#""%{ if a }x%{ else }y%{ endif }""#, r#"(template (if a ["x"] ["y"]))"#),
        (r#""%{ for v in xs }${v},%{ endfor }""#, r#"(template (for v in xs [${v} ","]))"#),
    ]);
    expressions_are_refused(&[
        r#""${""#,
        r#""${}""#,
        r#""${a""#,
        r#""${a}"#,
        r#""${a b}""#,
        r#""%{}""#,
        r#""%{ a }""#,
        r#""%{ if }""#,
        r#""%{ if a }""#,
        r#""%{ endif }""#,
        r#""%{ for x }""#,
        r#""%{ for v in xs }""#,
        "\"${a}\n\"",
        "\"a\n${b}\"",
    ]);
}

#[test]
fn marks_without_a_sequence_are_literal() {
    expressions_have_shapes(&[
        (r#""$${a}""#, r#""${a}""#),
        (r#""%%{ if a }""#, r#""%{ if a }""#),
        (r#""$$${a}""#, r#""$${a}""#),
        (r#""$a 5% $$ %% $""#, r#""$a 5% $$ %% $""#),
        (r#""{a} } {""#, r#""{a} } {""#),
        (r#""$${a} ${b}""#, r#"(template "${a} " ${b})"#),
    ]);
    templates_have_shapes(&[
        ("$${a}", r#""${a}""#),
        ("$", r#""$""#),
        ("$$", r#""$$""#),
        ("100%", r#""100%""#),
        (r"a\n", r#""a\\n""#),
        ("\"quoted\"", r#""\"quoted\"""#),
    ]);
}

#[test]
fn standalone_templates_need_no_quotes() {
    templates_have_shapes(&[
        ("", r#""""#),
        ("plain\ntext\n", r#""plain\ntext\n""#),
        ("Hello, ${name}!\n", r#"(template "Hello, " ${name} "!\n")"#),
        ("${a}", "(template ${a})"),
        ("# no ${comment}", r##"(template "# no " ${comment})"##),
        ("a\r\n${b}\r\n", r#"(template "a\r\n" ${b} "\r\n")"#),
        ("\u{feff}a", r#""a""#),
        ("a\rb", r#""a\rb""#),
    ]);
    templates_are_refused(&["${", "${a", "${}", "%{ if a }", "%{ else }", "%{ endfor }", "${a}}${"]);
}

#[test]
fn directives_can_be_nested() {
    templates_have_shapes(&[
        ("%{ if a }x%{ endif }", r#"(template (if a ["x"]))"#),
        ("%{ if a }%{ endif }", "(template (if a []))"),
        ("%{ if a }%{ else }%{ endif }", "(template (if a []))"),
        ("%{if a}x%{else}y%{endif}", r#"(template (if a ["x"] ["y"]))"#),
        ("%{ if a && b }x%{ endif }", r#"(template (if (a && b) ["x"]))"#),
        ("%{ if a }%{ if b }x%{ endif }%{ endif }", r#"(template (if a [(if b ["x"])]))"#),
        ("%{ if a }1%{ else }%{ if b }2%{ endif }%{ endif }", r#"(template (if a ["1"] [(if b ["2"])]))"#),
        ("%{ for v in xs }${v}%{ endfor }", "(template (for v in xs [${v}]))"),
        ("%{ for k, v in xs }%{ endfor }", "(template (for k, v in xs []))"),
        ("%{ for v in [1, 2] }x%{ endfor }", r#"(template (for v in [1 2] ["x"]))"#),
        (
            "%{ for v in xs }%{ if v }${v}%{ endif }, %{ endfor }end",
            r#"(template (for v in xs [(if v [${v}]) ", "]) "end")"#,
        ),
    ]);
    templates_are_refused(&[
        "%{ if a }",
        "%{ if a }%{ endfor }",
        "%{ for v in xs }%{ endif }",
        "%{ for v in xs }",
        "%{ else }",
        "%{ if a }%{ else }%{ else }%{ endif }",
        "%{ for v in xs }%{ else }%{ endfor }",
        "%{ if a }%{ for v in xs }%{ endif }%{ endfor }",
        "%{ elseif a }",
        "%{ iff a }%{ endif }",
        "%{ endif a }",
        "%{ if a }%{ else b }%{ endif }",
        "%{ for in xs }%{ endfor }",
        "%{ for v xs }%{ endfor }",
    ]);
}

#[test]
fn strip_markers_remove_adjacent_space() {
    templates_have_shapes(&[
        ("a ${~ b} c", r#"(template "a" ${b} " c")"#),
        ("a ${b ~} c", r#"(template "a " ${b} "c")"#),
        ("a ${~ b ~} c", r#"(template "a" ${b} "c")"#),
        ("a\n  ${~ b}", r#"(template "a\n" ${b})"#),
        ("a\n${~ b}", r#"(template "a" ${b})"#),
        ("${a ~}\n  b", r#"(template ${a} "  b")"#),
        ("${a ~}  ${~ b}", r#"(template ${a} "" ${b})"#),
        ("x %{~ if a ~} y %{~ else ~} z %{~ endif ~} w", r#"(template "x" (if a ["y"] ["z"]) "w")"#),
        ("%{ for v in xs ~}\n${v}\n%{ endfor ~}\nend", r#"(template (for v in xs ["" ${v} "\n"]) "end")"#),
    ]);
    expressions_have_shapes(&[(r#""a ${~b~} c""#, r#"(template "a" ${b} "c")"#)]);
}

#[test]
fn heredocs_end_at_their_marker() {
    expressions_have_shapes(&[
        ("<<EOT\nEOT\n", r#""""#),
        ("<<EOT\ntext\nEOT\n", r#""text\n""#),
        ("<<EOT\n  one\n    two\nEOT\n", r#""  one\n    two\n""#),
        ("<<EOT\n\nEOT\n", r#""\n""#),
        ("<<EOT\na\n  EOT\n", r#""a\n""#),
        ("<<EOT\nEOTX\nX EOT\nEOT\n", r#""EOTX\nX EOT\n""#),
        ("<<É-1\na\nÉ-1\n", r#""a\n""#),
        ("<<EOT\r\na\r\nEOT\r\n", r#""a\r\n""#),
        ("<<EOT\n\"q\" \\n\nEOT\n", r#""\"q\" \\n\n""#),
        ("<<EOT\na ${b} c\nEOT\n", r#"(template "a " ${b} " c\n")"#),
        ("<<EOT\n${a}\nEOT\n", r#"(template ${a} "\n")"#),
        ("<<EOT\n$${a} %%{b}\nEOT\n", r#""${a} %{b}\n""#),
        ("<<EOT\n%{ if a ~}\nx\n%{ endif ~}\nEOT\n", r#"(template (if a ["x\n"]) "")"#),
        ("<<EOT\n${<<IN\ndeep\nIN\n}\nEOT\n", r#"(template ${"deep\n"} "\n")"#),
        ("[<<A\na\nA\n, <<B\nb\nB\n]", r#"["a\n" "b\n"]"#),
    ]);
    expressions_are_refused(&[
        "<<EOT",
        "<<EOT\n",
        "<<EOT\nEOT",
        "<<EOT\na",
        "<<EOT\na EOT\n",
        "<< EOT\nEOT\n",
        "<<EOT x\nEOT\n",
        "<<\"EOT\"\nEOT\n",
        "<<1\n1\n",
        "<<EOT\n${a\nEOT\n",
        "<<-\nEOT\n",
        "<<~EOT\nEOT\n",
    ]);
}

#[test]
fn flush_heredocs_lose_the_indentation_their_lines_share() {
    expressions_have_shapes(&[
        ("<<-EOT\n  one\n  two\n  EOT\n", r#""one\ntwo\n""#),
        ("<<-EOT\n    one\n  two\nEOT\n", r#""  one\ntwo\n""#),
        ("<<-EOT\n  one\n\n  two\nEOT\n", r#""one\n\ntwo\n""#),
        ("<<-EOT\n  one\n \n  two\nEOT\n", r#""one\n \ntwo\n""#),
        ("<<-EOT\n\tone\n  two\nEOT\n", r#""one\n two\n""#),
        ("<<-EOT\n  ${a}\n    b\nEOT\n", r#"(template "" ${a} "\n  b\n")"#),
        ("<<-EOT\n  a\n${b}\n  EOT\n", r#"(template "  a\n" ${b} "\n")"#),
        ("<<-EOT\n  %{ if a }\n    x\n  %{ endif }\n  EOT\n", r#"(template "" (if a ["\n  x\n"]) "\n")"#),
        ("<<-EOT\n  a ${b}\n  c\n  EOT\n", r#"(template "a " ${b} "\nc\n")"#),
        ("<<-EOT\n  one\n\n \n    two\n\nEOT\n", r#""one\n\n \n  two\n\n""#),
        ("<<-EOT\n  a\n\n${~ b}\n  EOT\n", r#"(template "  a\n" ${b} "\n")"#),
        ("<<-EOT\na\n  b\n\n  EOT\n", r#""a\n  b\n\n""#),
        ("<<-EOT\n  a\nb\n    ${c}\n EOT\n", r#"(template "  a\nb\n    " ${c} "\n")"#),
        ("<<-EOT\n  EOT\n", r#""""#),
    ]);
}

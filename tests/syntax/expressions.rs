//! Expressions. Specification: native syntax, "Expressions".

use crate::support::{
    expressions_are_refused, expressions_have_shapes, files_are_refused, files_have_shapes,
};

#[test]
fn literals_have_their_values() {
    expressions_have_shapes(&[
        ("0", "0"),
        ("007", "007"),
        ("1.50", "1.50"),
        ("1.e3", "1.e3"),
        ("12e-3", "12e-3"),
        ("1E+9", "1E+9"),
        ("999999999999999999", "999999999999999999"),
        ("9999999999999999999999", "9999999999999999999999"),
        ("true", "true"),
        ("false", "false"),
        ("null", "null"),
        // Keywords are whole words at the start of an expression.
        ("truer", "truer"),
        ("null-x", "null-x"),
        ("a.null", "(get a .null)"),
        ("null.a", "(get null .a)"),
        ("\"\"", "\"\""),
        ("\"text\"", "\"text\""),
        (r#""a \"b\" \\ \n\r\t""#, r#""a \"b\" \\ \n\r\t""#),
        (r#""\u00e9\U0001F600""#, r#""é😀""#),
        ("\"tab\there\"", r#""tab\there""#),
    ]);
    expressions_are_refused(&[
        "1.",
        ".5",
        "1.2.3",
        "1e",
        "1e+",
        "1_000",
        "0x1F",
        "1a",
        "\"",
        "\"a",
        "\"a\nb\"",
        "\"a\rb\"",
        r#""\x41""#,
        r#""\u12""#,
        r#""\ud800""#,
        r#""\U00110000""#,
        r#""\'""#,
        "'a'",
        "`a`",
    ]);
}

#[test]
fn operators_have_precedence() {
    expressions_have_shapes(&[
        ("a || b && c", "(a || (b && c))"),
        ("a && b || c", "((a && b) || c)"),
        ("a && b == c", "(a && (b == c))"),
        ("a == b < c", "(a == (b < c))"),
        ("a < b + c", "(a < (b + c))"),
        ("a + b * c", "(a + (b * c))"),
        ("a * b + c", "((a * b) + c)"),
        ("a * b + c / d - e % f", "((a * b) + (c / d) - (e % f))"),
        ("a || b == c + d * e", "(a || (b == (c + (d * e))))"),
        ("a * b + c == d || e", "((((a * b) + c) == d) || e)"),
        ("-a * b", "((- a) * b)"),
        ("-a.b", "(- (get a .b))"),
        ("!a == b", "((! a) == b)"),
        ("a - -b", "(a - (- b))"),
        ("a--b", "a--b"),
        ("(a + b) * c", "((paren (a + b)) * c)"),
        ("a == b ? c : d", "(cond (a == b) c d)"),
        ("a ? b : c + d", "(cond a b (c + d))"),
        ("a || b ? c : d", "(cond (a || b) c d)"),
    ]);
}

#[test]
fn operators_of_one_level_are_one_node() {
    expressions_have_shapes(&[
        ("a + b - c + d", "(a + b - c + d)"),
        ("a * b / c % d", "(a * b / c % d)"),
        ("a == b != c", "(a == b != c)"),
        ("a < b <= c > d >= e", "(a < b <= c > d >= e)"),
        ("a && b && c", "(a && b && c)"),
        ("a || b || c", "(a || b || c)"),
        ("a + b * c * d + e", "(a + (b * c * d) + e)"),
        ("a+b-c", "(a + b-c)"),
        ("!!-x", "(!!- x)"),
        ("- - 1", "(-- 1)"),
        ("a ? b : c ? d : e ? f : g", "(cond a b c d e f g)"),
        ("a ? b ? c : d : e", "(cond a (cond b c d) e)"),
        ("a ? b : (c ? d : e)", "(cond a b (paren (cond c d e)))"),
    ]);
    expressions_are_refused(&[
        "+a", "a +", "a + * b", "a b", "a === b", "a = b", "a <> b", "a & b", "a | b", "a ^ b", "a ** b",
        "a ++ b", "~a", "a ?", "a ? b", "a ? b :", "a ? : b", "a : b", "? a : b", "a << b", "a >> b",
        "a ! b", "a !",
    ]);
}

#[test]
fn variables_have_attributes_indexes_and_splats() {
    expressions_have_shapes(&[
        ("a", "a"),
        ("a.b.c", "(get a .b .c)"),
        ("a . b", "(get a .b)"),
        ("a\n.b", "(get a .b)"),
        ("a /* x */ . /* y */ b", "(get a .b)"),
        ("a[0]", "(get a [0])"),
        ("a[\"k\"].b", "(get a [\"k\"] .b)"),
        ("a[b.c][d]", "(get a [(get b .c)] [d])"),
        ("a [ 0 ]", "(get a [0])"),
        ("a[1 + 2]", "(get a [(1 + 2)])"),
        ("a[-1]", "(get a [(- 1)])"),
        ("a.0", "(get a .0)"),
        ("a.0.b", "(get a .0 .b)"),
        ("a.0.b.1", "(get a .0 .b .1)"),
        ("a . 0 . b", "(get a .0 .b)"),
        ("a.*", "(get a .*)"),
        ("a.*.b.c", "(get a .* .b .c)"),
        ("a.*.b[0]", "(get a .* .b [0])"),
        ("a.*.0", "(get a .* .0)"),
        ("a[*]", "(get a [*])"),
        ("a[*].b[0].c", "(get a [*] .b [0] .c)"),
        ("a[ * ]", "(get a [*])"),
        ("a[*][*].b", "(get a [*] [*] .b)"),
        ("a.*.b[*].c", "(get a .* .b [*] .c)"),
        ("a.*.b[0].*.c", "(get a .* .b [0] .* .c)"),
        ("f(x).y", "(get (call f x) .y)"),
        ("[1, 2][0]", "(get [1 2] [0])"),
        ("{a = 1}.a", "(get {a: 1} .a)"),
        ("(a).b", "(get (paren a) .b)"),
        ("\"abc\"[0]", "(get \"abc\" [0])"),
        ("[for v in xs : v][0]", "(get [for v in xs: v] [0])"),
        ("a.for.in.if", "(get a .for .in .if)"),
    ]);
    expressions_are_refused(&[
        "a.", "a..b", "a.[0]", "a[", "a[]", "a[0", "a[0 1]", "a.0.1", "a.1.5", "a.1e3x", "a.*.b.*", "a.*.*",
        "a[*", "a.\"b\"", "a.(b)", "a.-b", "a.b(c)", ".a", "a[1, 2]", "a b.c",
    ]);
}

#[test]
fn function_calls_have_arguments() {
    expressions_have_shapes(&[
        ("f()", "(call f)"),
        ("f ()", "(call f)"),
        ("f( )", "(call f)"),
        ("f(a)", "(call f a)"),
        ("f(a, b)", "(call f a b)"),
        ("f(a, b,)", "(call f a b)"),
        ("f(a...)", "(call f a...)"),
        ("f(a, b...)", "(call f a b...)"),
        ("f(a, b ... )", "(call f a b...)"),
        ("f(a.*...)", "(call f (get a .*)...)"),
        ("f(a.* ... )", "(call f (get a .*)...)"),
        ("f(a[*]...)", "(call f (get a [*])...)"),
        ("f(a * b.*...)", "(call f (a * (get b .*))...)"),
        ("f(\n  a,\n  b\n)", "(call f a b)"),
        ("f(\n  a, # one\n  b, // two\n)", "(call f a b)"),
        ("f(g(h()), 1)", "(call f (call g (call h)) 1)"),
        ("ns::f(a)", "(call ns::f a)"),
        ("ns::deep::f()", "(call ns::deep::f)"),
        ("ns :: f ( a )", "(call ns::f a)"),
        ("f(a ? b : c)", "(call f (cond a b c))"),
        ("f(\"a\")[0].b", "(get (call f \"a\") [0] .b)"),
        // A keyword followed by parentheses is a name.
        ("true(1)", "(call true 1)"),
        ("for(1)", "(call for 1)"),
    ]);
    expressions_are_refused(&[
        "f(",
        "f)",
        "f(,)",
        "f(a b)",
        "f(a,,b)",
        "f(,a)",
        "f(a..., b)",
        "f(...)",
        "f(a...,)",
        "f(a....)",
        "ns::f",
        "ns::",
        "::f()",
        "ns:::f()",
        "ns::f.g()",
        "a.f()",
        "a.ns::f()",
        "f(a)(b)",
        "(f)(a)",
        "a[0](b)",
        "1(a)",
        "f(a = 1)",
    ]);
}

#[test]
fn tuples_have_elements() {
    expressions_have_shapes(&[
        ("[]", "[]"),
        ("[ ]", "[]"),
        ("[1]", "[1]"),
        ("[1,]", "[1]"),
        ("[1, 2, 3]", "[1 2 3]"),
        ("[\n]", "[]"),
        ("[\n  1,\n  2,\n]", "[1 2]"),
        ("[\n  1\n  , 2\n]", "[1 2]"),
        ("[ # one\n 1 /* two */, // three\n]", "[1]"),
        ("[[], [[1]]]", "[[] [[1]]]"),
        ("[a + b, !c]", "[(a + b) (! c)]"),
        ("[fortress, for-x]", "[fortress for-x]"),
        ("[1, for]", "[1 for]"),
    ]);
    expressions_are_refused(&[
        "[", "]", "[1", "[1 2]", "[1\n2]", "[,]", "[1,,2]", "[,1]", "[1;2]", "[1)", "[for]", "[for, 1]",
        "[a = 1]",
    ]);
}

#[test]
fn objects_have_keys_and_values() {
    expressions_have_shapes(&[
        ("{}", "{}"),
        ("{ }", "{}"),
        ("{\n\n}", "{}"),
        ("{a = 1}", "{a: 1}"),
        ("{a : 1}", "{a: 1}"),
        ("{a: 1}", "{a: 1}"),
        ("{a = 1, b = 2}", "{a: 1, b: 2}"),
        ("{a = 1, b = 2,}", "{a: 1, b: 2}"),
        ("{\n  a = 1\n  b = 2\n}", "{a: 1, b: 2}"),
        ("{\n  a = 1,\n  b = 2,\n}", "{a: 1, b: 2}"),
        ("{\n  a = 1, b = 2\n\n  c = 3\n}", "{a: 1, b: 2, c: 3}"),
        ("{ a = 1 # one\n b = 2 /* two */ }", "{a: 1, b: 2}"),
        ("{\"a b\" = 1}", "{\"a b\": 1}"),
        ("{(a) = 1}", "{(paren a): 1}"),
        ("{1 = 2}", "{1: 2}"),
        ("{\"${a}\" = 1}", "{(template ${a}): 1}"),
        ("{a.b = 1}", "{(get a .b): 1}"),
        ("{a[0] = 1}", "{(get a [0]): 1}"),
        ("{f(x) = 1}", "{(call f x): 1}"),
        ("{a = {b = {}}}", "{a: {b: {}}}"),
        ("{a = x ? y : z}", "{a: (cond x y z)}"),
        ("{a ? b : c = 1}", "{(cond a b c): 1}"),
        ("{a = 1, a = 2}", "{a: 1, a: 2}"),
        ("{null = 1, true = 2}", "{null: 1, true: 2}"),
        ("{foreign = 1}", "{foreign: 1}"),
        ("{a = [\n1\n]\nb = 2}", "{a: [1], b: 2}"),
    ]);
    expressions_are_refused(&[
        "{",
        "}",
        "{a}",
        "{a =}",
        "{= 1}",
        "{a = 1",
        "{a = 1 b = 2}",
        "{a = 1,, b = 2}",
        "{, a = 1}",
        "{a == 1}",
        "{a => 1}",
        "{a\n= 1}",
        "{a =\n1}",
        "{a = 1; b = 2}",
        "{a = 1 +\n2}",
        "{for = 1}",
        "{for}",
        "{a {}}",
    ]);
}

#[test]
fn for_expressions_make_tuples_and_objects() {
    expressions_have_shapes(&[
        ("[for v in xs : v]", "[for v in xs: v]"),
        ("[for v in xs: v]", "[for v in xs: v]"),
        ("[for k, v in xs : k]", "[for k, v in xs: k]"),
        ("[for v in xs : v if v > 1]", "[for v in xs: v if (v > 1)]"),
        ("{for v in xs : v => v}", "{for v in xs: v => v}"),
        ("{for k, v in xs : k => v}", "{for k, v in xs: k => v}"),
        ("{for k, v in xs : k => v...}", "{for k, v in xs: k => v...}"),
        ("{for k, v in xs : k => v if v}", "{for k, v in xs: k => v if v}"),
        ("{for k, v in xs : k => v... if v}", "{for k, v in xs: k => v... if v}"),
        ("{for k, v in xs : k => v.*...}", "{for k, v in xs: k => (get v .*)...}"),
        ("{for k, v in xs : k => v.*... if v.*}", "{for k, v in xs: k => (get v .*)... if (get v .*)}"),
        ("[\n  for v in xs :\n  v\n  if v\n]", "[for v in xs: v if v]"),
        ("{\n  for k, v in xs :\n  k =>\n  v\n}", "{for k, v in xs: k => v}"),
        ("[ # a\n for /* b */ v in xs : v // c\n]", "[for v in xs: v]"),
        ("[for v in [for w in xs : w] : v]", "[for v in [for w in xs: w]: v]"),
        ("[for v in xs : [for w in v : w]]", "[for v in xs: [for w in v: w]]"),
        ("[for v in a ? b : c : v]", "[for v in (cond a b c): v]"),
        ("[for v in xs : v ? a : b]", "[for v in xs: (cond v a b)]"),
        ("[for in in xs : in]", "[for in in xs: in]"),
        ("[for for, if in xs : if]", "[for for, if in xs: if]"),
        ("{for v in xs : v.k => v.x[*].y}", "{for v in xs: (get v .k) => (get v .x [*] .y)}"),
    ]);
    expressions_are_refused(&[
        "[for]",
        "[for v]",
        "[for v in]",
        "[for v in xs]",
        "[for v in xs :]",
        "[for v in xs : v",
        "[for v, in xs : v]",
        "[for , v in xs : v]",
        "[for a, b, c in xs : a]",
        "[for 1 in xs : v]",
        "[for a.b in xs : v]",
        "[for v in xs : k => v]",
        "[for v in xs : v...]",
        "[for v in xs : v, w]",
        "[for v in xs : v if]",
        "[for v in xs : v if a b]",
        "[for v of xs : v]",
        "{for v in xs : v}",
        "{for v in xs : => v}",
        "{for v in xs : k = v}",
        "{for k, v in xs : k => v, a}",
        "{for k, v in xs : k => v if c...}",
        "[for v in xs, v]",
        "[for v inxs : v]",
        "(for v in xs : v)",
    ]);
}

#[test]
fn inside_of_brackets_newlines_are_spaces() {
    expressions_have_shapes(&[
        ("\na\n+\nb\n", "(a + b)"),
        ("a\n?\nb\n:\nc", "(cond a b c)"),
        ("(\na\n)", "(paren a)"),
        ("f(\na\n+\nb\n)", "(call f (a + b))"),
        ("a[\n0\n]", "(get a [0])"),
        ("a[\n*\n]", "(get a [*])"),
        ("[\na\n.b\n]", "[(get a .b)]"),
        ("{(\na\n) = [\n1\n]}", "{(paren a): [1]}"),
        ("-\n1", "(- 1)"),
    ]);
    files_have_shapes(&[
        ("a = (\n1\n+\n2\n)\n", "{a = (paren (1 + 2))}"),
        ("a = f(\n1\n)\n", "{a = (call f 1)}"),
        ("a = x[\n0\n]\n", "{a = (get x [0])}"),
        ("a = [\n1\n]\n", "{a = [1]}"),
        ("a = {\nb = 1\n}\n", "{a = {b: 1}}"),
        ("a = \"${\nb\n}\"\n", "{a = (template ${b})}"),
        // Newlines are spaces again in brackets within an object.
        ("a = {\nb = (1 +\n2)\n}\n", "{a = {b: (paren (1 + 2))}}"),
    ]);
}

#[test]
fn outside_of_brackets_newlines_end_an_expression() {
    files_are_refused(&[
        "a =\n1\n",
        "a\n= 1\n",
        "a = 1 +\n2\n",
        "a = 1\n+ 2\n",
        "a = -\n1\n",
        "a = b.\nc\n",
        "a = b\n.c\n",
        "a = b ?\nc : d\n",
        "a = b ? c\n: d\n",
        "a = f\n(1)\n",
        "a = b\n[0]\n",
        "a = 1 # not joined\n+ 2\n",
    ]);
}

//! `{:#?}` of a view prints its tree.

use crate::support::{expression, file};
use test_support::rows::check_each;

#[test]
fn a_tree_has_a_line_for_each_node() {
    let text = r#"
b "l" {
  a = -x.y[0].*.z + f(1.5, [true]...)
}
c = { (k) = "s", n : null }
d = "t ${v}%{ if p }q%{ else }r%{ endif }%{ for i in w }%{ endfor }"
e = { for i, j in w : i => j... if p } ? [for i in w : i] : 2
"#;
    let expected = r#"
0..208 Body
  1..48 Block(b "l" [Attribute(a = -x.y[0].*.z + f(1.5, [true]...))]
    3..6 Label("l")
    7..48 Body
      11..46 Attribute(a = -x.y[0].*.z + f(1.5, [true]...))
        15..46 Binary(-x.y[0].*.z + f(1.5, [true]...))
          15..26 Unary(-x.y[0].*.z)
            16..26 Postfix(x.y[0].*.z)
              16..17 Variable("x")
              17..19 GetAttr("y")
              19..22 Index(0)
                20..21 Number(0)
              22..24 AttrSplat
              24..26 GetAttr("z")
          29..46 FunctionCall(f(1.5, [true]...))
            31..34 Number(1.5)
            36..42 Tuple([true])
              37..41 Bool(true)
  49..76 Attribute(c = { (k) = "s", n : null })
    53..76 Object({ (k) = "s", n : null })
      55..58 Parentheses(k)
        56..57 Variable("k")
      61..64 String("s")
      66..67 Name("n")
      70..74 Null
  77..145 Attribute(d = "t ${v}%{ if p }q%{ else }r%{ endif }%{ for i
    81..145 Template("t ${v}%{ if p }q%{ else }r%{ endif }%{ for i in w
      86..87 Variable("v")
      94..95 Variable("p")
      130..131 Variable("w")
  146..207 Attribute(e = { for i, j in w : i => j... if p } ? [for i in
    150..207 Conditional({ for i, j in w : i => j... if p } ? [for i in w
      150..184 For({ for i, j in w : i => j... if p })
        164..165 Variable("w")
        168..169 Variable("i")
        173..174 Variable("j")
        181..182 Variable("p")
      187..203 For([for i in w : i])
        197..198 Variable("w")
        201..202 Variable("i")
      206..207 Number(2)
"#;
    assert_eq!(format!("\n{:#?}\n", file(text).ast().expect("it is native")), expected);
}

/// Each kind of node shows its text.
#[test]
fn kinds_have_their_text() {
    let table = [
        ("a.b[0]", "Postfix(a.b[0])"),
        ("f(a, 1 + 2...)", "FunctionCall(f(a, 1 + 2...))"),
        ("[1, x]", "Tuple([1, x])"),
        ("{ a = 1 }", "Object({ a = 1 })"),
        ("[for a in b : c]", "For([for a in b : c])"),
        ("!-x", "Unary(!-x)"),
        ("1 + 2.5 - x", "Binary(1 + 2.5 - x)"),
        ("a ? 1 : b ? 2 : 3", "Conditional(a ? 1 : b ? 2 : 3)"),
        ("\"x${y}\"", "Template(\"x${y}\")"),
        ("(x)", "Parentheses(x)"),
        ("\"x\\n\"", "String(\"x\\n\")"),
        ("1.50", "Number(1.5)"),
    ];
    check_each(table, |(text, expected)| {
        let expression = expression(text);
        let kind = expression.ast().expect("it is native").kind();
        assert_eq!(format!("{kind:?}"), expected, "{text}");
    });
}

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
Body@0..208
  Block@1..48 "b"
    Label@3..6 "l"
    Body@7..48
      Attribute@11..46 "a"
        Binary@15..46
          Unary@15..26
            Operator@15..16 "-"
            Postfix@16..26
              Variable@16..17 "x"
              GetAttr@17..19 "y"
              Index@19..22
                Number@20..21 0
              AttrSplat@22..24
              GetAttr@24..26 "z"
          Operator@27..28 "+"
          FunctionCall@29..46 "f"
            Number@31..34 1.5
            expanded: Tuple@36..42
              Bool@37..41 true
  Attribute@49..76 "c"
    Object@53..76
      key: Parentheses@55..58
        Variable@56..57 "k"
      value: String@61..64 "s"
      key: Variable@66..67 "n"
      value: Null@70..74
  Attribute@77..145 "d"
    Template@81..145 Quoted
      Literal@82..84 "t "
      Interpolation@84..88
        Variable@86..87 "v"
      If@88..118
        condition: Variable@94..95 "p"
        Literal@97..98 "q"
      Else
        Literal@107..108 "r"
      For@118..144 i
        collection: Variable@130..131 "w"
  Attribute@146..207 "e"
    Conditional@150..207
      predicate: For@150..184 i, j...
        collection: Variable@164..165 "w"
        key: Variable@168..169 "i"
        value: Variable@173..174 "j"
        condition: Variable@181..182 "p"
      result: For@187..203 i
        collection: Variable@197..198 "w"
        value: Variable@201..202 "i"
      otherwise: Number@206..207 2
"#;
    assert_eq!(format!("\n{:#?}\n", file(text).ast().expect("it is native")), expected);
}

/// Each kind of node shows the text of its parts.
#[test]
fn kinds_have_their_parts() {
    let table = [
        (
            "a.b[0]",
            "Postfix(Postfix { operand: a, steps: [Step { kind: GetAttr(\"b\") }, Step { kind: Index(0) }] })",
        ),
        (
            "f(a, 1 + 2...)",
            "FunctionCall(FunctionCall { name: \"f\", arguments: [a, 1 + 2], expands_last: true })",
        ),
        ("[1, x]", "Tuple(Tuple { elements: [1, x] })"),
        ("{ a = 1 }", "Object(Object { items: [ObjectItem { key: a, value: 1 }] })"),
        ("!-x", "Unary(Unary { operators: [Not, Negate], operand: x })"),
        ("1 + 2.5 - x", "Binary(Binary { first: 1, rest: [(Add, 2.5), (Subtract, x)] })"),
        ("a ? 1 : 2", "Conditional(Conditional { arms: [(a, 1)], otherwise: 2 })"),
        ("\"x${y}\"", "Template(Template { form: Quoted, parts: [Literal(\"x\"), Interpolation(y)] })"),
        ("1.50", "Number(1.5)"),
    ];
    check_each(table, |(text, expected)| {
        let expression = expression(text);
        let kind = expression.ast().expect("it is native").kind();
        assert_eq!(format!("{kind:?}"), expected, "{text}");
    });
}

//! Walking the tree: every node is visited, in source order.

use serde_hcl::Span;
use serde_hcl::ast::visit::{self, Scope, Visitor};
use serde_hcl::ast::{
    Attribute, Block, Body, Expression, ExpressionKind as Kind, Label, ObjectKey, Step, TemplatePart,
};

use crate::support::file;
use test_support::rows::check_each;

/// Records each node, and continues the walk.
#[derive(Default)]
struct Log(Vec<String>);

macro_rules! log {
    ($($method:ident, $node:ident;)*) => {
        $(fn $method(&mut self, node: $node<'t>) {
            self.0.push(stringify!($method).trim_start_matches("visit_").into());
            visit::walk(self, node);
        })*
    };
}

impl<'t> Visitor<'t> for Log {
    log! {
        visit_body, Body;
        visit_attribute, Attribute;
        visit_block, Block;
        visit_step, Step;
    }

    fn visit_label(&mut self, label: Label<'t>) {
        self.0.push(format!("label {}", label.text()));
    }

    fn visit_expression(&mut self, expression: Expression<'t>) {
        match expression.kind() {
            Kind::Variable(_) | Kind::Number(_) => self.0.push(expression.to_string()),
            Kind::Postfix(_) => self.0.push("postfix".into()),
            Kind::FunctionCall(call) => self.0.push(format!("call of {}", call.name())),
            Kind::Tuple(_) => self.0.push("tuple".into()),
            Kind::Object(_) => self.0.push("object".into()),
            Kind::For(_) => self.0.push("for".into()),
            Kind::Unary(_) => self.0.push("unary".into()),
            Kind::Binary(_) => self.0.push("binary".into()),
            Kind::Conditional(_) => self.0.push("conditional".into()),
            Kind::Template(_) => self.0.push("template".into()),
            _ => {}
        }
        visit::walk(self, expression);
    }

    fn visit_object_key(&mut self, key: ObjectKey<'t>) {
        if let ObjectKey::Name(name) = key {
            self.0.push(format!("name {}", name.text));
        }
        visit::walk(self, key);
    }

    fn enter_scope(&mut self, scope: Scope<'t>) {
        let names: Vec<_> = scope.names().map(|name| name.text).collect();
        self.0.push(format!("scope of {}", names.join(" and ")));
    }

    fn leave_scope(&mut self, _scope: Scope<'t>) {
        self.0.push("end".into());
    }

    fn visit_template_part(&mut self, span: Span, part: TemplatePart<'t>) {
        match part {
            TemplatePart::Literal(text) => self.0.push(format!("{text:?} of {} bytes", span.len())),
            TemplatePart::If(_) => self.0.push("if".into()),
            TemplatePart::For(_) => self.0.push("for".into()),
            _ => {}
        }
        visit::walk(self, part);
    }
}

#[test]
fn every_node_is_visited_in_source_order() {
    let table = [
        ("a = 1\nb = c\n", "body, attribute, 1, attribute, c"),
        ("b \"l\" m {\n  a = 1\n}\n", "body, block, label l, label m, body, attribute, 1"),
        ("a = b.c[d][*]", "body, attribute, postfix, b, step, step, d, step"),
        ("a = f(b, 1)", "body, attribute, call of f, b, 1"),
        ("a = [b, (1)]", "body, attribute, tuple, b, 1"),
        ("a = {b = 1, (c) = 2, null = 3}", "body, attribute, object, name b, 1, c, 2, name null, 3"),
        ("a = [for v in b : c if d]", "body, attribute, for, b, scope of v, c, d, end"),
        ("a = {for k, v in b : c => d if e}", "body, attribute, for, b, scope of k and v, c, d, e, end"),
        ("a = -b + 1 * c", "body, attribute, binary, unary, b, binary, 1, c"),
        ("a = b ? 1 : c ? 2 : 3", "body, attribute, conditional, b, 1, c, 2, 3"),
        ("a = \"\\n${b}\"", "body, attribute, template, \"\\n\" of 2 bytes, b"),
        (
            "a = \"%{ if b }x%{ else }${c}%{ endif }\"",
            "body, attribute, template, if, b, \"x\" of 1 bytes, c",
        ),
        ("a = \"%{ for v in b }${v}%{ endfor }\"", "body, attribute, template, for, b, scope of v, v, end"),
        ("dynamic \"b\" {\n  for_each = c\n}\n", "body, block, label b, body, attribute, c"),
    ];
    check_each(table, |(text, expected)| {
        let mut log = Log::default();
        let file = file(text);
        log.visit_body(file.ast().expect("it is native"));
        assert_eq!(log.0.join(", "), expected, "for {text:?}");
    });
}

#[test]
fn the_content_of_a_dynamic_block_is_in_the_scope_of_its_iterator() {
    /// Expands dynamic blocks, and records scopes with the texts that define their names.
    struct Dynamic<'t>(&'t str, Vec<String>);

    impl<'t> Visitor<'t> for Dynamic<'t> {
        fn visit_block(&mut self, block: Block<'t>) {
            visit::walk_dynamic_block(self, block);
        }

        fn visit_expression(&mut self, expression: Expression<'t>) {
            self.1.push(format!("{expression}"));
        }

        fn enter_scope(&mut self, scope: Scope<'t>) {
            for name in scope.names() {
                assert_eq!(&self.0[name.span.range()], name.text);
                self.1.push(format!("scope of {}", name.text));
            }
        }

        fn leave_scope(&mut self, _scope: Scope<'t>) {
            self.1.push("end".into());
        }
    }

    let table = [
        (
            "dynamic \"b\" {\n  labels = [x]\n  for_each = c\n  content {\n    d = e\n  }\n}\n",
            "c, scope of b, [x], e, end",
        ),
        ("dynamic b {\n  iterator = i\n  for_each = c\n  content {}\n}\n", "c, scope of i, end"),
        ("dynamic \"b\" {\n  iterator = \"i\"\n}\n", "scope of b, end"),
        (
            "dynamic \"b\" {\n  content {\n    dynamic \"c\" {\n      for_each = d\n    }\n  }\n}\n",
            "scope of b, d, scope of c, end, end",
        ),
        ("dynamic {\n  a = b\n}\n", "b"),
        ("block \"b\" {\n  for_each = c\n}\n", "c"),
    ];
    check_each(table, |(text, expected)| {
        let file = file(text);
        let mut visitor = Dynamic(text, Vec::new());
        visitor.visit_body(file.ast().expect("it is native"));
        assert_eq!(visitor.1.join(", "), expected, "for {text:?}");
    });
}

/// A visitor that overrides nothing still reaches every node, and a visitor behind `dyn` works as
/// well.
#[test]
fn visitors_work_behind_dyn() {
    struct Nothing;
    impl Visitor<'_> for Nothing {}

    let file = file("a = [b ? c : \"${d}\"]\n");
    let (mut nothing, mut log) = (Nothing, Log::default());
    let visitors: [&mut dyn Visitor<'_>; 2] = [&mut nothing, &mut log];
    for visitor in visitors {
        visit::walk(visitor, file.ast().expect("it is native"));
    }
    assert_eq!(log.0.join(", "), "attribute, tuple, conditional, b, c, template, d");
}

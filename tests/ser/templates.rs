//! Templates have the same meaning after they are written, in both syntaxes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_hcl::ast::TemplateForm;
use serde_hcl::{
    EvalContext, Expression, Value, json, parse_expression, parse_file, parse_template, to_string,
};

use test_support::meaning;

use test_support::rows::check_each;
use test_support::written::written_json;

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context.set("n", 5).set("s", "t$").set("l", vec![Value::from(1), Value::from("%")]).set("no", false);
    context
}

/// An expression as an attribute in native text, and in JSON.
fn written(expression: &Expression) -> (String, String) {
    let map = BTreeMap::from([("v", expression)]);
    (to_string(&map).expect("it can be written"), written_json(&map).expect("it can be written"))
}

/// The values of the attribute `v` of both texts.
fn read(native: &str, text: &str) -> (Option<Value>, Option<Value>) {
    let options = || serde_hcl::Options::new().context(context());
    let value = |read: serde_hcl::Result<BTreeMap<String, Value>>| read.ok()?.remove("v");
    (value(options().from_str(native)), value(options().json(true).from_str(text)))
}

#[test]
fn strip_markers_keep_a_string_a_string() {
    let table = [
        ("<<E\n${~ 5 ~}\nE\n", "<<E\n${~5~}\nE", r#""${5}${\"\"}""#),
        ("\" ${~ 5}\"", "\" ${~5}\"", r#""${5}${\"\"}""#),
        ("\"${5}\"", "\"${5}\"", r#""${5}""#),
        (
            "\"%{ if true }5% %{~ else }b%{ endif }\"",
            "\"%{if true}5% %{~else}b%{endif}\"",
            r#""%{ if true }5${\"%\"}%{ else }b%{ endif }""#,
        ),
        (
            "\"%{ for x in [1] }$% %{~ endfor }\"",
            "\"%{for x in [1]}$% %{~endfor}\"",
            r#""%{ for x in [1] }${\"$%\"}%{ endfor }""#,
        ),
        (r#""$% %{~ if no }%{ endif }""#, r#""$% %{~if no}%{endif}""#, r#""${\"$%\"}%{ if no }%{ endif }""#),
    ];
    check_each(table, |(text, native, json_text)| {
        let expression = parse_expression(text).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let (to_native, to_json) = written(&expression);
        assert_eq!(to_native, format!("v = {native}\n"), "{text}");
        assert_eq!(to_json, format!(r#"{{"v":{json_text}}}"#), "{text}");
        let value = expression.evaluate(&context()).ok();
        assert_eq!(read(&to_native, &to_json), (value.clone(), value), "{text}");
    });
}

/// A standalone template may begin like a quoted one or a heredoc.
#[test]
fn standalone_templates_keep_their_text() {
    let table = [
        ("\"x\"", r#""\"x\"""#, r#""\"x\"""#),
        ("\"x\" ${n}", r#""\"x\" ${n}""#, r#""\"x\" ${n}""#),
        ("<<", "\"<<\"", "\"<<\""),
        ("<<E\na\nE\n", "<<EOT\n<<E\na\nE\nEOT", r#""<<E\na\nE\n""#),
        ("<<E\n${n}\nE\n", r#""<<E\n${n}\nE\n""#, r#""<<E\n${n}\nE\n""#),
        ("", "\"\"", "\"\""),
        ("${n}", r#""${n}""#, r#""${n}""#),
        ("${n ~}\n", r#""${n}${""}""#, r#""${n}${\"\"}""#),
    ];
    check_each(table, |(text, native, json_text)| {
        let template = parse_template(text).into_result().unwrap_or_else(|error| panic!("{error:#}"));
        let form = template.expression().ast().and_then(|expression| expression.template_form());
        assert_eq!(form, Some(TemplateForm::Standalone));
        let value = template.evaluate(&context()).ok();
        let (to_native, to_json) = written(template.expression());
        assert_eq!(read(&to_native, &to_json), (value.clone(), value), "{text}");
        assert_eq!(to_json, format!(r#"{{"v":{json_text}}}"#), "{text}");
        if !native.starts_with("<<") {
            assert_eq!(to_native, format!("v = {native}\n"), "{text}");
        }
        assert_eq!(template.to_string(), text, "a template file prints as it is");
    });
}

#[test]
fn templates_have_the_form_in_which_they_are_written() {
    let form = |text: &str| {
        let expression = parse_expression(text).into_result().expect("it is sound");
        expression.ast().and_then(|expression| expression.template_form())
    };
    assert_eq!(form("\"x\""), Some(TemplateForm::Quoted));
    assert_eq!(form("\"${x}\""), Some(TemplateForm::Quoted));
    assert_eq!(form("<<E\nx\nE\n"), Some(TemplateForm::Heredoc));
    assert_eq!(form("<<-E\n${x}\nE\n"), Some(TemplateForm::Heredoc));
    assert_eq!(form("x"), None);
}

/// Adjacent literals, sequences and strip markers, as the text of a template. Directives are closed
/// in order.
fn templates() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop_oneof![
            Just("$"),
            Just("%"),
            Just("{"),
            Just("$${"),
            Just("%%{"),
            Just(" "),
            Just("  "),
            Just("x"),
            Just("é"),
            Just("~"),
        ]
        .prop_map(str::to_owned),
        (
            any::<bool>(),
            any::<bool>(),
            prop_oneof![Just("n"), Just("s"), Just("5"), Just("l[0]"), Just("\"%\"")]
        )
            .prop_map(|(before, after, inner)| {
                format!("${{{} {inner} {}}}", strip(before), strip(after))
            }),
    ];
    let parts = |inner: BoxedStrategy<String>| prop::collection::vec(inner, 0..4).prop_map(|it| it.concat());
    let template = leaf.prop_recursive(3, 16, 4, move |inner| {
        let (parts_one, parts_two) = (parts(inner.clone().boxed()), parts(inner.clone().boxed()));
        prop_oneof![
            (any::<[bool; 4]>(), parts_one, parts_two.clone()).prop_map(|([a, b, c, d], then, otherwise)| {
                let [a, b, c, d] = [a, b, c, d].map(strip);
                format!("%{{{a} if no {b}}}{then}%{{{c} else {d}}}{otherwise}%{{{b} endif {a}}}")
            }),
            (any::<[bool; 4]>(), parts_two).prop_map(|(marks, body)| {
                let [a, b, c, d] = marks.map(strip);
                format!("%{{{a} for v in l {b}}}{body}%{{{c} endfor {d}}}")
            }),
        ]
    });
    prop::collection::vec(template, 0..4).prop_map(|parts| parts.concat())
}

fn strip(strips: bool) -> &'static str {
    if strips { "~" } else { "" }
}

proptest! {
    #[test]
    fn bodies_mean_the_same_after_they_are_written(one in templates(), two in templates(), line in templates()) {
        let native = format!(
            "a = \"{one}\"\nb = <<E\n{two}\nE\nc \"{{\" {{\n  d = <<-E\n      {line}\n    {one}\n  E\n  e = [\"{two}\", {{ k = \"{line}\" }}]\n}}\n"
        );
        if let Ok(file) = parse_file(native.as_str()).into_result() {
            meaning::check(file.body(), &|_| context());
        }
        let quoted = |text: &str| serde_json::to_string(text).expect("it is a string");
        let key = "a".to_owned() + &two;
        let text = format!(
            r#"{{"a":{},"b":[{},null,{{{}:{}}}]}}"#, quoted(&one), quoted(&line), quoted(&key), quoted(&two)
        );
        if let Ok(file) = json::parse_file(text.as_str()).into_result() {
            meaning::check(file.body(), &|_| context());
        }
    }

    #[test]
    fn templates_that_stand_alone_mean_the_same(text in templates(), start in prop_oneof![Just(""), Just("\""), Just("<<E\n")]) {
        let text = format!("{start}{text}\nE\n");
        if let Ok(template) = parse_template(text.as_str()).into_result() {
            let value = template.evaluate(&context()).ok();
            let (native, json) = written(template.expression());
            prop_assert_eq!(read(&native, &json), (value.clone(), value), "{} as {} and {}", text, native, json);
        }
    }
}

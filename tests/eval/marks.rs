//! Marks follow every value that a result depends on, known or not.

use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{EvalContext, Function, Type, Value, ValueKind, value};

use crate::support::parse;
use test_support::rows::check_each;

fn context() -> EvalContext {
    let marked = |value: Value, mark: &'static str| value.mark(Mark::new(mark));
    let list = |items: &[Value]| Value::list(Type::String, items.to_vec()).expect("a list");
    let unknown_list = || Value::unknown(Type::list(Type::String));
    let mut context = EvalContext::new();
    context
        .set("yes", true)
        .set("undecided", Value::unknown(Type::Bool))
        .set("list", list(&["a".into(), "b".into()]))
        .set("text", Value::unknown(Type::String))
        .set("texts", unknown_list())
        .set("any", Value::UNKNOWN)
        .set("secret", marked("hunter2".into(), "s"))
        .set("pin", marked(7.into(), "p"))
        .set("empty", marked(list(&[]), "e"))
        .set("missing", marked(Value::null(Type::map(Type::Number)), "n"))
        .set("flag", marked(true.into(), "f"))
        .set("hidden", marked(Value::unknown(Type::String), "h"))
        .set("doubt", marked(Value::unknown(Type::Bool), "d"))
        .set("secrets", marked(unknown_list(), "l"))
        .set("mixed", list(&[marked("x".into(), "m"), "y".into()]))
        .set("object", value!({ "a": (marked(1.into(), "a")), "b": "x" }))
        .set("whole", marked(value!({ "a": 1 }), "w"))
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form())
        .set_special_form("convert", ext::convert_form());
    context
}

/// A value with the names of the marks behind it, at every level.
fn shown(value: &Value) -> String {
    let (plain, marks) = value.clone().unmark();
    let mut text = match plain.kind() {
        ValueKind::Tuple(items) | ValueKind::List(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        ValueKind::Object(map) | ValueKind::Map(map) => {
            let entries = map.iter().map(|(key, value)| format!("{key} = {}", shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        _ => plain.to_string(),
    };
    for (index, mark) in marks.iter().enumerate() {
        text.push_str(if index == 0 { " @" } else { "," });
        text.push_str(mark.name());
    }
    text
}

#[track_caller]
fn have_marks(table: &[(&str, &str)]) {
    check_each(table, |(text, expected)| {
        let outcome = parse(text).evaluate_with_diagnostics(&context());
        assert!(outcome.diagnostics.is_empty(), "{text}: {}", outcome.diagnostics);
        assert_eq!(shown(&outcome.value), *expected, "for {text}");
    });
}

#[test]
fn results_of_operators_have_the_marks_of_the_operands() {
    have_marks(&[
        ("-pin", "-7 @p"),
        ("!doubt", "unknown(not null) @d"),
        ("pin == 7 && undecided", "unknown(not null) @p"),
        // The other result determines the common type, which differs from the type of this one.
        ("yes ? \"x\" : secret", "\"x\" @s"),
        ("flag ? secret : pin", "\"hunter2\" @f,p,s"),
        ("undecided ? secret : \"x\"", "unknown(not null) @s"),
        ("doubt ? 1 : 2", "unknown(not null, >= 1, <= 2) @d"),
        ("yes ? {a = secret} : {a = \"y\"}", "{a = \"hunter2\" @s}"),
        ("undecided ? [secret] : [\"y\"]", "unknown(not null) @s"),
        ("undecided ? null : secret", "unknown @s"),
    ]);
}

#[test]
fn templates_have_the_marks_of_their_parts() {
    have_marks(&[
        ("\"a-${hidden}\"", "unknown(not null, begins with \"a-\") @h"),
        ("\"%{if yes}x%{else}${secret}%{endif}\"", "\"x\" @s"),
        ("\"%{if doubt}x%{endif}\"", "unknown(not null) @d"),
        ("\"%{for x in mixed}${x}%{endfor}\"", "\"xy\" @m"),
        ("\"%{for x in texts}${secret}%{endfor}\"", "unknown(not null) @s"),
        ("\"%{for x in [text, secret]}${x}%{endfor}\"", "unknown(not null) @s"),
        ("\"%{for x in secrets}-%{endfor}\"", "unknown(not null) @l"),
    ]);
}

#[test]
fn indexes_and_splats_have_the_marks_of_collections_and_keys() {
    have_marks(&[
        ("list[pin - 7]", "\"a\" @p"),
        ("mixed[1]", "\"y\""),
        ("mixed[any]", "unknown @m"),
        ("texts[pin]", "unknown @p"),
        ("any[secret]", "unknown @s"),
        ("hidden[*]", "unknown @h"),
        ("secret[*]", "[\"hunter2\" @s] @s"),
        ("whole[*].a", "[1 @w] @w"),
        ("secrets[*]", "unknown(not null) @l"),
        ("any[*][secret]", "unknown @s"),
        ("mixed[*]", "[\"x\" @m, \"y\"]"),
    ]);
}

#[test]
fn loops_have_the_marks_of_collections_and_conditions() {
    have_marks(&[
        ("[for x in mixed : x]", "[\"x\" @m, \"y\"]"),
        ("[for x in secrets : x]", "unknown @l"),
        ("[for x in texts : secret]", "unknown @s"),
        ("[for x in any : x if flag]", "unknown @f"),
        ("[for x in mixed : x if undecided]", "unknown @m"),
        ("[for x in list : x if doubt]", "unknown @d"),
        ("{for x in list : hidden => pin}", "unknown @h,p"),
        ("{for x in list : x => x if flag}", "{a = \"a\", b = \"b\"} @f"),
        ("{(hidden) = pin}", "unknown @h,p"),
        ("{(text) = 1, b = secret}", "unknown @s"),
        ("{(secret) = 1}", "{hunter2 = 1} @s"),
    ]);
}

#[test]
fn calls_have_the_marks_of_their_arguments() {
    have_marks(&[
        ("upper(hidden)", "unknown(not null) @h"),
        ("upper(secrets...)", "unknown @l"),
        ("upper(secret, texts...)", "unknown @s"),
        ("convert([pin, \"a\"], list(string))", "[\"7\", \"a\"] @p"),
        ("convert(hidden, number)", "unknown @h"),
    ]);
}

#[test]
fn recovered_errors_have_the_marks_of_the_values_that_cause_them() {
    have_marks(&[
        // For another value, the text could be a number.
        ("can(secret + 1)", "false @s"),
        ("try(secret + 1, \"none\")", "\"none\" @s"),
        ("try(list[pin], \"none\")", "\"none\" @p"),
        // A number never has attributes, and a variable exists or not for every value.
        ("can(pin.x)", "false"),
        ("try(whole.missing, 1)", "1"),
        ("can(secret)", "true"),
        ("try(hidden, pin)", "unknown @h,p"),
        ("try([secret, text], 1)", "unknown @s"),
        ("try(yes, pin)", "true"),
        ("can([secret, text])", "unknown @s"),
        ("try(can(secret + 1), 2)", "false @s"),
        // A part whose value is not used can fail, too.
        ("can({a = secret + 1, b = 2}.b)", "false @s"),
        ("try({a = -pin, b = 2}.b, 3)", "2 @p"),
        ("try([pin], 1)", "[7 @p]"),
        ("try({a = secret, b = 2}.b, 1)", "2"),
        ("try(object.b, 1)", "\"x\""),
        ("try(text, {a = -pin, b = 2}.b)", "unknown @p"),
    ]);
}

#[test]
fn dropped_errors_have_the_marks_of_the_values_that_cause_them() {
    have_marks(&[
        ("false && empty[0]", "false @e"),
        ("empty[0] && false", "false @e"),
        ("true || empty[0]", "true @e"),
        ("false && list[0] == \"a\"", "false"),
        ("false && {a = -pin, b = true}.b", "false @p"),
        ("true ? 1 : empty[0]", "1 @e"),
        ("false ? empty[0] : 1", "1 @e"),
        ("true ? 1 : {a = -pin, b = 2}.b", "1 @p"),
        ("true ? 1 : false ? 2 : empty[0]", "1 @e"),
        // The selected result could be one that cannot be converted.
        ("true ? 1 : (undecided ? pin : 2)", "1 @p"),
        ("\"%{if yes}x%{else}${empty[0]}%{endif}\"", "\"x\" @e"),
        ("\"%{if yes}x%{else}${{a = -pin, b = 2}.b}%{endif}\"", "\"x\" @p"),
    ]);
}

#[test]
fn parts_of_a_result_have_the_marks_of_the_parts_that_determine_their_type() {
    have_marks(&[
        ("yes ? {a = \"y\", b = 1} : {a = secret, b = 2}", "{a = \"y\" @s, b = 1}"),
        ("yes ? [1, 2] : [secret, 3]", "[\"1\" @s, 2]"),
        ("yes ? [1] : [secret, 3]", "[\"1\"] @s"),
        ("yes ? list : mixed", "[\"a\", \"b\"]"),
        ("yes ? {a = secret} : null", "{a = \"hunter2\" @s}"),
        // The unknown result can turn out to be a tuple or another type.
        ("yes ? any : [secret, 3]", "unknown @s"),
        ("yes ? [secret, 3] : any", "[\"hunter2\" @s, 3] @s"),
        ("yes ? any : [1, 3]", "unknown"),
        ("[[pin], list][*]", "[[7 @p], [\"a\", \"b\"]]"),
    ]);
}

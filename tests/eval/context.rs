//! Contexts: scopes, lazily supplied variables, limits, marks, several errors at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_hcl::value::Mark;
use serde_hcl::{
    Diagnostic, EvalContext, Expression, Function, Limits, Number, Source, Span, Value,
    diag::{Category, Diagnostics},
    json, parse_expression, parse_template, value,
};

use crate::support::{context, evaluate, parse};
use test_support::rows::check_each;

#[test]
fn without_variables_or_functions_they_are_not_allowed() {
    let error = parse("a").evaluate(&EvalContext::new()).unwrap_err();
    assert_eq!(error.to_string(), "1:1: Variables not allowed: Variables may not be used here.");
    let error = parse("f()").evaluate(&EvalContext::new()).unwrap_err();
    assert_eq!(error.to_string(), "1:1: Function calls not allowed: Functions may not be called here.");
    assert_eq!(parse("[for x in [1] : x]").evaluate(&EvalContext::new()).ok(), Some(value!([1])));
}

#[test]
fn words_of_other_languages_are_explained() {
    for (text, expected) in [
        ("None", "1:1: Variables not allowed: Variables may not be used here. This value is written null."),
        ("True", "1:1: Variables not allowed: Variables may not be used here. This value is written true."),
        (
            "{ app.example.org/name = 1 }",
            "1:3: Ambiguous attribute key: A key with other characters than letters, digits, \"_\" and \"-\" is written \
             in quotes.",
        ),
    ] {
        assert_eq!(parse(text).evaluate(&EvalContext::new()).unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_child_hides_definitions_of_its_parent() {
    let mut parent = EvalContext::new();
    parent.set("a", 1).set("b", 2).set_function("f", Function::from_fn(|| 1));
    let mut child = parent.child();
    child.set("a", 10).set_function("g", Function::from_fn(|| 20));
    assert_eq!(parse("[a, b, f(), g()]").evaluate(&child).ok(), Some(value!([10, 2, 1, 20])));
    assert!(parse("g()").evaluate(&parent).is_err());
}

#[test]
fn a_resolver_is_called_for_used_variables_only() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let mut context = EvalContext::new();
    context.set("known", 1).set_resolver(move |traversal| {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok((traversal.root_name() == Some("lazy")).then(|| value!({ "x": 2 })))
    });
    assert_eq!(parse("known + lazy.x").evaluate(&context).ok(), Some(value!(3)));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    let error = parse("other").evaluate(&context).unwrap_err();
    assert_eq!(error.to_string(), r#"1:1: Unknown variable: There is no variable named "other"."#);
}

#[test]
fn environment_variables_are_an_object_of_strings() {
    let mut context = EvalContext::new();
    context.set_env("env", [("HOME", "/root"), ("COUNT", "3"), ("a.b", "")]);
    assert_eq!(parse("env.HOME").evaluate(&context).ok(), Some(value!("/root")));
    assert_eq!(parse("env.COUNT + 1").evaluate(&context).ok(), Some(value!(4)));
    assert_eq!(parse("env[\"a.b\"]").evaluate(&context).ok(), Some(value!("")));
    let error = parse("env.HOMES").evaluate(&context).unwrap_err();
    assert!(error.to_string().contains("Did you mean \"HOME\"?"), "{error}");
    context.set_env("none", std::iter::empty::<(&str, &str)>());
    assert_eq!(parse("none").evaluate(&context).ok(), Some(value!({})));
    #[cfg(unix)]
    {
        use std::ffi::OsString;
        use std::os::unix::ffi::OsStringExt as _;
        let odd = || OsString::from_vec(vec![0xff]);
        context.set_env("env", [(odd(), "x".into()), ("VALUE".into(), odd()), ("A".into(), "a".into())]);
        assert_eq!(parse("env").evaluate(&context).ok(), Some(value!({ "A": "a" })));
    }
}

/// Returns a context whose resolver records the traversals that it is called with.
fn noting(value: Value) -> (EvalContext, Arc<Mutex<Vec<String>>>) {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let mut context = EvalContext::new();
    context.set("key", "b").set_resolver({
        let noted = noted.clone();
        move |traversal| {
            noted.lock().expect("no panic before").push(traversal.to_string());
            Ok(Some(value.clone()))
        }
    });
    (context, noted)
}

#[test]
fn a_resolver_gets_the_steps_up_to_the_first_that_is_evaluated() {
    let table = [
        ("lazy", "lazy"),
        ("lazy.a.b", "lazy.a.b"),
        ("lazy.a[\"b\"]", "lazy.a[\"b\"]"),
        ("lazy.a[key]", "lazy.a"),
        ("lazy.a[*].b", "lazy.a"),
        ("lazy.a.*.b", "lazy.a"),
        ("(lazy).a.b", "lazy"),
        ("\"${lazy.a.b}\"", "lazy.a.b"),
        ("[for key in [1] : lazy.a.b]", "lazy.a.b"),
        ("[for lazy in [{ a = { b = 1 } }] : lazy.a.b]", ""),
    ];
    check_each(table, |(text, expected)| {
        let (context, noted) = noting(value!({ "a": { "b": 1 } }));
        parse(text).evaluate_with_diagnostics(&context).into_result().ok();
        assert_eq!(noted.lock().expect("no panic before").concat(), expected, "{text}");
    });
    let (context, noted) = noting(value!({ "a": { "b": 1 } }));
    let json = json::parse_expression(r#""x${lazy.a.b}""#).into_result().expect("it is valid");
    assert_eq!(json.evaluate(&context).ok(), Some(value!("x1")));
    assert_eq!(noted.lock().expect("no panic before").concat(), "lazy.a.b");
}

#[test]
fn the_errors_of_a_resolver_are_those_of_the_evaluation() {
    let error = |detail: &'static str| Diagnostic::error(Category::Data, "No such service", detail);
    let mut context = EvalContext::new();
    context.set_resolver(move |traversal| {
        let elsewhere = Source::new("other.hcl", "a\nbcd\n");
        Err(match traversal.root_name() {
            Some("without") => error("Without a location.").into(),
            Some("whole") => error("At the traversal.").at(traversal.span()).into(),
            Some("elsewhere") => error("In its own source.").at(Span::new(3, 4)).in_source(&elsewhere).into(),
            Some("warned") => {
                let warning = Diagnostic::warning(Category::Data, "Late", "No answer.").at(traversal.span());
                warning.into()
            }
            Some("nothing") => Diagnostics::new().into(),
            _ => return Ok(None),
        })
    });
    let unexplained = "This variable has no value, for a reason that the application does not give.";
    let table = [
        ("1 + without.a", "1:5: No such service: Without a location.".to_owned()),
        ("[without.a, 1 + 2]", "1:2: No such service: Without a location.".to_owned()),
        ("1 + whole.a", "1:5: No such service: At the traversal.".to_owned()),
        ("1 + elsewhere.a", "other.hcl:2:2: No such service: In its own source.".to_owned()),
        ("nothing.a", format!("1:1: Unknown variable: {unexplained}")),
        ("other.a", "1:1: Unknown variable: There is no variable named \"other\".".to_owned()),
    ];
    check_each(table, |(text, expected)| {
        let error = parse(text).evaluate(&context).unwrap_err();
        assert_eq!(error.to_string(), expected);
    });
    let warned = parse("warned.a").evaluate_with_diagnostics(&context);
    let found: Vec<_> = warned.diagnostics.iter().map(|it| it.summary().to_owned()).collect();
    assert_eq!(found, ["Late", "Unknown variable"]);
    let json = json::parse_expression("{ \"a\": \"é${whole.a}\" }").into_result().expect("it is valid");
    let error = json.evaluate(&context).unwrap_err();
    assert_eq!(error.to_string(), "1:12: No such service: At the traversal.");
}

#[test]
fn the_resolver_of_a_parent_comes_after_that_of_the_child() {
    let mut parent = EvalContext::new();
    parent.set_resolver(|it| Ok(matches!(it.root_name(), Some("a" | "b")).then(|| value!("parent"))));
    let mut child = parent.child();
    child.set("b", "defined").set_resolver(|it| match it.root_name() {
        Some("c") => Ok(Some(value!("child"))),
        Some("d") => Err(Diagnostic::error(Category::Data, "Refused", "Not that.").into()),
        _ => Ok(None),
    });
    assert_eq!(parse("[a, b, c]").evaluate(&child).ok(), Some(value!(["parent", "defined", "child"])));
    assert_eq!(parse("d").evaluate(&child).unwrap_err().to_string(), "1:1: Refused: Not that.");
    assert!(parse("c").evaluate(&parent).is_err());
}

#[test]
fn variables_that_refer_to_each_other_end() {
    for text in ["a", "(a)", "a.x", "\"${a}\"", "[for x in [1] : a]"] {
        let mut context = EvalContext::new();
        let expression = parse(text);
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = calls.clone();
        // The value of each variable is an expression that refers to the variable itself.
        fn lazy(expression: &Expression, calls: &Arc<AtomicUsize>) -> EvalContext {
            let mut context = EvalContext::new();
            let (expression, calls) = (expression.clone(), calls.clone());
            context.set_resolver(move |_| {
                calls.fetch_add(1, Ordering::Relaxed);
                expression.evaluate(&lazy(&expression, &calls)).map(Some)
            });
            context
        }
        context.clone_from(&lazy(&expression, &counter));
        let error = expression.evaluate(&context).unwrap_err();
        assert_eq!(error.category(), Category::Limit, "{text}");
        assert!(
            error.to_string().contains("Functions or variables that use each other get more than 128"),
            "{error}"
        );
        assert!(calls.load(Ordering::Relaxed) <= 128, "{text}");
        // The next evaluation has its full depth again.
        assert_eq!(parse("1 + 2").evaluate(&context).ok(), Some(value!(3)));
    }
}

#[test]
fn marks_of_resolved_values_decide_too() {
    let mut context = EvalContext::new();
    context.set_special_form("can", serde_hcl::ext::can_form());
    context.set_resolver(|it| {
        let secret = value!("a").mark(Mark::new("sensitive"));
        Ok((it.to_string() == "lazy.secret").then(|| value!({ "secret": secret })))
    });
    assert!(parse("can(lazy.secret + 1)").evaluate(&context).is_ok_and(|it| it.is_marked()));
    assert!(parse("can(lazy.other)").evaluate(&context).is_ok_and(|it| !it.is_marked()));
}

#[test]
fn all_errors_of_an_expression_come_out_together_and_each_once() {
    let outcome = evaluate("[for x in list : missing.y + upper()]");
    let found: Vec<_> = outcome.diagnostics.errors().map(|it| it.summary().to_owned()).collect();
    assert_eq!(found, ["Unknown variable", "Not enough function arguments"]);
}

#[test]
fn repeated_object_keys_are_a_warning() {
    let outcome = evaluate("{ a = 1, a = 2 }");
    assert_eq!(outcome.value, value!({ "a": 2 }));
    let warning = outcome.diagnostics.iter().next().expect("a warning");
    let found = (warning.summary(), warning.detail());
    let detail = "The key \"a\" was set before in this object; this later value replaces it.";
    assert_eq!(found, ("Repeated object key", detail));
    assert!(outcome.into_result().is_ok());
}

#[test]
fn computed_values_have_marks_and_messages_do_not_show_them() {
    let mut context = context();
    context.set("secret", value!({ "password": "hunter2" }).mark(Mark::new("sensitive")));
    let table = [
        "secret.password",
        "\"x${secret.password}\"",
        "upper(secret.password)",
        "secret.password == \"a\"",
        "secret[*]",
        "[for k, v in secret : v]",
        "secret.password == \"a\" ? 1 : 2",
        "[secret]",
    ];
    check_each(table, |text| {
        let value = parse(text).evaluate(&context).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(value.contains_marks(), "{text}: {value:?}");
        assert!(!format!("{value} {value:?}").contains("hunter2"), "{text}");
    });
    for text in ["secret.pasword", "secret.password + 1", "secret.password[0]", "upper(secret)"] {
        let error = parse(text).evaluate(&context).unwrap_err();
        let message = format!("{error} {error:#} {error:?}");
        assert!(!message.contains("hunter2"), "{message}");
    }
}

/// Category and text of the error that is due to limits.
#[track_caller]
fn refused(text: &str, change: impl FnOnce(&mut Limits)) -> String {
    let mut context = context();
    let mut limits = Limits::default();
    change(&mut limits);
    context.set_limits(limits).set("hundred", Value::tuple((0..100).map(Value::from)));
    let error = parse(text).evaluate(&context).expect_err("a limit is exceeded");
    assert_eq!(error.category(), Category::Limit, "{error}");
    error.to_string()
}

#[test]
fn evaluation_keeps_the_limits() {
    assert_eq!(
        refused("[for x in hundred : [for y in hundred : [for z in hundred : 1]]]", |it| it.steps = 1000),
        "1:41: Evaluation too long: Evaluating this took more than the limit of 1000 steps. Make it smaller, or raise \
         Limits::steps."
    );
    assert_eq!(
        refused("[for x in hundred : hundred[*]]", |it| it.elements = 1000),
        "1:28: Value too large: This needs 102 elements, but only 72 of the limit of 1000 are left. Make it smaller, or \
         raise the limits."
    );
    assert_eq!(
        refused("\"%{ for x in hundred }0123456789%{ endfor }\"", |it| it.bytes = 500),
        "1:23: Value too large: This needs 10 bytes, but only 0 of the limit of 500 are left. Make it smaller, or raise \
         the limits."
    );
    assert_eq!(
        refused("\"x${1e9}\"", |it| it.digits = 5),
        "1:5: Value too large: The value cannot be included in a string template: the number has more than 5 digits."
    );
}

#[test]
fn an_exceeded_limit_is_no_error_that_can_be_tried_away() {
    let message = refused("try([for x in hundred : x], 1)", |it| it.steps = 50);
    assert!(message.contains("Evaluation too long"), "{message}");
    let message = refused("true ? 1 : [for x in hundred : x]", |it| it.steps = 50);
    assert!(message.contains("Evaluation too long"), "{message}");
}

#[test]
fn template_files_are_evaluated_alike() {
    let template = parse_template("Hi ${s},\n%{ for x in list ~}\n- ${x}\n%{ endfor ~}\nbye\n").into_result();
    let template = template.expect("it is sound");
    let value = template.evaluate(&context()).expect("it has a value");
    assert_eq!(value.as_str(), Some("Hi text,\n- a\n- b\n- c\nbye\n"));
}

#[test]
fn a_round_without_a_body_is_a_step() {
    let table = [
        "\"%{ for a in hundred }%{ for b in hundred }%{ for c in hundred }%{ endfor }%{ endfor }%{ endfor }\"",
        "[for a in hundred : a if false] == [for b in [hundred, hundred, hundred] : b[*]]",
    ];
    check_each(table, |text| {
        let message = refused(text, |it| it.steps = 300);
        assert!(message.contains("Evaluation too long"), "{message}");
    });
}

#[test]
fn literals_and_digits_are_counted() {
    for text in
        ["[for x in hundred : \"0123456789\"]", "[for x in hundred : big * big]", "[for x in hundred : x.a]"]
    {
        let mut context = context();
        let mut limits = Limits::default();
        limits.bytes = 500;
        context.set_limits(limits).set("hundred", Value::tuple((0..100).map(Value::from)));
        context
            .set("big", Value::from("7".repeat(1000).parse::<serde_hcl::Number>().expect("it is a number")));
        let outcome = parse(text).evaluate_with_diagnostics(&context);
        let is_limit = outcome.diagnostics.errors().any(|error| error.category() == Category::Limit);
        // A repeated problem is reported and charged only once.
        assert_eq!(is_limit, !text.contains("x.a"), "{text}: {}", outcome.diagnostics);
    }
}

#[test]
fn expressions_share_the_limits_of_a_context() {
    let mut context = context();
    let mut limits = Limits::default();
    limits.steps = 300;
    context.set_limits(limits).set("hundred", Value::tuple((0..100).map(Value::from)));
    let expression = parse("[for x in hundred : x]");
    assert!((0..10).all(|_| expression.evaluate(&context).is_ok()), "each has the whole of the limits");
    context.share_limits();
    assert!(expression.evaluate(&context).is_ok());
    for context in [&context, &context.child(), &context.clone()] {
        let error = expression.evaluate(context).expect_err("the limits are used up");
        assert_eq!(error.category(), Category::Limit, "{error}");
    }
    context.set_limits(limits);
    assert!(expression.evaluate(&context).is_ok(), "it begins anew");
}

/// A chain of contexts far longer than any stack could recurse into.
#[test]
fn endless_chains_of_children() {
    let test = || {
        let mut context = EvalContext::new();
        context.set("root", 1);
        context.set_function("f", serde_hcl::Function::from_fn(|number: i64| number + 1));
        for level in 0..100_000 {
            context = context.child();
            if level % 50_000 == 0 {
                context.set(format!("v{level}"), level);
            }
        }
        let copy = context.clone();
        let expression =
            serde_hcl::parse_expression("[root, v0, v50000, f(root)]").into_result().expect("it is sound");
        assert_eq!(expression.evaluate(&copy).expect("a value"), serde_hcl::value!([1, 0, 50000, 2]));
        assert!(!format!("{context:?} {copy:#?}").is_empty());
        let children: Vec<_> = (0..3).map(|_| context.child()).collect();
        drop(context);
        assert!(expression.evaluate(&children[0]).is_ok());
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(test).expect("a thread");
    assert!(thread.join().is_ok(), "it panicked");
}

#[test]
fn the_nearest_name_is_suggested_and_of_several_the_first() {
    let mut context = EvalContext::new();
    for name in ["ports", "post", "part", "port_a", "pork"] {
        context.set(name, 1);
        context.set_function(name, Function::from_fn(|n: i64| n));
    }
    let table = [
        ("port", "There is no variable named \"port\". Did you mean \"ports\"?"),
        ("porkk", "There is no variable named \"porkk\". Did you mean \"pork\"?"),
        ("port(1)", "There is no function named \"port\". Did you mean \"ports\"?"),
    ];
    check_each(table, |(text, expected)| {
        let expression = parse_expression(text).into_result().expect("it is sound");
        let error = expression.evaluate(&context).expect_err("there is no such name");
        assert_eq!(error.diagnostics().iter().next().map(|first| first.detail()), Some(expected), "{text}");
    });
}

#[test]
fn floats_are_variables() {
    let mut parent = EvalContext::new();
    parent.set("ratio", 0.5).set("half", 0.5_f32).set("bad", 1).set("huge", f64::INFINITY);
    let mut context = parent.child();
    context.set("bad", f64::NAN);
    let evaluate = |text: &str| text.parse::<Expression>()?.evaluate(&context);
    assert_eq!(evaluate("ratio + half").ok(), Some(value!(1)));
    // One that is not finite is null, and hides the definition of the parent.
    assert_eq!(evaluate("[bad, huge]").ok(), Some(value!([null, null])));
    // An infinity is a valid value of `Number`.
    context.set("huge", Number::INFINITY);
    assert_eq!(context.variable("huge"), Some(&Value::from(Number::INFINITY)));
}

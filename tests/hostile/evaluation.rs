//! Small texts that request large values or long loops.

use serde_hcl::{EvalContext, Limits, Options, Value, diag::Category, json, parse_expression, value};

use crate::work::{measure, on_a_small_stack};

/// The category of the error that an expression ends with, if it does.
fn category(text: &str, context: &EvalContext) -> Option<Category> {
    let expression = parse_expression(text).into_result().expect("it is sound");
    expression.evaluate(context).err().map(|error| {
        assert!(error.span().is_some(), "{text}: {error}");
        error.category()
    })
}

#[test]
fn nine_nested_template_loops_are_stopped() {
    on_a_small_stack(|| {
        let loops = "%{ for x in [1,2,3,4,5,6,7,8,9] }".repeat(9);
        let text = format!("\"{loops}x{}\"", "%{ endfor }".repeat(9));
        let mut context = EvalContext::new();
        let mut limits = Limits::default();
        limits.steps = 100_000;
        context.set_limits(limits);
        let work = measure(|| assert_eq!(category(&text, &context), Some(Category::Limit)));
        assert!(work.allocations < 10 * limits.steps && work.peak < 10_000_000, "{work:?}");
        // As the string of a JSON file.
        let quoted = format!("{{\"a\":{text}}}");
        let error =
            Options::new().json(true).limits(limits).from_str::<Value>(&quoted).expect_err("it is long");
        assert_eq!(error.category(), Category::Limit, "{error}");
    });
}

#[test]
fn nested_for_expressions_are_stopped() {
    on_a_small_stack(|| {
        let text = format!("{}1{}", "[for x in [1,2,3,4,5,6,7,8,9] : ".repeat(9), "]".repeat(9));
        for set in
            [|limits: &mut Limits| limits.steps = 50_000, |limits: &mut Limits| limits.elements = 50_000]
        {
            let mut limits = Limits::default();
            set(&mut limits);
            let mut context = EvalContext::new();
            context.set_limits(limits);
            let work = measure(|| assert_eq!(category(&text, &context), Some(Category::Limit)));
            assert!(work.allocations < 1_000_000, "{work:?}");
        }
    });
}

/// Each local is the one before, twice.
#[test]
fn sixty_doublings_take_no_memory() {
    on_a_small_stack(|| {
        let doublings = [
            ("[l, l]", value!([1])),
            ("{ a = l, b = l }", value!(1)),
            ("[for x in [l, l] : x]", value!(1)),
            ("{ for x in [\"a\", \"b\"] : x => l }", value!(1)),
        ];
        for (double, first) in doublings.into_iter().step_by(test_support::step(2)) {
            let expression = parse_expression(double).into_result().expect("it is sound");
            let mut context = EvalContext::new();
            let mut limits = Limits::default();
            limits.steps /= test_support::step(10) as u64;
            context.set_limits(limits).set("l", first);
            let work = measure(|| {
                for _ in 0..60 {
                    let value = expression.evaluate(&context).expect("it has a value");
                    context.set("l", value);
                }
            });
            assert!(work.bytes < 200_000, "{double}: {work:?}");
            for text in [
                "l == l",
                "l != [l]",
                "\"${l}\"",
                "[l][0] == null",
                "{ (l) = 1 }",
                "l ? 1 : 2",
                "l + 1",
                "l[l]",
                "l[*]",
            ] {
                let work = measure(|| _ = category(text, &context));
                assert!(work.bytes < 100_000_000, "{double} in {text}: {work:?}");
            }
            let value = expression.evaluate(&context).expect("it has a value");
            assert!(serde_hcl::to_string(&value!({ "a": value.clone() })).is_err());
            assert!(json::to_string(&value).is_err());
            assert!(serde_hcl::from_value::<serde_json::Value>(&value).is_err());
            assert!(value.to_string().len() < 100_000);
        }
    });
}

/// Text doubles in bytes.
#[test]
fn doubled_text_is_stopped() {
    on_a_small_stack(|| {
        let expression = parse_expression("\"${l}${l}\"").into_result().expect("it is sound");
        let mut context = EvalContext::new();
        let mut limits = Limits::default();
        limits.bytes = 1 << 16;
        context.set_limits(limits).set("l", "x");
        let error = (0..60).find_map(|_| match expression.evaluate(&context) {
            Ok(value) => {
                context.set("l", value);
                None
            }
            Err(error) => Some(error),
        });
        let error = error.expect("it becomes too long");
        assert_eq!(error.category(), Category::Limit, "{error}");
    });
}

/// Work on existing values counts too, since a loop over it could take hours.
#[test]
fn reading_large_values_in_loops_is_stopped() {
    on_a_small_stack(|| {
        let mut limits = Limits::default();
        limits.steps = 20_000;
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        let thousand = Value::tuple((0..10_000).map(Value::from).collect::<Vec<_>>());
        let nested = Value::tuple(vec![thousand.clone(); 100]);
        context.set_limits(limits).set("many", thousand.clone()).set("nested", nested);
        context.set("again", Value::tuple((0..10_000).map(Value::from).collect::<Vec<_>>()));
        context.set("text", "x".repeat(1_000_000)).set("strings", value!([["a", "b"], ["c"]]));
        let texts = [
            "[for x in many : many == again]",
            "[for x in many : many != again]",
            "[for x in many : contains(many, -1)]",
            "[for x in many : max(many...)]",
            "[for x in many : strlen(text)]",
            "[for x in many : regexall(\"y\", text)]",
            "[for x in many : length(flatten(nested))]",
            "[for x in many : nested == [many]]",
            "[for x in many : distinct(many)]",
        ];
        for text in texts {
            let work = measure(|| assert_eq!(category(text, &context), Some(Category::Limit), "{text}"));
            assert!(work.bytes < 2_000_000_000, "{text}: {work:?}");
        }
        // Reading a single element is not charged.
        let expected = "[for x in [1, 2, 3] : element(many, x)]";
        assert_eq!(category(expected, &context), None);
    });
}

#[test]
fn too_large_results_are_refused_before_they_are_made() {
    on_a_small_stack(|| {
        let mut context = EvalContext::new();
        test_support::functions::register(&mut context);
        for text in [
            "range(1e12)",
            "range(0, 1, 1e-12)",
            "setproduct(range(1e4), range(1e4), range(1e4))",
            "format(\"%999999999d\", 1)",
            "format(\"%.999999999f\", 1)",
            "format(\"%.999999999e\", 1)",
            "format(\"%.999999999d\", 1)",
            "format(\"%999999999s\", \"\")",
            "join(format(\"%100000s\", \"\"), range(1e5))",
            "replace(format(\"%100000s\", \"\"), \" \", format(\"%100000s\", \"\"))",
            "indent(1e9, \"a\\nb\")",
            "1e999999999 + 1",
            "\"x${1e999999999}\"",
            "\"x${1e-999999999}\"",
        ] {
            let work = measure(|| {
                let found = category(text, &context);
                assert!(matches!(found, Some(Category::Limit | Category::Eval)), "{text}: {found:?}");
            });
            assert!(work.peak < 100_000_000, "{text}: {work:?}");
        }
    });
}

/// Expressions that an application's function evaluates have their own budget.
#[test]
fn functions_that_evaluate_are_bounded_each() {
    on_a_small_stack(|| {
        let inner =
            parse_expression("[for x in many : [for y in many : y]]").into_result().expect("it is sound");
        let many = Value::tuple((0..1_000).map(Value::from).collect::<Vec<_>>());
        let mut limits = Limits::default();
        limits.steps = 100_000;
        let mut small = EvalContext::new();
        small.set_limits(limits).set("many", many);
        let mut context = EvalContext::new();
        context.set_function(
            "inner",
            serde_hcl::Function::from_fn(move || inner.evaluate(&small).map_err(|error| error.to_string())),
        );
        let work = measure(|| assert!(category("inner()", &context).is_some()));
        assert!(work.allocations < 1_000_000, "{work:?}");
    });
}

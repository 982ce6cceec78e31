//! Specifications that contradict themselves.

use serde_hcl::ext::Spec;
use serde_hcl::{Function, Type, Value, value};

use super::{context, native, nothing, number, problems, string};

use test_support::rows::check_each;

fn two(first: Spec, second: Spec) -> Spec {
    Spec::object([("first", first), ("second", second)])
}

#[test]
fn conflicts_are_reported_for_any_body() {
    let label = || Spec::label(0, "name");
    let upper = Function::from_fn(|text: String| text.to_uppercase());
    let plus = Function::from_fn(|a: i64, b: i64| a + b);
    let table = [
        (label(), "The label \"name\" is outside of any block."),
        (
            Spec::block("b", two(string("a"), Spec::label(1, "name"))),
            "The specification of \"b\" blocks has no label with index 0, but labels after it.",
        ),
        (
            two(Spec::block("b", label()), Spec::block_list("b", .., nothing())),
            "Two parts of the specification expect different numbers of labels for \"b\" blocks: 1 and 0.",
        ),
        (
            Spec::block("a", Spec::block_map("b", [""; 0], nothing())),
            "\"b\" blocks are distinguished by their labels, but the specification gives them none.",
        ),
        (
            #[allow(clippy::reversed_empty_ranges)]
            Spec::block_list("b", 3..=2, nothing()),
            "The minimum number of \"b\" blocks is more than the maximum.",
        ),
        (
            Spec::block_set("b", 0..0, nothing()),
            "The minimum number of \"b\" blocks is more than the maximum.",
        ),
        (number("a").or(Spec::literal(value!([1]))), "The default value is tuple, but number is required."),
        (
            string("a").transform(plus),
            "The function of a transformation is called with one argument: the function expects 2 arguments; missing value for \"second\".",
        ),
        (
            Spec::block("b", Spec::object([("a", string("a"))]).transform(upper)),
            "The function of a transformation does not take object: invalid value for \"first\" parameter: expected a string, found an object.",
        ),
        (
            Spec::object([("a", number("x")), ("a", number("y"))]),
            "The specification of an object has two attributes named \"a\".",
        ),
    ];
    check_each(table, |(spec, detail)| {
        let expected = format!("nowhere | Invalid specification: {detail}");
        let outcome = spec.decode(&native("a = 1\n"), &context());
        assert_eq!(problems(&outcome.diagnostics), [expected.as_str()]);
        assert_eq!(outcome.value, Value::unknown(spec.implied_type()));
        let outcome = spec.partial_decode(&native("a = 1\n"), &context());
        assert_eq!(problems(&outcome.diagnostics), [expected.as_str()]);
        assert_eq!(outcome.value.1.attributes().count(), 1);
        let error = spec.schema().expect_err("it is told with the schema too");
        assert_eq!(problems(error.diagnostics()), [expected.as_str()]);
    });
}

/// Other conflicts, which do not change decoding: no function panics on them.
#[test]
fn conflicts_cause_no_panic_elsewhere() {
    let spec = two(
        Spec::block("b", Spec::label(usize::MAX, "name")),
        Spec::block_map("b", [""; 0], Spec::label(0, "name")),
    );
    let body = native("b \"x\" {}\nb {}\n");
    assert!(spec.variables(&body).is_empty());
    assert_eq!(spec.child_blocks().len(), 2);
    assert!(spec.span(&body).is_some());
    assert_eq!(Spec::label(0, "name").span(&body), None);
    let ty = Type::object([("first", Type::String), ("second", Type::String)]);
    assert_eq!(spec.implied_type(), ty);
}

#[test]
fn overlapping_parts_are_no_conflict() {
    // Blocks of one type in two parts, an attribute and blocks of one name, a repeated label.
    let labels = Spec::tuple([Spec::label(0, "name"), Spec::label(0, "other")]);
    let spec = Spec::tuple([
        Spec::block_list("b", .., labels),
        Spec::block("b", Spec::label(0, "name")),
        number("b"),
    ]);
    let outcome = spec.decode(&native("b = 1\nb \"x\" {}\n"), &context());
    assert_eq!(
        format!("{:?}", outcome.into_result().expect("no error")),
        "[list(tuple([string, string]))[[\"x\", \"x\"]], \"x\", 1]"
    );
}

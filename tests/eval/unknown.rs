//! What is computed with unknown values is never contradicted once they are known.

use proptest::prelude::*;
use serde_hcl::value::{ValueKind, convert};
use serde_hcl::{EvalContext, Type, Value, value};

use crate::support::parse;

/// The variables that may be unknown, with their types.
fn variables() -> [(&'static str, Type); 6] {
    [
        ("n", Type::Number),
        ("m", Type::Number),
        ("s", Type::String),
        ("b", Type::Bool),
        ("l", Type::list(Type::Number)),
        ("o", Type::object([("a", Type::Number), ("b", Type::String)])),
    ]
}

/// Values for them.
fn known() -> impl Strategy<Value = Vec<Value>> {
    (-3..4_i64, 0..3_i64, "[a-c]{0,2}", any::<bool>(), prop::collection::vec(-1..3_i64, 0..4), 0..3_i64)
        .prop_map(|(n, m, s, b, l, a)| {
            let list = Value::list(Type::Number, l.into_iter().map(Value::from)).expect("a list");
            vec![value!(n), value!(m), value!(s.clone()), value!(b), list, value!({ "a": a, "b": s })]
        })
}

/// Expressions, mostly of sensible types.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("n"),
        Just("m"),
        Just("s"),
        Just("b"),
        Just("l"),
        Just("o"),
        Just("o.a"),
        Just("o.b"),
        Just("1"),
        Just("0"),
        Just("true"),
        Just("\"a\""),
        Just("null"),
        Just("[1, 2]"),
    ]
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operator = prop_oneof![
            Just("+"),
            Just("-"),
            Just("*"),
            Just("/"),
            Just("%"),
            Just("=="),
            Just("!="),
            Just("<"),
            Just(">="),
            Just("&&"),
            Just("||"),
        ];
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(l, op, r)| format!("({l} {op} {r})")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(c, t, f)| format!("({c} ? {t} : {f})")),
            inner.clone().prop_map(|it| format!("(!{it})")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("[{l}, {r}]")),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| format!("{{a = {l}, b = {r}}}")),
            (inner.clone(), inner.clone()).prop_map(|(l, key)| format!("({l})[{key}]")),
            inner.clone().prop_map(|it| format!("({it}).a")),
            inner.clone().prop_map(|it| format!("({it})[*]")),
            inner.clone().prop_map(|it| format!("\"x${{{it}}}\"")),
            (inner.clone(), inner.clone()).prop_map(|(c, it)| format!("\"%{{if {c}}}y${{{it}}}%{{endif}}\"")),
            (inner.clone(), inner.clone()).prop_map(|(l, it)| format!("[for k, v in {l} : [v, {it}]]")),
            (inner.clone(), inner.clone()).prop_map(|(l, c)| format!("[for k, v in {l} : k if {c}]")),
            inner.prop_map(|it| format!("{{for k, v in {it} : k => v}}")),
        ]
    })
}

/// Whether a value may be what another one, that is not wholly known, turns into.
fn refines(specific: &Value, general: &Value) -> bool {
    match general.kind() {
        ValueKind::Unknown(ty) => specific.ty().matches(ty),
        _ if general.is_wholly_known() => specific == general,
        ValueKind::Tuple(items) | ValueKind::List(items) => specific.as_slice().is_some_and(|found| {
            found.len() == items.len() && found.iter().zip(items).all(|(found, item)| refines(found, item))
        }),
        ValueKind::Object(map) | ValueKind::Map(map) => specific.as_map().is_some_and(|found| {
            found.len() == map.len()
                && map.iter().all(|(key, value)| found.get(key).is_some_and(|found| refines(found, value)))
        }),
        // Members of a set may become equal.
        ValueKind::Set(items) => specific.as_slice().is_some_and(|found| found.len() <= items.len()),
        _ => specific == general,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn known_values_never_contradict_unknown_ones(
        text in expressions(),
        values in known(),
        hidden in prop::collection::vec(any::<bool>(), 6),
    ) {
        let mut before = EvalContext::new();
        let mut after = EvalContext::new();
        for (((name, ty), value), hidden) in variables().into_iter().zip(values).zip(hidden) {
            before.set(name, if hidden { Value::unknown(ty) } else { value.clone() });
            after.set(name, value);
        }
        let expression = parse(&text);
        let (general, specific) = (expression.evaluate(&before), expression.evaluate(&after));
        match (general, specific) {
            (Ok(general), Ok(specific)) => {
                // The arms of a conditional may have another type in common once the types of both are known.
                let retyped = text.contains('?').then(|| convert(&general, specific.ty()).ok()).flatten();
                let agrees = refines(&specific, &general)
                    || retyped.is_some_and(|general| refines(&specific, &general));
                prop_assert!(agrees, "{}: {:?} became {:?}", text, general, specific);
            }
            // What is wrong with the values in hand stays wrong, unless it stands where it need not be looked at.
            (Err(error), Ok(specific)) => {
                let may_be_skipped = ["&&", "||", "?", "%{if", " if "].iter().any(|it| text.contains(it));
                prop_assert!(may_be_skipped, "{}: {} became {:?}", text, error, specific);
            }
            (_, Err(_)) => {}
        }
    }
}

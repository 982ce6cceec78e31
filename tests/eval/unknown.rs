//! Results for unknown values never contradict the results for known ones.

use test_support::{expressions, functions, random};

/// The number of cases. The fuzz target `unknown` searches further.
fn cases() -> u64 {
    test_support::number_of_cases(3_000, 100_000)
}

#[test]
fn known_values_never_contradict_unknown_ones() {
    let functions = functions();
    let contradictions =
        (0..cases()).filter_map(|case| expressions::check(&random::bytes(case, 8), &functions).err());
    let contradictions: Vec<_> = contradictions.take(20).collect();
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
}

//! Results for unknown values never contradict the results for known ones.

use serde_hcl::EvalContext;
use serde_hcl::ext::tryfunc;

use crate::expressions;

fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    #[cfg(feature = "stdlib")]
    serde_hcl::stdlib::register(&mut context);
    context.set_special_form("try", tryfunc::try_form()).set_special_form("can", tryfunc::can_form());
    context
}

/// The number of cases. Continuous integration sets more, and the fuzz target `unknown` searches
/// further.
fn cases() -> u64 {
    std::env::var("UNKNOWN_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(3000)
}

/// Pseudorandom bytes, the same for each number (SplitMix64).
fn bytes(case: u64) -> Vec<u8> {
    let word = |index: u64| {
        let mut word = (case << 8 | index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    (0..8 + case % 16).flat_map(|index| word(index).to_le_bytes()).collect()
}

#[test]
fn known_values_never_contradict_unknown_ones() {
    let functions = functions();
    let contradictions = (0..cases()).filter_map(|case| expressions::check(&bytes(case), &functions).err());
    let contradictions: Vec<_> = contradictions.take(20).collect();
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
}

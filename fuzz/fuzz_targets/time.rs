//! Any bytes, repeated: the time is in proportion to the length, in both syntaxes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use test_support::growth;

fuzz_target!(|text: &str| {
    // The unit of which all texts consist, between a beginning and an end.
    let mut parts = text.split('\u{0}');
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let (prefix, unit) = second.map_or(("", first), |unit| (first, unit));
    let suffix = parts.next().unwrap_or_default();
    if unit.is_empty() || text.len() > 200 {
        return;
    }
    let shape = |length: usize| [prefix, &unit.repeat(length.div_ceil(unit.len())), suffix].concat();
    for is_json in [false, true] {
        assert!(!growth::grows(shape, is_json), "{prefix:?}, {unit:?} repeated, {suffix:?}, is JSON: {is_json}");
    }
});

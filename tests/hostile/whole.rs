//! Decodes that use all kinds of memory at once: the largest trees that are allowed, and values
//! that use up the limits of evaluation and are kept.

use serde::Deserialize;
use serde_hcl::{Error, EvalContext, Limits, Options, Value, diag::Category};

use crate::work::{Memory, measure_memory, on_a_small_stack};

/// The values are kept, and the largest part of the text is parsed only.
#[derive(Deserialize)]
struct Kept {
    #[allow(dead_code, reason = "it is there to take memory")]
    a: Value,
    #[allow(dead_code, reason = "it is there to take memory")]
    b: Value,
}

/// Elements of a list that is not evaluated, and the number of tokens, or in JSON of values, of
/// one.
const NATIVE: [(&str, usize); 6] =
    [("1,", 2), ("1.5,", 2), ("b?1:2,", 6), ("{b=1},", 6), ("\"${1}\",", 6), ("f(),", 4)];
const JSON: [(&str, usize); 4] = [("1,", 1), ("1.5,", 1), ("\"${1}\",", 1), ("{\"\":1},", 2)];

/// An expression for each round of a loop, with the elements, the bytes and the steps that one
/// takes at most.
type Made = (&'static str, u64, u64, u64);

const MADE: [Made; 8] = [
    ("x", 1, 0, 3),
    ("[]", 3, 0, 3),
    ("[x]", 4, 0, 4),
    ("{}", 5, 0, 3),
    ("{ k = x }", 7, 1, 4),
    ("\"${x}\"", 1, 3, 4),
    ("x / 7", 1, 216, 45),
    ("\"0123456789012345678901234567890123456789${x}\"", 1, 43, 8),
];

/// The number of elements of the variable `l`.
const ROUNDS: u64 = 1_000;

/// A loop over loops that generates as many values as memory allows.
fn loops((inner, elements, bytes, steps): Made, left: &mut Limits) -> String {
    let most = (left.elements / (elements + 1)).min(left.bytes / (bytes + 1)).min(left.steps / steps);
    let count = most / (ROUNDS + 4);
    left.elements -= count * (ROUNDS * elements + 4);
    left.bytes -= count * ROUNDS * bytes;
    left.steps -= count * (ROUNDS * steps + 4);
    format!("[for y in [{}] : [for x in l : {inner}]]", "1,".repeat(count as usize))
}

/// A text that needs nearly all that the limits allow.
fn text((part, parts): (&str, usize), made: [Made; 2], limits: &Limits, is_json: bool) -> String {
    let mut left = *limits;
    let [a, b] = made.map(|made| loops(made, &mut left));
    let most = (limits.input as usize / 8).max(100_000) - a.len() - b.len() - 100;
    let list =
        part.repeat((most / parts).min((limits.input as usize - a.len() - b.len() - 100) / part.len()));
    if is_json {
        let [a, b] = [a, b].map(|text| serde_json::to_string(&format!("${{{text}}}")).expect("it is a text"));
        format!("{{\"a\":{a},\"b\":{b},\"c\":[{list}1]}}")
    } else {
        format!("a = {a}\nb = {b}\nc = [{list}]\n")
    }
}

fn decode(text: String, limits: Limits, is_json: bool) -> (Memory, Option<Error>) {
    on_a_small_stack(move || {
        let mut context = EvalContext::new();
        context.set("l", (100..100 + ROUNDS).collect::<Vec<_>>());
        let options = Options::new().context(context).limits(limits);
        let options = if is_json { options.json(true) } else { options };
        let mut error = None;
        let memory = measure_memory(|| error = options.from_str::<Kept>(&text).err());
        (memory, error)
    })
}

/// The cases that take more than `most` bytes.
fn above(most: u64, limits: Limits) -> Vec<String> {
    let texts = NATIVE.map(|part| (part, false)).into_iter().chain(JSON.map(|part| (part, true)));
    let pairs: Vec<[Made; 2]> =
        MADE.iter().flat_map(|first| [MADE[4], MADE[6], MADE[7]].map(|last| [*first, last])).collect();
    let cases = texts.flat_map(|(part, is_json)| pairs.iter().map(move |made| (part, is_json, *made)));
    let large = cases.step_by(test_support::step(31)).filter_map(|(part, is_json, made)| {
        let (memory, error) = decode(text(part, made, &limits, is_json), limits, is_json);
        assert!(error.is_none(), "{part:?}, {made:?}: {error:?}");
        (memory.peak > most).then(|| format!("{part:?}, {made:?}: {} bytes", memory.peak))
    });
    large.collect()
}

/// The default limits, divided: the memory is in proportion to them.
fn share(limit: u64) -> Limits {
    let mut limits = Limits::default();
    (limits.input, limits.steps, limits.bytes, limits.elements) =
        (limits.input / limit, limits.steps / limit, limits.bytes / limit, limits.elements / limit);
    limits
}

#[test]
fn a_whole_decode_within_the_default_limits_fits_into_memory() {
    let large = above(1_000_000_000 / 32, share(32));
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn a_whole_decode_within_the_strict_limits_fits_into_memory() {
    let large = above(64_000_000, Limits::strict());
    assert!(large.is_empty(), "{large:#?}");
}

/// With the default limits themselves.
#[test]
#[cfg_attr(debug_assertions, ignore = "the texts are long")]
fn a_whole_decode_of_full_size_fits_into_memory() {
    for (part, made) in [(NATIVE[0], [MADE[4], MADE[6]]), (NATIVE[4], [MADE[2], MADE[7]])] {
        let limits = Limits::default();
        let (memory, error) = decode(text(part, made, &limits, false), limits, false);
        assert!(error.is_none() && memory.peak < 1_000_000_000, "{part:?}, {made:?}: {memory:?}, {error:?}");
    }
}

#[test]
fn the_texts_leave_little_of_the_limits() {
    for made in MADE {
        let limits = share(32);
        let mut tight = limits;
        (tight.steps, tight.bytes, tight.elements) =
            (tight.steps * 2 / 5, tight.bytes * 2 / 5, tight.elements * 2 / 5);
        let (_, error) = decode(text(NATIVE[0], [made, MADE[7]], &limits, false), tight, false);
        assert_eq!(error.map(|error| error.category()), Some(Category::Limit), "{made:?}");
    }
}

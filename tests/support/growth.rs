//! The growth of the time for a text with its length.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use serde_hcl::analysis::{References, Roots, check};
use serde_hcl::{EvalContext, Options, Value, body::BodySchema, ext, json, parse_file};

/// The lengths at which texts of one shape are measured. Each is four times the one before. Work
/// that has a constant limit, such as checking corrections, reaches it before the last one.
pub const SIZES: [usize; 4] = [2_000, 8_000, 32_000, 128_000];

/// How many times the work may be for four times the length.
pub const MOST: u32 = 5;

/// Does everything with a text that programs do with files that they did not write.
pub fn work(text: &str, is_json: bool) {
    let outcome = if is_json { json::parse_file(text) } else { parse_file(text) };
    black_box(outcome.diagnostics.to_string());
    let body = outcome.value.body().clone();
    let context = EvalContext::new();
    let options = if is_json { Options::new().json(true) } else { Options::new() };
    let _ = black_box(options.from_str::<Value>(text).map_err(|error| error.to_string()));
    black_box(check(&body, &BodySchema::default(), &context).to_string());
    black_box(check(&ext::expand_dynamic_blocks(&body, &context), &BodySchema::default(), &context).len());
    let references = References::new(&Roots::terraform(), [&body]);
    black_box(references.check(&serde_hcl::EvalContext::new()).to_string());
    black_box((references.order().is_ok(), references.to_dot().len()));
    if !is_json {
        black_box(serde_hcl::format(text));
        let _ = black_box(serde_hcl::fmt::format_terraform(text));
    }
}

/// Returns whether the processor time for the text that a function makes with a length grows too
/// much from each size to the next.
///
/// Time also depends on what else runs on the machine. So it has to grow too much at all sizes, and
/// again with more runs, of which the fastest counts.
pub fn grows(text: impl Fn(usize) -> String, is_json: bool) -> bool {
    let time = |length, runs| {
        let text = text(length);
        let run = |_| {
            let start = ThreadTime::now();
            work(&text, is_json);
            start.elapsed()
        };
        (0..runs).map(run).min().unwrap_or_default()
    };
    [1, 2, 4, 8, 16].into_iter().all(|runs| {
        SIZES.windows(2).all(|sizes| {
            let (small, large) = (time(sizes[0], 2 * runs), time(sizes[1], runs));
            large > MOST * small + Duration::from_micros(300)
        })
    })
}

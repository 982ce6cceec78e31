//! Texts and values that are made to exhaust the stack, the memory or the time of a process.
//! Everything runs on a small stack. Work is counted in allocations and in time on the processor,
//! and compared between inputs of different sizes: no test depends on the speed of the machine.

#[cfg(feature = "stdlib")]
mod cost;
#[path = "../support/costs.rs"]
mod costs;
mod entry_points;
mod evaluation;
mod files;
mod inputs;
mod linear;
mod mutation;
mod nesting;
mod numbers;
mod oracle;
mod partial;
mod programs;
mod suggestions;
mod whole;
mod work;
mod writers;

#[path = "../support/texts.rs"]
mod texts;

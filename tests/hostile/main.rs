//! Texts and values that are made to exhaust the stack, the memory or the time of a process.
//! Everything runs on a small stack. Work is counted in allocations and in time on the processor,
//! and compared between inputs of different sizes: no test depends on the speed of the machine.

mod cost;
mod documents;
mod entry_points;
mod evaluation;
mod files;
mod inputs;
mod instructions;
mod linear;
mod mutation;
mod nesting;
mod numbers;
mod oracle;
mod partial;
mod programs;
mod render;
mod shapes;
mod suggestions;
mod whole;
mod work;
mod writers;

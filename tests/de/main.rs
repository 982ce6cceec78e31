//! Decoding: the inputs of each type, and the messages for unsuitable ones.

mod buffered;
mod capture;
#[path = "../support/cases.rs"]
mod cases;
mod companions;
mod errors;
mod files;
mod hidden;
mod merged;
mod messages;
mod null;
mod numbers;
mod passes;
#[path = "../support/rows.rs"]
mod rows;
mod rules;
mod several;
mod shapes;
mod table;

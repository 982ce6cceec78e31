//! Static analysis of whole configurations.

mod check;
#[allow(dead_code, reason = "not all tests look at whole cases")]
#[path = "../support/expressions.rs"]
mod expressions;
#[path = "../support/rows.rs"]
mod rows;
mod simplify;
#[allow(dead_code, reason = "the other tests call functions too")]
#[path = "../support/soundness.rs"]
mod soundness;

//! Static analysis of whole configurations.

mod check;
#[path = "../support/rows.rs"]
mod rows;

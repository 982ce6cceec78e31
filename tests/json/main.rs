//! HCL JSON: its text, its expressions, and what native files become.

#[path = "../support/cases.rs"]
mod cases;
mod convert;
#[path = "../support/rows.rs"]
mod rows;
mod text;

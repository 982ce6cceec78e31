//! HCL JSON: its text, its expressions, and the JSON form of native files.

#[path = "../support/cases.rs"]
mod cases;
mod convert;
#[path = "../support/rows.rs"]
mod rows;
mod text;

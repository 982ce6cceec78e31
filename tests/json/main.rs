//! HCL JSON: its text, its expressions, and what native files become.

mod convert;
mod text;

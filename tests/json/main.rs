//! HCL JSON: its text, its expressions, and the JSON form of native files.

mod convert;
mod text;

//! The pest parser that the files in `grammar/` define.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/expression.pest"]
#[grammar = "../grammar/template.pest"]
#[grammar = "../grammar/structure.pest"]
pub(super) struct Grammar;

//! `hcl explain`

use std::fmt::Write;

use serde_hcl::diag::Code;

use crate::Result;
use crate::output::Output;

pub fn run(code: Option<Code>, output: &Output) -> Result<()> {
    output.write(&code.map_or_else(list, explanation))
}

/// Returns all codes with their meaning.
fn list() -> String {
    let mut list = String::new();
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or_default();
    for code in Code::ALL {
        let meaning = code.explanation().split("\n\n").next().unwrap_or_default().replace('\n', " ");
        _ = writeln!(list, "{code:width$}  {meaning}");
    }
    list
}

/// Returns the explanation of a code with its examples indented.
fn explanation(code: Code) -> String {
    let mut text = format!("{code}: {}\n\n", code.summary());
    let mut is_example = false;
    for line in code.explanation().lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else {
            let indent = if is_example && !line.is_empty() { "    " } else { "" };
            _ = writeln!(text, "{indent}{line}");
        }
    }
    text
}

//! Makes tests of the programs for other crates in the chapters on migration, so that these
//! programs compile and their assertions hold.

use std::path::Path;
use std::{env, fs};

fn main() {
    let mut tests = String::new();
    for chapter in ["from_hcl_rs", "from_hcl_edit"] {
        let path = format!("../../src/guide/{chapter}.md");
        println!("cargo::rerun-if-changed={path}");
        let text = fs::read_to_string(&path).expect("the chapter exists");
        let blocks = text.split("```rust,ignore\n").skip(1);
        let programs: Vec<&str> = blocks.filter_map(|block| Some(block.split_once("```")?.0)).collect();
        assert!(!programs.is_empty(), "{path} has no program for another crate");
        for (number, program) in programs.into_iter().enumerate() {
            tests += &format!(
                "#[test]\nfn {chapter}_{number}() -> Result<(), Box<dyn std::error::Error>> {{\n{program}Ok(())\n}}\n",
            );
        }
    }
    let out = env::var_os("OUT_DIR").expect("Cargo sets it");
    fs::write(Path::new(&out).join("chapters.rs"), tests).expect("the folder exists");
}

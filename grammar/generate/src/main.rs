//! Generates `src/syntax/grammar/parser.rs` from the grammar, as `pest_derive` would when the crate
//! is compiled. The generated code is part of the project, so that users of the crate do not
//! compile the generator, which takes more time than pest itself.
//!
//! Run it with `cargo run --manifest-path grammar/generate/Cargo.toml` after a change of the
//! grammar. With `--check` it compares the code with the grammar and writes nothing.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use quote::quote;

const PARSER: &str = "../../src/syntax/grammar/parser.rs";

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PARSER);
    let code = generate();
    let is_current = fs::read_to_string(&path).is_ok_and(|written| written == code);
    if is_current {
        return ExitCode::SUCCESS;
    }
    if env::args().any(|argument| argument == "--check") {
        eprintln!("{} is not the parser of the grammar", path.display());
        return ExitCode::FAILURE;
    }
    fs::write(&path, code).expect("the source of the crate can be written");
    ExitCode::SUCCESS
}

/// The files of the grammar, in the order of their rules.
const GRAMMAR: [&str; 4] = [
    include_str!("../../lexical.pest"),
    include_str!("../../expression.pest"),
    include_str!("../../template.pest"),
    include_str!("../../structure.pest"),
];

fn generate() -> String {
    let grammar = without_comments(&GRAMMAR.concat());
    let hash = fingerprint(&grammar);
    let parser = pest_generator::derive_parser(
        quote! {
            #[grammar_inline = #grammar]
            pub(crate) struct Grammar;
        },
        false,
    );
    let code = quote! {
        /// The hash of the grammar without comments that this was generated from.
        #[cfg(test)]
        pub(super) const FINGERPRINT: u64 = #hash;

        pub(crate) struct Grammar;

        #parser
    };
    let file = syn::parse2(code).expect("the generated code is Rust");
    HEADER.to_owned() + &prettyplease::unparse(&file)
}

const HEADER: &str = "\
// Generated from `grammar/*.pest`. After a change of the grammar, run
// `cargo run --manifest-path grammar/generate/Cargo.toml`.

";

/// Removes the comments, which would become documentation of the generated rules.
fn without_comments(grammar: &str) -> String {
    grammar.lines().filter(|line| !line.starts_with("//")).map(|line| line.to_owned() + "\n").collect()
}

/// Returns the 64-bit FNV-1a hash of a text. A test in `src/syntax/grammar/mod.rs` computes it
/// too.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

//! Generates `src/syntax/grammar/parser.rs` from the grammar. The generated code is part of the
//! project, so that users of the crate do not compile the generator, which takes more time than
//! pest itself.
//!
//! `pest_derive` would generate code that tries the alternatives of a choice in order and restores
//! the state after each that fails. The language rarely needs that: see [`code`].
//!
//! Run it with `cargo run --manifest-path grammar/generate/Cargo.toml` after a change of the
//! grammar. With `--check` it compares the code with the grammar and writes nothing.

mod code;
mod grammar;
mod lookahead;

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
    let parser = code::generate(&grammar::read(&grammar));
    let code = quote! {
        use super::{Input, Matched, State, repeat, repeat_row};

        /// The hash of the grammar without comments that this was generated from.
        #[cfg(test)]
        pub(super) const FINGERPRINT: u64 = #hash;

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

#[cfg(test)]
#[path = "../../../src/syntax/grammar/mod.rs"]
#[allow(dead_code, reason = "the crate uses more of it")]
mod parser;

#[cfg(test)]
mod tests {
    use pest::{Parser, RuleType, Token};

    use super::grammar::{Node, read};
    use super::{GRAMMAR, grammar, parser, without_comments};

    /// The reference: the parser that pest generates.
    #[derive(pest_derive::Parser)]
    #[grammar = "../lexical.pest"]
    #[grammar = "../expression.pest"]
    #[grammar = "../template.pest"]
    #[grammar = "../structure.pest"]
    struct Derived;

    /// The rules that a text can be parsed by.
    const ENTRIES: [(parser::Rule, Rule); 3] = [
        (parser::Rule::file, Rule::file),
        (parser::Rule::single_expression, Rule::single_expression),
        (parser::Rule::single_template, Rule::single_template),
    ];

    /// Pseudo-random numbers.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (self.0 >> 33) as usize % bound
        }
    }

    /// Appends a text that a node may match. Deep down, it has few parts.
    fn derive(node: &Node, rules: &[grammar::Rule], depth: usize, random: &mut Random, text: &mut String) {
        let mut derive_part = |part, random: &mut Random| derive(part, rules, depth + 1, random, text);
        match node {
            Node::One(set) | Node::Lookahead(set) => {
                let runs = set.runs();
                let (first, last) = runs[random.below(runs.len())];
                if let Node::One(_) = node {
                    text.push((first + random.below(usize::from(last - first) + 1) as u8).into());
                }
            }
            Node::Rule(name) => {
                let rule = rules.iter().find(|rule| rule.name == *name).expect("a valid grammar");
                derive_part(&rule.node, random);
            }
            Node::Sequence(parts) => parts.iter().for_each(|part| derive_part(part, random)),
            Node::Choice(parts) => {
                let part = if depth > 30 { 0 } else { random.below(parts.len()) };
                derive_part(&parts[part], random);
            }
            Node::Optional(part) if depth < 30 && random.below(2) == 0 => derive_part(part, random),
            Node::Repeat(part) if depth < 30 => {
                (0..random.below(3)).for_each(|_| derive_part(part, random));
            }
            Node::Optional(_) | Node::Repeat(_) | Node::Start | Node::End => {}
        }
    }

    /// Returns the starts and ends of the rules, or `None` for a text that does not match.
    fn tokens<R: RuleType>(
        pairs: Option<pest::iterators::Pairs<'_, R>>,
    ) -> Option<Vec<(String, usize, bool)>> {
        let token = |token| match token {
            Token::Start { rule, pos } => (format!("{rule:?}"), pos.pos(), true),
            Token::End { rule, pos } => (format!("{rule:?}"), pos.pos(), false),
        };
        pairs.map(|pairs| pairs.tokens().map(token).collect())
    }

    /// Compares the tokens of both parsers. Returns whether the text matches.
    fn matches((rule, derived): (parser::Rule, Rule), text: &str) -> bool {
        let expected = tokens(Derived::parse(derived, text).ok());
        let found = tokens(parser::parse(rule, text).ok());
        assert_eq!(found, expected, "{derived:?} {text:?}");
        found.is_some()
    }

    #[test]
    fn random_texts_have_the_tokens_of_pest() {
        let rules = read(&without_comments(&GRAMMAR.concat()));
        let terminals: Vec<char> = "efghijklmnotAEN<>*+-!=,.:?()[]{}$%\";".chars().collect();
        let mut random = Random(1);
        let mut matched = 0;
        for round in 0..30_000 {
            let entry = ENTRIES[random.below(ENTRIES.len())];
            let mut text = String::new();
            derive(&Node::Rule(format!("{:?}", entry.1)), &rules, 0, &mut random, &mut text);
            for _ in 0..round % 3 {
                let at = random.below(text.len() + 1);
                let end = (at + random.below(2)).min(text.len());
                let with = terminals[random.below(terminals.len())].to_string();
                text.replace_range(at..end, &with[..random.below(2)]);
            }
            matched += usize::from(matches(entry, &text));
        }
        assert!((6_000..24_000).contains(&matched), "{matched} texts match");
    }

    #[cfg(fuzzing)]
    #[test]
    fn the_texts_of_the_project_have_the_tokens_of_pest() {
        let texts = test_support::texts::project(test_support::root());
        let mut matched = 0;
        for text in &texts {
            for (entry, template) in ENTRIES.into_iter().zip([false, false, true]) {
                if let Some(terminals) = serde_hcl::__fuzzing::terminals(text, template) {
                    matched += usize::from(matches(entry, &terminals));
                }
            }
        }
        assert!(matched > texts.len(), "{matched} of {} texts match", texts.len());
    }
}

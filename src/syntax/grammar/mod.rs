//! The parser of the grammar, see the files in `grammar/`.

// `cargo fmt` leaves generated code as it is.
#[rustfmt::skip]
#[allow(dead_code, reason = "pest generates more than is used")]
mod parser;

pub(super) use parser::{Grammar, Rule};

#[cfg(test)]
mod tests {
    const GRAMMAR: [&str; 4] = [
        include_str!("../../../grammar/lexical.pest"),
        include_str!("../../../grammar/expression.pest"),
        include_str!("../../../grammar/template.pest"),
        include_str!("../../../grammar/structure.pest"),
    ];

    #[test]
    fn every_rule_quotes_an_example() {
        for grammar in GRAMMAR {
            let mut comment = String::new();
            for line in grammar.lines() {
                match line.strip_prefix("/// ") {
                    Some(text) => comment += text,
                    None if line.is_empty() => comment.clear(),
                    None if line.starts_with(|first: char| first.is_ascii_lowercase()) => {
                        assert!(comment.contains('`'), "{line}");
                    }
                    None => {}
                }
            }
        }
    }

    /// The command in `parser.rs` generates it again. With `--check` it compares the code itself,
    /// but compiles what pest needs for that.
    #[test]
    fn the_parser_was_generated_from_this_grammar() {
        let grammar = GRAMMAR.concat();
        let rules = grammar.split_inclusive('\n').filter(|line| !line.starts_with("//"));
        let hash = rules.flat_map(str::bytes).fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        assert_eq!(hash, super::parser::FINGERPRINT, "generate the parser again");
    }
}

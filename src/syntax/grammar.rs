//! The parser that pest generates from the files in `grammar/`.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/expression.pest"]
#[grammar = "../grammar/template.pest"]
#[grammar = "../grammar/structure.pest"]
pub(super) struct Grammar;

#[cfg(test)]
mod tests {
    #[test]
    fn every_rule_quotes_an_example() {
        for grammar in [
            include_str!("../../grammar/lexical.pest"),
            include_str!("../../grammar/expression.pest"),
            include_str!("../../grammar/template.pest"),
            include_str!("../../grammar/structure.pest"),
        ] {
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
}

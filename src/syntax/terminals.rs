//! The input of the grammar: one character for each token, and the spans of the tokens in the
//! source.

use std::ops::Range;

use super::token::TokenKind;
use crate::source::Span;

// The terminals of `grammar/lexical.pest`; a test compares the two.
const ELSE: char = 'e';
pub(super) const FOR: char = 'f';
pub(super) const ENDFOR: char = 'g';
pub(super) const ENDIF: char = 'h';
const NAME: char = 'i';
pub(super) const IF: char = 'j';
const IN: char = 'k';
const PATH: char = 'l';
const STRING: char = 'm';
const NUMBER: char = 'n';
const BROKEN: char = 'o';
const LITERAL: char = 't';
const FAT_ARROW: char = 'A';
const ELLIPSIS: char = 'E';
const DOUBLE_COLON: char = 'N';
const HEREDOC_START: char = '<';
const HEREDOC_END: char = '>';
const MINUS: char = '-';
const STAR: char = '*';
/// Any binary operator except `-` and `*`, which have other uses too.
const OPERATOR: char = '+';

/// Returns whether a terminal is a name or a path.
fn is_path(terminal: char) -> bool {
    matches!(terminal, ELSE..=PATH)
}

fn is_binary_operator(terminal: char) -> bool {
    matches!(terminal, OPERATOR | MINUS | STAR)
}

/// Returns the terminal of a name.
pub(super) fn name(name: &[u8]) -> char {
    match name {
        b"else" => ELSE,
        b"for" => FOR,
        b"endfor" => ENDFOR,
        b"endif" => ENDIF,
        b"if" => IF,
        b"in" => IN,
        _ => NAME,
    }
}

/// Returns the terminal of a token, or `None` for a token that is not in the language. The terminal
/// of an identifier depends on its text, see [`name`].
pub(super) fn of(kind: TokenKind) -> Option<char> {
    Some(match kind {
        TokenKind::OpenBrace => '{',
        TokenKind::CloseBrace | TokenKind::SequenceEnd => '}',
        TokenKind::OpenBracket => '[',
        TokenKind::CloseBracket => ']',
        TokenKind::OpenParen => '(',
        TokenKind::CloseParen => ')',
        TokenKind::OpenQuote | TokenKind::CloseQuote => '"',
        TokenKind::OpenHeredoc => HEREDOC_START,
        TokenKind::CloseHeredoc => HEREDOC_END,
        TokenKind::Interpolation => '$',
        TokenKind::Control => '%',
        TokenKind::QuotedLiteral | TokenKind::StringLiteral => LITERAL,
        TokenKind::Identifier => NAME,
        TokenKind::Number => NUMBER,
        TokenKind::Broken => BROKEN,
        TokenKind::Newline => '\n',
        TokenKind::Equals => '=',
        TokenKind::FatArrow => FAT_ARROW,
        TokenKind::Comma => ',',
        TokenKind::Dot => '.',
        TokenKind::Ellipsis => ELLIPSIS,
        TokenKind::Question => '?',
        TokenKind::Colon => ':',
        TokenKind::DoubleColon => DOUBLE_COLON,
        TokenKind::Star => STAR,
        TokenKind::Minus => MINUS,
        TokenKind::Bang => '!',
        TokenKind::Operator => OPERATOR,
        TokenKind::Comment
        | TokenKind::Bitwise
        | TokenKind::Apostrophe
        | TokenKind::Backtick
        | TokenKind::WrongString
        | TokenKind::Semicolon
        | TokenKind::QuotedNewline
        | TokenKind::BadUtf8
        | TokenKind::Invalid
        | TokenKind::End => return None,
    })
}

/// The terminals of a text.
#[derive(Default)]
pub(super) struct Terminals {
    text: String,
    spans: Vec<Span>,
    /// The indexes between two items of the outermost body at which the text can be cut.
    cuts: Vec<usize>,
    /// How many literals were joined to the one before, as the lines of a heredoc are.
    joined: usize,
}

impl Terminals {
    /// Creates an empty list with capacity for the terminals of a text.
    pub(super) fn with_capacity_for(text: &str) -> Self {
        let expected = text.len() / 4;
        Self { text: String::with_capacity(expected), spans: Vec::with_capacity(expected), ..Self::default() }
    }

    pub(super) fn last(&self) -> Option<char> {
        self.text.as_bytes().last().map(|last| char::from(*last))
    }

    pub(super) fn push(&mut self, terminal: char, span: Span) {
        self.text.push(terminal);
        self.spans.push(span);
    }

    /// Adds a name. After a path and a dot, with no space between them, it becomes part of the
    /// path.
    pub(super) fn push_name(&mut self, terminal: char, span: Span) {
        if self.ends_with_path_and_dot()
            && let [.., path, dot] = self.spans.as_mut_slice()
            && path.end == dot.start
            && dot.end == span.start
        {
            path.end = span.end;
            self.spans.pop();
            self.text.truncate(self.text.len() - 2);
            self.text.push(PATH);
        } else {
            self.push(terminal, span);
        }
    }

    fn ends_with_path_and_dot(&self) -> bool {
        matches!(self.text.as_bytes(), [.., path, b'.'] if is_path(char::from(*path)))
    }

    /// Adds literal text. After other literal text, the two become one.
    pub(super) fn push_literal(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if self.text.ends_with(LITERAL) => {
                last.end = span.end;
                self.joined += 1;
            }
            _ => self.push(LITERAL, span),
        }
    }

    /// Adds a quoted template without interpolations and directives.
    pub(super) fn push_string(&mut self, span: Span) {
        self.push(STRING, span);
    }

    /// Marks the end of a chunk, if at least `at_least` terminals were added since the last one.
    pub(super) fn cut(&mut self, at_least: usize) {
        if self.text.len() - self.cuts.last().unwrap_or(&0) >= at_least {
            self.cuts.push(self.text.len());
        }
    }

    /// Returns the chunks in order. Each has whole attributes and blocks.
    pub(super) fn chunks(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = [0].into_iter().chain(self.cuts.iter().copied());
        starts.zip(self.cuts.iter().copied().chain([self.text.len()])).map(|(start, end)| start..end)
    }

    /// Returns the terminals as the input of the grammar.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the terminal at an index is a binary operator.
    pub(super) fn is_binary_operator(&self, index: usize) -> bool {
        self.text.as_bytes().get(index).is_some_and(|terminal| is_binary_operator(char::from(*terminal)))
    }

    /// Returns whether the terminal at an index is broken text.
    pub(super) fn is_broken(&self, index: usize) -> bool {
        self.text.as_bytes().get(index).is_some_and(|terminal| char::from(*terminal) == BROKEN)
    }

    /// Returns where there are more than so many terminals and lines of heredocs, if there are.
    pub(super) fn excess(&self, limit: usize) -> Option<Span> {
        self.spans.get(limit.saturating_sub(self.joined)).copied()
    }

    /// Returns the spans of the terminals in the source.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Returns the terminals that each rule of `grammar/lexical.pest` matches. The rules are
    /// choices of strings, ranges and earlier rules. (The crate `pest_meta` would read them too,
    /// but it switches on `std` of `pest`, also for benchmarks.)
    fn lexical_rules() -> BTreeMap<&'static str, BTreeSet<char>> {
        let mut rules = BTreeMap::new();
        for line in include_str!("../../grammar/lexical.pest").lines().filter(|line| !line.starts_with("//"))
        {
            let Some((name, expression)) = line.split_once(" = ") else { continue };
            let choices =
                expression.trim_start_matches('_').strip_prefix("{ ").and_then(|it| it.strip_suffix(" }"));
            let choices = choices.unwrap_or_else(|| panic!("a rule on one line: {line}"));
            let terminals = choices.split(" | ").flat_map(|choice| members(choice, &rules)).collect();
            rules.insert(name, terminals);
        }
        rules
    }

    fn members(choice: &str, rules: &BTreeMap<&str, BTreeSet<char>>) -> BTreeSet<char> {
        match *choice.chars().collect::<Vec<_>>() {
            ['"', terminal, '"'] => [terminal].into(),
            ['\'', first, '\'', '.', '.', '\'', last, '\''] => (first..=last).collect(),
            _ => rules[choice].clone(),
        }
    }

    #[test]
    fn the_grammar_has_the_same_terminals() {
        let names = [NAME, ELSE, FOR, ENDFOR, ENDIF, IF, IN];
        let paths = [&names[..], &[PATH]].concat();
        let expected = [
            ("plain_name", vec![NAME]),
            ("else_keyword", vec![ELSE]),
            ("for_keyword", vec![FOR]),
            ("endfor_keyword", vec![ENDFOR]),
            ("endif_keyword", vec![ENDIF]),
            ("if_keyword", vec![IF]),
            ("in_keyword", vec![IN]),
            ("name", names.to_vec()),
            ("path", paths.clone()),
            ("string", vec![STRING]),
            ("number", vec![NUMBER]),
            ("single_token", [&paths[..], &[STRING, NUMBER]].concat()),
            ("identifier", names.to_vec()),
            ("broken_text", vec![BROKEN]),
            ("label", [&names[..], &[STRING, BROKEN]].concat()),
            ("literal", vec![LITERAL]),
            ("binary_operator", vec![OPERATOR, MINUS, STAR]),
            ("unary_operator", vec![MINUS, '!']),
            ("ellipsis", vec![ELLIPSIS]),
            ("fat_arrow", vec![FAT_ARROW]),
            ("double_colon", vec![DOUBLE_COLON]),
            ("heredoc_start", vec![HEREDOC_START]),
            ("heredoc_end", vec![HEREDOC_END]),
        ];
        let rules = lexical_rules();
        assert_eq!(rules.len(), expected.len(), "every lexical rule is compared");
        for (rule, terminals) in expected {
            assert_eq!(rules[rule], BTreeSet::from_iter(terminals), "{rule}");
        }
        let every_terminal = ('\0'..='\x7f').collect::<Vec<_>>();
        let matching =
            |test: fn(char) -> bool| every_terminal.iter().copied().filter(move |it| test(*it)).collect();
        assert_eq!(rules["path"], matching(is_path));
        assert_eq!(rules["binary_operator"], matching(is_binary_operator));
    }
}

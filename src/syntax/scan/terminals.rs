//! The input of the grammar: one character for each token, and the spans of the tokens in the
//! source.

use crate::source::Span;
use crate::syntax::token::TokenKind;

// The terminals of `grammar/lexical.pest`; a test compares the two.
const ELSE: u8 = b'e';
pub(in crate::syntax) const FOR: u8 = b'f';
pub(in crate::syntax) const ENDFOR: u8 = b'g';
pub(in crate::syntax) const ENDIF: u8 = b'h';
pub(in crate::syntax) const NAME: u8 = b'i';
pub(in crate::syntax) const IF: u8 = b'j';
const IN: u8 = b'k';
pub(in crate::syntax) const PATH: u8 = b'l';
pub(in crate::syntax) const STRING: u8 = b'm';
pub(in crate::syntax) const NUMBER: u8 = b'n';
pub(in crate::syntax) const BROKEN: u8 = b'o';
pub(in crate::syntax) const NEWLINE: u8 = b';';
const LITERAL: u8 = b't';
const MINUS: u8 = b'-';
const STAR: u8 = b'*';
/// Any binary operator except `-` and `*`, which have other uses too.
const OPERATOR: u8 = b'+';

/// Returns the terminal of a name.
pub(in crate::syntax) fn name(name: &[u8]) -> u8 {
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

/// The terminals of the kinds of tokens in their order, or a space for a kind that is not in the
/// language. The terminal of an identifier depends on its text, see [`name`].
const OF_KINDS: &[u8; 41] = b"{}[]()\"\"<>$%}ttin ;=A,.E?:N*-!+        o ";

/// Returns the terminal of a token, or `None` for a token that is not in the language.
pub(in crate::syntax) fn of_kind(kind: TokenKind) -> Option<u8> {
    OF_KINDS.get(kind as usize).copied().filter(|terminal| *terminal != b' ')
}

/// The terminals of a text, or of a chunk of it.
#[derive(Default)]
pub(in crate::syntax) struct Terminals {
    text: Vec<u8>,
    /// The spans of the terminals in the source.
    spans: Vec<Span>,
    /// The indexes of the strings that may have something to replace, ascending.
    escaped: Vec<usize>,
    /// The number of terminals in the chunks before, and how many literals were joined to the one
    /// before, as the lines of a heredoc are.
    passed: usize,
}

impl Terminals {
    /// Creates an empty list with capacity for a number of terminals.
    pub(in crate::syntax) fn with_capacity(expected: usize) -> Self {
        Self { text: Vec::with_capacity(expected), spans: Vec::with_capacity(expected), ..Self::default() }
    }

    /// Removes the terminals, so that those of the next chunk can be added.
    pub(in crate::syntax) fn clear(&mut self) {
        self.passed += self.text.len();
        self.text.clear();
        self.spans.clear();
        self.escaped.clear();
    }

    pub(in crate::syntax) fn len(&self) -> usize {
        self.text.len()
    }

    pub(in crate::syntax) fn last(&self) -> Option<u8> {
        self.text.last().copied()
    }

    pub(in crate::syntax) fn push(&mut self, terminal: u8, span: Span) {
        self.text.push(terminal);
        self.spans.push(span);
    }

    /// Adds a name. After a path and a dot, with no space between them, it becomes part of the
    /// path.
    pub(in crate::syntax) fn push_name(&mut self, terminal: u8, span: Span) {
        if let [.., ELSE..=PATH, b'.'] = *self.text
            && let [.., path, dot] = *self.spans
            && (path.end, dot.end) == (dot.start, span.start)
        {
            self.text.pop();
            self.spans.pop();
            self.extend_path(span.end);
        } else {
            self.push(terminal, span);
        }
    }

    /// Makes the name or path at the end longer, by a dot and a name.
    pub(in crate::syntax) fn extend_path(&mut self, end: u32) {
        if let (Some(terminal), Some(span)) = (self.text.last_mut(), self.spans.last_mut()) {
            *terminal = PATH;
            span.end = end;
        }
    }

    /// Adds literal text. After other literal text, the two become one.
    pub(in crate::syntax) fn push_literal(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if self.text.ends_with(&[LITERAL]) => {
                last.end = span.end;
                self.passed += 1;
            }
            _ => self.push(LITERAL, span),
        }
    }

    /// Adds a quoted template without interpolations and directives, but maybe with escape
    /// sequences.
    pub(in crate::syntax) fn push_escaped(&mut self, span: Span) {
        self.escaped.push(self.text.len());
        self.push(STRING, span);
    }

    /// Returns the approximate number of the expressions (names and literals, operators, calls and
    /// brackets), and a bound of the number of attributes and blocks, each of which has a line of
    /// its own and at least four terminals.
    pub(in crate::syntax) fn counts(&self) -> (usize, usize) {
        // Without branches, so that the compiler uses vectors.
        let is_one = |byte: u8| {
            (byte >= b'a')
                | (byte == b'(')
                | (byte == b'*')
                | (byte == b'+')
                | (byte == b'-')
                | (byte == b'[')
        };
        let expressions: u32 = self.text.iter().map(|terminal| u32::from(is_one(*terminal))).sum();
        let lines: u32 = self.text.iter().map(|terminal| u32::from(*terminal == NEWLINE)).sum();
        (expressions as usize, (lines as usize).min(self.text.len() / 4))
    }

    /// Returns the input of the grammar.
    pub(in crate::syntax) fn text(&self) -> &str {
        // All terminals are ASCII.
        str::from_utf8(&self.text).unwrap_or_default()
    }

    /// Returns the span of the terminal at an index, unless it is after the last one.
    pub(in crate::syntax) fn span(&self, index: usize) -> Option<Span> {
        self.spans.get(index).copied()
    }

    /// Returns the offset where the last terminal ends.
    pub(in crate::syntax) fn end(&self) -> usize {
        self.spans.last().map_or(0, |span| span.end as usize)
    }

    /// Returns the terminal at an index.
    pub(in crate::syntax) fn get(&self, index: usize) -> u8 {
        self.text[index]
    }

    /// Returns whether the string at an index may have something to replace.
    pub(in crate::syntax) fn is_escaped(&self, index: usize) -> bool {
        self.escaped.binary_search(&index).is_ok()
    }

    /// Returns whether the terminal at an index is a binary operator.
    pub(in crate::syntax) fn is_binary_operator(&self, index: usize) -> bool {
        matches!(self.text.get(index), Some(&(OPERATOR | MINUS | STAR)))
    }

    /// Returns the location where the number of terminals and lines of heredocs exceeds a limit, if
    /// it does.
    pub(in crate::syntax) fn excess(&self, limit: usize) -> Option<Span> {
        self.span(limit.saturating_sub(self.passed))
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
        for line in
            include_str!("../../../grammar/lexical.pest").lines().filter(|line| !line.starts_with("//"))
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
        let kind = |kind| of_kind(kind).into_iter().collect::<Vec<_>>();
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
            ("plain_value", vec![NAME, PATH, STRING, NUMBER]),
            ("single_value", [&paths[..], &[STRING, NUMBER]].concat()),
            ("single_token", [&paths[..], &[STRING, NUMBER]].concat()),
            ("identifier", names.to_vec()),
            ("broken_text", vec![BROKEN]),
            ("label", [&names[..], &[STRING, BROKEN]].concat()),
            ("literal", vec![LITERAL]),
            ("binary_operator", vec![OPERATOR, MINUS, STAR]),
            ("unary_operator", vec![MINUS, b'!']),
            ("ellipsis", kind(TokenKind::Ellipsis)),
            ("fat_arrow", kind(TokenKind::FatArrow)),
            ("double_colon", kind(TokenKind::DoubleColon)),
            ("heredoc_start", kind(TokenKind::OpenHeredoc)),
            ("heredoc_end", kind(TokenKind::CloseHeredoc)),
            ("newline", vec![NEWLINE]),
        ];
        let rules = lexical_rules();
        assert_eq!(rules.len(), expected.len(), "every lexical rule is compared");
        for (rule, terminals) in expected {
            let terminals = terminals.into_iter().map(char::from);
            assert_eq!(rules[rule], BTreeSet::from_iter(terminals), "{rule}");
        }
        assert_eq!(rules["path"], (ELSE..=PATH).map(char::from).collect());
    }
}

//! Operators and words of other languages.
//!
//! The tables list the words and signs of other languages, with their counterparts in HCL, if there
//! are any. No entry of the table of operators begins a valid token at a valid position.

use super::{Checker, words};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};

/// A symbol or a word that is no operator.
#[derive(Clone, Copy)]
struct Foreign {
    written: &'static str,
    /// The intended operator, if there is one.
    replacement: Option<&'static str>,
    /// The text to write instead.
    help: &'static str,
}

impl Checker<'_> {
    /// Reports an operator of another language after an operand, and reads it. Returns whether
    /// there was one.
    pub(super) fn foreign_operator(&mut self) -> bool {
        let next = self.peek();
        let found = match next.kind {
            TokenKind::Identifier => self.word_operator(next),
            TokenKind::Operator
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::Bang
            | TokenKind::Bitwise
            | TokenKind::Question
            | TokenKind::Equals
            | TokenKind::Colon => operator(&self.text[next.span.start as usize..]).filter(|found| {
                // If the operator is longer than the token, the whole operator is invalid.
                next.kind == TokenKind::Bitwise || found.written.len() > next.span.len() as usize
            }),
            _ => None,
        };
        let Some(mut found) = found else { return false };
        let mut span = Span::new(next.span.start, next.span.start + found.written.len() as u32);
        self.skip_text(span.end);
        // `is not`, `not in`, `less than`
        while next.kind == TokenKind::Identifier
            && let Some(word) = TWO_WORDS.iter().find(|word| self.at_keyword(word))
        {
            if *word == "not" && found.replacement == Some("==") {
                found = Foreign { replacement: Some("!="), help: NOT_EQUAL, ..found };
            }
            span = span.to(self.read().span);
        }
        self.push(unsupported(self.slice(span), found, span));
        true
    }

    fn word_operator(&self, word: Token) -> Option<Foreign> {
        let written = self.slice(word.span);
        let found = WORD_OPERATORS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(written))?;
        let after = words::rest_of_line(self.text, word.span.end as usize);
        (!words::is_rest_of_item(after)).then(|| foreign(found))
    }

    /// Reports `not` before an operand. Returns whether the word is `not`.
    pub(super) fn foreign_negation(&mut self, word: Token) -> bool {
        let is_operator = self.slice(word.span).eq_ignore_ascii_case("not")
            && matches!(self.peek_kind(), TokenKind::Identifier | TokenKind::Number | TokenKind::OpenQuote);
        if is_operator {
            let span = Span::new(word.span.start, self.peek().span.start);
            let diagnostic = Diagnostic::new(Code::UnsupportedOperator, "There is no operator \"not\".")
                .at(word.span)
                .with_help("The logical NOT is written \"!\".");
            self.push(diagnostic.with_replacement(span, "!"));
        }
        is_operator
    }
}

fn unsupported(written: &str, found: Foreign, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnsupportedOperator, format!("There is no operator {written:?}."))
        .at(span)
        .with_help(found.help);
    match found.replacement {
        Some(replacement) => diagnostic.with_replacement(span, replacement),
        None => diagnostic,
    }
}

fn operator(text: &str) -> Option<Foreign> {
    OPERATORS.iter().find(|(written, ..)| text.starts_with(written)).map(foreign)
}

/// Returns the correct form of an expression that begins with a word of another language.
pub(super) fn leading_word(word: &str) -> Option<&'static str> {
    LEADING_WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// Returns the correct form of a statement that begins with a word of another language.
pub(super) fn statement(word: &str) -> Option<&'static str> {
    STATEMENTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

fn foreign(&(written, replacement, help): &(&'static str, &'static str, &'static str)) -> Foreign {
    let replacement = (!replacement.is_empty()).then_some(replacement);
    Foreign { written, replacement, help }
}

/// Words that follow a word operator and belong to it.
const TWO_WORDS: &[&str] = &["not", "in", "than", "to", "equal"];

const NO_BITS: &str = "There are no operators on bits.";
const NO_STEPS: &str = "Values cannot be changed. Write the sum or the difference: a + 1";
const COALESCE: &str = "Write a conditional: a != null ? a : b";
const NO_CALLS: &str = "Functions are called by their name and parentheses: f(a)";
const NO_PATTERN: &str = "To match a pattern, use a function, such as regex, if the application has one.";
const NOT_EQUAL: &str = "Inequality is written \"!=\".";
const EQUALITY: &str = "Equality is written with two equals signs.";

/// Operators: written, meant, help. Longer ones are before those that they begin with.
const OPERATORS: &[(&str, &str, &str)] = &[
    ("===", "==", EQUALITY),
    ("!==", "!=", NOT_EQUAL),
    ("<=>", "", "Write a conditional with \"<\" and \"==\"."),
    ("<>", "!=", NOT_EQUAL),
    ("=~", "", NO_PATTERN),
    ("!~", "", NO_PATTERN),
    ("**", "", "Multiply, or use a function for powers, such as pow, if the application has one."),
    ("&&&", "&&", "The logical AND is written \"&&\"."),
    ("|||", "||", "The logical OR is written \"||\"."),
    ("&&=", "", "An attribute is set with \"=\" and the whole value."),
    ("||=", "", "An attribute is set with \"=\" and the whole value."),
    ("??=", "", "An attribute is set with \"=\" and the whole value."),
    ("??", "", COALESCE),
    ("?.", "", "Use a function such as try, if the application has one, or a conditional."),
    ("?:", "", COALESCE),
    ("++", "", NO_STEPS),
    (">>>", "", NO_BITS),
    (">>", "", NO_BITS),
    ("<<", "", NO_BITS),
    ("|>", "", NO_CALLS),
    ("&", "&&", "The logical AND is written \"&&\"; there are no operators on bits."),
    ("|", "||", "The logical OR is written \"||\"; there are no operators on bits."),
    ("^", "", "There are no operators on bits. For powers, multiply, or use a function such as pow."),
    ("~", "", "To join strings, use a template: \"${a}${b}\""),
    (":=", "", "An attribute is set with \"=\"."),
    ("->", "", "There is no arrow in expressions."),
    ("%%", "%", "The remainder is written \"%\"."),
];

/// Words between two operands: written, meant, help.
const WORD_OPERATORS: &[(&str, &str, &str)] = &[
    ("and", "&&", "The logical AND is written \"&&\"."),
    ("or", "||", "The logical OR is written \"||\"."),
    ("xor", "!=", "For two Boolean values, \"!=\" is the exclusive OR."),
    ("is", "==", "Equality is written \"==\"."),
    ("eq", "==", "Equality is written \"==\"."),
    ("equals", "==", "Equality is written \"==\"."),
    ("ne", "!=", NOT_EQUAL),
    ("neq", "!=", NOT_EQUAL),
    ("isnt", "!=", NOT_EQUAL),
    ("lt", "<", "The comparison is written \"<\"."),
    ("le", "<=", "The comparison is written \"<=\"."),
    ("lte", "<=", "The comparison is written \"<=\"."),
    ("gt", ">", "The comparison is written \">\"."),
    ("ge", ">=", "The comparison is written \">=\"."),
    ("gte", ">=", "The comparison is written \">=\"."),
    ("mod", "%", "The remainder is written \"%\"."),
    ("div", "/", "Division is written \"/\"."),
    ("plus", "+", "Addition is written \"+\"."),
    ("minus", "-", "Subtraction is written \"-\"."),
    ("times", "*", "Multiplication is written \"*\"."),
    ("in", "", "Use a function such as contains, if the application has one."),
    ("not", "", "Use a function such as contains, if the application has one, with \"!\" before it."),
    ("contains", "", "Use a function such as contains, if the application has one: contains(a, b)"),
    ("matches", "", NO_PATTERN),
    ("like", "", NO_PATTERN),
    ("instanceof", "", "There are no operators on types."),
    ("as", "", "Use a function that converts, such as tostring, if the application has one."),
];

const CONDITIONAL: &str = "Write a conditional: condition ? value if true : value if false";
const NO_FUNCTION: &str = "A value cannot be a function. Write the expression itself.";
const NO_NEW: &str = "Values are written by themselves: { name = \"a\" } is an object, [1, 2] a tuple.";

/// Words that begin an expression in other languages.
const LEADING_WORDS: &[(&[&str], &str)] = &[
    (&["if", "unless", "when", "switch", "match", "case"], CONDITIONAL),
    (&["lambda", "fn", "func", "function", "def"], NO_FUNCTION),
    (&["new", "make"], NO_NEW),
    (&["for", "foreach"], "A for expression is in brackets: [for a in b : a]"),
    (&["typeof", "sizeof", "await", "return", "yield"], "Write the expression without this word."),
    (&["let", "var", "const", "with"], "A value has no variables of its own. Write the expression itself."),
];

/// Words that begin statements in other languages.
const STATEMENTS: &[(&[&str], &str)] = &[
    (
        &["if", "elif", "elsif", "elseif", "else", "unless", "switch", "match", "case", "when"],
        "Put the condition into the values: name = condition ? a : b",
    ),
    (
        &["for", "foreach", "while", "until", "loop", "repeat"],
        "Use a for expression in a value: name = [for a in list : a]",
    ),
    (
        &["let", "var", "const", "export", "local", "global", "final", "static", "declare"],
        "An attribute has only its name before the equals sign: name = value",
    ),
    (
        &["int", "string", "bool", "float", "number"],
        "An attribute has no type. It has only its name before the equals sign: name = value",
    ),
    (&["import", "include", "require"], "A file cannot include another one."),
    (
        &["def", "func", "fn", "function", "class", "struct", "return"],
        "A file has attributes and blocks only.",
    ),
    (&["end", "endif", "endfor", "done", "fi", "esac"], "A block ends with its closing brace."),
];

//! The rules of the grammar, as far as it uses the language of pest.

use std::collections::BTreeMap;

use pest_meta::ast::{self, Expr, RuleType};
use pest_meta::parser::{self, Rule as MetaRule};
use pest_meta::validator;

pub struct Rule {
    pub name: String,
    /// Whether the rule yields no tokens of its own.
    pub is_silent: bool,
    pub node: Node,
}

#[derive(Clone)]
pub enum Node {
    /// One of some terminals.
    One(Set),
    Rule(String),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Optional(Box<Node>),
    Repeat(Box<Node>),
    /// Matches nothing if one of some terminals comes next.
    Lookahead(Set),
    Start,
    End,
}

/// A set of terminals, which are ASCII characters. The end of the input is the terminal 0.
#[derive(Clone, Copy, PartialEq)]
pub struct Set(u128);

impl Set {
    pub const NONE: Self = Self(0);
    pub const END: Self = Self(1);
    pub const ALL: Self = Self(u128::MAX);

    pub fn of(terminals: impl IntoIterator<Item = u8>) -> Self {
        Self(terminals.into_iter().fold(0, |set, terminal| set | 1 << terminal))
    }

    pub fn has(self, terminal: u8) -> bool {
        self.0 & 1 << terminal != 0
    }

    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the first and the last terminal of each run in the set.
    pub fn runs(self) -> Vec<(u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for terminal in (0..128).filter(|terminal| self.has(*terminal)) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == terminal => *last = terminal,
                _ => runs.push((terminal, terminal)),
            }
        }
        runs
    }
}

/// Reads the grammar.
///
/// # Panics
/// If the grammar is invalid, or uses something that [`Node`] does not have.
pub fn read(grammar: &str) -> Vec<Rule> {
    let pairs = parser::parse(MetaRule::grammar_rules, grammar).unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = validator::validate_pairs(pairs.clone()) {
        panic!("{errors:?}");
    }
    let rules = parser::consume_rules(pairs).unwrap_or_else(|errors| panic!("{errors:?}"));
    let by_name: BTreeMap<&str, &Expr> = rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
    assert!(!by_name.contains_key("WHITESPACE") && !by_name.contains_key("COMMENT"));
    rules.iter().map(|rule| read_rule(rule, &by_name)).collect()
}

fn read_rule(rule: &ast::Rule, rules: &BTreeMap<&str, &Expr>) -> Rule {
    let is_silent = match rule.ty {
        RuleType::Silent => true,
        RuleType::Normal => false,
        _ => panic!("{} is atomic, which has no effect without implicit white space", rule.name),
    };
    Rule { name: rule.name.clone(), is_silent, node: node(&rule.expr, rules) }
}

fn node(expr: &Expr, rules: &BTreeMap<&str, &Expr>) -> Node {
    let inner = |expr: &Expr| node(expr, rules);
    match expr {
        Expr::Str(text) if text.len() == 1 => Node::One(terminals(expr, rules)),
        Expr::Str(text) => Node::Sequence(text.bytes().map(|it| Node::One(Set::of([it]))).collect()),
        Expr::Range(..) => Node::One(terminals(expr, rules)),
        Expr::Ident(name) => match name.as_str() {
            "SOI" => Node::Start,
            "EOI" => Node::End,
            _ => Node::Rule(name.clone()),
        },
        Expr::PosPred(expr) => Node::Lookahead(terminals(expr, rules)),
        Expr::Seq(first, rest) => {
            let (first, rest) = (inner(first), inner(rest));
            Node::Sequence(parts(first, rest, |node| match node {
                Node::Sequence(parts) => Ok(parts),
                node => Err(node),
            }))
        }
        Expr::Choice(first, rest) => {
            let (first, rest) = (inner(first), inner(rest));
            Node::Choice(parts(first, rest, |node| match node {
                Node::Choice(parts) => Ok(parts),
                node => Err(node),
            }))
        }
        Expr::Opt(expr) => Node::Optional(Box::new(inner(expr))),
        Expr::Rep(expr) => Node::Repeat(Box::new(inner(expr))),
        Expr::RepOnce(expr) => {
            let inner = inner(expr);
            Node::Sequence(vec![inner.clone(), Node::Repeat(Box::new(inner))])
        }
        other => panic!("the generator has no {other:?}"),
    }
}

/// Joins the parts of two nodes, either of which may have several parts.
fn parts(first: Node, rest: Node, split: impl Fn(Node) -> Result<Vec<Node>, Node>) -> Vec<Node> {
    let mut parts = split(first).unwrap_or_else(|node| vec![node]);
    parts.extend(split(rest).unwrap_or_else(|node| vec![node]));
    parts
}

/// Returns the terminals that an expression matches, each of them alone.
fn terminals(expr: &Expr, rules: &BTreeMap<&str, &Expr>) -> Set {
    match expr {
        Expr::Str(text) if text.len() == 1 => Set::of(text.bytes()),
        Expr::Range(first, last) => {
            let [first, last] = [first, last].map(|text| text.as_bytes()[0]);
            Set::of(first..=last)
        }
        Expr::Choice(first, rest) => terminals(first, rules).or(terminals(rest, rules)),
        Expr::Ident(name) => terminals(rules[name.as_str()], rules),
        other => panic!("{other:?} is more than one terminal"),
    }
}

//! The code of the parser, which calls the runtime of pest.
//!
//! Where the next one or two terminals exclude all alternatives but one, the code tests the
//! terminals and tries that one. If it fails, no alternative matches and nothing can match later,
//! so the whole parse fails, and nothing needs to be restored. The same holds for the end of an
//! optional or repeated part. Elsewhere the alternatives are tried in order, and the state is
//! restored after each that fails.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::grammar::{Node, Rule, Set};
use crate::lookahead::{Lookahead, Next};

/// Returns the code of the rules that are used, the type of their names, and the function that
/// begins with one of them.
pub fn generate(rules: &[Rule]) -> TokenStream {
    let generator = Generator {
        rules: rules.iter().map(|rule| (rule.name.as_str(), rule)).collect(),
        lookahead: Lookahead::new(rules),
        called: RefCell::default(),
    };
    let is_entry =
        |rule: &&Rule| matches!(&rule.node, Node::Sequence(parts) if matches!(parts[0], Node::Start));
    let entries: Vec<_> = rules.iter().filter(is_entry).map(|rule| generator.call(&rule.name)).collect();
    let names = rules.iter().filter(|rule| !rule.is_silent).map(|rule| format_ident!("{}", rule.name));
    let mut functions = BTreeMap::new();
    loop {
        let Some(name) = generator.called.borrow_mut().pop_first() else { break };
        if !functions.contains_key(name.as_str()) {
            let rule = generator.rules[name.as_str()];
            functions.insert(rule.name.as_str(), generator.function(rule));
        }
    }
    let functions = rules.iter().filter_map(|rule| functions.get(rule.name.as_str()));
    quote! {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum Rule {
            EOI,
            #(#names,)*
        }

        /// Matches a rule from the start of the input to its end.
        pub(super) fn matched<'i>(rule: Rule, input: Input<'_>, state: State<'i>) -> Matched<'i> {
            match rule {
                #(Rule::#entries => #entries(input, state),)*
                _ => Err(state),
            }
        }

        #(#functions)*
    }
}

struct Generator<'g> {
    rules: BTreeMap<&'g str, &'g Rule>,
    lookahead: Lookahead<'g>,
    /// The rules that the code so far calls.
    called: RefCell<BTreeSet<String>>,
}

impl Generator<'_> {
    fn call(&self, rule: &str) -> Ident {
        self.called.borrow_mut().insert(rule.to_owned());
        format_ident!("{rule}")
    }

    fn function(&self, rule: &Rule) -> TokenStream {
        let name = format_ident!("{}", rule.name);
        let mut code = self.code(&rule.node, self.lookahead.follow(&rule.name));
        if !rule.is_silent {
            code = quote! { state.rule(Rule::#name, |state| #code) };
        }
        quote! {
            fn #name<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> { #code }
        }
    }

    /// Returns an expression that matches a node and consumes `state`. If it fails, the position
    /// can be anywhere.
    fn code(&self, node: &Node, follow: Next) -> TokenStream {
        if let Some(terminals) = self.row(node) {
            return row(&terminals);
        }
        match node {
            Node::One(_) => unreachable!("it is a row"),
            Node::Rule(name) => {
                let name = self.call(name);
                quote! { #name(input, state) }
            }
            Node::Sequence(parts) => {
                let mut codes = Vec::new();
                let mut rest = parts.as_slice();
                while let [part, others @ ..] = rest {
                    let (terminals, after) = self.row_at(rest);
                    if terminals.is_empty() {
                        codes.push(self.code(part, self.lookahead.follow_before(others, follow)));
                        rest = others;
                    } else {
                        codes.push(row(&terminals));
                        rest = after;
                    }
                }
                let codes = codes.into_iter();
                codes.reduce(|before, code| quote! { #before.and_then(|state| #code) }).expect("parts")
            }
            Node::Choice(parts) => self.choice(parts, follow),
            Node::Optional(part) => match self.decision(part, follow, &[follow]) {
                Some(test) => {
                    let code = self.code(part, follow);
                    quote! { if #test { #code } else { Ok(state) } }
                }
                None => {
                    let code = self.attempt(part, follow);
                    quote! { state.optional(|state| #code) }
                }
            },
            Node::Repeat(part) if let Some(terminals) = self.row(part) => {
                let patterns = terminals.iter().copied().map(pattern);
                let length = Literal::usize_unsuffixed(terminals.len());
                quote! { repeat_row(input, state, #length, |rest| matches!(rest, [#(#patterns,)* ..])) }
            }
            Node::Repeat(part) => {
                let inner = self.lookahead.follow_repeated(part, follow);
                match self.decision(part, inner, &[follow]) {
                    Some(test) => {
                        let code = self.code(part, inner);
                        quote! { repeat(state, |state| #test, |state| #code) }
                    }
                    None => {
                        let code = self.attempt(part, inner);
                        quote! { state.repeat(|state| #code) }
                    }
                }
            }
            Node::Lookahead(set) => {
                let pattern = pattern(*set);
                quote! { if matches!(input.next(&state), #pattern) { Ok(state) } else { Err(state) } }
            }
            Node::Start => quote! { state.start_of_input() },
            Node::End => quote! { state.rule(Rule::EOI, |state| state.end_of_input()) },
        }
    }

    /// Returns the code of alternatives, which are tried in order.
    fn choice(&self, mut parts: &[Node], follow: Next) -> TokenStream {
        let mut decided = TokenStream::new();
        while let [part, later @ ..] = parts
            && !later.is_empty()
        {
            let others: Vec<Next> =
                later.iter().map(|part| self.lookahead.look(part).before(follow)).collect();
            let Some(test) = self.decision(part, follow, &others) else {
                let (code, rest) = (self.attempt(part, follow), self.choice(later, follow));
                let code = quote! { (#code).or_else(|state| #rest) };
                return if decided.is_empty() {
                    code
                } else {
                    quote! { #decided { #code } }
                };
            };
            let code = self.code(part, follow);
            decided.extend(quote! { if #test { #code } else });
            parts = later;
        }
        let code = self.code(&parts[0], follow);
        quote! { #decided { #code } }
    }

    /// Returns a test of the next one or two terminals that holds where a node can match and
    /// nothing else can, if there is one.
    fn decision(&self, node: &Node, follow: Next, others: &[Next]) -> Option<TokenStream> {
        let look = self.lookahead.look(node);
        let own = look.before(follow);
        let others = others.iter().fold(Next::NONE, |all, next| all.or(*next));
        if look.is_empty {
            return None;
        }
        if !own.first().meets(others.first()) {
            let first = pattern(own.first());
            return Some(quote! { matches!(input.next(&state), #first) });
        }
        let conflicts = own.first().and(others.first());
        let free = own.first().without(conflicts);
        let mut patterns = Vec::new();
        if free != Set::NONE {
            let free = pattern(free);
            patterns.push(quote! { (#free, _) });
        }
        for (first, last) in conflicts.runs() {
            for terminal in first..=last {
                let second = own.after(terminal);
                if second.meets(others.after(terminal)) {
                    return None;
                }
                let (first, second) = (Literal::byte_character(terminal), pattern(second));
                patterns.push(quote! { (#first, #second) });
            }
        }
        Some(quote! { matches!((input.next(&state), input.second(&state)), #(#patterns)|*) })
    }

    /// Returns code that matches a node, or leaves the state as it was.
    fn attempt(&self, node: &Node, follow: Next) -> TokenStream {
        let mut code = self.code(node, follow);
        if !self.is_restoring(node, follow) {
            code = quote! { state.sequence(|state| #code) };
        }
        let look = self.lookahead.look(node);
        if look.is_empty || matches!(node, Node::One(_)) {
            return code;
        }
        let mut start = self.start(node);
        if start.is_empty() {
            start.push(look.before(follow).first());
        }
        let test = test_row(&start);
        quote! { if #test { #code } else { Err(state) } }
    }

    /// Returns the terminals that all matches of a node begin with, as far as they are in a row.
    fn start(&self, node: &Node) -> Vec<Set> {
        match node {
            Node::Rule(name) => self.start(&self.rules[name.as_str()].node),
            Node::Sequence(parts) => match self.row_at(parts).0 {
                row if row.is_empty() => self.start(&parts[0]),
                row => row,
            },
            _ => self.row(node).unwrap_or_default(),
        }
    }

    /// Returns the terminals of the parts of a sequence up to the first part that is not a row of
    /// terminals, and the parts from there on.
    fn row_at<'n>(&self, mut parts: &'n [Node]) -> (Vec<Set>, &'n [Node]) {
        let mut terminals = Vec::new();
        while let [part, rest @ ..] = parts
            && let Some(row) = self.row(part)
        {
            terminals.extend(row);
            parts = rest;
        }
        (terminals, parts)
    }

    /// Returns the terminals of a node that is a row of terminals and yields no tokens.
    fn row(&self, node: &Node) -> Option<Vec<Set>> {
        match node {
            Node::One(set) => Some(vec![*set]),
            Node::Rule(name) => {
                let rule = self.rules[name.as_str()];
                if rule.is_silent { self.row(&rule.node) } else { None }
            }
            Node::Sequence(parts) => {
                let (row, rest) = self.row_at(parts);
                rest.is_empty().then_some(row)
            }
            Node::Choice(parts) => {
                let sets: Option<Vec<_>> = parts.iter().map(|part| self.row(part)).collect();
                let ones: Option<Vec<_>> =
                    sets?.iter().map(|row| if let [set] = row[..] { Some(set) } else { None }).collect();
                Some(vec![ones?.into_iter().fold(Set::NONE, Set::or)])
            }
            _ => None,
        }
    }

    /// Returns whether the code of a node leaves the state as it was if it fails.
    fn is_restoring(&self, node: &Node, follow: Next) -> bool {
        match node {
            Node::One(_) | Node::Lookahead(_) | Node::Start | Node::End => true,
            Node::Rule(name) => {
                self.is_restoring(&self.rules[name.as_str()].node, self.lookahead.follow(name))
            }
            Node::Choice(parts) => parts.iter().all(|part| self.is_restoring(part, follow)),
            Node::Sequence(parts) => {
                let (row, mut rest) = self.row_at(parts);
                if row.is_empty() {
                    rest = &parts[1..];
                    if !self.is_restoring(&parts[0], self.lookahead.follow_before(rest, follow)) {
                        return false;
                    }
                }
                (0..rest.len()).all(|index| {
                    self.is_optional(&rest[index], self.lookahead.follow_before(&rest[index + 1..], follow))
                })
            }
            Node::Optional(_) | Node::Repeat(_) => self.is_optional(node, follow),
        }
    }

    /// Returns whether the code of a node cannot fail.
    fn is_optional(&self, node: &Node, follow: Next) -> bool {
        match node {
            Node::Optional(part) => self.decision(part, follow, &[follow]).is_none(),
            Node::Repeat(part) if self.row(part).is_some() => true,
            Node::Repeat(part) => {
                self.decision(part, self.lookahead.follow_repeated(part, follow), &[follow]).is_none()
            }
            _ => false,
        }
    }
}

/// Returns code that matches terminals in a row.
fn row(terminals: &[Set]) -> TokenStream {
    match terminals {
        [terminal] => {
            let runs =
                terminal.runs().into_iter().map(|run| run_pattern(run, |it| Literal::character(it.into())));
            quote! { state.match_char_by(|terminal| matches!(terminal, #(#runs)|*)) }
        }
        _ => {
            let (test, length) = (test_row(terminals), Literal::usize_unsuffixed(terminals.len()));
            quote! { if #test { state.skip(#length) } else { Err(state) } }
        }
    }
}

fn test_row(terminals: &[Set]) -> TokenStream {
    let patterns = terminals.iter().copied().map(pattern);
    match terminals {
        [_] => quote! { matches!(input.next(&state), #(#patterns)*) },
        _ => quote! { matches!(input.rest(&state), [#(#patterns,)* ..]) },
    }
}

/// Returns the pattern of a set of terminals.
fn pattern(set: Set) -> TokenStream {
    let runs = set.runs().into_iter().map(|run| run_pattern(run, Literal::byte_character));
    quote! { #(#runs)|* }
}

fn run_pattern((first, last): (u8, u8), literal: impl Fn(u8) -> Literal) -> TokenStream {
    let [start, end] = [first, last].map(literal);
    if first == last {
        quote! { #start }
    } else {
        quote! { #start..=#end }
    }
}

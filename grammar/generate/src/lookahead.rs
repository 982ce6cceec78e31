//! What comes next where a rule, or a part of it, matches.

use std::array;
use std::collections::BTreeMap;

use crate::grammar::{Node, Rule, Set};

/// The terminals that can come after each next terminal. A terminal that none comes after cannot be
/// next.
#[derive(Clone, Copy, PartialEq)]
pub struct Next([Set; 128]);

impl Next {
    pub const NONE: Self = Self([Set::NONE; 128]);

    pub fn first(&self) -> Set {
        Set::of((0..128).filter(|terminal| self.after(*terminal) != Set::NONE))
    }

    /// Returns the terminals that can come after one.
    pub fn after(&self, terminal: u8) -> Set {
        self.0[usize::from(terminal)]
    }

    pub fn or(self, other: Self) -> Self {
        Self(array::from_fn(|terminal| self.0[terminal].or(other.0[terminal])))
    }
}

/// The first terminals of what a node matches.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The first and second terminals, where it matches two or more.
    two: Next,
    /// The terminals that it matches alone.
    one: Set,
    /// Whether it can match nothing.
    pub is_empty: bool,
}

impl Look {
    const NEVER: Self = Self { two: Next::NONE, one: Set::NONE, is_empty: false };
    const NOTHING: Self = Self { is_empty: true, ..Self::NEVER };

    /// One of some terminals, and any after it.
    fn beginning_with(first: Set) -> Self {
        let two =
            Next(array::from_fn(|terminal| if first.has(terminal as u8) { Set::ALL } else { Set::NONE }));
        Self { two, ..Self::NEVER }
    }

    /// Returns the next terminals where a match is possible and `follow` comes after it.
    pub fn before(self, follow: Next) -> Next {
        self.then(Self { two: follow, ..Self::NEVER }).two
    }

    fn then(self, after: Self) -> Self {
        let first = after.two.first().or(after.one);
        let two = Next(array::from_fn(|terminal| {
            let after_one = if self.one.has(terminal as u8) { first } else { Set::NONE };
            let after_nothing = if self.is_empty { after.two.0[terminal] } else { Set::NONE };
            self.two.0[terminal].or(after_one).or(after_nothing)
        }));
        let one = if after.is_empty { self.one } else { Set::NONE };
        let one = one.or(if self.is_empty { after.one } else { Set::NONE });
        Self { two, one, is_empty: self.is_empty && after.is_empty }
    }

    fn or(self, other: Self) -> Self {
        Self {
            two: self.two.or(other.two),
            one: self.one.or(other.one),
            is_empty: self.is_empty || other.is_empty,
        }
    }
}

/// The terminals that each rule begins with, and those after it.
pub struct Lookahead<'g> {
    looks: BTreeMap<&'g str, Look>,
    follows: BTreeMap<&'g str, Next>,
}

impl<'g> Lookahead<'g> {
    pub fn new(rules: &'g [Rule]) -> Self {
        let mut all = Self { looks: BTreeMap::new(), follows: BTreeMap::new() };
        loop {
            let before = all.looks.clone();
            for rule in rules {
                let look = all.look(&rule.node);
                all.looks.insert(&rule.name, look);
            }
            if all.looks == before {
                break;
            }
        }
        loop {
            let before = all.follows.clone();
            for rule in rules {
                all.add_follows(&rule.node, all.follow(&rule.name));
            }
            if all.follows == before {
                return all;
            }
        }
    }

    /// Returns the terminals after a rule, wherever it is used.
    pub fn follow(&self, rule: &str) -> Next {
        self.follows.get(rule).copied().unwrap_or(Next::NONE)
    }

    pub fn look(&self, node: &Node) -> Look {
        match node {
            Node::One(one) => Look { one: *one, ..Look::NEVER },
            Node::Lookahead(first) => Look::beginning_with(*first),
            Node::End => Look::beginning_with(Set::END),
            Node::Start => Look::NOTHING,
            Node::Rule(name) => self.looks.get(name.as_str()).copied().unwrap_or(Look::NEVER),
            Node::Sequence(parts) => self.look_at(parts),
            Node::Choice(parts) => parts.iter().fold(Look::NEVER, |before, part| before.or(self.look(part))),
            Node::Optional(part) => self.look(part).or(Look::NOTHING),
            Node::Repeat(part) => {
                let look = self.look(part);
                look.or(look.then(look)).or(Look::NOTHING)
            }
        }
    }

    fn look_at(&self, parts: &[Node]) -> Look {
        parts.iter().fold(Look::NOTHING, |before, part| before.then(self.look(part)))
    }

    /// Returns the terminals after a part of a sequence, before its other parts.
    pub fn follow_before(&self, rest: &[Node], follow: Next) -> Next {
        self.look_at(rest).before(follow)
    }

    /// Returns the terminals after a repeated part.
    pub fn follow_repeated(&self, part: &Node, follow: Next) -> Next {
        let repeated = Node::Repeat(Box::new(part.clone()));
        self.look(&repeated).before(follow)
    }

    /// Adds the terminals after the rules in a node, which `follow` comes after.
    fn add_follows(&mut self, node: &'g Node, follow: Next) {
        match node {
            Node::Rule(name) => {
                let known = self.follow(name);
                self.follows.insert(name, known.or(follow));
            }
            Node::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let follow = self.follow_before(&parts[index + 1..], follow);
                    self.add_follows(part, follow);
                }
            }
            Node::Choice(parts) => parts.iter().for_each(|part| self.add_follows(part, follow)),
            Node::Optional(part) => self.add_follows(part, follow),
            Node::Repeat(part) => self.add_follows(part, self.follow_repeated(part, follow)),
            Node::One(_) | Node::Lookahead(_) | Node::Start | Node::End => {}
        }
    }
}

//! Addresses, and their targets in a configuration.

use std::collections::{BTreeSet, HashMap};

use serde_hcl::ast::{self, ExpressionKind, StepKind};
use serde_hcl::value::{self, ValueError};
use serde_hcl::{
    Block, Body, Diagnostic, Error, EvalContext, Expression, Source, Span, Traversal, TraversalStep, Value,
    diag::Category, parse_expression,
};

use crate::Result;

/// An address, which is written as an expression.
#[derive(Clone)]
pub struct Address {
    pub source: Source,
    pub steps: Vec<Step>,
}

/// A step of an address, with its location.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub key: Key,
    span: Span,
}

/// The elements that a step selects.
#[derive(Clone, PartialEq, Debug)]
pub enum Key {
    Name(String),
    Index(usize),
    /// `*` or `[*]`: all of them.
    All,
}

/// An element at an address.
pub struct Match {
    /// The address of this element alone.
    pub address: String,
    /// The types of the blocks around it, and the name of the argument.
    pub path: Vec<String>,
    /// The block that it is, or the innermost one around it.
    pub block: Option<Block>,
    /// Whether the steps lead to all labels of a block.
    pub is_whole: bool,
    pub target: Target,
}

/// A part of a configuration.
pub enum Target {
    /// An argument, or a part of it that is an expression, and the number of steps that are applied
    /// to its value.
    Expression(Expression, usize),
    Block(Block),
}

impl Address {
    pub fn parse(address: &str) -> Result<Self> {
        let source = Source::new("ADDRESS", address);
        let expression = parse_expression(source.clone());
        let expression = expression.into_result()?;
        if let Some(steps) = expression.ast().and_then(|expression| steps(expression, &source)) {
            return Ok(Self { source, steps });
        }
        let span = Span::new(0, address.len() as u32);
        let detail = "An index is a whole number, and a key is a string.";
        let error = Diagnostic::error(Category::Data, "Invalid address", detail);
        Err(error.at(span).in_source(&source).into())
    }

    /// Returns whether the address is one of any number of elements.
    pub fn is_pattern(&self) -> bool {
        self.steps.iter().any(|step| step.key == Key::All)
    }

    /// Returns the elements at the address in the bodies of a configuration.
    ///
    /// # Errors
    /// Returns an error about the step without a target if there is no element, or about the step
    /// that has to be more precise if there are several values and the address is not a pattern.
    pub fn find(&self, bodies: &[Body]) -> Result<Vec<Match>, Error> {
        let (path, found) = (Vec::new(), Vec::new());
        let mut search = Search { address: self, path, around: None, failure: None, ambiguity: None, found };
        search.in_bodies(bodies, "", 0);
        let Search { failure, ambiguity, found, .. } = search;
        let has_value = found.iter().any(|it| matches!(it.target, Target::Expression(..)));
        match (ambiguity, failure) {
            (Some(error), _) if found.len() > 1 && has_value && !self.is_pattern() => Err(error),
            (_, Some((_, error))) if found.is_empty() => Err(error),
            _ => Ok(found),
        }
    }

    /// Returns the parts of a value at the last steps of the address, each with its address.
    ///
    /// # Errors
    /// Returns the error about the step without a target if there is no part.
    pub fn follow(&self, value: Value, address: &str, steps: usize) -> Result<Vec<(String, Value)>, Error> {
        let (mut found, mut failure) = (Vec::new(), None);
        let at = self.steps.len() - steps;
        self.in_value(value, address.to_owned(), at, &mut found, &mut failure);
        match failure {
            Some(error) if found.is_empty() => Err(error),
            _ => Ok(found),
        }
    }

    fn in_value(
        &self,
        value: Value,
        address: String,
        at: usize,
        found: &mut Vec<(String, Value)>,
        failure: &mut Option<Error>,
    ) {
        let Some(step) = self.steps.get(at) else { return found.push((address, value)) };
        let key = match &step.key {
            Key::All => {
                let elements = elements(&value);
                if elements.is_empty() && value.is_wholly_known() {
                    failure.get_or_insert_with(|| self.error(step, "No elements", "This has no elements."));
                }
                for (key, element) in elements {
                    let address = extended(&address, &key);
                    self.in_value(element, address, at + 1, found, failure);
                }
                // The elements of an unknown value are not known either.
                if !value.is_known() {
                    found.push((address, Value::UNKNOWN));
                }
                return;
            }
            key => key,
        };
        let part = match key {
            Key::Name(name) if value.as_object().is_some() => value::get_attr(&value, name),
            Key::Name(name) => value::index(&value, &Value::from(name.as_str())),
            Key::Index(index) => value::index(&value, &Value::from(*index)),
            Key::All => return,
        };
        match part {
            Ok(part) => self.in_value(part, extended(&address, key), at + 1, found, failure),
            Err(error) => {
                let error: ValueError = error;
                failure.get_or_insert_with(|| {
                    let diagnostic = Diagnostic::error(Category::Eval, error.summary(), error.detail());
                    diagnostic.at(step.span).in_source(&self.source).into()
                });
            }
        }
    }

    fn error(&self, step: &Step, summary: &'static str, detail: impl Into<String>) -> Error {
        let error = Diagnostic::error(Category::Data, summary, detail.into());
        error.at(step.span).in_source(&self.source).into()
    }
}

/// Returns the steps of an address, if it is a name with attributes, indexes and splats.
fn steps(expression: ast::Expression<'_>, source: &Source) -> Option<Vec<Step>> {
    let (root, steps) = match expression.kind() {
        ExpressionKind::Postfix(postfix) => (postfix.operand(), Some(postfix.steps())),
        _ => (expression, None),
    };
    let ExpressionKind::Variable(name) = root.kind() else { return None };
    let first = Step { key: Key::Name(name.to_owned()), span: root.span() };
    let steps = steps.into_iter().flatten().map(|step| {
        let key = match step.kind() {
            StepKind::GetAttr(name) => Key::Name(name.to_owned()),
            StepKind::AttrSplat | StepKind::FullSplat => Key::All,
            StepKind::Index(key) | StepKind::LegacyIndex(key) => match key.kind() {
                ExpressionKind::String(name) => Key::Name(name.to_owned()),
                ExpressionKind::Number(index) => Key::Index(usize::try_from(&index.value()).ok()?),
                _ => return None,
            },
            _ => return None,
        };
        let mut span = step.span();
        span.start += u32::from(source.slice(span).starts_with('.'));
        Some(Step { key, span })
    });
    [Some(first)].into_iter().chain(steps).collect()
}

/// Returns an address with another step.
pub fn extended(address: &str, key: &Key) -> String {
    let is_name = |name: &str| {
        name.parse::<Traversal>().is_ok_and(|it| matches!(it.steps()[..], [TraversalStep::Root { .. }]))
    };
    match key {
        Key::Name(name) if address.is_empty() => name.clone(),
        Key::Name(name) if is_name(name) => format!("{address}.{name}"),
        Key::Name(name) => format!("{address}[{}]", Value::from(name.as_str())),
        Key::Index(index) => format!("{address}[{index}]"),
        Key::All => format!("{address}[*]"),
    }
}

/// The names in references of Terraform, and the types of the blocks that they refer to.
pub const REFERENCES: [(&str, &str); 2] = [("local", "locals"), ("var", "variable")];

/// Returns the first name of an address in a file, which can be written as in a reference:
/// `local.NAME` and `var.NAME`.
pub fn block_type(name: &str, has: impl Fn(&str) -> bool) -> &str {
    let reference = REFERENCES.iter().find(|(root, _)| *root == name && !has(root));
    reference.filter(|(_, block_type)| has(block_type)).map_or(name, |(_, block_type)| block_type)
}

/// Returns the elements of a collection with their keys.
fn elements(value: &Value) -> Vec<(Key, Value)> {
    if let Some(map) = value.as_object() {
        return map.iter().map(|(name, value)| (Key::Name(name.to_owned()), value.clone())).collect();
    }
    let items = value.as_array().into_iter().flatten().enumerate();
    items.map(|(index, value)| (Key::Index(index), value.clone())).collect()
}

/// The search for the elements at an address.
struct Search<'a> {
    address: &'a Address,
    /// The types of the blocks around the current step, and the name of the argument.
    path: Vec<String>,
    /// The innermost block around the current step.
    around: Option<Block>,
    /// The error about a step that leads nowhere, and the number of the step.
    failure: Option<(usize, Error)>,
    /// The error about a step into several blocks.
    ambiguity: Option<Error>,
    found: Vec<Match>,
}

/// A block with its address.
type Located = (Block, String);

impl Search<'_> {
    /// Follows the steps from a number on into bodies.
    fn in_bodies(&mut self, bodies: &[Body], address: &str, at: usize) {
        let Some(step) = self.address.steps.get(at) else { return };
        let before = (self.found.len(), self.failure.is_some());
        let has = |name: &str| {
            let mut attributes = bodies.iter().flat_map(Body::attributes);
            attributes.any(|it| it.name() == name)
                || bodies.iter().flat_map(Body::blocks).any(|it| it.block_type() == name)
        };
        let name = match &step.key {
            Key::Name(name) if at == 0 => Some(block_type(name, has)),
            Key::Name(name) => Some(name.as_str()),
            Key::All => None,
            Key::Index(_) => return self.fail(at, "name", std::iter::empty()),
        };
        let is_wanted = |it: &str| name.is_none_or(|name| name == it);
        for attribute in bodies.iter().flat_map(Body::attributes).filter(|it| is_wanted(it.name())) {
            let address = extended(address, &Key::Name(attribute.name().to_owned()));
            self.path.push(attribute.name().to_owned());
            self.in_expression(attribute.expression(), address, at + 1);
            self.path.pop();
        }
        let mut types: Vec<(String, Vec<Block>)> = Vec::new();
        for block in bodies.iter().flat_map(Body::blocks).filter(|it| is_wanted(it.block_type())) {
            match types.iter_mut().find(|(name, _)| name == block.block_type()) {
                Some((_, blocks)) => blocks.push(block),
                None => types.push((block.block_type().to_owned(), vec![block])),
            }
        }
        for (name, blocks) in types {
            let address = extended(address, &Key::Name(name.clone()));
            self.path.push(name);
            self.in_blocks(&located(blocks, &address), 0, false, at + 1);
            self.path.pop();
        }
        if before == (self.found.len(), self.failure.is_some()) {
            let names = bodies.iter().flat_map(|body| {
                let names = body.attributes().map(|it| it.name().to_owned());
                names.chain(body.blocks().map(|it| it.block_type().to_owned()))
            });
            self.fail(at, "argument or block", names);
        }
    }

    /// Follows the steps into blocks of one type of which a number of labels were selected. The
    /// next steps are labels, an index of the blocks, or names in their bodies.
    fn in_blocks(&mut self, blocks: &[Located], labels: usize, is_picked: bool, at: usize) {
        let Some(step) = self.address.steps.get(at) else {
            let found = blocks.iter().cloned().map(|(block, address)| Match {
                address,
                path: self.path.clone(),
                block: Some(block.clone()),
                is_whole: block.labels().len() == labels,
                target: Target::Block(block),
            });
            return self.found.extend(found);
        };
        let (labeled, complete): (Vec<Located>, Vec<Located>) =
            blocks.iter().cloned().partition(|(block, _)| block.labels().len() > labels);
        match &step.key {
            Key::Index(index) => match blocks.get(*index) {
                Some(block) => self.in_blocks(std::slice::from_ref(block), labels, true, at + 1),
                None => {
                    let detail = format!("There are {} such blocks; the first is [0].", blocks.len());
                    self.keep(at, self.address.error(step, "No such block", detail));
                }
            },
            Key::All => {
                if !labeled.is_empty() {
                    self.in_blocks(&labeled, labels + 1, false, at + 1);
                }
                for block in &complete {
                    if is_picked {
                        self.in_block(block, at);
                    } else {
                        self.in_blocks(std::slice::from_ref(block), labels, true, at + 1);
                    }
                }
            }
            Key::Name(name) => {
                let has_label = |(block, _): &&Located| block.labels()[labels].text() == name;
                let chosen: Vec<Located> = labeled.iter().filter(has_label).cloned().collect();
                if !chosen.is_empty() {
                    return self.in_blocks(&chosen, labels + 1, false, at + 1);
                }
                if complete.is_empty() {
                    let names = labeled.iter().map(|(block, _)| block.labels()[labels].text().to_owned());
                    return self.fail(at, "label", names);
                }
                if complete.len() > 1 {
                    self.ambiguous(step, complete.len());
                }
                complete.iter().for_each(|block| self.in_block(block, at));
            }
        }
    }

    /// Follows the steps into the body of a block.
    fn in_block(&mut self, (block, address): &Located, at: usize) {
        let outer = self.around.replace(block.clone());
        self.in_bodies(&[block.body().clone()], address, at);
        self.around = outer;
    }

    /// Follows the steps into an expression as far as possible, so that errors in other parts have
    /// no effect.
    fn in_expression(&mut self, expression: &Expression, address: String, at: usize) {
        if let Some((step, parts)) = self.address.steps.get(at).zip(parts(expression)) {
            let is_list = parts.iter().any(|(key, _)| matches!(key, Key::Index(_)));
            // In JSON, a list of objects is also the form of several blocks.
            let is_blocks = is_list && expression.ast().is_none() && matches!(step.key, Key::Name(_));
            if is_blocks && parts.len() > 1 {
                self.ambiguous(step, parts.len());
            }
            let count = parts.len();
            let names: Vec<String> = match is_list {
                true => Vec::new(),
                false => parts.iter().map(|(key, _)| extended("", key)).collect(),
            };
            let mut is_found = false;
            for (key, part) in parts {
                if is_blocks {
                    self.in_expression(&part, extended(&address, &key), at);
                } else if step.key == Key::All || step.key == key {
                    self.in_expression(&part, extended(&address, &key), at + 1);
                } else {
                    continue;
                }
                is_found = true;
            }
            if !is_found {
                match is_list {
                    true => {
                        let detail = format!("There are {count} elements; the first is [0].");
                        self.keep(at, self.address.error(step, "No such element", detail));
                    }
                    false => self.fail(at, "attribute", names.into_iter()),
                }
            }
            return;
        }
        let target = Target::Expression(expression.clone(), self.address.steps.len() - at);
        let (path, block) = (self.path.clone(), self.around.clone());
        self.found.push(Match { address, path, block, is_whole: true, target });
    }

    fn ambiguous(&mut self, step: &Step, count: usize) {
        let last = count - 1;
        let fix = format!("Pick one with an index in front of this, [0] to [{last}], or all with [*].");
        let error =
            self.address.error(step, "More than one block", format!("There are {count} such blocks. {fix}"));
        self.ambiguity.get_or_insert(error);
    }

    fn fail(&mut self, at: usize, what: &str, names: impl Iterator<Item = String>) {
        let names: Vec<String> = names.collect::<BTreeSet<_>>().into_iter().collect();
        let step = &self.address.steps[at];
        let there = match (&names[..], &step.key) {
            ([], _) => "There are none.".to_owned(),
            (names, _) => format!("There are: {}.", names.join(", ")),
        };
        let name = match &step.key {
            Key::Name(name) => format!(" {name:?}"),
            Key::Index(index) => format!(" [{index}]"),
            Key::All => String::new(),
        };
        let detail = format!("There is no {what}{name} here. {there}");
        self.keep(at, self.address.error(step, "Nothing at this address", detail));
    }

    /// Keeps the error about the step that is farthest from the start.
    fn keep(&mut self, at: usize, error: Error) {
        if self.failure.as_ref().is_none_or(|(known, _)| *known < at) {
            self.failure = Some((at, error));
        }
    }
}

/// Returns the blocks of a type with their addresses. Those with the same labels have an index.
fn located(blocks: Vec<Block>, address: &str) -> Vec<Located> {
    let address_of = |block: &Block| {
        let labels = block.labels().iter().map(|label| Key::Name(label.text().to_owned()));
        labels.fold(address.to_owned(), |address, label| extended(&address, &label))
    };
    let addresses: Vec<String> = blocks.iter().map(address_of).collect();
    // The number of blocks with an address, and the index of the next one.
    let mut numbers: HashMap<&str, (usize, usize)> = HashMap::new();
    addresses.iter().for_each(|address| numbers.entry(address).or_default().0 += 1);
    let numbered = addresses.iter().map(|address| match numbers.get_mut(address.as_str()) {
        Some((count, next)) if *count > 1 => {
            *next += 1;
            extended(address, &Key::Index(*next - 1))
        }
        _ => address.clone(),
    });
    let numbered: Vec<String> = numbered.collect();
    blocks.into_iter().zip(numbered).collect()
}

/// Returns the parts of a tuple or object that is written out, with their keys. As in the
/// evaluator, the last item with a key wins.
fn parts(expression: &Expression) -> Option<Vec<(Key, Expression)>> {
    if let Ok(items) = expression.static_list() {
        return Some(items.into_iter().enumerate().map(|(index, item)| (Key::Index(index), item)).collect());
    }
    let mut parts: Vec<(Key, Expression)> = Vec::new();
    let mut places = HashMap::new();
    for (key, value) in expression.static_map().ok()? {
        let name = match key.static_keyword() {
            Some(keyword) => keyword,
            // A computed key that needs variables could be any name, so the search fails.
            None => key.evaluate(&EvalContext::new()).ok()?.as_str()?.to_owned(),
        };
        match places.get(&name) {
            Some(place) => parts[*place] = (Key::Name(name), value),
            None => {
                places.insert(name.clone(), parts.len());
                parts.push((Key::Name(name), value));
            }
        }
    }
    Some(parts)
}

//! Following an address into a document that is edited.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_hcl::ast::{self, BodyItem};
use serde_hcl::edit::{Document, Key, Path, ValueMut};
use serde_hcl::{Diagnostic, Source, Span, diag::Category, parse_file};

pub use crate::address::Key as Step;
use crate::{Result, address};

/// An address and its steps.
pub struct Address {
    source: Source,
    pub steps: Vec<Step>,
}

/// A part of a document.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// The body of the file or of a block.
    Body(Path),
    /// The block that is an item of a body.
    Block(Path, usize),
    /// An attribute of a body, and the steps to an element of its value.
    Value(Path, String, Vec<Step>),
}

impl Address {
    pub fn parse(address: &str) -> Result<Self> {
        let address::Address { source, steps } = address::Address::parse(address)?;
        Ok(Self { source, steps: steps.into_iter().map(|step| step.key).collect() })
    }

    /// Returns the address without its last step.
    pub fn parent(&self) -> (Self, Option<&Step>) {
        let steps = &self.steps[..self.steps.len().saturating_sub(1)];
        (Self { source: self.source.clone(), steps: steps.to_vec() }, self.steps.last())
    }

    /// Returns the error that nothing is at the address.
    pub fn nothing(&self) -> crate::Failure {
        let detail = "None of the files has an attribute or a block at this address.";
        self.error("Nothing at this address", detail)
    }

    /// Returns the error that nothing is at the address in a file, about the first step that does
    /// not exist.
    pub fn nothing_in(&self, source: Source) -> crate::Failure {
        let body = parse_file(source).value.into_body();
        let found = address::Address::parse(self.source.text()).and_then(|it| Ok(it.find(&[body])?));
        found.err().unwrap_or_else(|| self.nothing())
    }

    pub fn error(&self, summary: &'static str, detail: impl Into<String>) -> crate::Failure {
        let span = Span::new(0, self.source.text().len() as u32);
        let error = Diagnostic::error(Category::Data, summary, detail.into());
        error.at(span).in_source(&self.source).into()
    }

    /// Returns the parts of a document at the address.
    pub fn find(&self, document: &Document) -> Result<Vec<Target>> {
        let mut found = Vec::new();
        self.in_body(document.ast(), &Path::default(), &self.steps_in(document), &mut found)?;
        Ok(found)
    }

    /// Returns the steps, which begin with the type of a block in place of the name in references
    /// to it.
    pub fn steps_in(&self, document: &Document) -> Vec<Step> {
        let mut steps = self.steps.clone();
        if let Some(Step::Name(name)) = steps.first_mut() {
            let has = |name: &str| {
                let body = document.ast();
                body.attribute(name).is_some() || body.blocks().any(|it| it.block_type() == name)
            };
            *name = address::block_type(name, has).to_owned();
        }
        steps
    }

    /// Returns the error that no key can be added to the value around the last step, if there is
    /// one that is not an object or a body.
    pub fn not_an_object_in(&self, source: Source) -> Option<crate::Failure> {
        let body = parse_file(source).value.into_body();
        let mut parent = address::Address::parse(self.source.text()).ok()?;
        parent.steps.pop();
        let found = parent.find(&[body]).ok()?;
        let (address, expression) = found.into_iter().find_map(|it| match it.target {
            address::Target::Expression(expression, _) if expression.static_map().is_err() => {
                Some((it.address, expression))
            }
            _ => None,
        })?;
        let detail =
            format!("{address} is not an object that is written out, so it gets no key. Set it as a whole.");
        let error = Diagnostic::error(Category::Data, "Not an object", detail);
        Some(error.at(expression.span()).in_source(expression.source()).into())
    }

    fn in_body(
        &self,
        body: ast::Body<'_>,
        path: &Path,
        steps: &[Step],
        found: &mut Vec<Target>,
    ) -> Result<()> {
        let Some((first, rest)) = steps.split_first() else {
            found.push(Target::Body(path.clone()));
            return Ok(());
        };
        let Step::Name(name) = first else { return Ok(()) };
        if body.attribute(name).is_some() {
            found.push(Target::Value(path.clone(), name.clone(), rest.to_vec()));
            return Ok(());
        }
        // The blocks whose labels match the next steps. The longest match of labels wins over names
        // in a block, so the groups are in the order of their number.
        let mut groups: BTreeMap<Reverse<usize>, Vec<(usize, ast::Block<'_>)>> = BTreeMap::new();
        let mut is_wild = false;
        for (index, item) in body.items().enumerate() {
            let BodyItem::Block(block) = item else { continue };
            let labels = block.labels().len();
            let Some(steps) = rest.get(..labels).filter(|_| block.block_type() == name) else { continue };
            let matches = block.labels().zip(steps).all(|(label, step)| match step {
                Step::Name(name) => label.text() == name,
                Step::Index(_) => false,
                Step::All => true,
            });
            if matches {
                is_wild |= steps.iter().any(|step| matches!(step, Step::All));
                groups.entry(Reverse(labels)).or_default().push((index, block));
            }
        }
        for (Reverse(labels), blocks) in groups {
            let before = found.len();
            let (blocks, rest) = match rest.get(labels) {
                Some(Step::Index(nth)) => {
                    (blocks.get(*nth).copied().into_iter().collect(), &rest[labels + 1..])
                }
                Some(Step::All) => (blocks, &rest[labels + 1..]),
                _ if blocks.len() > 1 && !is_wild => {
                    let (count, last) = (blocks.len(), blocks.len() - 1);
                    let fix = format!("Pick one with an index, [0] to [{last}], or all with [*].");
                    let detail = format!("There are {count} such blocks. {fix}");
                    return Err(self.error("More than one block", detail));
                }
                _ => (blocks, &rest[labels..]),
            };
            for (index, block) in blocks {
                if rest.is_empty() {
                    found.push(Target::Block(path.clone(), index));
                } else {
                    self.in_body(block.body(), &path.child(index), rest, found)?;
                }
            }
            if found.len() > before {
                break;
            }
        }
        Ok(())
    }
}

impl Target {
    /// Returns the path of the body that it is, or of that of the block.
    pub fn body(&self) -> Option<Path> {
        match self {
            Self::Body(path) => Some(path.clone()),
            Self::Block(path, index) => Some(path.child(*index)),
            Self::Value(..) => None,
        }
    }
}

/// Calls a function with each value at the steps from an attribute on.
pub fn each_value(
    document: &mut Document,
    path: &Path,
    name: &str,
    steps: &[Step],
    visit: &mut dyn FnMut(&ValueMut<'_>),
) {
    let whole = document.body_at(path).and_then(|body| body.into_value(name));
    whole.into_iter().for_each(|value| each_element(value, steps, visit));
}

fn each_element(mut value: ValueMut<'_>, steps: &[Step], visit: &mut dyn FnMut(&ValueMut<'_>)) {
    let Some((first, rest)) = steps.split_first() else { return visit(&value) };
    let keys: Vec<Key<'_>> = match first {
        Step::Name(name) => vec![Key::Name(name)],
        Step::Index(index) => vec![Key::Index(*index)],
        Step::All => (0..value.len().unwrap_or(0)).map(Key::Index).collect(),
    };
    for key in keys {
        value.get(key).into_iter().for_each(|part| each_element(part, rest, visit));
    }
}

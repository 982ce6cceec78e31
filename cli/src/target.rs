//! Following an address into a document that is edited.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde_hcl::edit::{Document, Key, NodeId, ValueMut};
use serde_hcl::{Diagnostic, Source, Span, diag::Category, parse_file};

pub use crate::address::Key as Step;
use crate::{Result, address};

/// An address and its steps.
#[derive(Clone)]
pub struct Address {
    source: Source,
    pub steps: Vec<Step>,
}

/// The address of a change, and the new address of an element that moves.
#[derive(Clone)]
pub struct Place {
    pub address: Address,
    pub to: Option<Address>,
}

/// A part of a document.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// The body of the file.
    Body(NodeId),
    Block(NodeId),
    /// An attribute, and the steps to a part of its value.
    Value(NodeId, Vec<Step>),
}

impl Address {
    pub fn parse(address: &str) -> Result<Self> {
        let address::Address { source, steps } = address::Address::parse(address)?;
        Ok(Self { source, steps: steps.into_iter().map(|step| step.key).collect() })
    }

    /// Returns the address with the locations of its steps, or of as many as there are.
    pub fn located(&self) -> Result<address::Address> {
        let mut located = address::Address::parse(self.source.text())?;
        located.steps.truncate(self.steps.len());
        Ok(located)
    }

    /// Returns whether the address is one of any number of elements.
    pub fn is_pattern(&self) -> bool {
        self.steps.contains(&Step::All)
    }

    /// Returns the error that the address is that of several elements, which cannot all be moved.
    pub fn several(&self) -> crate::Failure {
        self.error("More than one target", "Only one attribute or block can be moved at a time.")
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
        let body = parse_file(source).value.body().clone();
        let found = address::Address::parse(self.source.text()).and_then(|it| Ok(it.find(&[body])?));
        found.err().unwrap_or_else(|| self.nothing())
    }

    pub fn error(&self, summary: &'static str, detail: impl Into<String>) -> crate::Failure {
        let span = Span::new(0, self.source.text().len() as u32);
        let error = Diagnostic::error(Category::Data, summary, detail.into());
        error.at(span).in_source(&self.source).into()
    }

    /// Returns the parts of a document at the address.
    pub fn find(&self, document: &mut Document) -> Result<Vec<Target>> {
        self.find_with(document, &mut Index::default())
    }

    /// Returns the parts of a document at the address. The blocks are in the index, or are added to
    /// it.
    pub fn find_with(&self, document: &mut Document, index: &mut Index) -> Result<Vec<Target>> {
        let mut found = Vec::new();
        let mut steps = self.steps.clone();
        if let Some(Step::Name(name)) = steps.first_mut() {
            let first = index.types.entry(name.clone()).or_insert_with(|| block_type(document, name));
            first.clone_into(name);
        }
        self.in_body(document, index, NodeId::default(), &steps, &mut found)?;
        Ok(found)
    }

    /// Returns the steps, which begin with the type of a block in place of the name in references
    /// to it.
    pub fn steps_in(&self, document: &Document) -> Vec<Step> {
        let mut steps = self.steps.clone();
        if let Some(Step::Name(name)) = steps.first_mut() {
            *name = block_type(document, name);
        }
        steps
    }

    /// Returns the error that no key can be added to the value around the last step, if there is
    /// one that is not an object or a body.
    pub fn not_an_object_in(&self, source: Source) -> Option<crate::Failure> {
        let body = parse_file(source).value.body().clone();
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
        document: &mut Document,
        index: &mut Index,
        id: NodeId,
        steps: &[Step],
        found: &mut Vec<Target>,
    ) -> Result<()> {
        let Some((first, rest)) = steps.split_first() else {
            found.push(Target::Body(id));
            return Ok(());
        };
        let (Step::Name(name), Some(mut body)) = (first, document.body_at(id)) else { return Ok(()) };
        if let Some(attribute) = body.attribute(name) {
            found.push(Target::Value(attribute.id(), rest.to_vec()));
            return Ok(());
        }
        let (groups, is_wild) = index.blocks(document, id, name).matching(rest);
        for (labels, blocks) in groups {
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
            for block in blocks {
                if rest.is_empty() {
                    found.push(Target::Block(block));
                } else {
                    self.in_body(document, index, block, rest, found)?;
                }
            }
            if found.len() > before {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the first name of an address in a document, see [`address::block_type`].
fn block_type(document: &Document, name: &str) -> String {
    let has = |name: &str| {
        let body = document.ast();
        body.attribute(name).is_some() || body.blocks().any(|it| it.block_type() == name)
    };
    address::block_type(name, has).to_owned()
}

/// The blocks of a document, so that any number of addresses are found in linear time. It holds
/// until blocks are added, removed or renamed.
#[derive(Default)]
pub struct Index {
    /// The types of blocks, by the first names of addresses.
    types: HashMap<String, String>,
    /// The blocks by their body and type.
    blocks: HashMap<(NodeId, String), Rc<Blocks>>,
}

/// The blocks of one type, by the number of their labels.
#[derive(Default)]
struct Blocks(BTreeMap<Reverse<usize>, ByLabels>);

/// Blocks with their positions in the body, in source order.
type ByLabels = HashMap<Vec<String>, Vec<(usize, NodeId)>>;

impl Index {
    fn blocks(&mut self, document: &mut Document, body: NodeId, name: &str) -> Rc<Blocks> {
        let new = || {
            let mut groups = Blocks::default();
            let blocks = document.body_at(body).map(|mut body| body.blocks(name)).unwrap_or_default();
            for (count, id) in blocks.into_iter().enumerate() {
                let labels = document.block_at(id).map(|block| block.labels()).unwrap_or_default();
                let group = groups.0.entry(Reverse(labels.len())).or_default();
                group.entry(labels).or_default().push((count, id));
            }
            Rc::new(groups)
        };
        self.blocks.entry((body, name.to_owned())).or_insert_with(new).clone()
    }
}

impl Blocks {
    /// Returns the blocks whose labels match the next steps of an address, by the number of labels,
    /// and whether one of these steps matches all labels. The longest match of labels wins over
    /// names in a block, so it is first.
    fn matching(&self, steps: &[Step]) -> (Vec<(usize, Vec<NodeId>)>, bool) {
        let (mut found, mut is_wild) = (Vec::new(), false);
        for (Reverse(length), group) in &self.0 {
            let Some(steps) = steps.get(..*length) else { continue };
            let names = steps.iter().map(|step| match step {
                Step::Name(name) => Some(name.clone()),
                Step::Index(_) | Step::All => None,
            });
            let blocks = match names.collect::<Option<Vec<_>>>() {
                Some(labels) => group.get(&labels).cloned().unwrap_or_default(),
                None => {
                    let is_match = |(label, step): (&String, &Step)| match step {
                        Step::Name(name) => label == name,
                        Step::Index(_) => false,
                        Step::All => true,
                    };
                    let matches = |labels: &[String]| labels.iter().zip(steps).all(is_match);
                    let matching = group.iter().filter(|(labels, _)| matches(labels));
                    let mut blocks: Vec<_> = matching.flat_map(|(_, blocks)| blocks).copied().collect();
                    blocks.sort_unstable();
                    is_wild |= !blocks.is_empty();
                    blocks
                }
            };
            if !blocks.is_empty() {
                found.push((*length, blocks.into_iter().map(|(_, id)| id).collect()));
            }
        }
        (found, is_wild)
    }
}

impl Target {
    /// Returns the body that it is, or that of the block.
    pub fn body(&self) -> Option<NodeId> {
        match self {
            Self::Body(id) | Self::Block(id) => Some(*id),
            Self::Value(..) => None,
        }
    }
}

/// Calls a function with each value at the steps from an attribute on.
pub fn each_value(
    document: &mut Document,
    attribute: NodeId,
    steps: &[Step],
    visit: &mut dyn FnMut(&mut ValueMut<'_>),
) {
    if let Some(mut attribute) = document.attribute_at(attribute) {
        each_element(attribute.value(), steps, visit);
    }
}

fn each_element(mut value: ValueMut<'_>, steps: &[Step], visit: &mut dyn FnMut(&mut ValueMut<'_>)) {
    let Some((first, rest)) = steps.split_first() else { return visit(&mut value) };
    for key in keys(&mut value, first) {
        value.get(key).into_iter().for_each(|part| each_element(part, rest, visit));
    }
}

/// Returns the keys of the parts of a value at a step.
pub fn keys<'s>(value: &mut ValueMut<'_>, step: &'s Step) -> Vec<Key<'s>> {
    match step {
        Step::Name(name) => vec![Key::Name(name)],
        Step::Index(index) => vec![Key::Index(*index)],
        Step::All => (0..value.len().unwrap_or(0)).map(Key::Index).collect(),
    }
}

//! Errors of specifications that do not depend on the body.

use std::collections::{HashMap, HashSet};

use super::{Blocks, BlocksContent, BlocksShape, Spec, SpecKind, Transformation};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::func::Function;
use crate::value::{Conversion, Type, Value, can_convert};

/// Returns the errors of a specification for a body that does not belong to a block.
pub(super) fn faults(spec: &Spec) -> Diagnostics {
    let mut faults = Faults(Diagnostics::new());
    spec.walk(&mut |part| {
        if let SpecKind::Label { name, .. } = part.kind() {
            faults.push(format!("The label {name:?} is outside of any block."));
        }
    });
    faults.body(spec);
    faults.0
}

struct Faults(Diagnostics);

impl Faults {
    fn push(&mut self, detail: String) {
        self.0.push(Diagnostic::new(Code::InvalidSpecification, detail));
    }

    fn body(&mut self, spec: &Spec) {
        let mut seen: HashMap<&str, Vec<&str>> = HashMap::new();
        spec.walk(&mut |part| match part.kind() {
            SpecKind::Object(attributes) => {
                let mut names = HashSet::new();
                for (name, _) in attributes {
                    if !names.insert(name) {
                        self.push(format!("The specification of an object has two attributes named {name:?}."));
                    }
                }
            }
            SpecKind::Blocks(blocks) => {
                let labels = blocks.labels();
                let block_type = blocks.block_type.as_str();
                match seen.get(block_type) {
                    Some(others) if others.len() != labels.len() => self.push(format!(
                        "Two parts of the specification expect different numbers of labels for {block_type:?} blocks: {} and {}.",
                        others.len(),
                        labels.len()
                    )),
                    _ => _ = seen.insert(block_type, labels),
                }
                self.blocks(blocks);
            }
            SpecKind::Or { primary, default } => {
                let (wanted, given) = (primary.implied_type(), default.implied_type());
                if !can_convert(&given, &wanted, Conversion::Lossy) {
                    self.push(format!("The default value is {given}, but {wanted} is required."));
                }
            }
            SpecKind::Transform { wrapped, with: Transformation::Function(function) } => {
                self.transformation(function, &wrapped.implied_type());
            }
            _ => {}
        });
    }

    fn transformation(&mut self, function: &Function, given: &Type) {
        if let Err(error) = function.check_arity(1) {
            self.push(format!("The function of a transformation is called with one argument: {error}."));
        } else if let Err(error) = function.convert_argument(0, &Value::unknown(given.clone())) {
            self.push(format!("The function of a transformation does not take {given}: {error}."));
        }
    }

    fn blocks(&mut self, blocks: &Blocks) {
        let block_type = &blocks.block_type;
        if blocks.count.most.is_some_and(|most| most < blocks.count.least) {
            self.push(format!("The minimum number of {block_type:?} blocks is more than the maximum."));
        }
        if matches!(&blocks.shape, BlocksShape::Map(labels) | BlocksShape::Object(labels) if labels.is_empty())
        {
            self.push(format!(
                "{block_type:?} blocks are distinguished by their labels, but the specification gives them none."
            ));
        }
        let BlocksContent::Spec(nested) = &blocks.content else { return };
        if let Some(left_out) = (0..).zip(nested.label_names().keys()).find(|(at, index)| at != *index) {
            self.push(format!(
                "The specification of {block_type:?} blocks has no label with index {}, but labels after it.",
                left_out.0
            ));
        }
        self.body(nested);
    }
}

//! The record of a decode: the facts that one pass over a configuration finds and the next one
//! needs.
//!
//! Serde provides the names of the fields of a struct, but not which of them accept null. `flatten`
//! and `tag` hide the names, including those of the fields that take labels. Such a fact is known
//! only when a value is accepted or rejected, which is too late for the type around it. And a
//! visitor stops at its first error, while all independent errors are to be reported. Therefore:
//!
//! - The first pass records the facts about types. A part that has to be decoded again with a new
//!   fact is repeated alone, if it is an element of a sequence or the value of an entry whose type
//!   is known. A part of which only a seed is known, as other crates pass them, is repeated with
//!   the part around it; at last, the pass is repeated.
//! - If the pass fails, a second one recovers from errors in the same way: it records the error and
//!   decodes a stand-in, which is a value of the requested type, in place of the value. If the type
//!   rejects the stand-in, the part is left out, and then the part around it is repaired in the
//!   same way. An error about a part that contains another failed part may be a consequence of the
//!   repair, so it is not reported.
//!
//! A body that lacks fields is repeated with stand-ins for these fields and for all its members,
//! which were decoded before. So the work of all repetitions does not depend on the size of the
//! members.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::body::{BlockView, Body, Expression, ExpressionView, NameView, parse_expression};
use crate::diag::{Category, Diagnostic, name_suggestion};
use crate::error::{Clue, Error, ErrorPart, Result, TextNode, path_step};
use crate::order::sort_by_position;
use crate::protocol::LabelField;
use crate::source::Source;
use crate::value::{CapsuleType, Value, ValueKind};

/// The maximum number of errors.
const MAX_ERRORS: usize = 100;

/// The number of bytes of text that all repetitions together decode.
const MAX_BYTES: usize = 32 << 20;

/// The number of times that a text may be repeated, however long it is.
const MIN_REPETITIONS: usize = 20;

/// The number of bytes that a repetition counts for, in addition to the body that it decodes.
const REPETITION: usize = 4096;

/// The shape of a type whose field names serde does not give. It follows from the calls of its
/// visitor.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TypeShape {
    /// A struct with flattened fields: it requests a map and reads the keys as identifiers.
    Flattened,
    /// An internally tagged enum: it calls `deserialize_any` and reads one of the values, its tag,
    /// as an identifier.
    Tagged,
    /// A type that calls `deserialize_any` and rejects sequences, such as the content of an
    /// adjacently tagged enum.
    Object,
    /// As another type.
    Other,
}

/// The known label fields of a type whose field names serde does not give.
#[derive(Clone, Default)]
pub(super) struct HiddenLabels {
    pub(super) fields: Vec<LabelField>,
    /// Fields that the type does not have.
    pub(super) excluded: Vec<LabelField>,
    /// Whether it has no others.
    pub(super) is_complete: bool,
    /// In JSON, the number of labels of the blocks of an internally tagged enum, if the tag is
    /// below labels. Until the tag is found, nothing shows which fields there are.
    pub(super) assumed: usize,
}

impl HiddenLabels {
    /// Creates the label fields of a type that are all known.
    pub(super) fn complete(fields: Vec<LabelField>) -> Self {
        Self { fields, is_complete: true, ..Self::default() }
    }

    /// Returns whether it is known that there is such a field, or that there is none.
    pub(super) fn decides(&self, field: LabelField) -> bool {
        self.fields.contains(&field) || self.excluded.contains(&field)
    }

    /// Returns whether the type may have another field. Label fields leave out no index, which
    /// bounds the number of passes.
    pub(super) fn may_have(&self, field: LabelField) -> bool {
        let is_before = |other: &LabelField| matches!(other, LabelField::Indexed(1..)) && *other < field;
        let is_beyond = field != LabelField::All && self.excluded.iter().any(is_before);
        !self.decides(field) && !is_beyond
    }
}

/// What the passes of a decode record.
#[derive(Default)]
pub(crate) struct Record {
    /// Whether fields reject null, which then counts as absent, each with its type.
    pub(super) nulls: RefCell<HashMap<(&'static str, String), bool>>,
    /// The label fields of types whose fields are hidden.
    pub(super) labels: RefCell<HashMap<&'static str, HiddenLabels>>,
    /// The types whose label fields are searched for in this pass.
    pub(super) searched: RefCell<Vec<&'static str>>,
    /// The shapes of the types whose field names serde does not give. They are few.
    pub(super) shapes: RefCell<Vec<(&'static str, TypeShape)>>,
    /// The last internally tagged enum. Serde decodes it later, from its buffer.
    pub(super) tagged: Cell<Option<&'static str>>,
    /// Whether a key or value was read as an identifier.
    pub(super) identifier: Cell<bool>,
    /// The last type whose visitor had to be given up, and the field at which this happened. The
    /// visitor that repeats it begins with the fields after that.
    pub(super) resumed: RefCell<Option<(&'static str, String)>>,
    /// Whether a part is to be decoded again.
    is_repeated: Cell<bool>,
    /// Set by the first error.
    recovery: Option<Box<Recovery>>,
}

/// The way in which decoding continues after an error.
pub(super) enum Next {
    /// The part is decoded again.
    Again,
    /// A stand-in is decoded in place of the part.
    StandIn,
    /// The part is left out.
    Skip,
}

impl Record {
    /// Requests that a part is decoded again, and returns the error with which it is given up.
    #[cold]
    pub(super) fn repeat(&self) -> Error {
        self.is_repeated.set(true);
        Error::message("the value is decoded again")
    }

    /// Returns whether a part is to be decoded again, and takes the request.
    pub(super) fn take_repeat(&self) -> bool {
        self.is_repeated.take()
    }

    /// Records that a key or value is read as an identifier.
    pub(super) fn note_identifier(&self) {
        self.identifier.set(true);
    }

    pub(super) fn recovery(&self) -> Option<&Recovery> {
        self.recovery.as_deref()
    }

    /// Handles the error of a part that is `depth` steps below the root.
    #[cold]
    pub(super) fn again(&self, error: Error, depth: usize) -> Result<Next> {
        if self.take_repeat() {
            return Ok(Next::Again);
        }
        let Some(recovery) = self.recovery() else { return Err(error) };
        let own = error.parts().last().copied();
        let part = recovery.take(error, Some(depth))?;
        Ok(match part {
            ErrorPart::Value(node) | ErrorPart::Extra(node) if Some(part) == own => {
                match recovery.repair_of(node) {
                    Some(Repair::Replaced) => Next::StandIn,
                    Some(Repair::Kept) => Next::Again,
                    _ => Next::Skip,
                }
            }
            _ => Next::Again,
        })
    }

    /// Returns whether a pass has to be repeated with what was recorded in it.
    pub(super) fn needs_pass(&self) -> bool {
        let searched = self.searched.take();
        if self.take_repeat() {
            return true;
        }
        // The search is complete, so a field that was not found does not exist.
        let mut labels = self.labels.borrow_mut();
        let needs_pass = !searched.is_empty();
        searched.into_iter().for_each(|ty| labels.entry(ty).or_default().is_complete = true);
        needs_pass
    }
}

/// Decodes until nothing new is recorded. Returns all errors that were found in a body.
pub(super) fn until_complete(body: &Body, mut pass: impl FnMut(&Record) -> Result<()>) -> Result<()> {
    let mut record = Record::default();
    loop {
        let result = pass(&record);
        if record.needs_pass() {
            continue;
        }
        if result.is_ok() && record.recovery.is_none() {
            return Ok(());
        }
        let recovery = record.recovery.get_or_insert_with(|| Box::new(Recovery::new(body)));
        match result.map_err(|error| recovery.take(error, None)) {
            Err(Ok(_)) => continue,
            Err(Err(error)) => recovery.record(error, None),
            Ok(()) => {}
        }
        return Err(recovery.all_errors(body));
    }
}

/// Decodes until nothing new is recorded. Returns the first error.
pub(super) fn until_found<T>(mut pass: impl FnMut(&Record) -> Result<T>) -> Result<T> {
    let record = Record::default();
    loop {
        let result = pass(&record);
        if !record.needs_pass() {
            return result;
        }
    }
}

/// The repair of a part.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Repair {
    /// A stand-in is decoded.
    Replaced,
    /// The part is left out, since its type also rejects the stand-in.
    LeftOut,
    /// It is left out at once, since it should not be there.
    Removed,
    /// A stand-in is decoded for a part that did not fail.
    StoodIn,
    /// Such a part is decoded itself, since its type rejects the stand-in.
    Kept,
}

/// The errors that were found, and the repairs of the parts that failed.
pub(super) struct Recovery {
    errors: RefCell<Vec<Error>>,
    /// The parts that failed, and those around them.
    failed: RefCell<HashSet<ErrorPart>>,
    repairs: RefCell<HashMap<TextNode, Repair>>,
    /// The fields that are missing in bodies and objects.
    missing: RefCell<HashMap<TextNode, Vec<&'static str>>>,
    /// The steps from the root to the value that is decoded.
    steps: RefCell<Vec<Step>>,
    /// The number of bytes that may be decoded again.
    bytes_left: Cell<usize>,
}

/// A step of the path to a value, with the part that the value is, and the body around it.
struct Step {
    text: String,
    part: Option<ErrorPart>,
    body: Option<ErrorPart>,
}

impl Recovery {
    fn new(body: &Body) -> Self {
        Self {
            errors: RefCell::default(),
            failed: RefCell::default(),
            repairs: RefCell::default(),
            missing: RefCell::default(),
            steps: RefCell::default(),
            bytes_left: Cell::new(MAX_BYTES.max(MIN_REPETITIONS * body.text_length())),
        }
    }

    /// Returns the number of steps from the root to the current value.
    pub(super) fn depth(&self) -> usize {
        self.steps.borrow().len()
    }

    /// Records that the value at a depth is a member or a variant. Its name is not shown if it is
    /// secret.
    pub(super) fn enter_member(
        &self,
        depth: usize,
        name: NameView<'_>,
        part: Option<ErrorPart>,
        body: Option<ErrorPart>,
    ) {
        let text = if name.is_secret() { String::new() } else { path_step(name.text).into_owned() };
        self.enter(depth, Step { text, part, body });
    }

    /// Records that the value at a depth is an element. Returns whether it is decoded.
    pub(super) fn enter_element(&self, depth: usize, index: usize, part: ErrorPart) -> bool {
        self.enter(depth, Step { text: format!("[{index}]"), part: Some(part), body: None });
        !matches!(part, ErrorPart::Value(node) | ErrorPart::Extra(node) if self.leaves_out(node))
    }

    fn enter(&self, depth: usize, step: Step) {
        let mut steps = self.steps.borrow_mut();
        steps.truncate(depth);
        steps.push(step);
    }

    /// Records an error at a depth, and repairs the innermost part that can be repaired, which is
    /// returned. If there is none, it returns the error, for the part around it.
    fn take(&self, error: Error, depth: Option<usize>) -> Result<ErrorPart> {
        let is_over = match self.errors.borrow().len() {
            0 => false,
            count => count >= MAX_ERRORS || error.category() == Category::Limit,
        };
        let length = |part: &ErrorPart| match part {
            ErrorPart::Body(node, _) => node.span().len() as usize,
            _ => 0,
        };
        let cost = REPETITION + error.parts().iter().map(length).max().unwrap_or_default();
        let bytes_left = self.bytes_left.get().checked_sub(cost).filter(|_| !is_over);
        let part = match bytes_left {
            Some(_) => error.parts().iter().copied().find(|part| self.repair(*part)),
            None => None,
        };
        let (Some(part), Some(bytes_left)) = (part, bytes_left) else { return Err(error) };
        self.bytes_left.set(bytes_left);
        self.record(error, depth);
        if depth.is_none() {
            self.steps.borrow_mut().clear();
        }
        Ok(part)
    }

    /// Records an error, unless it may be a consequence of another one.
    fn record(&self, mut error: Error, depth: Option<usize>) {
        if let Some(depth) = depth {
            for (level, step) in self.steps.borrow().iter().enumerate().take(depth + 1).rev() {
                if level < depth {
                    if !step.text.is_empty() {
                        error = error.under_step(&step.text);
                    }
                    error = step.part.into_iter().fold(error, Error::in_part);
                }
                error = step.body.into_iter().fold(error, Error::in_part);
            }
        }
        let is_part = |part: &&ErrorPart| !matches!(part, ErrorPart::Body(..));
        let (mut failed, mut errors) = (self.failed.borrow_mut(), self.errors.borrow_mut());
        let innermost = error.parts().iter().find(is_part).copied();
        let is_new = innermost.is_some_and(|part| !failed.contains(&part));
        failed.extend(error.parts().iter().filter(is_part).copied());
        if errors.is_empty() || is_new && errors.len() < MAX_ERRORS && error.category() != Category::Limit {
            errors.push(error);
        }
    }

    /// Repairs a part. Returns whether that is a change.
    fn repair(&self, part: ErrorPart) -> bool {
        let mut repairs = self.repairs.borrow_mut();
        match part {
            ErrorPart::Value(node) => {
                let next = match repairs.get(&node) {
                    None | Some(Repair::Kept) => Repair::Replaced,
                    Some(Repair::StoodIn) => Repair::Kept,
                    Some(Repair::Replaced) => Repair::LeftOut,
                    Some(_) => return false,
                };
                repairs.insert(node, next);
                true
            }
            ErrorPart::Extra(node) => repairs.insert(node, Repair::Removed) != Some(Repair::Removed),
            ErrorPart::Missing(body, name) => {
                let mut missing = self.missing.borrow_mut();
                let names = missing.entry(body).or_default();
                let is_new = !names.contains(&name);
                names.extend(is_new.then_some(name));
                is_new
            }
            ErrorPart::Body(..) => false,
        }
    }

    pub(super) fn repair_of(&self, node: TextNode) -> Option<Repair> {
        self.repairs.borrow().get(&node).copied()
    }

    /// Returns whether a part is left out.
    pub(super) fn leaves_out(&self, node: TextNode) -> bool {
        matches!(self.repair_of(node), Some(Repair::LeftOut | Repair::Removed))
    }

    /// Returns whether a block is left out.
    pub(super) fn leaves_out_block(&self, block: &BlockView<'_>) -> bool {
        self.leaves_out(TextNode::new(block.source(), block.span()))
    }

    /// Records that a stand-in is decoded for a part that did not fail, so its errors are none.
    pub(super) fn stand_in_for(&self, node: TextNode) {
        self.repairs.borrow_mut().insert(node, Repair::StoodIn);
        self.failed.borrow_mut().insert(ErrorPart::Value(node));
    }

    /// Returns the fields that are missing in a body or an object.
    pub(super) fn missing(&self, body: TextNode) -> Vec<&'static str> {
        self.missing.borrow().get(&body).cloned().unwrap_or_default()
    }

    /// Returns the error with all that were found, in the order of their locations.
    fn all_errors(&self, body: &Body) -> Error {
        let mut errors = self.errors.take();
        let follows: Vec<_> = errors.iter().map(|error| follows(error, &errors)).collect();
        let mut follows = follows.into_iter();
        errors.retain(|_| !follows.next().unwrap_or_default());
        let bodies: Vec<_> = body.single_bodies().collect();
        let mut files = HashMap::new();
        for (file, body) in bodies.iter().enumerate() {
            files.entry(address(body.source())).or_insert(file);
        }
        sort_by_position(&mut errors, |error| {
            let source = error.first().and_then(Diagnostic::source);
            let others = bodies.len();
            let file = source.map_or(0, |source| 1 + files.get(&address(source)).copied().unwrap_or(others));
            (file, error.span().map_or(usize::MAX, |span| span.start as usize))
        });
        Error::merged(errors)
    }
}

/// Returns the address of the text of a source, which identifies it.
fn address(source: &Source) -> usize {
    source.text().as_ptr() as usize
}

/// Returns whether an error about a missing attribute is only a consequence of another error: of an
/// expression of the body, whose values are then not complete; of a misspelled name; or of the same
/// attribute in a part of the body that serde buffered.
fn follows(error: &Error, errors: &[Error]) -> bool {
    let Some(Clue::Missing(name)) = error.clue() else { return false };
    let Some(ErrorPart::Missing(body, _)) = error.parts().first() else {
        return errors.iter().any(|other| {
            let inner = other.path().strip_prefix(error.path()).and_then(|path| path.strip_suffix(name));
            inner.is_some_and(|path| path.ends_with('.') && path.len() > 1)
        });
    };
    errors.iter().any(|other| {
        let mut bodies = other.parts().iter().filter_map(|part| match part {
            ErrorPart::Body(node, is_block) => Some((node, *is_block)),
            _ => None,
        });
        let is_direct = bodies.clone().next().is_some_and(|(node, _)| node == body);
        let is_inside =
            bodies.find(|(node, is_block)| *node == body || *is_block).is_some_and(|(node, _)| node == body);
        match other.clue() {
            Some(Clue::Field(given)) => is_direct && name_suggestion(given, [*name]).is_some(),
            _ => is_inside && other.category() == Category::Eval,
        }
    })
}

/// Returns the stand-in for any value. Its evaluation fails, so that every use of it is detected.
#[cold]
pub(super) fn stand_in<'c>() -> ExpressionView<'c> {
    static STAND_IN: LazyLock<Expression> = LazyLock::new(|| parse_expression("0 / 0").value);
    STAND_IN.view()
}

/// Returns whether an expression is the stand-in.
#[cold]
pub(super) fn is_stand_in(expression: ExpressionView<'_>) -> bool {
    TextNode::is_same(expression.source(), stand_in().source())
}

/// The content of the value of the stand-in.
#[derive(PartialEq, Eq)]
struct StandIn;

/// Returns the value of the stand-in.
pub(super) fn stand_in_value() -> &'static Value {
    static VALUE: LazyLock<Value> = LazyLock::new(|| Value::capsule(&CapsuleType::new("stand-in"), StandIn));
    &VALUE
}

/// Returns whether a value is that of the stand-in.
pub(super) fn is_stand_in_value(value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Capsule(capsule) if capsule.downcast_ref::<StandIn>().is_some())
}

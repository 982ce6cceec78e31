//! Collects all errors of a decode. Serde's visitors stop at the first error, so decoding starts
//! again after an error, without the part that failed, until no new error is found.
//!
//! The next attempt decodes a stand-in for a value that failed or is missing: a value of the
//! requested type. If the type rejects the stand-in, the part is left out, and then the enclosing
//! part is repaired in the same way. An error about a part that contains another failed part may be
//! a consequence of the repair, so it is not reported.
//!
//! The first attempt needs no repairs, so decoding without errors has no overhead.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::body::{
    BlockView, Body, Expression, ExpressionView, ItemView, ItemViewKind, NameView, Spelling, parse_expression,
};
use crate::diag::{Category, Diagnostic, name_suggestion};
use crate::error::{Clue, Error, Node, Part};
use crate::order::sort_by_position;
use crate::source::Source;
use crate::value::{CapsuleType, Value, ValueKind};

/// The maximum number of errors.
const MAX_ERRORS: usize = 100;

/// The maximum number of attempts.
const MAX_ATTEMPTS: usize = 400;

/// The minimum number of attempts, however long the text is.
const MIN_ATTEMPTS: usize = 20;

/// The number of bytes of text that all attempts together decode, beyond the minimum.
const MAX_BYTES: usize = 32 << 20;

/// The expression of a stand-in. Its evaluation fails, so that every use of it is detected.
const STAND_IN: &str = "0 / 0";

/// The repairs of one decode.
pub(super) struct Repairs<'b> {
    /// Set by the first error.
    state: OnceCell<Box<State>>,
    /// The stand-ins of nulls that their types reject.
    nulls: StandIns,
    body: &'b Body,
}

/// The state that the attempts after the first error share.
#[derive(Default)]
pub(super) struct State {
    attempts: Cell<usize>,
    errors: RefCell<Vec<Error>>,
    /// The parts that failed, and those around them.
    failed: RefCell<HashSet<Part>>,
    repairs: RefCell<HashMap<Node, Repair>>,
    /// The attributes or blocks that are added to bodies and objects.
    added: RefCell<HashMap<Node, Vec<&'static str>>>,
    stand_ins: StandIns,
}

/// The repair of a part.
#[derive(Clone, Copy, PartialEq)]
enum Repair {
    /// A stand-in is decoded.
    Replaced,
    /// The part is left out, since its type also rejects the stand-in.
    LeftOut,
    /// It is left out at once, since it should not be there.
    Removed,
}

impl<'b> Repairs<'b> {
    /// Returns the repairs of a decode of a body.
    pub(super) fn new(body: &'b Body) -> Self {
        Self { state: OnceCell::new(), nulls: StandIns::default(), body }
    }

    /// Returns the stand-in of a null in a source.
    #[cold]
    pub(super) fn of_null(&self, source: &Source) -> ExpressionView<'_> {
        self.nulls.get(source)
    }

    /// Returns whether an expression is the stand-in of a null.
    #[cold]
    pub(super) fn is_of_null(&self, expression: ExpressionView<'_>) -> bool {
        self.nulls.contains(expression.source())
    }

    /// Returns the value of a stand-in, if an expression is one.
    pub(super) fn value_of(&self, expression: ExpressionView<'_>) -> Option<Value> {
        let source = expression.source();
        let is_stand_in =
            self.nulls.contains(source) || self.state().is_some_and(|state| state.stand_ins.contains(source));
        is_stand_in.then(|| stand_in().clone())
    }

    /// Returns the state of the attempts after the first error.
    pub(super) fn state(&self) -> Option<&State> {
        self.state.get().map(|state| &**state)
    }

    /// Takes the error of an attempt, or `None` if the attempt succeeded. Returns an error with all
    /// that were found, or `None` if another attempt is needed.
    #[cold]
    pub(super) fn next(&self, error: Option<Error>) -> Option<Error> {
        let state = self.state.get_or_init(Box::default);
        let attempts = MIN_ATTEMPTS.max(MAX_BYTES / self.body.text_length().max(1)).min(MAX_ATTEMPTS);
        state.attempts.set(state.attempts.get() + 1);
        let goes_on = error.is_some_and(|error| state.take(error)) && state.attempts.get() < attempts;
        if goes_on { None } else { Some(state.all_errors(self.body)) }
    }
}

impl State {
    /// Records an error, and repairs the innermost part that can be repaired. Returns whether there
    /// is one.
    fn take(&self, mut error: Error) -> bool {
        let parts: Vec<_> =
            error.parts().iter().map(|part| part.map(|node| self.stand_ins.original(node))).collect();
        error.set_parts(parts.clone());
        let is_first = self.errors.borrow().is_empty();
        if !is_first && error.category() == Category::Limit {
            return false;
        }
        let mut failed = self.failed.borrow_mut();
        let innermost = parts.iter().find(|part| !matches!(part, Part::Body(..)));
        if is_first || innermost.is_some_and(|part| !failed.contains(part)) {
            self.errors.borrow_mut().push(error);
        }
        failed.extend(parts.iter().filter(|part| !matches!(part, Part::Body(..))));
        drop(failed);
        self.errors.borrow().len() < MAX_ERRORS && parts.into_iter().any(|part| self.repair(part))
    }

    /// Repairs a part. Returns whether that is a change.
    fn repair(&self, part: Part) -> bool {
        let mut repairs = self.repairs.borrow_mut();
        match part {
            Part::Value(node) => {
                let next = match repairs.get(&node) {
                    None => Repair::Replaced,
                    Some(Repair::Replaced) => Repair::LeftOut,
                    Some(_) => return false,
                };
                repairs.insert(node, next);
                true
            }
            Part::Extra(node) => repairs.insert(node, Repair::Removed) != Some(Repair::Removed),
            Part::Missing(body, name) => {
                let mut added = self.added.borrow_mut();
                let names = added.entry(body).or_default();
                if names.contains(&name) {
                    return false;
                }
                names.push(name);
                // Errors of an added item have the location of the body, so they are suppressed.
                repairs.insert(body, Repair::LeftOut);
                self.failed.borrow_mut().insert(Part::Value(body));
                true
            }
            Part::Body(..) => false,
        }
    }

    fn repair_of(&self, node: Node) -> Option<Repair> {
        self.repairs.borrow().get(&node).copied()
    }

    /// Returns whether a part is left out.
    pub(super) fn leaves_out(&self, node: Node) -> bool {
        matches!(self.repair_of(node), Some(Repair::LeftOut | Repair::Removed))
    }

    /// Returns whether a block is left out.
    pub(super) fn leaves_out_block(&self, block: &BlockView<'_>) -> bool {
        self.leaves_out(Node::new(block.source(), block.span()))
    }

    /// Returns whether an attribute or block was left out because its value failed. Then a missing
    /// field may be present in the text.
    pub(super) fn lacks_value(&self, mut nodes: impl Iterator<Item = Node>) -> bool {
        nodes.any(|node| self.repair_of(node) == Some(Repair::LeftOut))
    }

    /// Returns an element of a list or its stand-in, or `None` if it is left out.
    pub(super) fn element<'c>(&'c self, element: ExpressionView<'c>) -> Option<ExpressionView<'c>> {
        match self.repair_of(Node::new(element.source(), element.span())) {
            None => Some(element),
            Some(Repair::Replaced) => Some(self.stand_ins.get(element.source())),
            Some(_) => None,
        }
    }

    /// Repairs the items of a body.
    pub(super) fn items<'c>(
        &'c self,
        items: Vec<ItemView<'c>>,
        body: Node,
        source: &Source,
    ) -> Vec<ItemView<'c>> {
        let is_left = |item: &ItemView<'c>| match &item.kind {
            ItemViewKind::Block(block) => !self.leaves_out_block(block),
            _ => true,
        };
        let left: HashSet<_> = items.iter().filter(|item| is_left(item)).map(|item| item.name.text).collect();
        // Names whose remaining items are skipped.
        let mut done = HashSet::new();
        let mut repaired = Vec::with_capacity(items.len());
        for item in items {
            let name = item.name;
            if done.contains(name.text) {
                continue;
            }
            let stand_in = || ItemViewKind::Attribute(self.stand_ins.get(item.source()));
            match self.repair_of(Node::new(item.source(), name.span)) {
                Some(Repair::Removed) => {}
                Some(Repair::LeftOut) => _ = done.insert(name.text),
                Some(Repair::Replaced) => {
                    done.insert(name.text);
                    repaired.push(ItemView { name, kind: stand_in() });
                }
                None if left.contains(name.text) => repaired.push(item),
                // All blocks of this name were left out.
                None => {
                    done.insert(name.text);
                    repaired.push(ItemView { name, kind: stand_in() });
                }
            }
        }
        for name in self.added(body) {
            let kind = ItemViewKind::Attribute(self.stand_ins.get(source));
            repaired.push(ItemView { name: name_at(name, body), kind });
        }
        repaired
    }

    /// Repairs the entries of an object.
    pub(super) fn entries<'c>(
        &'c self,
        entries: Vec<(NameView<'c>, ExpressionView<'c>)>,
        object: Node,
        source: &Source,
    ) -> Vec<(NameView<'c>, ExpressionView<'c>)> {
        let entry = |(name, value): (NameView<'c>, ExpressionView<'c>)| match self
            .repair_of(Node::new(source, name.span))
        {
            None => Some((name, value)),
            Some(Repair::Replaced) => Some((name, self.stand_ins.get(source))),
            Some(_) => None,
        };
        let added = self.added(object).into_iter();
        let added = added.map(|name| (name_at(name, object), self.stand_ins.get(source)));
        entries.into_iter().filter_map(entry).chain(added).collect()
    }

    /// Returns the stand-in of a label that failed.
    pub(super) fn label<'c>(&'c self, node: Node, source: &Source) -> Option<ItemViewKind<'c>> {
        let is_replaced = self.repair_of(node) == Some(Repair::Replaced);
        is_replaced.then(|| ItemViewKind::Attribute(self.stand_ins.get(source)))
    }

    fn added(&self, body: Node) -> Vec<&'static str> {
        self.added.borrow().get(&body).cloned().unwrap_or_default()
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
    let is_buffered = !matches!(error.parts().first(), Some(Part::Missing(..)));
    if let Some(Clue::Missing(name)) = error.clue().filter(|_| is_buffered) {
        let is_of_attribute = |other: &Error| {
            let inner = other.path().strip_prefix(error.path()).and_then(|path| path.strip_suffix(name));
            inner.is_some_and(|path| path.ends_with('.') && path.len() > 1)
        };
        if errors.iter().any(is_of_attribute) {
            return true;
        }
    }
    let Some(Part::Missing(body, name)) = error.parts().first() else { return false };
    errors.iter().any(|other| {
        let mut bodies = other.parts().iter().filter_map(|part| match part {
            Part::Body(node, is_block) => Some((node, *is_block)),
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

/// Returns a name that is added to a body.
fn name_at<'c>(text: &'static str, body: Node) -> NameView<'c> {
    NameView { text, span: body.span(), spelling: Spelling::Other }
}

/// Stand-ins, one for each source, so that their errors can be attributed.
#[derive(Default)]
struct StandIns {
    sources: RefCell<Vec<Source>>,
    expressions: OnceCell<Box<Link>>,
}

/// A list of stand-ins that grows and never moves.
struct Link {
    expression: Expression,
    next: OnceCell<Box<Link>>,
}

impl StandIns {
    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.expressions.get(), |link| link.next.get()).map(|link| &**link)
    }

    /// Returns the stand-in of a source.
    fn get<'c>(&'c self, source: &Source) -> ExpressionView<'c> {
        let mut sources = self.sources.borrow_mut();
        let position = sources.iter().position(|known| Node::is_same(known, source));
        let position = position.unwrap_or_else(|| {
            sources.push(source.clone());
            sources.len() - 1
        });
        let mut link = &self.expressions;
        for _ in 0..position {
            link = &link.get_or_init(Link::new).next;
        }
        link.get_or_init(Link::new).expression.view()
    }

    fn contains(&self, source: &Source) -> bool {
        self.links().any(|link| Node::is_same(link.expression.source(), source))
    }

    /// Returns the node of the text in place of one of a stand-in.
    fn original(&self, node: Node) -> Node {
        let position = self.links().position(|link| node.is_in(link.expression.source()));
        match position.and_then(|position| self.sources.borrow().get(position).cloned()) {
            Some(source) => Node::new(&source, node.span()),
            None => node,
        }
    }
}

impl Link {
    fn new() -> Box<Self> {
        let expression = parse_expression(STAND_IN).value;
        Box::new(Self { expression, next: OnceCell::new() })
    }
}

/// The content of the value of a stand-in.
#[derive(PartialEq, Eq)]
struct StandIn;

/// Returns the value of all stand-ins.
pub(super) fn stand_in() -> &'static Value {
    static VALUE: LazyLock<Value> = LazyLock::new(|| Value::capsule(&CapsuleType::new("stand-in"), StandIn));
    &VALUE
}

/// Returns whether a value is that of a stand-in.
pub(super) fn is_stand_in(value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Capsule(capsule) if capsule.downcast_ref::<StandIn>().is_some())
}

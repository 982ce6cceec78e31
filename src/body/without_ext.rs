//! Bodies without dynamic blocks and overlays, while the feature `ext` is off.

use std::borrow::Cow;
use std::sync::Arc;

use super::content::Partial;
use super::schema::BodySchema;
use super::structure::{Block, Body, PartView};
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::func::{Allowance, Budget};
use crate::json_syntax::NodeId;
use crate::outcome::Outcome;
use crate::value::Value;

/// The expansion of the dynamic blocks of a body, of which there is none.
pub(crate) enum Expansion {}

/// The position of a part in an overlay, of which there is none.
pub(crate) enum Overlaid {}

/// An iterator of a dynamic block, of which there is none.
pub(crate) enum Iteration {}

impl Body {
    pub(crate) fn within_one_budget(&self, context: &EvalContext) -> (Cow<'_, Self>, Budget) {
        (Cow::Borrowed(self), context.budget())
    }

    pub(crate) fn within_allowance(&self, allowance: &Arc<Allowance>) -> (Cow<'_, Self>, Budget) {
        (Cow::Borrowed(self), Budget::of(allowance))
    }
}

impl<'b> PartView<'b> {
    pub(super) fn iteration(self) -> Option<&'b Arc<Iteration>> {
        self.expansion?.iteration()
    }

    pub(super) fn content(self, schema: &BodySchema, all: bool) -> Partial {
        self.written_content(schema, all)
    }
}

impl Expansion {
    pub(super) fn iteration(&self) -> Option<&Arc<Iteration>> {
        match *self {}
    }

    pub(super) fn of_inner_body(&self) -> Arc<Self> {
        match *self {}
    }

    pub(super) fn of_node(&self, _: u32) -> &Arc<Self> {
        match *self {}
    }

    pub(super) fn decoded(&self, _: PartView<'_>) -> Result<&[Vec<Block>], &Diagnostics> {
        match *self {}
    }
}

impl Iteration {
    pub(super) fn is_unknown(&self) -> bool {
        match *self {}
    }

    pub(super) fn is_plain(&self) -> bool {
        match *self {}
    }

    pub(super) fn defines(&self, _: &str) -> bool {
        match *self {}
    }

    pub(super) fn evaluate(
        &self,
        _: &EvalContext,
        _: &Budget,
        _: impl FnOnce(&EvalContext) -> Outcome<Value>,
    ) -> Outcome<Value> {
        match *self {}
    }
}

impl Overlaid {
    pub(super) fn overrides(&self) -> bool {
        match *self {}
    }

    pub(super) fn has_block(&self, _: u32) -> bool {
        match *self {}
    }

    pub(super) fn has_value(&self, _: NodeId) -> bool {
        match *self {}
    }

    pub(super) fn block(&self, _: u32) -> Option<&Block> {
        match *self {}
    }

    pub(super) fn body(&self, _: NodeId) -> Option<&Body> {
        match *self {}
    }
}

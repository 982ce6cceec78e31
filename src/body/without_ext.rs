//! Bodies without dynamic blocks and overlays, while the feature `ext` is off.

use std::borrow::Cow;
use std::sync::Arc;

use super::content::Partial;
use super::schema::BodySchema;
use super::structure::{Block, Body, BodyPartView, Change};
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::func::{Allowance, Budget};
use crate::outcome::Outcome;
use crate::value::Value;

pub(crate) enum Expansion {}

pub(super) enum Overlaid {}

pub(crate) enum Iteration {}

impl Body {
    pub(crate) fn within_one_budget(&self, context: &EvalContext) -> (Cow<'_, Self>, Budget) {
        (Cow::Borrowed(self), context.budget())
    }

    pub(crate) fn within_allowance(&self, allowance: &Arc<Allowance>) -> (Cow<'_, Self>, Budget) {
        (Cow::Borrowed(self), Budget::of(allowance))
    }
}

impl BodyPartView<'_> {
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

    pub(super) fn decoded(&self, _: BodyPartView<'_>) -> Result<&[Vec<Block>], &Diagnostics> {
        match *self {}
    }
}

impl Overlaid {
    pub(super) fn overrides(&self) -> bool {
        match *self {}
    }

    pub(super) fn change(&self, _: u32) -> Option<&Change> {
        match *self {}
    }
}

impl Iteration {
    pub(super) fn is_plain(&self) -> bool {
        match *self {}
    }

    pub(super) fn needs(&self, _: Option<&str>) -> bool {
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

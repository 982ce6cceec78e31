//! Bodies without dynamic blocks and overlays, while the feature `ext` is off.

use std::borrow::Cow;
use std::sync::Arc;

use super::content::Partial;
use super::iteration::Iteration;
use super::schema::BodySchema;
use super::structure::{Block, Body, BodyPartView, Change, Expansion, Overlaid};
use crate::diag::Diagnostics;
use crate::eval::EvalContext;
use crate::func::Budget;

impl Body {
    pub(crate) fn within_one_budget(&self, context: &EvalContext) -> (Cow<'_, Self>, Budget) {
        (Cow::Borrowed(self), context.budget())
    }
}

impl BodyPartView<'_> {
    pub(super) fn content(self, schema: &BodySchema, all: bool) -> Partial {
        self.written_content(schema, all)
    }
}

impl Expansion {
    pub(super) fn expands(&self) -> bool {
        match *self {}
    }

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

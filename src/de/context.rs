//! The settings of a decode, and the state that its deserializers pass down.

use super::body::BodyDeserializer;
use super::key::KeyDeserializer;
use super::locate;
use super::record::{Next, Record, Recovery};
use super::rules::Rules;
use crate::body::{BlockView, Body, NameView, Spelling};
use crate::error::{Error, Result};
use crate::eval::EvalContext;
use crate::func::Budget;
use crate::syntax::nesting_too_deep;

/// The settings of a decode, which all of its deserializers share.
pub(super) struct Settings<'de, 'c> {
    pub(super) context: &'c EvalContext,
    pub(super) rules: Rules,
    /// The budget of all expressions.
    pub(super) budget: Budget,
    /// `None` if there is a single pass.
    pub(super) record: Option<&'c Record>,
    /// The text, when strings may be borrowed from it.
    pub(super) input: Option<&'de str>,
}

/// The settings of a decode, and the depth of the labels around the current value.
#[derive(Clone, Copy)]
pub(super) struct Context<'de, 'c> {
    pub(super) settings: &'c Settings<'de, 'c>,
    /// The number of labels around the current value that became levels of the result.
    pub(super) labels: u32,
    /// Whether an earlier pass failed.
    is_recovering: bool,
    /// Whether structs are only blocks, and maps only attributes.
    pub(super) is_strict: bool,
}

impl<'de, 'c> Context<'de, 'c> {
    pub(super) fn new(settings: &'c Settings<'de, 'c>) -> Self {
        let is_recovering = settings.record.is_some_and(|record| record.recovery().is_some());
        Self { settings, labels: 0, is_recovering, is_strict: settings.rules.is_strict }
    }

    /// Returns the context of a value that may be a block or an attribute.
    pub(super) fn lenient(self) -> Self {
        Self { is_strict: false, ..self }
    }

    /// Returns the context of a body, whose fields follow the strict rules if they are set.
    pub(super) fn in_body(self) -> Self {
        Self { is_strict: self.settings.rules.is_strict, ..self }
    }

    /// Returns the recovery from errors, if an earlier pass had one.
    #[inline]
    pub(super) fn recovery(self) -> Option<&'c Recovery> {
        if self.is_recovering { self.settings.record?.recovery() } else { None }
    }

    /// Returns the number of steps from the root to the current value, if errors are recorded.
    #[inline]
    pub(super) fn depth(self) -> usize {
        self.recovery().map_or(0, Recovery::depth)
    }

    /// Handles the error of a part that is `depth` steps below the root.
    #[cold]
    pub(super) fn again(self, error: Error, depth: usize) -> Result<Next> {
        match self.settings.record {
            Some(record) => record.again(error, depth),
            None => Err(error),
        }
    }

    /// Records the error of a part of the current value that is left out, so that the value is not
    /// decoded again for it. Returns the error if decoding ends.
    #[cold]
    pub(super) fn leave_out(self, error: Error) -> Result<()> {
        self.again(error, self.depth()).map(drop)
    }

    /// Visits a variant, whose name is a step of the path to its content.
    pub(super) fn visit_variant<T>(self, name: NameView<'_>, visit: impl FnOnce() -> Result<T>) -> Result<T> {
        if let Some(recovery) = self.recovery() {
            recovery.enter_member(recovery.depth(), name, None, None);
        }
        visit().map_err(|error| error.in_variant(name))
    }

    /// Returns a name as a key or a field. In literal-only mode the names of JSON properties are
    /// not templates.
    #[inline]
    pub(super) fn key(self, mut name: NameView<'c>) -> KeyDeserializer<'de, 'c> {
        if name.spelling == Spelling::Template && self.settings.context.is_literal_only() {
            name.spelling = Spelling::Other;
        }
        KeyDeserializer { name, input: self.settings.input, observer: None }
    }

    /// Returns the context below one more label. The number of labels of a block is not limited,
    /// but the depth of the result is.
    pub(super) fn below(self, label: NameView<'_>, block: &BlockView<'_>) -> Result<Self> {
        let limit = self.settings.context.limits().depth;
        if self.labels >= limit {
            return Err(Error::new(nesting_too_deep(label.span, limit).in_source(block.source())));
        }
        Ok(Self { labels: self.labels + 1, ..self })
    }
}

impl<'de, 'c> Settings<'de, 'c> {
    /// Decodes a body in one pass.
    pub(super) fn visit<T>(
        &'c self,
        body: &'c Body,
        visit: impl FnOnce(BodyDeserializer<'de, 'c>) -> Result<T>,
    ) -> Result<T> {
        let (body, context) = (body.view(), Context::new(self));
        visit(BodyDeserializer::new(body, context)).map_err(|error| locate::in_body(error, body, context))
    }
}

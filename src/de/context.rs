//! The settings of a decode, and the state that its deserializers pass down.

use super::attempt::{Target, TypeFacts};
use super::body::BodyDeserializer;
use super::expression;
use super::key::KeyDeserializer;
use super::locate;
use super::repair::{self, Repairs};
use super::rules::Rules;
use crate::body::{BlockView, Body, ExpressionView, NameView, Spelling};
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
    /// `None` if there is a single attempt.
    pub(super) facts: Option<&'c TypeFacts>,
    pub(super) repairs: &'c Repairs<'c>,
    /// The text, when strings may be borrowed from it.
    pub(super) input: Option<&'de str>,
}

/// The settings of a decode, and the depth of the labels around the current value.
#[derive(Clone, Copy)]
pub(super) struct Context<'de, 'c> {
    pub(super) settings: &'c Settings<'de, 'c>,
    /// The number of labels around the current value that became levels of the result.
    pub(super) labels: u32,
    /// Whether an earlier attempt failed.
    is_repaired: bool,
    /// Whether structs are only blocks, and maps only attributes.
    pub(super) is_strict: bool,
}

impl<'de, 'c> Context<'de, 'c> {
    pub(super) fn new(settings: &'c Settings<'de, 'c>) -> Self {
        let is_repaired = settings.repairs.state().is_some();
        Self { settings, labels: 0, is_repaired, is_strict: settings.rules.is_strict }
    }

    pub(super) fn eval_context(self) -> &'c EvalContext {
        self.settings.context
    }

    pub(super) fn rules(self) -> Rules {
        self.settings.rules
    }

    /// Returns the context of a value that may be a block or an attribute.
    pub(super) fn lenient(self) -> Self {
        Self { is_strict: false, ..self }
    }

    /// Returns the context of a body, whose fields follow the strict rules if they are set.
    pub(super) fn in_body(self) -> Self {
        Self { is_strict: self.rules().is_strict, ..self }
    }

    pub(super) fn budget(self) -> &'c Budget {
        &self.settings.budget
    }

    pub(super) fn facts(self) -> Option<&'c TypeFacts> {
        self.settings.facts
    }

    /// Returns the repairs, if an earlier attempt had an error.
    #[inline]
    pub(super) fn repairs(self) -> Option<&'c repair::State> {
        if self.is_repaired { self.settings.repairs.state() } else { None }
    }

    /// Handles the error of a value that can be decoded again. Returns `Ok` if a fact was recorded
    /// by which it may succeed.
    #[cold]
    pub(super) fn again(self, error: Error) -> Result<()> {
        match self.facts() {
            Some(facts) if facts.take_new() => Ok(()),
            _ => Err(error),
        }
    }

    /// Handles the error of a field, whose value may be null or the stand-in for it. Returns the
    /// stand-in if it is to be decoded instead, or `None` if the value is to be decoded again.
    #[cold]
    pub(super) fn field_again(
        self,
        error: Error,
        name: &str,
        target: &Target<'c>,
        value: Option<ExpressionView<'c>>,
    ) -> Result<Option<ExpressionView<'c>>> {
        let repairs = self.settings.repairs;
        match (value, target.rejected_null(name)) {
            (Some(value), Some(_)) if repairs.is_of_null(value) => {
                target.record_rejected_stand_in();
                Err(error)
            }
            (Some(value), Some(facts)) if expression::is_null(value, self) => {
                facts.record_stand_in();
                Ok(Some(repairs.of_null(value.source())))
            }
            _ => self.again(error).map(|()| None),
        }
    }

    pub(super) fn input(self) -> Option<&'de str> {
        self.settings.input
    }

    /// Returns a name as a key or a field. In literal-only mode the names of JSON properties are
    /// not templates.
    pub(super) fn key(self, mut name: NameView<'c>) -> KeyDeserializer<'de, 'c> {
        if name.spelling == Spelling::Template && self.eval_context().is_literal_only() {
            name.spelling = Spelling::Other;
        }
        KeyDeserializer::new(name, self.input())
    }

    /// Returns the context below one more label. The number of labels of a block is not limited,
    /// but the depth of the result is.
    pub(super) fn below(self, label: NameView<'_>, block: &BlockView<'_>) -> Result<Self> {
        let limit = self.eval_context().limits().depth;
        if self.labels >= limit {
            return Err(Error::new(nesting_too_deep(label.span, limit).in_source(block.source())));
        }
        Ok(Self { labels: self.labels + 1, ..self })
    }
}

impl<'de, 'c> Settings<'de, 'c> {
    /// Decodes a body in one attempt.
    pub(super) fn visit<T>(
        &'c self,
        body: &'c Body,
        visit: impl FnOnce(BodyDeserializer<'de, 'c>) -> Result<T>,
    ) -> Result<T> {
        let (body, context) = (body.view(), Context::new(self));
        visit(BodyDeserializer::new(body, context)).map_err(|error| locate::in_body(error, body, context))
    }
}

//! The settings of a decode, and the state that its deserializers pass down.

use super::body::BodyDeserializer;
use super::findings::Slot;
use super::key::KeyDeserializer;
use super::locate;
use super::progress::Progress;
use super::record::{OnError, Record};
use super::rules::Rules;
use crate::body::{BlockView, Body, NameView, Spelling};
use crate::diag::Diagnostic;
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
    /// The text, when strings may be borrowed from it.
    pub(super) input: Option<&'de str>,
    /// A slot that stays empty, for the members of a part that is decoded once.
    pub(super) no_slot: Slot,
}

/// The settings of a decode, and the depth of the current value.
#[derive(Clone, Copy)]
pub(super) struct Context<'de, 'c> {
    pub(super) settings: &'c Settings<'de, 'c>,
    /// `None` if there is a single pass.
    pub(super) record: Option<&'c Record>,
    /// The number of blocks around the current value, and of labels that became levels of the
    /// result.
    pub(super) depth: u32,
    /// The slot of the current part, if it can be decoded again.
    pub(super) slot: Option<&'c Slot>,
    /// Whether structs are only blocks, and maps only attributes.
    pub(super) is_strict: bool,
    /// Whether the names of properties in JSON are labels or names of attributes, not keys.
    pub(super) has_literal_names: bool,
    /// Whether flattened fields decode the body themselves, so that no field may take a value that
    /// is in a buffer.
    pub(super) has_flat: bool,
    /// The number of the block around the current value that is in a buffer, or 0.
    pub(super) buffered: u32,
}

impl<'de, 'c> Context<'de, 'c> {
    /// Creates the context of the whole, with its record and slot if there are several passes.
    pub(super) fn new(settings: &'c Settings<'de, 'c>, record: Option<(&'c Record, &'c Slot)>) -> Self {
        Self {
            settings,
            record: record.map(|(record, _)| record),
            depth: 0,
            slot: record.map(|(_, slot)| slot),
            is_strict: settings.rules.is_strict,
            has_literal_names: false,
            has_flat: false,
            buffered: 0,
        }
    }

    /// Returns the context of a value that may be a block or an attribute.
    pub(super) fn lenient(self) -> Self {
        Self { is_strict: false, ..self }
    }

    /// Returns the context of the body of a block, whose fields follow the strict rules if they are
    /// set.
    pub(super) fn in_body(self) -> Self {
        Self { is_strict: self.settings.rules.is_strict, depth: self.depth + 1, ..self }
    }

    /// Returns the context of a member, whose findings have a slot of their own.
    #[inline]
    pub(super) fn with_slot<'m>(self, slot: &'m Slot) -> Context<'de, 'm>
    where
        'c: 'm,
    {
        Context { slot: Some(slot), ..self }
    }

    /// Begins the visit of a part, with the slot of its members.
    #[inline]
    pub(super) fn progress<'m>(self, members: &'m Slot) -> Progress<'m>
    where
        'c: 'm,
    {
        Progress::new(self.record, self.slot, members)
    }

    /// Returns how decoding continues after an error.
    pub(super) fn on_error(self) -> OnError {
        self.record.map_or(OnError::End, |record| record.on_error)
    }

    /// Adds an error of a part to a list, from which the visit of the part takes it. Returns the
    /// error if only the first one is reported.
    #[cold]
    pub(super) fn note(self, error: Error, errors: &mut Vec<Diagnostic>) -> Result<()> {
        match self.on_error() {
            OnError::End => return Err(error),
            OnError::Recover => errors.extend(error.into_diagnostics()),
            OnError::Omit => {}
        }
        Ok(())
    }

    /// Returns the result of a part, with errors that were found before it was visited.
    #[inline]
    pub(super) fn with_errors<T>(self, result: Result<T>, errors: Vec<Diagnostic>) -> Result<T> {
        if errors.is_empty() { result } else { Err(self.joined(result.err(), errors)) }
    }

    #[cold]
    fn joined(self, error: Option<Error>, mut errors: Vec<Diagnostic>) -> Error {
        match error {
            Some(error) if self.is_repeated() => error,
            error => {
                errors.extend(error.into_iter().flat_map(Error::into_diagnostics));
                Error::of_part(errors)
            }
        }
    }

    /// Returns whether the current part is to be decoded again.
    fn is_repeated(self) -> bool {
        self.record.is_some_and(Record::is_requested) || self.slot.is_some_and(Slot::is_requested)
    }

    /// Returns whether the names of properties in JSON are no templates.
    pub(super) fn is_literal(self) -> bool {
        self.has_literal_names || self.settings.context.is_literal_only()
    }

    /// Returns a name as a key or a field. In literal-only mode the names of JSON properties are
    /// not templates.
    #[inline]
    pub(super) fn key(self, mut name: NameView<'c>) -> KeyDeserializer<'de, 'c> {
        if name.spelling == Spelling::Template && self.is_literal() {
            name.spelling = Spelling::Other;
        }
        KeyDeserializer::new(name, self.settings)
    }

    /// Returns the context below one more label. The number of labels of a block is not limited,
    /// but the depth of the result is. Each level takes stack, so blocks and labels are counted
    /// together.
    pub(super) fn below(self, label: NameView<'_>, block: &BlockView<'_>) -> Result<Self> {
        let limit = self.settings.context.limits().depth;
        if self.depth >= limit {
            return Err(Error::new(nesting_too_deep(label.span, limit).in_source(block.source())));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de, 'c> Settings<'de, 'c> {
    pub(super) fn new(
        context: &'c EvalContext,
        rules: Rules,
        budget: Budget,
        input: Option<&'de str>,
    ) -> Self {
        Self { context, rules, budget, input, no_slot: Slot::default() }
    }

    /// Creates the settings of a decode that evaluates nothing.
    pub(super) fn of_value(context: &'c EvalContext) -> Self {
        Self::new(context, Rules::default(), context.budget(), None)
    }

    /// Decodes a body in one pass.
    pub(super) fn visit<T>(
        &'c self,
        record: Option<(&'c Record, &'c Slot)>,
        body: &'c Body,
        visit: impl FnOnce(BodyDeserializer<'de, 'c>) -> Result<T>,
    ) -> Result<T> {
        let (body, context) = (body.view(), Context::new(self, record));
        visit(BodyDeserializer::new(body, context)).map_err(|error| locate::in_body(error, body, context))
    }
}

//! Keeps marked values out of messages.
//!
//! Messages about values are written in many places: in this crate, in functions of applications,
//! in visitors of serde. Instead of checking for marks in each of them, the constructors of errors
//! and diagnostics do it. While a marked value is worked on, they drop all text that was put
//! together at run time, which may contain the value, and keep static text, which cannot.
//!
//! There are two phases, each with a state of its own for each thread:
//!
//! - Evaluation: a [`RedactionScope`] lasts as long as values under marks are worked on, as during
//!   a call with marked arguments.
//! - Decoding: a value that was [passed](record_passed) to a visitor can appear in any error that
//!   it returns later, so redaction lasts until the decoding that the value is part of has ended.
//!   Fields and elements are decoded [separately](separate): the values of one are not in the
//!   errors of the next.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;

/// The detail of a diagnostic in place of one that was dropped.
const DETAIL: &str = "A sensitive value is involved, so the details are not shown.";

/// The summary in place of one that was dropped.
const SUMMARY: &str = "Error with a sensitive value";

/// The message of a value error in place of one that was dropped.
const MESSAGE: &str = "a sensitive value is involved, so the details are not shown";

thread_local! {
    /// Whether marked values are in use.
    static IN_SCOPE: Cell<bool> = const { Cell::new(false) };
    /// Whether a marked value was passed to a visitor.
    static PASSED: Cell<bool> = const { Cell::new(false) };
    /// The number of nested calls of decoding in progress.
    static DECODING: Cell<u32> = const { Cell::new(0) };
    /// The expectation of the visitor that the last such value was passed to, before it was passed.
    static EXPECTED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The time during which marked values are in use, see [`scope`]. It ends when this is dropped.
#[must_use]
pub(crate) struct RedactionScope {
    was_in_scope: bool,
}

/// Begins a scope. If nothing is marked, the scope of the caller continues.
#[inline]
pub(crate) fn scope(is_marked: bool) -> RedactionScope {
    let was_in_scope = IN_SCOPE.get();
    IN_SCOPE.set(was_in_scope || is_marked);
    RedactionScope { was_in_scope }
}

impl RedactionScope {
    /// Includes marked values in the scope of the caller.
    pub(crate) fn widen() {
        IN_SCOPE.set(true);
    }
}

impl Drop for RedactionScope {
    #[inline]
    fn drop(&mut self) {
        IN_SCOPE.set(self.was_in_scope);
    }
}

/// Returns whether marked values are in use.
pub(crate) fn in_scope() -> bool {
    IN_SCOPE.get()
}

fn redacted(text: Cow<'static, str>, instead: &'static str) -> Cow<'static, str> {
    match text {
        Cow::Owned(_) if in_scope() => Cow::Borrowed(instead),
        text => text,
    }
}

/// Describes a repeated key, as part of a message.
pub(crate) fn repeated_key(name: &str) -> String {
    if in_scope() { "same key".to_owned() } else { format!("key {name:?}") }
}

/// Returns the summary of a diagnostic.
pub(crate) fn summary(text: Cow<'static, str>) -> Cow<'static, str> {
    redacted(text, SUMMARY)
}

/// Returns the detail of a diagnostic.
pub(crate) fn detail(text: Cow<'static, str>) -> Cow<'static, str> {
    redacted(text, DETAIL)
}

/// Returns the message of a value error.
pub(crate) fn message(text: Cow<'static, str>) -> Cow<'static, str> {
    redacted(text, MESSAGE)
}

/// A call of decoding. The values that were passed to visitors before and those in it are separate.
#[must_use]
pub(crate) struct Decoding {
    was_passed: bool,
}

/// Begins a call of decoding, which ends when the result is dropped.
pub(crate) fn decoding() -> Decoding {
    DECODING.set(DECODING.get() + 1);
    Decoding { was_passed: PASSED.replace(false) }
}

impl Drop for Decoding {
    fn drop(&mut self) {
        DECODING.set(DECODING.get() - 1);
        PASSED.set(self.was_passed);
    }
}

/// A field or element that is decoded separately from those before it, see [`separate`].
#[must_use]
pub(crate) struct Separate {
    was_passed: bool,
}

/// Begins to decode a field or element. Until the result is dropped, only values that are passed to
/// visitors from now on are redacted.
#[inline]
pub(crate) fn separate() -> Separate {
    let was_passed = PASSED.get();
    if was_passed {
        PASSED.set(false);
    }
    Separate { was_passed }
}

impl Drop for Separate {
    #[inline]
    fn drop(&mut self) {
        if self.was_passed {
            PASSED.set(true);
        }
    }
}

/// Begins to decode a value on its own. Outside of other decoding, it is the whole, and earlier
/// values are not relevant.
pub(crate) fn value_by_itself() {
    if DECODING.get() == 0 {
        PASSED.set(false);
    }
}

/// Records that a marked value is passed to a visitor, with the expectation of the visitor.
#[cold]
pub(crate) fn record_passed(expected: impl fmt::Display) {
    PASSED.set(true);
    // The thread-local value is gone while a thread ends.
    let _ = EXPECTED.try_with(|text| text.replace(expected.to_string()));
}

/// Returns whether an error that a visitor makes now may contain a value under marks.
pub(crate) fn is_passed() -> bool {
    PASSED.get() || in_scope()
}

/// Returns whether a visitor had this expectation before a value was passed to it, so that the text
/// does not contain the value.
pub(crate) fn was_expected(text: &str) -> bool {
    EXPECTED.try_with(|expected| *expected.borrow() == text).unwrap_or(false)
}

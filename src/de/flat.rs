//! Types under `flatten` that are decoded from the same body, not from serde's buffer.
//!
//! Serde passes a flattened field a map with the members that other fields left. This crate adds an
//! entry to it, with the number of a body that is kept for the thread, if a field requests it.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};

use super::decode;
use super::record::OnError;
use super::rules::Rules;
use crate::body::Body;
use crate::error::Error;
use crate::eval::EvalContext;
use crate::protocol::{FLAT, is_of_this_crate};

/// A body, and the settings to decode it.
#[derive(Clone)]
pub(super) struct FlatBody {
    pub(super) body: Body,
    pub(super) context: EvalContext,
    pub(super) rules: Rules,
    pub(super) on_error: OnError,
}

thread_local! {
    static BODIES: RefCell<Vec<FlatBody>> = const { RefCell::new(Vec::new()) };
    static IS_MISSING: Cell<bool> = const { Cell::new(false) };
    static ERROR: Cell<Option<Error>> = const { Cell::new(None) };
}

/// The time during which bodies are kept.
pub(super) struct Bodies(usize);

/// Begins to keep bodies, until the result is dropped.
pub(super) fn bodies() -> Bodies {
    Bodies(BODIES.with_borrow(Vec::len))
}

impl Drop for Bodies {
    fn drop(&mut self) {
        BODIES.with_borrow_mut(|bodies| bodies.truncate(self.0));
    }
}

/// Keeps a body, and returns its number.
pub(super) fn keep(body: FlatBody) -> u64 {
    BODIES.with_borrow_mut(|bodies| {
        bodies.push(body);
        bodies.len() as u64 - 1
    })
}

/// Returns whether a field requested a body that was not there.
pub(super) fn take_request() -> bool {
    IS_MISSING.take()
}

/// Takes the error of a flattened type, which serde passes as a message.
pub(super) fn take_error() -> Option<Error> {
    ERROR.take()
}

/// Decodes a flattened type, see [`flat`](crate::with::flat).
///
/// # Errors
/// Returns all errors of the type, as if it were decoded by itself.
pub fn flat<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    if !is_of_this_crate::<D::Error>() {
        return T::deserialize(deserializer);
    }
    deserializer.deserialize_struct(FLAT, &[FLAT], FlatVisitor(PhantomData))
}

struct FlatVisitor<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for FlatVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a flattened type")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let Some((_, number)) = map.next_entry::<String, usize>()? else {
            IS_MISSING.set(true);
            let message = "a type with the attribute `flat` has to be under `flatten`, in a body";
            return Err(A::Error::custom(message));
        };
        let body = BODIES.with_borrow(|bodies| bodies.get(number).cloned());
        let Some(FlatBody { body, context, rules, on_error }) = body else {
            return Err(A::Error::custom("the body of a flattened type is not there"));
        };
        decode(&body, &context, rules, on_error, None).map_err(|error| {
            ERROR.set(Some(Error::of_part(error.into_diagnostics().into_iter().collect())));
            A::Error::custom("")
        })
    }
}

//! A path into a type, and the state of a run along it.

use super::form::{Form, Kind};
use super::stop::Stop;
use super::tree::Tree;
use crate::util::samples::TEXTS;

/// The maximum depth of nested types without a name between them, such as `Vec<Vec<…>>`.
const MAX_DEPTH: u32 = 32;

/// The name of the fields of a variant of an enum.
pub(super) const VARIANT: &str = "";

/// The name of a variant that no enum has, and of a field that no struct has.
pub(super) const OTHER: &str = "$other";

/// The index of a field that no struct has.
pub(super) const OTHER_FIELD: usize = usize::MAX;

/// A field that a struct is given.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub(super) field: usize,
    /// The values that are made for it.
    pub(super) attempt: usize,
}

/// The number of attempts to make a value.
pub(super) const ATTEMPTS: usize = TEXTS.len();

/// A step from a type to one in it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The field of a struct, the element of a tuple, or the content of a variant.
    Part(usize),
    /// The field of a struct with flattened fields, in a number of maps.
    Field(&'static str, usize),
    /// The content of a variant of an enum that has the variant in another field.
    Content { tag: &'static str, variant: &'static str, content: &'static str },
}

/// A run along a path of parts.
#[derive(Default)]
pub(super) struct Run<'r> {
    pub(super) path: &'r [Step],
    /// The value that is passed to the type at the end of the path.
    pub(super) tree: Option<&'r Tree>,
    /// The result of passing it.
    pub(super) taken: Option<Result<(), Stop>>,
    /// The fields that the struct at the end of the path is given, with the values that are made.
    pub(super) given: Option<&'r [Given]>,
    /// The values that are made for other parts.
    pub(super) attempt: usize,
    pub(super) form: Form,
    /// The number of types around the value.
    pub(super) depth: u32,
    pub(super) kind: Option<Kind>,
    pub(super) end: Option<Stop>,
}

impl Run<'_> {
    pub(super) fn stop<T>(&mut self, kind: Kind) -> Result<T, Stop> {
        self.kind.get_or_insert(kind);
        Err(Stop::Other)
    }

    /// Moves on to the value in another type. Types that are too deep end the run.
    pub(super) fn enter(&mut self) -> Result<&mut Form, Stop> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            (self.form, self.depth) = Default::default();
            return self.stop(Kind::Opaque);
        }
        Ok(&mut self.form)
    }

    /// Moves on to a part of a type, and returns its index. The end of the path ends the run,
    /// except for a struct that is given values.
    pub(super) fn part(&mut self, kind: Kind) -> Result<Option<usize>, Stop> {
        if let Some((Step::Part(part), rest)) = self.path.split_first() {
            self.path = rest;
            (self.form, self.depth) = Default::default();
            return Ok(Some(*part));
        }
        if self.given.is_some() && matches!(kind, Kind::Struct { .. }) { Ok(None) } else { self.stop(kind) }
    }
}

//! `Located`: a value with its location.

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde_spanned::Spanned;

use crate::diag::{Category, Diagnostic};
use crate::protocol::is_of_this_crate;
use crate::source::{Source, Span};

/// A value with its source and its span, so that the checks of an application report the location
/// in the right file, also after [`from_paths`](crate::Options::from_paths) and
/// [`from_dir`](crate::Options::from_dir).
///
/// The span is that of the expression of an attribute, or of a whole block. The value is that of
/// `T`, and is written as `T`. Values are compared without their locations. Serde's buffers have no
/// locations, as for [`Spanned`], which has the span alone and can also be a key of a map. A value
/// that is decoded from a [`Value`](crate::Value) has a source of its own, without a name.
///
/// ```
/// use serde_hcl::de::Located;
/// use serde_hcl::{Body, EvalContext, Source, parse_file};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     host: String,
///     port: Located<u16>,
/// }
///
/// let files = [("a.hcl", "host = \"web\"\n"), ("b.hcl", "\nport = 80\n")];
/// let bodies = files.map(|(name, text)| parse_file(Source::new(name, text)).value.body().clone());
/// let config: Config = serde_hcl::from_body(&Body::merge(bodies), &EvalContext::new())?;
/// assert_eq!(*config.port, 80);
/// let error = config.port.error("Reserved port", "Ports below 1024 belong to the system.");
/// assert_eq!(
///     error.to_string(),
///     "b.hcl:2:8: Reserved port: Ports below 1024 belong to the system.",
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Located<T> {
    value: T,
    source: Source,
    span: Span,
}

impl<T> Located<T> {
    /// Returns the source.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the span in the source.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Creates an error about the value, at its location.
    pub fn error(
        &self,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Diagnostic {
        Diagnostic::error(Category::Data, summary, detail).at(self.span).in_source(&self.source)
    }
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

impl<T: PartialOrd> PartialOrd for Located<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Located<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Located<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: Serialize> Serialize for Located<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

thread_local! {
    /// The source of the value with a span that is decoded next.
    static SOURCE: RefCell<Option<Source>> = const { RefCell::new(None) };
}

/// The decoding of a value with a span, until it is dropped.
pub(crate) struct SpannedScope;

/// Begins the decoding of a value with a span in a source.
pub(crate) fn spanned(source: Option<&Source>) -> SpannedScope {
    SOURCE.set(source.cloned());
    SpannedScope
}

impl Drop for SpannedScope {
    fn drop(&mut self) {
        SOURCE.take();
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<InSource<T>>::deserialize(deserializer)?;
        let span = spanned.span().into();
        let InSource { source, value } = spanned.into_inner();
        Ok(Self { value, source, span })
    }
}

/// A value inside a [`Spanned`] with its source.
struct InSource<T> {
    source: Source,
    value: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for InSource<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Its parts can have sources too.
        let Some(source) = SOURCE.take() else {
            let what = if is_of_this_crate::<D::Error>() { "A key" } else { "A value of this format" };
            return Err(D::Error::custom(format_args!("{what} has no source, so it cannot be `Located`.")));
        };
        T::deserialize(deserializer).map(|value| Self { source, value })
    }
}

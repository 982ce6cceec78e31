//! The texts that functions take as names.

use std::borrow::Cow;
use std::sync::Arc;

/// A name of a variable, a function, an attribute or a block type, a label, or a key of a map.
/// Functions take it as a text of any type: `&str`, [`String`], `&String`, `Cow<str>`, `Box<str>`
/// or `Arc<str>`.
///
/// ```
/// use std::borrow::Cow;
///
/// use serde_hcl::Map;
///
/// let mut map = Map::new();
/// map.insert("host", "a");
/// map.insert(format!("port_{}", 1), 80);
/// map.insert(Cow::from("zone"), "eu");
/// assert_eq!(map.to_string(), r#"{ host = "a", port_1 = 80, zone = "eu" }"#);
/// ```
///
/// The trait is sealed: other crates cannot implement it.
pub trait Name: AsRef<str> + Owned {}

/// The methods of [`Name`], of which no other crate knows the path.
pub trait Owned {
    /// Returns the text in one allocation, in which there is one already if possible.
    fn into_string(self) -> String;

    /// Returns the text to be shared.
    fn into_shared(self) -> Arc<str>;
}

macro_rules! names {
    ($($name:ty)*) => { $(
        impl Name for $name {}

        impl Owned for $name {
            fn into_string(self) -> String {
                self.into()
            }

            fn into_shared(self) -> Arc<str> {
                self.into()
            }
        }
    )* };
}

names! { &str String Box<str> Cow<'_, str> }

macro_rules! borrowed_names {
    ($($name:ty)*) => { $(
        impl Name for $name {}

        impl Owned for $name {
            fn into_string(self) -> String {
                AsRef::<str>::as_ref(&self).to_owned()
            }

            fn into_shared(self) -> Arc<str> {
                AsRef::<str>::as_ref(&self).into()
            }
        }
    )* };
}

borrowed_names! { &&str &String &Cow<'_, str> &Box<str> }

impl Name for Arc<str> {}

impl Owned for Arc<str> {
    fn into_string(self) -> String {
        (*self).to_owned()
    }

    fn into_shared(self) -> Self {
        self
    }
}

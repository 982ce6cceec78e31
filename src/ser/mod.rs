//! Writing: from the user's types to native syntax, to HCL JSON, and to values.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! #[derive(serde::Serialize)]
//! struct Config {
//!     region: String,
//!     #[serde(with = "serde_hcl::with::labeled_blocks")]
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(serde::Serialize)]
//! struct Service {
//!     ports: Vec<u16>,
//! }
//!
//! let service = BTreeMap::from([("web".to_owned(), Service { ports: vec![80, 443] })]);
//! let config = Config { region: "eu".to_owned(), service };
//! let text = serde_hcl::to_string(&config)?;
//! assert_eq!(text, "region = \"eu\"\n\nservice \"web\" {\n  ports = [80, 443]\n}\n");
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! A struct or map at the root is a body: its fields are attributes and blocks. Types that
//! [`from_str`](crate::from_str) decodes only from blocks are written as blocks: a struct with
//! fields named `$label`, `$label.1`, … or `$labels`, [`Labeled`](crate::de::Labeled),
//! [`Body`](crate::Body), a struct with a field named `$remain`, and sequences and maps of those.
//! The modules [`blocks`](crate::with::blocks) and [`labeled_blocks`](crate::with::labeled_blocks)
//! write plain structs, maps and enums as blocks; [`WriteOptions::structs_as_blocks`] does it for
//! all structs. A struct with a field that is written as blocks is a block itself. All other fields
//! are attributes. Fields that are `None` are omitted from a body, entries of maps that are `None`
//! are null.
//!
//! Blocks of one type have an order and labels, and nothing else. So a sequence of sequences of
//! blocks, a sequence of maps with several blocks each, and an entry without a block have no form
//! as blocks. They are an error with the path of the part, unless they are structs by
//! [`WriteOptions::structs_as_blocks`] only, which are then objects in an attribute. Labels that
//! cannot be read are an error too: `$label.1` without `$label`, and in HCL JSON a `Vec` for all
//! labels, since the number of labels of a block in JSON has to be part of the type.
//!
//! Only fields of structs have such names. The keys of maps are data, also those of maps under
//! `flatten`: a key `$label` is written as it is in an object and in HCL JSON, and is an error in
//! place of a name in native syntax, and beside fields for labels.
//!
//! A float that is not finite is written as null, as serde_json does it. A
//! [`Number`](crate::Number) that is infinite is written as `1 / 0`.
//!
//! A type that can be decoded from a configuration can also be decoded from its written form.
//!
//! [`WriteOptions::structs_as_blocks`]: crate::WriteOptions::structs_as_blocks

/// Implements the traits of serde for the elements and fields of a container, which its methods
/// `element`, `field` and `finish` write.
macro_rules! container {
    ($trait:ident::$method:ident($($name:ident)?) => $own:ident, [$($generics:tt)*] $ty:ty, $ok:ty, $error:ty) => {
        impl $($generics)* serde::ser::$trait for $ty {
            type Ok = $ok;
            type Error = $error;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> std::result::Result<(), $error> {
                self.$own($($name,)? value)
            }

            fn end(self) -> std::result::Result<$ok, $error> {
                self.finish()
            }
        }
    };
    ($($container:tt)*) => {
        container! { SerializeSeq::serialize_element() => element, $($container)* }
        container! { SerializeTuple::serialize_element() => element, $($container)* }
        container! { SerializeTupleStruct::serialize_field() => element, $($container)* }
        container! { SerializeTupleVariant::serialize_field() => element, $($container)* }
        container! { SerializeStruct::serialize_field(name) => field, $($container)* }
        container! { SerializeStructVariant::serialize_field(name) => field, $($container)* }
    };
}

mod captured;
mod expression;
pub(crate) mod functions;
mod heredoc;
mod json;
mod json_direct;
mod json_writer;
mod native;
mod node;
pub(crate) mod options;
pub(crate) mod output;
#[cfg(feature = "edit")]
mod part;
mod serializer;
mod tape;
mod value;
pub(crate) mod with;

pub use functions::to_body;
pub use output::Serializer;
#[cfg(feature = "edit")]
pub(crate) use {
    expression::native_text as canonical_expression,
    heredoc::heredoc,
    native::check_name,
    node::{NodeKind, TapeNode, body as make_body},
    part::{block_text, entry_texts, expression_text, key_text, node_text},
    tape::Tape,
};

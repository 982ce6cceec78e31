//! Specifications of Rust types, found by running their `Deserialize` implementations.
//!
//! A run follows a path of fields and elements into the type and stops at its end, so no values of
//! the type are needed. There is one run for each field of each struct.

mod bodies;
mod form;
mod infer;
mod path;
mod probe;
mod run;
mod stop;
mod tree;
mod types;
mod values;

use std::sync::Arc;

use serde::de::Deserialize;

use super::shape::Shape;
use super::{OpaqueForm, Spec, SpecKind};
use crate::value::Name;
use form::{Kind, Layer};
use run::run;
use types::Types;

impl Spec {
    /// Returns the specification of the configurations that a type is decoded from: an object with
    /// the fields of a struct. Nothing is decoded for it.
    ///
    /// The specification has the form in which the type is written by
    /// [`to_string`](crate::to_string) with
    /// [`structs_as_blocks`](crate::WriteOptions::structs_as_blocks). It also accepts the other
    /// forms that the type is decoded from: an attribute with an object or a list in place of
    /// blocks, an empty list in place of no blocks, and blocks in place of a map, which are not
    /// read. The schemas and pages that are made from it have the first form only.
    ///
    /// | field | part of the specification |
    /// |---|---|
    /// | bool, number, string, char | an attribute of that type, with the [`range`](Self::range) of an integer |
    /// | enum without data | an attribute of a string that is [one of](Self::one_of) the variants |
    /// | sequence or map of such, tuple | an attribute of a list, map or tuple type; its elements can have several types |
    /// | struct | the block of a type |
    /// | sequence of structs | blocks in a list |
    /// | map of structs | blocks in a map by a label, or by several labels for maps in maps |
    /// | [`Labeled`](crate::de::Labeled), sequence of them | a block or blocks with labels |
    /// | `$label`, `$label.0` | a label of the block |
    /// | externally tagged enum with data, sequence of such | [opaque](Self::opaque), but checked: the variant by the name or by the first label of a block, and its content |
    /// | internally or adjacently tagged enum, `tag = "$label"` | opaque, but checked: the variant by the attribute or the label, and its content |
    /// | fields beside and below `flatten` | those that are required (of an enum, by all variants), or all with `deny_unknown_fields` |
    /// | see below | [opaque](Self::opaque) |
    ///
    /// Unknown names are warnings unless the type has `deny_unknown_fields`, as with
    /// [`lenient`](Self::lenient). An attribute that is required must not be null, unless its type
    /// accepts null.
    ///
    /// Types that serde decodes from its buffers are found by passing values to them: their errors
    /// name the fields and variants. A required field beside or below `flatten` can have another
    /// name, an alias, so it is no error to leave it out of a body with unknown names.
    ///
    /// Serde hides doc comments: [`describe`](Self::describe) adds descriptions. An attribute or
    /// block is required if the type cannot be decoded without it. Serde does not
    /// give default values. For a field after one whose type takes only some texts, such as a URL,
    /// several common texts are tried to find out if it is required.
    ///
    /// The parts in this table are opaque, so errors in them are found by decoding only:
    ///
    /// | field | reason |
    /// |---|---|
    /// | [`Value`](crate::Value), captures such as [`Expression`](crate::Expression), types whose own implementation requests any value | any value is possible |
    /// | optional fields beside and below `flatten`, and of the variants of an internally tagged enum, without `deny_unknown_fields` | serde hides their names |
    /// | an untagged enum | serde hides the variants |
    /// | a map of an enum as the root | not described |
    /// | a type in itself | it would have no end |
    /// | a struct with `$labels`, maps of sequences of structs, sequences of maps of them | a block has no such form in a specification |
    /// | conversions such as those of `try_from`, `IpAddr` or a URL, the keys of maps | known to the type only |
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Type, ext::Spec};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: String,
    ///     #[serde(default)]
    ///     tags: BTreeMap<String, String>,
    ///     service: BTreeMap<String, Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     port: Option<u16>,
    /// }
    ///
    /// let spec = Spec::of::<Config>();
    /// let attributes = spec.child_attributes();
    /// assert_eq!((attributes[0].name, attributes[0].is_required), ("region", true));
    /// assert_eq!((attributes[1].name, attributes[1].is_required), ("tags", false));
    /// assert_eq!(attributes[1].ty, &Type::map(Type::String));
    /// let services = &spec.child_blocks()[0];
    /// assert_eq!((services.block_type, services.labels.len()), ("service", 1));
    /// assert_eq!(services.nested.map(|it| it.child_attributes()[0].ty), Some(&Type::Number));
    /// ```
    pub fn of<'de, T: Deserialize<'de>>() -> Self {
        let mut types = Types::default();
        let root = types.form::<T>(run::<T>(&[], None).0, &[]);
        let mut next = 0;
        while next < types.all.len() {
            types.visit::<T>(next);
            next += 1;
        }
        match root.kind {
            Kind::Struct { .. } | Kind::Known(_) if root.layers.is_empty() => types.spec(root.index),
            Kind::Enum { .. } if matches!(root.layers[..], [] | [Layer::Sequence]) => {
                types.spec_of_variants(&root)
            }
            Kind::Inferred(shape) if root.layers.is_empty() => Self::of_rest(shape),
            _ => Self::opaque_rest(),
        }
    }

    /// Returns a specification of an attribute or of blocks of which only the name is known. They
    /// are not read, and their value is unknown.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file, value};
    ///
    /// let spec = Spec::object([
    ///     ("name", Spec::attribute("name", Type::String)),
    ///     ("plugin", Spec::opaque("plugin")),
    /// ]);
    /// let file = parse_file("name = \"a\"\nplugin \"x\" {\n  any = thing\n}\n").into_result()?;
    /// assert_eq!(spec.decode(file.body(), &EvalContext::new()).into_result()?["name"], value!("a"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque(name: impl Name) -> Self {
        let name = Some(name.into_string());
        Self::new(SpecKind::Opaque { name, is_required: false, form: None, hides_names: false })
    }

    /// Returns a specification of any other attributes and blocks of a body, which are not read.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Type, ext::Spec, parse_file};
    ///
    /// let spec = Spec::tuple([Spec::attribute("name", Type::String), Spec::opaque_rest()]);
    /// let file = parse_file("name = \"a\"\nany = thing\n").into_result()?;
    /// assert!(spec.decode(file.body(), &EvalContext::new()).into_result().is_ok());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn opaque_rest() -> Self {
        Self::new(SpecKind::Opaque { name: None, is_required: false, form: None, hides_names: false })
    }

    /// Returns an opaque specification whose attribute and blocks have a form.
    pub(super) fn in_form(self, known: OpaqueForm) -> Self {
        self.with_wrapped(|spec| {
            if let SpecKind::Opaque { form, .. } = spec.kind_mut() {
                *form = Some(known.clone());
            }
        })
    }

    /// Returns a specification of all attributes and blocks of a body, which have the form of an
    /// object.
    fn of_rest(attribute: Arc<Shape>) -> Self {
        let form = Some(OpaqueForm { attribute, variants: None, may_repeat: false });
        Self::new(SpecKind::Opaque { name: None, is_required: false, form, hides_names: false })
    }

    /// Returns a specification of the attributes and blocks that serde hides, some of which can be
    /// other names of those that are required.
    fn hidden() -> Self {
        Self::new(SpecKind::Opaque { name: None, is_required: false, form: None, hides_names: true })
    }
}

#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The code that pest derives names `alloc`.
extern crate alloc;

mod body;
pub mod de;
mod diag;
mod error;
mod eval;
pub mod ext;
pub mod func;
mod handoff;
mod json_syntax;
#[cfg(any(feature = "figment", feature = "config"))]
mod layers;
mod limits;
mod outcome;
pub mod ser;
mod source;
#[cfg(feature = "stdlib")]
pub mod stdlib;
mod syntax;
pub mod value;

pub use body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema, Expression, File, Label,
    StaticCall, Template, parse_expression, parse_file, parse_template, parse_traversal,
    parse_traversal_partial,
};
pub use de::{Labeled, Options, from_body, from_path, from_reader, from_slice, from_str, from_value};
pub use diag::{Category, Diagnostic, Diagnostics, Severity};
pub use error::{Error, Result};
pub use eval::{EvalContext, SpecialCall, SpecialForm};
pub use func::{Function, Parameter};
#[cfg(feature = "config")]
pub use layers::config;
#[cfg(feature = "figment")]
pub use layers::figment;
pub use limits::Limits;
pub use outcome::Outcome;
pub use ser::{to_body, to_string, to_value, to_vec, to_writer};
pub use source::{Pos, Range, Source, Span};
pub use syntax::ast;
pub use syntax::traversal::{LiteralKey, Traversal, TraversalStep};
pub use syntax::variables::FunctionName;
pub use value::{Map, Number, Type, Value};

/// HCL JSON: the JSON syntax of the same configurations.
///
/// Specification: JSON syntax.
pub mod json {
    pub use crate::body::{
        JsonFile as File, parse_json_expression as parse_expression, parse_json_file as parse_file,
    };
    pub use crate::de::json::{from_reader, from_slice, from_str};
    pub use crate::ser::{
        to_json_string as to_string, to_json_string_pretty as to_string_pretty, to_json_vec as to_vec,
        to_json_writer as to_writer,
    };
}

#[doc(hidden)]
pub mod __private {
    pub use crate::value::literal;
}

//! A generated type, as the tests use it.
#![allow(clippy::wrong_self_convention, reason = "a codec has the names of the functions")]

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::diag::Diagnostics;
use serde_hcl::edit::Document;
use serde_hcl::ext::Spec;
use serde_hcl::{Body, Error, EvalContext, Options, Value, WriteOptions, json, ser};

/// A type.
pub trait Codec: Sync {
    fn from_str(&self, text: &str) -> Result<Box<dyn Decoded>, Error>;
    fn from_json(&self, text: &str) -> Result<Box<dyn Decoded>, Error>;
    fn from_reader(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error>;
    fn from_slice(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error>;
    fn from_body(&self, body: &Body) -> Result<Box<dyn Decoded>, Error>;
    fn from_value(&self, value: &Value) -> Result<Box<dyn Decoded>, Error>;
    /// Decodes the valid part, and returns the errors beside it.
    fn valid_part(&self, text: &str, is_json: bool) -> (Option<Box<dyn Decoded>>, Diagnostics);
    /// Decodes with `Options::strict`.
    fn from_strict(&self, text: &str) -> Result<Box<dyn Decoded>, Error>;
    /// Returns the specification of the type.
    fn spec(&self) -> Spec;
    /// Decodes with serde_json.
    fn reference(&self, text: &str) -> serde_json::Result<Box<dyn Decoded>>;
}

/// A value of a type.
pub trait Decoded: Any + Debug {
    fn equals(&self, other: &dyn Decoded) -> bool;
    fn to_native(&self) -> Result<String, Error>;
    fn to_vec(&self) -> Result<Vec<u8>, Error>;
    fn to_json(&self) -> Result<String, Error>;
    fn to_json_pretty(&self) -> Result<String, Error>;
    fn to_body(&self) -> Result<Body, Error>;
    fn to_value(&self) -> Result<Value, Error>;
    fn to_blocks(&self) -> Result<String, Error>;
    /// Updates a document, and returns its text.
    fn update(&self, text: &str) -> Result<String, Error>;
}

pub struct Of<T>(pub PhantomData<fn() -> T>);

impl<T: Serialize + DeserializeOwned + PartialEq + Debug + 'static> Codec for Of<T> {
    fn from_str(&self, text: &str) -> Result<Box<dyn Decoded>, Error> {
        boxed(serde_hcl::from_str::<T>(text))
    }

    fn from_json(&self, text: &str) -> Result<Box<dyn Decoded>, Error> {
        boxed(json::from_str::<T>(text))
    }

    fn from_reader(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error> {
        match is_json {
            true => boxed(json::from_reader::<T>(text.as_bytes())),
            false => boxed(serde_hcl::from_reader::<T>(text.as_bytes())),
        }
    }

    fn from_slice(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error> {
        match is_json {
            true => boxed(json::from_slice::<T>(text.as_bytes())),
            false => boxed(serde_hcl::from_slice::<T>(text.as_bytes())),
        }
    }

    fn from_body(&self, body: &Body) -> Result<Box<dyn Decoded>, Error> {
        boxed(serde_hcl::from_body::<T>(body, &EvalContext::new()))
    }

    fn from_value(&self, value: &Value) -> Result<Box<dyn Decoded>, Error> {
        boxed(serde_hcl::from_value::<T>(value))
    }

    fn valid_part(&self, text: &str, is_json: bool) -> (Option<Box<dyn Decoded>>, Diagnostics) {
        let outcome = Options::new().json(is_json).from_str_partial::<T>(text);
        (outcome.value.map(|value| Box::new(value) as Box<dyn Decoded>), outcome.diagnostics)
    }

    fn from_strict(&self, text: &str) -> Result<Box<dyn Decoded>, Error> {
        boxed(Options::new().strict(true).from_str::<T>(text))
    }

    fn spec(&self) -> Spec {
        Spec::of::<T>()
    }

    fn reference(&self, text: &str) -> serde_json::Result<Box<dyn Decoded>> {
        serde_json::from_str::<T>(text).map(|value| Box::new(value) as Box<dyn Decoded>)
    }
}

fn boxed<T: Serialize + DeserializeOwned + PartialEq + Debug + 'static>(
    result: Result<T, Error>,
) -> Result<Box<dyn Decoded>, Error> {
    result.map(|value| Box::new(value) as Box<dyn Decoded>)
}

impl<T: Serialize + DeserializeOwned + PartialEq + Debug + 'static> Decoded for T {
    fn equals(&self, other: &dyn Decoded) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>() == Some(self)
    }
    fn to_native(&self) -> Result<String, Error> {
        serde_hcl::to_string(self)
    }

    fn to_vec(&self) -> Result<Vec<u8>, Error> {
        serde_hcl::to_vec(self)
    }

    fn to_json(&self) -> Result<String, Error> {
        json::to_string(self)
    }

    fn to_json_pretty(&self) -> Result<String, Error> {
        json::to_string_pretty(self)
    }

    fn to_body(&self) -> Result<Body, Error> {
        ser::to_body(self)
    }

    fn to_value(&self) -> Result<Value, Error> {
        serde_hcl::to_value(self)
    }

    fn to_blocks(&self) -> Result<String, Error> {
        WriteOptions::new().structs_as_blocks(true).to_string(self)
    }

    fn update(&self, text: &str) -> Result<String, Error> {
        let mut document = Document::parse(text)?;
        document.update(self)?;
        Ok(document.to_string())
    }
}

//! A generated type, as the tests use it.

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Body, EvalContext, Error, Value, json};

/// A type.
pub trait Codec: Sync {
    fn from_str(&self, text: &str) -> Result<Box<dyn Decoded>, Error>;
    fn from_json(&self, text: &str) -> Result<Box<dyn Decoded>, Error>;
    fn from_reader(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error>;
    fn from_slice(&self, text: &str, is_json: bool) -> Result<Box<dyn Decoded>, Error>;
    fn from_body(&self, body: &Body) -> Result<Box<dyn Decoded>, Error>;
    fn from_value(&self, value: &Value) -> Result<Box<dyn Decoded>, Error>;
    /// Decodes with serde_json.
    fn reference(&self, text: &str) -> Box<dyn Decoded>;
}

/// A value of a type.
pub trait Decoded: Any + Debug {
    fn equals(&self, other: &dyn Decoded) -> bool;
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

    fn reference(&self, text: &str) -> Box<dyn Decoded> {
        match serde_json::from_str::<T>(text) {
            Ok(value) => Box::new(value),
            Err(error) => panic!("{text}\n{error}"),
        }
    }
}

fn boxed<T: Serialize + PartialEq + Debug + 'static>(result: Result<T, Error>) -> Result<Box<dyn Decoded>, Error> {
    result.map(|value| Box::new(value) as Box<dyn Decoded>)
}

impl<T: Serialize + PartialEq + Debug + 'static> Decoded for T {
    fn equals(&self, other: &dyn Decoded) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>() == Some(self)
    }
}

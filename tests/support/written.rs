//! Values as HCL JSON.

use serde::Serialize;
use serde_hcl::{Error, json};

/// Returns what [`json::to_string`] writes, or its error, which is also what the serializer writes.
pub fn written_json<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let shown = |result: &Result<String, Error>| match result {
        Ok(text) => Ok(text.clone()),
        Err(error) => Err(format!("{error} {error:#} {:?}", error.path())),
    };
    let mut bytes = Vec::new();
    let serialized = value.serialize(json::Serializer::new(&mut bytes));
    let serialized = serialized.map(|()| String::from_utf8(bytes).expect("it is text"));
    let written = json::to_string(value);
    assert_eq!(shown(&written), shown(&serialized));
    written
}

//! Bytes: a capsule type, and the functions on its values.

use std::sync::LazyLock;

use super::Table;
use super::support::{charged, define, number, whole_number};
use crate::func::{Function, Parameter};
use crate::value::{CapsuleType, Type, Value, ValueError, ValueKind};

pub(super) const TABLE: &Table = table! {
    byteslen: "Returns the number of bytes.",
    bytesslice: "Returns a number of bytes from an offset on.",
};

static BYTES: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("bytes"));

/// Returns the capsule type of bytes.
fn bytes_type() -> Type {
    Type::Capsule(BYTES.clone())
}

/// Returns bytes as a value. All such values have the same capsule type.
///
/// ```
/// use serde_hcl::stdlib::bytes;
///
/// assert_eq!(bytes([0xff, 0x00]).ty(), bytes([]).ty());
/// ```
pub fn bytes(content: impl Into<Vec<u8>>) -> Value {
    Value::capsule(&BYTES, content.into())
}

/// Returns the content of a value of [`bytes`].
///
/// ```
/// use serde_hcl::stdlib::{as_bytes, bytes};
///
/// assert_eq!(as_bytes(&bytes([1, 2])), Some(&[1, 2][..]));
/// ```
pub fn as_bytes(value: &Value) -> Option<&[u8]> {
    match value.kind() {
        ValueKind::Capsule(capsule) => capsule.downcast_ref::<Vec<u8>>().map(Vec::as_slice),
        _ => None,
    }
}

fn buffer() -> Parameter {
    Parameter::new("buf", bytes_type()).allow_dynamic()
}

fn content(argument: &Value) -> Result<&[u8], ValueError> {
    as_bytes(argument).ok_or_else(|| "bytes are required".into())
}

/// `byteslen(buf: bytes) -> number`: the number of bytes.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// assert_eq!(stdlib::function("byteslen").unwrap().call(&[stdlib::bytes([1, 2, 3])])?, value!(3));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null.
pub(super) fn byteslen() -> Function {
    define([buffer()], Type::Number, |[buffer], budget| charged(content(buffer)?.len() as u64, budget))
}

/// `bytesslice(buf: bytes, offset: number, length: number) -> bytes`: a number of bytes from an
/// offset on.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let slice = stdlib::function("bytesslice").unwrap().call(&[
///     stdlib::bytes([1, 2, 3]),
///     value!(1),
///     value!(2),
/// ])?;
/// assert_eq!(slice, stdlib::bytes([2, 3]));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if an argument is null, or offset or length is negative, has a fraction, or is
/// beyond the end.
pub(super) fn bytesslice() -> Function {
    let position = |name| number(name).allow_dynamic();
    define(
        [buffer(), position("offset"), position("length")],
        bytes_type(),
        |[buffer, offset, length], budget| {
            let all = content(buffer)?;
            let (offset, length) = (whole_number(offset)?, whole_number(length)?);
            let (Ok(offset), Ok(length)) = (usize::try_from(offset), usize::try_from(length)) else {
                return Err("offset and length must not be negative".into());
            };
            let Some(slice) = all.get(offset..).and_then(|rest| rest.get(..length)) else {
                let count = all.len();
                return Err(format!(
                    "{length} bytes from offset {offset} on are beyond the {count} there are"
                )
                .into());
            };
            budget.take_bytes(slice.len() as u64)?;
            Ok(bytes(slice))
        },
    )
}

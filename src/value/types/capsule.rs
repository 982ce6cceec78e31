//! Capsule types: values of an application that only its own functions can access.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A capsule type: an opaque type defined by the application, identical only to itself and its
/// clones.
///
/// Implements "Capsule Types" of the information model.
///
/// ```
/// use serde_hcl::{Type, Value, ValueKind};
/// use serde_hcl::value::CapsuleType;
///
/// let bytes = CapsuleType::new("bytes");
/// let value = Value::capsule(&bytes, vec![1_u8, 2, 3]);
/// assert_eq!(value.ty(), &Type::Capsule(bytes));
/// let ValueKind::Capsule(capsule) = value.kind() else { unreachable!() };
/// assert_eq!(capsule.downcast_ref::<Vec<u8>>(), Some(&vec![1, 2, 3]));
/// ```
#[derive(Clone)]
pub struct CapsuleType(Arc<CapsuleName>);

/// One word as an `Arc`, so that types stay at two words.
struct CapsuleName(Box<str>);

impl CapsuleType {
    /// Creates a new capsule type, different from all others, even from those of the same name.
    pub fn new(name: impl Into<Box<str>>) -> Self {
        Self(Arc::new(CapsuleName(name.into())))
    }

    /// Returns the name that messages use.
    pub fn name(&self) -> &str {
        &self.0.0
    }
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleType {}

impl Hash for CapsuleType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

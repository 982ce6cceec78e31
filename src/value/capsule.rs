//! Values of capsule types: only the functions of the application can access their content.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{CapsuleType, Type};

/// The content of a value of a capsule type.
///
/// ```
/// use serde_hcl::value::CapsuleType;
/// use serde_hcl::{Value, ValueKind};
///
/// let ty = CapsuleType::new("connection");
/// let value = Value::capsule(&ty, 7_u32);
/// let ValueKind::Capsule(capsule) = value.kind() else { unreachable!() };
/// assert_eq!(capsule.downcast_ref::<u32>(), Some(&7));
/// ```
#[derive(Clone)]
pub struct Capsule(Arc<CapsuleParts>);

struct CapsuleParts {
    ty: Type,
    content: Box<dyn CapsuleContent>,
}

/// The application's value with its equality.
trait CapsuleContent: Any + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Eq + Send + Sync> CapsuleContent for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

impl Capsule {
    pub(crate) fn new(ty: &CapsuleType, content: impl Any + Eq + Send + Sync) -> Self {
        Self(Arc::new(CapsuleParts { ty: Type::Capsule(ty.clone()), content: Box::new(content) }))
    }

    pub(crate) fn ty(&self) -> &Type {
        &self.0.ty
    }

    /// Returns the application's value if it has this Rust type.
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        // Gets `Any` from the content, not from the box around it.
        (self.0.content.as_ref() as &dyn Any).downcast_ref()
    }
}

/// Capsules are equal if their types are identical and their contents are equal.
impl PartialEq for Capsule {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.ty() == other.ty() && self.0.content.as_ref().equals(other.0.content.as_ref()))
    }
}

impl Eq for Capsule {}

impl fmt::Debug for Capsule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(…)", self.ty())
    }
}

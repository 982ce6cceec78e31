//! Functions (stand-in).
#![allow(missing_docs)]
use crate::value::{Type, Value, ValueError};
#[derive(Clone)]
pub struct Function;
pub struct Parameter {
    name: String,
    ty: Type,
}
impl Parameter {
    pub fn name(&self) -> &str {
        &self.name
    }
    pub fn ty(&self) -> &Type {
        &self.ty
    }
}
impl Function {
    pub fn parameters(&self) -> &[Parameter] {
        &[]
    }
    pub fn variadic(&self) -> Option<&Parameter> {
        None
    }
    pub fn call(&self, _: &[Value]) -> Result<Value, ValueError> {
        Ok(Value::NULL)
    }
}

//! Terraform's functions, under the names and with the meaning that Terraform gives them.

/// Returns the functions of a file under their names, with their descriptions.
macro_rules! table {
    ($($name:ident: $description:literal,)*) => {
        &[$((stringify!($name), || $name().describe($description))),*]
    };
}

mod collection;
mod conversion;
mod encoding;
mod files;
#[cfg(any(unix, windows))]
mod folder;
mod hash;
mod network;
mod path;
mod provider;
mod sensitivity;
mod support;
mod table;
mod template;
mod text;
mod time;
pub mod yaml;

pub use files::{FileKind, Files};
#[cfg(any(unix, windows))]
pub use folder::Folder;
pub use sensitivity::{EPHEMERAL, SENSITIVE};
pub use table::Functions;

use serde_hcl::{EvalContext, Function};

/// The functions of a file under their names.
type Table = [(&'static str, fn() -> Function)];

/// Returns Terraform's functions under their names, without anything that an application supplies.
/// [`Functions`] has a table of them.
pub fn functions() -> impl Iterator<Item = (&'static str, Function)> {
    Functions::new().iter()
}

/// Returns the function of a name in Terraform.
///
/// ```
/// use serde_hcl::value;
///
/// let subnet = serde_hcl_terraform::function("cidrsubnet").expect("a function");
/// let arguments = [value!("10.0.0.0/8"), value!(8), value!(2)];
/// assert_eq!(subnet.call(&arguments)?, value!("10.2.0.0/16"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
pub fn function(name: &str) -> Option<Function> {
    functions().find(|(known, _)| *known == name).map(|(_, function)| function)
}

/// Defines Terraform's functions in a context, without anything that an application supplies.
///
/// ```
/// use serde_hcl::{EvalContext, Expression, value};
///
/// let mut context = EvalContext::new();
/// serde_hcl_terraform::register(&mut context);
/// let expression: Expression = "cidrsubnet(\"10.0.0.0/8\", 8, length(\"ab\"))".parse()?;
/// assert_eq!(expression.evaluate(&context)?, value!("10.2.0.0/16"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn register(context: &mut EvalContext) {
    Functions::new().register(context);
}

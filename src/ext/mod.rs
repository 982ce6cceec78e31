//! Extensions of the language that applications can offer. The language itself has none of them.
//!
//! ```
//! use serde_hcl::{EvalContext, Options, ext, value};
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     owner: String,
//!     port: Vec<Port>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Port {
//!     number: u16,
//! }
//!
//! let text = r#"
//! owner = try(team.name, "nobody")
//!
//! dynamic "port" {
//!   for_each = [80, 443]
//!   content {
//!     number = port.value
//!   }
//! }
//! "#;
//! let mut context = EvalContext::new();
//! context.set("team", value!({})).set_special_form("try", ext::try_form());
//! let config: Config = Options::new().context(context).dynamic_blocks(true).from_str(text)?;
//! assert_eq!((config.owner.as_str(), config.port[1].number), ("nobody", 443));
//! # Ok::<(), serde_hcl::Error>(())
//! ```

pub(crate) mod dynblock;
#[cfg(feature = "analysis")]
pub(crate) mod spec;
mod tryfunc;
pub(crate) mod typeexpr;
pub(crate) mod userfunc;

pub use dynblock::expand_dynamic_blocks;
#[cfg(feature = "analysis")]
pub use spec::{ChildAttribute, ChildBlocks, Spec, SpecFile};
pub use tryfunc::{can_form, try_form};
pub use typeexpr::{TypeConstraint, convert_form, type_constraint};
pub use userfunc::{FunctionNames, decode_functions};

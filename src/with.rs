//! The forms of fields in a configuration, for serde's attributes `with` and `deserialize_with`.
//!
//! | | read | written |
//! |---|---|---|
//! | `#[serde(with = "serde_hcl::with::blocks")]` | blocks | blocks |
//! | `#[serde(with = "serde_hcl::with::labeled_blocks")]` | blocks | blocks with labels |
//! | `#[serde(flatten, with = "serde_hcl::with::flat")]` | the body around it | as by `flatten` |
//! | `#[serde(deserialize_with = "serde_hcl::with::attribute")]` | an attribute | |
//! | `#[serde(deserialize_with = "serde_hcl::with::one")]` | a single block of a buffer | |
//! | `#[serde(deserialize_with = "serde_hcl::with::many")]` | one value or a list, one block or several | |

pub use crate::de::with::{attribute, many, one};

/// Blocks, for `#[serde(with = "serde_hcl::with::blocks")]` on a field: a struct or a map is one
/// block without labels, a sequence of them repeated blocks, and an enum a block whose label is the
/// name of the variant. `None` and an empty sequence write no block.
///
/// Without the attribute, a struct is written as the value of an attribute, and either form is
/// decoded into it. As with every `deserialize_with`, a field that may be missing, such as an
/// `Option` or a `Vec`, also needs `#[serde(default)]`.
///
/// ```
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, Serialize)]
/// struct Config {
///     #[serde(with = "serde_hcl::with::blocks")]
///     defaults: Defaults,
/// }
///
/// #[derive(Deserialize, Serialize)]
/// struct Defaults {
///     replicas: u8,
/// }
///
/// let text = "defaults {\n  replicas = 2\n}\n";
/// let config: Config = serde_hcl::from_str(text)?;
/// assert_eq!(serde_hcl::to_string(&config)?, text);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub mod blocks {
    pub use crate::de::with::block as deserialize;
    pub use crate::ser::with::blocks as serialize;
}

/// Blocks with labels, for `#[serde(with = "serde_hcl::with::labeled_blocks")]` on a map of
/// structs: each entry is a block whose label is the key. The value of an entry can also be a
/// sequence, of several blocks with that label, or another map of structs, whose keys are the next
/// labels.
///
/// Without the attribute, a map is written as the value of an attribute, and either form is decoded
/// into it. A map that may be missing also needs `#[serde(default)]`.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, Serialize)]
/// struct Config {
///     #[serde(with = "serde_hcl::with::labeled_blocks")]
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(Deserialize, Serialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let text = "service \"web\" {\n  port = 80\n}\n";
/// let config: Config = serde_hcl::from_str(text)?;
/// assert_eq!(serde_hcl::to_string(&config)?, text);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub mod labeled_blocks {
    pub use crate::de::with::block as deserialize;
    pub use crate::ser::with::labeled_blocks as serialize;
}

/// A flattened type that is decoded from the same body as the type around it, for `#[serde(flatten,
/// with = "serde_hcl::with::flat")]`. Serde decodes other flattened types from a buffer, which has
/// no expressions and locations. With this attribute, the type can have all kinds of fields, such
/// as [`Expression`](crate::Expression) and [`Spanned`](crate::de::Spanned), and all of its errors
/// are reported with their locations.
///
/// The type gets the members of the whole body, so it must not deny unknown fields, and it cannot
/// borrow strings. Other formats decode it as other flattened types.
///
/// ```
/// use serde::Deserialize;
/// use serde_hcl::Expression;
///
/// #[derive(Deserialize)]
/// struct Rule {
///     name: String,
///     #[serde(flatten, with = "serde_hcl::with::flat")]
///     common: Common,
/// }
///
/// #[derive(Deserialize)]
/// struct Common {
///     when: Expression,
/// }
///
/// let rule: Rule = serde_hcl::from_str("name = \"a\"\nwhen = load > 90\n")?;
/// assert_eq!(rule.name, "a");
/// assert_eq!(rule.common.when.to_string(), "load > 90");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub mod flat {
    pub use crate::de::flat::flat as deserialize;
    pub use crate::ser::with::flat as serialize;
}

//! The schemas of Terraform's providers, as `terraform providers schema -json` writes them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_hcl::Type;
use serde_hcl::ext::Spec;
use serde_json::Value;
use serde_json::value::RawValue;

/// The maximum depth of blocks and types.
const MAX_DEPTH: usize = 32;

/// The schemas of blocks by their types and first labels. Each is read on first use, since those of
/// one provider can have 100 MB.
pub(crate) struct Providers {
    blocks: BTreeMap<Key, Box<RawValue>>,
    specs: Mutex<BTreeMap<Key, Option<Arc<Spec>>>>,
}

/// The type of blocks, and their first label.
type Key = (&'static str, String);

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.blocks.keys()).finish()
    }
}

/// The types of blocks with schemas.
const KINDS: [&str; 4] = ["provider", "resource", "data", "ephemeral"];

#[derive(Deserialize)]
struct File {
    provider_schemas: BTreeMap<String, Provider>,
}

#[derive(Deserialize)]
struct Provider {
    provider: Option<Box<RawValue>>,
    #[serde(default)]
    resource_schemas: BTreeMap<String, Box<RawValue>>,
    #[serde(default)]
    data_source_schemas: BTreeMap<String, Box<RawValue>>,
    #[serde(default)]
    ephemeral_resource_schemas: BTreeMap<String, Box<RawValue>>,
}

#[derive(Deserialize)]
struct Schema {
    block: Block,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Block {
    attributes: BTreeMap<String, Attribute>,
    block_types: BTreeMap<String, BlockType>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Attribute {
    #[serde(rename = "type")]
    ty: Option<Value>,
    description: Option<String>,
    required: bool,
    optional: bool,
}

#[derive(Deserialize)]
struct BlockType {
    nesting_mode: String,
    #[serde(default)]
    block: Block,
    #[serde(default)]
    min_items: usize,
    max_items: Option<usize>,
}

impl Providers {
    /// Reads the schemas in the content of a file.
    pub(crate) fn read(content: &[u8]) -> Result<Self, serde_json::Error> {
        let file: File = serde_json::from_slice(content)?;
        let mut blocks = BTreeMap::new();
        for (address, provider) in file.provider_schemas {
            // The name is the last part of `registry.terraform.io/hashicorp/aws`.
            let name = address.rsplit('/').next().unwrap_or_default().to_owned();
            blocks.extend(provider.provider.map(|schema| (("provider", name), schema)));
            for (kind, schemas) in [
                ("resource", provider.resource_schemas),
                ("data", provider.data_source_schemas),
                ("ephemeral", provider.ephemeral_resource_schemas),
            ] {
                blocks.extend(schemas.into_iter().map(|(name, schema)| ((kind, name), schema)));
            }
        }
        Ok(Self { blocks, specs: Mutex::default() })
    }

    /// Returns the first labels that blocks of a type can have.
    pub(crate) fn labels(&self, block_type: &str) -> impl Iterator<Item = &str> {
        self.blocks.keys().filter(move |(kind, _)| *kind == block_type).map(|(_, name)| name.as_str())
    }

    /// Returns the content of blocks of a type with a first label. `meta` has the arguments that
    /// all blocks of the type have.
    pub(crate) fn of(&self, block_type: &str, label: &str, meta: impl FnOnce() -> Spec) -> Option<Arc<Spec>> {
        let kind = KINDS.into_iter().find(|kind| *kind == block_type)?;
        let key = (kind, label.to_owned());
        let schema = self.blocks.get(&key)?;
        let mut specs = self.specs.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let schema: Schema = serde_json::from_str(schema.get()).ok()?;
            Some(Arc::new(Spec::tuple([meta()].into_iter().chain(parts(schema.block, MAX_DEPTH)))))
        };
        specs.entry(key).or_insert_with(read).clone()
    }
}

/// Returns the specifications of the parts of a block.
fn parts(block: Block, depth: usize) -> Vec<Spec> {
    let mut found = Vec::new();
    for (name, attribute) in block.attributes {
        // Those that are only computed are results.
        if !attribute.required && !attribute.optional {
            continue;
        }
        let ty = attribute.ty.as_ref().map_or(Type::Dynamic, |value| ty(value, depth));
        let spec = Spec::attribute(name, ty);
        let spec = if attribute.required { spec.required() } else { spec };
        found.push(match attribute.description {
            Some(text) => spec.description(text),
            None => spec,
        });
    }
    if depth == 0 {
        found.push(Spec::opaque_rest());
        return found;
    }
    for (name, block) in block.block_types {
        let nested = Spec::tuple(parts(block.block, depth - 1));
        let least = block.min_items;
        found.push(
            match (block.nesting_mode.as_str(), block.max_items.filter(|most| *most >= least.max(1))) {
                ("single" | "group", _) => Spec::block_tuple(name, least.min(1)..=1, nested),
                ("map", _) => Spec::block_tuple(name, least.., Spec::tuple([Spec::label(0, "key"), nested])),
                (_, Some(most)) => Spec::block_tuple(name, least..=most, nested),
                (_, None) => Spec::block_tuple(name, least.., nested),
            },
        );
    }
    found
}

/// Returns a type: a name, or a list of the kind and the types in it.
fn ty(value: &Value, depth: usize) -> Type {
    let inner = |at: usize| match value.get(at) {
        Some(value) if depth > 0 => ty(value, depth - 1),
        _ => Type::Dynamic,
    };
    let kind = value.as_str().or_else(|| value.get(0)?.as_str());
    match kind {
        Some("string") => Type::String,
        Some("number") => Type::Number,
        Some("bool") => Type::Bool,
        Some("list") => Type::list(inner(1)),
        Some("set") => Type::set(inner(1)),
        Some("map") => Type::map(inner(1)),
        Some("object") if depth > 0 => {
            let attributes = value.get(1).and_then(Value::as_object).into_iter().flatten();
            // Attributes that are left out are null.
            let names: Vec<&String> = attributes.clone().map(|(name, _)| name).collect();
            Type::object_with_optional(
                attributes.map(|(name, value)| (name.as_str(), ty(value, depth - 1))),
                names,
            )
        }
        _ => Type::Dynamic,
    }
}

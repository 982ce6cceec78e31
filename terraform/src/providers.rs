//! The schemas of Terraform's providers, as `terraform providers schema -json` writes them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fmt, io};

use serde::Deserialize;
use serde_hcl::diag::{Code, Diagnostics};
use serde_hcl::ext::{ChildAttribute, ChildBlocks, Spec};
use serde_hcl::{Body, EvalContext, Type, Value, analysis};
use serde_json::value::RawValue;

use crate::{Module, language};

/// The maximum depth of blocks and types.
const MAX_DEPTH: usize = 32;

/// The schemas of Terraform's providers: the arguments and blocks of resources, data sources,
/// ephemeral resources and providers. Users write them to a file with
/// `terraform providers schema -json`.
///
/// ```
/// use serde_hcl_terraform::{Module, ProviderSchemas};
///
/// let schemas = ProviderSchemas::read(
///     br#"{"provider_schemas": {"registry.terraform.io/hashicorp/random": {
///         "resource_schemas": {"random_id": {"block": {"attributes": {
///             "byte_length": {"type": "number", "required": true},
///             "hex": {"type": "string", "computed": true}
///         }}}}
///     }}}"#,
/// )?;
/// let text = r#"resource "random_id" "a" {
///   byte_length = "x"
///   count       = 2
///   lenght      = 1
/// }"#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let found: Vec<_> = schemas.check(&module).iter().map(|it| it.to_string()).collect();
/// assert_eq!(
///     found,
///     [
///         "main.tf:2:17: Wrong type: The value of \"byte_length\" is unsuitable: expected a \
///          number, found the string \"x\".",
///         "main.tf:4:3: Unexpected attribute: No attribute named \"lenght\" is expected here.",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProviderSchemas {
    /// By the types of blocks and their first labels. Each is read on first use, since those of one
    /// provider can have 100 MB.
    blocks: BTreeMap<Key, Box<RawValue>>,
    specs: Mutex<BTreeMap<Key, Option<Content>>>,
}

/// The type of blocks, and their first label.
type Key = (&'static str, String);

/// The content of blocks.
#[derive(Clone)]
struct Content {
    arguments: Arc<Spec>,
    /// With the arguments that all blocks of the type have.
    whole: Arc<Spec>,
}

impl fmt::Debug for ProviderSchemas {
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
    ty: Option<serde_json::Value>,
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

impl ProviderSchemas {
    /// Reads the schemas in the content of a file.
    ///
    /// # Errors
    /// Returns an error if the content is not JSON, or has another structure.
    pub fn read(content: &[u8]) -> io::Result<Self> {
        let file: File = serde_json::from_slice(content)?;
        let mut blocks = BTreeMap::new();
        for (address, provider) in file.provider_schemas {
            let name = last_part(&address).to_owned();
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
    pub fn labels(&self, block_type: &str) -> impl Iterator<Item = &str> {
        self.blocks.keys().filter(move |(kind, _)| *kind == block_type).map(|(_, name)| name.as_str())
    }

    /// Returns the content of blocks of a type with a first label: the arguments of the schema, and
    /// those that all blocks of the type have, such as `count`.
    pub fn block(&self, block_type: &str, label: &str) -> Option<Arc<Spec>> {
        Some(self.content(block_type, label)?.whole)
    }

    /// Checks the arguments of the resources and providers of a module. The diagnostics are about
    /// unknown and missing arguments and blocks, and about values of a wrong type. What a provider
    /// or a variable gives can have any value, and blocks without a schema can have any arguments.
    /// [`Module::check`] has the diagnostics about names.
    pub fn check(&self, module: &Module) -> Diagnostics {
        let mut context = module.context();
        context.set_resolver(|_| Ok(Some(Value::UNKNOWN)));
        context.share_limits();
        let resources = module.resources.iter();
        let resources = resources.map(|it| (it.mode.block_type(), it.ty.as_str(), &it.arguments));
        let providers = module.provider_configs.iter().map(|it| {
            let required = module.required_providers.get(&it.name);
            let source = required.and_then(|required| required.source.as_deref());
            ("provider", last_part(source.unwrap_or(&it.name)), &it.arguments)
        });
        let checked = resources.chain(providers).filter_map(|(block_type, label, arguments)| {
            Some(of_values(arguments, &self.content(block_type, label)?.arguments, &context))
        });
        checked.flatten().collect()
    }

    /// Checks a block of native syntax as [`check`](Self::check) does, also the arguments that all
    /// blocks of its type have. A variable that the context does not have needs a
    /// [resolver](EvalContext::set_resolver), which returns an unknown value.
    pub fn check_block(&self, block: &serde_hcl::Block, context: &EvalContext) -> Diagnostics {
        let label = block.labels().first().map_or("", |label| label.text());
        let content = self.content(block.block_type(), label);
        content.map_or_else(Diagnostics::new, |content| of_values(block.body(), &content.whole, context))
    }

    fn content(&self, block_type: &str, label: &str) -> Option<Content> {
        let kind = KINDS.into_iter().find(|kind| *kind == block_type)?;
        let key = (kind, label.to_owned());
        let schema = self.blocks.get(&key)?;
        let mut specs = self.specs.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let schema: Schema = serde_json::from_str(schema.get()).ok()?;
            let parts = parts(schema.block, MAX_DEPTH);
            let arguments = Arc::new(Spec::tuple(parts.clone()));
            Some(Content { arguments, whole: Arc::new(Spec::tuple(common(kind).into_iter().chain(parts))) })
        };
        specs.entry(key).or_insert_with(read).clone()
    }
}

/// Checks arguments, without the diagnostics about names.
fn of_values(arguments: &Body, spec: &Spec, context: &EvalContext) -> Diagnostics {
    let is_about_names = |code: Option<Code>| code.is_some_and(|code| ABOUT_NAMES.contains(&code));
    analysis::check(arguments, spec, context).into_iter().filter(|it| !is_about_names(it.code())).collect()
}

/// The codes of diagnostics about names.
const ABOUT_NAMES: [Code; 6] = [
    Code::UnknownVariable,
    Code::VariablesNotAllowed,
    Code::UnknownReference,
    Code::UnknownFunction,
    Code::FunctionsNotAllowed,
    Code::FunctionCallFailed,
];

/// Returns the name of a provider in its address: `aws` of `registry.terraform.io/hashicorp/aws`.
fn last_part(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or_default()
}

/// Returns the specifications of the arguments that all blocks of a type have.
fn common(block_type: &str) -> Vec<Spec> {
    static LANGUAGE: OnceLock<Spec> = OnceLock::new();
    let blocks = LANGUAGE.get_or_init(language).child_blocks();
    let nested = blocks.into_iter().find(|it| it.block_type == block_type).and_then(|it| it.nested);
    let Some(nested) = nested else { return Vec::new() };
    let attribute = |it: ChildAttribute<'_>| Spec::attribute(it.name, Type::Dynamic);
    let block = |it: ChildBlocks<'_>| match it.nested {
        Some(nested) if it.labels.is_empty() => Spec::block_tuple(it.block_type, .., nested.clone()),
        _ => Spec::opaque(it.block_type),
    };
    let attributes = nested.child_attributes().into_iter().map(attribute);
    attributes.chain(nested.child_blocks().into_iter().map(block)).collect()
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
fn ty(value: &serde_json::Value, depth: usize) -> Type {
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
            let attributes = value.get(1).and_then(serde_json::Value::as_object).into_iter().flatten();
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

//! Loads a Terraform module with its variables and override files, and prints the planned arguments
//! of each resource and the outputs. Values that a provider computes are unknown.
//!
//! Run it with `cargo run --example terraform_module --features analysis,terraform-functions`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs};

use serde::Deserialize;
use serde_hcl::analysis::{Definition, Roots, Scope};
use serde_hcl::ext;
use serde_hcl::stdlib::terraform::{Folder, Functions, SENSITIVE};
use serde_hcl::value::{Mark, convert};
use serde_hcl::{
    Block, Body, Diagnostic, Error, EvalContext, Expression, Map, Source, Type, Value, body::BodyItem,
    diag::Category, from_body, json, parse_file, value,
};

/// The attributes that a provider computes, by the type of resource. Terraform gets them from the
/// schema of the provider.
const COMPUTED: [(&str, &[&str]); 3] = [
    ("cloud_server", &["id", "address"]),
    ("cloud_record", &["id"]),
    ("cloud_database", &["id", "endpoint"]),
];

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The blocks that are not resources. Fields of the type `Expression` are not evaluated.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Config {
    variable: BTreeMap<String, Variable>,
    output: BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Variable {
    r#type: Option<Expression>,
    default: Option<Expression>,
    #[serde(default)]
    sensitive: bool,
    #[serde(default)]
    validation: Vec<Validation>,
}

#[derive(Deserialize)]
struct Validation {
    condition: Expression,
    error_message: Expression,
}

#[derive(Deserialize)]
struct Output {
    value: Expression,
}

/// The parts of a resource that are not arguments, and the arguments.
#[derive(Deserialize)]
#[allow(dead_code, reason = "some are only taken out of the arguments")]
struct Resource {
    count: Option<Expression>,
    for_each: Option<Expression>,
    provider: Option<Expression>,
    depends_on: Option<Expression>,
    lifecycle: Option<Body>,
    #[serde(rename = "$remain")]
    arguments: Body,
}

fn main() -> Result<()> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/terraform");
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| default.to_owned()));
    // As if the environment had TF_VAR_password.
    let environment = BTreeMap::from([("password".to_owned(), Value::from("hunter2"))]);
    let mut module = Module::load(&folder)?;
    module.set_variables(&values(&folder, environment)?)?;
    for (address, plan) in module.plan()? {
        println!("{address} = {plan}");
    }
    for (name, output) in &module.config.output {
        println!("output.{name} = {}", module.scope.evaluate(&output.value).into_result()?);
    }
    Ok(())
}

struct Module {
    config: Config,
    scope: Scope,
}

impl Module {
    /// Loads the files of a folder.
    fn load(folder: &Path) -> Result<Self> {
        let is_override = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().replace(".json", "");
            name == "override.tf" || name.ends_with("_override.tf")
        };
        let (overrides, files): (Vec<_>, Vec<_>) =
            files(folder, &[".tf", ".tf.json"])?.into_iter().partition(is_override);
        let bodies = |paths: &[PathBuf]| paths.iter().map(|path| read(path)).collect::<Result<Vec<_>>>();
        let body = Body::overlay([Body::merge(bodies(&files)?)].into_iter().chain(bodies(&overrides)?));

        let mut context = EvalContext::new();
        Functions::new()
            .files(Folder::new(folder)?)
            .current_folder(fs::canonicalize(folder)?.to_string_lossy())
            .clock(SystemTime::now)
            .register(&mut context);
        context
            .set_special_form("try", ext::try_form())
            .set_special_form("can", ext::can_form())
            .set("path", value!({ "module": ".", "root": ".", "cwd": "." }))
            .set("terraform", value!({ "workspace": "default" }));
        let config = from_body(&body, &context)?;
        Ok(Self { config, scope: Scope::new(&Roots::terraform(), [body], &context)? })
    }

    /// Sets the variables: converted to their types, with defaults, and checked.
    fn set_variables(&mut self, given: &BTreeMap<String, Value>) -> Result<()> {
        for (name, variable) in &self.config.variable {
            let address = format!("var.{name}");
            let default = variable.default.as_ref().map(|it| it.evaluate(&EvalContext::new())).transpose()?;
            let Some(mut value) = given.get(name).cloned().or(default) else {
                let block = self.scope.references().definition(&address).ok_or("it is defined")?;
                let detail = format!("The variable {name:?} has no value.");
                let error = Diagnostic::error(Category::Data, "Missing value", detail);
                return Err(Error::from(error.at(block.span()).in_source(block.source())).into());
            };
            if let Some(ty) = &variable.r#type {
                value = ext::type_constraint_with_defaults(ty).into_result()?.convert(&value)?;
            }
            if variable.sensitive {
                value = value.mark(Mark::new(SENSITIVE));
            }
            self.scope.set(&address, value)?;
        }
        // A condition can refer to any variable.
        for Validation { condition, error_message } in
            self.config.variable.values().flat_map(|it| &it.validation)
        {
            if self.scope.evaluate(condition).into_result()?.as_bool() == Some(false) {
                let message = self.scope.evaluate(error_message).into_result()?;
                let message = message.as_str().unwrap_or("The condition is not met.").to_owned();
                let error = Diagnostic::error(Category::Data, "Invalid value for variable", message);
                return Err(Error::from(error.at(condition.span()).in_source(condition.source())).into());
            }
        }
        Ok(())
    }

    /// Plans the resources, each after those that it refers to. Returns their addresses and values.
    fn plan(&mut self) -> Result<Vec<(String, Value)>> {
        let definitions: Vec<Definition> = self.scope.references().order()?.into_iter().cloned().collect();
        let mut plans = Vec::new();
        for definition in definitions {
            let BodyItem::Block(block) = definition.item() else { continue };
            if ["resource", "data"].contains(&block.block_type()) {
                let value = self.planned(block)?;
                self.scope.set(definition.address(), value.clone())?;
                plans.push((definition.address().to_owned(), value));
            }
        }
        Ok(plans)
    }

    /// Returns the value of a resource: an object, or one for each instance.
    fn planned(&self, block: &Block) -> Result<Value> {
        let context = self.scope.context();
        let resource: Resource = from_body(block.body(), &context)?;
        let computed = COMPUTED.iter().find(|(ty, _)| *ty == block.labels()[0].text());
        let computed = computed.map_or(&[][..], |(_, names)| names);
        let instance = |variable: Option<(&str, Value)>| -> Result<Value> {
            let mut context = context.child();
            if let Some((name, value)) = variable {
                context.set(name, value);
            }
            let known: Value =
                from_body(&ext::expand_dynamic_blocks(&resource.arguments, &context), &context)?;
            let mut planned: Map = computed.iter().map(|name| (*name, Value::UNKNOWN)).collect();
            for (name, value) in known.as_object().into_iter().flatten() {
                planned.insert(name, value.clone());
            }
            Ok(Value::object(planned))
        };
        if let Some(count) = &resource.count {
            let count =
                convert(&count.evaluate(&context)?, &Type::Number)?.as_u64().ok_or("the count is unknown")?;
            let instances = (0..count).map(|index| instance(Some(("count", value!({ "index": index })))));
            return Ok(Value::tuple(instances.collect::<Result<Vec<_>>>()?));
        }
        let Some(for_each) = &resource.for_each else { return instance(None) };
        let for_each = for_each.evaluate(&context)?;
        let mut instances = Map::new();
        for (index, value) in for_each.iter() {
            // The key of an element of a set is the element itself.
            let key = if for_each.is_object() { index } else { value.clone() };
            let name = key.as_str().ok_or("a key of for_each is unknown")?.to_owned();
            let each = value!({ "key": key, "value": (value.clone()) });
            instances.insert(name.as_str(), instance(Some(("each", each)))?);
        }
        Ok(Value::object(instances))
    }
}

/// Returns the values of variables. Later sources replace earlier ones.
fn values(folder: &Path, environment: BTreeMap<String, Value>) -> Result<BTreeMap<String, Value>> {
    let mut values = environment;
    let fixed = ["terraform.tfvars", "terraform.tfvars.json"].map(|name| folder.join(name));
    let paths = fixed.into_iter().filter(|path| path.exists());
    for path in paths.chain(files(folder, &[".auto.tfvars", ".auto.tfvars.json"])?) {
        for attribute in read(&path)?.just_attributes().into_result()? {
            values.insert(attribute.name().to_owned(), attribute.expression().evaluate(&EvalContext::new())?);
        }
    }
    Ok(values)
}

/// Returns the files of a folder whose names end in one of these ways, sorted.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<BTreeSet<_>>>()?;
    let has_ending = |path: &PathBuf| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending));
    Ok(paths.into_iter().filter(has_ending).collect())
}

fn read(path: &Path) -> Result<Body> {
    let source = Source::read(path)?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let file = if is_json { json::parse_file(source) } else { parse_file(source) };
    Ok(file.into_result()?.into_body())
}

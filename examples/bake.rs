//! Reads files of `docker buildx bake`: variables that the environment overrides, functions, and
//! targets that refer to each other's attributes, inherit from each other, and have a matrix.
//!
//! Run it with `cargo run --example bake --features analysis,stdlib`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::ext::{self, FunctionNames};
use serde_hcl::value::convert;
use serde_hcl::{
    Block, Diagnostic, Error, EvalContext, Map, Outcome, Result, Source, Type, Value,
    diag::{Category, Code},
    from_body, json, parse_file, stdlib,
};

/// The attributes of a target. Those that are absent can be inherited.
#[derive(Deserialize, Clone, Default, Debug)]
#[serde(default)]
struct Target {
    inherits: Vec<String>,
    args: BTreeMap<String, Option<String>>,
    context: Option<String>,
    tags: Option<Vec<String>>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// Targets and groups by name.
#[derive(Default, Debug)]
struct Bake {
    targets: BTreeMap<String, Target>,
    groups: BTreeMap<String, Vec<String>>,
}

impl Bake {
    /// Loads files. Definitions in later files replace those in earlier ones.
    fn load(files: &[(&str, &str)], env: &BTreeMap<String, String>, context: &EvalContext) -> Result<Self> {
        let mut bodies = Vec::new();
        for (name, text) in files {
            let source = Source::new(*name, *text);
            let file = if name.ends_with(".json") { json::parse_file(source) } else { parse_file(source) };
            bodies.push(file.into_result()?.body().clone());
        }
        let roots = Roots::new()
            .labeled("variable", ["name"])
            .value_of("variable", "default")
            .ignore("variable.type")
            .top_level()
            .functions(FunctionNames::new("function").variadic_param("variadic_params"))
            .others("group", ["name"]);
        // A matrix can refer to everything but targets.
        let without_targets = roots.clone().others("target", ["name"]);
        let mut outer = Scope::new(&without_targets, &bodies, context)?;
        let variables = variables(&mut outer, env)?;
        let context_of_matrix = outer.context();
        let roots = roots
            .blocks("target", "target", ["name"])
            .values("target", "name args context dockerfile inherits labels platforms tags target".split(' '))
            .ignore("target.matrix")
            .ignore("target.name")
            .instances("target", move |block| instances(block, &context_of_matrix));
        let mut scope = Scope::new(&roots, &bodies, context)?;
        for (address, value) in variables {
            scope.set(&address, value)?;
        }
        // Definitions of one name are merged below.
        let is_mistake = |it: &Diagnostic| it.code() != Some(Code::DuplicateDefinition);
        let diagnostics = scope.check().into_iter().filter(is_mistake).collect();
        Outcome { value: (), diagnostics }.into_result()?;
        let mut bake = Self::default();
        for definition in outer.references().definitions() {
            if let Some(block) = definition.block_of_type("group") {
                let group: BTreeMap<String, Vec<String>> = from_body(block.body(), &scope.context())?;
                bake.groups.entry(label(block)).or_default().extend(group.into_values().flatten());
            }
            let Some(target) = definition.block_of_type("target") else { continue };
            for block in instances(target, &outer.context())? {
                let targets = bake.targets.entry(label(&block)).or_default();
                targets.merge(from_body(block.body(), &scope.context())?);
                // The label of a block with a matrix stands for all of its targets.
                if label(&block) != label(target) {
                    bake.groups.entry(label(target)).or_default().push(label(&block));
                }
            }
        }
        Ok(bake)
    }

    /// Returns a target with everything that it inherits, except from those that were `seen`.
    fn resolve(&self, name: &str, seen: &mut BTreeSet<String>) -> Option<Target> {
        let target = self.targets.get(name)?;
        let mut resolved = Target::default();
        for base in &target.inherits {
            if seen.insert(base.clone()) {
                resolved.merge(self.resolve(base, seen)?);
            }
        }
        resolved.merge(target.clone());
        Some(resolved)
    }
}

impl Target {
    fn merge(&mut self, other: Self) {
        self.inherits.extend(other.inherits);
        self.args.extend(other.args.into_iter().filter(|(_, value)| value.is_some()));
        self.context = other.context.or(self.context.take());
        self.tags = other.tags.or(self.tags.take());
        self.others.extend(other.others);
    }
}

/// Returns the values of the variables by their addresses.
fn variables(scope: &mut Scope, env: &BTreeMap<String, String>) -> Result<Vec<(String, Value)>> {
    let definitions: Vec<_> = scope.references().order()?.into_iter().cloned().collect();
    let mut values = Vec::new();
    for definition in definitions {
        let Some(block) = definition.block_of_type("variable") else { continue };
        let ty = block.body().attribute("type").map(|it| ext::type_constraint(it.expression()));
        let ty = ty.map(Outcome::into_result).transpose()?.map(|constraint| constraint.ty().clone());
        // An attribute of the same name can replace the default.
        let address = definition.address();
        let default = scope.references().definition(address).and_then(|it| it.value()).cloned();
        let default = default.map(|it| scope.evaluate(&it).into_result()).transpose()?;
        // NAME_JSON is a value in JSON, unless it is a variable of its own.
        let json = format!("{}_JSON", label(block));
        let json = env.get(&json).filter(|_| ty.is_some() && scope.value(&json).is_err());
        let json = json.map(|text| json::parse_expression(text.as_str()).into_result()).transpose()?;
        let given = match json {
            Some(json) => Some(json.evaluate(&EvalContext::literal_only())?),
            None => env.get(&label(block)).map(|text| from_text(text, ty.as_ref())),
        };
        // A variable without a type has that of its default.
        let type_of_default = default.as_ref().filter(|it| !it.is_null()).map(|it| it.ty().clone());
        let absent = if ty.is_some() { Value::NULL } else { Value::from("") };
        let ty = ty.or(type_of_default).unwrap_or(Type::Dynamic);
        let value = convert(&given.or(default).unwrap_or(absent), &ty)
            .map_err(|error| problem(block, format!("The value is not suitable: {error}.")))?;
        scope.set(address, value.clone())?;
        values.push((address.to_owned(), value));
    }
    Ok(values)
}

/// Returns the value of an environment variable: several values are separated by commas.
fn from_text(text: &str, ty: Option<&Type>) -> Value {
    let parts = text.split(',');
    match ty {
        Some(Type::List(_) | Type::Set(_) | Type::Tuple(_)) if !text.contains('"') => parts.collect(),
        Some(Type::Map(_)) => Value::object(parts.filter_map(|it| it.split_once(':')).collect::<Map>()),
        _ => Value::from(text),
    }
}

/// Returns a target for each combination of the values of its matrix.
fn instances(block: &Block, context: &EvalContext) -> Result<Vec<Block>> {
    let matrix = block.body().attribute("matrix").map(|it| it.expression().decode(context));
    let matrix: Option<BTreeMap<String, Vec<Value>>> = matrix.transpose()?;
    let mut blocks = vec![block.clone()];
    for (name, values) in matrix.iter().flatten() {
        let with = |value: &Value| {
            blocks.iter().map(|it| it.with_variables([(name, value.clone())])).collect::<Vec<_>>()
        };
        blocks = values.iter().flat_map(with).collect();
    }
    let mut names = BTreeSet::new();
    for block in &mut blocks {
        let name = block.body().attribute("name").map(|it| it.expression().decode::<String>(context));
        let name = name.transpose()?;
        if name.is_some() && matrix.is_none() {
            return Err(problem(block, "A target with a name needs a matrix.".to_owned()));
        }
        let name = name.unwrap_or_else(|| label(block));
        *block = block.with_labels([&name]);
        if let Some(name) = names.replace(name) {
            return Err(problem(block, format!("Several targets have the name {name:?}.")));
        }
    }
    Ok(blocks)
}

fn label(block: &Block) -> String {
    block.labels().first().map_or_else(String::new, |label| label.text().to_owned())
}

fn problem(block: &Block, detail: String) -> Error {
    let diagnostic = Diagnostic::error(Category::Data, "Invalid block", detail);
    diagnostic.at(block.header_span()).in_source(block.source()).into()
}

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    stdlib::register(&mut context);
    let files = [
        ("docker-bake.hcl", include_str!("bake/docker-bake.hcl")),
        ("override.json", include_str!("bake/override.json")),
    ];
    let bake = Bake::load(&files, &BTreeMap::from([("VERSION".into(), "2.1".into())]), &context)?;
    let web = bake.resolve("web-alpine", &mut BTreeSet::new()).expect("it is defined");
    assert_eq!(web.args["BASE"].as_deref(), Some("golang:1.25-alpine"));
    assert_eq!(web.tags, Some(vec!["example.org/web:2.1-alpine".to_owned()]));
    Ok(())
}

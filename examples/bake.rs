//! Reads files of `docker buildx bake`: variables that the environment overrides, functions, and
//! targets that refer to each other's attributes, inherit from each other, and have a matrix.
//!
//! Run it with `cargo run --example bake --features analysis,stdlib`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::ext::{typeexpr, userfunc::Names};
use serde_hcl::value::convert;
use serde_hcl::{
    Block, BodyItem, Category, Diagnostic, Error, EvalContext, Result, Source, Type, Value, from_body, json,
    parse_file, stdlib,
};

const FILES: [(&str, &str); 2] = [
    ("docker-bake.hcl", include_str!("bake/docker-bake.hcl")),
    ("override.json", include_str!("bake/override.json")),
];

/// The attributes that a target always has: null where they are absent.
const ATTRIBUTES: &str = "name args context contexts dockerfile inherits labels platforms tags target";

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    targets: Vec<String>,
}

/// How many targets a block stands for.
#[derive(Deserialize)]
struct Matrix {
    matrix: Option<BTreeMap<String, Vec<Value>>>,
}

#[derive(Deserialize)]
struct Name {
    name: Option<String>,
}

/// Targets and groups by name, in their order.
#[derive(Default, Debug)]
struct Bake {
    targets: Vec<(String, Target)>,
    groups: Vec<(String, Vec<String>)>,
}

impl Bake {
    /// Loads files. Definitions in later files replace those in earlier ones.
    fn load(
        files: &[(&str, &str)],
        environment: &BTreeMap<String, String>,
        context: &EvalContext,
    ) -> Result<Self> {
        let mut bodies = Vec::new();
        for (name, text) in files {
            let source = Source::new(*name, *text);
            let file = if name.ends_with(".json") { json::parse_file(source) } else { parse_file(source) };
            bodies.push(file.into_result()?.body());
        }
        let roots = Roots::new()
            .labeled("variable", ["name"])
            .value_of("variable", "default")
            .top_level()
            .functions(Names::new("function").variadic_param("variadic_params"))
            .others("group", ["name"]);

        // A matrix can refer to everything but targets.
        let without_targets = roots.clone().others("target", ["name"]);
        let mut outer = Scope::new(&without_targets, bodies.iter().cloned(), context)?;
        let variables = variables(&mut outer, environment)?;

        let outer_context = outer.context();
        let roots = roots
            .blocks("target", "target", ["name"])
            .values("target", ATTRIBUTES.split(' '))
            .ignore("target.matrix")
            .ignore("target.name")
            .instances("target", move |block| instances(block, &outer_context));
        let mut scope = Scope::new(&roots, bodies, context)?;
        for (address, value) in variables {
            scope.set(&address, value)?;
        }
        let found = scope.check();
        if found.has_errors() {
            return Err(found.into());
        }

        let mut bake = Self::default();
        for definition in outer.references().definitions() {
            let BodyItem::Block(block) = definition.item() else { continue };
            let label = block.labels().first().map_or("", |label| label.text());
            match block.block_type() {
                "group" => {
                    let group: Group = from_body(block.body(), &scope.context())?;
                    bake.groups.push((label.to_owned(), group.targets));
                }
                "target" => {
                    let blocks = instances(block, &outer.context())?;
                    let names = bake.add_targets(&blocks, &scope.context())?;
                    // The label stands for all of them.
                    if names != [label] {
                        bake.groups.push((label.to_owned(), names));
                    }
                }
                _ => {}
            }
        }
        Ok(bake)
    }

    /// Adds targets, or attributes to targets of the same names. Returns their names.
    fn add_targets(&mut self, blocks: &[Block], context: &EvalContext) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for block in blocks {
            let name = block.labels()[0].text().to_owned();
            let target: Target = from_body(block.body(), context)?;
            match self.targets.iter_mut().find(|(other, _)| *other == name) {
                Some((_, first)) => first.merge(target),
                None => self.targets.push((name.clone(), target)),
            }
            names.push(name);
        }
        Ok(names)
    }

    /// Returns a target with everything that it inherits. Each target is inherited once.
    fn resolve(&self, name: &str) -> Option<Target> {
        self.inherited(name, &mut BTreeSet::from([name.to_owned()]))
    }

    fn inherited(&self, name: &str, seen: &mut BTreeSet<String>) -> Option<Target> {
        let (_, target) = self.targets.iter().find(|(other, _)| other == name)?;
        let mut resolved = Target::default();
        for base in &target.inherits {
            if seen.insert(base.clone()) {
                resolved.merge(self.inherited(base, seen)?);
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

/// Returns the values of the variables by their addresses. A variable without a type has that of
/// its default.
fn variables(scope: &mut Scope, environment: &BTreeMap<String, String>) -> Result<Vec<(String, Value)>> {
    let definitions: Vec<_> = scope.references().order()?.into_iter().cloned().collect();
    let mut values = Vec::new();
    for definition in definitions {
        let BodyItem::Block(block) = definition.item() else { continue };
        if block.block_type() != "variable" {
            continue;
        }
        let ty = block.body().attribute("type").map(|it| typeexpr::type_constraint(it.expression()));
        let ty = ty.map(|outcome| outcome.into_result()).transpose()?;
        // An attribute of the same name can replace the default.
        let address = definition.address();
        let default = scope.references().definition(address).and_then(|it| it.value()).cloned();
        let default = default.map(|it| scope.evaluate(&it).into_result()).transpose()?;

        let given = environment.get(block.labels()[0].text()).map(|text| Value::from(text.as_str()));
        let type_of_default = default.as_ref().filter(|it| !it.is_null()).map(|it| it.ty().clone());
        let absent = if ty.is_some() { Value::NULL } else { Value::from("") };
        let ty = ty.or(type_of_default).unwrap_or(Type::Dynamic);
        let value = convert(&given.or(default).unwrap_or(absent), &ty);
        let value = value.map_err(|error| problem(block, format!("The value is not suitable: {error}.")))?;
        scope.set(address, value.clone())?;
        values.push((address.to_owned(), value));
    }
    Ok(values)
}

/// Returns a target for each combination of the values of its matrix.
fn instances(block: &Block, context: &EvalContext) -> Result<Vec<Block>> {
    let Matrix { matrix } = from_body(block.body(), context)?;
    let mut blocks = vec![block.clone()];
    for (name, values) in matrix.iter().flatten() {
        let with =
            |value: &Value| blocks.iter().map(|it| it.with_variables([(name, value.clone())])).collect();
        blocks = values.iter().flat_map(|value| -> Vec<_> { with(value) }).collect();
    }
    let mut names = BTreeSet::new();
    for block in &mut blocks {
        let Name { name } = from_body(block.body(), context)?;
        if name.is_some() && matrix.is_none() {
            return Err(problem(block, "A target with a name needs a matrix.".to_owned()));
        }
        let name = name.unwrap_or_else(|| block.labels()[0].text().to_owned());
        *block = block.with_labels([&name]);
        if let Some(name) = names.replace(name) {
            return Err(problem(block, format!("Several targets have the name {name:?}.")));
        }
    }
    Ok(blocks)
}

fn problem(block: &Block, detail: String) -> Error {
    let diagnostic = Diagnostic::error(Category::Data, "Invalid block", detail);
    diagnostic.at(block.header_span()).in_source(block.source()).into()
}

fn main() -> Result<()> {
    let mut context = EvalContext::new();
    stdlib::register(&mut context);
    let environment = BTreeMap::from([("VERSION".to_owned(), "2.1".to_owned())]);
    let bake = Bake::load(&FILES, &environment, &context)?;
    println!("{:?}", bake.groups);
    let target = |name| bake.resolve(name).expect("it is defined");
    println!("{:#?}", target("db"));
    assert_eq!(target("db").args["URL"].as_deref(), Some("example.org/db:2.1"));
    assert_eq!(target("web-alpine").args["BASE"].as_deref(), Some("golang:1.25-alpine"));
    assert_eq!(target("web-debian").tags, Some(vec!["example.org/web:2.1-debian".to_owned()]));
    assert_eq!(target("web-debian").context.as_deref(), Some("./database"));
    Ok(())
}

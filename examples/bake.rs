//! Reads files of `docker buildx bake`: variables with defaults that the environment overrides,
//! functions, groups, and targets that refer to each other's attributes, inherit, and have a matrix.
//!
//! Run it with `cargo run --example bake --features analysis,stdlib`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::ext::{typeexpr, userfunc::Names};
use serde_hcl::value::convert;
use serde_hcl::{
    Block, BlockSchema, Body, BodyItem, BodySchema, Category, Diagnostic, Error, EvalContext, Expression,
    Result, Source, Type, Value, from_body, json, parse_file, stdlib,
};

const FILES: [(&str, &str); 2] = [
    ("docker-bake.hcl", include_str!("bake/docker-bake.hcl")),
    ("override.json", include_str!("bake/override.json")),
];

/// The attributes that a target always has, so a reference to one is null without it.
const ATTRIBUTES: [&str; 10] = [
    "name", "args", "context", "contexts", "dockerfile", "inherits", "labels", "platforms", "tags", "target",
];

/// A block of type "target". Absent attributes can be inherited.
#[derive(Deserialize, Clone, Default, Debug)]
#[serde(default)]
pub struct Target {
    pub inherits: Vec<String>,
    pub args: BTreeMap<String, Option<String>>,
    pub labels: BTreeMap<String, Option<String>>,
    pub context: Option<String>,
    pub dockerfile: Option<String>,
    pub platforms: Option<Vec<String>>,
    pub tags: Option<Vec<String>>,
    pub target: Option<String>,
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    targets: Vec<String>,
}

/// A variable. Fields of the type `Expression` are not evaluated.
#[derive(Deserialize)]
struct Variable {
    r#type: Option<Expression>,
    default: Option<Expression>,
}

/// The part of a target that determines how many there are.
#[derive(Deserialize)]
struct Matrix {
    matrix: Option<BTreeMap<String, Vec<Value>>>,
}

/// Targets and groups in their order.
#[derive(Default, Debug)]
pub struct Bake {
    pub targets: Vec<(String, Target)>,
    pub groups: Vec<(String, Vec<String>)>,
}

impl Bake {
    /// Loads files, of which later ones override earlier ones. `given` are variables of bake itself.
    pub fn load(
        files: &[(&str, &str)],
        environment: &BTreeMap<String, String>,
        given: &BTreeMap<String, String>,
    ) -> Result<Self> {
        let parsed = files.iter().map(|(name, text)| {
            let source = Source::new(*name, *text);
            let file = if name.ends_with(".json") { json::parse_file(source) } else { parse_file(source) };
            Ok(file.into_result()?.body())
        });
        let bodies = parsed.collect::<Result<Vec<Body>>>()?;
        let body = Body::overlay(bodies.iter().cloned());
        let mut context = EvalContext::new();
        stdlib::register(&mut context);
        given.iter().for_each(|(name, text)| _ = context.set(name, text.as_str()));

        // A matrix can refer to everything but targets.
        let roots = Roots::new()
            .labeled("variable", ["name"])
            .value_of("variable", "default")
            .ignore("variable.type")
            .top_level()
            .functions(Names::new("function").variadic_param("variadic_params"));
        let others = roots.clone().others("target", ["name"]).others("group", ["name"]);
        let mut outer = Scope::new(&others, [body.clone()], &context)?;
        let values = variables(&mut outer, &body, environment)?;

        let context_of_matrix = outer.context();
        let roots = roots
            .blocks("target", "target", ["name"])
            .values("target", ATTRIBUTES)
            .ignore("target.matrix")
            .ignore("target.name")
            .instances("target", move |block| instances(block, &context_of_matrix))
            .others("group", ["name"]);
        let mut scope = Scope::new(&roots, [body], &context)?;
        for (name, value) in values {
            scope.set(&name, value)?;
        }
        scope.check().into_result()?;
        let context = scope.context();

        let mut bake = Self::default();
        let schema = ["target", "group"].map(|block_type| BlockSchema::new(block_type, ["name"]));
        let schema = BodySchema::new([], schema)?;
        for body in bodies {
            for block in body.partial_content(&schema).into_result()?.0.blocks() {
                let label = block.labels()[0].text();
                if block.block_type() == "group" {
                    bake.add_group(label, from_body::<Group>(block.body(), &context)?.targets);
                    continue;
                }
                let mut names = Vec::new();
                for instance in instances(block, &outer.context())? {
                    let name = instance.labels()[0].text().to_owned();
                    let target: Target = from_body(instance.body(), &context)?;
                    match bake.targets.iter_mut().find(|(other, _)| *other == name) {
                        Some((_, first)) => first.merge(target),
                        None => bake.targets.push((name.clone(), target)),
                    }
                    names.push(name);
                }
                if names != [label] {
                    bake.add_group(label, names);
                }
            }
        }
        Ok(bake)
    }

    fn add_group(&mut self, name: &str, targets: Vec<String>) {
        match self.groups.iter_mut().find(|(other, _)| other == name) {
            Some((_, members)) => members.extend(targets),
            None => self.groups.push((name.to_owned(), targets)),
        }
    }

    /// Returns the names of the targets of a group, or the name of the target itself.
    pub fn members(&self, name: &str) -> BTreeSet<String> {
        let group = self.groups.iter().find(|(group, _)| group == name && !self.has_target(name));
        let Some((_, members)) = group else { return BTreeSet::from([name.to_owned()]) };
        members.iter().flat_map(|name| self.members(name)).collect()
    }

    fn has_target(&self, name: &str) -> bool {
        self.targets.iter().any(|(target, _)| target == name)
    }

    /// Returns a target with everything that it inherits.
    pub fn resolve(&self, name: &str) -> Option<Target> {
        let (_, target) = self.targets.iter().find(|(other, _)| other == name)?;
        let mut resolved = Target::default();
        for name in &target.inherits {
            resolved.merge(self.resolve(name)?);
        }
        resolved.merge(target.clone());
        Some(resolved)
    }
}

impl Target {
    /// Replaces the attributes by those of another target that has them.
    fn merge(&mut self, other: Self) {
        self.inherits.extend(other.inherits);
        self.args.extend(other.args.into_iter().filter(|(_, value)| value.is_some()));
        self.labels.extend(other.labels.into_iter().filter(|(_, value)| value.is_some()));
        self.context = other.context.or(self.context.take());
        self.dockerfile = other.dockerfile.or(self.dockerfile.take());
        self.platforms = other.platforms.or(self.platforms.take());
        self.tags = other.tags.or(self.tags.take());
        self.target = other.target.or(self.target.take());
        self.others.extend(other.others);
    }
}

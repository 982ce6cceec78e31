//! Puts the content of the files of a module together.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use serde_hcl::body::{BlockSchema, BodySchema};
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::value::convert;
use serde_hcl::{Attribute, Block, Body, Diagnostic, EvalContext, Expression, Source, Span, Type, Value};

use super::parallel;
use super::read::{self, Comments, Reader, Shape, label};
use crate::content::{
    Backend, Check, Import, Local, ModuleCall, ModuleFile, Moved, Output, ProviderConfig, ProviderRef,
    ProviderRequirement, Removed, Resource, ResourceMode, Settings, Variable,
};
use crate::language::{JSON_COMMENT, top_level};
use crate::{Dialect, Location, Module, Overrides, Role};

/// The blocks that are read file by file, since override files change them in ways of their own.
const SETTINGS: &str = "terraform";
const PROVIDER: &str = "provider";

/// The blocks that override files must not have.
const NOT_OVERRIDDEN: [&str; 4] = ["moved", "removed", "import", "check"];

/// Creates the module of parsed files, which are in the order of their names. The diagnostics are
/// those that were found before.
pub(super) fn module(
    folder: String,
    dialect: Dialect,
    overrides: Overrides,
    files: Vec<ModuleFile>,
    found: Diagnostics,
) -> Module {
    let has_overrides = files.iter().any(|it| it.role == Role::Override);
    let comments = if has_overrides { comments(&files) } else { HashMap::new() };
    let reader = Reader { found, ..Reader::new(Arc::new(comments)) };
    let mut module = Module {
        folder,
        dialect,
        overrides,
        settings: Settings::default(),
        required_providers: BTreeMap::new(),
        provider_configs: Vec::new(),
        variables: Vec::new(),
        outputs: Vec::new(),
        locals: Vec::new(),
        resources: Vec::new(),
        module_calls: Vec::new(),
        moved: Vec::new(),
        removed: Vec::new(),
        imports: Vec::new(),
        checks: Vec::new(),
        body: Body::merge([] as [Body; 0]),
        other_bodies: Vec::new(),
        files,
        children: BTreeMap::new(),
        diagnostics: Diagnostics::new(),
        references: OnceLock::new(),
    };
    let mut assembly = Assembly { overrides, reader, lifecycles: HashMap::new() };
    assembly.fill(&mut module);
    assembly.report_repeated(&module);
    module.diagnostics = assembly.reader.found;
    module.diagnostics.sort_by_position();
    module
}

/// Returns the schema of the blocks that are not read file by file.
fn others() -> &'static BodySchema {
    static SCHEMA: OnceLock<BodySchema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let is_other = |it: &&BlockSchema| ![SETTINGS, PROVIDER].contains(&it.block_type());
        let blocks = top_level().blocks().filter(is_other).cloned();
        BodySchema::new([], blocks).unwrap_or_default()
    })
}

/// Returns the comments above the blocks of files in native syntax.
fn comments(files: &[ModuleFile]) -> Comments {
    let mut comments = HashMap::new();
    for file in files {
        let body = file.body.ast().filter(|_| file.role == Role::Config);
        let blocks = body.into_iter().flat_map(|body| body.blocks());
        for block in blocks {
            let above: Vec<String> = block.leading_comments().map(str::to_owned).collect();
            if !above.is_empty() {
                comments.insert((file.source.name().to_owned(), block.span().start), above);
            }
        }
    }
    comments
}

/// The address of a block among those of its type.
type Key = (String, Vec<String>);

struct Assembly {
    overrides: Overrides,
    reader: Reader,
    /// The `lifecycle` blocks of resources that override files change.
    lifecycles: HashMap<Key, Vec<Block>>,
}

/// The number of blocks that are read together.
const BLOCKS_OF_CHUNK: usize = 64;

/// The content of some blocks of a module.
#[derive(Default)]
struct Part {
    variables: Vec<Variable>,
    outputs: Vec<Output>,
    locals: Vec<Local>,
    resources: Vec<Resource>,
    module_calls: Vec<ModuleCall>,
    moved: Vec<Moved>,
    removed: Vec<Removed>,
    imports: Vec<Import>,
    checks: Vec<Check>,
    found: Diagnostics,
}

/// Moves the lists of all parts to one. Its memory is allocated once, since the items are large.
fn join<T>(all: &mut Vec<T>, parts: &mut [Part], list: impl Fn(&mut Part) -> &mut Vec<T>) {
    all.reserve_exact(parts.iter_mut().map(|part| list(part).len()).sum());
    parts.iter_mut().for_each(|part| all.append(list(part)));
}

fn key(block: &Block) -> Key {
    (block.block_type().to_owned(), block.labels().iter().map(|it| it.text().to_owned()).collect())
}

impl Assembly {
    fn fill(&mut self, module: &mut Module) {
        let of_files =
            BodySchema::new([], [BlockSchema::new(SETTINGS, [""; 0]), BlockSchema::new(PROVIDER, ["name"])]);
        let of_files = of_files.unwrap_or_default();
        // Those of override files come last.
        let (mut bodies, mut overriding, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        let files = std::mem::take(&mut module.files);
        for wanted in [Role::Config, Role::Override] {
            for file in files.iter().filter(|file| file.role == wanted) {
                let is_override = wanted == Role::Override;
                let (content, rest) = file.body.partial_content(&of_files).value;
                for block in content.blocks() {
                    match block.block_type() {
                        SETTINGS => self.settings(module, block, is_override),
                        _ => self.provider(module, block, is_override),
                    }
                }
                if is_override { &mut overriding } else { &mut bodies }.push(rest);
                whole.push(&file.body);
                if !content.blocks().is_empty() {
                    module.other_bodies.push(file.body.partial_content(others()).value.1);
                }
            }
        }
        let is_merged = self.overrides == Overrides::Merge && !overriding.is_empty();
        let others = if is_merged {
            self.check_overrides(&bodies, &overriding);
            Body::overlay([Body::merge(&bodies)].iter().chain(&overriding))
        } else {
            Body::merge(bodies.iter().chain(&overriding))
        };
        self.content(module, &others, &files);
        if is_merged {
            module.body = others;
        } else {
            // Nothing is changed, so the files are in their order.
            module.body = Body::merge(whole);
            module.other_bodies.clear();
        }
        module.files = files;
        self.implied_providers(module);
    }

    fn content(&mut self, module: &mut Module, body: &Body, files: &[ModuleFile]) {
        let content = body.partial_content(top_level()).value.0;
        let mut blocks: Vec<&Block> = content.blocks().iter().collect();
        // The source of a call remains, unless the override file has another one.
        let mut sources = HashMap::new();
        if self.overrides == Overrides::Replace {
            let overriding: HashSet<&str> =
                files.iter().filter(|it| it.role == Role::Override).map(|it| it.source.name()).collect();
            let is_override = |block: &Block| overriding.contains(block.source().name());
            let replaced: HashSet<Key> =
                blocks.iter().filter(|it| is_override(it)).map(|it| key(it)).collect();
            // The last one of each remains.
            let mut seen = HashSet::new();
            blocks.reverse();
            let mut kept = Vec::new();
            for block in blocks {
                if !replaced.contains(&key(block)) || seen.insert(key(block)) {
                    kept.push(block);
                } else if block.block_type() == "module" {
                    sources.insert(key(block), self.reader.call(block).source);
                }
            }
            blocks = kept;
            blocks.reverse();
        }
        let chunks = blocks.chunks(BLOCKS_OF_CHUNK).collect();
        let mut parts = parallel::map(chunks, |chunk: &[&Block]| self.part(chunk, &sources));
        join(&mut module.variables, &mut parts, |it| &mut it.variables);
        join(&mut module.outputs, &mut parts, |it| &mut it.outputs);
        join(&mut module.locals, &mut parts, |it| &mut it.locals);
        join(&mut module.resources, &mut parts, |it| &mut it.resources);
        join(&mut module.module_calls, &mut parts, |it| &mut it.module_calls);
        join(&mut module.moved, &mut parts, |it| &mut it.moved);
        join(&mut module.removed, &mut parts, |it| &mut it.removed);
        join(&mut module.imports, &mut parts, |it| &mut it.imports);
        join(&mut module.checks, &mut parts, |it| &mut it.checks);
        parts.into_iter().for_each(|part| self.reader.found.extend(part.found));
    }

    /// Returns the content of some blocks.
    fn part(&self, blocks: &[&Block], sources: &HashMap<Key, Option<String>>) -> Part {
        let mut reader = Reader::new(self.reader.comments.clone());
        let mut part = Part::default();
        for block in blocks {
            match block.block_type() {
                "variable" => part.variables.push(reader.variable(block)),
                "output" => part.outputs.push(reader.output(block)),
                "locals" => part.locals.extend(block.body().attributes().filter_map(local)),
                "module" => {
                    let mut call = reader.call(block);
                    call.source = call.source.or_else(|| sources.get(&key(block))?.clone());
                    part.module_calls.push(call);
                }
                "moved" => part.moved.push(reader.moved(block)),
                "removed" => part.removed.push(reader.removed(block)),
                "import" => part.imports.push(reader.import(block)),
                "check" => part.checks.push(reader.check(block)),
                block_type => {
                    let Some(mode) = ResourceMode::of(block_type) else { continue };
                    let mut resource = reader.resource(mode, block);
                    if !self.lifecycles.is_empty()
                        && let Some(lifecycles) = self.lifecycles.get(&key(block))
                    {
                        let body = Body::overlay(lifecycles.iter().map(Block::body));
                        resource.lifecycle = lifecycles.first().map(|it| Reader::lifecycle(&body, it.into()));
                    }
                    part.resources.push(resource);
                }
            }
        }
        part.found = reader.found;
        part
    }

    /// Reports blocks of override files that override nothing, and finds the `lifecycle` blocks,
    /// which are merged by their arguments.
    fn check_overrides(&mut self, bodies: &[Body], overriding: &[Body]) {
        let blocks = |body: &Body| body.partial_content(top_level()).value.0.blocks().to_vec();
        let bases: Vec<Block> = bodies.iter().flat_map(blocks).collect();
        let names =
            |block: &Block| block.body().attributes().map(|it| it.name().to_owned()).collect::<Vec<_>>();
        let locals: HashSet<String> =
            bases.iter().filter(|it| it.block_type() == "locals").flat_map(names).collect();
        let keys: HashSet<Key> = bases.iter().map(key).collect();
        let mut changed: HashMap<Key, Vec<Block>> = HashMap::new();
        for block in overriding.iter().flat_map(blocks) {
            let block_type = block.block_type();
            if NOT_OVERRIDDEN.contains(&block_type) {
                let detail = format!("A block {block_type:?} is not possible in an override file.");
                let code = Code::UnexpectedBlock;
                self.reader.error_at(code, detail, block.source(), block.header_span());
            } else if block_type == "locals" {
                for attribute in block.body().attributes() {
                    if !locals.contains(attribute.name()) && attribute.name() != JSON_COMMENT {
                        let address = format!("local.{}", attribute.name());
                        self.nothing_overridden(&address, attribute.source(), attribute.name_span());
                    }
                }
            } else if !keys.contains(&key(&block)) {
                let labels = block.labels().iter().map(|label| label.text());
                let address = [block_type].into_iter().chain(labels).collect::<Vec<_>>().join(".");
                self.nothing_overridden(&address, block.source(), block.header_span());
            } else {
                changed.entry(key(&block)).or_default().extend(block.body().blocks_of_type("lifecycle"));
            }
        }
        changed.retain(|_, lifecycles| !lifecycles.is_empty());
        for block in bases {
            if let Some(lifecycles) = changed.remove(&key(&block)) {
                let all = block.body().blocks_of_type("lifecycle").chain(lifecycles);
                self.lifecycles.insert(key(&block), all.collect());
            }
        }
    }

    fn nothing_overridden(&mut self, address: &str, source: &Source, span: Span) {
        let detail = format!("There is no {address:?} that this can override. Define it in another file.");
        let error = Diagnostic::error(Category::Data, "Nothing to override", detail);
        self.reader.found.push(error.with_code(Code::MissingItem).at(span).in_source(source));
    }

    /// Adds the content of a block `terraform`.
    fn settings(&mut self, module: &mut Module, block: &Block, is_override: bool) {
        let is_override = is_override && self.overrides == Overrides::Merge;
        static SETTINGS: Shape =
            Shape::new(&["required_version"], &[("required_providers", 0), ("backend", 1), ("cloud", 0)]);
        let fields = SETTINGS.fields(block.body());
        if let Some(version) = self.reader.text(fields.attribute("required_version")) {
            if is_override {
                module.settings.required_versions.clear();
            }
            module.settings.required_versions.push(version);
        }
        for block in fields.blocks("required_providers") {
            for attribute in block.body().attributes().filter(|it| it.name() != JSON_COMMENT) {
                self.requirement(module, &attribute, is_override);
            }
        }
        let settings = &mut module.settings;
        for block in fields.blocks("backend") {
            let (ty, arguments) = (label(&block, 0), block.body().clone());
            let backend = Backend { ty, arguments, at: (&block).into() };
            if is_override {
                (settings.backend, settings.cloud) = (Some(backend), None);
            } else if let Some(first) = &settings.backend {
                let repeated = repeated("backend", &backend.at, &first.at);
                self.reader.found.push(repeated);
            } else {
                settings.backend = Some(backend);
            }
        }
        for block in fields.blocks("cloud") {
            if is_override {
                settings.backend = None;
            }
            settings.cloud = Some(block);
        }
        settings.rest.push(fields.into_rest());
    }

    /// Adds an entry of `required_providers`.
    fn requirement(&mut self, module: &mut Module, attribute: &Attribute, is_override: bool) {
        let name = attribute.name().to_owned();
        let Some(read) = self.read_requirement(attribute) else { return };
        if is_override || !module.required_providers.contains_key(&name) {
            module.required_providers.insert(name, read);
            return;
        }
        let known = module.required_providers.entry(name).or_default();
        if let (Some(first), Some(again)) = (&known.source, &read.source)
            && first != again
        {
            let detail = format!(
                "The source of the provider {:?} is both {first:?} and {again:?}. Remove one of the two.",
                attribute.name()
            );
            let error = Diagnostic::error(Category::Data, "Two sources of a provider", detail);
            let error = error.with_code(Code::DuplicateDefinition).at(attribute.name_span());
            self.reader.found.push(error.in_source(attribute.source()));
        } else if read.source.is_some() {
            known.source = read.source;
        }
        known.version_constraints.extend(read.version_constraints);
        known.aliases.extend(read.aliases);
        known.at = known.at.take().or(read.at);
    }

    /// Returns the requirement in an entry: an object, or a version by itself.
    fn read_requirement(&mut self, attribute: &Attribute) -> Option<ProviderRequirement> {
        let expression = attribute.expression();
        let mut read = ProviderRequirement { at: Some(attribute.into()), ..ProviderRequirement::default() };
        let value = expression.evaluate(&EvalContext::literal_only()).ok();
        let version = value.and_then(|it| convert(&it, &Type::String).ok());
        if let Some(version) = version.as_ref().and_then(Value::as_str) {
            read.version_constraints.push(version.to_owned());
            return Some(read);
        }
        let Ok(entries) = expression.static_map() else {
            let detail = format!(
                "Expected an object such as {{ source = \"hashicorp/{0}\" }} for the provider {0:?}.",
                attribute.name()
            );
            self.reader.error(Code::ObjectExpected, detail, expression);
            return None;
        };
        for (key, value) in entries {
            let key = key.static_keyword().or_else(|| read::literal(&key));
            match key.as_deref() {
                Some("source") => read.source = self.requirement_text("source", &value),
                Some("version") => read.version_constraints.extend(self.requirement_text("version", &value)),
                Some("configuration_aliases") => read.aliases = self.aliases(attribute.name(), &value),
                _ => {}
            }
        }
        Some(read)
    }

    fn requirement_text(&mut self, name: &str, expression: &Expression) -> Option<String> {
        let value = expression.evaluate_with_diagnostics(&EvalContext::new());
        let text = value.value.as_str().map(str::to_owned);
        if value.diagnostics.has_errors() || text.is_none() && !value.value.is_null() {
            let detail = format!("The value of {name:?} is unsuitable: expected a string.");
            self.reader.error(Code::TypeMismatch, detail, expression);
        }
        text
    }

    fn aliases(&mut self, provider: &str, expression: &Expression) -> Vec<ProviderRef> {
        let elements = match expression.static_list() {
            Ok(elements) => elements,
            Err(error) => {
                self.reader.found.extend(error.diagnostics().clone());
                return Vec::new();
            }
        };
        let mut aliases = Vec::new();
        for element in elements {
            let Some(alias) = self.reader.provider_ref(&element) else { continue };
            if alias.name == provider {
                aliases.push(alias);
            } else {
                let detail = format!("Expected an alias of this provider, such as {provider}.main.");
                self.reader.error(Code::UnsuitableExpression, detail, &element);
            }
        }
        aliases
    }

    /// Adds a configuration of a provider. An override file changes the one with the same alias.
    fn provider(&mut self, module: &mut Module, block: &Block, is_override: bool) {
        let mut config = self.reader.provider(block);
        let requirement = module.required_providers.entry(config.name.clone()).or_default();
        requirement.version_constraints.extend(config.version.clone());
        let same = |it: &&mut ProviderConfig| it.name == config.name && it.alias == config.alias;
        let first = module.provider_configs.iter_mut().find(same);
        match (first, self.overrides) {
            (Some(first), Overrides::Merge) if is_override => {
                first.arguments = Body::overlay([&first.arguments, &config.arguments]);
                first.version = config.version.take().or(first.version.take());
            }
            (Some(first), Overrides::Replace) if is_override => *first = config,
            (None, Overrides::Merge) if is_override => {
                let alias = config.alias.iter().map(|it| format!(".{it}"));
                let address = format!("provider.{}{}", config.name, alias.collect::<String>());
                self.nothing_overridden(&address, &config.at.source, config.at.span);
            }
            (Some(first), _) if !is_override => {
                let name = match &config.alias {
                    Some(alias) => format!("provider.{}.{alias}", config.name),
                    None => format!("provider.{}", config.name),
                };
                let repeated = repeated(&name, &config.at, &first.at);
                self.reader.found.push(repeated);
                module.provider_configs.push(config);
            }
            _ => module.provider_configs.push(config),
        }
    }

    /// Adds the providers of resources that nothing requires.
    fn implied_providers(&mut self, module: &mut Module) {
        for resource in &module.resources {
            if resource.mode != ResourceMode::Ephemeral {
                module.required_providers.entry(resource.provider.name.clone()).or_default();
            }
        }
    }

    /// Reports definitions of names that have one already.
    fn report_repeated(&mut self, module: &Module) {
        let overriding: HashSet<&str> =
            module.files.iter().filter(|it| it.role == Role::Override).map(|it| it.source.name()).collect();
        let count =
            module.variables.len() + module.outputs.len() + module.locals.len() + module.resources.len();
        let mut first: HashMap<(&str, &str, &str), &Location> = HashMap::with_capacity(count);
        let found = &mut self.reader.found;
        let mut add = |kind, ty, name, at| match first.entry((kind, ty, name)) {
            Entry::Occupied(first) if !overriding.contains(Location::file(at)) => {
                let parts = [kind, ty, name].into_iter().filter(|it| !it.is_empty());
                found.push(repeated(&parts.collect::<Vec<_>>().join("."), at, first.get()));
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(entry) => _ = entry.insert(at),
        };
        module.variables.iter().for_each(|it| add("var", "", &it.name, &it.at));
        module.outputs.iter().for_each(|it| add("output", "", &it.name, &it.at));
        module.locals.iter().for_each(|it| add("local", "", &it.name, &it.at));
        module.module_calls.iter().for_each(|it| add("module", "", &it.name, &it.at));
        module.checks.iter().for_each(|it| add("check", "", &it.name, &it.at));
        for resource in &module.resources {
            let kind = match resource.mode {
                ResourceMode::Managed => "",
                mode => mode.block_type(),
            };
            add(kind, &resource.ty, &resource.name, &resource.at);
        }
    }
}

fn repeated(name: &str, at: &Location, first: &Location) -> Diagnostic {
    let code = Code::DuplicateDefinition;
    let detail = format!("{name:?} is defined already. Remove or rename one of the two.");
    let error = at.place(Diagnostic::error(code.category(), code.summary(), detail).with_code(code));
    error.with_label_in(&first.source, first.span, "first defined here")
}

/// Returns a local value; a comment in JSON is none.
fn local(attribute: Attribute) -> Option<Local> {
    if attribute.name() == JSON_COMMENT {
        return None;
    }
    let comments = attribute.ast().map(|it| it.leading_comments().map(str::to_owned).collect());
    Some(Local {
        name: attribute.name().to_owned(),
        at: (&attribute).into(),
        comments: comments.unwrap_or_default(),
        value: attribute.into_expression(),
    })
}

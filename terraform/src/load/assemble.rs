//! Puts the content of the files of a module together.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use serde_hcl::body::{BlockSchema, BodySchema};
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::value::convert;
use serde_hcl::{Attribute, Block, Body, Diagnostic, EvalContext, Expression, Source, Span, Type, Value};

use super::parallel;
use super::part::{FilesRead, PROVIDER, Part, SETTINGS, content, is_of_settings};
use super::read::{self, Reader, Shape, label};
use crate::content::{Backend, ProviderConfig, ProviderRef, ProviderRequirement, ResourceMode, Settings};
use crate::language::{JSON_COMMENT, top_level};
use crate::{Dialect, Location, Module, Overrides, Role};

/// The blocks that override files must not have.
const NOT_OVERRIDDEN: [&str; 4] = ["moved", "removed", "import", "check"];

/// Creates the module of files, which are in the order of their names.
pub(super) fn module(folder: String, dialect: Dialect, overrides: Overrides, read: Vec<FilesRead>) -> Module {
    let mut reader = Reader::default();
    let (mut files, mut parts, mut overriding) = (Vec::new(), Vec::new(), Vec::new());
    for read in read {
        files.extend(read.files);
        reader.found.extend(read.found);
        parts.push(read.part);
        overriding.push(read.overriding);
    }
    let bodies = |role| files.iter().filter(move |it| it.role == role).map(|it| &it.body);
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
        body: Body::merge(bodies(Role::Config).chain(bodies(Role::Override))),
        other_bodies: Vec::new(),
        files,
        children: BTreeMap::new(),
        diagnostics: Diagnostics::new(),
        references: OnceLock::new(),
    };
    let mut assembly = Assembly { overrides, reader };
    assembly.fill(&mut module, parts, overriding);
    assembly.report_repeated(&module);
    module.diagnostics = assembly.reader.found;
    module.diagnostics.sort_by_position();
    module
}

/// Returns the schema of the blocks `terraform` and `provider`.
fn of_settings() -> BodySchema {
    let blocks = [BlockSchema::new(SETTINGS, [""; 0]), BlockSchema::new(PROVIDER, ["name"])];
    BodySchema::new([], blocks).unwrap_or_default()
}

/// Returns the schema of all other blocks.
fn others() -> &'static BodySchema {
    static SCHEMA: OnceLock<BodySchema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let is_other = |it: &&BlockSchema| ![SETTINGS, PROVIDER].contains(&it.block_type());
        let blocks = top_level().blocks().filter(is_other).cloned();
        BodySchema::new([], blocks).unwrap_or_default()
    })
}

/// The address of a block among those of its type.
type Key = (String, Vec<String>);

struct Assembly {
    overrides: Overrides,
    reader: Reader,
}

/// The number of blocks that are read together.
const BLOCKS_OF_CHUNK: usize = 64;

fn key(block: &Block) -> Key {
    (block.block_type().to_owned(), block.labels().iter().map(|it| it.text().to_owned()).collect())
}

impl Assembly {
    fn fill(&mut self, module: &mut Module, mut parts: Vec<Part>, overriding: Vec<Part>) {
        for (parts, is_override) in [(&parts, false), (&overriding, true)] {
            for block in parts.iter().flat_map(|part| &part.settings) {
                match block.block_type() {
                    SETTINGS => self.settings(module, block, is_override),
                    _ => self.provider(module, block, is_override),
                }
            }
        }
        // Those of override files come last.
        parts.extend(overriding);
        self.join(module, parts);
        if module.files.iter().any(|it| it.role == Role::Override) {
            match self.overrides {
                Overrides::Merge => self.merge(module),
                Overrides::Replace => self.replace(module),
                Overrides::Keep => {}
            }
        }
        self.implied_providers(module);
    }

    fn join(&mut self, module: &mut Module, mut parts: Vec<Part>) {
        Part::join(&mut parts, module);
        parts.into_iter().for_each(|part| self.reader.found.extend(part.reader.found));
    }

    /// Adds the content of blocks that were not read with their files.
    fn read(&mut self, module: &mut Module, blocks: &[Block]) {
        let chunks = blocks.chunks(BLOCKS_OF_CHUNK).collect();
        let read = |part: &mut Part, chunks: Vec<&[Block]>| chunks.into_iter().for_each(|it| part.read(it));
        self.join(module, parallel::fold_runs(chunks, read));
    }

    /// Adds the content of files in which the arguments of override files replace others.
    fn merge(&mut self, module: &mut Module) {
        let of_settings = of_settings();
        let (mut bodies, mut overriding) = (Vec::new(), Vec::new());
        for role in [Role::Config, Role::Override] {
            for file in module.files.iter().filter(|it| it.role == role) {
                let (content, rest) = file.body.partial_content(&of_settings).value;
                if role == Role::Config { &mut bodies } else { &mut overriding }.push(rest);
                if !content.blocks().is_empty() {
                    module.other_bodies.push(file.body.partial_content(others()).value.1);
                }
            }
        }
        let lifecycles = self.check_overrides(&bodies, &overriding);
        module.body = Body::overlay([Body::merge(bodies)].iter().chain(&overriding));
        self.read(module, content(&module.body).blocks());
        for resource in module.resources.iter_mut().filter(|_| !lifecycles.is_empty()) {
            let block_type = resource.mode.block_type().to_owned();
            let key = (block_type, vec![resource.ty.clone(), resource.name.clone()]);
            if let Some(lifecycles) = lifecycles.get(&key) {
                let body = Body::overlay(lifecycles.iter().map(Block::body));
                resource.lifecycle = lifecycles.first().map(|it| Reader::lifecycle(&body, it.into()));
            }
        }
    }

    /// Adds the content of files in which the blocks of override files replace others: the last one
    /// of each remains.
    fn replace(&mut self, module: &mut Module) {
        let blocks = |role| {
            let files = module.files.iter().filter(move |it| it.role == role);
            let blocks = files.flat_map(|it| content(&it.body).blocks().to_vec());
            blocks.filter(|it| !is_of_settings(it)).collect::<Vec<_>>()
        };
        let (mut all, overriding) = (blocks(Role::Config), blocks(Role::Override));
        let replaced: HashSet<Key> = overriding.iter().map(key).collect();
        all.extend(overriding);
        let mut seen = HashSet::new();
        let mut kept = Vec::new();
        // The source of a call remains, unless the override file has another one.
        let mut sources = HashMap::new();
        for block in all.into_iter().rev() {
            if !replaced.contains(&key(&block)) || seen.insert(key(&block)) {
                kept.push(block);
            } else if block.block_type() == "module" {
                let call = self.reader.call(&block);
                sources.insert(call.name, call.source);
            }
        }
        kept.reverse();
        self.read(module, &kept);
        for call in module.module_calls.iter_mut().filter(|it| it.source.is_none()) {
            call.source = sources.remove(&call.name).flatten();
        }
    }

    /// Reports blocks of override files that override nothing. Returns the `lifecycle` blocks of
    /// resources that these files change, which are merged by their arguments.
    fn check_overrides(&mut self, bases: &[Body], overriding: &[Body]) -> HashMap<Key, Vec<Block>> {
        let blocks = |body: &Body| content(body).blocks().to_vec();
        let bases: Vec<Block> = bases.iter().flat_map(blocks).collect();
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
        let mut lifecycles = HashMap::new();
        for block in bases {
            if let Some(changed) = changed.remove(&key(&block)) {
                let all = block.body().blocks_of_type("lifecycle").chain(changed);
                lifecycles.insert(key(&block), all.collect());
            }
        }
        lifecycles
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
            self.reader.error(Code::TypeMismatch, detail, expression);
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
            let name = &resource.provider.name;
            if resource.mode != ResourceMode::Ephemeral && !module.required_providers.contains_key(name) {
                module.required_providers.insert(name.clone(), ProviderRequirement::default());
            }
        }
    }

    /// Reports definitions of names that have one already.
    fn report_repeated(&mut self, module: &Module) {
        let overriding = module.files.iter().filter(|it| it.role == Role::Override);
        let mut repeated = Repeated {
            overriding: overriding.map(|it| it.source.name()).collect(),
            found: &mut self.reader.found,
        };
        repeated.report("var", module.variables.iter().map(|it| (&*it.name, &it.at)));
        repeated.report("output", module.outputs.iter().map(|it| (&*it.name, &it.at)));
        repeated.report("local", module.locals.iter().map(|it| (&*it.name, &it.at)));
        repeated.report("module", module.module_calls.iter().map(|it| (&*it.name, &it.at)));
        repeated.report("check", module.checks.iter().map(|it| (&*it.name, &it.at)));
        let mut first = Firsts::with_capacity_and_hasher(module.resources.len(), RandomState::default());
        for resource in &module.resources {
            let kind = match resource.mode {
                ResourceMode::Managed => "",
                mode => mode.block_type(),
            };
            let name = [kind, &*resource.ty, &*resource.name];
            repeated.add(&mut first, name, &resource.at, name);
        }
    }
}

/// The first definitions of names.
type Firsts<'m, K> = HashMap<K, &'m Location, RandomState>;

/// Reports names that are defined again.
struct Repeated<'m> {
    /// The override files, whose definitions replace others.
    overriding: HashSet<&'m str>,
    found: &'m mut Diagnostics,
}

impl<'m> Repeated<'m> {
    /// Reports the names of a kind.
    fn report(&mut self, kind: &str, names: impl ExactSizeIterator<Item = (&'m str, &'m Location)>) {
        let mut first = Firsts::with_capacity_and_hasher(names.len(), RandomState::default());
        for (name, at) in names {
            self.add(&mut first, name, at, [kind, name, ""]);
        }
    }

    fn add<K: Hash + Eq>(
        &mut self,
        first: &mut Firsts<'m, K>,
        name: K,
        at: &'m Location,
        address: [&str; 3],
    ) {
        match first.entry(name) {
            Entry::Occupied(first) if !self.overriding.contains(at.file()) => {
                let parts = address.into_iter().filter(|it| !it.is_empty());
                self.found.push(repeated(&parts.collect::<Vec<_>>().join("."), at, first.get()));
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(entry) => _ = entry.insert(at),
        }
    }
}

fn repeated(name: &str, at: &Location, first: &Location) -> Diagnostic {
    let code = Code::DuplicateDefinition;
    let detail = format!("{name:?} is defined already. Remove or rename one of the two.");
    let error = at.place(Diagnostic::error(code.category(), code.summary(), detail).with_code(code));
    error.with_label_in(&first.source, first.span, "first defined here")
}

//! The language of Terraform: the blocks and arguments that it defines.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use serde_hcl::body::{AttributeSchema, BlockSchema, BodySchema};
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::ext::Spec;
use serde_hcl::{Block, Body, Diagnostic, Type, ast};

/// Returns the language of Terraform and OpenTofu as a specification: the blocks, and the arguments
/// that have the same meaning in all of them. The arguments of resources, modules and providers are
/// open.
///
/// It describes the language for documentation, editors and checks. Terraform evaluates a module by
/// rules of its own, for which there is [`Module::evaluate`](crate::Module::evaluate).
///
/// ```
/// let language = serde_hcl_terraform::language();
/// let blocks: Vec<_> =
///     language.child_blocks().iter().map(|it| it.block_type.to_owned()).collect();
/// assert_eq!(blocks[..4], ["terraform", "variable", "output", "locals"]);
/// ```
pub fn language() -> Spec {
    object(vec![
        blocks("terraform", &[], settings()),
        blocks("variable", &["name"], variable()),
        blocks("output", &["name"], output()),
        Spec::block_attributes("locals", Type::Dynamic),
        blocks("resource", &["type", "name"], resource(true)),
        blocks("data", &["type", "name"], resource(false)),
        blocks("ephemeral", &["type", "name"], resource(false)),
        blocks("action", &["type", "name"], action()),
        blocks("module", &["name"], module()),
        blocks("provider", &["name"], provider()),
        blocks("moved", &[], object(vec![required("from"), required("to")])),
        blocks("removed", &[], removed()),
        blocks("import", &[], import()),
        blocks("check", &["name"], check()),
    ])
}

fn settings() -> Spec {
    let workspaces = [optional("name"), optional("tags"), optional("project"), optional("prefix")];
    let cloud = vec![
        optional("organization"),
        optional("hostname"),
        optional("token"),
        block("workspaces", &[], object(workspaces.into())),
    ];
    object(vec![
        text("required_version"),
        optional("experiments"),
        optional("language"),
        Spec::block_attributes("required_providers", Type::Dynamic),
        block("backend", &["type"], Spec::opaque_rest()),
        block("cloud", &[], object(cloud)),
        blocks("provider_meta", &["name"], Spec::opaque_rest()),
        Spec::opaque("encryption"),
    ])
}

fn variable() -> Spec {
    object(vec![
        optional("type"),
        optional("default"),
        text("description"),
        flag("sensitive"),
        flag("nullable"),
        flag("ephemeral"),
        text("deprecated"),
        flag("const"),
        blocks("validation", &[], condition()),
    ])
}

fn output() -> Spec {
    object(vec![
        required("value"),
        optional("type"),
        text("description"),
        flag("sensitive"),
        flag("ephemeral"),
        text("deprecated"),
        optional("depends_on"),
        blocks("precondition", &[], condition()),
    ])
}

/// Returns the specification of resources and data sources: the arguments of all types.
fn resource(is_managed: bool) -> Spec {
    let mut parts = vec![
        optional("count"),
        optional("for_each"),
        optional("provider"),
        optional("depends_on"),
        block("lifecycle", &[], lifecycle()),
    ];
    if is_managed {
        parts.push(block("connection", &[], Spec::opaque_rest()));
        parts.push(blocks("provisioner", &["type"], provisioner()));
    }
    parts.push(Spec::opaque_rest());
    object(parts)
}

fn lifecycle() -> Spec {
    let trigger = vec![required("events"), required("actions"), optional("condition")];
    object(vec![
        optional("create_before_destroy"),
        optional("prevent_destroy"),
        optional("destroy"),
        optional("enabled"),
        optional("ignore_changes"),
        optional("replace_triggered_by"),
        blocks("precondition", &[], condition()),
        blocks("postcondition", &[], condition()),
        blocks("action_trigger", &[], object(trigger)),
    ])
}

fn provisioner() -> Spec {
    let connection = block("connection", &[], Spec::opaque_rest());
    object(vec![optional("when"), optional("on_failure"), connection, Spec::opaque_rest()])
}

fn action() -> Spec {
    let config = block("config", &[], Spec::opaque_rest());
    object(vec![optional("count"), optional("for_each"), optional("provider"), config])
}

fn module() -> Spec {
    object(vec![
        required("source"),
        optional("version"),
        optional("providers"),
        optional("count"),
        optional("for_each"),
        optional("depends_on"),
        Spec::opaque_rest(),
    ])
}

fn provider() -> Spec {
    object(vec![optional("alias"), optional("version"), optional("for_each"), Spec::opaque_rest()])
}

fn removed() -> Spec {
    object(vec![
        required("from"),
        block("lifecycle", &[], object(vec![optional("destroy")])),
        block("connection", &[], Spec::opaque_rest()),
        blocks("provisioner", &["type"], provisioner()),
    ])
}

fn import() -> Spec {
    let arguments = ["id", "identity", "provider", "for_each"];
    object([required("to")].into_iter().chain(arguments.map(optional)).collect())
}

fn check() -> Spec {
    object(vec![block("data", &["type", "name"], resource(false)), blocks("assert", &[], condition())])
}

fn condition() -> Spec {
    object(vec![required("condition"), required("error_message")])
}

fn object(parts: Vec<Spec>) -> Spec {
    Spec::tuple(parts)
}

fn optional(name: &str) -> Spec {
    Spec::attribute(name, Type::Dynamic)
}

fn required(name: &str) -> Spec {
    optional(name).required()
}

fn text(name: &str) -> Spec {
    Spec::attribute(name, Type::String)
}

fn flag(name: &str) -> Spec {
    Spec::attribute(name, Type::Bool)
}

/// Returns the specification of any number of blocks.
fn blocks(block_type: &str, labels: &[&str], nested: Spec) -> Spec {
    Spec::block_tuple(block_type, .., labeled(labels, nested))
}

/// Returns the specification of at most one block.
fn block(block_type: &str, labels: &[&str], nested: Spec) -> Spec {
    Spec::block_tuple(block_type, ..=1, labeled(labels, nested))
}

fn labeled(labels: &[&str], nested: Spec) -> Spec {
    let labels = labels.iter().enumerate().map(|(index, name)| Spec::label(index, *name));
    Spec::tuple(labels.chain([nested]))
}

/// The name of comments in JSON.
pub(crate) const JSON_COMMENT: &str = "//";

/// A level of the language, prepared for checks.
struct Level {
    schema: BodySchema,
    /// The same without required arguments, which an override file need not repeat.
    relaxed: BodySchema,
    is_open: bool,
    blocks: HashMap<String, Nested, RandomState>,
}

/// The blocks of a type.
struct Nested {
    labels: usize,
    /// The content; `None` for arguments of any name.
    level: Option<Level>,
    /// Whether there can be one block only.
    is_single: bool,
}

impl Level {
    fn new(spec: &Spec) -> Self {
        let blocks = spec.child_blocks();
        let schema = |is_relaxed: bool| {
            let attributes = spec.child_attributes().into_iter().map(|it| match it.is_required {
                true if !is_relaxed => AttributeSchema::required(it.name),
                _ => AttributeSchema::optional(it.name),
            });
            let opaque = spec.opaque_names().into_iter();
            let nested = blocks.iter().map(|it| BlockSchema::new(it.block_type, it.labels.clone()));
            let nested = nested.chain(opaque.map(|name| BlockSchema::new(name, [""; 0])));
            BodySchema::new(attributes, nested).unwrap_or_default()
        };
        let level = |nested: Option<&Spec>| nested.map(Self::new);
        Self {
            schema: schema(false),
            relaxed: schema(true),
            is_open: spec.is_open(),
            blocks: blocks
                .iter()
                .map(|it| {
                    let is_single = it.nested.is_some() && it.at_most == Some(1);
                    let nested = Nested { labels: it.labels.len(), level: level(it.nested), is_single };
                    (it.block_type.to_owned(), nested)
                })
                .collect(),
        }
    }
}

/// The form of a file.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) is_json: bool,
    pub(crate) is_override: bool,
}

/// Reports the blocks and arguments of a file that the language does not have.
pub(crate) fn check_body(body: &Body, form: Form, found: &mut Diagnostics) {
    static LANGUAGE: OnceLock<Level> = OnceLock::new();
    let language = LANGUAGE.get_or_init(|| Level::new(&language()));
    if !body.ast().is_some_and(|it| language.has(it, form)) {
        check_level(body, language, form, found);
    }
}

impl Level {
    /// Returns whether a body in native syntax has nothing to report, which is quickly found for
    /// most bodies.
    fn has(&self, body: ast::Body<'_>, form: Form) -> bool {
        let schema = if form.is_override { &self.relaxed } else { &self.schema };
        let is_known = |it: ast::Attribute<'_>| self.is_open || schema.attribute(it.name()).is_some();
        let is_set = |name: &str| body.attributes().any(|it| it.name() == name);
        let mut required = schema.attributes().filter(|it| it.is_required());
        if !body.attributes().all(is_known) || !required.all(|it| is_set(it.name())) {
            return false;
        }
        body.blocks().all(|block| {
            let name = block.block_type();
            let Some(Nested { labels, level, is_single }) = self.blocks.get(name) else {
                return self.is_open || schema.block(name).is_some();
            };
            let is_alone = || body.blocks().filter(|it| it.block_type() == name).count() == 1;
            *labels == block.labels().len()
                && (!is_single || is_alone())
                && match level {
                    Some(level) => level.has(block.body(), form),
                    None => block.body().blocks().next().is_none(),
                }
        })
    }
}

fn check_level(body: &Body, level: &Level, form: Form, found: &mut Diagnostics) {
    let schema = if form.is_override { &level.relaxed } else { &level.schema };
    let uncommented = if form.is_json { Some(without_comments(body)) } else { None };
    let body = uncommented.as_ref().unwrap_or(body);
    let content = if level.is_open {
        let outcome = body.partial_content(schema);
        found.extend(outcome.diagnostics);
        outcome.value.0
    } else {
        let outcome = body.content(schema);
        found.extend(outcome.diagnostics);
        outcome.value
    };
    let mut first: BTreeMap<&str, &Block> = BTreeMap::new();
    for block in content.blocks() {
        let Some(nested) = level.blocks.get(block.block_type()) else { continue };
        if nested.is_single {
            match first.get(block.block_type()) {
                Some(first) => found.push(repeated(block, first)),
                None => _ = first.insert(block.block_type(), block),
            }
        }
        match &nested.level {
            Some(level) => check_level(block.body(), level, form, found),
            None => found.extend(block.body().just_attributes().diagnostics),
        }
    }
}

/// Returns a body in JSON without its comment.
fn without_comments(body: &Body) -> Body {
    let comment = BodySchema::new([AttributeSchema::optional(JSON_COMMENT)], []).unwrap_or_default();
    body.partial_content(&comment).value.1
}

fn repeated(block: &Block, first: &Block) -> Diagnostic {
    let detail = format!("Only one block {:?} is possible here. Remove one of the two.", block.block_type());
    let error = Diagnostic::error(Category::Data, Code::DuplicateBlock.summary(), detail);
    let error = error.with_code(Code::DuplicateBlock).at(block.header_span()).in_source(block.source());
    error.with_label_in(first.source(), first.header_span(), "the first one")
}

/// Returns the schema of the blocks at the top of files.
pub(crate) fn top_level() -> &'static BodySchema {
    static SCHEMA: OnceLock<BodySchema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let language = language();
        let blocks = language.child_blocks().into_iter().map(|it| BlockSchema::new(it.block_type, it.labels));
        BodySchema::new([], blocks).unwrap_or_default()
    })
}

//! Reads the typed content of blocks.

use std::sync::OnceLock;

use serde_hcl::TraversalStep;
use serde_hcl::body::{AttributeSchema, BlockSchema, BodyContent, BodySchema};
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::ext::{TypeConstraint, type_constraint};
use serde_hcl::value::convert;
use serde_hcl::{
    Attribute, Block, Body, Diagnostic, EvalContext, Expression, Source, Span, Traversal, Type, Value,
    parse_traversal,
};

use crate::Location;
use crate::content::{
    Check, Condition, Import, Lifecycle, ModuleCall, Moved, Output, ProviderConfig, ProviderRef, Removed,
    Resource, ResourceMode, Variable,
};
use crate::language::JSON_COMMENT;

/// Reads blocks, and collects the diagnostics.
#[derive(Default)]
pub(super) struct Reader {
    /// A context without variables and functions.
    pub(super) context: EvalContext,
    pub(super) found: Diagnostics,
}

/// The content of a block by a list of names.
pub(super) struct Fields {
    content: BodyContent,
    rest: Body,
}

/// The names that are read in the blocks of a type, prepared for many blocks.
pub(super) struct Shape {
    attributes: &'static [&'static str],
    /// The types of blocks, with the numbers of their labels.
    blocks: &'static [(&'static str, usize)],
    schema: OnceLock<BodySchema>,
}

impl Shape {
    pub(super) const fn new(
        attributes: &'static [&'static str],
        blocks: &'static [(&'static str, usize)],
    ) -> Self {
        Self { attributes, blocks, schema: OnceLock::new() }
    }

    /// Returns the content of a body by the names.
    pub(super) fn fields(&self, body: &Body) -> Fields {
        let schema = self.schema.get_or_init(|| {
            let attributes = self.attributes.iter().copied().chain([JSON_COMMENT]);
            let labels = |count: usize| (0..count).map(|index| format!("label {index}"));
            let blocks = self.blocks.iter().map(|(ty, count)| BlockSchema::new(*ty, labels(*count)));
            BodySchema::new(attributes.map(AttributeSchema::optional), blocks).unwrap_or_default()
        });
        // The check of the language reports the form of blocks.
        let (content, rest) = body.partial_content(schema).value;
        Fields { content, rest }
    }
}

static PROVIDER: Shape = Shape::new(&["alias", "version"], &[]);
static VARIABLE: Shape = Shape::new(
    &["type", "default", "description", "sensitive", "nullable", "ephemeral", "deprecated"],
    &[("validation", 0)],
);
static OUTPUT: Shape =
    Shape::new(&["value", "description", "sensitive", "ephemeral", "deprecated"], &[("precondition", 0)]);
static RESOURCE: Shape = Shape::new(
    &["count", "for_each", "provider", "depends_on"],
    &[("lifecycle", 0), ("connection", 0), ("provisioner", 1)],
);
static DATA: Shape = Shape::new(&["count", "for_each", "provider", "depends_on"], &[("lifecycle", 0)]);
static LIFECYCLE: Shape = Shape::new(&[], &[("precondition", 0), ("postcondition", 0)]);
static MODULE: Shape =
    Shape::new(&["source", "version", "providers", "count", "for_each", "depends_on"], &[]);
static REMOVED: Shape = Shape::new(&["from"], &[("lifecycle", 0)]);
static CHECK: Shape = Shape::new(&[], &[("data", 2), ("assert", 0)]);

impl Fields {
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.content.attribute(name)
    }

    pub(super) fn expression(&self, name: &str) -> Option<Expression> {
        self.attribute(name).map(|it| it.expression().clone())
    }

    pub(super) fn block(&self, block_type: &str) -> Option<Block> {
        self.content.blocks_of_type(block_type).next().cloned()
    }

    pub(super) fn blocks(&self, block_type: &str) -> Vec<Block> {
        self.content.blocks_of_type(block_type).cloned().collect()
    }

    fn conditions(&self, block_type: &str) -> Vec<Condition> {
        self.content.blocks_of_type(block_type).map(condition).collect()
    }

    /// Returns the content without these names.
    pub(super) fn into_rest(self) -> Body {
        self.rest
    }
}

impl Reader {
    /// Returns the value of an attribute that is constant.
    fn constant(&mut self, attribute: &Attribute) -> Option<Value> {
        let outcome = attribute.expression().evaluate_with_diagnostics(&self.context);
        let is_valid = !outcome.diagnostics.has_errors();
        // The mistake in an invalid expression is reported already.
        let is_new = |it: &Diagnostic| it.code() != Some(Code::InvalidExpression);
        self.found.extend(outcome.diagnostics.into_iter().filter(is_new));
        is_valid.then_some(outcome.value)
    }

    /// Returns the value of an attribute of a type, unless it is null.
    fn typed(&mut self, attribute: Option<&Attribute>, ty: &Type) -> Option<Value> {
        let attribute = attribute?;
        let value = self.constant(attribute)?;
        if value.is_null() {
            return None;
        }
        match convert(&value, ty) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("The value of {:?} is unsuitable: {error}.", attribute.name());
                self.error(Code::TypeMismatch, detail, attribute.expression());
                None
            }
        }
    }

    pub(super) fn text(&mut self, attribute: Option<&Attribute>) -> Option<String> {
        self.typed(attribute, &Type::String)?.as_str().map(str::to_owned)
    }

    fn flag(&mut self, attribute: Option<&Attribute>) -> Option<bool> {
        self.typed(attribute, &Type::Bool)?.as_bool()
    }

    pub(super) fn error(&mut self, code: Code, detail: String, expression: &Expression) {
        self.error_at(code, detail, expression.source(), expression.span());
    }

    pub(super) fn error_at(&mut self, code: Code, detail: String, source: &Source, span: Span) {
        let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
        self.found.push(error.at(span).in_source(source));
    }

    /// Returns the reference that an expression is. In older modules, references are in quotes.
    fn traversal(&mut self, expression: &Expression) -> Option<Traversal> {
        let error = match expression.static_traversal() {
            Ok(traversal) => return Some(traversal),
            Err(error) => error,
        };
        match literal(expression).and_then(|text| parse_traversal(text).into_result().ok()) {
            Some(traversal) => Some(traversal),
            None => {
                self.found.extend(error.diagnostics().clone());
                None
            }
        }
    }

    fn traversals(&mut self, attribute: Option<&Attribute>) -> Vec<Traversal> {
        let Some(attribute) = attribute else { return Vec::new() };
        match attribute.expression().static_list() {
            Ok(elements) => elements.iter().filter_map(|it| self.traversal(it)).collect(),
            Err(error) => {
                self.found.extend(error.diagnostics().clone());
                Vec::new()
            }
        }
    }

    /// Returns the configuration of a provider that an expression refers to.
    pub(super) fn provider_ref(&mut self, expression: &Expression) -> Option<ProviderRef> {
        // In OpenTofu, the index of an instance can be computed, and is not part of the reference.
        let in_json = || {
            let text = literal(expression).filter(|_| expression.ast().is_none())?;
            parse_traversal(text.split_once('[')?.0).into_result().ok()
        };
        let indexed = || expression.variables().into_iter().next().filter(|it| it.steps().len() == 2);
        let is_computed = expression.static_traversal().is_err();
        let computed = if is_computed { indexed().or_else(in_json) } else { None };
        let traversal = computed.or_else(|| self.traversal(expression))?;
        let [TraversalStep::Root { name, .. }, rest @ ..] = traversal.steps() else { return None };
        let alias = match rest {
            [] => None,
            [TraversalStep::Attr { name, .. }, ..] => Some(name.clone()),
            _ => {
                let detail = "Expected the name of a provider, and an alias after a dot, such as aws.west.";
                self.error(Code::UnsuitableExpression, detail.to_owned(), expression);
                return None;
            }
        };
        Some(ProviderRef { name: name.clone(), alias })
    }

    pub(super) fn provider(&mut self, block: &Block) -> ProviderConfig {
        let fields = PROVIDER.fields(block.body());
        ProviderConfig {
            name: label(block, 0),
            alias: self.text(fields.attribute("alias")).filter(|it| !it.is_empty()),
            version: self.text(fields.attribute("version")),
            at: block.into(),
            comments: comments(block, &fields),
            arguments: fields.into_rest(),
        }
    }

    /// Returns the variables of blocks. Each step is done for all of them before the next one,
    /// since the code of all steps together is larger than the instruction cache of a processor
    /// (`benches/load.rs`, one processor).
    pub(super) fn variables<'b>(&mut self, blocks: impl Iterator<Item = &'b Block> + Clone) -> Vec<Variable> {
        let fields: Vec<Fields> = blocks.clone().map(|it| VARIABLE.fields(it.body())).collect();
        let types: Vec<_> = fields.iter().map(|it| self.type_of_variable(it)).collect();
        let defaults: Vec<_> = fields.iter().map(|it| self.constant(it.attribute("default")?)).collect();
        for ((fields, ty), default) in fields.iter().zip(&types).zip(&defaults) {
            self.check_default(fields, ty.as_ref(), default.as_ref());
        }
        let read = blocks.zip(fields).zip(types).zip(defaults);
        read.map(|(((block, fields), ty), default)| self.variable(block, fields, ty, default)).collect()
    }

    fn type_of_variable(&mut self, fields: &Fields) -> Option<TypeConstraint> {
        let expression = fields.attribute("type")?.expression();
        let outcome = type_constraint(&old_type(expression));
        let is_valid = !outcome.diagnostics.has_errors();
        self.found.extend(outcome.diagnostics);
        is_valid.then_some(outcome.value)
    }

    /// Reports a default value that is not of the type of the variable.
    fn check_default(&mut self, fields: &Fields, ty: Option<&TypeConstraint>, default: Option<&Value>) {
        let (Some(ty), Some(default), Some(attribute)) = (ty, default, fields.attribute("default")) else {
            return;
        };
        if let Some(error) = ty.convert(default).err().filter(|_| !default.is_null()) {
            let detail = format!("The default value is not of the type of the variable: {error}.");
            self.error(Code::InvalidDefault, detail, attribute.expression());
        }
    }

    fn variable(
        &mut self,
        block: &Block,
        fields: Fields,
        ty: Option<TypeConstraint>,
        default: Option<Value>,
    ) -> Variable {
        Variable {
            name: label(block, 0),
            ty,
            type_expression: fields.expression("type"),
            description: self.text(fields.attribute("description")),
            default,
            sensitive: self.flag(fields.attribute("sensitive")).unwrap_or(false),
            nullable: self.flag(fields.attribute("nullable")).unwrap_or(true),
            ephemeral: self.flag(fields.attribute("ephemeral")).unwrap_or(false),
            deprecated: self.text(fields.attribute("deprecated")),
            validations: fields.conditions("validation"),
            at: block.into(),
            comments: comments(block, &fields),
            rest: fields.into_rest(),
        }
    }

    pub(super) fn output(&mut self, block: &Block) -> Output {
        let fields = OUTPUT.fields(block.body());
        Output {
            name: label(block, 0),
            value: fields.expression("value"),
            description: self.text(fields.attribute("description")),
            sensitive: self.flag(fields.attribute("sensitive")).unwrap_or(false),
            ephemeral: self.flag(fields.attribute("ephemeral")).unwrap_or(false),
            deprecated: self.text(fields.attribute("deprecated")),
            preconditions: fields.conditions("precondition"),
            at: block.into(),
            comments: comments(block, &fields),
            rest: fields.into_rest(),
        }
    }

    pub(super) fn resource(&mut self, mode: ResourceMode, block: &Block) -> Resource {
        let shape = if mode == ResourceMode::Managed { &RESOURCE } else { &DATA };
        let fields = shape.fields(block.body());
        self.reject_both(&fields);
        let ty = label(block, 0);
        let provider = fields.attribute("provider").and_then(|it| self.provider_ref(it.expression()));
        let lifecycle = fields.block("lifecycle");
        let implied =
            || ProviderRef { name: ty.split('_').next().unwrap_or_default().to_owned(), alias: None };
        Resource {
            mode,
            provider: match fields.attribute("provider") {
                Some(_) => provider.unwrap_or_default(),
                None => implied(),
            },
            ty,
            name: label(block, 1),
            count: fields.expression("count"),
            for_each: fields.expression("for_each"),
            depends_on: self.traversals(fields.attribute("depends_on")),
            lifecycle: lifecycle.map(|it| Self::lifecycle(it.body(), (&it).into())),
            connection: fields.block("connection"),
            provisioners: fields.blocks("provisioner"),
            at: block.into(),
            comments: comments(block, &fields),
            arguments: fields.into_rest(),
        }
    }

    /// Reports a `for_each` beside a `count`.
    fn reject_both(&mut self, fields: &Fields) {
        if let (Some(count), Some(for_each)) = (fields.attribute("count"), fields.attribute("for_each")) {
            let detail = "\"count\" and \"for_each\" are not possible together. Remove one of the two.";
            let code = Code::UnexpectedAttribute;
            let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
            let error = error.at(for_each.name_span()).in_source(for_each.source());
            self.found.push(error.with_label_in(count.source(), count.name_span(), "count is set here"));
        }
    }

    pub(super) fn lifecycle(body: &Body, at: Location) -> Lifecycle {
        let inner = LIFECYCLE.fields(body);
        let (preconditions, postconditions) =
            (inner.conditions("precondition"), inner.conditions("postcondition"));
        Lifecycle { arguments: inner.into_rest(), preconditions, postconditions, at }
    }

    pub(super) fn call(&mut self, block: &Block) -> ModuleCall {
        let fields = MODULE.fields(block.body());
        self.reject_both(&fields);
        let providers = fields.attribute("providers").map(|it| self.passed(it.expression()));
        ModuleCall {
            name: label(block, 0),
            source: self.address(fields.attribute("source")),
            version: self.address(fields.attribute("version")),
            providers: providers.unwrap_or_default(),
            count: fields.expression("count"),
            for_each: fields.expression("for_each"),
            depends_on: self.traversals(fields.attribute("depends_on")),
            at: block.into(),
            comments: comments(block, &fields),
            arguments: fields.into_rest(),
        }
    }

    /// Returns the text of an argument of a module, unless it is computed, as is possible in
    /// OpenTofu.
    fn address(&mut self, attribute: Option<&Attribute>) -> Option<String> {
        self.text(attribute.filter(|it| it.expression().variables().is_empty()))
    }

    /// Returns the configurations of providers that a call passes.
    fn passed(&mut self, providers: &Expression) -> Vec<(ProviderRef, ProviderRef)> {
        match providers.static_map() {
            Ok(entries) => {
                let entries = entries.iter();
                entries
                    .filter_map(|(to, from)| Some((self.provider_ref(to)?, self.provider_ref(from)?)))
                    .collect()
            }
            Err(error) => {
                self.found.extend(error.diagnostics().clone());
                Vec::new()
            }
        }
    }

    pub(super) fn moved(&mut self, block: &Block) -> Moved {
        let [from, to] = ["from", "to"].map(|name| expression(block, name));
        let mut address = |it: Option<Expression>| it.and_then(|it| self.traversal(&it));
        Moved { from: address(from), to: address(to), at: block.into() }
    }

    pub(super) fn removed(&mut self, block: &Block) -> Removed {
        let fields = REMOVED.fields(block.body());
        let lifecycle = fields.block("lifecycle");
        Removed {
            from: fields.expression("from").and_then(|it| self.traversal(&it)),
            destroy: lifecycle
                .and_then(|it| it.body().attribute("destroy"))
                .map(|it| it.expression().clone()),
            at: block.into(),
            rest: fields.into_rest(),
        }
    }

    pub(super) fn import(&mut self, block: &Block) -> Import {
        Import {
            to: expression(block, "to"),
            id: expression(block, "id"),
            identity: expression(block, "identity"),
            for_each: expression(block, "for_each"),
            provider: expression(block, "provider").and_then(|it| self.provider_ref(&it)),
            at: block.into(),
        }
    }

    pub(super) fn check(&mut self, block: &Block) -> Check {
        let fields = CHECK.fields(block.body());
        Check {
            name: label(block, 0),
            data: fields.block("data").map(|it| self.resource(ResourceMode::Data, &it)),
            assertions: fields.conditions("assert"),
            at: block.into(),
            comments: comments(block, &fields),
        }
    }
}

/// Returns the type that a word alone names in older modules.
fn old_type(expression: &Expression) -> Expression {
    let keyword = expression.static_keyword();
    let is_quoted = keyword.is_none() && expression.source().slice(expression.span()).starts_with('"');
    let word = keyword.or_else(|| if is_quoted { literal(expression) } else { None });
    let ty = match word.as_deref() {
        Some("string") if is_quoted => "string",
        Some("list") => "list(any)",
        Some("map") => "map(any)",
        _ => return expression.clone(),
    };
    ty.parse().unwrap_or_else(|_| expression.clone())
}

/// Returns a type as it is written: without the quotes around a word in older modules, and around
/// all types in JSON.
pub(crate) fn text_of_type(expression: &Expression) -> String {
    literal(expression).unwrap_or_else(|| expression.source().slice(expression.span()).to_owned())
}

fn condition(block: &Block) -> Condition {
    Condition {
        condition: expression(block, "condition"),
        error_message: expression(block, "error_message"),
        at: block.into(),
    }
}

/// Returns the value of an attribute of a block with few.
fn expression(block: &Block, name: &str) -> Option<Expression> {
    block.body().attribute(name).map(|it| it.expression().clone())
}

/// Returns the comments above a block, or its comment in JSON.
fn comments(block: &Block, fields: &Fields) -> Vec<String> {
    let above = block.leading_comments();
    if !above.is_empty() {
        return above.into_iter().map(str::to_owned).collect();
    }
    fields.attribute(JSON_COMMENT).and_then(|it| literal(it.expression())).into_iter().collect()
}

/// Returns a label, or an empty text for a block that lacks it.
pub(super) fn label(block: &Block, index: usize) -> String {
    block.labels().get(index).map_or_else(String::new, |label| label.text().to_owned())
}

/// Returns the text of a string without references.
pub(super) fn literal(expression: &Expression) -> Option<String> {
    let value = expression.evaluate(&EvalContext::literal_only()).ok()?;
    value.as_str().map(str::to_owned)
}

/// Returns an error about a file or a folder.
pub(super) fn unreadable(name: &str, reason: impl std::fmt::Display) -> Diagnostic {
    let detail = format!("{name} cannot be read: {reason}.");
    Diagnostic::error(Category::Io, Code::Io.summary(), detail).with_code(Code::Io)
}

//! Bodies whose "dynamic" blocks stand for other blocks, see [`dynblock`](crate::ext::dynblock).

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::structure::Label;
use super::{Attribute, AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema, Expression};
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::error::category_of;
use crate::eval::EvalContext;
use crate::func::{Allowance, Budget};
use crate::outcome::Outcome;
use crate::redaction;
use crate::syntax::traversal::TraversalStep;
use crate::value::{Map, Marks, Type, Value, convert};

/// The type of the blocks that stand for others.
pub(crate) const DYNAMIC: &str = "dynamic";

/// What an application has to say against a value of `for_each`.
pub(crate) type Check = dyn Fn(&Value, &Expression) -> Diagnostics + Send + Sync;

/// What is the same in a body and in all bodies in it.
struct Settings {
    context: EvalContext,
    check: Option<Arc<Check>>,
}

/// How the dynamic blocks of a body are expanded, and what its expressions see.
pub(crate) struct Expansion {
    settings: Arc<Settings>,
    pub(super) iteration: Option<Arc<Iteration>>,
    /// What decoding found: the blocks of each dynamic block in source order.
    decoded: OnceLock<Result<Vec<Vec<Block>>, Diagnostics>>,
    /// Of the bodies of other blocks in this one that decoding came to.
    inner: ByNumber,
}

/// One element of a dynamic block's collection: what the block that it makes sees of it.
pub(crate) struct Iteration {
    parent: Option<Arc<Iteration>>,
    name: String,
    /// An object with key and value.
    object: Value,
    /// The collection is not known, nor anything that is computed for the block.
    is_unknown: bool,
    /// The marks of the collection, which are those of all that is made of it.
    marks: Marks,
    /// How many blocks there are if those around it have as many as this one.
    weight: u64,
}

impl Iteration {
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |iteration| iteration.parent.as_deref())
    }

    /// Whether a name is that of an iterator.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.chain().any(|iteration| iteration.name == name)
    }

    pub(super) fn is_unknown(&self) -> bool {
        self.is_unknown
    }

    /// Whether evaluation gives what it gives elsewhere, apart from variables.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_unknown && self.marks.is_empty()
    }

    fn context(&self, outer: &EvalContext) -> EvalContext {
        let mut context = outer.child();
        let mut outermost_first: Vec<_> = self.chain().collect();
        outermost_first.reverse();
        for iteration in outermost_first {
            context.set(iteration.name.clone(), iteration.object.clone());
        }
        context
    }

    /// The value of an expression that sees the iterators.
    pub(super) fn evaluate(
        &self,
        context: &EvalContext,
        budget: &Budget,
        evaluate: impl FnOnce(&EvalContext) -> Outcome<Value>,
    ) -> Outcome<Value> {
        // Each iterator is defined anew; where that is too much, the evaluation has no steps either.
        let iterators = self.chain().count() as u64;
        if !budget.parts_left().look_at(PARTS_OF_AN_ITERATOR * iterators) {
            budget.exhaust();
        }
        // The iterators have no marks of their own.
        let _scope = redaction::scope(!self.marks.is_empty());
        let mut outcome = evaluate(&self.context(context));
        if self.is_unknown {
            // There may be no such block, so only what stops evaluation is reported. Its marks are those of each such block.
            let exceeded = outcome.diagnostics.errors().filter(|error| error.category() == Category::Limit);
            outcome = Outcome {
                diagnostics: exceeded.cloned().collect::<Vec<_>>().into(),
                value: Value::UNKNOWN.with_marks(&outcome.value.all_marks()),
            };
        }
        outcome.map(|value| value.with_marks(&self.marks))
    }
}

impl Body {
    /// The same body with its dynamic blocks expanded.
    pub(crate) fn expand(&self, context: &EvalContext, check: Option<Arc<Check>>) -> Self {
        let settings = Settings { context: context.clone(), check };
        self.with_settings(&Arc::new(settings))
    }

    /// The body and the budget to decode it in a context with. Dynamic blocks in the body are expanded within the same budget.
    pub(crate) fn within_one_budget(&self, context: &EvalContext) -> (Cow<'_, Self>, Budget) {
        if self.parts().iter().all(|body| body.expansion.is_none()) {
            return (Cow::Borrowed(self), context.budget());
        }
        let allowance = context.allowance();
        (Cow::Owned(self.drawing_on(&allowance)), Budget::of(&allowance))
    }

    fn drawing_on(&self, allowance: &Arc<Allowance>) -> Self {
        if let super::BodyKind::Merged { bodies, .. } = &self.kind {
            let merged = Self::merge(bodies.iter().map(|body| body.drawing_on(allowance)));
            return Self { hidden: self.hidden.clone(), ..merged };
        }
        let Some(expansion) = &self.expansion else { return self.clone() };
        let Settings { context, check } = &*expansion.settings;
        let settings = Settings { context: context.drawing_on(allowance), check: check.clone() };
        self.with_settings(&Arc::new(settings))
    }

    fn with_settings(&self, settings: &Arc<Settings>) -> Self {
        if let super::BodyKind::Merged { bodies, .. } = &self.kind {
            return Self::merge(bodies.iter().map(|body| body.with_settings(settings)));
        }
        let iteration = self.iteration().cloned();
        Self { expansion: Some(Expansion::new(settings.clone(), iteration)), ..self.clone() }
    }

    /// Whether it is the body of a block that a dynamic block makes for a collection that is not known yet: then there may be
    /// any number of such blocks, and none of its values is known.
    ///
    /// ```
    /// use serde_hcl::{BlockSchema, BodySchema, EvalContext, Type, Value, ext::dynblock, parse_file};
    ///
    /// let mut context = EvalContext::new();
    /// context.set("ports", Value::unknown(Type::list(Type::Number)));
    /// let file = parse_file("dynamic \"open\" {\n  for_each = ports\n  content {}\n}\n").into_result()?;
    /// let body = dynblock::expand(&file.body(), &context);
    /// let schema = BodySchema::new([], [BlockSchema::new("open", [] as [&str; 0])])?;
    /// let content = body.content(&schema).into_result()?;
    /// assert!(content.blocks()[0].body().is_unknown());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_unknown(&self) -> bool {
        self.parts().iter().any(|body| body.iteration().is_some_and(|iteration| iteration.is_unknown()))
    }

    pub(super) fn iteration(&self) -> Option<&Arc<Iteration>> {
        self.expansion.as_ref()?.iteration.as_ref()
    }
}

impl Expansion {
    fn new(settings: Arc<Settings>, iteration: Option<Arc<Iteration>>) -> Arc<Self> {
        Arc::new(Self { settings, iteration, decoded: OnceLock::new(), inner: ByNumber::default() })
    }

    /// That of a body in this one.
    pub(super) fn of_inner_body(&self) -> Arc<Self> {
        Self::new(self.settings.clone(), self.iteration.clone())
    }

    /// That of the body of another block, by the number of its node.
    pub(super) fn of_node(&self, number: u32) -> &Arc<Self> {
        self.inner.get_or_init(number, || self.of_inner_body())
    }

    /// A schema with dynamic blocks; nothing where it has something of that name already.
    pub(super) fn extend(schema: &BodySchema) -> Option<BodySchema> {
        let is_taken = schema.names().any(|name| name == DYNAMIC);
        let mut extended = schema.clone();
        extended.add_block(BlockSchema::new(DYNAMIC, ["type"]));
        (!is_taken).then_some(extended)
    }

    pub(super) fn attributes<'a>(&self, attributes: impl Iterator<Item = &'a mut Attribute>) {
        for attribute in attributes {
            attribute.expression.iteration.clone_from(&self.iteration);
        }
    }

    /// Expands what the extended schema found in a body. Where all is wanted, blocks of other types are a mistake.
    pub(super) fn content(
        &self,
        body: &Body,
        schema: &BodySchema,
        all: bool,
        content: &mut BodyContent,
        diagnostics: &mut Diagnostics,
    ) {
        self.attributes(content.attributes.values_mut());
        let mut made = 0;
        for mut block in std::mem::take(&mut content.blocks) {
            if block.block_type() != DYNAMIC {
                block.body.expansion = Some(self.of_inner_body());
                content.blocks.push(block);
                continue;
            }
            let label = &block.labels[0];
            let Some(wanted) = schema.block(label.text()) else {
                if all && !body.hides_block(label.text()) {
                    let hint =
                        diagnostics.did_you_mean(label.text(), schema.blocks().map(BlockSchema::block_type));
                    let detail = format!("Blocks of type {:?} are not expected here.{hint}", label.text());
                    let error = Diagnostic::error(Category::Data, "Unsupported block type", detail);
                    diagnostics.push(error.at(label.span()).in_source(block.source()));
                }
                continue;
            };
            if !body.hides_block(label.text()) {
                let outcome = self.blocks(&block, Labels::Named(wanted), &mut made);
                content.blocks.extend(outcome.value);
                diagnostics.extend(outcome.diagnostics);
            }
        }
    }

    /// The blocks of each dynamic block in a body, without a schema.
    pub(super) fn decoded(&self, body: impl FnOnce() -> Body) -> Result<&[Vec<Block>], &Diagnostics> {
        let decoded = self.decoded.get_or_init(|| {
            let schema = BodySchema::default();
            let Some(schema) = Self::extend(&schema) else { return Ok(Vec::new()) };
            let body = Body { expansion: None, ..body() };
            let mut outcome = body.partial_content(&schema);
            let mut made = 0;
            let mut decoded = Vec::new();
            for block in outcome.value.0.blocks() {
                let blocks = self.blocks(block, Labels::Any, &mut made);
                if blocks.value.iter().any(|block| block.body.is_unknown()) {
                    let detail = "The value of for_each is not known yet, so that nobody can tell how many blocks there are.";
                    let error = Diagnostic::error(Category::Data, "Unknown dynamic for_each value", detail);
                    outcome.diagnostics.push(error.at(block.type_span()).in_source(block.source()));
                }
                decoded.push(blocks.value);
                outcome.diagnostics.extend(blocks.diagnostics);
            }
            if outcome.diagnostics.has_errors() { Err(outcome.diagnostics) } else { Ok(decoded) }
        });
        decoded.as_deref()
    }

    /// The blocks that a dynamic block stands for. `made` counts those of its body.
    fn blocks(&self, dynamic: &Block, labels: Labels<'_>, made: &mut u64) -> Outcome<Vec<Block>> {
        let mut reader = Reader { expansion: self, dynamic, diagnostics: Diagnostics::new() };
        let blocks = reader.blocks(labels, made).unwrap_or_default();
        Outcome { value: blocks, diagnostics: reader.diagnostics }
    }
}

/// The labels that generated blocks may have.
#[derive(Clone, Copy)]
enum Labels<'s> {
    Named(&'s BlockSchema),
    Any,
}

/// How many parts of values could be looked at in the time that the definition of an iterator takes.
const PARTS_OF_AN_ITERATOR: u64 = 8;

/// How many elements a block counts as, since it takes as much memory.
const ELEMENTS_OF_A_BLOCK: u64 = 8;

const NO_LABELS: [&str; 0] = [];

/// Reads one dynamic block. What is wrong ends it, and is told.
struct Reader<'r> {
    expansion: &'r Expansion,
    dynamic: &'r Block,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn blocks(&mut self, labels: Labels<'_>, made: &mut u64) -> Option<Vec<Block>> {
        let content = self.header(labels)?;
        let for_each = content.attribute("for_each")?.expression();
        let (collection, marks) = self.collection(for_each)?;
        let iterator = self.iterator(&content)?;
        let labels = self.labels(&content, labels)?;
        let template = self.template(&content)?;

        let parent = self.expansion.iteration.as_ref();
        let is_unknown = collection.is_unknown();
        let count = if is_unknown { 1 } else { collection.iter().len() as u64 };
        *made = made.saturating_add(count);
        let around = parent.map_or(1, |parent| parent.weight);
        let limit = self.expansion.settings.context.limits_in_force().elements;
        if around.saturating_mul(*made) > limit {
            let detail = format!(
                "More than the limit of {limit} blocks would be made here, with those around counted. Make the collection \
                 smaller, or raise Limits::elements."
            );
            return self.fail(Category::Limit, "Too many dynamic blocks", detail, for_each);
        }
        let budget = self.expansion.settings.context.budget();
        if let Err(error) = budget.take_elements(count.saturating_mul(ELEMENTS_OF_A_BLOCK)) {
            return self.fail(Category::Limit, "Too many dynamic blocks", error.detail(), for_each);
        }
        let iteration = |key: Value, value: Value| {
            Arc::new(Iteration {
                parent: parent.cloned(),
                name: iterator.clone(),
                object: Value::object(Map::from_iter([("key", key), ("value", value)])),
                is_unknown: is_unknown || parent.is_some_and(|parent| parent.is_unknown),
                marks: parent.map_or_else(|| marks.clone(), |parent| parent.marks.union(&marks)),
                weight: around.saturating_mul(count),
            })
        };
        if is_unknown {
            let iteration = iteration(Value::UNKNOWN, Value::UNKNOWN);
            return Some(self.block(template, &labels, iteration).into_iter().collect());
        }
        let elements = collection.iter().map(|(key, value)| iteration(key, value.clone()));
        Some(elements.filter_map(|iteration| self.block(template, &labels, iteration)).collect())
    }

    /// Arguments and blocks of the dynamic block itself.
    fn header(&mut self, labels: Labels<'_>) -> Option<BodyContent> {
        let mut schema = BodySchema::default();
        schema.add_attribute(AttributeSchema::required("for_each"));
        schema.add_attribute(AttributeSchema::optional("iterator"));
        match labels {
            Labels::Named(wanted) if wanted.labels().is_empty() => {}
            Labels::Named(_) => schema.add_attribute(AttributeSchema::required("labels")),
            Labels::Any => schema.add_attribute(AttributeSchema::optional("labels")),
        }
        schema.add_block(BlockSchema::new("content", NO_LABELS));
        let body = Body { expansion: None, ..self.dynamic.body.clone() };
        let outcome = body.content(&schema);
        let failed = outcome.diagnostics.has_errors();
        self.diagnostics.extend(outcome.diagnostics);
        (!failed).then_some(outcome.value)
    }

    /// The value of `for_each` and its marks.
    fn collection(&mut self, for_each: &Expression) -> Option<(Value, Marks)> {
        let settings = &self.expansion.settings;
        let budget = settings.context.budget();
        let evaluate = |context: &EvalContext| for_each.evaluate_within(context, &budget);
        let outcome = match &self.expansion.iteration {
            Some(iteration) if iteration.is_unknown => evaluate(&iteration.context(&settings.context)),
            Some(iteration) => iteration.evaluate(&settings.context, &budget, evaluate),
            None => evaluate(&settings.context),
        };
        let mut failed = outcome.diagnostics.has_errors();
        self.diagnostics.extend(outcome.diagnostics);
        if !failed && let Some(check) = &settings.check {
            let _scope = redaction::scope(outcome.value.contains_marks());
            let vetoes = check(&outcome.value, for_each);
            failed = vetoes.has_errors();
            self.diagnostics.extend(vetoes);
        }
        if failed {
            return None;
        }
        let (collection, marks) = outcome.value.countable().unmark();
        let is_iterable = matches!(
            collection.ty(),
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) | Type::Dynamic
        );
        let detail = match (collection.is_null(), is_iterable) {
            (true, _) => {
                "A null value cannot be iterated over. A list, set, map, tuple or object is required here."
                    .to_owned()
            }
            (_, false) => format!(
                "A value of type {} cannot be iterated over. A list, set, map, tuple or object is required here.",
                collection.ty()
            ),
            _ => return Some((collection, marks)),
        };
        self.fail(Category::Data, "Invalid dynamic for_each value", detail, for_each)
    }

    /// The name under which the blocks see the elements.
    fn iterator(&mut self, content: &BodyContent) -> Option<String> {
        let Some(attribute) = content.attribute("iterator") else {
            return Some(self.dynamic.labels[0].text().to_owned());
        };
        match attribute.expression().as_reference() {
            Ok(traversal) => match &traversal.steps[..] {
                [TraversalStep::Root { name, .. }] => Some(name.clone()),
                _ => {
                    let detail = "The iterator is one name, without anything behind it.";
                    let summary = "Invalid dynamic iterator name";
                    self.fail(Category::Data, summary, detail, attribute.expression())
                }
            },
            Err(error) => {
                self.diagnostics.extend(error.diagnostics().iter().cloned());
                None
            }
        }
    }

    fn labels(&mut self, content: &BodyContent, labels: Labels<'_>) -> Option<Vec<Expression>> {
        let Some(attribute) = content.attribute("labels") else { return Some(Vec::new()) };
        let found = match attribute.expression().as_list() {
            Ok(found) => found,
            Err(error) => {
                self.diagnostics.extend(error.diagnostics().iter().cloned());
                return None;
            }
        };
        let Labels::Named(wanted) = labels else { return Some(found) };
        let names = wanted.labels();
        let detail = || {
            format!(
                "Blocks of type {:?} have {} labels ({}).",
                wanted.block_type(),
                names.len(),
                names.join(", ")
            )
        };
        if let Some(extra) = found.get(names.len()) {
            return self.fail(Category::Data, "Extraneous dynamic block label", detail(), extra);
        }
        if found.len() < names.len() {
            let whole = attribute.expression();
            return self.fail(Category::Data, "Insufficient dynamic block labels", detail(), whole);
        }
        Some(found)
    }

    /// The body of all blocks that are made.
    fn template<'c>(&mut self, content: &'c BodyContent) -> Option<&'c Body> {
        let (span, summary, detail) = match content.blocks() {
            [block] => return Some(block.body()),
            [] => (
                content.missing_span(),
                "Missing dynamic content block",
                "A dynamic block has a block of type \"content\" in it, which is the body of each block that is made.",
            ),
            [_, second, ..] => (
                second.type_span(),
                "Extraneous dynamic content block",
                "A dynamic block has one block of type \"content\". Put all content into one.",
            ),
        };
        let diagnostic = Diagnostic::error(Category::Data, summary, detail);
        self.diagnostics.push(diagnostic.at(span).in_source(content.source()));
        None
    }

    fn block(&mut self, template: &Body, labels: &[Expression], iteration: Arc<Iteration>) -> Option<Block> {
        let settings = &self.expansion.settings;
        let mut texts = Vec::with_capacity(labels.len());
        if !labels.is_empty() {
            let context = iteration.context(&settings.context);
            let _scope = redaction::scope(!iteration.marks.is_empty());
            for label in labels {
                let text = self.label(label, &context)?.into();
                texts.push(Label { text, span: label.span(), marks: iteration.marks.clone() });
            }
        }
        Some(Block {
            block_type: self.dynamic.labels[0].text.clone(),
            type_span: self.dynamic.labels[0].span,
            labels: texts,
            span: self.dynamic.span,
            body: Body {
                expansion: Some(Expansion::new(settings.clone(), Some(iteration))),
                ..template.clone()
            },
        })
    }

    fn label(&mut self, label: &Expression, context: &EvalContext) -> Option<String> {
        let outcome = label.evaluate_all(context);
        let failed = outcome.diagnostics.has_errors();
        self.diagnostics.extend(outcome.diagnostics);
        if failed {
            return None;
        }
        let mut category = Category::Data;
        let detail = match convert(&outcome.value, &Type::String) {
            Err(error) => {
                category = category_of(&error, category);
                format!("This cannot be a label: {error}.")
            }
            Ok(value) if value.is_marked() => {
                "A value with marks, such as a sensitive one, cannot be a label: labels are shown to everybody."
                    .to_owned()
            }
            Ok(value) if value.is_null() => "A null value cannot be a label.".to_owned(),
            Ok(value) => match value.as_str() {
                Some(text) => return Some(text.to_owned()),
                None => "This value is not known yet. Labels must be known at once.".to_owned(),
            },
        };
        self.fail(category, "Invalid dynamic block label", detail, label)
    }

    fn fail<T>(
        &mut self,
        category: Category,
        summary: &'static str,
        detail: impl Into<std::borrow::Cow<'static, str>>,
        subject: &Expression,
    ) -> Option<T> {
        let diagnostic = Diagnostic::error(category, summary, detail.into());
        self.diagnostics.push(diagnostic.at(subject.span()).in_source(subject.source()));
        None
    }
}

/// Values by number, which are made once and stay where they are: a tree of the digits.
#[derive(Default)]
struct ByNumber {
    value: OnceLock<Arc<Expansion>>,
    digits: OnceLock<Box<[ByNumber; 16]>>,
}

impl ByNumber {
    fn get_or_init(&self, number: u32, make: impl FnOnce() -> Arc<Expansion>) -> &Arc<Expansion> {
        let mut node = self;
        let mut rest = number;
        while rest > 0 {
            node = &node.digits.get_or_init(Box::default)[rest as usize % 16];
            rest /= 16;
        }
        node.value.get_or_init(make)
    }
}

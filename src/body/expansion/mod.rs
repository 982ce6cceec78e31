//! Bodies with dynamic blocks, see [`expand_dynamic_blocks`](crate::ext::expand_dynamic_blocks).

pub(crate) mod dynamic;

use std::borrow::Cow;
use std::mem;
use std::sync::{Arc, OnceLock};

use self::dynamic::LABELS;
use super::content::{BodyContent, Partial};
use super::expression::Expression;
use super::iteration::Iteration;
use super::label::Label;
use super::native::labels_in_words;
use super::schema::{AttributeSchema, BlockSchema, BodySchema};
use super::structure::{Block, Body, BodyPart, BodyPartView, Expansion};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::EvalContext;
use crate::func::{Budget, RemainingLimits};
use crate::outcome::Outcome;
use crate::redaction;
use crate::syntax::scope::{DYNAMIC, FOR_EACH, ITERATOR};
use crate::syntax::traversal::TraversalStep;
use crate::util::lazy_map::LazyMap;
use crate::value::Name;
use crate::value::{Map, Marks, Type, Value, convert};

impl Body {
    /// Returns the body with its dynamic blocks expanded.
    pub(crate) fn expand(&self, context: &EvalContext) -> Self {
        let context = Arc::new(context.clone());
        self.map_parts(|part| part.map_all(&|part| expanding(part, context.clone())))
    }

    /// Returns the body with variables that all of its expressions can use, in addition to those of
    /// the context in which they are evaluated or decoded. They hide variables of the same names.
    ///
    /// This is for blocks that an application evaluates several times, such as those with `count`
    /// or `for_each` in Terraform.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, from_body, parse_file, value};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     name: String,
    /// }
    ///
    /// let body = parse_file("name = \"${prefix}-${each.key}\"\n").into_result()?.body().clone();
    /// let mut context = EvalContext::new();
    /// context.set("prefix", "web");
    /// for (key, name) in [("a", "web-a"), ("b", "web-b")] {
    ///     let body = body.with_variables([("each", value!({ "key": key }))]);
    ///     assert_eq!(from_body::<Server>(&body, &context)?.name, name);
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_variables<N: Name>(&self, variables: impl IntoIterator<Item = (N, Value)>) -> Self {
        let variables: Vec<(String, Value)> =
            variables.into_iter().map(|(name, value)| (name.into_string(), value)).collect();
        let with_variables = |part: &BodyPart| {
            let context = part.expansion.as_ref().and_then(|expansion| expansion.context.clone());
            let mut iteration = part.view().iteration().cloned();
            for (name, value) in &variables {
                iteration = Some(Arc::new(Iteration::variable(iteration, name.clone(), value.clone())));
            }
            BodyPart { expansion: Some(Expansion::new(context, iteration)), ..part.clone() }
        };
        self.map_parts(|part| part.map_all(&with_variables))
    }

    /// Returns the body and the budget for decoding it in a context. The expansion of its dynamic
    /// blocks uses the same budget.
    pub(crate) fn within_one_budget(&self, context: &EvalContext) -> (Cow<'_, Self>, Budget) {
        if self.parts().all(|part| part.expansion.is_none()) {
            return (Cow::Borrowed(self), context.budget());
        }
        self.within_limits(&context.remaining())
    }

    /// Returns the body and a budget for decoding it within remaining limits, which the expansion
    /// of its dynamic blocks uses too.
    pub(crate) fn within_limits(&self, remaining: &Arc<RemainingLimits>) -> (Cow<'_, Self>, Budget) {
        let body = self.map_parts(|part| part.map_all(&|part| sharing(remaining, part)));
        (Cow::Owned(body), Budget::sharing(remaining))
    }

    /// Returns whether this is the body of a block that a dynamic block generates for an unknown
    /// collection. Such a body stands for any number of blocks, and all of its values are unknown.
    ///
    /// ```
    /// use serde_hcl::{
    ///     EvalContext, Type, Value,
    ///     body::{BlockSchema, BodySchema},
    ///     ext, parse_file,
    /// };
    ///
    /// let mut context = EvalContext::new();
    /// context.set("ports", Value::unknown(Type::list(Type::Number)));
    /// let file =
    ///     parse_file("dynamic \"open\" {\n  for_each = ports\n  content {}\n}\n").into_result()?;
    /// let body = ext::expand_dynamic_blocks(file.body(), &context);
    /// let schema = BodySchema::new([], [BlockSchema::new("open", [] as [&str; 0])])?;
    /// let content = body.content(&schema).into_result()?;
    /// assert!(content.blocks()[0].body().is_unknown());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_unknown(&self) -> bool {
        self.parts().any(|part| part.iteration().is_some_and(|iteration| iteration.is_unknown))
    }
}

impl Block {
    /// Returns the block with [variables](Body::with_variables) that all of its expressions can
    /// use.
    #[must_use]
    pub fn with_variables<N: Name>(&self, variables: impl IntoIterator<Item = (N, Value)>) -> Self {
        Self { body: self.body.with_variables(variables), ..self.clone() }
    }

    /// Returns the block with other labels. Their locations are those of the labels that they
    /// replace, or else of the type.
    ///
    /// ```
    /// let body = serde_hcl::parse_file("target \"app\" {}\n").into_result()?.body().clone();
    /// let block = body.blocks().next().expect("it exists").with_labels(["app-1"]);
    /// assert_eq!(block.labels()[0].text(), "app-1");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_labels<L: Name>(&self, labels: impl IntoIterator<Item = L>) -> Self {
        let label = |(index, text): (usize, L)| Label {
            text: text.into_string().into(),
            span: self.labels.get(index).map_or(self.type_span, Label::span),
            is_unknown: false,
            marks: Marks::NONE,
        };
        Self { labels: labels.into_iter().enumerate().map(label).collect(), item: None, ..self.clone() }
    }
}

/// Returns the part with dynamic blocks whose expansion uses remaining limits.
fn sharing(remaining: &Arc<RemainingLimits>, part: &BodyPart) -> BodyPart {
    let context = part.expansion.as_ref().and_then(|expansion| expansion.context.as_deref());
    let Some(context) = context else { return part.clone() };
    expanding(part, Arc::new(context.sharing(remaining)))
}

fn expanding(part: &BodyPart, context: Arc<EvalContext>) -> BodyPart {
    let iteration = part.view().iteration().cloned();
    BodyPart { expansion: Some(Expansion::new(Some(context), iteration)), ..part.clone() }
}

impl BodyPartView<'_> {
    /// Returns the attributes and blocks of a schema, with dynamic blocks expanded. With `all`,
    /// other items of the body are an error.
    pub(in crate::body) fn content(self, schema: &BodySchema, all: bool) -> Partial {
        let expanding = self.expanding();
        let extended = expanding.and_then(|_| dynamic::with_dynamic_blocks(schema));
        let (Some(expansion), Some(extended)) = (expanding, extended) else {
            return self.written_content(schema, all);
        };
        let mut partial = self.written_content(&extended, all);
        // Dynamic blocks of other types remain in the rest of the body.
        if let Some(consumed) = &mut partial.consumed {
            Arc::make_mut(consumed).remove(DYNAMIC);
        }
        let mut made = 0;
        for block in mem::take(&mut partial.content.blocks) {
            if block.block_type() != DYNAMIC {
                partial.content.blocks.push(block);
                continue;
            }
            let block_type = &block.labels[0];
            match schema.block(block_type.text()) {
                _ if self.hides_block(block_type.text()) => {}
                Some(wanted) => {
                    let blocks = expansion.blocks(&block, Some(wanted), &mut made);
                    partial.content.blocks.extend(blocks.keep_in(&mut partial.diagnostics));
                }
                None if all => {
                    partial.unexpected(block_type.text(), block_type.span(), Code::UnexpectedBlock, schema);
                }
                None => {}
            }
        }
        partial
    }

    /// Returns the content of a dynamic block, or of a body with dynamic blocks, by a schema. It is
    /// not expanded.
    fn unexpanded_content(self, schema: &BodySchema, all: bool) -> Partial {
        Self { expansion: None, ..self }.written_content(schema, all)
    }
}

impl Expansion {
    fn new(context: Option<Arc<EvalContext>>, iteration: Option<Arc<Iteration>>) -> Arc<Self> {
        Arc::new(Self { context, iteration, decoded: OnceLock::new(), inner: LazyMap::default() })
    }

    /// Returns whether dynamic blocks are expanded.
    pub(in crate::body) fn expands(&self) -> bool {
        self.context.is_some()
    }

    pub(in crate::body) fn iteration(&self) -> Option<&Arc<Iteration>> {
        self.iteration.as_ref()
    }

    /// Returns the expansion of a body in this one.
    pub(in crate::body) fn of_inner_body(&self) -> Arc<Self> {
        Self::new(self.context.clone(), self.iteration.clone())
    }

    /// Returns the expansion of the body of an inner block, by the index of its node.
    pub(in crate::body) fn of_node(&self, index: u32) -> &Arc<Self> {
        self.inner.get_or_init(index, || self.of_inner_body())
    }

    /// Returns the blocks of each dynamic block in a body, without a schema.
    pub(in crate::body) fn decoded(&self, body: BodyPartView<'_>) -> Result<&[Vec<Block>], &Diagnostics> {
        let decoded = self.decoded.get_or_init(|| {
            let schema = dynamic::with_dynamic_blocks(&BodySchema::default()).unwrap_or_default();
            let Partial { content, mut diagnostics, .. } = body.unexpanded_content(&schema, false);
            let mut made = 0;
            let mut decoded = Vec::new();
            for block in content.blocks() {
                // It was expanded when its blocks were taken out of the body.
                if body.hides_block(block.labels[0].text()) {
                    decoded.push(Vec::new());
                    continue;
                }
                let blocks = self.blocks(block, None, &mut made).keep_in(&mut diagnostics);
                if blocks.iter().any(|block| block.body.is_unknown()) {
                    let detail =
                        "The value of for_each is not known yet, so the number of blocks is unknown.";
                    let error = Diagnostic::new(Code::UnknownForEach, detail);
                    diagnostics.push(error.at(block.type_span()).in_source(block.source()));
                }
                decoded.push(blocks);
            }
            if diagnostics.has_errors() { Err(diagnostics) } else { Ok(decoded) }
        });
        decoded.as_deref()
    }

    /// Returns the blocks that a dynamic block generates. `made` counts those of its body.
    fn blocks(&self, dynamic: &Block, wanted: Option<&BlockSchema>, made: &mut u64) -> Outcome<Vec<Block>> {
        let Some(context) = &self.context else { return Outcome::from(Vec::new()) };
        let iteration = self.iteration.as_ref();
        let mut reader = Reader { context, iteration, dynamic, wanted, diagnostics: Diagnostics::new() };
        let blocks = reader.blocks(made).unwrap_or_default();
        Outcome { value: blocks, diagnostics: reader.diagnostics }
    }
}

/// The number of elements that a block counts as, since it takes as much memory.
const ELEMENTS_OF_A_BLOCK: u64 = 8;

/// Reads one dynamic block. The first error ends it.
struct Reader<'r> {
    context: &'r Arc<EvalContext>,
    /// The variables around the block.
    iteration: Option<&'r Arc<Iteration>>,
    dynamic: &'r Block,
    /// The schema of the generated blocks. Without it, they may have any labels.
    wanted: Option<&'r BlockSchema>,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    /// Returns a value, and keeps the diagnostics. Errors end the block.
    fn sound<T>(&mut self, outcome: Outcome<T>) -> Option<T> {
        let failed = outcome.diagnostics.has_errors();
        self.diagnostics.extend(outcome.diagnostics);
        (!failed).then_some(outcome.value)
    }

    fn blocks(&mut self, made: &mut u64) -> Option<Vec<Block>> {
        let content = self.header()?;
        let for_each = content.attribute(FOR_EACH)?.expression();
        // A check continues with the content of the block.
        let is_check = self.context.is_for_check();
        let (collection, marks) = match self.collection(for_each) {
            None if is_check => (Value::UNKNOWN, Marks::NONE),
            collection => collection?,
        };
        let iterator = self.iterator(&content)?;
        let labels = self.labels(&content)?;
        let template = self.template(&content)?;

        let parent = self.iteration;
        let is_unknown = collection.is_unknown();
        let count = if is_unknown { 1 } else { collection.iter().len() as u64 };
        *made = made.saturating_add(count);
        let around = parent.map_or(1, |parent| parent.weight);
        let limit = self.context.limits().elements;
        if around.saturating_mul(*made) > limit {
            let detail = format!(
                "More than the limit of {limit} blocks would be made here, with those around counted. Make the collection \
                 smaller, or raise Limits::elements."
            );
            return self.fail(Code::TooManyBlocks, detail, for_each);
        }
        let budget = self.context.budget();
        if let Err(error) = budget.take_elements(count.saturating_mul(ELEMENTS_OF_A_BLOCK)) {
            return self.fail(Code::TooManyBlocks, error.detail(), for_each);
        }
        let iteration = |key: Value, value: Value| {
            Arc::new(Iteration {
                parent: parent.cloned(),
                name: iterator.clone(),
                value: Value::object(Map::from_iter([("key", key), ("value", value)])),
                is_unknown: is_unknown || parent.is_some_and(|parent| parent.is_unknown),
                marks: parent.map_or_else(|| marks.clone(), |parent| parent.marks.union(&marks)),
                weight: around.saturating_mul(count),
            })
        };
        if is_unknown {
            let (key, element) =
                if is_check { collection.unknown_entry() } else { (Value::UNKNOWN, Value::UNKNOWN) };
            let iteration = iteration(key, element);
            return Some(self.block(template, &labels, iteration).into_iter().collect());
        }
        let elements = collection.iter().map(|(key, value)| iteration(key, value.clone()));
        Some(elements.filter_map(|iteration| self.block(template, &labels, iteration)).collect())
    }

    /// Returns the arguments and blocks of the dynamic block itself.
    fn header(&mut self) -> Option<BodyContent> {
        let labels = match self.wanted {
            Some(wanted) if wanted.labels().is_empty() => None,
            Some(_) => Some(AttributeSchema::required(LABELS)),
            None => Some(AttributeSchema::optional(LABELS)),
        };
        let schema = dynamic::body_schema(labels);
        // A block, unlike a merged body, has one part.
        let body = self.dynamic.body.parts().next()?;
        let Partial { content, diagnostics, .. } = body.unexpanded_content(&schema, true);
        self.sound(Outcome { value: content, diagnostics })
    }

    /// Returns the value of `for_each` and its marks.
    fn collection(&mut self, for_each: &Expression) -> Option<(Value, Marks)> {
        let budget = self.context.budget();
        let evaluate = |context: &EvalContext| for_each.evaluate_within(context, &budget);
        let outcome = match self.iteration {
            Some(iteration) if iteration.is_unknown => evaluate(&iteration.context(self.context)),
            Some(iteration) => iteration.evaluate(self.context, &budget, evaluate),
            None => evaluate(self.context),
        };
        let value = self.sound(outcome)?;
        let (collection, marks) = value.countable().unmark();
        let is_iterable = matches!(
            collection.ty(),
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) | Type::Dynamic
        );
        let detail = match (collection.is_null(), is_iterable) {
            (true, _) => "A null value cannot be iterated over. A list, set, map or object is required here."
                .to_owned(),
            (_, false) => format!(
                "A value of type {} cannot be iterated over. A list, set, map or object is required here.",
                collection.ty()
            ),
            _ => return Some((collection, marks)),
        };
        self.fail(Code::InvalidForEach, detail, for_each)
    }

    /// Returns the name of the elements in the blocks.
    fn iterator(&mut self, content: &BodyContent) -> Option<String> {
        let Some(attribute) = content.attribute(ITERATOR) else {
            return Some(self.dynamic.labels[0].text().to_owned());
        };
        let traversal = self.found(attribute.expression().static_reference())?;
        let [TraversalStep::Root { name, .. }] = &traversal.steps[..] else {
            let detail = "The iterator is a single name, without anything after it.";
            return self.fail(Code::InvalidIterator, detail, attribute.expression());
        };
        Some(name.clone())
    }

    /// Returns the result of an analysis, or reports its errors.
    fn found<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.diagnostics.extend(error.diagnostics().iter().cloned())).ok()
    }

    fn labels(&mut self, content: &BodyContent) -> Option<Vec<Expression>> {
        let Some(attribute) = content.attribute(LABELS) else { return Some(Vec::new()) };
        let found = self.found(attribute.expression().static_list())?;
        let Some(wanted) = self.wanted else { return Some(found) };
        let names = wanted.labels();
        let expected = format!("{:?} blocks have {}", wanted.block_type(), labels_in_words(names));
        if let Some(extra) = found.get(names.len()) {
            let detail = format!("{expected}. Remove this label.");
            return self.fail(Code::InvalidDynamicLabel, detail, extra);
        }
        if let Some(missing) = names.get(found.len()) {
            let detail = format!("{expected}. The label {missing:?} is missing here.");
            return self.fail(Code::InvalidDynamicLabel, detail, attribute.expression());
        }
        Some(found)
    }

    /// Returns the body of the generated blocks.
    fn template<'c>(&mut self, content: &'c BodyContent) -> Option<&'c Body> {
        let detail = "A dynamic block has one block of type \"content\", which is the body of the blocks.";
        let diagnostic = Diagnostic::new(Code::InvalidDynamicContent, detail);
        let diagnostic = match content.blocks() {
            [block] => return Some(block.body()),
            [] => diagnostic.at(content.missing_span()),
            [first, second, ..] => {
                let diagnostic =
                    diagnostic.at(second.type_span()).with_help("Put all content into one of them.");
                diagnostic.with_label_in(first.source(), first.type_span(), "the first one")
            }
        };
        self.diagnostics.push(diagnostic.in_source(content.source()));
        None
    }

    fn block(
        &mut self,
        template: &Body,
        labels: &[Expression],
        mut iteration: Arc<Iteration>,
    ) -> Option<Block> {
        let mut texts = Vec::with_capacity(labels.len());
        if !labels.is_empty() {
            let context = iteration.context(self.context);
            let _scope = redaction::scope(!iteration.marks.is_empty());
            for label in labels {
                let text = match self.label(label, &context) {
                    None if context.is_for_check() => None,
                    text => text?,
                };
                texts.push(Label {
                    is_unknown: text.is_none(),
                    text: text.unwrap_or_default().into(),
                    span: label.span(),
                    marks: iteration.marks.clone(),
                });
            }
            if texts.iter().any(|label| label.is_unknown) {
                // The index of the block among those of its type is not known either.
                iteration = Arc::new(Iteration { is_unknown: true, ..(*iteration).clone() });
            }
        }
        Some(Block {
            block_type: Some(self.dynamic.labels[0].text.clone().into()),
            type_span: self.dynamic.labels[0].span,
            labels: texts,
            span: self.dynamic.span,
            body: template.map_parts(|part| {
                let expansion = Expansion::new(Some(self.context.clone()), Some(iteration.clone()));
                BodyPart { expansion: Some(expansion), ..part.clone() }
            }),
            item: None,
        })
    }

    /// Returns the text of a label, or `None` if a static check cannot determine it.
    fn label(&mut self, label: &Expression, context: &EvalContext) -> Option<Option<String>> {
        let value = self.sound(label.evaluate_with_diagnostics(context))?;
        let mut code = Code::InvalidDynamicLabel;
        let detail = match convert(&value, &Type::String) {
            Err(error) => {
                code = error.code_or(code);
                format!("This cannot be a label: {error}.")
            }
            Ok(value) if value.is_marked() => {
                "A value with marks, such as a sensitive one, cannot be a label: labels are shown to everybody."
                    .to_owned()
            }
            Ok(value) if value.is_null() => "A null value cannot be a label.".to_owned(),
            Ok(value) => match value.as_str() {
                Some(text) => return Some(Some(text.to_owned())),
                None if context.is_for_check() => return Some(None),
                None => "This value is not known yet. Labels must be known at once.".to_owned(),
            },
        };
        self.fail(code, detail, label)
    }

    fn fail<T>(
        &mut self,
        code: Code,
        detail: impl Into<Cow<'static, str>>,
        subject: &Expression,
    ) -> Option<T> {
        let diagnostic = Diagnostic::new(code, detail);
        self.diagnostics.push(diagnostic.at(subject.span()).in_source(subject.source()));
        None
    }
}

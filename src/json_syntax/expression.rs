//! JSON values as expressions: strings are templates of the native syntax, arrays are tuples,
//! objects are objects whose keys are templates too.

use std::sync::OnceLock;

use super::string;
use super::template::{Template, has_template};
use super::tree::{Array, Kind, Member, Node, NodeId, Object, Str, Tree};
use crate::diag::{Category, Code, Diagnostic, Diagnostics};
use crate::eval::{EvalContext, Evaluator};
use crate::func::Budget;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::redaction;
use crate::source::{Source, Span};
use crate::syntax::{self, Parsed, ast};
use crate::value::{Map, Marks, Spellings, Type, Value, convert_within, equal_in_normal_form};

/// An expression in the tree: a value, or the name of a member that is used as an expression.
#[derive(Clone, Copy)]
pub(crate) enum ExpressionId {
    Value(NodeId),
    Name(u32),
}

/// An expression, borrowed from its tree.
#[derive(Clone, Copy)]
pub(crate) enum Expression<'t> {
    Value(Node<'t>),
    Name(Member<'t>),
}

impl Tree {
    pub(crate) fn expression(&self, id: ExpressionId) -> Expression<'_> {
        match id {
            ExpressionId::Value(id) => Expression::Value(self.node(id)),
            ExpressionId::Name(index) => Expression::Name(self.member(index)),
        }
    }
}

impl PartialEq for Expression<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) => match (a.value(), b.value()) {
                (Some(a), Some(b)) => a == b,
                _ => a.kind() == b.kind(),
            },
            _ => self.kind() == other.kind(),
        }
    }
}

impl<'t> Expression<'t> {
    pub(crate) fn span(self) -> Span {
        match self {
            Self::Value(node) => node.span(),
            Self::Name(member) => member.name().span(),
        }
    }

    pub(crate) fn start_span(self) -> Span {
        match self {
            Self::Value(node) => node.start_span(),
            Self::Name(member) => member.name().span(),
        }
    }

    /// Returns the kind of the value. A name is a string.
    fn kind(self) -> Kind<'t> {
        match self {
            Self::Value(node) => node.kind(),
            Self::Name(member) => Kind::String(member.name()),
        }
    }

    /// Returns the string that it is.
    pub(crate) fn as_string(self) -> Option<Str<'t>> {
        if let Kind::String(string) = self.kind() { Some(string) } else { None }
    }

    /// Returns the array that it is.
    pub(crate) fn as_array(self) -> Option<Array<'t>> {
        if let Kind::Array(array) = self.kind() { Some(array) } else { None }
    }

    /// Returns the object that it is.
    pub(crate) fn as_object(self) -> Option<Object<'t>> {
        if let Kind::Object(object) = self.kind() { Some(object) } else { None }
    }

    /// Returns the value.
    pub(crate) fn evaluate_within(self, context: &EvalContext, budget: &Budget) -> Outcome<Value> {
        if let Self::Value(node) = self
            && let Some(value) = node.value()
        {
            return Outcome { value: value.clone(), diagnostics: Diagnostics::new() };
        }
        let evaluator = Evaluator::new(context, budget);
        let mut evaluation = Evaluation { context, limits: budget.limits_left(), evaluator };
        let (value, source) = match self {
            Self::Value(node) => (evaluation.value(node), node.source()),
            Self::Name(member) => (evaluation.string(member.name()), member.name().source()),
        };
        Outcome { value, diagnostics: evaluation.evaluator.into_diagnostics().in_source(source) }
    }

    /// Calls a function with each valid template in it.
    pub(crate) fn each_template(self, visit: &mut impl FnMut(ast::Expression<'_>)) {
        let mut left = vec![self];
        while let Some(next) = left.pop() {
            let mark = left.len();
            match next.kind() {
                Kind::String(string) if has_template(string.text()) => {
                    with_template(string, &mut *visit);
                }
                Kind::Array(array) => left.extend(array.elements().map(Self::Value)),
                Kind::Object(object) => {
                    left.extend(object.members().flat_map(|it| [Self::Name(it), Self::Value(it.value())]));
                }
                _ => {}
            }
            left[mark..].reverse();
        }
    }
}

/// Returns the text of a string as a template, if it is a valid one without sequences.
pub(crate) fn literal_text(text: &str) -> Option<String> {
    let parsed = syntax::parse_template_string(Source::from(text), &Limits::DEFAULT);
    let root = parsed.root.filter(|_| !parsed.diagnostics.has_errors())?;
    ast::Expression::new(&parsed.tree, root).as_str().map(str::to_owned)
}

/// Calls a function with a string as a template of the native syntax, which is kept in the tree
/// for the next time. For an invalid template, returns its diagnostics.
fn parse_template<R>(
    string: Str<'_>,
    limits: &Limits,
    function: impl FnOnce(ast::Expression<'_>) -> R,
) -> Result<R, Diagnostics> {
    let kept = string.template();
    if let Some(template) = kept.and_then(OnceLock::get)
        && template.is_within(limits)
    {
        return Ok(function(template.expression()));
    }
    let Parsed { tree, root, diagnostics } = syntax::parse_template_string(embedded(string), limits);
    let Some(root) = root.filter(|_| !diagnostics.has_errors()) else { return Err(diagnostics) };
    let template = Template { tree, root };
    Ok(match kept {
        Some(kept) => function(kept.get_or_init(|| Box::new(template)).expression()),
        None => function(template.expression()),
    })
}

/// Calls a function with a string as a template, if it is a valid one.
pub(crate) fn with_template<R>(
    string: Str<'_>,
    function: impl FnOnce(ast::Expression<'_>) -> R,
) -> Option<R> {
    parse_template(string, &Limits::DEFAULT, function).ok()
}

/// Parses a string as an expression of the native syntax, for static analysis. As in other
/// implementations, offsets count from the opening quote, as if there were no escapes.
pub(crate) fn native_expression(string: Str<'_>) -> Parsed<Option<ast::tree::ExprId>> {
    syntax::parse_expression(lone(string), &Limits::DEFAULT)
}

/// Parses a string as a traversal of the native syntax, with offsets as in [`native_expression`].
pub(crate) fn traversal(string: Str<'_>) -> Option<syntax::traversal::Traversal> {
    syntax::parse_traversal(lone(string), &Limits::DEFAULT, false).root
}

/// Returns the text of a string as a source of its own whose spans count from the string's start.
fn lone(string: Str<'_>) -> Source {
    Source::starting_at(string.source(), string.span().start, string.text().to_owned())
}

/// Returns the text of a string as a source of its own whose locations are shown in the file.
fn embedded(string: Str<'_>) -> Source {
    let start = string.inner().start;
    let mut pieces = vec![(0, start)];
    let text = if string.verbatim().is_some() {
        string.text().to_owned()
    } else {
        let mut text = String::with_capacity(string.text().len());
        let raw = string.source().slice(string.inner());
        string::unescape(raw, &mut text, |to, from| pieces.push((to as u32, start + from as u32)));
        text
    };
    Source::embedded(string.source(), text, pieces)
}

struct Evaluation<'c> {
    context: &'c EvalContext,
    /// For templates in it.
    limits: Limits,
    evaluator: Evaluator<'c>,
}

impl Evaluation<'_> {
    fn value(&mut self, node: Node<'_>) -> Value {
        if !self.evaluator.step(node.start_span()) {
            return Value::UNKNOWN;
        }
        if node.is_collection() && !self.evaluator.enter(node.start_span()) {
            return Value::UNKNOWN;
        }
        let value = match node.kind() {
            Kind::Null => Value::NULL,
            Kind::Bool(value) => Value::from(value),
            Kind::Integer(value) => Value::from(value),
            Kind::Number(number) => Value::from(number.clone()),
            Kind::String(string) => self.string(string),
            Kind::Array(array) => self.array(array, node),
            Kind::Object(object) => self.object(object, node),
        };
        if node.is_collection() {
            self.evaluator.leave();
        }
        value
    }

    fn array(&mut self, array: Array<'_>, whole: Node<'_>) -> Value {
        let elements = array.elements();
        if !self.evaluator.produce(whole.start_span(), self.evaluator.budget.take_sequence(elements.len())) {
            return Value::UNKNOWN;
        }
        Value::tuple(elements.map(|element| self.value(element)).collect::<Vec<_>>())
    }

    /// Evaluates a template in full expression mode, and returns the text itself in literal-only
    /// mode.
    fn string(&mut self, string: Str<'_>) -> Value {
        if self.context.is_literal_only() || !has_template(string.text()) {
            return self.evaluator.text(string.text(), string.span());
        }
        // Parsing a template costs about as much per byte as visiting a part of a value.
        if !self.evaluator.count_parts(string.text().len() as u64, string.span()) {
            return Value::UNKNOWN;
        }
        match parse_template(string, &self.limits, |template| self.evaluator.root(template)) {
            Ok(value) => value,
            Err(diagnostics)
                if self.evaluator.is_nested()
                    && diagnostics.errors().any(|error| error.category() == Category::Limit) =>
            {
                self.evaluator.too_deep(string.span());
                Value::UNKNOWN
            }
            Err(diagnostics) => {
                diagnostics.into_iter().for_each(|diagnostic| self.evaluator.push(diagnostic));
                Value::UNKNOWN
            }
        }
    }

    fn object(&mut self, object: Object<'_>, whole: Node<'_>) -> Value {
        let members = object.members();
        if !self.evaluator.produce(whole.start_span(), self.evaluator.budget.take_table(members.len())) {
            return Value::UNKNOWN;
        }
        let mut attributes = Map::with_capacity(members.len());
        let mut spellings = Spellings::default();
        let mut is_known = true;
        let mut marks = Marks::NONE;
        for member in members {
            let key = self.string(member.name());
            let value = self.value(member.value());
            let (key, key_marks) = key.unmark();
            marks = marks.union(&key_marks);
            let _scope = redaction::scope(!marks.is_empty());
            let key = match convert_within(&key, &Type::String, &self.limits) {
                Ok(key) => key,
                Err(error) => {
                    let detail = format!("This value cannot be a key: {error}.");
                    let code = error.code_or(Code::InvalidKey);
                    self.evaluator.push(Diagnostic::new(code, detail).at(member.name().span()));
                    continue;
                }
            };
            if key.is_null() {
                let detail = "The key of an object must be a string, but this is null.";
                self.error(member.name().span(), Code::InvalidKey, detail.to_owned());
                continue;
            }
            let Some(name) = key.shared_str() else {
                is_known = false;
                marks = marks.union(&value.all_marks());
                continue;
            };
            let literal = member.name().text();
            let written = if has_template(literal) { name } else { literal };
            let other = spellings.clash(&attributes, name, written);
            if attributes.contains_key(name) {
                let detail = match other {
                    Some(first) if !redaction::in_scope() => {
                        format!(
                            "In this object {}. Remove one of them.",
                            equal_in_normal_form(&first, written)
                        )
                    }
                    _ => {
                        let key = redaction::repeated_key(name);
                        format!("The {key} was set before in this object. Remove one of them.")
                    }
                };
                self.error(member.name().span(), Code::DuplicateKey, detail);
                continue;
            }
            attributes.insert_shared(name.clone(), value);
        }
        if is_known {
            return Value::object(attributes).with_marks(&marks);
        }
        let marks = attributes.values().fold(marks, |marks, value| marks.union(&value.all_marks()));
        Value::UNKNOWN.with_marks(&marks)
    }

    /// Reports an error whose detail contains no marked value.
    fn error(&mut self, subject: Span, code: Code, detail: String) {
        self.evaluator.push(Diagnostic::new_public(code, detail).at(subject));
    }
}

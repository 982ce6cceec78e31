//! Conditions that elements of a configuration meet or not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_hcl::TraversalStep;
use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::diag::{Category, Diagnostics};
use serde_hcl::{
    Block, Diagnostic, Error, EvalContext, Expression, Map, Source, Traversal, Value, from_body,
    parse_expression,
};

use crate::{Result, unknown};

/// The variable that is the element.
const ELEMENT: &str = "self";

/// The variable that is the block which is the element, or the innermost one around it.
const BLOCK: &str = "block";

/// An element.
pub enum Content {
    Value(Value),
    /// An expression that is not evaluated.
    Expression(Expression),
    /// An expression whose names have no values, such as a type. Its value is its text.
    Text(Expression),
    Block(Block),
    /// A value that is not there, or not as a part of its own.
    Absent,
}

/// Returns the text of an expression.
pub fn text(expression: &Expression) -> &str {
    expression.source().slice(expression.span())
}

/// An expression whose value is a bool. The variable `self` is the element, and `block` the block
/// that it is in.
pub struct Filter(Expression);

/// Whether an element meets a condition.
pub enum Answer {
    Yes,
    No,
    /// It lacks a part that the condition refers to, with the error about that.
    Lacking(Error),
}

impl Filter {
    pub fn parse(text: &str) -> Result<Self> {
        Ok(Self(parse_expression(Source::new("CONDITION", text)).into_result()?))
    }

    /// Returns whether an element meets the condition.
    pub fn ask(
        &self,
        content: &Content,
        block: Option<&Block>,
        scope: &Scope,
        roots: &Roots,
    ) -> Result<Answer> {
        let outer = Arc::new(scope.context());
        let mut context = outer.child();
        let is_lacking = Arc::new(AtomicBool::new(false));
        let mut set = |value: Value| {
            let is_absent = |reference: &Traversal| {
                let name = name(reference, ELEMENT);
                name.is_some_and(|name| match value.as_object() {
                    Some(map) => map.get(name).is_none(),
                    None => value.is_null(),
                })
            };
            is_lacking.store(self.0.variables().iter().any(is_absent), Ordering::Relaxed);
            context.set(ELEMENT, value);
        };
        match content {
            Content::Value(value) => set(value.clone()),
            Content::Expression(expression) if self.refers_to(ELEMENT) => set(expression.evaluate(&outer)?),
            Content::Text(expression) => set(Value::from(text(expression))),
            Content::Absent => set(Value::NULL),
            Content::Block(_) | Content::Expression(_) => {}
        }
        let element = match content {
            Content::Block(block) => Some((ELEMENT, block)),
            _ => None,
        };
        let blocks = element.into_iter().chain(block.map(|block| (BLOCK, block)));
        let blocks: Vec<(&str, Block)> = blocks.map(|(name, block)| (name, block.clone())).collect();
        let (lacking, with_roots) = (is_lacking.clone(), roots.clone());
        context.set_resolver(move |traversal| {
            let named = blocks.iter().find(|(name, _)| traversal.root_name() == Some(name));
            let Some((root, block)) = named else { return Ok(None) };
            let part = part(block, traversal, root, &outer, &with_roots)?;
            lacking.fetch_or(part.is_none(), Ordering::Relaxed);
            Ok(Some(part.unwrap_or_else(|| Value::object(Map::new()))))
        });
        let value = match self.0.evaluate(&context) {
            Ok(value) => value,
            Err(error) if is_lacking.load(Ordering::Relaxed) => return Ok(Answer::Lacking(error)),
            Err(error) => return Err(error.into()),
        };
        if !value.is_known() {
            return Err(self.unknown(content, block, scope).into());
        }
        match value.as_bool() {
            Some(true) => Ok(Answer::Yes),
            Some(false) => Ok(Answer::No),
            None => {
                let detail =
                    format!("The condition has to be true or false, but its type is {:?}.", value.ty());
                let error = Diagnostic::error(Category::Eval, "Invalid condition", detail);
                Err(error.at(self.0.span()).in_source(self.0.source()).into())
            }
        }
    }

    fn refers_to(&self, variable: &str) -> bool {
        self.0.variables().iter().any(|it| it.root_name() == Some(variable))
    }

    /// Returns the errors about the variables without a value that the condition depends on.
    fn unknown(&self, content: &Content, block: Option<&Block>, scope: &Scope) -> Diagnostics {
        let mut found = Vec::new();
        let element = match content {
            Content::Block(block) => Some(block),
            _ => None,
        };
        for reference in self.0.variables() {
            let of_element = name(&reference, ELEMENT).zip(element);
            if let Some((name, block)) = of_element.or_else(|| name(&reference, BLOCK).zip(block))
                && let Some(attribute) = block.body().attribute(name)
                && !scope.evaluate(attribute.expression()).value.is_wholly_known()
            {
                found.extend(unknown::reasons(attribute.expression(), scope, ""));
            }
        }
        if found.is_empty() {
            found = unknown::reasons(&self.0, scope, "");
        }
        found.into()
    }
}

/// Returns the name after a variable.
fn name<'r>(reference: &'r Traversal, variable: &str) -> Option<&'r str> {
    match reference.steps() {
        [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, ..] => {
            (root == variable).then_some(name)
        }
        _ => None,
    }
}

/// Returns a block as an object with the attribute, or the blocks of a type, that a reference to it
/// by a variable names; or with all of them if it names none. Other attributes may have errors.
fn part(
    block: &Block,
    reference: &Traversal,
    variable: &str,
    context: &EvalContext,
    roots: &Roots,
) -> Result<Option<Value>, Error> {
    let Some(name) = name(reference, variable) else { return Ok(Some(from_body(block.body(), context)?)) };
    let value = if let Some(attribute) = block.body().attribute(name) {
        match roots.is_ignored(&[block.block_type(), name]) {
            true => Value::from(text(attribute.expression())),
            false => attribute.expression().evaluate(context)?,
        }
    } else {
        let blocks = block.body().blocks_of_type(name);
        let values: Vec<Value> =
            blocks.map(|it| from_body(it.body(), context)).collect::<Result<_, Error>>()?;
        if values.is_empty() {
            return Ok(None);
        }
        Value::tuple(values)
    };
    Ok(Some(Value::object([(name, value)].into_iter().collect::<Map>())))
}

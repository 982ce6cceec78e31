//! Following an address into a configuration.

use serde_hcl::value::{ValueError, ops};
use serde_hcl::{
    Block, Body, Diagnostic, EvalContext, Expression, Source, Span, Value, diag::Category, parse_traversal,
    traversal::TraversalStep,
};

use crate::Result;

/// A name or an index, with its location in the address.
#[derive(Clone, Debug)]
struct Step {
    key: Value,
    address: Source,
    span: Span,
}

/// The target of an address.
pub enum Found {
    /// An argument, or a part of it that is an expression, with the remaining steps, which are
    /// applied to its value.
    Expression(Expression, Rest),
    /// All blocks of that address.
    Blocks(Vec<Block>),
}

/// Steps that are applied to a value.
pub struct Rest(Vec<Step>);

pub fn find(body: &Body, address: &str) -> Result<Found> {
    let source = Source::new("ADDRESS", address);
    let traversal = parse_traversal(source.clone()).into_result()?;
    let mut steps = Vec::new();
    for step in &traversal.steps {
        let key = match step {
            TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Value::from(name.as_str()),
            TraversalStep::Index { key, .. } => key.to_value(),
            // The address was parsed as a traversal without splats.
            _ => continue,
        };
        let mut span = step.span();
        span.start += u32::from(source.slice(span).starts_with('.'));
        steps.push(Step { key, address: source.clone(), span });
    }
    Ok(in_body(body, &steps)?)
}

/// Follows an address into a body. The first step names an argument, or a type of blocks.
fn in_body(body: &Body, steps: &[Step]) -> serde_hcl::Result<Found> {
    let Some((step, rest)) = steps.split_first() else { return Ok(Found::Blocks(Vec::new())) };
    let name = step.key.as_str();
    if let Some(attribute) = body.attributes().find(|it| Some(it.name()) == name) {
        return in_expression(attribute.expression(), rest);
    }
    let blocks: Vec<Block> = body.blocks().filter(|block| Some(block.block_type()) == name).collect();
    if blocks.is_empty() {
        let names = body.attributes().map(|it| it.name().to_owned());
        let names = names.chain(body.blocks().map(|it| it.block_type().to_owned()));
        return Err(not_found(step, "argument or block", names));
    }
    in_blocks(blocks, rest)
}

/// Follows an address into blocks. The next steps are labels, an index if there are several
/// blocks, or names in the body of the only one.
fn in_blocks(mut blocks: Vec<Block>, steps: &[Step]) -> serde_hcl::Result<Found> {
    let mut labels = 0;
    for (taken, step) in steps.iter().enumerate() {
        if let Some(index) = step.key.as_i64() {
            let picked = usize::try_from(index).ok().and_then(|index| blocks.get(index));
            blocks = vec![picked.cloned().ok_or_else(|| {
                let detail = format!("There are {} such blocks; the first is [0].", blocks.len());
                error(step, "No such block", detail)
            })?];
            continue;
        }
        let has_label =
            |block: &Block| block.labels().get(labels).map(|label| label.text()) == step.key.as_str();
        if blocks.iter().any(has_label) {
            blocks.retain(has_label);
            labels += 1;
            continue;
        }
        match blocks.as_slice() {
            [block] if block.labels().len() == labels => return in_body(block.body(), &steps[taken..]),
            _ if blocks.iter().any(|block| block.labels().len() > labels) => {
                let names =
                    blocks.iter().filter_map(|block| Some(block.labels().get(labels)?.text().to_owned()));
                return Err(not_found(step, "label", names));
            }
            _ => {
                let (count, last) = (blocks.len(), blocks.len() - 1);
                let fix = format!("Pick one with an index in front of this: [0] to [{last}].");
                let detail = format!("There are {count} such blocks. {fix}");
                return Err(error(step, "More than one block", detail));
            }
        }
    }
    Ok(Found::Blocks(blocks))
}

/// Follows steps into the expression as far as possible, so that errors in other parts have no
/// effect.
fn in_expression(expression: &Expression, steps: &[Step]) -> serde_hcl::Result<Found> {
    let mut expression = expression.clone();
    let mut rest = steps;
    while let Some((step, after)) = rest.split_first() {
        let Some(part) = part(&expression, &step.key) else { break };
        (expression, rest) = (part, after);
    }
    Ok(Found::Expression(expression, Rest(rest.to_vec())))
}

fn not_found(step: &Step, what: &str, names: impl Iterator<Item = String>) -> serde_hcl::Error {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    let name = step.key.as_str().map_or_else(|| step.key.to_string(), str::to_owned);
    let there = if names.is_empty() {
        "There are none.".to_owned()
    } else {
        format!("There are: {}.", names.join(", "))
    };
    error(step, "Nothing at this address", format!("There is no {what} {name:?} here. {there}"))
}

fn error(step: &Step, summary: &'static str, detail: String) -> serde_hcl::Error {
    Diagnostic::error(Category::Data, summary, detail).at(step.span).in_source(&step.address).into()
}

impl Rest {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the part of a value at the steps.
    pub fn follow(&self, value: Value) -> serde_hcl::Result<Value> {
        self.0.iter().try_fold(value, |value, step| {
            let part = match step.key.as_str() {
                Some(name) if value.as_object().is_some() => ops::get_attr(&value, name),
                _ => ops::index(&value, &step.key),
            };
            part.map_err(|error: ValueError| {
                let diagnostic = Diagnostic::error(Category::Eval, error.summary(), error.detail());
                diagnostic.at(step.span).in_source(&step.address).into()
            })
        })
    }
}

/// Returns the part of a tuple or object that is written out.
fn part(expression: &Expression, key: &Value) -> Option<Expression> {
    if let Some(index) = key.as_i64() {
        return expression.static_list().ok()?.into_iter().nth(usize::try_from(index).ok()?);
    }
    let name = key.as_str()?;
    let mut found = None;
    for (key, value) in expression.static_map().ok()? {
        let text = match key.static_keyword() {
            Some(keyword) => keyword,
            // A computed key that needs variables could be any name, so the search fails.
            None => key.evaluate(&EvalContext::new()).ok()?.as_str()?.to_owned(),
        };
        if text == name {
            // As in the evaluator, the last item with a key wins.
            found = Some(value);
        }
    }
    found
}

//! Conversion of blocks to definitions.

use super::FunctionNames;
use super::definition::Definition;
use crate::body::{AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema, Expression};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::util::ordered::OrderedMap;

/// The attribute with the names of the parameters.
const PARAMS: &str = "params";

/// The attribute with the result.
const RESULT: &str = "result";

/// Returns the valid definitions, and a body with the rest.
pub(super) fn definitions(names: &FunctionNames, body: &Body) -> Outcome<(Vec<Definition>, Body)> {
    let mut found = Diagnostics::new();
    let mut outer = BodySchema::default();
    outer.add_block(BlockSchema::new(names.block_type.as_str(), ["name"]));
    let mut inner = BodySchema::default();
    inner.add_attribute(AttributeSchema::required(PARAMS));
    inner.add_attribute(AttributeSchema::optional(names.variadic_param.as_str()));
    inner.add_attribute(AttributeSchema::required(RESULT));

    let (content, rest) = body.partial_content(&outer).keep_in(&mut found);
    let mut definitions: OrderedMap<String, Definition> = OrderedMap::new();
    for block in content.blocks() {
        let content = block.body().content(&inner).keep_in(&mut found);
        let Some(definition) = definition(names, block, &content, &mut found) else { continue };
        match definitions.get(&definition.name) {
            Some(first) => found.push(duplicate(first, block)),
            None => _ = definitions.insert(definition.name.clone(), definition),
        }
    }
    Outcome { value: (definitions.into_values().collect(), rest), diagnostics: found }
}

fn definition(
    names: &FunctionNames,
    block: &Block,
    content: &BodyContent,
    found: &mut Diagnostics,
) -> Option<Definition> {
    let parameters = content.attribute(PARAMS).and_then(|it| parameters(it.expression(), found));
    let variadic = match content.attribute(&names.variadic_param) {
        Some(attribute) => parameter(attribute.expression(), found).map(Some),
        None => Some(None),
    };
    let result = content.attribute(RESULT)?;
    let (parameters, variadic) = (parameters?, variadic?);
    Some(Definition {
        name: block.labels().first()?.text().to_owned(),
        block: block.clone(),
        parameters,
        variadic,
        result: result.expression().clone(),
    })
}

/// Returns the names of the parameters if all of them are valid.
fn parameters(params: &Expression, found: &mut Diagnostics) -> Option<Vec<String>> {
    let elements = params.static_list();
    let elements = elements.map_err(|error| found.extend(error.diagnostics().clone())).ok()?;
    let names: Vec<_> = elements.iter().map(|element| parameter(element, found)).collect();
    names.into_iter().collect()
}

fn parameter(expression: &Expression, found: &mut Diagnostics) -> Option<String> {
    let name = expression.static_keyword();
    if name.is_none() {
        let detail = "The name of a parameter is expected here, without quotes. The result refers to the argument by it.";
        let diagnostic = Diagnostic::new(Code::InvalidParameter, detail).at(expression.span());
        found.push(diagnostic.in_source(expression.source()));
    }
    name
}

fn duplicate(first: &Definition, second: &Block) -> Diagnostic {
    let detail = format!("There is another function {:?}. Rename one of them.", first.name);
    let diagnostic = Diagnostic::new(Code::DuplicateFunction, detail);
    let diagnostic = diagnostic.at(second.header_span()).in_source(second.source());
    diagnostic.with_label_in(first.block.source(), first.block.header_span(), "the first one")
}

//! Conversion of blocks to definitions.

use std::collections::HashMap;

use super::definition::Definition;
use crate::body::{AttributeSchema, Block, BlockSchema, Body, BodyContent, BodySchema, Expression};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::outcome::Outcome;

/// Returns the valid definitions, and a body with the rest.
pub(super) fn definitions(body: &Body, block_type: &str) -> Outcome<(Vec<Definition>, Body)> {
    let mut reader = Reader { diagnostics: Diagnostics::new() };
    let mut outer = BodySchema::default();
    outer.add_block(BlockSchema::new(block_type, ["name"]));
    let mut inner = BodySchema::default();
    inner.add_attribute(AttributeSchema::required("params"));
    inner.add_attribute(AttributeSchema::optional("variadic_param"));
    inner.add_attribute(AttributeSchema::required("result"));

    let (content, rest) = reader.keep(body.partial_content(&outer));
    let mut definitions: Vec<Definition> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for block in content.blocks() {
        let content = reader.keep(block.body().content(&inner));
        let Some(definition) = reader.definition(block, &content) else { continue };
        match known.get(&definition.name) {
            Some(first) => reader.diagnostics.push(duplicate(&definitions[*first], block)),
            None => {
                known.insert(definition.name.clone(), definitions.len());
                definitions.push(definition);
            }
        }
    }
    Outcome { value: (definitions, rest), diagnostics: reader.diagnostics }
}

struct Reader {
    diagnostics: Diagnostics,
}

impl Reader {
    /// Returns the value of an outcome and keeps its diagnostics.
    fn keep<T>(&mut self, outcome: Outcome<T>) -> T {
        self.diagnostics.extend(outcome.diagnostics);
        outcome.value
    }

    fn definition(&mut self, block: &Block, content: &BodyContent) -> Option<Definition> {
        let parameters =
            content.attribute("params").and_then(|attribute| self.parameters(attribute.expression()));
        let variadic = match content.attribute("variadic_param") {
            Some(attribute) => self.name(attribute.expression()).map(Some),
            None => Some(None),
        };
        let result = content.attribute("result")?;
        let (parameters, variadic) = (parameters?, variadic?);
        Some(Definition {
            name: block.labels().first()?.text().to_owned(),
            location: (block.source().clone(), block.header_span()),
            parameters,
            variadic,
            result: result.expression().clone(),
        })
    }

    /// Returns the names of the parameters if all of them are valid.
    fn parameters(&mut self, params: &Expression) -> Option<Vec<String>> {
        let elements = params.static_list();
        let elements = elements.map_err(|error| self.diagnostics.extend(error.diagnostics().clone())).ok()?;
        let names: Vec<_> = elements.iter().map(|element| self.name(element)).collect();
        names.into_iter().collect()
    }

    fn name(&mut self, expression: &Expression) -> Option<String> {
        let name = expression.static_keyword();
        if name.is_none() {
            let detail = "The name of a parameter is expected here, without quotes. The result refers to the argument by it.";
            let diagnostic = Diagnostic::new(Code::InvalidParameter, detail).at(expression.span());
            self.diagnostics.push(diagnostic.in_source(expression.source()));
        }
        name
    }
}

fn duplicate(first: &Definition, second: &Block) -> Diagnostic {
    let detail = format!("There is another function {:?}. Rename one of them.", first.name);
    let diagnostic = Diagnostic::new(Code::DuplicateFunction, detail);
    let diagnostic = diagnostic.at(second.header_span()).in_source(second.source());
    diagnostic.with_label_in(&first.location.0, first.location.1, "the first one")
}

//! Several bodies as one.

use indexmap::IndexMap;

use super::content::{duplicate_argument, missing_argument};
use super::{Attribute, Body, BodyContent, BodySchema};
use crate::diag::Diagnostics;
use crate::outcome::Outcome;

/// The content of all bodies, what is left of them where that is asked for, and what is wrong.
pub(super) fn content(
    whole: &Body,
    bodies: &[Body],
    schema: &BodySchema,
    partial: bool,
) -> (BodyContent, Body, Diagnostics) {
    // Each body may be the one that sets a required attribute.
    let relaxed = schema.relaxed();
    let mut merged = BodyContent::new((whole.source().clone(), whole.missing_span()));
    let mut diagnostics = Diagnostics::new();
    let mut rest = Vec::new();
    for body in bodies {
        let outcome = if partial {
            body.partial_content(&relaxed).map(|(content, left)| {
                rest.push(left);
                content
            })
        } else {
            body.content(&relaxed)
        };
        diagnostics.extend(outcome.diagnostics);
        merge_attributes(outcome.value.attributes, &mut merged.attributes, &mut diagnostics);
        merged.blocks.extend(outcome.value.blocks);
    }
    for attribute in schema.attributes() {
        if attribute.is_required() && !merged.attributes.contains_key(attribute.name()) {
            diagnostics.push(missing_argument(attribute.name(), &merged.missing));
        }
    }
    (merged, Body::merge(rest), diagnostics)
}

pub(super) fn just_attributes(bodies: &[Body]) -> Outcome<Vec<Attribute>> {
    let mut merged = IndexMap::new();
    let mut diagnostics = Diagnostics::new();
    for body in bodies {
        let outcome = body.just_attributes();
        diagnostics.extend(outcome.diagnostics);
        let attributes = outcome.value.into_iter().map(|attribute| (attribute.name().to_owned(), attribute));
        merge_attributes(attributes, &mut merged, &mut diagnostics);
    }
    Outcome { value: merged.into_values().collect(), diagnostics }
}

fn merge_attributes(
    new: impl IntoIterator<Item = (String, Attribute)>,
    merged: &mut IndexMap<String, Attribute>,
    diagnostics: &mut Diagnostics,
) {
    for (name, attribute) in new {
        match merged.get(&name) {
            Some(first) => diagnostics.push(duplicate_argument(first, &attribute)),
            None => _ = merged.insert(name, attribute),
        }
    }
}

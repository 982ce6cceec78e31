//! The reasons why a value is unknown.

use std::collections::HashSet;

use serde_hcl::analysis::{Definition, Scope};
use serde_hcl::{
    Diagnostic, Expression, Traversal, TraversalStep, Value,
    diag::{Category, Diagnostics},
};

use crate::Result;

const SUMMARY: &str = "Unknown value";

/// Returns the value of an expression if all of it is known.
///
/// # Errors
/// Returns an error for each variable without a value that the expression depends on.
pub fn reject(value: Value, expression: &Expression, scope: &Scope) -> Result<Value> {
    value.check_size()?;
    if value.is_wholly_known() {
        return Ok(value);
    }
    Err(Diagnostics::from(reasons(expression, scope, "")).into())
}

/// Returns an error for each variable without a value that an expression depends on, at the
/// reference to it; or one about the expression, if no reference is the reason. The advice is
/// added to each.
pub fn reasons(expression: &Expression, scope: &Scope, advice: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut remaining = vec![expression.clone()];
    while let Some(expression) = remaining.pop() {
        for reference in expression.variables() {
            let address = reference.to_string();
            if seen.contains(&address) || !is_unknown(&address, scope) {
                continue;
            }
            let values: Vec<_> = definitions(&reference, scope).filter_map(Definition::value).collect();
            if values.is_empty() {
                found.push(reason(&reference, &address, advice));
            }
            remaining.extend(values.into_iter().cloned());
            seen.insert(address);
        }
    }
    if found.is_empty() {
        let error = Diagnostic::error(Category::Eval, SUMMARY, format!("The value is not known.{advice}"));
        found.push(error.at(expression.span()).in_source(expression.source()));
    }
    found
}

fn reason(reference: &Traversal, address: &str, advice: &str) -> Diagnostic {
    let detail = match reference.steps() {
        [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, ..] if root == "var" => {
            format!("var.{name} has no value. Set it with --var {name}=VALUE.")
        }
        _ => format!("{address} has no value here."),
    };
    let error = Diagnostic::error(Category::Eval, SUMMARY, detail + advice);
    error.at(reference.span()).in_source(reference.source())
}

/// Returns whether a reference has no value, or an unknown one.
fn is_unknown(reference: &str, scope: &Scope) -> bool {
    let expression = reference.parse::<Expression>();
    expression.is_ok_and(|it| !scope.evaluate(&it).value.is_wholly_known())
}

/// Returns the definitions that a reference refers to: the one that its first names are the
/// address of, or all whose addresses begin with it.
fn definitions<'s>(reference: &Traversal, scope: &'s Scope) -> impl Iterator<Item = &'s Definition> {
    let names = reference.steps().iter().map_while(|step| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name.as_str()),
        _ => None,
    });
    let mut address = String::new();
    let mut exact = None;
    for name in names {
        if !address.is_empty() {
            address.push('.');
        }
        address.push_str(name);
        exact = exact.or_else(|| scope.references().definition(&address));
    }
    address.push('.');
    let all = scope.references().definitions().filter(move |it| it.address().starts_with(&address));
    exact.into_iter().chain(all.take(if exact.is_some() { 0 } else { usize::MAX }))
}

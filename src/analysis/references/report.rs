//! Diagnostics about references and definitions.

use std::collections::HashSet;

use super::names::{NameId, name_of};
use super::order::CycleStep;
use super::{Definition, NodeNumber, References, UnknownReference};
use crate::diag::{Code, Diagnostic, Diagnostics, name_hint};
use crate::eval::EvalContext;
use crate::source::Span;
use crate::syntax::traversal::Traversal;

/// The number of references of a cycle that are labeled and named. Longer cycles are hardly written
/// by hand, and many definitions can be in a cycle with each other.
const MAX_STEPS: usize = 100;

/// The maximum number of unknown references that are compared with all names.
pub(in crate::analysis) const MAX_HINTS: usize = 100;

impl References {
    /// Reports the definitions of names that have one already.
    pub(super) fn report_repeated(&self, found: &mut Diagnostics) {
        for (again, first) in self.repeated.iter() {
            let (first, again) = (self.at(*first), self.at(*again));
            let detail =
                format!("{:?} is defined already. Remove or rename one of the two.", again.address());
            let diagnostic = Diagnostic::new(Code::DuplicateDefinition, detail);
            let diagnostic = diagnostic.at(again.span()).in_source(again.item().source());
            found.push(diagnostic.with_label_in(first.item().source(), first.span(), "first defined here"));
        }
    }

    /// Reports the roots that variables of a context would hide.
    pub(in crate::analysis) fn hidden_by(&self, context: &EvalContext) -> Diagnostics {
        let hidden = self.names.roots().filter(|(name, _)| context.defines_variable(name));
        let diagnostics = hidden.map(|(name, id)| {
            let detail = format!(
                "The application has a variable named {name:?}, which would hide this definition. Rename one of the two."
            );
            let diagnostic = Diagnostic::new(Code::DuplicateDefinition, detail);
            match self.names.definitions(id).first().map(|number| self.at(*number)) {
                Some(first) => diagnostic.at(first.span()).in_source(first.item().source()),
                None => diagnostic,
            }
        });
        diagnostics.collect::<Vec<_>>().into()
    }

    /// Reports the references to names that have no definition, and no value in a context.
    pub(super) fn report_unknown(&self, context: &EvalContext, found: &mut Diagnostics) {
        for UnknownReference { traversal, from, name, step } in &self.unknown {
            // An error of a resolver is that of an evaluation.
            let is_known = traversal.root_name().is_some_and(|root| context.defines_variable(root))
                || !matches!(context.resolve(traversal), Ok(None));
            if is_known {
                continue;
            }
            let has_hint = found.len() < MAX_HINTS;
            let parameters = self.at(*from).parameters.iter().flatten().filter(|_| *step == 0);
            let parameters = parameters.map(String::as_str);
            let diagnostic = self.unknown_reference(traversal, *name, *step, has_hint, parameters);
            found.push(diagnostic.in_source(traversal.source()));
        }
    }

    /// Reports the calls of functions that a context does not have.
    pub(super) fn report_unknown_functions(&self, context: &EvalContext, found: &mut Diagnostics) {
        let namespaces: HashSet<&str> = context.function_names().map(namespace).collect();
        for (call, number) in self.calls.iter().zip(0..) {
            let name = call.root_name().unwrap_or_default();
            if !namespaces.contains(namespace(name)) || context.is_callable(name) {
                continue;
            }
            let own = self.functions.iter().map(|it| it.name.as_str());
            let known = context.function_names().chain(own).filter(|_| number < MAX_HINTS);
            let detail = format!("There is no function named {name:?}.{}", name_hint(name, known));
            let diagnostic = Diagnostic::new(Code::UnknownFunction, detail);
            found.push(diagnostic.at(call.span()).in_source(call.source()));
        }
    }

    /// Returns the diagnostic about a reference whose step is not among the names after a name. Its
    /// span is in the source of the traversal.
    pub(in crate::analysis) fn unknown_reference<'p>(
        &'p self,
        traversal: &Traversal,
        name: NameId,
        step: usize,
        has_hint: bool,
        parameters: impl Iterator<Item = &'p str>,
    ) -> Diagnostic {
        let steps = traversal.steps.get(..=step).unwrap_or_default();
        let given = steps.last().and_then(name_of).unwrap_or_default();
        let address = super::names::address(steps.iter().filter_map(name_of));
        let known = self.names.after(name).chain(parameters);
        let hint = if has_hint { name_hint(given, known) } else { String::new() };
        let detail = format!("There is no definition of {address:?}.{hint}");
        let span = match steps {
            [first, .., last] => first.span().to(last.span()),
            _ => steps.first().map_or_else(Span::default, |first| first.span()),
        };
        Diagnostic::new(Code::UnknownReference, detail).at(span)
    }

    /// Reports a cycle of each component that has one.
    pub(super) fn cycles_in(&self, components: &[Vec<NodeNumber>]) -> Diagnostics {
        let cycles = components.iter().filter_map(|component| self.cycle_in(component));
        let mut found = Diagnostics::from(cycles.map(|steps| self.cycle(&steps)).collect::<Vec<_>>());
        found.sort_by_position();
        found
    }

    /// Returns the diagnostic about a cycle, with a label at each reference.
    pub(in crate::analysis) fn cycle(&self, steps: &[CycleStep<'_>]) -> Diagnostic {
        let Some(start) = steps.last().map(|step| self.at(step.to)) else {
            return Diagnostic::new(Code::ReferenceCycle, "");
        };
        let mut path = start.address().to_owned();
        for step in steps.iter().take(MAX_STEPS) {
            path.push_str(" -> ");
            path.push_str(self.at(step.to).address());
        }
        let more = match steps.len().saturating_sub(MAX_STEPS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let detail = if steps.len() == 1 {
            format!("{:?} refers to itself. Remove the reference.", start.address())
        } else {
            format!("{:?} refers to itself: {path}{more}. Remove one of these references.", start.address())
        };
        let mut diagnostic = Diagnostic::new(Code::ReferenceCycle, detail);
        diagnostic = diagnostic.at(start.span()).in_source(start.item().source());
        for CycleStep { reference, to } in steps.iter().take(MAX_STEPS) {
            let text =
                format!("{:?} refers to {:?}", self.origin(reference).address(), self.at(*to).address());
            let traversal = reference.traversal();
            diagnostic = diagnostic.with_label_in(traversal.source(), traversal.span(), text);
        }
        diagnostic
    }
}

/// Returns the warning about a definition without references to it.
pub(super) fn unused(definition: &Definition) -> Diagnostic {
    let detail = format!("Nothing refers to {:?}.", definition.address());
    let code = Code::UnusedDefinition;
    let diagnostic = Diagnostic::public_warning(code.category(), code.summary(), detail).with_code(code);
    diagnostic.at(definition.span()).in_source(definition.item().source())
}

/// Returns the namespace of a function, which is empty for most.
fn namespace(name: &str) -> &str {
    name.rsplit_once("::").map_or("", |(namespace, _)| namespace)
}

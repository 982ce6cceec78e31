//! `{:?}` of the parts of expressions and templates: their operands, names and operators.

use std::fmt;

use super::{
    Binary, Conditional, For, FunctionCall, Object, Postfix, Step, Template, TemplateFor, TemplateIf,
    TemplatePart, Tuple, Unary,
};
use crate::source::Span;

/// Items of an iterator as a list.
struct List<I>(I);

impl<I: Iterator<Item: fmt::Debug> + Clone> fmt::Debug for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.clone()).finish()
    }
}

/// Returns the parts of a template without their spans.
fn parts<'t>(parts: impl Iterator<Item = (Span, TemplatePart<'t>)> + Clone) -> impl fmt::Debug {
    List(parts.map(|(_, part)| part))
}

/// Writes a struct with the results of methods as its fields.
macro_rules! debug {
    ($($ty:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(impl fmt::Debug for $ty<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut node = f.debug_struct(stringify!($ty));
                $({
                    let value: fn(Self) -> _ = $value;
                    node.field(stringify!($field), &value(*self));
                })*
                node.finish()
            }
        })*
    };
}

debug! {
    Postfix { operand: |it| it.operand(), steps: |it| List(it.steps()) }
    Step { kind: |it| it.kind() }
    FunctionCall {
        name: |it| it.name(),
        arguments: |it| List(it.arguments()),
        expands_last: |it| it.expands_last(),
    }
    Tuple { elements: |it| List(it.elements()) }
    Object { items: |it| List(it.items()) }
    For {
        key_name: |it| it.key_name(),
        value_name: |it| it.value_name(),
        collection: |it| it.collection(),
        key: |it| it.key(),
        value: |it| it.value(),
        condition: |it| it.condition(),
        groups: |it| it.groups(),
    }
    Unary { operators: |it| List(it.operators().map(|(operator, _)| operator)), operand: |it| it.operand() }
    Binary { first: |it| it.first(), rest: |it| List(it.rest()) }
    Conditional { arms: |it| List(it.arms()), otherwise: |it| it.otherwise() }
    Template { form: |it| it.form(), parts: |it| parts(it.parts()) }
    TemplateIf {
        condition: |it| it.condition(),
        then: |it| parts(it.then()),
        otherwise: |it| parts(it.otherwise()),
    }
    TemplateFor {
        key_name: |it| it.key_name(),
        value_name: |it| it.value_name(),
        collection: |it| it.collection(),
        parts: |it| parts(it.parts()),
    }
}

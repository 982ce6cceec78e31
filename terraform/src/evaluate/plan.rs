//! The values of resources and modules, from their blocks.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use serde_hcl::analysis::Definition;
use serde_hcl::body::{AttributeSchema, BodyItem, BodySchema};
use serde_hcl::diag::{Code, Diagnostics};
use serde_hcl::ext;
use serde_hcl::{Block, Body, Diagnostic, EvalContext, Map, Outcome, Value, from_body};

use super::around::{Around, Shared};
use super::computed;
use super::instances::Repetition;
use crate::language::JSON_COMMENT;
use crate::load::below;
use crate::{Module, ModuleCall, Resource, Values};

/// The blocks of a module whose values are more than that of an attribute.
#[derive(Debug)]
pub(super) struct Plan {
    /// By the type and the labels of the block.
    resources: HashMap<Vec<String>, Resource>,
    calls: HashMap<String, (ModuleCall, Option<Arc<Module>>)>,
    /// The names of attributes that the module refers to.
    computed: BTreeSet<String>,
}

impl Plan {
    pub(super) fn new(module: &Module) -> Self {
        let resources = module.resources.iter().map(|it| {
            let key = [it.mode.block_type(), &it.ty, &it.name].map(str::to_owned);
            (key.to_vec(), it.clone())
        });
        let calls = module.calls().map(|it| {
            let child = module.child_handle(&it.name).cloned();
            (it.name.clone(), (it.clone(), child))
        });
        Self { resources: resources.collect(), calls: calls.collect(), computed: computed::names(module) }
    }

    /// Returns the value of a block, in a context with the definitions that it refers to.
    pub(super) fn value(
        &self,
        definition: &Definition,
        context: &EvalContext,
        around: &Around,
    ) -> Option<Outcome<Value>> {
        let BodyItem::Block(block) = definition.item() else { return None };
        let mut labels = block.labels().iter().map(|label| label.text());
        if block.block_type() == "module" {
            let (call, child) = self.calls.get(labels.next_back()?)?;
            return Some(call_value(call, child.as_deref(), context, around));
        }
        let key: Vec<String> = [block.block_type()].into_iter().chain(labels).map(str::to_owned).collect();
        Some(self.resource(self.resources.get(&key)?, context, &around.shared))
    }

    /// Returns the value of a resource, with the attributes that its provider computes as unknown.
    fn resource(&self, resource: &Resource, context: &EvalContext, shared: &Shared) -> Outcome<Value> {
        of_instances(resource, context, |arguments| {
            let blocks: HashSet<String> = resource.arguments.blocks().map(|it| generated(&it)).collect();
            let planned = arguments.iter().map(|(name, value)| {
                let is_block = blocks.contains(name);
                (name, if is_block { self.with_computed(value, shared) } else { value.clone() })
            });
            self.object_with_computed(planned, shared)
        })
    }

    /// Returns the value of nested blocks.
    fn with_computed(&self, value: &Value, shared: &Shared) -> Value {
        if let Some(object) = value.as_object() {
            let parts = object.iter().map(|(name, value)| (name, self.with_computed(value, shared)));
            return self.object_with_computed(parts, shared);
        }
        match value.as_array() {
            Some(elements) if value.marks().is_empty() => {
                Value::tuple(elements.iter().map(|it| self.with_computed(it, shared)).collect::<Vec<_>>())
            }
            _ => value.clone(),
        }
    }

    fn object_with_computed<'v>(
        &self,
        known: impl Iterator<Item = (&'v str, Value)>,
        shared: &Shared,
    ) -> Value {
        if !shared.takes_unknown(self.computed.len()) {
            return Value::UNKNOWN;
        }
        let mut planned: Map = self.computed.iter().map(|name| (name.as_str(), Value::UNKNOWN)).collect();
        known.for_each(|(name, value)| _ = planned.insert(name, value));
        Value::object(planned)
    }
}

/// Returns the value of a resource as its arguments alone.
pub(super) fn arguments(resource: &Resource, context: &EvalContext) -> Value {
    of_instances(resource, context, Value::object).value
}

/// Returns the value of all instances of a resource.
fn of_instances(resource: &Resource, context: &EvalContext, object: impl Fn(Map) -> Value) -> Outcome<Value> {
    let repetition = Repetition { count: resource.count.as_ref(), for_each: resource.for_each.as_ref() };
    repetition.value(context, |context, found| {
        decoded(&resource.arguments, context, found).map_or(Value::UNKNOWN, &object)
    })
}

/// Returns the type of a block, or of those that a dynamic block generates.
fn generated(block: &Block) -> String {
    match block.labels() {
        [label] if block.block_type() == "dynamic" => label.text().to_owned(),
        _ => block.block_type().to_owned(),
    }
}

/// Returns the values of arguments and of nested blocks, unless they have errors.
fn decoded(body: &Body, context: &EvalContext, found: &mut Diagnostics) -> Option<Map> {
    let comment = BodySchema::new([AttributeSchema::optional(JSON_COMMENT)], []).unwrap_or_default();
    let body = body.partial_content(&comment).value.1;
    match from_body::<Value>(&ext::expand_dynamic_blocks(&body, context), context) {
        Ok(value) => value.as_object().cloned(),
        Err(error) => {
            // The number of blocks can depend on what is not known yet.
            let is_mistake = |it: &Diagnostic| it.code() != Some(Code::UnknownForEach);
            found.extend(Diagnostics::from(error).into_iter().filter(is_mistake));
            None
        }
    }
}

/// Returns the outputs of a module that is called.
fn call_value(
    call: &ModuleCall,
    child: Option<&Module>,
    context: &EvalContext,
    around: &Around,
) -> Outcome<Value> {
    let Some(child) = child.filter(|it| it.is_complete()) else {
        return Outcome { value: Value::UNKNOWN, diagnostics: Diagnostics::new() };
    };
    let path = below(&around.path, call.source.as_deref().unwrap_or_default());
    let around = Around { path, base: around.base.clone(), shared: around.shared.clone() };
    let repetition = Repetition { count: call.count.as_ref(), for_each: call.for_each.as_ref() };
    repetition.value(context, |instance, found| {
        if around.shared.is_exceeded() {
            let detail = "The modules call each other too often to be evaluated.".to_owned();
            let code = Code::EvaluationTooDeep;
            let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
            found.push(call.at.place(error));
            return Value::UNKNOWN;
        }
        let mut values = Values::of_call();
        for attribute in call.arguments.attributes() {
            let value = attribute.expression().evaluate_with_diagnostics(instance);
            let is_valid = !value.diagnostics.has_errors();
            found.extend(value.diagnostics);
            if is_valid {
                values.passed(attribute.name(), value.value, (&attribute).into());
            }
        }
        let scope = child.scope_within(&values, around.clone());
        found.extend(scope.diagnostics);
        let mut outputs = Map::new();
        for output in &child.outputs {
            let value = output.evaluate(&scope.value);
            found.extend(value.diagnostics);
            outputs.insert(output.name.as_str(), value.value);
        }
        Value::object(outputs)
    })
}

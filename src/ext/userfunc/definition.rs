//! Definitions as functions.

use std::sync::{Arc, Weak};

use crate::body::{Block, Expression};
use crate::eval::EvalContext;
use crate::func::{Budget, Function, Parameter};
use crate::value::{Type, Value, ValueError};

/// The definition of a function by a block.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) block: Block,
    pub(super) parameters: Vec<String>,
    pub(super) variadic: Option<String>,
    pub(crate) result: Expression,
}

/// Definitions that can call each other, and the context in which they do.
pub(super) struct Set {
    definitions: Vec<Definition>,
    context: Arc<EvalContext>,
}

impl Set {
    /// Creates the functions. The context of the set contains functions that refer to the set
    /// weakly, since the set holds the context. Functions outside keep the set alive, and a call of
    /// a function in the context always begins within a call of one outside.
    pub(super) fn new(definitions: Vec<Definition>, context: &EvalContext) -> Arc<Self> {
        Arc::new_cyclic(|set: &Weak<Self>| {
            let mut context = context.child();
            context.allow_variables();
            for (index, definition) in definitions.iter().enumerate() {
                let set = set.clone();
                let function = definition.function(move |arguments, budget| match set.upgrade() {
                    Some(set) => set.call(index, arguments, budget),
                    None => Err(ValueError::domain("the function is gone with the body that defines it")),
                });
                context.set_function(definition.name.clone(), function);
            }
            Self { definitions, context: Arc::new(context) }
        })
    }

    /// Returns the functions by name.
    pub(super) fn functions(self: &Arc<Self>) -> Vec<(String, Function)> {
        let function = |(index, definition): (usize, &Definition)| {
            let set = self.clone();
            let function = definition.function(move |arguments, budget| set.call(index, arguments, budget));
            (definition.name.clone(), function)
        };
        self.definitions.iter().enumerate().map(function).collect()
    }

    fn call(&self, index: usize, arguments: &[Value], budget: &Budget) -> Result<Value, ValueError> {
        let definition = &self.definitions[index];
        let mut context = EvalContext::child_of(self.context.clone());
        for (name, argument) in definition.parameters.iter().zip(arguments) {
            context.set(name, argument.clone());
        }
        if let Some(name) = &definition.variadic {
            let further = arguments.get(definition.parameters.len()..).unwrap_or_default();
            budget.take_elements(further.len())?;
            context.set(name, Value::tuple(further.to_vec()));
        }
        definition.result.evaluate_within(&context, budget).into_function_result(budget)
    }
}

impl Definition {
    /// Returns the names of the variables that a call defines.
    #[cfg(feature = "analysis")]
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &String> {
        self.parameters.iter().chain(&self.variadic)
    }

    fn function(
        &self,
        call: impl Fn(&[Value], &Budget) -> Result<Value, ValueError> + Send + Sync + 'static,
    ) -> Function {
        let parameter =
            |name: &String| Parameter::new(name.clone(), Type::Dynamic).allow_unknown().allow_dynamic();
        let mut builder = Function::builder();
        for name in &self.parameters {
            builder = builder.parameter(parameter(name));
        }
        if let Some(name) = &self.variadic {
            builder = builder.variadic(parameter(name));
        }
        builder.implement_within(move |arguments, _, budget| call(arguments, budget))
    }
}

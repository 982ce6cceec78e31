//! The definitions of a folder: their names, and their values as far as they are known before a
//! run.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde_hcl::TraversalStep;
use serde_hcl::analysis::{Definition, References, Scope};
use serde_hcl::body::BodyItem;
use serde_hcl::{
    Block, EvalContext, Expression, Type, Value, ext, is_identifier, parse_expression, parse_traversal,
};

use super::bindings::{Binding, Part};

/// The attribute that declares the value of a block a secret.
pub(crate) const SENSITIVE: &str = "sensitive";

/// The values of the definitions of a folder. Those that are declared as secrets are unknown, and
/// those of variables have their declared types.
#[derive(Debug)]
pub(crate) struct Values(Option<Scope>);

/// The definitions of a document, and their names.
#[derive(Debug)]
pub(crate) struct Definitions {
    pub(crate) all: Vec<Definition>,
    pub(super) names: Names,
}

/// The names of definitions by the steps of their addresses.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) next: BTreeMap<String, Self>,
    /// The numbers of the definitions with this address.
    numbers: Vec<usize>,
    /// The name as it is shown, which is found on first use.
    member: OnceLock<Option<Arc<Member>>>,
}

impl Definitions {
    pub(crate) fn new(references: &References) -> Self {
        let all: Vec<Definition> = references.definitions().cloned().collect();
        let mut names = Names::default();
        for (number, definition) in all.iter().enumerate().filter(|(_, it)| it.is_named()) {
            let mut node = &mut names;
            for step in address_steps(definition.address()) {
                node = node.next.entry(step).or_default();
            }
            node.numbers.push(number);
        }
        Self { all, names }
    }

    /// Returns the definitions with the address of a name.
    pub(super) fn named<'d>(&'d self, names: &'d Names) -> impl Iterator<Item = &'d Definition> {
        names.numbers.iter().map(|number| &self.all[*number])
    }

    /// Returns a name as it is shown: with the kind of the definition that has it.
    pub(super) fn member(&self, name: &str, names: &Names) -> Option<Arc<Member>> {
        let find = || {
            // Of several definitions, the one with a description is shown.
            let about = self.named(names).map(about).max_by_key(|(_, description)| !description.is_empty());
            let (detail, description) = about.unwrap_or_default();
            member(name, detail, description)
        };
        names.member.get_or_init(find).clone()
    }
}

/// Returns the names in the address of a definition.
pub(crate) fn address_steps(address: &str) -> Vec<String> {
    if !address.contains(['[', '"']) {
        return address.split('.').map(str::to_owned).collect();
    }
    let name = |step: &TraversalStep| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attr { name, .. } => Some(name.clone()),
        TraversalStep::Index { key, .. } => key.as_str().map(str::to_owned),
        _ => None,
    };
    parse_traversal(address).value.steps().iter().filter_map(name).collect()
}

/// A name that can follow in a traversal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Its type, or the kind of its definition.
    pub(crate) detail: String,
    pub(crate) description: String,
}

impl Values {
    /// Creates the values in a context, whose limits they share.
    pub(crate) fn new(references: &Arc<References>, mut context: EvalContext) -> Self {
        context.share_limits();
        Self(Scope::of(Arc::clone(references), &context).ok().and_then(declared))
    }

    /// Returns the value of an expression, if it is known and no secret.
    pub(crate) fn value(&self, expression: &Expression) -> Option<Value> {
        let outcome = self.0.as_ref()?.evaluate(expression);
        let is_shown = !outcome.diagnostics.has_errors()
            && outcome.value.is_wholly_known()
            && !outcome.value.contains_marks();
        is_shown.then_some(outcome.value)
    }

    /// Returns the value that an address has in expressions, if it is known and no secret.
    pub(crate) fn at(&self, address: &str) -> Option<Value> {
        self.value(&parse_expression(address).into_result().ok()?)
    }

    pub(super) fn of_definition(&self, definition: &Definition) -> Value {
        let value = self.0.as_ref().and_then(|scope| scope.value(definition.address()).ok());
        value.map_or(Value::UNKNOWN, hidden)
    }

    /// Returns the value of the last of some names that are bound around an expression, which has
    /// its type, as far as that is known.
    pub(crate) fn of_binding(&self, bindings: &[Binding<'_>]) -> Value {
        let Some(scope) = &self.0 else { return Value::UNKNOWN };
        let mut context = scope.context();
        let mut last = Value::UNKNOWN;
        for binding in bindings {
            let collection = parse_expression(binding.collection).into_result();
            let collection = collection.map(|it| it.evaluate_with_diagnostics(&context).value);
            let (key, element) = element(&collection.map_or(Value::UNKNOWN, hidden));
            last = match binding.part {
                Part::Key => key,
                Part::Value => element,
                Part::Both => {
                    Value::unknown(Type::object([("key", key.ty().clone()), ("value", element.ty().clone())]))
                }
            };
            context = context.child();
            context.set(binding.name, last.clone());
        }
        last
    }
}

/// Returns an unknown key and an unknown element of a collection. The elements of a tuple and the
/// attributes of an object can have several types: of objects, an element has all attributes.
pub(super) fn element(collection: &Value) -> (Value, Value) {
    let number = || Value::unknown(Type::Number);
    let text = || Value::unknown(Type::String);
    match collection.ty() {
        Type::List(element) => (number(), Value::unknown((**element).clone())),
        Type::Set(element) => (Value::unknown((**element).clone()), Value::unknown((**element).clone())),
        Type::Map(element) => (text(), Value::unknown((**element).clone())),
        Type::Tuple(elements) => (number(), Value::unknown(common(elements.iter()))),
        Type::Object(attributes) => (text(), Value::unknown(common(attributes.iter().map(|(_, ty)| ty)))),
        _ => (Value::UNKNOWN, Value::UNKNOWN),
    }
}

/// Returns the type of elements of several types: an object with the attributes of all, or the
/// type that all have.
fn common<'t>(types: impl Iterator<Item = &'t Type>) -> Type {
    let mut types = types.peekable();
    let Some(first) = types.peek().copied() else { return Type::Dynamic };
    let mut attributes = BTreeMap::new();
    let mut is_same = true;
    for ty in types {
        is_same &= ty == first;
        if let Type::Object(object) = ty {
            attributes.extend(object.iter().map(|(name, ty)| (name.to_owned(), ty.clone())));
        }
    }
    match is_same {
        true => first.clone(),
        false if attributes.is_empty() => Type::Dynamic,
        false => Type::object(attributes),
    }
}

/// Returns an unknown value in place of one with marks, whose type can be a secret too.
pub(super) fn hidden(value: Value) -> Value {
    if value.contains_marks() { Value::UNKNOWN } else { value }
}

/// Returns whether a block declares its value a secret.
pub(crate) fn is_secret(body: &serde_hcl::Body) -> bool {
    body.attribute(SENSITIVE).is_some_and(|it| it.expression().static_keyword().as_deref() != Some("false"))
}

/// Gives the definitions that have a declared value or type this one.
fn declared(mut scope: Scope) -> Option<Scope> {
    let value = |definition: &Definition| {
        let BodyItem::Block(block) = definition.item() else { return None };
        let value = declared_value(block).filter(|_| definition.is_named())?;
        Some((definition.address().to_owned(), value))
    };
    let values: Vec<_> = scope.references().definitions().filter_map(value).collect();
    for (address, value) in values {
        // Without this, no value is known.
        scope.set(&address, value).ok()?;
    }
    Some(scope)
}

/// Returns the value of a block that is a secret, which is unknown, and that of a variable with a
/// type.
fn declared_value(block: &Block) -> Option<Value> {
    let ty = block.body().attribute("type").filter(|_| block.block_type() == "variable");
    let constraint = ty.and_then(|ty| ext::type_constraint(ty.expression()).into_result().ok());
    if is_secret(block.body()) {
        return Some(constraint.map_or(Value::UNKNOWN, |it| Value::unknown(it.ty().clone())));
    }
    let constraint = constraint?;
    let default = block.body().attribute("default");
    let default = default.and_then(|it| it.expression().evaluate(&EvalContext::new()).ok());
    let default = default.and_then(|value| constraint.convert(&value).ok()).filter(|it| !it.is_null());
    Some(default.unwrap_or_else(|| Value::unknown(constraint.ty().clone())))
}

/// Creates a member, if its name can follow a dot.
pub(super) fn member(name: &str, detail: String, description: String) -> Option<Arc<Member>> {
    is_identifier(name).then(|| Arc::new(Member { name: name.to_owned(), detail, description }))
}

/// Returns the kind of a definition, and the description that it has.
pub(crate) fn about(definition: &Definition) -> (String, String) {
    let BodyItem::Block(block) = definition.item() else { return ("attribute".to_owned(), String::new()) };
    let text = block.body().attribute("description");
    let text = text.and_then(|it| it.expression().ast()?.as_str().map(str::to_owned));
    (block.block_type().to_owned(), text.unwrap_or_default())
}

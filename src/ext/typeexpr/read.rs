//! Types from expressions.

use super::TypeDefaults;
use super::defaults::TypePart;
use crate::body;
use crate::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::eval::{self, EvalContext};
use crate::func::Budget;
use crate::json_syntax;
use crate::source::{Source, Span};
use crate::syntax::ast::{Expression, ExpressionKind, ObjectKey};
use crate::util::ordered::OrderedMap;
use crate::value::text::shared;
use crate::value::{ObjectType, Type, Value, convert};

/// The constructs that a type expression may use.
#[derive(Clone, Copy)]
pub(super) enum TypeSyntax {
    /// Types, `any` and `optional(T)`.
    Constraint,
    /// Those of constraints and `optional(T, value)`.
    ConstraintWithDefaults,
}

const PRIMITIVES: [&str; 4] = ["bool", "number", "string", "any"];
const CONSTRUCTORS: [&str; 5] = ["list", "set", "map", "tuple", "object"];

pub(super) struct Reader {
    syntax: TypeSyntax,
    /// The budget of all default values.
    budget: Budget,
    pub(super) diagnostics: Diagnostics,
}

/// The subject of a message: a span of a source.
#[derive(Clone, Copy)]
struct Location<'s>(Span, &'s Source);

impl<'s> Location<'s> {
    fn of(expression: Expression<'s>) -> Self {
        Self(expression.span(), expression.source())
    }

    fn with(self, span: Span) -> Self {
        Self(span, self.1)
    }
}

const NEITHER: &str = "A type is the keyword of a primitive type (bool, number, string) or the constructor of another one with its \
     argument, such as list(string).";

impl Reader {
    pub(super) fn new(syntax: TypeSyntax) -> Self {
        Self { syntax, budget: Budget::default(), diagnostics: Diagnostics::new() }
    }

    /// Returns the type of an expression of either syntax. In HCL JSON it is a string that contains
    /// the expression.
    pub(super) fn handle(&mut self, expression: &body::Expression) -> (Type, TypeDefaults) {
        if let Some(expression) = expression.ast() {
            return self.expression(expression);
        }
        let whole = Location(expression.span(), expression.source());
        let string = expression.as_json().and_then(json_syntax::Expression::as_string);
        let parsed = string.map(json_syntax::native_expression).filter(|it| !it.diagnostics.has_errors());
        match parsed.as_ref().and_then(|parsed| Some(Expression::new(&parsed.tree, parsed.root?))) {
            Some(expression) => self.written(expression, whole),
            None => self.invalid(NEITHER, whole),
        }
    }

    pub(super) fn expression(&mut self, expression: Expression<'_>) -> (Type, TypeDefaults) {
        self.written(expression, Location::of(expression))
    }

    /// Returns the type of an expression. Messages about all of it have the location `whole`.
    fn written(&mut self, expression: Expression<'_>, whole: Location<'_>) -> (Type, TypeDefaults) {
        if let Some(name) = expression.static_keyword() {
            return self.keyword(name, whole);
        }
        let ExpressionKind::FunctionCall(call) = expression.kind() else {
            return self.invalid(NEITHER, whole);
        };
        let inside = Location::of(expression);
        if let (Some(argument), 1) = (call.argument(0), call.arguments().len()) {
            match call.name() {
                "object" => return self.object(argument),
                "tuple" => return self.tuple(argument),
                "list" | "set" | "map" => return self.collection(call.name(), argument),
                _ => {}
            }
        }
        let (detail, location) = match (call.name(), call.argument(1).zip(call.arguments().last())) {
            ("list" | "set" | "map" | "object" | "tuple", None) => {
                (wanted_argument(call.name()), inside.with(call.arguments_span()))
            }
            ("list" | "set" | "map" | "object" | "tuple", Some((first, last))) => {
                (wanted_argument(call.name()), Location::of(first).with(first.span().to(last.span())))
            }
            ("bool" | "string" | "number" | "any", _) => {
                let detail =
                    format!("The type {} has no arguments. Write it without parentheses.", call.name());
                (detail, inside.with(call.arguments_span()))
            }
            ("optional", _) => {
                let detail =
                    "\"optional\" is not a type. Write it around the type of an attribute of an object.";
                (detail.to_owned(), inside.with(call.name_span()))
            }
            (name, _) => {
                let hint = did_you_mean(name, CONSTRUCTORS);
                let types = " Those are list, set, map, tuple and object.";
                let hint = if hint.is_empty() { types } else { &hint };
                let detail = format!("There is no type {name:?} with arguments.{hint}");
                (detail, whole)
            }
        };
        self.invalid(detail, location)
    }

    fn keyword(&mut self, name: &str, location: Location<'_>) -> (Type, TypeDefaults) {
        let detail = match name {
            "bool" => return (Type::Bool, TypeDefaults::default()),
            "string" => return (Type::String, TypeDefaults::default()),
            "number" => return (Type::Number, TypeDefaults::default()),
            "any" => return (Type::Dynamic, TypeDefaults::default()),
            "list" | "set" | "map" | "object" | "tuple" => wanted_argument(name),
            _ => {
                let hint = did_you_mean(name, PRIMITIVES.into_iter().chain(CONSTRUCTORS));
                let types = " Types are bool, number, string, any and those made by list, set, map, tuple and object.";
                format!("{name:?} is not a type.{}", if hint.is_empty() { types } else { &hint })
            }
        };
        self.invalid(detail, location)
    }

    fn collection(&mut self, name: &str, argument: Expression<'_>) -> (Type, TypeDefaults) {
        let (element, inner) = self.expression(argument);
        let ty = match name {
            "list" => Type::list(element),
            "set" => Type::set(element),
            _ => Type::map(element),
        };
        let mut defaults = TypeDefaults::default();
        defaults.set_inner(|| TypePart::Elements, inner);
        (ty, defaults)
    }

    fn tuple(&mut self, argument: Expression<'_>) -> (Type, TypeDefaults) {
        let ExpressionKind::Tuple(tuple) = argument.kind() else {
            let detail = "The types of a tuple's elements are required here as a list, such as tuple([string, number]).";
            return self.invalid(detail, Location::of(argument));
        };
        let mut defaults = TypeDefaults::default();
        let mut types = Vec::with_capacity(tuple.elements().len());
        for (index, element) in tuple.elements().enumerate() {
            let (ty, inner) = self.expression(element);
            defaults.set_inner(|| TypePart::Element(index), inner);
            types.push(ty);
        }
        (Type::tuple(types), defaults)
    }

    fn object(&mut self, argument: Expression<'_>) -> (Type, TypeDefaults) {
        let ExpressionKind::Object(object) = argument.kind() else {
            let detail = "The names and types of an object's attributes are required here, such as object({ name = string }).";
            return self.invalid(detail, Location::of(argument));
        };
        let mut defaults = TypeDefaults::default();
        let mut attributes = OrderedMap::with_capacity(object.items().len());
        let mut optional = Vec::new();
        // The attributes whose types are missing.
        let mut untyped = OrderedMap::new();
        for item in object.items() {
            let ObjectKey::Name(name) = item.key else {
                let detail = "The name of an attribute is required here, without quotes.";
                self.report(detail, Location(item.key.span(), item.value.source()));
                continue;
            };
            let (text, name) = (name.text, shared(name.text));
            if attributes.contains_key(&*name) || untyped.contains_key(&*name) {
                let detail = format!("This object type has two attributes {text:?}. Remove one of them.");
                self.report(detail, Location(item.key.span(), item.value.source()));
                continue;
            }
            let Some((ty, default, is_optional)) = self.optional(item.value) else {
                untyped.insert(name, ());
                continue;
            };
            if is_optional {
                optional.push(name.clone());
            }
            let (ty, inner) = self.expression(ty);
            if let Some(default) = default
                && let Some(value) = self.default(text, default, &ty)
            {
                defaults.set(&name, value);
            }
            defaults.set_inner(|| TypePart::Attribute((&*name).into()), inner);
            attributes.insert(name, ty);
        }
        (Type::Object(ObjectType::new(attributes, optional)), defaults)
    }

    /// Returns the type of an attribute, its default value, and whether it is optional. Returns
    /// `None` if there is no type.
    fn optional<'e>(
        &mut self,
        value: Expression<'e>,
    ) -> Option<(Expression<'e>, Option<Expression<'e>>, bool)> {
        let call = match value.kind() {
            ExpressionKind::FunctionCall(call) if call.name() == "optional" => call,
            _ => return Some((value, None, false)),
        };
        let whole = Location::of(value);
        let Some(ty) = call.argument(0) else {
            let detail = "The type of the optional attribute is missing, such as optional(string).";
            self.report(detail, whole.with(call.arguments_span()));
            return None;
        };
        let (location, detail) = match (self.syntax, call.arguments().len()) {
            (_, 1) => return Some((ty, None, true)),
            (TypeSyntax::ConstraintWithDefaults, 2) => return Some((ty, call.argument(1), true)),
            (TypeSyntax::ConstraintWithDefaults, _) => {
                (call.arguments_span(), "\"optional\" has at most two arguments: a type and a default value.")
            }
            (TypeSyntax::Constraint, _) => (
                call.arguments_span(),
                "\"optional\" has one argument here: a type, without a default value.",
            ),
        };
        self.report(detail, whole.with(location));
        Some((ty, None, false))
    }

    /// Returns the default value of an attribute, if it is valid.
    fn default(&mut self, name: &str, expression: Expression<'_>, ty: &Type) -> Option<Value> {
        let outcome = eval::evaluate_within(expression, &EvalContext::new(), &self.budget);
        let failed = outcome.diagnostics.has_errors();
        let value = outcome.keep_in(&mut self.diagnostics);
        if failed {
            return None;
        }
        match convert(&value, ty) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("The default value of {name:?} is not of its type: {error}.");
                let code = error.code_or(Code::InvalidDefault);
                let diagnostic = Diagnostic::new(code, detail).at(expression.span());
                self.diagnostics.push(diagnostic.in_source(expression.source()));
                None
            }
        }
    }

    fn invalid(&mut self, detail: impl Into<String>, subject: Location<'_>) -> (Type, TypeDefaults) {
        self.report(detail, subject);
        (Type::Dynamic, TypeDefaults::default())
    }

    fn report(&mut self, detail: impl Into<String>, subject: Location<'_>) {
        let diagnostic = Diagnostic::new(Code::InvalidType, detail.into());
        self.diagnostics.push(diagnostic.at(subject.0).in_source(subject.1));
    }
}

fn wanted_argument(name: &str) -> String {
    match name {
        "object" => {
            "The type object wants one argument, its attributes and their types: object({ name = string })."
                .to_owned()
        }
        "tuple" => "The type tuple wants one argument, the types of its elements: tuple([string, number])."
            .to_owned(),
        _ => format!("The type {name} wants one argument, the type of its elements: {name}(string)."),
    }
}

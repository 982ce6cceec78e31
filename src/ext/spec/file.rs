//! Specifications that are written in files, in the format of the program `hcldec`.

use super::Spec;
use crate::body::{Block, Body, BodyItem};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::eval::EvalContext;
use crate::ext::{typeexpr, userfunc};
use crate::func::Function;
use crate::outcome::Outcome;
use crate::source::Span;
use crate::value::{Type, Value};

/// The variable of the nested value in the expression of a transformation.
const NESTED: &str = "nested";

impl Spec {
    /// Reads a specification file in the format of the program `hcldec` of the Go implementation.
    ///
    /// | block | specification |
    /// |---|---|
    /// | `object { … }` | [`object`](Self::object); the blocks in it have the name of the attribute as their label |
    /// | `array { … }` | [`tuple`](Self::tuple) |
    /// | `attr { name, type, required }` | [`attribute`](Self::attribute) |
    /// | `block { block_type, required, … }` | [`block`](Self::block) |
    /// | `block_list { block_type, min_items, max_items, … }`, `block_set`, `block_tuple` | [`block_list`](Self::block_list), [`block_set`](Self::block_set), [`block_tuple`](Self::block_tuple) |
    /// | `block_map { block_type, labels, … }`, `block_object` | [`block_map`](Self::block_map), [`block_object`](Self::block_object) |
    /// | `block_attrs { block_type, element_type, required }` | [`block_attributes`](Self::block_attributes) |
    /// | `block_label { index, name }` | [`label`](Self::label) |
    /// | `literal { value }` | [`literal`](Self::literal) |
    /// | `default { … }` | the first nested one [`or`](Self::or) the next ones |
    /// | `transform { result, … }` | [`transform_with`](Self::transform_with) the variable `nested` |
    ///
    /// In an `object`, `name` and `block_type` are the label by default. The file has one of these
    /// blocks, beside `variables` blocks and `function` blocks, which define what the configuration
    /// can use. `context` has what the file itself can use, such as the standard functions.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, ext::spec::Spec, parse_file, value};
    ///
    /// let file = parse_file(r#"
    /// object {
    ///   attr "name" {
    ///     type     = string
    ///     required = true
    ///   }
    ///   block_map "service" {
    ///     labels = ["name"]
    ///     default {
    ///       attr {
    ///         name = "port"
    ///         type = number
    ///       }
    ///       literal {
    ///         value = 80
    ///       }
    ///     }
    ///   }
    /// }
    /// "#).into_result()?;
    /// let written = Spec::from_file(&file.body(), &EvalContext::new()).into_result()?;
    ///
    /// let file = parse_file("name = \"a\"\nservice \"web\" {}\n").into_result()?;
    /// let value = written.spec.decode(&file.body(), &written.context()).into_result()?;
    /// assert_eq!(value["name"], value!("a"));
    /// assert_eq!(value["service"]["web"], value!(80));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_file(body: &Body, context: &EvalContext) -> Outcome<SpecFile> {
        let mut reader = Reader { context, diagnostics: Diagnostics::new() };
        let Outcome { value: (functions, body), diagnostics } = userfunc::decode(body, "function", context);
        reader.diagnostics.extend(diagnostics);
        let mut variables = Vec::new();
        let mut specs = Vec::new();
        for item in body.items() {
            match item {
                BodyItem::Block(block) if block.block_type() == "variables" => {
                    let attributes = reader.keep(block.body().just_attributes());
                    for attribute in attributes {
                        let value = reader.keep(attribute.expression().evaluate_all(context));
                        variables.push((attribute.name().to_owned(), value));
                    }
                }
                BodyItem::Block(block) => specs.push(block),
                BodyItem::Attribute(attribute) => {
                    let detail = format!("{:?} is no part of a specification file.", attribute.name());
                    reader.error(attribute.source(), attribute.name_span(), detail);
                }
            }
        }
        if specs.is_empty() && !reader.diagnostics.has_errors() {
            let detail =
                "A specification file has one block at its top, such as object { … }, but this has none.";
            reader.error(body.source(), body.missing_span(), detail.to_owned());
        }
        if let Some(extra) = specs.get(1) {
            let detail = "A specification file has only one block at its top. Put the others into an object.";
            reader.error(extra.source(), extra.header_span(), detail.to_owned());
        }
        let spec = specs.first().and_then(|block| reader.spec(block, None, false));
        let mut spec = spec.unwrap_or_else(Spec::opaque_rest);
        if !reader.diagnostics.has_errors()
            && let Err(error) = spec.schema()
        {
            let place = specs.first().map(|block| (block.source().clone(), block.header_span()));
            for fault in error.diagnostics().iter().cloned() {
                reader.diagnostics.push(match &place {
                    Some((source, span)) => fault.at(*span).in_source(source),
                    None => fault,
                });
            }
            spec = Spec::opaque_rest();
        }
        Outcome { value: SpecFile { spec, variables, functions }, diagnostics: reader.diagnostics }
    }
}

/// A specification file, see [`Spec::from_file`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SpecFile {
    /// The specification of configurations.
    pub spec: Spec,
    /// The variables that configurations can use.
    pub variables: Vec<(String, Value)>,
    /// The functions that configurations can use.
    pub functions: Vec<(String, Function)>,
}

impl SpecFile {
    /// Returns a context with the variables and functions of the file.
    pub fn context(&self) -> EvalContext {
        let mut context = EvalContext::new();
        self.define(&mut context);
        context
    }

    /// Defines the variables and functions of the file in a context.
    pub fn define(&self, context: &mut EvalContext) {
        context.allow_variables();
        for (name, value) in &self.variables {
            context.set(name.as_str(), value.clone());
        }
        for (name, function) in &self.functions {
            context.set_function(name.as_str(), function.clone());
        }
    }
}

struct Reader<'c> {
    context: &'c EvalContext,
    diagnostics: Diagnostics,
}

/// The attributes of a block of the file.
struct Arguments<'b> {
    block: &'b Block,
    used: Vec<&'static str>,
}

impl Reader<'_> {
    fn keep<T>(&mut self, outcome: Outcome<T>) -> T {
        self.diagnostics.extend(outcome.diagnostics);
        outcome.value
    }

    fn error(&mut self, source: &crate::Source, span: Span, detail: String) {
        self.diagnostics.push(Diagnostic::new(Code::InvalidSpecification, detail).at(span).in_source(source));
    }

    /// Reads a block. In an object it has a label, which is the default for names.
    fn spec(&mut self, block: &Block, label: Option<&str>, has_label: bool) -> Option<Spec> {
        let is_kind = KINDS.contains(&block.block_type());
        if let Some(extra) = block.labels().get(usize::from(has_label)).filter(|_| is_kind) {
            let detail = "Only the blocks in an object have a label: the name of the attribute.";
            self.error(block.source(), extra.span(), detail.to_owned());
        }
        let mut arguments = Arguments { block, used: Vec::new() };
        let it = &mut arguments;
        let spec = match block.block_type() {
            "object" => self.object(block),
            "array" => Some(Spec::tuple(self.nested(block))),
            "attr" => {
                let name = self.name(it, "name", label);
                let ty = self.ty(it, "type");
                let is_required = self.flag(it, "required");
                name.map(|name| require(Spec::attribute(name, ty), is_required))
            }
            "block" => {
                let (name, is_required) = (self.name(it, "block_type", label), self.flag(it, "required"));
                let nested = self.only(block);
                name.zip(nested).map(|(name, nested)| require(Spec::block(name, nested), is_required))
            }
            kind @ ("block_list" | "block_set" | "block_tuple") => {
                let name = self.name(it, "block_type", label);
                let least = self.count(it, "min_items").unwrap_or(0);
                let most = self.count(it, "max_items").filter(|most| *most > 0).unwrap_or(usize::MAX);
                let nested = self.only(block);
                name.zip(nested).map(|(name, nested)| {
                    let range = (
                        std::ops::Bound::Included(least),
                        match most {
                            usize::MAX => std::ops::Bound::Unbounded,
                            most => std::ops::Bound::Included(most),
                        },
                    );
                    match kind {
                        "block_list" => Spec::block_list(name, range, nested),
                        "block_set" => Spec::block_set(name, range, nested),
                        _ => Spec::block_tuple(name, range, nested),
                    }
                })
            }
            kind @ ("block_map" | "block_object") => {
                let (name, labels) = (self.name(it, "block_type", label), self.labels(it));
                let nested = self.only(block);
                name.zip(nested).map(|(name, nested)| match kind {
                    "block_map" => Spec::block_map(name, labels, nested),
                    _ => Spec::block_object(name, labels, nested),
                })
            }
            "block_attrs" => {
                let name = self.name(it, "block_type", label);
                let ty = self.ty(it, "element_type");
                let is_required = self.flag(it, "required");
                name.map(|name| require(Spec::block_attributes(name, ty), is_required))
            }
            "block_label" => {
                let index = self.count(it, "index");
                if index.is_none() {
                    self.missing(block, "index");
                }
                let name = self.name(it, "name", label)?;
                index.map(|index| Spec::label(index, name))
            }
            "literal" => {
                let value = self.value(it, "value");
                if value.is_none() {
                    self.missing(block, "value");
                }
                value.map(Spec::literal)
            }
            "default" => {
                let specs = self.nested(block);
                let default = specs.into_iter().reduce(Spec::or);
                if default.is_none() {
                    self.missing_nested(block);
                }
                default
            }
            "transform" => {
                let attribute = it.take("result");
                let nested = self.only(block)?;
                match attribute {
                    Some(attribute) => {
                        Some(nested.transform_with(NESTED, attribute.expression().clone(), self.context))
                    }
                    None => {
                        self.missing(block, "result");
                        None
                    }
                }
            }
            other => {
                let hint = self.diagnostics.name_hint(other, KINDS);
                let detail = format!("There is no kind of specification named {other:?}.{hint}");
                self.error(block.source(), block.type_span(), detail);
                return None;
            }
        };
        for attribute in block.body().attributes().filter(|it| !arguments.used.contains(&it.name())) {
            let kind = block.block_type();
            let detail = format!("A {kind:?} block has no argument {:?}.", attribute.name());
            self.error(attribute.source(), attribute.name_span(), detail);
        }
        spec
    }

    fn object(&mut self, block: &Block) -> Option<Spec> {
        let mut attributes = Vec::new();
        for nested in block.body().blocks() {
            let Some(label) = nested.labels().first() else {
                let detail = "A block in an object has a label: the name of the attribute.";
                self.error(nested.source(), nested.header_span(), detail.to_owned());
                continue;
            };
            if let Some(spec) = self.spec(&nested, Some(label.text()), true) {
                attributes.push((label.text().to_owned(), spec));
            }
        }
        Some(Spec::object(attributes))
    }

    /// Reads the blocks in a block.
    fn nested(&mut self, block: &Block) -> Vec<Spec> {
        block.body().blocks().filter_map(|nested| self.spec(&nested, None, false)).collect()
    }

    /// Reads the only block in a block.
    fn only(&mut self, block: &Block) -> Option<Spec> {
        let mut blocks = block.body().blocks();
        let Some(first) = blocks.next() else {
            self.missing_nested(block);
            return None;
        };
        if let Some(extra) = blocks.next() {
            let detail = format!("A {:?} block has only one block in it.", block.block_type());
            self.error(extra.source(), extra.header_span(), detail);
        }
        self.spec(&first, None, false)
    }

    fn missing_nested(&mut self, block: &Block) {
        let detail =
            format!("A {:?} block needs a specification in it, such as object {{ … }}.", block.block_type());
        self.error(block.source(), block.header_span(), detail);
    }

    fn missing(&mut self, block: &Block, name: &str) {
        let detail = format!("A {:?} block needs the argument {name:?}.", block.block_type());
        self.error(block.source(), block.header_span(), detail);
    }

    fn value(&mut self, arguments: &mut Arguments<'_>, name: &'static str) -> Option<Value> {
        let attribute = arguments.take(name)?;
        Some(self.keep(attribute.expression().evaluate_all(self.context)))
    }

    /// Returns the value of an attribute, converted to a type, or `None` if the attribute is
    /// missing or invalid. An invalid value is reported.
    fn converted(&mut self, arguments: &mut Arguments<'_>, name: &'static str, ty: &Type) -> Option<Value> {
        let value = self.value(arguments, name)?;
        match crate::value::convert(&value, ty) {
            Ok(value) => Some(value).filter(|value| value.is_known() && !value.is_null()),
            Err(error) => {
                if let Some(attribute) = arguments.take(name) {
                    let detail = format!("The argument {name:?} is unsuitable: {error}.");
                    self.error(attribute.source(), attribute.expression().span(), detail);
                }
                None
            }
        }
    }

    fn name(
        &mut self,
        arguments: &mut Arguments<'_>,
        name: &'static str,
        default: Option<&str>,
    ) -> Option<String> {
        let value = self.converted(arguments, name, &Type::String);
        let text = value.and_then(|value| value.as_str().map(str::to_owned));
        let text = text.or_else(|| default.map(str::to_owned));
        if text.is_none() && arguments.take(name).is_none() {
            self.missing(arguments.block, name);
        }
        text
    }

    fn flag(&mut self, arguments: &mut Arguments<'_>, name: &'static str) -> bool {
        self.converted(arguments, name, &Type::Bool).and_then(|value| value.as_bool()).unwrap_or(false)
    }

    fn count(&mut self, arguments: &mut Arguments<'_>, name: &'static str) -> Option<usize> {
        let value = self.converted(arguments, name, &Type::Number)?;
        let count = usize::try_from(&value);
        if let (Err(error), Some(attribute)) = (&count, arguments.take(name)) {
            let detail = format!("The argument {name:?} is unsuitable: {error}.");
            self.error(attribute.source(), attribute.expression().span(), detail);
        }
        count.ok()
    }

    fn labels(&mut self, arguments: &mut Arguments<'_>) -> Vec<String> {
        let labels = self.converted(arguments, "labels", &Type::list(Type::String));
        if labels.is_none() && arguments.take("labels").is_none() {
            self.missing(arguments.block, "labels");
        }
        let labels = labels.iter().flat_map(|labels| labels.as_array().unwrap_or_default());
        labels.filter_map(|label| label.as_str().map(str::to_owned)).collect()
    }

    /// Returns the type that an attribute contains. In files for `hcldec`, it can also be a string.
    fn ty(&mut self, arguments: &mut Arguments<'_>, name: &'static str) -> Type {
        let Some(attribute) = arguments.take(name) else { return Type::Dynamic };
        let expression = attribute.expression();
        let text = expression.ast().and_then(|expression| expression.as_str());
        match text.map(|text| text.parse::<crate::Expression>()) {
            Some(Ok(expression)) => {
                let Outcome { value, diagnostics } = typeexpr::type_constraint(&expression);
                for diagnostic in diagnostics {
                    let detail = diagnostic.detail().to_owned();
                    self.error(attribute.source(), attribute.expression().span(), detail);
                }
                value
            }
            _ => self.keep(typeexpr::type_constraint(expression)),
        }
    }
}

/// The kinds of specifications.
const KINDS: [&str; 14] = [
    "object",
    "array",
    "attr",
    "block",
    "block_list",
    "block_set",
    "block_tuple",
    "block_map",
    "block_object",
    "block_attrs",
    "block_label",
    "literal",
    "default",
    "transform",
];

impl Arguments<'_> {
    fn take(&mut self, name: &'static str) -> Option<crate::Attribute> {
        self.used.push(name);
        self.block.body().attributes().find(|attribute| attribute.name() == name)
    }
}

fn require(spec: Spec, is_required: bool) -> Spec {
    if is_required { spec.required() } else { spec }
}

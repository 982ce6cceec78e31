//! Specifications that are written in files, in the format of the program `hcldec`.

use super::{BlocksContent, BlocksShape, Count, Spec};
use crate::body::{Block, Body, BodyItem, Expression};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::eval::EvalContext;
use crate::ext::{typeexpr, userfunc};
use crate::func::Function;
use crate::outcome::Outcome;
use crate::source::{Source, Span};
use crate::util::words;
use crate::value::{Type, Value, ValueError, convert};

/// The variable of the nested value in the expression of a transformation.
const NESTED: &str = "nested";

/// The argument with the description of an attribute or of blocks.
const DESCRIPTION: &str = "description";

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
    /// | `transform { result, … }` | `result`, an expression in which the value is the variable `nested` |
    ///
    /// In addition to the format of `hcldec`, `attr` has the argument `values`, a list for
    /// [`one_of`](Self::one_of), and `attr` and all kinds of blocks have `description`.
    ///
    /// In an `object`, `name` and `block_type` are the label by default. The file has one of these
    /// blocks, beside `variables` blocks and `function` blocks, which define the variables and
    /// functions of the configuration. `context` has those of the file itself, such as the standard
    /// functions.
    ///
    /// ```
    /// use serde_hcl::{EvalContext, ext::Spec, parse_file, value};
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
    /// let written = Spec::from_file(file.body(), &EvalContext::new()).into_result()?;
    ///
    /// let file = parse_file("name = \"a\"\nservice \"web\" {}\n").into_result()?;
    /// let value = written.spec.decode(file.body(), &written.context()).into_result()?;
    /// assert_eq!(value["name"], value!("a"));
    /// assert_eq!(value["service"]["web"], value!(80));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_file(body: &Body, context: &EvalContext) -> Outcome<SpecFile> {
        let mut reader = Reader { context, diagnostics: Diagnostics::new() };
        let outcome = userfunc::decode_functions(body, "function", context);
        let (functions, body) = outcome.keep_in(&mut reader.diagnostics);
        let mut variables = Vec::new();
        let mut specs = Vec::new();
        for item in body.items() {
            match item {
                BodyItem::Block(block) if block.block_type() == "variables" => {
                    let attributes = block.body().just_attributes().keep_in(&mut reader.diagnostics);
                    for attribute in attributes {
                        let value = attribute
                            .expression()
                            .evaluate_with_diagnostics(context)
                            .keep_in(&mut reader.diagnostics);
                        variables.push((attribute.name().to_owned(), value));
                    }
                }
                BodyItem::Block(block) => specs.push(block),
                BodyItem::Attribute(attribute) => {
                    let detail = format!("{:?} is not part of a specification file.", attribute.name());
                    reader.error(attribute.source(), attribute.name_span(), &detail);
                }
            }
        }
        if specs.is_empty() && !reader.diagnostics.has_errors() {
            let detail =
                "A specification file has one block at its top, such as object { … }, but this has none.";
            reader.error(body.source(), body.missing_span(), detail);
        }
        if let Some(extra) = specs.get(1) {
            let detail = "A specification file has only one block at its top. Put the others into an object.";
            reader.error_in(extra, detail);
        }
        let spec = specs.first().and_then(|block| {
            let spec = reader.spec(block, None).filter(|_| !reader.diagnostics.has_errors())?;
            let Err(error) = spec.schema() else { return Some(spec) };
            for fault in error.diagnostics().iter().cloned() {
                reader.diagnostics.push(fault.at(block.header_span()).in_source(block.source()));
            }
            None
        });
        let spec = spec.unwrap_or_else(Self::opaque_rest);
        Outcome { value: SpecFile { spec, variables, functions }, diagnostics: reader.diagnostics }
    }
}

/// A specification file, see [`Spec::from_file`].
///
/// ```
/// use serde_hcl::ext::Spec;
/// use serde_hcl::{EvalContext, parse_file, value};
///
/// let text = "variables {\n  kib = 1024\n}\nattr {\n  name = \"size\"\n  type = number\n}\n";
/// let written = Spec::from_file(parse_file(text).into_result()?.body(), &EvalContext::new());
/// let written = written.into_result()?;
/// assert_eq!(written.context().variable("kib"), Some(&value!(1024)));
///
/// let file = parse_file("size = 4 * kib\n").into_result()?;
/// let size = written.spec.decode(file.body(), &written.context()).into_result()?;
/// assert_eq!(size, value!(4096));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SpecFile {
    /// The specification of configurations.
    pub spec: Spec,
    /// The variables that configurations can use.
    variables: Vec<(String, Value)>,
    /// The functions that configurations can use.
    functions: Vec<(String, Function)>,
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

/// The kinds of specifications, with the names of their arguments.
const KINDS: [(&str, &[&str]); 14] = [
    ("object", &[]),
    ("array", &[]),
    ("attr", &["name", "type", "required", "values", DESCRIPTION]),
    ("block", &["block_type", "required", DESCRIPTION]),
    ("block_list", &["block_type", "min_items", "max_items", DESCRIPTION]),
    ("block_set", &["block_type", "min_items", "max_items", DESCRIPTION]),
    ("block_tuple", &["block_type", "min_items", "max_items", DESCRIPTION]),
    ("block_map", &["block_type", "labels", DESCRIPTION]),
    ("block_object", &["block_type", "labels", DESCRIPTION]),
    ("block_attrs", &["block_type", "element_type", "required", DESCRIPTION]),
    ("block_label", &["index", "name"]),
    ("literal", &["value"]),
    ("default", &[]),
    ("transform", &["result"]),
];

impl Reader<'_> {
    fn error(&mut self, source: &Source, span: Span, detail: &str) {
        let diagnostic = Diagnostic::new(Code::InvalidSpecification, detail.to_owned());
        self.diagnostics.push(diagnostic.at(span).in_source(source));
    }

    fn error_in(&mut self, block: &Block, detail: &str) {
        self.error(block.source(), block.header_span(), detail);
    }

    /// Reads a block. In an object it has a label, which is the default for names.
    fn spec(&mut self, block: &Block, label: Option<&str>) -> Option<Spec> {
        let kind = block.block_type();
        let Some((_, arguments)) = KINDS.iter().find(|(name, _)| *name == kind) else {
            let hint = self.diagnostics.name_hint(kind, KINDS.map(|(name, _)| name));
            let detail = format!("There is no kind of specification named {kind:?}.{hint}");
            self.error(block.source(), block.type_span(), &detail);
            return None;
        };
        if let Some(extra) = block.labels().get(usize::from(label.is_some())) {
            let detail = "Only the blocks in an object have a label: the name of the attribute.";
            self.error(block.source(), extra.span(), detail);
        }
        let spec = self.of_kind(kind, block, label);
        for attribute in block.body().attributes().filter(|it| !arguments.contains(&it.name())) {
            let detail = format!("{} has no argument {:?}.", words::block(kind), attribute.name());
            self.error(attribute.source(), attribute.name_span(), &detail);
        }
        spec
    }

    fn of_kind(&mut self, kind: &str, block: &Block, label: Option<&str>) -> Option<Spec> {
        match kind {
            "object" => Some(self.object(block)),
            "array" => Some(Spec::tuple(self.nested(block))),
            "attr" => {
                let name = self.name(block, "name", label);
                let (ty, is_required) = (self.ty(block, "type"), self.is_required(block));
                let values = self.values(block);
                let spec = Spec::attribute(name?, ty).one_of(values);
                Some(self.described(block, if is_required { spec.required() } else { spec }))
            }
            "block_label" => {
                let index = self.argument(block, "index", |it| it.count(block, "index"));
                let name = self.name(block, "name", label);
                Some(Spec::label(index?, name?))
            }
            "literal" => self.argument(block, "value", |it| it.value(block, "value")).map(Spec::literal),
            "default" => {
                let default = self.nested(block).into_iter().reduce(Spec::or);
                default.or_else(|| self.missing_nested(block))
            }
            "transform" => {
                let nested = self.only(block);
                let result = self.argument(block, "result", |_| block.body().attribute("result"))?;
                Some(nested?.transform_with(NESTED, result.expression().clone(), self.context))
            }
            _ => self.blocks(kind, block, label),
        }
    }

    /// Returns the specification of blocks, of one of the other kinds.
    fn blocks(&mut self, kind: &str, block: &Block, label: Option<&str>) -> Option<Spec> {
        let name = self.name(block, "block_type", label);
        let element = (kind == "block_attrs").then(|| self.ty(block, "element_type"));
        let (shape, count) = match kind {
            "block_list" => (BlocksShape::List, self.items(block)),
            "block_set" => (BlocksShape::Set, self.items(block)),
            "block_tuple" => (BlocksShape::Tuple, self.items(block)),
            "block_map" => (BlocksShape::Map(self.labels(block)), Count::ANY),
            "block_object" => (BlocksShape::Object(self.labels(block)), Count::ANY),
            _ => (BlocksShape::One, Count { least: usize::from(self.is_required(block)), most: Some(1) }),
        };
        let content = match element {
            Some(element) => BlocksContent::Attributes(element),
            None => BlocksContent::Spec(self.only(block)?),
        };
        let spec = Spec::blocks(name?, shape, count, content);
        Some(self.described(block, spec))
    }

    /// Adds the description in a block to a specification.
    fn described(&mut self, block: &Block, spec: Spec) -> Spec {
        let text = self.converted(block, DESCRIPTION, &Type::String, |value| String::try_from(value));
        text.into_iter().fold(spec, Spec::description)
    }

    /// Returns the possible values of an attribute.
    fn values(&mut self, block: &Block) -> Vec<Value> {
        let values = |value: &Value| Ok(value.as_array().unwrap_or_default().to_vec());
        self.converted(block, "values", &Type::list(Type::Dynamic), values).unwrap_or_default()
    }

    /// Returns the number of blocks that a collection of them allows.
    fn items(&mut self, block: &Block) -> Count {
        let least = self.count(block, "min_items").unwrap_or(0);
        Count { least, most: self.count(block, "max_items").filter(|most| *most > 0) }
    }

    fn object(&mut self, block: &Block) -> Spec {
        let mut attributes = Vec::new();
        for nested in block.body().blocks() {
            let Some(label) = nested.labels().first() else {
                self.error_in(&nested, "A block in an object has a label: the name of the attribute.");
                continue;
            };
            let spec = self.spec(&nested, Some(label.text()));
            attributes.extend(spec.map(|spec| (label.text().to_owned(), spec)));
        }
        Spec::object(attributes)
    }

    /// Reads the blocks in a block.
    fn nested(&mut self, block: &Block) -> Vec<Spec> {
        block.body().blocks().filter_map(|nested| self.spec(&nested, None)).collect()
    }

    /// Reads the only block in a block.
    fn only(&mut self, block: &Block) -> Option<Spec> {
        let mut blocks = block.body().blocks();
        let Some(first) = blocks.next() else { return self.missing_nested(block) };
        if let Some(extra) = blocks.next() {
            let detail = format!("{} has only one block in it.", words::block(block.block_type()));
            self.error_in(&extra, &detail);
        }
        self.spec(&first, None)
    }

    fn missing_nested(&mut self, block: &Block) -> Option<Spec> {
        let kind = block.block_type();
        let detail = format!("{} needs a specification in it, such as object {{ … }}.", words::block(kind));
        self.error_in(block, &detail);
        None
    }

    /// Returns the result of reading a required argument. A missing one is reported.
    fn argument<T>(
        &mut self,
        block: &Block,
        name: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = self.diagnostics.len();
        let value = read(self);
        if value.is_none() && self.diagnostics.len() == before {
            self.error_in(
                block,
                &format!("{} needs the argument {name:?}.", words::block(block.block_type())),
            );
        }
        value
    }

    fn value(&mut self, block: &Block, name: &str) -> Option<Value> {
        let attribute = block.body().attribute(name)?;
        Some(attribute.expression().evaluate_with_diagnostics(self.context).keep_in(&mut self.diagnostics))
    }

    /// Returns the value of an attribute, converted and read, or `None` if the attribute is
    /// missing, null, unknown or invalid. An invalid value is reported.
    fn converted<T>(
        &mut self,
        block: &Block,
        name: &str,
        ty: &Type,
        read: impl FnOnce(&Value) -> Result<T, ValueError>,
    ) -> Option<T> {
        let value = self.value(block, name)?;
        let read = |value: Value| (value.is_known() && !value.is_null()).then(|| read(&value)).transpose();
        convert(&value, ty).and_then(read).unwrap_or_else(|error| {
            let attribute = block.body().attribute(name)?;
            let detail = format!("The argument {name:?} is unsuitable: {error}.");
            self.error(attribute.source(), attribute.expression().span(), &detail);
            None
        })
    }

    fn name(&mut self, block: &Block, name: &str, default: Option<&str>) -> Option<String> {
        self.argument(block, name, |it| {
            let text = it.converted(block, name, &Type::String, |value| String::try_from(value));
            text.or_else(|| default.map(str::to_owned))
        })
    }

    fn is_required(&mut self, block: &Block) -> bool {
        self.converted(block, "required", &Type::Bool, |value| bool::try_from(value)).unwrap_or(false)
    }

    fn count(&mut self, block: &Block, name: &str) -> Option<usize> {
        self.converted(block, name, &Type::Number, |value| usize::try_from(value))
    }

    fn labels(&mut self, block: &Block) -> Vec<String> {
        let labels = |value: &Value| {
            let labels = value.as_array().unwrap_or_default().iter();
            Ok(labels.filter_map(|label| label.as_str().map(str::to_owned)).collect())
        };
        let ty = Type::list(Type::String);
        self.argument(block, "labels", |it| it.converted(block, "labels", &ty, labels)).unwrap_or_default()
    }

    /// Returns the type that an attribute contains. In files for `hcldec`, it can also be a string.
    fn ty(&mut self, block: &Block, name: &str) -> Type {
        let Some(attribute) = block.body().attribute(name) else { return Type::Dynamic };
        let expression = attribute.expression();
        let text = expression.ast().and_then(|expression| expression.as_str());
        let Some(Ok(written)) = text.map(|text| text.parse::<Expression>()) else {
            return typeexpr::without_defaults(expression).keep_in(&mut self.diagnostics);
        };
        let Outcome { value, diagnostics } = typeexpr::without_defaults(&written);
        for diagnostic in diagnostics {
            self.error(attribute.source(), expression.span(), diagnostic.detail());
        }
        value
    }
}

//! Analysis of specifications without decoding: types, schema, blocks, variables, locations.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::domain::Domain;
use super::shape::Shape;
use super::{Blocks, BlocksContent, BlocksShape, OpaqueForm, Spec, SpecKind, Transformation};
use crate::body::{Attribute, Block, Body, BodyContent, BodyItem, Label};
use crate::eval::EvalContext;
use crate::source::{Source, Span};
use crate::syntax::traversal::Traversal;
use crate::value::{Number, Type, Value};

/// The blocks of one type that a [`Spec`] reads, for documentation and tools. See
/// [`Spec::child_blocks`].
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::ext::Spec;
///
/// let disk = Spec::object([("size", Spec::attribute("size", Type::Number))]);
/// let spec = Spec::block_list("disk", 1..=4, disk).description("The disks of the server.");
/// for blocks in spec.child_blocks() {
///     assert_eq!((blocks.block_type, blocks.at_least, blocks.at_most), ("disk", 1, Some(4)));
///     assert_eq!(blocks.description, Some("The disks of the server."));
///     let nested = blocks.nested.expect("its content has a specification");
///     assert_eq!(nested.child_attributes()[0].name, "size");
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChildBlocks<'s> {
    /// Their type.
    pub block_type: &'s str,
    /// The names of their labels.
    pub labels: Vec<&'s str>,
    /// The specification of their bodies; `None` if they may contain attributes of any name.
    pub nested: Option<&'s Spec>,
    /// The minimum number of blocks.
    pub at_least: usize,
    /// The maximum number of blocks; `None` for any number.
    pub at_most: Option<usize>,
    /// Their [`description`](Spec::description).
    pub description: Option<&'s str>,
    /// The form of an attribute that they can be written as.
    pub(super) attribute: Option<&'s Shape>,
    /// Whether no two of them may have the same labels.
    pub(super) are_unique: bool,
}

/// An attribute that a [`Spec`] reads, for documentation and tools. See [`Spec::child_attributes`].
///
/// ```
/// use serde_hcl::Type;
/// use serde_hcl::ext::Spec;
///
/// let spec = Spec::object([("port", Spec::attribute("port", Type::Number).required())]);
/// for attribute in spec.child_attributes() {
///     assert_eq!((attribute.name, attribute.ty), ("port", &Type::Number));
///     assert!(attribute.is_required && attribute.default.is_none());
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChildAttribute<'s> {
    /// Its name.
    pub name: &'s str,
    /// The type that its value is converted to.
    pub ty: &'s Type,
    /// Whether it is required.
    pub is_required: bool,
    /// The possible values; none if any value of the type is possible. See [`Spec::one_of`].
    pub values: &'s [Value],
    /// The range of a number, or of those in a list, set or map. See [`Spec::range`].
    pub range: (Bound<&'s Number>, Bound<&'s Number>),
    /// Whether the numbers are whole. See [`Spec::whole`].
    pub is_whole: bool,
    /// The value in place of null, if it does not depend on the body. See [`Spec::or`].
    pub default: Option<&'s Value>,
    /// Its [`description`](Spec::description).
    pub description: Option<&'s str>,
    pub(super) domain: &'s Domain,
    pub(super) shape: Option<&'s Shape>,
}

/// The part of a body that a specification reads.
pub(super) struct SpecScope<'b> {
    pub(super) content: BodyContent,
    /// The blocks without labels that contain the entries of a map.
    pub(super) unlabeled: Vec<Block>,
    /// The attributes and blocks that are not read but checked.
    pub(super) opaque: Vec<BodyItem>,
    /// The block whose content it is.
    pub(super) block: Option<&'b Block>,
    /// Its labels, without those that are keys.
    pub(super) labels: &'b [Label],
}

impl<'b> SpecScope<'b> {
    pub(super) fn new(content: BodyContent, block: Option<&'b Block>, labels: &'b [Label]) -> Self {
        Self { content, unlabeled: Vec::new(), opaque: Vec::new(), block, labels }
    }
}

/// Analysis without a body.
impl Spec {
    /// Returns the type of its value. Parts that depend on the body are the dynamic pseudo-type.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::ext::Spec;
    ///
    /// let spec = Spec::block_map(
    ///     "disk",
    ///     ["name"],
    ///     Spec::object([("size", Spec::attribute("size", Type::Number))]),
    /// );
    /// assert_eq!(spec.implied_type(), Type::map(Type::object([("size", Type::Number)])));
    /// ```
    pub fn implied_type(&self) -> Type {
        if self.too_large().is_some() {
            return Type::Dynamic;
        }
        match self.kind() {
            SpecKind::Object(attributes) => {
                Type::object(attributes.iter().map(|(name, spec)| (name.as_str(), spec.implied_type())))
            }
            SpecKind::Tuple(elements) => Type::tuple(elements.iter().map(Self::implied_type)),
            SpecKind::Attribute { ty, .. } => ty.without_optional(),
            SpecKind::Blocks(blocks) => blocks.implied_type(),
            SpecKind::Label { .. } => Type::String,
            SpecKind::Literal(value) => value.ty().clone(),
            SpecKind::Opaque { .. } => Type::Dynamic,
            SpecKind::Or { primary, .. } => primary.implied_type(),
            SpecKind::Transform { wrapped, with } => with.implied_type(wrapped.implied_type()),
            SpecKind::Validate { wrapped, .. } => wrapped.implied_type(),
        }
    }

    /// Returns the attributes that it reads, in the order of the specification. An attribute that
    /// several parts read is included several times.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::ext::Spec;
    ///
    /// let spec =
    ///     Spec::object([("port", Spec::attribute("port", Type::Number).or(Spec::literal(80)))]);
    /// let attributes = spec.child_attributes();
    /// assert_eq!((attributes[0].name, attributes[0].ty), ("port", &Type::Number));
    /// ```
    pub fn child_attributes(&self) -> Vec<ChildAttribute<'_>> {
        let mut found = Vec::new();
        self.collect_attributes(None, &mut found);
        found
    }

    /// Collects the attributes of a specification with a value in place of null.
    fn collect_attributes<'s>(&'s self, default: Option<&'s Value>, found: &mut Vec<ChildAttribute<'s>>) {
        if self.too_large().is_some() {
            return;
        }
        match self.kind() {
            SpecKind::Attribute { name, ty, is_required, domain, shape, .. } => found.push(ChildAttribute {
                name,
                ty,
                is_required: *is_required,
                values: &domain.values,
                range: (domain.range.0.as_ref(), domain.range.1.as_ref()),
                is_whole: domain.is_whole,
                default,
                description: self.own_description(),
                domain,
                shape: shape.as_deref(),
            }),
            SpecKind::Or { primary, default: other } => {
                let literal = match other.kind() {
                    SpecKind::Literal(value) => Some(value),
                    _ => None,
                };
                primary.collect_attributes(literal, found);
                other.collect_attributes(default, found);
            }
            SpecKind::Validate { wrapped, .. } => wrapped.collect_attributes(default, found),
            SpecKind::Blocks(_) => {}
            kind => kind.parts().into_iter().for_each(|part| part.collect_attributes(None, found)),
        }
    }

    /// Returns the block types that it reads, with the specifications of their bodies, in the order
    /// of the specification.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::ext::Spec;
    ///
    /// let disk = Spec::object([
    ///     ("name", Spec::label(0, "name")),
    ///     ("size", Spec::attribute("size", Type::Number)),
    /// ]);
    /// let spec = Spec::object([("disks", Spec::block_list("disk", .., disk))]);
    /// let blocks = spec.child_blocks();
    /// assert_eq!((blocks[0].block_type, &blocks[0].labels[..]), ("disk", &["name"][..]));
    /// assert!(blocks[0].nested.expect("there is one").child_blocks().is_empty());
    /// ```
    pub fn child_blocks(&self) -> Vec<ChildBlocks<'_>> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let SpecKind::Blocks(blocks) = part.kind() {
                found.push(ChildBlocks {
                    block_type: &blocks.block_type,
                    labels: blocks.labels(),
                    nested: blocks.nested(),
                    at_least: blocks.count.least,
                    at_most: blocks.count.most,
                    description: part.own_description(),
                    attribute: blocks.attribute.as_deref(),
                    are_unique: matches!(blocks.shape, BlocksShape::Map(_) | BlocksShape::Object(_)),
                });
            }
        });
        found
    }

    /// Returns the names of attributes and blocks of any form, which it does not read. See
    /// [`opaque`](Self::opaque).
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    ///
    /// let spec = Spec::tuple([Spec::opaque("plugin"), Spec::opaque("backend")]);
    /// assert_eq!(spec.opaque_names(), ["plugin", "backend"]);
    /// ```
    pub fn opaque_names(&self) -> Vec<&str> {
        self.select(|part| match part {
            SpecKind::Opaque { name, .. } => name.as_deref(),
            _ => None,
        })
    }

    /// Returns the opaque names, with the forms of those whose blocks are the same as objects.
    pub(super) fn opaque_forms(&self) -> Vec<(&str, Option<&OpaqueForm>)> {
        self.select(|part| match part {
            SpecKind::Opaque { name: Some(name), form, .. } => {
                Some((name.as_str(), form.as_ref().filter(|form| form.variants.is_none())))
            }
            _ => None,
        })
    }

    /// Returns whether the body can have other attributes and blocks, which it does not read. See
    /// [`opaque_rest`](Self::opaque_rest).
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    ///
    /// assert!(Spec::tuple([Spec::opaque_rest()]).is_open());
    /// assert!(!Spec::tuple([Spec::opaque("plugin")]).is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        !self.select(|part| matches!(part, SpecKind::Opaque { name: None, .. }).then_some(())).is_empty()
    }

    /// Returns whether other attributes and blocks are ignored, with a warning. See
    /// [`lenient`](Self::lenient).
    pub(crate) fn is_lenient(&self) -> bool {
        let mut is_lenient = false;
        self.walk(&mut |part| is_lenient |= part.ignores_others());
        is_lenient
    }

    /// Returns the results of a function for the parts of the specification that read the same
    /// body.
    pub(super) fn select<'s, T>(&'s self, find: impl Fn(&'s SpecKind) -> Option<T>) -> Vec<T> {
        let mut found = Vec::new();
        self.walk(&mut |part| found.extend(find(part.kind())));
        found
    }

    /// Calls a function with it and all parts of it that read the same body.
    pub(super) fn walk<'s>(&'s self, visit: &mut impl FnMut(&'s Self)) {
        if self.too_large().is_some() {
            return;
        }
        visit(self);
        if !matches!(self.kind(), SpecKind::Blocks(_)) {
            self.kind().parts().into_iter().for_each(|part| part.walk(visit));
        }
    }

    /// Returns the names of the labels that it uses, by their indexes.
    pub(super) fn label_names(&self) -> BTreeMap<usize, &str> {
        let names = self.select(|part| match part {
            SpecKind::Label { index, name } => Some((*index, name.as_str())),
            _ => None,
        });
        // The first name of an index counts.
        names.into_iter().rev().collect()
    }
}

impl Blocks {
    pub(super) fn nested(&self) -> Option<&Spec> {
        match &self.content {
            BlocksContent::Spec(nested) => Some(nested),
            BlocksContent::Attributes(_) => None,
        }
    }

    /// Returns the labels that are the keys of blocks.
    pub(super) fn keys(&self) -> &[String] {
        match &self.shape {
            BlocksShape::Map(labels) | BlocksShape::Object(labels) => labels,
            BlocksShape::One | BlocksShape::List | BlocksShape::Set | BlocksShape::Tuple => &[],
        }
    }

    /// Returns the names of all labels.
    pub(super) fn labels(&self) -> Vec<&str> {
        let nested = self.nested().map(Spec::label_names).unwrap_or_default();
        let keys = self.keys().iter().map(String::as_str);
        keys.chain(nested.into_values()).collect()
    }

    /// Returns the type of the value of one block.
    pub(super) fn element_type(&self) -> Type {
        match &self.content {
            BlocksContent::Spec(nested) => nested.implied_type(),
            BlocksContent::Attributes(element) => Type::map(element.without_optional()),
        }
    }

    pub(super) fn implied_type(&self) -> Type {
        match &self.shape {
            BlocksShape::One => self.element_type(),
            BlocksShape::List => Type::list(self.element_type()),
            BlocksShape::Set => Type::set(self.element_type()),
            BlocksShape::Map(labels) => labels.iter().fold(self.element_type(), |ty, _| Type::map(ty)),
            // The number of blocks and their labels are not known in advance.
            BlocksShape::Tuple | BlocksShape::Object(_) => Type::Dynamic,
        }
    }
}

impl Transformation {
    pub(super) fn implied_type(&self, given: Type) -> Type {
        let given = Value::unknown(given);
        match self {
            Self::Function(function) => {
                function.call(&[given]).map_or(Type::Dynamic, |result| result.ty().clone())
            }
            Self::Expression { variable, expression, context } => {
                let mut context = EvalContext::child_of(context.clone());
                context.set(variable, given);
                expression.evaluate_with_diagnostics(&context).value.ty().clone()
            }
        }
    }
}

/// Analysis of a body.
impl Spec {
    /// Returns the variables that decoding a body needs, in the order of the specification,
    /// including repeated ones. Errors in the body are ignored.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{Type, parse_file};
    ///
    /// let spec = Spec::block_list("disk", .., Spec::attribute("size", Type::Number));
    /// let file = parse_file("disk {\n  size = sizes.small\n}\n").into_result()?;
    /// let names: Vec<_> = spec.variables(file.body()).iter().map(|it| it.to_string()).collect();
    /// assert_eq!(names, ["sizes.small"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn variables(&self, body: &Body) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.collect_variables(body, &mut found);
        found
    }

    fn collect_variables(&self, body: &Body, found: &mut Vec<Traversal>) {
        let (content, _) = body.partial_content(&self.schema_of(body)).value;
        self.walk(&mut |part| match part.kind() {
            SpecKind::Attribute { name, .. } => {
                if let Some(attribute) = content.attribute(name) {
                    found.extend(attribute.expression().variables());
                }
            }
            SpecKind::Blocks(blocks) => {
                if let Some(attribute) = content.attribute(&blocks.block_type) {
                    found.extend(attribute.expression().variables());
                }
                for block in content.blocks_of_type(&blocks.block_type) {
                    match &blocks.content {
                        BlocksContent::Spec(nested) => nested.collect_variables(block.body(), found),
                        BlocksContent::Attributes(_) => {
                            let attributes = block.body().just_attributes().value;
                            found.extend(attributes.iter().flat_map(|it| it.expression().variables()));
                        }
                    }
                }
            }
            _ => {}
        });
    }

    /// Returns the location of the value in a body: an expression, a label, the first of some
    /// blocks. If the body does not contain it, it is the location for messages about missing
    /// items; `None` if the value does not come from a configuration.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    /// use serde_hcl::{Type, parse_file};
    ///
    /// let spec = Spec::block("disk", Spec::attribute("size", Type::Number));
    /// let file = parse_file("disk {\n  size = 1 + 1\n}\n").into_result()?;
    /// let (source, span) = spec.span(file.body()).expect("it has a span");
    /// assert_eq!(source.slice(span), "1 + 1");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn span(&self, body: &Body) -> Option<(Source, Span)> {
        let (content, _) = body.partial_content(&self.schema_of(body)).value;
        self.location(&SpecScope::new(content, None, &[]))
    }

    pub(super) fn location(&self, scope: &SpecScope<'_>) -> Option<(Source, Span)> {
        if self.too_large().is_some() {
            return None;
        }
        let missing = || missing(&scope.content);
        Some(match self.kind() {
            SpecKind::Object(_) | SpecKind::Tuple(_) => scope.block.map_or_else(missing, header),
            SpecKind::Attribute { name, .. } => {
                scope.content.attribute(name).map_or_else(missing, expression)
            }
            SpecKind::Label { index, .. } => {
                let (block, label) = scope.block.zip(scope.labels.get(*index))?;
                (block.source().clone(), label.span())
            }
            SpecKind::Blocks(blocks) => match scope.content.blocks_of_type(&blocks.block_type).next() {
                Some(block) => blocks.location(block)?,
                None => scope.content.attribute(&blocks.block_type).map_or_else(missing, expression),
            },
            SpecKind::Opaque { .. } => missing(),
            SpecKind::Literal(_) => return None,
            SpecKind::Or { primary: wrapped, .. }
            | SpecKind::Transform { wrapped, .. }
            | SpecKind::Validate { wrapped, .. } => return wrapped.location(scope),
        })
    }
}

impl Blocks {
    /// Returns the location of the value of a block.
    fn location(&self, block: &Block) -> Option<(Source, Span)> {
        let BlocksContent::Spec(nested) = &self.content else { return Some(header(block)) };
        let (content, _) = block.body().partial_content(&nested.schema_of(block.body())).value;
        let labels = block.labels().get(self.keys().len()..).unwrap_or_default();
        nested.location(&SpecScope::new(content, Some(block), labels))
    }
}

pub(super) fn header(block: &Block) -> (Source, Span) {
    (block.source().clone(), block.header_span())
}

pub(super) fn expression(attribute: &Attribute) -> (Source, Span) {
    (attribute.source().clone(), attribute.expression().span())
}

pub(super) fn missing(content: &BodyContent) -> (Source, Span) {
    (content.source().clone(), content.missing_span())
}

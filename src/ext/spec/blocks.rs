//! Conversion of the blocks of a type to a value.

use super::decode::Decoder;
use super::inspect::SpecScope;
use super::inspect::{expression, header, missing};
use super::shape::{Shape, Variant};
use super::{Blocks, BlocksContent, BlocksShape, OpaqueForm, Spec};
use crate::body::{Attribute, Block, BodyItem, Label};
use crate::diag::{Code, Diagnostic};
use crate::func::Budget;
use crate::util::ordered::OrderedMap;
use crate::util::words;
use crate::value::{Conversion, ErrorKind, Map, Marks, Type, Value, ValueError};

impl Decoder<'_> {
    pub(super) fn blocks(&mut self, blocks: &Blocks, scope: &SpecScope<'_>) -> Value {
        let found: Vec<&Block> = scope.content.blocks_of_type(&blocks.block_type).collect();
        if let Some(shape) = &blocks.attribute {
            if let Some(attribute) = scope.content.attribute(&blocks.block_type) {
                return self.as_attribute(blocks, shape, attribute, &found);
            }
            if self.are_entries(blocks, shape, scope) {
                return Value::unknown(blocks.implied_type());
            }
        }
        if matches!(blocks.shape, BlocksShape::One) {
            return self.one(blocks, &found, scope);
        }
        let values = found.iter().map(|block| self.block(blocks, block)).collect();
        if found.iter().any(|block| block.body().is_unknown()) {
            // The number of blocks is not known.
            return Value::unknown(blocks.implied_type());
        }
        self.check_count(blocks, &found, scope);
        let mut marks = Marks::NONE;
        let result = match &blocks.shape {
            BlocksShape::Tuple => Ok(Value::tuple(values)),
            BlocksShape::Map(_) | BlocksShape::Object(_) => self.by_label(blocks, &found, values, &mut marks),
            shape => self.common(&blocks.element_type(), values).and_then(|(element, values)| {
                let is_set = matches!(shape, BlocksShape::Set);
                let all = if is_set { Value::set(element, values) } else { Value::list(element, values) };
                all.map_err(|error| (0, error))
            }),
        };
        let value = result.unwrap_or_else(|(index, error)| {
            if blocks.attribute.is_some() && error.kind() == ErrorKind::Type {
                // The attributes of the blocks of a Rust type can have several types.
                return Value::unknown(Type::Dynamic);
            }
            let block_type = &blocks.block_type;
            let detail = format!(
                "The attributes of all {block_type:?} blocks must have the same types, but this block differs from \
                 those before it: {error}."
            );
            let location = found.get(index).map_or_else(|| missing(&scope.content), |block| header(block));
            self.error(&location, error.code_or(Code::InconsistentTypes), detail);
            Value::unknown(blocks.implied_type())
        });
        value.with_marks(&marks)
    }

    /// Checks the attributes and blocks of an enum with data.
    pub(super) fn check_opaque(&mut self, name: &str, form: &OpaqueForm, scope: &SpecScope<'_>) {
        if form.attribute.is_single_enum() && !form.may_repeat {
            let blocks = scope.opaque.iter().filter_map(|item| match item {
                BodyItem::Block(block) => Some(block),
                BodyItem::Attribute(_) => None,
            });
            let blocks = blocks.filter(|it| it.block_type() == name && !it.body().is_unknown());
            self.check_single(name, &blocks.collect::<Vec<_>>());
        }
        for item in scope.opaque.iter().filter(|item| item.name().0 == name) {
            match (item, &form.variants) {
                (BodyItem::Block(block), Some(variants)) => self.check_variant(variants, block),
                _ => self.item_shaped(&form.attribute, item),
            }
        }
    }

    /// Checks a block whose first label is the name of a variant.
    fn check_variant(&mut self, variants: &[Variant], block: &Block) {
        let Some(label) = block.labels().first() else { return };
        if let Some(detail) = Shape::wrong_variant(variants, label.text(), false) {
            return self.error(&(block.source().clone(), label.span()), Code::UnexpectedValue, detail);
        }
        let variant = variants.iter().find(|variant| variant.name == label.text());
        if let Some(body) = variant.and_then(|variant| variant.body.as_ref()) {
            self.body(body, block, block.labels().get(1..).unwrap_or_default());
        }
    }

    /// Returns the value of the body of a block, with the labels that are left.
    pub(super) fn body(&mut self, body: &Spec, block: &Block, labels: &[Label]) -> Value {
        let scope = body.content(block.body(), Some(block), labels).keep_in(&mut self.diagnostics);
        self.value(body, &scope)
    }

    /// Returns the value of an attribute that is in place of blocks.
    fn as_attribute(
        &mut self,
        blocks: &Blocks,
        shape: &Shape,
        attribute: &Attribute,
        found: &[&Block],
    ) -> Value {
        if let Some(block) = found.first() {
            let detail = format!(
                "The name {:?} is used for an attribute and for a block in the same body. Remove one of them.",
                attribute.name()
            );
            let diagnostic = Diagnostic::new(Code::NameConflict, detail);
            let diagnostic = diagnostic.at(block.type_span()).in_source(block.source());
            self.push(diagnostic.with_label_in(attribute.source(), attribute.name_span(), "the attribute"));
        }
        self.in_shape(shape, attribute, &blocks.implied_type())
    }

    /// Checks the attributes in blocks without labels, which are entries of a map. Returns whether
    /// there are such blocks.
    fn are_entries(&mut self, blocks: &Blocks, shape: &Shape, scope: &SpecScope<'_>) -> bool {
        let Some(element) = shape.element_of_map() else { return false };
        let mut unlabeled = scope.unlabeled.iter().filter(|it| it.block_type() == blocks.block_type);
        let are_there = unlabeled.clone().next().is_some();
        for attribute in unlabeled.by_ref().flat_map(|block| block.body().attributes().collect::<Vec<_>>()) {
            self.shaped(element, attribute.expression(), attribute.name());
        }
        are_there
    }

    /// Returns the value of the body of a block.
    fn block(&mut self, blocks: &Blocks, block: &Block) -> Value {
        match &blocks.content {
            BlocksContent::Spec(nested) => {
                let labels = block.labels().get(blocks.keys().len()..).unwrap_or_default();
                self.body(nested, block, labels)
            }
            BlocksContent::Attributes(element) => self.attributes(blocks, element, block),
        }
    }

    fn attributes(&mut self, blocks: &Blocks, element: &Type, block: &Block) -> Value {
        let attributes = block.body().just_attributes().keep_in(&mut self.diagnostics);
        let mut values = Vec::with_capacity(attributes.len());
        for attribute in &attributes {
            values.push(self.attribute(attribute, element, |error| {
                let block_type = &blocks.block_type;
                let name = attribute.name();
                format!("The value of {name:?} in the {block_type} block is unsuitable: {error}.")
            }));
        }
        let result = self.common(&element.without_optional(), values).and_then(|(element, values)| {
            let names = attributes.iter().map(|attribute| attribute.name());
            Value::map(element, names.zip(values).collect()).map_err(|error| (0, error))
        });
        result.unwrap_or_else(|(index, error)| {
            let location = attributes.get(index).map_or_else(|| header(block), expression);
            let detail = format!("All attributes of this block must have one type: {error}.");
            self.error(&location, error.code_or(Code::InconsistentTypes), detail);
            Value::unknown(blocks.element_type())
        })
    }

    fn one(&mut self, blocks: &Blocks, found: &[&Block], scope: &SpecScope<'_>) -> Value {
        let block_type = &blocks.block_type;
        // A block whose body is unknown may turn out not to exist.
        let (unknown, found): (Vec<_>, Vec<_>) =
            found.iter().copied().partition(|block| block.body().is_unknown());
        for block in &unknown {
            self.block(blocks, block);
        }
        let Some(first) = found.first() else {
            if !unknown.is_empty() {
                return Value::unknown(blocks.element_type());
            }
            if blocks.count.least > 0 {
                let detail = format!("{} is required here, but there is none.", words::block(block_type));
                self.error(&missing(&scope.content), Code::WrongBlockCount, detail);
            }
            return Value::null(blocks.element_type());
        };
        self.check_single(block_type, &found);
        self.block(blocks, first)
    }

    /// Reports all blocks but the first one.
    fn check_single(&mut self, block_type: &str, found: &[&Block]) {
        let Some((first, others)) = found.split_first() else { return };
        for other in others {
            let detail = format!("Only one {block_type:?} block is allowed here. Remove the others.");
            self.push(about_repeated(other, first, Code::WrongBlockCount, detail));
        }
    }

    fn check_count(&mut self, blocks: &Blocks, found: &[&Block], scope: &SpecScope<'_>) {
        let block_type = &blocks.block_type;
        let counted = |count: usize| {
            let verb = if count == 1 { "is" } else { "are" };
            format!("{count} {block_type:?} {} {verb}", words::plural(count, "block"))
        };
        let least = blocks.count.least;
        if found.len() < least {
            let detail = format!("At least {} required here, found {}.", counted(least), found.len());
            self.error(&missing(&scope.content), Code::WrongBlockCount, detail);
        }
        if let Some(most) = blocks.count.most
            && let Some(extra) = found.get(most)
        {
            let detail = format!("At most {} allowed here, found {}.", counted(most), found.len());
            self.error(&header(extra), Code::WrongBlockCount, detail);
        }
    }

    /// Returns an object or map of values by the labels of their blocks, or the index of a block
    /// that does not agree with those before it. The labels become keys, which carry no marks of
    /// their own, so their marks are added to `marks`.
    fn by_label(
        &mut self,
        blocks: &Blocks,
        found: &[&Block],
        values: Vec<Value>,
        marks: &mut Marks,
    ) -> Result<Value, (usize, ValueError)> {
        let keys = blocks.keys().len();
        let mut by_labels: OrderedMap<Vec<&str>, usize> = OrderedMap::new();
        for (index, block) in found.iter().enumerate() {
            let labels = block.labels().get(..keys).unwrap_or_default();
            labels.iter().for_each(|label| marks.add(label.marks()));
            let first = *by_labels.entry(labels.iter().map(Label::text).collect()).or_insert(index);
            if first < index {
                let block_type = &blocks.block_type;
                let labels: String = labels.iter().map(|label| format!(" {}", label.value())).collect();
                let detail = format!(
                    "There is another block {block_type}{labels}. The labels of {block_type:?} blocks must be unique."
                );
                self.push(about_repeated(block, found[first], Code::DuplicateLabels, detail));
            }
        }
        let nest = |element: Option<&Type>, values: &[Value]| {
            let entries = by_labels.iter().map(|(labels, index)| (&labels[..], &values[*index]));
            nested(&entries.collect::<Vec<_>>(), keys, element).map_err(|error| (0, error))
        };
        match blocks.shape {
            BlocksShape::Object(_) => nest(None, &values),
            _ => self
                .common(&blocks.element_type(), values)
                .and_then(|(element, values)| nest(Some(&element), &values)),
        }
    }

    /// Converts values to their common type, and returns that type as well; without values, it is
    /// `ty`. If they have no common type, returns the index of a value that does not fit those
    /// before it.
    fn common(&self, ty: &Type, values: Vec<Value>) -> Result<(Type, Vec<Value>), (usize, ValueError)> {
        let budget = self.budget;
        let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
        let Some(first) = types.first() else { return Ok((ty.clone(), values)) };
        if types.iter().all(|other| other == first) {
            return Ok((first.clone(), values));
        }
        let unified =
            budget.unify(&types, Conversion::Lossy).map_err(|error| (first_misfit(&types, budget), error))?;
        let convert =
            |(index, value)| budget.convert_unified(value, &unified).map_err(|error| (index, error));
        Ok((unified.ty().clone(), values.into_iter().enumerate().map(convert).collect::<Result<_, _>>()?))
    }
}

/// Returns the index of the first type that has none in common with those before it.
fn first_misfit(types: &[Type], budget: &Budget) -> usize {
    let prefixes: Vec<usize> = (1..=types.len()).collect();
    prefixes.partition_point(|count| budget.unify(&types[..*count], Conversion::Lossy).is_ok())
}

/// Returns an error about a block of which there is another one.
fn about_repeated(block: &Block, first: &Block, code: Code, detail: String) -> Diagnostic {
    let diagnostic = Diagnostic::new(code, detail).at(block.header_span()).in_source(block.source());
    diagnostic.with_label_in(first.source(), first.header_span(), "the first one")
}

/// Returns values by their labels: objects in objects, or maps in maps with elements of a type.
fn nested(entries: &[(&[&str], &Value)], depth: usize, element: Option<&Type>) -> Result<Value, ValueError> {
    let mut groups: OrderedMap<&str, Vec<(&[&str], &Value)>> = OrderedMap::new();
    for (labels, value) in entries {
        if let Some((label, further)) = labels.split_first() {
            groups.entry(label).or_default().push((further, value));
        }
    }
    let value = |group: Vec<(&[&str], &Value)>| match group[..] {
        [([], value)] => Ok(value.clone()),
        _ => nested(&group, depth - 1, element),
    };
    let values = groups.into_iter().map(|(label, group)| Ok((label, value(group)?)));
    let values = values.collect::<Result<Map, ValueError>>()?;
    match element {
        Some(element) => Value::map((1..depth).fold(element.clone(), |ty, _| Type::map(ty)), values),
        None => Ok(Value::object(values)),
    }
}

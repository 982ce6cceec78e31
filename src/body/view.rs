//! What decoding sees of a body: borrowed, and the same for every syntax.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::content::Hidden;
use super::named::{Few, Named};
use super::{Body, BodyKind, Expression, json};
use crate::error::{Error, Result};
use crate::eval::{self, EvalContext};
use crate::json_syntax;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::Tree;
use crate::syntax::ast::{self, ExpressionKind};
use crate::value::{Number, Value};

/// A body, borrowed from its text.
#[derive(Clone, Copy)]
pub(crate) struct BodyView<'b> {
    kind: BodyViewKind<'b>,
    hidden: Option<&'b Hidden>,
}

#[derive(Clone, Copy)]
enum BodyViewKind<'b> {
    Native(&'b Arc<Tree>, ast::Body<'b>),
    Json(&'b Arc<json_syntax::Tree>, json_syntax::Node<'b>),
    Merged(&'b Body),
}

/// An attribute or a block of a [`BodyView`], or what can be either.
#[derive(Clone)]
pub(crate) enum ItemView<'b> {
    Attribute { name: NameView<'b>, value: ExpressionView<'b> },
    Block(BlockView<'b>),
    Property(PropertyView<'b>),
}

/// A name in the source: of an attribute, of a block's type, or a label.
#[derive(Clone, Copy)]
pub(crate) struct NameView<'b> {
    pub(crate) text: &'b str,
    /// Where it stands, for messages.
    pub(crate) span: Span,
    /// Where its text stands letter by letter, if it does.
    pub(crate) verbatim: Option<Span>,
}

#[derive(Clone)]
pub(crate) enum BlockView<'b> {
    Native {
        tree: &'b Arc<Tree>,
        block: ast::Block<'b>,
    },
    Json {
        tree: &'b Arc<json_syntax::Tree>,
        block_type: NameView<'b>,
        /// None where there are none.
        labels: Option<Rc<[NameView<'b>]>>,
        body: json_syntax::Node<'b>,
    },
}

#[derive(Clone, Copy)]
pub(crate) enum ExpressionView<'b> {
    Native(&'b Arc<Tree>, ast::Expression<'b>),
    Json(&'b Arc<json_syntax::Tree>, json_syntax::Expression<'b>),
}

/// A property of a JSON object: an attribute, or blocks of one type, as whoever reads it decides. It has several values when
/// its name is repeated.
#[derive(Clone)]
pub(crate) struct PropertyView<'b> {
    pub(crate) tree: &'b Arc<json_syntax::Tree>,
    member: json_syntax::Member<'b>,
    pub(crate) name: NameView<'b>,
    /// The type of the blocks: the name of the outermost property.
    pub(crate) block_type: NameView<'b>,
    pub(crate) values: Few<json_syntax::Node<'b>>,
}

/// A constant that needs no evaluation.
pub(crate) enum Literal<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    Number(&'b Number),
    String { text: &'b str, verbatim: Option<Span> },
}

impl Body {
    pub(crate) fn view(&self) -> BodyView<'_> {
        let kind = match &self.kind {
            BodyKind::Native { tree, id } => BodyViewKind::Native(tree, ast::Body::new(tree, *id)),
            BodyKind::Json { tree, node } => BodyViewKind::Json(tree, tree.node(*node)),
            BodyKind::Merged { .. } => BodyViewKind::Merged(self),
        };
        BodyView { kind, hidden: self.hidden.as_deref() }
    }
}

impl<'b> BodyView<'b> {
    pub(crate) fn source(self) -> &'b Source {
        match self.kind {
            BodyViewKind::Native(tree, _) => &tree.source,
            BodyViewKind::Json(tree, _) => &tree.source,
            BodyViewKind::Merged(body) => body.source(),
        }
    }

    pub(crate) fn span(self) -> Span {
        match self.kind {
            BodyViewKind::Native(_, body) => body.span(),
            BodyViewKind::Json(_, node) => node.span(),
            BodyViewKind::Merged(_) => Span::default(),
        }
    }

    /// Attributes and blocks in source order.
    pub(crate) fn items(self) -> impl Iterator<Item = ItemView<'b>> + Clone {
        let items = match self.kind {
            BodyViewKind::Native(tree, body) => {
                Either::Left(body.items().map(move |item| ItemView::native(tree, item)))
            }
            BodyViewKind::Json(tree, node) => Either::Right(Either::Left(properties(tree, node))),
            BodyViewKind::Merged(body) => {
                let items = body.parts().iter().flat_map(|body| body.view().items());
                Either::Right(Either::Right(items.collect::<Vec<_>>().into_iter()))
            }
        };
        let hidden = self.hidden;
        items.filter(move |item| match (hidden, item) {
            (None, _) => true,
            (Some(hidden), ItemView::Block(block)) => !hidden.blocks.contains(block.block_type().text),
            (Some(hidden), item) => !hidden.attributes.contains(item.name().text),
        })
    }

    /// A handle to it.
    pub(crate) fn handle(self) -> Body {
        let kind = match self.kind {
            BodyViewKind::Native(tree, body) => BodyKind::Native { tree: tree.clone(), id: body.id() },
            BodyViewKind::Json(tree, node) => BodyKind::Json { tree: tree.clone(), node: node.id() },
            BodyViewKind::Merged(body) => body.kind.clone(),
        };
        Body { kind, hidden: self.hidden.cloned().map(Arc::new) }
    }

    /// A handle to what is left of it when names are taken.
    pub(crate) fn without(self, names: &[&str]) -> Body {
        let mut hidden = self.hidden.cloned().unwrap_or_default();
        hidden.attributes.extend(names.iter().map(|name| (*name).to_owned()));
        hidden.blocks.extend(names.iter().map(|name| (*name).to_owned()));
        Body { hidden: Some(Arc::new(hidden)), ..self.handle() }
    }

    /// What is wrong with it as a body: a JSON value that is neither an object nor an array of objects.
    pub(crate) fn check(self) -> Result<()> {
        let BodyViewKind::Json(tree, node) = self.kind else { return Ok(()) };
        let wrong = match node.kind() {
            json_syntax::Kind::Object(_) => None,
            json_syntax::Kind::Array(array) => {
                array.elements().find(|element| !matches!(element.kind(), json_syntax::Kind::Object(_)))
            }
            _ => Some(node),
        };
        match wrong {
            None => Ok(()),
            Some(node) => {
                let error = Error::data(
                    "Incorrect JSON value type",
                    "A JSON object is required here, with arguments and blocks as its properties.",
                );
                Err(error.at(node.start_span(), &tree.source))
            }
        }
    }
}

/// The properties of an object, or of an array of objects.
fn properties<'b>(
    tree: &'b Arc<json_syntax::Tree>,
    node: json_syntax::Node<'b>,
) -> impl Iterator<Item = ItemView<'b>> + Clone {
    object_members(node).filter_map(move |member| {
        let name = NameView::json(member.name());
        let values = Few::One(member.value());
        let property = PropertyView { tree, member, name, block_type: name, values };
        (name.text != json::COMMENT).then_some(ItemView::Property(property))
    })
}

fn is_object(node: &json_syntax::Node<'_>) -> bool {
    matches!(node.kind(), json_syntax::Kind::Object(_))
}

fn object_members<'b>(node: json_syntax::Node<'b>) -> impl Iterator<Item = json_syntax::Member<'b>> + Clone {
    match node.kind() {
        json_syntax::Kind::Object(object) => Either::Left(object.members()),
        json_syntax::Kind::Array(array) => {
            let objects = array.elements().filter_map(|element| match element.kind() {
                json_syntax::Kind::Object(object) => Some(object.members()),
                _ => None,
            });
            Either::Right(Some(objects.flatten()).into_iter().flatten())
        }
        _ => Either::Right(None.into_iter().flatten()),
    }
}

impl<'b> ItemView<'b> {
    fn native(tree: &'b Arc<Tree>, item: ast::BodyItem<'b>) -> Self {
        match item {
            ast::BodyItem::Attribute(attribute) => {
                let span = attribute.name_span();
                let name = NameView { text: attribute.name(), span, verbatim: Some(span) };
                Self::Attribute { name, value: ExpressionView::Native(tree, attribute.expression()) }
            }
            ast::BodyItem::Block(block) => Self::Block(BlockView::Native { tree, block }),
        }
    }

    pub(crate) fn name(&self) -> NameView<'b> {
        match self {
            Self::Attribute { name, .. } => *name,
            Self::Block(block) => block.block_type(),
            Self::Property(property) => property.name,
        }
    }

    pub(crate) fn source(&self) -> &'b Source {
        match self {
            Self::Attribute { value, .. } => value.source(),
            Self::Block(block) => block.source(),
            Self::Property(property) => &property.tree.source,
        }
    }
}

impl<'b> BlockView<'b> {
    pub(crate) fn block_type(&self) -> NameView<'b> {
        match self {
            Self::Native { block, .. } => {
                let span = block.type_span();
                NameView { text: block.block_type(), span, verbatim: Some(span) }
            }
            Self::Json { block_type, .. } => *block_type,
        }
    }

    pub(crate) fn labels(&self) -> impl ExactSizeIterator<Item = NameView<'b>> + Clone {
        (0..self.label_count()).map({
            let block = self.clone();
            move |index| block.label(index).expect("the index is in range")
        })
    }

    pub(crate) fn label_count(&self) -> usize {
        match self {
            Self::Native { block, .. } => block.labels().len(),
            Self::Json { labels, .. } => labels.as_ref().map_or(0, |labels| labels.len()),
        }
    }

    pub(crate) fn label(&self, index: usize) -> Option<NameView<'b>> {
        match self {
            Self::Native { block, .. } => block.labels().nth(index).map(|label| NameView {
                text: label.text(),
                span: label.span(),
                verbatim: label.verbatim_span(),
            }),
            Self::Json { labels, .. } => labels.as_ref()?.get(index).copied(),
        }
    }

    /// Type and labels.
    pub(crate) fn header(&self) -> Span {
        let start = self.block_type().span;
        match self {
            Self::Native { .. } => self
                .label_count()
                .checked_sub(1)
                .and_then(|last| self.label(last))
                .map_or(start, |label| start.to(label.span)),
            // In JSON they do not stand side by side, and several blocks may share them.
            Self::Json { body, .. } => body.start_span(),
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Native { block, .. } => block.span(),
            Self::Json { body, .. } => body.span(),
        }
    }

    pub(crate) fn source(&self) -> &'b Source {
        match self {
            Self::Native { tree, .. } => &tree.source,
            Self::Json { tree, .. } => &tree.source,
        }
    }

    pub(crate) fn body(&self) -> BodyView<'b> {
        let kind = match self {
            Self::Native { tree, block } => BodyViewKind::Native(tree, block.body()),
            Self::Json { tree, body, .. } => BodyViewKind::Json(tree, *body),
        };
        BodyView { kind, hidden: None }
    }
}

impl<'b> PropertyView<'b> {
    /// The attribute that it is, unless its name is repeated.
    pub(crate) fn expression(&self) -> Result<ExpressionView<'b>> {
        match self.values[..] {
            [value] => Ok(ExpressionView::Json(self.tree, json_syntax::Expression::Value(value))),
            _ => {
                let detail =
                    format!("The argument {:?} is set more than once. Remove all but one.", self.name.text);
                let span = self.values.get(1).map_or(self.name.span, |value| value.span());
                Err(Error::data("Duplicate argument", detail).at(span, &self.tree.source))
            }
        }
    }

    /// The blocks that it stands for, when they have so many labels.
    pub(crate) fn blocks(&self, labels: usize) -> Result<Few<BlockView<'b>>> {
        let mut blocks = Few::new();
        let mut path = Vec::with_capacity(labels);
        for value in self.values.iter() {
            self.collect_blocks(*value, labels, &mut path, &mut blocks)?;
        }
        Ok(blocks)
    }

    fn collect_blocks(
        &self,
        node: json_syntax::Node<'b>,
        labels: usize,
        path: &mut Vec<NameView<'b>>,
        blocks: &mut Few<BlockView<'b>>,
    ) -> Result<()> {
        if labels > path.len() {
            let mut level = self.level_of(node)?.peekable();
            if level.peek().is_none() {
                let detail = format!(
                    "An object with at least one property is required here, whose name is a label of the {} block.",
                    self.block_type.text
                );
                return Err(
                    Error::data("Missing block label", detail).at(node.start_span(), &self.tree.source)
                );
            }
            for member in level {
                path.push(NameView::json(member.name()));
                self.collect_blocks(member.value(), labels, path, blocks)?;
                path.pop();
            }
            return Ok(());
        }
        let mut block = |body: json_syntax::Node<'b>| {
            let labels = (!path.is_empty()).then(|| path[..].into());
            blocks.push(BlockView::Json { tree: self.tree, block_type: self.block_type, labels, body });
        };
        match node.kind() {
            json_syntax::Kind::Null => {}
            json_syntax::Kind::Array(array) => array.elements().for_each(block),
            _ => block(node),
        }
        Ok(())
    }

    /// The labels of the next level, or the keys of an object, with what stands below them; nothing where it is neither an
    /// object nor an array of objects.
    pub(crate) fn level(&self) -> Option<Vec<Self>> {
        let mut entries: Named<'b, Self> = Named::new();
        for value in self.values.iter() {
            for member in self.level_of(*value).ok()? {
                let name = NameView::json(member.name());
                let value = member.value();
                match entries.get_mut(name.text) {
                    Some(entry) => entry.values.push(value),
                    None => {
                        let (tree, block_type) = (self.tree, self.block_type);
                        let values = Few::One(value);
                        entries.insert(name.text, Self { tree, member, name, block_type, values });
                    }
                }
            }
        }
        Some(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    /// The blocks of an object or array as variants named after their first label, one for each block; nothing where
    /// each element is a variant by itself.
    pub(crate) fn variants(&self) -> Option<Vec<Self>> {
        let is_one = |node: &json_syntax::Node<'_>| object_members(*node).count() == 1;
        if self.elements().is_some_and(|mut elements| elements.all(|node| !is_object(&node) || is_one(&node)))
        {
            return None;
        }
        let mut variants = Vec::new();
        for value in self.values.iter() {
            for member in self.level_of(*value).ok()? {
                let name = NameView::json(member.name());
                let variant = Self {
                    tree: self.tree,
                    member,
                    name,
                    block_type: self.block_type,
                    values: Few::One(member.value()),
                };
                match variant.elements() {
                    Some(elements) if elements.len() > 0 && elements.clone().all(|node| is_object(&node)) => {
                        variants.extend(elements.map(|value| variant.with_value(value)));
                    }
                    _ => variants.push(variant),
                }
            }
        }
        Some(variants)
    }

    fn level_of(
        &self,
        node: json_syntax::Node<'b>,
    ) -> Result<impl Iterator<Item = json_syntax::Member<'b>> + use<'b>> {
        let sound = match node.kind() {
            json_syntax::Kind::Object(_) => true,
            json_syntax::Kind::Array(array) => {
                array.elements().len() > 0 && array.elements().all(|it| is_object(&it))
            }
            _ => false,
        };
        if sound {
            return Ok(object_members(node));
        }
        let detail = format!(
            "An object is required here, or an array of objects, whose property names are a label of the {} block.",
            self.block_type.text
        );
        Err(Error::data("Incorrect JSON value type", detail).at(node.start_span(), &self.tree.source))
    }

    /// Its name as an expression, where that is a template.
    pub(crate) fn template_name(&self) -> Option<ExpressionView<'b>> {
        let name = json_syntax::Expression::Name(self.member);
        json_syntax::has_template(self.name.text).then_some(ExpressionView::Json(self.tree, name))
    }

    /// The same property with one of its elements as its value.
    pub(crate) fn with_value(&self, value: json_syntax::Node<'b>) -> Self {
        Self { values: Few::One(value), ..self.clone() }
    }

    /// The elements, where it is an array.
    pub(crate) fn elements(
        &self,
    ) -> Option<impl ExactSizeIterator<Item = json_syntax::Node<'b>> + Clone + use<'b>> {
        match self.values[..] {
            [value] => match value.kind() {
                json_syntax::Kind::Array(array) => Some(array.elements()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is an object or an array, which can be blocks.
    pub(crate) fn may_be_blocks(&self) -> bool {
        self.values
            .iter()
            .all(|value| matches!(value.kind(), json_syntax::Kind::Object(_) | json_syntax::Kind::Array(_)))
    }

    pub(crate) fn is_null(&self) -> bool {
        self.values.iter().all(|value| value.is_null())
    }

    pub(crate) fn span(&self) -> Span {
        match (self.values.first(), self.values.last()) {
            (Some(first), Some(last)) => first.span().to(last.span()),
            _ => self.name.span,
        }
    }
}

impl<'b> ExpressionView<'b> {
    /// A handle to it.
    pub(crate) fn handle(self) -> Expression {
        match self {
            Self::Native(tree, expression) => Expression::native(tree.clone(), expression.id()),
            Self::Json(tree, expression) => Expression::json(tree.clone(), expression.id()),
        }
    }

    pub(crate) fn span(self) -> Span {
        match self {
            Self::Native(_, expression) => expression.span(),
            Self::Json(_, expression) => expression.span(),
        }
    }

    pub(crate) fn source(self) -> &'b Source {
        match self {
            Self::Native(tree, _) => &tree.source,
            Self::Json(tree, _) => &tree.source,
        }
    }

    /// The value, if there are no errors.
    pub(crate) fn evaluate(self, context: &EvalContext) -> Result<Value, Error> {
        match self {
            Self::Native(_, expression) => eval::evaluate(expression, context),
            Self::Json(_, expression) => expression.evaluate(context),
        }
        .into_result()
    }

    pub(crate) fn literal(self) -> Option<Literal<'b>> {
        match self {
            Self::Native(_, expression) => native_literal(expression),
            Self::Json(_, expression) => json_literal(expression),
        }
    }

    /// The elements of a tuple constructor or an array.
    pub(crate) fn elements(self) -> Option<impl ExactSizeIterator<Item = Self>> {
        Some(match self {
            Self::Native(tree, expression) => match expression.kind() {
                ExpressionKind::Tuple(tuple) => {
                    Either::Left(tuple.elements().map(move |expression| Self::Native(tree, expression)))
                }
                _ => return None,
            },
            Self::Json(tree, expression) => {
                let element = move |node| Self::Json(tree, json_syntax::Expression::Value(node));
                Either::Right(expression.as_array()?.elements().map(element))
            }
        })
    }

    /// Whether it is a tuple or object constructor, and so no null.
    pub(crate) fn is_collection(self) -> bool {
        match self {
            Self::Native(_, expression) => {
                matches!(expression.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
            }
            Self::Json(_, expression) => expression.as_array().is_some() || expression.as_object().is_some(),
        }
    }

    /// Keys and values of an object constructor whose keys are names or plain strings, and all different.
    pub(crate) fn entries(self) -> Option<Vec<(NameView<'b>, Self)>> {
        let entries = match self {
            Self::Native(tree, expression) => native_entries(tree, expression)?,
            Self::Json(tree, expression) => {
                let members = expression.as_object()?.members();
                let entry = |member: json_syntax::Member<'b>| {
                    let name = member.name();
                    let is_plain = name.text().is_ascii() && !json_syntax::has_template(name.text());
                    let value = Self::Json(tree, json_syntax::Expression::Value(member.value()));
                    is_plain.then(|| (NameView::json(name), value))
                };
                members.map(entry).collect::<Option<Vec<_>>>()?
            }
        };
        has_no_repeats(&entries).then_some(entries)
    }
}

/// One of two iterators.
#[derive(Clone)]
enum Either<L, R> {
    Left(L),
    Right(R),
}

impl<L: Iterator, R: Iterator<Item = L::Item>> Iterator for Either<L, R> {
    type Item = L::Item;

    fn next(&mut self) -> Option<L::Item> {
        match self {
            Self::Left(left) => left.next(),
            Self::Right(right) => right.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Left(left) => left.size_hint(),
            Self::Right(right) => right.size_hint(),
        }
    }
}

impl<L: ExactSizeIterator, R: ExactSizeIterator<Item = L::Item>> ExactSizeIterator for Either<L, R> {}

fn native_literal(expression: ast::Expression<'_>) -> Option<Literal<'_>> {
    Some(match expression.kind() {
        ExpressionKind::Null => Literal::Null,
        ExpressionKind::Bool(value) => Literal::Bool(value),
        ExpressionKind::Integer(value) => Literal::Integer(value),
        ExpressionKind::Number(number) => Literal::Number(number),
        // Other text has to be normalised first.
        ExpressionKind::String(text) if text.is_ascii() => {
            Literal::String { text, verbatim: expression.verbatim_string() }
        }
        _ => return None,
    })
}

fn json_literal(expression: json_syntax::Expression<'_>) -> Option<Literal<'_>> {
    if let Some(string) = expression.as_string() {
        let text = string.text();
        let is_plain = text.is_ascii() && !json_syntax::has_template(text);
        return is_plain.then(|| Literal::String { text, verbatim: string.verbatim() });
    }
    let json_syntax::Expression::Value(node) = expression else { return None };
    Some(match node.kind() {
        json_syntax::Kind::Null => Literal::Null,
        json_syntax::Kind::Bool(value) => Literal::Bool(value),
        json_syntax::Kind::Integer(value) => Literal::Integer(value),
        json_syntax::Kind::Number(number) => Literal::Number(number),
        _ => return None,
    })
}

fn native_entries<'b>(
    tree: &'b Arc<Tree>,
    expression: ast::Expression<'b>,
) -> Option<Vec<(NameView<'b>, ExpressionView<'b>)>> {
    let ExpressionKind::Object(object) = expression.kind() else { return None };
    let mut entries = Vec::with_capacity(object.items().len());
    for item in object.items() {
        let span = item.key.span();
        let name = match item.key.kind() {
            ExpressionKind::Variable(text) if text.is_ascii() => {
                NameView { text, span, verbatim: Some(span) }
            }
            ExpressionKind::String(text) if text.is_ascii() => {
                NameView { text, span, verbatim: item.key.verbatim_string() }
            }
            _ => return None,
        };
        entries.push((name, ExpressionView::Native(tree, item.value)));
    }
    Some(entries)
}

fn has_no_repeats(entries: &[(NameView<'_>, ExpressionView<'_>)]) -> bool {
    if entries.len() <= 8 {
        return (1..entries.len())
            .all(|at| entries[..at].iter().all(|(name, _)| name.text != entries[at].0.text));
    }
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    entries.iter().all(|(name, _)| seen.insert(name.text))
}

impl<'b> NameView<'b> {
    fn json(name: json_syntax::Str<'b>) -> Self {
        Self { text: name.text(), span: name.span(), verbatim: name.verbatim() }
    }

    /// The text as part of the input that is being decoded, or on its own.
    pub(crate) fn in_input<'de>(self, input: Option<&'de str>) -> Result<&'de str, Cow<'b, str>> {
        let borrowed = input.zip(self.verbatim).and_then(|(input, span)| input.get(span.range()));
        borrowed.ok_or(Cow::Borrowed(self.text))
    }
}

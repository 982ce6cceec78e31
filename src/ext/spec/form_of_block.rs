//! Checks of blocks by the form of a value.

use super::decode::Decoder;
use super::shape::{Shape, Variant};
use crate::body::{Block, BodyItem, Label};
use crate::diag::Code;
use crate::protocol::LabelField;
use crate::source::{Source, Span};
use crate::syntax::scope::DYNAMIC;

impl Decoder<'_> {
    /// Checks a block whose value has a form, with the labels that are left. They are the keys of
    /// maps; others are not checked, since serde hides whether there are fields for them.
    pub(super) fn block_shaped(&mut self, shape: &Shape, block: &Block, labels: &[Label]) {
        let items = || block.body().items().collect::<Vec<_>>();
        let place = (block.source().clone(), block.body().missing_span());
        match (shape, labels) {
            (Shape::Optional(inner) | Shape::Sequence(inner), labels) => {
                self.block_shaped(inner, block, labels)
            }
            (Shape::Map(element), [_, labels @ ..]) => self.block_shaped(element, block, labels),
            (Shape::Map(element), []) => {
                for attribute in block.body().attributes() {
                    self.shaped(element, attribute.expression(), attribute.name());
                }
            }
            (Shape::Tagged { tag, content: None, variants }, labels)
                if variants.iter().any(|it| it.body.is_some()) =>
            {
                let Some(variant) = self.tag_of(tag, variants, &items(), labels, &place) else { return };
                if let Some(body) = &variant.body {
                    self.body(body, block, &[]);
                }
            }
            (Shape::Object { .. } | Shape::Tagged { .. }, labels) => {
                self.items_shaped(shape, &items(), labels, &place);
            }
            _ => {}
        }
    }

    /// Returns the variant that a label or an attribute selects. Reports one that there is not.
    fn tag_of<'v>(
        &mut self,
        tag: &str,
        variants: &'v [Variant],
        items: &[BodyItem],
        labels: &[Label],
        place: &(Source, Span),
    ) -> Option<&'v Variant> {
        let (selected, place_of_tag) = match LabelField::parse(tag).map(LabelField::index) {
            Some(index) => {
                let label = index.and_then(|index| labels.get(index))?;
                (label.value(), (place.0.clone(), label.span()))
            }
            None => {
                let attribute = items.iter().find_map(|item| match item {
                    BodyItem::Attribute(attribute) if attribute.name() == tag => Some(attribute),
                    _ => None,
                });
                let Some(attribute) = attribute else {
                    self.error(place, Code::MissingItem, missing_attribute(tag));
                    return None;
                };
                let expression = attribute.expression();
                let value = self.evaluate(expression, self.context).unmark_deep().0;
                (value, (attribute.source().clone(), expression.span()))
            }
        };
        self.selected(variants, &selected, &place_of_tag)
    }

    /// Checks an item whose value has a form.
    pub(super) fn item_shaped(&mut self, shape: &Shape, item: &BodyItem) {
        match item {
            BodyItem::Attribute(it) => _ = self.shaped(shape, it.expression(), it.name()),
            BodyItem::Block(block) => self.block_shaped(shape, block, block.labels()),
        }
    }

    /// Checks the items of a body whose value has a form. `place` is that of missing items.
    pub(super) fn items_shaped(
        &mut self,
        shape: &Shape,
        items: &[BodyItem],
        labels: &[Label],
        place: &(Source, Span),
    ) {
        match shape {
            Shape::Tagged { tag, content, variants } => {
                let Some(variant) = self.tag_of(tag, variants, items, labels, place) else { return };
                let Some(shape) = variant.content.clone() else { return };
                match content {
                    None => self.items_shaped(&shape, items, labels, place),
                    Some(content) => {
                        let named = items.iter().filter(|item| item.name().0 == content);
                        named.for_each(|item| self.item_shaped(&shape, item));
                    }
                }
            }
            Shape::Object { .. } => {
                for item in items {
                    let (name, span) = item.name();
                    if let Some(field) = shape.field(name) {
                        self.item_shaped(field, item);
                    } else if !matches!(name, DYNAMIC | "//")
                        && let Some(detail) = shape.unexpected(name)
                    {
                        self.error(&(item.source().clone(), span), Code::UnexpectedName, detail);
                    }
                }
                let names = items.iter().map(|item| item.name().0);
                if let Some(name) = shape.missing_field(names) {
                    self.error(place, Code::MissingItem, missing_attribute(name));
                }
            }
            _ => {}
        }
    }
}

fn missing_attribute(name: &str) -> String {
    format!("{name:?} is required here, but it is missing.")
}

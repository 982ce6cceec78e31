//! The differences of values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::slice;

use super::super::gap::indent_of;
use super::super::node::NodeId;
use super::super::text::{Part, with_parts, without_line_end};
use super::changes::ChangeKind;
use super::compare::{Element, align, canonical, entries, numbered};
use super::difference::{Difference, Named, PlacedItem};
use crate::body::parse_expression;
use crate::error::Result;
use crate::eval::evaluate_within;
use crate::ser::options::WriteOptions;
use crate::ser::{NodeKind, Tape, TapeNode, node_text};
use crate::syntax::ast::display::escaped;
use crate::syntax::ast::{
    Expression, ExpressionKind, Object, ObjectKey, Template, TemplateForm, TemplatePart, Tuple,
};
use crate::util::order::sort_by_position;
use crate::value::{Number, Type, Value, convert, normalize, quoted_content};

impl Difference<'_> {
    /// Plans the changes of an expression whose value is not the new one. `before` is its old
    /// value, if that is known.
    pub(super) fn value(
        &mut self,
        before: Option<TapeNode<'_>>,
        after: TapeNode<'_>,
        expression: Expression<'_>,
        site: NodeId,
    ) -> Result<()> {
        match (expression.kind(), before.map(|before| (before, before.kind())), after.kind()) {
            (ExpressionKind::Parentheses(inner), ..) if is_collection(inner) => {
                let inside = self.document.ids(site)[0];
                self.value(before, after, inner, inside)
            }
            (
                ExpressionKind::Object(object),
                Some((before, NodeKind::Object(_) | NodeKind::Block(..))),
                NodeKind::Object(_) | NodeKind::Block(..),
            ) => self.object(before, after, object, site),
            _ if before.is_some_and(|before| canonical(before) == canonical(after)) => Ok(()),
            (ExpressionKind::Tuple(tuple), Some((_, NodeKind::Tuple(old))), NodeKind::Tuple(new)) => {
                let (old, new): (Vec<_>, Vec<_>) = (old.collect(), new.collect());
                if is_in_order(tuple, &old) {
                    return self.tuple(&old, &new, tuple, site);
                }
                match elements_of_set(tuple, &old) {
                    Some(old) => self.tuple(&old, &in_order_of(&old, new), tuple, site),
                    None => self.replace(after, expression, site),
                }
            }
            (ExpressionKind::Template(template), Some((_, NodeKind::String(old))), NodeKind::String(new)) => {
                match self.literal_part(template, old, new) {
                    Some(part) => {
                        self.record(ChangeKind::Set);
                        self.document.replace_parts(site, &[part]);
                        Ok(())
                    }
                    None => self.replace(after, expression, site),
                }
            }
            _ => self.replace(after, expression, site),
        }
    }

    /// Returns the literal part of a template that all differences are in, with its new text.
    fn literal_part(&self, template: Template<'_>, old: &str, new: &str) -> Option<Part> {
        let inside = match template.form() {
            TemplateForm::Quoted => quoted_content,
            TemplateForm::Heredoc => escaped,
            TemplateForm::Standalone => return None,
        };
        let same = |pair: &(char, char)| pair.0 == pair.1;
        let length = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(same).map(|(character, _)| character.len_utf8()).sum()
        };
        let start = length(&mut old.chars().zip(new.chars()));
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let end = old.len() - length(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
        let (source, first) = (&template.tree().source, template.span().start as usize);
        let (mut found, mut at) = (None, 0);
        for (span, part) in template.parts() {
            let text = match part {
                TemplatePart::Literal(text) => text.to_owned(),
                TemplatePart::Interpolation(inner) => self.text(inner)?,
                _ => return None,
            };
            let after = at + text.len();
            if old.get(at..after) != Some(text.as_str()) {
                return None;
            }
            let is_literal = matches!(part, TemplatePart::Literal(_));
            if is_literal && found.is_none() && at <= start && end <= after {
                let is_plain = source.slice(span) == inside(&text);
                let new_text = inside(&new[at..new.len() - (old.len() - after)]);
                let part = (span.start as usize - first..span.end as usize - first, new_text);
                // In a heredoc, a line may equal the marker, and `<<-` removes indentation that all
                // lines share.
                let written = with_parts(source.slice(template.span()), slice::from_ref(&part)) + "\n";
                let is_new = || self.text(parse_expression(written).value.ast()?).map(|text| text == new);
                let is_valid =
                    is_plain && (template.form() == TemplateForm::Quoted || is_new() == Some(true));
                found = Some(part).filter(|_| is_valid);
            }
            at = after;
        }
        found.filter(|_| at == old.len())
    }

    /// Returns the value of an expression as a string.
    fn text(&self, expression: Expression<'_>) -> Option<String> {
        Some(convert(&self.evaluate(expression)?, &Type::String).ok()?.as_str()?.to_owned())
    }

    fn evaluate(&self, expression: Expression<'_>) -> Option<Value> {
        evaluate_within(expression, self.context, &self.context.budget()).into_result().ok()
    }

    /// Returns the value of an expression as a tape, if it has one that can be written.
    pub(super) fn evaluated(&self, expression: Expression<'_>) -> Option<Tape> {
        WriteOptions::new().tape_of(&self.evaluate(expression)?).ok()
    }

    fn replace(&mut self, after: TapeNode<'_>, expression: Expression<'_>, site: NodeId) -> Result<()> {
        let old = expression.source().slice(expression.span());
        let is_unix = self.document.ending() == "\n";
        let same_form = match (after.kind(), expression.template_form()) {
            (NodeKind::String(value), Some(TemplateForm::Heredoc)) if is_unix => heredoc_with(old, value),
            _ => None,
        };
        let new_form = || self.document.value_text(site, |heredocs| node_text(after, heredocs));
        let text = same_form.map_or_else(new_form, Ok);
        let text = text.map_err(|error| error.under_step(&self.at))?;
        self.record(match is_literal(expression) {
            true => ChangeKind::Set,
            false => ChangeKind::Replaced { expression: old.to_owned() },
        });
        self.document.set_text(site, &text)
    }

    fn object(
        &mut self,
        before: TapeNode<'_>,
        after: TapeNode<'_>,
        object: Object<'_>,
        site: NodeId,
    ) -> Result<()> {
        let ids = self.document.ids(site);
        // Of items with equal keys, the last counts.
        let mut items: HashMap<_, Named<'_>> = HashMap::new();
        for (item, id) in object.items().zip(ids) {
            let Some(key) = self.key(item.key) else { continue };
            let named = items.entry(Cow::Owned(key)).or_default();
            let before = named.attribute.replace((id, item.value));
            named.repeated.extend(before.map(|(id, _)| id));
        }
        let [old, new] = [before, after].map(|node| entries(node, false).collect::<Vec<_>>());
        self.items(site, &items, &old, &new, self.is_decoded || after.is_complete())
    }

    /// Returns the text of a new element.
    pub(super) fn element_text(&mut self, node: TapeNode<'_>) -> Result<String> {
        let text = node_text(node, false).map(without_line_end);
        let text = text.map_err(|error| error.under_step(&self.at))?;
        self.record(ChangeKind::Added);
        Ok(text)
    }

    /// Returns the key of an item of an object.
    fn key(&self, key: ObjectKey<'_>) -> Option<String> {
        match (key.as_str(), key) {
            (Some(name), _) => Some(normalize(name).into_owned()),
            (None, ObjectKey::Expression(key)) => self.text(key),
            (None, ObjectKey::Name(_)) => None,
        }
    }

    fn tuple(
        &mut self,
        old: &[TapeNode<'_>],
        new: &[TapeNode<'_>],
        tuple: Tuple<'_>,
        site: NodeId,
    ) -> Result<()> {
        let elements =
            |nodes: &[TapeNode<'_>]| nodes.iter().map(|node| Element::new(*node)).collect::<Vec<_>>();
        let mut pairs = align(&numbered(&elements(old)), &numbered(&elements(new))).into_iter().peekable();
        let ids = self.document.ids(site);
        let mut is_kept = vec![false; old.len()];
        let mut placed = Vec::new();
        for (to, node) in new.iter().enumerate() {
            let length = self.enter_index(to);
            let paired = pairs.next_if(|(_, paired)| *paired == to);
            let item = match paired.and_then(|(from, _)| Some((from, tuple.element(from)?))) {
                Some((from, expression)) => {
                    is_kept[from] = true;
                    self.value(Some(old[from]), *node, expression, ids[from])?;
                    PlacedItem::Old(ids[from])
                }
                None => PlacedItem::New(self.element_text(*node)?, None),
            };
            placed.push((0, item));
            self.at.truncate(length);
        }
        for (index, _) in is_kept.iter().enumerate().filter(|(_, is_kept)| !**is_kept) {
            let length = self.enter_index(index);
            self.remove(ids[index]);
            self.at.truncate(length);
        }
        self.place(site, &placed)
    }
}

/// Returns whether an expression is a tuple or an object, also in parentheses.
fn is_collection(expression: Expression<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Tuple(_) | ExpressionKind::Object(_) => true,
        ExpressionKind::Parentheses(inner) => is_collection(inner),
        _ => false,
    }
}

/// Returns whether an expression is a literal, or a tuple or an object of literals.
fn is_literal(expression: Expression<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Null => true,
        ExpressionKind::Parentheses(inner) => is_literal(inner),
        ExpressionKind::Tuple(tuple) => tuple.elements().all(is_literal),
        ExpressionKind::Object(object) => object.items().all(|item| is_literal(item.value)),
        _ => literal_text(expression).is_some(),
    }
}

/// Returns the text of a literal that is a string, a number or a bool, as it is converted to a
/// string.
fn literal_text(expression: Expression<'_>) -> Option<String> {
    match expression.kind() {
        ExpressionKind::Bool(value) => Some(value.to_string()),
        ExpressionKind::Number(number) => Some(number.value().to_string()),
        ExpressionKind::String(text) => Some(text.to_owned()),
        ExpressionKind::Parentheses(inner) => literal_text(inner),
        ExpressionKind::Unary(unary) if unary.is_negative_number() => {
            Some(Number::parse(&format!("-{}", literal_text(unary.operand())?)).ok()?.to_string())
        }
        _ => None,
    }
}

/// Returns the text of a scalar, as [`literal_text`] does.
fn scalar_text(node: TapeNode<'_>) -> Option<String> {
    match node.kind() {
        NodeKind::Bool(value) => Some(value.to_string()),
        NodeKind::String(text) => Some(text.to_owned()),
        NodeKind::Number(text) => Some(Number::parse(text).ok()?.to_string()),
        _ => None,
    }
}

/// Returns whether values can be those of the elements of a tuple, in their order.
fn is_in_order(tuple: Tuple<'_>, values: &[TapeNode<'_>]) -> bool {
    let fits = |(element, value): (Expression<'_>, &TapeNode<'_>)| {
        literal_text(element).is_none_or(|literal| scalar_text(*value).is_none_or(|value| literal == value))
    };
    tuple.elements().len() == values.len() && tuple.elements().zip(values).all(fits)
}

/// Returns the values of a set in the order of the elements of the tuple that it was decoded from.
fn elements_of_set<'t>(tuple: Tuple<'_>, values: &[TapeNode<'t>]) -> Option<Vec<TapeNode<'t>>> {
    let by_text = values.iter().map(|value| Some((scalar_text(*value)?, *value)));
    let by_text: HashMap<String, TapeNode<'t>> = by_text.collect::<Option<_>>()?;
    tuple.elements().map(|element| by_text.get(&literal_text(element)?).copied()).collect()
}

/// Returns values in the order that those of them have that are in another list, the others last.
fn in_order_of<'t>(order: &[TapeNode<'_>], mut values: Vec<TapeNode<'t>>) -> Vec<TapeNode<'t>> {
    let ranks: HashMap<String, usize> = order.iter().map(|value| canonical(*value)).zip(0..).collect();
    sort_by_position(&mut values, |value| (ranks.get(&canonical(*value)).copied().unwrap_or(order.len()), 0));
    values
}

/// Returns a heredoc with a new value that has the form of an old one. There is none for a value
/// that a heredoc of this form cannot represent.
fn heredoc_with(old: &str, value: &str) -> Option<String> {
    if !value.ends_with('\n') || value.contains('\r') {
        return None;
    }
    let (opening, rest) = old.split_once('\n')?;
    let content = &rest[..rest.rfind('\n').map_or(0, |end| end + 1)];
    let closing = &rest[content.len()..];
    let indents = content.lines().filter(|line| !line.trim().is_empty()).map(indent_of);
    let indent = match opening.starts_with("<<-") {
        true => indents.min_by_key(|indent| indent.len()).unwrap_or_else(|| indent_of(closing)),
        false => "",
    };
    let mut new = format!("{opening}\n");
    for line in escaped(value).split_inclusive('\n') {
        new.push_str(if line == "\n" { "" } else { indent });
        new.push_str(line);
    }
    new.push_str(closing);
    // A line may equal the marker, and `<<-` removes indentation that all lines share. So the
    // result is parsed again to compare the value.
    let parsed = parse_expression(format!("{new}\n")).into_result().ok()?;
    (parsed.ast()?.as_str() == Some(value)).then_some(new)
}

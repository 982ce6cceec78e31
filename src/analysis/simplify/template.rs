//! Replacements in templates: known values become part of the text around them.

use super::literal;
use super::native::Simplifier;
use crate::func::Budget;
use crate::source::{Source, Span};
use crate::syntax::ast::{Template, TemplateForm, TemplateIf, TemplatePart};
use crate::syntax::visit::Visitor;
use crate::value::{Type, Value, convert, quoted_content};

/// A part of a template, with its span.
type SpannedPart<'t> = (Span, TemplatePart<'t>);

/// The number of parts that are left of a template.
#[derive(Default)]
struct Left {
    interpolations: usize,
    others: usize,
}

/// How text is written in a template.
#[derive(Clone, Copy)]
struct Notation<'t> {
    source: &'t Source,
    form: TemplateForm,
    /// The name that ends a heredoc.
    marker: Option<&'t str>,
    /// Spaces around sequences can be significant: there are strip markers, or the indentation of a
    /// heredoc is removed.
    has_layout: bool,
}

impl<'t> Notation<'t> {
    fn new(template: Template<'t>, source: &'t Source) -> Self {
        let text = source.slice(template.span());
        let marker = (template.form() == TemplateForm::Heredoc).then(|| {
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches('<').trim_start_matches('-').trim()
        });
        let is_stripped = text.contains("~}") || text.contains("{~") || text.starts_with("<<-");
        Self { source, form: template.form(), marker, has_layout: is_stripped }
    }

    /// Returns the notation of a text in the template, unless the text could join with its
    /// surroundings.
    fn literal(self, text: &str) -> Option<String> {
        let joins_others = text.starts_with(['{', '$', '%']) || text.ends_with(['$', '%']);
        let has_sequence = text.contains("${") || text.contains("%{");
        let has_space =
            text.is_empty() || text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
        if joins_others || has_sequence || self.has_layout && has_space {
            return None;
        }
        if self.form == TemplateForm::Quoted {
            return Some(quoted_content(text));
        }
        // Outside of quotes, text has no escape sequences, and part of a marker could end the
        // heredoc.
        let is_plain = !text.contains(|character: char| character.is_control());
        let is_in_marker = self.marker.is_some_and(|marker| marker.contains(text.trim()));
        (is_plain && !is_in_marker).then(|| text.to_owned())
    }
}

impl Simplifier<'_> {
    /// Adds the replacements in a template. If `a` is `"x"`, `"${a}-${b}"` becomes `"x-${b}"`.
    pub(super) fn template(&mut self, template: Template<'_>, source: &Source) {
        if let Some(only) = template.unwrapped() {
            return self.visit_expression(only);
        }
        let left = self.template_parts(template.parts(), Notation::new(template, source));
        // A template with only one interpolation is not converted to a string.
        if left.interpolations == 1
            && left.others == 0
            && let Some((last, _)) = template.parts().last()
        {
            self.replace(Span::at(last.end), "${\"\"}".to_owned());
        }
    }

    fn template_parts<'t>(
        &mut self,
        parts: impl Iterator<Item = SpannedPart<'t>>,
        notation: Notation<'_>,
    ) -> Left {
        let mut left = Left::default();
        for (span, part) in parts {
            match part {
                TemplatePart::Literal(_) => left.others += 1,
                TemplatePart::Interpolation(inner) => {
                    let text = self.value(inner).and_then(|value| text_of(&value, self.budget));
                    let sequence = notation.source.slice(span);
                    let is_stripped = sequence.starts_with("${~") || sequence.ends_with("~}");
                    match text.and_then(|text| notation.literal(&text)).filter(|_| !is_stripped) {
                        Some(text) => {
                            left.others += usize::from(!text.is_empty());
                            self.replace(span, text);
                        }
                        None => {
                            left.interpolations += 1;
                            self.visit_expression(inner);
                        }
                    }
                }
                TemplatePart::If(node) => {
                    let selected = self.template_if(node, span, notation);
                    left.interpolations += selected.interpolations;
                    left.others += selected.others;
                }
                TemplatePart::For(node) => {
                    self.visit_expression(node.collection());
                    self.template_parts(node.parts(), notation);
                    left.others += 1;
                }
            }
        }
        left
    }

    /// Adds the replacements in a conditional directive: the selected parts alone, if they have the
    /// same meaning without the directive.
    fn template_if(&mut self, node: TemplateIf<'_>, span: Span, notation: Notation<'_>) -> Left {
        let (then, otherwise): (Vec<_>, Vec<_>) = (node.then().collect(), node.otherwise().collect());
        let selected = self.condition(node.condition());
        let (taken, dropped) =
            if selected == Some(false) { (&otherwise, &then) } else { (&then, &otherwise) };
        if selected.is_some() && self.has_no_marks(dropped) && is_separable(taken, span, notation) {
            let (Some((first, _)), Some((last, _))) = (taken.first(), taken.last()) else {
                self.replace(span, String::new());
                return Left::default();
            };
            self.remove(span.start, first.start);
            let left = self.template_parts(taken.iter().copied(), notation);
            self.remove(last.end, span.end);
            return left;
        }
        self.visit_expression(node.condition());
        self.template_parts(then.into_iter().chain(otherwise), notation);
        Left { interpolations: 0, others: 1 }
    }

    /// Returns whether parts have no errors and no marks, for any values of the missing variables.
    fn has_no_marks(&self, parts: &[SpannedPart<'_>]) -> bool {
        parts.iter().all(|(_, part)| match part {
            TemplatePart::Literal(_) => true,
            TemplatePart::Interpolation(inner) => {
                self.value(*inner).is_some_and(|value| !value.contains_marks())
            }
            _ => false,
        })
    }
}

/// Returns whether parts of a directive have the same meaning without the directive around them.
fn is_separable(parts: &[SpannedPart<'_>], directive: Span, notation: Notation<'_>) -> bool {
    let text = notation.source.text();
    let (start, end) = match (parts.first(), parts.last()) {
        (Some((first, _)), Some((last, _))) => (first.start, last.end),
        _ => (directive.start, directive.start),
    };
    let (before, after) = (&text[..directive.start as usize], &text[directive.end as usize..]);
    let part = &text[start as usize..end as usize];
    // `$` or `%` at the end of one text and `{` at the start of the next would become a sequence.
    let is_sign = |text: &str| text.ends_with(['$', '%', '}']);
    let is_brace = |text: &str| text.starts_with(['{', '$', '%']);
    let joins = is_sign(before) && (is_brace(part) || part.is_empty() && is_brace(after))
        || is_sign(part) && is_brace(after);
    // In a heredoc, joined lines could become the closing marker.
    !notation.has_layout && !joins && notation.marker.is_none()
}

/// Returns a value as part of a template.
fn text_of(value: &Value, budget: &Budget) -> Option<String> {
    if value.contains_marks() || value.is_null() || value.is_unknown() {
        return None;
    }
    literal::text(convert(value, &Type::String).ok()?.as_str()?, budget)
}

//! Keys of objects as the templates that they are in HCL JSON.

use std::borrow::Cow;

use super::template::{as_template, escaped};
use crate::limits::Limits;
use crate::syntax::ast::{Expression, ExpressionKind, TemplatePart};
use crate::util::order::sort_by_name;
use crate::value::{lasting_prefix, normalize};

/// Returns the items of an object with their keys as templates, and the keys. Returns `None` for
/// other expressions, if a key cannot be a template, and if two keys may be equal: the native
/// syntax takes the last of equal keys, and HCL JSON none. The keys of `{ a = 1, (b) = 2 }` are `a`
/// and `${b}`.
pub(crate) fn template_entries(
    expression: Expression<'_>,
) -> Option<impl ExactSizeIterator<Item = (String, Expression<'_>, Expression<'_>)>> {
    let ExpressionKind::Object(object) = expression.kind() else { return None };
    let ends = object.expressions().map(|(key, _)| known_ends(key)).collect::<Option<Vec<_>>>()?;
    let (starts, ends) = ends.into_iter().unzip();
    (are_prefix_free(starts) || are_prefix_free(ends))
        .then(|| object.expressions().map(|(key, value)| (template(key), key, value)))
}

fn template(key: Expression<'_>) -> String {
    let (known, key) = parts(key);
    known.map_or_else(|| as_template(key), |text| escaped(&normalize(&text)))
}

/// Returns the text of a key, if it is known, and the expression that has its value otherwise.
fn parts(key: Expression<'_>) -> (Option<Cow<'_, str>>, Expression<'_>) {
    match key.kind() {
        ExpressionKind::Parentheses(inner) => (inner.as_str().map(Cow::Borrowed), inner),
        ExpressionKind::Number(number) => {
            (number.value().to_text(Limits::DEFAULT.digits).ok().map(Cow::Owned), key)
        }
        _ => (key.static_keyword().or_else(|| key.as_str()).map(Cow::Borrowed), key),
    }
}

/// Returns the known start of a key, and its known end backwards. A key that is known as a whole
/// has a mark after both. There is nothing for a key without parentheses that may be an error.
/// The end of `"a-${b}-c"` is `c-`.
fn known_ends(key: Expression<'_>) -> Option<(String, String)> {
    let (known, inner) = parts(key);
    if let Some(text) = known {
        let text = normalize(&text);
        return Some((format!("{text}\0"), text.chars().rev().chain(['\0']).collect()));
    }
    let literal = |part| match part {
        Some((_, TemplatePart::Literal(text))) => text,
        _ => "",
    };
    match (inner.kind(), key.kind()) {
        (ExpressionKind::Template(template), _) => {
            let (first, last) = (literal(template.parts().next()), literal(template.parts().last()));
            // Text before an ASCII character does not change it in the normal form.
            let end = last.chars().rev().take_while(char::is_ascii);
            Some((lasting_prefix(&normalize(first)).to_owned(), end.collect()))
        }
        (_, ExpressionKind::Parentheses(_) | ExpressionKind::FunctionCall(_)) => Some(Default::default()),
        _ => None,
    }
}

/// Returns whether no text begins with another one.
fn are_prefix_free(mut texts: Vec<String>) -> bool {
    sort_by_name(&mut texts, |text| text.as_bytes());
    texts.is_sorted_by(|one, next| !next.starts_with(one.as_str()))
}

//! The words of messages: counts, lists of names, and texts that are quoted and shortened.

use std::borrow::Cow;
use std::fmt;

/// The number of characters of a text that messages show.
const SHOWN: usize = 64;

/// Returns a count with its noun: `1 label`, `2 labels`.
pub(crate) fn count(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}

/// Returns a noun in the form that follows a count: `label` or `labels`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// Returns the article of a name at the start of a sentence, by its sound: `An` of `upstream`, and
/// `A` of `user`.
pub(crate) fn article(name: &str) -> &'static str {
    let name = name.to_lowercase();
    let has_consonant = ["eu", "one", "uni", "uri", "url", "usa", "use", "ut", "uu"];
    match name.starts_with(['a', 'e', 'i', 'o', 'u']) && !has_consonant.iter().any(|it| name.starts_with(it))
    {
        true => "An",
        false => "A",
    }
}

/// Returns the type of a block with its article, at the start of a sentence: `An "upstream" block`.
pub(crate) fn block(block_type: &str) -> String {
    format!("{} {block_type:?} block", article(block_type))
}

/// Returns parts in a list whose last one follows a conjunction: `a, b or c`. Without any part, it
/// is `nothing`.
pub(crate) fn list(parts: impl IntoIterator<Item = impl fmt::Display>, conjunction: &str) -> String {
    let mut parts: Vec<_> = parts.into_iter().map(|part| part.to_string()).collect();
    match (parts.pop(), parts.is_empty()) {
        (None, _) => "nothing".to_owned(),
        (Some(only), true) => only,
        (Some(last), false) => format!("{} {conjunction} {last}", parts.join(", ")),
    }
}

/// Returns names in quotes in a list: `"a", "b" or "c"`.
pub(crate) fn names<'n>(names: impl IntoIterator<Item = &'n str>, conjunction: &str) -> String {
    list(names.into_iter().map(|name| format!("{name:?}")), conjunction)
}

/// Returns a text as messages show it: a long one is cut, and ends with `…`.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Returns a text of any length in quotes, as messages show it.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_the_noun_in_its_form() {
        assert_eq!([0, 1, 2].map(|number| count(number, "label")), ["0 labels", "1 label", "2 labels"]);
    }

    #[test]
    fn an_article_follows_the_sound() {
        let names = ["upstream", "object", "User", "unit", "service", "update", "env", ""];
        assert_eq!(names.map(article), ["An", "An", "A", "A", "A", "An", "An", "A"]);
    }

    #[test]
    fn the_last_part_of_a_list_follows_the_conjunction() {
        let parts = ["a", "b\"", "c"];
        let lists = [0, 1, 2, 3].map(|length| list(&parts[..length], "or"));
        assert_eq!(lists, ["nothing", "a", "a or b\"", "a, b\" or c"]);
        assert_eq!(names(parts, "and"), r#""a", "b\"" and "c""#);
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let exact = "é".repeat(SHOWN);
        assert_eq!(shortened(&exact), exact);
        assert_eq!(shortened(&format!("{exact}é")), format!("{exact}…"));
        assert_eq!(quoted("a\n"), r#""a\n""#);
        assert_eq!(quoted(&format!("{exact}é")), format!("\"{exact}…\""));
    }
}

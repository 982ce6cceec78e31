//! Heredocs in native syntax.

use crate::util::ordered::OrderedMap;

/// Returns whether a heredoc can represent a text of several lines exactly.
pub(super) fn is_heredoc(text: &str) -> bool {
    text.ends_with('\n')
        && text.len() > 1
        && text.chars().all(|character| character == '\n' || character == '\t' || !character.is_control())
}

/// Returns the heredoc with the text of a template.
pub(crate) fn heredoc(text: &str) -> String {
    // The marker must differ from every line. One pass finds how many underscores it needs.
    let underscores = |line: &str| {
        let rest = line.trim().strip_prefix("EOT")?;
        rest.bytes().all(|byte| byte == b'_').then_some(rest.len())
    };
    let taken: OrderedMap<usize, ()> =
        text.lines().filter_map(underscores).map(|count| (count, ())).collect();
    let free = (0..).find(|count| !taken.contains_key(count)).unwrap_or_default();
    let marker = "EOT".to_owned() + &"_".repeat(free);
    ["<<", &marker, "\n", text, &marker].concat()
}

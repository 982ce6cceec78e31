//! Strings as values hold them: in Unicode's normal form C, so that equal text is equal bytes.

use std::borrow::Cow;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

/// Returns the normal form; borrowed where the text is in it already, which ASCII always is.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Converts a text to the normal form in which values store it.
pub(crate) fn shared(text: impl AsRef<str> + Into<Arc<str>>) -> Arc<str> {
    if text.as_ref().is_ascii() {
        return text.into();
    }
    match normalize(text.as_ref()) {
        Cow::Owned(normal) => normal.into(),
        Cow::Borrowed(_) => text.into(),
    }
}

/// Characters that later text does not change, neither in normal form nor as grapheme clusters.
const FINAL_CHARACTERS: &str = "-_:;/\\,.()[]{}|?!~ @#$%^&*+\"'\t";

/// Returns the part of a text in normal form that does not change if text is appended: without its
/// last grapheme cluster, unless that cannot combine with other characters. It ends before the
/// first line feed that is a cluster of its own, as in the Go implementation.
pub(crate) fn lasting_prefix(text: &str) -> &str {
    let mut last = None;
    for (at, cluster) in text.grapheme_indices(true) {
        if cluster == "\n" {
            return &text[..at];
        }
        last = Some((at, cluster));
    }
    match last {
        Some((at, last)) if !FINAL_CHARACTERS.contains(last) => &text[..at],
        _ => text,
    }
}

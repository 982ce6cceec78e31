//! Strings as values hold them: in Unicode's normal form C, so that equal text is equal bytes.

use std::borrow::Cow;
use std::iter::once;
use std::ops::RangeInclusive;
use std::sync::Arc;

use unicode_normalization::char::{canonical_combining_class, compose};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfd_quick};
use unicode_segmentation::UnicodeSegmentation;

use super::Name;

/// Returns the normal form; borrowed where the text is in it already, which ASCII always is.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Converts a text to the normal form in which values store it.
pub(crate) fn shared(text: impl Name) -> Arc<str> {
    if text.as_ref().is_ascii() {
        return text.into_shared();
    }
    match normalize(text.as_ref()) {
        Cow::Owned(normal) => normal.into(),
        Cow::Borrowed(_) => text.into_shared(),
    }
}

/// Characters that later text does not change, neither in normal form nor as grapheme clusters.
const FINAL_CHARACTERS: &str = "-_:;/\\,.()[]{}|?!~ @#$%^&*+\"'\t";

/// Returns the part of a text in normal form that does not change if text is appended: without its
/// last character, unless that cannot combine with other characters. Prefixes are as long as in the
/// Go implementation: if the last character does not compose with others, the prefix ends before
/// the first line ending of one character.
pub(crate) fn lasting_prefix(text: &str) -> &str {
    let Some(last) = text.chars().next_back() else { return text };
    if composes(last) {
        let starter = text.rfind(is_starter).unwrap_or(0);
        return &text[..starter];
    }
    let mut last = None;
    for (at, cluster) in text.grapheme_indices(true) {
        if matches!(cluster, "\n" | "\r") {
            return &text[..at];
        }
        last = Some((at, cluster));
    }
    match last {
        Some((at, last)) if !FINAL_CHARACTERS.contains(last) => &text[..at],
        _ => text,
    }
}

/// Returns whether a character never becomes a part of one before it.
fn is_starter(character: char) -> bool {
    canonical_combining_class(character) == 0 && is_nfc_quick(once(character)) == IsNormalized::Yes
}

/// Returns whether a character can be a part of a composed one, or is composed itself.
fn composes(character: char) -> bool {
    let mut marks = MARKS.into_iter().flatten();
    !is_starter(character)
        || is_nfd_quick(once(character)) != IsNormalized::Yes
        || marks.any(|mark| compose(character, mark).is_some())
}

/// The marks that compose with letters: those of Latin, Greek and Cyrillic, of Arabic, of
/// Devanagari, and of Japanese.
const MARKS: [RangeInclusive<char>; 4] =
    ['\u{300}'..='\u{345}', '\u{653}'..='\u{655}', '\u{93c}'..='\u{93c}', '\u{3099}'..='\u{309a}'];

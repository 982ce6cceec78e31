//! "Did you mean …?": the known name that is nearest to a mistyped one.

use super::Diagnostics;

/// A name is suggested when it is fewer than this many edits away, as in the reference.
const MAX_EDITS: usize = 3;

/// Names longer than this are no typing mistakes; comparing them would only cost time.
const MAX_LENGTH: usize = 64;

/// More candidates than this are not names that a person chose. Each mistake would take the time to
/// compare all of them.
const MAX_CANDIDATES: usize = 1000;

/// The maximum number of suggestions, since each search compares all candidates.
const MAX_SUGGESTIONS: usize = 100;

/// Returns the candidate with the fewest edits to `given`, if that is few enough; of several, the
/// first. So that a message is the same each time, candidates come in the order of their
/// definition.
pub(crate) fn name_suggestion<'c>(
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let given: Vec<char> = given.chars().take(MAX_LENGTH + 1).collect();
    if given.len() > MAX_LENGTH {
        return None;
    }
    let mut row = Vec::with_capacity(given.len() + 1);
    let mut nearest = None;
    let mut bound = MAX_EDITS;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if let Some(edits) = edits(&given, candidate, bound, &mut row) {
            (nearest, bound) = (Some(candidate), edits);
        }
        if bound == 0 {
            break;
        }
    }
    nearest
}

/// Returns ` Did you mean "…"?` with its leading space, or an empty text, to append to a sentence.
pub(crate) fn did_you_mean<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    name_suggestion(given, candidates).map_or_else(String::new, |name| format!(" Did you mean {name:?}?"))
}

impl Diagnostics {
    /// Returns [`did_you_mean`] for the next diagnostic after these.
    pub(crate) fn did_you_mean<'c>(
        &self,
        given: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> String {
        if self.len() < MAX_SUGGESTIONS { did_you_mean(given, candidates) } else { String::new() }
    }
}

/// Returns the number of edits to a candidate, if fewer than `bound`: the Levenshtein distance, by
/// one row of the usual table, of which only the cells near the diagonal are relevant.
fn edits(given: &[char], candidate: &str, bound: usize, row: &mut Vec<usize>) -> Option<usize> {
    row.clear();
    row.extend(0..=given.len());
    for (i, wanted) in candidate.chars().enumerate() {
        let start = i.saturating_sub(bound - 1);
        let end = given.len().min(i + bound);
        if start > end {
            return None;
        }
        let mut diagonal = row[start];
        row[start] = if start == 0 { i + 1 } else { bound };
        let mut least = row[start];
        for j in start..end {
            let cost = diagonal + usize::from(given[j] != wanted);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
            least = least.min(row[j + 1]);
        }
        if least >= bound {
            return None;
        }
    }
    Some(row[given.len()]).filter(|edits| *edits < bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let known = ["image", "port", "environment", "nom"];
        for (given, expected) in [
            ("imege", Some("image")),
            ("prot", Some("port")),
            ("enviroment", Some("environment")),
            ("region", None),
            ("", None),
            ("name", Some("nom")),
            ("environm", None),
            ("environme", Some("environment")),
            ("xxport", Some("port")),
            ("xxxport", None),
            ("no", Some("nom")),
            ("é", None),
        ] {
            assert_eq!(name_suggestion(given, known), expected, "{given}");
        }
        // The nearest, not the first that is near; of equally near ones the first.
        for (given, expected) in [("host", "hosts"), ("ports", "poets"), ("hostx", "hosts"), ("hos", "hoses")]
        {
            let names = ["hoses", "hosts", "poets", "port", "hostz"];
            assert_eq!(name_suggestion(given, names), Some(expected), "{given}");
        }
        assert_eq!(did_you_mean("imege", known), " Did you mean \"image\"?");
        assert_eq!(name_suggestion(&"x".repeat(100_000), known), None);
    }
}

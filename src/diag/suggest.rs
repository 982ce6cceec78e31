//! "Did you mean …?": the known name that is nearest to a mistyped one.

/// A name is suggested when fewer than this many edits lead to it, as in the reference.
const MAX_EDITS: usize = 3;

/// Names longer than this are no typing mistakes; comparing them would only cost time.
const MAX_LENGTH: usize = 64;

/// More candidates than this are no names that somebody chose; each mistake would take the time to look at all of them.
const MAX_CANDIDATES: usize = 1000;

/// The candidate nearest to `given`, if one is near enough. The first of several wins.
pub(crate) fn name_suggestion<'c>(
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let given: Vec<char> = given.chars().take(MAX_LENGTH + 1).collect();
    if given.len() > MAX_LENGTH {
        return None;
    }
    candidates.into_iter().take(MAX_CANDIDATES).find(|candidate| edits(&given, candidate) < MAX_EDITS)
}

/// ` Did you mean "…"?` with its leading space, or nothing: to be put behind a sentence.
pub(crate) fn did_you_mean<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    name_suggestion(given, candidates).map_or_else(String::new, |name| format!(" Did you mean {name:?}?"))
}

/// The Levenshtein distance, by one row of the usual table.
fn edits(given: &[char], candidate: &str) -> usize {
    if candidate.len().abs_diff(given.len()) > 4 * MAX_EDITS {
        return MAX_EDITS;
    }
    let mut row: Vec<usize> = (0..=given.len()).collect();
    for (i, wanted) in candidate.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, have) in given.iter().enumerate() {
            let cost = diagonal + usize::from(*have != wanted);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().all(|edits| *edits >= MAX_EDITS) {
            return MAX_EDITS;
        }
    }
    row[given.len()]
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
        ] {
            assert_eq!(name_suggestion(given, known), expected, "{given}");
        }
        assert_eq!(did_you_mean("imege", known), " Did you mean \"image\"?");
        assert_eq!(name_suggestion(&"x".repeat(100_000), known), None);
    }
}

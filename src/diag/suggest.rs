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
    let mut row = Vec::with_capacity(given.len() + 1);
    candidates.into_iter().take(MAX_CANDIDATES).find(|candidate| is_near(&given, candidate, &mut row))
}

/// ` Did you mean "…"?` with its leading space, or nothing: to be put behind a sentence.
pub(crate) fn did_you_mean<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    name_suggestion(given, candidates).map_or_else(String::new, |name| format!(" Did you mean {name:?}?"))
}

/// Whether fewer than [`MAX_EDITS`] edits lead to a candidate: the Levenshtein distance, by one row of the usual table, of
/// which only the cells near the diagonal matter.
fn is_near(given: &[char], candidate: &str, row: &mut Vec<usize>) -> bool {
    row.clear();
    row.extend(0..=given.len());
    for (i, wanted) in candidate.chars().enumerate() {
        let start = i.saturating_sub(MAX_EDITS - 1);
        let end = given.len().min(i + MAX_EDITS);
        if start > end {
            return false;
        }
        let mut diagonal = row[start];
        row[start] = if start == 0 { i + 1 } else { MAX_EDITS };
        let mut least = row[start];
        for j in start..end {
            let cost = diagonal + usize::from(given[j] != wanted);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
            least = least.min(row[j + 1]);
        }
        if least >= MAX_EDITS {
            return false;
        }
    }
    row[given.len()] < MAX_EDITS
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
        assert_eq!(did_you_mean("imege", known), " Did you mean \"image\"?");
        assert_eq!(name_suggestion(&"x".repeat(100_000), known), None);
    }
}

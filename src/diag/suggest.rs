//! Hints about unknown names: the known name that is nearest, or the list of known names.

use std::str::FromStr;

use super::{Code, Diagnostic, Diagnostics};
use crate::util::words;

/// The maximum number of edits to a name that is suggested. A third of the length of the longer
/// name is the limit for shorter names.
const MAX_EDITS: usize = 6;

/// The maximum length of a name that is compared. Longer names are hardly mistyped.
const MAX_LENGTH: usize = 64;

/// The maximum number of candidates. A person chose fewer names, and each mistake is compared with
/// all of them.
const MAX_CANDIDATES: usize = 1000;

/// The maximum number of hints, since each search compares all candidates.
const MAX_HINTS: usize = 100;

/// The maximum number of names that are listed.
const MAX_LISTED: usize = 8;

/// Returns the candidate with the fewest edits to `given`, if they are at most a third of the
/// length; of several, the first. Case, `-` and `_` do not count. So that a message is the same
/// each time, candidates come in the order of their definition. Of more than a thousand, the first
/// thousand are compared.
///
/// ```
/// use serde_hcl::diag::name_suggestion;
///
/// assert_eq!(name_suggestion("regoin", ["name", "region"]), Some("region"));
/// assert_eq!(name_suggestion("size", ["name", "region"]), None);
/// ```
pub fn name_suggestion<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut nearest = Nearest::to(given);
    candidates.into_iter().take(MAX_CANDIDATES).for_each(|candidate| nearest.consider(candidate));
    nearest.found
}

/// Returns a sentence about the names that are valid in place of an unknown one, with a leading
/// space: ` Did you mean "…"?` if one of them is near, ` Expected "…" or "…".` if they are few, or
/// an empty text.
pub(crate) fn name_hint<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let mut nearest = Nearest::to(given);
    let mut listed = Vec::new();
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        nearest.consider(candidate);
        if listed.len() <= MAX_LISTED && !listed.contains(&candidate) {
            listed.push(candidate);
        }
    }
    let is_short = |name: &&str| name.len() <= MAX_LENGTH;
    match nearest.found {
        Some(name) => foreign_letter(given, name) + &question(name),
        None if listed.len() <= MAX_LISTED && listed.iter().all(is_short) => expected(&listed),
        None => String::new(),
    }
}

/// Returns ` Did you mean "…"?` if one of the names is near, or an empty text.
pub(crate) fn did_you_mean<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let name = name_suggestion(given, candidates);
    name.map_or_else(String::new, |name| foreign_letter(given, name) + &question(name))
}

/// Returns whether a name that is not expected may be meant for one that is missing: it is similar,
/// an abbreviation (`img` of `image`), or one of them has the other as a word (`my_cpu`, `cpu`), or
/// begins with a word of the other (`replica_count`, `replicas`).
pub(crate) fn may_mean(given: &str, missing: &str) -> bool {
    const MIN_PREFIX: usize = 4;
    let has_word = |name: &str, word: &str| {
        let is_prefix = |part: &str| part.len() >= MIN_PREFIX && word.starts_with(part);
        name.split(['_', '-']).any(|part| part == word || is_prefix(part))
            || word.len() >= MIN_PREFIX && name.starts_with(word)
    };
    let mut letters = missing.chars();
    let is_abbreviation = given.len() >= 3
        && missing.starts_with(given.chars().next().unwrap_or_default())
        && given.chars().all(|letter| letters.any(|other| other == letter));
    name_suggestion(given, [missing]).is_some()
        || is_abbreviation
        || has_word(given, missing)
        || has_word(missing, given)
}

/// Returns a sentence about the first Cyrillic or Greek letter of a name, with a leading space, if
/// the name that is meant has ASCII letters only: such a letter may look like one of them.
pub(crate) fn foreign_letter(given: &str, meant: &str) -> String {
    let script = |letter| match letter {
        '\u{370}'..='\u{3ff}' => Some((letter, "Greek")),
        '\u{400}'..='\u{52f}' => Some((letter, "Cyrillic")),
        _ => None,
    };
    match given.chars().find_map(script).filter(|_| meant.is_ascii()) {
        Some((letter, script)) => {
            format!(" The letter \"{letter}\" is {script} (U+{:04X}).", u32::from(letter))
        }
        None => String::new(),
    }
}

/// The text before and after the quotes of a name that is suggested.
const QUESTION: (&str, &str) = (" Did you mean ", "?");

fn question(name: &str) -> String {
    format!("{}{name:?}{}", QUESTION.0, QUESTION.1)
}

impl Diagnostic {
    /// Returns the name that the detail suggests in place of an unknown one. It is a guess.
    ///
    /// ```
    /// use serde_hcl::analysis::check;
    /// use serde_hcl::body::{AttributeSchema, BodySchema};
    /// use serde_hcl::{EvalContext, parse_file};
    ///
    /// let schema = BodySchema::new([AttributeSchema::optional("port")], [])?;
    /// let file = parse_file("prot = 80\n").into_result()?;
    /// let found = check(file.body(), &schema, &EvalContext::new());
    /// assert_eq!(found.first().and_then(|it| it.suggestion()), Some("port"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn suggestion(&self) -> Option<&str> {
        let (_, question) = self.detail().rsplit_once(QUESTION.0)?;
        let name = question.strip_suffix(QUESTION.1)?.strip_prefix('"')?.strip_suffix('"')?;
        // A name with escapes is no name of an attribute or a block.
        (!name.contains(['\\', '"'])).then_some(name)
    }
}

/// Returns ` Expected "a", "b" or "c".`, or an empty text without names.
fn expected(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(" Expected {}.", words::names(names.iter().copied(), "or"))
}

impl Diagnostics {
    /// Returns [`name_hint`] for the next diagnostic after these.
    pub(crate) fn name_hint<'c>(&self, given: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
        if self.len() < MAX_HINTS { name_hint(given, candidates) } else { String::new() }
    }
}

/// The code with an identifier.
///
/// ```
/// use serde_hcl::diag::Code;
///
/// assert_eq!("unclosed-bracket".parse(), Ok(Code::UnclosedBracket));
/// let error = "unclosed-braket".parse::<Code>().unwrap_err();
/// assert_eq!(
///     error.detail(),
///     "There is no code \"unclosed-braket\". Did you mean \"unclosed-bracket\"?"
/// );
/// ```
impl FromStr for Code {
    type Err = Diagnostic;

    fn from_str(identifier: &str) -> Result<Self, Diagnostic> {
        let identifiers = || Self::ALL.iter().map(|code| code.as_str());
        let position = identifiers().position(|known| known == identifier);
        position.map(|position| Self::ALL[position]).ok_or_else(|| {
            let hint = did_you_mean(identifier, identifiers());
            Diagnostic::new(Self::UnexpectedValue, format!("There is no code {identifier:?}.{hint}"))
        })
    }
}

/// The search for the nearest name.
struct Nearest<'c> {
    given: Vec<char>,
    found: Option<&'c str>,
    /// The number of edits that a nearer name stays below.
    bound: usize,
    rows: Rows,
}

impl<'c> Nearest<'c> {
    fn to(given: &str) -> Self {
        let given: Vec<char> = compared(given).take(MAX_LENGTH + 1).collect();
        let bound = if given.len() > MAX_LENGTH { 0 } else { MAX_EDITS + 1 };
        Self { given, found: None, bound, rows: Rows::default() }
    }

    fn consider(&mut self, candidate: &'c str) {
        // The length in bytes is cheap to check and excludes long names.
        if self.bound == 0 || candidate.len() > 4 * MAX_LENGTH {
            return;
        }
        let name: Vec<char> = compared(candidate).collect();
        let bound = self.bound.min(self.given.len().max(name.len()) / 3 + 1);
        if let Some(edits) = self.rows.edits(&self.given, &name, bound) {
            (self.found, self.bound) = (Some(candidate), edits);
        }
    }
}

/// Returns the characters of a name that are compared. Those of `Max-Size` are `maxsize`.
fn compared(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|character| !matches!(character, '-' | '_')).flat_map(char::to_lowercase)
}

/// Three rows of the table of distances, which are kept for the next candidate.
#[derive(Default)]
struct Rows {
    row: Vec<usize>,
    previous: Vec<usize>,
    before: Vec<usize>,
}

impl Rows {
    /// Returns the number of edits from one name to another, if fewer than `bound`. An edit
    /// inserts, removes or replaces a character, or swaps two neighbors. Only the cells near the
    /// diagonal of the table are computed. From `prots` to `ports` it is 1.
    fn edits(&mut self, given: &[char], wanted: &[char], bound: usize) -> Option<usize> {
        let width = given.len();
        if width.abs_diff(wanted.len()) >= bound {
            return None;
        }
        let Self { row, previous, before } = self;
        for cells in [&mut *previous, &mut *before] {
            cells.clear();
            cells.resize(width + 1, bound);
        }
        row.clear();
        row.extend(0..=width);
        let mut least_before = 0;
        for (i, letter) in wanted.iter().enumerate() {
            (*row, *previous, *before) =
                (std::mem::take(before), std::mem::take(row), std::mem::take(previous));
            let start = i.saturating_sub(bound);
            let end = width.min(i + bound);
            row[start] = if start == 0 { i + 1 } else { bound };
            let mut least = row[start];
            for j in start..end {
                let mut cost = previous[j] + usize::from(given[j] != *letter);
                cost = cost.min(row[j] + 1).min(previous[j + 1] + 1);
                if i > 0 && j > 0 && given[j] == wanted[i - 1] && given[j - 1] == *letter {
                    cost = cost.min(before[j - 1] + 1);
                }
                row[j + 1] = cost;
                least = least.min(cost);
            }
            // The next rows read this cell, which this row does not compute.
            if let Some(outside) = row.get_mut(end + 1) {
                *outside = bound;
            }
            // In the next row, a swap continues from the row before this one.
            if least >= bound && least_before + 1 >= bound {
                return None;
            }
            least_before = least;
        }
        Some(row[width]).filter(|edits| *edits < bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let known = ["image", "port", "environment", "nom", "log_level", "id", "IPv4"];
        for (given, expected) in [
            ("imege", Some("image")),
            ("prot", Some("port")),
            ("enviroment", Some("environment")),
            ("environm", Some("environment")),
            ("environ", None),
            ("region", None),
            ("", None),
            ("name", None),
            ("nome", Some("nom")),
            ("no", Some("nom")),
            ("xport", Some("port")),
            ("xxport", Some("port")),
            ("xxxport", None),
            // A swap counts as one edit.
            ("loglveel", Some("log_level")),
            ("di", None),
            // Case, `-` and `_` are ignored.
            ("PORT", Some("port")),
            ("loglevel", Some("log_level")),
            ("log-level", Some("log_level")),
            ("logLevel", Some("log_level")),
            ("Log-Levle", Some("log_level")),
            ("ID", Some("id")),
            ("ipv_4", Some("IPv4")),
            ("ie", None),
            ("é", None),
        ] {
            assert_eq!(name_suggestion(given, known), expected, "{given}");
        }
        assert_eq!(name_suggestion(&"x".repeat(100_000), known), None);
        assert_eq!(name_suggestion("port", [&*"p".repeat(100_000)]), None);
    }

    #[test]
    fn the_nearest_is_suggested_and_of_equally_near_names_the_first() {
        let names = ["hoses", "hosts", "poets", "port", "hostz", "host-s"];
        for (given, expected) in [
            ("host", "hosts"),
            ("ports", "poets"),
            ("hostx", "hosts"),
            ("hostzz", "hostz"),
            ("HOSTS", "hosts"),
        ] {
            assert_eq!(name_suggestion(given, names), Some(expected), "{given}");
        }
    }

    #[test]
    fn the_hint_is_a_question_or_a_list_of_few_names() {
        let many = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"];
        let long = "x".repeat(65);
        for (given, known, expected) in [
            ("imege", &["image", "port"][..], " Did you mean \"image\"?"),
            (
                "im\u{430}ge",
                &["image"],
                " The letter \"\u{430}\" is Cyrillic (U+0430). Did you mean \"image\"?",
            ),
            (
                "p\u{3bf}rt",
                &["image", "port"],
                " The letter \"\u{3bf}\" is Greek (U+03BF). Did you mean \"port\"?",
            ),
            ("порт", &["порты"], " Did you mean \"порты\"?"),
            ("zone", &["image"], " Expected \"image\"."),
            ("zone", &["image", "port"], " Expected \"image\" or \"port\"."),
            ("zone", &["b", "c", "a\"", "c"], " Expected \"b\", \"c\" or \"a\\\"\"."),
            ("zone", &[], ""),
            ("zone", &many, ""),
            ("zone", &many[..2], " Expected \"a1\" or \"a2\"."),
            ("zone", &[&long], ""),
        ] {
            assert_eq!(name_hint(given, known.iter().copied()), expected, "{given}");
        }
    }

    /// The definition of the distance, without bounds.
    fn distance(a: &[char], b: &[char]) -> usize {
        let Some((x, a_rest)) = a.split_last() else { return b.len() };
        let Some((y, b_rest)) = b.split_last() else { return a.len() };
        let mut least = distance(a_rest, b_rest) + usize::from(x != y);
        least = least.min(distance(a_rest, b) + 1).min(distance(a, b_rest) + 1);
        if let ([a_rest @ .., w], [b_rest @ .., z]) = (a_rest, b_rest)
            && w == y
            && x == z
        {
            least = least.min(distance(a_rest, b_rest) + 1);
        }
        least
    }

    #[test]
    fn the_bounded_distance_is_that_of_the_definition() {
        let words: Vec<Vec<char>> = (0..3_usize.pow(5))
            .map(|number| {
                let letter = |digit| ['a', 'b', 'c'][number / 3_usize.pow(digit) % 3];
                (0..(number % 6) as u32).map(letter).collect()
            })
            .collect();
        let mut rows = Rows::default();
        for (a, b) in words.iter().step_by(3).flat_map(|a| words.iter().step_by(2).map(move |b| (a, b))) {
            let distance = distance(a, b);
            for bound in 1..6 {
                let expected = Some(distance).filter(|edits| *edits < bound);
                assert_eq!(rows.edits(a, b, bound), expected, "{a:?} {b:?} {bound}");
            }
        }
    }
}

//! Regular expressions in the syntax of RE2.
//!
//! A search takes time in proportion to the text that it reads. Finding all matches begins a new
//! search after each match, and each may read the text to its end, so it can take time in
//! proportion to the number of matches times the length of the text. The budget is charged before
//! each search: for the text that it reads, which a table of the pattern shows, or else for all
//! text that it may read.

use std::borrow::Cow;
use std::convert::identity;
use std::sync::{Arc, Mutex, PoisonError};

use ::regex::{Captures, Error, Regex, RegexBuilder};
use regex_automata::Input;
use regex_automata::dfa::{self, Automaton};
use regex_automata::util::syntax;

use super::Table;
use super::string::size;
use super::support::{builder, define_texts, known, string, text};
use crate::func::{Budget, Function};
use crate::value::{ErrorKind, Map, Type, Value, ValueError};

pub(super) const TABLE: &Table = table! {
    regex: "Returns the first match of a regular expression, or its capture groups.",
    regexall: "Returns all matches of a regular expression in a list.",
    regexreplace: "Replaces all matches of a regular expression in a string.",
};

/// The number of groups and classes inside each other that a pattern can have.
const NESTING: u32 = 250;

/// The sizes of a compiled pattern in bytes that are tried in turn. The cost of a search depends on
/// the size.
const SIZES: [usize; 6] = [2 << 10, 8 << 10, 32 << 10, 128 << 10, 512 << 10, 4 << 20];

/// The maximum size in bytes of the table of an automaton. With a table, a search takes one lookup
/// for each byte.
const TABLE_SIZE: usize = 256 << 10;

/// The number of compiled patterns that a function keeps.
const CACHE_SIZE: usize = 8;

/// The number of parts that each byte of a compiled pattern counts as.
const PARTS_OF_A_BYTE: usize = 17;

/// The number of bytes of text that are searched by table in the time of a part.
const SEARCHED_IN_A_PART: usize = 4;

/// The number of parts that beginning a search counts as.
const PARTS_OF_A_SEARCH: usize = 32;

/// The number of bytes of text that are read before they are charged.
const CHARGED_TOGETHER: usize = 256;

/// The number of bytes of a compiled pattern looked at in the time of a part, for each byte of
/// text, if there is no table.
const SIMULATED_IN_A_PART: u64 = 200;

const NO_MATCH: &str = "the pattern matches no part of the text";

/// A compiled pattern.
struct Pattern {
    regex: Regex,
    /// The largest number of bytes that it takes.
    size: usize,
    table: Option<dfa::dense::DFA<Vec<u32>>>,
}

impl Pattern {
    /// Charges a search in a text that begins at an offset.
    fn charge_search(&self, text: &str, from: usize, budget: &Budget) -> Result<(), ValueError> {
        budget.take_parts(PARTS_OF_A_SEARCH)?;
        let start = Input::new(text).range(from..);
        let start =
            self.table.as_ref().and_then(|table| Some((table, table.start_state_forward(&start).ok()?)));
        let Some((table, mut state)) = start else {
            return self.charge_simulation((text.len() - from) as u64, budget);
        };
        for bytes in text.as_bytes()[from..].chunks(CHARGED_TOGETHER) {
            let read = bytes.iter().take_while(|byte| {
                state = table.next_state(state, **byte);
                !table.is_dead_state(state)
            });
            let read = read.count();
            budget.take_parts(read.div_ceil(SEARCHED_IN_A_PART))?;
            if read < bytes.len() {
                break;
            }
        }
        Ok(())
    }

    /// Charges the simulation of all states of the pattern over a text, which finds its groups.
    fn charge_simulation(&self, length: u64, budget: &Budget) -> Result<(), ValueError> {
        budget.take_parts(length.saturating_mul(self.size as u64) / SIMULATED_IN_A_PART)
    }

    /// Calls a function with each match and the end of the one before it.
    fn each_match<'t>(
        &self,
        text: &'t str,
        budget: &Budget,
        mut found: impl FnMut(Captures<'t>, usize) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        let mut matches = self.regex.captures_iter(text);
        let mut from = 0;
        loop {
            self.charge_search(text, from, budget)?;
            let Some(captures) = matches.next() else { return Ok(()) };
            let span = captures.get_match().range();
            if captures.len() > 1 {
                self.charge_simulation(span.len() as u64, budget)?;
            }
            found(captures, from)?;
            from = span.end;
        }
    }
}

/// The patterns that a function has compiled. The last used one is first.
#[derive(Clone, Default)]
pub(super) struct PatternCache(Arc<Mutex<Vec<CachedPattern>>>);

/// The source of a pattern, and the compiled pattern.
type CachedPattern = (Box<str>, Arc<Pattern>);

impl PatternCache {
    /// Returns the compiled form of a pattern. The steps taken for it are those of compiling it,
    /// unless it is one of the last used ones within the budget; whether other evaluations used it
    /// does not matter.
    fn get(&self, pattern: &str, budget: &Budget) -> Result<Arc<Pattern>, ValueError> {
        let is_first_use = budget.is_first_use(pattern);
        budget.take_parts(pattern.len() / 8)?;
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = cached.iter().position(|(known, _)| **known == *pattern) {
            cached[..=at].rotate_right(1);
            let compiled = cached[0].1.clone();
            drop(cached);
            if is_first_use {
                budget.take_parts(compiled.size * PARTS_OF_A_BYTE)?;
            }
            return Ok(compiled);
        }
        drop(cached);
        let compiled = Arc::new(compile(pattern, budget)?);
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.truncate(CACHE_SIZE - 1);
        cached.insert(0, (pattern.into(), compiled.clone()));
        Ok(compiled)
    }
}

/// The result of a match.
enum Groups {
    /// The text, if there are no groups.
    Text,
    /// The groups by number.
    Tuple(usize),
    /// The groups by name.
    Object(Vec<String>),
}

impl Groups {
    fn from_pattern(pattern: &Regex) -> Result<Self, ValueError> {
        let groups = pattern.captures_len() - 1;
        let names: Vec<String> = pattern.capture_names().flatten().map(written_name).collect();
        match (groups, names.len()) {
            (0, _) => Ok(Self::Text),
            (_, 0) => Ok(Self::Tuple(groups)),
            (groups, named) if groups == named => Ok(Self::Object(names)),
            _ => Err("a pattern cannot have groups with names and groups without".into()),
        }
    }

    fn ty(&self) -> Type {
        match self {
            Self::Text => Type::String,
            Self::Tuple(groups) => Type::tuple(vec![Type::String; *groups]),
            Self::Object(names) => Type::object(names.iter().map(|name| (name.as_str(), Type::String))),
        }
    }

    fn value(&self, captures: &Captures<'_>) -> Value {
        let group = |found: Option<::regex::Match<'_>>| {
            found.map_or_else(|| Value::null(Type::String), |found| Value::from(found.as_str()))
        };
        match self {
            Self::Text => group(captures.get(0)),
            Self::Tuple(groups) => Value::tuple((1..=*groups).map(|index| group(captures.get(index)))),
            Self::Object(names) => {
                let value = |name| group(captures.name(&translated_name(name)));
                let entries = names.iter().map(|name| (name.as_str(), value(name)));
                Value::object(entries.collect::<Map>())
            }
        }
    }
}

/// Compiles a pattern, and charges the cost for its maximum size before that.
fn compile(pattern: &str, budget: &Budget) -> Result<Pattern, ValueError> {
    let translated = translated(pattern);
    let mut builder = RegexBuilder::new(&translated);
    builder.nest_limit(NESTING).dfa_size_limit(SIZES[5]);
    let mut problem = None;
    let mut taken = 0;
    for size in SIZES {
        budget.take_parts((size - taken) * PARTS_OF_A_BYTE)?;
        taken = size;
        match builder.size_limit(size).build() {
            Ok(regex) => return Ok(Pattern { regex, size, table: table(&translated) }),
            Err(error) => problem = Some(error),
        }
        if !matches!(problem, Some(Error::CompiledTooBig(_))) {
            break;
        }
    }
    if let Some(Error::CompiledTooBig(size)) = problem {
        let message = format!("the pattern is too large: it takes more than {size} bytes to match it");
        return Err(ValueError::limit(message));
    }
    let any_depth = syntax::Config::new().nest_limit(u32::MAX);
    if syntax::parse_with(&translated, &any_depth).is_ok() {
        let message = format!("the pattern is too large: its groups nest more than {NESTING} levels deep");
        return Err(ValueError::limit(message));
    }
    let message = problem.map_or_else(String::new, |error| error.to_string());
    let reason = message.lines().last().unwrap_or_default().trim_start_matches("error: ");
    let message = format!("the pattern is not a regular expression: {reason}");
    Err(ValueError::with_value(ErrorKind::Domain, "the pattern is not a regular expression", message))
}

/// Returns the table for searches, if tables of reasonable size exist for both directions. Then the
/// lazily built tables of a search never grow so large that they are given up.
fn table(translated: &str) -> Option<dfa::dense::DFA<Vec<u32>>> {
    let config = dfa::dense::Config::new()
        .dfa_size_limit(Some(TABLE_SIZE))
        .determinize_size_limit(Some(4 * TABLE_SIZE));
    Some(dfa::regex::Regex::builder().dense(config).build(translated).ok()?.forward().clone())
}

/// The text before the name of a group that begins with a digit, since names in the `regex` crate
/// do not. RE2 has no names with a point.
const DIGIT: &str = "_.";

/// Returns the name of a group in the syntax of the `regex` crate.
fn translated_name(name: &str) -> Cow<'_, str> {
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return format!("{DIGIT}{name}").into();
    }
    name.into()
}

/// Returns the name of a group as it is written in the pattern.
fn written_name(translated: &str) -> String {
    translated.strip_prefix(DIGIT).unwrap_or(translated).to_owned()
}

/// Returns the text of a replacement with the names of groups in the syntax of the `regex` crate. A
/// name of digits alone is the number of a group.
fn translated_replacement(replacement: &str) -> String {
    let mut out = String::with_capacity(replacement.len());
    let mut rest = replacement;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let inner = rest.strip_prefix('{').unwrap_or(rest);
        let is_end = |character: char| !character.is_ascii_alphanumeric() && character != '_';
        let (name, after) = inner.split_at(inner.find(is_end).unwrap_or(inner.len()));
        let after = if inner.len() < rest.len() { after.strip_prefix('}') } else { Some(after) };
        let is_number = name.bytes().all(|digit| digit.is_ascii_digit());
        match (translated_name(name), after) {
            (Cow::Owned(name), Some(after)) if !is_number => {
                out.extend(["${", name.as_str(), "}"]);
                rest = after;
            }
            _ => {
                let (dollar, after) = rest.split_at(usize::from(rest.starts_with('$')));
                out.extend(["$", dollar]);
                rest = after;
            }
        }
    }
    out + rest
}

/// Returns the length of the beginning of a group that has a name.
fn length_before_name(text: &str) -> Option<usize> {
    ["(?P<", "(?<"].into_iter().find(|start| text.starts_with(start)).map(str::len)
}

/// Translates a pattern from the syntax of RE2 to that of the `regex` crate: the classes of Perl
/// are of ASCII; the name of a group can begin with a digit; in a class `[`, `&&`, `--` and `~~`
/// mean themselves, and so do a brace that begins no repetition, `\<` and `\>`.
fn translated(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        match (first, in_class) {
            ('\\', _) => {
                rest = &rest[translate_escape(rest, in_class, &mut out)..];
                continue;
            }
            ('[', false) => {
                in_class = true;
                length = if rest.starts_with("[^") { 2 } else { 1 };
                // `]` as the first character of a class is a member of the class.
                if rest[length..].starts_with(']') {
                    out.push_str(&rest[..length]);
                    out.push('\\');
                    rest = &rest[length..];
                    length = 1;
                }
            }
            ('[', true) => match named_class_length(rest) {
                Some(named) => length = named,
                None => out.push('\\'),
            },
            (']', true) => in_class = false,
            ('{', false) if !is_repetition(rest) => out.push('\\'),
            ('(', false) => length = length_before_name(rest).unwrap_or(length),
            ('-', true) if rest.starts_with("--") => out.push('\\'),
            ('&' | '~', true) => out.push('\\'),
            _ => {}
        }
        out.push_str(&rest[..length]);
        if first == '(' && length > 1 && rest[length..].starts_with(|first: char| first.is_ascii_digit()) {
            out.push_str(DIGIT);
        }
        rest = &rest[length..];
    }
    out
}

/// Translates the escape sequence at the start of a text and returns its length.
fn translate_escape(text: &str, in_class: bool, out: &mut String) -> usize {
    let Some(selector) = text[1..].chars().next() else {
        out.push('\\');
        return 1;
    };
    let mut length = 1 + selector.len_utf8();
    match (selector, in_class) {
        ('Q', false) => {
            let quoted = &text[2..];
            let end = quoted.find("\\E").unwrap_or(quoted.len());
            out.push_str(&::regex::escape(&quoted[..end]));
            return (2 + end + 2).min(text.len());
        }
        ('d', _) => out.push_str("[0-9]"),
        ('D', _) => out.push_str("[^0-9]"),
        ('w', _) => out.push_str("[0-9A-Za-z_]"),
        ('W', _) => out.push_str("[^0-9A-Za-z_]"),
        ('s', _) => out.push_str("[\\t\\n\\f\\r ]"),
        ('S', _) => out.push_str("[^\\t\\n\\f\\r ]"),
        ('b', false) => out.push_str("(?-u:\\b)"),
        ('<' | '>', _) => out.push(selector),
        ('0'..='7', _) => {
            let octal = text[1..].bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte));
            length = 1 + octal.count();
            match u32::from_str_radix(&text[1..length], 8) {
                Ok(code) if selector == '0' || length > 2 => out.push_str(&format!("\\x{{{code:x}}}")),
                // A backreference, which the `regex` crate rejects.
                _ => out.push_str(&text[..length]),
            }
        }
        _ => {
            if matches!(selector, 'p' | 'P' | 'x') && text[2..].starts_with('{') {
                length = text.find('}').map_or(text.len(), |end| end + 1);
            }
            out.push_str(&text[..length]);
        }
    }
    length
}

/// Returns the length of a class such as `[:alpha:]` at the start of a text.
fn named_class_length(text: &str) -> Option<usize> {
    text.strip_prefix("[:")?.find(":]").map(|end| end + 4)
}

/// Returns whether a text begins with `{n}`, `{n,}` or `{n,m}`.
fn is_repetition(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let least = digits(&text[1..]);
    let rest = &text[1 + least..];
    let rest = rest.strip_prefix(',').map_or(rest, |rest| &rest[digits(rest)..]);
    least > 0 && rest.starts_with('}')
}

/// Builds a function that searches a text for a pattern. Its result has the type that `result_type`
/// returns for the type of a match.
fn searching(
    result_type: fn(Type) -> Type,
    search: fn(&Pattern, &Groups, &str, &Budget) -> Result<Value, ValueError>,
) -> Function {
    let patterns = PatternCache::default();
    let shared = patterns.clone();
    builder([string("pattern"), string("string")])
        .returns_with(move |arguments, budget| {
            let Some(pattern) = arguments[0].as_str() else { return Ok(result_type(Type::Dynamic)) };
            let groups = shared.get(pattern, budget).and_then(|pattern| Groups::from_pattern(&pattern.regex));
            groups.map(|groups| result_type(groups.ty())).map_err(|error| error.with_argument(0))
        })
        .never_null()
        .implement_within(known(move |[pattern, string], budget| {
            let pattern = patterns.get(text(pattern), budget)?;
            search(&pattern, &Groups::from_pattern(&pattern.regex)?, text(string), budget)
        }))
}

/// `regex(pattern: string, string: string) -> any`: the first match. It is the matched text; if the
/// pattern has groups, a tuple of their texts, or an object if they have names.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let regex = stdlib::function("regex").unwrap();
/// assert_eq!(regex.call(&[value!("[a-z]+"), value!("12ab3")])?, value!("ab"));
/// assert_eq!(
///     regex.call(&[value!("(?P<k>\\w+)=(?P<v>\\w+)"), value!("a=1")])?,
///     value!({ "k": "a", "v": "1" })
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the pattern is not a regular expression, has groups with and without names,
/// or matches nothing.
pub(super) fn regex() -> Function {
    searching(identity, |pattern, groups, text, budget| {
        pattern.charge_search(text, 0, budget)?;
        let found = pattern.regex.find(text).ok_or(NO_MATCH)?;
        budget.take_elements(pattern.regex.captures_len() as u64)?;
        budget.take_bytes(size(0, pattern.regex.captures_len(), found.len()))?;
        pattern.charge_search(text, found.start(), budget)?;
        pattern.charge_simulation(found.len() as u64, budget)?;
        Ok(groups.value(&pattern.regex.captures_at(text, found.start()).ok_or(NO_MATCH)?))
    })
}

/// `regexall(pattern: string, string: string) -> list`: all matches that do not overlap, each as in
/// [`regex`].
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let all = stdlib::function("regexall").unwrap().call(&[value!("[0-9]"), value!("a1b2")])?;
/// assert_eq!(all.len(), Some(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// For each match, steps are taken for the text that the search for the next one reads, which may
/// be all text after it.
///
/// # Errors
/// Returns an error if the pattern is not a regular expression, or has groups with and without
/// names.
pub(super) fn regexall() -> Function {
    searching(Type::list, |pattern, groups, text, budget| {
        let mut all = Vec::new();
        pattern.each_match(text, budget, |captures, _| {
            budget.take_elements(captures.len() as u64)?;
            budget.take_bytes(size(0, captures.len(), captures.get_match().len()))?;
            all.push(groups.value(&captures));
            Ok(())
        })?;
        Value::list(groups.ty(), all)
    })
}

/// `regexreplace(str: string, pattern: string, replace: string) -> string`: the text with each
/// match replaced. `$1`, `${1}` and `${name}` are the texts of groups, `$$` is a dollar sign.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let replaced = stdlib::function("regexreplace").unwrap().call(&[
///     value!("a1b2"),
///     value!("([a-z])([0-9])"),
///     value!("$2$1"),
/// ])?;
/// assert_eq!(replaced, value!("1a2b"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// For each match, steps are taken for the text that the search for the next one reads, which may
/// be all text after it.
///
/// # Errors
/// Returns an error if the pattern is not a regular expression.
pub(super) fn regexreplace() -> Function {
    let patterns = PatternCache::default();
    define_texts(["str", "pattern", "replace"], Type::String, move |[text, pattern, replacement], budget| {
        patterns.replace(text, pattern, replacement, budget)
    })
}

impl PatternCache {
    /// Replaces each match of a pattern in a text, see [`regexreplace`].
    pub(super) fn replace(
        &self,
        text: &str,
        pattern: &str,
        replacement: &str,
        budget: &Budget,
    ) -> Result<String, ValueError> {
        let pattern = self.get(pattern, budget)?;
        let references = replacement.matches('$').count();
        let translated = translated_replacement(replacement);
        let mut out = String::new();
        let mut end = 0;
        pattern.each_match(text, budget, |captures, from| {
            let found = captures.get_match();
            // Each `$` in the replacement can insert the whole match.
            budget.take_bytes(size(found.start() - from + replacement.len(), references, found.len()))?;
            budget.take_parts(size(replacement.len(), references, pattern.regex.captures_len()) / 8)?;
            out.push_str(&text[from..found.start()]);
            captures.expand(&translated, &mut out);
            end = found.end();
            Ok(())
        })?;
        budget.take_bytes((text.len() - end) as u64)?;
        out.push_str(&text[end..]);
        Ok(out)
    }
}

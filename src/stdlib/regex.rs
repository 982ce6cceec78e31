//! Regular expressions in the syntax of RE2, matched in linear time.

use ::regex::{Captures, Regex, RegexBuilder};

use super::Table;
use super::string::{size, text};
use crate::func::{Function, Parameter};
use crate::value::{Map, Type, Value, ValueError};

pub(super) const TABLE: &Table = &[("regex", regex), ("regexall", regexall), ("regexreplace", regexreplace)];

/// How many bytes a compiled pattern may take.
const SIZE_LIMIT: usize = 4 << 20;

/// What a match becomes.
enum Shape {
    /// The text, where there are no groups.
    Text,
    /// The groups by number.
    Tuple(usize),
    /// The groups by name.
    Object(Vec<String>),
}

impl Shape {
    fn of(pattern: &Regex) -> Result<Self, ValueError> {
        let groups = pattern.captures_len() - 1;
        let names: Vec<String> = pattern.capture_names().flatten().map(str::to_owned).collect();
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
                let entries = names.iter().map(|name| (name.as_str(), group(captures.name(name))));
                Value::object(entries.collect::<Map>())
            }
        }
    }
}

fn compile(pattern: &str) -> Result<Regex, ValueError> {
    let builder =
        RegexBuilder::new(&translated(pattern)).size_limit(SIZE_LIMIT).dfa_size_limit(SIZE_LIMIT).build();
    builder.map_err(|error| {
        let message = error.to_string();
        let reason = message.lines().last().unwrap_or_default().trim_start_matches("error: ");
        format!("the pattern is no regular expression: {reason}").into()
    })
}

/// A pattern of RE2 as the `regex` crate has it: the classes of Perl are of ASCII; in a class `[`, `&&`, `--` and `~~`
/// mean themselves, and so do a brace that begins no repetition, `\<` and `\>`.
fn translated(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        match (first, in_class) {
            ('\\', _) => {
                let selector = rest[1..].chars().next();
                length += selector.map_or(0, char::len_utf8);
                match (selector, in_class) {
                    (Some('Q'), false) => {
                        let quoted = &rest[2..];
                        let end = quoted.find("\\E").unwrap_or(quoted.len());
                        out.push_str(&::regex::escape(&quoted[..end]));
                        length = (2 + end + 2).min(rest.len());
                    }
                    (Some('d'), _) => out.push_str("[0-9]"),
                    (Some('D'), _) => out.push_str("[^0-9]"),
                    (Some('w'), _) => out.push_str("[0-9A-Za-z_]"),
                    (Some('W'), _) => out.push_str("[^0-9A-Za-z_]"),
                    (Some('s'), _) => out.push_str("[\\t\\n\\f\\r ]"),
                    (Some('S'), _) => out.push_str("[^\\t\\n\\f\\r ]"),
                    (Some('b'), false) => out.push_str("(?-u:\\b)"),
                    (Some(angle @ ('<' | '>')), _) => out.push(angle),
                    (Some('p' | 'P' | 'x'), _) if rest[2..].starts_with('{') => {
                        length = rest.find('}').map_or(rest.len(), |end| end + 1);
                        out.push_str(&rest[..length]);
                    }
                    (Some(first @ '0'..='7'), _) => {
                        let digits =
                            rest[1..].bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
                        length = 1 + digits;
                        match u32::from_str_radix(&rest[1..length], 8) {
                            Ok(code) if first == '0' || digits > 1 => {
                                out.push_str(&format!("\\x{{{code:x}}}"))
                            }
                            // What would be a reference back, which the matcher tells.
                            _ => out.push_str(&rest[..length]),
                        }
                    }
                    _ => out.push_str(&rest[..length]),
                }
            }
            ('{', false) if !is_repetition(rest) => out.push_str("\\{"),
            ('[', false) => {
                in_class = true;
                out.push('[');
                if rest[1..].starts_with('^') {
                    out.push('^');
                    length += 1;
                }
                // A bracket at the start of a class is one of its members.
                if rest[length..].starts_with(']') {
                    out.push_str("\\]");
                    length += 1;
                }
            }
            ('[', true) => match rest.strip_prefix("[:").and_then(|class| class.find(":]")) {
                Some(end) => {
                    length = end + 4;
                    out.push_str(&rest[..length]);
                }
                None => out.push_str("\\["),
            },
            (']', true) => {
                in_class = false;
                out.push(']');
            }
            ('&' | '~', true) => {
                out.push('\\');
                out.push(first);
            }
            ('-', true) if rest[1..].starts_with('-') => out.push_str("\\-"),
            _ => out.push(first),
        }
        rest = &rest[length..];
    }
    out
}

/// Whether a text begins with `{n}`, `{n,}` or `{n,m}`.
fn is_repetition(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let least = digits(&text[1..]);
    let rest = &text[1 + least..];
    let rest = rest.strip_prefix(',').map_or(rest, |rest| &rest[digits(rest)..]);
    least > 0 && rest.starts_with('}')
}

/// The type that matches of the pattern have, as far as that is known.
fn match_type(pattern: &Value) -> Result<Option<Type>, ValueError> {
    match pattern.as_str() {
        None => Ok(None),
        Some(pattern) => {
            let shape = compile(pattern).and_then(|pattern| Shape::of(&pattern));
            shape.map(|shape| Some(shape.ty())).map_err(|error| error.with_argument(0))
        }
    }
}

fn string(name: &'static str) -> Parameter {
    Parameter::new(name, Type::String)
}

/// `regex(pattern: string, string: string) -> any`: the first match. It is the text that was matched; where the pattern
/// has groups, a tuple with what each of them matched, or an object where they have names.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let regex = stdlib::regex::regex();
/// assert_eq!(regex.call(&[value!("[a-z]+"), value!("12ab3")])?, value!("ab"));
/// assert_eq!(regex.call(&[value!("(?P<k>\\w+)=(?P<v>\\w+)"), value!("a=1")])?, value!({ "k": "a", "v": "1" }));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where the pattern is no regular expression, has groups with and without names, or matches nothing.
pub fn regex() -> Function {
    Function::builder()
        .parameter(string("pattern"))
        .parameter(string("string"))
        .returns_with(|arguments| Ok(match_type(&arguments[0])?.unwrap_or(Type::Dynamic)))
        .implement(|arguments, _| {
            let pattern = compile(text(&arguments[0]))?;
            let shape = Shape::of(&pattern)?;
            match pattern.captures(text(&arguments[1])) {
                Some(captures) => Ok(shape.value(&captures)),
                None => Err("the pattern matches no part of the text".into()),
            }
        })
}

/// `regexall(pattern: string, string: string) -> list`: all matches that do not overlap, each as [`regex()`] has it.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let all = stdlib::regex::regexall().call(&[value!("[0-9]"), value!("a1b2")])?;
/// assert_eq!(all.length(), Some(2));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where the pattern is no regular expression, or has groups with and without names.
pub fn regexall() -> Function {
    Function::builder()
        .parameter(string("pattern"))
        .parameter(string("string"))
        .returns_with(|arguments| Ok(match_type(&arguments[0])?.map_or(Type::Dynamic, Type::list)))
        .implement_within(|arguments, _, budget| {
            let pattern = compile(text(&arguments[0]))?;
            let shape = Shape::of(&pattern)?;
            let mut all = Vec::new();
            for captures in pattern.captures_iter(text(&arguments[1])) {
                budget.take_elements(captures.len() as u64)?;
                budget.take_bytes(captures.get(0).map_or(0, |found| found.len()) as u64)?;
                all.push(shape.value(&captures));
            }
            Value::list(shape.ty(), all)
        })
}

/// `regexreplace(str: string, pattern: string, replace: string) -> string`: the text with something else in the place of each
/// match. `$1`, `${1}` and `${name}` stand for what groups matched, `$$` for a dollar sign.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let replaced = stdlib::regex::regexreplace().call(&[value!("a1b2"), value!("([a-z])([0-9])"), value!("$2$1")])?;
/// assert_eq!(replaced, value!("1a2b"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Where the pattern is no regular expression.
pub fn regexreplace() -> Function {
    Function::builder()
        .parameter(string("str"))
        .parameter(string("pattern"))
        .parameter(string("replace"))
        .returns(Type::String)
        .implement_within(|arguments, _, budget| {
            let (text, pattern) = (text(&arguments[0]), compile(text(&arguments[1]))?);
            let replacement = arguments[2].as_str().unwrap_or_default();
            let references = replacement.matches('$').count();
            let mut out = String::new();
            let mut from = 0;
            for captures in pattern.captures_iter(text) {
                let Some(found) = captures.get(0) else { continue };
                // Each dollar sign can stand for all that was matched.
                budget.take_bytes(size(found.start() - from + replacement.len(), references, found.len()))?;
                out.push_str(&text[from..found.start()]);
                captures.expand(replacement, &mut out);
                from = found.end();
            }
            budget.take_bytes((text.len() - from) as u64)?;
            out.push_str(&text[from..]);
            Ok(Value::from(out))
        })
}

//! Parses a text to its tree, in a loop with a stack of its own: nesting needs no stack of the
//! thread.

use super::string::{self, Problem};
use super::tree::{MemberEntry, NodeId, NodeKind, Text, Tree};
use crate::diag::{Category, Diagnostic, Diagnostics, name_suggestion};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax::{MAX_PROBLEMS, too_many_parts, too_many_problems};
use crate::value::{Number, NumberError};

/// A tree, its root if there is a valid one, and the diagnostics of the text.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    pub(crate) root: Option<NodeId>,
    pub(crate) diagnostics: Diagnostics,
}

/// Parses a text that holds one JSON value.
pub(crate) fn parse(source: Source, limits: &Limits) -> Parsed {
    let source = source.into_json();
    let mut parser = Parser {
        text: source.text(),
        at: 0,
        tree: Tree::new(source.clone()),
        elements: Vec::new(),
        members: Vec::new(),
        stack: Vec::new(),
        limits: *limits,
        diagnostics: Vec::new(),
    };
    parser.diagnostics.extend(crate::syntax::text_too_long(&source, limits));
    let root = match source.invalid_utf8() {
        _ if !parser.diagnostics.is_empty() => None,
        Some(at) => {
            let detail = "This is not valid UTF-8. Save the file in the encoding UTF-8.";
            parser.error(Span::new(at, at + 1), "Invalid character encoding", detail);
            None
        }
        None => parser.document().ok(),
    };
    let sound = parser.diagnostics.is_empty();
    let diagnostics = Diagnostics::from(parser.diagnostics).in_source(&source);
    Parsed { tree: parser.tree, root: root.filter(|_| sound), diagnostics }
}

/// Something is wrong, which has been reported, and reading cannot go on.
struct Stop;

/// An array or object that is not closed yet.
enum Frame {
    Array { open: Span, mark: usize },
    Object { open: Span, mark: usize, name: Option<(Text, Span)> },
}

/// The next step of the parser.
enum State {
    /// A value.
    Value,
    /// The first element or member of a container that was just opened, or its end.
    First,
    /// The text after a value.
    After(NodeId),
}

struct Parser<'s> {
    text: &'s str,
    at: usize,
    tree: Tree,
    /// The elements and members of open containers.
    elements: Vec<NodeId>,
    members: Vec<MemberEntry>,
    stack: Vec<Frame>,
    limits: Limits,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<NodeId, Stop> {
        let root = self.value()?;
        self.skip_space();
        if self.at < self.text.len() && self.diagnostics.is_empty() {
            let detail = "The JSON value ends before this. A file holds one value; remove what follows it.";
            return Err(self.stop(self.token(), "Extraneous data after value", detail));
        }
        Ok(root)
    }

    fn value(&mut self) -> Result<NodeId, Stop> {
        let mut state = State::Value;
        loop {
            if self.diagnostics.len() >= MAX_PROBLEMS {
                self.diagnostics.push(too_many_problems(self.token()));
                return Err(Stop);
            }
            self.skip_space();
            state = match state {
                State::Value if self.tree.node_count() >= self.limits.parts() => {
                    let excess = too_many_parts(self.token(), "values", &self.limits);
                    self.diagnostics.push(excess);
                    return Err(Stop);
                }
                State::Value => match self.byte() {
                    Some(b'{' | b'[') => {
                        self.open()?;
                        State::First
                    }
                    _ => State::After(self.scalar()?),
                },
                State::First => match (self.stack.last(), self.byte()) {
                    (Some(Frame::Object { .. }), Some(b'}')) | (Some(Frame::Array { .. }), Some(b']')) => {
                        State::After(self.close())
                    }
                    (Some(Frame::Object { .. }), _) => {
                        self.name()?;
                        State::Value
                    }
                    _ => State::Value,
                },
                State::After(value) => match self.stack.last_mut() {
                    None => return Ok(value),
                    Some(Frame::Array { open, .. }) => {
                        let open = *open;
                        self.elements.push(value);
                        self.after_element(open)?
                    }
                    Some(Frame::Object { open, name, .. }) => {
                        let open = *open;
                        if let Some((name, name_span)) = name.take() {
                            self.members.push(MemberEntry { name, name_span, value });
                        }
                        self.after_member(open)?
                    }
                },
            };
        }
    }

    fn open(&mut self) -> Result<(), Stop> {
        let open = Span::new(self.at as u32, self.at as u32 + 1);
        if self.stack.len() >= self.limits.depth as usize {
            self.diagnostics.push(crate::syntax::nesting_too_deep(open, self.limits.depth));
            return Err(Stop);
        }
        let is_object = self.byte() == Some(b'{');
        self.stack.push(if is_object {
            Frame::Object { open, mark: self.members.len(), name: None }
        } else {
            Frame::Array { open, mark: self.elements.len() }
        });
        self.at += 1;
        Ok(())
    }

    /// Closes the innermost array or object, whose closing bracket comes next.
    fn close(&mut self) -> NodeId {
        self.at += 1;
        let end = self.at as u32;
        match self.stack.pop() {
            Some(Frame::Object { open, mark, .. }) => {
                self.tree.add_object(Span::new(open.start, end), &mut self.members, mark)
            }
            Some(Frame::Array { open, mark }) => {
                self.tree.add_array(Span::new(open.start, end), &mut self.elements, mark)
            }
            None => unreachable!("a closing bracket is read only in what was opened"),
        }
    }

    fn after_element(&mut self, open: Span) -> Result<State, Stop> {
        match self.byte() {
            Some(b',') => {
                let here = self.token();
                self.at += 1;
                self.skip_space();
                if self.byte() == Some(b']') {
                    let detail =
                        "There is no element after this comma. Remove it, since JSON does not allow it.";
                    return Err(self.stop(here, "Trailing comma in array", detail));
                }
                Ok(State::Value)
            }
            Some(b']') => Ok(State::After(self.close())),
            Some(b':') => {
                let colon = self.tree.source.pos(self.at as u32);
                self.skip_over(b'[', b']');
                let detail = format!(
                    "Elements of an array have no names, but there is a colon at {}:{}. For names and values use braces.",
                    colon.line, colon.column
                );
                Err(self.stop(self.token(), "Invalid array value", detail))
            }
            Some(b'}') => {
                let detail = "An array is closed by a square bracket (\"]\"), not by a brace.";
                Err(self.stop_opened(self.token(), open, "Mismatched brackets", detail))
            }
            None => {
                let detail = "The closing \"]\" of this array is missing before the end of the text.";
                Err(self.stop(open, "Unclosed object", detail))
            }
            Some(_) => Err(self.no_comma(b'[', "elements of an array")),
        }
    }

    fn after_member(&mut self, open: Span) -> Result<State, Stop> {
        match self.byte() {
            Some(b',') => {
                let here = self.token();
                self.at += 1;
                self.skip_space();
                if self.byte() == Some(b'}') {
                    let detail =
                        "There is no property after this comma. Remove it, since JSON does not allow it.";
                    return Err(self.stop(here, "Trailing comma in object", detail));
                }
                self.name()?;
                Ok(State::Value)
            }
            Some(b'}') => Ok(State::After(self.close())),
            Some(b']') => {
                let detail = "An object is closed by a brace (\"}\"), not by a square bracket.";
                Err(self.stop_opened(self.token(), open, "Mismatched braces", detail))
            }
            None => {
                let detail = "The closing \"}\" of this object is missing before the end of the text.";
                Err(self.stop(open, "Unclosed object", detail))
            }
            Some(_) => Err(self.no_comma(b'{', "properties of an object")),
        }
    }

    /// Reports a missing comma. As in other implementations the location is after the array or
    /// object, so the message has the location of the comma.
    fn no_comma(&mut self, open: u8, what: &str) -> Stop {
        let here = self.tree.source.pos(self.at as u32);
        self.skip_over(open, if open == b'[' { b']' } else { b'}' });
        let detail =
            format!("The {what} are separated by commas. One is missing at {}:{}.", here.line, here.column);
        self.stop(self.token(), "Missing attribute seperator comma", detail)
    }

    /// Parses the name of a member and the colon after it.
    fn name(&mut self) -> Result<(), Stop> {
        let (text, span) = match self.byte() {
            Some(b'"') => self.string(),
            Some(b'{' | b'[') => {
                let span = self.token();
                return Err(self.no_name(span));
            }
            _ => {
                let known = self.diagnostics.len();
                let id = self.scalar()?;
                if self.diagnostics.len() > known {
                    return Err(Stop);
                }
                let span = self.tree.node(id).span();
                return Err(self.no_name(span));
            }
        };
        self.skip_space();
        let problem = match self.byte() {
            Some(b':') => {
                self.at += 1;
                if let Some(Frame::Object { name, .. }) = self.stack.last_mut() {
                    *name = Some((text, span));
                }
                return Ok(());
            }
            Some(b'}' | b',') => (
                "Missing object value",
                "A property of an object is a name, a colon and a value; the last two are missing.",
            ),
            Some(b'=') => (
                "Missing property value colon",
                "Between a name and its value JSON has a colon, not an equals sign.",
            ),
            _ => (
                "Missing property value colon",
                "A colon is expected between the name of a property and its value.",
            ),
        };
        Err(self.stop(self.token(), problem.0, problem.1))
    }

    fn no_name(&mut self, span: Span) -> Stop {
        let detail = "The name of a property is a string. Put it into double quotes (\").";
        self.stop(span, "Invalid object property name", detail)
    }

    /// Parses a string, number or keyword. An invalid one is reported and becomes null.
    fn scalar(&mut self) -> Result<NodeId, Stop> {
        let what =
            "A value is an object, an array, a string in double quotes, a number, true, false or null.";
        if self.byte() == Some(b'"') {
            let (text, span) = self.string();
            return Ok(self.tree.add(span, NodeKind::String(text)));
        }
        let span = self.token();
        match self.byte() {
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => Ok(self.number(span)),
            Some(b'a'..=b'z' | b'A'..=b'Z') => Ok(self.keyword(span)),
            Some(b'}') => {
                Err(self.stop(span, "Missing JSON value", format!("A value is missing before this. {what}")))
            }
            Some(b']') => Err(self.stop(
                span,
                "Missing array element value",
                format!("A value is missing before this. {what}"),
            )),
            None => {
                let detail = format!("The text ends where a value is expected. {what}");
                Err(self.stop(span, "Missing value", detail))
            }
            Some(byte) => {
                let hint = match byte {
                    b'/' | b'#' => "JSON has no comments; a property named \"//\" can take their place.",
                    b'\'' | b'`' => "Strings stand in double quotes (\").",
                    0xef if self.text[self.at..].starts_with('\u{feff}') => {
                        "This is a byte order mark, which JSON does not allow. Save the file as UTF-8 without it."
                    }
                    _ => what,
                };
                Err(self.stop(span, "Invalid start of value", hint))
            }
        }
    }

    fn string(&mut self) -> (Text, Span) {
        let scanned = string::scan(self.text, self.at);
        let span = scanned.span;
        self.at = span.end as usize;
        if let Some(Problem { at, detail }) = scanned.problem {
            let diagnostic = Diagnostic::error(Category::Syntax, "Invalid JSON string", detail);
            self.diagnostics.push(diagnostic.at(at));
            return (Text::Plain(Span::at(span.start)), span);
        }
        let inner = Span::new(span.start + 1, span.end - 1);
        let text = if scanned.has_escapes {
            let raw = &self.text[inner.range()];
            self.tree.add_text(|out| string::unescape(raw, out, |_, _| {}))
        } else if scanned.is_plain {
            Text::Plain(inner)
        } else {
            Text::Verbatim(inner)
        };
        (text, span)
    }

    fn number(&mut self, span: Span) -> NodeId {
        self.at = span.end as usize;
        let text = &self.text[span.range()];
        if let Some(problem) = number_problem(text) {
            self.error(span, "Invalid JSON number", problem);
            return self.tree.add(span, NodeKind::Null);
        }
        // Up to 18 characters always fit.
        if text.len() <= 18
            && let Ok(integer) = text.parse::<i64>()
        {
            return self.tree.add(span, NodeKind::Integer(integer));
        }
        match Number::parse(text) {
            Ok(number) => self.tree.add_number(span, number),
            Err(error) => {
                let category = match error {
                    NumberError::TooLarge => Category::Limit,
                    _ => Category::Syntax,
                };
                let detail = format!("This number cannot be read: {error}.");
                self.diagnostics.push(Diagnostic::error(category, "Invalid JSON number", detail).at(span));
                self.tree.add(span, NodeKind::Null)
            }
        }
    }

    fn keyword(&mut self, span: Span) -> NodeId {
        self.at = span.end as usize;
        let kind = match &self.text[span.range()] {
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            "null" => NodeKind::Null,
            word => {
                let lower = word.to_ascii_lowercase();
                let detail = match (word, name_suggestion(&lower, ["true", "false", "null"])) {
                    ("undefined" | "NaN" | "Infinity", _) => {
                        format!(
                            "The JavaScript word {word} cannot be used in JSON. Write null, or leave the property out."
                        )
                    }
                    (_, Some(known)) => format!("{word:?} is not a word of JSON. Did you mean {known:?}?"),
                    (_, None) => {
                        format!(
                            "{word:?} is not a word of JSON; those are true, false and null. Write a string in double quotes (\")."
                        )
                    }
                };
                self.error(span, "Invalid JSON keyword", detail);
                NodeKind::Null
            }
        };
        self.tree.add(span, kind)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let space = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        self.at += space.unwrap_or(rest.len());
    }

    /// Returns the span of the token that begins here: a word, a number, a string, or a single
    /// byte.
    fn token(&self) -> Span {
        let rest = &self.text.as_bytes()[self.at..];
        let while_in = |in_token: fn(&u8) -> bool| rest.iter().take_while(|byte| in_token(byte)).count();
        let start = self.at as u32;
        let length = match rest.first() {
            None => 0,
            Some(b'"') => return string::scan(self.text, self.at).span,
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => {
                while_in(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'))
            }
            Some(b'a'..=b'z' | b'A'..=b'Z') => while_in(|byte| byte.is_ascii_alphabetic() || *byte == b'_'),
            Some(_) => 1,
        };
        Span::new(start, start + length as u32)
    }

    /// Skips to the end of the array or object that is being read.
    fn skip_over(&mut self, open: u8, close: u8) {
        let mut depth = 1;
        while depth > 0 && self.at < self.text.len() {
            match self.byte() {
                Some(byte) if byte == open => depth += 1,
                Some(byte) if byte == close => depth -= 1,
                _ => {}
            }
            self.at += (self.token().len() as usize).max(1);
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
            self.skip_space();
        }
    }

    fn error(&mut self, subject: Span, summary: &'static str, detail: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(Category::Syntax, summary, detail.into()).at(subject));
    }

    fn stop(&mut self, subject: Span, summary: &'static str, detail: impl Into<String>) -> Stop {
        self.error(subject, summary, detail);
        Stop
    }

    /// Reports an error with a label at the bracket that was opened.
    fn stop_opened(
        &mut self,
        subject: Span,
        open: Span,
        summary: &'static str,
        detail: &'static str,
    ) -> Stop {
        let diagnostic = Diagnostic::error(Category::Syntax, summary, detail).at(subject);
        self.diagnostics.push(diagnostic.with_label(open, "opened here"));
        Stop
    }
}

/// Returns the problem of a number, if there is one.
fn number_problem(text: &str) -> Option<&'static str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let integer = digits(unsigned);
    let mut rest = &unsigned[integer..];
    if integer == 0 {
        return Some(match unsigned.as_bytes().first() {
            Some(b'+') => "A number has no plus sign before it. Remove the sign.",
            Some(b'.') => "A number needs a digit before its point. Write a zero.",
            _ => "A digit is expected after the minus sign.",
        });
    }
    if integer > 1 && unsigned.starts_with('0') {
        return Some(
            "A number has no zeros before its first digit. Remove them, or put it into double quotes as a string.",
        );
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return Some("A digit is expected after the point of a number.");
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        if length == 0 {
            return Some("A digit is expected in the exponent of a number.");
        }
        rest = &exponent[length..];
    }
    (!rest.is_empty()).then_some("This is no number: it has a sign, point or exponent too many.")
}

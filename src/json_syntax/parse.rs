//! Parses a text to its tree, in a loop with a stack of its own: nesting needs no stack of the
//! thread.

use super::diagnose::diagnose;
use super::tree::{MemberEntry, NodeId, NodeKind, Text, Tree};
use super::{number, string};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax::{nesting_too_deep, text_too_long, too_many_parts};
use crate::value::Number;

/// A tree, its root if there is a valid one, and the diagnostics of the text.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    pub(crate) root: Option<NodeId>,
    pub(crate) diagnostics: Diagnostics,
}

/// Parses a text that holds one JSON value.
pub(crate) fn parse(source: Source, limits: &Limits) -> Parsed {
    let source = source.into_json();
    let (tree, result) = parse_text(&source, limits);
    let (root, diagnostics) = match result {
        Ok(root) => (Some(root), Vec::new()),
        Err(Stop::Limit(diagnostic)) => (None, vec![diagnostic]),
        Err(Stop::Rejected(offset)) => (None, diagnose(source.text(), offset, limits)),
    };
    Parsed { tree, root, diagnostics: Diagnostics::from(diagnostics).in_source(&source) }
}

fn parse_text(source: &Source, limits: &Limits) -> (Tree, Result<NodeId, Stop>) {
    let mut parser = Parser {
        text: source.text(),
        at: 0,
        tree: Tree::new(source.clone()),
        elements: Vec::new(),
        members: Vec::new(),
        stack: Vec::new(),
        limits: *limits,
    };
    let result = match (text_too_long(source, limits), source.invalid_utf8()) {
        (Some(diagnostic), _) => Err(diagnostic.into()),
        (None, Some(at)) => Err(invalid_encoding(source, at).into()),
        (None, None) => parser.document(),
    };
    (parser.tree, result)
}

/// Returns the diagnostic for bytes that are not UTF-8.
fn invalid_encoding(source: &Source, at: u32) -> Diagnostic {
    // A byte order mark of UTF-16, replaced byte by byte, and ASCII characters of two bytes.
    let is_utf16 = source.text().starts_with("\u{1a}\u{1a}") && source.text().contains('\0');
    let detail = if is_utf16 {
        "The file is in the encoding UTF-16. Save it in the encoding UTF-8."
    } else {
        "This is not valid UTF-8. Save the file in the encoding UTF-8."
    };
    Diagnostic::new(Code::InvalidEncoding, detail).at(Span::new(at, at + 1))
}

/// The reason for which reading ended early.
enum Stop {
    /// A mistake at this offset. The diagnostics are made by [`diagnose`].
    Rejected(u32),
    /// The text exceeds a limit, or is in another encoding.
    Limit(Diagnostic),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Limit(diagnostic)
    }
}

/// An array or object that is not closed yet.
enum Frame {
    Array { open: u32, mark: usize },
    Object { open: u32, mark: usize, name: (Text, Span) },
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
}

impl Parser<'_> {
    fn document(&mut self) -> Result<NodeId, Stop> {
        let root = self.value()?;
        self.skip_space();
        if self.at < self.text.len() { Err(self.rejected()) } else { Ok(root) }
    }

    fn rejected(&self) -> Stop {
        Stop::Rejected(self.at as u32)
    }

    fn value(&mut self) -> Result<NodeId, Stop> {
        let mut state = State::Value;
        loop {
            self.skip_space();
            state = match state {
                State::Value if self.tree.node_count() >= self.limits.parts() => {
                    return Err(too_many_parts(Span::at(self.at as u32), "values", &self.limits).into());
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
                    Some(Frame::Array { .. }) => {
                        self.elements.push(value);
                        match self.byte() {
                            Some(b',') => {
                                self.at += 1;
                                State::Value
                            }
                            Some(b']') => State::After(self.close()),
                            _ => return Err(self.rejected()),
                        }
                    }
                    Some(Frame::Object { name: (name, name_span), .. }) => {
                        self.members.push(MemberEntry { name: *name, name_span: *name_span, value });
                        match self.byte() {
                            Some(b',') => {
                                self.at += 1;
                                self.skip_space();
                                self.name()?;
                                State::Value
                            }
                            Some(b'}') => State::After(self.close()),
                            _ => return Err(self.rejected()),
                        }
                    }
                },
            };
        }
    }

    fn open(&mut self) -> Result<(), Stop> {
        let open = self.at as u32;
        if self.stack.len() >= self.limits.depth as usize {
            return Err(nesting_too_deep(Span::new(open, open + 1), self.limits.depth).into());
        }
        let is_object = self.byte() == Some(b'{');
        self.stack.push(if is_object {
            let name = (Text::Plain(Span::at(open)), Span::at(open));
            Frame::Object { open, mark: self.members.len(), name }
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
                self.tree.add_object(Span::new(open, end), &mut self.members, mark)
            }
            Some(Frame::Array { open, mark }) => {
                self.tree.add_array(Span::new(open, end), &mut self.elements, mark)
            }
            None => unreachable!("a closing bracket is read only if one is open"),
        }
    }

    /// Parses the name of a member and the colon after it.
    fn name(&mut self) -> Result<(), Stop> {
        if self.byte() != Some(b'"') {
            return Err(self.rejected());
        }
        let read = self.string()?;
        self.skip_space();
        match (self.byte(), self.stack.last_mut()) {
            (Some(b':'), Some(Frame::Object { name, .. })) => {
                *name = read;
                self.at += 1;
                Ok(())
            }
            _ => Err(self.rejected()),
        }
    }

    /// Parses a string, number or keyword.
    fn scalar(&mut self) -> Result<NodeId, Stop> {
        match self.byte() {
            Some(b'"') => {
                let (text, span) = self.string()?;
                Ok(self.tree.add(span, NodeKind::String(text)))
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.keyword(),
        }
    }

    fn string(&mut self) -> Result<(Text, Span), Stop> {
        let Some(scanned) = string::scan(self.text, self.at) else { return Err(self.rejected()) };
        let span = scanned.span;
        self.at = span.end as usize;
        let inner = Span::new(span.start + 1, span.end - 1);
        let text = if scanned.has_escapes {
            let raw = &self.text[inner.range()];
            self.tree.add_text(|out| string::unescape(raw, out, |_, _| {}))
        } else if scanned.is_plain {
            Text::Plain(inner)
        } else {
            Text::Verbatim(inner)
        };
        if scanned.has_escapes || !scanned.is_plain {
            self.tree.add_template(span.start, text);
        }
        Ok((text, span))
    }

    fn number(&mut self) -> Result<NodeId, Stop> {
        let rest = &self.text[self.at..];
        let Some(length) = number::length(rest.as_bytes()) else { return Err(self.rejected()) };
        let text = &rest[..length];
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        // Up to 18 characters always fit.
        if length <= 18
            && let Ok(integer) = text.parse::<i64>()
        {
            self.at += length;
            return Ok(self.tree.add(span, NodeKind::Integer(integer)));
        }
        let Ok(number) = Number::parse(text) else { return Err(self.rejected()) };
        self.at += length;
        Ok(self.tree.add_number(span, number))
    }

    fn keyword(&mut self) -> Result<NodeId, Stop> {
        let rest = &self.text.as_bytes()[self.at..];
        let words =
            [("true", NodeKind::Bool(true)), ("false", NodeKind::Bool(false)), ("null", NodeKind::Null)];
        let Some((word, kind)) = words.into_iter().find(|(word, _)| rest.starts_with(word.as_bytes())) else {
            return Err(self.rejected());
        };
        let span = Span::new(self.at as u32, (self.at + word.len()) as u32);
        self.at += word.len();
        Ok(self.tree.add(span, kind))
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let space = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        self.at += space.unwrap_or(rest.len());
    }
}

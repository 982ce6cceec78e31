//! Parses a text to its tree, in a loop with a stack of its own: nesting needs no stack of the
//! thread.

use super::diagnose::diagnose;
use super::tree::{NameSpan, NodeId, NodeKind, StringText, Tree};
use super::{number, string};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{push, seal};
use crate::syntax::{Parsed, nesting_too_deep, text_too_long, too_many_parts};
use crate::util::distinct::{NameFilter, are_distinct};
use crate::value::Number;

/// Parses a text that holds one JSON value.
pub(crate) fn parse(source: Source, limits: &Limits) -> Parsed<Option<NodeId>, Tree> {
    let source = source.into_json();
    let mut parser = Parser {
        text: source.text(),
        at: 0,
        tree: Tree::new(source.clone()),
        children: Vec::new(),
        stack: Vec::new(),
        limits: *limits,
    };
    let result = match (text_too_long(&source, limits), source.invalid_utf8()) {
        (Some(diagnostic), _) => Err(Stop::Limit(diagnostic)),
        (None, Some(at)) => Err(Stop::Limit(invalid_encoding(&source, at))),
        (None, None) => parser.document(),
    };
    let tree = parser.tree;
    let (root, diagnostics) = match result {
        Ok(root) => (Some(root), Vec::new()),
        Err(Stop::Limit(diagnostic)) => (None, vec![diagnostic]),
        Err(Stop::Rejected(offset)) => (None, diagnose(source.text(), offset, limits)),
    };
    Parsed { tree, root, diagnostics: Diagnostics::from(diagnostics).in_source(&source) }
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

/// An array or object that is not closed yet.
struct Frame {
    open: u32,
    is_object: bool,
    /// The number of children of the containers around it.
    mark: usize,
    /// The name of the member whose value is parsed next.
    name: NameSpan,
    names: NameFilter,
    /// Whether a name may be repeated.
    may_be_repeated: bool,
}

struct Parser<'s> {
    text: &'s str,
    at: usize,
    tree: Tree,
    /// The elements and the values of members of open containers.
    children: Vec<NodeId>,
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
        loop {
            self.skip_space();
            if self.tree.nodes.len() >= self.limits.parts() {
                let at = Span::at(self.at as u32);
                return Err(Stop::Limit(too_many_parts(at, "values", &self.limits)));
            }
            let value = match self.byte() {
                Some(b'{') => {
                    self.open(true)?;
                    if self.byte() != Some(b'}') {
                        self.name()?;
                        continue;
                    }
                    self.close()
                }
                Some(b'[') => {
                    self.open(false)?;
                    if self.byte() != Some(b']') {
                        continue;
                    }
                    self.close()
                }
                _ => self.scalar()?,
            };
            if let Some(root) = self.end_value(value)? {
                return Ok(root);
            }
        }
    }

    /// Adds a value to the array or object around it, and closes those that end after it. Returns
    /// the value if it is the whole text, otherwise the next value follows.
    fn end_value(&mut self, mut value: NodeId) -> Result<Option<NodeId>, Stop> {
        loop {
            let Some(frame) = self.stack.last() else { return Ok(Some(value)) };
            let is_object = frame.is_object;
            if is_object {
                self.tree.nodes[value.0 as usize].name = frame.name;
            }
            self.children.push(value);
            self.skip_space();
            value = match self.byte() {
                Some(b',') => {
                    self.at += 1;
                    if is_object {
                        self.skip_space();
                        self.name()?;
                    }
                    return Ok(None);
                }
                Some(b'}') if is_object => self.close(),
                Some(b']') if !is_object => self.close(),
                _ => return Err(self.rejected()),
            };
        }
    }

    /// Opens an array or object, whose bracket comes next.
    fn open(&mut self, is_object: bool) -> Result<(), Stop> {
        let open = self.at as u32;
        if self.stack.len() >= self.limits.depth as usize {
            return Err(Stop::Limit(nesting_too_deep(Span::new(open, open + 1), self.limits.depth)));
        }
        let (mark, name, names) = (self.children.len(), NameSpan::default(), NameFilter::default());
        self.stack.push(Frame { open, is_object, mark, name, names, may_be_repeated: false });
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    /// Closes the innermost array or object, whose closing bracket comes next.
    fn close(&mut self) -> NodeId {
        self.at += 1;
        let Some(Frame { open, is_object, mark, may_be_repeated, .. }) = self.stack.pop() else {
            unreachable!("a closing bracket is read only if one is open")
        };
        let span = Span::new(open, self.at as u32);
        let names = || {
            let nodes = self.children[mark..].iter().map(|id| self.tree.nodes[id.0 as usize]);
            nodes.map(|node| self.tree.name(node.name).text().as_bytes())
        };
        // Names are compared if one may be repeated.
        let has_distinct_names = !may_be_repeated || are_distinct(names());
        let children = seal(&mut self.children, mark, &mut self.tree.children, 0);
        let kind = match is_object {
            true => NodeKind::Object { members: children, has_distinct_names },
            false => NodeKind::Array(children),
        };
        self.tree.add(span, kind)
    }

    /// Parses the name of a member and the colon after it.
    fn name(&mut self) -> Result<(), Stop> {
        if self.byte() != Some(b'"') {
            return Err(self.rejected());
        }
        let Some((name, name_span)) = self.string() else { return Err(self.rejected()) };
        if let Some(frame) = self.stack.last_mut() {
            let is_plain = matches!(name, StringText::Plain);
            frame.name = NameSpan::new(name_span, name);
            let written = &self.text.as_bytes()[name_span.start as usize + 1..name_span.end as usize - 1];
            frame.may_be_repeated |= !frame.names.insert(written) || !is_plain;
        }
        if self.byte() != Some(b':') {
            self.skip_space();
            if self.byte() != Some(b':') {
                return Err(self.rejected());
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Parses a string, number or keyword.
    fn scalar(&mut self) -> Result<NodeId, Stop> {
        match self.byte() {
            Some(b'"') => {
                let Some((text, span)) = self.string() else { return Err(self.rejected()) };
                Ok(self.tree.add(span, NodeKind::String(text)))
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.keyword(),
        }
    }

    /// Parses a string, if it is valid.
    #[inline]
    fn string(&mut self) -> Option<(StringText, Span)> {
        let start = self.at as u32;
        let end = string::plain_end(self.text.as_bytes(), self.at + 1);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return self.other_string();
        }
        self.at = end + 1;
        Some((StringText::Plain, Span::new(start, end as u32 + 1)))
    }

    /// Parses a string that is not plain.
    #[inline(never)]
    fn other_string(&mut self) -> Option<(StringText, Span)> {
        let (span, has_escapes) = string::scan(self.text, self.at)?;
        self.at = span.end as usize;
        let text = if has_escapes { self.tree.add_unescaped(span) } else { StringText::Verbatim };
        self.tree.add_template(span, text);
        Some((text, span))
    }

    fn number(&mut self) -> Result<NodeId, Stop> {
        let rest = &self.text[self.at..];
        if let Some((integer, length)) = number::short_integer(rest.as_bytes()) {
            return Ok(self.add(length, NodeKind::Integer(integer.into())));
        }
        let Some(length) = number::length(rest.as_bytes()) else { return Err(self.rejected()) };
        let Ok(number) = Number::parse(&rest[..length]) else { return Err(self.rejected()) };
        let kind = NodeKind::Number(push(&mut self.tree.numbers, number));
        Ok(self.add(length, kind))
    }

    fn keyword(&mut self) -> Result<NodeId, Stop> {
        let rest = &self.text.as_bytes()[self.at..];
        let words =
            [("true", NodeKind::Bool(true)), ("false", NodeKind::Bool(false)), ("null", NodeKind::Null)];
        let Some((word, kind)) = words.into_iter().find(|(word, _)| rest.starts_with(word.as_bytes())) else {
            return Err(self.rejected());
        };
        Ok(self.add(word.len(), kind))
    }

    /// Adds the value of the text of a length that comes next.
    fn add(&mut self, length: usize, kind: NodeKind) -> NodeId {
        let start = self.at;
        self.at += length;
        self.tree.add(Span::new(start as u32, self.at as u32), kind)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        const SPACES: u64 = u64::from_ne_bytes([b' '; 8]);
        let bytes = self.text.as_bytes();
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = bytes.get(self.at) {
            self.at += 1;
            if *byte != b'\n' {
                continue;
            }
            // Most space is indentation (benchmark: `json::from_str` in `benches/peers`).
            while let Some(word) = bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
                let others = u64::from_le_bytes(*word) ^ SPACES;
                self.at += others.trailing_zeros() as usize / 8;
                if others != 0 {
                    break;
                }
            }
        }
    }
}

//! The tree of a value, so that a value is decoded as an HCL JSON text is whose expressions were
//! evaluated.

use super::string;
use super::tree::{NameSpan, NodeId, NodeKind, StringText, Tree};
use crate::source::{Source, Span};
use crate::syntax::ast::tree::{push, seal};
use crate::util::ordered::OrderedMap;
use crate::value::{MAX_DEPTH, MAX_SIZE, Value, ValueError, ValueKind};

/// The length of the texts that are copied. A longer one is taken from its value.
const SHORT: usize = 64;

/// The maximum length of all texts, whose offsets have 31 bits.
const MAX_TEXT: usize = 1 << 30;

impl Tree {
    /// Creates the tree of a value. Its root is the value of a member without a name.
    ///
    /// # Errors
    /// Returns an error if the value is too large.
    pub(crate) fn of_value(value: &Value) -> Result<(Self, NodeId), ValueError> {
        let mut builder = Builder {
            tree: Self::new(Source::default()),
            text: String::new(),
            names: OrderedMap::new(),
            children: Vec::new(),
        };
        let name = builder.text("");
        let root = builder.value(value, 0);
        builder.tree.nodes[root.0 as usize].name = NameSpan::new(name, StringText::Verbatim);
        if builder.is_too_large() {
            return Err(ValueError::too_large());
        }
        builder.tree.source = Source::new("", builder.text);
        Ok((builder.tree, root))
    }
}

/// The text of a value that is an expression: it is marked, unknown, a capsule, a long string, or
/// too deep to be decoded.
const OPAQUE: &str = "${}";

struct Builder {
    tree: Tree,
    /// The names and strings in quotes, and a space for each other scalar. So no two scalars have
    /// the same offset, by which decoding distinguishes them.
    text: String,
    /// The spans of long names, by their address: equal parts of a value can be shared.
    names: OrderedMap<(usize, usize), Span>,
    /// The elements and the values of members of the values around the current one.
    children: Vec<NodeId>,
}

impl Builder {
    /// Returns whether the values added so far exceed a limit.
    fn is_too_large(&self) -> bool {
        self.tree.nodes.len() as u64 > MAX_SIZE || self.text.len() > MAX_TEXT
    }

    /// Adds a value at a depth, which is limited, so this is recursive.
    fn value(&mut self, value: &Value, depth: u32) -> NodeId {
        // The spans order the parts.
        let mut span = Span::from(self.text.len()..self.text.len());
        let kind = match value.kind() {
            _ if value.is_marked() || depth > MAX_DEPTH || self.is_too_large() => None,
            ValueKind::Null(_) => Some(NodeKind::Null),
            ValueKind::Bool(value) => Some(NodeKind::Bool(value)),
            ValueKind::Number(number) => Some(match number.as_i64() {
                Some(integer) => NodeKind::Integer(integer.into()),
                None => NodeKind::Number(push(&mut self.tree.numbers, number.clone())),
            }),
            ValueKind::String(text) if text.len() <= SHORT => {
                span = self.text(text);
                Some(NodeKind::String(kind_of(text)))
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let mark = self.children.len();
                for item in items {
                    let item = self.value(item, depth + 1);
                    self.children.push(item);
                }
                Some(NodeKind::Array(seal(&mut self.children, mark, &mut self.tree.children, 0)))
            }
            ValueKind::Map(entries) | ValueKind::Object(entries) => {
                let mark = self.children.len();
                for (name, entry) in entries {
                    let name = NameSpan::new(self.name(name), kind_of(name));
                    let entry = self.value(entry, depth + 1);
                    self.tree.nodes[entry.0 as usize].name = name;
                    self.children.push(entry);
                }
                let members = seal(&mut self.children, mark, &mut self.tree.children, 0);
                Some(NodeKind::Object { members, has_distinct_names: true })
            }
            ValueKind::String(_) | ValueKind::Unknown(_) | ValueKind::Capsule(_) => None,
        };
        let kind = kind.unwrap_or_else(|| {
            span = self.text(OPAQUE);
            NodeKind::String(StringText::Verbatim)
        });
        if matches!(kind, NodeKind::Null | NodeKind::Bool(_) | NodeKind::Integer(_) | NodeKind::Number(_)) {
            self.text.push(' ');
        }
        self.tree.values.push(value.clone());
        self.tree.add(span, kind)
    }

    /// Adds the name of a member.
    fn name(&mut self, name: &str) -> Span {
        if name.len() <= SHORT {
            return self.text(name);
        }
        let address = (name.as_ptr() as usize, name.len());
        if let Some(span) = self.names.get(&address) {
            return *span;
        }
        let span = self.text(name);
        self.names.insert(address, span);
        span
    }

    /// Adds a text in quotes. Beyond the limit, which is an error at the end, it adds nothing.
    fn text(&mut self, text: &str) -> Span {
        let start = self.text.len();
        if start > MAX_TEXT {
            return Span::default();
        }
        self.text.extend(["\"", text, "\""]);
        Span::from(start..self.text.len())
    }
}

/// Returns the kind of a text that is its own value.
fn kind_of(text: &str) -> StringText {
    let is_plain = string::plain_end(text.as_bytes(), 0) == text.len();
    if is_plain { StringText::Plain } else { StringText::Verbatim }
}

//! Documents of YAML: from text to the values of an application.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};
use serde_hcl::Value;

use super::scalar;
use super::words::words;

/// The values that a document is read into.
pub trait Build {
    /// A value. It is cheap to clone.
    type Node: Clone;
    /// The entries of a mapping whose end has not been read yet.
    type Entries: Default;
    /// The error of a document that is not read.
    type Error: From<Mistake>;

    /// Returns the value of a scalar, or the key of an entry.
    ///
    /// # Errors
    /// Returns an error for a scalar that has no value.
    fn scalar(&mut self, scalar: &Scalar<'_>) -> Result<Self::Node, Self::Error>;

    /// Returns the value of a sequence.
    ///
    /// # Errors
    /// Returns an error for a sequence that has no value.
    fn sequence(&mut self, items: Vec<Self::Node>, place: Place) -> Result<Self::Node, Self::Error>;

    /// Adds an entry to those of its mapping.
    ///
    /// # Errors
    /// Returns an error for an entry that the mapping cannot have.
    fn entry(&mut self, entries: &mut Self::Entries, entry: Entry<Self::Node>) -> Result<(), Self::Error>;

    /// Returns the value of a mapping.
    ///
    /// # Errors
    /// Returns an error for a mapping that has no value.
    fn mapping(&mut self, entries: Self::Entries, place: Place) -> Result<Self::Node, Self::Error>;

    /// Returns whether a key adds the entries of its value, except for those with the keys of other
    /// entries.
    fn is_merge_key(&self, scalar: &Scalar<'_>) -> bool {
        match &scalar.tag {
            None => scalar.is_plain && scalar.text == "<<",
            Some(tag) => tag == "merge",
        }
    }

    /// Returns a value with an anchor, to which aliases may refer.
    fn anchored(&mut self, node: Self::Node) -> Self::Node {
        node
    }

    /// Returns the value of an alias.
    fn alias(&mut self, target: &Self::Node, _: Place) -> Self::Node {
        target.clone()
    }
}

/// The location of a part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offsets of its bytes.
    pub span: Range<usize>,
    /// The line where it begins, from 1 on.
    pub line: usize,
    /// The column where it begins, in characters from 1 on.
    pub column: usize,
}

/// A scalar.
#[derive(Debug)]
pub struct Scalar<'t> {
    /// Its text, without quotes and with escape sequences resolved.
    pub text: &'t str,
    /// The name of its tag in the core schema, or `other`.
    pub tag: Option<String>,
    /// Whether it has no quotes, so that its form determines its type.
    pub is_plain: bool,
    /// Whether it is the key of an entry.
    pub is_key: bool,
    /// Its location.
    pub place: Place,
}

impl Scalar<'_> {
    /// Returns its value by its tag, or else by its form.
    ///
    /// # Errors
    /// Returns the reason, which completes the sentence "the scalar …", if it has no value.
    pub fn value(&self) -> Result<Value, &'static str> {
        scalar::value(self.text, self.tag.as_deref(), self.is_plain)
    }

    /// Returns a mistake in it.
    pub fn mistake(&self, message: impl Into<String>) -> Mistake {
        mistake(self.place.clone(), message)
    }
}

/// The key of an entry and its text. A merge key has none.
pub type Key<N> = Option<(N, String)>;

/// An entry of a mapping.
#[derive(Debug)]
pub struct Entry<N> {
    /// The key.
    pub key: Key<N>,
    /// The value.
    pub value: N,
    /// The location of the value.
    pub place: Place,
}

/// A mistake in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its location.
    pub place: Place,
    /// Whether the document exceeds a limit.
    pub is_limit: bool,
    /// The message, without a full stop.
    pub message: String,
}

/// Reads a document, in which sequences and mappings are nested up to a depth. Returns `None` if
/// the text has no document.
///
/// # Errors
/// Returns an error if the text is not YAML, has several documents, keys that are not scalars, or
/// sequences and mappings with tags beyond those of the core schema.
pub fn read<B: Build>(text: &str, depth: u32, build: &mut B) -> Result<Option<B::Node>, B::Error> {
    check_indentation(text)?;
    let mut places = Places { text, last: (0, 0) };
    let mut reader =
        Reader { depth: depth as usize, build, open: Vec::new(), anchors: HashMap::new(), root: None };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| places.syntax_error(&error))?;
        let place = places.place(span);
        match event {
            Event::DocumentStart(_) if reader.root.is_some() => {
                return Err(mistake(place, "a second document begins here, but one is possible").into());
            }
            Event::Scalar(scalar, style, anchor, tag) => {
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let scalar = match scalar.strip_suffix('\n') {
                    // The parser adds a line ending to a last line that has none.
                    Some(rest) if is_block && place.span.end == text.len() && span.end.col() > 0 => rest,
                    _ => &scalar,
                };
                let tag = tag.as_deref().map(tag_name);
                let (is_plain, is_key) = (style == ScalarStyle::Plain, reader.expects_key());
                reader.scalar(&Scalar { text: scalar, tag, is_plain, is_key, place }, anchor)?;
            }
            Event::Alias(anchor) => match reader.anchors.get(&anchor) {
                Some(target) => {
                    let node = reader.build.alias(target, place.clone());
                    reader.value(node, 0, place)?;
                }
                None => return Err(mistake(place, "an alias is inside of what it stands for").into()),
            },
            Event::SequenceStart(anchor, tag) => {
                reader.begin(Open::Sequence(Vec::new()), "seq", tag.as_deref(), anchor, place)?;
            }
            Event::MappingStart(anchor, tag) => {
                let content = Open::Mapping(Default::default(), None);
                reader.begin(content, "map", tag.as_deref(), anchor, place)?;
            }
            Event::SequenceEnd | Event::MappingEnd => reader.end(place.span.end)?,
            _ => {}
        }
    }
    Ok(reader.root)
}

/// A sequence or a mapping whose end has not been read yet.
enum Open<B: Build> {
    Sequence(Vec<B::Node>),
    /// With the key of the next value.
    Mapping(B::Entries, Option<Key<B::Node>>),
}

struct Reader<'b, B: Build> {
    depth: usize,
    build: &'b mut B,
    /// Each with its anchor and its location.
    open: Vec<(Open<B>, usize, Place)>,
    anchors: HashMap<usize, B::Node>,
    root: Option<B::Node>,
}

impl<B: Build> Reader<'_, B> {
    /// Returns whether a key comes next.
    fn expects_key(&self) -> bool {
        matches!(self.open.last(), Some((Open::Mapping(_, None), ..)))
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, anchor: usize) -> Result<(), B::Error> {
        let is_merge = scalar.is_key && self.build.is_merge_key(scalar);
        let node = if is_merge { None } else { Some(self.build.scalar(scalar)?) };
        match (node, self.open.last_mut()) {
            (node, Some((Open::Mapping(_, key @ None), ..))) => {
                *key = Some(node.clone().map(|node| (node, scalar.text.to_owned())));
                if let Some(node) = node.filter(|_| anchor > 0) {
                    self.anchors.insert(anchor, self.build.anchored(node));
                }
                Ok(())
            }
            (Some(node), _) => self.value(node, anchor, scalar.place.clone()),
            (None, _) => Ok(()),
        }
    }

    fn begin(
        &mut self,
        content: Open<B>,
        expected: &str,
        tag: Option<&Tag>,
        anchor: usize,
        place: Place,
    ) -> Result<(), B::Error> {
        if tag.is_some_and(|tag| tag_name(tag) != expected) {
            return Err(mistake(place, "the tag is not supported").into());
        }
        if self.expects_key() {
            return Err(mistake(place, "a key must be a scalar").into());
        }
        if self.open.len() >= self.depth {
            let message = format!("this is nested deeper than the limit of {}", self.depth);
            return Err(Mistake { place, is_limit: true, message }.into());
        }
        self.open.push((content, anchor, place));
        Ok(())
    }

    fn end(&mut self, end: usize) -> Result<(), B::Error> {
        let Some((content, anchor, mut place)) = self.open.pop() else { return Ok(()) };
        place.span.end = end.max(place.span.start);
        let node = match content {
            Open::Sequence(items) => self.build.sequence(items, place.clone())?,
            Open::Mapping(entries, _) => self.build.mapping(entries, place.clone())?,
        };
        self.value(node, anchor, place)
    }

    /// Adds a complete value to its container.
    fn value(&mut self, mut node: B::Node, anchor: usize, place: Place) -> Result<(), B::Error> {
        if anchor > 0 {
            node = self.build.anchored(node);
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some((Open::Sequence(items), ..)) => items.push(node),
            Some((Open::Mapping(entries, key), ..)) => match key.take() {
                Some(key) => self.build.entry(entries, Entry { key, value: node, place })?,
                None => return Err(mistake(place, "a key must be a scalar").into()),
            },
        }
        Ok(())
    }
}

/// From the characters that the parser counts to bytes. The places of a document are in its order,
/// except for small steps back, so each search begins at the last place.
struct Places<'t> {
    text: &'t str,
    /// The number of characters before the last place, and its offset.
    last: (usize, usize),
}

impl Places<'_> {
    fn offset(&mut self, index: usize) -> usize {
        let (last, offset) = self.last;
        let (before, after) = self.text.split_at(offset);
        let offset = match index.checked_sub(last) {
            Some(count) => after.char_indices().nth(count).map_or(self.text.len(), |(at, _)| offset + at),
            None => before.char_indices().nth_back(last - index - 1).map_or(0, |(at, _)| at),
        };
        self.last = (index, offset);
        offset
    }

    fn place(&mut self, span: Span) -> Place {
        let start = self.offset(span.start.index());
        let end = self.offset(span.end.index());
        Place { span: start..end, line: span.start.line(), column: span.start.col() + 1 }
    }

    /// Returns the mistake that the parser reports. It finds some only at the end of the text; the
    /// last line with text is their place.
    fn syntax_error(&mut self, error: &ScanError) -> Mistake {
        let (marker, text) = (*error.marker(), self.text.trim_end());
        let offset = self.offset(marker.index()).min(text.len());
        let (last, line) = text.lines().enumerate().last().unwrap_or_default();
        let (line, column) = match marker.line() > last + 1 {
            true => (last + 1, line.chars().count() + 1),
            false => (marker.line(), marker.col() + 1),
        };
        mistake(Place { span: offset..offset, line, column }, words(error.info()))
    }
}

/// Reports a tab that indents the first line with a value. The parser reports those of other lines.
fn check_indentation(text: &str) -> Result<(), Mistake> {
    let has_value = |line: &str| {
        let is_comment = line.trim().is_empty() || line.trim_start().starts_with('#');
        !is_comment && !line.starts_with('%') && line.trim_end() != "---"
    };
    let lines = text.split_inclusive('\n').take_while(|line| !has_value(line));
    let (line, start) = lines.fold((1, 0), |(line, start), skipped| (line + 1, start + skipped.len()));
    let indent = text[start..].len() - text[start..].trim_start_matches(' ').len();
    let offset = start + indent;
    if !text[offset..].starts_with('\t') {
        return Ok(());
    }
    let place = Place { span: offset..offset + 1, line, column: indent + 1 };
    Err(mistake(place, "a tab cannot indent a line"))
}

fn mistake(place: Place, message: impl Into<String>) -> Mistake {
    Mistake { place, is_limit: false, message: message.into() }
}

/// Returns the name of a tag of the core schema, or `other`.
fn tag_name(tag: &Tag) -> String {
    let tag = format!("{}{}", tag.handle, tag.suffix);
    tag.strip_prefix("tag:yaml.org,2002:").unwrap_or("other").to_owned()
}

//! Files as trees, which are written in both syntaxes, and their changes.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// The identity of a part of a file. It stays the same if other parts change.
pub type Id = usize;

#[derive(Clone, Debug)]
pub struct Body {
    pub id: Id,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug)]
pub enum Item {
    Attribute(Entry),
    Block(Block),
}

#[derive(Clone, Debug)]
pub struct Block {
    pub id: Id,
    pub name: String,
    pub labels: Vec<Label>,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub id: Id,
    pub text: String,
}

/// An attribute, or an entry of an object.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: Id,
    pub name: String,
    pub key: KeyForm,
    pub value: Expr,
}

/// The way in which the key of an object is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum KeyForm {
    Bare,
    Quoted,
    /// With the escape sequence of the first character.
    Escaped,
    /// A string in parentheses.
    Parenthesized,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub id: Id,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Null,
    Bool(bool),
    /// The text of a number.
    Number(String),
    Text(String),
    Variable(&'static str),
    List(Vec<Expr>),
    Object(Vec<Entry>),
}

/// A change of a file.
#[derive(Clone, Debug)]
pub enum Edit {
    /// An expression is replaced.
    Replace(Id, ExprKind),
    /// An attribute, an entry, an element or a block is removed.
    Remove(Id),
    /// An attribute, an entry or a block gets another name.
    Rename(Id, String),
    SetLabel(Id, String),
    /// A block becomes an attribute with a value.
    ToAttribute(Id, ExprKind),
    /// An attribute becomes a block with an empty body.
    ToBlock(Id),
}

impl Body {
    #[must_use]
    pub fn with(&self, edits: &[&Edit]) -> Self {
        let mut body = self.clone();
        body.apply(edits);
        body
    }

    /// Returns the attributes, entries, elements and blocks that are or contain a part, from the
    /// innermost.
    pub fn around(&self, part: Id) -> Vec<Id> {
        let of_item = |item: &Item| match item {
            Item::Attribute(entry) => entry.around(part),
            Item::Block(block) => {
                let is_own = block.id == part || block.labels.iter().any(|label| label.id == part);
                let inner = block.body.around(part);
                with_own(block.id, is_own || block.body.id == part, inner)
            }
        };
        self.items.iter().map(of_item).find(|around| !around.is_empty()).unwrap_or_default()
    }

    fn apply(&mut self, edits: &[&Edit]) {
        self.items.retain_mut(|item| {
            if edits.iter().any(|edit| matches!(edit, Edit::Remove(id) if *id == item.id())) {
                return false;
            }
            for edit in edits {
                match (edit, &mut *item) {
                    (Edit::ToAttribute(id, kind), Item::Block(block)) if *id == block.id => {
                        let value = Expr { id: block.body.id, kind: kind.clone() };
                        *item = Item::Attribute(Entry {
                            id: *id,
                            name: block.name.clone(),
                            key: KeyForm::Bare,
                            value,
                        });
                    }
                    (Edit::ToBlock(id), Item::Attribute(entry)) if *id == entry.id => {
                        let body = Body { id: entry.value.id, items: Vec::new() };
                        *item = Item::Block(Block {
                            id: *id,
                            name: entry.name.clone(),
                            labels: Vec::new(),
                            body,
                        });
                    }
                    _ => {}
                }
            }
            match item {
                Item::Attribute(entry) => entry.apply(edits),
                Item::Block(block) => {
                    for edit in edits {
                        match edit {
                            Edit::Rename(id, name) if *id == block.id => block.name.clone_from(name),
                            Edit::SetLabel(id, text) => {
                                let label = block.labels.iter_mut().find(|label| label.id == *id);
                                if let Some(label) = label {
                                    label.text.clone_from(text);
                                }
                            }
                            _ => {}
                        }
                    }
                    block.body.apply(edits);
                }
            }
            true
        });
    }
}

impl Item {
    pub fn id(&self) -> Id {
        match self {
            Self::Attribute(entry) => entry.id,
            Self::Block(block) => block.id,
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Attribute(entry) => &entry.name,
            Self::Block(block) => &block.name,
        }
    }
}

/// Returns the parts around one in a part, with the part itself if it is or contains that one.
fn with_own(own: Id, is_own: bool, mut inner: Vec<Id>) -> Vec<Id> {
    if is_own || !inner.is_empty() {
        inner.push(own);
    }
    inner
}

impl Entry {
    fn around(&self, part: Id) -> Vec<Id> {
        with_own(self.id, self.id == part || self.value.id == part, self.value.around(part))
    }

    fn apply(&mut self, edits: &[&Edit]) {
        for edit in edits {
            if let Edit::Rename(id, name) = edit
                && *id == self.id
            {
                self.name.clone_from(name);
            }
        }
        self.value.apply(edits);
    }
}

impl Expr {
    fn around(&self, part: Id) -> Vec<Id> {
        let of_item = |item: &Expr| with_own(item.id, item.id == part, item.around(part));
        let mut parts: Box<dyn Iterator<Item = Vec<Id>>> = match &self.kind {
            ExprKind::List(items) => Box::new(items.iter().map(of_item)),
            ExprKind::Object(entries) => Box::new(entries.iter().map(|entry| entry.around(part))),
            _ => return Vec::new(),
        };
        parts.find(|around| !around.is_empty()).unwrap_or_default()
    }

    fn apply(&mut self, edits: &[&Edit]) {
        for edit in edits {
            if let Edit::Replace(id, kind) = edit
                && *id == self.id
            {
                self.kind = kind.clone();
                return;
            }
        }
        match &mut self.kind {
            ExprKind::List(items) => items.retain_mut(|item| {
                item.apply(edits);
                !edits.iter().any(|edit| matches!(edit, Edit::Remove(id) if *id == item.id))
            }),
            ExprKind::Object(entries) => entries.retain_mut(|entry| {
                entry.apply(edits);
                !edits.iter().any(|edit| matches!(edit, Edit::Remove(id) if *id == entry.id))
            }),
            _ => {}
        }
    }
}

/// A text, with the span of each part.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub text: String,
    pub spans: HashMap<Id, Range<usize>>,
}

impl Text {
    /// Returns the innermost part that contains a position, and whether it begins there.
    pub fn part_at(&self, position: usize) -> Option<(Id, bool)> {
        let around = self.spans.iter().filter(|(_, span)| span.start <= position && position <= span.end);
        let (id, span) = around.min_by_key(|(id, span)| (span.len(), **id))?;
        Some((*id, span.start == position))
    }
}

/// Returns whether a text is written as a name.
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|character| character.is_alphanumeric() || character == '_' || character == '-')
}

/// Writes a file in native syntax.
pub fn native(body: &Body) -> Text {
    let mut writer = Native(Text::default());
    let start = writer.0.text.len();
    writer.items(body, 0);
    writer.0.spans.insert(body.id, start..writer.0.text.len());
    writer.0
}

struct Native(Text);

impl Native {
    fn push(&mut self, text: &str) {
        self.0.text += text;
    }

    fn span(&mut self, id: Id, start: usize) {
        let end = self.0.text.len();
        self.0.spans.insert(id, start..end);
    }

    fn items(&mut self, body: &Body, level: usize) {
        for item in &body.items {
            self.push(&"  ".repeat(level));
            let start = self.0.text.len();
            match item {
                Item::Attribute(entry) => {
                    self.push(&format!("{} = ", entry.name));
                    self.expr(&entry.value, level);
                }
                Item::Block(block) => {
                    self.push(&block.name);
                    for label in &block.labels {
                        self.push(" ");
                        let start = self.0.text.len();
                        self.push(&quoted(&label.text));
                        self.span(label.id, start);
                    }
                    self.push(" ");
                    let start = self.0.text.len();
                    self.push("{\n");
                    self.items(&block.body, level + 1);
                    self.push(&"  ".repeat(level));
                    self.push("}");
                    self.span(block.body.id, start);
                }
            }
            self.span(item.id(), start);
            self.push("\n");
        }
    }

    fn expr(&mut self, expr: &Expr, level: usize) {
        let start = self.0.text.len();
        match &expr.kind {
            ExprKind::Null => self.push("null"),
            ExprKind::Bool(bool) => self.push(&bool.to_string()),
            ExprKind::Number(number) => self.push(number),
            ExprKind::Text(text) => self.push(&quoted(text)),
            ExprKind::Variable(name) => self.push(name),
            ExprKind::List(items) => {
                self.push("[");
                for (index, item) in items.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    self.expr(item, level);
                }
                self.push("]");
            }
            ExprKind::Object(entries) => {
                // Long objects are written on several lines.
                let is_long = entries.len() > 1 && expr.id.is_multiple_of(2);
                self.push("{");
                for (index, entry) in entries.iter().enumerate() {
                    match is_long {
                        true => self.push(&format!("\n{}", "  ".repeat(level + 1))),
                        false => self.push(if index == 0 { " " } else { ", " }),
                    }
                    let start = self.0.text.len();
                    self.key(entry);
                    self.push(if entry.id.is_multiple_of(5) { " : " } else { " = " });
                    self.expr(&entry.value, level + 1);
                    self.span(entry.id, start);
                }
                match is_long {
                    true => self.push(&format!("\n{}}}", "  ".repeat(level))),
                    false => self.push(if entries.is_empty() { "}" } else { " }" }),
                }
            }
        }
        self.span(expr.id, start);
    }

    fn key(&mut self, entry: &Entry) {
        let text = match entry.key {
            // An object that begins with `for` is a `for` expression.
            KeyForm::Bare if is_identifier(&entry.name) && entry.name != "for" => entry.name.clone(),
            KeyForm::Escaped => match entry.name.chars().next() {
                Some(first) => {
                    let rest = quoted(&entry.name[first.len_utf8()..]);
                    match u32::from(first) {
                        code @ ..=0xffff => format!("\"\\u{code:04x}{}", &rest[1..]),
                        code => format!("\"\\U{code:08x}{}", &rest[1..]),
                    }
                }
                None => "\"\"".to_owned(),
            },
            KeyForm::Parenthesized => format!("({})", quoted(&entry.name)),
            _ => quoted(&entry.name),
        };
        self.push(&text);
    }
}

/// Returns a text in quotes, as a template or as a label.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '$' | '%' if rest[1..].starts_with('{') => {
                quoted.extend([character, character]);
            }
            control if control.is_control() || control == '\u{feff}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
        rest = &rest[character.len_utf8()..];
    }
    quoted.push('"');
    quoted
}

/// Writes a file in HCL JSON.
pub fn json(body: &Body) -> Text {
    let mut writer = Json(Text::default());
    writer.body(body, 0);
    writer.0.text.push('\n');
    writer.0
}

struct Json(Text);

impl Json {
    fn push(&mut self, text: &str) {
        self.0.text += text;
    }

    fn span(&mut self, id: Id, start: usize) {
        let end = self.0.text.len();
        self.0.spans.insert(id, start..end);
    }

    /// Writes a body as an object. The blocks with one name are one property.
    fn body(&mut self, body: &Body, level: usize) {
        let start = self.0.text.len();
        self.push("{");
        let mut names: Vec<&str> = Vec::new();
        for item in &body.items {
            let name = item.name();
            if names.contains(&name) {
                continue;
            }
            self.push(if names.is_empty() { "" } else { "," });
            names.push(name);
            self.push(&format!("\n{}", "  ".repeat(level + 1)));
            let start = self.0.text.len();
            self.push(&format!("{}: ", string(name)));
            match item {
                Item::Attribute(entry) => {
                    self.expr(&entry.value);
                    self.span(entry.id, start);
                }
                Item::Block(first) => {
                    let of_name = |item: &&Item| matches!(item, Item::Block(block) if block.name == name);
                    let blocks: Vec<_> = body.items.iter().filter(of_name).collect();
                    if blocks.len() == 1 && first.id % 3 != 0 {
                        self.block(first, 0, level + 1);
                        self.span(first.id, start);
                        continue;
                    }
                    self.push("[");
                    for (index, item) in blocks.iter().enumerate() {
                        let Item::Block(block) = item else { continue };
                        self.push(if index == 0 { "" } else { ", " });
                        let element = self.0.text.len();
                        self.block(block, 0, level + 1);
                        self.span(block.id, if blocks.len() == 1 { start } else { element });
                    }
                    self.push("]");
                }
            }
        }
        self.push(&format!("\n{}}}", "  ".repeat(level)));
        self.span(body.id, start);
    }

    fn block(&mut self, block: &Block, label: usize, level: usize) {
        match block.labels.get(label) {
            None => self.body(&block.body, level),
            Some(text) => {
                self.push("{ ");
                let start = self.0.text.len();
                self.push(&string(&text.text));
                self.span(text.id, start);
                self.push(": ");
                self.block(block, label + 1, level);
                self.push(" }");
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let start = self.0.text.len();
        match &expr.kind {
            ExprKind::Null => self.push("null"),
            ExprKind::Bool(bool) => self.push(&bool.to_string()),
            ExprKind::Number(number) => self.push(number),
            ExprKind::Text(text) => self.push(&string(&template(text))),
            ExprKind::Variable(name) => self.push(&format!("\"${{{name}}}\"")),
            ExprKind::List(items) => {
                self.push("[");
                for (index, item) in items.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    self.expr(item);
                }
                self.push("]");
            }
            ExprKind::Object(entries) => {
                self.push("{");
                for (index, entry) in entries.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    let start = self.0.text.len();
                    let key = string(&template(&entry.name));
                    match (entry.key, entry.name.chars().next()) {
                        (KeyForm::Escaped, Some(first))
                            if first.is_alphanumeric() && u32::from(first) < 0xffff =>
                        {
                            self.push(&format!(
                                "\"\\u{:04x}{}",
                                u32::from(first),
                                &key[1 + first.len_utf8()..]
                            ));
                        }
                        _ => self.push(&key),
                    }
                    self.push(": ");
                    self.expr(&entry.value);
                    self.span(entry.id, start);
                }
                self.push("}");
            }
        }
        self.span(expr.id, start);
    }
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn template(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

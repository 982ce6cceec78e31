//! The kind `hcledit`: the output of the commands of that program.

use serde_hcl::ast::visit::{Visitor, walk};
use serde_hcl::ast::{self, TemplateForm};
use serde_hcl::edit::{AttributeMut, Document, Layout, NodeId, Position};
use serde_hcl::{Error, Expression, format, parse_expression, parse_file};
use serde_json::{Value as Json, json};

/// The output of a command, or an error.
type Output = Result<String, Failure>;

struct Failure;

impl From<Error> for Failure {
    fn from(_: Error) -> Self {
        Self
    }
}

pub fn answer(request: &Json) -> Json {
    let source = crate::source(request, "src");
    let args = request["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    let args: Vec<&str> = args.iter().filter_map(Json::as_str).collect();
    let command = request["command"].as_str().unwrap_or_default();
    let written = Document::parse(source.clone()).map_err(Failure::from).and_then(|mut document| {
        document.set_layout(
            Layout::default().separate_blocks(false).separate_comments(false).merge_blank_lines(false),
        );
        let (newline, comments) = (request["newline"] == true, request["with_comments"] == true);
        Editor { before: document.to_string(), document, newline, comments }.run(command, &args)
    });
    match written {
        Ok(text) => json!({ "text": text }),
        Err(Failure) => json!({ "error": true }),
    }
}

/// The blocks that an address leads to.
type Found = Vec<NodeId>;

struct Editor {
    document: Document,
    before: String,
    /// Whether an empty line comes before appended text.
    newline: bool,
    comments: bool,
}

impl Editor {
    fn run(mut self, command: &str, args: &[&str]) -> Output {
        match (command, args) {
            ("attribute get", [address]) => return self.get_attribute(address),
            ("attribute set", [address, value]) => {
                let value = expression(value)?;
                if let Some(mut attribute) = self.attribute(address)? {
                    attribute.set(value)?;
                }
            }
            ("attribute mv", [from, to]) => {
                let (from_block, to_block) = (split(from)?, split(to)?);
                let Some(to) = to_block.last().cloned() else { return Err(Failure) };
                if from_block[..from_block.len() - 1] != to_block[..to_block.len() - 1] {
                    return Err(Failure);
                }
                if let Some(mut attribute) = self.attribute(from)? {
                    attribute.rename(&to)?;
                }
            }
            ("attribute replace", [address, name, value]) => {
                let value = expression(value)?;
                if let Some(mut attribute) = self.attribute(address)? {
                    attribute.rename(name)?;
                    attribute.set(value)?;
                }
            }
            ("attribute rm", [address]) => {
                if let Some(attribute) = self.attribute(address)? {
                    attribute.remove()?;
                }
            }
            ("attribute append", [address, value]) => self.append_attribute(address, value)?,
            ("block get", [address]) => return self.get_blocks(address),
            ("block list", []) => return Ok(self.list_blocks()),
            ("block mv", [from, to]) => {
                let to = split(to)?;
                for id in self.blocks(from)? {
                    if let Some(mut block) = self.document.block_at(id) {
                        block.set_type(&to[0])?;
                        block.set_labels(labels(&to))?;
                    }
                }
            }
            ("block rm", [address]) => {
                for id in self.blocks(address)? {
                    if let Some(block) = self.document.block_at(id) {
                        block.remove()?;
                    }
                }
                return Ok(format(&squeezed(&self.document.to_string())));
            }
            ("block append", [address, child]) => {
                let child = split(child)?;
                for id in self.blocks(address)? {
                    let Some(mut block) = self.document.block_at(id) else { continue };
                    if self.newline {
                        block.body().append_raw("\n")?;
                    }
                    block.body().append_block(&child[0], labels(&child))?;
                }
            }
            ("block new", [address]) => {
                let names = split(address)?;
                if self.newline {
                    self.document.root().append_raw("\n")?;
                }
                self.document.root().append_block(&names[0], labels(&names))?;
            }
            ("body get", [address]) => return self.get_body(address),
            ("fmt", []) => return Ok(format(&self.document.to_string())),
            ("vertical-format", _) => return Ok(squeezed(&self.document.to_string())),
            _ => return Err(Failure),
        }
        // An unchanged file is written as it is.
        let after = self.document.to_string();
        Ok(if self.before == after { after } else { format(&after) })
    }

    fn get_attribute(&mut self, address: &str) -> Output {
        let comments = self.comments;
        let Some(attribute) = self.attribute(address)? else { return Ok(String::new()) };
        let value = attribute.ast().expression();
        let mut text = value.source().slice(value.span()).to_owned();
        match attribute.trailing_comment() {
            Some(comment) if comments => text = format!("{text} {comment}"),
            _ if !comments => text = without_comments(&text),
            _ => {}
        }
        Ok(text + "\n")
    }

    fn append_attribute(&mut self, address: &str, value: &str) -> Result<(), Failure> {
        let (value, names) = (expression(value)?, split(address)?);
        let Some((name, block)) = names.split_last() else { return Err(Failure) };
        let mut body = match block {
            [] => self.document.root(),
            _ => match self.matching(block, false).into_iter().next() {
                Some(id) => match self.document.body_at(id) {
                    Some(body) => body,
                    None => return Ok(()),
                },
                None => return Ok(()),
            },
        };
        if body.attribute(name).is_some() {
            return Err(Failure);
        }
        if self.newline {
            body.append_raw("\n")?;
        }
        Ok(body.insert_attribute(Position::Last, name, value)?)
    }

    /// Returns the first attribute that an address leads to.
    fn attribute(&mut self, address: &str) -> Result<Option<AttributeMut<'_>>, Failure> {
        let names = split(address)?;
        let Some((name, block)) = names.split_last() else { return Err(Failure) };
        let body = match block {
            [] => Some(NodeId::default()),
            _ => self.matching(block, false).into_iter().next(),
        };
        let mut body = body.and_then(|id| self.document.body_at(id));
        let found = body.as_mut().and_then(|body| body.attribute(name)).map(|it| it.id());
        Ok(found.and_then(|id| self.document.attribute_at(id)))
    }

    fn get_blocks(&mut self, address: &str) -> Output {
        let mut blocks = Vec::new();
        let text = self.document.to_string();
        for id in self.blocks(address)? {
            let Some(block) = self.document.block_at(id) else { continue };
            let span = block.ast().span();
            let mut lines: Vec<&str> = block.leading_comments();
            let comment = block.trailing_comment().map_or(String::new(), |comment| format!(" {comment}"));
            lines.push(&text[span.range()]);
            blocks.push(format!("{}{comment}\n", lines.join("\n")));
        }
        Ok(format(&blocks.join("\n")))
    }

    fn list_blocks(&self) -> String {
        let line = |block: ast::Block<'_>| {
            let labels = block.labels().map(|label| label.text());
            let names = [block.block_type()].into_iter().chain(labels).map(|name| name.replace('.', "\\."));
            names.collect::<Vec<_>>().join(".") + "\n"
        };
        self.document.ast().blocks().map(line).collect()
    }

    fn get_body(&mut self, address: &str) -> Output {
        let found = self.blocks(address)?.into_iter().next();
        let Some(block) = found.and_then(|id| self.document.block_at(id)) else {
            return Ok(String::new());
        };
        let span = block.ast().body().span();
        let text = self.document.file().body().source().text();
        let inside = &text[span.start as usize + 1..span.end as usize - 1];
        let inside = inside.trim_matches([' ', '\t']);
        let ending = if inside.is_empty() || inside.ends_with('\n') { "" } else { "\n" };
        Ok(format(&squeezed(&format!("{inside}{ending}"))))
    }

    fn blocks(&mut self, address: &str) -> Result<Found, Failure> {
        Ok(self.matching(&split(address)?, true))
    }

    /// Returns the blocks that names lead to.
    fn matching(&mut self, names: &[String], wildcards: bool) -> Found {
        let mut found = Vec::new();
        search(&mut self.document, NodeId::default(), names, wildcards, &mut found);
        found
    }
}

/// Finds the blocks whose type and labels are names, and those in blocks whose type and labels are
/// the first of them.
fn search(document: &mut Document, body: NodeId, names: &[String], wildcards: bool, found: &mut Found) {
    let Some((block_type, labels)) = names.split_first() else { return };
    for id in document.body_at(body).map(|mut body| body.ids()).unwrap_or_default() {
        let Some(block) = document.block_at(id) else { continue };
        let own = block.labels();
        let mut pairs = own.iter().zip(labels);
        let is_match = block.block_type() == block_type
            && own.len() <= labels.len()
            && pairs.all(|(label, name)| label == name || (wildcards && name == "*"));
        match labels.get(own.len()..) {
            Some([]) if is_match => found.push(id),
            Some(rest) if is_match => search(document, id, rest, wildcards, found),
            _ => {}
        }
    }
}

/// Returns the names of an address, which dots separate; `\.` is a dot in a name.
fn split(address: &str) -> Result<Vec<String>, Failure> {
    if address.is_empty() {
        return Err(Failure);
    }
    let mut names = vec![String::new()];
    let mut characters = address.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some('.')) => {
                characters.next();
                names.last_mut().expect("there is a name").push('.');
            }
            ('.', _) => names.push(String::new()),
            _ => names.last_mut().expect("there is a name").push(character),
        }
    }
    Ok(names)
}

/// Returns the names after the type of a block.
fn labels(names: &[String]) -> Vec<&str> {
    names.iter().skip(1).map(String::as_str).collect()
}

fn expression(text: &str) -> Result<Expression, Failure> {
    Ok(parse_expression(text).into_result()?)
}

/// Returns the text of an expression without its comments and the spaces before them.
fn without_comments(text: &str) -> String {
    let prefix = "a = ";
    let file = parse_file(format!("{prefix}{text}\n")).value;
    let source = file.body().source().text();
    let mut out = String::new();
    let mut done = prefix.len();
    for comment in file.comments() {
        out.push_str(source[done..comment.start as usize].trim_end_matches([' ', '\t']));
        done = comment.end as usize;
    }
    out + source[done..].trim_end_matches('\n')
}

/// Returns a text with at most one blank line at a time, and none at its ends.
fn squeezed(text: &str) -> String {
    let file = parse_file(text).value;
    let mut kept = Literals::default();
    kept.visit_body(file.ast().expect("it is in native syntax"));
    kept.0.extend(file.comments().map(|span| span.range()));
    let mut out = String::new();
    let mut at = 0;
    let mut blank = String::new();
    for line in text.split_inclusive('\n') {
        let is_kept = kept.0.iter().any(|span| span.start < at && at < span.end);
        at += line.len();
        if line.trim().is_empty() && !is_kept {
            blank = line.to_owned();
            continue;
        }
        if !out.is_empty() {
            out.push_str(&blank);
        }
        blank.clear();
        out.push_str(line);
    }
    out
}

/// The ranges of all heredocs.
#[derive(Default)]
struct Literals(Vec<std::ops::Range<usize>>);

impl<'t> Visitor<'t> for Literals {
    fn visit_expression(&mut self, expression: ast::Expression<'t>) {
        if expression.template_form() == Some(TemplateForm::Heredoc) {
            self.0.push(expression.span().range());
        }
        walk(self, expression);
    }
}

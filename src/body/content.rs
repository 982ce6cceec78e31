//! What a schema finds in a body, whichever syntax the body was written in.

use std::sync::Arc;

use indexmap::IndexMap;

use super::rest::Hidden;
use super::{Attribute, Block, Body, BodyKind, BodySchema, DYNAMIC, Expansion, json, merged, native};
use crate::diag::{Category, Diagnostic, Diagnostics};
use crate::outcome::Outcome;
use crate::source::{Source, Span};

/// The attributes and blocks that a [`BodySchema`] found in a [`Body`].
#[derive(Clone, Debug)]
pub struct BodyContent {
    pub(super) attributes: IndexMap<String, Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) missing: (Source, Span),
}

impl BodyContent {
    pub(super) fn new(missing: (Source, Span)) -> Self {
        Self { attributes: IndexMap::new(), blocks: Vec::new(), missing }
    }

    /// The attributes in source order.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.values()
    }

    /// The attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// The blocks of all types in source order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks of one type in source order.
    pub fn blocks_of<'c>(&'c self, block_type: &'c str) -> impl Iterator<Item = &'c Block> {
        self.blocks.iter().filter(move |block| block.block_type() == block_type)
    }

    /// Where to point when something is missing in the body.
    pub fn missing_span(&self) -> Span {
        self.missing.1
    }

    /// The source of [`missing_span`](Self::missing_span).
    pub fn source(&self) -> &Source {
        &self.missing.0
    }
}

/// What partial content gives: the content, and the names that it took, those hidden before included.
pub(super) struct Partial {
    pub(super) content: BodyContent,
    pub(super) hidden: Hidden,
    pub(super) diagnostics: Diagnostics,
}

/// Specification: information model, "Body Content".
impl Body {
    /// The attributes and blocks that a schema names. Whatever else is in the body is a mistake.
    ///
    /// The content holds what is right, also when something else is wrong. Diagnostics tell all of it: "Missing required
    /// argument", "Unsupported argument", "Unsupported block type", missing and extraneous labels, each with what was
    /// probably meant.
    ///
    /// ```
    /// use serde_hcl::{AttributeSchema, BlockSchema, BodySchema, parse_file};
    ///
    /// let schema = BodySchema::new([AttributeSchema::required("port")], [BlockSchema::new("check", ["name"])])?;
    /// let file = parse_file("prot = 80\ncheck \"alive\" {}\n").into_result()?;
    /// let outcome = file.body().content(&schema);
    /// assert_eq!(outcome.value.blocks()[0].labels()[0].text(), "alive");
    /// let problems: Vec<_> = outcome.diagnostics.iter().map(|it| it.to_string()).collect();
    /// assert_eq!(problems, [
    ///     "1:1: Missing required argument: The argument \"port\" is required, but no definition was found.",
    ///     "1:1: Unsupported argument: An argument named \"prot\" is not expected here. Did you mean \"port\"?",
    /// ]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        match &self.kind {
            BodyKind::Merged { bodies, .. } => {
                let (content, _, diagnostics) = merged::content(self, bodies, schema, false);
                Outcome { value: content, diagnostics }
            }
            BodyKind::Native { .. } | BodyKind::Json { .. } => {
                let partial = self.expanded(schema, true);
                Outcome { value: partial.content, diagnostics: partial.diagnostics }
            }
        }
    }

    /// The attributes and blocks that a schema names, and a body with the rest.
    ///
    /// ```
    /// use serde_hcl::{AttributeSchema, BodySchema, parse_file};
    ///
    /// let schema = BodySchema::new([AttributeSchema::required("kind")], [])?;
    /// let file = parse_file("kind = \"disk\"\nsize = 10\n").into_result()?;
    /// let (content, rest) = file.body().partial_content(&schema).into_result()?;
    /// assert!(content.attribute("kind").is_some());
    /// let rest = rest.just_attributes().into_result()?;
    /// assert_eq!(rest[0].name(), "size");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn partial_content(&self, schema: &BodySchema) -> Outcome<(BodyContent, Self)> {
        match &self.kind {
            BodyKind::Merged { bodies, .. } => {
                let (content, rest, diagnostics) = merged::content(self, bodies, schema, true);
                Outcome { value: (content, rest), diagnostics }
            }
            BodyKind::Native { .. } | BodyKind::Json { .. } => {
                let partial = self.expanded(schema, false);
                let rest = Self { hidden: Some(Arc::new(partial.hidden)), ..self.clone() };
                Outcome { value: (partial.content, rest), diagnostics: partial.diagnostics }
            }
        }
    }

    /// All attributes, where no blocks are expected: "dynamic attributes mode".
    ///
    /// Blocks are reported; in HCL JSON each property is an attribute.
    ///
    /// ```
    /// let file = serde_hcl::parse_file("a = 1\nb = 2\n").into_result()?;
    /// let attributes = file.body().just_attributes().into_result()?;
    /// let names: Vec<_> = attributes.iter().map(|attribute| attribute.name()).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn just_attributes(&self) -> Outcome<Vec<Attribute>> {
        let mut outcome = match &self.kind {
            BodyKind::Native { .. } => native::just_attributes(self),
            BodyKind::Json { .. } => json::just_attributes(self),
            BodyKind::Merged { bodies, .. } => merged::just_attributes(bodies),
        };
        if let Some(expansion) = &self.expansion {
            expansion.attributes(outcome.value.iter_mut());
        }
        outcome
    }

    /// One body with the content of several, for instance of all files in a directory, in their order. An attribute that more
    /// than one of them sets is reported when content is taken.
    ///
    /// ```
    /// use serde_hcl::{AttributeSchema, Body, BodySchema, Source, parse_file};
    ///
    /// let one = parse_file(Source::new("one.hcl", "a = 1\n")).into_result()?;
    /// let two = parse_file(Source::new("two.hcl", "a = 2\n")).into_result()?;
    /// let body = Body::merge([one.body(), two.body()]);
    /// let schema = BodySchema::new([AttributeSchema::required("a")], [])?;
    /// let error = body.content(&schema).into_result().unwrap_err();
    /// assert_eq!(error.to_string(), "two.hcl:1:1: Duplicate argument: The argument \"a\" was set before, at one.hcl:1:1.");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn merge(bodies: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for body in bodies {
            match &body.kind {
                BodyKind::Merged { bodies, .. } if body.hidden.is_none() && body.expansion.is_none() => {
                    flat.extend(bodies.iter().cloned());
                }
                _ => flat.push(body),
            }
        }
        let source = flat.first().map_or_else(Source::default, |body| body.source().clone());
        Self::new(BodyKind::Merged { bodies: flat.into(), source })
    }

    /// Where to point when something is missing in it: the start of a native body, the closing brace of a JSON object.
    pub fn missing_span(&self) -> Span {
        match &self.kind {
            BodyKind::Native { .. } => {
                let start = self.span().start;
                let has_bom = start == 0 && self.source().text().starts_with('\u{feff}');
                Span::at(if has_bom { 3 } else { start })
            }
            BodyKind::Json { tree, node } => json::missing_span(tree.node(*node)),
            BodyKind::Merged { bodies, .. } => bodies.first().map_or_else(Span::default, Self::missing_span),
        }
    }

    /// What a schema finds, with dynamic blocks expanded; where all is wanted, whatever else there is is a mistake.
    fn expanded(&self, schema: &BodySchema, all: bool) -> Partial {
        let expansion = self.expansion.as_ref().and_then(|it| Some((it, Expansion::extend(schema)?)));
        let extended = expansion.as_ref().map_or(schema, |(_, extended)| extended);
        let mut partial = self.partial(extended);
        if all {
            match &self.kind {
                BodyKind::Json { .. } => json::extraneous(self, extended, &mut partial),
                _ => native::extraneous(self, extended, &mut partial),
            }
        }
        match (expansion, &self.expansion) {
            (Some((expansion, _)), _) => {
                // Those of other types are still there.
                partial.hidden.attributes.remove(DYNAMIC);
                partial.hidden.blocks.remove(DYNAMIC);
                if let BodyKind::Json { .. } = &self.kind {
                    // Also where there are only dynamic ones of them.
                    let taken = schema.blocks().map(|block| block.block_type().to_owned());
                    partial.hidden.attributes.extend(taken);
                }
                expansion.content(self, schema, all, &mut partial.content, &mut partial.diagnostics);
            }
            (None, Some(expansion)) => expansion.attributes(partial.content.attributes.values_mut()),
            (None, None) => {}
        }
        partial
    }

    fn partial(&self, schema: &BodySchema) -> Partial {
        let mut partial = Partial {
            content: BodyContent::new((self.source().clone(), self.missing_span())),
            hidden: self.hidden.as_deref().cloned().unwrap_or_default(),
            diagnostics: Diagnostics::new(),
        };
        match &self.kind {
            BodyKind::Json { .. } => json::partial(self, schema, &mut partial),
            _ => native::partial(self, schema, &mut partial),
        }
        partial
    }
}

impl Partial {
    pub(super) fn error(
        &mut self,
        subject: Span,
        summary: impl Into<std::borrow::Cow<'static, str>>,
        detail: String,
    ) {
        let diagnostic = Diagnostic::error(Category::Data, summary, detail).at(subject);
        self.diagnostics.push(diagnostic.in_source(&self.content.missing.0));
    }

    /// Reports the required attributes that were not found.
    pub(super) fn check_required(&mut self, schema: &BodySchema) {
        for attribute in schema.attributes() {
            if attribute.is_required() && !self.content.attributes.contains_key(attribute.name()) {
                let missing = missing_argument(attribute.name(), &self.content.missing);
                self.diagnostics.push(missing);
            }
        }
    }
}

pub(super) fn missing_argument(name: &str, place: &(Source, Span)) -> Diagnostic {
    let detail = format!("The argument {name:?} is required, but no definition was found.");
    Diagnostic::error(Category::Data, "Missing required argument", detail).at(place.1).in_source(&place.0)
}

pub(super) fn duplicate_argument(first: &Attribute, second: &Attribute) -> Diagnostic {
    let place = first.source().place(first.name_span());
    let diagnostic = set_before(second.name(), second.name_span(), &place);
    diagnostic.within(second.span()).in_source(second.source())
}

/// An argument that was set before, at a place as messages show it.
pub(crate) fn set_before(name: &str, span: Span, place: &str) -> Diagnostic {
    let detail = format!("The argument {name:?} was set before, at {place}.");
    Diagnostic::error(Category::Data, "Duplicate argument", detail).at(span)
}

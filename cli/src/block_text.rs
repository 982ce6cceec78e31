//! Blocks as they are written.

use std::collections::HashMap;

use serde_hcl::ast::BodyItem;
use serde_hcl::edit::{Document, NodeId};
use serde_hcl::{Block, Source};

use crate::Result;

/// The texts of blocks with their comments.
#[derive(Default)]
pub struct Texts(Option<(Source, Blocks)>);

/// The document of a file, and its blocks by their first byte.
struct Blocks {
    document: Document,
    ids: HashMap<u32, NodeId>,
}

impl Texts {
    /// Returns a block as it is written, with its comments, and without the indentation of the
    /// blocks around it.
    pub fn text(&mut self, block: &Block) -> Result<String> {
        let (source, span) = (block.source(), block.span());
        if block.ast().is_none() {
            return Ok(source.slice(span).to_owned());
        }
        let known = self.0.take().filter(|(known, _)| known.text().as_ptr() == source.text().as_ptr());
        let (_, blocks) = self.0.insert(match known {
            Some(known) => known,
            None => (source.clone(), Blocks::new(source)?),
        });
        let id = blocks.ids.get(&span.start);
        let found = id.and_then(|id| blocks.document.block_at(*id));
        Ok(found.map_or_else(|| source.slice(span).to_owned(), |block| block.to_string()))
    }
}

impl Blocks {
    fn new(source: &Source) -> Result<Self> {
        let mut document = Document::parse(source.clone())?;
        let file = document.file().clone();
        let mut ids = HashMap::new();
        let mut remaining: Vec<_> = file.ast().map(|root| (NodeId::default(), root)).into_iter().collect();
        while let Some((id, body)) = remaining.pop() {
            let children = document.body_at(id).map(|mut body| body.ids()).unwrap_or_default();
            for (child, item) in children.into_iter().zip(body.items()) {
                if let BodyItem::Block(block) = item {
                    remaining.push((child, block.body()));
                    ids.insert(block.span().start, child);
                }
            }
        }
        Ok(Self { document, ids })
    }
}

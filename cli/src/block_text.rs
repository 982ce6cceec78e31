//! Blocks as they are written.

use std::collections::HashMap;

use serde_hcl::ast::BodyItem;
use serde_hcl::edit::{Document, Path};
use serde_hcl::{Block, Source};

use crate::Result;

/// The texts of blocks with their comments.
#[derive(Default)]
pub struct Texts(Option<(Source, Blocks)>);

/// The document of a file, and its blocks by their first byte.
struct Blocks {
    document: Document,
    paths: HashMap<u32, (Path, usize)>,
}

impl Texts {
    /// Returns a block as it is written, with its comments, and without the indentation of the
    /// blocks around it.
    pub fn of(&mut self, block: &Block) -> Result<String> {
        let (source, span) = (block.source(), block.span());
        if block.ast().is_none() {
            return Ok(source.slice(span).to_owned());
        }
        let known = self.0.take().filter(|(known, _)| known.text().as_ptr() == source.text().as_ptr());
        let (_, blocks) = self.0.insert(match known {
            Some(known) => known,
            None => (source.clone(), Blocks::new(source)?),
        });
        let place = blocks.paths.get(&span.start);
        let found = place.and_then(|(path, index)| blocks.document.block_at(path, *index));
        found.map_or_else(|| Ok(source.slice(span).to_owned()), |mut block| Ok(block.text()?))
    }
}

impl Blocks {
    fn new(source: &Source) -> Result<Self> {
        let document = Document::parse(source.clone())?;
        let mut paths = HashMap::new();
        let mut remaining = vec![(Path::default(), document.ast())];
        while let Some((path, body)) = remaining.pop() {
            for (index, item) in body.items().enumerate() {
                if let BodyItem::Block(block) = item {
                    remaining.push((path.child(index), block.body()));
                    paths.insert(block.span().start, (path.clone(), index));
                }
            }
        }
        Ok(Self { document, paths })
    }
}

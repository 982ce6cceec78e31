//! `hcl get`

use std::collections::HashMap;

use serde_hcl::ast::BodyItem;
use serde_hcl::edit::{Document, Path};
use serde_hcl::{Block, Source, json};

use crate::address::{self, Found};
use crate::arguments::GetArguments;
use crate::definitions::Definitions;
use crate::options::ValueFormat;
use crate::output::Output;
use crate::{Failure, Result, input, print, unknown};

pub fn run(arguments: &GetArguments, output: &Output) -> Result<()> {
    let bodies = input::bodies(&arguments.files)?;
    let body = input::merge(bodies.clone());
    match address::find(&body, &arguments.address)? {
        Found::Expression(expression, rest) if arguments.expression => {
            if !rest.is_empty() {
                let message = format!("{} is a part of a value, not an expression", arguments.address);
                return Err(Failure::Command(message));
            }
            output.line(expression.source().slice(expression.span()))
        }
        Found::Expression(expression, rest) => {
            let scope = Definitions::of(bodies, &arguments.roots, &arguments.variables)?.scope;
            let value = rest.follow(output.value_of(scope.evaluate(&expression))?)?;
            print::value(&unknown::reject(value, &expression, &scope)?, &arguments.printing, output)
        }
        Found::Blocks(blocks) => {
            let mut texts = Texts::default();
            blocks.iter().try_for_each(|block| match arguments.printing.format {
                ValueFormat::Hcl => output.line(&texts.of(block)?),
                ValueFormat::Json => output.line(&json::to_string_pretty(block.body())?),
            })
        }
    }
}

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

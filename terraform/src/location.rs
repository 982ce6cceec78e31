//! Places in files.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_hcl::{Attribute, Block, Diagnostic, Source, Span};

/// The place of a definition in a file.
///
/// It is written as the file and the line by `{}`, and as an object with `filename` and `line` by
/// serde.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let module =
///     Module::from_files([("main.tf", "# Where\nvariable \"region\" {}\n")]).into_result()?;
/// let at = &module.variables[0].at;
/// assert_eq!((at.file(), at.line()), ("main.tf", 2));
/// assert_eq!(at.to_string(), "main.tf:2");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Location {
    /// The text of the file.
    pub source: Source,
    /// The bytes of the definition in it: the type and the labels of a block, the name of a local
    /// value.
    pub span: Span,
}

impl Location {
    /// Returns the name of the file.
    pub fn file(&self) -> &str {
        self.source.name()
    }

    /// Returns the line, beginning with 1.
    pub fn line(&self) -> u32 {
        self.source.pos(self.span.start).line
    }

    /// Places a diagnostic here.
    pub(crate) fn place(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.at(self.span).in_source(&self.source)
    }
}

impl From<&Block> for Location {
    fn from(block: &Block) -> Self {
        Self { source: block.source().clone(), span: block.header_span() }
    }
}

impl From<&Attribute> for Location {
    fn from(attribute: &Attribute) -> Self {
        Self { source: attribute.source().clone(), span: attribute.name_span() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file(), self.line())
    }
}

impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut place = serializer.serialize_struct("Location", 2)?;
        place.serialize_field("filename", self.file())?;
        place.serialize_field("line", &self.line())?;
        place.end()
    }
}

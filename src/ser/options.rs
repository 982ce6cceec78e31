//! Options for writing.

use std::io::Write;

use serde::Serialize;

use super::native;
use super::serializer::TapeSerializer;
use super::tape::Tape;
use crate::error::Result;

/// Options for writing native syntax.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde_hcl::WriteOptions;
///
/// #[derive(serde::Serialize)]
/// struct Config {
///     defaults: Service,
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Service {
///     port: u16,
/// }
///
/// let service = BTreeMap::from([("web".to_owned(), Service { port: 80 })]);
/// let config = Config { defaults: Service { port: 1 }, service };
/// let text = WriteOptions::new().structs_as_blocks(true).to_string(&config)?;
/// assert_eq!(text, "defaults {\n  port = 1\n}\n\nservice \"web\" {\n  port = 80\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    structs_as_blocks: bool,
    pub(super) width: Option<usize>,
}

impl WriteOptions {
    /// Creates the options of [`to_string`](crate::to_string).
    ///
    /// ```
    /// use serde_hcl::WriteOptions;
    ///
    /// let config = std::collections::BTreeMap::from([("port", 80)]);
    /// assert_eq!(WriteOptions::new().to_string(&config)?, "port = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes structs, and struct variants of enums, as blocks, wherever they are fields of a body:
    /// one, in an option, in a sequence as repeated blocks, in a map with the keys as labels. The
    /// name of a variant is a label too. In the value of an attribute a struct is an object, and so
    /// are the structs of a sequence or a map that contains something else, which
    /// [`Options::strict`](crate::Options::strict) accepts in tuples only. Without this option,
    /// [`blocks`](crate::with::blocks) and [`labeled_blocks`](crate::with::labeled_blocks) select
    /// the fields that are written as blocks.
    ///
    /// ```
    /// use serde_hcl::WriteOptions;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Config {
    ///     limits: Limits,
    /// }
    ///
    /// #[derive(serde::Serialize)]
    /// struct Limits {
    ///     cpu: u8,
    /// }
    ///
    /// let config = Config { limits: Limits { cpu: 2 } };
    /// assert_eq!(serde_hcl::to_string(&config)?, "limits = {\n  cpu = 2\n}\n");
    /// let options = WriteOptions::new().structs_as_blocks(true);
    /// assert_eq!(options.to_string(&config)?, "limits {\n  cpu = 2\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn structs_as_blocks(mut self, are_blocks: bool) -> Self {
        self.structs_as_blocks = are_blocks;
        self
    }

    /// Writes each list and each object up to this number of bytes on one line, and longer ones
    /// with an element on each line. Without this option, the width of lists is 80, and objects are
    /// on one line if they are empty.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::{WriteOptions, value};
    ///
    /// let (ports, tags) = (value!([80, 443]), value!({ "a": 1, "b": [2] }));
    /// let config = BTreeMap::from([("ports", ports), ("tags", tags)]);
    /// let options = WriteOptions::new().width(20);
    /// assert_eq!(options.to_string(&config)?, "ports = [80, 443]\ntags  = { a = 1, b = [2] }\n");
    /// let options = WriteOptions::new().width(8);
    /// assert_eq!(
    ///     options.to_string(&config)?,
    ///     "ports = [\n  80,\n  443,\n]\ntags = {\n  a = 1\n  b = [2]\n}\n",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn width(mut self, bytes: usize) -> Self {
        self.width = Some(bytes);
        self
    }

    /// Writes a value like [`to_string`](crate::to_string), with these options.
    ///
    /// # Errors
    /// Returns the same errors as [`to_string`](crate::to_string).
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        native::file(&mut self.tape_of(value)?, self.width)
    }

    /// Writes a value like [`to_writer`](crate::to_writer), with these options.
    ///
    /// # Errors
    /// Returns the same errors as [`to_writer`](crate::to_writer).
    pub fn to_writer<T: Serialize + ?Sized>(&self, mut writer: impl Write, value: &T) -> Result<()> {
        Ok(writer.write_all(self.to_string(value)?.as_bytes())?)
    }

    pub(super) fn tape(self) -> Tape {
        Tape::new(self.structs_as_blocks)
    }

    /// Puts a value on a tape.
    pub(crate) fn tape_of<T: Serialize + ?Sized>(self, value: &T) -> Result<Tape> {
        let mut tape = self.tape();
        value.serialize(TapeSerializer::new(&mut tape))?;
        Ok(tape)
    }
}

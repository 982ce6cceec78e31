//! Decoding of files: one, several as one configuration, or those of a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::Options;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::error::{Error, Result};
use crate::source::{Escaped, Source};
use crate::util::order::sort_by_name;

/// Decodes a configuration file. Messages contain its path. A file whose name ends in `.json` is
/// read as JSON syntax, any other file as native syntax. See [`from_str`](crate::from_str).
///
/// # Errors
/// Returns the same errors as [`from_slice`](crate::from_slice), and an error if the file cannot be
/// read.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Config {
///     port: u16,
/// }
///
/// # let path = std::env::temp_dir().join("serde_hcl_from_path.hcl");
/// # std::fs::write(&path, "port = 80\n")?;
/// // A file with the line `port = 80`.
/// let config: Config = serde_hcl::from_path(&path)?;
/// assert_eq!(config.port, 80);
///
/// let error =
///     serde_hcl::from_path::<Config>("no_such_file.hcl").err().expect("there is no such file");
/// assert_eq!(error.category(), serde_hcl::diag::Category::Io);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_path<T: DeserializeOwned>(path: impl AsRef<Path>) -> Result<T> {
    Options::new().from_path(path)
}

impl Options {
    /// Decodes like [`from_path`](crate::from_path), with these options. The path is the name of
    /// the source, unless [`file_name`](Self::file_name) sets one.
    ///
    /// # Errors
    /// Returns the same errors as [`from_path`](crate::from_path).
    ///
    /// ```
    /// use serde_hcl::{EvalContext, Map, Options};
    ///
    /// # let path = std::env::temp_dir().join("serde_hcl_options_from_path.hcl");
    /// # std::fs::write(&path, "port = base + 80\n")?;
    /// // A file with the line `port = base + 80`.
    /// let mut context = EvalContext::new();
    /// context.set("base", 8000);
    /// let config: Map = Options::new().context(context).from_path(&path)?;
    /// assert_eq!(config["port"], 8080);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_path<T: DeserializeOwned>(&self, path: impl AsRef<Path>) -> Result<T> {
        let (source, json) = self.read(path.as_ref())?;
        self.from_body(self.parse(source, json).into_result()?.body())
    }

    /// Decodes several files as one configuration. They are read as
    /// [`from_path`](Self::from_path) reads a file, and merged as [`Body::merge`] merges bodies.
    /// The name of each file is its path.
    ///
    /// # Errors
    /// Returns an error with the syntax errors of all files, or else with those of decoding: see
    /// [`from_str`](crate::from_str). An attribute that several files set is one of these errors.
    /// If a file cannot be read, this is the only error.
    ///
    /// ```no_run
    /// use serde_hcl::Options;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: String,
    ///     ports: Vec<u16>,
    /// }
    ///
    /// let paths = ["defaults.hcl", "local.hcl.json"];
    /// let config: Config = Options::new().from_paths(paths)?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_paths<T: DeserializeOwned, P: AsRef<Path>>(
        &self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<T> {
        let mut bodies = Vec::new();
        let mut problems = Diagnostics::new();
        for path in paths {
            let (source, json) = self.read_as(path.as_ref(), "")?;
            let parsed = self.parse(source, json);
            problems.extend(parsed.diagnostics);
            bodies.push(parsed.value.body().clone());
        }
        if problems.has_errors() {
            return Err(Error::from(problems));
        }
        self.from_body(&Body::merge(bodies))
    }

    /// Decodes the files of a directory as one configuration, see [`from_paths`](Self::from_paths).
    /// The files are those with an extension, such as `hcl`, and those in JSON syntax with `.json`
    /// after it, in the order of their names. Hidden files and subdirectories are ignored.
    ///
    /// # Errors
    /// Returns the same errors as [`from_paths`](Self::from_paths), and an error if the directory
    /// has no such file.
    ///
    /// ```no_run
    /// use serde_hcl::Options;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: String,
    /// }
    ///
    /// // All of conf.d/*.hcl and conf.d/*.hcl.json.
    /// let config: Config = Options::new().from_dir("conf.d", "hcl")?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_dir<T: DeserializeOwned>(&self, path: impl AsRef<Path>, extension: &str) -> Result<T> {
        let path = path.as_ref();
        let paths = configurations(path, extension).map_err(|error| at_path(path, &error))?;
        if paths.is_empty() {
            let message = format!("there are no files *.{extension} and *.{extension}.json");
            return Err(at_path(path, &io::Error::new(io::ErrorKind::NotFound, message)).into());
        }
        self.from_paths(paths)
    }

    /// Returns a file with the name of these options, and whether it is in JSON syntax.
    pub(crate) fn read(&self, path: &Path) -> Result<(Source, bool)> {
        self.read_as(path, &self.file_name)
    }

    /// Returns a file, and whether it is in JSON syntax. Without a name, its name is its path.
    fn read_as(&self, path: &Path, name: &str) -> Result<(Source, bool)> {
        let mut bytes = Vec::new();
        fs::File::open(path)
            .and_then(|mut file| self.read_up_to_the_limit(&mut file, &mut bytes))
            .map_err(|error| at_path(path, &error))?;
        let json =
            self.json || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let name = if name.is_empty() { path.display().to_string() } else { name.to_owned() };
        Ok((Source::from_bytes(name, bytes), json))
    }
}

/// Returns an error of reading with the path.
fn at_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", Escaped(&path.display().to_string())))
}

/// Returns the configuration files of a directory in the order of their names.
fn configurations(path: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        let bytes = name.as_encoded_bytes();
        let stem = bytes.strip_suffix(b".json").unwrap_or(bytes);
        let stem = stem.strip_suffix(extension.as_bytes()).and_then(|stem| stem.strip_suffix(b"."));
        let is_visible = stem.is_some_and(|stem| !stem.is_empty() && !stem.starts_with(b"."));
        if is_visible && path.join(&name).is_file() {
            names.push(name);
        }
    }
    sort_by_name(&mut names, |name| name.as_encoded_bytes());
    Ok(names.into_iter().map(|name| path.join(name)).collect())
}

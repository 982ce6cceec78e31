//! The server: its settings, and its loop.

mod capabilities;
mod dispatch;
mod index;
mod publish;
mod pull;
mod serve;
mod settings;
mod state;
mod sync;
mod transport;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{bounded, unbounded};
use lsp_server::{Connection, Message};
use serde::de::DeserializeOwned;
use serde_hcl::analysis::Roots;
use serde_hcl::diag::Diagnostics;
use serde_hcl::ext::Spec;
use serde_hcl::value::Name;
use serde_hcl::{EvalContext, from_body};

use settings::Settings;
use transport::Received;

/// A language server, see the [crate](crate).
#[derive(Clone, Debug)]
#[must_use]
pub struct Server(Settings);

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl Server {
    /// Creates a server of configurations with any content. Expressions have the functions and the
    /// references of Terraform.
    ///
    /// A specification file named `.hcl-schema.hcl` (see [`Spec::from_file`]) or a JSON Schema
    /// named `.hcl-schema.json` describes the configurations in its folder and below it. Objects
    /// with properties in a JSON Schema are blocks.
    pub fn new() -> Self {
        Self(Settings::default())
    }

    /// Creates a server of the configurations that a type is decoded from. Completion and hover
    /// have the attributes and blocks of [`Spec::of`].
    ///
    /// Each document without syntax errors is checked by the specification, and decoded into the
    /// type. Errors that only decoding finds are added, such as those of the conversions of the
    /// type. Values that are unknown until the application runs are no errors.
    ///
    /// Serde does not show the comments of a type: [`describe`](Self::describe) adds descriptions.
    pub fn for_type<T: DeserializeOwned>() -> Self {
        let mut server = Self::for_spec(Spec::of::<T>());
        server.0.language.decode = Some(|body, context| match from_body::<T>(body, context) {
            Ok(_) => Diagnostics::new(),
            Err(error) => error.diagnostics().clone(),
        });
        server
    }

    /// Adds descriptions of attributes and blocks by their paths, see [`Spec::describe`].
    ///
    /// # Errors
    /// Returns the error "Invalid specification" for each path without an attribute or block.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     region: String,
    /// }
    ///
    /// let server = serde_hcl_lsp::Server::for_type::<Config>()
    ///     .describe([("region", "The region that it runs in.")])?;
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn describe<P: Name, T: Into<String>>(
        mut self,
        descriptions: impl IntoIterator<Item = (P, T)>,
    ) -> serde_hcl::Result<Self> {
        let spec = self.0.language.spec.take();
        self.0.language.spec = spec.map(|spec| spec.describe(descriptions)).transpose()?;
        Ok(self)
    }

    /// Creates a server of the configurations that a specification describes.
    ///
    /// ```
    /// use serde_hcl::{Type, ext::Spec};
    /// use serde_hcl_lsp::Server;
    ///
    /// let server = Server::for_spec(Spec::attribute("port", Type::Number).required());
    /// ```
    pub fn for_spec(spec: Spec) -> Self {
        let mut server = Self::new();
        server.0.language.spec = Some(spec);
        server.0.looks_beside = false;
        server
    }

    /// Sets the name of the server, which editors show.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.0.name = name.into();
        self
    }

    /// Sets the version of the server, which editors show. By default, it is that of this package.
    ///
    /// ```
    /// let server = serde_hcl_lsp::Server::new().name("myapp").version(env!("CARGO_PKG_VERSION"));
    /// ```
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.0.version = version.into();
        self
    }

    /// Sets the functions and the variables of expressions. Other variables can have any value.
    pub fn context(mut self, context: EvalContext) -> Self {
        self.0.language.context = context;
        self.0.language.has_modules = false;
        self
    }

    /// Sets the names by which expressions refer to definitions. A reference to a name without a
    /// definition is an error then.
    pub fn roots(mut self, roots: Roots) -> Self {
        self.0.language.roots = roots;
        self.0.language.has_modules = false;
        self.0.language.checks_references = true;
        self
    }

    /// Sets whether all files of a folder are one configuration. By default, each file is one.
    pub fn merge_files(mut self, is_merged: bool) -> Self {
        self.0.language.is_merged = is_merged;
        self
    }

    /// Adds an extension of configurations, such as `conf`. Files with the extensions of HCL are
    /// configurations anyway, see [`files::is_configuration`](crate::files::is_configuration).
    pub fn extension(mut self, extension: impl Into<String>) -> Self {
        self.0.extensions.push(extension.into());
        self
    }

    /// Sets patterns of the names of configurations, such as `*.myapp.hcl`. The server has no
    /// answers about documents with other names, which can be configurations of other programs.
    ///
    /// ```
    /// # #[derive(serde::Deserialize)]
    /// # struct Config {}
    /// let server = serde_hcl_lsp::Server::for_type::<Config>().files(["myapp.hcl", "*.myapp.hcl"]);
    /// ```
    pub fn files<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.0.files.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// Adds the identifier of a language in editors. Documents with it are configurations, also
    /// those with names that are not among the [`files`](Self::files).
    pub fn language_id(mut self, id: impl Into<String>) -> Self {
        self.0.language_ids.push(id.into());
        self
    }

    /// Sets a specification file that describes all configurations, see [`Spec::from_file`].
    pub fn schema(mut self, path: impl Into<PathBuf>) -> Self {
        self.0.schema = Some(path.into());
        self
    }

    /// Serves an editor on standard input and output until the editor ends the server.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails, if the editor breaks the protocol, or if it
    /// ends the connection without the request `shutdown`.
    pub fn run_stdio(self) -> io::Result<()> {
        self.run(io::BufReader::new(io::stdin()), io::stdout())
    }

    /// Serves an editor that writes messages to `input` and reads them from `output`.
    ///
    /// # Errors
    /// Returns the same errors as [`run_stdio`](Self::run_stdio).
    pub fn run(
        self,
        mut input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (to_server, receiver) = bounded(64);
        let (sender, to_editor) = unbounded::<Message>();
        let output = Arc::new(Mutex::new(output));
        let shared = output.clone();
        let reader = thread::spawn(move || {
            while let Some(received) = transport::read(&mut input)? {
                let message = match received {
                    Received::Message(message) => message,
                    Received::Other(refusal) => {
                        refusal.write(&mut *locked(&shared))?;
                        continue;
                    }
                };
                let is_exit = matches!(&message, Message::Notification(it) if it.method == "exit");
                if to_server.send(message).is_err() || is_exit {
                    break;
                }
            }
            io::Result::Ok(())
        });
        let writer = thread::spawn(move || {
            to_editor.iter().try_for_each(|message| message.write(&mut *locked(&output)))
        });
        let result = serve::run(self.0, Connection { sender, receiver });
        let failed = || Err(io::Error::other("a thread of the server failed"));
        let written = writer.join().unwrap_or_else(|_| failed());
        match result {
            // The reader has ended. Otherwise it may wait for the editor without end.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                reader.join().unwrap_or_else(|_| failed()).and(Err(error))
            }
            result => result.and(written),
        }
    }
}

/// Returns the output, which both the reader and the writer use.
fn locked<W>(output: &Mutex<W>) -> MutexGuard<'_, W> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

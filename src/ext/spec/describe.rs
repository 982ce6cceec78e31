//! Descriptions of attributes and blocks.

use std::sync::Arc;

use super::Spec;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::error::{Error, Result};
use crate::value::Name;

/// Descriptions.
impl Spec {
    /// Returns the specification with a description of its attribute or blocks, as text or
    /// Markdown. A specification that wraps another one describes that one; those that read no
    /// attribute and no blocks have none.
    ///
    /// ```
    /// use serde_hcl::{Type, ext::Spec};
    ///
    /// let spec = Spec::attribute("port", Type::Number)
    ///     .or(Spec::literal(80))
    ///     .description("The port of the server.");
    /// assert_eq!(spec.child_attributes()[0].description, Some("The port of the server."));
    /// ```
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        let text = Arc::from(text.into());
        self.with_wrapped(|spec| {
            if spec.kind().name().is_some() {
                spec.set_own_description(&text);
            }
        })
    }

    /// Returns the specification with descriptions of its attributes and blocks, by their paths:
    /// the types of the blocks around it and its name, separated by dots.
    ///
    /// Serde hides the doc comments of a type, so a specification of [`Spec::of`] has no
    /// descriptions of its own.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     server: Server,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let spec = Spec::of::<Config>().describe([
    ///     ("server", "The server of the web site."),
    ///     ("server.port", "The port that it listens on."),
    /// ])?;
    /// assert_eq!(spec.description_of("server"), Some("The server of the web site."));
    ///
    /// let error = Spec::of::<Config>().describe([("server.prot", "…")]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Invalid specification: No attribute and no block has the path \"server.prot\", which is \
    ///      described. Did you mean \"port\"?"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error "Invalid specification" for each path without an attribute or block.
    pub fn describe<P: Name, T: Into<String>>(
        mut self,
        descriptions: impl IntoIterator<Item = (P, T)>,
    ) -> Result<Self> {
        let mut faults = self.too_large().unwrap_or_default();
        for (path, text) in descriptions {
            let names: Vec<&str> = path.as_ref().split('.').collect();
            if faults.is_empty() && self.describe_at(&names, &Arc::from(text.into())) {
                continue;
            }
            let detail = format!(
                "No attribute and no block has the path {:?}, which is described.{}",
                path.as_ref(),
                self.hint(&names)
            );
            faults.push(Diagnostic::new(Code::InvalidSpecification, detail));
        }
        if faults.is_empty() { Ok(self) } else { Err(Error::from(faults)) }
    }

    /// Describes all parts with a path. Returns whether there are any.
    fn describe_at(&mut self, path: &[&str], text: &Arc<str>) -> bool {
        let inner = match (self.kind().name(), path) {
            (Some(name), [only]) => {
                let is_it = name == *only;
                if is_it {
                    self.set_own_description(text);
                }
                return is_it;
            }
            (Some(name), [first, rest @ ..]) if name == *first => rest,
            (Some(_), _) => return false,
            (None, path) => path,
        };
        let mut is_found = false;
        for part in self.kind_mut().parts_mut() {
            is_found |= part.describe_at(inner, text);
        }
        is_found
    }

    /// Returns a hint about the name that a path ends with, if there are blocks of the path before.
    fn hint(&self, path: &[&str]) -> String {
        let Some((name, blocks)) = path.split_last() else { return String::new() };
        let mut body = Some(self);
        for block_type in blocks {
            let inner = body.map(Self::child_blocks).unwrap_or_default();
            body = inner.into_iter().find(|it| it.block_type == *block_type).and_then(|it| it.nested);
        }
        let mut names = Vec::new();
        if let Some(body) = body {
            body.walk(&mut |part| names.extend(part.kind().name()));
        }
        did_you_mean(name, names)
    }

    /// Returns the description of the attribute or the blocks of a name.
    ///
    /// ```
    /// use serde_hcl::ext::Spec;
    ///
    /// let spec = Spec::tuple([Spec::opaque("plugin").description("The plug-in.")]);
    /// assert_eq!(spec.description_of("plugin"), Some("The plug-in."));
    /// assert_eq!(spec.description_of("plug"), None);
    /// ```
    pub fn description_of(&self, name: &str) -> Option<&str> {
        let mut found = None;
        self.walk(&mut |part| {
            if part.kind().name() == Some(name) {
                found = found.or(part.own_description());
            }
        });
        found
    }
}

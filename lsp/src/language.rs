//! What the server knows about the configurations of a folder.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_hcl::analysis;
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::stdlib::terraform::Functions;
use serde_hcl::{EvalContext, Limits, Source, Value, parse_file};

use crate::files;
use crate::roots::Roots;

/// What the server knows about a format.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    /// The content of a configuration.
    pub(crate) spec: Option<Spec>,
    /// The functions and the variables of expressions.
    pub(crate) context: EvalContext,
    /// The names by which expressions refer to definitions.
    pub(crate) roots: analysis::Roots,
    /// Whether a reference to a name without a definition is an error in all files. It is one in
    /// files of Terraform.
    pub(crate) checks_references: bool,
    /// Whether the files of a folder are one configuration, not one each.
    pub(crate) is_merged: bool,
}

impl Default for Language {
    /// Any content, with the functions and the references of Terraform.
    fn default() -> Self {
        let mut context = EvalContext::new();
        Functions::new().register(&mut context);
        context.set_special_form("try", ext::try_form()).set_special_form("can", ext::can_form());
        context.allow_variables();
        Self {
            spec: None,
            context,
            roots: analysis::Roots::terraform(),
            checks_references: false,
            is_merged: false,
        }
    }
}

impl Language {
    /// Returns the context of a check of a text of this length. A variable that is not defined can
    /// have any value. The limits are strict ones, and linear in the length.
    pub(crate) fn for_check(&self, length: usize) -> EvalContext {
        let mut context = self.context.child();
        let length = length as u64;
        let strict = Limits::strict();
        let limits = strict.steps(strict.steps + length).bytes(strict.bytes + length);
        context.set_limits(limits.elements(strict.elements + length));
        context.set_resolver(|_| Ok(Some(Value::UNKNOWN)));
        context
    }
}

/// The names of files that describe the configurations in their folder and below it.
const SCHEMA_NAMES: [&str; 2] = [".hcl-schema.hcl", ".hcl-schema.json"];

/// Returns whether a file describes configurations by its name.
pub(crate) fn is_schema(path: &Path) -> bool {
    path.file_name().is_some_and(|name| SCHEMA_NAMES.iter().any(|schema| name == *schema))
}

/// The choice of the language of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Languages {
    /// The language of folders without a schema.
    pub(crate) base: Arc<Language>,
    /// The schema of all folders.
    pub(crate) schema: Option<PathBuf>,
    /// Whether folders can have a schema.
    pub(crate) looks_beside: bool,
    /// The languages by the files of their schemas.
    read: HashMap<PathBuf, Arc<Language>>,
    /// The reasons why a schema could not be read, to be shown.
    pub(crate) problems: Vec<String>,
}

impl Languages {
    pub(crate) fn new(base: Language, schema: Option<PathBuf>, looks_beside: bool) -> Self {
        Self { base: Arc::new(base), schema, looks_beside, read: HashMap::new(), problems: Vec::new() }
    }

    /// Returns the language of the files in a folder: that of the nearest schema in the folders
    /// around it, up to a folder of the workspace.
    pub(crate) fn of(&mut self, folder: &Path, roots: &Roots) -> Arc<Language> {
        let is_inside = |folder: &&Path| roots.paths().any(|root| folder.starts_with(root));
        let beside = || {
            let folders = folder.ancestors().take_while(is_inside).filter(|_| self.looks_beside);
            let mut paths = folders.flat_map(|folder| SCHEMA_NAMES.map(|name| folder.join(name)));
            // A symbolic link does not lead out of the workspace.
            paths.find(|path| roots.real(path).is_some_and(|real| real.is_file()))
        };
        let Some(path) = self.schema.clone().or_else(beside) else { return self.base.clone() };
        if let Some(language) = self.read.get(&path) {
            return language.clone();
        }
        let content = match &self.schema {
            Some(_) => std::fs::read(&path),
            None => roots.content(&path),
        };
        let language = read(&path, content, &self.base).map(Arc::new).unwrap_or_else(|problem| {
            self.problems.push(problem);
            self.base.clone()
        });
        self.read.insert(path, language.clone());
        language
    }

    /// Reads the schemas again when they are needed.
    pub(crate) fn forget(&mut self) {
        self.read.clear();
    }
}

/// Reads the schema in the content of a file: a specification file, or a JSON Schema in a file of
/// JSON.
fn read(path: &Path, content: io::Result<Vec<u8>>, base: &Language) -> Result<Language, String> {
    let cannot = |reason: &dyn std::fmt::Display| format!("cannot read {}: {reason}", path.display());
    let content = content.map_err(|error| cannot(&error))?;
    let name = path.to_string_lossy();
    if files::is_json(&name) {
        let schema: Value = serde_json::from_slice(&content).map_err(|error| cannot(&error))?;
        let spec = Spec::from_json_schema(&schema).map_err(|error| cannot(&error))?;
        return Ok(Language { spec: Some(spec), ..base.clone() });
    }
    let body = parse_file(Source::from_bytes(name, content))
        .into_result()
        .map_err(|error| error.to_string())?
        .into_body();
    let file = Spec::from_file(&body, &base.context).into_result().map_err(|error| error.to_string())?;
    let mut language = base.clone();
    file.define(&mut language.context);
    language.spec = Some(file.spec);
    Ok(language)
}

//! What the server knows about the configurations of a folder.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde_hcl::analysis;
use serde_hcl::diag::Diagnostics;
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::{Body, EvalContext, Limits, Source, Span, Value, parse_file};
use serde_hcl_terraform::{Functions, ProviderSchemas};

use crate::associations::{self, Associations};
use crate::document::Document;
use crate::features::describe::{self, Signature};
use crate::files;
use crate::roots::Roots;

/// Returns the errors of decoding a body.
pub(crate) type Decode = fn(&Body, &EvalContext) -> Diagnostics;

/// What the server knows about a format.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    /// The content of a configuration.
    pub(crate) spec: Option<Spec>,
    /// Decodes a configuration into the type of the application.
    pub(crate) decode: Option<Decode>,
    /// The functions and the variables of expressions.
    pub(crate) context: EvalContext,
    /// The names by which expressions refer to definitions.
    pub(crate) roots: analysis::Roots,
    /// Whether a reference to a name without a definition is an error in all files. It is one in
    /// files of Terraform.
    pub(crate) checks_references: bool,
    /// Whether the files of a folder are one configuration, not one each.
    pub(crate) is_merged: bool,
    /// Whether files of Terraform are those of modules.
    pub(crate) has_modules: bool,
    /// The schemas of Terraform's providers.
    pub(crate) providers: Option<Arc<ProviderSchemas>>,
    /// The declarations of the functions, which are described on first use.
    signatures: OnceLock<BTreeMap<String, Signature>>,
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
            decode: None,
            context,
            roots: analysis::Roots::terraform(),
            checks_references: false,
            is_merged: false,
            has_modules: true,
            providers: None,
            signatures: OnceLock::new(),
        }
    }
}

impl Language {
    /// Returns the declarations of the functions by their names.
    pub(crate) fn signatures(&self) -> &BTreeMap<String, Signature> {
        self.signatures.get_or_init(|| describe::signatures(&self.context))
    }

    /// Returns whether a file of a name is a part of a module of Terraform.
    pub(crate) fn is_terraform(&self, name: &str) -> bool {
        self.has_modules && self.spec.is_none() && files::is_terraform(name)
    }

    /// Returns the context of a check of a text of this length. A variable that is not defined can
    /// have any value. The limits are strict ones, and linear in the length.
    pub(crate) fn for_check(&self, length: usize) -> EvalContext {
        let mut context = self.context.child();
        let length = length as u64;
        let mut limits = Limits::strict();
        limits.steps += length;
        limits.bytes += length;
        limits.elements += length;
        context.set_limits(limits);
        context.set_resolver(|_| Ok(Some(Value::UNKNOWN)));
        context
    }
}

/// The names of files that describe the configurations in their folder and below it.
const SCHEMA_NAMES: [&str; 2] = [".hcl-schema.hcl", ".hcl-schema.json"];

/// The name of the file with the schemas of Terraform's providers, for its folder and below it.
const PROVIDERS_NAME: &str = ".terraform-providers.json";

/// The maximum length of this file, in bytes.
const MAX_PROVIDERS: u64 = 512 << 20;

/// Returns whether a file describes configurations by its name.
pub(crate) fn is_schema(path: &Path) -> bool {
    let names = || SCHEMA_NAMES.into_iter().chain([PROVIDERS_NAME]);
    path.file_name().is_some_and(|name| names().any(|schema| name == schema))
}

/// The language of a document with a schema of its own.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(crate) language: Arc<Language>,
    /// The reason why the schema that a comment names could not be read, and the place of its path.
    pub(crate) problem: Option<(Span, String)>,
}

/// The choice of the language of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Languages {
    /// The language of folders without a schema.
    pub(crate) base: Arc<Language>,
    /// The schema of all folders.
    pub(crate) schema: Option<PathBuf>,
    /// The schemas of the providers of all folders.
    pub(crate) providers: Option<PathBuf>,
    /// Whether folders can have a schema.
    pub(crate) looks_beside: bool,
    /// The languages by the files of their schemas.
    read: HashMap<PathBuf, Result<Arc<Language>, String>>,
    /// The schemas that the settings give to files.
    pub(crate) associations: Associations,
    /// The reasons why a schema could not be read, to be shown.
    pub(crate) problems: Vec<String>,
}

impl Languages {
    pub(crate) fn new(base: Language, schema: Option<PathBuf>, looks_beside: bool) -> Self {
        Self {
            base: Arc::new(base),
            schema,
            providers: None,
            looks_beside,
            read: HashMap::new(),
            associations: Associations::default(),
            problems: Vec::new(),
        }
    }

    /// Returns the language of the files in a folder: that of the nearest schema in the folders
    /// around it, up to a folder of the workspace.
    pub(crate) fn in_folder(&mut self, folder: &Path, roots: &Roots) -> Arc<Language> {
        let is_inside = |folder: &&Path| roots.paths().any(|root| folder.starts_with(root));
        let beside = |names: &[&'static str]| {
            let folders = folder.ancestors().take_while(is_inside).filter(|_| self.looks_beside);
            let mut paths = folders.flat_map(|folder| names.iter().map(|name| folder.join(name)));
            // A symbolic link does not lead out of the workspace.
            paths.find(|path| roots.real(path).is_some_and(|real| real.is_file()))
        };
        let schema = self.schema.clone().or_else(|| beside(&SCHEMA_NAMES));
        let providers = || self.providers.clone().or_else(|| beside(&[PROVIDERS_NAME]));
        let Some(path) = schema.clone().or_else(providers) else { return self.base.clone() };
        let content = |path: &Path| match (&self.schema, &schema) {
            (Some(_), _) => std::fs::read(path),
            (None, Some(_)) => roots.content(path),
            (None, None) => roots.long_content(path, MAX_PROVIDERS),
        };
        let is_new = !self.read.contains_key(&path);
        let base = &self.base;
        let read = |path: &PathBuf| match &schema {
            Some(_) => read(path, content(path), base).map(Arc::new),
            None => read_providers(path, content(path), base).map(Arc::new),
        };
        match self.read.entry(path).or_insert_with_key(read) {
            Ok(language) => language.clone(),
            Err(problem) => {
                if is_new {
                    self.problems.push(problem.clone());
                }
                self.base.clone()
            }
        }
    }

    /// Returns the language of a document with a schema of its own: the one that a comment names,
    /// or the one that the settings give to its name.
    pub(crate) fn of_document(&mut self, document: &Document, roots: &Roots) -> Option<Own> {
        if !self.looks_beside || is_schema(&document.path) {
            return None;
        }
        let named = associations::named_by(document);
        let (path, span) = match named {
            Some((path, span)) => (path, Some(span)),
            None => (self.associations.schema_path(&document.path, roots)?, None),
        };
        let base = &self.base;
        let read = |path: &PathBuf| read(path, roots.content(path), base).map(Arc::new);
        let is_new = !self.read.contains_key(&path);
        match self.read.entry(path).or_insert_with_key(read) {
            Ok(language) => Some(Own { language: language.clone(), problem: None }),
            Err(problem) => {
                if is_new && span.is_none() {
                    self.problems.push(problem.clone());
                }
                let problem = span.map(|span| (span, problem.clone()));
                Some(Own { language: self.base.clone(), problem })
            }
        }
    }

    /// Returns the schemas that were read.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = &PathBuf> {
        self.read.keys()
    }

    /// Reads the schemas again when they are needed.
    pub(crate) fn forget(&mut self) {
        self.read.clear();
    }
}

/// Returns the error about a file for a reason.
fn cannot_read(path: &Path) -> impl Fn(&dyn fmt::Display) -> String {
    move |reason| format!("cannot read {}: {reason}", path.display())
}

/// Reads the schemas of providers in the content of a file.
fn read_providers(path: &Path, content: io::Result<Vec<u8>>, base: &Language) -> Result<Language, String> {
    let cannot = cannot_read(path);
    let content = content.map_err(|error| cannot(&error))?;
    let providers = ProviderSchemas::read(&content).map_err(|error| cannot(&error))?;
    Ok(Language { providers: Some(Arc::new(providers)), ..base.clone() })
}

/// Reads the schema in the content of a file: a specification file, or a JSON Schema in a file of
/// JSON.
fn read(path: &Path, content: io::Result<Vec<u8>>, base: &Language) -> Result<Language, String> {
    let cannot = cannot_read(path);
    let content = content.map_err(|error| cannot(&error))?;
    let name = path.to_string_lossy();
    if files::is_json(&name) {
        let schema: Value = serde_json::from_slice(&content).map_err(|error| cannot(&error))?;
        let spec = Spec::from_json_schema(&schema).map_err(|error| cannot(&error))?;
        return Ok(Language { spec: Some(spec), decode: None, ..base.clone() });
    }
    let body = parse_file(Source::from_bytes(name, content))
        .into_result()
        .map_err(|error| error.to_string())?
        .body()
        .clone();
    let file = Spec::from_file(&body, &base.context).into_result().map_err(|error| error.to_string())?;
    let mut language = Language { signatures: OnceLock::new(), decode: None, ..base.clone() };
    file.define(&mut language.context);
    language.spec = Some(file.spec);
    Ok(language)
}

//! The documents that the server knows, by folder.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lsp_types::Uri;
use serde_hcl::analysis::References;
use serde_hcl::{Diagnostic, Source, Span};
use serde_hcl_terraform::{Loader, Module, ModuleCall};

use crate::associations::Associations;
use crate::document::{self, Document};
use crate::features::definitions::{Definitions, Values};
use crate::features::support::Support;
use crate::files::{self, FileNames};
use crate::language::{Language, Languages, Own, is_schema};
use crate::position::Encoding;
use crate::roots::Roots;
use crate::uri;

/// The open documents and the files of the workspace.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) encoding: Encoding,
    pub(crate) support: Support,
    /// Whether the values of expressions are shown after them.
    pub(crate) has_hints: bool,
    pub(crate) languages: Languages,
    /// The names of configurations.
    pub(crate) file_names: Arc<FileNames>,
    roots: Roots,
    folders: BTreeMap<PathBuf, Folder>,
    /// The paths of documents that are no files, by their URIs.
    unnamed: HashMap<String, PathBuf>,
    /// Whether documents that are not open are checked too.
    checks_all: bool,
    /// The settings of the start, which those of the editor override.
    initial: Settings,
    /// The schema of the program.
    schema: Option<PathBuf>,
}

/// The settings of an editor.
#[derive(Clone, Default, Debug)]
struct Settings {
    schema: Option<String>,
    schemas: Option<serde_json::Value>,
    provider_schemas: Option<String>,
    has_hints: Option<bool>,
}

impl Settings {
    fn new(settings: &serde_json::Value) -> Self {
        let text = |name| settings.get(name).and_then(|it| it.as_str()).map(str::to_owned);
        Self {
            schema: text("schema"),
            schemas: settings.get("schemas").filter(|it| it.is_object()).cloned(),
            provider_schemas: text("providerSchemas"),
            has_hints: settings.get("inlayHints").and_then(serde_json::Value::as_bool),
        }
    }
}

/// The documents of a folder, which are one scope.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) documents: BTreeMap<PathBuf, Arc<Document>>,
    pub(crate) language: Arc<Language>,
    /// The languages of documents with a schema of their own.
    own: BTreeMap<PathBuf, Own>,
    found: Found,
    /// The findings from before a change, until their memory is freed.
    stale: Mutex<Option<Found>>,
    /// The last versions of documents without mistakes in their syntax.
    valid: Mutex<HashMap<PathBuf, Arc<Document>>>,
    /// The definitions of documents, which stay while others change.
    known: Mutex<HashMap<PathBuf, Known>>,
    /// Whether the other files of the folder were read, as far as they are those of the workspace.
    is_loaded: bool,
    /// Whether all configurations of the folder in the file system are among the documents.
    is_complete: OnceLock<bool>,
}

/// The findings in the documents of a folder, each on first use.
#[derive(Debug, Default)]
struct Found {
    references: OnceLock<Arc<References>>,
    diagnostics: OnceLock<FoundDiagnostics>,
    module: OnceLock<Arc<Module>>,
    definitions: OnceLock<Vec<Arc<Definitions>>>,
    values: OnceLock<Values>,
}

/// The number of documents of a folder from which on findings are freed later.
const MANY: usize = 100;

/// A document, and the definitions in it.
type Known = (Arc<Document>, Arc<Definitions>);

/// A document, and the last version of it without mistakes in its syntax.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub(crate) current: Arc<Document>,
    pub(crate) valid: Option<Arc<Document>>,
}

impl Version {
    /// Returns the last version without mistakes, if there is one.
    pub(crate) fn last(&self) -> &Document {
        self.valid.as_ref().unwrap_or(&self.current)
    }
}

/// The diagnostics of documents by the names of their sources.
pub(crate) type FoundDiagnostics = HashMap<String, Vec<Diagnostic>>;

impl Folder {
    /// Returns the path, if there are documents.
    pub(crate) fn path(&self) -> Option<&Path> {
        Some(self.documents.values().next()?.folder())
    }

    /// Returns the diagnostics of the documents, which are found once for each state of the folder.
    pub(crate) fn diagnostics(&self, find: impl FnOnce() -> FoundDiagnostics) -> &FoundDiagnostics {
        self.found.diagnostics.get_or_init(|| {
            locked(&self.stale).take();
            find()
        })
    }

    /// Removes the findings in the documents from before a change. For many documents, freeing
    /// their memory takes longer than a request, so it waits for the next diagnostics.
    fn forget(&mut self) {
        let found = std::mem::take(&mut self.found);
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.documents.len() > MANY && stale.is_none() {
            *stale = Some(found);
        }
    }

    /// Returns the language of a document.
    pub(crate) fn language_of(&self, document: &Document) -> &Language {
        self.own.get(&document.path).map_or(&self.language, |own| &own.language)
    }

    /// Returns the documents with a schema of their own.
    pub(crate) fn own(&self) -> impl Iterator<Item = (&Arc<Document>, &Own)> {
        self.own.iter().filter_map(|(path, own)| Some((self.documents.get(path)?, own)))
    }

    /// Returns the definitions of each document.
    pub(crate) fn definitions(&self) -> &[Arc<Definitions>] {
        self.found.definitions.get_or_init(|| {
            let documents: Vec<_> = self.configurations().collect();
            if documents.len() == 1 {
                return vec![Arc::new(Definitions::new(self.references()))];
            }
            let mut known = locked(&self.known);
            let find = |document: &Arc<Document>| {
                let last = known.get(&document.path).filter(|(of, _)| Arc::ptr_eq(of, document));
                if let Some((_, definitions)) = last {
                    return definitions.clone();
                }
                let references = References::new(&self.language.roots, [document.body()]);
                let definitions = Arc::new(Definitions::new(&references));
                known.insert(document.path.clone(), (document.clone(), definitions.clone()));
                definitions
            };
            documents.into_iter().map(find).collect()
        })
    }

    /// Returns the values of the definitions.
    pub(crate) fn values(&self) -> &Values {
        self.found.values.get_or_init(|| {
            let length = self.configurations().map(|it| it.text().len()).sum();
            Values::new(self.references(), self.language.for_check(length))
        })
    }

    /// Returns the documents with definitions, with their last versions without mistakes.
    pub(crate) fn versions(&self) -> Vec<Version> {
        let mut valid = locked(&self.valid);
        let version = |current: &Arc<Document>| {
            if current.is_valid() {
                valid.insert(current.path.clone(), current.clone());
            }
            Version { current: current.clone(), valid: valid.get(&current.path).cloned() }
        };
        self.configurations().map(version).collect()
    }

    /// Returns whether all configurations of the folder in the file system are among the documents.
    pub(crate) fn is_complete(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        *self.is_complete.get_or_init(|| {
            let Some(document) = self.documents.values().next() else { return true };
            let entries = std::fs::read_dir(document.folder()).into_iter().flatten().flatten();
            let mut names = entries.filter_map(|entry| entry.file_name().into_string().ok());
            !names.any(|name| {
                let path = document.folder().join(&name);
                is_wanted(&name) && !self.documents.contains_key(&path) && path.is_file()
            })
        })
    }

    /// Returns the module whose variables have values in files of the folder.
    pub(crate) fn variables(&self) -> Option<&Module> {
        Some(&**self.module()).filter(|module| !module.variables.is_empty())
    }

    /// Returns the module of Terraform that the documents are, without those that it calls.
    pub(crate) fn module(&self) -> &Arc<Module> {
        self.found.module.get_or_init(|| {
            let files = self.configurations().map(|document| document.parsed());
            Arc::new(Loader::new().assemble(files).value)
        })
    }

    /// Returns the definitions of the documents and the references between them.
    pub(crate) fn references(&self) -> &Arc<References> {
        self.found.references.get_or_init(|| {
            let bodies = self.configurations().map(|document| document.body());
            Arc::new(References::new(&self.language.roots, bodies))
        })
    }

    /// Returns the documents with definitions: all but schemas and values of variables.
    pub(crate) fn configurations(&self) -> impl Iterator<Item = &Arc<Document>> {
        let documents = self.documents.values();
        documents.filter(|it| !is_schema(&it.path) && !files::is_of_variables(it.source.name()))
    }
}

/// A document with all that features need.
#[derive(Clone, Copy)]
pub(crate) struct View<'w> {
    pub(crate) workspace: &'w Workspace,
    pub(crate) folder: &'w Folder,
    pub(crate) document: &'w Document,
}

impl<'w> View<'w> {
    pub(crate) fn encoding(&self) -> Encoding {
        self.workspace.encoding
    }

    pub(crate) fn support(&self) -> Support {
        self.workspace.support
    }

    pub(crate) fn language(&self) -> &'w Language {
        self.folder.language_of(self.document)
    }

    /// Returns the values of the definitions of the folder.
    pub(crate) fn values(&self) -> &'w Values {
        self.folder.values()
    }

    /// Returns the values of variables in the files of the folder for that: the source, the name of
    /// the variable, and its span.
    pub(crate) fn given_values(&self) -> impl Iterator<Item = (&'w Source, String, Span)> + use<'w> {
        let documents = self.folder.documents.values().filter(|it| files::is_of_variables(it.source.name()));
        documents.flat_map(|document| {
            let attributes = document.body().attributes();
            attributes.map(|it| (&document.source, it.name().to_owned(), it.name_span()))
        })
    }
}

impl Workspace {
    pub(crate) fn new(
        languages: Languages,
        file_names: Arc<FileNames>,
        encoding: Encoding,
        support: Support,
        roots: Vec<PathBuf>,
    ) -> Self {
        let mut workspace = Self {
            encoding,
            support,
            has_hints: false,
            schema: languages.schema.clone(),
            languages,
            file_names,
            roots: Roots::default(),
            folders: BTreeMap::new(),
            unnamed: HashMap::new(),
            checks_all: false,
            initial: Settings::default(),
        };
        roots.iter().for_each(|root| workspace.add_root(root));
        workspace
    }

    pub(crate) fn add_root(&mut self, root: &Path) {
        self.roots.add(root);
    }

    /// Removes a folder of the workspace, and its documents that are not open.
    pub(crate) fn remove_root(&mut self, root: &Path) {
        self.roots.remove(root);
        // A folder can be in another one.
        let is_inside = |path: &Path| self.roots.paths().any(|root| path.starts_with(root));
        let left = self.documents().filter(|it| !is_inside(&it.path) && !it.is_open());
        let paths: Vec<_> = left.map(|document| document.path.clone()).collect();
        paths.iter().for_each(|path| self.remove(path));
    }

    /// Returns the folders of the workspace.
    pub(crate) fn roots(&self) -> &Roots {
        &self.roots
    }

    /// Adds or replaces a document.
    pub(crate) fn put(&mut self, document: Document) {
        let path = document.folder().to_owned();
        let (languages, roots) = (&mut self.languages, &self.roots);
        let folder = self.folders.entry(path).or_insert_with_key(|path| Folder {
            documents: BTreeMap::new(),
            language: languages.in_folder(path, roots),
            own: BTreeMap::new(),
            found: Found::default(),
            stale: Mutex::default(),
            valid: Mutex::default(),
            known: Mutex::default(),
            is_loaded: false,
            is_complete: OnceLock::new(),
        });
        folder.forget();
        match languages.of_document(&document, roots) {
            Some(own) => _ = folder.own.insert(document.path.clone(), own),
            None => _ = folder.own.remove(&document.path),
        }
        if folder.documents.insert(document.path.clone(), Arc::new(document)).is_none() {
            folder.is_complete.take();
        }
    }

    pub(crate) fn remove(&mut self, path: &Path) {
        if let Some(folder) = self.folders.get_mut(document::folder(path)) {
            folder.forget();
            folder.is_complete.take();
            folder.documents.remove(path);
            folder.own.remove(path);
            locked(&folder.valid).remove(path);
            locked(&folder.known).remove(path);
        }
    }

    pub(crate) fn folder(&self, path: &Path) -> Option<&Folder> {
        self.folders.get(path)
    }

    /// Returns the folders with documents.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Folder> {
        self.folders.values()
    }

    /// Adds a file, unless it is known already. Returns whether it was added.
    pub(crate) fn add(&mut self, document: Document) -> bool {
        let is_new = self.document(&document.path).is_none();
        if is_new {
            self.put(document);
        }
        is_new
    }

    /// Returns the path of a file or folder of the workspace, without `..`.
    pub(crate) fn existing(&self, path: &Path) -> Option<PathBuf> {
        self.roots.real(path)?;
        Some(files::plain(path))
    }

    /// Returns the modules of other folders that the module of a folder calls, by the names of the
    /// calls.
    pub(crate) fn children(&self, folder: &Folder, module: &Module) -> Vec<(String, Arc<Module>)> {
        let child = |call: &ModuleCall| Some((call.name.clone(), self.child(folder, call)?));
        module.calls().filter_map(child).collect()
    }

    /// Returns the module of another folder that a call of a name calls.
    pub(crate) fn called(&self, folder: &Folder, name: &str) -> Option<Arc<Module>> {
        folder.module().calls().filter(|call| call.name == name).find_map(|call| self.child(folder, call))
    }

    fn child(&self, folder: &Folder, call: &ModuleCall) -> Option<Arc<Module>> {
        let child = self.folders.get(&called_folder(folder.path()?, call)?)?;
        let is_read = !std::ptr::eq(child, folder) && !child.documents.is_empty();
        (is_read && child.is_complete(self.wanted())).then(|| child.module().clone())
    }

    /// Returns the calls of the module of a folder: the folders of the callers, and the names of
    /// the calls.
    pub(crate) fn calls(&self, path: &Path) -> impl Iterator<Item = (&Folder, String)> {
        self.folders.values().filter(|it| it.language.has_modules).flat_map(move |folder| {
            let own = folder.path().unwrap_or(path).to_owned();
            let calls = folder.module().calls();
            let calls = calls.filter(move |call| called_folder(&own, call).is_some_and(|it| it == path));
            calls.map(move |call| (folder, call.name.clone()))
        })
    }

    /// Returns the folders with open documents whose modules call that of a folder. They forget
    /// what they found.
    pub(crate) fn callers(&mut self, path: &Path) -> Vec<PathBuf> {
        let calls = |folder: &Folder| {
            let Some(own) = folder.path().filter(|own| *own != path) else { return false };
            let is_open = folder.documents.values().any(|document| document.is_open());
            is_open
                && folder.module().calls().any(|call| called_folder(own, call).is_some_and(|it| it == path))
        };
        let callers =
            self.folders.iter_mut().filter(|(_, folder)| folder.language.has_modules && calls(folder));
        let forget = |(path, folder): (&PathBuf, &mut Folder)| {
            folder.found.diagnostics.take();
            path.clone()
        };
        callers.map(forget).collect()
    }

    /// Returns the first configuration in a folder: `main`, or the first one by its name.
    pub(crate) fn main_file(&self, folder: &Path) -> Option<PathBuf> {
        let paths = || self.folders.get(folder).into_iter().flat_map(|folder| folder.documents.keys());
        let is_main = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == "main");
        paths().find(is_main).or_else(|| paths().next()).cloned()
    }

    pub(crate) fn document(&self, path: &Path) -> Option<&Arc<Document>> {
        self.folders.get(document::folder(path))?.documents.get(path)
    }

    /// Returns all documents, by folder and name.
    pub(crate) fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.folders.values().flat_map(|folder| folder.documents.values())
    }

    pub(crate) fn view(&self, path: &Path) -> Option<View<'_>> {
        let folder = self.folders.get(document::folder(path))?;
        Some(View { workspace: self, folder, document: folder.documents.get(path)? })
    }

    /// Reads the other files of the folder of a document.
    pub(crate) fn load_folder(&mut self, path: &Path) {
        let Some(folder) = self.folders.get_mut(path).filter(|folder| !folder.is_loaded) else { return };
        folder.is_loaded = true;
        if self.roots.real(path).is_none() {
            return;
        }
        for path in files::entries(path, self.wanted()).flatten() {
            if self.document(&path).is_none() {
                self.read(&path);
            }
        }
    }

    /// Reads changed files again, and removes those that are no configurations of the workspace.
    /// Open documents stay.
    pub(crate) fn reread(&mut self, paths: impl Iterator<Item = PathBuf>) {
        // A document can be opened in a folder that is skipped, with the files beside it.
        let start = |path: &Path| {
            let folder = document::folder(path);
            let is_loaded = self.folders.get(folder).is_some_and(|folder| folder.is_loaded);
            let root = self.roots.paths().find(|root| path.starts_with(root))?;
            Some(if is_loaded { folder } else { root }.to_owned())
        };
        let mut starts: BTreeMap<Option<PathBuf>, HashSet<PathBuf>> = BTreeMap::new();
        for path in paths.filter(|path| !self.document(path).is_some_and(|it| it.is_open())) {
            starts.entry(start(&path)).or_default().insert(path);
        }
        for path in starts.values().flatten() {
            if let Some(folder) = self.folders.get_mut(document::folder(path)) {
                folder.is_complete.take();
                folder.found.diagnostics.take();
            }
        }
        for (start, paths) in starts {
            let found = start.map(|start| files::found(&start, &paths, self.wanted()));
            let found = found.unwrap_or_default();
            for path in &paths {
                if found.contains(path) { self.read(path) } else { self.remove(path) }
            }
        }
    }

    /// Returns a function that returns whether a file is a configuration by its name.
    pub(crate) fn wanted(&self) -> impl Fn(&str) -> bool + Clone + Send + use<> {
        let names = self.file_names.clone();
        move |name: &str| names.has(name)
    }

    /// Follows the settings of the start.
    pub(crate) fn start_with(&mut self, settings: &serde_json::Value) {
        self.initial = Settings::new(settings);
        self.follow(&serde_json::Value::Null);
    }

    /// Follows the settings of the editor, in place of earlier ones. The files that they name are
    /// in the workspace, since settings can be a part of an untrusted folder.
    pub(crate) fn follow(&mut self, settings: &serde_json::Value) {
        let own = Settings::new(settings);
        self.has_hints = own.has_hints.or(self.initial.has_hints).unwrap_or_default();
        if !self.languages.looks_beside {
            return;
        }
        let schemas = own.schemas.or_else(|| self.initial.schemas.clone()).unwrap_or_default();
        self.languages.associations = Associations::new(&schemas, &mut self.languages.problems);
        let schema = self.named(own.schema.or_else(|| self.initial.schema.clone()));
        self.languages.schema = schema.or_else(|| self.schema.clone());
        let providers = own.provider_schemas.or_else(|| self.initial.provider_schemas.clone());
        self.languages.providers = self.named(providers);
    }

    /// Returns the path of a file of the workspace that a setting names.
    fn named(&mut self, name: Option<String>) -> Option<PathBuf> {
        let name = name?;
        let path = self.roots.paths().find_map(|root| self.existing(&root.join(&name)));
        if path.is_none() {
            self.languages.problems.push(format!("there is no file {name:?} in the workspace"));
        }
        path
    }

    /// Returns the path of a document. That of a document that is no file, such as a new one, is in
    /// a folder of its own.
    pub(crate) fn path(&self, uri: &Uri) -> PathBuf {
        let unnamed = || self.unnamed.get(uri.as_str()).cloned();
        uri::path(uri).or_else(unnamed).unwrap_or_else(|| PathBuf::from(uri.as_str()))
    }

    /// Returns the path of a document that is opened in a language of the editor.
    pub(crate) fn path_of_opened(&mut self, uri: &Uri, language_id: &str) -> PathBuf {
        if let Some(path) = uri::path(uri) {
            return path;
        }
        let own = uri.as_str().rsplit(['/', ':']).next().filter(|name| self.file_names.has(name));
        let name = own.unwrap_or(match language_id {
            "terraform" => "new.tf",
            "opentofu" => "new.tofu",
            "terraform-vars" | "tfvars" | "opentofu-vars" => "new.tfvars",
            "json" | "jsonc" => "new.hcl.json",
            _ => "new.hcl",
        });
        let path = Path::new(uri.as_str()).join(name);
        self.unnamed.insert(uri.as_str().to_owned(), path.clone());
        path
    }

    /// Returns whether a document is checked by itself.
    pub(crate) fn checks(&self, document: &Document) -> bool {
        self.checks_all || document.is_open()
    }

    /// Checks documents that are not open too, from now on.
    pub(crate) fn check_all(&mut self) {
        if !self.checks_all {
            self.checks_all = true;
            self.folders.values_mut().for_each(|folder| _ = folder.found.diagnostics.take());
        }
    }

    /// Returns the documents that are not open, and are below a path that exists no more.
    pub(crate) fn removed_below(&self, path: &Path) -> Vec<PathBuf> {
        if path.exists() {
            return Vec::new();
        }
        let is_below = |it: &&Arc<Document>| it.path.starts_with(path) && it.path != path && !it.is_open();
        self.documents().filter(is_below).map(|document| document.path.clone()).collect()
    }

    /// Reads the schemas again.
    pub(crate) fn reload_languages(&mut self) {
        self.languages.forget();
        for (path, folder) in &mut self.folders {
            folder.language = self.languages.in_folder(path, &self.roots);
            folder.own.clear();
            for document in folder.documents.values() {
                if let Some(own) = self.languages.of_document(document, &self.roots) {
                    folder.own.insert(document.path.clone(), own);
                }
            }
            folder.forget();
            locked(&folder.known).clear();
        }
    }

    /// Returns the folders that have open documents.
    pub(crate) fn open_folders(&self) -> impl Iterator<Item = &PathBuf> {
        let is_open = |folder: &Folder| folder.documents.values().any(|document| document.is_open());
        self.folders.iter().filter(move |(_, folder)| is_open(folder)).map(|(path, _)| path)
    }

    /// Reads a file into a document, or removes the document if there is no such file.
    fn read(&mut self, path: &Path) {
        match self.roots.read(path) {
            Some(document) => self.put(document),
            None => self.remove(path),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the folder that a call of a module names by a path.
fn called_folder(folder: &Path, call: &ModuleCall) -> Option<PathBuf> {
    let source = call.source.as_deref().filter(|_| call.is_local())?;
    Some(files::plain(&folder.join(source)))
}

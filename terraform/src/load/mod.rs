//! Loads the files of a module and of the modules that it calls.

mod assemble;
mod parallel;
mod part;
mod place;
mod read;

use std::collections::{HashMap, HashSet};
use std::io;
#[cfg(any(unix, windows))]
use std::path::Path;
use std::sync::Arc;

use crate::{FileKind, Files};
use serde_hcl::body::File;
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::{Diagnostic, Limits, Outcome, Source, json, parse_file};

use crate::language::{Form, check_body};
use crate::role::{is_of_open_tofu, replacement};
use crate::{Dialect, Module, ModuleCall, ModuleFile, Overrides, Role, role};
use part::{FilesRead, content, is_of_settings};
pub(crate) use place::below;
use place::{Place, normalized};
pub(crate) use read::text_of_type;
use read::unreadable;

/// The maximum depth of calls, and number of modules that are loaded together. Functions that load
/// and evaluate modules call themselves for each level.
const MAX_DEPTH: usize = 32;
const MAX_MODULES: usize = 1_000;

/// The maximum number of bytes of all files.
const MAX_TOTAL: u64 = 8 * Limits::DEFAULT.input;

/// Loads modules with settings.
///
/// ```
/// use serde_hcl_terraform::{Dialect, Loader, Overrides};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shop");
/// let loader = Loader::new().dialect(Dialect::OpenTofu).overrides(Overrides::Keep).calls(false);
/// let module = loader.load(folder).into_result()?;
/// assert!(module.variable("region").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Loader {
    dialect: Option<Dialect>,
    overrides: Overrides,
    loads_calls: bool,
}

impl Default for Loader {
    fn default() -> Self {
        Self { dialect: None, overrides: Overrides::Merge, loads_calls: true }
    }
}

impl Loader {
    /// Creates a loader with the settings of [`Module::load`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the program whose rules apply. By default, it is OpenTofu for a folder with files that
    /// only that reads, and Terraform for any other.
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..self }
    }

    /// Sets how override files change the content.
    pub fn overrides(self, overrides: Overrides) -> Self {
        Self { overrides, ..self }
    }

    /// Sets whether modules that are called by a local path are loaded too, which is the default.
    pub fn calls(self, loads_calls: bool) -> Self {
        Self { loads_calls, ..self }
    }

    /// Loads the module in a folder, see [`Module::load`].
    #[cfg(any(unix, windows))]
    pub fn load(&self, folder: impl AsRef<Path>) -> Outcome<Module> {
        self.start(Place::Disk(folder.as_ref().to_owned()))
    }

    /// Loads the module in a folder of the files of an application. Modules that it calls have to
    /// be among these files too.
    ///
    /// ```
    /// use serde_hcl_terraform::Folder;
    /// use serde_hcl_terraform::Loader;
    ///
    /// let files = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
    /// let module = Loader::new().load_from(&files, "examples/shop").into_result()?;
    /// assert_eq!(module.calls().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_from(&self, files: &dyn Files, folder: &str) -> Outcome<Module> {
        self.start(Place::Given(files, normalized(folder)))
    }

    /// Creates a module of sources, whose names end in those of the files. Modules that it calls
    /// are not loaded.
    pub fn parse(&self, sources: impl IntoIterator<Item = Source>) -> Outcome<Module> {
        let files = sources.into_iter().map(|source| (source.name().to_owned(), source));
        self.of_files(files.collect(), parsed)
    }

    /// Creates a module of files that are parsed already, as [`parse`](Self::parse) does.
    ///
    /// ```
    /// use serde_hcl::{Source, parse_file};
    /// use serde_hcl_terraform::Loader;
    ///
    /// let file = parse_file(Source::new("main.tf", "variable \"region\" {}\n"));
    /// let module = Loader::new().assemble([&file]).into_result()?;
    /// assert_eq!(module.variables[0].name, "region");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn assemble<'f>(&self, files: impl IntoIterator<Item = &'f Outcome<File>>) -> Outcome<Module> {
        let files = files.into_iter().map(|file| (file.value.body().source().name().to_owned(), file));
        self.of_files(files.collect(), Outcome::clone)
    }

    /// Creates a module of files by their paths, without those that it calls.
    fn of_files<F: Send>(
        &self,
        files: Vec<(String, F)>,
        parse: impl Fn(F) -> Outcome<File> + Sync,
    ) -> Outcome<Module> {
        let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let folder = files.first().map(|(path, _)| path.trim_end_matches(name(path).as_str()));
        let folder = folder.map_or("", |it| it.trim_end_matches('/')).to_owned();
        let files = files.into_iter().map(|(path, file)| (name(&path), file)).collect();
        let mut diagnostics = Diagnostics::new();
        let module = self.combine(folder, files, parse, &mut diagnostics);
        Outcome { value: module, diagnostics }
    }

    fn start(&self, place: Place<'_>) -> Outcome<Module> {
        let mut loading = Loading::default();
        let mut diagnostics = Diagnostics::new();
        let module = self.module(place, &mut loading, &mut diagnostics);
        Outcome { value: module, diagnostics }
    }

    /// Loads a module, and those that it calls.
    fn module(&self, place: Place<'_>, loading: &mut Loading, found: &mut Diagnostics) -> Module {
        let (files, unread) = self.read(&place, loading);
        let mut module = self.combine(place.name(), files, parsed, found);
        found.extend(unread.clone());
        module.diagnostics.extend(unread);
        if !self.loads_calls {
            return module;
        }
        let identity = place.identity();
        loading.around.push(identity);
        let calls: Vec<ModuleCall> = module.calls().filter(|it| it.is_local()).cloned().collect();
        for call in calls {
            match self.child(&place, &call, loading, found) {
                Ok(child) => _ = module.children.insert(call.name, child),
                Err(error) => {
                    let at = call.at.place(*error);
                    module.diagnostics.push(at.clone());
                    found.push(at);
                }
            }
        }
        loading.around.pop();
        module
    }

    /// Loads the module that a call names.
    fn child(
        &self,
        place: &Place<'_>,
        call: &ModuleCall,
        loading: &mut Loading,
        found: &mut Diagnostics,
    ) -> Result<Arc<Module>, Box<Diagnostic>> {
        let source = call.source.as_deref().unwrap_or_default();
        let refused = |code: Code, detail: String| {
            let error = Diagnostic::error(code.category(), "Module not loaded", detail).with_code(code);
            Err(Box::new(error))
        };
        let child = place.join(source);
        let identity = child.identity();
        if loading.around.contains(&identity) {
            let detail =
                format!("The module {source:?} calls itself, by this call. Remove one of the calls.");
            return refused(Code::ReferenceCycle, detail);
        }
        if let Some(module) = loading.loaded.get(&identity) {
            return Ok(module.clone());
        }
        if !child.is_folder() {
            return refused(Code::Io, format!("There is no folder {source:?}."));
        }
        if loading.around.len() >= MAX_DEPTH {
            let detail = format!("Modules call each other more than {MAX_DEPTH} levels deep.");
            return refused(Code::NestingTooDeep, detail);
        }
        if loading.loaded.len() >= MAX_MODULES {
            return refused(Code::NestingTooDeep, format!("There are more than {MAX_MODULES} modules."));
        }
        let module = Arc::new(self.module(child, loading, found));
        let is_config = |it: &ModuleFile| matches!(it.role, Role::Config | Role::Override);
        if module.diagnostics.is_empty() && !module.files.iter().any(is_config) {
            return refused(Code::Io, format!("The folder {source:?} has no files of a module."));
        }
        loading.loaded.insert(identity, module.clone());
        Ok(module)
    }

    /// Reads the files of a module by their names.
    fn read(&self, place: &Place<'_>, loading: &mut Loading) -> (Vec<(String, Source)>, Diagnostics) {
        let mut unread = Diagnostics::new();
        let (opened, names) =
            match place.open().and_then(|it| Ok((it.names()?, it)).map(|(names, it)| (it, names))) {
                Ok(opened) => opened,
                Err(error) => {
                    unread.push(unreadable(&format!("The folder {:?}", place.name()), error));
                    return (Vec::new(), unread);
                }
            };
        let dialect = self.dialect_of(&names);
        let mut files = Vec::new();
        for name in names {
            let is_read = !matches!(role(&name, dialect), Role::Ignored | Role::Lock | Role::Test);
            if !is_read || matches!(opened.kind(&name), Ok(FileKind::Folder)) {
                continue;
            }
            let path = place.path_of(&name);
            let limit = Limits::DEFAULT.input.min(MAX_TOTAL - loading.bytes);
            match opened.read(&name, limit) {
                Ok(content) => {
                    loading.bytes += content.len() as u64;
                    files.push((name, Source::from_bytes(path, content)));
                }
                Err(error) => {
                    let error = match error.kind() {
                        io::ErrorKind::FileTooLarge => too_long(&path, limit),
                        _ => unreadable("The file", error),
                    };
                    unread.push(error.in_source(&Source::new(path, "")));
                }
            }
        }
        (files, unread)
    }

    /// Returns the program whose rules apply to files.
    fn dialect_of(&self, names: &[impl AsRef<str>]) -> Dialect {
        let is_of_open_tofu = || names.iter().any(|name| is_of_open_tofu(name.as_ref()));
        self.dialect.unwrap_or_else(|| if is_of_open_tofu() { Dialect::OpenTofu } else { Dialect::Terraform })
    }

    /// Parses files, and reads their content as that of one module.
    fn combine<F: Send>(
        &self,
        folder: String,
        files: Vec<(String, F)>,
        parse: impl Fn(F) -> Outcome<File> + Sync,
        found: &mut Diagnostics,
    ) -> Module {
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let dialect = self.dialect_of(&names);
        let replaced: HashSet<String> = match dialect {
            Dialect::Terraform => HashSet::new(),
            _ => {
                let all: HashSet<&str> = names.iter().copied().collect();
                let is_replaced = |it: &&&str| replacement(it).is_some_and(|it| all.contains(it.as_str()));
                names.iter().filter(is_replaced).map(|it| (*it).to_owned()).collect()
            }
        };
        let files = files.into_iter().filter(|(name, _)| !replaced.contains(name));
        let files = files.map(|(name, file)| (role(&name, dialect), name, file));
        let is_read = |role| matches!(role, Role::Config | Role::Override | Role::Values { .. });
        let files: Vec<_> = files.filter(|(role, ..)| is_read(*role)).collect();
        let is_override = |(role, ..): &(Role, String, F)| *role == Role::Override;
        // Override files change blocks of the others, so these are read after all files are parsed.
        let is_changed = self.overrides != Overrides::Keep && files.iter().any(is_override);
        let parts = parallel::fold_runs(files, |read: &mut FilesRead, run| {
            // The parser needs large buffers. Its files are parsed together, so that the memory of
            // small objects is used again for those of the next file.
            let parsed = run.into_iter().map(|(role, name, file)| (role, name, parse(file)));
            for (role, name, file) in parsed.collect::<Vec<_>>() {
                let body = file.value.body();
                if !matches!(role, Role::Values { .. }) {
                    let is_override = role == Role::Override;
                    // A part that is missing is no mistake of its own in a file with other
                    // mistakes.
                    if !file.diagnostics.has_errors() {
                        let form = Form { is_json: name.ends_with(".json"), is_override };
                        check_body(body, form, &mut read.found);
                    }
                    let content = content(body);
                    let part = if is_override { &mut read.overriding } else { &mut read.part };
                    part.read(content.blocks().iter().filter(|it| !is_changed || is_of_settings(it)));
                }
                read.found.extend(file.diagnostics);
                let source = file.value.body().source().clone();
                read.files.push(ModuleFile { name, role, source, body: file.value.body().clone() });
            }
        });
        let module = assemble::module(folder, dialect, self.overrides, parts);
        found.extend(module.diagnostics.clone());
        module
    }
}

impl Module {
    /// Loads the module in a folder, and those that it calls by local paths. Of a folder that such
    /// a path names, only the files of a module are read.
    ///
    /// The diagnostics are those of the files: mistakes in the syntax, blocks and arguments that
    /// the language does not have, values of other types, repeated definitions, override files that
    /// override nothing, files and modules that cannot be read, and calls in a cycle. The module
    /// has the valid parts of all files. [`check`](Self::check) finds more.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::load(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shop")).into_result()?;
    /// let network = module.child("network").expect("the folder ./network is there");
    /// assert_eq!(network.outputs[0].name, "subnets");
    ///
    /// let missing = Module::load("no/such/folder");
    /// assert_eq!(
    ///     missing.into_result().unwrap_err().diagnostics().first().map(|it| it.summary()),
    ///     Some("Cannot read or write"),
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[cfg(any(unix, windows))]
    pub fn load(folder: impl AsRef<Path>) -> Outcome<Self> {
        Loader::new().load(folder)
    }

    /// Creates a module of texts by the names of their files. Modules that it calls are not loaded.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let files = [
    ///     ("main.tf", "variable \"size\" {\n  default = \n}\n"),
    ///     ("outputs.tf", "output \"a\" {\n  value = 1\n}\n"),
    /// ];
    /// let outcome = Module::from_files(files);
    /// assert_eq!(
    ///     outcome.diagnostics.iter().map(|it| it.to_string()).collect::<Vec<_>>(),
    ///     ["main.tf:2:13: Missing value: A value is expected before the end of the line.",]
    /// );
    /// assert_eq!(outcome.value.outputs[0].name, "a");
    /// ```
    pub fn from_files<N: Into<String>, T: Into<String>>(
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Outcome<Self> {
        Loader::new().parse(files.into_iter().map(|(name, text)| Source::new(name, text)))
    }

    /// Returns the module with further files, in place of those of the same names. The modules that
    /// it calls are those that were loaded.
    ///
    /// ```
    /// use serde_hcl::{Source, value};
    /// use serde_hcl_terraform::{Module, Values};
    ///
    /// let module = Module::from_files([("main.tf", "locals {\n  a = 1\n}\n")]).into_result()?;
    /// let module = module
    ///     .with_files([Source::new("more.tf", "locals {\n  b = local.a + 1\n}\n")])
    ///     .into_result()?;
    /// let scope = module.scope(&module.context(), &Values::new()).into_result()?;
    /// assert_eq!(scope.value("local.b")?, value!(2));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn with_files(&self, sources: impl IntoIterator<Item = Source>) -> Outcome<Self> {
        let more: Vec<Source> = sources.into_iter().collect();
        let is_replaced = |it: &&ModuleFile| more.iter().any(|more| more.name() == it.source.name());
        let kept = self.files.iter().filter(|it| !is_replaced(it)).map(|it| it.source.clone());
        let loader = Loader::new().dialect(self.dialect).overrides(self.overrides);
        let kept: Vec<Source> = kept.collect();
        loader.parse(kept.into_iter().chain(more)).map(|module| Self {
            folder: self.folder.clone(),
            children: self.children.clone(),
            ..module
        })
    }

    /// Returns the module with modules that its calls name, in place of those that were loaded.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use serde_hcl_terraform::Module;
    ///
    /// let call = "module \"network\" {\n  source = \"./network\"\n  nmae   = \"a\"\n}\n";
    /// let child = Module::from_files([("variables.tf", "variable \"name\" {\n  default = 1\n}\n")]);
    /// let module = Module::from_files([("main.tf", call)]).into_result()?;
    /// let module = module.with_children([("network".to_owned(), Arc::new(child.into_result()?))]);
    /// assert_eq!(
    ///     module.check().diagnostics.to_string(),
    ///     "main.tf:3:3: Unexpected attribute: The module \"network\" has no variable \"nmae\". Did \
    ///      you mean \"name\"?",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_children(mut self, children: impl IntoIterator<Item = (String, Arc<Self>)>) -> Self {
        self.children.extend(children);
        self
    }
}

/// Parses a file in the syntax of its name.
fn parsed(source: Source) -> Outcome<File> {
    if source.name().ends_with(".json") { json::parse_file(source) } else { parse_file(source) }
}

/// The state of loading.
#[derive(Default)]
struct Loading {
    /// The modules that are being loaded.
    around: Vec<String>,
    loaded: HashMap<String, Arc<Module>>,
    bytes: u64,
}

fn too_long(path: &str, limit: u64) -> Diagnostic {
    let detail = format!("{path:?} has more than the limit of {limit} bytes. Split it into several files.");
    Diagnostic::error(Category::Limit, Code::TextTooLong.summary(), detail).with_code(Code::TextTooLong)
}

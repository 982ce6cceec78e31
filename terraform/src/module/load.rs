//! Loads the files of a module and of the modules that it calls.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::stdlib::terraform::{FileKind, Files};
use serde_hcl::{Diagnostic, Limits, Outcome, Source, json, parse_file};

use super::content::{ModuleCall, ModuleFile};
use super::read::unreadable;
use super::{Module, assemble};
use crate::language::{Form, check_body};
use crate::role::{is_of_open_tofu, replacement};
use crate::{Dialect, Role, role};

/// The maximum number of names in a folder.
const MAX_NAMES: usize = 100_000;

/// The maximum depth of calls, and number of modules that are loaded together. Functions that load
/// and evaluate modules call themselves for each level.
const MAX_DEPTH: usize = 32;
const MAX_MODULES: usize = 1_000;

/// The maximum number of bytes of all files.
const MAX_TOTAL: u64 = 8 * Limits::DEFAULT.input;

/// How override files change the content of a module.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Overrides {
    /// Their arguments replace those of the same blocks, as in Terraform. See
    /// [`Body::overlay`](serde_hcl::Body::overlay).
    #[default]
    Merge,
    /// Their blocks replace the same blocks as a whole, as in terraform-config-inspect.
    Replace,
    /// Their blocks are there beside the others.
    Keep,
}

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
    /// use serde_hcl::stdlib::terraform::Folder;
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
        let sources: Vec<Source> = sources.into_iter().collect();
        let name = |source: &Source| source.name().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let files: Vec<(String, Source)> = sources.into_iter().map(|it| (name(&it), it)).collect();
        let folder = files.first().map(|(name, source)| source.name().trim_end_matches(name.as_str()));
        let folder = folder.map_or("", |it| it.trim_end_matches('/')).to_owned();
        let mut diagnostics = Diagnostics::new();
        let module = self.assemble(folder, files, &mut diagnostics);
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
        let mut module = self.assemble(place.name(), files, found);
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
    fn assemble(&self, folder: String, files: Vec<(String, Source)>, found: &mut Diagnostics) -> Module {
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
        let mut diagnostics = Diagnostics::new();
        let mut parsed = Vec::new();
        for (name, source) in files {
            let role = role(&name, dialect);
            let is_config = matches!(role, Role::Config | Role::Override);
            if !is_config && !matches!(role, Role::Values { .. }) || replaced.contains(&name) {
                continue;
            }
            let is_json = name.ends_with(".json");
            let file = if is_json { json::parse_file(source.clone()) } else { parse_file(source.clone()) };
            // A part that is missing is no mistake of its own in a file with other mistakes.
            if is_config && !file.diagnostics.has_errors() {
                let form = Form { is_json, is_override: role == Role::Override };
                check_body(file.value.body(), form, &mut diagnostics);
            }
            diagnostics.extend(file.diagnostics);
            parsed.push(ModuleFile { name, role, source, body: file.value.into_body() });
        }
        let module = assemble::module(folder, dialect, self.overrides, parsed, diagnostics);
        found.extend(module.diagnostics.clone());
        module
    }
}

/// The state of loading.
#[derive(Default)]
struct Loading {
    /// The modules that are being loaded.
    around: Vec<String>,
    loaded: HashMap<String, Arc<Module>>,
    bytes: u64,
}

/// A folder.
enum Place<'f> {
    #[cfg(any(unix, windows))]
    Disk(PathBuf),
    Given(&'f dyn Files, String),
}

/// A folder whose files can be read.
enum Opened<'f> {
    #[cfg(any(unix, windows))]
    Disk(serde_hcl::stdlib::terraform::Folder),
    Given(&'f dyn Files, &'f str),
}

impl<'f> Place<'f> {
    fn name(&self) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.display().to_string(),
            Self::Given(_, path) => path.clone(),
        }
    }

    fn path_of(&self, name: &str) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.join(name).display().to_string(),
            Self::Given(_, path) => joined(path, name),
        }
    }

    /// Returns the folder at a path that begins here.
    fn join(&self, source: &str) -> Self {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => Self::Disk(cleaned(&path.join(source))),
            Self::Given(files, path) => Self::Given(*files, normalized(&joined(path, source))),
        }
    }

    /// Returns a path without links, by which the folder is recognized.
    fn identity(&self) -> String {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
            Self::Given(files, path) => files.real(or_here(path)).unwrap_or_else(|_| path.clone()),
        }
    }

    fn is_folder(&self) -> bool {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => path.is_dir(),
            Self::Given(files, path) => matches!(files.kind(or_here(path)), Ok(FileKind::Folder)),
        }
    }

    fn open(&self) -> io::Result<Opened<'_>> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(path) => {
                // The empty path is the current folder.
                let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
                Ok(Opened::Disk(serde_hcl::stdlib::terraform::Folder::new(path)?))
            }
            Self::Given(files, path) => Ok(Opened::Given(*files, path)),
        }
    }
}

impl Opened<'_> {
    /// Returns the names of the files in their order.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.names(".", MAX_NAMES)?,
            Self::Given(files, path) => files.names(or_here(path), MAX_NAMES)?,
        };
        names.sort_unstable();
        Ok(names)
    }

    fn kind(&self, name: &str) -> io::Result<FileKind> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.kind(name),
            Self::Given(files, path) => files.kind(&joined(path, name)),
        }
    }

    fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        match self {
            #[cfg(any(unix, windows))]
            Self::Disk(folder) => folder.read(name, limit),
            Self::Given(files, path) => files.read(&joined(path, name), limit),
        }
    }
}

/// Returns the path of a module that one with a path calls.
pub(crate) fn below(path: &str, source: &str) -> String {
    or_here(&normalized(&joined(path, source))).to_owned()
}

fn or_here(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns a path with slashes, without `.` and names before `..`.
fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// Returns a path without `.` and names before `..`, so that nested calls have short paths.
#[cfg(any(unix, windows))]
fn cleaned(path: &Path) -> PathBuf {
    use std::path::Component;

    let mut parts = PathBuf::new();
    for part in path.components() {
        let is_name = matches!(parts.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_name => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts
}

fn too_long(path: &str, limit: u64) -> Diagnostic {
    let detail = format!("{path:?} has more than the limit of {limit} bytes. Split it into several files.");
    Diagnostic::error(Category::Limit, Code::TextTooLong.summary(), detail).with_code(Code::TextTooLong)
}

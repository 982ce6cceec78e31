//! Finding files, reading and parsing them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_hcl::{
    Body, Diagnostic, Limits, Outcome, Source,
    diag::{Category, Diagnostics},
    json, parse_file, parse_template,
};
use serde_hcl_lsp::files;
pub use serde_hcl_lsp::files::{is_configuration, is_json};
use serde_hcl_terraform::{Dialect, Module, Role};
use serde_json::value::RawValue;

use crate::formats;
use crate::options::{Files, Format, RootArguments, STANDARD_INPUT, Syntax, is_standard};
use crate::{Failure, Result, report};

/// A file, parsed.
pub struct Loaded {
    /// The valid content; `None` for a template.
    pub body: Option<Body>,
    pub diagnostics: Diagnostics,
}

/// Reads and parses all files, in parallel, with a progress bar on a terminal.
pub fn load(files: &Files) -> Result<Vec<Loaded>> {
    load_all(&find(&files.paths, is_configuration)?, files.syntax)
}

/// Reads and parses the files at paths in a syntax.
pub fn load_all(paths: &[PathBuf], syntax: Syntax) -> Result<Vec<Loaded>> {
    for_each(paths, |path| read(path).map(|source| parse(source, syntax)))
}

/// Runs the work on all files, in parallel, with a progress bar on a terminal. Returns the results
/// in the order of the files.
pub fn for_each<T: Send>(paths: &[PathBuf], work: impl Fn(&Path) -> Result<T> + Sync) -> Result<Vec<T>> {
    // For a few files there is no bar.
    let target = if paths.len() > 8 { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(paths.len() as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<T>)>> = Mutex::new(Vec::with_capacity(paths.len()));
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(path) = paths.get(index) else { break };
        if !bar.is_hidden() {
            bar.set_message(report::printable(&path.display().to_string()));
        }
        let result = work(path);
        done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        bar.inc(1);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(paths.len());
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the files as one configuration.
pub fn body(files: &Files) -> Result<Body> {
    Ok(merge(bodies(files)?))
}

/// Returns a file that a command reads in addition to others.
pub fn single(path: &Path) -> Result<Body> {
    body(&Files { paths: vec![path.to_owned()], syntax: Syntax::Auto })
}

/// Merges several bodies.
pub fn merge(mut bodies: Vec<Body>) -> Body {
    if bodies.len() == 1 { bodies.remove(0) } else { Body::merge(bodies) }
}

/// Returns the bodies of the files in their order.
pub fn bodies(files: &Files) -> Result<Vec<Body>> {
    valid(load(files)?)
}

/// The content of a folder, or of files that are one configuration.
pub struct Configuration {
    pub folder: PathBuf,
    pub bodies: Vec<Body>,
    /// The files of Terraform in a folder that was named: these are read as Terraform reads them.
    pub module: Option<Module>,
    /// The errors of calls in the module, and in those that it calls.
    pub of_calls: Diagnostics,
}

/// Returns the configurations by their folder, or all files as one under `.`.
pub fn configurations(files: &Files, roots: &RootArguments) -> Result<Vec<Configuration>> {
    let paths = find(&files.paths, is_configuration)?;
    let load = |paths: &[PathBuf]| valid(load_all(paths, files.syntax)?);
    configurations_of(paths, files, roots, load)
}

/// Returns the configurations of the files at paths, which were found for the given ones. Those
/// that are not in a module are loaded by a function.
pub fn configurations_of(
    paths: Vec<PathBuf>,
    files: &Files,
    roots: &RootArguments,
    load: impl FnOnce(&[PathBuf]) -> Result<Vec<Body>>,
) -> Result<Vec<Configuration>> {
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        folders.entry(scope_folder(&path, roots)).or_default().push(path);
    }
    let has_modules = !roots.one_scope && roots.roots.is_empty() && files.syntax == Syntax::Auto;
    let is_module = |paths: &[PathBuf]| has_modules && is_module(paths, &files.paths);
    let others: Vec<PathBuf> = folders.values().filter(|it| !is_module(it)).flatten().cloned().collect();
    let mut bodies = load(&others)?.into_iter();
    let mut found = Vec::new();
    for (folder, paths) in folders {
        if is_module(&paths) {
            let Outcome { value: module, diagnostics } = module(&paths[0])?;
            let of_calls = diagnostics.into_iter().filter(is_of_call).collect();
            found.push(Configuration { folder, bodies: content(&module), module: Some(module), of_calls });
        } else {
            let bodies = bodies.by_ref().take(paths.len()).collect();
            found.push(Configuration { folder, bodies, module: None, of_calls: Diagnostics::new() });
        }
    }
    Ok(found)
}

/// Returns the folder of the configuration that a file belongs to.
pub fn scope_folder(path: &Path, roots: &RootArguments) -> PathBuf {
    if roots.one_scope { PathBuf::from(".") } else { folder(path) }
}

/// Returns whether the files that were found in a folder are those of a module: there are files of
/// Terraform, and the folder or one around it was named.
pub fn is_module(found: &[PathBuf], named: &[PathBuf]) -> bool {
    let is_within = |path: &Path| named.iter().any(|it| path != it && path.starts_with(it) && it.is_dir());
    found.iter().all(|path| !is_standard(path) && is_within(path))
        && found.iter().any(|it| matches!(role(it), Role::Config | Role::Override))
}

/// Returns the part of a file in a module by its name.
pub fn role(path: &Path) -> Role {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    serde_hcl_terraform::role(name, Dialect::OpenTofu)
}

fn is_part(path: &Path) -> bool {
    matches!(role(path), Role::Config | Role::Override | Role::Values { .. })
}

/// Returns the files without those in folders of modules that are no part of the module: tests, the
/// lock file, and files of other languages.
pub fn of_modules(mut paths: Vec<PathBuf>, named: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in &paths {
        folders.entry(folder(path)).or_default().push(path.clone());
    }
    folders.retain(|_, found| is_module(found, named));
    paths.retain(|path| !folders.contains_key(&folder(path)) || is_part(path));
    paths
}

/// Loads the module in the folder of a file.
///
/// # Errors
/// Returns the mistakes in the syntax of its files, and the errors of files that cannot be read.
fn module(file: &Path) -> Result<Outcome<Module>> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let loaded = Module::load(folder);
    let module = &loaded.value;
    let of_category =
        |category: Category| module.diagnostics().iter().filter(move |it| it.category() == category);
    let mut invalid: Diagnostics = of_category(Category::Syntax).cloned().collect();
    invalid.extend(of_category(Category::Limit).cloned());
    if invalid.has_errors() {
        return Err(invalid.into());
    }
    // Links out of the folder are left out of all commands, and so are files of other kinds.
    let is_left_out = |it: &Diagnostic| {
        let path = Path::new(it.source().map_or("", Source::name));
        it.span().is_some() || path.is_symlink() || !path.is_file()
    };
    let unread: Diagnostics = of_category(Category::Io).filter(|it| !is_left_out(it)).cloned().collect();
    if unread.has_errors() {
        return Err(unread.into());
    }
    Ok(loaded)
}

/// Returns whether a diagnostic is about a call whose module cannot be loaded. Those of calls in a
/// cycle, or too deep, are in the last one of the modules that call each other.
pub fn is_of_call(diagnostic: &Diagnostic) -> bool {
    diagnostic.summary() == "Module not loaded"
}

/// Returns the content of a module: its files, or with override files what these make of them.
fn content(module: &Module) -> Vec<Body> {
    let bodies = |role: Role| module.files.iter().filter(move |it| it.role == role).map(|it| &it.body);
    let overriding: Vec<&Body> = bodies(Role::Override).collect();
    if overriding.is_empty() {
        return bodies(Role::Config).cloned().collect();
    }
    vec![Body::overlay([&Body::merge(bodies(Role::Config))].into_iter().chain(overriding))]
}

/// Returns the folder of a file, which begins with `.` unless it is absolute.
pub fn folder(path: &Path) -> PathBuf {
    let names = path.parent().into_iter().flat_map(Path::components);
    [Component::CurDir].into_iter().chain(names.filter(|it| *it != Component::CurDir)).collect()
}

/// Returns the bodies of files without errors.
pub fn valid(files: Vec<Loaded>) -> Result<Vec<Body>> {
    let mut bodies = Vec::new();
    let mut problems = Diagnostics::new();
    for file in files {
        problems.extend(file.diagnostics);
        bodies.push(file.body.ok_or_else(|| {
            Failure::command("a template is not a configuration: use --syntax native or json")
        })?);
    }
    if problems.has_errors() {
        return Err(problems.into());
    }
    Ok(bodies)
}

/// Parses a source in the syntax of its name, or of the command line.
pub fn parse(source: Source, syntax: Syntax) -> Loaded {
    let is_json = match syntax {
        Syntax::Auto => is_json(source.name()),
        Syntax::Json | Syntax::Other(_) => true,
        Syntax::Native | Syntax::Template => false,
    };
    if syntax == Syntax::Template {
        return Loaded { body: None, diagnostics: parse_template(source).diagnostics };
    }
    let source = match syntax {
        Syntax::Other(format) if format != Format::Json => match formats::to_json(&source, format) {
            Ok(json) => json,
            Err(diagnostics) => {
                return Loaded { body: Some(parse_file("").value.body().clone()), diagnostics };
            }
        },
        _ if is_json && source.name() == STANDARD_INPUT_NAME => joined(source),
        _ => source,
    };
    let parsed = if is_json { json::parse_file(source) } else { parse_file(source) };
    Loaded { body: Some(parsed.value.body().clone()), diagnostics: parsed.diagnostics }
}

/// Returns the documents in HCL JSON that follow each other in a source, as an array of objects,
/// which is one configuration. A source with one document stays as it is.
fn joined(source: Source) -> Source {
    let mut documents = serde_json::Deserializer::from_str(source.text()).into_iter::<&RawValue>();
    // One after a mistake in the syntax is a part of the last document, which parsing reports.
    let starts = |text: &str| source.text().len() - text.len();
    let (mut text, mut pieces) = (String::new(), Vec::new());
    let mut rest = source.text().trim_start();
    while !rest.is_empty() {
        let end = match documents.next() {
            Some(Ok(_)) => documents.byte_offset(),
            _ => source.text().len(),
        };
        let start = starts(rest);
        text.push(if pieces.is_empty() { '[' } else { ',' });
        pieces.push((text.len() as u32, start as u32));
        text.push_str(&source.text()[start..end]);
        rest = source.text()[end..].trim_start();
    }
    if pieces.len() < 2 {
        return source;
    }
    text.push(']');
    Source::embedded(&source, text, pieces)
}

/// The maximum number of bytes of a text. A device may have no end.
pub const LIMIT: u64 = Limits::DEFAULT.input;

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Source> {
    read_with(path, STANDARD_INPUT_NAME)
}

/// The name of standard input in messages.
const STANDARD_INPUT_NAME: &str = "<stdin>";

/// Reads a file, or standard input, which has this name.
pub fn read_with(path: &Path, standard_name: &str) -> Result<Source> {
    let mut bytes = Vec::new();
    let (name, read) = if is_standard(path) {
        (standard_name.to_owned(), std::io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes))
    } else {
        let read = open(path).and_then(|file| {
            // With one byte more, the end is found without another allocation.
            let length = file.metadata()?.len().min(LIMIT) as usize;
            bytes.reserve_exact(length + 1);
            file.take(LIMIT + 1).read_to_end(&mut bytes)
        });
        (path.display().to_string(), read)
    };
    read.map_err(|error| Failure::Read(path.display().to_string(), error))?;
    if bytes.len() as u64 > LIMIT { Err(too_long(&name)) } else { Ok(Source::from_bytes(name, bytes)) }
}

/// The files that a shell passes to a program in place of others, such as `<(…)`, and an empty one.
const DESCRIPTORS: [&str; 4] = ["/dev/fd", "/dev/null", "/dev/stdin", "/proc/self/fd"];

/// Opens a file. A named pipe or a device could block, or have no end.
fn open(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    let is_refused = !kind.is_file() && !kind.is_dir();
    if is_refused && !DESCRIPTORS.iter().any(|it| path.starts_with(it)) {
        return Err(io::Error::other("it is not a regular file; pass it as standard input, with -"));
    }
    File::open(path)
}

/// Returns the error about a text that is longer than the limit.
pub fn too_long(name: &str) -> Failure {
    let detail = format!("It has more than the limit of {LIMIT} bytes. Split it into several files.");
    let diagnostic = Diagnostic::error(Category::Limit, "Text too long", detail);
    diagnostic.in_source(&Source::new(name, "")).into()
}

/// Finds the files that paths, folders and patterns name, each once. Of the files in a folder, it
/// returns those whose names are wanted.
pub fn find(paths: &[PathBuf], is_wanted: impl Fn(&str) -> bool + Copy) -> Result<Vec<PathBuf>> {
    if paths.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(Failure::command("name a file, or - to type the configuration here"));
        }
        return Ok(vec![STANDARD_INPUT.into()]);
    }
    let mut found = Vec::new();
    for path in paths {
        let before = found.len();
        let pattern = path.to_str().filter(|path| path.contains(['*', '?', '[']));
        match pattern {
            _ if is_standard(path) => found.push(path.clone()),
            _ if path.is_dir() => walk(path, is_wanted, &mut found)?,
            Some(pattern) if !path.exists() => {
                let matches = glob::glob(pattern)
                    .map_err(|error| Failure::Command(format!("{path:?} is not a valid pattern: {error}")))?;
                for path in matches {
                    let path = path.map_err(|error| Failure::Command(error.to_string()))?;
                    found.extend(Some(path).filter(|path| path.is_file()));
                }
            }
            _ => found.push(path.clone()),
        }
        if found.len() == before {
            let message = format!("there are no configuration files in {}", path.display());
            return Err(Failure::Command(message));
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// Returns the files that a command changes: those that paths name, and those in native syntax in
/// folders. A file with several names, by links, is there once, under the first one.
pub fn find_to_change(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = find(paths, |name| is_configuration(name) && !is_json(name))?;
    let mut targets = std::collections::HashSet::new();
    found.retain(|path| {
        is_standard(path) || targets.insert(path.canonicalize().unwrap_or_else(|_| path.clone()))
    });
    Ok(found)
}

/// Returns the valid parts of the files in HCL JSON of modules in the folders that are named.
/// Commands that change files leave these out.
pub fn json_of_modules(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Body)>> {
    let mut found = Vec::new();
    for folder in paths.iter().filter(|it| it.is_dir()) {
        let all = files::walk(folder, |name| is_json(name) && is_part(Path::new(name)));
        found.extend(all.flatten().filter(|it| !it.is_symlink() || leads_into(it, folder)));
    }
    let load = |path: PathBuf| {
        let body = parse(read(&path)?, Syntax::Json).body;
        Ok(body.map(|body| (path, body)))
    };
    found.into_iter().filter_map(|path| load(path).transpose()).collect()
}

/// Returns the wanted files in a folder and below it, by name. Links to files outside of the folder
/// are left out, so that a command neither shows nor changes those.
fn walk(folder: &Path, is_wanted: impl Fn(&str) -> bool, found: &mut Vec<PathBuf>) -> Result<()> {
    for path in files::walk(folder, is_wanted) {
        let path = path.map_err(|error| Failure::Command(format!("cannot read {error}")))?;
        if path.is_symlink() && !leads_into(&path, folder) {
            let name = report::name(&path);
            report::note(&format!(
                "{name} is left out: it is a link out of the folder. Name it to include it."
            ));
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns whether a link leads to a file in a folder or below it.
fn leads_into(link: &Path, folder: &Path) -> bool {
    link.canonicalize().is_ok_and(|target| folder.canonicalize().is_ok_and(|it| target.starts_with(it)))
}

/// Returns whether an argument that may be an expression names a configuration file, or a folder by
/// a path such as `.` or `modules/`.
pub fn is_file_argument(argument: &str) -> bool {
    let path = Path::new(argument);
    let is_path = argument.contains(['.', '/', '\\']);
    is_path && path.is_dir() || is_configuration(argument) && path.is_file()
}

/// Returns whether an argument that is a template without names is the name of a file of one that
/// is absent.
pub fn is_absent_template(argument: &str) -> bool {
    let is_template = [".tftpl", ".tpl", ".tmpl"].iter().any(|end| argument.ends_with(end));
    is_template && !argument.contains(|char: char| char.is_whitespace() || "${}".contains(char))
}

/// Returns whether an argument that is no valid expression is the name of a file that is absent.
pub fn is_absent_file(argument: &str) -> bool {
    (is_configuration(argument) || argument.ends_with('/')) && !Path::new(argument).exists()
}

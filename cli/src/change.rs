//! `hcl set`, `hcl rm`, `hcl mv`, `hcl add` and `hcl edit`

use std::path::{Path, PathBuf};

use serde_hcl::Source;
use serde_hcl::edit::Document;
use serde_hcl_terraform::{ChangedFile, Module};

use crate::arguments::{EditArguments, SetArguments};
use crate::changes::Kind;
use crate::edited::{Edited, Names};
use crate::failure::Status;
use crate::operation::{NewValue, Operation};
use crate::options::{Added, Changed, Renamed, is_standard};
use crate::output::Output;
use crate::replace::Writing;
use crate::selection::{Condition, check_json, select};
use crate::target::Address;
use crate::{Failure, Result, graph, input, replace, report};

pub fn set(arguments: &SetArguments, output: &Output) -> Result<()> {
    let address = Address::parse(&arguments.address)?;
    let value = match arguments {
        SetArguments { string: true, value, .. } => NewValue::text(value)?,
        SetArguments { expression, value, .. } => {
            NewValue::parse(Source::new("VALUE", value), Some("--string").filter(|_| !expression))?
        }
    };
    change(&arguments.files, &[Operation::Set { address, value }], output)
}

pub fn remove(address: &str, files: &Changed, output: &Output) -> Result<()> {
    change(files, &[Operation::Remove { address: Address::parse(address)? }], output)
}

pub fn rename(from: &str, to: &str, renamed: &Renamed, files: &Changed, output: &Output) -> Result<()> {
    if renamed.references
        && files.condition.is_none()
        && let Some(changed) = in_module(from, to, renamed, files)?
    {
        return write_module(&changed, files, output);
    }
    if renamed.moved {
        let message = "--moved needs the folder of a module that defines the resource or calls the module";
        return Err(Failure::command(message));
    }
    let names = names(renamed, files);
    change(
        files,
        &[Operation::Rename { from: Address::parse(from)?, to: Address::parse(to)?, names }],
        output,
    )
}

/// Renames a definition of the module in the folder that is named, if there is one. Returns the
/// files that change, in both syntaxes.
fn in_module(from: &str, to: &str, renamed: &Renamed, files: &Changed) -> Result<Option<Vec<ChangedFile>>> {
    let is_default = files.roots.roots.is_empty() && !files.roots.one_scope;
    let ([folder], true) = (files.paths.as_slice(), is_default) else { return Ok(None) };
    let (Some(from), Some(to)) = (reference(from), reference(to)) else { return Ok(None) };
    if !folder.is_dir() {
        return Ok(None);
    }
    let module = Module::load(folder).value;
    if module.references().definition(&from).is_none() {
        return Ok(None);
    }
    Ok(Some(module.rename(&from, &to, renamed.moved)?))
}

/// Returns the reference to a definition with an address, such as `var.NAME` for `variable.NAME`.
fn reference(address: &str) -> Option<String> {
    let (block_type, rest) = address.split_once('.')?;
    Some(match block_type {
        "variable" | "var" => format!("var.{rest}"),
        "locals" | "local" => format!("local.{rest}"),
        "resource" => rest.to_owned(),
        "data" | "ephemeral" | "module" | "output" => address.to_owned(),
        _ => return None,
    })
}

/// Writes the changed files of a module, or prints them.
fn write_module(changed: &[ChangedFile], files: &Changed, output: &Output) -> Result<()> {
    if changed.len() > 1 && !files.in_place && !files.diff && !files.check {
        let message = "several files are changed with --in-place, or shown with --diff or --check";
        return Err(Failure::command(message));
    }
    for file in changed {
        let path = Path::new(file.before.name());
        if files.diff {
            output.diff(&file.before, &file.text)?;
        } else if files.check || files.in_place {
            if !files.check {
                replace::replace(path, &file.before, &file.text, Writing::Whole, |_| {
                    let path = report::name(path);
                    let message = format!("another program has changed {path}: run the command again");
                    Err(Failure::Command(message))
                })?;
            }
            output.line(&report::name(path))?;
        } else {
            output.write(&file.text)?;
        }
    }
    if files.check { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) }
}

/// Returns the meaning of names, if references are renamed.
fn names(renamed: &Renamed, files: &Changed) -> Option<Box<Names>> {
    let names = || Names {
        roots: graph::roots(&files.roots),
        one_scope: files.roots.one_scope,
        folders: files.paths.iter().filter(|it| it.is_dir()).cloned().collect(),
    };
    renamed.references.then(|| Box::new(names()))
}

pub fn add(address: &str, added: &Added, files: &Changed, output: &Output) -> Result<()> {
    let address = Address::parse(address)?;
    change(files, &[Operation::Add { address, is_repeated: added.repeat }], output)
}

pub fn edit(arguments: &EditArguments, output: &Output) -> Result<()> {
    let mut operations = Vec::new();
    for (kind, text) in &arguments.changes.0 {
        if *kind != Kind::Script {
            operations.push(operation(*kind, text, '=', &format!("--{}", kind.name()), arguments)?);
            continue;
        }
        let path = Path::new(text);
        let paths = &arguments.files.paths;
        if is_standard(path) && (paths.is_empty() || paths.iter().any(|path| is_standard(path))) {
            return Err(Failure::command("standard input is the script: name the files to change"));
        }
        let script = input::read(path)?;
        for (number, line) in (1..).zip(script.text().lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{}, line {number}", report::printable(script.name()));
            let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let Some(kind) = Kind::ALL.into_iter().find(|it| it.name() == name && *it != Kind::Script) else {
                let message = format!("{place}: expected set, set-string, rm, mv or add, found {name:?}");
                return Err(Failure::Command(message));
            };
            operations.push(operation(kind, rest.trim(), ' ', &place, arguments)?);
        }
    }
    if operations.is_empty() {
        return Err(Failure::command("no changes are given: use --set, --rm, --mv, --add or --script"));
    }
    change(&arguments.files, &operations, output)
}

/// Parses the text of a change: an address, or an address and a value with a separator between
/// them.
fn operation(
    kind: Kind,
    text: &str,
    separator: char,
    place: &str,
    arguments: &EditArguments,
) -> Result<Operation> {
    let pair = || {
        let is_end = |index: &usize| Address::parse(text[..*index].trim_end()).is_ok();
        let mut ends = text.char_indices().filter(|(_, char)| *char == separator).map(|(index, _)| index);
        let end = ends.find(is_end).ok_or_else(|| {
            Failure::Command(format!(
                "{place}: write {text:?} as {}",
                kind.form().replace('=', &separator.to_string())
            ))
        })?;
        let (address, value) = (text[..end].trim_end(), text[end + 1..].trim_start());
        Ok::<_, Failure>((Address::parse(address)?, value))
    };
    let source = |text: &str| Source::new("VALUE", text);
    let text_option = Some("--set-string").filter(|_| !arguments.expression);
    Ok(match kind {
        Kind::Set => {
            let (address, value) = pair()?;
            Operation::Set { address, value: NewValue::parse(source(value), text_option)? }
        }
        Kind::SetString => {
            let (address, text) = pair()?;
            Operation::Set { address, value: NewValue::text(text)? }
        }
        Kind::Rm => Operation::Remove { address: Address::parse(text)? },
        Kind::Mv => {
            let (from, to) = pair()?;
            Operation::Rename {
                from,
                to: Address::parse(to)?,
                names: names(&arguments.renamed, &arguments.files),
            }
        }
        Kind::Add | Kind::Script => {
            Operation::Add { address: Address::parse(text)?, is_repeated: arguments.added.repeat }
        }
    })
}

/// Changes all files, and writes those that were changed, or prints them.
fn change(files: &Changed, operations: &[Operation], output: &Output) -> Result<()> {
    let paths = input::of_modules(input::find_to_change(&files.paths)?, &files.paths);
    if let Some(path) = paths.iter().find(|path| input::is_json(&path.to_string_lossy())) {
        let name = report::name(path);
        return Err(Failure::Command(format!("{name} is HCL JSON: this command changes native syntax")));
    }
    // A block can be the first one of a new file.
    let is_added = operations.iter().all(|it| matches!(it, Operation::Add { .. }));
    let read = |path: &PathBuf| match is_added && !is_standard(path) && !path.exists() {
        true => Ok(Source::new(path.display().to_string(), "")),
        false => input::read(path),
    };
    let sources = paths.iter().map(read).collect::<Result<Vec<_>>>()?;
    if paths.len() > 1 && !files.in_place && !files.diff && !files.check {
        let message = "several files are changed with --in-place, or shown with --diff or --check";
        return Err(Failure::command(message));
    }
    let mut edited = Vec::new();
    for (path, before) in paths.into_iter().zip(sources) {
        let document = Document::parse(before.clone())?;
        edited.push(Edited { path, before, document });
    }
    let condition = files.condition.as_deref().map(|it| Condition::parse(it, files, output)).transpose()?;
    let mut found = Vec::new();
    let json = input::json_of_modules(&files.paths)?;
    for operation in operations {
        operation.check(&edited)?;
        check_json(operation, &edited, &json, condition.as_ref())?;
        let selection = select(operation, &edited, condition.as_ref())?;
        let found_in = operation.apply(&mut edited, &selection.places)?;
        if !found_in.contains(&true) && !selection.is_empty {
            return Err(match edited.as_slice() {
                [only] => {
                    let source = Source::new(only.before.name(), only.document.to_string());
                    operation.address().nothing_in(source)
                }
                _ => operation.address().nothing(),
            });
        }
        found.push(found_in);
    }
    let mut is_changed = false;
    for (index, Edited { path, before, document }) in edited.iter().enumerate() {
        let after = document.to_string();
        let is_changed_here = before.text() != after;
        is_changed |= is_changed_here;
        if files.diff {
            output.diff(before, &after)?;
        } else if files.check || files.in_place && !is_standard(path) {
            if !is_changed_here {
                continue;
            }
            if !files.check {
                let operations = operations.iter().zip(&found).filter(|(_, found)| found[index]);
                replace::replace(path, before, &after, Writing::Whole, |now| {
                    reapply(path, now, operations.map(|(operation, _)| operation), condition.is_some())
                })?;
            }
            output.line(&report::name(path))?;
        } else {
            output.write(&after)?;
        }
    }
    if files.check && is_changed { Err(Failure::Reported(Status::Configuration)) } else { Ok(()) }
}

/// Makes changes of a file once more, since another program has changed it.
fn reapply<'o>(
    path: &Path,
    now: Source,
    operations: impl Iterator<Item = &'o Operation>,
    is_conditional: bool,
) -> Result<String> {
    let document = Document::parse(now.clone())?;
    let mut edited = [Edited { path: path.to_owned(), before: now, document }];
    for operation in operations {
        if is_conditional || operation.needs_all_files() {
            let path = report::name(path);
            let message = format!("another program has changed {path}: run the command again");
            return Err(Failure::Command(message));
        }
        let selection = select(operation, &edited, None)?;
        if operation.apply(&mut edited, &selection.places)? != [true] {
            return Err(operation.address().nothing());
        }
    }
    Ok(edited[0].document.to_string())
}

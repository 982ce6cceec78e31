//! Files import each other in one direction, except for types that are recursive by nature.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{Visit, visit_item_use, visit_path};
use syn::{Item, ItemUse, UseTree};

use super::{files, read, root};

/// The path of a module or an item, without `crate`.
type Path = Vec<String>;

/// A file of a crate, by the path of its module.
#[derive(Default)]
struct Module {
    file: String,
    path: Path,
    /// The names that it defines.
    definitions: BTreeSet<String>,
    /// The names that it imports, with the paths as they are written.
    imports: Vec<(String, Path)>,
    /// The other paths in its code.
    uses: Vec<Path>,
}

impl Module {
    fn import(&mut self, tree: &UseTree, mut prefix: Path) {
        let name = match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                return self.import(&path.tree, prefix);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|item| self.import(item, prefix.clone()));
            }
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.ident, &rename.rename),
            UseTree::Glob(_) => return,
        };
        if name.0 != "self" {
            prefix.push(name.0.to_string());
        }
        self.imports.push((name.1.to_string(), prefix));
    }

    /// Returns a path from the root of the crate, if it begins in the crate.
    fn absolute(&self, path: &[String], modules: &BTreeMap<Path, Self>) -> Option<Path> {
        let mut base = self.path.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Path::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|step| step == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                base.push(first.to_owned());
                if !modules.contains_key(&base) {
                    return None;
                }
                rest = &path[1..];
            }
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }
}

impl<'a> Visit<'a> for Module {
    fn visit_item(&mut self, item: &'a Item) {
        let name = match item {
            Item::Fn(it) => Some(&it.sig.ident),
            Item::Struct(it) => Some(&it.ident),
            Item::Enum(it) => Some(&it.ident),
            Item::Trait(it) => Some(&it.ident),
            Item::Type(it) => Some(&it.ident),
            Item::Const(it) => Some(&it.ident),
            Item::Static(it) => Some(&it.ident),
            Item::Macro(it) => it.ident.as_ref(),
            // Unit tests may import anything.
            Item::Mod(_) => return,
            _ => None,
        };
        self.definitions.extend(name.map(ToString::to_string));
        syn::visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.import(&item.tree, Path::new());
        visit_item_use(self, item);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            self.uses.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit_path(self, path);
    }
}

/// Returns the modules of a crate, which has its sources in a folder.
fn modules(folder: &str) -> BTreeMap<Path, Module> {
    let mut modules = BTreeMap::new();
    for file in files(folder, ".rs") {
        let name = file.strip_prefix(root()).expect("it is below the root").display().to_string();
        let steps = name.strip_prefix(folder).and_then(|name| name.strip_suffix(".rs")).unwrap_or(&name);
        let mut path: Path = steps.trim_start_matches('/').split('/').map(str::to_owned).collect();
        path.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
        let mut module = Module { file: name, path: path.clone(), ..Module::default() };
        module.visit_file(&syn::parse_file(&read(&file)).expect("it is Rust"));
        modules.insert(path, module);
    }
    modules
}

/// Returns the file that defines the item of a path: imports are followed.
fn defining<'m>(path: &[String], modules: &'m BTreeMap<Path, Module>) -> Option<&'m Module> {
    let mut path = path.to_vec();
    for _ in 0..10 {
        let known = (0..=path.len()).rev().find(|end| modules.contains_key(&path[..*end]))?;
        let module = &modules[&path[..known]];
        let Some(name) = path.get(known) else { return Some(module) };
        let import = module.imports.iter().find(|(bound, _)| bound == name);
        match import.and_then(|(_, from)| module.absolute(from, modules)) {
            Some(from) if !module.definitions.contains(name) && from != path => {
                path.splice(..=known, from);
            }
            _ => return Some(module),
        }
    }
    None
}

/// Returns the groups of files that import each other.
fn circles(folder: &str) -> Vec<BTreeSet<String>> {
    let modules = modules(folder);
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for module in modules.values() {
        let paths = module.imports.iter().map(|(_, path)| path).chain(&module.uses);
        let targets = paths
            .filter_map(|path| defining(&module.absolute(path, &modules)?, &modules))
            // A module consists of those below it.
            .filter(|target| !target.path.starts_with(&module.path))
            .map(|target| target.file.as_str());
        reached.insert(&module.file, targets.collect());
    }
    // The files that a file reaches over others.
    loop {
        let before: usize = reached.values().map(BTreeSet::len).sum();
        for file in reached.keys().copied().collect::<Vec<_>>() {
            let further = reached[file].iter().flat_map(|next| reached[next].clone()).collect::<Vec<_>>();
            reached.entry(file).or_default().extend(further);
        }
        if reached.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let group = |file: &&str| {
        let others = reached[file].iter().filter(|other| reached[*other].contains(file));
        others.map(ToString::to_string).collect::<BTreeSet<String>>()
    };
    let groups: BTreeSet<_> = reached.keys().map(group).filter(|group| !group.is_empty()).collect();
    groups.into_iter().collect()
}

#[test]
#[ignore = ".ci/run checks the structure"]
fn only_deserializers_and_values_import_each_other() {
    let found: Vec<_> =
        ["src", "cli/src", "lsp/src", "terraform/src"].into_iter().flat_map(circles).collect();
    let folders: Vec<BTreeSet<&str>> =
        found.iter().map(|group| group.iter().filter_map(|file| file.split('/').nth(1)).collect()).collect();
    let expected = [BTreeSet::from(["de"]), BTreeSet::from(["value"])];
    assert_eq!(folders, expected, "{found:#?}");
}

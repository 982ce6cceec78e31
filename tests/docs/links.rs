//! Links have targets: files, headings and items, even if the README is shown without the
//! repository.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::{files, pages, quoted, read, root};

/// The latest documentation, and the files of the latest package.
const ITEMS: &str = "https://docs.rs/serde_hcl/latest/serde_hcl/";
const FILES: &str = "https://docs.rs/crate/serde_hcl/latest/source/";

/// A page without its blocks of code.
fn without_code(page: &str) -> String {
    let parts = page.split("```").step_by(2);
    parts.collect()
}

/// The targets of the links of a page: inline ones, and those of definitions.
fn targets(page: &str) -> Vec<&str> {
    let inline = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let definitions = page.lines().filter(|line| line.starts_with('['));
    let definitions = definitions.filter_map(|line| line.split_once("]: ").map(|(_, target)| target.trim()));
    inline.chain(definitions).collect()
}

/// All pages of the repository by name: those of the documentation and all others.
fn all_pages() -> BTreeMap<String, String> {
    let mut pages = pages();
    for folder in [".github", "cli", "lsp", "terraform"].iter().filter(|folder| root().join(folder).is_dir())
    {
        for path in files(folder, ".md") {
            let name = path.strip_prefix(root()).expect("it is below the root").display().to_string();
            if !name.contains("/node_modules/") {
                pages.insert(name, read(&path));
            }
        }
    }
    pages
}

/// The names in brackets that need a definition: `[text][name]`. Brackets in inline code do not.
fn references(page: &str) -> Vec<String> {
    let text: String = page.split('`').step_by(2).collect();
    let links = text.split("][").skip(1).filter_map(|rest| rest.split(']').next());
    links.map(str::to_owned).collect()
}

/// A heading as the anchor of a link.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn has_heading(page: &str, fragment: &str) -> bool {
    page.lines()
        .filter(|line| line.starts_with('#'))
        .any(|line| anchor(line.trim_start_matches('#').trim()) == fragment)
}

/// A path without `..`.
fn resolve(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            resolved.pop();
        } else {
            resolved.push(part);
        }
    }
    resolved
}

/// Returns whether the manifest puts a file into the package.
fn is_in_package(path: &Path) -> bool {
    let manifest = read("Cargo.toml");
    let (_, patterns) = manifest.split_once("include = [").expect("the manifest lists files");
    let patterns = patterns.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2);
    let path = path.display().to_string();
    patterns.into_iter().any(|pattern| match pattern.split_once('*') {
        Some((start, end)) => {
            path.starts_with(start) && path.ends_with(end.trim_start_matches(['*', '/', '*']))
        }
        None => path == pattern,
    })
}

/// Returns whether a target exists, seen from a page.
fn exists(name: &str, page: &str, target: &str) -> bool {
    if let Some(item) = target.strip_prefix(ITEMS) {
        return item_exists(item);
    }
    if let Some(path) = target.strip_prefix(FILES) {
        return root().join(path).is_file() && is_in_package(Path::new(path));
    }
    // Rustdoc checks that the chapter exists.
    if let Some((chapter, fragment)) = target.strip_prefix("crate::guide::").and_then(|it| it.split_once('#'))
    {
        return has_heading(&read(format!("src/guide/{chapter}.md")), fragment);
    }
    // Other targets are checked by rustdoc, or are outside of the project.
    if target.contains("://") || target.contains("::") || target.contains('@') || target == "crate" {
        return true;
    }
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let folder = Path::new(name).parent().expect("a file has a folder");
    let path = if path.is_empty() { PathBuf::from(name) } else { resolve(&folder.join(path)) };
    if path == Path::new(name) {
        return has_heading(page, fragment);
    }
    let file = root().join(&path);
    let has_fragment = fragment.is_empty()
        || std::fs::read_to_string(&file).is_ok_and(|other| has_heading(&other, fragment));
    // The pages of other packages are read in the repository, and the links of the README are
    // absolute in a package.
    let is_reached = is_in_package(&path) || !is_in_package(Path::new(name)) || name == "README.md";
    file.exists() && is_reached && has_fragment
}

/// Returns whether a page of the documentation exists, such as `guide/blocks/index.html` or
/// `struct.Label.html#method.marks`.
fn item_exists(path: &str) -> bool {
    let (page, fragment) = path.split_once('#').unwrap_or((path, ""));
    if let Some(chapter) = page.strip_prefix("guide/") {
        let chapter = chapter.trim_end_matches("index.html").trim_matches('/');
        return chapter.is_empty() || root().join(format!("src/guide/{chapter}.md")).is_file();
    }
    let file = page.rsplit('/').next().unwrap_or_default();
    let [kind, name, "html"] = file.split('.').collect::<Vec<_>>()[..] else { return page == "index.html" };
    let method = fragment.strip_prefix("method.");
    let sources: Vec<String> = files("src", ".rs").iter().map(read).collect();
    let has = |text: &str| sources.iter().any(|source| source.contains(text));
    let is_defined = ["<", "(", " ", ";", "{"].iter().any(|end| has(&format!("pub {kind} {name}{end}")));
    is_defined && method.is_none_or(|method| has(&format!("pub fn {method}(")))
}

#[test]
fn links_have_targets() {
    let mut missing = Vec::new();
    let mut count = 0;
    for (name, page) in all_pages() {
        let page = without_code(&page);
        for target in targets(&page) {
            count += 1;
            if !exists(&name, &page, target) {
                missing.push(format!("{name}: {target}"));
            }
        }
        for reference in references(&page) {
            if !page.contains(&format!("\n[{reference}]: ")) {
                missing.push(format!("{name}: [{reference}]"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(count > 300, "only {count} links are found");
}

#[test]
fn the_check_of_links_finds_missing_targets() {
    let page = "# A heading\n[a](b.md) [c][d] `[*][*]`\n[d]: e.md\n";
    assert_eq!(targets(page), ["b.md", "e.md"]);
    assert_eq!(references(page), ["d"]);
    for (target, expected) in [
        ("docs/architecture.md", true),
        ("docs/architecture.md#data-flow", true),
        ("docs/architecture.md#no-such-heading", false),
        ("#a-heading", true),
        ("#another-heading", false),
        ("docs/no_such_page.md", false),
        // It exists, but is not part of the package.
        ("rustfmt.toml", false),
        ("https://docs.rs/serde_hcl/latest/serde_hcl/guide/blocks/index.html", true),
        ("https://docs.rs/serde_hcl/latest/serde_hcl/guide/no_such_chapter/index.html", false),
        ("https://docs.rs/serde_hcl/latest/serde_hcl/struct.Label.html#method.marks", true),
        ("https://docs.rs/serde_hcl/latest/serde_hcl/struct.Label.html#method.no_such_method", false),
        ("crate::guide::security#secrets", true),
        ("crate::guide::security#no-such-heading", false),
        ("https://docs.rs/crate/serde_hcl/latest/source/SECURITY.md", true),
        ("https://docs.rs/crate/serde_hcl/latest/source/rustfmt.toml", false),
    ] {
        assert_eq!(exists("SECURITY.md", page, target), expected, "{target}");
    }
}

/// The page of a package shows the README without the other files. The script of a release makes
/// the links absolute, and only pictures need the repository.
#[cfg(unix)]
#[test]
fn links_of_released_readmes_work_without_the_repository() {
    let script = root().join(".ci/links");
    // The script and the other packages are not part of the package.
    if !script.exists() {
        return;
    }
    for name in ["README.md", "cli/README.md", "lsp/README.md", "terraform/README.md"] {
        let output = std::process::Command::new(&script).args(["--print", name]).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let released = String::from_utf8(output.stdout).expect("it is text");
        assert_eq!(released.lines().count(), read(name).lines().count());
        let released = without_code(&released);
        for target in targets(&released) {
            let is_picture = target.ends_with(".svg") || target.ends_with(".png");
            let is_anywhere = target.contains("://") || target.starts_with('#') || is_picture;
            assert!(is_anywhere && exists(name, &released, target), "{name}: {target}");
        }
    }
}

/// The name at the start of a text.
fn identifier(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// Methods, functions, fields and variants that pages name as `Type::name`.
#[test]
fn items_that_are_named_exist() {
    let mut types = BTreeSet::new();
    let mut items = BTreeSet::new();
    for path in files("src", ".rs") {
        for line in read(path).lines().map(str::trim_start) {
            let public = line.strip_prefix("pub ").unwrap_or(line);
            for kind in ["struct ", "enum ", "trait ", "type "] {
                types.extend(public.strip_prefix(kind).map(|name| identifier(name).to_owned()));
            }
            items.insert(identifier(public).to_owned());
            for kind in ["fn ", "const "] {
                items.extend(public.split_once(kind).map(|(_, name)| identifier(name).to_owned()));
            }
        }
    }
    let mut missing = Vec::new();
    let mut count = 0;
    // The chapters on migration name items of other libraries.
    let pages = pages().into_iter().filter(|(name, _)| !name.contains("/from_"));
    for (name, page) in pages {
        for path in quoted(&page) {
            let Some((owner, item)) = path.split_once("::") else { continue };
            let item = identifier(item);
            // Wildcards, such as `Limits::with_…`, are not names of items.
            if types.contains(owner) && !item.is_empty() && !item.ends_with('_') {
                count += 1;
                if !items.contains(item) {
                    missing.push(format!("{name}: {path}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(count > 50, "only {count} items are named");
}

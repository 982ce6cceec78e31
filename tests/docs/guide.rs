//! The guide: each chapter has a goal, an example, common mistakes, and the next chapter.

use super::{files, read};

/// Chapters to look things up, in a form of their own.
const REFERENCE: [&str; 2] = ["codes", "specification"];

#[test]
fn chapters_have_their_parts() {
    for path in files("src/guide", ".md") {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let chapter = read(&path);
        let index = read("src/guide/mod.rs");
        assert!(index.contains(&format!("//! | [`{name}`] | ")), "the guide does not list {name}");
        assert!(index.contains(&format!("pub mod {name} {{}}")), "the guide does not have {name}");
        if REFERENCE.contains(&name.as_str()) {
            continue;
        }
        let lines: Vec<&str> = chapter.lines().collect();
        assert!(lines[0].ends_with('.') && lines[1].is_empty(), "{name} begins with one sentence");
        assert!(lines[2].starts_with("**Goal:** "), "{name} has no goal");
        assert!(chapter.contains("\n```\n"), "{name} has no example");
        let mistakes =
            if name.starts_with("from_") { "# Differences that matter" } else { "# Common mistakes" };
        let (_, mistakes) = chapter
            .split_once(&format!("\n{mistakes}\n"))
            .unwrap_or_else(|| panic!("{name} has no {mistakes}"));
        assert!(mistakes.matches("\n- **").count() >= 2, "{name} has too few mistakes");
        assert!(mistakes.contains("\n**Next:** ["), "{name} does not continue");
        assert!(chapter.contains("(crate::"), "{name} links to no item");
    }
}

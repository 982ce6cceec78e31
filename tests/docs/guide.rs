//! The guide: each chapter has a goal, an example, common mistakes, and the next chapter.

use super::{files, read};

/// Chapters to look things up, in a form of their own.
const REFERENCE: [&str; 3] = ["codes", "recipes", "specification"];

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

/// Each recipe is a whole program. Those of other packages are in their documentation.
#[test]
fn recipes_are_programs_of_at_most_40_lines() {
    let page = read("src/guide/recipes.md");
    let (_, recipes) = page.split_once("\n\n# ").expect("the page has recipes");
    let mut programs = 0;
    for recipe in recipes.split("\n\n# ") {
        let Some((_, program)) = recipe.split_once("\n```\n") else { continue };
        let title = recipe.lines().next().unwrap_or_default();
        let program = program.split("\n```").next().unwrap_or_default();
        let shown = program.lines().filter(|line| !line.starts_with("# "));
        assert!(program.contains("fn main() "), "{title} is not a whole program");
        assert!(shown.count() <= 40, "{title} is too long");
        programs += 1;
    }
    assert_eq!(programs, 9);
}

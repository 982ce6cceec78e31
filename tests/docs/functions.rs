//! The tables of functions have the first sentences of the documentation of each function.

use crate::{files, read};

/// Returns a sentence without its period, and without the marks of links.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once('[') {
        let Some((name, after)) = link.split_once(']').filter(|(name, _)| *name != "…") else {
            let (_, after) = link.split_once(']').expect("it is closed");
            plain.push_str(&format!("{before}[…]"));
            rest = after;
            continue;
        };
        plain.push_str(before);
        plain.push_str(name);
        rest = after.strip_prefix('(').and_then(|target| Some(target.split_once(')')?.1)).unwrap_or(after);
    }
    plain + rest
}

/// Returns the name and the first paragraph of each documented function of a file.
fn documented(source: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut paragraph: Option<String> = None;
    let mut is_first = true;
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("///") {
            let paragraph = paragraph.get_or_insert_default();
            is_first &= !text.trim().is_empty();
            if is_first {
                paragraph.push_str(text);
            }
            continue;
        }
        let name = line.strip_prefix("pub(super) fn ").and_then(|rest| rest.split_once("() -> Function"));
        if let (Some((name, _)), Some(paragraph)) = (name, &paragraph)
            && let Some((_, result)) = paragraph.split_once("`: ")
        {
            found.push((name.to_owned(), plain(result)));
        }
        (paragraph, is_first) = (None, true);
    }
    found
}

#[test]
fn the_tables_agree_with_the_documentation_of_each_function() {
    for folder in ["src/stdlib", "terraform/src/functions"] {
        let page = read(format!("{folder}/functions.md")).replace("\\|", "|");
        let mut count = 0;
        for path in files(folder, ".rs").into_iter().filter(|path| path.parent().unwrap().ends_with(folder)) {
            for (name, result) in documented(&read(path)) {
                let row = page.lines().find(|line| {
                    [format!("`{name}("), format!("::{name}(")].iter().any(|it| line.contains(it))
                });
                let row = row.unwrap_or_else(|| panic!("{folder}: {name} has no row"));
                assert!(row.contains(&format!("| {result} |")), "{folder}: {name}: {result}\n{row}");
                count += 1;
            }
        }
        assert!(count > 40, "{folder}: {count}");
    }
}

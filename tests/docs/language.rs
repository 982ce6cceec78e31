//! The words and the lines of everything that people read. `.ci/run` runs these tests, so that
//! `cargo test` fails for code alone.

use super::{files, pages, read, root};

/// Phrases that this project replaces by standard terms. Compared in lower case, as whole words.
const PHRASES: &[&str] = &[
    // Metaphors.
    "room",
    "rooms",
    "door",
    "doors",
    "house",
    "guest",
    "guests",
    "the way of the data",
    "has come",
    "knows its place",
    // Personified code.
    "asks",
    "asked for",
    "tells",
    "told",
    "wants",
    "speaks of",
    "complains",
    "swallows",
    // Free relatives in place of nouns.
    "what is wrong",
    "what stands",
    "what is told",
    "what is meant",
    "what it says",
    // `stand` where `is` or `appears` is meant.
    "stands there",
    "stand there",
    "where it stands",
    "what follows",
    "what people",
    // Vague words.
    "whatever",
    "whoever",
    "somebody",
    "no obstacle",
    "means nothing",
    "says so",
    "anew",
    "takes note",
    "side by side",
    // Other names of the Go implementation.
    "the reference's",
    "as the reference",
    "like the reference",
    // Vague subjects and aphorisms.
    "everybody",
    "nobody",
    "everyone",
    "a string is a string",
    "a line is a line",
    "takes an error for an answer",
    "all is well",
    // Numbers.
    "thousand million",
    "thousand millions",
];

/// Beginnings of words in British spelling.
const BRITISH: &[&str] = &[
    "analyse",
    "behaviour",
    "catalogue",
    "colour",
    "favour",
    "grey",
    "honour",
    "labelled",
    "labelling",
    "licence",
    "neighbour",
    "normalis",
    "optimis",
    "organis",
    "recognis",
    "serialis",
    "summaris",
    "travelled",
    "travelling",
    "initialis",
    "capitalis",
    "minimis",
    "maximis",
    "sanitis",
    "tokenis",
    "cancelled",
    "centre",
    "modelled",
    "unrecognis",
];

/// The longest line, in characters.
const WIDTH: usize = 100;

/// A line of prose with its number in the file.
type Line = (usize, String);

/// The prose of a page: lines outside of code, tables, link definitions and badges.
fn prose(page: &str) -> Vec<Line> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(page.lines()) {
        let text = line.trim_start();
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        let is_definition = text.starts_with('[') && text.contains("]: ");
        if !(is_code || is_fence || is_definition || text.starts_with(['|', '<']) || text.starts_with("[!["))
        {
            lines.push((number, line.to_owned()));
        }
    }
    lines
}

/// The comments of a source, without code and tables in them.
fn comments(source: &str) -> Vec<Line> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let Some(text) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let text = text.trim_start_matches(['/', '!']).trim_start();
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        if !(is_code || is_fence || text.starts_with('|') || text.contains("]: ")) {
            lines.push((number, line.to_owned()));
        }
    }
    lines
}

/// The prose of all pages and the comments of all sources, by the name of the file.
fn texts() -> Vec<(String, Vec<Line>)> {
    let mut texts: Vec<_> = pages().into_iter().map(|(name, page)| (name, prose(&page))).collect();
    for folder in ["src", "cli", "lsp", "terraform", "tests", "examples", "benches", "fuzz", "grammar"] {
        // The crate of the fuzz targets and the grammar are not in every checkout of the package.
        if !root().join(folder).is_dir() {
            continue;
        }
        for path in files(folder, ".rs").into_iter().chain(files(folder, ".pest")) {
            let name = path.strip_prefix(root()).expect("it is below the root").display().to_string();
            if !name.contains("/target/") {
                texts.push((name, comments(&read(&path))));
            }
        }
    }
    texts
}

/// The words of a line in lower case, with a space around each.
fn words(line: &str) -> String {
    let words: Vec<String> = line
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!(" {} ", words.join(" "))
}

/// Returns the phrases and British spellings of a text.
fn findings(text: &str) -> Vec<&'static str> {
    let words = words(text);
    let phrases = PHRASES.iter().filter(|phrase| words.contains(&format!(" {phrase} ")));
    let british = BRITISH.iter().filter(|start| words.contains(&format!(" {start}")));
    phrases.chain(british).copied().collect()
}

#[test]
fn the_check_of_words_finds_words() {
    assert_eq!(findings("Nobody knows, he SAID."), ["nobody"]);
    assert_eq!(findings("The lexer tells\nwhat is wrong."), ["tells", "what is wrong"]);
    assert_eq!(findings("the colours of labelled things"), ["colour", "labelled"]);
    assert_eq!(findings("Returns the color of the location."), <[&str; 0]>::default());
}

#[test]
#[ignore = ".ci/run checks texts"]
fn texts_have_plain_words_in_us_spelling() {
    let mut found = Vec::new();
    for (name, lines) in texts() {
        // A phrase can go on in the next line.
        for (index, (number, line)) in lines.iter().enumerate() {
            let next =
                lines.get(index + 1).filter(|(next, _)| *next == number + 1).map(|(_, line)| line.as_str());
            let next = next.unwrap_or_default();
            for phrase in findings(&format!("{line}\n{next}")) {
                if !findings(next).contains(&phrase) {
                    found.push(format!("{name}:{number}: {phrase}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}

/// Words in `-s` that are not verbs, and begin summaries such as "Its name."
const NOUNS: &[&str] =
    &["Arguments", "As", "Attributes", "Blocks", "Expressions", "Indices", "Its", "Keys", "Labels", "This"];

/// Returns whether a summary begins with a verb in the third person, or with the notation of the
/// construct that the function handles.
fn begins_with_verb(summary: &str) -> bool {
    let first = summary.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    summary.starts_with('`') || first.ends_with('s') && !NOUNS.contains(&first)
}

/// Returns the functions of a source with documentation, each with the number of its line and the
/// first line of the documentation.
fn summaries(source: &str) -> Vec<(usize, &str)> {
    let mut summary = None;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines().map(str::trim_start)) {
        if let Some(text) = line.strip_prefix("///") {
            summary = summary.or(Some(text.trim_start()));
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            let item = line.strip_prefix("pub").map_or(line, |rest| {
                rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest)
            });
            let item = item.trim_start().trim_start_matches("const ");
            let is_function = item.starts_with("fn ");
            found.extend(summary.take().filter(|_| is_function).map(|summary| (number, summary)));
        }
    }
    found
}

#[test]
#[ignore = ".ci/run checks texts"]
fn summaries_of_functions_begin_with_a_verb() {
    let source = "/// Its name.\nfn name() {}\n/// Returns it.\npub(crate) const fn it() {}\n";
    assert_eq!(summaries(source), [(2, "Its name."), (4, "Returns it.")]);
    assert_eq!([begins_with_verb("Its name."), begins_with_verb("Returns it.")], [false, true]);
    let mut found = Vec::new();
    let mut count = 0;
    for path in files("src", ".rs") {
        let source = read(&path);
        // Tests describe facts.
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, summary) in summaries(code) {
            count += 1;
            if !begins_with_verb(summary) && !summary.starts_with("# ") {
                found.push(format!("{}:{number}: {summary}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{} summaries:\n{}", found.len(), found.join("\n"));
    assert!(count > 1000, "only {count} summaries");
}

/// Returns the names of the tests of a source that run by default.
fn names_of_tests(source: &str) -> Vec<&str> {
    let mut lines = source.lines().map(str::trim_start);
    let mut names = Vec::new();
    while let Some(line) = lines.next() {
        if line == "#[test]" {
            let mut is_ignored = false;
            let function = lines.by_ref().find(|line| {
                is_ignored |= line.starts_with("#[ignore");
                line.starts_with("fn ")
            });
            let name = function.and_then(|line| line.strip_prefix("fn ")?.split('(').next());
            names.extend(name.filter(|_| !is_ignored));
        }
    }
    names
}

/// The name of a test is a sentence: a subject, a verb, and the fact.
#[test]
#[ignore = ".ci/run checks texts"]
fn names_of_tests_state_facts() {
    let source = "#[test]\n#[ignore]\nfn table() {}\n#[test]\nfn labels_2() {}\n";
    assert_eq!(names_of_tests(source), ["labels_2"]);
    let mut found = Vec::new();
    let mut count = 0;
    for path in files("src", ".rs").into_iter().chain(files("tests", ".rs")) {
        for name in names_of_tests(&read(&path)) {
            count += 1;
            let words: Vec<&str> = name.split('_').collect();
            if words.len() < 3 || words.contains(&"what") {
                found.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{} names:\n{}", found.len(), found.join("\n"));
    assert!(count > 500, "only {count} tests");
}

#[test]
#[ignore = ".ci/run checks texts"]
fn lines_have_at_most_100_characters() {
    let mut found = Vec::new();
    for (name, lines) in texts() {
        for (number, line) in lines {
            if line.chars().count() > WIDTH {
                found.push(format!("{name}:{number}"));
            }
        }
    }
    assert!(found.is_empty(), "{} long lines:\n{}", found.len(), found.join("\n"));
}

/// Documentation pages cut longer lines.
#[test]
#[ignore = ".ci/run checks texts"]
fn lines_of_examples_have_at_most_96_characters() {
    let mut found = Vec::new();
    let sources = ["src", "terraform/src", "lsp/src"].map(|folder| files(folder, ".rs"));
    for path in sources.into_iter().flatten().chain(files("src/guide", ".md")) {
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        // The language after a fence; `text` is the output of a program.
        let mut language: Option<String> = None;
        for (number, line) in (1..).zip(read(&path).lines()) {
            let comment = line.trim_start();
            let comment = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
            let Some(text) = (if is_page { Some(line) } else { comment }) else {
                language = None;
                continue;
            };
            let text = if is_page { text } else { text.strip_prefix(' ').unwrap_or(text) };
            if let Some(fence) = text.strip_prefix("```") {
                language = if language.is_none() { Some(fence.to_owned()) } else { None };
            }
            let is_code = language.as_ref().is_some_and(|language| language != "text");
            if is_code && !text.starts_with("# ") && text.chars().count() > 96 {
                found.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{} long lines:\n{}", found.len(), found.join("\n"));
}

/// Returns the numbers of the lines of doc comments that are headings directly after other text.
fn joined_headings(source: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut has_text_before = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let line = line.trim_start();
        let Some(text) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            (is_code, has_text_before) = (false, false);
            continue;
        };
        let text = text.trim_start();
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        if !is_code && text.starts_with('#') && has_text_before {
            found.push(number);
        }
        has_text_before = !text.is_empty();
    }
    found
}

#[test]
#[ignore = ".ci/run checks texts"]
fn headings_of_doc_comments_follow_an_empty_line() {
    let joined = "/// Text.\n/// # Errors\n/// More.\n///\n/// # Examples\n/// ```\n/// # use it;\n/// ```\n";
    assert_eq!(joined_headings(joined), [2]);
    assert_eq!(joined_headings("//! # Title\n//!\n//! Text.\n"), <[usize; 0]>::default());
    let mut found = Vec::new();
    for folder in
        ["src", "cli", "lsp", "terraform", "tests"].into_iter().filter(|folder| root().join(folder).is_dir())
    {
        for path in files(folder, ".rs") {
            let lines = joined_headings(&read(&path));
            found.extend(lines.iter().map(|number| format!("{}:{number}", path.display())));
        }
    }
    assert!(found.is_empty(), "{} headings:\n{}", found.len(), found.join("\n"));
}

/// Returns the first lines of the sections "Errors" that are not sentences about a return or a
/// call, each with the number of its line.
fn vague_errors(source: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = source.lines().map(|line| line.trim_start()).collect();
    let sections = (2..).zip(lines.windows(2)).filter(|(_, pair)| pair[0] == "/// # Errors");
    let first = sections.map(|(number, pair)| (number, pair[1].trim_start_matches(['/', ' '])));
    first.filter(|(_, text)| !["Returns ", "A call "].iter().any(|start| text.starts_with(start))).collect()
}

#[test]
#[ignore = ".ci/run checks texts"]
fn sections_of_errors_are_sentences() {
    let source = "/// # Errors\n/// Those of it.\n\n/// # Errors\n/// Returns the same errors as it.\n";
    assert_eq!(vague_errors(source), [(2, "Those of it.")]);
    let mut found = Vec::new();
    for folder in ["src", "cli", "lsp", "terraform"].into_iter().filter(|folder| root().join(folder).is_dir())
    {
        for path in files(folder, ".rs") {
            let source = read(&path);
            let vague = vague_errors(&source).into_iter();
            found.extend(vague.map(|(number, text)| format!("{}:{number}: {text}", path.display())));
        }
    }
    assert!(found.is_empty(), "{} sections:\n{}", found.len(), found.join("\n"));
}

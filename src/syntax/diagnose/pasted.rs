//! Lines of other formats: JSON, YAML, TOML, INI, XML, Markdown, diffs, shell sessions.

use super::words;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Returns the diagnostic for a line that looks like another format.
pub(super) fn other_format(text: &str, start: usize) -> Option<Diagnostic> {
    let line = words::rest_of_line(text, start);
    let starts_line = text[..start].trim_end_matches([' ', '\t']).is_empty()
        || text[..start].trim_end_matches([' ', '\t']).ends_with('\n');
    if !starts_line {
        return None;
    }
    let (length, detail, help) =
        FORMATS.iter().find_map(|format| format(line)).or_else(|| json(text, start))?;
    let span = Span::new(start as u32, (start + length) as u32);
    Some(Diagnostic::new(Code::OtherFormat, detail).at(span).with_help(help))
}

/// The length of the mark at the start of a line, the mistake, and the help.
type Found = (usize, &'static str, &'static str);

const FORMATS: &[fn(&str) -> Option<Found>] = &[diff, yaml, toml, xml, shell, comment, markdown];

const BLOCK: &str = "Write a block: service { … }";

fn yaml(line: &str) -> Option<Found> {
    let is_mark = matches!(line.trim_end(), "---" | "...");
    if is_mark {
        return Some((3, "The line \"---\" is a mark of YAML, not of HCL.", "Remove it."));
    }
    let item = line.strip_prefix("- ")?;
    let is_list = !words::is_item(item) || item.contains(':');
    is_list.then_some((
        1,
        "Elements of a list do not begin with \"-\".",
        "Write a list in brackets: names = [\"a\", \"b\"]",
    ))
}

fn toml(line: &str) -> Option<Found> {
    let line = line.split('#').next().unwrap_or(line).trim_end();
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let is_name = |character: char| character.is_alphanumeric() || "_-.: \"'[]".contains(character);
    (!inner.is_empty() && inner.chars().all(is_name)).then_some((
        line.len(),
        "A section in brackets is a table of TOML or a section of INI, not of HCL.",
        BLOCK,
    ))
}

fn xml(line: &str) -> Option<Found> {
    let rest = line.strip_prefix('<')?;
    let is_tag = rest.starts_with(['/', '!', '?']) || words::name_length(rest) > 0;
    (is_tag && rest.contains('>')).then_some((1, "A tag in angle brackets is XML or HTML, not HCL.", BLOCK))
}

fn diff(line: &str) -> Option<Found> {
    if line.starts_with("@@ ") || line.starts_with("+++ ") || line.starts_with("--- ") {
        return Some((3, "This line is the header of a diff.", "Remove the line."));
    }
    let rest = line.strip_prefix(['+', '-'])?;
    let is_changed = words::is_item(rest.trim_start()) && rest.starts_with([' ', '\t']) || rest.trim() == "}";
    if !is_changed {
        return None;
    }
    let (detail, help) = if line.starts_with('+') {
        ("The \"+\" at the start of this line marks an added line of a diff.", "Remove the \"+\".")
    } else {
        ("The \"-\" at the start of this line marks a removed line of a diff.", "Remove the line.")
    };
    Some((1, detail, help))
}

fn shell(line: &str) -> Option<Found> {
    let prompt = line.starts_with("$ ") || line.starts_with("> ");
    prompt.then_some((
        1,
        "\"$\" or \">\" at the start of a line is the prompt of a shell.",
        "Remove the line.",
    ))
}

fn comment(line: &str) -> Option<Found> {
    let marks = ["<!--", "--", ";", "%", "(*", "*"];
    let mark = marks.iter().find(|mark| line.starts_with(**mark))?;
    let rest = &line[mark.len()..];
    let is_comment = *mark == "<!--" || rest.starts_with(' ') && !words::is_item(rest.trim_start());
    is_comment.then_some((
        mark.len(),
        "A comment begins with \"#\" or \"//\".",
        "Write \"#\" at the start of the comment.",
    ))
}

fn markdown(line: &str) -> Option<Found> {
    let fence = line.starts_with("```") || line.starts_with("~~~");
    fence.then_some((3, "This line is the fence of a code block of Markdown.", "Remove the line."))
}

/// Recognizes a brace that begins the text, with a quoted key after it.
fn json(text: &str, start: usize) -> Option<Found> {
    let is_first = text[..start].trim_start_matches('\u{feff}').trim().is_empty();
    let inner = text[start..].strip_prefix(['{', '['])?.trim_start();
    (is_first && inner.starts_with(['"', '{', '}', '[', ']'])).then_some((
        1,
        "An attribute (name = value) or a block (type { … }) is expected here. Text in braces is JSON.",
        "Give the name of a JSON file the ending .json, or remove the braces and write name = value.",
    ))
}

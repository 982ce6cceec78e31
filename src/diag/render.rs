//! Diagnostics as text: on one line, or with the source lines and all spans underlined.

use std::fmt::{self, Display};

use super::excerpt::{Excerpt, correction, excerpts};
use super::snippet::Snippet;
use super::style::{EMPHASIS, ERROR, Painter, WARNING};
use super::{Diagnostic, Diagnostics, Severity};
use crate::source::Escaped;

pub(super) fn one_line(diagnostic: &Diagnostic, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(location) = location(diagnostic) {
        write!(f, "{location}: ")?;
    }
    if diagnostic.severity == Severity::Warning {
        f.write_str("warning: ")?;
    }
    Escaped(&diagnostic.summary).fmt(f)?;
    if !diagnostic.detail.is_empty() {
        f.write_str(": ")?;
        // The paragraphs of a detail are joined into one line.
        for (index, line) in diagnostic.detail.lines().filter(|line| !line.is_empty()).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            Escaped(line).fmt(f)?;
        }
    }
    match diagnostic.path() {
        "" => Ok(()),
        path => write!(f, " (in {})", Escaped(path)),
    }
}

/// Returns the location: file, line and column, or the file alone.
fn location(diagnostic: &Diagnostic) -> Option<String> {
    let source = diagnostic.source.as_ref()?;
    match diagnostic.subject {
        Some(subject) => Some(source.location(subject)),
        None => Some(Escaped(source.name()).to_string()).filter(|name| !name.is_empty()),
    }
}

/// Formats diagnostics for people: each with its source lines, labels, help and notes.
///
/// `{:#}` of [`Diagnostic`], [`Diagnostics`] and [`Error`](crate::Error) is the text of a new
/// renderer.
///
/// ```
/// use serde_hcl::{Renderer, parse_file};
///
/// let diagnostics = parse_file("port = 80\nport = 443\n").diagnostics;
/// assert_eq!(Renderer::new().render(&diagnostics), format!("{diagnostics:#}"));
///
/// let colored = Renderer::new().color(true).max_diagnostics(10).render(&diagnostics);
/// assert!(colored.contains("\u{1b}["));
/// ```
#[derive(Clone, Debug)]
pub struct Renderer {
    is_colored: bool,
    max_diagnostics: usize,
    shows_notes: bool,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// Returns a renderer that writes plain text, at most 50 diagnostics, and notes.
    pub const fn new() -> Self {
        Self { is_colored: false, max_diagnostics: 50, shows_notes: true }
    }

    /// Sets whether the text has escape sequences for the colors of a terminal.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.is_colored = color;
        self
    }

    /// Sets the maximum number of diagnostics that are shown. Further ones are only counted.
    #[must_use]
    pub const fn max_diagnostics(mut self, max: usize) -> Self {
        self.max_diagnostics = max;
        self
    }

    /// Sets whether notes are shown, which are for the developers of the application.
    #[must_use]
    pub const fn notes(mut self, notes: bool) -> Self {
        self.shows_notes = notes;
        self
    }

    /// Returns the text for diagnostics, with empty lines between them and without a newline at the
    /// end.
    pub fn render<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> String {
        let mut painter = Painter { text: String::new(), is_colored: self.is_colored };
        let mut diagnostics = diagnostics.into_iter();
        for diagnostic in diagnostics.by_ref().take(self.max_diagnostics) {
            painter.paragraph();
            self.write(diagnostic, &mut painter);
        }
        let (mut errors, mut warnings) = (0, 0);
        for diagnostic in diagnostics {
            *(if diagnostic.severity == Severity::Error { &mut errors } else { &mut warnings }) += 1;
        }
        if errors + warnings > 0 {
            painter.paragraph();
            painter.text.push_str(&left_out(errors, warnings));
        }
        painter.text
    }

    fn write(&self, diagnostic: &Diagnostic, painter: &mut Painter) {
        let (primary, word) = match diagnostic.severity {
            Severity::Error => (ERROR, "error"),
            Severity::Warning => (WARNING, "warning"),
        };
        let excerpts = excerpts(diagnostic);
        let margin = excerpts.iter().map(Excerpt::margin).max().unwrap_or(1);
        painter.push(primary, word);
        painter.push(EMPHASIS, &format!(": {}", Escaped(&diagnostic.summary)));
        let mut snippet = Snippet { painter, margin, primary };
        for (index, excerpt) in excerpts.iter().enumerate() {
            if index > 0 {
                snippet.separator();
            }
            let is_first = index == 0 && diagnostic.subject.is_some();
            snippet.line(if is_first { "--> " } else { "::: " }, &excerpt.location());
            snippet.underlined(excerpt);
        }
        match location(diagnostic) {
            Some(location) if excerpts.is_empty() => snippet.line("--> ", &location),
            Some(_) if !excerpts.is_empty() => snippet.separator(),
            _ => {}
        }
        snippet.message("", &diagnostic.detail);
        for help in diagnostic.help() {
            snippet.message("help: ", help);
        }
        for note in diagnostic.notes().filter(|_| self.shows_notes) {
            snippet.message("note: ", note);
        }
        if !diagnostic.path().is_empty() {
            snippet.message("", &format!("in {}", diagnostic.path()));
        }
        if let Some(excerpt) = correction(diagnostic) {
            snippet.separator();
            snippet.replaced(&excerpt);
        }
    }
}

/// Returns the line about diagnostics that are not shown.
fn left_out(errors: usize, warnings: usize) -> String {
    let count = |number: usize, what| match number {
        1 => format!("1 more {what}"),
        _ => format!("{number} more {what}s"),
    };
    let counts = match (errors, warnings) {
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
    };
    format!("{counts} not shown")
}

/// One line, `file:line:column: summary: detail`; `{:#}` is the text of a [`Renderer`].
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { f.write_str(&Renderer::new().render([self])) } else { one_line(self, f) }
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_line(self, f)
    }
}

/// One diagnostic a line; `{:#}` is the text of a [`Renderer`].
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&Renderer::new().render(self));
        }
        for (index, diagnostic) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            one_line(diagnostic, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Renderer;
    use crate::{Category, Diagnostic, Diagnostics, Source, Span};

    /// Returns an error at the text between brackets `⟦…⟧`, and with a label at each one between
    /// `⟨…⟩`. The brackets are no part of the source.
    fn sample(marked: &str) -> Diagnostic {
        let mut text = String::new();
        let (mut open, mut subject, mut labels) = (Vec::new(), None, Vec::new());
        for character in marked.chars() {
            let at = text.len() as u32;
            match character {
                '⟦' | '⟨' => open.push(at),
                '⟧' => subject = open.pop().map(|start| Span::new(start, at)),
                '⟩' => labels.extend(open.pop().map(|start| Span::new(start, at))),
                _ => text.push(character),
            }
        }
        let detail = "The fix is here.";
        let mut diagnostic = Diagnostic::error(Category::Data, "Mistake", detail);
        if let Some(subject) = subject {
            diagnostic = diagnostic.at(subject);
        }
        for (span, name) in labels.into_iter().zip(["label", "other", "third"]) {
            diagnostic = diagnostic.with_label(span, name);
        }
        diagnostic.in_source(&Source::new("main.hcl", text))
    }

    #[track_caller]
    fn check(diagnostic: &Diagnostic, expected: &str) {
        let shown = format!("{diagnostic:#}");
        assert_eq!(shown, expected, "\n{shown}\n");
    }

    #[test]
    fn one_line_has_file_line_and_column() {
        let diagnostic = sample("a = 1\n  ⟦color⟧ = 2\n");
        assert_eq!(diagnostic.to_string(), "main.hcl:2:3: Mistake: The fix is here.");
    }

    #[test]
    fn spans_are_underlined_by_the_width_that_is_displayed() {
        for (marked, location, excerpt) in [
            (
                "a = 1\n\té👍🏽 = ⟦color⟧ # ⟨日本⟩x\n",
                "2:7",
                "2 |     é👍🏽 = color # 日本x\n  |           ^^^^^   ---- label",
            ),
            ("\u{feff}⟦a⟧ = 1", "1:1", "1 | a = 1\n  | ^"),
            ("⟦⟧", "1:1", "1 |\n  | ^"),
            ("a = 1\n⟦⟧", "2:1", "2 |\n  | ^"),
            ("a = 1⟦\r\n⟧b = 2\r\n", "1:6", "1 | a = 1\n  |      ^"),
            // Control and bidirectional characters are escaped.
            (
                "a\u{1b}[31m \u{202e}⟦b\u{7}⟧ = 1\n",
                "1:9",
                "1 | a\\u{1b}[31m \\u{202e}b\\u{7} = 1\n  |                     ^^^^^^",
            ),
        ] {
            let expected = format!(
                "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = The fix is here."
            );
            check(&sample(marked), &expected);
        }
    }

    #[test]
    fn all_spans_are_in_the_excerpt() {
        for (marked, location, excerpt) in [
            ("f(⟨1⟩, ⟦2⟧ ⟨3⟩)", "1:6", "1 | f(1, 2 3)\n  |   -  ^ - other\n  |   |\n  |   label"),
            ("⟨a⟩ = 1\n⟦a⟧ = 2\n", "2:1", "1 | a = 1\n  | - label\n2 | a = 2\n  | ^"),
            (
                "⟨b⟩ \"x\" {\n  a = 1\n\n\n\n  ⟦c⟧ = 2\n",
                "6:3",
                "1 | b \"x\" {\n  | - label\n...\n6 |   c = 2\n  |   ^",
            ),
            (
                "a = ⟦[\n  1,\n  2,\n  3,\n  4,\n  5,\n  6,\n]⟧\n",
                "1:5",
                "1 |   a = [\n  |  _____^\n2 | |   1,\n3 | |   2,\n4 | |   3,\n... |\n7 | |   6,\n8 | | ]\n  | |_^",
            ),
        ] {
            let expected = format!(
                "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = The fix is here."
            );
            check(&sample(marked), &expected);
        }
    }

    #[test]
    fn spans_that_overlap_have_lines_of_their_own() {
        for (marked, location, excerpt) in [
            // Labels at one place, and one within another.
            ("a = ⟨⟦1⟧⟩", "1:5", "1 | a = 1\n  |     ^ label"),
            ("⟨a = ⟨b⟩ + ⟦c⟧⟩", "1:9", "1 | a = b + c\n  | --------^ other\n  |     |\n  |     label"),
            ("⟨a⟩⟨b⟩⟦⟧⟨c⟩", "1:3", "1 | abc\n  | --^ third\n  | ||\n  | |other\n  | label"),
            // Several lines, from the start of a line and from its middle.
            (
                "⟦a = ⟨[\n  ⟨1⟩\n⟩]⟧\n",
                "1:1",
                "1 | /  a = [\n  | | _____-\n2 | ||   1\n  | ||   - label\n  | ||___- other\n3 | |  ]\n  | |__^",
            ),
        ] {
            let expected = format!(
                "error: Mistake\n --> main.hcl:{location}\n  |\n{excerpt}\n  |\n  = The fix is here."
            );
            check(&sample(marked), &expected);
        }
    }

    #[test]
    fn any_spans_can_be_displayed() {
        let text =
            "a = [\t\u{feff}日本, \u{1b}\u{202e}é\u{301}👍🏽] # \u{200d}\r\n\n  b \"x\" {\n}\n".repeat(9);
        let source = Source::new("main.hcl", text.as_str());
        let mut seed = 1_u32;
        let mut next = |end: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % end
        };
        for _ in 0..2000 {
            let mut span = || {
                let start = next(text.len() as u32 + 3);
                let length = [0, 1, 5, 30, 200][next(5) as usize];
                Span::new(start, start + length)
            };
            let mut diagnostic = Diagnostic::error(Category::Data, "Mistake", "").at(span());
            for label in ["one", "日本", ""] {
                diagnostic = diagnostic.with_label(span(), label).with_replacement(span(), label);
            }
            let shown = format!("{:#}", diagnostic.in_source(&source));
            assert!(shown.contains("--> main.hcl:"), "{shown}");
            assert!(shown.contains('^'), "{shown}");
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\r', '\t']), "{shown}");
        }
    }

    #[test]
    fn distant_spans_and_other_sources_have_excerpts_of_their_own() {
        let marked = format!("⟨a⟩ = 1\n{}b = ⟦2⟧\n", "\n".repeat(200));
        let other = Source::new("other.hcl", "\n\nx = 1\n");
        check(
            &sample(&marked).with_label_in(&other, Span::new(2, 3), "first \u{7}definition"),
            "error: Mistake\n   --> main.hcl:202:5\n    |\n202 | b = 2\n    |     ^\n    |\n   ::: main.hcl:1:1\n    |\n  \
             1 | a = 1\n    | - label\n    |\n   ::: other.hcl:3:1\n    |\n  3 | x = 1\n    | - first \
             \\u{7}definition\n    |\n    = The fix is here.",
        );
        // Only the first line of a long span is shown.
        let marked = format!("a = ⟦{{\n{}}}⟧\n", "\n".repeat(200));
        check(
            &sample(&marked),
            "error: Mistake\n --> main.hcl:1:5\n  |\n1 | a = {\n  |     ^\n  |\n  = The fix is here.",
        );
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let marked = format!("⟨a⟩ = [{} ⟦here⟧ {}⟨there⟩]\n", "日, ".repeat(5000), "2, ".repeat(5000));
        let (two, wide) = ("2, ".repeat(13), "日, ".repeat(7));
        check(
            &sample(&marked),
            &format!(
                "error: Mistake\n --> main.hcl:1:15007\n  |\n1 | a = [{wide}…日, {wide} here {two}… {two}there]\n  \
                 | - label{:60}^^^^{:81}----- other\n  |\n  = The fix is here.",
                "", ""
            ),
        );
    }

    #[test]
    fn help_notes_and_the_path_are_below() {
        let diagnostic = sample("⟦a⟧ = 1\n")
            .with_help("First do this.\n\nThen that.")
            .with_help("Or this.")
            .with_note("Use another type.")
            .under("web")
            .under("service");
        let excerpt = " --> main.hcl:1:1\n  |\n1 | a = 1\n  | ^\n  |\n  = The fix is here.";
        let help = "  = help: First do this.\n\n          Then that.\n  = help: Or this.";
        check(
            &diagnostic,
            &format!("error: Mistake\n{excerpt}\n{help}\n  = note: Use another type.\n  = in service.web"),
        );
        assert_eq!(
            Renderer::new().notes(false).render([&diagnostic]),
            format!("error: Mistake\n{excerpt}\n{help}\n  = in service.web")
        );
    }

    #[test]
    fn replacements_are_shown_as_the_corrected_line() {
        for (marked, replacements, expected) in [
            ("a = \"⟦x\n⟧", &[(6, 6, "\"")][..], "1 | a = \"x\"\n  |       +"),
            ("a⟦:⟧ [80 443]\n", &[(1, 2, " ="), (6, 6, ",")], "1 - a: [80 443]\n1 + a = [80, 443]"),
            ("a = 1⟦,⟧\n", &[(5, 6, "")], "1 - a = 1,\n1 + a = 1"),
        ] {
            let mut diagnostic = sample(marked);
            for (start, end, text) in replacements {
                diagnostic = diagnostic.with_replacement(Span::new(*start, *end), *text);
            }
            let shown = format!("{diagnostic:#}");
            assert_eq!(
                shown.split_once("here.\n").map(|it| it.1),
                Some(&*format!("  |\n{expected}")),
                "\n{shown}"
            );
        }
    }

    #[test]
    fn nothing_is_underlined_without_a_location() {
        check(&sample("a = 1"), "error: Mistake\n --> main.hcl\n  = The fix is here.");
        let warning = Diagnostic::warning(Category::Io, "Not\u{7} found", "");
        check(&warning, "warning: Not\\u{7} found");
    }

    #[test]
    fn a_list_is_separated_by_empty_lines_and_has_a_maximum() {
        let error = |number| Diagnostic::error(Category::Data, format!("Error {number}"), "");
        let mut list: Diagnostics = (0..500).map(error).collect::<Vec<_>>().into();
        let shown = format!("{list:#}");
        assert!(shown.starts_with("error: Error 0\n\nerror: Error 1\n\n"), "{shown}");
        assert!(shown.ends_with("error: Error 49\n\n450 more errors not shown"), "{shown}");
        list.push(Diagnostic::warning(Category::Data, "Warning", ""));
        for (max, expected) in [
            (0, "500 more errors and 1 more warning not shown"),
            (1, "error: Error 0\n\n499 more errors and 1 more warning not shown"),
        ] {
            assert_eq!(Renderer::new().max_diagnostics(max).render(&list), expected);
        }
        let all = Renderer::new().max_diagnostics(501).render(&list);
        assert!(all.ends_with("error: Error 499\n\nwarning: Warning"), "{all}");
        assert_eq!(
            Renderer::new().max_diagnostics(500).render(&list).lines().last(),
            Some("1 more warning not shown")
        );
        assert_eq!(Renderer::new().render(&Diagnostics::new()), "");
    }

    #[test]
    fn colors_are_added_on_request() {
        let shown = Renderer::new().color(true).render([&sample("⟦a⟧ = 1").with_help("Do.")]);
        assert_eq!(
            shown.replace('\u{1b}', "<"),
            "<[1m<[91merror<[0m<[1m: Mistake<[0m\n <[1m<[94m--> <[0mmain.hcl:1:1\n  <[1m<[94m|<[0m\n\
             <[1m<[94m1<[0m <[1m<[94m|<[0m a = 1\n  <[1m<[94m|<[0m <[1m<[91m^<[0m\n  <[1m<[94m|<[0m\n \
             <[1m<[94m = <[0mThe fix is here.\n <[1m<[94m = <[0m<[1mhelp: <[0mDo."
        );
    }
}

//! Pictures of terminals in the documentation.

use std::fmt::Write;

const LINE: usize = 20;
const COLUMN: usize = 9;

/// Returns an SVG of a terminal that shows a text with escape sequences for colors.
pub fn terminal(text: &str) -> String {
    let rows: Vec<Vec<(String, String)>> = text.lines().map(runs).collect();
    let columns = rows.iter().map(|row| row.iter().map(|(_, text)| text.chars().count()).sum()).max();
    let width = columns.unwrap_or(0_usize) * COLUMN + 2 * LINE;
    let height = (rows.len() + 1) * LINE + LINE / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" \
         font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1e222a\"/>\n"
    );
    for (row, runs) in (1..).zip(rows) {
        let mut column = 0;
        for (style, run) in runs {
            let width = run.chars().count();
            if !run.trim().is_empty() {
                let (x, y) = (LINE + column * COLUMN, row * LINE + LINE / 2);
                let length = width * COLUMN;
                let run = run.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" xml:space=\"preserve\" {style}>{run}</text>"
                )
                .expect("a string takes any text");
            }
            column += width;
        }
    }
    svg + "</svg>\n"
}

/// The runs of a line with the same attributes.
fn runs(line: &str) -> Vec<(String, String)> {
    let mut runs = Vec::new();
    let mut style = Style::default();
    for (index, part) in line.split("\u{1b}[").enumerate() {
        let mut text = part;
        if index > 0 {
            let (codes, rest) = part.split_once('m').expect("an escape sequence ends with m");
            style = codes.split(';').fold(style, Style::with);
            text = rest;
        }
        if !text.is_empty() {
            runs.push((style.attributes(), text.to_owned()));
        }
    }
    runs
}

/// The style that the escape sequences before a character select.
#[derive(Clone, Copy, Default)]
struct Style {
    color: Option<&'static str>,
    is_bold: bool,
    is_underlined: bool,
}

impl Style {
    fn with(self, code: &str) -> Self {
        match code {
            "0" => Self::default(),
            "1" => Self { is_bold: true, ..self },
            "4" => Self { is_underlined: true, ..self },
            "31" => Self { color: Some("#ff6b6b"), ..self },
            "32" => Self { color: Some("#7ee787"), ..self },
            "36" => Self { color: Some("#76e3ea"), ..self },
            "90" => Self { color: Some("#6e7681"), ..self },
            "92" => Self { color: Some("#7ee787"), ..self },
            "91" => Self { color: Some("#ff6b6b"), ..self },
            "94" => Self { color: Some("#6cb6ff"), ..self },
            other => panic!("the picture has no color for the escape sequence {other}"),
        }
    }

    /// The attributes of SVG.
    fn attributes(self) -> String {
        let weight = if self.is_bold { " font-weight=\"bold\"" } else { "" };
        let line = if self.is_underlined { " text-decoration=\"underline\"" } else { "" };
        format!("fill=\"{}\"{weight}{line}", self.color.unwrap_or("#d7dae0"))
    }
}

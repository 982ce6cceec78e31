//! Corrections that a program can apply: each removes its mistake, causes no other one, and keeps
//! the names, numbers and strings of the text.

use std::thread;

use serde_hcl::{Diagnostic, Source, diag::Diagnostics, json, parse_file};

use test_support::random;

use crate::generate::Generator;

pub type Parse = fn(Source) -> Diagnostics;

pub const NATIVE: Parse = |source| parse_file(source).diagnostics;
const JSON: Parse = |source| json::parse_file(source).diagnostics;

/// The text after the correction of one diagnostic.
pub fn corrected(text: &str, diagnostic: &Diagnostic) -> String {
    let mut edits: Vec<_> = diagnostic.replacements().iter().collect();
    edits.sort_by_key(|edit| edit.span.start);
    let mut corrected = text.to_owned();
    for edit in edits.into_iter().rev() {
        corrected.replace_range(edit.span.range(), &edit.text);
    }
    corrected
}

/// The letters and digits of a text.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| letter.is_alphanumeric())
}

/// Checks the corrections of a text, and returns how many a program can apply.
pub fn check(parse: Parse, text: &str) -> usize {
    let diagnostics = parse(Source::new("", text));
    let mut count = 0;
    for diagnostic in diagnostics.iter().filter(|it| it.is_machine_applicable()) {
        let corrected = corrected(text, diagnostic);
        let left = parse(Source::new("", &*corrected));
        let why = || format!("{diagnostic}\n{text:?}\n{corrected:?}\nbefore: {diagnostics}\nafter: {left}");
        assert_eq!(left.len() + 1, diagnostics.len(), "{}", why());
        let mut kept = letters(&corrected);
        assert!(letters(text).all(|letter| kept.any(|other| other == letter)), "{}", why());
        count += 1;
    }
    let source = Source::new("", text);
    let fixed = parse(source.clone()).fixed(&source);
    assert_eq!(fixed.is_some(), count > 0, "{text:?}");
    let left = fixed.map_or(0, |fixed| parse(Source::new("", fixed)).len());
    assert!(count == 0 || left < diagnostics.len(), "{text:?}");
    count
}

/// Text that people write by mistake.
const PIECES: [&str; 60] = [
    ",", ";", ":", "=", "==", "===", "=>", "->", "{", "}", "[", "]", "(", ")", "\"", "'", "`", "\"\"\"", "“",
    "”", " ", "\n", "\t", "$", "${", "%{", "@", "&&&", "<>", "!", "+", "-", ".", "...", "..", "?", "|", "||",
    "*", "/*", "*/", "#", "\\", "\\d", "\u{a0}", "\u{2013}", "1_000", "0x1F", ".5", "5.", "+5", "not ",
    " and ", " or ", "True", "null", "<<A\n", "x", "é", "\0",
];

const FILES: [&str; 4] = [
    "a = [1, 2, 3]\nservice \"web\" x {\n  port = 80\n  tags = { a = \"x\", \"b\" = [true, c] }\n  check {\n    ok = !d.e[0].f\n  }\n}\n",
    "url  = \"http://${host}:${port}/\"\nlist = [\n  \"a\",\n  f(1, g...),\n]\nm = {for k, v in n : k => v... if v > 1.5}\n",
    "t = <<-EOT\n  x ${y} %{ if z }a%{ else }b%{ endif }\nEOT\n# c\nv = a ? b : -c + d * (e - 1) /* f */\nb \"c\" { d = 1 }\n",
    "p = [for x in y : x.z]\nq = \"a\\n\\u00e9 $${x}\"\nr = ns::f({ a : 1, (b) = 2 }, [[1], [2]])\n",
];

const DOCUMENTS: [&str; 3] = [
    "{\n  \"a\": [1, 2.5, -3e4],\n  \"b\": {\"c\": \"x\\ty\", \"d\": true},\n  \"e\": null\n}\n",
    "{\"service\": [{\"web\": {\"port\": 80, \"tags\": [\"a\", \"b\"]}}], \"u\": \"${a}\"}",
    "[\n  {\"a\": \"\\u00e9\"},\n  [],\n  {}\n]\n",
];

/// The start of a character near an offset.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A text with one to three mistakes.
fn broken(case: u64, text: &str) -> String {
    let mut text = text.to_owned();
    let bytes = random::bytes(case, 2);
    for mistake in bytes.chunks_exact(5).take(1 + case as usize % 3) {
        let at = u16::from_le_bytes([mistake[0], mistake[1]]) as usize % (text.len() + 1);
        let start = boundary(&text, at);
        let end = match mistake[2] % 4 {
            0 => boundary(&text, start + 1 + usize::from(mistake[3] % 4)),
            _ => start,
        };
        let piece = match mistake[2] % 8 {
            4 => "",
            _ => PIECES[usize::from(mistake[4]) % PIECES.len()],
        };
        text.replace_range(start..end.max(start), piece);
    }
    text
}

/// Checks a case, and returns the number of corrections that it has.
fn applied(case: u64) -> usize {
    let generated = Generator::new(case / 8).file();
    let file = [&generated, FILES[0], FILES[1], FILES[2], FILES[3]][case as usize % 5];
    check(NATIVE, &broken(case, file))
        + check(JSON, &broken(case, DOCUMENTS[case as usize % DOCUMENTS.len()]))
}

/// Text whose meaning no one but its author knows, although a correction makes it valid.
const UNCERTAIN: [&str; 21] = [
    // Escape sequences.
    r#"a = "C:\releases\${v}""#,
    r#"a = "costs \$5""#,
    r#"a = "a\/b""#,
    r#"a = "\#c""#,
    r#"a = "my\ folder""#,
    r#"a = "\d+""#,
    r#"a = "C:\xab""#,
    // A part of a text without quotes.
    "a = [~> 5.0]",
    "a = [0 3 * * *]",
    "a = [1 2]",
    "a = f(+49 30 1)",
    "a = { b = 1 c = 2 }",
    // An attribute or a block.
    "tags: {\n  a = 1\n}",
    "terraform = {\n  required_providers {\n    a = 1\n  }\n}",
    "\"a\" = 1",
    "\"a\": 1",
    "resource \"google\"\n\"long\" {\n  a = 1\n}",
    "a {\n  when =\n  command = \"b\"\n}",
    "a = {\n  when =\n  command = \"b\"\n}",
    // Templates.
    "a = <<'EOF'\n${x}\nEOF\n",
    "a = <<\"EOF\"\nx\nEOF\n",
];

#[test]
fn a_program_does_not_change_text_whose_meaning_is_uncertain() {
    for text in UNCERTAIN {
        let diagnostics = NATIVE(Source::new("", format!("{text}\n")));
        assert!(!diagnostics.is_empty(), "{text}");
        let certain: Vec<_> = diagnostics.iter().filter(|it| it.is_machine_applicable()).collect();
        assert!(certain.is_empty(), "{text}: {certain:?}");
    }
}

#[test]
fn corrections_remove_exactly_their_mistake() {
    let cases = test_support::number_of_cases(1_000, 100_000);
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let applied: usize = thread::scope(|scope| {
        let run = |first| (first as u64..cases).step_by(threads).map(applied).sum::<usize>();
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || run(first))).collect();
        running.into_iter().map(|it| it.join().expect("the cases pass")).sum()
    });
    assert!(applied as u64 > cases / 20, "{applied} of {cases}");
}

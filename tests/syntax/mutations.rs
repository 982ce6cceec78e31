//! Valid files with mistakes that are known: what a program corrects has the tokens of the valid
//! file, a mistake has about one diagnostic, and two mistakes have the diagnostics of both.

use std::thread;

use serde_hcl::diag::Diagnostics;
use serde_hcl::{Source, parse_file};

use test_support::random;

use crate::corpus;

/// Files as people write them, in addition to those of the corpus.
const FILES: [&str; 3] = [
    r#"# The gateway of the shop.
listen    = "0.0.0.0:8443"
workers   = 4
log_level = "info"

tls {
  cert        = "/etc/gateway/tls.crt"
  key         = "/etc/gateway/tls.key"
  min_version = "1.2"
}

limits = {
  requests_per_second = 100
  burst               = 2 * 100
  body                = "10MB"
}

upstream "users" {
  hosts   = ["10.0.0.1:8000", "10.0.0.2:8000"]
  timeout = "${seconds}s"
  retries = debug ? 0 : 3
}

route "/api/users" {
  upstream = "users"
  methods  = ["GET", "POST"]
  enabled  = !maintenance && workers > 1
  headers = {
    "X-Forwarded-Proto" = "https"
    "X-Team"            = upper("identity")
  }
}
"#,
    r#"variable "region" {
  type        = string
  description = "Where to run"
  default     = "eu-central-1"
}

locals {
  prefix = "${var.project}-${var.environment}"
  public = { for k, v in var.subnets : k => v.cidr if v.public }
  ports  = [for p in var.ports : tonumber(p)]
  size   = var.environment == "prod" ? 3 : 1
  tags = merge(var.tags, {
    Project     = var.project
    Environment = var.environment
  })
}

resource "server" "web" {
  count     = var.instances
  subnet_id = element(var.subnets, count.index)
  groups = [
    group.web.id,
    group.ssh.id,
  ]
  script = <<-EOT
    #!/bin/sh
    echo "Hello from ${var.environment}" > /var/www/index.html
  EOT
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags]
  }
}
"#,
    r#"job "api" {
  zones = ["dc1", "dc2"]

  group "api" {
    count = 3

    network {
      port "http" { to = 8080 }
    }

    task "server" {
      driver = "container"
      config {
        image = "registry.example.com/api:1.4.2"
        args  = ["--listen", ":${PORT_http}", "--level", "info"]
      }
      env {
        LEVEL = "info"
        DB    = "db.internal"
      }
    }
  }
}
"#,
];

/// The maximum length of a file.
const MAX_LENGTH: usize = 8_000;

/// All valid files.
fn files() -> Vec<String> {
    let texts = corpus::valid_cases("native", 1);
    let texts = texts.map(|case| case.source.text().to_owned()).filter(|text| text.len() < MAX_LENGTH);
    FILES.iter().map(|text| (*text).to_owned()).chain(texts).collect()
}

/// Signs that are left out or written twice.
const SIGNS: [&str; 10] = ["=", "\"", ",", "{", "}", "[", "]", "(", ")", ":"];

/// What is written in place of something else.
const REPLACED: [(&str, &str); 24] = [
    (" = ", " : "),
    (" = ", " == "),
    (" = ", " => "),
    (" = ", " := "),
    (" = ", " "),
    ("\"", "'"),
    ("\"", "“"),
    ("\"", "”"),
    (" ", "\u{a0}"),
    ("==", "==="),
    ("!=", "<>"),
    ("&&", "&&&"),
    ("&&", "and"),
    ("||", "or"),
    ("!", "not "),
    (" {\n", "\n{\n"),
    (" {\n", "\n"),
    (",\n", "\n"),
    ("\n", ";\n"),
    ("\n", ",\n"),
    ("{", "["),
    ("]", "}"),
    (")", "]"),
    ("-", "–"),
];

/// A file with one mistake, and the offset of the mistake.
struct Mutated {
    text: String,
    at: usize,
}

/// A mistake that is known: the text that is replaced, and its replacement.
fn mistake(random: &[u8]) -> (&'static str, String) {
    let choice = usize::from(random[0]);
    let sign = SIGNS[choice % SIGNS.len()];
    match random[1] % 4 {
        0 => (sign, String::new()),
        1 => (sign, sign.repeat(2)),
        _ => {
            let (text, replacement) = REPLACED[choice % REPLACED.len()];
            (text, replacement.to_owned())
        }
    }
}

/// Makes a mistake in a part of a file, if that has the text that it replaces.
fn mutated(text: &str, part: std::ops::Range<usize>, random: &[u8]) -> Option<Mutated> {
    let (replaced, replacement) = mistake(random);
    let places: Vec<_> = text[part.clone()].match_indices(replaced).map(|(at, _)| part.start + at).collect();
    let choice = usize::from(u16::from_le_bytes([random[2], random[3]]));
    let at = *places.get(choice.checked_rem(places.len())?)?;
    let mut mutated = text.to_owned();
    mutated.replace_range(at..at + replaced.len(), &replacement);
    Some(Mutated { text: mutated, at })
}

fn diagnostics(text: &str) -> Diagnostics {
    parse_file(Source::new("", text)).diagnostics
}

/// The text without white space and without what separates elements and items.
fn tokens(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace() && *it != ',').collect()
}

/// Runs a case for each number, and returns the sums of the results.
fn sums(cases: u64, run: impl Fn(u64) -> [usize; 2] + Sync) -> [usize; 2] {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let run = &run;
    thread::scope(|scope| {
        let sum = |[a, b]: [usize; 2], [c, d]: [usize; 2]| [a + c, b + d];
        let part = |first| move || (first as u64..cases).step_by(threads).map(run).fold([0; 2], sum);
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        running.into_iter().map(|it| it.join().expect("the cases pass")).fold([0; 2], sum)
    })
}

#[test]
fn a_certain_correction_restores_the_file() {
    let files = files();
    let cases = test_support::number_of_cases(200, 20_000);
    let [mistakes, restored] = sums(cases, |case| {
        let random = random::bytes(case, 1);
        let file = &files[(case as usize / 2) % files.len()];
        let Some(mutated) = mutated(file, 0..file.len(), &random) else { return [0, 0] };
        let source = Source::new("", &*mutated.text);
        let found = parse_file(source.clone()).diagnostics;
        let fixed = found.fixed(&source);
        if let Some(fixed) = &fixed {
            let line = &mutated.text[mutated.text[..mutated.at].rfind('\n').map_or(0, |at| at + 1)..];
            assert!(
                tokens(fixed) == tokens(file),
                "{found}
{}",
                line.lines().next().unwrap_or_default()
            );
        }
        [usize::from(!found.is_empty()), usize::from(fixed.is_some())]
    });
    println!("{restored} of {mistakes} files with a mistake are restored");
    assert!(restored > mistakes / 20, "{restored} of {mistakes}");
}

#[test]
fn a_mistake_has_one_diagnostic() {
    let files = files();
    let cases = test_support::number_of_cases(1_500, 10_000);
    let [mistakes, found] = sums(cases, |case| {
        let random = random::bytes(case, 1);
        let file = &files[(case as usize / 2) % files.len()];
        let Some(mutated) = mutated(file, 0..file.len(), &random) else { return [0, 0] };
        let found = diagnostics(&mutated.text).len();
        [usize::from(found > 0), found]
    });
    let per_mistake = found as f64 / mistakes as f64;
    println!("{found} diagnostics for {mistakes} mistakes: {per_mistake:.3} each");
    assert!(per_mistake <= 1.03, "{found} diagnostics for {mistakes} mistakes: {per_mistake:.3}");
}

/// The parts of a file that are items without indentation.
fn items(text: &str) -> Vec<std::ops::Range<usize>> {
    let file = parse_file(text).value;
    let body = file.ast().expect("it is native");
    let attributes = body.attributes().map(|attribute| attribute.span());
    let blocks = body.blocks().map(|block| block.span());
    let mut items: Vec<_> = attributes.chain(blocks).map(|span| span.range()).collect();
    items.sort_by_key(|item| item.start);
    items
}

/// The brackets of each kind, and those of all kinds.
const BRACKETS: [(&[char], &[char]); 4] =
    [(&['{'], &['}']), (&['['], &[']']), (&['('], &[')']), (&['{', '[', '('], &['}', ']', ')'])];

/// The codes and the details of the diagnostics of a text.
fn messages(text: &str) -> Vec<String> {
    diagnostics(text).iter().map(|it| format!("{}: {}", it.summary(), it.detail())).collect()
}

#[test]
fn mistakes_in_two_items_have_the_diagnostics_of_both() {
    let files: Vec<_> = files().into_iter().map(|text| (items(&text), text)).collect();
    let cases = test_support::number_of_cases(100, 48_000);
    let [pairs, sums] = sums(cases, |case| {
        let random = random::bytes(case, 2);
        let (items, file) = &files[(case as usize / 2) % files.len()];
        let [Some(one), Some(two)] =
            [random[8], random[9]].map(|it| items.get(usize::from(it) % items.len().max(1)))
        else {
            return [0, 0];
        };
        let (first, last) = if one.start < two.start { (one, two) } else { (two, one) };
        let Some(early) = mutated(file, first.clone(), &random[..4]) else { return [0, 0] };
        let Some(late) = mutated(file, last.clone(), &random[4..8]).filter(|_| first != last) else {
            return [0, 0];
        };
        let both = mutated(&late.text, first.clone(), &random[..4]).expect("the first item is unchanged");
        let mut expected = messages(&early.text);
        let others = messages(&late.text);
        // Two mistakes whose brackets balance each other are one in the sequence of brackets.
        let is_one = BRACKETS.iter().any(|(open, close)| {
            let surplus =
                |text: &str| text.matches(*open).count() as i64 - text.matches(*close).count() as i64;
            let [one, other] = [&early.text, &late.text].map(|text| surplus(text) - surplus(file));
            one != 0 && one + other == 0
        });
        if expected.is_empty() || others.is_empty() || is_one {
            return [0, 0];
        }
        expected.extend(others);
        let found = messages(&both.text);
        [1, usize::from(found == expected)]
    });
    println!("{sums} of {pairs} pairs have the diagnostics of both mistakes");
    // The lines around an item can show what it is meant to be.
    assert!(1_000 * (pairs - sums) <= pairs, "{sums} of {pairs}");
}

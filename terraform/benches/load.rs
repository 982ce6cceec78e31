//! Compares the time to load a module with that to parse its files.
//!
//! Run it with `cargo bench --package serde_hcl_terraform`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_hcl::{Source, parse_file};
use serde_hcl_terraform::Loader;

const FILES: usize = 200;
const ROUNDS: usize = 20;

fn main() {
    let sources: Vec<Source> =
        (0..FILES).map(|number| Source::new(format!("file{number:03}.tf"), text(number))).collect();
    let bytes: usize = sources.iter().map(|it| it.text().len()).sum();
    // A module has all of its files at once, so these are kept too.
    let parse = fastest(|| {
        let files: Vec<_> = sources.iter().map(|it| parse_file(it.clone())).collect();
        _ = black_box(files);
    });
    let load = fastest(|| {
        _ = black_box(Loader::new().parse(sources.iter().cloned()));
    });
    let module = Loader::new().parse(sources.iter().cloned()).value;
    let check = fastest(|| {
        _ = black_box(module.clone().check());
    });
    let ratio = load.as_secs_f64() / parse.as_secs_f64();
    println!("{FILES} files, {bytes} bytes: parse {parse:?}, load {load:?} ({ratio:.2}), check {check:?}");
}

/// Returns the shortest time of several rounds.
fn fastest(work: impl Fn()) -> Duration {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

/// Returns a file of about ten thousand bytes.
fn text(number: usize) -> String {
    let mut text = String::new();
    for part in 0..14 {
        let name = format!("n{number}_{part}");
        write!(
            text,
            r#"
# The size of {name}.
variable "{name}" {{
  type        = object({{ size = number, tags = optional(map(string), {{}}) }})
  description = "How large {name} is."
  default     = {{ size = {part} }}
}}

locals {{
  {name} = merge(var.{name}.tags, {{ Name = "app-${{var.{name}.size}}" }})
}}

resource "cloud_server" "{name}" {{
  count = var.{name}.size > 3 ? 2 : 1
  name  = "${{local.{name}.Name}}-${{count.index}}"
  tags  = local.{name}
  user_data = join("\n", [for key, value in local.{name} : "${{key}}=${{value}}"])

  disk {{
    size = 10 * var.{name}.size
  }}

  lifecycle {{
    create_before_destroy = true
  }}
}}

output "{name}" {{
  value = cloud_server.{name}[*].id
}}
"#
        )
        .expect("strings take all");
    }
    text
}

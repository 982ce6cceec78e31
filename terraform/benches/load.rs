//! Compares the time to load a module with that to parse its files.
//!
//! Run it with `cargo bench --package serde_hcl_terraform`, and with `taskset -c 0` before it for
//! one processor. It prints a row for a module of 20 files and a row for one of 200 files. Each
//! file has about nine thousand bytes. A row contains the medians of several rounds:
//!
//! - `parse`: `parse_file` for each file, one after the other. All files are kept until the last
//!   one is parsed, as in a module.
//! - `load`: `Loader::parse` for the same sources, which uses several threads if there are several
//!   processors. The ratio of `load` to `parse` in the same round is in parentheses.
//! - `check`: `Module::check` for the loaded module.
//!
//! Each time includes the time to drop the result. Every round measures all three, so that changes
//! of the speed of the machine affect them alike.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_hcl::{Source, parse_file};
use serde_hcl_terraform::Loader;

fn main() {
    measure(20, 301);
    measure(200, 51);
}

fn measure(files: usize, rounds: usize) {
    let sources: Vec<Source> =
        (0..files).map(|number| Source::new(format!("file{number:03}.tf"), text(number))).collect();
    let bytes: usize = sources.iter().map(|it| it.text().len()).sum();
    let parse = || {
        let files: Vec<_> = sources.iter().map(|it| parse_file(it.clone())).collect();
        _ = black_box(files);
    };
    let load = || _ = black_box(Loader::new().parse(sources.iter().cloned()));
    let module = Loader::new().parse(sources.iter().cloned()).value;
    let check = || _ = black_box(module.clone().check());
    let rounds: Vec<_> = (0..rounds).map(|_| (time(parse), time(load), time(check))).collect();
    let ratio = median(rounds.iter().map(|(parse, load, _)| load.as_secs_f64() / parse.as_secs_f64()));
    let [parse, load, check] = [
        median(rounds.iter().map(|it| it.0.as_secs_f64())),
        median(rounds.iter().map(|it| it.1.as_secs_f64())),
        median(rounds.iter().map(|it| it.2.as_secs_f64())),
    ]
    .map(Duration::from_secs_f64);
    println!(
        "{files} files, {bytes} bytes: parse {parse:.2?}, load {load:.2?} ({ratio:.2}), check {check:.2?}"
    );
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
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

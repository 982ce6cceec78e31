//! Decodes blocks of different types in source order: a list of steps as enums.
//!
//! Run it with `cargo run --example enums`.

use serde::{Deserialize, Serialize};

const TEXT: &str = r#"
copy {
  from = "target/app"
  to   = "/usr/bin/app"
}

wait = 5

run "migrate" {
  command = ["app", "migrate"]
}

copy {
  from = "app.toml"
  to   = "/etc/app.toml"
}
"#;

/// Each variant is a type of block or the name of an argument.
#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Step {
    Copy { from: String, to: String },
    Run(Run),
    Wait(u32),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Run {
    #[serde(rename = "$label")]
    name: String,
    command: Vec<String>,
}

fn main() -> serde_hcl::Result<()> {
    let steps: Vec<Step> = serde_hcl::from_str(TEXT)?;
    for step in &steps {
        match step {
            Step::Copy { from, to } => println!("copy {from} to {to}"),
            Step::Run(run) => println!("run {} ({})", run.command.join(" "), run.name),
            Step::Wait(seconds) => println!("wait {seconds} s"),
        }
    }

    // It is written as it is read.
    assert_eq!(serde_hcl::from_str::<Vec<Step>>(&serde_hcl::to_string(&steps)?)?, steps);

    let error = serde_hcl::from_str::<Vec<Step>>("cpy {\n}\n").expect_err("there is no such step");
    println!("\n{error:#}");
    Ok(())
}

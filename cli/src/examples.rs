//! `hcl examples`

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::output::Output;
use crate::{Failure, Result, report};

/// Lists files with their texts.
macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../tests/data/", $name)))),*] };
}

/// The files that the examples of the tour use.
#[rustfmt::skip]
const FILES: &[(&str, &str)] = &files![
    "analysis/main.tf" "analysis/variables.tf.json" "analysis/wrong/main.tf" "broken.hcl"
    "broken.json" "broken.toml" "broken.yaml" "changes.txt" "checked.hcl" "declared/main.tf"
    "fleet/more.tf.json" "fleet/web.tf" "greeting.tftpl" "large.hcl" "list.yml"
    "modules/main.tf" "modules/mod/main.tf" "modules/mod/sub/main.tf" "null.hcl" "repeated.hcl"
    "repeated.toml" "repeated.yaml" "session.txt" "settings.toml" "settings.yaml"
    "shop/job.nomad" "shop/live.auto.tfvars" "shop/main.tf" "shop/main_override.tf"
    "shop/network/main.tf" "shop/terraform.tfvars" "shop/web.tftest.hcl" "shop_wrong/main.tf"
    "site.hcl" "site.json" "site.spec.hcl" "specified.hcl" "specs/listen.hcl" "specs/site.hcl"
    "template.toml" "template.yaml" "unformatted.tf" "values.hcl" "versions.tf" "wrong.txt"
];

/// Writes the files of the examples into a folder. No file that is there is replaced.
pub fn run(folder: &Path, output: &Output) -> Result<()> {
    for (name, text) in FILES {
        let path = folder.join(name);
        let cannot = |error| Failure::Write(path.display().to_string(), error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(cannot)?;
        file.write_all(text.as_bytes()).map_err(cannot)?;
    }
    output.summary(&format!("{}: {}", report::name(folder), report::count(FILES.len(), "file")))
}

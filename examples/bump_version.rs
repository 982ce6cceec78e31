//! Changes the version of a module in a file, and leaves everything else in it untouched.
//!
//! ```text
//! cargo run --example bump_version --features edit
//! ```

use serde_hcl::edit::Document;

const FILE: &str = r#"# Reviewed every month.
module "vpc" {
    source  = "terraform-aws-modules/vpc/aws"
    version = "3.0.0" # the last one with Terraform 0.13
    # All of the region.
    cidr = "10.0.0.0/16"
}

module "eks" {
    source  = "terraform-aws-modules/eks/aws"
    version = "18.2.1"
}
"#;

fn main() -> serde_hcl::Result<()> {
    let mut document: Document = FILE.parse()?;
    for id in document.blocks("module") {
        let mut module = document.block_at(id).expect("it still exists");
        let labels: Vec<&str> = module.ast().labels().map(|label| label.text()).collect();
        if labels == ["vpc"] {
            module.set("version", "5.1.2")?;
            let mut body = module.body();
            let mut version = body.attribute("version").expect("it was set");
            version.set_trailing_comment(None)?;
        }
    }
    print!("{document}");

    // The lines that differ.
    let after = document.to_string();
    let changed: Vec<_> = FILE.lines().zip(after.lines()).filter(|(before, after)| before != after).collect();
    assert_eq!(
        changed,
        [(r#"    version = "3.0.0" # the last one with Terraform 0.13"#, r#"    version = "5.1.2""#)]
    );
    Ok(())
}

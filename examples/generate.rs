//! Generates a configuration: blocks, comments, and expressions that are built from parts instead
//! of source text.
//!
//! ```text
//! cargo run --example generate --features edit
//! ```

use serde_hcl::ast::BinaryOperator;
use serde_hcl::edit::{Document, Expr};

/// A request for a bucket, with names that are not trusted.
struct Request {
    name: &'static str,
    owner: &'static str,
    versions: u32,
}

fn main() -> serde_hcl::Result<()> {
    let requests = [
        Request { name: "logs", owner: "ops", versions: 1 },
        Request { name: "media", owner: "${file(\"/etc/passwd\")}", versions: 30 },
    ];
    let mut document = Document::new();
    let mut root = document.root();
    root.append_comment("Generated. Changes will be lost.")?;
    let mut variable = root.append_block("variable", ["prefix"])?;
    variable.set("type", Expr::variable("string"))?;
    for request in requests {
        let mut bucket = root.append_block("resource", ["aws_s3_bucket", request.name])?;
        bucket.set_leading_comments([format!("For {}.", request.owner)])?;
        let prefix = Expr::variable("var").attr("prefix");
        bucket.set("bucket", Expr::template([prefix, Expr::from(format!("-{}", request.name))]))?;
        let tags = Expr::object([("Owner", Expr::from(request.owner))]);
        bucket.set("tags", Expr::call("merge", [Expr::variable("local").attr("tags"), tags]))?;
        if request.versions > 1 {
            let days = Expr::variable("var").attr("days").binary(BinaryOperator::Multiply, request.versions);
            let mut body = bucket.body();
            body.append_block("versioning", ())?.set("expire_after", days)?;
        }
    }
    print!("{document}");
    assert_eq!(serde_hcl::format(&document.to_string()), document.to_string());
    Ok(())
}

//! Adds a tag to each `tags` of the files of a folder, also in calls such as `merge(…)`, and leaves
//! everything else in the files as it is. Each file is replaced at once.
//!
//! Run it with `cargo run --example add_tag --features edit`, or name a folder to change:
//! `cargo run --example add_tag --features edit -- FOLDER`.

use std::error::Error;
use std::path::Path;
use std::{env, fs, process};

use serde_hcl::Source;
use serde_hcl::edit::{Document, NodeId, ValueMut};

const FILE: &str = r#"resource "bucket" "logs" {
    name = "logs" # fixed
    tags = merge(var.tags, {
        Name = "logs"
    })
}

resource "bucket" "data" {
    tags = { Name = "data" }
    part {
        tags = var.is_test ? {} : var.tags
    }
}
"#;

/// Adds the tag to the first object in a value that is written out. Returns whether there is one.
fn add(mut value: ValueMut<'_>) -> serde_hcl::Result<bool> {
    if value.is_object() {
        value.insert("Team", "web")?;
        return Ok(true);
    }
    for index in (0..value.len().unwrap_or(0)).rev() {
        if let Some(part) = value.get(index)
            && add(part)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the tag in a body and in all blocks of it. Returns the number of changes.
fn add_in(document: &mut Document, body: NodeId) -> serde_hcl::Result<usize> {
    let Some(mut body) = document.body_at(body) else { return Ok(0) };
    let mut count = match body.value("tags") {
        Some(tags) => usize::from(add(tags)?),
        None => 0,
    };
    for id in body.ids() {
        count += add_in(document, id)?;
    }
    Ok(count)
}

/// Replaces a file by one that is complete before it gets the name.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_extension(format!("{}.new", process::id()));
    fs::write(&new, text)?;
    fs::set_permissions(&new, fs::metadata(path)?.permissions())?;
    fs::rename(&new, path)
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::args_os().nth(1) else {
        let mut document: Document = FILE.parse()?;
        let count = add_in(&mut document, NodeId::default())?;
        print!("{document}");
        assert_eq!(count, 3);
        assert_eq!(document.to_string(), CHANGED);
        return Ok(());
    };
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "tf" && extension != "hcl") {
            continue;
        }
        let mut document = Document::parse(Source::read(&path)?)?;
        let count = add_in(&mut document, NodeId::default())?;
        if count > 0 {
            write(&path, &document.to_string())?;
            println!("{}: {count}", path.display());
        }
    }
    Ok(())
}

const CHANGED: &str = r#"resource "bucket" "logs" {
    name = "logs" # fixed
    tags = merge(var.tags, {
        Name = "logs"
        Team = "web"
    })
}

resource "bucket" "data" {
    tags = { Name = "data", Team = "web" }
    part {
        tags = var.is_test ? {
            Team = "web"
        } : var.tags
    }
}
"#;

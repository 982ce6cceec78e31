//! The results as tables in Markdown.

use std::fmt::Write;
use std::fs::File;

use crate::record::Record;
use crate::{Result, is_same_work};

/// The differences between the crates in a kind of work.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("parse", "hcl-rs", "no comments, no locations"),
    ("parse", "hcl-edit", "keeps all white space"),
    ("`from_str` to a struct", "hcl-rs", "no locations in errors about values"),
    ("`from_str` to a struct", "toml", "the same document as TOML"),
    ("`from_str` to a struct", "serde_json", "the same document as JSON"),
    ("`json::from_str` to a struct", "serde_json", "strings are no templates, no schema"),
    ("`from_str` to a value", "hcl-rs, unevaluated", "expressions become text"),
    ("`to_string` of a struct", "toml", "the same document as TOML"),
    ("`json::to_string` of a struct", "serde_json", "the same text"),
    ("print", "hcl-rs", "drops comments, aligns nothing"),
    ("print", "hcl-edit", "prints the white space of the source"),
    ("evaluate a call of `max`", "hcl-rs", "`f64` in place of decimals"),
    ("evaluate a template of HCL JSON", "serde_hcl, native", "the same template in native syntax"),
];

/// The rows of the short table, at 100 KB beside hcl-rs.
const SHORT: [&str; 5] = [
    "parse a Terraform module",
    "parse a service configuration",
    "`from_str` to a struct",
    "`from_str` to a value, constant expressions",
    "`to_string` of a struct",
];

/// Returns a few rows for the page of the crate.
pub fn short(records: &[Record]) -> Result<String> {
    let mut table = String::from("| work | serde_hcl | hcl-rs | ratio |\n|---|---|---|---|\n");
    for work in SHORT {
        let find = |by: &str| {
            records
                .iter()
                .find(|it| it.profile == "release" && it.work == work && it.size == "100 KB" && it.by == by)
                .ok_or_else(|| format!("there is no measurement of {work} by {by}"))
        };
        let (ours, peer) = (find("serde_hcl")?, find("hcl-rs")?);
        let (time, its_time) = (time(ours.nanoseconds), time(peer.nanoseconds));
        writeln!(table, "| {work} | {time} | {its_time} | {:.2} |", ratio(ours, peer))?;
    }
    Ok(table)
}

/// Returns the rows of all peers. The times are those of the profile `release`.
pub fn full(records: &[Record]) -> Result<String> {
    let mut table = String::from(
        "| work | size | serde_hcl | peer | its time | ratio | in five runs | instructions | fat LTO | heap | difference |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut ours = None;
    for record in records.iter().filter(|it| it.profile == "release") {
        if record.by == "serde_hcl" {
            ours = Some(record);
            continue;
        }
        let ours = ours.ok_or("a row begins with serde_hcl")?;
        let in_fat = Record { profile: "fat".to_owned(), ..record.clone() };
        let fat = |by: &str| records.iter().find(|it| is_same_work(it, by, &in_fat));
        let fat = match (fat("serde_hcl"), fat(&record.by)) {
            (Some(ours), Some(peer)) => format!("{:.2}", ratio(ours, peer)),
            _ => String::new(),
        };
        let heap = match record.peak {
            0 => String::new(),
            peak => format!("{:.2}", ours.peak as f64 / peak as f64),
        };
        let instructions = match (ours.instructions, record.instructions) {
            (Some(own), Some(its)) => format!("{:.2}", per_byte(its, record) / per_byte(own, ours)),
            _ => String::new(),
        };
        let spread = match (record.lowest, record.highest) {
            (Some(lowest), Some(highest)) => format!("{lowest:.2} to {highest:.2}"),
            _ => String::new(),
        };
        let difference = DIFFERENCES.iter().find(|it| record.work.starts_with(it.0) && record.by == it.1);
        writeln!(
            table,
            "| {} | {} | {} | {} | {} | {:.2} | {spread} | {instructions} | {fat} | {heap} | {} |",
            record.work,
            record.size,
            time(ours.nanoseconds),
            record.by,
            time(record.nanoseconds),
            ratio(ours, record),
            difference.map_or("", |it| it.2),
        )?;
    }
    Ok(table)
}

/// Returns the table of the costs of a dependency.
pub fn cost(mut records: csv::Reader<File>) -> Result<String> {
    let row = |record: &csv::StringRecord| format!("| {} |\n", record.iter().collect::<Vec<_>>().join(" | "));
    let head = records.headers()?;
    let mut table = row(head) + &"|---".repeat(head.len()) + "|\n";
    for record in records.records() {
        table += &row(&record?);
    }
    Ok(table)
}

/// Returns the throughput of this crate divided by that of the peer, each in bytes of its own text.
pub fn ratio(ours: &Record, peer: &Record) -> f64 {
    (ours.bytes as f64 / ours.nanoseconds) / (peer.bytes as f64 / peer.nanoseconds)
}

/// Returns the number of instructions for a byte of text.
fn per_byte(instructions: u64, record: &Record) -> f64 {
    instructions as f64 / record.bytes as f64
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.0} ns"),
        1e3..1e6 => format!("{:.1} µs", nanoseconds / 1e3),
        1e6..1e9 => format!("{:.1} ms", nanoseconds / 1e6),
        _ => format!("{:.2} s", nanoseconds / 1e9),
    }
}

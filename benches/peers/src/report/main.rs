//! Writes the tables of `benches/README.md` and `README.md`, and the plot `benches/speed.svg`, from
//! `benches/results.csv` and `benches/cost.csv`.
//!
//! `benches/peers/run` and `benches/peers/cost` run it after the measuring. With a file of counted
//! instructions and the files of several runs as arguments, it first writes `benches/results.csv`.

mod merge;
mod plot;
#[path = "../record.rs"]
mod record;
mod table;

use std::fs;
use std::path::Path;

use record::Record;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the crate lies in a folder")?;
    let results = benches.join("results.csv");
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if let [counts, runs @ ..] = &arguments[..] {
        merge::write(&results, &fs::read_to_string(counts)?, runs)?;
    }
    let records = records(&results)?;
    replace_table(&benches.join("README.md"), &table::full(&records)?)?;
    replace_table(
        &benches.join("README.md"),
        &table::cost(csv::Reader::from_path(benches.join("cost.csv"))?)?,
    )?;
    replace_table(&benches.join("../README.md"), &table::short(&records)?)?;
    plot::draw(&benches.join("speed.svg"), &records)
}

/// Reads the records of a file.
fn records(file: impl AsRef<Path>) -> Result<Vec<Record>> {
    Ok(csv::Reader::from_path(file)?.deserialize().collect::<csv::Result<_>>()?)
}

/// Returns whether two records are about the same work, the first one by a crate.
fn is_same_work(record: &Record, by: &str, other: &Record) -> bool {
    let key = |it: &Record| (it.profile.clone(), it.work.clone(), it.size.clone());
    record.by == by && key(record) == key(other)
}

/// Replaces the table of a Markdown file that has the same first line as the new one.
fn replace_table(file: &Path, table: &str) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let head = table.lines().next().ok_or("a table has a first line")?;
    let begin = text.find(head).ok_or_else(|| format!("{} has no table {head}", file.display()))?;
    let old: usize =
        text[begin..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    fs::write(file, [&text[..begin], table, &text[begin + old..]].concat())?;
    Ok(())
}

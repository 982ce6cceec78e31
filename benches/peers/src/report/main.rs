//! Writes the tables of `benches/README.md` and the plot of speed from `benches/results.csv`.
//!
//! `benches/peers/run` runs it after the measuring.

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
    let records: Vec<Record> =
        csv::Reader::from_path(benches.join("results.csv"))?.deserialize().collect::<std::result::Result<_, _>>()?;
    replace_table(&benches.join("README.md"), &table::markdown(&records)?)?;
    plot::draw(&benches.join("../docs/images/speed.svg"), &records)
}

/// Replaces the text between the two comments of Markdown that mark the table.
fn replace_table(file: &Path, table: &str) -> Result<()> {
    const BEGIN: &str = "<!-- results -->\n";
    const END: &str = "<!-- end of results -->\n";
    let text = fs::read_to_string(file)?;
    let begin = text.find(BEGIN).ok_or("the file has no comment `results`")? + BEGIN.len();
    let end = text.find(END).ok_or("the file has no comment `end of results`")?;
    fs::write(file, format!("{}\n{table}\n{}", &text[..begin], &text[end..]))?;
    Ok(())
}

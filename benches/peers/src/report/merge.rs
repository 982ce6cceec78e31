//! The results of several runs as one.

use std::path::Path;

use crate::record::Record;
use crate::table::ratio;
use crate::{Result, is_same_work};

/// Writes the median of each time in the runs, and the lowest and the highest ratio of a run. Each
/// line of the counts is a name, a crate and a number of instructions.
pub fn write(file: &Path, counts: &str, runs: &[String]) -> Result<()> {
    let runs = runs.iter().map(super::records).collect::<Result<Vec<_>>>()?;
    let mut output = csv::Writer::from_path(file)?;
    for (index, record) in runs[0].iter().enumerate() {
        let of_runs: Vec<_> = runs.iter().filter_map(|run| run.get(index)).collect();
        if of_runs.len() != runs.len() || !of_runs.iter().all(|it| is_same_work(it, &record.by, record)) {
            return Err("the runs have different rows".into());
        }
        let mut times: Vec<_> = of_runs.iter().map(|it| it.nanoseconds).collect();
        times.sort_by(f64::total_cmp);
        let mut ratios = Vec::new();
        for (run, peer) in runs.iter().zip(&of_runs) {
            let ours = run.iter().find(|it| is_same_work(it, "serde_hcl", peer));
            ratios.push(ratio(ours.ok_or("a row begins with serde_hcl")?, peer));
        }
        let is_peer = record.by != "serde_hcl";
        let name = format!("{}, {}\t{}\t", record.work, record.size, record.by);
        let count = counts.lines().find_map(|line| line.strip_prefix(&name));
        output.serialize(Record {
            nanoseconds: times[times.len() / 2],
            lowest: ratios.iter().copied().reduce(f64::min).filter(|_| is_peer),
            highest: ratios.iter().copied().reduce(f64::max).filter(|_| is_peer),
            instructions: count.filter(|_| record.profile == "release").map(str::parse).transpose()?,
            ..record.clone()
        })?;
    }
    Ok(output.flush()?)
}

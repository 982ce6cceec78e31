//! One measurement. `measure` writes it for one run, and `report` for several.

use serde::{Deserialize, Serialize};

/// The work of one row, done by one crate.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Record {
    /// The settings of the build: `release` or `fat`.
    pub profile: String,
    pub work: String,
    /// The approximate length of the text, or `-` where the work does not depend on one.
    pub size: String,
    /// The name of the crate. The first of a row is this crate.
    pub by: String,
    /// The length of the text in this crate's format, in bytes.
    pub bytes: usize,
    /// The median of the CPU time of the thread, in nanoseconds.
    pub nanoseconds: f64,
    /// The lowest and the highest ratio of the throughputs of this crate and of this one, each in
    /// one run.
    pub lowest: Option<f64>,
    pub highest: Option<f64>,
    /// The number of instructions.
    pub instructions: Option<u64>,
    /// The most bytes that were allocated at one time.
    pub peak: usize,
    /// The number of allocations.
    pub allocations: usize,
}

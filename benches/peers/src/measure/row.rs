//! Rows of the table: one piece of work, done by several crates in turn.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::heap;
use crate::record::Record;

/// One crate that does the work of a row.
struct Contender {
    name: &'static str,
    /// The length of its text in bytes, which differs between formats.
    bytes: usize,
    run: Box<dyn Fn()>,
}

/// One piece of work. The first contender is this crate.
pub struct Row {
    work: String,
    size: &'static str,
    contenders: Vec<Contender>,
}

impl Row {
    pub fn new(work: impl Into<String>, size: &'static str) -> Self {
        Self { work: work.into(), size, contenders: Vec::new() }
    }

    /// Adds a crate. The time includes dropping the result.
    pub fn by<T>(mut self, name: &'static str, bytes: usize, work: impl Fn() -> T + 'static) -> Self {
        let run = Box::new(move || drop(std::hint::black_box(work())));
        self.contenders.push(Contender { name, bytes, run });
        self
    }

    /// Returns the name of the row: its work and its size.
    pub fn name(&self) -> String {
        format!("{}, {}", self.work, self.size)
    }

    /// Returns the names of the contenders.
    pub fn contenders(&self) -> impl Iterator<Item = &'static str> {
        self.contenders.iter().map(|contender| contender.name)
    }

    /// Does the work of a contender once, so that the instructions of `counted` can be counted.
    pub fn count(&self, by: &str) {
        let contender = self.contenders.iter().find(|it| it.name == by).expect("the row has the contender");
        // The first time, statics and the allocator are set up.
        (contender.run)();
        counted(&contender.run);
    }

    /// Measures all contenders.
    pub fn measure(&self, profile: &str) -> Vec<Record> {
        let uses: Vec<_> = self.contenders.iter().map(|it| heap::measure(&it.run)).collect();
        let times = self.medians();
        let records = self.contenders.iter().zip(uses).zip(times);
        let record = |((contender, used), nanoseconds): ((&Contender, heap::Use), f64)| Record {
            profile: profile.to_owned(),
            work: self.work.clone(),
            size: self.size.to_owned(),
            by: contender.name.to_owned(),
            bytes: contender.bytes,
            nanoseconds,
            lowest: None,
            highest: None,
            instructions: None,
            peak: used.peak,
            allocations: used.allocations,
        };
        records.map(record).collect()
    }

    /// Returns the median CPU time of each contender in nanoseconds. They run in turns, so that
    /// changes in the speed of the machine affect all of them.
    fn medians(&self) -> Vec<f64> {
        let repeats: Vec<_> = self.contenders.iter().map(|it| repeats(&it.run)).collect();
        let mut times = vec![Vec::new(); self.contenders.len()];
        let begin = Instant::now();
        while times[0].len() < 5 || (begin.elapsed() < BUDGET && times[0].len() < 2001) {
            for ((contender, repeats), times) in self.contenders.iter().zip(&repeats).zip(&mut times) {
                let start = ThreadTime::now();
                for _ in 0..*repeats {
                    (contender.run)();
                }
                times.push(start.elapsed().as_nanos() as f64 / f64::from(*repeats));
            }
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        times.into_iter().map(median).collect()
    }
}

/// The function whose instructions `benches/peers/run` counts.
#[inline(never)]
#[unsafe(no_mangle)]
fn counted(run: &dyn Fn()) {
    run();
    std::hint::black_box(());
}

/// Returns the number of runs between two readings of the clock, which is a system call.
fn repeats(run: &dyn Fn()) -> u32 {
    let start = Instant::now();
    let mut runs = 0;
    while start.elapsed() < SLICE {
        run();
        runs += 1;
    }
    runs.max(1)
}

/// The approximate time to measure a row.
const BUDGET: Duration = Duration::from_secs(1);

/// The minimum time between two readings of the clock.
const SLICE: Duration = Duration::from_micros(200);

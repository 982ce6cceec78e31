//! Rows of the table: one piece of work, done by several crates in turn.

use std::time::{Duration, Instant};

use crate::heap;

/// One crate that does the work of a row.
pub struct Contender {
    name: &'static str,
    /// The size of the text that it reads or writes, which may differ where the formats do.
    bytes: usize,
    run: Box<dyn Fn()>,
}

/// One piece of work; the first contender is this crate.
pub struct Row {
    work: String,
    contenders: Vec<Contender>,
}

impl Row {
    pub fn new(work: impl Into<String>) -> Self {
        Self { work: work.into(), contenders: Vec::new() }
    }

    /// Adds a crate. What the work gives is dropped within its time.
    pub fn by<T>(mut self, name: &'static str, bytes: usize, work: impl Fn() -> T + 'static) -> Self {
        let run = Box::new(move || drop(std::hint::black_box(work())));
        self.contenders.push(Contender { name, bytes, run });
        self
    }

    pub fn work(&self) -> &str {
        &self.work
    }

    /// Measures, and prints a line of a Markdown table for each crate.
    pub fn print(&self) {
        let uses: Vec<_> = self.contenders.iter().map(|it| heap::measure(&it.run)).collect();
        let times = self.medians();
        for ((contender, used), time) in self.contenders.iter().zip(uses).zip(&times) {
            let bytes = contender.bytes as f64;
            println!(
                "| {} | {} | {:.1?} | {:.1} | {:.2} | {:.2} | {:.3} |",
                self.work,
                contender.name,
                time,
                bytes / time.as_secs_f64() / 1e6,
                time.as_secs_f64() / times[0].as_secs_f64(),
                used.peak as f64 / bytes,
                used.allocations as f64 / bytes,
            );
        }
    }

    /// The median time of each, of runs in turn: a machine that changes its speed changes it for
    /// all.
    fn medians(&self) -> Vec<Duration> {
        let mut times = vec![Vec::new(); self.contenders.len()];
        let begin = Instant::now();
        let mut rounds = 0;
        while rounds < 5 || (begin.elapsed() < BUDGET && rounds < 2001) {
            for (contender, times) in self.contenders.iter().zip(&mut times) {
                let start = Instant::now();
                (contender.run)();
                times.push(start.elapsed());
            }
            rounds += 1;
        }
        let median = |mut times: Vec<Duration>| {
            times.sort();
            times[times.len() / 2]
        };
        times.into_iter().map(median).collect()
    }
}

/// About how long to measure a row.
const BUDGET: Duration = Duration::from_secs(2);

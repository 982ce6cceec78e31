//! Work on several threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The maximum number of threads.
const MAX_THREADS: usize = 8;

/// The number of items that are worth a thread.
const ITEMS_OF_THREAD: usize = 16;

/// The size of the stack of a thread, which is that of the main thread on most platforms.
const STACK: usize = 8 << 20;

/// Returns the results for items in their order. Many items are shared between threads, as far as
/// the platform has them.
pub(super) fn map<I: Send, O: Send>(items: Vec<I>, work: impl Fn(I) -> O + Sync) -> Vec<O> {
    let wanted = (items.len() / ITEMS_OF_THREAD).min(MAX_THREADS);
    let threads = if wanted < 2 { 1 } else { wanted.min(processors()) };
    if threads < 2 {
        return items.into_iter().map(work).collect();
    }
    let queue = Mutex::new(items.into_iter().enumerate());
    let run = || {
        let mut results = Vec::new();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, item)) = next else { return results };
            results.push((index, work(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut results = run();
        for helper in helpers {
            results.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

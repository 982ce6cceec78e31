//! Work on several threads.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The maximum number of threads.
const MAX_THREADS: usize = 8;

/// The number of successive items in a run, which are worth a thread.
const ITEMS_OF_RUN: usize = 8;

/// The size of the stack of a thread, which is that of the main thread on most platforms.
const STACK: usize = 8 << 20;

/// Adds runs of successive items to accumulators, and returns the accumulators in order. Many items
/// are shared between threads, as far as the platform has them, with an accumulator for each run.
/// Otherwise, there is one.
pub(super) fn fold_runs<I: Send, A: Default + Send>(
    items: Vec<I>,
    add: impl Fn(&mut A, Vec<I>) + Sync,
) -> Vec<A> {
    let wanted = (items.len() / ITEMS_OF_RUN).min(MAX_THREADS);
    let threads = if wanted < 2 { 1 } else { wanted.min(processors()) };
    let queue = Mutex::new((0, items.into_iter()));
    let next = || {
        let (index, items) = &mut *queue.lock().unwrap_or_else(PoisonError::into_inner);
        *index += 1;
        let run: Vec<I> = items.take(ITEMS_OF_RUN).collect();
        (!run.is_empty()).then_some((*index, run))
    };
    let runs = || iter::from_fn(next);
    if threads < 2 {
        let mut all = A::default();
        runs().for_each(|(_, run)| add(&mut all, run));
        return vec![all];
    }
    let work = || {
        let added = runs().map(|(index, run)| {
            let mut accumulator = A::default();
            add(&mut accumulator, run);
            (index, accumulator)
        });
        added.collect::<Vec<_>>()
    };
    let mut results = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut results = work();
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

//! Work on several threads.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The maximum number of threads.
const MAX_THREADS: usize = 8;

/// The number of items that are worth a thread.
const ITEMS_OF_THREAD: usize = 8;

/// The size of the stack of a thread, which is that of the main thread on most platforms.
const STACK: usize = 8 << 20;

/// Adds items to accumulators, each of which gets successive items, and returns the accumulators in
/// order. Many items are shared between threads, as far as the platform has them.
pub(super) fn fold<I: Send, A: Default + Send>(items: Vec<I>, add: impl Fn(&mut A, I) + Sync) -> Vec<A> {
    let accumulate = |items: &mut dyn Iterator<Item = I>| {
        let mut accumulator = A::default();
        items.for_each(|item| add(&mut accumulator, item));
        accumulator
    };
    let wanted = (items.len() / ITEMS_OF_THREAD).min(MAX_THREADS);
    let threads = if wanted < 2 { 1 } else { wanted.min(processors()) };
    let mut items = items.into_iter();
    if threads < 2 {
        return vec![accumulate(&mut items)];
    }
    let queue = Mutex::new((0, items));
    let next = || {
        let (index, items) = &mut *queue.lock().unwrap_or_else(PoisonError::into_inner);
        *index += 1;
        let run: Vec<I> = items.take(ITEMS_OF_THREAD).collect();
        (!run.is_empty()).then_some((*index, run))
    };
    let run = || {
        let runs = iter::from_fn(next);
        runs.map(|(index, run)| (index, accumulate(&mut run.into_iter()))).collect::<Vec<_>>()
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

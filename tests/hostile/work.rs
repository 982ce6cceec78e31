//! Measurements of work.

use std::fs;

use allocation_counter::AllocationInfo;

/// Three quarters of the stack of a thread in many applications. In builds without optimization,
/// the functions of the library take more of the stack than in these tests.
const STACK: usize = 3 << 19;

pub use test_support::is_full;

/// Runs on a thread with a small stack.
#[track_caller]
pub fn on_a_small_stack<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    on_a_small_stack_as("hostile", work)
}

/// Does the same, with a name that is shown if the stack overflows.
#[track_caller]
pub fn on_a_small_stack_as<R: Send + 'static>(name: &str, work: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    let thread = thread.spawn(work).expect("a thread starts");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The allocated bytes, and the time on the processor in nanoseconds if the system provides it.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub allocations: u64,
    pub bytes: u64,
    pub peak: u64,
    pub nanoseconds: Option<u64>,
}

/// Measures something on this thread.
pub fn measure(work: impl FnOnce()) -> Work {
    let before = processor_time();
    let AllocationInfo { count_total, bytes_total, bytes_max, .. } = allocation_counter::measure(work);
    let nanoseconds = before.zip(processor_time()).map(|(before, after)| after - before);
    Work { allocations: count_total, bytes: bytes_total, peak: bytes_max, nanoseconds }
}

/// The memory that stays on the heap, the peak, and the total.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub retained: u64,
    pub peak: u64,
    pub allocated: u64,
}

/// Measures the memory on the heap that something takes.
pub fn measure_memory(work: impl FnOnce()) -> Memory {
    let AllocationInfo { bytes_current, bytes_max, bytes_total, .. } = allocation_counter::measure(work);
    Memory { retained: u64::try_from(bytes_current).unwrap_or(0), peak: bytes_max, allocated: bytes_total }
}

/// The time that this thread has been running, without the time that it waited for others.
fn processor_time() -> Option<u64> {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok()
}

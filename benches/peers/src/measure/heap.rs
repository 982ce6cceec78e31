//! An allocator that counts during a measurement.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static COUNTING: Counting = Counting;

static IS_ON: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
// Memory from before the start of counting may be freed later, so the count can wrap below zero and
// back.
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

/// The memory that some work allocated.
#[derive(Clone, Copy)]
pub struct Use {
    pub allocations: usize,
    /// The most bytes that were held at one time.
    pub peak: usize,
}

/// Runs some work and returns its use of the allocator. Nothing else may run at the same time.
pub fn measure(work: impl FnOnce()) -> Use {
    for counter in [&ALLOCATIONS, &HELD, &PEAK] {
        counter.store(0, Relaxed);
    }
    IS_ON.store(true, Relaxed);
    work();
    IS_ON.store(false, Relaxed);
    Use { allocations: ALLOCATIONS.load(Relaxed), peak: PEAK.load(Relaxed) }
}

fn taken(bytes: usize) {
    ALLOCATIONS.fetch_add(1, Relaxed);
    let held = HELD.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    if held as isize > PEAK.load(Relaxed) as isize {
        PEAK.store(held, Relaxed);
    }
}

// SAFETY: `System` does all the work; counting only uses atomics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if IS_ON.load(Relaxed) {
            HELD.fetch_sub(layout.size(), Relaxed);
        }
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            HELD.fetch_sub(layout.size(), Relaxed);
            taken(size);
        }
        unsafe { System.realloc(pointer, layout, size) }
    }
}

//! Reading the files of the workspace in another thread.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::Sender;

use crate::document::Document;
use crate::files;
use crate::roots::Roots;

/// The maximum number of files of a workspace that are read.
const MAX_FILES: usize = 50_000;

/// A part of what reading folders finds.
pub(super) enum Read {
    Document(Box<Document>),
    End,
}

/// Reads and parses the configurations in folders in other threads, and sends them.
pub(super) fn read_all(
    roots: Roots,
    folders: Vec<PathBuf>,
    is_wanted: impl Fn(&str) -> bool + Clone + Send + 'static,
    sender: Sender<Read>,
) {
    thread::spawn(move || {
        let found = folders.iter().flat_map(|folder| files::walk(folder, is_wanted.clone()));
        let paths: Vec<PathBuf> = found.flatten().take(MAX_FILES).collect();
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| work(&roots, &paths, &next, &sender));
            }
        });
        // The receiver is gone at the end of the server.
        _ = sender.send(Read::End);
    });
}

/// Reads the next file as long as there is one.
fn work(roots: &Roots, paths: &[PathBuf], next: &AtomicUsize, sender: &Sender<Read>) {
    while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Some(document) = roots.read(path) else { continue };
        // Parsing here is in parallel.
        document.file();
        if sender.send(Read::Document(Box::new(document))).is_err() {
            return;
        }
    }
}

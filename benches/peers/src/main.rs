//! This crate beside others on the same work, interleaved in one process, so that a machine that changes its speed
//! changes it for all.
//!
//! Run it with `cargo run --release --manifest-path benches/peers/Cargo.toml`.

#[path = "../../inputs.rs"]
mod inputs;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One piece of work, done by this crate and by another.
struct Row {
    work: &'static str,
    text: String,
    ours: fn(&str),
    peer: (&'static str, fn(&str)),
}

fn main() {
    let parse = |work, text| Row {
        work,
        text,
        ours: |text| {
            let parsed = serde_hcl::parse_file(text);
            assert!(parsed.diagnostics.is_empty());
            black_box(parsed);
        },
        peer: ("hcl-rs", |text| {
            black_box(hcl::parse(text).expect("the text is valid"));
        }),
    };
    let mut rows = Vec::new();
    for (size, bytes) in [("1 KB", 1_000), ("100 KB", 100_000), ("10 MB", 10_000_000)] {
        for (shape, text) in [
            ("Terraform", inputs::terraform(bytes)),
            ("service", inputs::service(bytes)),
            ("expressions", inputs::expressions(bytes)),
        ] {
            rows.push(parse(Box::leak(format!("parse, {shape}, {size}").into_boxed_str()), text));
        }
    }
    println!("{:32} {:>10} {:>18} {:>7}", "work", "serde_hcl", "peer", "ratio");
    for row in rows {
        let (ours, peer) = medians(&row);
        let speed = |time: Duration| row.text.len() as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{:32} {:>5.1} MB/s {:>6} {:>6.1} MB/s {:>7.2}",
            row.work,
            speed(ours),
            row.peer.0,
            speed(peer),
            peer.as_secs_f64() / ours.as_secs_f64()
        );
    }
}

/// The median times of both, of runs in turn.
fn medians(row: &Row) -> (Duration, Duration) {
    let runs = (20_000_000 / row.text.len()).clamp(7, 2001) | 1;
    let time = |work: fn(&str)| {
        let start = Instant::now();
        work(&row.text);
        start.elapsed()
    };
    let (mut ours, mut peer): (Vec<_>, Vec<_>) = (0..runs).map(|_| (time(row.ours), time(row.peer.1))).unzip();
    ours.sort();
    peer.sort();
    (ours[runs / 2], peer[runs / 2])
}

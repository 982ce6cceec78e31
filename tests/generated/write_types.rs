//! Writes `types.rs`, with the types of the seed `GENERATED_SEED`, or of the fixed one.

#[allow(dead_code, reason = "the tests use all of it")]
#[path = "model.rs"]
mod model;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "random.rs"]
mod random;

/// The seed of the types in the repository.
const SEED: u64 = 48;

fn main() {
    let seed = std::env::var("GENERATED_SEED").map_or(SEED, |seed| seed.parse().expect("a number"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/generated/types.rs");
    std::fs::write(path, model::model(seed).file(seed)).expect("the file can be written");
}

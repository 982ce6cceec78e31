//! Writing: native syntax by its exact text, JSON, values; and reading of the written text.

mod blocks;
mod formats;
mod keys;
mod merged;
mod round_trips;
mod shapes;
mod templates;
mod text;

//! Decoding: the inputs of each type, and the messages for unsuitable ones.

mod buffered;
mod buffered_blocks;
mod capture;
mod companions;
mod errors;
mod files;
mod hidden;
mod located;
mod merged;
mod messages;
mod null;
mod numbers;
mod partial;
mod passes;
mod recovery;
mod rules;
mod several;
mod shapes;
mod stand_ins;
mod table;
mod values;

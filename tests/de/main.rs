//! Decoding: what each of the user's types takes, and the messages for what does not fit.

mod capture;
mod companions;
mod errors;
mod hidden;
mod merged;
mod messages;
mod null;
mod numbers;
mod shapes;
mod table;

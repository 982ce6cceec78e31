//! Decoding: what each of the user's types takes, and the messages for what does not fit.

mod capture;
mod errors;
mod shapes;
mod table;

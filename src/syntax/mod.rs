//! The native syntax: from text to the syntax tree.

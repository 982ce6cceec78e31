//! Values and their types.

//! Bodies and expressions of both syntaxes: content by a schema, merged bodies, static analysis.

mod lookup;
mod nodes;
mod overlay;
mod rejected;
mod rest;
mod schema;
mod spans;
mod static_expr;

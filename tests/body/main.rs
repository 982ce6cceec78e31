//! Bodies and expressions of both syntaxes: content by a schema, merged bodies, static analysis.

mod rest;
mod schema;
mod static_expr;

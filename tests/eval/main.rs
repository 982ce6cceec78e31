//! Evaluation, one file a construct.

mod call;
mod collection;
mod conditional;
mod context;
mod for_expr;
mod marks;
mod operator;
mod support;
mod template;
mod traversal;
mod unknown;

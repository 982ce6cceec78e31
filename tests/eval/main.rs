//! Evaluation, one file a construct.

mod call;
mod collection;
mod conditional;
mod context;
#[path = "../support/expressions.rs"]
mod expressions;
mod for_expr;
mod marks;
mod operator;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/rows.rs"]
mod rows;
#[allow(dead_code, reason = "the types of variables stay")]
#[path = "../support/soundness.rs"]
mod soundness;
mod support;
mod template;
mod traversal;
mod unknown;

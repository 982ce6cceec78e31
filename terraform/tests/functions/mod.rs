//! The functions of Terraform, called from expressions.

#[cfg(unix)]
mod folder;
mod provider;
mod table;
mod yaml;

use test_support::calls as support;

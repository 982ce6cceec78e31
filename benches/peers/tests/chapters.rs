//! The programs for hcl-rs and hcl-edit in the chapters on migration.

include!(concat!(env!("OUT_DIR"), "/chapters.rs"));

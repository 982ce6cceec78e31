//! The configuration of services as a text of each format.

use crate::inputs;
pub use crate::service::Config;

/// The same document in each format.
pub struct Documents {
    pub config: Config,
    pub hcl: String,
    pub json: String,
    pub toml: String,
}

impl Documents {
    /// Creates documents of approximately this many bytes. The largest difference is the notation
    /// of each format.
    pub fn new(bytes: usize) -> Self {
        let hcl = inputs::service(bytes);
        let config: Config = serde_hcl::from_str(&hcl).expect("the text fits the type");
        let json = serde_json::to_string_pretty(&config).expect("the type fits JSON");
        let toml = toml::to_string(&config).expect("the type fits TOML");
        let documents = Self { config, hcl, json, toml };
        documents.check();
        documents
    }

    /// Checks that all crates read the same.
    fn check(&self) {
        let expected = Some(&self.config);
        assert_eq!(hcl::from_str(&self.hcl).ok().as_ref(), expected);
        assert_eq!(toml::from_str(&self.toml).ok().as_ref(), expected);
        assert_eq!(serde_json::from_str(&self.json).ok().as_ref(), expected);
        assert_eq!(serde_hcl::json::from_str(&self.json).ok().as_ref(), expected);
    }
}

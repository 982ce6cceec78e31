//! Layers of figment and config have no marks, so marked values are refused.

use config::{Config, File};
use figment::Figment;
use serde_hcl::Options;

use crate::support::{check, context};
use test_support::rows::check_each;

const TEXTS: &[&str] = &[
    "a = text\n",
    "a = number\n",
    "a = list\n",
    "a = { b = [text] }\n",
    "a = { (text) = 1 }\n",
    "a = map\n",
    "a = upper(text)\n",
    "a = [for x in [1] : text]\n",
    "a = loud(text)\n",
    "a = part\n",
    "b {\n  a = text\n}\n",
];

#[test]
fn marked_values_are_refused() {
    let options = Options::new().context(context()).file_name("main.hcl");
    check_each(TEXTS, |text| {
        let provider = serde_hcl::figment::Hcl::string(*text).options(options.clone());
        let error = Figment::from(provider).extract::<std::collections::BTreeMap<String, u8>>();
        let error = error.expect_err("it is marked");
        check(&format!("{error} {error:?}"), text);

        let format = serde_hcl::config::Hcl::with(options.clone());
        let error =
            Config::builder().add_source(File::from_str(text, format)).build().expect_err("it is marked");
        check(&format!("{error} {error:?}"), text);
    });
}

#[test]
fn the_message_has_the_reason() {
    let options = Options::new().context(context());
    let provider = serde_hcl::figment::Hcl::string("a = {\n  b = text\n}\n").options(options);
    let error = Figment::from(provider).extract::<serde_json::Value>().expect_err("it is marked");
    let message = "2:7: Value not possible in a layer: The value is sensitive. It cannot be part of a configuration layer, since errors about layers show their values. in HCL text";
    assert_eq!(error.to_string(), message);
}

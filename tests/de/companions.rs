//! Crates that go with serde.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Site {
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Service {
    ports: Vec<u16>,
}

#[test]
fn serde_path_to_error_knows_the_path() {
    let text = "service \"web\" {\n  ports = [80, 99999]\n}\n";
    let value: serde_hcl::Value = serde_hcl::from_str(text).expect("it is sound");
    let error =
        serde_path_to_error::deserialize::<_, BTreeMap<String, BTreeMap<String, Vec<Service>>>>(&value)
            .expect_err("it does not fit");
    assert_eq!(error.path().to_string(), "service.web[0].ports[1]");
    // The error of this crate has the path by itself.
    let error = serde_hcl::from_str::<Site>(text).expect_err("it does not fit");
    assert_eq!(error.path(), "service.web.ports[1]");
}

#[test]
fn serde_ignored_sees_what_is_ignored() {
    let value = serde_hcl::value!({ "ports": [1], "more": 2 });
    let mut ignored = Vec::new();
    let service: Service =
        serde_ignored::deserialize(&value, |path| ignored.push(path.to_string())).expect("it fits");
    assert_eq!(service.ports, [1]);
    assert_eq!(ignored, ["more"]);
}

#[serde_with::serde_as]
#[derive(Deserialize, Serialize, PartialEq, Debug)]
struct With {
    #[serde_as(as = "serde_with::DisplayFromStr")]
    address: std::net::IpAddr,
    #[serde_as(as = "serde_with::OneOrMany<_>")]
    hosts: Vec<String>,
    #[serde_as(as = "serde_with::DurationSeconds<u64>")]
    timeout: std::time::Duration,
    #[serde_as(as = "BTreeMap<serde_with::DisplayFromStr, _>")]
    by_number: BTreeMap<u32, bool>,
}

#[test]
fn serde_with_works_in_both_directions() {
    let text = "address = \"10.0.0.1\"\nhosts   = \"a\"\ntimeout = 5\nby_number = {\n  \"7\" = true\n}\n";
    let with: With = serde_hcl::from_str(text).unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(with.hosts, ["a"]);
    assert_eq!(serde_hcl::to_string(&with).ok().as_deref(), Some(text));
    let json = serde_hcl::json::to_string(&with).expect("it can be written");
    assert_eq!(serde_hcl::json::from_str::<With>(&json).ok(), Some(with));
}

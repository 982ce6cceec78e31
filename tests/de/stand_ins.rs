//! Stand-ins: a value of the type of a field that is missing or failed, so that the fields after it
//! are decoded too.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Options, Value};

/// A number that accepts even numbers only.
#[derive(Deserialize, Debug)]
#[serde(try_from = "u8")]
struct Even(#[allow(dead_code, reason = "decoded for the errors")] u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        if value.is_multiple_of(2) { Ok(Self(value)) } else { Err("an odd number".to_owned()) }
    }
}

/// Declares types that are decoded for their errors.
macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(Deserialize, Debug)] #[allow(dead_code, reason = "decoded for the errors")] $item)*
    };
}

types! {
    struct Leaf {
        count: u8,
        name: String,
    }

    #[serde(deny_unknown_fields)]
    struct Closed {
        count: u8,
        leaf: Leaf,
    }

    #[serde(tag = "kind")]
    enum Internal {
        Ant { legs: u8, address: IpAddr, name: String, is_red: bool, even: Even },
        Bee,
    }

    #[serde(tag = "kind")]
    enum Nested {
        Ant { inner: Internal, closed: Closed, count: u8 },
    }

    #[serde(tag = "kind")]
    enum Collections {
        Ant { pair: (Even, Leaf, [bool; 2]), list: Vec<Leaf>, map: BTreeMap<String, u8>, last: char },
    }

    #[serde(tag = "kind")]
    enum Variants {
        Ant { unit: Unit, content: Content, either: Untagged },
    }

    enum Unit {
        One,
        Two,
    }

    enum Content {
        Leaf(Leaf),
        Pair(u8, IpAddr),
    }

    #[serde(untagged)]
    enum Untagged {
        Leaf { address: SocketAddr, leaf: Leaf },
        Number(u8),
    }

    #[serde(untagged)]
    enum OnlyLast {
        Never { never: Never },
        Number(Even),
    }

    #[serde(tag = "kind")]
    enum LastVariant {
        Never { count: u8, never: Never },
        Leaf(Leaf),
    }

    /// A type without values.
    enum Never {}

    #[serde(tag = "sort", content = "content")]
    enum Adjacent {
        Ant { internal: Internal, count: u8 },
        Bee(Leaf),
    }

    struct Flattened {
        own: Internal,
        #[serde(flatten)]
        leaf: Closed,
        #[serde(flatten)]
        more: BTreeMap<String, Value>,
    }

    struct Texts {
        address: IpAddr,
        socket: SocketAddr,
        wait: Duration,
        even: Even,
    }

    #[serde(tag = "kind")]
    enum Recursive {
        Node { left: Box<Self>, right: Vec<Self> },
        Leaf,
    }

    #[serde(tag = "$label")]
    enum Labeled {
        Ant { legs: u8, leaf: Leaf },
    }

    struct Before<T> {
        first: T,
        last: u8,
    }
}

/// Checks that the fields of the type, and one after it, are missing in an empty configuration.
#[track_caller]
fn check<T: DeserializeOwned + std::fmt::Debug>() {
    let name = std::any::type_name::<T>();
    for (text, is_json, path) in [
        ("", false, ""),
        ("{}", true, ""),
        ("inner = {}", false, "inner"),
        ("inner {}", false, "inner"),
        (r#"{"inner": {}}"#, true, "inner"),
    ] {
        let options = Options::new().json(is_json);
        let error = match path {
            "" => options.from_str::<Before<T>>(text).expect_err("both are missing"),
            _ => options.from_str::<BTreeMap<String, Before<T>>>(text).expect_err("both are missing"),
        };
        let errors: Vec<_> = error.diagnostics().into_iter().map(|it| (it.path(), it.detail())).collect();
        let detail = r#""first" and "last" are required here, but they are missing."#;
        assert_eq!(errors, [(path, detail)], "{name} in {text:?}");
    }
}

#[test]
fn a_field_after_a_missing_one_of_any_type_is_missing_too() {
    check::<Leaf>();
    check::<Closed>();
    check::<Internal>();
    check::<Nested>();
    check::<Collections>();
    check::<Variants>();
    check::<Untagged>();
    check::<OnlyLast>();
    check::<LastVariant>();
    check::<Adjacent>();
    check::<Flattened>();
    check::<Texts>();
    check::<Recursive>();
    check::<Labeled>();
    check::<(Even, Texts, Internal)>();
}

#[test]
fn a_type_without_values_ends_the_visit() {
    let error = serde_hcl::from_str::<Before<Never>>("").expect_err("both are missing");
    assert_eq!(
        error.to_string(),
        "1:1: Missing attribute or block: \"first\" is required here, but it is missing."
    );
}

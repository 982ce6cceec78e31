//! Lists of many mistakes: each value is visited a constant number of times.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::Options;

use super::leaves::{Address, Counted, Even, Word, visits};

use test_support::rows::check_each;

/// The number of times that a value may be visited in a file with errors, on average.
const VISITS: usize = 8;

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Root<T> {
    #[serde(rename = "x")]
    items: T,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Peer {
    ip: Address,
    port: Counted,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Flat {
    #[serde(flatten)]
    peer: Peer,
    name: Word,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
enum External {
    Peer { ip: Address },
    Even(Even),
}

#[derive(Deserialize)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "decoded for the errors")]
enum Internal {
    Peer { ip: Address, port: Counted },
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "decoded for the errors")]
enum Untagged {
    Peer { ip: Address },
    Even(Even),
}

type Map<T> = BTreeMap<String, T>;

/// Counts the visits of a decode that fails.
fn count<T: DeserializeOwned>(options: &Options, text: &str) -> usize {
    let (result, visits) = visits(usize::MAX, || options.from_str::<Root<T>>(text).map(drop));
    assert!(result.is_err(), "there is no error");
    visits.total
}

/// A name, a function that counts the visits, the element, and the number of values in it.
type Row = (&'static str, fn(&Options, &str) -> usize, &'static str, usize);

const LISTS: &[Row] = &[
    ("conversions", count::<Vec<Address>>, "\"bad\"", 1),
    ("nulls", count::<Vec<Address>>, "null", 1),
    ("types", count::<Vec<Counted>>, "[]", 1),
    ("ranges", count::<Vec<Counted>>, "-1", 1),
    ("objects", count::<Vec<Peer>>, r#"{"ip": "bad", "port": 1}"#, 2),
    ("null members", count::<Vec<Peer>>, r#"{"ip": null, "port": 1}"#, 2),
    ("missing members", count::<Vec<Peer>>, r#"{"port": 1}"#, 2),
    ("two mistakes", count::<Vec<Peer>>, r#"{"ip": "bad", "port": []}"#, 2),
    ("flattened", count::<Vec<Flat>>, r#"{"name": "a", "ip": "bad", "port": 1}"#, 3),
    ("beside flattened", count::<Vec<Flat>>, r#"{"name": "A", "ip": "::1", "port": 1}"#, 3),
    ("variants", count::<Vec<External>>, r#"{"Peer": {"ip": "bad"}}"#, 1),
    ("newtype variants", count::<Vec<External>>, r#"{"Even": 3}"#, 1),
    ("internal tags", count::<Vec<Internal>>, r#"{"kind": "Peer", "ip": "bad", "port": 1}"#, 2),
    ("untagged", count::<Vec<Untagged>>, r#"{"ip": "bad"}"#, 2),
    ("tuples", count::<Vec<(Address, Counted)>>, r#"["bad", 1]"#, 2),
    ("maps", count::<Vec<Map<Address>>>, r#"{"a": "bad"}"#, 1),
    ("lists", count::<Vec<Vec<Even>>>, "[3]", 1),
];

#[test]
fn many_mistakes_take_linear_time() {
    check_each(LISTS, |(name, count, element, values)| {
        for is_json in [false, true] {
            let visits = |length: usize| {
                let list = vec![*element; length].join(", ");
                match is_json {
                    true => count(&Options::new().json(), &format!("{{\"x\": [{list}]}}")),
                    false => count(&Options::new(), &format!("x = [{list}]\n")),
                }
            };
            let (few, many) = (visits(1000), visits(10_000));
            assert!(many <= VISITS * 10_000 * values, "{name}: {many} visits");
            assert!(many <= 11 * few, "{name}: {few} and {many} visits");
        }
    });
}

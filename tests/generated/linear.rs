//! Lists of many mistakes: each value is visited a constant number of times.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::Options;

use super::leaves::{Address, Counted, Even, Word, visits};

use test_support::rows::check_each;

/// The number of times that a value may be visited in a list of mistakes, on average.
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

/// Counts the visits of a decode that fails. There is no number if there are more than a limit.
fn count<T: DeserializeOwned>(options: &Options, text: &str, limit: usize) -> Option<usize> {
    let decode = || visits(limit, || options.from_str::<Root<T>>(text).map(drop));
    let (result, visits) = catch_unwind(AssertUnwindSafe(decode)).ok()?;
    assert!(result.is_err(), "there is no error");
    Some(visits.total)
}

/// A name, a function that counts the visits, the element, and the number of values in it.
type Row = (&'static str, fn(&Options, &str, usize) -> Option<usize>, &'static str, usize);

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

/// The rows that fail.
const KNOWN: &[&str] = &[];

#[test]
fn many_mistakes_take_linear_time() {
    check_each(LISTS, |row| {
        let is_known = KNOWN.contains(&row.0);
        let result = catch_unwind(AssertUnwindSafe(|| check(row)));
        match result {
            Ok(()) => assert!(!is_known, "{}: no longer fails", row.0),
            Err(panic) if !is_known => resume_unwind(panic),
            Err(_) => {}
        }
    });
}

fn check((name, count, element, values): &Row) {
    for is_json in [false, true] {
        let visits = |length: usize| {
            let list = vec![*element; length].join(", ");
            let (options, text) = match is_json {
                true => (Options::new().json(true), format!("{{\"x\": [{list}]}}")),
                false => (Options::new(), format!("x = [{list}]\n")),
            };
            let visits = count(&options, &text, VISITS * length * values);
            visits.unwrap_or_else(|| panic!("{name}: too many visits of {length} elements"))
        };
        let (few, many) = (visits(1000), visits(10_000));
        assert!(many <= 11 * few, "{name}: {few} and {many} visits");
    }
}

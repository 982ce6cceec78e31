//! A value through a series of changes that are written into any valid text: an empty change
//! changes no byte, a change that fails changes nothing, and the written value is read back.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::Document;
use serde_hcl::{Options, Value};

/// The names are those in the seeds and in the dictionary.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Config {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<Value>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, Value>,
    #[serde(default, with = "serde_hcl::with::labeled_blocks")]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    rule: Vec<Rule>,
    #[serde(default, with = "serde_hcl::with::blocks")]
    block: Vec<BTreeMap<String, Value>>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
struct Service {
    image: Option<String>,
    #[serde(default, with = "serde_hcl::with::blocks")]
    port: Vec<BTreeMap<String, Value>>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
struct Rule {
    #[serde(rename = "$label")]
    name: String,
    value: Option<Value>,
}

type Change<'c> = (u8, u8, &'c str);

fuzz_target!(|input: (&str, Vec<Change<'_>>)| {
    let (text, changes) = input;
    let Ok(mut document) = text.parse::<Document>() else { return };
    if changes.first().is_some_and(|(kind, ..)| kind & 1 == 0) {
        check(&mut document, &changes, change_map);
    } else {
        check(&mut document, &changes, change_config);
    }
});

fn check<T: Serialize + DeserializeOwned>(
    document: &mut Document,
    changes: &[Change<'_>],
    change: fn(&mut T, Change<'_>),
) {
    let text = document.to_string();
    // Values that depend on more than the text, or that are serialized in another form, are
    // refused.
    let Ok(none) = document.modify(|_: &mut T| ()) else {
        assert_eq!(document.to_string(), text);
        return;
    };
    assert!(none.is_empty());
    assert_eq!(document.to_string(), text);
    for changes in changes.chunks(3).take(4) {
        let before = document.to_string();
        let modified = document.modify(|value: &mut T| changes.iter().for_each(|it| change(value, *it)));
        let after = document.to_string();
        match modified {
            Err(_) => assert_eq!(after, before),
            Ok(changes) => assert!(!changes.is_empty() || after == before, "{before:?} {after:?}"),
        }
        after.parse::<Document>().expect("it is still valid");
        let value: T = Options::new().from_body(&document.file().body()).expect("it is decoded");
        assert!(document.update(&value).expect("it is written already").is_empty());
        assert_eq!(document.to_string(), after);
    }
}

fn value(kind: u8, text: &str) -> Value {
    match kind % 6 {
        0 => Value::from(text),
        1 => Value::from(i64::from(kind)),
        2 => Value::from(vec![Value::from(text), Value::from(true)]),
        3 => serde_hcl::value!({ "key": 1, "b": [] }),
        4 => Value::from(format!("{text}\nline\n")),
        _ => Value::from(kind & 64 == 0),
    }
}

fn change_map(map: &mut BTreeMap<String, Value>, (kind, at, text): Change<'_>) {
    let name = map.keys().nth(usize::from(at) % map.len().max(1)).cloned();
    match name {
        Some(name) if kind & 2 == 0 => drop(map.insert(name, value(kind >> 2, text))),
        Some(name) if kind & 4 == 0 => drop(map.remove(&name)),
        _ => drop(map.insert("fuzz".to_owned(), value(kind >> 2, text))),
    }
}

fn change_config(config: &mut Config, (kind, at, text): Change<'_>) {
    let new = value(at, text);
    let index = |len: usize| usize::from(at) % len.max(1);
    match kind % 12 {
        0 => config.a = (at > 8).then_some(new),
        1 => config.b.insert(index(config.b.len() + 1), new),
        2 if !config.b.is_empty() => drop(config.b.remove(index(config.b.len()))),
        3 => change_map(&mut config.tags, (at, kind, text)),
        4 => {
            let service = config.service.entry(text.to_owned()).or_default();
            service.image = Some(format!("{text}{at}"));
        }
        5 => {
            let name = config.service.keys().nth(index(config.service.len())).cloned();
            name.map(|name| config.service.remove(&name));
        }
        6 => {
            let port = BTreeMap::from([("n".to_owned(), new)]);
            let service = config.service.values_mut().next();
            service.into_iter().for_each(|service| service.port.push(port.clone()));
        }
        7 => {
            let rule = Rule { name: text.to_owned(), value: Some(new) };
            config.rule.insert(index(config.rule.len() + 1), rule);
        }
        8 if !config.rule.is_empty() => drop(config.rule.remove(index(config.rule.len()))),
        9 => config.rule.reverse(),
        10 => config.block.insert(index(config.block.len() + 1), BTreeMap::from([("n".to_owned(), new)])),
        11 if !config.block.is_empty() => change_map(&mut config.block[0], (at, kind, text)),
        _ => {}
    }
}

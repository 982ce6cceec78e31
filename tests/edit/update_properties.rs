//! Properties of every update of every document.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_hcl::edit::Document;
use serde_hcl::{de::Labeled, format as formatted, to_string};

use super::update::{Config, Limits, Listen, Rule, Service};

fn words() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "c", "two words", "${x}", "line\nline\n"]).prop_map(str::to_owned)
}

fn limits() -> impl Strategy<Value = Limits> {
    (0..3u32, prop::option::of(words())).prop_map(|(cpu, memory)| Limits { cpu, memory })
}

fn listens() -> impl Strategy<Value = Listen> {
    (0..4u16, prop::option::of(words())).prop_map(|(port, host)| Listen { port, host })
}

fn ports() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0..5u16, 0..5)
}

fn services() -> impl Strategy<Value = BTreeMap<String, Service>> {
    let service = (words(), ports(), prop::option::of(limits()));
    let service = service.prop_map(|(image, ports, limits)| Service { image, ports, limits });
    prop::collection::btree_map(words(), service, 0..3)
}

fn configs() -> impl Strategy<Value = Config> {
    let rule = (words(), any::<bool>()).prop_map(|(name, allow)| Rule { name, allow });
    let user = (words(), 0..2u32, listens());
    let user = user.prop_map(|(name, number, body)| Labeled { labels: (name, number), body });
    let values = (
        prop::option::of(words()),
        0..3u32,
        prop::option::of(prop::sample::select(vec![0.5, 1.0])),
        prop::collection::btree_map(words(), words(), 0..4),
        ports(),
        prop::collection::btree_set(words(), 0..4),
    );
    let blocks = (
        prop::option::of(limits()),
        services(),
        prop::collection::vec(listens(), 0..4),
        prop::collection::vec(rule, 0..4),
        prop::collection::vec(user, 0..3),
    );
    (values, blocks).prop_map(|(values, (limits, service, listen, rule, user))| {
        let (region, replicas, ratio, tags, ports, zones): (_, _, _, _, _, BTreeSet<String>) = values;
        Config { region, replicas, ratio, tags, ports, zones, limits, service, listen, rule, user }
    })
}

/// Returns a document that holds a value, with other items, and with comments at the start and the
/// end that belong to no item.
fn text_of(config: &Config, form: u8) -> String {
    let mut text = to_string(config).expect("it can be written");
    if form & 1 != 0 {
        let line = |line: &str| match line.ends_with(" {") && !line.contains(" = ") {
            true => format!("{line}\nother = var.unknown # stays\n"),
            false => format!("{line}\n"),
        };
        text = text.lines().map(line).collect();
    }
    if form & 2 != 0 {
        text = text.replace(" = ", " =  ");
    }
    text = format!("# The start.\n\nunknown = var.unknown # stays\n{text}\nextra {{\n}}\n\n# The end.\n");
    if form & 4 != 0 && !text.contains("<<") {
        text = text.replace('\n', "\r\n");
    }
    text
}

fn document(text: &str) -> Document {
    text.parse().unwrap_or_else(|error| panic!("{text}\n{error:#}"))
}

fn decoded(document: &Document) -> Config {
    serde_hcl::Options::new().from_body(document.file().body()).expect("it is decoded")
}

proptest! {
    #[test]
    fn a_function_that_changes_nothing_changes_no_byte(config in configs(), form in any::<u8>()) {
        let text = text_of(&config, form);
        let mut document = document(&text);
        let changes = document.modify(|_: &mut Config| ()).unwrap_or_else(|error| panic!("{text}\n{error:#}"));
        prop_assert!(changes.is_empty());
        prop_assert_eq!(document.to_string(), text);
    }

    #[test]
    fn an_update_is_read_back_and_repeats_nothing(
        old in configs(),
        new in configs(),
        form in any::<u8>(),
    ) {
        let text = text_of(&old, form);
        let mut document = document(&text);
        let before = decoded(&document);
        prop_assert_eq!(&before, &old);
        let changes = document
            .update(&new)
            .unwrap_or_else(|error| panic!("{text}\n{}\n{error:#}", to_string(&new).unwrap_or_default()));
        prop_assert_eq!(changes.is_empty(), old == new);
        prop_assert_eq!(decoded(&document), new.clone(), "{}\n{}", text, document);
        let once = document.to_string();
        for kept in ["# The start.", "# The end.", "unknown ", "extra {"] {
            prop_assert!(once.contains(kept), "{text}\n{once}");
        }
        if form & 4 != 0 && text.contains("\r\n") {
            prop_assert!(!once.replace("\r\n", "").contains('\n'), "{text}\n{once}");
        }
        if formatted(&text) == text {
            prop_assert_eq!(formatted(&once), once.as_str(), "{}", text);
        }
        prop_assert!(document.update(&new).expect("it is written").is_empty());
        prop_assert_eq!(document.to_string(), once);
    }

    #[test]
    fn an_update_of_an_empty_document_is_read_back(config in configs()) {
        let mut document = Document::new();
        document.update(&config).unwrap_or_else(|error| panic!("{error:#}"));
        prop_assert_eq!(decoded(&document), config, "{}", document);
        prop_assert_eq!(formatted(&document.to_string()), document.to_string());
    }
}

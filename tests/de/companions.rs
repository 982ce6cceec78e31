//! Other crates that work with serde.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::{
    EvalContext, Options,
    de::{Deserializer, Spanned},
};

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
fn serde_path_to_error_has_the_path() {
    let text = "service \"web\" {\n  ports = [80, 99999]\n}\n";
    let value: serde_hcl::Value = serde_hcl::from_str(text).expect("it is sound");
    let error =
        serde_path_to_error::deserialize::<_, BTreeMap<String, BTreeMap<String, Vec<Service>>>>(&value)
            .expect_err("it does not fit");
    assert_eq!(error.path().to_string(), "service.web[0].ports[1]");
    // The error of this crate contains the path without `serde_path_to_error`.
    let error = serde_hcl::from_str::<Site>(text).expect_err("it does not fit");
    assert_eq!(error.path(), "service.web.ports[1]");
}

#[test]
fn serde_ignored_gets_the_ignored_items() {
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

#[derive(Deserialize, Debug, PartialEq)]
struct Pool {
    #[serde(default)]
    weight: u8,
    member: Vec<Member>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Member {
    #[serde(rename = "$label")]
    name: String,
    #[serde(flatten)]
    more: BTreeMap<String, u16>,
}

const POOL: &str = "weight = null\nmember \"a\" {\n  port = 80\n}\n";

#[test]
fn errors_through_serde_path_to_error_have_locations() {
    let native = "service \"web\" {\n  ports = [80, 99999]\n}\n";
    let in_json = r#"{"service": {"web": {"ports": [80, 99999]}}}"#;
    let of = |result: Result<Site, serde_path_to_error::Error<serde_hcl::Error>>| {
        let error = result.expect_err("it does not fit");
        (error.path().to_string(), error.into_inner().to_string())
    };
    let expected = |place: &str| {
        let message = "Unsuitable value: Expected a whole number from 0 to 65535, found 99999. \
                       (in service.web.ports[1])";
        ("service.web.ports[1]".to_owned(), format!("{place}: {message}"))
    };
    let mut deserializer = Deserializer::from_str(native).expect("it is sound");
    assert_eq!(of(serde_path_to_error::deserialize(&mut deserializer)), expected("2:16"));
    assert_eq!(of(deserializer.decode_with(|it| serde_path_to_error::deserialize(it))), expected("2:16"));
    assert_eq!(of(serde_path_to_error::deserialize(deserializer)), expected("2:16"));
    let mut deserializer = Options::new().json(true).deserializer(in_json).expect("it is sound");
    assert_eq!(of(serde_path_to_error::deserialize(&mut deserializer)), expected("1:36"));
    assert_eq!(of(deserializer.decode_with(|it| serde_path_to_error::deserialize(it))), expected("1:36"));
    assert_eq!(of(serde_path_to_error::deserialize(deserializer)), expected("1:36"));
    let options = Options::new().json(true).file_name("main.hcl.json");
    let deserializer = options.deserializer(in_json).expect("it is sound");
    assert_eq!(of(serde_path_to_error::deserialize(deserializer)), expected("main.hcl.json:1:36"));
}

#[test]
fn serde_ignored_gets_attributes_and_blocks() {
    let text = "service \"web\" {\n  ports = []\n  host = \"a\"\n  check {}\n}\nother {}\n";
    let mut ignored = Vec::new();
    let deserializer = Deserializer::from_str(text).expect("it is sound");
    let site: Site =
        serde_ignored::deserialize(deserializer, |path| ignored.push(path.to_string())).expect("it fits");
    assert!(site.service["web"].ports.is_empty());
    assert_eq!(ignored, ["service.web.host", "service.web.check", "other"]);
}

/// `decode_with` finds facts about a type that need several passes.
#[test]
fn decode_with_decodes_as_from_str_does() {
    let expected: Pool = serde_hcl::from_str(POOL).expect("it fits");
    assert_eq!((expected.weight, expected.member[0].name.as_str()), (0, "a"));
    let mut deserializer = Deserializer::from_str(POOL).expect("it is sound");
    let through = |deserializer: &mut Deserializer<'_>| Pool::deserialize(deserializer);
    assert_eq!(deserializer.decode_with(through).expect("it fits"), expected);
    let ignoring = |deserializer: &mut Deserializer<'_>| {
        let mut ignored = 0;
        serde_ignored::deserialize(deserializer, |_| ignored += 1).map(|pool: Pool| (pool, ignored))
    };
    assert_eq!(deserializer.decode_with(ignoring).expect("it fits"), (expected, 0));
    let error = Pool::deserialize(&mut deserializer).expect_err("null is not a number");
    assert_eq!(
        error.to_string(),
        "1:10: Wrong type: Expected a whole number from 0 to 255, found null. (in weight)"
    );
    // A function that decodes nothing is called only once.
    let mut calls = 0;
    deserializer
        .decode_with(|_| {
            calls += 1;
            Ok::<_, ()>(())
        })
        .expect("it fails nowhere");
    assert_eq!(calls, 1);
}

#[test]
fn deserializers_borrow_from_their_text() {
    #[derive(Deserialize)]
    struct Names<'a> {
        name: &'a str,
        place: Spanned<&'a str>,
    }
    let text = "name = \"web\"\nplace = \"here\"\n".to_owned();
    let names = {
        let deserializer = Deserializer::from_str(&text).expect("it is sound");
        Names::deserialize(deserializer).expect("it fits")
    };
    assert_eq!((names.name, *names.place.get_ref()), ("web", "here"));
    assert_eq!(&text[names.place.span()], "\"here\"");
}

#[test]
fn deserializers_of_bodies_have_a_context_and_limits() {
    let file = serde_hcl::parse_file("port = 40 * n\n").into_result().expect("it is sound");
    let mut context = EvalContext::new();
    context.set("n", 2);
    let ports = |context: &EvalContext| {
        let deserializer = Deserializer::from_body(file.body(), context);
        BTreeMap::<String, u16>::deserialize(deserializer).map_err(|error| error.to_string())
    };
    assert_eq!(ports(&context), Ok(BTreeMap::from([("port".to_owned(), 80)])));
    let error = ports(&EvalContext::new()).expect_err("there is no n");
    assert!(error.starts_with("1:13: "), "{error}");
    let mut limits = serde_hcl::Limits::default();
    limits.steps = 0;
    context.set_limits(limits);
    let error = ports(&context).expect_err("there are no steps");
    assert!(error.contains("steps"), "{error}");
}

#[test]
fn errors_of_syntax_come_before_decoding() {
    let error = Deserializer::from_str("a = \n").expect_err("there is no value");
    assert_eq!(error.category(), serde_hcl::diag::Category::Syntax);
    assert!(Options::new().json(true).deserializer("{").is_err());
    let error = Deserializer::from_slice(b"a = \"\xff\"\n").expect_err("it is no text");
    assert!(error.to_string().contains("UTF-8"), "{error}");
}

/// Visitors behind `dyn` have the same name for all types, so no facts are recorded about them.
#[test]
fn erased_serde_decodes_maps_beside_flattened_types() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Config {
        flat: Flat,
        zone: BTreeMap<String, BTreeMap<String, u8>>,
        last: Flat,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        more: BTreeMap<String, u8>,
    }
    let text = "flat {\n  a = 1\n  b = 2\n}\nzone \"x\" {\n  n = 3\n}\nlast {\n  a = 4\n}\n";
    let expected: Config = serde_hcl::from_str(text).expect("it fits");
    let erased = |mut deserializer: Deserializer<'_>| {
        let mut erased = <dyn erased_serde::Deserializer<'_>>::erase(&mut deserializer);
        erased_serde::deserialize::<Config>(&mut erased)
    };
    assert_eq!(erased(Deserializer::from_str(text).expect("it is sound")).expect("it fits"), expected);
    let mut deserializer = Deserializer::from_str(text).expect("it is sound");
    let again = deserializer.decode_with(|deserializer| {
        let mut erased = <dyn erased_serde::Deserializer<'_>>::erase(deserializer);
        erased_serde::deserialize::<Config>(&mut erased)
    });
    assert_eq!(again.expect("it fits"), expected);
}

#[test]
fn serde_transcode_writes_json() {
    let mut out = Vec::new();
    let deserializer =
        Deserializer::from_str("a = [1, \"x\"]\nb \"c\" {\n  d = null\n}\n").expect("it is sound");
    serde_transcode::transcode(deserializer, &mut serde_json::Serializer::new(&mut out)).expect("it can be");
    assert_eq!(String::from_utf8_lossy(&out), r#"{"a":[1,"x"],"b":{"c":[{"d":null}]}}"#);
}

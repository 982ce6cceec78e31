//! HCL as a source of figment.

use figment::providers::Serialized;
use figment::{Figment, Profile};
use serde_hcl::figment::Hcl;
use serde_hcl::{EvalContext, Options, Type, Value, de::SingleBlocks};

use super::{SITE, Site, file, site};

use test_support::rows::check_each;

/// The error for a text that does not become a site.
fn refusal(text: &str) -> String {
    Figment::from(Hcl::string(text)).extract::<Site>().unwrap_err().to_string()
}

#[test]
fn texts_and_files_of_both_syntaxes_are_read() {
    assert_eq!(Figment::from(Hcl::string(SITE)).extract::<Site>(), Ok(site()));
    let native = file("figment.hcl", SITE);
    assert_eq!(Figment::from(Hcl::file(&native)).extract::<Site>(), Ok(site()));

    let json = r#"{ "region": "eu", "listen": { "port": 1 },
        "service": { "web": { "port": "${40 * 2}", "hosts": ["a", "b"] }, "db": { "port": 5432 } } }"#;
    let path = file("figment.hcl.json", json);
    assert_eq!(Figment::from(Hcl::file_exact(path)).extract::<Site>(), Ok(site()));
    let options = Options::new().json(true);
    assert_eq!(Figment::from(Hcl::string(json).options(options)).extract::<Site>(), Ok(site()));
}

#[test]
fn blocks_of_one_address_are_an_array() {
    let figment = Figment::from(Hcl::string("listen {\n  port = 1\n}\nlisten {\n  port = 2\n}\n"));
    let ports: Vec<super::Listen> = figment.extract_inner("listen").expect("it is an array");
    assert_eq!(ports.iter().map(|listen| listen.port).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn the_options_set_the_form_of_a_single_block() {
    let text = "listen {\n  port = 1\n}\nservice \"web\" {\n  port = 2\n}\n";
    let with = |options| Figment::from(Hcl::string(text).options(options));
    for options in [Options::new(), Options::new().single_blocks(SingleBlocks::Object)] {
        assert_eq!(with(options.clone()).extract_inner::<u16>("listen.port"), Ok(1));
        assert_eq!(with(options).extract_inner::<u16>("service.web.port"), Ok(2));
    }
    let lists = with(Options::new().single_blocks(SingleBlocks::Sequence));
    let ports: Vec<super::Listen> = lists.extract_inner("listen").expect("it is an array");
    assert_eq!(ports[0].port, 1);
    let ports: Vec<super::Listen> = lists.extract_inner("service.web").expect("it is an array");
    assert_eq!(ports[0].port, 2);
}

#[test]
fn other_layers_override_it_and_are_overridden() {
    let figment = Figment::new()
        .merge(Serialized::default("service.web.port", 1))
        .merge(Hcl::string(SITE))
        .merge(Serialized::default("service.db.port", 2))
        .join(Serialized::default("region", "us"));
    let site: Site = figment.extract().expect("it fits");
    assert_eq!((site.service["web"].port, site.service["db"].port, site.region.as_str()), (80, 2, "eu"));
}

#[test]
fn variables_and_functions_are_given_by_options() {
    let mut context = EvalContext::new();
    context.set("region", "eu");
    let hcl = Hcl::string("name = \"web-${region}\"\n").options(Options::new().context(context));
    assert_eq!(Figment::from(hcl).extract_inner::<String>("name"), Ok("web-eu".to_owned()));
}

#[test]
fn profiles_are_chosen_or_are_the_outermost_keys() {
    let figment = Figment::new().merge(Hcl::string("port = 1\n").profile("debug")).select("debug");
    assert_eq!(figment.extract_inner::<u16>("port"), Ok(1));
    assert!(figment.select("release").extract_inner::<u16>("port").is_err());

    let nested = "debug {\n  port = 1\n}\nrelease = { port = 2 }\n";
    let figment = Figment::new().merge(Hcl::string(nested).nested());
    assert_eq!(figment.clone().select(Profile::const_new("release")).extract_inner::<u16>("port"), Ok(2));
    let error = figment.select("debug").extract_inner::<String>("port").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: found signed int `1`, expected a string for key \"port at line 2\" in HCL text"
    );
    let error = Figment::new().merge(Hcl::string("port = 1\n").nested()).extract::<Site>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: found signed int `1`, expected the values of the profile \"port\" in HCL text"
    );
}

#[test]
fn a_missing_file_is_an_error_only_if_it_is_required() {
    assert!(
        Figment::from(Hcl::file("no-such-file.hcl"))
            .extract::<figment::value::Dict>()
            .is_ok_and(|it| it.is_empty())
    );
    let error = Figment::from(Hcl::file_exact("no-such-file.hcl")).extract::<Site>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "Cannot read or write: no-such-file.hcl: No such file or directory (os error 2) in no-such-file.hcl HCL file"
    );
}

#[test]
fn errors_have_the_line() {
    let path = file("wrong.hcl", "region = \"eu\"\nservice \"web\" {\n  port = [80,\n   81]\n}\n");
    let error = Figment::from(Hcl::file(&path)).extract::<Site>().unwrap_err();
    let name = path.file_name().expect("it has a name").to_string_lossy();
    let text = error.to_string();
    assert!(
        text.starts_with(
            "invalid type: found sequence, expected u16 for key \"service.web.port at line 3\" in "
        ) && text.ends_with(&format!("{name} HCL file")),
        "{text}"
    );

    let table = [
        // A part that is written out has its own line.
        (
            "region = \"eu\"\nservice = {\n  web = {\n    port = \"x\"\n  }\n}\n",
            "invalid type: found string \"x\", expected u16 for key \"service.web.port at line 4\" in HCL text",
        ),
        (
            "region = \"eu\"\nservice \"web\" {\n  port  = 1\n  hosts = [\n    \"a\",\n    {},\n  ]\n}\n",
            "invalid type: found map, expected a string for key \"service.web.hosts.1 at line 6\" in HCL text",
        ),
        // A computed part has the line of the expression.
        (
            "region = \"eu\"\nservice = { for n in [\"web\"] : n => { port = \"x\" } }\n",
            "invalid type: found string \"x\", expected u16 for key \"service.web.port at line 2\" in HCL text",
        ),
        // Errors that are found during reading.
        ("region = \n", "1:10: Missing value: A value is expected before the end of the line. in HCL text"),
        ("region = nmae\n", "1:10: Variables not allowed: Variables may not be used here. in HCL text"),
        (
            "a {\n}\na \"x\" {\n}\n",
            "3:1: Ambiguous name: \"a\" is the name of an attribute and a block, or of blocks with different numbers of \
             labels. A layer has one key for all of them. Rename one of them. in HCL text",
        ),
        ("a = 1\na {\n}\n", "2:1: Ambiguous name"),
    ];
    check_each(table, |(text, expected)| {
        let found = refusal(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    });
}

#[test]
fn unknown_values_are_errors() {
    let mut context = EvalContext::new();
    context.set("it", Value::unknown(Type::String));
    let hcl = Hcl::string("region = [for x in [1] : it]\n").options(Options::new().context(context));
    assert_eq!(
        Figment::from(hcl).extract::<Site>().unwrap_err().to_string(),
        "1:10: Unknown value: A known value is needed here, but this string value is not known yet. (in [0]) in HCL text"
    );
}

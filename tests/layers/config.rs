//! HCL as a source of config.

use config::{Config, ConfigError, File};
use serde_hcl::config::Hcl;
use serde_hcl::{EvalContext, Options, Type, Value, de::SingleBlocks};

use super::{SITE, Site, file, site};

use test_support::rows::check_each;

fn from_text(text: &str) -> Result<Config, ConfigError> {
    Config::builder().add_source(File::from_str(text, Hcl::new())).build()
}

#[test]
fn texts_and_files_of_both_syntaxes_are_read() -> Result<(), ConfigError> {
    assert_eq!(from_text(SITE)?.try_deserialize::<Site>()?, site());

    let json = r#"{ "region": "eu", "listen": { "port": 1 },
        "service": { "web": { "port": "${40 * 2}", "hosts": ["a", "b"] }, "db": { "port": 5432 } } }"#;
    for (name, text) in [("config.hcl", SITE), ("config-json.hcl.json", json)] {
        let path = file(name, text).display().to_string();
        // By the full name, and by the name without the extension.
        for path in [path.as_str(), path.trim_end_matches(".json").trim_end_matches(".hcl")] {
            let config = Config::builder().add_source(File::new(path, Hcl::new())).build()?;
            assert_eq!(config.try_deserialize::<Site>()?, site(), "{path}");
        }
    }
    let options = Options::new().json(true);
    let config = Config::builder().add_source(File::from_str(json, Hcl::with(options))).build()?;
    assert_eq!(config.try_deserialize::<Site>()?, site());
    Ok(())
}

#[test]
fn the_options_set_the_form_of_a_single_block() -> Result<(), ConfigError> {
    let text = "listen {\n  port = 1\n}\nservice \"web\" {\n  port = 2\n}\n";
    let with = |options| Config::builder().add_source(File::from_str(text, Hcl::with(options))).build();
    for options in [Options::new(), Options::new().single_blocks(SingleBlocks::Object)] {
        assert_eq!(with(options.clone())?.get_int("listen.port")?, 1);
        assert_eq!(with(options)?.get_int("service.web.port")?, 2);
    }
    let lists = with(Options::new().single_blocks(SingleBlocks::Sequence))?;
    assert_eq!(lists.get_int("listen[0].port")?, 1);
    assert_eq!(lists.get_int("service.web[0].port")?, 2);
    Ok(())
}

#[test]
fn other_sources_override_it_and_are_overridden() -> Result<(), ConfigError> {
    let config = Config::builder()
        .set_default("service.web.port", 1)?
        .set_default("service.mail.port", 25)?
        .add_source(File::from_str(SITE, Hcl::new()))
        .set_override("service.db.port", 2)?
        .build()?;
    let port = |name: &str| config.get_int(&format!("service.{name}.port"));
    assert_eq!((port("web")?, port("db")?, port("mail")?), (80, 2, 25));
    Ok(())
}

#[test]
fn values_keep_their_types() -> Result<(), ConfigError> {
    let text = "int = 9223372036854775808\nbig = 18446744073709551616\nfloat = 0.5\nyes = true\nnull = null\nmap = { a = 1 }\n";
    let config = from_text(text)?;
    let cached = config.cache.into_table()?;
    let kind = |name: &str| format!("{:?}", cached[name].kind);
    assert_eq!(kind("int"), "U64(9223372036854775808)");
    assert_eq!(kind("big"), "I128(18446744073709551616)");
    assert_eq!(kind("float"), "Float(0.5)");
    assert_eq!(kind("yes"), "Boolean(true)");
    assert_eq!(kind("null"), "Nil");
    assert_eq!(cached["map"].clone().into_table()?["a"].clone().into_int()?, 1);
    Ok(())
}

#[test]
fn variables_and_functions_are_given_by_options() -> Result<(), ConfigError> {
    let mut context = EvalContext::new();
    context.set("region", "eu");
    let hcl = Hcl::with(Options::new().context(context));
    let config = Config::builder().add_source(File::from_str("name = \"web-${region}\"\n", hcl)).build()?;
    assert_eq!(config.get_string("name")?, "web-eu");
    Ok(())
}

#[test]
fn errors_have_file_line_and_column() -> Result<(), ConfigError> {
    let path = file("wrong-config.hcl", "service \"web\" {\n  port = [80]\n}\n").display().to_string();
    let config = Config::builder().add_source(File::new(&path, Hcl::new())).build()?;
    let error = config.get_int("service.web.port").unwrap_err().to_string();
    assert!(
        error.starts_with("invalid type: sequence, expected an integer for key `service.web.port` in ")
            && error.ends_with("wrong-config.hcl:2:10"),
        "{error}"
    );

    // A part that is written out has its own location; a computed part has that of the expression.
    let written = from_text("map = {\n  list = [\n    1,\n    [],\n  ]\n}\n")?;
    assert_eq!(
        written.get_int("map.list[1]").unwrap_err().to_string(),
        "invalid type: sequence, expected an integer for key `map.list[1]` in 4:5"
    );
    let computed = from_text("map = { for n in [\"a\"] : n => [] }\n")?;
    assert_eq!(
        computed.get_int("map.a").unwrap_err().to_string(),
        "invalid type: sequence, expected an integer for key `map.a` in 1:7"
    );

    let table = [
        ("region = \n", "1:10: Missing value: A value is expected before the end of the line."),
        ("region = nmae\n", "1:10: Variables not allowed: Variables may not be used here."),
    ];
    check_each(table, |(text, expected)| {
        assert_eq!(from_text(text).unwrap_err().to_string(), expected);
    });
    Ok(())
}

#[test]
fn unknown_values_are_errors() {
    let mut context = EvalContext::new();
    context.set("it", Value::unknown(Type::String));
    let hcl = Hcl::with(Options::new().context(context));
    let config = Config::builder().add_source(File::from_str("list = [for x in [1] : it]\n", hcl)).build();
    assert_eq!(
        config.unwrap_err().to_string(),
        "1:8: Value not possible in a layer: A known value is needed here, but this string value is not known yet."
    );
}

#[test]
fn formats_of_config_itself_mix_with_it() {
    let builder = Config::builder().add_source(File::with_name("absent").required(false));
    let builder = builder.add_source(File::from_str("a = 1\n", Hcl::new()));
    assert_eq!(builder.build().and_then(|config| config.get_int("a")).ok(), Some(1));
}

/// The crate makes these errors without the origin of the value.
#[test]
fn integers_out_of_range_and_unknown_fields_have_no_origin() {
    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "decoded for the errors")]
    struct Listen {
        port: u16,
    }

    let error =
        |text: &str| from_text(text).and_then(Config::try_deserialize::<Listen>).expect_err(text).to_string();
    assert_eq!(
        error("port = 80800\n"),
        "invalid type: 64-bit unsigned integer `80800`, expected an unsigned 16 bit integer for key `port`"
    );
    assert_eq!(error("port = 80\nhost = 1\n"), "unknown field `host`, expected `port`");
}

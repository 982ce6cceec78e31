//! Decoding of files and directories, and the options for it.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use serde_hcl::{EvalContext, Limits, Options, Value, diag::Category, from_value, value};

type Ports = BTreeMap<String, u16>;

/// Creates a directory with these files.
fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory can be made");
    for (name, text) in files {
        fs::write(directory.path().join(name), text).expect("a file can be written");
    }
    directory
}

/// The errors of decoding a directory, with the names of its files in place of their paths.
#[track_caller]
fn errors(directory: &tempfile::TempDir) -> Vec<String> {
    let error = Options::new().from_dir::<Ports>(directory.path(), "hcl").expect_err("it is wrong");
    let prefix = directory.path().join("").display().to_string();
    error.diagnostics().iter().map(|diagnostic| diagnostic.to_string().replace(&prefix, "")).collect()
}

#[test]
fn the_files_of_a_directory_are_one_configuration() {
    let files = [
        ("b.hcl", "two = 1 + 1\n"),
        ("a.hcl.json", r#"{ "one": 1 }"#),
        ("c.HCL", "never = 1\n"),
        (".hidden.hcl", "never = 1\n"),
        (".hcl", "never = 1\n"),
        ("b.hcl~", "never = 1\n"),
        ("hcl", "never = 1\n"),
        ("x.json", "never = 1\n"),
    ];
    let directory = directory(&files);
    fs::create_dir(directory.path().join("d.hcl")).expect("a directory can be made");
    let ports: Ports = Options::new().from_dir(directory.path(), "hcl").expect("it is sound");
    assert_eq!(ports, BTreeMap::from([("one".to_owned(), 1), ("two".to_owned(), 2)]));
}

#[test]
fn errors_of_all_files_are_reported_with_their_names() {
    let syntax = directory(&[("b.hcl", "a = \n"), ("a.hcl", "b = \n"), ("c.hcl", "c = 1\n")]);
    let missing = "1:5: Missing value: A value is expected before the end of the line.";
    assert_eq!(errors(&syntax), ["a.hcl", "b.hcl"].map(|name| format!("{name}:{missing}")));

    let twice = directory(&[("a.hcl", "a = 1\n"), ("b.hcl", "a = 2\n")]);
    assert!(errors(&twice)[0].starts_with("b.hcl:1:1: Attribute set more than once"), "{:?}", errors(&twice));

    let none = directory(&[("a.tf", "a = 1\n")]);
    let message =
        Options::new().from_dir::<Ports>(none.path(), "hcl").expect_err("there are none").to_string();
    assert!(message.ends_with("there are no files *.hcl and *.hcl.json"), "{message}");
    let missing = Options::new()
        .from_paths::<Ports, _>([none.path().join("x")])
        .expect_err("there is none")
        .to_string();
    assert!(missing.contains(&none.path().join("x").display().to_string()), "{missing}");
}

/// The name in the options applies to a text and to a single file.
#[test]
fn several_files_have_their_paths_as_names() {
    let directory = directory(&[("a.hcl", "a = true\n")]);
    let path = directory.path().join("a.hcl");
    let options = Options::new().file_name("main.hcl");
    let one = options.from_path::<Ports>(&path).expect_err("it is no number");
    assert_eq!(one.file(), Some("main.hcl"));
    let several = options.from_paths::<Ports, _>([&path]).expect_err("it is no number");
    assert_eq!(several.file(), Some(&*path.display().to_string()));
    assert_eq!(options.from_paths::<Ports, &str>([]).expect("nothing is missing"), Ports::new());
}

#[test]
fn the_order_of_options_does_not_matter() {
    let mut limits = Limits::default();
    limits.steps = 2;
    let mut context = EvalContext::new();
    context.set("x", 1);
    let context = Arc::new(context);
    for options in [
        Options::new().limits(limits).context(context.clone()),
        Options::new().context(context.clone()).limits(limits),
        Options::new().limits(limits).context(EvalContext::clone(&context)),
    ] {
        let error = options.from_str::<Ports>("a = x + x + x\n").expect_err("it takes three steps");
        assert_eq!(error.category(), Category::Limit);
    }
    // The context of the application is unchanged.
    assert!(Options::new().context(context).from_str::<Ports>("a = x + x + x\n").is_ok());
}

#[test]
fn values_are_decoded_by_value_and_by_reference() {
    let value = value!({ "a": 80 });
    assert_eq!(from_value::<Ports>(&value).ok(), from_value::<Ports>(value.clone()).ok());
    assert_eq!(from_value::<u16>(&value["a"]).ok(), Some(80));
    assert_eq!(from_value::<Value>(value.clone()).ok(), Some(value));
}

//! The values of variables.

use serde_hcl::{Source, Value, value};
use serde_hcl_terraform::{Module, Values};
use test_support::rows::check_each;

use super::{lines, module};

#[test]
fn later_places_have_precedence() {
    /// The places in ascending order; a row has those up to one of them.
    const PLACES: [&str; 8] = [
        "default",
        "environment",
        "terraform.tfvars",
        "terraform.tfvars.json",
        "a.auto.tfvars",
        "b.auto.tfvars.json",
        "file",
        "argument",
    ];
    let rows: Vec<usize> = (0..PLACES.len()).collect();
    check_each(&rows, |last| {
        let text = |place: &str| format!("a = \"{place}\"\n");
        let json = |place: &str| format!("{{\"a\": \"{place}\"}}");
        let mut files = vec![(
            "main.tf".to_owned(),
            "variable \"a\" {\n  type    = string\n  default = \"default\"\n}\n".to_owned(),
        )];
        let mut values = Values::new();
        // The order of the calls does not matter between the kinds of places.
        for place in PLACES[..=*last].iter().rev() {
            match *place {
                "default" => {}
                "environment" => {
                    _ = values.environment(
                        "TF_VAR_",
                        [("TF_VAR_a", "environment"), ("TF_VAR_b", "x"), ("OTHER", "y")],
                    )
                }
                "file" | "argument" => {}
                file if file.ends_with(".json") => files.push((file.to_owned(), json(place))),
                file => files.push((file.to_owned(), text(place))),
            }
        }
        if *last >= 6 {
            values.file(Source::new("x.tfvars", text("file"))).into_result().expect("it is valid");
        }
        if *last >= 7 {
            values.argument("a", "argument");
        }
        let module = Module::from_files(files).into_result().expect("it is valid");
        let resolved = values.resolve(&module).into_result().expect("they fit");
        assert_eq!(resolved["a"], PLACES[*last]);
    });
}

#[test]
fn files_and_arguments_are_in_the_order_of_their_calls() {
    let module = module(&[("main.tf", "variable \"a\" {}\n")]);
    let mut values = Values::new();
    values.argument("a", "1");
    values.file(Source::new("x.tfvars.json", r#"{"a": "${2}"}"#)).into_result().expect("it is valid");
    // In JSON, a string is no template.
    assert_eq!(values.resolve(&module).into_result().expect("they fit")["a"], "${2}");
    assert_eq!(values.set("a", 3).resolve(&module).into_result().expect("they fit")["a"], 3);
    values.argument("a", "4");
    assert_eq!(values.resolve(&module).into_result().expect("they fit")["a"], "4");
}

#[test]
fn texts_are_converted_to_the_type_of_their_variable() {
    let rows = [
        ("", "12", value!("12")),
        ("", "[1]", value!("[1]")),
        ("type = any", "[1]", value!([1])),
        ("type = string", "[1]", value!("[1]")),
        ("type = number", "1.50", value!(1.5)),
        ("type = bool", "true", value!(true)),
        ("type = bool", "1", value!(true)),
        ("type = list(string)", "[1, 2]", Value::UNKNOWN),
        ("type = list(string)", "x", Value::UNKNOWN),
        ("type = number", "many", Value::UNKNOWN),
    ];
    check_each(&rows, |(ty, text, expected)| {
        let module = module(&[("main.tf", &format!("variable \"a\" {{\n  {ty}\n}}\n"))]);
        let outcome = Values::new().argument("a", *text).resolve(&module);
        match outcome.value.get("a") {
            Some(value) if expected.is_known() => assert_eq!(value, expected),
            Some(value) => assert_eq!(value.get(0), Some(&value!("1"))),
            None => assert!(outcome.diagnostics.has_errors() && !expected.is_known()),
        }
    });
}

#[test]
fn null_is_the_default_of_a_variable_that_cannot_be_null() {
    let module = module(&[(
        "main.tf",
        "variable \"a\" {\n  default = 1\n}\nvariable \"b\" {\n  default  = 1\n  nullable = false\n}\n",
    )]);
    let resolved = Values::new().set("a", Value::NULL).set("b", Value::NULL).resolve(&module);
    let resolved = resolved.into_result().expect("they fit");
    assert!(resolved["a"].is_null());
    assert_eq!(resolved["b"], 1);
}

#[test]
fn mistakes_have_a_place_and_no_secret() {
    let text = "variable \"size\" {\n  type = number\n}\nvariable \"key\" {\n  type      = number\n  sensitive = true\n}\n";
    let module =
        module(&[("main.tf", text), ("terraform.tfvars", "size = \"many\"\nkey = \"secret\"\nsise = 1\n")]);
    let outcome = Values::new().environment("TF_VAR_", [("TF_VAR_none", "1")]).resolve(&module);
    assert_eq!(
        lines(&outcome),
        [
            "terraform.tfvars:3:1: warning: Unknown variable: The module has no variable \"sise\". Did you mean \"size\"?",
            "terraform.tfvars:1:1: Wrong type: The value of the variable \"size\" is unsuitable: expected a number, found the string \"many\".",
            "main.tf:4:1: Wrong type: The value of the variable \"key\" is unsuitable: expected a number, found a string.",
        ]
    );
    let rendered = format!("{:#}", serde_hcl::Error::from(outcome.diagnostics));
    assert!(!rendered.contains("secret"), "{rendered}");
    let outcome = Values::new().argument("key", "hunter2").argument("nothing", "1").resolve(&module);
    let rendered = format!("{:#}", serde_hcl::Error::from(outcome.diagnostics));
    assert!(rendered.contains("no variable \"nothing\"") && !rendered.contains("hunter2"), "{rendered}");
}

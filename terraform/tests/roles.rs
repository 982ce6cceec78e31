//! The files of a module by their names.

use serde_hcl_terraform::{Dialect, Loader, Module, Role, role};
use test_support::rows::check_each;

use super::Folder;

#[test]
fn names_have_a_role_in_each_dialect() {
    let rows = [
        ("main.tf", Role::Config, Role::Config),
        ("main.tf.json", Role::Config, Role::Config),
        ("main.tofu", Role::Ignored, Role::Config),
        ("main.tofu.json", Role::Ignored, Role::Config),
        ("override.tf", Role::Override, Role::Override),
        ("override.tf.json", Role::Override, Role::Override),
        ("main_override.tf", Role::Override, Role::Override),
        ("main_override.tf.json", Role::Override, Role::Override),
        ("override.tofu", Role::Ignored, Role::Override),
        ("main_override.tofu.json", Role::Ignored, Role::Override),
        ("myoverride.tf", Role::Config, Role::Config),
        ("terraform.tfvars", Role::Values { auto: true }, Role::Values { auto: true }),
        ("terraform.tfvars.json", Role::Values { auto: true }, Role::Values { auto: true }),
        ("a.auto.tfvars", Role::Values { auto: true }, Role::Values { auto: true }),
        ("a.auto.tfvars.json", Role::Values { auto: true }, Role::Values { auto: true }),
        ("prod.tfvars", Role::Values { auto: false }, Role::Values { auto: false }),
        ("auto.tfvars", Role::Values { auto: false }, Role::Values { auto: false }),
        ("main.tftest.hcl", Role::Test, Role::Test),
        ("main.tftest.json", Role::Test, Role::Test),
        ("main.tfmock.hcl", Role::Test, Role::Test),
        ("main.tofutest.hcl", Role::Ignored, Role::Test),
        (".terraform.lock.hcl", Role::Lock, Role::Lock),
        ("job.nomad", Role::Ignored, Role::Ignored),
        ("build.pkr.hcl", Role::Ignored, Role::Ignored),
        ("terragrunt.hcl", Role::Ignored, Role::Ignored),
        (".main.tf", Role::Ignored, Role::Ignored),
        ("main.tf~", Role::Ignored, Role::Ignored),
        ("#main.tf#", Role::Ignored, Role::Ignored),
        ("main.tf.swp", Role::Ignored, Role::Ignored),
        ("README.md", Role::Ignored, Role::Ignored),
        ("", Role::Ignored, Role::Ignored),
    ];
    check_each(&rows, |(name, terraform, open_tofu)| {
        assert_eq!(role(name, Dialect::Terraform), *terraform);
        assert_eq!(role(name, Dialect::OpenTofu), *open_tofu);
    });
}

#[test]
fn only_the_files_of_the_dialect_are_read() {
    let files = [
        ("a.tf", "locals {\n  a = 1\n}\n"),
        ("a.tofu", "locals {\n  a = 2\n}\n"),
        ("b.tf.json", r#"{"locals": {"b": 1}}"#),
        ("b.tofu.json", r#"{"locals": {"b": 2}}"#),
        ("c.tf", "locals {\n  c = 1\n}\n"),
        ("x.tftest.hcl", "run \"x\" {\n  command = plan\n}\n"),
        ("job.nomad", "job {\n"),
        ("folder.tf/x", ""),
        ("prod.tfvars", "x = 1\n"),
    ];
    let folder = Folder::new(&files);
    let rows = [
        (Loader::new(), vec!["a = 2", "b = 2", "c = 1"]),
        (Loader::new().dialect(Dialect::OpenTofu), vec!["a = 2", "b = 2", "c = 1"]),
        (Loader::new().dialect(Dialect::Terraform), vec!["a = 1", "b = 1", "c = 1"]),
    ];
    check_each(&rows, |(loader, expected)| {
        let loaded = folder.load_with(loader);
        assert_eq!(folder.shown(&loaded), [""; 0]);
        let mut locals: Vec<String> =
            loaded.value.locals.iter().map(|it| format!("{} = {}", it.name, it.value)).collect();
        locals.sort();
        assert_eq!(locals, *expected);
    });
}

#[test]
fn a_file_with_mistakes_leaves_the_others_usable() {
    let folder = Folder::new(&[
        ("a.tf", "variable \"a\" {\n  default = \n}\nvariable \"b\" {}\n"),
        ("b.tf.json", "{\"variable\": {\"c\": {}"),
        ("c.tf", "output \"d\" {\n  value = [var.a, var.gone]\n}\n"),
    ]);
    let loaded = folder.load();
    assert_eq!(
        folder.shown(&loaded),
        [
            "a.tf:2:13: Missing value: A value is expected before the end of the line.",
            "b.tf.json:1:14: Unclosed bracket: This \"{\" has no closing \"}\".",
        ]
    );
    let names: Vec<&str> = loaded.value.variables.iter().map(|it| it.name.as_str()).collect();
    assert!(names.starts_with(&["a", "b"]), "{names:?}");
    assert_eq!(loaded.value.outputs[0].name, "d");
    // The missing definition can be in the part that was not read.
    assert_eq!(folder.shown(&loaded.value.check()).len(), 2);
}

#[test]
fn many_files_are_read_in_their_order() {
    let text = |number: usize| {
        format!(
            "variable \"v{number}\" {{\n  descripton = 1\n}}\nlocals {{\n  l{number} = var.v{number}\n}}\n\
             resource \"a\" \"r{number}\" {{\n  count = 1\n  for_each = []\n}}\n"
        )
    };
    let files = (0..100).map(|number| (format!("{number:02}.tf"), text(number)));
    let outcome = Module::from_files(files);
    let named = |prefix: &str| (0..100).map(|number| format!("{prefix}{number}")).collect::<Vec<_>>();
    let module = &outcome.value;
    assert_eq!(module.variables.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), named("v"));
    assert_eq!(module.locals.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), named("l"));
    assert_eq!(module.resources.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), named("r"));
    let found: Vec<String> = outcome.diagnostics.iter().map(ToString::to_string).collect();
    let starts = (0..100).flat_map(|number| {
        [
            format!("{number:02}.tf:2:3: Unexpected attribute"),
            format!("{number:02}.tf:9:3: Unexpected attribute"),
        ]
    });
    let starts: Vec<String> = starts.collect();
    assert_eq!(found.len(), starts.len());
    for (found, start) in found.iter().zip(&starts) {
        assert!(found.starts_with(start.as_str()), "{found} is not {start}");
    }
}

//! Renaming definitions.

use serde_hcl_terraform::{ChangedFile, Module};
use test_support::rows::check_each;

use super::{Folder, module};

const FILES: [(&str, &str); 6] = [
    (
        "main.tf",
        "# The size.\nvariable \"size\" {}\n\nlocals {\n  name = \"a-${var.size}\" # var.size\n}\n\nresource \"a_b\" \"c\" {\n  x          = local.name\n  y          = [var[\"size\"], local.name]\n  depends_on = [module.net]\n}\n\nmodule \"net\" {\n  source = \"./net\"\n  zone   = a_b.c.zone\n}\n\nmoved {\n  from = a_b.old\n  to   = a_b.c\n}\n\nimport {\n  to = a_b.c\n  id = \"i\"\n}\n",
    ),
    (
        "out.tf.json",
        "{\"output\": {\"o\": {\"value\": \"\\\"${var.size}\\\" ${a_b.c.x}\", \"depends_on\": [\"a_b.c\", \"module.net\"]}}}",
    ),
    ("z_override.tf", "variable \"size\" {\n  default = 1\n}\n"),
    ("terraform.tfvars", "size = 1\n"),
    ("prod.tfvars.json", "{\"size\": 2}"),
    ("net/main.tf", "variable \"zone\" {}\noutput \"id\" {\n  value = var.zone\n}\n"),
];

/// Returns the lines that a change adds, with the names of the files.
fn added(changed: &[ChangedFile]) -> Vec<String> {
    let mut added = Vec::new();
    for file in changed {
        let before: Vec<&str> = file.before.text().lines().collect();
        let name = file.before.name().rsplit('/').next().unwrap_or_default();
        let new = file.text.lines().filter(|line| !before.contains(line));
        added.extend(new.map(|line| format!("{name}: {}", line.trim())));
    }
    added
}

#[test]
fn definitions_are_renamed_in_all_files() {
    let rows: [(&str, &str, bool, &[&str]); 6] = [
        (
            "var.size",
            "var.count",
            false,
            &[
                "main.tf: variable \"count\" {}",
                "main.tf: name = \"a-${var.count}\" # var.size",
                "main.tf: y          = [var.count, local.name]",
                "out.tf.json: {\"output\": {\"o\": {\"value\": \"\\\"${var.count}\\\" ${a_b.c.x}\", \"depends_on\": [\"a_b.c\", \"module.net\"]}}}",
                "prod.tfvars.json: {\"count\": 2}",
                "terraform.tfvars: count = 1",
                "z_override.tf: variable \"count\" {",
            ],
        ),
        (
            "local.name",
            "local.title",
            false,
            &[
                "main.tf: title = \"a-${var.size}\" # var.size",
                "main.tf: x          = local.title",
                "main.tf: y          = [var[\"size\"], local.title]",
            ],
        ),
        (
            "a_b.c",
            "a_b.d",
            false,
            &[
                "main.tf: resource \"a_b\" \"d\" {",
                "main.tf: zone   = a_b.d.zone",
                "main.tf: to   = a_b.d",
                "main.tf: to = a_b.d",
                "out.tf.json: {\"output\": {\"o\": {\"value\": \"\\\"${var.size}\\\" ${a_b.d.x}\", \"depends_on\": [\"a_b.d\", \"module.net\"]}}}",
            ],
        ),
        (
            "a_b.c",
            "a_b.d",
            true,
            &[
                "main.tf: resource \"a_b\" \"d\" {",
                "main.tf: zone   = a_b.d.zone",
                "main.tf: to = a_b.d",
                "main.tf: from = a_b.c",
                "main.tf: to   = a_b.d",
                "out.tf.json: {\"output\": {\"o\": {\"value\": \"\\\"${var.size}\\\" ${a_b.d.x}\", \"depends_on\": [\"a_b.d\", \"module.net\"]}}}",
            ],
        ),
        (
            "module.net",
            "module.network",
            false,
            &[
                "main.tf: depends_on = [module.network]",
                "main.tf: module \"network\" {",
                "out.tf.json: {\"output\": {\"o\": {\"value\": \"\\\"${var.size}\\\" ${a_b.c.x}\", \"depends_on\": [\"a_b.c\", \"module.network\"]}}}",
            ],
        ),
        (
            "output.o",
            "output.p",
            false,
            &[
                "out.tf.json: {\"output\": {\"p\": {\"value\": \"\\\"${var.size}\\\" ${a_b.c.x}\", \"depends_on\": [\"a_b.c\", \"module.net\"]}}}",
            ],
        ),
    ];
    let module = module(&FILES[..5]);
    check_each(&rows, |(from, to, moved, expected)| {
        let changed = module.rename(from, to, *moved).expect("it is possible");
        assert_eq!(added(&changed), *expected);
        // The module after the change has the same definitions by their new name.
        let changed = changed.into_iter().map(|it| serde_hcl::Source::new(it.before.name(), it.text));
        let after = module.with_files(changed).into_result().expect("it is valid");
        assert_eq!(super::lines(&after.check()), [""; 0]);
    });
}

#[test]
fn variables_and_outputs_of_a_called_module_are_renamed_with_its_calls() {
    let folder = Folder::new(&[
        (
            "main.tf",
            "module \"a\" {\n  source = \"./net\"\n  zone   = \"x\"\n}\nmodule \"b\" {\n  source = \"./net\"\n  count  = 2\n  zone   = \"y\"\n}\noutput \"o\" {\n  value = [module.a.id, module.b[0].id]\n}\n",
        ),
        FILES[5],
    ]);
    let module = folder.load().into_result().expect("it is valid");
    let rows: [(&str, &str, &[&str]); 2] = [
        (
            "module.a.var.zone",
            "module.a.var.area",
            &[
                "main.tf: area   = \"x\"",
                "main.tf: area   = \"y\"",
                "main.tf: variable \"area\" {}",
                "main.tf: value = var.area",
            ],
        ),
        (
            "module.a.output.id",
            "module.a.output.key",
            &["main.tf: value = [module.a.key, module.b[0].key]", "main.tf: output \"key\" {"],
        ),
    ];
    check_each(&rows, |(from, to, expected)| {
        assert_eq!(added(&module.rename(from, to, false).expect("it is possible")), *expected);
    });
}

#[test]
fn what_cannot_be_renamed_is_named() {
    let rows = [
        (
            "",
            "var.size",
            "var.x.y",
            "Cannot rename: \"var.x.y\" is no address of a definition, such as var.NAME or TYPE.NAME.",
        ),
        (
            "",
            "var.size",
            "var.1",
            "Cannot rename: \"var.1\" is no address of a definition, such as var.NAME or TYPE.NAME.",
        ),
        ("", "var.none", "var.a", "Cannot rename: There is no definition of \"var.none\"."),
        (
            "",
            "var.size",
            "local.size",
            "Cannot rename: \"var.size\" cannot become \"local.size\". Only the last name can change.",
        ),
        (
            "",
            "a_b.c",
            "x_y.c",
            "Cannot rename: \"a_b.c\" cannot become \"x_y.c\". Only the last name can change.",
        ),
        ("", "module.none.var.a", "module.none.var.b", "Cannot rename: The module \"none\" is not loaded."),
        (
            "variable \"n\" {}\n",
            "var.size",
            "var.n",
            "Cannot rename: \"var.n\" is defined already. Choose another name.",
        ),
        (
            "output \"all\" {\n  value = local\n}\n",
            "local.name",
            "local.title",
            "more.tf:2:11: Cannot rename: local refers to all definitions of this kind, so that it cannot follow. Change it first.",
        ),
        (
            "output \"x\" {\n  value = \n}\n",
            "var.size",
            "var.n",
            "more.tf:2:11: Missing value: A value is expected before the end of the line.",
        ),
    ];
    check_each(&rows, |(more, from, to, expected)| {
        let files = FILES[..5].iter().copied().chain([("more.tf", *more)]);
        let error = Module::from_files(files).value.rename(from, to, false).unwrap_err();
        assert_eq!(error.to_string(), *expected);
    });
    let json = module(&[("main.tf.json", r#"{"resource": {"a_b": {"c": {}}}}"#)]);
    assert_eq!(
        json.rename("a_b.c", "a_b.d", true).unwrap_err().to_string(),
        "main.tf.json: Cannot rename: A block \"moved\" cannot be added to a file in JSON. Rename without it.",
    );
}

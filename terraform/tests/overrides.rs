//! Override files.

use serde_hcl::Source;
use serde_hcl_terraform::{Loader, Module, Overrides};
use test_support::rows::check_each;

use super::{lines, module};

/// Returns a part of a module as text.
type Ask = fn(&Module) -> String;

fn attribute(module: &Module, name: &str) -> String {
    let argument = module.resources[0].arguments.attribute(name);
    argument.map_or_else(|| "none".to_owned(), |it| it.expression().to_string())
}

#[test]
fn override_files_change_blocks_by_the_rules_of_terraform() {
    let rows: [(&str, &str, &str, Ask, &str); 15] = [
        (
            "an argument replaces another",
            "resource \"a\" \"b\" {\n  x = 1\n  y = 1\n}\n",
            "resource \"a\" \"b\" {\n  x = 2\n}\n",
            |it| format!("{} {}", attribute(it, "x"), attribute(it, "y")),
            "2 1",
        ),
        (
            "nested blocks replace all of their type",
            "resource \"a\" \"b\" {\n  disk {\n    x = 1\n  }\n  disk {\n    x = 2\n  }\n  net {}\n}\n",
            "resource \"a\" \"b\" {\n  disk {\n    x = 3\n  }\n}\n",
            |it| {
                it.resources[0]
                    .arguments
                    .blocks()
                    .map(|it| it.block_type().to_owned())
                    .collect::<Vec<_>>()
                    .join(" ")
            },
            "net disk",
        ),
        (
            "a lifecycle is merged by its arguments",
            "resource \"a\" \"b\" {\n  lifecycle {\n    prevent_destroy = true\n    create_before_destroy = true\n  }\n}\n",
            "resource \"a\" \"b\" {\n  lifecycle {\n    prevent_destroy = false\n  }\n}\n",
            |it| {
                let lifecycle = it.resources[0].lifecycle.as_ref().expect("it is there");
                let mut arguments: Vec<_> = lifecycle
                    .arguments
                    .attributes()
                    .map(|it| format!("{}={}", it.name(), it.expression()))
                    .collect();
                arguments.sort_unstable();
                arguments.join(" ")
            },
            "create_before_destroy=true prevent_destroy=false",
        ),
        (
            "a variable",
            "variable \"a\" {\n  type = string\n  default = \"x\"\n}\n",
            "variable \"a\" {\n  default = \"y\"\n}\n",
            |it| format!("{:?} {}", it.variables[0].default, it.variables[0].ty.is_some()),
            "Some(\"y\") true",
        ),
        (
            "an output",
            "output \"a\" {\n  value = 1\n  description = \"x\"\n}\n",
            "output \"a\" {\n  sensitive = true\n}\n",
            |it| format!("{} {:?}", it.outputs[0].sensitive, it.outputs[0].description),
            "true Some(\"x\")",
        ),
        (
            "a local value in any block",
            "locals {\n  a = 1\n}\nlocals {\n  b = 1\n}\n",
            "locals {\n  a = 2\n  b = 3\n}\n",
            |it| it.locals.iter().map(|it| format!("{}={}", it.name, it.value)).collect::<Vec<_>>().join(" "),
            "a=2 b=3",
        ),
        (
            "a module call",
            "module \"a\" {\n  source = \"./a\"\n  x = 1\n}\n",
            "module \"a\" {\n  x = 2\n}\n",
            |it| {
                format!(
                    "{:?} {:?}",
                    it.module_calls[0].source,
                    it.module_calls[0].arguments.attribute("x").map(|it| it.expression().to_string())
                )
            },
            "Some(\"./a\") Some(\"2\")",
        ),
        (
            "a provider with the same alias",
            "provider \"a\" {\n  x = 1\n}\nprovider \"a\" {\n  alias = \"b\"\n  x = 1\n}\n",
            "provider \"a\" {\n  alias = \"b\"\n  x = 2\n}\n",
            |it| {
                it.provider_configs
                    .iter()
                    .map(|it| {
                        it.arguments.attribute("x").map_or_else(String::new, |it| it.expression().to_string())
                    })
                    .collect::<Vec<_>>()
                    .join(" ")
            },
            "1 2",
        ),
        (
            "required providers by their names",
            "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n    b = { source = \"x/b\" }\n  }\n}\n",
            "terraform {\n  required_providers {\n    a = { source = \"y/a\" }\n  }\n}\n",
            |it| {
                it.required_providers
                    .values()
                    .filter_map(|it| it.source.clone())
                    .collect::<Vec<_>>()
                    .join(" ")
            },
            "y/a x/b",
        ),
        (
            "the required version",
            "terraform {\n  required_version = \"1\"\n}\n",
            "terraform {\n  required_version = \"2\"\n}\n",
            |it| it.settings.required_versions.join(" "),
            "2",
        ),
        (
            "a backend in place of a cloud block",
            "terraform {\n  cloud {\n    organization = \"x\"\n  }\n}\n",
            "terraform {\n  backend \"local\" {}\n}\n",
            |it| {
                format!("{:?} {}", it.settings.backend.as_ref().map(|it| &it.ty), it.settings.cloud.is_some())
            },
            "Some(\"local\") false",
        ),
        (
            "a cloud block in place of a backend",
            "terraform {\n  backend \"local\" {}\n}\n",
            "terraform {\n  cloud {\n    organization = \"x\"\n  }\n}\n",
            |it| format!("{} {}", it.settings.backend.is_some(), it.settings.cloud.is_some()),
            "false true",
        ),
        (
            "references of overridden arguments are gone",
            "resource \"a\" \"b\" {\n  x = var.gone\n}\n",
            "resource \"a\" \"b\" {\n  x = 1\n}\n",
            |it| lines(&it.check()).join(" "),
            "",
        ),
        (
            "references of provider blocks stay",
            "provider \"a\" {\n  x = var.gone\n}\n",
            "locals {}\n",
            |it| lines(&it.check()).join(" "),
            "main.tf:2:7: Unknown reference: There is no definition of \"var.gone\".",
        ),
        (
            "the place is that of the block that is overridden",
            "variable \"a\" {}\n",
            "variable \"a\" {\n  default = 1\n}\n",
            |it| it.variables[0].at.to_string(),
            "main.tf:1",
        ),
    ];
    check_each(&rows, |(name, base, over, ask, expected)| {
        let module = module(&[("main.tf", base), ("override.tf", over)]);
        assert_eq!(ask(&module), *expected, "{name}");
    });
}

#[test]
fn json_overrides_native_syntax() {
    let module = module(&[
        ("main.tf", "resource \"a\" \"b\" {\n  x = 1\n}\n"),
        ("main_override.tf.json", r#"{"resource": {"a": {"b": {"x": 2}}}}"#),
        ("z_override.tf", "resource \"a\" \"b\" {\n  y = 3\n}\n"),
    ]);
    assert_eq!((attribute(&module, "x"), attribute(&module, "y")), ("2".to_owned(), "3".to_owned()));
}

#[test]
fn override_blocks_without_a_base_are_mistakes() {
    let over = "variable \"a\" {}\nlocals {\n  b = 1\n}\nresource \"c\" \"d\" {}\nprovider \"e\" {}\nmoved {\n  from = x.y\n  to   = x.z\n}\n";
    let loaded = Module::from_files([("main.tf", ""), ("override.tf", over)]);
    assert_eq!(
        lines(&loaded),
        [
            "override.tf:1:1: Nothing to override: There is no \"variable.a\" that this can override. Define it in another file.",
            "override.tf:3:3: Nothing to override: There is no \"local.b\" that this can override. Define it in another file.",
            "override.tf:5:1: Nothing to override: There is no \"resource.c.d\" that this can override. Define it in another file.",
            "override.tf:6:1: Nothing to override: There is no \"provider.e\" that this can override. Define it in another file.",
            "override.tf:7:1: Unexpected block: A block \"moved\" is not possible in an override file.",
        ]
    );
}

#[test]
fn blocks_can_be_replaced_as_a_whole_or_kept() {
    let files = [
        ("main.tf", "variable \"a\" {\n  default = 1\n}\nmodule \"m\" {\n  source = \"./m\"\n  x = 1\n}\n"),
        (
            "override.tf",
            "variable \"a\" {\n  description = \"New.\"\n}\nvariable \"b\" {}\nmodule \"m\" {\n  y = 1\n}\n",
        ),
    ];
    let parse = |overrides| {
        let loader = Loader::new().overrides(overrides).calls(false);
        loader.parse(files.map(|(name, text)| Source::new(name, text))).into_result().expect("it is valid")
    };
    let replaced = parse(Overrides::Replace);
    let shown: Vec<_> =
        replaced.variables.iter().map(|it| (it.name.as_str(), it.default.is_some())).collect();
    assert_eq!(shown, [("a", false), ("b", false)]);
    assert_eq!(replaced.module_calls[0].source.as_deref(), Some("./m"));
    assert!(replaced.module_calls[0].arguments.attribute("x").is_none());
    let kept = parse(Overrides::Keep);
    assert_eq!(kept.variables.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["a", "a", "b"]);
}

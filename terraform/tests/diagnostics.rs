//! Mistakes in modules.

use serde_hcl_terraform::{Module, ProviderSchemas};
use test_support::rows::check_each;

use super::{Folder, lines};

#[test]
fn each_kind_of_mistake_has_a_message() {
    let rows = [
        ("a = 1\n", "1:1: Unexpected attribute: No attribute named \"a\" is expected here."),
        (
            "resorce \"a\" \"b\" {}\n",
            "1:1: Unexpected block: No blocks of type \"resorce\" are expected here. Did you mean \"resource\"?",
        ),
        (
            "variable \"a\" {\n  defualt = 1\n}\n",
            "2:3: Unexpected attribute: No attribute named \"defualt\" is expected here. Did you mean \"default\"?",
        ),
        (
            "resource \"a\" \"b\" {\n  lifecycle {\n    create_before_destory = true\n  }\n}\n",
            "3:5: Unexpected attribute: No attribute named \"create_before_destory\" is expected here. Did you mean \"create_before_destroy\"?",
        ),
        (
            "resource \"a\" \"b\" {\n  lifecycle {}\n  lifecycle {}\n}\n",
            "3:3: Duplicate block: Only one block \"lifecycle\" is possible here. Remove one of the two.",
        ),
        (
            "resource \"a\" {}\n",
            "1:14: Missing block label: \"resource\" blocks have 2 labels (type, name). The label \"name\" is missing here.",
        ),
        (
            "output \"a\" {}\n",
            "1:12: Missing attribute or block: The attribute \"value\" is required here, but it is not set.",
        ),
        (
            "variable \"a\" {\n  sensitive = 2\n}\n",
            "2:15: Wrong type: The value of \"sensitive\" is unsuitable: expected a bool, found a number.",
        ),
        (
            "variable \"a\" {\n  description = var.b\n}\nvariable \"b\" {}\n",
            "2:17: Variables not allowed: Variables may not be used here.",
        ),
        (
            "variable \"a\" {\n  type = strin\n}\n",
            "2:10: Invalid type: \"strin\" is not a type. Did you mean \"string\"?",
        ),
        (
            "variable \"a\" {\n  type    = number\n  default = \"x\"\n}\n",
            "3:13: Invalid default value: The default value is not of the type of the variable: expected a number, found the string \"x\".",
        ),
        (
            "variable \"a\" {}\nvariable \"a\" {}\n",
            "2:1: Duplicate definition: \"var.a\" is defined already. Remove or rename one of the two.",
        ),
        (
            "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}\n",
            "4:1: Duplicate definition: \"output.a\" is defined already. Remove or rename one of the two.",
        ),
        (
            "locals {\n  a = 1\n}\nlocals {\n  a = 1\n}\n",
            "5:3: Duplicate definition: \"local.a\" is defined already. Remove or rename one of the two.",
        ),
        (
            "data \"a\" \"b\" {}\ndata \"a\" \"b\" {}\n",
            "2:1: Duplicate definition: \"data.a.b\" is defined already. Remove or rename one of the two.",
        ),
        (
            "module \"a\" {\n  source = \"x/y/z\"\n}\nmodule \"a\" {\n  source = \"x/y/z\"\n}\n",
            "4:1: Duplicate definition: \"module.a\" is defined already. Remove or rename one of the two.",
        ),
        (
            "provider \"a\" {}\nprovider \"a\" {}\n",
            "2:1: Duplicate definition: \"provider.a\" is defined already. Remove or rename one of the two.",
        ),
        (
            "provider \"a\" {\n  alias = \"b\"\n}\nprovider \"a\" {\n  alias = \"b\"\n}\n",
            "4:1: Duplicate definition: \"provider.a.b\" is defined already. Remove or rename one of the two.",
        ),
        (
            "terraform {\n  backend \"a\" {}\n}\nterraform {\n  backend \"b\" {}\n}\n",
            "5:3: Duplicate definition: \"backend\" is defined already. Remove or rename one of the two.",
        ),
        (
            "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n}\nterraform {\n  required_providers {\n    a = { source = \"y/a\" }\n  }\n}\n",
            "8:5: Two sources of a provider: The source of the provider \"a\" is both \"x/a\" and \"y/a\". Remove one of the two.",
        ),
        (
            "terraform {\n  required_providers {\n    a = [1]\n  }\n}\n",
            "3:9: Wrong type: Expected an object such as { source = \"hashicorp/a\" } for the provider \"a\".",
        ),
        (
            "resource \"a\" \"b\" {\n  count    = 1\n  for_each = {}\n}\n",
            "3:3: Unexpected attribute: \"count\" and \"for_each\" are not possible together. Remove one of the two.",
        ),
        (
            "output \"a\" {\n  value = path.modul\n}\n",
            "2:11: Unsupported attribute: \"path\" has no attribute \"modul\". Did you mean \"module\"?",
        ),
        (
            "output \"a\" {\n  value = terraform.workspce\n}\n",
            "2:11: Unsupported attribute: \"terraform\" has no attribute \"workspce\". Did you mean \"workspace\"?",
        ),
        (
            "resource \"a\" \"b\" {\n  count = 1\n  x = count.idx\n}\n",
            "3:7: Unsupported attribute: \"count\" has no attribute \"idx\".",
        ),
        (
            "resource \"a\" \"b\" {\n  for_each = {}\n  x = each.x\n}\n",
            "3:7: Unsupported attribute: \"each\" has no attribute \"x\".",
        ),
        (
            "resource \"a\" \"b\" {\n  x = each.key\n}\n",
            "2:7: Unknown variable: \"each\" has a value only in a block with \"for_each\".",
        ),
        (
            "locals {\n  x = count.index\n}\n",
            "2:7: Unknown variable: \"count\" has a value only in a block with \"count\".",
        ),
        (
            "locals {\n  x = self.id\n}\n",
            "2:7: Unknown variable: \"self\" has a value only in the conditions and provisioners of a resource.",
        ),
        (
            "variable \"name\" {}\noutput \"a\" {\n  value = var.nmae\n}\n",
            "3:11: Unknown reference: There is no definition of \"var.nmae\". Did you mean \"name\"?",
        ),
        (
            "resource \"a\" \"b\" {\n  x = uper(\"c\")\n  y = provider::d::e(1)\n}\n",
            "2:7: Call to unknown function: There is no function named \"uper\". Did you mean \"upper\"?",
        ),
        (
            "output \"a\" {\n  value = local.x\n}\n",
            "2:11: Unknown reference: There is no definition of \"local.x\".",
        ),
        (
            "output \"a\" {\n  value = aws_instance.x.id\n}\n",
            "2:11: Unknown reference: There is no definition of \"aws_instance\".",
        ),
        (
            "locals {\n  a = local.b\n  b = local.a\n}\n",
            "2:3: Cycle of references: \"local.a\" refers to itself: local.a -> local.b -> local.a. Remove one of these references.",
        ),
    ];
    check_each(&rows, |(text, expected)| {
        let found = lines(&Module::from_files([("main.tf", *text)]).value.check());
        assert_eq!(found, [format!("main.tf:{expected}")]);
    });
}

#[test]
fn what_terraform_accepts_has_no_diagnostics() {
    let rows = [
        "resource \"a\" \"b\" {\n  dynamic \"path\" {\n    for_each = [1]\n    content {\n      x = path.value\n    }\n  }\n}\n",
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    when    = destroy\n    command = self.id\n  }\n}\n",
        "resource \"a\" \"b\" {\n  lifecycle {\n    ignore_changes = [tags, each]\n    postcondition {\n      condition     = self.id != \"\"\n      error_message = \"No.\"\n    }\n  }\n}\n",
        "check \"a\" {\n  data \"x_y\" \"z\" {\n    a = 1\n  }\n  assert {\n    condition     = data.x_y.z.a == 1\n    error_message = \"No.\"\n  }\n}\n",
        "import {\n  for_each = { a = 1 }\n  to       = x_y.z[each.key]\n  id       = each.value\n}\nresource \"x_y\" \"z\" {\n  for_each = { a = 1 }\n}\n",
        "moved {\n  from = module.a.x_y.z\n  to   = x_y.w\n}\n",
        "variable \"a\" {\n  type    = map(object({ x = optional(string, \"y\") }))\n  default = {}\n  validation {\n    condition     = length(var.a) < 9\n    error_message = \"Too many.\"\n  }\n}\n",
        "terraform {\n  cloud {\n    workspaces {\n      tags = [\"a\"]\n    }\n  }\n  provider_meta \"a\" {\n    x = 1\n  }\n  encryption {\n    key_provider \"pbkdf2\" \"x\" {}\n  }\n}\n",
        "action \"aws_lambda_invoke\" \"x\" {\n  config {\n    name = \"y\"\n  }\n}\nresource \"a\" \"b\" {\n  lifecycle {\n    action_trigger {\n      events  = [after_create]\n      actions = [action.aws_lambda_invoke.x]\n    }\n  }\n}\n",
        "resource \"a\" \"b\" {\n  x = provider::b::f(path.module, path.root, path.cwd, terraform.workspace)\n}\n",
    ];
    check_each(&rows, |text| {
        assert_eq!(lines(&Module::from_files([("main.tf", *text)]).value.check()), [""; 0]);
    });
}

#[test]
fn calls_of_loaded_modules_are_checked() {
    let folder = Folder::new(&[
        (
            "main.tf",
            "module \"a\" {\n  source = \"./a\"\n  siez = 1\n}\nmodule \"b\" {\n  source = \"./a\"\n  count  = 1\n  size   = 1\n}\nmodule \"c\" {\n  source = \"example/c/d\"\n}\noutput \"x\" {\n  value = [module.a.nmae, module.b[0].nmae, module.b[*].nmae, module.a.name, module.c.any]\n}\n",
        ),
        ("a/main.tf", "variable \"size\" {}\noutput \"name\" {\n  value = 1\n}\n"),
    ]);
    let loaded = folder.load();
    assert_eq!(folder.shown(&loaded), [""; 0]);
    assert_eq!(
        folder.shown(&loaded.value.check()),
        [
            "main.tf:1:1: Missing attribute or block: The module \"a\" needs a value for its variable \"size\".",
            "main.tf:3:3: Unexpected attribute: The module \"a\" has no variable \"siez\". Did you mean \"size\"?",
            "main.tf:14:20: Unsupported attribute: The module \"a\" has no output \"nmae\". Did you mean \"name\"?",
            "main.tf:14:38: Unsupported attribute: The module \"b\" has no output \"nmae\". Did you mean \"name\"?",
        ]
    );
}

#[test]
fn diagnostics_have_codes() {
    let text = "a = 1\nvariable \"a\" {\n  sensitive = []\n}\nvariable \"a\" {}\nlocals {\n  b = path.x\n  c = var.d\n}\n";
    let checked = Module::from_files([("main.tf", text)]).value.check();
    let codes: Vec<_> = checked.diagnostics.iter().map(|it| it.code().map(|it| it.as_str())).collect();
    assert_eq!(
        codes,
        [
            Some("unexpected-attribute"),
            Some("type-mismatch"),
            Some("duplicate-definition"),
            Some("unsupported-attribute"),
            Some("unknown-reference"),
        ]
    );
}

/// The output of `terraform providers schema -json`, in part.
const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/example/cloud": {
    "provider": {"block": {"attributes": {"region": {"type": "string", "optional": true}}}},
    "resource_schemas": {"cloud_server": {"block": {
        "attributes": {
            "id": {"type": "string", "computed": true},
            "image": {"type": "string", "required": true},
            "tags": {"type": ["map", "string"], "optional": true}
        },
        "block_types": {
            "disk": {"nesting_mode": "list", "max_items": 1, "block": {"attributes": {"size": {"type": "number", "required": true}}}}
        }
    }}},
    "data_source_schemas": {"cloud_image": {"block": {"attributes": {"name": {"type": "string", "required": true}}}}}
}}}"#;

#[test]
fn arguments_are_checked_by_the_schemas_of_providers() {
    let schemas = ProviderSchemas::read(SCHEMAS.as_bytes()).expect("they are valid");
    let check = |name: &str, text: &str| -> Vec<String> {
        let module = Module::from_files([(name, text)]).value;
        schemas.check(&module).iter().map(ToString::to_string).collect()
    };
    let rows: [(&str, &[&str]); 9] = [
        (
            "resource \"cloud_server\" \"a\" {\n  image = data.cloud_image.a.name\n  count = 2\n  tags  = { n = 1 }\n  \
             disk {\n    size = \"10\"\n  }\n  lifecycle {\n    ignore_changes = [tags]\n  }\n}\n",
            &[],
        ),
        (
            "resource \"cloud_server\" \"a\" {\n  image = \"x\"\n  dynamic \"disk\" {\n    for_each = var.disks\n    content \
             {\n      size = disk.value\n    }\n  }\n}\n",
            &[],
        ),
        (
            "resource \"cloud_server\" \"a\" {\n  imag = \"x\"\n}\n",
            &[
                "main.tf:2:3: Unexpected attribute: No attribute named \"imag\" is expected here. Did you mean \"image\"?",
            ],
        ),
        (
            "resource \"cloud_server\" \"a\" {\n  image = []\n  id = 1\n}\n",
            &[
                "main.tf:2:11: Wrong type: The value of \"image\" is unsuitable: expected a string, found a list.",
                "main.tf:3:3: Unexpected attribute: No attribute named \"id\" is expected here. Expected \"tags\".",
            ],
        ),
        (
            "resource \"cloud_server\" \"a\" {\n  image = \"x\"\n  disk {\n    size = \"big\"\n  }\n  disk {\n    size = 1\n  }\n}\n",
            &[
                "main.tf:4:12: Wrong type: The value of \"size\" is unsuitable: expected a number, found the string \"big\".",
                "main.tf:6:3: Wrong number of blocks: At most 1 \"disk\" block is allowed here, found 2.",
            ],
        ),
        (
            "data \"cloud_image\" \"a\" {\n  name = 1\n  nam = 1\n}\n",
            &["main.tf:3:3: Unexpected attribute: No attribute named \"nam\" is expected here."],
        ),
        (
            "provider \"cloud\" {\n  alias = \"b\"\n  regoin = \"x\"\n}\n",
            &[
                "main.tf:3:3: Unexpected attribute: No attribute named \"regoin\" is expected here. Did you mean \"region\"?",
            ],
        ),
        (
            "resource \"cloud_server\" \"a\" {\n  count = 1\n}\n",
            &[
                "main.tf:1:29: Missing attribute or block: The attribute \"image\" is required here, but it is not set.",
            ],
        ),
        ("resource \"other\" \"a\" {\n  any = 1\n}\nresource \"cloud_other\" \"a\" {\n  any = 1\n}\n", &[]),
    ];
    check_each(rows, |(text, expected)| assert_eq!(check("main.tf", text), expected, "{text}"));
    let text =
        r#"{"resource": {"cloud_server": {"a": {"imag": "x", "count": 2, "disk": [{"size": "big"}]}}}}"#;
    assert_eq!(
        check("main.tf.json", text),
        [
            "main.tf.json:1:38: Unexpected name: Nothing named \"imag\" is expected here. Did you mean \"image\"?",
            "main.tf.json:1:81: Wrong type: The value of \"size\" is unsuitable: expected a number, found the string \"big\".",
        ]
    );
}

#[test]
fn other_files_have_no_schemas_of_providers() {
    let rows = [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{}", "missing field `provider_schemas` at line 1 column 2"),
        ("[", "EOF while parsing a list at line 1 column 1"),
    ];
    check_each(rows, |(text, expected)| {
        let error = ProviderSchemas::read(text.as_bytes()).expect_err("it has none");
        assert_eq!(error.to_string(), expected);
    });
}

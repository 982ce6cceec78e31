//! Specification files, reference pages and JSON Schemas.

use serde_hcl::ext::Spec;
use serde_hcl::{EvalContext, Function, Type, json, value};

use crate::native;
use test_support::rows::check_each;

fn context() -> EvalContext {
    let mut context = EvalContext::new();
    context.set_function("double", Function::from_fn(|number: i64| number * 2));
    context
}

const ALL: &str = r#"
variables {
  unit = "GB"
}
function "twice" {
  params = [n]
  result = double(n)
}
object {
  attr "name" {
    type     = string
    required = true
  }
  attr "old" {
    type = "list(string)"
  }
  attr "port" {
    name = "listen_port"
    type = number
  }
  block "log" {
    object {
      attr "level" {}
    }
  }
  block_list "check" {
    min_items = 1
    max_items = 2
    attr {
      name = "url"
      type = string
    }
  }
  block_set "zone" {
    attr {
      name = "id"
    }
  }
  block_tuple "any" {
    block_type = "step"
    attr {
      name = "id"
    }
  }
  block_map "disk" {
    labels = ["name"]
    object {
      attr "size" {
        type = number
      }
    }
  }
  block_attrs "tags" {
    element_type = string
  }
  block_object "unit" {
    labels = ["name"]
    array {
      block_label {
        index = 0
        name  = "kind"
      }
      literal {
        value = double(2)
      }
    }
  }
  default "size" {
    attr {
      name = "size"
      type = number
    }
    literal {
      value = 1
    }
  }
  transform "bytes" {
    attr {
      name     = "kilobytes"
      type     = number
      required = true
    }
    result = double(nested) * 500
  }
}
"#;

#[test]
fn every_kind_of_specification_can_be_written() {
    let file = Spec::from_file(&native(ALL), &context()).into_result().expect("it is valid");
    let text = "
name = \"a${unit}\"
listen_port = twice(40)
log {
  level = 1
}
check {
  url = \"/\"
}
zone {
  id = 1
}
step {
  id = true
}
step {
  id = \"x\"
}
disk \"root\" {
  size = 10
}
tags {
  tier = 1
}
unit \"u\" \"k\" {}
kilobytes = 2
";
    let value = file.spec.decode(&native(text), &file.context()).into_result().expect("it is valid");
    check_each(
        [
            ("/name", value!("aGB")),
            ("/old", serde_hcl::Value::null(Type::list(Type::String))),
            ("/port", value!(80)),
            ("/log/level", value!(1)),
            ("/check/0", value!("/")),
            ("/any", value!([true, "x"])),
            ("/disk/root/size", value!(10)),
            ("/tags/tier", value!("1")),
            ("/unit/u", value!(["k", 4])),
            ("/size", value!(1)),
            ("/bytes", value!(2000)),
        ],
        |(pointer, expected)| assert_eq!(value.pointer(pointer), Some(&expected), "{pointer}"),
    );
}

#[test]
fn mistakes_in_specification_files_are_reported() {
    check_each(
        [
            (
                "",
                "main.hcl:1:1: Invalid specification: A specification file has one block at its top, such as object { … }, but this has none.",
            ),
            (
                "object {}\nobject {}\n",
                "main.hcl:2:1: Invalid specification: A specification file has only one block at its top. Put the others into an object.",
            ),
            (
                "object {\n  atr \"a\" {}\n}\n",
                "main.hcl:2:3: Invalid specification: There is no kind of specification named \"atr\". Did you mean \"attr\"?",
            ),
            (
                "object {\n  attr {}\n}\n",
                "main.hcl:2:3: Invalid specification: A block in an object has a label: the name of the attribute.",
            ),
            (
                "attr {}\n",
                "main.hcl:1:1: Invalid specification: An \"attr\" block needs the argument \"name\".",
            ),
            (
                "attr \"a\" {\n  name = \"a\"\n}\n",
                "main.hcl:1:6: Invalid specification: Only the blocks in an object have a label: the name of the attribute.",
            ),
            (
                "attr {\n  name = \"a\"\n  typ = string\n}\n",
                "main.hcl:3:3: Invalid specification: An \"attr\" block has no argument \"typ\".",
            ),
            (
                "attr {\n  name = \"a\"\n  required = 1\n}\n",
                "main.hcl:3:14: Invalid specification: The argument \"required\" is unsuitable: expected a bool, found a number.",
            ),
            (
                "attr {\n  name = \"a\"\n  type = strin\n}\n",
                "main.hcl:3:10: Invalid type: \"strin\" is not a type. Did you mean \"string\"?",
            ),
            (
                "block {\n  block_type = \"a\"\n}\n",
                "main.hcl:1:1: Invalid specification: A \"block\" block needs a specification in it, such as object { … }.",
            ),
            (
                "block_label {\n  index = 0\n  name = \"a\"\n}\n",
                "main.hcl:1:1: Invalid specification: The label \"a\" is outside of any block.",
            ),
            (
                "a = 1\nobject {}\n",
                "main.hcl:1:1: Invalid specification: \"a\" is not part of a specification file.",
            ),
        ],
        |(text, expected)| {
            let error =
                Spec::from_file(&native(text), &context()).into_result().expect_err("it has a mistake");
            assert_eq!(error.to_string(), expected, "{text}");
        },
    );
}

#[test]
fn a_page_and_a_schema_describe_all_of_it() {
    let file = Spec::from_file(&native(ALL), &context()).into_result().expect("it is valid");
    let page = file.spec.to_markdown();
    for line in [
        "| `listen_port` | number | no | |",
        "| `name` | string | yes | |",
        "| `size` | number | no | The default is `1`. |",
        "| [`check`](#check) | none | 1 to 2 |",
        "| [`unit`](#unit) | name, kind | any |",
        "## `disk`",
        "Attributes of any name.",
        "The body is empty.",
    ] {
        assert!(page.lines().any(|it| it == line), "{line:?} is not in\n{page}");
    }

    let schema = file.spec.to_json_schema();
    let at = |pointer: &str| json::to_string(schema.pointer(pointer).expect(pointer)).expect("it is JSON");
    check_each(
        [
            ("/required", r#"["name","kilobytes","check"]"#),
            ("/properties/name", r#"{"type":["string","number","boolean"]}"#),
            ("/properties/listen_port", r#"{"type":["number","string","null"],"pattern":"[0-9]|[$%]\\{"}"#),
            ("/properties/old/anyOf/2", r#"{"type":"null"}"#),
            ("/additionalProperties", "false"),
            ("/properties/unit/anyOf/1/items/additionalProperties/anyOf/0/type", r#""object""#),
        ],
        |(pointer, expected)| assert_eq!(at(pointer), expected, "{pointer}"),
    );
}

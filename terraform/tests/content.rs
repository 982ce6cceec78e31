//! The typed content, in both syntaxes.

use serde_hcl::value;
use serde_hcl_terraform::{Module, ResourceMode};
use test_support::rows::check_each;

use super::{lines, module};

const NATIVE: &str = r#"
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      version               = "~> 5.0"
      configuration_aliases = [aws.west]
    }
    old = "1.0"
  }
  backend "s3" {
    bucket = "state"
  }
}
provider "aws" {
  alias  = "west"
  region = "us-west-1"
}
variable "size" {
  type        = number
  default     = 1
  description = "The size."
  sensitive   = true
  nullable    = false
  ephemeral   = true
  validation {
    condition     = var.size > 0
    error_message = "Too small."
  }
}
output "size" {
  value       = var.size
  description = "The result."
  sensitive   = true
}
locals {
  one = 1
}
resource "aws_instance" "web" {
  count      = 2
  provider   = aws.west
  depends_on = [data.aws_ami.base]
  ami        = "a"
  lifecycle {
    create_before_destroy = true
    precondition {
      condition     = true
      error_message = "No."
    }
  }
  provisioner "local-exec" {
    command = "true"
  }
}
data "aws_ami" "base" {
  for_each = { a = 1 }
}
ephemeral "vault_secret" "key" {}
module "network" {
  source    = "./network"
  version   = "1.0"
  providers = { aws = aws.west }
  zone      = "a"
}
moved {
  from = aws_instance.old
  to   = aws_instance.web
}
removed {
  from = aws_instance.gone
  lifecycle {
    destroy = false
  }
}
import {
  to = aws_instance.web
  id = "i-1"
}
check "health" {
  data "http" "page" {
    url = "x"
  }
  assert {
    condition     = true
    error_message = "No."
  }
}
"#;

const JSON: &str = r#"{
  "terraform": {
    "required_version": ">= 1.5",
    "required_providers": {
      "aws": {"source": "hashicorp/aws", "version": "~> 5.0", "configuration_aliases": ["aws.west"]},
      "old": "1.0"
    },
    "backend": {"s3": {"bucket": "state"}}
  },
  "provider": {"aws": {"alias": "west", "region": "us-west-1"}},
  "variable": {"size": {
    "type": "number", "default": 1, "description": "The size.", "sensitive": true, "nullable": false,
    "ephemeral": true, "validation": {"condition": "${var.size > 0}", "error_message": "Too small."}
  }},
  "output": {"size": {"value": "${var.size}", "description": "The result.", "sensitive": true}},
  "locals": {"//": "A comment.", "one": 1},
  "resource": {"aws_instance": {"web": {
    "count": 2, "provider": "aws.west", "depends_on": ["data.aws_ami.base"], "ami": "a",
    "lifecycle": {"create_before_destroy": true, "precondition": {"condition": true, "error_message": "No."}},
    "provisioner": {"local-exec": {"command": "true"}}
  }}},
  "data": {"aws_ami": {"base": {"for_each": {"a": 1}}}},
  "ephemeral": {"vault_secret": {"key": {}}},
  "module": {"network": {
    "source": "./network", "version": "1.0", "providers": {"aws": "aws.west"}, "zone": "a"
  }},
  "moved": {"from": "aws_instance.old", "to": "aws_instance.web"},
  "removed": {"from": "aws_instance.gone", "lifecycle": {"destroy": false}},
  "import": {"to": "aws_instance.web", "id": "i-1"},
  "check": {"health": {
    "data": {"http": {"page": {"url": "x"}}}, "assert": {"condition": true, "error_message": "No."}
  }}
}"#;

#[test]
fn both_syntaxes_have_the_same_content() {
    check_each(&[("main.tf", NATIVE), ("main.tf.json", JSON)], |file| {
        let module = module(&[*file]);
        assert_eq!(lines(&module.check()), [""; 0]);
        assert_eq!(module.settings.required_versions, [">= 1.5"]);
        assert_eq!(module.settings.backend.as_ref().map(|it| it.ty.as_str()), Some("s3"));
        let aws = &module.required_providers["aws"];
        assert_eq!(
            (aws.source.as_deref(), &*aws.version_constraints),
            (Some("hashicorp/aws"), &["~> 5.0".to_owned()][..])
        );
        assert_eq!(aws.aliases[0].to_string(), "aws.west");
        assert_eq!(module.required_providers["old"].version_constraints, ["1.0"]);
        assert!(module.required_providers.contains_key("http") || module.checks[0].data.is_some());
        let provider = &module.provider_configs[0];
        assert_eq!((provider.name.as_str(), provider.alias.as_deref()), ("aws", Some("west")));
        assert!(
            provider.arguments.attribute("region").is_some()
                && provider.arguments.attribute("alias").is_none()
        );

        let variable = &module.variables[0];
        assert_eq!(variable.ty.as_ref().map(ToString::to_string).as_deref(), Some("number"));
        assert_eq!(variable.default, Some(value!(1)));
        assert_eq!(variable.description.as_deref(), Some("The size."));
        assert_eq!((variable.sensitive, variable.nullable, variable.ephemeral), (true, false, true));
        assert!(variable.validations[0].condition.is_some());
        let output = &module.outputs[0];
        assert_eq!((output.description.as_deref(), output.sensitive), (Some("The result."), true));
        assert_eq!(module.locals.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["one"]);

        let addresses: Vec<_> = module.resources.iter().map(|it| it.address()).collect();
        assert_eq!(addresses, ["aws_instance.web", "data.aws_ami.base", "ephemeral.vault_secret.key"]);
        let web = &module.resources[0];
        assert_eq!((web.mode, web.provider.to_string()), (ResourceMode::Managed, "aws.west".to_owned()));
        assert_eq!(web.depends_on[0].to_string(), "data.aws_ami.base");
        let lifecycle = web.lifecycle.as_ref().expect("it is there");
        assert!(
            lifecycle.arguments.attribute("create_before_destroy").is_some()
                && lifecycle.preconditions.len() == 1
        );
        assert_eq!(web.provisioners[0].labels()[0].text(), "local-exec");
        let arguments: Vec<_> = web.arguments.attributes().map(|it| it.name().to_owned()).collect();
        assert_eq!(arguments, ["ami"]);
        assert_eq!(module.resources[1].provider.name, "aws");

        let call = &module.module_calls[0];
        assert_eq!((call.source.as_deref(), call.version.as_deref()), (Some("./network"), Some("1.0")));
        assert_eq!(call.providers[0].1.to_string(), "aws.west");
        assert!(call.is_local() && call.arguments.attribute("zone").is_some());
        assert_eq!(
            module.moved[0].from.as_ref().map(ToString::to_string).as_deref(),
            Some("aws_instance.old")
        );
        assert_eq!(
            module.removed[0].from.as_ref().map(ToString::to_string).as_deref(),
            Some("aws_instance.gone")
        );
        assert!(module.removed[0].destroy.is_some());
        assert!(module.imports[0].id.is_some());
        assert_eq!(module.checks[0].data.as_ref().map(|it| it.address()).as_deref(), Some("data.http.page"));
        assert_eq!(module.checks[0].assertions.len(), 1);
    });
}

#[test]
fn definitions_have_their_places_and_comments() {
    let text = "# other\n\n# The size\n// in GB.\nvariable \"size\" {}\n\nlocals {\n  # One.\n  one = 1\n}\n";
    let module = module(&[
        ("a.tf", text),
        ("b.tf.json", "{\"output\": {\"x\": {\"//\": \"A note.\", \"value\": 1}}}"),
    ]);
    let size = &module.variables[0];
    assert_eq!(size.comments, ["# The size", "// in GB."]);
    assert_eq!(
        (size.at.to_string().as_str(), size.at.source.slice(size.at.span)),
        ("a.tf:5", "variable \"size\"")
    );
    let one = &module.locals[0];
    assert_eq!((one.at.source.slice(one.at.span), &*one.comments), ("one", &["# One.".to_owned()][..]));
    assert_eq!(module.outputs[0].comments, ["A note."]);
    let merged = super::module(&[
        ("a.tf", text),
        ("a_override.tf", "# New.\nvariable \"size\" {\n  default = 1\n}\n"),
    ]);
    assert_eq!(merged.variables[0].comments, ["# The size", "// in GB."]);
    assert_eq!(
        serde_json::to_value(&size.at).expect("it is JSON"),
        serde_json::json!({"filename": "a.tf", "line": 5})
    );
}

#[test]
fn older_forms_of_types_and_references_are_read() {
    let rows = [
        ("type = \"string\"", "string"),
        ("type = \"map\"", "map(any)"),
        ("type = list", "list(any)"),
        ("type = map", "map(any)"),
        ("type = any", "any"),
        ("type = list(string)", "list(string)"),
    ];
    check_each(&rows, |(text, expected)| {
        let module = module(&[("main.tf", &format!("variable \"a\" {{\n  {text}\n}}\n"))]);
        assert_eq!(module.variables[0].ty.as_ref().map(ToString::to_string).as_deref(), Some(*expected));
    });
    let quoted = module(&[(
        "main.tf",
        "resource \"a_b\" \"c\" {\n  provider = \"x.y\"\n  depends_on = [\"a_b.d\"]\n}\n",
    )]);
    assert_eq!(quoted.resources[0].provider.to_string(), "x.y");
    assert_eq!(quoted.resources[0].depends_on[0].to_string(), "a_b.d");
}

#[test]
fn what_opentofu_computes_is_no_mistake() {
    let text = "module \"a\" {\n  source  = \"./${var.a}\"\n  version = local.v\n}\nresource \"x_y\" \"z\" {\n  for_each = {}\n  provider = x.by_key[each.key]\n}\n";
    let module = Module::from_files([("main.tofu", text)]);
    assert_eq!(lines(&module), [""; 0]);
    assert_eq!(module.value.module_calls[0].source, None);
    assert_eq!(module.value.resources[0].provider.to_string(), "x.by_key");
    let json = r#"{"resource": {"x_y": {"z": {"for_each": {}, "provider": "x.by_key[each.key]"}}}}"#;
    let module = Module::from_files([("main.tofu.json", json)]);
    assert_eq!(lines(&module), [""; 0]);
    assert_eq!(module.value.resources[0].provider.to_string(), "x.by_key");
}

//! The typed content of a module.

use std::fmt;

use serde_hcl::ext::TypeConstraint;
use serde_hcl::{Block, Body, Expression, Source, Traversal, Value};

use crate::Location;

/// The settings of a module: its `terraform` blocks.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// terraform {
///   required_version = ">= 1.5"
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// assert_eq!(module.settings.required_versions, [">= 1.5"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The versions of the program that the module needs, such as `>= 1.5`, in the order of the
    /// files.
    pub required_versions: Vec<String>,
    /// The block `backend`.
    pub backend: Option<Backend>,
    /// The block `cloud`.
    pub cloud: Option<Block>,
    /// The other content of each `terraform` block.
    pub rest: Vec<Body>,
}

/// The place where the state is stored: the block `backend`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// terraform {
///   backend "s3" {
///     bucket = "states"
///   }
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let backend = module.settings.backend.expect("it is written");
/// let bucket = backend.arguments.attribute("bucket").expect("it is set");
/// assert_eq!((backend.ty.as_str(), bucket.expression().to_string()), ("s3", "\"states\"".into()));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Backend {
    /// The label, such as `s3`.
    pub ty: String,
    /// The arguments.
    pub arguments: Body,
    /// The location of the block.
    pub at: Location,
}

/// The requirement of a provider: an entry of `required_providers`, or the use of a provider.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// terraform {
///   required_providers {
///     aws = {
///       source  = "hashicorp/aws"
///       version = "~> 5.0"
///     }
///   }
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let aws = &module.required_providers["aws"];
/// assert_eq!(aws.source.as_deref(), Some("hashicorp/aws"));
/// assert_eq!(aws.version_constraints, ["~> 5.0"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct ProviderRequirement {
    /// The address, such as `hashicorp/aws`.
    pub source: Option<String>,
    /// The versions, such as `~> 5.0`.
    pub version_constraints: Vec<String>,
    /// The configurations that the caller of the module passes.
    pub aliases: Vec<ProviderRef>,
    /// The location of the entry; `None` if there is none.
    pub at: Option<Location>,
}

/// A reference to a configuration of a provider, such as `aws` or `aws.west`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// resource "aws_instance" "web" {
///   provider = aws.west
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let provider = &module.resources[0].provider;
/// assert_eq!((provider.name.as_str(), provider.alias.as_deref()), ("aws", Some("west")));
/// assert_eq!(provider.to_string(), "aws.west");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[non_exhaustive]
pub struct ProviderRef {
    /// The name of the provider in the module.
    pub name: String,
    /// The alias of the configuration; `None` for the default one.
    pub alias: Option<String>,
}

impl fmt::Display for ProviderRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.alias.iter().try_for_each(|alias| write!(f, ".{alias}"))
    }
}

/// A configuration of a provider: a block `provider`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// provider "aws" {
///   alias  = "west"
///   region = "us-west-1"
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let provider = &module.provider_configs[0];
/// assert_eq!((provider.name.as_str(), provider.alias.as_deref()), ("aws", Some("west")));
/// assert!(provider.arguments.attribute("region").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProviderConfig {
    /// The name of the provider in the module.
    pub name: String,
    /// The alias; `None` for the default configuration.
    pub alias: Option<String>,
    /// The obsolete argument `version`.
    pub version: Option<String>,
    /// The other arguments.
    pub arguments: Body,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

/// An input variable: a block `variable`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// variable "size" {
///   type        = number
///   description = "The number of servers."
///   default     = 2
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let size = module.variable("size").expect("it is defined");
/// assert_eq!(size.description.as_deref(), Some("The number of servers."));
/// assert_eq!(size.default, Some(serde_hcl::value!(2)));
/// assert_eq!(size.type_expression.as_ref().map(|it| it.to_string()).as_deref(), Some("number"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The type, unless it is left out or invalid.
    pub ty: Option<TypeConstraint>,
    /// The type as it is written.
    pub type_expression: Option<Expression>,
    /// The description.
    pub description: Option<String>,
    /// The default value, which is a null value if that is written; `None` if the variable is
    /// required.
    pub default: Option<Value>,
    /// Whether the value must not be shown.
    pub sensitive: bool,
    /// Whether null is a value of the variable. Otherwise it stands for the default value.
    pub nullable: bool,
    /// Whether the value is stored nowhere.
    pub ephemeral: bool,
    /// The message that discourages its use.
    pub deprecated: Option<String>,
    /// The conditions on the value.
    pub validations: Vec<Condition>,
    /// The content that this type has no field for.
    pub rest: Body,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

/// A condition with its message: a block `validation`, `precondition`, `postcondition` or `assert`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// variable "size" {
///   validation {
///     condition     = var.size > 0
///     error_message = "At least one server is needed."
///   }
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let validation = &module.variables[0].validations[0];
/// let condition = validation.condition.as_ref().expect("it is written");
/// assert_eq!(condition.to_string(), "var.size > 0");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Condition {
    /// The condition.
    pub condition: Option<Expression>,
    /// The message if it is not met.
    pub error_message: Option<Expression>,
    /// The location of the block.
    pub at: Location,
}

/// An output value: a block `output`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// output "url" {
///   value     = "https://${var.host}"
///   sensitive = true
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let url = module.output("url").expect("it is defined");
/// let value = url.value.as_ref().expect("it is written");
/// assert_eq!(value.variables()[0].to_string(), "var.host");
/// assert!(url.sensitive);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Output {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Option<Expression>,
    /// The description.
    pub description: Option<String>,
    /// Whether the value must not be shown.
    pub sensitive: bool,
    /// Whether the value is stored nowhere.
    pub ephemeral: bool,
    /// The message that discourages its use.
    pub deprecated: Option<String>,
    /// The conditions on the module.
    pub preconditions: Vec<Condition>,
    /// The content that this type has no field for.
    pub rest: Body,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

/// A local value: an argument of a block `locals`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// locals {
///   name = "web-${var.region}"
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let local = &module.locals[0];
/// assert_eq!((local.name.as_str(), local.at.line()), ("name", 3));
/// assert_eq!(local.value.to_string(), "\"web-${var.region}\"");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Local {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Expression,
    /// The location of the name.
    pub at: Location,
    /// The comments above the argument, with their marks.
    pub comments: Vec<String>,
}

/// The kind of a resource.
///
/// ```
/// use serde_hcl_terraform::{Module, ResourceMode};
///
/// let text = r#"
/// resource "aws_instance" "web" {}
/// data "aws_ami" "base" {}
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let data: Vec<_> =
///     module.resources.iter().filter(|it| it.mode == ResourceMode::Data).collect();
/// assert_eq!(data[0].address(), "data.aws_ami.base");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ResourceMode {
    /// A block `resource`.
    Managed,
    /// A block `data`.
    Data,
    /// A block `ephemeral`.
    Ephemeral,
}

impl ResourceMode {
    /// Returns the type of the blocks.
    pub fn block_type(self) -> &'static str {
        match self {
            Self::Managed => "resource",
            Self::Data => "data",
            Self::Ephemeral => "ephemeral",
        }
    }

    /// Returns the kind of the blocks of a type.
    pub(crate) fn of(block_type: &str) -> Option<Self> {
        [Self::Managed, Self::Data, Self::Ephemeral].into_iter().find(|it| it.block_type() == block_type)
    }
}

/// A resource, a data source or an ephemeral resource.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// resource "aws_instance" "web" {
///   count = 2
///   ami   = data.aws_ami.base.id
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let web = module.resource("aws_instance.web").expect("it is defined");
/// let ami = web.arguments.attribute("ami").expect("it is set");
/// assert_eq!(ami.expression().to_string(), "data.aws_ami.base.id");
/// assert_eq!(web.count.as_ref().map(|it| it.to_string()).as_deref(), Some("2"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resource {
    /// The kind.
    pub mode: ResourceMode,
    /// The type, such as `aws_instance`.
    pub ty: String,
    /// The name.
    pub name: String,
    /// The configuration of the provider that manages it: the one that is written, or the default
    /// one of the provider that the type begins with. The name is empty if what is written is
    /// invalid.
    pub provider: ProviderRef,
    /// The number of instances.
    pub count: Option<Expression>,
    /// The collection with an element for each instance.
    pub for_each: Option<Expression>,
    /// The references of `depends_on`.
    pub depends_on: Vec<Traversal>,
    /// The block `lifecycle`.
    pub lifecycle: Option<Lifecycle>,
    /// The block `connection`.
    pub connection: Option<Block>,
    /// The blocks `provisioner`.
    pub provisioners: Vec<Block>,
    /// The arguments of its type.
    pub arguments: Body,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

impl Resource {
    /// Returns the name by which references name it: `TYPE.NAME`, or `data.TYPE.NAME`.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::from_files([("main.tf", "data \"aws_ami\" \"base\" {}\n")]).into_result()?;
    /// assert_eq!(module.resources[0].address(), "data.aws_ami.base");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn address(&self) -> String {
        match self.mode {
            ResourceMode::Managed => format!("{}.{}", self.ty, self.name),
            mode => format!("{}.{}.{}", mode.block_type(), self.ty, self.name),
        }
    }
}

/// How a resource is changed: a block `lifecycle`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// resource "aws_instance" "web" {
///   lifecycle {
///     prevent_destroy = true
///   }
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let lifecycle = module.resources[0].lifecycle.as_ref().expect("it is written");
/// assert!(lifecycle.arguments.attribute("prevent_destroy").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lifecycle {
    /// The arguments, such as `prevent_destroy` and `ignore_changes`.
    pub arguments: Body,
    /// The conditions before a change.
    pub preconditions: Vec<Condition>,
    /// The conditions after a change.
    pub postconditions: Vec<Condition>,
    /// The location of the block.
    pub at: Location,
}

/// A call of another module: a block `module`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// module "network" {
///   source = "hashicorp/network/aws"
///   zones  = 2
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let network = module.calls().next().expect("there is one");
/// assert_eq!(network.source.as_deref(), Some("hashicorp/network/aws"));
/// assert!(network.arguments.attribute("zones").is_some() && !network.is_local());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleCall {
    /// The name.
    pub name: String,
    /// The address of the module, such as `./network`, unless it is missing or invalid.
    pub source: Option<String>,
    /// The version of a module in a registry.
    pub version: Option<String>,
    /// The configurations of providers that are passed: names in the module that is called, and in
    /// this one.
    pub providers: Vec<(ProviderRef, ProviderRef)>,
    /// The number of instances.
    pub count: Option<Expression>,
    /// The collection with an element for each instance.
    pub for_each: Option<Expression>,
    /// The references of `depends_on`.
    pub depends_on: Vec<Traversal>,
    /// The values of the variables of the module that is called.
    pub arguments: Body,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

impl ModuleCall {
    /// Returns whether the source is a folder beside this module: a path that begins with `./` or
    /// `../`.
    pub fn is_local(&self) -> bool {
        let is_path = |it: &str| matches!(it, "." | "..") || it.starts_with("./") || it.starts_with("../");
        self.source.as_deref().is_some_and(is_path)
    }
}

/// A change of the address of an object: a block `moved`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// moved {
///   from = aws_instance.old
///   to   = aws_instance.web
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let moved = &module.moved[0];
/// let to = moved.to.as_ref().expect("it is written");
/// assert_eq!(to.to_string(), "aws_instance.web");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Moved {
    /// The earlier address.
    pub from: Option<Traversal>,
    /// The address.
    pub to: Option<Traversal>,
    /// The location of the block.
    pub at: Location,
}

/// An object that the module manages no longer: a block `removed`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// removed {
///   from = aws_instance.old
///   lifecycle {
///     destroy = false
///   }
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let removed = &module.removed[0];
/// assert_eq!(removed.from.as_ref().map(|it| it.to_string()).as_deref(), Some("aws_instance.old"));
/// assert_eq!(removed.destroy.as_ref().map(|it| it.to_string()).as_deref(), Some("false"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Removed {
    /// The earlier address.
    pub from: Option<Traversal>,
    /// Whether the object is destroyed.
    pub destroy: Option<Expression>,
    /// The content that this type has no field for.
    pub rest: Body,
    /// The location of the block.
    pub at: Location,
}

/// An existing object that the module begins to manage: a block `import`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// import {
///   to = aws_instance.web
///   id = "i-0123"
/// }
/// resource "aws_instance" "web" {}
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let import = &module.imports[0];
/// assert_eq!(import.to.as_ref().map(|it| it.to_string()).as_deref(), Some("aws_instance.web"));
/// assert_eq!(import.id.as_ref().map(|it| it.to_string()).as_deref(), Some("\"i-0123\""));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Import {
    /// The address, which can have an index that is computed.
    pub to: Option<Expression>,
    /// The identifier of the object.
    pub id: Option<Expression>,
    /// The identity of the object, in place of the identifier.
    pub identity: Option<Expression>,
    /// The collection with an element for each object.
    pub for_each: Option<Expression>,
    /// The configuration of the provider, if it is written.
    pub provider: Option<ProviderRef>,
    /// The location of the block.
    pub at: Location,
}

/// Assertions about the objects: a block `check`.
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let text = r#"
/// check "health" {
///   assert {
///     condition     = var.size > 0
///     error_message = "No server is running."
///   }
/// }
/// variable "size" {}
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let health = &module.checks[0];
/// assert_eq!((health.name.as_str(), health.assertions.len()), ("health", 1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check {
    /// The name.
    pub name: String,
    /// The data source that only the assertions use.
    pub data: Option<Resource>,
    /// The assertions.
    pub assertions: Vec<Condition>,
    /// The location of the block.
    pub at: Location,
    /// The comments above the block, with their marks.
    pub comments: Vec<String>,
}

/// A file of a module.
///
/// ```
/// use serde_hcl_terraform::{Module, Role};
///
/// let module = Module::from_files([
///     ("main.tf", "variable \"size\" {}\n"),
///     ("terraform.tfvars", "size = 2\n"),
/// ])
/// .into_result()?;
/// let values = module.files.iter().find(|it| matches!(it.role, Role::Values { .. }));
/// let values = values.expect("there is one");
/// assert_eq!((values.name.as_str(), values.source.text()), ("terraform.tfvars", "size = 2\n"));
/// assert!(values.body.attribute("size").is_some());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleFile {
    /// Its name in the folder.
    pub name: String,
    /// Its part in the module.
    pub role: crate::Role,
    /// Its text; the name of the source is the path.
    pub source: Source,
    /// Its content, as far as it is valid.
    pub body: Body,
}

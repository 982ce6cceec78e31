//! The meaning of the first names of references.

use std::fmt;
use std::sync::Arc;

use crate::body::Block;
use crate::error::Result;
use crate::ext::userfunc;
use crate::value::Name;

/// Describes the definitions of a configuration language, and the names by which expressions refer
/// to them.
///
/// The *root* of a reference is its first name, such as `local` in `local.name`. A name that
/// continues the reference is written as an attribute or as a constant index: `local.name` and
/// `local["name"]` are the same.
///
/// ```
/// use serde_hcl::analysis::{References, Roots};
/// use serde_hcl::parse_file;
///
/// // task.NAME is a block of type "task" with this label, and step.NAME an attribute of a "steps"
/// // block.
/// let roots =
///     Roots::new().blocks("task", "task", ["name"]).attributes("step", "steps").given(["env"]);
/// let file = parse_file(
///     r#"
/// task "build" {
///   command = step.compile
/// }
/// steps {
///   compile = "${env.CC} main.c"
/// }
/// "#,
/// )
/// .into_result()?;
/// let references = References::new(&roots, [file.body()]);
/// let order: Vec<_> = references.order()?.iter().map(|definition| definition.address()).collect();
/// assert_eq!(order, ["step.compile", "task.build"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Roots {
    pub(super) kinds: Vec<Kind>,
    pub(super) has_top_level: bool,
    pub(super) given: Vec<String>,
    pub(super) ignored: Vec<Vec<String>>,
    pub(super) soft: Vec<Vec<String>>,
    /// The types of blocks, and of the blocks in them that only they refer to.
    pub(super) scoped: Vec<(String, String)>,
    /// The types of blocks, and the functions that replace them.
    pub(super) instances: Vec<(String, Instances)>,
    /// The blocks that define functions.
    pub(super) functions: Option<userfunc::FunctionNames>,
}

/// Returns the blocks in place of a block.
#[derive(Clone)]
pub(super) struct Instances(pub(super) Arc<InstancesOf>);

type InstancesOf = dyn Fn(&Block) -> Result<Vec<Block>> + Send + Sync;

impl fmt::Debug for Instances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instances").finish_non_exhaustive()
    }
}

/// A kind of block, and how expressions refer to it or to its attributes.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) block_type: String,
    pub(super) labels: Vec<String>,
    pub(super) names: Names,
    /// The attribute that has the value of a block.
    pub(super) value: Option<String>,
    /// If the value of a block is an object of its attributes: those that it always has.
    pub(super) values: Option<Vec<String>>,
}

/// How expressions refer to blocks.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Names {
    /// By the root and the name of an attribute in the block.
    Attributes(String),
    /// By the root and the labels.
    Blocks(String),
    /// By the labels alone.
    Labels,
    /// Not at all.
    Nothing,
}

impl Roots {
    /// Creates a description without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the conventions of Terraform: `local.NAME`, `var.NAME`, `data.TYPE.NAME`,
    /// `ephemeral.TYPE.NAME`, `module.NAME`, `TYPE.NAME` for resources, and the names that
    /// Terraform gives a value: `count`, `each`, `path`, `self` and `terraform`. Arguments that are
    /// not evaluated, such as the `type` of a variable, have no references. Only a `check` block
    /// refers to the `data` block in it.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let body = serde_hcl::parse_file(r#"
    /// resource "aws_instance" "web" {
    ///   count = var.size
    ///   name  = "web-${count.index}"
    /// }
    /// variable "size" {
    ///   type = number
    /// }
    /// "#).into_result()?.body().clone();
    /// let references = References::new(&Roots::terraform(), [body]);
    /// let edges: Vec<_> = references.iter().map(|it| it.traversal().to_string()).collect();
    /// assert_eq!(edges, ["var.size"]);
    /// assert!(references.check(&EvalContext::new()).is_empty());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn terraform() -> Self {
        let mut roots = Self::new()
            .attributes("local", "locals")
            .blocks("var", "variable", ["name"])
            .value_of("variable", "default")
            .blocks("data", "data", ["type", "name"])
            .blocks("ephemeral", "ephemeral", ["type", "name"])
            .blocks("module", "module", ["name"])
            .labeled("resource", ["type", "name"])
            .given(["count", "each", "path", "self", "terraform"]);
        for block_type in ["output", "provider", "check"] {
            roots = roots.others(block_type, ["name"]);
        }
        for block_type in ["import", "moved", "removed", "terraform"] {
            roots = roots.others(block_type, [""; 0]);
        }
        for path in [
            "check.data.provider",
            "data.provider",
            "ephemeral.provider",
            "import.provider",
            "import.to",
            "module.providers",
            "moved",
            "removed",
            "resource.lifecycle.ignore_changes",
            "resource.provider",
            "resource.provisioner.on_failure",
            "resource.provisioner.when",
            "terraform",
            "variable.type",
        ] {
            roots = roots.ignore(path);
        }
        roots.soft("module").soft("variable.validation").scoped("check", "data")
    }

    /// Adds a root that refers to attributes of blocks: with `("local", "locals")`, `local.x` is
    /// the attribute `x` of a block of type `locals`. There may be several such blocks.
    pub fn attributes(self, root: impl Name, block_type: impl Name) -> Self {
        self.with(block_type, [""; 0], Names::Attributes(root.into_string()))
    }

    /// Adds a root that refers to blocks by their labels: with
    /// `("data", "data", ["type", "name"])`, `data.a.b` is the block `data "a" "b"`. Without
    /// labels, the root alone is the block. HCL JSON needs the number of labels; their names are
    /// used in messages.
    pub fn blocks<L: Name>(
        self,
        root: impl Name,
        block_type: impl Name,
        labels: impl IntoIterator<Item = L>,
    ) -> Self {
        self.with(block_type, labels, Names::Blocks(root.into_string()))
    }

    /// Adds blocks whose labels are the names that refer to them, without a root before them: with
    /// `("resource", ["type", "name"])`, `a.b` is the block `resource "a" "b"`.
    pub fn labeled<L: Name>(self, block_type: impl Name, labels: impl IntoIterator<Item = L>) -> Self {
        self.with(block_type, labels, Names::Labels)
    }

    /// Adds blocks that refer to definitions, and that nothing refers to. In native syntax, this
    /// applies to all other blocks. In HCL JSON, it is necessary to recognize them as blocks.
    pub fn others<L: Name>(self, block_type: impl Name, labels: impl IntoIterator<Item = L>) -> Self {
        self.with(block_type, labels, Names::Nothing)
    }

    /// Makes the attributes of the bodies themselves definitions: `x` is the attribute `x` outside
    /// of all blocks.
    pub fn top_level(mut self) -> Self {
        self.has_top_level = true;
        self
    }

    /// Declares that the value of a block is the value of one of its attributes: with `("variable",
    /// "default")`, the value of `variable "x"` is its `default`. The value of a block without it
    /// is unknown.
    pub fn value_of(mut self, block_type: &str, attribute: &str) -> Self {
        for kind in self.kinds.iter_mut().filter(|kind| kind.block_type == block_type) {
            kind.value = Some(attribute.to_owned());
        }
        self
    }

    /// Declares that the value of a block is an object of its attributes. Each attribute is a
    /// definition of its own: with `("target", …)`, `target.web.tags` refers to the attribute
    /// `tags` of `target "web"`, and needs no other attribute of it. So blocks can refer to each
    /// other's attributes, and to their own.
    ///
    /// If a block lacks an attribute of the list, the value of the attribute is the label of that
    /// name, or null without such a label. A reference to any other attribute that the block does
    /// not have is an error.
    /// [Ignored](Self::ignore) attributes and nested blocks have no value.
    ///
    /// ```
    /// use serde_hcl::analysis::{Roots, Scope};
    /// use serde_hcl::{EvalContext, parse_file, value};
    ///
    /// let file = parse_file(
    ///     r#"
    /// target "app" {
    ///   context = target.base.context
    ///   tags    = ["${target.app.name}:latest"]
    /// }
    /// target "base" {
    ///   context = "."
    ///   tags    = target.app.tags
    /// }
    /// "#,
    /// )
    /// .into_result()?;
    /// let roots =
    ///     Roots::new().blocks("target", "target", ["name"]).values("target", ["name", "args"]);
    /// let scope = Scope::new(&roots, [file.body()], &EvalContext::new())?;
    /// assert_eq!(
    ///     scope.value("target.base")?,
    ///     value!({
    ///         "context": ".", "tags": ["app:latest"], "name": "base", "args": null,
    ///     })
    /// );
    /// assert_eq!(
    ///     scope.value("target.app.tag").unwrap_err().to_string(),
    ///     "1:1: Unknown reference: There is no definition of \"target.app.tag\". Did you mean \
    ///      \"tags\"?",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn values<N: Name>(mut self, block_type: &str, attributes: impl IntoIterator<Item = N>) -> Self {
        let attributes: Vec<String> = attributes.into_iter().map(|it| it.into_string()).collect();
        for kind in self.kinds.iter_mut().filter(|kind| kind.block_type == block_type) {
            kind.values = Some(attributes.clone());
        }
        self
    }

    /// Replaces each block of a type by others: by the block with [variables of its
    /// own](Block::with_variables), or by one block with [other labels](Block::with_labels) for
    /// each element of a collection. The closure gets the block. It can evaluate expressions in it,
    /// for example in a [`Scope`](super::Scope) of other definitions. Its errors are diagnostics of
    /// [`References::check`](super::References::check) and [`Scope::check`](super::Scope::check).
    ///
    /// [`Definition::item`](super::Definition::item) returns the replaced blocks, to decode them.
    ///
    /// ```
    /// use serde_hcl::analysis::{Roots, Scope};
    /// use serde_hcl::{EvalContext, parse_file, value};
    ///
    /// let file = parse_file(
    ///     r#"
    /// task "test" {
    ///   matrix = ["linux", "windows"]
    ///   image  = "ci/${item}"
    /// }
    /// "#,
    /// )
    /// .into_result()?;
    /// let roots = Roots::new().blocks("task", "task", ["name"]).values("task", ["image"]);
    /// let roots = roots.ignore("task.matrix").instances("task", |block| {
    ///     let Some(matrix) = block.body().attribute("matrix") else { return Ok(vec![block.clone()]) };
    ///     let matrix = matrix.expression().evaluate(&EvalContext::new())?;
    ///     let instance = |item: &str| {
    ///         block
    ///             .with_labels([format!("{}-{item}", block.labels()[0].text())])
    ///             .with_variables([("item", item.into())])
    ///     };
    ///     Ok(matrix.iter().filter_map(|(_, item)| item.as_str()).map(instance).collect())
    /// });
    /// let scope = Scope::new(&roots, [file.body()], &EvalContext::new())?;
    /// assert_eq!(scope.value("task[\"test-linux\"].image")?, value!("ci/linux"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn instances(
        mut self,
        block_type: impl Name,
        instances: impl Fn(&Block) -> Result<Vec<Block>> + Send + Sync + 'static,
    ) -> Self {
        self.instances.push((block_type.into_string(), Instances(Arc::new(instances))));
        self
    }

    /// Adds blocks that define functions, see [`decode_functions`](crate::ext::decode_functions). A
    /// [`Scope`](super::Scope) defines them for all expressions, and their results can refer to all
    /// definitions. Functions that call themselves or each other in a cycle are an error.
    ///
    /// Each function is a definition whose address is `function.NAME`. They precede all others, and
    /// a call is a reference to the function.
    ///
    /// ```
    /// use serde_hcl::analysis::{Roots, Scope};
    /// use serde_hcl::{EvalContext, ext::FunctionNames, parse_file, value};
    ///
    /// let file = parse_file(
    ///     r#"
    /// function "tag" {
    ///   params = [name]
    ///   result = "${local.registry}/${name}:${local.version}"
    /// }
    /// locals {
    ///   registry = "example.org"
    ///   version  = 3
    ///   web      = tag("web")
    /// }
    /// "#,
    /// )
    /// .into_result()?;
    /// let roots =
    ///     Roots::new().attributes("local", "locals").functions(FunctionNames::new("function"));
    /// let scope = Scope::new(&roots, [file.body()], &EvalContext::new())?;
    /// assert_eq!(scope.value("local.web")?, value!("example.org/web:3"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn functions(mut self, names: userfunc::FunctionNames) -> Self {
        self.functions = Some(names);
        self
    }

    /// Adds roots whose values the application supplies during evaluation. References to them are
    /// valid, and refer to no definition.
    pub fn given<N: Name>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.given.extend(names.into_iter().map(|it| it.into_string()));
        self
    }

    /// Ignores the references in an attribute or a block that is not evaluated. The path consists
    /// of the types of the enclosing blocks and the name, as in
    /// `"resource.lifecycle.ignore_changes"`.
    pub fn ignore(mut self, path: &str) -> Self {
        self.ignored.push(path.split('.').map(str::to_owned).collect());
        self
    }

    /// Returns whether the references in an attribute or a block are [ignored](Self::ignore), by
    /// its own path or by that of an enclosing block.
    ///
    /// ```
    /// use serde_hcl::analysis::Roots;
    ///
    /// let roots = Roots::terraform();
    /// assert!(roots.is_ignored(&["moved", "from"]));
    /// assert!(!roots.is_ignored(&["variable", "default"]));
    /// ```
    pub fn is_ignored<S: Name>(&self, path: &[S]) -> bool {
        let begins = |ignored: &Vec<String>| {
            ignored.len() <= path.len() && ignored.iter().zip(path).all(|(a, b)| a == b.as_ref())
        };
        self.ignored.iter().any(begins)
    }

    /// Makes the references in an attribute or a block soft: they decide the
    /// [order](super::References::order) only as far as they make no cycle, and a cycle with one of
    /// them is not an error. This is for attributes that are evaluated later than the rest of a
    /// block, or separately: in Terraform, an attribute of a module may depend on a result of the
    /// same module. The path is as in [`ignore`](Self::ignore).
    ///
    /// ```
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let roots = Roots::new().blocks("step", "step", ["name"]).soft("step.cleanup");
    /// let file = serde_hcl::parse_file(r#"
    /// step "a" {
    ///   cleanup {
    ///     command = step.b.path
    ///   }
    /// }
    /// step "b" {
    ///   path = step.a.path
    /// }
    /// "#).into_result()?;
    /// let references = References::new(&roots, [file.body()]);
    /// let order: Vec<_> = references.order()?.iter().map(|definition| definition.address()).collect();
    /// assert_eq!(order, ["step.a", "step.b"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn soft(mut self, path: &str) -> Self {
        self.soft.push(path.split('.').map(str::to_owned).collect());
        self
    }

    /// Makes the names of blocks within other blocks valid there: with `("check", "data")`, a
    /// `check` block can refer to a nested `data` block in the same way as to a top-level one. A
    /// nested block is not a definition, and other blocks cannot refer to it. Its labels are its
    /// name, as [`blocks`](Self::blocks) or [`labeled`](Self::labeled) describes them.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{References, Roots};
    ///
    /// let roots = Roots::new().blocks("task", "task", ["name"]).scoped("group", "task");
    /// let file = serde_hcl::parse_file(r#"
    /// group "release" {
    ///   task "build" {}
    ///   result = task.build.path
    /// }
    /// other = task.build.path
    /// "#).into_result()?;
    /// let references = References::new(&roots, [file.body()]);
    /// assert_eq!(
    ///     references.check(&EvalContext::new()).to_string(),
    ///     "6:9: Unknown reference: There is no definition of \"task.build\".",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn scoped(mut self, block_type: impl Name, inner: impl Name) -> Self {
        self.scoped.push((block_type.into_string(), inner.into_string()));
        self
    }

    fn with<L: Name>(
        mut self,
        block_type: impl Name,
        labels: impl IntoIterator<Item = L>,
        names: Names,
    ) -> Self {
        let labels: Vec<String> = labels.into_iter().map(|it| it.into_string()).collect();
        let block_type = block_type.into_string();
        // Without labels there is no name to refer to.
        let names = if labels.is_empty() && names == Names::Labels { Names::Nothing } else { names };
        self.kinds.retain(|kind| kind.block_type != block_type);
        self.kinds.push(Kind { block_type, labels, names, value: None, values: None });
        self
    }
}

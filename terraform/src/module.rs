//! Modules: the content of a folder.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_hcl::Body;
use serde_hcl::analysis::{References, Roots};
use serde_hcl::diag::Diagnostics;

use crate::Dialect;
use crate::content::{
    Check, Import, Local, ModuleCall, ModuleFile, Moved, Output, ProviderConfig, ProviderRequirement,
    Removed, Resource, Settings, Variable,
};

/// How override files change the content of a module.
///
/// ```
/// use serde_hcl::Source;
/// use serde_hcl_terraform::{Loader, Overrides};
///
/// let files = [
///     Source::new("main.tf", "variable \"size\" {\n  type    = number\n  default = 1\n}\n"),
///     Source::new("override.tf", "variable \"size\" {\n  default = 2\n}\n"),
/// ];
/// for (overrides, has_type) in [(Overrides::Merge, true), (Overrides::Replace, false)] {
///     let module = Loader::new().overrides(overrides).parse(files.clone()).into_result()?;
///     assert_eq!(module.variables[0].default, Some(serde_hcl::value!(2)));
///     assert_eq!(module.variables[0].ty.is_some(), has_type);
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Overrides {
    /// Their arguments replace those of the same blocks, as in Terraform. See
    /// [`Body::overlay`](serde_hcl::Body::overlay).
    #[default]
    Merge,
    /// Their blocks replace the same blocks as a whole, as in terraform-config-inspect.
    Replace,
    /// Their blocks are there beside the others.
    Keep,
}

/// A module of Terraform or OpenTofu: the content of the files in a folder, in both syntaxes.
///
/// The lists are in the order of the files and of the texts. A name that is defined twice is there
/// twice; that is an error, see [`diagnostics`](Self::diagnostics).
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let module = Module::from_files([
///     ("main.tf", "resource \"aws_instance\" \"web\" {\n  ami  = var.ami\n  size = 1\n}\n"),
///     ("variables.tf.json", r#"{"variable": {"ami": {"type": "string"}}}"#),
///     ("main_override.tf", "resource \"aws_instance\" \"web\" {\n  size = 2\n}\n"),
/// ])
/// .into_result()?;
/// let web = &module.resources[0];
/// assert_eq!((web.address().as_str(), web.provider.name.as_str()), ("aws_instance.web", "aws"));
/// assert_eq!(
///     web.arguments.attribute("size").map(|it| it.expression().to_string()).as_deref(),
///     Some("2")
/// );
/// assert_eq!(module.variables[0].at.to_string(), "variables.tf.json:1");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Module {
    /// The folder, as it was named.
    pub folder: String,
    /// The program whose rules apply.
    pub dialect: Dialect,
    /// How override files changed the content.
    pub overrides: Overrides,
    /// The files of the configuration, and those with values of variables.
    pub files: Vec<ModuleFile>,
    /// The `terraform` blocks.
    pub settings: Settings,
    /// The providers by their names in the module: those that it requires, and those that it uses.
    pub required_providers: BTreeMap<String, ProviderRequirement>,
    /// The `provider` blocks.
    pub provider_configs: Vec<ProviderConfig>,
    /// The `variable` blocks.
    pub variables: Vec<Variable>,
    /// The `output` blocks.
    pub outputs: Vec<Output>,
    /// The arguments of `locals` blocks.
    pub locals: Vec<Local>,
    /// The `resource`, `data` and `ephemeral` blocks.
    pub resources: Vec<Resource>,
    /// The `module` blocks.
    pub module_calls: Vec<ModuleCall>,
    /// The `moved` blocks.
    pub moved: Vec<Moved>,
    /// The `removed` blocks.
    pub removed: Vec<Removed>,
    /// The `import` blocks.
    pub imports: Vec<Import>,
    /// The `check` blocks.
    pub checks: Vec<Check>,
    /// All blocks. With override files, those but `terraform` and `provider`, after the changes.
    pub(crate) body: Body,
    /// With override files: the blocks `terraform` and `provider`, as they are written.
    pub(crate) other_bodies: Vec<Body>,
    pub(crate) children: BTreeMap<String, Arc<Self>>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) references: OnceLock<Arc<References>>,
}

impl Module {
    /// Returns the diagnostics of its own files. Those of a load have those of the modules that it
    /// calls, too.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the module that a call names, if it is loaded.
    pub fn child(&self, call: &str) -> Option<&Self> {
        self.children.get(call).map(Arc::as_ref)
    }

    pub(crate) fn child_handle(&self, call: &str) -> Option<&Arc<Self>> {
        self.children.get(call)
    }

    /// Returns the calls of other modules.
    pub fn calls(&self) -> impl Iterator<Item = &ModuleCall> {
        self.module_calls.iter()
    }

    /// Returns the variable of a name; the last one, if there are several.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rfind(|it| it.name == name)
    }

    /// Returns the output of a name; the last one, if there are several.
    pub fn output(&self, name: &str) -> Option<&Output> {
        self.outputs.iter().rfind(|it| it.name == name)
    }

    /// Returns the resource with an [address](Resource::address); the last one, if there are
    /// several.
    pub fn resource(&self, address: &str) -> Option<&Resource> {
        self.resources.iter().rfind(|it| it.address() == address)
    }

    /// Returns the content of all files after the changes of override files. The blocks `terraform`
    /// and `provider` of all files are as they are written.
    pub fn bodies(&self) -> Vec<Body> {
        [&self.body].into_iter().chain(&self.other_bodies).cloned().collect()
    }

    /// Returns the definitions and the references between them.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module =
    ///     Module::from_files([("main.tf", "locals {\n  a = local.b\n  b = 1\n}\n")]).into_result()?;
    /// let order: Vec<_> = module.references().order()?.iter().map(|it| it.address()).collect();
    /// assert_eq!(order, ["local.b", "local.a"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn references(&self) -> &Arc<References> {
        self.references.get_or_init(|| Arc::new(References::new(&roots(), self.bodies())))
    }
}

/// Returns the meaning of names, with that of the blocks of actions.
fn roots() -> Roots {
    let roots = Roots::terraform().blocks("action", "action", ["type", "name"]);
    roots.ignore("action.provider").ignore("resource.lifecycle.action_trigger.events")
}

/// The folder and the numbers of the parts.
impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module")
            .field("folder", &self.folder)
            .field("variables", &self.variables.len())
            .field("outputs", &self.outputs.len())
            .field("resources", &self.resources.len())
            .field("module_calls", &self.module_calls.len())
            .finish_non_exhaustive()
    }
}

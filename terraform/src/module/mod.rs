//! Modules: the content of a folder.

mod assemble;
pub(crate) mod content;
mod load;
mod read;

use std::collections::BTreeMap;
use std::fmt;
#[cfg(any(unix, windows))]
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde_hcl::analysis::{References, Roots};
use serde_hcl::diag::Diagnostics;
use serde_hcl::{Body, Outcome, Source};

use crate::Dialect;
use crate::evaluate::Plan;
use content::{
    Check, Import, Local, ModuleCall, ModuleFile, Moved, Output, ProviderConfig, ProviderRequirement,
    Removed, Resource, Settings, Variable,
};
pub(crate) use load::below;
pub use load::{Loader, Overrides};
pub(crate) use read::text_of_type;

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
/// ]).into_result()?;
/// let web = &module.resources[0];
/// assert_eq!((web.address().as_str(), web.provider.name.as_str()), ("aws_instance.web", "aws"));
/// assert_eq!(web.arguments.attribute("size").map(|it| it.expression().to_string()).as_deref(), Some("2"));
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
    body: Body,
    /// With override files: the blocks `terraform` and `provider`, as they are written.
    other_bodies: Vec<Body>,
    children: BTreeMap<String, Arc<Self>>,
    diagnostics: Diagnostics,
    references: OnceLock<Arc<References>>,
    plan: OnceLock<Arc<Plan>>,
}

impl Module {
    /// Loads the module in a folder, and those that it calls by local paths. Of a folder that such
    /// a path names, only the files of a module are read.
    ///
    /// The diagnostics are those of the files: mistakes in the syntax, blocks and arguments that
    /// the language does not have, values of other types, repeated definitions, override files that
    /// override nothing, files and modules that cannot be read, and calls in a cycle. The module
    /// has the valid parts of all files. [`check`](Self::check) finds more.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::load(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shop")).into_result()?;
    /// let network = module.child("network").expect("the folder ./network is there");
    /// assert_eq!(network.outputs[0].name, "subnets");
    ///
    /// let missing = Module::load("no/such/folder");
    /// assert_eq!(
    ///     missing.into_result().unwrap_err().diagnostics().first().map(|it| it.summary()),
    ///     Some("Cannot read or write"),
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[cfg(any(unix, windows))]
    pub fn load(folder: impl AsRef<Path>) -> Outcome<Self> {
        Loader::new().load(folder)
    }

    /// Creates a module of texts by the names of their files. Modules that it calls are not loaded.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let files = [("main.tf", "variable \"size\" {\n  default = \n}\n"), ("outputs.tf", "output \"a\" {\n  value = 1\n}\n")];
    /// let outcome = Module::from_files(files);
    /// assert_eq!(outcome.diagnostics.iter().map(|it| it.to_string()).collect::<Vec<_>>(), [
    ///     "main.tf:2:13: Missing value: A value is expected before the end of the line.",
    /// ]);
    /// assert_eq!(outcome.value.outputs[0].name, "a");
    /// ```
    pub fn from_files<N: Into<String>, T: Into<String>>(
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Outcome<Self> {
        Loader::new().parse(files.into_iter().map(|(name, text)| Source::new(name, text)))
    }

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

    pub(crate) fn plan(&self) -> Arc<Plan> {
        self.plan.get_or_init(|| Arc::new(Plan::of(self))).clone()
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

    /// Returns the module with further files, in place of those of the same names. The modules that
    /// it calls are those that were loaded.
    ///
    /// ```
    /// use serde_hcl::{Source, value};
    /// use serde_hcl_terraform::{Module, Values};
    ///
    /// let module = Module::from_files([("main.tf", "locals {\n  a = 1\n}\n")]).into_result()?;
    /// let module = module.with_files([Source::new("more.tf", "locals {\n  b = local.a + 1\n}\n")]).into_result()?;
    /// let scope = module.scope(&module.context(), &Values::new()).into_result()?;
    /// assert_eq!(scope.value("local.b")?, value!(2));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn with_files(&self, sources: impl IntoIterator<Item = Source>) -> Outcome<Self> {
        let more: Vec<Source> = sources.into_iter().collect();
        let is_replaced = |it: &&ModuleFile| more.iter().any(|more| more.name() == it.source.name());
        let kept = self.files.iter().filter(|it| !is_replaced(it)).map(|it| it.source.clone());
        let loader = Loader::new().dialect(self.dialect).overrides(self.overrides);
        let kept: Vec<Source> = kept.collect();
        loader.parse(kept.into_iter().chain(more)).map(|module| Self {
            folder: self.folder.clone(),
            children: self.children.clone(),
            ..module
        })
    }

    /// Returns the definitions and the references between them.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::from_files([("main.tf", "locals {\n  a = local.b\n  b = 1\n}\n")]).into_result()?;
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

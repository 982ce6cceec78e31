//! The values of a module.

mod around;
mod computed;
mod instances;
mod plan;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
#[cfg(any(unix, windows))]
use std::time::SystemTime;

use crate::{EPHEMERAL, Functions, SENSITIVE};
use serde_hcl::analysis::Scope;
use serde_hcl::diag::{Category, Code, Diagnostics};
use serde_hcl::ext;
use serde_hcl::value::Mark;
use serde_hcl::{Diagnostic, EvalContext, Expression, Outcome, Value, is_identifier, value};

use crate::{Condition, Module, Output, Resource, Values};
use around::Around;
use plan::Plan;

/// The values of a module, see [`Module::evaluate`].
///
/// ```
/// use serde_hcl_terraform::{Module, Values};
///
/// let text = r#"
/// variable "region" {
///   default = "eu"
/// }
/// resource "cloud_server" "web" {
///   zone = "${var.region}-1"
/// }
/// output "zone" {
///   value = cloud_server.web.zone
/// }
/// "#;
/// let module = Module::from_files([("main.tf", text)]).into_result()?;
/// let evaluation = module.evaluate(&module.context(), &Values::new()).into_result()?;
/// assert_eq!(evaluation.resources[0].1["zone"], "eu-1");
/// assert_eq!(evaluation.outputs["zone"], "eu-1");
/// assert_eq!(evaluation.scope.value("var.region")?, "eu");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The definitions as variables of further expressions.
    pub scope: Scope,
    /// The values of the resources by their addresses, in the order of the module: an object with
    /// the arguments, or a tuple or an object of such objects with `count` or `for_each`.
    pub resources: Vec<(String, Value)>,
    /// The values of the outputs.
    pub outputs: BTreeMap<String, Value>,
}

impl Module {
    /// Returns a context with the functions of Terraform, `try` and `can`. Functions such as `file`
    /// read the files in the folder of the module, if it exists, and know the time.
    pub fn context(&self) -> EvalContext {
        let mut context = EvalContext::new();
        self.functions().register(&mut context);
        context.set_special_form("try", ext::try_form()).set_special_form("can", ext::can_form());
        context
    }

    #[cfg(any(unix, windows))]
    fn functions(&self) -> Functions {
        use crate::Folder;

        let functions = Functions::new().clock(SystemTime::now);
        let folder = if self.folder.is_empty() { "." } else { &self.folder };
        let functions = match std::path::absolute(folder) {
            Ok(path) => functions.current_folder(path.to_string_lossy()),
            Err(_) => functions,
        };
        match Folder::new(folder) {
            Ok(folder) => functions.files(folder),
            Err(_) => functions,
        }
    }

    #[cfg(not(any(unix, windows)))]
    fn functions(&self) -> Functions {
        Functions::new()
    }

    /// Returns the definitions of the module as variables of expressions, such as `local.name`.
    /// Each is evaluated when its value is needed.
    ///
    /// - A variable without a value is unknown, and so are the attributes of resources that are no
    ///   arguments: providers compute them. Without a schema of their names, an object has those
    ///   that the module refers to anywhere.
    /// - The value of a module is an object of its outputs, which are evaluated if the module is
    ///   [loaded](Self::child), and unknown otherwise.
    /// - `path.module` is `.`, or the path of a module that is called. `terraform.workspace` is
    ///   `default`, unless the context has a variable `terraform`.
    ///
    /// The diagnostics are those of [`Values::resolve`], and about conditions of variables that are
    /// not met.
    ///
    /// ```
    /// use serde_hcl::value;
    /// use serde_hcl_terraform::{Module, Values};
    ///
    /// let module = Module::load(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shop")).into_result()?;
    /// let scope = module.scope(&module.context(), &Values::new()).into_result()?;
    /// assert_eq!(scope.value("module.network.subnets[1]")?, value!("eu-1"));
    /// assert_eq!(scope.value("cloud_server.web[\"eu-0\"].subnet")?, value!("eu-0"));
    /// assert!(!scope.value("cloud_server.web[\"eu-0\"].address")?.is_known());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn scope(&self, context: &EvalContext, values: &Values) -> Outcome<Scope> {
        let mut base = context.child();
        base.share_limits();
        self.scope_within(
            values,
            Around { path: ".".to_owned(), base: Arc::new(base), shared: Arc::default() },
        )
    }

    /// Evaluates the whole module. The diagnostics are those of [`scope`](Self::scope) and of all
    /// expressions, and about conditions that are not met.
    ///
    /// ```
    /// use serde_hcl_terraform::{Module, Values};
    ///
    /// let module = Module::from_files([
    ///     ("main.tf", "resource \"disk\" \"a\" {\n  size = 2 * 5\n}\n"),
    ///     ("outputs.tf", "output \"size\" {\n  value = disk.a.size\n}\n"),
    /// ])
    /// .into_result()?;
    /// let evaluation = module.evaluate(&module.context(), &Values::new()).into_result()?;
    /// assert_eq!(evaluation.resources[0].0, "disk.a");
    /// assert_eq!(evaluation.outputs["size"], 10);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &EvalContext, values: &Values) -> Outcome<Evaluation> {
        let Outcome { value: scope, mut diagnostics } = self.scope(context, values);
        diagnostics.extend(scope.check());
        let mut outputs = BTreeMap::new();
        for output in &self.outputs {
            let value = output.evaluate(&scope);
            diagnostics.extend(value.diagnostics);
            outputs.insert(output.name.clone(), value.value);
            check_conditions(&output.preconditions, &scope, &mut diagnostics);
        }
        for lifecycle in self.resources.iter().filter_map(|it| it.lifecycle.as_ref()) {
            // Those after a change refer to what the provider computes.
            check_conditions(&lifecycle.preconditions, &scope, &mut diagnostics);
        }
        for config in &self.provider_configs {
            for attribute in config.arguments.attributes() {
                diagnostics.extend(scope.evaluate(attribute.expression()).diagnostics);
            }
        }
        let context = scope.context();
        let value = |it: &Resource| (it.address(), plan::arguments(it, &context));
        let resources = self.resources.iter().map(value).collect();
        let diagnostics = distinct(diagnostics);
        Outcome { value: Evaluation { scope, resources, outputs }, diagnostics }
    }

    fn scope_within(&self, values: &Values, around: Around) -> Outcome<Scope> {
        let Outcome { value: values, mut diagnostics } = values.resolve(self);
        let mut context = around.base.child();
        let root = context.variable("path").cloned().unwrap_or_else(|| value!({ "root": ".", "cwd": "." }));
        let named = |name: &str| root.get(name).cloned().unwrap_or_else(|| Value::from("."));
        context.set(
            "path",
            value!({ "module": (around.path.as_str()), "root": (named("root")), "cwd": (named("cwd")) }),
        );
        if context.variable("terraform").is_none() {
            context.set("terraform", value!({ "workspace": "default" }));
        }
        let scope = Scope::of(self.references().clone(), &context).or_else(|error| {
            diagnostics.extend(error.diagnostics().clone());
            Scope::of(self.references().clone(), &EvalContext::new())
        });
        let mut scope = scope.expect("a context without variables hides no definition");
        for variable in &self.variables {
            let value = values.get(&variable.name).cloned().unwrap_or_else(|| variable.unknown_value());
            let address = match is_identifier(&variable.name) {
                true => format!("var.{}", variable.name),
                false => format!("var[{}]", Value::from(variable.name.as_str())),
            };
            if let Err(error) = scope.set(&address, value) {
                diagnostics.extend(error.diagnostics().clone());
            }
        }
        let plan = Plan::new(self);
        scope.compute_blocks(move |definition, context| plan.value(definition, context, &around));
        for variable in &self.variables {
            check_conditions(&variable.validations, &scope, &mut diagnostics);
        }
        Outcome { value: scope, diagnostics }
    }
}

impl Output {
    /// Returns the value, with the marks that the output declares.
    pub(crate) fn evaluate(&self, scope: &Scope) -> Outcome<Value> {
        let Some(expression) = &self.value else {
            return Outcome { value: Value::UNKNOWN, diagnostics: Diagnostics::new() };
        };
        let marks = [(self.sensitive, SENSITIVE), (self.ephemeral, EPHEMERAL)];
        let marks = marks.into_iter().filter(|(is_marked, _)| *is_marked);
        scope
            .evaluate(expression)
            .map(|value| marks.fold(value, |value, (_, name)| value.mark(Mark::new(name))))
    }
}

/// Reports conditions that are not met.
fn check_conditions(conditions: &[Condition], scope: &Scope, diagnostics: &mut Diagnostics) {
    for condition in conditions {
        let Some(expression) = &condition.condition else { continue };
        let outcome = scope.evaluate(expression);
        diagnostics.extend(outcome.diagnostics);
        if outcome.value.unmark().0.as_bool() == Some(false) {
            diagnostics.push(not_met(expression, condition.error_message.as_ref(), scope));
        }
    }
}

/// Returns the error about a condition that is not met, with the message of the configuration,
/// unless that is sensitive.
fn not_met(condition: &Expression, message: Option<&Expression>, scope: &Scope) -> Diagnostic {
    let message = message.map(|it| scope.evaluate(it).value);
    let text = message.filter(|it| it.marks().is_empty()).and_then(|it| it.as_str().map(str::to_owned));
    let text = text.unwrap_or_else(|| "The condition is not met.".to_owned());
    let error = Diagnostic::error(Category::Data, Code::InvalidValue.summary(), text);
    error.with_code(Code::InvalidValue).at(condition.span()).in_source(condition.source())
}

/// Leaves out diagnostics that are there already: an error of a definition is that of each
/// expression that depends on it.
pub(crate) fn distinct(diagnostics: Diagnostics) -> Diagnostics {
    let mut seen = HashSet::new();
    // The mistake was reported when the file was read.
    let is_reported = |it: &Diagnostic| it.code() == Some(Code::InvalidExpression);
    let others = diagnostics.into_iter().filter(|it| !is_reported(it));
    let mut distinct: Diagnostics = others.filter(|it| seen.insert(it.to_string())).collect();
    distinct.sort_by_position();
    distinct
}

//! A module as data for other programs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::diag::Severity;
use serde_hcl::{Diagnostic, Expression, Value};

use crate::{Condition, Location, Module, Moved, ProviderRef, Resource, ResourceMode};

/// The content of a module in the form of [terraform-config-inspect] with more fields, to be
/// written with serde.
///
/// Definitions are maps by name, so that the last one of a name is there. Fields that
/// terraform-config-inspect does not have are left out where they are empty or have their default
/// value.
///
/// [terraform-config-inspect]: https://github.com/hashicorp/terraform-config-inspect
///
/// ```
/// use serde_hcl_terraform::Module;
///
/// let module =
///     Module::from_files([("main.tf", "output \"a\" {\n  value = 1\n}\n")]).into_result()?;
/// let json = serde_json::to_value(module.inspect()).expect("all content is JSON");
/// assert_eq!(
///     json["outputs"]["a"]["pos"],
///     serde_json::json!({ "filename": "main.tf", "line": 1 })
/// );
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Serialize, Debug)]
pub struct Inspection<'m> {
    path: &'m str,
    variables: BTreeMap<&'m str, VariableData<'m>>,
    outputs: BTreeMap<&'m str, OutputData<'m>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    required_core: &'m [String],
    required_providers: BTreeMap<&'m str, RequirementData<'m>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    provider_configs: BTreeMap<String, RefData<'m>>,
    managed_resources: BTreeMap<String, ResourceData<'m>>,
    data_resources: BTreeMap<String, ResourceData<'m>>,
    module_calls: BTreeMap<&'m str, CallData<'m>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<DiagnosticData<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<BackendData<'m>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ephemeral_resources: BTreeMap<String, ResourceData<'m>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    locals: BTreeMap<&'m str, LocalData<'m>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<MovedData<'m>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<RemovedData<'m>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    imports: Vec<ImportData<'m>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    checks: BTreeMap<&'m str, CheckData<'m>>,
}

#[derive(Serialize, Debug)]
struct VariableData<'m> {
    name: &'m str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    #[serde(skip_serializing_if = "is_blank")]
    description: Option<&'m str>,
    default: Option<&'m Value>,
    required: bool,
    #[serde(skip_serializing_if = "is_false")]
    sensitive: bool,
    #[serde(skip_serializing_if = "is_blank")]
    deprecated: Option<&'m str>,
    pos: &'m Location,
    #[serde(skip_serializing_if = "is_true")]
    nullable: bool,
    #[serde(skip_serializing_if = "is_false")]
    ephemeral: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    validations: Vec<ConditionData>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'m [String],
}

#[derive(Serialize, Debug)]
struct OutputData<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "is_blank")]
    description: Option<&'m str>,
    #[serde(skip_serializing_if = "is_false")]
    sensitive: bool,
    #[serde(skip_serializing_if = "is_blank")]
    deprecated: Option<&'m str>,
    pos: &'m Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    ephemeral: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'m [String],
}

#[derive(Serialize, Debug)]
struct RequirementData<'m> {
    #[serde(skip_serializing_if = "is_blank")]
    source: Option<&'m str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    version_constraints: &'m [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<RefData<'m>>,
}

#[derive(Serialize, Debug)]
struct RefData<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "is_blank")]
    alias: Option<&'m str>,
}

#[derive(Serialize, Debug)]
struct ResourceData<'m> {
    mode: &'static str,
    #[serde(rename = "type")]
    ty: &'m str,
    name: &'m str,
    provider: RefData<'m>,
    pos: &'m Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_each: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'m [String],
}

#[derive(Serialize, Debug)]
struct CallData<'m> {
    name: &'m str,
    source: &'m str,
    #[serde(skip_serializing_if = "is_blank")]
    version: Option<&'m str>,
    pos: &'m Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_each: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    providers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'m [String],
}

#[derive(Serialize, Debug)]
struct LocalData<'m> {
    name: &'m str,
    value: String,
    pos: &'m Location,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'m [String],
}

#[derive(Serialize, Debug)]
struct BackendData<'m> {
    #[serde(rename = "type")]
    ty: &'m str,
    pos: &'m Location,
}

#[derive(Serialize, Debug)]
struct ConditionData {
    condition: Option<String>,
    error_message: Option<String>,
}

#[derive(Serialize, Debug)]
struct MovedData<'m> {
    from: Option<String>,
    to: Option<String>,
    pos: &'m Location,
}

#[derive(Serialize, Debug)]
struct RemovedData<'m> {
    from: Option<String>,
    pos: &'m Location,
}

#[derive(Serialize, Debug)]
struct ImportData<'m> {
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    pos: &'m Location,
}

#[derive(Serialize, Debug)]
struct CheckData<'m> {
    name: &'m str,
    assertions: Vec<ConditionData>,
    pos: &'m Location,
}

#[derive(Serialize, Debug)]
struct DiagnosticData<'m> {
    severity: &'static str,
    summary: &'m str,
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pos: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

impl Module {
    /// Returns the content for other programs.
    pub fn inspect(&self) -> Inspection<'_> {
        Inspection {
            path: &self.folder,
            variables: self.variables.iter().map(|it| (it.name.as_str(), variable(it))).collect(),
            outputs: self.outputs.iter().map(|it| (it.name.as_str(), output(it))).collect(),
            required_core: &self.settings.required_versions,
            required_providers: self
                .required_providers
                .iter()
                .map(|(name, it)| {
                    let aliases = it.aliases.iter().map(reference).collect();
                    let (source, version_constraints) = (it.source.as_deref(), &*it.version_constraints);
                    (name.as_str(), RequirementData { source, version_constraints, aliases })
                })
                .collect(),
            provider_configs: self
                .provider_configs
                .iter()
                .map(|it| {
                    let key = it.alias.iter().fold(it.name.clone(), |name, alias| format!("{name}.{alias}"));
                    (key, RefData { name: &it.name, alias: it.alias.as_deref() })
                })
                .collect(),
            managed_resources: self.resources_of(ResourceMode::Managed),
            data_resources: self.resources_of(ResourceMode::Data),
            ephemeral_resources: self.resources_of(ResourceMode::Ephemeral),
            module_calls: self.calls().map(|it| (it.name.as_str(), call(it))).collect(),
            diagnostics: self.diagnostics().iter().map(diagnostic).collect(),
            backend: self.settings.backend.as_ref().map(|it| BackendData { ty: &it.ty, pos: &it.at }),
            locals: self.locals.iter().map(|it| (it.name.as_str(), local(it))).collect(),
            moved: self.moved.iter().map(moved).collect(),
            removed: self
                .removed
                .iter()
                .map(|it| RemovedData { from: it.from.as_ref().map(ToString::to_string), pos: &it.at })
                .collect(),
            imports: self
                .imports
                .iter()
                .map(|it| ImportData { to: text(it.to.as_ref()), id: text(it.id.as_ref()), pos: &it.at })
                .collect(),
            checks: self
                .checks
                .iter()
                .map(|it| {
                    let assertions = it.assertions.iter().map(condition).collect();
                    (it.name.as_str(), CheckData { name: &it.name, assertions, pos: &it.at })
                })
                .collect(),
        }
    }

    fn resources_of(&self, mode: ResourceMode) -> BTreeMap<String, ResourceData<'_>> {
        let resources = self.resources.iter().filter(|it| it.mode == mode);
        resources.map(|it| (it.address(), resource(it))).collect()
    }
}

fn variable(variable: &crate::Variable) -> VariableData<'_> {
    VariableData {
        name: &variable.name,
        // A type in quotes is a word in native syntax, and the type itself in JSON.
        ty: variable.type_expression.as_ref().map(crate::load::text_of_type),
        description: variable.description.as_deref(),
        default: variable.default.as_ref(),
        required: variable.default.is_none(),
        sensitive: variable.sensitive,
        deprecated: variable.deprecated.as_deref(),
        pos: &variable.at,
        nullable: variable.nullable,
        ephemeral: variable.ephemeral,
        validations: variable.validations.iter().map(condition).collect(),
        comments: &variable.comments,
    }
}

fn output(output: &crate::Output) -> OutputData<'_> {
    OutputData {
        name: &output.name,
        description: output.description.as_deref(),
        sensitive: output.sensitive,
        deprecated: output.deprecated.as_deref(),
        pos: &output.at,
        value: text(output.value.as_ref()),
        ephemeral: output.ephemeral,
        comments: &output.comments,
    }
}

fn resource(resource: &Resource) -> ResourceData<'_> {
    ResourceData {
        mode: match resource.mode {
            ResourceMode::Managed => "managed",
            mode => mode.block_type(),
        },
        ty: &resource.ty,
        name: &resource.name,
        provider: reference(&resource.provider),
        pos: &resource.at,
        count: text(resource.count.as_ref()),
        for_each: text(resource.for_each.as_ref()),
        depends_on: resource.depends_on.iter().map(ToString::to_string).collect(),
        comments: &resource.comments,
    }
}

fn call(call: &crate::ModuleCall) -> CallData<'_> {
    let name = |it: &ProviderRef| it.to_string();
    CallData {
        name: &call.name,
        source: call.source.as_deref().unwrap_or_default(),
        version: call.version.as_deref(),
        pos: &call.at,
        count: text(call.count.as_ref()),
        for_each: text(call.for_each.as_ref()),
        depends_on: call.depends_on.iter().map(ToString::to_string).collect(),
        providers: call.providers.iter().map(|(to, from)| (name(to), name(from))).collect(),
        comments: &call.comments,
    }
}

fn local(local: &crate::Local) -> LocalData<'_> {
    LocalData { name: &local.name, value: written(&local.value), pos: &local.at, comments: &local.comments }
}

fn moved(moved: &Moved) -> MovedData<'_> {
    let [from, to] = [&moved.from, &moved.to].map(|it| it.as_ref().map(ToString::to_string));
    MovedData { from, to, pos: &moved.at }
}

fn condition(condition: &Condition) -> ConditionData {
    ConditionData {
        condition: text(condition.condition.as_ref()),
        error_message: text(condition.error_message.as_ref()),
    }
}

fn diagnostic(diagnostic: &Diagnostic) -> DiagnosticData<'_> {
    // One about a file as a whole is at its start.
    let span = diagnostic.span().unwrap_or_default();
    DiagnosticData {
        severity: if diagnostic.severity() == Severity::Error { "error" } else { "warning" },
        summary: diagnostic.summary(),
        detail: diagnostic.detail(),
        pos: diagnostic.source().map(|source| Location { source: source.clone(), span }),
        code: diagnostic.code().map(|it| it.as_str()),
    }
}

fn reference(reference: &ProviderRef) -> RefData<'_> {
    RefData { name: &reference.name, alias: reference.alias.as_deref() }
}

/// Returns an expression as it is written.
fn text(expression: Option<&Expression>) -> Option<String> {
    expression.map(written)
}

fn written(expression: &Expression) -> String {
    expression.source().slice(expression.span()).to_owned()
}

fn is_blank(text: &Option<&str>) -> bool {
    text.is_none_or(str::is_empty)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(flag: &bool) -> bool {
    *flag
}

//! The files of a module by their names.

/// The program whose rules for the files of a folder apply.
///
/// ```
/// use serde_hcl_terraform::{Dialect, Role, role};
///
/// assert_eq!(role("main.tofu", Dialect::Terraform), Role::Ignored);
/// assert_eq!(role("main.tofu", Dialect::OpenTofu), Role::Config);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// Terraform, which reads `.tf` files.
    #[default]
    Terraform,
    /// OpenTofu, which also reads `.tofu` files, each in place of the `.tf` file of its name.
    OpenTofu,
}

/// The part that a file has in a module.
///
/// ```
/// use serde_hcl_terraform::{Dialect, Role, role};
///
/// let is_config = |name: &str| {
///     matches!(role(name, Dialect::Terraform), Role::Config | Role::Override)
/// };
/// let names = ["main.tf", "main_override.tf", "terraform.tfvars", ".terraform.lock.hcl"];
/// assert_eq!(names.map(is_config), [true, true, false, false]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// A part of the configuration: `main.tf`, `main.tf.json`.
    Config,
    /// A part of the configuration that overrides others: `override.tf`, `main_override.tf`.
    Override,
    /// Values of variables.
    Values {
        /// Whether they are used without being named: `terraform.tfvars`, `prod.auto.tfvars`.
        auto: bool,
    },
    /// A test, or the data of one: `main.tftest.hcl`, `main.tfmock.hcl`.
    Test,
    /// The versions of providers that were selected: `.terraform.lock.hcl`.
    Lock,
    /// No part of a module, such as hidden files, copies of editors, and files of other languages.
    Ignored,
}

/// Returns the part that a file of a name has in a module.
///
/// ```
/// use serde_hcl_terraform::{Dialect, Role, role};
///
/// let role = |name| role(name, Dialect::Terraform);
/// assert_eq!(role("main.tf.json"), Role::Config);
/// assert_eq!(role("network_override.tf"), Role::Override);
/// assert_eq!(role("terraform.tfvars"), Role::Values { auto: true });
/// assert_eq!(role("prod.tfvars"), Role::Values { auto: false });
/// assert_eq!(role("job.nomad"), Role::Ignored);
/// ```
pub fn role(file_name: &str, dialect: Dialect) -> Role {
    if file_name == ".terraform.lock.hcl" {
        return Role::Lock;
    }
    let is_copy = file_name.ends_with('~') || file_name.starts_with('#') && file_name.ends_with('#');
    if file_name.starts_with('.') || is_copy {
        return Role::Ignored;
    }
    if let Some(stem) = config_stem(file_name, dialect) {
        let is_override = stem == "override" || stem.ends_with("_override");
        return if is_override { Role::Override } else { Role::Config };
    }
    let name = file_name.strip_suffix(".json").unwrap_or(file_name);
    if let Some(stem) = name.strip_suffix(".tfvars") {
        return Role::Values { auto: stem == "terraform" || stem.ends_with(".auto") };
    }
    let name = file_name.strip_suffix(".hcl").unwrap_or(name);
    let of_tests: &[&str] = match dialect {
        Dialect::Terraform => &[".tftest", ".tfmock"],
        Dialect::OpenTofu => &[".tftest", ".tfmock", ".tofutest", ".tofumock"],
    };
    let is_test = name != file_name && of_tests.iter().any(|end| name.ends_with(end));
    if is_test { Role::Test } else { Role::Ignored }
}

/// Returns the name of a file of configuration without its extension.
fn config_stem(file_name: &str, dialect: Dialect) -> Option<&str> {
    let name = file_name.strip_suffix(".json").unwrap_or(file_name);
    match dialect {
        Dialect::Terraform => name.strip_suffix(".tf"),
        Dialect::OpenTofu => name.strip_suffix(".tf").or_else(|| name.strip_suffix(".tofu")),
    }
}

/// Returns whether a file is one that only OpenTofu reads.
pub(crate) fn is_of_open_tofu(file_name: &str) -> bool {
    file_name.strip_suffix(".json").unwrap_or(file_name).ends_with(".tofu")
}

/// Returns the name of the file that replaces a file, if it exists: `main.tofu` for `main.tf`.
pub(crate) fn replacement(file_name: &str) -> Option<String> {
    let (name, json) = match file_name.strip_suffix(".json") {
        Some(name) => (name, ".json"),
        None => (file_name, ""),
    };
    Some(format!("{}.tofu{json}", name.strip_suffix(".tf")?))
}

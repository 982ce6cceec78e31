//! The specification that applies to a document.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde_hcl::Type;
use serde_hcl::ext::Spec;
use serde_hcl_terraform::{Module, Variable};

use super::cursor::{Cursor, Kind, Name};
use crate::files;
use crate::language::Language;
use crate::workspace::View;

/// The type of the blocks that call modules.
pub(crate) const MODULE: &str = "module";

/// The arguments of all calls of modules, and whether they are required.
const ARGUMENTS: [(&str, bool); 6] = [
    ("source", true),
    ("version", false),
    ("providers", false),
    ("count", false),
    ("for_each", false),
    ("depends_on", false),
];

/// The specification of a document, and that of the outermost block at an offset, if it is the call
/// of a module or has the schema of a provider.
pub(crate) struct Schema<'w> {
    pub(crate) spec: Option<Cow<'w, Spec>>,
    pub(crate) call: Option<Cow<'w, Spec>>,
}

impl<'w> Schema<'w> {
    /// Returns the specification of the folder, that of the language of Terraform, or that of the
    /// values of variables.
    pub(crate) fn at(view: &View<'w>, cursor: &Cursor<'_>) -> Self {
        let language = view.language();
        let name = view.document.source.name();
        let (mut spec, mut call) = (language.spec.as_ref().map(Cow::Borrowed), None);
        if language.is_terraform(name) {
            spec = Some(Cow::Borrowed(terraform()));
            call = block_at(cursor).and_then(|block| match block {
                [block_type, name] if block_type.text == MODULE => {
                    view.workspace.called(view.folder, name.text).map(|it| Cow::Owned(of_call(&it)))
                }
                [block_type, label, ..] => {
                    let spec = of_provider(language, block_type.text, label.text)?;
                    Some(Cow::Owned(Spec::clone(&spec)))
                }
                _ => None,
            });
        } else if spec.is_none() && language.has_modules && files::is_of_variables(name) {
            spec = view.folder.variables().map(|module| Cow::Owned(of_values(module)));
        }
        Self { spec, call }
    }
}

/// Returns the language of Terraform.
fn terraform() -> &'static Spec {
    static LANGUAGE: OnceLock<Spec> = OnceLock::new();
    LANGUAGE.get_or_init(serde_hcl_terraform::language)
}

/// Returns the type and the labels of the outermost block around an offset.
fn block_at<'c, 't>(cursor: &'c Cursor<'t>) -> Option<&'c [Name<'t>]> {
    let block = cursor.frames.iter().filter(|frame| frame.kind == Kind::Body).nth(1)?;
    Some(&block.block)
}

/// Returns the content of the blocks of a type with a first label by the schemas of providers.
pub(crate) fn of_provider(language: &Language, block_type: &str, label: &str) -> Option<Arc<Spec>> {
    language.providers.as_ref()?.block(block_type, label)
}

/// Returns the specification of a file with values of the variables of a module.
pub(crate) fn of_values(module: &Module) -> Spec {
    let variables = module.variables.iter();
    Spec::tuple(variables.map(|it| described(it, Spec::attribute(it.name.as_str(), type_of(it)))))
}

/// Returns the specification of a call of a module.
fn of_call(module: &Module) -> Spec {
    let arguments = ARGUMENTS.map(|(name, is_required)| {
        let attribute = Spec::attribute(name, Type::Dynamic);
        if is_required { attribute.required() } else { attribute }
    });
    let variable = |it: &Variable| {
        let attribute = described(it, Spec::attribute(it.name.as_str(), type_of(it)));
        match &it.default {
            None => attribute.required(),
            Some(default) if default.is_null() || it.sensitive => attribute,
            Some(default) => attribute.or(Spec::literal(default.clone())),
        }
    };
    Spec::tuple(arguments.into_iter().chain(module.variables.iter().map(variable)))
}

fn type_of(variable: &Variable) -> Type {
    variable.ty.as_ref().map_or(Type::Dynamic, |ty| ty.ty().clone())
}

fn described(variable: &Variable, spec: Spec) -> Spec {
    match &variable.description {
        Some(text) => spec.description(text.as_str()),
        None => spec,
    }
}

//! Checks of the references in a module.

use std::collections::{HashMap, HashSet};

use serde_hcl::TraversalStep;
use serde_hcl::analysis::Definition;
use serde_hcl::body::BodyItem;
use serde_hcl::diag::{Category, Code, name_suggestion};
use serde_hcl::{Diagnostic, Outcome, Traversal};

use crate::evaluate::distinct;
use crate::language::JSON_COMMENT;
use crate::{Module, ModuleCall};

/// The names that Terraform gives a value, with their attributes.
const GIVEN: [(&str, &[&str]); 4] = [
    ("path", &["module", "root", "cwd"]),
    ("terraform", &["workspace", "applying"]),
    ("count", &["index"]),
    ("each", &["key", "value"]),
];

/// The types of blocks whose parts can refer to themselves.
const WITH_SELF: [&str; 5] = ["resource", "data", "ephemeral", "action", "removed"];

impl Module {
    /// Checks the module without values of its variables. The diagnostics are [those of the
    /// files](Self::diagnostics), and about references: to definitions and functions that do not
    /// exist, in a cycle, to `each` and `count` outside of blocks that have them, to attributes
    /// that `path`, `terraform`, `count` and `each` do not have, and to outputs that a loaded
    /// module does not have. The arguments of calls have to be variables of a loaded module.
    ///
    /// While a file has mistakes in its syntax, a missing definition can be one of its parts, and
    /// is not reported.
    ///
    /// ```
    /// use serde_hcl_terraform::Module;
    ///
    /// let module = Module::from_files([(
    ///     "main.tf",
    ///     "output \"a\" {\n  value = [path.modul, each.key, var.x]\n}\n",
    /// )])
    /// .into_result()?;
    /// let found: Vec<_> = module.check().diagnostics.iter().map(|it| it.to_string()).collect();
    /// assert_eq!(
    ///     found,
    ///     [
    ///         "main.tf:2:12: Unsupported attribute: \"path\" has no attribute \"modul\". Did you \
    ///          mean \"module\"?",
    ///         "main.tf:2:24: Unknown variable: \"each\" has a value only in a block with \
    ///          \"for_each\".",
    ///         "main.tf:2:34: Unknown reference: There is no definition of \"var.x\".",
    ///     ]
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn check(&self) -> Outcome<()> {
        let mut found = self.diagnostics().clone();
        let is_complete = self.is_complete();
        let of_references = self.references().check(&self.context());
        let of_references = of_references.into_iter().filter(|it| match it.code() {
            Some(Code::UnknownReference) => is_complete,
            code => matches!(code, Some(Code::ReferenceCycle | Code::UnknownFunction)),
        });
        found.extend(of_references);
        let given = self.references().given();
        found.extend(given.filter_map(|(definition, traversal)| check_given(definition, traversal)));
        let loaded: HashMap<&str, Loaded<'_>> = self.calls().filter_map(|it| self.loaded(it)).collect();
        let mut hints = MAX_HINTS;
        for reference in self.references().iter() {
            found.extend(check_output(&loaded, reference.traversal(), &mut hints));
        }
        for call in self.calls() {
            if let Some(loaded) = loaded.get(call.name.as_str()) {
                loaded.check_arguments(&mut hints, &mut |diagnostic| found.push(diagnostic));
            }
        }
        Outcome { value: (), diagnostics: distinct(found) }
    }

    /// Returns whether all files were read and have no mistakes in their syntax.
    pub(crate) fn is_complete(&self) -> bool {
        let is_missing = |it: &Diagnostic| match it.category() {
            Category::Syntax | Category::Limit => true,
            // A module that is called has no definitions of this one.
            Category::Io => it.summary() == Code::Io.summary(),
            _ => false,
        };
        !self.diagnostics().errors().any(is_missing)
    }

    /// Returns a call whose module is loaded without errors that hide a part of it.
    fn loaded<'m>(&'m self, call: &'m ModuleCall) -> Option<(&'m str, Loaded<'m>)> {
        let module = self.child(&call.name).filter(|it| it.is_complete())?;
        let outputs = module.outputs.iter().map(|it| it.name.as_str()).collect();
        Some((&call.name, Loaded { call, module, outputs }))
    }
}

/// The maximum number of unknown names that are compared with all others.
const MAX_HINTS: usize = 100;

/// A call whose module is loaded.
struct Loaded<'m> {
    call: &'m ModuleCall,
    module: &'m Module,
    outputs: HashSet<&'m str>,
}

/// Returns the error about a reference to an output that a loaded module does not have.
fn check_output(
    loaded: &HashMap<&str, Loaded<'_>>,
    traversal: &Traversal,
    hints: &mut usize,
) -> Option<Diagnostic> {
    let [TraversalStep::Root { name: root, .. }, TraversalStep::Attr { name, .. }, rest @ ..] =
        traversal.steps()
    else {
        return None;
    };
    let Loaded { call, module, outputs } = loaded.get(name.as_str()).filter(|_| root == "module")?;
    let is_repeated = call.count.is_some() || call.for_each.is_some();
    let (output, span) = match rest {
        [TraversalStep::Index { .. }, TraversalStep::Attr { name, span, .. }, ..] if is_repeated => {
            (name, span)
        }
        [TraversalStep::Attr { name, span, .. }, ..] if !is_repeated => (name, span),
        _ => return None,
    };
    if outputs.contains(output.as_str()) {
        return None;
    }
    let hint = hint(output, module.outputs.iter().map(|it| it.name.as_str()), hints);
    let detail = format!("The module {name:?} has no output {output:?}.{hint}");
    Some(error(Code::UnsupportedAttribute, detail).at(*span).in_source(traversal.source()))
}

impl Loaded<'_> {
    /// Reports arguments that are no variables of the module, and missing ones.
    fn check_arguments(&self, hints: &mut usize, report: &mut dyn FnMut(Diagnostic)) {
        let (call, variables) = (self.call, &self.module.variables);
        let declared: HashSet<&str> = variables.iter().map(|it| it.name.as_str()).collect();
        let mut given = HashSet::new();
        for argument in call.arguments.attributes().filter(|it| it.name() != JSON_COMMENT) {
            if !declared.contains(argument.name()) {
                let hint = hint(argument.name(), variables.iter().map(|it| it.name.as_str()), hints);
                let detail =
                    format!("The module {:?} has no variable {:?}.{hint}", call.name, argument.name());
                let error = error(Code::UnexpectedAttribute, detail);
                report(error.at(argument.name_span()).in_source(argument.source()));
            }
            given.insert(argument.name().to_owned());
        }
        for variable in variables.iter().filter(|it| it.default.is_none() && !given.contains(&it.name)) {
            let detail =
                format!("The module {:?} needs a value for its variable {:?}.", call.name, variable.name);
            let error = call.at.place(error(Code::MissingItem, detail));
            report(error.with_label_in(&variable.at.source, variable.at.span, "declared here"));
        }
    }
}

/// Returns the error about a reference to a name that Terraform gives a value.
fn check_given(definition: &Definition, traversal: &Traversal) -> Option<Diagnostic> {
    let root = traversal.root_name()?;
    let error = |code: Code, detail: String, traversal: &Traversal| {
        error(code, detail).at(traversal.span()).in_source(traversal.source())
    };
    let needed = match root {
        "each" => Some("for_each"),
        "count" => Some("count"),
        _ => None,
    };
    let block = match definition.item() {
        BodyItem::Block(block) => Some(block),
        BodyItem::Attribute(_) => None,
    };
    if let Some(needed) = needed {
        // The data source in a check can have one, too.
        let is_nested = block.is_some_and(|it| it.block_type() == "check");
        if !is_nested && block.is_none_or(|it| it.body().attribute(needed).is_none()) {
            let detail = format!("{root:?} has a value only in a block with {needed:?}.");
            return Some(error(Code::UnknownVariable, detail, traversal));
        }
    }
    if root == "self" && !block.is_some_and(|it| WITH_SELF.contains(&it.block_type())) {
        let detail = "\"self\" has a value only in the conditions and provisioners of a resource.";
        return Some(error(Code::UnknownVariable, detail.to_owned(), traversal));
    }
    let (_, attributes) = GIVEN.iter().find(|(name, _)| *name == root)?;
    let name = match traversal.steps().get(1)? {
        TraversalStep::Attr { name, .. } => name,
        _ => return None,
    };
    if attributes.contains(&name.as_str()) {
        return None;
    }
    let detail =
        format!("{root:?} has no attribute {name:?}.{}", hint(name, attributes.iter().copied(), &mut 1));
    Some(error(Code::UnsupportedAttribute, detail, traversal))
}

/// Returns a sentence with the nearest name, if there is one.
fn hint<'n>(name: &str, names: impl IntoIterator<Item = &'n str>, left: &mut usize) -> String {
    let nearest = if *left > 0 { name_suggestion(name, names) } else { None };
    *left = left.saturating_sub(1);
    nearest.map_or_else(String::new, |it| format!(" Did you mean {it:?}?"))
}

fn error(code: Code, detail: String) -> Diagnostic {
    Diagnostic::error(code.category(), code.summary(), detail).with_code(code)
}

//! Values of the variables of a module.

use std::collections::{BTreeMap, HashSet};

use crate::{EPHEMERAL, SENSITIVE};
use serde_hcl::diag::{Category, Code, Diagnostics, name_suggestion};
use serde_hcl::ext::TypeConstraint;
use serde_hcl::value::{Mark, Marks};
use serde_hcl::{
    Body, Diagnostic, EvalContext, Outcome, Source, Type, Value, json, parse_expression, parse_file,
};

use crate::{Location, Module, ModuleFile, Role, Variable};

/// Values of variables, from all the places in which Terraform finds them.
///
/// A later place has precedence over an earlier one: the environment, the files of the module
/// (`terraform.tfvars`, `terraform.tfvars.json`, and then `*.auto.tfvars` and `*.auto.tfvars.json`
/// in the order of their names), and last the [files](Self::file), [arguments](Self::argument) and
/// [values](Self::set) that an application adds, in their order.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::{Module, Values};
///
/// let module = Module::from_files([
///     ("size.tf", "variable \"size\" {\n  type = number\n}\n"),
///     ("zones.tf", "variable \"zones\" {\n  type = list(string)\n}\n"),
///     ("terraform.tfvars", "size = 1\nzones = [\"a\"]\n"),
/// ])
/// .into_result()?;
/// let mut values = Values::new();
/// values.environment("TF_VAR_", [("TF_VAR_size", "2"), ("TF_VAR_zones", "[]")]);
/// values.argument("size", "3");
/// let values = values.resolve(&module).into_result()?;
/// assert_eq!(values["size"], value!(3));
/// assert_eq!(values["zones"][0], value!("a"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Values {
    /// In the order of their precedence within an origin.
    environment: Vec<Given>,
    given: Vec<Given>,
    /// Whether they are those of a call of the module, which does not use its files.
    is_call: bool,
}

/// A value for a variable.
#[derive(Clone, Debug)]
struct Given {
    name: String,
    content: Content,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum Content {
    /// As an argument of a command, or a variable of the environment.
    Text(String),
    Value(Value),
}

#[derive(Clone, Debug)]
enum Origin {
    Environment(String),
    File(Location),
    Argument,
    Application,
}

impl Values {
    /// Creates a collection without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the values of a call, which are all values of the module that is called.
    pub(crate) fn of_call() -> Self {
        Self { is_call: true, ..Self::default() }
    }

    /// Adds the value of an argument of a call.
    pub(crate) fn passed(&mut self, name: &str, value: Value, at: Location) {
        let (name, content) = (name.to_owned(), Content::Value(value));
        self.given.push(Given { name, content, origin: Origin::File(at) });
    }

    /// Adds the variables of an environment whose names begin with a prefix, which is `TF_VAR_` in
    /// Terraform. Their texts are as those of [`argument`](Self::argument). A variable that the
    /// module does not declare is ignored.
    pub fn environment<N: AsRef<str>, T: Into<String>>(
        &mut self,
        prefix: &str,
        variables: impl IntoIterator<Item = (N, T)>,
    ) -> &mut Self {
        for (variable, text) in variables {
            if let Some(name) = variable.as_ref().strip_prefix(prefix) {
                let (name, content) = (name.to_owned(), Content::Text(text.into()));
                let origin = Origin::Environment(variable.as_ref().to_owned());
                self.environment.push(Given { name, content, origin });
            }
        }
        self
    }

    /// Adds the values of a file, as with `-var-file`. A file whose name ends in `.json` is in
    /// JSON.
    ///
    /// The diagnostics are those of the syntax, and about expressions that are no constants.
    ///
    /// ```
    /// use serde_hcl::Source;
    /// use serde_hcl_terraform::Values;
    ///
    /// let mut values = Values::new();
    /// let file = Source::new("prod.tfvars", "size = var.x\n");
    /// assert_eq!(
    ///     values.file(file).into_result().unwrap_err().to_string(),
    ///     "prod.tfvars:1:8: Variables not allowed: Variables may not be used here.",
    /// );
    /// ```
    pub fn file(&mut self, source: Source) -> Outcome<()> {
        let is_json = source.name().ends_with(".json");
        let parsed = if is_json { json::parse_file(source) } else { parse_file(source) };
        let mut diagnostics = parsed.diagnostics;
        self.given.extend(read(parsed.value.body(), &mut diagnostics));
        Outcome { value: (), diagnostics }
    }

    /// Adds a value as a text, as with `-var`: a string, a number or a Boolean by itself, and an
    /// expression for any other type. The text for a variable without a type is a string.
    pub fn argument(&mut self, name: impl Into<String>, text: impl Into<String>) -> &mut Self {
        let content = Content::Text(text.into());
        self.given.push(Given { name: name.into(), content, origin: Origin::Argument });
        self
    }

    /// Adds a value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Value>) -> &mut Self {
        let content = Content::Value(value.into());
        self.given.push(Given { name: name.into(), content, origin: Origin::Application });
        self
    }

    /// Adds a value with the precedence of the environment: over default values only. A variable
    /// that the module does not declare is ignored.
    pub fn set_fallback(&mut self, name: impl Into<String>, value: impl Into<Value>) -> &mut Self {
        let name = name.into();
        let (content, origin) = (Content::Value(value.into()), Origin::Environment(name.clone()));
        self.environment.push(Given { name, content, origin });
        self
    }

    /// Returns the values of the variables of a module: converted to their types, with the defaults
    /// of optional attributes, and marked if the variable is sensitive or ephemeral. The variables
    /// that no place has a value for have their default values, and those without are left out.
    ///
    /// The diagnostics are about values that are not of the type of their variable, and about
    /// values for variables that the module does not declare: a warning for a file, and an error
    /// otherwise.
    ///
    /// ```
    /// use serde_hcl_terraform::{Module, Values};
    ///
    /// let module = Module::from_files([("main.tf", "variable \"size\" {\n  type = number\n}\n")])
    ///     .into_result()?;
    /// let resolved = Values::new().argument("size", "big").argument("sise", "1").resolve(&module);
    /// assert_eq!(
    ///     resolved.diagnostics.iter().map(|it| it.to_string()).collect::<Vec<_>>(),
    ///     [
    ///         "Unknown variable: The module has no variable \"sise\". Did you mean \"size\"?",
    ///         "main.tf:1:1: Wrong type: The value of the variable \"size\" is unsuitable: expected \
    ///          a number, found the string \"big\".",
    ///     ]
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn resolve(&self, module: &Module) -> Outcome<BTreeMap<String, Value>> {
        let mut diagnostics = Diagnostics::new();
        let mut of_files = Vec::new();
        for file in automatic(module).into_iter().filter(|_| !self.is_call) {
            of_files.extend(read(&file.body, &mut diagnostics));
        }
        let declared: HashSet<&str> = module.variables.iter().map(|it| it.name.as_str()).collect();
        let mut last: BTreeMap<&str, &Given> = BTreeMap::new();
        for given in self.environment.iter().chain(&of_files).chain(&self.given) {
            if declared.contains(given.name.as_str()) {
                last.insert(&given.name, given);
            } else if !self.is_call {
                // The check of a module reports the arguments of calls.
                diagnostics.extend(undeclared(given, module));
            }
        }
        let mut values = BTreeMap::new();
        for variable in &module.variables {
            let value = match last.get(variable.name.as_str()) {
                Some(given) => given.value_of(variable, &mut diagnostics),
                None => variable.default_value(),
            };
            values.extend(value.map(|value| (variable.name.clone(), value)));
        }
        Outcome { value: values, diagnostics }
    }
}

/// Returns the files with values that a module uses by itself, in the order of their
/// precedence.
fn automatic(module: &Module) -> Vec<&ModuleFile> {
    let is_used = |it: &&ModuleFile| it.role == Role::Values { auto: true };
    let mut files: Vec<_> = module.files.iter().filter(is_used).collect();
    files.sort_by_key(|it| (!it.name.starts_with("terraform.tfvars"), it.name.clone()));
    files
}

/// Returns the values of a file.
fn read(body: &Body, diagnostics: &mut Diagnostics) -> Vec<Given> {
    let attributes = body.just_attributes();
    diagnostics.extend(attributes.diagnostics);
    let mut given = Vec::new();
    for attribute in attributes.value {
        // In JSON, strings are texts, and no templates.
        let outcome = attribute.expression().evaluate_with_diagnostics(&EvalContext::literal_only());
        let is_valid = !outcome.diagnostics.has_errors();
        diagnostics.extend(outcome.diagnostics);
        if is_valid {
            let (name, content) = (attribute.name().to_owned(), Content::Value(outcome.value));
            given.push(Given { name, content, origin: Origin::File((&attribute).into()) });
        }
    }
    given
}

/// Returns the diagnostic about a value for a variable that the module does not declare.
fn undeclared(given: &Given, module: &Module) -> Option<Diagnostic> {
    let names = module.variables.iter().map(|it| it.name.as_str());
    let hint = name_suggestion(&given.name, names).map(|it| format!(" Did you mean {it:?}?"));
    let detail = format!("The module has no variable {:?}.{}", given.name, hint.unwrap_or_default());
    let summary = Code::UnknownVariable.summary();
    let diagnostic = match &given.origin {
        Origin::Environment(_) => return None,
        Origin::File(at) => at.place(Diagnostic::warning(Category::Eval, summary, detail)),
        Origin::Argument | Origin::Application => Diagnostic::error(Category::Eval, summary, detail),
    };
    Some(diagnostic.with_code(Code::UnknownVariable))
}

impl Given {
    /// Returns the value of a variable.
    fn value_of(&self, variable: &Variable, diagnostics: &mut Diagnostics) -> Option<Value> {
        let value = match &self.content {
            Content::Value(value) => Ok(value.clone()),
            Content::Text(text) => parsed(text, variable),
        };
        let converted = value.and_then(|value| {
            let value = variable.marked(&value);
            if value.is_null() && !variable.nullable {
                return Ok(variable.default_value());
            }
            let converted = variable.ty.as_ref().map(|ty| ty.convert(&value));
            converted.unwrap_or(Ok(value)).map(Some).map_err(|error| error.to_string())
        });
        match converted {
            Ok(value) => value,
            Err(reason) => {
                diagnostics.push(self.unsuitable(variable, &reason));
                None
            }
        }
    }

    /// Returns the error about a value that a variable cannot have. The place of a value that is
    /// sensitive is not shown.
    fn unsuitable(&self, variable: &Variable, reason: &str) -> Diagnostic {
        let place = match &self.origin {
            Origin::Environment(name) => format!(", from the environment variable {name:?},"),
            _ => String::new(),
        };
        let reason = reason.trim_end_matches('.');
        let detail = format!("The value of the variable {:?}{place} is unsuitable: {reason}.", variable.name);
        let code = Code::TypeMismatch;
        let error = Diagnostic::error(code.category(), code.summary(), detail).with_code(code);
        match &self.origin {
            Origin::File(at) if variable.marks().is_empty() => at.place(error),
            _ => variable.at.place(error),
        }
    }
}

/// Returns the value of a text for a variable.
fn parsed(text: &str, variable: &Variable) -> Result<Value, String> {
    let is_text = match variable.ty.as_ref().map(TypeConstraint::ty) {
        None => true,
        Some(ty) => matches!(ty, Type::String | Type::Number | Type::Bool),
    };
    if is_text {
        return Ok(Value::from(text));
    }
    let value = parse_expression(text).into_result().and_then(|it| it.evaluate(&EvalContext::literal_only()));
    value.map_err(|error| match variable.marks().is_empty() {
        true => error.to_string(),
        false => {
            "the text is not a valid expression; its error is not shown, since it is sensitive".to_owned()
        }
    })
}

impl Variable {
    /// Returns the marks of the values of the variable.
    pub(crate) fn marks(&self) -> Marks {
        let marks = [(self.sensitive, SENSITIVE), (self.ephemeral, EPHEMERAL)];
        marks.into_iter().filter(|(is_marked, _)| *is_marked).map(|(_, name)| Mark::new(name)).collect()
    }

    fn marked(&self, value: &Value) -> Value {
        value.clone().with_marks(&self.marks())
    }

    /// Returns the default value, of the type of the variable.
    pub(crate) fn default_value(&self) -> Option<Value> {
        let value = self.marked(self.default.as_ref()?);
        match &self.ty {
            // The check of the variable reports an unsuitable default.
            Some(ty) => Some(ty.convert(&value).unwrap_or_else(|_| Value::unknown(ty.ty().clone()))),
            None => Some(value),
        }
    }

    /// Returns a value of the type of the variable that is not known.
    pub(crate) fn unknown_value(&self) -> Value {
        let ty = self.ty.as_ref().map_or(Type::Dynamic, |ty| ty.ty().without_optional());
        self.marked(&Value::unknown(ty))
    }
}

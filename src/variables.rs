//! Bodies from environment variables and arguments.

use crate::body::{Body, parse_json_file};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::json;
use crate::source::Source;
use crate::util::ordered::OrderedMap;
use crate::value::Value;

/// The separator of the names in the name of a variable.
const SEPARATOR: &str = "__";

/// The maximum number of names in the name of a variable.
const MAX_PARTS: usize = 64;

const INDENT: &str = "  ";

impl Body {
    /// Creates a body from variables, such as those of the environment, whose names begin with a
    /// prefix. It is one of the layers of [`overlay_deep`](Self::overlay_deep) and
    /// [`overlay_objects`](Self::overlay_objects). `name` is the name of the source that errors
    /// show.
    ///
    /// The rest of the name, in lower case, is the name of an attribute. Two underscores separate
    /// it from the types and labels of the blocks around it: `APP_SERVICE__WEB__PORT` is `port` in
    /// `service "web"`. The type that is decoded defines which names are labels. The value is a
    /// string, which is converted to the type of the field, and not a template. A value that begins
    /// with `[` or `{` is a list or an object in HCL JSON. Of two variables with the same name in
    /// lower case, the last one counts.
    ///
    /// Errors show the value of a variable. Those with secrets are better read by the application.
    ///
    /// ```
    /// use serde_hcl::{Body, EvalContext, from_body, parse_file};
    ///
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Config {
    ///     service: Service,
    /// }
    ///
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Service {
    ///     host: String,
    ///     port: u16,
    /// }
    ///
    /// let decode = |port: &str| -> serde_hcl::Result<Config> {
    ///     let file = parse_file("service {\n  host = \"a\"\n  port = 80\n}\n").into_result()?;
    ///     // In an application: std::env::vars()
    ///     let variables = [("APP_SERVICE__PORT", port), ("HOME", "/")];
    ///     let environment = Body::from_variables("environment", "APP_", variables)?;
    ///     from_body(&Body::overlay_deep([file.body(), &environment]), &EvalContext::new())
    /// };
    /// let config = decode("8080")?;
    /// assert_eq!((config.service.host.as_str(), config.service.port), ("a", 8080));
    /// assert_eq!(
    ///     decode("http").unwrap_err().to_string(),
    ///     "environment:3:13: Wrong type: Expected a whole number from 0 to 65535, found the string \
    ///      \"http\". (in service.port)"
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns all errors: values that begin with a bracket and are not JSON, names without a part
    /// between two separators, and variables for a part of the value of another one.
    pub fn from_variables<N: AsRef<str>, V: AsRef<str>>(
        name: impl Into<String>,
        prefix: &str,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self> {
        let mut root = Names::new();
        let mut wrong = Diagnostics::new();
        for (variable, value) in variables {
            let Some(path) = variable.as_ref().strip_prefix(prefix) else { continue };
            let path = path.to_lowercase();
            if is_json(value.as_ref()) {
                let source = Source::new(variable.as_ref(), value.as_ref());
                json::parse_expression(source).keep_in(&mut wrong);
            }
            if let Err(reason) = insert(&mut root, &path, value.as_ref()) {
                let detail = format!("The name of the variable {:?} {reason}.", variable.as_ref());
                wrong.push(Diagnostic::new(Code::UnexpectedName, detail));
            }
        }
        if wrong.has_errors() {
            return Err(Error::from(wrong));
        }
        Ok(parse_json_file(Source::new(name.into(), written(&root)?)).into_result()?.body().clone())
    }
}

/// Names in the order of the variables, with the values and the names below.
type Names = OrderedMap<String, Entry>;

enum Entry {
    Value(String),
    Names(Names),
}

/// Returns whether a value is a list or an object in HCL JSON.
fn is_json(value: &str) -> bool {
    value.trim_start().starts_with(['[', '{'])
}

/// Adds a value, or returns the problem with its name.
fn insert(mut names: &mut Names, path: &str, value: &str) -> std::result::Result<(), String> {
    let mut parts = path.split(SEPARATOR).peekable();
    if path.split(SEPARATOR).nth(MAX_PARTS).is_some() {
        return Err(format!("has more than {MAX_PARTS} parts"));
    }
    while let Some(part) = parts.next() {
        if part.is_empty() {
            return Err(format!("has an empty part. Write a name before and after {SEPARATOR:?}"));
        }
        if parts.peek().is_none() {
            if matches!(names.get(part), Some(Entry::Names(_))) {
                return Err("is also the beginning of the name of another variable".to_owned());
            }
            names.insert(part.to_owned(), Entry::Value(value.to_owned()));
            break;
        }
        match names.entry(part.to_owned()).or_insert_with(|| Entry::Names(Names::new())) {
            Entry::Names(below) => names = below,
            Entry::Value(_) => return Err("begins with the name of another variable".to_owned()),
        }
    }
    Ok(())
}

/// Writes names as an object of HCL JSON, one in a line.
fn written(root: &Names) -> Result<String> {
    let mut text = String::from("{");
    let quoted = |text: &str| json::to_string(&Value::from(text));
    let mut open = vec![root.iter()];
    let mut is_first = true;
    while let Some(entries) = open.last_mut() {
        let Some((name, entry)) = entries.next() else {
            open.pop();
            is_first = false;
            text += &format!("\n{}}}", INDENT.repeat(open.len()));
            continue;
        };
        let comma = if is_first { "" } else { "," };
        let indent = INDENT.repeat(open.len());
        text += &format!("{comma}\n{indent}{}: ", quoted(name)?);
        is_first = false;
        match entry {
            Entry::Value(value) if is_json(value) => text += value.trim(),
            Entry::Value(value) => text += &quoted(value)?,
            Entry::Names(below) => {
                text += "{";
                is_first = true;
                open.push(below.iter());
            }
        }
    }
    Ok(text)
}

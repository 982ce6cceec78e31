//! Options that several commands have, and the types of options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_hcl::{
    Diagnostic, EvalContext, Number, Traversal, Type, Value, diag::Code, ext::TypeConstraint, fmt::Style,
    parse_expression, value::Marks,
};

/// The path of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Returns whether a path is that of standard input.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// The files that a command reads.
#[derive(Args)]
pub struct Files {
    /// Files, folders and patterns; - is standard input
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    /// The syntax of all files, in place of the one that each name selects
    #[arg(long, default_value = "auto")]
    pub syntax: Syntax,
}

/// The syntax of the files.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Syntax {
    /// By the name of each file
    Auto,
    /// Native syntax
    Native,
    /// HCL JSON
    Json,
    /// A template, as in template files
    Template,
    /// HCL JSON, or the same content in another format
    #[value(skip)]
    Other(Format),
}

/// A format of files.
#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Json,
    Yaml,
    Toml,
}

impl Format {
    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
        }
    }

    /// Returns whether files of this name are in the format.
    pub fn is_of(self, name: &str) -> bool {
        let extensions: &[&str] = match self {
            Self::Json => &["json"],
            Self::Yaml => &["yaml", "yml"],
            Self::Toml => &["toml"],
        };
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        extension.is_some_and(|it| extensions.contains(&it.as_str()))
    }
}

/// Variables for expressions.
#[derive(Args)]
pub struct Variables {
    /// A variable. VALUE has the type of the block "variable" of that name: text for a string, and
    /// an expression for a collection. Without a type, it is a number such as 1.5, true, false,
    /// null, a collection or a string in double quotes; anything else is text, also 1.10 and 007
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = variable)]
    pub variables: Vec<(String, String)>,

    /// A file whose arguments are variables, in native syntax, JSON, YAML or TOML by its name;
    /// later ones and --var win
    #[arg(long = "var-file", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Take variables from the environment: those whose names begin with this, such as TF_VAR_.
    /// Their values are written as for --var; files of variables and --var win
    #[arg(long, value_name = "PREFIX")]
    pub env_prefix: Option<String>,

    /// The functions that expressions can call
    #[arg(long, value_name = "TABLE", default_value = "terraform")]
    pub functions: FunctionTable,
}

/// A table of functions.
#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
pub enum FunctionTable {
    /// The functions of Terraform. They read files of the current folder only
    #[default]
    Terraform,
    /// The functions of go-cty, as in other programs that use HCL
    Cty,
}

/// Parses `NAME=VALUE`.
pub fn variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    let is_name = name.parse::<Traversal>().is_ok_and(|name| name.steps().len() == 1);
    if !is_name {
        return Err(format!("{name:?} is not the name of a variable"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The declaration of a variable.
#[derive(Clone, Default)]
pub struct Declared {
    pub constraint: Option<TypeConstraint>,
    /// The marks of its value, such as that of a sensitive one.
    pub marks: Marks,
}

/// Returns the value of a text by the declaration of the variable, as Terraform does; without a
/// type, by the form of the text. No error has a part of a marked value.
pub fn value(text: &str, declared: &Declared) -> Result<Value, String> {
    let constraint = declared.constraint.as_ref().filter(|it| *it.ty() != Type::Dynamic);
    let value = match constraint.map(TypeConstraint::ty) {
        None => literal(text),
        Some(Type::String | Type::Number | Type::Bool) => Ok(Value::from(text)),
        Some(_) => expression(text),
    };
    let value = value.map_err(|error| match declared.marks.is_empty() {
        true => error,
        false => {
            "the text is not a valid expression; its error is not shown, since it is sensitive".to_owned()
        }
    })?;
    let value = value.with_marks(&declared.marks);
    constraint.map_or(Ok(value.clone()), |it| it.convert(&value)).map_err(|error| error.to_string())
}

/// Returns the value of a literal; any other text is a string.
fn literal(text: &str) -> Result<Value, String> {
    match text {
        "true" => Ok(Value::from(true)),
        "false" => Ok(Value::from(false)),
        "null" => Ok(Value::NULL),
        _ if text.starts_with(['[', '{', '"']) => expression(text),
        // A version such as 1.10 and a code such as 007 would lose digits.
        _ => match text.parse::<Number>().ok().filter(|number| number.to_string() == text) {
            Some(number) => Ok(Value::from(number)),
            None => Ok(Value::from(text)),
        },
    }
}

fn expression(text: &str) -> Result<Value, String> {
    let value = parse_expression(text).into_result().and_then(|it| it.evaluate(&EvalContext::new()));
    value.map_err(|error| error.to_string())
}

/// The meaning of names.
#[derive(Args)]
pub struct RootArguments {
    /// What references that begin with ROOT refer to: blocks of TYPE by LABELS labels, or without
    /// labels the attributes in such blocks. Without ROOT, references begin with the labels.
    /// Repeated; the conventions of Terraform are not used then
    #[arg(long = "root", value_name = "[ROOT]=TYPE[:LABELS]", value_parser = root)]
    pub roots: Vec<Root>,

    /// Names that references can begin with, and that no block defines; repeated, or with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub given: Vec<String>,

    /// Read the files of all folders as one configuration. By default, each folder is one, as in
    /// Terraform
    #[arg(long)]
    pub one_scope: bool,
}

/// What references with a root refer to.
#[derive(Clone)]
pub struct Root {
    pub root: String,
    pub block_type: String,
    pub labels: usize,
}

/// Parses `ROOT=TYPE:LABELS`.
fn root(text: &str) -> Result<Root, String> {
    let (root, blocks) = text.split_once('=').ok_or("write it as ROOT=TYPE or ROOT=TYPE:LABELS")?;
    let (block_type, labels) = blocks.split_once(':').unwrap_or((blocks, "0"));
    let labels = labels.parse().map_err(|_| format!("{labels:?} is not a number of labels"))?;
    if block_type.is_empty() {
        return Err("the type of the blocks is missing".to_owned());
    }
    if root.is_empty() && labels == 0 {
        return Err("write the root, or the number of labels".to_owned());
    }
    Ok(Root { root: root.to_owned(), block_type: block_type.to_owned(), labels })
}

/// A block type after the types around it, and the number of its labels.
pub type Schema = (Vec<String>, usize);

/// Reads the identifier of a code.
pub fn code(identifier: &str) -> Result<Code, String> {
    identifier.parse().map_err(|unknown: Diagnostic| unknown.detail().to_owned())
}

/// Parses `TYPE[:LABELS]`, where a type in blocks of another one is written after it and a dot.
pub fn schema(text: &str) -> Result<Schema, String> {
    let (path, labels) = text.split_once(':').unwrap_or((text, "0"));
    let labels = labels.parse().map_err(|_| format!("{labels:?} is not a number of labels"))?;
    let path: Vec<String> = path.split('.').map(str::to_owned).collect();
    if path.iter().any(String::is_empty) {
        return Err("write it as TYPE:LABELS, for instance service:1".to_owned());
    }
    Ok((path, labels))
}

/// The files that a command changes.
#[derive(Args)]
pub struct Changed {
    /// Files, folders and patterns; - is standard input
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    /// Write the files, and print their names
    #[arg(long, short, conflicts_with = "diff")]
    pub in_place: bool,

    /// Write no file, and print the changes
    #[arg(long)]
    pub diff: bool,

    /// Write no file, print the names of those that would change, and exit with 1 if there are any
    #[arg(long, conflicts_with = "in_place")]
    pub check: bool,

    /// Change only the elements for which this expression is true, as for hcl get. The variable
    /// self is the block or the value at the address, null if a value is not there, and block is
    /// the block that is changed or has the value. Of a new block, both are the block around it
    #[arg(long = "if", value_name = "EXPR")]
    pub condition: Option<String>,

    #[command(flatten)]
    pub roots: RootArguments,

    #[command(flatten)]
    pub variables: Variables,
}

/// How an attribute or a block is moved.
#[derive(Args)]
pub struct Renamed {
    /// Also rename references, in the files of the same folder or with --one-scope in all files
    #[arg(long)]
    pub references: bool,

    /// Add a block "moved" for a resource or a called module of Terraform, so that its objects
    /// stay. The folder of the module has to be named
    #[arg(long, requires = "references")]
    pub moved: bool,
}

/// How a block is added.
#[derive(Args)]
pub struct Added {
    /// Add the block even if there is one with this type and these labels
    #[arg(long)]
    pub repeat: bool,
}

/// How a value is printed.
#[derive(Args)]
pub struct Printing {
    /// How to write the value
    #[arg(long, default_value = "hcl")]
    pub format: ValueFormat,

    /// Write a string without quotes
    #[arg(long, conflicts_with = "format")]
    pub raw: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum ReportFormat {
    /// For people, with the lines in question
    Text,
    /// One JSON object, for programs
    Json,
    /// A log in SARIF, for code scanning services and editors
    Sarif,
    /// Annotations at the lines, in a workflow of GitHub Actions
    Github,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum ValueFormat {
    /// As in a configuration
    Hcl,
    /// As plain JSON
    Json,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum GraphFormat {
    /// Definitions in the order of evaluation, with their references indented
    Text,
    /// For Graphviz
    Dot,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormatStyle {
    /// As terraform fmt, byte for byte
    Compatible,
    /// With the right indentation after heredocs
    Corrected,
}

impl From<FormatStyle> for Style {
    fn from(style: FormatStyle) -> Self {
        match style {
            FormatStyle::Compatible => Self::Compatible,
            FormatStyle::Corrected => Self::Corrected,
        }
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum OverrideRule {
    /// Their arguments replace those of the same blocks, as in Terraform
    Merge,
    /// Their blocks replace the same blocks as a whole
    Replace,
    /// Their blocks are there beside the others
    Keep,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum DialectName {
    /// .tf files
    Terraform,
    /// .tf and .tofu files
    Opentofu,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the variable NO_COLOR is set, and everywhere with CLICOLOR_FORCE
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Returns the color that the words of a command line have, before they are parsed.
    pub fn of_words(words: &[OsString]) -> Self {
        let mut words = words.iter().map_while(|it| it.to_str().filter(|it| *it != "--"));
        let mut color = Self::Auto;
        while let Some(word) = words.next() {
            let value = match word.split_once('=') {
                Some(("--color", value)) => Some(value),
                _ if word == "--color" => words.next(),
                _ => None,
            };
            color = value.and_then(|it| Self::from_str(it, false).ok()).unwrap_or(color);
        }
        color
    }
}

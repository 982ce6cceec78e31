//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use serde_hcl::diag::Code;

use crate::changes::Changes;
use crate::options::{
    Added, Changed, Color, DialectName, Files, FormatStyle, GraphFormat, OverrideRule, Printing, Renamed,
    ReportFormat, RootArguments, Schema, Variables, code, schema,
};

/// Checks, formats, evaluates, queries and changes configurations in HCL.
///
/// A file whose name ends in .json is in HCL JSON, any other in native syntax. `-` is standard
/// input, which is also read if no file is named. A folder is read with all configuration files in
/// it and below, except hidden ones and those that .gitignore or .hclfmtignore files name. Patterns
/// such as 'modules/*/main.tf' match files.
///
/// Exit codes: 0 for success, 1 for errors in a configuration, 2 for errors in the command.
#[derive(Parser)]
#[command(
    name = "hcl",
    version = env!("HCL_VERSION"),
    max_term_width = 100,
    after_help = "Examples:
  hcl check .                                all errors in the files below this folder
  hcl fmt .                                  formats them
  hcl to-json main.tf                        the configuration as JSON; also to-yaml, to-toml
  hcl eval 'upper(name)' --var name=web      \"WEB\"
  hcl graph --check .                        unknown and unused names
  hcl get service.web.port main.hcl          a part of a configuration
  hcl set service.web.port 8080 main.hcl     the configuration with another value

hcl COMMAND --help has all options of a command, with examples."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// When to write in color
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print results and errors only, without summaries and advice
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The exit codes of commands without others.
const EXIT_CODES: &str =
    "Exit codes: 0 for success, 1 for errors in a configuration, 2 for errors in the command.";

/// Returns the description of the command line. The help of each command has its exit codes.
pub fn command() -> clap::Command {
    Arguments::command().mut_subcommands(|command| {
        let examples = command.get_after_help().map(ToString::to_string);
        let text = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        match examples {
            _ if text.contains("Exit codes:") => command,
            None => command.after_help(EXIT_CODES),
            Some(examples) => command.after_help(format!("{examples}\n\n{EXIT_CODES}")),
        }
    })
}

#[derive(Subcommand)]
pub enum Command {
    /// Checks files for syntax errors, or against a schema
    ///
    /// Reports all mistakes in the syntax of the files, each with its line and a fix. The arguments
    /// and blocks of a file depend on the application that reads it. They are checked, with the
    /// types of their values, if a specification file is given; then all files are one
    /// configuration. Of a folder with the files of Terraform, its language and its references are
    /// checked, too. Variables that are not given can have any value, or any of the types of
    /// --types: an expression that fails for all of them is reported. Templates in the strings of
    /// HCL JSON are checked with a specification only.
    ///
    /// A specification file is in the format of the program hcldec: object, attr, block, block_list
    /// and others. A file that ends in .json is a JSON Schema. If a folder is given, each file in
    /// it describes a part of the configuration.
    #[command(after_help = "Examples:
  hcl check main.tf network.tf
  hcl check 'modules/*/*.tf'
  hcl check --schema service.spec.hcl site.hcl
  hcl check --schema service.schema.json site.hcl
  hcl check --schema service.spec.hcl --types variables.hcl site.hcl
  hcl check --provider-schemas providers.json .    arguments of Terraform's resources, too
  hcl check --fix main.tf    corrects mistakes such as a missing comma, as far as that is certain
  hcl check --format json . | jq '.diagnostics[].summary'
  hcl check --format github .    annotations at the lines, in a workflow of GitHub
  hcl check --format sarif . > hcl.sarif
  hcl check --syntax json - < site.json")]
    Check(CheckArguments),

    /// Formats files, or checks that they are formatted
    ///
    /// Formats files in native syntax: indentation, the spaces between tokens, and the columns of =
    /// and of comments, in the style of terraform fmt. A file is written only if that changes it,
    /// and its name is printed. A file with mistakes in its syntax is reported and left as it is,
    /// and so is a write-protected file. Standard input is written to standard output. Of several
    /// files, standard error has a summary.
    ///
    /// Exit codes: 0 when all files are formatted, 1 when a file has mistakes, or is not formatted
    /// and --check is given, 2 when a file cannot be read or written.
    #[command(after_help = "Examples:
  hcl fmt .                   all configurations below this folder
  hcl fmt --check .           the names of files that are not formatted, for CI
  hcl fmt --diff main.tf      the changes, without writing them
  hcl fmt - < main.tf")]
    Fmt(FormatArguments),

    /// Prints a configuration as HCL JSON, or its values as plain JSON
    ///
    /// Writes a configuration in HCL JSON, the form for machines: blocks become objects by type and
    /// labels, expressions become templates. Several files are written as one configuration.
    #[command(after_help = "Examples:
  hcl to-json main.tf > main.tf.json
  hcl to-json --values --var region=eu site.hcl    evaluated: plain JSON, for programs that know no HCL")]
    ToJson {
        /// On one line, without spaces
        #[arg(long)]
        compact: bool,

        #[command(flatten)]
        written: ToArguments,
    },

    /// Prints a configuration or its values as YAML
    ///
    /// Writes the content of hcl to-json as YAML: blocks become mappings by type and labels,
    /// expressions become templates, or with --values their values. Numbers have all digits.
    #[command(after_help = "Examples:
  hcl to-yaml main.tf
  hcl to-yaml --values --var region=eu site.hcl > site.yaml")]
    ToYaml(ToArguments),

    /// Prints a configuration or its values as TOML
    ///
    /// Writes the content of hcl to-json as TOML: blocks become tables by type and labels,
    /// expressions become templates, or with --values their values. TOML has no null and numbers of
    /// 64 bits: any other value is an error, which names its address.
    #[command(after_help = "Examples:
  hcl to-toml main.tf
  hcl to-toml --values --var region=eu site.hcl > site.toml")]
    ToToml(ToArguments),

    /// Prints a configuration in HCL JSON in native syntax
    ///
    /// Writes a configuration that is in HCL JSON in native syntax. JSON does not distinguish
    /// blocks from arguments, so --schema has the names of the block types with the number of
    /// labels of each. Blocks in blocks are named with the type around them, as in service.check.
    /// All other names are arguments. Without --schema, .tf.json and .tofu.json files have the
    /// block types of Terraform; blocks of providers, such as resource.root_block_device, are
    /// added with --schema and --terraform.
    #[command(after_help = "Examples:
  hcl from-json --schema service:1,service.check site.json
  hcl from-json main.tf.json
  hcl from-json --values settings.json    strings as they are, not as templates
  hcl from-json --terraform --schema resource.root_block_device main.tf.json")]
    FromJson(FromArguments),

    /// Prints a configuration in YAML in native syntax
    ///
    /// Writes the content of a YAML file in native syntax, as hcl from-json does for JSON: strings
    /// are templates unless --values is given, and --schema has the names of the block types.
    /// Aliases and merge keys are resolved. Scalars without quotes have the values that yamldecode
    /// gives them, and times are strings as they are written.
    #[command(after_help = "Examples:
  hcl from-yaml --schema service:1,service.check site.yaml
  hcl from-yaml --values settings.yaml    strings as they are, not as templates
  hcl to-yaml main.tf | hcl from-yaml --terraform")]
    FromYaml(FromArguments),

    /// Prints a configuration in TOML in native syntax
    ///
    /// Writes the content of a TOML file in native syntax, as hcl from-json does for JSON: strings
    /// are templates unless --values is given, and --schema has the names of the block types. Dates
    /// and times are strings.
    #[command(after_help = "Examples:
  hcl from-toml --schema service:1,service.check site.toml
  hcl from-toml --values Cargo.toml    strings as they are, not as templates
  hcl to-toml main.tf | hcl from-toml --terraform")]
    FromToml(FromArguments),

    /// Evaluates an expression, or all expressions of files
    ///
    /// Evaluates an expression, or a template, with the standard functions and the variables that
    /// are given. Write the expression in single quotes, so that the shell leaves it alone. It may
    /// refer to the definitions in the files after it, such as local.NAME and var.NAME.
    ///
    /// Files by themselves are printed one after the other, with values in place of their
    /// expressions. All values have to be known, unless --partial is given. --var sets the value of
    /// a block "variable" of that name, too.
    #[command(after_help = "Examples:
  hcl eval '1 + 2'                                    3
  hcl eval 'upper(name)' --var name=web               \"WEB\"
  hcl eval --raw 'upper(name)' --var name=web         WEB
  hcl eval '[for p in ports : p + 1]' --var 'ports=[80, 443]'
  hcl eval --template 'Hello, ${name}!' --var name=you --raw
  hcl eval 'cidr' --var-file production.tfvars
  hcl eval local.name *.tf --var region=eu            a value of a configuration
  hcl eval site.hcl --var name=web                    the file with all values
  hcl eval --partial main.tf --var region=eu          the file with what is known filled in")]
    Eval(EvalArguments),

    /// Prints which definitions refer to which, or checks references
    ///
    /// Prints the definitions of a configuration in the order in which they can be evaluated, each
    /// with the definitions that it refers to. By default, names have the meaning that they have in
    /// Terraform: local.NAME, var.NAME, data.TYPE.NAME, module.NAME, and TYPE.NAME for resources.
    /// --root describes other languages.
    ///
    /// Exit codes: 0 for success, 1 if definitions refer to each other in a cycle, or --check finds
    /// errors, 2 for errors in the command.
    #[command(after_help = "Examples:
  hcl graph .                                    as text
  hcl graph --format dot . | dot -Tsvg > graph.svg
  hcl graph --check .                            unknown and unused names, and cycles
  hcl graph --root task=task:1 --root step=steps --given env site.hcl")]
    Graph(GraphArguments),

    /// Prints the content of a Terraform module as JSON
    ///
    /// Reads the files in a folder as Terraform and OpenTofu do, and writes the variables, outputs,
    /// resources, providers and called modules, each with its location, and the mistakes in the
    /// files. The form is that of terraform-config-inspect, with more fields.
    ///
    /// Exit codes: 0 for success, 1 if the module has errors, which are in the JSON, 2 for errors
    /// in the command.
    #[command(after_help = "Examples:
  hcl inspect                                        the module in this folder
  hcl inspect modules/network | jq '.variables[] | select(.required).name'
  hcl inspect --overrides replace .                  override files as in terraform-config-inspect")]
    Inspect(InspectArguments),

    /// Serves an editor: errors, completion, formatting, rename and more
    ///
    /// Speaks the Language Server Protocol on standard input and output, for editors: errors while
    /// typing with their corrections, completion, hover, formatting, symbols, folding, definitions,
    /// references and rename. The files of a folder are one scope, with the references and
    /// functions of Terraform.
    ///
    /// A specification file, as for hcl check --schema, or a JSON Schema describes configurations:
    /// that of --schema, that of the setting "schema" of the editor, or a file named
    /// .hcl-schema.hcl or .hcl-schema.json in the folder of a configuration or in one around it.
    /// Other files than those in the folders of the editor are not read. The setting "inlayHints":
    /// true shows the values of expressions after them.
    ///
    /// Exit codes: 0 if the editor ends the server, 1 if the connection ends otherwise.
    #[command(after_help = "Examples:
  hcl lsp                                      the command for the settings of an editor
  hcl lsp --schema /etc/app/service.spec.hcl")]
    Lsp(LspArguments),

    /// Evaluates expressions line by line
    ///
    /// Reads expressions and definitions of variables, and writes the values. On a terminal, the
    /// lines can be edited, Tab completes names, and the arrow keys recall earlier lines. Otherwise
    /// standard input is read to its end. :help lists the commands.
    ///
    /// The expressions can refer to the definitions in the files, such as local.NAME and var.NAME,
    /// and in the blocks that are entered.
    #[command(after_help = "Examples:
  hcl console --var-file production.tfvars
  hcl console --var name=web
  hcl console . --var region=eu    with the definitions in a folder
  hcl console < expressions.txt")]
    Console(ConsoleArguments),

    /// Prints a value or a block of a configuration
    ///
    /// Prints the argument or block at an address: names of blocks, labels, arguments and
    /// attributes with dots between them. Write a name that is not an identifier in brackets and
    /// quotes, and a number in brackets to select one of several. A block is printed as it is
    /// written, with its comments.
    ///
    /// With a splat, * or [*], an address is that of any number of elements: all labels, all blocks
    /// with the same labels, all names in a block, or all elements of a collection. Each is printed
    /// with its file and address; with --format json they are an array of objects. Elements without
    /// a value are reported, the others are printed, and the exit code is 1.
    ///
    /// Values are evaluated as by eval, with the definitions in the files, such as local.NAME and
    /// var.NAME. An address can begin so, too. Names without a value, such as types, are printed as
    /// they are written.
    #[command(after_help = "Examples:
  hcl get service.web.port site.hcl
  hcl get 'service[\"my service\"].ports[0]' site.hcl
  hcl get locals.name main.tf --var region=eu    evaluated with the definitions in the file
  hcl get resource.aws_instance.web main.tf      the whole block, as it is written
  hcl get listen[1].port site.hcl                of the second block of that type
  hcl get --expression locals.name main.tf       not evaluated
  hcl get 'resource[*][*].ami' .                 of all resources, with file and address
  hcl get resource.aws_instance . --if 'self.count > 1'
  hcl get 'resource[*][*]' . --if 'can(self.tags.Owner)' --count")]
    Get(GetArguments),

    /// Sets a value in a configuration
    ///
    /// Sets the value at an address to an expression, and leaves the rest of the file as it is. An
    /// attribute or a key of an object that is not there is added; the block or the object has to
    /// be. A bare name has to be one that the file uses: text is written with --string. The changed
    /// file is written to standard output.
    #[command(after_help = "Examples:
  hcl set --string resource.aws_instance.web.tags.Env prod main.tf
  hcl set service.web.ports[0] 8080 --in-place site.hcl
  hcl set 'provider.*.region' var.region --diff *.tf     of all providers
  hcl set 'listen[*].tls' true site.hcl                  in all blocks of that type
  hcl set 'module[*].version' '\"2.0\"' --if 'block.source == \"./vpc\"' --in-place .")]
    Set(SetArguments),

    /// Removes attributes, elements or blocks
    ///
    /// Removes the attributes, elements or blocks at an address, with the comments that belong to
    /// them.
    #[command(after_help = "Examples:
  hcl rm service.web.ports[0] site.hcl
  hcl rm 'resource.aws_instance.*' --in-place main.tf
  hcl rm 'resource.aws_instance.*' --if 'self.count == 0' --diff .")]
    Rm {
        /// The address, such as service.web.port; * is any label, [*] all blocks or elements
        address: String,

        #[command(flatten)]
        files: Changed,
    },

    /// Renames or moves an attribute or a block
    ///
    /// Gives an attribute or a block another address, with its comments. With [*], attributes or
    /// blocks without labels can get another name in all blocks. References stay,
    /// unless --references is given. With the folder of a Terraform module, these are the
    /// references in all of its files, in HCL JSON and files of values, too.
    #[command(after_help = "Examples:
  hcl mv service.web.port service.web.listen_port site.hcl
  hcl mv 'module[*].tags' 'module[*].labels' --in-place .
  hcl mv resource.aws_instance.web resource.aws_instance.app --references --moved --diff .
  hcl mv resource.aws_instance.web resource.aws_instance.app --references --in-place .")]
    Mv {
        /// The address of an attribute or a block
        from: String,

        /// Its new address
        to: String,

        #[command(flatten)]
        renamed: Renamed,

        #[command(flatten)]
        files: Changed,
    },

    /// Adds an empty block
    ///
    /// Adds a block with the type and the labels of an address. If the first names of the address
    /// are those of a block, the new block is added to it, and with [*] to all such blocks. A block
    /// with the same type and labels is an error, unless --repeat is given. A file that does not
    /// exist begins with the block.
    #[command(after_help = "Examples:
  hcl add resource.aws_instance.web main.tf
  hcl add resource.aws_instance.web.lifecycle --in-place main.tf
  hcl add 'resource.aws_instance.*.lifecycle' --if '!can(self.lifecycle)' --in-place .")]
    Add {
        /// The address of the new block
        address: String,

        #[command(flatten)]
        added: Added,

        #[command(flatten)]
        files: Changed,
    },

    /// Makes several changes of a configuration in one call
    ///
    /// Sets, removes, moves and adds parts of files, in the order of the options. If one of the
    /// changes is not possible, no file is written. A script has one change on each line, without
    /// quotes for the shell: set ADDRESS VALUE, set-string ADDRESS TEXT, rm ADDRESS, mv FROM TO, or
    /// add ADDRESS; lines that begin with # are comments.
    #[command(after_help = "Examples:
  hcl edit main.tf --set service.web.port=8080 --rm service.web.debug
  hcl edit --in-place --mv variable.size=variable.count --references .
  hcl edit --check --script changes.txt main.tf")]
    Edit(EditArguments),

    /// Explains the code of an error
    ///
    /// Prints the meaning of a code, which is in the brackets of an error, with an example of the
    /// mistake, its error, and a corrected example. Without a code, all codes are listed.
    #[command(after_help = "Examples:
  hcl explain unclosed-bracket
  hcl explain | grep comment    the codes about comments")]
    Explain {
        /// The code, such as unclosed-bracket
        #[arg(value_parser = code)]
        code: Option<Code>,
    },

    /// Writes the files of the examples of the tour
    ///
    /// Writes the files that the examples in the tour of this program use into a folder, which is
    /// created if it does not exist. No file that is there is replaced.
    #[command(after_help = "Examples:
  hcl examples tour")]
    Examples {
        /// The folder
        folder: PathBuf,
    },

    /// Prints a completion script for a shell
    ///
    /// Writes a script that completes the commands of this program in a shell.
    #[command(after_help = "Examples:
  hcl completions bash > ~/.local/share/bash-completion/completions/hcl
  hcl completions fish > ~/.config/fish/completions/hcl.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Prints the manual page of the program or of a command
    ///
    /// Prints the manual page of the program, or of one of its commands, in the format of man.
    #[command(after_help = "Examples:
  hcl man | man -l -
  hcl man check > hcl-check.1
  hcl man --folder ~/.local/share/man/man1    the pages of all commands")]
    Man {
        /// The command
        #[arg(conflicts_with = "folder")]
        command: Option<String>,

        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

#[derive(Args)]
pub struct LspArguments {
    /// A specification file that describes all configurations
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,

    /// Speak on standard input and output, as always; some editors add it
    #[arg(long, hide = true)]
    pub stdio: bool,
}

#[derive(Args)]
pub struct ToArguments {
    #[command(flatten)]
    pub files: Files,

    /// Evaluate all expressions, and write their values
    #[arg(long)]
    pub values: bool,

    #[command(flatten)]
    pub roots: RootArguments,

    #[command(flatten)]
    pub variables: Variables,
}

#[derive(Args)]
pub struct FromArguments {
    /// Files, folders and patterns; - is standard input
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    /// A block type and the number of its labels, such as service:1; repeated, or with commas
    #[arg(long, value_name = "TYPE[:LABELS]", value_delimiter = ',', value_parser = schema)]
    pub schema: Vec<Schema>,

    /// Add the block types of Terraform to those of --schema
    #[arg(long)]
    pub terraform: bool,

    /// Strings are text, as to-json --values writes them, and no templates
    #[arg(long)]
    pub values: bool,
}

#[derive(Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub files: Files,

    /// How to write the report
    #[arg(long, default_value = "text")]
    pub format: ReportFormat,

    /// The number of errors and warnings that are shown as text
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub max_errors: usize,

    /// Correct the mistakes in the syntax whose correction is certain, and check the result
    #[arg(long)]
    pub fix: bool,

    /// Print the corrections instead of writing them
    #[arg(long, requires = "fix")]
    pub diff: bool,

    /// A specification file or a JSON Schema of the arguments and blocks, or a folder with such
    /// files
    #[arg(long, value_name = "SPEC")]
    pub schema: Option<PathBuf>,

    /// The schemas of Terraform's providers, by which the arguments of resources are checked: a
    /// file with the output of terraform providers schema -json
    #[arg(long, value_name = "FILE", conflicts_with = "schema")]
    pub provider_schemas: Option<PathBuf>,

    /// A file whose arguments are the types of variables, such as hosts = list(string). Other
    /// variables are errors then, unless they are given
    #[arg(long, value_name = "FILE", requires = "schema")]
    pub types: Option<PathBuf>,

    #[command(flatten)]
    pub variables: Variables,
}

#[derive(Args)]
pub struct FormatArguments {
    /// Files, folders and patterns; - is standard input
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    /// Write no file, and exit with 1 if one is not formatted
    #[arg(long)]
    pub check: bool,

    /// Write no file, and print the changes
    #[arg(long)]
    pub diff: bool,

    /// Also replace old forms of Terraform's language, as terraform fmt does
    #[arg(long)]
    pub terraform: bool,

    /// The style: that of terraform fmt, or one that also indents the lines after a heredoc whose
    /// interpolation spans several lines
    #[arg(long, value_name = "STYLE", default_value = "compatible")]
    pub style: FormatStyle,

    /// The name of standard input in messages
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
}

#[derive(Args)]
pub struct EvalArguments {
    /// The expression; - reads it from standard input. Or a file or folder, to evaluate all of it
    #[arg(value_name = "EXPR|FILE")]
    pub expression: String,

    /// Files and folders, whose definitions the expression can use
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    /// EXPR is a template, or the file of one
    #[arg(long)]
    pub template: bool,

    /// Print the files with everything that is known filled in. In Terraform's files the variables
    /// are var.NAME
    #[arg(long, conflicts_with_all = ["template", "raw"])]
    pub partial: bool,

    #[command(flatten)]
    pub roots: RootArguments,

    #[command(flatten)]
    pub variables: Variables,

    #[command(flatten)]
    pub printing: Printing,
}

#[derive(Args)]
pub struct GraphArguments {
    #[command(flatten)]
    pub files: Files,

    #[command(flatten)]
    pub roots: RootArguments,

    /// How to write the graph
    #[arg(long, default_value = "text", conflicts_with = "check")]
    pub format: GraphFormat,

    /// Print no graph, and report references to unknown names, names that are defined more than
    /// once, cycles, and local values and variables that nothing refers to
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
pub struct InspectArguments {
    /// The folder of the module
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// What override files do with the blocks of others
    #[arg(long, default_value = "merge")]
    pub overrides: OverrideRule,

    /// The program whose files are read; by default OpenTofu, if there are .tofu files
    #[arg(long)]
    pub dialect: Option<DialectName>,

    /// On one line, without spaces
    #[arg(long)]
    pub compact: bool,
}

#[derive(Args)]
pub struct ConsoleArguments {
    /// Files and folders, whose definitions the expressions can use
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub roots: RootArguments,

    #[command(flatten)]
    pub variables: Variables,

    /// The file with the lines of earlier sessions; .hcl_history in the home directory by default
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
}

#[derive(Args)]
pub struct SetArguments {
    /// The address, such as service.web.port; * is any label, [*] all blocks or elements
    pub address: String,

    /// The new value: an expression, such as '"text"' or var.name
    #[arg(allow_hyphen_values = true)]
    pub value: String,

    /// VALUE is text
    #[arg(long, conflicts_with = "expression")]
    pub string: bool,

    /// VALUE is an expression even if it is a name that the file does not use
    #[arg(long)]
    pub expression: bool,

    #[command(flatten)]
    pub files: Changed,
}

#[derive(Args)]
pub struct EditArguments {
    #[command(flatten)]
    pub changes: Changes,

    /// Values of --set are expressions even if they are names that the file does not use
    #[arg(long)]
    pub expression: bool,

    #[command(flatten)]
    pub renamed: Renamed,

    #[command(flatten)]
    pub added: Added,

    #[command(flatten)]
    pub files: Changed,
}

#[derive(Args)]
pub struct GetArguments {
    /// The address, such as service.web.port; * and [*] are all elements
    pub address: String,

    #[command(flatten)]
    pub files: Files,

    /// Print the expression of an argument as it is written, without evaluating it
    #[arg(long, conflicts_with_all = ["raw", "format"])]
    pub expression: bool,

    /// Print only the elements for which this expression is true. The variable self is the block or
    /// the value, and block is the block, or the one around the value. A block without an attribute
    /// that the expression refers to is left out
    #[arg(long = "if", value_name = "EXPR")]
    pub condition: Option<String>,

    /// Print the number of elements
    #[arg(long, conflicts_with_all = ["names", "expression", "raw", "format"])]
    pub count: bool,

    /// Print the names of the files with such elements
    #[arg(long = "files", conflicts_with_all = ["expression", "raw", "format"])]
    pub names: bool,

    #[command(flatten)]
    pub roots: RootArguments,

    #[command(flatten)]
    pub variables: Variables,

    #[command(flatten)]
    pub printing: Printing,
}

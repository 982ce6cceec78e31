//! The codes of diagnostics.

use std::fmt;

use super::Category;

/// Defines [`Code`] and [`CodeKind`] from a table: name, category, identifier, summary, and
/// `public` for the codes with a public constant.
macro_rules! codes {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $category:ident, $id:literal, $summary:literal $(, $public:ident)?;
    )+) => {
        /// The codes as an enum.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub(crate) enum CodeKind {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// All codes, in the order of their sections in the chapter
            /// [`codes`](crate::guide::codes) of the guide.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Returns the identifier, which is stable.
            pub const fn as_str(self) -> &'static str {
                match self.0 { $(CodeKind::$name => $id,)+ }
            }

            /// Returns the category of diagnostics with this code.
            pub const fn category(self) -> Category {
                match self.0 { $(CodeKind::$name => Category::$category,)+ }
            }

            /// Returns the summary of diagnostics with this code.
            pub const fn summary(self) -> &'static str {
                match self.0 { $(CodeKind::$name => $summary,)+ }
            }

            /// The documentation of each code.
            #[cfg(test)]
            const DOCS: &'static [&'static str] = &[$(concat!($($doc),+),)+];
        }

        /// The constants have the form of variants, since programs match on them.
        #[allow(non_upper_case_globals, reason = "they are used like the variants of an enum")]
        impl Code {
            $(constant! { $($public)? $name $(#[doc = $doc])+ })+
        }
    };
}

/// Defines the constant of a code.
macro_rules! constant {
    (public $name:ident $(#[$doc:meta])+) => {
        $(#[$doc])+
        pub const $name: Self = Self(CodeKind::$name);
    };
    ($name:ident $(#[$doc:meta])+) => {
        $(#[$doc])+
        #[allow(dead_code, reason = "some codes are those of a feature")]
        pub(crate) const $name: Self = Self(CodeKind::$name);
    };
}

/// The kind of error or warning that a diagnostic of this crate reports.
///
/// The identifier of a code, such as `invalid-encoding`, is stable: applications can match on it,
/// document it, or switch a check by it. Summaries and details are for readers and can change. The
/// chapter [`codes`](crate::guide::codes) of the guide lists all of them.
///
/// The constants are the codes that programs usually handle in a special way: names that do not
/// exist or are missing, values that are not known yet, and texts that end too early. Any other
/// code is compared by its identifier, or handled by its [category](Self::category).
///
/// ```
/// use serde_hcl::{diag::Code, parse_file};
///
/// let parsed = parse_file("ports = [80, 443\n");
/// let diagnostic = parsed.diagnostics.iter().next().expect("the file is invalid");
/// let is_incomplete = match diagnostic.code() {
///     Some(Code::UnclosedBracket | Code::UnclosedBlock | Code::UnclosedHeredoc) => true,
///     Some(code) => code.as_str() == "unclosed-string",
///     None => false,
/// };
/// assert!(is_incomplete);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(CodeKind);

codes! {
    // Files and text.
    /// The text is not valid UTF-8.
    InvalidEncoding: Syntax, "invalid-encoding", "Invalid character encoding";
    /// A file cannot be read, or an output cannot be written.
    Io: Io, "io", "Cannot read or write", public;

    // Native syntax: tokens, strings, templates.
    /// A character has no meaning outside of strings and comments.
    InvalidCharacter: Syntax, "invalid-character", "Invalid character";
    /// A typographic, full-width or invisible character is in the place of one of the language.
    ConfusableCharacter: Syntax, "confusable-character", "Confusable character";
    /// A string is in quotes other than straight double quotes.
    WrongQuotes: Syntax, "wrong-quotes", "Wrong quotes";
    /// A quote inside of a string has no backslash before it.
    UnescapedQuote: Syntax, "unescaped-quote", "Unescaped quote in a string";
    /// A string is in three quotes.
    TripleQuotes: Syntax, "triple-quotes", "Triple quotes";
    /// An escape sequence of a quoted string does not exist.
    InvalidEscape: Syntax, "invalid-escape", "Invalid escape sequence";
    /// The first line of a heredoc is not a marker alone.
    InvalidHeredoc: Syntax, "invalid-heredoc", "Invalid heredoc";
    /// More than one expression is in `${ }` or in a directive.
    InvalidInterpolation: Syntax, "invalid-interpolation", "Invalid template sequence";
    /// A directive is unknown or incomplete.
    InvalidDirective: Syntax, "invalid-directive", "Invalid template directive";
    /// A directive has no counterpart: `else`, `endif` and `endfor` need the directive that they
    /// belong to.
    MisplacedDirective: Syntax, "misplaced-directive", "Misplaced template directive";
    /// A directive has no end.
    UnclosedDirective: Syntax, "unclosed-directive", "Unclosed template directive";
    /// A label or a constant key contains template sequences.
    TemplateNotAllowed: Syntax, "template-not-allowed", "Template sequence not allowed";
    /// The closing quote of a quoted string is missing on its line.
    UnclosedString: Syntax, "unclosed-string", "Unclosed string";
    /// A quote closes a string that was not opened.
    MissingOpeningQuote: Syntax, "missing-opening-quote", "Missing opening quote";
    /// A quoted string continues after the end of its line.
    MultilineString: Syntax, "multiline-string", "Line break in a quoted string";
    /// An interpolation or a directive has no closing brace.
    UnclosedSequence: Syntax, "unclosed-sequence", "Unclosed template sequence";
    /// A heredoc has no line that ends it.
    UnclosedHeredoc: Syntax, "unclosed-heredoc", "Unclosed heredoc", public;
    /// An inline comment has no end.
    UnclosedComment: Syntax, "unclosed-comment", "Unclosed comment", public;
    /// `*/` does not end a comment.
    UnopenedComment: Syntax, "unopened-comment", "End of a comment without its start";

    // Native syntax: expressions.
    /// An expression of a rejected file was evaluated.
    InvalidExpression: Syntax, "invalid-expression", "Invalid expression", public;
    /// A value is missing.
    MissingValue: Syntax, "missing-value", "Missing value";
    /// The text after a value can neither continue nor end it.
    UnexpectedText: Syntax, "unexpected-text", "Unexpected text after a value";
    /// Text has no quotes.
    UnquotedText: Syntax, "unquoted-text", "Text without quotes";
    /// A number is not written in decimal digits.
    InvalidNumber: Syntax, "invalid-number", "Invalid number";
    /// HCL does not have an operator that the text uses.
    UnsupportedOperator: Syntax, "unsupported-operator", "Unsupported operator";
    /// HCL does not have a construct that the text uses.
    UnsupportedSyntax: Syntax, "unsupported-syntax", "Unsupported syntax";
    /// A variable has a `$` or another prefix of another language.
    VariableMark: Syntax, "variable-mark", "Unexpected sign before a name";
    /// Two elements, items or arguments have no separator between them.
    MissingSeparator: Syntax, "missing-separator", "Missing separator";
    /// A conditional has one result only.
    IncompleteConditional: Syntax, "incomplete-conditional", "Incomplete conditional";
    /// A key of an object has no value, or neither `=` nor `:` is between them.
    InvalidObjectItem: Syntax, "invalid-object-item", "Invalid item of an object";
    /// A function call is incomplete.
    InvalidFunctionCall: Syntax, "invalid-function-call", "Invalid function call";
    /// A `for` expression is incomplete, or does not fit its brackets.
    InvalidFor: Syntax, "invalid-for", "Invalid for expression";
    /// The name or index after a value is invalid.
    InvalidTraversal: Syntax, "invalid-traversal", "Invalid attribute or index";
    /// A bracket is not closed.
    UnclosedBracket: Syntax, "unclosed-bracket", "Unclosed bracket", public;
    /// A closing bracket has another form than the one that it would close.
    MismatchedBracket: Syntax, "mismatched-bracket", "Mismatched closing bracket";
    /// A closing bracket has no opening bracket.
    UnopenedBracket: Syntax, "unopened-bracket", "Closing bracket without its opening one";

    // Native syntax: bodies.
    /// An item is neither an attribute nor a block.
    InvalidItem: Syntax, "invalid-item", "Attribute or block expected";
    /// The name of an attribute or the type of a block is not an identifier.
    InvalidName: Syntax, "invalid-name", "Invalid name";
    /// An attribute has no equals sign.
    MissingEquals: Syntax, "missing-equals", "Missing equals sign";
    /// An attribute has another sign than an equals sign.
    WrongEquals: Syntax, "wrong-equals", "Invalid assignment";
    /// An attribute is set twice in a body.
    DuplicateAttribute: Syntax, "duplicate-attribute", "Duplicate attribute", public;
    /// Two attributes or blocks are on one line.
    MissingNewline: Syntax, "missing-newline", "Missing line break";
    /// A comma or semicolon ends an attribute.
    UnexpectedSeparator: Syntax, "unexpected-separator", "Unexpected separator";
    /// The type and the labels of a block are followed by something else than its body.
    InvalidBlockHeader: Syntax, "invalid-block-header", "Invalid block header";
    /// A block on one line has more than one attribute.
    InvalidOneLineBlock: Syntax, "invalid-one-line-block", "Invalid block on one line";
    /// A statement of another language is in the place of an attribute or a block.
    Statement: Syntax, "statement", "Statement in a configuration";
    /// The text is in another format, such as YAML or TOML.
    OtherFormat: Syntax, "other-format", "Text of another format";
    /// The file has markers of a merge conflict.
    MergeConflict: Syntax, "merge-conflict", "Merge conflict";
    /// The body of a block is not closed.
    UnclosedBlock: Syntax, "unclosed-block", "Unclosed block", public;
    /// The body of a block is not opened.
    MissingOpeningBrace: Syntax, "missing-opening-brace", "Missing opening brace";

    // JSON syntax.
    /// The file begins with a byte order mark.
    ByteOrderMark: Syntax, "byte-order-mark", "Byte order mark in JSON";
    /// A comment is in a JSON file.
    CommentInJson: Syntax, "comment-in-json", "Comment in JSON";
    /// Two properties or elements have no comma between them.
    MissingComma: Syntax, "missing-comma", "Missing comma";
    /// A comma has no property or element before it.
    ExtraComma: Syntax, "extra-comma", "Unexpected comma";
    /// A comma has no property or element after it.
    TrailingComma: Syntax, "trailing-comma", "Trailing comma";
    /// A name and a value have no colon between them.
    MissingColon: Syntax, "missing-colon", "Missing colon";
    /// A colon does not follow the name of a property.
    UnexpectedColon: Syntax, "unexpected-colon", "Unexpected colon";
    /// The name of a property is missing or has no quotes.
    InvalidPropertyName: Syntax, "invalid-property-name", "Invalid property name";
    /// A word is not a JSON literal.
    InvalidWord: Syntax, "invalid-word", "Invalid word";
    /// A character is not part of JSON.
    UnexpectedCharacter: Syntax, "unexpected-character", "Unexpected character";
    /// The braces around a configuration are missing.
    MissingBraces: Syntax, "missing-braces", "Missing braces";
    /// Text follows the value of a file.
    TextAfterValue: Syntax, "text-after-value", "Text after the end of the value";

    // Evaluation.
    /// A variable does not exist.
    UnknownVariable: Eval, "unknown-variable", "Unknown variable", public;
    /// An expression has a variable, but the context allows none.
    VariablesNotAllowed: Eval, "variables-not-allowed", "Variables not allowed", public;
    /// A function does not exist.
    UnknownFunction: Eval, "unknown-function", "Call to unknown function", public;
    /// An expression calls a function, but the context allows none.
    FunctionsNotAllowed: Eval, "functions-not-allowed", "Function calls not allowed", public;
    /// A call has fewer arguments than the function has parameters.
    MissingArgument: Eval, "missing-argument", "Not enough function arguments";
    /// A call has more arguments than the function has parameters.
    ExtraArgument: Eval, "extra-argument", "Too many function arguments";
    /// An argument does not have the type or the form that the function needs.
    InvalidArgument: Eval, "invalid-argument", "Invalid function argument";
    /// The last argument of a call is expanded (`...`), but is not a list or set.
    InvalidExpansion: Eval, "invalid-expansion", "Invalid expanding argument value";
    /// A function or special form returned an error about the call as a whole.
    FunctionCallFailed: Eval, "function-call-failed", "Error in function call", public;
    /// An attribute does not exist.
    UnsupportedAttribute: Eval, "unsupported-attribute", "Unsupported attribute", public;
    /// A map has no element with a key.
    MissingMapElement: Eval, "missing-map-element", "Missing map element";
    /// An attribute of null is accessed.
    AttributeOfNull: Eval, "attribute-of-null", "Attempt to get attribute from null value";
    /// An index does not exist, or has the wrong type.
    InvalidIndex: Eval, "invalid-index", "Invalid index";
    /// An element of null is accessed.
    IndexOfNull: Eval, "index-of-null", "Attempt to index null value";
    /// A splat is applied to a list or set that is null.
    SplatOfNull: Eval, "splat-of-null", "Splat of null value";
    /// The results of nested splats do not fit into one list.
    InvalidNestedSplat: Eval, "invalid-nested-splat", "Invalid nested splat expressions";
    /// An operand has the wrong type.
    InvalidOperand: Eval, "invalid-operand", "Invalid operand";
    /// An operation has no result for its operands.
    OperationFailed: Eval, "operation-failed", "Operation failed", public;
    /// A condition is null.
    NullCondition: Eval, "null-condition", "Null condition";
    /// A condition is neither true nor false.
    InvalidCondition: Eval, "invalid-condition", "Incorrect condition type";
    /// The results of a conditional have no common type.
    InconsistentResults: Eval, "inconsistent-results", "Inconsistent conditional result types";
    /// A `for` expression or directive iterates over null.
    IterationOverNull: Eval, "iteration-over-null", "Iteration over null value";
    /// A `for` expression or directive iterates over a value without elements.
    NotIterable: Eval, "not-iterable", "Iteration over non-iterable value";
    /// The condition of a `for` expression is null or neither true nor false.
    InvalidForCondition: Eval, "invalid-for-condition", "Invalid 'for' condition";
    /// A key is null, or is not a string.
    InvalidKey: Eval, "invalid-key", "Invalid object key";
    /// A key of an object could be a name or a reference.
    AmbiguousKey: Eval, "ambiguous-key", "Ambiguous attribute key";
    /// A key of an object is repeated.
    DuplicateKey: Eval, "duplicate-key", "Duplicate object key";
    /// An interpolated value is null, or cannot be a string.
    InvalidInterpolatedValue: Eval, "invalid-interpolated-value", "Invalid template interpolation value";
    /// A value is unsuitable for its use.
    UnsuitableValue: Eval, "unsuitable-value", "Unsuitable value";

    // Analysis.
    /// A reference names a definition that does not exist.
    UnknownReference: Eval, "unknown-reference", "Unknown reference", public;
    /// Definitions refer to each other in a cycle.
    ReferenceCycle: Eval, "reference-cycle", "Cycle of references", public;
    /// Two definitions have the same name.
    DuplicateDefinition: Data, "duplicate-definition", "Duplicate definition", public;
    /// Nothing refers to a definition.
    UnusedDefinition: Data, "unused-definition", "Unused definition", public;

    // Bodies and schemas.
    /// An attribute is not expected in its body.
    UnexpectedAttribute: Data, "unexpected-attribute", "Unexpected attribute", public;
    /// A block is not expected in its body.
    UnexpectedBlock: Data, "unexpected-block", "Unexpected block", public;
    /// No attribute and no type of blocks has such a name.
    UnexpectedName: Data, "unexpected-name", "Unexpected name", public;
    /// A body lacks an attribute or a block that is required.
    MissingItem: Data, "missing-item", "Missing attribute or block", public;
    /// Bodies that were merged set one attribute twice, or a JSON object has two properties of the
    /// same name.
    AttributeSetTwice: Data, "attribute-set-twice", "Attribute set more than once";
    /// A body has an attribute and a block of the same name.
    NameConflict: Data, "name-conflict", "Attribute and block of one name";
    /// A block has too few labels.
    MissingLabel: Data, "missing-label", "Missing block label", public;
    /// A block has too many labels.
    UnexpectedLabel: Data, "unexpected-label", "Unexpected block label";
    /// A JSON value is not an object, as bodies and labels require.
    JsonObjectExpected: Data, "json-object-expected", "JSON object expected";
    /// The root of a JSON file is neither an object nor an array of objects.
    InvalidJsonRoot: Syntax, "invalid-json-root", "Root value is not an object";
    /// A schema has two attributes or two types of blocks of the same name.
    InvalidSchema: Data, "invalid-schema", "Invalid schema";
    /// An expression is not a list, an object, a call or a reference as it is written.
    UnsuitableExpression: Eval, "unsuitable-expression", "Unsuitable expression", public;
    /// The value of `for_each` of a dynamic block is not a collection.
    InvalidForEach: Data, "invalid-for-each", "Invalid value of for_each", public;
    /// The value of `for_each` of a dynamic block is not known where that is required.
    UnknownForEach: Data, "unknown-for-each", "Unknown value of for_each", public;
    /// The iterator of a dynamic block is not a name.
    InvalidIterator: Data, "invalid-iterator", "Invalid name of an iterator";
    /// A label of a dynamic block is not a text, or there are too many or too few.
    InvalidDynamicLabel: Data, "invalid-dynamic-label", "Invalid label of a dynamic block";
    /// A dynamic block does not have one block with the content.
    InvalidDynamicContent: Data, "invalid-dynamic-content", "Invalid content of a dynamic block";

    // Decoding.
    /// A value has another type than the one it is decoded into.
    TypeMismatch: Data, "type-mismatch", "Wrong type", public;
    /// A value was found in place of an object.
    ObjectExpected: Data, "object-expected", "Wrong type";
    /// A value was found in place of a list.
    ListExpected: Data, "list-expected", "Wrong type";
    /// A block was found in place of an attribute.
    BlockForAttribute: Data, "block-for-attribute", "Block in place of an attribute";
    /// An attribute was found in place of a block.
    AttributeForBlock: Data, "attribute-for-block", "Attribute in place of a block";
    /// A value of the right type cannot be used.
    InvalidValue: Data, "invalid-value", "Unsuitable value", public;
    /// A string is not one of the possible values.
    UnexpectedValue: Data, "unexpected-value", "Unexpected value";
    /// A list has too many or too few elements.
    WrongLength: Data, "wrong-length", "Wrong number of elements";
    /// A value has none of the forms that are possible.
    NoMatchingForm: Data, "no-matching-form", "No matching form";
    /// A value that has to be known is not known yet.
    UnknownValue: Data, "unknown-value", "Unknown value", public;
    /// There are several blocks where one is possible.
    DuplicateBlock: Data, "duplicate-block", "Duplicate block", public;
    /// The type does not define how many labels a block in JSON has.
    UnknownLabels: Data, "unknown-labels", "Unknown number of labels", public;

    // Writing.
    /// The root of a value that is written is neither a struct nor a map.
    NotABody: Data, "not-a-body", "Root is not a body";
    /// A value that is written contains a block.
    BlockInValue: Data, "block-in-value", "Block in a value";
    /// The name of an attribute or a block cannot be written in native syntax.
    UnwritableName: Data, "unwritable-name", "Name not valid in native syntax";
    /// The key of a map cannot be written.
    UnwritableKey: Data, "unwritable-key", "Key without a text";
    /// Two entries of a body or map have the same name.
    RepeatedEntry: Data, "repeated-entry", "Repeated entry", public;
    /// Two keys of a map are the same text when they are read.
    EqualKeys: Data, "equal-keys", "Keys of the same text";

    // Extensions.
    /// A specification contradicts itself.
    InvalidSpecification: Data, "invalid-specification", "Invalid specification";
    /// A type has fewer or more blocks in a body than a specification allows.
    WrongBlockCount: Data, "wrong-block-count", "Wrong number of blocks";
    /// Two blocks of one type have the same labels.
    DuplicateLabels: Data, "duplicate-labels", "Blocks with the same labels";
    /// Values that must have the same type have different types.
    InconsistentTypes: Data, "inconsistent-types", "Inconsistent types";
    /// A transformation of a specification returned an error.
    TransformationFailed: Data, "transformation-failed", "Error in a transformation";
    /// An expression is not a type.
    InvalidType: Eval, "invalid-type", "Invalid type";
    /// The default value of an optional attribute is not of its type.
    InvalidDefault: Eval, "invalid-default", "Invalid default value", public;
    /// A parameter of a function is not a name.
    InvalidParameter: Data, "invalid-parameter", "Invalid parameter";
    /// Two functions have the same name.
    DuplicateFunction: Data, "duplicate-function", "Duplicate function";
    /// A value cannot be a part of a configuration layer.
    UnsuitableLayer: Data, "unsuitable-layer", "Value not possible in a layer";
    /// A key would be both an attribute and a block, or a block with different labels.
    AmbiguousName: Data, "ambiguous-name", "Ambiguous name";

    // Limits.
    /// A value nests too deep or has too many parts.
    ValueTooLarge: Limit, "value-too-large", "Value too large";
    /// A specification has too many levels or parts.
    SpecificationTooLarge: Limit, "specification-too-large", "Specification too large";
    /// Dynamic blocks make too many blocks.
    TooManyBlocks: Limit, "too-many-blocks", "Too many dynamic blocks", public;
    /// A call exceeds a limit.
    CallExceedsLimit: Limit, "call-exceeds-limit", "Error in function call";
    /// An evaluation has too many steps.
    EvaluationTooLong: Limit, "evaluation-too-long", "Evaluation too long";
    /// Functions call each other too many levels deep.
    EvaluationTooDeep: Limit, "evaluation-too-deep", "Evaluation too deep", public;
    /// A number has too many digits or too large an exponent.
    NumberOutOfRange: Limit, "number-out-of-range", "Number out of range";
    /// The text is longer than a limit, or has more parts.
    TextTooLong: Limit, "text-too-long", "Text too long", public;
    /// Brackets or blocks are nested deeper than the limit.
    NestingTooDeep: Limit, "nesting-too-deep", "Nesting too deep", public;
    /// The text has more mistakes than are reported.
    TooManyProblems: Limit, "too-many-problems", "Too many problems";
}

impl Code {
    /// Returns the code of a kind.
    pub(crate) const fn new(kind: CodeKind) -> Self {
        Self(kind)
    }

    /// Returns the section about the code in the chapter [`codes`](crate::guide::codes) of the
    /// guide, in Markdown and without its heading: the meaning, the category, an example of the
    /// mistake with its output, and a corrected example.
    ///
    /// ```
    /// use serde_hcl::diag::Code;
    ///
    /// let explanation = Code::UnclosedBracket.explanation();
    /// assert!(explanation.starts_with("A bracket is not closed.\n"));
    /// assert!(explanation.contains("\n```hcl\nports = [80, 443\n```\n"));
    /// ```
    pub fn explanation(self) -> &'static str {
        let mut sections = include_str!("../guide/codes.md").split("\n## `").skip(1);
        let section = sections.find_map(|section| section.strip_prefix(self.as_str())?.strip_prefix("`\n\n"));
        section.unwrap_or_default()
    }
}

/// The name of the constant.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The identifier.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Code;

    #[test]
    fn identifiers_are_the_names_in_kebab_case() {
        for (code, doc) in Code::ALL.iter().zip(Code::DOCS) {
            let mut kebab = String::new();
            for letter in format!("{code:?}").chars() {
                if letter.is_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.extend(letter.to_lowercase());
            }
            assert_eq!(code.as_str(), kebab);
            assert!(!code.summary().ends_with('.') && doc.ends_with('.'), "{code}");
        }
        let distinct: HashSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(distinct.len(), Code::ALL.len());
    }

    #[test]
    fn explanations_begin_with_the_documentation() {
        for (code, doc) in Code::ALL.iter().zip(Code::DOCS) {
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let expected = words(&format!("{doc} Category: `{:?}`.", code.category()));
            assert!(words(code.explanation()).starts_with(&expected), "{code}: {expected}");
        }
    }
}

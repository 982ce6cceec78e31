//! Constructs of other languages, and other mistakes of one token, at each location.

use super::expected::role::*;
use super::expected::{Expected, like, row};
use crate::diag::Code::*;

const CONDITIONAL: &str = "Write a conditional: condition ? value if true : value if false";
const FOR: &str = "Write a for expression: [for a in list : a + 1 if a > 0]";
const NO_BITS: &str = "There are no operators on bits.";
const COALESCE: &str = "Write a conditional: a != null ? a : b";
const NO_PATTERN: &str = "To match a pattern, use a function, such as regex, if the application has one.";
const EQUAL: &str = "Equality is written \"==\".";
const NOT_EQUAL: &str = "Inequality is written \"!=\".";
const COMPARISON: &str = "Comparisons are written \"<\", \"<=\", \">\" and \">=\".";
const CONTAINS: &str = "Use a function such as contains, if the application has one: contains(b, a)";
const WHOLE: &str = "An attribute is set once, to its whole value; it cannot be changed.";
const OBJECT: &str = "An object with names is written in braces: { a = 1 }";
const KEYS: &str =
    "A key with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.";
const ONE_NAME: &str = "An attribute has only its name before the equals sign: name = value";
const OWN_LINE: &str = "Put the next attribute or block on a line of its own.";

/// The first word of an item.
pub(super) const STATEMENT: Expected = Expected {
    code: Statement,
    detail: "A configuration has no statements such as {}.",
    constructs: &[
        like(
            "if elif elsif elseif else unless switch match case when",
            "Put the condition into the values: name = condition ? a : b",
        ),
        like(
            "for foreach while until loop repeat",
            "Use a for expression in a value: name = [for a in list : a]",
        ),
        like("let var const export local global final static declare", ONE_NAME),
        like("int string bool float number", ONE_NAME),
        like("import include require", "A file cannot include another one."),
        like("def func fn function class struct return", "A file has attributes and blocks only."),
        like("end endif endfor done fi esac", "A block ends with its closing brace."),
    ],
};

/// The start of an attribute or a block.
pub(super) const ITEM: Expected = Expected {
    code: InvalidItem,
    detail: "An attribute (name = value) or a block (type { … }) is expected here, not {}.",
    constructs: &[
        row(InvalidName, "<number>", "A name begins with a letter or \"_\", not with a digit."),
        row(UnexpectedSeparator, ",", "A comma does not separate attributes and blocks.").replace(""),
        row(UnexpectedSeparator, ";", "A semicolon does not end or separate attributes and blocks.")
            .replace(""),
        row(InvalidName, "=", "The name of the attribute is missing before \"=\"."),
        row(
            InvalidItem,
            "{{",
            "Two braces are a template of another language. Write an attribute or a block.",
        ),
    ],
};

/// The start of an item with a sign before its name.
pub(super) const NAME_AFTER_SIGN: Expected = Expected {
    code: InvalidName,
    detail: "",
    constructs: &[
        row(InvalidName, "<token>", "A name begins with a letter or \"_\", not with {}.").replace("")
    ],
};

/// The start of a line after an attribute that a token seems to continue.
pub(super) const CONTINUATION: Expected = Expected {
    code: InvalidItem,
    detail: "",
    constructs: &[row(
        InvalidItem,
        "<any>",
        "This line begins with {}, but the value of the attribute before it has ended.",
    )
    .help("Put parentheses around an expression of several lines.")],
};

/// The equals sign of an attribute, after its name.
pub(super) const EQUALS: Expected = Expected {
    code: MissingEquals,
    detail: "An equals sign or the body of a block is expected after {name}.",
    constructs: &[
        row(WrongEquals, "||= &&= ??= += -= *= /= %= .=", "An attribute is set with \"=\", not with {}.")
            .help(WHOLE),
        row(WrongEquals, "=== == => ?= := -> <- =~", "An attribute is set with \"=\", not with {}.")
            .replace("="),
        row(WrongEquals, ":", "An attribute is set with \"=\", not with {}.").before(" ").replace(" ="),
        row(WrongEquals, ":", "An attribute is set with \"=\", not with {}.").replace("="),
        row(InvalidName, ".", "A name has no dots in it.")
            .help("Write an object or a block for several levels: a = { b = 1 }"),
        row(InvalidName, "[", "An element cannot be set by an index in brackets.")
            .help("Write the whole object or tuple: a = { b = 1 }"),
        row(
            MissingEquals,
            "<number> - ' ` <value>",
            "The equals sign is missing between {name} and its value.",
        )
        .insert("= "),
    ],
};

/// The opening brace of a block, after its type and labels.
pub(super) const BRACE: Expected = Expected {
    code: InvalidBlockHeader,
    detail: "A label, which is a name or text in double quotes, or the opening \"{\" of the block is expected here.",
    constructs: &[
        row(MissingOpeningBrace, "<line>", "The opening \"{\" of the block {name} is missing.")
            .help("Write it on the line of the type and the labels."),
        row(InvalidBlockHeader, "=", "A block has no \"=\" before its brace.").before("{").replace(""),
        row(InvalidBlockHeader, "=> ->", "The opening \"{\" of a block follows its type and labels without an arrow."),
        row(InvalidBlockHeader, "=", "With \"=\" this is an attribute, which has one name and no labels.")
            .help("Write only one name before the equals sign of an attribute, or remove the \"=\" for a block."),
        row(InvalidBlockHeader, ",", "Labels are separated by spaces, not by commas.").replace(""),
        row(InvalidBlockHeader, ":", "The opening \"{\" of a block follows its type and labels without a colon.")
            .before("{")
            .replace(""),
        row(
            InvalidBlockHeader,
            ":",
            "An equals sign is expected after the name of an attribute, or \"{\" after the labels of a block.",
        ),
        row(InvalidBlockHeader, "<number>", "A label is a name, or text in double quotes, but here is a number.")
            .quote(),
        row(InvalidBlockHeader, "[ (", "A label is a name, or text in double quotes, without parentheses and brackets.")
            .help("The body of a block is in braces: { … }"),
        row(InvalidBlockHeader, ". / + * %", "A label with other characters than letters, digits, \"_\" and \"-\" is written in double quotes."),
    ],
};

/// The end of the line after the closing brace of a block.
pub(super) const BLOCK_END: Expected = Expected {
    code: MissingNewline,
    detail: "",
    constructs: &[
        row(UnexpectedSeparator, ", ;", "A block ends without a comma or a semicolon.").replace(""),
        row(MissingNewline, "<any>", "A block ends at its closing \"}\".").help(OWN_LINE),
    ],
};

/// The start of a value.
pub(super) const VALUE: Expected = Expected {
    code: MissingValue,
    detail: "A value is expected here, but {} does not begin one.",
    constructs: &[
        row(MissingValue, ", ] } ) ~}", "A value is expected before {}."),
        row(MissingValue, "=", "A value is expected here, but there is a second {}.").replace(""),
        row(VariableMark, "${", "\"${\" is valid only inside of a string.")
            .help("Write the expression without \"${\" and \"}\", or put all of it into double quotes."),
        row(VariableMark, "%{", "\"%{\" is valid only inside of a string.")
            .help("Write a conditional, condition ? value if true : value if false, or put the text into double quotes."),
        row(VariableMark, "$", "A variable is written without \"$\".").before("a").replace(""),
        row(VariableMark, "@", "A name does not begin with \"@\".")
            .before("a")
            .help("Write a variable without it, and text in double quotes."),
        row(UnsupportedOperator, "~", "There is no operator {}.")
            .before("0")
            .help("The logical NOT is written \"!\"; there are no operators on bits."),
        row(UnsupportedOperator, "+", "There is no sign {} before a value.").before("0").replace(""),
        row(UnsupportedOperator, "... *", "The sign {} does not insert the elements of another list.")
            .roles(ELEMENT)
            .before("0")
            .help("Join lists with a function such as concat, if the application has one: concat(a, b)"),
        row(UnsupportedOperator, "... **", "The sign {} does not insert the items of another object.")
            .roles(KEY)
            .help("Join objects with a function such as merge, if the application has one: merge(a, b)"),
        row(UnsupportedOperator, "... * **", "To expand a list, three points follow the last argument: f(a...)")
            .roles(ARGUMENT)
            .before("a"),
        row(UnsupportedOperator, "...", "Three points do not begin a value."),
        row(UnsupportedOperator, "& *", "There is no operator {} before a value.")
            .before("a")
            .help("A name refers to its value without a sign."),
        row(UnsupportedSyntax, "|", "A value cannot be a function. Write the expression itself.")
            .roles(!(ATTRIBUTE | ONE_LINE))
            .before("a"),
        row(InvalidTraversal, ":", "There are no slices.")
            .roles(INDEX)
            .help("Use a function such as slice, if the application has one."),
        row(InvalidTraversal, ".", "The name of a variable is expected before the point.")
            .roles(INTERPOLATION | DIRECTIVE)
            .before("a"),
    ],
};

/// The first word of a value that other text follows.
pub(super) const FIRST_WORD: Expected = Expected {
    code: UnsupportedSyntax,
    detail: "The word {} does not begin an expression.",
    constructs: &[
        like("if unless when switch match case", CONDITIONAL),
        like("lambda fn func function def", "A value cannot be a function. Write the expression itself."),
        like("new make", "Values are written by themselves: { name = \"a\" } is an object, [1, 2] a tuple."),
        like("for foreach", "A for expression is in brackets: [for a in b : a]"),
        like("typeof sizeof await return yield", "Write the expression without this word."),
        like("let var const with", "A value has no variables of its own. Write the expression itself."),
    ],
};

/// The negation of a value.
pub(super) const NEGATION: Expected = Expected {
    code: UnsupportedOperator,
    detail: "There is no operator {}.",
    constructs: &[like("not", "The logical NOT is written \"!\".")],
};

/// An operator between two operands. None of the constructs begins a valid token there.
pub(super) const OPERATOR: Expected = Expected {
    code: UnsupportedOperator,
    detail: "There is no operator {}.",
    constructs: &[
        like("===", EQUAL).replace("=="),
        like("!== <>", NOT_EQUAL).replace("!="),
        like("<=>", "Write a conditional with \"<\" and \"==\"."),
        like("=~ !~", NO_PATTERN),
        like("**", "Multiply, or use a function for powers, such as pow, if the application has one."),
        like("&&&", "The logical AND is written \"&&\".").replace("&&"),
        like("|||", "The logical OR is written \"||\".").replace("||"),
        like("&&= ||= ??= :=", "An attribute is set with \"=\" and the whole value."),
        like("?? ?:", COALESCE),
        like("?.", "Use a function such as try, if the application has one, or a conditional."),
        like("++", "Values cannot be changed. Write the sum or the difference: a + 1"),
        like(">>> >> <<", NO_BITS),
        like("|>", "Functions are called by their name and parentheses: f(a)"),
        like("&", "The logical AND is written \"&&\"; there are no operators on bits."),
        like("|", "The logical OR is written \"||\". A function is called by its name and parentheses: f(a)"),
        like("^", "There are no operators on bits. For powers, multiply, or use a function such as pow."),
        like("~", "To join strings, use a template: \"${a}${b}\""),
        like("->", "There is no arrow in expressions."),
        like("%%", "The remainder is written \"%\".").replace("%"),
        like("and+not", "The logical AND is written \"&&\", the logical NOT \"!\"."),
        like("or+not", "The logical OR is written \"||\", the logical NOT \"!\"."),
        like("and", "The logical AND is written \"&&\".").replace("&&"),
        like("or", "The logical OR is written \"||\".").replace("||"),
        like("xor", "For two Boolean values, \"!=\" is the exclusive OR.").replace("!="),
        like("is+not+equal+to is+not does+not+equal not+equal ne neq isnt", NOT_EQUAL).replace("!="),
        like("not+in", "Use a function such as contains, if the application has one: !contains(b, a)"),
        like("is+in in contains", CONTAINS),
        like("is+equal+to equal+to is eq equals", EQUAL).replace("=="),
        like("is+less+than less+than lt", COMPARISON).replace("<"),
        like("is+greater+than greater+than gt", COMPARISON).replace(">"),
        like("le lte", COMPARISON).replace("<="),
        like("ge gte", COMPARISON).replace(">="),
        like("mod", "The remainder is written \"%\".").replace("%"),
        like("div", "Division is written \"/\".").replace("/"),
        like("plus", "Addition is written \"+\".").replace("+"),
        like("minus", "Subtraction is written \"-\".").replace("-"),
        like("times", "Multiplication is written \"*\".").replace("*"),
        like("matches like", NO_PATTERN),
        like("instanceof", "There are no operators on types."),
        like("as", "Use a function that converts, such as tostring, if the application has one."),
    ],
};

/// The text after a value, before the end of the construct around it.
pub(super) const AFTER_VALUE: Expected = Expected {
    code: UnsupportedSyntax,
    detail: "The word {} cannot follow a value here.",
    constructs: &[
        like("if when where unless", "Write the condition after the result: [for a in list : a if a > 0]")
            .roles(COLLECTION),
        like("if else unless then when otherwise", CONDITIONAL).roles(!RESULT),
        like("for where", FOR).roles(!RESULT),
        row(
            InvalidObjectItem,
            "=",
            "An item of an object has one equals sign or colon, between its key and its value.",
        )
        .roles(ITEM_VALUE)
        .help(KEYS),
        row(InvalidFunctionCall, "=", "The arguments of a function have no names.")
            .roles(ARGUMENT)
            .help("Write the values in the order of the parameters, or an object in braces: f({ a = 1 })"),
        row(InvalidFunctionCall, ":", "The arguments of a function have no names.")
            .roles(ARGUMENT)
            .before(" ")
            .help("Write the values in the order of the parameters, or an object in braces: f({ a = 1 })"),
        row(UnexpectedText, "=", "The elements of a tuple have no names.").roles(ELEMENT).help(OBJECT),
        row(UnexpectedText, ":", "A colon cannot follow this value.")
            .roles(!(ATTRIBUTE | INTERPOLATION | INDEX | COLLECTION | KEY))
            .before(" ")
            .help(OBJECT),
        row(UnsupportedOperator, "=", "A value is not set inside of an expression.")
            .roles(!(COLLECTION | KEY))
            .help("Equality is written \"==\". An object with names is written in braces: { a = 1 }"),
        row(UnsupportedOperator, "=>", "The arrow \"=>\" is valid only in a for expression in braces.")
            .roles(!(COLLECTION | KEY))
            .help("An item of an object is written with an equals sign: { a = 1 }"),
        row(UnsupportedOperator, "...", "Three points are valid only after the last argument of a function.")
            .help("For a sequence of numbers, use a function such as range, if the application has one."),
        row(InvalidItem, "{", "With \"=\" this is an attribute, whose value ends before the brace.")
            .roles(ATTRIBUTE)
            .help("Remove the equals sign for a block, or the text before the brace for an object."),
        row(UnexpectedSeparator, ",", "An attribute ends without a comma.")
            .roles(ATTRIBUTE)
            .before("\n")
            .help("Remove the comma.")
            .replace(""),
        row(UnexpectedSeparator, ",", "An attribute ends without a comma.")
            .roles(ATTRIBUTE)
            .before("=")
            .help("Put the next attribute on a line of its own."),
        row(UnexpectedSeparator, ",", "An attribute ends without a comma.")
            .roles(ATTRIBUTE)
            .help("Write several values in brackets, [a, b], and text in quotes."),
    ],
};

/// The end of the construct around a value.
pub(super) const END: Expected = Expected {
    code: UnexpectedText,
    detail: "The expression ends before this. An operator or the end is expected.",
    constructs: &[
        row(UnexpectedSeparator, ";", "An attribute ends without a semicolon.")
            .roles(ATTRIBUTE)
            .help("Remove the semicolon, and put the next attribute on a line of its own.")
            .replace(""),
        row(MissingNewline, "}", "The closing \"}\" of a block of several lines begins its line.")
            .roles(ATTRIBUTE)
            .help("Put it on a line of its own."),
        row(MissingNewline, "<name>", "The value of {name} ends before {}.").roles(ATTRIBUTE).help(OWN_LINE),
        row(UnexpectedText, "<any>", "The value of {name} ends before {}.")
            .roles(ATTRIBUTE)
            .help("An operator or the end of the line is expected after a value."),
        row(
            InvalidOneLineBlock,
            "<line>",
            "This block has an attribute on the line of its \"{\", but its \"}\" is on another line.",
        )
        .roles(ONE_LINE)
        .help("Put the attribute on a line of its own, or the \"}\" on this line."),
        row(InvalidOneLineBlock, ", ; <name>", "A block on one line has only one attribute.")
            .roles(ONE_LINE)
            .help("Put the braces and each attribute on lines of their own."),
        row(
            InvalidOneLineBlock,
            "<token>",
            "The closing \"}\" is expected after the only attribute of a block on one line.",
        )
        .roles(ONE_LINE)
        .help("Put the attribute on a line of its own."),
        row(UnexpectedText, ",", ONE_EXPRESSION)
            .roles(PARENTHESES)
            .help("Write several values in square brackets: [a, b]"),
        row(UnexpectedText, "<any>", ONE_EXPRESSION).roles(PARENTHESES),
        row(MissingSeparator, ";", SEPARATOR).roles(ARGUMENT | ELEMENT | ITEM_VALUE).replace(","),
        row(MissingSeparator, "<value>", SEPARATOR).roles(ARGUMENT | ELEMENT | ITEM_VALUE).append(","),
        row(MissingSeparator, "<any>", SEPARATOR).roles(ARGUMENT | ELEMENT | ITEM_VALUE),
        row(InvalidTraversal, ",", "An index is one value. Use one pair of brackets for each: a[0][1]")
            .roles(INDEX),
        row(
            InvalidTraversal,
            ":",
            "There are no slices. Use a function such as slice, if the application has one.",
        )
        .roles(INDEX),
        row(InvalidTraversal, "<any>", "An index is one expression. The closing \"]\" is expected after it.")
            .roles(INDEX),
        row(
            InvalidInterpolation,
            "<token>",
            "The closing \"}\" or an operator is expected after the expression.",
        )
        .roles(INTERPOLATION),
        row(InvalidDirective, "if", "The closing \"}\" of the directive \"{name}\" is expected here.")
            .roles(DIRECTIVE)
            .help("Put another if directive, with its own endif, after the else."),
        row(InvalidDirective, "<any>", "The closing \"}\" of the directive \"{name}\" is expected here.")
            .roles(DIRECTIVE),
        row(InvalidFor, "=> =", COLON).roles(COLLECTION).help(FOR_FORM).replace(":"),
        row(InvalidFor, "<value>", COLON).roles(COLLECTION).help(FOR_FORM).insert(": "),
        row(InvalidFor, "<any>", COLON).roles(COLLECTION).help(FOR_FORM),
        row(InvalidFor, "where when unless and", FOR_END)
            .roles(RESULT)
            .help("A condition begins with \"if\".")
            .replace("if"),
        row(InvalidFor, "for else", FOR_END).roles(RESULT).help(
            "Write a for expression, or a conditional, in the result: [for a in list : [for b in a : b]]",
        ),
        row(InvalidFor, ",", FOR_END)
            .roles(RESULT)
            .help("Write several results of one element in brackets: [a, b]"),
        row(InvalidFor, "= :", FOR_END).roles(RESULT).help("Write \"=>\" between the key and the value."),
        row(InvalidFor, "<any>", FOR_END).roles(RESULT),
        row(IncompleteConditional, "else", TWO_RESULTS).roles(BRANCH).help(CONDITIONAL_FORM).replace(":"),
        row(IncompleteConditional, "<any>", TWO_RESULTS).roles(BRANCH).help(CONDITIONAL_FORM),
        row(InvalidObjectItem, "=>", "The value of a key follows \"=\" or \":\", not \"=>\".")
            .roles(KEY)
            .replace("="),
        row(
            InvalidObjectItem,
            "<line> , ; }",
            "An equals sign and a value are expected after the key of an object.",
        )
        .roles(KEY)
        .help("Write key = value. Values without keys are written in square brackets: [a, b]"),
        row(
            InvalidObjectItem,
            "<name> <number>",
            "An equals sign is expected after the key. A key with a space in it is written in double quotes.",
        )
        .roles(KEY),
        row(InvalidObjectItem, "{", "An equals sign is expected after the key: an object has no blocks.")
            .roles(KEY)
            .insert("= "),
        row(InvalidObjectItem, "<value>", "An equals sign is expected between a key and its value.")
            .roles(KEY)
            .insert("= "),
        row(InvalidObjectItem, "<any>", "An equals sign is expected after the key of an object.").roles(KEY),
    ],
};

const ONE_EXPRESSION: &str =
    "Parentheses contain one expression. A \")\" or an operator is expected after it.";
const SEPARATOR: &str = "{name}";
const COLON: &str = "A colon is expected between the collection and the result.";
const FOR_FORM: &str = "Write [for a in list : a]";
const FOR_END: &str = "A \"{name}\" is expected after the result.";
const TWO_RESULTS: &str =
    "A conditional has two results. The colon and the result for false are expected here.";
const CONDITIONAL_FORM: &str = "Write condition ? value if true : value if false";

/// The word `in` of a `for` expression.
pub(super) const FOR_IN: Expected = Expected {
    code: InvalidFor,
    detail: "The word \"in\" is expected between the variables and the collection.",
    constructs: &[
        like("of from on over = :", "").replace("in"),
        like(",", "There are at most two variables, one for the key and one for the value."),
    ],
};

/// The word `in` of a directive.
pub(super) const DIRECTIVE_IN: Expected = Expected { code: InvalidDirective, ..FOR_IN };

/// The name after a point.
pub(super) const ATTRIBUTE_NAME: Expected = Expected {
    code: InvalidTraversal,
    detail: "The name of an attribute is expected after a point.",
    constructs: &[
        row(InvalidTraversal, "\"", "The name of an attribute after a point has no quotes.")
            .help("Write a name that needs quotes as an index: a[\"b c\"]"),
        row(InvalidTraversal, "[", "An index has no point before it.").help("Write a[0]."),
        row(InvalidTraversal, ".", "The name of an attribute is expected between two points.")
            .help("Write one point before the name of an attribute."),
    ],
};

/// The attributes after `.*`.
pub(super) const SPLAT_NAME: Expected = Expected {
    constructs: &[row(InvalidTraversal, "*", "A splat of attributes (.*) cannot contain another one.")
        .help("Write [*] for both.")],
    ..ATTRIBUTE_NAME
};

const DIRECTIVES: &str = "There is no directive {}. The directives are if, else, endif, for and endfor.";

/// The first word of a directive.
pub(super) const DIRECTIVE_WORD: Expected = Expected {
    code: InvalidDirective,
    detail: DIRECTIVES,
    constructs: &[
        like("end fi done", "An if directive ends with %{ endif }, a for directive with %{ endfor }."),
        like("elif elsif elseif", "Put another if directive, with its own endif, after an else."),
    ],
};

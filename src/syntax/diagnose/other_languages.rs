//! Constructs of other languages, and other mistakes of one token, at each location.

use super::expected::role::*;
use super::expected::{Expected, Fix, expected, like, own, row};
use crate::diag::CodeKind::*;

const CONDITIONAL: &str = "Write a conditional: condition ? value if true : value if false";
const IN_VALUE: &str = "Put the condition into the values: name = condition ? a : b";
const FOR_IN_VALUE: &str = "Use a for expression in a value: name = [for a in list : a]";
const FOR: &str = "Write a for expression: [for a in list : a + 1 if a > 0]";
const FOR_OBJECT: &str = "Write a for expression: { for k, v in map : k => v if v > 0 }";
const NO_OPERATOR: &str = "There is no operator {}.";
const NO_BITS: &str = "There are no bitwise operators.";
const COALESCE: &str = "Write a conditional: a != null ? a : b";
const NO_PATTERN: &str = "To match a pattern, use a function, such as regex, if the application has one.";
const EQUAL: &str = "Equality is written \"==\".";
const NOT_EQUAL: &str = "Inequality is written \"!=\".";
const COMPARISON: &str = "Comparisons are written \"<\", \"<=\", \">\" and \">=\".";
const NO_SLICES: &str = "There are no slices.";
const SLICE: &str = "Use a function such as slice, if the application has one.";
const NO_NAMES: &str = "The arguments of a function have no names.";
const BY_ORDER: &str =
    "Write the values in the order of the parameters, or an object in braces: f({ a = 1 })";
const NO_COMMA: &str = "No comma follows an attribute.";
const NO_SEMICOLON: &str = "HCL does not use semicolons.";
const FOR_FORM: &str = "Write [for a in list : a]";
const CONDITIONAL_FORM: &str = "Write condition ? value if true : value if false";
const CONTAINS: &str = "Use a function such as contains, if the application has one: contains(b, a)";
const CONTINUES: &str = "A backslash does not continue a line.";
const PARENTHESES_HELP: &str = "Put parentheses around an expression of several lines.";
const SIGN: &str = "An attribute is set with \"=\", not with {}.";
const WHOLE: &str = "An attribute is set once, to its whole value; it cannot be changed.";
const OBJECT: &str = "An object with names is written in braces: { a = 1 }";
const KEYS: &str =
    "A key with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.";
const ONE_NAME: &str = "An attribute has only its name before the equals sign: name = value";
const OWN_LINE: &str = "Put the next attribute or block on a line of its own.";

/// The end of the message for a tag in the place of an item.
pub(super) const TAG: &str = "begins a tag of a template language. Write an attribute or a block.";

/// The first word of an item.
pub(super) const STATEMENT: Expected = expected(Statement, "A configuration has no statements such as {}.")
    .or(&[
        like("if elif elsif elseif else unless switch match case when", IN_VALUE),
        like("for foreach while until loop repeat", FOR_IN_VALUE),
        like("let var const export local global final static declare", ONE_NAME),
        like("int string bool float number", ONE_NAME),
        like("import include require", "A file cannot include another one."),
        like("def func fn function class struct return", "A file has attributes and blocks only."),
        like("end endif endfor done fi esac", "A block ends with its closing brace."),
    ]);

/// The start of an attribute or a block.
pub(super) const ITEM: Expected =
    expected(InvalidItem, "An attribute (name = value) or a block (type { … }) is expected here, not {}.")
        .or(&[
            own(InvalidName, "<number>", "A name begins with a letter or \"_\", not with a digit."),
            own(UnexpectedSeparator, ",", "A comma does not separate attributes and blocks.")
                .replace("")
                .certain(),
            own(UnexpectedSeparator, ";", NO_SEMICOLON).replace("").certain(),
            own(InvalidName, "=", "The name of the attribute is missing before \"=\"."),
            own(InvalidName, "${", "The name of an attribute is not computed.")
                .help("The keys of an object can be computed: tags = { (name) = 1 }"),
            own(
                OtherFormat,
                "{% %{ <%",
                "The sign {} begins a tag of a template language. Write an attribute or a block.",
            ),
            row("{{", "Two braces are a template of another language. Write an attribute or a block."),
        ]);

/// The start of an item with a sign before its name.
pub(super) const NAME_AFTER_SIGN: Expected =
    expected(InvalidName, "")
        .or(&[row("<token>", "A name begins with a letter or \"_\", not with {}.").replace("")]);

/// The start of a line after an attribute that a token seems to continue.
pub(super) const CONTINUATION: Expected = expected(InvalidItem, "").or(&[row(
    "<any>",
    "This line begins with {}, but the value of the attribute before it has ended.",
)
.help("Put parentheses around an expression of several lines.")]);

/// The equals sign of an attribute, after its name.
pub(super) const EQUALS: Expected =
    expected(MissingEquals, "An equals sign or the body of a block is expected after \"{name}\".").or(&[
        row("<line> , ;", "The name \"{name}\" is neither an attribute nor a block.")
            .help("An attribute needs \"=\" and a value: {name} = …; a block needs braces: {name} { … }"),
        own(Statement, "(", "A function call with parentheses is not an attribute or a block.")
            .help("To set an attribute to the result, write name = {name}(…)"),
        own(WrongEquals, ":", "An attribute is set with \"=\", not with {} as in YAML.")
            .before("\n")
            .help("Write an object, {name} = { … }, a list, {name} = [ … ], or a block, {name} { … }"),
        own(WrongEquals, ":", SIGN)
            .before("{")
            .help("For a block, write {name} { … } without a colon.")
            .replace(" ="),
        own(WrongEquals, ":", SIGN).before("a = b").help("An attribute has no type. Write {name} = …"),
        own(WrongEquals, "||= &&= ??= += -= *= /= %= .=", SIGN).help(WHOLE),
        own(WrongEquals, "=== == => := ->", SIGN).replace("=").certain(),
        own(WrongEquals, "?= <- =~", SIGN).replace("="),
        own(WrongEquals, ":", SIGN).before(" ").replace(" =").certain(),
        own(WrongEquals, ":", SIGN).replace("=").certain(),
        own(InvalidName, ".", "A name has no dots in it.")
            .help("Write an object or a block for several levels: a = { b = 1 }"),
        own(InvalidName, "[", "An element cannot be set by an index in brackets.")
            .help("Write the whole object or tuple: a = { b = 1 }"),
        row("<number> - ' ` <value>", "The equals sign is missing between \"{name}\" and its value.")
            .fix(Fix::Before, "= "),
    ]);

/// The opening brace of a block, after its type and labels.
pub(super) const BRACE: Expected = expected(
    InvalidBlockHeader,
    "A label, which is a name or text in double quotes, or the opening \"{\" of the block is expected here.",
)
.or(&[
    own(MissingOpeningBrace, "<line>", "The opening \"{\" of the block \"{name}\" is missing.")
        .help("Write it on the line of the type and the labels."),
    row("=", "A block has no \"=\" before its brace.").before("{").replace("").certain(),
    row("=> ->", "The opening \"{\" of a block follows its type and labels without an arrow."),
    row("=", "With \"=\" this is an attribute, which has one name and no labels.")
        .help("Write only one name before the equals sign of an attribute, or remove the \"=\" for a block."),
    row(",", "Labels are separated by spaces, not by commas.").replace("").certain(),
    row(":", "The opening \"{\" of a block follows its type and labels without a colon.")
        .before("{")
        .replace(""),
    row(
        ":",
        "An equals sign is expected after the name of an attribute, or \"{\" after the labels of a block.",
    ),
    row("<number>", "A label is a name, or text in double quotes, but here is a number.")
        .replace("{}")
        .certain(),
    row("[ (", "A label is a name, or text in double quotes, without parentheses and brackets.")
        .help("The body of a block is in braces: { … }"),
    row(
        ". / + * %",
        "A label with other characters than letters, digits, \"_\" and \"-\" is written in double quotes.",
    ),
]);

/// The end of the line after the closing brace of a block.
pub(super) const BLOCK_END: Expected = expected(MissingNewline, "").or(&[
    own(UnexpectedSeparator, ", ;", "No comma or semicolon follows a block.").replace("").certain(),
    row("<any>", "A block ends at its closing \"}\".").help(OWN_LINE),
]);

/// The start of a value.
pub(super) const VALUE: Expected = expected(MissingValue, "A value is expected here, but {} does not begin one.").or(&[
        row(", ] } ) ~}", "A value is expected before {}."),
        own(UnsupportedSyntax, "\\", CONTINUES).before("\n").help(PARENTHESES_HELP),
        own(UnsupportedSyntax, "<% {%", "The sign {} begins a tag of a template language.")
            .help("Write an expression, or put text for another program into double quotes."),
        row("=", "A value is expected here, but there is a second {}.").replace("").certain(),
        own(VariableMark, "${", "\"${\" is valid only inside of a string.")
            .help("Write the expression without \"${\" and \"}\", or put all of it into double quotes."),
        own(VariableMark, "%{", "\"%{\" is valid only inside of a string.")
            .help("Write a conditional, condition ? value if true : value if false, or put the text into double quotes."),
        own(VariableMark, "$", "A variable is written without \"$\".").before("a").replace("").certain(),
        own(VariableMark, "@", "A name does not begin with \"@\".")
            .before("a")
            .help("Write a variable without it, and text in double quotes."),
        own(UnsupportedOperator, "~", "There is no operator {}.")
            .before("0")
            .help("The logical NOT is written \"!\"; there are no bitwise operators."),
        own(UnsupportedOperator, "+", "There is no sign {} before a value.").before("0").replace(""),
        own(UnsupportedOperator, "... *", "The sign {} does not insert the elements of another list.")
            .within(ELEMENT, "0")
            .help("Join lists with a function such as concat, if the application has one: concat(a, b)"),
        own(UnsupportedOperator, "... **", "The sign {} does not insert the items of another object.")
            .roles(KEY)
            .help("Join objects with a function such as merge, if the application has one: merge(a, b)"),
        own(UnsupportedOperator, "... * **", "To expand a list, \"...\" follows the last argument: f(a...)")
            .within(ARGUMENT, "a"),
        own(UnsupportedOperator, "...", "A value does not begin with \"...\"."),
        own(UnsupportedOperator, "& *", "There is no operator {} before a value.")
            .before("a")
            .help("A name refers to its value without a sign."),
        own(UnsupportedSyntax, "|", "A value cannot be a function. Write the expression itself.")
            .within(!(ATTRIBUTE | ONE_LINE), "a"),
        own(InvalidTraversal, ": ::", NO_SLICES).roles(INDEX).help(SLICE),
        own(InvalidTraversal, ".", "The name of a variable is expected before the dot.")
            .within(INTERPOLATION | DIRECTIVE, "a"),
]);

/// The first word of a value that other text follows.
pub(super) const FIRST_WORD: Expected =
    expected(UnsupportedSyntax, "The word {} does not begin an expression.").or(&[
        like("if unless when switch match case", CONDITIONAL),
        like("lambda fn func function def", "A value cannot be a function. Write the expression itself."),
        like("new make", "Values are written by themselves: { name = \"a\" } is an object, [1, 2] a tuple."),
        like("for foreach", "A for expression is in brackets: [for a in b : a]"),
        like("typeof sizeof await return yield", "Write the expression without this word."),
        like("let var const with", "A value has no variables of its own. Write the expression itself."),
    ]);

/// The negation of a value.
pub(super) const NEGATION: Expected =
    expected(UnsupportedOperator, NO_OPERATOR).or(&[like("not", "The logical NOT is written \"!\".")]);

/// An operator between two operands. None of the constructs begins a valid token there.
pub(super) const OPERATOR: Expected = expected(UnsupportedOperator, NO_OPERATOR).or(&[
    like("===", EQUAL).replace("==").certain(),
    like("!== <>", NOT_EQUAL).replace("!=").certain(),
    like("<=>", "Write a conditional with \"<\" and \"==\"."),
    like("=~ !~", NO_PATTERN),
    like("**", "Multiply, or use a function for powers, such as pow, if the application has one."),
    like("&&&", "The logical AND is written \"&&\".").replace("&&").certain(),
    like("|||", "The logical OR is written \"||\".").replace("||").certain(),
    like("&&= ||= ??= := += -= *= /= %=", "An attribute is set with \"=\" and the whole value."),
    like("?? ?:", COALESCE),
    like("?.", "Use a function such as try, if the application has one, or a conditional."),
    like("++", "Values cannot be changed. Write the sum or the difference: a + 1"),
    like(">>> >> <<", NO_BITS),
    like("|>", "Functions are called by their name and parentheses: f(a)"),
    like("&", "The logical AND is written \"&&\". To join strings, use a template: \"${a}${b}\""),
    like("|", "The logical OR is written \"||\". A function is called by its name and parentheses: f(a)"),
    like("^", "There are no bitwise operators. For powers, multiply, or use a function such as pow."),
    like("~", "To join strings, use a template: \"${a}${b}\""),
    like("->", "The arrow of a for expression is written \"=>\".").roles(RESULT).replace("=>").certain(),
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
    like("div", "Division is written \"/\". Use a function such as floor for a whole number."),
    like("plus", "Addition is written \"+\".").replace("+"),
    like("minus", "Subtraction is written \"-\".").replace("-"),
    like("times", "Multiplication is written \"*\".").replace("*"),
    like("matches like", NO_PATTERN),
    like("instanceof", "There are no operators on types."),
    like("as", "Use a function that converts, such as tostring, if the application has one."),
]);

/// The text after a value, before the end of the construct around it.
pub(super) const AFTER_VALUE: Expected =
    expected(UnsupportedSyntax, "The word {} cannot follow a value here.").or(&[
        like("if when where unless", "Write the condition after the result: [for a in list : a if a > 0]")
            .roles(COLLECTION),
        like("if else unless then when otherwise", CONDITIONAL).roles(!RESULT),
        like("for where", FOR_OBJECT).roles(ITEM_VALUE),
        like("for where", FOR).roles(!RESULT),
        own(UnsupportedOperator, "=<", NO_OPERATOR).help(COMPARISON).replace("<=").certain(),
        own(UnsupportedSyntax, "\\", CONTINUES).before("\n").help(PARENTHESES_HELP),
        own(
            InvalidObjectItem,
            "=",
            "An item of an object has one equals sign or colon, between its key and its value.",
        )
        .roles(ITEM_VALUE)
        .help(KEYS),
        own(InvalidFunctionCall, "=", NO_NAMES).roles(ARGUMENT).help(BY_ORDER),
        own(InvalidFunctionCall, ":", NO_NAMES).within(ARGUMENT, " ").help(BY_ORDER),
        own(UnexpectedText, "=", "The elements of a list have no names.").roles(ELEMENT).help(OBJECT),
        own(UnexpectedText, ":", "A colon cannot follow this value.")
            .within(!(ATTRIBUTE | INTERPOLATION | INDEX | COLLECTION | KEY), " ")
            .help(OBJECT),
        own(UnsupportedOperator, "=", "{} cannot be used in an expression.")
            .roles(!(COLLECTION | KEY))
            .help("Equality is written \"==\". An object with names is written in braces: { a = 1 }"),
        own(UnsupportedOperator, "=>", "The arrow \"=>\" is valid only in a for expression in braces.")
            .roles(!(COLLECTION | KEY))
            .help("An item of an object is written with an equals sign: { a = 1 }"),
        own(UnsupportedOperator, "...", "The sign {} is valid only after the last argument of a function.")
            .help("For a sequence of numbers, use a function such as range, if the application has one."),
        own(InvalidItem, "{", "With \"=\" this is an attribute, whose value ends before the brace.")
            .roles(ATTRIBUTE)
            .help("Remove the equals sign for a block, or the text before the brace for an object."),
        own(UnexpectedSeparator, ",", NO_COMMA)
            .within(ATTRIBUTE, "\n")
            .help("Remove the comma.")
            .replace("")
            .certain(),
        own(UnexpectedSeparator, ",", NO_COMMA)
            .within(ATTRIBUTE, "=")
            .help("Put the next attribute on a line of its own."),
        own(UnexpectedSeparator, ",", NO_COMMA)
            .roles(ATTRIBUTE)
            .help("Write several values in brackets, [a, b], and text in quotes."),
    ]);

/// Returns the end of the construct around an expression with a role.
pub(super) fn end(role: u16) -> &'static Expected {
    match role {
        ATTRIBUTE => &ATTRIBUTE_END,
        ONE_LINE => &ONE_LINE_END,
        PARENTHESES => &PARENTHESES_END,
        ARGUMENT | ELEMENT | ITEM_VALUE => &SEPARATOR,
        KEY => &KEY_END,
        INDEX => &INDEX_END,
        INTERPOLATION => &INTERPOLATION_END,
        DIRECTIVE => &DIRECTIVE_END,
        COLLECTION => &COLLECTION_END,
        RESULT => &RESULT_END,
        BRANCH => &BRANCH_END,
        _ => &EXPRESSION_END,
    }
}

const EXPRESSION_END: Expected =
    expected(UnexpectedText, "The expression ends before this. An operator or the end is expected.");

const ATTRIBUTE_END: Expected = expected(UnexpectedText, "The value of \"{name}\" ends before {}.").or(&[
    own(UnexpectedSeparator, ";", NO_SEMICOLON)
        .before("\n")
        .help("Remove the semicolon.")
        .replace("")
        .certain(),
    own(UnexpectedSeparator, ";", NO_SEMICOLON)
        .help("Remove the semicolon, and put the next attribute on a line of its own."),
    own(MissingNewline, "}", "The closing \"}\" of a block of several lines begins its line.")
        .help("Put it on a line of its own."),
    own(MissingNewline, "<name>", "The value of \"{name}\" ends before {}.").help(OWN_LINE),
    like("<any>", "An operator or the end of the line is expected after a value."),
]);

const ONE_LINE_END: Expected = expected(InvalidOneLineBlock, "").or(&[
    row("<line>", "This block has an attribute on the line of its \"{\", but its \"}\" is on another line.")
        .help("Put the attribute on a line of its own, or the \"}\" on this line."),
    row(", ; <name>", "A block on one line has only one attribute.")
        .help("Put the braces and each attribute on lines of their own."),
    row("<token>", "The closing \"}\" is expected after the only attribute of a block on one line.")
        .help("Put the attribute on a line of its own."),
]);

const PARENTHESES_END: Expected = expected(
    UnexpectedText,
    "Parentheses contain one expression. A \")\" or an operator is expected after it.",
)
.or(&[like(",", "Write several values in square brackets: [a, b]")]);

const SEPARATOR: Expected = expected(MissingSeparator, "{name}")
    .or(&[like(";", "").replace(",").certain(), like("<value>", "").fix(Fix::AfterPrevious, ",")]);

const KEY_END: Expected =
    expected(InvalidObjectItem, "An equals sign is expected after the key of an object.").or(&[
        row("=>", "The value of a key follows \"=\" or \":\", not \"=>\".").replace("=").certain(),
        row("<line> , ; }", "An equals sign and a value are expected after the key of an object.")
            .help("Write key = value. Values without keys are written in square brackets: [a, b]"),
        row(
            "<name> <number>",
            "An equals sign is expected after the key. A key with a space in it is written in double quotes.",
        ),
        row("{", "An equals sign is expected after the key: an object has no blocks.").fix(Fix::Before, "= "),
        row("<value>", "An equals sign is expected between a key and its value.").fix(Fix::Before, "= "),
    ]);

const INDEX_END: Expected =
    expected(InvalidTraversal, "An index is one expression. The closing \"]\" is expected after it.").or(&[
        row(",", "An index is one value. Use one pair of brackets for each: a[0][1]"),
        row(": ::", NO_SLICES).help(SLICE),
    ]);

const INTERPOLATION_END: Expected = expected(InvalidInterpolation, "")
    .or(&[row("<token>", "The closing \"}\" or an operator is expected after the expression.")]);

const DIRECTIVE_END: Expected =
    expected(InvalidDirective, "The closing \"}\" of the directive \"{name}\" is expected here.")
        .or(&[like("if", "Put another if directive, with its own endif, after the else.")]);

const COLLECTION_END: Expected =
    expected(InvalidFor, "A colon is expected between the collection and the result.").or(&[
        like("=> = ;", FOR_FORM).replace(":").certain(),
        like("{", FOR_FORM),
        like("<value>", FOR_FORM).fix(Fix::Before, ": "),
        like("<any>", FOR_FORM),
    ]);

const RESULT_END: Expected = expected(InvalidFor, "A \"{name}\" is expected after the result.").or(&[
    like("where when", "A condition begins with \"if\".").replace("if"),
    like("unless", "A condition begins with \"if\". The logical NOT is written \"!\"."),
    like(
        "for else",
        "Write a for expression, or a conditional, in the result: [for a in list : [for b in a : b]]",
    ),
    like(",", "Write several results of one element in brackets: [a, b]"),
    like("= :", "Write \"=>\" between the key and the value."),
]);

const BRANCH_END: Expected =
    expected(IncompleteConditional, "The result for false is missing. Write a colon and the result here.")
        .or(&[like("else ;", CONDITIONAL_FORM).replace(":"), like("<any>", CONDITIONAL_FORM)]);

/// The word `in` of a `for` expression.
pub(super) const FOR_IN: Expected =
    expected(InvalidFor, "The word \"in\" is expected between the variables and the collection.").or(&[
        like("of from on over :", "").replace("in"),
        like(",", "There are at most two variables, one for the key and one for the value."),
    ]);

/// The word `in` of a directive.
pub(super) const DIRECTIVE_IN: Expected = expected(InvalidDirective, FOR_IN.detail).or(FOR_IN.constructs);

/// The name after a point.
pub(super) const ATTRIBUTE_NAME: Expected =
    expected(InvalidTraversal, "The name of an attribute is expected after a dot.").or(&[
        row("\"", "The name of an attribute after a dot has no quotes.")
            .help("Write a name that needs quotes as an index: a[\"b c\"]"),
        row("[", "An index has no dot before it.").help("Write a[0].").fix(Fix::Previous, "").certain(),
        row(".", "The name of an attribute is expected between two dots.")
            .help("Write one dot before the name of an attribute."),
        row("*", "A splat of attributes (.*) cannot contain another one.").help("Write [*] for both."),
    ]);

/// The digits after the point of a number.
pub(super) const FRACTION: Expected = ATTRIBUTE_NAME.or(&[
    row(".", "There are no ranges of numbers.")
        .help("Use a function such as range, if the application has one."),
    row("<line>", "Digits are expected after the dot of a number.").fix(Fix::Previous, "").certain(),
]);

const DIRECTIVES: &str = "There is no directive {}. The directives are if, else, endif, for and endfor.";

/// The first word of a directive.
pub(super) const DIRECTIVE_WORD: Expected = expected(InvalidDirective, DIRECTIVES).or(&[
    like("end fi done", "An if directive ends with %{ endif }, a for directive with %{ endfor }."),
    like("elif elsif elseif", "Put another if directive, with its own endif, after an else."),
]);

//! The mistakes in YAML in the words of this crate.

/// Returns what the parser reports about a place, as a part of a sentence.
pub(super) fn words(report: &str) -> &str {
    const INDENTATION: &str = "the indentation of this line does not fit that of the lines before it";
    const TAB: &str = "a tab cannot indent a line";
    const QUOTE: &str = "the closing quote is missing";
    const COLON: &str = "a colon is expected after this key";
    const DIRECTIVE: &str = "a line that begins with \"%\" is a directive, and this one is not valid";
    match report {
        "while parsing a node, did not find expected node content" => "a value is missing here",
        "while parsing a flow sequence, expected ',' or ']'" => "a comma or \"]\" is expected here",
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            "a comma or \"}\" is expected here"
        }
        "while parsing a block mapping, did not find expected key" => {
            "a key is expected here, with the indentation of the keys before it"
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            "\"-\" is expected here, with the indentation of the elements before it"
        }
        "mapping values are not allowed in this context" => {
            "a colon is not possible here: put text that contains one in quotes, or begin a new line"
        }
        "mapping keys are not allowed in this context" => "a key is not possible here: begin a new line",
        "block sequence entries are not allowed in this context" => {
            "a sequence with \"-\" cannot begin here: begin a new line"
        }
        "\"-\" is only valid inside a block" | "plain scalar cannot start with '-' followed by ,[]{}" => {
            "\"-\" is not possible between brackets: separate elements by commas"
        }
        "simple key expected" | "simple key expect ':'" | "illegal placement of ':' indicator" => COLON,
        "invalid indentation"
        | "invalid indentation for anchor"
        | "invalid indentation in flow construct"
        | "invalid indentation in quoted scalar"
        | "wrongly indented line in block scalar" => INDENTATION,
        "tab cannot be used as indentation"
        | "tabs disallowed in this context"
        | "tabs disallowed within this context (block indentation)"
        | "a block scalar content cannot start with a tab"
        | "while scanning a plain scalar, found a tab" => TAB,
        "while scanning a quoted scalar, found unexpected end of stream"
        | "while scanning a quoted scalar, found unexpected document indicator" => QUOTE,
        "invalid trailing content after double-quoted scalar" => {
            "text follows the closing quote: put a backslash before quotes inside of a text"
        }
        "while parsing a quoted scalar, found unknown escape character" => {
            "this text has an invalid escape sequence: write \\\\ for a backslash, or use single quotes"
        }
        "while parsing a quoted scalar, did not find expected hexadecimal number"
        | "while parsing a quoted scalar, found invalid Unicode character escape code" => {
            "this text has an invalid escape sequence: \\x, \\u and \\U need the digits of a character"
        }
        "while parsing node, found unknown anchor" => "there is no anchor of this name before the alias",
        "while scanning an anchor or alias, did not find expected alphabetic or numeric character" => {
            "\"&\" and \"*\" need the name of an anchor: put text that begins with one in quotes"
        }
        "misplaced bracket" => "no bracket is open here that this one could close",
        "did not find expected <document start>" | "did not find expected <document-start>" => {
            "nothing can follow the value of a document"
        }
        "invalid content after document end marker" => "nothing can follow \"...\" on its line",
        "while scanning a block scalar, did not find expected comment or line break" => {
            "a text with \"|\" or \">\" begins on the next line"
        }
        "comment intercepting the multiline text" => "a comment cannot be inside of a text of several lines",
        "found unprintable character" => {
            "this character is not printable: write it as an escape sequence in double quotes"
        }
        "a byte order mark must not appear inside a document" => "a byte order mark is inside of the text",
        "':' may not precede any of `[{` in flow mapping"
        | "':' must be followed by a valid YAML whitespace" => "a space is expected after \":\"",
        "'-' must be followed by a valid YAML whitespace" => "a space is expected after \"-\"",
        _ if report.starts_with("unexpected character") => {
            "text that begins with \"%\", \"@\" or \"`\" needs quotes"
        }
        _ if report.contains("directive") => DIRECTIVE,
        _ if report.contains(" tag") || report.contains("TAG") || report.contains("handle") => {
            "this tag is not valid: put text that begins with \"!\" in quotes"
        }
        _ => report,
    }
}

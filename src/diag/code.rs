//! The codes of diagnostics.

use std::fmt;

use super::Category;

/// Defines [`Code`] from a table: name, category, identifier, summary.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident: $category:ident, $id:literal, $summary:literal;)+) => {
        /// The kind of mistake that a diagnostic of this crate is about.
        ///
        /// The identifier of a code, such as `invalid-encoding`, is stable: applications can match
        /// on it, document it, or switch a check by it. Summaries and details are for readers and
        /// can change.
        ///
        /// ```
        /// use serde_hcl::{Code, Source, parse_file};
        ///
        /// let parsed = parse_file(Source::from_bytes("main.hcl", b"a = \"\xff\"\n".to_vec()));
        /// let diagnostic = parsed.diagnostics.iter().next().expect("the file is invalid");
        /// assert_eq!(diagnostic.code(), Some(Code::InvalidEncoding));
        /// assert_eq!(Code::InvalidEncoding.as_str(), "invalid-encoding");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// Returns the identifier, which is stable.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Returns the category of diagnostics with this code.
            pub const fn category(self) -> Category {
                match self { $(Self::$name => Category::$category,)+ }
            }

            /// Returns the summary of diagnostics with this code.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$name => $summary,)+ }
            }

            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name,)+];
        }
    };
}

codes! {
    // Texts.
    /// The text is not valid UTF-8.
    InvalidEncoding: Syntax, "invalid-encoding", "Invalid character encoding";

    // Native syntax: tokens, strings, templates.

    // Native syntax: expressions.

    // Native syntax: bodies.

    // JSON syntax.

    // Evaluation.
    /// A function or special form returned an error about the call as a whole.
    FunctionCallFailed: Eval, "function-call-failed", "Error in function call";

    // Bodies and schemas.

    // Decoding.
    /// A value has another type than the one it is decoded into.
    TypeMismatch: Data, "type-mismatch", "Unsuitable value type";
    /// A value was found in place of an object.
    ObjectExpected: Data, "object-expected", "Unsuitable value type";

    // Extensions.

    // Limits.
}

/// The identifier.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn identifiers_are_the_names_in_kebab_case() {
        for code in Code::ALL {
            let mut kebab = String::new();
            for letter in format!("{code:?}").chars() {
                if letter.is_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.extend(letter.to_lowercase());
            }
            assert_eq!(code.as_str(), kebab);
            assert!(!code.summary().ends_with('.'), "{code}");
        }
    }
}

//! Expressions that are built without text.

use serde::ser::{Error as _, Serialize, Serializer};

use super::comments::inline_comment;
use super::text::without_line_end;
use crate::body::{Expression, parse_expression};
use crate::diag::Code;
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::ser::{expression_text, heredoc, key_text};
use crate::syntax::ast::display::escaped;
use crate::syntax::ast::{self, BinaryOperator, ExpressionKind, UnaryOperator};
use crate::value::{is_identifier, quoted_content};

/// An expression that is built from parts.
///
/// Names are checked, strings are escaped, and parentheses are added where the precedence of
/// operators needs them, so that untrusted text never becomes a part of the configuration. An
/// `Expr` can be set like any other value. An error in a part, such as a name that is not an
/// identifier, is an error of [`build`](Self::build), or of the function that the `Expr` is passed
/// to.
///
/// ```
/// use serde_hcl::ast::BinaryOperator;
/// use serde_hcl::edit::{Document, Expr};
///
/// let count = Expr::variable("var").attr("count");
/// let is_large = count.clone().binary(BinaryOperator::Greater, 10);
/// let name = Expr::template([Expr::from("web-"), Expr::variable("each").attr("key")]);
///
/// let mut document = Document::new();
/// let mut root = document.root();
/// root.set("size", Expr::conditional(is_large, "large", "small"))?;
/// root.set("total", Expr::call("max", [count, Expr::from(1)]))?;
/// root.set("name", name)?;
/// assert_eq!(document.to_string(), "\
/// size  = var.count > 10 ? \"large\" : \"small\"
/// total = max(var.count, 1)
/// name  = \"web-${each.key}\"
/// ");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expr {
    text: String,
    level: u8,
    /// The text of a string, for templates.
    literal: Option<String>,
    mistake: Option<String>,
}

/// The place of an expression within another.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The whole value of an attribute.
    Whole,
    /// An operand, whose operators have at least this level.
    Operand(u8),
    /// An element of a tuple.
    Element,
    /// A key of an object.
    Key,
}

/// The levels of precedence besides those of the binary operators, which are 1 to 6.
pub(super) const CONDITIONAL: u8 = 0;
pub(super) const UNARY: u8 = 7;
/// Literals, tuples, objects and templates.
const TERM: u8 = 8;
/// Terms that attributes can follow: variables, calls and parentheses.
pub(super) const OPERAND: u8 = 9;

impl Expr {
    fn new(text: impl Into<String>, level: u8) -> Self {
        Self { text: text.into(), level, literal: None, mistake: None }
    }

    fn wrong(mistake: String) -> Self {
        Self { mistake: Some(mistake), ..Self::new("null", TERM) }
    }

    /// Adds an error if a name in it is not valid.
    fn named(self, is_valid: bool, name: &str, kind: &str) -> Self {
        let mistake = (!is_valid).then(|| format!("{name:?} is not the name of {kind}."));
        Self { mistake, ..self }
    }

    /// Keeps the first error of its parts.
    fn with<'e>(mut self, parts: impl IntoIterator<Item = &'e Self>) -> Self {
        self.mistake = self.mistake.or_else(|| parts.into_iter().find_map(|part| part.mistake.clone()));
        self
    }

    /// Returns the text for a place, or the first error of its parts.
    pub(super) fn placed(&self, place: Place) -> Result<String> {
        self.check()?;
        Ok(match place {
            Place::Whole => self.text.clone(),
            Place::Operand(level) => self.at(level),
            Place::Element => element(self),
            // A variable would be a name, and another expression needs parentheses there.
            Place::Key => self.at(if self.literal.is_some() { CONDITIONAL } else { u8::MAX }),
        })
    }

    fn check(&self) -> Result<()> {
        let error = |mistake: &String| Error::coded(Code::InvalidExpression, mistake.clone());
        self.mistake.as_ref().map_or(Ok(()), |mistake| Err(error(mistake)))
    }

    /// Returns the text for a place within another expression, in parentheses if it ends in a
    /// heredoc.
    fn part(&self) -> String {
        without_line_end(self.text.clone())
    }

    /// Returns the text, in parentheses if it binds less than a level.
    fn at(&self, level: u8) -> String {
        let text = self.part();
        if self.level < level && text == self.text { format!("({text})") } else { text }
    }

    /// Creates the expression of a value that serde can serialize.
    ///
    /// ```
    /// use serde_hcl::edit::Expr;
    ///
    /// assert_eq!(Expr::value(["${x}", "\n"]).build()?.to_string(), r#"["$${x}", "\n"]"#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(value: impl Serialize) -> Self {
        let text = match expression_text(&value, false) {
            Ok(text) => text,
            Err(error) => return Self::wrong(error.to_string()),
        };
        let parsed = parse(&text);
        let Some(expression) = parsed.value.ast().filter(|_| !parsed.diagnostics.has_errors()) else {
            return Self::wrong(format!("The value has no form as an expression: {text}"));
        };
        let level = match expression.kind() {
            ExpressionKind::Conditional(_) => CONDITIONAL,
            ExpressionKind::Binary(binary) => binary.rest().next().map_or(CONDITIONAL, |(it, _)| it.level()),
            ExpressionKind::Unary(_) => UNARY,
            ExpressionKind::Variable(_)
            | ExpressionKind::Postfix(_)
            | ExpressionKind::FunctionCall(_)
            | ExpressionKind::Parentheses(_) => OPERAND,
            _ => TERM,
        };
        let literal = expression.as_str().map(str::to_owned);
        Self { literal, ..Self::new(text, level) }
    }

    /// Creates a reference to a variable.
    ///
    /// ```
    /// use serde_hcl::edit::Expr;
    ///
    /// assert_eq!(Expr::variable("var").attr("x").index(0).build()?.to_string(), "var.x[0]");
    /// assert!(Expr::variable("var.x").build().is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn variable(name: &str) -> Self {
        let is_name = is_identifier(name) && !matches!(name, "true" | "false" | "null");
        Self::new(name, OPERAND).named(is_name, name, "a variable")
    }

    /// Returns an attribute of the value.
    #[must_use]
    pub fn attr(self, name: &str) -> Self {
        let text = format!("{}.{name}", self.at(OPERAND));
        Self::new(text, OPERAND).named(is_identifier(name), name, "an attribute").with([&self])
    }

    /// Returns the element of the value under a key.
    #[must_use]
    pub fn index(self, key: impl Into<Self>) -> Self {
        let key = key.into();
        Self::new(format!("{}[{}]", self.at(OPERAND), key.part()), OPERAND).with([&self, &key])
    }

    /// Applies a splat (`[*]`): attributes and indexes after it apply to each element of the value.
    #[must_use]
    pub fn splat(self) -> Self {
        Self::new(format!("{}[*]", self.at(OPERAND)), OPERAND).with([&self])
    }

    /// Calls a function, whose name can have namespaces: `ns::name`.
    pub fn call<E: Into<Self>>(name: &str, arguments: impl IntoIterator<Item = E>) -> Self {
        let arguments: Vec<Self> = arguments.into_iter().map(Into::into).collect();
        let is_name = name.split("::").all(is_identifier);
        let text = format!("{name}({})", list(&arguments));
        Self::new(text, OPERAND).named(is_name, name, "a function").with(&arguments)
    }

    /// Applies a unary operator.
    #[must_use]
    pub fn unary(operator: UnaryOperator, operand: impl Into<Self>) -> Self {
        let operand = operand.into();
        Self::new(format!("{}{}", operator.symbol(), operand.at(UNARY)), UNARY).with([&operand])
    }

    /// Applies a binary operator to this expression and the operand on its right.
    ///
    /// ```
    /// use serde_hcl::ast::BinaryOperator::{Add, Multiply, Subtract};
    /// use serde_hcl::edit::Expr;
    ///
    /// let sum = Expr::variable("a").binary(Add, 1);
    /// assert_eq!(sum.clone().binary(Multiply, 2).build()?.to_string(), "(a + 1) * 2");
    /// assert_eq!(sum.clone().binary(Subtract, sum).build()?.to_string(), "a + 1 - (a + 1)");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn binary(self, operator: BinaryOperator, right: impl Into<Self>) -> Self {
        let (right, level) = (right.into(), operator.level());
        let text = format!("{} {} {}", self.at(level), operator.symbol(), right.at(level + 1));
        Self::new(text, level).with([&self, &right])
    }

    /// Creates a conditional: `predicate ? result : otherwise`.
    pub fn conditional(
        predicate: impl Into<Self>,
        result: impl Into<Self>,
        otherwise: impl Into<Self>,
    ) -> Self {
        let (predicate, result, otherwise) = (predicate.into(), result.into(), otherwise.into());
        let text = format!("{} ? {} : {}", predicate.at(1), result.part(), otherwise.part());
        Self::new(text, CONDITIONAL).with([&predicate, &result, &otherwise])
    }

    /// Creates a tuple.
    pub fn tuple<E: Into<Self>>(elements: impl IntoIterator<Item = E>) -> Self {
        let elements: Vec<Self> = elements.into_iter().map(Into::into).collect();
        Self::new(format!("[{}]", list(&elements)), TERM).with(&elements)
    }

    /// Creates an object, with a line for each item.
    ///
    /// ```
    /// use serde_hcl::edit::Expr;
    ///
    /// let object = Expr::object([("Name", Expr::variable("name")), ("a b", Expr::from(1))]);
    /// assert_eq!(object.build()?.to_string(), "{\n  Name  = name\n  \"a b\" = 1\n}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn object<'k, E: Into<Self>>(items: impl IntoIterator<Item = (&'k str, E)>) -> Self {
        let items: Vec<(&str, Self)> = items.into_iter().map(|(key, value)| (key, value.into())).collect();
        let lines = items.iter().map(|(key, value)| format!("{} = {}\n", key_text(key), value.text));
        let text = ["{", if items.is_empty() { "" } else { "\n" }, &lines.collect::<String>(), "}"].concat();
        Self::new(text, TERM).with(items.iter().map(|(_, value)| value))
    }

    /// Creates a `for` expression of a tuple: the result for each element of a collection for which
    /// the condition, if there is one, is true. The names are those of the element, or those of the
    /// key and the element.
    ///
    /// ```
    /// use serde_hcl::edit::Expr;
    ///
    /// let upper = Expr::call("upper", [Expr::variable("name")]);
    /// let names = Expr::for_tuple(["name"], Expr::variable("names"), upper, None);
    /// assert_eq!(names.build()?.to_string(), "[for name in names : upper(name)]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn for_tuple<'n>(
        names: impl IntoIterator<Item = &'n str>,
        collection: impl Into<Self>,
        result: impl Into<Self>,
        condition: impl Into<Option<Self>>,
    ) -> Self {
        let result = result.into();
        let inner = result.part();
        Self::for_each(["[", "]"], names, collection.into(), &inner, &[result], condition.into())
    }

    /// Creates a `for` expression of an object: a key and a value for each element of a collection,
    /// see [`for_tuple`](Self::for_tuple).
    ///
    /// ```
    /// use serde_hcl::ast::BinaryOperator::NotEqual;
    /// use serde_hcl::edit::Expr;
    ///
    /// let (key, value) = (Expr::variable("k"), Expr::variable("v"));
    /// let is_set = value.clone().binary(NotEqual, "");
    /// let tags = Expr::for_object(["k", "v"], Expr::variable("tags"), key, value, is_set);
    /// assert_eq!(tags.build()?.to_string(), "{ for k, v in tags : k => v if v != \"\" }");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn for_object<'n>(
        names: impl IntoIterator<Item = &'n str>,
        collection: impl Into<Self>,
        key: impl Into<Self>,
        value: impl Into<Self>,
        condition: impl Into<Option<Self>>,
    ) -> Self {
        let (key, value) = (key.into(), value.into());
        let inner = format!("{} => {}", key.part(), value.part());
        Self::for_each(["{ ", " }"], names, collection.into(), &inner, &[key, value], condition.into())
    }

    fn for_each<'n>(
        [open, close]: [&str; 2],
        names: impl IntoIterator<Item = &'n str>,
        collection: Self,
        inner: &str,
        results: &[Self],
        condition: Option<Self>,
    ) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let mistake = match (names.iter().find(|name| !is_identifier(name)), names.len()) {
            (Some(name), _) => Some(format!("{name:?} is not the name of a variable.")),
            (None, 1 | 2) => None,
            (None, count) => Some(format!("A \"for\" has one or two names, and not {count}.")),
        };
        let filter = condition.as_ref().map_or(String::new(), |it| format!(" if {}", it.part()));
        let (names, source) = (names.join(", "), collection.part());
        let text = format!("{open}for {names} in {source} : {inner}{filter}{close}");
        let all = [&collection].into_iter().chain(results).chain(&condition);
        Self { mistake, ..Self::new(text, TERM) }.with(all)
    }

    /// Creates a heredoc with a text of lines. A text that a heredoc cannot represent, because it
    /// does not end with a line ending or contains a carriage return, becomes a quoted string.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Expr};
    ///
    /// let mut document = Document::new();
    /// document.root().set("script", Expr::heredoc("echo ${HOME}\nexit\n"))?;
    /// assert_eq!(document.to_string(), "script = <<EOT\necho $${HOME}\nexit\nEOT\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn heredoc(text: &str) -> Self {
        let written = heredoc(&escaped(text));
        let parsed = parse(&written);
        match parsed.value.ast().and_then(ast::Expression::as_str) {
            Some(value) if value == text && !parsed.diagnostics.has_errors() => {
                Self { literal: Some(text.to_owned()), ..Self::new(written, TERM) }
            }
            _ => Self::from(text),
        }
    }

    /// Creates a quoted template. Strings among the parts are literal text, other parts are
    /// interpolated.
    pub fn template<E: Into<Self>>(parts: impl IntoIterator<Item = E>) -> Self {
        let parts: Vec<Self> = parts.into_iter().map(Into::into).collect();
        let mut text = String::new();
        let mut literal = String::new();
        for part in &parts {
            if let Some(piece) = &part.literal {
                literal.push_str(piece);
                continue;
            }
            // A `$` directly before `${` would be an escape.
            let signs = literal.split_off(literal.trim_end_matches('$').len());
            text.push_str(&quoted_content(&std::mem::take(&mut literal)));
            if !signs.is_empty() {
                text.push_str(&format!("${{\"{signs}\"}}"));
            }
            text.push_str(&format!("${{{}}}", part.part()));
        }
        Self::new(format!("\"{text}{}\"", quoted_content(&literal)), TERM).with(&parts)
    }

    /// Puts a comment before the expression, in its line. A text that is not a comment in `/* … */`
    /// is written as one.
    ///
    /// ```
    /// use serde_hcl::edit::{Document, Expr};
    ///
    /// let mut document = Document::new();
    /// let id = Expr::variable("var").attr("id").with_comment("was 7");
    /// document.root().set("ids", Expr::tuple([Expr::from(1), id.clone()]))?;
    /// document.root().set("id", id)?;
    /// assert_eq!(document.to_string(), "ids = [1, /* was 7 */ var.id]\nid  = /* was 7 */ var.id\n");
    /// assert!(Expr::from(1).with_comment("*/ 2").build().is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_comment(self, comment: &str) -> Self {
        match inline_comment(comment) {
            Ok(comment) => {
                let text = format!("{comment} {}", element(&self));
                Self { mistake: self.mistake, ..Self::new(text, self.level) }
            }
            Err(error) => Self::wrong(error.to_string()).with([&self]),
        }
    }

    /// Returns the expression.
    ///
    /// # Errors
    /// Returns the first error of its parts, or an error if it is nested too deep.
    pub fn build(&self) -> Result<Expression> {
        self.check()?;
        parse(&self.text).into_result()
    }
}

/// Parses the text of an expression, in which a heredoc may be the last part.
fn parse(text: &str) -> Outcome<Expression> {
    parse_expression(format!("{text}\n"))
}

/// Returns expressions with commas between them.
fn list(elements: &[Expr]) -> String {
    elements.iter().map(element).collect::<Vec<_>>().join(", ")
}

/// Returns the text of an element of a tuple.
fn element(element: &Expr) -> String {
    // `[for` followed by a delimiter begins a `for` expression.
    let text = element.part();
    let rest = text.strip_prefix("for").unwrap_or("x");
    let is_for = rest.is_empty() || !is_identifier(&format!("x{}", rest.chars().next().unwrap_or(' ')));
    if is_for { format!("({text})") } else { text }
}

/// Implements conversions of simple values.
macro_rules! from {
    ($($ty:ty),+) => {
        $(
            /// Creates the expression of a literal.
            impl From<$ty> for Expr {
                fn from(value: $ty) -> Self {
                    Self::value(value)
                }
            }
        )+
    };
}

from!(bool, i32, i64, u32, u64, f64, &str, String, crate::value::Value, Expression);

/// Copies an expression of a document, with the comments in it.
impl From<ast::Expression<'_>> for Expr {
    fn from(expression: ast::Expression<'_>) -> Self {
        Self::value(parse(expression.source().slice(expression.span())).value)
    }
}

/// Serializes as the [`Expression`] that [`build`](Expr::build) returns.
impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.build() {
            Ok(expression) => expression.serialize(serializer),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

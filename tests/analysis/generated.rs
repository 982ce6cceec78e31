//! Static checks of generated expressions, against evaluation with generated values.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_hcl::analysis::check;
use serde_hcl::ast::visit::{Visitor, walk};
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::func::Rest;
use serde_hcl::{
    Diagnostic, EvalContext, Expression, Function, Map, Span, Type, Value, ast, eval::SpecialForm,
    parse_expression, parse_file,
};

use test_support::soundness::Choices;

/// The number of generated expressions.
fn cases() -> u64 {
    test_support::number_of_cases(500, 10_000)
}

/// Pseudorandom bytes, the same for each number (SplitMix64).
fn bytes(case: u64) -> Vec<u8> {
    let word = |index: u64| {
        let mut word = (case << 8 | index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    (0..64).flat_map(|index| word(index).to_le_bytes()).collect()
}

fn object() -> Type {
    let inner = Type::object([("size", Type::Number), ("label", Type::String)]);
    Type::object([
        ("id", Type::String),
        ("size", Type::Number),
        ("on", Type::Bool),
        ("ports", Type::list(Type::Number)),
        ("disks", Type::list(inner)),
    ])
}

fn variables() -> Vec<(String, Type)> {
    let of = |(name, ty): (&str, Type)| (name.to_owned(), ty);
    [
        ("n", Type::Number),
        ("s", Type::String),
        ("b", Type::Bool),
        ("any", Type::Dynamic),
        ("numbers", Type::list(Type::Number)),
        ("names", Type::list(Type::String)),
        ("unique", Type::set(Type::String)),
        ("one", object()),
        ("many", Type::list(object())),
        ("named", Type::map(object())),
        ("pair", Type::tuple([Type::String, object()])),
    ]
    .map(of)
    .into()
}

fn functions() -> EvalContext {
    let mut context = EvalContext::new();
    context
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        .set_function("join", Function::from_fn(|glue: String, parts: Vec<String>| parts.join(&glue)))
        .set_function("sum", Function::from_fn(|numbers: Rest<f64>| numbers.iter().sum::<f64>()))
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form());
    context
}

/// A value of a type. Collections have elements, and only values without parts can be null.
fn value(ty: &Type, choices: &mut Choices<'_>) -> Value {
    let elements = |choices: &mut Choices<'_>, element: &Type| {
        (0..=choices.below(3)).map(|_| value(element, choices)).collect::<Vec<_>>()
    };
    match ty {
        Type::Number | Type::String | Type::Bool if choices.once_in(10) => Value::null(ty.clone()),
        Type::Number => (*choices.one_of(&[1, 0, 2, -1, 7])).into(),
        Type::String => (*choices.one_of(&["1", "a", "true", "", "size"])).into(),
        Type::Bool => (*choices.one_of(&[true, false])).into(),
        Type::List(element) => Value::list(Type::clone(element), elements(choices, element)).expect("a list"),
        Type::Set(element) => {
            let items = ["a", "1", "true"].map(Value::from);
            Value::set(Type::clone(element), items.into_iter().take(1 + choices.below(3))).expect("a set")
        }
        Type::Map(element) => {
            let entries: Map = ["a", "1", "true"].into_iter().zip(elements(choices, element)).collect();
            Value::map(Type::clone(element), entries).expect("a map")
        }
        Type::Object(object) => {
            Value::object(object.iter().map(|(name, ty)| (name, value(ty, choices))).collect())
        }
        Type::Tuple(types) => Value::tuple(types.iter().map(|ty| value(ty, choices))),
        _ => {
            let types = variables();
            value(&types[choices.below(types.len())].1, choices)
        }
    }
}

/// Writes expressions of types, with a mistake now and then.
struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    /// The variables in scope.
    scope: Vec<(String, Type)>,
}

impl Writer<'_, '_> {
    fn expression(&mut self, ty: &Type, depth: usize) -> String {
        if self.choices.once_in(12) {
            let types = variables();
            let other = types[self.choices.below(types.len())].1.clone();
            return self.right(&other, depth);
        }
        self.right(ty, depth)
    }

    fn right(&mut self, ty: &Type, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return self.reference(ty) };
        match self.choices.below(9) {
            0 | 1 => self.reference(ty),
            2 => {
                let condition = self.expression(&Type::Bool, depth);
                format!("({condition} ? {} : {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            3 => format!("try({}, {})", self.expression(ty, depth), self.expression(ty, depth)),
            _ => self.made(ty, depth),
        }
    }

    /// A variable, or a part of one.
    fn reference(&mut self, ty: &Type) -> String {
        let mut found = vec![self.literal(ty)];
        for (name, of) in &self.scope {
            if of == ty || *of == Type::Dynamic {
                found.push(name.clone());
            }
            match of {
                Type::Object(object) => {
                    let fitting = object.iter().filter(|(_, part)| *part == ty);
                    found.extend(fitting.map(|(part, _)| format!("{name}.{part}")));
                    if self.choices.once_in(10) {
                        found.push(format!("{name}.idd"));
                    }
                }
                Type::List(element) if **element == *ty => found.push(format!("{name}[0]")),
                Type::Map(element) if **element == *ty => found.push(format!("{name}.a")),
                Type::Tuple(elements) => {
                    let fitting = elements.iter().enumerate().filter(|(_, part)| *part == ty);
                    found.extend(fitting.map(|(index, _)| format!("{name}[{index}]")));
                }
                _ => {}
            }
        }
        found.swap_remove(self.choices.below(found.len()))
    }

    fn literal(&mut self, ty: &Type) -> String {
        match ty {
            Type::Number => "3".to_owned(),
            Type::String => "\"x\"".to_owned(),
            Type::Bool => "true".to_owned(),
            Type::List(element) | Type::Set(element) => format!("[{}]", self.literal(element)),
            Type::Map(element) => format!("{{a = {}}}", self.literal(element)),
            Type::Tuple(elements) => {
                let elements: Vec<_> = elements.iter().map(|ty| self.literal(ty)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Object(object) => {
                let attributes: Vec<_> =
                    object.iter().map(|(name, ty)| format!("{name} = {}", self.literal(ty))).collect();
                format!("{{{}}}", attributes.join(", "))
            }
            _ => "null".to_owned(),
        }
    }

    /// An expression that computes a value from others.
    fn made(&mut self, ty: &Type, depth: usize) -> String {
        let number = |writer: &mut Self| writer.expression(&Type::Number, depth);
        let text = |writer: &mut Self| writer.expression(&Type::String, depth);
        let bool = |writer: &mut Self| writer.expression(&Type::Bool, depth);
        let choice = self.choices.below(6);
        match (ty, choice) {
            (Type::Number, 0) => format!("-{}", number(self)),
            (Type::Number, 1) => format!("sum({}, {})", number(self), number(self)),
            (Type::Number, 2) => {
                format!("sum({}, {}...)", number(self), self.expression(&Type::list(Type::Number), depth))
            }
            (Type::Number, _) => {
                let operator = *self.choices.one_of(&["+", "-", "*"]);
                format!("({} {operator} {})", number(self), number(self))
            }
            (Type::String, 0) => format!("upper({})", text(self)),
            (Type::String, 1) => {
                format!("join({}, {})", text(self), self.expression(&Type::list(Type::String), depth))
            }
            (Type::String, 2) => format!("\"%{{ if {} }}a{}%{{ endif }}\"", bool(self), self.part(depth)),
            (Type::String, 3) => {
                let (collection, element) = self.collection(depth);
                let part = self.within(element, |writer| writer.part(depth));
                format!("\"%{{ for {} in {collection} }}{part}%{{ endfor }}\"", part_names(&self.scope))
            }
            (Type::String, _) => format!("\"a{}{}\"", self.part(depth), self.part(depth)),
            (Type::Bool, 0) => format!("!{}", bool(self)),
            (Type::Bool, 1) => format!("can({})", text(self)),
            (Type::Bool, 2) => format!("({} == {})", text(self), number(self)),
            (Type::Bool, 3) => format!("({} < {})", number(self), number(self)),
            (Type::Bool, _) => {
                let operator = *self.choices.one_of(&["&&", "||"]);
                format!("({} {operator} {})", bool(self), bool(self))
            }
            (Type::List(element) | Type::Set(element), 0) => {
                format!("[{}, {}]", self.expression(element, depth), self.expression(element, depth))
            }
            (Type::List(element), 1) if **element == Type::Number => {
                format!("{}[*].size", self.expression(&Type::list(object()), depth))
            }
            (Type::List(element) | Type::Set(element), _) => {
                let (collection, of) = self.collection(depth);
                let result = self.within(of, |writer| writer.expression(element, depth));
                format!("[for {} in {collection} : {result}]", part_names(&self.scope))
            }
            (Type::Map(element), 0..=2) => format!("{{a = {}}}", self.expression(element, depth)),
            (Type::Map(element), _) => {
                let (collection, of) = self.collection(depth);
                let result = self.within(of, |writer| writer.expression(element, depth));
                let names = part_names(&self.scope);
                let key = names.split(',').next().unwrap_or_default().to_owned();
                format!("{{for {names} in {collection} : \"${{{key}}}\" => {result}}}")
            }
            (Type::Object(object), 0..=3) => {
                let attributes: Vec<_> = object
                    .iter()
                    .map(|(name, ty)| format!("{name} = {}", self.expression(ty, depth)))
                    .collect();
                format!("{{{}}}", attributes.join(", "))
            }
            (Type::Object(_), 4) => format!("{}[0]", self.expression(&Type::list(ty.clone()), depth)),
            (Type::Dynamic, _) => {
                // Filtered, since no expression uses it.
                let (collection, of) = self.collection(depth);
                let result = self.within(of, |writer| {
                    format!(
                        "{} if {}",
                        writer.expression(&Type::String, depth),
                        writer.expression(&Type::Bool, depth)
                    )
                });
                format!("[for {} in {collection} : {result}]", part_names(&self.scope))
            }
            _ => self.reference(ty),
        }
    }

    fn part(&mut self, depth: usize) -> String {
        let ty = self.choices.one_of(&[Type::String, Type::Number, Type::Bool]).clone();
        format!("${{{}}}", self.expression(&ty, depth))
    }

    /// A collection, and the types of its keys and elements.
    fn collection(&mut self, depth: usize) -> (String, (Type, Type)) {
        let (ty, entry) = match self.choices.below(6) {
            0 => (Type::list(Type::Number), (Type::Number, Type::Number)),
            1 => (Type::list(Type::String), (Type::Number, Type::String)),
            2 => (Type::map(object()), (Type::String, object())),
            3 => (Type::set(Type::String), (Type::String, Type::String)),
            _ => (Type::list(object()), (Type::Number, object())),
        };
        (self.expression(&ty, depth), entry)
    }

    /// Writes with the names of a loop in scope.
    fn within(&mut self, (key, element): (Type, Type), write: impl FnOnce(&mut Self) -> String) -> String {
        let level = self.scope.len();
        self.scope.push((format!("k{level}"), key));
        self.scope.push((format!("v{level}"), element));
        let text = write(self);
        self.scope.truncate(level);
        text
    }
}

/// The names of the next loop.
fn part_names(scope: &[(String, Type)]) -> String {
    format!("k{0}, v{0}", scope.len())
}

fn generated(choices: &mut Choices<'_>) -> String {
    let types = variables();
    let ty = types[choices.below(types.len())].1.clone();
    Writer { choices, scope: variables() }.right(&ty, 4)
}

/// The spans of the expressions around a span, innermost first.
struct Around {
    subject: Span,
    /// The expressions in it too.
    with_parts: bool,
    found: Vec<Span>,
}

impl<'t> Visitor<'t> for Around {
    fn visit_expression(&mut self, expression: ast::Expression<'t>) {
        walk(self, expression);
        let span = expression.span();
        let contains = |a: Span, b: Span| a.start <= b.start && b.end <= a.end;
        if contains(span, self.subject) || (self.with_parts && contains(self.subject, span)) {
            self.found.push(span);
        }
    }
}

/// Counts the evaluations of its argument, and those that fail.
#[derive(Default)]
struct Probe {
    evaluated: AtomicUsize,
    failed: AtomicUsize,
}

impl Probe {
    fn form(self: &Arc<Self>) -> SpecialForm {
        let probe = self.clone();
        SpecialForm::new(["value"], None, move |call| {
            let outcome = call.evaluate(0);
            probe.evaluated.fetch_add(1, Ordering::Relaxed);
            if outcome.diagnostics.has_errors() {
                probe.failed.fetch_add(1, Ordering::Relaxed);
                return Err(outcome.diagnostics.into());
            }
            Ok(outcome.value)
        })
    }
}

/// An expression in which a part is evaluated by a probe.
struct Probed {
    expression: Option<Expression>,
}

impl Probed {
    fn new(text: &str, part: Span, in_template: bool) -> Self {
        let (before, rest) = text.split_at(part.start as usize);
        let (part, after) = rest.split_at((part.end - part.start) as usize);
        let part = if in_template { format!("\"a${{{part}}}\"") } else { part.to_owned() };
        Self { expression: parse_expression(format!("{before}probe({part}){after}")).into_result().ok() }
    }

    /// Returns whether the part is evaluated, and whether it fails then, once at least.
    fn evaluate(&self, context: &EvalContext) -> (bool, bool) {
        let Some(expression) = &self.expression else { return (true, false) };
        let probe = Arc::new(Probe::default());
        let mut context = context.child();
        context.set_special_form("probe", probe.form());
        drop(expression.evaluate(&context));
        let [evaluated, failed] = [&probe.evaluated, &probe.failed].map(|it| it.load(Ordering::Relaxed));
        (evaluated > 0, failed > 0)
    }
}

/// Returns the number of contexts in which the subject of a diagnostic is evaluated, and the number
/// of those in which no expression around it fails.
fn outcomes(text: &str, diagnostic: &Diagnostic, subject: Span, contexts: &[EvalContext]) -> (usize, usize) {
    let parsed = parse_expression(text).into_result().expect("a valid expression");
    let has_code = |identifier| diagnostic.code().is_some_and(|code| code.as_str() == identifier);
    let is_about_both = has_code("inconsistent-results");
    let mut around = Around { subject, with_parts: is_about_both, found: Vec::new() };
    around.visit_expression(parsed.ast().expect("an expression in native syntax"));
    let is_in_template = has_code("invalid-interpolated-value");
    let in_template = is_in_template.then(|| Probed::new(text, subject, true));
    let plain = around.found.iter().map(|part| Probed::new(text, *part, false));
    let probed: Vec<_> = in_template.into_iter().chain(plain).collect();
    let (mut evaluated, mut without_failure) = (0, 0);
    for context in contexts {
        let mut results = probed.iter().map(|it| it.evaluate(context));
        let (is_evaluated, failed) = results.next().expect("the whole at least");
        evaluated += usize::from(is_evaluated);
        without_failure += usize::from(is_evaluated && !failed && !results.any(|(_, failed)| failed));
    }
    (evaluated, without_failure)
}

#[test]
fn reported_expressions_fail_for_all_values() {
    let functions = functions();
    let mut types = functions.child();
    for (name, ty) in variables() {
        types.set(name, Value::unknown(ty));
    }
    let contexts: Vec<_> = (0..8)
        .map(|number| {
            let bytes = bytes(number << 32);
            let mut choices = Choices::new(&bytes);
            let mut context = functions.child();
            for (name, ty) in variables() {
                context.set(name, value(&ty, &mut choices));
            }
            context
        })
        .collect();
    let mut problems = String::new();
    let (mut reports, mut silent) = (0, 0);
    for case in 0..cases() {
        let bytes = bytes(case);
        let expression = generated(&mut Choices::new(&bytes));
        let text = format!("value = {expression}\n");
        let file = parse_file(text.as_str()).into_result().expect("a valid file");
        let found = check(file.body(), &Spec::attribute("value", Type::Dynamic), &types);
        silent += usize::from(found.is_empty());
        for diagnostic in &found {
            let start = "value = ".len() as u32;
            let span = diagnostic.span().expect("a span");
            let subject = Span::new(span.start - start, span.end - start);
            let (evaluated, without_failure) = outcomes(&expression, diagnostic, subject, &contexts);
            reports += usize::from(evaluated > 0);
            if without_failure > 0 {
                let _ = writeln!(problems, "{}: {diagnostic}\n  {expression}", &expression[subject.range()]);
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
    // The expressions have some mistakes, but not too many.
    let enough = cases() as usize / 10;
    assert!(reports > enough && silent > enough, "{reports} reports, {silent} expressions without any");
}

/// For known values, a check reports the errors of evaluation, and no others if evaluation
/// succeeds.
#[test]
fn a_check_of_known_values_is_an_evaluation() {
    let functions = functions();
    for case in 0..cases() {
        let bytes = bytes(case);
        let mut choices = Choices::new(&bytes);
        let expression = generated(&mut choices);
        let mut context = functions.child();
        for (name, ty) in variables() {
            context.set(name, value(&ty, &mut choices));
        }
        let text = format!("value = {expression}\n");
        let file = parse_file(text.as_str()).into_result().expect("a valid file");
        let spec = Spec::attribute("value", Type::Dynamic);
        let evaluated = spec.decode(file.body(), &context).diagnostics;
        let checked = check(file.body(), &spec, &context);
        let shown = |all: &serde_hcl::diag::Diagnostics| {
            all.iter().map(|it| format!("{:?} {}", it.span(), it.summary())).collect::<Vec<_>>()
        };
        let (checked, evaluated) = (shown(&checked), shown(&evaluated));
        // An unselected result of a conditional that fails counts as a value of any type.
        assert!(!checked.is_empty() || evaluated.is_empty() || text.contains('?'), "{text}{evaluated:#?}");
        assert!(checked.is_empty() || !evaluated.is_empty(), "{text}{checked:#?}");
    }
}

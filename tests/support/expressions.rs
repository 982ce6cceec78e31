//! Random expressions over unknown and marked variables, evaluated before and after the variables
//! are known.

use serde_hcl::value::{Mark, convert};
use serde_hcl::{EvalContext, Expression, Map, Type, Value, parse_expression, parse_template};

use crate::soundness::{self, Choices, obscured_with_types};

/// Makes one case from bytes and checks it. The context has the functions that the expressions
/// call.
///
/// # Errors
/// The case, where the result is contradicted.
pub fn check(bytes: &[u8], functions: &EvalContext) -> Result<(), String> {
    let mut choices = Choices::new(bytes);
    let (mut before, mut after) = (functions.child(), functions.child());
    let mut described = String::new();
    let (mut untyped, mut nulls) = (Vec::new(), Vec::new());
    for (name, ty) in variables() {
        let known = value(&ty, &mut choices, 2);
        let unknown = obscured_with_types(&known, &mut choices);
        let (known, unknown) = if choices.once_in(6) {
            let mark = Mark::new(name);
            (known.mark(mark.clone()), unknown.mark(mark))
        } else {
            (known, unknown)
        };
        if unknown.ty().has_dynamic() {
            untyped.push(name);
        }
        if plain(&known).contains("null") {
            nulls.push(name);
        }
        described.push_str(&format!("{name}: {} = {}\n", plain(&unknown), plain(&known)));
        before.set(name, unknown);
        after.set(name, known);
    }
    let is_template = choices.once_in(8);
    let text = if is_template { template(&mut choices, 3) } else { any(&mut choices, 4) };
    let parsed = if is_template {
        parse_template(text.as_str()).map(Expression::from)
    } else {
        parse_expression(text.as_str())
    };
    let expression = parsed.into_result().expect("it is written correctly");
    let (Ok(general), Ok(specific)) = (expression.evaluate(&before), expression.evaluate(&after)) else {
        return Ok(());
    };
    // An untyped null makes some calls unknown, although all values are known.
    if !specific.is_wholly_known() {
        return Ok(());
    }
    // An untyped value determines the common type of others only once it is known: of the results
    // of a conditional, or of the elements of a collection. Then only the marks can be compared.
    let variables = expression.variables();
    let refers_to = |name: &&str| variables.iter().any(|variable| variable.root_name() == Some(name));
    let is_typed = !untyped.iter().any(refers_to)
        && !["try(", "tomap(", "tolist(", "toset("].iter().any(|it| text.contains(it));
    let is_conditional = text.contains('?');
    let marks = general.clone().unmark_deep().1;
    let lost = specific.clone().unmark_deep().1.iter().find(|mark| !marks.contains(mark.name())).cloned();
    let problem = match lost {
        // An unselected result that fails for null no longer contributes to the type and the marks.
        Some(_) if is_conditional && nulls.iter().any(refers_to) => None,
        Some(mark) => Some(format!("the mark {mark:?} is lost")),
        None if !is_typed => None,
        None if is_conditional => {
            let retyped = convert(&specific, general.ty());
            retyped.map_or(None, |specific| soundness::check(&specific, &general).err())
        }
        None => soundness::check(&specific, &general).err(),
    };
    let Some(problem) = problem else { return Ok(()) };
    Err(format!("{problem}: {text}\n  was {}\n   is {}\n{described}", plain(&general), plain(&specific)))
}

/// Returns a random expression or template over random variables, and their values.
#[allow(dead_code, reason = "not all tests look at parts of a case")]
pub fn case(choices: &mut Choices<'_>) -> (Expression, Vec<(&'static str, Value)>) {
    let mut values = Vec::new();
    for (name, ty) in variables() {
        let value = value(&ty, choices, 2);
        values.push((name, if choices.once_in(8) { value.mark(Mark::new(name)) } else { value }));
    }
    let parsed = if choices.once_in(6) {
        parse_template(template(choices, 3)).map(Expression::from)
    } else {
        parse_expression(any(choices, 4))
    };
    (parsed.into_result().expect("it is written correctly"), values)
}

fn pick<T: Copy>(choices: &mut Choices<'_>, of: &[T]) -> T {
    *choices.one_of(of)
}

/// A value with its content shown and its marks behind it.
fn plain(value: &Value) -> String {
    let (plain, marks) = value.clone().unmark_deep();
    format!("{plain:?} {marks:?}")
}

/// The variables with their types; a variable without a type can have any value.
pub fn variables() -> [(&'static str, Type); 11] {
    [
        ("n", Type::Number),
        ("m", Type::Number),
        ("s", Type::String),
        ("r", Type::String),
        ("b", Type::Bool),
        ("l", Type::list(Type::Number)),
        ("w", Type::list(Type::String)),
        ("c", Type::set(Type::String)),
        ("k", Type::map(Type::Number)),
        ("o", Type::object([("a", Type::Number), ("b", Type::String)])),
        ("d", Type::Dynamic),
    ]
}

const TEXTS: [&str; 8] = ["", "a", "b", "ab-", "ab-c", "7", "é", "a\nb"];

/// A known value of a type, null sometimes.
pub fn value(ty: &Type, choices: &mut Choices<'_>, depth: usize) -> Value {
    if choices.once_in(8) {
        return Value::null(ty.clone());
    }
    let elements = |choices: &mut Choices<'_>, element: &Type| {
        let count = if depth == 0 { 0 } else { choices.below(4) };
        (0..count).map(|_| value(element, choices, depth - 1)).collect::<Vec<_>>()
    };
    match ty {
        Type::Number => pick(choices, &[3, 0, 1, 2, 5, -1, -7, 100]).into(),
        Type::String => pick(choices, &TEXTS).into(),
        Type::Bool => pick(choices, &[true, false]).into(),
        Type::List(element) => {
            let items = elements(choices, element);
            Value::list(Type::clone(element), items).expect("one type")
        }
        Type::Set(element) => {
            let items = elements(choices, element);
            Value::set(Type::clone(element), items).expect("one type")
        }
        Type::Map(element) => {
            let items = elements(choices, element);
            let entries: Map = ["a", "b", "x"].into_iter().zip(items).collect();
            Value::map(Type::clone(element), entries).expect("one type")
        }
        Type::Object(object) => {
            let attributes = object.iter().map(|(name, ty)| (name, value(ty, choices, 0)));
            Value::object(attributes.collect())
        }
        Type::Tuple(types) => types.iter().map(|ty| value(ty, choices, 0)).collect(),
        _ => {
            let types = variables().map(|(_, ty)| ty);
            let ty = types[choices.below(types.len() - 1)].clone();
            if choices.once_in(3) {
                Value::tuple([value(&ty, choices, 0), value(&Type::Number, choices, 0)])
            } else {
                value(&ty, choices, 1)
            }
        }
    }
}

/// An expression of any type. Beyond the remaining depth, it has only variables and constants.
pub fn any(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return pick(choices, &["d", "o", "null", "k", "c", "w", "[n, s]", "{}"]).to_owned();
    }
    let depth = depth - 1;
    match choices.below(16) {
        0 => number(choices, depth),
        1 => text(choices, depth),
        2 => bool(choices, depth),
        3 => list(choices, depth),
        4 => format!("{{a = {}, b = {}}}", any(choices, depth), any(choices, depth)),
        5 => format!("{{({}) = {}, z = {}}}", text(choices, depth), any(choices, depth), any(choices, depth)),
        6 => format!("({} ? {} : {})", bool(choices, depth), any(choices, depth), any(choices, depth)),
        7 => format!("({})[*]", any(choices, depth)),
        8 => format!("({})[{}]", any(choices, depth), any(choices, 0)),
        9 => format!("({}).a", any(choices, depth)),
        10 => {
            let (over, of) = (any(choices, depth), any(choices, depth));
            let condition =
                if choices.once_in(2) { format!(" if {}", bool(choices, depth)) } else { String::new() };
            match choices.below(4) {
                0 => format!("[for x, y in {over} : [y, {of}]{condition}]"),
                1 => format!("[for x, y in {over} : {of} if y != {}]", any(choices, 0)),
                2 => format!("{{for x, y in {over} : \"${{x}}\" => {of}{condition}}}"),
                _ => format!("{{for x, y in {over} : {} => {of}...{condition}}}", text(choices, depth)),
            }
        }
        11 => {
            // An error that only null causes is not found before the value is known, so these
            // expressions use parts.
            let part = pick(choices, &["o.a", "d.a", "d[0]", "k.a", "l[0]", "[n, s]", "o", "\"${s}\""]);
            if choices.once_in(3) {
                format!("can({part})")
            } else {
                format!("try({part}, {})", any(choices, depth))
            }
        }
        12 => format!("[{}, {}]", any(choices, depth), any(choices, depth)),
        13 => {
            let name =
                pick(choices, &["merge", "coalesce", "coalescelist", "concat", "setproduct", "zipmap"]);
            format!("{name}({}, {})", any(choices, depth), any(choices, depth))
        }
        14 => {
            let name = pick(
                choices,
                &["tolist", "toset", "tomap", "tostring", "flatten", "jsondecode", "values", "keys"],
            );
            format!("{name}({})", any(choices, depth))
        }
        _ => match choices.below(3) {
            0 => format!("lookup(k, {}, {})", text(choices, depth), number(choices, depth)),
            1 => format!("element({}, {})", list(choices, depth), number(choices, depth)),
            _ => format!("({}.{})", list(choices, depth), pick(choices, &["*.a", "0", "*"])),
        },
    }
}

fn number(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return pick(choices, &["n", "m", "1", "0", "o.a", "l[0]", "k.a", "5"]).to_owned();
    }
    let depth = depth - 1;
    match choices.below(8) {
        0 => number(choices, 0),
        1 => format!("-{}", number(choices, depth)),
        2..=3 => {
            let operator = pick(choices, &["+", "-", "*", "/", "%"]);
            format!("({} {operator} {})", number(choices, depth), number(choices, depth))
        }
        4 => format!("length({})", any(choices, depth)),
        5 => format!("strlen({})", text(choices, depth)),
        6 => {
            let name = pick(choices, &["min", "max", "pow"]);
            format!("{name}({}, {})", number(choices, depth), number(choices, depth))
        }
        _ => {
            let name = pick(choices, &["abs", "ceil", "signum", "floor", "int"]);
            format!("{name}({})", number(choices, depth))
        }
    }
}

fn text(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return pick(choices, &["s", "r", "\"a\"", "\"\"", "o.b", "w[0]", "\"ab-\"", "d"]).to_owned();
    }
    let depth = depth - 1;
    match choices.below(8) {
        0 => text(choices, 0),
        1..=2 => format!("\"{}\"", template(choices, depth)),
        3 => {
            let names = ["upper", "lower", "trimspace", "strrev", "title", "chomp", "jsonencode"];
            format!("{}({})", pick(choices, &names), text(choices, depth))
        }
        4 => format!("jsonencode({})", any(choices, depth)),
        5 => format!("join({}, {})", text(choices, depth), list(choices, depth)),
        6 => format!("format(\"x-%s-%s\", {}, {})", text(choices, depth), any(choices, depth)),
        _ => match choices.below(4) {
            0 => format!("replace({}, \"a\", {})", text(choices, depth), text(choices, depth)),
            1 => format!("substr({}, {}, 2)", text(choices, depth), number(choices, 0)),
            2 => format!("trimprefix({}, {})", text(choices, depth), text(choices, depth)),
            _ => format!("trim({}, {})", text(choices, depth), text(choices, depth)),
        },
    }
}

pub fn bool(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return pick(choices, &["b", "true", "false", "b == null", "n == null", "s == \"a\"", "n > 2", "d"])
            .to_owned();
    }
    let depth = depth - 1;
    match choices.below(8) {
        0 => bool(choices, 0),
        1 => format!("!{}", bool(choices, depth)),
        2 => {
            let operator = pick(choices, &["&&", "||"]);
            format!("({} {operator} {})", bool(choices, depth), bool(choices, depth))
        }
        3 => {
            let operator = pick(choices, &["<", "<=", ">", ">="]);
            format!("({} {operator} {})", number(choices, depth), number(choices, depth))
        }
        4..=5 => {
            let operator = pick(choices, &["==", "!="]);
            format!("({} {operator} {})", any(choices, depth), any(choices, depth))
        }
        6 => format!("contains({}, {})", list(choices, depth), any(choices, depth)),
        _ => match choices.below(3) {
            0 => format!("hasindex({}, {})", any(choices, depth), any(choices, 0)),
            1 => format!("sethaselement(c, {})", text(choices, depth)),
            _ => format!("equal({}, {})", any(choices, depth), any(choices, depth)),
        },
    }
}

fn list(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return pick(choices, &["w", "l", "[]", "c", "[n, m]", "[s, \"a\"]", "d", "[o]"]).to_owned();
    }
    let depth = depth - 1;
    match choices.below(8) {
        0 => list(choices, 0),
        1 => format!("[{}, {}]", any(choices, depth), any(choices, depth)),
        2 => format!("({} ? {} : {})", bool(choices, depth), list(choices, depth), list(choices, depth)),
        3 => {
            let names = ["sort", "distinct", "reverse", "compact", "flatten", "tolist", "toset", "values"];
            format!("{}({})", pick(choices, &names), list(choices, depth))
        }
        4 => {
            let names =
                ["concat", "setunion", "setintersection", "setsubtract", "setproduct", "coalescelist"];
            format!("{}({}, {})", pick(choices, &names), list(choices, depth), list(choices, depth))
        }
        5 => format!("[for x in {} : {}]", list(choices, depth), any(choices, depth)),
        6 => match choices.below(4) {
            0 => format!("split({}, {})", text(choices, depth), text(choices, depth)),
            1 => format!("formatlist(\"%s!\", {})", list(choices, depth)),
            2 => format!("regexall(\"[ab]\", {})", text(choices, depth)),
            _ => format!("keys({})", any(choices, depth)),
        },
        _ => match choices.below(3) {
            0 => format!("slice({}, {}, 2)", list(choices, depth), number(choices, 0)),
            1 => format!("chunklist({}, {})", list(choices, depth), number(choices, 0)),
            _ => format!("range({})", number(choices, 0)),
        },
    }
}

pub fn template(choices: &mut Choices<'_>, depth: usize) -> String {
    let mut parts = String::new();
    for _ in 0..=choices.below(3) {
        let depth = depth.saturating_sub(1);
        parts.push_str(&match choices.below(6) {
            0 => pick(choices, &["a", "ab-", "x ", "é", "-"]).to_owned(),
            1..=2 => format!("${{{}}}", text(choices, depth)),
            3 => format!("%{{ if {} }}{}%{{ endif }}", bool(choices, depth), template_part(choices, depth)),
            4 => format!(
                "%{{ for x in {} }}{}%{{ endfor }}",
                list(choices, depth),
                template_part(choices, depth)
            ),
            _ => format!("${{{}}}", any(choices, depth)),
        });
    }
    parts
}

fn template_part(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 { "y".to_owned() } else { template(choices, depth - 1) }
}

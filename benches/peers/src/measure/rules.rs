//! A rule is a parsed expression that is evaluated again and again with other variables.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::row::Row;

/// One record that a rule is applied to.
struct Record {
    n: i64,
    price: f64,
    quantity: i64,
    discount: f64,
    name: &'static str,
    region: &'static str,
}

impl Record {
    fn new(number: i64) -> Self {
        Self {
            n: number % 7,
            price: (1999 + 37 * (number % 97)) as f64 / 100.0,
            quantity: 10 + number % 50,
            discount: (number % 20) as f64 / 100.0,
            name: ["web", "api", "database"][number as usize % 3],
            region: ["eu", "us-east-1"][number as usize % 2],
        }
    }
}

/// The value of a variable.
enum Item {
    Integer(i64),
    Float(f64),
    Text(&'static str),
}

/// Converts an item to the value of a crate.
macro_rules! convert {
    ($item:expr, $make:path) => {
        match $item {
            Item::Integer(integer) => $make(integer),
            Item::Float(float) => $make(float),
            Item::Text(text) => $make(text),
        }
    };
}

/// A variable and the field that it has.
type Variable = (&'static str, fn(&Record) -> Item);

const N: Variable = ("n", |record| Item::Integer(record.n));
const PRICE: Variable = ("price", |record| Item::Float(record.price));
const QUANTITY: Variable = ("quantity", |record| Item::Integer(record.quantity));
const DISCOUNT: Variable = ("discount", |record| Item::Float(record.discount));
const NAME: Variable = ("name", |record| Item::Text(record.name));
const REGION: Variable = ("region", |record| Item::Text(record.region));

/// A rule in the notation of each crate.
struct Rule {
    variables: &'static [Variable],
    /// In HCL.
    hcl: &'static str,
    /// In the languages that write operators as HCL does and join strings by `+`.
    plain: &'static str,
    /// In CEL, which does not mix integers and floats.
    cel: &'static str,
    /// In the language of minijinja.
    jinja: &'static str,
}

const RULES: [Rule; 4] = [
    Rule { variables: &[N], hcl: "n > 3", plain: "n > 3", cel: "n > 3", jinja: "n > 3" },
    Rule {
        variables: &[NAME],
        hcl: r#"name == "web""#,
        plain: r#"name == "web""#,
        cel: r#"name == "web""#,
        jinja: r#"name == "web""#,
    },
    Rule {
        variables: &[PRICE, QUANTITY, DISCOUNT, REGION],
        hcl: r#"price * quantity * (1 - discount) > 1000 && region == "eu""#,
        plain: r#"price * quantity * (1 - discount) > 1000 && region == "eu""#,
        cel: r#"price * double(quantity) * (1.0 - discount) > 1000.0 && region == "eu""#,
        jinja: r#"price * quantity * (1 - discount) > 1000 and region == "eu""#,
    },
    Rule {
        variables: &[NAME, REGION],
        hcl: r#""${name}-${region}-x""#,
        plain: r#"name + "-" + region + "-x""#,
        cel: r#"name + "-" + region + "-x""#,
        jinja: r#"name ~ "-" ~ region ~ "-x""#,
    },
];

/// The number of records, which are used in turn.
const RECORDS: i64 = 64;

/// The result of a rule.
#[derive(Debug, PartialEq)]
enum Answer {
    Bool(bool),
    Text(String),
}

pub fn rows() -> Vec<Row> {
    RULES.iter().map(row).collect()
}

fn row(rule: &'static Rule) -> Row {
    check(rule);
    Row::new(format!("set variables and evaluate `{}`", rule.hcl), "-")
        .by("serde_hcl", 1, each_record(ours(rule)))
        .by("hcl-rs", 1, each_record(hcl_rs(rule)))
        .by("minijinja", 1, each_record(minijinja(rule)))
        .by("cel", 1, each_record(cel(rule)))
        .by("rhai", 1, each_record(rhai(rule)))
        .by("evalexpr", 1, each_record(evalexpr(rule)))
}

/// Checks that all crates have the same results.
fn check(rule: &'static Rule) {
    fn answer(bool: Option<bool>, text: Option<&str>) -> Answer {
        bool.map_or_else(|| Answer::Text(text.expect("it is a string").to_owned()), Answer::Bool)
    }
    let (mut ours, mut hcl_rs, mut minijinja) = (ours(rule), hcl_rs(rule), minijinja(rule));
    let (mut cel, mut rhai, mut evalexpr) = (cel(rule), rhai(rule), evalexpr(rule));
    for record in (0..RECORDS).map(Record::new) {
        let value = ours(&record);
        let expected = answer(value.as_bool(), value.as_str());
        let value = hcl_rs(&record);
        assert_eq!(answer(value.as_bool(), value.as_str()), expected, "hcl-rs");
        let value = minijinja(&record);
        let bool = (value.kind() == minijinja::value::ValueKind::Bool).then(|| value.is_true());
        assert_eq!(answer(bool, value.as_str()), expected, "minijinja");
        let answer_of_cel = match cel(&record) {
            cel::Value::Bool(bool) => Answer::Bool(bool),
            cel::Value::String(text) => Answer::Text(text.to_string()),
            _ => unreachable!("the rules are booleans and strings"),
        };
        assert_eq!(answer_of_cel, expected, "cel");
        let value = rhai(&record);
        let text = value.clone().into_string().ok();
        assert_eq!(answer(value.as_bool().ok(), text.as_deref()), expected, "rhai");
        let value = evalexpr(&record);
        let text = value.as_string().ok();
        assert_eq!(answer(value.as_boolean().ok(), text.as_deref()), expected, "evalexpr");
    }
}

/// Returns work that evaluates a rule for one record after the other.
fn each_record<T>(evaluate: impl FnMut(&Record) -> T) -> impl Fn() -> T {
    let records: Vec<_> = (0..RECORDS).map(Record::new).collect();
    let state = RefCell::new((0, evaluate));
    move || {
        let (next, evaluate) = &mut *state.borrow_mut();
        *next = (*next + 1) % records.len();
        evaluate(&records[*next])
    }
}

fn ours(rule: &'static Rule) -> impl FnMut(&Record) -> serde_hcl::Value {
    let expression = serde_hcl::parse_expression(rule.hcl).into_result().expect("the rule is valid");
    let mut context = serde_hcl::EvalContext::new();
    move |record| {
        for (name, field) in rule.variables {
            match field(record) {
                Item::Integer(integer) => context.set(*name, integer),
                Item::Float(float) => context.set(*name, float),
                Item::Text(text) => context.set(*name, text),
            };
        }
        expression.evaluate(&context).expect("the rule has a value")
    }
}

fn hcl_rs(rule: &'static Rule) -> impl FnMut(&Record) -> hcl::Value {
    use hcl::eval::Evaluate;
    let expression: hcl::Expression = rule.hcl.parse().expect("the rule is valid");
    let mut context = hcl::eval::Context::new();
    move |record| {
        for (name, field) in rule.variables {
            context.declare_var(*name, convert!(field(record), hcl::Value::from));
        }
        expression.evaluate(&context).expect("the rule has a value")
    }
}

fn minijinja(rule: &'static Rule) -> impl FnMut(&Record) -> minijinja::Value {
    // An expression borrows its environment.
    let environment: &'static minijinja::Environment<'static> = Box::leak(Box::default());
    let expression = environment.compile_expression(rule.jinja).expect("the rule is valid");
    move |record| {
        let variables = rule.variables.iter();
        let pairs = variables.map(|(name, field)| (*name, convert!(field(record), minijinja::Value::from)));
        expression
            .eval(minijinja::Value::from(pairs.collect::<BTreeMap<_, _>>()))
            .expect("the rule has a value")
    }
}

fn cel(rule: &'static Rule) -> impl FnMut(&Record) -> cel::Value {
    let program = cel::Program::compile(rule.cel).expect("the rule is valid");
    let mut context = cel::Context::default();
    move |record| {
        for (name, field) in rule.variables {
            context.add_variable_from_value(*name, convert!(field(record), cel::Value::from));
        }
        program.execute(&context).expect("the rule has a value")
    }
}

fn rhai(rule: &'static Rule) -> impl FnMut(&Record) -> rhai::Dynamic {
    let engine = rhai::Engine::new();
    let tree = engine.compile_expression(rule.plain).expect("the rule is valid");
    let mut scope = rhai::Scope::new();
    move |record| {
        for (name, field) in rule.variables {
            scope.set_value(*name, convert!(field(record), rhai::Dynamic::from));
        }
        engine.eval_ast_with_scope(&mut scope, &tree).expect("the rule has a value")
    }
}

fn evalexpr(rule: &'static Rule) -> impl FnMut(&Record) -> evalexpr::Value {
    use evalexpr::{ContextWithMutableVariables, HashMapContext, Value};
    let tree = evalexpr::build_operator_tree(rule.plain).expect("the rule is valid");
    let mut context = HashMapContext::new();
    move |record| {
        for (name, field) in rule.variables {
            let value = match field(record) {
                Item::Integer(integer) => Value::from_int(integer),
                Item::Float(float) => Value::from_float(float),
                Item::Text(text) => Value::from(text.to_owned()),
            };
            context.set_value((*name).to_owned(), value).expect("the type stays the same");
        }
        tree.eval_with_context(&context).expect("the rule has a value")
    }
}

//! Four times the input is four times the work, on any shape, valid or broken.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use serde_hcl::analysis::{Roots, Scope};
use serde_hcl::edit::{Document, NodeId};
use serde_hcl::ext::FunctionNames;
use serde_hcl::{
    Body, EvalContext, Options, Value,
    body::{AttributeSchema, BodySchema},
    diag::{Diagnostics, Renderer, Utf16},
    json, parse_expression, parse_file,
};

use crate::work::{Work, measure, on_a_small_stack};

/// A name, a function that returns a text of `n` parts, and the work on it.
type Shape = (&'static str, fn(usize) -> String, fn(&str));

const SHAPES: &[Shape] = &[
    ("sum of n terms", |n| format!("a = 1{}\n", " + 1".repeat(n)), file),
    ("n signs", |n| format!("a = {}1\n", "-".repeat(n)), file),
    ("n attribute steps", |n| format!("a = b{}\n", ".c".repeat(n)), file),
    ("n index steps", |n| format!("a = b{}\n", "[0]".repeat(n)), file),
    ("n splats", |n| format!("a = b{}\n", "[*]".repeat(n)), file),
    ("n conditionals in a chain", |n| format!("a = {}0\n", "b ? 1 : ".repeat(n)), file),
    ("tuple of n elements", |n| format!("a = [{}]\n", "1, ".repeat(n)), file),
    ("object of n items", |n| format!("a = {{\n{}}}\n", lines(n, |n| format!("k{n} = {n}"))), file),
    ("n attributes", |n| lines(n, |n| format!("a{n} = {n}")), file),
    ("n blocks", |n| lines(n, |n| format!("b \"l{n}\" {{}}")), file),
    ("n labels", |n| format!("b {}{{}}\n", "\"l\" ".repeat(n)), file),
    ("template of n parts", |n| format!("a = \"{}\"\n", "${x} y ".repeat(n)), file),
    ("n directives side by side", |n| format!("a = \"{}\"\n", "%{ if x }y%{ endif }".repeat(n)), file),
    ("heredoc of n lines", |n| format!("a = <<E\n{}E\n", "some text here\n".repeat(n)), file),
    ("flush heredoc of n lines", |n| format!("a = <<-E\n{}  E\n", "  some ${x}\n".repeat(n)), file),
    ("n heredocs", |n| lines(n, |n| format!("a{n} = <<E{n}\ntext\nE{n}")), file),
    ("n comments", |n| "# a comment\n".repeat(n), file),
    ("n inline comments", |n| format!("a = [{}1]\n", "/* x */".repeat(n)), file),
    ("string of n escapes", |n| format!("a = \"{}\"\n", "\\n".repeat(n)), file),
    ("identifier of n letters", |n| format!("{} = 1\n", "é".repeat(n)), file),
    (
        "one wide and n narrow attributes",
        |n| format!("{} = 1\n{}", "w".repeat(n), lines(n, |n| format!("a{n} = 1 # x"))),
        file,
    ),
    ("broken: n unclosed parentheses", |n| format!("a = {}\n", "(".repeat(n)), file),
    ("broken: n unclosed objects", |n| format!("a = {}\n", "{ b = ".repeat(n)), file),
    ("broken: n unclosed blocks", |n| "b {\n".repeat(n), file),
    ("broken: n unclosed templates", |n| format!("a = {}\n", "\"${".repeat(n)), file),
    ("broken: n unclosed directives", |n| format!("a = \"{}\"\n", "%{ if x }".repeat(n)), file),
    ("broken: n ends of directives", |n| format!("a = \"{}\"\n", "%{ endif }\\n".repeat(n)), file),
    ("broken: n unclosed comments", |n| format!("a = {}\n", "/* ".repeat(n)), file),
    ("broken: n markers in a line", |n| format!("a = {}", "<<b".repeat(n)), file),
    ("broken: n unclosed heredocs", |n| format!("a = {}", "<<b\n${".repeat(n)), file),
    ("broken: n bad lines", |n| lines(n, |n| format!("a{n} = = 1")), file),
    ("broken: n unclosed strings", |n| lines(n, |n| format!("a{n} = \"b ${{c")), file),
    ("broken: n unclosed sequences in a line", |n| format!("a = {}\n", "\"${b\" ".repeat(n)), file),
    ("broken: n unclosed sequences over lines", |n| lines(n, |_| "\"${{ b".to_owned()), file),
    ("broken: n heredocs of other markers", |n| lines(n, |n| format!("a{n} = <<B{n}\ntext")), file),
    ("broken: n heredocs of similar markers", |n| lines(n, |n| format!("a{n} = <<B{n}\n<<C\nC")), file),
    ("broken: n brackets to close in n lines", |n| lines(n, |n| format!("a{n} = [(1")), file),
    ("broken: n mismatched brackets", |n| format!("a = {}{}\n", "(".repeat(100), "] ".repeat(n)), file),
    ("broken: n superfluous braces", |n| "}\n".repeat(n), file),
    ("broken: n headers without braces", |n| lines(n, |n| format!("a{n}\n  b = 1\n}}")), file),
    ("broken: n conflicts", |n| "<<<<<<< a\n=======\n>>>>>>> b\n".repeat(n), file),
    ("broken: n beginnings of conflicts", |n| "<<<<<<< a\n".repeat(n), file),
    ("broken: n apostrophes in a line", |n| format!("a = {}\n", "x' ".repeat(n)), file),
    ("broken: n lines without values", |n| lines(n, |n| format!("a{n} = ")), file),
    ("broken: n words", |n| "word ".repeat(n), file),
    ("broken: n numbers of two points", |n| lines(n, |n| format!("a{n} = [1.2.3]")), file),
    (
        "broken: n attributes set again",
        |n| lines(2 * n, |i| format!("a{} = 1", if i > n { n } else { i })),
        file,
    ),
    ("broken: n control characters", |n| format!("a = {}1\n", "\u{1} ".repeat(n)), file),
    ("broken: n combining marks", |n| format!("a = x{}\n", "\u{20dd}".repeat(n)), file),
    ("broken: n mistakes in one line", |n| format!("a = [{}]\n", "1 @, \u{1}".repeat(n)), file),
    ("broken: n backslashes", |n| format!("a = \"{}\"\n", "\\z".repeat(n)), file),
    ("broken: string over n lines", |n| format!("a = \"{}\"\n", "text\n".repeat(n)), file),
    ("broken: n closing brackets", |n| format!("a = 1 {}\n", ")]}".repeat(n)), file),
    ("broken: unclosed string of n closing brackets", |n| format!("a = \"{}\n", "]".repeat(n)), file),
    ("broken: n equals signs", |n| format!("a = {}\n", "=".repeat(n)), file),
    ("broken: n quotes", |n| format!("a = {}\n", "\"' ".repeat(n)), file),
    ("broken: tuple of n without commas", |n| format!("a = [{}]\n", "1 ".repeat(n)), file),
    ("broken: n for expressions", |n| format!("a = [{}]\n", "[for x y], ".repeat(n)), file),
    ("broken: n calls", |n| format!("a = [{}]\n", "f(1 2), ".repeat(n)), file),
    (
        "broken: 100 levels, then an end, n times",
        |n| format!("a = {}\n", "[".repeat(100)).repeat(n / 100),
        file,
    ),
    (
        "broken: n blocks with a mistake in the last",
        |n| format!("{}b {{\n  c = =\n}}\n", "b {\n  c = 1\n}\n".repeat(n)),
        file,
    ),
    ("formatted: n attributes with comments", |n| lines(n, |n| format!("a{n}={n} # c")), format_text),
    (
        "formatted: one wide and n narrow attributes",
        |n| format!("{}=1\n{}", "w".repeat(n), lines(n, |_| "a=1 # x".to_owned())),
        format_text,
    ),
    ("formatted: n levels", |n| "[\n".repeat(n), format_text),
    ("formatted: n closing brackets", |n| format!("{}{}", "[\n".repeat(n), "]\n".repeat(n)), format_text),
    ("formatted: n brackets in a line", |n| format!("{}\n{}\n", "[".repeat(n), "]".repeat(n)), format_text),
    ("formatted: n quotes", |n| "\"${".repeat(n), format_text),
    ("looked up: n attributes", |n| lines(n, |n| format!("a{n} = {n}")), look_up),
    ("looked up: n blocks", |n| lines(n, |n| format!("a{n} {{}}")), look_up),
    (
        "looked up: n properties",
        |n| format!("{{{}}}", lines(n, |n| format!("\"a{n}\": 0,")) + "\"b\": 0"),
        look_up,
    ),
    ("decoded: n attributes", |n| lines(n, |n| format!("a{n} = {n}")), decode),
    ("decoded: n blocks with labels", |n| lines(n, |n| format!("b \"l{n}\" {{}}")), decode),
    ("decoded: n labels", |n| format!("b {}{{}}\n", "\"l\" ".repeat(n)), decode),
    ("decoded: n unknown variables", |n| format!("a = [{}]\n", "x, ".repeat(n)), decode),
    ("decoded: n blocks in 100 blocks with a mistake each", mistakes, decode_levels),
    (
        "decoded: n blocks, one of ten without a label",
        |n| {
            lines(n, |n| match n % 10 {
                0 => "service {\n}".to_owned(),
                _ => format!("service \"s{n}\" {{\n}}"),
            })
        },
        decode_labels,
    ),
    ("unsupported: n attributes", |n| lines(n, |n| format!("argumen{n} = {n}")), content),
    ("unsupported: n blocks", |n| lines(n, |n| format!("argumen{n} {{}}")), content),
    (
        "unsupported: n properties",
        |n| format!("{{{}\"z\":0}}", lines(n, |n| format!("\"argumen{n}\":{n},"))),
        json_content,
    ),
    ("merged: n attributes twice", |n| lines(n, |n| format!("a{n} = {n}")), merged),
    ("written: merged bodies of n files", |n| lines(n, |n| format!("a{n} = {n}")), merged_files),
    ("changed: n attributes", |n| lines(n, |n| format!("a{n} = {n}")), modify_attributes),
    ("changed: n keys", |n| format!("a = {{\n{}}}\n", lines(n, |n| format!("k{n} = {n}"))), modify_keys),
    (
        "changed: n keys in a line",
        |n| format!("a = {{ {} }}\n", list(n, |n| format!("k{n} = {n}")).trim_matches(['[', ']', ',', ' '])),
        modify_keys,
    ),
    ("changed: n elements", |n| format!("a = {}\n", list(n, |n| n.to_string())), modify_elements),
    ("changed: n blocks", |n| lines(n, |n| format!("b \"l{n}\" {{ a = {n} }}\n")), modify_blocks),
    ("changed in steps: n blocks", |n| lines(n, |n| format!("b \"l{n}\" {{\n  a = {n}\n}}\n")), edit_blocks),
    ("set: n elements of a line", |n| format!("a = {}\n", list(n, |_| "0".to_owned())), set_elements),
    ("set: n keys", |n| format!("a = {{\n{}}}\n", lines(n, |n| format!("k{n} = {n} # c"))), set_keys),
    (
        "set: n attributes of a block",
        |n| format!("b {{\n{}}}\n", lines(n, |n| format!("a{n} = {n}"))),
        set_attributes,
    ),
    ("set: n attributes of the file", |n| lines(n, |n| format!("a{n} = {n}")), set_attributes),
    (
        "set to expressions: n attributes of a block",
        |n| format!("b {{\n{}}}\n", lines(n, |n| format!("  a{n:06} = {n}"))),
        set_expressions,
    ),
    (
        "edited in steps: n attributes of a block",
        |n| format!("b {{\n{}}}\n", lines(n, |n| format!("  a{n:06} = {n}"))),
        edit_attributes,
    ),
    (
        "edited in steps: n attributes of the file",
        |n| lines(n, |n| format!("a{n:06} = {n}")),
        edit_attributes,
    ),
    (
        "edited in steps: n blocks in a block",
        |n| format!("b {{\n{}}}\n", lines(n, |n| format!("  c \"l{n}\" {{\n    a = {n}\n  }}"))),
        edit_inner_blocks,
    ),
    (
        "edited in steps: n keys",
        |n| format!("a = {{\n{}}}\n", lines(n, |n| format!("  k{n:06} = {n}"))),
        edit_keys,
    ),
    (
        "edited in steps: n elements",
        |n| format!("a = [\n{}]\n", lines(n, |n| format!("  {n},"))),
        edit_elements,
    ),
    (
        "edited in steps: n elements of a line",
        |n| format!("a = {}\n", list(n, |n| n.to_string()).replace(", ]", "]")),
        edit_elements,
    ),
    ("set in one step: n elements", |n| format!("a = {}\n", list(n, |_| "0".to_owned())), set_by_identity),
    (
        "removed in one step: n elements",
        |n| format!("a = {}\n", list(n, |_| "0".to_owned())),
        remove_from_the_end,
    ),
    ("built: n blocks", |n| lines(n, |n| format!("l{n}")), build_blocks),
    ("evaluated: n names that are not there", |n| list(n, |n| format!("o.k{n}x")), evaluate),
    ("evaluated: n variables that are not there", |n| list(n, |n| format!("var{n}")), evaluate),
    (
        "evaluated: n keys that are not there",
        |n| {
            format!(
                "[for o in [{{{}}}] : {}]",
                (0..n).fold(String::new(), |all, n| all + &format!("k{n} = 1, ")),
                list(n, |n| format!("o.zz{n}"))
            )
        },
        evaluate,
    ),
    ("evaluated: n keys of one name", |n| format!("{{{}}}", "a = 1, ".repeat(n)), evaluate),
    ("evaluated: n groups", |n| format!("{{for x in {} : x => x...}}", list(n, |n| n.to_string())), evaluate),
    (
        "evaluated: one group of n",
        |n| format!("{{for x in {} : \"a\" => x...}}", list(n, |n| n.to_string())),
        evaluate,
    ),
    (
        "evaluated: n mistakes in rounds",
        |n| format!("[for x in {} : x.a]", list(n, |n| n.to_string())),
        evaluate,
    ),
    ("evaluated: comparison of n elements", |n| format!("{0} == {0}", list(n, |n| n.to_string())), evaluate),
    (
        "evaluated: conditional of n elements",
        |n| format!("true ? {} : {}", list(n, |n| n.to_string()), list(n, |n| format!("\"{n}\""))),
        evaluate,
    ),
    ("evaluated: sum of n terms", |n| format!("1{}", " + 1".repeat(n)), evaluate),
    ("evaluated: and of n terms", |n| format!("true{}", " && true".repeat(n)), evaluate),
    ("evaluated: product of n tens", |n| format!("1{}", " * 10".repeat(n.min(4000))), evaluate),
    ("evaluated: template of n parts", |n| format!("\"{}\"", "${1}x".repeat(n)), evaluate),
    (
        "analyzed: chain of n definitions",
        |n| locals(n, |i| if i + 1 < n { format!("local.a{}", i + 1) } else { "1".to_owned() }),
        analyze,
    ),
    (
        "analyzed: star of n definitions",
        |n| format!("{}x = {}\n}}\n", locals(n, |_| "local.x".to_owned()).trim_end_matches("}\n"), 1),
        analyze,
    ),
    (
        "analyzed: one definition that refers to n",
        |n| {
            let all = list(n, |n| format!("local.a{n}"));
            format!("{}output \"x\" {{\n  value = {all}\n}}\n", locals(n, |i| i.to_string()))
        },
        analyze,
    ),
    (
        "analyzed: n definitions that refer to all variables",
        |n| {
            let variables = lines(n, |n| format!("variable \"v{n}\" {{}}"));
            variables + &locals(n, |_| "var[var.v0]".to_owned())
        },
        analyze,
    ),
    ("analyzed: n definitions that refer to all", |n| locals(n, |_| "local[var.x]".to_owned()), analyze),
    ("analyzed: cycle of n definitions", |n| locals(n, |i| format!("local.a{}", (i + 1) % n)), analyze),
    (
        "analyzed: n definitions in n cycles",
        |n| locals(n, |i| format!("[local.a{}, local.a{}]", (i + 1) % n, (i * 7) % n)),
        analyze,
    ),
    ("analyzed: n unknown references", |n| locals(n, |i| format!("[local.b{i}, loca{i}]")), analyze),
    ("analyzed: n definitions of one name", |n| lines(n, |_| "variable \"a\" {}".to_owned()), analyze),
    (
        "analyzed: n definitions that need one with an error",
        |n| locals(n, |i| if i == 0 { "-\"x\"".to_owned() } else { format!("local.a{}", i / 2) }),
        analyze,
    ),
    (
        "analyzed: n blocks that refer to attributes of each other",
        |n| targets(n, |i| format!("a{i}"), |i| format!("target.a{}.x", i + 1)),
        analyze,
    ),
    (
        "analyzed: n blocks that refer to all",
        |n| targets(n, |i| format!("a{i}"), |_| "target".into()),
        analyze,
    ),
    ("analyzed: n blocks of one name", |n| targets(n, |_| "a".into(), |i| i.to_string()), analyze),
    (
        "analyzed: n functions that call each other",
        |n| {
            let function =
                |i: usize| format!("function \"f{i}\" {{\n  params = []\n  result = f{}()\n}}", (i + 1) % n);
            lines(n, function) + &locals(n, |i| format!("f{i}()"))
        },
        analyze,
    ),
    ("json: array of n elements", |n| format!("{{\"a\":[{}1]}}", "1,".repeat(n)), json),
    ("json: object of n members", |n| format!("{{{}\"z\":0}}", lines(n, |n| format!("\"k{n}\":{n},"))), json),
    ("json: n members of one name", |n| format!("{{{}\"a\":0}}", "\"a\":1,".repeat(n)), json),
    ("json: n templates", |n| format!("{{\"a\":[{}1]}}", "\"${1}\",".repeat(n)), json),
    ("json: string of n escapes", |n| format!("{{\"a\":\"{}${{1}}\"}}", "\\u00e9\\n".repeat(n)), json),
    ("json: template of n mistakes", |n| format!("{{\"a\":\"{}\"}}", "\\n${x}".repeat(n)), json),
    ("json: number of n digits", |n| format!("{{\"a\":{}}}", "1".repeat(n)), json),
    ("json broken: n keywords", |n| format!("{{\"a\":[{}1]}}", "nul,".repeat(n)), json),
    ("json broken: n strings", |n| format!("{{\"a\":[{}1]}}", "\"\\z\",\n".repeat(n)), json),
    ("json broken: n numbers", |n| format!("{{\"a\":[{}1]}}", "01,".repeat(n)), json),
    ("json broken: n without a comma", |n| format!("{{\"a\":[{}]}}", "1 ".repeat(n)), json),
    ("json broken: n unclosed arrays", |n| "[".repeat(n), json),
];

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| line(n) + "\n").collect()
}

fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    let items = (0..n).fold(String::new(), |mut all, n| {
        write!(all, "{}, ", item(n)).expect("a string takes all");
        all
    });
    format!("[{items}]")
}

/// In all forms, without a maximum.
fn shown(diagnostics: &Diagnostics) {
    let text = Renderer::new().max_diagnostics(usize::MAX).render(diagnostics);
    let json = serde_json::to_string(&Utf16(diagnostics)).expect("it is JSON");
    assert!(format!("{diagnostics} {text} {json}").len() < usize::MAX);
}

/// Looks up the names of all lines as attributes and as blocks.
fn look_up(text: &str) {
    let parsed = if text.starts_with('{') { json::parse_file(text) } else { parse_file(text) };
    let body = parsed.value.body().clone();
    let names = text.lines().filter_map(|line| line.trim_start_matches(['{', '"']).split(['"', ' ']).next());
    let found = |name| body.attribute(name).is_some() || body.blocks_of_type(name).len() == 1;
    assert!(names.filter(|name| !name.is_empty()).all(found));
}

fn file(text: &str) {
    let outcome = parse_file(text);
    shown(&outcome.diagnostics);
    assert!(outcome.value.to_string().len() < 100 + 200 * text.len());
    assert!(!format!("{:?}", outcome.value.clone()).is_empty());
}

fn json(text: &str) {
    let outcome = json::parse_file(text);
    shown(&outcome.diagnostics);
    let error = Options::new().json(true).from_str::<Value>(text).err();
    let _ = error.map(|error| format!("{error:#}"));
}

/// Returns a block with this many local values.
fn locals(n: usize, value: impl Fn(usize) -> String) -> String {
    format!("locals {{\n{}}}\n", lines(n, |n| format!("a{n} = {}", value(n))))
}

/// Returns this many blocks with an attribute.
fn targets(n: usize, name: impl Fn(usize) -> String, x: impl Fn(usize) -> String) -> String {
    lines(n, |n| format!("target {:?} {{\n  x = {}\n}}", name(n), x(n)))
}

fn analyze(text: &str) {
    let body = parse_file(text).into_result().expect("it is valid").body().clone();
    let roots = Roots::terraform().blocks("target", "target", ["name"]).values("target", ["x", "y"]);
    let roots = roots.functions(FunctionNames::new("function"));
    let scope = Scope::new(&roots, [body], &EvalContext::new()).expect("no variable hides a root");
    let references = scope.references();
    shown(&references.check(&EvalContext::new()));
    shown(&references.unused(["local", "var"]));
    assert!(references.to_dot().starts_with("digraph"));
    let order = references.order().map(|order| order.len());
    assert!(order.is_err() || order.is_ok_and(|count| count == references.definitions().len()));
    shown(&scope.check());
}

fn format_text(text: &str) {
    drop(serde_hcl::format(text));
}

fn decode(text: &str) {
    let error = serde_hcl::from_str::<Value>(text).err();
    let _ = error.map(|error| format!("{error:#}"));
}

/// A block that needs an attribute, with others in it.
#[derive(serde::Deserialize)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Level {
    name: String,
    #[serde(default)]
    level: Vec<Level>,
    #[serde(default)]
    part: Vec<BTreeMap<String, u32>>,
}

/// Returns n blocks in a hundred others without their names.
fn mistakes(n: usize) -> String {
    let (open, close) = ("level {\n".repeat(100), "}\n".repeat(100));
    format!("name = \"\"\n{open}{}{close}", "part {\n  a = 1\n}\n".repeat(n))
}

fn decode_levels(text: &str) {
    let error = serde_hcl::from_str::<Level>(text).err().expect("names are missing");
    assert_eq!(error.diagnostics().len(), 100);
}

fn decode_labels(text: &str) {
    type Labels = BTreeMap<String, BTreeMap<String, BTreeMap<String, u32>>>;
    let error = serde_hcl::from_str::<Labels>(text).expect_err("labels are missing");
    assert_eq!(error.diagnostics().len(), 100);
}

fn evaluate(text: &str) {
    let expression = parse_expression(text).into_result().expect("it is sound");
    let mut context = EvalContext::new();
    context.set("o", serde_hcl::value!({ "key": 1 }));
    let outcome = expression.evaluate_with_diagnostics(&context);
    shown(&outcome.diagnostics);
    assert!(format!("{}", outcome.value).len() < usize::MAX);
}

fn schema() -> BodySchema {
    BodySchema::new([AttributeSchema::optional("argument")], []).expect("one name")
}

fn content(text: &str) {
    shown(&parse_file(text).value.body().content(&schema()).diagnostics);
}

fn json_content(text: &str) {
    let file = json::parse_file(text).into_result().expect("it is sound");
    shown(&file.body().content(&schema()).diagnostics);
}

fn merged(text: &str) {
    let body = parse_file(text).value.body().clone();
    let body = Body::merge([body.clone(), body]);
    shown(&body.just_attributes().diagnostics);
    shown(&body.content(&schema()).diagnostics);
}

/// Each line as a file.
fn merged_files(text: &str) {
    let bodies = text.lines().map(|line| parse_file(format!("{line}\n")).value.body().clone());
    let written = serde_hcl::to_string(&Body::merge(bodies)).expect("it can be written");
    assert!(written.lines().count() == text.lines().count());
}

/// Changes every third entry, removes every third, and adds one after it.
fn change_entries(entries: &mut BTreeMap<String, u32>) {
    for (number, key) in entries.keys().cloned().collect::<Vec<_>>().into_iter().enumerate() {
        match number % 3 {
            0 => drop(entries.insert(key, 7)),
            1 => drop(entries.remove(&key)),
            _ => drop(entries.insert(format!("{key}_"), 8)),
        }
    }
}

fn modify_attributes(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    document.modify(change_entries).expect("it is written");
}

fn modify_keys(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let change =
        |file: &mut BTreeMap<String, BTreeMap<String, u32>>| file.values_mut().for_each(change_entries);
    document.modify(change).expect("it is written");
}

fn modify_elements(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let change = |file: &mut BTreeMap<String, Vec<u32>>| {
        let elements = file.get_mut("a").expect("it is there");
        *elements = elements.iter().filter(|it| *it % 3 != 0).flat_map(|it| [*it, it * 1000]).collect();
    };
    document.modify(change).expect("it is written");
}

fn modify_blocks(text: &str) {
    #[derive(serde::Deserialize, serde::Serialize)]
    struct File {
        #[serde(with = "serde_hcl::with::labeled_blocks")]
        b: BTreeMap<String, BTreeMap<String, u32>>,
    }
    let mut document: Document = text.parse().expect("it is valid");
    let change = |file: &mut File| {
        let mut number = 0;
        file.b.retain(|_, _| {
            number += 1;
            number % 3 != 0
        });
        for block in file.b.values_mut() {
            block.insert("b".to_owned(), 1);
        }
        let keys: Vec<String> = file.b.keys().cloned().collect();
        file.b.extend(keys.into_iter().map(|key| (key + "_", BTreeMap::new())));
    };
    document.modify(change).expect("it is written");
}

/// Changes every third block in a batch.
fn edit_blocks(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let count = document.ast().items().len();
    let change = |document: &mut Document| {
        for index in (0..count).step_by(3) {
            let mut root = document.root();
            let mut block = root.block_at(index).expect("it is a block");
            block.set("a", 0)?;
            block.set("b", index)?;
        }
        Ok(())
    };
    document.edit(change).expect("it is changed");
    assert!(document.file().body().source().text().len() > text.len());
}

/// Sets all elements of a tuple by handles.
fn set_elements(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let mut value = document.value("a").expect("it exists");
    for index in 0..value.len().expect("it is a tuple") {
        value.get(index).expect("it exists").set(100 + index).expect("it is set");
    }
    assert!(document.file().body().source().text().len() > text.len());
}

/// Sets all values of an object by handles. They do not become longer, so the comments stay.
fn set_keys(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    for number in 0..text.lines().count() - 2 {
        let mut value = document.value("a").expect("it exists");
        let mut value = value.get(format!("k{number}").as_str()).expect("it exists");
        value.set(10_usize.pow(number.max(1).ilog10())).expect("it is set");
    }
    assert_ne!(document.file().body().source().text(), text);
}

/// Sets all attributes of the file, or of a block, by handles.
fn set_attributes(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let is_block = document.block("b", ()).is_some();
    document
        .edit(|document| {
            for number in 0..text.matches('=').count() {
                let name = format!("a{number}");
                match is_block {
                    true => document.block("b", ()).expect("it exists").set(&name, "text")?,
                    false => document.root().set(&name, "text")?,
                }
            }
            Ok(())
        })
        .expect("they are set");
    assert!(document.file().body().source().text().len() > text.len());
}

/// Sets all attributes of a block to expressions, which are formatted once.
fn set_expressions(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let value = parse_expression("[var.x]").into_result().expect("it is valid");
    for number in 0..text.matches('=').count() {
        let mut block = document.block("b", ()).expect("it exists");
        block.set(&format!("a{number:06}"), &value).expect("it is set");
    }
    assert!(document.file().body().source().text().len() > text.len());
}

/// Makes changes of all kinds of one of eight attributes of the file, or of a block, by handles.
fn edit_attributes(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let is_block = document.block("b", ()).is_some();
    for number in 0..text.lines().count() / 8 {
        let mut body = match is_block {
            true => document.block("b", ()).expect("it exists").into_body(),
            false => document.root(),
        };
        let id = body.id();
        if number % 6 == 0 {
            body.set(&format!("n{number}"), 1).expect("it is set");
            continue;
        }
        let mut attribute = body.attribute(&format!("a{:06}", 8 * number)).expect("it exists");
        match number % 6 {
            1 => attribute.remove(),
            2 => attribute.rename(&format!("r{number}")),
            3 => attribute.move_to(id),
            4 => attribute.set_leading_comments(["The reason."]),
            _ => attribute.set_trailing_comment(Some("The unit.")),
        }
        .expect("it is changed");
    }
    assert_ne!(document.to_string(), text);
}

/// Removes, changes and appends some of the blocks in a block.
fn edit_inner_blocks(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    for number in 0..text.lines().count() / 24 {
        let mut outer = document.block("b", ()).expect("it exists");
        let mut body = outer.body();
        let mut block = body.block("c", [&format!("l{}", 8 * number)]).expect("it exists");
        match number % 3 {
            0 => block.remove(),
            1 => block.set("other", 1),
            _ => body.append_block("c", [format!("n{number}")]).map(drop),
        }
        .expect("it is changed");
    }
    assert_ne!(document.to_string(), text);
}

/// Makes changes of all kinds of one of eight keys of an object, by handles.
fn edit_keys(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    for number in 0..text.lines().count() / 8 {
        let mut value = document.value("a").expect("it exists");
        let key = format!("k{:06}", 8 * number);
        match number % 4 {
            0 => value.insert(format!("n{number}").as_str(), 1),
            1 => value.remove(key.as_str()).map(drop),
            2 => value.rename(&key, &format!("r{number}")),
            _ => value.get(key.as_str()).expect("it exists").set_trailing_comment(Some("The unit.")),
        }
        .expect("it is changed");
    }
    assert_ne!(document.to_string(), text);
}

/// Appends, inserts, removes and sets elements of a tuple, by handles.
fn edit_elements(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let mut value = document.value("a").expect("it exists");
    for number in 0..value.len().expect("it is a tuple") / 8 {
        match number % 4 {
            0 => value.push(number),
            1 => value.insert(4 * number, number),
            2 => value.remove(5 * number).map(drop),
            _ => value.get(6 * number).expect("it exists").set(number),
        }
        .expect("it is changed");
    }
    assert_ne!(document.to_string(), text);
}

fn elements(document: &mut Document) -> Vec<NodeId> {
    let mut value = document.value("a").expect("it exists");
    let count = value.len().expect("it is a tuple");
    (0..count).map(|index| value.get(index).expect("it exists").id()).collect()
}

fn set_by_identity(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let value = parse_expression("[var.x]").into_result().expect("it is valid");
    for id in elements(&mut document) {
        document.value_at(id).expect("it exists").set(&value).expect("it is set");
    }
    assert!(document.file().body().source().text().len() > text.len());
}

fn remove_from_the_end(text: &str) {
    let mut document: Document = text.parse().expect("it is valid");
    let count = elements(&mut document).len();
    let mut value = document.value("a").expect("it exists");
    for index in (1..count).step_by(2).rev() {
        assert!(value.remove(index).expect("it is removed"));
    }
    assert!(document.file().body().source().text().len() < text.len());
}

fn build_blocks(labels: &str) {
    let mut document = Document::new();
    for label in labels.lines() {
        let mut root = document.root();
        let mut block = root.append_block("b", [label]).expect("it is appended");
        block.set("a", 1).expect("it is set");
        block.set("b", label).expect("it is set");
    }
    assert_eq!(document.ast().items().len(), labels.lines().count());
}

fn work(shape: fn(usize) -> String, run: fn(&str), n: usize) -> Work {
    let text = shape(n);
    on_a_small_stack(move || measure(|| run(&text)))
}

/// Allocations never depend on the machine, but vectors that double can make four times the input
/// eight times the heap at one size, so a few sizes are tried. Time depends on the machine a
/// little, so it may take a few attempts.
#[test]
fn four_times_the_input_is_four_times_the_work() {
    const SIZES: [usize; 3] = [1_500, 1_700, 1_900];
    let shapes = SHAPES.iter().step_by(test_support::step(30));
    let growing = shapes.filter_map(|(name, shape, run)| {
        let measured = |n| (work(*shape, *run, n), work(*shape, *run, 4 * n));
        let first = measured(SIZES[0]);
        let is_small = |(small, large): (Work, Work)| {
            large.allocations < 5 * small.allocations + 100
                && large.bytes < 5 * small.bytes + 100_000
                && large.peak < 5 * small.peak + 100_000
        };
        let heap = is_small(first) || SIZES[1..].iter().any(|n| is_small(measured(*n)));
        let is_quick = |(small, large): (Work, Work)| {
            let times = small.nanoseconds.zip(large.nanoseconds);
            // The system counts in ticks of some milliseconds.
            times.is_none_or(|(small, large)| large < 7 * small + 25_000_000)
        };
        let time = is_quick(first) || (0..8).any(|_| is_quick(measured(SIZES[0])));
        let (small, large) = first;
        (!heap || !time).then(|| format!("{name}: {small:?}, {large:?}"))
    });
    assert_eq!(growing.collect::<Vec<_>>(), [""; 0]);
}

/// Prints the growth of time, and the largest heap for each byte of the input:
/// `cargo test --release --all-features --test hostile -- --ignored --nocapture table`.
#[test]
#[ignore = "it prints a table to look at"]
fn table() {
    const N: usize = 6_000;
    println!("| {:48} | {:>9} | {:>9} | {:>5} | {:>8} |", "shape", "6,000", "24,000", "ratio", "B/B peak");
    for (name, shape, run) in SHAPES {
        let text = [shape(N), shape(4 * N)];
        let fastest = |text: &str| {
            let time = |_| {
                let start = Instant::now();
                run(text);
                start.elapsed().as_secs_f64() * 1e3
            };
            (0..15).map(time).fold(f64::INFINITY, f64::min)
        };
        let (first, second) = (fastest(&text[0]), fastest(&text[1]));
        let peak = measure(|| run(&text[1])).peak as f64 / text[1].len() as f64;
        let ratio = second / first;
        println!("| {name:48} | {first:>6.2} ms | {second:>6.2} ms | {ratio:>5.2} | {peak:>8.1} |");
    }
}

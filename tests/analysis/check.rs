//! Static checks: expressions that fail for all values of the types are reported, and no others.

use serde_hcl::analysis::{Schema, check};
use serde_hcl::ext;
use serde_hcl::ext::Spec;
use serde_hcl::func::Rest;
use serde_hcl::{
    Body, EvalContext, Function, Limits, Type, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    diag::Category,
    func::Parameter,
    json, parse_file,
};

use test_support::rows::check_each;

fn server() -> Type {
    let disk = Type::object([("size", Type::Number), ("label", Type::String)]);
    Type::object([
        ("id", Type::String),
        ("ports", Type::list(Type::Number)),
        ("tags", Type::map(Type::String)),
        ("disks", Type::list(disk)),
        ("extra", Type::Dynamic),
    ])
}

/// Variables with known types.
fn types() -> EvalContext {
    let mut context = EvalContext::new();
    let pair = Type::tuple([Type::String, Type::object([("id", Type::Number)])]);
    let variables = [
        ("n", Type::Number),
        ("s", Type::String),
        ("b", Type::Bool),
        ("any", Type::Dynamic),
        ("names", Type::list(Type::String)),
        ("unique", Type::set(Type::String)),
        ("servers", Type::list(server())),
        ("by_name", Type::map(server())),
        ("server", server()),
        ("pair", pair),
        ("things", Type::list(Type::Dynamic)),
    ];
    for (name, ty) in variables {
        context.set(name, Value::unknown(ty));
    }
    context
        .set_function("upper", Function::from_fn(|text: String| text.to_uppercase()))
        .set_function("join", Function::from_fn(|glue: String, parts: Vec<String>| parts.join(&glue)))
        .set_function(
            "max",
            Function::from_fn(|numbers: Rest<i64>| numbers.iter().copied().max().unwrap_or(0)),
        )
        .set_function(
            "length",
            Function::builder()
                .parameter(Parameter::new("value", Type::Dynamic))
                .returns(Type::Number)
                .implement(|arguments, _| Ok(arguments[0].len().unwrap_or(0).into())),
        )
        .set_special_form("try", ext::try_form())
        .set_special_form("can", ext::can_form());
    context
}

/// The problems of an attribute with an expected type: the text of each and its detail.
fn problems_of(expression: &str, ty: Type) -> Vec<(String, String)> {
    let text = format!("value = {expression}\n");
    let file = parse_file(text.as_str()).into_result().expect("a valid file");
    let found = check(file.body(), &Spec::attribute("value", ty), &types());
    let subject = |span: Option<serde_hcl::Span>| text[span.expect("a span").range()].to_owned();
    found.iter().map(|it| (subject(it.span()), it.detail().to_owned())).collect()
}

#[track_caller]
fn reported(rows: &[(&str, &str, &str)]) {
    check_each(rows, |(expression, subject, detail)| {
        let expected = [((*subject).to_owned(), (*detail).to_owned())];
        assert_eq!(problems_of(expression, Type::Dynamic), expected, "{expression}");
    });
}

#[track_caller]
fn not_reported(rows: &[&str]) {
    check_each(rows, |expression| {
        assert_eq!(problems_of(expression, Type::Dynamic), [], "{expression}");
    });
}

#[test]
fn attributes_that_do_not_exist_are_found() {
    let no_idd = "This object has no attribute named \"idd\". Did you mean \"id\"?";
    reported(&[
        ("server.idd", ".idd", no_idd),
        ("servers[0].idd", ".idd", no_idd),
        ("servers[n].idd", ".idd", no_idd),
        ("servers[*].idd", ".idd", no_idd),
        ("server[*].idd", ".idd", no_idd),
        ("[for x in servers : x.idd]", ".idd", no_idd),
        ("{for x in servers : x.id => x.idd}", ".idd", no_idd),
        ("{for x in servers : x.idd => 1}", ".idd", no_idd),
        ("{for x in servers : x.id => x.idd...}", ".idd", no_idd),
        ("[for x in servers : 1 if x.idd]", ".idd", no_idd),
        ("[for name, x in by_name : x.idd]", ".idd", no_idd),
        ("[for x in by_name.main[*] : x.idd]", ".idd", no_idd),
        ("[for x in servers : x if b && x.idd]", ".idd", no_idd),
        ("[for x in servers : [for p in x.ports : x.idd]]", ".idd", no_idd),
        ("[for x in [for y in servers : y] : x.idd]", ".idd", no_idd),
        ("[for x in {for y in servers : y.id => y} : x.idd]", ".idd", no_idd),
        ("[for x in servers : x][0].idd", ".idd", no_idd),
        ("{for x in servers : x.id => x}.main.idd", ".idd", no_idd),
        ("[for x in servers : x][*].idd", ".idd", no_idd),
        ("[for x in [server, servers[0]] : x.idd]", ".idd", no_idd),
        ("[for x in servers : x.id == s ? x.idd : s]", ".idd", no_idd),
        ("\"a%{ for x in servers }${x.idd}%{ endfor }\"", ".idd", no_idd),
        ("\"%{ if b }${server.idd}%{ endif }\"", ".idd", no_idd),
        ("b ? server.idd : s", ".idd", no_idd),
        ("b ? s : server.idd", ".idd", no_idd),
        ("b && server.idd", ".idd", no_idd),
        ("server.idd || b", ".idd", no_idd),
        ("upper(server.idd)", ".idd", no_idd),
        ("max(server.idd, server.ports...)", ".idd", no_idd),
        ("{a = [for x in servers : {b = x.idd}]}", ".idd", no_idd),
        ("[for x in pair : 1 if pair[1].idd]", ".idd", no_idd),
        ("pair[1].idd", ".idd", no_idd),
        ("[for g in {for x in servers : x.id => x...} : g[0].idd]", ".idd", no_idd),
        ("[for x in pair : x.id]", ".id", "A string has no attributes."),
        ("servers.id", ".id", "A list has no attributes, but its elements can have them: [0].id or [*].id."),
        (
            "[for x in servers : x].id",
            ".id",
            "A list has no attributes, but its elements can have them: [0].id or [*].id.",
        ),
        ("[for x in names : x.id]", ".id", "A string has no attributes."),
    ]);
}

#[test]
fn operands_of_wrong_types_are_found() {
    reported(&[
        (
            "[for x in servers : x.ports + 1]",
            "x.ports",
            "Unsuitable value for left operand: expected a number, found a list of numbers.",
        ),
        (
            "[for x in servers : -x.tags]",
            "x.tags",
            "Unsuitable value for unary operand: expected a number, found a map of strings.",
        ),
        (
            "[for i, x in servers : !i]",
            "i",
            "Unsuitable value for unary operand: expected a bool, found a number.",
        ),
        (
            "[for x in names : x] + 1",
            "[for x in names : x]",
            "Unsuitable value for left operand: expected a number, found a list.",
        ),
        ("names ? 1 : 2", "names", "This cannot be a condition: expected a bool, found a list of strings."),
        ("[for x in names : 1 if n]", "n", "This cannot be a condition: expected a bool, found a number."),
        ("\"%{ if n }a%{ endif }\"", "n", "This cannot be a condition: expected a bool, found a number."),
        (
            "\"a${names}\"",
            "names",
            "The value cannot be included in a string template: expected a string, found a list of strings.",
        ),
        (
            "[for x in servers : \"a-${x}\"]",
            "x",
            "The value cannot be included in a string template: expected a string, found an object.",
        ),
        (
            "\"${[for x in names : x]}-\"",
            "[for x in names : x]",
            "The value cannot be included in a string template: expected a string, found a list.",
        ),
        (
            "{for x in servers : x => 1}",
            "x",
            "This value cannot be a key: expected a string, found an object.",
        ),
        (
            "{(names) = 1}",
            "(names)",
            "This value cannot be a key: expected a string, found a list of strings.",
        ),
        ("names[b]", "[b]", "This cannot be an index: expected a number, found a bool."),
        (
            "[for x in n : x]",
            "n",
            "A 'for' expression iterates over a list, set, map or object, but this is a number.",
        ),
        (
            "[for x in servers : [for y in x.id : y]]",
            "x.id",
            "A 'for' expression iterates over a list, set, map or object, but this is a string.",
        ),
        (
            "[for x in names : x + \"a\"]",
            "\"a\"",
            "Unsuitable value for right operand: expected a number, found the string \"a\".",
        ),
        (
            "b && n == \"a\" + 1",
            "\"a\"",
            "Unsuitable value for left operand: expected a number, found the string \"a\".",
        ),
    ]);
}

#[test]
fn wrong_calls_are_found() {
    reported(&[
        (
            "[for x in servers : upper(x.ports)]",
            "x.ports",
            "Invalid value for \"first\" parameter: expected a string, found a list of numbers.",
        ),
        (
            "[for x in servers : upper(x.id, x.id)]",
            "x.id",
            "The function \"upper\" takes only 1 argument, but 2 are given.",
        ),
        (
            "[for x in servers : upper()]",
            ")",
            "The function \"upper\" takes 1 argument. A value for \"first\" is missing.",
        ),
        (
            "[for x in servers : uper(x.id)]",
            "uper",
            "There is no function named \"uper\". Did you mean \"upper\"?",
        ),
        ("[for x in servers : y.id]", "y", "There is no variable named \"y\"."),
        (
            "join(\",\", [for x in servers : x.ports])",
            "[for x in servers : x.ports]",
            "Invalid value for \"second\" parameter: [0]: expected a string, found a list of numbers.",
        ),
        (
            "join(names, names)",
            "names",
            "Invalid value for \"first\" parameter: expected a string, found a list of strings.",
        ),
        (
            "max(names, 1)",
            "names",
            "Invalid value for \"first\" parameter: expected a number, found a list of strings.",
        ),
        (
            "max(1, servers...)",
            "servers",
            "Invalid value for \"first\" parameter: expected a number, found an object.",
        ),
        (
            "max(pair...)",
            "pair",
            "Invalid value for \"first\" parameter: expected a number, found an object.",
        ),
        ("upper(n...)", "n", "The argument before \"...\" must be a list or set, but this is a number."),
    ]);
}

#[test]
fn conditionals_without_a_common_type_are_found() {
    reported(&[
        (
            "[for x in servers : b ? x.ports : x.id]",
            "x.ports : x.id",
            "Both results of a conditional must have the same type. The result if true is a list of numbers, but the result if false is a string.",
        ),
        (
            "b ? names : n",
            "names : n",
            "Both results of a conditional must have the same type. The result if true is a list of strings, but the result if false is a number.",
        ),
        (
            "true ? names : n",
            "names : n",
            "Both results of a conditional must have the same type. The result if true is a list of strings, but the result if false is a number.",
        ),
    ]);
}

#[test]
fn each_mistake_is_reported_once() {
    let rows: [(&str, &[&str]); 6] = [
        ("[for x in servers : x.idd + x.idd]", &[".idd", ".idd"]),
        ("[for a in [1, 2] : [for x in servers : x.idd]]", &[".idd"]),
        ("[for x in servers : x.idd if x.nam]", &[".nam", ".idd"]),
        ("uper(server.idd)", &["uper", ".idd"]),
        ("b ? server.idd : servers.nam", &[".idd", ".nam"]),
        ("[for x in servers[*].idd : x.a]", &[".idd"]),
    ];
    check_each(rows, |(expression, subjects)| {
        let mut found: Vec<_> = problems_of(expression, Type::Dynamic).into_iter().map(|it| it.0).collect();
        found.sort();
        let mut subjects = subjects.to_vec();
        subjects.sort_unstable();
        assert_eq!(found, subjects, "{expression}");
    });
}

#[test]
fn expressions_that_succeed_for_some_values_are_accepted() {
    not_reported(&[
        "s + 1",
        "s && b",
        "-s",
        "names[s + 1]",
        "server.tags.anything",
        "by_name.anything.id",
        "servers[10].id",
        "any.a.b[0]",
        "any + 1",
        "server.extra.anything",
        "[for x in things : x.anything + x.other.more]",
        "[for x in any : x.a]",
        "[for k, v in any : k]",
        "[for x in servers : x.id]",
        "[for x in unique : x + 1]",
        "[for x in names : upper(x)][0] + 1",
        "b ? n : s",
        "b ? names : [s]",
        "b ? [for x in names : x] : [1, {}]",
        "b ? [for x in names : x] : {}",
        "[for x in names : x] == []",
        "server == null ? null : server.id",
        "server[*].id",
        "any[*].id",
        "names[*]",
        "\"${s}${n}${b}\"",
        "{(n) = 1, (s) = 2}",
        "max(names...)",
        "max(n, [for x in names : x]...)",
        "join(\",\", [for x in servers : x.id])",
        "join(\",\", [for i, x in servers : i])",
        "length([for x in servers : x.id])",
        "[for x in servers : x.id if x.id != null]",
        "[for i, x in servers : i + 1]",
        "[for k, x in by_name : \"${k}${x.id}\"]",
        "{for x in servers : x.id => x.ports}[s][0] + 1",
        "pair[1].id + 1",
        "pair.0",
    ]);
}

#[test]
fn parts_that_are_never_evaluated_are_not_checked() {
    not_reported(&[
        "true ? s : server.idd",
        "false && server.idd",
        "true || server.idd",
        "[for x in [] : server.idd]",
        "[for x in servers : x.idd if false]",
        "[for x in [1, \"a\"] : x + 1 if can(x + 1)]",
        "\"%{ if false }${server.idd}%{ endif }\"",
    ]);
}

#[test]
fn failures_in_try_and_can_are_not_reported() {
    not_reported(&[
        "try(server.idd, 1)",
        "can(server.idd)",
        "try([for x in servers : x.idd], 1)",
        "[for x in servers : try(x.idd, x.id)]",
        "can(b ? server.idd : 1)",
        "try(max(server.idd, names...), 1)",
        "try(\"${names}\", s)",
        // It fails for a server without an identifier, but not for others.
        "try({for x in servers : x.id => {a = 1}}.main, {b = 2}).b",
        "try([for x in servers : x.idd], {a = 1}).a",
        "can([for x in servers : x.idd]) ? 1 : 2",
    ]);
    reported(&[
        (
            "try(server.idd)",
            "try(server.idd)",
            "Call to function \"try\" failed: none of the arguments has a value: 1:19: Unsupported attribute: This object has no attribute named \"idd\". Did you mean \"id\"?",
        ),
        ("try(server.id, 1, missin) + nam", "nam", "There is no variable named \"nam\"."),
    ]);
}

#[test]
fn errors_of_every_element_are_reported() {
    not_reported(&[
        // `n` can be 1.
        "[for i, x in [1, {a = 2}] : i == n ? x.a : 0]",
        "[for i, x in [1, {a = 2}] : x.a if i == n]",
        "{for i, x in [1, {a = 2}] : i => x.a if i == n}",
        "\"%{ for i, x in [1, {a = 2}] }%{ if i == n }${x.a}%{ endif }%{ endfor }\"",
    ]);
    reported(&[
        ("[for i, x in [1, {a = 2}] : x.a]", ".a", "A number has no attributes."),
        ("[for i, x in [1, 2] : i == n ? x.a : 0]", ".a", "A number has no attributes."),
        ("[for i, x in [1, 2, 3] : b ? x.a : 0 if x > 1]", ".a", "A number has no attributes."),
        ("{for i, x in [1, 2, 3] : i => b ? x.a : 0 if x > 1}", ".a", "A number has no attributes."),
    ]);
}

#[test]
fn types_of_attributes_are_checked() {
    let strings = || Type::list(Type::String);
    let rows: [(&str, Type, Option<&str>); 14] = [
        ("[for x in servers : x.id]", strings(), None),
        ("[for x in servers : x.ports]", strings(), Some("[0]: expected a string, found a list of numbers")),
        ("[for x in servers : [for p in x.ports : p]]", Type::list(strings()), None),
        (
            "[for x in servers : [for p in x.disks : p]]",
            Type::list(strings()),
            Some("[0][0]: expected a string, found an object"),
        ),
        ("[for x in servers : {a = x.id}]", Type::list(Type::object([("a", Type::Number)])), None),
        (
            "[for x in servers : {a = x.ports}]",
            Type::list(Type::object([("a", Type::Number)])),
            Some("[0]: attribute \"a\": expected a number, found a list of numbers"),
        ),
        (
            "{for x in servers : x.id => x.ports}",
            Type::map(Type::Number),
            Some("each element: expected a number, found a list of numbers"),
        ),
        ("{for x in servers : x.id => x.id}", Type::map(Type::Number), None),
        (
            "{for x in servers : x.id => x.ports}",
            Type::object([("a", Type::Number)]),
            Some("a: expected a number, found a list of numbers"),
        ),
        (
            "servers[*].ports",
            strings(),
            Some("incorrect list element type: expected a string, found a list of numbers"),
        ),
        ("server[*].ports", strings(), Some("[0]: expected a string, found a list of numbers")),
        ("[for x in servers : x.id]", Type::Number, Some("expected a number, found a list")),
        ("{for x in servers : x.id => 1}", strings(), Some("expected a list of strings, found an object")),
        (
            "[for x in servers : x.ports]",
            Type::tuple([Type::String, Type::String]),
            Some("[0]: expected a string, found a list of numbers"),
        ),
    ];
    check_each(rows, |(expression, ty, problem)| {
        let expected = problem.map(|problem| {
            (expression.to_owned(), format!("The value of \"value\" is unsuitable: {problem}."))
        });
        assert_eq!(problems_of(expression, ty), Vec::from_iter(expected), "{expression}");
    });
}

/// The problems of a file by a schema: the text of each and its detail.
fn problems_in(text: &str, body: &Body, schema: &impl Schema) -> Vec<(String, String)> {
    let found = check(body, schema, &types());
    let subject = |span: Option<serde_hcl::Span>| text[span.expect("a span").range()].to_owned();
    found.iter().map(|it| (subject(it.span()), it.detail().to_owned())).collect()
}

fn owned(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(subject, detail)| ((*subject).to_owned(), (*detail).to_owned())).collect()
}

/// A service with a name, an address and any number of disks.
fn service() -> Spec {
    let disk = Spec::object([
        ("name", Spec::label(0, "name")),
        ("size", Spec::attribute("size", Type::Number).required()),
        ("labels", Spec::attribute("labels", Type::list(Type::String))),
    ]);
    let service = Spec::object([
        ("address", Spec::attribute("address", Type::String)),
        ("disks", Spec::block_list("disk", .., disk)),
    ]);
    Spec::object([("services", Spec::block_map("service", ["name"], service))])
}

const DYNAMIC: &str = r#"service "web" {
  address = servers
  dynamic "disk" {
    for_each = server.disks
    labels   = [disk.value.label]
    content {
      size   = disk.value.sise
      labels = [for x in servers : x.ports]
    }
  }
}
dynamic "service" {
  for_each = by_name
  iterator = it
  labels   = [it.key]
  content {
    address = it.value.id
    dynamic "disk" {
      for_each = it.value.disks
      labels   = [disk.value.lable]
      content {
        size   = disk.value
        labels = [it.value.id, disk.value.label]
      }
    }
  }
}
"#;

const DYNAMIC_JSON: &str = r#"{
  "service": {
    "web": {
      "address": "${servers}",
      "dynamic": {
        "disk": {
          "for_each": "${server.disks}",
          "labels": ["${disk.value.label}"],
          "content": { "size": "${disk.value.sise}", "labels": "${[for x in servers : x.ports]}" }
        }
      }
    }
  }
}
"#;

#[test]
fn the_content_of_dynamic_blocks_is_checked() {
    let body = parse_file(DYNAMIC).into_result().expect("a valid file").body().clone();
    assert_eq!(
        problems_in(DYNAMIC, &body, &service()),
        owned(&[
            (
                "servers",
                "The value of \"address\" is unsuitable: expected a string, found a list of objects."
            ),
            (".sise", "This object has no attribute named \"sise\". Did you mean \"size\"?"),
            (
                "[for x in servers : x.ports]",
                "The value of \"labels\" is unsuitable: [0]: expected a string, found a list of numbers."
            ),
            (".lable", "This object has no attribute named \"lable\". Did you mean \"label\"?"),
            ("disk.value", "The value of \"size\" is unsuitable: expected a number, found an object."),
        ])
    );
    let body = json::parse_file(DYNAMIC_JSON).into_result().expect("a valid file").body().clone();
    assert_eq!(
        problems_in(DYNAMIC_JSON, &body, &service()),
        owned(&[
            (
                r#""${servers}""#,
                "The value of \"address\" is unsuitable: expected a string, found a list of objects."
            ),
            (".sise", "This object has no attribute named \"sise\". Did you mean \"size\"?"),
            (
                r#""${[for x in servers : x.ports]}""#,
                "The value of \"labels\" is unsuitable: [0]: expected a string, found a list of numbers."
            ),
        ])
    );
}

#[test]
fn dynamic_blocks_that_may_be_valid_are_accepted() {
    let text = r#"
dynamic "service" {
  for_each = names
  labels   = [service.value]
  content {
    address = "${service.key}-${service.value}"
    dynamic "disk" {
      for_each = any
      labels   = [s]
      content {
        size = disk.value.size + service.key
      }
    }
    dynamic "disk" {
      for_each = unique
      labels   = ["${disk.key}"]
      content {
        size = disk.key
      }
    }
    dynamic "disk" {
      for_each = [1, 2]
      labels   = [s]
      content {
        size = disk.value
      }
    }
  }
}
"#;
    let body = parse_file(text).into_result().expect("a valid file").body().clone();
    assert_eq!(problems_in(text, &body, &service()), []);
}

#[test]
fn bodies_without_a_schema_are_checked() {
    let schema = BodySchema::new(
        [AttributeSchema::required("a"), AttributeSchema::optional("b")],
        [BlockSchema::new("rule", ["name"])],
    )
    .expect("a valid schema");
    let text = r#"b = servers.id
c = 1
rule "x" {
  d = server.idd
  inner {
    e = [for x in servers : x.idd]
  }
  inner "two" {
    e = server.idd
  }
  dynamic "open" {
    for_each = server.ports
    labels   = [open.key]
    content {
      port = open.value.number
      ok   = open.value + open.key
    }
  }
}
"#;
    let body = parse_file(text).into_result().expect("a valid file").body().clone();
    assert_eq!(
        problems_in(text, &body, &schema),
        owned(&[
            ("", "The attribute \"a\" is required here, but it is not set."),
            (".id", "A list has no attributes, but its elements can have them: [0].id or [*].id."),
            ("c", "No attribute named \"c\" is expected here. Expected \"a\"."),
            (".idd", "This object has no attribute named \"idd\". Did you mean \"id\"?"),
            (".idd", "This object has no attribute named \"idd\". Did you mean \"id\"?"),
            (".idd", "This object has no attribute named \"idd\". Did you mean \"id\"?"),
            (".number", "A number has no attributes."),
        ])
    );
}

/// Checks an expression with a limit of steps, and returns whether they were sufficient.
fn is_checked_within(steps: u64, expression: &str) -> bool {
    let mut limits = Limits::default();
    limits.steps = steps;
    let mut types = types();
    types.set_limits(limits);
    let text = format!("value = {expression}\n");
    let file = parse_file(text.as_str()).into_result().expect("a valid file");
    let found = check(file.body(), &Spec::attribute("value", Type::Dynamic), &types);
    let (limits, others): (Vec<_>, Vec<_>) = found.iter().partition(|it| it.category() == Category::Limit);
    assert!(others.is_empty(), "{expression}: {others:?}");
    limits.is_empty()
}

#[test]
fn a_check_takes_steps_in_proportion_to_the_length() {
    let nested =
        |count: usize, wrap: fn(String) -> String| (0..count / 20).fold("names".to_owned(), |it, _| wrap(it));
    let shapes: [&dyn Fn(usize) -> String; 6] = [
        &|count| format!("[{}]", "[for x in servers : x.id],".repeat(count)),
        &|count| format!("b{}", " && (b ? b : !b)".repeat(count)),
        &|count| format!("\"{}\"", "%{ for x in servers }${x.id}%{ endfor }".repeat(count)),
        &|count| format!("max({}names...)", "max(names...),".repeat(count)),
        &|count| nested(count, |inner| format!("[for x in {inner} : x]")),
        &|count| nested(count, |inner| format!("[for x in servers : {inner}]")),
    ];
    check_each(shapes, |shape| {
        let (small, large) = (shape(200), shape(2000));
        let growth = (large.len() / small.len() + 1) as u64;
        let least = (0..20).map(|power| 1 << power).find(|steps| is_checked_within(*steps, &small));
        let least = least.expect("a million steps are enough");
        assert!(is_checked_within(least * growth * 2, &large), "{least} steps for {}", &small[..40]);
    });
}

#[test]
fn a_check_keeps_the_limits() {
    let expression = "[for x in servers : [for y in servers : [x.id, y.id]]]";
    assert!(is_checked_within(1000, expression));
    assert!(!is_checked_within(5, expression));
}

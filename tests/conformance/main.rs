//! Answers conformance requests: one JSON line in, one JSON line out.
//!
//! A request is a case without its expected result; the answer has that result's form. Everything
//! goes through the crate's public interface.

mod edit;
mod hcledit;

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use serde::de::DeserializeOwned;
use serde_hcl::{
    Attribute, Block, Body, Diagnostic, Error, EvalContext, Expression, Function, Options, Outcome, Source,
    Span, Traversal, TraversalStep, Type, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    diag::Diagnostics,
    ext,
    fmt::{format_bytes, format_terraform},
    func::Parameter,
    json, parse_expression, parse_file, parse_template, parse_traversal, parse_traversal_partial, stdlib,
};
use serde_json::{Value as Json, json};
use test_support::codec::Detail;
use test_support::{codec, conversion, probes, with_nested_type, with_type};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let Ok(request) = serde_json::from_str::<Json>(&line?) else { continue };
        let result = match request["kind"].as_str() {
            Some("expr" | "functions") => expression(&request),
            Some("template") => template(&request),
            Some("structure") => structure(&request),
            Some("convert") => {
                conversion::answer(&request).unwrap_or_else(|problem| json!({ "problem": problem }))
            }
            Some("static") => static_expression(&request),
            Some("body") => body(&request),
            Some("json") => json_text(&request),
            Some("corpus") => corpus(&request)?,
            Some("message") => message(&request),
            Some("format") => text_or_bytes(format_bytes(&bytes(&request, "src"))),
            Some("tffmt") => match format_terraform(source(&request, "src")) {
                Ok(text) => json!({ "text": text }),
                Err(_) => json!({ "error": true }),
            },
            Some("edit") => edit::answer(&request),
            Some("hcledit") => hcledit::answer(&request),
            Some("format-file") => formatted_file(&request)?,
            _ => json!({ "error": { "summary": "Unsupported kind", "detail": "", "range": null } }),
        };
        writeln!(out, "{}", json!({ "id": request["id"], "result": result }))?;
    }
    out.flush()
}

/// The text under a key, or the bytes under the key with `_b64` behind it.
fn source(request: &Json, key: &str) -> Source {
    let name = if is_json(request) { "t.json" } else { "t.hcl" };
    match request[key].as_str() {
        Some(text) => Source::new(name, text),
        None => Source::from_bytes(name, base64(request[format!("{key}_b64")].as_str().unwrap_or_default())),
    }
}

/// The bytes under a key, or those in base64 under the key with `_b64` behind it.
fn bytes(request: &Json, key: &str) -> Vec<u8> {
    match request[key].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => base64(request[format!("{key}_b64")].as_str().unwrap_or_default()),
    }
}

fn is_json(request: &Json) -> bool {
    request["kind"] == "json" || request["syntax"] == "json"
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| BASE64.iter().position(|digit| *digit == byte))
        .map(|digit| digit as u32)
        .collect();
    let group = |digits: &[u32]| {
        let bits = digits.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - digits.len()));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

fn to_base64(bytes: &[u8]) -> String {
    let group = |bytes: &[u8]| {
        let bits =
            bytes.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - bytes.len()));
        let digits = (0..4).map(|index| char::from(BASE64[(bits >> (18 - 6 * index)) as usize & 63]));
        let kept = bytes.len() + 1;
        digits.take(kept).chain(std::iter::repeat_n('=', 4 - kept)).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

fn context(request: &Json) -> EvalContext {
    let mut context =
        if request["mode"] == "literal" { EvalContext::literal_only() } else { EvalContext::new() };
    if let Some(variables) = request["vars"].as_object() {
        context.allow_variables();
        for (name, value) in variables {
            if let Ok(value) = codec::decode_value(value) {
                context.set(name.as_str(), value);
            }
        }
    }
    if let Some(names) = request["funcs"].as_array() {
        context.allow_functions();
        for name in names.iter().filter_map(Json::as_str) {
            // A function in a namespace is found by the last part of its name.
            let plain = name.rsplit("::").next().unwrap_or(name);
            define(&mut context, name, plain);
        }
    }
    context
}

fn define(context: &mut EvalContext, name: &str, plain: &str) {
    match plain {
        "try" => {
            context.set_special_form(name, ext::try_form());
        }
        "convert" => {
            context.set_special_form(name, ext::convert_form());
        }
        "can" => {
            context.set_special_form(name, ext::can_form());
        }
        _ => {
            let function = probes::probe(plain).or_else(|| stdlib::function(plain));
            if let Some(function) = function.or_else(|| serde_hcl_terraform::function(plain)) {
                context.set_function(name, function);
            }
        }
    }
}

fn expression(request: &Json) -> Json {
    evaluated(parse_expression(source(request, "expr")), request)
}

fn template(request: &Json) -> Json {
    evaluated(parse_template(source(request, "template")).map(Expression::from), request)
}

fn evaluated(parsed: Outcome<Expression>, request: &Json) -> Json {
    if parsed.diagnostics.has_errors() {
        let mut result = errors(&parsed.diagnostics);
        result["stage"] = json!("parse");
        return result;
    }
    outcome(&parsed.value.evaluate_with_diagnostics(&context(request)), Detail::of(request))
}

fn outcome(outcome: &Outcome<Value>, detail: Detail) -> Json {
    if outcome.diagnostics.has_errors() {
        errors(&outcome.diagnostics)
    } else {
        json!({ "value": codec::encode_value(&outcome.value, detail) })
    }
}

fn errors(diagnostics: &Diagnostics) -> Json {
    let all: Vec<Json> = diagnostics.errors().map(diagnostic).collect();
    if let [only] = &all[..] { json!({ "error": only }) } else { json!({ "errors": all }) }
}

fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let range = diagnostic.source().zip(diagnostic.span()).map(|(source, span)| range(source, span));
    json!({ "summary": diagnostic.summary(), "detail": diagnostic.detail(), "range": range })
}

/// The static analysis of an expression.
fn static_expression(request: &Json) -> Json {
    let op = request["op"].as_str().unwrap_or_default();
    if let "parse_traversal" | "parse_traversal_partial" = op {
        let source = source(request, "expr");
        let parsed = match op {
            "parse_traversal" => parse_traversal(source),
            _ => parse_traversal_partial(source),
        };
        return if parsed.diagnostics.has_errors() {
            errors(&parsed.diagnostics)
        } else {
            json!({ "traversal": encode_traversal(&parsed.value) })
        };
    }
    let source = source(request, "expr");
    let parsed = if is_json(request) { json::parse_expression(source) } else { parse_expression(source) };
    if parsed.diagnostics.has_errors() {
        let mut result = errors(&parsed.diagnostics);
        result["stage"] = json!("parse");
        return result;
    }
    let expression = parsed.value;
    // The locations of a call in JSON are not those of the text.
    let argument = |expression: &Expression| match is_json(request) {
        true => json!({ "range": range(expression.source(), expression.span()) }),
        false => reference(expression),
    };
    let answer = match op {
        "list" => expression
            .static_list()
            .map(|elements| json!({ "list": elements.iter().map(reference).collect::<Vec<_>>() })),
        "map" => expression.static_map().map(|entries| {
            let entries = entries.iter().map(|(key, value)| {
                let mut key_reference = reference(key);
                if let Some(keyword) = key.static_keyword() {
                    key_reference["keyword"] = json!(keyword);
                }
                json!({ "key": key_reference, "value": reference(value) })
            });
            json!({ "map": entries.collect::<Vec<_>>() })
        }),
        "call" => expression.static_call().map(|call| {
            let source = &call.source;
            json!({ "call": {
                "name": call.name,
                "name_range": range(source, call.name_span),
                "args": call.arguments.iter().map(argument).collect::<Vec<_>>(),
                "args_range": range(source, call.arguments_span),
            } })
        }),
        "traversal" => expression.static_traversal().map(|it| json!({ "traversal": encode_traversal(&it) })),
        "rel_traversal" => expression.static_traversal().map(|it| {
            let mut steps = encode_traversal(&it);
            // The root is an attribute of the value that the traversal is applied to.
            if let Some(name) = steps[0].as_object_mut().and_then(|step| step.remove("root")) {
                steps[0]["attr"] = name;
            }
            json!({ "traversal": steps })
        }),
        "keyword" => Ok(json!({ "keyword": expression.static_keyword().unwrap_or_default() })),
        _ => {
            let variables = expression.variables();
            let roots: BTreeSet<&str> = variables.iter().filter_map(|it| it.root_name()).collect();
            Ok(json!({
                "roots": roots,
                "traversals": variables.iter().map(encode_traversal).collect::<Vec<_>>(),
            }))
        }
    };
    answer.unwrap_or_else(|error| errors(error.diagnostics()))
}

fn reference(expression: &Expression) -> Json {
    let source = expression.source();
    json!({ "range": range(source, expression.span()), "text": source.slice(expression.span()) })
}

fn encode_traversal(traversal: &Traversal) -> Json {
    let source = traversal.source();
    let steps = traversal.steps().iter().map(|step| {
        let mut encoded = match step {
            TraversalStep::Root { name, .. } => json!({ "root": name }),
            TraversalStep::Attr { name, .. } => json!({ "attr": name }),
            TraversalStep::Index { key, .. } => {
                json!({ "index": codec::encode_value(key, Detail::Plain) })
            }
            _ => json!({ "splat": true }),
        };
        encoded["range"] = range(source, step.span());
        encoded
    });
    steps.collect()
}

fn range(source: &Source, span: Span) -> Json {
    let range = source.range(span);
    let pos = |pos: serde_hcl::source::Pos| json!([pos.line, pos.column, pos.byte]);
    json!({ "start": pos(range.start), "end": pos(range.end) })
}

fn structure(request: &Json) -> Json {
    let parsed = parse_file(source(request, "src"));
    if parsed.diagnostics.has_errors() {
        let all: Vec<Json> = parsed.diagnostics.errors().map(diagnostic).collect();
        return json!({ "errors": all });
    }
    json!({ "body": structure_body(parsed.value.body()) })
}

fn structure_body(body: &Body) -> Json {
    let attributes: Vec<Json> =
        body.attributes().map(|it| attribute(&it, &EvalContext::new(), Detail::Plain)).collect();
    let blocks: Vec<Json> = body
        .blocks()
        .map(|block| {
            let mut encoded = block_header(&block);
            encoded["body"] = structure_body(block.body());
            encoded
        })
        .collect();
    json!({ "attrs": attributes, "blocks": blocks })
}

fn attribute(attribute: &Attribute, context: &EvalContext, detail: Detail) -> Json {
    let (source, expression) = (attribute.source(), attribute.expression());
    let mut result = outcome(&expression.evaluate_with_diagnostics(context), detail);
    result["name"] = json!(attribute.name());
    result["name_range"] = range(source, attribute.name_span());
    result["expr_range"] = range(source, expression.span());
    result
}

fn block_header(block: &Block) -> Json {
    let source = block.source();
    json!({
        "type": block.block_type(),
        "labels": block.labels().iter().map(|label| label.text()).collect::<Vec<_>>(),
        "type_range": range(source, block.type_span()),
        "label_ranges": block.labels().iter().map(|label| range(source, label.span())).collect::<Vec<_>>(),
    })
}

/// A JSON text: a file if there is a schema, otherwise an expression.
fn json_text(request: &Json) -> Json {
    if request.get("schema").is_some() {
        return body(request);
    }
    evaluated(json::parse_expression(source(request, "src")), request)
}

/// A file that a schema is applied to.
fn body(request: &Json) -> Json {
    let source = source(request, "src");
    let parsed = if is_json(request) { json::parse_file(source) } else { parse_file(source) };
    if parsed.diagnostics.has_errors() {
        let all: Vec<Json> = parsed.diagnostics.errors().map(diagnostic).collect();
        return json!({ "errors": all, "stage": "parse" });
    }
    let body = parsed.value.body().clone();
    let context = context(request);
    let body = if request["dynamic"] == true { ext::expand_dynamic_blocks(&body, &context) } else { body };
    let scope = (&context, Detail::of(request));
    let mut problems = Vec::new();
    let is_partial = request["op"] == "partial";
    let (content, rest) = decoded(&body, &request["schema"], is_partial, scope, &mut problems);
    let mut result = json!({ "body": content });
    if let Some(rest) = rest.filter(|_| is_partial) {
        if !is_json(request) {
            let attributes: Vec<_> = rest.attributes().map(|it| it.name().to_owned()).collect();
            let blocks: Vec<_> = rest.blocks().map(|it| it.block_type().to_owned()).collect();
            result["remain"] = json!({ "attrs": attributes, "blocks": blocks });
        }
        if request.get("then").is_some() {
            let mut problems = Vec::new();
            let (content, _) = decoded(&rest, &request["then"], false, scope, &mut problems);
            result["then"] = json!({ "body": content });
            if !problems.is_empty() {
                result["then"]["errors"] = json!(problems);
            }
        }
    }
    if !problems.is_empty() {
        result["errors"] = json!(problems);
    }
    result
}

/// The content of a body by a schema, the rest of the body, and the errors, in the order of the
/// cases.
fn decoded(
    body: &Body,
    schema: &Json,
    is_partial: bool,
    scope: (&EvalContext, Detail),
    problems: &mut Vec<Json>,
) -> (Json, Option<Body>) {
    let (attributes, blocks, diagnostics, rest);
    if schema["just_attributes"] == true {
        let outcome = body.just_attributes();
        (attributes, blocks, rest) = (outcome.value, Vec::new(), None);
        diagnostics = outcome.diagnostics;
    } else {
        let names = |key: &str| -> Vec<String> {
            schema[key].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
        };
        let required = names("required");
        let wanted = names("attrs").into_iter().map(|name| match required.contains(&name) {
            true => AttributeSchema::required(name),
            false => AttributeSchema::optional(name),
        });
        let block_schemas = schema["blocks"].as_object().into_iter().flatten().map(|(name, block)| {
            let labels = block["labels"].as_array().into_iter().flatten().filter_map(Json::as_str);
            BlockSchema::new(name, labels)
        });
        let wanted = BodySchema::new(wanted, block_schemas).expect("a case has a sound schema");
        let content;
        if is_partial || schema["partial"] == true {
            let outcome = body.partial_content(&wanted);
            (content, rest) = (outcome.value.0, Some(outcome.value.1));
            diagnostics = outcome.diagnostics;
        } else {
            let outcome = body.content(&wanted);
            (content, rest) = (outcome.value, None);
            diagnostics = outcome.diagnostics;
        }
        attributes = content.attributes().cloned().collect();
        blocks = content.blocks().to_vec();
    }
    let mut own: Vec<&Diagnostic> = diagnostics.errors().collect();
    own.sort_by_key(|it| (it.span().map(|span| span.start), it.summary(), it.detail()));
    problems.extend(own.into_iter().map(diagnostic));
    let attributes: Vec<Json> = attributes.iter().map(|it| attribute(it, scope.0, scope.1)).collect();
    let blocks: Vec<Json> = blocks
        .iter()
        .map(|block| {
            let none = json!({});
            let schema = schema["blocks"][block.block_type()].get("body").unwrap_or(&none);
            let mut encoded = block_header(block);
            encoded["body"] = decoded(block.body(), schema, false, scope, problems).0;
            encoded
        })
        .collect();
    (json!({ "attrs": attributes, "blocks": blocks }), rest)
}

/// The content of a real file, evaluated with every variable unknown.
fn corpus(request: &Json) -> std::io::Result<Json> {
    let source = Source::read(request["path"].as_str().unwrap_or_default())?;
    let (diagnostics, key, content) = match request["syntax"].as_str() {
        Some("template") => {
            let parsed = parse_template(source);
            (parsed.diagnostics, "template", corpus_value(parsed.value.expression()))
        }
        syntax => {
            let parsed = if syntax == Some("json") { json::parse_file(source) } else { parse_file(source) };
            (parsed.diagnostics, "body", corpus_body(parsed.value.body()))
        }
    };
    if diagnostics.has_errors() {
        let all: Vec<Json> = diagnostics.errors().map(diagnostic).collect();
        return Ok(json!({ "ok": false, "errors": all }));
    }
    Ok(json!({ "ok": true, "errors": [], key: content }))
}

fn corpus_body(body: &Body) -> Json {
    let source = body.source();
    let attribute = |attribute: serde_hcl::Attribute| {
        let mut result = corpus_value(attribute.expression());
        result["name"] = json!(attribute.name());
        result["name_range"] = flat_range(source, attribute.name_span());
        result
    };
    let block = |block: serde_hcl::Block| {
        json!({
            "type": block.block_type(),
            "labels": block.labels().iter().map(|label| label.text()).collect::<Vec<_>>(),
            "body": corpus_body(block.body()),
        })
    };
    let attributes: Vec<Json> = body.attributes().map(attribute).collect();
    let blocks: Vec<Json> = body.blocks().map(block).collect();
    json!({ "attrs": attributes, "blocks": blocks })
}

/// An expression with every variable unknown, and every function one that accepts anything and
/// returns an unknown value.
fn corpus_value(expression: &Expression) -> Json {
    let variables: BTreeSet<String> = expression
        .variables()
        .iter()
        .filter_map(|traversal| traversal.root_name().map(str::to_owned))
        .collect();
    let calls: BTreeSet<String> = expression.calls().iter().map(ToString::to_string).collect();
    let mut context = EvalContext::new();
    context.allow_variables().allow_functions();
    for name in &variables {
        context.set(name.as_str(), Value::UNKNOWN);
    }
    for name in &calls {
        let anything =
            Parameter::new("arguments", Type::Dynamic).allow_null().allow_unknown().allow_dynamic();
        let function = Function::builder()
            .variadic(anything)
            .returns(Type::Dynamic)
            .implement(|_, _| Ok(Value::UNKNOWN));
        context.set_function(name.as_str(), function);
    }
    let evaluated = expression.evaluate_with_diagnostics(&context);
    let value = match evaluated.diagnostics.has_errors() {
        true => json!("error"),
        false => codec::encode_value(&evaluated.value, Detail::Plain),
    };
    let expr_range = flat_range(expression.source(), expression.span());
    json!({ "expr_range": expr_range, "vars": variables, "calls": calls, "value": value })
}

fn flat_range(source: &Source, span: Span) -> Json {
    let range = source.range(span);
    json!([
        range.start.line,
        range.start.column,
        range.start.byte,
        range.end.line,
        range.end.column,
        range.end.byte
    ])
}

/// Returns the errors of a configuration in the form that readers get.
fn message(request: &Json) -> Json {
    let errors = match request["op"].as_str() {
        Some("decode") => {
            let name = request["type"].as_str().unwrap_or_default();
            let decoded = with_type!(name, T => decode::<T>(request), else {
                with_nested_type!(name, T => decode::<T>(request), else Ok(()))
            });
            match decoded {
                Ok(()) => Default::default(),
                Err(error) => error.diagnostics().clone(),
            }
        }
        op => evaluated_errors(request, op == Some("evaluate")),
    };
    json!({ "errors": errors.errors().map(report).collect::<Vec<_>>() })
}

fn decode<T: DeserializeOwned>(request: &Json) -> Result<(), Error> {
    let source = source(request, "src");
    let mut options = Options::new().file_name(source.name()).context(context(request));
    if is_json(request) {
        options = options.json(true);
    }
    options.from_slice::<T>(source.text().as_bytes()).map(|_| ())
}

/// Returns the errors of the syntax, or if there are none, those of the expressions.
fn evaluated_errors(request: &Json, evaluate: bool) -> Diagnostics {
    let source = source(request, "src");
    let parsed = if is_json(request) { json::parse_file(source) } else { parse_file(source) };
    let (body, mut diagnostics) = (parsed.value.body(), parsed.diagnostics);
    if !evaluate || diagnostics.has_errors() {
        return diagnostics;
    }
    let context = context(request);
    if is_json(request) {
        let attributes = body.just_attributes();
        diagnostics.extend(attributes.diagnostics);
        for attribute in attributes.value {
            diagnostics.extend(attribute.expression().evaluate_with_diagnostics(&context).diagnostics);
        }
    } else {
        evaluate_body(body, &context, &mut diagnostics);
    }
    diagnostics
}

fn evaluate_body(body: &Body, context: &EvalContext, diagnostics: &mut Diagnostics) {
    for attribute in body.attributes() {
        diagnostics.extend(attribute.expression().evaluate_with_diagnostics(context).diagnostics);
    }
    for block in body.blocks() {
        evaluate_body(block.body(), context, diagnostics);
    }
}

fn report(error: &Diagnostic) -> Json {
    let located = |source: Option<&Source>, span: Option<Span>| {
        source.zip(span).map(|(source, span)| range(source, span))
    };
    let labels: Vec<Json> = error
        .labels()
        .iter()
        .map(|label| json!({ "range": located(label.source(), Some(label.span())), "text": label.text() }))
        .collect();
    json!({
        "summary": error.summary(),
        "detail": error.detail(),
        "hints": error.help().chain(error.notes()).collect::<Vec<_>>(),
        "path": error.path(),
        "range": located(error.source(), error.span()),
        "labels": labels,
        "rendered": format!("{error:#}"),
    })
}

/// Returns the text of a formatted case, in base64 if it is not UTF-8.
fn text_or_bytes(formatted: Vec<u8>) -> Json {
    match std::str::from_utf8(&formatted) {
        Ok(text) => json!({ "text": text }),
        Err(_) => json!({ "text_b64": to_base64(&formatted) }),
    }
}

/// Formats a real file. Lone bytes are written as surrogates, which the file of answers escapes.
fn formatted_file(request: &Json) -> std::io::Result<Json> {
    let formatted = format_bytes(&std::fs::read(request["path"].as_str().unwrap_or_default())?);
    Ok(json!({ "text": String::from_utf8_lossy(&formatted) }))
}

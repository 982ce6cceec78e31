//! The kind `edit`: operations on a document.

use serde::Serialize;
use serde_hcl::edit::{BodyMut, Document, Layout, NodeId, Position};
use serde_hcl::{
    Error, Expression, Traversal, Value, ast, format, parse_expression, parse_file, parse_traversal,
};
use serde_json::{Value as Json, json};

use test_support::codec;

type Answer = Result<Json, Error>;

pub fn answer(request: &Json) -> Json {
    let source = crate::source(request, "src");
    let mut document = match Document::parse(source) {
        Ok(document) => document,
        Err(error) => return crate::errors(error.diagnostics()),
    };
    // The cases determine the blank lines.
    document.set_layout(Layout::default().separate_blocks(false).separate_comments(false));
    let ops = request["ops"].as_array().map(Vec::as_slice).unwrap_or_default();
    let results: Vec<Json> = ops.iter().map(|op| operation(&mut document, NodeId::default(), op)).collect();
    let text = document.to_string();
    json!({ "formatted": format(&text), "text": text, "results": results })
}

/// Carries out an operation in the body at a path.
fn operation(document: &mut Document, root: NodeId, op: &Json) -> Json {
    let name = op["op"].as_str().unwrap_or_default();
    let result = match (name, body(document, root, &op["in"])) {
        ("remove_block" | "set_labels" | "set_type", _) => on_block(document, root, name, op),
        ("move_block", Some(_)) => on_block(document, root, name, op),
        ("append_block", Some(id)) => append_block(document, id, op),
        (_, Some(id)) => on_body(document.body_at(id).expect("there is such a body"), name, op),
        ("first_matching_block" | "get_expression" | "list_blocks", None) => Ok(Json::Null),
        _ => Ok(json!(false)),
    };
    result.unwrap_or_else(|_| json!({ "error": true }))
}

/// Returns the body that the steps lead to.
fn body(document: &mut Document, root: NodeId, steps: &Json) -> Option<NodeId> {
    list(steps).iter().try_fold(root, |id, step| block(document, id, step))
}

/// Returns the block of a step: its type, its labels, and which of several it is.
fn block(document: &mut Document, body: NodeId, step: &Json) -> Option<NodeId> {
    let names = strings(step);
    let nth = list(step).last().and_then(Json::as_u64).unwrap_or_default();
    let mut body = document.body_at(body)?;
    let index = matching(body.ast(), &names).nth(usize::try_from(nth).ok()?)?;
    Some(body.ids()[index])
}

/// The indexes of the items that are blocks with a type and labels.
fn matching<'a>(body: ast::Body<'a>, names: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
    body.items()
        .enumerate()
        .filter(move |(_, item)| header(item).is_some_and(|header| header == names))
        .map(|it| it.0)
}

fn header<'a>(item: &ast::BodyItem<'a>) -> Option<Vec<&'a str>> {
    match item {
        ast::BodyItem::Block(block) => {
            Some([block.block_type()].into_iter().chain(block.labels().map(|label| label.text())).collect())
        }
        _ => None,
    }
}

fn on_block(document: &mut Document, root: NodeId, name: &str, op: &Json) -> Answer {
    let target = body(document, root, &op["in"]);
    let found = body(document, root, &op["block"]).filter(|id| *id != root);
    let Some(mut block) = found.and_then(|id| document.block_at(id)) else { return Ok(json!(false)) };
    match (name, target) {
        ("remove_block", _) => block.remove()?,
        ("move_block", Some(target)) => block.move_to(target)?,
        ("set_labels", _) => block.set_labels(strings(&op["labels"]))?,
        _ => block.set_type(text(op, "type"))?,
    }
    Ok(json!(true))
}

/// Appends a block, and carries out the operations in it.
fn append_block(document: &mut Document, body: NodeId, op: &Json) -> Answer {
    let mut body = document.body_at(body).expect("there is such a body");
    let inner = body.append_block(text(op, "type"), strings(&op["labels"]))?.id();
    for op in list(&op["ops"]) {
        operation(document, inner, op);
    }
    Ok(json!(true))
}

fn on_body(mut body: BodyMut<'_>, op_name: &str, op: &Json) -> Answer {
    let name = text(op, "name");
    match op_name {
        "set_value" => set(&mut body, name, value(&op["value"])?)?,
        "set_expression" => {
            set(&mut body, name, parse_expression(text(op, "expression")).into_result()?)?;
        }
        "set_traversal" => set(&mut body, name, parse_traversal(text(op, "traversal")).into_result()?)?,
        "remove_attribute" => return Ok(json!(body.remove(name)?)),
        "rename_attribute" => {
            let (ast, to) = (body.ast(), text(op, "to"));
            if ast.attribute(name).is_none() || ast.attribute(to).is_some() {
                return Ok(json!(false));
            }
            body.rename(name, to)?;
        }
        "append_newline" => body.append_raw("\n")?,
        "append_comment" | "append_raw" => body.append_raw(text(op, "text"))?,
        "clear" => body.clear()?,
        "rename_variable_prefix" => {
            let (from, to) = (names(&op["from"])?, names(&op["to"])?);
            let Some(mut attribute) = body.attribute(name) else { return Ok(json!(false)) };
            attribute.rename_references(&from, &to)?;
        }
        "rename_everywhere" => {
            body.rename_references(&names(&op["from"])?, &names(&op["to"])?)?;
        }
        "first_matching_block" => {
            let names: Vec<&str> = [text(op, "type")].into_iter().chain(strings(&op["labels"])).collect();
            let mut blocks = body.ast().items().filter_map(|item| header(&item));
            return Ok(json!(blocks.position(|header| header == names)));
        }
        "get_expression" => {
            let attribute = body.ast().attribute(name);
            let source =
                |it: ast::Attribute<'_>| it.expression().source().slice(it.expression().span()).to_owned();
            return Ok(json!(attribute.map(source)));
        }
        "list_blocks" => {
            return Ok(json!(body.ast().items().filter_map(|item| header(&item)).collect::<Vec<_>>()));
        }
        _ => return Ok(json!({ "unsupported": op_name })),
    }
    Ok(json!(true))
}

/// Sets an attribute. A new one comes last in the body, also after blocks.
fn set(body: &mut BodyMut<'_>, name: &str, value: impl Serialize) -> Result<(), Error> {
    match body.attribute(name) {
        Some(mut attribute) => attribute.set(value),
        None => body.insert_attribute(Position::Last, name, value),
    }
}

/// Returns the traversal with these names.
fn names(names: &Json) -> Result<Traversal, Error> {
    parse_traversal(strings(names).join(".")).into_result()
}

/// Returns a value in the notation of the cases: one line for each entry of an object, sorted by
/// key, and none for the elements of a tuple.
fn value(encoded: &Json) -> Result<Expression, Error> {
    let value = codec::decode_value(encoded).unwrap_or(Value::NULL);
    parse_expression(notation(&value)).into_result()
}

fn notation(value: &Value) -> String {
    if let Some(map) = value.as_object().filter(|map| !map.is_empty()) {
        let mut entries: Vec<(&str, &Value)> = map.iter().collect();
        entries.sort_by_key(|(key, _)| *key);
        let lines =
            entries.iter().map(|(key, value)| format!("{} = {}\n", key_notation(key), notation(value)));
        return format!("{{\n{}}}", lines.collect::<String>());
    }
    match value.as_array() {
        Some(elements) => format!("[{}]", elements.iter().map(notation).collect::<Vec<_>>().join(", ")),
        None => value.to_string(),
    }
}

fn key_notation(key: &str) -> String {
    let file = parse_file(format!("{key} = 1\n"));
    let is_name = key != "for"
        && !file.diagnostics.has_errors()
        && file.value.ast().is_some_and(|body| body.attribute(key).is_some());
    if is_name { key.to_owned() } else { Value::from(key).to_string() }
}

fn text<'a>(op: &'a Json, key: &str) -> &'a str {
    op[key].as_str().unwrap_or_default()
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn strings(value: &Json) -> Vec<&str> {
    list(value).iter().filter_map(Json::as_str).collect()
}

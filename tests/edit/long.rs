//! Documents of many items, of which an operation parses only a few.

use serde_hcl::ast::BodyItem;
use serde_hcl::edit::{Document, NodeId, Position};
use serde_hcl::{Result, Source};

use super::at;

/// The text of a block, without the blank line after it.
fn block(name: &str, value: usize) -> String {
    format!("# Block {name}.\nservice \"{name}\" {{\n  value = {value} # set\n}}\n")
}

fn blocks(count: usize) -> Vec<String> {
    (0..count).map(|number| block(&format!("s{number}"), number)).collect()
}

#[test]
fn operations_at_any_item_change_this_item_only() {
    let mut blocks = blocks(200);
    let mut document: Document = blocks.join("\n").parse().expect("it is valid");
    let mut at = 0;
    for step in 0..400 {
        at = (at * 31 + 17 * step + 3) % blocks.len();
        let mut root = document.root();
        match step % 5 {
            0 => {
                let name = format!("new{step}");
                root.insert_block(Position::Before(at), "fresh", [&name]).expect("it is inserted");
                blocks.insert(at, format!("fresh \"{name}\" {{\n}}\n"));
            }
            1 => {
                root.block_at(at).expect("it exists").remove().expect("it is removed");
                blocks.remove(at);
            }
            2 => {
                root.block_at(at).expect("it exists").move_to(NodeId::default()).expect("it is moved");
                let moved = blocks.remove(at);
                blocks.push(moved);
            }
            3 => {
                root.block_at(at).expect("it exists").set_leading_comments(["One."]).expect("they are set");
                let header = blocks[at].find("service").or(blocks[at].find("fresh")).expect("it is a block");
                blocks[at].replace_range(..header, "# One.\n");
            }
            _ => {
                root.block_at(at).expect("it exists").set("value", step).expect("it is set");
                let text = &mut blocks[at];
                match text.find("value = ") {
                    Some(start) => {
                        let old = text[start + 8..].find([' ', '\n']).expect("the line ends");
                        text.replace_range(start + 8..start + 8 + old, &step.to_string());
                    }
                    None => text.insert_str(text.len() - 2, &format!("  value = {step}\n")),
                }
            }
        }
        assert_eq!(document.to_string(), blocks.join("\n"), "step {step} at {at}");
    }
}

#[test]
fn many_items_are_built_by_handles() {
    let mut document = Document::new();
    let mut blocks = Vec::new();
    for number in 0..300 {
        let name = format!("s{number}");
        let mut root = document.root();
        let mut block = root.append_block("service", [&name]).expect("it is appended");
        block.set("port", number).expect("it is set");
        block.set("is_first", number == 0).expect("it is set");
        let is_first = number == 0;
        blocks.push(format!("service \"{name}\" {{\n  port     = {number}\n  is_first = {is_first}\n}}\n"));
    }
    assert_eq!(document.to_string(), blocks.join("\n"));
}

#[test]
fn spans_are_those_in_the_whole_text() {
    let mut document: Document = blocks(100).join("\n").parse().expect("it is valid");
    document.block("service", ["s50"]).expect("it exists").set("value", "changed").expect("it is set");
    let text = document.to_string();
    let handle = document.block("service", ["s70"]).expect("it exists");
    assert_eq!(
        &text[handle.ast().span().range()],
        block("s70", 70).split_once('\n').expect("lines").1.trim()
    );
    let Some(BodyItem::Block(found)) = document.ast().items().nth(50) else { panic!("it is a block") };
    let value = found.body().attribute("value").expect("it is set").expression();
    assert_eq!(&text[value.span().range()], "\"changed\"");
    assert_eq!(document.file().body().source().text(), text);
}

#[test]
fn errors_have_the_locations_of_the_whole_text() {
    let text = format!("first = 1\n\n{}", blocks(100).join("\n"));
    let mut document = Document::parse(Source::new("main.hcl", text.as_str())).expect("it is valid");
    // The attribute is defined in the first line.
    let error = document.root().append_raw("first = 2\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "main.hcl:502:1: Duplicate attribute: The attribute \"first\" is already set in this body. Remove one of the two."
    );
    assert_eq!(document.to_string(), text);
    let error = document.root().insert_block(Position::After(101), "late", ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Unsuitable value: There is no item 101: the body has 101 attributes and blocks."
    );
    assert!(document.root().insert_attribute(Position::Last, "first", 2).is_err());
    assert_eq!(document.to_string(), text);
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

const VALUES: &[&str] =
    &["1", "1000000", "var.x", "[1,  2]", "{\n  k = 1\n  long = 2 # c\n}", "<<-E\n    text\n  E\n"];

/// The lines of a large body, object or tuple.
fn large(numbers: &mut Numbers, indent: &str, line: fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0..250 {
        let above =
            numbers.pick(&["", "", "", "", "", "\n", "# above\n", "/* two\n lines */\n", "# free\n\n"]);
        let comment = numbers.pick(&["", "", " # c", " // comment"]);
        text += &format!("{above}{indent}{}{comment}\n", line(index));
    }
    text
}

/// Changes an item of a body, or an element of the value `a`. The numbers select the change.
///
/// No item is changed in two steps: removing an item that was moved restores the blank lines, which
/// only the document that moved it remembers.
fn change(document: &mut Document, body: NodeId, step: usize, numbers: &mut Numbers) -> Result<()> {
    let (index, other) = (3 * step + numbers.below(3), numbers.below(250));
    let new = format!("n{}{}", numbers.below(1000), numbers.pick(&["", "_with_a_long_name"]));
    let value = serde_hcl::parse_expression(numbers.pick(VALUES)).into_result()?;
    let kind = numbers.below(12);
    let position = [Position::First, Position::Last, Position::Before(index), Position::After(other)];
    let position = position[numbers.below(4)];
    if let Some(mut elements) = document.value("a") {
        let key = format!("k{index}");
        return match kind {
            0 => elements.push(&value),
            1 => elements.insert(index, &value),
            2 => elements.insert(new.as_str(), &value),
            3 => elements.insert_entry(position, &new, &value),
            4 => elements.rename(&key, &new),
            5 => elements.remove(index).map(drop),
            6 => elements.remove(key.as_str()).map(drop),
            7 => elements.get(index).map_or(Ok(()), |mut it| it.set(&value)),
            8 => elements.get(key.as_str()).map_or(Ok(()), |mut it| it.set(&value)),
            9 => elements.get(key.as_str()).map_or(Ok(()), |mut it| it.set_leading_comments(["one", "two"])),
            10 => elements.get(index).map_or(Ok(()), |mut it| it.set_leading_comments(["one"])),
            _ => elements.get(key.as_str()).map_or(Ok(()), |mut it| it.set_trailing_comment(Some("end"))),
        };
    }
    let body_id = body;
    let mut body = document.body_at(body).expect("it exists");
    if kind == 0 {
        return body.insert_attribute(position, &new, &value);
    }
    if kind == 1 {
        return body.insert_block(position, "fresh", [&new]).map(drop);
    }
    let site = body.attribute(&format!("k{other}")).map(|attribute| attribute.id());
    if let Some(mut attribute) = body.attribute(&format!("k{index}")) {
        return match kind {
            2 => attribute.set(&value),
            3 => attribute.rename(&new),
            4 => attribute.remove(),
            5 => attribute.move_to(body_id),
            6 => site.map_or(Ok(()), |site| attribute.move_before(site)),
            7 => attribute.set_leading_comments(["one", "two"]),
            8 => attribute.set_trailing_comment(Some("end")),
            9 => attribute.take().and_then(|item| body.insert(position, item)),
            _ => body.set(&new, &value),
        };
    }
    match body.block("b", [&format!("l{index}")]) {
        Some(mut block) if kind < 6 => block.set(&new, &value),
        Some(mut block) if kind == 6 => block.set_labels(["b", "c"]),
        Some(block) if kind < 9 => block.remove(),
        Some(block) => block.move_to(body_id),
        None => Ok(()),
    }
}

/// The text before the lines, a line of a number, and the text after the lines.
type Shape = (&'static str, fn(usize) -> String, &'static str);

#[test]
fn changes_of_a_large_group_one_after_another_are_those_of_a_new_document() {
    let shapes: [Shape; 8] = [
        ("s {\n", |n| format!("  k{n} = {n}"), "}\n"),
        ("", |n| format!("k{n} = {n}"), ""),
        ("s {\n", |n| format!("  b \"l{n}\" {{\n    n = {n}\n  }}"), "}\n"),
        ("", |n| format!("b \"l{n}\" {{ n = {n} }}"), ""),
        ("s {\n", |n| format!("  k{n}=[{{ a= 1}},{n}]"), "}\n"),
        ("a = {\n", |n| format!("  k{n} = {n}"), "}\n"),
        ("a = [\n", |n| format!("  {n},"), "]\n"),
        ("a = [[{\n", |n| format!("k{n} = {{ n = {n} }}"), "}], 1]\n"),
    ];
    for (seed, (start, line, end)) in shapes.into_iter().enumerate() {
        let mut numbers = Numbers(seed as u64);
        let mut text = format!("{start}{}{end}", large(&mut numbers, "", line));
        if seed != 4 {
            text = serde_hcl::format(&text);
        }
        let mut document: Document = text.parse().expect("it is valid");
        for step in 0..test_support::number_of_cases(30, 80) as usize {
            let mut alone: Document = document.to_string().parse().expect("it is valid");
            let same = numbers.0;
            let results = [&mut document, &mut alone].map(|document| {
                numbers.0 = same;
                let body = if start.starts_with('s') { at(document, &[0]) } else { NodeId::default() };
                change(document, body, step, &mut numbers).map_err(|error| error.to_string())
            });
            assert_eq!(results[0], results[1], "shape {seed}, step {step}");
            assert_eq!(document.to_string(), alone.to_string(), "shape {seed}, step {step}");
        }
    }
}

#[test]
fn the_layout_of_the_whole_document_counts() {
    // Line endings and indentation of the first lines, and blank lines between most blocks.
    let all = blocks(100).join("\n").replace("  value", "\tvalue").replace('\n', "\r\n");
    let mut document: Document = format!("{all}last {{\r\n}}\r\n").parse().expect("it is valid");
    let mut root = document.root();
    let mut last = root.block("last", ()).expect("it exists");
    let mut body = last.body();
    let mut inner = body.append_block("inner", ()).expect("it is appended");
    inner.set("a", 1).expect("it is set");
    body.append_block("other", ()).expect("it is appended");
    document.root().append_block("next", ()).expect("it is appended");
    let expected =
        "last {\r\n\tinner {\r\n\t\ta = 1\r\n\t}\r\n\r\n\tother {\r\n\t}\r\n}\r\n\r\nnext {\r\n}\r\n";
    assert_eq!(document.to_string(), format!("{all}{expected}"));
}

/// The indexes of names are kept where an edit cannot change them.
#[test]
fn names_are_found_after_each_edit() {
    let mut numbers = Numbers(5);
    let mut document: Document = blocks(150).join("\n").parse().expect("it is valid");
    for step in 0..300 {
        let name = format!("s{}", numbers.below(150 + step / 6));
        let fresh = format!("s{}", 150 + step / 6);
        let at = numbers.below(140);
        let mut root = document.root();
        match numbers.below(7) {
            0 => _ = root.append_block("service", [&fresh]).map(drop),
            1 => _ = root.insert_block(Position::Before(at), "service", [&fresh]).map(drop),
            2 => root.append_raw(&format!("other{step} = 1\n")).expect("it is appended"),
            3 => root.block_at(at).expect("it exists").set_labels([&fresh]).expect("they are set"),
            4 => root.block_at(at).expect("it exists").remove().expect("it is removed"),
            _ => _ = root.block("service", [&name]).map(|mut block| block.set("new", step)),
        }
        let mut expected: Document = document.to_string().parse().expect("it is valid");
        for name in [&name, &fresh] {
            let found = |document: &mut Document| {
                let id = document.block("service", [name])?.id();
                document.root().ids().iter().position(|it| *it == id)
            };
            assert_eq!(found(&mut document), found(&mut expected), "step {step}: {name}");
        }
    }
}

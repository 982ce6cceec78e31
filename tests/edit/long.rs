//! Documents of many items, of which an operation parses only a few.

use serde_hcl::Source;
use serde_hcl::ast::BodyItem;
use serde_hcl::edit::{Document, Path, Position};

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
                root.block_at(at).expect("it exists").move_to(&Path::default()).expect("it is moved");
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
    document.block(["service", "s50"]).expect("it exists").set("value", "changed").expect("it is set");
    let text = document.to_string();
    let handle = document.block(["service", "s70"]).expect("it exists");
    assert_eq!(
        &text[handle.ast().span().range()],
        block("s70", 70).split_once('\n').expect("lines").1.trim()
    );
    let Some(BodyItem::Block(found)) = document.ast().items().nth(50) else { panic!("it is a block") };
    let value = found.body().attribute("value").expect("it is set").expression();
    assert_eq!(&text[value.span().range()], "\"changed\"");
    assert_eq!(document.file().source().text(), text);
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

#[test]
fn the_layout_of_the_whole_document_counts() {
    // Line endings and indentation of the first lines, and blank lines between most blocks.
    let all = blocks(100).join("\n").replace("  value", "\tvalue").replace('\n', "\r\n");
    let mut document: Document = format!("{all}last {{\r\n}}\r\n").parse().expect("it is valid");
    let mut root = document.root();
    let mut last = root.block(["last"]).expect("it exists");
    let mut body = last.body();
    let mut inner = body.append_block("inner", ()).expect("it is appended");
    inner.set("a", 1).expect("it is set");
    body.append_block("other", ()).expect("it is appended");
    document.root().append_block("next", ()).expect("it is appended");
    let expected =
        "last {\r\n\tinner {\r\n\t\ta = 1\r\n\t}\r\n\r\n\tother {\r\n\t}\r\n}\r\n\r\nnext {\r\n}\r\n";
    assert_eq!(document.to_string(), format!("{all}{expected}"));
}

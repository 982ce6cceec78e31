//! Properties of every edit of every document.

use proptest::prelude::*;
use serde_hcl::ast::{self, BodyItem};
use serde_hcl::edit::{Document, Path, Position};
use serde_hcl::{format, parse_file};

/// A body: names with the values of attributes, or with labels and bodies.
#[derive(Clone, PartialEq, Debug)]
enum Item {
    Attribute(String, String),
    Block(String, Vec<String>, Vec<Item>),
}

fn model(body: ast::Body<'_>) -> Vec<Item> {
    let item = |item| match item {
        BodyItem::Attribute(attribute) => {
            // In a file with other line endings, the first line of a heredoc has those.
            Item::Attribute(attribute.name().to_owned(), attribute.expression().to_string().replace('\r', ""))
        }
        BodyItem::Block(block) => Item::Block(
            block.block_type().to_owned(),
            block.labels().map(|label| label.text().to_owned()).collect(),
            model(block.body()),
        ),
        other => panic!("an unknown item: {other:?}"),
    };
    body.items().map(item).collect()
}

fn comments(text: &str) -> Vec<String> {
    let file = parse_file(text).value;
    let mut comments: Vec<String> =
        file.comments().map(|span| file.source().slice(span).trim_end().to_owned()).collect();
    comments.sort();
    comments
}

/// Returns the text of a body from numbers: the first of each pair selects a line, the second its
/// form.
fn text_of(choices: &[(u8, u8)], depth: usize, unit: &str, at: &mut usize) -> String {
    let indent = unit.repeat(depth);
    let mut text = String::new();
    let mut names = 0;
    while let Some(&(line, form)) = choices.get(*at) {
        *at += 1;
        let name = format!("{}{names}", if form % 3 == 0 { "attribute_" } else { "n" });
        let space = ["", " ", "   "][usize::from(form % 7 % 3)];
        match line % 16 {
            0..4 => {
                let value = ["1", "\"x\"", "[1,2]", "var.x"][usize::from(form % 4)];
                let comment = ["", " # line", "   // line"][usize::from(form % 5 % 3)];
                text.push_str(&format!("{indent}{name}{space}= {value}{comment}\n"));
                names += 1;
            }
            4 => text.push('\n'),
            5 => text.push_str(&format!("{indent}# comment {form}\n")),
            6 => text.push_str(&format!("{indent}/* inline {form} */\n")),
            7 => {
                text.push_str(&format!("{indent}{name} = <<EOT\n  text ${{var.y}}\n\nEOT\n"));
                names += 1;
            }
            8 => {
                text.push_str(&format!("{indent}{name} = {{\n{indent}{unit}k = 1 # in\n{indent}}}\n"));
                names += 1;
            }
            9 => text.push_str(&format!("{indent}one {{ a{space}={space}1 }} # end {form}\n")),
            10 => text.push_str(&format!("{indent}none \"l\" {{}}\n")),
            11 if form % 2 == 0 => text.push_str(&format!("{indent}/* lead */ {name} = 2\n")),
            11 => text.push_str(&format!("{indent}{name} = {{ a{space}= 1 }} /* tail */\n")),
            12 if depth > 0 => break,
            _ if depth < 3 => {
                let open = ["{", "{ # open", "{ // open"][usize::from(form % 3)];
                text.push_str(&format!("{indent}block \"l{}\" {open}\n", form % 2));
                text.push_str(&text_of(choices, depth + 1, unit, at));
                text.push_str(&format!("{indent}}}\n"));
            }
            _ => {}
        }
        names += usize::from(line % 16 == 11);
    }
    text
}

fn texts() -> impl Strategy<Value = String> {
    let choices = prop::collection::vec(any::<(u8, u8)>(), 0..24);
    (choices, 0..6u8).prop_map(|(choices, form)| {
        let unit = ["  ", "\t", "    ", "  ", "  ", ""][usize::from(form)];
        let mut text = text_of(&choices, 0, unit, &mut 0);
        if form == 3 {
            text = text.replace('\n', "\r\n");
        }
        if form == 4 {
            text.truncate(text.trim_end().len());
            if text.ends_with("EOT") {
                text.push('\n');
            }
        }
        if form % 2 == 0 { format(&text) } else { text }
    })
}

/// All bodies of a document.
fn bodies(body: ast::Body<'_>, path: &Path, found: &mut Vec<Path>) {
    found.push(path.clone());
    for (index, item) in body.items().enumerate() {
        if let BodyItem::Block(block) = item {
            bodies(block.body(), &path.child(index), found);
        }
    }
}

#[derive(Clone, Debug)]
enum Change {
    Set(u8, &'static str),
    SetNew(&'static str),
    Insert(u8, bool),
    Remove(u8),
    Rename(u8),
    Labels(u8),
    Comments(u8),
    Clear,
    Move(u8, u8),
}

fn changes() -> impl Strategy<Value = Change> {
    let value =
        prop::sample::select(vec!["1", "var.other", "<<E\ntext\nE\n", "{\n  k = 1\n}", "[\n  1, # one\n]"]);
    prop_oneof![
        (any::<u8>(), value.clone()).prop_map(|(index, value)| Change::Set(index, value)),
        value.prop_map(Change::SetNew),
        any::<(u8, bool)>().prop_map(|(index, is_block)| Change::Insert(index, is_block)),
        any::<u8>().prop_map(Change::Remove),
        any::<u8>().prop_map(Change::Rename),
        any::<u8>().prop_map(Change::Labels),
        any::<u8>().prop_map(Change::Comments),
        Just(Change::Clear),
        any::<(u8, u8)>().prop_map(|(block, target)| Change::Move(block, target)),
    ]
}

/// Makes a change in a body, and in its model. Returns whether comments may be lost.
fn change(
    document: &mut Document,
    path: &Path,
    change: &Change,
    items: &mut Vec<Item>,
) -> serde_hcl::Result<bool> {
    let count = items.len();
    let nth = |index: u8| usize::from(index) % count.max(1);
    let expression = |text: &str| serde_hcl::parse_expression(text).into_result();
    let mut body = document.body_at(path).expect("the body exists");
    match change {
        Change::Set(index, value) => {
            let Some(Item::Attribute(name, old)) = items.get_mut(nth(*index)) else { return Ok(false) };
            let value = expression(value)?;
            *old = value.to_string();
            body.set(name, value)?;
            return Ok(true);
        }
        Change::SetNew(value) => {
            let value = expression(value)?;
            items.push(Item::Attribute("fresh".to_owned(), value.to_string()));
            body.set("fresh", value)?;
        }
        Change::Insert(index, is_block) => {
            let at = usize::from(*index) % (count + 1);
            let position = if at == count { Position::Last } else { Position::Before(at) };
            if *is_block {
                items.insert(at, Item::Block("fresh".to_owned(), vec!["l".to_owned()], Vec::new()));
                body.insert_block(position, "fresh", &["l"])?;
            } else {
                items.insert(at, Item::Attribute("fresh".to_owned(), "7".to_owned()));
                body.insert_attribute(position, "fresh", 7)?;
            }
        }
        Change::Remove(index) => {
            if count == 0 {
                return Ok(false);
            }
            match items.remove(nth(*index)) {
                Item::Attribute(name, _) => assert!(body.remove(&name)?),
                Item::Block(..) => body.block_at(nth(*index)).expect("it is a block").remove()?,
            }
            return Ok(true);
        }
        Change::Rename(index) => {
            let Some(Item::Attribute(name, _)) = items.get_mut(nth(*index)) else { return Ok(false) };
            assert!(body.rename(name, "renamed")?);
            *name = "renamed".to_owned();
        }
        Change::Labels(index) => {
            let Some(Item::Block(_, labels, _)) = items.get_mut(nth(*index)) else { return Ok(false) };
            *labels = vec!["x".to_owned(), "${y}".to_owned()];
            body.block_at(nth(*index)).expect("it is a block").set_labels(&["x", "${y}"])?;
        }
        Change::Comments(index) => {
            let Some(Item::Attribute(name, _)) = items.get(nth(*index)) else { return Ok(false) };
            let mut attribute = body.attribute(name).expect("it exists");
            attribute.set_lead_comments(["one", "// two"])?;
            attribute.set_line_comment(Some("three"))?;
            return Ok(true);
        }
        Change::Clear => {
            items.clear();
            body.clear()?;
            return Ok(true);
        }
        Change::Move(..) => {}
    }
    Ok(false)
}

fn items_at<'m>(items: &'m mut Vec<Item>, path: &Path) -> &'m mut Vec<Item> {
    // The path of a body is found by comparing it with those of all bodies.
    fn find<'m>(items: &'m mut Vec<Item>, here: Path, path: &Path) -> Option<&'m mut Vec<Item>> {
        if here == *path {
            return Some(items);
        }
        items.iter_mut().enumerate().find_map(|(index, item)| match item {
            Item::Block(_, _, inner) => find(inner, here.child(index), path),
            Item::Attribute(..) => None,
        })
    }
    find(items, Path::default(), path).expect("the body exists")
}

proptest! {
    #[test]
    fn an_edit_changes_what_it_names_and_nothing_else(
        text in texts(),
        at in any::<u8>(),
        edit in changes(),
    ) {
        let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text}\n{error:#}"));
        let mut paths = Vec::new();
        bodies(document.ast(), &Path::default(), &mut paths);
        let path = &paths[usize::from(at) % paths.len()];
        let mut expected = model(document.ast());
        let may_lose = if let Change::Move(block, target) = edit {
            moved(&mut document, path, block, &paths[usize::from(target) % paths.len()], &mut expected)
        } else {
            let items = items_at(&mut expected, path);
            change(&mut document, path, &edit, items).unwrap_or_else(|error| panic!("{text}\n{error:#}"))
        };
        let found = document.to_string();
        let file = parse_file(found.as_str()).into_result().expect("the result is valid");
        prop_assert_eq!(model(file.ast().expect("it is native")), expected, "{}", found);
        if !may_lose {
            let (before, after) = (comments(&text), comments(&found));
            prop_assert!(before.iter().all(|comment| after.contains(comment)), "{text}\n{found}");
            prop_assert!(after.len() >= before.len(), "{text}\n{found}");
        }
        if format(&text) == text && !text.contains('\t') {
            prop_assert_eq!(format(&found), found.as_str(), "{}", text);
        }
        if text.contains("\r\n") && !text.replace("\r\n", "").contains('\n') {
            let heredoc = found.contains("<<E");
            prop_assert!(heredoc || !found.replace("\r\n", "").contains('\n'), "{found:?}");
        }
    }

    #[test]
    fn what_is_set_and_removed_again_leaves_no_trace(text in texts()) {
        let mut document: Document = text.parse().expect("it is valid");
        // A comment right above would go with the attribute.
        prop_assume!(!text.trim_end().lines().next_back().is_some_and(|line| line.trim().starts_with(['#', '/'])));
        // The formatter does not align a comment that the text ends with as it does others.
        let is_formatted = format(&text) == text && text.ends_with('\n');
        let before = model(document.ast());
        document.root().set("zzz", 1).expect("it can be set");
        document.root().remove("zzz").expect("it can be removed");
        let trimmed = |text: &str| text.trim_end().to_owned();
        prop_assert_eq!(model(document.ast()), before);
        if is_formatted {
            prop_assert_eq!(trimmed(&document.to_string()), trimmed(&text));
        }
    }
}

/// Moves a block of a body to another, unless that is in it.
fn moved(document: &mut Document, path: &Path, block: u8, target: &Path, items: &mut Vec<Item>) -> bool {
    let own = items_at(items, path);
    let index = usize::from(block) % own.len().max(1);
    let Some(handle) = document.block_at(path, index) else { return false };
    if handle.move_to(target).is_err() {
        return false;
    }
    // The target is found before the block is taken out.
    let item = own[index].clone();
    items_at(items, target).push(item);
    items_at(items, path).remove(index);
    false
}

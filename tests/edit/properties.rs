//! Properties of every edit of every document.

use std::ops::Range;

use proptest::prelude::*;
use serde_hcl::ast::{self, BodyItem};
use serde_hcl::edit::{Document, Expr, Key, Layout, NodeId, Position, ValueMut};
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
            // In a file with other line endings, the first line of a heredoc has those line
            // endings.
            Item::Attribute(attribute.name().to_owned(), attribute.expression().to_string().replace('\r', ""))
        }
        BodyItem::Block(block) => Item::Block(
            block.block_type().to_owned(),
            block.labels().map(|label| label.text().to_owned()).collect(),
            model(block.body()),
        ),
    };
    body.items().map(item).collect()
}

fn comments(text: &str) -> Vec<String> {
    let file = parse_file(text).value;
    let mut comments: Vec<String> =
        file.comments().map(|span| file.body().source().slice(span).trim_end().to_owned()).collect();
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
        match line % 20 {
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
            16 => {
                let value = [
                    "[\n    1, # one\n    /* two */ 2 // end\n    # last\n  ]",
                    "{ // open\n    # k\n    k = 1 /* v */\n    /* l\n l */ l = [/* none */]\n  }",
                    "f(/* first */ 1, # second\n  2)",
                    "(1 /* plus */ + # line\n  2)",
                ][usize::from(form % 4)];
                text.push_str(&format!("{indent}{name} /* name */ = /* value */ {value} # {form}\n"));
                names += 1;
            }
            17 => text.push_str(&format!("{indent}/* {form}\n  lines */\n")),
            18 => text.push_str(&format!(
                "{indent}inner /* type */ \"l\" /* label */ \"k\" /* last */ {{ /* in */ }}\n"
            )),
            _ if depth < 3 => {
                let open = ["{", "{ # open", "{ // open"][usize::from(form % 3)];
                text.push_str(&format!("{indent}block \"l{}\" {open}\n", form % 2));
                text.push_str(&text_of(choices, depth + 1, unit, at));
                text.push_str(&format!("{indent}}}\n"));
            }
            _ => {}
        }
        names += usize::from(line % 20 == 11);
    }
    text
}

fn texts() -> impl Strategy<Value = String> {
    texts_of(0..24)
}

/// Texts of a number of lines.
fn texts_of(lines: Range<usize>) -> impl Strategy<Value = String> {
    let choices = prop::collection::vec(any::<(u8, u8)>(), lines);
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

/// All bodies of a document: their identities, and the indexes that lead to them.
fn bodies(document: &mut Document) -> Vec<(NodeId, Vec<usize>)> {
    let mut found = vec![(NodeId::default(), Vec::new())];
    let mut next = 0;
    while let Some((id, path)) = found.get(next).cloned() {
        for (index, child) in document.body_at(id).expect("it exists").ids().into_iter().enumerate() {
            if document.block_at(child).is_some() {
                found.push((child, [path.as_slice(), &[index]].concat()));
            }
        }
        next += 1;
    }
    found.sort_by(|one, other| one.1.cmp(&other.1));
    found
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

/// Returns the comments that a change of a body replaces or removes.
/// Returns the comments before an item and the one after it.
fn comments_of(item: BodyItem<'_>) -> (Vec<&str>, Option<&str>) {
    match item {
        BodyItem::Attribute(it) => (it.leading_comments().collect(), it.trailing_comment()),
        BodyItem::Block(it) => (it.leading_comments().collect(), it.trailing_comment()),
    }
}

fn owned(document: &mut Document, id: NodeId, change: &Change) -> Vec<String> {
    let spans: Vec<_> = document.file().comments().map(|span| span.range()).collect();
    let text = document.to_string();
    let within = |range: Range<usize>| -> Vec<String> {
        let inside = spans.iter().filter(|span| range.contains(&span.start));
        inside.map(|span| text[span.clone()].trim_end().to_owned()).collect()
    };
    let handle = document.body_at(id).expect("the body exists");
    let body = handle.ast();
    let nth = |index: u8| body.items().nth(usize::from(index) % body.items().len().max(1));
    let around = |item: BodyItem<'_>| -> Vec<String> {
        let (lead, tail) = comments_of(item);
        let lead = lead.into_iter().map(|comment| comment.trim_end().to_owned());
        lead.chain(comments(tail.unwrap_or_default())).collect()
    };
    match change {
        Change::Set(index, _) => match nth(*index) {
            Some(BodyItem::Attribute(attribute)) => within(attribute.expression().span().range()),
            _ => Vec::new(),
        },
        Change::SetNew(_) => {
            let old = body.attribute("fresh");
            old.map_or_else(Vec::new, |old| within(old.expression().span().range()))
        }
        Change::Remove(index) => {
            nth(*index).map_or_else(Vec::new, |item| [around(item), within(item.span().range())].concat())
        }
        Change::Comments(index) => nth(*index).map_or_else(Vec::new, around),
        Change::Clear if id == NodeId::default() => within(0..text.len()),
        Change::Clear => within(body.span().range()),
        _ => Vec::new(),
    }
}

/// Returns a list without the elements of another, each as often as it is there.
fn without(mut list: Vec<String>, removed: &[String]) -> Vec<String> {
    for one in removed {
        if let Some(index) = list.iter().position(|it| it == one) {
            list.swap_remove(index);
        }
    }
    list
}

/// Makes a change in a body, and in its model.
fn change(
    document: &mut Document,
    id: NodeId,
    change: &Change,
    items: &mut Vec<Item>,
) -> serde_hcl::Result<()> {
    let count = items.len();
    let nth = |index: u8| usize::from(index) % count.max(1);
    let named = |items: &[Item], wanted: &str| {
        items.iter().position(|item| matches!(item, Item::Attribute(name, _) if name == wanted))
    };
    let expression = |text: &str| serde_hcl::parse_expression(text).into_result();
    let mut body = document.body_at(id).expect("the body exists");
    match change {
        Change::Set(index, value) => {
            let Some(Item::Attribute(name, old)) = items.get_mut(nth(*index)) else { return Ok(()) };
            let value = expression(value)?;
            *old = value.to_string();
            body.set(name, value)?;
        }
        Change::SetNew(value) => {
            let value = expression(value)?;
            let new = Item::Attribute("fresh".to_owned(), value.to_string());
            match named(items, "fresh") {
                Some(index) => items[index] = new,
                None => {
                    let last = items.iter().rposition(|item| matches!(item, Item::Attribute(..)));
                    items.insert(last.map_or(0, |last| last + 1), new);
                }
            }
            body.set("fresh", value)?;
        }
        Change::Insert(index, is_block) => {
            let at = usize::from(*index) % (count + 1);
            let position = if at == count { Position::Last } else { Position::Before(at) };
            if *is_block {
                items.insert(at, Item::Block("added".to_owned(), vec!["l".to_owned()], Vec::new()));
                body.insert_block(position, "added", ["l"])?;
            } else if named(items, "fresh").is_none() {
                items.insert(at, Item::Attribute("fresh".to_owned(), "7".to_owned()));
                body.insert_attribute(position, "fresh", 7)?;
            }
        }
        Change::Remove(_) if count == 0 => {}
        Change::Remove(index) => match items.remove(nth(*index)) {
            Item::Attribute(name, _) => assert!(body.remove(&name)?),
            Item::Block(..) => body.block_at(nth(*index)).expect("it is a block").remove()?,
        },
        Change::Rename(index) => {
            let is_taken = named(items, "renamed").is_some();
            let Some(Item::Attribute(name, _)) = items.get_mut(nth(*index)) else { return Ok(()) };
            let is_same = name == "renamed";
            assert_eq!(body.rename(name, "renamed").is_ok(), !is_taken || is_same);
            if !is_taken {
                *name = "renamed".to_owned();
            }
        }
        Change::Labels(index) => {
            let Some(Item::Block(_, labels, _)) = items.get_mut(nth(*index)) else { return Ok(()) };
            let new = &["x", "${y}", "z"][..usize::from(index / 16 % 4)];
            *labels = new.iter().map(|label| (*label).to_owned()).collect();
            body.block_at(nth(*index)).expect("it is a block").set_labels(new)?;
        }
        Change::Comments(index) => match items.get(nth(*index)) {
            Some(Item::Attribute(name, value)) => {
                let mut attribute = body.attribute(name).expect("it exists");
                attribute.set_leading_comments(["one", "// two", "/* three\n */"])?;
                attribute.set_trailing_comment(Some("four"))?;
                // A heredoc must be the last part of its line.
                let late = value.starts_with("<<").then_some("# four");
                let lead = ["# one", "// two", "/* three\n */"].into_iter().chain(late);
                let found: Vec<_> =
                    attribute.leading_comments().iter().map(|it| it.replace('\r', "")).collect();
                assert_eq!(found, lead.collect::<Vec<_>>());
                assert_eq!(attribute.trailing_comment(), if late.is_some() { None } else { Some("# four") });
            }
            Some(Item::Block(..)) => {
                let mut block = body.block_at(nth(*index)).expect("it is a block");
                block.set_leading_comments(["one", "/* two */ // three"])?;
                block.set_trailing_comment(Some("/* four */"))?;
                assert_eq!(block.leading_comments(), ["# one", "/* two */", "// three"]);
                assert_eq!(block.trailing_comment(), Some("/* four */"));
            }
            None => {}
        },
        Change::Clear => {
            items.clear();
            body.clear()?;
        }
        Change::Move(..) => {}
    }
    Ok(())
}

/// Returns the items of the body to which indexes lead.
fn items_at<'m>(items: &'m mut Vec<Item>, path: &[usize]) -> &'m mut Vec<Item> {
    match path.split_first() {
        None => items,
        Some((index, rest)) => match &mut items[*index] {
            Item::Block(_, _, inner) => items_at(inner, rest),
            Item::Attribute(..) => panic!("it is a block"),
        },
    }
}

/// Makes a change, and its model.
fn step(document: &mut Document, at: u8, edit: &Change, items: &mut Vec<Item>) -> serde_hcl::Result<()> {
    let paths = bodies(document);
    let (id, path) = &paths[usize::from(at) % paths.len()];
    match edit {
        Change::Move(block, target) => {
            moved(document, (*id, path), *block, &paths[usize::from(*target) % paths.len()], items);
            Ok(())
        }
        edit => change(document, *id, edit, items_at(items, path)),
    }
}

/// Makes a change, and checks what holds for each. New items have the indentation of the text that
/// the document had at first.
fn check_step(document: &mut Document, first: &str, at: u8, edit: &Change) -> Result<(), TestCaseError> {
    let text = document.to_string();
    let paths = bodies(document);
    let kept = without(comments(&text), &owned(document, paths[usize::from(at) % paths.len()].0, edit));
    let mut expected = model(document.ast());
    step(document, at, edit, &mut expected).unwrap_or_else(|error| panic!("{text}\n{error:#}"));
    let found = document.to_string();
    let file = parse_file(found.as_str()).into_result().expect("the result is valid");
    prop_assert_eq!(model(file.ast().expect("it is native")), expected, "{}\n{}", text, found);
    let lost = without(kept, &comments(&found));
    prop_assert!(lost.is_empty(), "{lost:?}\n{text}\n{found}");
    if format(&text) == text && !first.contains('\t') {
        prop_assert_eq!(format(&found), found.as_str(), "{}", text);
    }
    if text.contains("\r\n") && !text.replace("\r\n", "").contains('\n') {
        let heredoc = found.contains("<<E");
        prop_assert!(heredoc || !found.replace("\r\n", "").contains('\n'), "{found:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn an_edit_changes_only_the_named_items(
        text in texts(),
        at in any::<u8>(),
        edit in changes(),
    ) {
        let mut document: Document = text.parse().unwrap_or_else(|error| panic!("{text}\n{error:#}"));
        check_step(&mut document, &text, at, &edit)?;
    }

    #[test]
    fn a_batch_equals_its_steps(
        text in texts(),
        edits in prop::collection::vec((any::<u8>(), changes()), 0..6),
    ) {
        let mut steps: Document = text.parse().expect("it is valid");
        let mut batch = steps.clone();
        for (at, edit) in &edits {
            check_step(&mut steps, &text, *at, edit)?;
        }
        let mut items = model(batch.ast());
        batch
            .edit(|document| edits.iter().try_for_each(|(at, edit)| step(document, *at, edit, &mut items)))
            .expect("each step succeeds");
        prop_assert_eq!(model(batch.ast()), items);
        let (batch, steps) = (batch.to_string(), steps.to_string());
        // In text that is not formatted, lines may become aligned in between, see the guide.
        if format(&text) == text {
            prop_assert_eq!(&batch, &steps, "{}", text);
        }
        prop_assert_eq!(format(&batch), format(&steps), "{}", text);
    }

    #[test]
    fn blocks_move_between_bodies_of_any_depth(
        text in texts(),
        moves in prop::collection::vec(any::<(u8, u8, u8)>(), 1..8),
    ) {
        let mut document: Document = text.parse().expect("it is valid");
        for (at, block, target) in moves {
            check_step(&mut document, &text, at, &Change::Move(block, target))?;
            prop_assert_eq!(comments(&document.to_string()), comments(&text), "{}\n{}", text, document);
        }
    }

    #[test]
    fn an_item_that_is_added_and_removed_again_leaves_no_trace(
        text in texts(),
        at in any::<(u8, u8)>(),
        is_block in any::<bool>(),
        layout in 0..4u8,
    ) {
        let mut document: Document = text.parse().expect("it is valid");
        let paths = bodies(&mut document);
        let path = paths[usize::from(at.0) % paths.len()].0;
        let layout = Layout::default()
            .separate_blocks(layout & 1 == 0)
            .separate_comments(layout & 2 == 0);
        document.set_layout(layout);
        let mut body = document.body_at(path).expect("it exists");
        // A block in one line gets several, and a last line gets a line ending.
        let inside = &text[body.ast().span().range()];
        let is_spread = inside.contains('\n') && inside.lines().last().is_some_and(|last| last.trim() == "}");
        let is_exact = format(&text) == text
            && (text.is_empty() || text.ends_with('\n'))
            && (is_spread || path == NodeId::default());
        let count = body.ast().items().len();
        let position = match usize::from(at.1) % (2 * count + 2) {
            0 => Position::First,
            1 => Position::Last,
            index if index % 2 == 0 => Position::Before(index / 2 - 1),
            index => Position::After(index / 2 - 1),
        };
        if is_block {
            body.insert_block(position, "zzz", ["l"]).expect("it is inserted").remove().expect("it is removed");
        } else {
            body.insert_attribute(position, "zzz", 1).expect("it is inserted");
            prop_assert!(body.remove("zzz").expect("it is removed"));
        }
        let found = document.to_string();
        if is_exact {
            prop_assert_eq!(&found, &text, "{:?} {:?}", path, position);
        }
        prop_assert_eq!(comments(&found), comments(&text), "{}\n{}", text, found);
    }

    #[test]
    fn an_item_that_is_taken_and_inserted_again_leaves_no_trace(text in texts(), at in any::<(u8, u8)>()) {
        let text = format(&text);
        let mut document: Document = text.parse().expect("it is valid");
        let paths = bodies(&mut document);
        let path = paths[usize::from(at.0) % paths.len()].0;
        let body = document.body_at(path).expect("it exists").ast().span().range();
        let count = document.body_at(path).expect("it exists").ast().items().len();
        if count == 0 {
            return Ok(());
        }
        let index = usize::from(at.1) % count;
        let mut handle = document.body_at(path).expect("it exists");
        let item = handle.ast().items().nth(index).expect("it exists");
        let name = match item {
            BodyItem::Attribute(attribute) => Some(attribute.name().to_owned()),
            BodyItem::Block(_) => None,
        };
        let (lead, tail) = comments_of(item);
        let lead: Vec<_> = lead.into_iter().map(str::to_owned).collect();
        let tail = tail.map(str::to_owned);
        let span = item.span().range();
        // The start of the next item and its comments.
        let next = handle.ast().items().nth(index + 1).map(|next| {
            let start = next.span().start as usize;
            comments_of(next).0.first().map_or(start, |first| text[..start].rfind(*first).expect("it is there"))
        });
        let taken = match name {
            Some(name) => handle.attribute(&name).expect("it exists").take(),
            None => handle.block_at(index).expect("it exists").take(),
        };
        let taken = taken.expect("it is taken");
        for comment in lead.iter().chain(&tail) {
            prop_assert!(taken.to_string().contains(comment), "{comment} {taken}");
        }
        // The text around the item and its comments.
        let first = lead.first().map_or(span.start, |first| text[..span.start].rfind(first.as_str()).expect("it is there"));
        let start = text[..first].rfind('\n').map_or(0, |end| end + 1);
        let end = span.end + text[span.end..].find('\n').map_or(text.len() - span.end, |end| end + 1);
        let end = if text[span.clone()].ends_with('\n') { span.end } else { end };
        let (inside, last) = match path == NodeId::default() {
            true => (0, text.len()),
            false => (body.start + text[body.start..].find('\n').map_or(0, |end| end + 1), body.end - 1),
        };
        let is_blank = |text: &str| text.trim().is_empty();
        let (before, after) = (text.get(inside..start), text.get(end..last));
        // The item has lines of its own, and only the gap that it leaves is between its neighbors.
        let (Some(before), Some(after)) = (before, after) else { return Ok(()) };
        let is_separated = before.ends_with("\n\n") || before.ends_with("\r\n\r\n");
        let position = match (index, is_separated) {
            (0, _) if is_blank(before) && !before.is_empty() => return Ok(()),
            (1.., false) => Position::After(index - 1),
            // Before a comment that belongs to no item, there is no position.
            _ if next.is_some_and(|next| is_blank(&text[end.min(next)..next])) => Position::Before(index),
            _ if is_blank(after) && !after.contains('\n') => Position::Last,
            _ => return Ok(()),
        };
        let rest = document.to_string();
        // The last line gets a line ending, and a document without a line has none to take over.
        if !text.ends_with('\n') || (text.contains('\r') && !rest.contains('\n')) {
            return Ok(());
        }
        document.body_at(path).expect("it exists").insert(position, &taken).expect("it is inserted");
        prop_assert_eq!(document.to_string(), text, "{} {:?}", rest, position);
    }

    #[test]
    fn expressions_that_are_replaced_by_themselves_leave_no_trace(text in texts(), depth in 0..4usize) {
        let text = format(&text);
        let mut document: Document = text.parse().expect("it is valid");
        let mut skipped = 0;
        let count = document.rewrite_expressions(|expression| {
            skipped += 1;
            // Line breaks between operands are not kept, since they need brackets.
            let is_kept = skipped % (depth + 1) == 0 && !matches!(expression.kind(), ast::ExpressionKind::Binary(_));
            is_kept.then(|| Expr::from(expression))
        });
        prop_assert!(count.expect("they are replaced") <= skipped);
        prop_assert_eq!(comments(&document.to_string()), comments(&text));
        prop_assert_eq!(document.to_string(), text);
    }

    #[test]
    fn a_value_that_is_set_back_leaves_no_trace(text in texts(), at in any::<(u8, u8)>(), new in literals()) {
        let text = format(&text);
        let mut document: Document = text.parse().expect("it is valid");
        let Some(site) = site(&mut document, at.0, at.1) else { return Ok(()) };
        let old = set_at(&mut document, &site, new);
        prop_assume!(!old.contains('\n'));
        set_at(&mut document, &site, &old);
        prop_assert_eq!(document.to_string(), text);
    }

    #[test]
    fn values_that_are_set_one_after_another_are_those_of_a_new_document(
        text in texts(),
        is_formatted: bool,
        at in prop::collection::vec((any::<(u8, u8)>(), prop_oneof![literals(), expressions()]), 1..9),
    ) {
        let text = if is_formatted { format(&text) } else { text };
        let mut single: Document = text.parse().expect("it is valid");
        for (at, new) in at {
            let mut anew: Document = single.to_string().parse().expect("it is valid");
            for document in [&mut single, &mut anew] {
                let Some(site) = site(document, at.0, at.1) else { return Ok(()) };
                set_at(document, &site, new);
            }
            prop_assert_eq!(single.to_string(), anew.to_string(), "{}", text);
            prop_assert_eq!(model(single.ast()), model(anew.ast()));
        }
    }

    #[test]
    fn a_document_is_the_same_as_one_that_is_parsed_anew_after_each_step(
        text in texts(),
        edits in prop::collection::vec((any::<u8>(), changes()), 1..8),
    ) {
        let mut document: Document = text.parse().expect("it is valid");
        let mut is_added = false;
        for (at, edit) in &edits {
            let before = document.to_string();
            // Only a document that inserted an item knows the blank lines that it added.
            if is_added && matches!(edit, Change::Remove(_) | Change::Move(..)) {
                continue;
            }
            is_added |= matches!(edit, Change::Insert(..) | Change::SetNew(_) | Change::Move(..));
            let mut anew: Document = before.parse().expect("it is valid");
            if has_indentation(&anew) != has_indentation(&text.parse().expect("it is valid")) {
                // A document keeps the indentation that it had at first.
                return Ok(());
            }
            let mut items = model(document.ast());
            step(&mut document, *at, edit, &mut items.clone()).expect("it succeeds");
            step(&mut anew, *at, edit, &mut items).expect("it succeeds");
            prop_assert_eq!(document.to_string(), anew.to_string(), "{}\n{:?}", before, edit);
        }
    }
}

/// Returns whether a block of the file has an item in a line of its own.
fn has_indentation(document: &Document) -> bool {
    let text = document.to_string();
    let begins_line = |span: serde_hcl::Span| {
        let line = text[..span.range().start].rsplit('\n').next().expect("there is a line");
        line.trim_start_matches('\u{feff}').trim().is_empty()
    };
    document.ast().blocks().any(|block| block.body().items().any(|item| begins_line(item.span())))
}

fn literals() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["2", "22", "\"y\"", "\"yyyy\"", "true", "null", "1.5", "\"\"", "\"a\\tb\""])
}

/// Returns expressions, which are formatted.
fn expressions() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "var.x",
        "[1, 2, 3]",
        "[]",
        "{ a = 1, b = [2] }",
        "{\n  a   = 1\n  bcd = 2\n}",
        "[\n  1,\n  [2],\n]",
        "f(x, -1)",
        "(1 + 2)",
        "\"${x} y\"",
        "[for x in y : x]",
    ])
}

/// The place of an attribute or of an element in its value.
struct Place {
    body: NodeId,
    name: String,
    element: Option<usize>,
}

fn site(document: &mut Document, at: u8, element: u8) -> Option<Place> {
    let paths = bodies(document);
    let id = paths[usize::from(at) % paths.len()].0;
    let mut body = document.body_at(id)?;
    let count = body.ast().attributes().count().max(1);
    let name = body.ast().attributes().nth(usize::from(at / 8) % count)?.name().to_owned();
    let mut value = body.value(&name)?;
    let element = value.len().filter(|len| *len > 0 && element < 200).map(|len| usize::from(element) % len);
    Some(Place { body: id, name, element })
}

/// The key of an element.
enum ElementKey {
    Index(usize),
    Name(String),
}

impl ElementKey {
    fn as_key(&self) -> Key<'_> {
        match self {
            Self::Index(index) => Key::Index(*index),
            Self::Name(name) => Key::Name(name),
        }
    }
}

fn key_of(value: &ValueMut<'_>, index: usize) -> ElementKey {
    match value.ast().kind() {
        ast::ExpressionKind::Object(object) => {
            let item = object.items().nth(index).expect("it exists");
            ElementKey::Name(item.key.as_str().expect("it is a name").to_owned())
        }
        _ => ElementKey::Index(index),
    }
}

/// Sets a value by its handle. Returns the text of the old one.
fn set_at(document: &mut Document, place: &Place, text: &str) -> String {
    let new = serde_hcl::parse_expression(text).into_result().expect("it is valid");
    let mut body = document.body_at(place.body).expect("it exists");
    let mut value = body.value(&place.name).expect("it exists");
    if let Some(index) = place.element {
        let key = key_of(&value, index);
        value = value.into_get(key.as_key()).expect("it exists");
    }
    let old = value.ast().source().slice(value.ast().span()).to_owned();
    value.set(new).expect("it is set");
    old
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_support::number_of_cases(24, 64) as u32))]

    /// An operation parses only a part of these texts.
    #[test]
    fn edits_of_long_documents_keep_all_other_items(
        text in texts_of(100..400),
        edits in prop::collection::vec((any::<u8>(), changes()), 1..12),
    ) {
        let mut document: Document = text.parse().expect("it is valid");
        for (at, edit) in &edits {
            if !matches!(edit, Change::Clear) {
                check_step(&mut document, &text, *at, edit)?;
            }
        }
    }
}

/// Moves a block of a body to another, unless that is in it.
fn moved(
    document: &mut Document,
    (id, path): (NodeId, &[usize]),
    block: u8,
    target: &(NodeId, Vec<usize>),
    items: &mut Vec<Item>,
) {
    let own = items_at(items, path);
    let index = usize::from(block) % own.len().max(1);
    let mut body = document.body_at(id).expect("it exists");
    let Some(handle) = body.block_at(index) else { return };
    if handle.move_to(target.0).is_err() {
        return;
    }
    // The target is found before the block is removed.
    let item = own[index].clone();
    items_at(items, &target.1).push(item);
    items_at(items, path).remove(index);
}

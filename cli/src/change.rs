//! `hcl set`, `hcl rm`, `hcl mv` and `hcl add`

use serde_hcl::edit::{Document, Path};
use serde_hcl::{Expression, Source, parse_expression};

use crate::options::{Changed, is_standard};
use crate::output::Output;
use crate::target::{Address, Step, Target, each_value};
use crate::{Failure, Result, input, replace, report};

pub fn set(address: &str, value: &str, files: &Changed, output: &Output) -> Result<()> {
    let address = Address::parse(address)?;
    let value = parse_expression(Source::new("VALUE", value)).into_result()?;
    change(files, &address, output, |document| set_in(document, &address, &value))
}

/// Sets the values at an address. If there are none, adds an attribute or a key to the value or
/// body at the address before the last step.
fn set_in(document: &mut Document, address: &Address, value: &Expression) -> Result<bool> {
    let targets = address.find(document)?;
    let (mut values, mut objects, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    for target in &targets {
        let Target::Value(path, name, steps) = target else {
            return Err(address.error("Not a value", "A block has no value. Name an attribute in it."));
        };
        let count = values.len();
        each_value(document, path, name, steps, &mut |it| values.push(it.site()));
        if count == values.len()
            && let Some((Step::Name(key), parents)) = steps.split_last()
        {
            each_value(document, path, name, parents, &mut |it| objects.push((it.site(), key.clone())));
        }
    }
    let (parent, last) = address.parent();
    if let (true, Some(Step::Name(name))) = (targets.is_empty(), last) {
        let parents = parent.find(document)?;
        bodies.extend(parents.iter().filter_map(|target| Some((target.body()?, name))));
    }
    document.edit_many(|edits| {
        values.iter().try_for_each(|site| edits.set(site, value))?;
        objects.iter().try_for_each(|(site, key)| edits.insert(site, key, value))?;
        bodies.iter().try_for_each(|(path, name)| edits.insert_attribute(path, name, value))
    })?;
    Ok(!(values.is_empty() && objects.is_empty() && bodies.is_empty()))
}

pub fn remove(address: &str, files: &Changed, output: &Output) -> Result<()> {
    let address = Address::parse(address)?;
    change(files, &address, output, |document| {
        let mut sites = Vec::new();
        for target in address.find(document)? {
            match &target {
                Target::Body(_) => {}
                Target::Block(path, index) => {
                    sites.extend(document.block_at(path, *index).map(|block| block.site()));
                }
                Target::Value(path, name, steps) => {
                    each_value(document, path, name, steps, &mut |it| sites.push(it.site()));
                }
            }
        }
        document.edit_many(|edits| {
            sites.iter().for_each(|site| edits.remove(site));
            Ok(())
        })?;
        Ok(!sites.is_empty())
    })
}

pub fn rename(from: &str, to: &str, files: &Changed, output: &Output) -> Result<()> {
    let (from, to) = (Address::parse(from)?, Address::parse(to)?);
    change(files, &from, output, |document| {
        let targets = from.find(document)?;
        match targets.as_slice() {
            [] => Ok(false),
            [Target::Block(path, index)] => move_block(document, path, *index, &to),
            [Target::Value(path, name, steps)] if steps.is_empty() => {
                move_attribute(document, path, name, &to)
            }
            [_] => Err(from.error("Not an attribute or a block", "Only those can be moved.")),
            _ => {
                Err(from.error("More than one target", "Only one attribute or block can be moved at a time."))
            }
        }
    })
}

fn move_block(document: &mut Document, path: &Path, index: usize, to: &Address) -> Result<bool> {
    let (parent, names) = place(document, to)?;
    let [block_type, labels @ ..] = names.as_slice() else { return Err(to.nothing()) };
    document.edit(|document| {
        if let Some(mut block) = document.block_at(path, index) {
            block.set_type(block_type)?;
            block.set_labels(labels)?;
            if parent != *path {
                block.move_to(&parent)?;
            }
        }
        Ok(())
    })?;
    Ok(true)
}

fn move_attribute(document: &mut Document, path: &Path, name: &str, to: &Address) -> Result<bool> {
    let (parent, last) = to.parent();
    let Some(Step::Name(new)) = last else {
        return Err(to.error("Invalid name", "The new address ends with the name of an attribute."));
    };
    let targets = parent.find(document)?;
    let target = match targets.as_slice() {
        [Target::Body(path)] => path.clone(),
        [Target::Block(path, index)] => path.child(*index),
        _ => return Err(parent.nothing()),
    };
    let is_used = document.body_at(&target).is_some_and(|body| body.ast().attribute(new).is_some());
    if is_used && (target != *path || new != name) {
        let detail = format!("The body has an attribute {new:?} already. Remove it first, with hcl rm.");
        return Err(to.error("Name in use", detail));
    }
    let Some(mut attribute) = document.body_at(path).and_then(|body| body.into_attribute(name)) else {
        return Ok(true);
    };
    if target == *path {
        attribute.rename(new)?;
        return Ok(true);
    }
    let lead: Vec<String> = attribute.leading_comments().into_iter().map(str::to_owned).collect();
    let line = attribute.trailing_comment().map(str::to_owned);
    let expression = attribute.ast().expression();
    let value = parse_expression(expression.source().slice(expression.span())).into_result()?;
    document.edit(|document| {
        if let Some(mut body) = document.body_at(&target) {
            body.insert_attribute(serde_hcl::edit::Position::Last, new, value)?;
            if let Some(mut attribute) = body.attribute(new) {
                if !lead.is_empty() {
                    attribute.set_leading_comments(&lead)?;
                }
                if line.is_some() {
                    attribute.set_trailing_comment(line.as_deref())?;
                }
            }
        }
        match document.body_at(path) {
            Some(mut body) => body.remove(name).map(drop),
            None => Ok(()),
        }
    })?;
    Ok(true)
}

pub fn add(address: &str, files: &Changed, output: &Output) -> Result<()> {
    let address = Address::parse(address)?;
    change(files, &address, output, |document| {
        let (parent, names) = place(document, &address)?;
        let [block_type, labels @ ..] = names.as_slice() else { return Ok(false) };
        if let Some(mut body) = document.body_at(&parent) {
            body.append_block(block_type, labels)?;
        }
        Ok(true)
    })
}

/// Returns the body that the first steps of an address lead to, and the remaining names: the type
/// and the labels of a block in it.
fn place(document: &Document, address: &Address) -> Result<(Path, Vec<String>)> {
    let name = |step: &Step| match step {
        Step::Name(name) => Ok(name.clone()),
        _ => Err(address.error("Invalid name", "A new block has a type and labels, and no index.")),
    };
    let names = |steps: &[Step]| steps.iter().map(name).collect::<Result<Vec<String>>>();
    let (mut parent, mut last) = address.parent();
    while last.is_some() && !parent.steps.is_empty() {
        if let [Target::Block(path, index)] = parent.find(document)?.as_slice() {
            return Ok((path.child(*index), names(&address.steps[parent.steps.len()..])?));
        }
        let shorter = parent.parent();
        last = shorter.1.and(last);
        parent = shorter.0;
    }
    Ok((Path::default(), names(&address.steps)?))
}

/// Changes all files, and writes those that were changed, or prints them.
fn change(
    files: &Changed,
    address: &Address,
    output: &Output,
    edit: impl Fn(&mut Document) -> Result<bool>,
) -> Result<()> {
    let paths = input::find(&files.paths, |name| !input::is_json(name))?;
    let sources = paths.iter().map(|path| input::read(path)).collect::<Result<Vec<_>>>()?;
    if paths.len() > 1 && !files.in_place && !files.diff {
        return Err(Failure::command("several files are changed with --in-place, or shown with --diff"));
    }
    let changed_text = |source: Source| -> Result<(bool, String)> {
        let mut document = Document::parse(source)?;
        Ok((edit(&mut document)?, document.to_string()))
    };
    let mut is_found = false;
    let mut changed = Vec::new();
    for (path, before) in paths.iter().zip(&sources) {
        let (is_found_here, after) = changed_text(before.clone())?;
        is_found |= is_found_here;
        changed.push((path, before, after));
    }
    if !is_found {
        return Err(match sources.as_slice() {
            [only] => address.nothing_in(only.clone()),
            _ => address.nothing(),
        });
    }
    for (path, before, after) in changed {
        if files.diff {
            output.diff(path, before, &after)?;
        } else if files.in_place && !is_standard(path) {
            if before.text() != after {
                replace::replace(path, before, &after, |now| match changed_text(now)? {
                    (true, after) => Ok(after),
                    (false, _) => Err(address.nothing()),
                })?;
                output.line(&report::name(path))?;
            }
        } else {
            output.write(&after)?;
        }
    }
    Ok(())
}

//! Partial evaluation of real configurations. `SIMPLIFY_CORPUS=FOLDER cargo test --test analysis --
//! --ignored` runs it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_hcl::{Body, Expression, Map, Source, TraversalStep, Value, json, parse_expression, parse_file};

use test_support::simplified::outcome;

/// The configuration files in a folder and below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            if path.is_dir() {
                folders.push(path);
            } else if ending
                .is_some_and(|it| ["hcl", "json", "tf", "tfvars", "nomad", "tofu"].contains(&it.as_str()))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// All expressions in a body.
fn expressions(body: &Body, found: &mut Vec<Expression>) {
    found.extend(body.attributes().map(|attribute| attribute.expression().clone()));
    body.blocks().for_each(|block| expressions(block.body(), found));
}

/// A value with the attributes that a reference has.
fn value_of(steps: &[TraversalStep]) -> Value {
    match steps {
        [TraversalStep::Attr { name, .. }, rest @ ..] => {
            Value::object([(name.as_str(), value_of(rest))].into_iter().collect::<Map>())
        }
        [TraversalStep::Index { .. }, rest @ ..] => Value::tuple([value_of(rest), value_of(rest)]),
        [_, ..] => Value::tuple([Value::from("a"), Value::from(1)]),
        [] => Value::from("a"),
    }
}

#[test]
#[ignore = "it reads the folder that SIMPLIFY_CORPUS names"]
fn expressions_of_real_configurations_keep_their_values() {
    let folder = std::env::var_os("SIMPLIFY_CORPUS").expect("SIMPLIFY_CORPUS names a folder");
    let (mut all, mut changed, mut shorter) = (0, 0, 0);
    for path in files(Path::new(&folder)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        let source = Source::new(path.display().to_string(), text);
        let file = if is_json { json::parse_file(source) } else { parse_file(source) };
        let Ok(file) = file.into_result() else { continue };
        let mut found = Vec::new();
        expressions(file.body(), &mut found);
        for expression in found {
            let (mut half, mut full) = (test_support::functions(), test_support::functions());
            for (index, reference) in expression.variables().iter().enumerate() {
                let Some(name) = reference.root_name().filter(|name| full.variable(name).is_none()) else {
                    continue;
                };
                let value = value_of(&reference.steps()[1..]);
                if index % 2 == 0 {
                    half.set(name, value.clone());
                }
                full.set(name, value);
            }
            let simplified = expression.simplify(&half);
            let printed = simplified.to_string();
            let text = printed.as_str();
            let parsed = if is_json { json::parse_expression(text) } else { parse_expression(text) };
            assert!(!parsed.diagnostics.has_errors(), "{expression}\n{printed}");
            assert_eq!(outcome(&simplified, &full), outcome(&expression, &full), "{expression}\n{printed}");
            all += 1;
            changed += u32::from(printed != expression.to_string());
            shorter += u32::from(simplified.variables().len() < expression.variables().len());
        }
    }
    println!("{all} expressions, {changed} with parts replaced, {shorter} with fewer references");
    assert!(changed > all / 20, "only {changed} of {all} expressions have known parts");
}

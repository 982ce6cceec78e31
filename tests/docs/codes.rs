//! The chapter about codes: each code has an example with its output, and a corrected example
//! without errors. `UPDATE_CASES=1` rewrites the outputs.

use std::fs;

use serde_hcl::{
    Body, EvalContext, Options, Outcome, Source, Type, Value,
    analysis::{References, Roots, Scope},
    diag::{Category, Code, Diagnostics, Renderer},
    ext::{self, Spec},
    json, parse_file,
};

use super::config::Config;
use super::programs::PROGRAMS;
use super::{read, root};

const CHAPTER: &str = "src/guide/codes.md";

#[test]
fn each_example_has_its_output() {
    let chapter = read(CHAPTER);
    let mut sections = chapter.split("\n## ");
    let introduction = sections.next().expect("the chapter has an introduction");
    assert!(introduction.contains(&read("tests/docs/config.rs")), "the types are not those of the test");
    let (mut shown, mut problems) = (introduction.to_owned(), String::new());
    for code in Code::ALL {
        let section = sections.next().filter(|section| section.starts_with(&format!("`{code}`\n\n")));
        let section = section.unwrap_or_else(|| panic!("{code} has no section at its position"));
        let with_output = with_output(*code, section).unwrap_or_else(|problem| {
            problems += &format!("{code}: {problem}\n");
            section.to_owned()
        });
        shown += &format!("\n## {with_output}");
    }
    assert_eq!(sections.next(), None, "no code has this section");
    assert!(problems.is_empty(), "{problems}");
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(root().join(CHAPTER), shown).expect("it can be written");
    } else {
        let differing = shown.lines().zip(chapter.lines()).find(|(now, before)| now != before);
        assert_eq!(differing, None, "UPDATE_CASES=1 writes the outputs");
        assert_eq!(shown.lines().count(), chapter.lines().count());
    }
}

/// Returns a section with the output of its example.
fn with_output(code: Code, section: &str) -> Result<String, String> {
    // No diagnostic has it.
    if code.as_str() == "unsuitable-value" {
        return Ok(section.to_owned());
    }
    let blocks = blocks(section);
    let [specification @ .., broken, ("text", output), corrected] = &blocks[..] else {
        return Err(format!("{} blocks of code", blocks.len()));
    };
    let specification = specification.first().map(|(_, text)| *text);
    let broken = if broken.0.is_empty() {
        check_program(broken.1);
        // As a test of the documentation, the corrected program fails if it has errors.
        assert!(corrected.1.ends_with("assert!(result.is_ok());\n"), "{code}: {}", corrected.1);
        run_program(code)
    } else {
        let [broken, corrected] =
            [broken, corrected].map(|(language, text)| run(code, specification, language, text));
        if !corrected.is_empty() {
            return Err(format!("the corrected example has errors:\n{corrected:#}"));
        }
        broken
    };
    let found = broken.iter().find(|diagnostic| diagnostic.code() == Some(code));
    let found = found.ok_or_else(|| format!("the example has other errors:\n{broken:#}"))?;
    let rendered = Renderer::new().notes(false).render([found]);
    Ok(section.replacen(&format!("```text\n{output}```\n"), &format!("```text\n{rendered}\n```\n"), 1))
}

/// Returns the blocks of code in a section, each with its language.
fn blocks(section: &str) -> Vec<(&str, &str)> {
    let fenced = section.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a line begins the block")).collect()
}

/// Checks that a program of the chapter is one of the test.
#[track_caller]
fn check_program(text: &str) {
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    let body = text.lines().map(indented).collect::<String>();
    let function = format!("() -> Result<()> {{\n{body}    result.map(drop)");
    assert!(
        read("tests/docs/programs.rs").contains(&function),
        "programs.rs has no function with this body:\n{body}"
    );
}

/// Returns the diagnostics of the program of a code.
fn run_program(code: Code) -> Diagnostics {
    let row = PROGRAMS.iter().find(|(other, _)| *other == code.as_str());
    let (_, program) = row.unwrap_or_else(|| panic!("programs.rs has no program for {code}"));
    program().err().map(Diagnostics::from).unwrap_or_default()
}

/// Runs an example, and returns the diagnostics.
fn run(code: Code, specification: Option<&str>, language: &str, text: &str) -> Diagnostics {
    let parsed = match language {
        "hcl" => parse_file(Source::new("main.hcl", text)),
        "json" => json::parse_file(Source::new("main.hcl.json", text)),
        _ => panic!("{code} has an example in {language}"),
    };
    if !parsed.diagnostics.is_empty() {
        return parsed.diagnostics;
    }
    let body = parsed.value.body();
    match (code.as_str(), specification) {
        (_, Some(specification)) => decode_with_specification(specification, body),
        ("invalid-specification", _) => Spec::from_file(body, &functions()).diagnostics,
        ("invalid-type" | "invalid-default", _) => types(body),
        ("unknown-reference" | "reference-cycle" | "duplicate-definition" | "unused-definition", _) => {
            references(body)
        }
        ("invalid-parameter" | "duplicate-function", _) => user_functions(body),
        ("variables-not-allowed" | "functions-not-allowed", _) => evaluated(body, &EvalContext::new()),
        _ if code.category() == Category::Syntax => Diagnostics::new(),
        _ if code.category() == Category::Data
            || matches!(code.as_str(), "unsuitable-expression" | "too-many-blocks") =>
        {
            decoded(language, text)
        }
        _ if body.blocks().any(|block| block.block_type() == "locals") => {
            Scope::new(&Roots::terraform(), [body], &context()).expect("no variable hides a root").check()
        }
        _ => evaluated(body, &context()),
    }
}

fn functions() -> EvalContext {
    test_support::functions()
}

/// Returns a context with the functions, and with the variables `environment` and `later`. The
/// value of `later` is unknown.
fn context() -> EvalContext {
    let mut context = functions();
    context.set("environment", "dev").set("later", Value::unknown(Type::Dynamic));
    context
}

fn decoded(language: &str, text: &str) -> Diagnostics {
    let options = Options::new().context(context()).dynamic_blocks(true);
    let options = match language {
        "json" => options.file_name("main.hcl.json").json(true),
        _ => options.file_name("main.hcl"),
    };
    options.from_str::<Config>(text).err().map(Diagnostics::from).unwrap_or_default()
}

fn evaluated(body: &Body, context: &EvalContext) -> Diagnostics {
    let attributes = body.just_attributes().value;
    let found =
        attributes.iter().flat_map(|it| it.expression().evaluate_with_diagnostics(context).diagnostics);
    found.collect::<Vec<_>>().into()
}

fn decode_with_specification(specification: &str, body: &Body) -> Diagnostics {
    let file = parse_file(Source::new("spec.hcl", specification)).into_result().expect("it is valid");
    let file = Spec::from_file(file.body(), &functions()).into_result().expect("it is a specification");
    file.spec.decode(body, &file.context()).diagnostics
}

fn types(body: &Body) -> Diagnostics {
    let attributes = body.blocks().flat_map(|block| block.body().attributes());
    let types = attributes.filter(|attribute| attribute.name() == "type");
    let found = types.flat_map(|ty| ext::type_constraint(ty.expression()).diagnostics);
    found.collect::<Vec<_>>().into()
}

fn references(body: &Body) -> Diagnostics {
    let references = References::new(&Roots::terraform(), [body]);
    let mut diagnostics = references.check(&EvalContext::new());
    diagnostics.extend(references.unused(["local", "var"]));
    diagnostics
}

fn user_functions(body: &Body) -> Diagnostics {
    let mut context = context();
    let Outcome { value: (functions, rest), mut diagnostics } =
        ext::decode_functions(body, "function", &context);
    for (name, function) in functions {
        context.set_function(name, function);
    }
    diagnostics.extend(evaluated(&rest, &context));
    diagnostics
}

//! Input that is broken, or made to exhaust resources.

use std::fmt::Write;
use std::fs;

use serde_hcl_terraform::{Module, Values};

use super::{Folder, lines};

#[test]
fn a_folder_that_is_missing_or_a_file_is_an_error() {
    let folder = Folder::new(&[("file", "")]);
    for name in ["none", "file"] {
        let loaded = Module::load(folder.0.path().join(name));
        let found = lines(&loaded);
        assert!(found.len() == 1 && found[0].starts_with("Cannot read or write: The folder "), "{found:?}");
        assert!(loaded.value.files.is_empty());
    }
}

#[test]
#[cfg(unix)]
fn links_and_pipes_are_errors_and_the_other_files_are_read() {
    use std::os::unix::fs::symlink;

    let outside = Folder::new(&[("a.tf", "variable \"outside\" {}\n")]);
    let folder = Folder::new(&[("main.tf", "variable \"a\" {}\n"), ("sub/b.tf", "variable \"b\" {}\n")]);
    let path = |name: &str| folder.0.path().join(name);
    symlink(outside.0.path().join("a.tf"), path("link.tf")).expect("it can be made");
    symlink("sub/b.tf", path("inside.tf")).expect("it can be made");
    symlink("none.tf", path("nowhere.tf")).expect("it can be made");
    let made = std::process::Command::new("mkfifo").arg(path("pipe.tf")).status().expect("it runs");
    assert!(made.success());
    let loaded = folder.load();
    assert_eq!(
        folder.shown(&loaded),
        [
            "link.tf: Cannot read or write: The file cannot be read: the path leaves the folder of the configuration.",
            "nowhere.tf: Cannot read or write: The file cannot be read: No such file or directory (os error 2).",
            "pipe.tf: Cannot read or write: The file cannot be read: it is not a regular file.",
        ]
    );
    let names: Vec<_> = loaded.value.variables.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    let data = serde_json::to_value(loaded.value.inspect()).expect("it is JSON");
    let place = serde_json::json!({ "filename": path("pipe.tf"), "line": 1 });
    assert_eq!(data["diagnostics"][2]["pos"], place);
}

#[test]
fn long_files_and_invalid_text_are_errors() {
    let folder = Folder::new(&[("main.tf", "variable \"a\" {}\n")]);
    let file = fs::File::create(folder.0.path().join("long.tf")).expect("it can be made");
    file.set_len(100 << 20).expect("it can be long");
    fs::write(folder.0.path().join("binary.tf"), b"variable \"b\" {\n  default = \"\xff\"\n}\n")
        .expect("it can be written");
    let loaded = folder.load();
    assert_eq!(
        folder.shown(&loaded),
        [
            "binary.tf:2:14: Invalid character encoding: This is not valid UTF-8. Save the file in the encoding UTF-8.",
            "long.tf: Text too long: \"long.tf\" has more than the limit of 33554432 bytes. Split it into several files.",
        ]
    );
    assert!(loaded.value.variable("a").is_some());
}

#[test]
fn calls_of_missing_folders_and_in_a_cycle_are_errors() {
    let folder = Folder::new(&[
        (
            "main.tf",
            "module \"a\" {\n  source = \"./a\"\n}\nmodule \"none\" {\n  source = \"./none\"\n}\nmodule \"empty\" {\n  source = \"./empty\"\n}\n",
        ),
        ("a/main.tf", "module \"b\" {\n  source = \"../b\"\n}\n"),
        ("b/main.tf", "module \"a\" {\n  source = \"../a\"\n}\nmodule \"root\" {\n  source = \"./..\"\n}\n"),
        ("empty/README.md", ""),
    ]);
    assert_eq!(
        folder.shown(&folder.load()),
        [
            "b/main.tf:1:1: Module not loaded: The module \"../a\" calls itself, by this call. Remove one of the calls.",
            "b/main.tf:4:1: Module not loaded: The module \"./..\" calls itself, by this call. Remove one of the calls.",
            "main.tf:4:1: Module not loaded: There is no folder \"./none\".",
            "main.tf:7:1: Module not loaded: The folder \"./empty\" has no files of a module.",
        ]
    );
}

#[test]
fn a_thousand_nested_calls_end_with_an_error() {
    let folder = Folder::new(&[]);
    for level in 0..1000 {
        let path = folder.0.path().join(format!("m{level}"));
        fs::create_dir(&path).expect("it can be made");
        let text = format!("module \"next\" {{\n  source = \"../m{}\"\n}}\n", level + 1);
        fs::write(path.join("main.tf"), text).expect("it can be written");
    }
    let loaded = Module::load(folder.0.path().join("m0"));
    assert_eq!(
        folder.shown(&loaded),
        ["m31/main.tf:1:1: Module not loaded: Modules call each other more than 32 levels deep."]
    );
    let evaluated = loaded.value.evaluate(&loaded.value.context(), &Values::new());
    assert_eq!(lines(&evaluated), [""; 0]);
}

#[test]
fn calls_that_double_at_each_level_end_with_an_error() {
    let folder = Folder::new(&[("m30/main.tf", "output \"x\" {\n  value = 1\n}\n")]);
    for level in 0..30 {
        let path = folder.0.path().join(format!("m{level}"));
        fs::create_dir_all(&path).expect("it can be made");
        let mut text = String::new();
        for name in ["a", "b"] {
            write!(text, "module \"{name}\" {{\n  source = \"../m{}\"\n}}\n", level + 1)
                .expect("strings take all");
        }
        text += "output \"x\" {\n  value = [module.a.x, module.b.x]\n}\n";
        fs::write(path.join("main.tf"), text).expect("it can be written");
    }
    let module = Module::load(folder.0.path().join("m0")).into_result().expect("it is valid");
    let evaluated = module.evaluate(&module.context(), &Values::new());
    let found = folder.shown(&evaluated);
    assert!(
        found.iter().all(|it| it.contains("The modules call each other too often to be evaluated.")),
        "{found:?}"
    );
    assert!(!found.is_empty());
}

#[test]
fn many_instances_with_many_computed_names_are_unknown() {
    let mut text =
        String::from("output \"a\" {\n  value = x_y.z\n}\nresource \"x_y\" \"z\" {\n  count = 10000\n}\n");
    text += "locals {\n";
    for number in 0..5000 {
        writeln!(text, "  a{number} = [for it in x_y.z : it.name{number}][0]").expect("strings take all");
    }
    text += "}\n";
    let module = Module::from_files([("main.tf", text)]).into_result().expect("it is valid");
    let scope = module.scope(&module.context(), &Values::new()).into_result().expect("it is valid");
    assert!(!scope.value("x_y.z[9999]").expect("it has a value").is_known());
}

#[test]
fn large_modules_take_linear_time() {
    // A part that took quadratic time would take minutes.
    let mut text = String::new();
    for number in 0..5000 {
        write!(text, "resource \"a_b\" \"r{number}\" {{\n  x = local.l{number}\n}}\nlocals {{\n  l{number} = 1\n}}\noutput \"o{number}\" {{\n  value = a_b.r{number}.x\n}}\nvariable \"v{number}\" {{}}\n").expect("strings take all");
    }
    let module = Module::from_files([("main.tf", text)]).into_result().expect("it is valid");
    assert_eq!(lines(&module.check()), [""; 0]);
    let evaluation = module.evaluate(&module.context(), &Values::new()).into_result().expect("it is valid");
    assert_eq!(evaluation.outputs["o4999"], 1);
}

//! Commands that write files.

use std::fs;
use std::process::{Command, Stdio};

use crate::Folder;

#[test]
fn files_are_formatted_in_place() {
    let folder =
        Folder::new([("a.tf", "a=1\n"), ("b.tf", "b = 1\n"), ("c.tf", "c=\n"), ("d.tf.json", "{ }")]);
    let before = folder.metadata("b.tf").modified().expect("it is there");
    let shown = folder.run(" fmt .");
    assert!(shown.starts_with("? 1\n! error[missing-value]: ") && shown.ends_with("./a.tf\n"), "{shown}");
    assert_eq!(["a.tf", "c.tf", "d.tf.json"].map(|it| folder.text(it)), ["a = 1\n", "c=\n", "{ }"]);
    // A file that is already formatted is not written.
    assert_eq!(folder.metadata("b.tf").modified().expect("it is there"), before);
    assert_eq!(folder.run(" fmt a.tf b.tf"), "! 2 files: 0 formatted\n");
    assert_eq!(folder.run(" fmt --quiet a.tf b.tf"), "");
    assert_eq!(folder.len(), 4);
}

#[test]
fn ignored_and_hidden_files_are_left_out_of_folders() {
    let folder = Folder::new([]);
    for path in [".git", ".terraform/modules", "vendor/deep", "live/tmp", "live/deep"] {
        fs::create_dir_all(folder.path(path)).expect("it can be made");
    }
    folder.write(".gitignore", "tmp/\n*.auto.tfvars\n");
    folder.write(".hclfmtignore", "vendor\n!vendor/keep.tf\n");
    folder.write("live/.hclfmtignore", "/deep/old*.tf\n");
    let shown = ["live/deep/new.tf", "live/main.tf", "main.tf"];
    let hidden = [
        ".terraform/modules/a.tf",
        ".hidden.tf",
        "a.auto.tfvars",
        "live/deep/old_a.tf",
        "live/tmp/a.tf",
        "vendor/deep/a.tf",
        "vendor/keep.tf",
    ];
    shown.iter().chain(&hidden).for_each(|path| folder.write(path, "a=1\n"));
    let listed: String = shown.map(|path| format!("./{path}\n")).concat();
    let summary = "! 3 files: 3 not formatted\n";
    assert_eq!(folder.run(" fmt --check ."), format!("? 1\n{summary}{listed}"));
    assert!(folder.run(" check --syntax native .").ends_with("3 files: no errors\n"));
    assert_eq!(folder.run(" set a 2 --check ."), format!("? 1\n{listed}"));
    // A file or a folder that is named is read, even if it is ignored or hidden.
    assert_eq!(folder.run(" fmt vendor/deep/a.tf"), "vendor/deep/a.tf\n");
    assert_eq!(folder.run(" fmt --check .terraform/modules"), "? 1\n.terraform/modules/a.tf\n");
}

#[test]
fn files_are_changed_in_place() {
    let folder = Folder::new([
        ("a.tf", "b x {\r\n  n=1 # one\r\n}\r\n"),
        ("b.tf", "b y {\n  n = 1\n}\n"),
        ("c.tf", "c = 1\n"),
    ]);
    assert_eq!(folder.run(" set 'b.*.n' 2 --in-place ."), "./a.tf\n./b.tf\n");
    assert_eq!(
        ["a.tf", "b.tf", "c.tf"].map(|it| folder.text(it)),
        ["b x {\r\n  n=2 # one\r\n}\r\n", "b y {\n  n = 2\n}\n", "c = 1\n"]
    );
    // If one of the files has errors, nothing is written.
    folder.write("d.tf", "d = \n");
    assert!(folder.run(" rm b.y --in-place .").starts_with("? 1\n! error[missing-value]: "));
    assert_eq!(folder.text("b.tf"), "b y {\n  n = 2\n}\n");
    assert_eq!(folder.run(" rm b.y -i b.tf"), "b.tf\n");
    assert_eq!(folder.text("b.tf"), "");
}

#[test]
fn a_file_that_becomes_shorter_has_no_rest_of_the_old_text() {
    let folder = Folder::new([("a.tf", "a    =    \"x\"\n\n\n\n\nlong   =   [  1,  2  ]\n")]);
    folder.run(" fmt a.tf");
    assert_eq!((folder.text("a.tf").as_str(), folder.len()), ("a = \"x\"\n\n\n\n\nlong = [1, 2]\n", 1));
}

#[test]
fn an_attribute_moves_with_its_comments_between_bodies_that_use_its_names() {
    let folder = Folder::new([(
        "a.tf",
        "# Above.\na = { # inside\n  x = 1\n} # beside\nb = 2\nblock {\n  a  = 3\n  b_ = 4\n\n  inner {}\n}\n",
    )]);
    assert_eq!(folder.run(" mv a block.b -i a.tf"), "a.tf\n");
    let text = "b = 2\nblock {\n  a  = 3\n  b_ = 4\n  # Above.\n  b = { # inside\n    x = 1\n  } # beside\n\n  inner {}\n}\n";
    assert_eq!(folder.text("a.tf"), text);
    assert!(folder.run(" mv block.b b -i a.tf").contains("the body has an attribute \"b\" already"));
    assert_eq!(folder.run(" mv block.b a -i a.tf"), "a.tf\n");
    let text = "b = 2\n# Above.\na = { # inside\n  x = 1\n} # beside\n\nblock {\n  a  = 3\n  b_ = 4\n\n  inner {}\n}\n";
    assert_eq!(folder.text("a.tf"), text);
}

#[test]
fn several_changes_are_made_in_place_or_none() {
    let folder = Folder::new([
        ("a.tf", "variable \"size\" {}\n"),
        ("b.tf", "n = var.size # one\nm = [var.size]\n"),
        ("c.tf", "c = 1\n"),
    ]);
    let shown = folder.run(" edit --set c=2 --mv variable.size=variable.count --rm absent -i .");
    assert!(shown.starts_with("? 1\n! error: Nothing at this address"), "{shown}");
    assert_eq!(folder.text("c.tf"), "c = 1\n");
    let changes = " edit --set c=2 --mv variable.size=variable.count --references -i .";
    assert_eq!(folder.run(changes), "./a.tf\n./b.tf\n./c.tf\n");
    assert_eq!(
        ["a.tf", "b.tf", "c.tf"].map(|it| folder.text(it)),
        ["variable \"count\" {}\n", "n = var.count # one\nm = [var.count]\n", "c = 2\n"]
    );
}

#[test]
fn mistakes_are_corrected_in_place() {
    let folder = Folder::new([
        ("a.hcl", "a = [\"x\" \"y\"]\nb = c and d\n"),
        ("b.hcl.json", "{\"a\": 1,}"),
        ("c.hcl", ""),
    ]);
    let shown = folder.run(" check --fix --diff a.hcl");
    assert!(shown.contains("\n-a = [\"x\" \"y\"]\n+a = [\"x\", \"y\"]\n b = c and d\n"), "{shown}");
    assert_eq!(folder.text("a.hcl"), "a = [\"x\" \"y\"]\nb = c and d\n");
    let shown = folder.run(" check --fix .");
    assert!(shown.contains("./a.hcl: 1 error corrected\n./b.hcl.json: 1 error corrected\n"), "{shown}");
    let advice = "Run hcl explain unsupported-operator for an explanation.\n";
    assert!(shown.ends_with(&format!("3 files: 1 error\n{advice}")), "{shown}");
    assert_eq!(
        ["a.hcl", "b.hcl.json"].map(|it| folder.text(it)),
        ["a = [\"x\", \"y\"]\nb = c and d\n", "{\"a\": 1}"]
    );
    assert!(folder.run(" check --fix - < c.hcl").contains("--fix changes files: name a file"));
}

#[test]
fn the_exit_code_is_that_of_the_worst_failure() {
    let folder = Folder::new([("a.tf", "a=\n"), ("b.tf", "b=1\n")]);
    for (command, code) in [("fmt b.tf a.tf", 1), ("fmt absent.tf a.tf b.tf", 2), ("fmt a.tf absent.tf", 2)] {
        let shown = folder.run(&format!(" {command}"));
        assert!(shown.starts_with(&format!("? {code}\n! error")), "{command}: {shown}");
    }
}

#[test]
#[cfg(unix)]
fn permissions_and_links_stay_when_files_are_formatted() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new([("a.tf", "a=1\n")]);
    let link = folder.path("b.tf");
    fs::set_permissions(folder.path("a.tf"), fs::Permissions::from_mode(0o640)).expect("it is there");
    symlink("a.tf", &link).expect("it can be made");
    assert_eq!(folder.run(" fmt b.tf"), "b.tf\n");
    assert_eq!(folder.text("a.tf"), "a = 1\n");
    assert_eq!(folder.metadata("a.tf").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
}

#[test]
#[cfg(unix)]
fn owner_permissions_and_links_stay_when_files_are_changed() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    let folder = Folder::new(["a.tf", "b.tf", "c.tf"].map(|name| (name, "a=1\n")));
    let identity = |name: &str| {
        let it = folder.metadata(name);
        (it.uid(), it.gid(), it.mode(), it.nlink())
    };
    for (name, mode) in [("a.tf", 0o640), ("b.tf", 0o4755), ("c.tf", 0o600)] {
        // Only the administrator can give files away.
        _ = chown(folder.path(name), Some(12_345), Some(54_321));
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).expect("it is there");
    }
    fs::hard_link(folder.path("c.tf"), folder.path("d.tf")).expect("it can be made");
    let before = ["a.tf", "b.tf", "c.tf", "d.tf"].map(identity);
    assert_eq!(folder.run(" fmt -q a.tf b.tf c.tf"), "a.tf\nb.tf\nc.tf\n");
    assert_eq!(folder.run(" set a 123456 -i a.tf b.tf d.tf"), "a.tf\nb.tf\nd.tf\n");
    assert_eq!(folder.run(" set a 2 -i d.tf"), "d.tf\n");
    for (name, text) in [("a.tf", "123456"), ("b.tf", "123456"), ("c.tf", "2"), ("d.tf", "2")] {
        assert_eq!(folder.text(name), format!("a = {text}\n"), "{name}");
    }
    assert_eq!(["a.tf", "b.tf", "c.tf", "d.tf"].map(identity), before);
    assert_eq!(folder.len(), 4);
}

#[test]
fn a_write_protected_file_is_refused() {
    let folder = Folder::new([("a.tf", "a=1\n")]);
    let mut permissions = folder.metadata("a.tf").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("a.tf"), permissions).expect("it is there");
    let refused = "? 2\n! error: cannot write a.tf: it is write-protected\n";
    assert_eq!(folder.run(" fmt a.tf"), refused);
    assert_eq!(folder.run(" set a 2 -i a.tf"), refused);
    assert_eq!((folder.text("a.tf").as_str(), folder.len()), ("a=1\n", 1));
}

#[test]
fn changes_that_are_made_at_the_same_time_are_all_made() {
    const COMMANDS: usize = 20;
    let numbers =
        |value: &str| -> String { (10..10 + COMMANDS).map(|it| format!("n{it} = {value}\n")).collect() };
    let folder = Folder::new([("a.tf", numbers("0").as_str())]);
    let start = |index: usize| {
        let arguments = ["set".to_owned(), format!("n{}", 10 + index), "1".to_owned(), "-i".to_owned()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        command.args(arguments).arg(folder.path("a.tf")).stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().expect("it runs")
    };
    let running: Vec<_> = (0..COMMANDS).map(start).collect();
    for mut process in running {
        assert_eq!(process.wait().expect("it ends").code(), Some(0));
    }
    assert_eq!((folder.text("a.tf"), folder.len()), (numbers("1"), 1));
}

#[test]
fn a_file_that_another_program_changes_is_left_alone() {
    let folder = Folder::new([("a.tf", "a=1\n"), (".a.tf.hcl-lock", "")]);
    let lock = fs::canonicalize(folder.path(".a.tf.hcl-lock")).expect("it is there");
    let message = format!("another program is changing it; if none is, delete {}", lock.display());
    assert_eq!(folder.run(" fmt a.tf"), format!("? 2\n! error: cannot write a.tf: {message}\n"));
    assert_eq!(folder.text("a.tf"), "a=1\n");
    assert!(lock.exists());
    // A file that needs no change is not locked.
    folder.write("a.tf", "a = 1\n");
    assert_eq!(folder.run(" fmt a.tf"), "");
}

#[test]
fn results_keep_all_characters() {
    let text = "a = \"x\u{1b}[31my\u{7}\" # \u{1b}]0;title\u{7}\n\nb {\n  c = \"\u{1b}[0m\"\n}\n";
    let folder = Folder::new([("a.hcl", text)]);
    for (command, expected) in [
        (" fmt - < a.hcl", text.to_owned()),
        (" set d 1 a.hcl", text.replacen("\n\n", "\nd = 1\n\n", 1)),
        (" get b a.hcl", "b {\n  c = \"\u{1b}[0m\"\n}\n".to_owned()),
        (" get --expression b.c a.hcl", "\"\u{1b}[0m\"\n".to_owned()),
        (" get --raw b.c a.hcl", "\u{1b}[0m".to_owned()),
        (" eval a.hcl", text.to_owned()),
        (" eval --template --raw - < a.hcl", text.to_owned()),
        (" --color never eval --template --raw - < a.hcl", text.to_owned()),
    ] {
        assert_eq!(folder.run(command), expected.replace('\u{1b}', "ESC"), "{command}");
    }
}

#[test]
#[cfg(unix)]
fn links_out_of_a_folder_are_left_out_unless_they_are_named() {
    use std::os::unix::fs::symlink;

    let outside = Folder::new([("a.tf", "a=1\n"), ("b.tf", "b = \n")]);
    let folder = Folder::new([("main.tf", "m = 1\n")]);
    fs::create_dir(folder.path("sub")).expect("it can be made");
    folder.write("sub/c.tf", "c=1\n");
    symlink("sub/c.tf", folder.path("inside.tf")).expect("it can be made");
    let links = [("a.tf", outside.path("a.tf")), ("b.tf", outside.path("b.tf"))];
    links.iter().for_each(|(name, target)| symlink(target, folder.path(name)).expect("it can be made"));
    symlink("/proc/self/environ", folder.path("env.tf")).expect("it can be made");
    symlink("../none.tf", folder.path("none.tf")).expect("it can be made");
    let left_out: String = ["a", "b", "env"]
        .map(|name| {
            format!(
                "! note: ./{name}.tf is left out: it is a link out of the folder. Name it to include it.\n"
            )
        })
        .concat();
    for (command, expected) in [
        ("check --syntax native .", format!("{left_out}3 files: no errors\n")),
        ("check --syntax native --fix .", format!("{left_out}3 files: no errors\n")),
        ("fmt --check .", format!("? 1\n{left_out}! 2 files: 1 not formatted\n./inside.tf\n")),
        ("set m 2 -i .", format!("{left_out}./main.tf\n")),
        ("get m .", format!("{left_out}2\n")),
        ("set c 2 -i .", format!("{left_out}./inside.tf\n")),
        ("graph .", format!("{left_out}.:\nc\nm\n\n./sub:\nc\n")),
        ("fmt .", format!("{left_out}! 2 files: 1 formatted\n./inside.tf\n")),
        ("fmt --check sub", String::new()),
        ("fmt --check a.tf", "? 1\na.tf\n".to_owned()),
    ] {
        assert_eq!(folder.run(&format!(" {command}")), expected, "{command}");
    }
    assert_eq!((outside.text("a.tf").as_str(), folder.text("sub/c.tf").as_str()), ("a=1\n", "c = 2\n"));
    assert_eq!(folder.run(" fmt a.tf"), "a.tf\n");
    assert_eq!(outside.text("a.tf"), "a = 1\n");
}

#[test]
#[cfg(unix)]
fn only_regular_files_and_descriptors_are_read() {
    let folder = Folder::new([("a.tf", "a = 1\n")]);
    let made = Command::new("mkfifo").arg(folder.path("pipe.tf")).status().expect("it runs");
    assert!(made.success());
    let reason = "it is not a regular file; pass it as standard input, with -";
    for (command, file) in [
        ("check", "pipe.tf"),
        ("check", "/dev/zero"),
        ("fmt", "pipe.tf"),
        ("set a 1 -i", "pipe.tf"),
        ("get a", "pipe.tf"),
        ("eval 1 --var-file", "pipe.tf"),
        ("from-yaml", "pipe.tf"),
    ] {
        let expected = format!("? 2\n! error: cannot read {file}: {reason}\n");
        assert_eq!(folder.run(&format!(" {command} {file}")), expected, "{command}");
    }
    assert_eq!(folder.run(" check --syntax native ."), "1 file: no errors\n");
    assert_eq!(folder.run(" check /dev/null"), "1 file: no errors\n");
    assert_eq!(folder.run(" get a --expression /dev/fd/0 < a.tf"), "1\n");
}

#[test]
fn a_file_whose_name_has_the_maximum_length_is_changed() {
    for name in ["n".repeat(252), "é".repeat(126), "n".repeat(101), "n".repeat(97)] {
        let name = format!("{name}.tf");
        let folder = Folder::new([(name.as_str(), "a=1\n")]);
        assert_eq!(folder.run(&format!(" fmt {name}")), format!("{name}\n"));
        assert_eq!(folder.run(&format!(" set a 2 -i {name}")), format!("{name}\n"));
        assert_eq!((folder.text(&name).as_str(), folder.len()), ("a = 2\n", 1));
    }
}

#[test]
fn references_are_not_renamed_if_other_files_use_the_name() {
    let variable = "variable \"size\" {}\noutput \"o\" {\n  value = var.size\n}\n";
    let json = r#"{"output": {"x": {"value": "${var.size}"}}}"#;
    let depends = r#"{"resource": {"a": {"b": {"depends_on": ["disk.main"]}}}}"#;
    let module = "module \"m\" {\n  source = \"./mod\"\n  size   = 1\n}\nx = module.m.o\n";
    let to_count = "variable.size variable.count";
    for (names, files, command, expected) in [
        (
            "JSON, file",
            vec![("out.tf.json", json)],
            format!("{to_count} main.tf"),
            "out.tf.json refers to var.size",
        ),
        (
            "values",
            vec![("terraform.tfvars", "size = 1\n")],
            format!("{to_count} main.tf"),
            "terraform.tfvars sets var.size",
        ),
        (
            "values in JSON",
            vec![("prod.tfvars.json", r#"{"size": 1}"#), ("other.tfvars", "count = 1\n")],
            format!("{to_count} main.tf"),
            "prod.tfvars.json sets var.size",
        ),
        (
            "several",
            vec![("a.tf", "a = var.size.x\n"), ("b.tofu", "b = \"${var[\"size\"]}\"\n"), ("c.tf.json", json)],
            format!("{to_count} main.tf"),
            "a.tf refers to var.size, b.tofu refers to var.size, c.tf.json refers to var.size",
        ),
        (
            "texts that are references",
            vec![("disk.tf", "resource \"disk\" \"main\" {}\n"), ("b.tf.json", depends)],
            "resource.disk.main resource.disk.other disk.tf".to_owned(),
            "b.tf.json refers to disk.main",
        ),
        (
            "calls",
            vec![("call.tf", module), ("mod/v.tf", variable)],
            format!("{to_count} call.tf mod"),
            "call.tf sets var.size of module.m",
        ),
        (
            "outputs",
            vec![("call.tf", module), ("mod/v.tf", variable)],
            "output.o output.p call.tf mod".to_owned(),
            "call.tf refers to output.o of module.m",
        ),
    ] {
        let folder = Folder::new([("main.tf", variable)]);
        fs::create_dir(folder.path("mod")).expect("it can be made");
        files.iter().for_each(|(name, text)| folder.write(name, text));
        let shown = folder.run(&format!(" mv --references -i {command}"));
        let address = command.split(' ').next().unwrap_or_default();
        let marks = "^".repeat(address.len());
        let expected = format!(
            "? 1\n! error: The name is used elsewhere\n!  --> ADDRESS:1:1\n!   |\n! 1 | {address}\n!   | {marks} {expected}\n\
             !   |\n!   = This is not changed. Change it first, or leave out --references.\n"
        );
        assert_eq!(shown, expected, "{names}");
        assert_eq!(folder.text("main.tf"), variable, "{names}");
    }
    // Files that do not use the name, and other configurations, do not matter.
    let folder = Folder::new([
        ("main.tf", variable),
        ("a.tf", "a = var.other\n"),
        ("b.tf.json", r#"{"moved": {"from": "var.size"}, "x": "var.size"}"#),
        ("c.hcl", "c = var.size\n"),
        ("d.tfvars", "other = 1\n"),
        (".e.tf", "e = var.size\n"),
    ]);
    fs::create_dir(folder.path("mod")).expect("it can be made");
    folder.write("mod/e.tf", "e = var.size\n");
    assert_eq!(folder.run(&format!(" mv --references -i {to_count} main.tf")), "main.tf\n");
    assert_eq!(folder.text("main.tf"), variable.replace("size", "count"));
}

#[test]
fn a_new_file_begins_with_a_block() {
    let folder = Folder::new([]);
    assert_eq!(folder.run(" add resource.disk.main --check new.tf"), "? 1\nnew.tf\n");
    assert_eq!(folder.len(), 0);
    assert_eq!(folder.run(" add resource.disk.main -i new.tf"), "new.tf\n");
    assert_eq!(folder.text("new.tf"), "resource \"disk\" \"main\" {\n}\n");
    assert_eq!(folder.run(" add resource.disk.other -i new.tf"), "new.tf\n");
    assert_eq!(folder.text("new.tf").matches("resource").count(), 2);
    for (command, error) in [
        ("add a.b -i none/new.tf", "cannot write none/new.tf: No such file or directory (os error 2)"),
        ("add a.b -i new.tf.json", "new.tf.json is HCL JSON: this command changes native syntax"),
        (
            "edit --add a.b --set c=1 -i other.tf",
            "cannot read other.tf: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(folder.run(&format!(" {command}")), format!("? 2\n! error: {error}\n"), "{command}");
    }
    assert_eq!(folder.len(), 1);
}

//! Instructions, which do not depend on the machine or on what else runs on it. Callgrind, a tool
//! of valgrind, counts them.

use std::process::Command;

/// Runs an ignored test of this program with an environment variable below callgrind. Returns its
/// output, and the number of instructions of each call of a function.
pub fn of_calls(test: &str, function: &str, variable: (&str, &str)) -> (String, Vec<u64>) {
    let folder = format!("serde_hcl-{}-{}", test.replace(':', "-"), std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).expect("there is a folder for what is temporary");
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .args([format!("--toggle-collect={function}"), format!("--dump-after={function}")])
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .arg(std::env::current_exe().expect("the test runs"))
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
        .env(variable.0, variable.1)
        .output()
        .expect("valgrind counts the instructions: it must be installed, as by `apt-get install valgrind`");
    let counts =
        (1..).map_while(|number| std::fs::read_to_string(folder.join(format!("counts.{number}"))).ok());
    let total = |counts: String| -> u64 {
        let total = counts.lines().rev().find_map(|line| line.strip_prefix("totals: ")).expect("a total");
        total.trim().parse().expect("a number")
    };
    let counts = counts.map(total).collect();
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    (String::from_utf8_lossy(&output.stdout).into_owned(), counts)
}

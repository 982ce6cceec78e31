//! The failures of the laws, in groups, each with its smallest example.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A case in which a law does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    pub law: &'static str,
    /// The kind of the mistakes, or the form that was written.
    pub kind: String,
    /// The features of the type at the place of the failure.
    pub feature: String,
    /// The source of the type.
    pub source: String,
    pub text: String,
    pub expected: String,
    pub found: String,
}

impl Failure {
    pub fn group(&self) -> String {
        format!("{} | {} | {}", self.law, self.kind, self.feature)
    }

    fn size(&self) -> usize {
        self.source.len() + 2 * self.text.len()
    }

    /// Returns the failure in a form from which a test can be made.
    fn shown(&self) -> String {
        let mut shown = self.source.clone();
        let _ = writeln!(shown, "let text = r#\"{}\"#;", self.text);
        let lines = |text: &str| text.lines().map(|line| format!("//   {line}\n")).collect::<String>();
        let _ = write!(shown, "// expected:\n{}// found:\n{}", lines(&self.expected), lines(&self.found));
        shown
    }
}

/// The failures of a run.
#[derive(Clone, Default)]
pub struct Report {
    groups: BTreeMap<String, (usize, Failure)>,
    pub checks: usize,
}

impl Report {
    pub fn add(&mut self, failure: Failure) {
        let group = failure.group();
        match self.groups.get_mut(&group) {
            Some((count, smallest)) => {
                *count += 1;
                if failure.size() < smallest.size() {
                    *smallest = failure;
                }
            }
            None => {
                self.groups.insert(group, (1, failure));
            }
        }
    }

    /// Adds the failures of another report.
    pub fn merge(&mut self, other: Self) {
        self.checks += other.checks;
        for (count, failure) in other.groups.into_values() {
            let group = failure.group();
            self.add(failure);
            if let Some((total, _)) = self.groups.get_mut(&group) {
                *total += count - 1;
            }
        }
    }

    /// Writes all failures to a file, if the variable `GENERATED_FAILURES` is set to its path
    /// without the name of the laws.
    pub fn write(&self, name: &str) {
        if let Ok(path) = std::env::var("GENERATED_FAILURES") {
            std::fs::write(format!("{path}-{name}.md"), self.to_string()).expect("the file can be written");
        }
    }

    /// Checks that only the known groups fail, and that all of them do if all committed types are
    /// checked.
    /// With the variable `UPDATE_KNOWN`, the list of known groups is written.
    pub fn check(&self, name: &str, known: &str) {
        self.write(name);
        let is_full = test_support::is_full();
        if std::env::var_os("UPDATE_KNOWN").is_some() {
            assert!(is_full, "set `FULL_TESTS` too");
            let path = format!("{}/generated/known/{name}.txt", env!("CARGO_MANIFEST_DIR"));
            let groups: String = self.groups.keys().map(|group| format!("{group}\n")).collect();
            std::fs::write(path, groups).expect("the file can be written");
            return;
        }
        let known: Vec<_> = known.lines().collect();
        let new: Vec<_> =
            self.groups.values().filter(|(_, it)| !known.contains(&it.group().as_str())).collect();
        for (count, failure) in &new {
            println!("{} ({count} cases)\n{}", failure.group(), failure.shown());
        }
        // The lists are those of the committed types, with one file of each.
        let is_listed = is_full && std::env::var_os("GENERATED_FILES").is_none();
        let is_gone = |group: &&&str| is_listed && !self.groups.contains_key(**group);
        let gone: Vec<_> = known.iter().filter(is_gone).collect();
        gone.iter().for_each(|group| println!("no longer fails: {group}"));
        assert!(
            new.is_empty() && gone.is_empty(),
            "{} new groups of failures and {} that no longer fail, in {} checks",
            new.len(),
            gone.len(),
            self.checks
        );
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let failures: usize = self.groups.values().map(|(count, _)| count).sum();
        writeln!(f, "{} checks, {failures} failures in {} groups\n", self.checks, self.groups.len())?;
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|(_, (count, failure))| (failure.law, std::cmp::Reverse(*count)));
        for (group, (count, failure)) in groups {
            writeln!(f, "## {group} ({count})\n```rust\n{}```\n", failure.shown())?;
        }
        Ok(())
    }
}

//! Results for two contents of marked values are the same where they are not marked.

use test_support::soundness::Choices;
use test_support::{contents as check_contents, functions, random};

/// The number of cases. The fuzz target `contents` searches further.
fn cases() -> u64 {
    test_support::number_of_cases(200, 30_000)
}

#[test]
fn results_of_expressions_show_nothing_of_marked_values() {
    let functions = functions();
    let mut problems = Vec::new();
    let mut compared = 0;
    for case in 0..cases() {
        match check_contents::check(&random::bytes(case, 24), &functions) {
            Ok(is_compared) => compared += u64::from(is_compared),
            Err(problem) => problems.push(problem),
        }
    }
    problems.sort_by_key(String::len);
    let count = problems.len();
    problems.truncate(20);
    assert!(problems.is_empty(), "{count} of {compared}\n{}", problems.join("\n"));
    assert!(compared > cases() / 10, "only {compared} results are compared");
}

#[test]
fn results_of_functions_show_nothing_of_marked_arguments() {
    let mut problems = Vec::new();
    for case in 0..cases() / 50 {
        let bytes = random::bytes(case, 40);
        for (name, function) in test_support::functions::all() {
            let result = check_contents::check_call(name, &function, &mut Choices::new(&bytes));
            problems.extend(result.err());
        }
    }
    problems.sort_by_key(String::len);
    let count = problems.len();
    problems.truncate(20);
    assert!(problems.is_empty(), "{count}\n{}", problems.join("\n"));
}

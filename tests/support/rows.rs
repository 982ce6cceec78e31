//! Tables of tests: all rows are checked, and all that fail are reported.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Checks each row of a table. A row fails by a panic, whose message is printed at once; the test
/// fails after the last row.
#[track_caller]
pub fn check_each<I: IntoIterator>(rows: I, mut check: impl FnMut(I::Item)) {
    let (mut count, mut failed) = (0, 0);
    for row in rows {
        count += 1;
        failed += u32::from(catch_unwind(AssertUnwindSafe(|| check(row))).is_err());
    }
    assert!(failed == 0, "{failed} of {count} rows failed; their messages stand above");
}

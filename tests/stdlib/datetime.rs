//! Dates.

use crate::support::{failing, refused, values};

#[test]
fn formatdate_formats_times() {
    values(&[
        (r#"formatdate("EEEE D MMMM YYYY", "2031-07-04T21:08:07Z")"#, r#""Friday 4 July 2031""#),
        (
            r#"formatdate("EEE DD/MM hh:mm ZZZZZ", "2031-07-04T21:08:07-08:00")"#,
            r#""Fri 04/07 21:08 -08:00""#,
        ),
        (r#"formatdate("MMMM", "2031-12-04T23:12:01Z")"#, r#""December""#),
        (r#"formatdate("H:m:s AA aa", "2031-07-04T03:04:05Z")"#, r#""3:4:5 AM am""#),
        (r#"formatdate("'literal' YYYY", "2031-07-04T15:04:05Z")"#, r#""literal 2031""#),
        (r#"formatdate("h 'hours'''", "2031-07-04T15:04:05Z")"#, r#""15 hours'""#),
    ]);
    refused(&[
        (
            r#"formatdate("JJJ", "2031-07-04T15:04:05Z")"#,
            r#""JJJ""#,
            "format",
            r#""JJJ" is not a part of a time; put letters that are copied into single quotes"#,
        ),
        (
            r#"formatdate("YYYY", "not a date")"#,
            r#""not a date""#,
            "time",
            r#""not a date" is not a time in the form 2031-07-04T21:08:07Z: the year must have four digits"#,
        ),
        (
            r#"formatdate("YYYY", "2031-02-30T15:04:05Z")"#,
            r#""2031-02-30T15:04:05Z""#,
            "time",
            r#""2031-02-30T15:04:05Z" is not a time in the form 2031-07-04T21:08:07Z: there is no such day in that month"#,
        ),
        (
            r#"formatdate("YYYY", "2031-07-04 15:04:05Z")"#,
            r#""2031-07-04 15:04:05Z""#,
            "time",
            r#""2031-07-04 15:04:05Z" is not a time in the form 2031-07-04T21:08:07Z: 'T' is expected before the hour"#,
        ),
        (
            r#"formatdate("YYYY", "2031-07-04T25:04:05Z")"#,
            r#""2031-07-04T25:04:05Z""#,
            "time",
            r#""2031-07-04T25:04:05Z" is not a time in the form 2031-07-04T21:08:07Z: there is no such time of day"#,
        ),
        (r#"formatdate("YYYY", null)"#, "null", "time", "argument must not be null"),
    ]);
}

#[test]
fn timeadd_adds_durations() {
    values(&[
        (r#"timeadd("2029-04-30T00:00:00Z", "10m")"#, r#""2029-04-30T00:10:00Z""#),
        (r#"timeadd("2029-04-30T00:00:00Z", "-1h")"#, r#""2029-04-29T23:00:00Z""#),
        (r#"timeadd("2029-04-30T00:00:00Z", "1.5h")"#, r#""2029-04-30T01:30:00Z""#),
        (r#"timeadd("2029-04-30T23:59:59Z", "1s")"#, r#""2029-05-01T00:00:00Z""#),
        (r#"timeadd("2029-04-30T00:00:00+02:00", "24h")"#, r#""2029-05-01T00:00:00+02:00""#),
        (
            r#"timeadd("9999-12-31T23:59:59-23:59", "-9223372036854775807ns")"#,
            r#""9707-09-22T00:12:42-23:59""#,
        ),
        (r#"timeadd("0000-01-01T00:00:00+23:59", "-1h")"#, r#""-001-12-31T23:00:00+23:59""#),
        (r#"timeadd("2029-04-30T00:00:00Z", "0")"#, r#""2029-04-30T00:00:00Z""#),
    ]);
    failing(&[
        (
            r#"timeadd("2029-04-30T00:00:00Z", "1d")"#,
            r#""1d" is not a duration: write numbers with units, as in 1h30m or -2.5s"#,
        ),
        (
            r#"timeadd("2029-04-30T00:00:00Z", "")"#,
            r#""" is not a duration: write numbers with units, as in 1h30m or -2.5s"#,
        ),
        (
            r#"timeadd("2029-04-30T00:00:00Z", "bad")"#,
            r#""bad" is not a duration: write numbers with units, as in 1h30m or -2.5s"#,
        ),
        (
            r#"timeadd("2029-04-30T00:00:00Z", "9999999999999999999h1s")"#,
            r#""9999999999999999999h1s" is too long a duration: write one of at most 292 years"#,
        ),
        (
            r#"timeadd("2029-04-30T00:00:00Z", "-2562047h99999999999999999999s")"#,
            r#""-2562047h99999999999999999999s" is too long a duration: write one of at most 292 years"#,
        ),
        (r#"timeadd("9999-12-31T23:59:59Z", "9223372036854775807ns")"#, "there is no such time"),
        (
            r#"timeadd("2029-04-30T00:00:00Z", "1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h")"#,
            r#""1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1h 1…" is not a duration: write numbers with units, as in 1h30m or -2.5s"#,
        ),
        (
            r#"timeadd("bad", "1h")"#,
            r#""bad" is not a time in the form 2031-07-04T21:08:07Z: the year must have four digits"#,
        ),
    ]);
}

//! Dates and times, as texts in the form of RFC 3339.

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

use super::Table;
use super::support::{builder, define_texts, known, string, text, text_refused};
use crate::func::Function;
use crate::value::{Type, Value, ValueError};

pub(super) const TABLE: &Table = table! {
    formatdate: "Formats a timestamp in RFC 3339 by a pattern, such as `YYYY-MM-DD`.",
    timeadd: "Adds a duration, such as `10m`, to a timestamp in RFC 3339.",
};

/// `formatdate(format: string, time: string) -> string`: a time in another format. Runs of letters
/// are replaced by parts of the time. Text in single quotes (`''` for a quote) and all other
/// characters are copied.
///
/// | letters | part |
/// |---|---|
/// | `YYYY`, `YY` | the year |
/// | `MMMM`, `MMM`, `MM`, `M` | the month: its name, three letters of it, its number |
/// | `DD`, `D` | the day of the month |
/// | `EEEE`, `EEE` | the day of the week |
/// | `hh`, `h`; `HH`, `H` | the hour of 24; of 12 |
/// | `AA`, `aa` | AM or PM, am or pm |
/// | `mm`, `m`; `ss`, `s` | minute; second |
/// | `ZZZZZ`, `ZZZZ`, `ZZZ`, `Z` | the offset: `+02:00`; `+0200`; the same, `UTC` for none; as in RFC 3339 |
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let formatdate = stdlib::function("formatdate").unwrap();
/// let time = value!("2031-07-04T21:08:07Z");
/// assert_eq!(
///     formatdate.call(&[value!("EEE D MMM YYYY 'at' HH:mm aa"), time])?,
///     value!("Fri 4 Jul 2031 at 09:08 pm")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// A call fails if the second argument is not a time, or if the first one has letters without a
/// meaning.
pub(super) fn formatdate() -> Function {
    define_texts(["format", "time"], Type::String, |[pattern, time], budget| {
        budget.take_steps(8_u64)?;
        let time = parse_time(time).map_err(|error| error.with_argument(1))?;
        let formatted = format(pattern, time).map_err(|error| error.with_argument(0))?;
        budget.take_bytes(formatted.len())?;
        Ok(formatted)
    })
}

/// `timeadd(timestamp: string, duration: string) -> string`: a time plus a duration. A duration is
/// numbers with units (`h`, `m`, `s`, `ms`, `us`, `ns`), as in `-1h30m`.
///
/// ```
/// use serde_hcl::{stdlib, value};
///
/// let later = stdlib::function("timeadd")
///     .unwrap()
///     .call(&[value!("2029-04-30T23:00:00Z"), value!("1h30m")])?;
/// assert_eq!(later, value!("2029-05-01T00:30:00Z"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a time, the second is not a duration, or the
/// result is beyond the year 9999.
pub(super) fn timeadd() -> Function {
    builder([string("timestamp"), string("duration")]).returns(Type::String).implement_within(known(
        |[time, duration], budget| {
            budget.take_steps(8_u64)?;
            let later = parse_time(text(time))?.checked_add(parse_duration(text(duration))?);
            let later = later.ok_or("there is no such time")?;
            Ok(Value::from(format("YYYY-MM-DD'T'hh:mm:ssZ", later)?))
        },
    ))
}

/// Returns a time in the form `2031-07-04T21:08:07Z`, with a fraction of the second or without, in
/// UTC or with an offset.
pub(super) fn parse_time(text: &str) -> Result<OffsetDateTime, ValueError> {
    let problem = |what: &str| {
        let words = "the text is not a time in the form 2031-07-04T21:08:07Z";
        text_refused(text, words, &format!(": {what}"))
    };
    let mut rest = text;
    let year = number(&mut rest, 4).ok_or_else(|| problem("the year must have four digits"))?;
    let mut parts = [0; 5];
    let names = [('-', "month"), ('-', "day"), ('T', "hour"), (':', "minute"), (':', "second")];
    for (part, (mark, name)) in parts.iter_mut().zip(names) {
        let after = rest.strip_prefix(mark);
        rest = after.ok_or_else(|| problem(&format!("{mark:?} is expected before the {name}")))?;
        *part =
            number(&mut rest, 2).ok_or_else(|| problem(&format!("the {name} must have two digits")))? as u8;
    }
    let [month, day, hour, minute, second] = parts;
    let mut nanosecond = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = &fraction[..fraction.len() - rest.len()];
        if digits.is_empty() {
            return Err(problem("a digit is expected after the dot"));
        }
        nanosecond = format!("{digits:0<9.9}").parse().unwrap_or(0);
    }
    let offset = parse_offset(rest).ok_or_else(|| problem("the offset must be Z or in the form +02:00"))?;
    let month = Month::try_from(month).map_err(|_| problem("there is no such month"))?;
    let date = Date::from_calendar_date(i32::from(year), month, day);
    let date = date.map_err(|_| problem("there is no such day in that month"))?;
    let time = Time::from_hms_nano(hour, minute, second, nanosecond);
    let time = time.map_err(|_| problem("there is no such time of day"))?;
    Ok(PrimitiveDateTime::new(date, time).assume_offset(offset))
}

/// Returns an offset from UTC: `Z`, or hours and minutes after a sign.
fn parse_offset(text: &str) -> Option<UtcOffset> {
    if text == "Z" {
        return Some(UtcOffset::UTC);
    }
    let mut rest = text.strip_prefix(['+', '-'])?;
    let hours = number(&mut rest, 2).filter(|hours| *hours < 24)?;
    rest = rest.strip_prefix(':')?;
    let minutes = number(&mut rest, 2).filter(|minutes| *minutes < 60 && rest.is_empty())?;
    let seconds = i32::from(hours) * 3600 + i32::from(minutes) * 60;
    UtcOffset::from_whole_seconds(if text.starts_with('-') { -seconds } else { seconds }).ok()
}

/// Removes a number with this many digits from the start of a text and returns it.
fn number(rest: &mut &str, digits: usize) -> Option<u16> {
    let (number, after) = rest.split_at_checked(digits)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = after;
    number.parse().ok()
}

fn parse_duration(text: &str) -> Result<Duration, ValueError> {
    let problem = || {
        text_refused(text, "the text is not a duration: write numbers with units, as in 1h30m or -2.5s", "")
    };
    let too_long =
        || text_refused(text, "the text is too long a duration: write one of at most 292 years", "");
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    if rest == "0" {
        return Ok(Duration::ZERO);
    }
    let mut nanoseconds: i64 = 0;
    loop {
        let is_digit = |character: char| character == '.' || character.is_ascii_digit();
        let (amount, after) = rest.split_at(rest.find(|it| !is_digit(it)).unwrap_or(rest.len()));
        let (unit, next) = after.split_at(after.find(is_digit).unwrap_or(after.len()));
        let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
        let unit: i128 = match unit {
            "h" => 3_600_000_000_000,
            "m" => 60_000_000_000,
            "s" => 1_000_000_000,
            "ms" => 1_000_000,
            "us" | "µs" | "μs" => 1_000,
            "ns" => 1,
            _ => return Err(problem()),
        };
        if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
            return Err(problem());
        }
        if whole.len() > 19 {
            return Err(too_long());
        }
        let fraction = &fraction[..fraction.len().min(18)];
        let scale = 10_i128.pow(fraction.len() as u32);
        // An amount has at most 19 digits, so the sum of two fits into 128 bits.
        let number = |digits: &str| format!("0{digits}").parse::<i128>().map_err(|_| problem());
        let amount = number(whole)? * unit + number(fraction)? * unit / scale;
        nanoseconds = i64::try_from(i128::from(nanoseconds) + amount).map_err(|_| too_long())?;
        if next.is_empty() {
            return Ok(Duration::nanoseconds(sign * nanoseconds));
        }
        rest = next;
    }
}

fn format(format: &str, time: OffsetDateTime) -> Result<String, ValueError> {
    let mut out = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            rest = literal(&rest[1..], &mut out)?;
        } else if first.is_ascii_alphabetic() {
            let length = rest.chars().take_while(|letter| *letter == first).count();
            out.push_str(&part(&rest[..length], time)?);
            rest = &rest[length..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(out)
}

/// Copies the text between quotes and returns the rest. Two quotes stand for one, and so do empty
/// quotes.
fn literal<'t>(text: &'t str, out: &mut String) -> Result<&'t str, ValueError> {
    if let Some(rest) = text.strip_prefix('\'') {
        out.push('\'');
        return Ok(rest);
    }
    let mut rest = text;
    while let Some((quoted, after)) = rest.split_once('\'') {
        out.push_str(quoted);
        let Some(quote) = after.strip_prefix('\'') else { return Ok(after) };
        out.push('\'');
        rest = quote;
    }
    Err("a single quote in the format is not closed".into())
}

/// Returns the part of a time for a run of letters.
fn part(letters: &str, time: OffsetDateTime) -> Result<String, ValueError> {
    let number_text = |number: u8| format!("{number:0width$}", width = letters.len());
    let offset = time.offset();
    let offset_text = |colon: &str| {
        let (hours, minutes, _) = offset.as_hms();
        let sign = if offset.is_negative() { '-' } else { '+' };
        format!("{sign}{:02}{colon}{:02}", hours.unsigned_abs(), minutes.unsigned_abs())
    };
    let month = time.month().to_string();
    let weekday = time.weekday().to_string();
    Ok(match letters {
        "YYYY" => format!("{:04}", time.year()),
        "YY" => format!("{:02}", time.year() % 100),
        "MMMM" => month,
        "MMM" => month[..3].to_owned(),
        "MM" | "M" => number_text(u8::from(time.month())),
        "DD" | "D" => number_text(time.day()),
        "EEEE" => weekday,
        "EEE" => weekday[..3].to_owned(),
        "hh" | "h" => number_text(time.hour()),
        "HH" | "H" => number_text((time.hour() + 11) % 12 + 1),
        "AA" => if time.hour() < 12 { "AM" } else { "PM" }.to_owned(),
        "aa" => if time.hour() < 12 { "am" } else { "pm" }.to_owned(),
        "mm" | "m" => number_text(time.minute()),
        "ss" | "s" => number_text(time.second()),
        "Z" if offset.is_utc() => "Z".to_owned(),
        "Z" | "ZZZZZ" => offset_text(":"),
        "ZZZ" if offset.is_utc() => "UTC".to_owned(),
        "ZZZ" | "ZZZZ" => offset_text(""),
        _ => {
            let fix = "put letters that are copied into single quotes";
            return Err(format!("{letters:?} is not a part of a time; {fix}").into());
        }
    })
}

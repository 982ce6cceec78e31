//! Texts with the maximum number of parts for each byte: the memory of the tree of a whole file,
//! and of decoding.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_hcl::{Error, Limits, Options, Value, diag::Category, json, parse_file};

use crate::work::{measure_memory, on_a_small_stack};

/// A type that visits everything and keeps nothing.
struct Visited;

impl<'de> Deserialize<'de> for Visited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Visited {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self, A::Error> {
        while seq.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while map.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}

/// The text before the repeated part, the part, and the text after it.
type Shape = (&'static str, &'static str, &'static str);

const NATIVE: &[Shape] = &[
    ("a=[", "1,", "]\n"),
    ("a=[", "1.5,", "]\n"),
    ("a=[", "1e9,", "]\n"),
    ("a=[", "9999999999999999999,", "]\n"),
    ("a=[", "[],", "]\n"),
    ("a=[", "{},", "]\n"),
    ("a=[", "b,", "]\n"),
    ("a=[", "b.b,", "]\n"),
    ("a=[", "-1,", "]\n"),
    ("a=[", "(1),", "]\n"),
    ("a=[", "f(),", "]\n"),
    ("a=[", "f::f(),", "]\n"),
    ("a=[", "\"\",", "]\n"),
    ("a=[", "\"\\n\",", "]\n"),
    ("a=[", "\"é\",", "]\n"),
    ("a=[", "\"${1}\",", "]\n"),
    ("a=[", "b[*],", "]\n"),
    ("a=[", "b?1:2,", "]\n"),
    ("a=[", "[for b in c:d],", "]\n"),
    ("a=[", "<<E\nE\n,", "]\n"),
    ("a=[", "/**/", "]\n"),
    ("a=f(", "1,", "1)\n"),
    ("a={", "b=1,", "}\n"),
    ("a={", "1=1,", "}\n"),
    ("a={", "b=1\n", "}\n"),
    ("a=", "-", "1\n"),
    ("a=", "!", "true\n"),
    ("a=1", "+1", "\n"),
    ("a=1", "*1+1", "\n"),
    ("a=true", "||true", "\n"),
    ("a=b", ".b", "\n"),
    ("a=b", ".*", "\n"),
    ("a=b", "[*]", "\n"),
    ("a=b", ".0", "\n"),
    ("a=b", "[0]", "\n"),
    ("a=b", "[\"\"]", "\n"),
    ("a=", "b?1:", "1\n"),
    ("a=\"", "${1}", "\"\n"),
    ("a=\"", "$${", "\"\n"),
    ("a=\"", "\\n", "\"\n"),
    ("a=\"", "é", "\"\n"),
    ("a=\"", "%{if b}%{endif}", "\"\n"),
    ("a=\"", "%{for b in c}%{endfor}", "\"\n"),
    ("a=<<E\n", "\n", "E\n"),
    ("a=<<-E\n", "\n", "E\n"),
    ("a=<<-E\n", " \n", "E\n"),
    ("a=<<-E\n", "a\n", "E\n"),
    ("a=<<-E\n", " a\n", " E\n"),
    ("a=<<-E\n", " ${1}\n", " E\n"),
    ("a=<<E\n", "${1}\n", "E\n"),
    ("", "b{}\n", ""),
    ("", "b c{}\n", ""),
    ("", "b \"\\n\"{}\n", ""),
    ("", "b{\nb{}\n}\n", ""),
    ("", "b{a=1}\n", ""),
    ("b ", "b ", "{}\n"),
    ("b ", "\"\"", "{}\n"),
    ("", "#\n", ""),
    ("", "//\n", ""),
    ("", "\n", ""),
];

/// Texts that are invalid.
const BROKEN: &[Shape] = &[
    ("", ",", ""),
    ("", "\n", "="),
    ("", "b{}\n", "="),
    ("", "b \"\"{}\n", "="),
    ("", "b\n", ""),
    ("", "b=\n", ""),
    ("", "b{}", ""),
    ("", "#\n", "="),
    ("", "'", ""),
    ("", "\u{1}", ""),
    ("", "é", ""),
    ("a=[", "1,", ""),
    ("a=[", "1 ", "]"),
    ("a=[", "1,", "=]\n"),
    ("a=[", "b.b,", "=]\n"),
    ("a=1", "+1", "=\n"),
    ("a=", "-", "\n"),
    ("a=\"", "${1}", ""),
    ("a=\"", "\\z", "\"\n"),
    ("a=\"", "\n", "\"\n"),
    ("a=<<E\n", "\n", ""),
    ("a=", "<<E ", ""),
    ("a=", "}", ""),
    ("", "b{", ""),
    ("", "b{\n}\n", "b{\n="),
    ("b{\n", "b{}\n", "=\n}\n"),
];

const JSON: &[Shape] = &[
    ("{\"a\":[", "1,", "1]}"),
    ("{\"a\":[", "1.5,", "1]}"),
    ("{\"a\":[", "1e9,", "1]}"),
    ("{\"a\":[", "9999999999999999999,", "1]}"),
    ("{\"a\":[", "[],", "1]}"),
    ("{\"a\":[", "{},", "1]}"),
    ("{\"a\":[", "\"\",", "1]}"),
    ("{\"a\":[", "\"\\n\",", "1]}"),
    ("{\"a\":[", "\"${1}\",", "1]}"),
    ("{\"a\":\"", "${1}", "\"}"),
    ("{\"a\":\"", "\\n", "\"}"),
    ("{\"a\":\"", "\\n", "${1}\"}"),
    ("{\"a\":{", "\"\":1,", "\"\":1}}"),
    ("{", "\"\":1,", "\"\":1}"),
    ("{", "\"a\":{},", "\"\":1}"),
    ("[", "{},", "{}]"),
    ("[", "{\"\":1},", "{}]"),
    ("{\"a\":", "[", ""),
    ("[", "1,", ""),
    ("[", "\"\\z\",", "1]"),
    ("[", "nul,", "1]"),
    ("", " ", ""),
];

/// Returns a text of `n` bytes, less one part at most.
fn text((before, part, after): Shape, length: usize) -> String {
    before.to_owned() + &part.repeat((length - before.len() - after.len()) / part.len()) + after
}

/// The default limits in proportion to the length of the input.
fn options(input: usize, is_json: bool) -> Options {
    let mut limits = Limits::default();
    let share = |limit: u64| limit.div_ceil(Limits::default().input / input as u64);
    (limits.steps, limits.bytes, limits.elements) =
        (share(limits.steps), share(limits.bytes), share(limits.elements));
    limits.input = input as u64;
    let options = Options::new().limits(limits);
    if is_json { options.json(true) } else { options }
}

/// The location of the excess, if the text has more parts than are allowed.
fn excess(error: Option<&Error>) -> Option<usize> {
    let error = error.filter(|error| error.to_string().contains("Text too long"))?;
    assert_eq!(error.category(), Category::Limit);
    error.span().map(|span| span.start as usize)
}

/// The peak of the heap while texts of a shape are decoded, with this maximum length of the input:
/// a text of that length, and if it has too many parts, a text with the maximum number of parts.
fn peak(shape: Shape, input: usize, is_json: bool) -> u64 {
    let decoded = |length: usize| {
        on_a_small_stack(move || {
            let text = text(shape, length);
            let mut errors = [None, None];
            let memory = measure_memory(|| {
                let options = options(input, is_json);
                errors = [options.from_str::<Visited>(&text).err(), options.from_str::<Value>(&text).err()];
            });
            (memory.peak, excess(errors[0].as_ref()))
        })
    };
    let (mut peak, mut excess) = decoded(input);
    let (before, part, after) = shape;
    let around = before.len() + after.len();
    let mut length = input / 8 * part.len();
    while let Some(at) = excess {
        // Lines of a heredoc have no locations of their own.
        length = if at > around { at } else { length / 2 };
        let (allowed, other) = decoded(length - 4 * part.len() - around);
        peak = peak.max(allowed);
        excess = other;
    }
    peak
}

/// Limits allow parts in proportion to the input, so a result for a fraction of the default input
/// applies to all of it.
fn shapes_above(input: usize, shapes: impl Iterator<Item = (Shape, bool)>) -> Vec<String> {
    let most = 1_000_000_000 / (Limits::default().input / input as u64);
    let large = shapes.filter_map(|(shape, is_json)| {
        let peak = peak(shape, input, is_json);
        (peak > most).then(|| format!("{shape:?}: {peak} bytes"))
    });
    large.collect()
}

#[test]
fn any_file_within_the_limits_fits_into_memory() {
    let native = NATIVE.iter().chain(BROKEN).map(|shape| (*shape, false));
    let shapes = native.chain(JSON.iter().map(|shape| (*shape, true)));
    let large = shapes_above(1 << 20, shapes.step_by(test_support::step(40)));
    assert!(large.is_empty(), "{large:#?}");
}

/// Some of the largest texts, with the default limits.
#[test]
#[cfg_attr(debug_assertions, ignore = "the texts are long")]
fn files_of_full_size_fit_into_memory() {
    let shapes = [
        (("a=<<E\n", "${1}\n", "E\n"), false),
        (("a={", "b=1,", "}\n"), false),
        (("", "\n", "="), false),
        (("a=\"", "\\z", "\"\n"), false),
        (("{\"a\":{", "\"\":1,", "\"\":1}}"), true),
    ];
    let large = shapes_above(Limits::default().input as usize, shapes.into_iter());
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn texts_with_too_many_parts_are_refused() {
    for (shape, is_json, expected) in [
        (
            ("a=[", "1,", "]\n"),
            false,
            "1:100001: Text too long: The text has more than 100000 tokens. Split it into several files, or raise \
             Limits::input, which allows one for each eight bytes.",
        ),
        (
            ("{\"a\":[", "1,", "1]}"),
            true,
            "1:200007: Text too long: The text has more than 100000 values. Split it into several files, or raise \
             Limits::input, which allows one for each eight bytes.",
        ),
    ] {
        let text = text(shape, 300_000);
        let error = options(text.len(), is_json).from_str::<Value>(&text).expect_err("it has too many");
        assert_eq!(error.to_string(), expected);
        assert!(options(8 * text.len(), is_json).from_str::<Visited>(&text).is_ok());
        // Parsing without decoding accepts any number.
        assert!(is_json || parse_file(text.as_str()).into_result().is_ok());
        assert!(!is_json || json::parse_file(text.as_str()).into_result().is_ok());
    }
}

/// Real files have about six bytes for each token.
#[test]
fn a_text_as_it_is_written_may_have_half_the_length() {
    let resource = "resource \"aws_instance\" \"web\" {\n  ami           = \"ami-0c55b159cbfafe1f0\"\n  \
                    instance_type = \"t3.micro\"\n  tags = {\n    Name = \"web\"\n  }\n}\n";
    let text = resource.repeat((1 << 20) / resource.len());
    assert!(options(2 * text.len(), false).from_str::<Visited>(&text).is_ok());
}

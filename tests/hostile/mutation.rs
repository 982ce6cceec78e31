//! The texts of the project, cut off at any offset and with changed bytes.

use crate::work::{is_full, on_a_small_stack};
use test_support::texts;

use crate::entry_points;

/// The number of bytes of mutated text that one test parses.
fn budget() -> usize {
    if is_full() { 12_000_000 } else { 10_000 }
}

/// A generator of pseudorandom numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// The texts of the project, and files of a corpus beside it where there is one.
fn all() -> Vec<String> {
    let root = test_support::root();
    let mut all = texts::project(root);
    all.retain(|text| text.len() < 20_000);
    all.extend(texts::files(&root.join("../shared/corpus"), &["hcl", "tf", "json"], 200));
    assert!(all.len() > 1_000, "only {} texts", all.len());
    all
}

fn call_entry_points(text: &str) {
    entry_points::native(text);
    if text.trim_start().starts_with(['{', '[']) {
        entry_points::json(text);
    }
}

/// Where a token may end: between characters of different kinds.
fn boundaries(text: &str) -> Vec<usize> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => u32::from(c),
    };
    let pairs = text.char_indices().zip(text.chars().skip(1));
    pairs
        .filter(|((_, left), right)| kind(*left) != kind(*right))
        .map(|((at, left), _)| at + left.len_utf8())
        .collect()
}

#[test]
fn texts_can_be_cut_off_at_every_token() {
    on_a_small_stack(|| {
        let mut random = Random(0x5eed);
        let mut left = budget();
        let all: Vec<_> = all().into_iter().step_by(test_support::step(120)).collect();
        // Every text is tested, short ones at every token.
        for text in &all {
            let boundaries = boundaries(text);
            let share = budget() / all.len();
            let every = (boundaries.len() * text.len() / 2 / share.max(1)).max(1);
            for boundary in boundaries.iter().skip(random.below(every)).step_by(every) {
                call_entry_points(&text[..*boundary]);
                left = left.saturating_sub(*boundary);
            }
            if left == 0 {
                break;
            }
        }
    });
}

/// Returns the parts of a text that end with an item at its top level. A text that is cut off in
/// one of them has the same errors with the parts before, which are whole.
fn items(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        if line.starts_with('}') || end == text.len() {
            items.push(&text[start..end]);
            start = end;
        }
    }
    items
}

/// The same for all items of all texts, at every token.
#[test]
#[ignore = "it takes a minute without optimization: cargo test --release --test hostile -- --ignored"]
fn all_items_can_be_cut_off_at_every_token() {
    on_a_small_stack(|| {
        for text in all() {
            for item in items(&text) {
                for boundary in boundaries(item) {
                    call_entry_points(&item[..boundary]);
                }
            }
        }
    });
}

/// Diagnosis looks at a limited number of bytes. Wide characters can begin at any of them.
#[test]
fn wide_characters_can_be_anywhere() {
    let starts = [
        "",
        "{",
        "[",
        "{a",
        "{\"",
        "{'",
        "{“",
        "{\"a\": x",
        "a = ",
        "a = x ",
        "a = \"",
        "a = '",
        "a {",
        "a = <<E\n",
    ];
    on_a_small_stack(move || {
        let texts = starts.iter().flat_map(|start| {
            ["é", "\u{feff}", "👍"]
                .iter()
                .flat_map(move |wide| ["", "\"", "'}"].map(|end| (start, wide, end)))
        });
        // The step has no factor in common with the numbers of characters and ends.
        for (start, wide, end) in texts.step_by(test_support::step(11)) {
            for pad in 0..wide.len() {
                let text = [start, "x", &" ".repeat(pad), &wide.repeat(520), end].concat();
                let errors = [serde_hcl::parse_file(&*text), serde_hcl::json::parse_file(&*text)]
                    .map(|parsed| format!("{:#}", parsed.diagnostics));
                assert!(errors.iter().any(|errors| !errors.is_empty()), "{text:?}");
            }
        }
    });
}

#[test]
fn bytes_can_be_changed_anywhere() {
    const BYTES: &[u8] = b"\0\n\r\t \"$%{}[]()<>=:?.,-+*/#\\~!&|'`_a0e\xc3\xa9\xff\xef\xbb\xbf";
    on_a_small_stack(|| {
        let mut random = Random(0xb17e5);
        let mut left = budget();
        let all = all();
        while left > 0 {
            let mut bytes = all[random.below(all.len())].clone().into_bytes();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len() + 1);
                let byte = BYTES[random.below(BYTES.len())];
                match random.below(4) {
                    0 => bytes.insert(at, byte),
                    1 if at < bytes.len() => _ = bytes.remove(at),
                    2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                    _ if at < bytes.len() => bytes[at] = byte,
                    _ => bytes.push(byte),
                }
            }
            left = left.saturating_sub(bytes.len().max(50));
            let source = serde_hcl::Source::from_bytes("", bytes);
            call_entry_points(source.text());
            assert!(
                source.invalid_utf8().is_none() || serde_hcl::parse_file(source).diagnostics.has_errors()
            );
        }
    });
}

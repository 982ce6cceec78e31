//! Texts with tab stops.

/// A text to insert, with the places where the rest is typed.
#[derive(Clone, Default, Debug)]
pub(super) struct Snippet {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    /// A place with a text that is replaced.
    Stop(String),
    /// A place with one of several texts.
    Choice(Vec<String>),
    /// The place after all others.
    End,
}

impl Snippet {
    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    pub(super) fn stop(mut self, placeholder: impl Into<String>) -> Self {
        self.parts.push(Part::Stop(placeholder.into()));
        self
    }

    pub(super) fn choice(mut self, texts: Vec<String>) -> Self {
        self.parts.push(Part::Choice(texts));
        self
    }

    pub(super) fn end(mut self) -> Self {
        self.parts.push(Part::End);
        self
    }

    pub(super) fn then(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self
    }

    pub(super) fn has_stops(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Text(_)))
    }

    /// Returns the text for editors without tab stops: that of each place, or the first of several.
    pub(super) fn plain(&self) -> String {
        let mut plain = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) | Part::Stop(text) => plain.push_str(text),
                Part::Choice(texts) => plain.extend(texts.first().map(String::as_str)),
                // A line of its own stays away.
                Part::End => {
                    let line = plain.rfind('\n').filter(|start| plain[*start..].trim().is_empty());
                    plain.truncate(line.unwrap_or(plain.len()));
                }
            }
        }
        plain
    }

    /// Returns the text in the syntax of the protocol.
    pub(super) fn snippet(&self) -> String {
        let mut text = String::new();
        let mut next = 1;
        for part in &self.parts {
            match part {
                Part::Text(plain) => text.push_str(&escaped(plain, &['$', '\\'])),
                Part::Stop(placeholder) if placeholder.is_empty() => text.push_str(&format!("${{{next}}}")),
                Part::Stop(placeholder) => {
                    text.push_str(&format!("${{{next}:{}}}", escaped(placeholder, &['$', '}', '\\'])));
                }
                Part::Choice(choices) => {
                    let choices: Vec<_> =
                        choices.iter().map(|it| escaped(it, &['$', '}', '\\', ',', '|'])).collect();
                    text.push_str(&format!("${{{next}|{}|}}", choices.join(",")));
                }
                Part::End => text.push_str("$0"),
            }
            next += u32::from(matches!(part, Part::Stop(_) | Part::Choice(_)));
        }
        text
    }
}

fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if special.contains(&letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Snippet;

    #[test]
    fn special_characters_are_escaped() {
        let snippet = Snippet::default().text("a${}\\").stop("b}").choice(vec!["c,d|".to_owned()]).end();
        assert_eq!(snippet.snippet(), r"a\${}\\${1:b\}}${2|c\,d\||}$0");
        assert_eq!(snippet.plain(), "a${}\\b}c,d|");
    }
}

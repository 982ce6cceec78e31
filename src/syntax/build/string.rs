//! Literal text: plain strings, escape sequences, `$${` and `%%{`.

use super::{BuildResult, Builder, Rejected};
use crate::source::Span;
use crate::syntax::ast::tree::{ExprId, ExprKind, StringRef, TemplateForm};

impl Builder<'_, '_> {
    /// Builds a quoted template without interpolations and directives.
    pub(super) fn string(&mut self, at: usize) -> BuildResult<ExprId> {
        let span = self.span_of(at);
        let text = self.string_text(at)?;
        Ok(self.tree.add(span, ExprKind::String(text, TemplateForm::Quoted)))
    }

    /// Returns the text of a string, with escape sequences replaced.
    pub(super) fn string_text(&mut self, at: usize) -> BuildResult<StringRef> {
        let span = self.span_of(at);
        let literal = Span::new(span.start + 1, span.end - 1);
        let raw = self.slice(literal);
        if !self.terminals.is_escaped(at) || !needs_unescaping(raw, true) {
            return Ok(StringRef::verbatim(literal));
        }
        self.add_unescaped(|builder, text| {
            let raw = builder.slice(literal);
            unescape_into(raw, true, text).map_err(|at| Rejected(literal.start + at as u32))
        })
    }

    /// Adds a text that a function writes.
    pub(super) fn add_unescaped(
        &mut self,
        write: impl FnOnce(&Self, &mut String) -> BuildResult<()>,
    ) -> BuildResult<StringRef> {
        let mut text = std::mem::take(&mut self.unescaped);
        text.clear();
        write(self, &mut text)?;
        let added = self.tree.add_string(&*text);
        self.unescaped = text;
        Ok(added)
    }
}

/// Returns whether a literal has anything to replace.
pub(super) fn needs_unescaping(raw: &str, quoted: bool) -> bool {
    let bytes = raw.as_bytes();
    // Most literals contain none of these bytes. The fold has no branch for each byte.
    let is_mark = |byte: &u8| matches!(byte, b'\\' | b'$' | b'%');
    if !bytes.iter().fold(false, |found, byte| found | is_mark(byte)) {
        return false;
    }
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'\\' => quoted,
        b'$' | b'%' => bytes.get(at + 1) == Some(&b'{'),
        _ => false,
    })
}

/// Appends the text of a literal, with `$${` and `%%{` replaced, and escape sequences if it is
/// quoted. The error is the offset of an invalid escape sequence. In quotes, `a\tb$${c}` becomes
/// `a`, a tab, `b` and `${c}`.
pub(super) fn unescape_into(raw: &str, quoted: bool, text: &mut String) -> Result<(), usize> {
    if !needs_unescaping(raw, quoted) {
        text.push_str(raw);
        return Ok(());
    }
    let mut rest = raw;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'\\' | b'$' | b'%')) {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let taken = if special.starts_with("$${") || special.starts_with("%%{") {
            text.push_str(&special[1..3]);
            3
        } else if quoted && special.starts_with('\\') {
            let (character, taken) = escape(special).ok_or(raw.len() - special.len())?;
            text.push(character);
            taken
        } else {
            text.push_str(&special[..1]);
            1
        };
        rest = &special[taken..];
    }
    text.push_str(rest);
    Ok(())
}

/// Returns the character of the escape sequence at the start of a text, and the length of the
/// sequence. For `\n` and `\u00e9` these are a line ending with 2, and `é` with 6.
fn escape(text: &str) -> Option<(char, usize)> {
    let hexadecimal = |digits: usize| {
        // `from_str_radix` would also accept a sign.
        let digits =
            text.get(2..2 + digits).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        Some((char::from_u32(code)?, 2 + digits.len()))
    };
    match text.as_bytes().get(1)? {
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        b'"' => Some(('"', 2)),
        b'\\' => Some(('\\', 2)),
        b'u' => hexadecimal(4),
        b'U' => hexadecimal(8),
        _ => None,
    }
}

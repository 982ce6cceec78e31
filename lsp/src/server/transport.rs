//! Messages on a stream: headers, an empty line, and content in JSON.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// The maximum length of a header, in bytes.
const MAX_HEADER: u64 = 4096;

/// The maximum length of the content of a message, in bytes. A document is in one message.
const MAX_CONTENT: u64 = 256 << 20;

/// What an editor sent.
pub(super) enum Received {
    Message(Message),
    /// Content that is no message. The stream continues after it.
    Other(Refusal),
}

/// The answer to content that is no message.
pub(super) struct Refusal {
    /// The identifier of the request, or null.
    id: Value,
    code: ErrorCode,
    reason: String,
}

impl Refusal {
    /// Writes the answer. [`lsp_server::Response`] cannot have the identifier null.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let error = json!({ "code": self.code as i32, "message": self.reason });
        let content = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        write!(output, "Content-Length: {}\r\n\r\n{content}", content.len())?;
        output.flush()
    }
}

/// Returns what comes next; `None` at the end of the stream.
///
/// # Errors
/// Returns an error if reading fails, or if a header is invalid, so that the next message cannot be
/// found.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(MAX_HEADER).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let Some(header) = line.strip_suffix('\n') else {
            return Err(invalid("a header has no end"));
        };
        let header = header.strip_suffix('\r').unwrap_or(header);
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else {
            return Err(invalid(format!("{header:?} is no header: an editor starts this program")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse().ok().filter(|length| *length <= MAX_CONTENT);
        }
    }
    let length = length.ok_or_else(|| invalid("a message has no length, or is too long"))?;
    let mut content = Vec::new();
    if input.take(length).read_to_end(&mut content)? as u64 != length {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the input ends within a message"));
    }
    Ok(Some(parse(content)))
}

/// Parses the content of a message.
fn parse(mut content: Vec<u8>) -> Received {
    replace_lone_surrogates(&mut content);
    let (id, code, reason) = match serde_json::from_slice::<Value>(&content) {
        Err(error) => (Value::Null, ErrorCode::ParseError, format!("the message is not valid JSON: {error}")),
        Ok(value) => {
            let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
            match serde_json::from_value(value) {
                Ok(message) => return Received::Message(message),
                Err(_) => {
                    let reason = "the message is not a request, a response or a notification";
                    (id.unwrap_or_default(), ErrorCode::InvalidRequest, reason.to_owned())
                }
            }
        }
    };
    Received::Other(Refusal { id, code, reason })
}

/// Replaces escapes of halves of characters, such as `\ud83d` without `\ude00` after it, by
/// replacement characters. An editor that splits a character sends them, and they have no UTF-8.
/// Both have one unit in UTF-16, so the positions of all other text stay the same.
fn replace_lone_surrogates(content: &mut [u8]) {
    let unit = |content: &[u8], at: usize| {
        let escape = content.get(at..at + 6).filter(|it| it.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let mut at = 0;
    while let Some(next) = content[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        let (first, second) = (unit(content, at), unit(content, at + 6));
        at += match (first, second) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                content[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            _ => 2,
        };
        at = at.min(content.len());
    }
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

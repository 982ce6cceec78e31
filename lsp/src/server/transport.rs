//! Messages on a stream: headers, an empty line, and content in JSON.

use std::io::{self, BufRead, Read};

use lsp_server::Message;

/// The maximum length of a header, in bytes.
const MAX_HEADER: u64 = 4096;

/// The maximum length of the content of a message, in bytes. A document is in one message.
const MAX_CONTENT: u64 = 256 << 20;

/// Returns the next message; `None` at the end of the stream.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
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
    input.take(length).read_to_end(&mut content)?;
    let message = serde_json::from_slice(&content);
    message.map(Some).map_err(|error| invalid(format!("a message is no JSON of the protocol: {error}")))
}

fn invalid(reason: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.into())
}

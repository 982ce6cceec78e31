//! Paths of files as URIs.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

const SCHEME: &str = "file://";

/// Returns the path of a `file:` URI.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().get(..SCHEME.len()).filter(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
    let rest = uri.as_str().get(text?.len()..)?;
    // The name of the host, such as `localhost`, is before the path.
    let path = rest.get(rest.find('/')?..)?.split(['?', '#']).next()?;
    Some(PathBuf::from(without_slash(&decoded(path)?, cfg!(windows))))
}

/// Returns a path without the slash before the drive on Windows: `/C:/folder`.
fn without_slash(path: &str, is_windows: bool) -> &str {
    let is_drive = matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    if is_windows && is_drive { &path[1..] } else { path }
}

/// Returns the `file:` URI of an absolute path.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = String::from(SCHEME);
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => _ = write!(uri, "%{byte:02X}"),
        }
    }
    Uri::from_str(&uri).ok()
}

/// Resolves escapes such as `%20`.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend(parts.next()?.bytes());
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok())?;
        bytes.push(code);
        bytes.extend(part.as_bytes().get(2..)?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::str::FromStr;

    use super::{Uri, path, uri, without_slash};

    #[test]
    fn a_path_and_its_uri_are_converted_into_each_other() {
        for name in ["/a/main.tf", "/a b/ü%20?#[x].hcl", "/"] {
            let uri = uri(Path::new(name)).expect("it has a URI");
            assert_eq!(path(&uri), Some(PathBuf::from(name)), "{}", uri.as_str());
        }
    }

    #[test]
    fn a_drive_of_windows_has_no_slash_before_it() {
        for (path, is_windows, expected) in
            [("/c:/a.tf", true, "c:/a.tf"), ("/c:/a.tf", false, "/c:/a.tf"), ("/cd:/a.tf", true, "/cd:/a.tf")]
        {
            assert_eq!(without_slash(path, is_windows), expected);
        }
    }

    #[test]
    fn a_uri_without_a_path_is_no_file() {
        for (text, expected) in [
            ("file:///a%3A/b.tf", Some("/a:/b.tf")),
            ("FILE:///x", Some("/x")),
            ("file://localhost/x", Some("/x")),
            ("file:///%ff", None),
            ("untitled:Untitled-1", None),
            ("git:/x.tf", None),
        ] {
            let uri = Uri::from_str(text).expect("it is a URI");
            assert_eq!(path(&uri), expected.map(PathBuf::from), "{text}");
        }
    }
}

//! Paths of files as URIs.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SCHEME: &str = "file://";

/// The characters of paths that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns the path of a `file:` URI.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().get(..SCHEME.len()).filter(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
    let rest = uri.as_str().get(text?.len()..)?;
    // The name of the host, such as `localhost`, is before the path.
    let path = rest.get(rest.find('/')?..)?.split(['?', '#']).next()?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some(PathBuf::from(without_slash(&path, cfg!(windows))))
}

/// Returns a path without the slash before the drive on Windows: `/C:/folder`.
fn without_slash(path: &str, is_windows: bool) -> &str {
    let is_drive = matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    if is_windows && is_drive { &path[1..] } else { path }
}

/// Returns the `file:` URI of an absolute path.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("{SCHEME}{slash}{}", utf8_percent_encode(&path, ESCAPED))).ok()
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

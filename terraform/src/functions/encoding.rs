//! Base64, also of compressed texts and of texts in other character encodings.

use std::io::{Read, Write};

use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::{DecodeError, Engine};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type};

use super::Table;
use super::support::{define_texts, refused, text_refused};

pub(super) const TABLE: &Table = table! {
    base64encode: "Encodes the UTF-8 bytes of a string in Base64.",
    base64decode: "Decodes a string in Base64 to UTF-8 text.",
    base64gzip: "Compresses a string with gzip, and encodes the result in Base64.",
    base64gunzip: "Decodes a string in Base64, and decompresses the gzip data in it.",
    textencodebase64: "Encodes a string in a character encoding, and the result in Base64.",
    textdecodebase64: "Decodes a string in Base64 from a character encoding.",
};

/// The alphabet of RFC 4648, section 4, with padding. As in Terraform, the bits after the last byte
/// may have any value.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

pub(super) fn encode(bytes: &[u8], budget: &Budget) -> Result<String, ValueError> {
    budget.take_bytes((bytes.len() as u64).saturating_add(2) / 3 * 4)?;
    Ok(STANDARD.encode(bytes))
}

pub(super) fn decode(text: &str, budget: &Budget) -> Result<Vec<u8>, ValueError> {
    budget.take_parts(text.len() / 2)?;
    budget.take_bytes(text.len())?;
    let joined: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    LENIENT.decode(joined).map_err(|error| {
        ValueError::from(match error {
            DecodeError::InvalidByte(..) => "the text is not base64: it has a character of no meaning there",
            DecodeError::InvalidLength(_) => "the text is not base64: its end is missing",
            _ => "the text is not base64: its padding with \"=\" is wrong or missing",
        })
    })
}

/// `base64encode(str: string) -> string`: the UTF-8 bytes of the text in base64 (RFC 4648, section
/// 4).
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encoded = function("base64encode").unwrap().call(&[value!("Hello World")])?;
/// assert_eq!(encoded, value!("SGVsbG8gV29ybGQ="));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn base64encode() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        budget.take_parts(text.len() / 2)?;
        encode(text.as_bytes(), budget)
    })
}

/// `base64decode(str: string) -> string`: the text whose UTF-8 bytes are encoded in base64 (RFC
/// 4648, section 4). Line breaks are ignored.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let text = function("base64decode").unwrap().call(&[value!("SGVsbG8gV29ybGQ=")])?;
/// assert_eq!(text, value!("Hello World"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not base64, or if the bytes are not UTF-8.
pub(super) fn base64decode() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        let bytes = decode(text, budget)?;
        String::from_utf8(bytes).map_err(|_| ValueError::from("the decoded bytes are not valid UTF-8"))
    })
}

/// `base64gzip(str: string) -> string`: the UTF-8 bytes of the text, compressed as by gzip (RFC
/// 1952), in base64. The compressed bytes can differ from those of Terraform; decompressed they are
/// the same.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encoded = function("base64gzip").unwrap().call(&[value!("Hello World")])?;
/// assert!(encoded.as_str().is_some_and(|text| text.starts_with("H4sIAAAAAAAA")));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn base64gzip() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        // The tables of the compressor have a constant cost.
        budget.take_steps(1000_u64)?;
        budget.take_parts((text.len() as u64).saturating_mul(4))?;
        budget.take_bytes(text.len())?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let compressed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        // Writing to a vector does not fail.
        encode(&compressed.map_err(|_| ValueError::from("the text cannot be compressed"))?, budget)
    })
}

/// `base64gunzip(str: string) -> string`: the text whose UTF-8 bytes are compressed as by gzip (RFC
/// 1952) and encoded in base64, the inverse of [`base64gzip`].
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let text = value!("H4sIAAAAAAAA/8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==");
/// assert_eq!(function("base64gunzip").unwrap().call(&[text])?, value!("hello world"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not base64, or its bytes are not compressed by gzip, or the
/// decompressed bytes are not UTF-8.
pub(super) fn base64gunzip() -> Function {
    define_texts(["str"], Type::String, |[text], budget| {
        // The tables of the decompressor have a constant cost.
        budget.take_steps(1000_u64)?;
        let compressed = decode(text, budget)?;
        let mut decoder = MultiGzDecoder::new(&*compressed);
        let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
        loop {
            let length = decoder.read(&mut part);
            let length = length.map_err(|_| ValueError::from("the bytes are not compressed by gzip"))?;
            if length == 0 {
                break;
            }
            // A short text can be that of many bytes.
            budget.take_bytes(length)?;
            budget.take_parts(length)?;
            bytes.extend_from_slice(&part[..length]);
        }
        String::from_utf8(bytes).map_err(|_| ValueError::from("the decompressed bytes are not valid UTF-8"))
    })
}

/// A character encoding by its name in the registry of IANA.
#[derive(Clone, Copy)]
enum Charset {
    /// The characters up to this one, each as a byte.
    Bytes(u8),
    /// UTF-16 with a byte order mark.
    Utf16,
    Other(&'static Encoding),
}

impl Charset {
    fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "US-ASCII" | "ASCII" => return Some(Self::Bytes(0x7f)),
            "ISO-8859-1" | "ISO_8859-1" | "LATIN1" => return Some(Self::Bytes(0xff)),
            "UTF-16" => return Some(Self::Utf16),
            _ => {}
        }
        // Only names of encodings are accepted. The Encoding Standard maps further labels to
        // encodings with more characters than the IANA registry assigns to them.
        let name = if name.eq_ignore_ascii_case("CP936") { "GBK" } else { name };
        let encoding = Encoding::for_label(name.as_bytes())?;
        let is_known = encoding.name().eq_ignore_ascii_case(name)
            && encoding != encoding_rs::REPLACEMENT
            && encoding != encoding_rs::X_USER_DEFINED;
        is_known.then_some(Self::Other(encoding))
    }

    /// Returns the charset that an argument names.
    fn argument(name: &str) -> Result<Self, ValueError> {
        Self::from_name(name).ok_or_else(|| {
            let public = "this is not the name of a supported character encoding, such as UTF-16LE";
            text_refused(name, public, "").with_argument(1)
        })
    }

    fn encode(self, text: &str) -> Option<Vec<u8>> {
        let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes);
        match self {
            Self::Bytes(last) => {
                text.chars().map(|letter| u8::try_from(letter).ok().filter(|byte| *byte <= last)).collect()
            }
            Self::Utf16 => Some([0xfe, 0xff].into_iter().chain(units(u16::to_be_bytes)).collect()),
            Self::Other(encoding) if encoding == UTF_16LE => Some(units(u16::to_le_bytes).collect()),
            Self::Other(encoding) if encoding == UTF_16BE => Some(units(u16::to_be_bytes).collect()),
            Self::Other(encoding) => {
                let (bytes, _, has_other_characters) = encoding.encode(text);
                (!has_other_characters && is_assigned(encoding, text)).then(|| bytes.into_owned())
            }
        }
    }

    fn decode(self, bytes: &[u8]) -> Option<String> {
        let (encoding, bytes) = match (self, bytes) {
            (Self::Bytes(last), _) => {
                return bytes.iter().map(|byte| Some(char::from(*byte)).filter(|_| *byte <= last)).collect();
            }
            (Self::Utf16, [0xff, 0xfe, rest @ ..]) => (UTF_16LE, rest),
            (Self::Utf16, [0xfe, 0xff, rest @ ..] | rest) => (UTF_16BE, rest),
            (Self::Other(encoding), _) => (encoding, bytes),
        };
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        is_assigned(encoding, &text).then(|| text.into_owned())
    }
}

/// Returns whether an encoding has all characters of a text. The Encoding Standard maps the bytes
/// without a character in a code page of Windows to controls.
fn is_assigned(encoding: &'static Encoding, text: &str) -> bool {
    !encoding.name().starts_with("windows-") || !text.contains(|letter| matches!(letter, '\u{80}'..='\u{9f}'))
}

/// `textencodebase64(string: string, encoding: string) -> string`: the bytes of the text in a
/// character encoding, in base64.
///
/// An encoding has its name in the registry of IANA: UTF-8, UTF-16, UTF-16LE, UTF-16BE, US-ASCII,
/// ISO-8859-1 and most others of that series, windows-1250 to windows-1258, windows-874, IBM866,
/// KOI8-R, KOI8-U, macintosh, GBK, gb18030, Big5, EUC-JP, Shift_JIS, ISO-2022-JP, EUC-KR. Upper and
/// lower case are the same.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let encoded = function("textencodebase64")
///     .unwrap()
///     .call(&[value!("Hello"), value!("UTF-16LE")])?;
/// assert_eq!(encoded, value!("SABlAGwAbABvAA=="));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the encoding is not supported, or lacks a character of the text.
pub(super) fn textencodebase64() -> Function {
    define_texts(["string", "encoding"], Type::String, |[text, charset], budget| {
        let charset = Charset::argument(charset)?;
        budget.take_parts(text.len())?;
        budget.take_bytes((text.len() as u64).saturating_mul(2))?;
        let bytes = charset.encode(text);
        encode(
            &bytes.ok_or_else(|| refused(0, "the text has characters that this encoding does not have"))?,
            budget,
        )
    })
}

/// `textdecodebase64(source: string, encoding: string) -> string`: the text whose bytes in a
/// character encoding are encoded in base64. See [`textencodebase64`] for the encodings.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let text = function("textdecodebase64")
///     .unwrap()
///     .call(&[value!("SABlAGwAbABvAA=="), value!("UTF-16LE")])?;
/// assert_eq!(text, value!("Hello"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the encoding is not supported, the text is not base64, or its bytes have no
/// meaning in the encoding.
pub(super) fn textdecodebase64() -> Function {
    define_texts(["source", "encoding"], Type::String, |[text, charset], budget| {
        let charset = Charset::argument(charset)?;
        let bytes = decode(text, budget).map_err(|error| error.with_argument(0))?;
        budget.take_parts(bytes.len())?;
        budget.take_bytes((bytes.len() as u64).saturating_mul(2))?;
        let decoded = charset.decode(&bytes);
        decoded.ok_or_else(|| refused(0, "the text has bytes that have no meaning in this encoding"))
    })
}

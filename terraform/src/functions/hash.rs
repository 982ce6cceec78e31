//! Hashes of texts, which are taken of their UTF-8 bytes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::digest::Output;
use md5::{Digest, Md5};
use serde_hcl::func::Budget;
use serde_hcl::value::{ErrorKind, ValueError};
use serde_hcl::{Function, Type};
use sha1::Sha1;
use sha2::{Sha256, Sha512};
use uuid::Uuid;

use super::Table;
use super::support::{define_texts, quoted};

pub(super) const TABLE: &Table = table! {
    md5: "Returns the MD5 hash of a string in hexadecimal digits.",
    sha1: "Returns the SHA-1 hash of a string in hexadecimal digits.",
    sha256: "Returns the SHA-256 hash of a string in hexadecimal digits.",
    sha512: "Returns the SHA-512 hash of a string in hexadecimal digits.",
    base64sha256: "Returns the SHA-256 hash of a string in Base64.",
    base64sha512: "Returns the SHA-512 hash of a string in Base64.",
    uuidv5: "Returns the UUID of a name in a namespace.",
};

/// Returns the hash of a content as a text.
pub(super) type Hash = fn(&[u8], &Budget) -> Result<String, ValueError>;

/// The functions of the hashes of files, under their names, with their descriptions.
pub(super) const OF_FILES: [(&str, Hash, &str); 6] = [
    ("filemd5", hexadecimal::<Md5>, "Returns the MD5 hash of the content of a file in hexadecimal digits."),
    (
        "filesha1",
        hexadecimal::<Sha1>,
        "Returns the SHA-1 hash of the content of a file in hexadecimal digits.",
    ),
    (
        "filesha256",
        hexadecimal::<Sha256>,
        "Returns the SHA-256 hash of the content of a file in hexadecimal digits.",
    ),
    (
        "filesha512",
        hexadecimal::<Sha512>,
        "Returns the SHA-512 hash of the content of a file in hexadecimal digits.",
    ),
    ("filebase64sha256", in_base64::<Sha256>, "Returns the SHA-256 hash of the content of a file in Base64."),
    ("filebase64sha512", in_base64::<Sha512>, "Returns the SHA-512 hash of the content of a file in Base64."),
];

/// Returns a function of the hash of a text.
fn of_text(hash: Hash) -> Function {
    define_texts(["str"], Type::String, move |[text], budget| hash(text.as_bytes(), budget))
}

fn hash<D: Digest>(content: &[u8], budget: &Budget) -> Result<Output<D>, ValueError> {
    budget.take_steps(10_u64)?;
    budget.take_parts(content.len())?;
    let digest = D::digest(content);
    budget.take_bytes(2 * digest.len())?;
    Ok(digest)
}

fn hexadecimal<D: Digest>(content: &[u8], budget: &Budget) -> Result<String, ValueError> {
    Ok(hash::<D>(content, budget)?.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn in_base64<D: Digest>(content: &[u8], budget: &Budget) -> Result<String, ValueError> {
    Ok(STANDARD.encode(hash::<D>(content, budget)?))
}

/// `md5(str: string) -> string`: the MD5 hash (RFC 1321) in hexadecimal digits. It is not secure:
/// others can find a text with the same hash.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("md5").unwrap().call(&[value!("hello world")])?;
/// assert_eq!(hash, value!("5eb63bbbe01eeed093cb22bb8f5acdc3"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn md5() -> Function {
    of_text(hexadecimal::<Md5>)
}

/// `sha1(str: string) -> string`: the SHA-1 hash (RFC 3174) in hexadecimal digits. It is not
/// secure: others can find a text with the same hash.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("sha1").unwrap().call(&[value!("hello world")])?;
/// assert_eq!(hash, value!("2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn sha1() -> Function {
    of_text(hexadecimal::<Sha1>)
}

/// `sha256(str: string) -> string`: the SHA-256 hash (RFC 4634) in hexadecimal digits.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("sha256").unwrap().call(&[value!("hello world")])?;
/// assert_eq!(hash, value!("b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn sha256() -> Function {
    of_text(hexadecimal::<Sha256>)
}

/// `sha512(str: string) -> string`: the SHA-512 hash (RFC 4634) in hexadecimal digits.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("sha512").unwrap().call(&[value!("hello world")])?;
/// assert!(hash.as_str().is_some_and(|hash| hash.starts_with("309ecc489c12d6eb4cc40f50c902f2b4")));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn sha512() -> Function {
    of_text(hexadecimal::<Sha512>)
}

/// `base64sha256(str: string) -> string`: the bytes of the SHA-256 hash (RFC 4634) in base64.
///
/// It is not `base64encode(sha256(str))`, which encodes hexadecimal digits.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("base64sha256").unwrap().call(&[value!("hello world")])?;
/// assert_eq!(hash, value!("uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn base64sha256() -> Function {
    of_text(in_base64::<Sha256>)
}

/// `base64sha512(str: string) -> string`: the bytes of the SHA-512 hash (RFC 4634) in base64.
///
/// It is not `base64encode(sha512(str))`, which encodes hexadecimal digits.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let hash = function("base64sha512").unwrap().call(&[value!("hello world")])?;
/// assert!(hash.as_str().is_some_and(|hash| hash.starts_with("MJ7MSJwS1utMxA9QyQLytNDtd+5R")));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is null, or is not a text.
pub(super) fn base64sha512() -> Function {
    of_text(in_base64::<Sha512>)
}

/// `uuidv5(namespace: string, name: string) -> string`: the UUID of a name in a namespace (RFC
/// 4122, version 5). The namespace is a UUID, or one of `dns`, `url`, `oid` and `x500`.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let uuid = function("uuidv5")
///     .unwrap()
///     .call(&[value!("dns"), value!("www.terraform.io")])?;
/// assert_eq!(uuid, value!("a5008fae-b28c-5ba5-96cd-82b4c53552d6"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the namespace is neither of these names nor a UUID.
pub(super) fn uuidv5() -> Function {
    define_texts(["namespace", "name"], Type::String, |[namespace, name], budget| {
        budget.take_steps(4_u64)?;
        budget.take_parts(name.len())?;
        budget.take_bytes(36_u64)?;
        let namespace = match namespace {
            "dns" => Uuid::NAMESPACE_DNS,
            "url" => Uuid::NAMESPACE_URL,
            "oid" => Uuid::NAMESPACE_OID,
            "x500" => Uuid::NAMESPACE_X500,
            other => Uuid::parse_str(other).map_err(|_| {
                let public = "the namespace must be a UUID or one of dns, url, oid and x500";
                let message = format!("{public}, not {}", quoted(other));
                ValueError::with_value(ErrorKind::Domain, public, message).with_argument(0)
            })?,
        };
        Ok(Uuid::new_v5(&namespace, name.as_bytes()).to_string())
    })
}

//! Documentation of the functions of Terraform and of `try` and `can`.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use serde_hcl::EvalContext;
use serde_hcl_terraform as terraform;

use super::describe::{self, Signature};

/// Returns the declarations of all functions and special forms of a context.
pub(crate) fn signatures(context: &EvalContext) -> BTreeMap<String, Signature> {
    let declaration = |name: &str| {
        let mut signature = describe::signature(context, name)?;
        signature.documentation = of(name, &signature.label);
        Some((name.to_owned(), signature))
    };
    context.function_names().filter_map(declaration).collect()
}

/// Returns the documentation of a function with a declaration. A function of an application with
/// the name of a function of Terraform, but other parameters, has none.
fn of(name: &str, label: &str) -> &'static str {
    static KNOWN: OnceLock<HashMap<&str, String>> = OnceLock::new();
    let Ok(at) = TEXTS.binary_search_by_key(&name, |(known, _)| known) else { return "" };
    let known = KNOWN.get_or_init(|| {
        let mut context = EvalContext::new();
        terraform::register(&mut context);
        let label = |name| Some((name, describe::signature(&context, name)?.label));
        TEXTS.iter().filter_map(|(name, _)| label(*name)).collect()
    });
    if known.get(name).is_none_or(|known| known == label) { TEXTS[at].1 } else { "" }
}

/// The functions with their documentation, by name.
#[rustfmt::skip]
const TEXTS: [(&str, &str); 123] = [
    ("abs", "Returns the absolute value of a number."),
    ("abspath", "Returns the absolute path of a path in the file system."),
    ("alltrue", "Returns whether all elements of a list are true. It is true for an empty list."),
    ("anytrue", "Returns whether an element of a list is true. It is false for an empty list."),
    ("base64decode", "Decodes a string in Base64 to UTF-8 text."),
    ("base64encode", "Encodes the UTF-8 bytes of a string in Base64."),
    ("base64gunzip", "Decodes a string in Base64, and decompresses the gzip data in it."),
    ("base64gzip", "Compresses a string with gzip, and encodes the result in Base64."),
    ("base64sha256", "Returns the SHA-256 hash of a string in Base64."),
    ("base64sha512", "Returns the SHA-512 hash of a string in Base64."),
    ("basename", "Returns the last part of a path."),
    ("bcrypt", "Returns the bcrypt hash of a string. Each call has another result."),
    ("can", "Returns whether an expression is evaluated without an error."),
    ("ceil", "Rounds a number up to a whole number."),
    ("chomp", "Removes line endings from the end of a string."),
    ("chunklist", "Splits a list into lists of a length. The last one can be shorter."),
    ("cidrcontains", "Returns whether an IP address prefix contains an address or another prefix."),
    ("cidrhost", "Returns the IP address of a host number in a prefix in CIDR notation."),
    ("cidrnetmask", "Returns the netmask of an IPv4 prefix in CIDR notation."),
    ("cidrsubnet", "Returns the subnet of a number in a prefix that is extended by some bits."),
    ("cidrsubnets", "Returns consecutive subnets of a prefix, each extended by some bits."),
    ("coalesce", "Returns the first argument that is neither null nor an empty string."),
    ("coalescelist", "Returns the first argument that is not an empty list."),
    ("compact", "Returns a list without its empty strings and nulls."),
    ("concat", "Returns one list of the elements of several lists."),
    ("contains", "Returns whether a list, set or tuple contains a value."),
    ("csvdecode", "Decodes CSV text with a header to a list of objects of strings."),
    ("dirname", "Returns a path without its last part."),
    ("distinct", "Returns a list without repeated elements. The first of each remains."),
    ("element", "Returns the element of a list at an index, which starts again after the last one."),
    ("endswith", "Returns whether a string ends with a suffix."),
    ("ephemeralasnull", "Returns a value with null in place of ephemeral values."),
    ("file", "Returns the text of a file in UTF-8."),
    ("filebase64", "Returns the content of a file in Base64."),
    ("filebase64sha256", "Returns the SHA-256 hash of the content of a file in Base64."),
    ("filebase64sha512", "Returns the SHA-512 hash of the content of a file in Base64."),
    ("fileexists", "Returns whether a file exists at a path."),
    ("filemd5", "Returns the MD5 hash of the content of a file in hexadecimal digits."),
    ("fileset", "Returns the paths of files in a folder that match a pattern."),
    ("filesha1", "Returns the SHA-1 hash of the content of a file in hexadecimal digits."),
    ("filesha256", "Returns the SHA-256 hash of the content of a file in hexadecimal digits."),
    ("filesha512", "Returns the SHA-512 hash of the content of a file in hexadecimal digits."),
    ("flatten", "Returns one list of the elements of lists in a list, at all levels."),
    ("floor", "Rounds a number down to a whole number."),
    ("format", "Returns a string with values in place of the verbs of a format, such as `%s` and `%d`."),
    ("formatdate", "Formats a timestamp in RFC 3339 by a pattern, such as `YYYY-MM-DD`."),
    ("formatlist", "Formats each element of lists by a format, as `format` does."),
    ("indent", "Adds spaces to the start of all lines of a string but the first."),
    ("index", "Returns the position of the first element of a list that equals a value."),
    ("issensitive", "Returns whether a value is marked as sensitive."),
    ("join", "Returns one string of the elements of lists, with a separator between them."),
    ("jsondecode", "Decodes a value from JSON text."),
    ("jsonencode", "Encodes a value as JSON text."),
    ("keys", "Returns the keys of a map or an object, in lexical order."),
    ("length", "Returns the number of elements of a collection, or of characters of a string."),
    ("list", "Returns a list of its arguments. Obsolete: write `tolist([…])`."),
    ("log", "Returns the logarithm of a number to a base."),
    ("lookup", "Returns the element of a map with a key, or a default value."),
    ("lower", "Returns a string in lower case."),
    ("map", "Returns a map of its arguments. Obsolete: write `tomap({…})`."),
    ("matchkeys", "Returns the values of a list whose keys, at the same positions, are in a set."),
    ("max", "Returns the greatest of some numbers."),
    ("md5", "Returns the MD5 hash of a string in hexadecimal digits."),
    ("merge", "Returns one map or object of several. The last value of a key remains."),
    ("min", "Returns the least of some numbers."),
    ("nonsensitive", "Returns a value without the mark of sensitive values."),
    ("one", "Returns the only element of a collection, or null if it is empty."),
    ("parseint", "Converts the digits of an integer in a base from 2 to 62 to a number."),
    ("pathexpand", "Replaces `~` at the start of a path by the home folder."),
    ("plantimestamp", "Returns the time of the plan in RFC 3339."),
    ("pow", "Raises a number to a power."),
    ("range", "Returns a list of numbers from a start to a limit, which is left out, by steps."),
    ("regex", "Returns the first match of a regular expression, or its capture groups."),
    ("regexall", "Returns all matches of a regular expression in a list."),
    ("replace", "Replaces a substring everywhere; one between slashes is a regular expression."),
    ("reverse", "Returns a list in the opposite order."),
    ("rsadecrypt", "Decrypts a string in Base64 with an RSA private key."),
    ("sensitive", "Marks a value as sensitive, so that it is not shown."),
    ("setintersection", "Returns the set of the elements that all sets contain."),
    ("setproduct", "Returns all combinations of an element of each collection."),
    ("setsubtract", "Returns the set of the elements of the first set that the second lacks."),
    ("setunion", "Returns the set of the elements that any of some sets contains."),
    ("sha1", "Returns the SHA-1 hash of a string in hexadecimal digits."),
    ("sha256", "Returns the SHA-256 hash of a string in hexadecimal digits."),
    ("sha512", "Returns the SHA-512 hash of a string in hexadecimal digits."),
    ("signum", "Returns the sign of a number: -1, 0 or 1."),
    ("slice", "Returns the elements of a list from an index up to another one, which is left out."),
    ("sort", "Returns a list of strings in lexical order."),
    ("split", "Splits a string at each separator into a list."),
    ("startswith", "Returns whether a string starts with a prefix."),
    ("strcontains", "Returns whether a string contains a substring."),
    ("strrev", "Returns the characters of a string in the opposite order."),
    ("substr", "Returns the part of a string from an offset, of a length in characters."),
    ("sum", "Returns the sum of the numbers in a list or a set."),
    ("templatefile", "Renders the template in a file with the variables of an object."),
    ("templatestring", "Renders a template with the variables of an object."),
    ("textdecodebase64", "Decodes a string in Base64 from a character encoding."),
    ("textencodebase64", "Encodes a string in a character encoding, and the result in Base64."),
    ("timeadd", "Adds a duration, such as `10m`, to a timestamp in RFC 3339."),
    ("timecmp", "Compares two timestamps in RFC 3339: -1, 0 or 1."),
    ("timestamp", "Returns the current time in RFC 3339."),
    ("title", "Returns a string with the first letter of each word in upper case."),
    ("tobool", "Converts a value to a bool."),
    ("tolist", "Converts a value to a list."),
    ("tomap", "Converts a value to a map."),
    ("tonumber", "Converts a value to a number."),
    ("toset", "Converts a value to a set."),
    ("tostring", "Converts a value to a string."),
    ("transpose", "Swaps the keys and the values of a map of lists of strings."),
    ("trim", "Removes the characters of a set from the start and the end of a string."),
    ("trimprefix", "Removes a prefix from a string, if it is there."),
    ("trimspace", "Removes white space from the start and the end of a string."),
    ("trimsuffix", "Removes a suffix from a string, if it is there."),
    ("try", "Returns the value of the first expression that is evaluated without an error."),
    ("upper", "Returns a string in upper case."),
    ("urldecode", "Decodes a string from URL encoding."),
    ("urlencode", "Encodes a string for URLs."),
    ("uuid", "Returns a random UUID. Each call has another result."),
    ("uuidv5", "Returns the UUID of a name in a namespace."),
    ("values", "Returns the values of a map or an object, in the order of its keys."),
    ("yamldecode", "Decodes a value from YAML text."),
    ("yamlencode", "Encodes a value as YAML text."),
    ("zipmap", "Returns a map of a list of keys and a list of values."),
];

#[cfg(test)]
mod tests {
    use super::{TEXTS, signatures};
    use crate::language::Language;

    #[test]
    fn each_function_of_terraform_has_a_text() {
        let context = Language::default().context;
        let mut names: Vec<&str> = context.function_names().filter(|name| !name.contains(':')).collect();
        names.sort_unstable();
        assert_eq!(TEXTS.map(|(name, _)| name).to_vec(), names);
        let signatures = signatures(&context);
        for (name, text) in TEXTS {
            assert_eq!(signatures[name].documentation, text, "{name}");
        }
    }
}

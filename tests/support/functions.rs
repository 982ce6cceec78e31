//! The functions of both tables, with everything that an application can supply.

use std::io;
use std::time::{Duration, UNIX_EPOCH};

use serde_hcl::{EvalContext, Function, Number, Value, stdlib};
use serde_hcl_terraform::{FileKind, Files, Functions};

/// The names that have other functions in Terraform's table, and names for those in the tests.
pub const DIFFERENT: [(&str, &str); 7] = [
    ("coalesce", "terraform_coalesce"),
    ("index", "terraform_index"),
    ("length", "terraform_length"),
    ("lookup", "terraform_lookup"),
    ("replace", "terraform_replace"),
    ("tolist", "terraform_tolist"),
    ("tomap", "terraform_tomap"),
];

/// A folder with a few files.
pub struct Samples;

const SAMPLES: [(&str, &[u8]); 5] = [
    ("a", b"${b}"),
    ("hello.txt", b"Hello"),
    ("hello.tftpl", b"Hello, ${name}!"),
    ("recursive.tftpl", b"${templatefile(\"recursive.tftpl\", {})}"),
    ("sub/bytes", b"\xff\x00"),
];

impl Files for Samples {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        match SAMPLES.iter().find(|(name, _)| *name == path) {
            Some((_, content)) if content.len() as u64 > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Some((_, content)) => Ok(content.to_vec()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn kind(&self, path: &str) -> io::Result<FileKind> {
        match path {
            "." | "sub" => Ok(FileKind::Folder),
            _ => self.read(path, u64::MAX).map(|_| FileKind::File),
        }
    }

    fn names(&self, path: &str, limit: usize) -> io::Result<Vec<String>> {
        let names: &[&str] = match path {
            "." => &["a", "hello.txt", "hello.tftpl", "recursive.tftpl", "sub"],
            "sub" => &["bytes"],
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(names.iter().take(limit).map(|name| (*name).to_owned()).collect())
    }
}

/// Returns Terraform's functions.
pub fn terraform() -> Functions {
    Functions::new()
        .files(Samples)
        .clock(|| UNIX_EPOCH)
        .plan_time(UNIX_EPOCH + Duration::from_secs(86_400))
        .random(|bytes| bytes.fill(7))
        .current_folder("/work")
        .home("/home/me")
        .bcrypt(|text, cost| Ok(format!("${cost}${}", text.len())))
        .rsadecrypt(|bytes, key| Ok(format!("{} {}", bytes.len(), key.len())))
}

/// Returns all functions of both tables.
pub fn all() -> impl Iterator<Item = (&'static str, Function)> {
    let own =
        terraform().iter().collect::<Vec<_>>().into_iter().filter_map(|(name, function)| {
            match DIFFERENT.iter().find(|(other, _)| *other == name) {
                Some((_, name)) => Some((*name, function)),
                None if stdlib::function(name).is_some() => None,
                None => Some((name, function)),
            }
        });
    stdlib::functions().chain(own)
}

/// Returns the function of a name.
pub fn function(name: &str) -> Option<Function> {
    all().find(|(known, _)| *known == name).map(|(_, function)| function)
}

/// Defines all functions of both tables.
pub fn register(context: &mut EvalContext) {
    for (name, function) in all() {
        context.set_function(name, function);
    }
}

/// Returns the number that a function of a number returns, such as `floor`.
pub fn rounded(name: &str, number: &Number) -> Number {
    let function = self::function(name).expect("it is a standard function");
    let result = function.call(&[Value::from(number.clone())]).expect("it has a result");
    result.as_number().expect("it is a number").clone()
}

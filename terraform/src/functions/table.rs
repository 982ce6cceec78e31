//! The table of Terraform's functions, with the means that an application supplies.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{EvalContext, Function, Type, Value, stdlib};

use super::Table;
use super::files::{Files, Supplied, supplied};
use super::path::joined;
use super::support::{builder, define, number, refused, string, text as text_of, whole_number};
use super::template::{Context, templatestring};
use super::time::Clock;
use super::{collection, conversion, encoding, hash, network, path, provider, sensitivity, text, time, yaml};

/// Terraform's own functions. Those of the same names of go-cty have another meaning.
const TABLES: [&Table; 11] = [
    collection::TABLE,
    conversion::TABLE,
    encoding::TABLE,
    hash::TABLE,
    network::TABLE,
    path::TABLE,
    provider::TABLE,
    sensitivity::TABLE,
    text::TABLE,
    time::TABLE,
    yaml::TABLE,
];

/// The functions of go-cty that Terraform does not have.
const NOT_IN_TERRAFORM: [&str; 24] = [
    "add",
    "and",
    "assertnotnull",
    "byteslen",
    "bytesslice",
    "divide",
    "equal",
    "greaterthan",
    "greaterthanorequalto",
    "hasindex",
    "int",
    "lessthan",
    "lessthanorequalto",
    "modulo",
    "multiply",
    "negate",
    "not",
    "notequal",
    "or",
    "regexreplace",
    "sethaselement",
    "setsymmetricdifference",
    "strlen",
    "subtract",
];

type Random = dyn Fn(&mut [u8]) + Send + Sync;
type Bcrypt = dyn Fn(&str, u32) -> Result<String, String> + Send + Sync;
type Decrypt = dyn Fn(&[u8], &str) -> Result<String, String> + Send + Sync;

/// Terraform's functions, with the inputs that some of them need from the application: files, a
/// clock, a source of randomness and others. A call of a function without its input is an error.
/// No function opens a file, reads a clock or draws a random number by itself.
///
/// Most functions are those of [`serde_hcl::stdlib`]. `coalesce`, `index`, `length`, `lookup`,
/// `replace`, `tolist` and `tomap` are different functions here: for instance, Terraform's `length`
/// also takes objects and strings, its `index` finds the position of a value, and its `tolist`
/// keeps marks on elements. `try`, `can` and `convert` are special forms of
/// [`serde_hcl::ext`].
///
/// ```
/// use serde_hcl::{EvalContext, Expression, value};
/// use serde_hcl_terraform::{Folder, Functions};
///
/// let mut context = EvalContext::new();
/// Functions::new().files(Folder::new(env!("CARGO_MANIFEST_DIR"))?).register(&mut context);
/// let expression: Expression = r#"fileexists("Cargo.toml")"#.parse()?;
/// assert_eq!(expression.evaluate(&context)?, value!(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc = include_str!("functions.md")]
#[derive(Clone, Default)]
pub struct Functions {
    files: Supplied,
    clock: Option<Arc<Clock>>,
    plan_time: Option<SystemTime>,
    random: Option<Arc<Random>>,
    current_folder: Option<String>,
    home: Option<String>,
    bcrypt: Option<Arc<Bcrypt>>,
    decrypt: Option<Arc<Decrypt>>,
}

impl Functions {
    /// Returns the functions without anything that an application supplies.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the files that `file`, `templatefile`, `fileset` and the like read.
    #[must_use]
    pub fn files(mut self, files: impl Files + 'static) -> Self {
        self.files = Supplied(Some(Arc::new(files)));
        self
    }

    /// Sets the clock of `timestamp`, such as [`SystemTime::now`].
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Sets the time that `plantimestamp` returns.
    #[must_use]
    pub fn plan_time(mut self, time: SystemTime) -> Self {
        self.plan_time = Some(time);
        self
    }

    /// Sets the source of the random bytes of `uuid`, which fills a slice.
    #[must_use]
    pub fn random(mut self, fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        self.random = Some(Arc::new(fill));
        self
    }

    /// Sets the folder to which `abspath` takes paths to be relative.
    #[must_use]
    pub fn current_folder(mut self, path: impl Into<String>) -> Self {
        self.current_folder = Some(path.into());
        self
    }

    /// Sets the folder that `pathexpand` writes in place of `~`.
    #[must_use]
    pub fn home(mut self, path: impl Into<String>) -> Self {
        self.home = Some(path.into());
        self
    }

    /// Sets the implementation of `bcrypt`, with the text and the cost.
    #[must_use]
    pub fn bcrypt(
        mut self,
        bcrypt: impl Fn(&str, u32) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        self.bcrypt = Some(Arc::new(bcrypt));
        self
    }

    /// Sets the implementation of `rsadecrypt`, with the encrypted bytes and the private key.
    #[must_use]
    pub fn rsadecrypt(
        mut self,
        decrypt: impl Fn(&[u8], &str) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        self.decrypt = Some(Arc::new(decrypt));
        self
    }

    /// Defines all functions in a context. A name with the namespace `core`, such as
    /// `core::upper`, is the same function. Those of the namespace `provider::terraform` are the
    /// functions of the provider that is a part of Terraform.
    pub fn register(&self, context: &mut EvalContext) {
        for (name, function) in self.iter() {
            if !name.contains("::") {
                context.set_function(format!("core::{name}"), function.clone());
            }
            context.set_function(name, function);
        }
    }

    /// Returns all functions under their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Function)> + use<> {
        let shared = stdlib::functions().filter(|(name, _)| is_shared(name));
        let own = TABLES.into_iter().flatten().map(|(name, function)| (*name, function()));
        shared.chain(own).chain(self.supplied())
    }

    /// Returns the functions that use inputs of an application, or that have templates.
    fn supplied(&self) -> Vec<(&'static str, Function)> {
        let (functions, context) = (self.clone(), OnceLock::new());
        let context: Context = Arc::new(move || {
            let create = || {
                let mut context = EvalContext::new();
                functions.register(&mut context);
                Arc::new(context)
            };
            Arc::clone(context.get_or_init(create))
        });
        let mut functions = self.files.functions(context.clone());
        functions.extend([
            (
                "templatestring",
                templatestring(context).describe("Renders a template with the variables of an object."),
            ),
            ("abspath", self.abspath().describe("Returns the absolute path of a path in the file system.")),
            (
                "pathexpand",
                self.pathexpand().describe("Replaces `~` at the start of a path by the home folder."),
            ),
            (
                "timestamp",
                time::of_clock(self.clock.clone()).describe("Returns the current time in RFC 3339."),
            ),
            (
                "plantimestamp",
                time::of_plan(self.plan_time).describe("Returns the time of the plan in RFC 3339."),
            ),
            ("uuid", self.uuid().describe("Returns a random UUID. Each call has another result.")),
            (
                "bcrypt",
                self.bcrypt_function()
                    .describe("Returns the bcrypt hash of a string. Each call has another result."),
            ),
            (
                "rsadecrypt",
                self.rsadecrypt_function().describe("Decrypts a string in Base64 with an RSA private key."),
            ),
        ]);
        functions
    }

    fn abspath(&self) -> Function {
        let folder = self.current_folder.clone();
        define([string("path")], Type::String, move |[path], budget| {
            let folder = supplied(folder.as_deref(), "current folder")?;
            charge(folder.len() + text_of(path).len(), budget)?;
            Ok(Value::from(joined(folder, text_of(path))))
        })
    }

    fn pathexpand(&self) -> Function {
        let home = self.home.clone();
        define([string("path")], Type::String, move |[path], budget| match text_of(path).strip_prefix('~') {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                let home = supplied(home.as_deref(), "home folder")?;
                charge(home.len() + rest.len(), budget)?;
                Ok(Value::from(joined(home, &format!("./{rest}"))))
            }
            Some(_) => Err(refused(0, "only the home folder of the user itself can be expanded: ~/…")),
            None => Ok(path.clone()),
        })
    }

    fn uuid(&self) -> Function {
        let random = self.random.clone();
        define([], Type::String, move |[], budget| {
            let random = supplied(random.as_deref(), "source of randomness")?;
            charge(36, budget)?;
            let mut bytes = [0; 16];
            random(&mut bytes);
            Ok(Value::from(uuid::Uuid::from_bytes(bytes).to_string()))
        })
    }

    fn bcrypt_function(&self) -> Function {
        let bcrypt = self.bcrypt.clone();
        let function = builder([string("str")]).variadic(number("cost")).returns(Type::String).never_null();
        function.implement_within(move |arguments, _, budget| {
            let bcrypt = supplied(bcrypt.as_deref(), "implementation of bcrypt")?;
            let cost = match arguments {
                [_] => 10,
                [_, cost] => match whole_number(cost).ok().and_then(|cost| u32::try_from(cost).ok()) {
                    Some(cost @ 4..=31) => cost,
                    _ => return Err(refused(1, "the cost must be a whole number from 4 to 31")),
                },
                _ => return Err(refused(2, "there are at most two arguments")),
            };
            budget.take_steps(1_u64 << cost)?;
            charge(text_of(&arguments[0]).len(), budget)?;
            Ok(Value::from(bcrypt(text_of(&arguments[0]), cost)?))
        })
    }

    fn rsadecrypt_function(&self) -> Function {
        let decrypt = self.decrypt.clone();
        define([string("ciphertext"), string("privatekey")], Type::String, move |[bytes, key], budget| {
            let decrypt = supplied(decrypt.as_deref(), "implementation of RSA")?;
            budget.take_steps(100_000_u64)?;
            charge(text_of(key).len(), budget)?;
            let bytes = encoding::decode(text_of(bytes), budget).map_err(|error| error.with_argument(0))?;
            Ok(Value::from(decrypt(&bytes, text_of(key))?))
        })
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Functions").finish_non_exhaustive()
    }
}

fn is_shared(name: &str) -> bool {
    !NOT_IN_TERRAFORM.contains(&name) && !TABLES.into_iter().flatten().any(|(own, _)| *own == name)
}

fn charge(length: usize, budget: &Budget) -> Result<(), ValueError> {
    budget.take_parts(length)?;
    budget.take_bytes(length.saturating_mul(4))
}

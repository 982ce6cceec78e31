//! The limits on the work of parsing and evaluation.

/// Limits on the resources of parsing and evaluation, so that no hostile input can exhaust the
/// stack, the memory or the time of a process.
///
/// Exceeding one is an error of [`Category::Limit`](crate::diag::Category::Limit) with a location.
/// All expressions of one decode share `steps`, `bytes` and `elements`. `SECURITY.md` has the
/// memory and the time of the [default](Self::DEFAULT) and the [strict](Self::strict) limits.
///
/// ```
/// use serde_hcl::Limits;
///
/// let mut limits = Limits::default();
/// limits.depth = 32;
/// assert_eq!((limits.depth, limits.digits), (32, 4096));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of bytes of a text that is decoded. It also limits the number of tokens,
    /// or of values in JSON syntax, to `max(input / 8, 100_000)`. Each line of a heredoc is a
    /// token. Parsing by itself accepts up to 2 GiB with any limits.
    pub input: u64,
    /// The maximum depth of brackets, blocks, templates and conditionals. Chains (`a + b + …`,
    /// `a.b.c…`, `c ? x : d ? y : …`) do not nest. In a decode, each label that becomes a level of
    /// the result counts too. It also limits the depth of expressions that functions evaluate.
    pub depth: u32,
    /// The maximum number of decimal digits of a number as text or as an integer.
    pub digits: u32,
    /// The maximum number of steps of an evaluation, which bounds its time: one for each expression
    /// node that is evaluated and each round of a loop, and one for every sixteen parts of values,
    /// types and numbers that operators and functions read.
    pub steps: u64,
    /// The maximum number of bytes of text that an evaluation produces, in strings, numbers of many
    /// digits and messages.
    pub bytes: u64,
    /// The maximum number of elements of all collections that an evaluation produces. A list, set
    /// or tuple of `n` elements counts as `n + 2`, a map or object of `n` entries as `2 * n + 4`,
    /// and a block that a dynamic block generates as 8. If a value is decoded into another type,
    /// all of its parts count again.
    pub elements: u64,
}

impl Limits {
    /// The default limits, usable in constants.
    pub const DEFAULT: Self = Self {
        input: 32 << 20,
        depth: 128,
        digits: 4096,
        steps: 10_000_000,
        bytes: 128 << 20,
        elements: 4_000_000,
    };

    /// Returns limits for a service that decodes untrusted configurations in its requests. They are
    /// far above the needs of configurations that people write, and far below the resources of a
    /// server.
    ///
    /// ```
    /// use serde_hcl::{Limits, Options, Value, diag::Category};
    ///
    /// let options = Options::new().limits(Limits::strict());
    /// assert!(options.from_str::<Value>("a = [for n in [1, 2, 3] : n * n]\n").is_ok());
    ///
    /// let bomb =
    ///     format!("a = {}1{}\n", "[for x in [1, 2, 3, 4, 5, 6, 7, 8, 9] : ".repeat(9), "]".repeat(9));
    /// let error = options.from_str::<Value>(&bomb).unwrap_err();
    /// assert_eq!(error.category(), Category::Limit);
    /// ```
    pub const fn strict() -> Self {
        Self { input: 256 << 10, depth: 64, digits: 1024, steps: 100_000, bytes: 4 << 20, elements: 100_000 }
    }

    /// Returns the maximum number of tokens of a text, or of values in JSON syntax. The syntax tree
    /// takes memory for each of them.
    pub(crate) fn parts(&self) -> usize {
        usize::try_from(self.input / 8).unwrap_or(usize::MAX).max(100_000)
    }

    /// The limits for parsing without decoding, which accepts texts of any length that offsets can
    /// count.
    pub(crate) const PARSING: Self = Self { input: u64::MAX, ..Self::DEFAULT };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

//! How much one input may ask for.

/// Bounds on what parsing, evaluating and decoding may use, so that no input, however hostile, can exhaust
/// the stack, the memory or the time of its reader.
///
/// The defaults are far above what configurations need. Exceeding one is an error of
/// [`Category::Limit`](crate::Category::Limit) that shows the place.
///
/// ```
/// use serde_hcl::Limits;
///
/// let mut limits = Limits::default();
/// limits.depth = 32;
/// assert_eq!(limits.digits, 4096);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How deep brackets, blocks, templates and conditionals may nest. Chains (`a + b + …`, `a.b.c…`,
    /// `c ? x : d ? y : …`) do not nest. Also how many expressions may be in evaluation inside each other where functions
    /// evaluate expressions.
    pub depth: u32,
    /// How many decimal digits a number may expand to when it is turned into text or into an integer.
    pub digits: u32,
    /// How many steps one evaluation may take: one for each expression node that is evaluated.
    pub steps: u64,
    /// How many bytes of text one evaluation may produce.
    pub bytes: u64,
    /// How many elements the collections that one evaluation produces may have in all.
    pub elements: u64,
}

impl Limits {
    /// The default limits, usable in constants.
    pub const DEFAULT: Self =
        Self { depth: 128, digits: 4096, steps: 10_000_000, bytes: 256 << 20, elements: 10_000_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

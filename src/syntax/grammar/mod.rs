//! The parser of the grammar, see the files in `grammar/`.

// `cargo fmt` leaves generated code as it is.
#[rustfmt::skip]
#[allow(clippy::all, unused_variables, reason = "all rules have the same form")]
mod parser;

use pest::error::InputLocation;
use pest::iterators::Pairs;
use pest::{ParseResult, ParserState};

pub(super) use parser::Rule;

type State<'i> = Box<ParserState<'i, Rule>>;
type Matched<'i> = ParseResult<State<'i>>;

/// Parses the whole input with a rule that begins with `SOI` and ends with `EOI`.
///
/// # Errors
/// Returns the index of a terminal that does not match.
pub(super) fn parse(rule: Rule, input: &str) -> Result<Pairs<'_, Rule>, usize> {
    let mut failed = 0;
    let matched = pest::state(input, |state| {
        parser::matched(rule, Input(input), state).inspect_err(|state| failed = state.position().pos())
    });
    matched.map_err(|error| {
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        failed.max(at)
    })
}

/// The terminals, which the parser looks at before it matches them. After the last one, each is 0.
#[derive(Clone, Copy)]
struct Input<'i>(&'i str);

impl<'i> Input<'i> {
    /// Returns the next terminal.
    #[inline]
    fn next(self, state: &State<'_>) -> u8 {
        self.0.as_bytes().get(state.position().pos()).copied().unwrap_or(0)
    }

    /// Returns the terminal after the next one.
    #[inline]
    fn second(self, state: &State<'_>) -> u8 {
        self.0.as_bytes().get(state.position().pos() + 1).copied().unwrap_or(0)
    }

    /// Returns the terminals that come next.
    #[inline]
    fn rest(self, state: &State<'_>) -> &'i [u8] {
        self.0.as_bytes().get(state.position().pos()..).unwrap_or_default()
    }
}

/// Matches items while the terminals of one come next.
#[inline]
fn repeat<'i>(
    mut state: State<'i>,
    is_next: impl Fn(&State<'i>) -> bool,
    mut item: impl FnMut(State<'i>) -> Matched<'i>,
) -> Matched<'i> {
    while is_next(&state) {
        state = item(state)?;
    }
    Ok(state)
}

/// Matches a row of terminals as often as it comes next. pest would look at each terminal again
/// (bench `parse_service`).
#[inline]
fn repeat_row<'i>(
    input: Input<'_>,
    state: State<'i>,
    length: usize,
    is_row: impl Fn(&[u8]) -> bool,
) -> Matched<'i> {
    let (start, rest) = (state.position().pos(), input.rest(&state));
    let mut end = 0;
    while is_row(&rest[end..]) {
        end += length;
    }
    state.match_string(input.0.get(start..start + end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    const GRAMMAR: [&str; 4] = [
        include_str!("../../../grammar/lexical.pest"),
        include_str!("../../../grammar/expression.pest"),
        include_str!("../../../grammar/template.pest"),
        include_str!("../../../grammar/structure.pest"),
    ];

    /// The command in `parser.rs` generates it again. With `--check` it compares the code itself,
    /// but compiles the code generator of pest for that.
    #[test]
    fn the_parser_was_generated_from_this_grammar() {
        let grammar = GRAMMAR.concat();
        let rules = grammar.split_inclusive('\n').filter(|line| !line.starts_with("//"));
        let hash = rules.flat_map(str::bytes).fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        assert_eq!(hash, super::parser::FINGERPRINT, "generate the parser again");
    }
}

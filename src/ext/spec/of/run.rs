//! One run of the `Deserialize` implementation of a type, which stops at a part of the type.

use serde::de::Deserialize;

use super::form::{Form, Kind};
use super::path::{ATTEMPTS, Given, Run, Step};
use super::probe::Probe;
use super::stop::Stop;
use super::tree::{Given as GivenTree, Tree};

/// Runs the `Deserialize` implementation of a type. Returns the form of the part at the end of a
/// path, and the reason for the end of the run. With `given`, the part is a struct, and gets values
/// for these fields, to find a field that is missing or given twice.
///
/// Parts that are not visited get the first values with which the run reaches the end of the path.
pub(super) fn run<'de, T: Deserialize<'de>>(path: &[Step], given: Option<&[Given]>) -> (Form, Option<Stop>) {
    let mut attempts = (0..ATTEMPTS).map(|attempt| {
        let mut run = Run { path, attempt, given, ..Run::default() };
        let stop = T::deserialize(Probe::Path(&mut run)).err();
        (run.kind, run.form, run.end.or(stop))
    });
    let first = attempts.next();
    let reached = |(kind, ..): &(Option<Kind>, Form, Option<Stop>)| kind.is_some();
    let found = match first {
        Some(first) if !reached(&first) => attempts.find(reached).unwrap_or(first),
        first => first.unwrap_or_default(),
    };
    let (kind, form, stop) = found;
    let form = match kind {
        Some(kind) => Form { kind, ..form },
        // The implementation returned on its own, before the end of the path was reached.
        None => Form::default(),
    };
    (form, stop)
}

/// Passes a value to the type at the end of a path. Returns the error of the type.
pub(super) fn pass<'de, T: Deserialize<'de>>(path: &[Step], tree: &Tree) -> Result<(), Stop> {
    if path.is_empty() {
        return T::deserialize(GivenTree(tree)).map(|_| ());
    }
    let mut last = Err(Stop::Other);
    for attempt in 0..ATTEMPTS {
        let mut run = Run { path, attempt, tree: Some(tree), ..Run::default() };
        let _stopped = T::deserialize(Probe::Path(&mut run));
        if let Some(taken) = run.taken {
            last = taken;
            break;
        }
    }
    last
}

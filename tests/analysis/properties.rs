//! Laws of the order and of the values, for generated definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proptest::prelude::*;
use serde_hcl::analysis::{References, Roots, Scope};
use serde_hcl::{EvalContext, parse_expression};

use crate::native;

/// The pieces of the expression of each definition: constants, and references by number.
type Graph = Vec<Vec<Piece>>;

#[derive(Clone, Debug)]
enum Piece {
    Number(u8),
    Reference(usize),
    Failure,
}

fn piece(count: usize) -> impl Strategy<Value = Piece> {
    prop_oneof![
        6 => (0..count).prop_map(Piece::Reference),
        6 => any::<u8>().prop_map(Piece::Number),
        1 => Just(Piece::Failure),
    ]
}

/// Definitions with any references between them.
fn graph() -> impl Strategy<Value = Graph> {
    (1_usize..12)
        .prop_flat_map(|count| prop::collection::vec(prop::collection::vec(piece(count), 0..4), count))
}

/// The same, without cycles, in any order.
fn acyclic() -> impl Strategy<Value = Graph> {
    (graph(), any::<prop::sample::Index>()).prop_map(|(mut graph, turn)| {
        let count = graph.len();
        let turn = turn.index(count);
        let rank = |number: usize| (number * 7 + turn) % (count * 7);
        for (number, pieces) in graph.iter_mut().enumerate() {
            pieces.retain(|piece| match piece {
                Piece::Reference(to) => rank(*to) < rank(number),
                _ => true,
            });
        }
        graph
    })
}

/// Returns the expression of a definition, with the references as given.
fn expression(pieces: &[Piece], reference: &impl Fn(usize) -> String) -> String {
    let parts = pieces.iter().map(|piece| match piece {
        Piece::Number(number) => number.to_string(),
        Piece::Reference(to) => reference(*to),
        Piece::Failure => "-\"x\"".to_owned(),
    });
    format!("[{}]", parts.collect::<Vec<_>>().join(", "))
}

fn text(graph: &Graph) -> String {
    let mut text = "locals {\n".to_owned();
    for (number, pieces) in graph.iter().enumerate() {
        let expression = expression(pieces, &|to| format!("local.a{to}"));
        writeln!(text, "  a{number} = {expression}").expect("strings take all");
    }
    text + "}\n"
}

/// Returns the definitions that each one needs, including itself if it is in a cycle.
fn needed(graph: &Graph) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut needed = BTreeMap::new();
    for start in 0..graph.len() {
        let mut found = BTreeSet::new();
        let mut next = vec![start];
        while let Some(at) = next.pop() {
            for piece in &graph[at] {
                if let Piece::Reference(to) = piece
                    && found.insert(*to)
                {
                    next.push(*to);
                }
            }
        }
        needed.insert(start, found);
    }
    needed
}

/// Returns an expression without references: each is replaced by its target.
fn substituted(graph: &Graph, number: usize) -> String {
    expression(&graph[number], &|to| substituted(graph, to))
}

fn references(graph: &Graph) -> References {
    References::new(&Roots::terraform(), [native(&text(graph))])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn order_has_each_definition_once_after_all_that_it_needs(graph in graph()) {
        let references = references(&graph);
        let needed = needed(&graph);
        let is_cyclic = needed.iter().any(|(number, needed)| needed.contains(number));
        match references.order() {
            Err(error) => {
                prop_assert!(is_cyclic, "{error:#}");
                // Each label starts at the end of the step before.
                for diagnostic in error.diagnostics() {
                    let steps: Vec<_> = diagnostic.labels().iter().map(|label| label.text()).collect();
                    for (step, next) in steps.iter().zip(steps.iter().cycle().skip(1)) {
                        let (_, to) = step.split_once(" refers to ").expect("it has both");
                        let (from, _) = next.split_once(" refers to ").expect("it has both");
                        prop_assert_eq!(to, from);
                    }
                }
            }
            Ok(order) => {
                prop_assert!(!is_cyclic);
                let positions: BTreeMap<_, _> = order.iter().zip(0..).map(|(it, at)| (it.address(), at)).collect();
                prop_assert_eq!((positions.len(), order.len()), (graph.len(), graph.len()));
                for reference in references.iter() {
                    for target in references.targets(reference) {
                        let from = references.origin(reference).address();
                        prop_assert!(positions[target.address()] < positions[from]);
                    }
                }
            }
        }
    }

    #[test]
    fn the_definitions_in_cycles_are_those_with_such_an_error(graph in graph()) {
        let scope = Scope::new(&Roots::terraform(), [native(&text(&graph))], &EvalContext::new());
        let fails = |number: usize| graph[number].iter().any(|piece| matches!(piece, Piece::Failure));
        for (number, needed) in needed(&graph) {
            let is_wrong = needed.iter().any(|to| fails(*to) || self::needed(&graph)[to].contains(to));
            let result = scope.value(&format!("local.a{number}"));
            prop_assert_eq!(result.is_err(), is_wrong || fails(number), "local.a{}: {:?}", number, result);
        }
    }

    #[test]
    fn values_are_those_of_the_expressions_without_references(graph in acyclic()) {
        let scope = Scope::new(&Roots::terraform(), [native(&text(&graph))], &EvalContext::new());
        for number in 0..graph.len() {
            let direct = parse_expression(substituted(&graph, number)).into_result().expect("it is valid");
            let direct = direct.evaluate_with_diagnostics(&EvalContext::new());
            let value = scope.value(&format!("local.a{number}"));
            prop_assert_eq!(value.is_err(), direct.diagnostics.has_errors());
            if let Ok(value) = value {
                prop_assert_eq!(value, direct.value);
            }
        }
    }
}

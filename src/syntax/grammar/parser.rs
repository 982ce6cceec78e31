// Generated from `grammar/*.pest`. After a change of the grammar, run
// `cargo run --manifest-path grammar/generate/Cargo.toml`.

use super::{Input, Matched, State, repeat, repeat_row};
/// The hash of the grammar without comments that this was generated from.
#[cfg(test)]
pub(super) const FINGERPRINT: u64 = 10322373139906765574u64;
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    EOI,
    single_token,
    identifier,
    label,
    literal,
    unary_operator,
    ellipsis,
    broken_term,
    broken_tail,
    function_name,
    function_arguments,
    index,
    full_splat,
    get_attr,
    attr_splat,
    legacy_index,
    conditional_result,
    parentheses,
    tuple,
    plain_elements,
    object,
    quoted_template,
    heredoc_template,
    single_template,
    interpolation,
    template_if_intro,
    template_else,
    template_endif,
    template_for_intro,
    template_endfor,
    file,
    plain_attributes,
    block_body,
    one_line_body,
    single_expression,
}
/// Matches a rule from the start of the input to its end.
pub(super) fn matched<'i>(
    rule: Rule,
    input: Input<'_>,
    state: State<'i>,
) -> Matched<'i> {
    match rule {
        Rule::single_template => single_template(input, state),
        Rule::file => file(input, state),
        Rule::single_expression => single_expression(input, state),
        _ => Err(state),
    }
}
fn single_token<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::single_token,
            |state| state.match_char_by(|terminal| matches!(terminal, 'e'..= 'n')),
        )
}
fn identifier<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::identifier,
            |state| state.match_char_by(|terminal| matches!(terminal, 'e'..= 'k')),
        )
}
fn label<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::label,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, 'e'..= 'k' | 'm' | 'o'))
            },
        )
}
fn literal<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::literal,
            |state| state.match_char_by(|terminal| matches!(terminal, 't')),
        )
}
fn unary_operator<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::unary_operator,
            |state| state.match_char_by(|terminal| matches!(terminal, '!' | '-')),
        )
}
fn ellipsis<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::ellipsis,
            |state| state.match_char_by(|terminal| matches!(terminal, 'E')),
        )
}
fn expression<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    operand(input, state)
        .and_then(|state| repeat(
            state,
            |state| {
                matches!(
                    input.next(& state), b'(' | b'*'..= b'+' | b'-'..= b'.' | b'?' | b'N'
                    | b'[' | b'o'
                )
            },
            |state| tail(input, state),
        ))
}
fn operand<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    if matches!(input.next(& state), b'"' | b'(' | b'<' | b'[' | b'e'..= b'o' | b'{') {
        term(input, state)
    } else {
        unary_operation(input, state)
    }
}
fn unary_operation<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    unary_operator(input, state)
        .and_then(|state| repeat(
            state,
            |state| matches!(input.next(& state), b'!' | b'-'),
            |state| unary_operator(input, state),
        ))
        .and_then(|state| term(input, state))
}
fn term<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    if matches!(input.next(& state), b'e'..= b'n') {
        single_token(input, state)
    } else if matches!(input.next(& state), b'[') {
        tuple(input, state)
    } else if matches!(input.next(& state), b'{') {
        object(input, state)
    } else if matches!(input.next(& state), b'(') {
        parentheses(input, state)
    } else if matches!(input.next(& state), b'"') {
        quoted_template(input, state)
    } else if matches!(input.next(& state), b'<') {
        heredoc_template(input, state)
    } else {
        broken_term(input, state)
    }
}
fn broken_term<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::broken_term,
            |state| state.match_char_by(|terminal| matches!(terminal, 'o')),
        )
}
fn broken_tail<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::broken_tail,
            |state| state.match_char_by(|terminal| matches!(terminal, 'o')),
        )
}
fn tail<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    if matches!(input.next(& state), b'*'..= b'+' | b'-') {
        binary_operation(input, state)
    } else if matches!(input.next(& state), b'(') {
        function_call(input, state)
    } else if matches!(input.next(& state), b'[') {
        index_or_splat(input, state)
    } else if matches!(input.next(& state), b'.') {
        attribute_or_splat(input, state)
    } else if matches!(input.next(& state), b'?') {
        conditional(input, state)
    } else if matches!(input.next(& state), b'N') {
        qualified_function_call(input, state)
    } else {
        broken_tail(input, state)
    }
}
fn function_call<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '('))
        .and_then(|state| function_arguments(input, state))
}
fn qualified_function_call<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, 'N'))
        .and_then(|state| function_name(input, state))
        .and_then(|state| repeat(
            state,
            |state| matches!(input.next(& state), b'N'),
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, 'N'))
                    .and_then(|state| function_name(input, state))
            },
        ))
        .and_then(|state| function_call(input, state))
}
fn function_name<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::function_name,
            |state| state.match_char_by(|terminal| matches!(terminal, 'e'..= 'k')),
        )
}
fn function_arguments<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::function_arguments,
            |state| {
                (state.match_char_by(|terminal| matches!(terminal, ')')))
                    .or_else(|state| {
                        (if matches!(input.next(& state), b')' | b'e'..= b'n') {
                            state
                                .sequence(|state| {
                                    plain_elements(input, state)
                                        .and_then(|state| {
                                            state.match_char_by(|terminal| matches!(terminal, ')'))
                                        })
                                })
                        } else {
                            Err(state)
                        })
                            .or_else(|state| {
                                expression(input, state)
                                    .and_then(|state| repeat(
                                        state,
                                        |state| {
                                            matches!(
                                                (input.next(& state), input.second(& state)), (b',', b'!'..=
                                                b'"' | b'(' | b'-' | b'<' | b'[' | b'e'..= b'o' | b'{')
                                            )
                                        },
                                        |state| {
                                            state
                                                .match_char_by(|terminal| matches!(terminal, ','))
                                                .and_then(|state| expression(input, state))
                                        },
                                    ))
                                    .and_then(|state| {
                                        if matches!(input.next(& state), b',' | b'E') {
                                            if matches!(input.next(& state), b',') {
                                                state.match_char_by(|terminal| matches!(terminal, ','))
                                            } else {
                                                ellipsis(input, state)
                                            }
                                        } else {
                                            Ok(state)
                                        }
                                    })
                                    .and_then(|state| {
                                        state.match_char_by(|terminal| matches!(terminal, ')'))
                                    })
                            })
                    })
            },
        )
}
fn index_or_splat<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '['))
        .and_then(|state| {
            if matches!(
                input.next(& state), b'!'..= b'"' | b'(' | b'-' | b'<' | b'[' | b'e'..=
                b'o' | b'{'
            ) {
                index(input, state)
            } else {
                full_splat(input, state)
            }
        })
}
fn index<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::index,
            |state| {
                expression(input, state)
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, ']'))
                    })
            },
        )
}
fn full_splat<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::full_splat,
            |state| {
                if matches!(input.rest(& state), [b'*', b']', ..]) {
                    state.skip(2)
                } else {
                    Err(state)
                }
            },
        )
}
fn attribute_or_splat<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '.'))
        .and_then(|state| {
            if matches!(input.next(& state), b'e'..= b'l') {
                get_attr(input, state)
            } else if matches!(input.next(& state), b'*') {
                attr_splat(input, state)
            } else if matches!(input.next(& state), b'n') {
                legacy_index(input, state)
            } else {
                broken_tail(input, state)
            }
        })
}
fn get_attr<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::get_attr,
            |state| state.match_char_by(|terminal| matches!(terminal, 'e'..= 'l')),
        )
}
fn attr_splat<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::attr_splat,
            |state| state.match_char_by(|terminal| matches!(terminal, '*')),
        )
}
fn legacy_index<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::legacy_index,
            |state| state.match_char_by(|terminal| matches!(terminal, 'n')),
        )
}
fn binary_operation<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '*'..= '+' | '-'))
        .and_then(|state| operand(input, state))
}
fn conditional<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '?'))
        .and_then(|state| conditional_result(input, state))
        .and_then(|state| operand(input, state))
}
fn conditional_result<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::conditional_result,
            |state| {
                expression(input, state)
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, ':'))
                    })
            },
        )
}
fn parentheses<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::parentheses,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '('))
                    .and_then(|state| expression(input, state))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, ')'))
                    })
            },
        )
}
fn tuple<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::tuple,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '['))
                    .and_then(|state| {
                        (if matches!(input.next(& state), b']' | b'e'..= b'n') {
                            state
                                .sequence(|state| {
                                    plain_elements(input, state)
                                        .and_then(|state| {
                                            state.match_char_by(|terminal| matches!(terminal, ']'))
                                        })
                                })
                        } else {
                            Err(state)
                        })
                            .or_else(|state| {
                                if matches!(
                                    (input.next(& state), input.second(& state)), (b'f', b'e'..=
                                    b'k')
                                ) {
                                    for_tuple(input, state)
                                        .and_then(|state| {
                                            state.match_char_by(|terminal| matches!(terminal, ']'))
                                        })
                                } else {
                                    tuple_elements(input, state)
                                }
                            })
                    })
            },
        )
}
fn tuple_elements<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    expression(input, state)
        .and_then(|state| repeat(
            state,
            |state| {
                matches!(
                    (input.next(& state), input.second(& state)), (b',', b'!'..= b'"' |
                    b'(' | b'-' | b'<' | b'[' | b'e'..= b'o' | b'{')
                )
            },
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, ','))
                    .and_then(|state| expression(input, state))
            },
        ))
        .and_then(|state| {
            if matches!(input.next(& state), b',') {
                state.match_char_by(|terminal| matches!(terminal, ','))
            } else {
                Ok(state)
            }
        })
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, ']')))
}
fn plain_elements<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::plain_elements,
            |state| {
                repeat_row(
                        input,
                        state,
                        2,
                        |rest| matches!(rest, [b'i' | b'l'..= b'n', b',', ..]),
                    )
                    .and_then(|state| {
                        if matches!(input.next(& state), b'e'..= b'n') {
                            state
                                .match_char_by(|terminal| matches!(terminal, 'e'..= 'n'))
                        } else {
                            Ok(state)
                        }
                    })
            },
        )
}
fn object<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::object,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '{'))
                    .and_then(|state| {
                        state
                            .optional(|state| {
                                if matches!(
                                    input.rest(& state), [b'i', b'=', b'i' | b'l'..= b'n', b';',
                                    ..]
                                ) {
                                    plain_attributes(input, state)
                                } else {
                                    Err(state)
                                }
                            })
                    })
                    .and_then(|state| {
                        if matches!(
                            (input.next(& state), input.second(& state)), (b'f', b'e'..=
                            b'k')
                        ) {
                            for_object(input, state)
                        } else {
                            repeat(
                                state,
                                |state| {
                                    matches!(
                                        input.next(& state), b'!'..= b'"' | b'(' | b'-' | b'<' |
                                        b'[' | b'e'..= b'o' | b'{'
                                    )
                                },
                                |state| {
                                    object_item(input, state)
                                        .and_then(|state| {
                                            state
                                                .optional(|state| {
                                                    if matches!(
                                                        input.rest(& state), [b'i', b'=', b'i' | b'l'..= b'n', b';',
                                                        ..]
                                                    ) {
                                                        plain_attributes(input, state)
                                                    } else {
                                                        Err(state)
                                                    }
                                                })
                                        })
                                },
                            )
                        }
                    })
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn object_item<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    expression(input, state)
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, ':' | '=')))
        .and_then(|state| expression(input, state))
        .and_then(|state| item_end(input, state))
}
fn item_end<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    if matches!(input.next(& state), b';') {
        state.match_char_by(|terminal| matches!(terminal, ';'))
    } else if matches!(input.next(& state), b',') {
        state.match_char_by(|terminal| matches!(terminal, ','))
    } else {
        if matches!(input.next(& state), b'}') { Ok(state) } else { Err(state) }
    }
}
fn for_tuple<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    for_intro(input, state)
        .and_then(|state| expression(input, state))
        .and_then(|state| {
            if matches!(input.next(& state), b'j') {
                for_condition(input, state)
            } else {
                Ok(state)
            }
        })
}
fn for_object<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    for_intro(input, state)
        .and_then(|state| expression(input, state))
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, 'A')))
        .and_then(|state| expression(input, state))
        .and_then(|state| {
            if matches!(input.next(& state), b'E') {
                ellipsis(input, state)
            } else {
                Ok(state)
            }
        })
        .and_then(|state| {
            if matches!(input.next(& state), b'j') {
                for_condition(input, state)
            } else {
                Ok(state)
            }
        })
}
fn for_intro<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, 'f'))
        .and_then(|state| identifier(input, state))
        .and_then(|state| {
            if matches!(input.next(& state), b',') {
                state
                    .match_char_by(|terminal| matches!(terminal, ','))
                    .and_then(|state| identifier(input, state))
            } else {
                Ok(state)
            }
        })
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, 'k')))
        .and_then(|state| expression(input, state))
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, ':')))
}
fn for_condition<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, 'j'))
        .and_then(|state| expression(input, state))
}
fn quoted_template<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::quoted_template,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '"'))
                    .and_then(|state| repeat(
                        state,
                        |state| matches!(input.next(& state), b'$'..= b'%' | b't'),
                        |state| template_part(input, state),
                    ))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '"'))
                    })
            },
        )
}
fn heredoc_template<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::heredoc_template,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '<'))
                    .and_then(|state| repeat(
                        state,
                        |state| matches!(input.next(& state), b'$'..= b'%' | b't'),
                        |state| template_part(input, state),
                    ))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '>'))
                    })
            },
        )
}
fn single_template<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::single_template,
            |state| {
                state
                    .start_of_input()
                    .and_then(|state| repeat(
                        state,
                        |state| matches!(input.next(& state), b'$'..= b'%' | b't'),
                        |state| template_part(input, state),
                    ))
                    .and_then(|state| {
                        state.rule(Rule::EOI, |state| state.end_of_input())
                    })
            },
        )
}
fn template_part<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    if matches!(input.next(& state), b't') {
        literal(input, state)
    } else if matches!(input.next(& state), b'$') {
        interpolation(input, state)
    } else if matches!((input.next(& state), input.second(& state)), (b'%', b'j')) {
        template_if(input, state)
    } else {
        template_for(input, state)
    }
}
fn interpolation<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::interpolation,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '$'))
                    .and_then(|state| expression(input, state))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn template_if<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    template_if_intro(input, state)
        .and_then(|state| repeat(
            state,
            |state| {
                matches!(
                    (input.next(& state), input.second(& state)), (b'$' | b't', _) |
                    (b'%', b'f' | b'j')
                )
            },
            |state| template_part(input, state),
        ))
        .and_then(|state| {
            if matches!((input.next(& state), input.second(& state)), (b'%', b'e')) {
                template_else(input, state)
                    .and_then(|state| repeat(
                        state,
                        |state| {
                            matches!(
                                (input.next(& state), input.second(& state)), (b'$' | b't',
                                _) | (b'%', b'f' | b'j')
                            )
                        },
                        |state| template_part(input, state),
                    ))
            } else {
                Ok(state)
            }
        })
        .and_then(|state| template_endif(input, state))
}
fn template_if_intro<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::template_if_intro,
            |state| {
                if matches!(input.rest(& state), [b'%', b'j', ..]) {
                    state.skip(2)
                } else {
                    Err(state)
                }
                    .and_then(|state| expression(input, state))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn template_else<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::template_else,
            |state| {
                if matches!(input.rest(& state), [b'%', b'e', b'}', ..]) {
                    state.skip(3)
                } else {
                    Err(state)
                }
            },
        )
}
fn template_endif<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::template_endif,
            |state| {
                if matches!(input.rest(& state), [b'%', b'h', b'}', ..]) {
                    state.skip(3)
                } else {
                    Err(state)
                }
            },
        )
}
fn template_for<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    template_for_intro(input, state)
        .and_then(|state| repeat(
            state,
            |state| {
                matches!(
                    (input.next(& state), input.second(& state)), (b'$' | b't', _) |
                    (b'%', b'f' | b'j')
                )
            },
            |state| template_part(input, state),
        ))
        .and_then(|state| template_endfor(input, state))
}
fn template_for_intro<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::template_for_intro,
            |state| {
                if matches!(input.rest(& state), [b'%', b'f', ..]) {
                    state.skip(2)
                } else {
                    Err(state)
                }
                    .and_then(|state| identifier(input, state))
                    .and_then(|state| {
                        if matches!(input.next(& state), b',') {
                            state
                                .match_char_by(|terminal| matches!(terminal, ','))
                                .and_then(|state| identifier(input, state))
                        } else {
                            Ok(state)
                        }
                    })
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, 'k'))
                    })
                    .and_then(|state| expression(input, state))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn template_endfor<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::template_endfor,
            |state| {
                if matches!(input.rest(& state), [b'%', b'g', b'}', ..]) {
                    state.skip(3)
                } else {
                    Err(state)
                }
            },
        )
}
fn file<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::file,
            |state| {
                state
                    .start_of_input()
                    .and_then(|state| body_items(input, state))
                    .and_then(|state| {
                        state.rule(Rule::EOI, |state| state.end_of_input())
                    })
            },
        )
}
fn body_items<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .optional(|state| {
            if matches!(
                input.rest(& state), [b'i', b'=', b'i' | b'l'..= b'n', b';', ..]
            ) {
                plain_attributes(input, state)
            } else {
                Err(state)
            }
        })
        .and_then(|state| repeat(
            state,
            |state| matches!(input.next(& state), b'e'..= b'k'),
            |state| {
                body_item(input, state)
                    .and_then(|state| {
                        state
                            .optional(|state| {
                                if matches!(
                                    input.rest(& state), [b'i', b'=', b'i' | b'l'..= b'n', b';',
                                    ..]
                                ) {
                                    plain_attributes(input, state)
                                } else {
                                    Err(state)
                                }
                            })
                    })
            },
        ))
}
fn plain_attributes<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::plain_attributes,
            |state| {
                if matches!(
                    input.rest(& state), [b'i', b'=', b'i' | b'l'..= b'n', b';', ..]
                ) {
                    state.skip(4)
                } else {
                    Err(state)
                }
                    .and_then(|state| repeat_row(
                        input,
                        state,
                        4,
                        |rest| {
                            matches!(rest, [b'i', b'=', b'i' | b'l'..= b'n', b';', ..])
                        },
                    ))
            },
        )
}
fn body_item<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    identifier(input, state)
        .and_then(|state| {
            if matches!(input.next(& state), b'=') {
                attribute_value(input, state)
            } else {
                repeat(
                        state,
                        |state| {
                            matches!(input.next(& state), b'e'..= b'k' | b'm' | b'o')
                        },
                        |state| label(input, state),
                    )
                    .and_then(|state| {
                        if matches!(
                            (input.next(& state), input.second(& state)), (b'{', b';')
                        ) {
                            block_body(input, state)
                        } else {
                            one_line_body(input, state)
                        }
                    })
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, ';'))
                    })
            }
        })
}
fn attribute_value<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .match_char_by(|terminal| matches!(terminal, '='))
        .and_then(|state| expression(input, state))
        .and_then(|state| state.match_char_by(|terminal| matches!(terminal, ';')))
}
fn block_body<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::block_body,
            |state| {
                if matches!(input.rest(& state), [b'{', b';', ..]) {
                    state.skip(2)
                } else {
                    Err(state)
                }
                    .and_then(|state| body_items(input, state))
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn one_line_body<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::one_line_body,
            |state| {
                state
                    .match_char_by(|terminal| matches!(terminal, '{'))
                    .and_then(|state| {
                        if matches!(input.next(& state), b'e'..= b'k') {
                            identifier(input, state)
                                .and_then(|state| {
                                    state.match_char_by(|terminal| matches!(terminal, '='))
                                })
                                .and_then(|state| expression(input, state))
                        } else {
                            Ok(state)
                        }
                    })
                    .and_then(|state| {
                        state.match_char_by(|terminal| matches!(terminal, '}'))
                    })
            },
        )
}
fn single_expression<'i>(input: Input<'_>, state: State<'i>) -> Matched<'i> {
    state
        .rule(
            Rule::single_expression,
            |state| {
                state
                    .start_of_input()
                    .and_then(|state| expression(input, state))
                    .and_then(|state| {
                        state.rule(Rule::EOI, |state| state.end_of_input())
                    })
            },
        )
}

// Generated from `grammar/*.pest`. After a change of the grammar, run
// `cargo run --manifest-path grammar/generate/Cargo.toml`.

/// The hash of the grammar without comments that this was generated from.
#[cfg(test)]
pub(super) const FINGERPRINT: u64 = 8379405497664624054u64;
pub(crate) struct Grammar;
#[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    ///End-of-input
    EOI,
    r#plain_name,
    r#else_keyword,
    r#for_keyword,
    r#endfor_keyword,
    r#endif_keyword,
    r#if_keyword,
    r#in_keyword,
    r#name,
    r#path,
    r#string,
    r#number,
    r#single_value,
    r#single_token,
    r#broken_text,
    r#identifier,
    r#label,
    r#literal,
    r#binary_operator,
    r#unary_operator,
    r#ellipsis,
    r#fat_arrow,
    r#double_colon,
    r#heredoc_start,
    r#heredoc_end,
    r#expression,
    r#expression_end,
    r#operand,
    r#unary_operation,
    r#term,
    r#broken_term,
    r#broken_tail,
    r#tail,
    r#function_call,
    r#qualified_function_call,
    r#function_name,
    r#function_arguments,
    r#list_tail,
    r#index_or_splat,
    r#index,
    r#full_splat,
    r#attribute_or_splat,
    r#get_attr,
    r#attr_splat,
    r#legacy_index,
    r#binary_operation,
    r#conditional,
    r#conditional_result,
    r#parentheses,
    r#tuple,
    r#tuple_elements,
    r#plain_elements,
    r#object,
    r#object_item,
    r#key_end,
    r#item_end,
    r#for_tuple,
    r#for_object,
    r#for_intro,
    r#for_condition,
    r#quoted_template,
    r#heredoc_template,
    r#single_template,
    r#template_part,
    r#interpolation,
    r#template_if,
    r#template_if_intro,
    r#template_else,
    r#template_endif,
    r#template_for,
    r#template_for_intro,
    r#template_endfor,
    r#file,
    r#body_items,
    r#plain_attributes,
    r#plain_attribute,
    r#body_item,
    r#attribute_value,
    r#block_body,
    r#one_line_body,
    r#single_expression,
}
impl Rule {
    pub fn all_rules() -> &'static [Rule] {
        &[
            Rule::r#plain_name,
            Rule::r#else_keyword,
            Rule::r#for_keyword,
            Rule::r#endfor_keyword,
            Rule::r#endif_keyword,
            Rule::r#if_keyword,
            Rule::r#in_keyword,
            Rule::r#name,
            Rule::r#path,
            Rule::r#string,
            Rule::r#number,
            Rule::r#single_value,
            Rule::r#single_token,
            Rule::r#broken_text,
            Rule::r#identifier,
            Rule::r#label,
            Rule::r#literal,
            Rule::r#binary_operator,
            Rule::r#unary_operator,
            Rule::r#ellipsis,
            Rule::r#fat_arrow,
            Rule::r#double_colon,
            Rule::r#heredoc_start,
            Rule::r#heredoc_end,
            Rule::r#expression,
            Rule::r#expression_end,
            Rule::r#operand,
            Rule::r#unary_operation,
            Rule::r#term,
            Rule::r#broken_term,
            Rule::r#broken_tail,
            Rule::r#tail,
            Rule::r#function_call,
            Rule::r#qualified_function_call,
            Rule::r#function_name,
            Rule::r#function_arguments,
            Rule::r#list_tail,
            Rule::r#index_or_splat,
            Rule::r#index,
            Rule::r#full_splat,
            Rule::r#attribute_or_splat,
            Rule::r#get_attr,
            Rule::r#attr_splat,
            Rule::r#legacy_index,
            Rule::r#binary_operation,
            Rule::r#conditional,
            Rule::r#conditional_result,
            Rule::r#parentheses,
            Rule::r#tuple,
            Rule::r#tuple_elements,
            Rule::r#plain_elements,
            Rule::r#object,
            Rule::r#object_item,
            Rule::r#key_end,
            Rule::r#item_end,
            Rule::r#for_tuple,
            Rule::r#for_object,
            Rule::r#for_intro,
            Rule::r#for_condition,
            Rule::r#quoted_template,
            Rule::r#heredoc_template,
            Rule::r#single_template,
            Rule::r#template_part,
            Rule::r#interpolation,
            Rule::r#template_if,
            Rule::r#template_if_intro,
            Rule::r#template_else,
            Rule::r#template_endif,
            Rule::r#template_for,
            Rule::r#template_for_intro,
            Rule::r#template_endfor,
            Rule::r#file,
            Rule::r#body_items,
            Rule::r#plain_attributes,
            Rule::r#plain_attribute,
            Rule::r#body_item,
            Rule::r#attribute_value,
            Rule::r#block_body,
            Rule::r#one_line_body,
            Rule::r#single_expression,
        ]
    }
}
#[allow(clippy::all)]
impl ::pest::Parser<Rule> for Grammar {
    fn parse<'i>(
        rule: Rule,
        input: &'i str,
    ) -> ::core::result::Result<
        ::pest::iterators::Pairs<'i, Rule>,
        ::pest::error::Error<Rule>,
    > {
        mod rules {
            #![allow(clippy::upper_case_acronyms)]
            pub mod hidden {
                use super::super::Rule;
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn skip(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    Ok(state)
                }
            }
            pub mod visible {
                use super::super::Rule;
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#plain_name(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("i")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#else_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("e")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("f")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#endfor_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("g")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#endif_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("h")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#if_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("j")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#in_keyword(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("k")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#name(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_range('e'..'k')
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#path(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_range('e'..'l')
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#string(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("m")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#number(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("n")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#single_value(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_range('e'..'n')
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#single_token(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#single_token,
                            |state| { self::r#single_value(state) },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#broken_text(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("o")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#identifier(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#identifier, |state| { self::r#name(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#label(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#label,
                            |state| {
                                self::r#name(state)
                                    .or_else(|state| { self::r#string(state) })
                                    .or_else(|state| { state.match_string("o") })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#literal(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#literal, |state| { state.match_string("t") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#binary_operator(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_range('*'..'+')
                        .or_else(|state| { state.match_string("-") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#unary_operator(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#unary_operator,
                            |state| {
                                state
                                    .match_string("-")
                                    .or_else(|state| { state.match_string("!") })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#ellipsis(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#ellipsis, |state| { state.match_string("E") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#fat_arrow(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("A")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#double_colon(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("N")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#heredoc_start(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string("<")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#heredoc_end(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_string(">")
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#expression(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#operand(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .lookahead(true, |state| { self::r#expression_end(state) })
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .optional(|state| {
                                                            self::r#tail(state)
                                                                .and_then(|state| {
                                                                    state
                                                                        .repeat(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    super::hidden::skip(state)
                                                                                        .and_then(|state| { self::r#tail(state) })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#expression_end(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_string(",")
                        .or_else(|state| { state.match_string("]") })
                        .or_else(|state| { state.match_string(")") })
                        .or_else(|state| { state.match_string("}") })
                        .or_else(|state| { state.match_string(":") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#operand(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#term(state)
                        .or_else(|state| { self::r#unary_operation(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#unary_operation(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .sequence(|state| {
                                    self::r#unary_operator(state)
                                        .and_then(|state| { super::hidden::skip(state) })
                                        .and_then(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .optional(|state| {
                                                            self::r#unary_operator(state)
                                                                .and_then(|state| {
                                                                    state
                                                                        .repeat(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    super::hidden::skip(state)
                                                                                        .and_then(|state| { self::r#unary_operator(state) })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#term(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#term(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#single_token(state)
                        .or_else(|state| { self::r#tuple(state) })
                        .or_else(|state| { self::r#object(state) })
                        .or_else(|state| { self::r#parentheses(state) })
                        .or_else(|state| { self::r#quoted_template(state) })
                        .or_else(|state| { self::r#heredoc_template(state) })
                        .or_else(|state| { self::r#broken_term(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#broken_term(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#broken_term,
                            |state| { self::r#broken_text(state) },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#broken_tail(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#broken_tail,
                            |state| { self::r#broken_text(state) },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#tail(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#binary_operation(state)
                        .or_else(|state| { self::r#function_call(state) })
                        .or_else(|state| { self::r#index_or_splat(state) })
                        .or_else(|state| { self::r#attribute_or_splat(state) })
                        .or_else(|state| { self::r#conditional(state) })
                        .or_else(|state| { self::r#qualified_function_call(state) })
                        .or_else(|state| { self::r#broken_tail(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#function_call(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .match_string("(")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#function_arguments(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#qualified_function_call(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .sequence(|state| {
                                    state
                                        .sequence(|state| {
                                            self::r#double_colon(state)
                                                .and_then(|state| { super::hidden::skip(state) })
                                                .and_then(|state| { self::r#function_name(state) })
                                        })
                                        .and_then(|state| { super::hidden::skip(state) })
                                        .and_then(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .optional(|state| {
                                                            state
                                                                .sequence(|state| {
                                                                    self::r#double_colon(state)
                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                        .and_then(|state| { self::r#function_name(state) })
                                                                })
                                                                .and_then(|state| {
                                                                    state
                                                                        .repeat(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    super::hidden::skip(state)
                                                                                        .and_then(|state| {
                                                                                            state
                                                                                                .sequence(|state| {
                                                                                                    self::r#double_colon(state)
                                                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                                                        .and_then(|state| { self::r#function_name(state) })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#function_call(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#function_name(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#function_name, |state| { self::r#name(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#function_arguments(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#function_arguments,
                                        |state| {
                                            state
                                                .match_string(")")
                                                .or_else(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#plain_elements(state)
                                                                .and_then(|state| { state.match_string(")") })
                                                        })
                                                })
                                                .or_else(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#operand(state)
                                                                .and_then(|state| {
                                                                    state
                                                                        .repeat(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    state
                                                                                        .match_string(",")
                                                                                        .and_then(|state| { self::r#operand(state) })
                                                                                })
                                                                        })
                                                                })
                                                                .and_then(|state| {
                                                                    state
                                                                        .match_string(")")
                                                                        .or_else(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| {
                                                                                            state
                                                                                                .match_string(")")
                                                                                                .or_else(|state| {
                                                                                                    state
                                                                                                        .sequence(|state| {
                                                                                                            state
                                                                                                                .repeat(|state| { self::r#list_tail(state) })
                                                                                                                .and_then(|state| {
                                                                                                                    state
                                                                                                                        .optional(|state| {
                                                                                                                            state
                                                                                                                                .match_string(",")
                                                                                                                                .or_else(|state| { self::r#ellipsis(state) })
                                                                                                                        })
                                                                                                                })
                                                                                                                .and_then(|state| { state.match_string(")") })
                                                                                                        })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                        .or_else(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    state
                                                                                        .match_string(",")
                                                                                        .or_else(|state| { self::r#ellipsis(state) })
                                                                                        .and_then(|state| { state.match_string(")") })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#list_tail(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .sequence(|state| {
                            state
                                .match_string(",")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#operand(state) })
                        })
                        .or_else(|state| { self::r#tail(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#index_or_splat(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .match_string("[")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    self::r#index(state)
                                        .or_else(|state| { self::r#full_splat(state) })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#index(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#index,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#operand(state)
                                                        .and_then(|state| {
                                                            state
                                                                .match_string("]")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| {
                                                                                            state.repeat(|state| { self::r#tail(state) })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { state.match_string("]") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#full_splat(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#full_splat,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("*")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { state.match_string("]") })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#attribute_or_splat(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .match_string(".")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    self::r#get_attr(state)
                                        .or_else(|state| { self::r#attr_splat(state) })
                                        .or_else(|state| { self::r#legacy_index(state) })
                                        .or_else(|state| { self::r#broken_tail(state) })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#get_attr(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#get_attr, |state| { self::r#path(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#attr_splat(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#attr_splat, |state| { state.match_string("*") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#legacy_index(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#legacy_index, |state| { self::r#number(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#binary_operation(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#binary_operator(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#operand(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#conditional(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .match_string("?")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#conditional_result(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#operand(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#conditional_result(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#conditional_result,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#operand(state)
                                                        .and_then(|state| {
                                                            state
                                                                .match_string(":")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| {
                                                                                            state.repeat(|state| { self::r#tail(state) })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { state.match_string(":") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#parentheses(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#parentheses,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("(")
                                                        .and_then(|state| { self::r#operand(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .match_string(")")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| {
                                                                                            state.repeat(|state| { self::r#tail(state) })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { state.match_string(")") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#tuple(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#tuple,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("[")
                                                        .and_then(|state| {
                                                            state
                                                                .sequence(|state| {
                                                                    self::r#plain_elements(state)
                                                                        .and_then(|state| { state.match_string("]") })
                                                                })
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            self::r#for_tuple(state)
                                                                                .and_then(|state| { state.match_string("]") })
                                                                        })
                                                                })
                                                                .or_else(|state| { self::r#tuple_elements(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#tuple_elements(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#operand(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .sequence(|state| {
                                            state
                                                .optional(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            state
                                                                .match_string(",")
                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                .and_then(|state| { self::r#operand(state) })
                                                        })
                                                        .and_then(|state| {
                                                            state
                                                                .repeat(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            super::hidden::skip(state)
                                                                                .and_then(|state| {
                                                                                    state
                                                                                        .sequence(|state| {
                                                                                            state
                                                                                                .match_string(",")
                                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                                .and_then(|state| { self::r#operand(state) })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .match_string("]")
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#tail(state)
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .match_string("]")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    state
                                                                                        .optional(|state| {
                                                                                            self::r#list_tail(state)
                                                                                                .and_then(|state| {
                                                                                                    state
                                                                                                        .repeat(|state| {
                                                                                                            state
                                                                                                                .sequence(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(|state| { self::r#list_tail(state) })
                                                                                                                })
                                                                                                        })
                                                                                                })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                .and_then(|state| {
                                                                                    state.optional(|state| { state.match_string(",") })
                                                                                })
                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                .and_then(|state| { state.match_string("]") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string(",")
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| { state.match_string("]") })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#plain_elements(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#plain_elements,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .repeat(|state| {
                                                            state
                                                                .match_string("m,")
                                                                .or_else(|state| { state.match_string("n,") })
                                                                .or_else(|state| { state.match_string("l,") })
                                                                .or_else(|state| { state.match_string("i,") })
                                                        })
                                                        .and_then(|state| {
                                                            state.optional(|state| { self::r#single_value(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#object(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#object,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("{")
                                                        .and_then(|state| {
                                                            state.optional(|state| { self::r#plain_attributes(state) })
                                                        })
                                                        .and_then(|state| {
                                                            state
                                                                .match_string("}")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            self::r#for_object(state)
                                                                                .and_then(|state| { state.match_string("}") })
                                                                        })
                                                                })
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .repeat(|state| {
                                                                                    state
                                                                                        .sequence(|state| {
                                                                                            self::r#object_item(state)
                                                                                                .and_then(|state| {
                                                                                                    state.optional(|state| { self::r#plain_attributes(state) })
                                                                                                })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { state.match_string("}") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#object_item(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#operand(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    self::r#key_end(state)
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#tail(state)
                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                .and_then(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .optional(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| {
                                                                                            state
                                                                                                .repeat(|state| {
                                                                                                    state
                                                                                                        .sequence(|state| {
                                                                                                            super::hidden::skip(state)
                                                                                                                .and_then(|state| { self::r#tail(state) })
                                                                                                        })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| { self::r#key_end(state) })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#operand(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    self::r#item_end(state)
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#tail(state)
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| {
                                                            self::r#item_end(state)
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                                        .and_then(|state| {
                                                                                            state
                                                                                                .sequence(|state| {
                                                                                                    state
                                                                                                        .optional(|state| {
                                                                                                            self::r#tail(state)
                                                                                                                .and_then(|state| {
                                                                                                                    state
                                                                                                                        .repeat(|state| {
                                                                                                                            state
                                                                                                                                .sequence(|state| {
                                                                                                                                    super::hidden::skip(state)
                                                                                                                                        .and_then(|state| { self::r#tail(state) })
                                                                                                                                })
                                                                                                                        })
                                                                                                                })
                                                                                                        })
                                                                                                })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                .and_then(|state| { self::r#item_end(state) })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#key_end(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state.match_string("=").or_else(|state| { state.match_string(":") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#item_end(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_string("\n")
                        .or_else(|state| { state.match_string(",") })
                        .or_else(|state| {
                            state.lookahead(true, |state| { state.match_string("}") })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_tuple(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#for_intro(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state.optional(|state| { self::r#for_condition(state) })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_object(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#for_intro(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#fat_arrow(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state.optional(|state| { self::r#ellipsis(state) })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state.optional(|state| { self::r#for_condition(state) })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_intro(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#for_keyword(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#identifier(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .optional(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string(",")
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| { self::r#identifier(state) })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#in_keyword(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { state.match_string(":") })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#for_condition(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#if_keyword(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#expression(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#quoted_template(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#quoted_template,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("\"")
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#template_part(state) })
                                                        })
                                                        .and_then(|state| { state.match_string("\"") })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#heredoc_template(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#heredoc_template,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#heredoc_start(state)
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#template_part(state) })
                                                        })
                                                        .and_then(|state| { self::r#heredoc_end(state) })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#single_template(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#single_template,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#SOI(state)
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#template_part(state) })
                                                        })
                                                        .and_then(|state| { self::r#EOI(state) })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_part(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    self::r#literal(state)
                        .or_else(|state| { self::r#interpolation(state) })
                        .or_else(|state| { self::r#template_if(state) })
                        .or_else(|state| { self::r#template_for(state) })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#interpolation(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#interpolation,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("$")
                                                        .and_then(|state| { self::r#operand(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .match_string("}")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            self::r#tail(state)
                                                                                .and_then(|state| {
                                                                                    state
                                                                                        .match_string("}")
                                                                                        .or_else(|state| {
                                                                                            state
                                                                                                .sequence(|state| {
                                                                                                    state
                                                                                                        .sequence(|state| {
                                                                                                            self::r#tail(state)
                                                                                                                .and_then(|state| {
                                                                                                                    state.repeat(|state| { self::r#tail(state) })
                                                                                                                })
                                                                                                        })
                                                                                                        .and_then(|state| { state.match_string("}") })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_if(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#template_if_intro(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .sequence(|state| {
                                            state
                                                .optional(|state| {
                                                    self::r#template_part(state)
                                                        .and_then(|state| {
                                                            state
                                                                .repeat(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            super::hidden::skip(state)
                                                                                .and_then(|state| { self::r#template_part(state) })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .optional(|state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#template_else(state)
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .sequence(|state| {
                                                                    state
                                                                        .optional(|state| {
                                                                            self::r#template_part(state)
                                                                                .and_then(|state| {
                                                                                    state
                                                                                        .repeat(|state| {
                                                                                            state
                                                                                                .sequence(|state| {
                                                                                                    super::hidden::skip(state)
                                                                                                        .and_then(|state| { self::r#template_part(state) })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#template_endif(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_if_intro(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#template_if_intro,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("%")
                                                        .and_then(|state| { self::r#if_keyword(state) })
                                                        .and_then(|state| { self::r#expression(state) })
                                                        .and_then(|state| { state.match_string("}") })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_else(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#template_else,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("%")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#else_keyword(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { state.match_string("}") })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_endif(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#template_endif,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("%")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#endif_keyword(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { state.match_string("}") })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_for(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#template_for_intro(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .sequence(|state| {
                                            state
                                                .optional(|state| {
                                                    self::r#template_part(state)
                                                        .and_then(|state| {
                                                            state
                                                                .repeat(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            super::hidden::skip(state)
                                                                                .and_then(|state| { self::r#template_part(state) })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#template_endfor(state) })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_for_intro(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#template_for_intro,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("%")
                                                        .and_then(|state| { self::r#for_keyword(state) })
                                                        .and_then(|state| { self::r#identifier(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .optional(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .match_string(",")
                                                                                .and_then(|state| { self::r#identifier(state) })
                                                                        })
                                                                })
                                                        })
                                                        .and_then(|state| { self::r#in_keyword(state) })
                                                        .and_then(|state| { self::r#expression(state) })
                                                        .and_then(|state| { state.match_string("}") })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#template_endfor(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#template_endfor,
                            |state| {
                                state
                                    .sequence(|state| {
                                        state
                                            .match_string("%")
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { self::r#endfor_keyword(state) })
                                            .and_then(|state| { super::hidden::skip(state) })
                                            .and_then(|state| { state.match_string("}") })
                                    })
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#file(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#file,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#SOI(state)
                                                        .and_then(|state| { self::r#body_items(state) })
                                                        .and_then(|state| { self::r#EOI(state) })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#body_items(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .optional(|state| { self::r#plain_attributes(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .sequence(|state| {
                                            state
                                                .optional(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            self::r#body_item(state)
                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                .and_then(|state| {
                                                                    state.optional(|state| { self::r#plain_attributes(state) })
                                                                })
                                                        })
                                                        .and_then(|state| {
                                                            state
                                                                .repeat(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            super::hidden::skip(state)
                                                                                .and_then(|state| {
                                                                                    state
                                                                                        .sequence(|state| {
                                                                                            self::r#body_item(state)
                                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                                .and_then(|state| {
                                                                                                    state.optional(|state| { self::r#plain_attributes(state) })
                                                                                                })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#plain_attributes(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#plain_attributes,
                            |state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#plain_attribute(state)
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#plain_attribute(state) })
                                                        })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#plain_attribute(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .match_string("i=m\n")
                        .or_else(|state| { state.match_string("i=n\n") })
                        .or_else(|state| { state.match_string("i=l\n") })
                        .or_else(|state| { state.match_string("i=i\n") })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#body_item(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            self::r#identifier(state)
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    self::r#attribute_value(state)
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .sequence(|state| {
                                                            state
                                                                .optional(|state| {
                                                                    self::r#label(state)
                                                                        .and_then(|state| {
                                                                            state
                                                                                .repeat(|state| {
                                                                                    state
                                                                                        .sequence(|state| {
                                                                                            super::hidden::skip(state)
                                                                                                .and_then(|state| { self::r#label(state) })
                                                                                        })
                                                                                })
                                                                        })
                                                                })
                                                        })
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| {
                                                            self::r#block_body(state)
                                                                .or_else(|state| { self::r#one_line_body(state) })
                                                        })
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| { state.match_string("\n") })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#attribute_value(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(|state| {
                            state
                                .match_string("=")
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| { self::r#operand(state) })
                                .and_then(|state| { super::hidden::skip(state) })
                                .and_then(|state| {
                                    state
                                        .match_string("\n")
                                        .or_else(|state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#tail(state)
                                                        .and_then(|state| { super::hidden::skip(state) })
                                                        .and_then(|state| {
                                                            state
                                                                .match_string("\n")
                                                                .or_else(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            state
                                                                                .sequence(|state| {
                                                                                    self::r#tail(state)
                                                                                        .and_then(|state| { super::hidden::skip(state) })
                                                                                        .and_then(|state| {
                                                                                            state
                                                                                                .sequence(|state| {
                                                                                                    state
                                                                                                        .optional(|state| {
                                                                                                            self::r#tail(state)
                                                                                                                .and_then(|state| {
                                                                                                                    state
                                                                                                                        .repeat(|state| {
                                                                                                                            state
                                                                                                                                .sequence(|state| {
                                                                                                                                    super::hidden::skip(state)
                                                                                                                                        .and_then(|state| { self::r#tail(state) })
                                                                                                                                })
                                                                                                                        })
                                                                                                                })
                                                                                                        })
                                                                                                })
                                                                                        })
                                                                                })
                                                                                .and_then(|state| { super::hidden::skip(state) })
                                                                                .and_then(|state| { state.match_string("\n") })
                                                                        })
                                                                })
                                                        })
                                                })
                                        })
                                })
                        })
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#block_body(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#block_body,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("{")
                                                        .and_then(|state| { state.match_string("\n") })
                                                        .and_then(|state| { self::r#body_items(state) })
                                                        .and_then(|state| { state.match_string("}") })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#one_line_body(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#one_line_body,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    state
                                                        .match_string("{")
                                                        .and_then(|state| {
                                                            state
                                                                .optional(|state| {
                                                                    state
                                                                        .sequence(|state| {
                                                                            self::r#identifier(state)
                                                                                .and_then(|state| { state.match_string("=") })
                                                                                .and_then(|state| { self::r#expression(state) })
                                                                        })
                                                                })
                                                        })
                                                        .and_then(|state| { state.match_string("}") })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(non_snake_case, unused_variables)]
                pub fn r#single_expression(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::CompoundAtomic,
                            |state| {
                                state
                                    .rule(
                                        Rule::r#single_expression,
                                        |state| {
                                            state
                                                .sequence(|state| {
                                                    self::r#SOI(state)
                                                        .and_then(|state| { self::r#operand(state) })
                                                        .and_then(|state| {
                                                            state.repeat(|state| { self::r#tail(state) })
                                                        })
                                                        .and_then(|state| { self::r#EOI(state) })
                                                })
                                        },
                                    )
                            },
                        )
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn EOI(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::EOI, |state| state.end_of_input())
                }
                #[inline]
                #[allow(dead_code, non_snake_case, unused_variables)]
                pub fn SOI(
                    state: ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::alloc::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.start_of_input()
                }
            }
            pub use self::visible::*;
        }
        ::pest::state(
            input,
            |state| {
                match rule {
                    Rule::r#plain_name => rules::r#plain_name(state),
                    Rule::r#else_keyword => rules::r#else_keyword(state),
                    Rule::r#for_keyword => rules::r#for_keyword(state),
                    Rule::r#endfor_keyword => rules::r#endfor_keyword(state),
                    Rule::r#endif_keyword => rules::r#endif_keyword(state),
                    Rule::r#if_keyword => rules::r#if_keyword(state),
                    Rule::r#in_keyword => rules::r#in_keyword(state),
                    Rule::r#name => rules::r#name(state),
                    Rule::r#path => rules::r#path(state),
                    Rule::r#string => rules::r#string(state),
                    Rule::r#number => rules::r#number(state),
                    Rule::r#single_value => rules::r#single_value(state),
                    Rule::r#single_token => rules::r#single_token(state),
                    Rule::r#broken_text => rules::r#broken_text(state),
                    Rule::r#identifier => rules::r#identifier(state),
                    Rule::r#label => rules::r#label(state),
                    Rule::r#literal => rules::r#literal(state),
                    Rule::r#binary_operator => rules::r#binary_operator(state),
                    Rule::r#unary_operator => rules::r#unary_operator(state),
                    Rule::r#ellipsis => rules::r#ellipsis(state),
                    Rule::r#fat_arrow => rules::r#fat_arrow(state),
                    Rule::r#double_colon => rules::r#double_colon(state),
                    Rule::r#heredoc_start => rules::r#heredoc_start(state),
                    Rule::r#heredoc_end => rules::r#heredoc_end(state),
                    Rule::r#expression => rules::r#expression(state),
                    Rule::r#expression_end => rules::r#expression_end(state),
                    Rule::r#operand => rules::r#operand(state),
                    Rule::r#unary_operation => rules::r#unary_operation(state),
                    Rule::r#term => rules::r#term(state),
                    Rule::r#broken_term => rules::r#broken_term(state),
                    Rule::r#broken_tail => rules::r#broken_tail(state),
                    Rule::r#tail => rules::r#tail(state),
                    Rule::r#function_call => rules::r#function_call(state),
                    Rule::r#qualified_function_call => {
                        rules::r#qualified_function_call(state)
                    }
                    Rule::r#function_name => rules::r#function_name(state),
                    Rule::r#function_arguments => rules::r#function_arguments(state),
                    Rule::r#list_tail => rules::r#list_tail(state),
                    Rule::r#index_or_splat => rules::r#index_or_splat(state),
                    Rule::r#index => rules::r#index(state),
                    Rule::r#full_splat => rules::r#full_splat(state),
                    Rule::r#attribute_or_splat => rules::r#attribute_or_splat(state),
                    Rule::r#get_attr => rules::r#get_attr(state),
                    Rule::r#attr_splat => rules::r#attr_splat(state),
                    Rule::r#legacy_index => rules::r#legacy_index(state),
                    Rule::r#binary_operation => rules::r#binary_operation(state),
                    Rule::r#conditional => rules::r#conditional(state),
                    Rule::r#conditional_result => rules::r#conditional_result(state),
                    Rule::r#parentheses => rules::r#parentheses(state),
                    Rule::r#tuple => rules::r#tuple(state),
                    Rule::r#tuple_elements => rules::r#tuple_elements(state),
                    Rule::r#plain_elements => rules::r#plain_elements(state),
                    Rule::r#object => rules::r#object(state),
                    Rule::r#object_item => rules::r#object_item(state),
                    Rule::r#key_end => rules::r#key_end(state),
                    Rule::r#item_end => rules::r#item_end(state),
                    Rule::r#for_tuple => rules::r#for_tuple(state),
                    Rule::r#for_object => rules::r#for_object(state),
                    Rule::r#for_intro => rules::r#for_intro(state),
                    Rule::r#for_condition => rules::r#for_condition(state),
                    Rule::r#quoted_template => rules::r#quoted_template(state),
                    Rule::r#heredoc_template => rules::r#heredoc_template(state),
                    Rule::r#single_template => rules::r#single_template(state),
                    Rule::r#template_part => rules::r#template_part(state),
                    Rule::r#interpolation => rules::r#interpolation(state),
                    Rule::r#template_if => rules::r#template_if(state),
                    Rule::r#template_if_intro => rules::r#template_if_intro(state),
                    Rule::r#template_else => rules::r#template_else(state),
                    Rule::r#template_endif => rules::r#template_endif(state),
                    Rule::r#template_for => rules::r#template_for(state),
                    Rule::r#template_for_intro => rules::r#template_for_intro(state),
                    Rule::r#template_endfor => rules::r#template_endfor(state),
                    Rule::r#file => rules::r#file(state),
                    Rule::r#body_items => rules::r#body_items(state),
                    Rule::r#plain_attributes => rules::r#plain_attributes(state),
                    Rule::r#plain_attribute => rules::r#plain_attribute(state),
                    Rule::r#body_item => rules::r#body_item(state),
                    Rule::r#attribute_value => rules::r#attribute_value(state),
                    Rule::r#block_body => rules::r#block_body(state),
                    Rule::r#one_line_body => rules::r#one_line_body(state),
                    Rule::r#single_expression => rules::r#single_expression(state),
                    Rule::EOI => rules::EOI(state),
                }
            },
        )
    }
}

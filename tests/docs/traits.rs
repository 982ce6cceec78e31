//! The traits of all public types.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::*;

/// Checks that the types of each row are `Debug` and have its traits, and returns their names.
macro_rules! traits {
    ($($($bound:ident)|+: $($ty:ty),+;)*) => {
        [$({
            fn check<T: Debug $(+ $bound)+>() {}
            vec![$({
                check::<$ty>();
                stringify!($ty)
            }),+]
        },)*]
        .concat()
    };
}

#[test]
fn types_have_the_traits_of_their_row() {
    let named = traits! {
        Debug: eval::SpecialCall<'static>;
        Clone | Default | Display | FromStr | PartialEq | Send | Sync: body::File;
        Clone | Default | Display | FromStr | Send | Sync: edit::Document;
        Clone | Default | Display | Serialize | Eq | Send | Sync: diag::Diagnostics;
        Clone | Default | Eq | Hash | Display | Serialize | DeserializeOwned | Send | Sync: Map, Value;
        Clone | Default | Eq | Send | Sync: Source, body::BodySchema, value::Marks;
        Clone | Default | Hash | Ord | Display | Serialize | DeserializeOwned | FromStr | Send | Sync: Number;
        Clone | Default | Hash | Ord | Display | Send | Sync: value::Refinement;
        Clone | Default | PartialEq | Display | Serialize | DeserializeOwned | FromStr | Send | Sync: Body;
        Clone | Default | Send | Sync: EvalContext, Options, analysis::Roots, config::Hcl, diag::Renderer;
        Clone | Eq | Display | Serialize | Send | Sync: Diagnostic;
        Clone | Eq | Display | Send | Sync: edit::Change, value::ValueError;
        Clone | Eq | Hash | Display | Serialize | DeserializeOwned | Send | Sync: Type;
        Clone | Eq | Hash | Send | Sync: func::Rest<u8>, value::CapsuleType;
        Clone | Eq | Send | Sync: edit::ChangeKind, value::PathStep, body::AttributeSchema, body::BlockSchema, diag::LabeledSpan, diag::Replacement, value::Capsule;
        Clone | Hash | Ord | Display | Serialize | DeserializeOwned | FromStr | Send | Sync: Traversal;
        Clone | Hash | Ord | Send | Sync: TraversalStep, value::Mark;
        Clone | PartialEq | Display | FromStr | Send | Sync: edit::Item;
        Clone | PartialEq | Display | Serialize | DeserializeOwned | FromStr | Send | Sync: Expression, Template;
        Clone | PartialEq | Display | Serialize | DeserializeOwned | Send | Sync: Block;
        Clone | PartialEq | Display | Send | Sync: body::BodyItem, Attribute, body::Label, ext::TypeConstraint;
        Clone | Send | Sync: Function, Outcome<u8>, analysis::Definition, analysis::Reference, analysis::References, analysis::Scope, body::BodyContent, body::StaticCall, eval::SpecialForm, ext::ChildAttribute<'static>, ext::ChildBlocks<'static>, ext::FunctionNames, ext::Spec, ext::SpecFile, figment::Hcl, func::Parameter, value::ElementType, value::Iter<'static>, value::MapIter<'static>, value::ObjectType, value::RefinementBuilder, value::TupleType;
        Copy | Default | Eq | Hash | Serialize | DeserializeOwned | Send | Sync: de::Labeled<u8, u8>;
        Clone | Eq | Hash | Ord | Serialize | DeserializeOwned | Send | Sync: de::Located<u8>;
        Copy | Default | Eq | Send | Sync: edit::Position, fmt::Style, Limits, edit::Layout;
        Copy | Default | Hash | Ord | Serialize | Send | Sync: Span;
        Copy | Default | Hash | Ord | Send | Sync: edit::NodeId;
        Copy | Default | Send | Sync: WriteOptions;
        Copy | Eq | Hash | Display | Serialize | Send | Sync: source::Pos, source::PosRange;
        Copy | Eq | Hash | Display | Send | Sync: ast::BinaryOperator, ast::UnaryOperator;
        Copy | Eq | Hash | Serialize | Send | Sync: source::Utf16Pos;
        Copy | Eq | Hash | Send | Sync: ast::TemplateForm, ast::TokenKind, de::SingleBlocks, diag::Category, value::ErrorKind, ast::Token;
        Copy | Eq | Send | Sync: edit::Key<'static>, value::Conversion, ast::Name<'static>;
        Copy | Hash | Ord | Display | FromStr | Send | Sync: diag::Code;
        Copy | Hash | Ord | Display | Send | Sync: diag::Severity;
        Copy | PartialEq | Display | Send | Sync: ast::BodyItem<'static>, ast::Attribute<'static>, ast::Block<'static>, ast::Body<'static>, ast::Expression<'static>, ast::FunctionCall<'static>, ast::Label<'static>, ast::NumberLiteral<'static>, ast::Postfix<'static>, ast::Template<'static>;
        Copy | PartialEq | Send | Sync: ast::ExpressionKind<'static>, ast::ObjectKey<'static>, ast::StepKind<'static>, ast::TemplatePart<'static>, ast::Binary<'static>, ast::Conditional<'static>, ast::For<'static>, ast::Object<'static>, ast::ObjectItem<'static>, ast::Step<'static>, ast::TemplateFor<'static>, ast::TemplateIf<'static>, ast::Tuple<'static>, ast::Unary<'static>;
        Clone | Serialize | Send | Sync: edit::Expr, diag::Utf16<'static, Diagnostic>;
        Copy | Serialize | Send | Sync: value::Typed<'static>;
        Copy | Send | Sync: ValueKind<'static>, ast::visit::Scope<'static>;
        Default | Send: func::Budget;
        Display | Send | Sync: Error;
        Send: de::Deserializer<'static>, json::Deserializer<'static>;
        Send | Sync: edit::BodyMut<'static>, edit::NodeMut<'static, ast::Expression<'static>>, func::FunctionBuilder, json::Serializer<Vec<u8>>, ser::Serializer<Vec<u8>>, value::MapEntry<'static>, value::MapIntoIter, value::MapIterMut<'static>;
    };
    let named: BTreeSet<_> = named
        .iter()
        .map(|name| name.split('<').next().unwrap_or_default().replace(char::is_whitespace, ""))
        .collect();
    let public: BTreeSet<_> = include_str!("../../docs/interface.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("struct serde_hcl::").or(line.strip_prefix("enum serde_hcl::")))
        .map(str::to_owned)
        .collect();
    assert_eq!(named, public);
}

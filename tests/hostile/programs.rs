//! Values, types and trees of any depth and size that a program builds.

use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde_hcl::{
    Body, EvalContext, Limits, Options, Source, Span, Type, Value,
    body::{AttributeSchema, BlockSchema, BodySchema},
    diag::Category,
    json, parse_expression, parse_file, value,
};

use crate::work::on_a_small_stack;

/// Returns nested sequences with a number of levels.
struct Deep(u32);

impl Serialize for Deep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(1))?;
        if self.0 > 0 {
            seq.serialize_element(&Deep(self.0 - 1))?;
        }
        seq.end()
    }
}

#[test]
fn deep_types_are_refused_by_every_writer() {
    on_a_small_stack(|| {
        let config = std::collections::BTreeMap::from([("a", Deep(100_000))]);
        for error in [
            serde_hcl::to_string(&config).err(),
            serde_hcl::to_value(&config).err(),
            serde_hcl::ser::to_body(&config).err(),
            json::to_string(&config).err(),
            json::to_string_pretty(&config).err(),
        ] {
            assert_eq!(error.map(|error| error.category()), Some(Category::Limit));
        }
    });
}

#[test]
fn deep_values_are_refused_by_every_writer_and_reader() {
    on_a_small_stack(|| {
        let deep = (0..100_000).fold(value!(1), |inner, _| Value::tuple([inner]));
        let config = value!({ "a": (deep.clone()) });
        assert!(serde_hcl::to_string(&config).is_err());
        assert!(json::to_string(&config).is_err());
        assert!(serde_hcl::ser::to_body(&config).is_err());
        let error = serde_hcl::from_value::<serde_json::Value>(&config).expect_err("it is too deep");
        assert_eq!(error.category(), Category::Limit);
        // Unused parts and depth alone are allowed.
        assert!(serde_hcl::from_value::<serde::de::IgnoredAny>(&config).is_ok());
        let deep_enough = (0..250).fold(value!(1), |inner, _| Value::tuple([inner]));
        assert!(serde_hcl::from_value::<serde_json::Value>(&deep_enough).is_ok());
        let mut context = EvalContext::new();
        context.set("deep", deep);
        for text in [
            "deep",
            "[deep, deep]",
            "deep == deep",
            "deep[0][0]",
            "deep[*][*]",
            "\"${deep}\"",
            "{ a = deep }",
            "true ? deep : [1]",
            "[for x in deep : x]",
        ] {
            let expression = parse_expression(text).into_result().expect("it is sound");
            let outcome = expression.evaluate_with_diagnostics(&context);
            assert!(format!("{} {:#}", outcome.value, outcome.diagnostics).len() < 1 << 20, "{text}");
        }
    });
}

/// A limit that an application raises or lowers applies everywhere.
#[test]
fn the_depth_limit_can_be_set() {
    on_a_small_stack(|| {
        let native = |levels: usize| format!("a = {}1{}\n", "[".repeat(levels), "]".repeat(levels));
        let json = |levels: usize| format!("{{\"a\":{}1{}}}", "[".repeat(levels), "]".repeat(levels));
        for depth in [3, 50, 200] {
            let mut limits = Limits::default();
            limits.depth = depth;
            let options = Options::new().limits(limits);
            let levels = depth as usize;
            assert!(options.from_str::<Value>(&native(levels)).is_ok(), "{depth}");
            let error = options.from_str::<Value>(&native(levels + 1)).expect_err("it is too deep");
            assert_eq!(error.category(), Category::Limit);
            let options = options.json(true);
            assert!(options.from_str::<Value>(&json(levels - 1)).is_ok(), "{depth}");
            let error = options.from_str::<Value>(&json(levels)).expect_err("it is too deep");
            assert_eq!(error.category(), Category::Limit);
        }
    });
}

/// Braces that a program makes with thousands of names, against texts with thousands of others.
#[test]
fn schemas_of_any_size_are_supported() {
    on_a_small_stack(|| {
        let names = |prefix: &'static str| (0..3_000).map(move |index| format!("{prefix}_{index}"));
        let attributes = names("argument").map(AttributeSchema::required);
        let blocks = names("block").map(|name| BlockSchema::new(name, ["label"]));
        let schema = BodySchema::new(attributes, blocks).expect("no name is there twice");
        let text: String = names("argumint")
            .map(|name| format!("{name} = 1\n"))
            .chain(names("black").map(|name| format!("{name} {{}}\n")))
            .collect();
        let file = parse_file(text).into_result().expect("it is sound");
        let body = Body::merge(vec![file.body(); 3]);
        for body in [file.body(), &body] {
            let outcome = body.content(&schema);
            assert!(outcome.diagnostics.len() >= 8_990);
            assert!(format!("{}", outcome.diagnostics).len() > 100_000);
            assert!(format!("{:#}", outcome.diagnostics).ends_with(" more errors not shown"));
            assert!(body.partial_content(&schema).value.1.just_attributes().diagnostics.has_errors());
        }
    });
}

#[test]
fn offsets_beyond_the_text_are_valid() {
    for text in ["", "a", "é\n", "a = <<E\n", "\u{feff}"] {
        let source = Source::new("t.hcl", text);
        for span in
            [Span::new(0, u32::MAX), Span::new(u32::MAX, u32::MAX), Span::new(u32::MAX, 0), Span::at(1)]
        {
            let range = source.range(span);
            assert_eq!((range.start.byte, range.end.byte), (span.start, span.end));
            assert!(source.slice(span).len() <= text.len());
            let diagnostic = serde_hcl::Diagnostic::error(Category::Data, "Wrong", "It is wrong.")
                .at(span)
                .with_label(Span::new(0, u32::MAX), "all of it");
            assert!(!format!("{diagnostic} {:#}", diagnostic.clone().in_source(&source)).is_empty());
        }
        assert_eq!((source.line(0), source.line(u32::MAX)), ("", ""));
    }
}

#[test]
fn deep_types_have_names() {
    on_a_small_stack(|| {
        let ty = (0..100_000).fold(Type::String, |inner, _| Type::list(inner));
        assert!(format!("{ty} {ty:?}").len() < 10_000);
        assert_eq!(ty.clone(), ty);
    });
}

//! Look-ups of attributes and blocks by their names, in small bodies and in those with an index.

use serde_hcl::{
    Attribute, Block, Body,
    body::{AttributeSchema, BlockSchema, BodySchema},
    json, parse_file,
};

use test_support::rows::check_each;

/// The numbers of items: of a body whose names are compared, and of bodies with an index.
const SIZES: [usize; 3] = [10, 33, 500];

fn native(text: &str) -> Body {
    parse_file(text).into_result().expect("it is sound").body().clone()
}

fn in_json(text: &str) -> Body {
    json::parse_file(text).into_result().expect("it is sound").body().clone()
}

/// Attributes `a0`, `a1` and so on, and after each a block `b0`, `b1` or `b2` with its number.
fn mixed(size: usize) -> Body {
    let text: String = (0..size).map(|n| format!("a{n} = {n}\nb{} \"{n}\" {{\n}}\n", n % 3)).collect();
    native(&text)
}

fn value(attribute: &Attribute) -> String {
    attribute.expression().to_string()
}

fn label(block: &Block) -> String {
    block.labels()[0].text().to_owned()
}

#[test]
fn attributes_are_found_by_name() {
    check_each(SIZES, |size| {
        let properties: Vec<_> = (0..size).map(|n| format!("\"a{n}\": {n}")).collect();
        let of_json = in_json(&format!("{{{}}}", properties.join(",")));
        for body in [mixed(size), of_json, Body::merge([&mixed(size), &native("x = 1\n")])] {
            for number in 0..size {
                let attribute = body.attribute(&format!("a{number}")).expect("it is there");
                assert_eq!(
                    (attribute.name(), value(&attribute)),
                    (&*format!("a{number}"), number.to_string())
                );
            }
            assert!(["a", "a00", "b0", "", "ä", "zz"].iter().all(|name| body.attribute(name).is_none()));
        }
    });
}

#[test]
fn blocks_are_found_by_type() {
    check_each(SIZES, |size| {
        let body = mixed(size);
        for number in 0..3 {
            let found = body.blocks_of_type(&format!("b{number}"));
            let labels: Vec<_> = (0..size).filter(|n| n % 3 == number).map(|n| n.to_string()).collect();
            assert_eq!(found.len(), labels.len());
            assert_eq!(found.clone().map(|it| label(&it)).collect::<Vec<_>>(), labels);
            let reversed: Vec<_> = found.rev().map(|it| label(&it)).collect();
            assert!(reversed.iter().rev().eq(&labels));
        }
        assert!(["b", "b3", "a0"].iter().all(|name| body.blocks_of_type(name).len() == 0));
        let mut both = body.blocks_of_type("b0");
        let (first, last) = (both.next(), both.next_back());
        assert_eq!(first.map(|it| label(&it)).as_deref(), Some("0"));
        assert_eq!(last.map(|it| label(&it)), Some(((size - 1) / 3 * 3).to_string()));
        assert_eq!((both.len(), both.clone().count()), (size.div_ceil(3) - 2, size.div_ceil(3) - 2));
    });
}

#[test]
fn attributes_and_blocks_keep_the_body() {
    check_each(SIZES, |size| {
        let (attributes, blocks) = (mixed(size).attributes(), mixed(size).blocks());
        assert_eq!((attributes.len(), blocks.len()), (size, size));
        assert!(attributes.map(|it| value(&it)).eq((0..size).map(|n| n.to_string())));
        assert!(blocks.rev().map(|it| label(&it)).eq((0..size).rev().map(|n| n.to_string())));
    });
}

#[test]
fn items_that_were_taken_are_not_found() {
    check_each(SIZES, |size| {
        let attributes = [AttributeSchema::optional("a1")];
        let schema = BodySchema::new(attributes, [BlockSchema::new("b2", ["name"])]).expect("it is sound");
        let (_, rest) = mixed(size).partial_content(&schema).into_result().expect("it fits");
        assert!(rest.attribute("a1").is_none() && rest.attribute("a2").is_some());
        assert_eq!((rest.blocks_of_type("b2").len(), rest.blocks_of_type("b1").len() > 0), (0, true));
        assert_eq!(rest.attributes().len(), size - 1);
        assert!(rest.blocks().all(|block| block.block_type() != "b2"));
    });
}

#[test]
fn the_first_of_repeated_properties_is_found_and_the_last_one_of_an_overlay() {
    check_each(SIZES, |size| {
        let others: Vec<_> = (0..size).map(|n| format!("\"a{n}\": {n}")).collect();
        let text = format!("{{\"x\": 1, {}, \"x\": 2}}", others.join(","));
        let body = in_json(&text);
        assert_eq!(body.attribute("x").as_ref().map(value).as_deref(), Some("1"));
        let overlay = Body::overlay([&native("x = 0\n"), &body]);
        assert_eq!(overlay.attribute("x").as_ref().map(value).as_deref(), Some("2"));
    });
}

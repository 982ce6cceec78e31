//! Moving blocks.

use super::{at, edited, refused};

#[test]
fn a_block_moves_with_its_comments_and_its_content() {
    for (text, from, to, expected) in [
        (
            "a {\n  # lead\n  b { # open\n    n = <<E\n  text\nE\n    /* in\n side */\n  } # close\n}\n",
            &[0, 0][..],
            &[][..],
            "a {\n}\n\n# lead\nb { # open\n  n = <<E\n  text\nE\n  /* in\n side */\n} # close\n",
        ),
        ("a {\n  x = 1\n}\nb {\n}\n", &[0], &[1], "b {\n  a {\n    x = 1\n  }\n}\n"),
        ("a {}\n\nb {}\n", &[0], &[1], "b {\n  a {}\n}\n"),
        ("a {}\nb {}\n", &[1], &[0], "a {\n  b {}\n}\n"),
        ("a {\n\tc {\n\t\td = 1\n\t}\n}\n", &[0, 0], &[], "a {\n}\n\nc {\n\td = 1\n}\n"),
        ("a {\n}\n\nb {\n}", &[1], &[], "a {\n}\n\nb {\n}"),
    ] {
        let found = edited(text, |document| {
            let (from, to) = (at(document, from), at(document, to));
            document.block_at(from).expect("it exists").move_to(to)
        });
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn a_block_does_not_move_into_itself() {
    let error = refused("a {\n  b {\n  }\n}\n", |document| {
        let inner = at(document, &[0, 0]);
        document.block("a", ()).expect("it exists").move_to(inner)
    });
    assert_eq!(error, "Unsuitable value: An attribute or a block can be moved to a body outside of it only.");
}

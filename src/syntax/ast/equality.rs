//! Equality of views by content: spans, comments, spaces, line breaks and escapes do not count, nor
//! whether a text is in quotes or a heredoc, or a key a name or a string.

use super::{
    Attribute, Binary, Block, Body, Conditional, Expression, For, FunctionCall, Label, NumberLiteral, Object,
    ObjectKey, Postfix, Step, Template, TemplateFor, TemplateIf, Tuple, Unary,
};

macro_rules! equality {
    ($($ty:ident: |$a:ident, $b:ident| $is_equal:expr;)*) => {
        $(
            /// Compares the content. Spans, comments and the layout do not count.
            impl PartialEq for $ty<'_> {
                fn eq(&self, other: &Self) -> bool {
                    let ($a, $b) = (*self, *other);
                    $is_equal
                }
            }
        )*
    };
}

equality! {
    Body: |a, b| a.items().eq(b.items());
    Attribute: |a, b| a.name() == b.name() && a.expression() == b.expression();
    Block: |a, b| a.block_type() == b.block_type() && a.labels().eq(b.labels()) && a.body() == b.body();
    Label: |a, b| a.text() == b.text();
    Expression: |a, b| a.kind() == b.kind();
    NumberLiteral: |a, b| a.value() == b.value();
    Postfix: |a, b| a.operand() == b.operand() && a.steps().eq(b.steps());
    Step: |a, b| a.kind() == b.kind();
    FunctionCall: |a, b| {
        a.name() == b.name() && a.arguments().eq(b.arguments()) && a.expands_last() == b.expands_last()
    };
    Tuple: |a, b| a.elements().eq(b.elements());
    Object: |a, b| a.items().eq(b.items());
    ObjectKey: |a, b| match (a, b) {
        (ObjectKey::Expression(a), ObjectKey::Expression(b)) => a == b,
        _ => a.as_str().is_some() && a.as_str() == b.as_str(),
    };
    For: |a, b| {
        (a.key_name(), a.value_name(), a.groups()) == (b.key_name(), b.value_name(), b.groups())
            && a.collection() == b.collection()
            && a.key() == b.key()
            && a.value() == b.value()
            && a.condition() == b.condition()
    };
    Unary: |a, b| {
        a.operators().map(|it| it.0).eq(b.operators().map(|it| it.0)) && a.operand() == b.operand()
    };
    Binary: |a, b| a.first() == b.first() && a.rest().eq(b.rest());
    Conditional: |a, b| a.arms().eq(b.arms()) && a.otherwise() == b.otherwise();
    Template: |a, b| a.parts().map(|it| it.1).eq(b.parts().map(|it| it.1));
    TemplateIf: |a, b| {
        a.condition() == b.condition()
            && a.then().map(|it| it.1).eq(b.then().map(|it| it.1))
            && a.otherwise().map(|it| it.1).eq(b.otherwise().map(|it| it.1))
    };
    TemplateFor: |a, b| {
        (a.key_name(), a.value_name()) == (b.key_name(), b.value_name())
            && a.collection() == b.collection()
            && a.parts().map(|it| it.1).eq(b.parts().map(|it| it.1))
    };
}

//! The macro that writes values as literals.

/// Creates a [`Value`](crate::Value) from a literal in a notation like JSON.
///
/// `[…]` is a tuple, `{ key: value }` an object, `null` the null value; anything else is an
/// expression that converts to a value (one with operators or a path needs parentheses). Keys are
/// string literals or, in parentheses, expressions. Float literals are exact decimals.
///
/// ```
/// use serde_hcl::value;
///
/// let name = "web";
/// let server = value!({
///     "name": name,
///     (format!("{name}_ports")): [80, 443],
///     "weight": 0.5,
///     "owner": null,
/// });
/// assert_eq!(server["web_ports"][0].as_u64(), Some(80));
/// assert_eq!(server["weight"].to_string(), "0.5");
/// ```
#[macro_export]
macro_rules! value {
    (null) => { $crate::Value::NULL };
    ([ $($items:tt)* ]) => { $crate::__value_parts!(@items [] $($items)*) };
    ({ $($entries:tt)* }) => {{
        #[allow(unused_mut)]
        let mut map = $crate::Map::new();
        $crate::__value_parts!(@entries map $($entries)*);
        $crate::Value::object(map)
    }};
    ($other:expr) => { $crate::Value::from($other) };
}

/// The parts of a literal, which are parsed one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __value_parts {
    (@items [ $($done:expr,)* ]) => { $crate::Value::tuple([ $($done),* ]) };
    // `null`, an array, an object or another single token.
    (@items [ $($done:expr,)* ] $item:tt $(, $($rest:tt)*)?) => {
        $crate::__value_parts!(@items [ $($done,)* $crate::value!($item), ] $($($rest)*)?)
    };
    (@items [ $($done:expr,)* ] $item:expr $(, $($rest:tt)*)?) => {
        $crate::__value_parts!(@items [ $($done,)* $crate::value!($item), ] $($($rest)*)?)
    };
    (@entries $map:ident) => {};
    (@entries $map:ident $key:literal : $($rest:tt)+) => {
        $crate::__value_parts!(@entry $map ($key) $($rest)+)
    };
    (@entries $map:ident $key:ident $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "keys are string literals or, in parentheses, expressions: \"",
            ::core::stringify!($key),
            "\"",
        ))
    };
    (@entries $map:ident ($key:expr) : $($rest:tt)+) => {
        $crate::__value_parts!(@entry $map ($key) $($rest)+)
    };
    (@entry $map:ident ($key:expr) $item:tt $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!($item));
        $crate::__value_parts!(@entries $map $($($rest)*)?);
    };
    (@entry $map:ident ($key:expr) $item:expr $(, $($rest:tt)*)?) => {
        $map.insert($key, $crate::value!($item));
        $crate::__value_parts!(@entries $map $($($rest)*)?);
    };
}

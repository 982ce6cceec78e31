//! Values that are tried in place of those of an unknown type, until the type accepts one.

/// Texts. Most types that are decoded from text, such as addresses, times and versions, take one of
/// them.
pub(crate) const TEXTS: [&str; 15] = [
    "1",
    "a",
    "127.0.0.1",
    "::1",
    "127.0.0.1:1",
    "[::1]:1",
    "1s",
    "1.0.0",
    "2000-01-01",
    "00:00:00",
    "2000-01-01T00:00:00Z",
    "http://a.example/",
    "/",
    "00000000-0000-0000-0000-000000000000",
    "",
];

/// Numbers.
pub(crate) const NUMBERS: [i16; 6] = [1, 0, 2, 10, 1000, -1];

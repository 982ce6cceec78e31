//! Macros for the methods that most deserializers have in common.

/// Implements methods of a deserializer by the more general method or the visit that they are equal
/// to.
macro_rules! forward {
    ($($method:ident)*) => { $(forward!(@ $method);)* };
    (@ tuple_struct) => {
        #[inline]
        fn deserialize_tuple_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            length: usize,
            visitor: V,
        ) -> Result<V::Value> {
            self.deserialize_tuple(length, visitor)
        }
    };
    (@ unit_struct) => { forward!(deserialize_unit_struct(&'static str) => deserialize_unit); };
    (@ tuple) => { forward!(deserialize_tuple(usize) => deserialize_seq); };
    (@ option) => {
        #[inline]
        fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.visit_some(self)
        }
    };
    (@ newtype_struct) => {
        #[inline]
        fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
            visitor.visit_newtype_struct(self)
        }
    };
    (@ ignored_any) => {
        fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.visit_unit()
        }
    };
    ($method:ident($($argument:ty),*) => $general:ident) => {
        #[inline]
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value> {
            self.$general(visitor)
        }
    };
}

/// Implements `IntoDeserializer` for a deserializer.
macro_rules! into_deserializer {
    ($ty:ty) => {
        impl<'de> serde::de::IntoDeserializer<'de, Error> for $ty {
            type Deserializer = Self;

            fn into_deserializer(self) -> Self {
                self
            }
        }
    };
}

/// Calls a macro with all methods of a deserializer except `deserialize_str`, which some implement
/// in another way.
macro_rules! every_method {
    ($callback:ident) => {
        $callback! {
            deserialize_any();
            deserialize_bool();
            deserialize_i8();
            deserialize_i16();
            deserialize_i32();
            deserialize_i64();
            deserialize_i128();
            deserialize_u8();
            deserialize_u16();
            deserialize_u32();
            deserialize_u64();
            deserialize_u128();
            deserialize_f32();
            deserialize_f64();
            deserialize_char();
            deserialize_string();
            deserialize_bytes();
            deserialize_byte_buf();
            deserialize_option();
            deserialize_unit();
            deserialize_unit_struct(name: &'static str);
            deserialize_newtype_struct(name: &'static str);
            deserialize_seq();
            deserialize_tuple(length: usize);
            deserialize_tuple_struct(name: &'static str, length: usize);
            deserialize_map();
            deserialize_struct(name: &'static str, fields: &'static [&'static str]);
            deserialize_enum(name: &'static str, variants: &'static [&'static str]);
            deserialize_identifier();
            deserialize_ignored_any();
        }
    };
}

/// Implements the methods for numbers, booleans, text and bytes by `visit_scalar`.
macro_rules! scalars {
    () => {
        scalars! {
            Scalar::Bool => deserialize_bool;
            Scalar::Number(NumberHint::Integer) => deserialize_i8 deserialize_i16 deserialize_i32
                deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
                deserialize_u64 deserialize_u128;
            Scalar::Number(NumberHint::F32) => deserialize_f32;
            Scalar::Number(NumberHint::F64) => deserialize_f64;
            Scalar::Char => deserialize_char;
            Scalar::Text => deserialize_str deserialize_string;
            Scalar::Bytes => deserialize_bytes deserialize_byte_buf;
        }
    };
    ($($scalar:expr => $($method:ident)*;)*) => {
        $($(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.visit_scalar($scalar, visitor)
        })*)*
    };
}

pub(super) use {every_method, forward, into_deserializer, scalars};

//! Macros for the methods that most deserializers have in common.

/// Implements methods of a deserializer by the more general method or the visit that they are equal
/// to.
macro_rules! forward {
    ($($method:ident)*) => { $(forward!(@ $method);)* };
    (@ string) => { forward!(deserialize_string() => deserialize_str); };
    (@ char) => { forward!(deserialize_char() => deserialize_str); };
    (@ byte_buf) => { forward!(deserialize_byte_buf() => deserialize_bytes); };
    (@ tuple_struct_by_tuple) => {
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
    (@ tuple_struct) => { forward!(deserialize_tuple_struct(&'static str, usize) => deserialize_seq); };
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

/// Implements the methods for numbers by `visit_number`.
macro_rules! numbers {
    () => {
        numbers! {
            Integer deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        }

        numbers! { F32 deserialize_f32 }

        numbers! { F64 deserialize_f64 }
    };
    ($hint:ident $($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.visit_number(NumberHint::$hint, visitor)
        })*
    };
}

/// Calls a macro with the methods for numbers, booleans, text and bytes.
macro_rules! every_scalar {
    ($callback:ident) => {
        $callback! {
            deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
            deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
            deserialize_byte_buf
        }
    };
}

/// Implements the methods that decode a value of a type, so that it can be decoded again as `again`
/// determines. The methods that take a seed cannot do that: a seed decodes one value.
macro_rules! again {
    (key) => {
        fn next_key<K: serde::Deserialize<'de>>(&mut self) -> Result<Option<K>> {
            let mut key = self.next_key_seed(std::marker::PhantomData);
            while let Err(error) = key {
                self.skip_key(error)?;
                key = self.next_key_seed(std::marker::PhantomData);
            }
            key
        }

        again! { value }
    };
    (value) => {
        fn next_value<T: serde::Deserialize<'de>>(&mut self) -> Result<T> {
            match again!(value self) {
                Some(value) => Ok(value),
                None => Err(self.progress.abandon(Reason::Failed)),
            }
        }

        fn next_entry<K: serde::Deserialize<'de>, T: serde::Deserialize<'de>>(
            &mut self,
        ) -> Result<Option<(K, T)>> {
            while let Some(key) = self.next_key()? {
                match again!(value self) {
                    Some(value) => return Ok(Some((key, value))),
                    None => self.progress.leave_out(Reason::Failed),
                }
            }
            Ok(None)
        }
    };
    // The value of the current member, or `None` if it failed and is left out.
    (value $access:expr) => {
        loop {
            let mode = $access.mode;
            if mode.is_replaced() {
                $access.progress.begin_stand_in(std::any::type_name::<T>());
                ($access.mode, $access.is_typed) = (Mode::StandIn, true);
            }
            match $access.next_value_seed(std::marker::PhantomData) {
                Ok(value) if !$access.progress.is_requested(std::any::type_name::<T>()) => break Some(value),
                Ok(_) => {}
                Err(error) if !mode.is_replaced() => {
                    match $access.again(error, std::any::type_name::<T>())? {
                        Next::Again => {}
                        Next::StandIn => $access.mode = Mode::StandIn,
                        Next::Omit => break None,
                    }
                }
                Err(_) => match $access.progress.reject_stand_in(mode) {
                    Some(mode) => $access.mode = mode,
                    None => break None,
                },
            }
        }
    };
    (element) => {
        fn next_element<T: serde::Deserialize<'de>>(&mut self) -> Result<Option<T>> {
            loop {
                match self.next_element_seed(std::marker::PhantomData) {
                    Ok(element) if !self.progress.is_requested(std::any::type_name::<T>()) => return Ok(element),
                    Ok(_) => self.step_back(),
                    Err(error) => {
                        match self.progress.again(error, std::any::type_name::<T>())? {
                            Next::Again => self.step_back(),
                            Next::StandIn if self.is_tuple => {
                                return self.stand_in().map(Some).map_err(|_| self.progress.end());
                            }
                            Next::Omit if self.is_tuple => return Err(self.progress.end()),
                            Next::StandIn | Next::Omit => {}
                        }
                    }
                }
            }
        }
    };
}

pub(super) use {again, every_method, every_scalar, forward, into_deserializer, numbers};

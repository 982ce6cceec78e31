//! The types of scalars that have their own implementations of `Deserialize`. Each counts how often
//! a value is visited.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::panic::resume_unwind;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The numbers of visits, in total and of each value.
#[derive(Default, Clone, Debug)]
pub struct Visits {
    pub total: usize,
    pub each: HashMap<String, usize>,
}

thread_local! {
    static VISITS: RefCell<Visits> = RefCell::default();
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The payload of the panic after too many visits.
pub struct Endless;

/// Counts the visits of a function, which panics after a number of visits.
pub fn visits<R>(limit: usize, work: impl FnOnce() -> R) -> (R, Visits) {
    VISITS.take();
    LIMIT.set(limit);
    let result = work();
    LIMIT.set(usize::MAX);
    (result, VISITS.take())
}

fn visit() {
    let total = VISITS.with_borrow_mut(|visits| {
        visits.total += 1;
        visits.total
    });
    if total > LIMIT.get() {
        // Nothing is printed, since there can be many.
        resume_unwind(Box::new(Endless));
    }
}

fn visited(value: impl fmt::Display) {
    VISITS.with_borrow_mut(|visits| *visits.each.entry(value.to_string()).or_default() += 1);
}

/// A number. The values of a file are different.
#[derive(Serialize, PartialEq, Debug, Default)]
pub struct Counted(u32);

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        visit();
        let number = u32::deserialize(deserializer)?;
        visited(number);
        Ok(Self(number))
    }
}

/// An IP address.
#[derive(Serialize, PartialEq, Debug)]
pub struct Address(IpAddr);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        visit();
        IpAddr::deserialize(deserializer).map(Self)
    }
}

/// An even number.
#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
#[serde(try_from = "u8", into = "u8")]
pub struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        visit();
        match number % 2 {
            0 => Ok(Self(number)),
            _ => Err(format!("{number} is odd")),
        }
    }
}

impl From<Even> for u8 {
    fn from(number: Even) -> Self {
        number.0
    }
}

/// Lowercase letters.
#[derive(Serialize, PartialEq, Debug, Default)]
pub struct Word(String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;
        impl Visitor<'_> for Letters {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("lowercase letters")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
                match text.bytes().all(|byte| byte.is_ascii_lowercase()) {
                    true => Ok(Word(text.to_owned())),
                    false => Err(E::custom("only lowercase letters are possible here")),
                }
            }
        }
        visit();
        deserializer.deserialize_str(Letters)
    }
}

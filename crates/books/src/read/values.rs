//! The plain values people write: numbers, money, odds, yes and no, lists, and rules with their clauses.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use toml::de::DeValue;

use super::fault::Fault;
use super::reader::{Read, Reader, Section, Value};
use crate::Clause;
use crate::{Money, Odds};

/// A rule of a book together with the clause of the filing it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule<T> {
    /// What holds.
    pub value: T,
    /// Where the filing says so; [`Clause::NONE`] if the book cites nothing.
    pub clause: Clause,
}

impl<T> Deref for Rule<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Rule<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Read> Read for Rule<T> {
    fn expected() -> String {
        T::expected()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Rule<T>> {
        T::read(value, reader).map(|value| Rule { value, clause: Clause::NONE })
    }

    fn field(section: &mut Section<'_>, key: &'static str, reader: &mut Reader<'_>) -> Option<Rule<T>> {
        let clause = section.cited(key);
        T::field(section, key, reader).map(|value| Rule { value, clause })
    }
}

impl<T: Read> Read for Option<T> {
    fn expected() -> String {
        T::expected()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Option<T>> {
        T::read(value, reader).map(Some)
    }

    fn field(section: &mut Section<'_>, key: &'static str, reader: &mut Reader<'_>) -> Option<Option<T>> {
        match section.optional(key) {
            Some(_) => T::field(section, key, reader).map(Some),
            None => Some(None),
        }
    }
}

impl Read for bool {
    fn expected() -> String {
        "true or false".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            reader.expected(value, &Self::expected());
        }
        found
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl Read for $number {
            fn expected() -> String {
                format!("a whole number from 0 to {}", <$number>::MAX)
            }

            fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<$number> {
                let found = value.get_ref().as_integer().and_then(|number| {
                    <$number>::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
                });
                if found.is_none() {
                    reader.expected(value, &Self::expected());
                }
                found
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32);

impl Read for String {
    fn expected() -> String {
        "a text in quotes".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<String> {
        let found = value.get_ref().as_str().map(str::to_owned);
        if found.is_none() {
            reader.expected(value, &Self::expected());
        }
        found
    }
}

/// Reads a text that a type parses by itself; its own error becomes the fault.
pub fn read_parsed<T>(value: Value<'_>, expected: &str, reader: &mut Reader<'_>) -> Option<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    let DeValue::String(text) = value.get_ref() else {
        reader.expected(value, expected);
        return None;
    };
    match text.parse() {
        Ok(parsed) => Some(parsed),
        Err(error) => {
            reader.fault(Fault::error(value.span(), error.to_string(), format!("expected {expected}")));
            None
        }
    }
}

impl Read for Money {
    fn expected() -> String {
        "an amount such as \"$20\" or \"$0.50\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Money> {
        let money: Money = read_parsed(value, &Self::expected(), reader)?;
        if money < Money::ZERO {
            reader.fault(Fault::error(
                value.span(),
                format!("{money} is less than nothing"),
                "expected an amount of $0 or more",
            ));
            return None;
        }
        Some(money)
    }
}

impl Read for Odds {
    fn expected() -> String {
        "odds such as \"6 to 5\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Odds> {
        read_parsed(value, &Self::expected(), reader)
    }
}

impl<T: Read> Read for Vec<T> {
    fn expected() -> String {
        format!("a list, each item {}", T::expected())
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Vec<T>> {
        let DeValue::Array(items) = value.get_ref() else {
            reader.expected(value, &Self::expected());
            return None;
        };
        let mut list = Vec::with_capacity(items.len());
        let mut is_whole = true;
        for (place, item) in items.iter().enumerate() {
            match reader.within(&(place + 1).to_string(), item.span(), |reader| T::read(item, reader)) {
                Some(item) => list.push(item),
                None => is_whole = false,
            }
        }
        is_whole.then_some(list)
    }
}

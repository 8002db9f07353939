//! What stands in a file, whatever reads its notation.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys of a file or of one of its tables, in the order in which they are read.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Table<'a>(pub(crate) Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Table<'a> {
    pub(crate) fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }
}

/// A value of a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Text(Cow<'a, str>),
    /// A whole number in plain digits, as it is written.
    Whole(Cow<'a, str>),
    /// A whole number in other digits than ten: its digits, and what it is for people.
    Coded(Box<(String, String)>),
    /// A number with parts or without end, as it is written.
    Broken(Cow<'a, str>),
    Truth(bool),
    List(Vec<Value<'a>>),
    Table(Table<'a>),
    /// Something that no key of a history is.
    Other,
}

impl Value<'_> {
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'a> From<&'a DeTable<'_>> for Table<'a> {
    fn from(table: &'a DeTable<'_>) -> Table<'a> {
        let value = |value: &'a Spanned<DeValue<'_>>| Value::from(value.get_ref());
        Table(table.iter().map(|(name, of)| (Cow::Borrowed(name.get_ref().as_ref()), value(of))).collect())
    }
}

impl<'a> From<&'a DeValue<'_>> for Value<'a> {
    fn from(value: &'a DeValue<'_>) -> Value<'a> {
        match value {
            DeValue::String(text) => Value::Text(Cow::Borrowed(text.as_ref())),
            DeValue::Integer(number) if number.radix() == 10 => Value::Whole(Cow::Borrowed(number.as_str())),
            DeValue::Integer(number) => {
                Value::Coded(Box::new((number.as_str().to_owned(), number.to_string())))
            }
            DeValue::Float(number) => Value::Broken(Cow::Borrowed(number.as_str())),
            DeValue::Boolean(is_true) => Value::Truth(*is_true),
            DeValue::Array(list) => Value::List(list.iter().map(|value| value.get_ref().into()).collect()),
            DeValue::Table(table) => Value::Table(table.into()),
            DeValue::Datetime(_) => Value::Other,
        }
    }
}

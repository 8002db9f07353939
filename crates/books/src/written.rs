//! Families and ways of betting as programs write and read them: words.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::{Serialize, Serializer};

use crate::Family;
use crate::read::one_of;
use crate::structure::Structure;

macro_rules! written {
    ($($type:ident),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let word = String::deserialize(deserializer)?;
                let named = $type::ALL.iter().copied().find(|one| one.word() == word);
                let words: Vec<&str> = $type::ALL.iter().map(|one| one.word()).collect();
                named.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&word), &one_of(&words).as_str()))
            }
        }
    )*};
}

written!(Family, Structure);

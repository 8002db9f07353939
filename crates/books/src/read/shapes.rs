//! Two shapes that all rules are made of: a section with keys, and a choice between words.

/// Declares a struct that is read from a table of the same keys; every key must be there unless its
/// type is an `Option`.
#[macro_export]
macro_rules! section {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$field_about:meta])* pub $field:ident : $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name { $($(#[$field_about])* pub $field: $type),* }

        impl $crate::read::Read for $name {
            fn expected() -> String {
                concat!("a table with ", $(stringify!($field), " "),*).trim_end().replace(' ', ", ").replacen(", ", " ", 3)
            }

            fn read(value: $crate::read::Value<'_>, reader: &mut $crate::read::Reader<'_>) -> Option<$name> {
                let expected = <$name as $crate::read::Read>::expected();
                let mut section = $crate::read::Section::open(value, &expected, reader)?;
                $(let $field = <$type as $crate::read::Read>::field(&mut section, stringify!($field), reader);)*
                section.close(reader);
                Some($name { $($field: $field?),* })
            }
        }
    };
}

/// Declares an enum that is written as one of the given words.
#[macro_export]
macro_rules! choice {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$variant_about:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_about])* $variant),* }

        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word that a book writes.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl $crate::read::Read for $name {
            fn expected() -> String {
                $crate::read::one_of(&[$($word),*])
            }

            fn read(value: $crate::read::Value<'_>, reader: &mut $crate::read::Reader<'_>) -> Option<$name> {
                let word = $crate::read::read_word(value, &[$($word),*], reader)?;
                $name::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }
    };
}

use toml::de::DeValue;

use super::fault::Fault;
use super::reader::{Reader, Value, nearest};

/// The most words that are listed beside the place of a fault.
const WORDS_BESIDE: usize = 8;

/// Says which words a person may write.
#[must_use]
pub fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Reads one of several words; a fault names them all and the nearest.
pub fn read_word<'w>(value: Value<'_>, words: &[&'w str], reader: &mut Reader<'_>) -> Option<&'w str> {
    let DeValue::String(text) = value.get_ref() else {
        reader.expected(value, &one_of(words));
        return None;
    };
    if let Some(word) = words.iter().find(|word| *word == text) {
        return Some(word);
    }
    let near = nearest(text, words);
    // A long list beside the place would hide it.
    let (label, list) = if words.len() <= WORDS_BESIDE {
        (format!("expected {}", one_of(words)), None)
    } else {
        (format!("expected one of {} words", words.len()), Some(format!("the words are {}", one_of(words))))
    };
    let mut fault = Fault::error(value.span(), format!("{} cannot be \"{text}\"", reader.key()), label);
    fault.help = near.map(|near| format!("did you mean \"{near}\"?")).or(list);
    reader.fault(fault);
    None
}

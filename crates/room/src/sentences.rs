//! Lists of sentences with which something is refused, each with a code for programs that stays the same.

use std::fmt;

/// One sentence of a list.
pub(crate) trait Sentence: fmt::Display {
    /// Its name for programs.
    fn code(&self) -> &'static str;
}

macro_rules! sentences {
    (
        $(#[$doc:meta])*
        $list:ident
        plain { $($name:ident $text:literal,)* }
        told { $($told:ident { $($field:ident: $kind:ty),* } $words:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
        #[strum(serialize_all = "kebab-case")]
        pub enum $list {
            $(#[doc = $text] $name,)*
            $(#[doc = $words] $told { $(#[doc = "What the sentence names."] $field: $kind,)* },)*
        }

        impl $list {
            /// Every sentence of the list; what stands in braces is filled in.
            pub const SENTENCES: &'static [&'static str] = &[$($text,)* $($words,)*];
        }

        impl std::fmt::Display for $list {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($list::$name => f.write_str($text),)*
                    $($list::$told { $($field),* } => write!(f, $words),)*
                }
            }
        }

        impl crate::sentences::Sentence for $list {
            fn code(&self) -> &'static str {
                self.into()
            }
        }
    };
}
pub(crate) use sentences;

/// Whether a sentence is this one with its braces filled in.
pub(crate) fn fits(sentence: &str, what: &str) -> bool {
    let Some((before, rest)) = sentence.split_once('{') else { return sentence == what };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    let Some(what) = what.strip_prefix(before) else { return false };
    let mut places = what.char_indices().map(|(place, _)| place).chain([what.len()]);
    places.any(|place| fits(after, &what[place..]))
}

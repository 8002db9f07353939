//! Families, ways of betting and stages as an API describes them: words.

use std::borrow::Cow;

use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::Family;
use crate::rates::Stage;
use crate::structure::Structure;

macro_rules! named {
    ($($type:ty = $name:literal),*) => {$(
        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )*};
}

named!(Family = "Family", Stage = "Stage", Structure = "Structure");

fn one_of(words: impl Iterator<Item = &'static str>, says: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).description(Some(says)).enum_values(Some(words)).into()
}

impl PartialSchema for Family {
    fn schema() -> RefOr<Schema> {
        one_of(Family::ALL.iter().map(|family| family.word()), "Games that one engine plays.")
    }
}

impl PartialSchema for Structure {
    fn schema() -> RefOr<Schema> {
        one_of(Structure::ALL.iter().map(|structure| structure.word()), "A way of betting.")
    }
}

impl PartialSchema for Stage {
    fn schema() -> RefOr<Schema> {
        one_of(Stage::ALL.iter().map(|stage| stage.word()), "When in a round a fee is taken.")
    }
}

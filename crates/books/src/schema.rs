//! Money, clauses, families and stages as an API describes them: integers and words.

use std::borrow::Cow;

use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::rates::Stage;
use crate::{Clause, Family, Money};

macro_rules! named {
    ($($type:ty = $name:literal),*) => {$(
        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )*};
}

named!(Money = "Money", Clause = "Clause", Family = "Family", Stage = "Stage");

fn integer(says: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).description(Some(says))
}

fn one_of(words: impl Iterator<Item = &'static str>, says: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).description(Some(says)).enum_values(Some(words)).into()
}

impl PartialSchema for Money {
    fn schema() -> RefOr<Schema> {
        integer("An amount in whole cents.").into()
    }
}

impl PartialSchema for Clause {
    fn schema() -> RefOr<Schema> {
        integer("The number of a clause in its book; 0 cites none.").minimum(Some(0)).into()
    }
}

impl PartialSchema for Family {
    fn schema() -> RefOr<Schema> {
        one_of(Family::ALL.iter().map(|family| family.word()), "Games that one engine plays.")
    }
}

impl PartialSchema for Stage {
    fn schema() -> RefOr<Schema> {
        one_of(Stage::ALL.iter().map(|stage| stage.word()), "When in a round a fee is taken.")
    }
}

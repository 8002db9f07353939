//! Money and clauses as an API describes them.

use std::borrow::Cow;

use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{Clause, Money};

impl ToSchema for Money {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Money")
    }
}

impl ToSchema for Clause {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Clause")
    }
}

fn integer(says: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).description(Some(says))
}

impl PartialSchema for Money {
    fn schema() -> RefOr<Schema> {
        integer("An amount in whole cents.").into()
    }
}

impl PartialSchema for Clause {
    fn schema() -> RefOr<Schema> {
        integer("The number of a clause in its book; 65535 cites none.").minimum(Some(0)).into()
    }
}

//! Cards as an API describes them: the strings that they print as.

use std::borrow::Cow;

use utoipa::openapi::schema::{ArrayBuilder, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{Card, CardSet};

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String);
        text.description(Some("A card: its rank and its suit, such as \"Th\", or \"Joker\"."))
            .pattern(Some("^([2-9TJQKA][cdhs]|Joker)$"))
            .into()
    }
}

impl ToSchema for Card {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Card")
    }
}

impl PartialSchema for CardSet {
    fn schema() -> RefOr<Schema> {
        let card = Ref::from_schema_name("Card");
        ArrayBuilder::new().items(card).description(Some("Different cards, in any order.")).into()
    }
}

impl ToSchema for CardSet {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CardSet")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Card::name().into_owned(), Card::schema()));
    }
}

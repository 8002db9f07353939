//! A few cards that go together: a meld, what is added to it or taken from it.

use std::fmt;
use std::ops::Deref;

use cards::Card;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A few cards in order, small enough to be copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    count: u8,
    cards: [Card; Group::MOST],
}

impl Group {
    /// The most cards it holds: more than a hand with its drawn card has.
    pub const MOST: usize = 16;

    /// No cards.
    pub const NONE: Group = Group { count: 0, cards: [Card::JOKER; Group::MOST] };

    /// Adds a card at the end; says whether there was room.
    pub fn push(&mut self, card: Card) -> bool {
        let place = usize::from(self.count);
        if place == Group::MOST {
            return false;
        }
        self.cards[place] = card;
        self.count += 1;
        true
    }

    /// Takes away one card of that face; says whether there was one.
    pub fn take(&mut self, card: Card) -> bool {
        let Some(place) = self.iter().position(|one| *one == card) else { return false };
        let count = usize::from(self.count);
        self.cards.copy_within(place + 1..count, place);
        self.count -= 1;
        self.cards[usize::from(self.count)] = Card::JOKER;
        true
    }

    /// What is left without some cards; nothing if one of them is not there.
    #[must_use]
    pub fn without(mut self, cards: &[Card]) -> Option<Group> {
        cards.iter().all(|card| self.take(*card)).then_some(self)
    }

    /// These and those, as far as there is room.
    #[must_use]
    pub fn and(mut self, cards: &[Card]) -> Group {
        for card in cards {
            self.push(*card);
        }
        self
    }

    /// Puts the cards in order.
    pub(crate) fn sort_by_key(&mut self, key: impl Fn(Card) -> u8) {
        let count = usize::from(self.count);
        self.cards[..count].sort_unstable_by_key(|card| key(*card));
    }
}

impl Deref for Group {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }
}

impl FromIterator<Card> for Group {
    /// As many of the cards as there is room for.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Group {
        let mut group = Group::NONE;
        for card in cards {
            group.push(card);
        }
        group
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.deref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Group {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Group, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > Group::MOST {
            return Err(D::Error::custom(format!("{} cards are more than any meld has", cards.len())));
        }
        Ok(cards.into_iter().collect())
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use cards::Card;
    use utoipa::openapi::schema::ArrayBuilder;
    use utoipa::openapi::{Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Group;

    impl PartialSchema for Group {
        fn schema() -> RefOr<Schema> {
            let card = Ref::from_schema_name("Card");
            ArrayBuilder::new()
                .items(card)
                .description(Some("A few cards that go together, in order."))
                .into()
        }
    }

    impl ToSchema for Group {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("CardGroup")
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((Card::name().into_owned(), Card::schema()));
        }
    }
}

//! Seats of a table and the people who have money in a round.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A seat, numbered from 1 at the house dealer's left; numbers rise clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Seat, &'static str> {
        if number > 0 { Ok(Seat(number)) } else { Err("seats count from 1") }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl Seat {
    /// The seat of that number.
    ///
    /// # Panics
    /// If the number is 0: seats count from 1.
    #[must_use]
    pub const fn new(number: u8) -> Seat {
        assert!(number > 0, "seats count from 1");
        Seat(number)
    }

    /// The seat's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next seat clockwise at a table of so many seats.
    #[must_use]
    pub const fn clockwise(self, seats: u8) -> Seat {
        if self.0 >= seats { Seat(1) } else { Seat(self.0 + 1) }
    }

    /// The next seat counter-clockwise at a table of so many seats.
    #[must_use]
    pub const fn counter_clockwise(self, seats: u8) -> Seat {
        if self.0 <= 1 { Seat(seats) } else { Seat(self.0 - 1) }
    }

    /// Every seat of a table once, clockwise from this one.
    pub fn around(self, seats: u8) -> impl Iterator<Item = Seat> {
        (0..seats).scan(self, move |next, _| {
            let seat = *next;
            *next = seat.clockwise(seats);
            Some(seat)
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Somebody who acts in a round, by place in the setup: a player, a backer, the banker, or a partner of theirs.
///
/// JSON writes "bank", "dealer" and "partner-1", "partner-2", ... as words, and everybody else as a number: in games
/// without a bank that of the seat, else the place of the wager. Logs of 0.1.0 have numbers for all, which are read as
/// well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Party(pub u8);

impl Party {
    /// The banker.
    pub const BANK: Party = Party(u8::MAX);

    /// The house dealer, who calls betting closed and opens hands, and never decides anything.
    pub const DEALER: Party = Party(u8::MAX - 1);

    /// The most bets of a setup; the places above are those of the bank's people and the house dealer.
    pub const BETS_MAX: usize = 200;

    /// Somebody who shares the bank with the banker, by place in the setup's list of partners.
    #[must_use]
    pub const fn partner(place: u8) -> Party {
        Party(u8::MAX - 2 - place)
    }

    /// The place in the setup's list of partners, if it is one of so many.
    #[must_use]
    pub fn partner_place(self, partners: usize) -> Option<usize> {
        let place = usize::from((u8::MAX - 2).checked_sub(self.0)?);
        (place < partners).then_some(place)
    }

    /// The place in lists that hold one item per bet.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    fn of_word(word: &str) -> Option<Party> {
        match word {
            "bank" => Some(Party::BANK),
            "dealer" => Some(Party::DEALER),
            word => {
                let number = word.strip_prefix(PARTNER)?;
                let is_plain = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
                let place = number.parse::<u8>().ok().filter(|_| is_plain)?.checked_sub(1)?;
                (place < PARTNERS_MOST).then(|| Party::partner(place))
            }
        }
    }
}

/// What comes before the number of somebody who shares the bank.
const PARTNER: &str = "partner-";

/// How many may share a bank, so that they are told from bets.
const PARTNERS_MOST: u8 = u8::MAX - 1 - Party::BETS_MAX as u8;

impl Serialize for Party {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Party::BANK => serializer.serialize_str("bank"),
            Party::DEALER => serializer.serialize_str("dealer"),
            who => match who.partner_place(usize::from(PARTNERS_MOST)) {
                Some(place) => serializer.collect_str(&format_args!("{PARTNER}{}", place + 1)),
                None => serializer.serialize_u8(who.0),
            },
        }
    }
}

impl<'de> Deserialize<'de> for Party {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Party, D::Error> {
        struct WordOrNumber;

        impl Visitor<'_> for WordOrNumber {
            type Value = Party;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"bank\", \"dealer\", \"partner-1\" and so on, or the number of a seat or wager")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Party, E> {
                let number = u8::try_from(number);
                number.map(Party).map_err(|_| E::custom("nobody in a round has so high a number"))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Party, E> {
                Party::of_word(word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
            }
        }

        deserializer.deserialize_any(WordOrNumber)
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Party {}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Party {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::Type;
        use utoipa::openapi::{ObjectBuilder, OneOfBuilder};

        let word = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Whoever holds the bank, or the house dealer."))
            .enum_values(Some(["bank", "dealer"]));
        let partner = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Somebody who shares the bank, from 1."))
            .pattern(Some(format!("^{PARTNER}[0-9]+$")));
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some("The seat in games without a bank, else the place of the wager, from 0."))
            .minimum(Some(0))
            .maximum(Some(u8::MAX));
        OneOfBuilder::new()
            .description(Some("Somebody who acts in a round."))
            .item(word)
            .item(partner)
            .item(number)
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(who: Party) -> String {
        serde_json::to_string(&who).unwrap()
    }

    #[test]
    fn a_party_is_a_word_or_a_small_number_and_reads_back() {
        let words = ["\"bank\"", "\"dealer\"", "\"partner-1\"", "\"partner-2\"", "0", "7", "199"];
        let parties = [
            Party::BANK,
            Party::DEALER,
            Party::partner(0),
            Party::partner(1),
            Party(0),
            Party(7),
            Party(199),
        ];
        assert_eq!(parties.map(written), words);
        for number in 0..=u8::MAX {
            let who = Party(number);
            let text = written(who);
            assert_eq!(text.starts_with('"'), usize::from(number) >= Party::BETS_MAX, "{text}");
            assert_eq!(serde_json::from_str::<Party>(&text).unwrap(), who);
        }
    }

    #[test]
    fn the_numbers_of_earlier_logs_are_read() {
        for number in 0..=u8::MAX {
            assert_eq!(serde_json::from_str::<Party>(&number.to_string()).unwrap(), Party(number));
        }
    }

    #[test]
    fn nobody_else_is_a_party() {
        let wrong = [
            "\"house\"",
            "\"Bank\"",
            "\"\"",
            "\"partner-0\"",
            "\"partner-01\"",
            "\"partner-+1\"",
            "\"partner-55\"",
            "\"7\"",
            "256",
            "-1",
            "null",
            "1.5",
        ];
        for text in wrong {
            assert!(serde_json::from_str::<Party>(text).is_err(), "{text}");
        }
    }
}

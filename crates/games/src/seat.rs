//! Seats of a table and the people who have money in a round.

use std::fmt;

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Party(pub u8);

impl Party {
    /// The banker.
    pub const BANK: Party = Party(u8::MAX);

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
}

//! Who is offered the bank, in what order, and when the game is broken.

use books::bank::RotationRules;
use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Somebody who may bank: a person, or a proposition-player company, which counts as one person.
pub type Person = u32;

/// Who holds the bank, and in which of their rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bank {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub person: Person,
    /// Which of their rounds in a row this is, from 1: what the bank button shows.
    pub turn: u8,
}

/// What comes next for the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Offer {
    /// The position is offered to this seat.
    To(Seat),
    /// Everybody has declined: the game is broken and stops until somebody else accepts.
    Broken,
}

/// The rotation of the bank at one table: systematic, clockwise, and never past anybody unasked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rotation {
    seats: u8,
    rounds: u8,
    /// The last banker, and the seat from which the offers go on.
    last: Option<Bank>,
    /// Seats that have declined since the last round.
    declined: Vec<Seat>,
}

impl Rotation {
    /// The rotation of a table where nobody has banked yet.
    #[must_use]
    pub fn new(seats: u8, rules: &RotationRules) -> Rotation {
        Rotation { seats, rounds: rules.rounds.value, last: None, declined: Vec::new() }
    }

    /// Who banked last.
    #[must_use]
    pub fn last(&self) -> Option<Bank> {
        self.last
    }

    /// Who is to be asked now, given who sits where.
    ///
    /// The last banker is asked first while a round is left to them, then every seat clockwise;
    /// a banker who gave up after one round may take the other one if a full lap finds nobody.
    #[must_use]
    pub fn offer(&self, seated: &[(Seat, Person)]) -> Offer {
        let Some(last) = self.last else {
            return self.first_willing(Seat::new(1), seated, |_| true).map_or(Offer::Broken, Offer::To);
        };
        let has_round_left = last.turn < self.rounds;
        let sits = |seat: Seat| seated.iter().any(|(at, who)| *at == seat && *who == last.person);
        if has_round_left && sits(last.seat) && !self.declined.contains(&last.seat) {
            return Offer::To(last.seat);
        }
        let others = |who: Person| who != last.person;
        if let Some(seat) = self.first_willing(last.seat.clockwise(self.seats), seated, others) {
            return Offer::To(seat);
        }
        let asked_again = self.declined.iter().filter(|seat| **seat == last.seat).count();
        if has_round_left && sits(last.seat) && asked_again < 2 {
            return Offer::To(last.seat);
        }
        Offer::Broken
    }

    fn first_willing(
        &self,
        from: Seat,
        seated: &[(Seat, Person)],
        may: impl Fn(Person) -> bool,
    ) -> Option<Seat> {
        from.around(self.seats).find(|seat| {
            let who = seated.iter().find(|(at, _)| at == seat);
            who.is_some_and(|(_, who)| may(*who)) && !self.declined.contains(seat)
        })
    }

    /// The seat that was asked declines.
    pub fn decline(&mut self, seat: Seat) {
        self.declined.push(seat);
    }

    /// Whether a person may bank the next round at all: not after the most rounds in a row.
    #[must_use]
    pub fn may_bank(&self, person: Person) -> bool {
        self.last.is_none_or(|last| last.person != person || last.turn < self.rounds)
    }

    /// Whether a person may take the bank now: it is offered to their seat, or the game is broken and they
    /// are not the one who has banked as often as allowed.
    #[must_use]
    pub fn may_take(&self, seat: Seat, person: Person, seated: &[(Seat, Person)]) -> bool {
        let is_offered = match self.offer(seated) {
            Offer::To(asked) => asked == seat,
            Offer::Broken => true,
        };
        is_offered && self.may_bank(person)
    }

    /// Somebody who banked last as one person counts as another from now on.
    pub fn count_as(&mut self, one: Person, other: Person) {
        if let Some(last) = self.last.as_mut().filter(|last| last.person == one) {
            last.person = other;
        }
    }

    /// A person takes the bank for one round.
    ///
    /// # Panics
    /// If the person may not bank; ask [`Rotation::may_bank`] first.
    pub fn take(&mut self, seat: Seat, person: Person) -> Bank {
        assert!(self.may_bank(person), "a person banks no more rounds in a row than the book allows");
        let turn = match self.last {
            Some(last) if last.person == person => last.turn + 1,
            _ => 1,
        };
        let bank = Bank { seat, person, turn };
        self.last = Some(bank);
        self.declined.clear();
        bank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATED: [(Seat, Person); 3] = [(Seat::new(3), 30), (Seat::new(4), 40), (Seat::new(8), 80)];

    fn table() -> Rotation {
        Rotation { seats: 8, rounds: 2, last: None, declined: Vec::new() }
    }

    #[test]
    fn two_rounds_then_clockwise() {
        let mut rotation = table();
        assert_eq!(rotation.take(Seat::new(3), 30).turn, 1);
        assert_eq!(rotation.offer(&SEATED), Offer::To(Seat::new(3)));
        assert_eq!(rotation.take(Seat::new(3), 30).turn, 2);
        assert!(!rotation.may_bank(30));
        assert_eq!(rotation.offer(&SEATED), Offer::To(Seat::new(4)));
        rotation.decline(Seat::new(4));
        assert_eq!(rotation.offer(&SEATED), Offer::To(Seat::new(8)));
        rotation.decline(Seat::new(8));
        assert_eq!(rotation.offer(&SEATED), Offer::Broken);
        assert_eq!(rotation.take(Seat::new(8), 80).turn, 1);
        assert!(rotation.may_bank(30));
    }

    #[test]
    fn one_round_left_is_offered_again_after_a_lap() {
        let mut rotation = table();
        rotation.take(Seat::new(3), 30);
        for seat in [3, 4, 8] {
            rotation.decline(Seat::new(seat));
        }
        assert_eq!(rotation.offer(&SEATED), Offer::To(Seat::new(3)));
        rotation.decline(Seat::new(3));
        assert_eq!(rotation.offer(&SEATED), Offer::Broken);
    }

    #[test]
    fn the_rule_is_about_persons_not_seats() {
        let mut rotation = table();
        rotation.take(Seat::new(3), 30);
        rotation.take(Seat::new(3), 30);
        let moved = [(Seat::new(5), 30), (Seat::new(8), 80)];
        assert_eq!(rotation.offer(&moved), Offer::To(Seat::new(8)));
    }
}

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

/// Somebody who may be asked to bank, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// The seat at which they would bank.
    pub seat: Seat,
    /// Who.
    pub person: Person,
    /// As whom they count for the number of rounds: themselves, or their company.
    pub counts_as: Person,
}

/// What comes next for the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Offer {
    /// The position is offered to somebody.
    To(Candidate),
    /// Everybody has declined: the game is broken and stops until somebody else accepts.
    Broken,
}

/// The rotation of the bank at one table: systematic, clockwise, and never past anybody unasked.
///
/// It counts rounds that were dealt, by the people whose money was in the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rotation {
    seats: u8,
    rounds: u8,
    /// The last banker, and the seat from which the offers go on.
    last: Option<Bank>,
    /// Seats that had declined, as rotations were kept before people were.
    declined: Vec<Seat>,
    /// Who has declined since the last round; twice for a banker who was asked again.
    #[serde(default)]
    declined_by: Vec<Person>,
    /// The person who banked last, where `last` names the company.
    #[serde(default)]
    held_by: Option<Person>,
    /// Everybody whose money was in the last bank, the companies among them, and in how many in a row.
    #[serde(default)]
    running: Vec<(Person, u8)>,
    /// Whether a new game has begun, in which nobody has banked yet.
    #[serde(default)]
    is_new_game: bool,
}

impl Rotation {
    /// The rotation of a table where nobody has banked yet.
    #[must_use]
    pub fn new(seats: u8, rules: &RotationRules) -> Rotation {
        Rotation::of(seats, rules.rounds.value)
    }

    fn of(seats: u8, rounds: u8) -> Rotation {
        Rotation {
            seats,
            rounds,
            last: None,
            declined: Vec::new(),
            declined_by: Vec::new(),
            held_by: None,
            running: Vec::new(),
            is_new_game: false,
        }
    }

    /// Who banked last.
    #[must_use]
    pub fn last(&self) -> Option<Bank> {
        self.last
    }

    /// Who is to be asked now. Of several at one seat, those named first are asked first.
    ///
    /// The last banker is asked first while a round is left to them at their seat, then everybody clockwise;
    /// a banker who gave up after one round may take the other one if a full lap finds nobody.
    #[must_use]
    pub fn offer(&self, candidates: &[Candidate]) -> Offer {
        let Some(last) = self.last.filter(|_| !self.is_new_game) else {
            return self.first_willing(Seat::new(1), candidates, |_| true).map_or(Offer::Broken, Offer::To);
        };
        let banker =
            candidates.iter().copied().filter(|one| self.banked_last(one) && self.may_bank(one.counts_as));
        let stays = banker.clone().find(|one| one.seat == last.seat && self.times_declined(one) == 0);
        let others = |one: &Candidate| !self.banked_last(one);
        let next = || self.first_willing(last.seat.clockwise(self.seats), candidates, others);
        // Who moved away has not been asked first; nobody is asked twice in a row.
        let asked = |one: &Candidate| if one.seat == last.seat { 2 } else { 1 };
        let again = || banker.clone().find(|one| self.times_declined(one) < asked(one));
        stays.or_else(next).or_else(again).map_or(Offer::Broken, Offer::To)
    }

    /// Whether somebody is the one who banked last, wherever they sit now.
    fn banked_last(&self, one: &Candidate) -> bool {
        let Some(last) = self.last else { return false };
        match self.held_by {
            Some(person) => one.person == person,
            None => one.counts_as == last.person && one.seat == last.seat,
        }
    }

    fn times_declined(&self, one: &Candidate) -> usize {
        let seats = self.declined.iter().filter(|seat| **seat == one.seat).count();
        seats + self.declined_by.iter().filter(|person| **person == one.person).count()
    }

    fn first_willing(
        &self,
        from: Seat,
        candidates: &[Candidate],
        may: impl Fn(&Candidate) -> bool,
    ) -> Option<Candidate> {
        let is_willing =
            |one: &&Candidate| may(one) && self.may_bank(one.counts_as) && self.times_declined(one) == 0;
        from.around(self.seats)
            .find_map(|seat| candidates.iter().filter(|one| one.seat == seat).find(is_willing).copied())
    }

    /// Who was asked declines.
    pub fn decline(&mut self, person: Person) {
        self.declined_by.push(person);
    }

    /// A new game begins: everybody is asked anew, from seat 1. Rounds in a row still count.
    pub fn begin_new_game(&mut self) {
        self.is_new_game = true;
        self.declined.clear();
        self.declined_by.clear();
    }

    /// In how many rounds up to the last one somebody's money was in the bank without a break.
    #[must_use]
    pub fn rounds_running(&self, person: Person) -> u8 {
        let banked = self.last.filter(|last| self.running.is_empty() && last.person == person);
        let running = self.running.iter().find(|(one, _)| *one == person);
        running.map_or(banked.map_or(0, |last| last.turn), |(_, rounds)| *rounds)
    }

    /// Whether somebody's money may be in the next bank at all: not after the most rounds in a row.
    #[must_use]
    pub fn may_bank(&self, person: Person) -> bool {
        self.rounds_running(person) < self.rounds
    }

    /// Whether somebody may take the bank now: it is offered to them, or the game is broken and they are among
    /// those who may be asked and have not banked as often as allowed.
    #[must_use]
    pub fn may_take(&self, one: &Candidate, candidates: &[Candidate]) -> bool {
        let is_offered = match self.offer(candidates) {
            Offer::To(asked) => asked == *one,
            Offer::Broken => candidates.contains(one),
        };
        is_offered && self.may_bank(one.counts_as)
    }

    /// Which of their rounds in a row the next one would be for somebody who banks.
    #[must_use]
    pub fn next_turn(&self, person: Person) -> u8 {
        self.rounds_running(person).saturating_add(1)
    }

    /// What somebody has banked as one person counts for another too from now on.
    pub fn count_as(&mut self, one: Person, other: Person) {
        let rounds = self.rounds_running(one);
        if self.running.is_empty() {
            self.running.extend(self.last.map(|last| (last.person, last.turn)));
        }
        if let Some(last) = self.last.as_mut().filter(|last| last.person == one) {
            last.person = other;
        }
        match self.running.iter_mut().find(|(person, _)| *person == other) {
            Some((_, known)) => *known = rounds.max(*known),
            None if rounds > 0 => self.running.push((other, rounds)),
            None => {}
        }
    }

    /// Whether a round was counted when its bank was taken, as rotations were kept before rounds dealt were counted.
    #[must_use]
    pub fn has_counted(&self, bank: Bank) -> bool {
        self.held_by.is_none() && self.last == Some(bank)
    }

    /// A round is dealt: somebody banks it, with the money of partners beside their own. Partners are named as
    /// themselves and as the companies for which they count.
    pub fn deal(&mut self, one: Candidate, partners: &[Person]) -> Bank {
        let turn = self.next_turn(one.counts_as);
        let mut running: Vec<(Person, u8)> = Vec::new();
        for person in [one.counts_as, one.person].iter().chain(partners) {
            if running.iter().all(|(known, _)| known != person) {
                running.push((*person, self.next_turn(*person)));
            }
        }
        let bank = Bank { seat: one.seat, person: one.counts_as, turn };
        self.running = running;
        self.last = Some(bank);
        self.held_by = Some(one.person);
        self.is_new_game = false;
        self.declined.clear();
        self.declined_by.clear();
        bank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seat: u8, person: Person) -> Candidate {
        Candidate { seat: Seat::new(seat), person, counts_as: person }
    }

    const SEATED: [Candidate; 3] = [at(3, 30), at(4, 40), at(8, 80)];

    #[test]
    fn two_rounds_then_clockwise() {
        let mut rotation = Rotation::of(8, 2);
        assert_eq!(rotation.deal(SEATED[0], &[]).turn, 1);
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[0]));
        assert_eq!(rotation.deal(SEATED[0], &[]).turn, 2);
        assert!(!rotation.may_bank(30));
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[1]));
        rotation.decline(40);
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[2]));
        rotation.decline(80);
        assert_eq!(rotation.offer(&SEATED), Offer::Broken);
        assert!(rotation.may_take(&SEATED[2], &SEATED));
        assert!(!rotation.may_take(&at(5, 50), &SEATED), "who may not be asked takes no broken game either");
        assert_eq!(rotation.deal(SEATED[2], &[]).turn, 1);
        assert!(rotation.may_bank(30));
    }

    #[test]
    fn one_round_left_is_offered_again_after_a_lap() {
        let mut rotation = Rotation::of(8, 2);
        rotation.deal(SEATED[0], &[]);
        for person in [30, 40, 80] {
            rotation.decline(person);
        }
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[0]));
        rotation.decline(30);
        assert_eq!(rotation.offer(&SEATED), Offer::Broken);
    }

    #[test]
    fn the_rule_is_about_persons_not_seats() {
        let mut rotation = Rotation::of(8, 2);
        rotation.deal(SEATED[0], &[]);
        rotation.deal(SEATED[0], &[]);
        let moved = [at(5, 30), at(8, 80)];
        assert_eq!(rotation.offer(&moved), Offer::To(moved[1]));
        rotation.decline(80);
        assert_eq!(rotation.offer(&moved), Offer::Broken);
        let newcomer = [at(5, 30), at(8, 90)];
        assert_eq!(
            rotation.offer(&newcomer),
            Offer::To(newcomer[1]),
            "the seat declined, its new player did not"
        );
    }

    #[test]
    fn who_moved_with_a_round_left_is_asked_after_the_others() {
        let mut rotation = Rotation::of(8, 2);
        rotation.deal(SEATED[0], &[]);
        let moved = [at(1, 30), at(4, 40), at(8, 80)];
        assert_eq!(rotation.offer(&moved), Offer::To(moved[1]));
        rotation.decline(40);
        rotation.decline(80);
        assert_eq!(rotation.offer(&moved), Offer::To(moved[0]));
    }

    #[test]
    fn those_behind_a_seat_are_asked_after_its_player() {
        let mut rotation = Rotation::of(8, 2);
        let spots = [at(3, 30), at(4, 40), at(4, 41), at(8, 80)];
        rotation.deal(spots[0], &[]);
        rotation.deal(spots[0], &[]);
        rotation.decline(40);
        assert_eq!(rotation.offer(&spots), Offer::To(spots[2]));
    }

    #[test]
    fn money_in_the_bank_counts_whoever_holds_it() {
        let mut rotation = Rotation::of(8, 2);
        rotation.deal(SEATED[0], &[40]);
        rotation.deal(SEATED[0], &[40]);
        assert!(!rotation.may_bank(40), "two rounds as a partner are two rounds");
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[2]));
        rotation.deal(SEATED[2], &[]);
        assert!(rotation.may_bank(30) && rotation.may_bank(40));
    }

    #[test]
    fn a_new_game_asks_everybody_from_seat_1_and_forgets_no_round() {
        let mut rotation = Rotation::of(8, 2);
        rotation.deal(SEATED[1], &[]);
        rotation.deal(SEATED[1], &[]);
        rotation.decline(30);
        rotation.decline(80);
        rotation.begin_new_game();
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[0]));
        rotation.decline(30);
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[2]), "who has banked twice is not asked");
    }

    #[test]
    fn a_rotation_kept_before_people_were_counted_is_still_read() {
        let kept = r#"{"seats":8,"rounds":2,"last":{"seat":3,"person":30,"turn":2},"declined":[4]}"#;
        let rotation: Rotation = serde_json::from_str(kept).unwrap();
        assert!(!rotation.may_bank(30));
        assert_eq!(rotation.offer(&SEATED), Offer::To(SEATED[2]));
    }
}

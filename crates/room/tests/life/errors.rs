//! A human dealer who errs: steps that are taken back, payments that are stopped, corrections by the floor.

use books::{Money, Shelf};
use room::{By, Chips, Command, Correction, PersonId, Phase, Watcher, Why, WhyPassed};

use super::table::Life;

const FLOOR: By = By::Floor(90);
const DEALER: By = By::Dealer(91);

impl Life {
    /// Lets one thing happen, which is often a mistake or the end of one.
    pub(crate) fn err_or_step(&mut self, shelf: &Shelf) {
        match self.draws.below(40) {
            0..=3 => self.take_back_what_was_done(shelf),
            4 => self.take_back_many(),
            5 => self.stop_paying(),
            6 => self.correct_something(),
            7 => self.let_the_bank_go_by(),
            8 => {
                let runs = self.draws.below(2) == 0;
                self.attempt(FLOOR, &Command::RunClock { runs });
            }
            _ => self.step(shelf),
        }
    }

    /// Whatever the next step was, without it the round and all stacks are again what they were.
    fn take_back_what_was_done(&mut self, shelf: &Shelf) {
        let (before, stacks, rounds) = (self.table.round().cloned(), self.stacks(), self.table.rounds());
        self.step(shelf);
        let is_same_round = self.table.round().is_some() && self.table.rounds() == rounds;
        if before.is_none() || !is_same_round || self.table.round() == before.as_ref() {
            return;
        }
        let bought = self.stacks().iter().map(|(_, stack)| *stack).sum::<Money>();
        if self.attempt(DEALER, &Command::TakeBack) && self.table.round() == before.as_ref() {
            assert_eq!(self.stacks(), stacks, "after {bought}");
        }
    }

    /// Takes back step by step until nothing is left of the round.
    fn take_back_many(&mut self) {
        let steps = 1 + self.draws.below(12);
        for _ in 0..steps {
            let number = self.table.number();
            let view = self.table.view(Watcher::Rail);
            let is_done = self.attempt(DEALER, &Command::TakeBack);
            assert_eq!(is_done, view.may_take_back, "what is offered is done, and nothing else");
            let by_floor = !is_done && self.attempt(FLOOR, &Command::TakeBack);
            assert!(is_done || by_floor == view.floor_may_take_back, "and so it is for the floor");
            if !is_done && !by_floor {
                assert_eq!(self.table.number(), number);
                return;
            }
        }
    }

    /// The dealer pays some, and the floor takes the step back that ended the round.
    fn stop_paying(&mut self) {
        let settlement = self.table.view(Watcher::Rail).settlement;
        let paid = settlement.iter().filter(|line| line.is_paid).count();
        if settlement.len() < paid + 2 {
            return;
        }
        assert!(self.attempt(DEALER, &Command::Pay), "a payment that is listed is made");
        assert!(self.table.view(Watcher::Rail).settlement[paid].is_paid);
        assert!(!self.attempt(DEALER, &Command::TakeBack), "from the first payment on it is for the floor");
        if self.table.view(Watcher::Rail).floor_may_take_back {
            assert!(self.attempt(FLOOR, &Command::TakeBack));
            assert!(self.table.view(Watcher::Rail).settlement.iter().all(|line| !line.is_paid));
        }
    }

    fn correct_something(&mut self) {
        let people: Vec<PersonId> = self.table.people().iter().map(|one| one.person).collect();
        let (Some(one), Some(other)) = (self.pick(&people), self.pick(&people)) else { return };
        let before = self.stacks();
        let amount = Money::cents(i64::from(self.draws.below(20_000)));
        let why = if self.draws.below(3) == 0 { Why::Ruling } else { Why::Record };
        let round = self.table.rounds().saturating_sub(u64::from(self.draws.below(3)));
        let to = if self.draws.below(4) == 0 { Chips::Drop } else { Chips::Person(other) };
        let (from, clause, reason) =
            (Chips::Person(one), String::new(), "the wrong seat was paid".to_owned());
        let correction = Correction { round, from, to, amount, why, clause, reason };
        if self.attempt(FLOOR, &Command::Correct { correction }) {
            let of = |stacks: &[(PersonId, Money)]| {
                stacks.iter().find(|(person, _)| *person == one).map(|one| one.1)
            };
            assert_eq!(of(&before).map(|stack| stack - amount), of(&self.stacks()));
            assert_eq!(why, Why::Record, "a ruling names its clause");
        }
    }

    fn let_the_bank_go_by(&mut self) {
        let why = if self.draws.below(2) == 0 { WhyPassed::PassedOver } else { WhyPassed::Absent };
        self.attempt(DEALER, &Command::PassOver { why });
    }

    fn stacks(&self) -> Vec<(PersonId, Money)> {
        self.table.people().iter().map(|one| (one.person, one.stack)).collect()
    }

    /// Whatever was done to it, a round can be brought to its end or voided.
    pub(crate) fn finish(&mut self) {
        for _ in 0..3_000 {
            if self.table.round().is_none() || self.table.phase() == Phase::Closed {
                return;
            }
            self.finish_or_void();
        }
        panic!("{}: the round cannot be ended", self.table.book().id);
    }
}

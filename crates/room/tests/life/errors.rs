//! A human dealer who errs: steps that are taken back, payments that are stopped, corrections by the floor.

use books::{Money, Shelf};
use games::round::Report;
use room::{
    Allowance, Asked, By, Chips, Command, Correction, Input, KnownRound, May, PersonId, Phase, TableView,
    Wager, Watcher, Why, WhyPassed,
};

use super::table::Life;

const FLOOR: By = By::Floor(90);
const DEALER: By = By::Dealer(91);

impl Life {
    /// Lets one thing happen, which is often a mistake or the end of one.
    pub(crate) fn err_or_step(&mut self, shelf: &Shelf) {
        match self.draws.below(44) {
            0..=3 => self.take_back_what_was_done(shelf),
            4 => self.take_back_many(),
            5 => self.stop_paying(),
            6 => self.correct_something(),
            7 => self.let_the_bank_go_by(),
            8 => {
                let runs = self.draws.below(2) == 0;
                self.attempt(FLOOR, &Command::RunClock { runs });
            }
            9..=11 => self.at_the_desk(),
            12 => self.begin_too_early(),
            13 => self.enter_a_wrong_wager(),
            _ => self.step(shelf),
        }
        if self.draws.below(4) == 0 {
            self.assert_can_be_ended();
        }
    }

    /// A stake or a wager is entered for the wrong person, and everything lies where it lay.
    fn enter_a_wrong_wager(&mut self) {
        let before = self.table.view(Watcher::Rail);
        if self.table.round().is_some() {
            return;
        }
        let each =
            |asked: &Asked| asked.may.iter().map(|may| (asked.person, may.clone())).collect::<Vec<_>>();
        let may: Vec<(PersonId, Allowance)> = before.asked.iter().flat_map(each).collect();
        let Some((person, may)) = self.pick(&may) else { return };
        let command = match (may.what, may.spot) {
            (May::TakeBank, _) => Command::TakeBank { stake: may.least },
            (May::ShareBank, _) => Command::ShareBank { amount: may.least },
            (May::PutWager, Some(spot)) => {
                Command::PutWager { spot, wager: Wager { base: may.least, ..Wager::default() } }
            }
            (May::PassBank, _) => Command::PassBank,
            _ => Command::Ready,
        };
        if self.attempt(DEALER, &Command::For { person, command: Box::new(command) })
            && self.table.view(Watcher::Rail).may_take_back
        {
            assert!(self.attempt(DEALER, &Command::TakeBack), "what is offered is done");
            let after = self.table.view(Watcher::Rail);
            let lies = |view: &TableView| (view.phase, view.bank, view.wagers.clone(), view.shares.clone());
            assert_eq!(lies(&before), lies(&after));
            self.taken_wagers += 1;
        }
    }

    /// Whatever was done so far, the floor can void the round that is on, or it is over and can be closed.
    fn assert_can_be_ended(&mut self) {
        let mut table = self.table.clone();
        if table.round().is_none() {
            return;
        }
        let mut seeds = || [7; 32];
        let mut input =
            Input { now: self.now, seeds: &mut seeds, name: "Flo", wallet: Money::ZERO, is_bot: false };
        let is_over = table.view(Watcher::Rail).is_settling;
        if !is_over {
            let report = Report::Void { spot: None, fees_returned: false };
            let done = table.command(FLOOR, &Command::Report { report }, &mut input);
            assert!(done.is_ok(), "{}: {:?} cannot be voided", table.book().id, done.map_err(|why| why.what));
        }
        if table.round().is_some() {
            let done = table.command(FLOOR, &Command::CloseRound, &mut input);
            assert!(done.is_ok(), "{}: {:?} cannot be closed", table.book().id, done.map_err(|why| why.what));
        }
        assert!(table.round().is_none(), "{}: a round that is voided is over", table.book().id);
        self.ended += 1;
    }

    /// Something of the staff's beside the cards.
    fn at_the_desk(&mut self) {
        let people: Vec<PersonId> = self.table.people().iter().map(|one| one.person).collect();
        let person = self.pick(&people).unwrap_or(1);
        let dispute = self.table.disputes().first().map(|one| one.dispute);
        let bring = Box::new(Command::AddChips { amount: Money::dollars(50) });
        let (by, command) = match self.draws.below(11) {
            0 => (DEALER, Command::SignIn),
            1 => (DEALER, Command::SignOut),
            2 => (By::Dealer(92), Command::SignIn),
            3 => (
                FLOOR,
                Command::Dispute { round: None, people: vec![person], words: "Whose is it?".to_owned() },
            ),
            4 => (FLOOR, Command::Rule { words: "The first".to_owned(), clause: String::new(), dispute }),
            5 => (DEALER, Command::EnterLate { is_on: self.draws.below(2) == 0 }),
            6 => (DEALER, Command::NewShoe),
            7 => (DEALER, Command::CutCard),
            8 => (DEALER, Command::For { person, command: bring }),
            9 => (By::Patron(person), Command::GiveConsent),
            _ => (By::Patron(person), Command::RefuseConsent),
        };
        self.attempt(by, &command);
    }

    /// A round begins too early, or a bank goes by that was mistyped, and everything lies where it lay.
    fn begin_too_early(&mut self) {
        let before = (self.table.phase(), self.stacks(), self.table.view(Watcher::Rail).bank_offered);
        let command = match self.draws.below(2) {
            0 => Command::Start,
            _ => Command::PassOver { why: WhyPassed::PassedOver },
        };
        if self.table.round().is_none()
            && self.attempt(DEALER, &command)
            && self.table.view(Watcher::Rail).may_take_back
        {
            assert!(self.attempt(DEALER, &Command::TakeBack), "what is offered is done");
            assert!(self.table.round().is_none());
            assert_eq!(self.stacks(), before.1);
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
        if settlement.len() < paid + 2 || !self.table.spec().is_bounded {
            return;
        }
        assert!(self.attempt(DEALER, &Command::Pay), "a payment that is listed is made");
        assert!(self.table.view(Watcher::Rail).settlement[paid].is_paid);
        assert!(!self.attempt(DEALER, &Command::TakeBack), "from the first payment on it is for the floor");
        if self.table.view(Watcher::Rail).floor_may_take_back {
            assert!(self.attempt(FLOOR, &Command::TakeBack));
            assert!(!self.table.view(Watcher::Rail).settlement[paid].is_paid, "the payment alone");
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
        let approved = (self.draws.below(3) == 0).then_some(92);
        let dispute = self.table.disputes().first().map(|one| one.dispute);
        let correction = Correction { round, from, to, amount, why, clause, reason, approved, dispute };
        let known = KnownRound { people, moved: Money::dollars(120), large_from: Some(Money::dollars(150)) };
        if self.attempt(FLOOR, &Command::Correct { correction, known: Some(known) }) {
            assert!(amount <= Money::dollars(120) || approved.is_some(), "{amount} by one person");
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

//! Who lets the clock speak for them twice in a row is away and sits out, also while the bank is offered, so that
//! nobody waits for them lap after lap.

use books::{Money, Shelf};
use games::Seat;
use room::{By, Command, Input, May, PersonId, Phase, Spec, Table, Time, Wager, Watcher, bots};

/// A table of banked players of whom one, person 4, says nothing after sitting down.
struct Felt {
    table: Table,
    now: Time,
    draws: cards::Draws,
}

const SILENT: PersonId = 4;

impl Felt {
    fn new(book: &str) -> Felt {
        let shelf = Shelf::filed();
        let spec = Spec::practice(&shelf, book).unwrap();
        let (table, _) = Table::open(&shelf, 1, spec).unwrap();
        let mut felt = Felt { table, now: Time(0), draws: cards::Seed::from_bytes([3; 32]).draws() };
        for person in 1..=SILENT {
            felt.sit(person);
        }
        felt
    }

    fn sit(&mut self, person: PersonId) {
        let (seat, buy_in) = (Seat::new(person as u8), Money::dollars(2_000));
        self.give(By::Patron(person), &Command::Sit { seat, buy_in });
    }

    fn give(&mut self, by: By, command: &Command) {
        let mut seeds = || [9; 32];
        let wallet = Money::dollars(10_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
        self.table.command(by, command, &mut input).unwrap_or_else(|what| panic!("{command:?}: {what}"));
    }

    fn bot(&mut self, person: PersonId) -> Option<Command> {
        let view = self.table.view(Watcher::Person(person));
        bots::command(&view, person, &self.table.book().rules, &mut self.draws)
    }

    /// Those who speak do so; where only the silent one is awaited, the clock goes on.
    fn step(&mut self) {
        for person in 1..SILENT {
            if let Some(command) = self.bot(person) {
                return self.give(By::Patron(person), &command);
            }
        }
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        self.give(By::Clock, &Command::Tick);
    }

    fn is_out(&self, person: PersonId) -> bool {
        let is_here = |seated: &room::Seated| seated.person == person && seated.out_since.is_none();
        !self.table.people().iter().any(is_here)
    }

    /// Plays on to a round, and counts how often the clock was waited for while the bank was offered or wagers taken.
    fn play_to(&mut self, round: u64) -> u32 {
        let mut waits = 0;
        for _ in 0..20_000 {
            if self.table.rounds() >= round {
                return waits;
            }
            let (before, phase) = (self.now, self.table.phase());
            self.step();
            waits += u32::from(self.now > before && matches!(phase, Phase::Offering | Phase::Wagers));
        }
        panic!("the game does not go on");
    }
}

#[test]
fn nobody_waits_for_the_silent_lap_after_lap() {
    for book in ["mortimers/no-bust-6", "marina/double-hand", "pinnacle/three-card-6-card-bonus"] {
        let mut felt = Felt::new(book);
        assert!(felt.play_to(20) > 0, "{book}: at first everybody is waited for");
        assert_eq!(felt.play_to(40), 0, "{book}: everybody still waits for who is not there");
        assert!((1..SILENT).all(|person| !felt.is_out(person)), "{book}: those who speak play on");
    }
}

#[test]
fn who_lets_the_bank_pass_in_silence_twice_in_a_row_sits_out() {
    for book in ["mortimers/no-bust-6", "pinnacle/three-card-6-card-bonus"] {
        let mut felt = Felt::new(book);
        felt.play_to(20);
        assert!(felt.is_out(SILENT), "{book}");
    }
}

#[test]
fn who_only_leaves_the_bank_to_the_clock_plays_on() {
    let mut felt = Felt::new("mortimers/no-bust-6");
    for _ in 0..2_000 {
        if felt.table.rounds() >= 20 {
            break;
        }
        let view = felt.table.view(Watcher::Person(SILENT));
        let has_put = view.wagers.iter().any(|put| put.person == SILENT);
        let put = view.may.iter().find(|may| may.what == May::PutWager).filter(|_| !has_put);
        if let Some(put) = put {
            let wager = Wager { base: put.least, ..Wager::default() };
            felt.give(By::Patron(SILENT), &Command::PutWager { spot: Seat::new(4), wager });
        } else if felt.table.phase() == Phase::Playing
            && let Some(command) = felt.bot(SILENT)
        {
            felt.give(By::Patron(SILENT), &command);
        } else {
            felt.step();
        }
        assert!(!felt.is_out(SILENT), "there is a word of theirs between");
    }
    assert!(felt.table.rounds() >= 20);
}

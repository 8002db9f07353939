//! Kill pots at a table: who has won the last pots goes with the table from hand to hand, from seat to seat and
//! into its checkpoint.

use std::path::Path;

use books::{Money, Shelf};
use games::Seat;
use games::poker::Choice as Poker;
use games::round::{Choice, Round, Slot, Waits};
use room::{By, Checkpoint, Command, Dealer, Input, Phase, Spec, Table, TableView, Time, Told, Watcher};

const DEALER: By = By::Dealer(9);

/// A table of the example book with kill pots; persons 1 to 4 sit in seats 1 to 4.
struct Felt {
    shelf: Shelf,
    table: Table,
    log: Vec<(By, Command)>,
    told: Vec<Told>,
}

impl Felt {
    fn new() -> Felt {
        let mut shelf = Shelf::filed();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/kill-pots");
        shelf.add_folder(&folder).unwrap();
        let mut spec = Spec::practice(&shelf, "corner/holdem").unwrap();
        spec.dealer = Dealer::Entered;
        spec.pace.between_ms = 0;
        spec.pace.reading_ms = 0;
        let (table, _) = Table::open(&shelf, 1, spec).unwrap();
        let mut felt = Felt { shelf, table, log: Vec::new(), told: Vec::new() };
        for number in 1..=4 {
            felt.sit(number, number as u8);
        }
        felt
    }

    fn sit(&mut self, person: u32, seat: u8) {
        let buy_in = Money::dollars(200);
        self.tell(By::Patron(person), Command::Sit { seat: Seat::new(seat), buy_in });
    }

    fn tell(&mut self, by: By, command: Command) {
        self.told = obey(&mut self.table, by, &command);
        self.log.push((by, command));
    }

    fn view(&self) -> TableView {
        self.table.view(Watcher::Rail)
    }

    /// Begins a hand and deals until somebody must speak; says who killed it.
    fn begin(&mut self) -> Option<u8> {
        self.tell(DEALER, Command::Start);
        let killer = self.view().round.expect("a hand is on").killer;
        self.deal();
        killer.map(Seat::number)
    }

    fn deal(&mut self) {
        while let Some(Waits::Card { slot, .. }) = self.table.round().map(Round::waits) {
            let dealt = self.view().round.map_or(0, |round| round.board.len());
            let command = match slot {
                Slot::Board => Command::Card { card: self.table.deck_in_order().get(dealt).copied() },
                Slot::Burn => Command::Card { card: None },
                _ => Command::DealUnseen,
            };
            self.tell(DEALER, command);
        }
    }

    /// Plays the hand so that a person bets after the flop and everybody else folds to it.
    fn won_by(&mut self, winner: u32) {
        while self.table.phase() == Phase::Playing {
            let asked = self.table.offers_by_person().into_iter().find(|(_, offers)| !offers.is_empty());
            let (person, offers) = asked.expect("somebody is asked");
            let poker: Vec<Poker> = offers
                .iter()
                .filter_map(|offer| match offer.choice {
                    Choice::Poker(choice) => Some(choice),
                    _ => None,
                })
                .collect();
            let is_flop = self.view().round.is_some_and(|round| !round.board.is_empty());
            let bet = poker.iter().copied().find(|choice| matches!(choice, Poker::Bet(_)));
            let choice = match bet {
                Some(bet) if is_flop && person == winner => bet,
                None if is_flop && person != winner => Poker::Fold,
                _ if poker.contains(&Poker::Check) => Poker::Check,
                _ => Poker::Call,
            };
            let command = Command::Choose { who: None, choice: Choice::Poker(choice) };
            self.tell(By::Patron(person), command);
            self.deal();
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        self.table.checkpoint().expect("no hand is on")
    }
}

fn obey(table: &mut Table, by: By, command: &Command) -> Vec<Told> {
    let mut seeds = || panic!("nothing is shuffled where cards are entered");
    let wallet = Money::dollars(10_000);
    let mut input = Input { now: Time(0), seeds: &mut seeds, name: "somebody", wallet, is_bot: false };
    table.command(by, command, &mut input).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
}

#[test]
fn who_has_won_two_pots_kills_until_somebody_else_wins() {
    let mut felt = Felt::new();
    for killer in [None, None, Some(1), Some(1)] {
        assert_eq!(felt.begin(), killer);
        felt.won_by(1);
    }
    assert_eq!(felt.begin(), Some(1));
    felt.won_by(2);
    assert_eq!(felt.begin(), None);
}

#[test]
fn a_killed_hand_says_so_in_words() {
    let mut felt = Felt::new();
    for _ in 0..2 {
        felt.begin();
        felt.won_by(1);
    }
    felt.tell(DEALER, Command::Start);
    let said: Vec<String> = felt.told.iter().map(|told| told.words(None, &felt.table)).collect();
    // Seat 1 has the big blind of $4, which counts toward the kill of $6.
    assert!(said.contains(&"Seat 1 kills the pot with $2: the limits are $6/$12.".to_owned()), "{said:?}");
}

#[test]
fn a_row_goes_with_its_winner_to_another_seat_and_not_to_who_sits_there_next() {
    let mut felt = Felt::new();
    for _ in 0..2 {
        felt.begin();
        felt.won_by(3);
    }
    felt.tell(By::Patron(3), Command::ChangeSeat { seat: Seat::new(6) });
    assert_eq!(felt.begin(), Some(6));
    felt.won_by(3);
    felt.tell(By::Patron(3), Command::Leave);
    felt.sit(5, 6);
    felt.tell(By::Patron(5), Command::Post);
    assert_eq!(felt.begin(), None, "whoever takes the seat has won nothing");
    let round = felt.view().round.expect("a hand is on");
    assert!(round.seats.iter().any(|seat| seat.seat == Seat::new(6)), "and is dealt in");
}

#[test]
fn a_table_that_is_resumed_or_replayed_knows_who_won() {
    let mut felt = Felt::new();
    for _ in 0..2 {
        felt.begin();
        felt.won_by(2);
    }
    let kept = felt.checkpoint();
    let resumed = Table::resume(&felt.shelf, 1, felt.table.spec().clone(), kept.clone()).unwrap();
    let (mut replayed, _) = Table::open(&felt.shelf, 1, felt.table.spec().clone()).unwrap();
    for (by, command) in &felt.log {
        obey(&mut replayed, *by, command);
    }
    assert_eq!(replayed.checkpoint(), Some(kept));
    let killer = felt.begin();
    assert_eq!(killer, Some(2));
    for mut table in [resumed, replayed] {
        let told = obey(&mut table, DEALER, &Command::Start);
        assert!(!told.is_empty());
        assert_eq!(table.view(Watcher::Rail).round.unwrap().killer, Some(Seat::new(2)));
    }
}

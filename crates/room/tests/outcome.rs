//! The outcome of a round stays on the table until the next round is prepared.

use books::{Money, Shelf};
use games::Seat;
use games::round::RoundStage;
use room::{By, Command, Input, Phase, Spec, Table, Time, Wager, Watcher};

struct Evening {
    table: Table,
    now: Time,
}

impl Evening {
    fn tell(&mut self, by: By, command: &Command) {
        let mut seeds = || [5; 32];
        let wallet = Money::dollars(1_000);
        let mut input = Input { now: self.now, seeds: &mut seeds, name: "Ann", wallet, is_bot: false };
        self.table
            .command(by, command, &mut input)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    fn wait(&mut self) {
        self.now = self.table.deadline().expect("the clock runs");
        self.tell(By::Clock, &Command::Tick);
    }
}

#[test]
fn the_last_round_is_shown_while_the_table_rests() {
    let shelf = Shelf::filed();
    let spec = Spec::practice(&shelf, "mortimers/no-bust-6").unwrap();
    let (table, _) = Table::open(&shelf, 1, spec).unwrap();
    let mut evening = Evening { table, now: Time(1_000) };
    for (person, seat) in [(7, 1), (8, 2)] {
        let buy_in = Money::dollars(500);
        evening.tell(By::Patron(person), &Command::Sit { seat: Seat::new(seat), buy_in });
    }
    evening.tell(By::Patron(7), &Command::TakeBank { stake: Money::dollars(100) });
    let wager = Wager { base: Money::dollars(10), ..Wager::default() };
    evening.tell(By::Patron(8), &Command::PutWager { spot: Seat::new(2), wager });
    evening.tell(By::Patron(8), &Command::Ready);
    while evening.table.phase() == Phase::Playing {
        evening.wait();
    }
    let view = evening.table.view(Watcher::Rail);
    assert_eq!(view.phase, Phase::Resting);
    let round = view.round.expect("the outcome is shown");
    assert_eq!(round.stage, RoundStage::Settled);
    assert_eq!(round.seats[0].hands[0].cards.len(), round.seats[0].hands[0].cards.iter().flatten().count());
    assert_eq!(view.round_people.len(), 2);
    assert!(evening.table.checkpoint().is_none(), "what is shown is not kept beside the log");
    evening.wait();
    assert_eq!(evening.table.view(Watcher::Rail).round, None);
    assert!(evening.table.checkpoint().is_some());
}

#[test]
fn a_table_names_the_wagers_beside_the_base_wager() {
    let shelf = Shelf::filed();
    let names = |book: &str| {
        let (table, _) = Table::open(&shelf, 1, Spec::practice(&shelf, book).unwrap()).unwrap();
        table.sides().into_iter().map(|side| side.name).collect::<Vec<_>>()
    };
    assert_eq!(names("mortimers/no-bust-6-buster"), ["Buster"]);
    assert!(names("marina/pure-21-5").is_empty(), "filed, but the house does not offer it");
    assert_eq!(names("pinnacle/three-card-6-card-bonus"), ["Pair Plus", "6 Card Bonus"]);
    assert!(names("marina/double-hand").is_empty());
}

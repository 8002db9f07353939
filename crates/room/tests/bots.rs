//! Tables of bots play every book: no command of theirs is refused, nothing stalls, chips are conserved, everybody
//! banks in turn, and what comes out is what sensible play brings.

mod hall;

use books::poker::Structure;
use books::{Family, Money, Shelf};
use cards::Draws;
use games::bank::Verdict;
use games::blackjack::{Event as Blackjack, WagerKind};
use games::double_hand::Event as DoubleHand;
use games::poker::{Choice as Bet, Event as Poker, Which};
use games::round::{Choice, Event as Any, Offer, View};
use games::three_card::{Choice as ThreeCardChoice, Event as ThreeCard};
use hall::Hall;
use room::{Command, Event, PersonId, Spec, Table, TableView, Told, Watcher, bots};

const ROUNDS: u64 = 500;

/// What was counted while a table played.
#[derive(Debug, Default)]
struct Tally {
    rounds: u64,
    /// How often each person took the bank.
    banks: Vec<(PersonId, u32)>,
    wagers: u32,
    /// How often somebody put a wager on another's spot.
    backed: u32,
    wagered: Money,
    won: Money,
    side_wagers: u32,
    insurances: u32,
    pushes: u32,
    folds: u32,
    plays: u32,
    doubles: u32,
    splits: u32,
    surrenders: u32,
    showdowns: u32,
    raises: u32,
    raises_on_street: u32,
    raises_most: u32,
    chips_brought: u32,
    /// What each person has won or lost.
    nets: Vec<(PersonId, Money)>,
}

/// Plays so many rounds, with some people choosing by chance in poker hands.
fn play(mut hall: Hall, rounds: u64, fools: &[PersonId]) -> Tally {
    let mut tally = Tally::default();
    let mut steps = 0;
    while hall.table.rounds() <= rounds {
        let told = hall.step(|person, view, draws| {
            let round = view.round.as_ref().filter(|round| !round.offers.is_empty())?;
            fools.contains(&person).then(|| any(round, draws))
        });
        told.iter().for_each(|one| tally.count(one));
        steps += 1;
        assert!(steps < rounds * 400, "{}: the table stalls", hall.table.spec().book);
    }
    tally
}

/// Something that is offered in a poker hand, by chance, and never a fold.
fn any(round: &View, draws: &mut Draws) -> Command {
    let offers: Vec<&Offer> =
        round.offers.iter().filter(|offer| offer.choice != Choice::Poker(Bet::Fold)).collect();
    let offer = offers[draws.below(offers.len() as u32) as usize];
    let choice = match offer.choice {
        Choice::Poker(Bet::Discard(_)) => {
            Choice::Poker(Bet::Discard((0..offer.cards.0).fold(Which::NONE, Which::and)))
        }
        Choice::Poker(Bet::Muck) => Choice::Poker(Bet::Show),
        choice => choice,
    };
    Command::Choose { who: Some(offer.who), choice }
}

impl Tally {
    fn count(&mut self, told: &Told) {
        match &told.event {
            Event::RoundEnded { nets, .. } => {
                self.rounds += 1;
                for net in nets {
                    match self.nets.iter_mut().find(|(who, _)| *who == net.person) {
                        Some((_, sum)) => *sum += net.net,
                        None => self.nets.push((net.person, net.net)),
                    }
                }
            }
            Event::Added { .. } => self.chips_brought += 1,
            // Persons are 101, 102, ... in seats 1, 2, ...
            Event::WagerPut { person, spot, .. } => {
                self.backed += u32::from(u32::from(spot.number()) + 100 != *person);
            }
            Event::BankTaken { person, .. } => match self.banks.iter_mut().find(|(who, _)| who == person) {
                Some((_, times)) => *times += 1,
                None => self.banks.push((*person, 1)),
            },
            Event::Round { of } => self.count_round(of),
            _ => {}
        }
    }

    fn count_round(&mut self, event: &Any) {
        match *event {
            Any::Blackjack(Blackjack::Wagered { wager, amount, .. }) => match wager {
                WagerKind::Base => self.wager(amount),
                WagerKind::Double => self.doubles += 1,
                WagerKind::Split => self.splits += 1,
                WagerKind::Buster | WagerKind::Bonus => self.side_wagers += 1,
                WagerKind::Insurance => self.insurances += 1,
            },
            Any::Blackjack(Blackjack::Settled { wager, paid, collected, verdict, .. }) => {
                if !matches!(wager, WagerKind::Buster | WagerKind::Bonus) {
                    self.won += paid - collected;
                }
                self.pushes += u32::from(verdict == Verdict::Push);
                self.surrenders += u32::from(verdict == Verdict::Surrendered);
            }
            Any::DoubleHand(DoubleHand::Wagered { amount, .. }) => self.wager(amount),
            Any::DoubleHand(DoubleHand::Settled { verdict, paid, collected, .. }) => {
                self.won += paid - collected;
                self.pushes += u32::from(verdict == Verdict::Push);
            }
            Any::ThreeCard(ThreeCard::Wagered { wager, amount, .. }) => match wager {
                games::three_card::WagerKind::Ante => self.wager(amount),
                games::three_card::WagerKind::Play => {}
                _ => self.side_wagers += 1,
            },
            Any::ThreeCard(ThreeCard::Chose { choice, .. }) => match choice {
                ThreeCardChoice::Fold => self.folds += 1,
                _ => self.plays += 1,
            },
            Any::ThreeCard(ThreeCard::Settled { wager, paid, collected, .. }) => {
                use games::three_card::WagerKind as Kind;
                if matches!(wager, Kind::Ante | Kind::Play) {
                    self.won += paid - collected;
                }
            }
            Any::Poker(Poker::Chose { choice, .. }) => match choice {
                Bet::Fold => self.folds += 1,
                Bet::Raise(_) => {
                    self.raises += 1;
                    self.raises_on_street += 1;
                    self.raises_most = self.raises_most.max(self.raises_on_street);
                }
                _ => self.plays += 1,
            },
            Any::Poker(Poker::Began { .. }) => self.raises_on_street = 0,
            Any::Poker(Poker::Showdown { .. }) => self.showdowns += 1,
            _ => {}
        }
    }

    fn wager(&mut self, amount: Money) {
        self.wagers += 1;
        self.wagered += amount;
    }

    /// What the players lose of what they wager, as a part of it.
    fn loss(&self) -> f64 {
        -(self.won.in_cents() as f64) / self.wagered.in_cents() as f64
    }
}

/// Plays a book at tables of three, five and eight bots and hands out what was counted.
fn tables(family: Family) -> impl Iterator<Item = (String, u8, Tally)> {
    let shelf = Shelf::filed();
    let ids: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    assert_eq!(ids.len(), 25);
    ids.into_iter().enumerate().filter_map(move |(place, id)| {
        let book = shelf.book(&shelf.find(&id).unwrap()).unwrap();
        if book.header().family != family {
            return None;
        }
        let bots = [3, 5, 8, 4, 6, 7][place % 6];
        let spec = Spec::practice(&shelf, &id).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let tally = play(Hall::new(&shelf, spec, bots), ROUNDS, &[]);
        println!("{id} with {bots}: loss {:.3} {tally:?}", tally.loss());
        Some((id, bots, tally))
    })
}

fn everybody_banks(id: &str, bots: u8, tally: &Tally) {
    assert!(tally.rounds >= ROUNDS, "{id}");
    assert_eq!(tally.banks.len(), usize::from(bots), "{id}: {:?}", tally.banks);
    let fair = tally.rounds as f64 / f64::from(bots);
    for (person, times) in &tally.banks {
        let part = f64::from(*times) / fair;
        assert!((0.7..1.3).contains(&part), "{id}: {person} banks {times} times, {fair} would be fair");
    }
}

#[test]
fn blackjack_is_played_as_the_rules_make_it_worth() {
    for (id, bots, tally) in tables(Family::Blackjack) {
        everybody_banks(&id, bots, &tally);
        assert!((-0.12..0.14).contains(&tally.loss()), "{id}: players lose {:.3} of a wager", tally.loss());
        assert!(tally.doubles > 0 && tally.splits > 0 && tally.pushes > 0, "{id}: {tally:?}");
        assert!(tally.backed > 0, "{id}: nobody backs another's spot");
    }
}

#[test]
fn double_hands_are_set_the_house_way() {
    for (id, bots, tally) in tables(Family::DoubleHand) {
        everybody_banks(&id, bots, &tally);
        assert!((-0.05..0.10).contains(&tally.loss()), "{id}: players lose {:.3} of a wager", tally.loss());
        let pushes = f64::from(tally.pushes) / f64::from(tally.wagers);
        assert!((0.30..0.50).contains(&pushes), "{id}: {pushes:.3} of the wagers push");
        assert!(tally.backed > 0, "{id}: nobody backs another's spot");
    }
}

#[test]
fn three_cards_are_folded_when_the_bank_shows_a_card_to_fear() {
    for (id, bots, tally) in tables(Family::ThreeCard) {
        everybody_banks(&id, bots, &tally);
        assert!((-0.10..0.12).contains(&tally.loss()), "{id}: players lose {:.3} of an ante", tally.loss());
        let folds = f64::from(tally.folds) / f64::from(tally.folds + tally.plays);
        // The bank shows one card; against a jack or lower every hand is worth playing.
        assert!((0.05..0.15).contains(&folds), "{id}: {folds:.3} of the hands are folded");
        assert!(tally.side_wagers > 0, "{id}");
        assert_eq!(tally.backed, 0, "{id} takes no backline bets");
    }
}

#[test]
fn a_bot_that_sat_out_plays_again() {
    let shelf = Shelf::filed();
    for book in ["mortimers/no-bust-6", "marina/holdem"] {
        let mut hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), 3);
        assert!(
            hall.tell(102, &Command::SitOut).iter().any(|one| one.event == Event::SatOut { person: 102 })
        );
        let is_asked = hall.table.asks(102) || hall.table.round().is_some();
        assert!(is_asked, "{book}: nobody asks the bot to play again");
        let told: Vec<Told> = (0..50).flat_map(|_| hall.step(|_, _, _| None)).collect();
        assert!(told.iter().any(|one| one.event == Event::SatIn { person: 102 }), "{book}");
    }
}

#[test]
fn poker_hands_are_folded_raised_and_shown() {
    for (id, bots, tally) in tables(Family::Poker) {
        let hands = tally.rounds as f64;
        assert!(tally.rounds >= ROUNDS, "{id}");
        let folds = f64::from(tally.folds) / (hands * f64::from(bots));
        assert!((0.25..0.9).contains(&folds), "{id}: {folds:.2} of the hands are folded");
        let shown = f64::from(tally.showdowns) / hands;
        assert!((0.10..0.95).contains(&shown), "{id}: {shown:.2} of the hands come to a showdown");
        assert!(tally.raises > 0 && tally.raises_most <= 12, "{id}: {tally:?}");
    }
}

#[test]
fn every_way_of_betting_is_played() {
    let shelf = Shelf::filed();
    for (book, structure) in [
        ("marina/holdem", Structure::Spread),
        ("marina/holdem", Structure::PotLimit),
        ("marina/holdem", Structure::NoLimit),
        ("mortimers/holdem", Structure::PotLimit),
        ("mortimers/holdem", Structure::Spread),
    ] {
        let opened = shelf.book(&shelf.find(book).unwrap()).unwrap();
        let rates = shelf.rates(&opened).unwrap().unwrap();
        let specs = rates.value.schedules(&opened.id.game).map(|schedule| Spec {
            schedule: Some(schedule.handle.as_str().to_owned()),
            structure: Some(structure),
            ..Spec::of(book)
        });
        let spec = specs
            .into_iter()
            .find(|spec| Table::open(&shelf, 1, spec.clone()).is_ok())
            .unwrap_or_else(|| panic!("no table of {book} plays {structure}"));
        let tally = play(Hall::new(&shelf, spec, 6), 200, &[]);
        println!("{book} {structure}: {tally:?}");
        assert!(tally.folds > 0 && tally.raises > 0 && tally.showdowns > 0, "{book} {structure}: {tally:?}");
    }
}

#[test]
fn a_bot_beats_those_who_choose_by_chance() {
    let shelf = Shelf::filed();
    for book in [
        "mortimers/holdem",
        "players-club/omaha",
        "players-club/omaha-8",
        "players-club/crazy-pineapple",
        "players-club/lazy-pineapple",
        "players-club/lowball-ace-to-five",
        "players-club/lowball-deuce-to-seven",
    ] {
        let hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), 4);
        let tally = play(hall, ROUNDS, &[102, 103, 104]);
        let won = tally.nets.iter().find(|(person, _)| *person == 101).unwrap().1;
        println!("{book}: {:?}", tally.nets);
        assert!(won.is_positive(), "{book}: the bot ends with {won}");
    }
}

#[test]
fn bots_bring_no_more_chips_than_the_table_takes() {
    let shelf = Shelf::filed();
    for book in ["mortimers/no-bust-6", "mortimers/double-hand", "players-club/holdem"] {
        let spec = Spec::practice(&shelf, book).unwrap();
        let (table, _) = Table::open(&shelf, 1, spec.clone()).unwrap();
        let view = table.view(Watcher::Rail);
        let least = view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least));
        let most = view.buy_in_least.times(2).max(least.times(40));
        let tally = play(Hall::new(&shelf, Spec { buy_in_most: Some(most.in_cents()), ..spec }, 3), 300, &[]);
        assert!(tally.chips_brought > 0, "{book}");
    }
}

#[test]
fn a_bot_outside_chooses_as_one_inside_does() {
    let shelf = Shelf::filed();
    for book in [
        "mortimers/no-bust-6",
        "marina/double-hand",
        "pinnacle/three-card-6-card-bonus",
        "players-club/omaha-8",
    ] {
        let mut hall = Hall::new(&shelf, Spec::practice(&shelf, book).unwrap(), 4);
        let rules = hall.table.book().rules.clone();
        let mut chosen = 0;
        while hall.table.rounds() < 20 {
            hall.step(|person, view, draws| {
                let sent = serde_json::to_string(view).unwrap();
                let got: TableView = serde_json::from_str(&sent).unwrap();
                let mut same = draws.clone();
                let inside = bots::command(view, person, &rules, draws);
                assert_eq!(bots::command(&got, person, &rules, &mut same), inside, "{book}");
                chosen += u32::from(inside.is_some());
                inside
            });
        }
        assert!(chosen > 100, "{book}: {chosen}");
    }
}

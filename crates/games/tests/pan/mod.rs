//! What the tests of Pan share: the book and changed ones, chance, random tables, and a hand dealt card by card.

#![allow(dead_code)] // Each test file uses a part of it.

use std::sync::Arc;

use books::read::Source;
use books::{Book, BookId, Money, Rules, Shelf};
use cards::{Card, Draws, Seed};
use games::pan::{Choice, Event, Game, Pan, Player, Refusal, Setup, Waits};
use games::{Face, Seat};

/// The filed book.
pub(crate) fn book() -> Book {
    changed(&[])
}

/// The filed book with some places of its text changed.
pub(crate) fn changed(places: &[(&str, &str)]) -> Book {
    let shelf = Shelf::filed();
    let id = BookId::new("players-club", "pan");
    let mut text = shelf.file("players-club/pan.toml").unwrap().text.clone();
    for (from, to) in places {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    shelf.read_book(&id, &Source::new("changed.toml", text)).unwrap_or_else(|problem| panic!("{problem}"))
}

/// A book ready to be played.
pub(crate) fn game_of(book: &Book) -> Arc<Game> {
    let Rules::Pan(rules) = &book.rules else { panic!("pan is pan") };
    Arc::new(Game::new((**rules).clone(), None))
}

/// Chance from a small number.
pub(crate) fn chance(number: u64) -> Draws {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes).draws()
}

/// A table of two to eight players, some of them with hardly more chips than they need.
pub(crate) fn table(draws: &mut Draws) -> Setup {
    let count = 2 + draws.below(7) as usize;
    let mut seats: Vec<u8> = (1..=8).collect();
    draws.shuffle(&mut seats);
    seats.truncate(count);
    seats.sort_unstable();
    let mut stack = || Money::dollars(40 + i64::from(draws.below(3) * draws.below(100)));
    let players = seats.iter().map(|seat| Player { seat: Seat::new(*seat), stack: stack() }).collect();
    let last_winner = (draws.below(4) > 0).then(|| Seat::new(1 + draws.below(8) as u8));
    Setup { seats: 8, players, last_winner }
}

/// What a hand was given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Card(Card, Face),
    Shuffle,
    Choice(Seat, Choice),
}

/// A hand that is dealt from a stock, with its log and what it was given.
pub(crate) struct Dealt {
    pub(crate) round: Pan,
    pub(crate) stock: Vec<Card>,
    pub(crate) log: Vec<Event>,
    pub(crate) steps: Vec<Step>,
}

impl Dealt {
    pub(crate) fn open(game: &Arc<Game>, setup: &Arc<Setup>, draws: &mut Draws) -> Dealt {
        let mut stock: Vec<Card> = game.pack.cards().collect();
        draws.shuffle(&mut stock);
        let mut log = Vec::new();
        let round = Pan::open(Arc::clone(game), setup, &mut log).unwrap();
        Dealt { round, stock, log, steps: Vec::new() }
    }

    /// Deals and shuffles until somebody is to choose; says whether the hand goes on.
    pub(crate) fn deal(&mut self, draws: &mut Draws) -> bool {
        loop {
            match self.round.waits() {
                Waits::Card { face, .. } => {
                    let card = self.stock.pop().expect("the stock has a card where one is due");
                    self.steps.push(Step::Card(card, face));
                    self.round.card(Some(card), &mut self.log).unwrap();
                }
                Waits::Shuffle => {
                    assert!(self.stock.is_empty());
                    self.stock.extend(self.round.to_shuffle());
                    draws.shuffle(&mut self.stock);
                    self.steps.push(Step::Shuffle);
                    self.round.shuffle(&mut self.log).unwrap();
                }
                Waits::Choices => return true,
                Waits::Over => return false,
            }
        }
    }

    pub(crate) fn choose(&mut self, seat: u8, choice: &str) -> Result<(), Refusal> {
        let choice: Choice = choice.parse().unwrap_or_else(|error| panic!("{error}"));
        self.round.choose(Seat::new(seat), choice, &mut self.log)
    }
}

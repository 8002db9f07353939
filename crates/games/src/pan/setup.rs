//! Who plays a hand of Pan, checked against the book.

use std::sync::Arc;

use books::pan::PanRules;
use books::rates::Schedule;
use books::{Clause, Money};
use cards::Deck;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::meld::Terms;
use super::round::{PLAYERS_MAX, Pan};
use crate::bank::{About, SetupFault, Wrong};
use crate::record::Record;
use crate::seat::Seat;

/// A game of Pan ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The rules.
    pub rules: PanRules,
    /// The fee and the size of the game; none for a table that charges nothing.
    pub schedule: Option<Schedule>,
    /// How many chips a top is.
    pub tops: u8,
    /// The rules on melds, flat.
    pub terms: Terms,
    /// The cards of the pack.
    pub pack: Deck,
}

impl Game {
    /// A book ready to be played, with the usual tops.
    #[must_use]
    pub fn new(rules: PanRules, schedule: Option<Schedule>) -> Game {
        let (terms, tops, pack) = (Terms::new(&rules), rules.tops.chips.usual, pack(&rules));
        Game { rules, schedule, tops, terms, pack }
    }

    /// The same game with other tops.
    #[must_use]
    pub fn with_tops(mut self, chips: u8) -> Game {
        self.tops = chips;
        self
    }

    /// What so many chips are worth.
    #[must_use]
    pub fn worth(&self, chips: u16) -> Money {
        self.rules.table.chip.value.times(chips.into())
    }
}

/// The pack of a book.
fn pack(rules: &PanRules) -> Deck {
    let one = Deck::without(rules.deck.without.iter());
    let packs = one.decks(rules.deck.packs.value).unwrap_or(one);
    packs.without_spades(rules.deck.spade_sets_out.value)
}

/// A player who is dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Where.
    pub seat: Seat,
    /// The chips on the table, the top among them.
    pub stack: Money,
}

/// A hand of Pan before its first card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats the table has.
    pub seats: u8,
    /// The players dealt in, by rising seat.
    pub players: Vec<Player>,
    /// Who won the last hand; nothing where the lowest up card says who is first.
    pub last_winner: Option<Seat>,
}

impl Pan {
    /// Opens a hand: the tops are put up.
    ///
    /// # Errors
    /// Every fault of the setup.
    pub fn open(
        game: Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<Pan, Vec<SetupFault>> {
        let faults = faults(&game, setup);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut round = Pan::unopened(game, Arc::clone(setup));
        let amount = round.game.worth(round.game.tops.into());
        let clause = round.rules().tops.chips.clause;
        if amount.is_positive() {
            for place in 0..setup.players.len() {
                let seat = setup.players[place].seat;
                round.emit(Event::Topped { seat, amount, clause }, events);
            }
        }
        Ok(round)
    }
}

fn faults(game: &Game, setup: &Setup) -> Vec<SetupFault> {
    let rules = &game.rules;
    let mut faults = Vec::new();
    let mut fault = |about: About, what: Wrong, clause: Clause| {
        faults.push(SetupFault { about, what, clause });
    };
    let seats = rules.book.seats;
    if setup.seats > seats.value || usize::from(setup.seats) > PLAYERS_MAX {
        fault(About::Table, Wrong::TableSize { seats: setup.seats, most: seats.value }, seats.clause);
    }
    let least = rules.table.players_least;
    if setup.players.len() < usize::from(least.value) {
        let what = Wrong::TooFewPlayers { players: setup.players.len(), least: least.value };
        fault(About::Table, what, least.clause);
    }
    if setup.players.windows(2).any(|two| two[0].seat >= two[1].seat) {
        fault(About::Table, Wrong::SeatsNotInOrder, seats.clause);
    }
    let tops = &rules.tops.chips;
    if !(tops.least..=tops.most).contains(&game.tops) {
        let what = Wrong::Tops { chips: game.tops, least: tops.least, most: tops.most };
        fault(About::Table, what, tops.clause);
    }
    // Who was short in an earlier hand needs more; the table knows who that is.
    let (needed, clause) = (game.worth(game.tops.max(1).into()), rules.table.short_of_chips.clause);
    for player in &setup.players {
        if player.seat.number() > setup.seats {
            fault(About::Seat(player.seat), Wrong::NoSuchSeat, seats.clause);
        }
        if player.stack < needed {
            fault(About::Seat(player.seat), Wrong::FewChips { stack: player.stack, needed }, clause);
        }
    }
    faults
}

//! A table of Pan as it is played again and again.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use books::Money;
use books::pan::PanRules;
use cards::Card;
use games::Seat;
use games::pan::{Allowed, End, Event, Game, PLAYERS_MAX, Pan, Pay, Player, Setup, Standing, Victory, Waits};

use super::player::{Open, good, sight, simple};
use super::tally::{Measure, Tally};
use crate::sim::blocks::{self, Size};
use crate::sim::random::Random;

/// How many hands a whole block has.
pub const BLOCK: u64 = 1 << 9;

/// What each player begins a hand with, in chips: nobody is ever short.
const PLENTY: u16 = 10_000;

/// How the players of a table play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// All well.
    Good,
    /// All simply.
    Simple,
    /// Every other one simply; chance says at each hand which ones.
    Mixed,
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kinds::Good => "good",
            Kinds::Simple => "simple",
            Kinds::Mixed => "mixed",
        })
    }
}

impl FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Kinds, String> {
        let all = [Kinds::Good, Kinds::Simple, Kinds::Mixed];
        let found = all.into_iter().find(|kinds| kinds.to_string() == text);
        found.ok_or_else(|| format!("{text} is none of good, simple and mixed"))
    }
}

/// Who plays, and for which tops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many players.
    pub players: u8,
    /// How many chips a top is.
    pub tops: u8,
    /// How they play.
    pub kinds: Kinds,
}

/// A table that is checked against its book.
#[derive(Clone, Debug)]
pub struct Plan {
    game: Arc<Game>,
    table: Table,
    seed: u64,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All blocks up to the first that is missing or not whole: from here a run goes on.
    pub whole: Tally,
    /// All hands, a last block that is not whole among them.
    pub all: Tally,
}

impl Plan {
    /// A table under a book.
    ///
    /// # Errors
    /// What the book does not allow, in one sentence.
    pub fn new(rules: &PanRules, table: Table, seed: u64) -> Result<Plan, String> {
        let (least, most) = (rules.table.players_least.value, rules.book.seats.value.min(PLAYERS_MAX as u8));
        if !(least..=most).contains(&table.players) {
            return Err(format!("{} players; {least} to {most} play this game", table.players));
        }
        let chips = &rules.tops.chips;
        if !(chips.least..=chips.most).contains(&table.tops) {
            let (least, most) = (chips.least, chips.most);
            return Err(format!("a top of {} chips; {least} to {most} are played", table.tops));
        }
        let game = Game::new(rules.clone(), None).with_tops(table.tops);
        Ok(Plan { game: Arc::new(game), table, seed })
    }

    /// By how much a margin is multiplied so that it is a whole number: those who play well times those who do not.
    #[must_use]
    pub fn margin_scale(&self) -> f64 {
        let players = f64::from(self.table.players);
        (players * players / 4.0).floor()
    }

    fn block(&self, number: u64, hands: u64) -> Tally {
        let stack = self.game.worth(PLENTY);
        let players = (1..=self.table.players).map(|seat| Player { seat: Seat::new(seat), stack });
        let mut setup = Setup { seats: self.table.players, players: players.collect(), last_winner: None };
        let mut dealer = Dealer {
            plan: self,
            random: Random::of(self.seed, number),
            pack: self.game.pack.cards().collect(),
            stock: Vec::new(),
            list: Vec::new(),
            open: Vec::new(),
            tally: Tally::default(),
        };
        for _ in 0..hands {
            setup.last_winner = dealer.hand(&Arc::new(setup.clone()));
        }
        dealer.tally
    }
}

/// Plays as many hands as wanted in all, going on from whole blocks that were played before. After each block the
/// caller is told how far the run is, and says whether to go on.
pub fn run(
    plan: &Plan,
    before: Tally,
    hands: u64,
    threads: usize,
    go_on: impl FnMut(&Tally) -> bool,
) -> Progress {
    let dealer = || |block, hands| Ok::<Tally, Infallible>(plan.block(block, hands));
    let Ok(summed) = blocks::play(before, Size { rounds: hands, block: BLOCK, threads }, dealer, go_on);
    Progress { whole: summed.whole, all: summed.all }
}

/// Plays hands one after the other.
struct Dealer<'a> {
    plan: &'a Plan,
    random: Random,
    pack: Vec<Card>,
    stock: Vec<Card>,
    list: Vec<Allowed>,
    open: Vec<Open>,
    tally: Tally,
}

impl Dealer<'_> {
    /// Plays one hand; says who is first in the next one.
    fn hand(&mut self, setup: &Arc<Setup>) -> Option<Seat> {
        let mut events = Vec::new();
        let game = Arc::clone(&self.plan.game);
        let odd = self.random.below(2) as usize;
        let kinds = self.plan.table.kinds;
        let is_good = |place: usize| match kinds {
            Kinds::Good => true,
            Kinds::Simple => false,
            Kinds::Mixed => (place + odd).is_multiple_of(2),
        };
        let Ok(mut round) = Pan::open(game, setup, &mut events) else { unreachable!("the plan was checked") };
        self.stock.clone_from(&self.pack);
        let mut turns = [0_i64; PLAYERS_MAX];
        let mut in_turn = None;
        loop {
            match round.waits() {
                Waits::Card { .. } => {
                    let at = self.random.below(self.stock.len() as u32) as usize;
                    let card = self.stock.swap_remove(at);
                    let taken = round.card(Some(card), &mut events);
                    debug_assert!(taken.is_ok(), "the stock holds what the book says");
                }
                Waits::Shuffle => {
                    self.stock.clear();
                    self.stock.extend(round.to_shuffle());
                    let taken = round.shuffle(&mut events);
                    debug_assert!(taken.is_ok(), "a shuffle was due");
                }
                Waits::Choices => {
                    let place = round.turn().map(|turn| usize::from(turn.place));
                    if place != in_turn {
                        in_turn = place;
                        place.into_iter().for_each(|place| turns[place] += 1);
                    }
                    self.choose(&mut round, is_good, &mut events);
                }
                Waits::Over => break,
            }
        }
        self.count(&round, &events, turns, is_good);
        round.first_next()
    }

    /// Lets somebody choose; those who may force are asked before the player in turn, who comes first in the list.
    fn choose(&mut self, round: &mut Pan, is_good: impl Fn(usize) -> bool, events: &mut Vec<Event>) {
        self.list.clear();
        round.allowed(&mut self.list);
        let mut end = self.list.len();
        while end > 0 {
            let seat = self.list[end - 1].seat;
            let first = self.list.iter().position(|one| one.seat == seat).unwrap_or_default();
            let of_seat = self.list[first..end].iter();
            self.open.clear();
            self.open.extend(of_seat.map(|one| Open { choice: one.choice, chips: one.chips }));
            end = first;
            let place = round.players().iter().position(|player| player.seat == seat).unwrap_or_default();
            let Some(seen) = sight(round, &self.plan.game, seat) else { continue };
            let wanted = if is_good(place) { good(&seen, &self.open) } else { simple(&seen, &self.open) };
            if let Some(choice) = wanted {
                let taken = round.choose(seat, choice, events);
                debug_assert!(taken.is_ok(), "listed choices are taken");
                return;
            }
        }
        unreachable!("whoever is in turn chooses something");
    }

    fn count(
        &mut self,
        round: &Pan,
        events: &[Event],
        turns: [i64; PLAYERS_MAX],
        is_good: impl Fn(usize) -> bool,
    ) {
        let chip = round.game().worth(1).in_cents();
        let chips = |amount: Money| amount.in_cents() / chip;
        let tally = &mut self.tally;
        tally.hands += 1;
        let all_turns = turns.iter().sum();
        match round.end() {
            Some(End::Won(place, Victory::WentOut)) => {
                tally.went_out += 1;
                tally.of_mut(Measure::Turns).measure(all_turns);
                tally.of_mut(Measure::TurnsOfWinner).measure(turns[usize::from(place)]);
            }
            Some(End::Won(_, Victory::LastIn | Victory::LastSound)) => tally.last_in += 1,
            Some(End::Void) | None => tally.void += 1,
        }
        let [mut conditions, mut again, mut out, mut tops] = [0; 4];
        for event in events {
            match *event {
                Event::Paid { pay: Pay::GoingOut, paid, .. } => out += chips(paid),
                Event::Paid { again: true, paid, .. } => again += chips(paid),
                Event::Paid { paid, .. } => conditions += chips(paid),
                Event::Won { tops: won, .. } => tops += chips(won),
                _ => {}
            }
        }
        tally.of_mut(Measure::AllTurns).measure(all_turns);
        tally.of_mut(Measure::Conditions).measure(conditions);
        tally.of_mut(Measure::Again).measure(again);
        tally.of_mut(Measure::GoingOut).measure(out);
        tally.of_mut(Measure::Tops).measure(tops);
        let players = round.players();
        let net = |place: usize| chips(round.purse(place) - round.setup().players[place].stack);
        let at =
            round.order().iter().position(|place| Some(players[usize::from(*place)].seat) == round.first());
        for step in 0..players.len() {
            let place = usize::from(round.order()[(at.unwrap_or_default() + step) % players.len()]);
            tally.of_mut(Measure::Worth(step)).measure(net(place));
            let is_in = players[place].standing != Standing::Out;
            tally.of_mut(Measure::Declares(step)).measure(i64::from(is_in));
        }
        if self.plan.table.kinds == Kinds::Mixed {
            let well = (0..players.len()).filter(|place| is_good(*place)).count() as i64;
            let simply = players.len() as i64 - well;
            let part = |place| net(place) * if is_good(place) { simply } else { -well };
            let won = (0..players.len()).map(part).sum();
            tally.of_mut(Measure::Margin).measure(won);
        }
    }
}

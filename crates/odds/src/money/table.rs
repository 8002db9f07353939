//! A table of any banked family: what is known of it without playing, and how its rounds are played.

use books::Money;
use books::bank::Coverage;
use books::rates::Schedule;
use games::Party;

use super::setup::{Fault, Setup};
use crate::sim::Dry;
use crate::sim::random::Random;

/// What everybody has beside what is wagered, and the stake of a bank that can always pay.
pub(super) const PLENTY: Money = Money::dollars(1_000_000_000);

/// One wager as it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) seat: u8,
    /// What the seat should win, or lose where it is below zero, in cents.
    pub(super) due: i64,
}

/// One round against a bank that can always pay: every wager in the order it was settled, and what else was paid.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) lines: Vec<Line>,
    /// What each seat paid into the drop, in cents; the bank stands last.
    pub(super) fees: Vec<i64>,
    /// What each seat got from the house, in cents.
    pub(super) bonuses: Vec<i64>,
}

impl Told {
    pub(super) fn new(seats: usize) -> Told {
        Told { lines: Vec::new(), fees: vec![0; seats + 1], bonuses: vec![0; seats] }
    }

    /// A wager is settled.
    #[inline]
    pub(super) fn settle(&mut self, who: Party, paid: Money, collected: Money) {
        self.lines.push(Line { seat: who.0, due: (paid - collected).in_cents() });
    }

    /// A fee is taken.
    #[inline]
    pub(super) fn collect(&mut self, who: Party, amount: Money) {
        let place = if who == Party::BANK { self.fees.len() - 1 } else { who.index() };
        self.fees[place] += amount.in_cents();
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.fees.fill(0);
        self.bonuses.fill(0);
    }
}

/// Plays so many rounds one after the other and tells of each.
pub(super) type Play = Box<dyn Fn(&mut Random, u64, &mut dyn FnMut(&Told)) -> Result<(), Dry> + Send + Sync>;

/// A checked table.
pub(super) struct Table {
    /// How much of each seat's opening wager has action.
    pub(super) action: Vec<Money>,
    /// What each seat wins on average from a bank that can always pay, in cents, where that is closed.
    pub(super) means: Vec<Option<f64>>,
    /// Squares of the deviation and products of two seats, in cents, where they are closed.
    pub(super) products: Vec<Vec<Option<f64>>>,
    /// A stake that always reaches.
    pub(super) most: Money,
    pub(super) coverage: Coverage,
    /// Whether the house pays something to players.
    pub(super) has_bonuses: bool,
    pub(super) play: Play,
}

impl Table {
    /// What everybody pays in one round, the bank last.
    ///
    /// # Errors
    /// When the shoe is too small.
    pub(super) fn fees(&self, seed: u64) -> Result<Vec<i64>, Fault> {
        let mut fees = Vec::new();
        (self.play)(&mut Random::of(seed, 0), 1, &mut |told| fees.clone_from(&told.fees))
            .map_err(|Dry| Fault::Dry)?;
        Ok(fees)
    }
}

/// A family of games with a bank, made ready for one book.
pub(super) trait Family: Send + Sync {
    /// The wagers beside the opening one.
    fn side_names(&self) -> &'static [&'static str];

    /// A table with these fees, checked with the stake that was asked for.
    fn table(&self, setup: &Setup, schedule: Option<&Schedule>) -> Result<Table, Fault>;
}

/// Nothing is closed about two seats together, nor about one.
pub(super) fn nothing_closed(seats: usize) -> Vec<Vec<Option<f64>>> {
    vec![vec![None; seats]; seats]
}

/// Whether odds and halves come out in whole cents.
pub(super) fn is_round(amount: Money) -> bool {
    amount.in_cents() % 100 == 0
}

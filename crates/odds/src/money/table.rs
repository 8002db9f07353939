//! A table of any banked family: what is known of it without playing, and how its rounds are played.

use books::bank::{Coverage, Direction, First, RotationRules};
use books::rates::Schedule;
use books::{Money, Rule};
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
    /// The square of each seat's deviation, or less, in cents: what comes seldom is in it.
    pub(super) variances: Vec<f64>,
    /// The same of all seats together.
    pub(super) variance: f64,
    /// A stake that always reaches.
    pub(super) most: Money,
    /// How far all wagers together may grow and shrink.
    pub(super) scale: Scale,
    /// In which order wagers are settled, in a sentence.
    pub(super) order: String,
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

/// By which factors all wagers may be taken so that none leaves the limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) least: f64,
    pub(super) most: Option<f64>,
}

impl Scale {
    /// Of wagers with the least and the most that each may be; those that are nothing stay so.
    pub(super) fn of(list: impl IntoIterator<Item = (Money, Money, Option<Money>)>) -> Scale {
        let mut scale = Scale { least: 0.0, most: None };
        for (amount, least, most) in list {
            if !amount.is_positive() {
                continue;
            }
            let share = |limit: Money| limit.in_cents() as f64 / amount.in_cents() as f64;
            scale.least = scale.least.max(share(least));
            scale.most = most.map(share).into_iter().chain(scale.most).reduce(f64::min);
        }
        scale
    }
}

/// The least and the most that the table's limit allows.
pub(super) fn limits(schedule: Option<&Schedule>, ordinance: Option<Rule<Money>>) -> (Money, Option<Money>) {
    let limit = schedule.and_then(|schedule| schedule.limit.as_ref());
    let most = limit.and_then(|limit| limit.max).into_iter().chain(ordinance.map(|most| most.value));
    (limit.map_or(Money::ZERO, |limit| limit.min), most.min())
}

/// The way of a direction, as an adverb.
pub(super) fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Clockwise => "clockwise",
        Direction::CounterClockwise => "counter-clockwise",
    }
}

/// Where a count begins.
pub(super) fn counted_from(first: First) -> &'static str {
    match first {
        First::Seat1 => "seat 1",
        First::LeftOfBank => "the seat at the bank's left",
    }
}

/// A family of games with a bank, made ready for one book.
pub(super) trait Family: Send + Sync {
    /// How the bank goes round.
    fn rotation(&self) -> &RotationRules;

    /// How many seats the filed table has.
    fn table_seats(&self) -> u8;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wagers_scale_within_every_limit() {
        let dollars = Money::dollars;
        let scale = Scale::of([
            (dollars(20), dollars(5), Some(dollars(100))),
            (dollars(50), dollars(5), Some(dollars(100))),
            (dollars(5), dollars(1), Some(dollars(25))),
            (Money::ZERO, dollars(1), Some(dollars(25))),
        ]);
        assert_eq!(scale, Scale { least: 0.25, most: Some(2.0) });
        assert_eq!(Scale::of([(dollars(20), Money::ZERO, None)]), Scale { least: 0.0, most: None });
    }
}

//! What was simulated beside what was worked out.

use books::Odds;
use books::blackjack::BlackjackRules;
use cards::{Card, Rank, Suit};
use games::blackjack::is_natural;

use super::tally::{Stream, Tally};
use crate::blackjack::{Analysis, Chart, Shoe, wagers};

/// The exact values of every wager when the chart is played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exact([Option<f64>; 4]);

impl Exact {
    /// The values of a book and a shoe.
    #[must_use]
    pub fn of(rules: &BlackjackRules, decks: u8, analysis: &Analysis<f64>) -> Exact {
        let list = wagers(rules, analysis);
        let known = |name: &str| list.iter().find(|wager| wager.name == name).map(|wager| wager.value);
        let bonus = rules.bonus_bet.as_ref().map(|bonus| format!("bonus bet, table {}", bonus.table.value));
        Exact(Stream::ALL.map(|stream| match stream {
            Stream::Base => Some(analysis.chart_value()),
            Stream::Insurance => insurance(rules, &Shoe::fresh(rules, decks), &analysis.chart()),
            Stream::Buster => known(stream.name()),
            Stream::Bonus => bonus.as_deref().and_then(known),
        }))
    }

    /// The value of one wager, if it is known.
    #[must_use]
    pub fn value(&self, stream: Stream) -> Option<f64> {
        self.0[stream as usize]
    }
}

/// What insurance is worth to those who make it: everybody who does not take even money for a Natural instead.
fn insurance(rules: &BlackjackRules, shoe: &Shoe, chart: &Chart) -> Option<f64> {
    if !rules.insurance.offered.value {
        return None;
    }
    let up = Card::new(Rank::Ace, Suit::Clubs);
    let ranks = Rank::ALL.iter().map(|rank| Card::new(*rank, Suit::Clubs)).chain([Card::JOKER]);
    let kinds: Vec<(Card, f64)> = ranks
        .map(|card| {
            let alike = Card::all().chain([Card::JOKER]).filter(|other| other.rank() == card.rank());
            (card, f64::from(alike.map(|other| shoe.copies(other)).sum::<u16>()))
        })
        .collect();
    let left = |card: Card, gone: &[Card]| {
        let copies = kinds.iter().find(|(kind, _)| *kind == card).map_or(0.0, |(_, copies)| *copies);
        copies - gone.iter().filter(|other| **other == card).count() as f64
    };
    let (mut all, mut won) = (0.0, 0.0);
    for (one, _) in &kinds {
        for (other, _) in &kinds {
            let two = [*one, *other];
            let is_even = rules.insurance.even_money.value && is_natural(&two, rules.natural.hand.value);
            if is_even && chart.takes_even_money(two, up) {
                continue;
            }
            let ways = left(*one, &[up]) * left(*other, &[up, *one]);
            for (down, _) in &kinds {
                let chance = ways * left(*down, &[up, *one, *other]);
                all += chance;
                if is_natural(&[up, *down], rules.natural.hand.value) {
                    won += chance;
                }
            }
        }
    }
    let Odds { pays, on } = rules.insurance.pays.value;
    let wins = won / all;
    Some(wins * f64::from(pays) / f64::from(on) - (1.0 - wins))
}

/// What one wager came to, in units of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The wager.
    pub stream: Stream,
    /// How many were made.
    pub wagers: i128,
    /// What one came to on average.
    pub value: f64,
    /// The standard deviation of one.
    pub deviation: f64,
    /// The standard error of the average.
    pub error: f64,
    /// The exact value, where it is known and the bank could always pay.
    pub exact: Option<f64>,
}

impl Found {
    /// How many standard errors the average lies above the exact value.
    #[must_use]
    pub fn distance(&self) -> Option<f64> {
        self.exact.filter(|_| self.error > 0.0).map(|exact| (self.value - exact) / self.error)
    }
}

/// Every wager that was made.
#[must_use]
pub fn compare(tally: &Tally, exact: &Exact) -> Vec<Found> {
    let found = |stream: Stream| {
        let sums = tally.of(stream);
        Some(Found {
            stream,
            wagers: sums.wagers,
            value: sums.value()?,
            deviation: sums.deviation()?,
            error: sums.error()?,
            exact: exact.value(stream).filter(|_| tally.short == 0),
        })
    };
    Stream::ALL.into_iter().filter_map(found).collect()
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};

    use super::*;

    #[test]
    fn insurance_without_even_money_is_what_the_analysis_says() {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find("mortimers/no-bust-6").unwrap()).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
        let mut rules = (**rules).clone();
        let of = |rules: &BlackjackRules| {
            let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 2));
            let known = wagers(rules, &analysis).into_iter().find(|wager| wager.name == "insurance").unwrap();
            (Exact::of(rules, 2, &analysis).value(Stream::Insurance).unwrap(), known.value)
        };
        rules.insurance.even_money.value = false;
        let (made, any) = of(&rules);
        assert!((made - any).abs() < 1e-12, "{made} {any}");
        // Who holds a Natural takes even money, and leaves insurance to those beside whom more tens are left.
        rules.insurance.even_money.value = true;
        let (made, any) = of(&rules);
        assert!(made > any + 1e-5, "{made} {any}");
    }
}

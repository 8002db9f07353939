//! What one wager comes to.

use books::Odds;

/// What one wager comes to, in units of itself, or a bonus of the house in dollars a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Wager {
    /// What it is called.
    pub name: String,
    /// What it is worth to who makes it.
    pub value: f64,
    /// How often it is paid.
    pub hit: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// How names end of what is paid in dollars a round.
pub(crate) const IN_DOLLARS: &str = ", dollars a round";

impl Wager {
    /// Whether value and deviation are in dollars a round, whatever is wagered.
    #[must_use]
    pub fn is_in_dollars(&self) -> bool {
        self.name.ends_with(IN_DOLLARS)
    }

    /// A wager that pays as told, each with its chance, and is lost otherwise.
    pub(crate) fn of(name: &str, pays: &[(f64, Odds)]) -> Wager {
        let hit: f64 = pays.iter().map(|(chance, _)| chance).sum();
        let worth = |odds: Odds| f64::from(odds.pays) / f64::from(odds.on);
        let value = pays.iter().map(|(chance, odds)| chance * worth(*odds)).sum::<f64>() - (1.0 - hit);
        let square =
            pays.iter().map(|(chance, odds)| chance * worth(*odds).powi(2)).sum::<f64>() + (1.0 - hit);
        Wager { name: name.to_owned(), value, hit, deviation: (square - value * value).max(0.0).sqrt() }
    }
}

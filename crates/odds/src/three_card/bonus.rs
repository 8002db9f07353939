//! Pair Plus and the 6 Card Bonus: how often each hand comes, and what the wager comes to.

use books::Odds;

use crate::wager::Wager;

/// One kind of hand that a bonus wager pays.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The kind of hand, as people say it.
    pub hand: String,
    /// What it pays.
    pub pays: Odds,
    /// In how many deals of [`Bonus::deals`] it comes and is paid.
    pub deals: u64,
}

/// A bonus wager.
#[derive(Clone, Debug, PartialEq)]
pub struct Bonus {
    /// How many deals there are: hands of the player times hands of the bank.
    pub deals: u64,
    /// In how many of them the wager stays.
    pub stays: u64,
    /// The pay table, best hand first.
    pub hits: Vec<Hit>,
}

impl Bonus {
    /// What it is worth to who makes it.
    #[must_use]
    pub fn value(&self) -> f64 {
        let won: f64 = self.hits.iter().map(|hit| hit.deals as f64 * worth(hit.pays)).sum();
        (won - self.lost() as f64) / self.deals as f64
    }

    /// How often it is paid.
    #[must_use]
    pub fn hit(&self) -> f64 {
        self.paid() as f64 / self.deals as f64
    }

    fn paid(&self) -> u64 {
        self.hits.iter().map(|hit| hit.deals).sum()
    }

    fn lost(&self) -> u64 {
        self.deals - self.stays - self.paid()
    }

    /// The wager as every book lists it.
    #[must_use]
    pub fn wager(&self, name: &str) -> Wager {
        let square: f64 = self.hits.iter().map(|hit| hit.deals as f64 * worth(hit.pays).powi(2)).sum();
        let (value, square) = (self.value(), (square + self.lost() as f64) / self.deals as f64);
        let deviation = (square - value * value).max(0.0).sqrt();
        Wager { name: name.to_owned(), value, hit: self.hit(), deviation }
    }
}

fn worth(odds: Odds) -> f64 {
    f64::from(odds.pays) / f64::from(odds.on)
}

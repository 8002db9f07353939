//! The exact ratios that wagers are paid at.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Money;

/// What a winning wager is paid: so much for each so much wagered, as in 6 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Odds {
    /// The first figure: what is paid.
    pub pays: u32,
    /// The second figure: for each so much wagered.
    pub on: u32,
}

impl Odds {
    /// Even money, 1 to 1.
    pub const EVEN: Odds = Odds { pays: 1, on: 1 };

    /// Odds of so much to so much.
    #[must_use]
    pub const fn new(pays: u32, on: u32) -> Odds {
        Odds { pays, on }
    }

    /// What a wager wins at these odds; a fraction of a cent is dropped.
    #[must_use]
    pub const fn on(self, wager: Money) -> Money {
        Money::cents(wager.in_cents() * self.pays as i64 / self.on as i64)
    }

    /// Whether a wager is paid at these odds without dropping a fraction of a cent.
    #[must_use]
    pub const fn is_exact_on(self, wager: Money) -> bool {
        (wager.in_cents() * self.pays as i64) % self.on as i64 == 0
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.pays, self.on)
    }
}

impl fmt::Debug for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is not a pair of odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOdds(String);

impl fmt::Display for NotOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a pair of odds: write \"6 to 5\"", self.0)
    }
}

impl std::error::Error for NotOdds {}

impl FromStr for Odds {
    type Err = NotOdds;

    /// Reads "6 to 5"; both figures run from 1 to 100,000.
    fn from_str(text: &str) -> Result<Odds, NotOdds> {
        let figure = |text: &str| text.parse::<u32>().ok().filter(|figure| (1..=100_000).contains(figure));
        text.split_once(" to ")
            .and_then(|(pays, on)| Some(Odds::new(figure(pays)?, figure(on)?)))
            .ok_or_else(|| NotOdds(text.to_owned()))
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> String {
        odds.to_string()
    }
}

impl TryFrom<String> for Odds {
    type Error = NotOdds;

    fn try_from(text: String) -> Result<Odds, NotOdds> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_pay_to_the_cent_and_drop_fractions() {
        let six_to_five = "6 to 5".parse::<Odds>().unwrap();
        assert_eq!(six_to_five.on(Money::dollars(7)), Money::cents(840));
        assert_eq!(Odds::new(3, 2).on(Money::cents(525)), Money::cents(787));
        assert!(!Odds::new(3, 2).is_exact_on(Money::cents(525)));
        assert_eq!("0 to 5".parse::<Odds>(), Err(NotOdds("0 to 5".into())));
        assert_eq!("6:5".parse::<Odds>(), Err(NotOdds("6:5".into())));
    }
}

//! The wagers that a table takes beside the base wager, so that a page can draw their spots.

use books::Money;
use games::round::Game;
use serde::{Deserialize, Serialize};

use crate::table::Table;

/// A wager that may be put down beside the base wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideWager {
    /// The part of a [`crate::Wager`] it goes into: "side", "`pair_plus`" or "`six_card`".
    pub part: String,
    /// What people call it.
    pub name: String,
    /// The least amount.
    pub least: Money,
    /// The largest amount; zero if the book sets none.
    pub most: Money,
    /// Whether it has to be as large as the base wager.
    pub equals_base: bool,
}

impl Table {
    /// The wagers that are taken beside the base wager.
    #[must_use]
    pub fn sides(&self) -> Vec<SideWager> {
        let one = |part: &str, name: &str, least: Money, most: Money, equals_base: bool| SideWager {
            part: part.to_owned(),
            name: name.to_owned(),
            least,
            most,
            equals_base,
        };
        let mut sides = Vec::new();
        match &self.game {
            Game::Blackjack(game) => {
                let bonus = game.rules.bonus_bet.as_ref().filter(|bonus| bonus.offered.value);
                let buster = game.rules.buster.as_ref().filter(|buster| buster.offered.value);
                if let Some(bonus) = bonus {
                    let equals_base = bonus.equals_base.value;
                    sides.push(one("side", "Bonus Bet", Money::dollars(1), Money::ZERO, equals_base));
                } else if let Some(buster) = buster {
                    let most = buster.most.as_ref().map_or(Money::ZERO, |most| most.value);
                    sides.push(one("side", "Buster", buster.least.value, most, false));
                }
            }
            Game::ThreeCard(game) => {
                let (least, most) = (game.rules.wagers.bonus_least.value, game.rules.wagers.bonus_most.value);
                if game.rules.pair_plus.offered.value {
                    sides.push(one("pair_plus", "Pair Plus", least, most, false));
                }
                if game.rules.six_card.offered.value {
                    sides.push(one("six_card", "6 Card Bonus", least, most, false));
                }
            }
            Game::DoubleHand(_) | Game::Poker(_) => {}
        }
        sides
    }
}

//! The two wagers beside the ante: Pair Plus and the 6 Card Bonus.

use crate::Odds;
use crate::Outcome;
use crate::read::Rule;
use crate::three_card::{OnFold, ThreeCardRules};
use crate::words::Words;

/// What both bonus wagers say about themselves.
struct Bonus<'a> {
    key: &'a str,
    on_fold: OnFold,
    without_qualifying: Rule<bool>,
    otherwise: Outcome,
}

impl Bonus<'_> {
    fn say(&self, rows: &[(String, Odds)], words: &mut Words<'_>) {
        let rows: Vec<String> = rows.iter().map(|(hand, pays)| format!("{hand} {pays}")).collect();
        words.say(format!("It pays: {}.", rows.join(", ")), &[&self.at("pays")]);
        let otherwise = match self.otherwise {
            Outcome::Bank => "loses to the bank",
            Outcome::Player => "wins even money",
            Outcome::Push => "goes back",
        };
        words.say(format!("With any other hand it {otherwise}."), &[&self.at("otherwise")]);
        let on_fold = match self.on_fold {
            OnFold::Forfeited => "It is lost with the ante when the player folds.",
            OnFold::Plays => "It still plays when the player folds.",
        };
        words.say(on_fold, &[&self.at("on_fold")]);
        words.either(
            &self.at("without_qualifying"),
            self.without_qualifying,
            "It plays whether or not the bank's hand qualifies.",
            "It plays only if the bank's hand qualifies.",
        );
    }

    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.key)
    }
}

pub(super) fn pair_plus(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("Pair Plus");
    let wager = &rules.pair_plus;
    words.either(
        "pair_plus.offered",
        wager.offered,
        "Before the deal a player may also bet that their three cards hold a pair or better.",
        "The house may offer a wager on the player's own three cards, but does not.",
    );
    let rows: Vec<_> = wager.pays.iter().map(|row| (row.hand.to_string(), row.pays)).collect();
    let bonus = Bonus {
        key: "pair_plus",
        on_fold: *wager.on_fold,
        without_qualifying: wager.without_qualifying,
        otherwise: *wager.otherwise,
    };
    bonus.say(&rows, words);
}

pub(super) fn six_card(rules: &ThreeCardRules, words: &mut Words<'_>) {
    words.heading("The 6 Card Bonus");
    let wager = &rules.six_card;
    words.either(
        "six_card.offered",
        wager.offered,
        "Before the deal a player may also bet on the best five of the player's and the bank's six cards.",
        "The house may offer a wager on the player's and the bank's six cards, but does not.",
    );
    let rows: Vec<_> = wager.pays.iter().map(|row| (row.hand.to_string(), row.pays)).collect();
    let bonus = Bonus {
        key: "six_card",
        on_fold: *wager.on_fold,
        without_qualifying: wager.without_qualifying,
        otherwise: *wager.otherwise,
    };
    bonus.say(&rows, words);
    words.either(
        "six_card.wheel_is_straight",
        wager.wheel_is_straight,
        "A-2-3-4-5 is a straight.",
        "A-2-3-4-5 is no straight.",
    );
}

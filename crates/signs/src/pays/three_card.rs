//! What Three Card Poker pays.

use books::rates::Schedule;
use books::structure::Stakes;
use books::three_card::ThreeCardRules;

use super::{row, table};
use crate::content::{PayTable, capital};

pub(super) fn tables(
    rules: &ThreeCardRules,
    _schedule: &Schedule,
    _stakes: Option<&Stakes>,
) -> Vec<PayTable> {
    let results = &rules.results;
    let mut tables =
        vec![table("Wins pay", vec![row("Ante", *results.ante_pays), row("Play", *results.play_pays)])];
    if *rules.pair_plus.offered {
        let rows = rules.pair_plus.pays.iter().map(|pay| row(capital(pay.hand.word()), pay.pays));
        tables.push(table("Pair Plus", rows.chain(bonus_limits(rules)).collect()));
    }
    if *rules.six_card.offered {
        let rows = rules.six_card.pays.iter().map(|pay| row(capital(pay.hand.word()), pay.pays));
        tables.push(table("6 Card Bonus", rows.chain(bonus_limits(rules)).collect()));
    }
    tables
}

fn bonus_limits(rules: &ThreeCardRules) -> Option<(String, String)> {
    let wagers = &rules.wagers;
    Some(("Wager".to_owned(), format!("{} to {}", *wagers.bonus_least, *wagers.bonus_most)))
}

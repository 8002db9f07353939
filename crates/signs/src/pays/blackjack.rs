//! What blackjack pays.

use books::blackjack::{BlackjackRules, BonusBetRules, BusterRules, NaturalHand};
use books::rates::Schedule;
use books::structure::Stakes;

use super::{row, table};
use crate::content::{PayTable, capital};

pub(super) fn tables(
    rules: &BlackjackRules,
    _schedule: &Schedule,
    _stakes: Option<&Stakes>,
) -> Vec<PayTable> {
    let natural = match *rules.natural.hand {
        NaturalHand::AceAndTenValue => "Natural",
        NaturalHand::TwoJokers => "Two jokers",
    };
    let mut wins = vec![row(natural, *rules.natural.pays), row("Other wins", *rules.results.wins_pay)];
    if *rules.insurance.offered {
        wins.push(row("Insurance", *rules.insurance.pays));
    }
    let mut tables = vec![table("Wins pay", wins)];
    if let Some(buster) = rules.buster.as_ref().filter(|buster| *buster.offered) {
        tables.push(buster_table(buster));
    }
    if let Some(bonus) = rules.bonus_bet.as_ref().filter(|bonus| *bonus.offered) {
        tables.extend(bonus_table(bonus));
    }
    let bonuses: Vec<_> = rules
        .bonuses
        .iter()
        .flatten()
        .filter_map(|bonus| bonus.pays.map(|pays| row(capital(bonus.hand.word()), pays)))
        .collect();
    if !bonuses.is_empty() {
        tables.push(table("House bonuses", bonuses));
    }
    tables
}

fn buster_table(buster: &BusterRules) -> PayTable {
    let rows = buster.pays.iter().enumerate().map(|(place, pay)| {
        let cards = match buster.pays.get(place + 1).map(|next| next.cards - 1) {
            None => format!("Over with {} cards or more", pay.cards),
            Some(last) if last == pay.cards => format!("Over with {last} cards"),
            Some(last) if last == pay.cards + 1 => format!("Over with {} or {last} cards", pay.cards),
            Some(last) => format!("Over with {} to {last} cards", pay.cards),
        };
        row(cards, pay.pays)
    });
    let mut rows: Vec<_> = rows.collect();
    let least = *buster.least;
    let (what, amounts) = match (&buster.most, buster.not_over_base.value) {
        (Some(most), true) => ("Wager, up to the base", format!("{least} to {most}")),
        (Some(most), false) => ("Wager", format!("{least} to {most}")),
        (None, true) => ("Wager", format!("{least} to the base")),
        (None, false) => ("Wager", format!("from {least}")),
    };
    rows.push((what.to_owned(), amounts));
    table("Buster bet", rows)
}

fn bonus_table(bonus: &BonusBetRules) -> Option<PayTable> {
    let pays = bonus.tables.get(usize::from(*bonus.table).checked_sub(1)?)?;
    let mut rows = Vec::new();
    for (hand, by_suit) in [
        ("Natural", &pays.natural),
        ("A 2 3 4", &pays.ace_to_four),
        ("7 7 7", &pays.sevens),
        ("6 7 8", &pays.six_seven_eight),
    ] {
        rows.push(row(format!("{hand}, one suit"), by_suit.suited));
        rows.push(row(format!("{hand}, one colour"), by_suit.same_color));
        rows.push(row(format!("{hand}, other"), by_suit.other));
    }
    rows.push(row("Six cards, not over", pays.six_cards));
    let wager = if *bonus.equals_base { "the base wager" } else { "any" };
    rows.push(row("Wager", wager));
    Some(table("Bonus Bet", rows))
}

//! Every wager of a book with its value, how often it is paid, and how far it swings.

use books::Odds;
use books::blackjack::BlackjackRules;
use games::blackjack::{Total, buster_pays_for};

use super::analysis::Analysis;
use crate::wager::{IN_DOLLARS, Wager};

/// Insurance, where a book has it.
pub(super) fn insurance(rules: &BlackjackRules, analysis: &Analysis<f64>) -> Option<Wager> {
    let wins = analysis.insurance_wins()?;
    Some(Wager::of("insurance", &[(wins, rules.insurance.pays.value)]))
}

/// The base wager with the best play, and every other wager that the book knows, offered now or not. Those that hang
/// on the player's own cards are reckoned with the chart played. A bonus of the house counts in dollars a round, and
/// nothing where the house has set no amount.
#[must_use]
pub fn wagers(rules: &BlackjackRules, analysis: &Analysis<f64>) -> Vec<Wager> {
    let value = analysis.value();
    let (square, hit) = analysis.spread();
    let deviation = (square - value * value).max(0.0).sqrt();
    let mut list = vec![Wager { name: "base".to_owned(), value, hit, deviation }];
    list.extend(insurance(rules, analysis));
    if let Some(gain) = analysis.even_money_gains() {
        list.push(Wager {
            name: "even money instead of waiting".to_owned(),
            value: gain,
            hit: 1.0,
            deviation: 0.0,
        });
    }
    if rules.buster.is_some() {
        let pays: Vec<(f64, Odds)> = analysis
            .bank_hands()
            .iter()
            .filter_map(|hand| {
                let total = Total { points: hand.total, is_soft: false };
                buster_pays_for(rules, total, hand.cards).map(|pays| (hand.chance, pays.value))
            })
            .collect();
        list.push(Wager::of("buster", &pays));
    }
    for (place, table) in rules.bonus_bet.iter().flat_map(|bonus| bonus.tables.value.iter().enumerate()) {
        let pays: Vec<(f64, Odds)> =
            analysis.bonus_bet(table).into_iter().map(|(odds, chance)| (chance, odds)).collect();
        list.push(Wager::of(&format!("bonus bet, table {}", place + 1), &pays));
    }
    for bonus in rules.bonuses.iter().flatten() {
        let hit = analysis.house_bonus(rules, bonus.hand.value);
        let dollars = bonus.pays.map_or(0.0, |pays| pays.in_cents() as f64 / 100.0);
        list.push(Wager {
            name: format!("house bonus, {}{IN_DOLLARS}", bonus.hand.value),
            value: hit * dollars,
            hit,
            deviation: dollars * (hit * (1.0 - hit)).max(0.0).sqrt(),
        });
    }
    list
}

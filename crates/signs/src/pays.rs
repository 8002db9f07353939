//! What wins and side bets pay, by family.

use std::fmt::Display;

use books::blackjack::{BlackjackRules, BonusBetRules, BusterRules, NaturalHand};
use books::double_hand::DoubleHandRules;
use books::pan::{PanRules, SuitPay};
use books::poker::Stakes;
use books::rates::Schedule;
use books::three_card::ThreeCardRules;
use books::{Money, Rules};

use crate::content::{PayTable, capital};

/// The pay tables of a game at a table with this schedule.
pub(crate) fn tables(rules: &Rules, schedule: &Schedule, stakes: Option<&Stakes>) -> Vec<PayTable> {
    match rules {
        Rules::Blackjack(rules) => blackjack(rules),
        Rules::DoubleHand(rules) => vec![double_hand(rules)],
        Rules::ThreeCard(rules) => three_card(rules),
        Rules::Pan(rules) => vec![pan(rules)],
        Rules::Poker(rules) => {
            let structure = schedule.structure;
            let filed = schedule.blinds_in_play().map(|blinds| [Money::ZERO, blinds.small, blinds.big]);
            let posted = stakes.map(|stakes| [stakes.button_blind, stakes.small_blind, stakes.big_blind]);
            let blinds = posted.or(filed).unwrap_or([Money::ZERO; 3]);
            let names = ["Button blind", "Small blind", "Big blind"];
            let named = names.into_iter().zip(blinds).filter(|(_, blind)| !blind.is_zero());
            let mut rows: Vec<_> = named.map(|(name, blind)| row(name, blind)).collect();
            if structure.is_some() && rules.book.seats.value > 0 {
                rows.push(row("Seats", rules.book.seats.value));
            }
            if rows.is_empty() { Vec::new() } else { vec![table("The table", rows)] }
        }
    }
}

fn table(title: &str, rows: Vec<(String, String)>) -> PayTable {
    PayTable { title: title.to_owned(), rows }
}

fn row(what: impl Into<String>, pays: impl Display + Copy) -> (String, String) {
    (what.into(), pays.to_string())
}

fn blackjack(rules: &BlackjackRules) -> Vec<PayTable> {
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

fn double_hand(rules: &DoubleHandRules) -> PayTable {
    let results = &rules.results;
    let rows = vec![
        row("Both hands higher than the bank's", *results.pays),
        row("One hand higher", results.one_higher.value.word()),
        row("A hand equal to the bank's", results.front_copy.value.word()),
    ];
    table("Wins pay", rows)
}

fn three_card(rules: &ThreeCardRules) -> Vec<PayTable> {
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

fn pan(rules: &PanRules) -> PayTable {
    let chips = |pay: &SuitPay| format!("{} (spades {})", pay.other, pay.spades);
    let conditions = &rules.conditions;
    let ranks = |ranks: &books::Ranks| ranks.to_string().replace('T', "10");
    table(
        "Conditions pay, in chips",
        vec![
            row(format!("{}, several suits", ranks(&conditions.valle)), *conditions.valle_mixed),
            row(
                format!("{}, one suit", ranks(&conditions.valle)),
                chips(&conditions.valle_one_suit).as_str(),
            ),
            row("Other squares, one suit", chips(&conditions.other_one_suit).as_str()),
            row(format!("Rope {}", ranks(&conditions.low_rope)), chips(&conditions.low_rope_pays).as_str()),
            row(format!("Rope {}", ranks(&conditions.high_rope)), chips(&conditions.high_rope_pays).as_str()),
            row("Going out", *rules.going_out.chips),
        ],
    )
}

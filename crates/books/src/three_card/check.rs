//! Contradictions between the rules of a three-card book.

use cards::Rank;

use super::rules::{Part, ThreeCardRules};
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    check_cards(rules, reader);
    check_values(rules, reader);
    check_wagers(rules, reader);
    check_settlement(rules, reader);
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_cards(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    if !(2..=17).contains(&*rules.book.seats) {
        error(reader, "book.seats", "a table has the bank's seat and at least one more", "2 to 17 seats");
    }
    if rules.deck.decks.value == 0 {
        error(reader, "deck.decks", "there is nothing to deal from", "at least 1");
    }
    if rules.deck.jokers.value != 0 {
        error(reader, "deck.jokers", "three-card hands are ranked without jokers", "0");
    }
    if rules.deal.cards.value != 3 {
        error(reader, "deal.cards", "the engine's hands have three cards", "3");
    }
    if !(1..=rules.deal.cards.value).contains(&rules.deal.bank_shows.value) {
        error(reader, "deal.bank_shows", "the bank has no such card", "1 up to deal.cards");
    }
    if rules.rotation.rounds.value == 0 {
        error(reader, "rotation.rounds", "nobody could ever bank", "at least 1");
    }
}

fn check_values(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    let order = &rules.values.order.value;
    if order.len() != 7 || order.windows(2).any(|two| two[0].category() <= two[1].category()) {
        let what = "three-card hands are ranked from the mini royal flush down, a straight above a flush";
        error(reader, "values.order", what, "all seven kinds in that order");
    }
    if !rules.values.ranks.iter().eq(Rank::ALL.into_iter().rev()) {
        error(reader, "values.ranks", "cards rank from the ace down", "\"A K Q J 10 9 8 7 6 5 4 3 2\"");
    }
    if rules.bank.qualifies_from.count() != 1 {
        error(reader, "bank.qualifies_from", "a hand qualifies from one high card on", "one rank");
    }
}

fn check_wagers(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    let wagers = &rules.wagers;
    if wagers.unit.is_zero() {
        error(reader, "wagers.unit", "wagers cannot grow in steps of nothing", "an amount above $0");
    }
    if wagers.bonus_most.value < wagers.bonus_least.value {
        error(
            reader,
            "wagers.bonus_most",
            "the largest wager is below the smallest",
            "at least wagers.bonus_least",
        );
    }
    let pays = &rules.pair_plus.pays.value;
    if pays.is_empty() || pays.windows(2).any(|two| two[0].hand.category() <= two[1].hand.category()) {
        error(reader, "pair_plus.pays", "each hand has one pay", "rows from the best hand down");
    }
    let pays = &rules.six_card.pays.value;
    if pays.is_empty() || pays.windows(2).any(|two| two[0].hand.category() <= two[1].hand.category()) {
        error(reader, "six_card.pays", "each hand has one pay", "rows from the best hand down");
    }
}

fn check_settlement(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    for part in Part::ALL {
        if rules.settlement.order.iter().filter(|other| *other == part).count() != 1 {
            let what = format!("\"{part}\" must be settled exactly once");
            error(reader, "settlement.order", &what, "each part once");
        }
    }
}

//! Contradictions between the rules of a three-card book.

use cards::Rank;

use super::rules::{DealFault, Part, ThreeCardRules};
use crate::bank::Direction;
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    check_cards(rules, reader);
    check_values(rules, reader);
    check_wagers(rules, reader);
    check_settlement(rules, reader);
    check_settled_facts(rules, reader);
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

/// The filing settles these, and the game knows no other way: a book that says otherwise is refused instead
/// of being passed over in silence.
fn check_settled_facts(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    let (table, deck, wagers) = (&rules.table, &rules.deck, &rules.wagers);
    let (collection, settlement) = (&rules.collection, &rules.settlement);
    let facts = [
        ("table.backline", table.backline, false, "nobody bets on another's hand"),
        ("table.proposition_players", table.proposition_players, true, "they play like anybody"),
        ("deck.backs_differ", deck.backs_differ, true, "two decks of one colour cannot be told apart"),
        ("deck.machine", deck.machine, true, "a machine for one deck shuffles, and a dealer if it fails"),
        ("deck.idle_shuffled", deck.idle_shuffled, true, "the deck out of play is in the machine"),
        ("deck.rack_one_deck", deck.rack_one_deck, true, "cards of two decks would mix in the rack"),
        ("values.suits_decide", rules.values.suits_decide, false, "suits have no order"),
        ("wagers.ante_needed", wagers.ante_needed, true, "a hand is dealt for an ante"),
        ("wagers.after_bank", wagers.after_bank, true, "there is nobody to bet against before"),
        ("wagers.bonus_needs_ante", wagers.bonus_needs_ante, true, "a bonus wager is on a hand with an ante"),
        ("collection.players_pay", collection.players_pay, false, "only the bank pays a fee"),
        ("collection.on_full_action", collection.on_full_action, true, "the fee is set before the deal"),
        ("deal.rest_unseen", rules.deal.rest_unseen, true, "cards that are not dealt stay unknown"),
        ("play.folded_cards_kept", rules.play.folded_cards_kept, true, "the 6 Card Bonus needs the cards"),
        ("bank.must_cover_all", rules.bank.must_cover_all, false, "the stake has no other lower bound"),
        ("results.ante_bonus", rules.results.ante_bonus, false, "there is no ante bonus"),
        (
            "settlement.uncovered_returned",
            settlement.uncovered_returned,
            true,
            "what the stake does not reach goes back",
        ),
        ("settlement.hands_rebuilt", settlement.hands_rebuilt, true, "every hand stays known"),
        ("offers.house_may_bank", rules.offers.house_may_bank, false, "the house never banks"),
    ];
    for (key, rule, expected, what) in facts {
        if rule.value != expected {
            error(reader, key, what, if expected { "true" } else { "false" });
        }
    }
    if deck.decks.value != 2 {
        error(reader, "deck.decks", "one deck is played while another is shuffled", "2");
    }
    if collection.schedules_at_once.value != 1 {
        error(reader, "collection.schedules_at_once", "a table has one schedule at a time", "1");
    }
    if rules.offers.direction.value != Direction::Clockwise {
        error(reader, "offers.direction", "the bank is offered clockwise", "\"clockwise\"");
    }
}

fn check_cards(rules: &ThreeCardRules, reader: &mut Reader<'_>) {
    if !(2..=17).contains(&*rules.book.seats) {
        error(reader, "book.seats", "a table has the bank's seat and at least one more", "2 to 17 seats");
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
    let faults = &rules.irregularities;
    for (fault, key) in [
        (faults.wrong_bank_stack, "irregularities.wrong_bank_stack"),
        (faults.bad_deck, "irregularities.bad_deck"),
    ] {
        if fault.value == DealFault::SeatVoid {
            error(reader, key, "there is no one seat to void", "\"redeal\" or \"round void\"");
        }
    }
    for part in Part::ALL {
        if rules.settlement.order.iter().filter(|other| *other == part).count() != 1 {
            let what = format!("\"{part}\" must be settled exactly once");
            error(reader, "settlement.order", &what, "each part once");
        }
    }
}

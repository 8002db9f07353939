//! Contradictions between the rules of a Panguingue book.

use super::rules::PanRules;
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &PanRules, reader: &mut Reader<'_>) {
    check_pack(rules, reader);
    check_deal(rules, reader);
    check_melds(rules, reader);
    check_pays(rules, reader);
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_pack(rules: &PanRules, reader: &mut Reader<'_>) {
    let deck = &rules.deck;
    let left = 13 - deck.without.count();
    let cards = u16::from(deck.packs.value) * 4 * u16::try_from(left).unwrap_or(0);
    if cards != deck.cards.value {
        let what = format!("{} packs without {} have {cards} cards", deck.packs.value, deck.without.value);
        error(reader, "deck.cards", &what, "that number");
    }
    if deck.ranks.count() != left || deck.ranks.iter().any(|rank| deck.without.contains(rank)) {
        error(
            reader,
            "deck.ranks",
            "the order must name each rank of the pack once",
            "every rank but those left out",
        );
    }
}

fn check_deal(rules: &PanRules, reader: &mut Reader<'_>) {
    let deal = &rules.deal;
    let hand = deal.packet.value.saturating_mul(deal.packets.value);
    if rules.table.players_least.value < 2 || rules.book.seats.value < rules.table.players_least.value {
        error(
            reader,
            "table.players_least",
            "a hand needs two players at least",
            "2 up to the number of seats",
        );
    }
    if hand == 0 || u16::from(hand) * u16::from(rules.book.seats.value) >= rules.deck.cards.value {
        error(reader, "deal.packets", "a full table would use up the pack", "fewer cards");
    }
    if !(1..=deal.packet.value).contains(&deal.up_card.value) {
        error(reader, "deal.up_card", "the packet has no such card", "1 up to deal.packet");
    }
    if rules.going_out.cards_between_turns.value != hand {
        error(
            reader,
            "going_out.cards_between_turns",
            "a player keeps as many cards as were dealt",
            "the dealt number",
        );
    }
    if rules.going_out.cards.value != hand.saturating_add(1) {
        error(
            reader,
            "going_out.cards",
            "a player goes out with the dealt cards and one drawn",
            "one more than dealt",
        );
    }
    let tops = &rules.tops.chips.value;
    if !(tops.least..=tops.most).contains(&tops.usual) {
        error(
            reader,
            "tops.chips",
            "the usual top is outside the range",
            "a usual number from least to most",
        );
    }
    if rules.table.chip.is_zero() {
        error(reader, "table.chip", "chips cannot be worth nothing", "an amount above $0");
    }
}

fn check_melds(rules: &PanRules, reader: &mut Reader<'_>) {
    let melds = &rules.melds;
    if melds.least.value < 3 || melds.least.value > melds.most.value {
        error(reader, "melds.least", "the sizes of melds do not make a range", "3 up to melds.most");
    }
    if usize::from(melds.rope_most.value) != rules.deck.ranks.count() {
        error(reader, "melds.rope_most", "the longest rope has one card of each rank", "the number of ranks");
    }
    if !(2..=4).contains(&melds.mixed_suits_least.value) {
        error(reader, "melds.mixed_suits_least", "there are four suits", "2 to 4");
    }
    let order: Vec<_> = rules.deck.ranks.iter().collect();
    let ropes = [("low_rope", &rules.conditions.low_rope), ("high_rope", &rules.conditions.high_rope)];
    for (key, rope) in ropes {
        let rope: Vec<_> = rope.iter().collect();
        if !order.windows(rope.len()).any(|neighbours| neighbours == rope) {
            error(
                reader,
                &format!("conditions.{key}"),
                "these ranks are not in sequence",
                "neighbours, low to high",
            );
        }
    }
}

fn check_pays(rules: &PanRules, reader: &mut Reader<'_>) {
    let times = rules.conditions.spades_times.value;
    let conditions = &rules.conditions;
    for (key, pay) in [
        ("valle_one_suit", &conditions.valle_one_suit),
        ("other_one_suit", &conditions.other_one_suit),
        ("low_rope_pays", &conditions.low_rope_pays),
        ("high_rope_pays", &conditions.high_rope_pays),
    ] {
        if pay.spades != pay.other.saturating_mul(times) {
            let what = format!("spades pay {times} times what other suits pay");
            error(reader, &format!("conditions.{key}"), &what, "pays that agree with spades_times");
        }
    }
}

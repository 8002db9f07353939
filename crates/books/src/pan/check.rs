//! Contradictions between the rules of a Panguingue book.

use super::rules::PanRules;
use crate::read::{Reader, Severity};

/// Notes every pair of rules that cannot hold together.
pub(crate) fn check(rules: &PanRules, reader: &mut Reader<'_>) {
    check_pack(rules, reader);
    check_deal(rules, reader);
    check_melds(rules, reader);
    check_pays(rules, reader);
    check_played(rules, reader);
}

/// Notes what no hand is played by.
fn check_played(rules: &PanRules, reader: &mut Reader<'_>) {
    let unplayed = [
        ("tops.winner_takes", !rules.tops.winner_takes.value, "nobody else could take the tops", "true"),
        ("tops.may_be_divided", rules.tops.may_be_divided.value, "dividing the tops is not played", "false"),
        (
            "draw.discard_ends_turn",
            !rules.draw.discard_ends_turn.value,
            "nothing else could end a turn",
            "true",
        ),
        (
            "melds.adds_to_others",
            rules.melds.adds_to_others.value,
            "adding to others' melds is not played",
            "false",
        ),
        (
            "moving.back_to_hand",
            rules.moving.back_to_hand.value,
            "cards that go back to the hand would be paid twice",
            "false",
        ),
        (
            "conditions.before_discard",
            !rules.conditions.before_discard.value,
            "pays are collected before the discard, which ends the turn",
            "true",
        ),
        ("conditions.automatic", !rules.conditions.automatic.value, "claiming pays is not played", "true"),
        (
            "going_out.automatic",
            !rules.going_out.automatic.value,
            "a hand ends when its last card is melded",
            "true",
        ),
        (
            "going_out.discard_needed",
            rules.going_out.discard_needed.value,
            "with every card in melds none is left to discard",
            "false",
        ),
        (
            "going_out.no_meld_pays_more",
            rules.going_out.no_meld_pays_more.value,
            "how much more is not said",
            "false",
        ),
        (
            "time.fee_between_hands",
            !rules.time.fee_between_hands.value,
            "a fee out of tops or pays is not played",
            "true",
        ),
    ];
    for (key, is_unplayed, what, expected) in unplayed {
        if is_unplayed {
            error(reader, key, what, expected);
        }
    }
}

fn error(reader: &mut Reader<'_>, key: &str, what: &str, expected: &str) {
    reader.fault_at(key, Severity::Error, what, format!("expected {expected}"));
}

fn check_pack(rules: &PanRules, reader: &mut Reader<'_>) {
    let deck = &rules.deck;
    let left = 13 - deck.without.count();
    let (packs, out) = (u16::from(deck.packs.value), u16::from(deck.spade_sets_out.value));
    if !(1..=8).contains(&packs) {
        error(reader, "deck.packs", "a pack is made of one to eight decks", "1 to 8");
    }
    if out > packs {
        error(reader, "deck.spade_sets_out", "there are not so many packs", "0 up to deck.packs");
    }
    let cards = (packs * 4).saturating_sub(out) * u16::try_from(left).unwrap_or(0);
    if cards != deck.cards.value {
        let spades = if out == 0 { String::new() } else { format!(", less {out} sets of spades,") };
        let what = format!("{packs} packs without {}{spades} have {cards} cards", deck.without.value);
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
    if rules.book.seats.value > 8 {
        error(reader, "book.seats", "a hand has at most eight players", "2 to 8");
    }
    if rules.table.players_least.value < 2 || rules.book.seats.value < rules.table.players_least.value {
        error(
            reader,
            "table.players_least",
            "a hand needs two players at least",
            "2 up to the number of seats",
        );
    }
    if hand > 15 {
        error(reader, "deal.packets", "a hand has at most 15 cards", "fewer cards");
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

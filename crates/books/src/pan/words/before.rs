//! What is settled before anybody acts: table, pack, tops, deal, fee and clock.

use crate::pan::rules::{FirstLater, FirstOfSession, Newcomer, PanRules, ShortOfChips, Shuffle};
use crate::ranks::Ranks;
use crate::words::{Words, count, list, ordinal, some};

/// Ranks as people write them.
pub(super) fn ranks(ranks: &Ranks, last: &str) -> String {
    let names: Vec<String> = ranks.iter().map(|rank| rank.to_string().replace('T', "10")).collect();
    list(&names, last)
}

pub(super) fn table(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("The table");
    words.name(&rules.book);
    words.say(
        format!(
            "The table has {}, and {} are enough for a hand.",
            some(*rules.book.seats, "seat", "seats"),
            some(*rules.table.players_least, "player", "players")
        ),
        &["book.seats", "table.players_least"],
    );
    let table = &rules.table;
    words.say(format!("One chip is worth {}.", *table.chip), &["table.chip"]);
    words.say(
        format!(
            "A player sits down with at least {0}; who could not pay in full is dealt in again with {0}.",
            some(*table.chips_least, "chip", "chips")
        ),
        &["table.chips_least"],
    );
    match *table.short_of_chips {
        ShortOfChips::PaysWhatIsThere => words.say(
            "A player with too few chips for a pay gives what is there, and owes nothing more.",
            &["table.short_of_chips"],
        ),
    }
    words.either(
        "table.chips_added_any_time",
        table.chips_added_any_time,
        "Chips may be added at any time.",
        "Chips may be added between hands only.",
    );
    match *table.newcomer {
        Newcomer::NextHand => {
            words.say("A newcomer is dealt in at the next hand, on posting the top.", &["table.newcomer"]);
        }
    }
}

pub(super) fn cards(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("The cards");
    let deck = &rules.deck;
    words.say(
        format!(
            "The pack is {} of 52 cards without {}: {} cards.",
            some(*deck.packs, "deck", "decks"),
            ranks(&deck.without, "and"),
            *deck.cards
        ),
        &["deck.packs", "deck.without", "deck.cards"],
    );
    match *deck.spade_sets_out {
        0 => words.say("No spades are taken out.", &["deck.spade_sets_out"]),
        out => words.say(
            format!("The spades of {} are taken out.", some(out, "deck", "decks")),
            &["deck.spade_sets_out"],
        ),
    }
    words.say(
        format!(
            "From low to high, cards rank {}; neighbours in this row are neighbours in a rope.",
            ranks(&deck.ranks, "and")
        ),
        &["deck.ranks"],
    );
    words.either(
        "deck.suits_ranked",
        deck.suits_ranked,
        "Suits have a rank.",
        "No suit ranks above another.",
    );
    match *deck.shuffle {
        Shuffle::All => words.say("All cards are shuffled between hands.", &["deck.shuffle"]),
    }
}

pub(super) fn tops(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("The tops");
    let tops = &rules.tops;
    let chips = &tops.chips;
    words.say(
        format!(
            "Before the deal each player puts a top of {} {} in the middle, usually {}.",
            if chips.least == 0 { "at most".to_owned() } else { format!("{} to", count(chips.least)) },
            some(chips.most, "chip", "chips"),
            count(chips.usual)
        ),
        &["tops.chips"],
    );
    words.either(
        "tops.winner_takes",
        tops.winner_takes,
        "Whoever goes out takes the tops.",
        "Going out does not win the tops.",
    );
    words.either(
        "tops.may_be_divided",
        tops.may_be_divided,
        "The last players may agree to divide the tops.",
        "The last players may not divide the tops.",
    );
}

pub(super) fn deal(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("The deal");
    let deal = &rules.deal;
    words.say(format!("The deal and the turns go {}.", deal.direction.way()), &["deal.direction"]);
    words.say(
        format!(
            "Each player gets {} of {}.",
            some(*deal.packets, "packet", "packets"),
            some(*deal.packet, "card", "cards")
        ),
        &["deal.packet", "deal.packets"],
    );
    words.say(
        format!(
            "In the first hand of a game the {} card of the first packet is turned up.",
            ordinal(*deal.up_card)
        ),
        &["deal.up_card"],
    );
    match *deal.first_of_session {
        FirstOfSession::LowestUpCard => words.say(
            "In that hand the player with the lowest card up is first; of equal ones, who was dealt to first.",
            &["deal.first_of_session"],
        ),
        FirstOfSession::HighestUpCard => words.say(
            "In that hand the player with the highest card up is first; of equal ones, who was dealt to first.",
            &["deal.first_of_session"],
        ),
    }
    match *deal.first_later {
        FirstLater::LastWinner => words.say(
            "In later hands the winner of the hand before is first; if absent, the next player in turn.",
            &["deal.first_later"],
        ),
        FirstLater::UpCardAgain => {
            words.say("In later hands the up card says anew who is first.", &["deal.first_later"]);
        }
    }
}

pub(super) fn time(rules: &PanRules, words: &mut Words<'_>) {
    words.heading("Fee and clock");
    let time = &rules.time;
    words.say(
        format!("Each seated player pays {} for every {} minutes.", *time.fee, *time.fee_minutes),
        &["time.fee", "time.fee_minutes"],
    );
    words.either(
        "time.fee_between_hands",
        time.fee_between_hands,
        "The fee is taken between hands only, never out of tops or pays.",
        "The fee may be taken during a hand.",
    );
    words.say(
        format!(
            "Each choice of a turn takes {} at most; then a card is drawn and discarded at once.",
            some(*time.turn_seconds, "second", "seconds")
        ),
        &["time.turn_seconds"],
    );
}

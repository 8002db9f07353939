//! What is settled before anybody acts: table, cards, deal and insurance.

use crate::bank::First;
use crate::blackjack::{BankSecondCard, BlackjackRules, Check, InsuranceAmount, NaturalHand};
use crate::words::{Words, count};

use super::odds_list;

pub(super) fn table(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The table");
    let seats = *rules.book.seats;
    words.say(
        format!("The table has {} seats; whoever holds the bank sits in one of them.", count(seats)),
        &["book.seats"],
    );
    let backline = match (*rules.table.backline, *rules.table.backline_by_local_law) {
        (false, _) => "Nobody may bet on another player's spot.",
        (true, false) => "Backers may bet on a player's spot; the player who sits there decides.",
        (true, true) => {
            "Where local law allows it, backers may bet on a player's spot; the player who sits there decides."
        }
    };
    words.say(backline, &["table.backline", "table.backline_by_local_law"]);
    let spots = if *rules.table.unoccupied_spots {
        "A player may also bet on spots where nobody sits."
    } else {
        "A player may not bet on spots where nobody sits."
    };
    words.say(spots, &["table.unoccupied_spots"]);
    words.say(
        format!("Opening wagers are made in steps of {}.", *rules.table.wager_unit),
        &["table.wager_unit"],
    );
    if let Some(chip) = rules.table.smallest_chip {
        words.say(
            format!(
                "Wagers added for less during a round are made in steps of {}, the smallest chip.",
                *chip
            ),
            &["table.smallest_chip"],
        );
    }
    words.either_if(
        "table.paid_in_whole_chips",
        rules.table.paid_in_whole_chips,
        "A wager whose wins and halves cannot be paid in whole smallest chips is refused before the deal.",
        "Wins and halves are paid to the cent.",
    );
    if let Some(most) = rules.table.ordinance_most {
        words.say(format!("By the local ordinance no wager is above {}.", *most), &["table.ordinance_most"]);
    } else {
        words.say_if_cited("No local ordinance sets a largest wager here.", "table.ordinance_most");
    }
    let limit = if *rules.table.limit_binds_opening_only {
        "The table limit holds for the opening wager; doubles and splits may go past it."
    } else {
        "The table limit holds for the opening wager together with what is added to it."
    };
    words.say(limit, &["table.limit_binds_opening_only"]);
}

pub(super) fn cards(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The cards");
    let deck = match *rules.deck.jokers {
        0 => "A deck is the standard 52 cards, without jokers.".to_owned(),
        1 => "A deck is the standard 52 cards and one joker.".to_owned(),
        more => format!("A deck is the standard 52 cards and {} jokers.", count(more)),
    };
    words.say(deck, &["deck.jokers"]);
    let decks = &rules.deck.decks;
    let shoe = if decks.least == decks.most {
        format!("The shoe holds {}.", decks_of(decks.least))
    } else {
        format!(
            "The shoe holds {} to {}, usually {}.",
            count(decks.least),
            decks_of(decks.most),
            count(decks.usual)
        )
    };
    words.say(shoe, &["deck.decks"]);
}

fn decks_of(number: u8) -> String {
    if number == 1 { "one deck".to_owned() } else { format!("{} decks", count(number)) }
}

pub(super) fn hands(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("What hands count");
    words.say(
        format!(
            "Cards from 2 to 10 count their number; jacks, queens and kings count {} and are, \
             with the 10s, the ten-value cards.",
            *rules.values.faces
        ),
        &["values.faces"],
    );
    let (ace, highest) = (*rules.values.ace, *rules.values.highest);
    words.say(
        format!(
            "An ace counts {ace}, or 1 where {ace} would take the hand past {highest}. \
             A total with an ace at {ace} is soft; any other is hard."
        ),
        &["values.ace"],
    );
    if *rules.deck.jokers > 0 {
        words.say(
            format!(
                "A joker is wild: a hand with one joker is a hard {}, at whatever point the joker comes.",
                *rules.values.joker_makes
            ),
            &["values.joker_makes"],
        );
    }
    let natural = match *rules.natural.hand {
        NaturalHand::AceAndTenValue => "an ace and a ten-value card",
        NaturalHand::TwoJokers => "two jokers",
    };
    words.say(
        format!(
            "The best hand is the Natural: {natural} as the two opening cards. It counts {}.",
            *rules.natural.counts
        ),
        &["natural.hand", "natural.counts"],
    );
    let after_split = match (*rules.natural.after_split, *rules.natural.hand) {
        (true, _) => "A hand that comes from a split can be a Natural too.".to_owned(),
        (false, NaturalHand::TwoJokers) => "A hand that comes from a split is never a Natural.".to_owned(),
        (false, NaturalHand::AceAndTenValue) => format!(
            "A hand that comes from a split is never a Natural: an ace and a ten-value card are then a soft {highest}."
        ),
    };
    words.say(after_split, &["natural.after_split"]);
    words.say(
        format!(
            "A hand of more than {highest} that is not a Natural is over; it takes no more cards and waits, \
             with its wager, until the bank's hand is done."
        ),
        &["values.highest"],
    );
}

pub(super) fn deal(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The deal");
    let first = match *rules.deal.first {
        First::Seat1 => "seat 1, which is at the house dealer's left,",
        First::LeftOfBank => "the seat at the bank's left",
    };
    words.say(
        format!("The deal starts at {first} and goes clockwise; so do the players' turns."),
        &["deal.first"],
    );
    let is_down = *rules.deal.bank_second_card == BankSecondCard::Down;
    let second = if is_down {
        "Each player gets two cards face up. The bank gets one face up and one face down, \
         each time after the players; the down card is turned when all players have finished."
    } else {
        "Each player gets two cards face up. The bank gets one face up after the players' first cards, \
         and its second, face up too, when all players have finished."
    };
    words.say(second, &["deal.bank_second_card"]);
    let insured = if *rules.insurance.offered { "once insurance is closed and " } else { "" };
    let up = match *rules.deal.check {
        Check::Never => None,
        Check::UnderAce => Some("an ace"),
        Check::UnderAceOrTen => Some("an ace or a ten-value card"),
    };
    match up {
        Some(up) => words.say(
            format!(
                "With {up} up, the house dealer looks at the down card {insured}before the players act; \
                 if the bank has a Natural, they do not act at all."
            ),
            &["deal.check"],
        ),
        None if is_down => {
            words.say("Nobody looks at the down card before the players have finished.", &["deal.check"]);
        }
        None => {}
    }
    if *rules.deal.joker_up_freezes {
        words.say(
            "If the bank's up card is a joker, the players keep their two cards: \
             no hit, no double, no split, no surrender.",
            &["deal.joker_up_freezes", "deal.joker_up_bars_options"],
        );
    } else if rules.deal.joker_up_bars_options.is_some_and(|rule| rule.value) {
        words.say(
            "If the bank's up card is a joker, nobody may double, split or surrender.",
            &["deal.joker_up_bars_options"],
        );
    }
}

pub(super) fn insurance(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Insurance");
    let insurance = &rules.insurance;
    if !*insurance.may_be_offered {
        words.say(
            "There is no insurance and no even money.",
            &["insurance.offered", "insurance.may_be_offered"],
        );
        return;
    }
    let amount = match *insurance.amount {
        InsuranceAmount::ExactlyHalf => "exactly half of it",
        InsuranceAmount::UpToHalf => "up to half of it",
    };
    if *insurance.offered {
        words.say(
            format!(
                "If the bank shows an ace, each player may insure the opening wager for {amount}, before anybody acts."
            ),
            &["insurance.offered", "insurance.may_be_offered", "insurance.amount"],
        );
    } else {
        words.say(
            "The house may offer insurance, but does not.",
            &["insurance.offered", "insurance.may_be_offered"],
        );
        words.say(
            format!("It would insure the opening wager for {amount} when the bank shows an ace."),
            &["insurance.amount"],
        );
    }
    let pays = if *insurance.offered { "Insurance is" } else { "It would be" };
    words.say(
        format!("{pays} paid {} if the bank has a Natural, and lost otherwise.", *insurance.pays),
        &["insurance.pays"],
    );
    let even_money = if *insurance.even_money {
        "A player with a Natural may take a sure win of the wager instead (even money)."
    } else {
        "Even money, a sure win of the wager for a player with a Natural, is not offered."
    };
    words.say(even_money, &["insurance.even_money"]);
    if let Some(pays) = &insurance.only_where_natural_pays {
        words.say(
            format!("Insurance is allowed only where a Natural pays {}.", odds_list(pays)),
            &["insurance.only_where_natural_pays"],
        );
    }
}

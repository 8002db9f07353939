//! Wagers and bonuses beside the base wager.

use crate::blackjack::{BlackjackRules, BonusHand, SurrenderWhen};
use crate::words::{Words, count, list};

pub(super) fn buster(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(buster) = &rules.buster else { return };
    words.heading("The Buster wager");
    let offered = if *buster.offered {
        "Before the deal a player with a base wager may also bet that the bank's hand goes over."
    } else {
        "The house may let players with a base wager bet that the bank's hand goes over, but does not."
    };
    words.say(offered, &["buster.offered", "buster.needs_base", "buster.before_deal"]);
    if *buster.must_be_offered {
        words.say("The house has to offer this wager.", &["buster.must_be_offered"]);
    }
    let least = format!("It is at least {}", *buster.least);
    let size = match (&buster.most, *buster.not_over_base) {
        (Some(most), true) => format!("{least} and at most {}, and never more than the base wager.", **most),
        (Some(most), false) => format!("{least} and at most {}.", **most),
        (None, true) => format!("{least} and never more than the base wager."),
        (None, false) => format!("{least}."),
    };
    words.say(size, &["buster.least", "buster.most", "buster.not_over_base"]);
    let given_up = if *rules.surrender.when == SurrenderWhen::Never { "" } else { " or is surrendered" };
    let natural = if given_up.is_empty() { " or wins by a Natural" } else { ", wins by a Natural" };
    let lives = if *buster.outlives_hand { "stays live" } else { "is lost" };
    words.say(
        format!("It {lives} when the player's own hand is over{natural}{given_up}."),
        &["buster.outlives_hand"],
    );
    if *buster.natural_cleared_early {
        words.say(
            "As soon as it is clear that the bank has no Natural, a player's Natural has won and its cards are cleared; \
             it is paid in the seat's turn.",
            &["buster.natural_cleared_early"],
        );
    }
    let rows: Vec<String> = buster
        .pays
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let cards = match buster.pays.get(place + 1).map(|next| next.cards - 1) {
                None => format!("{} or more cards", row.cards),
                Some(last) if last == row.cards => format!("{last} cards"),
                Some(last) if last == row.cards + 1 => format!("{} or {last} cards", row.cards),
                Some(last) => format!("{} to {last} cards", row.cards),
            };
            format!("{cards} {}", *row.pays)
        })
        .collect();
    let keys: Vec<String> = (1..=rows.len()).map(|place| format!("buster.pays.{place}.pays")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).chain(["buster.pays"]).collect();
    words.say(
        format!(
            "If the bank's hand is over, the wager is paid by the number of cards in that hand: {}. \
             Otherwise it is lost.",
            list(&rows, "and")
        ),
        &keys,
    );
}

pub(super) fn bonus_bet(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(bonus) = &rules.bonus_bet else { return };
    words.heading("The Bonus Bet");
    let amount = if *bonus.equals_base { "the same amount" } else { "any amount" };
    let offered = if *bonus.offered {
        format!("Before the deal a player with a base wager may bet {amount} on their own cards.")
    } else {
        format!(
            "The house may let players with a base wager bet {amount} on their own cards before the deal, \
             but does not."
        )
    };
    let keys =
        ["bonus_bet.offered", "bonus_bet.needs_base", "bonus_bet.before_deal", "bonus_bet.equals_base"];
    words.say(offered, &keys);
    let tables = bonus.tables.len();
    words.say(
        format!(
            "The house chooses one of {} pay tables before play starts; table {} is set.",
            count(tables as u64),
            *bonus.table
        ),
        &["bonus_bet.table"],
    );
    for (place, table) in bonus.tables.iter().enumerate() {
        let hands = [
            ("a Natural pays", &table.natural),
            ("ace, 2, 3 and 4 pay", &table.ace_to_four),
            ("three sevens pay", &table.sevens),
            ("6, 7 and 8 pay", &table.six_seven_eight),
        ];
        let rows = hands.map(|(hand, pays)| {
            let (suited, color, other) = (pays.suited, pays.same_color, pays.other);
            format!("{hand} {suited} in one suit, {color} in one colour and {other} otherwise")
        });
        words.say(
            format!(
                "Table {}: {}; six cards that are not over pay {}.",
                place + 1,
                rows.join("; "),
                table.six_cards
            ),
            &["bonus_bet.tables"],
        );
    }
    words.say(
        "The first two, three, four or six cards of the hand count, in any order, and only the highest pay is given. \
         On any other hand the bet is lost, even if the base wager wins.",
        &["bonus_bet.tables"],
    );
}

pub(super) fn bonuses(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Bonuses of the house");
    for (place, bonus) in rules.bonuses.iter().flatten().enumerate() {
        let hand = match *bonus.hand {
            BonusHand::BankEights => "three eights of the bank",
            BonusHand::BankEightsSameColor => "three eights of the bank in one colour",
            BonusHand::BankEightsSuited => "three eights of the bank in one suit",
            BonusHand::Sevens => "a player's three sevens",
            BonusHand::SevensSameColor => "a player's three sevens in one colour",
            BonusHand::SevensSuited => "a player's three sevens in one suit",
            BonusHand::SixSevenEightSameColor => "a player's 6, 7 and 8 in one colour",
            BonusHand::SixSevenEightSuited => "a player's 6, 7 and 8 in one suit",
            BonusHand::SevenCards => "a player's hand of seven or more cards that is not over",
            BonusHand::NaturalsInARow => "a player's Naturals in two or more rounds running",
        };
        let text = match bonus.pays {
            Some(pays) => format!("For {hand} the house pays a bonus of {pays}."),
            None => format!("For {hand} the house may pay a bonus, but does not."),
        };
        words.say(text, &[&format!("bonuses.{}.hand", place + 1)]);
    }
}

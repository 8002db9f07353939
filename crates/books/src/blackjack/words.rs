//! The rules of a blackjack book in plain words, in the order of a round.

use super::rules::*;
use crate::bank::{Coverage, Direction, FaceNumbers, First};
use crate::money::Odds;
use crate::read::Citation;
use crate::words::{Heading, Words, count, list};

/// The rules as sentences; `citations` is what the book's keys cite.
#[must_use]
pub fn sentences(rules: &BlackjackRules, citations: &[Citation]) -> Vec<Heading> {
    let mut words = Words::new(citations);
    table(rules, &mut words);
    cards(rules, &mut words);
    hands(rules, &mut words);
    deal(rules, &mut words);
    insurance(rules, &mut words);
    hit_or_stand(rules, &mut words);
    double(rules, &mut words);
    split(rules, &mut words);
    surrender(rules, &mut words);
    bank(rules, &mut words);
    results(rules, &mut words);
    special(rules, &mut words);
    buster(rules, &mut words);
    bonus_bet(rules, &mut words);
    bonuses(rules, &mut words);
    settlement(rules, &mut words);
    rotation(rules, &mut words);
    words.finish()
}

fn table(rules: &BlackjackRules, words: &mut Words<'_>) {
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
    let limit = if *rules.table.limit_binds_opening_only {
        "The table limit holds for the opening wager; doubles and splits may go past it."
    } else {
        "The table limit holds for the opening wager together with what is added to it."
    };
    words.say(limit, &["table.limit_binds_opening_only"]);
}

fn cards(rules: &BlackjackRules, words: &mut Words<'_>) {
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

fn hands(rules: &BlackjackRules, words: &mut Words<'_>) {
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

fn deal(rules: &BlackjackRules, words: &mut Words<'_>) {
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
            &["deal.joker_up_freezes"],
        );
    }
}

fn insurance(rules: &BlackjackRules, words: &mut Words<'_>) {
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

fn odds_list(odds: &[Odds]) -> String {
    let odds: Vec<String> = odds.iter().map(ToString::to_string).collect();
    list(&odds, "or")
}

fn hit_or_stand(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Hit or stand");
    let player = &rules.player;
    let (hit_hard, hit_soft) = (*player.must_hit_hard, *player.must_hit_soft);
    // A soft total is 12 at least, so that a lower limit on soft totals binds nobody.
    let hit = match (hit_hard, hit_soft) {
        (hard, soft) if hard == soft => format!("{hard} or less"),
        (hard, 0..12) => format!("hard {hard} or less"),
        (hard, soft) => format!("hard {hard} or less and on soft {soft} or less"),
    };
    words.say(format!("On {hit} a player may not stand."), &["player.must_hit_hard", "player.must_hit_soft"]);
    let highest = *rules.values.highest;
    let from = |total: u8| if total == highest { total.to_string() } else { format!("{total} or more") };
    let (hard, soft) = (*player.must_stand_hard, *player.must_stand_soft);
    let stand = match (hard > highest, soft > highest) {
        (false, false) if hard == soft => format!("On {}, hard or soft, a player must stand.", from(hard)),
        (false, false) => {
            format!("On hard {} and on soft {} a player must stand.", from(hard), from(soft))
        }
        (false, true) => format!("On hard {} a player must stand; soft totals are free.", from(hard)),
        (true, false) => format!("On soft {} a player must stand; hard totals are free.", from(soft)),
        (true, true) => "No total has to stand.".to_owned(),
    };
    words.say(
        format!("{stand} A Natural always stands."),
        &["player.must_stand_hard", "player.must_stand_soft"],
    );
    if hard <= 2 * *rules.values.faces {
        words.say(
            "Two ten-value cards may be split all the same.",
            &["split.pairs", "player.must_stand_hard"],
        );
    }
    if *player.joker_hand_stands {
        words.say(
            "A hand with a joker can only stand: no hit, no double, no split, no surrender.",
            &["player.joker_hand_stands"],
        );
    }
    words.say("On any other total the player chooses to hit or stand.", &["player.must_stand_soft"]);
}

fn double(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Double");
    let amount = added(*rules.double.amount);
    words.say(
        format!(
            "On the two opening cards a player may double: add a wager {amount} the opening one \
             and get exactly {} more card.",
            count(*rules.double.cards)
        ),
        &["double.amount", "double.cards"],
    );
    let after_split = if *rules.double.after_split {
        "A hand of two cards that comes from a split may be doubled too, unless aces were split."
    } else {
        "A hand that comes from a split may not be doubled."
    };
    words.say(after_split, &["double.after_split"]);
    let must_stand = if *rules.double.must_stand_totals {
        "A total on which a player must stand may be doubled all the same, but not a Natural."
    } else {
        "A total on which a player must stand may not be doubled, nor a Natural."
    };
    words.say(must_stand, &["double.must_stand_totals"]);
}

fn added(amount: Added) -> &'static str {
    match amount {
        Added::Equal => "equal to",
        Added::UpToEqual => "of up to",
    }
}

fn split(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Split");
    let split = &rules.split;
    let pairs = match *split.pairs {
        Pairs::SameValue => "Two cards that count the same, such as a 10 and a king,",
        Pairs::SameRank => "Two cards of the same rank",
    };
    words.say(
        format!(
            "{pairs} may be split into two hands, with a wager {} the opening one on the new hand.",
            added(*split.amount)
        ),
        &["split.pairs", "split.amount"],
    );
    let times = match split.times.limit() {
        None => "A hand may be split any number of times.".to_owned(),
        Some(times) => format!(
            "A hand may be split {} at most, into {} hands.",
            times_of(times),
            count(times.saturating_add(1))
        ),
    };
    words.say(times, &["split.times"]);
    let aces = match split.aces_times.limit() {
        None => "Aces may be split any number of times".to_owned(),
        Some(times) => format!("Aces may be split {}", times_of(times)),
    };
    let aces_cards = if *split.aces_one_card {
        "each split ace gets one card only. Other split hands are played like any hand"
    } else {
        "split aces are played like any hand"
    };
    words.say(format!("{aces}; {aces_cards}."), &["split.aces_times", "split.aces_one_card"]);
    if *split.tens == TenSplits::ThirdSameSuit {
        words.say("The third split of ten-value cards at a spot needs two of one suit.", &["split.tens"]);
    }
}

fn times_of(times: u8) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", count(more)),
    }
}

fn surrender(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Surrender");
    match *rules.surrender.when {
        SurrenderWhen::Never => {
            words.say("There is no surrender.", &["surrender.when", "surrender.up_to"]);
            return;
        }
        SurrenderWhen::FirstDecision => words.say(
            "As the first choice on the two opening cards a player may surrender: \
             half of the wager is lost, the other half goes back, and the hand is done.",
            &["surrender.when"],
        ),
        SurrenderWhen::AnyTime => words.say(
            "Until a later seat acts or the down card is turned, a player may surrender any of their hands, \
             also after a hit, a double or a split: half of the money on the hand is lost, \
             the other half goes back, and the hand is done.",
            &["surrender.when"],
        ),
    }
    let up_to = *rules.surrender.up_to;
    let totals = if up_to >= *rules.values.highest {
        format!("Any total up to {up_to} may be surrendered, but not a Natural.")
    } else {
        format!("Only a total of {up_to} or less may be surrendered.")
    };
    words.say(totals, &["surrender.up_to"]);
}

fn bank(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The bank's hand");
    let (hard, soft) = (*rules.bank.hits_hard, *rules.bank.hits_soft);
    words.say(
        format!(
            "The banker has no choice: the bank hits hard {hard} or less and soft {soft} or less, \
             and stands on everything else."
        ),
        &["bank.hits_hard", "bank.hits_soft"],
    );
    let surrendered = if *rules.surrender.when == SurrenderWhen::Never { "" } else { "surrendered or " };
    let has_buster = rules.buster.as_ref().is_some_and(|buster| *buster.offered);
    let live = if has_buster { " and no Buster wager is live" } else { "" };
    let second = match *rules.deal.bank_second_card {
        BankSecondCard::Down => "Its down card is turned all the same.",
        BankSecondCard::AfterPlayers => "Its second card is dealt all the same.",
    };
    let draws = match *rules.bank.draws {
        BankDraws::Always => "The bank's hand is always drawn out.".to_owned(),
        BankDraws::UnlessDecided => format!(
            "The bank's hand is drawn out unless every player's hand is {surrendered}decided by a Natural{live}; \
             an over hand is not decided yet. {second}"
        ),
    };
    words.say(draws, &["bank.draws"]);
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "the player wins",
        Outcome::Bank => "the bank wins",
        Outcome::Push => "the wager pushes",
    }
}

fn results(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Who wins");
    let results = &rules.results;
    let mut cell = |case: &str, result: &crate::Rule<Outcome>, key: &str| {
        words.say(format!("If {case}, {}.", outcome(result.value)), &[key]);
    };
    cell("both have a Natural", &results.both_natural, "results.both_natural");
    cell("only the player has a Natural", &results.player_natural, "results.player_natural");
    cell("only the bank has a Natural", &results.bank_natural, "results.bank_natural");
    cell("only the bank is over", &results.bank_over, "results.bank_over");
    cell("only the player is over", &results.player_over, "results.player_over");
    cell("neither is over and the player's total is higher", &results.player_higher, "results.player_higher");
    cell("neither is over and the bank's total is higher", &results.bank_higher, "results.bank_higher");
    cell("neither is over and the totals are equal", &results.equal, "results.equal");
    cell(
        "both are over and the bank's total is lower",
        &results.both_over_bank_nearer,
        "results.both_over_bank_nearer",
    );
    cell("both are over and the totals are equal", &results.both_over_equal, "results.both_over_equal");
    cell(
        "both are over and the player's total is lower",
        &results.both_over_player_nearer,
        "results.both_over_player_nearer",
    );
}

fn special(rules: &BlackjackRules, words: &mut Words<'_>) {
    let special = &rules.special;
    let hands = |outcome: Outcome| match outcome {
        Outcome::Player => "wins",
        Outcome::Bank => "loses",
        Outcome::Push => "pushes",
    };
    let reached = |reach: Reach| match reach {
        Reach::NearerOver => "every over hand with a lower total",
        Reach::EveryOver => "every over hand",
    };
    if let Some(bank) = &special.bank_suited_789 {
        words.say(
            format!(
                "But if the bank's hand is exactly 7, 8 and 9 of one suit, {} {}.",
                reached(bank.reaches),
                hands(bank.result)
            ),
            &["special.bank_suited_789"],
        );
    }
    if let Some(bank) = &special.bank_888 {
        words.say(
            format!(
                "But if the bank's hand is exactly three eights, {} {}.",
                reached(bank.reaches),
                hands(bank.result)
            ),
            &["special.bank_888"],
        );
        if let Some(choices) = &special.bank_888_may {
            let others = choices.iter().filter(|choice| **choice != bank.result);
            let others: Vec<String> = others.map(|choice| hands(*choice).to_owned()).collect();
            words.say(
                format!(
                    "The house may choose that {} {} instead.",
                    reached(bank.reaches),
                    list(&others, "or")
                ),
                &["special.bank_888_may"],
            );
        }
    }
    if let Some(three) = &special.player_three_cards {
        words.say(
            format!(
                "But if both are over and the player's total is lower, the player's hand of exactly three cards \
                 with a total from {} to {} {}.",
                three.least,
                three.most,
                hands(three.result)
            ),
            &["special.player_three_cards"],
        );
    }
    pays(rules, words);
}

fn pays(rules: &BlackjackRules, words: &mut Words<'_>) {
    let (natural, wins) = (*rules.natural.pays, *rules.results.wins_pay);
    let text = if natural == wins {
        format!("Every win is paid {wins}, a Natural's too.")
    } else {
        format!("A Natural's win is paid {natural}; every other win is paid {wins}.")
    };
    words.say(text, &["natural.pays", "results.wins_pay"]);
    if let Some(choices) = &rules.natural.may_pay {
        let others: Vec<Odds> = choices.iter().copied().filter(|odds| *odds != natural).collect();
        words.say(
            format!("The house may choose to pay a Natural {} instead.", odds_list(&others)),
            &["natural.may_pay"],
        );
    }
}

fn buster(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(buster) = &rules.buster else { return };
    words.heading("The Buster wager");
    let offered = if *buster.offered {
        "Before the deal a player with a base wager may also bet that the bank's hand goes over."
    } else {
        "The house may let players with a base wager bet that the bank's hand goes over, but does not."
    };
    words.say(offered, &["buster.offered"]);
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
            format!("{cards} {}", row.pays)
        })
        .collect();
    words.say(
        format!(
            "If the bank's hand is over, the wager is paid by the number of cards in that hand: {}. \
             Otherwise it is lost.",
            list(&rows, "and")
        ),
        &["buster.pays"],
    );
}

fn bonus_bet(rules: &BlackjackRules, words: &mut Words<'_>) {
    let Some(bonus) = &rules.bonus_bet else { return };
    words.heading("The Bonus Bet");
    let offered = if *bonus.offered {
        "Before the deal a player with a base wager may bet the same amount on their own cards."
    } else {
        "The house may let players with a base wager bet the same amount on their own cards before the deal, \
         but does not."
    };
    words.say(offered, &["bonus_bet.offered"]);
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

fn bonuses(rules: &BlackjackRules, words: &mut Words<'_>) {
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

fn settlement(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("Paying and collecting");
    let settlement = &rules.settlement;
    let coverage = match *settlement.coverage {
        Coverage::PaidAndCollected => {
            "every dollar paid and every dollar collected uses up a dollar of it, and a push uses none"
        }
        Coverage::Net => "what counts is the balance of all that was paid and collected",
    };
    words.say(
        format!(
            "The banker puts up a stake before the deal and can neither win nor lose more than that: {coverage}."
        ),
        &["settlement.coverage"],
    );
    match *settlement.start {
        Start::SecondCard => button(rules, words),
        Start::LastSeat => words.say(
            "Paying and collecting starts at the last seat, which is at the house dealer's right.",
            &["settlement.start"],
        ),
    }
    let direction = match *settlement.direction {
        Direction::Clockwise => "clockwise",
        Direction::CounterClockwise => "counter-clockwise",
    };
    words.say(
        format!("From there it goes {direction}, seat by seat; a seat without a wager is passed over."),
        &["settlement.direction"],
    );
    words.say(format!("At each spot the order is: {}.", order(rules)), &["settlement.order"]);
    let returned = if *settlement.uncovered_returned { "goes back to its owner" } else { "does not go back" };
    let fee = if *settlement.fee_kept { "the fee for it is kept" } else { "so does the fee for it" };
    let joined = if *settlement.uncovered_returned == *settlement.fee_kept { "but" } else { "and" };
    words.say(
        format!("What the stake does not reach {returned}, {joined} {fee}."),
        &["settlement.uncovered_returned", "settlement.fee_kept"],
    );
}

fn button(rules: &BlackjackRules, words: &mut Words<'_>) {
    let from = match *rules.settlement.count_from {
        First::Seat1 => "seat 1",
        First::LeftOfBank => "the seat at the bank's left",
    };
    words.say(
        format!(
            "The bank's second card places the action button: its number is counted clockwise, starting with {from}, \
             leaving out the bank's seat but not empty ones, and round again if need be. \
             Paying and collecting starts at the button."
        ),
        &["settlement.start", "settlement.count_from"],
    );
    let mut numbers = vec!["an ace is 1".to_owned(), "cards from 2 to 10 are their number".to_owned()];
    match *rules.settlement.faces_number {
        FaceNumbers::Ten => numbers.push("jacks, queens and kings are 10".to_owned()),
        FaceNumbers::ElevenToThirteen => {
            numbers.extend(["a jack is 11", "a queen 12", "a king 13"].map(str::to_owned));
        }
    }
    if *rules.deck.jokers > 0 {
        numbers.push(format!("a joker is {}", *rules.settlement.joker_number));
    }
    words.say(
        format!("For that count {}.", list(&numbers, "and")),
        &["settlement.faces_number", "settlement.joker_number"],
    );
}

fn order(rules: &BlackjackRules) -> String {
    let has_side_bet = rules.buster.is_some() || rules.bonus_bet.is_some();
    let parts = rules.settlement.order.iter().filter_map(|part| match part {
        Part::Hands => Some("the hands as they were played, on each the opening wager before the added one"),
        Part::Insurance => rules.insurance.may_be_offered.then_some("insurance"),
        Part::SideBet => has_side_bet.then_some("the side bet"),
        Part::Backers => rules.table.backline.then_some("the backers in the order they bet"),
    });
    parts.collect::<Vec<_>>().join("; ")
}

fn rotation(rules: &BlackjackRules, words: &mut Words<'_>) {
    words.heading("The bank goes round");
    let rounds = match *rules.rotation.rounds {
        1 => "one round".to_owned(),
        more => format!("{} rounds", count(more)),
    };
    words.say(
        format!("One person may bank {rounds} in a row at most; then the bank is offered clockwise."),
        &["rotation.rounds"],
    );
    let broken = if *rules.rotation.broken_without_another {
        "If nobody else takes it, the game stops."
    } else {
        "If nobody else takes it, the same person may go on."
    };
    words.say(broken, &["rotation.broken_without_another"]);
}

//! What happens when a deal or a hand goes wrong.

use crate::double_hand::{
    BadCard, BankCheats, BankSeenEarly, DoubleHandRules, IdenticalCards, Mended, Misdeal, RemovedWager,
    WrongCount,
};
use crate::words::{Words, capital, count};

pub(super) fn mishaps(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("When something goes wrong");
    let faults = &rules.irregularities;
    match *faults.wrong_left {
        Misdeal::Redeal => words.say(
            "If another number of cards is left than the deal says, nothing counts, wagers stay down, \
             and all hands are dealt again.",
            &["irregularities.wrong_left"],
        ),
    }
    match *faults.bad_ace_or_joker {
        Misdeal::Redeal => words.say(
            "An ace or a joker that is exposed or lies face up in the deck makes a misdeal.",
            &["irregularities.bad_ace_or_joker"],
        ),
    }
    let number = *faults.bad_cards_misdeal;
    let cards = if number == 1 { "card makes" } else { "or more cards make" };
    words.say(
        format!(
            "{} {cards} a misdeal if exposed{}.",
            if number == 1 { "One".to_owned() } else { capital(&count(number)) },
            if *faults.boxed_count_as_exposed {
                " or face up in the deck, both counted together"
            } else {
                "; cards face up in the deck are not counted"
            }
        ),
        &["irregularities.bad_cards_misdeal", "irregularities.boxed_count_as_exposed"],
    );
    match *faults.bad_card {
        BadCard::ReplacedFromStub => words.say(
            "Fewer than that are replaced, after the deal, by the first of the cards left.",
            &["irregularities.bad_card"],
        ),
    }
    let identical = match *faults.identical_cards {
        IdenticalCards::FromNowOn => "wagers not yet settled go back, and what was settled before stands",
        IdenticalCards::WholeDeal => "the whole deal is void and its payments are undone",
    };
    words.say(format!("If two identical cards turn up, {identical}."), &["irregularities.identical_cards"]);
    match *faults.wrong_count {
        WrongCount::NoAction => words.say(
            "If a player's hand has a wrong number of cards and this is said before it is set, \
             its wagers go back; if it is the bank's hand, all hands are dealt again.",
            &["irregularities.wrong_count"],
        ),
    }
    words.either(
        "irregularities.out_of_order_put_back",
        faults.out_of_order_put_back,
        "A hand picked up out of order is put back without a penalty.",
        "A hand picked up out of order is not put back.",
    );
    match *faults.bank_seen_early {
        BankSeenEarly::UnsetHouseWay => words.say(
            "If the bank's hand is seen too early, hands not yet set are set the house way.",
            &["irregularities.bank_seen_early"],
        ),
    }
    let mended = |mended| match mended {
        Mended::IfRecovered => "plays for what it should be if its cards can be recovered whole",
        Mended::Always => "plays for what it should be",
    };
    words.say(
        format!("A hand that the dealer set the house way wrongly {}.", mended(*faults.house_way_error)),
        &["irregularities.house_way_error"],
    );
    words.say(
        format!("A hand that the dealer misread {}.", mended(*faults.misread)),
        &["irregularities.misread"],
    );
    words.either(
        "irregularities.cheating_is_foul",
        faults.cheating_is_foul,
        "Cheating makes a hand foul.",
        "Cheating does not by itself make a hand foul.",
    );
    if let Some(BankCheats::WagersWin) = faults.bank_cheats.map(|rule| rule.value) {
        words.say(
            "If the bank cheats, its hand is foul and every open wager wins, as far as the stake covers it.",
            &["irregularities.bank_cheats"],
        );
    }
    let owed = |owed| match owed {
        RemovedWager::TableMost => "the table maximum",
        RemovedWager::TableLeast => "the table minimum",
    };
    words.say(
        format!(
            "A player who takes back a losing wager of unknown size owes {}, as far as the stake covers it.",
            owed(*faults.losing_wager_removed)
        ),
        &["irregularities.losing_wager_removed"],
    );
    words.say(
        format!(
            "A player who picks up a winning wager of unknown size is paid {}, as far as the stake covers it.",
            owed(*faults.winning_wager_removed)
        ),
        &["irregularities.winning_wager_removed"],
    );
}

//! How hands are set, when they are foul, and how the bank sets its own.

use crate::Outcome;
use crate::double_hand::{BankFoul, BankOpens, BankResets, DoubleHandRules, FinalWord};
use crate::words::{Words, count, list};

pub(super) fn setting(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Setting the hands");
    let setting = &rules.setting;
    words.say(
        format!(
            "Each player parts the cards into a front of {} and a back of {}.",
            count(*setting.front),
            count(*setting.back)
        ),
        &["setting.front", "setting.back"],
    );
    words.either_if(
        "setting.front_anywhere",
        setting.front_anywhere,
        "The two-card hand is the front wherever it lies on the table.",
        "A two-card hand that lies behind the other is no front.",
    );
    words.either(
        "setting.house_way_on_request",
        setting.house_way_on_request,
        "A player may ask the house dealer to set the hand the house way.",
        "A player may not ask for the house way.",
    );
    words.either(
        "setting.unseen_house_way",
        setting.unseen_house_way,
        "A hand that nobody may look at is set the house way.",
        "A hand that nobody may look at is not set the house way.",
    );
    words.either(
        "setting.surrender",
        setting.surrender,
        "A hand may be given up.",
        "A hand may not be given up.",
    );
}

pub(super) fn foul(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("Foul hands");
    let foul = &rules.foul;
    let (front, back) = (count(*rules.setting.front), count(*rules.setting.back));
    let reasons = [
        (*foul.front_higher, "if its front ranks above its back".to_owned()),
        (*foul.front_equal, "if its front merely equals the top of its back".to_owned()),
        (*foul.front_count, format!("if its front has not exactly {front} cards")),
        (*foul.back_count, format!("if its back has not exactly {back} cards")),
        (*foul.contact, "if its player did not protect it and it touches other cards".to_owned()),
    ];
    let keys =
        ["foul.front_higher", "foul.front_equal", "foul.front_count", "foul.back_count", "foul.contact"];
    let (yes, no): (Vec<_>, Vec<_>) = reasons.into_iter().zip(keys).partition(|((is_foul, _), _)| *is_foul);
    for (reasons, verb) in [(yes, "A hand is foul"), (no, "A hand is not foul")] {
        if !reasons.is_empty() {
            let (texts, keys): (Vec<String>, Vec<&str>) =
                reasons.into_iter().map(|((_, text), key)| (text, key)).unzip();
            words.say(format!("{verb} {}.", list(&texts, "or")), &keys);
        }
    }
    let result = match *foul.result {
        Outcome::Bank => "loses its wager to the bank",
        Outcome::Player => "wins",
        Outcome::Push => "keeps its wager",
    };
    words.say(format!("A foul hand {result}."), &["foul.result"]);
}

pub(super) fn bank(rules: &DoubleHandRules, words: &mut Words<'_>) {
    words.heading("The bank's hand");
    let bank = &rules.bank;
    words.either(
        "bank.may_cover_all",
        bank.may_cover_all,
        "The banker may put up enough to cover every wager; there is no other bound.",
        "The banker may not cover every wager.",
    );
    match *bank.opens {
        BankOpens::AfterAllSet => words.say(
            "The bank's cards are turned up when every other hand is set, those of the house way among them.",
            &["bank.opens"],
        ),
    }
    words.either(
        "bank.confirms",
        bank.confirms,
        "The banker must confirm the setting before a player's hand is turned up.",
        "The banker need not confirm the setting.",
    );
    match *bank.resets {
        BankResets::UntilFirstHand => words.say(
            "The banker may change the setting until the first player's hand is turned up.",
            &["bank.resets"],
        ),
    }
    match *bank.foul {
        BankFoul::HouseWay => words.say(
            "The house dealer refuses a foul setting of the bank, and the hand is set the house way.",
            &["bank.foul"],
        ),
    }
    words.shared_bank(bank.shared);
    let decides = match *bank.final_word {
        FinalWord::SeatedPlayer => "the player who holds the seat decides",
        FinalWord::LargestWager => "whoever put up the most decides, and the one in the seat among equals",
    };
    words.say(format!("If several people share the bank, {decides}."), &["bank.final_word"]);
}

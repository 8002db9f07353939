//! What contradicts in a poker book: its hands, its collection, its posts and its misdeals.

use super::betting::{CollectionKind, StructureRules};
use super::check::error;
use super::hands::{HoleUse, LowScale, Wins};
use super::rules::{EndsEarly, FeeMoment, LateBet, PokerRules};
use super::seating::MakeUp;
use crate::read::Reader;

pub(super) fn check_hands(rules: &PokerRules, reader: &mut Reader<'_>) {
    let hands = &rules.hands;
    let has_draw = rules.draw.is_some();
    if (hands.uses.value == HoleUse::AllFive) != has_draw {
        error(
            reader,
            "hands.uses",
            "a hand without a board uses all five cards, and only then",
            "\"all five\" with a draw",
        );
    }
    if hands.wins.value == Wins::Low && !has_draw {
        error(reader, "hands.wins", "only a draw game is played for low alone", "high, or high and low");
    }
    let is_ace_high = hands.low_scale.as_ref().is_some_and(|scale| scale.value == LowScale::DeuceToSeven);
    if hands.ace_low_straight.value == is_ace_high {
        error(
            reader,
            "hands.ace_low_straight",
            "the ace begins a straight except where deuce to seven wins",
            if is_ace_high { "false" } else { "true" },
        );
    }
    let discards: u8 = rules.streets.iter().map(|street| street.discard.value).sum();
    let kept = rules.private_cards().saturating_sub(discards);
    let fits = match hands.uses.value {
        HoleUse::Any => kept == 2,
        HoleUse::ExactlyTwo => kept == 4,
        HoleUse::AtMostTwo => kept == 3,
        HoleUse::AllFive => kept == 5,
    };
    if !fits {
        error(
            reader,
            "hands.uses",
            "private cards dealt and thrown away do not fit this use",
            "2, 4, 3 or 5 kept cards",
        );
    }
    let has_low = hands.wins.value != Wins::High || hands.split_if_posted.value;
    if has_low != hands.low_scale.is_some() {
        error(
            reader,
            "hands.low_scale",
            "a low scale belongs where a low can win",
            "low_scale exactly where lows win",
        );
    }
    let may_split = hands.wins.value == Wins::HighLow || hands.split_if_posted.value;
    if may_split != hands.qualifier.is_some() || may_split != rules.pots.odd_half.is_some() {
        error(
            reader,
            "hands.qualifier",
            "a divided pot needs a qualifier and a place for its odd chip",
            "both where a pot may be divided",
        );
    }
    if hands.qualifier.as_ref().is_some_and(|highest| !(5..=13).contains(&highest.value)) {
        error(
            reader,
            "hands.qualifier",
            "no low could meet this, or every one",
            "a highest card from 5 to 13",
        );
    }
    if let Some(highest) = &hands.checked_low_wins_no_bet
        && (hands.wins.value != Wins::Low || !(5..=13).contains(&highest.value))
    {
        error(
            reader,
            "hands.checked_low_wins_no_bet",
            "only a low game has this rule",
            "a highest card from 5 to 13",
        );
    }
    if hands.wins.value == Wins::HighLow && hands.split_if_posted.value {
        error(reader, "hands.split_if_posted", "the pot is divided whatever is posted", "false");
    }
    check_collection(rules, reader);
    if let Some(least) = &rules.card_faults.thrown_card_least
        && !(1..=kept).contains(&least.value)
    {
        error(reader, "card_faults.thrown_card_least", "no such hand can be left", "1 up to the cards kept");
    }
}

/// The fee of a hand is taken once, at a moment of the game.
pub(super) fn check_collection(rules: &PokerRules, reader: &mut Reader<'_>) {
    let has_draw = rules.draw.is_some();
    let collection = &rules.collection;
    let is_from_pot = |one: &StructureRules| {
        matches!(one.collection.value, CollectionKind::PotByPlayers | CollectionKind::PotByTimeOrPlayers)
    };
    let from_pot = rules.structures.iter().any(is_from_pot);
    if from_pot == (collection.moment.value == FeeMoment::BeforeDeal) {
        let expected = if from_pot { "a moment after the deal" } else { "\"before the deal\"" };
        error(
            reader,
            "collection.moment",
            "a fee from the pot waits until there is one, others do not",
            expected,
        );
    }
    if from_pot == (collection.ends_early.value == EndsEarly::Kept) {
        let expected = if from_pot { "\"no fee\" or fee (a)" } else { "\"kept\"" };
        error(reader, "collection.ends_early", "only a fee taken before the deal is kept", expected);
    }
    if !from_pot && collection.late_bet.value != LateBet::NoFee {
        error(reader, "collection.late_bet", "no fee comes out of this game's pots", "\"no fee\"");
    }
    let moment = rules.collection.moment.value;
    if (moment == FeeMoment::AtDraw && !has_draw) || (moment == FeeMoment::AfterFlop && has_draw) {
        error(reader, "collection.moment", "the game has no such moment", "a moment of the game");
    }
    let late = rules.collection.late_bet.value;
    if (late == LateBet::AfterDraw && !has_draw) || (late == LateBet::TurnOrRiver && has_draw) {
        error(reader, "collection.late_bet", "the game has no such bet", "a street of the game");
    }
}

pub(super) fn check_posts(rules: &PokerRules, reader: &mut Reader<'_>) {
    let posts = &rules.posts;
    let straddles = posts.missed_blind.value == MakeUp::Straddle || posts.newcomer.value == MakeUp::Straddle;
    if straddles && (posts.straddle_times.is_none() || posts.straddle_counts.is_none()) {
        error(
            reader,
            "posts.straddle_times",
            "a straddle needs a size and a meaning",
            "straddle_times and straddle_counts",
        );
    }
    if posts.straddle_times.as_ref().is_some_and(|times| times.value < 2) {
        error(reader, "posts.straddle_times", "a straddle is more than the big blind", "at least 2");
    }
    if posts.straddle_by_choice.value && posts.straddle_times.is_none() {
        error(reader, "posts.straddle_by_choice", "a straddle needs a size", "straddle_times");
    }
}

pub(super) fn check_misdeal(rules: &PokerRules, reader: &mut Reader<'_>) {
    let misdeal = &rules.misdeal;
    for (count, key) in [
        (&misdeal.exposed_cards, "misdeal.exposed_cards"),
        (&misdeal.extra_cards, "misdeal.extra_cards"),
        (&misdeal.boxed_together, "misdeal.boxed_together"),
    ] {
        if count.value < 2 {
            error(reader, key, "a single card is mended without a new deal", "at least 2");
        }
    }
}

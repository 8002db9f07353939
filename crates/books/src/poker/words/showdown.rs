//! What wins, who shows it, and how pots are divided.

use crate::poker::hands::{Half, HoleUse, LowScale, Miscall, NobodyBet, OddChips, ShowsFirst, Wins};
use crate::poker::rules::PokerRules;
use crate::words::{Words, count};

pub(super) fn hands(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("What wins");
    let hands = &rules.hands;
    let uses = match *hands.uses {
        HoleUse::Any => "A hand is the best five of a player's own cards and the board, in any mixture.",
        HoleUse::ExactlyTwo => "A hand is exactly two of a player's own cards with three of the board.",
        HoleUse::AtMostTwo => "A hand is none, one or two of a player's own cards with cards of the board.",
        HoleUse::AllFive => "A hand is a player's own five cards; there is no board.",
    };
    words.say(uses, &["hands.uses"]);
    let wins = match *hands.wins {
        Wins::High => "The highest hand takes the pot.",
        Wins::Low => "The lowest hand takes the pot.",
        Wins::HighLow => {
            "The highest hand takes one half of the pot and the lowest hand that qualifies the other; \
             without one the highest takes all."
        }
    };
    words.say(wins, &["hands.wins"]);
    let is_divided = *hands.wins == Wins::HighLow;
    words.either(
        "hands.split_if_posted",
        hands.split_if_posted,
        if is_divided {
            "The table is posted as high and low."
        } else {
            "Where the table is posted so, the pot is divided between the highest and the lowest hand."
        },
        if is_divided {
            "The table need not be posted as high and low."
        } else {
            "No posting at the table divides the pot otherwise."
        },
    );
    if let Some(scale) = &hands.low_scale {
        let text = match **scale {
            LowScale::AceToFive => {
                "For low, aces are low and straights and flushes do not matter; the best is 5-4-3-2-A."
            }
            LowScale::DeuceToSeven => {
                "For low, aces are high and straights and flushes count against a hand; the best is 7-5-4-3-2."
            }
        };
        words.say(text, &["hands.low_scale"]);
    }
    if let Some(qualifier) = &hands.qualifier {
        words.say(format!("A low qualifies with {} high or better.", **qualifier), &["hands.qualifier"]);
    }
    words.either_if(
        "hands.qualifier_waived_if_posted",
        hands.qualifier_waived_if_posted,
        "A posting at the table may waive that.",
        "No posting at the table may waive that.",
    );
    words.either(
        "hands.suits_equal",
        hands.suits_equal,
        "Suits are equal and never break a tie.",
        "Suits break ties.",
    );
    words.either(
        "hands.ace_low_straight",
        hands.ace_low_straight,
        "An ace may stand below the two in a straight.",
        "An ace never stands below the two in a straight.",
    );
    if let Some(highest) = &hands.checked_low_wins_no_bet {
        words.say(
            format!(
                "A hand of {} high or better that was checked after the draw wins no bet made after it.",
                count(**highest)
            ),
            &["hands.checked_low_wins_no_bet"],
        );
    }
}

pub(super) fn showdown(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("The showdown");
    let showdown = &rules.showdown;
    let first = match *showdown.first {
        ShowsFirst::LastToBet => "The last player to bet or raise in the last round shows first",
        ShowsFirst::LastFullBet => {
            "The last player to make a full bet or raise in the last round shows first"
        }
        ShowsFirst::FirstToBet => "The first player to bet in the last round shows first",
    };
    let (nobody_bet, keys) = match &showdown.nobody_bet {
        None => ("the first player left of the button", &["showdown.first"][..]),
        Some(rule) => {
            let who = match **rule {
                NobodyBet::LeftOfButton => "the first player left of the button",
                NobodyBet::BeganLastAction => "who began the last action there was, by a bet or else a check",
            };
            (who, &["showdown.first", "showdown.nobody_bet"][..])
        }
    };
    words.say(format!("{first}; if nobody bet, {nobody_bet}. The others follow clockwise."), keys);
    words.either(
        "showdown.cards_speak",
        showdown.cards_speak,
        "Hands are read from the cards, whatever was said.",
        "A hand is what its player calls it.",
    );
    words.either(
        "showdown.winner_shows_all",
        showdown.winner_shows_all,
        "A winner must show every card of the hand, also when the board plays.",
        "A winner need not show every card of the hand.",
    );
    words.either(
        "showdown.losers_may_muck",
        showdown.losers_may_muck,
        "A player beaten by a shown hand may throw the losing hand in unseen.",
        "Every player in the showdown must show.",
    );
    words.either(
        "showdown.last_player_shows",
        showdown.last_player_shows,
        "The last player left must show.",
        "The last player left need not show.",
    );
    words.either_if(
        "showdown.last_hand_shows",
        showdown.last_hand_shows,
        "The last hand left at the showdown is shown before the pot is pushed, though all others were thrown in.",
        "The last hand left at the showdown need not be shown.",
    );
    words.either_if(
        "showdown.losers_killed_first",
        showdown.losers_killed_first,
        "Losing hands are taken in before the pot is pushed.",
        "The pot may be pushed before losing hands are taken in.",
    );
    words.either_if(
        "showdown.any_may_see",
        showdown.any_may_see,
        "After a called bet, or when all checked, any player may ask to see any live hand.",
        "Nobody may ask to see another hand.",
    );
    if let Some(miscall) = &showdown.miscall {
        match **miscall {
            Miscall::ManagementDecides => words.say(
                "If a false call makes another player throw a hand away, \
                 management decides whether the caller loses the pot.",
                &["showdown.miscall"],
            ),
        }
    }
}

pub(super) fn pots(rules: &PokerRules, words: &mut Words<'_>) {
    words.heading("Pots");
    let pots = &rules.pots;
    words.either(
        "pots.side_pots",
        pots.side_pots,
        "A player who is all in plays only for what others matched; more makes a side pot.",
        "There are no side pots.",
    );
    words.either(
        "pots.unmatched_returned",
        pots.unmatched_returned,
        "A bet that nobody matched goes back.",
        "A bet that nobody matched stays in the pot.",
    );
    words.either(
        "pots.equal_hands_share",
        pots.equal_hands_share,
        "Equal best hands share a pot equally.",
        "Equal best hands do not share.",
    );
    let odd = match *pots.odd_chips {
        OddChips::OneEach => "go one each to the winners from the left of the button",
        OddChips::AllToFirst => "go all to the first winner left of the button",
    };
    words.say(format!("Chips that cannot be divided {odd}."), &["pots.odd_chips"]);
    if let Some(half) = &pots.odd_half {
        let half = match **half {
            Half::High => "high",
            Half::Low => "low",
        };
        words
            .say(format!("The odd chip between the two halves goes to the {half} hand."), &["pots.odd_half"]);
    }
    words.either_if(
        "pots.scoop_undivided",
        pots.scoop_undivided,
        "A player who wins both halves takes the pot undivided.",
        "A pot is halved even if one player wins both halves.",
    );
    words.either_if(
        "pots.low_judged_in_each_pot",
        pots.low_judged_in_each_pot,
        "Each pot is halved, and its low judged, among its own players.",
        "The low is judged once for all pots.",
    );
}

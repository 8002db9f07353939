//! The ways of betting that a house offers, each with its blinds, bets and fees.

use crate::poker::betting::{
    BetSize, BlindGoes, BlindPlan, BlindSizes, BuyInOf, CollectionKind, LeastBet, LeastRaise, Limit, MostBet,
    Structure, StructureRules,
};
use crate::poker::rules::PokerRules;
use crate::words::{Words, list, some, times};

pub(super) fn structures(rules: &PokerRules, words: &mut Words<'_>) {
    for (place, structure) in rules.structures.iter().enumerate() {
        let title = match *structure.structure {
            Structure::Limit => "Limit betting",
            Structure::Spread => "Spread-limit betting",
            Structure::PotLimit => "Pot-limit betting",
            Structure::NoLimit => "No-limit betting",
        };
        words.heading(title);
        let at = At(place + 1);
        opened(structure, &at, words);
        posted(structure, &at, words);
        bets(rules, structure, &at, words);
        money(structure, &at, words);
    }
}

/// The place of a structure in its book, to name its keys by.
struct At(usize);

impl At {
    fn say(&self, text: impl Into<String>, keys: &[&str], words: &mut Words<'_>) {
        let keys: Vec<String> = keys.iter().map(|key| format!("structures.{}.{key}", self.0)).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        words.say(text, &keys);
    }
}

fn limits(limits: &[Limit]) -> String {
    let limits: Vec<String> =
        limits.iter().map(|limit| format!("{} and {}", limit.low, limit.high)).collect();
    list(&limits, "or")
}

fn opened(structure: &StructureRules, at: &At, words: &mut Words<'_>) {
    let sizes = match *structure.structure {
        Structure::Limit => "Bets and raises have a fixed size",
        Structure::Spread => "Bets and raises lie between two figures",
        Structure::PotLimit => "Bets and raises go up to the pot",
        Structure::NoLimit => "Bets and raises go up to the stack",
    };
    let offered = if *structure.offered {
        "the house offers such tables"
    } else {
        "such tables stay closed until the house turns them on"
    };
    at.say(format!("{sizes}; {offered}."), &["structure", "offered"], words);
    match &structure.limits {
        Some(listed) => {
            at.say(format!("The only limits are {}.", limits(listed)), &["limits"], words);
        }
        None => {
            let text = "The limits and blinds are those of the collection schedule.";
            at.say(text, &["offered"], words);
        }
    }
    if let Some(locked) = &structure.locked {
        let text = format!("The limits {} stay closed until the house confirms them.", limits(locked));
        at.say(text, &["locked"], words);
    }
}

fn posted(structure: &StructureRules, at: &At, words: &mut Words<'_>) {
    let who = match *structure.blinds {
        BlindPlan::SmallAndBig => "The first two players left of the button post a small and a big blind",
        BlindPlan::One => "The first player left of the button posts the only blind",
        BlindPlan::ButtonSmallBig => "The button and the first two players on its left post blinds",
    };
    let sizes = match *structure.sizes {
        BlindSizes::Row => "as large as the row of the schedule prints",
        BlindSizes::LowerLimit => {
            "the big one as large as the lower limit, the small one half of it, up to a whole dollar"
        }
        BlindSizes::RowAndButton => {
            "the two on its left as the row of the schedule prints, the button's what they leave of the limit"
        }
        BlindSizes::Bet => "as large as the lower limit",
        BlindSizes::Table => "as large as the table says",
    };
    at.say(format!("{who}, {sizes}."), &["blinds", "sizes"], words);
    let goes = match *structure.blind_goes {
        BlindGoes::Pot => "The blinds go into the pot.",
        BlindGoes::Drop => {
            "The blind goes into the drop as the fee of the hand; it counts as a bet all the same."
        }
    };
    at.say(goes, &["blind_goes"], words);
}

fn bets(rules: &PokerRules, structure: &StructureRules, at: &At, words: &mut Words<'_>) {
    if let Some(bets) = &structure.bets {
        let rounds: Vec<&str> =
            rules.streets.iter().filter(|street| *street.betting).map(|street| street.name.word()).collect();
        let sizes: Vec<String> = bets
            .iter()
            .enumerate()
            .map(|(place, size)| {
                let round = rounds.get(place).copied().unwrap_or("last round");
                let size = match size {
                    BetSize::Small => "smaller",
                    BetSize::Big => "larger",
                };
                format!("on the {round} the {size} one")
            })
            .collect();
        at.say(
            format!("Of the two figures of the limit the bet is {}.", list(&sizes, "and")),
            &["bets"],
            words,
        );
    }
    let least = match *structure.least {
        LeastBet::Fixed => "the bet of the round",
        LeastBet::LowerLimit => "the lower limit",
        LeastBet::BigBlind => "the big blind",
    };
    let most = match *structure.most {
        MostBet::Fixed => "the bet of the round",
        MostBet::UpperLimit => "the upper limit",
        MostBet::Pot => "what the pot holds after the player's own call",
        MostBet::Stack => "all the player has",
    };
    at.say(
        format!("A bet is at least {least}; a bet or raise is at most {most}."),
        &["least", "most"],
        words,
    );
    let raise = match *structure.raise {
        LeastRaise::Fixed => "the bet of the round",
        LeastRaise::LastRaise => "as much as the last full bet or raise",
    };
    let raises = match structure.raises.limit() {
        None => "any number of raises may follow a bet".to_owned(),
        Some(most) => {
            format!("a bet and {} are the most in one round", some(most, "raise", "raises"))
        }
    };
    at.say(format!("A raise is at least {raise}; {raises}."), &["raise", "raises"], words);
    let completes = if *structure.completes {
        "An all-in that falls short of the bet or raise may be filled up to it by the next player."
    } else {
        "A raise over an all-in that falls short of the bet or raise adds to the all-in amount."
    };
    at.say(completes, &["completes"], words);
}

fn money(structure: &StructureRules, at: &At, words: &mut Words<'_>) {
    let fee = match *structure.collection {
        CollectionKind::PotByPlayers => {
            "The house is paid from the pot of each hand, by the number of players."
        }
        CollectionKind::Blind => "The house is paid by the blind of each hand.",
        CollectionKind::SeatByTime => "The house is paid by each seated player for every half hour.",
        CollectionKind::PotByTimeOrPlayers => {
            "The house is paid from one pot in each half hour, or from each pot by the number of players, \
             as the schedule says."
        }
    };
    at.say(fee, &["collection"], words);
    if let Some(buy_in) = &structure.buy_in {
        let rows: Vec<String> = buy_in
            .iter()
            .map(|row| {
                let of = match row.of {
                    BuyInOf::LowerLimit => "lower limit",
                    BuyInOf::UpperLimit => "upper limit",
                    BuyInOf::BigBlind => "big blind",
                };
                let from = if row.from.is_zero() { String::new() } else { format!(", from {} on", row.from) };
                format!("{} the {of}{from}", times(*row.times))
            })
            .collect();
        at.say(format!("The first buy-in is at least {}.", list(&rows, "and")), &["buy_in"], words);
    }
}

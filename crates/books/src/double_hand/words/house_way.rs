//! The chart of the house way, one sentence a row.

use cards::Rank;

use crate::double_hand::DoubleHandRules;
use crate::double_hand::house_way::{Front, Least, Shape, WayRow};
use crate::ranks::Ranks;
use crate::words::{Words, list};

pub(super) fn house_way(rules: &DoubleHandRules, words: &mut Words<'_>) {
    let way = &rules.house_way;
    words.heading("The house way");
    match &way.borrowed_from {
        None => words.say(
            format!("The house dealer sets hands by the chart called {}.", *way.name),
            &["house_way.name"],
        ),
        Some(house) => words.say(
            format!(
                "The house dealer sets hands by the chart called {}, which is that of {house}, \
                 because this house filed none.",
                *way.name
            ),
            &["house_way.name", "house_way.borrowed_from"],
        ),
    }
    words.say("The first of these rows that fits the seven cards decides; a pair is better than high cards, and the joker is an ace.", &["house_way.rows"]);
    for (place, row) in way.rows.iter().enumerate() {
        let base = format!("house_way.rows.{}", place + 1);
        let keys: Vec<String> = ["hand", "ranks", "complete", "front", "at_least", "otherwise"]
            .iter()
            .map(|key| format!("{base}.{key}"))
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        words.say(sentence(row), &keys);
    }
}

fn sentence(row: &WayRow) -> String {
    let hand = hand(row);
    let (least, other) = match (&row.at_least, &row.otherwise) {
        (Some(least), Some(other)) => (**least, **other),
        _ => return format!("With {hand}, {}.", goes(*row.front)),
    };
    let front = goes(*row.front);
    let if_reached = match (least, is_one(*row.front)) {
        (Least::Any, _) => "if there is one".to_owned(),
        (least, true) => format!("if it is {}", least_front(least)),
        (least, false) => format!("if they are {}", least_front(least)),
    };
    format!("With {hand}, {front} {if_reached}; otherwise {}.", goes(other))
}

fn hand(row: &WayRow) -> String {
    let ranks = row.ranks.as_ref().map(|ranks| names(ranks));
    let shape = match (*row.hand, ranks) {
        (Shape::FiveAces, _) => "five aces".to_owned(),
        (Shape::FourOfAKind, None) => "four of a kind".to_owned(),
        (Shape::FourOfAKind, Some(ranks)) => format!("four {ranks}"),
        (Shape::TwoThrees, _) => "two threes of a kind".to_owned(),
        (Shape::FullHouse, _) => "three of a kind and a pair or two".to_owned(),
        (Shape::ThreePair, _) => "three pairs".to_owned(),
        (Shape::ThreeOfAKind, None) => "three of a kind and no pair".to_owned(),
        (Shape::ThreeOfAKind, Some(ranks)) => format!("three {ranks} and no pair"),
        (Shape::TwoPair, None) => "two pairs".to_owned(),
        (Shape::TwoPair, Some(ranks)) => format!("two pairs, the bigger of {ranks}"),
        (Shape::OnePair, None) => "one pair".to_owned(),
        (Shape::OnePair, Some(ranks)) => format!("a pair of {ranks}"),
        (Shape::NoPair, None) => "no pair".to_owned(),
        (Shape::NoPair, Some(ranks)) => format!("no pair and one of the {ranks} as the highest card"),
    };
    match row.complete.as_ref().map(|complete| complete.value) {
        None => shape,
        Some(true) if *row.hand == Shape::NoPair => format!("{shape} but a straight or a flush"),
        Some(true) => format!("{shape}, and a straight or a flush"),
        Some(false) => format!("{shape}, and neither a straight nor a flush"),
    }
}

/// The ranks as "aces, kings or queens", or "fives or lower" where they go down to the twos.
fn names(ranks: &Ranks) -> String {
    let list_of: Vec<Rank> = ranks.iter().collect();
    let goes_down = list_of.windows(2).all(|two| two[0] as u8 == two[1] as u8 + 1);
    match list_of.as_slice() {
        [first, .., Rank::Two] if goes_down => format!("{} or lower", plural(*first)),
        _ => {
            let names: Vec<String> = list_of.iter().map(|rank| plural(*rank).to_owned()).collect();
            list(&names, "or")
        }
    }
}

fn plural(rank: Rank) -> &'static str {
    match rank {
        Rank::Two => "twos",
        Rank::Three => "threes",
        Rank::Four => "fours",
        Rank::Five => "fives",
        Rank::Six => "sixes",
        Rank::Seven => "sevens",
        Rank::Eight => "eights",
        Rank::Nine => "nines",
        Rank::Ten => "tens",
        Rank::Jack => "jacks",
        Rank::Queen => "queens",
        Rank::King => "kings",
        Rank::Ace => "aces",
    }
}

/// Whether the words for a front are in the singular.
fn is_one(front: Front) -> bool {
    matches!(front, Front::LowPair | Front::HighPair | Front::PairLeavingComplete)
}

fn goes(front: Front) -> String {
    let cards = match front {
        Front::SecondAndThird => "the second and third highest cards",
        Front::BestOthers => "the best two other cards",
        Front::LowPair => "the lowest pair",
        Front::HighPair => "the highest pair that leaves a three of a kind whole",
        Front::AceAndNext => "one ace and the best other card",
        Front::TwoOfHighThree => "two cards of the higher three",
        Front::TwoOfFour => "two of the four",
        Front::TwoAces => "two aces",
        Front::BestLeavingComplete => "the best two cards that leave a straight or a flush in back",
        Front::PairLeavingComplete => "the best pair that leaves a straight or a flush in back",
        Front::RowsBelow => return "the rows below decide, as if there were no straight or flush".to_owned(),
    };
    format!("{cards} {} in front", if is_one(front) { "goes" } else { "go" })
}

fn least_front(least: Least) -> &'static str {
    match least {
        Least::Queen => "at least a queen",
        Least::King => "at least a king",
        Least::Ace => "at least an ace",
        Least::Pair => "a pair",
        Least::Any => "there",
    }
}

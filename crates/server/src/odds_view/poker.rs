//! Poker: nobody has an edge over a bank; how often each hand comes at the end.

use books::poker::{HoleUse, LowScale, PokerRules, Wins};
use books::thousands;
use odds::frequencies::{Ranking, count};

use super::{OddsTable, Said, percent};

pub(super) fn said(rules: &PokerRules) -> Said {
    let hands = &rules.hands;
    let (uses, wins) = (hands.uses.value, hands.wins.value);
    let is_deuce = hands.low_scale.as_ref().is_some_and(|scale| scale.value == LowScale::DeuceToSeven);
    let rankings: Vec<(Ranking, u8, &str)> = match (uses, wins) {
        (HoleUse::AllFive, _) if is_deuce => vec![(Ranking::DeuceToSeven, 5, "Five cards before the draw")],
        (HoleUse::AllFive, _) => vec![(Ranking::AceToFive, 5, "Five cards before the draw")],
        // Nine cards take much longer than seven.
        (HoleUse::ExactlyTwo | HoleUse::AtMostTwo, _) => Vec::new(),
        (HoleUse::Any, Wins::HighLow) => vec![
            (Ranking::High, 7, "High hands of seven cards"),
            (Ranking::EightOrBetter, 7, "Low hands of seven cards"),
        ],
        (HoleUse::Any, _) => vec![(Ranking::High, 7, "The best five of seven cards")],
    };
    let table = |(ranking, cards, title): (Ranking, u8, &str)| {
        let found = count(ranking, cards)?;
        let row = |(name, hands): &(String, u64)| {
            vec![name.clone(), thousands(*hands), percent(*hands as f64 / found.hands as f64, 4)]
        };
        Some(OddsTable::new(title, &["Hand", "Hands", "Comes"], found.classes.iter().map(row).collect()))
    };
    let tables: Vec<OddsTable> = rankings.into_iter().filter_map(table).collect();
    let mut words = vec![
        "Players play for a pot, so no wager has an edge of its own; the house takes its collection, and the rest goes \
         from the worse players to the better ones."
            .to_owned(),
    ];
    if tables.is_empty() {
        words.push("How often its hands come is printed by cardroom frequencies.".to_owned());
    }
    Said { words, tables, basis: "Exact: every hand is counted.".to_owned(), ..Said::default() }
}

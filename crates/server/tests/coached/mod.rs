//! What the coach said, worked out again from nothing but what its reader was sent: so no answer can hang on a card that
//! the reader may not know.

use std::collections::BTreeMap;

use books::Rules;
use coach::{Advice, Asked, Coach, Review};
use room::TableView;
use serde_json::Value;
use server::RoundHistory;

use crate::knowledge::{Log, Secret, Sent, Way, plants_in_advice};

/// What one reader was sent of a table.
struct Read {
    /// The table after each event.
    views: BTreeMap<u64, TableView>,
    /// Finished rounds.
    rounds: BTreeMap<u64, RoundHistory>,
}

impl Read {
    fn of(record: &[Sent], viewer: Option<u64>) -> Read {
        let mut read = Read { views: BTreeMap::new(), rounds: BTreeMap::new() };
        for sent in record.iter().filter(|sent| sent.viewer == viewer) {
            match sent.way {
                Way::Socket | Way::View => {
                    let message: Value = serde_json::from_str(&sent.raw).expect("a message is JSON");
                    if let Ok(view) = serde_json::from_value::<TableView>(message["view"].clone()) {
                        read.views.insert(view.number, view);
                    }
                }
                Way::Round => {
                    let round: RoundHistory = serde_json::from_str(&sent.raw).expect("a finished round");
                    read.rounds.insert(round.round, round);
                }
                _ => {}
            }
        }
        read
    }

    /// What the coach says to this reader, if the answer came at a moment that they saw.
    fn advice(
        &self,
        coach: &Coach,
        person: u32,
        rules: &Rules,
        asked: &Asked<'_>,
        number: u64,
    ) -> Option<Advice> {
        Some(coach.advise(self.views.get(&number)?, person, rules, asked))
    }

    fn review(
        &self,
        coach: &Coach,
        person: u32,
        rules: &Rules,
        asked: &Asked<'_>,
        round: u64,
    ) -> Option<Review> {
        let history = self.rounds.get(&round)?;
        let events = history.lines.iter().filter_map(|line| Some((line.number, line.event.as_ref()?)));
        let review = coach.review(person, rules, &history.views, events, asked);
        Some(Review { round, ..review })
    }
}

/// Compares every answer with what follows from the reader's own sight, then puts hints at hidden cards into some and
/// demands that they are found. Gives how many answers there were and how many hints.
pub(crate) fn check(
    rules: &Rules,
    decks: Option<u8>,
    record: &[Sent],
    log: &Log,
) -> Result<(usize, usize), String> {
    let coach = Coach::default();
    let asked = Asked { decks, ..Asked::default() };
    let mut readers: BTreeMap<Option<u64>, Read> = BTreeMap::new();
    let (mut answers, mut with_hands, mut hints) = (0, 0, 0);
    for sent in record.iter().filter(|sent| matches!(sent.way, Way::Coach | Way::Review)) {
        let read = readers.entry(sent.viewer).or_insert_with(|| Read::of(record, sent.viewer));
        let person = sent.viewer.expect("somebody asks") as u32;
        if sent.way == Way::Review {
            let told: Review = serde_json::from_str(&sent.raw).map_err(|_| sent.raw.clone())?;
            let expected = read.review(&coach, person, rules, &asked, told.round);
            if expected.as_ref() != Some(&told) {
                return Err(format!("the review {told:#?} is not {expected:#?}"));
            }
            answers += 1;
            continue;
        }
        let told: Advice = serde_json::from_str(&sent.raw).map_err(|_| sent.raw.clone())?;
        let Some(expected) = read.advice(&coach, person, rules, &asked, told.number) else { continue };
        if told != expected {
            return Err(format!("the advice {told:#?} is not {expected:#?}"));
        }
        answers += 1;
        with_hands += usize::from(!told.hands.is_empty());
        for secret in [Secret::Hole, Secret::Private, Secret::Discard, Secret::Burn, Secret::Deck] {
            for bad in plants_in_advice(log, secret, sent) {
                let is_missed = serde_json::from_str::<Advice>(&bad.raw).is_ok_and(|bad| bad == expected);
                if is_missed {
                    return Err(format!("a hint at {secret:?} is not found in {}", bad.raw));
                }
                hints += 1;
            }
        }
    }
    let is_silent = matches!(rules, Rules::Pan(_));
    if answers == 0 || (with_hands == 0) != is_silent {
        return Err(format!("{answers} answers, {with_hands} about hands"));
    }
    Ok((answers, hints))
}

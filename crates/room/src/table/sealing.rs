//! Eight decks are sealed, words are opened, and together they choose one deck and its order; docs/shuffle.md says how.

use std::collections::VecDeque;

use seal::{
    Cut, DECKS, Hash, Sealed, Shuffle, Spoken, commitment, composition, hex, house_words, mark, unhex,
};
use serde::{Deserialize, Serialize};

use super::{Phase, Step, Table};
use crate::PersonId;
use crate::event::Event;
use crate::shoe::ShoeCut;
use crate::time::Time;
use crate::told::Seen;

/// How long sealed decks wait for words to be opened; a client does it at once and by itself.
const WORDS_MS: i64 = 3_000;

/// The words of the next shuffle, and what is remembered of those before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shuffles {
    /// How many were sealed so far.
    pub(super) count: u64,
    /// What tells the table from all others, once a deck was sealed.
    pub(super) mark: Option<String>,
    /// The words given for the next one, still closed.
    pub(super) given: Vec<Spoken>,
    /// Whose words were not opened in the last one, so that the next goes without.
    pub(super) left_out: Vec<PersonId>,
    /// How many were given up.
    pub(super) aborted: u64,
    /// The decks that wait for words to be opened.
    pub(super) sealing: Option<Sealing>,
}

/// Decks that are sealed and not yet cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sealing {
    /// The event that sealed them.
    pub(super) number: u64,
    pub(super) roots: Vec<String>,
    /// The seeds of the decks and of the house's own words.
    pub(super) seeds: Vec<String>,
    /// The closed set, with the words that are open already.
    pub(super) words: Vec<Spoken>,
    /// Until when words are waited for.
    pub(super) until: Time,
    /// The shoe that is cut anew; nothing where decks were sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shoe: Option<ShoeCut>,
}

/// A sealed deck that all words have cut.
pub(super) struct CutDeck {
    pub(super) sealed: Sealed,
    pub(super) cut: Cut,
    /// The number of this shuffle; a shoe that lasts was sealed by an earlier one.
    pub(super) shuffle: u64,
    /// How many of the first cards are burnt.
    pub(super) burnt: u8,
    /// What was published of it.
    pub(super) sealing: Sealing,
}

/// How far the shuffles of a table have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShufflesSoFar {
    /// How many were sealed.
    pub count: u64,
    /// What tells the table from all others, in hexadecimal, once a deck was sealed.
    pub mark: Option<String>,
    /// The closed words for the next one, by person.
    pub given: Vec<(PersonId, String)>,
}

impl Shuffles {
    pub(super) fn is_new(&self) -> bool {
        *self == Shuffles::default()
    }
}

impl Sealing {
    /// Whose words are still closed.
    pub(super) fn missing(&self) -> impl Iterator<Item = PersonId> {
        self.words.iter().filter(|spoken| spoken.words.is_none()).map(|spoken| spoken.person)
    }
}

/// 64 hexadecimal digits that the table itself wrote down.
fn own(text: &str) -> Hash {
    unhex(text).expect("the table writes hashes as hexadecimal digits")
}

impl Table {
    /// Whether decks are sealed and cut at this table, as they are at every new one.
    #[must_use]
    pub fn seals(&self) -> bool {
        self.state.seals
    }

    /// The table shuffles as version 0.1.0 did, because its log or the case that is played there was written for it.
    pub fn shuffles_as_before(&mut self) {
        self.state.seals = false;
    }

    /// How far its shuffles have come.
    #[must_use]
    pub fn shuffles_so_far(&self) -> ShufflesSoFar {
        let Shuffles { count, mark, given, .. } = &self.state.shuffles;
        let given = given.iter().map(|spoken| (spoken.person, spoken.commitment.clone())).collect();
        ShufflesSoFar { count: *count, mark: mark.clone(), given }
    }

    pub(super) fn shuffle_of(&self, number: u64) -> Shuffle {
        let mark = self.state.shuffles.mark.as_deref().map(own).unwrap_or_default();
        Shuffle { mark, table: self.id, number }
    }

    /// Closes the set of words and seals the decks; of a shoe that lasts only the words are new.
    fn seal(&mut self, step: &mut Step<'_, '_>) {
        let shoe = self.shoe_in_use().cloned();
        let mut seeds: Vec<Hash> = match &shoe {
            Some(shoe) => shoe.seeds.iter().map(|seed| own(seed)).collect(),
            None => (0..DECKS).map(|_| (step.input.seeds)()).collect(),
        };
        let house = (step.input.seeds)();
        seeds.push(house);
        let (decks, house) = (&seeds[..usize::from(DECKS)], &house);
        let shuffles = &mut self.state.shuffles;
        shuffles.count += 1;
        let (count, left_out) = (shuffles.count, std::mem::take(&mut shuffles.left_out));
        let mut given = std::mem::take(&mut shuffles.given);
        let mark = shuffles.mark.get_or_insert_with(|| hex(&mark(house))).clone();
        given.retain(|spoken| !left_out.contains(&spoken.person) && self.person(spoken.person).is_ok());
        let for_silent = |person: PersonId| {
            let words = house_words(house, person);
            let commitment = hex(&commitment(self.id, count, person, &words));
            Spoken { person, commitment, is_outside: false, words: Some(words) }
        };
        let people = self.state.people.iter().map(|seated| seated.person);
        let is_silent = |person: &PersonId| given.iter().all(|spoken| spoken.person != *person);
        let silent: Vec<Spoken> = people.filter(is_silent).map(for_silent).collect();
        given.extend(silent);
        given.sort_by_key(|spoken| spoken.person);
        let shuffle = self.shuffle_of(count);
        let in_order = self.deck_in_order();
        let ahead = self.roots_ahead(&shuffle, decks, &in_order);
        let sealed = || Sealed::all(&shuffle, decks, &in_order);
        let known = self.passed.as_mut().and_then(VecDeque::pop_front).or(ahead);
        let (roots, shoe) = match (shoe, known) {
            (Some(shoe), _) => (shoe.roots, Some(shoe.cut)),
            (None, Some(roots)) => (roots, None),
            (None, None) => (sealed().iter().map(|sealed| hex(&sealed.root())).collect(), None),
        };
        let seeds: Vec<String> = seeds.iter().map(|seed| hex(seed)).collect();
        let closed: Vec<Spoken> =
            given.iter().map(|spoken| Spoken { words: None, ..spoken.clone() }).collect();
        let event = |seeds| Event::Sealed {
            shuffle: count,
            mark: mark.clone(),
            cards: in_order.len() as u32,
            composition: hex(&composition(&in_order)),
            roots: roots.clone(),
            words: closed.clone(),
            seeds,
            shoe: shoe.clone(),
        };
        let seen = Seen::of(Some(event(Vec::new())), Vec::new());
        let full = event(seeds.clone());
        self.push(full, Vec::new(), Some(seen), &mut step.told);
        let (number, until) = (self.state.number, step.input.now.after_ms(WORDS_MS));
        self.state.shuffles.sealing = Some(Sealing { number, roots, seeds, words: given, until, shoe });
    }

    /// A deck that is sealed and cut, as soon as all words are open; nothing while they are waited for. So many of its
    /// cards are burnt.
    pub(super) fn cut(&mut self, burnt: u8, step: &mut Step<'_, '_>) -> Option<CutDeck> {
        if self.state.shuffles.sealing.is_none() {
            self.seal(step);
        }
        self.state.shuffles.sealing.as_ref().filter(|sealing| sealing.missing().next().is_none())?;
        let sealing = self.state.shuffles.sealing.take()?;
        let Sealing { roots, seeds, words, shoe, .. } = &sealing;
        let shuffle = self.shuffle_of(self.state.shuffles.count);
        let in_order = self.deck_in_order();
        let roots: Vec<Hash> = roots.iter().map(|root| own(root)).collect();
        let spoken = words.iter().map(|one| (one.person, one.words.as_deref().unwrap_or("")));
        let cut = match shoe {
            Some(shoe) => {
                let root = &roots[usize::from(shoe.deck - 1)];
                Cut::again(&shuffle, shoe.deck, root, spoken, shoe.left(in_order.len()))
            }
            None => Cut::new(&shuffle, &roots, spoken, in_order.len()),
        };
        let dealt = usize::from(cut.deck - 1);
        let sealed_by = shoe.as_ref().map_or(shuffle, |shoe| self.shuffle_of(shoe.sealed));
        let sealed = Sealed::new(&sealed_by, cut.deck, &own(&seeds[dealt]), &in_order);
        let mut opened: Vec<String> = seeds.iter().take(usize::from(DECKS)).cloned().collect();
        opened[dealt].clear();
        let (words, deck, shuffle) = (words.clone(), cut.deck, shuffle.number);
        let sealed_by = shoe.as_ref().map(|shoe| shoe.sealed);
        let event = Event::Cut { shuffle, words, deck, opened, burnt, sealed: sealed_by };
        self.tell(event, &mut step.told);
        Some(CutDeck { sealed, cut, shuffle, burnt, sealing })
    }

    /// When the decks that are sealed wait no longer for words.
    pub(super) fn words_due(&self) -> Option<Time> {
        let sealing = self.state.shuffles.sealing.as_ref()?;
        let is_waiting = sealing.missing().next().is_some() && self.state.phase != Phase::Closed;
        is_waiting.then_some(sealing.until)
    }

    /// The event that sealed the decks which wait for words.
    pub(super) fn sealed_at(&self) -> Option<u64> {
        self.state.shuffles.sealing.as_ref().map(|sealing| sealing.number)
    }
}

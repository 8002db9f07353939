//! Events as they are told: under a number, with the chips they moved, and what each pair of eyes sees.

use std::sync::Arc;

use seal::{Opening, Sealed};

use crate::PersonId;
use crate::event::Event;
use crate::ledger::Transfer;
use crate::view::Watcher;

/// An event of a round as others than the auditor may see it; nothing stands for what stays hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What the rail sees.
    pub rail: Option<Event>,
    /// What those see who see something else, by person.
    pub others: Vec<(PersonId, Option<Event>)>,
    /// Whether the house's own people see all of it; if not, they see what the rail sees.
    pub is_for_staff: bool,
}

impl Seen {
    /// What the rail and the house's own people see, and those who see something else.
    #[must_use]
    pub fn of(rail: Option<Event>, others: Vec<(PersonId, Option<Event>)>) -> Seen {
        Seen { rail, others, is_for_staff: false }
    }

    /// What is between the house's own people and one other person.
    #[must_use]
    pub fn between_staff_and(person: PersonId, event: &Event) -> Seen {
        Seen { rail: None, others: vec![(person, Some(event.clone()))], is_for_staff: true }
    }
}

/// A card, or a throw of dice, whose proof somebody may see from now on. The proof itself is made when it is asked for:
/// most of the time nobody looks, and hashing a deck costs more than everything else that a round does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Who; nothing for everybody.
    pub to: Option<PersonId>,
    /// The deck that it left.
    deck: Arc<Sealed>,
    /// By which shuffle it left, and as which card of that cut.
    shuffle: u64,
    nth: u32,
    /// Its place in the deck.
    place: u32,
}

impl Shown {
    pub(crate) fn new(to: Option<PersonId>, deck: &Arc<Sealed>, shuffle: u64, place: u32, nth: u32) -> Shown {
        Shown { to, deck: Arc::clone(deck), shuffle, nth, place }
    }

    /// The proof.
    #[must_use]
    pub fn opening(&self) -> Opening {
        Opening { shuffle: self.shuffle, ..self.deck.open(self.place, self.nth) }
    }
}

/// An event with its number, the chips it moved, and who may see what of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its number at the table, from 1 and without a gap.
    pub number: u64,
    /// The whole event, for the log.
    pub event: Event,
    /// The chips it moved.
    pub transfers: Vec<Transfer>,
    /// What people see of it; nothing if everybody sees all.
    pub seen: Option<Seen>,
    /// The cards that it shows, each of which can be proven.
    pub openings: Vec<Shown>,
}

impl Told {
    /// An event that moves no chips and that everybody sees.
    #[must_use]
    pub fn plain(number: u64, event: Event) -> Told {
        Told { number, event, transfers: Vec::new(), seen: None, openings: Vec::new() }
    }

    /// The proofs of the cards that somebody sees from now on.
    pub fn openings_for(&self, person: Option<PersonId>) -> impl Iterator<Item = Opening> {
        let is_for = move |shown: &&Shown| shown.to.is_none() || shown.to == person;
        self.openings.iter().filter(is_for).map(Shown::opening)
    }

    /// The event as somebody may see it: a person at the table, the staff, or the rail.
    #[must_use]
    pub fn seen_by(&self, watcher: impl Into<Watcher>) -> Option<&Event> {
        let Some(seen) = &self.seen else { return Some(&self.event) };
        let watcher = watcher.into();
        if watcher == Watcher::Staff && seen.is_for_staff {
            return Some(&self.event);
        }
        let own = seen.others.iter().find(|(other, _)| Some(*other) == watcher.person());
        own.map_or(seen.rail.as_ref(), |(_, event)| event.as_ref())
    }
}

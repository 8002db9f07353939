//! The words that people give to a shuffle: closed ahead of time, opened once the decks are sealed.

use games::round::Refusal;
use seal::{Spoken, WORDS_MOST, commitment, hex, unhex};

use super::{Step, Table, refuse};
use crate::PersonId;
use crate::event::Event;
use crate::system::System;
use crate::view::WordsView;

impl Table {
    /// The shuffle for which words are given now.
    pub(crate) fn next_shuffle(&self) -> u64 {
        self.state.shuffles.count + 1
    }

    /// Whether the room seals decks here, so that words are worth giving.
    pub(crate) fn takes_words(&self) -> bool {
        self.state.seals && !self.is_entered()
    }

    /// Takes closed words for the next shuffle from somebody at the table.
    pub(super) fn give_words(
        &mut self,
        person: PersonId,
        shuffle: u64,
        commitment: &str,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if !self.takes_words() {
            return Err(refuse(&System::NoSealedDecks));
        }
        self.person(person)?;
        let next = self.next_shuffle();
        if shuffle != next {
            return Err(refuse(&System::OtherShuffle { next }));
        }
        if unhex(commitment).is_none() {
            return Err(refuse(&System::NotACommitment));
        }
        let shuffles = &mut self.state.shuffles;
        if shuffles.left_out.contains(&person) {
            return Err(refuse(&System::LeftOut));
        }
        let commitment = commitment.to_owned();
        shuffles.given.retain(|spoken| spoken.person != person);
        let spoken = Spoken { person, commitment: commitment.clone(), is_outside: true, words: None };
        shuffles.given.push(spoken);
        self.tell(Event::WordsGiven { person, shuffle, commitment }, &mut step.told);
        Ok(())
    }

    /// The words for the next shuffle, as somebody sees them.
    pub(crate) fn words_view(&self, person: Option<PersonId>) -> WordsView {
        let shuffles = &self.state.shuffles;
        let own = |spoken: &&Spoken| Some(spoken.person) == person;
        WordsView {
            next: self.takes_words().then(|| self.next_shuffle()),
            given: shuffles.given.iter().find(own).map(|spoken| spoken.commitment.clone()),
            awaited: person.and_then(|person| self.awaits_words_of(person)),
            is_left_out: person.is_some_and(|person| shuffles.left_out.contains(&person)),
            aborted: shuffles.aborted,
        }
    }

    /// The shuffle whose decks are sealed and wait for somebody's words.
    pub(crate) fn awaits_words_of(&self, person: PersonId) -> Option<u64> {
        let sealing = self.state.shuffles.sealing.as_ref()?;
        sealing.missing().any(|missing| missing == person).then_some(self.state.shuffles.count)
    }

    /// Opens the words that somebody gave, if they are the ones.
    pub(super) fn open_words(
        &mut self,
        person: PersonId,
        shuffle: u64,
        words: &str,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if self.awaits_words_of(person) != Some(shuffle) {
            return Err(refuse(&System::NoWordsAwaited));
        }
        if words.chars().count() > WORDS_MOST || words.chars().any(char::is_control) {
            return Err(refuse(&System::Words { most: WORDS_MOST }));
        }
        let hash = hex(&commitment(self.id, shuffle, person, words));
        let sealing = self.state.shuffles.sealing.as_mut();
        let mut given = sealing.into_iter().flat_map(|sealing| &mut sealing.words);
        let Some(spoken) = given.find(|spoken| spoken.person == person && spoken.commitment == hash) else {
            return Err(refuse(&System::OtherWords));
        };
        spoken.words = Some(words.to_owned());
        let words = words.to_owned();
        self.tell(Event::WordsOpened { person, shuffle, words }, &mut step.told);
        Ok(())
    }

    /// Gives a shuffle up whose words were not opened in time. The next one is sealed anew, and goes without those who
    /// did not speak: what others have opened is known by now.
    pub(super) fn give_up_words(&mut self, step: &mut Step<'_, '_>) {
        if self.words_due().is_none_or(|until| step.input.now < until) {
            return;
        }
        let shuffles = &mut self.state.shuffles;
        let Some(sealing) = shuffles.sealing.take() else { return };
        let missing: Vec<PersonId> = sealing.missing().collect();
        shuffles.aborted += 1;
        shuffles.left_out.clone_from(&missing);
        shuffles.given.retain(|spoken| !missing.contains(&spoken.person));
        let (shuffle, aborted) = (shuffles.count, shuffles.aborted);
        self.tell(Event::ShuffleAborted { shuffle, missing, aborted }, &mut step.told);
    }
}

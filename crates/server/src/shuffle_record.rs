//! One shuffle as its reader may check it: what was published, what people said, and the cards that the reader saw.

use room::{Event, Opening, ShoeCut, Spoken, TableId, Told};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A shuffle of a finished round, with everything that docs/shuffle.md needs to check it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShuffleRecord {
    /// The way of shuffling.
    pub version: String,
    /// What tells the table from all tables of all rooms, in hexadecimal.
    pub mark: String,
    /// The number of the table.
    pub table: TableId,
    /// Which shuffle of the table.
    pub shuffle: u64,
    /// The shoe that was cut anew, sealed by an earlier shuffle; nothing where decks were sealed.
    #[serde(default)]
    pub shoe: Option<ShoeCut>,
    /// The roots of the sealed decks, published before any word was opened, in hexadecimal.
    pub roots: Vec<String>,
    /// Who has given what; without an outside word the house could have known the cut.
    pub words: Vec<Spoken>,
    /// Which deck the words chose, from 1; 0 for a shuffle that was given up.
    pub chosen: u8,
    /// The seeds of the decks by their order, in hexadecimal; empty for the one that was dealt.
    pub opened: Vec<String>,
    /// How many of the first cards of the cut were burnt, unseen.
    #[serde(default)]
    pub burnt: u8,
    /// The proofs of the cards that the reader saw, and of the dice.
    pub openings: Vec<Opening>,
}

/// Takes an event of a shuffle into the list.
pub(crate) fn note_shuffle(list: &mut Vec<ShuffleRecord>, event: &Event, table: TableId) {
    match event {
        Event::Sealed { shuffle, mark, roots, words, shoe, .. } => list.push(ShuffleRecord {
            version: seal::VERSION.to_owned(),
            mark: mark.clone(),
            table,
            shuffle: *shuffle,
            shoe: shoe.clone(),
            roots: roots.clone(),
            words: words.clone(),
            ..ShuffleRecord::default()
        }),
        Event::Cut { words, deck, opened, burnt, .. } => {
            if let Some(record) = list.last_mut() {
                record.words.clone_from(words);
                record.chosen = *deck;
                record.opened.clone_from(opened);
                record.burnt = *burnt;
            }
        }
        Event::ButtonPlaced { .. }
        | Event::WordsGiven { .. }
        | Event::WordsOpened { .. }
        | Event::ShuffleAborted { .. }
        | Event::CutCardOut { .. }
        | Event::NewShoe
        | Event::CardsOut
        | Event::Shuffled { .. }
        | Event::RoundBegan { .. }
        | Event::Round { .. }
        | Event::Revealed { .. }
        | Event::RoundEnded { .. }
        | room::table_events!() => {}
    }
}

/// Puts proofs to the shuffles that they belong to.
pub(crate) fn note_openings(list: &mut [ShuffleRecord], openings: Vec<Opening>) {
    for opening in openings {
        let record = list.iter_mut().find(|record| record.shuffle == opening.shuffle);
        if let Some(record) = record
            && record.openings.iter().all(|known| known.place != opening.place)
        {
            record.openings.push(opening);
        }
    }
}

/// The seeds of decks that are sealed and not cut yet, for the auditor.
#[derive(Default)]
pub(crate) struct SealedSeeds(Vec<String>);

impl SealedSeeds {
    /// Takes an event of a shuffle, and the seed of the deck that is dealt.
    pub(crate) fn note(&mut self, told: &Told, dealt: &mut Vec<String>) {
        match &told.event {
            Event::Sealed { seeds, .. } => self.0.clone_from(seeds),
            Event::Cut { deck, .. } => dealt.extend(self.0.get(usize::from(*deck) - 1).cloned()),
            Event::ButtonPlaced { .. }
            | Event::WordsGiven { .. }
            | Event::WordsOpened { .. }
            | Event::ShuffleAborted { .. }
            | Event::CutCardOut { .. }
            | Event::NewShoe
            | Event::CardsOut
            | Event::Shuffled { .. }
            | Event::RoundBegan { .. }
            | Event::Round { .. }
            | Event::Revealed { .. }
            | Event::RoundEnded { .. }
            | room::table_events!() => {}
        }
    }
}

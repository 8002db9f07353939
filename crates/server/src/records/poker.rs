//! Hands of poker as histories that other programs read.

use std::collections::BTreeMap;

use games::{Seat, poker};
use room::{Event, PersonId, TableId};
use store::Stream;

use super::Records;
use crate::hall::HallError;
use crate::journal::Books;
use crate::walk::walk_trusting;

impl Records {
    /// A poker hand of a table in the PHH format, with the cards that somebody saw.
    ///
    /// # Errors
    /// When there is no such hand, it is of another family, or the format cannot hold it.
    pub(crate) fn phh(
        &self,
        table: TableId,
        wanted: u64,
        person: Option<PersonId>,
        has_left: &dyn Fn() -> bool,
    ) -> Result<String, HallError> {
        let store = self.store()?;
        let library = self.library(&*store)?;
        let books = Books { at_hand: &self.shelf, library: &library };
        let from = self.place_of(&*store, table, wanted)?.first;
        let mut begun = None;
        let mut events: Vec<(u64, poker::Event)> = Vec::new();
        let mut full: Vec<(u64, poker::Event)> = Vec::new();
        let mut is_in = false;
        let mut is_over = false;
        walk_trusting(&*store, books, Stream(table), from, self.key.as_ref(), &mut |_, told, table| {
            for one in told {
                match &one.event {
                    Event::RoundBegan { round, .. } => is_in = *round == wanted,
                    Event::RoundEnded { round, .. } if *round == wanted => {
                        is_in = false;
                        is_over = true;
                    }
                    Event::Round { of } if is_in => {
                        let numbered = |of| poker::Event::of(of).map(|event| (one.number, event));
                        full.extend(numbered(of));
                        if let Some(Event::Round { of }) = one.seen_by(person) {
                            events.extend(numbered(of));
                        }
                    }
                    // A step that was taken back is no part of the hand as it was played.
                    Event::TakenBack { first, .. } if is_in => {
                        full.retain(|(number, _)| number < first);
                        events.retain(|(number, _)| number < first);
                    }
                    Event::ButtonPlaced { .. }
                    | Event::WordsGiven { .. }
                    | Event::Sealed { .. }
                    | Event::WordsOpened { .. }
                    | Event::ShuffleAborted { .. }
                    | Event::Cut { .. }
                    | Event::CutCardOut { .. }
                    | Event::NewShoe
                    | Event::CardsOut
                    | Event::Shuffled { .. }
                    | Event::Round { .. }
                    | Event::Revealed { .. }
                    | Event::RoundEnded { .. }
                    | room::table_events!() => {}
                }
            }
            if begun.is_none() && (is_in || is_over) {
                begun = table.poker_hand_before();
            }
            !is_over && !has_left()
        })
        .map_err(HallError::Store)?;
        let Some((mut hand, setup)) = begun.filter(|_| is_over) else {
            return Err(HallError::NotFound(format!("table {table} has no finished poker hand {wanted}")));
        };
        let full: Vec<poker::Event> = full.into_iter().map(|(_, event)| event).collect();
        let mut events: Vec<poker::Event> = events.into_iter().map(|(_, event)| event).collect();
        // What was shown at the end everybody knows, unless cards were exchanged: then only some of them.
        let has_draw = full
            .iter()
            .any(|event| matches!(event, poker::Event::Chose { choice: poker::Choice::Draw(_), .. }));
        let is_shown = |seat| full.contains(&poker::Event::Showed { seat });
        // Cards that lay unseen on the felt are known once they were turned up, each by its place in the hand.
        let turned = |of: Seat, nth: u8| {
            full.iter().find_map(|event| {
                let poker::Event::Turned { seat, place, card } = *event else { return None };
                ((seat, place) == (of, nth)).then_some(card)
            })
        };
        let mut dealt: BTreeMap<Seat, u8> = BTreeMap::new();
        for (seen, whole) in events.iter_mut().zip(&full) {
            hand.apply(whole);
            let poker::Event::Dealt { place: poker::Place::Private(seat), card } = *whole else { continue };
            let nth = dealt.entry(seat).or_default();
            if !has_draw && is_shown(seat) {
                let card = card.or_else(|| turned(seat, *nth));
                *seen = poker::Event::Dealt { place: poker::Place::Private(seat), card };
            }
            *nth += 1;
        }
        phh::write(&hand, &setup, &events).map_err(|fault| HallError::Refused(fault.to_string()))
    }
}

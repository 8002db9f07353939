//! The draw for the first button of a poker game: it comes before the hand, and stands in the hand's record, so that
//! whoever saw it can check it.

use cards::Card;
use games::Seat;
use room::{Event, Opening, TableId, Told};
use serde::{Deserialize, Serialize};
use store::{Reader, Stream};
use utoipa::ToSchema;

use crate::journal::TableEntry;
use crate::shuffle_record::{ShuffleRecord, note_openings, note_shuffle};

/// How many events before a draw are looked through at first, and at the most.
const EVENTS: (u64, u64) = (64, 8_192);

/// Cards that were drawn for the button before a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ButtonDraw {
    /// The number of the event that tells of it.
    pub number: u64,
    /// Where the button is.
    pub seat: Seat,
    /// The cards by seat, in the order in which they left the deck.
    pub drawn: Vec<(Seat, Card)>,
    /// The shuffle that was drawn from, after those for it that were given up; none by version 0.1.0.
    pub shuffles: Vec<ShuffleRecord>,
}

/// A draw with the proofs of its cards, which everybody sees.
pub(crate) struct SeenDraw {
    draw: ButtonDraw,
    openings: Vec<Opening>,
}

impl SeenDraw {
    /// The draw that an event tells of, if it does.
    pub(crate) fn of(told: &Told) -> Option<SeenDraw> {
        let Event::ButtonPlaced { seat, drawn, .. } = &told.event else { return None };
        let (seat, drawn, number) = (*seat, drawn.clone(), told.number);
        let openings = told.openings_for(None).collect();
        let draw = ButtonDraw { number, seat, drawn, shuffles: Vec::new() };
        (!draw.drawn.is_empty()).then_some(SeenDraw { draw, openings })
    }

    /// The draw with everything that its reader needs to check it.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub(crate) fn proven(self, store: &dyn Reader, table: TableId) -> Result<ButtonDraw, String> {
        let SeenDraw { mut draw, openings } = self;
        for event in since_last_round(store, table, draw.number)? {
            note_shuffle(&mut draw.shuffles, &event, table);
        }
        note_openings(&mut draw.shuffles, openings);
        Ok(draw)
    }
}

/// What happened at a table after the round before an event.
fn since_last_round(store: &dyn Reader, table: TableId, number: u64) -> Result<Vec<Event>, String> {
    let (mut back, most) = EVENTS;
    loop {
        let from = number.saturating_sub(back).max(1);
        let limit = usize::try_from(number - from + 1).unwrap_or(usize::MAX);
        let entries = store.entries(Stream(table), from, limit).map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        for logged in entries.iter().take_while(|logged| logged.entry.first <= number) {
            let body: TableEntry =
                serde_json::from_str(&logged.entry.body).map_err(|error| error.to_string())?;
            events.extend((logged.entry.first..).zip(body.events().iter().cloned()));
        }
        events.retain(|(own, _)| *own < number);
        let ended = events.iter().rposition(|(_, event)| matches!(event, Event::RoundEnded { .. }));
        if ended.is_some() || from == 1 || back >= most {
            let after = ended.map_or(0, |place| place + 1);
            return Ok(events.into_iter().skip(after).map(|(_, event)| event).collect());
        }
        back *= 4;
    }
}

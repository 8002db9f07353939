//! What happens at a table, as plain sentences that can be read aloud.
//!
//! `people` tells of the table between rounds; each family has its own module for the rounds. A sentence says what
//! its event says and what lies open on the table, and never more: whoever sees the event may read it.

mod blackjack;
mod desk;
mod double_hand;
mod pan;
mod people;
mod poker;
mod scene;
mod settled;
mod three_card;

use games::round::Event as Round;

use crate::event::{Event, Net};
use crate::table::Table;
use crate::told::Told;
use crate::view::Watcher;
use scene::Scene;

/// An event as one sentence, for whoever sees that event; `table` is the table right after the command that told
/// it, so that hands shown in the meantime can be named. [`Told::words`] may come later.
#[must_use]
pub fn words(event: &Event, table: &Table) -> String {
    sentence(event, &Scene::of(table))
}

/// What a round brought somebody, as one sentence: "Seat 3 wins $40."
#[must_use]
pub fn result_words(net: &Net, table: &Table) -> String {
    format!("{}.", scene::start(&people::result(net, &Scene::of(table))))
}

impl Told {
    /// What somebody at the table reads of it, the staff or the rail; empty if it stays hidden from them. The table may have
    /// moved on since: a later round is not taken for the one that this belongs to.
    #[must_use]
    pub fn words(&self, watcher: impl Into<Watcher>, table: &Table) -> String {
        let scene = Scene::at(table, self.number);
        self.seen_by(watcher).map_or(String::new(), |event| sentence(event, &scene))
    }
}

fn sentence(event: &Event, scene: &Scene<'_>) -> String {
    match event {
        Event::Round { of } => of_round(of, scene),
        event => people::words(event, scene),
    }
}

macro_rules! of_round {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        fn of_round(event: &Round, scene: &Scene<'_>) -> String {
            match event { $(Round::$Family(event) => $folder::words(event, scene),)+ }
        }
    };
}

games::families!(of_round);

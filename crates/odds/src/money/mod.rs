//! The money of a banked table: what banker, seats and house come to after collection, what fees and a short stake cost,
//! and which money lasts.
//!
//! What is closed is worked out; the rest is found by rounds through the engine, played against a bank that can always
//! pay. What a stake makes of such a round follows from the order in which its wagers were settled, so what a stake that
//! does not reach comes to is set beside what is known of one that does, and chance has a part in the rest alone. Every
//! [`Number`] says which it is. Rounds are added up as they come, so that memory does not grow with them.
//!
//! An hour of the banker has as many hands as the rotation lets one person bank. Every round begins with a full fresh shoe and the same wagers and stake. Seats play the chart, set the house way, or
//! use the card that the bank shows.
//!
//! ```
//! use books::{BookId, Money, Shelf};
//! use odds::money::{Setup, Wagers, view};
//!
//! let shelf = Shelf::filed();
//! let book = shelf.book(&BookId::new("mortimers", "double-hand")).unwrap();
//! let seats = [20, 50].map(|dollars| Wagers { base: Money::dollars(dollars), sides: Vec::new() });
//! let mut setup = Setup::new(book.rules.clone(), seats.to_vec());
//! setup.schedule = Some(shelf.schedule(&book, "2").unwrap());
//! setup.rounds = 2_000;
//! let view = view(&setup).unwrap();
//! assert!(view.banker.per_hand.is_exact() && !view.banker.deviation.is_exact());
//! assert_eq!(view.house.per_hand.value, 300.0);
//! ```

mod blackjack;
mod compare;
mod counts;
mod double_hand;
mod even;
mod fees;
mod moments;
mod number;
mod people;
mod risk;
mod sample;
mod setup;
mod sides;
mod table;
mod three_card;
mod view;

use books::{Rule, Rules};
use games::{About, SetupFault, Wrong};

pub use number::{How, Number};
pub use setup::{Fault, Setup, Wagers};
pub use view::{
    Banked, BreakEven, Cliff, Compared, Correlation, Cut, Dry, Fees, Outcome, Payer, Person, Range, Session,
    Short, View,
};

use crate::seating::Seating;
use table::Family;

/// A book made ready: what takes long and does not depend on the wagers is worked out once.
pub struct Model(Box<dyn Family>);

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Model").finish_non_exhaustive()
    }
}

impl Model {
    /// Makes a book ready, with a shoe of so many decks where that can be chosen.
    ///
    /// # Errors
    /// When the game has no bank, is not one that can be worked out, or has no decks to choose.
    pub fn of(rules: &Rules, decks: Option<u8>) -> Result<Model, Fault> {
        let family = match blackjack::of(rules, decks) {
            Some(family) => family?,
            None => {
                let family =
                    double_hand::of(rules).or_else(|| three_card::of(rules)).ok_or(Fault::NotBanked)?;
                if decks.is_some() {
                    return Err(Fault::Decks);
                }
                family
            }
        };
        Ok(Model(family))
    }

    /// The wagers beside the opening one, in the order of [`Wagers::sides`].
    #[must_use]
    pub fn side_names(&self) -> &'static [&'static str] {
        self.0.side_names()
    }

    /// How many seats the filed table has.
    #[must_use]
    pub fn table_seats(&self) -> u8 {
        self.0.table_seats()
    }

    /// The money of a table; its rules and decks are those of the model. After every few thousand rounds the caller is
    /// told how many are played, and says whether to go on.
    ///
    /// # Errors
    /// What is wrong with the table, or that it was stopped.
    pub fn view(&self, setup: &Setup, go_on: impl FnMut(u64) -> bool) -> Result<View, Fault> {
        setup.check()?;
        self.check_seats(setup)?;
        let known = self.side_names();
        if let Some(seat) = setup.seats.iter().position(|seat| seat.sides.len() > known.len()) {
            return Err(Fault::Sides { seat: usize::from(setup.seating.players[seat]), known });
        }
        people::view(&*self.0, setup, go_on)
    }

    /// Refuses seats that the table does not have; too many players for all of its seats are refused with its clause.
    fn check_seats(&self, setup: &Setup) -> Result<(), Fault> {
        let (seats, Seating { bank, players }) = (self.table_seats(), &setup.seating);
        if players.len() >= usize::from(seats) {
            return Ok(());
        }
        if let Some(seat) = players.iter().chain([bank]).copied().find(|seat| *seat > seats) {
            return Err(Fault::NoSeat { seat, seats });
        }
        if players.contains(bank) {
            return Err(Fault::BankSeat { seat: *bank });
        }
        Ok(())
    }
}

/// The money of a table.
///
/// # Errors
/// What is wrong with it.
pub fn view(setup: &Setup) -> Result<View, Fault> {
    Model::of(&setup.rules, setup.decks)?.view(setup, |_| true)
}

/// Refuses more seats than a table has.
fn check_size(setup: &Setup, seats: Rule<u8>) -> Result<(), Fault> {
    let wanted = setup.seats.len() + 1;
    if wanted <= usize::from(seats.value) {
        return Ok(());
    }
    let what = Wrong::TableSize { seats: wanted.min(255) as u8, most: seats.value };
    Err(Fault::Table(vec![SetupFault { about: About::Table, what, clause: seats.clause }]))
}

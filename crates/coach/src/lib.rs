//! A coach: for the hand in front of somebody, what each choice is worth, which is best, and why.
//!
//! It is given the view that anybody in that seat gets, as a bot is, and nothing else: two rounds that differ only in
//! what the viewer may not see get the same advice. What takes long to work out is kept for each book. Whether a table
//! may be coached at all is for the server to say; see [`System::CoachPractice`](room::System::CoachPractice).
//!
//! ```
//! use books::{Money, Shelf};
//! use coach::{Asked, Coach};
//! use games::Seat;
//! use room::{By, Command, Input, Spec, Table, Time, Wager, Watcher};
//!
//! let shelf = Shelf::filed();
//! let book = shelf.book(&shelf.find("pinnacle/three-card-6-card-bonus").unwrap()).unwrap();
//! let spec = Spec::practice(&shelf, "pinnacle/three-card-6-card-bonus").unwrap();
//! let (mut table, _) = Table::open(&shelf, 1, spec).unwrap();
//! let mut give = |person: u32, command: Command| {
//!     let (now, wallet) = (Time(1_000_000), Money::dollars(5_000));
//!     let mut input = Input { now, seeds: &mut || [7; 32], name: "Ann", wallet, is_bot: false };
//!     table.command(By::Patron(person), &command, &mut input).unwrap();
//! };
//! for person in [1, 2] {
//!     give(person, Command::Sit { seat: Seat::new(person as u8), buy_in: Money::dollars(2_000) });
//! }
//! give(1, Command::TakeBank { stake: Money::dollars(500) });
//! let wager = Wager { base: Money::dollars(10), ..Wager::default() };
//! give(2, Command::PutWager { spot: Seat::new(2), wager });
//! give(2, Command::Ready);
//!
//! let advice = Coach::default().advise(&table.view(Watcher::Person(2)), 2, &book.rules, &Asked::default());
//! let best = advice.hands[0].best().unwrap();
//! assert!(best.name == "Play" || best.name == "Fold");
//! ```

mod advice;
mod blackjack;
mod double_hand;
mod kept;
mod pan;
mod poker;
mod review;
mod sample;
mod three_card;

pub use advice::{Advice, HandAdvice, Rated};
pub use double_hand::weigh;
pub use kept::Coach;
pub use review::{Moment, Review};

use books::Rules;
use games::Party;
use games::round::{Choice, Event, Offer, SeatView, View};
use room::{PersonId, SeatInfo, TableView};

/// How much work advice may take, and what a view does not say.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// How many decks the table's shoe holds; the book's usual number if left out.
    pub decks: Option<u8>,
    /// Whether double hands are counted against every hand of the other side, which takes seconds, instead of a sample.
    pub is_exact: bool,
    /// How many deals a sample has.
    pub deals: u32,
    /// Whether nobody waits for the answer any more.
    pub has_left: &'a dyn Fn() -> bool,
}

impl Default for Asked<'_> {
    fn default() -> Self {
        Asked { decks: None, is_exact: false, deals: 20_000, has_left: &|| false }
    }
}

/// What somebody who is asked something sees.
pub(crate) struct Sight<'a> {
    pub(crate) round: &'a View,
    /// Everybody with chips at the table.
    pub(crate) people: &'a [SeatInfo],
    /// The place of the own money in the round.
    pub(crate) purse: u8,
    /// Whose money each bet of a banked round is; bets are listed spot by spot, who plays a spot before who backs it.
    pub(crate) bets: &'a [u8],
    /// What is offered; never what only the house dealer chooses.
    pub(crate) offers: Vec<Offer>,
    /// A choice that is rated with its own amount too, because it was made.
    pub(crate) also: Option<Choice>,
    pub(crate) asked: &'a Asked<'a>,
    pub(crate) coach: &'a Coach,
}

impl Sight<'_> {
    /// Everybody as whom something may be chosen, in their order.
    pub(crate) fn parties(&self) -> Vec<Party> {
        let mut parties: Vec<Party> = self.offers.iter().map(|offer| offer.who).collect();
        parties.sort_by_key(|who| who.0);
        parties.dedup();
        parties
    }

    /// What one of them may choose.
    pub(crate) fn offers_of(&self, who: Party) -> impl Iterator<Item = &Offer> {
        self.offers.iter().filter(move |offer| offer.who == who)
    }

    /// The seats on which own money lies.
    pub(crate) fn own_seats(&self) -> Vec<&SeatView> {
        let is_own = |seat: &&SeatView| seat.wagers.iter().any(|wager| wager.purse == self.purse);
        self.round.seats.iter().filter(is_own).collect()
    }
}

macro_rules! by_family {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        fn advise(sight: &Sight<'_>, rules: &Rules) -> Vec<HandAdvice> {
            match rules {
                $(Rules::$Family(rules) => $folder::advise(sight, rules),)+
            }
        }

        /// What an event says that somebody chose.
        pub(crate) fn chosen(event: &Event) -> Option<review::Chosen> {
            match event {
                $(Event::$Family(event) => $folder::chosen(event),)+
            }
        }
    };
}

games::families!(by_family);

impl Coach {
    /// What is advised to somebody who sees this of a table; no hand if nothing is asked of them.
    #[must_use]
    pub fn advise(&self, view: &TableView, person: PersonId, rules: &Rules, asked: &Asked<'_>) -> Advice {
        self.advise_about(view, person, rules, asked, None)
    }

    /// The same, with a choice that was made rated among the others by its very amount.
    pub(crate) fn advise_about(
        &self,
        view: &TableView,
        person: PersonId,
        rules: &Rules,
        asked: &Asked<'_>,
        also: Option<Choice>,
    ) -> Advice {
        let mut advice =
            Advice { number: view.number, round: view.round_number, hands: Vec::new(), words: String::new() };
        let purse = view.round_people.iter().position(|one| one.person == person);
        let (Some(round), Some(purse)) = (view.round.as_ref(), purse) else {
            advice.words = "You have no money in this round, so there is nothing to advise.".to_owned();
            return advice;
        };
        let offers: Vec<Offer> =
            round.offers.iter().filter(|offer| offer.who != Party::DEALER).copied().collect();
        let is_asked = !offers.is_empty();
        let (people, bets, purse) = (&view.people, &view.round_bets, purse as u8);
        let sight = Sight { round, people, purse, bets, offers, also, asked, coach: self };
        advice.hands = advise(&sight, rules);
        advice.hands.retain(|hand| !hand.choices.is_empty());
        if advice.hands.is_empty() {
            advice.words = match is_asked {
                true => "The coach has no numbers for what is asked of you now.".to_owned(),
                false => "Nothing is asked of you now.".to_owned(),
            };
        }
        advice
    }
}

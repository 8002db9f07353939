//! What is asked of a round.

use std::fmt;
use std::sync::Arc;

use books::{Clause, Money};
use cards::Card;

use super::{GameFace, Move, OfferOf};
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, View, Viewer, Waits};
use crate::seat::{Party, Seat};

/// A round of one family: no clock, no randomness, no input or output.
pub trait RoundFace: Clone + fmt::Debug + PartialEq + Sized {
    /// A book ready to be played.
    type Game: GameFace<Setup = Self::Setup>;
    /// What stands on the table when a round begins.
    type Setup;
    /// What somebody does when a round waits for a choice.
    type Choice: Copy;
    /// One fact of a round.
    type Event: Copy;
    /// Something irregular that the dealer or the floor reports.
    type Report: Copy;

    /// Checks a setup against its game and opens the round.
    ///
    /// # Errors
    /// Every fault of the setup.
    fn open(
        game: &Arc<Self::Game>,
        setup: &Arc<Self::Setup>,
        events: &mut impl Record<Self::Event>,
    ) -> Result<Self, Vec<Fault>>;

    /// The round as it stood before its first event, for a log to be applied to.
    ///
    /// # Errors
    /// Every fault of the setup.
    fn unopened(game: &Arc<Self::Game>, setup: &Arc<Self::Setup>) -> Result<Self, Vec<Fault>>;

    /// What the round waits for.
    fn waits(&self) -> Waits;

    /// Deals the next card to the place the round waits for; `None` deals it face down unseen.
    ///
    /// # Errors
    /// When no card is expected or there is no such card; the round is unchanged.
    fn card(&mut self, card: Option<Card>, events: &mut impl Record<Self::Event>) -> Result<(), Refusal>;

    /// Takes somebody's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    fn choose(
        &mut self,
        who: Party,
        choice: Self::Choice,
        events: &mut impl Record<Self::Event>,
    ) -> Result<(), Refusal>;

    /// Takes a report of something irregular and does what the filing says.
    ///
    /// # Errors
    /// When the report does not fit; the round is unchanged.
    fn report(&mut self, report: Self::Report, events: &mut impl Record<Self::Event>) -> Result<(), Refusal>;

    /// Takes an event of a log as it happened, without deciding anything anew.
    fn apply(&mut self, event: &Self::Event);

    /// Everything that is allowed now.
    fn offers(&self) -> Vec<OfferOf<Self::Choice>>;

    /// What the amounts of a choice are multiples of, between its least and its largest.
    fn step(&self, _choice: &Self::Choice) -> Money {
        Money::cents(1)
    }

    /// How readily silence makes a choice that is offered, the lowest first; nothing where nobody chooses it for
    /// another.
    fn silence(choice: &Self::Choice) -> Option<u8>;

    /// Whose money somebody acts for, by place in the setup's purses or players; nothing for the house dealer.
    fn purse_of(&self, who: Party) -> Option<u8>;

    /// Where the money lies now.
    fn balances(&self) -> Balances;

    /// What a viewer may see now, apart from what is awaited and offered.
    fn view(&self, viewer: Viewer) -> View;

    /// An event as a viewer who is not the auditor may see it at this moment, with the event already applied;
    /// nothing if it must stay hidden.
    fn seen_by(&self, viewer: Viewer, event: &Self::Event) -> Option<Self::Event>;

    /// The clause an event rests on; [`Clause::NONE`] if it cites none.
    fn clause(event: &Self::Event) -> Clause;

    /// The card that an event deals, as far as the event names it; nothing where it deals none.
    fn dealt(event: &Self::Event) -> Option<Option<Card>>;

    /// The cards that an event takes into a hand or out of it, where a card may be there more than once and others do
    /// not see the hand; asked before the event is applied.
    fn moves(&self, _event: &Self::Event) -> Vec<(Seat, Card, Move)> {
        Vec::new()
    }

    /// Whose turn it is, where a turn has several choices and the clock that begins one ends it as well.
    fn turn_of_several(&self) -> Option<u8> {
        None
    }

    /// The card that an event shows to everybody as it goes out of play.
    fn spoils(_event: &Self::Event) -> Option<Card> {
        None
    }

    /// Whether only the floor may say that something is irregular: what voids hands or a round, what falls on
    /// somebody for what they did, and what the filings leave to management.
    fn needs_floor(&self, report: Self::Report) -> bool;

    /// The amount a choice names; nothing where it names none.
    fn amount_of(choice: &Self::Choice) -> Money;

    /// Whether a choice tells cards that only who may make it knows.
    fn names_cards(_choice: &Self::Choice) -> bool {
        false
    }

    /// Whether a choice that is offered names cards that lie unseen, so that nobody but who holds them can make it.
    fn names_unseen(&self, _who: Party, _choice: &Self::Choice) -> bool {
        false
    }

    /// What somebody may say now that names cards of the own hand, by its words; it depends on nothing that others do
    /// not see.
    fn said_with_cards(&self, _purse: u8) -> &'static [&'static str] {
        &[]
    }

    /// Whether a choice may be made beside whoever is in turn, so that nobody waits for it.
    fn is_aside(_choice: &Self::Choice) -> bool {
        false
    }

    /// Whether a choice says what dice show.
    fn is_dice(_choice: &Self::Choice) -> bool {
        false
    }

    /// As whom the house dealer makes a choice; nothing where it is not the dealer's.
    fn dealer_as(_choice: &Self::Choice) -> Option<Party> {
        None
    }

    /// What the house dealer does now where the shuffler deals; `roll` throws so many dice and gives their sum.
    fn dealers_choice(&self, _roll: &mut dyn FnMut(u8) -> u8) -> Option<(Party, Self::Choice)> {
        None
    }

    /// Whether the card that the round waits for lies on the table already, face down, and is only turned up.
    fn turns_up(&self) -> bool {
        false
    }

    /// Whether a human dealer turns up the hand of a player next, which is settled before those that come after it.
    fn opens_hand(&self) -> bool {
        false
    }

    /// What a human dealer does with wagers and cards that lie there before the next card, as sentences.
    fn before_card(&self) -> Option<String> {
        None
    }

    /// Whose unseen hand is entered when it is shown now, and its number of cards.
    fn hand_to_show(&self) -> Option<(Seat, u8)> {
        None
    }

    /// As whom and how a hand is shown that has just been turned up; nothing where turning it up is all there is.
    fn shows(&self, _seat: Seat) -> Option<(Party, Self::Choice)> {
        None
    }

    /// What a human dealer does next while choices are awaited, as a sentence; nothing where players come first.
    fn dealers_step(&self) -> Option<String> {
        None
    }

    /// Voids a spot's hands, or the whole round.
    ///
    /// # Errors
    /// When the book knows no such thing or nothing is left to void; the round is unchanged.
    fn void(
        &mut self,
        _spot: Option<Seat>,
        _fees_returned: bool,
        _events: &mut impl Record<Self::Event>,
    ) -> Result<(), Refusal> {
        Err(Refusal::not_in_this_game())
    }

    /// The same as earlier programs did it, whose logs play again.
    ///
    /// # Errors
    /// As for [`RoundFace::void`].
    fn void_as_before(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Self::Event>,
    ) -> Result<(), Refusal> {
        self.void(spot, fees_returned, events)
    }

    /// Names the cards of a hand that lies unseen when it has to be shown.
    ///
    /// # Errors
    /// When that hand is not shown now or a card cannot be there; the round is unchanged.
    fn turn_up(
        &mut self,
        _seat: Seat,
        _cards: &[Card],
        _events: &mut impl Record<Self::Event>,
    ) -> Result<(), Refusal> {
        Err(Refusal::not_in_this_game())
    }

    /// Reports whether the bank's unseen down card makes a Natural.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    fn look(&mut self, _natural: bool, _events: &mut impl Record<Self::Event>) -> Result<(), Refusal> {
        Err(Refusal::not_in_this_game())
    }

    /// The cards that go back into the deck when it is shuffled now.
    fn shuffled_back(&self) -> Vec<Card> {
        match self.waits() {
            Waits::Shuffle(back) => back.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Takes chips that somebody in the round buys while it is on.
    ///
    /// # Errors
    /// When the book lets nobody do that; the round is unchanged.
    fn buy(
        &mut self,
        _who: Party,
        _amount: Money,
        _events: &mut impl Record<Self::Event>,
    ) -> Result<(), Refusal> {
        Err(Refusal::not_in_this_game())
    }

    /// Says that the deck has been shuffled.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    fn shuffle(&mut self, _events: &mut impl Record<Self::Event>) -> Result<(), Refusal> {
        Err(Refusal::not_in_this_game())
    }

    /// Whether all is dealt again after a report, of which these events came.
    fn is_dealt_again(&self, since: &[Self::Event]) -> bool;

    /// The card that a report says is no longer in the deck.
    fn card_named(_report: &Self::Report) -> Option<Card> {
        None
    }

    /// The seat whose hand a report is about although nothing moves by it, so that somebody must have one there.
    fn seat_named(_report: &Self::Report) -> Option<Seat> {
        None
    }

    /// Whether a report can only be true where a human dealer deals real cards for real chips.
    fn is_of_human_dealer(report: &Self::Report) -> bool;

    /// Whether somebody's hand carries on a row of rounds that the book counts; nothing where it counts none.
    fn carries_on_streak(&self, _purse: u8) -> Option<bool> {
        None
    }

    /// Whether an event pays for the half hour.
    fn pays_half_hour(_event: &Self::Event) -> bool {
        false
    }

    /// Whether an event undoes whatever was settled before it in the round.
    fn undoes_settlements(_event: &Self::Event) -> bool {
        false
    }
}

//! The face of a family: what the room, the server, a case or a program outside asks of any game and any round.
//!
//! Each family answers in its own folder (`face.rs`); [`crate::round`] holds the one table of families and passes
//! every question on. So whoever deals a game never has to know which one it is.

use std::fmt;
use std::sync::Arc;

use books::poker::{StakesFault, Structure};
use books::rates::{Limit, Schedule};
use books::{Clause, Header, Money, Rule};
use cards::{Card, Deck};
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Share};
use crate::begins::Begins;
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, SidePart, View, Viewer, Waits};
use crate::seat::{Party, Seat};

/// A book of one family, ready to be played under one schedule.
pub trait GameFace: Clone + fmt::Debug + Sized {
    /// The rules of its book.
    type Rules;
    /// What stands on its table when a round begins.
    type Setup;

    /// Makes a book ready.
    ///
    /// # Errors
    /// When the house keeps the game closed, or the book does not allow the stakes.
    fn ready(rules: &Self::Rules, asked: &Asked<'_>) -> Result<Self, NotReady>;

    /// What its book begins with.
    fn header(&self) -> &Header;

    /// How its rounds come about.
    fn begins(&self) -> Begins<'_>;

    /// The cards of one whole deck or shoe.
    fn deck(&self) -> Deck;

    /// Whether people may back others' spots from behind the seats.
    fn backline(&self) -> Rule<bool>;

    /// The table's limit on wagers, where a schedule sets one.
    fn limit(&self) -> Option<&Rule<Limit>>;

    /// How many seats the table has.
    fn seats(&self) -> u8 {
        self.header().seats.value
    }

    /// How many may back one spot, where the book counts them.
    fn backers(&self) -> Option<Rule<u8>> {
        None
    }

    /// Whether whoever banks may wager on other spots.
    fn bank_may_wager(&self) -> bool {
        false
    }

    /// Whether a choice may be made over until it is confirmed.
    fn chooses_again(&self) -> bool {
        false
    }

    /// The clause on wagers that are joined into one.
    fn joint_clause(&self) -> Clause {
        Clause::NONE
    }

    /// Whether wagers of several people may be joined into one.
    fn joins_wagers(&self) -> bool {
        false
    }

    /// The wagers that are taken beside the base wager.
    fn sides(&self) -> Vec<SideWager> {
        Vec::new()
    }

    /// What base wagers are multiples of.
    fn wager_step(&self) -> Money {
        Money::cents(1)
    }

    /// How many minutes the seat of somebody who is away is held, on a stroll or at a meal.
    fn seat_held(&self, _is_stroll: bool) -> Option<Rule<u16>> {
        None
    }

    /// The least first buy-in, where the book asks for none as large as the table was told.
    fn buy_in(&self, told: Option<Money>) -> Rule<Money> {
        let limit = self.limit();
        let least = limit.map_or(Money::dollars(1), |limit| limit.min);
        Rule { value: told.unwrap_or(least), clause: limit.map_or(Clause::NONE, |limit| limit.clause) }
    }

    /// What may be bet, in words.
    fn limit_words(&self) -> String {
        match self.limit().map(|limit| (limit.min, limit.max)) {
            Some((min, Some(max))) => format!("{min} to {max}"),
            Some((min, None)) => format!("from {min}"),
            None => "no limit set".to_owned(),
        }
    }

    /// What lies on the table, as this family takes it; nothing where people do not wager against a bank.
    fn lay_out(&self, laid: Laid) -> Option<Self::Setup>;
}

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
}

/// Where a card goes that enters or leaves a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Into the hand, from where everybody has seen it.
    IntoHand,
    /// Out of the hand, for everybody to see.
    OntoTable,
}

/// What a table is asked to be, where its book leaves a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The collection schedule; nothing for a table that charges nothing.
    pub schedule: Option<&'a Schedule>,
    /// Whether the house turns on a game that it keeps closed until asked.
    pub is_turned_on: bool,
    /// The way of betting.
    pub structure: Option<Structure>,
    /// The limit: lower and upper figure.
    pub limit: Option<(Money, Money)>,
    /// The blinds: small and big.
    pub blinds: Option<(Money, Money)>,
    /// How many chips each player puts up before the deal.
    pub tops: Option<u8>,
    /// How many decks the shoe holds.
    pub decks: Option<u8>,
    /// Whether many rounds are dealt from one shoe.
    pub shoe_lasts: bool,
}

impl Asked<'_> {
    /// Refuses a shoe where the book deals every round from one freshly shuffled deck, by this clause.
    ///
    /// # Errors
    /// When a number of decks or a shoe that lasts was asked for.
    pub(crate) fn without_shoe(&self, clause: Clause) -> Result<(), NotReady> {
        if self.decks.is_none() && !self.shoe_lasts {
            return Ok(());
        }
        let what =
            "this game has no shoe: every round is dealt from its own freshly shuffled deck".to_owned();
        Err(NotReady::Shoe { what, clause })
    }
}

/// Why a book cannot be made ready.
#[derive(Clone, Debug)]
pub enum NotReady {
    /// The schedule or the book does not allow these stakes.
    Stakes(StakesFault),
    /// The house keeps the game closed.
    Closed(Clause),
    /// No engine plays the family yet.
    NotPlayed,
    /// The book does not allow what the table was told.
    Told(String),
    /// The book does not allow this shoe.
    Shoe {
        /// Why not, in words.
        what: String,
        /// The clause it rests on.
        clause: Clause,
    },
}

/// What lies on a table where people wager against a bank.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The seat that banks.
    pub bank: Seat,
    /// Whose money the stake is, as a place in `purses`.
    pub banker: u8,
    /// The bank's money in action, the partners' among it.
    pub stake: Money,
    /// Who else has put money into the stake.
    pub partners: Vec<Share>,
    /// Everybody with money in the round.
    pub purses: Vec<Purse>,
    /// The wagers, by rising spot, and on each spot the player's who sits there first.
    pub wagers: Vec<LaidWager>,
}

/// All that one person has put on one spot.
#[derive(Clone, Copy, Debug)]
pub struct LaidWager {
    /// The spot.
    pub spot: Seat,
    /// Whose money it is, as a place in [`Laid::purses`].
    pub purse: u8,
    /// The base wager or ante.
    pub base: Money,
    /// The side wager.
    pub side: Money,
    /// Pair Plus.
    pub pair_plus: Money,
    /// The 6 Card Bonus.
    pub six_card: Money,
    /// The wager it is joined to, where wagers may be joined.
    pub joint: Option<u8>,
}

/// A choice of one family that is open to somebody now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferOf<C> {
    /// Who may choose it: a place in the list of bets, the bank, or in poker the number of the seat.
    pub who: Party,
    /// The choice, with the smallest amount where it has one, and with the first of the cards where some have to be
    /// picked.
    pub choice: C,
    /// The smallest amount; what it costs where there is nothing to decide.
    pub least: Money,
    /// The largest amount.
    pub most: Money,
    /// The least and the most cards that are to be picked or entered.
    pub cards: (u8, u8),
}

/// A wager that may be put down beside the base wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideWager {
    /// The part of a wager it goes into.
    pub part: SidePart,
    /// What people call it.
    pub name: String,
    /// The least amount.
    pub least: Money,
    /// The largest amount; zero if the book sets none.
    pub most: Money,
    /// Whether it has to be as large as the base wager.
    pub equals_base: bool,
}

//! One interface over the rounds of every family, for whoever deals any of the games: the room, a replay of a
//! log, a program outside.
//!
//! A [`Game`] is a book ready to be played, a [`Setup`] what stands on the table, and a [`Round`] says what it
//! [`Waits`] for and takes exactly that. What leaves it goes through [`Round::seen_by`] and [`Round::view`].

mod choice;
mod event;
mod game;
mod money;
mod view;
mod views;

pub use choice::{Choice, Offer, Refusal, Report};
pub use event::Event;
pub use game::{Fault, Game, Setup};
pub use money::Balances;
pub use view::{BankView, HandView, SeatView, View, Viewer, WagerView};

use books::Clause;
use cards::{Card, CardSet};
use serde::{Deserialize, Serialize};

use crate::bank::{Face, Place, Share};
use crate::seat::{Party, Seat};
use crate::{blackjack, double_hand, poker, three_card};

/// Where the next card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "to", rename_all = "kebab-case")]
pub enum Slot {
    /// A hand at a spot; the hands of a spot count from 0.
    Spot {
        /// The spot.
        seat: Seat,
        /// Which of its hands.
        hand: u8,
    },
    /// The bank's hand.
    Bank,
    /// One of the piles at table centre, from 1.
    Pile {
        /// Which.
        pile: u8,
    },
    /// The board.
    Board,
    /// Away unseen.
    Burn,
}

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// The next card.
    Card {
        /// Where it goes.
        slot: Slot,
        /// Which way up it lies; a card that lies face down may be dealt unseen.
        face: Face,
    },
    /// The dealer's word on whether the bank's unseen down card makes a Natural.
    Look,
    /// The deck to be shuffled, with these cards going back into it.
    Shuffle(CardSet),
    /// Choices, of one person or of several at once; [`Round::offers`] lists them.
    Choices,
    /// Nothing: it is over.
    Over,
}

/// A round of any family: no clock, no randomness, no input or output.
#[derive(Clone, Debug, PartialEq)]
pub enum Round {
    /// Blackjack.
    Blackjack(Box<blackjack::Blackjack>),
    /// Double-hand poker.
    DoubleHand(Box<double_hand::DoubleHand>),
    /// Three Card Poker.
    ThreeCard(Box<three_card::ThreeCard>),
    /// Poker, with the seats in the order of the setup.
    Poker(Box<poker::Hand>, Vec<Seat>),
}

impl Round {
    /// Checks a setup against its game and opens the round.
    ///
    /// # Errors
    /// Every fault of the setup.
    ///
    /// # Panics
    /// If game and setup are of different families.
    pub fn open(game: &Game, setup: &Setup) -> Result<(Round, Vec<Event>), Vec<Fault>> {
        match (game, setup) {
            (Game::Blackjack(game), Setup::Blackjack(setup)) => {
                let mut events = Vec::new();
                let round =
                    blackjack::Blackjack::open(game.clone(), setup, &mut events).map_err(Fault::of_bank)?;
                Ok((Round::Blackjack(Box::new(round)), wrap(events, Event::Blackjack)))
            }
            (Game::DoubleHand(game), Setup::DoubleHand(setup)) => {
                let mut events = Vec::new();
                let round =
                    double_hand::DoubleHand::open(game.clone(), setup, &mut |event| events.push(event))
                        .map_err(Fault::of_bank)?;
                Ok((Round::DoubleHand(Box::new(round)), wrap(events, Event::DoubleHand)))
            }
            (Game::ThreeCard(game), Setup::ThreeCard(setup)) => {
                let mut events = Vec::new();
                let round = three_card::ThreeCard::open(game.clone(), setup, &mut |event| events.push(event))
                    .map_err(Fault::of_bank)?;
                Ok((Round::ThreeCard(Box::new(round)), wrap(events, Event::ThreeCard)))
            }
            (Game::Poker(table), Setup::Poker(setup)) => {
                let mut events = Vec::new();
                let hand = poker::Hand::new(table, setup, &mut events).map_err(Fault::of_poker)?;
                let seats = setup.players.iter().map(|player| player.seat).collect();
                Ok((Round::Poker(Box::new(hand), seats), wrap(events, Event::Poker)))
            }
            _ => unreachable!("a setup belongs to the family of its game"),
        }
    }

    /// The round as it stood before its first event, for a log to be applied to.
    ///
    /// # Errors
    /// Every fault of the setup.
    ///
    /// # Panics
    /// If game and setup are of different families.
    pub fn unopened(game: &Game, setup: &Setup) -> Result<Round, Vec<Fault>> {
        Ok(match (game, setup) {
            (Game::Blackjack(game), Setup::Blackjack(setup)) => {
                Round::Blackjack(Box::new(blackjack::Blackjack::unopened(game.clone(), setup.clone())))
            }
            (Game::DoubleHand(game), Setup::DoubleHand(setup)) => {
                Round::DoubleHand(Box::new(double_hand::DoubleHand::unopened(game.clone(), setup.clone())))
            }
            (Game::ThreeCard(game), Setup::ThreeCard(setup)) => {
                Round::ThreeCard(Box::new(three_card::ThreeCard::unopened(game.clone(), setup.clone())))
            }
            (Game::Poker(table), Setup::Poker(setup)) => {
                let hand = poker::Hand::before(table, setup).map_err(Fault::of_poker)?;
                let seats = setup.players.iter().map(|player| player.seat).collect();
                Round::Poker(Box::new(hand), seats)
            }
            _ => unreachable!("a setup belongs to the family of its game"),
        })
    }

    /// What the round waits for.
    #[must_use]
    pub fn waits(&self) -> Waits {
        match self {
            Round::Blackjack(round) => match round.waits() {
                blackjack::Waits::Card { place, face } => Waits::Card { slot: slot(place), face },
                blackjack::Waits::Look => Waits::Look,
                blackjack::Waits::Choices => Waits::Choices,
                blackjack::Waits::Over => Waits::Over,
            },
            Round::DoubleHand(round) => match round.waits() {
                double_hand::Waits::Card(
                    double_hand::Place::Pile(pile) | double_hand::Place::Replacement(pile),
                ) => Waits::Card { slot: Slot::Pile { pile }, face: Face::Down },
                double_hand::Waits::Choices => Waits::Choices,
                double_hand::Waits::Over => Waits::Over,
            },
            Round::ThreeCard(round) => match round.waits() {
                three_card::Waits::Card { place, face } => Waits::Card { slot: slot(place), face },
                three_card::Waits::Choice(_) => Waits::Choices,
                three_card::Waits::Over => Waits::Over,
            },
            Round::Poker(hand, _) => match hand.waits() {
                poker::Waits::Card(poker::Place::Private(seat)) => {
                    Waits::Card { slot: Slot::Spot { seat, hand: 0 }, face: Face::Down }
                }
                poker::Waits::Card(poker::Place::Board) => Waits::Card { slot: Slot::Board, face: Face::Up },
                poker::Waits::Card(poker::Place::Burn) => Waits::Card { slot: Slot::Burn, face: Face::Down },
                poker::Waits::Shuffle(back) => Waits::Shuffle(back),
                poker::Waits::Choices => Waits::Choices,
                poker::Waits::Over => Waits::Over,
            },
        }
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waits() == Waits::Over
    }

    /// Deals the next card to the place the round waits for; `None` deals it face down unseen.
    ///
    /// # Errors
    /// When no card is expected or there is no such card; the round is unchanged.
    pub fn card(&mut self, card: Option<Card>) -> Result<Vec<Event>, Refusal> {
        match self {
            Round::Blackjack(round) => {
                let mut events = Vec::new();
                round.card(card, &mut events)?;
                Ok(wrap(events, Event::Blackjack))
            }
            Round::DoubleHand(round) => {
                let mut events = Vec::new();
                round.card(card, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::DoubleHand))
            }
            Round::ThreeCard(round) => {
                let mut events = Vec::new();
                round.card(card, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::ThreeCard))
            }
            Round::Poker(hand, _) => {
                let mut events = Vec::new();
                hand.card(card, &mut events)?;
                Ok(wrap(events, Event::Poker))
            }
        }
    }

    /// Deals every card that is due face down, unseen, until something else is awaited: what a human dealer has
    /// done when the hands lie on the table.
    ///
    /// # Errors
    /// When no card is due face down; the round is unchanged.
    pub fn deal_unseen(&mut self) -> Result<Vec<Event>, Refusal> {
        let mut events = self.card(None)?;
        while let Waits::Card { face: Face::Down, .. } = self.waits() {
            events.extend(self.card(None)?);
        }
        Ok(events)
    }

    /// Names the cards of a poker hand at the showdown that lie unseen.
    ///
    /// # Errors
    /// When that hand is not shown now or a card cannot be there; the round is unchanged.
    pub fn turn_up(&mut self, seat: Seat, cards: &[Card]) -> Result<Vec<Event>, Refusal> {
        let Round::Poker(hand, _) = self else { return Err(Refusal::not_in_this_game()) };
        let mut events = Vec::new();
        hand.turn_up(seat, cards, &mut events)?;
        Ok(wrap(events, Event::Poker))
    }

    /// Reports whether the bank's unseen down card makes a Natural.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    pub fn look(&mut self, natural: bool) -> Result<Vec<Event>, Refusal> {
        let Round::Blackjack(round) = self else { return Err(Refusal::not_in_this_game()) };
        let mut events = Vec::new();
        round.look(natural, &mut events)?;
        Ok(wrap(events, Event::Blackjack))
    }

    /// Says that the deck has been shuffled.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    pub fn shuffle(&mut self) -> Result<Vec<Event>, Refusal> {
        let Round::Poker(hand, _) = self else { return Err(Refusal::not_in_this_game()) };
        let mut events = Vec::new();
        hand.shuffle(&mut events)?;
        Ok(wrap(events, Event::Poker))
    }

    /// Takes somebody's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    pub fn choose(&mut self, who: Party, choice: Choice) -> Result<Vec<Event>, Refusal> {
        match (self, choice) {
            (Round::Blackjack(round), Choice::Blackjack(choice)) => {
                let mut events = Vec::new();
                round.choose(who, choice, &mut events)?;
                Ok(wrap(events, Event::Blackjack))
            }
            (Round::DoubleHand(round), Choice::DoubleHand(choice)) => {
                let mut events = Vec::new();
                round.choose(who, choice, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::DoubleHand))
            }
            (Round::ThreeCard(round), Choice::ThreeCard(choice)) => {
                let mut events = Vec::new();
                round.choose(who, choice, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::ThreeCard))
            }
            (Round::Poker(hand, _), Choice::Poker(choice)) => {
                let seat = Seat::new(who.0.max(1));
                let mut events = Vec::new();
                hand.choose(seat, choice, &mut events)?;
                Ok(wrap(events, Event::Poker))
            }
            _ => Err(Refusal::not_in_this_game()),
        }
    }

    /// Takes a report of something irregular and does what the filing says.
    ///
    /// # Errors
    /// When the report does not fit; the round is unchanged.
    pub fn report(&mut self, report: Report) -> Result<Vec<Event>, Refusal> {
        match (self, report) {
            (Round::Blackjack(round), Report::Void { spot, fees_returned }) => {
                let mut events = Vec::new();
                round.void(spot, fees_returned, &mut events)?;
                Ok(wrap(events, Event::Blackjack))
            }
            (Round::Blackjack(round), Report::Blackjack(report)) => {
                let mut events = Vec::new();
                round.report(report, &mut events)?;
                Ok(wrap(events, Event::Blackjack))
            }
            (Round::DoubleHand(round), Report::DoubleHand(report)) => {
                let mut events = Vec::new();
                round.report(report, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::DoubleHand))
            }
            (Round::ThreeCard(round), Report::ThreeCard(report)) => {
                let mut events = Vec::new();
                round.report(report, &mut |event| events.push(event))?;
                Ok(wrap(events, Event::ThreeCard))
            }
            (Round::Poker(hand, _), Report::Poker(report)) => {
                let mut events = Vec::new();
                hand.report(report, &mut events)?;
                Ok(wrap(events, Event::Poker))
            }
            _ => Err(Refusal::not_in_this_game()),
        }
    }

    /// Whether only the floor may say that something is irregular: what voids hands or a round, what falls on
    /// somebody for what they did, and what the filings leave to management. What a filing calls a misdeal, and what
    /// anybody can see on the table, the dealer says as well.
    #[must_use]
    pub fn needs_floor(&self, report: Report) -> bool {
        use double_hand::Report as D;
        use poker::{DeadHand, Irregularity as P};
        match (self, report) {
            (_, Report::Void { .. } | Report::Blackjack(_)) => true,
            // The bank's own pile with a wrong count is a misdeal; another's loses its action.
            (Round::DoubleHand(round), Report::DoubleHand(D::WrongCount(seat))) => seat != round.setup().bank,
            (_, Report::DoubleHand(report)) => matches!(
                report,
                D::IdenticalCards
                    | D::BankFoul
                    | D::Cheating(_)
                    | D::LosingWagerRemoved(_)
                    | D::WinningWagerRemoved(_)
                    | D::HouseWayError { .. }
                    | D::Misread { .. }
            ),
            // Before a card is shown all is dealt again; later hands or the whole round are void.
            (Round::ThreeCard(round), Report::ThreeCard(_)) => round.button().is_some(),
            (_, Report::ThreeCard(_)) => true,
            (_, Report::Poker(report)) => matches!(
                report,
                P::FouledDeck | P::MiscallRuled { .. } | P::Dead { why: DeadHand::Floor, .. }
            ),
        }
    }

    /// Takes an event of a log as it happened, without deciding anything anew.
    ///
    /// # Panics
    /// If the event is of another family.
    pub fn apply(&mut self, event: &Event) {
        match (self, event) {
            (Round::Blackjack(round), Event::Blackjack(event)) => round.apply(event),
            (Round::DoubleHand(round), Event::DoubleHand(event)) => round.apply(event),
            (Round::ThreeCard(round), Event::ThreeCard(event)) => round.apply(event),
            (Round::Poker(hand, _), Event::Poker(event)) => hand.apply(event),
            _ => unreachable!("an event belongs to the family of its round"),
        }
    }

    /// Everything that is allowed now.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        match self {
            Round::Blackjack(round) => {
                let mut list = Vec::new();
                round.allowed(&mut list);
                list.into_iter().map(Offer::from).collect()
            }
            Round::DoubleHand(round) => {
                let mut list = Vec::new();
                round.allowed(&mut list);
                list.into_iter().map(Offer::from).collect()
            }
            Round::ThreeCard(round) => {
                let mut list = Vec::new();
                round.allowed(&mut list);
                list.into_iter().map(Offer::from).collect()
            }
            Round::Poker(hand, _) => {
                let mut list = Vec::new();
                hand.allowed(&mut list);
                list.into_iter().filter(|one| hand.awaits(one.seat)).map(Offer::from).collect()
            }
        }
    }

    /// Whose money somebody acts for, as a place in the setup's list of purses or players; nothing for the
    /// house dealer.
    #[must_use]
    pub fn purse_of(&self, who: Party) -> Option<u8> {
        let banked = |banker: u8, partners: &[Share], purses: &mut dyn Iterator<Item = u8>| match who
            .partner_place(partners.len())
        {
            _ if who == Party::BANK => Some(banker),
            Some(partner) => Some(partners[partner].purse),
            None => purses.nth(who.index()),
        };
        match self {
            Round::Blackjack(round) => {
                let setup = round.setup();
                banked(setup.banker, &setup.partners, &mut setup.bets.iter().map(|bet| bet.purse))
            }
            Round::DoubleHand(round) => {
                let setup = round.setup();
                banked(setup.banker, &setup.partners, &mut setup.bets.iter().map(|bet| bet.purse))
            }
            Round::ThreeCard(round) => {
                let setup = round.setup();
                banked(setup.banker, &[], &mut setup.bets.iter().map(|bet| bet.purse))
            }
            Round::Poker(_, seats) => {
                seats.iter().position(|seat| seat.number() == who.0).map(|place| place as u8)
            }
        }
    }
}

impl Event {
    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match self {
            Event::Blackjack(event) => event::blackjack_clause(event),
            Event::DoubleHand(event) => event::double_hand_clause(event),
            Event::ThreeCard(event) => event::three_card_clause(event),
            Event::Poker(event) => event::poker_clause(event),
        }
    }
}

fn slot(place: Place) -> Slot {
    match place {
        Place::Hand { spot, hand } => Slot::Spot { seat: spot, hand },
        Place::Bank => Slot::Bank,
    }
}

fn wrap<T>(events: Vec<T>, one: impl Fn(T) -> Event) -> Vec<Event> {
    events.into_iter().map(one).collect()
}

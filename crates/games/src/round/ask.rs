//! What is asked of a round and of its choices, events and reports, passed on to their family.

use books::{Clause, Money};
use cards::Card;

use super::{
    Balances, Choice, Event, Fault, Game, Offer, Refusal, Report, Round, Setup, View, Viewer, Waits,
};
use crate::face::{Move, RoundFace};
use crate::seat::{Party, Seat};
use crate::{blackjack, double_hand, pan, poker, three_card};

macro_rules! ask_round {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
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
                    $((Game::$Family(game), Setup::$Family(setup)) => {
                        let mut events = Vec::new();
                        let round = <$folder::$Round as RoundFace>::open(game, setup, &mut events)?;
                        Ok((Round::$Family(Box::new(round)), wrap(events, Event::$Family)))
                    })+
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
                    $((Game::$Family(game), Setup::$Family(setup)) => {
                        Round::$Family(Box::new(<$folder::$Round as RoundFace>::unopened(game, setup)?))
                    })+
                    _ => unreachable!("a setup belongs to the family of its game"),
                })
            }

            /// What the round waits for.
            #[must_use]
            pub fn waits(&self) -> Waits {
                match self { $(Round::$Family(round) => RoundFace::waits(&**round),)+ }
            }

            /// Deals the next card to the place the round waits for; `None` deals it face down unseen.
            ///
            /// # Errors
            /// When no card is expected or there is no such card; the round is unchanged.
            pub fn card(&mut self, card: Option<Card>) -> Result<Vec<Event>, Refusal> {
                match self {
                    $(Round::$Family(round) => {
                        let mut events = Vec::new();
                        RoundFace::card(&mut **round, card, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                }
            }

            /// Names the cards of a hand that lies unseen when it has to be shown.
            ///
            /// # Errors
            /// When that hand is not shown now or a card cannot be there; the round is unchanged.
            pub fn turn_up(&mut self, seat: Seat, cards: &[Card]) -> Result<Vec<Event>, Refusal> {
                match self {
                    $(Round::$Family(round) => {
                        let mut events = Vec::new();
                        RoundFace::turn_up(&mut **round, seat, cards, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                }
            }

            /// Reports whether the bank's unseen down card makes a Natural.
            ///
            /// # Errors
            /// When the round does not wait for that; the round is unchanged.
            pub fn look(&mut self, natural: bool) -> Result<Vec<Event>, Refusal> {
                match self {
                    $(Round::$Family(round) => {
                        let mut events = Vec::new();
                        RoundFace::look(&mut **round, natural, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                }
            }

            /// The cards that go back into the deck when it is shuffled now.
            #[must_use]
            pub fn shuffled_back(&self) -> Vec<Card> {
                match self { $(Round::$Family(round) => RoundFace::shuffled_back(&**round),)+ }
            }

            /// Takes chips that somebody in the round buys while it is on.
            ///
            /// # Errors
            /// When the book lets nobody do that; the round is unchanged.
            pub fn buy(&mut self, who: Party, amount: Money) -> Result<Vec<Event>, Refusal> {
                match self {
                    $(Round::$Family(round) => {
                        let mut events = Vec::new();
                        RoundFace::buy(&mut **round, who, amount, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                }
            }

            /// Says that the deck has been shuffled.
            ///
            /// # Errors
            /// When the round does not wait for that; the round is unchanged.
            pub fn shuffle(&mut self) -> Result<Vec<Event>, Refusal> {
                match self {
                    $(Round::$Family(round) => {
                        let mut events = Vec::new();
                        RoundFace::shuffle(&mut **round, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                }
            }

            /// Takes somebody's choice.
            ///
            /// # Errors
            /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
            pub fn choose(&mut self, who: Party, choice: Choice) -> Result<Vec<Event>, Refusal> {
                match (self, choice) {
                    $((Round::$Family(round), Choice::$Family(choice)) => {
                        let mut events = Vec::new();
                        RoundFace::choose(&mut **round, who, choice, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                    _ => Err(Refusal::not_in_this_game()),
                }
            }

            /// Takes a report of something irregular and does what the filing says.
            ///
            /// # Errors
            /// When the report does not fit; the round is unchanged.
            pub fn report(&mut self, report: Report) -> Result<Vec<Event>, Refusal> {
                match (self, report) {
                    $((Round::$Family(round), Report::Void { spot, fees_returned }) => {
                        let mut events = Vec::new();
                        RoundFace::void(&mut **round, spot, fees_returned, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                    $((Round::$Family(round), Report::$Family(report)) => {
                        let mut events = Vec::new();
                        RoundFace::report(&mut **round, report, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                    _ => Err(Refusal::not_in_this_game()),
                }
            }

            /// The same as earlier programs took it, whose logs play again.
            ///
            /// # Errors
            /// When the report does not fit; the round is unchanged.
            pub fn report_as_before(&mut self, report: Report) -> Result<Vec<Event>, Refusal> {
                match (&mut *self, report) {
                    $((Round::$Family(round), Report::Void { spot, fees_returned }) => {
                        let mut events = Vec::new();
                        RoundFace::void_as_before(&mut **round, spot, fees_returned, &mut events)?;
                        Ok(wrap(events, Event::$Family))
                    })+
                    $((_, Report::$Family(_)) => self.report(report),)+
                }
            }

            /// Whether only the floor may say that something is irregular: what voids hands or a round, what falls
            /// on somebody for what they did, and what the filings leave to management. What a filing calls a
            /// misdeal, and what anybody can see on the table, the dealer says as well.
            #[must_use]
            pub fn needs_floor(&self, report: Report) -> bool {
                match (self, report) {
                    (_, Report::Void { .. }) => true,
                    $((Round::$Family(round), Report::$Family(report)) => {
                        RoundFace::needs_floor(&**round, report)
                    })+
                    _ => false,
                }
            }

            /// Takes an event of a log as it happened, without deciding anything anew.
            ///
            /// # Panics
            /// If the event is of another family.
            pub fn apply(&mut self, event: &Event) {
                match (self, event) {
                    $((Round::$Family(round), Event::$Family(event)) => {
                        RoundFace::apply(&mut **round, event);
                    })+
                    _ => unreachable!("an event belongs to the family of its round"),
                }
            }

            /// Everything that is allowed now.
            #[must_use]
            pub fn offers(&self) -> Vec<Offer> {
                match self {
                    $(Round::$Family(round) => {
                        let offers = RoundFace::offers(&**round).into_iter();
                        let with_step = |of: crate::face::OfferOf<$folder::Choice>| {
                            let is_open = of.least < of.most;
                            let step = if is_open { RoundFace::step(&**round, &of.choice) } else { Money::ZERO };
                            Offer { step, ..Offer::from(of) }
                        };
                        offers.map(with_step).collect()
                    })+
                }
            }

            /// Whose money somebody acts for, as a place in the setup's list of purses or players; nothing for the
            /// house dealer.
            #[must_use]
            pub fn purse_of(&self, who: Party) -> Option<u8> {
                match self { $(Round::$Family(round) => RoundFace::purse_of(&**round, who),)+ }
            }

            /// Where the money lies now.
            #[must_use]
            pub fn balances(&self) -> Balances {
                match self { $(Round::$Family(round) => RoundFace::balances(&**round),)+ }
            }

            /// What a viewer may see, apart from what is awaited and offered.
            #[must_use]
            pub fn felt(&self, viewer: Viewer) -> View {
                match self { $(Round::$Family(round) => RoundFace::view(&**round, viewer),)+ }
            }

            /// An event as a viewer may see it at this moment, with the event already applied; nothing if it must
            /// stay hidden.
            #[must_use]
            pub fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
                if viewer == Viewer::Auditor {
                    return Some(*event);
                }
                match (self, event) {
                    $((Round::$Family(round), Event::$Family(event)) => {
                        RoundFace::seen_by(&**round, viewer, event).map(Event::$Family)
                    })+
                    _ => None,
                }
            }

            /// The cards that an event takes into a hand or out of it, where a card may be there more than once and
            /// others do not see the hand; asked before the event is applied.
            #[must_use]
            pub fn moves(&self, event: &Event) -> Vec<(Seat, Card, Move)> {
                match (self, event) {
                    $((Round::$Family(round), Event::$Family(event)) => RoundFace::moves(&**round, event),)+
                    _ => Vec::new(),
                }
            }

            /// Whose turn it is, where a turn has several choices and the clock that begins one ends it as well.
            #[must_use]
            pub fn turn_of_several(&self) -> Option<u8> {
                match self {
                    $(Round::$Family(round) => RoundFace::turn_of_several(&**round),)+
                }
            }

            /// What the house dealer does now where the shuffler deals; `roll` throws so many dice and gives their
            /// sum.
            pub fn dealers_choice(&self, roll: &mut dyn FnMut(u8) -> u8) -> Option<(Party, Choice)> {
                match self {
                    $(Round::$Family(round) => {
                        let (who, choice) = RoundFace::dealers_choice(&**round, roll)?;
                        Some((who, Choice::$Family(choice)))
                    })+
                }
            }

            /// Whether the card that the round waits for lies on the table already, face down, and is only turned up.
            #[must_use]
            pub fn turns_up(&self) -> bool {
                match self { $(Round::$Family(round) => RoundFace::turns_up(&**round),)+ }
            }

            /// Whether a human dealer turns up the hand of a player next, which is settled before those that come after
            /// it.
            #[must_use]
            pub fn opens_hand(&self) -> bool {
                match self { $(Round::$Family(round) => RoundFace::opens_hand(&**round),)+ }
            }

            /// What a human dealer does with wagers and cards that lie there before the next card, as sentences.
            #[must_use]
            pub fn before_card(&self) -> Option<String> {
                match self { $(Round::$Family(round) => RoundFace::before_card(&**round),)+ }
            }

            /// Whose unseen hand is entered when it is shown now, and its number of cards.
            #[must_use]
            pub fn hand_to_show(&self) -> Option<(Seat, u8)> {
                match self { $(Round::$Family(round) => RoundFace::hand_to_show(&**round),)+ }
            }

            /// As whom and how a hand is shown that has just been turned up; nothing where turning it up is all there
            /// is.
            #[must_use]
            pub fn shows(&self, seat: Seat) -> Option<(Party, Choice)> {
                match self {
                    $(Round::$Family(round) => {
                        let (who, choice) = RoundFace::shows(&**round, seat)?;
                        Some((who, Choice::$Family(choice)))
                    })+
                }
            }

            /// What a human dealer does next while choices are awaited, as a sentence; nothing where players come
            /// first.
            #[must_use]
            pub fn dealers_step(&self) -> Option<String> {
                match self { $(Round::$Family(round) => RoundFace::dealers_step(&**round),)+ }
            }

            /// Whether all is dealt again after a report, of which these events came.
            #[must_use]
            pub fn is_dealt_again(&self, since: &[Event]) -> bool {
                match self {
                    $(Round::$Family(round) => {
                        let own = |event: &Event| match event {
                            Event::$Family(event) => Some(*event),
                            _ => None,
                        };
                        let own: Vec<$folder::Event> = since.iter().filter_map(own).collect();
                        RoundFace::is_dealt_again(&**round, &own)
                    })+
                }
            }

            /// Whether an offer names cards that lie unseen, so that nobody but who holds them can take it up.
            #[must_use]
            pub fn names_unseen(&self, offer: &Offer) -> bool {
                match (self, &offer.choice) {
                    $((Round::$Family(round), Choice::$Family(choice)) => {
                        RoundFace::names_unseen(&**round, offer.who, choice)
                    })+
                    _ => false,
                }
            }

            /// What somebody may say now that names cards of the own hand, by its words; it depends on nothing that
            /// others do not see.
            #[must_use]
            pub fn said_with_cards(&self, purse: u8) -> &'static [&'static str] {
                match self { $(Round::$Family(round) => RoundFace::said_with_cards(&**round, purse),)+ }
            }

            /// Whether somebody's hand carries on a row of rounds that the book counts; nothing where it counts
            /// none.
            #[must_use]
            pub fn carries_on_streak(&self, purse: u8) -> Option<bool> {
                match self { $(Round::$Family(round) => RoundFace::carries_on_streak(&**round, purse),)+ }
            }
        }

        impl Event {
            /// The clause the event rests on; [`Clause::NONE`] if it cites none.
            #[must_use]
            pub fn clause(&self) -> Clause {
                match self { $(Event::$Family(event) => <$folder::$Round as RoundFace>::clause(event),)+ }
            }

            /// The card that it deals, as far as it names it; nothing where it deals none.
            #[must_use]
            pub fn dealt(&self) -> Option<Option<Card>> {
                match self { $(Event::$Family(event) => <$folder::$Round as RoundFace>::dealt(event),)+ }
            }

            /// The card that it shows to everybody as it goes out of play.
            #[must_use]
            pub fn spoils(&self) -> Option<Card> {
                match self { $(Event::$Family(event) => <$folder::$Round as RoundFace>::spoils(event),)+ }
            }

            /// Whether it pays for the half hour.
            #[must_use]
            pub fn pays_half_hour(&self) -> bool {
                match self { $(Event::$Family(event) => <$folder::$Round as RoundFace>::pays_half_hour(event),)+ }
            }

            /// Whether it undoes whatever was settled before it in the round.
            #[must_use]
            pub fn undoes_settlements(&self) -> bool {
                match self { $(Event::$Family(event) => <$folder::$Round as RoundFace>::undoes_settlements(event),)+ }
            }
        }

        impl Choice {
            /// How readily silence makes the choice where it is offered, the lowest first; nothing where nobody
            /// chooses it for another.
            #[must_use]
            pub fn silence(&self) -> Option<u8> {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::silence(choice),)+ }
            }

            /// The amount it names; nothing where it names none.
            #[must_use]
            pub fn amount(&self) -> Money {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::amount_of(choice),)+ }
            }

            /// Whether it tells cards that only who may make it knows.
            #[must_use]
            pub fn names_cards(&self) -> bool {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::names_cards(choice),)+ }
            }

            /// Whether it may be made beside whoever is in turn, so that nobody waits for it.
            #[must_use]
            pub fn is_aside(&self) -> bool {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::is_aside(choice),)+ }
            }

            /// Whether it says what dice show.
            #[must_use]
            pub fn is_dice(&self) -> bool {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::is_dice(choice),)+ }
            }

            /// As whom the house dealer makes it; nothing where it is not the dealer's.
            #[must_use]
            pub fn dealer_as(&self) -> Option<Party> {
                match self { $(Choice::$Family(choice) => <$folder::$Round as RoundFace>::dealer_as(choice),)+ }
            }

            /// Whether two choices are the same apart from amounts and cards.
            #[must_use]
            pub fn is_like(&self, other: &Choice) -> bool {
                match (self, other) {
                    $((Choice::$Family(one), Choice::$Family(other)) => {
                        std::mem::discriminant(one) == std::mem::discriminant(other)
                    })+
                    _ => false,
                }
            }
        }

        impl Report {
            /// The card that it says is no longer in the deck.
            #[must_use]
            pub fn card_named(&self) -> Option<Card> {
                match self {
                    Report::Void { .. } => None,
                    $(Report::$Family(report) => <$folder::$Round as RoundFace>::card_named(report),)+
                }
            }

            /// The seat whose hand it is about although nothing moves by it.
            #[must_use]
            pub fn seat_named(&self) -> Option<Seat> {
                match self {
                    Report::Void { .. } => None,
                    $(Report::$Family(report) => <$folder::$Round as RoundFace>::seat_named(report),)+
                }
            }

            /// Whether it can only be true where a human dealer deals.
            #[must_use]
            pub fn is_of_human_dealer(&self) -> bool {
                match self {
                    Report::Void { .. } => false,
                    $(Report::$Family(report) => <$folder::$Round as RoundFace>::is_of_human_dealer(report),)+
                }
            }
        }
    };
}

crate::families!(ask_round);

fn wrap<T>(events: Vec<T>, one: impl Fn(T) -> Event) -> Vec<Event> {
    events.into_iter().map(one).collect()
}

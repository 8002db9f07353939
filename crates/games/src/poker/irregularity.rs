//! What goes wrong at a table, as a dealer reports it, and what the filing says happens next.

use books::Clause;
use books::poker::{ExtraCard, FouledDeck, Mended};
use cards::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::board::BoardFault;
use super::event::{Choice, DeadHand, Event};
use super::hand::{Hand, Phase};
use super::refusal::{Reason, Refusal};
use crate::record::Record;
use crate::seat::Seat;

/// Something irregular.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Irregularity {
    /// The very first card of the deal lies face up.
    FirstCardExposed,
    /// The dealer exposed a private card.
    Exposed {
        /// Whose.
        seat: Seat,
        /// Which, in the order of the deal, from 0.
        card: u8,
    },
    /// A player exposed an own private card.
    ExposedByHolder {
        /// Whose.
        seat: Seat,
        /// Which, in the order of the deal, from 0.
        card: u8,
    },
    /// A card was exposed on the draw.
    ExposedOnDraw {
        /// Whose.
        seat: Seat,
        /// Which of the private cards, from 0.
        card: u8,
    },
    /// So many cards too many came off the deck.
    ExtraCardsOff(u8),
    /// The next card lies face up in the deck.
    Boxed(Card),
    /// So many cards lie face up together in the deck.
    BoxedTogether(u8),
    /// The next card is a joker.
    JokerNext,
    /// A player finds a joker among the private cards.
    JokerInHand {
        /// Who.
        seat: Seat,
        /// Which of the private cards, from 0.
        card: u8,
    },
    /// A player has a card too many.
    ExtraCard {
        /// Who.
        seat: Seat,
        /// The card, if it is known.
        card: Option<Card>,
    },
    /// A player has a card too few: the last one never arrived.
    MissingCard {
        /// Who.
        seat: Seat,
    },
    /// The flop was turned before betting or discarding was over.
    EarlyFlop,
    /// The flop has four cards.
    LargeFlop(Card),
    /// The turn was turned too early.
    EarlyTurn(Card),
    /// The river was turned too early.
    EarlyRiver(Card),
    /// Somebody acted before the turn.
    OutOfTurn {
        /// Who.
        seat: Seat,
        /// What was done.
        choice: Choice,
    },
    /// A player threw a private card away by mistake.
    ThrownByMistake {
        /// Who.
        seat: Seat,
        /// Which of the private cards, from 0.
        card: u8,
    },
    /// The player whose turn it is let substantial action pass: enough others have acted out of turn, which is reported
    /// before.
    SubstantialAction {
        /// Who.
        seat: Seat,
    },
    /// A player was dealt in but has not put up what was to be posted to make up a blind or to come in.
    NotPosted {
        /// Who.
        seat: Seat,
    },
    /// What was missing has been put up after all, before anybody acted.
    PostMade {
        /// Who.
        seat: Seat,
    },
    /// The deck has a card twice, or lacks one.
    FouledDeck,
    /// A hand is dead.
    Dead {
        /// Whose.
        seat: Seat,
        /// Why.
        why: DeadHand,
    },
    /// A player showed cards to somebody, so that they are shown to any who ask.
    ShownToOne {
        /// Whose cards.
        seat: Seat,
    },
    /// A player called a hand falsely and another threw theirs in; management decides.
    Miscalled {
        /// Who called.
        seat: Seat,
    },
    /// Management has ruled on a false call.
    MiscallRuled {
        /// Who called.
        seat: Seat,
        /// Whether the caller forfeits the pot.
        forfeits: bool,
    },
}

impl Hand {
    /// Takes a report of something irregular and does what the filing says.
    ///
    /// # Errors
    /// When the report does not fit the hand or the book does not rule on it; the hand is unchanged.
    pub fn report(&mut self, what: Irregularity, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let table = self.table_arc();
        let rules = table.rules();
        if self.is_over() {
            let rule = rules.acting.ruled_after_next_deal.as_ref();
            return Err(Refusal::new(Reason::HandOver, rule.map_or(Clause::NONE, |rule| rule.clause)));
        }
        let misdeal = &rules.misdeal;
        let faults = &rules.card_faults;
        match what {
            Irregularity::FirstCardExposed => {
                self.fits(
                    self.phase() == Phase::Dealing && misdeal.first_card_exposed.value,
                    misdeal.first_card_exposed.clause,
                )?;
                self.misdeal(what, misdeal.first_card_exposed.clause, events);
            }
            Irregularity::ExtraCardsOff(cards) => {
                self.fits(
                    !self.has_acted_any() && cards >= misdeal.extra_cards.value,
                    misdeal.extra_cards.clause,
                )?;
                self.misdeal(what, misdeal.extra_cards.clause, events);
            }
            Irregularity::BoxedTogether(cards) => {
                self.fits(cards >= misdeal.boxed_together.value, misdeal.boxed_together.clause)?;
                self.misdeal(what, misdeal.boxed_together.clause, events);
            }
            Irregularity::Exposed { seat, card } => return self.report_exposed(seat, card, what, events),
            Irregularity::ExposedByHolder { seat, card } => {
                self.report_own_exposure(seat, card, what, events)?;
            }
            Irregularity::NotPosted { seat } | Irregularity::PostMade { seat } => {
                self.report_post(seat, what, events)?;
            }
            Irregularity::ExposedOnDraw { seat, card } => {
                let Some(rule) = &faults.exposed_on_draw_replaced else {
                    return Err(not_ruled(Clause::NONE));
                };
                let place = self.place(seat)?;
                let was_dealt = usize::from(card) < self.private_of(place).len();
                let is_drawing = self.phase() == Phase::Drawing && self.has_drawn(place);
                let has_drawn =
                    self.phase() == Phase::Betting && self.street() > 0 && !self.has_acted_on_street();
                self.fits(was_dealt && (is_drawing || has_drawn), rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
            }
            Irregularity::Boxed(card) => {
                let clause = faults.boxed_is_dead.clause;
                self.fits(self.waits_for_card() && !self.seen().contains(card) && !card.is_joker(), clause)?;
                self.emit(Event::Reported { what, clause }, events);
            }
            Irregularity::JokerNext => {
                let clause = faults.joker_is_dead.clause;
                self.fits(self.waits_for_card(), clause)?;
                self.emit(Event::Reported { what, clause }, events);
            }
            Irregularity::JokerInHand { seat, card } => {
                let place = self.live_place(seat)?;
                let is_dealt = usize::from(card) < self.private_of(place).len();
                self.fits(is_dealt && self.phase() != Phase::Dealing, faults.joker_is_dead.clause)?;
                let foul = self.fouled_by_joker(place, card);
                let clause = foul.unwrap_or(faults.joker_is_dead.clause);
                self.emit(Event::Reported { what, clause }, events);
                if foul.is_some() {
                    self.emit(Event::Died { seat, why: DeadHand::Joker, clause }, events);
                }
            }
            Irregularity::ExtraCard { seat, card } => {
                let place = self.live_place(seat)?;
                let is_known = card.is_none_or(|card| !self.seen().contains(card));
                self.fits(is_known && self.phase() != Phase::Dealing, faults.extra_card.clause)?;
                let is_late = self.is_too_late_to_mend(place);
                let is_foul = is_late || faults.extra_card.value == ExtraCard::Foul;
                let clause =
                    if is_late { faults.wrong_count_is_dead.clause } else { faults.extra_card.clause };
                self.emit(Event::Reported { what, clause }, events);
                if is_foul {
                    self.emit(Event::Died { seat, why: DeadHand::WrongCount, clause }, events);
                }
            }
            Irregularity::MissingCard { seat } => {
                let place = self.live_place(seat)?;
                let can_be = !self.private_of(place).is_empty() && !self.owed.is_full();
                self.fits(self.phase() != Phase::Dealing && can_be, faults.missing_card_dealt.clause)?;
                if self.is_too_late_to_mend(place) {
                    let clause = faults.wrong_count_is_dead.clause;
                    self.emit(Event::Reported { what, clause }, events);
                    self.emit(Event::Died { seat, why: DeadHand::WrongCount, clause }, events);
                } else {
                    self.emit(Event::Reported { what, clause: faults.missing_card_dealt.clause }, events);
                }
            }
            Irregularity::EarlyFlop => self.report_board(what, BoardFault::EarlyFlop, events)?,
            Irregularity::LargeFlop(card) => self.report_board(what, BoardFault::LargeFlop(card), events)?,
            Irregularity::EarlyTurn(card) => self.report_board(what, BoardFault::EarlyTurn(card), events)?,
            Irregularity::EarlyRiver(card) => {
                self.report_board(what, BoardFault::EarlyRiver(card), events)?;
            }
            Irregularity::OutOfTurn { seat, choice } => {
                let place = self.live_place(seat)?;
                let acting = &rules.acting;
                let clause = if choice == Choice::Check {
                    acting.early_check_bars.clause
                } else {
                    acting.out_of_turn_binds.clause
                };
                self.fits(self.phase() == Phase::Betting && self.betting().turn() != place, clause)?;
                self.emit(Event::Reported { what, clause }, events);
            }
            Irregularity::SubstantialAction { seat } => {
                let Some(rule) = &rules.acting.substantial_actions else {
                    return Err(not_ruled(Clause::NONE));
                };
                let place = self.live_place(seat)?;
                self.fits(
                    self.phase() == Phase::Betting
                        && self.betting().turn() == place
                        && self.has_substantial_action_passed(),
                    rule.clause,
                )?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
            }
            Irregularity::ThrownByMistake { seat, card } => {
                let Some(rule) = &faults.thrown_card_survives else { return Err(not_ruled(Clause::NONE)) };
                let place = self.live_place(seat)?;
                let cards = self.private_of(place).len();
                self.fits(usize::from(card) < cards && self.phase() != Phase::Dealing, rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
                let least = faults.thrown_card_least.as_ref();
                let too_few = least.filter(|least| cards - 1 < usize::from(least.value));
                let kills = if rule.value { too_few.map(|least| least.clause) } else { Some(rule.clause) };
                if let Some(clause) = kills {
                    self.emit(Event::Died { seat, why: DeadHand::WrongCount, clause }, events);
                }
            }
            Irregularity::FouledDeck => {
                let Some(rule) = &rules.deck.fouled else { return Err(not_ruled(Clause::NONE)) };
                self.fits(rule.value == FouledDeck::HandVoid, rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
                self.give_back(rule.clause, false, events);
                self.emit(Event::Voided { clause: rule.clause }, events);
            }
            Irregularity::Dead { seat, why } => {
                let place = self.live_place(seat)?;
                let (clause, kills) = match why {
                    DeadHand::LookedBeforePosting => self.looked_before_posting(place)?,
                    _ => self.dead_clause(why).ok_or(not_ruled(Clause::NONE))?,
                };
                self.fits(self.live().count() > 1 && kills, clause)?;
                self.emit(Event::Reported { what, clause }, events);
                self.emit(Event::Died { seat, why, clause }, events);
            }
            Irregularity::ShownToOne { seat } => {
                let Some(rule) = &faults.shown_to_one_shown_to_all else {
                    return Err(not_ruled(Clause::NONE));
                };
                let place = self.place(seat)?;
                self.fits(rule.value && !self.private_of(place).is_empty(), rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
            }
            Irregularity::Miscalled { seat } => {
                let Some(rule) = &rules.showdown.miscall else { return Err(not_ruled(Clause::NONE)) };
                self.live_place(seat)?;
                self.fits(self.phase() == Phase::Showing, rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
            }
            Irregularity::MiscallRuled { seat, forfeits } => {
                let Some(rule) = &rules.showdown.miscall else { return Err(not_ruled(Clause::NONE)) };
                let place = self.place(seat)?;
                // Somebody must be left to get what is forfeited.
                let others = self.contenders().without(place);
                let fits = self.miscallers.contains(place) && !(forfeits && others.is_empty());
                self.fits(fits, rule.clause)?;
                self.emit(Event::Reported { what, clause: rule.clause }, events);
                if forfeits && self.live().contains(place) {
                    self.emit(Event::Died { seat, why: DeadHand::Floor, clause: rule.clause }, events);
                }
            }
        }
        self.advance(events);
        Ok(())
    }

    pub(super) fn fits(&self, fits: bool, clause: Clause) -> Result<(), Refusal> {
        if fits { Ok(()) } else { Err(Refusal::new(Reason::ReportDoesNotFit, clause)) }
    }

    pub(super) fn live_place(&self, seat: Seat) -> Result<usize, Refusal> {
        let place = self.place(seat)?;
        self.fits(self.live().contains(place), Clause::NONE)?;
        Ok(place)
    }

    /// The clause on hands that are dead for a reason, if the book has one, and whether it kills.
    fn dead_clause(&self, why: DeadHand) -> Option<(Clause, bool)> {
        let rules = self.table().rules();
        let faults = &rules.card_faults;
        let discard = rules.discard.as_ref();
        let rule = match why {
            DeadHand::NoDiscard if self.phase() == Phase::Discarding => discard?.missing_is_dead,
            DeadHand::NoDiscard | DeadHand::LookedBeforePosting => return None,
            DeadHand::TooManyDiscards => discard?.too_many_is_dead,
            DeadHand::Joker => faults.joker_acted_on_is_foul?,
            DeadHand::WrongCount => faults.wrong_count_is_dead,
            DeadHand::OffTable => faults.off_table_is_dead?,
            DeadHand::Unprotected => faults.unprotected_is_dead,
            DeadHand::Floor => return Some((Clause::NONE, true)),
        };
        Some((rule.clause, rule.value))
    }

    /// Whether an irregularity deals the hand again.
    pub(super) fn is_misdeal(&self, what: Irregularity) -> bool {
        match what {
            Irregularity::FirstCardExposed
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::BoxedTogether(_) => true,
            Irregularity::Exposed { seat, card } => {
                let most = self.table().rules().misdeal.exposed_cards.value;
                let is_replaced = !self.is_exposed_kept(seat, card);
                is_replaced && !self.has_acted_any() && self.exposed_count() + 1 >= most
            }
            Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::Boxed(..)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::EarlyFlop
            | Irregularity::LargeFlop(..)
            | Irregularity::EarlyTurn(..)
            | Irregularity::EarlyRiver(..)
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::FouledDeck
            | Irregularity::Dead { .. }
            | Irregularity::ShownToOne { .. }
            | Irregularity::Miscalled { .. }
            | Irregularity::MiscallRuled { .. } => false,
        }
    }

    /// The clause that fouls a hand whose holder has acted on it without pointing out a joker among its cards.
    pub(super) fn fouled_by_joker(&self, place: usize, card: u8) -> Option<Clause> {
        let rule = self.table().rules().card_faults.joker_acted_on_is_foul.as_ref();
        rule.filter(|rule| rule.value && self.has_acted_on(place, card)).map(|rule| rule.clause)
    }

    /// Whether it is too late to mend a wrong number of private cards, so that the hand is dead.
    pub(super) fn is_too_late_to_mend(&self, place: usize) -> bool {
        match self.table().rules().card_faults.missing_card_dealt.value {
            Mended::UntilActed => self.has_acted(place),
            Mended::UntilDraw => self.has_drawn(place),
        }
    }
}

pub(super) fn not_ruled(clause: Clause) -> Refusal {
    Refusal::new(Reason::NotRuled, clause)
}

/// What the deck and the dealer must remember after something went wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mishaps {
    /// Exposed cards of this deal that are to be replaced.
    pub(super) exposed: u8,
    /// The card that lies face up on the deck and is burned next; known or not.
    pub(super) burn_on_top: Option<Option<Card>>,
    /// No card is burned before the next street.
    pub(super) skips_burn: bool,
    /// The deck is shuffled before the next street.
    pub(super) shuffles: bool,
    /// The clause for which it is shuffled.
    pub(super) shuffle_clause: Option<Clause>,
    /// Cards that go back into the deck then.
    pub(super) back: CardSet,
    /// Early turns, which go back before the river.
    pub(super) aside: CardSet,
}

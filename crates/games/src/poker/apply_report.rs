//! The fold of reports: how each of them changes a hand. Nothing is decided here.

use cards::CardSet;

use super::board::BoardFault;
use super::event::{Choice, Which};
use super::hand::{Hand, PRIVATE_MAX, Phase};
use super::irregularity::{Irregularity, Mishaps};
use super::places::{PLAYERS_MAX, Places};

/// Where a card goes that is missing, and stands for no other.
const NEXT_SLOT: u8 = u8::MAX;

impl Hand {
    pub(super) fn apply_report(&mut self, what: Irregularity) {
        if self.is_misdeal(what) {
            return self.deal_again();
        }
        match what {
            Irregularity::Exposed { seat, card } if !self.is_exposed_kept(seat, card) => {
                let place = self.at(seat);
                self.mishaps.exposed += 1;
                self.mishaps.burn_on_top = Some(self.cards[place][usize::from(card)]);
                self.owe(place, card);
            }
            Irregularity::ExposedOnDraw { seat, card } if self.replaces_on_draw() => {
                self.owe(self.at(seat), card);
            }
            Irregularity::ExposedByHolder { seat, card } => self.apply_own_exposure(seat, card),
            Irregularity::NotPosted { seat } => self.apply_late_post(seat, false),
            Irregularity::PostMade { seat } => self.apply_late_post(seat, true),
            Irregularity::Boxed(card) => {
                self.seen = self.seen.with(card);
                self.deck_left -= 1;
            }
            Irregularity::JokerInHand { seat, card }
                if self.fouled_by_joker(self.at(seat), card).is_none() =>
            {
                self.owe(self.at(seat), card);
            }
            Irregularity::ExtraCard { seat, card } if !self.is_too_late_to_mend(self.at(seat)) => {
                let becomes = books::poker::ExtraCard::BecomesBurn;
                if self.table.rules().card_faults.extra_card.value == becomes {
                    self.mishaps.burn_on_top = Some(card);
                    self.seen = card.map_or(self.seen, |card| self.seen.with(card));
                    self.deck_left -= 1;
                }
            }
            Irregularity::MissingCard { seat } if !self.is_too_late_to_mend(self.at(seat)) => {
                let place = self.at(seat);
                if self.counts[place] > 0 {
                    self.counts[place] -= 1;
                    let slot = self.counts[place];
                    if let Some(card) = self.cards[place][usize::from(slot)].take() {
                        self.seen = self.seen.without(card);
                    }
                    self.deck_left += 1;
                    // What was owed in place of that card is the missing one now.
                    self.owed.retain(|owed| *owed != (place as u8, slot));
                    self.owe(place, NEXT_SLOT);
                }
            }
            Irregularity::ThrownByMistake { seat, card } => {
                let place = self.at(seat);
                self.throw(place, Which::one(card));
            }
            Irregularity::ShownToOne { seat } => self.faced = self.faced.with(self.at(seat)),
            Irregularity::Miscalled { seat } => self.miscallers = self.miscallers.with(self.at(seat)),
            Irregularity::MiscallRuled { seat, .. } => {
                self.miscallers = self.miscallers.without(self.at(seat));
            }
            Irregularity::OutOfTurn { seat, choice } => {
                let place = self.at(seat);
                self.passing = self.passing.with(place);
                if matches!(choice, Choice::Call | Choice::Bet(_) | Choice::Raise(_)) {
                    self.passing_with_chips = self.passing_with_chips.with(place);
                }
                if choice == Choice::Check {
                    self.betting.barred = self.betting.barred.with(place);
                }
            }
            Irregularity::SubstantialAction { seat } => {
                self.betting.barred = self.betting.barred.with(self.at(seat));
            }
            Irregularity::EarlyFlop => self.apply_board_report(BoardFault::EarlyFlop),
            Irregularity::LargeFlop(card) => self.apply_board_report(BoardFault::LargeFlop(card)),
            Irregularity::EarlyTurn(card) => self.apply_board_report(BoardFault::EarlyTurn(card)),
            Irregularity::EarlyRiver(card) => self.apply_board_report(BoardFault::EarlyRiver(card)),
            // What is dealt again or stands as it is: the report itself is all that happens.
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::FouledDeck
            | Irregularity::Dead { .. } => {}
        }
    }

    /// Whoever has the turn now was passed by nobody yet.
    pub(super) fn forget_passing(&mut self) {
        self.passing = Places::NONE;
        self.passing_with_chips = Places::NONE;
    }

    /// Remembers that a player gets a card in place of another, or as the next one.
    pub(super) fn owe(&mut self, place: usize, card: u8) {
        let _ = self.owed.try_push((place as u8, card));
    }

    /// Back to the moment before the first card, with the posts where they are.
    fn deal_again(&mut self) {
        let players = usize::from(self.players);
        self.betting = self.posted_betting();
        self.live = Places::all(players);
        self.able =
            (0..players).filter(|place| self.stacks[*place].is_positive()).fold(Places::NONE, Places::with);
        self.acted = Places::NONE;
        self.has_action = false;
        self.has_late_bet = false;
        self.is_past_fee_moment = false;
        self.cards = [[None; PRIVATE_MAX]; PLAYERS_MAX];
        self.counts = [0; PLAYERS_MAX];
        self.board.clear();
        self.board_left = 0;
        self.seen = CardSet::EMPTY;
        self.deck_left = 52;
        self.dealt = 0;
        self.owed.clear();
        self.mishaps = Mishaps::default();
        self.asked = Places::NONE;
        self.draws_owed = 0;
        self.discards = [(CardSet::EMPTY, 0); PLAYERS_MAX];
        self.drawn = [0; PLAYERS_MAX];
        self.faced = Places::NONE;
        self.shown = Places::NONE;
        self.at_showdown = Places::NONE;
        self.began_action = None;
        self.face_up = [Which::NONE; PLAYERS_MAX];
        self.thrown_in.clear();
        self.miscallers = Places::NONE;
        self.street = 0;
        self.street_actions = 0;
        self.street_wagers = 0;
        self.forget_passing();
        self.phase = Phase::Dealing;
    }
}

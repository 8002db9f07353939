//! Board cards that come too early or too many.

use books::Clause;
use cards::Card;

use super::event::Event;
use super::hand::{Hand, Phase};
use super::irregularity::{Irregularity, not_ruled};
use super::refusal::Refusal;
use crate::record::Record;

impl Hand {
    /// Takes the report of a board card that came too early, or of one too many.
    pub(super) fn report_board(
        &mut self,
        what: Irregularity,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let table = self.table_arc();
        let Some(rules) = &table.rules().board_faults else { return Err(not_ruled(Clause::NONE)) };
        let is_betting = matches!(self.phase(), Phase::Betting | Phase::Discarding);
        let is_new = |card: Card| !self.seen().contains(card) && !card.is_joker();
        let (fits, clause) = match what {
            Irregularity::EarlyFlop => {
                (is_betting && self.board().is_empty(), rules.early_flop_reshuffled.clause)
            }
            Irregularity::LargeFlop(card) => {
                let is_flop =
                    self.board().len() == 3 && matches!(self.phase(), Phase::Betting | Phase::Burning);
                let stands = rules.large_flop_stands_after_action.as_ref().filter(|rule| rule.value);
                match stands {
                    Some(rule) if self.is_large_flop_kept() => (is_flop && is_new(card), rule.clause),
                    _ => {
                        let is_in_time = stands.is_some() || !self.has_acted_on_street();
                        (is_flop && is_new(card) && is_in_time, rules.large_flop_reshuffled.clause)
                    }
                }
            }
            Irregularity::EarlyTurn(card) => {
                (is_betting && self.board().len() == 3 && is_new(card), rules.early_turn.clause)
            }
            Irregularity::EarlyRiver(card) => {
                (is_betting && self.board().len() == 4 && is_new(card), rules.early_river_reshuffled.clause)
            }
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::Boxed(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::FouledDeck
            | Irregularity::Dead { .. }
            | Irregularity::ShownToOne { .. }
            | Irregularity::Miscalled { .. }
            | Irregularity::MiscallRuled { .. } => (false, Clause::NONE),
        };
        self.fits(fits, clause)?;
        if matches!(what, Irregularity::LargeFlop(_)) && !self.is_large_flop_kept() {
            self.give_back_bets(clause, events);
        }
        self.emit(Event::Reported { what, clause }, events);
        Ok(())
    }

    /// Whether a flop with too many cards stands, because enough was done on it.
    pub(super) fn is_large_flop_kept(&self) -> bool {
        let faults = self.table().rules().board_faults.as_ref();
        let stands = faults.and_then(|faults| faults.large_flop_stands_after_action.as_ref());
        stands.is_some_and(|rule| rule.value) && self.is_action_substantial()
    }

    pub(super) fn apply_board_report(&mut self, what: Irregularity) {
        let Some(faults) = self.table.rules().board_faults.clone() else { return };
        match what {
            Irregularity::EarlyFlop => {
                // The burn before the early flop stays burned, be it a card that lay face up on the deck.
                if self.mishaps.burn_on_top.take().is_none() && !self.mishaps.skips_burn {
                    self.deck_left -= 1;
                }
                self.mishaps.shuffles = true;
                self.mishaps.shuffle_clause = Some(faults.early_flop_reshuffled.clause);
                self.mishaps.skips_burn = !faults.early_flop_burns_again.value;
            }
            Irregularity::LargeFlop(card) => {
                // The betting may be over by then, so that the burn before the turn is due.
                let is_over = self.phase == Phase::Burning;
                if self.is_large_flop_kept() {
                    self.seen = self.seen.with(card);
                    self.deck_left -= 1;
                    self.mishaps.skips_burn = true;
                    if is_over {
                        self.before_cards();
                    }
                    return;
                }
                self.street -= u8::from(is_over);
                self.new_round();
                self.mishaps.back = self.board.iter().copied().collect();
                self.deck_left += self.board.len() as u8;
                self.board.clear();
                self.mishaps.shuffles = true;
                self.mishaps.shuffle_clause = Some(faults.large_flop_reshuffled.clause);
                self.mishaps.skips_burn = !faults.large_flop_burns_again.value;
                self.before_cards();
            }
            Irregularity::EarlyTurn(card) => {
                self.deck_left -= 1;
                self.seen = self.seen.with(card);
                self.mishaps.aside = self.mishaps.aside.with(card);
                self.mishaps.shuffle_clause = Some(faults.early_turn.clause);
            }
            Irregularity::EarlyRiver(_) => {
                self.deck_left -= 1;
                self.mishaps.shuffles = true;
                self.mishaps.shuffle_clause = Some(faults.early_river_reshuffled.clause);
                self.mishaps.skips_burn = !faults.early_river_burns_again.value;
            }
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::Boxed(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::FouledDeck
            | Irregularity::Dead { .. }
            | Irregularity::ShownToOne { .. }
            | Irregularity::Miscalled { .. }
            | Irregularity::MiscallRuled { .. } => {}
        }
    }
}

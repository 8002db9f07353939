//! Board cards that come too early or too many.

use books::Clause;
use cards::Card;

use super::event::Event;
use super::hand::{Hand, Phase};
use super::irregularity::{Irregularity, not_ruled};
use super::refusal::Refusal;
use crate::record::Record;

/// What can be wrong with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardFault {
    /// The flop came before the betting was over.
    EarlyFlop,
    /// The flop has this card too many.
    LargeFlop(Card),
    /// The turn came before the betting was over.
    EarlyTurn(Card),
    /// The river came before the betting was over.
    EarlyRiver(Card),
}

impl Hand {
    /// Takes the report of a board card that came too early, or of one too many.
    pub(super) fn report_board(
        &mut self,
        what: Irregularity,
        fault: BoardFault,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let table = self.table_arc();
        let Some(rules) = &table.rules().board_faults else { return Err(not_ruled(Clause::NONE)) };
        let is_betting = matches!(self.phase(), Phase::Betting | Phase::Discarding);
        let is_new = |card: Card| !self.seen().contains(card) && !card.is_joker();
        let (fits, clause) = match fault {
            BoardFault::EarlyFlop => {
                (is_betting && self.board().is_empty(), rules.early_flop_reshuffled.clause)
            }
            BoardFault::LargeFlop(card) => {
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
            BoardFault::EarlyTurn(card) => {
                (is_betting && self.board().len() == 3 && is_new(card), rules.early_turn.clause)
            }
            BoardFault::EarlyRiver(card) => {
                (is_betting && self.board().len() == 4 && is_new(card), rules.early_river_reshuffled.clause)
            }
        };
        self.fits(fits, clause)?;
        if matches!(fault, BoardFault::LargeFlop(_)) && !self.is_large_flop_kept() {
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

    pub(super) fn apply_board_report(&mut self, fault: BoardFault) {
        let Some(faults) = self.table.rules().board_faults.clone() else { return };
        match fault {
            BoardFault::EarlyFlop => {
                // The burn before the early flop stays burned, be it a card that lay face up on the deck.
                if self.mishaps.burn_on_top.take().is_none() && !self.mishaps.skips_burn {
                    self.deck_left -= 1;
                }
                self.mishaps.shuffles = true;
                self.mishaps.shuffle_clause = Some(faults.early_flop_reshuffled.clause);
                self.mishaps.skips_burn = !faults.early_flop_burns_again.value;
            }
            BoardFault::LargeFlop(card) => {
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
            BoardFault::EarlyTurn(card) => {
                self.deck_left -= 1;
                self.seen = self.seen.with(card);
                self.mishaps.aside = self.mishaps.aside.with(card);
                self.mishaps.shuffle_clause = Some(faults.early_turn.clause);
            }
            BoardFault::EarlyRiver(_) => {
                self.deck_left -= 1;
                self.mishaps.shuffles = true;
                self.mishaps.shuffle_clause = Some(faults.early_river_reshuffled.clause);
                self.mishaps.skips_burn = !faults.early_river_burns_again.value;
            }
        }
    }
}

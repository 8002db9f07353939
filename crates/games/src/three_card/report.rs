//! What happens when something goes wrong and the floor reports it.

use books::Rule;
use books::three_card::DealFault;

use super::event::{Event, Report};
use super::flow::Phase;
use super::round::ThreeCard;
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

impl ThreeCard {
    /// Takes a report of the floor: the book says what happens next.
    ///
    /// # Errors
    /// When the report does not fit the moment; the round is unchanged.
    pub fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let rules = self.rules().irregularities.clone();
        if self.phase() == Phase::Over {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let (late, seat) = match report {
            Report::WrongStack(seat) => (rules.wrong_stack, Some(seat)),
            Report::WrongBankStack => (rules.wrong_bank_stack, None),
            Report::BadDeck => (rules.bad_deck, None),
        };
        // Before the bank's card is shown every fault of the deal is one.
        let rule = if self.button.is_none() { rules.before_card_shown } else { late };
        self.carry_out(rule, seat, events)?;
        self.advance(events);
        Ok(())
    }

    /// The floor voids one seat or the whole round, as the book has it of a wrong stack and of a bad deck: wagers go back, and
    /// the bank's fee with the whole round if the floor says so.
    ///
    /// # Errors
    /// When the round is over, nobody plays at that seat or it is void already; the round is unchanged.
    pub fn void(
        &mut self,
        seat: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        if self.phase() == Phase::Over {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let rules = &self.rules().irregularities;
        let (fault, clause) = match seat {
            Some(_) => (DealFault::SeatVoid, rules.wrong_stack.clause),
            None => (DealFault::RoundVoid, rules.bad_deck.clause),
        };
        let taken = ThreeCard::drop(self);
        self.carry_out(Rule { value: fault, clause }, seat, events)?;
        if seat.is_none() && fees_returned && taken.is_positive() {
            self.emit(Event::Collected { who: Party::BANK, amount: -taken, clause }, events);
        }
        self.advance(events);
        Ok(())
    }

    fn carry_out(
        &mut self,
        rule: Rule<DealFault>,
        seat: Option<Seat>,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let players = || 0..self.players.len();
        let at_seat = seat.map(|seat| self.players.iter().position(|player| player.seat == seat));
        if at_seat == Some(None) {
            return Err(Refusal::new(Reason::NobodyThere, rule.clause));
        }
        match (rule.value, at_seat.flatten()) {
            (DealFault::Redeal, _) => self.emit(Event::Misdealt { clause: rule.clause }, events),
            (DealFault::SeatVoid, Some(place)) if !self.has_wagers(Party(place as u8)) => {
                return Err(Refusal::plain(Reason::AlreadyVoid));
            }
            (DealFault::SeatVoid, Some(place)) => {
                self.return_wagers(Party(place as u8), rule.clause, events);
            }
            (DealFault::SeatVoid | DealFault::RoundVoid, _) => {
                for place in players() {
                    self.return_wagers(Party(place as u8), rule.clause, events);
                }
            }
        }
        Ok(())
    }
}

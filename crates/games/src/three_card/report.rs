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
        let rule = match report {
            _ if self.button.is_none() => rules.before_card_shown,
            Report::WrongStack(_) => rules.wrong_stack,
            Report::WrongBankStack => rules.wrong_bank_stack,
            Report::BadDeck => rules.bad_deck,
        };
        let seat = match report {
            Report::WrongStack(seat) => Some(seat),
            Report::WrongBankStack | Report::BadDeck => None,
        };
        self.carry_out(rule, seat, events)?;
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

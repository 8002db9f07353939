//! What happens when something goes wrong and is reported.

use books::Clause;
use books::pan::{FoulHand, WrongCount};

use super::event::{Event, Report};
use super::flow::Phase;
use super::refusal::{Reason, Refusal};
use super::round::{Pan, Stage, Standing, Turn};
use crate::record::Record;
use crate::seat::Seat;

impl Pan {
    /// Takes a report: the book says what happens next.
    ///
    /// # Errors
    /// When the report does not fit the moment; the hand is unchanged.
    pub fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        if self.phase() == Phase::Over {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let rules = self.rules();
        let irregular = &rules.irregularities;
        let wrong_count = irregular.wrong_count;
        match report {
            Report::WrongCount(seat) => {
                let WrongCount::FreshThenFoul = wrong_count.value;
                let place = self.sound(seat)?;
                let has_enough = self.stock >= u16::from(rules.going_out.cards_between_turns.value);
                if self.players[place].has_drawn || !has_enough {
                    self.foul(place, wrong_count.clause, events);
                } else {
                    self.emit(Event::FreshHand { seat, clause: wrong_count.clause }, events);
                }
            }
            Report::FoulMeld(seat) => {
                let clause = irregular.foul_meld.clause;
                let place = self.sound(seat)?;
                if self.players[place].melds.is_empty() {
                    return Err(Refusal::plain(Reason::ReportDoesNotFit));
                }
                let is_before_discard =
                    |turn: &Turn| usize::from(turn.place) == place && turn.stage == Stage::Used;
                if self.turn.as_ref().is_some_and(is_before_discard) {
                    return Err(Refusal::new(Reason::MadeGoodFirst, clause));
                }
                self.foul(place, clause, events);
            }
            Report::CardKept(seat) => {
                let rule = irregular.kept_card_fouls;
                let place = self.sound(seat)?;
                if !self.players[place].has_drawn || !rule.value {
                    return Err(Refusal::new(Reason::ReportDoesNotFit, rule.clause));
                }
                self.foul(place, rule.clause, events);
            }
            Report::DrawnOutOfTurn { card } => {
                let clause = irregular.kept_card_fouls.clause;
                // Also while players declare: a card that was seen is out of the stock, whoever should have drawn first.
                let is_play = matches!(self.phase(), Phase::Declare(_) | Phase::Turn(_) | Phase::Draw(_));
                let Some(card) = card.filter(|_| is_play) else {
                    // Unseen, it goes back on top of the stock: nothing has changed.
                    return Err(Refusal::new(Reason::BackOnStock, clause));
                };
                if !self.is_left(card) || self.stock == 0 {
                    return Err(Refusal::new(Reason::NoSuchCard(card), rules.deck.cards.clause));
                }
                self.emit(Event::DrawnOutOfTurn { card, clause }, events);
            }
            Report::Void => self.emit(Event::Voided { clause: Clause::NONE }, events),
        }
        self.advance(events);
        Ok(())
    }

    fn sound(&self, seat: Seat) -> Result<usize, Refusal> {
        let Some(place) = self.place_of(seat) else { return Err(Refusal::plain(Reason::NobodyThere)) };
        let is_dealt = !matches!(self.phase(), Phase::Deal(..));
        match self.players[place].standing {
            Standing::Undeclared | Standing::In if is_dealt => Ok(place),
            _ => Err(Refusal::plain(Reason::ReportDoesNotFit)),
        }
    }

    /// A hand is foul: it gives back what it collected, cannot win and goes on paying.
    fn foul(&mut self, place: usize, clause: Clause, events: &mut impl Record<Event>) {
        let FoulHand::ReturnsAndPays = self.rules().irregularities.foul_hand.value;
        let foul_clause = self.rules().irregularities.foul_hand.clause;
        let seat = self.players[place].seat;
        let collected = self.players[place].collected;
        self.emit(Event::Fouled { seat, clause }, events);
        let at = self.order.iter().position(|one| usize::from(*one) == place).unwrap_or(0);
        for step in 1..self.order.len() {
            let other = usize::from(self.order[(at + step) % self.order.len()]);
            let due = collected[other];
            if due.is_positive() {
                let (to, amount) = (self.players[other].seat, due.min(self.purses[place]));
                self.emit(Event::GaveBack { from: seat, to, due, amount, clause: foul_clause }, events);
            }
        }
    }
}

//! How an event is written down, and the chips that one of the table itself moves; what moves in a round its own events say.

use super::Table;
use crate::event::Event;
use crate::ledger::{Account, Transfer};
use crate::told::{Seen, Told};

impl Table {
    /// Writes an event down under the next number, with the chips it moves.
    pub(crate) fn tell(&mut self, event: Event, told: &mut Vec<Told>) {
        let transfers = self.transfers_of(&event);
        self.push(event, transfers, None, told);
    }

    pub(crate) fn push(
        &mut self,
        event: Event,
        transfers: Vec<Transfer>,
        seen: Option<Seen>,
        told: &mut Vec<Told>,
    ) {
        self.state.number += 1;
        told.push(Told { number: self.state.number, event, transfers, seen, openings: Vec::new() });
    }

    /// What an event moves, if it moves anything.
    pub(super) fn transfers_of(&self, event: &Event) -> Vec<Transfer> {
        let table = self.id;
        let (from, to, amount) = match *event {
            Event::Sat { person, stack, .. } => {
                (Account::Patron(person), Account::Stack(table, person), stack)
            }
            Event::Added { person, amount } => {
                (Account::Patron(person), Account::Stack(table, person), amount)
            }
            Event::Left { person, stack, .. } => {
                (Account::Stack(table, person), Account::Patron(person), stack)
            }
            Event::TimeCollected { person, amount, .. } => {
                (Account::Stack(table, person), Account::Drop(table), amount)
            }
            Event::Opened { .. }
            | Event::WillLeave { .. }
            | Event::Listed { .. }
            | Event::Unlisted { .. }
            | Event::SeatOffered { .. }
            | Event::Moved { .. }
            | Event::SatOut { .. }
            | Event::SatIn { .. }
            | Event::TimeCalled { .. }
            | Event::RelativesNoted { .. }
            | Event::CompanyNoted { .. }
            | Event::OwesBlind { .. }
            | Event::WillPost { .. }
            | Event::BankOffered { .. }
            | Event::BankTaken { .. }
            | Event::ShareOffered { .. }
            | Event::ShareTaken { .. }
            | Event::BankPassed { .. }
            | Event::NewGame { .. }
            | Event::Broken { .. }
            | Event::WagersOpen
            | Event::WagerPut { .. }
            | Event::JointAgreed { .. }
            | Event::AskedToSee { .. }
            | Event::WagerReturned { .. }
            | Event::Ready { .. }
            | Event::ButtonPlaced { .. }
            | Event::WordsGiven { .. }
            | Event::Sealed { .. }
            | Event::WordsOpened { .. }
            | Event::ShuffleAborted { .. }
            | Event::Cut { .. }
            | Event::CutCardOut { .. }
            | Event::NewShoe
            | Event::CardsOut
            | Event::Shuffled { .. }
            | Event::RoundBegan { .. }
            | Event::TimedOut { .. }
            | Event::Reminded { .. }
            | Event::Revealed { .. }
            | Event::RoundEnded { .. }
            | Event::TimeUp { .. }
            | Event::PaymentMade { .. }
            | Event::TakenBack { .. }
            | Event::Corrected { .. }
            | Event::Desk { .. }
            | Event::ClockSet { .. }
            | Event::Ruled { .. }
            | Event::ZoneSet { .. }
            | Event::HoursOver { .. }
            | Event::ClosingSoon { .. }
            | Event::LastHand { .. }
            | Event::HoursBegin
            | Event::Paused
            | Event::Resumed
            | Event::PlayedOn { .. }
            | Event::Closing
            | Event::Closed
            | Event::Round { .. } => return Vec::new(),
        };
        if amount.is_positive() { vec![Transfer { from, to, amount }] } else { Vec::new() }
    }
}

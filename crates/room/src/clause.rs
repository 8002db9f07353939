//! The clause that an event rests on.

use books::Clause;

use crate::event::Event;

impl Event {
    /// The clause the event rests on.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match self {
            Event::Sat { clause, .. }
            | Event::Left { clause, .. }
            | Event::Moved { clause, .. }
            | Event::TimeCalled { clause, .. }
            | Event::RelativesNoted { clause, .. }
            | Event::CompanyNoted { clause, .. }
            | Event::OwesBlind { clause, .. }
            | Event::Reminded { clause, .. }
            | Event::WillPost { clause, .. }
            | Event::BankOffered { clause, .. }
            | Event::BankTaken { clause, .. }
            | Event::ShareOffered { clause, .. }
            | Event::ShareTaken { clause, .. }
            | Event::Broken { clause }
            | Event::NewGame { clause }
            | Event::JointAgreed { clause, .. }
            | Event::AskedToSee { clause, .. }
            | Event::WagerReturned { clause, .. }
            | Event::ButtonPlaced { clause, .. }
            | Event::HoursOver { clause, .. }
            | Event::ClosingSoon { clause, .. }
            | Event::LastHand { clause }
            | Event::TimeCollected { clause, .. } => *clause,
            Event::Round { of } => of.clause(),
            Event::Opened { .. }
            | Event::Added { .. }
            | Event::WillLeave { .. }
            | Event::Listed { .. }
            | Event::Unlisted { .. }
            | Event::SeatOffered { .. }
            | Event::SatOut { .. }
            | Event::SatIn { .. }
            | Event::BankPassed { .. }
            | Event::WagersOpen
            | Event::WagerPut { .. }
            | Event::Ready { .. }
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
            | Event::HoursBegin
            | Event::Paused
            | Event::Resumed
            | Event::PlayedOn { .. }
            | Event::Closing
            | Event::Closed => Clause::NONE,
        }
    }
}

//! Events as those tell them apart who keep, show and prove a log.

/// A pattern for every event that is about neither cards nor rounds: about people, wagers, clocks and the floor. Who
/// matches over events names those about cards and rounds and ends with this, so that a new event is thought of.
#[macro_export]
macro_rules! table_events {
    () => {
        $crate::Event::Opened { .. }
            | $crate::Event::Sat { .. }
            | $crate::Event::Added { .. }
            | $crate::Event::Left { .. }
            | $crate::Event::WillLeave { .. }
            | $crate::Event::Listed { .. }
            | $crate::Event::Unlisted { .. }
            | $crate::Event::SeatOffered { .. }
            | $crate::Event::Moved { .. }
            | $crate::Event::SatOut { .. }
            | $crate::Event::SatIn { .. }
            | $crate::Event::TimeCalled { .. }
            | $crate::Event::RelativesNoted { .. }
            | $crate::Event::CompanyNoted { .. }
            | $crate::Event::OwesBlind { .. }
            | $crate::Event::WillPost { .. }
            | $crate::Event::BankOffered { .. }
            | $crate::Event::BankTaken { .. }
            | $crate::Event::ShareOffered { .. }
            | $crate::Event::ShareTaken { .. }
            | $crate::Event::BankPassed { .. }
            | $crate::Event::NewGame { .. }
            | $crate::Event::Broken { .. }
            | $crate::Event::WagersOpen
            | $crate::Event::WagerPut { .. }
            | $crate::Event::JointAgreed { .. }
            | $crate::Event::AskedToSee { .. }
            | $crate::Event::WagerReturned { .. }
            | $crate::Event::Ready { .. }
            | $crate::Event::TimeCollected { .. }
            | $crate::Event::TimedOut { .. }
            | $crate::Event::Reminded { .. }
            | $crate::Event::TimeUp { .. }
            | $crate::Event::PaymentMade { .. }
            | $crate::Event::TakenBack { .. }
            | $crate::Event::Corrected { .. }
            | $crate::Event::Desk { .. }
            | $crate::Event::ClockSet { .. }
            | $crate::Event::Ruled { .. }
            | $crate::Event::ZoneSet { .. }
            | $crate::Event::HoursOver { .. }
            | $crate::Event::ClosingSoon { .. }
            | $crate::Event::LastHand { .. }
            | $crate::Event::HoursBegin
            | $crate::Event::Paused
            | $crate::Event::Resumed
            | $crate::Event::PlayedOn { .. }
            | $crate::Event::Closing
            | $crate::Event::Closed
    };
}

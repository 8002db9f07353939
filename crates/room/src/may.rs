//! What somebody may do at a table besides choosing in a round. Whatever is listed here is accepted.

use books::Money;
use games::Seat;
use serde::{Deserialize, Serialize};

use crate::PersonId;
use crate::table::{OpenWager, Owes, Phase, Seated, Table};
use crate::time::Time;

macro_rules! offered {
    ($($(#[doc = $says:literal])* $what:ident = $word:tt,)+) => {
        /// A command that somebody may be offered; its word is the command's own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum May { $($(#[doc = $says])* #[serde(rename = $word)] $what,)+ }

        impl May {
            /// Every one, in the order of the declaration.
            pub const ALL: &'static [May] = &[$(May::$what),+];

            /// The word of the command.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(May::$what => $word),+ }
            }
        }
    };
}

offered! {
    /// Take a seat.
    Sit = "sit",
    /// Stand behind the seats.
    StandBehind = "stand-behind",
    /// Bring more chips.
    AddChips = "add-chips",
    /// Leave with all chips.
    Leave = "leave",
    /// Go on the waiting list.
    Join = "join",
    /// Go off the waiting list.
    Unlist = "unlist",
    /// Move to another seat.
    ChangeSeat = "change-seat",
    /// Take no part for a while.
    SitOut = "sit-out",
    /// Go away for as long as the book holds the seat.
    TakeLeave = "take-leave",
    /// Take part again.
    SitIn = "sit-in",
    /// Ask for more time in one's turn.
    CallTime = "call-time",
    /// Post what is owed, in poker.
    Post = "post",
    /// Take the bank.
    TakeBank = "take-bank",
    /// Pass the bank on.
    PassBank = "pass-bank",
    /// Offer money for the bank.
    ShareBank = "share-bank",
    /// Let that money in.
    TakeShare = "take-share",
    /// Wager.
    PutWager = "put-wager",
    /// Agree to a joint wager.
    AgreeJoint = "agree-joint",
    /// Ask to see a hand that was thrown in.
    AskToSee = "ask-to-see",
    /// Say that no more wagers are coming.
    Ready = "ready",
    /// Agree to bring the chips that the staff ask for.
    GiveConsent = "give-consent",
    /// Do not.
    RefuseConsent = "refuse-consent",
}

/// What the watcher may do at the table besides choosing in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Allowance {
    /// What.
    #[serde(rename = "do")]
    pub what: May,
    /// The least amount, where there is one.
    pub least: Money,
    /// The largest amount; nothing where none is set.
    pub most: Money,
    /// What amounts between the two are multiples of; nothing where no amount is named.
    #[serde(default)]
    pub step: Money,
    /// The spot for which the amounts of a wager hold: the own one, or the first other that takes one; the spot of a
    /// joint wager that waits for a word, or the seat whose hand may be seen.
    #[serde(default)]
    pub spot: Option<Seat>,
    /// Whose wager it is that may be agreed to, or whose money that may be let into the bank.
    #[serde(default)]
    pub person: Option<PersonId>,
    /// When it is allowed, where that is not at once.
    #[serde(default)]
    pub from: Option<Time>,
    /// Until when, where it ends by itself.
    #[serde(default)]
    pub until: Option<Time>,
}

fn plain(what: May) -> Allowance {
    within(what, Money::ZERO, Money::ZERO)
}

fn within(what: May, least: Money, most: Money) -> Allowance {
    let step = if least.is_positive() { Money::cents(1) } else { Money::ZERO };
    Allowance { what, least, most, step, spot: None, person: None, from: None, until: None }
}

impl Table {
    /// What somebody may do besides choosing in a round.
    #[must_use]
    pub fn allowances(&self, person: PersonId) -> Vec<Allowance> {
        let mut list = Vec::new();
        if self.state.phase == Phase::Closed {
            return list;
        }
        match self.person(person) {
            Ok(seated) => {
                self.at_the_table(seated, &mut list);
                self.before_a_round(seated, &mut list);
            }
            Err(_) => self.of_outsider(person, &mut list),
        }
        self.of_asked(person, &mut list);
        if self.is_listed(person) {
            list.push(plain(May::Unlist));
        } else if self.check_join(person).is_ok() {
            list.push(plain(May::Join));
        }
        list
    }

    /// What somebody may answer whom the staff ask to bring chips.
    fn of_asked(&self, person: PersonId, list: &mut Vec<Allowance>) {
        if self.may_consent(person) {
            list.push(plain(May::GiveConsent));
        }
        if self.consent_of(person).is_some() {
            list.push(plain(May::RefuseConsent));
        }
    }

    /// What somebody without chips at the table may do.
    fn of_outsider(&self, person: PersonId, list: &mut Vec<Allowance>) {
        if self.check_relatives(person).is_err() {
            return;
        }
        let is_free = self.free_seats() > 0 && self.check_turn_on_list(person).is_ok();
        let ways = [(May::Sit, is_free), (May::StandBehind, self.check_behind().is_ok())];
        for (what, _) in ways.into_iter().filter(|(_, is_open)| *is_open) {
            let most = self.spec.buy_in_most.map_or(Money::ZERO, Money::cents);
            let usual = Allowance { step: self.chip_step(), ..within(what, self.buy_in.value, most) };
            match self.return_of(person) {
                Some(back) => {
                    let soon = within(what, back.least, back.most);
                    list.push(Allowance { until: Some(back.until), ..soon });
                    list.push(Allowance { from: Some(back.until), ..usual });
                }
                None => list.push(usual),
            }
        }
    }

    /// What somebody with chips at the table may do about their place.
    fn at_the_table(&self, seated: &Seated, list: &mut Vec<Allowance>) {
        let person = seated.person;
        let may_go = self.check_partner_stays(person).is_ok();
        if !seated.is_leaving && may_go {
            list.push(plain(May::Leave));
        }
        if !self.is_in_round(person) || self.may_add_in_round() {
            let least = self.least_to_add(seated);
            let room = self.spec.buy_in_most.map(|most| Money::cents(most) - seated.stack);
            if room.is_none_or(|room| room >= least) {
                let step = self.chip_step();
                list.push(Allowance { step, ..within(May::AddChips, least, room.unwrap_or(Money::ZERO)) });
            }
        }
        if self.free_seats() > 0 && self.check_move(person).is_ok() {
            list.push(plain(May::ChangeSeat));
        }
        match seated.out_since {
            Some(_) if seated.stack.is_positive() => list.push(plain(May::SitIn)),
            None if may_go => list.push(plain(May::SitOut)),
            _ => {}
        }
        if self.knows_leave() && seated.out_since.is_none() && may_go {
            list.push(Allowance { from: self.next_leave(seated), ..plain(May::TakeLeave) });
        }
        if self.may_call_time(person) {
            list.push(plain(May::CallTime));
        }
    }

    /// What somebody may do about the coming round.
    fn before_a_round(&self, seated: &Seated, list: &mut Vec<Allowance>) {
        let person = seated.person;
        if matches!(seated.owes, Some(Owes::Entry | Owes::Blind | Owes::Moved(_))) && !seated.posts {
            list.push(plain(May::Post));
        }
        if self.bank_for(person).is_ok()
            && let Some((least, most)) = self.stake_bounds(person)
        {
            list.push(within(May::TakeBank, least, most));
        }
        if self.asked_to_bank() == Some(person) {
            list.push(plain(May::PassBank));
        }
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == person);
        if self.state.phase == Phase::Wagers && !is_banker && seated.out_since.is_none() {
            if let Some(OpenWager { spot, least, most, step }) = self.open_wager(seated) {
                list.push(Allowance { spot: Some(spot), step, ..within(May::PutWager, least, most) });
            }
            if !seated.is_ready {
                list.push(plain(May::Ready));
            }
        }
        if let Ok(most) = self.share_most(person)
            && most.is_positive()
        {
            list.push(within(May::ShareBank, Money::cents(1), most));
        }
        if let Some(partner) = self.share_for(person) {
            list.push(Allowance { person: Some(partner), ..plain(May::TakeShare) });
        }
        if let Some((spot, with)) = self.joint_for(person) {
            list.push(Allowance { spot: Some(spot), person: Some(with), ..plain(May::AgreeJoint) });
        }
        for seat in self.hands_to_see(person) {
            list.push(Allowance { spot: Some(seat), ..plain(May::AskToSee) });
        }
    }
}

impl Allowance {
    /// Whether it is allowed at a time.
    #[must_use]
    pub fn holds_at(&self, now: Time) -> bool {
        self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }
}

//! What somebody may do at a table besides choosing in a round. Whatever is listed here is accepted.

use books::Money;

use crate::PersonId;
use crate::table::{OpenWager, Owes, Phase, Seated, Table};
use crate::time::Time;
use crate::view::Allowance;

fn plain(word: &str) -> Allowance {
    within(word, Money::ZERO, Money::ZERO)
}

fn within(word: &str, least: Money, most: Money) -> Allowance {
    let step = if least.is_positive() { Money::cents(1) } else { Money::ZERO };
    Allowance { word: word.to_owned(), least, most, step, spot: None, person: None, from: None, until: None }
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
        if self.is_listed(person) {
            list.push(plain("unlist"));
        } else if self.check_join(person).is_ok() {
            list.push(plain("join"));
        }
        list
    }

    /// What somebody without chips at the table may do.
    fn of_outsider(&self, person: PersonId, list: &mut Vec<Allowance>) {
        if self.check_relatives(person).is_err() {
            return;
        }
        let is_free = self.free_seats() > 0 && self.check_turn_on_list(person).is_ok();
        let ways = [("sit", is_free), ("stand-behind", self.check_behind().is_ok())];
        for (word, _) in ways.iter().filter(|(_, is_open)| *is_open) {
            let most = self.spec.buy_in_most.map_or(Money::ZERO, Money::cents);
            let usual = Allowance { step: self.chip_step(), ..within(word, self.buy_in.value, most) };
            match self.return_of(person) {
                Some(back) => {
                    let soon = within(word, back.least, back.most);
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
            list.push(plain("leave"));
        }
        if !self.is_in_round(person) || self.may_add_in_round() {
            let least = self.least_to_add(seated);
            let room = self.spec.buy_in_most.map(|most| Money::cents(most) - seated.stack);
            if room.is_none_or(|room| room >= least) {
                let step = self.chip_step();
                list.push(Allowance { step, ..within("add-chips", least, room.unwrap_or(Money::ZERO)) });
            }
        }
        if self.free_seats() > 0 && self.check_move(person).is_ok() {
            list.push(plain("change-seat"));
        }
        match seated.out_since {
            Some(_) if seated.stack.is_positive() => list.push(plain("sit-in")),
            None if may_go => list.push(plain("sit-out")),
            _ => {}
        }
        if self.knows_leave() && seated.out_since.is_none() && may_go {
            list.push(Allowance { from: self.next_leave(seated), ..plain("take-leave") });
        }
        if self.may_call_time(person) {
            list.push(plain("call-time"));
        }
    }

    /// What somebody may do about the coming round.
    fn before_a_round(&self, seated: &Seated, list: &mut Vec<Allowance>) {
        let person = seated.person;
        if matches!(seated.owes, Some(Owes::Entry | Owes::Blind | Owes::Moved(_))) && !seated.posts {
            list.push(plain("post"));
        }
        if self.bank_for(person).is_ok()
            && let Some((least, most)) = self.stake_bounds(person)
        {
            list.push(within("take-bank", least, most));
        }
        if self.asked_to_bank() == Some(person) {
            list.push(plain("pass-bank"));
        }
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == person);
        if self.state.phase == Phase::Wagers && !is_banker && seated.out_since.is_none() {
            if let Some(OpenWager { spot, least, most, step }) = self.open_wager(seated) {
                list.push(Allowance { spot: Some(spot), step, ..within("put-wager", least, most) });
            }
            if !seated.is_ready {
                list.push(plain("ready"));
            }
        }
        if let Ok(most) = self.share_most(person)
            && most.is_positive()
        {
            list.push(within("share-bank", Money::cents(1), most));
        }
        if self.share_for(person).is_some() {
            list.push(plain("take-share"));
        }
        if let Some((spot, with)) = self.joint_for(person) {
            list.push(Allowance { spot: Some(spot), person: Some(with), ..plain("agree-joint") });
        }
        for seat in self.hands_to_see(person) {
            list.push(Allowance { spot: Some(seat), ..plain("ask-to-see") });
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

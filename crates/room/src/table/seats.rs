//! Who sits where, with how much, who waits, and how long a seat is held.

use books::seating::SeatingRules;
use books::{Clause, Money, Rule};
use games::Seat;
use games::round::Refusal;

use super::bank::BANK_GONE;
use super::{Gone, Owes, Phase, Relatives, Seated, Step, Table, Waiting, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::event::Event;
use crate::system::System;
use crate::time::Time;
use crate::why::WhyLeft;

/// What somebody who has left brings when they come back soon.
pub(crate) struct Return {
    pub(crate) least: Money,
    pub(crate) most: Money,
    pub(crate) until: Time,
    minutes: Rule<u8>,
}

impl Table {
    pub(crate) fn seating(&self) -> Option<&SeatingRules> {
        self.game.table_rules().seating
    }

    /// Whether the table has a seat or spot of that number.
    pub(super) fn has_seat(&self, seat: Seat) -> bool {
        (1..=self.seats()).contains(&seat.number())
    }

    /// Whether a seat is empty.
    pub(crate) fn is_free(&self, seat: Seat) -> bool {
        self.has_seat(seat) && self.state.people.iter().all(|person| person.seat != Some(seat))
    }

    pub(crate) fn free_seats(&self) -> usize {
        (1..=self.seats()).filter(|number| self.is_free(Seat::new(*number))).count()
    }

    pub(super) fn sit(
        &mut self,
        person: PersonId,
        seat: Option<Seat>,
        buy_in: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if self.person(person).is_ok() {
            return Err(refuse(&System::AlreadyHere));
        }
        match seat {
            Some(seat) if !self.has_seat(seat) => {
                let clause = self.book.header().seats.clause;
                return Err(refuse_by(&Cited::Seats { seats: self.seats() }, clause));
            }
            Some(seat) if !self.is_free(seat) => return Err(refuse(&System::SeatTaken)),
            Some(_) => self.check_turn_on_list(person)?,
            None => self.check_behind()?,
        }
        self.check_relatives(person)?;
        let clause = self.check_buy_in(person, buy_in, step)?;
        self.check_whole_chips(buy_in)?;
        if buy_in > step.input.wallet {
            return Err(refuse(&System::OnlyToBring { wallet: step.input.wallet }));
        }
        if seat.is_some() {
            self.state.waiting.retain(|waiting| waiting.person != person);
        }
        let (last_leave, breaks) =
            self.take_absences(person).map_or((None, Vec::new()), |kept| (kept.last_leave, kept.breaks));
        let due_again = seat.and_then(|_| self.due_again(person, step.input.now));
        let is_short = buy_in < self.buy_in.value;
        let is_newcomer = self.state.last_hand.is_some();
        self.state.people.push(Seated {
            person,
            name: step.input.name.to_owned(),
            seat,
            stack: buy_in,
            out_since: None,
            is_ready: false,
            is_leaving: false,
            silences: 0,
            owes: is_newcomer.then_some(Owes::Entry),
            posts: false,
            was_short: false,
            short_buys: u8::from(is_short),
            streak: 0,
            since: step.input.now,
            is_on_leave: false,
            last_leave,
            plays_on: false,
            quiet_wagers: 0,
            breaks,
            charged: None,
            due_again,
            is_bot: step.input.is_bot,
        });
        self.state.people.sort_by_key(|person| (person.seat.is_none(), person.seat, person.person));
        self.state.gone.retain(|gone| gone.person != person);
        let name = step.input.name.to_owned();
        self.tell(Event::Sat { person, name, seat, stack: buy_in, clause }, &mut step.told);
        Ok(())
    }

    /// That a seat is held for somebody else: where seats are not altered once chips are placed for a newcomer, by that
    /// clause.
    #[must_use]
    pub fn held_refusal(&self) -> Refusal {
        let fixed = self.seating().and_then(|seating| seating.newcomer_fixes_seats);
        let clause = fixed.filter(|rule| rule.value).map_or(Clause::NONE, |rule| rule.clause);
        refuse_by(&System::SeatHeld, clause)
    }

    /// Those on the waiting list come first, as many as there are free seats.
    pub(crate) fn check_turn_on_list(&self, person: PersonId) -> Result<(), Refusal> {
        let place = self.state.waiting.iter().position(|waiting| waiting.person == person);
        let before = place.unwrap_or(self.state.waiting.len());
        if before >= self.free_seats() {
            return Err(refuse(&System::OthersFirst));
        }
        Ok(())
    }

    /// Whether this game lets people back others' spots from behind the seats.
    pub(crate) fn check_behind(&self) -> Result<(), Refusal> {
        let rule = self.game.backline();
        if rule.value { Ok(()) } else { Err(refuse_by(&Cited::NoBackline, rule.clause)) }
    }

    /// Whether somebody may buy in for so much; the clause that says so.
    fn check_buy_in(&self, person: PersonId, amount: Money, step: &Step<'_, '_>) -> Result<Clause, Refusal> {
        if !amount.is_positive() {
            return Err(refuse(&System::BringChips));
        }
        let back = self.return_of(person).filter(|back| step.input.now < back.until);
        if let Some(Return { least, most, minutes, .. }) = back {
            if amount < least || amount > most {
                let what = Cited::BringBack { minutes: minutes.value.to_string(), least };
                return Err(refuse_by(&what, minutes.clause));
            }
            return Ok(minutes.clause);
        }
        if let Some(most) = self.spec.buy_in_most.map(Money::cents).filter(|most| amount > *most) {
            return Err(refuse(&System::BuyInMost { most }));
        }
        if amount < self.buy_in.value {
            return Err(refuse_by(&Cited::BuyInLeast { least: self.buy_in.value }, self.buy_in.clause));
        }
        Ok(self.buy_in.clause)
    }

    /// With how much somebody who has left comes back, and until when; nothing where anything may be brought.
    pub(crate) fn return_of(&self, person: PersonId) -> Option<Return> {
        let minutes = self.seating().and_then(|seating| seating.return_minutes)?;
        let gone = self.state.gone.iter().find(|gone| gone.person == person)?;
        let until = gone.at.after_minutes(i64::from(minutes.value));
        // Who left with less than the least may fill up to it, nobody else may bring more or less.
        let least = gone.stack.max(Money::cents(1));
        Some(Return { least, most: least.max(self.buy_in.value), until, minutes })
    }

    pub(super) fn add_chips(
        &mut self,
        person: PersonId,
        amount: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let seated = self.person(person)?;
        if !amount.is_positive() {
            return Err(refuse(&System::BringChips));
        }
        self.check_whole_chips(amount)?;
        let is_live = self.is_in_round(person);
        if is_live && !self.may_add_in_round() {
            let rule = self.game.table_rules().adds_in_round.filter(|rule| !rule.value);
            let later = &System::ChipsLater;
            return Err(rule.map_or_else(|| refuse(later), |rule| refuse_by(later, rule.clause)));
        }
        if amount > step.input.wallet {
            return Err(refuse(&System::OnlyToBring { wallet: step.input.wallet }));
        }
        let most = self.spec.buy_in_most.map(Money::cents);
        if let Some(most) = most.filter(|most| seated.stack + amount > *most) {
            return Err(refuse(&System::StackMost { most }));
        }
        let is_short = amount < self.buy_in.value;
        let short_buys = seated.short_buys;
        if let Some(rule) = self.full_buy_due(seated).filter(|_| is_short) {
            let what = Cited::FullBuyIn { short: rule.value, least: self.buy_in.value };
            return Err(refuse_by(&what, rule.clause));
        }
        let seat = seated.seat;
        let seated = self.person_mut(person)?;
        seated.stack += amount;
        seated.short_buys = if is_short { short_buys.saturating_add(1) } else { 0 };
        self.tell(Event::Added { person, amount }, &mut step.told);
        match seat {
            Some(seat) if is_live => self.buy_in_round(person, seat, amount, step),
            _ => Ok(()),
        }
    }

    /// The rule by which somebody has to bring a full buy-in now.
    fn full_buy_due(&self, seated: &Seated) -> Option<Rule<u8>> {
        let short_rule = self.seating().and_then(|seating| seating.short_buys);
        short_rule.filter(|rule| seated.short_buys >= rule.value)
    }

    /// The fewest chips that somebody may add.
    pub(crate) fn least_to_add(&self, seated: &Seated) -> Money {
        self.full_buy_due(seated).map_or(self.chip_step(), |_| self.buy_in.value)
    }

    pub(super) fn leave(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let is_in_round = self.is_in_round(person);
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == person);
        self.check_partner_stays(person)?;
        let seated = self.person_mut(person)?;
        if is_in_round {
            if seated.is_leaving {
                return Err(refuse(&System::AlreadyLeaving));
            }
            seated.is_leaving = true;
            // The hand is still one's own to play; the clock chooses only for who says nothing.
            seated.plays_on = true;
            self.tell(Event::WillLeave { person }, &mut step.told);
            return Ok(());
        }
        if is_banker {
            self.give_up_bank(BANK_GONE, Clause::NONE, step);
            // A table that is stopped stays so, whoever leaves it.
            if self.state.phase != Phase::Paused || self.plays_as_before {
                self.state.phase = Phase::Idle;
            }
        }
        self.remove(person, WhyLeft::Asked, Clause::NONE, step);
        Ok(())
    }

    pub(super) fn remove(&mut self, person: PersonId, why: WhyLeft, clause: Clause, step: &mut Step<'_, '_>) {
        let Some(place) = self.state.people.iter().position(|seated| seated.person == person) else { return };
        let seated = self.state.people.remove(place);
        let held = self.drop_puts(person, "its owner has left", step);
        self.state.shares.retain(|share| share.person != person);
        for bettor in self.state.bettors.iter_mut().filter(|bettor| bettor.person == person) {
            bettor.is_gone = true;
        }
        self.keep_absences(&seated, why, step.input.now);
        self.keep_owing(&seated, step.input.now);
        if let Some(seat) = seated.seat {
            self.state.past_pots = self.state.past_pots.moved(seat, None);
        }
        if self.asked_to_bank() == Some(person)
            || (seated.seat.is_some() && self.state.offered == seated.seat)
        {
            self.state.offered = None;
            self.state.asked = None;
        }
        if self.seating().is_some_and(|seating| seating.return_minutes.is_some()) {
            self.state.gone.push(Gone { person, stack: seated.stack, at: step.input.now });
        }
        self.tell(Event::Left { person, stack: seated.stack, why, clause }, &mut step.told);
        if why != WhyLeft::TableClosed {
            self.return_backers(seated.seat.into_iter().chain(held), "its player has left", step);
        }
    }

    /// Those who wanted to leave, and those without chips who have been away, give up their seats.
    pub(super) fn let_go(&mut self, step: &mut Step<'_, '_>) {
        let leaving: Vec<PersonId> =
            self.state.people.iter().filter(|seated| seated.is_leaving).map(|seated| seated.person).collect();
        for person in leaving {
            self.remove(person, WhyLeft::Asked, Clause::NONE, step);
        }
        self.free_absent_seats(step);
    }

    pub(super) fn everybody_leaves(&mut self, step: &mut Step<'_, '_>) {
        let all: Vec<PersonId> = self.state.people.iter().map(|seated| seated.person).collect();
        for person in all {
            self.remove(person, WhyLeft::TableClosed, Clause::NONE, step);
        }
    }

    pub(super) fn join(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_join(person)?;
        let name = step.input.name.to_owned();
        self.state.waiting.push(Waiting { person, name: name.clone(), offered_until: None });
        self.tell(Event::Listed { person, name }, &mut step.told);
        Ok(())
    }

    /// Whether somebody may put the name on the list: without a seat, while none is free.
    pub(crate) fn check_join(&self, person: PersonId) -> Result<(), Refusal> {
        if self.person(person).is_ok_and(|seated| seated.seat.is_some()) {
            return Err(refuse(&System::AlreadySeated));
        }
        if self.is_listed(person) {
            return Err(refuse(&System::AlreadyListed));
        }
        if self.free_seats() > self.state.waiting.len() {
            return Err(refuse(&System::SeatIsFree));
        }
        Ok(())
    }

    /// Whether somebody waits for a seat.
    pub(crate) fn is_listed(&self, person: PersonId) -> bool {
        self.state.waiting.iter().any(|waiting| waiting.person == person)
    }

    pub(super) fn unlist(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let before = self.state.waiting.len();
        self.state.waiting.retain(|waiting| waiting.person != person);
        if self.state.waiting.len() == before {
            return Err(refuse(&System::NotListed));
        }
        self.tell(Event::Unlisted { person }, &mut step.told);
        Ok(())
    }

    /// Takes those off the list who were called to a seat and let the time go by.
    pub(super) fn pass_over_late(&mut self, step: &mut Step<'_, '_>) {
        let now = step.input.now;
        let late: Vec<PersonId> = self
            .state
            .waiting
            .iter()
            .filter(|waiting| waiting.offered_until.is_some_and(|until| now >= until))
            .map(|waiting| waiting.person)
            .collect();
        for person in late {
            self.state.waiting.retain(|waiting| waiting.person != person);
            self.tell(Event::Unlisted { person }, &mut step.told);
        }
    }

    /// Offers free seats to the first on the list, and passes over those who let the time go by.
    pub(super) fn offer_seats(&mut self, step: &mut Step<'_, '_>) {
        self.pass_over_late(step);
        let now = step.input.now;
        let until = now.after_ms(self.spec.pace.seat_ms);
        for place in 0..self.free_seats().min(self.state.waiting.len()) {
            let waiting = &mut self.state.waiting[place];
            if waiting.offered_until.is_none() {
                waiting.offered_until = Some(until);
                let person = waiting.person;
                self.tell(Event::SeatOffered { person, until }, &mut step.told);
            }
        }
    }

    pub(super) fn change_seat(
        &mut self,
        person: PersonId,
        seat: Seat,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let from = self.person(person)?.seat;
        if !self.is_free(seat) {
            // Who has bought in for a seat is not moved from it.
            let fixed = self.seating().and_then(|seating| seating.newcomer_fixes_seats);
            let clause = fixed.filter(|rule| rule.value).map_or(Clause::NONE, |rule| rule.clause);
            return Err(refuse_by(&System::SeatNotFree, clause));
        }
        self.check_move(person)?;
        let (owes, clause) = self.cost_of_move(self.person(person)?, seat);
        let seated = self.person_mut(person)?;
        if from.is_none() {
            seated.since = step.input.now;
        }
        seated.seat = Some(seat);
        seated.owes = owes;
        if let Some(from) = from {
            self.state.past_pots = self.state.past_pots.moved(from, Some(seat));
        }
        self.state.people.sort_by_key(|person| (person.seat.is_none(), person.seat, person.person));
        let held = self.drop_puts(person, "its owner has moved", step);
        self.give_up_claim(person, from);
        // Who has got a seat waits for none any more.
        self.state.waiting.retain(|waiting| waiting.person != person);
        self.tell(Event::Moved { person, seat, clause }, &mut step.told);
        self.return_backers(from.into_iter().chain(held), "its player has moved", step);
        Ok(())
    }

    /// Whether somebody may move to an empty seat now.
    pub(crate) fn check_move(&self, person: PersonId) -> Result<(), Refusal> {
        if self.is_in_round(person) {
            return Err(refuse(&System::MoveLater));
        }
        if self.state.bank.is_some_and(|bank| bank.person == person) {
            // The bank goes round by seats: it is held where it was offered, until its round is dealt.
            return Err(refuse_by(&Cited::BankerStays, self.rotation_clause()));
        }
        match self.person(person)?.seat {
            Some(_) => Ok(()),
            None => self.check_turn_on_list(person),
        }
    }

    /// Relatives of somebody at the table sit down only with the manager's leave, where the book says so.
    pub(crate) fn check_relatives(&self, person: PersonId) -> Result<(), Refusal> {
        let rule = self.seating().and_then(|seating| seating.relatives_need_leave).filter(|rule| rule.value);
        let Some(rule) = rule else { return Ok(()) };
        let is_kept_out = |pair: &Relatives| {
            let other = match person {
                one if one == pair.one => pair.other,
                other if other == pair.other => pair.one,
                _ => return false,
            };
            !pair.may_play && self.person(other).is_ok()
        };
        match self.state.relatives.iter().any(is_kept_out) {
            true => Err(refuse_by(&Cited::RelativesNeedLeave, rule.clause)),
            false => Ok(()),
        }
    }

    pub(super) fn note_relatives(
        &mut self,
        one: PersonId,
        other: PersonId,
        may_play: bool,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if one == other {
            return Err(refuse(&System::TwoPeople));
        }
        let is_pair = |pair: &Relatives| {
            (pair.one, pair.other) == (one, other) || (pair.one, pair.other) == (other, one)
        };
        self.state.relatives.retain(|pair| !is_pair(pair));
        self.state.relatives.push(Relatives { one, other, may_play });
        let rule = self.seating().and_then(|seating| seating.relatives_need_leave);
        let clause = rule.map_or(Clause::NONE, |rule| rule.clause);
        self.tell(Event::RelativesNoted { one, other, may_play, clause }, &mut step.told);
        Ok(())
    }

    /// Those who could have money in the next round, seated or behind the seats: with chips, and not sitting out.
    pub(crate) fn here(&self) -> impl Iterator<Item = &Seated> {
        let is_here =
            |seated: &&Seated| seated.out_since.is_none() && seated.stack.is_positive() && !seated.is_leaving;
        self.state.people.iter().filter(is_here)
    }

    /// Those who take part in the next round: seated, with chips, and not sitting out.
    pub(crate) fn taking_part(&self) -> impl Iterator<Item = &Seated> {
        self.here().filter(|seated| seated.seat.is_some())
    }
}

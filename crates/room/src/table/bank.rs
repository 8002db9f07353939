//! Who is offered the bank, who takes it, and with how much.

use books::bank::RotationRules;
use books::rates::Fees;
use books::{Clause, Money};
use games::Seat;
use games::bank::{Bank, Candidate, Offer};
use games::round::Refusal;

use super::{Bettor, Held, Phase, State, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::event::Event;
use crate::system::System;
use crate::why::WhyPassed;

/// Why wagers go back when whoever holds the bank leaves or sits out.
pub(super) const BANK_GONE: &str = "nobody holds the bank any more";

impl Table {
    pub(crate) fn rotation_rules(&self) -> Option<&RotationRules> {
        self.game.banking().map(|banking| banking.rotation)
    }

    pub(super) fn rotation_clause(&self) -> Clause {
        self.rotation_rules().map_or(Clause::NONE, |rules| rules.rounds.clause)
    }

    fn broken_clause(&self) -> Clause {
        self.rotation_rules().map_or(Clause::NONE, |rules| rules.broken_without_another.clause)
    }

    /// Those who take part, by seat.
    pub(super) fn sitters(&self) -> impl Iterator<Item = (Seat, PersonId)> + '_ {
        self.taking_part().filter_map(|seated| Some((seated.seat?, seated.person)))
    }

    /// The clause by which only those may bank who had a wager in the last round.
    fn wager_clause(&self) -> Option<Clause> {
        self.game.banking()?.wagered_last_round
    }

    /// Those who may be asked to bank, where, and as whom each counts. Where only those may bank who had a wager in
    /// the last round, the player of a spot comes before those who bet on it from elsewhere, the largest wager first;
    /// who has a turn at the own seat has none at another.
    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        let candidate = |(seat, person)| Candidate { seat, person, counts_as: self.counts_as(person) };
        let State { wagered, bettors, .. } = &self.state;
        let had_wager = |seat: Seat, person: PersonId| match bettors.is_empty() {
            true => wagered.is_empty() || wagered.contains(&seat),
            false => bettors.iter().any(|one| !one.is_gone && (one.spot, one.person) == (seat, person)),
        };
        let mut found: Vec<Candidate> =
            self.sitters().filter(|(seat, person)| had_wager(*seat, *person)).map(candidate).collect();
        let mut behind: Vec<&Bettor> =
            bettors.iter().filter(|one| !one.is_gone && self.is_here(one.person)).collect();
        behind.sort_by_key(|one| std::cmp::Reverse(one.amount));
        let seated: Vec<PersonId> = found.iter().map(|one| one.person).collect();
        behind.retain(|one| !seated.contains(&one.person));
        found.extend(behind.into_iter().map(|one| candidate((one.spot, one.person))));
        found
    }

    /// Who moves away has no claim to bank at the seat that is left for another.
    pub(super) fn give_up_claim(&mut self, person: PersonId, from: Option<Seat>) {
        if self.plays_as_before {
            return;
        }
        let is_left = |bettor: &&mut Bettor| bettor.person == person && Some(bettor.spot) == from;
        for bettor in self.state.bettors.iter_mut().filter(is_left) {
            bettor.is_gone = true;
        }
    }

    /// Whether somebody could be dealt in, seated or behind the seats.
    fn is_here(&self, person: PersonId) -> bool {
        self.here().any(|seated| seated.person == person)
    }

    /// Who is asked to bank now.
    pub(crate) fn asked_to_bank(&self) -> Option<PersonId> {
        let seat = self.state.offered.filter(|_| self.state.phase == Phase::Offering)?;
        let sitter = || self.state.people.iter().find(|seated| seated.seat == Some(seat));
        self.state.asked.or_else(|| sitter().map(|seated| seated.person))
    }

    /// Somebody at a seat who is not its player.
    fn backer_at(&self, seat: Seat, person: PersonId) -> Option<PersonId> {
        self.person(person).is_ok_and(|seated| seated.seat != Some(seat)).then_some(person)
    }

    /// Remembers who has what on the spots of the round that begins, where the next bank depends on it, and counts
    /// the round for everybody whose money is in its bank.
    pub(super) fn note_dealt(&mut self) {
        let Some(held) = self.state.bank else { return };
        if self.wager_clause().is_some() {
            let (spot, person, amount) = (held.seat, held.person, held.stake);
            let puts = self.state.puts.iter();
            let bettors = puts.map(|put| Bettor {
                spot: put.spot,
                person: put.person,
                amount: put.wager.total(),
                is_gone: false,
            });
            self.state.bettors = bettors.chain([Bettor { spot, person, amount, is_gone: false }]).collect();
            self.state.wagered = self.state.bettors.iter().map(|one| one.spot).collect();
        }
        let counts_as = self.counts_as(held.person);
        let banker = Candidate { seat: held.seat, person: held.person, counts_as };
        let partners: Vec<PersonId> =
            self.taken_shares().flat_map(|share| [share.person, self.counts_as(share.person)]).collect();
        let bank = Bank { seat: held.seat, person: counts_as, turn: held.turn };
        if let Some(rotation) = self.state.rotation.as_mut().filter(|rotation| !rotation.has_counted(bank)) {
            rotation.deal(banker, &partners);
        }
    }

    /// The floor says that a new game begins.
    pub(super) fn new_game(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.rotation.is_none() {
            return Err(refuse(&System::NoBank));
        }
        if self.state.bank.is_some() || self.live.is_some() {
            return Err(refuse(&System::BankHeld));
        }
        self.begin_new_game(step);
        Ok(())
    }

    fn begin_new_game(&mut self, step: &mut Step<'_, '_>) {
        self.state.wagered.clear();
        self.state.bettors.clear();
        self.state.offered = None;
        self.state.asked = None;
        if matches!(self.state.phase, Phase::Offering | Phase::Broken) {
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
        }
        if let Some(rotation) = &mut self.state.rotation {
            rotation.begin_new_game();
        }
        let clause = self.wager_clause().unwrap_or(self.rotation_clause());
        self.tell(Event::NewGame { clause }, &mut step.told);
    }

    /// Whether nobody is left who had a wager in the last round and may bank, while others could.
    fn needs_new_game(&self) -> bool {
        let Some(rotation) = self.state.rotation.as_ref().filter(|_| !self.state.wagered.is_empty()) else {
            return false;
        };
        let may_bank = |person: PersonId| rotation.may_bank(self.counts_as(person));
        self.candidates().iter().all(|one| !may_bank(one.person))
            && self.sitters().any(|(_, person)| may_bank(person))
    }

    /// Whoever holds the bank gives it up before the round: whatever lies against it goes back.
    pub(super) fn give_up_bank(&mut self, why: &str, clause: Clause, step: &mut Step<'_, '_>) {
        self.state.bank = None;
        self.forget_shares();
        for put in std::mem::take(&mut self.state.puts) {
            self.give_back(put, why, clause, step);
        }
    }

    /// Offers the bank round the table, then opens the wagers, then the round.
    pub(super) fn bank_and_wagers(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let count = self.taking_part().count();
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if count < 2 || (only_bots && !self.spec.plays_alone) {
            return self.go_idle(step);
        }
        if self.state.bank.is_some_and(|bank| !self.is_here(bank.person)) {
            self.give_up_bank(BANK_GONE, Clause::NONE, step);
        }
        if self.state.bank.is_none() {
            return self.offer_bank(step);
        }
        if self.state.phase != Phase::Wagers {
            return self.open_wagers(step);
        }
        self.open_round_if_all_ready(step)
    }

    fn go_idle(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.state.phase != Phase::Idle {
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            self.state.offered = None;
            self.state.asked = None;
            self.give_up_bank("too few are left to play", Clause::NONE, step);
            self.state.wagered.clear();
            self.state.bettors.clear();
        }
        Ok(())
    }

    fn offer_bank(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.needs_new_game() {
            self.begin_new_game(step);
        }
        // An offer once made stands until it is answered or its time is up, whoever sits down meanwhile.
        if self.standing_offer().is_some() {
            return Ok(());
        }
        let Some(rotation) = &self.state.rotation else { return Ok(()) };
        match rotation.offer(&self.candidates()) {
            Offer::To(Candidate { seat, person, .. }) => {
                self.state.offered = Some(seat);
                self.state.asked = Some(person);
                self.state.phase = Phase::Offering;
                self.state.deadline = self.due(step.input.now, self.spec.pace.offer_ms);
                let (backer, clause) = (self.backer_at(seat, person), self.rotation_clause());
                self.tell(Event::BankOffered { seat, backer, clause }, &mut step.told);
            }
            Offer::Broken if self.state.phase != Phase::Broken => {
                self.state.offered = None;
                self.state.asked = None;
                self.state.phase = Phase::Broken;
                self.state.deadline = None;
                let clause = self.broken_clause();
                self.tell(Event::Broken { clause }, &mut step.told);
            }
            Offer::Broken => {}
        }
        Ok(())
    }

    /// Who is asked to bank now, and where, if they still may.
    fn standing_offer(&self) -> Option<Candidate> {
        let (person, seat) = (self.asked_to_bank()?, self.state.offered?);
        let found = self.candidates().into_iter().find(|one| (one.seat, one.person) == (seat, person))?;
        self.state.rotation.as_ref()?.may_bank(found.counts_as).then_some(found)
    }

    /// The least and the largest stake somebody may put up: the fee must be left.
    pub(crate) fn stake_bounds(&self, person: PersonId) -> Option<(Money, Money)> {
        let stack = self.person(person).ok()?.stack;
        let most = stack - self.largest_bank_fee();
        // Less than one least wager could not even be won or lost against.
        let least = self.game.limit().map_or(Money::dollars(1), |limit| limit.min).min(most);
        most.is_positive().then_some((least, most))
    }

    fn largest_bank_fee(&self) -> Money {
        let Some(schedule) = &self.schedule else { return Money::ZERO };
        match schedule.fees {
            Fees::Bank { .. } => schedule.bank_fee(Money::dollars(1_000_000_000)).value,
            Fees::Pot { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => Money::ZERO,
        }
    }

    /// Where somebody may take the bank now, or why not.
    pub(crate) fn bank_for(&self, person: PersonId) -> Result<Candidate, Refusal> {
        let seat = self.person(person)?.seat;
        let clause = self.rotation_clause();
        let Some(rotation) = &self.state.rotation else {
            return Err(refuse(&System::NoBank));
        };
        if self.state.bank.is_some() || !matches!(self.state.phase, Phase::Offering | Phase::Broken) {
            return Err(refuse(&System::BankNotOffered));
        }
        let candidates = self.candidates();
        let mut own = candidates.iter().filter(|one| one.person == person);
        let standing = self.standing_offer();
        let may_take =
            |one: &&Candidate| standing.map_or(rotation.may_take(one, &candidates), |asked| asked == **one);
        if let Some(one) = own.clone().find(may_take) {
            return Ok(*one);
        }
        let wager_clause = self.wager_clause().filter(|_| !self.state.wagered.is_empty());
        if own.next().is_none() {
            return Err(match (wager_clause, seat) {
                (Some(clause), _) if self.is_here(person) => refuse_by(&Cited::WagerToBank, clause),
                (_, None) => refuse_by(&Cited::SeatToBank, clause),
                (_, Some(_)) => refuse_by(&Cited::OfferedToOthers, clause),
            });
        }
        let one = self.counts_as(person);
        Err(match (rotation.may_bank(one), one == person) {
            (true, _) => refuse_by(&Cited::OfferedElsewhere, clause),
            (false, _) => self.too_many_rounds(person),
        })
    }

    /// The refusal of money in the bank after the most rounds in a row.
    pub(super) fn too_many_rounds(&self, person: PersonId) -> Refusal {
        let clause = self.rotation_clause();
        match self.counts_as(person) == person {
            true => refuse_by(&Cited::BankedEnough, clause),
            false => refuse_by(&Cited::CompanyBankedEnough, self.company_clause().or(clause)),
        }
    }

    pub(super) fn take_bank(
        &mut self,
        person: PersonId,
        stake: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Candidate { seat, counts_as, .. } = self.bank_for(person)?;
        let clause = self.rotation_clause();
        let (least, most) = self
            .stake_bounds(person)
            .ok_or_else(|| refuse_by(&Cited::FeeNotCovered, self.stake_clause(false)))?;
        if stake < least || stake > most {
            let clause = self.stake_clause(stake < least);
            return Err(refuse_by(&Cited::StakeBounds { least, most }, clause));
        }
        // Only a round that is dealt counts, so that a bank that was given up is no turn.
        let turn = self.state.rotation.as_ref().map_or(1, |rotation| rotation.next_turn(counts_as));
        self.state.bank = Some(Held { person, seat, turn, stake });
        self.state.offered = None;
        self.state.asked = None;
        self.tell(Event::BankTaken { person, seat, turn, stake, clause }, &mut step.told);
        Ok(())
    }

    pub(super) fn pass_bank(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        match self.state.offered.filter(|_| self.asked_to_bank() == Some(person)) {
            Some(seat) => self.decline(seat, WhyPassed::Declined, step),
            None if self.state.rotation.is_none() => return Err(refuse(&System::NoBank)),
            None => return Err(refuse_by(&Cited::NotOfferedToYou, self.rotation_clause())),
        }
        Ok(())
    }

    /// Whoever is asked at the offered seat declines.
    pub(super) fn decline(&mut self, seat: Seat, why: WhyPassed, step: &mut Step<'_, '_>) {
        let asked = self.asked_to_bank();
        if let (Some(rotation), Some(person)) = (&mut self.state.rotation, asked) {
            rotation.decline(person);
        }
        self.state.offered = None;
        self.state.asked = None;
        let backer = asked.and_then(|person| self.backer_at(seat, person));
        let why = self.spec.by_hand.then_some(why);
        self.tell(Event::BankPassed { seat, backer, why }, &mut step.told);
    }
}

//! Who is offered the bank, who takes it, and with how much.

use books::bank::RotationRules;
use books::double_hand::Eligible;
use books::rates::Fees;
use books::{Clause, Money};
use games::Seat;
use games::bank::Offer;
use games::round::{Game, Refusal};

use super::{Held, Phase, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::event::Event;

impl Table {
    pub(crate) fn rotation_rules(&self) -> Option<&RotationRules> {
        match &self.game {
            Game::Blackjack(game) => Some(&game.rules.rotation),
            Game::DoubleHand(game) => Some(&game.rules.rotation),
            Game::ThreeCard(game) => Some(&game.rules.rotation),
            Game::Poker(_) => None,
        }
    }

    fn rotation_clause(&self) -> Clause {
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
        match &self.game {
            Game::DoubleHand(game) => {
                let Eligible::WageredLastRound = game.rules.offers.eligible.value;
                Some(game.rules.offers.eligible.clause)
            }
            _ => None,
        }
    }

    /// Those who may be asked to bank, and as whom each counts.
    pub(crate) fn askable(&self) -> Vec<(Seat, PersonId)> {
        let wagered = &self.state.wagered;
        let is_eligible = |seat: &Seat| wagered.is_empty() || wagered.contains(seat);
        let eligible = self.sitters().filter(|(seat, _)| is_eligible(seat));
        eligible.map(|(seat, person)| (seat, self.counts_as(person))).collect()
    }

    /// Remembers where the round that begins has wagers, where the next bank depends on it.
    pub(super) fn note_wagered(&mut self) {
        if self.wager_clause().is_none() {
            return;
        }
        let bank = self.state.bank.map(|bank| bank.seat);
        self.state.wagered = self.state.puts.iter().map(|put| put.spot).chain(bank).collect();
    }

    /// Offers the bank round the table, then opens the wagers, then the round.
    pub(super) fn bank_and_wagers(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let count = self.taking_part().count();
        let only_bots = self.taking_part().all(|seated| seated.is_bot);
        if count < 2 || (only_bots && !self.spec.plays_alone) {
            return self.go_idle();
        }
        if self.state.bank.is_some_and(|bank| self.taking_part().all(|seated| seated.person != bank.person)) {
            self.state.bank = None;
        }
        if self.state.bank.is_none() {
            return self.offer_bank(step);
        }
        if self.state.phase != Phase::Wagers {
            return self.open_wagers(step);
        }
        self.open_round_if_all_ready(step)
    }

    fn go_idle(&mut self) -> Result<(), Refusal> {
        if self.state.phase != Phase::Idle {
            self.state.phase = Phase::Idle;
            self.state.deadline = None;
            self.state.offered = None;
            self.state.bank = None;
            self.state.puts.clear();
            self.forget_shares();
            self.state.wagered.clear();
        }
        Ok(())
    }

    fn offer_bank(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let askable = self.askable();
        let Some(rotation) = &self.state.rotation else { return Ok(()) };
        match rotation.offer(&askable) {
            Offer::To(seat) => {
                if self.state.offered != Some(seat) || self.state.phase != Phase::Offering {
                    self.state.offered = Some(seat);
                    self.state.phase = Phase::Offering;
                    self.state.deadline = Some(step.input.now.after_ms(self.spec.pace.offer_ms));
                    let clause = self.rotation_clause();
                    self.tell(Event::BankOffered { seat, clause }, &mut step.told);
                }
            }
            Offer::Broken if self.state.phase != Phase::Broken => {
                self.state.offered = None;
                self.state.phase = Phase::Broken;
                self.state.deadline = None;
                let clause = self.broken_clause();
                self.tell(Event::Broken { clause }, &mut step.told);
            }
            Offer::Broken => {}
        }
        Ok(())
    }

    /// The least and the largest stake somebody may put up: the fee must be left.
    pub(crate) fn stake_bounds(&self, person: PersonId) -> Option<(Money, Money)> {
        let stack = self.person(person).ok()?.stack;
        let most = stack - self.largest_bank_fee();
        let least = match &self.game {
            Game::Blackjack(game) => game.schedule.as_ref().and_then(|one| one.limit.as_ref()),
            Game::DoubleHand(game) => game.schedule.as_ref().and_then(|one| one.limit.as_ref()),
            Game::ThreeCard(game) => game.schedule.as_ref().and_then(|one| one.limit.as_ref()),
            Game::Poker(_) => None,
        };
        // Less than one least wager could not even be won or lost against.
        let least = least.map_or(Money::dollars(1), |limit| limit.min).min(most);
        most.is_positive().then_some((least, most))
    }

    fn largest_bank_fee(&self) -> Money {
        let Some(schedule) = &self.schedule else { return Money::ZERO };
        match schedule.fees {
            Fees::Bank { .. } => schedule.bank_fee(Money::dollars(1_000_000_000)).value,
            _ => Money::ZERO,
        }
    }

    pub(super) fn take_bank(
        &mut self,
        person: PersonId,
        stake: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let seat = self.person(person)?.seat.ok_or_else(|| refuse("only a seated player may bank"))?;
        let clause = self.rotation_clause();
        let askable = self.askable();
        let Some(rotation) = &self.state.rotation else {
            return Err(refuse("nobody holds a bank in this game"));
        };
        if self.state.bank.is_some() || !matches!(self.state.phase, Phase::Offering | Phase::Broken) {
            return Err(refuse("the bank is not offered now"));
        }
        let is_passed_over = askable.iter().all(|(asked, _)| *asked != seat);
        if let Some(clause) =
            self.wager_clause().filter(|_| is_passed_over && self.state.phase == Phase::Offering)
        {
            return Err(refuse_by("only a spot with a wager in the last round may bank", clause));
        }
        let one = self.counts_as(person);
        if !rotation.may_take(seat, one, &askable) {
            let (what, clause) = match (rotation.may_bank(one), one == person) {
                (true, _) => ("the bank is offered to another seat", clause),
                (false, true) => ("you have banked as many rounds in a row as one person may", clause),
                (false, false) => (
                    "your company has banked as many rounds in a row as one person may",
                    self.company_clause().or(clause),
                ),
            };
            return Err(refuse_by(what, clause));
        }
        let (least, most) = self
            .stake_bounds(person)
            .ok_or_else(|| refuse_by("your chips do not cover the banker's fee", self.stake_clause(false)))?;
        if stake < least || stake > most {
            let clause = self.stake_clause(stake < least);
            return Err(refuse_by(&format!("the stake must be from {least} to {most}"), clause));
        }
        let turn = self.state.rotation.as_mut().map_or(1, |rotation| rotation.take(seat, one).turn);
        self.state.bank = Some(Held { person, seat, turn, stake });
        self.state.offered = None;
        self.tell(Event::BankTaken { person, seat, turn, stake, clause }, &mut step.told);
        Ok(())
    }

    pub(super) fn pass_bank(&mut self, person: PersonId, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        let seat = self.person(person)?.seat;
        if self.state.phase != Phase::Offering || seat.is_none() || self.state.offered != seat {
            return Err(refuse_by("the bank is not offered to you", self.rotation_clause()));
        }
        self.decline(seat.unwrap_or(Seat::new(1)), step);
        Ok(())
    }

    pub(super) fn decline(&mut self, seat: Seat, step: &mut Step<'_, '_>) {
        if let Some(rotation) = &mut self.state.rotation {
            rotation.decline(seat);
        }
        self.state.offered = None;
        self.tell(Event::BankPassed { seat }, &mut step.told);
    }
}

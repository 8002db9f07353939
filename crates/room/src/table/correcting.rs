//! Corrections by the floor: chips of a round that is over are moved once more, and the round stays as it was. Who had no
//! money in the round has no part in its correction, and what goes beyond the round, or is large, needs a second person.

use books::Money;
use books::rates::Fees;
use games::round::Refusal;

use super::{Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::correction::{Chips, Correction, Why};
use crate::desk::{CorrectedRound, KnownRound};
use crate::event::Event;
use crate::ledger::{Account, Transfer};
use crate::system::System;

/// Whose chips lie there.
fn person_of(chips: Chips) -> Option<PersonId> {
    match chips {
        Chips::Person(person) => Some(person),
        Chips::Drop | Chips::Jackpot | Chips::Promotion => None,
    }
}

impl Table {
    /// The floor moves chips that went to the wrong place.
    pub(super) fn correct(
        &mut self,
        by: PersonId,
        correction: &Correction,
        known: Option<&KnownRound>,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let Correction { round, from, to, amount, why, clause, reason, dispute, .. } = correction;
        if reason.trim().is_empty() {
            return Err(refuse(&System::NoReason));
        }
        if *round == 0 || *round > self.state.rounds || (*round == self.state.rounds && self.live.is_some()) {
            return Err(refuse(&System::NoRoundToCorrect { round: *round }));
        }
        if !amount.is_positive() || from == to {
            return Err(refuse(&System::NothingMoves));
        }
        if self.is_bounded() {
            self.check_bounds(by, correction, known)?;
        }
        let (from, to) = (self.account_of(*from)?, self.account_to(*to)?);
        self.check_named(clause)?;
        self.check_dispute(*dispute)?;
        if *why == Why::Ruling {
            if clause.is_empty() {
                return Err(refuse(&System::RulingNeedsClause));
            }
            self.check_still_ruled(*round)?;
        }
        let told = Event::Corrected { correction: correction.clone(), by };
        let transfers = vec![Transfer { from, to, amount: *amount }];
        for (account, change) in [(from, -*amount), (to, *amount)] {
            self.change(account, change)?;
        }
        self.push(told, transfers, None, &mut step.told);
        self.note_corrected(*round, *amount);
        self.settle_dispute(*dispute, by, step);
        Ok(())
    }

    /// Remembers what was corrected, for the round's own history and for the bounds of the next.
    fn note_corrected(&mut self, round: u64, amount: Money) {
        if !self.is_bounded() {
            return;
        }
        let number = self.state.number;
        match self.state.corrected.iter_mut().find(|one| one.round == round) {
            Some(known) => {
                known.sum += amount;
                known.events.push(number);
            }
            None => self.state.corrected.push(CorrectedRound { round, sum: amount, events: vec![number] }),
        }
    }

    /// The events by which a round was corrected; nothing where an earlier program opened the table, which kept none.
    #[must_use]
    pub fn corrections_of(&self, round: u64) -> Option<Vec<u64>> {
        let found = self.state.corrected.iter().find(|one| one.round == round);
        self.is_bounded().then(|| found.map_or_else(Vec::new, |one| one.events.clone()))
    }

    /// A correction moves chips between those who had money in the round and the boxes that it fills. Together with
    /// earlier ones it moves no more than the round did, and no large amount, unless a second person has approved it.
    fn check_bounds(
        &self,
        by: PersonId,
        correction: &Correction,
        known: Option<&KnownRound>,
    ) -> Result<(), Refusal> {
        let Correction { round, from, to, amount, approved, .. } = correction;
        let Some(known) = known else { return Err(refuse(&System::NoRoundToCorrect { round: *round })) };
        for end in [from, to] {
            match end {
                Chips::Person(person) if known.people.contains(person) => {}
                Chips::Person(_) => return Err(refuse(&System::NotInThatRound)),
                Chips::Drop | Chips::Jackpot | Chips::Promotion => self.check_filled(*end)?,
            }
        }
        let parts = [Some(by), person_of(*from), person_of(*to)];
        if approved.is_some() && parts.contains(approved) {
            return Err(refuse(&System::OtherSecondPerson));
        }
        let earlier = self.state.corrected.iter().find(|one| one.round == *round);
        let sum = earlier.map_or(Money::ZERO, |one| one.sum) + *amount;
        let is_large = known.large_from.is_some_and(|from| sum >= from);
        match approved {
            None if sum > known.moved || is_large => Err(refuse(&System::SecondPerson)),
            _ => Ok(()),
        }
    }

    /// Whether the schedule of the table fills a jackpot.
    #[must_use]
    pub fn fills_jackpot(&self) -> bool {
        self.schedule.as_ref().is_some_and(|schedule| schedule.fees.fills_jackpot())
    }

    /// Refuses a box into which neither the table's schedule nor its book brings anything. Tables that earlier programs
    /// opened ask that of the jackpot's alone.
    fn check_filled(&self, chips: Chips) -> Result<(), Refusal> {
        let (name, is_filled) = match chips {
            Chips::Person(_) => return Ok(()),
            Chips::Drop => {
                let fees = self.schedule.as_ref().map(|schedule| &schedule.fees);
                ("the drop box", !self.spec.is_strict || fees.is_some_and(Fees::fills_drop))
            }
            Chips::Jackpot => {
                // A schedule may print a fee that the book does not take.
                let taken = self.book.rules.face().jackpot().is_none_or(|rule| rule.value);
                ("the jackpot's box", self.fills_jackpot() && (taken || !self.spec.is_strict))
            }
            Chips::Promotion => {
                let pays = self.book.rules.face().pays_promotions();
                ("the promotion money", !self.spec.is_strict || pays)
            }
        };
        match is_filled {
            true => Ok(()),
            false => Err(refuse(&System::NoSuchBox { name: name.to_owned() })),
        }
    }

    /// Adds to what lies somewhere, or takes from it.
    fn change(&mut self, account: Account, change: Money) -> Result<(), Refusal> {
        let Account::Stack(_, person) = account else { return Ok(()) };
        let seated = self.person_mut(person)?;
        if seated.stack + change < Money::ZERO {
            return Err(refuse(&System::NotSoMuch { holds: seated.stack }));
        }
        seated.stack += change;
        Ok(())
    }

    /// Where chips lie that are moved by a correction; nobody's chips are touched while they play with them, or once
    /// they have left with them.
    fn account_of(&self, chips: Chips) -> Result<Account, Refusal> {
        match chips {
            Chips::Person(person) if self.is_in_round(person) => Err(refuse(&System::ChipsInPlay)),
            Chips::Person(person) => {
                self.person(person).map_err(|_| refuse(&System::LeftWithChips))?;
                Ok(Account::Stack(self.id, person))
            }
            Chips::Drop => Ok(Account::Drop(self.id)),
            Chips::Jackpot => Ok(Account::Jackpot(self.id)),
            Chips::Promotion => Ok(Account::Promotion(self.id)),
        }
    }

    /// The same for chips that come; who has left is given them away from the table.
    fn account_to(&self, chips: Chips) -> Result<Account, Refusal> {
        match chips {
            Chips::Person(person) if self.person(person).is_err() => Ok(Account::Patron(person)),
            chips => self.account_of(chips),
        }
    }

    /// Refuses a ruling on a hand that the book lets nobody rule on any more.
    fn check_still_ruled(&self, round: u64) -> Result<(), Refusal> {
        let rule = self.ruled_no_later();
        match rule.filter(|_| round < self.state.rounds) {
            Some(clause) => Err(refuse_by(&Cited::RuledTooLate, clause)),
            None => Ok(()),
        }
    }

    /// Refuses the name of a clause that the book does not have.
    pub(super) fn check_named(&self, clause: &str) -> Result<(), Refusal> {
        if clause.is_empty() || self.book.clauses.find(clause).is_some() {
            return Ok(());
        }
        let nearest = self.book.clauses.nearest(clause);
        let hint = nearest.map_or(String::new(), |name| format!("; did you mean {name}?"));
        Err(refuse(&System::NoClause { name: clause.to_owned(), hint }))
    }
}

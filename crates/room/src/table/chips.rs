//! Chips at the table: what amounts they come in, and chips that join a hand which is on.

use books::Money;
use games::round::Refusal;
use games::{Party, Seat};

use super::{Step, Table, refuse_by};
use crate::PersonId;
use crate::cited::Cited;

impl Table {
    /// What amounts of chips are multiples of.
    pub(crate) fn chip_step(&self) -> Money {
        self.game.table_rules().chip.map_or(Money::cents(1), |chip| chip.value)
    }

    /// Refuses an amount that cannot be had in chips of the game; earlier programs took any.
    pub(super) fn check_whole_chips(&self, amount: Money) -> Result<(), Refusal> {
        let Some(chip) = self.game.table_rules().chip.filter(|_| !self.plays_as_before) else {
            return Ok(());
        };
        match amount.in_cents() % chip.value.in_cents() == 0 {
            true => Ok(()),
            false => Err(refuse_by(&Cited::WholeChips { chip: chip.value }, chip.clause)),
        }
    }

    /// Whether chips may be added while one's own hand is on.
    pub(crate) fn may_add_in_round(&self) -> bool {
        let is_on = self.live.as_ref().is_some_and(|live| !live.round.is_over());
        is_on && self.game.table_rules().adds_in_round.is_some_and(|rule| rule.value)
    }

    /// Chips that came to the table join the hand that is on.
    pub(super) fn buy_in_round(
        &mut self,
        person: PersonId,
        seat: Seat,
        amount: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.act(|round| round.buy(Party(seat.number()), amount), step)?;
        if let Some(live) = &mut self.live
            && let Some(purse) = live.purse_of(person)
        {
            live.before[usize::from(purse)] += amount;
        }
        Ok(())
    }
}

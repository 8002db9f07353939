//! The laws of any round, tried at every step.

use std::sync::Arc;

use books::Money;
use games::Party;
use games::blackjack::{Allowed, Choice, Event, Opening, Setup, Waits};

use crate::play::{Law, Play};

impl Play<'_> {
    /// Money neither comes nor goes with any event, and the events alone make the same state.
    pub(crate) fn check_step(&mut self) -> Law {
        for event in &self.events[self.applied..] {
            self.shadow.apply(event);
            if self.shadow.total_money() != self.money {
                return Err(format!(
                    "{} in all after {event:?}, not {}",
                    self.shadow.total_money(),
                    self.money
                ));
            }
        }
        self.applied = self.events.len();
        if self.shadow != self.round {
            return Err(format!("the events make\n{:#?}\nand the round is\n{:#?}", self.shadow, self.round));
        }
        for (place, purse) in self.setup.purses.iter().enumerate() {
            if self.round.purse(place) < Money::ZERO {
                return Err(format!("{} has {}", purse.name, self.round.purse(place)));
            }
        }
        let stake = self.round.stake();
        if !self.table.model.net_cover && stake.used() > stake.posted() {
            return Err(format!("{} used of a stake of {}", stake.used(), stake.posted()));
        }
        if stake.net() < -stake.posted() || stake.net() > stake.posted() {
            return Err(format!("a net of {} on a stake of {}", stake.net(), stake.posted()));
        }
        Ok(())
    }

    /// A round that is opened where this one was is like one that is opened anew.
    pub(crate) fn check_opened_again(&self) -> Law {
        let opening = Opening::check(Arc::clone(&self.case.game), &self.setup);
        let opening = opening.map_err(|faults| format!("the setup is refused now: {faults:?}"))?;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let new = opening.open(&mut first);
        let mut again = self.round.clone();
        opening.open_again(&mut again, &mut second);
        let is_alike = again == new && first == second && self.events.starts_with(&first);
        if is_alike { Ok(()) } else { Err("a round opened again is not like a new one".to_owned()) }
    }

    pub(crate) fn check_listed(&self, open: &[Allowed]) -> Law {
        for one in open {
            for choice in [one.choice, with_amount(one.choice, one.most)] {
                let chosen = self.round.clone().choose(one.who, choice, &mut ());
                chosen.map_err(|refusal| {
                    format!("{:?} {choice:?} is listed and refused: {refusal}", one.who)
                })?;
            }
        }
        Ok(())
    }

    pub(crate) fn check_unlisted(&mut self, open: &[Allowed]) -> Law {
        for _ in 0..6 {
            let (who, choice) = self.random_choice();
            if open.iter().any(|one| one.who == who && covers(one, choice)) {
                continue;
            }
            self.check_refused(who, choice)?;
        }
        let mut round = self.round.clone();
        let refused = round.card(Some(self.case.shoe[0]), &mut ());
        if refused.is_ok() || round != self.round {
            return Err("a card was taken where a choice comes first".to_owned());
        }
        Ok(())
    }

    pub(crate) fn check_no_choice_now(&mut self) -> Law {
        let (who, choice) = self.random_choice();
        self.check_refused(who, choice)?;
        let mut open = Vec::new();
        self.round.allowed(&mut open);
        if open.is_empty() { Ok(()) } else { Err(format!("a card comes first and {open:?} is listed")) }
    }

    fn check_refused(&self, who: Party, choice: Choice) -> Law {
        let mut round = self.round.clone();
        let mut events = Vec::new();
        let Err(refusal) = round.choose(who, choice, &mut events) else {
            return Err(format!("{who:?} {choice:?} is not listed and was taken"));
        };
        if round != self.round || !events.is_empty() {
            return Err(format!("{who:?} {choice:?} was refused and changed the round"));
        }
        if !refusal.reason.is_system() && !refusal.clause.is_some() {
            return Err(format!("{who:?} {choice:?} was refused without a clause: {:?}", refusal.reason));
        }
        Ok(())
    }

    fn random_choice(&mut self) -> (Party, Choice) {
        let who = match self.dice.below(12) {
            0 => Party::BANK,
            1 => Party(200),
            _ => Party(self.dice.place(self.setup.bets.len()) as u8),
        };
        let amount = match self.dice.below(4) {
            0 => Money::cents(self.dice.between(-100, 20_000)),
            1 => Money::ZERO,
            2 => self.setup.bets.get(who.index()).map_or(Money::ZERO, |bet| bet.base),
            _ => self.setup.bets.get(who.index()).map_or(Money::ZERO, |bet| bet.base.half()),
        };
        let choice = match self.dice.below(11) {
            0 => Choice::Hit,
            1 => Choice::Stand,
            2 => Choice::Double(amount),
            3 => Choice::Split,
            4 => Choice::Surrender(0),
            5 => Choice::Surrender(self.dice.below(6) as u8),
            6 => Choice::Insure(amount),
            7 => Choice::EvenMoney,
            8 => Choice::Follow(amount),
            9 => Choice::Side(amount),
            _ => Choice::Decline,
        };
        (who, choice)
    }

    /// A void round gives everybody everything back, but for fees that the floor keeps.
    pub(crate) fn check_void(&mut self) -> Law {
        if self.round.waits() == Waits::Over {
            return Ok(());
        }
        let returned = self.dice.once_in(2);
        let mut round = self.round.clone();
        round.void(None, returned, &mut ()).map_err(|refusal| format!("void refused: {refusal}"))?;
        if round.waits() != Waits::Over || round.total_money() != self.money {
            return Err(format!("{} in all after the round was voided", round.total_money()));
        }
        let back =
            (0..self.setup.purses.len()).all(|place| round.purse(place) == self.setup.purses[place].stack);
        if returned && !(back && round.drop().is_zero()) {
            return Err("money is missing after the round was voided".to_owned());
        }
        let mut round = self.round.clone();
        let spot = self.dice.pick(&self.setup.bets).spot;
        round.void(Some(spot), returned, &mut ()).map_err(|refusal| format!("void refused: {refusal}"))?;
        if round.total_money() == self.money {
            Ok(())
        } else {
            Err(format!("money is lost by voiding {spot:?}"))
        }
    }

    pub(crate) fn check_json(&self) -> Law {
        for event in &self.events {
            let text = serde_json::to_string(event).map_err(|error| format!("{event:?}: {error}"))?;
            let back: Event = serde_json::from_str(&text).map_err(|error| format!("{text}: {error}"))?;
            if back != *event {
                return Err(format!("{event:?} came back from JSON as {back:?}"));
            }
        }
        let text = serde_json::to_string(&*self.setup).map_err(|error| error.to_string())?;
        let back: Setup = serde_json::from_str(&text).map_err(|error| format!("{text}: {error}"))?;
        if back == *self.setup { Ok(()) } else { Err(format!("the setup came back from JSON as {back:?}")) }
    }
}

fn with_amount(choice: Choice, amount: Money) -> Choice {
    match choice {
        Choice::Double(_) => Choice::Double(amount),
        Choice::Insure(_) => Choice::Insure(amount),
        Choice::Follow(_) => Choice::Follow(amount),
        other => other,
    }
}

fn covers(one: &Allowed, choice: Choice) -> bool {
    match (one.choice, choice) {
        (Choice::Double(least), Choice::Double(amount))
        | (Choice::Insure(least), Choice::Insure(amount))
        | (Choice::Follow(least), Choice::Follow(amount)) => {
            (least..=one.most).contains(&amount) && amount.in_cents() % least.in_cents() == 0
        }
        (listed, other) => listed == other,
    }
}

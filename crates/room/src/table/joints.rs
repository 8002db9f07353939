//! Joint (kum-kum) wagers: money of several people on one spot that is paid and collected as one. Who puts such a wager
//! down has chosen it; those whose money lay there before have to agree, and until then each plays alone.

use games::Seat;
use games::round::Refusal;
use serde::{Deserialize, Serialize};

use super::{Phase, Put, Step, Table, refuse};
use crate::PersonId;
use crate::event::Event;
use crate::system::System;

/// Somebody's word that another's wager on a spot counts as one with the own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Agreed {
    pub(crate) spot: Seat,
    /// Who agrees.
    pub(crate) person: PersonId,
    /// With whom.
    pub(crate) with: PersonId,
}

impl Agreed {
    /// Whether it is about somebody's wager on a spot.
    pub(crate) fn concerns(&self, person: PersonId, spot: Seat) -> bool {
        self.spot == spot && (self.person == person || self.with == person)
    }
}

impl Table {
    /// The number of the joint wager that a wager plays in: none until everybody in it agrees.
    pub(super) fn joint_of(&self, put: &Put) -> Option<u8> {
        let number = put.wager.joint?;
        self.partners_in(put.spot, number).contains(&put.person).then_some(number)
    }

    /// Who plays one joint wager on a spot: whose money came first, and each later one with whom all of them agree.
    fn partners_in(&self, spot: Seat, number: u8) -> Vec<PersonId> {
        let mut partners: Vec<PersonId> = Vec::new();
        for put in self.state.puts.iter().filter(|put| put.spot == spot && put.wager.joint == Some(number)) {
            let agrees = |person: &PersonId| {
                self.state.agreed.contains(&Agreed { spot, person: *person, with: put.person })
            };
            if partners.iter().all(agrees) {
                partners.push(put.person);
            }
        }
        partners
    }

    /// Whether somebody could agree to a joint wager now, and with whom.
    pub(crate) fn joint_for(&self, person: PersonId) -> Option<(Seat, PersonId)> {
        let others = self.state.puts.iter().filter(|put| put.wager.joint.is_some());
        let mut others = others.map(|put| (put.spot, put.person));
        others.find(|(spot, with)| self.clone().let_join(person, *spot, *with).is_ok())
    }

    /// Somebody agrees that a later wager on the spot counts as one with the own.
    pub(super) fn agree_joint(
        &mut self,
        person: PersonId,
        spot: Seat,
        with: PersonId,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.let_join(person, spot, with)?;
        let clause = self.game.joint_clause();
        self.tell(Event::JointAgreed { person, with, spot, clause }, &mut step.told);
        Ok(())
    }

    fn let_join(&mut self, person: PersonId, spot: Seat, with: PersonId) -> Result<(), Refusal> {
        if self.state.phase != Phase::Wagers {
            return Err(refuse(&System::NoWagersNow));
        }
        let place = |who: PersonId| {
            let mut puts = self.state.puts.iter();
            puts.position(|put| (put.person, put.spot) == (who, spot))
        };
        let number = |place: usize| self.state.puts[place].wager.joint;
        let agreed = Agreed { spot, person, with };
        match place(person).zip(place(with)) {
            Some((own, other))
                if own < other
                    && number(own).is_some()
                    && number(own) == number(other)
                    && !self.state.agreed.contains(&agreed) => {}
            _ => return Err(refuse(&System::NothingToJoin)),
        }
        self.state.agreed.push(agreed);
        if let Err(faults) = self.try_setup() {
            self.state.agreed.pop();
            return Err(super::wagers::first(&faults));
        }
        Ok(())
    }
}

//! Rounds that were none: taken back as mistyped, or voided by the floor until the void itself is taken back.

use games::round::Report;
use serde::{Deserialize, Serialize};

use super::{Round, TableLaw};

/// The round that was voided last, as long as that may be taken back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Voided {
    /// The number of the first event that came of it.
    event: u64,
    pub(super) round: Round,
    /// What is shown as taken back since, by place, and whether it was still so.
    pub(super) forgotten: Vec<(usize, bool)>,
}

/// Whether the floor's word voids a whole round.
pub(super) fn voids_all(report: &Report) -> bool {
    matches!(report, Report::Void { spot: None, .. } | Report::Pan(games::pan::Report::Void))
}

impl TableLaw {
    /// The floor voids the round that is on.
    pub(super) fn void(&mut self, event: u64, at_ms: i64) {
        let Some(round) = self.rounds.pop() else { return };
        let forgotten = self.forget(&round, at_ms);
        self.voided = Some(Voided { event, round, forgotten });
    }

    /// Everything from an event on is taken back: a void, so that the round counts again, or that rounds began.
    pub(super) fn take_back(&mut self, first: u64, at_ms: i64) {
        if let Some(voided) = self.voided.take_if(|voided| voided.event >= first) {
            self.remember(voided);
        }
        // What was mistyped did not begin; whoever held the bank holds it again.
        while let Some(last) = self.rounds.pop_if(|last| last.event >= first) {
            (self.banker, self.was_offered) = (last.banker, last.was_offered);
            self.partners.clone_from(&last.partners);
            self.forget(&last, at_ms);
        }
    }

    /// A round that was taken back or voided was none: what was found when it began is shown as that. Gives what is.
    fn forget(&mut self, round: &Round, at_ms: i64) -> Vec<(usize, bool)> {
        let mut forgotten = Vec::new();
        for place in &round.found {
            let own = &mut self.findings[*place];
            own.taken_back += 1;
            if own.taken_back < own.rounds || self.between.contains(place) {
                continue;
            }
            own.is_taken_back = true;
            forgotten.push((*place, own.until_ms.is_none()));
            own.until_ms = own.until_ms.or(Some(at_ms));
            self.open.retain(|_, open| open != place);
        }
        forgotten
    }

    /// A round whose void was taken back is one after all, with everything that was found in it.
    fn remember(&mut self, Voided { round, forgotten, .. }: Voided) {
        for place in &round.found {
            self.findings[*place].taken_back -= 1;
        }
        for (place, was_open) in forgotten {
            let own = &mut self.findings[place];
            own.is_taken_back = false;
            if was_open {
                own.until_ms = None;
                self.open.insert(own.rule.clone(), place);
            }
        }
        self.rounds.push(round);
    }
}

//! After a round: what each choice cost.

use books::Rules;
use games::round::Choice;
use games::{Party, Seat};
use room::{Event, PersonId, TableView};
use serde::{Deserialize, Serialize};

use crate::advice::{HandAdvice, Rated};
use crate::kept::Coach;
use crate::{Asked, chosen};

/// What somebody's choices of a finished round cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The round of the table.
    pub round: u64,
    /// Each choice, in their order.
    pub moments: Vec<Moment>,
    /// What those of a known cost cost together, in cents.
    pub cost: f64,
    /// How many of them have no known cost and are left out of the sum.
    pub unvalued: usize,
}

/// One choice of a finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The number of the event.
    pub number: u64,
    /// What the coach would have said.
    pub advice: HandAdvice,
    /// What was chosen.
    pub chosen: Choice,
    /// What that is called.
    pub name: String,
    /// What it was worth, in units; nothing where it is not valued.
    pub value: Option<f64>,
    /// How much less than the best that is, in cents; nothing where either of the two is not valued.
    pub cost: Option<f64>,
}

/// What an event says that somebody chose.
pub(crate) struct Chosen {
    /// As whom; nothing where the event names a seat.
    pub(crate) who: Option<Party>,
    /// Where, if it says so.
    pub(crate) seat: Option<Seat>,
    pub(crate) choice: Choice,
    pub(crate) leaves: Leaves,
}

/// What a choice leaves open about its hand.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Leaves {
    /// Nothing: it is done.
    Nothing,
    /// Another choice, if the hand is asked about again.
    Open(Choice),
    /// Everything: the same may be chosen anew, and the last time counts.
    Anew,
}

impl Chosen {
    fn is_about(&self, hand: &HandAdvice) -> bool {
        self.who.is_none_or(|who| who == hand.who) && self.seat.is_none_or(|seat| seat == hand.seat)
    }

    /// The rating of what was chosen.
    fn rated<'a>(&self, hand: &'a HandAdvice) -> Option<&'a Rated> {
        hand.choices.iter().find(|rated| rated.choice == Some(self.choice))
    }

    /// What it cost.
    fn moment(&self, number: u64, hand: HandAdvice) -> Moment {
        let rated = self.rated(&hand);
        let (name, value) =
            rated.map_or(("something else".to_owned(), None), |rated| (rated.name.clone(), rated.value));
        let mut moment = Moment { number, advice: hand, chosen: self.choice, name, value, cost: None };
        moment.reckon();
        moment
    }
}

impl Moment {
    /// Finds what it cost by what it was worth.
    fn reckon(&mut self) {
        let best = self.advice.best().and_then(|best| best.value);
        let lost = best.zip(self.value).map(|(best, value)| (best - value).max(0.0));
        self.cost = lost.map(|lost| lost * self.advice.unit.in_cents() as f64);
    }

    fn is_about_hand_of(&self, other: &Moment) -> bool {
        let whose = |moment: &Moment| (moment.advice.who, moment.advice.seat, moment.advice.hand);
        whose(self) == whose(other)
    }
}

/// Whoever was asked again about a hand had given nothing away by what left the question open: that was worth what the
/// better of both was, and the later choice alone tells what it came to.
fn leave_open(moments: &mut [(Moment, Leaves)]) {
    for place in 0..moments.len() {
        let (before, after) = moments.split_at_mut(place + 1);
        let (moment, leaves) = &mut before[place];
        let is_asked_again = after.iter().any(|(later, _)| later.is_about_hand_of(moment));
        let Leaves::Open(left) = *leaves else { continue };
        if !is_asked_again {
            continue;
        }
        let open = moment.advice.choices.iter().find(|rated| rated.choice == Some(left));
        let Some(open) = open.and_then(|rated| rated.value) else { continue };
        moment.value = moment.value.map(|value| value.max(open));
        moment.reckon();
    }
}

impl Coach {
    /// What somebody's choices cost, from the views that they were shown and the events as they saw them.
    #[must_use]
    pub fn review<'a>(
        &self,
        person: PersonId,
        rules: &Rules,
        views: &[TableView],
        events: impl Iterator<Item = (u64, &'a Event)>,
        asked: &Asked<'_>,
    ) -> Review {
        let mut review = Review { round: 0, moments: Vec::new(), cost: 0.0, unvalued: 0 };
        let mut moments: Vec<(Moment, Leaves)> = Vec::new();
        for (number, event) in events {
            let Event::Round { of } = event else { continue };
            let Some(chosen) = chosen(of) else { continue };
            let Some(view) = views.iter().rev().find(|view| view.number < number) else { continue };
            let advice = self.advise_about(view, person, rules, asked, Some(chosen.choice));
            let mut hands: Vec<HandAdvice> =
                advice.hands.into_iter().filter(|hand| chosen.is_about(hand)).collect();
            // One word may be about several hands, and what no hand rates is told once.
            match hands.iter().any(|hand| chosen.rated(hand).is_some()) {
                true => hands.retain(|hand| chosen.rated(hand).is_some()),
                false => hands.truncate(1),
            }
            for hand in hands {
                review.round = view.round_number;
                let moment = chosen.moment(number, hand);
                // What was chosen anew has cost nothing.
                let is_changed = |(earlier, leaves): &(Moment, Leaves)| {
                    *leaves == Leaves::Anew && earlier.is_about_hand_of(&moment)
                };
                moments.retain(|earlier| !is_changed(earlier));
                moments.push((moment, chosen.leaves));
            }
        }
        leave_open(&mut moments);
        review.moments = moments.into_iter().map(|(moment, _)| moment).collect();
        review.cost = review.moments.iter().filter_map(|moment| moment.cost).sum();
        review.unvalued = review.moments.iter().filter(|moment| moment.cost.is_none()).count();
        review
    }
}

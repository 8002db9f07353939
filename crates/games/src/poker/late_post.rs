//! Posts to make up a blind, or to come in, that somebody has not put up although the cards are dealt.

use books::{Clause, Money};

use super::betting::{Betting, Means};
use super::event::{Event, PostKind};
use super::hand::{Hand, Phase};
use super::irregularity::{Irregularity, not_ruled};
use super::refusal::Refusal;
use crate::record::Record;
use crate::seat::Seat;

impl Hand {
    /// Takes the report that a post is missing, or that it has been made after all.
    pub(super) fn report_post(
        &mut self,
        seat: Seat,
        what: Irregularity,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let Some(rule) = self.table().rules().card_faults.looked_before_posting_is_dead else {
            return Err(not_ruled(Clause::NONE));
        };
        let place = self.live_place(seat)?;
        let is_missing = self.unposted.contains(place);
        let is_told_new = is_missing == matches!(what, Irregularity::PostMade { .. });
        let is_in_time = !self.has_acted_any() && self.street() == 0 && self.phase() != Phase::Posting;
        self.fits(self.makes_up(place) && is_told_new && is_in_time, rule.clause)?;
        self.emit(Event::Reported { what, clause: rule.clause }, events);
        Ok(())
    }

    /// The clause on who looks at cards before posting what is owed, and whether it kills the hand now: it concerns
    /// only somebody who owes at that moment, and one who has acted may make it up on a later deal.
    pub(super) fn looked_before_posting(&self, place: usize) -> Result<(Clause, bool), Refusal> {
        let faults = &self.table().rules().card_faults;
        let Some(rule) = faults.looked_before_posting_is_dead else { return Err(not_ruled(Clause::NONE)) };
        let later = faults.acted_unposted_makes_up.filter(|_| self.has_acted(place));
        Ok(match later {
            _ if !self.unposted.contains(place) => (rule.clause, false),
            Some(later) => (later.clause, rule.value && !later.value),
            None => (rule.clause, rule.value),
        })
    }

    /// Who was dealt in and has not put up what was to be posted, with the clause by which it is still owed.
    pub fn owing(&self) -> impl Iterator<Item = (Seat, Clause)> + '_ {
        let rules = self.table().rules();
        let later = rules.card_faults.acted_unposted_makes_up;
        let owed = later.is_none_or(|rule| rule.value);
        self.unposted.iter().filter(move |_| owed).map(move |place| {
            let clause = later.filter(|_| self.has_acted(place)).map(|rule| rule.clause);
            (self.seats[place], clause.unwrap_or(rules.posts.missed_blind.clause))
        })
    }

    fn makes_up(&self, place: usize) -> bool {
        self.postings.iter().any(|posting| self.at(posting.seat) == place && is_make_up(posting.post))
    }

    /// Takes a post back to its owner, or puts it up again, and lays the bets of the round out anew.
    pub(super) fn apply_late_post(&mut self, seat: Seat, is_made: bool) {
        let place = self.at(seat);
        for number in 0..self.made.len() {
            let posting = self.postings[number];
            if posting.seat != seat || !is_make_up(posting.post) {
                continue;
            }
            let amount = if is_made {
                posting.amount.min(self.stacks[place])
            } else {
                Money::ZERO - self.made[number]
            };
            self.made[number] += amount;
            self.stacks[place] -= amount;
            self.paid[place] += amount;
            self.pot += amount;
        }
        self.able =
            if self.stacks[place].is_positive() { self.able.with(place) } else { self.able.without(place) };
        self.unposted = if is_made { self.unposted.without(place) } else { self.unposted.with(place) };
        self.betting = self.posted_betting();
        if self.phase == Phase::Betting {
            let means = Means { stacks: &self.stacks, live: self.live, able: self.able, pot: self.pot };
            self.betting.open(usize::from(self.first_to_act), &means);
        }
    }

    /// The first round of betting as the posts leave it.
    pub(super) fn posted_betting(&self) -> Betting {
        let street = self.table.streets()[0];
        let mut betting = Betting::new(street.bet, street.bet_clause, true);
        betting.last = self.last_to_act();
        for (posting, made) in self.postings.iter().zip(&self.made) {
            let place = self.at(posting.seat);
            let is_missing = self.unposted.contains(place) && is_make_up(posting.post);
            if !matches!(posting.post, PostKind::Ante | PostKind::Dead) && !is_missing {
                betting.post(place, *made, betting.posted[place] + posting.amount, self.table.terms());
                if posting.post == PostKind::Straddle && self.table.straddle_opens() {
                    betting.stand_as_opening();
                }
            }
        }
        betting
    }
}

/// Whether somebody makes up a blind, or comes in, with such a post.
fn is_make_up(post: PostKind) -> bool {
    matches!(post, PostKind::Entry | PostKind::Straddle)
}

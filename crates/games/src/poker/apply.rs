//! The fold: how each event changes a hand. Nothing is decided here.

use books::Money;
use cards::{Card, CardSet};

use super::betting::{Betting, Means};
use super::event::{Choice, Event, FeeFrom, FeeKind, Place, PostKind, Which};
use super::hand::{Hand, PRIVATE_MAX, Phase};
use crate::seat::Seat;

impl Hand {
    /// Takes an event of a log as it happened.
    // Always inlined: where an event is made its kind is known, and nothing is left of the match.
    #[inline(always)]
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Posted { seat, post, amount, .. } => self.apply_post(seat, post, amount),
            Event::Collected { fee, from, amount, .. } => self.apply_fee(fee, from, amount),
            Event::Began { street } => self.apply_street(street),
            Event::Dealt { place, card } => self.apply_card(place, card),
            Event::Opened { .. } => {
                let first = if self.street == 0 { usize::from(self.first_to_act) } else { 0 };
                let means = Means { stacks: &self.stacks, live: self.live, able: self.able, pot: self.pot };
                self.betting.open(first, &means);
                self.street_actions = 0;
                self.street_wagers = 0;
                self.forget_passing();
                self.phase = Phase::Betting;
            }
            Event::Chose { seat, choice, adds } => {
                let place = self.at_or_near(seat, self.betting.turn());
                self.apply_choice(place, choice, adds);
            }
            Event::Returned { seat, amount, .. } => {
                let place = self.at(seat);
                self.stacks[place] += amount;
                self.paid[place] -= amount.min(self.paid[place]);
                self.betting.bets[place] -= amount.min(self.betting.bets[place]);
                self.pot -= amount;
                if self.live.contains(place) {
                    self.able = self.able.with(place);
                }
            }
            Event::Closed => {
                self.has_late_bet |= self.street_now().is_late && self.betting.last_to_bet.is_some();
                self.began_action = self.beginner().or(self.began_action);
                self.phase = Phase::Swept;
            }
            Event::Asked { .. } => {
                self.asked = self.live;
                self.phase = Phase::Discarding;
            }
            Event::Shuffled { .. } => self.apply_shuffle(),
            Event::Showdown { seat, .. } => {
                self.asked = self.live;
                self.at_showdown = self.live;
                self.next = self.at(seat) as u8;
                self.phase = Phase::Showing;
            }
            Event::Turned { seat, place: which, card } => {
                if let Ok(place) = self.place(seat) {
                    self.cards[place][usize::from(which)] = Some(card);
                    self.seen = self.seen.with(card);
                }
            }
            Event::Showed { seat } => {
                let place = self.at(seat);
                self.shown = self.shown.with(place);
                self.asked_on(place);
            }
            Event::Mucked { seat } => {
                let place = self.at(seat);
                self.leave(place);
                self.thrown_in.push(place as u8);
                self.asked_on(place);
            }
            Event::Died { seat, .. } => self.apply_death(self.at(seat)),
            Event::Reported { what, .. } => self.apply_report(what),
            Event::Awarded { pot, seat, amount, .. } => {
                let place = self.at(seat);
                self.stacks[place] += amount;
                self.pot -= amount;
                self.awarded += amount;
                if pot == 0 {
                    self.main_winners = self.main_winners.with(place);
                }
            }
            Event::Voided { .. } | Event::Ended => self.phase = Phase::Over,
        }
    }

    /// The place of a seat that was dealt in; `likely` is tried first.
    #[inline]
    fn at_or_near(&self, seat: Seat, likely: usize) -> usize {
        if self.seats[likely] == seat { likely } else { self.at(seat) }
    }

    pub(super) fn at(&self, seat: Seat) -> usize {
        self.seats[..usize::from(self.players)].iter().position(|other| *other == seat).unwrap_or(0)
    }

    /// Moves money from a stack into the middle.
    #[inline]
    fn pay(&mut self, place: usize, amount: Money) {
        self.stacks[place] -= amount;
        self.pot += amount;
        if self.stacks[place].is_zero() {
            self.able = self.able.without(place);
        }
    }

    fn apply_post(&mut self, seat: Seat, post: PostKind, amount: Money) {
        let place = self.at(seat);
        self.pay(place, amount);
        match post {
            PostKind::Dead => self.dead_money += amount,
            PostKind::Ante => self.paid[place] += amount,
            _ => {
                self.paid[place] += amount;
                let level = self.betting.posted[place] + self.postings[usize::from(self.posted)].amount;
                self.betting.post(place, amount, level, self.table.terms());
                if post == PostKind::Straddle && self.table.straddle_opens() {
                    self.betting.stand_as_opening();
                }
                if post == PostKind::SmallBlind {
                    self.small_blind_paid = amount;
                }
            }
        }
        self.made.push(amount);
        self.posted += 1;
    }

    fn apply_fee(&mut self, fee: FeeKind, from: FeeFrom, amount: Money) {
        self.pot -= amount;
        match fee {
            FeeKind::Jackpot => self.jackpot += amount,
            _ => self.drop += amount,
        }
        match from {
            FeeFrom::Blind => self.dropped_blind += amount,
            FeeFrom::Pot | FeeFrom::SmallBlind => self.fees_from_pot += amount,
        }
        match fee {
            FeeKind::LateBet => self.has_taken_late_fee = true,
            _ if from == FeeFrom::Pot => self.has_taken_fee = true,
            _ => {}
        }
        if amount < Money::ZERO {
            self.has_taken_fee = false;
            self.has_taken_late_fee = false;
        }
    }

    fn apply_street(&mut self, street: u8) {
        self.street = street;
        if street == 0 {
            self.phase = Phase::Dealing;
            return;
        }
        self.new_round();
        let now = self.street_now();
        let (board, draw) = (now.board.value, now.draw.value);
        if draw > 0 {
            self.is_past_fee_moment = true;
        }
        // An early turn goes back into the deck before the river, which then has no burn.
        if board == 1 && self.board.len() == 4 && !self.mishaps.aside.is_empty() {
            self.mishaps.back = std::mem::take(&mut self.mishaps.aside);
            self.mishaps.shuffles = true;
            self.mishaps.skips_burn = !self
                .table
                .rules()
                .board_faults
                .as_ref()
                .is_some_and(|faults| faults.river_after_early_turn_burns.value);
        }
        self.before_cards();
    }

    /// A round of betting on this street in which nobody has acted.
    pub(super) fn new_round(&mut self) {
        let now = self.street_now();
        self.betting = Betting::new(now.bet, now.bet_clause, false);
    }

    /// Shuffle, burn, then cards, whichever the street still needs.
    pub(super) fn before_cards(&mut self) {
        let burns = self.street_now().burn.value && !self.mishaps.skips_burn;
        self.phase = if self.mishaps.shuffles {
            Phase::Shuffling
        } else if burns {
            Phase::Burning
        } else {
            self.mishaps.skips_burn = false;
            self.cards_phase()
        };
    }

    fn cards_phase(&mut self) -> Phase {
        let street = self.street_now();
        let (board, draw) = (street.board.value, street.draw.value);
        if board > 0 {
            self.board_left = board;
            Phase::Boarding
        } else if draw > 0 {
            self.begin_draw();
            if self.asked.is_empty() { Phase::Ready } else { Phase::Drawing }
        } else {
            Phase::Ready
        }
    }

    fn begin_draw(&mut self) {
        let all_in_too = self.table.rules().draw.as_ref().is_none_or(|draw| draw.all_in_too.value);
        self.asked = if all_in_too { self.live } else { self.live.and(self.able) };
        self.next = self.asked.first().unwrap_or(0) as u8;
    }

    fn apply_shuffle(&mut self) {
        if self.needs_stub_shuffle() {
            for place in self.others_discards() {
                let (known, count) = std::mem::take(&mut self.discards[place]);
                self.seen = without_all(self.seen, known);
                self.deck_left += count;
            }
            return;
        }
        self.seen = without_all(self.seen, self.mishaps.back);
        self.mishaps.back = CardSet::EMPTY;
        self.mishaps.shuffles = false;
        self.before_cards();
    }

    #[inline]
    fn apply_card(&mut self, place: Place, card: Option<Card>) {
        if let Some(card) = card {
            self.seen = self.seen.with(card);
        }
        match place {
            Place::Burn => {
                if self.mishaps.burn_on_top.take().is_none() {
                    self.deck_left -= 1;
                }
                self.phase = self.cards_phase();
            }
            Place::Board => {
                self.deck_left -= 1;
                self.board.extend(card);
                self.board_left -= 1;
                if self.board_left == 0 {
                    self.is_past_fee_moment = true;
                    self.phase = Phase::Ready;
                }
            }
            Place::Private(seat) => {
                self.deck_left -= 1;
                let place = self.at_or_near(seat, self.dealing_to());
                self.apply_private(place, card);
            }
        }
    }

    #[inline]
    fn apply_private(&mut self, place: usize, card: Option<Card>) {
        match self.phase {
            Phase::Dealing => {
                self.give(place, card);
                self.dealt += 1;
                if self.dealt == self.players * self.street_now().private.value {
                    self.phase = Phase::Ready;
                }
            }
            Phase::Drawing => {
                self.give(place, card);
                self.draws_owed -= 1;
                if self.draws_owed == 0 {
                    self.drawer_done(place);
                }
            }
            _ => {
                if let Some((_, slot)) = self.owed.pop_at(0) {
                    if usize::from(slot) < usize::from(self.counts[place]) {
                        self.cards[place][usize::from(slot)] = card;
                        self.turn_down(place, slot);
                    } else {
                        self.give(place, card);
                    }
                }
            }
        }
    }

    #[inline]
    fn give(&mut self, place: usize, card: Option<Card>) {
        let count = usize::from(self.counts[place]);
        if count < PRIVATE_MAX {
            self.cards[place][count] = card;
            self.counts[place] += 1;
        }
    }

    fn apply_choice(&mut self, place: usize, choice: Choice, adds: Money) {
        self.acted = self.acted.with(place);
        self.forget_passing();
        let before = self.able;
        match choice {
            Choice::Discard(which) => {
                self.discards[place] = self.throw(place, which);
                self.asked = self.asked.without(place);
                return;
            }
            Choice::Draw(which) => {
                self.drawn[place] = which.count();
                self.discards[place] = self.throw(place, which);
                self.draws_owed = which.count();
                if self.draws_owed == 0 {
                    self.drawer_done(place);
                }
                return;
            }
            Choice::Show | Choice::Muck => return,
            Choice::Fold => self.leave(place),
            Choice::Check => {}
            Choice::Call | Choice::Bet(_) | Choice::Raise(_) => {
                self.pay(place, adds);
                self.paid[place] += adds;
                self.has_action = true;
                self.street_wagers = self.street_wagers.saturating_add(1);
            }
        }
        self.street_actions = self.street_actions.saturating_add(1);
        let Hand { betting, table, stacks, live, able, pot, .. } = self;
        let means = Means { stacks, live: *live, able: *able, pot: *pot };
        match choice {
            Choice::Fold => betting.fold(place, &means),
            Choice::Check => betting.check(place, &means),
            Choice::Call => betting.call(place, adds, &means),
            Choice::Bet(to) | Choice::Raise(to) => {
                let earlier = Means { able: before, ..means };
                betting.raise(place, to, table.terms(), &means, &earlier);
            }
            _ => {}
        }
    }

    /// Takes private cards from a hand; gives the known ones and how many there were.
    pub(super) fn throw(&mut self, place: usize, which: Which) -> (CardSet, u8) {
        let mut known = CardSet::EMPTY;
        let mut kept = 0;
        let face_up = std::mem::take(&mut self.face_up[place]);
        for card in 0..self.counts[place] {
            let value = self.cards[place][usize::from(card)];
            if which.contains(card) {
                known = value.map_or(known, |card| known.with(card));
            } else {
                self.cards[place][kept] = value;
                if face_up.contains(card) {
                    self.face_up[place] = self.face_up[place].and(kept as u8);
                }
                kept += 1;
            }
        }
        for slot in kept..PRIVATE_MAX {
            self.cards[place][slot] = None;
        }
        let count = self.counts[place] - kept as u8;
        self.counts[place] = kept as u8;
        (known, count)
    }

    /// The drawer has all cards, and the next player draws.
    fn drawer_done(&mut self, place: usize) {
        self.asked = self.asked.without(place);
        self.next_drawer(place);
    }

    fn next_drawer(&mut self, place: usize) {
        match self.asked.first_from(place) {
            Some(next) => self.next = next as u8,
            None => self.phase = Phase::Ready,
        }
    }

    /// Takes a hand out of play; its cards join the discards.
    fn leave(&mut self, place: usize) {
        self.live = self.live.without(place);
        self.able = self.able.without(place);
        let (known, count) = self.discards[place];
        let known = self.private_of(place).iter().flatten().fold(known, |set, card| set.with(*card));
        self.discards[place] = (known, count + self.counts[place]);
    }

    fn asked_on(&mut self, place: usize) {
        self.asked = self.asked.without(place);
        if usize::from(self.next) == place
            && let Some(next) = self.asked.first_from(place)
        {
            self.next = next as u8;
        }
    }

    fn apply_death(&mut self, place: usize) {
        let was_drawing = self.phase == Phase::Drawing && usize::from(self.next) == place;
        self.leave(place);
        self.owed.retain(|(owed, _)| usize::from(*owed) != place);
        match self.phase {
            Phase::Betting => {
                let means = Means { stacks: &self.stacks, live: self.live, able: self.able, pot: self.pot };
                self.betting.leave(place, &means);
            }
            Phase::Drawing if was_drawing => {
                self.draws_owed = 0;
                self.drawer_done(place);
            }
            Phase::Drawing | Phase::Discarding | Phase::Showing => self.asked_on(place),
            _ => {}
        }
    }
}

fn without_all(set: CardSet, other: CardSet) -> CardSet {
    other.iter().fold(set, CardSet::without)
}

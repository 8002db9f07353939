//! The end of a hand: fees, the showdown and who gets which pot.

use books::poker::{EndsEarly, FeeMoment, Half, NobodyBet, ShowsFirst, Wins};
use books::{Clause, Money, Rule};
use cards::Card;

use super::event::{Event, FeeFrom, FeeKind, Part};
use super::hand::{Hand, PRIVATE_MAX};
use super::places::{PLAYERS_MAX, Places};
use super::pots::{Pot, halves, layers, share, take};
use super::showdown::{Low, Worth, is_at_most};
use crate::record::Record;

impl Hand {
    /// Takes the fee of the hand, of the half hour and of the jackpot when their moment has come.
    pub(super) fn collect_hand_fee(&mut self, moment: FeeMoment, events: &mut impl Record<Event>) {
        let filed = self.table.rules().collection.moment.value;
        if self.street == 0 || self.has_taken_fee || filed != moment {
            return;
        }
        let Rule { value: hand, clause } = self.fees.hand;
        self.collect(FeeKind::Hand, FeeFrom::Pot, hand, hand, clause, events);
        let Rule { value: time, clause } = self.fees.time;
        self.collect(FeeKind::Time, FeeFrom::Pot, time, time, clause, events);
        let Rule { value: jackpot, clause } = self.fees.jackpot;
        self.collect(FeeKind::Jackpot, FeeFrom::Pot, jackpot, jackpot, clause, events);
    }

    /// Takes modified fee (b) if a bet was made late in the hand.
    pub(super) fn collect_late_fee(&mut self, events: &mut impl Record<Event>) {
        let is_late_now = self.street_now().is_late && self.betting.last_to_bet.is_some();
        if (self.has_late_bet || is_late_now) && !self.has_taken_late_fee {
            let Rule { value: fee, clause } = self.fees.modified_b;
            self.collect(FeeKind::LateBet, FeeFrom::Pot, fee, fee, clause, events);
        }
    }

    /// Takes modified fee (a) if the hand ended early with action.
    fn collect_early_fee(&mut self, events: &mut impl Record<Event>) {
        let rule = self.table.rules().collection.ends_early;
        if rule.value == EndsEarly::FeeA && !self.is_past_fee_moment && self.has_action {
            let fee = self.fees.modified_a.value;
            let most = fee.min(self.small_blind_paid);
            let clause = self.fees.modified_a.clause.or(rule.clause);
            self.collect(FeeKind::EndedEarly, FeeFrom::SmallBlind, fee, most, clause, events);
        }
    }

    /// Takes a fee, but never more than `most` or than the pot holds.
    fn collect(
        &mut self,
        fee: FeeKind,
        from: FeeFrom,
        filed: Money,
        most: Money,
        clause: Clause,
        events: &mut impl Record<Event>,
    ) {
        if filed.is_positive() {
            let amount = most.min(self.pot);
            let waived = filed - amount;
            self.emit(Event::Collected { fee, from, amount, waived, clause }, events);
        }
    }

    /// Gives everything to the last hand left before the showdown.
    pub(super) fn settle_uncontested(&mut self, events: &mut impl Record<Event>) {
        self.return_unmatched(events);
        self.collect_late_fee(events);
        self.collect_early_fee(events);
        if let Some(place) = self.live.first() {
            self.award_unopposed(0, self.pot, place, events);
        }
        self.emit(Event::Ended, events);
    }

    /// Begins the showdown with the player who shows first.
    pub(super) fn begin_showdown(&mut self, events: &mut impl Record<Event>) {
        let showdown = &self.table.rules().showdown;
        let mut clause = showdown.first.clause;
        let mut first = self.bettor();
        if first.is_none()
            && let Some(rule) = showdown.nobody_bet.as_ref()
            && rule.value == NobodyBet::BeganLastAction
        {
            first = self.began_action;
            clause = rule.clause;
        }
        let first = first.map(usize::from).filter(|place| self.live.contains(*place));
        let first = first.or(self.live.first()).unwrap_or(0);
        self.emit(Event::Showdown { seat: self.seats[first], clause }, events);
    }

    /// Whose bet in this round of betting is the one that is shown down.
    fn bettor(&self) -> Option<u8> {
        match self.table.rules().showdown.first.value {
            ShowsFirst::LastToBet => self.betting.last_to_bet,
            ShowsFirst::LastFullBet => self.betting.last_full_bet,
            ShowsFirst::FirstToBet => self.betting.first_to_bet,
        }
    }

    /// Who began the action of this round: by a bet that counts, or else by the first check or short all-in. Nobody
    /// checks first on the deal, where the blinds lie.
    pub(super) fn beginner(&self) -> Option<u8> {
        let betting = &self.betting;
        let first = || betting.first_to_act.filter(|_| self.street > 0).or(betting.first_to_bet);
        self.bettor().or_else(first)
    }

    /// Shows the next hand, or settles when all have shown or one is left; says whether the hand went on.
    pub(super) fn show_on(&mut self, events: &mut impl Record<Event>) -> bool {
        if self.is_pot_held() {
            return false;
        }
        if self.is_showdown_done() {
            self.settle_showdown(events);
            return true;
        }
        if self.asks_to_show {
            return false;
        }
        let place = usize::from(self.next);
        let seat = self.seats[place];
        let is_shown = self.are_cards_known(place);
        self.emit(if is_shown { Event::Showed { seat } } else { Event::Mucked { seat } }, events);
        true
    }

    fn is_showdown_done(&self) -> bool {
        self.asked.is_empty() || (self.live.count() <= 1 && !self.must_last_hand_show())
    }

    /// Whether the only hand left at the showdown still has to be shown; one that nobody can turn up wins as it lies.
    fn must_last_hand_show(&self) -> bool {
        let rule = self.table.rules().showdown.last_hand_shows.as_ref();
        let can_show = |place: usize| self.asks_to_show || self.are_cards_known(place);
        rule.is_some_and(|rule| rule.value)
            && self.live.first().is_some_and(|place| self.asked.contains(place) && can_show(place))
    }

    /// Whether only management's ruling on a false call is missing.
    pub(super) fn is_pot_held(&self) -> bool {
        !self.miscallers.is_empty() && self.is_showdown_done()
    }

    /// Gives each pot to the best of the hands left in it, or to the only one; a pot that all have left goes to the
    /// last of them, who was alone in it.
    fn settle_showdown(&mut self, events: &mut impl Record<Event>) {
        let worths = self.worths();
        if !self.return_checked_low(&worths, events) {
            self.collect_late_fee(events);
        }
        let mut pots = layers(&self.paid[..usize::from(self.players)], self.contenders());
        if let Some(main) = pots.first_mut() {
            main.amount += self.dead_money;
        }
        take(&mut pots, self.dropped_blind + self.fees_from_pot);
        debug_assert_eq!(pots.iter().map(|pot| pot.amount).sum::<Money>(), self.pot);
        for (number, pot) in pots.iter().enumerate() {
            let left = pot.contenders.and(self.live);
            match left.first().or_else(|| self.last_thrown_in(pot.contenders)) {
                Some(place) if left.count() <= 1 => {
                    self.award_unopposed(number as u8, pot.amount, place, events);
                }
                _ => self.award(number as u8, &Pot { contenders: left, ..*pot }, &worths, events),
            }
        }
        self.emit(Event::Ended, events);
    }

    /// What the live hands are worth. The only one left needs no rank to win, and may lie unseen.
    fn worths(&self) -> [Worth; PLAYERS_MAX] {
        let mut worths = [Worth::default(); PLAYERS_MAX];
        let is_alone = self.live.count() == 1;
        for place in self.live.iter().filter(|place| !is_alone || self.are_cards_known(*place)) {
            let mut private = [Card::JOKER; PRIVATE_MAX];
            let cards = self.private_of(place);
            for (to, card) in private.iter_mut().zip(cards) {
                *to = card.expect("a hand at the showdown is known");
            }
            worths[place] = self.table.ranking().worth(&private[..cards.len()], &self.board);
        }
        worths
    }

    /// The last of some places that threw the hand in at the showdown.
    fn last_thrown_in(&self, places: Places) -> Option<usize> {
        self.thrown_in.iter().rev().map(|place| usize::from(*place)).find(|place| places.contains(*place))
    }

    /// Gives an amount to the only hand left in its pot.
    fn award_unopposed(&mut self, pot: u8, amount: Money, place: usize, events: &mut impl Record<Event>) {
        if amount.is_positive() {
            let clause = self.table.rules().showdown.last_player_shows.clause;
            let seat = self.seats[place];
            self.emit(Event::Awarded { pot, part: Part::Whole, seat, amount, clause }, events);
        }
    }

    /// Gives back the bets of the last round if the best hand is a low that was checked in it.
    fn return_checked_low(&mut self, worths: &[Worth; PLAYERS_MAX], events: &mut impl Record<Event>) -> bool {
        let Some(rule) = &self.table.rules().hands.checked_low_wins_no_bet else { return false };
        let (highest, clause) = (rule.value, rule.clause);
        let best = best(self.live, |place| worths[place].low);
        let is_low = |place: usize| matches!(worths[place].low, Some(Low::AceToFive(rank)) if is_at_most(rank, highest));
        if !best.and(self.betting.checked).iter().any(is_low) {
            return false;
        }
        for place in 0..usize::from(self.players) {
            let amount = self.betting.bets[place];
            if amount.is_positive() {
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
        true
    }

    fn award(
        &mut self,
        number: u8,
        pot: &Pot,
        worths: &[Worth; PLAYERS_MAX],
        events: &mut impl Record<Event>,
    ) {
        if !pot.amount.is_positive() {
            return;
        }
        let high = || best(pot.contenders, |place| worths[place].high);
        match self.table.ranking().wins {
            Wins::High => self.pay_out(number, Part::Whole, pot.amount, high(), events),
            Wins::Low => {
                let winners = best(pot.contenders, |place| worths[place].low);
                self.pay_out(number, Part::Whole, pot.amount, winners, events);
            }
            Wins::HighLow => {
                let has_low = pot.contenders.iter().any(|place| worths[place].low.is_some());
                let low = best(pot.contenders, |place| worths[place].low);
                let high = high();
                let rules = &self.table.rules().pots;
                let is_scooped = high == low
                    && high.count() == 1
                    && rules.scoop_undivided.as_ref().is_some_and(|rule| rule.value);
                if !has_low || is_scooped {
                    return self.pay_out(number, Part::Whole, pot.amount, high, events);
                }
                let (larger, smaller) = halves(pot.amount, self.table.stakes().chip);
                let odd_to_low = rules.odd_half.as_ref().is_some_and(|rule| rule.value == Half::Low);
                let (for_high, for_low) = if odd_to_low { (smaller, larger) } else { (larger, smaller) };
                self.pay_out(number, Part::High, for_high, high, events);
                self.pay_out(number, Part::Low, for_low, low, events);
            }
        }
    }

    /// Divides an amount among winners.
    fn pay_out(
        &mut self,
        pot: u8,
        part: Part,
        amount: Money,
        winners: Places,
        events: &mut impl Record<Event>,
    ) {
        let rules = self.table.rules();
        let odd = rules.pots.odd_chips;
        let clause = match (part, winners.count()) {
            (Part::Low, _) => rules.hands.qualifier.as_ref().map_or(Clause::NONE, |rule| rule.clause),
            (_, 1) => rules.hands.wins.clause,
            _ => odd.clause,
        };
        let chip = self.table.stakes().chip;
        let mut shares = [Money::ZERO; PLAYERS_MAX];
        share(amount, winners, chip, odd.value, |place, money| shares[place] = money);
        for place in winners.iter().filter(|place| shares[*place].is_positive()) {
            let (seat, amount) = (self.seats[place], shares[place]);
            self.emit(Event::Awarded { pot, part, seat, amount, clause }, events);
        }
    }
}

/// Those of some places whose worth is best.
#[inline]
fn best<T: Ord>(places: Places, worth: impl Fn(usize) -> T) -> Places {
    let mut winners = Places::NONE;
    let mut most: Option<T> = None;
    for place in places.iter() {
        let value = worth(place);
        match most.as_ref().map(|most| value.cmp(most)) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => winners = winners.with(place),
            Some(std::cmp::Ordering::Greater) | None => {
                winners = Places::only(place);
                most = Some(value);
            }
        }
    }
    winners
}

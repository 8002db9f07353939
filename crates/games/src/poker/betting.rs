//! One round of betting: whose turn it is, what may be bet, and what a short all-in does.
//!
//! "To" always names a player's whole bet of the round.

use books::poker::{CapLifts, Structure};
use books::{Clause, Money};

use super::places::{PLAYERS_MAX, Places};
use super::refusal::{Reason, Refusal};
use super::table::Terms;

/// What a player may do in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is.
    pub place: usize,
    /// Whether checking is free and allowed.
    pub may_check: bool,
    /// What a call adds, if there is something to call; all the player has if that is less.
    pub call: Option<Money>,
    /// The smallest and largest whole bet of a bet or raise; a single amount where nothing is left to decide.
    pub raise: Result<(Money, Money), Refusal>,
    /// Whether a bet opens the round; otherwise it is a raise.
    pub opens: bool,
    /// Whether folding is allowed.
    pub may_fold: bool,
}

/// What the players have beside the bets of the round.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// The money behind, by place.
    pub stacks: &'a [Money; PLAYERS_MAX],
    /// The hands still in.
    pub live: Places,
    /// Those of them who have money behind.
    pub able: Places,
    /// Everything in the middle, the bets of the round included.
    pub pot: Money,
}

/// The state of one round of betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Betting {
    /// Each place's whole bet of the round.
    pub bets: [Money; PLAYERS_MAX],
    /// What was posted of it.
    pub posted: [Money; PLAYERS_MAX],
    /// The bet to match.
    pub to_call: Money,
    /// Who still has to act.
    pub pending: Places,
    /// Who waits in this round until everybody else has acted.
    pub last: Option<u8>,
    /// Who has checked.
    pub checked: Places,
    /// Who lost the right to bet and raise.
    pub barred: Places,
    /// The last to bet or raise.
    pub last_to_bet: Option<u8>,
    /// The last whose bet or raise was a full one.
    pub last_full_bet: Option<u8>,
    /// The first to bet.
    pub first_to_bet: Option<u8>,
    /// The first to check or bet.
    pub first_to_act: Option<u8>,
    /// Who comes next after a short all-in, until that player has acted.
    completer: Option<u8>,
    /// Whether anybody has bet; a blind may count as a bet.
    pub is_opened: bool,
    /// Whether somebody has bet by choice, though perhaps short, so that others may call.
    has_bet: bool,
    /// Who has acted in the round.
    pub acted: Places,
    acted_at: [Money; PLAYERS_MAX],
    acted_fulls: [u8; PLAYERS_MAX],
    /// The fixed bet of the round, or the least bet.
    unit: Money,
    unit_clause: Clause,
    /// The highest full bet.
    full: Money,
    /// The last full bet or raise, in other games.
    last_raise: Money,
    /// Full bets and raises of the round, posts left out.
    fulls: u8,
    raises: u8,
    is_capped: bool,
    is_first_round: bool,
    turn: u8,
}

impl Betting {
    /// A round in which nobody has bet.
    #[must_use]
    #[inline]
    pub fn new(unit: Money, unit_clause: Clause, is_first_round: bool) -> Betting {
        Betting {
            bets: [Money::ZERO; PLAYERS_MAX],
            posted: [Money::ZERO; PLAYERS_MAX],
            to_call: Money::ZERO,
            pending: Places::NONE,
            last: None,
            checked: Places::NONE,
            barred: Places::NONE,
            last_to_bet: None,
            last_full_bet: None,
            first_to_bet: None,
            first_to_act: None,
            completer: None,
            is_opened: false,
            has_bet: false,
            acted: Places::NONE,
            acted_at: [Money::ZERO; PLAYERS_MAX],
            acted_fulls: [0; PLAYERS_MAX],
            unit,
            unit_clause,
            full: Money::ZERO,
            last_raise: unit,
            fulls: 0,
            raises: 0,
            is_capped: false,
            is_first_round,
            turn: 0,
        }
    }

    /// Takes a blind or another live post; `level` is what everybody else must match for it.
    pub fn post(&mut self, place: usize, amount: Money, level: Money, terms: &Terms) {
        self.bets[place] += amount;
        self.posted[place] += amount;
        if level <= self.to_call {
            return;
        }
        if terms.structure.value == Structure::Limit {
            let units = level.in_cents() / self.unit.in_cents();
            self.full = self.unit.times(units);
            self.is_opened = units >= 1;
            self.raises = u8::try_from((units - 1).max(0)).unwrap_or(u8::MAX);
        } else {
            self.last_raise = self.unit.max(level - self.to_call);
            if self.is_opened && self.to_call >= self.unit {
                self.raises += 1;
            }
            self.is_opened = true;
            self.full = level;
        }
        self.to_call = level;
    }

    /// Lets what was posted stand as the opening bet, whatever its size: every raise is still to come.
    pub fn stand_as_opening(&mut self) {
        self.raises = 0;
    }

    /// Opens the round for those who can bet, from a place on.
    pub fn open(&mut self, first: usize, means: &Means<'_>) {
        self.pending = self.openers(means);
        self.turn = self.next_of(self.pending, first).unwrap_or(0) as u8;
    }

    /// Who would act first if the round opened now, from a place on.
    #[must_use]
    pub fn opener(&self, first: usize, means: &Means<'_>) -> Option<usize> {
        self.next_of(self.openers(means), first)
    }

    /// Who of those who have to act is next from a place on.
    fn next_of(&self, pending: Places, from: usize) -> Option<usize> {
        let others = self.last.map_or(pending, |last| pending.without(last.into()));
        others.first_from(from).or(pending.first())
    }

    /// Those who can bet, unless only one can and has nothing to call.
    fn openers(&self, means: &Means<'_>) -> Places {
        match means.able.first() {
            Some(only)
                if means.able.count() == 1 && self.bets[only] >= self.most_of_others(only, means.live) =>
            {
                Places::NONE
            }
            _ => means.able,
        }
    }

    fn most_of_others(&self, place: usize, live: Places) -> Money {
        live.without(place).iter().map(|other| self.bets[other]).max().unwrap_or(Money::ZERO)
    }

    /// Whether nobody has to act any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.pending.is_empty()
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// What the player whose turn it is may do.
    #[must_use]
    pub fn options(&self, terms: &Terms, means: &Means<'_>) -> Turn {
        let place = self.turn();
        let may_check = self.may_check(terms);
        Turn {
            place,
            may_check,
            call: self.call_of(terms, means),
            raise: self.bounds(terms, means),
            opens: !self.is_opened,
            may_fold: terms.may_fold_unbet.value || !may_check,
        }
    }

    /// Whether the full bet is still to open, so that a blind can be neither called nor checked.
    #[inline]
    fn is_full_bet_due(&self, terms: &Terms) -> bool {
        terms.full_bet_opens.value && self.is_first_round && !self.is_opened && !self.has_bet
    }

    /// Whether the player in turn may check.
    #[must_use]
    #[inline]
    pub fn may_check(&self, terms: &Terms) -> bool {
        self.to_call <= self.bets[self.turn()]
            && !self.is_full_bet_due(terms)
            && (self.is_first_round || self.is_opened || terms.may_check.value)
    }

    /// Whether the player in turn may fold.
    #[must_use]
    pub fn may_fold(&self, terms: &Terms) -> bool {
        terms.may_fold_unbet.value || !self.may_check(terms)
    }

    /// What a call adds for the player in turn, if there is something to call.
    #[must_use]
    #[inline]
    pub fn call_of(&self, terms: &Terms, means: &Means<'_>) -> Option<Money> {
        let place = self.turn();
        let owed = self.to_call - self.bets[place];
        let stack = means.stacks[place];
        let may_call = owed.is_positive() && (!self.is_full_bet_due(terms) || stack <= owed);
        may_call.then(|| owed.min(stack))
    }

    /// The smallest and largest bet or raise of the player in turn, or why there is none.
    pub(super) fn bounds(&self, terms: &Terms, means: &Means<'_>) -> Result<(Money, Money), Refusal> {
        let place = self.turn();
        if self.barred.contains(place) {
            return Err(Refusal::new(Reason::Barred, terms.early_check));
        }
        if self.checked.contains(place) && self.is_opened && !terms.check_raise.value {
            return Err(Refusal::new(Reason::NoCheckRaise, terms.check_raise.clause));
        }
        let can_call_more = |other: usize| self.bets[other] + means.stacks[other] > self.to_call;
        let is_called_more = means.able.without(place).iter().any(can_call_more);
        if !is_called_more && !self.is_full_bet_due(terms) {
            return Err(Refusal::new(Reason::NobodyToCall, terms.table_stakes));
        }
        if self.is_opened && !self.may_raise_under_cap(terms, means) {
            return Err(Refusal::new(Reason::Capped, terms.raises.clause));
        }
        if self.acted.contains(place) && !self.is_open_again(place, terms) && !self.may_complete(place, terms)
        {
            return Err(Refusal::new(Reason::NotReopened, terms.half_counts.clause));
        }
        let all = self.bets[place] + means.stacks[place];
        if all <= self.to_call {
            return Err(Refusal::new(Reason::NotEnoughMoney, terms.table_stakes));
        }
        let (least, most) = self.sizes(place, terms, means);
        // Whatever does not put somebody all in is bet in whole chips; the least needs no division.
        let whole = |most: Money| Money::cents(most.in_cents() - most.in_cents() % terms.chip.in_cents());
        let most = match most {
            _ if most >= all => all,
            _ if most == least => least,
            _ => whole(most).max(least),
        };
        Ok((least.min(all), most.min(all)))
    }

    /// The smallest and largest whole bet, whatever the player has.
    fn sizes(&self, place: usize, terms: &Terms, means: &Means<'_>) -> (Money, Money) {
        let raise = self.last_raise.max(self.unit);
        let completed = self.full + raise;
        let completes = terms.completes && completed > self.to_call;
        let least = if completes { completed } else { self.to_call + raise };
        match terms.structure.value {
            Structure::Limit => {
                let target = self.full + self.unit;
                (target, target)
            }
            Structure::Spread => (least, self.to_call + terms.spread.value.max(self.last_raise)),
            Structure::PotLimit => {
                let owed = self.to_call - self.bets[place];
                (least, (self.to_call + means.pot + owed).max(least))
            }
            Structure::NoLimit => (least, Money::cents(i64::MAX / 4)),
        }
    }

    fn is_cap_lifted(&self, terms: &Terms, means: &Means<'_>) -> bool {
        match terms.cap_lifts.value {
            CapLifts::TwoLiveHands => means.live.count() <= 2,
            CapLifts::TwoAbleToBet => means.able.count() <= 2,
            CapLifts::Never => false,
        }
    }

    fn may_raise_under_cap(&self, terms: &Terms, means: &Means<'_>) -> bool {
        let is_shut = self.is_capped && terms.cap_stays.value;
        !is_shut && (terms.raises.allows_after(self.raises) || self.is_cap_lifted(terms, means))
    }

    /// Whether a full raise, or short all-ins that make one together, came since the player acted.
    fn is_open_again(&self, place: usize, terms: &Terms) -> bool {
        let more = self.to_call - self.acted_at[place];
        let full = if terms.structure.value == Structure::Limit { self.unit } else { self.last_raise };
        self.fulls > self.acted_fulls[place] || (terms.adds_up.value && more >= full)
    }

    /// Whether the player comes right after a short all-in and may therefore make it a full bet or raise.
    fn may_complete(&self, place: usize, terms: &Terms) -> bool {
        terms.next_completes && self.completer.is_some_and(|next| usize::from(next) == place)
    }

    /// Refuses a bet or raise to an amount that is not allowed.
    ///
    /// # Errors
    /// The refusal with its clause.
    pub fn check_raise_to(&self, to: Money, turn: &Turn, terms: &Terms, stack: Money) -> Result<(), Refusal> {
        let (least, most) = turn.raise?;
        if to < least || to > most {
            let clause = match terms.structure.value {
                Structure::Limit => self.unit_clause,
                _ if to > most => terms.most,
                _ if turn.opens => terms.least.clause,
                _ => terms.raise,
            };
            return Err(Refusal::new(Reason::Amount { least, most }, clause));
        }
        let is_all_in = to == self.bets[turn.place] + stack;
        if !is_all_in && to != least && to.in_cents() % terms.chip.in_cents() != 0 {
            return Err(Refusal::new(Reason::Chips { chip: terms.chip }, terms.least.clause));
        }
        Ok(())
    }

    /// The player in turn folds or is out.
    pub fn fold(&mut self, place: usize, means: &Means<'_>) {
        self.pending = self.pending.without(place);
        self.completer = None;
        self.go_on(place, means);
    }

    /// The player in turn checks.
    pub fn check(&mut self, place: usize, means: &Means<'_>) {
        self.checked = self.checked.with(place);
        self.first_to_act.get_or_insert(place as u8);
        self.has_acted(place);
        self.go_on(place, means);
    }

    /// The player in turn adds so much without raising; `means` already shows it.
    pub fn call(&mut self, place: usize, added: Money, means: &Means<'_>) {
        self.bets[place] += added;
        self.has_acted(place);
        self.go_on(place, means);
    }

    /// The player in turn bets or raises to an amount; `means` already shows it, `before` shows who was able
    /// to bet until then.
    pub fn raise(&mut self, place: usize, to: Money, terms: &Terms, means: &Means<'_>, before: &Means<'_>) {
        let by = to - self.to_call;
        let was_unbet = self.full.is_zero();
        let is_full = self.count_full(to, by, terms);
        if is_full {
            self.fulls = self.fulls.saturating_add(1);
            // What completes a short opening all-in is the bet itself.
            if self.is_opened && !(terms.completes && was_unbet) {
                self.raises = self.raises.saturating_add(1);
            }
            self.is_opened = true;
            self.last_full_bet = Some(place as u8);
            if !terms.raises.allows_after(self.raises) && !self.is_cap_lifted(terms, before) {
                self.is_capped = true;
            }
        }
        self.to_call = to;
        self.bets[place] = to;
        self.has_bet = true;
        self.last_to_bet = Some(place as u8);
        self.first_to_bet.get_or_insert(place as u8);
        self.first_to_act.get_or_insert(place as u8);
        let owing = means.able.iter().filter(|other| self.bets[*other] < to).fold(Places::NONE, Places::with);
        self.pending = self.pending.or(owing);
        self.has_acted(place);
        self.go_on(place, means);
        self.completer = (!is_full && !self.pending.is_empty()).then_some(self.turn);
    }

    /// Whether a bet or raise is a full one, or counts as one; keeps the sizes up to date.
    fn count_full(&mut self, to: Money, by: Money, terms: &Terms) -> bool {
        if terms.structure.value == Structure::Limit {
            let missing = self.full + self.unit - to;
            let is_full = !missing.is_positive();
            let counts = is_full || (terms.half_counts.value && missing.times(2) <= self.unit);
            if counts {
                self.full += self.unit;
            }
            return counts;
        }
        let raise = self.last_raise.max(self.unit);
        let is_completed = terms.completes && to - self.full >= raise;
        let is_full = by >= raise || is_completed;
        let counts = is_full || (terms.half_counts.value && by.times(2) >= self.last_raise);
        if is_full {
            // Who completes a short all-in raises by the full amount that it fell short of.
            self.last_raise = by.max(raise);
        }
        if counts {
            self.full = to;
        }
        // An opening all-in below the least bet is still the bet that later players face.
        if !counts {
            self.is_opened = true;
        }
        counts
    }

    fn has_acted(&mut self, place: usize) {
        self.pending = self.pending.without(place);
        self.completer = None;
        self.acted = self.acted.with(place);
        self.acted_at[place] = self.to_call;
        self.acted_fulls[place] = self.fulls;
    }

    fn go_on(&mut self, place: usize, means: &Means<'_>) {
        self.pending = self.pending.and(means.able);
        if let Some(only) = means.able.first()
            && means.able.count() == 1
            && self.bets[only] >= self.most_of_others(only, means.live)
        {
            self.pending = Places::NONE;
        }
        if means.live.count() <= 1 {
            self.pending = Places::NONE;
        }
        if let Some(next) = self.next_of(self.pending, place + 1) {
            self.turn = next as u8;
        }
    }

    /// A player who is not in turn leaves the hand.
    pub fn leave(&mut self, place: usize, means: &Means<'_>) {
        let turn = self.turn();
        self.pending = self.pending.without(place);
        self.go_on(if turn == place { place } else { (turn + PLAYERS_MAX - 1) % PLAYERS_MAX }, means);
    }

    /// What nobody matched of the largest bet, and whose it is; posts go back only to a hand with opponents.
    #[must_use]
    pub fn unmatched(&self, live: Places, players: usize) -> Option<(usize, Money)> {
        let mut place = live.first()?;
        for other in live.iter() {
            if self.bets[other] > self.bets[place] {
                place = other;
            }
        }
        let most = self.bets[place];
        let mut second = Money::ZERO;
        for other in 0..players {
            if other != place {
                second = second.max(self.bets[other]);
            }
        }
        if live.count() == 1 {
            second = second.max(self.posted[place]);
        }
        (most > second).then(|| (place, most - second))
    }
}

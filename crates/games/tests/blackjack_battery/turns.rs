//! The players' turns in the second model: what is open on a hand, and what a choice does.

use books::Money;
use games::blackjack::{Allowed, Choice, WagerKind};

use crate::model::{Hand, Spot, Step, Stop, Walk, amount, plain};
use crate::rules::Surrender;
use crate::worth::{is_ace, is_over, is_ten, points, total};

impl Walk<'_> {
    pub(crate) fn turn(&mut self, spot: usize) -> Step<()> {
        let mut hand = 0;
        while hand < self.spots[spot].hands.len() {
            if !self.spots[spot].hands[hand].surrendered {
                self.play_hand(spot, hand)?;
            }
            hand += 1;
        }
        Ok(())
    }

    /// Hands of the last player stay open to surrender until the hole card is turned; whoever ended with
    /// a word could have given them up before, so only an end by a card leaves something to ask.
    pub(crate) fn last_word(&mut self) -> Step<()> {
        while self.unspoken {
            let mut open = self.surrenders(self.spots.len() - 1);
            let Some(first) = open.first().copied() else { return Ok(()) };
            open.push(plain(first.who.index(), Choice::Decline));
            let Choice::Surrender(hand) = self.ask(open)?.1 else { return Ok(()) };
            let mut spots = self.spots.iter_mut();
            let spot = spots.find(|spot| spot.bets[0] == first.who.index()).expect("the player has a spot");
            spot.hands[usize::from(hand)].surrendered = true;
        }
        Ok(())
    }

    fn play_hand(&mut self, spot: usize, hand: usize) -> Step<()> {
        let cards_before = self.found.dealt.len();
        if self.spots[spot].hands[hand].cards.len() == 1 {
            self.card_to(spot, hand)?;
        }
        loop {
            let own = self.open_on(spot, hand);
            // Over, a Natural, a joker, or ended after its one card: there is nothing to decide.
            if own.is_empty() && !self.may_surrender(spot, hand) {
                self.unspoken |= self.found.dealt.len() > cards_before;
                return Ok(());
            }
            let (who, choice) = self.ask([own, self.surrenders(spot)].concat())?;
            let decides = self.spots[spot].bets[0];
            if who.index() != decides {
                let Choice::Surrender(given_up) = choice else {
                    return Err(Stop("not their turn".to_owned()));
                };
                let earlier = self.spots.iter_mut().find(|spot| spot.bets[0] == who.index());
                let earlier = earlier.ok_or_else(|| Stop("nobody there".to_owned()))?;
                earlier.hands[usize::from(given_up)].surrendered = true;
                continue;
            }
            self.spots[spot].has_chosen = true;
            self.unspoken = false;
            match choice {
                Choice::Stand => return Ok(()),
                Choice::Hit => self.card_to(spot, hand)?,
                Choice::Surrender(given_up) => {
                    self.spots[spot].hands[usize::from(given_up)].surrendered = true;
                    if usize::from(given_up) == hand {
                        return Ok(());
                    }
                }
                Choice::Double(amount) => {
                    self.wager(spot, hand, decides, WagerKind::Double, amount.in_cents());
                    self.ask_backers(spot, hand, WagerKind::Double)?;
                    self.spots[spot].hands[hand].doubled = true;
                    self.card_to(spot, hand)?;
                }
                Choice::Split => {
                    self.split(spot, hand)?;
                    self.card_to(spot, hand)?;
                }
                _ => return Err(Stop("no such choice here".to_owned())),
            }
        }
    }

    fn wager(&mut self, spot: usize, hand: usize, bet: usize, kind: WagerKind, amount: i64) {
        self.take(bet, amount);
        self.spots[spot].hands[hand].wagers.push((bet, kind, amount));
    }

    fn split(&mut self, spot: usize, hand: usize) -> Step<()> {
        self.spots[spot].splits += 1;
        let first = &mut self.spots[spot].hands[hand];
        let second = first.cards.pop().expect("two cards are split");
        let aces = is_ace(second);
        first.from_split = true;
        first.split_ace = aces;
        let mut new = Hand::new(vec![second]);
        new.from_split = true;
        new.split_ace = aces;
        self.spots[spot].hands.insert(hand + 1, new);
        let decides = self.spots[spot].bets[0];
        self.wager(spot, hand + 1, decides, WagerKind::Split, self.base(decides));
        self.ask_backers(spot, hand, WagerKind::Split)
    }

    /// Backers with money on the hand may match what the player added, each measured on the own wager (C17).
    fn ask_backers(&mut self, spot: usize, hand: usize, kind: WagerKind) -> Step<()> {
        let on_hand = |bet: &usize| self.spots[spot].hands[hand].wagers.iter().any(|wager| wager.0 == *bet);
        let mut silent: Vec<usize> = self.spots[spot].bets[1..].iter().copied().filter(on_hand).collect();
        loop {
            let mut open = Vec::new();
            for bet in &silent {
                let less = kind == WagerKind::Double && self.round.rules.double_for_less;
                if let Some((least, most)) =
                    added(self.base(*bet), self.purse_of(*bet), less, self.round.rules.chip)
                {
                    open.push(amount(*bet, Choice::Follow(Money::cents(least)), most));
                    open.push(plain(*bet, Choice::Decline));
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            let (who, choice) = self.ask(open)?;
            silent.retain(|bet| *bet != who.index());
            if let Choice::Follow(amount) = choice {
                let onto = if kind == WagerKind::Split { hand + 1 } else { hand };
                self.wager(spot, onto, who.index(), kind, amount.in_cents());
            }
        }
    }

    /// What the one who decides for a spot may do with a hand, but for giving it up.
    fn open_on(&self, spot: usize, hand: usize) -> Vec<Allowed> {
        let rules = self.round.rules;
        let here = &self.spots[spot];
        let it = &here.hands[hand];
        let decides = here.bets[0];
        let mut open = Vec::new();
        let joker = it.cards.iter().any(|card| card.is_joker());
        if is_over(&it.cards) || it.is_natural(rules) || joker {
            return open;
        }
        let (total, soft) = total(&it.cards);
        let must_stand = total >= if soft { rules.stand_soft } else { rules.stand_hard };
        let ended = it.doubled || it.split_ace;
        let may_split = self.may_split(here, it) && self.purse_of(decides) >= self.base(decides);
        let decision_left = !ended || may_split || self.may_surrender(spot, hand);
        if decision_left && (ended || soft || total > rules.must_hit) {
            open.push(plain(decides, Choice::Stand));
        }
        if !ended && !must_stand {
            open.push(plain(decides, Choice::Hit));
            if it.cards.len() == 2 && (!it.from_split || rules.double_after_split) {
                let (base, money) = (self.base(decides), self.purse_of(decides));
                let bounds = added(base, money, rules.double_for_less, rules.chip);
                if let Some((least, most)) = bounds {
                    open.push(amount(decides, Choice::Double(Money::cents(least)), most));
                }
            }
        }
        if may_split {
            open.push(plain(decides, Choice::Split));
        }
        open
    }

    fn may_split(&self, spot: &Spot, hand: &Hand) -> bool {
        let rules = self.round.rules;
        let [first, second] = *hand.cards.as_slice() else { return false };
        if points(first) != points(second) || rules.most_splits.is_some_and(|most| spot.splits >= most) {
            return false;
        }
        if (hand.split_ace && !rules.aces_again) || (rules.pairs_by_rank && first.rank() != second.rank()) {
            return false;
        }
        let third_of_tens = is_ten(first) && spot.splits == 2 && rules.third_ten_suited;
        !third_of_tens || first.suit() == second.suit()
    }

    fn may_surrender(&self, spot: usize, hand: usize) -> bool {
        let rules = self.round.rules;
        let it = &self.spots[spot].hands[hand];
        if it.surrendered || it.is_natural(rules) || it.cards.iter().any(|card| card.is_joker()) {
            return false;
        }
        match rules.surrender {
            Surrender::No => false,
            Surrender::First => it.cards.len() == 2 && !it.from_split && !it.doubled,
            Surrender::AnyTime => total(&it.cards).0 <= 20,
        }
    }

    /// The hands that may be given up during the turn of a spot: its own, and those of earlier spots as
    /// long as no later one has chosen.
    fn surrenders(&self, turn: usize) -> Vec<Allowed> {
        let mut open = Vec::new();
        for spot in 0..=turn {
            let later_chose = self.spots[spot + 1..].iter().any(|later| later.has_chosen);
            if later_chose || (spot < turn && self.round.rules.surrender != Surrender::AnyTime) {
                continue;
            }
            for hand in 0..self.spots[spot].hands.len() {
                if self.may_surrender(spot, hand) {
                    open.push(plain(self.spots[spot].bets[0], Choice::Surrender(hand as u8)));
                }
            }
        }
        open
    }
}

/// The bounds of an added wager, if there is money for one.
fn added(base: i64, money: i64, for_less: bool, chip: i64) -> Option<(i64, i64)> {
    if for_less {
        (money >= chip).then_some((chip, base.min(money) / chip * chip))
    } else {
        (money >= base).then_some((base, base))
    }
}

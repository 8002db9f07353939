//! The second model: walks through a round from its cards and choices, slowly and straight from the clauses.

use books::Money;
use books::rates::{Schedule, Taken};
use cards::Card;
use games::blackjack::{Allowed, Choice, Setup, WagerKind};
use games::{Face, Party, Place, Seat};

use crate::rules::{Insurance, Look, Rules, Side};
use crate::settling::{self, Line};
use crate::worth::{is_ace, is_natural, is_ten, total};

/// What the walk is given.
pub(crate) struct Round<'a> {
    pub rules: &'a Rules,
    pub setup: &'a Setup,
    pub schedule: Option<&'a Schedule>,
    /// In the order they leave the shoe.
    pub cards: &'a [Card],
    pub choices: &'a [(Party, Choice)],
}

/// What the walk finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub dealt: Vec<(Place, Face, Card)>,
    /// What was open before each choice.
    pub asked: Vec<Vec<Allowed>>,
    pub looked: Option<bool>,
    pub cleared: Vec<Seat>,
    pub button: Option<Seat>,
    pub settled: Vec<Line>,
    /// What everybody has in the end, in cents.
    pub purses: Vec<i64>,
    pub drop: i64,
    pub used: i64,
    /// Why the walk ended early, if it did.
    pub stopped: Option<String>,
}

pub(crate) struct Hand {
    pub cards: Vec<Card>,
    /// Whose money, on what, how much.
    pub wagers: Vec<(usize, WagerKind, i64)>,
    pub from_split: bool,
    pub split_ace: bool,
    pub doubled: bool,
    pub surrendered: bool,
}

pub(crate) struct Spot {
    pub seat: Seat,
    /// Places in the setup; the first decides.
    pub bets: Vec<usize>,
    pub hands: Vec<Hand>,
    pub splits: usize,
    pub has_chosen: bool,
}

pub(crate) struct Walk<'a> {
    pub round: &'a Round<'a>,
    pub spots: Vec<Spot>,
    pub bank: Vec<Card>,
    /// By bet, in cents.
    pub insured: Vec<i64>,
    pub even_money: Vec<bool>,
    /// Whether a card ended the last hand played, so that its player has not spoken since.
    pub unspoken: bool,
    pub found: Found,
}

/// Ends a walk whose cards or choices do not reach to the end.
pub(crate) struct Stop(pub String);

pub(crate) type Step<T> = Result<T, Stop>;

/// Walks through a round.
pub(crate) fn walk(round: &Round<'_>) -> Found {
    let bets = round.setup.bets.len();
    let mut walk = Walk {
        round,
        spots: Vec::new(),
        bank: Vec::new(),
        insured: vec![0; bets],
        even_money: vec![false; bets],
        unspoken: false,
        found: Found::default(),
    };
    if let Err(Stop(why)) = walk.play() {
        walk.found.stopped = Some(why);
    }
    walk.found
}

impl Walk<'_> {
    fn play(&mut self) -> Step<()> {
        self.put_up_money();
        if self.fees_fall_due(Taken::BeforeDeal) {
            self.take_fees();
        }
        self.deal()?;
        if self.fees_fall_due(Taken::AfterDeal) {
            self.take_fees();
        }
        let closed = if self.round.rules.jokers {
            // A joker up freezes all hands.
            self.bank[0].is_joker()
        } else {
            self.offer_insurance()?;
            self.look()
        };
        self.clear_naturals();
        if !closed {
            for spot in 0..self.spots.len() {
                self.turn(spot)?;
            }
            self.last_word()?;
        }
        self.finish_bank()?;
        settling::settle(self);
        Ok(())
    }

    fn card(&mut self, place: Place, face: Face) -> Step<Card> {
        let dealt = self.found.dealt.len();
        let card = *self.round.cards.get(dealt).ok_or_else(|| Stop("no card left".to_owned()))?;
        self.found.dealt.push((place, face, card));
        Ok(card)
    }

    pub(crate) fn ask(&mut self, mut open: Vec<Allowed>) -> Step<(Party, Choice)> {
        sort(&mut open);
        let asked = self.found.asked.len();
        self.found.asked.push(open);
        self.round.choices.get(asked).copied().ok_or_else(|| Stop("no choice left".to_owned()))
    }

    fn put_up_money(&mut self) {
        let setup = self.round.setup;
        self.found.purses = setup.purses.iter().map(|purse| purse.stack.in_cents()).collect();
        self.found.purses[usize::from(setup.banker)] -= setup.stake.in_cents();
        for bet in &setup.bets {
            self.found.purses[usize::from(bet.purse)] -= (bet.base + bet.side).in_cents();
        }
    }

    fn fees_fall_due(&self, moment: Taken) -> bool {
        self.round.schedule.is_some_and(|schedule| schedule.taken.value == moment)
    }

    /// The bank pays by all opening base wagers, each wager its own fee, each side wager its own (C17, C18).
    fn take_fees(&mut self) {
        let Some(schedule) = self.round.schedule else { return };
        let setup = self.round.setup;
        let action = setup.bets.iter().map(|bet| bet.base).sum();
        self.fee(setup.banker, schedule.bank_fee(action).value);
        for bet in &setup.bets {
            self.fee(bet.purse, schedule.player_fee(bet.base).value);
            if bet.side.is_positive() {
                self.fee(bet.purse, schedule.bonus_fee().value);
            }
        }
    }

    fn fee(&mut self, purse: u8, fee: Money) {
        self.found.purses[usize::from(purse)] -= fee.in_cents();
        self.found.drop += fee.in_cents();
    }

    fn deal(&mut self) -> Step<()> {
        let setup = self.round.setup;
        let first = if self.round.rules.from_bank { setup.bank } else { Seat::new(1) };
        for seat in first.around(setup.seats) {
            let bets: Vec<usize> =
                (0..setup.bets.len()).filter(|bet| setup.bets[*bet].spot == seat).collect();
            if bets.is_empty() {
                continue;
            }
            let base = |bet: &usize| (*bet, WagerKind::Base, setup.bets[*bet].base.in_cents());
            let mut hand = Hand::new(Vec::new());
            hand.wagers = bets.iter().map(base).collect();
            self.spots.push(Spot { seat, bets, hands: vec![hand], splits: 0, has_chosen: false });
        }
        for pass in 0..2 {
            for spot in 0..self.spots.len() {
                self.card_to(spot, 0)?;
            }
            if pass == 0 {
                let up = self.card(Place::Bank, Face::Up)?;
                self.bank.push(up);
            } else if self.round.rules.hole_card() {
                let hole = self.card(Place::Bank, Face::Down)?;
                self.bank.push(hole);
            }
        }
        Ok(())
    }

    pub(crate) fn card_to(&mut self, spot: usize, hand: usize) -> Step<()> {
        let place = Place::Hand { spot: self.spots[spot].seat, hand: hand as u8 };
        let card = self.card(place, Face::Up)?;
        self.spots[spot].hands[hand].cards.push(card);
        Ok(())
    }

    pub(crate) fn purse_of(&self, bet: usize) -> i64 {
        self.found.purses[usize::from(self.round.setup.bets[bet].purse)]
    }

    pub(crate) fn take(&mut self, bet: usize, amount: i64) {
        self.found.purses[usize::from(self.round.setup.bets[bet].purse)] -= amount;
    }

    pub(crate) fn base(&self, bet: usize) -> i64 {
        self.round.setup.bets[bet].base.in_cents()
    }

    /// All are asked together, before the look and before anybody's first choice (C11).
    fn offer_insurance(&mut self) -> Step<()> {
        if self.round.rules.insurance == Insurance::NotOffered || !is_ace(self.bank[0]) {
            return Ok(());
        }
        let mut silent: Vec<usize> = (0..self.insured.len()).collect();
        loop {
            let mut open = Vec::new();
            for bet in &silent {
                let insurance = self.insurance_open(*bet);
                if !insurance.is_empty() {
                    open.extend(insurance);
                    open.push(plain(*bet, Choice::Decline));
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            let (who, choice) = self.ask(open)?;
            silent.retain(|bet| *bet != who.index());
            match choice {
                Choice::Insure(amount) => {
                    self.insured[who.index()] = amount.in_cents();
                    self.take(who.index(), amount.in_cents());
                }
                Choice::EvenMoney => self.even_money[who.index()] = true,
                _ => {}
            }
        }
    }

    fn insurance_open(&self, bet: usize) -> Vec<Allowed> {
        let mut open = Vec::new();
        let half = self.base(bet) / 2;
        let money = self.purse_of(bet);
        let chip = self.round.rules.chip;
        let bounds = match self.round.rules.insurance {
            Insurance::ExactlyHalf => (half <= money).then_some((half, half)),
            _ => (money >= chip).then_some((chip, half.min(money) / chip * chip)),
        };
        if let Some((least, most)) = bounds {
            open.push(amount(bet, Choice::Insure(Money::cents(least)), most));
        }
        let spot = self.spots.iter().find(|spot| spot.bets.contains(&bet)).expect("every bet has a spot");
        if self.round.rules.even_money && is_natural(self.round.rules, &spot.hands[0].cards) {
            open.push(plain(bet, Choice::EvenMoney));
        }
        open
    }

    /// Whether the look under the up card finds a Natural.
    fn look(&mut self) -> bool {
        let up = self.bank[0];
        let looks = match self.round.rules.look {
            Look::Never => false,
            Look::AceOnly => is_ace(up),
            Look::AceOrTen => is_ace(up) || is_ten(up),
        };
        if looks {
            self.found.looked = Some(is_natural(self.round.rules, &self.bank));
        }
        self.found.looked == Some(true)
    }

    fn clear_naturals(&mut self) {
        let up = self.bank[0];
        let possible = is_ace(up) || is_ten(up);
        if !self.round.rules.cleared_early || (possible && self.found.looked != Some(false)) {
            return;
        }
        for spot in &self.spots {
            if is_natural(self.round.rules, &spot.hands[0].cards) {
                self.found.cleared.push(spot.seat);
            }
        }
        self.found.cleared.sort_unstable();
    }

    /// The bank hits soft 17 or less and hard 16 or less, if anything hangs on it (C9).
    fn finish_bank(&mut self) -> Step<()> {
        let rules = self.round.rules;
        if !rules.hole_card() {
            let second = self.card(Place::Bank, Face::Up)?;
            self.bank.push(second);
        }
        let is_open = |hand: &Hand| !hand.surrendered && !hand.is_natural(rules);
        let hands_open = self.spots.iter().any(|spot| spot.hands.iter().any(is_open));
        let buster = matches!(rules.side, Side::Buster { .. });
        let buster_live = buster && self.round.setup.bets.iter().any(|bet| bet.side.is_positive());
        if !hands_open && !buster_live && !rules.always_drawn {
            return Ok(());
        }
        loop {
            let (total, soft) = total(&self.bank);
            if total > if soft { 17 } else { 16 } {
                return Ok(());
            }
            let card = self.card(Place::Bank, Face::Up)?;
            self.bank.push(card);
        }
    }
}

impl Hand {
    pub(crate) fn new(cards: Vec<Card>) -> Hand {
        let wagers = Vec::new();
        Hand { cards, wagers, from_split: false, split_ace: false, doubled: false, surrendered: false }
    }

    /// Only the opening two cards can be a Natural (C8).
    pub(crate) fn is_natural(&self, rules: &Rules) -> bool {
        !self.from_split && is_natural(rules, &self.cards)
    }
}

pub(crate) fn plain(bet: usize, choice: Choice) -> Allowed {
    amount(bet, choice, 0)
}

pub(crate) fn amount(bet: usize, choice: Choice, most: i64) -> Allowed {
    Allowed { who: Party(bet as u8), choice, most: Money::cents(most) }
}

/// Brings a list into an order of its own: which comes first says nothing.
pub(crate) fn sort(open: &mut [Allowed]) {
    open.sort_unstable_by_key(|open| {
        let (kind, detail) = match open.choice {
            Choice::Hit => (0, 0),
            Choice::Stand => (1, 0),
            Choice::Double(least) => (2, least.in_cents()),
            Choice::Split => (3, 0),
            Choice::Surrender(hand) => (4, i64::from(hand)),
            Choice::Insure(least) => (5, least.in_cents()),
            Choice::EvenMoney => (6, 0),
            Choice::Follow(least) => (7, least.in_cents()),
            Choice::Decline => (8, 0),
            Choice::Side(amount) => (9, amount.in_cents()),
        };
        (open.who, kind, detail, open.most)
    });
}

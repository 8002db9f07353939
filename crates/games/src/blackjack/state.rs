//! The state of a blackjack round: what the events so far have made of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::Money;
use books::blackjack::{BankSecondCard, BlackjackRules, First, SurrenderWhen};
use books::rates::Schedule;
use cards::{Card, Deck, Rank};

use super::hand::Hand;
use super::result::is_natural;
use crate::bank::Stake;
use crate::choice::Choice;
use crate::event::{Event, Place, WagerKind};
use crate::seat::{Party, Seat};
use crate::setup::Setup;

/// The most seats a table has.
pub(super) const SEATS_MAX: usize = 12;

/// A blackjack game ready to be played: the book's rules and one collection schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The rules.
    pub rules: BlackjackRules,
    /// The fees; none for a table that charges nothing.
    pub schedule: Option<Schedule>,
}

/// Why a player's hand takes no more part in the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The player stood.
    Stood,
    /// The total went over.
    Over,
    /// The hand is a Natural.
    Natural,
    /// The hand has a joker.
    Joker,
    /// The bank's joker froze it.
    Frozen,
    /// The bank's Natural ended it.
    BankNatural,
    /// A split ace has got its one card.
    SplitAce,
    /// A doubled hand has got its one card.
    Doubled,
    /// The player gave it up.
    Surrendered,
    /// The floor voided it.
    Voided,
}

/// One hand of a spot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerHand {
    /// Which spot it lies on, as a place in the list of spots.
    pub spot: u8,
    /// The cards.
    pub hand: Hand,
    /// Why it takes no more part, once it does not.
    pub end: Option<End>,
    /// Whether it comes from a split.
    pub is_split: bool,
    /// Whether it was doubled.
    pub is_doubled: bool,
    /// Whether the player has chosen anything for it yet.
    pub is_touched: bool,
    /// Whether it is a Natural.
    pub is_natural: bool,
}

/// One spot with wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotState {
    /// Its seat.
    pub seat: Seat,
    /// The place of its first hand.
    pub first_hand: u8,
    /// How many hands it has.
    pub hands: u8,
    /// How often it was split.
    pub splits: u8,
    /// The place of its player's bet in the setup; its backers follow.
    pub first_bet: u8,
    /// How many bets lie on it.
    pub bets: u8,
    /// Whether its Natural was won and cleared early.
    pub is_cleared: bool,
}

/// One wager on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wager {
    /// Whose.
    pub who: Party,
    /// On which hand of the spot.
    pub hand: u8,
    /// On what.
    pub kind: WagerKind,
    /// How much.
    pub amount: Money,
}

/// A fee that is due in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fee {
    /// Who pays.
    pub who: Party,
    /// How much.
    pub amount: Money,
    /// The clause it rests on.
    pub clause: books::Clause,
}

/// The bank's second card while it lies face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hole {
    /// It has not been dealt, or has been turned.
    None,
    /// It lies there and the engine knows it.
    Known(Card),
    /// It lies there and nobody has seen it.
    Unseen,
}

/// What a backer is asked after the player added a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Following {
    /// The hand that was doubled or split, as a place in the list of hands.
    pub hand: u8,
    /// What the player added.
    pub kind: WagerKind,
}

/// A round of a blackjack game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blackjack {
    pub(super) game: Arc<Game>,
    pub(super) setup: Arc<Setup>,
    pub(super) fees: Vec<Fee>,
    pub(super) purses: Vec<Money>,
    pub(super) drop: Money,
    pub(super) promotion: Money,
    pub(super) stake: Stake,
    pub(super) is_staked: bool,
    pub(super) spots: ArrayVec<SpotState, SEATS_MAX>,
    /// Spots in the order of the deal and of the turns.
    pub(super) order: ArrayVec<u8, SEATS_MAX>,
    pub(super) hands: Vec<PlayerHand>,
    pub(super) wagers: Vec<Wager>,
    pub(super) bank: Hand,
    pub(super) hole: Hole,
    pub(super) looked: Option<bool>,
    /// How many copies of each card this round has seen.
    pub(super) seen: [u8; 53],
    pub(super) collected: u8,
    pub(super) dealt: u8,
    /// Whose insurance answer is still to come, and who took even money, by bet.
    pub(super) answers: Vec<Answer>,
    /// The place in `order` of the spot whose turn it is.
    pub(super) turn: u8,
    /// The place in `order` of the last spot that made a choice in its turn.
    pub(super) last_choice: Option<u8>,
    /// The hand that waits for a card after a hit or a double.
    pub(super) drawing: Option<u8>,
    pub(super) following: Option<Following>,
    pub(super) button: Option<Seat>,
    pub(super) settled: u16,
    pub(super) is_void: bool,
    pub(super) is_closed: bool,
}

/// Where a bet stands with what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether it still has to answer about insurance or following.
    pub is_awaited: bool,
    /// Whether it took even money.
    pub even_money: bool,
}

impl Blackjack {
    /// A round as it stands before its first event.
    pub(super) fn new(game: Arc<Game>, setup: Arc<Setup>, fees: Vec<Fee>) -> Blackjack {
        let coverage = game.rules.settlement.coverage.value;
        let mut spots: ArrayVec<SpotState, SEATS_MAX> = ArrayVec::new();
        for (place, bet) in setup.bets.iter().enumerate() {
            match spots.last_mut() {
                Some(spot) if spot.seat == bet.spot => spot.bets += 1,
                _ => spots.push(SpotState {
                    seat: bet.spot,
                    first_hand: spots.len() as u8,
                    hands: 1,
                    splits: 0,
                    first_bet: place as u8,
                    bets: 1,
                    is_cleared: false,
                }),
            }
        }
        let hands = (0..spots.len())
            .map(|spot| PlayerHand {
                spot: spot as u8,
                hand: Hand::default(),
                end: None,
                is_split: false,
                is_doubled: false,
                is_touched: false,
                is_natural: false,
            })
            .collect();
        let order = turn_order(&spots, game.rules.deal.first.value, setup.bank);
        Blackjack {
            fees,
            purses: setup.purses.iter().map(|purse| purse.stack).collect(),
            drop: Money::ZERO,
            promotion: Money::ZERO,
            stake: Stake::new(setup.stake, coverage),
            is_staked: false,
            order,
            hands,
            wagers: Vec::with_capacity(setup.bets.len() * 2),
            spots,
            bank: Hand::default(),
            hole: Hole::None,
            looked: None,
            seen: [0; 53],
            collected: 0,
            dealt: 0,
            answers: vec![Answer { is_awaited: false, even_money: false }; setup.bets.len()],
            turn: 0,
            last_choice: None,
            drawing: None,
            following: None,
            button: None,
            settled: 0,
            is_void: false,
            is_closed: false,
            game,
            setup,
        }
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &BlackjackRules {
        &self.game.rules
    }

    /// The setup it began with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What a purse holds now, by its place in the setup.
    #[must_use]
    pub fn purse(&self, place: usize) -> Money {
        self.purses[place]
    }

    /// What has gone into the drop.
    #[must_use]
    pub fn drop(&self) -> Money {
        self.drop
    }

    /// The bank's stake and how much of it has acted.
    #[must_use]
    pub fn stake(&self) -> &Stake {
        &self.stake
    }

    /// The seat at which settlement starts, once it is known.
    #[must_use]
    pub fn button(&self) -> Option<Seat> {
        self.button
    }

    /// The bank's open cards.
    #[must_use]
    pub fn bank_hand(&self) -> &Hand {
        &self.bank
    }

    /// The spots with wagers, by rising seat.
    #[must_use]
    pub fn spots(&self) -> &[SpotState] {
        &self.spots
    }

    /// The hands of all spots, spot by spot in the order they are played.
    #[must_use]
    pub fn hands(&self) -> &[PlayerHand] {
        &self.hands
    }

    /// All money of the round; it never changes.
    #[must_use]
    pub fn total_money(&self) -> Money {
        let wagers: Money = self.wagers.iter().map(|wager| wager.amount).sum();
        let stake = if self.is_staked && !self.is_closed {
            self.stake.posted() + self.stake.net()
        } else {
            Money::ZERO
        };
        self.purses.iter().copied().sum::<Money>() + wagers + stake + self.drop + self.promotion
    }

    pub(super) fn purse_of(&self, who: Party) -> u8 {
        if who == Party::BANK { self.setup.banker } else { self.setup.bets[who.index()].purse }
    }

    pub(super) fn behind(&self, who: Party) -> Money {
        self.purses[usize::from(self.purse_of(who))]
    }

    pub(super) fn spot_of(&self, who: Party) -> Option<usize> {
        let seat = self.setup.bets.get(who.index())?.spot;
        self.spots.iter().position(|spot| spot.seat == seat)
    }

    pub(super) fn player_of(&self, spot: usize) -> Party {
        Party(self.spots[spot].first_bet)
    }

    /// The place in the list of hands of a spot's hand.
    pub(super) fn hand_place(&self, spot: usize, hand: u8) -> usize {
        usize::from(self.spots[spot].first_hand + hand)
    }

    /// A hand's number among the hands of its spot, from 0.
    pub(super) fn hand_number(&self, place: usize) -> u8 {
        place as u8 - self.spots[usize::from(self.hands[place].spot)].first_hand
    }

    pub(super) fn hands_of(&self, spot: usize) -> &[PlayerHand] {
        let first = usize::from(self.spots[spot].first_hand);
        &self.hands[first..first + usize::from(self.spots[spot].hands)]
    }

    /// How many cards open a round.
    pub(super) fn opening_cards(&self) -> u8 {
        let bank_cards = match self.rules().deal.bank_second_card.value {
            BankSecondCard::Down => 2,
            BankSecondCard::AfterPlayers => 1,
        };
        self.order.len() as u8 * 2 + bank_cards
    }

    /// What one person put on a hand as it opened, be it the base wager or the new half of a split.
    pub(super) fn opening_wager(&self, who: Party, hand: u8) -> Option<Money> {
        let is_opening = |kind| matches!(kind, WagerKind::Base | WagerKind::Split);
        let mut wagers = self.wagers.iter();
        wagers
            .find(|wager| wager.who == who && wager.hand == hand && is_opening(wager.kind))
            .map(|wager| wager.amount)
    }

    pub(super) fn copies_left(&self, card: Card) -> bool {
        let deck = Deck::with_jokers(self.rules().deck.jokers.value);
        let copies = deck.count(card) * usize::from(self.setup.decks);
        usize::from(self.seen[usize::from(card.index())]) < copies
    }

    pub(super) fn bank_up_is(&self, rank: Rank) -> bool {
        self.bank.cards().first().is_some_and(|card| card.rank() == Some(rank))
    }

    /// Takes an event as it happened.
    pub(super) fn take(&mut self, event: &Event) {
        match *event {
            Event::Staked { amount } => {
                self.purses[usize::from(self.setup.banker)] -= amount;
                self.is_staked = true;
            }
            Event::Wagered { who, hand, wager, amount, .. } => {
                let purse = usize::from(self.purse_of(who));
                self.purses[purse] -= amount;
                self.wagers.push(Wager { who, hand, kind: wager, amount });
            }
            Event::Collected { who, amount, .. } => {
                let purse = usize::from(self.purse_of(who));
                self.purses[purse] -= amount;
                self.drop += amount;
                self.collected += 1;
            }
            Event::Dealt { place, card, .. } => self.take_card(place, card),
            Event::Chose { who, spot, hand, choice } => self.take_choice(who, spot, hand, choice),
            Event::Looked { natural } => {
                self.looked = Some(natural);
                if natural {
                    self.end_open_hands(End::BankNatural);
                }
            }
            Event::Cleared { spot, .. } => {
                if let Some(spot) = self.spots.iter_mut().find(|state| state.seat == spot) {
                    spot.is_cleared = true;
                }
            }
            Event::Turned { card } => {
                if self.hole == Hole::Unseen {
                    self.seen[usize::from(card.index())] += 1;
                }
                self.hole = Hole::None;
                self.bank.push(card);
            }
            Event::Button { seat, .. } => self.button = Some(seat),
            Event::Settled { who, hand, wager, amount, paid, collected, .. } => {
                let purse = usize::from(self.purse_of(who));
                self.purses[purse] += amount - collected + paid;
                self.stake.pay(paid);
                self.stake.collect(collected);
                let settled = |other: &Wager| other.who == who && other.hand == hand && other.kind == wager;
                if let Some(place) = self.wagers.iter().position(settled) {
                    self.wagers.remove(place);
                }
                self.settled += 1;
            }
            Event::Bonus { who, amount, .. } => {
                let purse = usize::from(self.purse_of(who));
                self.purses[purse] += amount;
                self.promotion -= amount;
            }
            Event::Voided { spot, fees_returned } => self.take_void(spot, fees_returned),
            Event::Closed { amount } => {
                self.purses[usize::from(self.setup.banker)] += amount;
                self.is_closed = true;
            }
        }
    }

    fn take_card(&mut self, place: Place, card: Option<Card>) {
        if let Some(card) = card {
            self.seen[usize::from(card.index())] += 1;
        }
        let is_opening = self.dealt < self.opening_cards();
        self.dealt = self.dealt.saturating_add(u8::from(is_opening));
        match place {
            Place::Hand { spot, hand } => {
                let spot = self.spots.iter().position(|state| state.seat == spot);
                if let (Some(spot), Some(card)) = (spot, card) {
                    let place = self.hand_place(spot, hand);
                    self.drawing = None;
                    self.hands[place].hand.push(card);
                    self.end_hand_by_card(place);
                }
            }
            Place::Bank if is_opening && !self.bank.cards().is_empty() => {
                self.hole = card.map_or(Hole::Unseen, Hole::Known);
            }
            Place::Bank => {
                if let Some(card) = card {
                    self.bank.push(card);
                }
            }
        }
        if is_opening && self.dealt == self.opening_cards() {
            self.take_opening_done();
        }
        self.pass_turn();
    }

    /// The last opening card is out: a joker up may freeze all hands, an ace up brings the insurance question.
    fn take_opening_done(&mut self) {
        let up_is_joker = self.bank.cards().first().is_some_and(|card| card.is_joker());
        if up_is_joker && self.rules().deal.joker_up_freezes.value {
            self.end_open_hands(End::Frozen);
        }
        if self.rules().insurance.offered.value && self.bank_up_is(Rank::Ace) {
            for place in 0..self.answers.len() {
                self.answers[place].is_awaited = self.insurance_bounds(Party(place as u8)).is_some()
                    || self.may_take_even_money(Party(place as u8));
            }
        }
    }

    fn end_hand_by_card(&mut self, place: usize) {
        let rules = &self.game.rules;
        let player = &self.hands[place];
        if player.end == Some(End::Voided) {
            return;
        }
        let total = player.hand.total();
        let can_be_natural = !player.is_split || rules.natural.after_split.value;
        let is_natural = can_be_natural && is_natural(player.hand.cards(), rules.natural.hand.value);
        let may_still_surrender = rules.surrender.when.value == SurrenderWhen::AnyTime
            && total.points <= rules.surrender.up_to.value;
        let end = if is_natural {
            Some(End::Natural)
        } else if player.hand.has_joker() && player.hand.cards().len() >= 2 {
            Some(End::Joker)
        } else if total.is_over() {
            Some(End::Over)
        } else if player.is_doubled && !may_still_surrender {
            Some(End::Doubled)
        } else if self.is_spent_ace(place) && !may_still_surrender && self.may_split(place).is_err() {
            Some(End::SplitAce)
        } else {
            None
        };
        self.hands[place].is_natural = is_natural;
        self.hands[place].end = end;
    }

    /// Whether a hand is a split ace that has got its one card.
    pub(super) fn is_spent_ace(&self, place: usize) -> bool {
        let player = &self.hands[place];
        self.rules().split.aces_one_card.value
            && player.is_split
            && player.hand.cards().len() == 2
            && player.hand.cards()[0].rank() == Some(Rank::Ace)
    }

    fn take_choice(&mut self, who: Party, spot: Seat, hand: u8, choice: Choice) {
        let Some(spot) = self.spots.iter().position(|state| state.seat == spot) else { return };
        let place = self.hand_place(spot, hand);
        match choice {
            Choice::Insure(_) | Choice::Follow(_) | Choice::Decline | Choice::EvenMoney => {
                self.answers[who.index()].is_awaited = false;
                self.answers[who.index()].even_money |= choice == Choice::EvenMoney;
                if self.answers.iter().all(|answer| !answer.is_awaited) {
                    self.following = None;
                }
                return;
            }
            Choice::Hit => self.drawing = Some(place as u8),
            Choice::Stand => self.hands[place].end = Some(End::Stood),
            Choice::Double(_) => {
                self.hands[place].is_doubled = true;
                self.drawing = Some(place as u8);
                self.ask_backers(spot, place, hand, WagerKind::Double);
            }
            Choice::Split => {
                self.split_hand(spot, place, hand);
                self.ask_backers(spot, place, hand, WagerKind::Split);
            }
            Choice::Surrender(_) => self.hands[place].end = Some(End::Surrendered),
        }
        self.hands[place].is_touched = true;
        self.last_choice =
            self.order.iter().position(|other| usize::from(*other) == spot).map(|place| place as u8);
        self.pass_turn();
    }

    fn split_hand(&mut self, spot: usize, place: usize, hand: u8) {
        let other = self.hands[place].hand.split();
        self.hands[place].is_split = true;
        let new = PlayerHand { hand: other, is_touched: false, ..self.hands[place].clone() };
        self.hands.insert(place + 1, new);
        self.spots[spot].hands += 1;
        self.spots[spot].splits += 1;
        for later in self.spots.iter_mut().skip(spot + 1) {
            later.first_hand += 1;
        }
        let bets = &self.spots[spot];
        let on_spot = bets.first_bet..bets.first_bet + bets.bets;
        for wager in
            self.wagers.iter_mut().filter(|wager| on_spot.contains(&wager.who.0) && wager.hand > hand)
        {
            wager.hand += 1;
        }
    }

    fn ask_backers(&mut self, spot: usize, place: usize, hand: u8, kind: WagerKind) {
        let bets = &self.spots[spot];
        let backers = bets.first_bet + 1..bets.first_bet + bets.bets;
        for backer in backers {
            self.answers[usize::from(backer)].is_awaited =
                self.follow_bounds(Party(backer), hand, kind).is_some();
        }
        if self.answers.iter().any(|answer| answer.is_awaited) {
            self.following = Some(Following { hand: place as u8, kind });
        }
    }

    fn end_open_hands(&mut self, end: End) {
        for hand in self.hands.iter_mut().filter(|hand| hand.end.is_none()) {
            hand.end = Some(end);
        }
        self.pass_turn();
    }

    /// Moves the turn past spots that have nothing to play.
    fn pass_turn(&mut self) {
        if self.dealt < self.opening_cards() {
            return;
        }
        while let Some(spot) = self.order.get(usize::from(self.turn)) {
            if self.hands_of(usize::from(*spot)).iter().any(|hand| hand.end.is_none()) {
                break;
            }
            self.turn += 1;
        }
    }

    fn take_void(&mut self, spot: Option<Seat>, fees_returned: bool) {
        let is_void = |seat: Seat| spot.is_none_or(|spot| spot == seat);
        for wager in &self.wagers {
            if is_void(self.setup.bets[wager.who.index()].spot) {
                self.purses[usize::from(self.setup.bets[wager.who.index()].purse)] += wager.amount;
            }
        }
        let bets = &self.setup.bets;
        self.wagers.retain(|wager| !is_void(bets[wager.who.index()].spot));
        if fees_returned {
            for fee in &self.fees[..usize::from(self.collected)] {
                let is_of_void =
                    if fee.who == Party::BANK { spot.is_none() } else { is_void(bets[fee.who.index()].spot) };
                if is_of_void {
                    let purse =
                        if fee.who == Party::BANK { self.setup.banker } else { bets[fee.who.index()].purse };
                    self.purses[usize::from(purse)] += fee.amount;
                    self.drop -= fee.amount;
                }
            }
        }
        let spots = &self.spots;
        for hand in self.hands.iter_mut().filter(|hand| is_void(spots[usize::from(hand.spot)].seat)) {
            hand.end = Some(End::Voided);
        }
        for (answer, bet) in self.answers.iter_mut().zip(bets).filter(|(_, bet)| is_void(bet.spot)) {
            answer.is_awaited &= !is_void(bet.spot);
        }
        if self.drawing.is_some_and(|hand| self.hands[usize::from(hand)].end == Some(End::Voided)) {
            self.drawing = None;
        }
        if self.answers.iter().all(|answer| !answer.is_awaited) {
            self.following = None;
        }
        self.is_void |= spot.is_none();
        self.pass_turn();
    }
}

fn turn_order(spots: &[SpotState], first: First, bank: Seat) -> ArrayVec<u8, SEATS_MAX> {
    let start = match first {
        First::Seat1 => 0,
        First::LeftOfBank => spots.iter().position(|spot| spot.seat > bank).unwrap_or(0),
    };
    (0..spots.len()).map(|place| ((start + place) % spots.len()) as u8).collect()
}

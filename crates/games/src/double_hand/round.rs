//! The state of a double-hand round: what the events so far have made of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::double_hand::{DealPass, DoubleHandRules};
use books::{Clause, Money};
use cards::{Card, CardSet};

use super::event::{Event, Place, SetBy};
use super::pile::Pile;
use super::set::Setting;
use super::setup::{Game, Setup};
use crate::bank::{Account, PARTNERS_MAX, button, divide};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// The most piles a deck of 53 cards gives.
pub(super) const PILES_MAX: usize = 7;

/// One spot with wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotState {
    /// Its seat.
    pub seat: Seat,
    /// How its hand is set, once it is.
    pub setting: Option<Setting>,
    /// Who set its hand before anybody entered its cards.
    pub set_unseen: Option<SetBy>,
    /// Why its hand is foul whatever its cards are.
    pub foul: Option<Clause>,
    /// Whether its hand was turned up.
    pub is_opened: bool,
    /// Whether all its wagers are settled.
    pub is_settled: bool,
}

/// What a settled wager moved, kept so that a void deal can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settlement {
    who: Party,
    paid: Money,
    collected: Money,
}

/// A round of double-hand poker: no clock, no randomness, no input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleHand {
    pub(super) game: Arc<Game>,
    pub(super) setup: Arc<Setup>,
    pub(super) account: Account,
    /// How much each bet is, and whether it is settled.
    pub(super) bets: Vec<Money>,
    pub(super) settled: Vec<bool>,
    settlements: Vec<Settlement>,
    /// What each bet has paid into the drop, and at the end what the bank has.
    pub(super) taken: Vec<Money>,
    pub(super) spots: ArrayVec<SpotState, PILES_MAX>,
    /// The spot whose hand each purse looks at, where that is decided.
    pub(super) looks: Vec<Option<Seat>>,
    pub(super) deal: Deal,
}

/// What is undone when the deal is void.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deal {
    pub(super) piles: [Pile; PILES_MAX],
    /// Every card that was named in this deal.
    pub(super) seen: CardSet,
    pub(super) dealt: u8,
    /// Boxed or exposed cards, with their piles and whether they were replaced.
    pub(super) spoiled: ArrayVec<(u8, Card, bool), 4>,
    pub(super) pile: Option<u8>,
    pub(super) is_betting_closed: bool,
    pub(super) button: Option<Seat>,
    pub(super) bank: Option<Setting>,
    pub(super) is_bank_open: bool,
    pub(super) is_confirmed: bool,
}

crate::bank::counted!(DoubleHand);

impl DoubleHand {
    /// The round as it stands before its first event, for a replay.
    #[must_use]
    pub fn unopened(game: Arc<Game>, setup: Arc<Setup>) -> DoubleHand {
        let mut spots: ArrayVec<SpotState, PILES_MAX> = ArrayVec::new();
        for bet in &setup.bets {
            if spots.last().is_none_or(|spot| spot.seat != bet.spot) && !spots.is_full() {
                let seat = bet.spot;
                spots.push(SpotState {
                    seat,
                    setting: None,
                    set_unseen: None,
                    foul: None,
                    is_opened: false,
                    is_settled: false,
                });
            }
        }
        let coverage = game.rules.settlement.coverage.value;
        let mut round = DoubleHand {
            account: Account::new(&setup.purses, coverage),
            bets: vec![Money::ZERO; setup.bets.len()],
            settled: vec![false; setup.bets.len()],
            settlements: Vec::with_capacity(setup.bets.len()),
            taken: vec![Money::ZERO; setup.bets.len() + 1],
            spots,
            looks: Vec::new(),
            deal: Deal::default(),
            game,
            setup,
        };
        round.looks = round.first_looks();
        round
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &DoubleHandRules {
        &self.game.rules
    }

    /// The seat with the action button, once the dice are open.
    #[must_use]
    pub fn button(&self) -> Option<Seat> {
        self.deal.button
    }

    /// The spots with wagers, by rising seat.
    #[must_use]
    pub fn spots(&self) -> &[SpotState] {
        &self.spots
    }

    /// The bank's setting, once its hand is set.
    #[must_use]
    pub fn bank_setting(&self) -> Option<Setting> {
        self.deal.bank
    }

    /// Whether the stake has gone back and nothing is left to do.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.account.is_closed()
    }

    /// All money of the round; it never changes.
    #[must_use]
    pub fn total_money(&self) -> Money {
        self.account.total() + self.wagered()
    }

    /// What lies on the spots.
    #[must_use]
    pub fn wagered(&self) -> Money {
        let open = self.bets.iter().zip(&self.settled).filter(|(_, settled)| !**settled);
        open.map(|(amount, _)| *amount).sum()
    }

    /// What lies before the bank: the stake with what it has won and without what it has lost.
    #[must_use]
    pub fn staked(&self) -> Money {
        self.account.staked()
    }

    /// What a bet is worth now, by its place in the setup, and whether it is settled.
    #[must_use]
    pub fn bet(&self, place: usize) -> (Money, bool) {
        (self.bets[place], self.settled[place])
    }

    /// The cards sent to a seat, once the dice are open and all of them are known.
    #[must_use]
    pub(super) fn hand_of(&self, seat: Seat) -> Option<CardSet> {
        self.pile_of(seat).and_then(|pile| self.deal.piles[pile].whole())
    }

    /// Whether the cards sent to a seat have not been entered yet.
    pub(super) fn is_unseen(&self, seat: Seat) -> bool {
        self.pile_of(seat).is_some_and(|pile| self.deal.piles[pile].unseen > 0)
    }

    /// The place of the pile sent to a seat, once the dice are open.
    pub(super) fn pile_of(&self, seat: Seat) -> Option<usize> {
        let (pile, action) = (self.deal.pile?, self.deal.button?);
        let seats = self.rules().book.seats.value;
        let direction = self.rules().deal.piles_go.value;
        let steps =
            button::order(action, direction, Seat::new(u8::MAX), seats).position(|other| other == seat)?;
        Some((usize::from(pile) - 1 + steps) % usize::from(seats))
    }

    /// How many cards the whole deal has.
    pub(super) fn cards_to_deal(&self) -> u8 {
        self.rules().deal.piles.value * self.rules().deal.cards.value
    }

    /// The pile, from 1, to which the next card of the deal goes.
    pub(super) fn next_pile(&self) -> u8 {
        let deal = &self.rules().deal;
        match deal.pass.value {
            DealPass::OneAtATime => self.deal.dealt % deal.piles.value + 1,
            DealPass::PileAtATime => self.deal.dealt / deal.cards.value + 1,
        }
    }

    /// The bets that make one wager: a bet by itself, or all partners of a joint one.
    pub(super) fn partners(&self, who: Party) -> impl Iterator<Item = Party> + '_ {
        let first = self.setup.bets[who.index()];
        let is_partner = move |place: usize| {
            let bet = self.setup.bets[place];
            place == who.index()
                || (first.joint.is_some() && (bet.spot, bet.joint) == (first.spot, first.joint))
        };
        (0..self.setup.bets.len()).filter(move |place| is_partner(*place)).map(|place| Party(place as u8))
    }

    /// The wagers on a spot by their first bets, in the order they were placed.
    pub(super) fn wagers_on(&self, spot: Seat) -> impl Iterator<Item = Party> + '_ {
        let bets = self.setup.bets.iter().enumerate().filter(move |(_, bet)| bet.spot == spot);
        bets.map(|(place, _)| Party(place as u8)).filter(|who| self.partners(*who).next() == Some(*who))
    }

    pub(super) fn spot(&self, seat: Seat) -> Option<&SpotState> {
        self.spots.iter().find(|spot| spot.seat == seat)
    }

    fn spot_mut(&mut self, seat: Seat) -> Option<&mut SpotState> {
        self.spots.iter_mut().find(|spot| spot.seat == seat)
    }

    /// Emits an event: takes it and hands it on.
    pub(super) fn emit(&mut self, event: Event, events: &mut impl Record<Event>) {
        let before = self.total_money();
        self.apply(&event);
        debug_assert_eq!(self.total_money(), before, "{event:?}");
        events.record(event);
    }

    /// Takes an event of a log as it happened, without deciding anything anew.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Staked { amount } => self.account.put_up(self.setup.pool(), amount),
            Event::Wagered { who, amount, .. } => {
                let purse = self.setup.bets[who.index()].purse;
                self.account.put_down(purse, amount - self.bets[who.index()]);
                self.bets[who.index()] = amount;
            }
            Event::Collected { who, amount, .. } => self.take_fee(who, amount),
            Event::FeeReturned { who, amount, .. } => self.take_fee(who, -amount),
            Event::Dealt { place, card } => self.take_card(place, card),
            Event::Spoiled { card, pile, .. } => self.take_spoiled(card, pile),
            Event::Misdealt { .. } => self.take_misdeal(),
            Event::PileChosen { pile } => self.deal.pile = Some(pile),
            Event::BettingClosed => self.deal.is_betting_closed = true,
            Event::Rolled { seat, .. } => self.deal.button = Some(seat),
            Event::Looked { who, spot } => {
                self.looks[usize::from(self.setup.bets[who.index()].purse)] = Some(spot);
            }
            Event::Set { seat, front, .. } => {
                let setting = self.hand_of(seat).and_then(|cards| Setting::of(cards, front));
                match self.spot_mut(seat) {
                    Some(spot) => spot.setting = setting,
                    None => self.deal.bank = setting,
                }
            }
            Event::SetUnseen { seat, by, .. } => {
                if let Some(spot) = self.spot_mut(seat) {
                    spot.set_unseen = Some(by);
                }
            }
            Event::Turned { seat, cards } => {
                self.deal.seen = self.deal.seen | cards;
                if let Some(pile) = self.pile_of(seat) {
                    self.deal.piles[pile] = Pile { known: cards, unseen: 0 };
                }
            }
            Event::BankOpened => self.deal.is_bank_open = true,
            Event::Confirmed => self.deal.is_confirmed = true,
            Event::Opened { spot } => {
                if let Some(spot) = self.spot_mut(spot) {
                    spot.is_opened = true;
                }
            }
            Event::Settled { who, spot, paid, collected, .. } => {
                self.take_settled(who, spot, paid, collected);
            }
            Event::Fouled { seat, clause } => {
                if let Some(spot) = self.spot_mut(seat) {
                    spot.foul = Some(clause);
                }
            }
            Event::Undone { .. } => self.take_undone(),
            Event::Ruled { .. } => {}
            Event::Closed { amount } => self.account.close(self.setup.pool(), amount),
        }
    }

    /// Takes a fee, or gives one back where the amount is below zero.
    fn take_fee(&mut self, who: Party, amount: Money) {
        let place = self.taken_from(who);
        let (taken, due) = (self.taken[place], self.taken[place] + amount);
        self.account.make_even(self.setup.payer(who), taken, due);
        self.taken[place] = due;
    }

    fn take_card(&mut self, place: Place, card: Option<Card>) {
        if let Some(card) = card {
            self.deal.seen.insert(card);
        }
        let (Place::Pile(pile) | Place::Replacement(pile)) = place;
        self.deal.piles[usize::from(pile) - 1].take(card);
        match place {
            Place::Pile(_) => self.deal.dealt += 1,
            Place::Replacement(_) => {
                if let Some(spoiled) = self.deal.spoiled.iter_mut().find(|spoiled| !spoiled.2) {
                    spoiled.2 = true;
                }
            }
        }
    }

    fn take_spoiled(&mut self, card: Card, pile: u8) {
        self.deal.seen.insert(card);
        self.deal.piles[usize::from(pile) - 1].give_up(card);
        self.deal.spoiled.push((pile, card, false));
    }

    fn take_misdeal(&mut self) {
        self.deal = Deal::default();
        for spot in &mut self.spots {
            spot.setting = None;
            spot.set_unseen = None;
            spot.foul = None;
            spot.is_opened = false;
        }
        self.looks = self.first_looks();
    }

    fn take_settled(&mut self, who: Party, spot: Seat, paid: Money, collected: Money) {
        self.settlements.push(Settlement { who, paid, collected });
        self.account.act(paid, collected);
        for (partner, share) in self.shares(who, paid, collected) {
            self.account.take_up(self.setup.bets[partner.index()].purse, share);
            self.settled[partner.index()] = true;
        }
        let on_spot = |place: &usize| self.setup.bets[*place].spot == spot;
        let is_settled = (0..self.bets.len()).filter(on_spot).all(|place| self.settled[place]);
        if let Some(spot) = self.spot_mut(spot) {
            spot.is_settled = is_settled;
        }
    }

    /// What each partner of a wager gets back: the own money, less a share of what was collected, with a
    /// share of what was paid.
    fn shares(&self, who: Party, paid: Money, collected: Money) -> ArrayVec<(Party, Money), PARTNERS_MAX> {
        let partners: ArrayVec<Party, PARTNERS_MAX> = self.partners(who).take(PARTNERS_MAX).collect();
        let parts: ArrayVec<Money, PARTNERS_MAX> =
            partners.iter().map(|partner| self.bets[partner.index()]).collect();
        let (gained, lost) = (divide(paid, &parts), divide(collected, &parts));
        let share = |place: usize| (partners[place], parts[place] + gained[place] - lost[place]);
        (0..partners.len()).map(share).collect()
    }

    /// Puts every wager and the stake back as they lay before the first one was settled.
    fn take_undone(&mut self) {
        let settled = std::mem::take(&mut self.settlements);
        for Settlement { who, paid, collected } in settled {
            for (partner, share) in self.shares(who, paid, collected) {
                self.account.take_up(self.setup.bets[partner.index()].purse, -share);
                self.settled[partner.index()] = false;
            }
        }
        self.account.undo();
        for spot in &mut self.spots {
            spot.is_settled = false;
        }
    }
}

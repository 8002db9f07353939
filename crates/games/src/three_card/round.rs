//! The state of a three-card round: what the events so far have made of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::Money;
use books::three_card::ThreeCardRules;
use cards::{Card, CardSet};

use super::event::{Choice, Event, WagerKind};
use super::setup::{Game, Setup};
use crate::bank::{Account, Payer, Place};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// The most seats a table has: as many stacks of three as a deck gives.
pub(super) const SEATS_MAX: usize = 17;

/// A hand in the order its cards came; nothing stands for a card that lies unseen.
pub type Stack = ArrayVec<Option<Card>, 3>;

/// A player's hand and wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
    /// The cards, in the order they came; nothing stands for one that lies unseen.
    pub cards: Stack,
    /// Whether the player plays or folds, once that is chosen.
    pub choice: Option<Choice>,
    /// What lies there for ante, play, Pair Plus and 6 Card Bonus, until it is settled.
    pub wagers: [Money; 4],
}

/// A round of Three Card Poker: no clock, no randomness, no input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeCard {
    pub(super) game: Arc<Game>,
    pub(super) setup: Arc<Setup>,
    pub(super) account: Account,
    pub(super) players: ArrayVec<Seated, SEATS_MAX>,
    /// Places in `players` in the order of the deal and of the decisions.
    pub(super) order: ArrayVec<u8, SEATS_MAX>,
    pub(super) bank: Stack,
    /// Every card that was named in this deal.
    pub(super) seen: CardSet,
    pub(super) button: Option<Seat>,
    pub(super) qualifies: Option<bool>,
}

/// Somebody who watches a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Anybody at the rail.
    Everybody,
    /// The player of a bet.
    Player(Party),
    /// Whoever reads the log after the round.
    Auditor,
}

crate::bank::counted!(ThreeCard);

impl ThreeCard {
    /// The round as it stands before its first event, for a replay.
    #[must_use]
    pub fn unopened(game: Arc<Game>, setup: Arc<Setup>) -> ThreeCard {
        let players: ArrayVec<Seated, SEATS_MAX> = setup
            .bets
            .iter()
            .take(SEATS_MAX)
            .map(|bet| Seated {
                seat: bet.seat,
                cards: ArrayVec::new(),
                choice: None,
                wagers: [Money::ZERO; 4],
            })
            .collect();
        let first = match game.rules.deal.first.value {
            books::bank::First::Seat1 => Seat::new(1),
            books::bank::First::LeftOfBank => setup.bank.clockwise(setup.seats),
        };
        let place = |seat: Seat| players.iter().position(|player| player.seat == seat);
        let order = first.around(setup.seats).filter_map(place).map(|place| place as u8).collect();
        let coverage = game.rules.settlement.coverage.value;
        ThreeCard {
            account: Account::new(&setup.purses, coverage),
            players,
            order,
            bank: ArrayVec::new(),
            seen: CardSet::EMPTY,
            button: None,
            qualifies: None,
            game,
            setup,
        }
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &ThreeCardRules {
        &self.game.rules
    }

    /// The seat that is settled first, once the bank's card is turned up.
    #[must_use]
    pub fn button(&self) -> Option<Seat> {
        self.button
    }

    /// Whether the bank's hand qualifies, once it is turned up.
    #[must_use]
    pub fn qualifies(&self) -> Option<bool> {
        self.qualifies
    }

    /// The players by rising seat; their hands are secret, so hand them on through `hand_seen_by`.
    #[must_use]
    pub fn players(&self) -> &[Seated] {
        &self.players
    }

    /// How many cards the bank has got.
    #[must_use]
    pub fn bank_cards(&self) -> usize {
        self.bank.len()
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
        self.players.iter().flat_map(|player| player.wagers).sum()
    }

    /// What lies before the bank: the stake with what it has won and without what it has lost.
    #[must_use]
    pub fn staked(&self) -> Money {
        self.account.staked()
    }

    /// The cards at a seat as far as a viewer may see them now and they are known, in the order they came.
    #[must_use]
    pub fn hand_seen_by(&self, viewer: Viewer, seat: Seat) -> Vec<Card> {
        let is_open = self.qualifies.is_some();
        if seat == self.setup.bank {
            let shown = usize::from(self.rules().deal.bank_shows.value) - 1;
            let is_seen = |place: usize| {
                is_open || viewer == Viewer::Auditor || (self.button.is_some() && place == shown)
            };
            return self
                .bank
                .iter()
                .enumerate()
                .filter(|(place, _)| is_seen(*place))
                .filter_map(|(_, card)| *card)
                .collect();
        }
        let Some(place) = self.players.iter().position(|player| player.seat == seat) else {
            return Vec::new();
        };
        let player = &self.players[place];
        let bet = &self.setup.bets[place];
        let plays = player.choice == Some(Choice::Play);
        let needs_opening = match self.qualifies {
            Some(false) if self.rules().settlement.unqualified_opens_bonus_only.value => {
                plays && bet.pair_plus.is_positive()
            }
            _ => plays,
        };
        let is_shown = is_open && (needs_opening || bet.six_card.is_positive());
        let is_own = viewer == Viewer::Player(Party(place as u8)) && self.button.is_some();
        let may_see = is_shown || is_own || viewer == Viewer::Auditor;
        if may_see { player.cards.iter().flatten().copied().collect() } else { Vec::new() }
    }

    /// Whether an event shows a viewer a card that this viewer may not see at this moment.
    #[must_use]
    pub fn is_hidden_from(&self, viewer: Viewer, event: &Event) -> bool {
        let (seat, card) = match *event {
            Event::Dealt { place: Place::Bank, card: Some(card), .. } => (self.setup.bank, card),
            Event::Dealt { place: Place::Hand { spot, .. }, card: Some(card), .. } => (spot, card),
            Event::Dealt { card: None, .. }
            | Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Collected { .. }
            | Event::Turned { .. }
            | Event::Misdealt { .. }
            | Event::Button { .. }
            | Event::Chose { .. }
            | Event::Revealed { .. }
            | Event::Settled { .. }
            | Event::Closed { .. } => return false,
        };
        !self.hand_seen_by(viewer, seat).contains(&card)
    }

    /// Emits an event: takes it and hands it on.
    pub(super) fn emit(&mut self, event: Event, events: &mut impl Record<Event>) {
        let before = self.total_money();
        self.apply(&event);
        debug_assert_eq!(self.total_money(), before, "{event:?}");
        events.record(event);
    }

    /// What somebody still has beside what lies on the table.
    pub(super) fn behind(&self, who: Party) -> Money {
        self.account.purse(self.setup.bets[who.index()].purse)
    }

    /// Takes an event of a log as it happened, without deciding anything anew.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Staked { amount } => {
                self.account.put_up(self.setup.table().pool, amount);
            }
            Event::Wagered { who, wager, amount, .. } => {
                self.account.put_down(self.setup.bets[who.index()].purse, amount);
                self.players[who.index()].wagers[wager as usize] += amount;
            }
            Event::Collected { who, amount, .. } => {
                let table = self.setup.table();
                let payer =
                    Payer::of(who, (table.pool, table.stake), |who| self.setup.bets[who.index()].purse);
                // A fee below nothing goes back.
                self.account.make_even(payer, (-amount).max(Money::ZERO), amount.max(Money::ZERO));
            }
            Event::Dealt { place, card, .. } => self.take_card(place, card),
            Event::Turned { place, card } => self.take_turned(place, card),
            Event::Misdealt { .. } => {
                self.bank.clear();
                self.seen = CardSet::EMPTY;
                for player in &mut self.players {
                    player.cards.clear();
                }
            }
            Event::Button { seat, .. } => self.button = Some(seat),
            Event::Chose { who, choice, .. } => self.players[who.index()].choice = Some(choice),
            Event::Revealed { qualifies, .. } => self.qualifies = Some(qualifies),
            Event::Settled { who, wager, amount, paid, collected, .. } => {
                self.players[who.index()].wagers[wager as usize] -= amount;
                self.account.take_up(self.setup.bets[who.index()].purse, amount - collected + paid);
                self.account.act(paid, collected);
            }
            Event::Closed { amount } => {
                self.account.close(self.setup.table().pool, amount);
            }
        }
    }

    fn take_card(&mut self, place: Place, card: Option<Card>) {
        if let Some(card) = card {
            self.seen.insert(card);
        }
        if let Some(stack) = self.stack_mut(place) {
            stack.push(card);
        }
    }

    fn take_turned(&mut self, place: Place, card: Card) {
        self.seen.insert(card);
        let unseen = self.stack_mut(place).and_then(|stack| stack.iter_mut().find(|card| card.is_none()));
        if let Some(unseen) = unseen {
            *unseen = Some(card);
        }
    }

    fn stack_mut(&mut self, place: Place) -> Option<&mut Stack> {
        match place {
            Place::Bank => Some(&mut self.bank),
            Place::Hand { spot, .. } => {
                self.players.iter_mut().find(|player| player.seat == spot).map(|player| &mut player.cards)
            }
        }
    }
}

impl Seated {
    /// What lies there for a wager.
    #[must_use]
    pub fn wager(&self, kind: WagerKind) -> Money {
        self.wagers[kind as usize]
    }

    /// Whether nothing of the seat is left to settle.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.wagers.iter().all(|amount| amount.is_zero())
    }
}

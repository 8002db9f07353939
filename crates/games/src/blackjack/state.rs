//! The state of a blackjack round: what the events so far have made of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::Money;
use books::blackjack::{BlackjackRules, First};
use books::rates::Schedule;
use cards::Card;

use super::event::WagerKind;
use super::flow::Phase;
use super::hand::Hand;
use super::setup::Setup;
use super::terms::Terms;
use crate::bank::{Account, Fee};
use crate::seat::{Party, Seat};

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

impl PlayerHand {
    /// The first hand of the spot at a place, before its first card.
    pub(super) fn fresh(spot: usize) -> PlayerHand {
        PlayerHand {
            spot: spot as u8,
            hand: Hand::default(),
            end: None,
            is_split: false,
            is_doubled: false,
            is_touched: false,
            is_natural: false,
        }
    }
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
    /// What the game's rules say about play; they follow from the game.
    pub(super) terms: Terms,
    pub(super) setup: Arc<Setup>,
    pub(super) fees: Vec<Fee>,
    pub(super) account: Account,
    pub(super) promotion: Money,
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
    /// Whether the last hand played was ended by a card, so that its player has not spoken since.
    pub(super) ended_by_card: bool,
    /// The hand that waits for a card after a hit or a double.
    pub(super) drawing: Option<u8>,
    pub(super) following: Option<Following>,
    pub(super) button: Option<Seat>,
    pub(super) settled: u16,
    pub(super) is_void: bool,
    /// Where the round stands; it follows from all the rest, and is kept because it is asked for so often.
    pub(super) phase: Phase,
}

/// Where a bet stands with what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether it still has to answer about insurance or following.
    pub is_awaited: bool,
    /// Whether it took even money.
    pub even_money: bool,
}

crate::bank::counted!(Blackjack);

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
        let hands = (0..spots.len()).map(PlayerHand::fresh).collect();
        let terms = Terms::of(&game.rules);
        let order = turn_order(&spots, game.rules.deal.first.value, setup.bank);
        let mut round = Blackjack {
            fees,
            account: Account::new(&setup.purses, coverage),
            promotion: Money::ZERO,
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
            ended_by_card: false,
            drawing: None,
            following: None,
            button: None,
            settled: 0,
            is_void: false,
            phase: Phase::Over,
            terms,
            game,
            setup,
        };
        round.phase = round.find_phase();
        round
    }

    /// Becomes equal to another round, within the lists that are there already. Every field is named, so that a new
    /// one cannot be forgotten.
    pub(super) fn become_like(&mut self, other: &Blackjack) {
        let Blackjack {
            game,
            terms,
            setup,
            fees,
            account,
            promotion,
            spots,
            order,
            hands,
            wagers,
            bank,
            hole,
            looked,
            seen,
            collected,
            dealt,
            answers,
            turn,
            last_choice,
            ended_by_card,
            drawing,
            following,
            button,
            settled,
            is_void,
            phase,
        } = other;
        if !Arc::ptr_eq(&self.game, game) {
            self.game.clone_from(game);
            self.terms = *terms;
        }
        if !Arc::ptr_eq(&self.setup, setup) {
            self.setup.clone_from(setup);
        }
        self.fees.clone_from(fees);
        self.account.become_like(account);
        self.spots.clone_from(spots);
        self.order.clone_from(order);
        self.hands.clone_from(hands);
        self.wagers.clone_from(wagers);
        self.bank.clone_from(bank);
        self.answers.clone_from(answers);
        self.promotion = *promotion;
        self.hole = *hole;
        self.looked = *looked;
        self.seen = *seen;
        self.collected = *collected;
        self.dealt = *dealt;
        self.turn = *turn;
        self.last_choice = *last_choice;
        self.ended_by_card = *ended_by_card;
        self.drawing = *drawing;
        self.following = *following;
        self.button = *button;
        self.settled = *settled;
        self.is_void = *is_void;
        self.phase = *phase;
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &BlackjackRules {
        &self.game.rules
    }

    /// What the rules say about play.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
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
        self.account.total() + self.wagered() + self.promotion
    }

    /// What lies on the spots.
    #[must_use]
    pub fn wagered(&self) -> Money {
        self.wagers.iter().map(|wager| wager.amount).sum()
    }

    /// What lies before the bank: the stake with what it has won and without what it has lost.
    #[must_use]
    pub fn staked(&self) -> Money {
        self.account.staked()
    }

    /// The house's promotion money: below zero by what bonuses have cost.
    #[must_use]
    pub fn promotion(&self) -> Money {
        self.promotion
    }

    /// The wagers that lie on the table, in the order they were put down.
    #[must_use]
    pub fn wagers(&self) -> &[Wager] {
        &self.wagers
    }

    /// Whether the bank's second card lies face down.
    #[must_use]
    pub fn has_down_card(&self) -> bool {
        self.hole != Hole::None
    }

    pub(super) fn purse_of(&self, who: Party) -> u8 {
        if who == Party::BANK { self.setup.banker } else { self.setup.bets[who.index()].purse }
    }

    pub(super) fn behind(&self, who: Party) -> Money {
        self.account.purse(self.purse_of(who))
    }

    pub(super) fn spot_of(&self, who: Party) -> Option<usize> {
        self.spot_at(self.setup.bets.get(who.index())?.spot)
    }

    /// The place in the list of spots of a seat's; at a full table the seat's number gives it away.
    #[inline]
    pub(super) fn spot_at(&self, seat: Seat) -> Option<usize> {
        let likely = usize::from(seat.number()) - 1;
        match self.spots.get(likely) {
            Some(spot) if spot.seat == seat => Some(likely),
            _ => self.spots.iter().position(|spot| spot.seat == seat),
        }
    }

    /// Whether the floor has voided the hands of a spot.
    pub(super) fn is_void_at(&self, seat: Seat) -> bool {
        self.spot_at(seat)
            .is_some_and(|spot| self.hands_of(spot).iter().any(|hand| hand.end == Some(End::Voided)))
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

    #[inline]
    pub(super) fn hands_of(&self, spot: usize) -> &[PlayerHand] {
        let first = usize::from(self.spots[spot].first_hand);
        &self.hands[first..first + usize::from(self.spots[spot].hands)]
    }

    /// How many cards open a round.
    #[inline]
    pub(super) fn opening_cards(&self) -> u8 {
        self.order.len() as u8 * 2 + self.terms.bank_opening_cards
    }

    /// What one person put on a hand as it opened, be it the base wager or the new half of a split.
    pub(super) fn opening_wager(&self, who: Party, hand: u8) -> Option<Money> {
        let is_opening = |kind| matches!(kind, WagerKind::Base | WagerKind::Split);
        let mut wagers = self.wagers.iter();
        wagers
            .find(|wager| wager.who == who && wager.hand == hand && is_opening(wager.kind))
            .map(|wager| wager.amount)
    }

    /// Whether the shoe can still hold a card, as far as this round has seen.
    pub(super) fn copies_left(&self, card: Card) -> bool {
        let in_a_deck = if card.is_joker() { self.terms.jokers } else { 1 };
        self.seen[usize::from(card.index())] < in_a_deck * self.setup.decks
    }
}

fn turn_order(spots: &[SpotState], first: First, bank: Seat) -> ArrayVec<u8, SEATS_MAX> {
    let start = match first {
        First::Seat1 => 0,
        First::LeftOfBank => spots.iter().position(|spot| spot.seat > bank).unwrap_or(0),
    };
    (0..spots.len()).map(|place| ((start + place) % spots.len()) as u8).collect()
}

//! One player's rounds through the engine, every line of play one by one.

use std::collections::BTreeMap;
use std::sync::Arc;

use books::Money;
use books::blackjack::BlackjackRules;
use cards::Card;
use games::blackjack::play::Situation;
use games::blackjack::{Allowed, Bet, Blackjack, Choice, Game, Setup, Waits};
use games::{Party, Purse, Seat};
use odds::blackjack::{Action, Exact, Number};

/// A way to play.
pub(crate) trait Player {
    fn decide(&self, cards: &[Card], it: &Situation, up: Card) -> Action;
    fn takes_even_money(&self, cards: &[Card], up: Card) -> bool;
}

pub(crate) const BASE: Money = Money::dollars(100);

/// Every line of play from a shoe: what the player's wagers bring on average.
pub(crate) struct Lines<'a, P> {
    pub(crate) player: &'a P,
    pub(crate) side: Money,
    pub(crate) lines: u64,
    /// Lines for which the shoe was too small.
    pub(crate) dry: u64,
}

impl<P: Player> Lines<'_, P> {
    pub(crate) fn value(&mut self, rules: &BlackjackRules, shoe: &[Card]) -> Exact {
        let plenty = Money::dollars(1_000_000);
        let purse = |name: &str| Purse { name: name.to_owned(), stack: plenty, streak: 0 };
        let setup = Setup {
            seats: 2,
            decks: rules.deck.decks.most,
            purses: vec![purse("1"), purse("2")],
            bank: Seat::new(2),
            banker: 1,
            stake: plenty,
            partners: Vec::new(),
            bets: vec![Bet { spot: Seat::new(1), purse: 0, base: BASE, side: self.side }],
        };
        let game = Arc::new(Game { rules: rules.clone(), schedule: None });
        let round = Blackjack::open(game, &Arc::new(setup), &mut ()).unwrap();
        let mut left: BTreeMap<Card, i64> = BTreeMap::new();
        shoe.iter().for_each(|card| *left.entry(*card).or_default() += 1);
        self.walk(&round, &mut left, shoe.len() as i64)
    }

    fn walk(&mut self, round: &Blackjack, left: &mut BTreeMap<Card, i64>, cards: i64) -> Exact {
        match round.waits() {
            Waits::Over => {
                self.lines += 1;
                let net = round.purse(0).in_cents() - round.setup().purses[0].stack.in_cents();
                Exact::new(net.into(), BASE.in_cents().into())
            }
            Waits::Look => panic!("the engine knows every card"),
            Waits::Card { .. } => {
                if cards == 0 {
                    self.dry += 1;
                    return Exact::ZERO;
                }
                let faces: Vec<(Card, i64)> = left.iter().map(|(card, copies)| (*card, *copies)).collect();
                let mut value = Exact::ZERO;
                for (card, copies) in faces.into_iter().filter(|(_, copies)| *copies > 0) {
                    let mut next = round.clone();
                    next.card(Some(card), &mut ()).unwrap();
                    *left.get_mut(&card).unwrap() -= 1;
                    value += Exact::new(copies.into(), cards.into()) * self.walk(&next, left, cards - 1);
                    *left.get_mut(&card).unwrap() += 1;
                }
                value
            }
            Waits::Choices => {
                let choice = self.choice(round);
                let mut next = round.clone();
                next.choose(Party(0), choice, &mut ())
                    .unwrap_or_else(|refusal| panic!("{choice:?}: {refusal}"));
                self.walk(&next, left, cards)
            }
        }
    }

    fn choice(&self, round: &Blackjack) -> Choice {
        let up = round.bank_hand().cards()[0];
        let mut open: Vec<Allowed> = Vec::new();
        round.allowed(&mut open);
        let offers = |wanted: Choice| open.iter().any(|one| one.choice == wanted);
        if offers(Choice::EvenMoney) && self.player.takes_even_money(round.hands()[0].hand.cards(), up) {
            return Choice::EvenMoney;
        }
        if offers(Choice::Decline) {
            return Choice::Decline;
        }
        let (_, number) = round.current_hand().expect("the player is asked");
        let hand = &round.hands()[usize::from(number)];
        let it = Situation {
            is_split: hand.is_split,
            is_doubled: hand.is_doubled,
            is_touched: hand.is_touched,
            splits: round.spots()[0].splits,
            end: hand.end,
            ..Situation::opening(&hand.hand)
        };
        match self.player.decide(hand.hand.cards(), &it, up) {
            Action::Stand => Choice::Stand,
            Action::Hit => Choice::Hit,
            Action::Double => Choice::Double(BASE),
            Action::Split => Choice::Split,
            Action::Surrender => Choice::Surrender(number),
        }
    }
}

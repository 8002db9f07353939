//! Rounds over the rules of play alone, for simulations: the same rules as a round asks, without its events, refusals
//! and purses. Everybody has money enough for every double and split, and the bank can always pay.

use books::blackjack::{Added, BlackjackRules, InsuranceAmount, Part};
use books::{Clause, Money};
use cards::Card;

use super::hand::Hand;
use super::play::{self, BankShown, Shown, Situation, is_natural};
use super::side::{bonus_bet_pays, buster_pays, house_bonus, pays_bonuses};
use super::state::{End, PlayerHand};
use super::terms::Terms;
use crate::bank::{Due, Verdict};

/// Where the cards of simulated rounds come from, and who decides in them.
pub trait Players {
    /// The next card of the shoe.
    fn card(&mut self) -> Card;

    /// What is done with a hand in its turn: one of the moves that the turn allows.
    fn choose(&mut self, turn: &Turn<'_>) -> Move;

    /// What is answered about insurance; `may_take_even_money` says whether that is offered too.
    fn insure(&mut self, spot: usize, hand: &PlayerHand, may_take_even_money: bool) -> Answer;
}

/// What somebody answers who is asked about insurance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is taken up.
    Decline,
    /// As much insurance as the book allows.
    Insure,
    /// A sure win of the wager, where that is offered; otherwise nothing.
    EvenMoney,
}

/// Something that a hand may do in its turn; only [`Turn`] makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Hit,
    Stand,
    Double,
    Split,
    Surrender,
}

/// A hand whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The spot, counted from 0.
    pub spot: usize,
    /// The hand.
    pub hand: &'a PlayerHand,
    /// The bank's up card.
    pub up: Card,
    terms: &'a Terms,
    situation: Situation,
}

impl Turn<'_> {
    /// Taking a card, if that is allowed.
    #[inline]
    #[must_use]
    pub fn hit(&self) -> Option<Move> {
        play::may_hit(self.terms, &self.situation).is_ok().then_some(Move(Kind::Hit))
    }

    /// Standing, if that is allowed.
    #[inline]
    #[must_use]
    pub fn stand(&self) -> Option<Move> {
        play::may_stand(self.terms, &self.situation).is_ok().then_some(Move(Kind::Stand))
    }

    /// Doubling by as much as the book allows, if it does.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Option<Move> {
        let may = self.has_options() && play::may_double(self.terms, &self.situation).is_ok();
        may.then_some(Move(Kind::Double))
    }

    /// Splitting, if that is allowed.
    #[inline]
    #[must_use]
    pub fn split(&self) -> Option<Move> {
        let may = self.has_options() && play::may_split(self.terms, &self.situation).is_ok();
        may.then_some(Move(Kind::Split))
    }

    /// Giving the hand up, if that is allowed.
    #[inline]
    #[must_use]
    pub fn surrender(&self) -> Option<Move> {
        let may = self.has_options() && play::may_surrender(self.terms, &self.situation, || Ok(())).is_ok();
        may.then_some(Move(Kind::Surrender))
    }

    fn has_options(&self) -> bool {
        play::are_options_open(self.terms, Some(self.up)).is_ok()
    }
}

/// What a spot wagers in every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// The base wager.
    pub base: Money,
    /// The wager on the book's side bet; nothing for none.
    pub side: Money,
    /// In how many rounds running the player held a Natural before.
    pub streak: u8,
}

/// What a round came to for one spot: what was won, less what was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// The base wager with all that doubles and splits added to it.
    pub hands: Money,
    /// Insurance.
    pub insurance: Money,
    /// The side bet.
    pub side: Money,
    /// What the house gave out of its promotion money.
    pub bonus: Money,
}

impl Net {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> Money {
        self.hands + self.insurance + self.side + self.bonus
    }
}

#[derive(Clone, Debug)]
struct Spot {
    stakes: Stakes,
    /// What a double adds, and what insurance costs.
    double: Money,
    insurance: Money,
    opening: PlayerHand,
    answer: Answer,
    splits: u8,
    net: Net,
}

/// A table that is played again and again; every player has one spot.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    rules: &'a BlackjackRules,
    terms: Terms,
    spots: Vec<Spot>,
    bank: Hand,
    has_buster: bool,
    has_bonuses: bool,
    /// Hands of the spot in turn that have not been played.
    open: Vec<PlayerHand>,
    done: Vec<PlayerHand>,
}

impl<'a> Simulation<'a> {
    /// A table of a book at which these are wagered, in the order of the turns.
    #[must_use]
    pub fn new(rules: &'a BlackjackRules, stakes: &[Stakes]) -> Simulation<'a> {
        let chip = rules.table.smallest_chip.map_or(1, |chip| chip.in_cents());
        let in_chips = |amount: Money| Money::cents(amount.in_cents() - amount.in_cents() % chip);
        let spots = stakes.iter().enumerate().map(|(place, stakes)| Spot {
            stakes: *stakes,
            double: match rules.double.amount.value {
                Added::Equal => stakes.base,
                Added::UpToEqual => in_chips(stakes.base),
            },
            insurance: match rules.insurance.amount.value {
                InsuranceAmount::ExactlyHalf => stakes.base.half(),
                InsuranceAmount::UpToHalf => in_chips(stakes.base.half()),
            },
            opening: PlayerHand::fresh(place),
            answer: Answer::Decline,
            splits: 0,
            net: Net::default(),
        });
        let takes_sides = rules.settlement.order.value.contains(&Part::SideBet);
        let has_sides = takes_sides && stakes.iter().any(|stakes| stakes.side.is_positive());
        Simulation {
            rules,
            terms: Terms::of(rules),
            spots: spots.collect(),
            bank: Hand::default(),
            has_buster: has_sides && rules.bonus_bet.is_none(),
            has_bonuses: pays_bonuses(rules),
            open: Vec::new(),
            done: Vec::new(),
        }
    }

    /// Plays one round; what it came to is asked of [`Simulation::net`].
    pub fn play(&mut self, players: &mut impl Players) {
        let hole = self.deal(players);
        let up = self.bank.cards()[0];
        if play::asks_insurance(&self.terms, up) {
            self.ask_insurance(players);
        }
        let looks = hole.filter(|_| play::is_looked_under(&self.terms, up));
        let is_ended = looks.is_some_and(|hole| is_natural(&[up, hole], self.terms.natural.value))
            || play::freezes(&self.terms, up);
        self.done.clear();
        for spot in 0..self.spots.len() {
            self.play_spot(spot, up, is_ended, players);
        }
        self.bank.push(hole.unwrap_or_else(|| players.card()));
        while self.bank_draws() {
            self.bank.push(players.card());
        }
        self.settle();
    }

    /// What the last round came to for a spot.
    #[must_use]
    pub fn net(&self, spot: usize) -> Net {
        self.spots[spot].net
    }

    /// How many hands were played, those of splits among them.
    #[must_use]
    pub fn hands(&self) -> usize {
        self.done.len()
    }

    /// Deals the opening cards, the bank's last in each pass, and says what lies face down.
    fn deal(&mut self, players: &mut impl Players) -> Option<Card> {
        for spot in &mut self.spots {
            spot.opening.hand = Hand::default();
            spot.opening.hand.push(players.card());
        }
        self.bank = Hand::default();
        self.bank.push(players.card());
        for spot in &mut self.spots {
            let opening = &mut spot.opening;
            opening.hand.push(players.card());
            opening.end = play::end_by_card(&self.terms, &Situation::opening(&opening.hand), || true);
            opening.is_natural = opening.end == Some(End::Natural);
            (spot.answer, spot.splits, spot.net) = (Answer::Decline, 0, Net::default());
        }
        (self.terms.bank_opening_cards > 1).then(|| players.card())
    }

    fn ask_insurance(&mut self, players: &mut impl Players) {
        for (place, spot) in self.spots.iter_mut().enumerate() {
            let may_take_even_money = play::may_take_even_money(&self.terms, spot.opening.is_natural);
            spot.answer = match players.insure(place, &spot.opening, may_take_even_money) {
                Answer::EvenMoney if !may_take_even_money => Answer::Decline,
                answer => answer,
            };
        }
    }

    /// Plays all hands of a spot; where the bank's card has ended everything they lie as they are.
    #[inline]
    fn play_spot(&mut self, place: usize, up: Card, is_ended: bool, players: &mut impl Players) {
        let opening = self.spots[place].opening.clone();
        if is_ended || opening.end.is_some() {
            self.done.push(opening);
            return;
        }
        self.open.push(opening);
        while let Some(mut hand) = self.open.pop() {
            while hand.end.is_none() {
                if hand.hand.cards().len() < 2 {
                    self.draw(&mut hand, place, players);
                    continue;
                }
                let situation = self.situation(&hand, place);
                let turn = Turn { spot: place, hand: &hand, up, terms: &self.terms, situation };
                let Move(kind) = players.choose(&turn);
                hand.is_touched = true;
                match kind {
                    Kind::Stand => hand.end = Some(End::Stood),
                    Kind::Surrender => hand.end = Some(End::Surrendered),
                    Kind::Hit => self.draw(&mut hand, place, players),
                    Kind::Double => {
                        hand.is_doubled = true;
                        self.draw(&mut hand, place, players);
                    }
                    Kind::Split => {
                        let other = hand.hand.split();
                        hand.is_split = true;
                        self.spots[place].splits += 1;
                        self.open.push(PlayerHand { hand: other, is_touched: false, ..hand.clone() });
                    }
                }
            }
            self.done.push(hand);
        }
    }

    #[inline]
    fn situation(&self, hand: &PlayerHand, spot: usize) -> Situation {
        Situation {
            is_split: hand.is_split,
            is_doubled: hand.is_doubled,
            is_touched: hand.is_touched,
            splits: self.spots[spot].splits,
            ..Situation::opening(&hand.hand)
        }
    }

    #[inline]
    fn draw(&mut self, hand: &mut PlayerHand, spot: usize, players: &mut impl Players) {
        hand.hand.push(players.card());
        hand.end = play::end_by_card(&self.terms, &self.situation(hand, spot), || true);
        hand.is_natural = hand.end == Some(End::Natural);
    }

    fn bank_draws(&self) -> bool {
        let is_natural = is_natural(self.bank.cards(), self.terms.natural.value);
        play::bank_draws(&self.terms, self.bank.total(), is_natural, || {
            !self.has_buster && self.done.iter().all(|hand| play::is_decided(hand.end))
        })
    }

    fn settle(&mut self) {
        let bank = BankShown::of(&self.terms, &self.bank);
        for hand in &self.done {
            let spot = &mut self.spots[usize::from(hand.spot)];
            let added = if hand.is_doubled { spot.double } else { Money::ZERO };
            spot.net.hands += hand_net(&self.terms, hand, spot, added, bank);
        }
        let is_bank_natural = is_natural(self.bank.cards(), self.terms.natural.value);
        for spot in &mut self.spots {
            if spot.answer == Answer::Insure {
                let pays = is_bank_natural.then_some(self.rules.insurance.pays.value);
                spot.net.insurance = net(Due::by_table(pays, spot.insurance, Clause::NONE));
            }
            let first = || self.done.iter().find(|hand| hand.spot == spot.opening.spot);
            if spot.stakes.side.is_positive() {
                let cards = first().map_or(&[][..], |hand| hand.hand.cards());
                spot.net.side = side_net(self.rules, spot, cards, &self.bank);
            }
            if self.has_bonuses && spot.splits == 0 {
                let bonus = first().and_then(|hand| {
                    let running = if hand.is_natural { spot.stakes.streak + 1 } else { 0 };
                    house_bonus(self.rules, &hand.hand, running, &self.bank)
                });
                spot.net.bonus = bonus.map_or(Money::ZERO, |(amount, _)| amount);
            }
        }
    }
}

/// What something that is due moves where the bank can always pay.
#[inline]
fn net(due: Due) -> Money {
    match due.verdict {
        Verdict::Won => due.amount,
        Verdict::Lost | Verdict::Surrendered => -due.amount,
        Verdict::Push | Verdict::Returned => Money::ZERO,
    }
}

#[inline]
fn hand_net(terms: &Terms, hand: &PlayerHand, spot: &Spot, added: Money, bank: BankShown) -> Money {
    let base = spot.stakes.base;
    if hand.end == Some(End::Surrendered) {
        return -play::given_up(terms, base + added);
    }
    if spot.answer == Answer::EvenMoney {
        return base + added;
    }
    let shown = Shown {
        total: hand.hand.total(),
        cards: hand.hand.cards().len() as u8,
        is_natural: hand.is_natural,
        has_joker: hand.hand.has_joker(),
    };
    let play::Decision { outcome, pays, clause } = play::compare(terms, shown, bank);
    net(Due::by(outcome, pays, base, clause)) + net(Due::by(outcome, pays, added, clause))
}

fn side_net(rules: &BlackjackRules, spot: &Spot, cards: &[Card], bank: &Hand) -> Money {
    let pays = match &rules.bonus_bet {
        None => buster_pays(rules, bank).map(|pays| pays.value),
        Some(_) if spot.splits > 0 => None,
        Some(bonus) => {
            let table = &bonus.tables.value[usize::from(bonus.table.value) - 1];
            bonus_bet_pays(table, cards)
        }
    };
    net(Due::by_table(pays, spot.stakes.side, Clause::NONE))
}

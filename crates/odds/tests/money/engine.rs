//! Whole rounds through the engine with the stake and the fees of a set-up, counted by their events.
//!
//! Nothing here is taken from the view or from `sim`: the size of a table is that of the filed book, rounds are opened,
//! played and settled by the games, and what moved is read off what they tell.

use std::sync::Arc;

use books::{Money, Rules};
use cards::{Card, CardSet};
use games::blackjack::play::Situation;
use games::{Party, Purse, Seat, blackjack, double_hand, three_card};
use odds::blackjack::{Action, Analysis, Chart, Shoe};
use odds::money::Setup;

const PLENTY: Money = Money::dollars(1_000_000_000);

/// Random numbers that no other part of the project uses.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// One round as it ended, in cents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ended {
    pub(crate) bank: i64,
    pub(crate) seats: Vec<i64>,
    pub(crate) house: i64,
    /// Which seats had a wager that the bank's money did not reach, and which seat was settled last.
    pub(crate) missed: Vec<bool>,
    pub(crate) last: usize,
}

impl Ended {
    fn new(seats: usize) -> Ended {
        Ended { seats: vec![0; seats], missed: vec![false; seats], ..Ended::default() }
    }

    pub(crate) fn is_short(&self) -> bool {
        self.missed.iter().any(|missed| *missed)
    }

    fn settled(&mut self, who: Party, [due, paid, collected]: [Money; 3]) {
        let (seat, net) = (who.index(), (paid - collected).in_cents());
        self.seats[seat] += net;
        self.bank -= net;
        self.missed[seat] |= paid + collected < due;
        self.last = seat;
    }

    fn fee(&mut self, who: Party, amount: Money) {
        let from = if who == Party::BANK { &mut self.bank } else { &mut self.seats[who.index()] };
        *from -= amount.in_cents();
        self.house += amount.in_cents();
    }

    fn gift(&mut self, who: Party, amount: Money) {
        self.seats[who.index()] += amount.in_cents();
        self.house -= amount.in_cents();
    }
}

fn purses(setup: &Setup) -> Vec<Purse> {
    let purse = |seat: &u8| Purse { name: seat.to_string(), stack: PLENTY + PLENTY, streak: 0 };
    setup.seating.players.iter().chain([&setup.seating.bank]).map(purse).collect()
}

/// Plays so many rounds of a set-up.
pub(crate) fn play(setup: &Setup, rounds: usize, seed: u64) -> Vec<Ended> {
    let mut random = Random(seed);
    match &setup.rules {
        Rules::Blackjack(_) => blackjack_rounds(setup, rounds, &mut random),
        Rules::DoubleHand(_) => double_hand_rounds(setup, rounds, &mut random),
        Rules::ThreeCard(_) => three_card_rounds(setup, rounds, &mut random),
        Rules::Poker(_) | Rules::Pan(_) => panic!("a banked book"),
    }
}

fn take(deck: &mut Vec<Card>, random: &mut Random) -> Card {
    deck.swap_remove(random.below(deck.len()))
}

fn blackjack_rounds(setup: &Setup, rounds: usize, random: &mut Random) -> Vec<Ended> {
    use blackjack::{Bet, Blackjack, Event, Game, Waits};
    let Rules::Blackjack(rules) = &setup.rules else { panic!("a blackjack book") };
    let decks = setup.decks.unwrap_or(rules.deck.decks.usual);
    let shoe = Shoe::fresh(rules, decks);
    let chart = Analysis::<f64>::of(rules, &shoe).chart();
    let faces = Card::all().chain([Card::JOKER]);
    let fresh: Vec<Card> =
        faces.flat_map(|card| std::iter::repeat_n(card, usize::from(shoe.copies(card)))).collect();
    let players = setup.seats.len();
    let bets = setup.seats.iter().enumerate().map(|(place, seat)| Bet {
        spot: Seat::new(setup.seating.players[place]),
        purse: place as u8,
        base: seat.base,
        side: seat.side(0),
    });
    let table = Arc::new(blackjack::Setup {
        seats: rules.book.seats.value,
        decks,
        purses: purses(setup),
        bank: Seat::new(setup.seating.bank),
        banker: players as u8,
        stake: setup.stake.unwrap_or(PLENTY),
        partners: Vec::new(),
        bets: bets.collect(),
    });
    let game = Arc::new(Game { rules: (**rules).clone(), schedule: setup.schedule.clone() });
    let mut all = Vec::new();
    for _ in 0..rounds {
        let mut events = Vec::new();
        let mut round = Blackjack::open(Arc::clone(&game), &table, &mut events).unwrap();
        let mut deck = fresh.clone();
        loop {
            match round.waits() {
                Waits::Card { .. } => round.card(Some(take(&mut deck, random)), &mut events).unwrap(),
                Waits::Choices => decide(&mut round, &chart, &mut events),
                Waits::Look | Waits::Over => break,
            }
        }
        let mut ended = Ended::new(players);
        for event in events {
            match event {
                Event::Settled { who, due, paid, collected, .. } => {
                    ended.settled(who, [due, paid, collected]);
                }
                Event::Collected { who, amount, .. } => ended.fee(who, amount),
                Event::Bonus { who, amount, .. } => ended.gift(who, amount),
                _ => {}
            }
        }
        all.push(ended);
    }
    all
}

/// One decision by the chart.
fn decide(round: &mut blackjack::Blackjack, chart: &Chart, events: &mut Vec<blackjack::Event>) {
    use blackjack::{Choice, End};
    let up = round.bank_hand().cards()[0];
    for place in 0..round.hands().len() {
        let hand = &round.hands()[place];
        let spot = usize::from(hand.spot);
        let is_given_up = chart.cell(hand.hand.total(), up).is_some_and(|cell| cell.gives_up);
        let number = place as u8 - round.spots()[spot].first_hand;
        if hand.end == Some(End::Over)
            && is_given_up
            && round.choose(Party(spot as u8), Choice::Surrender(number), events).is_ok()
        {
            return;
        }
    }
    let Some((who, number)) = round.current_hand() else { return answer(round, chart, up, events) };
    let spot = &round.spots()[who.index()];
    let hand = &round.hands()[usize::from(spot.first_hand + number)];
    let situation = Situation {
        is_split: hand.is_split,
        is_doubled: hand.is_doubled,
        is_touched: hand.is_touched,
        splits: spot.splits,
        ..Situation::opening(&hand.hand)
    };
    let choice = match chart.choose(&situation, up, |_| true) {
        Action::Stand => Choice::Stand,
        Action::Hit => Choice::Hit,
        Action::Double => Choice::Double(round.setup().bets[who.index()].base),
        Action::Split => Choice::Split,
        Action::Surrender => Choice::Surrender(number),
    };
    round.choose(who, choice, events).unwrap();
}

/// Everybody who is asked takes even money where the chart does, and nothing else.
fn answer(round: &mut blackjack::Blackjack, chart: &Chart, up: Card, events: &mut Vec<blackjack::Event>) {
    use blackjack::Choice;
    let mut offers = Vec::new();
    round.allowed(&mut offers);
    let first = offers[0].who;
    let opening = &round.hands()[usize::from(round.spots()[first.index()].first_hand)];
    let cards = opening.hand.cards();
    let takes = opening.is_natural && chart.takes_even_money([cards[0], cards[1]], up);
    let has = |wanted: Choice| offers.iter().any(|offer| offer.who == first && offer.choice == wanted);
    let choice = if takes && has(Choice::EvenMoney) { Choice::EvenMoney } else { Choice::Decline };
    round.choose(first, choice, events).unwrap();
}

fn double_hand_rounds(setup: &Setup, rounds: usize, random: &mut Random) -> Vec<Ended> {
    use double_hand::{Bet, Choice, DEALER, DoubleHand, Event, Game, Waits};
    let Rules::DoubleHand(rules) = &setup.rules else { panic!("a double-hand book") };
    let players = setup.seats.len();
    let bets = setup.seats.iter().enumerate().map(|(place, seat)| Bet {
        spot: Seat::new(setup.seating.players[place]),
        purse: place as u8,
        amount: seat.base,
        joint: None,
    });
    let table = Arc::new(double_hand::Setup {
        purses: purses(setup),
        bank: Seat::new(setup.seating.bank),
        banker: players as u8,
        stake: setup.stake.unwrap_or(PLENTY),
        partners: Vec::new(),
        bets: bets.collect(),
    });
    let game = Arc::new(Game::new((**rules).clone(), setup.schedule.clone()));
    let cards = if rules.deck.jokers.value > 0 { CardSet::FULL_WITH_JOKER } else { CardSet::FULL };
    let mut all = Vec::new();
    for _ in 0..rounds {
        let mut events = Vec::new();
        let mut round = DoubleHand::open(Arc::clone(&game), &table, &mut events).unwrap();
        let mut deck: Vec<Card> = cards.iter().collect();
        while let Waits::Card(_) = round.waits() {
            round.card(Some(take(&mut deck, random)), &mut events).unwrap();
        }
        let dice: usize = (0..rules.deal.dice.value).map(|_| random.below(6) + 1).sum();
        let mut choices = vec![
            (Party::BANK, Choice::Pile(1)),
            (DEALER, Choice::NoMoreBets),
            (Party::BANK, Choice::Dice(dice as u8)),
        ];
        choices.extend((0..players).map(|place| (Party(place as u8), Choice::HouseWay)));
        choices.extend([(Party::BANK, Choice::HouseWay), (Party::BANK, Choice::Confirm)]);
        for (who, choice) in choices {
            round.choose(who, choice, &mut events).unwrap();
        }
        while !matches!(round.waits(), Waits::Over) {
            round.choose(DEALER, Choice::Open, &mut events).unwrap();
        }
        let mut ended = Ended::new(players);
        for event in events {
            match event {
                Event::Settled { who, due, paid, collected, .. } => {
                    ended.settled(who, [due, paid, collected]);
                }
                Event::Collected { who, amount, .. } => ended.fee(who, amount),
                _ => {}
            }
        }
        all.push(ended);
    }
    all
}

/// The three-card book, worked out once.
fn three_card_analysis(rules: &books::three_card::ThreeCardRules) -> &'static odds::three_card::Analysis {
    static WHOLE: std::sync::OnceLock<odds::three_card::Analysis> = std::sync::OnceLock::new();
    WHOLE.get_or_init(|| odds::three_card::Analysis::of(rules))
}

fn three_card_rounds(setup: &Setup, rounds: usize, random: &mut Random) -> Vec<Ended> {
    use three_card::{Bet, Choice, Event, Game, ThreeCard, Viewer, Waits};
    let Rules::ThreeCard(rules) = &setup.rules else { panic!("a three-card book") };
    let analysis = three_card_analysis(rules);
    let players = setup.seats.len();
    let bets = setup.seats.iter().enumerate().map(|(place, seat)| Bet {
        seat: Seat::new(setup.seating.players[place]),
        purse: place as u8,
        ante: seat.base,
        pair_plus: seat.side(0),
        six_card: seat.side(1),
    });
    let bank = Seat::new(setup.seating.bank);
    let table = Arc::new(three_card::Setup {
        seats: rules.book.seats.value,
        purses: purses(setup),
        bank,
        banker: players as u8,
        stake: setup.stake.unwrap_or(PLENTY),
        bets: bets.collect(),
    });
    let game = Arc::new(Game { rules: (**rules).clone(), schedule: setup.schedule.clone() });
    let mut all = Vec::new();
    for _ in 0..rounds {
        let mut events = Vec::new();
        let mut round = ThreeCard::open(Arc::clone(&game), &table, &mut events).unwrap();
        let mut deck: Vec<Card> = Card::all().collect();
        loop {
            match round.waits() {
                Waits::Card { .. } => round.card(Some(take(&mut deck, random)), &mut events).unwrap(),
                Waits::Choice(who) => {
                    let own = &round.players()[who.index()].cards;
                    let cards: [Card; 3] = std::array::from_fn(|place| own[place].unwrap());
                    let shown = round.hand_seen_by(Viewer::Everybody, bank).first().copied();
                    let plays = analysis.plays(&cards, shown);
                    let choice = if plays { Choice::Play } else { Choice::Fold };
                    round.choose(who, choice, &mut events).unwrap();
                }
                Waits::Over => break,
            }
        }
        let mut ended = Ended::new(players);
        for event in events {
            match event {
                Event::Settled { who, due, paid, collected, .. } => {
                    ended.settled(who, [due, paid, collected]);
                }
                Event::Collected { who, amount, .. } => ended.fee(who, amount),
                _ => {}
            }
        }
        all.push(ended);
    }
    all
}

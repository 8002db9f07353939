//! How quickly double hands are set the house way, all 154,143,080 of them, and how quickly whole rounds of
//! double-hand and three-card poker are played.
//!
//! `cargo run --release --bin house_way [set | foul | double-hand | three-card]`

use std::sync::Arc;

use books::{BookId, Money, Rules, Shelf};
use cards::{Card, CardSet, Deck, Seed, Wheel};
use cpu_time::ThreadTime;
use games::double_hand::{self, DEALER, DoubleHand};
use games::three_card::{self, ThreeCard};
use games::{Party, Purse, Seat};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let game = Arc::new(double_hand_game());
    if wants("set") {
        set_all(&game);
    }
    if wants("foul") {
        look_for_foul_hands(&game);
    }
    if wants("double-hand") {
        play_double_hand(&game);
    }
    if wants("three-card") {
        play_three_card();
    }
}

fn rules(house: &str, game: &str) -> Rules {
    Shelf::filed().book(&BookId::new(house, game)).expect("the filed books load").rules
}

fn double_hand_game() -> double_hand::Game {
    match rules("mortimers", "double-hand") {
        Rules::DoubleHand(rules) => double_hand::Game::new(*rules, None),
        other => panic!("{other:?}"),
    }
}

fn told(what: &str, items: u64, start: ThreadTime) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{what:<34} {items:>11} in {seconds:>6.2} s of CPU   {:>8.2} M/s", items as f64 / seconds / 1e6);
}

/// Every set of seven of the 53 cards, by the next number with as many bits.
fn every_hand(mut take: impl FnMut(CardSet)) {
    let mut bits: u64 = 0b111_1111;
    while let Some(cards) = CardSet::from_bits(bits) {
        take(cards);
        let low = bits & bits.wrapping_neg();
        let ripple = bits + low;
        bits = ripple | ((bits ^ ripple) >> 2 >> low.trailing_zeros());
    }
}

fn set_all(game: &double_hand::Game) {
    let start = ThreadTime::now();
    let (mut hands, mut sum) = (0, 0_u64);
    every_hand(|cards| {
        sum = sum.wrapping_add(game.house_way.set(cards).setting.front().bits());
        hands += 1;
    });
    told("hands set the house way", hands, start);
    println!("  sum over all fronts {sum}");
}

fn look_for_foul_hands(game: &double_hand::Game) {
    let start = ThreadTime::now();
    let (mut hands, mut foul) = (0, 0);
    every_hand(|cards| {
        foul += u64::from(game.house_way.set(cards).setting.is_foul(Wheel::Lowest));
        hands += 1;
    });
    told("hands set and looked at", hands, start);
    println!("  foul hands {foul}");
    assert_eq!(foul, 0, "the house way never sets a foul hand");
}

fn purse(name: &str) -> Purse {
    Purse { name: name.to_owned(), stack: Money::dollars(100_000), streak: 0 }
}

/// Shuffled decks, made beforehand.
fn decks(deck: Deck) -> Vec<Vec<Card>> {
    (0..1_000_u64)
        .map(|number| {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            Seed::from_bytes(bytes).shuffled(deck)
        })
        .collect()
}

/// Six spots, everybody the house way, no events kept.
fn play_double_hand(game: &Arc<double_hand::Game>) {
    let decks = decks(Deck::with_jokers(1));
    let bets = (1..=6).map(|seat| double_hand::Bet {
        spot: Seat::new(seat),
        purse: seat,
        amount: Money::dollars(20),
        joint: None,
    });
    let setup = Arc::new(double_hand::Setup {
        purses: (0..7).map(|seat| purse(&format!("{seat}"))).collect(),
        bank: Seat::new(7),
        banker: 0,
        stake: Money::dollars(100),
        partners: Vec::new(),
        bets: bets.collect(),
    });
    let start = ThreadTime::now();
    let mut rounds = 0;
    for _ in 0..100 {
        for deck in &decks {
            let mut round = DoubleHand::open(Arc::clone(game), &setup, &mut ()).expect("a lawful table");
            for card in &deck[..49] {
                round.card(Some(*card), &mut ()).expect("a card of the deck");
            }
            use double_hand::Choice::{Confirm, Dice, HouseWay, NoMoreBets, Open, Pile};
            let players = (0..6).map(|bet| (Party(bet), HouseWay));
            let bank = [(Party::BANK, HouseWay), (Party::BANK, Confirm)];
            let before = [(Party::BANK, Pile(3)), (DEALER, NoMoreBets), (Party::BANK, Dice(11))];
            for (who, choice) in before.into_iter().chain(players).chain(bank).chain([(DEALER, Open); 6]) {
                round.choose(who, choice, &mut ()).expect("a lawful choice");
            }
            assert!(round.is_over());
            rounds += 1;
        }
    }
    told("double-hand rounds of six spots", rounds, start);
}

/// Seven players with all wagers, everybody plays, no events kept.
fn play_three_card() {
    let game = match rules("pinnacle", "three-card-6-card-bonus") {
        Rules::ThreeCard(rules) => Arc::new(three_card::Game { rules: *rules, schedule: None }),
        other => panic!("{other:?}"),
    };
    let decks = decks(Deck::standard());
    let bets = (1..=7).map(|seat| three_card::Bet {
        seat: Seat::new(seat),
        purse: seat,
        ante: Money::dollars(20),
        pair_plus: Money::dollars(5),
        six_card: Money::dollars(5),
    });
    let setup = Arc::new(three_card::Setup {
        seats: 8,
        purses: (0..8).map(|seat| purse(&format!("{seat}"))).collect(),
        bank: Seat::new(8),
        banker: 0,
        stake: Money::dollars(500),
        bets: bets.collect(),
    });
    let start = ThreadTime::now();
    let mut rounds = 0;
    for _ in 0..200 {
        for deck in &decks {
            let mut round = ThreeCard::open(Arc::clone(&game), &setup, &mut ()).expect("a lawful table");
            for card in &deck[..24] {
                round.card(Some(*card), &mut ()).expect("a card of the deck");
            }
            for bet in 0..7 {
                round.choose(Party(bet), three_card::Choice::Play, &mut ()).expect("a lawful choice");
            }
            assert!(round.is_over());
            rounds += 1;
        }
    }
    told("three-card rounds of seven players", rounds, start);
}

//! Melds, additions, loans and divisions are found completely: the finder against a slow one written from the clauses
//! alone, over every three of the forty faces and over random hands.

use std::collections::BTreeSet;

use books::pan::PanRules;
use books::{Rules, Shelf};
use cards::{Card, Rank, Seed, Suit};
use games::pan::{Counts, Group, Shape, Terms};

fn rules() -> PanRules {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("players-club/pan").unwrap()).unwrap();
    let Rules::Pan(rules) = book.rules else { panic!("pan is pan") };
    *rules
}

const ORDER: [Rank; 10] = [
    Rank::Ace,
    Rank::Two,
    Rank::Three,
    Rank::Four,
    Rank::Five,
    Rank::Six,
    Rank::Seven,
    Rank::Jack,
    Rank::Queen,
    Rank::King,
];

fn faces() -> Vec<Card> {
    ORDER.iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(*rank, suit))).collect()
}

/// What the clauses meld-size, rope, square and square-aces-kings say, card by card.
fn slow_shape(cards: &[Card]) -> Option<Shape> {
    if cards.len() < 3 || cards.len() > 11 {
        return None;
    }
    let of_suit = |suit: Suit| cards.iter().any(|card| card.suit() == Some(suit));
    let suits = Suit::ALL.into_iter().filter(|suit| of_suit(*suit)).count();
    if cards.iter().all(|card| card.rank() == cards[0].rank()) {
        let any = matches!(cards[0].rank(), Some(Rank::Ace | Rank::King));
        return (any || suits == 1 || suits >= 3).then_some(Shape::Square);
    }
    let of_rank = |rank: &Rank| cards.iter().filter(|card| card.rank() == Some(*rank)).count();
    let lowest = ORDER.iter().position(|rank| of_rank(rank) > 0)?;
    let run = ORDER.get(lowest..lowest + cards.len())?;
    (suits == 1 && run.iter().all(|rank| of_rank(rank) == 1)).then_some(Shape::Rope)
}

/// What the conditions and rulings say a meld is worth in chips.
fn slow_worth(cards: &[Card]) -> u16 {
    let spades = cards.iter().all(|card| card.suit() == Some(Suit::Spades));
    let one_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
    let double = |chips: u16| if spades { chips * 2 } else { chips };
    let more = cards.len() as u16 - 3;
    let has = |rank: Rank| cards.iter().any(|card| card.rank() == Some(rank));
    match slow_shape(cards) {
        Some(Shape::Square) => {
            let valle = matches!(cards[0].rank(), Some(Rank::Three | Rank::Five | Rank::Seven));
            match (valle, one_suit) {
                (true, true) => double(2) + double(1) * more,
                (true, false) => 1 + more,
                (false, true) => double(1) * (1 + more),
                (false, false) => 0,
            }
        }
        Some(Shape::Rope) => {
            let low = has(Rank::Ace) && has(Rank::Two) && has(Rank::Three);
            let high = has(Rank::Jack) && has(Rank::Queen) && has(Rank::King);
            double(u16::from(low) + u16::from(high))
        }
        None => 0,
    }
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

/// Every different choice of some of the cards that is wanted.
fn choices(cards: &[Card], is_wanted: impl Fn(&[Card]) -> bool) -> BTreeSet<Vec<Card>> {
    let mut all = BTreeSet::new();
    for mask in 0..1_u32 << cards.len() {
        let is_in = |at: &usize| mask & 1 << at != 0;
        let some: Vec<Card> = (0..cards.len()).filter(is_in).map(|at| cards[at]).collect();
        if is_wanted(&some) {
            all.insert(sorted(&some));
        }
    }
    all
}

fn found(mut each: impl FnMut(&mut dyn FnMut(Group))) -> BTreeSet<Vec<Card>> {
    let mut all = BTreeSet::new();
    each(&mut |group: Group| assert!(all.insert(sorted(&group)), "{group} is found twice"));
    all
}

#[test]
fn every_three_of_the_forty_faces() {
    let terms = Terms::new(&rules());
    let faces = faces();
    let (mut melds, mut paying, mut all) = (0, 0, 0);
    for (one, first) in faces.iter().enumerate() {
        for (two, second) in faces.iter().enumerate().skip(one) {
            for third in faces.iter().skip(two) {
                let cards = [*first, *second, *third];
                all += 1;
                assert_eq!(terms.shape(&cards).ok(), slow_shape(&cards), "{cards:?}");
                let listed = found(|each| terms.each_meld(&Counts::of(&terms, cards), &[], each));
                let is_meld = slow_shape(&cards).is_some();
                assert_eq!(listed.contains(&sorted(&cards)), is_meld, "{cards:?}");
                if is_meld {
                    melds += 1;
                    let chips = games::pan::chips(&terms.worth(&cards));
                    assert_eq!(chips, slow_worth(&cards), "{cards:?}");
                    paying += u32::from(chips > 0);
                }
            }
        }
    }
    // 40 faces taken three at a time, with repeats; 8 ropes in each of 4 suits; 4 + 4 squares of each rank, and of
    // aces and kings the 12 of two suits as well.
    assert_eq!((all, melds), (11_480, 32 + 80 + 24));
    // One suit: 40 squares; mixed valle: 3 times 4; two ropes of each suit.
    assert_eq!(paying, 40 + 12 + 8);
}

fn hands() -> u32 {
    std::env::var("PAN_HANDS").ok().and_then(|hands| hands.parse().ok()).unwrap_or(10_000)
}

#[test]
fn random_hands_of_up_to_eleven_cards() {
    let terms = Terms::new(&rules());
    let mut draws = Seed::from_bytes([16; 32]).draws();
    let mut pack: Vec<Card> = cards::Deck::pan().cards().collect();
    for hand in 0..hands() {
        // Few ranks and suits now and then, so that long squares and ropes come up.
        if hand % 4 == 1 {
            let rank = ORDER[draws.below(10) as usize];
            pack.sort_unstable_by_key(|card| card.rank() != Some(rank));
            draws.shuffle(&mut pack[..32]);
        } else if hand % 4 == 2 {
            let suit = Suit::ALL[draws.below(4) as usize];
            pack.sort_unstable_by_key(|card| card.suit() != Some(suit));
            draws.shuffle(&mut pack[..80]);
        } else {
            draws.shuffle(&mut pack);
        }
        let count = 1 + draws.below(11) as usize;
        let hand = &pack[..count];
        let counts = Counts::of(&terms, hand.iter().copied());
        let slow = choices(hand, |cards| slow_shape(cards).is_some());
        let fast = found(|each| terms.each_meld(&counts, &[], each));
        assert_eq!(fast, slow, "{hand:?}");
        for meld in &slow {
            assert_eq!(games::pan::chips(&terms.worth(meld)), slow_worth(meld), "{meld:?}");
        }
        // With a card that must be in it.
        let must = hand[0];
        let with: BTreeSet<Vec<Card>> = slow.iter().filter(|cards| cards.contains(&must)).cloned().collect();
        assert_eq!(found(|each| terms.each_meld(&counts, &[must], each)), with, "{must} in {hand:?}");
        if let Some(meld) = slow.iter().nth(draws.below(slow.len().max(1) as u32) as usize) {
            let mut rest = hand.to_vec();
            for card in meld {
                rest.swap_remove(rest.iter().position(|one| one == card).unwrap());
            }
            check_additions(&terms, meld, &rest);
            check_loans(&terms, meld);
        }
    }
}

fn check_additions(terms: &Terms, meld: &[Card], rest: &[Card]) {
    let is_one_suit_square =
        slow_shape(meld) == Some(Shape::Square) && meld.iter().all(|card| card.suit() == meld[0].suit());
    let fits = |cards: &[Card]| {
        let all: Vec<Card> = meld.iter().chain(cards).copied().collect();
        let keeps = !is_one_suit_square || cards.iter().all(|card| card.suit() == meld[0].suit());
        !cards.is_empty() && keeps && slow_shape(&all) == slow_shape(meld)
    };
    let slow = choices(rest, fits);
    let counts = Counts::of(terms, rest.iter().copied());
    let fast = found(|each| terms.each_addition(meld, &counts, None, each));
    assert_eq!(fast, slow, "{rest:?} to {meld:?}");
    for cards in choices(rest, |_| true) {
        let is_accepted = terms.addition(meld, &cards).is_ok() && !cards.is_empty();
        assert_eq!(is_accepted, slow.contains(&cards), "{cards:?} to {meld:?}");
    }
    for card in rest {
        let with: BTreeSet<Vec<Card>> = slow.iter().filter(|cards| cards.contains(card)).cloned().collect();
        let fast = found(|each| terms.each_addition(meld, &counts, Some(*card), each));
        assert_eq!(fast, with, "{card} of {rest:?} to {meld:?}");
    }
    for cards in &slow {
        let all: Vec<Card> = meld.iter().chain(cards).copied().collect();
        let gained = games::pan::chips(&terms.gained(meld, &all));
        assert_eq!(gained, slow_worth(&all) - slow_worth(meld), "{cards:?} to {meld:?}");
    }
}

fn check_loans(terms: &Terms, meld: &[Card]) {
    let leaves = |cards: &[Card]| {
        let mut rest = meld.to_vec();
        for card in cards {
            rest.swap_remove(rest.iter().position(|one| one == card).unwrap());
        }
        !cards.is_empty() && slow_shape(&rest).is_some()
    };
    let slow = choices(meld, leaves);
    assert_eq!(found(|each| terms.each_loan(meld, each)), slow, "loans of {meld:?}");
    let divisions: BTreeSet<Vec<Card>> =
        slow.into_iter().filter(|cards| slow_shape(cards).is_some()).collect();
    assert_eq!(found(|each| terms.each_division(meld, each)), divisions, "divisions of {meld:?}");
}

#[test]
fn a_refused_meld_says_which_rule_forbids_it() {
    let rules = rules();
    let terms = Terms::new(&rules);
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("players-club/pan").unwrap()).unwrap();
    for (cards, clause, words) in [
        ("4s 4h", "meld-size", "a meld has at least 3 cards"),
        ("4s 4h 4d 4c 4s 4h 4d 4c 4s 4h 4d 4c", "meld-size", "a meld has at most 11 cards"),
        ("5c 6d 7c", "rope", "these cards are neither all of one suit nor all of one rank"),
        ("4c 4c 5c", "rope", "these cards of one suit are not in sequence"),
        ("Kh Ah 2h", "rope", "these cards of one suit are not in sequence"),
        ("6s 6s 6h", "square", "a square is all of one suit, or of at least 3 suits"),
        ("Qd Qd Qc", "square", "a square is all of one suit, or of at least 3 suits"),
    ] {
        let cards: Vec<Card> = cards::parse_cards(cards).unwrap();
        let refusal = terms.shape(&cards).unwrap_err();
        assert_eq!(
            (book.clauses.name(refusal.clause), refusal.to_string().as_str()),
            (clause, words),
            "{cards:?}"
        );
    }
}

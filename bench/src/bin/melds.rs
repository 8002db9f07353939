//! How quickly every meld and every addition of a hand of Pan is found, with what it pays.
//!
//! `cargo run --release --bin melds [HANDS]`

use books::{BookId, Rules, Shelf};
use cards::{Card, Deck, Seed};
use cpu_time::ThreadTime;
use games::pan::{Counts, Group, Terms, chips};

/// What was found in some hands.
#[derive(Default)]
struct Found {
    hands: u64,
    ways: u64,
    chips: u64,
    most: u64,
}

/// Lists every meld of some cards, and every addition of the rest to the first meld.
fn list(terms: &Terms, hand: &[Card], found: &mut Found) {
    let counts = Counts::of(terms, hand.iter().copied());
    let (mut ways, mut pays) = (0, 0);
    let mut first: Option<Group> = None;
    terms.each_meld(&counts, &[], |meld| {
        ways += 1;
        pays += u64::from(chips(&terms.worth(&meld)));
        first.get_or_insert(meld);
    });
    if let Some(meld) = first {
        let mut rest: Group = hand.iter().copied().collect();
        for card in meld.iter() {
            rest.take(*card);
        }
        let counts = Counts::of(terms, rest.iter().copied());
        terms.each_addition(&meld, &counts, None, |cards| {
            ways += 1;
            pays += u64::from(chips(&terms.gained(&meld, &meld.and(&cards))));
        });
    }
    found.hands += 1;
    found.ways += ways;
    found.chips += pays;
    found.most = found.most.max(ways);
}

fn main() {
    let hands: u64 = std::env::args().nth(1).and_then(|hands| hands.parse().ok()).unwrap_or(1_000_000);
    let book = Shelf::filed().book(&BookId::new("players-club", "pan")).expect("the filed books load");
    let Rules::Pan(rules) = book.rules else { panic!("Pan is of the family pan") };
    let terms = Terms::new(&rules);
    let mut draws = Seed::from_bytes([16; 32]).draws();
    println!("every meld of a hand and every addition to one of them, with their pays, in CPU time");
    println!("{:<26} {:>10} {:>12} {:>10} {:>12}", "cards", "hands", "ways a hand", "most", "microseconds");
    for (name, count, is_dense) in
        [("10, as dealt", 10, false), ("11, after a draw", 11, false), ("11 of one rank or suit", 11, true)]
    {
        let mut pack: Vec<Card> = Deck::pan().cards().collect();
        // The hands come first, so that only the finder is measured.
        let dealt: Vec<Card> = (0..hands.min(100_000))
            .flat_map(|hand| {
                if is_dense {
                    let pick = pack[draws.below(320) as usize];
                    let is_near = |card: &Card| {
                        if hand % 2 == 0 { card.rank() == pick.rank() } else { card.suit() == pick.suit() }
                    };
                    pack.sort_unstable_by_key(|card| !is_near(card));
                    let near = pack.iter().filter(|card| is_near(card)).count();
                    draws.shuffle(&mut pack[..near]);
                } else {
                    draws.shuffle(&mut pack);
                }
                pack[..count].to_vec()
            })
            .collect();
        let mut found = Found::default();
        let start = ThreadTime::now();
        for hand in dealt.chunks_exact(count).cycle().take(hands as usize) {
            list(&terms, hand, &mut found);
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / hands as f64;
        let ways = found.ways as f64 / found.hands as f64;
        println!("{name:<26} {:>10} {ways:>12.2} {:>10} {micros:>12.3}", found.hands, found.most);
        assert!(found.chips > 0, "some of them pay");
    }
}

//! The vectors of docs/shuffle.md, and that no byte of a proof can be changed.

use cards::{Card, Deck};
use seal::{Cut, Hash, Opening, Sealed, Shuffle, commitment, hex, unhex};

const WORDS: [(u32, &str); 2] =
    [(4, "00112233445566778899aabbccddeeff"), (19, "ffeeddccbbaa99887766554433221100 good luck")];

/// The values of a line of the first block of vectors; lines without a label belong to the one before.
fn vector(label: &str) -> Vec<String> {
    let document = include_str!("../../../docs/shuffle.md");
    let (_, block) = document.split_once("```text\n").expect("a block of vectors");
    let (block, _) = block.split_once("```").expect("its end");
    let mut found = Vec::new();
    let mut current = "";
    for line in block.lines() {
        let (name, value) = line.split_at(10);
        if !name.trim().is_empty() {
            current = name.trim();
        }
        if current == label {
            found.push(value.trim().to_owned());
        }
    }
    assert!(!found.is_empty(), "no vector {label}");
    found
}

fn shuffle() -> Shuffle {
    let mut mark = [0; 32];
    (0..).zip(&mut mark).for_each(|(byte, place)| *place = byte);
    Shuffle { mark, table: 7, number: 3 }
}

fn in_order() -> Vec<Card> {
    Deck::standard().cards().collect()
}

fn sealed() -> Vec<Sealed> {
    (1..=8).map(|deck| Sealed::new(&shuffle(), deck, &[deck; 32], &in_order())).collect()
}

fn cut(sealed: &[Sealed]) -> Cut {
    let roots: Vec<Hash> = sealed.iter().map(Sealed::root).collect();
    Cut::new(&shuffle(), &roots, WORDS, 52)
}

/// The next cut of the same shoe, after twelve cards have left it.
fn cut_again(cut: &Cut, root: &Hash) -> Cut {
    let left = (0..52).filter(|place| !cut.order[..12].contains(place));
    Cut::again(&Shuffle { number: 4, ..shuffle() }, cut.deck, root, WORDS, left)
}

#[test]
fn a_shoe_is_cut_anew_without_what_has_left_it() {
    let sealed = sealed();
    let first = cut(&sealed);
    let dealt = &sealed[usize::from(first.deck) - 1];
    let again = cut_again(&first, &dealt.root());
    let mut places: Vec<u32> = first.order[..12].iter().chain(&again.order).copied().collect();
    places.sort_unstable();
    assert!(places.into_iter().eq(0..52), "every place leaves the shoe once");
    assert_ne!(again.order, first.order[12..], "in a new order");
    // A card of the later cut is proven against the seal of the first one, and against no other cut.
    let opening = Opening { shuffle: 4, ..dealt.open(again.order[0], 1) };
    let is_good = |opening: &Opening, cut| {
        opening.verify_of_shoe(cut, &shuffle(), first.deck, &in_order(), &dealt.root())
    };
    assert!(is_good(&opening, 4) && !is_good(&opening, 3));
    assert!(!opening.verify(&shuffle(), first.deck, &in_order(), &dealt.root()));
    assert!(!opening.verify(&Shuffle { number: 4, ..shuffle() }, first.deck, &in_order(), &dealt.root()));
}

fn joined<T: ToString>(list: impl IntoIterator<Item = T>) -> Vec<String> {
    vec![list.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")]
}

#[test]
fn everything_is_as_documented() {
    let sealed = sealed();
    let roots: Vec<String> = sealed.iter().map(|deck| hex(&deck.root())).collect();
    assert_eq!(roots, vector("roots"));
    let commitments: Vec<String> =
        WORDS.iter().map(|(person, words)| hex(&commitment(7, 3, *person, words))).collect();
    assert_eq!(commitments, vector("commitment"));
    let cut = cut(&sealed);
    assert_eq!(vec![hex(&cut.hash)], vector("cut"));
    assert_eq!(joined([cut.deck]), vector("deck"));
    assert_eq!(joined(&cut.order[..12]), vector("places"));
    let dealt = &sealed[usize::from(cut.deck) - 1];
    let cards = cut.order[..12].iter().map(|place| dealt.cards()[*place as usize]);
    assert_eq!(joined(cards), vector("cards"));
    assert_eq!(vec![dealt.open(cut.order[0], 1).salt], vector("salt"));
    assert_eq!(joined(cut.dice(&dealt.salt_of_throw(0), 3)), vector("dice"));
    let again = cut_again(&cut, &dealt.root());
    assert_eq!(vec![hex(&again.hash)], vector("again"));
    assert_eq!(joined(&again.order[..12]), vector("next"));
    let cards = again.order[..12].iter().map(|place| dealt.cards()[*place as usize]);
    assert_eq!(joined(cards), vector("its cards"));
}

#[test]
fn every_place_of_every_size_opens_and_nothing_else_does() {
    for count in [1, 2, 3, 45, 52] {
        let cards = &in_order()[..count];
        let sealed = Sealed::new(&shuffle(), 2, &[9; 32], cards);
        let root = sealed.root();
        for place in 0..count as u32 + seal::THROWS {
            let good = sealed.open(place, 1);
            assert!(good.verify(&shuffle(), 2, cards, &root), "{count} cards, place {place}");
            let mut bad = vec![
                Opening { place: place + 1, ..good.clone() },
                Opening { shuffle: 4, ..good.clone() },
                Opening { salt: hex(&[0; 32]), ..good.clone() },
                Opening { path: good.path[1..].to_vec(), ..good.clone() },
                Opening { path: [good.path.clone(), vec![hex(&root)]].concat(), ..good.clone() },
            ];
            let other = cards.iter().find(|card| Some(**card) != good.card).copied();
            if count > 1 {
                bad.push(Opening { card: other, ..good.clone() });
            }
            for one in bad {
                assert!(!one.verify(&shuffle(), 2, cards, &root), "{count} cards: {one:?}");
            }
            assert!(!good.verify(&shuffle(), 3, cards, &root), "another deck");
            let other = Shuffle { table: 8, ..shuffle() };
            assert!(!good.verify(&other, 2, cards, &root), "another table");
        }
    }
}

#[test]
fn every_word_changes_the_cut() {
    let sealed = sealed();
    let before = cut(&sealed);
    let roots: Vec<Hash> = sealed.iter().map(Sealed::root).collect();
    let others = [
        vec![WORDS[1], WORDS[0]],
        vec![WORDS[0]],
        vec![WORDS[0], (19, "ffeeddccbbaa99887766554433221100 good lucK")],
        vec![WORDS[0], (18, WORDS[1].1)],
    ];
    for words in others {
        assert_ne!(Cut::new(&shuffle(), &roots, words, 52).hash, before.hash);
    }
    let mut order = before.order.clone();
    order.sort_unstable();
    assert!(order.into_iter().eq(0..52), "every place once");
}

#[test]
fn hashes_are_read_as_they_are_written() {
    let hash = sealed()[0].root();
    assert_eq!(unhex(&hex(&hash)), Some(hash));
    for bad in ["", "00", &hex(&hash).to_uppercase(), &format!("{}g", &hex(&hash)[1..])] {
        assert_eq!(unhex(bad), None, "{bad}");
    }
}

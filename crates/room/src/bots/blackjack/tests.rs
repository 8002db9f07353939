//! What the bot plays is what people know as right, wherever the books agree with ordinary blackjack.

use books::{Rules, Shelf};

use super::*;

/// What is worth most of hitting, standing, doubling and, for a pair, splitting.
fn best(book: &str, own: &str, up: &str) -> &'static str {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find(book).unwrap()).unwrap();
    let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
    let mut worth = Worth::new(rules, Chances::under(rules, up.parse().unwrap()));
    let cards = cards::parse_cards(own).unwrap();
    let count = Count::of(&cards);
    let mut list =
        vec![("hit", worth.hit(count)), ("stand", worth.stand(count)), ("double", worth.double(count))];
    if cards[0].rank() == cards[1].rank() {
        list.push(("split", worth.split(cards[0])));
    }
    list.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap().0
}

#[test]
fn the_bank_ends_somewhere() {
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        for up in Card::all().filter(|card| !card.is_joker() || rules.deck.jokers.value > 0) {
            let chances = Chances::under(rules, up);
            let sum = chances.0.iter().map(|(_, chance)| chance).sum::<f64>();
            assert!((sum - 1.0).abs() < 1e-9, "{id} {up}: {sum}");
            assert!(chances.0.iter().all(|(shown, _)| shown.total.points >= 17), "{id} {up}");
        }
    }
}

#[test]
fn plain_decisions_are_the_known_ones() {
    let book = "mortimers/pure-21-5";
    for (own, up, wanted) in [
        ("Ts 6d", "6c", "stand"),
        ("Ts 6d", "Tc", "hit"),
        ("6s 5d", "6c", "double"),
        ("8s 8d", "9c", "split"),
        ("As Ad", "6c", "split"),
        ("Ts Td", "6c", "stand"),
        ("As 7d", "9c", "hit"),
        ("As 8d", "9c", "stand"),
        ("As 5d", "5c", "double"),
        ("5s 5d", "5c", "double"),
    ] {
        assert_eq!(best(book, own, up), wanted, "{own} against {up}");
    }
}

#[test]
fn a_push_of_three_cards_makes_hitting_cheaper() {
    // Over with three cards but nearer than the bank pushes here, so a stiff hand hits where it would stand.
    assert_eq!(best("mortimers/pure-21-5", "Ts 2d", "5c"), "stand");
    assert_eq!(best("players-club/no-bust-5", "Ts 2d", "5c"), "hit");
}

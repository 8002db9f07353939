//! What the bot plays is what people know as right, wherever the books agree with ordinary blackjack.

use std::sync::Arc;

use books::{Money, Rules, Shelf};
use cards::{Deck, Seed};
use games::Purse;
use games::blackjack::play::Situation;
use games::blackjack::{Bet, Blackjack, Game, Setup, Waits};
use games::round::{Round, Viewer};
use odds::blackjack::{Action, filed_chart};

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

/// Three players with ten dollars each against a bank that can pay.
fn open(rules: &BlackjackRules) -> Blackjack {
    let purse = |seat: u8| Purse { name: seat.to_string(), stack: Money::dollars(10_000), streak: 0 };
    let bet = |seat: u8| Bet {
        spot: Seat::new(seat),
        purse: seat - 1,
        base: Money::dollars(10),
        side: Money::ZERO,
    };
    let setup = Setup {
        seats: 4,
        decks: rules.deck.decks.usual,
        purses: (1..=4).map(purse).collect(),
        bank: Seat::new(4),
        banker: 3,
        stake: Money::dollars(5_000),
        partners: Vec::new(),
        bets: (1..=3).map(bet).collect(),
    };
    let game = Arc::new(Game { rules: rules.clone(), schedule: None });
    Blackjack::open(game, &Arc::new(setup), &mut ()).unwrap()
}

/// What the chart says of the hand whose turn it is, asked of the round itself.
fn by_the_round(round: &Blackjack, rules: &BlackjackRules) -> Option<Action> {
    let (who, number) = round.current_hand()?;
    let spot = &round.spots()[who.index()];
    let hand = &round.hands()[usize::from(spot.first_hand + number)];
    let it = Situation {
        is_split: hand.is_split,
        is_doubled: hand.is_doubled,
        is_touched: hand.is_touched,
        splits: spot.splits,
        ..Situation::opening(&hand.hand)
    };
    let (chart, up) = (filed_chart(rules)?, round.bank_hand().cards()[0]);
    let exception = exceptions::of(chart, hand.hand.cards(), up);
    Some(exception.unwrap_or_else(|| chart.choose(&it, up, |_| true)))
}

#[test]
fn a_bot_plays_the_exact_chart_of_every_filed_book() {
    let shelf = Shelf::filed();
    let mut seen = [0; 5];
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        let deck = Deck::with_jokers(rules.deck.jokers.value).decks(rules.deck.decks.usual).unwrap();
        for number in 0..150_u8 {
            let mut shoe = Seed::from_bytes([number; 32]).shuffled(deck).into_iter();
            let mut round = open(rules);
            loop {
                match round.waits() {
                    Waits::Card { .. } => round.card(shoe.next(), &mut ()).unwrap(),
                    Waits::Over => break,
                    Waits::Look => unreachable!("the shuffler knows the down card"),
                    Waits::Choices => {
                        let whole = Round::Blackjack(Box::new(round.clone()));
                        let asked: Vec<(Party, Choice)> = (0..3)
                            .filter_map(|purse| {
                                let view = whole.view(Viewer::Purse(purse));
                                answer(&view, Seat::new(purse + 1), rules, &view.offers)
                            })
                            .collect();
                        let (who, choice) = *asked.first().unwrap_or_else(|| panic!("{id}: nobody answers"));
                        if let Some(wanted) = by_the_round(&round, rules) {
                            assert_eq!(asked.len(), 1, "{id}: {asked:?}");
                            let chosen = match choice {
                                Choice::Stand => Action::Stand,
                                Choice::Hit => Action::Hit,
                                Choice::Double(amount) if amount == Money::dollars(10) => Action::Double,
                                Choice::Split => Action::Split,
                                Choice::Surrender(_) => Action::Surrender,
                                other => panic!("{id}: {other:?}"),
                            };
                            assert_eq!(chosen, wanted, "{id}, shoe {number}");
                            seen[chosen as usize] += 1;
                        }
                        round.choose(who, choice, &mut ()).unwrap();
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "every action is chosen now and then: {seen:?}");
}

#[test]
fn a_bot_at_a_book_without_a_chart_goes_by_its_own_estimate() {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("mortimers/pure-21-5").unwrap()).unwrap();
    let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
    let mut rules = (**rules).clone();
    rules.bank.hits_soft.value += 1;
    assert!(filed_chart(&rules).is_none());
    let mut round = open(&rules);
    // Twelve, twenty and nineteen against a ten: the first hits.
    for card in "Ts Td 9c Tc 2s Tc Th 7d".split(' ') {
        if matches!(round.waits(), Waits::Card { .. }) {
            round.card(Some(card.parse().unwrap()), &mut ()).unwrap();
        }
    }
    let view = Round::Blackjack(Box::new(round)).view(Viewer::Purse(0));
    assert_eq!(answer(&view, Seat::new(1), &rules, &view.offers), Some((Party(0), Choice::Hit)));
}

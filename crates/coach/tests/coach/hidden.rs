//! Rounds that differ only in what a player may not see get the same advice.

use books::{Money, Shelf};
use cards::{Card, Seed};
use coach::{Advice, Asked, Coach};
use games::{Party, Seat};
use room::{By, Command, Dealer, Input, Spec, Table, TableView, Time, Wager, Watcher};

const PLAYER: u32 = 2;

fn give(table: &mut Table, by: By, command: &Command) -> bool {
    let wallet = Money::dollars(1_000_000);
    let mut input =
        Input { now: Time(1_000_000), seeds: &mut || [5; 32], name: "Ann", wallet, is_bot: false };
    table.command(by, command, &mut input).is_ok()
}

/// Deals a round by hand from a deck in this order until the player is asked something; gives what the player sees,
/// and how many cards were dealt.
fn deal(name: &str, deck: &[Card]) -> Option<(TableView, usize)> {
    let shelf = Shelf::filed();
    let spec = Spec { dealer: Dealer::Entered, plays_alone: true, ..Spec::practice(&shelf, name).unwrap() };
    let (mut table, _) = Table::open(&shelf, 1, spec).unwrap();
    let buy_in = table.view(Watcher::Rail).buy_in_least.times(4).max(Money::dollars(4_000));
    for person in [1, 2, 3] {
        assert!(give(
            &mut table,
            By::Patron(person),
            &Command::Sit { seat: Seat::new(person as u8), buy_in }
        ));
    }
    if give(&mut table, By::Patron(1), &Command::TakeBank { stake: Money::dollars(1_000) }) {
        let least = table.view(Watcher::Rail).limits.map_or(1_000, |(least, _)| least);
        let wager = Wager { base: Money::cents(least), ..Wager::default() };
        for person in [2, 3] {
            assert!(give(
                &mut table,
                By::Patron(person),
                &Command::PutWager { spot: Seat::new(person as u8), wager }
            ));
            give(&mut table, By::Patron(person), &Command::Ready);
        }
    }
    give(&mut table, By::Dealer(9), &Command::Start);
    let mut dealt = 0;
    for _ in 0..200 {
        let view = table.view(Watcher::Person(PLAYER));
        let round = view.round.as_ref()?;
        if round.offers.iter().any(|offer| offer.who != Party::DEALER) {
            return Some((view, dealt));
        }
        if round.next_card.is_some() {
            assert!(
                give(&mut table, By::Dealer(9), &Command::Card { card: Some(deck[dealt]) }),
                "{name}: {round:#?}"
            );
            dealt += 1;
            continue;
        }
        // Others who come first do what silence would.
        let other = [1, 3].into_iter().find_map(|person| {
            let view = table.view(Watcher::Person(person));
            let offers = view.round?.offers;
            let (who, choice) = room::default_choice(&offers)?;
            Some((person, Command::Choose { who: Some(who), choice }))
        });
        let (person, command) = other?;
        give(&mut table, By::Patron(person), &command);
    }
    None
}

fn advice(name: &str, view: &TableView) -> Advice {
    let shelf = Shelf::filed();
    let rules = shelf.book(&shelf.find(name).unwrap()).unwrap().rules;
    let asked = Asked { deals: 400, ..Asked::default() };
    Coach::default().advise(view, PLAYER, &rules, &asked)
}

#[test]
fn hidden_cards_change_nothing() {
    for (name, wanted) in [
        ("pinnacle/three-card-6-card-bonus", 25),
        ("mortimers/no-bust-6", 10),
        ("mortimers/holdem", 25),
        ("marina/lowball", 10),
    ] {
        let mut draws = Seed::from_bytes([13; 32]).draws();
        let mut deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
        let (mut alike, mut hidden_seen) = (0, 0);
        for _ in 0..20 * wanted {
            draws.shuffle(&mut deck);
            let Some((view, dealt)) = deal(name, &deck) else { continue };
            let text = serde_json::to_string(&view.round).unwrap();
            let is_seen = |card: &Card| text.contains(&format!("\"{card}\""));
            // Every card that the player does not see is another one.
            let mut other = deck.clone();
            let hidden: Vec<usize> = (0..dealt).filter(|place| !is_seen(&deck[*place])).collect();
            for (count, place) in hidden.iter().enumerate() {
                other.swap(*place, dealt + count);
            }
            let Some((view_too, dealt_too)) = deal(name, &other) else { continue };
            // Another card may lead elsewhere, such as a Natural that ends the round.
            if view_too.round != view.round || dealt != dealt_too {
                continue;
            }
            let (one, two) = (advice(name, &view), advice(name, &view_too));
            assert!(!one.hands.is_empty(), "{name}: {view:#?}");
            assert_eq!(one.hands, two.hands, "{name}");
            // A coach that knew one hidden card, and let it move a value ever so little, would be found.
            let hint = |advice: &Advice, deck: &[Card]| {
                let mut hands = advice.hands.clone();
                let value = hands[0].choices[0].value.as_mut().unwrap();
                *value += 1e-9 * f64::from(deck[hidden[0]].index());
                hands
            };
            assert!(hidden.is_empty() || hint(&one, &deck) != hint(&two, &other), "{name}");
            alike += 1;
            hidden_seen += usize::from(!hidden.is_empty());
            if alike == wanted {
                break;
            }
        }
        assert_eq!(alike, wanted, "{name}: pairs of rounds that differ only in hidden cards");
        assert_eq!(hidden_seen, wanted, "{name}: each hides something");
    }
}

#[test]
fn who_is_not_in_the_round_is_told_nothing() {
    let name = "mortimers/holdem";
    let mut draws = Seed::from_bytes([1; 32]).draws();
    let mut deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    draws.shuffle(&mut deck);
    let (view, _) = deal(name, &deck).unwrap();
    let shelf = Shelf::filed();
    let rules = shelf.book(&shelf.find(name).unwrap()).unwrap().rules;
    let other = Coach::default().advise(&view, 77, &rules, &Asked::default());
    assert!(other.hands.is_empty() && !other.words.is_empty());
}

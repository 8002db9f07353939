//! Hands that we write are read again and replay to the same stacks.

mod history;

use std::sync::Arc;

use books::poker::Structure;
use books::{Money, Shelf};
use games::Seat;
use games::poker::{Hand, Player, Setup, Table};
use history::{play, rules, table};
use phh::{Games, NotWritable, Outcome, read, replay, write};

#[test]
fn what_we_write_replays_to_the_same_stacks() {
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));
    let mut dropped = 0;
    for (structure, blinds) in
        [(Structure::NoLimit, (2, 4)), (Structure::Limit, (2, 4)), (Structure::Limit, (1, 1))]
    {
        let table = table(structure, blinds);
        for seed in 0..400 {
            let newcomers: &[u8] = if seed % 3 == 0 { &[2, 4] } else { &[] };
            let fee = Money::dollars(seed as i64 % 2 * 3);
            let (hand, setup, events) = play(&table, 2 + (seed % 9) as u8, newcomers, fee, seed);
            let text = write(&hand, &setup, &events).unwrap();
            let histories = read(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let played = replay(&games, &histories[0]);
            assert_eq!(played.outcome, Outcome::Agrees, "{}\n{text}", played.reason);
            let ends: Vec<_> = hand.stacks().iter().copied().map(Some).collect();
            assert_eq!(histories[0].finishing_stacks, Some(ends));
            assert_eq!(histories[0].drop, hand.drop());
            dropped += usize::from(hand.drop().is_positive());
        }
    }
    assert!(dropped > 300, "the house took something in {dropped} hands only");
}

fn blinds_line(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("blinds_or_straddles = ")).unwrap()
}

#[test]
fn only_the_blind_before_the_first_to_act_is_positive_where_others_would_move_the_opening() {
    let written = |blinds: (i64, i64), players: u8, newcomers: &[u8]| {
        let (hand, setup, events) =
            play(&table(Structure::Limit, blinds), players, newcomers, Money::ZERO, 7);
        let text = write(&hand, &setup, &events).unwrap();
        let first = hand.seats().iter().position(|seat| *seat == hand.first_to_act()).unwrap() + 1;
        (blinds_line(&text).to_owned(), first)
    };
    assert_eq!(written((2, 4), 5, &[]), ("[2, 4, 0, 0, 0]".to_owned(), 3));
    assert_eq!(written((2, 4), 2, &[]), ("[2, 4]".to_owned(), 2));
    // Equal blinds of two: the button's does not count, or the other would open.
    assert_eq!(written((1, 1), 2, &[]), ("[-1, 1]".to_owned(), 2));
    assert_eq!(written((1, 1), 3, &[]), ("[1, 1, 0]".to_owned(), 3));
    let (line, first) = written((2, 4), 5, &[1, 2, 3, 4, 5]);
    assert_eq!((line.as_str(), first), ("[2, 4, -4, -4, -4]", 3));
}

#[test]
fn what_the_house_took_must_be_missing_from_a_winner() {
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                starting_stacks = [100, 100]\nactions = ['d dh p1 AcAd', 'd dh p2 KcKd', 'p2 f']\n";
    let outcome = |end: &str| replay(&games, &read(&format!("{hand}{end}")).unwrap()[0]).outcome;
    assert_eq!(outcome("finishing_stacks = [101, 99]"), Outcome::Agrees);
    assert_eq!(outcome("finishing_stacks = [100, 99]\n_drop = 1"), Outcome::Agrees);
    assert_eq!(outcome("finishing_stacks = [100, 99]\n_drop = 0.5"), Outcome::Differs);
    assert_eq!(outcome("finishing_stacks = [101, 98]\n_drop = 1"), Outcome::Differs);
    assert_eq!(outcome("finishing_stacks = [99, 99]\n_drop = 1"), Outcome::Differs);
}

#[test]
fn a_game_without_a_code_is_not_written() {
    let pineapple = rules("players-club", "crazy-pineapple");
    let stakes =
        pineapple.stakes(Structure::Limit, Some((Money::dollars(3), Money::dollars(6))), None).unwrap();
    let table = Arc::new(Table::new(&pineapple, stakes));
    let people = (1..=3).map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(90) }).collect();
    let setup = Setup::new(&table, people, Seat::new(1));
    let mut events = Vec::new();
    let hand = Hand::new(&table, &setup, &mut events).unwrap();
    assert_eq!(write(&hand, &setup, &events), Err(NotWritable::NoCode));
}

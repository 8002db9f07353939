//! The worked examples of the clause files that a hand decides: betting, fees, pots and draws.

mod poker_table;

use books::Shelf;
use books::poker::Structure;
use books::rates::{RatesFile, Schedule};
use games::poker::{Event, Offer};
use poker_table::{Deal, Game, dollars};

const SIX: [(u8, i64); 6] = [(1, 500), (2, 500), (3, 500), (4, 500), (5, 500), (6, 500)];

fn schedule(book: &str, handle: &str) -> Schedule {
    let (house, game) = book.split_once('/').unwrap();
    let shelf = Shelf::filed();
    let clauses = shelf.clauses(house, None).unwrap_or_else(|problem| panic!("{problem}"));
    let source = shelf.file(&format!("{house}/rates/{game}.toml")).unwrap();
    let rates = RatesFile::read(source, &clauses).unwrap_or_else(|faults| panic!("{faults}")).value;
    rates.find(game, handle).unwrap_or_else(|| panic!("{book} has no schedule {handle}")).clone()
}

#[test]
fn limit_raises_are_capped_at_a_bet_and_three_raises() {
    let mut game = Deal { ..Deal::default() }.start();
    assert_eq!(game.turn(), 1);
    assert_eq!(
        game.offers(),
        [Offer::Fold, Offer::Call(dollars(4)), Offer::Raise { least: dollars(8), most: dollars(8) }]
    );
    assert_eq!(game.refused("1 check"), "first-round-options");
    assert_eq!(game.refused("1 raise 10"), "default-limit-bets");
    assert_eq!(game.refused("2 call"), "first-round-starts");
    game.play("1 raise 8, 2 raise 12, 3 raise 16");
    assert_eq!(game.refused("1 raise 20"), "raise-cap-three");
    game.play("1 call, 2 call");
    game.play("2 bet 4, 3 raise 8, 1 raise 12, 2 raise 16");
    assert_eq!(game.refused("3 raise 20"), "raise-cap-three");
    game.play("3 call, 1 fold");
    assert_eq!(game.turn(), 2);
    game.play("2 bet 8, 3 raise 16, 2 raise 24, 3 raise 32, 2 raise 40, 3 raise 48");
}

#[test]
fn the_cap_lifts_for_two_and_what_counts_as_two_differs() {
    let mut game = Deal::default().start();
    game.play(
        "1 call, 2 call, 3 check, 2 bet 4, 3 raise 8, 1 fold, 2 raise 12, 3 raise 16, 2 raise 20, 3 raise 24",
    );
    let mut game = Deal::default().start();
    game.play("1 call, 2 call, 3 check, 2 bet 4, 3 raise 8, 1 raise 12, 2 raise 16, 3 fold");
    assert_eq!(game.refused("1 raise 20"), "raise-cap-three");
    // A third hand that is all in keeps the cap at Mortimer's, but not at the Pinnacle.
    for (book, limit, clause) in
        [("mortimers/holdem", (4, 8), Some("raise-cap-three")), ("pinnacle/holdem", (4, 8), None)]
    {
        let stacks = [(1, 4), (2, 500), (3, 500)];
        let mut game = Deal { book, limit: Some(limit), stacks: &stacks, ..Deal::default() }.start();
        game.play("1 call, 2 call, 3 check, 2 bet 4, 3 raise 8, 2 raise 12, 3 raise 16");
        match clause {
            Some(clause) => assert_eq!(game.refused("2 raise 20"), clause),
            None => {
                game.play("2 raise 20, 3 raise 24");
            }
        }
    }
}

#[test]
fn a_short_all_in_is_action_only() {
    let stacks = [(1, 500), (2, 500), (3, 10)];
    let start = || {
        let mut game = Deal { stacks: &stacks, ..Deal::default() }.start();
        game.play("1 call, 2 call, 3 check, 2 bet 4");
        game
    };
    // Seat 3 has $6 left: all in, $2 short of a full raise.
    let mut game = start();
    game.play("3 raise 6");
    assert_eq!(
        game.offers(),
        [Offer::Fold, Offer::Call(dollars(6)), Offer::Raise { least: dollars(8), most: dollars(8) }]
    );
    game.play("1 call");
    assert_eq!(game.offers(), [Offer::Fold, Offer::Call(dollars(2))]);
    assert_eq!(game.refused("2 raise 8"), "default-short-all-in");
    let mut game = start();
    game.play("3 raise 6, 1 raise 8");
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(12), most: dollars(12) });

    // Two short all-ins that make a full raise open it again.
    let stacks = [(1, 12), (2, 500), (3, 10), (4, 500)];
    let mut game = Deal { stacks: &stacks, button: 1, ..Deal::default() }.start();
    game.play("4 call, 1 call, 2 call, 3 check, 2 bet 4, 3 raise 6, 4 call, 1 raise 8");
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(12), most: dollars(12) });

    // No limit: the least raise is the all-in plus the last full bet.
    let stacks = [(1, 500), (2, 500), (3, 142)];
    let mut game = Deal {
        structure: Structure::NoLimit,
        limit: None,
        blinds: Some((1, 2)),
        stacks: &stacks,
        ..Deal::default()
    }
    .start();
    game.play("1 call, 2 call, 3 check, 2 bet 100, 3 raise 140");
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(240), most: dollars(498) });
    game.play("1 call");
    assert_eq!(game.refused("2 raise 240"), "default-short-all-in");
}

#[test]
fn spread_pot_and_no_limit_sizes() {
    let pot = |structure, blinds| Deal { structure, limit: None, blinds: Some(blinds), ..Deal::default() };
    let mut game = pot(Structure::PotLimit, (1, 2)).start();
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(4), most: dollars(7) });
    assert_eq!(game.refused("1 raise 8"), "default-pot-limit-raise");
    game.play("1 raise 6, 2 call, 3 call");
    assert_eq!(game.pot(), 18);
    game.play("2 bet 10");
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(20), most: dollars(48) });

    let mut game = pot(Structure::NoLimit, (2, 5)).start();
    game.play("1 raise 15");
    assert_eq!(game.refused("2 raise 24"), "default-no-limit-raise");
    game.play("2 raise 25, 3 call, 1 call");
    assert_eq!(game.refused("2 bet 4"), "default-no-limit-raise");

    let mut game =
        Deal { structure: Structure::Spread, limit: Some((2, 6)), blinds: Some((1, 2)), ..Deal::default() }
            .start();
    game.play("1 call, 2 call, 3 check, 2 bet 4");
    assert_eq!(game.refused("3 raise 6"), "default-spread-bets");
    assert_eq!(game.offers()[2], Offer::Raise { least: dollars(8), most: dollars(10) });
    let mut game =
        Deal { structure: Structure::Spread, limit: Some((2, 6)), blinds: Some((1, 2)), ..Deal::default() }
            .start();
    game.play("1 call, 2 call, 3 check");
    assert_eq!(game.refused("2 bet 7"), "default-spread-bets");
}

#[test]
fn a_big_blind_below_the_bet_may_be_called_or_filled_up() {
    let stacks = [(1, 5000), (2, 5000), (3, 5000)];
    let deal = Deal { limit: Some((300, 600)), blinds: Some((100, 200)), stacks: &stacks, ..Deal::default() };
    let mut game = deal.start();
    assert_eq!(
        game.offers()[1..],
        [Offer::Call(dollars(200)), Offer::Bet { least: dollars(300), most: dollars(300) }]
    );
    game.play("1 bet 300, 2 raise 600, 3 raise 900, 1 raise 1200");
    assert_eq!(game.refused("2 raise 1500"), "raise-cap-three");
}

#[test]
fn two_players_and_equal_blinds() {
    let stacks = [(2, 200), (5, 200)];
    let deal = Deal {
        structure: Structure::NoLimit,
        limit: None,
        blinds: Some((1, 2)),
        stacks: &stacks,
        button: 2,
        ..Deal::default()
    };
    let mut game = deal.start();
    assert_eq!((game.turn(), game.stack(2), game.stack(5)), (2, 199, 198));
    game.play("2 call, 5 check");
    assert_eq!(game.turn(), 5);
    let mut game = Deal { limit: Some((1, 2)), blinds: Some((1, 1)), ..Deal::default() }.start();
    game.play("1 call");
    assert_eq!(game.offers()[1], Offer::Check);
    game.play("2 check, 3 check");
}

#[test]
fn fees_of_mortimers_after_the_flop_early_and_late() {
    let limit = schedule("mortimers/holdem", "limit-4-8");
    let deal = Deal { stacks: &SIX, button: 2, schedule: Some((&limit, 8)), ..Deal::default() };
    let mut game = deal.start();
    game.play("5 call, 6 call, 1 fold, 2 fold, 3 fold, 4 check");
    assert_eq!((game.pot(), game.fees()), (11, 3));
    game.play("4 check, 5 check, 6 check, 4 bet 8, 5 call, 6 fold");
    assert_eq!(game.fees(), 4);
    game.play("4 bet 8, 5 call");
    assert_eq!(game.fees(), 4);
    let mut game = deal.start();
    game.play("5 call, 6 fold, 1 fold, 2 fold, 3 fold, 4 check, 4 bet 4, 5 fold");
    assert_eq!((game.fees(), game.stack(4)), (3, 503));

    let five_ten = schedule("mortimers/holdem", "blinds-5-10");
    let deal = Deal {
        structure: Structure::NoLimit,
        limit: None,
        blinds: Some((5, 10)),
        stacks: &SIX,
        button: 2,
        schedule: Some((&five_ten, 9)),
        ..Deal::default()
    };
    let mut game = deal.start();
    game.play("5 fold, 6 fold, 1 fold, 2 raise 30, 3 fold, 4 fold");
    assert_eq!((game.stack(2), game.fees()), (514, 1));
    assert!(
        game.events
            .iter()
            .any(|event| matches!(event, Event::Returned { amount, .. } if *amount == dollars(20)))
    );
    let mut game = deal.start();
    game.play("5 fold, 6 fold, 1 fold, 2 fold, 3 fold");
    assert_eq!((game.stack(4), game.fees()), (505, 0));
}

#[test]
fn side_pots_after_the_fee() {
    let two_five = schedule("mortimers/holdem", "blinds-2-5");
    let stacks = [(1, 500), (2, 500), (3, 20), (4, 50), (5, 100)];
    let holes = [(3, "As Ad"), (4, "Ks Kd"), (5, "Qs Qd")];
    let deal = Deal {
        structure: Structure::NoLimit,
        limit: None,
        blinds: Some((2, 5)),
        stacks: &stacks,
        button: 2,
        schedule: Some((&two_five, 9)),
        holes: &holes,
        cards: "2h 7c 9d 3s 4h",
        ..Deal::default()
    };
    let mut game = deal.start();
    game.play("5 raise 100, 1 fold, 2 fold, 3 call, 4 call");
    assert_eq!((game.stack(3), game.stack(4), game.stack(5), game.fees()), (55, 60, 50, 5));
}

#[test]
fn the_players_club_blind_is_dropped_and_still_live() {
    let deal = |stacks| Deal { book: "players-club/holdem", limit: Some((3, 6)), stacks, ..Deal::default() };
    let mut game = deal(&[(1, 100), (2, 100), (3, 100)]).start();
    assert_eq!((game.pot(), game.fees(), game.turn()), (0, 3, 3));
    game.play("3 call, 1 raise 6, 2 call, 3 call");
    assert_eq!(game.pot(), 15);
    let mut game = deal(&[(1, 100), (2, 100), (3, 100)]).start();
    game.play("3 fold, 1 fold");
    assert_eq!((game.stack(2), game.fees()), (97, 3));
    // The blind has only $3: main pot $6, side pot $12.
    let holes = [(2, "As Ad"), (3, "Ks Kd"), (4, "Qs Qd")];
    let stacks = [(1, 100), (2, 3), (3, 9), (4, 9)];
    let mut game = Deal { holes: &holes, cards: "2h 7c 9d 3s 4h", ..deal(&stacks) }.start();
    game.play("3 call, 4 raise 6, 1 fold, 3 raise 9, 4 call");
    assert_eq!((game.stack(2), game.stack(3), game.stack(4)), (6, 12, 0));
}

#[test]
fn odd_chips_of_the_pinnacle_all_go_to_the_nearest_winner() {
    // Three tie for $50: four put in $12 and the small blind folds $2, button at seat 5.
    let stacks = [(1, 12), (4, 12), (5, 500), (6, 500), (7, 12), (8, 12)];
    let holes = [(1, "2c 3d"), (4, "2d 3h"), (7, "2h 3c"), (8, "2s 4c")];
    let deal = Deal {
        book: "pinnacle/holdem",
        limit: Some((3, 6)),
        blinds: None,
        stacks: &stacks,
        button: 5,
        holes: &holes,
        cards: "As Kd Qh Jc 9s",
        ..Deal::default()
    };
    let mut game = deal.start();
    game.play("8 call, 1 call, 4 call, 5 fold, 6 fold, 7 check");
    game.play("7 bet 3, 8 call, 1 call, 4 call, 7 bet 6, 8 call, 1 call, 4 call");
    assert_eq!([game.stack(7), game.stack(8), game.stack(1), game.stack(4)], [14, 12, 12, 12]);
}

#[test]
fn pineapples_discard_when_asked() {
    let deal = |book| Deal { book, limit: Some((3, 6)), stacks: &SIX, ..Deal::default() };
    let mut game = deal("players-club/pineapple").start();
    game.play("3 fold, 4 call, 5 fold, 6 call, 1 fold, 2 check");
    assert_eq!(game.hand.board().len(), 0);
    assert_eq!(game.offers(), [Offer::Discard(1); 3]);
    assert_eq!(game.refused("4 discard 0 1"), "discard-before-flop");
    game.play("6 discard 2, 2 discard 0");
    assert_eq!(game.hand.board().len(), 0);
    game.play("4 discard 1");
    assert_eq!((game.hand.board().len(), game.hand.private(poker_table::seat(4)).len()), (3, 2));
    let mut game = deal("players-club/crazy-pineapple").start();
    game.play("3 call, 4 fold, 5 fold, 6 fold, 1 fold, 2 check, 2 check, 3 check");
    assert_eq!((game.hand.board().len(), game.offers().len()), (3, 2));
    game.play("2 discard 0, 3 discard 0");
    assert_eq!(game.hand.board().len(), 4);
}

fn lowball<'d>(book: &'d str, holes: &'d [(u8, &'d str)]) -> Deal<'d> {
    let limit = if book.starts_with("marina") { (10, 20) } else { (3, 6) };
    Deal {
        book,
        limit: Some(limit),
        blinds: Some((5, 10)),
        stacks: &SIX,
        button: 3,
        holes,
        ..Deal::default()
    }
}

#[test]
fn marina_lowball_opens_for_the_full_limit() {
    let mut game = lowball("marina/lowball", &[]).start();
    assert_eq!((game.stack(3), game.stack(4), game.stack(5), game.turn()), (495, 495, 490, 6));
    assert_eq!(game.offers(), [Offer::Fold, Offer::Bet { least: dollars(20), most: dollars(20) }]);
    assert_eq!(game.refused("6 call"), "bet-one");
    assert_eq!(game.refused("6 check"), "bet-one");
    game.play("6 bet 20, 1 raise 40, 2 fold, 3 fold, 4 fold, 5 fold, 6 call");
    assert_eq!(game.pot(), 100);
    game.play("6 draw 0 1, 1 draw");
    assert_eq!(game.hand.drawn(poker_table::seat(6)), 2);
    game.play("6 check, 1 bet 20");
    assert_eq!(game.refused("6 raise 40"), "no-check-raise");
}

#[test]
fn a_checked_seven_wins_no_bet_after_the_draw() {
    let play = |holes: &[(u8, &str)], book: &str| {
        let mut game = lowball(book, holes).start();
        if book.starts_with("marina") {
            game.play("6 bet 20, 1 fold, 2 fold, 3 fold, 4 call, 5 fold");
        } else {
            game.play("5 fold, 6 call, 1 fold, 2 fold, 3 fold, 4 check");
        }
        let bet = if book.starts_with("marina") { 20 } else { 6 };
        game.play(&format!("4 draw, 6 draw, 4 check, 6 bet {bet}, 4 call"));
        (game.stack(4), game.stack(6))
    };
    let seven = "7h 5c 4d 3s Ah";
    let marina = |four, six| play(&[(4, four), (6, six)], "marina/lowball");
    assert_eq!(marina(seven, "Kd 9c 8c 4h 2c"), (480 + 55, 480));
    assert_eq!(marina(seven, "6d 4h 3c 2d As"), (460, 460 + 95));
    assert_eq!(marina("8h 5c 4d 3s Ah", "Kd 9c 8c 4h 2c"), (460 + 95, 460));
    let club = |book| play(&[(4, seven), (6, "Kd 9c 8c 4h 2c")], book);
    assert_eq!(club("players-club/lowball-ace-to-five"), (497 + 3, 497));
    // Deuce to seven has no such rule, and an ace is high.
    assert_eq!(club("players-club/lowball-deuce-to-seven"), (491, 491 + 15));
}

#[test]
fn the_stub_is_shuffled_with_the_discards_when_it_runs_out() {
    let stacks: Vec<(u8, i64)> = (1..=8).map(|seat| (seat, 500)).collect();
    let deal = Deal {
        book: "marina/lowball",
        limit: Some((10, 20)),
        blinds: Some((5, 10)),
        stacks: &stacks,
        button: 8,
        ..Deal::default()
    };
    let mut game = deal.start();
    game.play("3 bet 20, 4 call, 5 call, 6 call, 7 call, 8 call, 1 call, 2 call");
    for seat in 1..=8 {
        game.play(&format!("{seat} draw 0 1 2 3 4"));
    }
    let shuffles = game.events.iter().filter(|event| matches!(event, Event::Shuffled { .. })).count();
    assert!(shuffles >= 2);
    assert!((1..=8).all(|seat| game.hand.private(poker_table::seat(seat)).len() == 5));
}

#[test]
fn high_and_low_divide_with_the_odd_chip_to_the_high_half() {
    // Seat 3 wins the high and ties for the low; the pot is $63 after the dropped blind.
    let holes = [(3, "As 2s Kd Kh"), (5, "Ad 2c 9h 9d")];
    let stacks = [(1, 500), (2, 500), (3, 33), (5, 33)];
    let deal = Deal {
        book: "players-club/omaha-8",
        limit: Some((3, 6)),
        stacks: &stacks,
        holes: &holes,
        cards: "3h 4c 8d Ks Qs",
        ..Deal::default()
    };
    let start = |button| Deal { button, ..Deal { holes: &holes, stacks: &stacks, ..deal_of(&deal) } }.start();
    let mut game = start(1);
    game.play("3 raise 6, 5 raise 9, 1 fold, 2 fold, 3 raise 12, 5 call");
    game.play("3 bet 3, 5 raise 6, 3 raise 9, 5 call, 3 bet 6, 5 raise 12, 3 call");
    assert_eq!(game.pot(), 0);
    assert_eq!((game.stack(3), game.stack(5)), (50, 16));
}

fn deal_of<'d>(deal: &Deal<'d>) -> Deal<'d> {
    Deal { book: deal.book, limit: deal.limit, cards: deal.cards, ..Deal::default() }
}

#[test]
fn the_last_to_bet_shows_first() {
    let shown = |game: &Game| -> Vec<u8> {
        let shows = game.events.iter().filter_map(|event| match event {
            Event::Showed { seat } => Some(seat.number()),
            _ => None,
        });
        shows.collect()
    };
    let stacks = [(1, 500), (2, 500), (3, 500), (5, 500)];
    let start = || {
        let mut game = Deal { stacks: &stacks, button: 2, ..Deal::default() }.start();
        game.play("1 call, 2 fold, 3 call, 5 check, 3 check, 5 check, 1 check, 3 check, 5 check, 1 check");
        game
    };
    let mut game = start();
    game.play("3 check, 5 bet 8, 1 call, 3 call");
    assert_eq!(shown(&game), [5, 1, 3]);
    let mut game = start();
    game.play("3 check, 5 check, 1 check");
    assert_eq!(shown(&game), [3, 5, 1]);
}

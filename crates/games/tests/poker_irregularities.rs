//! Irregularities as the filings rule them: each report, what happens next, and the clause.

mod poker_table;

use books::Money;
use books::poker::Structure;
use cards::Card;
use games::poker::{
    Choice, DeadHand, Event, Irregularity, LastHand, Motion, Offer, Place, Reason, Viewer, Waits, Word,
    coming_in, first_button, next_button,
};
use poker_table::{Deal, Game, book, dollars, rules, seat};

const FOUR: [(u8, i64); 4] = [(1, 200), (2, 200), (3, 200), (4, 200)];

fn card(name: &str) -> Card {
    name.parse().unwrap()
}

fn marina<'d>() -> Deal<'d> {
    Deal { book: "marina/holdem", stacks: &FOUR, ..Deal::default() }
}

fn marina_lowball<'d>() -> Deal<'d> {
    let (limit, blinds) = (Some((10, 20)), Some((5, 10)));
    Deal { book: "marina/lowball", limit, blinds, stacks: &FOUR, ..Deal::default() }
}

fn burns(game: &Game) -> Vec<Option<Card>> {
    let burned = game.events.iter().filter_map(|event| match event {
        Event::Dealt { place: Place::Burn, card } => Some(*card),
        _ => None,
    });
    burned.collect()
}

#[test]
fn an_exposed_hole_card_is_replaced_and_becomes_the_burn() {
    let holes = [(2, "9h Kd")];
    let mut game = Deal { holes: &holes, ..marina() }.start();
    assert_eq!(game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).unwrap(), "exposed-hole");
    assert_eq!(game.hand.waits(), Waits::Card(Place::Private(seat(2))));
    assert_eq!(
        game.hand.choose(seat(4), Choice::Fold, &mut game.events).unwrap_err().reason,
        Reason::CardExpected
    );
    game.card("Kc");
    assert_eq!(game.hand.private(seat(2)), [Some(card("Kc")), Some(card("Kd"))]);
    game.play("4 call, 1 call, 2 call, 3 check");
    assert_eq!(burns(&game), [Some(card("9h"))]);
}

#[test]
fn two_exposed_cards_are_a_misdeal_with_the_same_blinds() {
    for (name, clause) in
        [("marina/holdem", "ruling-two-exposed-hole"), ("mortimers/holdem", "default-misdeal")]
    {
        let mut game = Deal { book: name, stacks: &FOUR, ..Deal::default() }.start();
        game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).unwrap();
        assert_eq!(game.report(Irregularity::Exposed { seat: seat(4), card: 1 }).unwrap(), clause);
        assert!(game.hand.seen().is_empty());
        assert_eq!((game.stack(2), game.stack(3), game.pot()), (198, 196, 6));
        game.deal();
        game.play("4 call, 1 call, 2 call, 3 check");
    }
    let mut game = Deal { book: "mortimers/holdem", stacks: &FOUR, ..Deal::default() }.start();
    game.play("4 call");
    assert!(game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).is_err());
    let mut game = marina().start();
    game.play("4 call");
    // Five boxed cards are a misdeal at any moment: what was wagered by choice goes back.
    assert!(game.report(Irregularity::BoxedTogether(4)).is_err());
    assert_eq!(game.report(Irregularity::BoxedTogether(5)).unwrap(), "five-exposed");
    assert_eq!((game.stack(4), game.pot()), (200, 6));
}

#[test]
fn lowball_keeps_exposed_low_cards() {
    let holes = [(1, "8c 8d 8h 8s Tc"), (2, "4d 9c Kc Qc Jc"), (3, "Td Th Ts 7c 7d"), (4, "6d 9d Kd Qd Jd")];
    let limit = Some((10, 20));
    let deal = Deal {
        book: "marina/lowball",
        limit,
        blinds: Some((5, 10)),
        stacks: &FOUR,
        holes: &holes,
        ..Deal::default()
    };
    let mut game = deal.start();
    assert_eq!(game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).unwrap(), "exposed-low-kept");
    assert_eq!(game.hand.waits(), Waits::Choices);
    assert_eq!(
        game.report(Irregularity::Exposed { seat: seat(4), card: 0 }).unwrap(),
        "exposed-high-replaced"
    );
    game.card("3s");
    game.play("4 bet 20, 1 fold, 2 fold, 3 call, 3 draw");
    assert_eq!(burns(&game), [Some(card("6d"))]);
    assert_eq!(
        game.report(Irregularity::ExposedOnDraw { seat: seat(3), card: 4 }).unwrap(),
        "exposed-on-draw"
    );
    assert_eq!(game.hand.waits(), Waits::Choices);
    game.hand.choose(seat(4), Choice::Draw(games::poker::Which::NONE), &mut game.events).unwrap();
    assert_eq!(game.hand.waits(), Waits::Card(Place::Private(seat(3))));
    game.card("2s");
    assert_eq!(game.turn(), 3);
    // A seven counts in deuce to seven, a six does not.
    let holes = [(2, "7d 9c Kc Qc Jc")];
    let deal = Deal {
        book: "players-club/lowball-deuce-to-seven",
        limit: Some((3, 6)),
        stacks: &FOUR,
        holes: &holes,
        ..Deal::default()
    };
    let mut game = deal.start();
    game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).unwrap();
    assert_eq!(game.hand.waits(), Waits::Choices);
}

#[test]
fn wrong_counts_are_mended_before_and_kill_after() {
    let mut game = marina().start();
    let extra = Irregularity::ExtraCard { seat: seat(2), card: Some(card("Ts")) };
    assert_eq!(game.report(extra).unwrap(), "extra-card");
    game.play("4 call, 1 call");
    assert_eq!(game.report(Irregularity::MissingCard { seat: seat(2) }).unwrap(), "missing-card");
    game.deal();
    game.play("2 call, 3 check");
    assert_eq!(burns(&game), [Some(card("Ts"))]);
    assert_eq!(game.report(Irregularity::MissingCard { seat: seat(2) }).unwrap(), "late-wrong-count");
    assert!(!game.hand.is_live(seat(2)));
    assert_eq!(game.turn(), 3);
    let mut game = marina_lowball().start();
    game.report(Irregularity::ExtraCard { seat: seat(2), card: None }).unwrap();
    assert!(!game.hand.is_live(seat(2)));
}

#[test]
fn every_card_that_is_missing_is_dealt_however_often_it_is_said() {
    let mut game = marina_lowball().start();
    let missing = |at| Irregularity::MissingCard { seat: seat(at) };
    for _ in 0..5 {
        game.report(missing(2)).unwrap();
    }
    assert!(game.report(missing(2)).is_err(), "nobody lacks more cards than there are");
    for _ in 0..3 {
        game.report(missing(3)).unwrap();
    }
    assert!(game.report(missing(3)).is_err(), "eight cards are dealt first");
    game.deal();
    assert_eq!((game.hand.private(seat(2)).len(), game.hand.private(seat(3)).len()), (5, 5));
}

#[test]
fn boxed_cards_and_jokers_are_dead() {
    let mut game = marina().start();
    assert!(game.report(Irregularity::Boxed(card("9h"))).is_err());
    for (at, choice) in [(4, Choice::Call), (1, Choice::Call), (2, Choice::Call), (3, Choice::Check)] {
        game.hand.choose(seat(at), choice, &mut game.events).unwrap();
    }
    assert_eq!(game.report(Irregularity::Boxed(card("9h"))).unwrap(), "boxed-card");
    assert_eq!(game.report(Irregularity::JokerNext).unwrap(), "joker-dead");
    let refusal = game.hand.card(Some(card("9h")), &mut game.events).unwrap_err();
    assert_eq!(refusal.reason, Reason::NoSuchCard(card("9h")));
    game.deal();
    game.play("2 bet 4");
    assert_eq!(game.report(Irregularity::JokerInHand { seat: seat(2), card: 1 }).unwrap(), "joker-foul");
    assert!(!game.hand.is_live(seat(2)));
    assert_eq!(game.pot(), 20);
}

#[test]
fn board_cards_out_of_time() {
    let holes = [(1, "Ts 9s"), (2, "8s 7s"), (3, "6s 4s"), (4, "3s 2s")];
    let mut game = Deal { holes: &holes, ..marina() }.start();
    game.play("4 call");
    assert_eq!(game.report(Irregularity::EarlyFlop).unwrap(), "flop-early");
    for (at, choice) in [(1, Choice::Call), (2, Choice::Call), (3, Choice::Check)] {
        game.hand.choose(seat(at), choice, &mut game.events).unwrap();
    }
    assert!(matches!(game.hand.waits(), Waits::Shuffle(_)));
    assert_eq!(game.hand.card(None, &mut game.events).unwrap_err().reason, Reason::ShuffleExpected);
    game.hand.shuffle(&mut game.events).unwrap();
    assert_eq!(game.hand.waits(), Waits::Card(Place::Board), "the burn already down stays");
    for name in ["2c", "3d", "4h"] {
        game.card(name);
    }
    assert_eq!(game.report(Irregularity::LargeFlop(card("5s"))).unwrap(), "flop-too-many");
    game.hand.shuffle(&mut game.events).unwrap();
    assert_eq!(game.hand.waits(), Waits::Card(Place::Burn), "one more card is burned");
    game.hand.card(None, &mut game.events).unwrap();
    for name in ["2c", "Jd", "Jh"] {
        game.card(name);
    }
    game.play("2 check");
    assert_eq!(game.report(Irregularity::EarlyTurn(card("5d"))).unwrap(), "turn-early");
    for at in [3, 4, 1] {
        game.hand.choose(seat(at), Choice::Check, &mut game.events).unwrap();
    }
    assert_eq!(game.hand.waits(), Waits::Card(Place::Burn));
    game.hand.card(None, &mut game.events).unwrap();
    assert!(game.hand.card(Some(card("5d")), &mut game.events).is_err());
    game.card("Kc");
    for at in [2, 3, 4, 1] {
        game.hand.choose(seat(at), Choice::Check, &mut game.events).unwrap();
    }
    assert_eq!(game.hand.waits(), Waits::Shuffle([card("5d")].into_iter().collect()));
    game.hand.shuffle(&mut game.events).unwrap();
    assert_eq!(game.hand.waits(), Waits::Card(Place::Board), "no burn after the shuffle");
    game.card("5d");

    let mut game = Deal { holes: &holes, ..marina() }.start();
    game.play("4 call, 1 call, 2 call, 3 check, 2 bet 4, 3 call");
    assert_eq!(game.report(Irregularity::LargeFlop(card("5s"))).unwrap(), "flop-too-many-action");
    game.play("4 fold, 1 fold");
    assert_eq!(burns(&game).len(), 1, "the turn comes without a burn");
    assert_eq!(game.report(Irregularity::EarlyRiver(card("Ks"))).unwrap(), "river-early");
}

#[test]
fn out_of_turn_does_not_bind_but_an_early_check_bars() {
    let mut game = marina().start();
    game.play("4 call, 1 call, 2 call, 3 check");
    let early = |choice| Irregularity::OutOfTurn { seat: seat(4), choice };
    assert_eq!(game.report(early(Choice::Bet(dollars(4)))).unwrap(), "general-poker/act-in-turn");
    assert_eq!(game.report(early(Choice::Check)).unwrap(), "early-check");
    game.play("2 check, 3 check");
    assert_eq!(game.refused("4 bet 4"), "early-check");
    game.play("4 check, 1 bet 4, 2 fold, 3 fold");
    assert_eq!(game.refused("4 raise 8"), "early-check");
    game.play("4 call, 4 bet 8");
}

#[test]
fn dead_hands_and_void_hands() {
    let deal = |book| Deal { book, limit: Some((3, 6)), stacks: &FOUR, ..Deal::default() };
    let mut game = deal("players-club/crazy-pineapple").start();
    game.play("3 call, 4 call, 1 fold, 2 check, 2 check, 3 check, 4 check, 2 discard 0, 3 discard 0");
    let no_discard = Irregularity::Dead { seat: seat(4), why: DeadHand::NoDiscard };
    assert_eq!(game.report(no_discard).unwrap(), "no-discard-dead");
    game.deal();
    assert_eq!((game.hand.board().len(), game.pot()), (4, 6));
    let mut game = deal("players-club/lazy-pineapple").start();
    let thrown = |at| Irregularity::ThrownByMistake { seat: seat(at), card: 1 };
    assert_eq!(game.report(thrown(4)).unwrap(), "accidental-discard");
    assert!(game.hand.is_live(seat(4)) && game.hand.private(seat(4)).len() == 2);
    game.report(thrown(4)).unwrap();
    assert!(!game.hand.is_live(seat(4)));
    let mut game = deal("players-club/holdem").start();
    game.play("3 raise 6, 4 call");
    assert_eq!(game.report(Irregularity::FouledDeck).unwrap(), "ruling-fouled-deck");
    assert!(game.hand.is_over());
    assert_eq!([1, 2, 3, 4].map(|at| game.stack(at)), [200, 197, 200, 200]);
    assert!(marina().start().report(Irregularity::FouledDeck).is_err());
}

#[test]
fn every_report_replays() {
    let mut game = marina().start();
    game.report(Irregularity::Exposed { seat: seat(2), card: 0 }).unwrap();
    game.deal();
    game.play("4 call, 1 call");
    game.report(Irregularity::EarlyFlop).unwrap();
    game.play("2 call, 3 check, 2 check");
    game.report(Irregularity::EarlyTurn(card("Td"))).unwrap();
    game.report(Irregularity::BoxedTogether(6)).unwrap();
    game.deal();
    game.play("4 raise 8, 1 fold, 2 fold, 3 call, 3 bet 4, 4 fold");
    let players = FOUR.map(|(at, stack)| games::poker::Player { seat: seat(at), stack: dollars(stack) });
    let table = std::sync::Arc::new(game.hand.table().clone());
    let setup = games::poker::Setup::new(&table, players.to_vec(), seat(1));
    let mut replayed = games::poker::Hand::before(&table, &setup).unwrap();
    game.events.iter().for_each(|event| replayed.apply(event));
    assert_eq!(replayed, game.hand);
}

#[test]
fn buttons_of_new_games_and_after_departures() {
    let drawn =
        |cards: &[(u8, &str)]| cards.iter().map(|(at, name)| (seat(*at), card(name))).collect::<Vec<_>>();
    let pinnacle = book("pinnacle/holdem");
    let first = first_button(&rules(&pinnacle).button, &drawn(&[(1, "9h"), (2, "Kd"), (3, "4s"), (4, "Ks")]))
        .unwrap();
    assert_eq!((first.value, pinnacle.clause_name(first.clause)), (seat(2), "opening-draw-tie"));
    let marina = book("marina/holdem");
    let first = first_button(&rules(&marina).button, &drawn(&[(1, "Kd"), (2, "Ks"), (3, "4c")])).unwrap();
    assert_eq!((first.value, marina.clause_name(first.clause)), (seat(2), "button-tie"));
    let rules = &rules(&marina).button;
    let last = LastHand { button: seat(3), big_blind: seat(5), players: 7 };
    let players = |seats: &[u8]| seats.iter().map(|at| seat(*at)).collect::<Vec<_>>();
    assert_eq!(next_button(rules, &last, &players(&[1, 2, 3, 5, 6, 7])).unwrap().value, seat(5));
    assert_eq!(next_button(rules, &last, &players(&[1, 2])).unwrap().value, seat(1));
    let last = LastHand { button: seat(3), big_blind: seat(5), players: 3 };
    assert_eq!(
        next_button(rules, &last, &players(&[4, 5])).unwrap().value,
        seat(5),
        "no big blind twice running"
    );
    let game = marina_table();
    let coming = coming_in(game.hand.table(), seat(1), &players(&[1, 2, 3, 4]), seat(4));
    assert!(coming.may_post && !coming.has_big_blind);
    assert!(!coming_in(game.hand.table(), seat(1), &players(&[1, 2, 3, 4]), seat(2)).may_post);
}

fn marina_table() -> Game {
    marina().start()
}

#[test]
fn a_straddle_makes_up_a_missed_blind() {
    let mut game = marina().start();
    let table = std::sync::Arc::new(game.hand.table().clone());
    let players: Vec<_> =
        FOUR.map(|(at, stack)| games::poker::Player { seat: seat(at), stack: dollars(stack) }).to_vec();
    let mut setup = games::poker::Setup::new(&table, players, seat(1));
    setup.postings =
        table.postings(&setup.players, seat(1), &[(seat(1), table.rules().posts.newcomer.value)]);
    let mut events = Vec::new();
    game.hand = games::poker::Hand::new(&table, &setup, &mut events).unwrap();
    game.events = events;
    game.deal();
    assert_eq!((game.turn(), game.stack(1)), (4, 192));
    assert_eq!(
        game.offers()[1..],
        [Offer::Call(dollars(8)), Offer::Raise { least: dollars(12), most: dollars(12) }]
    );
    game.play("4 call");
    assert_eq!(game.offers()[1], Offer::Check, "the straddler may check or raise");
    game.play("1 raise 12, 2 raise 16");
    assert_eq!(game.refused("3 raise 20"), "raise-cap");
}

#[test]
fn chips_and_words_in_turn() {
    let mut game = marina().start();
    let put =
        |first: i64, more: i64| Motion { first: dollars(first), more: dollars(more), ..Motion::default() };
    let ruled = |game: &Game, motion: Motion| {
        let ruling = game.hand.rule_on(motion).unwrap();
        (ruling.choice, ruling.returned.in_cents() / 100, game.name(ruling.clause))
    };
    let is = |choice: Choice, back: i64, clause: &str| (Some(choice), back, clause.to_owned());
    // Facing $4 before the flop.
    assert_eq!(ruled(&game, put(4, 4)), is(Choice::Call, 4, "string-bets"));
    assert_eq!(ruled(&game, put(6, 0)), is(Choice::Raise(dollars(8)), 0, "general-poker/half-bet-return"));
    assert_eq!(ruled(&game, put(5, 0)), is(Choice::Call, 1, "string-bets"));
    assert_eq!(ruled(&game, put(3, 0)), is(Choice::Call, 0, "general-poker/short-completed"));
    let chip = Motion { is_single_chip: true, ..put(25, 0) };
    assert_eq!(ruled(&game, chip), is(Choice::Call, 21, "single-chip"));
    let raise = Motion { word: Some(Word::Raise), ..chip };
    assert_eq!(ruled(&game, raise), is(Choice::Raise(dollars(8)), 17, "general-poker/verbal-first"));
    let raise = Motion { word: Some(Word::Raise), ..put(4, 4) };
    assert_eq!(ruled(&game, raise), is(Choice::Raise(dollars(8)), 0, "general-poker/verbal-first"));
    let pass = Motion { word: Some(Word::Pass), ..Motion::default() };
    assert_eq!(ruled(&game, pass), is(Choice::Fold, 0, "general-poker/verbal-first"));
    game.play("4 call, 1 call, 2 call, 3 check");
    assert_eq!(ruled(&game, pass), is(Choice::Check, 0, "general-poker/verbal-first"));
    assert_eq!(ruled(&game, put(2, 0)), is(Choice::Bet(dollars(4)), 0, "general-poker/half-bet-return"));
    assert_eq!(ruled(&game, put(1, 0)), (None, 1, "general-poker/ruling-half-bet-v".to_owned()));
    assert_eq!(ruled(&game, chip), is(Choice::Bet(dollars(4)), 21, "ruling-single-chip-opening"));
    let no_limit = Deal { structure: Structure::NoLimit, limit: None, blinds: Some((1, 2)), ..marina() };
    let mut game = no_limit.start();
    game.play("4 call, 1 call, 2 call, 3 check");
    assert_eq!(ruled(&game, chip).0, Some(Choice::Bet(dollars(25))));
}

#[test]
fn nobody_sees_what_is_hidden() {
    let mut game = marina().start();
    let view = game.hand.view(Viewer::Seat(seat(2)));
    for one in &view.seats {
        assert_eq!(one.cards.iter().all(Option::is_some), one.seat == seat(2));
    }
    for event in game.events.clone() {
        if let Event::Dealt { place: Place::Private(whose), card } = event.seen_by(Viewer::Seat(seat(2))) {
            assert_eq!(card.is_some(), whose == seat(2));
        }
    }
    game.play("4 fold, 1 fold, 2 fold");
    assert!(game.hand.view(Viewer::Rail).seats.iter().all(|one| one.cards.iter().all(Option::is_none)));
    assert_eq!(game.hand.view(Viewer::Rail).pot, Money::ZERO);
}

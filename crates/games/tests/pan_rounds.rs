//! Laws of Pan over random tables and random play, under the filed book and under changed ones.

mod pan;

use std::sync::Arc;

use books::{Book, Money};
use cards::{Card, Draws};
use games::Seat;
use games::pan::{
    Allowed, Choice, End, Event, Game, Group, Pan, Report, Setup, Stage, Standing, Victory, Waits,
};
use pan::{Dealt, Step, book, chance, changed, game_of, table};

/// Chooses one of the offers, so that hands come to an end: what lays cards down comes up more often.
fn pick(list: &[Allowed], draws: &mut Draws) -> Allowed {
    let laying = |one: &&Allowed| matches!(one.choice, Choice::Meld { .. } | Choice::Add { .. });
    let melds: Vec<&Allowed> = list.iter().filter(laying).collect();
    if !melds.is_empty() && draws.below(4) > 0 {
        return *melds[draws.below(melds.len() as u32) as usize];
    }
    list[draws.below(list.len() as u32) as usize]
}

/// A choice out of the air, made of cards that a hand might hold.
fn any_choice(round: &Pan, seat: Seat, draws: &mut Draws) -> Choice {
    let player = round.players().iter().find(|player| player.seat == seat).unwrap();
    let mut pool: Vec<Card> =
        player.hand.iter().copied().chain(player.melds.iter().flat_map(|m| m.iter().copied())).collect();
    if let Some(Stage::Drawn(card, _)) = round.turn().map(|turn| turn.stage) {
        pool.push(card);
    }
    pool.extend(Card::all().nth(draws.below(52) as usize));
    draws.shuffle(&mut pool);
    let few = |draws: &mut Draws, pool: &[Card]| -> Group {
        let count = 1 + draws.below(4) as usize;
        let mut group: Group = pool.iter().copied().take(count).collect();
        round.game().terms.sort(&mut group);
        group
    };
    let meld = draws.below(4) as u8;
    match draws.below(12) {
        0 => Choice::In,
        1 => Choice::Out,
        2 => Choice::Draw,
        3 => Choice::Take,
        4 => Choice::Pass,
        5 => Choice::Force,
        6 => Choice::Keep,
        7 => Choice::Decline,
        8 => Choice::Discard(pool[0]),
        9 => Choice::Add { cards: few(draws, &pool), to: meld },
        10 => Choice::Split { meld, cards: few(draws, &pool) },
        _ => {
            let cards = few(draws, &pool);
            let is_loan = draws.below(2) == 0;
            let borrowed = if is_loan { cards.iter().copied().take(1).collect() } else { Group::NONE };
            Choice::Meld { cards, borrowed, from: if is_loan { meld } else { 0 } }
        }
    }
}

/// Counts every card of a hand in play: hands, melds, pile, the drawn one and the stock.
fn check_cards(dealt: &Dealt) {
    let round = &dealt.round;
    let fresh = dealt.log.iter().filter(|event| matches!(event, Event::FreshHand { .. })).count();
    let mut aside = fresh * 10;
    for player in round.players() {
        let has = player.held() + player.melded();
        if player.standing == Standing::In {
            let is_turn =
                round.turn().is_some_and(|turn| round.players()[usize::from(turn.place)].seat == player.seat);
            let is_used = is_turn && round.turn().is_some_and(|turn| turn.stage == Stage::Used);
            let is_out = matches!(round.end(), Some(End::Won(..))) && has == 11;
            let is_due = fresh > 0 && has == 0;
            assert!(is_due || has == if is_used || is_out { 11 } else { 10 });
        }
        for meld in &player.melds {
            assert!(round.game().terms.shape(meld).is_ok(), "{meld}");
        }
        aside += has;
    }
    let drawn = usize::from(matches!(round.turn().map(|turn| turn.stage), Some(Stage::Drawn(..))));
    let all = aside + drawn + round.pile().len() + round.waiting().len() + usize::from(round.stock());
    assert_eq!(all, round.game().pack.len());
    assert_eq!(usize::from(round.stock()), dealt.stock.len());
}

fn check_choices(round: &Pan, list: &[Allowed], draws: &mut Draws) {
    for one in list {
        let mut copy = round.clone();
        let mut events = Vec::new();
        copy.choose(one.seat, one.choice, &mut events).unwrap_or_else(|refusal| panic!("{one:?}: {refusal}"));
        // What it was said to pay is what is due from each.
        let payers = round.due_from_all(one.seat, 1).in_cents() / round.game().worth(1).in_cents();
        let due: Money = events
            .iter()
            .filter_map(|event| match event {
                Event::Paid { due, again: false, pay, .. } if *pay != games::pan::Pay::GoingOut => Some(*due),
                _ => None,
            })
            .sum();
        if one.choice != Choice::Force {
            assert_eq!(due, round.game().worth(one.chips).times(payers), "{one:?}");
        }
    }
    for _ in 0..4 {
        let place = draws.below(round.players().len() as u32) as usize;
        let seat = round.players()[place].seat;
        let choice = any_choice(round, seat, draws);
        let is_listed = list.iter().any(|one| (one.seat, one.choice) == (seat, choice));
        let mut copy = round.clone();
        let mut events = Vec::new();
        match copy.choose(seat, choice, &mut events) {
            Ok(()) => assert!(is_listed, "{choice} of {seat:?} is not listed"),
            Err(refusal) => {
                assert!(!is_listed, "{choice}: {refusal}");
                assert!(copy == *round && events.is_empty(), "{choice} is refused and leaves a trace");
                assert!(refusal.clause.is_some() || refusal.reason.is_system(), "{choice}: {refusal}");
            }
        }
    }
}

fn check_end(dealt: &Dealt, setup: &Setup, top: Money) {
    let round = &dealt.round;
    assert!(round.middle().is_zero());
    match round.end().unwrap() {
        End::Won(place, Victory::WentOut) => {
            let winner = &round.players()[usize::from(place)];
            assert_eq!((winner.melded(), winner.held()), (11, 0));
            assert_eq!(round.first_next(), Some(winner.seat));
        }
        End::Won(place, _) => assert_eq!(round.first_next(), Some(round.players()[usize::from(place)].seat)),
        End::Void => {}
    }
    // Who declared out has lost the top and nothing else, unless the hand was void.
    for (place, player) in round.players().iter().enumerate() {
        if player.standing == Standing::Out
            && round.end() != Some(End::Void)
            && !round.rules().declaring.out_pays_conditions.value
        {
            assert_eq!(round.purse(place), setup.players[place].stack - top);
        }
    }
}

fn play(game: &Arc<Game>, draws: &mut Draws, reports: bool, check_every: u32) -> Dealt {
    let setup = Arc::new(table(draws));
    let mut dealt = Dealt::open(game, &setup, draws);
    let money = dealt.round.total_money();
    let mut list = Vec::new();
    let mut steps = 0_u32;
    while dealt.deal(draws) {
        steps += 1;
        assert!(steps < 200_000, "a hand comes to an end");
        assert_eq!(dealt.round.total_money(), money);
        list.clear();
        dealt.round.allowed(&mut list);
        assert!(!list.is_empty());
        if draws.below(check_every) == 0 {
            check_cards(&dealt);
            check_choices(&dealt.round, &list, draws);
        }
        if reports && draws.below(60) == 0 {
            let seat = setup.players[draws.below(setup.players.len() as u32) as usize].seat;
            let report = match draws.below(40) {
                0 => Report::Void,
                1..10 => Report::WrongCount(seat),
                10..20 => Report::FoulMeld(seat),
                20..30 => Report::CardKept(seat),
                _ => Report::DrawnOutOfTurn { card: dealt.stock.last().copied() },
            };
            let before = dealt.round.clone();
            match dealt.round.report(report, &mut dealt.log) {
                Ok(()) if matches!(report, Report::DrawnOutOfTurn { .. }) => drop(dealt.stock.pop()),
                Ok(()) => {}
                Err(_) => assert!(dealt.round == before),
            }
            continue;
        }
        let one = pick(&list, draws);
        dealt.steps.push(Step::Choice(one.seat, one.choice));
        dealt.round.choose(one.seat, one.choice, &mut dealt.log).unwrap();
    }
    assert_eq!(dealt.round.total_money(), money);
    if !reports {
        check_end(&dealt, &setup, game.worth(game.tops.into()));
    }
    let mut replay = Pan::unopened(Arc::clone(game), setup);
    for event in &dealt.log {
        let json = serde_json::to_string(event).unwrap();
        let read: Event = serde_json::from_str(&json).unwrap();
        assert_eq!(read, *event);
        replay.apply(&read);
    }
    assert!(replay == dealt.round, "a hand is the fold of its events");
    assert_eq!(dealt.round.waits(), Waits::Over);
    dealt
}

fn rounds(usual: u64) -> u64 {
    std::env::var("PAN_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_hands_keep_the_laws() {
    let game = game_of(&book());
    let mut draws = chance(1);
    let mut ends = [0_u32; 4];
    for _ in 0..rounds(10_000) {
        let dealt = play(&game, &mut draws, false, 40);
        let end = match dealt.round.end() {
            Some(End::Won(_, Victory::WentOut)) => 0,
            Some(End::Won(_, Victory::LastIn)) => 1,
            Some(End::Won(_, Victory::LastSound)) => 2,
            _ => 3,
        };
        ends[end] += 1;
    }
    assert!(ends[0] > 0 && ends[1] > 0 && ends[2] == 0, "{ends:?}");
}

#[test]
fn irregular_hands_keep_the_laws() {
    let game = game_of(&book());
    let mut draws = chance(2);
    let (mut fouls, mut last_sound) = (0, 0);
    for _ in 0..rounds(500) {
        let dealt = play(&game, &mut draws, true, 40);
        fouls += dealt.log.iter().filter(|event| matches!(event, Event::Fouled { .. })).count();
        last_sound += u32::from(matches!(dealt.round.end(), Some(End::Won(_, Victory::LastSound))));
    }
    assert!(fouls > 0 && last_sound > 0, "{fouls} {last_sound}");
}

#[test]
fn changed_books_keep_the_laws() {
    let books: Vec<Book> = [
        &[("used_at_once      = true", "used_at_once      = false")][..],
        &[("may_decline       = true", "may_decline       = false")],
        &[("melds_after_use   = true", "melds_after_use   = false")],
        &[("opens_from_stock  = true", "opens_from_stock  = false")],
        &[("opening_redraws   = 1", "opening_redraws   = 3")],
        &[("discard_source    = \"any\"", "discard_source    = \"stock-drawn\"")],
        &[("rope_wraps        = false", "rope_wraps        = true")],
        &[("one_suit_stays    = true", "one_suit_stays    = false")],
        &[("mixed_suits_least = 3", "mixed_suits_least = 2")],
        &[("borrow              = true", "borrow              = false")],
        &[("split               = true", "split               = false")],
        &[("split_pays_new_only = true", "split_pays_new_only = false")],
        &[("own_draw               = false", "own_draw               = true")],
        &[("without_hand_card_wins = true", "without_hand_card_wins = false")],
        &[("by                     = \"any other player\"", "by                     = \"nobody\"")],
        &[("rope_extension_pays = false", "rope_extension_pays = true")],
        &[("first_player_first    = true", "first_player_first    = false")],
        &[("out_pays_conditions   = false", "out_pays_conditions   = true")],
        &[("last_one_in_wins_tops = true", "last_one_in_wins_tops = false")],
        &[("conditions_again    = true", "conditions_again    = false")],
        &[("spade_sets_out = 0", "spade_sets_out = 1"), ("cards          = 320", "cards          = 310")],
        &[("direction        = \"counter-clockwise\"", "direction        = \"clockwise\"")],
        &[("suits_ranked   = false", "suits_ranked   = true")],
    ]
    .into_iter()
    .map(changed)
    .collect();
    let mut draws = chance(3);
    for book in &books {
        let game = game_of(book);
        for _ in 0..rounds(25) {
            play(&game, &mut draws, false, 20);
        }
    }
}

#[test]
fn hands_that_nobody_sees_take_the_same_choices() {
    let game = game_of(&book());
    let mut draws = chance(4);
    for _ in 0..rounds(300) {
        let dealt = play(&game, &mut draws, false, u32::MAX);
        let setup = Arc::new(dealt.round.setup().clone());
        let mut events = Vec::new();
        let mut round = Pan::open(Arc::clone(&game), &setup, &mut events).unwrap();
        for step in &dealt.steps {
            let mut offers = Vec::new();
            round.allowed(&mut offers);
            match *step {
                Step::Card(card, face) => {
                    round.card(Some(card).filter(|_| face == games::Face::Up), &mut events).unwrap();
                }
                Step::Shuffle => round.shuffle(&mut events).unwrap(),
                Step::Choice(seat, choice) => {
                    assert!(offers.iter().any(|offer| offer.seat == seat), "{seat:?} is asked");
                    round
                        .choose(seat, choice, &mut events)
                        .unwrap_or_else(|refusal| panic!("{choice}: {refusal}"));
                }
            }
        }
        let hidden = |event: &Event| matches!(event, Event::Dealt { face: games::Face::Down, .. });
        let open = |log: &[Event]| log.iter().filter(|event| !hidden(event)).copied().collect::<Vec<_>>();
        assert_eq!(open(&events), open(&dealt.log));
        assert_eq!(round.end(), dealt.round.end());
    }
}

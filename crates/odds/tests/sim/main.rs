//! Simulated tables: the same whatever the threads, stopped and resumed, and as the exact analysis says.

use books::blackjack::BlackjackRules;
use books::{Money, Odds, Rule, Rules, Shelf};
use odds::blackjack::{Analysis, Shoe};
use odds::sim::{BLOCK, Exact, Found, Plan, State, Stream, Table, Tally, compare, run};

const DECKS: u8 = 2;

fn filed() -> Vec<(String, BlackjackRules)> {
    let shelf = Shelf::filed();
    let books = shelf.ids().map(|id| (id.to_string(), shelf.book(&id).unwrap()));
    books
        .filter_map(|(id, book)| match book.rules {
            Rules::Blackjack(rules) => Some((id, *rules)),
            _ => None,
        })
        .collect()
}

fn book(name: &str) -> BlackjackRules {
    filed().into_iter().find(|(id, _)| id == name).unwrap().1
}

fn analysis(rules: &BlackjackRules) -> Analysis<f64> {
    Analysis::of(rules, &Shoe::fresh(rules, DECKS))
}

/// A table of so many players with every wager that the book offers.
fn table(rules: &BlackjackRules, players: usize) -> Table {
    let has_side = rules.buster.as_ref().is_some_and(|buster| buster.offered.value);
    let side = if has_side { Money::dollars(10) } else { Money::ZERO };
    Table {
        wagers: vec![Money::dollars(10); players],
        sides: vec![side; players],
        insures: true,
        ..Table::of(rules, DECKS)
    }
}

fn farthest(list: &[Found]) -> f64 {
    list.iter().filter_map(Found::distance).fold(0.0, |far, distance| distance.abs().max(far))
}

#[test]
fn every_book_comes_to_what_the_analysis_says() {
    let (mut wagers, mut squares) = (0, 0.0);
    for (name, rules) in filed() {
        let analysis = analysis(&rules);
        let plan = Plan::new(table(&rules, 7), &analysis.chart(), 3).unwrap();
        let tally = run(&plan, Tally::default(), 30_000, 2, |_| true).unwrap().all;
        assert_eq!((tally.rounds, tally.hands, tally.short), (30_000, 210_000, 0), "{name}");
        let list = compare(&tally, &Exact::of(&rules, DECKS, &analysis));
        assert!(list.iter().all(|found| found.exact.is_some()), "{name}: {list:?}");
        assert!(farthest(&list) < 4.5, "{name}: {list:?}");
        wagers += list.len();
        squares += list.iter().filter_map(Found::distance).map(|distance| distance.powi(2)).sum::<f64>();
    }
    assert_eq!(wagers, 16, "nine base wagers, three Busters and four insurances");
    let mean = squares / wagers as f64;
    assert!((0.2..2.5).contains(&mean), "the mean square of all distances is {mean}");
}

/// Players give up hands that are over where the book lets them, also when others of the table play after them and
/// when nobody does.
#[test]
fn over_hands_are_given_up_as_the_chart_says() {
    let mut rules = book("players-club/no-bust-5");
    let over = rules.surrender.over_hands.unwrap();
    rules.surrender.over_hands = Some(Rule { value: true, ..over });
    let analysis = analysis(&rules);
    let exact = Exact::of(&rules, DECKS, &analysis);
    for players in [1, 3] {
        let plan = Plan::new(table(&rules, players), &analysis.chart(), 5).unwrap();
        let tally = run(&plan, Tally::default(), 60_000, 2, |_| true).unwrap().all;
        let list = compare(&tally, &exact);
        assert!(farthest(&list) < 4.5, "{players} players: {list:?}");
    }
}

#[test]
fn another_pay_than_the_analysed_one_stands_out() {
    let mut rules = book("mortimers/no-bust-6");
    let analysis = analysis(&rules);
    let exact = Exact::of(&rules, DECKS, &analysis);
    rules.natural.pays.value = Odds { pays: 2, on: 1 };
    let plan = Plan::new(table(&rules, 7), &analysis.chart(), 3).unwrap();
    let tally = run(&plan, Tally::default(), 30_000, 2, |_| true).unwrap().all;
    let list = compare(&tally, &exact);
    assert!(list[0].distance().unwrap() > 4.5, "{list:?}");
}

#[test]
fn a_result_does_not_depend_on_threads() {
    let rules = book("players-club/no-bust-5");
    let plan = Plan::new(table(&rules, 2), &analysis(&rules).chart(), 11).unwrap();
    let rounds = 3 * BLOCK + 1000;
    let one = run(&plan, Tally::default(), rounds, 1, |_| true).unwrap();
    let four = run(&plan, Tally::default(), rounds, 4, |_| true).unwrap();
    assert_eq!(one, four);
    assert_eq!((one.all.rounds, one.whole.rounds), (rounds, 3 * BLOCK));
    let other = Plan::new(table(&rules, 2), &analysis(&rules).chart(), 12).unwrap();
    assert_ne!(one, run(&other, Tally::default(), rounds, 1, |_| true).unwrap());
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not() {
    let rules = book("marina/no-bust-buster");
    let plan = Plan::new(table(&rules, 1), &analysis(&rules).chart(), 5).unwrap();
    let rounds = 4 * BLOCK + 77;
    let whole = run(&plan, Tally::default(), rounds, 1, |_| true).unwrap();
    let stopped = run(&plan, Tally::default(), rounds, 1, |tally| tally.rounds < 2 * BLOCK).unwrap();
    assert!((2 * BLOCK..rounds).contains(&stopped.all.rounds), "{} rounds", stopped.all.rounds);
    let first = run(&plan, Tally::default(), BLOCK, 1, |_| true).unwrap().whole;
    let state = State {
        book: "marina/no-bust-buster".to_owned(),
        decks: DECKS,
        wagers: vec![Money::dollars(10)],
        sides: vec![Money::dollars(10)],
        insures: true,
        schedule: Some("2".to_owned()),
        stake: Some(Money::dollars(500)),
        seed: 5,
        rounds,
        first: first.clone(),
        whole: stopped.whole,
    };
    let kept: State = state.to_text().parse().unwrap();
    assert_eq!(kept, state);
    assert!(kept.agrees_with(&first) && !kept.agrees_with(&whole.whole));
    let resumed = run(&plan, kept.whole, rounds, 2, |_| true).unwrap();
    assert_eq!(resumed, whole);
}

#[test]
fn a_file_that_is_something_else_is_refused() {
    for text in ["", "{}", "[1]", "{\"book\": \"marina/pure-21-5\"}"] {
        assert_eq!(text.parse::<State>(), Err("this is not a simulation that was kept"), "{text}");
    }
}

#[test]
fn a_bank_that_runs_short_is_not_compared() {
    let rules = book("mortimers/pure-21-5");
    let analysis = analysis(&rules);
    let table = Table { stake: Money::dollars(15), ..table(&rules, 3) };
    let plan = Plan::new(table, &analysis.chart(), 1).unwrap();
    let tally = run(&plan, Tally::default(), 5_000, 1, |_| true).unwrap().all;
    assert!(tally.short > 1_000, "{}", tally.short);
    let list = compare(&tally, &Exact::of(&rules, DECKS, &analysis));
    assert_eq!(list[0].exact, None);
    // Fifteen dollars move at most once in each round.
    let base = tally.of(Stream::Base);
    assert!(base.round_net_squares <= 5_000 * 1_500 * 1_500, "{base:?}");
}

#[test]
fn fees_are_counted_beside_the_wagers() {
    let shelf = Shelf::filed();
    let id = shelf.find("mortimers/no-bust-6").unwrap();
    let filed = shelf.book(&id).unwrap();
    let schedule = shelf.schedule(&filed, "2").unwrap();
    let rules = book("mortimers/no-bust-6");
    let chart = analysis(&rules).chart();
    let plain = Plan::new(table(&rules, 3), &chart, 1).unwrap();
    let (bank, player) =
        (schedule.bank_fee(Money::dollars(30)).value, schedule.player_fee(Money::dollars(10)).value);
    let charged = Plan::new(Table { schedule: Some(schedule), ..table(&rules, 3) }, &chart, 1).unwrap();
    let plain = run(&plain, Tally::default(), 500, 1, |_| true).unwrap().all;
    let charged = run(&charged, Tally::default(), 500, 1, |_| true).unwrap().all;
    assert_eq!(charged.of(Stream::Base), plain.of(Stream::Base));
    assert_eq!((plain.bank_fees, plain.player_fees), (0, 0));
    assert_eq!(charged.bank_fees, 500 * i128::from(bank.in_cents()));
    assert_eq!(charged.player_fees, 1_500 * i128::from(player.in_cents()));
    assert!(charged.bank_fees > 0);
}

#[test]
fn a_table_that_the_book_refuses_is_refused() {
    let rules = book("mortimers/no-bust-6");
    let chart = analysis(&rules).chart();
    let faults = Plan::new(table(&rules, 9), &chart, 1).unwrap_err();
    assert!(faults[0].to_string().contains("this game has up to 8"), "{faults:?}");
    let sides = Table { sides: vec![Money::dollars(5)], ..table(&rules, 1) };
    assert!(Plan::new(sides, &chart, 1).is_err(), "there is no side bet");
    let too_many = Plan::new(table(&rules, 20), &chart, 1).unwrap_err();
    assert!(too_many[0].to_string().contains("a table of 21 seats; this game has up to 8"), "{too_many:?}");
}

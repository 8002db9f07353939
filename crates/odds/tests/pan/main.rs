//! Simulated tables of Pan: the same whatever the threads, stopped and resumed, and the good way beats the simple one.

use books::pan::PanRules;
use books::{Rules, Shelf};
use odds::pan::{BLOCK, Kinds, Mean, Measure, Part, Plan, State, Table, Tally, run};

fn rules() -> PanRules {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("players-club/pan").unwrap()).unwrap();
    let Rules::Pan(rules) = book.rules else { panic!("pan is pan") };
    *rules
}

fn plan(players: u8, tops: u8, kinds: Kinds, seed: u64) -> Plan {
    Plan::new(&rules(), Table { players, tops, kinds }, seed).unwrap()
}

fn played(plan: &Plan, hands: u64, threads: usize) -> Tally {
    run(plan, Tally::default(), hands, threads, |_| true).all
}

#[test]
fn the_good_way_beats_the_simple_one_with_any_number_of_players() {
    let mut all = Vec::new();
    for players in 2..=8 {
        let plan = plan(players, 1, Kinds::Mixed, 7);
        let tally = played(&plan, 12 * BLOCK, 2);
        let margin = tally.of(Measure::Margin);
        let scale = plan.margin_scale();
        let (value, error) = (margin.value().unwrap() / scale, margin.error().unwrap() / scale);
        println!("{players} players: ahead by {value:.2} chips a hand, error {error:.2}");
        assert!(value > 3.0 * error, "{players} players: {value:.2}, error {error:.2}");
        all.push(value);
    }
    assert_eq!(all.len(), 7);
}

#[test]
fn what_one_wins_another_loses() {
    for (players, tops, kinds) in [(2, 0, Kinds::Good), (5, 1, Kinds::Simple), (8, 2, Kinds::Mixed)] {
        let tally = played(&plan(players, tops, kinds, 3), BLOCK, 1);
        assert_eq!(tally.went_out + tally.last_in + tally.void, BLOCK);
        let of = |measure: fn(usize) -> Measure, place| *tally.of(measure(place));
        let nets: Vec<Mean> = (0..8).map(|place| of(Measure::Worth, place)).collect();
        assert_eq!(nets.iter().map(|mean| mean.sum).sum::<i128>(), 0);
        assert!(
            nets.iter().enumerate().all(|(place, mean)| (mean.count > 0) == (place < usize::from(players)))
        );
        // Every hand that somebody won brings the tops of all who were dealt in.
        let won = i128::from(BLOCK - tally.void) * i128::from(players) * i128::from(tops);
        assert_eq!(tally.of(Measure::Tops).sum, won);
        // Whoever goes out gets two chips from each who declared in.
        let declared: i128 = (0..8).map(|place| of(Measure::Declares, place).sum).sum();
        assert!(tally.of(Measure::GoingOut).sum <= 2 * (declared - i128::from(tally.went_out)));
        if kinds == Kinds::Simple {
            assert_eq!(
                tally.of(Measure::GoingOut).sum,
                2 * i128::from((u64::from(players) - 1) * tally.went_out)
            );
            assert_eq!(tally.last_in, 0, "the simple way always plays");
        }
        assert!(tally.of(Measure::Again).sum > 0 && tally.of(Measure::Conditions).sum > 0);
        let turns = tally.of(Measure::Turns);
        assert_eq!(turns.count, i128::from(tally.went_out));
        assert!(turns.sum >= tally.of(Measure::TurnsOfWinner).sum);
    }
}

#[test]
fn a_run_is_the_same_on_every_number_of_threads_and_when_it_is_resumed() {
    let plan = plan(3, 1, Kinds::Good, 5);
    let hands = 2 * BLOCK + 100;
    let one = played(&plan, hands, 1);
    assert_eq!(one, played(&plan, hands, 3));
    // Stopped after a block, kept as text, and gone on with.
    let stopped = run(&plan, Tally::default(), hands, 1, |_| false).whole;
    assert!(stopped.hands >= BLOCK && stopped.hands < hands, "{} hands", stopped.hands);
    let table = Table { players: 3, tops: 1, kinds: Kinds::Good };
    let part = Part { table, first: stopped.clone(), whole: stopped };
    let state = State { book: "players-club/pan".to_owned(), seed: 5, hands, parts: vec![part] };
    let read: State = state.to_text().parse().unwrap();
    assert_eq!(read, state);
    assert_eq!(run(&plan, read.parts[0].whole.clone(), hands, 2, |_| true).all, one);
    assert_ne!(one, played(&self::plan(3, 1, Kinds::Good, 6), hands, 1));
    assert!("{}".parse::<State>().is_err());
}

#[test]
fn what_the_book_does_not_allow_is_told() {
    let told =
        |players, tops| Plan::new(&rules(), Table { players, tops, kinds: Kinds::Good }, 1).unwrap_err();
    assert_eq!(told(1, 1), "1 players; 2 to 8 play this game");
    assert_eq!(told(9, 1), "9 players; 2 to 8 play this game");
    assert_eq!(told(4, 3), "a top of 3 chips; 0 to 2 are played");
}

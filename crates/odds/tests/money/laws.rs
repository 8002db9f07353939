//! What must hold of every money view: no number that cannot be, none without its error, and answers that go together.

use std::sync::OnceLock;

use books::rates::Schedule;
use books::{Book, BookId, Money, Shelf};
use odds::Seating;
use odds::money::{Fault, How, Model, Outcome, Setup, View, Wagers};
use serde_json::Value;

use crate::engine::play;
use crate::mean;

fn book(id: &str) -> Book {
    let (house, game) = id.split_once('/').unwrap();
    Shelf::filed().book(&BookId::new(house, game)).unwrap()
}

fn schedule(book: &Book, handle: &str) -> Option<Schedule> {
    Some(Shelf::filed().schedule(book, handle).unwrap())
}

fn wagers(list: &[&[i64]]) -> Vec<Wagers> {
    let dollars = |amount: &i64| Money::dollars(*amount);
    let seat = |amounts: &&[i64]| Wagers {
        base: dollars(&amounts[0]),
        sides: amounts[1..].iter().map(dollars).collect(),
    };
    list.iter().map(seat).collect()
}

/// A seat with five dollars and a hundred on the 6 Card Bonus, against ten dollars: the bank can pay next to nothing of
/// what the bonus pays, up to a hundred thousand.
fn long_odds(seed: u64, rounds: u64) -> (Setup, View) {
    static MODEL: OnceLock<(Book, Model)> = OnceLock::new();
    let (book, model) = MODEL.get_or_init(|| {
        let book = book("pinnacle/three-card-6-card-bonus");
        let model = Model::of(&book.rules, None).unwrap();
        (book, model)
    });
    let mut setup = Setup::new(book.rules.clone(), wagers(&[&[5, 0, 100]]));
    setup.schedule = schedule(book, "1");
    (setup.stake, setup.seed, setup.rounds) = (Some(Money::dollars(10)), seed, rounds);
    let view = model.view(&setup, |_| true).unwrap();
    (setup, view)
}

#[test]
fn long_odds_from_a_short_stake_are_no_noisier_than_the_plain_mean() {
    for seed in 1..=8 {
        let (setup, view) = long_odds(seed, 5_000);
        let (found, stake) = (view.banker.per_hand, 1_000.0);
        let fee = view.banker.fee.in_cents() as f64;
        let plain = view.banker.deviation.value / 5_000.0_f64.sqrt();
        assert!(found.spread() <= 1.001 * plain, "seed {seed}: {found:?} {plain}");
        assert!((found.value + fee).abs() <= stake, "seed {seed}: {found:?}");
        let bank: Vec<f64> = play(&setup, 5_000, seed).iter().map(|round| round.bank as f64).collect();
        let (played, error) = mean(&bank);
        let off = (found.value - played) / found.spread().hypot(error);
        assert!(off.abs() < 4.5, "seed {seed}: {found:?} against {played} ±{error}");
        let cut = view.short.seats[0];
        assert!(cut.unpaid.value >= 0.0 && cut.kept.value >= 0.0, "seed {seed}: {cut:?}");
        let parts = cut.kept.value - cut.unpaid.value - cut.change.value;
        assert!(parts.abs() < 1e-6 * cut.unpaid.value, "seed {seed}: {cut:?}");
    }
}

#[test]
fn one_player_is_whoever_is_settled_last() {
    for seed in 1..=3 {
        let short = long_odds(seed, 2_000).1.short;
        assert_eq!(short.last, short.seats[0], "seed {seed}");
    }
    // In this book settling begins at the last seat, so that the first is always the last.
    let book = book("players-club/no-bust-5");
    let mut setup = Setup::new(book.rules.clone(), wagers(&[&[20], &[30]]));
    (setup.stake, setup.rounds) = (Some(Money::dollars(30)), 2_000);
    let short = odds::money::view(&setup).unwrap().short;
    assert_eq!(short.last, short.seats[0], "{short:?}");
}

#[test]
fn whoever_is_settled_last_is_found_as_well_as_a_seat() {
    // Three Card Poker's button goes round with the bank's card, so that each of these is last now and then.
    let book = book("pinnacle/three-card-6-card-bonus");
    let model = Model::of(&book.rules, None).unwrap();
    let mut setup = Setup::new(book.rules.clone(), wagers(&[&[5, 0, 50], &[5, 0, 50]]));
    (setup.stake, setup.rounds) = (Some(Money::dollars(200)), 2_000);
    let mut offs = Vec::new();
    for seed in 1..=12 {
        let view = model.view(&Setup { seed, ..setup.clone() }, |_| true).unwrap();
        let last = view.short.last;
        let parts = last.kept.value - last.unpaid.value - last.change.value;
        assert!(parts.abs() < 1e-6 * last.unpaid.value.max(1.0), "seed {seed}: {last:?}");
        offs.push((last.change.value, last.change.spread()));
    }
    let spread = mean(&offs.iter().map(|(value, _)| *value).collect::<Vec<_>>()).1 * 12.0_f64.sqrt();
    let told = (offs.iter().map(|(_, error)| error * error).sum::<f64>() / 12.0).sqrt();
    assert!((0.4..2.5).contains(&(spread / told)), "changes spread by {spread}, told {told}");
}

#[test]
fn the_error_of_a_bankroll_is_that_of_another_sample() {
    let views: Vec<View> = (1..=16).map(|seed| long_odds(seed, 2_000).1).collect();
    let found: Vec<f64> = views.iter().map(|view| view.session.bankroll.value).collect();
    let (_, error) = mean(&found);
    let spread = error * (found.len() as f64).sqrt();
    let told = views.iter().map(|view| view.session.bankroll.spread().powi(2)).sum::<f64>() / 16.0;
    let ratio = spread / told.sqrt();
    assert!((0.5..2.0).contains(&ratio), "bankrolls spread by {spread}, told {}", told.sqrt());
}

/// Every simulated number of a JSON value.
fn simulated<'a>(value: &'a Value, path: &str, list: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(map) => {
            if map.get("how").is_some_and(|how| how == "simulated") {
                list.push((path.to_owned(), value));
            }
            map.iter().for_each(|(key, value)| simulated(value, &format!("{path}.{key}"), list));
        }
        Value::Array(values) => {
            values
                .iter()
                .enumerate()
                .for_each(|(place, one)| simulated(one, &format!("{path}.{place}"), list));
        }
        _ => {}
    }
}

fn blackjack(stake: Option<i64>) -> Setup {
    let book = book("mortimers/no-bust-6");
    let mut setup = Setup::new(book.rules.clone(), wagers(&[&[20], &[30], &[50]]));
    setup.schedule = schedule(&book, "2");
    (setup.stake, setup.rounds) = (stake.map(Money::dollars), 4_000);
    setup
}

#[test]
fn no_number_that_was_played_is_without_error() {
    // A stake that reaches nearly always, one that never does, and one of which the last seat gets nothing.
    for stake in [950, 40, 1] {
        let view = odds::money::view(&blackjack(Some(stake))).unwrap();
        let value = serde_json::to_value(&view).unwrap();
        let mut list = Vec::new();
        simulated(&value, "", &mut list);
        assert!(list.len() > 20);
        for (path, number) in list {
            assert!(number["error"].as_f64().unwrap() > 0.0, "a stake of {stake}: {path} {number}");
        }
    }
}

#[test]
fn a_risk_that_is_too_fine_is_told() {
    let coarse = odds::money::view(&Setup { risk: 0.05, ..blackjack(None) }).unwrap();
    assert!(coarse.warnings.is_empty(), "{:?}", coarse.warnings);
    let fine = odds::money::view(&Setup { risk: 0.0001, ..blackjack(None) }).unwrap();
    assert_eq!(fine.warnings.len(), 2, "{:?}", fine.warnings);
    assert!(fine.dry.finest > 0.0001 && fine.session.finest > 0.0001);
    assert!(fine.warnings[0].contains("finer than 4000 rounds can tell"), "{}", fine.warnings[0]);
}

#[test]
fn nobody_banks_every_hand() {
    let view = odds::money::view(&blackjack(None)).unwrap();
    assert!((view.banked.share - 2.0 / 3.0).abs() < 1e-12 && view.banked.running == 2);
    assert_eq!(view.banked.in_turn, 0.25);
    let hour = view.banker.per_hand.value * 40.0 * 2.0 / 3.0;
    assert!((view.banker.per_hour.value - hour).abs() < 1e-9);
    assert!((view.seats[0].per_hour.value - 40.0 * view.seats[0].per_hand.value).abs() < 1e-9);
    assert_eq!(view.session.hands, 107);
    let quarter = odds::money::view(&Setup { banks: Some(0.25), ..blackjack(None) }).unwrap();
    assert_eq!(quarter.session.hands, 40);
    assert_eq!(quarter.banker.per_hand, view.banker.per_hand);
    let all = odds::money::view(&Setup { banks: Some(1.0), ..blackjack(None) });
    assert_eq!(all.unwrap_err(), Fault::Banks { running: 2 });
}

#[test]
fn decks_are_refused_where_there_is_nothing_to_choose() {
    for id in ["marina/double-hand", "mortimers/double-hand", "pinnacle/three-card-6-card-bonus"] {
        assert_eq!(Model::of(&book(id).rules, Some(6)).unwrap_err(), Fault::Decks, "{id}");
    }
    let six = Setup { decks: Some(4), ..blackjack(None) };
    assert!(odds::money::view(&six).is_ok());
}

#[test]
fn with_a_short_stake_the_seat_decides() {
    let first = odds::money::view(&blackjack(Some(60))).unwrap();
    let seating = Seating { bank: 1, players: vec![3, 6, 8] };
    let other = odds::money::view(&Setup { seating, ..blackjack(Some(60)) }).unwrap();
    let off = |seat: usize| {
        let (one, two) = (first.short.seats[seat].chance, other.short.seats[seat].chance);
        (one.value - two.value) / one.spread().hypot(two.spread())
    };
    assert!((0..3).any(|seat| off(seat).abs() > 6.0), "{:?} {:?}", first.short, other.short);
    assert_eq!((first.seating.bank, &first.seating.players[..]), (4, &[1, 2, 3][..]));
    assert_eq!(other.correlations[0].seats, [3, 6]);
    assert!(first.order.contains("second card"), "{}", first.order);
    for players in [vec![1, 2], vec![2, 2, 3], vec![3, 2, 1], vec![0, 1, 2]] {
        let seating = Seating { bank: 4, players };
        let refused = odds::money::view(&Setup { seating, ..blackjack(None) });
        assert_eq!(refused.unwrap_err(), Fault::Seating);
    }
    let beyond = Setup { seating: Seating { bank: 4, players: vec![1, 2, 9] }, ..blackjack(None) };
    let refused = odds::money::view(&beyond).unwrap_err();
    assert_eq!(refused, Fault::NoSeat { seat: 9, seats: 8 });
    assert_eq!(refused.to_string(), "there is no seat 9 at this table, which has 8 seats");
    let banks = Setup { seating: Seating { bank: 9, players: vec![1, 2, 3] }, ..blackjack(None) };
    assert_eq!(odds::money::view(&banks).unwrap_err(), Fault::NoSeat { seat: 9, seats: 8 });
    let both = Setup { seating: Seating { bank: 2, players: vec![1, 2, 3] }, ..blackjack(None) };
    assert_eq!(odds::money::view(&both).unwrap_err(), Fault::BankSeat { seat: 2 });
    // People are in seats also where the game speaks of the spots in front of them.
    let mut small = blackjack(None);
    small.seats[1].base = Money::ZERO;
    let refused = odds::money::view(&small).unwrap_err();
    assert!(refused.to_string().starts_with("seat 2: "), "{refused}");
}

#[test]
fn break_even_keeps_to_the_limits_and_the_stake() {
    let view = odds::money::view(&blackjack(None)).unwrap();
    let limit = blackjack(None).schedule.unwrap().limit.unwrap().value;
    let even = &view.break_even;
    // The smallest wager may go down to the least, the largest up to the most.
    assert_eq!(even.least, limit.min.in_cents() as f64 * 5.0);
    assert_eq!(even.most, limit.max.map(|max| max.in_cents() as f64 * 2.0));
    assert!(!even.ahead.is_empty());
    for ahead in &even.ahead {
        assert!(ahead.from.value >= even.least, "{even:?}");
        assert!(ahead.to.is_some_and(|to| to.value <= even.most.unwrap()), "{even:?}");
    }
    // What a hand comes to at wagers in the same proportion says the same as the ranges.
    let setup = blackjack(Some(120));
    let even = odds::money::view(&setup).unwrap().break_even;
    let mut told = 0;
    for factor in [0.5, 1.0, 1.5, 2.0] {
        let seats = [20.0, 30.0, 50.0].map(|base| vec![(base * factor) as i64]);
        let seats: Vec<&[i64]> = seats.iter().map(Vec::as_slice).collect();
        let action = 10_000.0 * factor;
        if even.most.is_some_and(|most| action > most) {
            continue;
        }
        let view = odds::money::view(&Setup { seats: wagers(&seats), seed: 9, ..setup.clone() }).unwrap();
        let gain = view.banker.per_hand;
        let is_ahead = even
            .ahead
            .iter()
            .any(|one| one.from.value <= action && one.to.is_none_or(|to| action < to.value + 1.0));
        if gain.value.abs() > 4.0 * gain.spread() {
            told += 1;
            assert_eq!(gain.value > 0.0, is_ahead, "{action}: {gain:?} {even:?}");
        }
    }
    assert!(told > 0, "nothing was told apart");
}

#[test]
fn no_break_even_where_the_limits_leave_none() {
    // With one seat the action is the wager, so that each stretch between two steps of the fee is looked at by hand.
    let book = book("mortimers/no-bust-6");
    let shelf = Shelf::filed();
    let rates = shelf.rates(&book).unwrap().unwrap().value;
    let (mut ahead, mut never) = (0, 0);
    for schedule in rates.schedules("no-bust-6").filter(|one| one.offered.value) {
        let limit = schedule.limit.as_ref().unwrap();
        for top in [limit.min, limit.min.times(2), limit.max.unwrap()] {
            let mut narrow = schedule.clone();
            narrow.limit.as_mut().unwrap().value.max = Some(top);
            let mut setup =
                Setup::new(book.rules.clone(), vec![Wagers { base: limit.min, sides: Vec::new() }]);
            (setup.schedule, setup.rounds) = (Some(narrow.clone()), 1_000);
            let even = odds::money::view(&setup).unwrap().break_even;
            assert!(even.edge.is_exact() && even.untold.is_empty(), "{even:?}");
            // A dollar at a time, as nobody wagers less.
            let (least, most) = (limit.min.in_cents() / 100, top.in_cents() / 100);
            let gain = |dollars: i64| {
                let fee = narrow.bank_fee(Money::dollars(dollars)).value;
                100.0 * dollars as f64 * even.edge.value - fee.in_cents() as f64
            };
            let is_ahead = (least..=most).any(|dollars| gain(dollars) > 0.0);
            assert_eq!(!even.ahead.is_empty(), is_ahead, "{} up to {top}: {even:?}", schedule.handle);
            match is_ahead {
                true => ahead += 1,
                false => never += 1,
            }
        }
    }
    assert!(ahead > 0 && never > 0, "{ahead} have a break-even, {never} have none");
}

#[test]
fn a_verdict_within_the_error_is_none() {
    let (mut untold, mut told) = (0, 0);
    for seed in 1..=10 {
        let (setup, view) = long_odds(seed, 5_000);
        let (gain, even) = (view.banker.per_hand, &view.break_even);
        // The limits leave the one amount that is wagered.
        assert_eq!(Some(even.least), even.most, "{even:?}");
        if gain.value.abs() > 3.0 * gain.spread() {
            told += 1;
            assert_eq!(even.ahead.len(), usize::from(gain.value > 0.0), "seed {seed}: {gain:?} {even:?}");
            assert!(even.untold.is_empty(), "seed {seed}: {even:?}");
        } else {
            untold += 1;
            assert!(even.ahead.is_empty() && even.untold.len() == 1, "seed {seed}: {gain:?} {even:?}");
        }
        assert_eq!(even.signs, How::Simulated, "seed {seed}");
        assert_eq!(setup.rounds, view.rounds);
    }
    assert!(untold > 5, "{untold} untold, {told} told");
    let sure = odds::money::view(&blackjack(None)).unwrap().break_even;
    assert!(sure.signs == How::Exact && sure.untold.is_empty(), "{sure:?}");
}

#[test]
fn schedules_are_compared_from_the_same_stake() {
    let book = book("mortimers/no-bust-6");
    let shelf = Shelf::filed();
    let rates = shelf.rates(&book).unwrap().unwrap().value;
    let schedules: Vec<Schedule> = rates.schedules("no-bust-6").cloned().collect();
    let setup = Setup { schedules, ..blackjack(Some(60)) };
    let view = odds::money::view(&setup).unwrap();
    let mut compared = 0;
    for (schedule, one) in setup.schedules.iter().zip(&view.schedules) {
        let Outcome::Comes { banker, seats, house_per_hour, .. } = &one.result else { continue };
        let own = odds::money::view(&Setup { schedule: Some(schedule.clone()), ..setup.clone() }).unwrap();
        assert_eq!(*banker, own.banker.per_hand, "{}", one.schedule);
        // Seats and banker are each found as well as can be, so they add up within their errors.
        let all: f64 = own.seats.iter().map(|seat| seat.per_hand.value).sum();
        let error: f64 = own.seats.iter().map(|seat| seat.per_hand.spread()).sum();
        assert!((seats.value - all).abs() < seats.spread() + error, "{}: {seats:?} {all}", one.schedule);
        assert!((house_per_hour.value - own.house.per_hour.value).abs() < 1e-6);
        compared += 1;
    }
    assert!(compared > 1);
}

/// Nobody at a table wins what nobody loses, also where the stake does not reach.
#[test]
fn what_banker_seats_and_house_come_to_adds_up_to_nothing() {
    let mut short = 0;
    for (id, list, stake) in [
        ("mortimers/no-bust-6", &[&[20][..], &[30], &[50]][..], 60),
        ("mortimers/no-bust-6", &[&[20], &[30], &[50]], 100_000),
        ("marina/pure-21-5", &[&[20], &[100]], 70),
        ("mortimers/double-hand", &[&[20], &[20], &[100]], 90),
        ("players-club/no-bust-5", &[&[20], &[30]], 30),
        ("pinnacle/three-card-6-card-bonus", &[&[5, 0, 50], &[50, 5], &[20]], 60),
    ] {
        let book = book(id);
        let mut setup = Setup::new(book.rules.clone(), wagers(list));
        let offered = Shelf::filed().rates(&book).unwrap().unwrap().value;
        setup.schedule = offered.schedules(&book.id.game).find(|schedule| schedule.offered.value).cloned();
        (setup.stake, setup.rounds) = (Some(Money::dollars(stake)), 3_000);
        let view = match odds::money::view(&setup) {
            Err(Fault::Table(_)) => odds::money::view(&Setup { schedule: None, ..setup }).unwrap(),
            other => other.unwrap(),
        };
        let seats: f64 = view.seats.iter().map(|seat| seat.per_hand.value).sum();
        let all = view.banker.per_hand.value + seats + view.house.per_hand.value;
        assert!(all.abs() < 1e-6, "{id}: {all} cents a hand are nobody's: {view:#?}");
        let changes: f64 = view.short.seats.iter().map(|cut| cut.change.value).sum();
        let off = view.short.banker.value + changes;
        assert!(off.abs() < 1e-6, "{id}: a short stake makes {off} cents: {:#?}", view.short);
        for cut in &view.short.seats {
            let parts = cut.kept.value - cut.unpaid.value - cut.change.value;
            assert!(parts.abs() < 1e-6 && cut.kept.value >= 0.0 && cut.unpaid.value >= 0.0, "{id}: {cut:?}");
        }
        short += usize::from(view.short.chance.value > 0.0);
    }
    assert_eq!(short, 5, "the others reach");
}

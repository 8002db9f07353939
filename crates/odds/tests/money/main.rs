//! The money view against simulated tables of the same set-up, stakes that do not reach included.

mod engine;
mod laws;

use std::collections::HashMap;

use books::rates::Schedule;
use books::{Book, BookId, Money, Shelf};
use engine::{Ended, Random, play};
use odds::Seating;
use odds::money::{Fault, Model, Number, Setup, View, Wagers};

/// Every book with a bank.
const BOOKS: [(&str, &str); 12] = [
    ("marina", "no-bust-buster"),
    ("marina", "no-bust-joker"),
    ("marina", "pure-21-5"),
    ("mortimers", "no-bust-2003"),
    ("mortimers", "no-bust-6"),
    ("mortimers", "no-bust-6-buster"),
    ("mortimers", "pure-21-5"),
    ("players-club", "no-bust-5"),
    ("ven-a-mexico", "no-bust-4-01"),
    ("marina", "double-hand"),
    ("mortimers", "double-hand"),
    ("pinnacle", "three-card-6-card-bonus"),
];

struct Shelved {
    book: Book,
    schedules: Vec<Schedule>,
    model: Model,
}

fn shelved() -> Vec<Shelved> {
    let shelf = Shelf::filed();
    let one = |(house, game): (&str, &str)| {
        let book = shelf.book(&BookId::new(house, game)).unwrap();
        let rates = shelf.rates(&book).unwrap().unwrap().value;
        let schedules = rates.schedules(game).filter(|schedule| schedule.offered.value).cloned().collect();
        let model = Model::of(&book.rules, None).unwrap();
        Shelved { book, schedules, model }
    };
    BOOKS.into_iter().map(one).collect()
}

/// Somebody's table: wagers within the limit of a schedule, side wagers now and then, and mostly a stake that may not
/// reach.
fn any_setup(shelved: &Shelved, random: &mut Random) -> Setup {
    let schedule = &shelved.schedules[random.below(shelved.schedules.len())];
    let limit = schedule.limit.as_ref().unwrap();
    let least = limit.min.in_cents() / 100;
    let most = limit.max.map_or(least * 10, |max| max.in_cents() / 100).min(least * 10);
    let players = 1 + random.below(usize::from(shelved.book.header().seats.value).min(7) - 1);
    let sides = shelved.model.side_names().len();
    let seat = |random: &mut Random| {
        let base = least + random.below((most - least) as usize + 1) as i64;
        let side = |random: &mut Random| {
            let amount = [0, 0, 1, 5, base][random.below(5)];
            Money::dollars(amount.min(base))
        };
        Wagers { base: Money::dollars(base), sides: (0..sides).map(|_| side(random)).collect() }
    };
    let seats: Vec<Wagers> = (0..players).map(|_| seat(random)).collect();
    let wagered: i64 = seats.iter().map(|seat| seat.total().in_cents() / 100).sum();
    let stake = match random.below(5) {
        0 => None,
        _ => Some(Money::dollars(least.max(wagered * (30 + random.below(270) as i64) / 100))),
    };
    let mut setup = Setup::new(shelved.book.rules.clone(), seats);
    if random.below(4) > 0 {
        setup.seating = any_seating(players, shelved.book.header().seats.value, random);
    }
    (setup.schedule, setup.stake, setup.hours) = (Some(schedule.clone()), stake, 1.0);
    setup
}

/// So many players and a bank anywhere at a table of the filed size.
fn any_seating(players: usize, seats: u8, random: &mut Random) -> Seating {
    let mut free: Vec<u8> = (1..=seats).collect();
    let mut take = || free.swap_remove(random.below(free.len()));
    let bank = take();
    let mut players: Vec<u8> = (0..players).map(|_| take()).collect();
    players.sort_unstable();
    Seating { bank, players }
}

fn mean(list: &[f64]) -> (f64, f64) {
    let count = list.len() as f64;
    let mean = list.iter().sum::<f64>() / count;
    let square = list.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (square / count).sqrt())
}

fn deviation(list: &[f64]) -> (f64, f64) {
    let middle = mean(list).0;
    let squares: Vec<f64> = list.iter().map(|one| (one - middle).powi(2)).collect();
    let (square, error) = mean(&squares);
    (square.sqrt(), error / (2.0 * square.sqrt()))
}

fn correlation(one: &[f64], other: &[f64]) -> (f64, f64) {
    let scaled = |list: &[f64]| {
        let (middle, spread) = (mean(list).0, deviation(list).0);
        list.iter().map(|one| (one - middle) / spread).collect::<Vec<f64>>()
    };
    let (one, other) = (scaled(one), scaled(other));
    let products: Vec<f64> = one.iter().zip(&other).map(|(x, y)| x * y).collect();
    let found = mean(&products).0;
    let pulls = one.iter().zip(&other).map(|(x, y)| x * y - found / 2.0 * (x * x + y * y));
    (found, mean(&pulls.collect::<Vec<_>>()).1)
}

fn share(list: impl Iterator<Item = bool>) -> (f64, f64) {
    mean(&list.map(|is| f64::from(u8::from(is))).collect::<Vec<_>>())
}

/// Distances between the view and what was played, in standard errors of both together.
struct Distances(Vec<(String, f64)>);

impl Distances {
    fn add(&mut self, name: &str, view: Number, (played, error): (f64, f64)) {
        let spread = (view.spread().powi(2) + error.powi(2)).sqrt();
        let off = view.value - played;
        if spread < 1e-9 {
            assert!(off.abs() < 1e-6, "{name}: {view:?} {played}");
            return;
        }
        self.0.push((format!("{name}: {view:?} against {played} ±{error}"), off / spread));
    }

    fn compare(&mut self, name: &str, view: &View, rounds: &[Ended]) {
        let bank: Vec<f64> = rounds.iter().map(|round| round.bank as f64).collect();
        let seat = |seat: usize| rounds.iter().map(|round| round.seats[seat] as f64).collect::<Vec<f64>>();
        let house: Vec<f64> = rounds.iter().map(|round| round.house as f64).collect();
        self.add(&format!("{name}, banker"), view.banker.per_hand, mean(&bank));
        self.add(&format!("{name}, banker's deviation"), view.banker.deviation, deviation(&bank));
        self.add(&format!("{name}, house"), view.house.per_hand, mean(&house));
        for (place, person) in view.seats.iter().enumerate() {
            self.add(&format!("{name}, seat {}", place + 1), person.per_hand, mean(&seat(place)));
        }
        let last = view.seats.len() - 1;
        let person = &view.seats[last];
        self.add(&format!("{name}, last deviation"), person.deviation, deviation(&seat(last)));
        if let Some(pair) = view.correlations.first() {
            let place = |seat| view.seating.players.iter().position(|own| *own == seat).unwrap();
            let [one, other] = pair.seats.map(|seat| seat_of(rounds, place(seat)));
            self.add(&format!("{name}, correlation"), pair.value, correlation(&one, &other));
        }
        let short = share(rounds.iter().map(Ended::is_short));
        let missed = share(rounds.iter().map(|round| round.missed[round.last]));
        for (place, cut) in view.short.seats.iter().enumerate() {
            if (0.02..0.98).contains(&cut.chance.value) {
                let played = share(rounds.iter().map(|round| round.missed[place]));
                self.add(
                    &format!("{name}, seat {} is missed", view.seating.players[place]),
                    cut.chance,
                    played,
                );
            }
        }
        // A share of a few rounds is no normal number.
        let is_common = |number: f64| (0.02..0.98).contains(&number);
        if view.short.chance.is_exact() {
            assert_eq!(short.0, 0.0, "{name}: the stake reaches");
        } else if is_common(view.short.chance.value) {
            self.add(&format!("{name}, short"), view.short.chance, short);
        }
        if is_common(view.short.last.chance.value) {
            self.add(&format!("{name}, last is missed"), view.short.last.chance, missed);
        }
    }

    fn mean_square(&self) -> f64 {
        self.0.iter().map(|(_, off)| off * off).sum::<f64>() / self.0.len() as f64
    }

    fn assert_near(&self) {
        for (name, off) in &self.0 {
            assert!(off.abs() < 4.5, "{off:.2} standard errors: {name}");
        }
        let square = self.mean_square();
        eprintln!("{} numbers, mean square {square:.3}", self.0.len());
        assert!((0.8..1.25).contains(&square), "mean square {square} of {}", self.0.len());
    }
}

fn seat_of(rounds: &[Ended], seat: usize) -> Vec<f64> {
    rounds.iter().map(|round| round.seats[seat] as f64).collect()
}

/// So many random set-ups, each with so many rounds on both sides.
fn agree(setups: usize, rounds: usize, seed: u64) {
    let books = shelved();
    let mut random = Random(seed);
    let mut distances = Distances(Vec::new());
    let (mut short, mut elsewhere, mut kinds) = (0, 0, HashMap::new());
    for number in 0..setups {
        let shelved = &books[number % books.len()];
        let (setup, view) = loop {
            let mut setup = any_setup(shelved, &mut random);
            (setup.rounds, setup.seed) = (rounds as u64, random.next());
            match shelved.model.view(&setup, |_| true) {
                Ok(view) => break (setup, view),
                Err(Fault::Table(_)) => {}
                Err(fault) => panic!("{}: {fault}", shelved.book.id),
            }
        };
        short += usize::from(view.short.chance.value > 0.0);
        elsewhere += usize::from(setup.seating != Seating::first(setup.seats.len()));
        *kinds.entry(shelved.book.id.to_string()).or_insert(0) += 1;
        let played = play(&setup, rounds, random.next());
        distances.compare(&format!("{number}. {}", shelved.book.id), &view, &played);
    }
    assert!(kinds.len() == BOOKS.len() && short * 2 > setups, "{kinds:?}, {short} of them short");
    assert!(elsewhere * 2 > setups, "{elsewhere} sit elsewhere than in the first seats");
    distances.assert_near();
}

#[test]
fn fifty_random_tables_agree_with_the_view() {
    agree(50, 2_000, 18);
}

#[test]
#[ignore = "a hundred times as many rounds: some minutes"]
fn fifty_random_tables_agree_with_the_view_closely() {
    agree(50, 100_000, 4);
}

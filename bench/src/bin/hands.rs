//! Complete six-handed hands of hold'em a second, dealt from a shuffled deck, with events on and off: the best and
//! the middle one of several runs.

use std::sync::Arc;

use books::poker::Structure;
use books::{BookId, Money, Rules, Shelf};
use cards::Card;
use cpu_time::ProcessTime;
use games::poker::{Choice, Event, Hand, Player, Setup, Table, Waits};
use games::{Record, Seat};

/// Hands of one run, unless another number is named.
const HANDS: u32 = 100_000;
/// Runs of each line.
const RUNS: usize = 15;
const PLAYERS: u8 = 6;

fn main() {
    let book = Shelf::filed()
        .book(&BookId::new("mortimers", "holdem"))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let Rules::Poker(rules) = book.rules else { panic!("a poker book") };
    let hands = std::env::args().nth(1).map_or(HANDS, |number| number.parse().expect("a number of hands"));
    println!("{PLAYERS} players, {RUNS} runs of {hands} hands, one core; thousands of hands a second");
    println!("{:<34} {:>16} {:>16} {:>14}", "", "events on", "events off", "events a hand");
    println!("{:<34} {:>8}{:>8} {:>8}{:>8}", "", "best", "middle", "best", "middle");
    let limit = Some((Money::dollars(4), Money::dollars(8)));
    let blinds = Some((Money::dollars(2), Money::dollars(4)));
    for structure in [Structure::Limit, Structure::NoLimit] {
        let table =
            Arc::new(Table::new(&rules, rules.stakes(structure, limit, blinds).expect("a filed table")));
        let players = (1..=PLAYERS).map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(400) });
        let setup = Setup::new(&table, players.collect(), Seat::new(1));
        for (style, name) in
            [(Style::Mixed, "folds, calls and raises"), (Style::Calls, "all call to the end")]
        {
            let mut events: Vec<Event> = Vec::with_capacity(256);
            let mut count = 0;
            let (mut with, mut without) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                with.push(measure(&table, &setup, style, hands, &mut events, |events| {
                    count += events.len();
                    events.clear();
                }));
                without.push(measure(&table, &setup, style, hands, &mut (), |()| ()));
            }
            let name = format!("{structure}, {name}");
            let [with, without] = [with, without].map(best_and_middle);
            let count = count / RUNS / hands as usize;
            println!(
                "{name:<34} {:>8.0}{:>8.0} {:>8.0}{:>8.0} {count:>14}",
                with.0, with.1, without.0, without.1
            );
        }
    }
}

fn best_and_middle(mut rates: Vec<f64>) -> (f64, f64) {
    rates.sort_by(f64::total_cmp);
    (rates[rates.len() - 1], rates[rates.len() / 2])
}

/// How the players choose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Half of all bets are called, three in eight folded to, one in eight choices bets or raises the least.
    Mixed,
    /// Everybody checks and calls.
    Calls,
}

fn measure<R: Record<Event>>(
    table: &Arc<Table>,
    setup: &Setup,
    style: Style,
    hands: u32,
    events: &mut R,
    mut after: impl FnMut(&mut R),
) -> f64 {
    let mut deck: Vec<Card> = Card::all().collect();
    let mut dice = Dice(88_172_645_463_325_252);
    let mut sum = Money::ZERO;
    let start = ProcessTime::now();
    for _ in 0..hands {
        sum += play(table, setup, style, &mut deck, &mut dice, events);
        after(events);
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(sum.is_positive());
    f64::from(hands) / seconds / 1e3
}

fn play(
    table: &Arc<Table>,
    setup: &Setup,
    style: Style,
    deck: &mut [Card],
    dice: &mut Dice,
    events: &mut impl Record<Event>,
) -> Money {
    let mut hand = Hand::new(table, setup, events).expect("a playable setup");
    let mut top = 0;
    loop {
        match hand.waits() {
            Waits::Over => return hand.stacks()[0],
            Waits::Card(_) => {
                let at = top + dice.below((deck.len() - top) as u32) as usize;
                deck.swap(top, at);
                hand.card(Some(deck[top]), events).expect("a card of the deck");
                top += 1;
            }
            Waits::Shuffle(_) => unreachable!("a board game has no draw"),
            Waits::Choices => {
                let turn = hand.turn().expect("somebody's turn");
                let seat = hand.seats()[turn.place];
                let what = if style == Style::Calls { 7 } else { dice.below(8) };
                let choice = match (what, turn.call, turn.raise) {
                    (0, _, Ok((least, _))) if turn.opens => Choice::Bet(least),
                    (0, _, Ok((least, _))) => Choice::Raise(least),
                    (1..=3, Some(_), _) => Choice::Fold,
                    (_, Some(_), _) => Choice::Call,
                    _ => Choice::Check,
                };
                hand.choose(seat, choice, events).expect("an allowed choice");
            }
        }
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

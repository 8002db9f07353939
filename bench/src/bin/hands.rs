//! Complete six-handed hands of hold'em a second, dealt from a shuffled deck, with events on and off, and with events
//! off from a setup that is checked and posted anew for each hand: the best and the middle one of several runs.

use std::sync::Arc;

use books::poker::Structure;
use books::{BookId, Money, Rules, Shelf};
use cards::Card;
use cpu_time::ProcessTime;
use games::poker::{Choice, Event, Hand, Opening, Player, Setup, Table, Waits};
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
    println!(
        "{:<34} {:>16} {:>16} {:>16} {:>14}",
        "", "events on", "events off", "from the setup", "events a hand"
    );
    let of_each = "    best  middle";
    println!("{:<34} {of_each} {of_each} {of_each}", "");
    let limit = Some((Money::dollars(4), Money::dollars(8)));
    let blinds = Some((Money::dollars(2), Money::dollars(4)));
    for structure in [Structure::Limit, Structure::NoLimit] {
        let table =
            Arc::new(Table::new(&rules, rules.stakes(structure, limit, blinds).expect("a filed table")));
        let players = (1..=PLAYERS).map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(400) });
        let setup = Setup::new(&table, players.collect(), Seat::new(1));
        let opening = Opening::check(&table, &setup).expect("a playable setup");
        for (style, name) in
            [(Style::Mixed, "folds, calls and raises"), (Style::Calls, "all call to the end")]
        {
            let mut events: Vec<Event> = Vec::with_capacity(256);
            let mut count = 0;
            let (mut with, mut without, mut anew) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..RUNS {
                let open = |events: &mut Vec<Event>| opening.open(events);
                with.push(measure(open, style, hands, &mut events, |events| {
                    count += events.len();
                    events.clear();
                }));
                without.push(measure(|events| opening.open(events), style, hands, &mut (), |()| ()));
                let begin = |events: &mut ()| Hand::new(&table, &setup, events).expect("a playable setup");
                anew.push(measure(begin, style, hands, &mut (), |()| ()));
            }
            let name = format!("{structure}, {name}");
            let [with, without, anew] = [with, without, anew].map(best_and_middle);
            let count = count / RUNS / hands as usize;
            println!(
                "{name:<34} {:>8.0}{:>8.0} {:>8.0}{:>8.0} {:>8.0}{:>8.0} {count:>14}",
                with.0, with.1, without.0, without.1, anew.0, anew.1
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
    begin: impl Fn(&mut R) -> Hand,
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
        let mut hand = begin(events);
        sum += play(&mut hand, style, &mut deck, &mut dice, events);
        after(events);
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(sum.is_positive());
    f64::from(hands) / seconds / 1e3
}

fn play(
    hand: &mut Hand,
    style: Style,
    deck: &mut [Card],
    dice: &mut Dice,
    events: &mut impl Record<Event>,
) -> Money {
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
                let player = hand.in_turn().expect("somebody's turn");
                let what = if style == Style::Calls { 7 } else { dice.below(8) };
                let raise = if what == 0 { player.raise().ok() } else { None };
                let choice = match (raise, player.call()) {
                    (Some((least, _)), _) if player.opens() => Choice::Bet(least),
                    (Some((least, _)), _) => Choice::Raise(least),
                    (None, Some(_)) if (1..=3).contains(&what) => Choice::Fold,
                    (None, Some(_)) => Choice::Call,
                    (None, None) => Choice::Check,
                };
                hand.choose(player.seat(), choice, events).expect("an allowed choice");
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

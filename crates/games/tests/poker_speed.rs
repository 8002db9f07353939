//! How many hands a second the engine plays; run with `--release -- --ignored --nocapture`.

use std::sync::Arc;
use std::time::Instant;

use books::poker::Structure;
use books::{BookId, Money, Rules, Shelf};
use cards::Card;
use games::Seat;
use games::poker::{Choice, Event, Hand, Player, Record, Setup, Table, Waits};

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

fn play(
    table: &Arc<Table>,
    setup: &Setup,
    deck: &mut [Card],
    dice: &mut Dice,
    events: &mut impl Record,
) -> Money {
    let mut hand = Hand::new(table, setup, events).unwrap();
    let mut top = 0;
    loop {
        match hand.waits() {
            Waits::Over => return hand.stacks()[0],
            Waits::Card(_) => {
                let at = top + dice.below((deck.len() - top) as u32) as usize;
                deck.swap(top, at);
                hand.card(Some(deck[top]), events).unwrap();
                top += 1;
            }
            Waits::Shuffle(_) => unreachable!("a board game has no draw"),
            Waits::Choices => {
                let turn = hand.turn().unwrap();
                let seat = hand.seats()[turn.place];
                let choice = match (dice.below(8), turn.call, turn.raise) {
                    (0, _, Ok((least, _))) if turn.opens => Choice::Bet(least),
                    (0, _, Ok((least, _))) => Choice::Raise(least),
                    (1..=3, Some(_), _) => Choice::Fold,
                    (_, Some(_), _) => Choice::Call,
                    _ => Choice::Check,
                };
                hand.choose(seat, choice, events).unwrap();
            }
        }
    }
}

#[test]
#[ignore = "a measurement, not a check"]
fn hands_a_second() {
    let Rules::Poker(rules) =
        Shelf::filed().book(&BookId::new("mortimers", "holdem")).unwrap_or_else(|_| panic!()).rules
    else {
        panic!("not a poker book")
    };
    let limit = Some((Money::dollars(4), Money::dollars(8)));
    let blinds = Some((Money::dollars(2), Money::dollars(4)));
    for structure in [Structure::Limit, Structure::NoLimit] {
        let table = Arc::new(Table::new(&rules, rules.stakes(structure, limit, blinds).unwrap()));
        let players =
            (1..=6).map(|seat| Player { seat: Seat::new(seat), stack: Money::dollars(400) }).collect();
        let setup = Setup::new(&table, players, Seat::new(1));
        let mut deck: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
        let mut dice = Dice(88_172_645_463_325_252);
        let mut events: Vec<Event> = Vec::new();
        let hands = 400_000;
        let (mut sum, mut count) = (Money::ZERO, 0);
        let began = Instant::now();
        for _ in 0..hands {
            events.clear();
            sum += play(&table, &setup, &mut deck, &mut dice, &mut events);
            count += events.len();
        }
        let with = f64::from(hands) / began.elapsed().as_secs_f64();
        let began = Instant::now();
        for _ in 0..hands {
            sum += play(&table, &setup, &mut deck, &mut dice, &mut ());
        }
        let without = f64::from(hands) / began.elapsed().as_secs_f64();
        println!(
            "{structure}: {with:.0} hands a second with events ({} a hand), {without:.0} without; {sum}",
            count / hands as usize
        );
    }
}

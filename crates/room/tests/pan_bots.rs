//! Bots at Pan, hand after hand without a table around them: chips are conserved, hands end, and the good one beats
//! the simple one.

use std::sync::Arc;
use std::time::Instant;

use books::{Money, Rules, Shelf};
use cards::{Card, Draws, Seed};
use games::Seat;
use games::pan::{End, Game, Pan, Player, Setup, Victory, Waits};
use room::bots::pan::{Open, good, sight, simple};

fn game() -> Arc<Game> {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("players-club/pan").unwrap()).unwrap();
    let Rules::Pan(rules) = book.rules else { panic!("pan is pan") };
    Arc::new(Game::new(*rules, None))
}

/// Plays a hand; the seats of `are_good` play well. Says what each won, in cents, and how it ended.
fn play(
    game: &Arc<Game>,
    are_good: &[bool],
    last_winner: Option<Seat>,
    draws: &mut Draws,
) -> (Vec<i64>, Pan) {
    let stack = Money::dollars(1_000);
    let players = (1..=are_good.len() as u8).map(|seat| Player { seat: Seat::new(seat), stack }).collect();
    let setup = Arc::new(Setup { seats: 8, players, last_winner });
    let mut events = Vec::new();
    let mut round = Pan::open(Arc::clone(game), &setup, &mut events).unwrap();
    let mut stock: Vec<Card> = game.pack.cards().collect();
    draws.shuffle(&mut stock);
    let mut list = Vec::new();
    loop {
        match round.waits() {
            Waits::Card { .. } => round.card(stock.pop(), &mut events).unwrap(),
            Waits::Shuffle => {
                stock.extend(round.to_shuffle());
                draws.shuffle(&mut stock);
                round.shuffle(&mut events).unwrap();
            }
            Waits::Choices => {
                list.clear();
                round.allowed(&mut list);
                // Those who may force are asked before the player in turn, who is first in the list.
                let mut seats: Vec<Seat> = list.iter().map(|one| one.seat).collect();
                seats.dedup();
                let chosen = seats.iter().rev().find_map(|seat| {
                    let open: Vec<Open> = list
                        .iter()
                        .filter(|one| one.seat == *seat)
                        .map(|one| Open { choice: one.choice, chips: one.chips })
                        .collect();
                    let seen = sight(&round, game, *seat)?;
                    let is_good = are_good[usize::from(seat.number()) - 1];
                    let choice = if is_good { good(&seen, &open) } else { simple(&seen, &open) };
                    choice.map(|choice| (*seat, choice))
                });
                let (seat, choice) = chosen.expect("somebody chooses");
                round
                    .choose(seat, choice, &mut events)
                    .unwrap_or_else(|refusal| panic!("{choice}: {refusal}"));
            }
            Waits::Over => break,
        }
        events.clear();
    }
    let nets = (0..are_good.len()).map(|place| (round.purse(place) - stack).in_cents()).collect();
    (nets, round)
}

fn hands(usual: u32) -> u32 {
    std::env::var("PAN_HANDS").ok().and_then(|hands| hands.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_good_bot_beats_the_simple_one() {
    let game = game();
    let mut draws = Seed::from_bytes([7; 32]).draws();
    let (mut sum, mut squares, mut count, mut outs) = (0.0, 0.0, 0.0, 0);
    let began = Instant::now();
    let mut winner = None;
    for hand in 0..hands(2_000) {
        let players = 2 + (hand % 7) as usize;
        // Seats change from hand to hand, so that no place is better for one of them.
        let are_good: Vec<bool> =
            (0..players).map(|place| (place as u32 + hand / 7).is_multiple_of(2)).collect();
        let (nets, round) = play(&game, &are_good, winner, &mut draws);
        assert_eq!(nets.iter().sum::<i64>(), 0);
        outs += u32::from(matches!(round.end(), Some(End::Won(_, Victory::WentOut))));
        winner = round.first_next().filter(|seat| usize::from(seat.number()) <= players);
        let of = |is_good: bool| {
            let mine: Vec<f64> = nets
                .iter()
                .zip(&are_good)
                .filter(|(_, good)| **good == is_good)
                .map(|(net, _)| *net as f64)
                .collect();
            mine.iter().sum::<f64>() / mine.len().max(1) as f64
        };
        let margin = (of(true) - of(false)) / game.rules.table.chip.value.in_cents() as f64;
        sum += margin;
        squares += margin * margin;
        count += 1.0;
    }
    let mean: f64 = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    let speed = count / began.elapsed().as_secs_f64();
    println!(
        "the good bot is ahead by {mean:.2} ± {error:.2} chips a hand; {outs} went out; {speed:.0} hands a second"
    );
    assert!(mean > 3.0 * error, "{mean:.2} ± {error:.2}");
    assert!(outs > hands(2_000) / 2, "{outs} hands ended by going out");
}

//! Rounds and player hands a second of the full blackjack engine, book by book, with events on and off.

use std::sync::Arc;

use books::{Money, Rules, Shelf};
use cards::{Card, Deck};
use cpu_time::ProcessTime;
use games::blackjack::{Bet, Choice, Event, Setup, Waits};
use games::blackjack::{Blackjack, Game, Opening};
use games::{Purse, Record, Seat};

const ROUNDS: usize = 200_000;
const SPOTS: u8 = 7;

fn main() {
    println!("{SPOTS} players against the bank, {ROUNDS} rounds a book, one core");
    println!("{:<32} {:>16} {:>16}", "", "events on", "events off");
    println!("{:<32} {:>16} {:>16}", "book", "M hands a second", "M hands a second");
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let book = shelf.book(&id).expect("the filed books load");
        let Rules::Blackjack(rules) = &book.rules else { continue };
        let game = Arc::new(Game { rules: (**rules).clone(), schedule: None });
        let setup = setup(&game);
        let shoes = shoes(&game, &setup);
        let mut events: Vec<Event> = Vec::with_capacity(256);
        let with = measure(&game, &setup, &shoes, &mut events, Vec::clear);
        let without = measure(&game, &setup, &shoes, &mut (), |()| ());
        println!("{:<32} {with:>16.2} {without:>16.2}", id.to_string());
    }
}

/// Seven players with $10 each against an ample bank in the last seat.
fn setup(game: &Game) -> Arc<Setup> {
    let stack = Money::dollars(1_000_000);
    let purses = (1..=SPOTS + 1).map(|seat| Purse { name: seat.to_string(), stack, streak: 0 }).collect();
    let bets = (1..=SPOTS)
        .map(|seat| Bet {
            spot: Seat::new(seat),
            purse: seat - 1,
            base: Money::dollars(10),
            side: Money::ZERO,
        })
        .collect();
    Arc::new(Setup {
        seats: SPOTS + 1,
        decks: game.rules.deck.decks.usual,
        purses,
        bank: Seat::new(SPOTS + 1),
        banker: SPOTS,
        stake: Money::dollars(100_000),
        partners: Vec::new(),
        bets,
    })
}

/// Shuffled shoes, made before the clock starts.
fn shoes(game: &Game, setup: &Setup) -> Vec<Vec<Card>> {
    let deck =
        Deck::with_jokers(game.rules.deck.jokers.value).decks(setup.decks).expect("a filed number of decks");
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    (0..256)
        .map(|_| {
            let mut cards: Vec<Card> = deck.cards().collect();
            for place in (1..cards.len()).rev() {
                cards.swap(place, next(place + 1));
            }
            cards
        })
        .collect()
}

fn measure<R: Record<Event>>(
    game: &Arc<Game>,
    setup: &Arc<Setup>,
    shoes: &[Vec<Card>],
    events: &mut R,
    mut clear: impl FnMut(&mut R),
) -> f64 {
    let opening = Opening::check(Arc::clone(game), setup).expect("the setup is legal");
    let clock = ProcessTime::now();
    let (mut hands, mut place, mut shoe) = (0, 0, 0);
    let mut round = opening.open(events);
    for _ in 0..ROUNDS {
        clear(events);
        if place > shoes[shoe].len() * 3 / 4 {
            place = 0;
            shoe = (shoe + 1) % shoes.len();
        }
        opening.open_again(&mut round, events);
        play(&mut round, &shoes[shoe], &mut place, events);
        hands += round.hands().len();
    }
    hands as f64 / clock.elapsed().as_secs_f64() / 1e6
}

/// Takes cards up to 16 as far as the book allows, and stands from 17 on.
fn play(round: &mut Blackjack, shoe: &[Card], place: &mut usize, events: &mut impl Record<Event>) {
    let mut allowed = Vec::new();
    loop {
        match round.waits() {
            Waits::Card { .. } => {
                round.card(Some(shoe[*place % shoe.len()]), events).expect("a card of the shoe");
                *place += 1;
            }
            Waits::Choices => match round.current_hand() {
                Some((who, hand)) => {
                    let total = round.total_of(who, hand).expect("the hand in play").points;
                    let choice = if total < 17 { Choice::Hit } else { Choice::Stand };
                    if round.choose(who, choice, events).is_err() {
                        let other = if choice == Choice::Hit { Choice::Stand } else { Choice::Hit };
                        round.choose(who, other, events).expect("a hand hits or stands");
                    }
                }
                None => {
                    allowed.clear();
                    round.allowed(&mut allowed);
                    let decline =
                        allowed.iter().find(|item| item.choice == Choice::Decline).expect("may decline");
                    round.choose(decline.who, Choice::Decline, events).expect("listed choices are taken");
                }
            },
            Waits::Look => unreachable!("the shuffler knows the down card"),
            Waits::Over => return,
        }
    }
}

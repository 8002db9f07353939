//! Player hands a second of the blackjack engine, book by book, beside the peer `freebj`: with events on and off, and
//! on the simulation path over the pure rules. All run in turns; a ratio is the median of those within each run.

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Arc;

use books::blackjack::BlackjackRules;
use books::{Money, Rules, Shelf};
use cards::{Card, Deck};
use cpu_time::ProcessTime;
use freebj::basic_strategy::BasicStrategy;
use freebj::betting::FixedBet;
use freebj::game_rules::GameRules;
use freebj::round_factory::RoundFactory;
use freebj::shoe::standard_shoe::StandardShoe;
use freebj::simulator::Simulator;
use games::blackjack::simulation::{Answer, Move, Players, Simulation, Stakes, Turn};
use games::blackjack::{Bet, Choice, Event, PlayerHand, Setup, Waits};
use games::blackjack::{Blackjack, Game, Opening};
use games::{Purse, Record, Seat};

const ROUNDS: usize = 40_000;
const SPOTS: u8 = 7;
/// Runs of each line, unless another number is named.
const RUNS: usize = 9;

fn main() {
    let runs = std::env::args().nth(1).map_or(RUNS, |number| number.parse().expect("a number of runs"));
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    println!("{SPOTS} players against the bank, {runs} runs of {ROUNDS} rounds a book, one core");
    println!(
        "millions of player hands a second, and how many times those of freebj with one player and with seven"
    );
    println!(
        "{:<28} {:>20} {:>20} {:>20} {:>7} {:>7}",
        "", "events on", "events off", "simulation", "one", "seven"
    );
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let book = shelf.book(&id).expect("the filed books load");
        let Rules::Blackjack(rules) = &book.rules else { continue };
        if !wanted.is_empty() && !wanted.contains(&id.to_string()) {
            continue;
        }
        println!("{:<28} {}", id.to_string(), line(rules, runs));
    }
}

fn line(rules: &BlackjackRules, runs: usize) -> String {
    let game = Arc::new(Game { rules: rules.clone(), schedule: None });
    let setup = setup(&game);
    let shoes = shoes(&game, &setup);
    let mut events: Vec<Event> = Vec::with_capacity(256);
    let mut rates: [Vec<f64>; 5] = Default::default();
    for _ in 0..runs {
        rates[0].push(engine(&game, &setup, &shoes, &mut events, Vec::clear));
        rates[1].push(engine(&game, &setup, &shoes, &mut (), |()| ()));
        rates[2].push(simulated(rules, &shoes));
        rates[3].push(peer(1));
        rates[4].push(peer(SPOTS));
    }
    let times = |ours: usize, theirs: usize| {
        median(rates[ours].iter().zip(&rates[theirs]).map(|(ours, theirs)| ours / theirs).collect())
    };
    let ours = |place: usize| {
        format!("{:>7.2} ({:.2}, {:.2})", median(rates[place].clone()), times(place, 3), times(place, 4))
    };
    let theirs = |place: usize| format!("{:>7.2}", median(rates[place].clone()));
    format!("{:>20} {:>20} {:>20} {} {}", ours(0), ours(1), ours(2), theirs(3), theirs(4))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
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

fn engine<R: Record<Event>>(
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
                Some((who, _)) => {
                    let total = round.hand_in_turn().expect("the hand in play").hand.total().points;
                    let choice = if total < 17 { Choice::Hit } else { Choice::Stand };
                    if round.choose(who, choice, events).is_err() {
                        let other = if choice == Choice::Hit { Choice::Stand } else { Choice::Hit };
                        round.choose(who, other, events).expect("a hand hits or stands");
                    }
                }
                // Everybody who is asked declines; a last word is over with the first.
                None => {
                    allowed.clear();
                    round.allowed(&mut allowed);
                    let mut declines = allowed.iter().filter(|item| item.choice == Choice::Decline);
                    let first = declines.next().expect("may decline");
                    round.choose(first.who, Choice::Decline, events).expect("listed choices are taken");
                    for item in declines {
                        if round.choose(item.who, Choice::Decline, events).is_err() {
                            break;
                        }
                    }
                }
            },
            Waits::Look => unreachable!("the shuffler knows the down card"),
            Waits::Over => return,
        }
    }
}

/// The same cards and the same way to play, for the simulation path.
struct Plain<'a> {
    shoe: &'a [Card],
    place: usize,
}

impl Players for Plain<'_> {
    #[inline]
    fn card(&mut self) -> Card {
        let card = self.shoe[self.place % self.shoe.len()];
        self.place += 1;
        card
    }

    #[inline]
    fn choose(&mut self, turn: &Turn<'_>) -> Move {
        let wanted = if turn.hand.hand.total().points < 17 { turn.hit() } else { turn.stand() };
        wanted.or_else(|| turn.stand()).or_else(|| turn.hit()).expect("a hand hits or stands")
    }

    fn insure(&mut self, _spot: usize, _hand: &PlayerHand, _may_take_even_money: bool) -> Answer {
        Answer::Decline
    }
}

fn simulated(rules: &BlackjackRules, shoes: &[Vec<Card>]) -> f64 {
    let stakes = [Stakes { base: Money::dollars(10), side: Money::ZERO, streak: 0 }; SPOTS as usize];
    let mut simulation = Simulation::new(rules, &stakes);
    let clock = ProcessTime::now();
    let (mut hands, mut shoe, mut sum) = (0, 0, Money::ZERO);
    let mut players = Plain { shoe: &shoes[0], place: 0 };
    for _ in 0..ROUNDS {
        if players.place > players.shoe.len() * 3 / 4 {
            shoe = (shoe + 1) % shoes.len();
            players = Plain { shoe: &shoes[shoe], place: 0 };
        }
        simulation.play(&mut players);
        hands += simulation.hands();
        sum += (0..usize::from(SPOTS)).map(|spot| simulation.net(spot).total()).sum::<Money>();
    }
    black_box(sum);
    hands as f64 / clock.elapsed().as_secs_f64() / 1e6
}

/// The peer's own simulator with its own shoe of six decks and its basic strategy; its program has one player.
fn peer(players: u8) -> f64 {
    let (rules, strategy, bet) = (GameRules::default(), BasicStrategy::new(false), FixedBet(10.0));
    let none = VecDeque::new;
    let factory = RoundFactory::new(&rules, &strategy, &bet, players, false, None, None, none(), none());
    let rounds = (ROUNDS * usize::from(SPOTS)) as u64 / u64::from(players);
    let shoe = Box::new(StandardShoe::shuffled(6, 5 * 52));
    let clock = ProcessTime::now();
    black_box(Simulator::new(rounds, shoe, &factory, None, None, false, false).run());
    (rounds * u64::from(players)) as f64 / clock.elapsed().as_secs_f64() / 1e6
}

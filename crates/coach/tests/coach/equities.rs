//! Poker in situations that bots come into, against showdowns that are dealt, ranked and settled without the coach.

use books::Rules;
use cards::{Card, Draws, Seed};
use coach::{Asked, Coach};
use games::poker::Choice as Bet;
use games::round::Choice;
use odds::equity::{Game, Method, Question};

use crate::hall::{Hall, Situation};
use crate::situations::{play_in, round, rules_of};

/// What an equity of the analysis says of one deal.
fn won(game: Game, own: &[Card], others: &[Vec<Card>], board: &[Card]) -> f64 {
    let hands: Vec<Vec<Card>> = [own.to_vec()].into_iter().chain(others.iter().cloned()).collect();
    let answer = Question::new(game, &hands, board, &[]).unwrap().answer(Method::Exact);
    let share = answer.shares[0].equity;
    share.numerator as f64 / share.denominator as f64
}

/// What somebody has after a showdown of known hands, in cents, when they have bet so much on this street and everybody
/// still in has called: dollar by dollar, from the bottom of the pots to the top.
fn after_showdown(situation: &Situation, game: Game, to: i64, hands: &[Vec<Card>], board: &[Card]) -> f64 {
    let round = round(situation);
    let own = round.seats.iter().position(|seat| Some(seat.seat) == situation.view.you).unwrap();
    let highest = round.seats.iter().map(|seat| seat.bet.in_cents()).max().unwrap().max(to);
    let chips = |seat: games::Seat| {
        situation.view.people.iter().find(|one| one.seat == Some(seat)).map_or(0, |one| one.stack.in_cents())
    };
    let paid: Vec<i64> = round
        .seats
        .iter()
        .enumerate()
        .map(|(place, seat)| {
            let bet = seat.bet.in_cents();
            let more = if place == own {
                to - bet
            } else if seat.is_live {
                (highest - bet).min(chips(seat.seat))
            } else {
                0
            };
            seat.paid.in_cents() + more
        })
        .collect();
    let pot: i64 = round.pots.iter().map(|pot| pot.in_cents()).sum();
    let mut taken = round.seats.iter().map(|seat| seat.paid.in_cents()).sum::<i64>() - pot;
    let is_live = |place: usize| round.seats[place].is_live;
    let mut levels: Vec<i64> =
        (0..paid.len()).filter(|place| is_live(*place)).map(|place| paid[place]).collect();
    levels.sort_unstable();
    levels.dedup();
    let top = *levels.last().unwrap();
    let (mut floor, mut back) = (0, 0.0);
    for level in levels {
        let slice = |one: &i64| {
            if level == top { (one - floor).max(0) } else { (*one).min(level) - (*one).min(floor) }
        };
        let amount: i64 = paid.iter().map(slice).sum();
        let given = amount.min(taken);
        taken -= given;
        let amount = (amount - given) as f64;
        let rivals: Vec<Vec<Card>> = (0..paid.len())
            .filter(|place| *place != own && is_live(*place) && paid[*place] >= level)
            .map(|place| hands[place].clone())
            .collect();
        if paid[own] >= level {
            let part = if rivals.is_empty() { 1.0 } else { won(game, &hands[own], &rivals, board) };
            back += part * amount;
        }
        floor = level;
    }
    back - (to - round.seats[own].bet.in_cents()) as f64
}

/// What each bet, call and check is worth, against showdowns of hands that are dealt and settled without the coach.
#[test]
fn poker_values_are_those_of_the_equities() {
    let mut z_squares = Vec::new();
    let (mut exact, mut checked, mut sides) = (0, 0, 0);
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    let chips = &[1, 3, 20, 2, 8];
    for (name, hall) in [
        ("mortimers/holdem", Hall::with_chips("mortimers/holdem", 5, 7, chips)),
        ("marina/holdem", Hall::no_limit("marina/holdem", 5, 7, chips)),
        ("players-club/omaha", Hall::with_chips("players-club/omaha", 5, 7, chips)),
        ("players-club/omaha-8", Hall::with_chips("players-club/omaha-8", 5, 7, chips)),
    ] {
        let Rules::Poker(rules) = rules_of(name) else { panic!("{name}") };
        let game = Game::of(&rules).unwrap();
        let mut draws: Draws = Seed::from_bytes([31; 32]).draws();
        checked += play_in(hall, 350, |situation, advice| {
            let Some(hand) = advice.hands.first() else { return false };
            let round = round(situation);
            let own = round.seats.iter().position(|seat| Some(seat.seat) == situation.view.you).unwrap();
            let bet = round.seats[own].bet.in_cents();
            let mut valued = Vec::new();
            for rated in &hand.choices {
                let offer =
                    round.offers.iter().find(|offer| offer.choice.is_like(&rated.choice.unwrap())).unwrap();
                let (word, to) = match rated.choice.unwrap() {
                    Choice::Poker(Bet::Check) => ("check", bet),
                    Choice::Poker(Bet::Call) => ("call", bet + offer.least.in_cents()),
                    Choice::Poker(Bet::Bet(to)) => ("bet", to.in_cents()),
                    Choice::Poker(Bet::Raise(to)) => ("raise", to.in_cents()),
                    Choice::Poker(Bet::Fold) => {
                        assert_eq!(rated.value, Some(0.0));
                        continue;
                    }
                    _ => return false,
                };
                *seen.entry(word).or_default() += 1;
                let unit = hand.unit.in_cents() as f64;
                valued.extend(rated.value.map(|value| (to, value * unit, rated.error * unit)));
            }
            if valued.is_empty() {
                return false;
            }
            let reach = |seat: &games::round::SeatView| {
                let people = &situation.view.people;
                let stack = people
                    .iter()
                    .find(|one| one.seat == Some(seat.seat))
                    .map_or(0, |one| one.stack.in_cents());
                seat.bet.in_cents() + stack
            };
            let most = valued.iter().map(|(to, ..)| *to).max().unwrap();
            let is_short = |(place, seat): (usize, &games::round::SeatView)| {
                place != own && seat.is_live && reach(seat) < most
            };
            sides += usize::from(round.seats.iter().enumerate().any(is_short));
            let unseen: Vec<Card> = Card::all()
                .filter(|card| !card.is_joker() && !hand.cards.contains(card) && !round.board.contains(card))
                .collect();
            let live: Vec<usize> =
                (0..round.seats.len()).filter(|place| *place != own && round.seats[*place].is_live).collect();
            let deal = |unseen: &[Card]| {
                let missing = 5 - round.board.len();
                let board = [&round.board[..], &unseen[..missing]].concat();
                let mut hands = vec![Vec::new(); round.seats.len()];
                hands[own].clone_from(&hand.cards);
                for (place, cards) in live.iter().zip(unseen[missing..].chunks(hand.cards.len())) {
                    hands[*place] = cards.to_vec();
                }
                let of = |(to, ..): &(i64, f64, f64)| after_showdown(situation, game, *to, &hands, &board);
                valued.iter().map(of).collect::<Vec<f64>>()
            };
            if hand.is_exact && round.board.len() == 5 && hand.cards.len() == 2 {
                if exact >= 40 {
                    return false;
                }
                exact += 1;
                let (mut sums, mut count) = (vec![0.0; valued.len()], 0.0);
                for place in 0..unseen.len() {
                    for other in &unseen[..place] {
                        let found = deal(&[unseen[place], *other]);
                        sums.iter_mut().zip(found).for_each(|(sum, one)| *sum += one);
                        count += 1.0;
                    }
                }
                for ((_, value, _), sum) in valued.iter().zip(sums) {
                    assert!((value - sum / count).abs() < 1e-6, "{hand:#?}: {}", sum / count);
                }
                return true;
            }
            let mut unseen = unseen;
            let (mut sums, mut squares, deals) = (vec![0.0; valued.len()], vec![0.0; valued.len()], 120.0);
            for _ in 0..120 {
                draws.shuffle(&mut unseen);
                for (place, one) in deal(&unseen).into_iter().enumerate() {
                    sums[place] += one;
                    squares[place] += one * one;
                }
            }
            for (place, (_, value, error)) in valued.iter().enumerate() {
                let mean = sums[place] / deals;
                let variance = (squares[place] / deals - mean * mean) / deals;
                // Where hardly a deal differs, so few say little about how they spread.
                let most = 4.0 * hand.unit.in_cents() as f64;
                if variance.sqrt() < most / 400.0 {
                    assert!((value - mean).abs() < most / 8.0, "{name}: {value} against {mean}: {hand:#?}");
                    continue;
                }
                let z: f64 = (value - mean) / (variance + error * error).sqrt();
                assert!(z.abs() < 6.0, "{name}: {value} against {mean}: {hand:#?}");
                // The choices of one hand rest on the same deals, so that only one of them counts here.
                z_squares.extend((place == 0).then_some(z * z));
            }
            true
        });
    }
    let mean = z_squares.iter().sum::<f64>() / z_squares.len() as f64;
    assert!((0.8..1.2).contains(&mean), "mean square {mean} of {} values", z_squares.len());
    assert!(exact >= 10 && checked >= 1_400, "{exact} of {checked} counted one by one");
    println!("{seen:?}, {sides} with side pots");
    assert!(["check", "call", "bet", "raise"].iter().all(|word| seen[word] > 50), "{seen:?}");
    assert!(sides > 30, "{sides} with side pots");
}

/// Where one of three cards is thrown away, each answer says what it takes the others to hold.
#[test]
fn what_the_others_throw_away_is_told() {
    let told = ["taken to play the best two", "taken to hold two random cards, not the best two of three"];
    for name in ["players-club/pineapple", "players-club/crazy-pineapple", "marina/holdem"] {
        let (coach, mut hall) = (Coach::default(), Hall::new(name, 4, 5));
        let rules = hall.book.rules.clone();
        let mut seen = [0; 3];
        for _ in 0..600 {
            for situation in hall.step() {
                let few = Asked { deals: 50, ..Asked::default() };
                let advice = coach.advise(&situation.view, situation.person, &rules, &few);
                let Some(hand) = advice.hands.first() else { continue };
                let is_throw = matches!(hand.choices[0].choice, Some(Choice::Poker(Bet::Discard(_))));
                let says = told.map(|words| hand.basis.contains(words));
                let expected = match (name, hand.cards.len(), is_throw) {
                    ("marina/holdem", ..) => [false, false],
                    (_, 3, false) => [true, false],
                    _ => [false, true],
                };
                assert_eq!(says, expected, "{name}: {hand:#?}");
                seen[usize::from(hand.cards.len() == 2) + usize::from(is_throw) * 2] += 1;
            }
        }
        let expected = name != "marina/holdem";
        assert_eq!(seen.map(|count| count > 3), [expected, true, expected], "{name}: {seen:?}");
    }
}

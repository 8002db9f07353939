//! Every deal of a small question played through the engine, all in before the first card: what the seats end
//! with is the equity.

use std::sync::Arc;

use super::{Dice, rules};
use books::Money;
use books::poker::{PokerRules, Structure};
use cards::{Card, CardSet};
use games::Seat;
use games::poker::{Choice, Hand, Phase, Place, Player, PostKind, Posting, Setup, Table, Waits, Which};
use odds::equity::{Fraction, Game, Method, PARTS, Question};

fn table(rules: &PokerRules) -> Arc<Table> {
    let limit = Some((Money::dollars(3), Money::dollars(6)));
    let blinds = Some((Money::dollars(1), Money::dollars(3)));
    let stakes = Structure::ALL.iter().find_map(|structure| rules.stakes(*structure, limit, blinds).ok());
    Arc::new(Table::new(rules, stakes.expect("a table can be opened")))
}

/// Cards of one deal: what each place is dealt, what it throws away and draws, and the board.
struct Deal<'d> {
    dealt: &'d [Vec<Card>],
    thrown: usize,
    drawn: &'d [Vec<Card>],
    board: &'d [Card],
}

/// Plays one deal with everybody all in, and gives what each seat ends with.
fn play(table: &Arc<Table>, deal: &Deal<'_>) -> Vec<Money> {
    let count = deal.dealt.len();
    let stack = Money::dollars(PARTS as i64);
    let seats: Vec<Seat> = (1..=count as u8).map(Seat::new).collect();
    let players = seats.iter().map(|seat| Player { seat: *seat, stack }).collect();
    let mut setup = Setup::new(table, players, seats[count - 1]);
    setup.postings =
        seats.iter().map(|seat| Posting { seat: *seat, post: PostKind::Entry, amount: stack }).collect();
    let mut hand = Hand::new(table, &setup, &mut ()).unwrap();
    let mut given = vec![0; count];
    let mut drawn = vec![0; count];
    let mut board = deal.board.iter();
    loop {
        match hand.waits() {
            Waits::Over => return hand.stacks().to_vec(),
            Waits::Card(Place::Burn) => hand.card(None, &mut ()).unwrap(),
            Waits::Card(Place::Board) => hand.card(board.next().copied(), &mut ()).unwrap(),
            Waits::Card(Place::Private(seat)) => {
                let place = usize::from(seat.number()) - 1;
                let card = if hand.phase() == Phase::Drawing {
                    drawn[place] += 1;
                    deal.drawn[place][drawn[place] - 1]
                } else {
                    given[place] += 1;
                    deal.dealt[place][given[place] - 1]
                };
                hand.card(Some(card), &mut ()).unwrap();
            }
            Waits::Shuffle(_) => unreachable!("these hands need no second shuffle"),
            Waits::Choices => {
                let mut allowed = Vec::new();
                hand.allowed(&mut allowed);
                let seat = allowed[0].seat;
                let place = usize::from(seat.number()) - 1;
                // The cards to throw are dealt first.
                let first = |count: usize| (0..count as u8).fold(Which::NONE, Which::and);
                let choice = match hand.phase() {
                    Phase::Drawing => Choice::Draw(first(deal.drawn[place].len())),
                    _ => Choice::Discard(first(deal.thrown)),
                };
                hand.choose(seat, choice, &mut ()).unwrap();
            }
        }
    }
}

/// Compares the sum over all deals with the equities.
fn compare(question: &Question, stacks: impl Iterator<Item = Vec<Money>>, name: &str) {
    let answer = question.answer(Method::Exact);
    let count = answer.shares.len();
    let mut sums = vec![Money::ZERO; count];
    let mut deals = 0;
    for stacks in stacks {
        for (sum, stack) in sums.iter_mut().zip(stacks) {
            *sum += stack;
        }
        deals += 1;
    }
    assert_eq!(answer.deals, deals);
    for (share, sum) in answer.shares.iter().zip(sums) {
        let all = deals * PARTS * count as u64 * 100;
        assert_eq!(share.equity, Fraction::new(sum.in_cents() as u64, all), "{name}");
    }
}

#[test]
fn what_the_engine_pays_over_all_rivers_is_the_equity() {
    let mut dice = Dice(17);
    for (name, dealt, thrown) in [
        ("marina/holdem", 2, 0),
        ("mortimers/holdem", 2, 0),
        ("pinnacle/holdem", 2, 0),
        ("players-club/holdem", 2, 0),
        ("players-club/pineapple", 3, 1),
        ("players-club/crazy-pineapple", 3, 1),
        ("players-club/lazy-pineapple", 3, 0),
        ("players-club/omaha", 4, 0),
        ("players-club/omaha-8", 4, 0),
    ] {
        let rules = rules(name);
        let table = table(&rules);
        for count in [2, 3, 6] {
            let mut deck = dice.deal(count * dealt + 4);
            let hands: Vec<Vec<Card>> = (0..count).map(|_| deck.split_off(deck.len() - dealt)).collect();
            let kept: Vec<Vec<Card>> = hands.iter().map(|hand| hand[thrown..].to_vec()).collect();
            let dead: Vec<Card> = hands.iter().flat_map(|hand| hand[..thrown].to_vec()).collect();
            let question = Question::new(Game::of(&rules).unwrap(), &kept, &deck, &dead).unwrap();
            let live = CardSet::FULL - hands.iter().flatten().chain(&deck).copied().collect();
            let rivers = live.iter().map(|river| {
                let board = [&deck[..], &[river]].concat();
                play(&table, &Deal { dealt: &hands, thrown, drawn: &[], board: &board })
            });
            compare(&question, rivers, name);
        }
    }
}

#[test]
fn what_the_engine_pays_over_all_draws_is_the_equity() {
    let mut dice = Dice(19);
    for name in ["marina/lowball", "players-club/lowball-ace-to-five", "players-club/lowball-deuce-to-seven"]
    {
        let rules = rules(name);
        let table = table(&rules);
        let mut deck = dice.deal(15);
        let hands: Vec<Vec<Card>> = (0..3).map(|_| deck.split_off(deck.len() - 5)).collect();
        // The first two draw one card each, the third stands pat.
        let kept = [hands[0][1..].to_vec(), hands[1][1..].to_vec(), hands[2].clone()];
        let dead = [hands[0][0], hands[1][0]];
        let question = Question::new(Game::of(&rules).unwrap(), &kept, &[], &dead).unwrap();
        let live = CardSet::FULL - hands.iter().flatten().copied().collect();
        let draws = live.iter().flat_map(|one| live.without(one).iter().map(move |other| [one, other]));
        let stacks = draws.map(|[one, other]| {
            play(
                &table,
                &Deal { dealt: &hands, thrown: 0, drawn: &[vec![one], vec![other], vec![]], board: &[] },
            )
        });
        compare(&question, stacks, name);
    }
}

//! Simulated rounds against whole ones: random tables of every book are played by the rules of play alone, and again
//! through the engine with the same cards and choices. Every spot must come to the same cent.

use std::sync::Arc;

use books::blackjack::BlackjackRules;
use books::{Money, Rules, Shelf};
use cards::{Card, Deck};
use games::blackjack::simulation::{Answer, Move, Players, Simulation, Stakes, Turn};
use games::blackjack::{Allowed, Bet};
use games::blackjack::{Blackjack, Choice, Game, PlayerHand, Setup, Waits};
use games::{Party, Purse, Seat};

const ROUNDS: usize = 1_500;
const PLENTY: Money = Money::dollars(1_000_000);

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Decides by dice, and keeps what was dealt and decided.
struct Random<'a> {
    dice: &'a mut Dice,
    shoe: Vec<Card>,
    dealt: usize,
    choices: Vec<Choice>,
    answers: Vec<Choice>,
    stakes: Vec<Stakes>,
    seen: &'a mut [usize; 7],
}

impl Players for Random<'_> {
    fn card(&mut self) -> Card {
        self.dealt += 1;
        self.shoe[self.dealt - 1]
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Move {
        let moves = [
            (turn.hit(), Choice::Hit, 0),
            (turn.stand(), Choice::Stand, 1),
            (turn.double(), Choice::Double(self.stakes[turn.spot].base), 2),
            (turn.split(), Choice::Split, 3),
            (turn.surrender(), Choice::Surrender(0), 4),
        ];
        let open: Vec<(Move, Choice, usize)> =
            moves.into_iter().filter_map(|(may, choice, kind)| Some((may?, choice, kind))).collect();
        // Splits are so seldom open that they are taken more often than not.
        let split = open.iter().position(|(_, choice, _)| *choice == Choice::Split);
        let pick = split.filter(|_| self.dice.below(3) > 0).unwrap_or_else(|| self.dice.below(open.len()));
        let (taken, choice, kind) = open[pick];
        self.seen[kind] += 1;
        self.choices.push(choice);
        taken
    }

    fn insure(&mut self, spot: usize, _hand: &PlayerHand, may_take_even_money: bool) -> Answer {
        let (answer, choice) = match self.dice.below(3) {
            0 => (Answer::Insure, Choice::Insure(self.stakes[spot].base.half())),
            1 if may_take_even_money => (Answer::EvenMoney, Choice::EvenMoney),
            _ => (Answer::Decline, Choice::Decline),
        };
        self.seen[5] += usize::from(answer == Answer::Insure);
        self.seen[6] += usize::from(answer == Answer::EvenMoney);
        self.answers.push(choice);
        answer
    }
}

/// A shuffled shoe, now and then of few ranks, so that hands which are seldom come about.
fn shoe(rules: &BlackjackRules, dice: &mut Dice) -> Vec<Card> {
    let deck = Deck::with_jokers(rules.deck.jokers.value).decks(rules.deck.decks.usual).unwrap();
    let mut cards: Vec<Card> = deck.cards().collect();
    for place in (1..cards.len()).rev() {
        cards.swap(place, dice.below(place + 1));
    }
    if dice.below(3) > 0 {
        let rich = [dice.below(13), dice.below(13), dice.below(13)];
        cards.sort_by_key(|card| !card.rank().is_none_or(|rank| rich.contains(&(rank as usize))));
        // Among so many alike the order of the suits is as it was shuffled.
    }
    cards
}

fn stakes(rules: &BlackjackRules, dice: &mut Dice) -> Vec<Stakes> {
    let takes_side = rules
        .bonus_bet
        .as_ref()
        .map(|bonus| bonus.offered.value)
        .or(rules.buster.as_ref().map(|buster| buster.offered.value))
        .unwrap_or(false);
    let one = |dice: &mut Dice| {
        let base = Money::dollars(2 * (5 + dice.below(20) as i64));
        let side = if !takes_side || dice.below(2) == 0 {
            Money::ZERO
        } else if rules.bonus_bet.is_some() {
            base
        } else {
            Money::dollars(5)
        };
        Stakes { base, side, streak: dice.below(3) as u8 }
    };
    (0..1 + dice.below(6)).map(|_| one(dice)).collect()
}

/// The same round through the engine: what each spot came to.
fn through_the_engine(rules: &BlackjackRules, played: &Random<'_>) -> Vec<Money> {
    let spots = played.stakes.len() as u8;
    let purse = |name: u8, streak| Purse { name: name.to_string(), stack: PLENTY, streak };
    let mut purses: Vec<Purse> =
        (1..).zip(&played.stakes).map(|(seat, stakes)| purse(seat, stakes.streak)).collect();
    purses.push(purse(spots + 1, 0));
    let bets = (0..).zip(&played.stakes).map(|(place, stakes)| Bet {
        spot: Seat::new(place + 1),
        purse: place,
        base: stakes.base,
        side: stakes.side,
    });
    let setup = Arc::new(Setup {
        seats: spots + 1,
        decks: rules.deck.decks.usual,
        bets: bets.collect(),
        purses,
        bank: Seat::new(spots + 1),
        banker: spots,
        stake: PLENTY,
        partners: Vec::new(),
    });
    let game = Arc::new(Game { rules: rules.clone(), schedule: None });
    let mut round = Blackjack::open(game, &setup, &mut ()).unwrap();
    let (mut cards, mut choices) = (played.shoe[..played.dealt].iter(), played.choices.iter());
    loop {
        match round.waits() {
            Waits::Card { .. } => {
                round.card(Some(*cards.next().expect("as many cards in both")), &mut ()).unwrap();
            }
            Waits::Choices => match round.current_hand() {
                Some((who, hand)) => {
                    let choice = match choices.next().expect("as many choices in both") {
                        Choice::Surrender(_) => Choice::Surrender(hand),
                        choice => *choice,
                    };
                    round.choose(who, choice, &mut ()).unwrap();
                }
                None => answer(&mut round, &played.answers),
            },
            Waits::Look => unreachable!("the down card is known"),
            Waits::Over => break,
        }
    }
    assert_eq!((cards.next(), choices.next()), (None, None), "nothing is left over");
    (0..played.stakes.len()).map(|place| round.purse(place) - PLENTY).collect()
}

/// Answers about insurance as it was answered before; the last word, which nobody takes in simulations, is declined.
fn answer(round: &mut Blackjack, answers: &[Choice]) {
    let mut list: Vec<Allowed> = Vec::new();
    round.allowed(&mut list);
    let is_insurance =
        list.iter().any(|allowed| matches!(allowed.choice, Choice::Insure(_) | Choice::EvenMoney));
    let mut who: Vec<Party> = list.iter().map(|allowed| allowed.who).collect();
    who.dedup();
    for who in who {
        if is_insurance {
            round.choose(who, answers[who.index()], &mut ()).unwrap();
        } else if list.iter().any(|allowed| allowed.who == who && allowed.choice == Choice::Decline) {
            round.choose(who, Choice::Decline, &mut ()).unwrap();
            return;
        }
    }
}

fn compare(
    rules: &BlackjackRules,
    dice: &mut Dice,
    (seen, parts): (&mut [usize; 7], &mut [usize; 3]),
    name: &str,
) {
    let stakes = stakes(rules, dice);
    let shoe = shoe(rules, dice);
    let mut simulation = Simulation::new(rules, &stakes);
    let (choices, answers) = (Vec::new(), Vec::new());
    let mut players = Random { dice, shoe, dealt: 0, choices, answers, stakes, seen };
    simulation.play(&mut players);
    let nets: Vec<Money> = (0..players.stakes.len()).map(|spot| simulation.net(spot).total()).collect();
    let engine = through_the_engine(rules, &players);
    assert_eq!(nets, engine, "{name}: {:?} {:?}", &players.shoe[..players.dealt], players.choices);
    for spot in 0..players.stakes.len() {
        let net = simulation.net(spot);
        for (count, part) in parts.iter_mut().zip([net.insurance, net.side, net.bonus]) {
            *count += usize::from(!part.is_zero());
        }
    }
}

#[test]
fn every_spot_comes_to_the_same_in_both() {
    let shelf = Shelf::filed();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = [0; 7];
    let mut parts = [0; 3];
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        // No filed book offers even money or names the amount of a bonus, so every book is also played with both.
        let mut with_more = (**rules).clone();
        with_more.insurance.offered.value = true;
        with_more.insurance.even_money.value = true;
        for bonus in with_more.bonuses.iter_mut().flatten() {
            bonus.pays = Some(Money::dollars(50));
        }
        for rules in [&**rules, &with_more] {
            for number in 0..ROUNDS {
                compare(rules, &mut dice, (&mut seen, &mut parts), &format!("{id}, round {number}"));
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 50), "every choice is taken now and then: {seen:?}");
    assert!(parts.iter().all(|count| *count > 50), "every wager comes to something now and then: {parts:?}");
}

//! A three-card round dealt with real cards: stacks unseen, cards named when they are turned up. It moves the
//! same money as the same round with known cards, and asks for no card that no wager depends on.

mod three_card;

use std::sync::Arc;

use cards::Card;
use games::three_card::{Choice, Event, Game, Setup, ThreeCard, Viewer, Waits};
use games::{Face, Party, Place, Reason, Seat};
use three_card::{Chance, game, open};

/// A round played with known cards: what people chose, and what came of it.
struct Known {
    round: ThreeCard,
    choices: Vec<(Party, Choice)>,
    log: Vec<Event>,
}

impl Known {
    fn play(game: &Arc<Game>, setup: &Arc<Setup>, chance: &mut Chance) -> Known {
        let mut log = Vec::new();
        let mut choices = Vec::new();
        let mut round = open(game, setup, &mut log);
        let mut deck = chance.deck().into_iter();
        let mut list = Vec::new();
        loop {
            match round.waits() {
                Waits::Card { .. } => round.card(deck.next(), &mut log).unwrap(),
                Waits::Choice(_) => {
                    list.clear();
                    round.allowed(&mut list);
                    let allowed = list[chance.below(list.len())];
                    choices.push((allowed.who, allowed.choice));
                    round.choose(allowed.who, allowed.choice, &mut log).unwrap();
                }
                Waits::Over => return Known { round, choices, log },
            }
        }
    }

    fn hand(&self, seat: Seat) -> Vec<Card> {
        self.round.hand_seen_by(Viewer::Auditor, seat)
    }
}

/// The first card at a seat that a round has not heard of.
fn next_of(known: &Known, round: &ThreeCard, seat: Seat) -> Card {
    let named = round.hand_seen_by(Viewer::Auditor, seat);
    known.hand(seat).into_iter().find(|card| !named.contains(card)).unwrap()
}

/// Plays the same round again; face-down cards are named only when they are asked for.
fn play_unseen(game: &Arc<Game>, setup: &Arc<Setup>, known: &Known) -> (ThreeCard, Vec<Event>) {
    let mut log = Vec::new();
    let mut round = open(game, setup, &mut log);
    let money = round.total_money();
    let mut choices = known.choices.iter();
    loop {
        match round.waits() {
            Waits::Card { face: Face::Down, .. } => {
                round.card(None, &mut log).unwrap();
            }
            Waits::Card { place, face: Face::Up } => {
                let seat = match place {
                    Place::Bank => setup.bank,
                    Place::Hand { spot, .. } => spot,
                };
                wrong_cards_change_nothing(&round);
                let card = match (place, round.button()) {
                    (Place::Bank, None) => known.hand(seat)[2],
                    _ => next_of(known, &round, seat),
                };
                round.card(Some(card), &mut log).unwrap();
            }
            Waits::Choice(_) => {
                let (who, choice) = *choices.next().unwrap();
                round.choose(who, choice, &mut log).unwrap();
            }
            Waits::Over => break,
        }
        assert_eq!(round.total_money(), money);
    }
    let mut replay = ThreeCard::unopened(Arc::clone(game), Arc::clone(setup));
    for event in &log {
        replay.apply(event);
    }
    assert!(replay == round, "the fold of the events is the state");
    (round, log)
}

/// No card, a joker, and a card that was named before are refused where one is turned up.
fn wrong_cards_change_nothing(round: &ThreeCard) {
    let mut copy = round.clone();
    let seats = (1..=round.setup().seats).map(Seat::new);
    let named = seats.flat_map(|seat| round.hand_seen_by(Viewer::Auditor, seat)).map(Some);
    for card in named.chain([None, Some(Card::JOKER)]) {
        let mut events = Vec::new();
        let refusal = copy.card(card, &mut events).unwrap_err();
        assert_eq!(events, []);
        let expected = card.map_or(Reason::MustBeShown, Reason::NoSuchCard);
        assert_eq!(refusal.reason, expected);
        assert!(refusal.clause.is_some());
    }
    assert!(copy == *round);
}

/// The facts by which money moves.
fn money_of(log: &[Event]) -> Vec<Event> {
    let is_money = |event: &&Event| {
        matches!(
            event,
            Event::Staked { .. }
                | Event::Wagered { .. }
                | Event::Collected { .. }
                | Event::Settled { .. }
                | Event::Closed { .. }
        )
    };
    log.iter().filter(is_money).copied().collect()
}

#[test]
fn unseen_and_known_cards_move_the_same_money() {
    let game = game("4");
    let mut chance = Chance(17);
    let mut stayed_unseen = 0;
    for _ in 0..1_500 {
        let setup = Arc::new(chance.setup());
        let known = Known::play(&game, &setup, &mut chance);
        let (round, log) = play_unseen(&game, &setup, &known);
        assert_eq!(money_of(&log), money_of(&known.log), "{setup:?}");
        for place in 0..setup.purses.len() {
            assert_eq!(round.purse(place), known.round.purse(place));
        }
        for (place, player) in round.players().iter().enumerate() {
            let is_unseen = player.cards.iter().any(Option::is_none);
            stayed_unseen += usize::from(is_unseen);
            let folded_without_bonus =
                player.choice == Some(Choice::Fold) && setup.bets[place].six_card.is_zero();
            assert!(!folded_without_bonus || is_unseen, "no wager depends on a hand that was folded");
        }
    }
    assert!(stayed_unseen > 1_000);
}

#[test]
fn when_everybody_folds_not_even_the_bank_is_turned_up() {
    let game = game("4");
    let mut chance = Chance(4);
    let mut setup = chance.setup();
    for bet in &mut setup.bets {
        bet.six_card = books::Money::ZERO;
    }
    let setup = Arc::new(setup);
    let mut log = Vec::new();
    let mut round = open(&game, &setup, &mut log);
    while let Waits::Card { face, .. } = round.waits() {
        let card = (face == Face::Up).then(|| "7d".parse().unwrap());
        round.card(card, &mut log).unwrap();
    }
    while let Waits::Choice(who) = round.waits() {
        round.choose(who, Choice::Fold, &mut log).unwrap();
    }
    assert_eq!(round.waits(), Waits::Over);
    assert_eq!(round.qualifies(), None);
    assert!(!log.iter().any(|event| matches!(event, Event::Turned { .. } | Event::Revealed { .. })));
}

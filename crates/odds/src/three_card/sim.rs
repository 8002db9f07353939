//! A table of Three Card Poker that is played again and again through the engine.

use std::sync::Arc;

use books::Money;
use books::three_card::ThreeCardRules;
use cards::Card;
use games::three_card::{Bet, Choice, Event, Game, Setup, ThreeCard, Viewer, WagerKind, Waits};
use games::{Party, Purse, Seat, SetupFault};

use super::analysis::Analysis;
use crate::banked::{Line, Plan, Round};
use crate::sim::random::Random;

/// What everybody has beside what is wagered.
const PLENTY: Money = Money::dollars(1_000_000_000);

/// So many players with the same ante against a bank that can always pay, without fees. Every other player looks at the
/// card that the bank shows; those who do not make the bonus wagers too, each as much as the ante.
///
/// # Errors
/// Every fault that the game finds with the table.
pub fn plan(
    rules: &ThreeCardRules,
    analysis: &Analysis,
    players: u8,
    ante: Money,
    seed: u64,
) -> Result<Plan, Vec<SetupFault>> {
    let bonus = |place: u8, is_offered: bool| {
        let amount = ante.min(rules.wagers.bonus_most.value);
        if is_blind(usize::from(place)) && is_offered { amount } else { Money::ZERO }
    };
    let bets = (0..players).map(|place| Bet {
        seat: Seat::new(place + 1),
        purse: place,
        ante,
        pair_plus: bonus(place, rules.pair_plus.offered.value),
        six_card: bonus(place, rules.six_card.offered.value),
    });
    let mut purses: Vec<Purse> = (0..=players)
        .map(|place| Purse { name: (place + 1).to_string(), stack: PLENTY, streak: 0 })
        .collect();
    purses[usize::from(players)].stack += PLENTY;
    let setup = Arc::new(Setup {
        seats: rules.book.seats.value,
        purses,
        bank: Seat::new(players + 1),
        banker: players,
        stake: PLENTY,
        bets: bets.collect(),
    });
    let game = Arc::new(Game { rules: rules.clone(), schedule: None });
    ThreeCard::open(Arc::clone(&game), &setup, &mut Vec::new())?;
    let wagers = analysis.wagers().into_iter().map(|wager| (wager.name, wager.value)).collect();
    let analysis = Arc::new(analysis.clone());
    let round = move || -> Round {
        let (game, setup, analysis) = (Arc::clone(&game), Arc::clone(&setup), Arc::clone(&analysis));
        let mut events = Vec::new();
        Box::new(move |random, lines| {
            events.clear();
            play(&game, &setup, &analysis, |place| !is_blind(place), random, &mut events);
            count(&events, lines);
        })
    };
    Ok(Plan { wagers, seed, round: Box::new(round) })
}

/// Whether a player does not look at the bank's card.
const fn is_blind(place: usize) -> bool {
    place.is_multiple_of(2)
}

/// Plays one round by the best play; whoever sees the bank's card uses it.
pub(crate) fn play(
    game: &Arc<Game>,
    setup: &Arc<Setup>,
    analysis: &Analysis,
    sees: impl Fn(usize) -> bool,
    random: &mut Random,
    events: &mut Vec<Event>,
) {
    let Ok(mut round) = ThreeCard::open(Arc::clone(game), setup, events) else {
        unreachable!("the plan was checked")
    };
    let mut deck: Vec<Card> = Card::all().collect();
    loop {
        match round.waits() {
            Waits::Card { .. } => {
                let card = deck.swap_remove(random.below(deck.len() as u32) as usize);
                let taken = round.card(Some(card), events);
                debug_assert!(taken.is_ok(), "the deck holds what the book says");
            }
            Waits::Choice(who) => {
                let own = &round.players()[who.index()].cards;
                let cards: [Card; 3] = std::array::from_fn(|place| own[place].expect("the cards are known"));
                let open = round.hand_seen_by(Viewer::Everybody, setup.bank);
                let seen = open.first().copied().filter(|_| sees(who.index()));
                let choice = if analysis.plays(&cards, seen) { Choice::Play } else { Choice::Fold };
                let taken = round.choose(who, choice, events);
                debug_assert!(taken.is_ok(), "a player may play or fold");
            }
            Waits::Over => return,
        }
    }
}

/// Notes what every wager came to; the play wager goes with its ante.
fn count(events: &[Event], lines: &mut Vec<Line>) {
    let mut bases: Vec<(Party, Line)> = Vec::new();
    for event in events {
        let Event::Settled { who, wager, amount, paid, collected, .. } = *event else { continue };
        let net = (paid - collected).in_cents();
        let wagered = amount.in_cents();
        let of_base = usize::from(!is_blind(who.index()));
        match wager {
            WagerKind::Ante => bases.push((who, Line { wager: of_base, wagered, net })),
            WagerKind::Play => {
                if let Some((_, line)) = bases.iter_mut().find(|(party, _)| *party == who) {
                    line.net += net;
                }
            }
            WagerKind::PairPlus => lines.push(Line { wager: 2, wagered, net }),
            WagerKind::SixCard => lines.push(Line { wager: 3, wagered, net }),
        }
    }
    lines.extend(bases.into_iter().map(|(_, line)| line));
}

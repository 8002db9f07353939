//! Random rounds: who bets how much where, what lies in the shoe, and what people choose.

use books::Money;
use books::rates::Schedule;
use cards::{Card, Deck, Rank};
use games::blackjack::{Allowed, Bet, Choice, Setup};
use games::{Party, Purse, Seat};

use crate::dice::Dice;
use crate::rules::{Rules, Side};

/// A setup that every table with these rules has to accept.
pub(crate) fn setup(model: &Rules, schedule: Option<&Schedule>, dice: &mut Dice) -> Setup {
    let seats = if dice.once_in(6) { dice.between(2, i64::from(model.seats)) as u8 } else { model.seats };
    let bank = Seat::new(dice.between(1, i64::from(seats)) as u8);
    let mut free: Vec<Seat> = (1..=seats).map(Seat::new).filter(|seat| *seat != bank).collect();
    dice.shuffle(&mut free);
    let most = free.len().min(7);
    free.truncate(if dice.once_in(2) { 1 + dice.place(most.min(2)) } else { 1 + dice.place(most) });
    free.sort_unstable();

    let mut names = vec!["bank".to_owned()];
    let mut bets: Vec<Bet> = Vec::new();
    for spot in free {
        let backers = if dice.once_in(3) { 1 + dice.place(3) } else { 0 };
        for place in 0..=backers {
            let known = names.len() - 1;
            let again = (known > 0 && dice.once_in(4)).then(|| 1 + dice.place(known));
            let purse = again.unwrap_or_else(|| {
                names.push(if place == 0 { spot.to_string() } else { format!("{spot}/{place}") });
                names.len() - 1
            });
            let base = wager(schedule, dice);
            let side = side_wager(model, base, dice);
            bets.push(Bet { spot, purse: purse as u8, base, side });
        }
    }

    let decks = decks(model.decks, dice);
    let stake = stake(&bets, dice);
    let mut setup =
        Setup { seats, decks, purses: Vec::new(), bank, banker: 0, stake, partners: Vec::new(), bets };
    setup.purses = purses(&setup, names, schedule, dice);
    setup
}

fn decks(range: (u8, u8), dice: &mut Dice) -> u8 {
    dice.between(i64::from(range.0), i64::from(range.1)) as u8
}

fn wager(schedule: Option<&Schedule>, dice: &mut Dice) -> Money {
    let limit = schedule.and_then(|schedule| schedule.limit.as_deref());
    let least = limit.map_or(100, |limit| limit.min.in_cents()) / 100;
    let most = limit.map_or(50_000, |limit| limit.max.map_or(1_000_000, Money::in_cents)) / 100;
    let near = most.min(least + 25);
    Money::dollars(match dice.below(8) {
        0 => least,
        1 => most,
        2 => dice.between(least, most),
        _ => dice.between(least, near),
    })
}

fn side_wager(model: &Rules, base: Money, dice: &mut Dice) -> Money {
    let base = base.in_cents() / 100;
    match model.side {
        Side::None => Money::ZERO,
        _ if dice.once_in(2) => Money::ZERO,
        Side::Buster { most, .. } => {
            let most = most.map_or(base, |most| base.min(most));
            Money::dollars(dice.between(1, most))
        }
        Side::Bonus { .. } => Money::dollars(base),
    }
}

fn stake(bets: &[Bet], dice: &mut Dice) -> Money {
    let down: i64 = bets.iter().map(|bet| (bet.base + bet.side).in_cents() / 100).sum();
    Money::dollars(match dice.below(8) {
        0 => 1,
        1 => dice.between(1, 20),
        2 | 3 => dice.between(1, down),
        4 | 5 => dice.between(down, 3 * down),
        _ => 1_000 * down,
    })
}

fn purses(setup: &Setup, names: Vec<String>, schedule: Option<&Schedule>, dice: &mut Dice) -> Vec<Purse> {
    let mut purses = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let needed = if place == usize::from(setup.banker) {
            let action = setup.bets.iter().map(|bet| bet.base).sum();
            setup.stake + schedule.map_or(Money::ZERO, |schedule| schedule.bank_fee(action).value)
        } else {
            let mine = setup.bets.iter().filter(|bet| usize::from(bet.purse) == place);
            mine.map(|bet| bet.base + bet.side + bet_fees(schedule, bet)).sum()
        };
        let base = needed.in_cents() / 100;
        let behind = match dice.below(6) {
            0 => Money::ZERO,
            1 => Money::cents(dice.between(0, needed.in_cents())),
            2 => Money::dollars(dice.between(0, 3 * base)),
            _ => Money::dollars(20 * base),
        };
        purses.push(Purse { name, stack: needed + behind, streak: dice.below(3) as u8 });
    }
    purses
}

fn bet_fees(schedule: Option<&Schedule>, bet: &Bet) -> Money {
    let Some(schedule) = schedule else { return Money::ZERO };
    let side = if bet.side.is_zero() { Money::ZERO } else { schedule.bonus_fee().value };
    schedule.player_fee(bet.base).value + side
}

/// The ranks of which special hands are made come together far too seldom in a fair shoe.
const RICH: [&[Rank]; 6] = [
    &[Rank::Eight, Rank::Seven, Rank::Nine],
    &[Rank::Ace, Rank::Ten, Rank::King, Rank::Queen],
    &[Rank::Seven, Rank::Six, Rank::Eight, Rank::Ace],
    &[Rank::Ace, Rank::Two, Rank::Three, Rank::Four],
    &[Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Six],
    &[Rank::Two, Rank::Three, Rank::Five, Rank::Six],
];

/// A shuffled shoe, often with some ranks or jokers brought to the front.
pub(crate) fn shoe(setup: &Setup, jokers: bool, dice: &mut Dice) -> Vec<Card> {
    let deck = if jokers { Deck::with_jokers(1) } else { Deck::standard() };
    let deck = deck.decks(setup.decks).expect("one to eight decks");
    let mut cards: Vec<Card> = deck.cards().collect();
    dice.shuffle(&mut cards);
    if dice.once_in(2) {
        return cards;
    }
    let rich = *dice.pick(&RICH);
    let (mut front, mut back): (Vec<Card>, Vec<Card>) = cards.into_iter().partition(|card| {
        let wanted = card.rank().is_none_or(|rank| rich.contains(&rank));
        wanted || dice.once_in(12)
    });
    // Now and then one suit at a time, for hands of one suit.
    if dice.once_in(3) {
        let suit = dice.below(4) as u8;
        front.sort_by_key(|card| card.suit().is_some_and(|of| of as u8 != suit));
    }
    front.append(&mut back);
    front
}

/// One of the choices that are open, with an amount within its bounds.
pub(crate) fn choice(allowed: &[Allowed], dice: &mut Dice) -> (Party, Choice) {
    let mut pick = dice.pick(allowed);
    // Surrender and standing end a hand too soon for the others to be seen.
    if matches!(pick.choice, Choice::Surrender(_) | Choice::Stand) && dice.once_in(2) {
        pick = dice.pick(allowed);
    }
    let amount = |least: Money, dice: &mut Dice| {
        Money::cents(match dice.below(4) {
            0 => least.in_cents(),
            1 => least.in_cents() * dice.between(1, pick.most.in_cents() / least.in_cents()),
            _ => pick.most.in_cents(),
        })
    };
    let choice = match pick.choice {
        Choice::Double(least) => Choice::Double(amount(least, dice)),
        Choice::Insure(least) => Choice::Insure(amount(least, dice)),
        Choice::Follow(least) => Choice::Follow(amount(least, dice)),
        other => other,
    };
    (pick.who, choice)
}

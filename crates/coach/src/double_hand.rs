//! Double-hand poker: every setting of the seven cards against hands of the other side that are set the house way.

use std::sync::Arc;

use books::double_hand::DoubleHandRules;
use books::{Money, Outcome};
use cards::{Card, CardSet};
use games::double_hand::{Choice, Event, HouseWay, Setting, wheel};
use games::round::{Choice as Any, HandToSet};
use odds::double_hand::{Counted, Settings, Terms};

use crate::Sight;
use crate::advice::{HandAdvice, Rated, percent, sort};
use crate::kept::key_of;
use crate::review::{Chosen, Leaves};
use crate::sample::{deal, draws_for, each_set};

/// How many hands of a sample there are for each deal of other games: they are cheap, and settings lie close together.
const HANDS_A_DEAL: u32 = 5;

pub(crate) fn advise(sight: &Sight<'_>, rules: &DoubleHandRules) -> Vec<HandAdvice> {
    let Ok(terms) = Terms::of(rules) else { return Vec::new() };
    sight.round.to_set.iter().filter_map(|hand| advise_hand(sight, rules, terms, hand)).collect()
}

fn advise_hand(
    sight: &Sight<'_>,
    rules: &DoubleHandRules,
    terms: Terms,
    hand: &HandToSet,
) -> Option<HandAdvice> {
    let cards: CardSet = hand.cards.iter().copied().collect();
    let is_bank = hand.seat == sight.round.bank.as_ref()?.seat;
    let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
    let decided = chart.set(cards);
    let counted = count(sight, rules, &chart, terms, cards, is_bank)?;
    let all = counted.first()?.all;
    let is_exact = all == hands_of_others(rules);
    let error = |one: &Counted| {
        let (value, n) = (one.value(), one.all as f64);
        let square = (one.win + one.loss) as f64 / n;
        if is_exact { 0.0 } else { ((square - value * value).max(0.0) / n).sqrt() }
    };
    let rate = |one: &Counted| {
        let front = one.setting.front();
        let mut rated = Rated::new(
            Any::DoubleHand(Choice::Set(front)),
            format!("{} in front", high_to_low(front)),
            Some(one.value()),
        );
        rated.error = error(one);
        let share = |count: u64| percent(count as f64 / all as f64);
        rated.note = format!("wins {}, loses {}", share(one.win), share(one.loss));
        if one.setting == decided.setting {
            rated.note.insert_str(0, "the house way: ");
        }
        rated
    };
    let mut choices: Vec<Rated> = counted.iter().map(rate).collect();
    choices.extend(foul(sight, rules, cards));
    sort(&mut choices);
    let of_way = counted.iter().find(|one| one.setting == decided.setting).map(Counted::value);
    let mut why =
        vec![format!("The house way sets it by the row \"{}\".", rules.house_way.rows[decided.row].name)];
    let best = counted.iter().map(Counted::value).fold(f64::NEG_INFINITY, f64::max);
    why.extend(of_way.map(|value| match best - value {
        gain if gain <= 0.0 => "The house way is the best setting.".to_owned(),
        gain => format!("The best setting gains {:.2}% of the wager over the house way.", 100.0 * gain),
    }));
    let side = if is_bank { "players" } else { "a bank" };
    let sets = if is_bank { "set" } else { "sets" };
    let basis = match is_exact {
        true => format!("Exact: against all {all} hands of {side} that {sets} the house way."),
        false => format!("From a sample of {all} hands of {side} that {sets} the house way."),
    };
    Some(HandAdvice {
        who: hand.who,
        seat: hand.seat,
        hand: 0,
        cards: hand.cards.clone(),
        unit: unit(sight, hand, is_bank),
        unit_name: if is_bank { "wagers" } else { "wager" }.to_owned(),
        choices,
        why,
        basis,
        is_exact,
    })
}

/// A foul setting that was made, which is settled without a look at the bank's hand.
fn foul(sight: &Sight<'_>, rules: &DoubleHandRules, cards: CardSet) -> Option<Rated> {
    let Any::DoubleHand(Choice::Set(front)) = sight.also? else { return None };
    let setting = Setting::of(cards, front)?;
    if !rules.foul.front_higher.value || !setting.is_foul(wheel(&rules.values)) {
        return None;
    }
    let (value, words) = match rules.foul.result.value {
        Outcome::Bank => (-1.0, "it loses the wager"),
        Outcome::Push => (0.0, "the wager is pushed"),
        Outcome::Player => (1.0, "it wins the wager"),
    };
    let name = format!("{} in front, foul", high_to_low(front));
    let rated = Rated::new(Any::DoubleHand(Choice::Set(front)), name, Some(value));
    Some(rated.noted(format!("its front ranks above its back: {words}")))
}

/// What is at stake: the own wager, or everything wagered against the bank.
fn unit(sight: &Sight<'_>, hand: &HandToSet, is_bank: bool) -> Money {
    let seats = sight.round.seats.iter().filter(|seat| is_bank || seat.seat == hand.seat);
    let wagers = seats.flat_map(|seat| &seat.wagers);
    wagers.filter(|wager| is_bank || wager.purse == sight.purse).map(|wager| wager.amount).sum()
}

fn high_to_low(cards: CardSet) -> String {
    let mut words: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    words.reverse();
    words.join(" ")
}

fn deck_of(rules: &DoubleHandRules) -> CardSet {
    if rules.deck.jokers.value > 0 { CardSet::FULL_WITH_JOKER } else { CardSet::FULL }
}

/// How many hands the other side may hold beside seven known cards.
fn hands_of_others(rules: &DoubleHandRules) -> u64 {
    let left = deck_of(rules).len() as u64 - 7;
    (0..7).fold(1, |ways, step| ways * (left - step) / (step + 1))
}

/// Every setting, as it was counted before, or counted now.
fn count(
    sight: &Sight<'_>,
    rules: &DoubleHandRules,
    chart: &HouseWay,
    terms: Terms,
    cards: CardSet,
    is_bank: bool,
) -> Option<Arc<Vec<Counted>>> {
    let key = (key_of(rules), cards, is_bank);
    if let Some(kept) = sight.coach.counted(key) {
        return Some(kept);
    }
    // A bank has the copies that are not the player's.
    let copies = |of_player: bool| of_player != is_bank;
    let terms = Terms { front_copy: copies(terms.front_copy), back_copy: copies(terms.back_copy), ..terms };
    let way = |cards| chart.set(cards).setting;
    let hands = (!sight.asked.is_exact).then_some(sight.asked.deals * HANDS_A_DEAL);
    let counted = Arc::new(weigh(deck_of(rules), cards, terms, &way, hands, sight.asked.has_left)?);
    if sight.asked.is_exact {
        sight.coach.keep(key, &counted);
    }
    Some(counted)
}

/// Every setting of a hand that is not foul against so many random hands of the rest of a deck, or against all of them;
/// nothing if nobody waits for it any more.
///
/// # Panics
/// If the deck has not the seven cards.
pub fn weigh(
    deck: CardSet,
    cards: CardSet,
    terms: Terms,
    way: &dyn Fn(CardSet) -> Setting,
    hands: Option<u32>,
    has_left: &dyn Fn() -> bool,
) -> Option<Vec<Counted>> {
    let mut settings = Settings::of(deck, cards, terms);
    let mut meet = |other: CardSet| {
        settings.meet(way(other));
        !settings.met().is_multiple_of(65_536) || !has_left()
    };
    let mut left: Vec<Card> = (deck - cards).iter().collect();
    let is_whole = match hands {
        None => each_set(&left, 7, CardSet::EMPTY, &mut meet),
        Some(hands) => {
            let mut draws = draws_for(&cards.iter().collect::<Vec<_>>());
            (0..hands).all(|_| {
                deal(&mut left, 7, &mut draws);
                meet(left[..7].iter().copied().collect())
            })
        }
    };
    is_whole.then(|| settings.counted())
}

pub(crate) fn chosen(event: &Event) -> Option<Chosen> {
    match event {
        Event::Set { seat, front, .. } => {
            let choice = Any::DoubleHand(Choice::Set(*front));
            // A hand may be set otherwise until it is confirmed.
            Some(Chosen { who: None, seat: Some(*seat), choice, leaves: Leaves::Anew })
        }
        Event::Staked { .. }
        | Event::Wagered { .. }
        | Event::Collected { .. }
        | Event::FeeReturned { .. }
        | Event::Dealt { .. }
        | Event::Spoiled { .. }
        | Event::Misdealt { .. }
        | Event::PileChosen { .. }
        | Event::BettingClosed
        | Event::Rolled { .. }
        | Event::Looked { .. }
        | Event::SetUnseen { .. }
        | Event::Turned { .. }
        | Event::BankOpened
        | Event::Confirmed
        | Event::Opened { .. }
        | Event::Settled { .. }
        | Event::Fouled { .. }
        | Event::Undone { .. }
        | Event::Ruled { .. }
        | Event::Closed { .. } => None,
    }
}

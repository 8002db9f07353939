//! Three Card Poker: play or fold, against every hand that the bank may hold beside the card it shows.

use std::cmp::Ordering;

use books::Outcome;
use books::three_card::ThreeCardRules;
use cards::{Card, CardSet};
use games::round::{Choice as Any, SeatView, WagerPart};
use games::three_card::{
    Choice, Due, Event, WagerKind, bank_qualifies, base_due, bonus_due, compare, forfeited_by_fold,
};

use crate::Sight;
use crate::advice::{HandAdvice, Rated, lead, percent, sort};
use crate::review::{Chosen, Leaves};
use crate::sample::each_set;

/// What a hand meets, over every hand of the bank.
#[derive(Default)]
struct Met {
    all: u32,
    unqualified: u32,
    beaten: u32,
    equal: u32,
    /// What playing and folding come to, in cents.
    play: f64,
    fold: f64,
}

pub(crate) fn advise(sight: &Sight<'_>, rules: &ThreeCardRules) -> Vec<HandAdvice> {
    let one = |who: &games::Party| {
        // Players stand in the view in the order of their bets.
        let seat = sight.round.seats.get(who.index())?;
        let own: Vec<Card> = seat.hands.first()?.cards.iter().copied().collect::<Option<_>>()?;
        let own = <[Card; 3]>::try_from(own).ok()?;
        let bank = sight.round.bank.as_ref()?.hands.first()?;
        let shown: Vec<Card> = bank.cards.iter().copied().flatten().collect();
        let lies = |part: WagerPart| amount_of(seat, sight.purse, part);
        let ante = lies(WagerPart::Ante);
        let bonuses = [
            (WagerKind::PairPlus, lies(WagerPart::PairPlus)),
            (WagerKind::SixCard, lies(WagerPart::SixCard)),
        ];
        let met = meet(rules, &own, &shown, ante, bonuses);
        let worth = |cents: f64| Some(cents / ante / f64::from(met.all));
        let mut choices: Vec<Rated> = Vec::new();
        for offer in sight.offers_of(*who) {
            match offer.choice {
                Any::ThreeCard(Choice::Play) => {
                    let name = "Play";
                    choices.push(Rated::new(offer.choice, name, worth(met.play)));
                }
                Any::ThreeCard(Choice::Fold) => {
                    choices.push(Rated::new(offer.choice, "Fold", worth(met.fold)));
                }
                _ => {}
            }
        }
        sort(&mut choices);
        let part = |count: u32| percent(f64::from(count) / f64::from(met.all));
        let mut why = vec![format!(
            "The bank fails to qualify {} of the time, you beat a bank that qualifies {} and are beaten {}.",
            part(met.unqualified),
            part(met.beaten),
            part(met.all - met.unqualified - met.beaten - met.equal)
        )];
        why.extend(lead(&choices, "ante"));
        if bonuses.iter().any(|(_, amount)| *amount > 0.0) {
            why.push("Your bonus wagers are counted with both choices.".to_owned());
        }
        let sight_words = match shown[..] {
            [card] => format!("that hold {card}"),
            _ => "that it may hold".to_owned(),
        };
        Some(HandAdvice {
            who: *who,
            seat: seat.seat,
            hand: 0,
            cards: own.to_vec(),
            unit: books::Money::cents(ante as i64),
            unit_name: "ante".to_owned(),
            choices,
            why,
            basis: format!("Exact: all {} hands of the bank {sight_words} are counted.", met.all),
            is_exact: true,
        })
    };
    sight.parties().iter().filter_map(one).collect()
}

fn amount_of(seat: &SeatView, purse: u8, part: WagerPart) -> f64 {
    let own = seat.wagers.iter().filter(|wager| wager.purse == purse && wager.on == part);
    own.map(|wager| wager.amount.in_cents() as f64).sum()
}

fn net(due: Due, amount: f64) -> f64 {
    match due.outcome {
        Outcome::Player => amount * f64::from(due.pays.pays) / f64::from(due.pays.on),
        Outcome::Bank => -amount,
        Outcome::Push => 0.0,
    }
}

fn meet(
    rules: &ThreeCardRules,
    own: &[Card; 3],
    shown: &[Card],
    ante: f64,
    bonuses: [(WagerKind, f64); 2],
) -> Met {
    let unseen: Vec<Card> =
        Card::all().filter(|card| !card.is_joker() && !own.contains(card) && !shown.contains(card)).collect();
    let known: CardSet = shown.iter().copied().collect();
    let results = &rules.results;
    let mut met = Met::default();
    each_set(&unseen, 3 - shown.len().min(3), known, &mut |bank| {
        let bank: Vec<Card> = bank.iter().collect();
        let qualifies = bank_qualifies(&rules.bank, &bank);
        let order = qualifies.then(|| compare(own, &bank));
        met.all += 1;
        match order {
            None => met.unqualified += 1,
            Some(Ordering::Greater) => met.beaten += 1,
            Some(Ordering::Equal) => met.equal += 1,
            Some(Ordering::Less) => {}
        }
        let due = |kind| net(base_due(results, kind, order), ante);
        let (on_ante, on_play) = (due(WagerKind::Ante), due(WagerKind::Play));
        met.play += on_ante + on_play;
        met.fold += forfeited_by_fold(rules, WagerKind::Ante).map_or(on_ante, |due| net(due, ante));
        for (kind, amount) in bonuses.into_iter().filter(|(_, amount)| *amount > 0.0) {
            let played = net(bonus_due(rules, kind, qualifies, || &own[..], || &bank[..]), amount);
            met.play += played;
            met.fold += forfeited_by_fold(rules, kind).map_or(played, |due| net(due, amount));
        }
        true
    });
    met
}

pub(crate) fn chosen(event: &Event) -> Option<Chosen> {
    match event {
        Event::Chose { who, choice, .. } => Some(Chosen {
            who: Some(*who),
            seat: None,
            choice: Any::ThreeCard(*choice),
            leaves: Leaves::Nothing,
        }),
        Event::Staked { .. }
        | Event::Wagered { .. }
        | Event::Collected { .. }
        | Event::Dealt { .. }
        | Event::Turned { .. }
        | Event::Misdealt { .. }
        | Event::Button { .. }
        | Event::Revealed { .. }
        | Event::Settled { .. }
        | Event::Closed { .. } => None,
    }
}

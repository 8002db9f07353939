//! Hands that take no more cards: at a book with surrender at any time they may be kept or given up, and a doubled one is
//! valued by all that lies on it.

use books::{Money, Rules};
use cards::{Card, Draws};
use coach::{Asked, Coach, HandAdvice, Moment, Rated};
use games::blackjack::Choice as Act;
use games::blackjack::Count;
use games::blackjack::play::Situation;
use games::round::{Choice, HandEnd, SeatView, WagerPart};
use odds::blackjack::{Action, Analysis, Shoe};
use room::{By, Command, TableView};

use crate::hall::Hall;
use crate::review::reviewed_in;
use crate::situations::rules_of;

const ASKED: Asked<'static> = Asked { decks: None, is_exact: false, deals: 100, has_left: &|| false };

/// The books in which a hand may be given up at any time.
const ANY_TIME: [&str; 2] = ["players-club/no-bust-5", "ven-a-mexico/no-bust-4-01"];

fn named<'a>(hand: &'a HandAdvice, name: &str) -> Option<&'a Rated> {
    hand.choices.iter().find(|rated| rated.name == name)
}

/// All of somebody's money that lies on a hand, and whether a double is part of it.
fn lies_on(seat: &SeatView, hand: u8, purse: usize) -> (Money, bool) {
    let is_on = |on: WagerPart| matches!(on, WagerPart::Base | WagerPart::Split | WagerPart::Double);
    let own = || seat.wagers.iter().filter(|wager| usize::from(wager.purse) == purse);
    let wagers = || own().filter(|wager| wager.hand == hand && is_on(wager.on));
    let sum = wagers().fold(Money::ZERO, |sum, wager| sum + wager.amount);
    (sum, wagers().any(|wager| wager.on == WagerPart::Double))
}

/// Doubles whatever may be doubled, splits whatever may be split, and else plays as a bot does.
fn daring(view: &TableView, _: &mut Draws) -> Option<Command> {
    let offers = &view.round.as_ref()?.offers;
    let of = |wanted: fn(&Choice) -> bool| offers.iter().find(|offer| wanted(&offer.choice));
    let offer = of(|choice| matches!(choice, Choice::Blackjack(Act::Split)))
        .or_else(|| of(|choice| matches!(choice, Choice::Blackjack(Act::Double(_)))))?;
    let choice = match offer.choice {
        Choice::Blackjack(Act::Double(_)) => Choice::Blackjack(Act::Double(offer.most)),
        choice => choice,
    };
    Some(Command::Choose { who: Some(offer.who), choice })
}

#[test]
fn a_hand_that_stands_is_kept_or_given_up_by_what_each_is_worth() {
    let coach = Coach::default();
    let (mut stood, mut doubled, mut small, mut split) = (0, 0, 0, 0);
    for name in ANY_TIME {
        let Rules::Blackjack(rules) = rules_of(name) else { panic!("{name}") };
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, rules.deck.decks.usual));
        for (seed, is_daring) in [(31, false), (32, true)] {
            let mut hall = Hall::with_chips(name, 5, seed, &[40]);
            let mut draws = cards::Seed::from_bytes([seed; 32]).draws();
            for _ in 0..3_000 {
                let people = hall.people();
                for one in &people {
                    let advice = coach.advise(&one.view, one.person, &hall.book.rules, &ASKED);
                    let Some(round) = one.view.round.as_ref() else { continue };
                    let Some(up) =
                        round.bank.as_ref().and_then(|bank| bank.hands[0].cards.first().copied()?)
                    else {
                        continue;
                    };
                    let is_played = |hand: &&HandAdvice| named(hand, "No insurance").is_none();
                    for hand in advice.hands.iter().filter(is_played) {
                        let seat = round.seats.iter().find(|seat| seat.seat == hand.seat).unwrap();
                        let purse = one.view.round_people.iter().position(|it| it.person == one.person);
                        let (lies, is_doubled) = lies_on(seat, hand.hand, purse.unwrap());
                        assert_eq!(hand.unit, lies, "{name}: {hand:#?}");
                        assert_eq!(hand.unit_name == "doubled wager", is_doubled, "{name}: {hand:#?}");
                        let shown = &seat.hands[usize::from(hand.hand)];
                        let cards: Vec<Card> = shown.cards.iter().map(|card| card.unwrap()).collect();
                        assert_eq!(hand.cards, cards, "{name}");
                        let is_ended = shown.end != HandEnd::Open;
                        let Some(keep) = named(hand, if is_ended { "Keep it" } else { "Stand" }) else {
                            assert!(!is_ended && !is_doubled, "{name}: {hand:#?}");
                            continue;
                        };
                        let value = keep.value.unwrap_or_else(|| panic!("{name}: {hand:#?}"));
                        // What standing is worth does not hang on how the hand came to stand.
                        let told = analysis.choices(&cards, up).ok();
                        let of_stand = told.iter().flat_map(|told| &told.list);
                        let of_stand = of_stand.filter(|(action, _)| *action == Action::Stand);
                        let is_plain = Count::of(&cards).total().points < 21;
                        for (_, stand) in of_stand.filter(|_| is_plain) {
                            assert!((stand - value).abs() < 1e-12, "{name}: {hand:#?}");
                        }
                        let Some(give_up) = named(hand, "Give up") else { continue };
                        assert_eq!(give_up.value, Some(-0.5), "{name}: {hand:#?}");
                        if is_ended || is_doubled {
                            assert_eq!(hand.choices.len(), 2, "{name}: {hand:#?}");
                            assert_eq!(keep.is_best, value >= -0.5, "{name}: {hand:#?}");
                        }
                        stood += usize::from(is_ended);
                        doubled += usize::from(is_doubled);
                        small += usize::from(is_doubled && Count::of(&cards).total().points <= 11);
                        split += usize::from(hand.hand > 0 || seat.hands.len() > 1);
                    }
                }
                let mut told = Vec::new();
                for one in people {
                    let dared = if is_daring { daring(&one.view, &mut draws) } else { None };
                    if let Some(command) = dared.or_else(|| hall.command_of(&one.view, one.person)) {
                        told = hall.give(By::Patron(one.person), &command);
                        break;
                    }
                }
                if told.is_empty() {
                    hall.tick();
                }
            }
        }
    }
    println!("{stood} stood, {doubled} doubled, {small} small, {split} split");
    assert!(
        stood > 100 && doubled > 100 && small > 5 && split > 50,
        "{stood} stood, {doubled} doubled, {small} of eleven or less, {split} split"
    );
}

#[test]
fn giving_up_a_hand_that_stands_costs_what_keeping_it_was_worth() {
    for name in ANY_TIME {
        let (mut given_up, mut dear, mut doubled) = (0, 0, 0);
        let hall = Hall::with_chips(name, 5, 33, &[40]);
        // Everything that stands is given up, and everything that can be is doubled first.
        let pick = |view: &TableView, draws: &mut Draws| {
            let round = view.round.as_ref()?;
            let is_ended = |number: u8| {
                let own = round.seats.iter().find(|seat| Some(seat.seat) == view.you);
                let hand = own.and_then(|seat| seat.hands.get(usize::from(number)));
                hand.is_some_and(|hand| hand.end == HandEnd::Stands)
            };
            let offer = round.offers.iter().find(
                |offer| matches!(offer.choice, Choice::Blackjack(Act::Surrender(number)) if is_ended(number)),
            );
            match offer {
                Some(offer) => Some(Command::Choose { who: Some(offer.who), choice: offer.choice }),
                None => daring(view, draws),
            }
        };
        reviewed_in(hall, 40, pick, |_, moment| {
            let Choice::Blackjack(Act::Surrender(number)) = moment.chosen else { return false };
            let hand = &moment.advice;
            assert_eq!((hand.hand, moment.value), (number, Some(-0.5)), "{name}: {moment:#?}");
            let Some(keep) = named(hand, "Keep it") else { return false };
            let cost = (keep.value.unwrap() + 0.5).max(0.0) * hand.unit.in_cents() as f64;
            assert!(moment.cost.is_some_and(|found| (found - cost).abs() < 1e-9), "{name}: {moment:#?}");
            given_up += 1;
            dear += usize::from(cost > 0.0);
            doubled += usize::from(hand.unit_name == "doubled wager");
            true
        });
        assert!(given_up >= 40 && dear > 10 && doubled > 3, "{name}: {given_up}, {dear}, {doubled}");
    }
}

/// Whoever stands with a hand may still give it up, so that standing alone cost nothing that giving up later saved: both
/// together cost what giving up was worth less than the best there was.
#[test]
fn standing_and_giving_up_later_costs_no_more_than_giving_up_at_once() {
    let stand = Choice::Blackjack(Act::Stand);
    for name in ANY_TIME {
        let (mut both, mut saved, mut kept) = (0, 0, 0);
        let hall = Hall::with_chips(name, 5, 35, &[40]);
        // Everybody stands whenever they may, and gives up what stands two times of three.
        let pick = |view: &TableView, draws: &mut Draws| {
            let round = view.round.as_ref()?;
            let own = round.seats.iter().find(|seat| Some(seat.seat) == view.you)?;
            let stands = |number: u8| {
                own.hands.get(usize::from(number)).is_some_and(|hand| hand.end == HandEnd::Stands)
            };
            let is_standing = |choice: &Choice| matches!(choice, Choice::Blackjack(Act::Surrender(number)) if stands(*number));
            let given_up = round.offers.iter().find(|offer| is_standing(&offer.choice));
            let given_up = given_up.filter(|_| draws.below(3) > 0);
            let offer = given_up.or_else(|| round.offers.iter().find(|offer| offer.choice == stand))?;
            Some(Command::Choose { who: Some(offer.who), choice: offer.choice })
        };
        let mut stood: Vec<Moment> = Vec::new();
        reviewed_in(hall, 60, pick, |_, moment| {
            let rated = moment.advice.choices.iter().find(|rated| rated.choice == Some(moment.chosen));
            if moment.chosen == stand {
                let give_up = named(&moment.advice, "Give up").and_then(|rated| rated.value);
                let own = rated.and_then(|rated| rated.value).unwrap();
                let is_open = moment.value == give_up.map(|value| value.max(own));
                assert!(moment.value == Some(own) || is_open, "{name}: {moment:#?}");
                kept += usize::from(moment.value == Some(own) && give_up.is_some_and(|value| value > own));
                stood.push(moment.clone());
                return false;
            }
            let Choice::Blackjack(Act::Surrender(_)) = moment.chosen else { return false };
            let whose = |moment: &Moment| (moment.advice.who, moment.advice.seat, moment.advice.hand);
            let before = stood.iter().rev().find(|one| whose(one) == whose(moment));
            let Some(before) = before.filter(|one| one.number < moment.number) else { return false };
            if before.advice.cards != moment.advice.cards {
                return false;
            }
            let best = before.advice.best().and_then(|best| best.value).unwrap();
            let cost = (best - moment.value.unwrap()) * moment.advice.unit.in_cents() as f64;
            let found = before.cost.unwrap() + moment.cost.unwrap();
            assert!((found - cost).abs() < 1e-6, "{name}: {found}, not {cost}: {before:#?} {moment:#?}");
            both += 1;
            let alone = before.advice.choices.iter().find(|rated| rated.choice == Some(stand));
            saved += usize::from(alone.and_then(|rated| rated.value).is_some_and(|value| value < -0.5));
            true
        });
        assert!(both >= 60 && saved > 5 && kept > 0, "{name}: {both} given up, {saved} saved, {kept} kept");
    }
}

/// A hand of a split that waits for its turn may be given up meanwhile, and is advised about.
#[test]
fn a_hand_that_waits_is_left_or_given_up_by_what_each_is_worth() {
    let coach = Coach::default();
    let (mut waits, mut single) = (0, 0);
    for name in ANY_TIME {
        let Rules::Blackjack(rules) = rules_of(name) else { panic!("{name}") };
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, rules.deck.decks.usual));
        let mut hall = Hall::splitting(name, 5, 36);
        for _ in 0..1_500 {
            for one in hall.step() {
                let advice = coach.advise(&one.view, one.person, &hall.book.rules, &ASKED);
                let Some(round) = one.view.round.as_ref() else { continue };
                for offer in &round.offers {
                    let Choice::Blackjack(Act::Surrender(number)) = offer.choice else { continue };
                    let told = advice.hands.iter().find(|hand| hand.who == offer.who && hand.hand == number);
                    let Some(told) = told else {
                        // A view does not say whose bet is on which of several own spots.
                        let purse = one.view.round_people.iter().position(|it| it.person == one.person);
                        let own = |seat: &&SeatView| {
                            seat.wagers.iter().any(|it| Some(usize::from(it.purse)) == purse)
                        };
                        assert!(
                            round.seats.iter().filter(own).count() > 1,
                            "{name}: hand {number}: {advice:#?}"
                        );
                        continue;
                    };
                    assert_eq!(named(told, "Give up").and_then(|rated| rated.value), Some(-0.5), "{told:#?}");
                    let Some(wait) = named(told, "Play it in its turn") else { continue };
                    let seat = round.seats.iter().find(|seat| seat.seat == told.seat).unwrap();
                    let up = round.bank.as_ref().unwrap().hands[0].cards[0].unwrap();
                    let two = <[Card; 2]>::try_from(&told.cards[..]).ok();
                    let count = Count::of(&told.cards);
                    let splits = seat.hands.len() as u8 - 1;
                    let it = Situation { two, is_split: true, splits, ..Situation::of(count) };
                    assert_eq!(wait.value, analysis.waiting(&told.cards, &it, up), "{name}: {told:#?}");
                    assert!(wait.value.is_some() && wait.is_best == (wait.value >= Some(-0.5)), "{told:#?}");
                    waits += 1;
                    single += usize::from(told.cards.len() == 1);
                }
            }
        }
    }
    assert!(waits > 50, "{waits} hands wait, {single} of one card");
}

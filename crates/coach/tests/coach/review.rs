//! The review costs what was chosen, to the cent: doubles and insurance for less, bets of any size, foul settings. What has
//! no value is never said to cost nothing.

use books::Rules;
use cards::{Draws, Seed};
use coach::{Asked, Coach, Moment};
use games::Party;
use games::blackjack::Choice as Act;
use games::double_hand::{Choice as Set, Event as Setup, Setting, wheel};
use games::round::{Choice, Event as Round, Offer};
use odds::blackjack::{Action, Analysis, Shoe};
use room::{By, Command, Event, PersonId, TableView};

use crate::hall::Hall;

const SAMPLE: Asked<'static> = Asked { decks: None, is_exact: false, deals: 200, has_left: &|| false };

/// A choice of a random amount, where there is one to decide, and now and then even where nobody would.
fn of_any_amount(view: &TableView, draws: &mut Draws) -> Option<Command> {
    let offers: Vec<&Offer> = view.round.as_ref()?.offers.iter().collect();
    let sized = offers.iter().find(|offer| offer.who != Party::DEALER && offer.most > offer.least)?;
    if draws.below(3) == 0 {
        return None;
    }
    let (least, most, step) = (sized.least.in_cents(), sized.most.in_cents(), sized.step.in_cents().max(1));
    let steps = ((most - least) / step).min(5_000);
    let amount = books::Money::cents(least + step * i64::from(draws.below(steps as u32 + 1)));
    let choice = match sized.choice {
        Choice::Blackjack(Act::Double(_)) => Choice::Blackjack(Act::Double(amount)),
        Choice::Blackjack(Act::Insure(_)) => Choice::Blackjack(Act::Insure(amount)),
        Choice::Poker(games::poker::Choice::Bet(_)) => Choice::Poker(games::poker::Choice::Bet(amount)),
        Choice::Poker(games::poker::Choice::Raise(_)) => Choice::Poker(games::poker::Choice::Raise(amount)),
        _ => return None,
    };
    Some(Command::Choose { who: Some(sized.who), choice })
}

/// Plays rounds in which amounts are chosen at random until so many sized choices were reviewed.
fn reviewed(name: &str, wanted: usize, mut check: impl FnMut(&Rules, &Moment)) {
    let hall = Hall::with_chips(name, 4, 11, &[20, 40]);
    reviewed_in(hall, wanted, of_any_amount, |rules, moment| {
        if !moment.chosen.amount().is_positive() {
            return false;
        }
        let rated = moment.advice.choices.iter().find(|rated| rated.choice == Some(moment.chosen));
        let rated = rated.unwrap_or_else(|| panic!("{name}: {moment:#?}"));
        assert_eq!((moment.value, &moment.name), (rated.value, &rated.name), "{name}");
        let amount = moment.chosen.amount().to_string();
        assert!(moment.name.ends_with(&amount), "{name}: {amount} in {moment:#?}");
        check(rules, moment);
        true
    });
}

/// What a choice costs, by the values beside it: nothing is known where either of the two has none.
fn cost_of(moment: &Moment) -> Option<f64> {
    let best = moment.advice.best()?;
    if best.choice == Some(moment.chosen) {
        return Some(0.0);
    }
    Some((best.value? - moment.value?).max(0.0) * moment.advice.unit.in_cents() as f64)
}

/// Whether a double hand was not set otherwise afterwards; always so in other games.
fn is_last_setting(moment: &Moment, events: &[(u64, Event)]) -> bool {
    let Choice::DoubleHand(Set::Set(_)) = moment.chosen else { return true };
    let is_setting = |event: &Event| match event {
        Event::Round { of: Round::DoubleHand(Setup::Set { seat, .. }) } => *seat == moment.advice.seat,
        _ => false,
    };
    let last = events.iter().rev().find(|(_, event)| is_setting(event));
    last.is_some_and(|(number, _)| *number == moment.number)
}

/// Plays rounds in which somebody chooses so, or else as a bot does, until so many of the choices were looked at.
pub(crate) fn reviewed_in(
    mut hall: Hall,
    wanted: usize,
    mut pick: impl FnMut(&TableView, &mut Draws) -> Option<Command>,
    mut check: impl FnMut(&Rules, &Moment) -> bool,
) {
    let coach = Coach::default();
    let rules = hall.book.rules.clone();
    let name = hall.book.id.clone();
    let mut draws = Seed::from_bytes([23; 32]).draws();
    let mut seen: Vec<(PersonId, TableView)> = Vec::new();
    let mut events: Vec<(u64, Event)> = Vec::new();
    let mut found = 0;
    for _ in 0..40_000 {
        let mut told = Vec::new();
        let people = hall.people();
        seen.extend(people.iter().map(|one| (one.person, one.view.clone())));
        for one in people {
            let picked = pick(&one.view, &mut draws);
            if let Some(command) = picked.or_else(|| hall.command_of(&one.view, one.person)) {
                told = hall.give(By::Patron(one.person), &command);
                break;
            }
        }
        if told.is_empty() {
            told = hall.tick();
        }
        let is_over = told.iter().any(|one| matches!(one.event, Event::RoundEnded { .. }));
        events.extend(told.into_iter().map(|one| (one.number, one.event)));
        if !is_over {
            continue;
        }
        for person in hall.people().iter().map(|one| one.person) {
            let views: Vec<TableView> =
                seen.iter().filter(|(whose, _)| *whose == person).map(|(_, view)| view.clone()).collect();
            let all = &events;
            let events = all.iter().map(|(number, event)| (*number, event));
            let review = coach.review(person, &rules, &views, events, &SAMPLE);
            let (mut sum, mut unvalued) = (0.0, 0);
            for moment in &review.moments {
                assert!(is_last_setting(moment, all), "{name}: {moment:#?}");
                let (cost, expected) = (moment.cost, cost_of(moment));
                let is_same = match (cost, expected) {
                    (Some(cost), Some(expected)) => (cost - expected).abs() < 1e-9,
                    (cost, expected) => cost == expected,
                };
                assert!(is_same, "{name}: {cost:?} is not {expected:?}: {moment:#?}");
                sum += cost.unwrap_or_default();
                unvalued += usize::from(cost.is_none());
                found += usize::from(check(&rules, moment));
            }
            assert!((review.cost - sum).abs() < 1e-9 && review.unvalued == unvalued, "{name}: {review:#?}");
        }
        (seen, events) = (Vec::new(), Vec::new());
        if found >= wanted {
            return;
        }
    }
    panic!("{name}: only {found} amounts were chosen");
}

#[test]
fn doubles_and_insurance_cost_what_was_put_down() {
    let (mut doubles, mut insured, mut less) = (0, 0, 0);
    for (name, wanted) in [("marina/pure-21-5", 150), ("mortimers/no-bust-6", 500)] {
        let mut analysis = None;
        reviewed(name, wanted, |rules, moment| {
            let Rules::Blackjack(rules) = rules else { panic!("{name}") };
            let shoe = || Shoe::fresh(rules, rules.deck.decks.usual);
            let analysis = analysis.get_or_insert_with(|| Analysis::<f64>::of(rules, &shoe()));
            let hand = &moment.advice;
            let part = moment.chosen.amount().in_cents() as f64 / hand.unit.in_cents() as f64;
            less += usize::from(part < 0.45);
            match moment.chosen {
                Choice::Blackjack(Act::Double(_)) => {
                    // The words of the hand do not name the bank's card, so its value is solved for by the full double.
                    let of = |up: &cards::Card| {
                        let told = analysis.choices(&hand.cards, *up).ok()?;
                        let full = told.list.iter().find(|(one, _)| *one == Action::Double)?.1;
                        Some(full / 2.0 * (1.0 + part))
                    };
                    let value = moment.value.unwrap();
                    let is_one =
                        cards::Card::all().filter_map(|up| of(&up)).any(|one| (one - value).abs() < 1e-12);
                    assert!(is_one, "{name}: {moment:#?}");
                    doubles += 1;
                }
                Choice::Blackjack(Act::Insure(_)) => {
                    let most = hand.choices.iter().find_map(|rated| match rated.choice? {
                        Choice::Blackjack(Act::Insure(most)) if most != moment.chosen.amount() => {
                            Some((most.in_cents() as f64 / hand.unit.in_cents() as f64, rated.value.unwrap()))
                        }
                        _ => None,
                    });
                    let none = hand.choices.iter().find(|rated| rated.name == "No insurance");
                    if let (Some((most, full)), Some(none)) = (most, none) {
                        // What insurance loses is by the dollar.
                        let none = none.value.unwrap();
                        let expected = none + (full - none) * part / most;
                        assert!((moment.value.unwrap() - expected).abs() < 1e-9, "{name}: {moment:#?}");
                        insured += 1;
                    }
                }
                _ => panic!("{name}: {moment:#?}"),
            }
        });
    }
    assert!(
        doubles > 60 && insured > 10 && less > 50,
        "{doubles} doubles, {insured} insured, {less} for less"
    );
}

#[test]
fn bets_cost_what_was_bet() {
    let (mut valued, mut unvalued) = (0, 0);
    let hall = Hall::no_limit("marina/holdem", 4, 11, &[20, 40]);
    reviewed_in(hall, 60, of_any_amount, |_, moment| {
        if !moment.chosen.amount().is_positive() {
            return false;
        }
        match moment.value {
            Some(_) => valued += 1,
            None => unvalued += 1,
        }
        assert_eq!(moment.value.is_none(), moment.cost.is_none(), "{moment:#?}");
        true
    });
    assert!(valued > 5 && unvalued > 5, "{valued} valued, {unvalued} not");
}

#[test]
fn a_later_split_costs_what_it_is_worth_less() {
    let split = Choice::Blackjack(Act::Split);
    let (mut split_again, mut not_split, mut dear) = (0, 0, 0);
    let hall = Hall::with_chips("mortimers/no-bust-6", 5, 12, &[200, 400]);
    // First hands are split; later ones half of the time, else they stand.
    let pick = |view: &TableView, draws: &mut Draws| {
        let round = view.round.as_ref()?;
        let offer = round.offers.iter().find(|offer| offer.choice == split)?;
        let is_later = round.seats.iter().any(|seat| seat.hands.len() > 1);
        let choice = if is_later && draws.below(2) == 0 { Choice::Blackjack(Act::Stand) } else { split };
        Some(Command::Choose { who: Some(offer.who), choice })
    };
    reviewed_in(hall, 16, pick, |_, moment| {
        let hand = &moment.advice;
        let is_later = hand.basis.contains("a hand of a split");
        let Some(later) = hand.choices.iter().find(|rated| rated.choice == Some(split)).filter(|_| is_later)
        else {
            return false;
        };
        assert!(later.value.is_some() && moment.cost.is_some(), "{moment:#?}");
        // Whoever has two cards of ten points stands, however they came to lie there.
        let stands = hand.choices.iter().find(|rated| rated.choice == Some(Choice::Blackjack(Act::Stand)));
        let is_twenty = hand.cards.iter().all(|card| card.is_ten_value());
        if let Some(stands) = stands.filter(|_| is_twenty) {
            assert!(stands.is_best && !later.is_best, "{moment:#?}");
        }
        match moment.chosen == split {
            true => split_again += 1,
            false => not_split += 1,
        }
        dear += usize::from(moment.cost.is_some_and(|cost| cost > 0.0));
        true
    });
    assert!(
        split_again > 1 && not_split > 1 && dear > 1,
        "{split_again} split again, {not_split} not, {dear} that cost something"
    );
}

#[test]
fn a_foul_setting_costs_the_wager_and_what_the_best_would_have_won() {
    for name in ["marina/double-hand", "mortimers/double-hand"] {
        let hall = Hall::with_chips(name, 4, 13, &[20, 40]);
        let Rules::DoubleHand(rules) = hall.book.rules.clone() else { panic!("{name}") };
        let foul = |cards: cards::CardSet| {
            let list: Vec<cards::Card> = cards.iter().collect();
            let fronts = (0..7).flat_map(|low| (low + 1..7).map(move |high| [low, high]));
            let mut fronts = fronts.map(|two| two.map(|place| list[place]).into_iter().collect());
            fronts.find(|front| {
                Setting::of(cards, *front).is_some_and(|setting| setting.is_foul(wheel(&rules.values)))
            })
        };
        let pick = |view: &TableView, _: &mut Draws| {
            let round = view.round.as_ref()?;
            let is_players = |seat: games::Seat| round.seats.iter().any(|one| one.seat == seat);
            let hand = round.to_set.iter().find(|hand| is_players(hand.seat))?;
            let front = foul(hand.cards.iter().copied().collect())?;
            Some(Command::Choose { who: Some(hand.who), choice: Choice::DoubleHand(Set::Set(front)) })
        };
        let mut fouls = 0;
        reviewed_in(hall, 12, pick, |_, moment| {
            let Choice::DoubleHand(Set::Set(front)) = moment.chosen else { panic!("{moment:#?}") };
            let setting = Setting::of(moment.advice.cards.iter().copied().collect(), front).unwrap();
            let is_foul = setting.is_foul(wheel(&rules.values));
            assert_eq!(moment.name.ends_with("in front, foul"), is_foul, "{moment:#?}");
            if !is_foul {
                return false;
            }
            let rated = moment.advice.choices.last().unwrap();
            assert_eq!(
                (rated.choice, rated.error, rated.is_best),
                (Some(moment.chosen), 0.0, false),
                "{moment:#?}"
            );
            assert_eq!(rated.note, "its front ranks above its back: it loses the wager", "{moment:#?}");
            assert_eq!(moment.value, Some(-1.0), "{moment:#?}");
            let best = moment.advice.best().and_then(|best| best.value).unwrap();
            let cost = (best + 1.0) * moment.advice.unit.in_cents() as f64;
            assert!(
                moment.cost.is_some_and(|found| found > 0.0 && (found - cost).abs() < 1e-9),
                "{moment:#?}"
            );
            fouls += 1;
            true
        });
        assert!(fouls >= 12, "{name}: {fouls}");
    }
}

#[test]
fn a_hand_that_is_set_anew_is_reviewed_as_it_lay_in_the_end() {
    let (mut given, mut reviewed) = (0, 0);
    let hall = Hall::with_chips("mortimers/double-hand", 4, 14, &[20, 40]);
    let Rules::DoubleHand(rules) = hall.book.rules.clone() else { panic!("a double-hand book") };
    let pick = |view: &TableView, draws: &mut Draws| {
        let round = view.round.as_ref()?;
        let bank = round.bank.as_ref()?.seat;
        let hand = round.to_set.iter().find(|hand| hand.seat == bank)?;
        // Now and then the hand is left as it lies.
        if draws.below(4) == 0 {
            return None;
        }
        let mut cards = hand.cards.clone();
        draws.shuffle(&mut cards);
        let front: cards::CardSet = cards[..2].iter().copied().collect();
        let setting = Setting::of(hand.cards.iter().copied().collect(), front)?;
        if setting.is_foul(wheel(&rules.values)) {
            return None;
        }
        given += 1;
        Some(Command::Choose { who: Some(hand.who), choice: Choice::DoubleHand(Set::Set(front)) })
    };
    reviewed_in(hall, 12, pick, |_, moment| {
        let is_bank = moment.advice.who == Party::BANK;
        reviewed += usize::from(is_bank);
        is_bank
    });
    assert!(given > reviewed + 12, "{given} settings of {reviewed} hands");
}

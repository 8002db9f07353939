//! Ten thousand situations of all coached families, each against the analysis of its book; poker is beside.

use books::Rules;
use books::poker::HoleUse;
use cards::{Card, CardSet, Draws, Rank, Seed, ThreeCardRank};
use coach::{Advice, Asked, Coach, HandAdvice, Rated, weigh};
use games::blackjack::play::Situation as Played;
use games::blackjack::{Choice as Act, Count};
use games::double_hand::{HouseWay, wheel};
use games::poker::Choice as Bet;
use games::round::{Choice, HandEnd, View, WagerPart};
use odds::blackjack::{Action, Analysis, Shoe};
use odds::double_hand::{Settings, Terms, count_hand};

use crate::hall::{Hall, Situation};

const SAMPLE: Asked<'static> = Asked { decks: None, is_exact: false, deals: 300, has_left: &|| false };

/// Plays a book until so many situations were checked; `check` says whether it had anything to check.
fn play(name: &str, bots: u8, wanted: usize, check: impl FnMut(&Situation, &Advice) -> bool) -> usize {
    play_in(Hall::new(name, bots, 7), wanted, check)
}

pub(crate) fn play_in(
    mut hall: Hall,
    wanted: usize,
    mut check: impl FnMut(&Situation, &Advice) -> bool,
) -> usize {
    let coach = Coach::default();
    let (mut checked, mut steps) = (0, 0);
    while checked < wanted {
        for situation in hall.step() {
            let advice = coach.advise(&situation.view, situation.person, &hall.book.rules, &SAMPLE);
            for hand in &advice.hands {
                let best = hand.choices.iter().filter(|rated| rated.is_best).count();
                let is_valued = hand.choices.iter().any(|rated| rated.value.is_some());
                assert_eq!(best, usize::from(is_valued), "one choice is best: {hand:#?}");
                assert!(hand.unit.is_positive(), "{hand:#?}");
                fold_is_best_only_where_all_else_costs(hand);
            }
            checked += usize::from(check(&situation, &advice));
        }
        steps += 1;
        assert!(steps < 400 * wanted + 10_000, "{}: only {checked} situations came", hall.book.id);
    }
    checked
}

/// At poker folding is best only where everything else has a value and costs something.
fn fold_is_best_only_where_all_else_costs(hand: &HandAdvice) {
    let is_fold = |rated: &Rated| rated.choice == Some(Choice::Poker(Bet::Fold));
    if !hand.best().is_some_and(is_fold) {
        return;
    }
    for rated in hand.choices.iter().filter(|rated| !is_fold(rated)) {
        let is_far = rated.note.starts_with("Not valued");
        assert!(rated.value.is_some_and(|value| value < 0.0) || is_far, "{hand:#?}");
        assert_ne!(rated.choice, Some(Choice::Poker(Bet::Check)), "{hand:#?}");
    }
}

pub(crate) fn rules_of(name: &str) -> Rules {
    let shelf = books::Shelf::filed();
    shelf.book(&shelf.find(name).unwrap()).unwrap().rules
}

pub(crate) fn round(situation: &Situation) -> &View {
    situation.view.round.as_ref().unwrap()
}

const BLACKJACK: [&str; 9] = [
    "marina/no-bust-buster",
    "marina/no-bust-joker",
    "marina/pure-21-5",
    "mortimers/no-bust-2003",
    "mortimers/no-bust-6-buster",
    "mortimers/no-bust-6",
    "mortimers/pure-21-5",
    "players-club/no-bust-5",
    "ven-a-mexico/no-bust-4-01",
];

fn action_of(rated: &Rated) -> Option<Action> {
    match rated.choice? {
        Choice::Blackjack(Act::Hit) => Some(Action::Hit),
        Choice::Blackjack(Act::Stand) => Some(Action::Stand),
        Choice::Blackjack(Act::Double(_)) => Some(Action::Double),
        Choice::Blackjack(Act::Split) => Some(Action::Split),
        Choice::Blackjack(Act::Surrender(_)) => Some(Action::Surrender),
        _ => None,
    }
}

#[test]
fn blackjack_is_as_the_analysis_says() {
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    let (mut all, mut bad_splits) = (0, 0);
    for name in BLACKJACK {
        let Rules::Blackjack(rules) = rules_of(name) else { panic!("{name}") };
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, rules.deck.decks.usual));
        let mut check = |situation: &Situation, advice: &Advice, only_split: bool| {
            let round = round(situation);
            let own = round.seats.iter().find(|seat| Some(seat.seat) == situation.view.you);
            let up = round.bank.as_ref().unwrap().hands[0].cards[0];
            let (Some(own), Some(up), Some(hand)) = (own, up, advice.hands.first()) else { return false };
            // Hands that take no more cards are looked at by themselves.
            if hand.unit_name == "doubled wager" || hand.choices.iter().any(|rated| rated.name == "Keep it") {
                return false;
            }
            let place = own.hands.iter().position(|hand| hand.end == HandEnd::Open);
            let is_split = own.hands.len() > 1;
            if only_split && !is_split {
                return false;
            }
            if !hand.choices.iter().any(|rated| rated.name == "Stand" || rated.name == "Hit") {
                return check_answers(&analysis, &rules, hand, up, &mut seen);
            }
            let cards: Vec<Card> = own.hands[place.unwrap()].cards.iter().map(|card| card.unwrap()).collect();
            let told = analysis.choices(&cards, up).unwrap();
            let wager = own.wagers.iter().find(|one| {
                usize::from(one.hand) == place.unwrap()
                    && matches!(one.on, WagerPart::Base | WagerPart::Split)
            });
            assert_eq!(hand.unit, wager.unwrap().amount);
            let mut best = f64::NEG_INFINITY;
            for rated in &hand.choices {
                let action = action_of(rated).unwrap();
                *seen.entry(format!("{action:?} split {is_split}")).or_default() += 1;
                let of = |list: &[(Action, f64)]| {
                    list.iter().find(|(one, _)| *one == action).map(|(_, value)| *value)
                };
                // Two cards that would be a Natural are a plain 21 after a split.
                let two = <[Card; 2]>::try_from(&cards[..]).ok();
                let count = Count::of(&cards);
                let full = match two.filter(|_| is_split && count.total().points == 21) {
                    None => of(&told.list),
                    two => {
                        let splits = own.hands.len() as u8 - 1;
                        let it = Played { two, is_split, splits, ..Played::of(count) };
                        of(&analysis.worths(&cards, &it, up).unwrap())
                    }
                };
                let value = match rated.choice.unwrap() {
                    Choice::Blackjack(Act::Split) if is_split => {
                        let before = own.hands.len() as u8 - 1;
                        let value = analysis.split_again(cards[0], up, before).unwrap();
                        let others = hand.choices.iter().filter(|one| one.choice != rated.choice);
                        let most = others.filter_map(|one| one.value).fold(f64::NEG_INFINITY, f64::max);
                        bad_splits += usize::from(value < most);
                        Some(value)
                    }
                    Choice::Blackjack(Act::Double(amount)) => {
                        let part = amount.in_cents() as f64 / hand.unit.in_cents() as f64;
                        full.map(|full| full / 2.0 * (1.0 + part))
                    }
                    _ => full,
                };
                assert!(value.is_some(), "{name} {cards:?} against {up}: {rated:?} has no value");
                assert_eq!(rated.value, value, "{name} {cards:?} against {up}: {rated:?}");
                best = best.max(value.unwrap_or(f64::NEG_INFINITY));
            }
            assert_eq!(hand.best().unwrap().value, Some(best), "{name} {cards:?} against {up}");
            true
        };
        all += play(name, 5, 720, |situation, advice| check(situation, advice, false));
        let splitting = Hall::splitting(name, 5, 8);
        all += play_in(splitting, 240, |situation, advice| check(situation, advice, true));
    }
    println!("{seen:?}");
    for wanted in [
        "Hit split false",
        "Stand split false",
        "Double split false",
        "Split split false",
        "Hit split true",
        "Stand split true",
        "Double split true",
        "Split split true",
        "insurance",
    ] {
        assert!(seen.get(wanted).is_some_and(|count| *count > 20), "{wanted} is met: {seen:?}");
    }
    assert!(bad_splits > 100, "{bad_splits} later splits that nobody should make");
    assert!(all >= 9 * 960);
}

/// Insurance and even money.
fn check_answers(
    analysis: &Analysis<f64>,
    rules: &books::blackjack::BlackjackRules,
    hand: &HandAdvice,
    up: Card,
    seen: &mut std::collections::BTreeMap<String, usize>,
) -> bool {
    let told = analysis.choices(&hand.cards, up).unwrap();
    for rated in &hand.choices {
        match rated.choice {
            Some(Choice::Blackjack(Act::Insure(amount))) => {
                *seen.entry("insurance".to_owned()).or_default() += 1;
                // Of the cards left, those of ten make a Natural with an ace.
                assert_eq!(up.rank(), Some(Rank::Ace));
                let decks = usize::from(rules.deck.decks.usual);
                let (cards, jokers) = (52 * decks, decks * usize::from(rules.deck.jokers.value));
                let tens = 16 * decks - hand.cards.iter().filter(|card| card.is_ten_value()).count();
                let natural = tens as f64 / (cards + jokers - hand.cards.len() - 1) as f64;
                let pays = rules.insurance.pays.value;
                let each = natural * f64::from(pays.pays) / f64::from(pays.on) - (1.0 - natural);
                let value = told.waiting + each * amount.in_cents() as f64 / hand.unit.in_cents() as f64;
                assert!((rated.value.unwrap() - value).abs() < 1e-12, "{hand:#?}");
            }
            Some(Choice::Blackjack(Act::EvenMoney)) => assert_eq!(rated.value, told.even_money),
            Some(Choice::Blackjack(Act::Decline)) if rated.name == "No insurance" => {
                assert_eq!(rated.value, Some(told.waiting));
            }
            choice => panic!("{choice:?} of {hand:#?}"),
        }
    }
    !hand.choices.is_empty()
}

#[test]
fn three_card_is_as_the_analysis_says() {
    let name = "pinnacle/three-card-6-card-bonus";
    let Rules::ThreeCard(rules) = rules_of(name) else { panic!("{name}") };
    let analysis = odds::three_card::Analysis::of(&rules);
    let (mut plays, mut folds) = (0, 0);
    let all = play(name, 6, 1_600, |situation, advice| {
        let Some(hand) = advice.hands.first() else { return false };
        let cards: [Card; 3] = hand.cards.clone().try_into().unwrap();
        let round = round(situation);
        let own = round.seats.iter().find(|seat| Some(seat.seat) == situation.view.you).unwrap();
        let shown = round.bank.as_ref().unwrap().hands[0].cards.iter().copied().flatten().next();
        // The analysis decides about the ante alone; what a fold gives up of a bonus wager comes beside it.
        if own.wagers.iter().any(|wager| wager.on != WagerPart::Ante) {
            return false;
        }
        let value = |name: &str| hand.choices.iter().find(|rated| rated.name == name).unwrap().value.unwrap();
        assert_eq!(analysis.plays(&cards, shown), value("Play") > value("Fold"), "{hand:#?}");
        assert_eq!(value("Fold"), -1.0);
        let counted = worth_of_playing(&cards, shown.unwrap());
        assert!((value("Play") - counted).abs() < 1e-12, "{counted}: {hand:#?}");
        (plays, folds) = if value("Play") > -1.0 { (plays + 1, folds) } else { (plays, folds + 1) };
        true
    });
    assert!(plays > 100 && folds > 40, "{plays} plays, {folds} folds of {all}");
}

/// What ante and play bring against every hand of the bank with the card that it shows: a bank below a queen pays the
/// ante alone.
fn worth_of_playing(cards: &[Card; 3], shown: Card) -> f64 {
    let mine = ThreeCardRank::of(cards);
    let least = ThreeCardRank::of(
        &"Qs 3h 2d".split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>().try_into().unwrap(),
    );
    let unseen: Vec<Card> =
        Card::all().filter(|card| !card.is_joker() && !cards.contains(card) && *card != shown).collect();
    let (mut sum, mut all) = (0.0, 0.0);
    for (place, one) in unseen.iter().enumerate() {
        for two in &unseen[..place] {
            let bank = ThreeCardRank::of(&[shown, *one, *two]);
            sum += match mine.cmp(&bank) {
                _ if bank < least => 1.0,
                std::cmp::Ordering::Greater => 2.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Less => -2.0,
            };
            all += 1.0;
        }
    }
    sum / all
}

/// Over all deals the advice brings what the analysis says that the best play with the exposed card is worth.
#[test]
fn three_card_values_come_to_the_books() {
    let name = "pinnacle/three-card-6-card-bonus";
    let Rules::ThreeCard(rules) = rules_of(name) else { panic!("{name}") };
    let exposed = odds::three_card::Analysis::of(&rules).exposed.wager("exposed");
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    play(name, 6, 1_000, |_, advice| {
        let Some(hand) = advice.hands.first() else { return false };
        let best = hand.best().unwrap().value.unwrap();
        (sum, squares, count) = (sum + best, squares + best * best, count + 1.0);
        true
    });
    let mean: f64 = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    assert!((mean - exposed.value).abs() < 4.5 * error, "{mean} ± {error} against {}", exposed.value);
}

/// Every setting's value against hands that are dealt and set without the coach; the house way is marked.
#[test]
fn double_hand_settings_are_those_of_the_analysis() {
    for name in ["mortimers/double-hand", "marina/double-hand"] {
        let Rules::DoubleHand(rules) = rules_of(name) else { panic!("{name}") };
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let deck = if rules.deck.jokers.value > 0 { CardSet::FULL_WITH_JOKER } else { CardSet::FULL };
        let terms = Terms::of(&rules).unwrap();
        let mut draws: Draws = Seed::from_bytes([77; 32]).draws();
        let (mut of_bank, mut differs) = (0, 0);
        let mut squares = Vec::new();
        play(name, 4, 300, |situation, advice| {
            let Some(hand) = advice.hands.first() else { return false };
            let cards: CardSet = hand.cards.iter().copied().collect();
            let house = chart.set(cards).setting;
            let marked: Vec<&Rated> =
                hand.choices.iter().filter(|rated| rated.note.starts_with("the house way")).collect();
            assert_eq!(marked.len(), 1, "{hand:#?}");
            assert_eq!(
                marked[0].choice,
                Some(Choice::DoubleHand(games::double_hand::Choice::Set(house.front())))
            );
            let bank = round(situation).bank.as_ref().unwrap();
            let is_bank = bank.seat == hand.seat;
            of_bank += usize::from(is_bank);
            differs += usize::from(!marked[0].is_best);
            let copy = |of_player: bool| of_player != is_bank;
            let terms =
                Terms { front_copy: copy(terms.front_copy), back_copy: copy(terms.back_copy), ..terms };
            let mut settings = Settings::of(deck, cards, terms);
            let mut left: Vec<Card> = (deck - cards).iter().collect();
            for _ in 0..400 {
                draws.shuffle(&mut left);
                settings.meet(chart.set(left[..7].iter().copied().collect()).setting);
            }
            let counted = settings.counted();
            assert_eq!(counted.len(), hand.choices.len(), "{hand:#?}");
            for (place, one) in counted.iter().enumerate() {
                let choice = Choice::DoubleHand(games::double_hand::Choice::Set(one.setting.front()));
                let rated = hand.choices.iter().find(|rated| rated.choice == Some(choice)).unwrap();
                let square = (one.win + one.loss) as f64 / one.all as f64 - one.value() * one.value();
                let deviation = (square.max(1e-3) / one.all as f64 + rated.error * rated.error).sqrt();
                let z = (rated.value.unwrap() - one.value()) / deviation;
                assert!(z.abs() < 6.0, "{name}: {one:?} against {rated:?}");
                // The settings of one hand meet the same hands, so that only one of them counts here.
                squares.extend((place == 0).then_some(z * z));
            }
            true
        });
        assert!(of_bank > 20, "the bank sets too");
        let mean = squares.iter().sum::<f64>() / squares.len() as f64;
        assert!((0.7..1.3).contains(&mean), "{name}: mean square {mean}");
        println!("{name}: the best of a small sample is another setting in {differs} of 300 hands");
    }
}

/// Counting every hand gives what `cardroom set --best` counts, with a deck small enough to count often.
#[test]
fn double_hands_are_counted_as_the_analysis_counts_them() {
    let Rules::DoubleHand(rules) = rules_of("mortimers/double-hand") else { panic!("double-hand") };
    let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
    let terms = Terms::of(&rules).unwrap();
    let mut draws = Seed::from_bytes([3; 32]).draws();
    let mut deck: Vec<Card> = CardSet::FULL_WITH_JOKER.iter().collect();
    for _ in 0..60 {
        draws.shuffle(&mut deck);
        let small: CardSet = deck[..19].iter().copied().collect();
        let cards: CardSet = deck[..7].iter().copied().collect();
        let expected = count_hand(small, cards, terms, &|cards| (chart.set(cards).setting, 0));
        let found = weigh(small, cards, terms, &|cards| chart.set(cards).setting, None, &|| false).unwrap();
        assert_eq!(found, expected);
    }
}

/// A sample agrees with the count of all 53,524,680 hands; takes a minute without optimisation.
#[test]
#[ignore = "counts every hand of the bank three times"]
fn samples_of_double_hands_agree_with_the_whole_count() {
    let Rules::DoubleHand(rules) = rules_of("mortimers/double-hand") else { panic!("double-hand") };
    let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
    let terms = Terms::of(&rules).unwrap();
    let way = |cards| chart.set(cards).setting;
    for text in ["As Kd Qh Jc 9s 5d 5c", "Ks Kc 9s 9c 7d 4h 2s", "Joker Ah 7d 6d 5d 4c 2s"] {
        let cards: CardSet = cards::parse_cards(text).unwrap().into_iter().collect();
        let whole = weigh(CardSet::FULL_WITH_JOKER, cards, terms, &way, None, &|| false).unwrap();
        let sample = weigh(CardSet::FULL_WITH_JOKER, cards, terms, &way, Some(100_000), &|| false).unwrap();
        for one in &sample {
            let all = whole.iter().find(|other| other.setting == one.setting).unwrap();
            assert!(
                (one.value() - all.value()).abs() < 4.5 / (100_000_f64).sqrt(),
                "{text}: {one:?} {all:?}"
            );
        }
    }
}

#[test]
fn throwing_cards_away_is_rated_in_every_way() {
    for (name, least) in
        [("players-club/crazy-pineapple", 3), ("players-club/lowball-ace-to-five", 6), ("marina/lowball", 6)]
    {
        let Rules::Poker(rules) = rules_of(name) else { panic!("{name}") };
        let is_draw = rules.hands.uses.value == HoleUse::AllFive;
        let mut pats = 0;
        play(name, 5, 40, |_, advice| {
            let Some(hand) = advice.hands.first() else { return false };
            let is_thrown =
                |rated: &Rated| matches!(rated.choice, Some(Choice::Poker(Bet::Discard(_) | Bet::Draw(_))));
            if !hand.choices.iter().any(is_thrown) {
                return false;
            }
            assert!(hand.choices.len() >= least, "{hand:#?}");
            assert!(hand.choices.iter().all(|rated| (0.0..=1.0).contains(&rated.value.unwrap())));
            let ranks: std::collections::BTreeSet<Option<Rank>> =
                hand.cards.iter().map(|card| card.rank()).collect();
            let best = hand.best().unwrap();
            if is_draw && ranks.len() < 5 {
                assert_ne!(best.name, "Stand pat", "nobody stands pat on a pair: {hand:#?}");
            }
            pats += usize::from(best.name == "Stand pat");
            true
        });
        println!("{name}: {pats} of 40 stand pat");
    }
}

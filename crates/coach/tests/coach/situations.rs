//! Ten thousand situations of all coached families, each against the analysis of its book.

use books::Rules;
use books::poker::HoleUse;
use cards::{Card, CardSet, Draws, Rank, Seed};
use coach::{Advice, Asked, Coach, HandAdvice, Rated, weigh};
use games::blackjack::Choice as Act;
use games::double_hand::{HouseWay, wheel};
use games::poker::Choice as Bet;
use games::round::{Choice, HandEnd, View, WagerPart};
use odds::blackjack::{Action, Analysis, Shoe};
use odds::double_hand::{Terms, count_hand};
use odds::equity::{Game, Method, Question};

use crate::hall::{Hall, Situation};

const SAMPLE: Asked<'static> = Asked { decks: None, is_exact: false, deals: 300, has_left: &|| false };

/// Plays a book until so many situations were checked; `check` says whether it had anything to check.
fn play(name: &str, bots: u8, wanted: usize, mut check: impl FnMut(&Situation, &Advice) -> bool) -> usize {
    let coach = Coach::default();
    let mut hall = Hall::new(name, bots, 7);
    let (mut checked, mut steps) = (0, 0);
    while checked < wanted {
        for situation in hall.step() {
            let advice = coach.advise(&situation.view, situation.person, &hall.book.rules, &SAMPLE);
            for hand in &advice.hands {
                let best = hand.choices.iter().filter(|rated| rated.is_best).count();
                let is_valued = hand.choices.iter().any(|rated| rated.value.is_some());
                assert_eq!(best, usize::from(is_valued), "one choice is best: {hand:#?}");
                assert!(hand.unit.is_positive(), "{hand:#?}");
            }
            checked += usize::from(check(&situation, &advice));
        }
        steps += 1;
        assert!(steps < 400 * wanted + 10_000, "{name}: only {checked} situations came");
    }
    checked
}

fn rules_of(name: &str) -> Rules {
    let shelf = books::Shelf::filed();
    shelf.book(&shelf.find(name).unwrap()).unwrap().rules
}

fn round(situation: &Situation) -> &View {
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
    match rated.choice {
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
    let mut all = 0;
    for name in BLACKJACK {
        let Rules::Blackjack(rules) = rules_of(name) else { panic!("{name}") };
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, rules.deck.decks.usual));
        all += play(name, 5, 720, |situation, advice| {
            let round = round(situation);
            let own = round.seats.iter().find(|seat| Some(seat.seat) == situation.view.you);
            let up = round.bank.as_ref().unwrap().hands[0].cards[0];
            let (Some(own), Some(up), Some(hand)) = (own, up, advice.hands.first()) else { return false };
            let place = own.hands.iter().position(|hand| hand.end == HandEnd::Open);
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
            let is_split = own.hands.len() > 1;
            let mut best = f64::NEG_INFINITY;
            for rated in &hand.choices {
                let action = action_of(rated).unwrap();
                *seen.entry(format!("{action:?} split {is_split}")).or_default() += 1;
                let full = told.list.iter().find(|(one, _)| *one == action).map(|(_, value)| *value);
                let value = match rated.choice {
                    Choice::Blackjack(Act::Split) if is_split => None,
                    Choice::Blackjack(Act::Double(amount)) => {
                        let part = amount.in_cents() as f64 / hand.unit.in_cents() as f64;
                        full.map(|full| full / 2.0 * (1.0 + part))
                    }
                    _ => full,
                };
                assert_eq!(rated.value, value, "{name} {cards:?} against {up}: {rated:?}");
                best = best.max(value.unwrap_or(f64::NEG_INFINITY));
            }
            if !is_split {
                assert_eq!(hand.best().unwrap().value, Some(best), "{name} {cards:?} against {up}");
            }
            true
        });
    }
    println!("{seen:?}");
    for wanted in [
        "Hit split false",
        "Stand split false",
        "Double split false",
        "Split split false",
        "Hit split true",
        "insurance",
    ] {
        assert!(seen.get(wanted).is_some_and(|count| *count > 20), "{wanted} is met: {seen:?}");
    }
    assert!(all >= 9 * 720);
}

/// Insurance, even money and hands that may be given up.
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
            Choice::Blackjack(Act::Insure(amount)) => {
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
            Choice::Blackjack(Act::EvenMoney) => assert_eq!(rated.value, told.even_money),
            Choice::Blackjack(Act::Decline) if rated.name == "No insurance" => {
                assert_eq!(rated.value, Some(told.waiting));
            }
            _ => {
                let action = action_of(rated).unwrap_or(Action::Stand);
                let value = told.list.iter().find(|(one, _)| *one == action).map(|(_, value)| *value);
                assert_eq!(rated.value, value);
            }
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
        (plays, folds) = if value("Play") > -1.0 { (plays + 1, folds) } else { (plays, folds + 1) };
        true
    });
    assert!(plays > 100 && folds > 40, "{plays} plays, {folds} folds of {all}");
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

#[test]
fn double_hand_settings_are_those_of_the_analysis() {
    for name in ["mortimers/double-hand", "marina/double-hand"] {
        let Rules::DoubleHand(rules) = rules_of(name) else { panic!("{name}") };
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let (mut of_bank, mut differs) = (0, 0);
        play(name, 4, 300, |situation, advice| {
            let Some(hand) = advice.hands.first() else { return false };
            let cards: CardSet = hand.cards.iter().copied().collect();
            let house = chart.set(cards).setting;
            let marked: Vec<&Rated> =
                hand.choices.iter().filter(|rated| rated.note.starts_with("the house way")).collect();
            assert_eq!(marked.len(), 1, "{hand:#?}");
            assert_eq!(marked[0].choice, Choice::DoubleHand(games::double_hand::Choice::Set(house.front())));
            let bank = round(situation).bank.as_ref().unwrap();
            of_bank += usize::from(bank.seat == hand.seat);
            differs += usize::from(!marked[0].is_best);
            true
        });
        assert!(of_bank > 20, "the bank sets too");
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

/// What an equity of the analysis says of one deal.
fn won(game: Game, own: &[Card], others: &[Vec<Card>], board: &[Card]) -> f64 {
    let hands: Vec<Vec<Card>> = [own.to_vec()].into_iter().chain(others.iter().cloned()).collect();
    let answer = Question::new(game, &hands, board, &[]).unwrap().answer(Method::Exact);
    let share = answer.shares[0].equity;
    share.numerator as f64 / share.denominator as f64
}

#[test]
fn poker_shares_are_those_of_the_equities() {
    let mut z_squares = Vec::new();
    let (mut exact, mut checked) = (0, 0);
    for name in ["mortimers/holdem", "marina/holdem", "players-club/omaha", "players-club/omaha-8"] {
        let Rules::Poker(rules) = rules_of(name) else { panic!("{name}") };
        let game = Game::of(&rules).unwrap();
        let mut draws: Draws = Seed::from_bytes([31; 32]).draws();
        checked += play(name, 5, 350, |situation, advice| {
            let Some(hand) = advice.hands.first() else { return false };
            let round = round(situation);
            let rivals = round.seats.iter().filter(|seat| seat.is_live).count() - 1;
            let pot: i64 = round.pots.iter().map(|pot| pot.in_cents()).sum();
            if pot == 0 {
                return false;
            }
            assert_eq!(hand.unit.in_cents(), pot);
            let valued = hand.choices.iter().find_map(|rated| match rated.choice {
                Choice::Poker(Bet::Check) => Some((rated.value?, rated.error)),
                Choice::Poker(Bet::Call) => {
                    // What a call of so much into the pot is worth, solved for the share.
                    let offer = round.offers.iter().find(|offer| offer.choice == rated.choice)?;
                    let call = offer.least.in_cents() as f64 / pot as f64;
                    Some(((rated.value? + call) / (1.0 + call), rated.error / (1.0 + call)))
                }
                _ => None,
            });
            let Some((share, error)) = valued else { return false };
            let fold = hand.choices.iter().find(|rated| rated.choice == Choice::Poker(Bet::Fold));
            assert!(fold.is_none_or(|fold| fold.value == Some(0.0)));
            let mut unseen: Vec<Card> = Card::all()
                .filter(|card| !card.is_joker() && !hand.cards.contains(card) && !round.board.contains(card))
                .collect();
            if hand.is_exact && round.board.len() == 5 && hand.cards.len() == 2 && exact < 40 {
                exact += 1;
                let (mut sum, mut count) = (0.0, 0.0);
                for place in 0..unseen.len() {
                    for other in &unseen[..place] {
                        sum += won(game, &hand.cards, &[vec![unseen[place], *other]], &round.board);
                        count += 1.0;
                    }
                }
                assert!((share - sum / count).abs() < 1e-9, "{hand:#?}: {}", sum / count);
                return true;
            }
            let (mut sum, mut squares, deals) = (0.0, 0.0, 120.0);
            for _ in 0..120 {
                draws.shuffle(&mut unseen);
                let missing = 5 - round.board.len();
                let board = [&round.board[..], &unseen[..missing]].concat();
                let others: Vec<Vec<Card>> =
                    unseen[missing..].chunks(hand.cards.len()).take(rivals).map(<[Card]>::to_vec).collect();
                let part = won(game, &hand.cards, &others, &board);
                (sum, squares) = (sum + part, squares + part * part);
            }
            let mean = sum / deals;
            let deviation = ((squares / deals - mean * mean).max(1e-4) / deals + error * error).sqrt();
            let z: f64 = (share - mean) / deviation;
            assert!(z.abs() < 6.0, "{name}: {share} against {mean}: {hand:#?}");
            z_squares.push(z * z);
            true
        });
    }
    let mean = z_squares.iter().sum::<f64>() / z_squares.len() as f64;
    assert!((0.8..1.2).contains(&mean), "mean square {mean} of {} shares", z_squares.len());
    assert!(exact >= 10 && checked >= 1_400, "{exact} of {checked} counted one by one");
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
                |rated: &Rated| matches!(rated.choice, Choice::Poker(Bet::Discard(_) | Bet::Draw(_)));
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

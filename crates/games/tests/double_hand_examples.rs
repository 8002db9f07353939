//! The worked examples of the double-hand clauses, read from the clause files and played.

mod double_hand;

use std::path::Path;
use std::sync::Arc;

use books::Outcome;
use books::read::Source;
use books::{ClauseFile, Money, Rules};
use cards::{Card, CardSet, FrontRank, HighRank, Wheel, parse_cards};
use double_hand::{Chance, book, play};
use games::double_hand::{
    Allowed, Bet, Choice, DEALER, DoubleHand, Event, Game, Setting, Setup, Waits, compare,
};
use games::{Party, Purse, Seat, Verdict};

/// Every example of a house's double-hand clauses, with the clause's id.
fn examples(house: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../clauses/{house}/double-hand.toml"));
    let file = ClauseFile::read(&Source::open(&path).unwrap()).unwrap();
    let of = |clause: &books::ClauseText| {
        let id = clause.id.clone();
        clause.example.clone().unwrap_or_default().into_iter().map(move |example| (id.clone(), example))
    };
    file.clause.iter().flat_map(of).collect()
}

fn game(house: &str) -> Arc<Game> {
    let Rules::DoubleHand(rules) = book(house).rules else { panic!("no double-hand book") };
    Arc::new(Game::new(*rules, None))
}

fn cards(text: &str) -> CardSet {
    parse_cards(text.trim()).unwrap_or_else(|error| panic!("{text}: {error}")).into_iter().collect()
}

fn setting(front: &str, back: &str) -> Setting {
    let front = cards(front);
    Setting::of(front | cards(back), front).unwrap()
}

#[test]
fn hands_compare_as_the_examples_say() {
    let game = game("mortimers");
    let mut count = 0;
    for (id, example) in examples("mortimers") {
        let Some((hands, result)) = example.split_once(" -> ") else { continue };
        let Some((player, bank)) =
            hands.strip_prefix("player [front ").and_then(|rest| rest.split_once("] v DP [front "))
        else {
            continue;
        };
        let of = |text: &str| {
            let (front, back) = text.trim_end_matches(']').split_once(" | back ").unwrap();
            setting(front, back)
        };
        let expected = match result {
            "player wins" => Outcome::Player,
            "DP wins" => Outcome::Bank,
            _ => Outcome::Push,
        };
        let (outcome, clause) = compare(&game.rules, of(player), of(bank));
        assert_eq!(outcome, expected, "{id}: {example}");
        assert!(clause.is_some());
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn marina_hands_compare_as_the_examples_say() {
    let game = game("marina");
    let mut count = 0;
    for (id, example) in examples("marina") {
        let Some((hands, result)) = example.split_once(", bet $50.00 -> ") else { continue };
        let Some((player, bank)) =
            hands.strip_prefix("player front ").and_then(|rest| rest.split_once(", DP front "))
        else {
            continue;
        };
        let of = |text: &str| {
            let (front, back) = text.split_once(" / back ").unwrap();
            setting(front, back)
        };
        let expected = if result.contains("player wins") {
            Outcome::Player
        } else if result.contains("DP wins") {
            Outcome::Bank
        } else {
            Outcome::Push
        };
        assert_eq!(compare(&game.rules, of(player), of(bank)).0, expected, "{id}: {example}");
        count += 1;
    }
    assert_eq!(count, 8);
}

#[test]
fn settings_are_foul_as_the_examples_say() {
    let mut count = 0;
    for (id, example) in examples("mortimers").into_iter().chain(examples("marina")) {
        let Some((hand, result)) = example.split_once(" -> ") else { continue };
        let parts = hand
            .strip_prefix("setting front ")
            .and_then(|rest| rest.split_once(" back "))
            .or_else(|| hand.strip_prefix("front ").and_then(|rest| rest.split_once(" / back ")));
        let Some((front, back)) = parts else { continue };
        if !back.trim().starts_with(|letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit())
            || parse_cards(front).is_err()
            || back.contains("cards")
        {
            continue;
        }
        let is_foul = !result.contains("not foul") && !result.contains("legal");
        assert_eq!(setting(front, back).is_foul(Wheel::Lowest), is_foul, "{id}: {example}");
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn hands_rank_as_the_examples_say() {
    let high = |text: &str| HighRank::best_with_bug(&parse_cards(text.trim()).unwrap(), Wheel::Lowest);
    let front = |text: &str| -> FrontRank {
        FrontRank::of(parse_cards(text.trim()).unwrap()[..].try_into().unwrap())
    };
    let mut count = 0;
    for (id, example) in examples("mortimers") {
        let Some((hand, result)) = example.split_once(" -> ") else { continue };
        if let Some(hand) = hand.strip_prefix("hand ") {
            assert_eq!(high(hand).unwrap().category().name(), result, "{id}: {example}");
            count += 1;
        } else if let Some((one, other)) =
            hand.strip_prefix("compare ").and_then(|rest| rest.split_once(" v "))
        {
            let order = match parse_cards(one).unwrap().len() {
                2 => front(one).cmp(&front(other)),
                _ => high(one).cmp(&high(other)),
            };
            let expected = match result {
                "first higher" => std::cmp::Ordering::Greater,
                "second higher" => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Equal,
            };
            assert_eq!(order, expected, "{id}: {example}");
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

/// Chooses piles, dice and settings without anybody's will: pile 1, the wanted button, the house way.
fn house_way_play(round: &DoubleHand, list: &[Allowed], sum: u8) -> (Party, Choice) {
    let wanted = [Choice::Pile(1), Choice::NoMoreBets, Choice::Dice(sum), Choice::Confirm, Choice::Open];
    let found = list.iter().find(|allowed| wanted.contains(&allowed.choice));
    let look = list.iter().find(|allowed| matches!(allowed.choice, Choice::HouseWay));
    let allowed = found.or(look).unwrap_or_else(|| panic!("{:?} {list:?}", round.waits()));
    (allowed.who, allowed.choice)
}

fn sum_for(bank: u8, button: u8) -> u8 {
    (3..=18).find(|sum| (bank - 1 + sum - 1) % 7 + 1 == button).unwrap()
}

/// One spot of an example: its seat, its bets, and who is to win it.
struct Spot {
    seat: u8,
    bets: Vec<Bet>,
    outcome: Outcome,
}

fn spot(seat: u8, amounts: &[&str], outcome: Outcome) -> Spot {
    let bet =
        |amount: &&str| Bet { spot: Seat::new(seat), purse: 0, amount: amount.parse().unwrap(), joint: None };
    Spot { seat, bets: amounts.iter().map(bet).collect(), outcome }
}

/// Plays rounds with random cards until everybody's result is the wanted one; gives that round.
fn played(
    game: &Arc<Game>,
    bank: u8,
    button: u8,
    stake: &str,
    mut spots: Vec<Spot>,
) -> (DoubleHand, Vec<Event>) {
    spots.sort_by_key(|spot| spot.seat);
    let mut purses = vec![Purse { name: "bank".into(), stack: Money::dollars(1_000_000), streak: 0 }];
    let mut bets = Vec::new();
    for bet in spots.iter().flat_map(|spot| &spot.bets) {
        purses.push(Purse { name: format!("{}", purses.len()), stack: Money::dollars(1_000), streak: 0 });
        bets.push(Bet { purse: purses.len() as u8 - 1, ..*bet });
    }
    let setup = Arc::new(Setup {
        purses,
        bank: Seat::new(bank),
        banker: 0,
        stake: stake.parse().unwrap(),
        partners: Vec::new(),
        bets,
    });
    let mut chance = Chance(1);
    loop {
        let mut log = Vec::new();
        let mut round = DoubleHand::open(Arc::clone(game), &setup, &mut log).unwrap();
        let deck = chance.deck();
        let sum = sum_for(bank, button);
        play(&mut round, &deck, &mut log, |round, list| house_way_play(round, list, sum));
        let bank_setting = round.bank_setting().unwrap();
        let is_wanted = |spot: &Spot| {
            let state = round.spots().iter().find(|state| state.seat.number() == spot.seat).unwrap();
            compare(&game.rules, state.setting.unwrap(), bank_setting).0 == spot.outcome
        };
        if spots.iter().all(is_wanted) {
            return (round, log);
        }
    }
}

/// What was paid and collected, in the order of settlement: (bet, verdict, paid, collected).
fn settlements(log: &[Event]) -> Vec<(u8, Verdict, Money, Money)> {
    let of = |event: &Event| match *event {
        Event::Settled { who, verdict, paid, collected, .. } => Some((who.0, verdict, paid, collected)),
        _ => None,
    };
    log.iter().filter_map(of).collect()
}

#[test]
fn the_worked_200_dollar_example_comes_out_to_the_cent() {
    let mut count = 0;
    for (id, example) in examples("mortimers") {
        let Some((given, expected)) = example.split_once(" -> ") else { continue };
        let Some((stake, order)) =
            given.strip_prefix("DP ").and_then(|rest| rest.split_once(", action order: "))
        else {
            continue;
        };
        let mut spots = Vec::new();
        for part in order.split("; ") {
            let words: Vec<&str> = part.split(' ').collect();
            let outcome = match words[2] {
                "wins" => Outcome::Player,
                "loses" => Outcome::Bank,
                _ => Outcome::Push,
            };
            spots.push(spot(words[1].parse().unwrap(), &[words[3]], outcome));
        }
        let button = spots[0].seat;
        for house in ["mortimers", "marina"] {
            let copies =
                spots.iter().map(|of| Spot { seat: of.seat, bets: of.bets.clone(), outcome: of.outcome });
            let (round, log) = played(&game(house), 4, button, stake, copies.collect());
            let mut found = Vec::new();
            for (bet, verdict, paid, collected) in settlements(&log) {
                let seat = round.setup().bets[usize::from(bet)].spot;
                found.push(match verdict {
                    Verdict::Won => format!("seat {seat} paid {}", cents(paid)),
                    Verdict::Lost => format!("seat {seat} collected {}", cents(collected)),
                    Verdict::Push => format!("seat {seat} push"),
                    _ => format!("seat {seat} untouched"),
                });
            }
            found.push(format!("DP unused {}", cents(round.stake().left())));
            assert_eq!(found.join("; "), expected, "{house} {id}: {example}");
        }
        count += 1;
    }
    assert_eq!(count, 8);
}

fn cents(money: Money) -> String {
    format!("${}.{:02}", money.in_cents() / 100, money.in_cents() % 100)
}

#[test]
fn inside_a_spot_the_seated_player_comes_first_then_backers_as_they_bet() {
    let game = game("mortimers");
    let (_, log) = played(&game, 4, 3, "$50", vec![spot(3, &["$20", "$10", "$50"], Outcome::Player)]);
    let dollars = Money::dollars;
    assert_eq!(
        settlements(&log),
        [
            (0, Verdict::Won, dollars(20), Money::ZERO),
            (1, Verdict::Won, dollars(10), Money::ZERO),
            (2, Verdict::Won, dollars(20), Money::ZERO)
        ]
    );
    let (round, log) = played(&game, 4, 3, "$25", vec![spot(3, &["$20", "$10"], Outcome::Bank)]);
    assert_eq!(settlements(&log)[1], (1, Verdict::Lost, Money::ZERO, dollars(5)));
    assert_eq!(round.stake().left(), Money::ZERO);
    assert_eq!(round.purse(2), dollars(995));
}

#[test]
fn a_joint_wager_is_paid_and_collected_as_one_and_shared_to_the_cent() {
    let joint = |amounts: &[&str], outcome| {
        let mut spot = spot(3, amounts, outcome);
        for bet in &mut spot.bets {
            bet.joint = Some(1);
        }
        spot
    };
    let game = game("marina");
    let (_, log) = played(&game, 4, 3, "$500", vec![joint(&["$20", "$30"], Outcome::Player)]);
    assert_eq!(settlements(&log), [(0, Verdict::Won, Money::dollars(50), Money::ZERO)]);
    let (round, log) = played(&game, 4, 3, "$25", vec![joint(&["$20", "$30"], Outcome::Player)]);
    assert_eq!(settlements(&log), [(0, Verdict::Won, Money::dollars(25), Money::ZERO)]);
    assert_eq!((round.purse(1), round.purse(2)), (Money::dollars(1_010), Money::dollars(1_015)));
    let (round, _) = played(&game, 4, 3, "$10", vec![joint(&["$10", "$10", "$10"], Outcome::Bank)]);
    let nets: Vec<i64> = (1..4).map(|purse| round.purse(purse).in_cents() - 100_000).collect();
    assert_eq!(nets, [-334, -333, -333]);
}

#[test]
fn the_marina_cover_examples_come_out() {
    let game = game("marina");
    let spots = vec![
        spot(6, &["$60"], Outcome::Bank),
        spot(7, &["$60"], Outcome::Player),
        spot(1, &["$50"], Outcome::Push),
        spot(2, &["$100"], Outcome::Player),
        spot(4, &["$30"], Outcome::Player),
    ];
    let (round, log) = played(&game, 3, 6, "$200", spots);
    let seats: Vec<u8> = settlements(&log)
        .iter()
        .map(|(bet, ..)| round.setup().bets[usize::from(*bet)].spot.number())
        .collect();
    assert_eq!(seats, [6, 7, 1, 2, 4]);
    let moved: Vec<(Verdict, i64, i64)> = settlements(&log)
        .iter()
        .map(|(_, verdict, paid, collected)| (*verdict, paid.in_cents() / 100, collected.in_cents() / 100))
        .collect();
    assert_eq!(
        moved,
        [
            (Verdict::Lost, 0, 60),
            (Verdict::Won, 60, 0),
            (Verdict::Push, 0, 0),
            (Verdict::Won, 80, 0),
            (Verdict::Returned, 0, 0)
        ]
    );
}

#[test]
fn dice_name_the_seat_and_piles_follow_clockwise() {
    let mut count = 0;
    for (id, example) in examples("mortimers") {
        let Some((given, seat)) = example.split_once(" -> action seat ") else { continue };
        let Some((bank, dice)) =
            given.strip_prefix("7 seats, DP seat ").and_then(|rest| rest.split_once(", dice "))
        else {
            continue;
        };
        let (bank, sum): (u8, u8) = (bank.parse().unwrap(), dice.split_once('=').unwrap().1.parse().unwrap());
        let spots = vec![spot(bank % 7 + 1, &["$20"], Outcome::Push)];
        let (round, _) = dealt(&game("mortimers"), bank, spots, sum);
        assert_eq!(round.button().unwrap().number().to_string(), seat, "{id}: {example}");
        count += 1;
    }
    assert_eq!(count, 7);
}

/// A round after the dice, with cards in a known order.
fn dealt(game: &Arc<Game>, bank: u8, spots: Vec<Spot>, sum: u8) -> (DoubleHand, Vec<Card>) {
    let mut purses = vec![Purse { name: "bank".into(), stack: Money::dollars(10_000), streak: 0 }];
    let mut bets = Vec::new();
    for bet in spots.into_iter().flat_map(|spot| spot.bets) {
        purses.push(Purse { name: format!("{}", purses.len()), stack: Money::dollars(1_000), streak: 0 });
        bets.push(Bet { purse: purses.len() as u8 - 1, ..bet });
    }
    let stake = Money::dollars(200);
    let setup =
        Arc::new(Setup { purses, bank: Seat::new(bank), banker: 0, stake, partners: Vec::new(), bets });
    let mut round = DoubleHand::open(Arc::clone(game), &setup, &mut ()).unwrap();
    let deck = Chance(5).deck();
    let mut cards = deck.iter();
    while let Waits::Card(_) = round.waits() {
        round.card(Some(*cards.next().unwrap()), &mut ()).unwrap();
    }
    for (who, choice) in
        [(Party::BANK, Choice::Pile(3)), (DEALER, Choice::NoMoreBets), (Party::BANK, Choice::Dice(sum))]
    {
        round.choose(who, choice, &mut ()).unwrap();
    }
    (round, deck)
}

#[test]
fn the_marked_pile_goes_to_the_action_seat_and_the_next_to_the_next() {
    use games::double_hand::Viewer;
    let spots = vec![spot(1, &["$20"], Outcome::Push), spot(6, &["$20"], Outcome::Push)];
    let (round, deck) = dealt(&game("mortimers"), 4, spots, 9);
    let pile =
        |number: usize| -> CardSet { deck[..49].iter().skip(number - 1).step_by(7).copied().collect() };
    for (seat, number) in [(5, 3), (6, 4), (7, 5), (1, 6), (2, 7), (3, 1), (4, 2)] {
        assert_eq!(round.hand_seen_by(Viewer::Auditor, Seat::new(seat)), Some(pile(number)), "seat {seat}");
    }
    assert_eq!(round.hand_seen_by(Viewer::Everybody, Seat::new(6)), None);
    assert_eq!(round.hand_seen_by(Viewer::Bettor(Party(1)), Seat::new(6)), Some(pile(4)));
    assert_eq!(round.hand_seen_by(Viewer::Bettor(Party(0)), Seat::new(6)), None);
    assert_eq!(round.hand_seen_by(Viewer::Bettor(Party(0)), Seat::new(4)), None);
}

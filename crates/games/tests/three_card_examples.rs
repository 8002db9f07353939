//! The worked examples of the three-card clauses, refusals and reports, each with its clause by name.

use std::path::Path;
use std::sync::Arc;

use books::rates::RatesFile;
use books::read::Source;
use books::{Book, BookId, ClauseFile, Money, Rules, Shelf};
use cards::{Card, CardSet, ThreeCardRank, parse_cards};
use games::three_card::{
    Bet, Choice, Event, Game, Report, Setup, ThreeCard, WagerKind, Waits, bank_qualifies, pair_plus_pays,
    six_card_pays,
};
use games::{Party, Purse, Reason, Seat, Verdict};

fn book() -> Book {
    Shelf::filed().book(&BookId::new("pinnacle", "three-card-6-card-bonus")).unwrap()
}

fn game(schedule: Option<&str>) -> Arc<Game> {
    let book = book();
    let shelf = Shelf::filed();
    let source = shelf.file("pinnacle/rates/three-card-6-card-bonus.toml").unwrap();
    let rates = RatesFile::read(source, &book.clauses).unwrap().value;
    let schedule = schedule.map(|handle| rates.find("three-card-6-card-bonus", handle).unwrap().clone());
    let Rules::ThreeCard(rules) = book.rules else { panic!("no three-card book") };
    Arc::new(Game { rules: *rules, schedule })
}

fn examples() -> Vec<(String, String)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clauses/pinnacle/three-card-6-card-bonus.toml");
    let file = ClauseFile::read(&Source::open(&path).unwrap()).unwrap();
    let of = |clause: &books::ClauseText| {
        let id = clause.id.clone();
        clause.example.clone().unwrap_or_default().into_iter().map(move |example| (id.clone(), example))
    };
    file.clause.iter().flat_map(of).collect()
}

/// Bets of one seat in dollars: ante, Pair Plus, 6 Card Bonus.
struct At {
    seat: u8,
    ante: i64,
    pair_plus: i64,
    six_card: i64,
    cards: &'static str,
    choice: Choice,
}

fn at(seat: u8, wagers: (i64, i64, i64), cards: &'static str, choice: Choice) -> At {
    At { seat, ante: wagers.0, pair_plus: wagers.1, six_card: wagers.2, cards, choice }
}

fn setup(bank: u8, stake: i64, seats: &[At]) -> Arc<Setup> {
    let mut purses = vec![Purse { name: "bank".into(), stack: Money::dollars(1_000_000), streak: 0 }];
    let mut bets: Vec<Bet> = Vec::new();
    let mut sorted: Vec<&At> = seats.iter().collect();
    sorted.sort_by_key(|at| at.seat);
    for at in sorted {
        purses.push(Purse { name: format!("{}", at.seat), stack: Money::dollars(1_000), streak: 0 });
        bets.push(Bet {
            seat: Seat::new(at.seat),
            purse: purses.len() as u8 - 1,
            ante: Money::dollars(at.ante),
            pair_plus: Money::dollars(at.pair_plus),
            six_card: Money::dollars(at.six_card),
        });
    }
    Arc::new(Setup { seats: 8, purses, bank: Seat::new(bank), banker: 0, stake: Money::dollars(stake), bets })
}

/// Plays a round with these hands; the bank's third card is the one shown.
fn played(bank: u8, stake: i64, bank_cards: &str, seats: &[At]) -> (ThreeCard, Vec<Event>) {
    let setup = setup(bank, stake, seats);
    let mut log = Vec::new();
    let mut round = ThreeCard::open(game(None), &setup, &mut log).unwrap();
    let order = Seat::new(bank).clockwise(8).around(8);
    let hands = order.filter_map(|seat| seats.iter().find(|at| at.seat == seat.number())).map(|at| at.cards);
    for card in hands.chain([bank_cards]).flat_map(|text| parse_cards(text).unwrap()) {
        round.card(Some(card), &mut log).unwrap();
    }
    while let Waits::Choice(who) = round.waits() {
        let seat = setup.bets[who.index()].seat.number();
        let choice = seats.iter().find(|at| at.seat == seat).unwrap().choice;
        round.choose(who, choice, &mut log).unwrap();
    }
    assert_eq!(round.waits(), Waits::Over);
    (round, log)
}

/// What a seat won, in dollars.
fn net(round: &ThreeCard, seat: u8) -> i64 {
    let name = seat.to_string();
    let place = round.setup().purses.iter().position(|purse| purse.name == name).unwrap();
    (round.purse(place) - round.setup().purses[place].stack).in_cents() / 100
}

#[test]
fn hands_rank_as_the_examples_say() {
    let rank = |text: &str| {
        let cards = parse_cards(text.trim()).ok()?;
        Some(ThreeCardRank::of(cards[..].try_into().ok()?))
    };
    let mut count = 0;
    for (id, example) in examples() {
        for part in example.split("; ") {
            let Some((hands, result)) = part.split_once(" -> ") else { continue };
            let words = |text: &str| {
                let cards: Vec<String> =
                    text.split(' ').filter(|word| word.parse::<Card>().is_ok()).map(str::to_owned).collect();
                cards.join(" ")
            };
            let Some((one, other)) = hands.split_once(" v ") else { continue };
            if hands.contains("Ante") || hands.contains("PP") || hands.contains("6CB") {
                continue;
            }
            let (Some(first), Some(second)) = (rank(&words(one)), rank(&words(other))) else { continue };
            if result.contains("tie") {
                assert_eq!(first, second, "{id}: {part}");
            } else if result.contains("is better") || result.contains("are better") {
                let names_second = result.contains(&words(other).replace(' ', "-").to_uppercase())
                    || (id == "ace-low" && result.contains("4-3-2"))
                    || result.contains("four-high")
                    || result.contains("five-high") && first < second;
                assert_eq!(first > second, !names_second, "{id}: {part}");
            }
            count += 1;
        }
    }
    assert!(count >= 14, "{count}");
}

#[test]
fn the_bank_qualifies_as_the_examples_say() {
    let rules = game(None).rules.bank.clone();
    let mut count = 0;
    for (_, example) in examples().into_iter().filter(|(id, _)| id == "pd-qualify") {
        for part in example.split("; ") {
            let (hand, result) = part.strip_prefix("PD ").unwrap().split_once(" -> ").unwrap();
            let qualifies = bank_qualifies(&rules, &parse_cards(hand).unwrap());
            assert_eq!(qualifies, !result.starts_with("does not"), "{part}");
            count += 1;
        }
    }
    assert_eq!(count, 9);
}

#[test]
fn the_bonuses_pay_as_the_examples_say() {
    let game = game(None);
    let dollars = |text: &str| -> i64 {
        let text: String = text.chars().filter(char::is_ascii_digit).collect();
        text.parse().unwrap()
    };
    let mut count = 0;
    for (id, example) in examples() {
        let Some(list) = example.strip_prefix("PP $5: ").or_else(|| example.strip_prefix("6CB $5: ")) else {
            continue;
        };
        for part in list.split("; ") {
            let (hand, pays) = part.split_once(" -> ").unwrap();
            let odds = match hand.split_once(" + ") {
                Some((player, bank)) => six_card_pays(
                    &game.rules.six_card,
                    &parse_cards(player).unwrap(),
                    &parse_cards(bank).unwrap(),
                ),
                None => pair_plus_pays(&game.rules.pair_plus, &parse_cards(hand).unwrap()),
            };
            let won = odds.map_or(-5, |odds| odds.on(Money::dollars(5)).in_cents() / 100);
            let expected = if pays.starts_with('-') { -5 } else { dollars(pays.rsplit('$').next().unwrap()) };
            assert_eq!(won, expected, "{id}: {part}");
            count += 1;
        }
    }
    assert_eq!(count, 16);
}

#[test]
fn rounds_come_out_as_the_examples_say() {
    use Choice::{Fold, Play};
    // (bank's cards, ante, Pair Plus, 6 Card Bonus, player's cards, choice, net)
    for (bank, wagers, cards, choice, expected) in [
        ("Jd 8h Tc", (20, 0, 0), "9c 4d 2h", Play, 20),
        ("Jd 8h Tc", (20, 0, 0), "Ah Ad Ac", Play, 20),
        ("Jd 8h Tc", (20, 0, 0), "9c 4d 2h", Fold, -20),
        ("Qh 6d 3c", (20, 0, 0), "Qd 6c 4s", Play, 40),
        ("Ah Kh Jh", (5, 0, 0), "4d 3c 2s", Play, 10),
        ("Kh Qh Jh", (10, 0, 0), "As Ks Qs", Play, 20),
        ("2c 2d 3h", (20, 0, 0), "Kd Jc 9h", Play, -40),
        ("4c 3d 2s", (20, 0, 0), "Ac 2d 3h", Play, -40),
        ("Ks 9c 4h", (20, 0, 0), "Kh 9d 4c", Play, 0),
        ("9h 9s 5c", (10, 0, 0), "9c 9d 5h", Play, 0),
        ("Kc Kd 2s", (10, 5, 0), "3c 3d 9h", Play, -15),
        ("Qc Jd 4s", (10, 5, 0), "Ad Kc 9h", Play, 15),
        ("Ks Kc 4h", (10, 5, 0), "Kh Kd 4c", Play, 5),
        ("Jd Tc 8c", (10, 5, 0), "8h 5h 2h", Play, 25),
        ("9h 4s Kd", (10, 0, 5), "9c 9d 4h", Play, 120),
        ("8s 7c 6h", (10, 0, 5), "Tc 9d 2h", Play, 25),
        ("Jd Tc 8h", (10, 0, 5), "9c 7d 6h", Play, 55),
        ("9d 9h Kc", (10, 0, 5), "9c 4d 2h", Fold, 30),
        ("Kd Kh 3c", (10, 5, 0), "2c 2d 7h", Fold, -15),
    ] {
        let (round, _) = played(8, 100_000, bank, &[at(1, wagers, cards, choice)]);
        assert_eq!(net(&round, 1), expected, "{bank} v {cards}");
    }
}

#[test]
fn the_stake_is_used_up_in_order_from_the_button() {
    use Choice::Play;
    let seats = [
        at(2, (30, 0, 0), "4c 5d 7h", Play),
        at(3, (20, 5, 0), "9c 9d 2h", Play),
        at(1, (20, 0, 0), "Ac Kd 3h", Play),
    ];
    let (round, log) = played(8, 100, "Qc Jd 2s", &seats);
    assert_eq!(round.button(), Some(Seat::new(2)));
    assert_eq!((net(&round, 2), net(&round, 3), net(&round, 1)), (-60, 40, 0));
    let returned: Vec<(u8, WagerKind)> = log
        .iter()
        .filter_map(|event| match event {
            Event::Settled { seat, wager, verdict: Verdict::Returned, .. } => Some((seat.number(), *wager)),
            _ => None,
        })
        .collect();
    assert_eq!(returned, [(3, WagerKind::PairPlus), (1, WagerKind::Ante), (1, WagerKind::Play)]);
    let seats = [at(2, (20, 5, 0), "8h 5h 2h", Play)];
    let (round, _) = played(8, 30, "Jd Tc 8c", &seats);
    assert_eq!(net(&round, 2), 30, "the ante's $20 and $10 of the flush's $15");
    let folds = [at(1, (20, 0, 0), "4c 5d 7h", Choice::Fold), at(2, (20, 0, 0), "9c 3d 6h", Choice::Fold)];
    let (round, _) = played(8, 20, "Qc Jd 2s", &folds);
    assert_eq!((net(&round, 1), net(&round, 2)), (0, -20));
}

#[test]
fn the_button_goes_where_the_shown_card_counts() {
    let cards = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    let hands = ["2c 4d 6h", "2d 4h 6s", "2h 4s 6c", "2s 4c 6d", "3c 5d 7h", "3d 5h 7s", "3h 5s 7c"];
    let full = |bank: u8, shown: &str, empty: &[u8]| {
        let seats: Vec<At> = (1..=8)
            .filter(|seat| *seat != bank && !empty.contains(seat))
            .zip(hands)
            .map(|(seat, cards)| at(seat, (10, 0, 0), cards, Choice::Play))
            .collect();
        played(bank, 1_000, &format!("8c 9d {shown}s"), &seats).0.button().unwrap().number()
    };
    let of_three = [4, 5, 6, 7, 8, 1, 2, 4, 5, 6, 7, 8, 1];
    for (shown, seat) in cards.iter().zip(of_three) {
        if !["5", "7", "2", "4", "6", "3"].contains(shown) {
            assert_eq!(full(3, shown, &[]), seat, "{shown}");
        }
    }
    assert_eq!(full(8, "K", &[]), 6);
    assert_eq!(full(8, "8", &[]), 1);
    assert_eq!(full(3, "J", &[7]), 8);
    assert_eq!(full(3, "8", &[4]), 5);
}

#[test]
fn the_table_is_checked_against_the_book() {
    let (book, game) = (book(), game(Some("1")));
    let faults = |setup: &Arc<Setup>| -> Vec<String> {
        let faults = ThreeCard::open(Arc::clone(&game), setup, &mut ()).unwrap_err();
        faults.iter().map(|fault| book.clause_name(fault.clause).to_owned()).collect()
    };
    let one = |wagers| setup(8, 500, &[at(1, wagers, "", Choice::Play)]);
    assert_eq!(faults(&one((4, 0, 0))), ["chips-in-areas"]);
    assert_eq!(faults(&one((101, 0, 0))), ["chips-in-areas"]);
    assert_eq!(faults(&one((0, 5, 0))), ["bonus-optional"]);
    assert_eq!(faults(&one((0, 0, 0))), ["ante-required"]);
    assert_eq!(faults(&one((5, 101, 0))), ["bonus-size"]);
    assert!(ThreeCard::open(Arc::clone(&game), &one((5, 100, 3)), &mut ()).is_ok());
    let mut behind = (*one((10, 0, 0))).clone();
    behind.bets.push(Bet { purse: 1, ..behind.bets[0] });
    assert_eq!(faults(&Arc::new(behind.clone())), ["no-backline", "ruling-multiple-hands-silence"]);
    let mut cents = (*one((10, 0, 0))).clone();
    cents.bets[0].ante = Money::cents(1_050);
    assert_eq!(faults(&Arc::new(cents)), ["ruling-bands-gaps-all"]);
    assert_eq!(faults(&setup(8, 4, &[at(1, (10, 0, 0), "", Choice::Play)])), ["ruling-pd-wager-items"]);
    assert_eq!(
        faults(&setup(1, 500, &[at(1, (10, 0, 0), "", Choice::Play)])),
        ["ruling-multiple-hands-silence"]
    );
}

#[test]
fn the_bank_pays_the_fee_by_total_table_action_before_the_deal() {
    let seats = [
        at(1, (20, 5, 0), "", Choice::Play),
        at(2, (30, 0, 5), "", Choice::Play),
        at(3, (20, 0, 0), "", Choice::Play),
    ];
    for (schedule, cents) in [("1", 100), ("2", 50), ("3", 50)] {
        let mut log = Vec::new();
        let round = ThreeCard::open(game(Some(schedule)), &setup(8, 500, &seats), &mut log).unwrap();
        assert_eq!(round.drop(), Money::cents(cents));
        assert!(matches!(log.last(), Some(Event::Collected { who: Party::BANK, .. })));
        assert!(matches!(round.waits(), Waits::Card { .. }));
    }
}

/// A round in which three seats have their cards.
fn dealt(cards: usize) -> ThreeCard {
    let seats = [
        at(1, (20, 5, 5), "", Choice::Play),
        at(2, (30, 0, 5), "", Choice::Play),
        at(3, (20, 0, 0), "", Choice::Play),
    ];
    let mut round = ThreeCard::open(game(None), &setup(8, 500, &seats), &mut ()).unwrap();
    for card in CardSet::FULL.iter().take(cards) {
        round.card(Some(card), &mut ()).unwrap();
    }
    round
}

#[test]
fn decisions_are_asked_from_the_left_of_the_bank_and_others_are_refused() {
    let book = book();
    let round = dealt(12);
    assert_eq!(round.waits(), Waits::Choice(Party(0)));
    let mut copy = round.clone();
    let refusal = copy.choose(Party(1), Choice::Play, &mut ()).unwrap_err();
    assert_eq!((refusal.reason, book.clause_name(refusal.clause)), (Reason::NotYourTurn, "decision-order"));
    let refusal = copy.card(Some(Card::from_index(51).unwrap()), &mut ()).unwrap_err();
    assert_eq!(
        (refusal.reason, book.clause_name(refusal.clause)),
        (Reason::ChoiceExpected, "decision-order")
    );
    assert!(copy == round);
}

#[test]
fn faults_of_the_deal_redeal_before_the_card_is_shown_and_void_after_it() {
    let book = book();
    let cited = |log: &[Event]| match log[0] {
        Event::Misdealt { clause } | Event::Settled { clause, .. } => book.clause_name(clause).to_owned(),
        ref other => panic!("{other:?}"),
    };
    for report in [Report::WrongStack(Seat::new(2)), Report::WrongBankStack, Report::BadDeck] {
        let mut round = dealt(7);
        let mut log = Vec::new();
        round.report(report, &mut log).unwrap();
        assert!(matches!(log[..], [Event::Misdealt { .. }]));
        assert_eq!(cited(&log), "ruling-irregularities-silence");
        for card in CardSet::FULL.iter().take(12) {
            round.card(Some(card), &mut ()).unwrap();
        }
        assert_eq!(round.waits(), Waits::Choice(Party(0)));
        let mut log = Vec::new();
        round.report(report, &mut log).unwrap();
        assert_eq!(cited(&log), "ruling-irregularities-silence");
        if let Report::WrongStack(_) = report {
            assert_eq!(net(&round, 2), 0);
            assert_eq!(round.waits(), Waits::Choice(Party(0)));
            let mut again = Vec::new();
            let refused = round.report(report, &mut again).unwrap_err();
            assert_eq!(refused.reason.to_string(), "that hand is void already");
            assert!(again.is_empty());
            round.choose(Party(0), Choice::Fold, &mut ()).unwrap();
            assert_eq!(round.waits(), Waits::Choice(Party(2)), "seat 2 is out of the round");
        } else {
            assert_eq!(round.waits(), Waits::Over);
            assert_eq!((net(&round, 1), net(&round, 2), net(&round, 3)), (0, 0, 0));
            assert!(round.report(report, &mut ()).is_err());
        }
    }
}

#[test]
fn only_hands_that_a_wager_needs_are_opened() {
    use games::three_card::Viewer::Everybody;
    let seats = [
        at(1, (10, 0, 0), "Ac Kd 3h", Choice::Play),
        at(2, (10, 5, 0), "9c 9d 2h", Choice::Play),
        at(3, (10, 5, 0), "5c 5d 2s", Choice::Fold),
        at(4, (10, 0, 5), "6c 7d 2d", Choice::Fold),
    ];
    let open = |bank| {
        let (round, log) = played(8, 10_000, bank, &seats);
        for event in &log {
            let hidden = round.is_hidden_from(Everybody, event);
            let is_of_closed_hand = matches!(event, Event::Dealt { place: games::Place::Hand { spot, .. }, .. }
                if round.hand_seen_by(Everybody, *spot).is_empty());
            assert_eq!(hidden, is_of_closed_hand);
        }
        (1..=4)
            .filter(|seat| !round.hand_seen_by(Everybody, Seat::new(*seat)).is_empty())
            .collect::<Vec<u8>>()
    };
    assert_eq!(open("Jd Tc 8h"), [2, 4]);
    assert_eq!(open("Qd Tc 8h"), [1, 2, 4]);
}

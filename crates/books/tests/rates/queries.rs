//! What is collected from whom and when, stage by stage.

use books::rates::{Collection, Destination, Hand, Payer, PriceList, RatesFile, Schedule, Stage};
use books::{ClauseIndex, Money};

use super::filed::{all, clauses, rates};

fn dollars(amount: i64) -> Money {
    Money::dollars(amount)
}

/// "bank $0.50 (collection/no-bust-6-pd-fee)" and so on, for each collection.
fn told(schedule: &Schedule, stage: Stage, hand: &Hand<'_>, index: &ClauseIndex) -> Vec<String> {
    schedule.collect(stage, hand).iter().map(|taken| tell(taken, index)).collect()
}

fn tell(taken: &Collection, index: &ClauseIndex) -> String {
    let from = match taken.from {
        Payer::Bank => "bank".to_owned(),
        Payer::Wager(place) => format!("wager {place}"),
        Payer::Bonus(place) => format!("bonus {place}"),
        Payer::Pot => "pot".to_owned(),
        Payer::SmallBlind => "small blind".to_owned(),
        Payer::Blind => "blind".to_owned(),
        Payer::Seat(place) => format!("seat {place}"),
    };
    let mut text = format!("{from} {}", taken.amount);
    if taken.waived.is_positive() {
        text.push_str(&format!(" of {}", taken.amount + taken.waived));
    }
    if taken.into == Destination::Jackpot {
        text.push_str(" to the jackpot");
    }
    format!("{text} ({})", index.name(taken.clause))
}

fn find<'a>(file: &'a RatesFile, game: &'a str, handle: &str) -> &'a Schedule {
    file.find(game, handle).unwrap_or_else(|| panic!("no schedule {handle} for {game}"))
}

#[test]
fn a_bank_game_collects_at_its_moment_and_at_no_other() {
    let (file, index) = (rates("mortimers", "no-bust-6-buster"), clauses("mortimers"));
    let option = find(file, "no-bust-6-buster", "3");
    let hand = Hand { wagers: &[dollars(25), dollars(100)], bonus: &[dollars(1)], ..Hand::default() };
    let taken = told(option, Stage::AfterDeal, &hand, index);
    let expected = [
        "bank $2 (collection/buster-pd-fee)",
        "wager 0 $1 (collection/buster-player-fee)",
        "wager 1 $1 (collection/buster-player-fee)",
        "bonus 0 $1 (collection/buster-player-fee)",
    ];
    assert_eq!(taken, expected);
    for stage in Stage::ALL.into_iter().filter(|stage| *stage != Stage::AfterDeal) {
        assert!(option.collect(stage, &hand).is_empty(), "{}", stage.word());
    }
    let free = find(file, "no-bust-6-buster", "7");
    assert_eq!(told(free, Stage::AfterDeal, &hand, index), ["bank $1 (collection/buster-pd-fee)"]);
}

#[test]
fn a_fee_of_nothing_is_recorded_for_the_bank_only() {
    let (file, index) = (rates("mortimers", "pure-21-5"), clauses("mortimers"));
    let hand = Hand { wagers: &[dollars(20)], ..Hand::default() };
    let taken = told(find(file, "pure-21-5", "1"), Stage::BeforeDeal, &hand, index);
    assert_eq!(taken, ["bank $0 (collection/pure-pd-fee)"]);
}

#[test]
fn ven_a_mexico_goes_by_the_size_of_each_wager() {
    let (file, index) = (rates("ven-a-mexico", "no-bust-4-01"), clauses("ven-a-mexico"));
    let wagers = [dollars(5), dollars(50), Money::cents(5_050), dollars(51), dollars(100)];
    let hand = Hand { wagers: &wagers, ..Hand::default() };
    let fees: Vec<String> = find(file, "no-bust-4-01", "5-100")
        .collect(Stage::BeforeDeal, &hand)
        .iter()
        .map(|taken| tell(taken, index).replace(" (no-bust-4-01/fee-schedule)", ""))
        .collect();
    assert_eq!(
        fees,
        ["bank $1", "wager 0 $0.50", "wager 1 $0.50", "wager 2 $0.50", "wager 3 $1", "wager 4 $1"]
    );
}

#[test]
fn three_card_action_counts_bonus_wagers_and_no_other_game_does() {
    for (house, name, reading) in all() {
        for schedule in reading.value.tables.iter().flat_map(|table| &table.schedules) {
            let action = schedule.table_action(&[dollars(60)], &[dollars(20)]);
            let expected = if name.starts_with("three-card") { dollars(80) } else { dollars(60) };
            assert_eq!(action, expected, "{house}/{name} {}", schedule.handle);
        }
    }
}

#[test]
fn a_poker_hand_pays_by_players_and_by_how_far_it_goes() {
    let (file, index) = (rates("marina", "holdem"), clauses("marina"));
    let ten = find(file, "holdem", "10");
    let hand = Hand { players: 8, pot: dollars(24), small_blind: dollars(2), ..Hand::default() };
    assert_eq!(told(ten, Stage::AfterFlop, &hand, index), ["pot $3 (collection/he-limit)"]);
    assert_eq!(told(ten, Stage::LateBet, &hand, index), ["pot $1 (collection/poker-modified)"]);
    assert!(ten.collect(Stage::EndedEarly { action: true }, &hand).is_empty(), "(a) is nothing here");
    let with_jackpot = Hand { jackpot_on: true, ..hand };
    assert_eq!(
        told(ten, Stage::AfterFlop, &with_jackpot, index),
        ["pot $3 (collection/he-limit)", "pot $1 to the jackpot (collection/poker-jackpot)"]
    );
    let thirty_four = find(file, "holdem", "34");
    let early = Stage::EndedEarly { action: true };
    assert_eq!(told(thirty_four, early, &hand, index), ["small blind $1 (collection/poker-modified)"]);
    assert!(thirty_four.collect(Stage::EndedEarly { action: false }, &hand).is_empty());
    assert_eq!(ten.pot_fee(6), None, "option 10 is for seven or more");
    assert_eq!(file.for_players("holdem", ten, 6).unwrap().handle.as_str(), "11");
    assert_eq!(file.for_players("holdem", ten, 2).unwrap().handle.as_str(), "12");
}

#[test]
fn a_fee_never_takes_more_than_there_is() {
    let (file, index) = (rates("mortimers", "holdem"), clauses("mortimers"));
    let low = find(file, "holdem", "limit-1-2");
    let hand = Hand { players: 9, pot: dollars(2), small_blind: dollars(1), ..Hand::default() };
    assert_eq!(told(low, Stage::AfterFlop, &hand, index), ["pot $2 of $3 (holdem/fees-limit-1)"]);
    let high = find(file, "holdem", "blinds-2-5");
    let short = Hand { small_blind: Money::cents(50), ..hand };
    let early = Stage::EndedEarly { action: true };
    assert_eq!(told(high, early, &short, index), ["small blind $0.50 of $1 (holdem/fee-a)"]);
}

#[test]
fn time_is_taken_from_the_pot_or_from_every_seat() {
    let (file, index) = (rates("pinnacle", "holdem"), clauses("pinnacle"));
    let hand = Hand { players: 3, pot: dollars(240), ..Hand::default() };
    let taken = told(find(file, "holdem", "2"), Stage::HalfHour, &hand, index);
    assert_eq!(taken, ["pot $12 (holdem/collection-time)"]);
    let (file, index) = (rates("players-club", "poker"), clauses("players-club"));
    let taken = told(find(file, "holdem", "no-limit"), Stage::HalfHour, &hand, index);
    let clause = "(room/time-no-limit)";
    assert_eq!(taken, [0, 1, 2].map(|seat| format!("seat {seat} $5 {clause}")));
    let dropped = told(find(file, "omaha", "3-6"), Stage::BeforeDeal, &hand, index);
    assert_eq!(dropped, ["blind $3 (room/drop-3-6)"]);
    assert!(file.find("omaha", "no-limit").is_none(), "only hold'em is played without a limit");
}

#[test]
fn every_collection_of_every_schedule_cites_a_clause_and_stays_within_the_pot() {
    let wagers = [dollars(5), dollars(100), dollars(1_000)];
    let mut seen = 0;
    for (house, name, reading) in all() {
        for schedule in reading.value.tables.iter().flat_map(|table| &table.schedules) {
            for pot in [0, 1, 3, 500] {
                for players in 2..=10 {
                    let pot = dollars(pot);
                    let hand = Hand {
                        wagers: &wagers,
                        bonus: &wagers,
                        players,
                        pot,
                        small_blind: pot.half(),
                        jackpot_on: true,
                    };
                    for stage in Stage::ALL {
                        let taken = schedule.collect(stage, &hand);
                        for collection in &taken {
                            let place = format!("{house}/{name} {} {collection:?}", schedule.handle);
                            assert!(collection.clause.is_some(), "{place}");
                            assert!(collection.amount >= Money::ZERO, "{place}");
                            assert!(collection.waived >= Money::ZERO, "{place}");
                            assert_eq!(collection.at, stage, "{place}");
                        }
                        let of = |from| taken.iter().filter(move |it| it.from == from).map(|it| it.amount);
                        assert!(of(Payer::Pot).sum::<Money>() <= pot, "{house}/{name} {}", schedule.handle);
                        assert!(of(Payer::SmallBlind).sum::<Money>() <= hand.small_blind);
                        seen += taken.len();
                    }
                }
            }
        }
    }
    assert!(seen > 20_000, "{seen} collections were looked at");
}

#[test]
fn a_price_list_is_told_in_short() {
    let short = |name: &str, game: &str, handle: &str| {
        PriceList::new(find(rates("mortimers", name), game, handle)).in_short()
    };
    assert_eq!(short("no-bust-6", "no-bust-6", "1"), "Player-dealer, by action: $0.25 to $2. Player: $0.25.");
    assert_eq!(short("no-bust-6", "no-bust-6", "5"), "Player-dealer, by action: $0.50 to $5. Player: none.");
}

//! What a notice prints is what is charged, to the dollar, and what a ruling fills is cited.

use books::Money;
use books::rates::{Charged, RatesFile};

use super::filed::{all, clauses, rates};

fn holding(charges: &[Charged], amount: Money) -> Vec<Charged> {
    let holds = |one: &&Charged| amount >= one.from && one.to.is_none_or(|to| amount <= to);
    charges.iter().filter(holds).copied().collect()
}

#[test]
fn every_dollar_of_action_stands_in_one_printed_range_with_the_fee_it_pays() {
    let mut ranges = 0;
    for (house, name, reading) in all() {
        for schedule in reading.value.tables.iter().flat_map(|table| &table.schedules) {
            let Some(limit) = &schedule.limit else { continue };
            let first = limit.min.in_cents() / 100;
            let (bank, wager) = (schedule.bank_charges(), schedule.wager_charges());
            let last = limit.max.filter(|_| !wager.is_empty()).map_or(3_000, |max| max.in_cents() / 100);
            ranges += bank.len() + wager.len();
            for dollars in first..=last {
                let (amount, place) =
                    (Money::dollars(dollars), format!("{house}/{name} {}: ${dollars}", schedule.handle));
                if !bank.is_empty() {
                    let printed = holding(&bank, amount);
                    let fees: Vec<Money> = printed.iter().map(|one| one.fee).collect();
                    assert_eq!(fees, [schedule.bank_fee(amount).value], "{place} of action");
                    let cents = amount + Money::cents(50);
                    assert_eq!(schedule.bank_fee(cents), schedule.bank_fee(amount), "{place}.50 of action");
                }
                if !wager.is_empty() {
                    let fees: Vec<Money> = holding(&wager, amount).iter().map(|one| one.fee).collect();
                    assert_eq!(fees, [schedule.player_fee(amount).value], "a wager of {place}");
                }
            }
        }
    }
    assert!(ranges > 150, "only {ranges} ranges");
}

#[test]
fn what_no_tier_holds_alone_cites_its_ruling() {
    let name = |house: &str, file: &RatesFile, game: &str, handle: &str, cents: i64| {
        let schedule = file.find(game, handle).unwrap();
        let clause = schedule.bank_ruling(Money::cents(cents)).or(schedule.wager_ruling(Money::cents(cents)));
        clause.map(|clause| clauses(house).name(clause).to_owned())
    };
    for (house, file, game, handle, cents, expected) in [
        ("mortimers", "pure-21-5", "pure-21-5", "1", 17_500, Some("collection/ruling-pure-table-option")),
        ("mortimers", "pure-21-5", "pure-21-5", "1", 2_050, Some("collection/ruling-tier-edges-between")),
        ("mortimers", "pure-21-5", "pure-21-5", "1", 14_900, None),
        (
            "mortimers",
            "no-bust-6-buster",
            "no-bust-6-buster",
            "1",
            20_100,
            Some("collection/ruling-buster-table-1"),
        ),
        ("mortimers", "no-bust-6-buster", "no-bust-6-buster", "1", 20_000, None),
        ("marina", "double-hand", "double-hand", "4", 50_000, Some("collection/ruling-pai-gow-option")),
        ("marina", "blackjack", "no-bust-joker", "1", 300, Some("collection/ruling-blackjack-option-1")),
        ("marina", "blackjack", "no-bust-joker", "1", 5_050, Some("collection/ruling-table-tier-dollar")),
        (
            "players-club",
            "no-bust-5",
            "no-bust-5",
            "5-200",
            5_200,
            Some("no-bust-5/ruling-gaps-between-steps"),
        ),
        (
            "ven-a-mexico",
            "no-bust-4-01",
            "no-bust-4-01",
            "5-100",
            5_050,
            Some("no-bust-4-01/ruling-fee-gap-collection"),
        ),
        (
            "pinnacle",
            "three-card-6-card-bonus",
            "three-card-6-card-bonus",
            "1",
            170_000,
            Some("three-card-6-card-bonus/ruling-bands-top-options"),
        ),
    ] {
        let found = name(house, rates(house, file), game, handle, cents);
        assert_eq!(found.as_deref(), expected, "{house}/{game} {handle}, {cents} cents");
    }
}

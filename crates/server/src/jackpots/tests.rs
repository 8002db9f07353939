//! Hits, two funds and who approves what.

use super::*;
use crate::day::Settled;

fn book(fund: i64) -> JackpotBook {
    let settled = Some(Settled { with: 2, kind: BoxKind::Jackpot, held: Money::dollars(fund) });
    let (counted, note) = (Money::dollars(fund), String::new());
    let mut book = JackpotBook::default();
    book.take(&HouseEntry::BoxCounted { table: 3, number: 1, counted, by: 1, note, settled }, 0, None);
    book
}

fn large_from(dollars: i64) -> Large {
    Large { from: Some(Money::dollars(dollars)), ..Large::default() }
}

fn claimed(claim: u64, dollars: i64) -> JackpotSaid {
    let (amount, words) = (Money::dollars(dollars), "Aces full beaten".to_owned());
    let (of, onto_table) = (Fund::Jackpot, false);
    JackpotSaid::Claimed { claim, table: 3, round: 9, person: 70, amount, words, by: 5, of, onto_table }
}

fn paid(dollars: i64, by: u32) -> JackpotSaid {
    let (of, onto) = (Fund::Jackpot, None);
    JackpotSaid::Paid { claim: 10, person: 70, amount: Money::dollars(dollars), by, of, onto }
}

#[test]
fn no_more_is_claimed_than_the_fund_holds() {
    let mut book = book(500);
    let large = large_from(10_000);
    assert!(book.refusal(&claimed(10, 501), 10, large).unwrap().contains("$500"));
    assert_eq!(book.refusal(&claimed(10, 300), 10, large), None);
    book.take(&HouseEntry::Jackpot(claimed(10, 300)), 0, None);
    assert!(book.refusal(&claimed(11, 201), 11, large).is_some(), "what is claimed is not there twice");
    for (by, why) in [(5, "who claims it"), (70, "is paid")] {
        assert!(book.refusal(&paid(300, by), 11, large).is_some(), "{why}");
    }
    assert!(book.refusal(&paid(299, 6), 11, large).is_some());
    assert_eq!(book.refusal(&paid(300, 6), 11, large), None);
    book.take(&HouseEntry::Jackpot(paid(300, 6)), 0, None);
    assert_eq!((book.fund, book.unclaimed(Fund::Jackpot)), (Money::dollars(200), Money::dollars(200)));
}

#[test]
fn the_funds_are_apart_and_only_the_winner_chooses_the_table() {
    let mut book = book(500);
    let promoted = |amount: i64, of: Fund| match claimed(10, amount) {
        JackpotSaid::Claimed { claim, table, round, person, amount, words, by, .. } => {
            let onto_table = false;
            JackpotSaid::Claimed { claim, table, round, person, amount, words, by, of, onto_table }
        }
        _ => unreachable!(),
    };
    assert!(
        book.refusal(&promoted(1, Fund::Promotion), 10, Large::default())
            .unwrap()
            .contains("promotion fund has $0")
    );
    let funded = |dollars: i64, is_back: bool, with: u32| JackpotSaid::Funded {
        amount: Money::dollars(dollars),
        is_back,
        by: 1,
        with,
        approved: None,
    };
    assert!(book.refusal(&funded(100, false, 1), 10, Large::default()).unwrap().contains("somebody else"));
    assert!(book.refusal(&funded(0, false, 2), 10, Large::default()).is_some());
    book.take(&HouseEntry::Jackpot(funded(100, false, 2)), 0, None);
    assert_eq!((book.fund, book.promotion), (Money::dollars(500), Money::dollars(100)));
    book.take(&HouseEntry::Jackpot(promoted(60, Fund::Promotion)), 0, None);
    assert!(
        book.refusal(&funded(41, true, 2), 11, Large::default()).unwrap().contains("$40"),
        "the rest is claimed"
    );
    let met =
        |dollars: i64| JackpotSaid::BonusesMet { table: 3, event: 9, amount: Money::dollars(dollars), by: 6 };
    assert!(book.refusal(&met(41), 11, Large::default()).unwrap().contains("an owner sets more apart"));
    assert_eq!(book.refusal(&met(40), 11, Large::default()), None);
    // Out of the other fund, or onto a table that nobody chose, it is not paid.
    assert!(book.refusal(&paid(60, 6), 11, Large::default()).unwrap().contains("something else"));
    let onto = |onto: Option<u32>| {
        let (amount, of) = (Money::dollars(60), Fund::Promotion);
        JackpotSaid::Paid { claim: 10, person: 70, amount, by: 6, of, onto }
    };
    assert!(book.refusal(&onto(Some(3)), 11, Large::default()).unwrap().contains("wants them"));
    let chosen = |by: u32| JackpotSaid::Chosen { claim: 10, onto_table: true, by };
    assert!(book.refusal(&chosen(71), 11, Large::default()).is_some(), "nobody chooses for others");
    assert_eq!(book.refusal(&chosen(70), 11, Large::default()), None);
    book.take(&HouseEntry::Jackpot(chosen(70)), 0, None);
    assert!(book.refusal(&onto(Some(4)), 11, Large::default()).is_some(), "at another table");
    assert_eq!(book.refusal(&onto(Some(3)), 11, Large::default()), None);
    book.take(&HouseEntry::Jackpot(onto(Some(3))), 0, None);
    assert_eq!((book.fund, book.promotion), (Money::dollars(500), Money::dollars(40)));
}

#[test]
fn a_large_one_needs_two_who_approve_it() {
    let mut book = book(500);
    let large = large_from(300);
    book.take(&HouseEntry::Jackpot(claimed(10, 300)), 0, None);
    assert!(book.refusal(&paid(300, 6), 11, large).unwrap().contains("two"));
    let first = JackpotSaid::Approved { claim: 10, by: 6 };
    assert_eq!(book.refusal(&first, 11, large), None);
    book.take(&HouseEntry::Jackpot(first.clone()), 0, None);
    assert!(book.refusal(&first, 12, large).is_some());
    assert!(book.refusal(&paid(300, 6), 12, large).is_some(), "nobody is two people");
    assert_eq!(book.refusal(&paid(300, 7), 12, large), None);
}

/// Many small hits instead of a large one: those that one person gets, and those that one person approves.
#[test]
fn small_ones_of_one_day_add_up() {
    let mut book = book(5_000);
    let large =
        |day: i64| Large { alone_most: Some(Money::dollars(1_000)), day: Some(day), ..large_from(300) };
    let hit = |book: &mut JackpotBook, claim: u64, person: u32, dollars: i64| {
        let JackpotSaid::Claimed { table, round, words, by, of, onto_table, .. } = claimed(claim, dollars)
        else {
            unreachable!()
        };
        let amount = Money::dollars(dollars);
        let said = JackpotSaid::Claimed { claim, table, round, person, amount, words, by, of, onto_table };
        book.take(&HouseEntry::Jackpot(said), 0, None);
    };
    let pays = |claim: u64, person: u32, dollars: i64, by: u32| JackpotSaid::Paid {
        claim,
        person,
        amount: Money::dollars(dollars),
        by,
        of: Fund::Jackpot,
        onto: None,
    };
    hit(&mut book, 10, 70, 200);
    hit(&mut book, 11, 70, 100);
    assert_eq!(book.refusal(&pays(10, 70, 200, 6), 12, large(4)), None);
    book.take(&HouseEntry::Jackpot(pays(10, 70, 200, 6)), 0, Some(4));
    assert!(book.refusal(&pays(11, 70, 100, 7), 12, large(4)).unwrap().contains("two"), "whoever approves");
    assert_eq!(book.refusal(&pays(11, 70, 100, 7), 12, large(5)), None, "another day");
    let first = JackpotSaid::Approved { claim: 11, by: 7 };
    assert_eq!(book.refusal(&first, 12, large(4)), None);
    book.take(&HouseEntry::Jackpot(first), 0, Some(4));
    assert_eq!(book.refusal(&pays(11, 70, 100, 6), 12, large(4)), None, "two have");
    book.take(&HouseEntry::Jackpot(pays(11, 70, 100, 6)), 0, Some(4));
    // Whoever has approved much alone needs somebody else, whoever is paid.
    for (claim, person) in [(20, 71), (21, 72), (22, 73), (23, 74)] {
        hit(&mut book, claim, person, 200);
        if claim < 23 {
            book.take(&HouseEntry::Jackpot(pays(claim, person, 200, 6)), 0, Some(4));
        }
    }
    assert!(book.refusal(&pays(23, 74, 200, 6), 30, large(4)).unwrap().contains("two"));
    assert_eq!(book.refusal(&pays(23, 74, 200, 7), 30, large(4)), None, "somebody else approves");
}

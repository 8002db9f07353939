//! What adds up, and until when.

use super::*;

const HOUR_MS: i64 = 3_600_000;
/// Six in the morning in California, of a day in winter.
const SIX: i64 = 1_795_010_400_000;

fn opened(rules: Option<DeskRules>) -> HouseEntry {
    HouseEntry::RoomOpened {
        version: "0.2.0".to_owned(),
        says_roles: true,
        second_person_from: Some(Money::dollars(1_000)),
        duties_apart: true,
        desk_rules: rules,
    }
}

fn rules(day_begins: u16) -> Option<DeskRules> {
    Some(DeskRules {
        day_begins,
        alone_most: Some(Money::dollars(3_000)),
        all_add_up: true,
        funds_by_two: true,
        blind_trays: false,
    })
}

fn sold(person: PersonId, by: PersonId, amount: i64) -> HouseEntry {
    HouseEntry::ChipsBought { person, amount: Money::dollars(amount), by: Some(by), approved: None }
}

fn filled(table: TableId, by: PersonId, amount: i64) -> HouseEntry {
    HouseEntry::TableFilled { table, amount: Money::dollars(amount), by, with: 99, approved: None }
}

fn sale(person: PersonId, by: PersonId, amount: i64) -> Exchange {
    Exchange { person, amount: Money::dollars(amount), is_sale: true, by, table: None, is_fund: false }
}

fn fill(table: TableId, by: PersonId, amount: i64) -> Exchange {
    Exchange {
        person: 99,
        amount: Money::dollars(amount),
        is_sale: true,
        by,
        table: Some(table),
        is_fund: false,
    }
}

#[test]
fn a_gaming_day_begins_at_its_own_hour() {
    let mut book = Exchanges::default();
    book.take(&opened(rules(360)), SIX - 10 * HOUR_MS);
    book.take(&sold(7, 2, 900), SIX - 9 * HOUR_MS);
    book.take(&filled(3, 2, 900), SIX - 9 * HOUR_MS);
    for (wanted, what) in
        [(sale(7, 4, 100), "patron"), (fill(3, 4, 100), "table"), (fill(5, 2, 100), "staff")]
    {
        // Midnight of California and that of UTC change nothing.
        assert!(book.is_large(&wanted, Money::ZERO, SIX - 1), "{what}");
        assert!(!book.is_large(&wanted, Money::ZERO, SIX), "{what}");
    }
    // What lies at a table lies there on the next day as well.
    assert!(book.is_large(&fill(3, 4, 100), Money::dollars(900), SIX));
    book.take(&sold(7, 2, 900), SIX);
    assert!(book.is_large(&sale(7, 4, 100), Money::ZERO, SIX + 23 * HOUR_MS), "a day has its own sum");
}

#[test]
fn whoever_serves_does_only_so_much_alone() {
    let mut book = Exchanges::default();
    book.take(&opened(rules(360)), SIX);
    for person in 10..13 {
        book.take(&sold(person, 2, 900), SIX);
    }
    assert!(!book.is_large(&sale(20, 2, 299), Money::ZERO, SIX));
    assert!(book.is_large(&sale(20, 2, 300), Money::ZERO, SIX));
    assert!(!book.is_large(&sale(20, 4, 300), Money::ZERO, SIX), "somebody else");
    let redemption = Exchange { is_sale: false, ..sale(20, 2, 300) };
    assert!(!book.is_large(&redemption, Money::ZERO, SIX), "what comes and what goes are apart");
}

fn funded(by: PersonId, amount: i64, is_back: bool) -> HouseEntry {
    let (amount, approved) = (Money::dollars(amount), None);
    HouseEntry::Jackpot(JackpotSaid::Funded { amount, is_back, by, with: 2, approved })
}

fn fund(by: PersonId, amount: i64) -> Exchange {
    Exchange { is_fund: true, ..sale(2, by, amount) }
}

#[test]
fn what_owners_set_apart_adds_up_whoever_does_it() {
    let mut book = Exchanges::default();
    book.take(&opened(rules(360)), SIX);
    book.take(&funded(1, 900, false), SIX);
    assert!(!book.is_large(&fund(8, 99), Money::ZERO, SIX));
    assert!(book.is_large(&fund(8, 100), Money::ZERO, SIX), "another owner");
    let back = Exchange { is_sale: false, ..fund(1, 100) };
    assert!(!book.is_large(&back, Money::ZERO, SIX), "what goes and what comes back are apart");
    book.take(&funded(1, 900, true), SIX);
    assert!(book.is_large(&back, Money::ZERO, SIX));
    assert!(!book.is_large(&sale(2, 1, 100), Money::ZERO, SIX), "no patron has bought it");
    assert!(!book.is_large(&fund(1, 999), Money::ZERO, SIX + 24 * HOUR_MS), "a day has its own sum");
    book.take(&opened(rules(330)), SIX + HOUR_MS);
    assert!(book.is_large(&fund(8, 100), Money::ZERO, SIX + HOUR_MS), "other rules forget none of it");
    // In earlier logs an owner set apart whatever they liked.
    let before = rules(360).map(|rules| DeskRules { funds_by_two: false, ..rules });
    let mut book = Exchanges::default();
    book.take(&opened(before), SIX);
    book.take(&funded(1, 9_000, false), SIX);
    assert!(!book.is_large(&fund(1, 9_000), Money::ZERO, SIX));
}

#[test]
fn earlier_logs_add_up_as_they_did() {
    let mut book = Exchanges::default();
    book.take(&opened(None), SIX);
    for person in 10..20 {
        book.take(&sold(person, 2, 900), SIX);
        book.take(&filled(3, 2, 900), SIX);
    }
    assert!(!book.is_large(&sale(20, 2, 900), Money::ZERO, SIX), "nobody's own sum");
    assert!(!book.is_large(&fill(3, 2, 900), Money::ZERO, SIX), "nor a table's");
    let midnight = SIX - SIX.rem_euclid(DAY_MS) + DAY_MS;
    assert!(book.is_large(&sale(10, 2, 100), Money::ZERO, midnight - 1));
    assert!(!book.is_large(&sale(10, 2, 100), Money::ZERO, midnight), "the days were those of UTC");
    // The first opening by the new rules does not forget what today's are.
    book.take(&opened(rules(360)), SIX);
    assert!(book.is_large(&sale(10, 2, 100), Money::ZERO, SIX));
}

fn counted(table: TableId) -> HouseEntry {
    let settled = Some(crate::day::TraySettled { with: 2, held: Money::dollars(900) });
    HouseEntry::TrayCounted { table, counted: Money::dollars(900), by: 3, note: String::new(), settled }
}

#[test]
fn what_lies_at_a_table_by_one_persons_word_needs_another_whatever_the_amount_is() {
    let blind = rules(360).map(|rules| DeskRules { blind_trays: true, ..rules });
    let mut book = Exchanges::default();
    book.take(&opened(blind), SIX);
    book.take(&filled(3, 2, 900), SIX);
    for lies in [0, 1, 900, 5_000] {
        let lies = Money::dollars(lies);
        assert!(!book.is_large(&fill(3, 2, 99), lies, SIX), "what lies there decides nothing");
        assert!(book.is_large(&fill(3, 2, 100), lies, SIX), "the own sum");
        assert!(book.is_large(&fill(3, 4, 1), lies, SIX), "somebody else's word alone");
    }
    let next_day = SIX + 24 * HOUR_MS;
    assert!(
        book.is_large(&fill(3, 2, 100), Money::ZERO, next_day),
        "also on the next day, until it is counted"
    );
    assert!(!book.is_large(&fill(5, 2, 999), Money::ZERO, next_day), "another table");
    book.take(&counted(3), next_day);
    assert!(!book.is_large(&fill(3, 4, 999), Money::dollars(900), next_day), "two people have counted it");
    book.take(&filled(3, 2, 900), next_day);
    book.forget_carried(3);
    assert!(!book.is_large(&fill(3, 4, 999), Money::ZERO, next_day), "nothing is left there");
    let back = Exchange { is_sale: false, ..fill(3, 4, 1) };
    assert!(book.is_large(&back, Money::dollars(900), SIX), "whoever gives it back agrees to it");
    assert!(back.is_second(99) && !back.is_second(4) && !back.is_second(7));
    // In earlier logs the cage took chips back alone.
    let mut book = Exchanges::default();
    book.take(&opened(rules(360)), SIX);
    assert!(!book.is_large(&back, Money::dollars(900), SIX));
}

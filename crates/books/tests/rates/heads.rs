//! What the heads of the tables say: how often, when and from whom fees are taken, and what may be used.

use books::rates::{BankFee, Fees, PlayerFee, RateTable, Schedule};

use super::filed::all;

/// In a few words: how often, when, out of whose money, and what counts.
fn told(table: &RateTable, schedule: &Schedule) -> String {
    let kind = match &schedule.fees {
        Fees::Bank { bank, player, bonus, .. } => {
            let bank = match bank {
                BankFee::Flat(_) => "bank flat".to_owned(),
                BankFee::Tiers { action, .. } => format!("bank by {}", action.value),
            };
            let player = match player {
                PlayerFee::Flat(_) => "each wager",
                PlayerFee::BySize(_) => "wagers by size",
            };
            let bonus = if bonus.is_some() { ", each bonus wager" } else { "" };
            format!("{bank}, {player}{bonus}")
        }
        Fees::Pot { counted, .. } => format!("pot by players {}", counted.value),
        Fees::BlindDrop(_) => "blind".to_owned(),
        Fees::HalfHour { from, .. } => from.to_string(),
    };
    let structure = schedule.structure.map_or(String::new(), |structure| format!(" {structure}"));
    let offered = table.schedules.iter().filter(|schedule| schedule.offered.value).count();
    let games = table.games.join(" ");
    format!("{games}:{structure} per {}, {}, {kind}; {offered} offered", schedule.per, schedule.taken.value)
}

#[test]
fn every_table_is_taken_as_its_filing_says() {
    let mut found = Vec::new();
    for (_, _, reading) in all() {
        for table in &reading.value.tables {
            let heads: Vec<String> = table.schedules.iter().map(|schedule| told(table, schedule)).collect();
            assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
            found.push(heads[0].clone());
        }
    }
    let expected = [
        // Marina Club
        "no-bust-joker no-bust-buster pure-21-5: per hand, before-deal, bank by base-wagers, each wager; 18 offered",
        "double-hand: per hand, before-deal, bank by base-wagers, each wager; 7 offered",
        "holdem: limit per pot, after-flop, pot by players dealt-in; 63 offered",
        "holdem: pot-or-no-limit per pot, after-flop, pot by players dealt-in; 45 offered",
        "holdem: spread per pot, after-flop, pot by players dealt-in; 12 offered",
        "lowball: limit per pot, at-draw, pot by players dealt-in; 57 offered",
        "lowball: pot-or-no-limit per pot, at-draw, pot by players dealt-in; 0 offered",
        "lowball: spread per pot, at-draw, pot by players dealt-in; 0 offered",
        // Mortimer's
        "double-hand: per hand, before-deal, bank flat, each wager; 2 offered",
        "holdem: limit per pot, after-flop, pot by players dealt-in; 21 offered",
        "holdem: pot-or-no-limit per pot, after-flop, pot by players dealt-in; 17 offered",
        "holdem: spread per pot, after-flop, pot by players dealt-in; 5 offered",
        "no-bust-2003: per hand, before-deal, bank flat, each wager; 1 offered",
        "no-bust-6: per hand, after-deal, bank by base-wagers, each wager; 5 offered",
        "no-bust-6-buster: per hand, after-deal, bank by base-wagers, each wager, each bonus wager; 20 offered",
        "no-bust-6-buster: per hand, after-deal, bank by base-wagers, each wager, each bonus wager; 0 offered",
        "no-bust-6-buster: per hand, after-deal, bank by base-wagers, each wager, each bonus wager; 0 offered",
        "pure-21-5: per hand, before-deal, bank by base-wagers, each wager; 4 offered",
        // Pinnacle
        "holdem: limit per half-hour, half-hour, pot; 2 offered",
        "holdem: limit per pot, after-flop, pot by players dealt-in; 1 offered",
        "three-card-6-card-bonus: per hand, before-deal, bank by base-and-bonus-wagers, each wager; 6 offered",
        // The Players Club
        "no-bust-5: per hand, before-deal, bank by base-wagers, each wager; 2 offered",
        "pan: per half-hour, half-hour, seat; 1 offered",
        "holdem omaha omaha-8 pineapple crazy-pineapple lazy-pineapple lowball-ace-to-five lowball-deuce-to-seven: \
         limit per hand, before-deal, blind; 1 offered",
        "holdem: no-limit per half-hour, half-hour, seat; 1 offered",
        // Ven-A-Mexico
        "no-bust-4-01: per wager, before-deal, bank flat, wagers by size; 1 offered",
    ];
    assert_eq!(found, expected);
}

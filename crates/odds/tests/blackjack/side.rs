//! Wagers and bonuses on the player's own cards: what every line of play through the engine pays, to the last digit.

use books::Money;
use books::blackjack::{BlackjackRules, BonusHand};
use cards::{Card, parse_cards};
use odds::blackjack::{Analysis, Chart, Exact, Number, Shoe};

use crate::rounds::{BASE, Lines};

const SHOES: [&str; 4] = [
    "7s 7s 7h 6s 6s 8s 8s 9c 9c 9c 9c",
    "As 2s 3s 4s 9c 9c 9c 9c 9c 9c 9c 9c",
    "As Ah Ks Ks 7h 7h 7h 6d 8d 9c 9c 9c",
    "8s 8s 8s 8c 7h 7h 9s 9s 9s 9s Kd Kd",
];

fn lines(rules: &BlackjackRules, cards: &[Card], chart: &Chart, side: Money) -> Option<Exact> {
    let mut lines = Lines { player: chart, side, lines: 0, dry: 0 };
    let value = lines.value(rules, cards);
    (lines.dry == 0).then_some(value)
}

#[test]
fn the_bonus_bet_is_worth_what_its_lines_of_play_pay() {
    let mut rules = crate::book("marina/pure-21-5");
    let bonus = rules.bonus_bet.as_mut().unwrap();
    bonus.offered.value = true;
    let tables = bonus.tables.value.clone();
    let (mut checked, mut paid) = (0, 0);
    for shoe in SHOES {
        let cards = parse_cards(shoe).unwrap();
        let analysis = Analysis::<Exact>::on_cores(&rules, &Shoe::of(&cards), 1);
        let chart = analysis.chart();
        let Some(base) = lines(&rules, &cards, &chart, Money::ZERO) else { continue };
        for (number, table) in tables.iter().enumerate().skip(checked % 3).take(1) {
            rules.bonus_bet.as_mut().unwrap().table.value = number as u8 + 1;
            let both = lines(&rules, &cards, &chart, BASE).unwrap();
            let pays = analysis.bonus_bet(table);
            let worth = pays.iter().fold(-Exact::ONE, |sum, (odds, chance)| {
                sum + *chance * (Exact::new(odds.pays.into(), odds.on.into()) + Exact::ONE)
            });
            assert_eq!(both - base, worth, "{shoe}, table {}", number + 1);
            println!("{shoe}: {pays:?}");
            paid += pays.len();
            checked += 1;
        }
    }
    assert!(checked >= 3 && paid >= 6, "{checked} checked, {paid} different pays");
}

#[test]
fn house_bonuses_come_as_often_as_their_lines_of_play() {
    let filed = crate::book("mortimers/pure-21-5");
    let hands: Vec<BonusHand> = filed.bonuses.iter().flatten().map(|bonus| bonus.hand.value).collect();
    let mut made = 0;
    for shoe in SHOES {
        let cards = parse_cards(shoe).unwrap();
        let analysis = Analysis::<Exact>::on_cores(&filed, &Shoe::of(&cards), 1);
        let chart = analysis.chart();
        let Some(base) = lines(&filed, &cards, &chart, Money::ZERO) else { continue };
        // A first Natural is none in a row.
        for hand in hands.iter().copied().filter(|hand| *hand != BonusHand::NaturalsInARow) {
            let mut rules = filed.clone();
            let bonus = rules.bonuses.iter_mut().flatten().find(|bonus| bonus.hand.value == hand).unwrap();
            bonus.pays = Some(BASE);
            let with = lines(&rules, &cards, &chart, Money::ZERO).unwrap();
            let hit = analysis.house_bonus(&filed, hand);
            assert_eq!(with - base, hit, "{shoe}: {hand}");
            made += usize::from(hit > Exact::ZERO);
        }
    }
    assert!(made >= 5, "{made} hands are made at all");
}

//! What rules are worth, and what leaving the chart costs.

use odds::blackjack::{Analysis, Shoe, values_of, variations};

/// Every rule that decides play is among those that can be set otherwise, and each comes out as it does on its own.
#[test]
fn rules_are_worth_what_they_are_worth_alone() {
    let rules = crate::plain();
    let all = variations(&rules);
    let of = |key: &str, tried: &str| {
        let found = all.iter().find(|one| one.key == key && one.tried == tried);
        found.unwrap_or_else(|| panic!("{key} = {tried}")).clone()
    };
    let some = [
        of("bank.hits_soft", "16"),
        of("natural.pays", "6 to 5"),
        of("double.after_split", "no"),
        of("split.times", "1"),
        of("surrender.when", "first decision"),
        of("results.equal", "bank wins"),
    ];
    let values = values_of(&some, 2, &|_| {});
    let filed = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 2)).value();
    let changes = values.iter().map(|value| value - filed).collect::<Vec<_>>();
    let is_better = [true, false, false, false, true, false];
    for ((one, change), is_better) in some.iter().zip(&changes).zip(is_better) {
        assert_eq!(*change > 0.0, is_better, "{} = {}: {change}", one.key, one.tried);
        assert!(change.abs() < 0.1, "{} = {}: {change}", one.key, one.tried);
        let alone = Analysis::<f64>::of(&one.rules, &Shoe::fresh(&one.rules, 2)).value();
        assert_eq!(alone, filed + change, "{} = {}", one.key, one.tried);
    }
    for (_, rules) in crate::filed() {
        let all = variations(&rules);
        for key in
            ["natural.pays", "player.must_stand_hard", "bank.hits_soft", "split.times", "results.equal"]
        {
            assert!(all.iter().any(|one| one.key == key), "{key} of {}", rules.book.name);
        }
        assert!(all.iter().all(|one| one.filed != one.tried));
    }
}

/// The chart is found hand by hand without splits, so a deviation may gain a little by them, but no more.
#[test]
fn leaving_the_chart_costs() {
    let rules = crate::plain();
    let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 1));
    let up = analysis.up_cards().iter().position(|up| up.card.is_ten_value()).unwrap();
    let list = analysis.deviations(up);
    assert!(list.len() > 60, "{}", list.len());
    for one in &list {
        assert!(one.cost > -1e-6 && one.cost < 0.2, "{one:?}");
    }
    let best = analysis.value() - analysis.chart_value();
    assert!(best >= 0.0);
}

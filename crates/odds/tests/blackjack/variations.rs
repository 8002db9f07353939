//! What rules are worth, and what leaving the chart costs.

use books::blackjack::{Added, NaturalHand, Outcome, SurrenderWhen};
use games::blackjack::Terms;
use odds::blackjack::{Analysis, Shoe, values_of, variations};

/// Rules that are known to help or to hurt do, and each comes out as it does when it is set by hand.
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
    let values: Vec<f64> = values.into_iter().map(|one| one.unwrap().value).collect();
    let changes = values.iter().map(|value| value - filed).collect::<Vec<_>>();
    let is_better = [true, false, false, false, true, false];
    for ((one, change), is_better) in some.iter().zip(&changes).zip(is_better) {
        assert_eq!(*change > 0.0, is_better, "{} = {}: {change}", one.key, one.tried);
        assert!(change.abs() < 0.1, "{} = {}: {change}", one.key, one.tried);
    }
    // What is set by hand comes to what the list says of it.
    let mut by_hand = rules.clone();
    by_hand.bank.hits_soft.value = 16;
    let alone = Analysis::<f64>::of(&by_hand, &Shoe::fresh(&by_hand, 2)).value();
    assert!((alone - values[0]).abs() < 1e-14, "{alone}, {}", values[0]);
    let mut by_hand = rules.clone();
    by_hand.results.equal.value = Outcome::Bank;
    let alone = Analysis::<f64>::of(&by_hand, &Shoe::fresh(&by_hand, 2)).value();
    assert!((alone - values[5]).abs() < 1e-14, "{alone}, {}", values[5]);
}

/// Where each of the terms of play comes from; nothing for those that have only one value or move no money between
/// player and bank: who is first, what counts as over, a double's one card, what giving up costs, whether the bank draws
/// when nothing hangs on it, and when a Natural is cleared away.
fn key_of(term: &str) -> Option<&'static str> {
    Some(match term {
        "turns" | "highest" | "double_cards" | "surrender_costs" | "bank_draws" | "clears_naturals" => {
            return None;
        }
        "jokers" => "deck.jokers",
        "bank_opening_cards" => "deal.bank_second_card",
        "natural" => "natural.hand",
        "natural_pays" => "natural.pays",
        "natural_after_split" => "natural.after_split",
        "check" => "deal.check",
        "joker_up_freezes" => "deal.joker_up_freezes",
        "joker_up_bars_options" => "deal.joker_up_bars_options",
        "must_hit_hard" => "player.must_hit_hard",
        "must_hit_soft" => "player.must_hit_soft",
        "must_stand_hard" => "player.must_stand_hard",
        "must_stand_soft" => "player.must_stand_soft",
        "joker_hand_stands" => "player.joker_hand_stands",
        "bank_hits_hard" => "bank.hits_hard",
        "bank_hits_soft" => "bank.hits_soft",
        "double_two_cards_only" => "double.two_cards_only",
        "double_after_split" => "double.after_split",
        "double_must_stand_totals" => "double.must_stand_totals",
        "split_pairs" => "split.pairs",
        "split_times" => "split.times",
        "split_aces_times" => "split.aces_times",
        "split_aces_one_card" => "split.aces_one_card",
        "split_tens" => "split.tens",
        "surrender" => "surrender.when",
        "surrender_up_to" => "surrender.up_to",
        "surrender_over" => "surrender.over_hands",
        "insurance" => "insurance.offered",
        "insurance_pays" => "insurance.pays",
        "even_money" => "insurance.even_money",
        "both_natural" => "results.both_natural",
        "player_natural" => "results.player_natural",
        "bank_natural" => "results.bank_natural",
        "bank_over" => "results.bank_over",
        "player_over" => "results.player_over",
        "player_higher" => "results.player_higher",
        "bank_higher" => "results.bank_higher",
        "player_highest" => "results.player_highest",
        "bank_highest" => "results.bank_highest",
        "equal" => "results.equal",
        "joker_against_highest" => "results.joker_against_highest",
        "both_over_bank_nearer" => "results.both_over_bank_nearer",
        "both_over_equal" => "results.both_over_equal",
        "both_over_player_nearer" => "results.both_over_player_nearer",
        "wins_pay" => "results.wins_pay",
        "bank_suited_789" => "special.bank_suited_789",
        "bank_888" => "special.bank_888",
        "player_three_cards" => "special.player_three_cards",
        other => panic!("nobody says where the term {other} comes from"),
    })
}

/// Every rule that the terms of play read is tried in every book in which it means anything.
#[test]
fn every_rule_of_play_is_tried() {
    for (name, rules) in crate::filed() {
        let all = variations(&rules);
        let text = format!("{:#?}", Terms::of(&rules));
        let terms = text.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
        let terms = terms.filter_map(|line| line.trim().split_once(": ").map(|(term, _)| term.to_owned()));
        let mut count = 0;
        for key in terms.filter_map(|term| key_of(&term)) {
            count += 1;
            let has_jokers = rules.deck.jokers.value > 0;
            let by_two_jokers = rules.natural.hand.value == NaturalHand::TwoJokers;
            let means_nothing = match key {
                "deck.jokers" | "natural.hand" | "results.joker_against_highest" => !has_jokers,
                _ if key.contains("joker") => !has_jokers,
                "natural.after_split" | "deal.check" | "insurance.offered" => by_two_jokers,
                "insurance.pays" | "insurance.even_money" => !rules.insurance.offered.value,
                "surrender.up_to" => rules.surrender.when.value == SurrenderWhen::Never,
                "surrender.over_hands" => rules.surrender.when.value != SurrenderWhen::AnyTime,
                _ => false,
            };
            assert_eq!(all.iter().any(|one| one.key == key), !means_nothing, "{name}: {key}");
        }
        assert!(count > 45, "{count}");
        assert!(all.iter().all(|one| one.filed != one.tried));
        for one in &all {
            let number = one.tried.parse::<u8>().unwrap_or(12);
            assert!(number <= 22 && (one.key != "surrender.up_to" || number <= 21), "{name}: {one:?}");
        }
    }
}

/// A book that lets hands grow for ever is refused with a sentence.
#[test]
fn endless_hands_are_refused() {
    let mut rules = crate::book("marina/no-bust-joker");
    rules.player.joker_hand_stands.value = false;
    rules.player.must_stand_hard.value = 22;
    let refused = Analysis::<f64>::try_of(&rules, &Shoe::fresh(&rules, 1)).unwrap_err().to_string();
    assert!(refused.starts_with("players could hold more than ") && refused.contains("joker"), "{refused}");
}

/// Nobody gains by leaving the chart in a single cell; what is less than the last digits of a sum is nothing.
#[test]
fn leaving_the_chart_costs() {
    let mut books = crate::filed();
    books.push(("plain".to_owned(), crate::plain()));
    for (name, rules) in books {
        let is_any_time = rules.surrender.when.value == SurrenderWhen::AnyTime;
        for decks in if is_any_time { 1..=2 } else { 1..=1 } {
            let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, decks));
            for up in 0..analysis.up_cards().len() {
                let list = analysis.deviations(up);
                let card = analysis.up_cards()[up].card;
                assert!(list.len() > 60 || card.is_joker(), "{name}: {}", list.len());
                for one in &list {
                    assert!(one.cost > -1e-13 && one.cost < 0.3, "{name}, {decks} decks: {one:?}");
                }
            }
            let best = analysis.value() - analysis.chart_value();
            assert!(best >= 0.0, "{name}, {decks} decks: {best}");
        }
    }
}

/// Where a double may be for less, the least is never best in a filed book; where players must hit to 16 it is.
#[test]
fn doubles_for_less_gain_only_where_players_must_hit_stiff_hands() {
    for (name, rules) in crate::filed() {
        if rules.double.amount.value == Added::UpToEqual {
            let gain = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 2)).gain_by_least_doubles();
            assert!((0.0..1e-12).contains(&gain), "{name}: {gain}");
        }
    }
    let mut rules = crate::plain();
    rules.player.must_hit_hard.value = 16;
    let gain = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 2)).gain_by_least_doubles();
    assert!(gain > 0.001, "{gain}");
}

//! The pages of docs/odds say what the analysis says now.

use std::path::Path;

use odds::blackjack::{Analysis, LastHands, Shoe, last_hands, svg};

#[test]
fn every_book_has_a_page_with_its_value_of_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/odds");
    for (name, rules) in crate::filed() {
        let path = folder.join(format!("{}.md", name.replace('/', "-")));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let usual = rules.deck.decks.usual;
        let analysis = Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, usual));
        let (value, chart) = (100.0 * analysis.value(), 100.0 * analysis.chart_value());
        for said in [format!("| base | {value:.6}% |"), format!("| base, by the chart | {chart:.6}% |")] {
            assert!(text.contains(&said), "{name}: write its page anew, it does not say {said:?}");
        }
        let drawn = svg(&format!("{}, {usual} decks", rules.book.name), &analysis);
        let kept = std::fs::read_to_string(path.with_extension("svg")).unwrap();
        assert!(drawn == kept, "{name}: draw its chart anew");
        let (_, left) = text.split_once("## Leaving the chart").unwrap();
        let (left, _) = left.split_once("\n## ").unwrap();
        assert!(!left.contains("| -"), "{name}: a deviation gains");
        for LastHands { totals, .. } in last_hands(&analysis) {
            assert!(text.contains(&format!("\n| {totals} | ")), "{name}: {totals}");
        }
        let value = 100.0 * Analysis::<f64>::of(&rules, &Shoe::fresh(&rules, 1)).value();
        let allowed = if rules.deck.decks.least > 1 { " (not allowed)" } else { "" };
        let mark = if value > 0.0 { " (no edge)" } else { "" };
        let said = format!("| 1{allowed} | {value:.6}%{mark} |");
        assert!(text.contains(&said), "{name}: write its page anew, it does not say {said:?}");
        let warning = "Warning: with 1 deck the base wager favours the player by ";
        assert_eq!(text.contains(warning), value > 0.0, "{name}: {value}");
    }
}

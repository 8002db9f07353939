//! Writes the pages of docs/odds: `cargo run --release -p odds --example pages [BOOK...]`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use books::blackjack::BlackjackRules;
use books::{Book, Rules, Shelf};
use odds::blackjack::{Analysis, Shoe, svg, up_name, wagers};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/odds");
    let shelf = Shelf::filed();
    for id in shelf.ids() {
        let book = shelf.book(&id).expect("the filed books load");
        let Rules::Blackjack(rules) = &book.rules else { continue };
        if !wanted.is_empty() && !wanted.contains(&id.to_string()) {
            continue;
        }
        let name = format!("{}-{}", id.house, id.game);
        let start = Instant::now();
        let (text, picture) = page(&book, rules, &name);
        std::fs::write(folder.join(format!("{name}.md")), text).expect("the folder is there");
        std::fs::write(folder.join(format!("{name}.svg")), picture).expect("the folder is there");
        println!("{id}: {:.1} s", start.elapsed().as_secs_f64());
    }
}

fn page(book: &Book, rules: &BlackjackRules, name: &str) -> (String, String) {
    let title = &book.header().name;
    let usual = rules.deck.decks.usual;
    let mut text = format!(
        "# {title} ({})\n\nExact values from the player's side, in opening wagers, without fees; what is played and how \
         it is worked out stands in [README.md](README.md). Written by `cargo run --release -p odds --example pages`; \
         the same numbers come from `cardroom odds {}`.\n\n## Wagers\n\n| Decks | Wager | Value | Paid | Deviation |\n\
         |---|---|---|---|---|\n",
        book.id, book.id
    );
    let mut kept = None;
    for decks in [2, 6, 8] {
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks));
        for wager in wagers(rules, &analysis) {
            let (value, hit) = (100.0 * wager.value, 100.0 * wager.hit);
            let _ = writeln!(
                text,
                "| {decks} | {} | {value:.6}% | {hit:.4}% | {:.5} |",
                wager.name, wager.deviation
            );
        }
        let chart = 100.0 * analysis.chart_value();
        let _ = writeln!(text, "| {decks} | base, by the chart | {chart:.6}% | | |");
        if decks == usual {
            kept = Some(analysis);
        }
    }
    let analysis = kept.unwrap_or_else(|| Analysis::of(rules, &Shoe::fresh(rules, usual)));
    let _ = write!(
        text,
        "\n## By up card, {usual} decks\n\n| Up card | Chance | Best play | Chart |\n|---|---|---|---|\n"
    );
    for up in analysis.up_cards() {
        let [chance, value, chart] = [up.chance, up.value, up.chart_value].map(|part| 100.0 * part);
        let _ = writeln!(text, "| {} | {chance:.4}% | {value:+.5}% | {chart:+.5}% |", up_name(up.card));
    }
    let _ =
        write!(text, "\n## The bank's hand, {usual} decks\n\n| Total | Cards | Chance |\n|---|---|---|\n");
    for hand in analysis.bank_hands().iter().filter(|hand| hand.chance >= 1e-9) {
        let _ = writeln!(text, "| {} | {} | {:.7}% |", hand.total, hand.cards, 100.0 * hand.chance);
    }
    let _ = write!(text, "\n## Chart\n\n![The chart]({name}.svg)\n");
    (text, svg(&format!("{title}, {usual} decks"), &analysis))
}

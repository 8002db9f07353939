//! What `cardroom odds` prints of double-hand.

use std::io::{self, Write};
use std::path::Path;

use books::double_hand::DoubleHandRules;
use books::{Book, Rules};
use odds::double_hand::{Analysis, Worse};
use serde_json::{Value, json};

use super::Query;
use super::chart_file::with_way;
use super::printed::write_printed;
use crate::failure::Failure;

/// How the values are played for.
const STRATEGY: &str = "both sides set the house way; a best response knows its own seven cards and that the other side \
                        sets the house way";

/// How many hands that lose much are told.
const TOLD: usize = 12;

pub(super) fn tell(query: &Query<'_>, _rules: &DoubleHandRules) -> Result<(), Failure> {
    query.only_whole()?;
    let page = query.odds.page()?;
    match &query.odds.way {
        Some(file) => {
            let book = with_way(query.context, &query.book.id, file)?;
            tell_book(query.context.json, &book, page)
        }
        None => tell_book(query.context.json, query.book, page),
    }
}

fn tell_book(is_json: bool, book: &Book, page: Option<&Path>) -> Result<(), Failure> {
    let Rules::DoubleHand(rules) = &book.rules else {
        return Err(Failure::Told(format!("{}: this is no double-hand book", book.id)));
    };
    let found = Analysis::of(rules).map_err(|error| Failure::Told(format!("{}: {error}", book.id)))?;
    if let Some(file) = page {
        let mut printed = Vec::new();
        print(&mut printed, book, rules, &found)?;
        return write_printed(file, book, &printed);
    }
    let mut out = io::stdout().lock();
    if is_json {
        writeln!(out, "{}", to_json(book, rules, &found))?;
    } else {
        print(&mut out, book, rules, &found)?;
    }
    Ok(())
}

fn print(out: &mut impl Write, book: &Book, rules: &DoubleHandRules, found: &Analysis) -> io::Result<()> {
    let pairs = found.pairs();
    let share = |count: u64| 100.0 * count as f64 / pairs as f64;
    writeln!(
        out,
        "{}, {}, {pairs} pairs of hands, from the player's side without fees",
        book.header().name,
        *rules.house_way.name
    )?;
    for (name, count) in [("win", found.win), ("loss", found.loss), ("push", found.push)] {
        writeln!(out, "{name:<6} {count:>18}  {:>10.6}%", share(count))?;
    }
    let (value, player, bank) =
        (100.0 * found.value(), 100.0 * found.player_value(), 100.0 * found.bank_value());
    writeln!(out, "House way against house way a wager is worth {value:.6}% to the player.")?;
    writeln!(
        out,
        "Best response: {player:.6}% to a player ({:+.6}%, {} hands set otherwise), {bank:.6}% to a bank ({:+.6}%, {} \
         hands).",
        player - value,
        found.player.hands,
        bank + value,
        found.bank.hands
    )?;
    writeln!(out, "\n{:<48} {:>11} {:>11} {:>12}", "row of the chart", "hands", "value", "lost")?;
    for (place, row) in found.rows.iter().enumerate().filter(|(_, row)| row.hands > 0) {
        let name = rules.house_way.rows.get(place).map_or("", |row| &row.name);
        let of_row = 100.0 * row.net as f64 / (row.hands * found.against) as f64;
        let lost = 100.0 * row.lost as f64 / pairs as f64;
        writeln!(out, "{name:<48} {:>11} {of_row:>+10.4}% {lost:>11.6}%", row.hands)?;
    }
    writeln!(out, "Lost is what the best settings of the row's hands would gain a player over all hands.")?;
    writeln!(out, "\nBacks")?;
    for (kind, count) in found.backs.iter().filter(|(_, count)| *count > 0) {
        writeln!(out, "{kind:<16} {count:>11}  {:>9.5}%", 100.0 * *count as f64 / found.hands as f64)?;
    }
    let pairs_in_front: u64 =
        found.fronts.iter().filter(|(front, _)| front.is_pair()).map(|(_, count)| count).sum();
    let percent = 100.0 * pairs_in_front as f64 / found.hands as f64;
    writeln!(out, "A pair is in front in {percent:.5}% of hands.")?;
    writeln!(out, "\nHands that the house way sets worst")?;
    for worse in found.worst.iter().take(TOLD) {
        let [house, best] = worse.nets.map(|net| 100.0 * net as f64 / found.against as f64);
        let [way, better] = worse.fronts;
        writeln!(out, "{}: {way} in front {house:+.3}%, {better} in front {best:+.3}%", worse.cards)?;
    }
    writeln!(out, "Strategy: {STRATEGY}.")
}

fn to_json(book: &Book, rules: &DoubleHandRules, found: &Analysis) -> Value {
    let rows: Vec<Value> = found
        .rows
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let name = rules.house_way.rows.get(place).map(|row| &row.name);
            json!({ "row": name, "hands": row.hands, "net": row.net, "lost": row.lost })
        })
        .collect();
    let fronts: Vec<Value> = found
        .fronts
        .iter()
        .map(|(front, count)| json!({ "front": front.to_string(), "hands": count }))
        .collect();
    let backs: Vec<Value> =
        found.backs.iter().map(|(kind, count)| json!({ "back": kind.name(), "hands": count })).collect();
    let worst = |worse: &Worse| {
        json!({
            "cards": worse.cards.to_string(), "alike": worse.alike,
            "way": { "front": worse.fronts[0].to_string(), "value": worse.nets[0] as f64 / found.against as f64 },
            "best": { "front": worse.fronts[1].to_string(), "value": worse.nets[1] as f64 / found.against as f64 },
        })
    };
    let pairs = found.pairs() as f64;
    json!({
        "book": book.id.to_string(),
        "decks": 1,
        "strategy": STRATEGY,
        "value": found.value(),
        "pairs": found.pairs(),
        "hands": found.hands,
        "way": {
            "name": *rules.house_way.name,
            "win": found.win as f64 / pairs,
            "loss": found.loss as f64 / pairs,
            "push": found.push as f64 / pairs,
            "value": found.value(),
            "counts": { "win": found.win, "loss": found.loss, "push": found.push },
        },
        "best_response": { "player": found.player_value(), "banker": found.bank_value() },
        "set_otherwise": { "player": found.player.hands, "banker": found.bank.hands },
        "rows": rows,
        "fronts": fronts,
        "backs": backs,
        "worst": found.worst.iter().map(worst).collect::<Vec<_>>(),
    })
}

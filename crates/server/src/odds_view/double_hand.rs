//! Double-hand: the whole analysis takes minutes of a core, so the committed page of docs/odds is shown. It is in the
//! program like the books, and holds for a book whose way and comparisons are those it was counted for.

use books::double_hand::DoubleHandRules;
use odds::double_hand::filed_way;

use super::{OddsTable, Said, WagerOdds, percent};

/// Written by `cardroom odds mortimers/double-hand --page`.
const PAGE: &str = include_str!("../../../../docs/odds/mortimers-double-hand.md");

pub(super) fn said(rules: &DoubleHandRules) -> Said {
    let tables = tables(PAGE);
    let counted = filed_way(rules).filter(|way| count_in(&tables, "Player wins") == Some(way.win));
    let Some(way) = counted else {
        let words = "The house way of this book is not one of the filed ones, and working it out takes minutes: ask \
                     cardroom odds with the name of the book.";
        return Said { words: vec![words.to_owned()], has_money: true, ..Said::default() };
    };
    let pairs = (way.win + way.loss + way.push) as f64;
    let best = tables.iter().find(|table| table.title == "Best response");
    let best = best.and_then(|table| in_percent(table.rows.first()?.get(1)?));
    let mut wagers = vec![WagerOdds {
        name: "base, set the house way".to_owned(),
        value: way.value(),
        hit: Some(way.win as f64 / pairs),
        deviation: Some(way.variance().sqrt()),
        is_in_dollars: false,
    }];
    wagers.extend(best.map(|value| WagerOdds {
        name: "base, every hand set best".to_owned(),
        value,
        hit: None,
        deviation: None,
        is_in_dollars: false,
    }));
    let words = vec![format!(
        "House way against house way a player wins {} of all pairings of hands, loses {} and pushes {}.",
        percent(way.win as f64 / pairs, 3),
        percent(way.loss as f64 / pairs, 3),
        percent(way.push as f64 / pairs, 3)
    )];
    let basis =
        "Exact, over all 8,250,459,031,214,400 pairings of two hands, fees left out; counted beforehand."
            .to_owned();
    Said { words, wagers, tables, basis, has_money: true }
}

/// The tables of a page, each under its heading.
fn tables(page: &str) -> Vec<OddsTable> {
    let mut list: Vec<OddsTable> = Vec::new();
    let mut title = "";
    let mut is_in = false;
    for line in page.lines() {
        let cells =
            || line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        if let Some(heading) = line.strip_prefix("## ") {
            title = heading;
        } else if line.starts_with("|---") {
            continue;
        } else if line.starts_with('|') && !is_in {
            let head = cells();
            list.push(OddsTable { head, ..OddsTable::new(title, &[], Vec::new()) });
        } else if line.starts_with('|')
            && let Some(table) = list.last_mut()
        {
            table.rows.push(cells());
        }
        is_in = line.starts_with('|');
    }
    list
}

/// The count in the row of that name.
fn count_in(tables: &[OddsTable], name: &str) -> Option<u64> {
    let row = tables
        .iter()
        .flat_map(|table| &table.rows)
        .find(|row| row.first().is_some_and(|cell| cell == name))?;
    row.get(1)?.replace(',', "").parse().ok()
}

fn in_percent(text: &str) -> Option<f64> {
    text.trim_end_matches('%').parse::<f64>().ok().map(|percent| percent / 100.0)
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};

    use super::*;

    fn rules(book: &str) -> Box<DoubleHandRules> {
        let shelf = Shelf::filed();
        let Rules::DoubleHand(rules) = shelf.book(&shelf.find(book).unwrap()).unwrap().rules else {
            panic!("a double-hand book")
        };
        rules
    }

    #[test]
    fn the_page_holds_for_the_filed_books() {
        for book in ["mortimers/double-hand", "marina/double-hand"] {
            let rules = rules(book);
            let said = said(&rules);
            let way = filed_way(&rules).unwrap();
            for (name, count) in [("Player wins", way.win), ("Bank wins", way.loss), ("Push", way.push)] {
                assert_eq!(count_in(&said.tables, name), Some(count), "{book}: {name}");
            }
            assert_eq!(way.win + way.loss + way.push, 8_250_459_031_214_400);
            assert_eq!(said.wagers.len(), 2, "{book}");
            assert!(said.wagers[1].value > said.wagers[0].value && said.wagers[1].value < 0.0);
            let titles: Vec<&str> = said.tables.iter().map(|table| table.title.as_str()).collect();
            assert!(titles.contains(&"Row by row") && titles.contains(&"Fronts"), "{titles:?}");
            assert!(
                said.tables.iter().all(|table| table.rows.iter().all(|row| row.len() == table.head.len()))
            );
        }
    }

    #[test]
    fn a_book_that_compares_otherwise_has_no_page() {
        let mut rules = rules("mortimers/double-hand");
        rules.results.front_copy.value = books::Outcome::Player;
        let said = said(&rules);
        assert!(said.wagers.is_empty() && said.tables.is_empty() && !said.words.is_empty());
    }
}

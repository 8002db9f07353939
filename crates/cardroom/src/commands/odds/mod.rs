//! `cardroom odds`: what a book against a bank is worth to a player, exactly.

mod changes;
mod double_hand;
mod draw;
mod page;
mod print;
mod tables;
mod three_card;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use books::{Book, BookId, Rules};
use cards::{Card, parse_cards};
use clap::Args;
use odds::blackjack::{Analysis, Shoe, wagers};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// How the values are played for.
const STRATEGY: &str = "best play by the ranks of the own hand and the up card; hands of a split pair are played as \
                        opening hands of the same cards would be, and pairs are split again whenever the book allows";

/// Works out what a book of blackjack, Three Card Poker or double-hand is worth to a player, exactly.
#[derive(Args)]
#[command(
    after_help = "One player against a full fresh shoe and a bank that can pay; fees are left out. Values are \
                        the player's, in opening wagers. Where the bank looks for a Natural first, the choices of \
                        a hand are worth what --hand and --csv print only if it has none; the value beside them \
                        counts the Natural too. Double-hand takes about a minute: both sides set the house way, and \
                        then each as well as it can against it. Three-card and double-hand know --with, --without, \
                        --page and --json, and double-hand --way.\n\n\
                        Examples:\n  \
                        cardroom odds marina/no-bust-buster\n  \
                        cardroom odds mortimers/pure-21-5 --decks 2 --json\n  \
                        cardroom odds mortimers/no-bust-6 --hand \"8c 8d\" --up Td\n  \
                        cardroom odds players-club/no-bust-5 --chart chart.svg\n  \
                        cardroom odds pinnacle/three-card-6-card-bonus\n  \
                        cardroom odds mortimers/double-hand --way my-way.toml"
)]
pub(crate) struct Odds {
    /// The book, such as marina/pure-21-5
    #[arg(value_name = "BOOK")]
    book: String,
    /// How many decks the shoe holds; as many as the book says are usual if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=8))]
    decks: Option<u8>,
    /// Rank the choices of this hand, its cards in the order they came
    #[arg(long, value_name = "CARDS", requires = "up")]
    hand: Option<String>,
    /// The bank's up card beside that hand
    #[arg(long, value_name = "CARD", requires = "hand")]
    up: Option<Card>,
    /// Print every choice of every two cards, separated by commas
    #[arg(long, conflicts_with_all = ["hand", "json"])]
    csv: bool,
    /// Try the book with another value, such as natural.pays="3 to 2" or surrender.when=never; may be given several
    /// times
    #[arg(long, value_name = "KEY=VALUE")]
    with: Vec<String>,
    /// Try the book without one of its keys, such as special.player_three_cards; may be given several times
    #[arg(long, value_name = "KEY")]
    without: Vec<String>,
    /// Print one wager only, by its name or how it begins, such as base or buster
    #[arg(long, value_name = "NAME", conflicts_with_all = ["hand", "csv", "rules", "deviations"])]
    wager: Option<String>,
    /// Print what each rule is worth, readings of disputed clauses included
    #[arg(long, conflicts_with_all = ["hand", "csv"])]
    rules: bool,
    /// Print what each single deviation from the chart costs
    #[arg(long, conflicts_with_all = ["hand", "csv", "rules"])]
    deviations: bool,
    /// Write everything into a Markdown file, with the chart as .svg beside it
    #[arg(long, value_name = "FILE.md", conflicts_with_all = ["hand", "csv", "rules", "deviations", "wager"])]
    page: Option<PathBuf>,
    /// Draw the chart into a file that ends with .svg, .html or .pdf
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Double-hand: score the house way in this file, which has a section `house_way` as books have
    #[arg(long, value_name = "FILE.toml")]
    way: Option<PathBuf>,
}

impl Odds {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let filed = context.shelf.book(&id)?;
        let is_changed = !self.with.is_empty() || !self.without.is_empty();
        let book = if is_changed {
            changes::changed(context, &id, &self.with, &self.without)?
        } else {
            filed.clone()
        };
        if self.way.is_some() && !matches!(book.rules, Rules::DoubleHand(_)) {
            return Err(Failure::Told(format!("{id}: --way belongs to double-hand, which has a house way")));
        }
        if let Rules::ThreeCard(rules) = &book.rules {
            self.only_whole(&id)?;
            return three_card::tell(context.json, &book, rules, self.page()?);
        }
        if let Rules::DoubleHand(_) = &book.rules {
            self.only_whole(&id)?;
            let book = match &self.way {
                Some(file) => changes::with_way(context, &id, file)?,
                None => book,
            };
            return double_hand::tell(context.json, &book, self.page()?);
        }
        let Rules::Blackjack(rules) = &book.rules else {
            let name = &book.header().name;
            return Err(Failure::Told(format!(
                "{id}: {name} has no bank to play against; ask for blackjack, three-card or double-hand"
            )));
        };
        let decks = self.decks.unwrap_or(rules.deck.decks.usual);
        if let Some(file) = self.page()?
            && context.json
        {
            return Err(Failure::Told(format!(
                "{}: a page is Markdown; ask for --json without --page",
                file.display()
            )));
        }
        let changes = changes::in_words(&self.with, &self.without);
        let analysis = Analysis::<f64>::try_of(rules, &Shoe::fresh(rules, decks))
            .map_err(|error| Failure::Told(format!("{id}: {error}")))?;
        if let Some(file) = &self.chart {
            draw::draw(file, &title(&book, &changes, decks), &analysis)?;
        }
        if let Some(file) = &self.page {
            let options = changes::as_options(&self.with, &self.without);
            let decks_told = self.decks.map(|decks| format!(" --decks {decks}"));
            let command = format!("cardroom odds {id}{options}{}", decks_told.unwrap_or_default());
            let sheet =
                page::Sheet { context, book: &book, rules, decks, changes: &changes, command, analysis };
            return sheet.write(file, as_filed(&filed, decks, &changes));
        }
        let mut out = io::stdout().lock();
        if let (Some(hand), Some(up)) = (&self.hand, self.up) {
            let cards =
                parse_cards(&spaced(hand)).map_err(|error| Failure::Told(format!("\"{hand}\": {error}")))?;
            return print::tell_hand(&mut out, context.json, &book, rules, &analysis, &cards, up);
        }
        if self.csv {
            return Ok(print::write_csv(&mut out, &analysis)?);
        }
        let filed_value = as_filed(&filed, decks, &changes);
        let mut head = json!({ "book": id.to_string(), "decks": decks, "value": analysis.value() });
        tell_changes(&mut head, &changes, filed_value);
        if self.rules {
            let list = tables::rules(context, &book, rules, decks);
            if context.json {
                let mut all = head;
                all["rules"] = tables::rules_to_json(analysis.value(), &list, filed_value.is_some());
                return Ok(writeln!(out, "{all}")?);
            }
            return Ok(tables::tell_rules(&mut out, analysis.value(), filed_value, &changes, &list)?);
        }
        if self.deviations {
            let list = tables::deviations(context, &analysis);
            if context.json {
                let mut all = head;
                all["deviations"] = tables::deviations_to_json(&analysis, &list);
                return Ok(writeln!(out, "{all}")?);
            }
            return Ok(tables::tell_deviations(&mut out, &analysis, &list)?);
        }
        let mut list = wagers(rules, &analysis);
        let insurance = list.iter().find(|wager| wager.name == "insurance").map(|wager| wager.value);
        if let Some(wanted) = &self.wager {
            let names: Vec<String> = list.iter().map(|wager| wager.name.clone()).collect();
            let wanted_low = wanted.trim().to_lowercase();
            list.retain(|wager| wager.name.to_lowercase().starts_with(&wanted_low));
            if list.is_empty() || wanted_low.is_empty() {
                return Err(Failure::Told(format!(
                    "{id} has no wager \"{wanted}\"; it has {}",
                    names.join("; ")
                )));
            }
        }
        if context.json {
            let mut all = print::to_json(&book, decks, &analysis, insurance, &list);
            tell_changes(&mut all, &changes, filed_value);
            writeln!(out, "{all}")?;
        } else {
            print::tell(&mut out, &title(&book, &changes, decks), rules, decks, &analysis, &list)?;
            if let Some(filed) = filed_value.filter(|_| list.iter().any(|wager| wager.name == "base")) {
                tell_change(&mut out, filed, analysis.value())?;
            }
        }
        Ok(())
    }

    /// The page to write, if one is asked for.
    fn page(&self) -> Result<Option<&Path>, Failure> {
        match &self.page {
            Some(file) if file.extension().is_none_or(|ending| ending != "md") => {
                Err(Failure::Told(format!("{}: a page is Markdown; end its name in .md", file.display())))
            }
            file => Ok(file.as_deref()),
        }
    }

    /// Refuses what only blackjack has.
    fn only_whole(&self, id: &BookId) -> Result<(), Failure> {
        let is_of_blackjack = self.decks.is_some()
            || self.hand.is_some()
            || self.csv
            || self.wager.is_some()
            || self.rules
            || self.deviations
            || self.chart.is_some();
        if is_of_blackjack {
            let what = "decks, hands, tables and charts belong to blackjack; leave those options out";
            return Err(Failure::Told(format!("{id}: {what}")));
        }
        Ok(())
    }
}

/// What the base wager is worth as filed, where a change is tried.
fn as_filed(filed: &Book, decks: u8, changes: &[String]) -> Option<f64> {
    let Rules::Blackjack(rules) = &filed.rules else { return None };
    let is_changed = !changes.is_empty();
    is_changed.then(|| Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks)).value())
}

/// What a sheet or a page is about.
fn title(book: &Book, changes: &[String], decks: u8) -> String {
    let changed =
        if changes.is_empty() { String::new() } else { format!(", tried with {}", changes.join(", ")) };
    format!("{}{changed}, {}", book.header().name, in_decks(decks))
}

/// Adds what was tried, and what the filed book is worth, to what programs read.
fn tell_changes(all: &mut Value, changes: &[String], filed: Option<f64>) {
    if let Some(filed) = filed {
        all["changes"] = json!(changes);
        all["filed_value"] = json!(filed);
    }
}

fn tell_change(out: &mut impl Write, filed: f64, value: f64) -> io::Result<()> {
    let (filed, change) = (100.0 * filed, 100.0 * (value - filed));
    let does = if change < 0.0 { "takes" } else { "adds" };
    let change = change.abs();
    writeln!(out, "As filed the base wager is worth {filed:.5}%; the change {does} {change:.5}%.")
}

/// A hand with its cards apart, also where they were written together, and suits as letters.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    for sign in text.chars() {
        let letter = match sign {
            '\u{2663}' => 'c',
            '\u{2666}' => 'd',
            '\u{2665}' => 'h',
            '\u{2660}' => 's',
            other => other,
        };
        spaced.push(letter);
        if matches!(letter, 'c' | 'd' | 'h' | 's') {
            spaced.push(' ');
        }
    }
    spaced.trim_end().to_owned()
}

/// A number of decks as people say it.
pub(super) fn in_decks(decks: u8) -> String {
    if decks == 1 { "1 deck".to_owned() } else { format!("{decks} decks") }
}

//! `cardroom odds`: what a blackjack book is worth to a player, exactly.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use books::blackjack::BlackjackRules;
use books::read::Source;
use books::{Book, BookId, Rules};
use cards::{Card, Rank, Suit, parse_cards};
use clap::Args;
use odds::blackjack::{Action, Analysis, Shoe, Wager, html, svg, up_name, wagers};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// How the values are played for.
const STRATEGY: &str = "best play by the ranks of the own hand and the up card; hands of a split pair are played as \
                        opening hands of the same cards would be, and pairs are split again whenever the book allows";

/// Works out what a blackjack book is worth to a player, exactly.
#[derive(Args)]
#[command(
    after_help = "One player against a full fresh shoe and a bank that can pay; fees are left out. Values are \
                        the player's, in opening wagers.\n\n\
                        Examples:\n  \
                        cardroom odds marina/no-bust-buster\n  \
                        cardroom odds mortimers/pure-21-5 --decks 2 --json\n  \
                        cardroom odds mortimers/no-bust-6 --hand \"8c 8d\" --up Td\n  \
                        cardroom odds players-club/no-bust-5 --chart chart.svg"
)]
pub(crate) struct Odds {
    /// The book, such as marina/pure-21-5
    #[arg(value_name = "BOOK")]
    book: String,
    /// How many decks the shoe holds; as many as the book says are usual if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=8))]
    decks: Option<u8>,
    /// Rank the choices of this hand
    #[arg(long, value_name = "CARDS", requires = "up")]
    hand: Option<String>,
    /// The bank's up card beside that hand
    #[arg(long, value_name = "CARD", requires = "hand")]
    up: Option<Card>,
    /// Print every choice of every two cards, separated by commas
    #[arg(long, conflicts_with_all = ["hand", "json"])]
    csv: bool,
    /// Try the book with another value, such as natural.pays="3 to 2"; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    with: Vec<String>,
    /// Try the book without one of its keys, such as special.player_three_cards; may be given several times
    #[arg(long, value_name = "KEY")]
    without: Vec<String>,
    /// Draw the chart into a file that ends with .svg or .html
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

impl Odds {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let filed = context.shelf.book(&id)?;
        let is_changed = !self.with.is_empty() || !self.without.is_empty();
        let book = if is_changed { self.changed(context, &id)? } else { filed.clone() };
        let Rules::Blackjack(rules) = &book.rules else {
            let name = &book.header().name;
            return Err(Failure::Told(format!(
                "{id}: {name} is not of the blackjack family; ask for a blackjack book"
            )));
        };
        let decks = self.decks.unwrap_or(rules.deck.decks.usual);
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks));
        if let Some(file) = &self.chart {
            draw(file, &format!("{}, {decks} decks", book.header().name), &analysis)?;
        }
        let mut out = io::stdout().lock();
        if let (Some(hand), Some(up)) = (&self.hand, self.up) {
            let cards = parse_cards(hand).map_err(|error| Failure::Told(format!("\"{hand}\": {error}")))?;
            return tell_hand(&mut out, context.json, &analysis, &cards, up);
        }
        if self.csv {
            return Ok(write_csv(&mut out, &analysis)?);
        }
        let list = wagers(rules, &analysis);
        if context.json {
            writeln!(out, "{}", to_json(&book, decks, &analysis, &list))?;
        } else {
            tell(&mut out, &book, rules, decks, &analysis, &list)?;
            if let (true, Rules::Blackjack(rules)) = (is_changed, &filed.rules) {
                let filed = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks)).value();
                let (filed, change) = (100.0 * filed, 100.0 * (analysis.value() - filed));
                writeln!(
                    out,
                    "As filed the base wager is worth {filed:.5}%; the change adds {change:+.5}%."
                )?;
            }
        }
        Ok(())
    }

    /// The book with some of its values set otherwise.
    fn changed(&self, context: &Context, id: &BookId) -> Result<Book, Failure> {
        let path = format!("{}/{}.toml", id.house, id.game);
        let source =
            context.shelf.file(&path).ok_or_else(|| Failure::Told(format!("there is no book {id}")))?;
        let told = |what: String| Failure::Told(format!("{id}: {what}"));
        let mut table: toml::Table = source.text.parse().map_err(|error| told(format!("{error}")))?;
        let no_section = |key: &str| told(format!("there is no section for \"{key}\""));
        for change in &self.with {
            let (key, text) = change
                .split_once('=')
                .ok_or_else(|| told(format!("\"{change}\" is not of the form KEY=VALUE")))?;
            // What is no value of its own, such as 3 to 2, is a text.
            let read = format!("value = {text}").parse::<toml::Table>().ok();
            let value = read.and_then(|mut read| read.remove("value"));
            let value = value.unwrap_or_else(|| toml::Value::String(text.to_owned()));
            let (section, key) = place(&mut table, key).ok_or_else(|| no_section(key))?;
            section.insert(key.to_owned(), value);
        }
        for path in &self.without {
            let (section, key) = place(&mut table, path).ok_or_else(|| no_section(path))?;
            if section.remove(key).is_none() {
                return Err(told(format!("there is no \"{path}\" to leave out")));
            }
            if let Some(toml::Value::Table(cited)) = section.get_mut("cite") {
                cited.remove(key);
            }
        }
        let source = Source::new(format!("{} with changes", source.name), table.to_string());
        Ok(context.shelf.read_book(id, &source)?)
    }
}

/// The section of a key such as natural.pays, and the key's own name.
fn place<'a, 'b>(table: &'a mut toml::Table, path: &'b str) -> Option<(&'a mut toml::Table, &'b str)> {
    let Some((section, rest)) = path.split_once('.') else { return Some((table, path)) };
    place(table.get_mut(section)?.as_table_mut()?, rest)
}

fn draw(file: &Path, title: &str, analysis: &Analysis<f64>) -> Result<(), Failure> {
    let text = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => svg(title, analysis),
        Some("html") => html(title, analysis),
        _ => {
            let name = file.display();
            return Err(Failure::Told(format!(
                "{name}: a chart is drawn into a file that ends with .svg or .html"
            )));
        }
    };
    std::fs::write(file, text).map_err(|error| Failure::Told(format!("{}: {error}", file.display())))
}

fn name(action: Action) -> &'static str {
    match action {
        Action::Stand => "stand",
        Action::Hit => "hit",
        Action::Double => "double",
        Action::Split => "split",
        Action::Surrender => "surrender",
    }
}

fn tell_hand(
    out: &mut impl Write,
    json: bool,
    analysis: &Analysis<f64>,
    cards: &[Card],
    up: Card,
) -> Result<(), Failure> {
    let choices = analysis.choices(cards, up);
    let Some((_, best)) = choices.first().copied() else {
        let hand = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        return Err(Failure::Told(format!("{hand} against {up} leaves nothing to choose in this game")));
    };
    if json {
        let list: Vec<Value> = choices
            .iter()
            .map(|(action, value)| json!({ "choice": name(*action), "value": value }))
            .collect();
        writeln!(out, "{}", json!({ "choices": list }))?;
        return Ok(());
    }
    for (action, value) in choices {
        writeln!(out, "{:<9}  {:>12.8}  {:>12.8}", name(action), value, value - best)?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, analysis: &Analysis<f64>) -> io::Result<()> {
    writeln!(out, "hand,up,stand,hit,double,split,surrender,best")?;
    let kinds: Vec<Card> = Rank::ALL
        .iter()
        .filter(|rank| !rank.is_ten_value() || **rank == Rank::Ten)
        .map(|rank| Card::new(*rank, Suit::Clubs))
        .chain([Card::JOKER])
        .collect();
    for up in analysis.up_cards().iter().map(|up| up.card) {
        for (place, one) in kinds.iter().enumerate() {
            for other in &kinds[place..] {
                let choices = analysis.choices(&[*one, *other], up);
                let Some((best, _)) = choices.first() else { continue };
                write!(out, "{} {},{}", up_name(*one), up_name(*other), up_name(up))?;
                for action in [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender] {
                    match choices.iter().find(|(known, _)| *known == action) {
                        Some((_, value)) => write!(out, ",{value:.12}")?,
                        None => write!(out, ",")?,
                    }
                }
                writeln!(out, ",{}", name(*best))?;
            }
        }
    }
    Ok(())
}

fn tell(
    out: &mut impl Write,
    book: &Book,
    rules: &BlackjackRules,
    decks: u8,
    analysis: &Analysis<f64>,
    list: &[Wager],
) -> io::Result<()> {
    writeln!(out, "{}, {decks} decks, from the player's side without fees", book.header().name)?;
    writeln!(out, "{:<10}  {:>11}  {:>9}  {:>9}", "wager", "value", "paid", "deviation")?;
    for wager in list {
        let Wager { name, value, hit, deviation } = wager;
        writeln!(out, "{name:<10}  {:>10.5}%  {:>8.3}%  {deviation:>9.4}", 100.0 * value, 100.0 * hit)?;
    }
    let (value, chart) = (analysis.value(), analysis.chart_value());
    writeln!(
        out,
        "The chart by totals is worth {:.5}%, {:.5}% less than the best play.",
        100.0 * chart,
        100.0 * (value - chart)
    )?;
    let mut ups: Vec<(String, f64)> =
        analysis.up_cards().iter().map(|up| (up_name(up.card), up.value)).collect();
    ups.sort_by(|one, other| other.1.total_cmp(&one.1));
    if let (Some(best), Some(worst)) = (ups.first(), ups.last()) {
        writeln!(
            out,
            "Best up card for the player: {} ({:+.3}%); worst: {} ({:+.3}%).",
            best.0,
            100.0 * best.1,
            worst.0,
            100.0 * worst.1
        )?;
    }
    let range = &rules.deck.decks;
    if !(range.least..=range.most).contains(&decks) {
        writeln!(out, "Note: the book allows {} to {} decks.", range.least, range.most)?;
    }
    for wager in list.iter().filter(|wager| wager.value > 0.0) {
        writeln!(out, "Warning: the {} wager favours the player.", wager.name)?;
    }
    writeln!(out, "Strategy: {STRATEGY}.")
}

fn to_json(book: &Book, decks: u8, analysis: &Analysis<f64>, list: &[Wager]) -> Value {
    let insurance = list.iter().find(|wager| wager.name == "insurance").map(|wager| wager.value);
    let wagers: Vec<Value> = list
        .iter()
        .map(|wager| {
            json!({ "name": wager.name, "value": wager.value, "hit": wager.hit, "deviation": wager.deviation })
        })
        .collect();
    let ups: Vec<Value> =
        analysis.up_cards().iter().map(|up| json!({ "up": up_name(up.card), "value": up.value })).collect();
    let bank: Vec<Value> = analysis
        .bank_hands()
        .iter()
        .map(|hand| json!({ "total": hand.total, "cards": hand.cards, "chance": hand.chance }))
        .collect();
    json!({
        "book": book.id.to_string(),
        "decks": decks,
        "strategy": STRATEGY,
        "value": analysis.value(),
        "chart_value": analysis.chart_value(),
        "insurance": insurance,
        "wagers": wagers,
        "up_cards": ups,
        "bank": bank,
    })
}

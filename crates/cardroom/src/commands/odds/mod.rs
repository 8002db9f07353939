//! `cardroom odds`: what a book against a bank is worth to a player, exactly.

mod blackjack;
mod changes;
mod chart_file;
mod double_hand;
mod pan;
mod poker;
mod printed;
mod three_card;

use std::path::{Path, PathBuf};

use books::{Book, Rules};
use cards::Card;
use clap::Args;

use crate::Context;
use crate::failure::Failure;

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
    #[arg(long, value_name = "CARD", requires = "hand", value_parser = read_card)]
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
        let query = Query { odds: self, context, filed: &filed, book: &book };
        query.tell()
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
}

/// What was asked, and of which book.
struct Query<'a> {
    odds: &'a Odds,
    context: &'a Context,
    /// The book as it is filed.
    filed: &'a Book,
    /// The book as it is tried.
    book: &'a Book,
}

impl Query<'_> {
    /// Refuses a house way where a book has none.
    fn without_way(&self) -> Result<(), Failure> {
        if self.odds.way.is_none() {
            return Ok(());
        }
        let id = &self.book.id;
        Err(Failure::Told(format!("{id}: --way belongs to double-hand, which has a house way")))
    }

    /// Refuses what only blackjack has.
    fn only_whole(&self) -> Result<(), Failure> {
        let odds = self.odds;
        let options = [
            ("--decks", odds.decks.is_some()),
            ("--hand", odds.hand.is_some()),
            ("--csv", odds.csv),
            ("--wager", odds.wager.is_some()),
            ("--rules", odds.rules),
            ("--deviations", odds.deviations),
            ("--chart", odds.chart.is_some()),
        ];
        let given: Vec<&str> =
            options.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect();
        let (id, names) = (&self.book.id, given.join(" and "));
        let (belongs, it) = if given.len() == 1 { ("belongs", "it") } else { ("belong", "them") };
        match given[..] {
            [] => Ok(()),
            _ => Err(Failure::Told(format!("{id}: {names} {belongs} to blackjack; leave {it} out"))),
        }
    }

    fn has_no_bank(&self) -> Failure {
        let (id, name) = (&self.book.id, &self.book.header().name);
        Failure::Told(format!(
            "{id}: {name} has no bank to play against; ask for blackjack, three-card or double-hand"
        ))
    }
}

macro_rules! tell {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        impl Query<'_> {
            fn tell(&self) -> Result<(), Failure> {
                match &self.book.rules { $(Rules::$Family(rules) => $folder::tell(self, rules),)+ }
            }
        }
    };
}

books::families!(tell);

/// Cards apart, also where they were written together, and suits as letters.
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

fn read_card(text: &str) -> Result<Card, String> {
    spaced(text).parse().map_err(|fault: <Card as std::str::FromStr>::Err| fault.to_string())
}

/// A number of decks as people say it.
pub(super) fn in_decks(decks: u8) -> String {
    if decks == 1 { "1 deck".to_owned() } else { format!("{decks} decks") }
}

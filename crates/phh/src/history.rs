//! A history as its file has it, with amounts read exactly.

use std::fmt;

use books::Money;
use toml::de::DeTable;

use crate::action::Action;
use crate::chips::{NotChips, read_chips};
use crate::plain::scan;
use crate::value::{Table, Value};

/// One hand as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The name of the hand: that of its table in a file of many, else what `hand` says; empty if nothing does.
    pub name: String,
    /// The code of the game.
    pub variant: String,
    /// The antes, by player.
    pub antes: Vec<Money>,
    /// Whether antes are matched by all; otherwise they are dead money.
    pub antes_are_matched: bool,
    /// The blinds and straddles, as the file orders them; negative for a live post of somebody
    /// who does not count as a blind when the first to act is found.
    pub blinds: Vec<Money>,
    /// The least bet of a pot-limit or no-limit game.
    pub min_bet: Option<Money>,
    /// The small and big bets of a limit game.
    pub bets: Option<(Money, Money)>,
    /// The stacks before the hand; nothing stands for an unknown one, which files write as `inf`.
    pub starting_stacks: Vec<Option<Money>>,
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The stacks after the hand, if the file gives them; nothing stands for an unknown one.
    pub finishing_stacks: Option<Vec<Option<Money>>>,
    /// What the house took, in the field `_drop` of our own, and is missing from the stacks after the hand.
    pub drop: Money,
    /// The names of the players, if the file gives them.
    pub players: Option<Vec<String>>,
}

/// Why a file is not a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryFault {
    /// The name of the hand it is about; empty if it has none.
    pub hand: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for HistoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hand.is_empty() {
            f.write_str(&self.what)
        } else {
            write!(f, "hand {}: {}", self.hand, self.what)
        }
    }
}

impl std::error::Error for HistoryFault {}

/// Reads the hands of a `.phh` or `.phhs` file.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str) -> Result<Vec<History>, HistoryFault> {
    read_each(text)?.into_iter().collect()
}

/// Reads the hands of a `.phh` or `.phhs` file, each by itself, so that one with a fault does not hide the others.
///
/// # Errors
/// What keeps the file from having hands at all.
pub fn read_each(text: &str) -> Result<Vec<Result<History, HistoryFault>>, HistoryFault> {
    if let Some(table) = scan(text) {
        return hands(&table);
    }
    let document = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        fault(format!("line {line} is not TOML: {}", error.message().trim()))
    })?;
    hands(&document.get_ref().into())
}

fn fault(what: String) -> HistoryFault {
    HistoryFault { hand: String::new(), what }
}

/// The hands of a file.
fn hands(table: &Table<'_>) -> Result<Vec<Result<History, HistoryFault>>, HistoryFault> {
    if ["variant", "actions", "starting_stacks"].iter().any(|key| table.get(key).is_some()) {
        return Ok(vec![Reader { table, hand: &name_in(table) }.history()]);
    }
    let mut keys = table.0.iter().filter(|(_, value)| !matches!(value, Value::Table(_)));
    if let Some((key, _)) = keys.next() {
        return Err(fault(format!("\"{key}\" is neither a hand nor a key of one")));
    }
    let mut hands: Vec<(&str, &Table<'_>)> = Vec::new();
    for (name, value) in &table.0 {
        if let Value::Table(hand) = value {
            hands.push((name, hand));
        }
    }
    if hands.is_empty() {
        return Err(fault("the file has no hand".to_owned()));
    }
    hands.sort_by_cached_key(|(name, _)| (name.parse::<u64>().unwrap_or(u64::MAX), (*name).to_owned()));
    Ok(hands.into_iter().map(|(hand, table)| Reader { table, hand }.history()).collect())
}

/// The number of the line that a place of a text stands in.
fn line_of(text: &str, place: usize) -> usize {
    text.bytes().take(place).filter(|byte| *byte == b'\n').count() + 1
}

/// The name that a file of one hand gives it, a number or a text.
fn name_in(table: &Table<'_>) -> String {
    match table.get("hand") {
        Some(Value::Text(name)) => name.to_string(),
        Some(Value::Whole(number)) => number.replace('_', ""),
        Some(Value::Coded(number)) => number.0.replace('_', ""),
        _ => String::new(),
    }
}

struct Reader<'a> {
    table: &'a Table<'a>,
    hand: &'a str,
}

/// Where an amount stands in a list.
fn place_of(key: &str, entry: usize) -> String {
    format!("entry {entry} of \"{key}\"")
}

impl<'a> Reader<'a> {
    fn history(&self) -> Result<History, HistoryFault> {
        let bets = match (self.amount("small_bet")?, self.amount("big_bet")?) {
            (Some(small), Some(big)) => Some((small, big)),
            _ => None,
        };
        let actions = self.list("actions")?.ok_or_else(|| self.missing("actions"))?;
        let actions = actions
            .iter()
            .zip(1..)
            .map(|(value, number)| {
                let text = value.text();
                let text = text.ok_or_else(|| self.fault(format!("action {number} is not a text")))?;
                text.parse().map_err(|error| self.fault(format!("action {number}: {error}")))
            })
            .collect::<Result<Vec<Action>, HistoryFault>>()?;
        let starting_stacks =
            self.stacks("starting_stacks")?.ok_or_else(|| self.missing("starting_stacks"))?;
        let count = starting_stacks.len();
        let antes = self.amounts("antes")?.unwrap_or_else(|| vec![Money::ZERO; count]);
        let blinds = self.amounts("blinds_or_straddles")?.unwrap_or_else(|| vec![Money::ZERO; count]);
        if antes.len() != count || blinds.len() != count {
            return Err(self.fault("antes, blinds and stacks are not for the same number of players"));
        }
        Ok(History {
            name: self.hand.to_owned(),
            variant: self.text("variant")?,
            antes,
            antes_are_matched: self.value("ante_trimming_status") == Some(&Value::Truth(true)),
            blinds,
            min_bet: self.amount("min_bet")?,
            bets,
            starting_stacks,
            actions,
            finishing_stacks: self.stacks("finishing_stacks")?,
            drop: self.amount("_drop")?.unwrap_or_default(),
            players: self
                .list("players")?
                .map(|list| list.iter().map(|value| value.text().unwrap_or_default().to_owned()).collect()),
        })
    }

    fn fault(&self, what: impl Into<String>) -> HistoryFault {
        HistoryFault { hand: self.hand.to_owned(), what: what.into() }
    }

    fn missing(&self, key: &str) -> HistoryFault {
        self.fault(format!("there is no \"{key}\""))
    }

    fn value(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.get(key)
    }

    fn text(&self, key: &str) -> Result<String, HistoryFault> {
        let value = self.value(key).ok_or_else(|| self.missing(key))?;
        value.text().map(str::to_owned).ok_or_else(|| self.fault(format!("\"{key}\" is not a text")))
    }

    fn list(&self, key: &str) -> Result<Option<&'a [Value<'a>]>, HistoryFault> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::List(list)) => Ok(Some(list)),
            Some(_) => Err(self.fault(format!("\"{key}\" is not a list"))),
        }
    }

    fn amount(&self, key: &str) -> Result<Option<Money>, HistoryFault> {
        self.value(key).map(|value| self.money(value, || format!("\"{key}\""))).transpose()
    }

    fn amounts(&self, key: &str) -> Result<Option<Vec<Money>>, HistoryFault> {
        self.entries(key, |value, entry| self.money(value, || place_of(key, entry)))
    }

    /// Amounts of which some may be unknown.
    fn stacks(&self, key: &str) -> Result<Option<Vec<Option<Money>>>, HistoryFault> {
        self.entries(key, |value, entry| match value {
            Value::Broken(number) if matches!(number.as_ref(), "inf" | "+inf") => Ok(None),
            _ => self.money(value, || place_of(key, entry)).map(Some),
        })
    }

    fn entries<T>(
        &self,
        key: &str,
        read: impl Fn(&'a Value<'a>, usize) -> Result<T, HistoryFault>,
    ) -> Result<Option<Vec<T>>, HistoryFault> {
        let Some(list) = self.list(key)? else { return Ok(None) };
        list.iter().zip(1..).map(|(value, entry)| read(value, entry)).collect::<Result<_, _>>().map(Some)
    }

    /// An amount; `place` says where it stands.
    fn money(&self, value: &'a Value<'a>, place: impl Fn() -> String) -> Result<Money, HistoryFault> {
        let told = |text: &str, fault: NotChips| self.fault(format!("{} is {text}{fault}", place()));
        let read = |text: &str| read_chips(text).map_err(|fault| told(text, fault));
        match value {
            Value::Whole(number) | Value::Broken(number) => read(number),
            Value::Coded(number) => Err(told(&number.1, NotChips::NotPlain)),
            Value::Text(_) => {
                Err(self.fault(format!("{} is a text; write the number of chips without quotes", place())))
            }
            _ => Err(self.fault(format!("{} is not a number of chips", place()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_many_hands_is_read_in_order() {
        let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\nactions = ['p2 f']\n";
        let hands = read(&format!("[10]\n{hand}[2]\n{hand}")).unwrap();
        assert_eq!(hands.iter().map(|hand| hand.name.as_str()).collect::<Vec<_>>(), ["2", "10"]);
        assert!(read("[1]\nactions = []").is_err());
        assert!(read("").is_err());
    }

    #[test]
    fn a_hand_with_a_fault_does_not_hide_the_others_of_its_file() {
        let hand = "variant = 'NT'\nmin_bet = 2\nstarting_stacks = [9, 9]\nactions = ['p2 f']\n";
        let hands = read_each(&format!("[1]\n{hand}[2]\nvariant = 'NT'\n[3]\n{hand}")).unwrap();
        assert!(hands[0].is_ok() && hands[2].is_ok());
        let fault = HistoryFault { hand: "2".to_owned(), what: "there is no \"actions\"".to_owned() };
        assert_eq!(hands[1], Err(fault));
    }

    #[test]
    fn a_file_that_is_not_toml_is_told_with_its_line() {
        let fault = read("variant = 'NT'\nantes = [0, 0\n").unwrap_err();
        assert!(fault.what.starts_with("line 2 is not TOML: "), "{fault}");
    }
}

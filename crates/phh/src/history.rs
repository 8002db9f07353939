//! A history as its file has it, with amounts read exactly.

use std::fmt;

use books::Money;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::action::Action;

/// One hand as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The name of the hand in its file; empty in a file of one hand.
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
    /// The stacks before the hand.
    pub starting_stacks: Vec<Money>,
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The stacks after the hand, if the file gives them.
    pub finishing_stacks: Option<Vec<Money>>,
    /// What the house took, in the field `_drop` of our own, and is missing from the stacks after the hand.
    pub drop: Money,
    /// The names of the players, if the file gives them.
    pub players: Option<Vec<String>>,
}

/// Why a file is not a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryFault {
    /// The hand it is about; empty in a file of one hand.
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
    let fault = |what: String| HistoryFault { hand: String::new(), what };
    let document = DeTable::parse(text).map_err(|error| fault(error.message().trim().to_owned()))?;
    let table = document.get_ref();
    if table.get("variant").is_some() {
        return Ok(vec![Reader { table, hand: "" }.history()?]);
    }
    let mut hands: Vec<(&str, &DeTable<'_>)> = Vec::new();
    for (name, value) in table {
        let DeValue::Table(hand) = value.get_ref() else {
            return Err(fault(format!("\"{}\" is neither a hand nor a key of one", name.get_ref())));
        };
        hands.push((name.get_ref(), hand));
    }
    if hands.is_empty() {
        return Err(fault("the file has no hand".to_owned()));
    }
    hands.sort_by_key(|(name, _)| (name.parse::<u64>().unwrap_or(u64::MAX), (*name).to_owned()));
    hands.into_iter().map(|(hand, table)| Reader { table, hand }.history()).collect()
}

struct Reader<'a> {
    table: &'a DeTable<'a>,
    hand: &'a str,
}

type Value<'a> = &'a Spanned<DeValue<'a>>;

impl<'a> Reader<'a> {
    fn history(&self) -> Result<History, HistoryFault> {
        let bets = match (self.amount("small_bet")?, self.amount("big_bet")?) {
            (Some(small), Some(big)) => Some((small, big)),
            _ => None,
        };
        let actions = self.list("actions")?.ok_or_else(|| self.missing("actions"))?;
        let actions = actions
            .into_iter()
            .map(|value| {
                let text = value.get_ref().as_str().ok_or_else(|| self.fault("an action is not a text"))?;
                text.parse().map_err(|error| self.fault(format!("{error}")))
            })
            .collect::<Result<Vec<Action>, HistoryFault>>()?;
        let starting_stacks =
            self.amounts("starting_stacks")?.ok_or_else(|| self.missing("starting_stacks"))?;
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
            antes_are_matched: self
                .value("ante_trimming_status")
                .is_some_and(|value| value.get_ref().as_bool() == Some(true)),
            blinds,
            min_bet: self.amount("min_bet")?,
            bets,
            starting_stacks,
            actions,
            finishing_stacks: self.amounts("finishing_stacks")?,
            drop: self.amount("_drop")?.unwrap_or_default(),
            players: self.list("players")?.map(|list| {
                list.iter().map(|value| value.get_ref().as_str().unwrap_or_default().to_owned()).collect()
            }),
        })
    }

    fn fault(&self, what: impl Into<String>) -> HistoryFault {
        HistoryFault { hand: self.hand.to_owned(), what: what.into() }
    }

    fn missing(&self, key: &str) -> HistoryFault {
        self.fault(format!("there is no \"{key}\""))
    }

    fn value(&self, key: &str) -> Option<Value<'a>> {
        self.table.get(key)
    }

    fn text(&self, key: &str) -> Result<String, HistoryFault> {
        let value = self.value(key).ok_or_else(|| self.missing(key))?;
        value
            .get_ref()
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| self.fault(format!("\"{key}\" is not a text")))
    }

    fn list(&self, key: &str) -> Result<Option<Vec<Value<'a>>>, HistoryFault> {
        match self.value(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::Array(list)) => Ok(Some(list.iter().collect())),
            Some(_) => Err(self.fault(format!("\"{key}\" is not a list"))),
        }
    }

    fn amount(&self, key: &str) -> Result<Option<Money>, HistoryFault> {
        self.value(key).map(|value| self.money(key, value)).transpose()
    }

    fn amounts(&self, key: &str) -> Result<Option<Vec<Money>>, HistoryFault> {
        let Some(list) = self.list(key)? else { return Ok(None) };
        list.into_iter().map(|value| self.money(key, value)).collect::<Result<_, _>>().map(Some)
    }

    fn money(&self, key: &str, value: Value<'a>) -> Result<Money, HistoryFault> {
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => "",
        };
        chips(text).ok_or_else(|| {
            self.fault(format!("\"{key}\" has an amount that is not whole hundredths of a chip"))
        })
    }
}

/// An amount of chips as whole cents, exactly.
pub(crate) fn chips(text: &str) -> Option<Money> {
    let text = text.replace('_', "");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 13 || part.len() > 2 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let cents: i64 = format!("{part:0<2}").parse().ok()?;
    Some(Money::cents(sign * (whole.parse::<i64>().ok()? * 100 + cents)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly() {
        assert_eq!(chips("1259450.25"), Some(Money::cents(125_945_025)));
        assert_eq!(chips("678473.5"), Some(Money::cents(67_847_350)));
        assert_eq!(chips("100.000"), Some(Money::dollars(100)));
        assert_eq!(chips("-2"), Some(Money::dollars(-2)));
        assert_eq!([chips("1e3"), chips(""), chips("0.001")], [None, None, None]);
    }

    #[test]
    fn a_file_of_many_hands_is_read_in_order() {
        let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\nactions = ['p2 f']\n";
        let hands = read(&format!("[10]\n{hand}[2]\n{hand}")).unwrap();
        assert_eq!(hands.iter().map(|hand| hand.name.as_str()).collect::<Vec<_>>(), ["2", "10"]);
        assert_eq!(
            read("variant = 'NT'\nactions = ['p1 jumps']").unwrap_err().what.split_once(' ').unwrap().0,
            "\"p1"
        );
        assert!(read("[1]\nactions = []").is_err());
        assert!(read("").is_err());
    }
}

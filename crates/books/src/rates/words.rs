//! The words and plain values that rates files are written in.

use std::fmt;

use toml::de::DeValue;

use crate::Money;
use crate::read::{Fault, Read, Reader, Value};
use crate::{choice, section};

choice! {
    /// How often the main fee of a schedule is taken.
    pub enum Per {
        /// Once each hand.
        Hand = "hand",
        /// For each wager, by its size.
        Wager = "wager",
        /// Once each half hour.
        HalfHour = "half-hour",
        /// Out of the pot of each hand.
        Pot = "pot",
    }
}

choice! {
    /// The moment at which the main fee of a schedule is taken.
    pub enum Taken {
        /// When wagers are down and before the first card.
        BeforeDeal = "before-deal",
        /// After the two-card deal, before insurance or any choice.
        AfterDeal = "after-deal",
        /// As soon as the flop lies face up, before its betting.
        AfterFlop = "after-flop",
        /// When the draw begins.
        AtDraw = "at-draw",
        /// At each half hour.
        HalfHour = "half-hour",
    }
}

choice! {
    /// Which wagers are added up to the table action that picks the tier of the bank's fee.
    pub enum TableAction {
        /// The base wagers laid before the deal, those of backers included.
        BaseWagers = "base-wagers",
        /// The base wagers and the bonus wagers laid before the deal.
        BaseAndBonusWagers = "base-and-bonus-wagers",
    }
}

choice! {
    /// How bets are bounded at a poker table.
    pub enum Structure {
        /// Bets of two fixed sizes.
        Limit = "limit",
        /// Bets of any size between two figures.
        Spread = "spread",
        /// Pot limit or no limit, priced alike.
        PotOrNoLimit = "pot-or-no-limit",
        /// No limit only.
        NoLimit = "no-limit",
    }
}

choice! {
    /// Which players are counted to find the band of a pot fee.
    pub enum Counted {
        /// Those who were dealt cards.
        DealtIn = "dealt-in",
        /// Those still in the hand when the fee is taken.
        StillIn = "still-in",
    }
}

choice! {
    /// Out of whose money a fee comes.
    pub enum PayerWord {
        /// The banker's.
        Bank = "bank",
        /// That of whoever laid the wager.
        Wager = "wager",
        /// That of whoever laid the bonus wager.
        Bonus = "bonus",
        /// The pot.
        Pot = "pot",
        /// What the small blind put into the pot.
        SmallBlind = "small-blind",
        /// The one blind of the hand, which goes into the drop whole.
        Blind = "blind",
        /// That of each seated player.
        Seat = "seat",
        /// Nobody's: the fee is filed as nothing.
        Nobody = "nobody",
    }
}

choice! {
    /// What is odd about a schedule; the first group is found by the checks, the rest only a reader sees.
    pub enum Oddity {
        /// Table action between two tiers, or players between two bands, have no filed fee.
        Gap = "gap",
        /// Two tiers or bands claim the same action or players.
        Overlap = "overlap",
        /// The first tier does not start at the least wager.
        FirstTier = "first-tier",
        /// The last tier ends although action may go beyond it.
        ClosedTop = "closed-top",
        /// The fee falls while action or players rise.
        FallingFee = "falling-fee",
        /// Two schedules bear one number.
        RepeatedNumber = "repeated-number",
        /// Two schedules have the same limit, players and fees.
        RepeatedRow = "repeated-row",
        /// The limit is one figure.
        OneFigureLimit = "one-figure-limit",
        /// More rates than the game's own rules allow.
        OverCap = "over-cap",
        /// More rates than the law allows at one table limit.
        OverFive = "over-five",
        /// The big blind is not the lower limit.
        BigBlind = "big-blind",
        /// Both blinds are the same.
        EqualBlinds = "equal-blinds",
        /// No blinds are filed.
        NoBlinds = "no-blinds",
        /// The upper limit is not twice the lower one.
        LimitNotDoubled = "limit-not-doubled",
        /// The fee can be more than two callers have put in.
        FeeAbovePot = "fee-above-pot",
        /// Modified fee (a) is more than the small blind it comes from.
        FeeAboveBlind = "fee-above-blind",
        /// A fee on a wager is more than the least wager.
        FeeAboveWager = "fee-above-wager",
        /// Tiers or bands do not rise.
        Unordered = "unordered",
        /// A limit or a pair of blinds stands backwards.
        Backwards = "backwards",
        /// With the jackpot fee a table limit has a sixth charge.
        JackpotIsSixth = "jackpot-is-sixth",
        /// A remark is about something that is not there.
        StaleRemark = "stale-remark",
        /// A slip of print that changes nothing.
        Print = "print",
        /// A figure unlike its neighbours or unlike a sister filing, used as printed.
        Unlike = "unlike",
        /// A row that stands out of order.
        OutOfOrder = "out-of-order",
        /// A row that play can hardly reach.
        OutOfReach = "out-of-reach",
        /// Something the filing leaves open.
        Silent = "silent",
        /// What amounts between two tiers that are a dollar apart pay.
        Between = "between",
    }
}

impl Oddity {
    /// Whether a remark that it was filed so lets the file load.
    #[must_use]
    pub fn may_be_filed(self) -> bool {
        !matches!(self, Oddity::Unordered | Oddity::Backwards | Oddity::StaleRemark | Oddity::OverFive)
    }

    /// Whether the checks find it by themselves.
    #[must_use]
    pub fn is_found_by_checks(self) -> bool {
        !matches!(
            self,
            Oddity::Print
                | Oddity::Unlike
                | Oddity::OutOfOrder
                | Oddity::OutOfReach
                | Oddity::Silent
                | Oddity::Between
        )
    }
}

section! {
    /// The lowest and the highest wager, or the two bets of a poker limit.
    pub struct Limit {
        /// The lower figure.
        pub min: Money,
        /// The upper figure; none for no limit.
        pub max: Option<Money>,
    }
}

section! {
    /// The two blinds.
    pub struct Blinds {
        /// The small blind.
        pub small: Money,
        /// The big blind.
        pub big: Money,
    }
}

section! {
    /// What the bank pays while table action is between two figures.
    pub struct Tier {
        /// The least action.
        pub from: Money,
        /// The most action; none if open.
        pub to: Option<Money>,
        /// The bank's fee.
        pub fee: Fee,
    }
}

section! {
    /// What a wager pays while its size is between two figures, and what the bank pays beside it.
    pub struct WagerTier {
        /// The smallest wager.
        pub from: Money,
        /// The largest wager; none if open.
        pub to: Option<Money>,
        /// The fee on the wager.
        pub fee: Fee,
        /// The bank's fee for the hand, as the same row prints it.
        pub bank_fee: Fee,
    }
}

section! {
    /// What the pot pays when so many players are counted.
    pub struct Band {
        /// The fewest players; none for "or less".
        pub min: Option<u8>,
        /// The most players; none for "or more".
        pub max: Option<u8>,
        /// The fee.
        pub fee: Fee,
    }
}

impl Band {
    /// Whether so many players fall into the band.
    #[must_use]
    pub fn holds(&self, players: u8) -> bool {
        self.min.is_none_or(|min| players >= min) && self.max.is_none_or(|max| players <= max)
    }
}

/// A flat amount; a percentage is refused, because the law forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fee(pub Money);

impl fmt::Display for Fee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Read for Fee {
    fn expected() -> String {
        "a flat fee such as \"$0.50\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Fee> {
        if let DeValue::String(text) = value.get_ref() {
            let text = text.to_lowercase();
            if text.contains('%') || text.contains("percent") || text.contains('/') {
                reader.fault(
                    Fault::error(
                        value.span(),
                        format!("a collection may not be a share of wagers or winnings, as \"{text}\" is"),
                        "expected a flat fee such as \"$0.50\"",
                    )
                    .with_help("write a flat amount for each tier of action (Penal Code 337j(f))"),
                );
                return None;
            }
        }
        Money::read(value, reader).map(Fee)
    }
}

/// The name by which a schedule is chosen: its number as filed, or a short word where it has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(String);

impl Handle {
    /// The handle of a schedule that has a number and no other name.
    #[must_use]
    pub fn of_number(number: u16) -> Handle {
        Handle(number.to_string())
    }

    /// The handle as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Read for Handle {
    fn expected() -> String {
        "a short name of letters, digits, points and hyphens, such as \"limit-4-8\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Handle> {
        let text = value.get_ref().as_str().unwrap_or_default();
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
        if text.is_empty() || text.len() > 32 || !text.chars().all(fits) {
            reader.expected(value, &Self::expected());
            return None;
        }
        Some(Handle(text.to_owned()))
    }
}

//! The answer: what a table's money comes to. Amounts that are averages are in cents and may be broken.

use books::Money;
use serde::{Deserialize, Serialize};

use super::number::{How, Number};
use crate::seating::Seating;

/// Everything about the money of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The schedule of fees; none for a table that charges nothing.
    pub schedule: Option<String>,
    /// How many rounds were played for what is not closed, and with which seed.
    pub rounds: u64,
    /// The seed of their cards.
    pub seed: u64,
    /// How many hands an hour has.
    pub hands_per_hour: f64,
    /// How many of them the banker banks.
    pub banked: Banked,
    /// Who sits where.
    pub seating: Seating,
    /// In which order wagers are settled, in a sentence.
    pub order: String,
    /// What the rounds that were played cannot tell, in sentences.
    pub warnings: Vec<String>,
    /// What all seats wager before the deal.
    pub wagered: Money,
    /// The bank's money in action; none for a bank that can always pay.
    pub stake: Option<Money>,
    /// The banker; an hour has the hands that the banker banks.
    pub banker: Person,
    /// Each player, in the order of the seating; an hour has all hands, each against such a bank.
    pub seats: Vec<Person>,
    /// The house: fees, less what it pays to players.
    pub house: Person,
    /// What collection costs, and where it steps.
    pub fees: Fees,
    /// What this stake does where it does not reach.
    pub short: Short,
    /// How what two seats win goes together, from -1 to 1; every seat with every other.
    pub correlations: Vec<Correlation>,
    /// The stake that reaches.
    pub dry: Dry,
    /// The money that lasts for a session.
    pub session: Session,
    /// Where the banker comes out even.
    pub break_even: BreakEven,
    /// All schedules that were asked for, at the same wagers and the same stake.
    pub schedules: Vec<Compared>,
}

/// How many hands somebody banks: the filings let nobody bank without end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Banked {
    /// The share of all hands that is reckoned with.
    pub share: f64,
    /// The largest share: all that one person may bank in a row, and one hand of somebody else between.
    pub most: f64,
    /// The share of who takes a turn like everybody else at the table.
    pub in_turn: f64,
    /// How many hands one person may bank in a row.
    pub running: u8,
}

/// What somebody comes to, after collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// What is wagered before the deal; for the banker and the house what all wager.
    pub wagered: Money,
    /// What is paid into the drop for a hand; what the house gets.
    pub fee: Money,
    /// What a hand comes to on average, after the fee.
    pub per_hand: Number,
    /// The standard deviation of a hand.
    pub deviation: Number,
    /// What an hour comes to on average.
    pub per_hour: Number,
    /// The standard deviation of an hour.
    pub deviation_per_hour: Number,
    /// What a hand comes to by what is wagered.
    pub share: Number,
}

/// What collection costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fees {
    /// What counts as table action.
    pub action: Money,
    /// What the banker pays for a hand.
    pub bank: Money,
    /// What all seats pay for a hand.
    pub seats: Money,
    /// All fees of a hand by what is wagered.
    pub share: Number,
    /// The banker's fee by what is wagered.
    pub bank_share: Number,
    /// The amounts at which a fee steps.
    pub cliffs: Vec<Cliff>,
}

/// An amount at which a fee steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cliff {
    /// Who pays it.
    pub payer: Payer,
    /// The least amount that pays the next fee: table action for the banker, the wager for a seat.
    pub at: Money,
    /// The fee below.
    pub before: Money,
    /// The fee from there on.
    pub after: Money,
    /// The fee by the amount a dollar below, and from there on.
    pub shares: [f64; 2],
    /// How much more would be wagered there than is now, for the banker; below zero if it was passed.
    pub distance: Option<Money>,
}

/// Who pays a fee that steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Payer {
    /// The banker, by table action.
    Bank,
    /// Each seat, by its wager.
    Wager,
}

/// What a stake does that does not always reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Short {
    /// How often the stake does not reach every wager.
    pub chance: Number,
    /// What that changes for the banker in a hand.
    pub banker: Number,
    /// What it changes for each seat.
    pub seats: Vec<Cut>,
    /// What it changes for whoever is settled last, whichever seat that is.
    pub last: Cut,
}

/// What a short stake changes for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// How often something of the seat's is not reached.
    pub chance: Number,
    /// What it wins and is not paid, a hand.
    pub unpaid: Number,
    /// What it loses and keeps, a hand.
    pub kept: Number,
    /// What both together change, a hand.
    pub change: Number,
}

/// How what two seats win goes together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correlation {
    /// The seats, counted from 1.
    pub seats: [u8; 2],
    /// From -1 to 1.
    pub value: Number,
}

/// The stake that reaches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dry {
    /// The risk that is taken.
    pub risk: f64,
    /// The stake that does not reach in that share of rounds at most.
    pub stake: Number,
    /// A stake that always reaches.
    pub always: Money,
    /// The finest risk that the rounds can tell.
    pub finest: f64,
}

/// The money that lasts for a session of the banker with the same stake in every round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// How long it lasts.
    pub hours: f64,
    /// How many hands of it the banker banks.
    pub hands: u64,
    /// From how many of the rounds that were played sessions are put together.
    pub rounds: u64,
    /// The finest risk that they can tell.
    pub finest: f64,
    /// The risk that is taken.
    pub risk: f64,
    /// What the banker has to bring so that the running loss, fees among it, reaches it in that share of sessions at
    /// most.
    pub bankroll: Number,
    /// How often the running loss reaches the stake itself; none without a stake.
    pub lost: Option<Number>,
}

/// Where the banker comes out even, with all wagers in the same proportion, within the table's limits, from the same
/// stake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BreakEven {
    /// What a bank that can pay wins by what is wagered, before its fee.
    pub edge: Number,
    /// The least table action that the limits allow these wagers in proportion, in cents.
    pub least: f64,
    /// The most, in cents; none if nothing ends it.
    pub most: Option<f64>,
    /// How it was found whether the banker is ahead; by rounds that were played, that is told where it lies at least
    /// three standard errors off.
    pub signs: How,
    /// From how much table action to how much the banker comes out ahead. If there is none and nothing is untold, never
    /// within the limits.
    pub ahead: Vec<Range>,
    /// From how much table action to how much the rounds that were played cannot tell whether the banker comes out ahead.
    pub untold: Vec<Range>,
}

/// Amounts of table action.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The least, in cents.
    pub from: Number,
    /// Where the next fee, a limit or the stake ends it, in cents; none if it goes on.
    pub to: Option<Number>,
}

/// One schedule at the same wagers and the same stake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The schedule.
    pub schedule: String,
    /// Whether a table may use it.
    pub is_offered: bool,
    /// What it comes to, or why these wagers cannot be made under it.
    #[serde(flatten)]
    pub result: Outcome,
}

/// What a schedule comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outcome {
    /// It can be used.
    Comes {
        /// What the banker pays for a hand.
        bank_fee: Money,
        /// What all seats pay for a hand.
        seat_fees: Money,
        /// All fees by what is wagered.
        share: f64,
        /// What a hand comes to for the banker, after the fee.
        banker: Number,
        /// What a hand comes to for all seats together, after their fees.
        seats: Number,
        /// What an hour comes to for the house.
        house_per_hour: Number,
    },
    /// It cannot.
    Refused {
        /// Why.
        refused: String,
    },
}

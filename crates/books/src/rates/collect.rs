//! What is collected from whom at each stage of a hand.

use super::schedule::{Fees, Schedule};
use super::words::{PayerWord, Taken};
use crate::Clause;
use crate::Money;

/// A moment at which a collection may fall due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Wagers are down, no card is out.
    BeforeDeal,
    /// The opening cards are out, nobody has chosen yet.
    AfterDeal,
    /// The hand ended before the flop, or before the draw.
    EndedEarly {
        /// Whether anybody called, bet or raised.
        action: bool,
    },
    /// The flop is out, or the draw begins.
    AfterFlop,
    /// The first bet on the turn or river, or after the draw.
    LateBet,
    /// A half hour has begun.
    HalfHour,
}

impl Stage {
    /// The word for people and programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stage::BeforeDeal => "before-deal",
            Stage::AfterDeal => "after-deal",
            Stage::EndedEarly { action: true } => "ended-early-with-action",
            Stage::EndedEarly { action: false } => "ended-early",
            Stage::AfterFlop => "after-flop",
            Stage::LateBet => "late-bet",
            Stage::HalfHour => "half-hour",
        }
    }

    /// Every stage, in the order of a hand.
    pub const ALL: [Stage; 7] = [
        Stage::BeforeDeal,
        Stage::AfterDeal,
        Stage::EndedEarly { action: true },
        Stage::EndedEarly { action: false },
        Stage::AfterFlop,
        Stage::LateBet,
        Stage::HalfHour,
    ];
}

impl From<Taken> for Stage {
    fn from(taken: Taken) -> Stage {
        match taken {
            Taken::BeforeDeal => Stage::BeforeDeal,
            Taken::AfterDeal => Stage::AfterDeal,
            Taken::AfterFlop | Taken::AtDraw => Stage::AfterFlop,
            Taken::HalfHour => Stage::HalfHour,
        }
    }
}

/// Out of whose money a collection comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payer {
    /// The banker.
    Bank,
    /// The wager of that place in the list, from 0.
    Wager(usize),
    /// The bonus wager of that place in the list, from 0.
    Bonus(usize),
    /// The pot.
    Pot,
    /// What the small blind put into the pot.
    SmallBlind,
    /// The one blind of the hand, before it reaches the pot.
    Blind,
    /// The seated player of that place, from 0.
    Seat(usize),
}

/// Where collected money goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// The drop.
    Drop,
    /// The jackpot's own box.
    Jackpot,
}

/// One collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Collection {
    /// Out of whose money.
    pub from: Payer,
    /// How much.
    pub amount: Money,
    /// How much of the filed fee is waived, because there was no more to take.
    pub waived: Money,
    /// Where it goes.
    pub into: Destination,
    /// When.
    pub at: Stage,
    /// Where the filing says so.
    pub clause: Clause,
}

/// What is known of a hand when a collection falls due; leave out what the game does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand<'a> {
    /// The opening base wagers, those of backers included.
    pub wagers: &'a [Money],
    /// The opening bonus wagers.
    pub bonus: &'a [Money],
    /// The players counted for the fee, or those seated when time is collected.
    pub players: u8,
    /// The money in the pot, the main pot if there are several.
    pub pot: Money,
    /// What the small blind has in the pot.
    pub small_blind: Money,
    /// Whether the house has switched a jackpot on.
    pub jackpot_on: bool,
}

impl Schedule {
    /// What is collected at a stage, in the order it is taken.
    ///
    /// A fee never takes more than there is in the pot or in the small blind. Fees of nothing are left
    /// out, except the banker's, which is always recorded.
    #[must_use]
    pub fn collect(&self, stage: Stage, hand: &Hand<'_>) -> Vec<Collection> {
        let mut taken = Vec::new();
        match (&self.fees, stage) {
            (Fees::Bank { .. }, _) if stage == Stage::from(self.taken.value) => {
                self.collect_bank_game(stage, hand, &mut taken);
            }
            (Fees::Pot { .. }, Stage::AfterFlop) => {
                let Some(fee) = self.pot_fee(hand.players) else { return taken };
                let amount = fee.value.min(hand.pot);
                push(&mut taken, Payer::Pot, fee.value, amount, Destination::Drop, stage, fee.clause);
                if hand.jackpot_on {
                    let fee = self.jackpot();
                    let amount = fee.value.min(hand.pot - amount);
                    push(&mut taken, Payer::Pot, fee.value, amount, Destination::Jackpot, stage, fee.clause);
                }
            }
            (Fees::Pot { .. }, Stage::EndedEarly { action: true }) => {
                let fee = self.modified_a();
                let amount = fee.value.min(hand.small_blind).min(hand.pot);
                push(&mut taken, Payer::SmallBlind, fee.value, amount, Destination::Drop, stage, fee.clause);
            }
            (Fees::Pot { .. }, Stage::LateBet) => {
                let fee = self.modified_b();
                let amount = fee.value.min(hand.pot);
                push(&mut taken, Payer::Pot, fee.value, amount, Destination::Drop, stage, fee.clause);
            }
            (Fees::BlindDrop(fee), Stage::BeforeDeal) => {
                push(&mut taken, Payer::Blind, fee.value, fee.value, Destination::Drop, stage, fee.clause);
            }
            (Fees::HalfHour { from: PayerWord::Pot, fee }, Stage::HalfHour) => {
                let amount = fee.value.min(hand.pot);
                push(&mut taken, Payer::Pot, fee.value, amount, Destination::Drop, stage, fee.clause);
            }
            (Fees::HalfHour { fee, .. }, Stage::HalfHour) => {
                for seat in 0..usize::from(hand.players) {
                    push(
                        &mut taken,
                        Payer::Seat(seat),
                        fee.value,
                        fee.value,
                        Destination::Drop,
                        stage,
                        fee.clause,
                    );
                }
            }
            (Fees::Bank { .. } | Fees::Pot { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. }, _) => {}
        }
        taken
    }

    fn collect_bank_game(&self, stage: Stage, hand: &Hand<'_>, taken: &mut Vec<Collection>) {
        taken.reserve(1 + hand.wagers.len() + hand.bonus.len());
        let fee = self.bank_fee(self.table_action(hand.wagers, hand.bonus));
        let amount = fee.value;
        let clause = fee.clause;
        let (from, into) = (Payer::Bank, Destination::Drop);
        taken.push(Collection { from, amount, waived: Money::ZERO, into, at: stage, clause });
        for (place, wager) in hand.wagers.iter().enumerate() {
            let fee = self.player_fee(*wager);
            push(taken, Payer::Wager(place), fee.value, fee.value, into, stage, fee.clause);
        }
        let fee = self.bonus_fee();
        for place in 0..hand.bonus.len() {
            push(taken, Payer::Bonus(place), fee.value, fee.value, into, stage, fee.clause);
        }
    }
}

/// Adds a collection of a fee of which `amount` can be taken, unless the fee is nothing.
fn push(
    taken: &mut Vec<Collection>,
    from: Payer,
    fee: Money,
    amount: Money,
    into: Destination,
    at: Stage,
    clause: Clause,
) {
    if fee.is_positive() {
        taken.push(Collection { from, amount, waived: fee - amount, into, at, clause });
    }
}

//! One schedule: a table's whole price list, ready to be asked what is due.

use super::charged::start_after;
use super::row::Remark;
use super::words::{
    Band, Blinds, Counted, Handle, Limit, PayerWord, Per, Structure, TableAction, Taken, Tier, WagerTier,
};
use crate::Clause;
use crate::Money;
use crate::read::Rule;

/// One collection option of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The name to choose it by.
    pub handle: Handle,
    /// The number as filed, if it has one.
    pub option: Option<u16>,
    /// Whether a table may use it.
    pub offered: Rule<bool>,
    /// How often the main fee is taken.
    pub per: Per,
    /// The moment of the main fee.
    pub taken: Rule<Taken>,
    /// How bets are bounded, in poker.
    pub structure: Option<Structure>,
    /// The least and the largest wager, or the two bets of a poker limit.
    pub limit: Option<Rule<Limit>>,
    /// The highest limit, where the schedule serves all limits from one to another.
    pub limit_to: Option<Limit>,
    /// The blinds as filed.
    pub blinds: Option<Rule<Blinds>>,
    /// The blinds by our ruling, where none are filed.
    pub blinds_ruled: Option<Rule<Blinds>>,
    /// The value of one chip, where it names the game.
    pub chip: Option<Rule<Money>>,
    /// What is taken.
    pub fees: Fees,
    /// What is odd about it.
    pub remarks: Vec<Remark>,
    /// The ruling on amounts between two tiers that are a dollar apart, if the table has one.
    pub between: Clause,
}

/// What a schedule takes, by the kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fees {
    /// A game with a bank: the banker pays for the hand, and perhaps each wager.
    Bank {
        /// The banker's fee.
        bank: BankFee,
        /// The fee on each wager.
        player: PlayerFee,
        /// The fee on each bonus wager, if the schedule speaks of it.
        bonus: Option<Rule<Money>>,
        /// The jackpot fee, if the schedule speaks of it.
        jackpot: Option<Rule<Money>>,
    },
    /// Poker by the hand: the pot pays by the number of players.
    Pot {
        /// The fee by number of players.
        bands: Rule<Vec<Band>>,
        /// Which players are counted.
        counted: Rule<Counted>,
        /// Modified fee (a), if filed.
        modified_a: Option<Rule<Money>>,
        /// Modified fee (b), if filed.
        modified_b: Option<Rule<Money>>,
        /// The jackpot fee, if filed.
        jackpot: Option<Rule<Money>>,
    },
    /// Poker by the hand: the blind goes into the drop.
    BlindDrop(Rule<Money>),
    /// A fee by time, out of a pot or from every seated player.
    HalfHour {
        /// [`PayerWord::Pot`] or [`PayerWord::Seat`].
        from: PayerWord,
        /// The fee for each half hour.
        fee: Rule<Money>,
    },
}

/// What the banker pays for a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BankFee {
    /// One amount whatever the action.
    Flat(Rule<Money>),
    /// By table action.
    Tiers {
        /// The tiers, lowest first.
        tiers: Rule<Vec<Tier>>,
        /// What counts as action.
        action: Rule<TableAction>,
    },
}

/// What a wager pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerFee {
    /// One amount whatever its size.
    Flat(Rule<Money>),
    /// By the size of the wager.
    BySize(Rule<Vec<WagerTier>>),
}

impl Fees {
    /// Whether anything of it goes into the drop box.
    #[must_use]
    pub fn fills_drop(&self) -> bool {
        let is_some = |fee: &Option<Rule<Money>>| fee.is_some_and(|fee| fee.value.is_positive());
        match self {
            Fees::Bank { bank, player, bonus, jackpot: _ } => {
                let by_bank = match bank {
                    BankFee::Flat(fee) => fee.value.is_positive(),
                    BankFee::Tiers { tiers, action: _ } => tiers.iter().any(|tier| tier.fee.0.is_positive()),
                };
                let by_players = match player {
                    PlayerFee::Flat(fee) => fee.value.is_positive(),
                    PlayerFee::BySize(tiers) => tiers.iter().any(|tier| tier.fee.0.is_positive()),
                };
                by_bank || by_players || is_some(bonus)
            }
            Fees::Pot { bands, counted: _, modified_a, modified_b, jackpot: _ } => {
                bands.iter().any(|band| band.fee.0.is_positive())
                    || is_some(modified_a)
                    || is_some(modified_b)
            }
            Fees::BlindDrop(fee) | Fees::HalfHour { from: _, fee } => fee.value.is_positive(),
        }
    }

    /// Whether anything of it goes into the jackpot's box.
    #[must_use]
    pub fn fills_jackpot(&self) -> bool {
        match self {
            Fees::Bank { jackpot, .. } | Fees::Pot { jackpot, .. } => {
                jackpot.is_some_and(|fee| fee.value.is_positive())
            }
            Fees::BlindDrop(_) | Fees::HalfHour { .. } => false,
        }
    }
}

impl Schedule {
    /// The ways of betting that the schedule is for, the usual one first.
    #[must_use]
    pub fn serves(&self) -> &'static [crate::structure::Structure] {
        use crate::structure::Structure as Way;
        match self.structure {
            Some(Structure::Limit) | None => &[Way::Limit],
            Some(Structure::Spread) => &[Way::Spread],
            Some(Structure::PotOrNoLimit) => &[Way::NoLimit, Way::PotLimit],
            Some(Structure::NoLimit) => &[Way::NoLimit],
        }
    }

    /// The clause of the main fee, under which the schedule stands in the filing.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match &self.fees {
            Fees::Bank { bank: BankFee::Flat(fee), .. } => fee.clause,
            Fees::Bank { bank: BankFee::Tiers { tiers, .. }, .. } => tiers.clause,
            Fees::Pot { bands, .. } => bands.clause,
            Fees::BlindDrop(fee) | Fees::HalfHour { fee, .. } => fee.clause,
        }
    }

    /// The blinds to play with: those filed, or those of our ruling.
    #[must_use]
    pub fn blinds_in_play(&self) -> Option<&Rule<Blinds>> {
        self.blinds.as_ref().or(self.blinds_ruled.as_ref())
    }

    /// What counts as table action of these wagers and bonus wagers, all laid before the deal.
    #[must_use]
    pub fn table_action(&self, wagers: &[Money], bonus: &[Money]) -> Money {
        let base: Money = wagers.iter().copied().sum();
        match &self.fees {
            Fees::Bank { bank: BankFee::Tiers { action, .. }, .. }
                if action.value == TableAction::BaseAndBonusWagers =>
            {
                base + bonus.iter().copied().sum()
            }
            Fees::Bank { .. } | Fees::Pot { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => base,
        }
    }

    /// What the banker owes for a hand with so much table action.
    #[must_use]
    pub fn bank_fee(&self, action: Money) -> Rule<Money> {
        match &self.fees {
            Fees::Bank { bank: BankFee::Flat(fee), .. } => *fee,
            Fees::Bank { bank: BankFee::Tiers { tiers, .. }, .. } => {
                let places = tiers.iter().map(|tier| (tier.from, tier.to));
                let place = reached(places, action);
                Rule { value: tiers[place].fee.0, clause: tiers.clause }
            }
            Fees::Pot { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// What one wager owes.
    #[must_use]
    pub fn player_fee(&self, wager: Money) -> Rule<Money> {
        match &self.fees {
            Fees::Bank { player: PlayerFee::Flat(fee), .. } => *fee,
            Fees::Bank { player: PlayerFee::BySize(tiers), .. } => {
                let places = tiers.iter().map(|tier| (tier.from, tier.to));
                let place = reached(places, wager);
                Rule { value: tiers[place].fee.0, clause: tiers.clause }
            }
            Fees::Pot { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// What one bonus wager owes.
    #[must_use]
    pub fn bonus_fee(&self) -> Rule<Money> {
        match &self.fees {
            Fees::Bank { bonus: Some(fee), .. } => *fee,
            Fees::Bank { bonus: None, .. }
            | Fees::Pot { .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// What the pot owes after the flop, or when the draw begins, with so many players counted; nothing is
    /// known where the schedule does not serve that many.
    #[must_use]
    pub fn pot_fee(&self, players: u8) -> Option<Rule<Money>> {
        match &self.fees {
            Fees::Pot { bands, .. } => {
                let band = bands.iter().find(|band| band.holds(players))?;
                Some(Rule { value: band.fee.0, clause: bands.clause })
            }
            Fees::Bank { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => None,
        }
    }

    /// What is taken from the small blind when a hand ends early, with action.
    #[must_use]
    pub fn modified_a(&self) -> Rule<Money> {
        match &self.fees {
            Fees::Pot { modified_a: Some(fee), .. } => *fee,
            Fees::Pot { modified_a: None, .. }
            | Fees::Bank { .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// What the pot owes in addition, once, when a bet is made on the turn or river or after the draw.
    #[must_use]
    pub fn modified_b(&self) -> Rule<Money> {
        match &self.fees {
            Fees::Pot { modified_b: Some(fee), .. } => *fee,
            Fees::Pot { modified_b: None, .. }
            | Fees::Bank { .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// The jackpot fee; whether it is taken at all is for the table to say.
    #[must_use]
    pub fn jackpot(&self) -> Rule<Money> {
        match &self.fees {
            Fees::Pot { jackpot: Some(fee), .. } | Fees::Bank { jackpot: Some(fee), .. } => *fee,
            Fees::Pot { jackpot: None, .. }
            | Fees::Bank { jackpot: None, .. }
            | Fees::BlindDrop(_)
            | Fees::HalfHour { .. } => NOTHING,
        }
    }

    /// Whether the schedule prices a hand of so many players; those without bands price any number.
    #[must_use]
    pub fn is_for(&self, players: u8) -> bool {
        !matches!(self.fees, Fees::Pot { .. }) || self.pot_fee(players).is_some()
    }

    /// Whether a band of the number of players is one of its own.
    pub(super) fn has_band(&self, band: &Band) -> bool {
        matches!(&self.fees, Fees::Pot { bands, .. } if bands.contains(band))
    }

    /// Whether it takes over from another at the same table when the number of players changes.
    #[must_use]
    pub fn takes_over_from(&self, other: &Schedule) -> bool {
        matches!(other.fees, Fees::Pot { .. }) && self.has_bets_of(other)
    }

    /// Whether the bets and blinds are those of another schedule.
    #[must_use]
    pub fn has_bets_of(&self, other: &Schedule) -> bool {
        self.structure == other.structure
            && self.limit.as_deref() == other.limit.as_deref()
            && self.blinds.as_deref() == other.blinds.as_deref()
    }
}

const NOTHING: Rule<Money> = Rule { value: Money::ZERO, clause: Clause::NONE };

/// The place of the tier that an amount has reached: a tier runs until the next one's lower figure is
/// reached, and where two claim an amount the lower one keeps it; below the first, the first.
fn reached(mut tiers: impl Iterator<Item = (Money, Option<Money>)>, amount: Money) -> usize {
    let mut place = 0;
    let Some((_, mut top)) = tiers.next() else { return place };
    for (from, to) in tiers {
        if amount < start_after(top, from) {
            break;
        }
        place += 1;
        top = to;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_runs_until_the_next_begins_and_keeps_what_two_claim() {
        let dollars = Money::dollars;
        let tiers =
            [(dollars(5), Some(dollars(50))), (dollars(50), Some(dollars(149))), (dollars(201), None)];
        let at = |cents| reached(tiers.into_iter(), Money::cents(cents));
        assert_eq!(at(300), 0, "below the first tier, the first");
        assert_eq!(at(5_000), 0, "$50 stands in two tiers, the lower keeps it");
        assert_eq!(at(5_099), 0, "and so the next one starts a dollar later");
        assert_eq!(at(5_100), 1);
        assert_eq!(at(14_900), 1);
        assert_eq!(at(20_099), 1, "a gap belongs to the tier before it");
        assert_eq!(at(20_100), 2);
        assert_eq!(at(9_999_900), 2);
    }
}

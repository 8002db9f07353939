//! A table: a book's rules with stakes, posted variants and the values every turn needs, worked out once.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::Clause;
use books::poker::{
    BetSize, BlindCounts, BlindOption, CapLifts, FirstToAct, KillerActs, PokerRules, RaiseCap, ShortAllIn,
    Stakes, StraddleCounts, StreetName, Structure, StructureRules,
};
use books::{Money, Rule};

use super::showdown::Ranking;

/// The most streets a hand has.
const STREETS_MAX: usize = 5;

/// One part of a hand, as the book has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Street {
    /// What it is called.
    pub name: Rule<StreetName>,
    /// Whether a card is burned first.
    pub burn: Rule<bool>,
    /// Private cards dealt to each player.
    pub private: Rule<u8>,
    /// Board cards.
    pub board: Rule<u8>,
    /// The most cards each player may exchange.
    pub draw: Rule<u8>,
    /// Private cards each player throws away after the betting.
    pub discard: Rule<u8>,
    /// The fixed bet in limit games; otherwise the least bet.
    pub bet: Money,
    /// The clause that sets the bet.
    pub bet_clause: Clause,
    /// The clause of its betting.
    pub betting: Clause,
    /// Whether modified fee (b) is due on a bet here.
    pub is_late: bool,
}

/// The rules of betting as plain values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The way of betting.
    pub structure: Rule<Structure>,
    /// The largest bet or raise in a spread game.
    pub spread: Rule<Money>,
    /// The least bet, and the least raise when nobody has raised.
    pub least: Rule<Money>,
    /// The clause of the largest bet.
    pub most: Clause,
    /// The clause of the least raise.
    pub raise: Clause,
    /// How many raises a round takes.
    pub raises: Rule<RaiseCap>,
    /// When the cap is lifted.
    pub cap_lifts: Rule<CapLifts>,
    /// Whether a reached cap stays.
    pub cap_stays: Rule<bool>,
    /// Whether who checked may raise.
    pub check_raise: Rule<bool>,
    /// Whether who faces no bet may check on later rounds.
    pub may_check: Rule<bool>,
    /// The clause that forbids a check behind a bet.
    pub bet_forbids_check: Clause,
    /// Whether a short all-in counts from half a bet.
    pub half_counts: Rule<bool>,
    /// Whether short all-ins add up.
    pub adds_up: Rule<bool>,
    /// Whether who comes next after a short all-in may make it a full bet or raise, also after having acted.
    pub next_completes: bool,
    /// Whether a short all-in may be made up to the full bet or raise that it fell short of.
    pub completes: bool,
    /// Whether the full bet opens and blinds are part payments of it.
    pub full_bet_opens: Rule<bool>,
    /// The clause of an early check.
    pub early_check: Clause,
    /// Whether a hand may be folded when checking is free.
    pub may_fold_unbet: Rule<bool>,
    /// The clause of table stakes.
    pub table_stakes: Clause,
    /// The smallest chip.
    pub chip: Money,
}

/// A table at which hands are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    rules: PokerRules,
    stakes: Stakes,
    streets: ArrayVec<Street, STREETS_MAX>,
    terms: Terms,
    ranking: Ranking,
    structure: usize,
    /// The same table for a killed hand, where there are kill pots.
    killed: Option<Arc<Table>>,
}

impl Table {
    /// A table for stakes that [`PokerRules::stakes`] worked out.
    ///
    /// # Panics
    /// If the stakes are of a structure that the book does not have.
    #[must_use]
    pub fn new(rules: &PokerRules, stakes: Stakes) -> Table {
        let raised = rules.kill.as_ref().and_then(|kill| stakes.killed(kill.size.value));
        let killed = raised.map(|raised| Arc::new(Table::unkilled(rules, raised)));
        Table { killed, ..Table::unkilled(rules, stakes) }
    }

    fn unkilled(rules: &PokerRules, stakes: Stakes) -> Table {
        let structure = rules
            .structures
            .iter()
            .position(|structure| structure.structure.value == stakes.structure)
            .expect("stakes come from the same book");
        let one = &rules.structures[structure];
        let least = Rule { value: least_bet(&stakes), clause: one.least.clause };
        let betting = &rules.betting;
        let terms = Terms {
            structure: one.structure,
            spread: Rule { value: stakes.high, clause: one.most.clause },
            least,
            most: one.most.clause,
            raise: one.raise.clause,
            raises: one.raises,
            cap_lifts: betting.cap_lifts,
            cap_stays: betting.cap_stays,
            check_raise: betting.check_raise,
            may_check: betting.may_check,
            bet_forbids_check: betting.bet_forbids_check.clause,
            half_counts: betting.short_all_in.map(|rule| rule == ShortAllIn::HalfBetCounts),
            adds_up: betting.short_all_ins_add_up,
            next_completes: betting.next_completes.as_ref().is_some_and(|rule| rule.value),
            completes: one.completes.value,
            full_bet_opens: rules.blinds.counts.map(|counts| counts == BlindCounts::TowardBet),
            early_check: rules.acting.early_check_bars.clause,
            may_fold_unbet: betting.may_fold_unbet,
            table_stakes: betting.table_stakes.clause,
            chip: stakes.chip,
        };
        let streets = streets(rules, one, &stakes, least.value);
        let ranking = Ranking::of(&rules.hands);
        Table { rules: rules.clone(), stakes, streets, terms, ranking, structure, killed: None }
    }

    /// The same table for a killed hand: the limits are larger, the blinds as they were.
    #[must_use]
    pub fn killed(&self) -> Option<&Arc<Table>> {
        self.killed.as_ref()
    }

    fn ranked_by(mut self, ranking: Ranking) -> Table {
        self.ranking = ranking;
        if let Some(killed) = &mut self.killed {
            Arc::make_mut(killed).ranking = ranking;
        }
        self
    }

    /// The same table posted as high and low, if the book allows such a posting.
    #[must_use]
    pub fn posted_high_low(self) -> Option<Table> {
        let ranking = self.ranking.posted_high_low(&self.rules.hands)?;
        Some(self.ranked_by(ranking))
    }

    /// The same table posted without a qualifier for low, if the book allows such a posting.
    #[must_use]
    pub fn posted_without_qualifier(self) -> Option<Table> {
        let ranking = self.ranking.posted_without_qualifier(&self.rules.hands)?;
        Some(self.ranked_by(ranking))
    }

    /// The rules of the book.
    #[must_use]
    pub fn rules(&self) -> &PokerRules {
        &self.rules
    }

    /// What the table plays for.
    #[must_use]
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// The rules of the way of betting in use.
    #[must_use]
    pub fn structure(&self) -> &StructureRules {
        &self.rules.structures[self.structure]
    }

    /// The parts of a hand.
    #[must_use]
    pub fn streets(&self) -> &[Street] {
        &self.streets
    }

    /// The rules of betting as plain values.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How hands are ranked at the showdown.
    #[must_use]
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Whether an unraised blind may check.
    #[must_use]
    pub fn blind_may_check(&self) -> bool {
        self.rules.blinds.option.value == BlindOption::CheckOrRaise
    }

    /// Whether a posted straddle is the opening bet rather than a raise.
    #[must_use]
    pub fn straddle_opens(&self) -> bool {
        self.rules.posts.straddle_counts.as_ref().is_some_and(|rule| rule.value == StraddleCounts::OpeningBet)
    }

    /// Whether who posted a kill acts last in the first round.
    #[must_use]
    pub fn killer_acts_last(&self) -> bool {
        self.rules.kill.as_ref().is_some_and(|kill| kill.acts.value == KillerActs::Last)
    }

    /// Whether the first round starts left of the big blind.
    #[must_use]
    pub fn starts_left_of_big_blind(&self) -> bool {
        self.rules.betting.first_round.value == FirstToAct::LeftOfBigBlind
    }
}

/// What a rule says after another look at its value.
trait MapRule<T> {
    fn map<U>(&self, value: impl FnOnce(T) -> U) -> Rule<U>;
}

impl<T: Copy> MapRule<T> for Rule<T> {
    fn map<U>(&self, value: impl FnOnce(T) -> U) -> Rule<U> {
        Rule { value: value(self.value), clause: self.clause }
    }
}

fn least_bet(stakes: &Stakes) -> Money {
    match stakes.structure {
        Structure::Limit | Structure::Spread => stakes.low,
        Structure::PotLimit | Structure::NoLimit => stakes.big_blind,
    }
}

fn streets(
    rules: &PokerRules,
    structure: &StructureRules,
    stakes: &Stakes,
    least: Money,
) -> ArrayVec<Street, STREETS_MAX> {
    let late = rules.collection.late_bet.value;
    rules
        .streets
        .iter()
        .enumerate()
        .map(|(place, street)| {
            let bets = structure.bets.as_ref();
            let bet = match bets.and_then(|bets| bets.value.get(place)) {
                Some(BetSize::Small) => stakes.low,
                Some(BetSize::Big) => stakes.high,
                None => least,
            };
            let name = street.name.value;
            use books::poker::LateBet;
            let is_late = match late {
                LateBet::TurnOrRiver => matches!(name, StreetName::Turn | StreetName::River),
                LateBet::AfterDraw => name == StreetName::Draw,
                LateBet::NoFee => false,
            };
            Street {
                name: street.name,
                burn: street.burn,
                private: street.private,
                board: street.board,
                draw: street.draw,
                discard: street.discard,
                bet,
                bet_clause: bets.map_or(structure.least.clause, |bets| bets.clause),
                betting: street.betting.clause,
                is_late,
            }
        })
        .collect()
}

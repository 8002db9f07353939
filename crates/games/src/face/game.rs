//! What is asked of a book ready to be played.

use std::fmt;

use books::rates::{Limit, Schedule};
use books::seating::SeatingRules;
use books::structure::{Stakes, StakesFault, StructureRules};
use books::{Clause, Header, Money, Rule};
use cards::Deck;

use super::{Asked, Laid, NotReady, SideWager};
use crate::begins::Begins;

/// A book of one family, ready to be played under one schedule.
pub trait GameFace: Clone + fmt::Debug + Sized {
    /// The rules of its book.
    type Rules;
    /// What stands on its table when a round begins.
    type Setup;

    /// Makes a book ready.
    ///
    /// # Errors
    /// When the house keeps the game closed, or the book does not allow the stakes.
    fn ready(rules: &Self::Rules, asked: &Asked<'_>) -> Result<Self, NotReady>;

    /// What a table of a book would play for; nothing where people do not bet for a pot.
    fn stakes(_rules: &Self::Rules, _asked: &Asked<'_>) -> Option<Result<Stakes, StakesFault>> {
        None
    }

    /// What of wagers counts as action under a schedule, part by part; a wager of several parts is a joint one.
    fn in_action(_rules: &Self::Rules, _schedule: &Schedule, wagers: &[Vec<Money>]) -> Vec<Money> {
        wagers.concat()
    }

    /// What its book begins with.
    fn header(&self) -> &Header;

    /// How its rounds come about.
    fn begins(&self) -> Begins<'_>;

    /// The cards of one whole deck or shoe.
    fn deck(&self) -> Deck;

    /// Whether people may back others' spots from behind the seats.
    fn backline(&self) -> Rule<bool>;

    /// The table's limit on wagers, where a schedule sets one.
    fn limit(&self) -> Option<&Rule<Limit>>;

    /// How many seats the table has.
    fn seats(&self) -> u8 {
        self.header().seats.value
    }

    /// How many may back one spot, where the book counts them.
    fn backers(&self) -> Option<Rule<u8>> {
        None
    }

    /// Whether whoever banks may wager on other spots.
    fn bank_may_wager(&self) -> bool {
        false
    }

    /// Whether a choice may be made over until it is confirmed.
    fn chooses_again(&self) -> bool {
        false
    }

    /// The clause on wagers that are joined into one.
    fn joint_clause(&self) -> Clause {
        Clause::NONE
    }

    /// Whether wagers of several people may be joined into one.
    fn joins_wagers(&self) -> bool {
        false
    }

    /// The wagers that are taken beside the base wager.
    fn sides(&self) -> Vec<SideWager> {
        Vec::new()
    }

    /// What base wagers are multiples of.
    fn wager_step(&self) -> Money {
        Money::cents(1)
    }

    /// How many minutes the seat of somebody who is away is held, on a short break or at a meal.
    fn seat_held(&self, _is_break: bool) -> Option<Rule<u16>> {
        None
    }

    /// The least first buy-in, where the book asks for none as large as the table was told.
    fn buy_in(&self, told: Option<Money>) -> Rule<Money> {
        let limit = self.limit();
        let least = limit.map_or(Money::dollars(1), |limit| limit.min);
        Rule { value: told.unwrap_or(least), clause: limit.map_or(Clause::NONE, |limit| limit.clause) }
    }

    /// What may be bet, in words.
    fn limit_words(&self) -> String {
        match self.limit().map(|limit| (limit.min, limit.max)) {
            Some((min, Some(max))) => format!("{min} to {max}"),
            Some((min, None)) => format!("from {min}"),
            None => "no limit set".to_owned(),
        }
    }

    /// What the book says about the life of its table beside the rounds.
    fn table_rules(&self) -> TableRules<'_> {
        TableRules::default()
    }

    /// What lies on the table, as this family takes it; nothing where people do not wager against a bank.
    fn lay_out(&self, laid: Laid) -> Option<Self::Setup>;
}

/// What a book says about the life of its table beside the rounds; where it says nothing, the room's own ways hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableRules<'a> {
    /// What the table plays for, and by which way of betting, where people bet for a pot.
    pub stakes: Option<(&'a Stakes, &'a StructureRules)>,
    /// Who may sit and for how much, who may be away and who pays for a seat.
    pub seating: Option<&'a SeatingRules>,
    /// What amounts of chips are multiples of.
    pub chip: Option<Rule<Money>>,
    /// Whether chips may be added while one's own hand is on.
    pub adds_in_round: Option<Rule<bool>>,
    /// How many seconds somebody has to choose.
    pub turn_seconds: Option<Rule<u8>>,
    /// How many seconds more somebody has who calls for time.
    pub time_call_seconds: Option<Rule<u8>>,
    /// How many minutes a fee by time pays for.
    pub fee_minutes: Option<Rule<u8>>,
}

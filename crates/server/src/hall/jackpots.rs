//! Jackpots and promotions in the hall: what is written of them, where hits are paid, and what the staff and whoever has hit
//! one see.

use books::Money;
use room::{Account, By, ChipKind, Command, Input, PersonId, Phase, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::aside::guard;
use super::exchanges::{AskedView, Exchange, MOST};
use super::requests::HallError;
use super::{Hall, random_seed};
use crate::Role;
use crate::given_back::RoundMoves;
use crate::jackpots::{self, APPROVERS, CLAIMERS, Claim, FUNDERS, Fund, JackpotSaid};
use crate::journal::{Approved, HouseEntry};

/// Who reads of all of it; others read of their own hits.
const READERS: [Role; 5] = [Role::Dealer, Role::Floor, Role::Cage, Role::Auditor, Role::Owner];

/// Where the chips of a hit go at its table: by whose word, and by which command.
type OntoTable = (By, Command);

/// Something that is done about a jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum JackpotAct {
    /// By the dealer or the floor: claim a hit for somebody at a table.
    Claim {
        /// Which table.
        table: TableId,
        /// Which of its rounds.
        round: u64,
        /// The name of who has hit it.
        name: String,
        /// How much they are to be paid, in cents.
        amount: i64,
        /// The hand, and whatever else belongs to it.
        words: String,
        /// Out of which fund.
        #[serde(default)]
        of: Fund,
        /// Whether they want the chips in front of them; else in the wallet.
        #[serde(default)]
        onto_table: bool,
    },
    /// By whoever has hit it: say where the chips are to go.
    Choose {
        /// Which claim.
        claim: u64,
        /// Whether in front of them at the table; else in the wallet.
        onto_table: bool,
    },
    /// By the floor or an owner: approve it; it is paid at once unless it is large and this is the first of two.
    Approve {
        /// Which claim.
        claim: u64,
    },
    /// By the floor or an owner: it is not paid.
    Decline {
        /// Which claim.
        claim: u64,
        /// Why.
        words: String,
    },
    /// By an owner: set chips of the cage apart for promotions, or give them back to it. Much of one gaming day is only asked
    /// for, until a second person of the cage or the floor, or another owner, approves it.
    Fund {
        /// How much, in cents.
        amount: i64,
        /// Whether they go back.
        #[serde(default)]
        is_back: bool,
        /// The name of who of the cage gives or takes them.
        with: String,
    },
    /// By the floor or an owner: meet what bonuses at a table have cost out of the promotion fund.
    MeetBonuses {
        /// Which table.
        table: TableId,
    },
}

impl JackpotAct {
    /// Who may do it; nothing where it is for whoever has hit something.
    pub(crate) fn roles(&self) -> Option<&'static [Role]> {
        match self {
            JackpotAct::Claim { .. } => Some(&CLAIMERS),
            JackpotAct::Approve { .. } | JackpotAct::Decline { .. } | JackpotAct::MeetBonuses { .. } => {
                Some(&APPROVERS)
            }
            JackpotAct::Fund { .. } => Some(&FUNDERS),
            JackpotAct::Choose { .. } => None,
        }
    }
}

/// A hit that waits to be approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClaimView {
    /// Its number.
    pub claim: u64,
    /// At which table.
    pub table: TableId,
    /// In which round.
    pub round: u64,
    /// Who has hit it.
    pub name: String,
    /// How much.
    pub amount: Money,
    /// What was said of it.
    pub words: String,
    /// Who claims it for them.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether two have to approve it.
    pub needs_two: bool,
    /// Who has approved it so far.
    pub approved_by: Option<String>,
    /// Out of which fund.
    pub of: Fund,
    /// Whether the chips are to be put in front of them.
    pub onto_table: bool,
    /// Whether they have said so themselves; if only the staff have, the table asks them to agree.
    pub is_chosen: bool,
    /// Why they would go into the wallet all the same, were it paid now.
    pub kept_off: Option<String>,
}

/// What bonuses at a table have cost, and nobody has met yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct BonusesView {
    /// At which table.
    pub table: TableId,
    /// How much; below nothing where corrections brought back more.
    pub amount: Money,
}

/// The funds and the hits that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct JackpotsView {
    /// What the fund holds.
    pub fund: Money,
    /// What of it nobody has claimed.
    pub unclaimed: Money,
    /// What lies in jackpot boxes at tables, and is no part of it before it is counted; nothing for those who count boxes.
    pub in_boxes: Option<Money>,
    /// What the house has set apart for promotions.
    pub promotion: Money,
    /// What of it nobody has claimed.
    pub promotion_unclaimed: Money,
    /// What bonuses at tables have cost.
    pub bonuses: Vec<BonusesView>,
    /// The hits that wait: all for the staff, their own for others.
    pub claims: Vec<ClaimView>,
    /// What owners have asked to set apart for promotions or to give back, and a second person has to approve; for the staff.
    #[serde(default)]
    pub asked: Vec<AskedView>,
}

impl Hall {
    /// Does what is wanted of a jackpot, or says why not.
    pub(super) fn jackpot_act(&mut self, act: JackpotAct, by: PersonId, at: Time) -> Result<(), HallError> {
        if let Some(roles) = act.roles() {
            self.must_be(by, roles)?;
        }
        let mut onto_table = None;
        let said = match act {
            JackpotAct::Claim { table, round, name, amount, words, of, onto_table } => {
                // What the table did is on disk before it is read.
                self.commit();
                let claim = self.house_number + 1;
                let person = self.hit_by(table, round, &name, of)?;
                self.must_not_play(table, by)?;
                let (amount, words) = (Money::cents(amount), words.trim().to_owned());
                JackpotSaid::Claimed { claim, table, round, person, amount, words, by, of, onto_table }
            }
            JackpotAct::Choose { claim, onto_table } => {
                let is_own = self.claim(claim).is_ok_and(|own| own.person == by);
                if !is_own {
                    return Err(HallError::NotFound(format!("nobody has claimed a hit {claim} for you")));
                }
                JackpotSaid::Chosen { claim, onto_table, by }
            }
            JackpotAct::Approve { claim } => {
                let own = self.claim(claim)?.clone();
                self.must_not_play(own.table, by)?;
                let large = self.standing.large_hits(at.0);
                let needs_two = self.standing.jackpots.needs_two(&own, Some(by), large);
                let is_first = needs_two && own.approved.is_none();
                self.must_be_served(own.person)?;
                if own.onto_table && self.is_elsewhere(own.table) {
                    let what = format!("table {} is on its way to another machine; try again", own.table);
                    return Err(HallError::Later(what));
                }
                if is_first {
                    JackpotSaid::Approved { claim, by }
                } else {
                    onto_table = self.onto_table(&own, Some(by), at).ok();
                    let onto = onto_table.as_ref().map(|_| own.table);
                    JackpotSaid::Paid { claim, person: own.person, amount: own.amount, by, of: own.of, onto }
                }
            }
            JackpotAct::Decline { claim, words } => {
                self.claim(claim)?;
                JackpotSaid::Declined { claim, words: words.trim().to_owned(), by }
            }
            JackpotAct::Fund { amount, is_back, with } => {
                let (with, amount) = (self.named(&with)?, Money::cents(amount));
                if amount > MOST {
                    return Err(HallError::Refused(format!("an amount is at most {MOST}")));
                }
                JackpotSaid::Funded { amount, is_back, by, with, approved: None }
            }
            JackpotAct::MeetBonuses { table } => {
                self.check_house_table(table)?;
                self.put_on_disk();
                let amount = self.unmet(table)?;
                let event = self.store.tip(store::Stream(table))?.number;
                JackpotSaid::BonusesMet { table, event, amount, by }
            }
        };
        let paid_at = match &said {
            JackpotSaid::Paid { onto, .. } => *onto,
            _ => None,
        };
        if let JackpotSaid::Funded { amount, is_back, with: person, .. } = said {
            let wanted = Exchange { person, amount, is_sale: !is_back, by, table: None, is_fund: true };
            if self.standing.is_large(&wanted, at.0) {
                self.check_jackpot(&HouseEntry::Jackpot(said), at)?;
                return self.ask_second(wanted, at).map(drop);
            }
        }
        self.write_jackpot(said, at)?;
        if let (Some(table), Some((by, command))) = (paid_at, onto_table)
            && let Err(refusal) = self.command(table, by, None, &command, at)
        {
            tracing::warn!(table, "table {table}: a hit stays in the wallet: {refusal}");
        }
        Ok(())
    }

    fn check_jackpot(&self, entry: &HouseEntry, at: Time) -> Result<(), HallError> {
        let fault = self.standing.jackpot_fault(entry, self.house_number + 1, at.0);
        fault.map_or(Ok(()), |what| Err(HallError::Refused(what)))
    }

    /// Writes what nothing speaks against, and moves its chips.
    fn write_jackpot(&mut self, said: JackpotSaid, at: Time) -> Result<(), HallError> {
        let entry = HouseEntry::Jackpot(said);
        self.check_jackpot(&entry, at)?;
        let moves = jackpots::moves(&entry);
        for transfer in &moves {
            self.ledger.record(transfer).map_err(|fault| HallError::Refused(fault.to_string()))?;
        }
        self.house(&entry, &moves, at);
        Ok(())
    }

    /// Sets apart for promotions what a second person has approved, or gives it back.
    pub(super) fn fund(
        &mut self,
        wanted: &Exchange,
        approved: Option<Approved>,
        at: Time,
    ) -> Result<(), HallError> {
        let Exchange { person: with, amount, is_sale, by, .. } = *wanted;
        self.write_jackpot(JackpotSaid::Funded { amount, is_back: !is_sale, by, with, approved }, at)
    }

    /// At which table something is done about a hit, if at any: its node does it.
    pub(super) fn jackpot_acts_at(&self, act: &JackpotAct) -> Option<TableId> {
        let JackpotAct::Approve { claim } = act else { return None };
        self.claim(*claim).ok().filter(|own| own.onto_table).map(|own| own.table)
    }

    fn claim(&self, claim: u64) -> Result<&Claim, HallError> {
        let found = self.standing.jackpots.claims.get(&claim);
        found.ok_or_else(|| HallError::NotFound(format!("nobody has claimed a hit {claim}")))
    }

    /// How the chips of a hit come in front of whoever has hit it, if they can: by their own word, or by that of the staff, who
    /// then have the table ask them. Else why they stay in the wallet.
    fn onto_table(&self, own: &Claim, approver: Option<PersonId>, at: Time) -> Result<OntoTable, String> {
        if !own.onto_table {
            return Err("they want it in the wallet".to_owned());
        }
        let Claim { table, person, amount, .. } = *own;
        let bring = Command::AddChips { amount };
        let is_floor = |person: &PersonId| self.must_be(*person, &[Role::Floor]).is_ok();
        let (by, command) = if own.is_chosen {
            (By::Patron(person), bring)
        } else {
            let floor = approver.into_iter().chain([own.by]).find(is_floor);
            let by = floor.map_or(By::Dealer(own.by), By::Floor);
            (by, Command::For { person, command: Box::new(bring) })
        };
        let place = self.seen_at(table).filter(|place| place.aside.is_none());
        let Some(place) = place else { return Err(format!("table {table} is not open")) };
        let mut seeds = random_seed;
        let (name, is_bot) = (self.name_of(person), false);
        let wallet = self.ledger.balance(self.kind_at(table).wallet(person)) + amount;
        let mut input = Input { now: at, seeds: &mut seeds, name: &name, wallet, is_bot };
        match guard(|| place.table.after(by, &command, &mut input).map(drop)) {
            Ok(Ok(())) => Ok((by, command)),
            Ok(Err(refusal)) => Err(refusal.what),
            Err(what) => Err(what),
        }
    }

    /// What bonuses at a table have cost, without the round that is on.
    fn unmet(&self, table: TableId) -> Result<Money, HallError> {
        let of_round = match self.standing.given_back.contains(&table) {
            true => Money::ZERO,
            false => RoundMoves::read_newest(self.store.as_ref(), table)
                .map_err(|what| HallError::Refused(format!("its log cannot be read: {what}")))?
                .of(Account::Promotion(table)),
        };
        Ok(of_round - self.ledger.balance(Account::Promotion(table)))
    }

    /// Who has hit something: jackpots where the schedule takes jackpot money, promotions at any table of the house; by
    /// somebody who was there, in a round that is over. Whoever has hit a jackpot was dealt in.
    fn hit_by(&self, table: TableId, round: u64, name: &str, of: Fund) -> Result<PersonId, HallError> {
        self.check_house_table(table)?;
        let refused = |what: String| Err(HallError::Refused(what));
        let Some(own) = self.seen_at(table).map(|place| &place.table) else {
            return refused(format!("table {table} is closed"));
        };
        if of == Fund::Jackpot && !own.fills_jackpot() {
            return refused(format!("the schedule of table {table} takes no jackpot money"));
        }
        let is_on = own.phase() == Phase::Playing && own.rounds() == round;
        if round == 0 || round > own.rounds() || is_on {
            return refused(format!("round {round} of table {table} is not over"));
        }
        let person = self.named(name)?;
        let was_there = own.people().iter().any(|one| one.person == person) || own.knows(person);
        if !was_there {
            return refused(format!("{} is not at table {table}", name.trim()));
        }
        let was_dealt_in = |known: room::KnownRound| known.people.contains(&person);
        if of == Fund::Jackpot && !self.known_round(table, round).is_some_and(was_dealt_in) {
            return refused(format!("{} was not in round {round} of table {table}", name.trim()));
        }
        Ok(person)
    }

    /// The funds and the hits that wait: all for the staff, their own for others.
    pub(super) fn jackpots_view(&self, reader: PersonId) -> JackpotsView {
        let (book, now) = (&self.standing.jackpots, self.now());
        let reads_all = self.must_be(reader, &READERS).is_ok();
        let large = self.standing.large_hits(now.0);
        let claims = book.claims.iter().filter(|(_, own)| reads_all || own.person == reader);
        let claims = claims.map(|(claim, own)| ClaimView {
            claim: *claim,
            table: own.table,
            round: own.round,
            name: self.name_of(own.person),
            amount: own.amount,
            words: own.words.clone(),
            by: self.name_of(own.by),
            at_ms: own.at_ms,
            needs_two: book.needs_two(own, Some(reader), large),
            approved_by: own.approved.map(|by| self.name_of(by)),
            of: own.of,
            onto_table: own.onto_table,
            is_chosen: own.is_chosen,
            kept_off: self.onto_table(own, None, now).err().filter(|_| own.onto_table),
        });
        let houses: Vec<TableId> =
            self.table_ids().filter(|table| self.kind_at(*table) == ChipKind::House).collect();
        let cost = |table: &TableId| {
            let amount = Money::ZERO - self.ledger.balance(Account::Promotion(*table));
            (!amount.is_zero() && reads_all).then_some(BonusesView { table: *table, amount })
        };
        JackpotsView {
            fund: self.ledger.balance(Account::JackpotFund),
            unclaimed: book.unclaimed(Fund::Jackpot),
            in_boxes: Some(houses.iter().map(|table| self.ledger.balance(Account::Jackpot(*table))).sum()),
            promotion: self.ledger.balance(Account::PromotionFund),
            promotion_unclaimed: book.unclaimed(Fund::Promotion),
            bonuses: houses.iter().filter_map(cost).collect(),
            claims: claims.collect(),
            asked: self.asked().into_iter().filter(|one| one.is_fund && reads_all).collect(),
        }
    }
}

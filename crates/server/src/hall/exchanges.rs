//! Sales and redemptions at the cage, chips that it brings to tables or takes back, and chips that an owner sets apart for
//! promotions. A large one needs a second person: whoever serves asks for it, and somebody else of the cage or the floor, for
//! promotions also another owner, approves it or does not. Both stand in the house's log. Small ones of one gaming day add up:
//! those of one patron, those at one table, those for promotions, and all that one person at the cage has done alone. What comes
//! back from a table always waits for whoever gives it there.

mod trays;
mod wanted;

pub(crate) use wanted::{Exchange, SECONDS};

use std::collections::BTreeMap;

use books::Money;
use room::{Account, PersonId, TableId, Time, Transfer};
use serde::{Deserialize, Serialize};
use store::Entry;
use utoipa::ToSchema;

use super::requests::HallError;
use super::{Hall, Standing};
use crate::Role;
use crate::day::DeskRules;
use crate::jackpots::JackpotSaid;
use crate::journal::{Approved, HouseEntry};
use crate::patrons;
use crate::staff_proof::missing;

/// The most that is sold at once.
pub(super) const MOST: Money = Money::dollars(10_000_000);

/// How many may wait for a second person.
const WAITING_MOST: usize = 200;

/// How many may wait that one person has asked for, so that nobody keeps all others from asking.
pub(super) const ASKED_MOST: usize = 20;

/// What whoever has asked for so many is told.
pub(super) const ASKED_ENOUGH: &str =
    "20 that you have asked for wait already: have them approved, or decline some";

const DAY_MS: i64 = 86_400_000;

/// What came of one.
pub(crate) struct Exchanged {
    pub(crate) person: PersonId,
    /// The chips that a patron has away from the tables; nothing where no patron was served.
    pub(crate) wallet: Option<Money>,
    /// The number under which it waits for a second person.
    pub(crate) asked: Option<u64>,
}

/// A large sale or redemption, or much that is to be brought to a table or set apart for promotions, which a second person
/// has to approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AskedView {
    /// Its number.
    pub exchange: u64,
    /// For whom; at a table, who receives or gives the chips there; for promotions, who of the cage gives or takes them.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// How much.
    pub amount: Money,
    /// Whether chips leave the cage; else they are taken back.
    pub is_sale: bool,
    /// Who has asked for it.
    pub by: PersonId,
    /// The name.
    pub by_name: String,
    /// The table to which chips are to be brought for change, or from which they are taken back, if nobody buys them.
    pub table: Option<TableId>,
    /// Whether an owner asks to set chips apart for promotions, or to give them back; nobody buys them then.
    pub is_fund: bool,
}

impl AskedView {
    /// Whether chips for change are to come back from a table.
    pub(crate) fn is_back(&self) -> bool {
        self.table.is_some() && !self.is_sale
    }
}

/// What one person at the cage has exchanged with somebody on a day, with nobody's approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Alone {
    day: i64,
    sold: Money,
    redeemed: Money,
}

/// What one person at the cage has done alone on a day: with all patrons, and at all tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Served {
    day: i64,
    sold: Money,
    redeemed: Money,
    brought: Money,
}

/// What was brought to one table on a day with nobody's approval, also what was taken back since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Brought {
    day: i64,
    brought: Money,
}

/// The large exchanges of a room, as its log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exchanges {
    /// From which amount on a second person is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Money>,
    /// What waits for one.
    asked: BTreeMap<u64, Exchange>,
    /// What was exchanged today without.
    alone: BTreeMap<PersonId, Alone>,
    /// By which rules amounts add up; nothing by an earlier log, in which those of a patron and a day (UTC) alone did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<DeskRules>,
    /// What each at the cage has done alone today.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    served: BTreeMap<PersonId, Served>,
    /// What was brought to each table today without.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    brought: BTreeMap<TableId, Brought>,
    /// What lies at each table by the word of one person, since two have counted there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    carried: BTreeMap<TableId, trays::Carried>,
    /// What was set apart for promotions today, and given back, without.
    #[serde(default, skip_serializing_if = "is_nothing")]
    funded: Alone,
}

fn is_nothing(alone: &Alone) -> bool {
    *alone == Alone::default()
}

impl Exchanges {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Exchanges::default()
    }

    /// From which amount on a second person is needed.
    pub(crate) fn large_from(&self) -> Option<Money> {
        self.from
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match *entry {
            HouseEntry::RoomOpened { second_person_from, desk_rules, .. } => {
                self.from = second_person_from;
                self.change_rules(desk_rules, at_ms);
            }
            HouseEntry::ExchangeAsked { exchange, person, amount, is_sale, by, table, is_fund } => {
                self.asked.insert(exchange, Exchange { person, amount, is_sale, by, table, is_fund });
            }
            HouseEntry::ExchangeDeclined { exchange, .. } => drop(self.asked.remove(&exchange)),
            HouseEntry::ChipsBought { approved: Some(approved), .. }
            | HouseEntry::TableFilled { approved: Some(approved), .. }
            | HouseEntry::TableCredited { approved: Some(approved), .. }
            | HouseEntry::Jackpot(JackpotSaid::Funded { approved: Some(approved), .. })
            | HouseEntry::ChipsRedeemed { approved: Some(approved), .. } => {
                self.asked.remove(&approved.exchange);
            }
            HouseEntry::ChipsBought { person, amount, by: Some(by), .. } => {
                self.add(person, by, amount, true, at_ms);
            }
            HouseEntry::ChipsRedeemed { person, amount, by: Some(by), .. } => {
                self.add(person, by, amount, false, at_ms);
            }
            HouseEntry::TableFilled { table, amount, by, .. } => self.add_brought(table, by, amount, at_ms),
            HouseEntry::TrayCounted { table, settled: Some(_), .. } => drop(self.carried.remove(&table)),
            HouseEntry::Jackpot(JackpotSaid::Funded { amount, is_back, .. }) => {
                self.add_funded(amount, !is_back, at_ms);
            }
            _ => {}
        }
    }

    /// The rules by which corrections and hits of a day add up, too, with that day; nothing where each stands for itself.
    pub(crate) fn all_add_up(&self, at_ms: i64) -> Option<(i64, DeskRules)> {
        self.rules.filter(|rules| rules.all_add_up).map(|rules| (self.day(at_ms), rules))
    }

    /// The day of a moment, by the rules of the log.
    pub(crate) fn day(&self, at_ms: i64) -> i64 {
        let by_rules = |rules: DeskRules| patrons::day_of(rules.day_begins, at_ms);
        self.rules.map_or_else(|| at_ms.div_euclid(DAY_MS), by_rules)
    }

    /// Other rules do not make today's sums forgotten: they are those of the day that is on by the new ones.
    fn change_rules(&mut self, rules: Option<DeskRules>, at_ms: i64) {
        let before = self.day(at_ms);
        self.rules = rules;
        let today = self.day(at_ms);
        let days = self.alone.values_mut().chain([&mut self.funded]).map(|one| &mut one.day);
        let of_staff = self.served.values_mut().map(|one| &mut one.day);
        let of_tables = self.brought.values_mut().map(|one| &mut one.day);
        let was_today = |day: &&mut i64| **day == before;
        days.chain(of_staff).chain(of_tables).filter(was_today).for_each(|day| *day = today);
    }

    fn add(&mut self, person: PersonId, by: PersonId, amount: Money, is_sale: bool, at_ms: i64) {
        // Nothing is counted in rooms where none needs a second person, such as those of earlier versions.
        if self.from.is_none() {
            return;
        }
        let day = self.day(at_ms);
        self.alone.retain(|_, alone| alone.day == day);
        let alone = self.alone.entry(person).or_insert(Alone { day, ..Alone::default() });
        *(if is_sale { &mut alone.sold } else { &mut alone.redeemed }) += amount;
        if self.rules.is_some() {
            let own = self.served_on(day, by);
            *(if is_sale { &mut own.sold } else { &mut own.redeemed }) += amount;
        }
    }

    fn add_brought(&mut self, table: TableId, by: PersonId, amount: Money, at_ms: i64) {
        if self.from.is_none() || self.rules.is_none() {
            return;
        }
        let day = self.day(at_ms);
        self.brought.retain(|_, one| one.day == day);
        self.brought.entry(table).or_insert(Brought { day, ..Brought::default() }).brought += amount;
        self.served_on(day, by).brought += amount;
        self.carry(table, by, amount);
    }

    fn add_funded(&mut self, amount: Money, is_sale: bool, at_ms: i64) {
        if self.from.is_none() || !self.are_funds_by_two() {
            return;
        }
        let day = self.day(at_ms);
        if self.funded.day != day {
            self.funded = Alone { day, ..Alone::default() };
        }
        *(if is_sale { &mut self.funded.sold } else { &mut self.funded.redeemed }) += amount;
    }

    /// Whether by the rules of the log what is set apart for promotions may need a second person.
    fn are_funds_by_two(&self) -> bool {
        self.rules.is_some_and(|rules| rules.funds_by_two)
    }

    fn served_on(&mut self, day: i64, by: PersonId) -> &mut Served {
        self.served.retain(|_, one| one.day == day);
        self.served.entry(by).or_insert(Served { day, ..Served::default() })
    }

    /// What was exchanged with somebody on a day without a second person.
    fn before(&self, person: PersonId, is_sale: bool, at_ms: i64) -> Money {
        let today = self.alone.get(&person).filter(|alone| alone.day == self.day(at_ms));
        today.map_or(Money::ZERO, |alone| if is_sale { alone.sold } else { alone.redeemed })
    }

    /// Whether an exchange needs a second person, with what lies at its table, if it is brought to one.
    fn is_large(&self, wanted: &Exchange, lies: Money, at_ms: i64) -> bool {
        if wanted.is_back() {
            return self.are_trays_blind();
        }
        let Some(from) = self.from else { return false };
        let today = self.day(at_ms);
        let own = self.served.get(&wanted.by).filter(|own| own.day == today).copied().unwrap_or_default();
        let comes_to = |before: Money, most: Money| before + wanted.amount >= most;
        if wanted.is_fund {
            let funded = Some(self.funded).filter(|one| one.day == today).unwrap_or_default();
            let before = if wanted.is_sale { funded.sold } else { funded.redeemed };
            return self.are_funds_by_two() && comes_to(before, from);
        }
        match wanted.table {
            Some(_) if self.are_trays_blind() => self.is_carried_large(wanted, own.brought, from),
            Some(table) => {
                let brought = self.brought.get(&table).filter(|one| one.day == today);
                let brought = brought.map_or(Money::ZERO, |one| one.brought);
                comes_to(lies.max(brought).max(own.brought), from)
            }
            None => {
                let alone = if wanted.is_sale { own.sold } else { own.redeemed };
                let most = self.rules.and_then(|rules| rules.alone_most);
                let before = self.before(wanted.person, wanted.is_sale, at_ms);
                comes_to(before, from) || most.is_some_and(|most| comes_to(alone, most))
            }
        }
    }
}

impl Standing {
    /// Whether a second person is needed.
    pub(super) fn is_large(&self, wanted: &Exchange, at_ms: i64) -> bool {
        let lies = wanted.table.map_or(Money::ZERO, |table| self.day.held_at(table));
        self.exchanges.is_large(wanted, lies, at_ms)
    }

    /// What an entry of the house, which was not taken yet, cannot be by what was asked for and who may approve it.
    pub(crate) fn exchange_fault(&self, said: &HouseEntry, entry: &Entry) -> Option<String> {
        let has = |person: PersonId, roles: &[Role]| {
            self.roles.as_ref().is_none_or(|said| said.is_one_of(person, roles))
        };
        let (made, approved) = match *said {
            HouseEntry::ChipsBought { person, amount, by: Some(by), approved } => {
                (Exchange { person, amount, is_sale: true, by, table: None, is_fund: false }, approved)
            }
            HouseEntry::ChipsRedeemed { person, amount, by: Some(by), approved } => {
                (Exchange { person, amount, is_sale: false, by, table: None, is_fund: false }, approved)
            }
            HouseEntry::TableFilled { table, amount, by, with: person, approved } => {
                (Exchange { person, amount, is_sale: true, by, table: Some(table), is_fund: false }, approved)
            }
            HouseEntry::TableCredited { table, amount, by, with: person, approved } => (
                Exchange { person, amount, is_sale: false, by, table: Some(table), is_fund: false },
                approved,
            ),
            HouseEntry::Jackpot(JackpotSaid::Funded { amount, is_back, by, with: person, approved }) => {
                (Exchange { person, amount, is_sale: !is_back, by, table: None, is_fund: true }, approved)
            }
            // What was bought without anybody who served were play chips, before those were kept apart.
            HouseEntry::ChipsBought { person, by: None, .. }
            | HouseEntry::ChipsRedeemed { person, by: None, .. }
                if self.is_parted =>
            {
                return Some(format!(
                    "chips of person {person} change hands at the cage, and nobody serves them"
                ));
            }
            HouseEntry::ExchangeAsked { exchange, person, by, .. } => {
                if by == person {
                    return Some(format!("person {by} serves person {person} at the cage, and may not"));
                }
                return (exchange != entry.first)
                    .then(|| "an exchange is asked for under another number".to_owned());
            }
            HouseEntry::ExchangeDeclined { exchange, by } => {
                let Some(asked) = self.exchanges.asked.get(&exchange) else {
                    return Some("an exchange is declined for which nobody asked".to_owned());
                };
                return (!has(by, asked.decliners())).then(|| missing(by, asked.decliners()));
            }
            _ => return None,
        };
        let Exchange { person, amount, by, .. } = made;
        if by == person || !has(by, made.askers()) {
            return Some(format!("person {by} serves person {person} at the cage, and may not"));
        }
        let Some(approved) = approved else {
            let is_large = self.is_large(&made, entry.at_ms);
            return is_large
                .then(|| format!("{amount} change hands at the cage, and nobody else has approved it"));
        };
        let is_asked = self.exchanges.asked.get(&approved.exchange) == Some(&made);
        if !is_asked {
            return Some("an exchange is approved for which nobody asked".to_owned());
        }
        let is_second = made.is_second(approved.by) && has(approved.by, made.seconds());
        (!is_second).then(|| format!("person {} approves an exchange, and may not", approved.by))
    }
}

impl Hall {
    /// Sells chips or takes them back, or asks for a second person.
    pub(super) fn exchange(&mut self, wanted: Exchange, at: Time) -> Result<Exchanged, HallError> {
        self.must_be(wanted.by, &[Role::Cage])?;
        self.check_exchange(&wanted)?;
        if !self.standing.is_large(&wanted, at.0) {
            return self.make(wanted, None, at);
        }
        self.ask_second(wanted, at)
    }

    /// Asks for a second person.
    pub(super) fn ask_second(&mut self, wanted: Exchange, at: Time) -> Result<Exchanged, HallError> {
        let Exchange { person, amount, is_sale, by, table, is_fund } = wanted;
        if self.standing.exchanges.asked.len() >= WAITING_MOST {
            return Err(HallError::Refused("too many exchanges wait for a second person".to_owned()));
        }
        if self.standing.exchanges.asked.values().filter(|one| one.by == by).count() >= ASKED_MOST {
            return Err(HallError::Refused(ASKED_ENOUGH.to_owned()));
        }
        let exchange = self.house_number + 1;
        let asked = HouseEntry::ExchangeAsked { exchange, person, amount, is_sale, by, table, is_fund };
        self.house(&asked, &[], at);
        Ok(Exchanged { person, wallet: None, asked: Some(exchange) })
    }

    /// What came of something for which chips moved: of a patron who was served also what they hold. Whoever only asks, or
    /// declines, serves nobody.
    fn served(&self, wanted: &Exchange) -> Exchanged {
        let is_patron = wanted.table.is_none() && !wanted.is_fund;
        let wallet = is_patron.then(|| self.ledger.balance(Account::Patron(wanted.person)));
        Exchanged { person: wanted.person, wallet, asked: None }
    }

    /// Makes what was asked for, or does not, by the word of a second person; whoever asked may take it back.
    pub(super) fn settle(
        &mut self,
        exchange: u64,
        is_approved: bool,
        by: PersonId,
        at: Time,
    ) -> Result<Exchanged, HallError> {
        let nothing = || HallError::NotFound(format!("nobody asked for an exchange {exchange}"));
        let wanted = *self.standing.exchanges.asked.get(&exchange).ok_or_else(nothing)?;
        self.must_be(by, if is_approved { wanted.seconds() } else { wanted.decliners() })?;
        if !is_approved {
            self.house(&HouseEntry::ExchangeDeclined { exchange, by }, &[], at);
            return Ok(Exchanged { person: wanted.person, wallet: None, asked: None });
        }
        if !wanted.is_second(by) {
            let who = match wanted.is_back() {
                true => "whoever gives the chips at the table agrees to it, who has not asked",
                false => "a second person approves it, who neither asked nor is served",
            };
            return Err(HallError::Refused(who.to_owned()));
        }
        let serves = |said: &super::roles::Said| said.is_one_of(wanted.by, wanted.askers());
        if self.standing.roles.as_ref().is_some_and(|said| !serves(said)) {
            let is = if wanted.is_fund { "is an owner" } else { "serves at the cage" };
            return Err(HallError::Refused(format!(
                "whoever asked for it {is} no more: decline it, and let somebody else ask"
            )));
        }
        let approved = Some(Approved { exchange, by });
        if wanted.is_fund || wanted.table.is_some() {
            match wanted.table {
                Some(table) if wanted.is_back() => self.take_back(table, &wanted, exchange, by, at)?,
                Some(table) => self.fill(table, &wanted, approved, at)?,
                None => self.fund(&wanted, approved, at)?,
            }
            return Ok(self.served(&wanted));
        }
        self.check_exchange(&wanted)?;
        self.make(wanted, approved, at)
    }

    fn check_exchange(&self, wanted: &Exchange) -> Result<(), HallError> {
        self.check_holder(wanted.person)?;
        if wanted.is_sale {
            self.must_be_served(wanted.person)?;
        }
        if !wanted.amount.is_positive() || wanted.amount > MOST {
            return Err(HallError::Refused(format!("the amount must be above zero and at most {MOST}")));
        }
        // How much they have is not said: whoever adds up what everybody holds knows what lies in boxes.
        if !wanted.is_sale && wanted.amount > self.ledger.balance(Account::Patron(wanted.person)) {
            return Err(HallError::Refused("they do not hold so many chips away from the tables".to_owned()));
        }
        Ok(())
    }

    fn make(
        &mut self,
        wanted: Exchange,
        approved: Option<Approved>,
        at: Time,
    ) -> Result<Exchanged, HallError> {
        let Exchange { person, amount, is_sale, by, .. } = wanted;
        let by = Some(by);
        let (cage, patron) = (Account::Cage, Account::Patron(person));
        let (transfer, entry) = match is_sale {
            true => (
                Transfer { from: cage, to: patron, amount },
                HouseEntry::ChipsBought { person, amount, by, approved },
            ),
            false => (
                Transfer { from: patron, to: cage, amount },
                HouseEntry::ChipsRedeemed { person, amount, by, approved },
            ),
        };
        self.ledger.record(&transfer).map_err(|fault| HallError::Refused(fault.to_string()))?;
        self.house(&entry, &[transfer], at);
        Ok(self.served(&wanted))
    }

    /// What waits for a second person.
    pub(super) fn asked(&self) -> Vec<AskedView> {
        let name =
            |person: PersonId| self.people.get(&person).map_or(String::new(), |known| known.name.clone());
        let view = |(exchange, asked): (&u64, &Exchange)| AskedView {
            exchange: *exchange,
            person: asked.person,
            name: name(asked.person),
            amount: asked.amount,
            is_sale: asked.is_sale,
            by: asked.by,
            by_name: name(asked.by),
            table: asked.table,
            is_fund: asked.is_fund,
        };
        self.standing.exchanges.asked.iter().map(view).collect()
    }
}

#[cfg(test)]
mod tests;

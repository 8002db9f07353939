//! The line-up of dealers: who is on duty, which tables are dealt in which order, who deals where and who is next, pushes
//! and breaks. Rules alone: what an entry of the house's log may say after those before it.

use std::collections::BTreeSet;

use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::hall::Standing;
use crate::journal::HouseEntry;

/// How many tables one line has at most.
const TABLES_MOST: usize = 100;

/// What the house's log says of the line-up of dealers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "line-up", rename_all = "kebab-case")]
pub enum LineUpSaid {
    /// A dealer comes on duty, at the end of the line.
    OnDuty {
        /// Who.
        dealer: u32,
        /// Who wrote it: themselves or the floor.
        by: u32,
    },
    /// A dealer goes off duty.
    OffDuty {
        /// Who.
        dealer: u32,
        /// Who wrote it.
        by: u32,
    },
    /// A dealer takes a break out of turn, or is back at the end of the line.
    Break {
        /// Who.
        dealer: u32,
        /// Whether it begins.
        is_on: bool,
        /// Who wrote it.
        by: u32,
    },
    /// The tables of the line in order, and how long a dealer stays at each.
    Tables {
        /// Which.
        tables: Vec<TableId>,
        /// How many minutes.
        minutes: u16,
        /// Who of the floor.
        by: u32,
    },
    /// Everybody moves on by one place.
    Pushed {
        /// Who deals where from now on.
        deals: Vec<DealsAt>,
        /// Who of the floor.
        by: u32,
    },
}

/// Who deals at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealsAt {
    /// Which table.
    pub table: TableId,
    /// Who; nobody if there are too few.
    pub dealer: Option<u32>,
}

/// The line-up, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LineUp {
    pub(crate) tables: Vec<TableId>,
    pub(crate) minutes: u16,
    /// The line: the first deal at the tables in their order, the others rest; empty places move along.
    pub(crate) line: Vec<Option<PersonId>>,
    /// Those who take a break out of turn.
    pub(crate) away: BTreeSet<PersonId>,
    /// When everybody moved on last.
    pub(crate) pushed_ms: Option<i64>,
}

impl LineUp {
    pub(crate) fn is_empty(&self) -> bool {
        *self == LineUp::default()
    }

    /// Whether somebody is on duty.
    pub(crate) fn is_on_duty(&self, dealer: PersonId) -> bool {
        self.away.contains(&dealer) || self.line.contains(&Some(dealer))
    }

    /// Where somebody stands in the line.
    fn at(&self, line: &[Option<PersonId>]) -> Vec<DealsAt> {
        let dealer = |place: usize| line.get(place).copied().flatten();
        (0..)
            .zip(&self.tables)
            .map(|(place, table)| DealsAt { table: *table, dealer: dealer(place) })
            .collect()
    }

    /// Who deals where now.
    pub(crate) fn deals(&self) -> Vec<DealsAt> {
        self.at(&self.line)
    }

    /// The line after the next push: everybody goes on to the next table, from the last one to rest, and whoever has
    /// rested longest to the first. Empty places behind the tables fall away.
    fn next_line(&self) -> Vec<Option<PersonId>> {
        let mut line = self.line.clone();
        while line.len() > self.tables.len() && line.last() == Some(&None) {
            line.pop();
        }
        let mut rest = line.split_off(line.len().min(self.tables.len()));
        rest.retain(Option::is_some);
        line.extend(rest);
        line.resize(line.len().max(self.tables.len()), None);
        if !line.is_empty() {
            line.rotate_right(1);
        }
        line
    }

    /// Who deals where after the next push.
    pub(crate) fn deals_next(&self) -> Vec<DealsAt> {
        self.at(&self.next_line())
    }

    /// When the next push is due.
    pub(crate) fn due_ms(&self) -> Option<i64> {
        self.pushed_ms.filter(|_| self.minutes > 0).map(|at| at + i64::from(self.minutes) * 60_000)
    }

    fn leave(&mut self, dealer: PersonId) {
        self.away.remove(&dealer);
        for place in &mut self.line {
            *place = place.filter(|one| *one != dealer);
        }
    }

    fn come(&mut self, dealer: PersonId) {
        self.away.remove(&dealer);
        match self.line.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(dealer),
            None => self.line.push(Some(dealer)),
        }
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match entry {
            HouseEntry::LineUp(LineUpSaid::OnDuty { dealer, .. }) => self.come(*dealer),
            HouseEntry::LineUp(LineUpSaid::OffDuty { dealer, .. }) => self.leave(*dealer),
            HouseEntry::LineUp(LineUpSaid::Break { dealer, is_on: true, .. }) => {
                self.leave(*dealer);
                self.away.insert(*dealer);
            }
            HouseEntry::LineUp(LineUpSaid::Break { dealer, is_on: false, .. }) => self.come(*dealer),
            HouseEntry::LineUp(LineUpSaid::Tables { tables, minutes, .. }) => {
                (self.tables, self.minutes) = (tables.clone(), *minutes);
                self.pushed_ms = Some(at_ms);
            }
            HouseEntry::LineUp(LineUpSaid::Pushed { .. }) => {
                self.line = self.next_line();
                self.pushed_ms = Some(at_ms);
            }
            HouseEntry::TableClosed { table, .. } => self.tables.retain(|one| one != table),
            _ => {}
        }
    }

    /// Why an entry cannot be after those before it.
    fn refusal(&self, said: &LineUpSaid) -> Option<String> {
        match said {
            LineUpSaid::OnDuty { dealer, .. } => {
                self.is_on_duty(*dealer).then(|| "they are on duty already".to_owned())
            }
            LineUpSaid::OffDuty { dealer, .. } => {
                (!self.is_on_duty(*dealer)).then(|| "they are not on duty".to_owned())
            }
            LineUpSaid::Break { dealer, is_on, .. } => {
                let is_so = self.is_on_duty(*dealer) && self.away.contains(dealer) != *is_on;
                (!is_so).then(|| "they are not on duty, or that is so already".to_owned())
            }
            LineUpSaid::Tables { tables, minutes, .. } => {
                let once: BTreeSet<&TableId> = tables.iter().collect();
                if once.len() != tables.len() || tables.len() > TABLES_MOST {
                    return Some(format!("name each table once, and {TABLES_MOST} at most"));
                }
                (!(5..=240).contains(minutes)).then(|| "a dealer stays for 5 to 240 minutes".to_owned())
            }
            LineUpSaid::Pushed { deals, .. } => {
                if self.tables.is_empty() || self.line.iter().flatten().next().is_none() {
                    return Some("name the tables and bring dealers on duty first".to_owned());
                }
                (*deals != self.deals_next()).then(|| "dealers move on by one place".to_owned())
            }
        }
    }
}

/// Who keeps the line-up.
pub(crate) const KEEPERS: [Role; 1] = [Role::Floor];

impl Standing {
    /// What an entry about the line-up, which was not taken yet, cannot be by those before it and by who may write it.
    pub(crate) fn line_up_fault(&self, entry: &HouseEntry) -> Option<String> {
        let HouseEntry::LineUp(said) = entry else { return None };
        let has = |person: PersonId, roles: &[Role]| {
            self.roles.as_ref().is_none_or(|said| said.is_one_of(person, roles))
        };
        let may = match said {
            LineUpSaid::OnDuty { dealer, by }
            | LineUpSaid::OffDuty { dealer, by }
            | LineUpSaid::Break { dealer, by, .. } => dealer == by || has(*by, &KEEPERS),
            LineUpSaid::Tables { by, .. } | LineUpSaid::Pushed { by, .. } => has(*by, &KEEPERS),
        };
        if !may {
            return Some("the line-up was changed by somebody who may not".to_owned());
        }
        if let LineUpSaid::OnDuty { dealer, .. } = said
            && !has(*dealer, &[Role::Dealer, Role::Floor])
        {
            return Some(format!("person {dealer} does not deal here"));
        }
        self.line_up.refusal(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(line: &mut LineUp, said: LineUpSaid) {
        assert_eq!(line.refusal(&said), None, "{said:?}");
        line.take(&HouseEntry::LineUp(said), 0);
    }

    fn at(line: &LineUp) -> Vec<Option<u32>> {
        line.deals().iter().map(|one| one.dealer).collect()
    }

    fn push(line: &mut LineUp) -> Vec<Option<u32>> {
        let deals = line.deals_next();
        take(line, LineUpSaid::Pushed { deals, by: 1 });
        at(line)
    }

    #[test]
    fn dealers_go_from_table_to_table_and_rest_after_the_last() {
        let mut line = LineUp::default();
        take(&mut line, LineUpSaid::Tables { tables: vec![4, 5, 6], minutes: 30, by: 1 });
        for dealer in [10, 11, 12, 13] {
            take(&mut line, LineUpSaid::OnDuty { dealer, by: dealer });
        }
        assert_eq!(at(&line), [Some(10), Some(11), Some(12)]);
        assert_eq!(push(&mut line), [Some(13), Some(10), Some(11)], "12 rests");
        assert_eq!(push(&mut line), [Some(12), Some(13), Some(10)]);
        take(&mut line, LineUpSaid::Break { dealer: 13, is_on: true, by: 1 });
        assert_eq!(at(&line), [Some(12), None, Some(10)]);
        assert_eq!(push(&mut line), [Some(11), Some(12), None], "10 rests, and the empty place moves along");
        take(&mut line, LineUpSaid::Break { dealer: 13, is_on: false, by: 13 });
        assert_eq!(at(&line), [Some(11), Some(12), Some(13)]);
        take(&mut line, LineUpSaid::OffDuty { dealer: 10, by: 10 });
        assert_eq!(push(&mut line), [Some(13), Some(11), Some(12)], "with as many as tables nobody rests");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut line = LineUp::default();
        let pushed = LineUpSaid::Pushed { deals: Vec::new(), by: 1 };
        assert!(line.refusal(&pushed).is_some());
        take(&mut line, LineUpSaid::OnDuty { dealer: 10, by: 1 });
        for wrong in [
            LineUpSaid::OnDuty { dealer: 10, by: 1 },
            LineUpSaid::OffDuty { dealer: 11, by: 1 },
            LineUpSaid::Break { dealer: 10, is_on: false, by: 1 },
            LineUpSaid::Tables { tables: vec![4, 4], minutes: 30, by: 1 },
            LineUpSaid::Tables { tables: vec![4], minutes: 2, by: 1 },
        ] {
            assert!(line.refusal(&wrong).is_some(), "{wrong:?}");
        }
        take(&mut line, LineUpSaid::Tables { tables: vec![4, 5], minutes: 30, by: 1 });
        let stays = LineUpSaid::Pushed { deals: line.deals(), by: 1 };
        assert!(line.refusal(&stays).is_some(), "nobody stays");
        assert_eq!(line.due_ms(), Some(30 * 60_000));
    }
}

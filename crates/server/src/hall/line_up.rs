//! The line-up of dealers in the hall: who deals where, who is next, when the next push is due.

use room::{PersonId, TableId, Time, Watcher};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::Role;
use crate::journal::HouseEntry;
use crate::line_up::{DealsAt, LineUpSaid};

/// Who reads the line-up.
pub(crate) const READERS: [Role; 3] = [Role::Dealer, Role::Floor, Role::Owner];

/// Something that is done about the line-up of dealers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum LineUpAct {
    /// A dealer comes on duty: oneself, or by the floor somebody by name.
    OnDuty {
        /// Who.
        #[serde(default)]
        name: Option<String>,
    },
    /// A dealer goes off duty.
    OffDuty {
        /// Who.
        #[serde(default)]
        name: Option<String>,
    },
    /// A dealer takes a break out of turn, or is back.
    Break {
        /// Who.
        #[serde(default)]
        name: Option<String>,
        /// Whether it begins.
        is_on: bool,
    },
    /// By the floor: the tables in order, and how long a dealer stays at each.
    Tables {
        /// Which.
        tables: Vec<TableId>,
        /// How many minutes.
        minutes: u16,
    },
    /// By the floor: everybody moves on by one place.
    Push,
}

impl LineUpAct {
    /// Who may do it.
    pub(crate) fn roles(&self) -> &'static [Role] {
        match self {
            LineUpAct::OnDuty { name: None }
            | LineUpAct::OffDuty { name: None }
            | LineUpAct::Break { name: None, .. } => &[Role::Dealer, Role::Floor],
            LineUpAct::OnDuty { .. }
            | LineUpAct::OffDuty { .. }
            | LineUpAct::Break { .. }
            | LineUpAct::Tables { .. }
            | LineUpAct::Push => &[Role::Floor],
        }
    }
}

/// Who deals at a table, now and next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LineView {
    /// Which table.
    pub table: TableId,
    /// Who deals there by the line-up.
    pub dealer: Option<String>,
    /// Who deals there after the next push.
    pub next: Option<String>,
    /// Who has signed in at the table itself.
    pub signed_in: Option<String>,
}

/// The line-up of dealers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LineUpView {
    /// What time it is, in milliseconds since 1970.
    pub now_ms: i64,
    /// The tables in order.
    pub tables: Vec<LineView>,
    /// How many minutes a dealer stays at each.
    pub minutes: u16,
    /// When the next push is due, in milliseconds since 1970.
    pub due_ms: Option<i64>,
    /// Who rests by turn.
    pub resting: Vec<String>,
    /// Who takes a break out of turn.
    pub away: Vec<String>,
}

impl Hall {
    /// Does what is wanted of the line-up, or says why not.
    pub(super) fn line_up_act(&mut self, act: LineUpAct, by: PersonId, at: Time) -> Result<(), HallError> {
        self.must_be(by, act.roles())?;
        let who = |name: &Option<String>| name.as_deref().map_or(Ok(by), |name| self.named(name));
        let said = match act {
            LineUpAct::OnDuty { name } => LineUpSaid::OnDuty { dealer: who(&name)?, by },
            LineUpAct::OffDuty { name } => LineUpSaid::OffDuty { dealer: who(&name)?, by },
            LineUpAct::Break { name, is_on } => LineUpSaid::Break { dealer: who(&name)?, is_on, by },
            LineUpAct::Tables { tables, minutes } => {
                for table in &tables {
                    if self.seen_at(*table).is_none() {
                        return Err(HallError::NotFound(format!("there is no open table {table}")));
                    }
                }
                LineUpSaid::Tables { tables, minutes, by }
            }
            LineUpAct::Push => LineUpSaid::Pushed { deals: self.standing.line_up.deals_next(), by },
        };
        let entry = HouseEntry::LineUp(said);
        if let Some(what) = self.standing.line_up_fault(&entry) {
            return Err(HallError::Refused(what));
        }
        self.house(&entry, &[], at);
        Ok(())
    }

    /// The line-up of dealers.
    pub(super) fn line_up_view(&self) -> LineUpView {
        let line_up = &self.standing.line_up;
        let name = |dealer: Option<PersonId>| dealer.map(|dealer| self.name_of(dealer));
        let signed_in = |table: TableId| {
            let view = self.seen_at(table)?.table.view(Watcher::Rail);
            view.signed_in.map(|one| one.name)
        };
        let both = line_up.deals().into_iter().zip(line_up.deals_next());
        let line = |(now, next): (DealsAt, DealsAt)| LineView {
            table: now.table,
            dealer: name(now.dealer),
            next: name(next.dealer),
            signed_in: signed_in(now.table),
        };
        let resting = line_up.line.iter().skip(line_up.tables.len()).flatten();
        LineUpView {
            now_ms: self.now().0,
            tables: both.map(line).collect(),
            minutes: line_up.minutes,
            due_ms: line_up.due_ms(),
            resting: resting.map(|dealer| self.name_of(*dealer)).collect(),
            away: line_up.away.iter().map(|dealer| self.name_of(*dealer)).collect(),
        }
    }
}

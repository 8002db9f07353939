//! What an entry of the house's own stream is about, in a word.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::journal::HouseEntry;

/// The kinds of entries of the house's own stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HouseKind {
    /// Somebody is known.
    PersonAdded,
    /// Something about patrons was written down or removed, or the rules for it were said.
    Patron,
    /// Something about lists, calls and held seats.
    List,
    /// Something about jackpots.
    Jackpot,
    /// Something about the line-up of dealers.
    LineUp,
    /// The cage sold chips.
    ChipsBought,
    /// The cage took chips back.
    ChipsRedeemed,
    /// A large sale or redemption was asked for.
    ExchangeAsked,
    /// A large sale or redemption is not made.
    ExchangeDeclined,
    /// A correction that needs a second person was asked for.
    CorrectionAsked,
    /// Such a correction was approved or declined.
    CorrectionSettled,
    /// Play chips were given.
    PlayChipsGiven,
    /// Play chips were taken back.
    PlayChipsTaken,
    /// Play chips and chips of the house were told apart.
    KindsParted,
    /// A table was opened.
    TableOpened,
    /// Somebody may say nothing more in a chat, or may again.
    Silenced,
    /// Somebody of the house acted at a table.
    StaffActed,
    /// Somebody of the house chose for somebody in a round.
    ActedFor,
    /// A table was closed for good.
    TableClosed,
    /// A table was set aside.
    TableSetAside,
    /// A table that was set aside is played on.
    TableTakenUp,
    /// The chips of a table that was set aside were given back.
    ChipsGivenBack,
    /// The room was opened.
    RoomOpened,
    /// The room was closed.
    RoomClosed,
    /// The tips of the streams were noted.
    TipsNoted,
    /// The room was opened although the log does not hold what a note says.
    NotePassedOver,
    /// Somebody has other roles.
    RolesChanged,
    /// Somebody had roles that nobody gave by the log.
    RolesRefused,
    /// An account got a new password.
    PasswordSet,
    /// The room was copied.
    BackedUp,
    /// Old months were moved into an archive.
    Archived,
    /// A shift began.
    ShiftOpened,
    /// A shift is over.
    ShiftClosed,
    /// A box was pulled.
    BoxPulled,
    /// A box was counted.
    BoxCounted,
    /// The cage was counted.
    CageCounted,
    /// The cage was counted, and is counted again.
    CageTried,
    /// Chips for change at a table were counted.
    TrayCounted,
    /// Chips for change came to a table.
    TableFilled,
    /// Law packs, notices or an override.
    Law,
    /// Third-party providers and their people.
    Company,
    /// Chips for change came back to the cage.
    TableCredited,
}

impl HouseKind {
    /// The kind of an entry, by its text; nothing if another version wrote what this one does not know.
    #[must_use]
    pub fn of_text(body: &str) -> Option<HouseKind> {
        #[derive(Deserialize)]
        struct Tagged {
            house: HouseKind,
        }

        serde_json::from_str::<Tagged>(body).ok().map(|tagged| tagged.house)
    }
}

impl HouseEntry {
    /// What the entry is about.
    #[must_use]
    pub fn kind(&self) -> HouseKind {
        match self {
            HouseEntry::PersonAdded { .. } => HouseKind::PersonAdded,
            HouseEntry::Patron(_) => HouseKind::Patron,
            HouseEntry::List(_) => HouseKind::List,
            HouseEntry::Jackpot(_) => HouseKind::Jackpot,
            HouseEntry::LineUp(_) => HouseKind::LineUp,
            HouseEntry::ChipsBought { .. } => HouseKind::ChipsBought,
            HouseEntry::ChipsRedeemed { .. } => HouseKind::ChipsRedeemed,
            HouseEntry::ExchangeAsked { .. } => HouseKind::ExchangeAsked,
            HouseEntry::ExchangeDeclined { .. } => HouseKind::ExchangeDeclined,
            HouseEntry::CorrectionAsked { .. } => HouseKind::CorrectionAsked,
            HouseEntry::CorrectionSettled { .. } => HouseKind::CorrectionSettled,
            HouseEntry::PlayChipsGiven { .. } => HouseKind::PlayChipsGiven,
            HouseEntry::PlayChipsTaken { .. } => HouseKind::PlayChipsTaken,
            HouseEntry::KindsParted { .. } => HouseKind::KindsParted,
            HouseEntry::TableOpened { .. } => HouseKind::TableOpened,
            HouseEntry::Silenced { .. } => HouseKind::Silenced,
            HouseEntry::StaffActed { .. } => HouseKind::StaffActed,
            HouseEntry::ActedFor { .. } => HouseKind::ActedFor,
            HouseEntry::BackedUp { .. } => HouseKind::BackedUp,
            HouseEntry::Archived { .. } => HouseKind::Archived,
            HouseEntry::TableClosed { .. } => HouseKind::TableClosed,
            HouseEntry::TableSetAside { .. } => HouseKind::TableSetAside,
            HouseEntry::TableTakenUp { .. } => HouseKind::TableTakenUp,
            HouseEntry::ChipsGivenBack { .. } => HouseKind::ChipsGivenBack,
            HouseEntry::RoomOpened { .. } => HouseKind::RoomOpened,
            HouseEntry::RoomClosed => HouseKind::RoomClosed,
            HouseEntry::TipsNoted { .. } => HouseKind::TipsNoted,
            HouseEntry::NotePassedOver { .. } => HouseKind::NotePassedOver,
            HouseEntry::RolesChanged { .. } => HouseKind::RolesChanged,
            HouseEntry::RolesRefused { .. } => HouseKind::RolesRefused,
            HouseEntry::PasswordSet { .. } => HouseKind::PasswordSet,
            HouseEntry::ShiftOpened { .. } => HouseKind::ShiftOpened,
            HouseEntry::ShiftClosed { .. } => HouseKind::ShiftClosed,
            HouseEntry::BoxPulled { .. } => HouseKind::BoxPulled,
            HouseEntry::BoxCounted { .. } => HouseKind::BoxCounted,
            HouseEntry::CageCounted { .. } => HouseKind::CageCounted,
            HouseEntry::CageTried { .. } => HouseKind::CageTried,
            HouseEntry::TrayCounted { .. } => HouseKind::TrayCounted,
            HouseEntry::TableFilled { .. } => HouseKind::TableFilled,
            HouseEntry::Law(_) => HouseKind::Law,
            HouseEntry::Company(_) => HouseKind::Company,
            HouseEntry::TableCredited { .. } => HouseKind::TableCredited,
        }
    }
}

#[cfg(test)]
mod tests {
    use books::Money;

    use super::*;
    use crate::Role;
    use crate::journal::PersonKind;

    #[test]
    fn an_entry_is_written_under_its_kind() {
        let name = || "Ann".to_owned();
        let (before, after) = (vec![Role::Patron], vec![Role::Patron, Role::Floor]);
        let entries = [
            HouseEntry::PersonAdded { person: 1, name: name(), kind: PersonKind::Guest, roles: Vec::new() },
            HouseEntry::ChipsBought { person: 1, amount: Money::dollars(5), by: None, approved: None },
            HouseEntry::TableSetAside { table: 3, why: "it broke".to_owned() },
            HouseEntry::ChipsGivenBack {
                table: 3,
                book: "marina/holdem".to_owned(),
                by: 2,
                why: "it does not play".to_owned(),
                given: vec![crate::journal::Given { person: 1, amount: Money::dollars(5) }],
            },
            HouseEntry::Silenced { table: 3, person: 1, by: 2, is_silenced: true },
            HouseEntry::TipsNoted { key: String::new(), tips: Vec::new() },
            HouseEntry::RoomOpened {
                version: "0.2.0".to_owned(),
                says_roles: true,
                second_person_from: None,
                duties_apart: true,
                desk_rules: Some(crate::day::DeskRules {
                    day_begins: 360,
                    alone_most: None,
                    all_add_up: true,
                    funds_by_two: true,
                    blind_trays: true,
                }),
            },
            HouseEntry::RoomClosed,
            HouseEntry::Patron(crate::patrons::PatronSaid::Removed { person: 1, records: 3, by: 2 }),
            HouseEntry::List(crate::lists::ListSaid::Joined {
                place: 9,
                wants: crate::lists::Want::Seat { table: 3, seat: Some(4) },
                person: Some(1),
                shown: "A.".to_owned(),
                by: 1,
            }),
            HouseEntry::Jackpot(crate::jackpots::JackpotSaid::Paid {
                claim: 9,
                person: 1,
                amount: Money::dollars(5),
                by: 2,
                of: crate::jackpots::Fund::Promotion,
                onto: Some(3),
            }),
            HouseEntry::LineUp(crate::line_up::LineUpSaid::Tables { tables: vec![3], minutes: 30, by: 2 }),
            HouseEntry::ActedFor { table: 3, by: room::By::Dealer(2), person: 1, event: 40 },
            HouseEntry::BackedUp { to: "/mnt/copy".to_owned(), done_ms: 5 },
            HouseEntry::Archived {
                name: "archive-before-2027-01.sqlite3".to_owned(),
                before_ms: 5,
                parts: Vec::new(),
                moved: store::Hash::default(),
            },
            HouseEntry::Law(crate::law::LawEntry::Overridden {
                table: 3,
                rule: "help-line".to_owned(),
                reason: "it fell down".to_owned(),
                by: 2,
            }),
            HouseEntry::Company(crate::company::CompanyEntry::BadgeGiven {
                company: 1,
                person: 7,
                badge: "B-1".to_owned(),
                by: 2,
            }),
            HouseEntry::RolesRefused { person: 1, name: name(), found: after.clone(), kept: before.clone() },
            HouseEntry::RolesChanged { person: 1, name: name(), before, after, by: Some(2) },
        ];
        for entry in entries {
            let text = serde_json::to_string(&entry).unwrap();
            assert_eq!(HouseKind::of_text(&text), Some(entry.kind()), "{text}");
            assert_eq!(serde_json::from_str::<HouseEntry>(&text).unwrap(), entry);
        }
        assert_eq!(HouseKind::of_text("{\"house\":\"something-new\"}"), None);
    }

    #[test]
    fn roles_and_kinds_are_the_words_they_were() {
        let text = "{\"house\":\"roles-changed\",\"person\":1,\"name\":\"Ann\",\"before\":[\"patron\"],\"after\":[\"patron\",\"floor\"],\"by\":2}";
        let entry: HouseEntry = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
        let text = "{\"house\":\"person-added\",\"person\":1,\"name\":\"Ann\",\"kind\":\"bot\"}";
        let entry: HouseEntry = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), text);
    }
}

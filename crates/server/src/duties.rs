//! Duties apart: which roles one account may have together, and which of them an act of the staff needs.

use room::By;

use crate::Role;
use crate::jackpots::FUNDERS;
use crate::journal::HouseEntry;

/// Why one account does not have these roles together. Whoever checks has nothing to do with what is checked: the auditor
/// reads what all others did, and the floor approves what the cage exchanges. An owner of a small room may do both of the
/// latter, because a large amount needs a second account whatever roles the first one has.
pub(crate) fn clash(roles: &[Role]) -> Option<&'static str> {
    let has = |role: Role| roles.contains(&role);
    if has(Role::Auditor) && roles.iter().any(|role| role.is_staff() && *role != Role::Auditor) {
        return Some(
            "the auditor reads what everybody else of the staff did, and has no other role of the staff: give it to \
             another account",
        );
    }
    (has(Role::Cage) && has(Role::Floor) && !has(Role::Owner)).then_some(
        "the floor approves what the cage exchanges, so that nobody but an owner has both roles: give one to another \
         account",
    )
}

/// The roles of which somebody at a table must have one; nothing for who speaks for themselves, and for the clock.
pub(crate) fn at_a_table(by: By) -> Option<(u32, &'static [Role])> {
    match by {
        By::Dealer(person) => Some((person, &[Role::Dealer, Role::Floor])),
        By::Floor(person) => Some((person, &[Role::Floor])),
        By::Patron(_) | By::Clock => None,
    }
}

/// Who did what an entry of the house tells of, and the roles of which they must have had one: of the acts that only the
/// staff does and that nothing else holds against roles already.
pub(crate) fn needed(said: &HouseEntry) -> Option<(u32, &'static [Role])> {
    match said {
        HouseEntry::StaffActed { by, .. } | HouseEntry::ActedFor { by, .. } => at_a_table(*by),
        // Anybody opens a table for friends, with play chips.
        HouseEntry::TableOpened { link: Some(_), is_practice: true, .. } => None,
        HouseEntry::TableOpened { by: Some(by), .. } | HouseEntry::Silenced { by, .. } => Some((*by, &[Role::Floor])),
        HouseEntry::ChipsGivenBack { by, .. } => Some((*by, &[Role::Owner])),
        HouseEntry::ExchangeAsked { by, is_fund: true, .. } => Some((*by, &FUNDERS)),
        HouseEntry::ExchangeAsked { by, .. } => Some((*by, &[Role::Cage])),
        HouseEntry::PasswordSet { person, by: Some(by), .. } if by != person => Some((*by, &[Role::Owner])),
        // Roles are given, chips sold and taken back, rounds corrected, and boxes and the cage counted by rules of their own.
        HouseEntry::RolesChanged { .. }
        | HouseEntry::ExchangeDeclined { .. }
        | HouseEntry::CorrectionAsked { .. }
        | HouseEntry::CorrectionSettled { .. }
        | HouseEntry::ShiftOpened { .. }
        | HouseEntry::ShiftClosed { .. }
        | HouseEntry::BoxPulled { .. }
        | HouseEntry::BoxCounted { .. }
        | HouseEntry::CageCounted { .. }
        | HouseEntry::CageTried { .. }
        | HouseEntry::TrayCounted { .. }
        | HouseEntry::TableFilled { .. }
        | HouseEntry::TableCredited { .. }
        | HouseEntry::Law(_)
        | HouseEntry::Company(_)
        | HouseEntry::ChipsBought { .. }
        | HouseEntry::ChipsRedeemed { .. }
        | HouseEntry::Patron(_)
        | HouseEntry::List(_)
        | HouseEntry::Jackpot(_)
        | HouseEntry::LineUp(_)
        // Nobody of the staff does the rest.
        | HouseEntry::PersonAdded { .. }
        | HouseEntry::PlayChipsGiven { .. }
        | HouseEntry::PlayChipsTaken { .. }
        | HouseEntry::KindsParted { .. }
        | HouseEntry::TableOpened { by: None, .. }
        | HouseEntry::TableClosed { .. }
        | HouseEntry::TableSetAside { .. }
        | HouseEntry::TableTakenUp { .. }
        | HouseEntry::RoomOpened { .. }
        | HouseEntry::RoomClosed
        | HouseEntry::TipsNoted { .. }
        | HouseEntry::Archived { .. }
        | HouseEntry::BackedUp { .. }
        | HouseEntry::NotePassedOver { .. }
        | HouseEntry::RolesRefused { .. }
        | HouseEntry::PasswordSet { .. } => None,
    }
}

/// Roles in words, for a sentence.
pub(crate) fn in_words(roles: &[Role]) -> String {
    roles.iter().map(|role| role.word()).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_checks_does_not_do_what_is_checked() {
        let every = [Role::Dealer, Role::Floor, Role::Cage, Role::Auditor, Role::Owner];
        // Every set of the five: the auditor is alone, and the cage with the floor only at an owner's.
        for set in 0..1_u32 << every.len() {
            let roles: Vec<Role> = [Role::Patron]
                .into_iter()
                .chain(
                    every
                        .iter()
                        .enumerate()
                        .filter(|(place, _)| set >> place & 1 == 1)
                        .map(|(_, role)| *role),
                )
                .collect();
            let has = |role: Role| roles.contains(&role);
            let is_apart = if has(Role::Auditor) {
                roles.len() == 2
            } else {
                !(has(Role::Cage) && has(Role::Floor)) || has(Role::Owner)
            };
            assert_eq!(clash(&roles).is_none(), is_apart, "{roles:?}");
        }
    }
}

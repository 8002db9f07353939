//! The chips that entries move, booked as the log says.

use room::Ledger;
use store::Entry;

use crate::jackpots::JackpotSaid;
use crate::journal::HouseEntry;

/// Chips as the log says that they move, between accounts that there are.
fn moved(transfer: &store::Transfer) -> Result<room::Transfer, String> {
    let account = |name: &str| name.parse::<room::Account>().map_err(|fault| fault.to_string());
    Ok(room::Transfer { from: account(&transfer.from)?, to: account(&transfer.to)?, amount: transfer.amount })
}

/// The house's entries only move chips between the cage and patrons, and those of boxes and trays.
pub(super) fn house(entry: &Entry, ledger: &mut Ledger) -> Result<(), String> {
    for transfer in &entry.transfers {
        let moved = moved(transfer)?;
        let is_cage = |account: room::Account| {
            account.table().is_none() || matches!(account, room::Account::Box(..) | room::Account::Tray(_))
        };
        if !is_cage(moved.from) || !is_cage(moved.to) {
            return Err(format!("event {}: the house moves chips of a table", entry.first));
        }
        // Tables are played one after another here, so a wallet may be behind the order in which it was used;
        // the store's own balances say whether it ever ended below zero.
        ledger.force(&moved);
    }
    Ok(())
}

/// Whether an entry of the house meets what bonuses at a table have cost.
pub(super) fn meets_bonuses(entry: &Entry) -> bool {
    let said = serde_json::from_str::<HouseEntry>(&entry.body);
    matches!(said, Ok(HouseEntry::Jackpot(JackpotSaid::BonusesMet { .. })))
}

/// The chips that an entry of a table moves; after damaged entries an account may lack what came before.
pub(super) fn unposted(ledger: &mut Ledger, entry: &Entry, has_gaps: bool) -> Result<(), String> {
    for transfer in &entry.transfers {
        let moved = moved(transfer)?;
        let is_patron = |account: room::Account| account.table().is_none();
        if has_gaps || is_patron(moved.from) || is_patron(moved.to) {
            ledger.force(&moved);
        } else {
            ledger.record(&moved).map_err(|fault| format!("event {}: {fault}", transfer.event))?;
        }
    }
    Ok(())
}

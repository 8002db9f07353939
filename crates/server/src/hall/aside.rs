//! Tables that are set aside: something broke at them, so that nothing more is done there until somebody has looked.
//! What was done before stays, the chips stay where they lie, and the rest of the room goes on.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use room::{Account, Command, Refusal, System, Table, TableId, Time, Told};

use super::Hall;
use super::place::Place;
use crate::journal::{HouseEntry, post, unpost};

/// A table of which nothing could be played again.
pub(crate) struct Lost {
    /// Its book, as far as it is known.
    pub(crate) book: String,
    /// Why.
    pub(crate) why: String,
}

/// Does something that may break, and says how it broke: in the words of the source, and nothing that was put into them,
/// which may name a card that lies face down.
pub(crate) fn guard<T>(what: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(what)).map_err(|broke| {
        let text = broke.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.unwrap_or_else(|| "the program's messages say where".to_owned())
    })
}

/// What is said of something that broke: where in the source, and in its words where nothing was put into them.
pub fn tell_of_a_break(info: &PanicHookInfo<'_>) {
    let place = info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let words = info.payload().downcast_ref::<&str>().copied();
    tracing::error!(
        "something broke at {place}: {}",
        words.unwrap_or("its words are not told, they may name cards")
    );
}

/// What a command did to its table, in words for the floor and for the program's messages: by the command's word alone,
/// because what it says may be a card that lies face down.
pub(super) fn told_of(command: &Command, did: &str, what: &str) -> String {
    format!("\"{}\" {did}: {what}", word(command))
}

/// The word of a command as it is written, with nothing of what it says; of one that is said for somebody, both.
pub(super) fn word(command: &Command) -> String {
    let written = serde_json::to_value(command).unwrap_or_default();
    let own = written["do"].as_str().unwrap_or("command").to_owned();
    match command {
        Command::For { command, .. } => format!("{own} {}", word(command)),
        _ => own,
    }
}

/// Why a table takes no commands.
fn refusal(table: TableId) -> Refusal {
    System::SetAside { table }.into()
}

/// Whether the ledger holds for a table what the table says, and nothing lies between two rounds where a round's
/// chips lie.
pub(crate) fn check_chips(table: &Table, balance: impl Fn(Account) -> books::Money) -> Result<(), String> {
    let id = table.id();
    for person in table.people() {
        let account = Account::Stack(id, person.person);
        let (held, stack) = (balance(account), person.stack);
        if held != stack {
            return Err(format!("{account} holds {held}, the table says {stack}"));
        }
    }
    if table.round().is_none() {
        for account in [Account::Wagers(id), Account::Stake(id), Account::Pot(id)] {
            let held = balance(account);
            if !held.is_zero() {
                return Err(format!("{account} holds {held} between two rounds"));
            }
        }
    }
    Ok(())
}

impl Hall {
    /// Every table there is, played or not.
    pub(crate) fn table_ids(&self) -> impl Iterator<Item = TableId> + '_ {
        let resting = self.standing.closed.keys().filter(|id| self.is_resting(**id));
        self.in_hall().chain(resting.copied()).chain(self.elsewhere())
    }

    /// Every table that is in memory: not those that were closed before the room was opened.
    pub(crate) fn in_hall(&self) -> impl Iterator<Item = TableId> + '_ {
        self.tables.keys().chain(self.lost.keys()).copied()
    }

    /// Every table that is set aside, and why.
    pub(crate) fn all_aside(&self) -> impl Iterator<Item = (TableId, &str)> + '_ {
        let broken = self.tables.iter().filter_map(|(id, place)| Some((*id, place.aside.as_deref()?)));
        let all = broken.chain(self.lost.iter().map(|(id, lost)| (*id, lost.why.as_str())));
        all.filter(|(id, _)| !self.standing.given_back.contains(id))
    }

    /// A table that takes commands.
    pub(crate) fn playing(&self, id: TableId) -> Result<&Place, Refusal> {
        match self.tables.get(&id) {
            Some(place) if place.aside.is_none() => Ok(place),
            None if self.is_resting(id) => Err(System::TableClosed.into()),
            None if !self.lost.contains_key(&id) => Err(System::NoTable { table: id }.into()),
            _ => Err(refusal(id)),
        }
    }

    /// Sets a table aside as it stands, and gives the refusal for whoever wanted something of it.
    pub(crate) fn set_aside(&mut self, id: TableId, why: &str, now: Time) -> Refusal {
        tracing::error!(table = id, "table {id} is set aside: {why}");
        self.forget_deadline(id);
        if let Some(place) = self.tables.get_mut(&id)
            && place.aside.is_none()
        {
            place.aside = Some(why.to_owned());
            self.house(&HouseEntry::TableSetAside { table: id, why: why.to_owned() }, &[], now);
        }
        refusal(id)
    }

    /// Moves the chips of what has happened, all or none: the ledger must have them, and agree with the table after.
    pub(crate) fn move_chips(&mut self, table: &Table, told: &[Told]) -> Result<(), String> {
        post(&mut self.ledger, told).map_err(|fault| fault.to_string())?;
        check_chips(table, |account| self.ledger.balance(account))
            .inspect_err(|_| unpost(&mut self.ledger, told))
    }

    /// The last resort: whatever breaks outside of a table costs its own answer, and nothing else.
    pub(crate) fn survive(&mut self, what: impl FnOnce(&mut Hall)) {
        if let Err(what) = guard(|| what(self)) {
            tracing::error!("something broke outside of the tables: {what}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_reads_a_card_in_what_broke() {
        let said = [
            r#"{"do":"card","card":"Ks"}"#,
            r#"{"do":"for","person":7,"command":{"do":"turn-up","seat":3,"cards":["Ks","Kd"]}}"#,
        ];
        for text in said {
            let Ok(command) = serde_json::from_str::<Command>(text) else { panic!("no command: {text}") };
            for did in ["broke it", "would break the books"] {
                let told = told_of(&command, did, "what is left is below zero");
                assert!(!told.contains("Ks") && !told.contains("Kd") && !told.contains('7'), "{told}");
                assert!(
                    told.contains(if told.contains("for") { "\"for turn-up\"" } else { "\"card\"" }),
                    "{told}"
                );
            }
        }
        let card = "Ks";
        assert_eq!(
            guard(|| assert!(card.is_empty(), "{card} is in no deck")).err().unwrap().matches(card).count(),
            0
        );
        assert_eq!(
            guard(|| assert!(card.is_empty(), "no deck has it")).err().as_deref(),
            Some("no deck has it")
        );
    }
}

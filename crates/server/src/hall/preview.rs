//! What a command of the staff would bring about, for them to read before they confirm it.

use books::Money;
use room::{By, Command, Input, PersonId, Refusal, System, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::aside::guard;
use super::message::ClauseView;
use super::requests::Speaker;

/// One thing that would happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ForeseenLine {
    /// What, in a sentence.
    pub(crate) words: String,
    /// The clause it rests on.
    pub(crate) clause: Option<ClauseView>,
}

/// What somebody would have before them more or less than now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ForeseenChips {
    /// Who.
    pub(crate) person: PersonId,
    /// Their name.
    pub(crate) name: String,
    /// How much more, in cents; below zero for less.
    pub(crate) change: i64,
}

/// What a command would bring about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Foreseen {
    /// The number of the table's last event.
    pub(crate) number: u64,
    /// Whether it would be done.
    pub(crate) is_allowed: bool,
    /// The whole of it in a sentence, or why it would be refused.
    pub(crate) says: String,
    /// Why it would be refused, as a name for programs; empty if it would be done.
    pub(crate) code: String,
    /// The clauses that it, or the refusal, rests on.
    pub(crate) clauses: Vec<ClauseView>,
    /// Everything that would happen, in order.
    pub(crate) lines: Vec<ForeseenLine>,
    /// Whose chips would change.
    pub(crate) chips: Vec<ForeseenChips>,
    /// How many wagers, bets and posts would go back to those who put them down.
    pub(crate) returned: u64,
    /// The fees of the round that would stay with the house, in cents.
    pub(crate) fees_kept: i64,
    /// Those that would go back, in cents.
    pub(crate) fees_returned: i64,
    /// The seat that would have the button next, where there is one.
    pub(crate) button: Option<games::Seat>,
    /// Whether the round would be over.
    pub(crate) is_over: bool,
    /// What the dealer would do next.
    pub(crate) next_step: String,
}

impl Hall {
    /// What a command of the staff would bring about; nothing is done and nothing is written.
    pub(super) fn foresee(
        &self,
        table: TableId,
        person: PersonId,
        speaker: Speaker,
        command: &Command,
    ) -> Foreseen {
        let number = self.tables.get(&table).map_or(0, |place| place.table.number());
        let refused = |refusal: &Refusal| {
            let book = self.tables.get(&table).map(|place| place.table.book());
            let clause = book.and_then(|book| ClauseView::of(book, refusal.clause));
            Foreseen {
                number,
                is_allowed: false,
                says: refusal.what.clone(),
                code: refusal.code.to_owned(),
                clauses: clause.into_iter().collect(),
                lines: Vec::new(),
                chips: Vec::new(),
                returned: 0,
                fees_kept: 0,
                fees_returned: 0,
                button: None,
                is_over: false,
                next_step: String::new(),
            }
        };
        match self.previewed(table, person, speaker, command) {
            Ok(foreseen) => foreseen,
            Err(refusal) => refused(&refusal),
        }
    }

    /// Whom a command is about: name, chips away from the table, and whether it is a bot. Chips come from whoever sits
    /// down, also when the dealer enters it for them.
    pub(crate) fn subject(&self, table: TableId, by: By, command: &Command) -> (String, Money, bool) {
        let subject = subject_of(by, command);
        let known = subject.and_then(|person| self.people.get(&person));
        let wallet =
            subject.map_or(Money::ZERO, |person| self.ledger.balance(self.kind_at(table).wallet(person)));
        let name = known.map_or(String::new(), |known| known.name.clone());
        (name, wallet, known.is_some_and(|known| known.is_bot))
    }

    fn previewed(
        &self,
        table: TableId,
        person: PersonId,
        speaker: Speaker,
        command: &Command,
    ) -> Result<Foreseen, Refusal> {
        let place = self.playing(table)?;
        let by = speaker.by(person);
        let filled = self.filled(table, command);
        let command = &*filled;
        if let Some(refusal) = self.refused_before(table, person, speaker, command) {
            return Err(refusal);
        }
        let mut seeds = || [0; 32];
        let (name, wallet, is_bot) = self.subject(table, by, command);
        let mut input = Input { now: self.now(), seeds: &mut seeds, name: &name, wallet, is_bot };
        // What breaks when it is tried would set the table aside; trying it does not.
        let tried = guard(|| place.table.preview(by, command, &mut input));
        let preview = tried.map_err(|_| Refusal::from(System::SetAside { table }))??;
        let book = place.table.book();
        let line = |line: room::PreviewLine| ForeseenLine {
            words: line.words,
            clause: ClauseView::of(book, line.clause),
        };
        let lines: Vec<ForeseenLine> = preview.lines.into_iter().map(line).collect();
        let mut clauses: Vec<ClauseView> = Vec::new();
        for clause in lines.iter().filter_map(|line| line.clause.clone()) {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        let chips = preview.chips.into_iter().map(|one| ForeseenChips {
            person: one.person,
            name: one.name,
            change: one.change.in_cents(),
        });
        Ok(Foreseen {
            number: preview.number,
            is_allowed: true,
            says: preview.says,
            code: String::new(),
            clauses,
            chips: chips.collect(),
            lines,
            returned: preview.returned as u64,
            fees_kept: preview.fees_kept.in_cents(),
            fees_returned: preview.fees_returned.in_cents(),
            button: preview.button.and_then(|(_, next)| next),
            is_over: preview.is_over,
            next_step: preview.next_step,
        })
    }
}

impl Speaker {
    /// Somebody who speaks in this part.
    pub(super) fn by(self, person: PersonId) -> By {
        match self {
            Speaker::Patron => By::Patron(person),
            Speaker::Dealer => By::Dealer(person),
            Speaker::Floor => By::Floor(person),
        }
    }
}

/// Whose name and wallet a command is about: theirs for whom the staff act, or those of whoever gives it.
pub(crate) fn subject_of(by: By, command: &Command) -> Option<PersonId> {
    match command {
        Command::For { person, .. } => Some(*person),
        _ => speaking(by),
    }
}

/// By whom an entry of a table is sent.
pub(crate) fn sender(by: By) -> String {
    speaking(by).map_or("clock".to_owned(), |person| format!("person:{person}"))
}

/// Who gives a command; nobody where the clock does.
pub(super) fn speaking(by: By) -> Option<PersonId> {
    match by {
        By::Patron(person) | By::Dealer(person) | By::Floor(person) => Some(person),
        By::Clock => None,
    }
}
